; ocg: -march=rv64gc -stop-after=ebo
; One product for both sums, and a store that feeds a load, which goes.
@v = global [4 x i64] zeroinitializer
define i64 @f(ptr %p, i64 %x, i64 %y) {
  %a = mul i64 %x, %y
  store i64 %a, ptr %p
  %b = load i64, ptr %p
  %c = mul i64 %x, %y
  %d = add i64 %b, %c
  %e = load i64, ptr @v
  %f = load i64, ptr getelementptr (i8, ptr @v, i64 8)
  %g = add i64 %e, %f
  %h = add i64 %d, %g
  ret i64 %h
}
