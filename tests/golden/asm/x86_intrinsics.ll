; ocg: -march=x86-64 -mattr=+aes,+pclmul -O1
; ocg: -march=x86-64-v3 -mattr=+aes,+pclmul -O1
; Intrinsics that are an instruction: AES and carry-less products, with and without VEX.

define <2 x i64> @f(<2 x i64> %x, ptr %p) nounwind {
  %y = load <2 x i64>, ptr %p, align 16
  %a = call <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64> %x, <2 x i64> %y)
  %b = call <2 x i64> @llvm.x86.aesni.aesenclast(<2 x i64> %a, <2 x i64> %y)
  %c = call <2 x i64> @llvm.x86.aesni.aesdec(<2 x i64> %b, <2 x i64> %y)
  %d = call <2 x i64> @llvm.x86.aesni.aesdeclast(<2 x i64> %c, <2 x i64> %y)
  %e = call <2 x i64> @llvm.x86.aesni.aesimc(<2 x i64> %d)
  %f = call <2 x i64> @llvm.x86.aesni.aeskeygenassist(<2 x i64> %e, i8 3)
  %g = call <2 x i64> @llvm.x86.pclmulqdq(<2 x i64> %f, <2 x i64> %x, i8 16)
  ret <2 x i64> %g
}
declare <2 x i64> @llvm.x86.aesni.aesenc(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.x86.aesni.aesenclast(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.x86.aesni.aesdec(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.x86.aesni.aesdeclast(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.x86.aesni.aesimc(<2 x i64>)
declare <2 x i64> @llvm.x86.aesni.aeskeygenassist(<2 x i64>, i8)
declare <2 x i64> @llvm.x86.pclmulqdq(<2 x i64>, <2 x i64>, i8)
; ---- expected ----
	.text
	.file	""
	.globl	f
	.p2align	4
	.type	f,@function
f:                                      # @f
# %bb.0:
	movaps	%xmm0, %xmm1                    # copy
	movaps	(%rdi), %xmm2
	aesenc	%xmm2, %xmm0
	aesenclast	%xmm2, %xmm0
	aesdec	%xmm2, %xmm0
	aesdeclast	%xmm2, %xmm0
	aesimc	%xmm0, %xmm0
	aeskeygenassist	$3, %xmm0, %xmm0
	pclmulqdq	$16, %xmm1, %xmm0
	retq
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	f
	.p2align	4
	.type	f,@function
f:                                      # @f
# %bb.0:
	vmovaps	%xmm0, %xmm1                    # copy
	vmovaps	(%rdi), %xmm2
	vaesenc	%xmm2, %xmm0, %xmm0
	vaesenclast	%xmm2, %xmm0, %xmm0
	vaesdec	%xmm2, %xmm0, %xmm0
	vaesdeclast	%xmm2, %xmm0, %xmm0
	vaesimc	%xmm0, %xmm0
	vaeskeygenassist	$3, %xmm0, %xmm0
	vpclmulqdq	$16, %xmm1, %xmm0, %xmm0
	retq
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.section	".note.GNU-stack","",@progbits
