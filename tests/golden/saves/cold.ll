; ocg: -march=rv64gc -stop-after=frame
; Only the path with calls needs saves: the early exit has none.
declare void @g(i64)
define i64 @f(i64 %u, ptr %p) {
  %c = icmp eq i64 %u, 0
  br i1 %c, label %out, label %slow
slow:
  %x = load i64, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %y = load i64, ptr %q
  call void @g(i64 %x)
  call void @g(i64 %y)
  %s = add i64 %x, %y
  ret i64 %s
out:
  ret i64 %u
}
