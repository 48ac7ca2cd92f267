; ocg: -march=x86-64 -O1
; ocg: -march=x86-64-v3 -O1
; ocg: -march=pentium4 -O1
; Vectors of no power of two of lanes: in a register where the next power of two fills one, else lane by lane.

define <3 x i16> @three_words(<3 x i16> %a, <3 x i16> %b) nounwind {
  ret <3 x i16> %b
}

define <5 x i16> @five_words(<5 x i16> %a, <5 x i16> %b) nounwind {
  ret <5 x i16> %b
}

define <3 x double> @three_doubles(<3 x double> %a) nounwind {
  %r = shufflevector <3 x double> %a, <3 x double> poison, <3 x i32> <i32 2, i32 0, i32 1>
  ret <3 x double> %r
}

define i64 @five_wide(<5 x i64> %a, <5 x i64> %b, i64 %last) nounwind {
  %x = extractelement <5 x i64> %b, i32 1
  %y = sub i64 %x, %last
  ret i64 %y
}

define <3 x half> @three_halves(<3 x half> %a, <3 x half> %b) nounwind {
  ret <3 x half> %b
}
; ---- expected ----
	.text
	.file	""
	.globl	three_words
	.p2align	4
	.type	three_words,@function
three_words:                            # @three_words
# %bb.0:
	movd	%ecx, %xmm0
	pinsrw	$1, %r8d, %xmm0
	pinsrw	$2, %r9d, %xmm0
	pextrw	$0, %xmm0, %eax
	pextrw	$1, %xmm0, %edx
	pextrw	$2, %xmm0, %ecx
	retq
.Lfunc_end0:
	.size	three_words, .Lfunc_end0-three_words
	.globl	five_words
	.p2align	4
	.type	five_words,@function
five_words:                             # @five_words
# %bb.0:
	movaps	%xmm1, %xmm0                    # copy
	retq
.Lfunc_end1:
	.size	five_words, .Lfunc_end1-five_words
	.globl	three_doubles
	.p2align	4
	.type	three_doubles,@function
three_doubles:                          # @three_doubles
# %bb.0:
	movaps	%xmm1, %xmm3                    # copy
	movaps	%xmm2, %xmm1                    # copy
	movaps	%xmm0, %xmm2                    # copy
	unpcklpd	%xmm3, %xmm2
	unpcklpd	%xmm2, %xmm1
	pshufd	$238, %xmm2, %xmm2
	movaps	%xmm1, %xmm0
	pshufd	$238, %xmm1, %xmm1
	movsd	%xmm2, -8(%rsp)
	fldl	-8(%rsp)
	retq
.Lfunc_end2:
	.size	three_doubles, .Lfunc_end2-three_doubles
	.globl	five_wide
	.p2align	4
	.type	five_wide,@function
five_wide:                              # @five_wide
# %bb.0:
	movq	8(%rsp), %rax
	movq	%rax, %xmm0
	movq	%r9, %xmm1
	punpcklqdq	%xmm1, %xmm0
	pshufd	$238, %xmm0, %xmm0
	movq	%xmm0, %rax
	subq	40(%rsp), %rax
	retq
.Lfunc_end3:
	.size	five_wide, .Lfunc_end3-five_wide
	.globl	three_halves
	.p2align	4
	.type	three_halves,@function
three_halves:                           # @three_halves
# %bb.0:
	pextrw	$0, %xmm1, %edx
	pextrw	$1, %xmm1, %ecx
	pextrw	$2, %xmm1, %eax
	movd	%edx, %xmm0
	pinsrw	$1, %ecx, %xmm0
	pinsrw	$2, %eax, %xmm0
	retq
.Lfunc_end4:
	.size	three_halves, .Lfunc_end4-three_halves
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	three_words
	.p2align	4
	.type	three_words,@function
three_words:                            # @three_words
# %bb.0:
	vmovd	%ecx, %xmm0
	vpinsrw	$1, %r8d, %xmm0, %xmm0
	vpinsrw	$2, %r9d, %xmm0, %xmm0
	vpextrw	$0, %xmm0, %eax
	vpextrw	$1, %xmm0, %edx
	vpextrw	$2, %xmm0, %ecx
	retq
.Lfunc_end0:
	.size	three_words, .Lfunc_end0-three_words
	.globl	five_words
	.p2align	4
	.type	five_words,@function
five_words:                             # @five_words
# %bb.0:
	vmovaps	%xmm1, %xmm0                    # copy
	retq
.Lfunc_end1:
	.size	five_words, .Lfunc_end1-five_words
	.globl	three_doubles
	.p2align	4
	.type	three_doubles,@function
three_doubles:                          # @three_doubles
# %bb.0:
	vpermq	$210, %ymm0, %ymm0
	retq
.Lfunc_end2:
	.size	three_doubles, .Lfunc_end2-three_doubles
	.globl	five_wide
	.p2align	4
	.type	five_wide,@function
five_wide:                              # @five_wide
# %bb.0:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdx
	movq	24(%rsp), %rax
	vmovq	%rsi, %xmm0
	vmovq	%r9, %xmm1
	vpunpcklqdq	%xmm1, %xmm0, %xmm0
	vmovq	%rdx, %xmm1
	vmovq	%rax, %xmm2
	vpunpcklqdq	%xmm2, %xmm1, %xmm1
	vinserti128	$1, %xmm1, %ymm0, %ymm0
	vpextrq	$1, %xmm0, %rax
	subq	40(%rsp), %rax
	vzeroupper
	retq
.Lfunc_end3:
	.size	five_wide, .Lfunc_end3-five_wide
	.globl	three_halves
	.p2align	4
	.type	three_halves,@function
three_halves:                           # @three_halves
# %bb.0:
	vpextrw	$0, %xmm1, %edx
	vpextrw	$1, %xmm1, %ecx
	vpextrw	$2, %xmm1, %eax
	vmovd	%edx, %xmm0
	vpinsrw	$1, %ecx, %xmm0, %xmm0
	vpinsrw	$2, %eax, %xmm0, %xmm0
	retq
.Lfunc_end4:
	.size	three_halves, .Lfunc_end4-three_halves
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	three_words
	.p2align	4
	.type	three_words,@function
three_words:                            # @three_words
# %bb.0:
	movl	20(%esp), %ecx
	movl	24(%esp), %eax
	movd	16(%esp), %xmm0
	pinsrw	$1, %ecx, %xmm0
	pinsrw	$2, %eax, %xmm0
	pextrw	$0, %xmm0, %eax
	pextrw	$1, %xmm0, %edx
	pextrw	$2, %xmm0, %ecx
	retl
.Lfunc_end0:
	.size	three_words, .Lfunc_end0-three_words
	.globl	five_words
	.p2align	4
	.type	five_words,@function
five_words:                             # @five_words
# %bb.0:
	movaps	%xmm1, %xmm0                    # copy
	retl
.Lfunc_end1:
	.size	five_words, .Lfunc_end1-five_words
	.globl	three_doubles
	.p2align	4
	.type	three_doubles,@function
three_doubles:                          # @three_doubles
# %bb.0:
	movl	4(%esp), %eax
	movsd	8(%esp), %xmm0
	movsd	16(%esp), %xmm2
	movsd	24(%esp), %xmm1
	unpcklpd	%xmm2, %xmm0
	unpcklpd	%xmm0, %xmm1
	pshufd	$238, %xmm0, %xmm0
	movaps	%xmm1, %xmm2
	pshufd	$238, %xmm1, %xmm1
	movsd	%xmm2, (%eax)
	movsd	%xmm1, 8(%eax)
	movsd	%xmm0, 16(%eax)
	retl	$4
.Lfunc_end2:
	.size	three_doubles, .Lfunc_end2-three_doubles
	.globl	five_wide
	.p2align	4
	.type	five_wide,@function
five_wide:                              # @five_wide
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movl	96(%esp), %esi
	movl	100(%esp), %ecx
	movd	56(%esp), %xmm0
	movd	60(%esp), %xmm3
	movd	64(%esp), %xmm1
	movd	68(%esp), %xmm2
	punpckldq	%xmm3, %xmm0
	punpckldq	%xmm2, %xmm1
	punpcklqdq	%xmm1, %xmm0
	pshufd	$238, %xmm0, %xmm1
	movd	%xmm1, %eax
	pshufd	$231, %xmm0, %xmm0
	movd	%xmm0, %edx
	subl	%esi, %eax
	sbbl	%ecx, %edx
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end3:
	.size	five_wide, .Lfunc_end3-five_wide
	.globl	three_halves
	.p2align	4
	.type	three_halves,@function
three_halves:                           # @three_halves
# %bb.0:
	pextrw	$0, %xmm1, %edx
	pextrw	$1, %xmm1, %ecx
	pextrw	$2, %xmm1, %eax
	movd	%edx, %xmm0
	pinsrw	$1, %ecx, %xmm0
	pinsrw	$2, %eax, %xmm0
	retl
.Lfunc_end4:
	.size	three_halves, .Lfunc_end4-three_halves
	.section	".note.GNU-stack","",@progbits
