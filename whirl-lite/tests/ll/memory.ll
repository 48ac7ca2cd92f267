; Loads, stores, atomics, stack memory, addresses.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
%s = type { i32, [4 x { i8, i64 }] }

define i32 @loads(ptr %p, ptr addrspace(1) %q) {
  %1 = load i32, ptr %p
  %2 = load volatile i64, ptr %p, align 1
  %3 = load atomic i32, ptr %p unordered, align 4
  %4 = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4
  %5 = load atomic ptr, ptr %p seq_cst, align 8
  %6 = load i8, ptr addrspace(1) %q, align 1, !range !0, !noundef !1
  %7 = load %s, ptr %p
  %8 = load <vscale x 4 x i32>, ptr %p
  %9 = load i24, ptr %p
  %10 = load atomic i32, ptr %p syncscope("agent") monotonic, align 4, !tbaa !2
  ret i32 %1
}
define void @stores(ptr %p, i32 %x, %s %agg) {
  store i32 %x, ptr %p
  store volatile i32 %x, ptr %p, align 2
  store atomic i32 %x, ptr %p release, align 4
  store atomic volatile i32 %x, ptr %p syncscope("singlethread") seq_cst, align 4
  store %s %agg, ptr %p, align 8
  store ptr %p, ptr %p, !nontemporal !5
  store <3 x i8> zeroinitializer, ptr %p
  ret void
}
define ptr @stack(i32 %n, i64 %m) {
  %a = alloca i32
  %b = alloca i32, align 64
  %c = alloca %s, i32 %n
  %d = alloca i8, i64 %m, align 16
  %e = alloca [4 x i32], i64 2, align 4, addrspace(5)
  %f = alloca swifterror ptr, align 8
  ret ptr %a
}
define ptr @addresses(ptr %p, i64 %i, <2 x i32> %v) {
  %1 = getelementptr %s, ptr %p, i64 %i, i32 1, i64 %i, i32 1
  %2 = getelementptr inbounds i8, ptr %1, i64 -4
  %3 = getelementptr nusw nuw i16, ptr %2, i64 4
  %4 = getelementptr inbounds nuw i16, ptr %3, i64 4
  %5 = getelementptr i32, ptr %4, <2 x i32> %v
  %6 = getelementptr { i8, i32 }, <2 x ptr> %5, <2 x i64> <i64 0, i64 1>, <2 x i32> <i32 1, i32 1>
  %7 = getelementptr i32, ptr %4
  ret ptr %7
}
define i64 @atomics(ptr %p, i64 %x, float %f, double %d) {
  %1 = cmpxchg ptr %p, i64 %x, i64 0 acq_rel monotonic, align 8
  %2 = cmpxchg weak volatile ptr %p, i64 %x, i64 0 syncscope("singlethread") seq_cst acquire, align 8
  %3 = cmpxchg ptr %p, ptr %p, ptr null monotonic monotonic
  %4 = atomicrmw xchg ptr %p, i64 %x seq_cst
  %5 = atomicrmw add ptr %p, i64 %x acquire, align 4
  %6 = atomicrmw sub ptr %p, i64 %x release
  %7 = atomicrmw and ptr %p, i64 %x monotonic
  %8 = atomicrmw nand ptr %p, i64 %x monotonic
  %9 = atomicrmw or ptr %p, i64 %x monotonic
  %10 = atomicrmw xor ptr %p, i64 %x monotonic
  %11 = atomicrmw max ptr %p, i64 %x monotonic
  %12 = atomicrmw min ptr %p, i64 %x monotonic
  %13 = atomicrmw umax ptr %p, i64 %x monotonic
  %14 = atomicrmw umin ptr %p, i64 %x monotonic
  %15 = atomicrmw fadd ptr %p, float %f monotonic
  %16 = atomicrmw fsub ptr %p, double %d monotonic
  %17 = atomicrmw fmax ptr %p, float %f monotonic
  %18 = atomicrmw fmin ptr %p, float %f monotonic
  %19 = atomicrmw uinc_wrap ptr %p, i64 %x monotonic
  %20 = atomicrmw udec_wrap ptr %p, i64 %x monotonic
  %21 = atomicrmw volatile xchg ptr %p, ptr %p syncscope("singlethread") acq_rel, align 8
  fence acquire
  fence syncscope("singlethread") seq_cst
  ret i64 %x
}
!0 = !{i8 0, i8 2}
!1 = !{}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"root"}
!5 = !{i32 1}
