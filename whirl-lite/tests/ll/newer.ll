; What LLVM 20 to 22 write and LLVM 19 does not read.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

@f0 = global float f0x3F800000
@f1 = global double +inf
@f2 = global half -qnan
@f3 = global float +nan(0x1)
@f4 = global double -snan(0x2)
@f5 = global double 0x1.8p3
@p = global ptr ptrauth (ptr @f0, i32 1, i64 1234, ptr @f1)
@gep = global ptr getelementptr inbounds nuw (i8, ptr @f0, i64 4)
@san = global i32 1, sanitize_address_dyninit

declare ptr @captured(ptr captures(none), ptr captures(address, read_provenance), ptr captures(ret: address, provenance), ptr dead_on_return, ptr dead_on_return(8), i16 noext)
define i1 @f(i32 %a, i32 %b, ptr %p, half %h) nocreateundeforpoison sanitize_alloc_token sanitize_type sanitize_realtime memory(errnomem: write) prefalign(16) {
  %1 = icmp samesign ult i32 %a, %b
  %2 = atomicrmw usub_cond ptr %p, i32 %a monotonic
  %3 = atomicrmw usub_sat ptr %p, i32 %a monotonic
  %4 = atomicrmw fmaximum ptr %p, half %h monotonic
  %5 = ptrtoaddr ptr %p to i64
  %10 = fptrunc nnan double 1.0 to float
  %20 = fpext fast half %h to float
  %21 = uitofp nneg nnan i32 %a to float
  ret i1 %1
}
declare riscv_vls_cc(256) void @vls()
define void @records(i32 %a) {
  %1 = add i32 %a, 1
    #dbg_value(i32 %1, !0, !DIExpression(), !1)
    #dbg_declare(ptr null, !0, !DIExpression(DW_OP_plus, 8), !1)
    #dbg_assign(!DIArgList(i32 %a), !0, !DIExpression(), !2, ptr undef, !DIExpression(), !1)
    #dbg_label(!0, !1)
  ret void
}
!0 = !{}
!1 = !{}
!2 = distinct !DIAssignID()
