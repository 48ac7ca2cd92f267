; refused
; What a back end may refuse: exceptions, coroutines, GC, target types, types of other machines. Each must be named.
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
define void @invokes() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %ok unwind label %bad
ok:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup catch ptr null
  resume { ptr, i32 } %l
}
define void @collected() gc "statepoint-example" {
  ret void
}
define i64 @misaligned_atomic(ptr %p, i64 %x) {
  %t = atomicrmw add ptr %p, i64 %x seq_cst, align 4
  ret i64 %t
}
define target("spirv.Image") @target_type(target("spirv.Image") %x) {
  ret target("spirv.Image") %x
}
define void @address_space(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  ret void
}
define void @bundles(ptr %p) {
  call void @may_throw() [ "deopt"(i32 5, ptr %p) ]
  ret void
}
define swiftcc void @swift(ptr swiftself %s, ptr swifterror %e) {
  ret void
}
define void @split() presplitcoroutine {
  %i = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define void @kernel() "target-features"="+nonsense" "target-cpu"="nobody" {
  ret void
}
define <4 x i32> @vector_predicated(<4 x i32> %a, <4 x i1> %m, i32 %n) {
  %r = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i1> %m, i32 %n)
  ret <4 x i32> %r
}
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
define x86_fp80 @x87(x86_fp80 %a) {
  %b = fadd x86_fp80 %a, 0xK3FFF8000000000000000
  ret x86_fp80 %b
}
define ppc_fp128 @ppc(ppc_fp128 %a) {
  %b = fmul ppc_fp128 %a, %a
  ret ppc_fp128 %b
}
define <vscale x 2 x i64> @scalable(<vscale x 2 x i64> %a) {
  %b = add <vscale x 2 x i64> %a, %a
  ret <vscale x 2 x i64> %b
}
define void @prefixed() prefix i32 123 prologue i8 0 {
  ret void
}
define i64 @odd_intrinsics(i64 %x) {
  %1 = call i64 @llvm.smul.fix.i64(i64 %x, i64 %x, i32 5)
  %2 = call i64 @llvm.vscale.i64()
  %3 = call i64 @llvm.unknown.thing(i64 %1)
  %4 = add i64 %2, %3
  ret i64 %4
}
declare i64 @llvm.smul.fix.i64(i64, i64, i32)
declare i64 @llvm.vscale.i64()
declare i64 @llvm.unknown.thing(i64)
