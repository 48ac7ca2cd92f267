; Integer intrinsics of all kinds on odd widths and vectors, shifts beyond the width, wide constants, selects of everything.
define i37 @bits(i37 %a, i37 %b) {
  %1 = call i37 @llvm.ctlz.i37(i37 %a, i1 false)
  %2 = call i37 @llvm.cttz.i37(i37 %b, i1 true)
  %3 = call i37 @llvm.ctpop.i37(i37 %1)
  %4 = call i37 @llvm.bitreverse.i37(i37 %2)
  %5 = call i37 @llvm.fshl.i37(i37 %3, i37 %4, i37 %a)
  %6 = call i37 @llvm.fshr.i37(i37 %5, i37 %5, i37 7)
  %7 = call i37 @llvm.abs.i37(i37 %6, i1 false)
  %8 = call i37 @llvm.smax.i37(i37 %7, i37 %a)
  %9 = call i37 @llvm.umin.i37(i37 %8, i37 %b)
  %10 = call i37 @llvm.sadd.sat.i37(i37 %9, i37 %a)
  %11 = call i37 @llvm.usub.sat.i37(i37 %10, i37 %b)
  %12 = call i37 @llvm.sshl.sat.i37(i37 %11, i37 3)
  %13 = add i37 %12, %a
  %14 = call { i37, i1 } @llvm.smul.with.overflow.i37(i37 %13, i37 %b)
  %15 = extractvalue { i37, i1 } %14, 0
  %16 = call { i37, i1 } @llvm.uadd.with.overflow.i37(i37 %15, i37 %b)
  %17 = extractvalue { i37, i1 } %16, 0
  ret i37 %17
}
declare i37 @llvm.ctlz.i37(i37, i1)
declare i37 @llvm.cttz.i37(i37, i1)
declare i37 @llvm.ctpop.i37(i37)
declare i37 @llvm.bitreverse.i37(i37)
declare i37 @llvm.fshl.i37(i37, i37, i37)
declare i37 @llvm.fshr.i37(i37, i37, i37)
declare i37 @llvm.abs.i37(i37, i1)
declare i37 @llvm.smax.i37(i37, i37)
declare i37 @llvm.umin.i37(i37, i37)
declare i37 @llvm.sadd.sat.i37(i37, i37)
declare i37 @llvm.usub.sat.i37(i37, i37)
declare i37 @llvm.sshl.sat.i37(i37, i37)
declare { i37, i1 } @llvm.smul.with.overflow.i37(i37, i37)
declare { i37, i1 } @llvm.uadd.with.overflow.i37(i37, i37)
define i256 @wide(i256 %a, i256 %b) {
  %1 = call i256 @llvm.ctlz.i256(i256 %a, i1 false)
  %2 = call i256 @llvm.bswap.i256(i256 %1)
  %3 = call { i256, i1 } @llvm.umul.with.overflow.i256(i256 %2, i256 %b)
  %4 = extractvalue { i256, i1 } %3, 0
  %5 = call i256 @llvm.fshl.i256(i256 %4, i256 %b, i256 77)
  %6 = udiv i256 %5, %a
  %7 = srem i256 %6, 123456789123456789123456789123456789
  %8 = shl i256 %7, %b
  %9 = ashr i256 %8, 200
  %10 = mul i256 %9, -1
  %11 = icmp slt i256 %10, %a
  %12 = select i1 %11, i256 %10, i256 %a
  ret i256 %12
}
declare i256 @llvm.ctlz.i256(i256, i1)
declare i256 @llvm.bswap.i256(i256)
declare { i256, i1 } @llvm.umul.with.overflow.i256(i256, i256)
declare i256 @llvm.fshl.i256(i256, i256, i256)
define <5 x i13> @vectors(<5 x i13> %a, <5 x i13> %b, <5 x i1> %c, i32 %n) {
  %1 = add <5 x i13> %a, %b
  %2 = sdiv <5 x i13> %1, <i13 3, i13 -4, i13 5, i13 1, i13 -1>
  %3 = icmp ult <5 x i13> %2, %a
  %4 = and <5 x i1> %3, %c
  %5 = select <5 x i1> %4, <5 x i13> %2, <5 x i13> %b
  %6 = shufflevector <5 x i13> %5, <5 x i13> %a, <5 x i32> <i32 9, i32 0, i32 poison, i32 4, i32 2>
  %7 = extractelement <5 x i13> %6, i32 %n
  %8 = insertelement <5 x i13> %6, i13 %7, i32 %n
  %9 = call i13 @llvm.vector.reduce.add.v5i13(<5 x i13> %8)
  %10 = call i1 @llvm.vector.reduce.or.v5i1(<5 x i1> %4)
  %11 = select i1 %10, i13 %9, i13 7
  %12 = insertelement <5 x i13> %8, i13 %11, i32 0
  %13 = call <5 x i13> @llvm.smax.v5i13(<5 x i13> %12, <5 x i13> %a)
  %14 = call <5 x i13> @llvm.ctpop.v5i13(<5 x i13> %13)
  ret <5 x i13> %14
}
declare i13 @llvm.vector.reduce.add.v5i13(<5 x i13>)
declare i1 @llvm.vector.reduce.or.v5i1(<5 x i1>)
declare <5 x i13> @llvm.smax.v5i13(<5 x i13>, <5 x i13>)
declare <5 x i13> @llvm.ctpop.v5i13(<5 x i13>)
define void @vector_memory(ptr %p, <4 x i1> %m, <4 x ptr> %q) {
  %a = load <3 x i24>, ptr %p
  store <3 x i24> %a, ptr %p
  %b = load <17 x i1>, ptr %p
  store <17 x i1> %b, ptr %p
  %c = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %c, ptr %p, i32 4, <4 x i1> %m)
  %d = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %q, i32 4, <4 x i1> %m, <4 x i32> %c)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %d, <4 x ptr> %q, i32 4, <4 x i1> %m)
  %e = load <64 x double>, ptr %p
  %f = fmul <64 x double> %e, %e
  store <64 x double> %f, ptr %p
  ret void
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
define i64 @shifts(i64 %a, i32 %b, i8 %c) {
  %1 = shl i64 %a, 64
  %2 = lshr i32 %b, 32
  %3 = ashr i8 %c, 200
  %4 = shl nuw nsw i64 %a, 0
  %5 = lshr exact i64 %4, 63
  %6 = zext i32 %2 to i64
  %7 = sext i8 %3 to i64
  %8 = add i64 %1, %5
  %9 = add i64 %6, %7
  %10 = add i64 %8, %9
  ret i64 %10
}
define { i32, [2 x double] } @select_aggregate(i1 %c, { i32, [2 x double] } %a, { i32, [2 x double] } %b) {
  %r = select i1 %c, { i32, [2 x double] } %a, { i32, [2 x double] } %b
  ret { i32, [2 x double] } %r
}
define i1 @bools(i1 %a, i1 %b) {
  %1 = add i1 %a, %b
  %2 = mul i1 %1, %a
  %3 = sub i1 %2, %b
  %4 = icmp slt i1 %3, %a
  %5 = icmp ugt i1 %4, %b
  %6 = select i1 %5, i1 %a, i1 true
  %7 = udiv i1 %6, true
  %8 = sext i1 %7 to i8
  %9 = icmp sgt i8 %8, -1
  ret i1 %9
}
define i64 @misc(i64 %x, i32 %y) {
  %1 = call i64 @llvm.expect.i64(i64 %x, i64 5)
  call void @llvm.assume(i1 true) [ "align"(ptr null, i64 8) ]
  %2 = call i1 @llvm.is.constant.i64(i64 %x)
  %3 = call i64 @llvm.readcyclecounter()
  call void @llvm.prefetch.p0(ptr null, i32 0, i32 3, i32 1)
  call void @llvm.donothing()
  call void @llvm.sideeffect()
  %4 = call ptr @llvm.launder.invariant.group.p0(ptr null)
  %5 = call i64 @llvm.objectsize.i64.p0(ptr %4, i1 false, i1 true, i1 false)
  %6 = call ptr @llvm.ptrmask.p0.i64(ptr %4, i64 -8)
  %7 = ptrtoint ptr %6 to i64
  call void @llvm.debugtrap()
  %8 = xor i64 %7, %3
  ret i64 %8
}
declare i64 @llvm.expect.i64(i64, i64)
declare void @llvm.assume(i1)
declare i1 @llvm.is.constant.i64(i64)
declare i64 @llvm.readcyclecounter()
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.donothing()
declare void @llvm.sideeffect()
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @llvm.debugtrap()
define void @traps(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.trap()
  ret void
b:
  call void @llvm.ubsantrap(i8 5)
  br label %a
}
declare void @llvm.trap()
declare void @llvm.ubsantrap(i8)
