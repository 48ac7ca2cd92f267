; ocg: -march=rv64gc -stop-after=legalise
; A byte has no atomic instruction: its word has.
define i8 @xchg(ptr %p, i8 %v) {
  %r = atomicrmw or ptr %p, i8 %v seq_cst
  ret i8 %r
}
; ---- expected ----
define i8 @xchg(ptr %0, i64 %1) {
  %3 = trunc i64 %1 to i32
  %4 = ptrtoint ptr %0 to i64
  %5 = and i64 %4, -4
  %6 = inttoptr i64 %5 to ptr
  %7 = trunc i64 %4 to i32
  %8 = and i32 %7, 3
  %9 = shl i32 %8, 3
  %10 = shl i32 255, %9
  %11 = and i32 %3, 255
  %12 = shl i32 %11, %9
  %13 = atomicrmw or ptr %6, i32 %12 seq_cst, align 4
  %14 = lshr i32 %13, %9
  %15 = sext i32 %14 to i64
  ret i64 %15
}
