; ocg: -march=rv64gc -stop-after=opt-late
; Division by constants: a shift, a multiplication by a reciprocal, a remainder of a power of two.
define i32 @by8(i32 %x) {
  %r = udiv i32 %x, 8
  ret i32 %r
}
define i32 @by10(i32 %x) {
  %r = sdiv i32 %x, 10
  ret i32 %r
}
define i64 @rem16(i64 %x) {
  %r = srem i64 %x, 16
  ret i64 %r
}
; ---- expected ----
define i32 @by8(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = lshr i32 %2, 3
  %4 = sext i32 %3 to i64
  ret i64 %4
}
define i32 @by10(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = sext i32 %2 to i64
  %4 = mul i64 %3, 1717986919
  %5 = ashr i64 %4, 34
  %6 = lshr i64 %4, 63
  %7 = add i64 %5, %6
  ret i64 %7
}
define i64 @rem16(i64 %0) {
  %2 = ashr i64 %0, 63
  %3 = lshr i64 %2, 60
  %4 = add i64 %0, %3
  %5 = and i64 %4, 15
  %6 = sub i64 %5, %3
  ret i64 %6
}
