; ocg: -march=x86-64
; Conversions go through memory; without SSE3 the control word changes for one instruction.
define i32 @to_int(x86_fp80 %a) {
  %r = fptosi x86_fp80 %a to i32
  ret i32 %r
}
define i64 @to_unsigned(x86_fp80 %a) {
  %r = fptoui x86_fp80 %a to i64
  ret i64 %r
}
define x86_fp80 @of_unsigned(i64 %a) {
  %r = uitofp i64 %a to x86_fp80
  ret x86_fp80 %r
}
define x86_fp80 @of_int(ptr %p) {
  %v = load i32, ptr %p
  %r = sitofp i32 %v to x86_fp80
  ret x86_fp80 %r
}
define double @narrow(x86_fp80 %a) {
  %r = fptrunc x86_fp80 %a to double
  ret double %r
}
define x86_fp80 @sign(x86_fp80 %a, x86_fp80 %b) {
  %r = call x86_fp80 @llvm.copysign.f80(x86_fp80 %a, x86_fp80 %b)
  ret x86_fp80 %r
}
declare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80)
; ---- expected ----
	.text
	.file	""
	.globl	to_int
	.p2align	4
	.type	to_int,@function
to_int:                                 # @to_int
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fnstcw	-28(%rsp)
	movzwl	-28(%rsp), %eax
	orl	$3072, %eax
	movw	%ax, -26(%rsp)
	fldcw	-26(%rsp)
	fistpl	-24(%rsp)
	fldcw	-28(%rsp)
	movl	-24(%rsp), %eax
	retq
.Lfunc_end0:
	.size	to_int, .Lfunc_end0-to_int
	.cfi_endproc
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI1_0:
	.long	1593835520
	.text
	.globl	to_unsigned
	.p2align	4
	.type	to_unsigned,@function
to_unsigned:                            # @to_unsigned
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	flds	.LCPI1_0(%rip)
	fnstcw	-28(%rsp)
	movzwl	-28(%rsp), %eax
	fld	%st(1)
	fsub	%st(1), %st
	fxch	%st(2)
	fucomi	%st(1), %st
	fstp	%st(1)
	setae	%cl
	fcmovnb	%st(1), %st
	fstp	%st(1)
	orl	$3072, %eax
	movw	%ax, -26(%rsp)
	fldcw	-26(%rsp)
	fistpll	-24(%rsp)
	movq	-24(%rsp), %rax
	movzbl	%cl, %ecx
	shlq	$63, %rcx
	xorq	%rcx, %rax
	fldcw	-28(%rsp)
	retq
.Lfunc_end1:
	.size	to_unsigned, .Lfunc_end1-to_unsigned
	.cfi_endproc
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI2_0:
	.long	1602224128
	.text
	.globl	of_unsigned
	.p2align	4
	.type	of_unsigned,@function
of_unsigned:                            # @of_unsigned
	.cfi_startproc
# %bb.0:
	movq	%rdi, -24(%rsp)
	fildll	-24(%rsp)
	fld	%st
	fadds	.LCPI2_0(%rip)
	btq	$63, %rdi
	fxch	%st(1)
	fcmovb	%st(1), %st
	fstp	%st(1)
	retq
.Lfunc_end2:
	.size	of_unsigned, .Lfunc_end2-of_unsigned
	.cfi_endproc
	.globl	of_int
	.p2align	4
	.type	of_int,@function
of_int:                                 # @of_int
	.cfi_startproc
# %bb.0:
	fildl	(%rdi)
	retq
.Lfunc_end3:
	.size	of_int, .Lfunc_end3-of_int
	.cfi_endproc
	.globl	narrow
	.p2align	4
	.type	narrow,@function
narrow:                                 # @narrow
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fstpl	-24(%rsp)
	movsd	-24(%rsp), %xmm0
	retq
.Lfunc_end4:
	.size	narrow, .Lfunc_end4-narrow
	.cfi_endproc
	.globl	sign
	.p2align	4
	.type	sign,@function
sign:                                   # @sign
	.cfi_startproc
# %bb.0:
	fldt	24(%rsp)
	fldt	8(%rsp)
	fxch	%st(1)
	fstpt	-24(%rsp)
	fabs
	testb	$-128, -15(%rsp)
	fld	%st
	fchs
	fxch	%st(1)
	fcmovne	%st(1), %st
	fstp	%st(1)
	retq
.Lfunc_end5:
	.size	sign, .Lfunc_end5-sign
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
