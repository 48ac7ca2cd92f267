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
; ---- expected ----
define i64 @f(ptr %0, i64 %1, i64 %2, i64 %3) {
entry:
  %4 = mul i64 %2, %3
  %5 = shl i64 %1, 3
  %6 = ocg.PtrAdd ptr %0, i64 %5 -> ptr
  br label %l

l:
  %7 = phi ptr [ %0, %entry ], [ %12, %l ]
  %8 = phi i64 [ 0, %entry ], [ %11, %l ]
  %9 = load i64, ptr %7, align 8
  %10 = mul i64 %9, %4
  %11 = add i64 %8, %10
  %12 = ocg.PtrAdd ptr %7, i64 8 -> ptr
  %13 = icmp eq ptr %12, %6
  br i1 %13, label %x, label %l

x:
  ret i64 %11
}
