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
