; ocg: -march=rv64gc -stop-after=opt-late
; What clang -O0 leaves in memory lives in values; the array that a variable indexes stays.
define i32 @f(i32 %a, i32 %n) {
  %x = alloca i32
  %y = alloca i8
  %t = alloca [4 x i32]
  store i32 %a, ptr %x
  store i8 1, ptr %y
  %i = getelementptr i32, ptr %t, i32 %n
  store i32 5, ptr %i
  %c = icmp eq i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %x
  %w = mul i32 %v, 3
  store i32 %w, ptr %x
  store i8 -1, ptr %y
  br label %end
end:
  %p = load i32, ptr %x
  %q = load i8, ptr %y
  %s = sext i8 %q to i32
  %first = load i32, ptr %t
  %u = add i32 %p, %s
  %r = add i32 %u, %first
  ret i32 %r
}
; ---- expected ----
define i32 @f(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = trunc i64 %1 to i32
  %5 = ocg.FrameAddr(frame2)  -> ptr
  %6 = sext i32 %4 to i64
  %7 = shl i64 %6, 2
  %8 = ocg.PtrAdd ptr %5, i64 %7 -> ptr
  store i32 5, ptr %8, align 4
  %9 = icmp eq i32 %4, 0
  br i1 %9, label %then, label %end

then:
  %10 = mul i32 %3, 3
  br label %end

end:
  %11 = phi i32 [ 1, %2 ], [ -1, %then ]
  %12 = phi i32 [ %3, %2 ], [ %10, %then ]
  %13 = load i32, ptr %5, align 4
  %14 = add i32 %12, %11
  %15 = add i32 %14, %13
  %16 = sext i32 %15 to i64
  ret i64 %16
}
