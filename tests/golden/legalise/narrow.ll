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
; ---- expected ----
define i7 @add(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = trunc i64 %1 to i32
  %5 = add i32 %3, %4
  %6 = sext i32 %5 to i64
  ret i64 %6
}
define i1 @compare(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = trunc i64 %1 to i32
  %5 = add i32 %3, %4
  %6 = and i32 %5, 127
  %7 = and i32 %4, 127
  %8 = icmp ult i32 %6, %7
  %9 = zext i1 %8 to i64
  ret i64 %9
}
define i32 @extended(ptr %0) {
  %2 = ocg.load.sext i8, ptr %0, align 1 -> i32
  %3 = sext i32 %2 to i64
  ret i64 %3
}
define signext i16 @sum(i64 %0, i64 %1) {
  %3 = trunc nsw i64 %0 to i32
  %4 = trunc nsw i64 %1 to i32
  %5 = add i32 %3, %4
  %6 = ocg.sextinreg(16) i32 %5
  %7 = sext i32 %6 to i64
  ret i64 %7
}
