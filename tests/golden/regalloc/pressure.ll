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
