; ocg: -march=rv64gc -stop-after=legalise
; ocg: -march=rv32gc -stop-after=legalise
; Integers wider than a register become parts: carries, a product of halves, a shift by a constant, a comparison.
define i128 @add(i128 %a, i128 %b) {
  %r = add i128 %a, %b
  ret i128 %r
}
define i1 @less(i64 %a, i64 %b) {
  %r = icmp slt i64 %a, %b
  ret i1 %r
}
define i64 @shift(i64 %a) {
  %r = shl i64 %a, 40
  ret i64 %r
}
