; Floating point of all formats: arithmetic, comparisons of all predicates, conversions to and from odd integers, intrinsics.
define double @arith(double %a, double %b, float %c, half %d, bfloat %e, fp128 %f) {
  %1 = fadd fast double %a, %b
  %2 = frem double %1, %a
  %3 = frem float %c, 3.0
  %4 = fneg double %2
  %5 = fneg half %d
  %6 = fadd half %5, %d
  %7 = fmul bfloat %e, %e
  %8 = fdiv fp128 %f, %f
  %9 = frem fp128 %8, %f
  %10 = fneg fp128 %9
  %11 = fpext float %3 to double
  %12 = fpext half %6 to double
  %13 = fpext bfloat %7 to double
  %14 = fptrunc fp128 %10 to double
  %15 = fadd double %11, %12
  %16 = fadd double %13, %14
  %17 = fadd double %15, %16
  %18 = fadd double %17, %4
  ret double %18
}
define i16 @predicates(double %a, double %b, half %h, fp128 %q) {
  %c0 = fcmp false double %a, %b
  %c1 = fcmp oeq double %a, %b
  %c2 = fcmp ogt double %a, %b
  %c3 = fcmp oge double %a, %b
  %c4 = fcmp olt double %a, %b
  %c5 = fcmp ole double %a, %b
  %c6 = fcmp one double %a, %b
  %c7 = fcmp ord double %a, %b
  %c8 = fcmp ueq double %a, %b
  %c9 = fcmp ugt double %a, %b
  %c10 = fcmp uge double %a, %b
  %c11 = fcmp ult double %a, %b
  %c12 = fcmp ule double %a, %b
  %c13 = fcmp une double %a, %b
  %c14 = fcmp uno double %a, %b
  %c15 = fcmp true double %a, %b
  %d0 = fcmp ueq half %h, 1.0
  %d1 = fcmp one fp128 %q, %q
  %d2 = fcmp ueq fp128 %q, %q
  %x1 = xor i1 %c0, %c1
  %x2 = xor i1 %x1, %c2
  %x3 = xor i1 %x2, %c3
  %x4 = xor i1 %x3, %c4
  %x5 = xor i1 %x4, %c5
  %x6 = xor i1 %x5, %c6
  %x7 = xor i1 %x6, %c7
  %x8 = xor i1 %x7, %c8
  %x9 = xor i1 %x8, %c9
  %x10 = xor i1 %x9, %c10
  %x11 = xor i1 %x10, %c11
  %x12 = xor i1 %x11, %c12
  %x13 = xor i1 %x12, %c13
  %x14 = xor i1 %x13, %c14
  %x15 = xor i1 %x14, %c15
  %x16 = and i1 %x15, %d0
  %x17 = or i1 %x16, %d1
  %x18 = or i1 %x17, %d2
  %r = sext i1 %x18 to i16
  ret i16 %r
}
define i64 @conversions(double %a, float %b, half %c, fp128 %d, i1 %e, i7 %f, i128 %g, i8 %h) {
  %1 = fptosi double %a to i1
  %2 = fptoui float %b to i7
  %3 = fptosi half %c to i64
  %4 = fptoui fp128 %d to i128
  %5 = sitofp i1 %e to double
  %6 = uitofp i7 %f to half
  %7 = sitofp i128 %g to float
  %8 = uitofp i128 %g to fp128
  %9 = uitofp i8 %h to bfloat
  %10 = fptosi double %5 to i64
  %11 = fptosi half %6 to i64
  %12 = fptosi float %7 to i64
  %13 = fptosi fp128 %8 to i64
  %14 = fptosi bfloat %9 to i64
  %15 = add i64 %10, %11
  %16 = add i64 %12, %13
  %17 = add i64 %14, %3
  %18 = add i64 %15, %16
  %19 = add i64 %17, %18
  %20 = zext i1 %1 to i64
  %21 = zext i7 %2 to i64
  %22 = trunc i128 %4 to i64
  %23 = add i64 %20, %21
  %24 = add i64 %22, %23
  %25 = add i64 %24, %19
  ret i64 %25
}
define double @intrinsics(double %a, double %b, float %c, half %h, i32 %n, fp128 %q) {
  %1 = call double @llvm.sqrt.f64(double %a)
  %2 = call double @llvm.fma.f64(double %a, double %b, double %1)
  %3 = call double @llvm.fmuladd.f64(double %a, double %b, double %2)
  %4 = call double @llvm.minnum.f64(double %a, double %3)
  %5 = call double @llvm.maximum.f64(double %4, double %b)
  %6 = call double @llvm.copysign.f64(double %5, double %a)
  %7 = call double @llvm.floor.f64(double %6)
  %8 = call double @llvm.roundeven.f64(double %7)
  %9 = call double @llvm.powi.f64.i32(double %8, i32 %n)
  %10 = call double @llvm.sin.f64(double %9)
  %11 = call double @llvm.exp10.f64(double %10)
  %12 = call double @llvm.ldexp.f64.i32(double %11, i32 %n)
  %13 = call { double, i32 } @llvm.frexp.f64.i32(double %12)
  %14 = extractvalue { double, i32 } %13, 0
  %15 = call double @llvm.canonicalize.f64(double %14)
  %16 = call i64 @llvm.fptosi.sat.i64.f64(double %15)
  %17 = call i8 @llvm.fptoui.sat.i8.f32(float %c)
  %18 = call i100 @llvm.fptosi.sat.i100.f64(double %a)
  %19 = call i1 @llvm.is.fpclass.f64(double %a, i32 519)
  %20 = call half @llvm.fma.f16(half %h, half %h, half %h)
  %21 = call half @llvm.sqrt.f16(half %h)
  %22 = call fp128 @llvm.fma.f128(fp128 %q, fp128 %q, fp128 %q)
  %23 = call fp128 @llvm.sqrt.f128(fp128 %q)
  %24 = call float @llvm.trunc.f32(float %c)
  %25 = call i64 @llvm.llround.i64.f64(double %a)
  %26 = call i32 @llvm.lrint.i32.f32(float %c)
  %27 = call float @llvm.arithmetic.fence.f32(float %24)
  %28 = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %29 = sitofp i64 %16 to double
  %30 = fadd double %29, %28
  %31 = fpext float %27 to double
  %32 = fadd double %30, %31
  %33 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
  %34 = extractelement <4 x float> %33, i32 %n
  %35 = fpext float %34 to double
  %36 = fadd double %35, %32
  ret double %36
}
declare double @llvm.sqrt.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.floor.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.sin.f64(double)
declare double @llvm.exp10.f64(double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare double @llvm.canonicalize.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i100 @llvm.fptosi.sat.i100.f64(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare half @llvm.fma.f16(half, half, half)
declare half @llvm.sqrt.f16(half)
declare fp128 @llvm.fma.f128(fp128, fp128, fp128)
declare fp128 @llvm.sqrt.f128(fp128)
declare float @llvm.trunc.f32(float)
declare i64 @llvm.llround.i64.f64(double)
declare i32 @llvm.lrint.i32.f32(float)
declare float @llvm.arithmetic.fence.f32(float)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
