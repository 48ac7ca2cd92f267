; Calls of every kind, intrinsics, inline assembly, exception handling.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
%t = type { i64, i64 }

declare i32 @printf(ptr, ...)
declare void @f(i32)
declare fastcc i32 @fast(i32)
declare ptr @ret_ptr()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.ctpop.i32(i32)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i64 @llvm.read_register.i64(metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.assume(i1)
declare void @later_intrinsic()

define i32 @calls(ptr %p, i32 %x, double %d, i1 %c) strictfp {
  call void @f(i32 %x)
  %1 = call i32 (ptr, ...) @printf(ptr %p, i32 %x, double %d)
  %2 = tail call fastcc i32 @fast(i32 %x) nounwind
  %3 = notail call i32 %p(i32 signext %x, ptr byval(%t) align 8 %p) "k"="v" #0
  %4 = call i32 @llvm.ctpop.i32(i32 %x), !range !0
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 1 %p, i64 8, i1 false)
  %5 = call nnan nsz double %p(double %d)
  %6 = call double @llvm.experimental.constrained.fadd.f64(double %d, double %d, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = call i64 @llvm.read_register.i64(metadata !1)
  call void @llvm.assume(i1 %c) [ "align"(ptr %p, i64 8), "empty"() ]
  call void @f(i32 %x) [ "deopt"(i32 %x, ptr null) ]
  %8 = call noalias noundef nonnull ptr @ret_ptr()
  %9 = call zeroext i8 null(i8 zeroext 3)
  %10 = call { i32, i64 } %p(i32 undef)
  call void @llvm.dbg.value(metadata i32 %x, metadata !1, metadata !DIExpression(DW_OP_plus_uconst, 3))
  call cc 10 void %p()
  ret i32 %1
}
define i32 @assembly(i32 %x, ptr %p) {
  %1 = call i32 asm sideeffect "add $0, $1, $2 # \22q\22", "=r,r,i,~{memory}"(i32 %x, i32 5), !srcloc !2
  call void asm "nop", ""()
  call void asm sideeffect alignstack inteldialect unwind "nop", "*m"(ptr elementtype(i32) %p)
  %2 = call { i32, i32 } asm "two $0, $1", "=r,=r"()
  ret i32 %1
}
define i32 @go(i32 %x) {
  %r = callbr i32 asm sideeffect "jmp ${1:l}", "=r,!i,!i"() to label %a [label %b, label %c]
a:
  ret i32 %r
b:
  ret i32 1
c:
  ret i32 2
}
define i32 @must(i32 %x) {
  %r = musttail call i32 @must(i32 %x)
  ret i32 %r
}
define void @thunk(ptr %this, ...) {
  musttail call void (ptr, ...) @thunk(ptr %this, ...)
  ret void
}
define i32 @va(i32 %n, ...) {
  %ap = alloca ptr
  call void @llvm.va_start.p0(ptr %ap)
  %1 = va_arg ptr %ap, i32
  %2 = va_arg ptr %ap, %t
  call void @llvm.va_end.p0(ptr %ap)
  ret i32 %1
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

declare i32 @__gxx_personality_v0(...)
@type = external constant ptr
define i32 @eh(i32 %x) personality ptr @__gxx_personality_v0 {
  %v = invoke fastcc i32 @fast(i32 %x) nounwind [ "bundle"(i32 1) ] to label %ok unwind label %pad, !prof !3
ok:
  invoke void asm sideeffect "", ""() to label %done unwind label %pad2
done:
  ret i32 %v
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @type catch ptr null filter [1 x ptr] [ptr @type]
  resume { ptr, i32 } %l
pad2:
  %m = landingpad { ptr, i32 } filter [0 x ptr] zeroinitializer
  resume { ptr, i32 } %m
}
declare i32 @__CxxFrameHandler3(...)
define void @seh(ptr %p) personality ptr @__CxxFrameHandler3 {
  invoke void @f(i32 1) to label %ok unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %h1, label %h2] unwind label %clean
h1:
  %c1 = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %c1 to label %ok
h2:
  %c2 = catchpad within %s [ptr %p, i32 8, ptr %p]
  invoke void @f(i32 2) [ "funclet"(token %c2) ] to label %back unwind label %clean
back:
  catchret from %c2 to label %ok
clean:
  %k = cleanuppad within none []
  call void @f(i32 3) [ "funclet"(token %k) ]
  cleanupret from %k unwind to caller
ok:
  ret void
}
attributes #0 = { nounwind memory(read) }
!0 = !{i32 0, i32 33}
!1 = !{!"sp"}
!2 = !{i64 10, i64 20}
!3 = !{!"branch_weights", i32 1, i32 2000}
