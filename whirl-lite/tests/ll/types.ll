; Types of every kind, named before and after their use.
source_filename = "types \22quoted\22.c"
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

%list = type { i32, ptr, %tail }
%tail = type <{ i8, [3 x i16], %"odd name" }>
%"odd name" = type { <4 x float>, [2 x [3 x %empty]] }
%empty = type {}
%opaque = type opaque
%0 = type { i32, %1 }
%1 = type { i1, i17, i1000, i8388608 }

@a = external global %list
@b = external global %0
@c = external global [0 x i8]
@d = external addrspace(3) global half

define void @all(i1 %a, i7 %b, i128 %c, half %d, bfloat %e, float %f, double %g, fp128 %h, x86_fp80 %i, ppc_fp128 %j, ptr %k, ptr addrspace(2) %l, <2 x ptr> %m, <vscale x 4 x i32> %n, { i32, float } %o, <{ i8, i64 }> %p, [4 x i8] %q) {
  ret void
}

define ptr @function_types(ptr %f) {
  %a = call i32 (ptr, ...) %f(ptr null, i32 1, double 2.0)
  ret ptr %f
}

define <vscale x 2 x ptr> @scalable(<vscale x 2 x ptr> %p, <vscale x 2 x i64> %i) {
  %q = getelementptr i32, <vscale x 2 x ptr> %p, <vscale x 2 x i64> %i
  ret <vscale x 2 x ptr> %q
}
