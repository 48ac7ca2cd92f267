; ocg: -march=sandybridge -O1
; With AVX alone nothing is computed in 256 bits; but vectors of 256 bits are passed in registers of that width.

define <8 x float> @add(<8 x float> %x, <8 x float> %y) nounwind {
  %r = fadd <8 x float> %x, %y
  ret <8 x float> %r
}
define <16 x i32> @two(<16 x i32> %x) nounwind {
  %r = add <16 x i32> %x, %x
  ret <16 x i32> %r
}
define { <4 x double>, i32 } @call(ptr %p, i32 %i) nounwind {
  %x = load <4 x double>, ptr %p, align 32
  %y = call { <4 x double>, i32 } @other(i32 %i, <4 x double> %x)
  ret { <4 x double>, i32 } %y
}
declare { <4 x double>, i32 } @other(i32, <4 x double>)
; ---- expected ----
	.text
	.file	""
	.globl	add
	.p2align	4
	.type	add,@function
add:                                    # @add
# %bb.0:
	vaddps	%ymm1, %ymm0, %ymm0
	retq
.Lfunc_end0:
	.size	add, .Lfunc_end0-add
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	vmovaps	%ymm0, %ymm3                    # copy
	vmovaps	%ymm1, %ymm2                    # copy
	vextractf128	$1, %ymm3, %xmm3
	vextractf128	$1, %ymm2, %xmm2
	vpaddd	%xmm0, %xmm0, %xmm0
	vpaddd	%xmm3, %xmm3, %xmm3
	vinsertf128	$1, %xmm3, %ymm0, %ymm0
	vpaddd	%xmm1, %xmm1, %xmm1
	vpaddd	%xmm2, %xmm2, %xmm2
	vinsertf128	$1, %xmm2, %ymm1, %ymm1
	retq
.Lfunc_end1:
	.size	two, .Lfunc_end1-two
	.globl	call
	.p2align	4
	.type	call,@function
call:                                   # @call
# %bb.0:
	subq	$8, %rsp
	movq	%rdi, %rax                      # copy
	movl	%esi, %edi                      # copy
	vmovaps	(%rax), %ymm0
	callq	other
# %bb.1:
	vmovaps	%xmm0, %xmm4
	vmovaps	%xmm4, %xmm3
	vpshufd	$238, %xmm4, %xmm4
	vextractf128	$1, %ymm0, %xmm2
	vmovaps	%xmm2, %xmm1
	vpshufd	$238, %xmm2, %xmm2
	vunpcklpd	%xmm4, %xmm3, %xmm0
	vunpcklpd	%xmm2, %xmm1, %xmm1
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	addq	$8, %rsp
	retq
.Lfunc_end2:
	.size	call, .Lfunc_end2-call
	.section	".note.GNU-stack","",@progbits
