; Every intrinsic that clang and rustc emit, on many types.
define i1 @f1(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.smin.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f2(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.smax.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f3(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.umin.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f4(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.umax.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f5(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.sadd.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f6(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.uadd.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f7(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.ssub.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f8(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.usub.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f9(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.sshl.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f10(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.ushl.sat.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i1 @f11(i1 %a0) {
  %r = call i1 @llvm.ctpop.i1(i1 %a0)
  ret i1 %r
}
define i1 @f12(i1 %a0) {
  %r = call i1 @llvm.bitreverse.i1(i1 %a0)
  ret i1 %r
}
define i1 @f13(i1 %a0) {
  %r = call i1 @llvm.ctlz.i1(i1 %a0, i1 false)
  ret i1 %r
}
define i1 @f14(i1 %a0) {
  %r = call i1 @llvm.cttz.i1(i1 %a0, i1 false)
  ret i1 %r
}
define i1 @f15(i1 %a0) {
  %r = call i1 @llvm.abs.i1(i1 %a0, i1 false)
  ret i1 %r
}
define i1 @f16(i1 %a0, i1 %a1, i1 %a2) {
  %r = call i1 @llvm.fshl.i1(i1 %a0, i1 %a1, i1 %a2)
  ret i1 %r
}
define i1 @f17(i1 %a0, i1 %a1, i1 %a2) {
  %r = call i1 @llvm.fshr.i1(i1 %a0, i1 %a1, i1 %a2)
  ret i1 %r
}
define i1 @f18(i1 %a0, i1 %a1) {
  %r = call i1 @llvm.expect.i1(i1 %a0, i1 %a1)
  ret i1 %r
}
define i8 @f19(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.smin.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f20(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.smax.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f21(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.umin.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f22(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.umax.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f23(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f24(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f25(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f26(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.usub.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f27(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.sshl.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f28(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.ushl.sat.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i8 @f29(i8 %a0) {
  %r = call i8 @llvm.ctpop.i8(i8 %a0)
  ret i8 %r
}
define i8 @f30(i8 %a0) {
  %r = call i8 @llvm.bitreverse.i8(i8 %a0)
  ret i8 %r
}
define i8 @f31(i8 %a0) {
  %r = call i8 @llvm.ctlz.i8(i8 %a0, i1 false)
  ret i8 %r
}
define i8 @f32(i8 %a0) {
  %r = call i8 @llvm.cttz.i8(i8 %a0, i1 false)
  ret i8 %r
}
define i8 @f33(i8 %a0) {
  %r = call i8 @llvm.abs.i8(i8 %a0, i1 false)
  ret i8 %r
}
define i8 @f34(i8 %a0, i8 %a1, i8 %a2) {
  %r = call i8 @llvm.fshl.i8(i8 %a0, i8 %a1, i8 %a2)
  ret i8 %r
}
define i8 @f35(i8 %a0, i8 %a1, i8 %a2) {
  %r = call i8 @llvm.fshr.i8(i8 %a0, i8 %a1, i8 %a2)
  ret i8 %r
}
define i8 @f36(i8 %a0, i8 %a1) {
  %r = call i8 @llvm.expect.i8(i8 %a0, i8 %a1)
  ret i8 %r
}
define i13 @f37(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.smin.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f38(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.smax.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f39(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.umin.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f40(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.umax.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f41(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.sadd.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f42(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.uadd.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f43(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.ssub.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f44(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.usub.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f45(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.sshl.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f46(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.ushl.sat.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i13 @f47(i13 %a0) {
  %r = call i13 @llvm.ctpop.i13(i13 %a0)
  ret i13 %r
}
define i13 @f48(i13 %a0) {
  %r = call i13 @llvm.bitreverse.i13(i13 %a0)
  ret i13 %r
}
define i13 @f49(i13 %a0) {
  %r = call i13 @llvm.ctlz.i13(i13 %a0, i1 false)
  ret i13 %r
}
define i13 @f50(i13 %a0) {
  %r = call i13 @llvm.cttz.i13(i13 %a0, i1 false)
  ret i13 %r
}
define i13 @f51(i13 %a0) {
  %r = call i13 @llvm.abs.i13(i13 %a0, i1 false)
  ret i13 %r
}
define i13 @f52(i13 %a0, i13 %a1, i13 %a2) {
  %r = call i13 @llvm.fshl.i13(i13 %a0, i13 %a1, i13 %a2)
  ret i13 %r
}
define i13 @f53(i13 %a0, i13 %a1, i13 %a2) {
  %r = call i13 @llvm.fshr.i13(i13 %a0, i13 %a1, i13 %a2)
  ret i13 %r
}
define i13 @f54(i13 %a0, i13 %a1) {
  %r = call i13 @llvm.expect.i13(i13 %a0, i13 %a1)
  ret i13 %r
}
define i16 @f55(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.smin.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f56(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.smax.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f57(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.umin.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f58(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.umax.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f59(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.sadd.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f60(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.uadd.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f61(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.ssub.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f62(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.usub.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f63(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.sshl.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f64(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.ushl.sat.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i16 @f65(i16 %a0) {
  %r = call i16 @llvm.ctpop.i16(i16 %a0)
  ret i16 %r
}
define i16 @f66(i16 %a0) {
  %r = call i16 @llvm.bitreverse.i16(i16 %a0)
  ret i16 %r
}
define i16 @f67(i16 %a0) {
  %r = call i16 @llvm.ctlz.i16(i16 %a0, i1 false)
  ret i16 %r
}
define i16 @f68(i16 %a0) {
  %r = call i16 @llvm.cttz.i16(i16 %a0, i1 false)
  ret i16 %r
}
define i16 @f69(i16 %a0) {
  %r = call i16 @llvm.abs.i16(i16 %a0, i1 false)
  ret i16 %r
}
define i16 @f70(i16 %a0, i16 %a1, i16 %a2) {
  %r = call i16 @llvm.fshl.i16(i16 %a0, i16 %a1, i16 %a2)
  ret i16 %r
}
define i16 @f71(i16 %a0, i16 %a1, i16 %a2) {
  %r = call i16 @llvm.fshr.i16(i16 %a0, i16 %a1, i16 %a2)
  ret i16 %r
}
define i16 @f72(i16 %a0, i16 %a1) {
  %r = call i16 @llvm.expect.i16(i16 %a0, i16 %a1)
  ret i16 %r
}
define i32 @f73(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.smin.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f74(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.smax.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f75(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.umin.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f76(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.umax.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f77(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.sadd.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f78(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.uadd.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f79(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.ssub.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f80(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.usub.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f81(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.sshl.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f82(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.ushl.sat.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i32 @f83(i32 %a0) {
  %r = call i32 @llvm.ctpop.i32(i32 %a0)
  ret i32 %r
}
define i32 @f84(i32 %a0) {
  %r = call i32 @llvm.bitreverse.i32(i32 %a0)
  ret i32 %r
}
define i32 @f85(i32 %a0) {
  %r = call i32 @llvm.ctlz.i32(i32 %a0, i1 false)
  ret i32 %r
}
define i32 @f86(i32 %a0) {
  %r = call i32 @llvm.cttz.i32(i32 %a0, i1 false)
  ret i32 %r
}
define i32 @f87(i32 %a0) {
  %r = call i32 @llvm.abs.i32(i32 %a0, i1 false)
  ret i32 %r
}
define i32 @f88(i32 %a0, i32 %a1, i32 %a2) {
  %r = call i32 @llvm.fshl.i32(i32 %a0, i32 %a1, i32 %a2)
  ret i32 %r
}
define i32 @f89(i32 %a0, i32 %a1, i32 %a2) {
  %r = call i32 @llvm.fshr.i32(i32 %a0, i32 %a1, i32 %a2)
  ret i32 %r
}
define i32 @f90(i32 %a0, i32 %a1) {
  %r = call i32 @llvm.expect.i32(i32 %a0, i32 %a1)
  ret i32 %r
}
define i47 @f91(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.smin.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f92(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.smax.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f93(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.umin.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f94(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.umax.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f95(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.sadd.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f96(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.uadd.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f97(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.ssub.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f98(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.usub.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f99(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.sshl.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f100(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.ushl.sat.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i47 @f101(i47 %a0) {
  %r = call i47 @llvm.ctpop.i47(i47 %a0)
  ret i47 %r
}
define i47 @f102(i47 %a0) {
  %r = call i47 @llvm.bitreverse.i47(i47 %a0)
  ret i47 %r
}
define i47 @f103(i47 %a0) {
  %r = call i47 @llvm.ctlz.i47(i47 %a0, i1 false)
  ret i47 %r
}
define i47 @f104(i47 %a0) {
  %r = call i47 @llvm.cttz.i47(i47 %a0, i1 false)
  ret i47 %r
}
define i47 @f105(i47 %a0) {
  %r = call i47 @llvm.abs.i47(i47 %a0, i1 false)
  ret i47 %r
}
define i47 @f106(i47 %a0, i47 %a1, i47 %a2) {
  %r = call i47 @llvm.fshl.i47(i47 %a0, i47 %a1, i47 %a2)
  ret i47 %r
}
define i47 @f107(i47 %a0, i47 %a1, i47 %a2) {
  %r = call i47 @llvm.fshr.i47(i47 %a0, i47 %a1, i47 %a2)
  ret i47 %r
}
define i47 @f108(i47 %a0, i47 %a1) {
  %r = call i47 @llvm.expect.i47(i47 %a0, i47 %a1)
  ret i47 %r
}
define i64 @f109(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.smin.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f110(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.smax.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f111(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.umin.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f112(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.umax.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f113(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.sadd.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f114(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.uadd.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f115(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.ssub.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f116(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.usub.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f117(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.sshl.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f118(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.ushl.sat.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i64 @f119(i64 %a0) {
  %r = call i64 @llvm.ctpop.i64(i64 %a0)
  ret i64 %r
}
define i64 @f120(i64 %a0) {
  %r = call i64 @llvm.bitreverse.i64(i64 %a0)
  ret i64 %r
}
define i64 @f121(i64 %a0) {
  %r = call i64 @llvm.ctlz.i64(i64 %a0, i1 false)
  ret i64 %r
}
define i64 @f122(i64 %a0) {
  %r = call i64 @llvm.cttz.i64(i64 %a0, i1 false)
  ret i64 %r
}
define i64 @f123(i64 %a0) {
  %r = call i64 @llvm.abs.i64(i64 %a0, i1 false)
  ret i64 %r
}
define i64 @f124(i64 %a0, i64 %a1, i64 %a2) {
  %r = call i64 @llvm.fshl.i64(i64 %a0, i64 %a1, i64 %a2)
  ret i64 %r
}
define i64 @f125(i64 %a0, i64 %a1, i64 %a2) {
  %r = call i64 @llvm.fshr.i64(i64 %a0, i64 %a1, i64 %a2)
  ret i64 %r
}
define i64 @f126(i64 %a0, i64 %a1) {
  %r = call i64 @llvm.expect.i64(i64 %a0, i64 %a1)
  ret i64 %r
}
define i128 @f127(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.smin.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f128(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.smax.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f129(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.umin.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f130(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.umax.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f131(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.sadd.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f132(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.uadd.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f133(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.ssub.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f134(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.usub.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f135(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.sshl.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f136(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.ushl.sat.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i128 @f137(i128 %a0) {
  %r = call i128 @llvm.ctpop.i128(i128 %a0)
  ret i128 %r
}
define i128 @f138(i128 %a0) {
  %r = call i128 @llvm.bitreverse.i128(i128 %a0)
  ret i128 %r
}
define i128 @f139(i128 %a0) {
  %r = call i128 @llvm.ctlz.i128(i128 %a0, i1 false)
  ret i128 %r
}
define i128 @f140(i128 %a0) {
  %r = call i128 @llvm.cttz.i128(i128 %a0, i1 false)
  ret i128 %r
}
define i128 @f141(i128 %a0) {
  %r = call i128 @llvm.abs.i128(i128 %a0, i1 false)
  ret i128 %r
}
define i128 @f142(i128 %a0, i128 %a1, i128 %a2) {
  %r = call i128 @llvm.fshl.i128(i128 %a0, i128 %a1, i128 %a2)
  ret i128 %r
}
define i128 @f143(i128 %a0, i128 %a1, i128 %a2) {
  %r = call i128 @llvm.fshr.i128(i128 %a0, i128 %a1, i128 %a2)
  ret i128 %r
}
define i128 @f144(i128 %a0, i128 %a1) {
  %r = call i128 @llvm.expect.i128(i128 %a0, i128 %a1)
  ret i128 %r
}
define i200 @f145(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.smin.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f146(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.smax.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f147(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.umin.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f148(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.umax.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f149(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.sadd.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f150(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.uadd.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f151(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.ssub.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f152(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.usub.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f153(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.sshl.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f154(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.ushl.sat.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define i200 @f155(i200 %a0) {
  %r = call i200 @llvm.ctpop.i200(i200 %a0)
  ret i200 %r
}
define i200 @f156(i200 %a0) {
  %r = call i200 @llvm.bitreverse.i200(i200 %a0)
  ret i200 %r
}
define i200 @f157(i200 %a0) {
  %r = call i200 @llvm.ctlz.i200(i200 %a0, i1 false)
  ret i200 %r
}
define i200 @f158(i200 %a0) {
  %r = call i200 @llvm.cttz.i200(i200 %a0, i1 false)
  ret i200 %r
}
define i200 @f159(i200 %a0) {
  %r = call i200 @llvm.abs.i200(i200 %a0, i1 false)
  ret i200 %r
}
define i200 @f160(i200 %a0, i200 %a1, i200 %a2) {
  %r = call i200 @llvm.fshl.i200(i200 %a0, i200 %a1, i200 %a2)
  ret i200 %r
}
define i200 @f161(i200 %a0, i200 %a1, i200 %a2) {
  %r = call i200 @llvm.fshr.i200(i200 %a0, i200 %a1, i200 %a2)
  ret i200 %r
}
define i200 @f162(i200 %a0, i200 %a1) {
  %r = call i200 @llvm.expect.i200(i200 %a0, i200 %a1)
  ret i200 %r
}
define <4 x i32> @f163(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f164(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f165(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f166(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f167(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f168(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f169(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f170(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.usub.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f171(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f172(<4 x i32> %a0, <4 x i32> %a1) {
  %r = call <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32> %a0, <4 x i32> %a1)
  ret <4 x i32> %r
}
define <4 x i32> @f173(<4 x i32> %a0) {
  %r = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %a0)
  ret <4 x i32> %r
}
define <4 x i32> @f174(<4 x i32> %a0) {
  %r = call <4 x i32> @llvm.bitreverse.v4i32(<4 x i32> %a0)
  ret <4 x i32> %r
}
define <4 x i32> @f175(<4 x i32> %a0) {
  %r = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %a0, i1 false)
  ret <4 x i32> %r
}
define <4 x i32> @f176(<4 x i32> %a0) {
  %r = call <4 x i32> @llvm.cttz.v4i32(<4 x i32> %a0, i1 false)
  ret <4 x i32> %r
}
define <4 x i32> @f177(<4 x i32> %a0) {
  %r = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %a0, i1 false)
  ret <4 x i32> %r
}
define <4 x i32> @f178(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}
define <4 x i32> @f179(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2) {
  %r = call <4 x i32> @llvm.fshr.v4i32(<4 x i32> %a0, <4 x i32> %a1, <4 x i32> %a2)
  ret <4 x i32> %r
}
define <2 x i64> @f180(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.smin.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f181(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.smax.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f182(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.umin.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f183(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.umax.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f184(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.sadd.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f185(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.uadd.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f186(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.ssub.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f187(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.usub.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f188(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.sshl.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f189(<2 x i64> %a0, <2 x i64> %a1) {
  %r = call <2 x i64> @llvm.ushl.sat.v2i64(<2 x i64> %a0, <2 x i64> %a1)
  ret <2 x i64> %r
}
define <2 x i64> @f190(<2 x i64> %a0) {
  %r = call <2 x i64> @llvm.ctpop.v2i64(<2 x i64> %a0)
  ret <2 x i64> %r
}
define <2 x i64> @f191(<2 x i64> %a0) {
  %r = call <2 x i64> @llvm.bitreverse.v2i64(<2 x i64> %a0)
  ret <2 x i64> %r
}
define <2 x i64> @f192(<2 x i64> %a0) {
  %r = call <2 x i64> @llvm.ctlz.v2i64(<2 x i64> %a0, i1 false)
  ret <2 x i64> %r
}
define <2 x i64> @f193(<2 x i64> %a0) {
  %r = call <2 x i64> @llvm.cttz.v2i64(<2 x i64> %a0, i1 false)
  ret <2 x i64> %r
}
define <2 x i64> @f194(<2 x i64> %a0) {
  %r = call <2 x i64> @llvm.abs.v2i64(<2 x i64> %a0, i1 false)
  ret <2 x i64> %r
}
define <2 x i64> @f195(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2) {
  %r = call <2 x i64> @llvm.fshl.v2i64(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2)
  ret <2 x i64> %r
}
define <2 x i64> @f196(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2) {
  %r = call <2 x i64> @llvm.fshr.v2i64(<2 x i64> %a0, <2 x i64> %a1, <2 x i64> %a2)
  ret <2 x i64> %r
}
define <8 x i8> @f197(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.smin.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f198(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.smax.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f199(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.umin.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f200(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.umax.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f201(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.sadd.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f202(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.uadd.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f203(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.ssub.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f204(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.usub.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f205(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.sshl.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f206(<8 x i8> %a0, <8 x i8> %a1) {
  %r = call <8 x i8> @llvm.ushl.sat.v8i8(<8 x i8> %a0, <8 x i8> %a1)
  ret <8 x i8> %r
}
define <8 x i8> @f207(<8 x i8> %a0) {
  %r = call <8 x i8> @llvm.ctpop.v8i8(<8 x i8> %a0)
  ret <8 x i8> %r
}
define <8 x i8> @f208(<8 x i8> %a0) {
  %r = call <8 x i8> @llvm.bitreverse.v8i8(<8 x i8> %a0)
  ret <8 x i8> %r
}
define <8 x i8> @f209(<8 x i8> %a0) {
  %r = call <8 x i8> @llvm.ctlz.v8i8(<8 x i8> %a0, i1 false)
  ret <8 x i8> %r
}
define <8 x i8> @f210(<8 x i8> %a0) {
  %r = call <8 x i8> @llvm.cttz.v8i8(<8 x i8> %a0, i1 false)
  ret <8 x i8> %r
}
define <8 x i8> @f211(<8 x i8> %a0) {
  %r = call <8 x i8> @llvm.abs.v8i8(<8 x i8> %a0, i1 false)
  ret <8 x i8> %r
}
define <8 x i8> @f212(<8 x i8> %a0, <8 x i8> %a1, <8 x i8> %a2) {
  %r = call <8 x i8> @llvm.fshl.v8i8(<8 x i8> %a0, <8 x i8> %a1, <8 x i8> %a2)
  ret <8 x i8> %r
}
define <8 x i8> @f213(<8 x i8> %a0, <8 x i8> %a1, <8 x i8> %a2) {
  %r = call <8 x i8> @llvm.fshr.v8i8(<8 x i8> %a0, <8 x i8> %a1, <8 x i8> %a2)
  ret <8 x i8> %r
}
define i16 @f214(i16 %a0) {
  %r = call i16 @llvm.bswap.i16(i16 %a0)
  ret i16 %r
}
define i32 @f215(i32 %a0) {
  %r = call i32 @llvm.bswap.i32(i32 %a0)
  ret i32 %r
}
define i48 @f216(i48 %a0) {
  %r = call i48 @llvm.bswap.i48(i48 %a0)
  ret i48 %r
}
define i64 @f217(i64 %a0) {
  %r = call i64 @llvm.bswap.i64(i64 %a0)
  ret i64 %r
}
define i128 @f218(i128 %a0) {
  %r = call i128 @llvm.bswap.i128(i128 %a0)
  ret i128 %r
}
define { i1, i1 } @f219(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.sadd.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i1, i1 } @f220(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.uadd.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i1, i1 } @f221(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.ssub.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i1, i1 } @f222(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.usub.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i1, i1 } @f223(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.smul.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i1, i1 } @f224(i1 %a0, i1 %a1) {
  %r = call { i1, i1 } @llvm.umul.with.overflow.i1(i1 %a0, i1 %a1)
  ret { i1, i1 } %r
}
define { i8, i1 } @f225(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i8, i1 } @f226(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i8, i1 } @f227(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i8, i1 } @f228(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i8, i1 } @f229(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i8, i1 } @f230(i8 %a0, i8 %a1) {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a0, i8 %a1)
  ret { i8, i1 } %r
}
define { i13, i1 } @f231(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.sadd.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i13, i1 } @f232(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.uadd.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i13, i1 } @f233(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.ssub.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i13, i1 } @f234(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.usub.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i13, i1 } @f235(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.smul.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i13, i1 } @f236(i13 %a0, i13 %a1) {
  %r = call { i13, i1 } @llvm.umul.with.overflow.i13(i13 %a0, i13 %a1)
  ret { i13, i1 } %r
}
define { i16, i1 } @f237(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.sadd.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i16, i1 } @f238(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.uadd.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i16, i1 } @f239(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i16, i1 } @f240(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.usub.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i16, i1 } @f241(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.smul.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i16, i1 } @f242(i16 %a0, i16 %a1) {
  %r = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %a0, i16 %a1)
  ret { i16, i1 } %r
}
define { i32, i1 } @f243(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i32, i1 } @f244(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i32, i1 } @f245(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i32, i1 } @f246(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i32, i1 } @f247(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i32, i1 } @f248(i32 %a0, i32 %a1) {
  %r = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a0, i32 %a1)
  ret { i32, i1 } %r
}
define { i47, i1 } @f249(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.sadd.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i47, i1 } @f250(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.uadd.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i47, i1 } @f251(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.ssub.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i47, i1 } @f252(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.usub.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i47, i1 } @f253(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.smul.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i47, i1 } @f254(i47 %a0, i47 %a1) {
  %r = call { i47, i1 } @llvm.umul.with.overflow.i47(i47 %a0, i47 %a1)
  ret { i47, i1 } %r
}
define { i64, i1 } @f255(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i64, i1 } @f256(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i64, i1 } @f257(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i64, i1 } @f258(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i64, i1 } @f259(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i64, i1 } @f260(i64 %a0, i64 %a1) {
  %r = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a0, i64 %a1)
  ret { i64, i1 } %r
}
define { i128, i1 } @f261(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i128, i1 } @f262(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i128, i1 } @f263(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i128, i1 } @f264(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.usub.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i128, i1 } @f265(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i128, i1 } @f266(i128 %a0, i128 %a1) {
  %r = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %a0, i128 %a1)
  ret { i128, i1 } %r
}
define { i200, i1 } @f267(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.sadd.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define { i200, i1 } @f268(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.uadd.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define { i200, i1 } @f269(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.ssub.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define { i200, i1 } @f270(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.usub.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define { i200, i1 } @f271(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.smul.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define { i200, i1 } @f272(i200 %a0, i200 %a1) {
  %r = call { i200, i1 } @llvm.umul.with.overflow.i200(i200 %a0, i200 %a1)
  ret { i200, i1 } %r
}
define half @f273(half %a0) {
  %r = call half @llvm.fabs.f16(half %a0)
  ret half %r
}
define half @f274(half %a0) {
  %r = call half @llvm.sqrt.f16(half %a0)
  ret half %r
}
define half @f275(half %a0) {
  %r = call half @llvm.floor.f16(half %a0)
  ret half %r
}
define half @f276(half %a0) {
  %r = call half @llvm.ceil.f16(half %a0)
  ret half %r
}
define half @f277(half %a0) {
  %r = call half @llvm.trunc.f16(half %a0)
  ret half %r
}
define half @f278(half %a0) {
  %r = call half @llvm.round.f16(half %a0)
  ret half %r
}
define half @f279(half %a0) {
  %r = call half @llvm.roundeven.f16(half %a0)
  ret half %r
}
define half @f280(half %a0) {
  %r = call half @llvm.rint.f16(half %a0)
  ret half %r
}
define half @f281(half %a0) {
  %r = call half @llvm.nearbyint.f16(half %a0)
  ret half %r
}
define half @f282(half %a0) {
  %r = call half @llvm.sin.f16(half %a0)
  ret half %r
}
define half @f283(half %a0) {
  %r = call half @llvm.cos.f16(half %a0)
  ret half %r
}
define half @f284(half %a0) {
  %r = call half @llvm.exp.f16(half %a0)
  ret half %r
}
define half @f285(half %a0) {
  %r = call half @llvm.exp2.f16(half %a0)
  ret half %r
}
define half @f286(half %a0) {
  %r = call half @llvm.log.f16(half %a0)
  ret half %r
}
define half @f287(half %a0) {
  %r = call half @llvm.log2.f16(half %a0)
  ret half %r
}
define half @f288(half %a0) {
  %r = call half @llvm.log10.f16(half %a0)
  ret half %r
}
define half @f289(half %a0) {
  %r = call half @llvm.canonicalize.f16(half %a0)
  ret half %r
}
define half @f290(half %a0, half %a1) {
  %r = call half @llvm.minnum.f16(half %a0, half %a1)
  ret half %r
}
define half @f291(half %a0, half %a1) {
  %r = call half @llvm.maxnum.f16(half %a0, half %a1)
  ret half %r
}
define half @f292(half %a0, half %a1) {
  %r = call half @llvm.minimum.f16(half %a0, half %a1)
  ret half %r
}
define half @f293(half %a0, half %a1) {
  %r = call half @llvm.maximum.f16(half %a0, half %a1)
  ret half %r
}
define half @f294(half %a0, half %a1) {
  %r = call half @llvm.copysign.f16(half %a0, half %a1)
  ret half %r
}
define half @f295(half %a0, half %a1) {
  %r = call half @llvm.pow.f16(half %a0, half %a1)
  ret half %r
}
define half @f296(half %a0, half %a1, half %a2) {
  %r = call half @llvm.fma.f16(half %a0, half %a1, half %a2)
  ret half %r
}
define half @f297(half %a0, half %a1, half %a2) {
  %r = call half @llvm.fmuladd.f16(half %a0, half %a1, half %a2)
  ret half %r
}
define half @f298(half %a0, i32 %a1) {
  %r = call half @llvm.powi.f16.i32(half %a0, i32 %a1)
  ret half %r
}
define half @f299(half %a0, i32 %a1) {
  %r = call half @llvm.ldexp.f16.i32(half %a0, i32 %a1)
  ret half %r
}
define { half, i32 } @f300(half %a0) {
  %r = call { half, i32 } @llvm.frexp.f16.i32(half %a0)
  ret { half, i32 } %r
}
define i1 @f301(half %a0) {
  %r = call i1 @llvm.is.fpclass.f16(half %a0, i32 519)
  ret i1 %r
}
define i8 @f302(half %a0) {
  %r = call i8 @llvm.fptosi.sat.i8.f16(half %a0)
  ret i8 %r
}
define i8 @f303(half %a0) {
  %r = call i8 @llvm.fptoui.sat.i8.f16(half %a0)
  ret i8 %r
}
define i32 @f304(half %a0) {
  %r = call i32 @llvm.fptosi.sat.i32.f16(half %a0)
  ret i32 %r
}
define i32 @f305(half %a0) {
  %r = call i32 @llvm.fptoui.sat.i32.f16(half %a0)
  ret i32 %r
}
define i64 @f306(half %a0) {
  %r = call i64 @llvm.fptosi.sat.i64.f16(half %a0)
  ret i64 %r
}
define i64 @f307(half %a0) {
  %r = call i64 @llvm.fptoui.sat.i64.f16(half %a0)
  ret i64 %r
}
define i128 @f308(half %a0) {
  %r = call i128 @llvm.fptosi.sat.i128.f16(half %a0)
  ret i128 %r
}
define i128 @f309(half %a0) {
  %r = call i128 @llvm.fptoui.sat.i128.f16(half %a0)
  ret i128 %r
}
define i32 @f310(half %a0) {
  %r = call i32 @llvm.lrint.i32.f16(half %a0)
  ret i32 %r
}
define i32 @f311(half %a0) {
  %r = call i32 @llvm.lround.i32.f16(half %a0)
  ret i32 %r
}
define i64 @f312(half %a0) {
  %r = call i64 @llvm.lrint.i64.f16(half %a0)
  ret i64 %r
}
define i64 @f313(half %a0) {
  %r = call i64 @llvm.lround.i64.f16(half %a0)
  ret i64 %r
}
define i64 @f314(half %a0) {
  %r = call i64 @llvm.llrint.i64.f16(half %a0)
  ret i64 %r
}
define i64 @f315(half %a0) {
  %r = call i64 @llvm.llround.i64.f16(half %a0)
  ret i64 %r
}
define float @f316(float %a0) {
  %r = call float @llvm.fabs.f32(float %a0)
  ret float %r
}
define float @f317(float %a0) {
  %r = call float @llvm.sqrt.f32(float %a0)
  ret float %r
}
define float @f318(float %a0) {
  %r = call float @llvm.floor.f32(float %a0)
  ret float %r
}
define float @f319(float %a0) {
  %r = call float @llvm.ceil.f32(float %a0)
  ret float %r
}
define float @f320(float %a0) {
  %r = call float @llvm.trunc.f32(float %a0)
  ret float %r
}
define float @f321(float %a0) {
  %r = call float @llvm.round.f32(float %a0)
  ret float %r
}
define float @f322(float %a0) {
  %r = call float @llvm.roundeven.f32(float %a0)
  ret float %r
}
define float @f323(float %a0) {
  %r = call float @llvm.rint.f32(float %a0)
  ret float %r
}
define float @f324(float %a0) {
  %r = call float @llvm.nearbyint.f32(float %a0)
  ret float %r
}
define float @f325(float %a0) {
  %r = call float @llvm.sin.f32(float %a0)
  ret float %r
}
define float @f326(float %a0) {
  %r = call float @llvm.cos.f32(float %a0)
  ret float %r
}
define float @f327(float %a0) {
  %r = call float @llvm.exp.f32(float %a0)
  ret float %r
}
define float @f328(float %a0) {
  %r = call float @llvm.exp2.f32(float %a0)
  ret float %r
}
define float @f329(float %a0) {
  %r = call float @llvm.log.f32(float %a0)
  ret float %r
}
define float @f330(float %a0) {
  %r = call float @llvm.log2.f32(float %a0)
  ret float %r
}
define float @f331(float %a0) {
  %r = call float @llvm.log10.f32(float %a0)
  ret float %r
}
define float @f332(float %a0) {
  %r = call float @llvm.canonicalize.f32(float %a0)
  ret float %r
}
define float @f333(float %a0, float %a1) {
  %r = call float @llvm.minnum.f32(float %a0, float %a1)
  ret float %r
}
define float @f334(float %a0, float %a1) {
  %r = call float @llvm.maxnum.f32(float %a0, float %a1)
  ret float %r
}
define float @f335(float %a0, float %a1) {
  %r = call float @llvm.minimum.f32(float %a0, float %a1)
  ret float %r
}
define float @f336(float %a0, float %a1) {
  %r = call float @llvm.maximum.f32(float %a0, float %a1)
  ret float %r
}
define float @f337(float %a0, float %a1) {
  %r = call float @llvm.copysign.f32(float %a0, float %a1)
  ret float %r
}
define float @f338(float %a0, float %a1) {
  %r = call float @llvm.pow.f32(float %a0, float %a1)
  ret float %r
}
define float @f339(float %a0, float %a1, float %a2) {
  %r = call float @llvm.fma.f32(float %a0, float %a1, float %a2)
  ret float %r
}
define float @f340(float %a0, float %a1, float %a2) {
  %r = call float @llvm.fmuladd.f32(float %a0, float %a1, float %a2)
  ret float %r
}
define float @f341(float %a0, i32 %a1) {
  %r = call float @llvm.powi.f32.i32(float %a0, i32 %a1)
  ret float %r
}
define float @f342(float %a0, i32 %a1) {
  %r = call float @llvm.ldexp.f32.i32(float %a0, i32 %a1)
  ret float %r
}
define { float, i32 } @f343(float %a0) {
  %r = call { float, i32 } @llvm.frexp.f32.i32(float %a0)
  ret { float, i32 } %r
}
define i1 @f344(float %a0) {
  %r = call i1 @llvm.is.fpclass.f32(float %a0, i32 519)
  ret i1 %r
}
define i8 @f345(float %a0) {
  %r = call i8 @llvm.fptosi.sat.i8.f32(float %a0)
  ret i8 %r
}
define i8 @f346(float %a0) {
  %r = call i8 @llvm.fptoui.sat.i8.f32(float %a0)
  ret i8 %r
}
define i32 @f347(float %a0) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %a0)
  ret i32 %r
}
define i32 @f348(float %a0) {
  %r = call i32 @llvm.fptoui.sat.i32.f32(float %a0)
  ret i32 %r
}
define i64 @f349(float %a0) {
  %r = call i64 @llvm.fptosi.sat.i64.f32(float %a0)
  ret i64 %r
}
define i64 @f350(float %a0) {
  %r = call i64 @llvm.fptoui.sat.i64.f32(float %a0)
  ret i64 %r
}
define i128 @f351(float %a0) {
  %r = call i128 @llvm.fptosi.sat.i128.f32(float %a0)
  ret i128 %r
}
define i128 @f352(float %a0) {
  %r = call i128 @llvm.fptoui.sat.i128.f32(float %a0)
  ret i128 %r
}
define i32 @f353(float %a0) {
  %r = call i32 @llvm.lrint.i32.f32(float %a0)
  ret i32 %r
}
define i32 @f354(float %a0) {
  %r = call i32 @llvm.lround.i32.f32(float %a0)
  ret i32 %r
}
define i64 @f355(float %a0) {
  %r = call i64 @llvm.lrint.i64.f32(float %a0)
  ret i64 %r
}
define i64 @f356(float %a0) {
  %r = call i64 @llvm.lround.i64.f32(float %a0)
  ret i64 %r
}
define i64 @f357(float %a0) {
  %r = call i64 @llvm.llrint.i64.f32(float %a0)
  ret i64 %r
}
define i64 @f358(float %a0) {
  %r = call i64 @llvm.llround.i64.f32(float %a0)
  ret i64 %r
}
define double @f359(double %a0) {
  %r = call double @llvm.fabs.f64(double %a0)
  ret double %r
}
define double @f360(double %a0) {
  %r = call double @llvm.sqrt.f64(double %a0)
  ret double %r
}
define double @f361(double %a0) {
  %r = call double @llvm.floor.f64(double %a0)
  ret double %r
}
define double @f362(double %a0) {
  %r = call double @llvm.ceil.f64(double %a0)
  ret double %r
}
define double @f363(double %a0) {
  %r = call double @llvm.trunc.f64(double %a0)
  ret double %r
}
define double @f364(double %a0) {
  %r = call double @llvm.round.f64(double %a0)
  ret double %r
}
define double @f365(double %a0) {
  %r = call double @llvm.roundeven.f64(double %a0)
  ret double %r
}
define double @f366(double %a0) {
  %r = call double @llvm.rint.f64(double %a0)
  ret double %r
}
define double @f367(double %a0) {
  %r = call double @llvm.nearbyint.f64(double %a0)
  ret double %r
}
define double @f368(double %a0) {
  %r = call double @llvm.sin.f64(double %a0)
  ret double %r
}
define double @f369(double %a0) {
  %r = call double @llvm.cos.f64(double %a0)
  ret double %r
}
define double @f370(double %a0) {
  %r = call double @llvm.exp.f64(double %a0)
  ret double %r
}
define double @f371(double %a0) {
  %r = call double @llvm.exp2.f64(double %a0)
  ret double %r
}
define double @f372(double %a0) {
  %r = call double @llvm.log.f64(double %a0)
  ret double %r
}
define double @f373(double %a0) {
  %r = call double @llvm.log2.f64(double %a0)
  ret double %r
}
define double @f374(double %a0) {
  %r = call double @llvm.log10.f64(double %a0)
  ret double %r
}
define double @f375(double %a0) {
  %r = call double @llvm.canonicalize.f64(double %a0)
  ret double %r
}
define double @f376(double %a0, double %a1) {
  %r = call double @llvm.minnum.f64(double %a0, double %a1)
  ret double %r
}
define double @f377(double %a0, double %a1) {
  %r = call double @llvm.maxnum.f64(double %a0, double %a1)
  ret double %r
}
define double @f378(double %a0, double %a1) {
  %r = call double @llvm.minimum.f64(double %a0, double %a1)
  ret double %r
}
define double @f379(double %a0, double %a1) {
  %r = call double @llvm.maximum.f64(double %a0, double %a1)
  ret double %r
}
define double @f380(double %a0, double %a1) {
  %r = call double @llvm.copysign.f64(double %a0, double %a1)
  ret double %r
}
define double @f381(double %a0, double %a1) {
  %r = call double @llvm.pow.f64(double %a0, double %a1)
  ret double %r
}
define double @f382(double %a0, double %a1, double %a2) {
  %r = call double @llvm.fma.f64(double %a0, double %a1, double %a2)
  ret double %r
}
define double @f383(double %a0, double %a1, double %a2) {
  %r = call double @llvm.fmuladd.f64(double %a0, double %a1, double %a2)
  ret double %r
}
define double @f384(double %a0, i32 %a1) {
  %r = call double @llvm.powi.f64.i32(double %a0, i32 %a1)
  ret double %r
}
define double @f385(double %a0, i32 %a1) {
  %r = call double @llvm.ldexp.f64.i32(double %a0, i32 %a1)
  ret double %r
}
define { double, i32 } @f386(double %a0) {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double %a0)
  ret { double, i32 } %r
}
define i1 @f387(double %a0) {
  %r = call i1 @llvm.is.fpclass.f64(double %a0, i32 519)
  ret i1 %r
}
define i8 @f388(double %a0) {
  %r = call i8 @llvm.fptosi.sat.i8.f64(double %a0)
  ret i8 %r
}
define i8 @f389(double %a0) {
  %r = call i8 @llvm.fptoui.sat.i8.f64(double %a0)
  ret i8 %r
}
define i32 @f390(double %a0) {
  %r = call i32 @llvm.fptosi.sat.i32.f64(double %a0)
  ret i32 %r
}
define i32 @f391(double %a0) {
  %r = call i32 @llvm.fptoui.sat.i32.f64(double %a0)
  ret i32 %r
}
define i64 @f392(double %a0) {
  %r = call i64 @llvm.fptosi.sat.i64.f64(double %a0)
  ret i64 %r
}
define i64 @f393(double %a0) {
  %r = call i64 @llvm.fptoui.sat.i64.f64(double %a0)
  ret i64 %r
}
define i128 @f394(double %a0) {
  %r = call i128 @llvm.fptosi.sat.i128.f64(double %a0)
  ret i128 %r
}
define i128 @f395(double %a0) {
  %r = call i128 @llvm.fptoui.sat.i128.f64(double %a0)
  ret i128 %r
}
define i32 @f396(double %a0) {
  %r = call i32 @llvm.lrint.i32.f64(double %a0)
  ret i32 %r
}
define i32 @f397(double %a0) {
  %r = call i32 @llvm.lround.i32.f64(double %a0)
  ret i32 %r
}
define i64 @f398(double %a0) {
  %r = call i64 @llvm.lrint.i64.f64(double %a0)
  ret i64 %r
}
define i64 @f399(double %a0) {
  %r = call i64 @llvm.lround.i64.f64(double %a0)
  ret i64 %r
}
define i64 @f400(double %a0) {
  %r = call i64 @llvm.llrint.i64.f64(double %a0)
  ret i64 %r
}
define i64 @f401(double %a0) {
  %r = call i64 @llvm.llround.i64.f64(double %a0)
  ret i64 %r
}
define fp128 @f402(fp128 %a0) {
  %r = call fp128 @llvm.fabs.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f403(fp128 %a0) {
  %r = call fp128 @llvm.sqrt.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f404(fp128 %a0) {
  %r = call fp128 @llvm.floor.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f405(fp128 %a0) {
  %r = call fp128 @llvm.ceil.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f406(fp128 %a0) {
  %r = call fp128 @llvm.trunc.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f407(fp128 %a0) {
  %r = call fp128 @llvm.round.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f408(fp128 %a0) {
  %r = call fp128 @llvm.roundeven.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f409(fp128 %a0) {
  %r = call fp128 @llvm.rint.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f410(fp128 %a0) {
  %r = call fp128 @llvm.nearbyint.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f411(fp128 %a0) {
  %r = call fp128 @llvm.sin.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f412(fp128 %a0) {
  %r = call fp128 @llvm.cos.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f413(fp128 %a0) {
  %r = call fp128 @llvm.exp.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f414(fp128 %a0) {
  %r = call fp128 @llvm.exp2.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f415(fp128 %a0) {
  %r = call fp128 @llvm.log.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f416(fp128 %a0) {
  %r = call fp128 @llvm.log2.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f417(fp128 %a0) {
  %r = call fp128 @llvm.log10.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f418(fp128 %a0) {
  %r = call fp128 @llvm.canonicalize.f128(fp128 %a0)
  ret fp128 %r
}
define fp128 @f419(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.minnum.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f420(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.maxnum.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f421(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.minimum.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f422(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.maximum.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f423(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.copysign.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f424(fp128 %a0, fp128 %a1) {
  %r = call fp128 @llvm.pow.f128(fp128 %a0, fp128 %a1)
  ret fp128 %r
}
define fp128 @f425(fp128 %a0, fp128 %a1, fp128 %a2) {
  %r = call fp128 @llvm.fma.f128(fp128 %a0, fp128 %a1, fp128 %a2)
  ret fp128 %r
}
define fp128 @f426(fp128 %a0, fp128 %a1, fp128 %a2) {
  %r = call fp128 @llvm.fmuladd.f128(fp128 %a0, fp128 %a1, fp128 %a2)
  ret fp128 %r
}
define fp128 @f427(fp128 %a0, i32 %a1) {
  %r = call fp128 @llvm.powi.f128.i32(fp128 %a0, i32 %a1)
  ret fp128 %r
}
define fp128 @f428(fp128 %a0, i32 %a1) {
  %r = call fp128 @llvm.ldexp.f128.i32(fp128 %a0, i32 %a1)
  ret fp128 %r
}
define { fp128, i32 } @f429(fp128 %a0) {
  %r = call { fp128, i32 } @llvm.frexp.f128.i32(fp128 %a0)
  ret { fp128, i32 } %r
}
define i1 @f430(fp128 %a0) {
  %r = call i1 @llvm.is.fpclass.f128(fp128 %a0, i32 519)
  ret i1 %r
}
define i8 @f431(fp128 %a0) {
  %r = call i8 @llvm.fptosi.sat.i8.f128(fp128 %a0)
  ret i8 %r
}
define i8 @f432(fp128 %a0) {
  %r = call i8 @llvm.fptoui.sat.i8.f128(fp128 %a0)
  ret i8 %r
}
define i32 @f433(fp128 %a0) {
  %r = call i32 @llvm.fptosi.sat.i32.f128(fp128 %a0)
  ret i32 %r
}
define i32 @f434(fp128 %a0) {
  %r = call i32 @llvm.fptoui.sat.i32.f128(fp128 %a0)
  ret i32 %r
}
define i64 @f435(fp128 %a0) {
  %r = call i64 @llvm.fptosi.sat.i64.f128(fp128 %a0)
  ret i64 %r
}
define i64 @f436(fp128 %a0) {
  %r = call i64 @llvm.fptoui.sat.i64.f128(fp128 %a0)
  ret i64 %r
}
define i128 @f437(fp128 %a0) {
  %r = call i128 @llvm.fptosi.sat.i128.f128(fp128 %a0)
  ret i128 %r
}
define i128 @f438(fp128 %a0) {
  %r = call i128 @llvm.fptoui.sat.i128.f128(fp128 %a0)
  ret i128 %r
}
define i32 @f439(fp128 %a0) {
  %r = call i32 @llvm.lrint.i32.f128(fp128 %a0)
  ret i32 %r
}
define i32 @f440(fp128 %a0) {
  %r = call i32 @llvm.lround.i32.f128(fp128 %a0)
  ret i32 %r
}
define i64 @f441(fp128 %a0) {
  %r = call i64 @llvm.lrint.i64.f128(fp128 %a0)
  ret i64 %r
}
define i64 @f442(fp128 %a0) {
  %r = call i64 @llvm.lround.i64.f128(fp128 %a0)
  ret i64 %r
}
define i64 @f443(fp128 %a0) {
  %r = call i64 @llvm.llrint.i64.f128(fp128 %a0)
  ret i64 %r
}
define i64 @f444(fp128 %a0) {
  %r = call i64 @llvm.llround.i64.f128(fp128 %a0)
  ret i64 %r
}
define bfloat @f445(bfloat %a0) {
  %r = call bfloat @llvm.fabs.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f446(bfloat %a0) {
  %r = call bfloat @llvm.sqrt.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f447(bfloat %a0) {
  %r = call bfloat @llvm.floor.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f448(bfloat %a0) {
  %r = call bfloat @llvm.ceil.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f449(bfloat %a0) {
  %r = call bfloat @llvm.trunc.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f450(bfloat %a0) {
  %r = call bfloat @llvm.round.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f451(bfloat %a0) {
  %r = call bfloat @llvm.roundeven.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f452(bfloat %a0) {
  %r = call bfloat @llvm.rint.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f453(bfloat %a0) {
  %r = call bfloat @llvm.nearbyint.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f454(bfloat %a0) {
  %r = call bfloat @llvm.sin.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f455(bfloat %a0) {
  %r = call bfloat @llvm.cos.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f456(bfloat %a0) {
  %r = call bfloat @llvm.exp.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f457(bfloat %a0) {
  %r = call bfloat @llvm.exp2.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f458(bfloat %a0) {
  %r = call bfloat @llvm.log.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f459(bfloat %a0) {
  %r = call bfloat @llvm.log2.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f460(bfloat %a0) {
  %r = call bfloat @llvm.log10.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f461(bfloat %a0) {
  %r = call bfloat @llvm.canonicalize.bf16(bfloat %a0)
  ret bfloat %r
}
define bfloat @f462(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.minnum.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f463(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.maxnum.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f464(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.minimum.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f465(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.maximum.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f466(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.copysign.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f467(bfloat %a0, bfloat %a1) {
  %r = call bfloat @llvm.pow.bf16(bfloat %a0, bfloat %a1)
  ret bfloat %r
}
define bfloat @f468(bfloat %a0, bfloat %a1, bfloat %a2) {
  %r = call bfloat @llvm.fma.bf16(bfloat %a0, bfloat %a1, bfloat %a2)
  ret bfloat %r
}
define bfloat @f469(bfloat %a0, bfloat %a1, bfloat %a2) {
  %r = call bfloat @llvm.fmuladd.bf16(bfloat %a0, bfloat %a1, bfloat %a2)
  ret bfloat %r
}
define bfloat @f470(bfloat %a0, i32 %a1) {
  %r = call bfloat @llvm.powi.bf16.i32(bfloat %a0, i32 %a1)
  ret bfloat %r
}
define bfloat @f471(bfloat %a0, i32 %a1) {
  %r = call bfloat @llvm.ldexp.bf16.i32(bfloat %a0, i32 %a1)
  ret bfloat %r
}
define { bfloat, i32 } @f472(bfloat %a0) {
  %r = call { bfloat, i32 } @llvm.frexp.bf16.i32(bfloat %a0)
  ret { bfloat, i32 } %r
}
define i1 @f473(bfloat %a0) {
  %r = call i1 @llvm.is.fpclass.bf16(bfloat %a0, i32 519)
  ret i1 %r
}
define i8 @f474(bfloat %a0) {
  %r = call i8 @llvm.fptosi.sat.i8.bf16(bfloat %a0)
  ret i8 %r
}
define i8 @f475(bfloat %a0) {
  %r = call i8 @llvm.fptoui.sat.i8.bf16(bfloat %a0)
  ret i8 %r
}
define i32 @f476(bfloat %a0) {
  %r = call i32 @llvm.fptosi.sat.i32.bf16(bfloat %a0)
  ret i32 %r
}
define i32 @f477(bfloat %a0) {
  %r = call i32 @llvm.fptoui.sat.i32.bf16(bfloat %a0)
  ret i32 %r
}
define i64 @f478(bfloat %a0) {
  %r = call i64 @llvm.fptosi.sat.i64.bf16(bfloat %a0)
  ret i64 %r
}
define i64 @f479(bfloat %a0) {
  %r = call i64 @llvm.fptoui.sat.i64.bf16(bfloat %a0)
  ret i64 %r
}
define i128 @f480(bfloat %a0) {
  %r = call i128 @llvm.fptosi.sat.i128.bf16(bfloat %a0)
  ret i128 %r
}
define i128 @f481(bfloat %a0) {
  %r = call i128 @llvm.fptoui.sat.i128.bf16(bfloat %a0)
  ret i128 %r
}
define i32 @f482(bfloat %a0) {
  %r = call i32 @llvm.lrint.i32.bf16(bfloat %a0)
  ret i32 %r
}
define i32 @f483(bfloat %a0) {
  %r = call i32 @llvm.lround.i32.bf16(bfloat %a0)
  ret i32 %r
}
define i64 @f484(bfloat %a0) {
  %r = call i64 @llvm.lrint.i64.bf16(bfloat %a0)
  ret i64 %r
}
define i64 @f485(bfloat %a0) {
  %r = call i64 @llvm.lround.i64.bf16(bfloat %a0)
  ret i64 %r
}
define i64 @f486(bfloat %a0) {
  %r = call i64 @llvm.llrint.i64.bf16(bfloat %a0)
  ret i64 %r
}
define i64 @f487(bfloat %a0) {
  %r = call i64 @llvm.llround.i64.bf16(bfloat %a0)
  ret i64 %r
}
define <4 x float> @f488(<4 x float> %a0) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a0)
  ret <4 x float> %r
}
define <4 x float> @f489(<4 x float> %a0) {
  %r = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %a0)
  ret <4 x float> %r
}
define <4 x float> @f490(<4 x float> %a0) {
  %r = call <4 x float> @llvm.floor.v4f32(<4 x float> %a0)
  ret <4 x float> %r
}
define <4 x float> @f491(<4 x float> %a0) {
  %r = call <4 x float> @llvm.sin.v4f32(<4 x float> %a0)
  ret <4 x float> %r
}
define <4 x float> @f492(<4 x float> %a0, <4 x float> %a1, <4 x float> %a2) {
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %a0, <4 x float> %a1, <4 x float> %a2)
  ret <4 x float> %r
}
define float @f493(float %a0, <4 x float> %a1) {
  %r = call float @llvm.vector.reduce.fadd.v4f32(float %a0, <4 x float> %a1)
  ret float %r
}
define float @f494(<4 x float> %a0) {
  %r = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %a0)
  ret float %r
}
define <2 x double> @f495(<2 x double> %a0) {
  %r = call <2 x double> @llvm.fabs.v2f64(<2 x double> %a0)
  ret <2 x double> %r
}
define <2 x double> @f496(<2 x double> %a0) {
  %r = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %a0)
  ret <2 x double> %r
}
define <2 x double> @f497(<2 x double> %a0) {
  %r = call <2 x double> @llvm.floor.v2f64(<2 x double> %a0)
  ret <2 x double> %r
}
define <2 x double> @f498(<2 x double> %a0) {
  %r = call <2 x double> @llvm.sin.v2f64(<2 x double> %a0)
  ret <2 x double> %r
}
define <2 x double> @f499(<2 x double> %a0, <2 x double> %a1, <2 x double> %a2) {
  %r = call <2 x double> @llvm.fma.v2f64(<2 x double> %a0, <2 x double> %a1, <2 x double> %a2)
  ret <2 x double> %r
}
define double @f500(double %a0, <2 x double> %a1) {
  %r = call double @llvm.vector.reduce.fadd.v2f64(double %a0, <2 x double> %a1)
  ret double %r
}
define double @f501(<2 x double> %a0) {
  %r = call double @llvm.vector.reduce.fmax.v2f64(<2 x double> %a0)
  ret double %r
}
define i32 @f502(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f503(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f504(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f505(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f506(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f507(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f508(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f509(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %a0)
  ret i32 %r
}
define i32 @f510(<4 x i32> %a0) {
  %r = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %a0)
  ret i32 %r
}

define <4 x i32> @masked(ptr %p, <4 x i1> %m, <4 x i32> %v, <4 x ptr> %ps) {
  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %p, i32 4, <4 x i1> %m)
  %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> %a)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %b, <4 x ptr> %ps, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  ret <4 x i32> %b
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
@tls = thread_local global i32 0
define ptr @misc(ptr %p, ptr %q, i64 %n, i32 %i) {
  call void @llvm.lifetime.start.p0(i64 8, ptr %p)
  call void @llvm.lifetime.end.p0(i64 8, ptr %p)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.sideeffect()
  call void @llvm.donothing()
  %inv = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  call void @llvm.invariant.end.p0(ptr %inv, i64 8, ptr %p)
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %l)
  %o = call i64 @llvm.objectsize.i64.p0(ptr %s, i1 false, i1 true, i1 false)
  %k = call i1 @llvm.is.constant.i32(i32 %i)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @tls)
  %save = call ptr @llvm.stacksave.p0()
  %dyn = alloca i8, i64 %n, align 32
  store volatile i8 0, ptr %dyn
  call void @llvm.stackrestore.p0(ptr %save)
  %fa = call ptr @llvm.frameaddress.p0(i32 0)
  %ra = call ptr @llvm.returnaddress(i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 1)
  %cy = call i64 @llvm.readcyclecounter()
  %tp = call ptr @llvm.thread.pointer()
  %fr = call i32 @llvm.get.rounding()
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 33, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 64, i1 true)
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  %r = call ptr @llvm.load.relative.i64(ptr %p, i64 %n)
  fence seq_cst
  ret ptr %r
}
define void @traps(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.trap()
  unreachable
b:
  call void @llvm.debugtrap()
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
define double @constrained(double %a, double %b, float %f) strictfp {
  %x = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %y = call double @llvm.experimental.constrained.fpext.f64.f32(float %f, metadata !"fpexcept.strict")
  %c = call i1 @llvm.experimental.constrained.fcmp.f64(double %x, double %y, metadata !"olt", metadata !"fpexcept.strict")
  %d = call i1 @llvm.experimental.constrained.fcmps.f64(double %x, double %y, metadata !"uge", metadata !"fpexcept.strict")
  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %x, metadata !"fpexcept.strict")
  %z = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %w = call double @llvm.experimental.constrained.fma.f64(double %x, double %y, double %z, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %v = call double @llvm.experimental.constrained.sqrt.f64(double %w, metadata !"round.dynamic", metadata !"fpexcept.strict")
  %s = select i1 %c, double %v, double %w
  %s2 = select i1 %d, double %s, double %x
  ret double %s2
}
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)
declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
declare double @llvm.experimental.constrained.fma.f64(double, double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.sideeffect()
declare void @llvm.donothing()
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i1 @llvm.is.constant.i32(i32)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.readcyclecounter()
declare ptr @llvm.thread.pointer()
declare i32 @llvm.get.rounding()
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare void @llvm.ubsantrap(i8)
!0 = !{!1}
!1 = distinct !{!1}

declare i1 @llvm.smin.i1(i1, i1)
declare i1 @llvm.smax.i1(i1, i1)
declare i1 @llvm.umin.i1(i1, i1)
declare i1 @llvm.umax.i1(i1, i1)
declare i1 @llvm.sadd.sat.i1(i1, i1)
declare i1 @llvm.uadd.sat.i1(i1, i1)
declare i1 @llvm.ssub.sat.i1(i1, i1)
declare i1 @llvm.usub.sat.i1(i1, i1)
declare i1 @llvm.sshl.sat.i1(i1, i1)
declare i1 @llvm.ushl.sat.i1(i1, i1)
declare i1 @llvm.ctpop.i1(i1)
declare i1 @llvm.bitreverse.i1(i1)
declare i1 @llvm.ctlz.i1(i1, i1)
declare i1 @llvm.cttz.i1(i1, i1)
declare i1 @llvm.abs.i1(i1, i1)
declare i1 @llvm.fshl.i1(i1, i1, i1)
declare i1 @llvm.fshr.i1(i1, i1, i1)
declare i1 @llvm.expect.i1(i1, i1)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.bitreverse.i8(i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i8 @llvm.expect.i8(i8, i8)
declare i13 @llvm.smin.i13(i13, i13)
declare i13 @llvm.smax.i13(i13, i13)
declare i13 @llvm.umin.i13(i13, i13)
declare i13 @llvm.umax.i13(i13, i13)
declare i13 @llvm.sadd.sat.i13(i13, i13)
declare i13 @llvm.uadd.sat.i13(i13, i13)
declare i13 @llvm.ssub.sat.i13(i13, i13)
declare i13 @llvm.usub.sat.i13(i13, i13)
declare i13 @llvm.sshl.sat.i13(i13, i13)
declare i13 @llvm.ushl.sat.i13(i13, i13)
declare i13 @llvm.ctpop.i13(i13)
declare i13 @llvm.bitreverse.i13(i13)
declare i13 @llvm.ctlz.i13(i13, i1)
declare i13 @llvm.cttz.i13(i13, i1)
declare i13 @llvm.abs.i13(i13, i1)
declare i13 @llvm.fshl.i13(i13, i13, i13)
declare i13 @llvm.fshr.i13(i13, i13, i13)
declare i13 @llvm.expect.i13(i13, i13)
declare i16 @llvm.smin.i16(i16, i16)
declare i16 @llvm.smax.i16(i16, i16)
declare i16 @llvm.umin.i16(i16, i16)
declare i16 @llvm.umax.i16(i16, i16)
declare i16 @llvm.sadd.sat.i16(i16, i16)
declare i16 @llvm.uadd.sat.i16(i16, i16)
declare i16 @llvm.ssub.sat.i16(i16, i16)
declare i16 @llvm.usub.sat.i16(i16, i16)
declare i16 @llvm.sshl.sat.i16(i16, i16)
declare i16 @llvm.ushl.sat.i16(i16, i16)
declare i16 @llvm.ctpop.i16(i16)
declare i16 @llvm.bitreverse.i16(i16)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i16 @llvm.abs.i16(i16, i1)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i16 @llvm.fshr.i16(i16, i16, i16)
declare i16 @llvm.expect.i16(i16, i16)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.expect.i32(i32, i32)
declare i47 @llvm.smin.i47(i47, i47)
declare i47 @llvm.smax.i47(i47, i47)
declare i47 @llvm.umin.i47(i47, i47)
declare i47 @llvm.umax.i47(i47, i47)
declare i47 @llvm.sadd.sat.i47(i47, i47)
declare i47 @llvm.uadd.sat.i47(i47, i47)
declare i47 @llvm.ssub.sat.i47(i47, i47)
declare i47 @llvm.usub.sat.i47(i47, i47)
declare i47 @llvm.sshl.sat.i47(i47, i47)
declare i47 @llvm.ushl.sat.i47(i47, i47)
declare i47 @llvm.ctpop.i47(i47)
declare i47 @llvm.bitreverse.i47(i47)
declare i47 @llvm.ctlz.i47(i47, i1)
declare i47 @llvm.cttz.i47(i47, i1)
declare i47 @llvm.abs.i47(i47, i1)
declare i47 @llvm.fshl.i47(i47, i47, i47)
declare i47 @llvm.fshr.i47(i47, i47, i47)
declare i47 @llvm.expect.i47(i47, i47)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.sshl.sat.i64(i64, i64)
declare i64 @llvm.ushl.sat.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.bitreverse.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.expect.i64(i64, i64)
declare i128 @llvm.smin.i128(i128, i128)
declare i128 @llvm.smax.i128(i128, i128)
declare i128 @llvm.umin.i128(i128, i128)
declare i128 @llvm.umax.i128(i128, i128)
declare i128 @llvm.sadd.sat.i128(i128, i128)
declare i128 @llvm.uadd.sat.i128(i128, i128)
declare i128 @llvm.ssub.sat.i128(i128, i128)
declare i128 @llvm.usub.sat.i128(i128, i128)
declare i128 @llvm.sshl.sat.i128(i128, i128)
declare i128 @llvm.ushl.sat.i128(i128, i128)
declare i128 @llvm.ctpop.i128(i128)
declare i128 @llvm.bitreverse.i128(i128)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i128 @llvm.cttz.i128(i128, i1)
declare i128 @llvm.abs.i128(i128, i1)
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i128 @llvm.expect.i128(i128, i128)
declare i200 @llvm.smin.i200(i200, i200)
declare i200 @llvm.smax.i200(i200, i200)
declare i200 @llvm.umin.i200(i200, i200)
declare i200 @llvm.umax.i200(i200, i200)
declare i200 @llvm.sadd.sat.i200(i200, i200)
declare i200 @llvm.uadd.sat.i200(i200, i200)
declare i200 @llvm.ssub.sat.i200(i200, i200)
declare i200 @llvm.usub.sat.i200(i200, i200)
declare i200 @llvm.sshl.sat.i200(i200, i200)
declare i200 @llvm.ushl.sat.i200(i200, i200)
declare i200 @llvm.ctpop.i200(i200)
declare i200 @llvm.bitreverse.i200(i200)
declare i200 @llvm.ctlz.i200(i200, i1)
declare i200 @llvm.cttz.i200(i200, i1)
declare i200 @llvm.abs.i200(i200, i1)
declare i200 @llvm.fshl.i200(i200, i200, i200)
declare i200 @llvm.fshr.i200(i200, i200, i200)
declare i200 @llvm.expect.i200(i200, i200)
declare <4 x i32> @llvm.smin.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.umin.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.usub.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)
declare <4 x i32> @llvm.bitreverse.v4i32(<4 x i32>)
declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32>, i1)
declare <4 x i32> @llvm.cttz.v4i32(<4 x i32>, i1)
declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.fshr.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.smin.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.smax.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.umin.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.umax.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.sadd.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.uadd.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.ssub.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.usub.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.sshl.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.ushl.sat.v2i64(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.ctpop.v2i64(<2 x i64>)
declare <2 x i64> @llvm.bitreverse.v2i64(<2 x i64>)
declare <2 x i64> @llvm.ctlz.v2i64(<2 x i64>, i1)
declare <2 x i64> @llvm.cttz.v2i64(<2 x i64>, i1)
declare <2 x i64> @llvm.abs.v2i64(<2 x i64>, i1)
declare <2 x i64> @llvm.fshl.v2i64(<2 x i64>, <2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.fshr.v2i64(<2 x i64>, <2 x i64>, <2 x i64>)
declare <8 x i8> @llvm.smin.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.smax.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.umin.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.umax.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.sadd.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.uadd.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.ssub.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.usub.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.sshl.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.ushl.sat.v8i8(<8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.ctpop.v8i8(<8 x i8>)
declare <8 x i8> @llvm.bitreverse.v8i8(<8 x i8>)
declare <8 x i8> @llvm.ctlz.v8i8(<8 x i8>, i1)
declare <8 x i8> @llvm.cttz.v8i8(<8 x i8>, i1)
declare <8 x i8> @llvm.abs.v8i8(<8 x i8>, i1)
declare <8 x i8> @llvm.fshl.v8i8(<8 x i8>, <8 x i8>, <8 x i8>)
declare <8 x i8> @llvm.fshr.v8i8(<8 x i8>, <8 x i8>, <8 x i8>)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i48 @llvm.bswap.i48(i48)
declare i64 @llvm.bswap.i64(i64)
declare i128 @llvm.bswap.i128(i128)
declare { i1, i1 } @llvm.sadd.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.uadd.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.ssub.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.usub.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.smul.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.umul.with.overflow.i1(i1, i1)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i13, i1 } @llvm.sadd.with.overflow.i13(i13, i13)
declare { i13, i1 } @llvm.uadd.with.overflow.i13(i13, i13)
declare { i13, i1 } @llvm.ssub.with.overflow.i13(i13, i13)
declare { i13, i1 } @llvm.usub.with.overflow.i13(i13, i13)
declare { i13, i1 } @llvm.smul.with.overflow.i13(i13, i13)
declare { i13, i1 } @llvm.umul.with.overflow.i13(i13, i13)
declare { i16, i1 } @llvm.sadd.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.uadd.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.ssub.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.usub.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.smul.with.overflow.i16(i16, i16)
declare { i16, i1 } @llvm.umul.with.overflow.i16(i16, i16)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare { i47, i1 } @llvm.sadd.with.overflow.i47(i47, i47)
declare { i47, i1 } @llvm.uadd.with.overflow.i47(i47, i47)
declare { i47, i1 } @llvm.ssub.with.overflow.i47(i47, i47)
declare { i47, i1 } @llvm.usub.with.overflow.i47(i47, i47)
declare { i47, i1 } @llvm.smul.with.overflow.i47(i47, i47)
declare { i47, i1 } @llvm.umul.with.overflow.i47(i47, i47)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.uadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.ssub.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.usub.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.umul.with.overflow.i128(i128, i128)
declare { i200, i1 } @llvm.sadd.with.overflow.i200(i200, i200)
declare { i200, i1 } @llvm.uadd.with.overflow.i200(i200, i200)
declare { i200, i1 } @llvm.ssub.with.overflow.i200(i200, i200)
declare { i200, i1 } @llvm.usub.with.overflow.i200(i200, i200)
declare { i200, i1 } @llvm.smul.with.overflow.i200(i200, i200)
declare { i200, i1 } @llvm.umul.with.overflow.i200(i200, i200)
declare half @llvm.fabs.f16(half)
declare half @llvm.sqrt.f16(half)
declare half @llvm.floor.f16(half)
declare half @llvm.ceil.f16(half)
declare half @llvm.trunc.f16(half)
declare half @llvm.round.f16(half)
declare half @llvm.roundeven.f16(half)
declare half @llvm.rint.f16(half)
declare half @llvm.nearbyint.f16(half)
declare half @llvm.sin.f16(half)
declare half @llvm.cos.f16(half)
declare half @llvm.exp.f16(half)
declare half @llvm.exp2.f16(half)
declare half @llvm.log.f16(half)
declare half @llvm.log2.f16(half)
declare half @llvm.log10.f16(half)
declare half @llvm.canonicalize.f16(half)
declare half @llvm.minnum.f16(half, half)
declare half @llvm.maxnum.f16(half, half)
declare half @llvm.minimum.f16(half, half)
declare half @llvm.maximum.f16(half, half)
declare half @llvm.copysign.f16(half, half)
declare half @llvm.pow.f16(half, half)
declare half @llvm.fma.f16(half, half, half)
declare half @llvm.fmuladd.f16(half, half, half)
declare half @llvm.powi.f16.i32(half, i32)
declare half @llvm.ldexp.f16.i32(half, i32)
declare { half, i32 } @llvm.frexp.f16.i32(half)
declare i1 @llvm.is.fpclass.f16(half, i32)
declare i8 @llvm.fptosi.sat.i8.f16(half)
declare i8 @llvm.fptoui.sat.i8.f16(half)
declare i32 @llvm.fptosi.sat.i32.f16(half)
declare i32 @llvm.fptoui.sat.i32.f16(half)
declare i64 @llvm.fptosi.sat.i64.f16(half)
declare i64 @llvm.fptoui.sat.i64.f16(half)
declare i128 @llvm.fptosi.sat.i128.f16(half)
declare i128 @llvm.fptoui.sat.i128.f16(half)
declare i32 @llvm.lrint.i32.f16(half)
declare i32 @llvm.lround.i32.f16(half)
declare i64 @llvm.lrint.i64.f16(half)
declare i64 @llvm.lround.i64.f16(half)
declare i64 @llvm.llrint.i64.f16(half)
declare i64 @llvm.llround.i64.f16(half)
declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.ceil.f32(float)
declare float @llvm.trunc.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.nearbyint.f32(float)
declare float @llvm.sin.f32(float)
declare float @llvm.cos.f32(float)
declare float @llvm.exp.f32(float)
declare float @llvm.exp2.f32(float)
declare float @llvm.log.f32(float)
declare float @llvm.log2.f32(float)
declare float @llvm.log10.f32(float)
declare float @llvm.canonicalize.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.pow.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.powi.f32.i32(float, i32)
declare float @llvm.ldexp.f32.i32(float, i32)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i128 @llvm.fptosi.sat.i128.f32(float)
declare i128 @llvm.fptoui.sat.i128.f32(float)
declare i32 @llvm.lrint.i32.f32(float)
declare i32 @llvm.lround.i32.f32(float)
declare i64 @llvm.lrint.i64.f32(float)
declare i64 @llvm.lround.i64.f32(float)
declare i64 @llvm.llrint.i64.f32(float)
declare i64 @llvm.llround.i64.f32(float)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.exp2.f64(double)
declare double @llvm.log.f64(double)
declare double @llvm.log2.f64(double)
declare double @llvm.log10.f64(double)
declare double @llvm.canonicalize.f64(double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.pow.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.ldexp.f64.i32(double, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i64 @llvm.fptoui.sat.i64.f64(double)
declare i128 @llvm.fptosi.sat.i128.f64(double)
declare i128 @llvm.fptoui.sat.i128.f64(double)
declare i32 @llvm.lrint.i32.f64(double)
declare i32 @llvm.lround.i32.f64(double)
declare i64 @llvm.lrint.i64.f64(double)
declare i64 @llvm.lround.i64.f64(double)
declare i64 @llvm.llrint.i64.f64(double)
declare i64 @llvm.llround.i64.f64(double)
declare fp128 @llvm.fabs.f128(fp128)
declare fp128 @llvm.sqrt.f128(fp128)
declare fp128 @llvm.floor.f128(fp128)
declare fp128 @llvm.ceil.f128(fp128)
declare fp128 @llvm.trunc.f128(fp128)
declare fp128 @llvm.round.f128(fp128)
declare fp128 @llvm.roundeven.f128(fp128)
declare fp128 @llvm.rint.f128(fp128)
declare fp128 @llvm.nearbyint.f128(fp128)
declare fp128 @llvm.sin.f128(fp128)
declare fp128 @llvm.cos.f128(fp128)
declare fp128 @llvm.exp.f128(fp128)
declare fp128 @llvm.exp2.f128(fp128)
declare fp128 @llvm.log.f128(fp128)
declare fp128 @llvm.log2.f128(fp128)
declare fp128 @llvm.log10.f128(fp128)
declare fp128 @llvm.canonicalize.f128(fp128)
declare fp128 @llvm.minnum.f128(fp128, fp128)
declare fp128 @llvm.maxnum.f128(fp128, fp128)
declare fp128 @llvm.minimum.f128(fp128, fp128)
declare fp128 @llvm.maximum.f128(fp128, fp128)
declare fp128 @llvm.copysign.f128(fp128, fp128)
declare fp128 @llvm.pow.f128(fp128, fp128)
declare fp128 @llvm.fma.f128(fp128, fp128, fp128)
declare fp128 @llvm.fmuladd.f128(fp128, fp128, fp128)
declare fp128 @llvm.powi.f128.i32(fp128, i32)
declare fp128 @llvm.ldexp.f128.i32(fp128, i32)
declare { fp128, i32 } @llvm.frexp.f128.i32(fp128)
declare i1 @llvm.is.fpclass.f128(fp128, i32)
declare i8 @llvm.fptosi.sat.i8.f128(fp128)
declare i8 @llvm.fptoui.sat.i8.f128(fp128)
declare i32 @llvm.fptosi.sat.i32.f128(fp128)
declare i32 @llvm.fptoui.sat.i32.f128(fp128)
declare i64 @llvm.fptosi.sat.i64.f128(fp128)
declare i64 @llvm.fptoui.sat.i64.f128(fp128)
declare i128 @llvm.fptosi.sat.i128.f128(fp128)
declare i128 @llvm.fptoui.sat.i128.f128(fp128)
declare i32 @llvm.lrint.i32.f128(fp128)
declare i32 @llvm.lround.i32.f128(fp128)
declare i64 @llvm.lrint.i64.f128(fp128)
declare i64 @llvm.lround.i64.f128(fp128)
declare i64 @llvm.llrint.i64.f128(fp128)
declare i64 @llvm.llround.i64.f128(fp128)
declare bfloat @llvm.fabs.bf16(bfloat)
declare bfloat @llvm.sqrt.bf16(bfloat)
declare bfloat @llvm.floor.bf16(bfloat)
declare bfloat @llvm.ceil.bf16(bfloat)
declare bfloat @llvm.trunc.bf16(bfloat)
declare bfloat @llvm.round.bf16(bfloat)
declare bfloat @llvm.roundeven.bf16(bfloat)
declare bfloat @llvm.rint.bf16(bfloat)
declare bfloat @llvm.nearbyint.bf16(bfloat)
declare bfloat @llvm.sin.bf16(bfloat)
declare bfloat @llvm.cos.bf16(bfloat)
declare bfloat @llvm.exp.bf16(bfloat)
declare bfloat @llvm.exp2.bf16(bfloat)
declare bfloat @llvm.log.bf16(bfloat)
declare bfloat @llvm.log2.bf16(bfloat)
declare bfloat @llvm.log10.bf16(bfloat)
declare bfloat @llvm.canonicalize.bf16(bfloat)
declare bfloat @llvm.minnum.bf16(bfloat, bfloat)
declare bfloat @llvm.maxnum.bf16(bfloat, bfloat)
declare bfloat @llvm.minimum.bf16(bfloat, bfloat)
declare bfloat @llvm.maximum.bf16(bfloat, bfloat)
declare bfloat @llvm.copysign.bf16(bfloat, bfloat)
declare bfloat @llvm.pow.bf16(bfloat, bfloat)
declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat)
declare bfloat @llvm.fmuladd.bf16(bfloat, bfloat, bfloat)
declare bfloat @llvm.powi.bf16.i32(bfloat, i32)
declare bfloat @llvm.ldexp.bf16.i32(bfloat, i32)
declare { bfloat, i32 } @llvm.frexp.bf16.i32(bfloat)
declare i1 @llvm.is.fpclass.bf16(bfloat, i32)
declare i8 @llvm.fptosi.sat.i8.bf16(bfloat)
declare i8 @llvm.fptoui.sat.i8.bf16(bfloat)
declare i32 @llvm.fptosi.sat.i32.bf16(bfloat)
declare i32 @llvm.fptoui.sat.i32.bf16(bfloat)
declare i64 @llvm.fptosi.sat.i64.bf16(bfloat)
declare i64 @llvm.fptoui.sat.i64.bf16(bfloat)
declare i128 @llvm.fptosi.sat.i128.bf16(bfloat)
declare i128 @llvm.fptoui.sat.i128.bf16(bfloat)
declare i32 @llvm.lrint.i32.bf16(bfloat)
declare i32 @llvm.lround.i32.bf16(bfloat)
declare i64 @llvm.lrint.i64.bf16(bfloat)
declare i64 @llvm.lround.i64.bf16(bfloat)
declare i64 @llvm.llrint.i64.bf16(bfloat)
declare i64 @llvm.llround.i64.bf16(bfloat)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x float> @llvm.sin.v4f32(<4 x float>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
declare <2 x double> @llvm.fabs.v2f64(<2 x double>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <2 x double> @llvm.floor.v2f64(<2 x double>)
declare <2 x double> @llvm.sin.v2f64(<2 x double>)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)
declare double @llvm.vector.reduce.fmax.v2f64(<2 x double>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)

define void @fixed_point(i32 %a, i32 %b, i24 %c, i128 %d, <4 x i16> %v, ptr %out) {
  %1 = call i32 @llvm.smul.fix.i32(i32 %a, i32 %b, i32 31)
  %2 = call i32 @llvm.umul.fix.sat.i32(i32 %1, i32 %b, i32 32)
  store i32 %2, ptr %out
  %3 = call i24 @llvm.sdiv.fix.sat.i24(i24 %c, i24 3, i32 12)
  store i24 %3, ptr %out
  %4 = call i128 @llvm.smul.fix.sat.i128(i128 %d, i128 %d, i32 64)
  %5 = call i128 @llvm.udiv.fix.i128(i128 %4, i128 %d, i32 7)
  store i128 %5, ptr %out
  %6 = call <4 x i16> @llvm.umul.fix.v4i16(<4 x i16> %v, <4 x i16> %v, i32 8)
  store <4 x i16> %6, ptr %out
  ret void
}
declare i32 @llvm.smul.fix.i32(i32, i32, i32)
declare i32 @llvm.umul.fix.sat.i32(i32, i32, i32)
declare i24 @llvm.sdiv.fix.sat.i24(i24, i24, i32)
declare i128 @llvm.smul.fix.sat.i128(i128, i128, i32)
declare i128 @llvm.udiv.fix.i128(i128, i128, i32)
declare <4 x i16> @llvm.umul.fix.v4i16(<4 x i16>, <4 x i16>, i32)

define <4 x i32> @predicated(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, i32 %n, ptr %p) {
  %1 = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, i32 %n)
  %2 = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %1, <4 x i32> %b, metadata !"slt", <4 x i1> %m, i32 %n)
  %3 = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %2, <4 x i32> %a, <4 x i32> %b, i32 %n)
  %4 = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, i32 %n)
  call void @llvm.vp.store.v4i32.p0(<4 x i32> %3, ptr align 4 %p, <4 x i1> %2, i32 %n)
  %5 = call i32 @llvm.vp.reduce.add.v4i32(i32 %n, <4 x i32> %4, <4 x i1> %m, i32 %n)
  %6 = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 %n, i32 %5)
  %7 = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p, <4 x i1> %6, <4 x i32> %a)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %7, ptr %p, <4 x i1> %m)
  %8 = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %m, i1 false)
  %9 = call <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32> %7, <4 x i1> %m, <4 x i32> %a)
  %10 = insertelement <4 x i32> %9, i32 %8, i32 0
  ret <4 x i32> %10
}
declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)
declare <4 x i32> @llvm.vp.load.v4i32.p0(ptr, <4 x i1>, i32)
declare void @llvm.vp.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>, i32)
declare i32 @llvm.vp.reduce.add.v4i32(i32, <4 x i32>, <4 x i1>, i32)
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)
declare <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32>, <4 x i1>, <4 x i32>)

define <2 x double> @scaled(<2 x double> %a, <2 x i32> %n, ptr %p, ptr %q) {
  call void @llvm.clear_cache(ptr %p, ptr %q)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 16, i32 4)
  %1 = call <2 x double> @llvm.ldexp.v2f64.v2i32(<2 x double> %a, <2 x i32> %n)
  %2 = call { <2 x double>, <2 x i32> } @llvm.frexp.v2f64.v2i32(<2 x double> %1)
  %3 = extractvalue { <2 x double>, <2 x i32> } %2, 0
  ret <2 x double> %3
}
declare void @llvm.clear_cache(ptr, ptr)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare <2 x double> @llvm.ldexp.v2f64.v2i32(<2 x double>, <2 x i32>)
declare { <2 x double>, <2 x i32> } @llvm.frexp.v2f64.v2i32(<2 x double>)

define i32 @stack() {
  %1 = call i32 @llvm.read_register.i32(metadata !2)
  call void @llvm.write_register.i32(metadata !2, i32 %1)
  ret i32 %1
}
declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.write_register.i32(metadata, i32)
!2 = !{!"sp"}
