; ocg: -march=x86-64 -relocation-model=pic -stop-after=opt-late
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
  %5 = ocg.GlobalAddr(@table)  -> ptr
  %6 = freeze ptr %5
  br label %loop

loop:
  %7 = phi i64 [ 0, %entry ], [ %18, %more ]
  %8 = shl i64 %7, 2
  %9 = ocg.PtrAdd ptr %0, i64 %8 -> ptr
  %10 = load i32, ptr %9, align 4
  %11 = icmp eq i32 %10, 55296
  br i1 %11, label %out, label %more

more:
  %12 = zext i32 %10 to i64
  %13 = shl i64 %12, 2
  %14 = ocg.PtrAdd ptr %6, i64 %13 -> ptr
  %15 = load volatile i32, ptr %14, align 4
  %16 = icmp slt i32 %15, 1000000
  %17 = select i1 %16, i32 %4, i32 %15
  store volatile i32 %17, ptr %3, align 4
  store volatile i32 123456, ptr %3, align 4
  %18 = add i64 %7, 1
  %19 = icmp ult i64 %18, %1
  br i1 %19, label %loop, label %out

out:
  ret i32 0
}
