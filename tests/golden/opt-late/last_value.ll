; ocg: -march=x86-64 -stop-after=opt-late
; ocg: -march=rv64gc -stop-after=opt-late
; The test at the end of a loop asks about the next value, where that cannot wrap: a limit that is a sign-extended number, a
; constant; not where the limit may be the greatest number.
define void @up(ptr %p, i32 %n) {
entry:
  %limit = sext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %a
  %b = getelementptr i16, ptr %p, i64 %i
  store i16 1, ptr %b
  %next = add nsw i64 %i, 1
  %c = icmp slt i64 %i, %limit
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @down_to_two(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 100, %entry ], [ %next, %loop ]
  %a = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %a
  %b = getelementptr i16, ptr %p, i64 %i
  store i16 1, ptr %b
  %next = add nsw i64 %i, -3
  %c = icmp sgt i64 %i, 2
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @any(ptr %p, i64 %limit) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %a
  %b = getelementptr i16, ptr %p, i64 %i
  store i16 1, ptr %b
  %next = add nsw i64 %i, 1
  %c = icmp slt i64 %i, %limit
  br i1 %c, label %loop, label %end
end:
  ret void
}
; ---- expected ----
define void @up(ptr %0, i32 %1) {
entry:
  %2 = sext i32 %1 to i64
  br label %loop

loop:
  %3 = phi i64 [ 0, %entry ], [ %7, %loop ]
  %4 = ocg.PtrAdd ptr %0, i64 %3 -> ptr
  ocg.store.trunc i8, i32 1, ptr %4, align 1
  %5 = shl i64 %3, 1
  %6 = ocg.PtrAdd ptr %0, i64 %5 -> ptr
  ocg.store.trunc i16, i32 1, ptr %6, align 2
  %7 = add i64 %3, 1
  %8 = icmp sle i64 %7, %2
  br i1 %8, label %loop, label %end

end:
  ret void
}
define void @down_to_two(ptr %0) {
entry:
  br label %loop

loop:
  %1 = phi i64 [ 100, %entry ], [ %5, %loop ]
  %2 = ocg.PtrAdd ptr %0, i64 %1 -> ptr
  ocg.store.trunc i8, i32 1, ptr %2, align 1
  %3 = shl i64 %1, 1
  %4 = ocg.PtrAdd ptr %0, i64 %3 -> ptr
  ocg.store.trunc i16, i32 1, ptr %4, align 2
  %5 = add i64 %1, -3
  %6 = icmp sgt i64 %5, -1
  br i1 %6, label %loop, label %end

end:
  ret void
}
define void @any(ptr %0, i64 %1) {
entry:
  br label %loop

loop:
  %2 = phi i64 [ 0, %entry ], [ %7, %loop ]
  %3 = ocg.PtrAdd ptr %0, i64 %2 -> ptr
  ocg.store.trunc i8, i32 1, ptr %3, align 1
  %4 = shl i64 %2, 1
  %5 = ocg.PtrAdd ptr %0, i64 %4 -> ptr
  ocg.store.trunc i16, i32 1, ptr %5, align 2
  %6 = icmp slt i64 %2, %1
  %7 = add nsw i64 %2, 1
  br i1 %6, label %loop, label %end

end:
  ret void
}
define void @up(ptr %0, i64 %1) {
entry:
  %2 = trunc i64 %1 to i32
  %3 = sext i32 %2 to i64
  %4 = freeze i32 1
  br label %loop

loop:
  %5 = phi ptr [ %0, %entry ], [ %10, %loop ]
  %6 = phi ptr [ %0, %entry ], [ %11, %loop ]
  %7 = phi i64 [ 0, %entry ], [ %8, %loop ]
  ocg.store.trunc i8, i32 %4, ptr %6, align 1
  ocg.store.trunc i16, i32 %4, ptr %5, align 2
  %8 = add i64 %7, 1
  %9 = icmp sle i64 %8, %3
  %10 = ocg.PtrAdd ptr %5, i64 2 -> ptr
  %11 = ocg.PtrAdd ptr %6, i64 1 -> ptr
  br i1 %9, label %loop, label %end

end:
  ret void
}
define void @down_to_two(ptr %0) {
entry:
  %1 = ocg.PtrAdd ptr %0, i64 100 -> ptr
  %2 = ocg.PtrAdd ptr %0, i64 200 -> ptr
  %3 = freeze i32 1
  %4 = freeze i64 -1
  br label %loop

loop:
  %5 = phi ptr [ %2, %entry ], [ %10, %loop ]
  %6 = phi ptr [ %1, %entry ], [ %11, %loop ]
  %7 = phi i64 [ 100, %entry ], [ %8, %loop ]
  ocg.store.trunc i8, i32 %3, ptr %6, align 1
  ocg.store.trunc i16, i32 %3, ptr %5, align 2
  %8 = add i64 %7, -3
  %9 = icmp sgt i64 %8, %4
  %10 = ocg.PtrAdd ptr %5, i64 -6 -> ptr
  %11 = ocg.PtrAdd ptr %6, i64 -3 -> ptr
  br i1 %9, label %loop, label %end

end:
  ret void
}
define void @any(ptr %0, i64 %1) {
entry:
  %2 = freeze i32 1
  br label %loop

loop:
  %3 = phi ptr [ %0, %entry ], [ %7, %loop ]
  %4 = phi ptr [ %0, %entry ], [ %8, %loop ]
  %5 = phi i64 [ 0, %entry ], [ %9, %loop ]
  ocg.store.trunc i8, i32 %2, ptr %4, align 1
  ocg.store.trunc i16, i32 %2, ptr %3, align 2
  %6 = icmp slt i64 %5, %1
  %7 = ocg.PtrAdd ptr %3, i64 2 -> ptr
  %8 = ocg.PtrAdd ptr %4, i64 1 -> ptr
  %9 = add nsw i64 %5, 1
  br i1 %6, label %loop, label %end

end:
  ret void
}
