; ocg: -march=rv64gc -stop-after=legalise
; ocg: -march=rv32gc -stop-after=legalise
; Integers wider than a register become parts: carries, a product of halves, a shift by a constant, a comparison.
define i128 @add(i128 %a, i128 %b) {
  %r = add i128 %a, %b
  ret i128 %r
}
define i1 @less(i64 %a, i64 %b) {
  %r = icmp slt i64 %a, %b
  ret i1 %r
}
define i64 @shift(i64 %a) {
  %r = shl i64 %a, 40
  ret i64 %r
}
; ---- expected ----
define i128 @add(i64 %0, i64 %1, i64 %2, i64 %3) {
  %5 = add i64 %0, %2
  %6 = icmp ult i64 %5, %2
  %7 = add i64 %1, %3
  %8 = zext i1 %6 to i64
  %9 = add i64 %7, %8
  ret i64 %5, i64 %9
}
define i1 @less(i64 %0, i64 %1) {
  %3 = icmp slt i64 %0, %1
  %4 = zext i1 %3 to i64
  ret i64 %4
}
define i64 @shift(i64 %0) {
  %2 = shl i64 %0, 40
  ret i64 %2
}
define i128 @add(ptr %0, ptr %1, ptr %2) {
  %4 = load i32, ptr %1, align 4
  %5 = ocg.PtrAdd ptr %1, i32 4 -> ptr
  %6 = load i32, ptr %5, align 4
  %7 = ocg.PtrAdd ptr %1, i32 8 -> ptr
  %8 = load i32, ptr %7, align 4
  %9 = ocg.PtrAdd ptr %1, i32 12 -> ptr
  %10 = load i32, ptr %9, align 4
  %11 = load i32, ptr %2, align 4
  %12 = ocg.PtrAdd ptr %2, i32 4 -> ptr
  %13 = load i32, ptr %12, align 4
  %14 = ocg.PtrAdd ptr %2, i32 8 -> ptr
  %15 = load i32, ptr %14, align 4
  %16 = ocg.PtrAdd ptr %2, i32 12 -> ptr
  %17 = load i32, ptr %16, align 4
  %18 = add i32 %4, %11
  %19 = icmp ult i32 %18, %11
  %20 = add i32 %6, %13
  %21 = icmp ult i32 %20, %13
  %22 = zext i1 %19 to i32
  %23 = add i32 %20, %22
  %24 = icmp ult i32 %23, %22
  %25 = or i1 %21, %24
  %26 = add i32 %8, %15
  %27 = icmp ult i32 %26, %15
  %28 = zext i1 %25 to i32
  %29 = add i32 %26, %28
  %30 = icmp ult i32 %29, %28
  %31 = or i1 %27, %30
  %32 = add i32 %10, %17
  %33 = zext i1 %31 to i32
  %34 = add i32 %32, %33
  store i32 %18, ptr %0, align 8
  %35 = ocg.PtrAdd ptr %0, i32 4 -> ptr
  store i32 %23, ptr %35, align 4
  %36 = ocg.PtrAdd ptr %0, i32 8 -> ptr
  store i32 %29, ptr %36, align 8
  %37 = ocg.PtrAdd ptr %0, i32 12 -> ptr
  store i32 %34, ptr %37, align 4
  ret void
}
define i1 @less(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = icmp ult i32 %0, %2
  %6 = icmp slt i32 %1, %3
  %7 = icmp eq i32 %1, %3
  %8 = select i1 %7, i1 %5, i1 %6
  %9 = zext i1 %8 to i32
  ret i32 %9
}
define i64 @shift(i32 %0, i32 %1) {
  %3 = shl i32 %0, 8
  ret i32 0, i32 %3
}
