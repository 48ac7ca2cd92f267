; ocg: -march=rv64gc -stop-after=opt-late
; A walk over an array: the index becomes a pointer, the test compares pointers, the invariant product moves out.
define i64 @f(ptr %p, i64 %n, i64 %a, i64 %b) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %s = phi i64 [ 0, %entry ], [ %t, %l ]
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %k = mul i64 %a, %b
  %w = mul i64 %v, %k
  %t = add i64 %s, %w
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %x, label %l
x:
  ret i64 %t
}
