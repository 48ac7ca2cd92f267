; ocg: -march=rv64gc -O1
; ocg: -march=x86-64 -O1
; Truth values that are returned in memory take a byte each: the caller's place has room for all of them.

declare <32 x i1> @truths(i32)

define i1 @last(i32 %x) nounwind {
  %v = call <32 x i1> @truths(i32 %x)
  %r = extractelement <32 x i1> %v, i32 31
  ret i1 %r
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	last
	.p2align	1
	.type	last,@function
last:                                   # @last
# %bb.0:
	addi	sp, sp, -48
	sd	ra, 40(sp)                      # save
	mv	a1, a0                          # copy
	mv	a0, sp
	call	truths
# %bb.1:
	lbu	a0, 31(sp)
	ld	ra, 40(sp)                      # restore
	addi	sp, sp, 48
	ret
.Lfunc_end0:
	.size	last, .Lfunc_end0-last
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	last
	.p2align	4
	.type	last,@function
last:                                   # @last
# %bb.0:
	subq	$40, %rsp
	movl	%edi, %esi                      # copy
	leaq	8(%rsp), %rdi
	callq	truths
# %bb.1:
	movzbl	24(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm0
	movzbl	25(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm15
	movzbl	26(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm7
	movzbl	27(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm14
	movzbl	28(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm3
	movzbl	29(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm13
	movzbl	30(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm6
	movzbl	31(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm12
	movzbl	32(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm1
	movzbl	33(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm11
	movzbl	34(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm5
	movzbl	35(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm10
	movzbl	36(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm2
	movzbl	37(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm9
	movzbl	38(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm4
	movzbl	39(%rsp), %eax
	negl	%eax
	movd	%eax, %xmm8
	punpcklbw	%xmm15, %xmm0
	punpcklbw	%xmm14, %xmm7
	punpcklbw	%xmm13, %xmm3
	punpcklbw	%xmm12, %xmm6
	punpcklbw	%xmm11, %xmm1
	punpcklbw	%xmm10, %xmm5
	punpcklbw	%xmm9, %xmm2
	punpcklbw	%xmm8, %xmm4
	punpcklwd	%xmm7, %xmm0
	punpcklwd	%xmm6, %xmm3
	punpcklwd	%xmm5, %xmm1
	punpcklwd	%xmm4, %xmm2
	punpckldq	%xmm3, %xmm0
	punpckldq	%xmm2, %xmm1
	punpcklqdq	%xmm1, %xmm0
	pextrw	$7, %xmm0, %eax
	shrl	$8, %eax
	addq	$40, %rsp
	retq
.Lfunc_end0:
	.size	last, .Lfunc_end0-last
	.section	".note.GNU-stack","",@progbits
