; ocg: -march=i686 -O1
; ocg: -march=pentium4 -O1
; Sequentially consistent stores of floats; without SSE2 a fence is a locked operation, and a double goes through integers.

define void @single(ptr %p, float %x) nounwind {
  store atomic float %x, ptr %p seq_cst, align 4
  ret void
}
define void @double(ptr %p, double %x) nounwind {
  store atomic double %x, ptr %p seq_cst, align 8
  ret void
}
; ---- expected ----
	.text
	.file	""
	.globl	single
	.p2align	4
	.type	single,@function
single:                                 # @single
# %bb.0:
	movl	4(%esp), %eax
	flds	8(%esp)
	fstps	(%eax)
	lock	orl $0, (%esp)
	retl
.Lfunc_end0:
	.size	single, .Lfunc_end0-single
	.globl	double
	.p2align	4
	.type	double,@function
double:                                 # @double
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$20, %esp
	movl	40(%esp), %ebp
	fldl	44(%esp)
	xorl	%eax, %eax
	movl	%eax, %edx                      # copy
	movl	%eax, %ebx                      # copy
	movl	%eax, %ecx                      # copy
	lock	cmpxchg8b (%ebp)
	movl	%edx, %edi                      # copy
	movl	%eax, %esi                      # copy
.LBB1_1:
	movl	%esi, 12(%esp)
	movl	%edi, 16(%esp)
	fstl	(%esp)
	movl	(%esp), %ebx
	movl	4(%esp), %ecx
	movl	%esi, %eax                      # copy
	movl	%edi, %edx                      # copy
	lock	cmpxchg8b (%ebp)
	movl	%edx, %edi                      # copy
	movl	%eax, %esi                      # copy
	sete	%al
	movzbl	%al, %eax
	testl	%eax, %eax
	je	.LBB1_1
# %bb.2:
	fstp	%st
	addl	$20, %esp
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end1:
	.size	double, .Lfunc_end1-double
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	single
	.p2align	4
	.type	single,@function
single:                                 # @single
# %bb.0:
	movl	4(%esp), %eax
	movss	8(%esp), %xmm0
	movss	%xmm0, (%eax)
	mfence
	retl
.Lfunc_end0:
	.size	single, .Lfunc_end0-single
	.globl	double
	.p2align	4
	.type	double,@function
double:                                 # @double
# %bb.0:
	subl	$20, %esp
	movl	24(%esp), %eax
	movsd	28(%esp), %xmm0
	movsd	%xmm0, 8(%esp)
	movl	8(%esp), %ecx
	movl	%ecx, (%esp)
	movl	12(%esp), %ecx
	movl	%ecx, 4(%esp)
	movsd	(%esp), %xmm0
	movsd	%xmm0, (%eax)
	mfence
	addl	$20, %esp
	retl
.Lfunc_end1:
	.size	double, .Lfunc_end1-double
	.section	".note.GNU-stack","",@progbits
