; Constants of every kind.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

%s = type { i32, [2 x i16], <2 x float>, ptr }
%p = type <{ i8, i32 }>
@g = global i32 0
@i1t = global i1 true
@i1f = global i1 false
@i8a = global i8 -1
@i8b = global i8 255
@hexu = global i32 u0xFF
@hexs = global i32 s0xFF
@wide = global i128 340282366920938463463374607431768211455
@wideneg = global i128 -170141183460469231731687303715884105728
@wide200 = global i200 123456789012345678901234567890123456789012345678901234567890
@widehex = global i256 u0xABCDEF0123456789ABCDEF0123456789
@f0 = global float 1.0
@f1 = global float 0x3FB99999A0000000
@f2 = global float 0x7FF8000020000000
@f3 = global float 0x7FF4000000000000
@f4 = global float -0.000000e+00
@f5 = global float 0x36A0000000000000
@d0 = global double 1.000000e-01
@d1 = global double 4.940656e-324
@d2 = global double 0xFFF0000000000000
@d3 = global double +1.5
@h0 = global half 0xH3C00
@h1 = global half 5.000000e-01
@b0 = global bfloat 0xR3F80
@x0 = global x86_fp80 0xK3FFF8000000000000000
@q0 = global fp128 0xL00000000000000013FFF000000000000
@m0 = global ppc_fp128 0xM3FF00000000000000000000000000000
@nullp = global ptr null
@nulla = global ptr addrspace(1) null
@undef = global %s undef
@poison = global <4 x i32> poison
@zero = global %s zeroinitializer
@str = constant [12 x i8] c"a\00\22\\\FF\0Aend.\00z"
@arr = global [3 x i16] [i16 1, i16 -2, i16 3]
@empty = global [0 x i32] []
@emptyc = global [0 x i8] c""
@emptys = global {} {}
@struct = global %s { i32 7, [2 x i16] [i16 1, i16 2], <2 x float> <float 1.0, float 2.0>, ptr @g }
@packed = global %p <{ i8 1, i32 2 }>
@vec = global <3 x i8> <i8 1, i8 undef, i8 poison>
@splat = global <4 x i32> splat (i32 7)
@splatf = global <4 x float> splat (float 0x3FB99999A0000000)
@self = global ptr @self
@later = global [2 x ptr] [ptr @last, ptr @function]
@block = global ptr blockaddress(@jumps, %there)
@blocks = internal constant [2 x ptr] [ptr blockaddress(@jumps, %there), ptr blockaddress(@numbered, %2)]
@equivalent = global ptr dso_local_equivalent @function
@nocfi = global ptr no_cfi @function
@gep = global ptr getelementptr inbounds (%s, ptr @struct, i64 0, i32 1, i64 1)
@gepflags = global ptr getelementptr nusw nuw (i8, ptr @g, i64 4)
@inrange = global ptr getelementptr inbounds inrange(-8, 16) ({ [4 x ptr] }, ptr @vtable, i32 0, i32 0, i32 2)
@vtable = global { [4 x ptr] } zeroinitializer
@toint = global i64 ptrtoint (ptr @g to i64)
@diff = global i32 trunc (i64 sub (i64 ptrtoint (ptr @function to i64), i64 ptrtoint (ptr @g to i64)) to i32)
@toptr = global ptr inttoptr (i64 4096 to ptr)
@cast = global ptr addrspacecast (ptr addrspace(1) @space to ptr)
@space = addrspace(1) global i32 1
@bits = global i32 bitcast (float 1.0 to i32)
@xored = global i64 xor (i64 ptrtoint (ptr @g to i64), i64 -1)
@last = global i32 9

define void @function() {
  ret void
}
define ptr @jumps(i1 %c) {
  br i1 %c, label %there, label %here
here:
  ret ptr blockaddress(@jumps, %here)
there:
  ret ptr blockaddress(@jumps, %there)
}
define i32 @numbered(i1 %0) {
  br label %2
2:
  ret i32 1
}
define <4 x float> @inside(<4 x float> %v) {
  %a = fadd <4 x float> %v, <float 1.0, float 2.0, float undef, float 0x7FF8000000000000>
  %b = fadd <4 x float> %a, splat (float 0.5)
  %c = insertvalue [2 x i32] [i32 1, i32 2], i32 3, 1
  %d = insertvalue { i32, [2 x i8] } zeroinitializer, i8 1, 1, 0
  store i64 sub (i64 ptrtoint (ptr @last to i64), i64 ptrtoint (ptr @g to i64)), ptr @g
  ret <4 x float> %b
}
