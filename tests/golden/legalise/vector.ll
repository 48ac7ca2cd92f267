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
