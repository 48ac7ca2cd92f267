; ocg: -march=rv64gc -stop-after=regalloc
; ocg: -march=rv64gc -stop-after=regalloc -regalloc=lra
; A value alive over a call in a loop takes a callee-saved register; under lra alone it lives in memory.
declare i64 @g(i64)
define i64 @f(i64 %n, i64 %k) {
entry:
  br label %l
l:
  %i = phi i64 [ %n, %entry ], [ %d, %l ]
  %s = phi i64 [ 0, %entry ], [ %t, %l ]
  %v = call i64 @g(i64 %i)
  %w = mul i64 %v, %k
  %t = add i64 %s, %w
  %d = sub i64 %i, 1
  %c = icmp eq i64 %d, 0
  br i1 %c, label %x, label %l
x:
  ret i64 %t
}
; ---- expected ----
declare @f
declare @g

func @f {
  allocated
  info calls needs_cfi
bb0 freq 1 -> bb1 1:
  %a0{%a0}, %a1{%a1} = p.entry
  %s0 = p.copy %a0 ; alloc_copy
  %s2 = p.copy %a1 ; alloc_copy
  %s1 = p.li 0
bb1 freq 258.01575 -> bb3 1:
  %a0 = p.copy %s0 ; alloc_copy
  %a0{%a0} = p.call @g, %a0{%a0} ; clobbers call -%a0
bb3 freq 258.01575 -> bb1 0.99612427, bb2 0.0038757324:
  %a0 = mul %a0, %s2
  %s1 = add %s1, %a0
  %s0 = addi %s0, -1
  beq %s0, %zero, bb2
bb2 freq 1:
  %a0 = p.copy %s1 ; alloc_copy
  p.ret %a0{%a0}
}
declare @f
declare @g

func @f {
  allocated
  frame0: spill size 8 align 3
  frame1: spill size 8 align 3
  frame2: spill size 8 align 3
  frame3: spill size 8 align 3
  info calls needs_cfi
bb0 freq 1 -> bb1 1:
  %a0{%a0}, %a1{%a1} = p.entry
  sd %a0, frame1, %sp ; spill
  sd %a1, frame2, %sp ; spill
  %a0 = p.li 0
  sd %a0, frame0, %sp ; spill
bb1 freq 258.01575 -> bb3 1:
  %a0 = ld frame1, %sp ; reload
  %a0{%a0} = p.call @g, %a0{%a0} ; clobbers call -%a0
  sd %a0, frame3, %sp ; spill
bb3 freq 258.01575 -> bb1 0.99612427, bb2 0.0038757324:
  %a0 = ld frame3, %sp ; reload
  %a1 = ld frame2, %sp ; reload
  %a1 = mul %a0, %a1
  %a0 = ld frame0, %sp ; reload
  %a0 = add %a0, %a1
  sd %a0, frame0, %sp ; spill
  %a0 = ld frame1, %sp ; reload
  %a0 = addi %a0, -1
  sd %a0, frame1, %sp ; spill
  beq %a0, %zero, bb2
bb2 freq 1:
  %a0 = ld frame0, %sp ; reload
  p.ret %a0{%a0}
}
