; ocg: -march=rv32imac -stop-after=legalise
; Without floating-point registers arithmetic is calls, and a sign is a bit.
define double @f(double %a, double %b) {
  %n = fneg double %b
  %r = fmul double %a, %n
  ret double %r
}
define i1 @c(float %a, float %b) {
  %r = fcmp olt float %a, %b
  ret i1 %r
}
; ---- expected ----
define double @f(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = xor i32 %3, -2147483648
  %6, %7 = call double @__muldf3(i32 %0, i32 %1, i32 %2, i32 %5) nounwind willreturn memory(none)
  ret i32 %6, i32 %7
}
define i1 @c(i32 %0, i32 %1) {
  %3 = call i32 @__ltsf2(i32 %0, i32 %1) nounwind willreturn memory(none)
  %4 = icmp slt i32 %3, 0
  %5 = zext i1 %4 to i32
  ret i32 %5
}
