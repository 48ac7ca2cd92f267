; ocg: -march=rv64gc -stop-after=legalise
; Odd widths are promoted, and the unspecified upper bits are repaired only where an operation reads them.
define i7 @add(i7 %a, i7 %b) {
  %r = add i7 %a, %b
  ret i7 %r
}
define i1 @compare(i7 %a, i7 %b) {
  %s = add i7 %a, %b
  %r = icmp ult i7 %s, %b
  ret i1 %r
}
define i32 @extended(ptr %p) {
  %v = load i8, ptr %p
  %r = sext i8 %v to i32
  ret i32 %r
}
define signext i16 @sum(i16 signext %a, i16 signext %b) {
  %r = add i16 %a, %b
  ret i16 %r
}
