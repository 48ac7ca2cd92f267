; ocg: -march=rv64gc_zbb -stop-after=opt-late
; Fields set one by one are set at once, big-endian bytes are loaded as a word and turned, a bit field is loaded alone.
define i32 @f(ptr align 8 %op, ptr %table, i64 %n, i32 %x) {
  %e = getelementptr { i8, i8, i16, i32 }, ptr %table, i64 %n
  store i8 97, ptr %e, align 8
  %f1 = getelementptr i8, ptr %e, i64 2
  store i16 0, ptr %f1, align 2
  %f2 = getelementptr i8, ptr %e, i64 4
  store i32 %x, ptr %f2, align 4
  %f3 = getelementptr i8, ptr %e, i64 1
  store i8 0, ptr %f3, align 1
  %h = load i8, ptr %op, align 4
  %p1 = getelementptr i8, ptr %op, i64 1
  %l = load i8, ptr %p1, align 1
  %hz = zext i8 %h to i32
  %hs = shl i32 %hz, 8
  %lz = zext i8 %l to i32
  %v = or i32 %hs, %lz
  %p8 = getelementptr i8, ptr %op, i64 8
  %w = load i32, ptr %p8, align 4
  %field = lshr i32 %w, 24
  %r = add i32 %v, %field
  ret i32 %r
}
; ---- expected ----
define i32 @f(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = shl i64 %2, 3
  %6 = ocg.PtrAdd ptr %1, i64 %5 -> ptr
  %7 = ocg.PtrAdd ptr %6, i64 4 -> ptr
  ocg.store.trunc i32, i64 %3, ptr %7, align 4
  store i32 97, ptr %6, align 8
  %8 = ocg.load.zext i16, ptr %0, align 4 -> i32
  %9 = zext i32 %8 to i64
  %10 = ocg.bswap i64 %9
  %11 = lshr i64 %10, 48
  %12 = trunc i64 %11 to i32
  %13 = ocg.PtrAdd ptr %0, i64 11 -> ptr
  %14 = ocg.load.zext i8, ptr %13, align 1 -> i32
  %15 = add i32 %12, %14
  %16 = sext i32 %15 to i64
  ret i64 %16
}
