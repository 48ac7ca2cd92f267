; ocg: -march=rv64gc -stop-after=layout
; The likely way falls through, and the loop turns without a jump.
declare void @cold() cold
define i64 @f(ptr %p, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %s = phi i64 [ 0, %entry ], [ %t, %next ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %out
body:
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %z = icmp eq i64 %v, 0
  br i1 %z, label %rare, label %next
rare:
  call void @cold()
  br label %next
next:
  %t = add i64 %s, %v
  %j = add i64 %i, 1
  br label %head
out:
  ret i64 %s
}
