; ocg: -march=rv32e -mabi=ilp32e -stop-after=opt-late
; Without M a loop's end, a multiple of its count, is made by shifts and additions.
define i32 @sum(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr inbounds { i8, [28 x i8] }, ptr %p, i32 %i
  %v = load i8, ptr %a
  %w = zext i8 %v to i32
  %t = add i32 %s, %w
  %j = add nuw nsw i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret i32 %t
}
; ---- expected ----
define i32 @sum(ptr %0, i32 %1) {
entry:
  %2 = shl i32 %1, 2
  %3 = sub i32 %1, %2
  %4 = shl i32 %1, 5
  %5 = add i32 %3, %4
  %6 = ocg.PtrAdd ptr %0, i32 %5 -> ptr
  br label %loop

loop:
  %7 = phi ptr [ %0, %entry ], [ %11, %loop ]
  %8 = phi i32 [ 0, %entry ], [ %10, %loop ]
  %9 = ocg.load.zext i8, ptr %7, align 1 -> i32
  %10 = add i32 %8, %9
  %11 = ocg.PtrAdd ptr %7, i32 29 -> ptr
  %12 = icmp eq ptr %11, %6
  br i1 %12, label %done, label %loop

done:
  ret i32 %10
}
