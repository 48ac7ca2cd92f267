; ocg: -march=i686 -mcpu=prescott
; Integers of 64 bits on IA-32: x87 converts them in memory, straight from a variable and to one where the value is there.
define double @from_memory(ptr %p) {
  %v = load i64, ptr %p
  %r = sitofp i64 %v to double
  ret double %r
}
define void @to_memory(ptr %p, i64 %v) {
  %r = sitofp i64 %v to float
  store float %r, ptr %p
  ret void
}
define x86_fp80 @of_unsigned(i64 %v) {
  %r = uitofp i64 %v to x86_fp80
  ret x86_fp80 %r
}
define i64 @to_signed(double %v) {
  %r = fptosi double %v to i64
  ret i64 %r
}
define i64 @to_unsigned(double %v) #0 {
  %r = fptoui double %v to i64
  ret i64 %r
}
define i64 @rounded(float %v) {
  %r = call i64 @llvm.llrint.i64.f32(float %v)
  ret i64 %r
}
define double @bare(i64 %v) #0 {
  %r = uitofp i64 %v to double
  ret double %r
}
declare i64 @llvm.llrint.i64.f32(float)
attributes #0 = { "target-features"="+cx8,+x87,-sse" }
; ---- expected ----
	.text
	.file	""
	.globl	from_memory
	.p2align	4
	.type	from_memory,@function
from_memory:                            # @from_memory
	.cfi_startproc
# %bb.0:
	subl	$28, %esp
	.cfi_def_cfa_offset	32
	movl	32(%esp), %eax
	fildll	(%eax)
	fstpl	8(%esp)
	movsd	8(%esp), %xmm0
	movsd	%xmm0, (%esp)
	fldl	(%esp)
	addl	$28, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end0:
	.size	from_memory, .Lfunc_end0-from_memory
	.cfi_endproc
	.globl	to_memory
	.p2align	4
	.type	to_memory,@function
to_memory:                              # @to_memory
	.cfi_startproc
# %bb.0:
	subl	$20, %esp
	.cfi_def_cfa_offset	24
	movl	24(%esp), %eax
	movl	28(%esp), %edx
	movl	32(%esp), %ecx
	movl	%edx, (%esp)
	movl	%ecx, 4(%esp)
	fildll	(%esp)
	fstps	(%eax)
	addl	$20, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end1:
	.size	to_memory, .Lfunc_end1-to_memory
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI2_0:
	.quad	6881500230622117888
	.text
	.globl	of_unsigned
	.p2align	4
	.type	of_unsigned,@function
of_unsigned:                            # @of_unsigned
	.cfi_startproc
# %bb.0:
	subl	$20, %esp
	.cfi_def_cfa_offset	24
	movl	24(%esp), %ecx
	movl	28(%esp), %eax
	movl	%ecx, (%esp)
	movl	%eax, 4(%esp)
	fildll	(%esp)
	shrl	$31, %eax
	fadds	.LCPI2_0(,%eax,4)
	addl	$20, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end2:
	.size	of_unsigned, .Lfunc_end2-of_unsigned
	.cfi_endproc
	.globl	to_signed
	.p2align	4
	.type	to_signed,@function
to_signed:                              # @to_signed
	.cfi_startproc
# %bb.0:
	subl	$20, %esp
	.cfi_def_cfa_offset	24
	movsd	24(%esp), %xmm0
	movsd	%xmm0, (%esp)
	fldl	(%esp)
	fisttpll	(%esp)
	movl	(%esp), %eax
	movl	4(%esp), %edx
	addl	$20, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end3:
	.size	to_signed, .Lfunc_end3-to_signed
	.cfi_endproc
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI4_0:
	.long	1593835520
	.text
	.globl	to_unsigned
	.p2align	4
	.type	to_unsigned,@function
to_unsigned:                            # @to_unsigned
	.cfi_startproc
# %bb.0:
	subl	$24, %esp
	.cfi_def_cfa_offset	28
	flds	.LCPI4_0
	fldl	28(%esp)
	fnstcw	(%esp)
	movzwl	(%esp), %eax
	fucomi	%st(1), %st
	fsub	%st, %st(1)
	setae	%dl
	fcmovnb	%st(1), %st
	fstp	%st(1)
	orl	$3072, %eax
	movw	%ax, 2(%esp)
	fldcw	2(%esp)
	movzbl	%dl, %edx
	shll	$31, %edx
	fistpll	4(%esp)
	xorl	8(%esp), %edx
	movl	4(%esp), %eax
	fldcw	(%esp)
	addl	$24, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end4:
	.size	to_unsigned, .Lfunc_end4-to_unsigned
	.cfi_endproc
	.globl	rounded
	.p2align	4
	.type	rounded,@function
rounded:                                # @rounded
	.cfi_startproc
# %bb.0:
	subl	$20, %esp
	.cfi_def_cfa_offset	24
	movss	24(%esp), %xmm0
	movss	%xmm0, (%esp)
	flds	(%esp)
	fistpll	(%esp)
	movl	(%esp), %eax
	movl	4(%esp), %edx
	addl	$20, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end5:
	.size	rounded, .Lfunc_end5-rounded
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI6_0:
	.quad	6881500230622117888
	.text
	.globl	bare
	.p2align	4
	.type	bare,@function
bare:                                   # @bare
	.cfi_startproc
# %bb.0:
	subl	$20, %esp
	.cfi_def_cfa_offset	24
	movl	24(%esp), %ecx
	movl	28(%esp), %eax
	movl	%ecx, (%esp)
	movl	%eax, 4(%esp)
	fildll	(%esp)
	shrl	$31, %eax
	fadds	.LCPI6_0(,%eax,4)
	fstpl	(%esp)
	fldl	(%esp)
	addl	$20, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end6:
	.size	bare, .Lfunc_end6-bare
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
