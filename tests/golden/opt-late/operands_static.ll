; ocg: -march=x86-64 -relocation-model=static -stop-after=opt-late
; Comparisons and stores take immediates, and without position independence addresses with an index take symbols: the
; loop holds only what it does not.
@table = internal global [64 x i32] zeroinitializer
@end = internal global i32 0
define i32 @scan(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %at
  %stop = icmp eq i32 %v, 55296
  br i1 %stop, label %out, label %more
more:
  %k = zext i32 %v to i64
  %t = getelementptr [64 x i32], ptr @table, i64 0, i64 %k
  %w = load volatile i32, ptr %t
  %c = icmp slt i32 %w, 1000000
  %s = select i1 %c, i32 77777, i32 %w
  store volatile i32 %s, ptr @end
  store volatile i32 123456, ptr @end
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %out
out:
  ret i32 0
}
; ---- expected ----
define i32 @scan(ptr %0, i64 %1) {
entry:
  %2 = ocg.GlobalAddr(@table)  -> ptr
  %3 = ocg.GlobalAddr(@end)  -> ptr
  %4 = freeze i32 77777
  br label %loop

loop:
  %5 = phi i64 [ 0, %entry ], [ %16, %more ]
  %6 = shl i64 %5, 2
  %7 = ocg.PtrAdd ptr %0, i64 %6 -> ptr
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 55296
  br i1 %9, label %out, label %more

more:
  %10 = zext i32 %8 to i64
  %11 = shl i64 %10, 2
  %12 = ocg.PtrAdd ptr %2, i64 %11 -> ptr
  %13 = load volatile i32, ptr %12, align 4
  %14 = icmp slt i32 %13, 1000000
  %15 = select i1 %14, i32 %4, i32 %13
  store volatile i32 %15, ptr %3, align 4
  store volatile i32 123456, ptr %3, align 4
  %16 = add i64 %5, 1
  %17 = icmp ult i64 %16, %1
  br i1 %17, label %loop, label %out

out:
  ret i32 0
}
