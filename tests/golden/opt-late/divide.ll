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
