; ocg: -march=x86-64 -stop-after=legalise
; Vectors stay in registers: split, widened, compared as masks of lanes, reduced by halves.
define <8 x i32> @split(<8 x i32> %a, <8 x i32> %b) {
  %c = icmp ugt <8 x i32> %a, %b
  %s = select <8 x i1> %c, <8 x i32> %a, <8 x i32> %b
  ret <8 x i32> %s
}
define <3 x float> @widened(ptr %p) {
  %v = load <3 x float>, ptr %p, align 4
  %r = fadd <3 x float> %v, <float 1.0, float 2.0, float 3.0>
  ret <3 x float> %r
}
define i32 @sum(<8 x i16> %a) {
  %w = sext <8 x i16> %a to <8 x i32>
  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %w)
  ret i32 %r
}
define <2 x i64> @lanes(<2 x i64> %a, <2 x i64> %b) {
  %q = udiv <2 x i64> %a, %b
  ret <2 x i64> %q
}
declare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>)
; ---- expected ----
define <8 x i32> @split(<4 x i32> %0, <4 x i32> %1, <4 x i32> %2, <4 x i32> %3) {
  %5 = icmp ugt <4 x i32> %0, %2
  %6 = icmp ugt <4 x i32> %1, %3
  %7 = select <4 x i32> %5, <4 x i32> %0, <4 x i32> %2
  %8 = select <4 x i32> %6, <4 x i32> %1, <4 x i32> %3
  ret <4 x i32> %7, <4 x i32> %8
}
define <3 x float> @widened(ptr %0) {
  %2 = load double, ptr %0, align 4
  %3 = buildvector double %2, double undef
  %4 = ocg.PtrAdd ptr %0, i64 8 -> ptr
  %5 = load i32, ptr %4, align 4
  %6 = bitcast <2 x double> %3 to <4 x i32>
  %7 = insertelement <4 x i32> %6, i32 %5, i32 2
  %8 = bitcast <4 x i32> %7 to <4 x float>
  %9 = fadd <4 x float> %8, <float 0x3FF0000000000000, float 0x4000000000000000, float 0x4008000000000000, float undef>
  ret <4 x float> %9
}
define i32 @sum(<8 x i16> %0) {
  %2 = icmp slt <8 x i16> %0, zeroinitializer
  %3 = shufflevector <8 x i16> %0, <8 x i16> %2, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
  %4 = bitcast <8 x i16> %3 to <4 x i32>
  %5 = shufflevector <8 x i16> %0, <8 x i16> %2, <8 x i32> <i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
  %6 = bitcast <8 x i16> %5 to <4 x i32>
  %7 = add <4 x i32> %4, %6
  %8 = shufflevector <4 x i32> %7, <4 x i32> undef, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
  %9 = add <4 x i32> %7, %8
  %10 = shufflevector <4 x i32> %9, <4 x i32> undef, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %11 = add <4 x i32> %9, %10
  %12 = extractelement <4 x i32> %11, i32 0
  ret i32 %12
}
define <2 x i64> @lanes(<2 x i64> %0, <2 x i64> %1) {
  %3 = extractelement <2 x i64> %0, i32 0
  %4 = extractelement <2 x i64> %0, i32 1
  %5 = extractelement <2 x i64> %1, i32 0
  %6 = extractelement <2 x i64> %1, i32 1
  %7 = udiv i64 %3, %5
  %8 = udiv i64 %4, %6
  %9 = buildvector i64 %7, i64 %8
  ret <2 x i64> %9
}
