; ocg: -march=rv64gc -stop-after=tree
; Values used once become kids, others registers; phis become copies on edges.
define i64 @f(ptr %p, i64 %x, i1 %c) {
entry:
  %a = load i64, ptr %p
  %b = add i64 %a, %x
  %d = mul i64 %b, %b
  br i1 %c, label %t, label %e
t:
  %q = getelementptr i8, ptr %p, i64 24
  store i64 %d, ptr %q
  br label %e
e:
  %r = phi i64 [ %d, %entry ], [ %x, %t ]
  ret i64 %r
}
define i32 @swap(i32 %a, i32 %b, i32 %n) {
entry:
  br label %l
l:
  %x = phi i32 [ %a, %entry ], [ %y, %l ]
  %y = phi i32 [ %b, %entry ], [ %x, %l ]
  %i = phi i32 [ %n, %entry ], [ %d, %l ]
  %d = sub i32 %i, 1
  %c = icmp eq i32 %d, 0
  br i1 %c, label %out, label %l
out:
  %r = sub i32 %x, %y
  ret i32 %r
}
