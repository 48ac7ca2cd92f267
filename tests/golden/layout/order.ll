; ocg: -march=rv64gc -stop-after=layout
; The likely way falls through, and the loop turns without a jump.
declare void @cold() cold
define i64 @f(ptr %p, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %s = phi i64 [ 0, %entry ], [ %t, %next ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %out
body:
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %z = icmp eq i64 %v, 0
  br i1 %z, label %rare, label %next
rare:
  call void @cold()
  br label %next
next:
  %t = add i64 %s, %v
  %j = add i64 %i, 1
  br label %head
out:
  ret i64 %s
}
; ---- expected ----
declare @f
declare @cold

func @f {
  allocated
  laid_out
  frame0: spill size 8 align 3 offset -48
  frame1: spill size 8 align 3 offset -40
  frame2: spill size 8 align 3 offset -32
  frame3: spill size 8 align 3 offset -24
  frame4: spill size 8 align 3 offset -16
  frame5: saved %ra size 8 align 3 offset -8
  info calls needs_cfi size 48
  alias1: value 16 offset 0 size 8
bb0 freq 1 -> bb1 1:
  %a0{%a0}, %a1{%a1} = p.entry
  %sp = addi %sp, -48 ; frame_setup
  sd %ra, 40, %sp ; save frame_setup
  %ra = addi %zero, 0
  %t1 = addi %zero, 0
  %zero = jal bb1
bb3 freq 0.023846319 cold -> bb4 1:
  sd %ra, 0, %sp ; spill
  sd %a1, 8, %sp ; spill
  sd %a0, 16, %sp ; spill
  sd %t1, 24, %sp ; spill
  sd %t0, 32, %sp ; spill
  p.call @cold ; clobbers call
  %ra = ld 0, %sp ; reload
  %a1 = ld 8, %sp ; reload
  %a0 = ld 16, %sp ; reload
  %t1 = ld 24, %sp ; reload
  %t0 = ld 32, %sp ; reload
bb4 freq 48.83726 -> bb1 1:
  %t1 = add %t1, %t0
  %a0 = addi %a0, 8
  %ra = addi %ra, 1
bb1 freq 49.83726 -> bb2 0.9799347, bb5 0.020065308:
  bgeu %ra, %a1, bb5
bb2 freq 48.83726 -> bb3 0.00048828125, bb4 0.9995117:
  %t0 = ld 0, %a0 ; alias 1
  bne %t0, %zero, bb4
  %zero = jal bb3
bb5 freq 1:
  %a0 = addi %t1, 0 ; alloc_copy
  %ra = ld 40, %sp ; restore frame_destroy
  %sp = addi %sp, 48 ; frame_destroy
  p.ret %a0{%a0}
}
