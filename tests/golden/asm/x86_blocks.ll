; ocg: -march=x86-64 -O1
; ocg: -march=pentium4 -O1
; Copies and fills by vector registers; the last piece may overlap. Two words stay words, and so does all that must not touch them.

define void @copy(ptr %p, ptr %q) nounwind {
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 45, i1 false)
  ret void
}
define void @move(ptr %p, ptr align 16 %q) nounwind {
  call void @llvm.memmove.p0.p0.i32(ptr %p, ptr align 16 %q, i32 40, i1 false)
  ret void
}
define void @zero(ptr align 16 %p) nounwind {
  call void @llvm.memset.p0.i32(ptr align 16 %p, i8 0, i32 96, i1 false)
  ret void
}
define void @fill(ptr %p, i8 %c) nounwind {
  call void @llvm.memset.p0.i32(ptr %p, i8 %c, i32 35, i1 false)
  ret void
}
define void @once(ptr %p) nounwind {
  call void @llvm.memset.p0.i32(ptr %p, i8 1, i32 35, i1 true)
  ret void
}
define void @words(ptr %p, ptr %q) nounwind {
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 7, i1 false)
  ret void
}
define void @general(ptr %p) nounwind noimplicitfloat {
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 20, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
; ---- expected ----
	.text
	.file	""
	.globl	copy
	.p2align	4
	.type	copy,@function
copy:                                   # @copy
# %bb.0:
	movups	16(%rsi), %xmm1
	movups	29(%rsi), %xmm0
	movups	(%rsi), %xmm2
	movups	%xmm2, (%rdi)
	movups	%xmm1, 16(%rdi)
	movups	%xmm0, 29(%rdi)
	retq
.Lfunc_end0:
	.size	copy, .Lfunc_end0-copy
	.globl	move
	.p2align	4
	.type	move,@function
move:                                   # @move
# %bb.0:
	movaps	16(%rsi), %xmm0
	movq	32(%rsi), %rax
	movaps	(%rsi), %xmm1
	movups	%xmm1, (%rdi)
	movups	%xmm0, 16(%rdi)
	movq	%rax, 32(%rdi)
	retq
.Lfunc_end1:
	.size	move, .Lfunc_end1-move
	.globl	zero
	.p2align	4
	.type	zero,@function
zero:                                   # @zero
# %bb.0:
	xorps	%xmm0, %xmm0
	movaps	%xmm0, (%rdi)
	movaps	%xmm0, 16(%rdi)
	movaps	%xmm0, 32(%rdi)
	movaps	%xmm0, 48(%rdi)
	movaps	%xmm0, 64(%rdi)
	movaps	%xmm0, 80(%rdi)
	retq
.Lfunc_end2:
	.size	zero, .Lfunc_end2-zero
	.globl	fill
	.p2align	4
	.type	fill,@function
fill:                                   # @fill
# %bb.0:
	movl	%esi, %eax                      # copy
	movzbl	%al, %eax
	movq	%rax, %rcx                      # copy
	shlq	$8, %rcx
	orq	%rcx, %rax
	movq	%rax, %rcx                      # copy
	shlq	$16, %rcx
	orq	%rcx, %rax
	movq	%rax, %rcx                      # copy
	shlq	$32, %rcx
	orq	%rcx, %rax
	movq	%rax, %xmm0
	pshufd	$68, %xmm0, %xmm0
	movups	%xmm0, (%rdi)
	movups	%xmm0, 16(%rdi)
	movl	%eax, 31(%rdi)
	retq
.Lfunc_end3:
	.size	fill, .Lfunc_end3-fill
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI4_0:
	.quad	72340172838076673
	.quad	72340172838076673
	.text
	.globl	once
	.p2align	4
	.type	once,@function
once:                                   # @once
# %bb.0:
	movaps	.LCPI4_0(%rip), %xmm0
	movups	%xmm0, (%rdi)
	movups	%xmm0, 16(%rdi)
	movw	$257, 32(%rdi)
	movb	$1, 34(%rdi)
	retq
.Lfunc_end4:
	.size	once, .Lfunc_end4-once
	.globl	words
	.p2align	4
	.type	words,@function
words:                                  # @words
# %bb.0:
	movl	3(%rsi), %eax
	movl	(%rsi), %ecx
	movl	%ecx, (%rdi)
	movl	%eax, 3(%rdi)
	retq
.Lfunc_end5:
	.size	words, .Lfunc_end5-words
	.globl	general
	.p2align	4
	.type	general,@function
general:                                # @general
# %bb.0:
	movq	$0, (%rdi)
	movq	$0, 8(%rdi)
	movl	$0, 16(%rdi)
	retq
.Lfunc_end6:
	.size	general, .Lfunc_end6-general
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	copy
	.p2align	4
	.type	copy,@function
copy:                                   # @copy
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	movups	16(%ecx), %xmm1
	movups	29(%ecx), %xmm0
	movups	(%ecx), %xmm2
	movups	%xmm2, (%eax)
	movups	%xmm1, 16(%eax)
	movups	%xmm0, 29(%eax)
	retl
.Lfunc_end0:
	.size	copy, .Lfunc_end0-copy
	.globl	move
	.p2align	4
	.type	move,@function
move:                                   # @move
# %bb.0:
	pushl	%esi                            # save
	movl	8(%esp), %ecx
	movl	12(%esp), %esi
	movaps	16(%esi), %xmm0
	movl	32(%esi), %edx
	movl	36(%esi), %eax
	movaps	(%esi), %xmm1
	movups	%xmm1, (%ecx)
	movups	%xmm0, 16(%ecx)
	movl	%edx, 32(%ecx)
	movl	%eax, 36(%ecx)
	popl	%esi                            # restore
	retl
.Lfunc_end1:
	.size	move, .Lfunc_end1-move
	.globl	zero
	.p2align	4
	.type	zero,@function
zero:                                   # @zero
# %bb.0:
	movl	4(%esp), %eax
	xorps	%xmm0, %xmm0
	movaps	%xmm0, (%eax)
	movaps	%xmm0, 16(%eax)
	movaps	%xmm0, 32(%eax)
	movaps	%xmm0, 48(%eax)
	movaps	%xmm0, 64(%eax)
	movaps	%xmm0, 80(%eax)
	retl
.Lfunc_end2:
	.size	zero, .Lfunc_end2-zero
	.globl	fill
	.p2align	4
	.type	fill,@function
fill:                                   # @fill
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %eax
	movzbl	%al, %eax
	movl	%eax, %edx                      # copy
	shll	$8, %edx
	orl	%edx, %eax
	movl	%eax, %edx                      # copy
	shll	$16, %edx
	orl	%edx, %eax
	movd	%eax, %xmm0
	pshufd	$0, %xmm0, %xmm0
	movups	%xmm0, (%ecx)
	movups	%xmm0, 16(%ecx)
	movl	%eax, 31(%ecx)
	retl
.Lfunc_end3:
	.size	fill, .Lfunc_end3-fill
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI4_0:
	.quad	72340172838076673
	.quad	72340172838076673
	.text
	.globl	once
	.p2align	4
	.type	once,@function
once:                                   # @once
# %bb.0:
	movl	4(%esp), %eax
	movaps	.LCPI4_0, %xmm0
	movups	%xmm0, (%eax)
	movups	%xmm0, 16(%eax)
	movw	$257, 32(%eax)
	movb	$1, 34(%eax)
	retl
.Lfunc_end4:
	.size	once, .Lfunc_end4-once
	.globl	words
	.p2align	4
	.type	words,@function
words:                                  # @words
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
	movl	3(%edx), %eax
	movl	(%edx), %edx
	movl	%edx, (%ecx)
	movl	%eax, 3(%ecx)
	retl
.Lfunc_end5:
	.size	words, .Lfunc_end5-words
	.globl	general
	.p2align	4
	.type	general,@function
general:                                # @general
# %bb.0:
	movl	4(%esp), %eax
	movl	$0, (%eax)
	movl	$0, 4(%eax)
	movl	$0, 8(%eax)
	movl	$0, 12(%eax)
	movl	$0, 16(%eax)
	retl
.Lfunc_end6:
	.size	general, .Lfunc_end6-general
	.section	".note.GNU-stack","",@progbits
