; ocg: -march=rv64gc -stop-after=expand
; Arguments in registers and on the stack, a result, a value alive over the call; a sibling call.
declare double @ext(i32 signext, double, i64, i64, i64, i64, i64, i64, i64, i64)
define double @f(i32 %a, double %b, i64 %c) {
  %x = fadd double %b, %b
  %r = call double @ext(i32 signext %a, double %b, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %c)
  %s = fmul double %r, %x
  ret double %s
}
define double @g(i32 signext %a, double %b) {
  %r = tail call double @ext2(double %b, i32 signext %a)
  ret double %r
}
declare double @ext2(double, i32 signext)
