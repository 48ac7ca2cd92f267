; ocg: -march=x86-64
; An argument is in the area of saved registers, or in memory: all of it, and aligned there as its type.
define i32 @word(ptr %list) {
  %r = va_arg ptr %list, i32
  ret i32 %r
}
define double @float(ptr %list) {
  %r = va_arg ptr %list, double
  ret double %r
}
define i128 @both(ptr %list) {
  %r = va_arg ptr %list, i128
  ret i128 %r
}
define x86_fp80 @memory(ptr %list) {
  %r = va_arg ptr %list, x86_fp80
  ret x86_fp80 %r
}
define <4 x float> @vector(ptr %list) {
  %r = va_arg ptr %list, <4 x float>
  ret <4 x float> %r
}
; ---- expected ----
	.text
	.file	""
	.globl	word
	.p2align	4
	.type	word,@function
word:                                   # @word
	.cfi_startproc
# %bb.0:
	movl	(%rdi), %ecx
	movq	8(%rdi), %rax
	cmpl	$41, %ecx
	leal	8(%rcx), %r8d
	movl	%ecx, %esi                      # copy
	setb	%dl
	movzbl	%dl, %edx
	testl	%edx, %edx
	cmovnel	%r8d, %esi
	movl	%esi, (%rdi)
	leaq	8(%rax), %rsi
	cmovneq	%rax, %rsi
	addq	16(%rdi), %rcx
	testl	%edx, %edx
	movq	%rsi, 8(%rdi)
	cmovneq	%rcx, %rax
	movl	(%rax), %eax
	retq
.Lfunc_end0:
	.size	word, .Lfunc_end0-word
	.cfi_endproc
	.globl	float
	.p2align	4
	.type	float,@function
float:                                  # @float
	.cfi_startproc
# %bb.0:
	movl	4(%rdi), %ecx
	movq	8(%rdi), %rax
	cmpl	$161, %ecx
	leal	16(%rcx), %r8d
	movl	%ecx, %esi                      # copy
	setb	%dl
	movzbl	%dl, %edx
	testl	%edx, %edx
	cmovnel	%r8d, %esi
	movl	%esi, 4(%rdi)
	leaq	8(%rax), %rsi
	cmovneq	%rax, %rsi
	addq	16(%rdi), %rcx
	testl	%edx, %edx
	movq	%rsi, 8(%rdi)
	cmovneq	%rcx, %rax
	movsd	(%rax), %xmm0
	retq
.Lfunc_end1:
	.size	float, .Lfunc_end1-float
	.cfi_endproc
	.globl	both
	.p2align	4
	.type	both,@function
both:                                   # @both
	.cfi_startproc
# %bb.0:
	movq	8(%rdi), %r8
	movl	(%rdi), %eax
	leaq	15(%r8), %rdx
	leal	16(%rax), %r9d
	movl	%eax, %esi                      # copy
	andq	$-16, %rdx
	cmpl	$33, %eax
	setb	%cl
	movzbl	%cl, %ecx
	testl	%ecx, %ecx
	cmovnel	%r9d, %esi
	movl	%esi, (%rdi)
	leaq	16(%rdx), %rsi
	cmovneq	%r8, %rsi
	addq	16(%rdi), %rax
	testl	%ecx, %ecx
	movq	%rsi, 8(%rdi)
	cmovneq	%rax, %rdx
	movq	(%rdx), %rax
	movq	8(%rdx), %rdx
	retq
.Lfunc_end2:
	.size	both, .Lfunc_end2-both
	.cfi_endproc
	.globl	memory
	.p2align	4
	.type	memory,@function
memory:                                 # @memory
	.cfi_startproc
# %bb.0:
	movq	8(%rdi), %rax
	addq	$15, %rax
	andq	$-16, %rax
	leaq	16(%rax), %rcx
	movq	%rcx, 8(%rdi)
	fldt	(%rax)
	retq
.Lfunc_end3:
	.size	memory, .Lfunc_end3-memory
	.cfi_endproc
	.globl	vector
	.p2align	4
	.type	vector,@function
vector:                                 # @vector
	.cfi_startproc
# %bb.0:
	movq	8(%rdi), %r8
	movl	4(%rdi), %ecx
	leaq	15(%r8), %rax
	leal	16(%rcx), %r9d
	movl	%ecx, %esi                      # copy
	andq	$-16, %rax
	cmpl	$161, %ecx
	setb	%dl
	movzbl	%dl, %edx
	testl	%edx, %edx
	cmovnel	%r9d, %esi
	movl	%esi, 4(%rdi)
	leaq	16(%rax), %rsi
	cmovneq	%r8, %rsi
	addq	16(%rdi), %rcx
	testl	%edx, %edx
	movq	%rsi, 8(%rdi)
	cmovneq	%rcx, %rax
	movss	(%rax), %xmm0
	movss	4(%rax), %xmm3
	movss	8(%rax), %xmm1
	movss	12(%rax), %xmm2
	unpcklps	%xmm3, %xmm0
	unpcklps	%xmm2, %xmm1
	unpcklpd	%xmm1, %xmm0
	retq
.Lfunc_end4:
	.size	vector, .Lfunc_end4-vector
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
