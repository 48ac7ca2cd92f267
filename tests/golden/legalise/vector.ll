; ocg: -march=rv64gc -stop-after=legalise
; Vectors of fixed length are taken apart.
define <2 x i32> @f(<2 x i32> %a, <2 x i32> %b) {
  %s = add <2 x i32> %a, %b
  ret <2 x i32> %s
}
define void @m(ptr %p) {
  %v = load <4 x float>, ptr %p
  %w = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  store <4 x float> %w, ptr %p
  ret void
}
; ---- expected ----
define <2 x i32> @f(i64 %0, i64 %1, i64 %2, i64 %3) {
  %5 = trunc i64 %0 to i32
  %6 = trunc i64 %1 to i32
  %7 = trunc i64 %2 to i32
  %8 = trunc i64 %3 to i32
  %9 = add i32 %5, %7
  %10 = add i32 %6, %8
  %11 = sext i32 %9 to i64
  %12 = sext i32 %10 to i64
  ret i64 %11, i64 %12
}
define void @m(ptr %0) {
  %2 = load float, ptr %0, align 16
  %3 = ocg.PtrAdd ptr %0, i64 4 -> ptr
  %4 = load float, ptr %3, align 4
  %5 = ocg.PtrAdd ptr %0, i64 8 -> ptr
  %6 = load float, ptr %5, align 8
  %7 = ocg.PtrAdd ptr %0, i64 12 -> ptr
  %8 = load float, ptr %7, align 4
  %9 = fadd float %2, 0x3FF0000000000000
  %10 = fadd float %4, 0x4000000000000000
  %11 = fadd float %6, 0x4008000000000000
  %12 = fadd float %8, 0x4010000000000000
  store float %9, ptr %0, align 16
  %13 = ocg.PtrAdd ptr %0, i64 4 -> ptr
  store float %10, ptr %13, align 4
  %14 = ocg.PtrAdd ptr %0, i64 8 -> ptr
  store float %11, ptr %14, align 8
  %15 = ocg.PtrAdd ptr %0, i64 12 -> ptr
  store float %12, ptr %15, align 4
  ret void
}
