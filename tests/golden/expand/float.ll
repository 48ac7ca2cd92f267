; ocg: -march=rv64gc -stop-after=expand
; Fused products with their signs, constants, conversions with rounding to zero, comparisons of all kinds.
declare double @llvm.fma.f64(double, double, double)
define double @fused(double %a, double %b, double %c) {
  %n = fneg double %c
  %r = call double @llvm.fma.f64(double %a, double %b, double %n)
  ret double %r
}
define double @one() {
  ret double 1.0
}
define i64 @toint(float %a) {
  %r = fptosi float %a to i64
  ret i64 %r
}
define i1 @unordered(double %a, double %b) {
  %r = fcmp ueq double %a, %b
  ret i1 %r
}
