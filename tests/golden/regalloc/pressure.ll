; ocg: -march=rv64gc -stop-after=regalloc -reserve-regs=ra,s0,s1,t0,t1,t2,t3,t4,t5,t6,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,a4,a5,a6,a7
; ocg: -march=rv64gc -stop-after=regalloc -regalloc=spillall
; Few registers: what is used latest goes to memory. Spillall keeps nothing in registers.
define i64 @f(i64 %a, i64 %b, i64 %c, ptr %p) {
  %v0 = load i64, ptr %p
  %q1 = getelementptr i8, ptr %p, i64 8
  %v1 = load i64, ptr %q1
  %q2 = getelementptr i8, ptr %p, i64 16
  %v2 = load i64, ptr %q2
  %s0 = mul i64 %v0, %a
  %s1 = mul i64 %v1, %b
  %s2 = mul i64 %v2, %c
  %s3 = xor i64 %v0, %v1
  %s4 = add i64 %s0, %s1
  %s5 = add i64 %s4, %s2
  %s6 = sub i64 %s5, %s3
  %s7 = add i64 %s6, %v2
  store i64 %s7, ptr %p
  ret i64 %s5
}
; ---- expected ----
declare @f

func @f {
  allocated
  frame0: spill size 8 align 3
  frame1: spill size 8 align 3
  frame2: spill size 8 align 3
  info needs_cfi
  alias1: value 3 offset 0 size 8
  alias2: value 3 offset 8 size 8
  alias3: value 3 offset 16 size 8
bb0 freq 1:
  %a0{%a0}, %a1{%a1}, %a2{%a2}, %a3{%a3} = p.entry
  sd %a2, frame2, %sp ; spill
  %a2 = p.copy %a3 ; alloc_copy
  sd %a3, frame0, %sp ; spill
  %a3 = p.copy %a0 ; alloc_copy
  %a0 = ld 0, %a2 ; alias 1
  sd %a0, frame1, %sp ; spill
  %a0 = mul %a0, %a3
  %a3 = ld 8, %a2 ; alias 2
  %a1 = mul %a3, %a1
  %a0 = add %a0, %a1
  %a1 = ld frame2, %sp ; reload
  %a2 = ld 16, %a2 ; alias 3
  %a1 = mul %a2, %a1
  %a0 = add %a0, %a1
  %a1 = ld frame1, %sp ; reload
  %a1 = xor %a1, %a3
  %a3 = ld frame0, %sp ; reload
  %a1 = sub %a0, %a1
  %a1 = add %a1, %a2
  sd %a1, 0, %a3 ; alias 1
  p.ret %a0{%a0}
}
declare @f

func @f {
  allocated
  frame0: spill size 8 align 3
  frame1: spill size 8 align 3
  frame2: spill size 8 align 3
  frame3: spill size 8 align 3
  frame4: spill size 8 align 3
  frame5: spill size 8 align 3
  frame6: spill size 8 align 3
  frame7: spill size 8 align 3
  frame8: spill size 8 align 3
  frame9: spill size 8 align 3
  frame10: spill size 8 align 3
  frame11: spill size 8 align 3
  frame12: spill size 8 align 3
  frame13: spill size 8 align 3
  frame14: spill size 8 align 3
  info needs_cfi
  alias1: value 3 offset 0 size 8
  alias2: value 3 offset 8 size 8
  alias3: value 3 offset 16 size 8
bb0 freq 1:
  %a0{%a0}, %a1{%a1}, %a2{%a2}, %a3{%a3} = p.entry
  sd %a0, frame0, %sp ; spill
  sd %a1, frame1, %sp ; spill
  sd %a2, frame2, %sp ; spill
  sd %a3, frame3, %sp ; spill
  %a0 = ld frame3, %sp ; reload
  %a0 = ld 0, %a0 ; alias 1
  sd %a0, frame4, %sp ; spill
  %a0 = ld frame3, %sp ; reload
  %a0 = ld 8, %a0 ; alias 2
  sd %a0, frame5, %sp ; spill
  %a0 = ld frame3, %sp ; reload
  %a0 = ld 16, %a0 ; alias 3
  sd %a0, frame6, %sp ; spill
  %a0 = ld frame4, %sp ; reload
  %a1 = ld frame0, %sp ; reload
  %a0 = mul %a0, %a1
  sd %a0, frame7, %sp ; spill
  %a0 = ld frame5, %sp ; reload
  %a1 = ld frame1, %sp ; reload
  %a0 = mul %a0, %a1
  sd %a0, frame8, %sp ; spill
  %a0 = ld frame7, %sp ; reload
  %a1 = ld frame8, %sp ; reload
  %a0 = add %a0, %a1
  sd %a0, frame9, %sp ; spill
  %a0 = ld frame6, %sp ; reload
  %a1 = ld frame2, %sp ; reload
  %a0 = mul %a0, %a1
  sd %a0, frame10, %sp ; spill
  %a0 = ld frame9, %sp ; reload
  %a1 = ld frame10, %sp ; reload
  %a0 = add %a0, %a1
  sd %a0, frame11, %sp ; spill
  %a0 = ld frame4, %sp ; reload
  %a1 = ld frame5, %sp ; reload
  %a0 = xor %a0, %a1
  sd %a0, frame12, %sp ; spill
  %a0 = ld frame11, %sp ; reload
  %a1 = ld frame12, %sp ; reload
  %a0 = sub %a0, %a1
  sd %a0, frame13, %sp ; spill
  %a0 = ld frame13, %sp ; reload
  %a1 = ld frame6, %sp ; reload
  %a0 = add %a0, %a1
  sd %a0, frame14, %sp ; spill
  %a0 = ld frame14, %sp ; reload
  %a1 = ld frame3, %sp ; reload
  sd %a0, 0, %a1 ; alias 1
  %a0 = ld frame11, %sp ; reload
  p.ret %a0{%a0}
}
