; ocg: -march=x86-64-v3 -O1
; Vectors in inline assembly, each in one register: operands, results, one of several results, one in memory; views by letters.

define <4 x i32> @tied(<4 x i32> %x, <4 x i32> %y) nounwind {
  %r = call <4 x i32> asm "paddd $2, $0", "=x,0,x"(<4 x i32> %x, <4 x i32> %y)
  ret <4 x i32> %r
}
define <8 x i32> @wide(<8 x i32> %x, ptr %p) nounwind {
  %y = load <8 x i32>, ptr %p, align 32
  %r = call <8 x i32> asm "vpaddd $2, $1, $0", "=x,x,xm"(<8 x i32> %x, <8 x i32> %y)
  ret <8 x i32> %r
}
define i32 @several(<2 x double> %x) nounwind {
  %r = call { <2 x double>, i32 } asm "movapd $2, $0; movmskpd $2, $1", "=x,=r,x"(<2 x double> %x)
  %v = extractvalue { <2 x double>, i32 } %r, 0
  %i = extractvalue { <2 x double>, i32 } %r, 1
  %d = extractelement <2 x double> %v, i32 1
  %e = fptosi double %d to i32
  %s = add i32 %e, %i
  ret i32 %s
}
define void @stored(ptr %p, <4 x float> %x) nounwind {
  call void asm "movaps $1, $0", "=*x,x"(ptr elementtype(<4 x float>) %p, <4 x float> %x)
  ret void
}
define <4 x i32> @views(<8 x i32> %x) nounwind {
  %r = call <4 x i32> asm "vextracti128 $$1, ${1:t}, ${0:x}", "=x,x"(<8 x i32> %x)
  ret <4 x i32> %r
}
define <2 x i64> @named(<2 x i64> %x) nounwind {
  %r = call <2 x i64> asm "pxor %xmm0, %xmm0", "={xmm0},{xmm3}"(<2 x i64> %x)
  ret <2 x i64> %r
}
; ---- expected ----
	.text
	.file	""
	.globl	tied
	.p2align	4
	.type	tied,@function
tied:                                   # @tied
# %bb.0:
	#APP
	paddd %xmm1, %xmm0
	#NO_APP
	retq
.Lfunc_end0:
	.size	tied, .Lfunc_end0-tied
	.globl	wide
	.p2align	4
	.type	wide,@function
wide:                                   # @wide
# %bb.0:
	vmovaps	(%rdi), %ymm1
	#APP
	vpaddd %ymm1, %ymm0, %ymm0
	#NO_APP
	retq
.Lfunc_end1:
	.size	wide, .Lfunc_end1-wide
	.globl	several
	.p2align	4
	.type	several,@function
several:                                # @several
# %bb.0:
	#APP
	movapd %xmm0, %xmm1; movmskpd %xmm0, %ecx
	#NO_APP
	vmovaps	%xmm1, %xmm0
	vpshufd	$238, %xmm1, %xmm1
	vunpcklpd	%xmm1, %xmm0, %xmm0
	vpshufd	$238, %xmm0, %xmm0
	vcvttsd2si	%xmm0, %eax
	addl	%ecx, %eax
	retq
.Lfunc_end2:
	.size	several, .Lfunc_end2-several
	.globl	stored
	.p2align	4
	.type	stored,@function
stored:                                 # @stored
# %bb.0:
	#APP
	movaps %xmm0, (%rdi)
	#NO_APP
	retq
.Lfunc_end3:
	.size	stored, .Lfunc_end3-stored
	.globl	views
	.p2align	4
	.type	views,@function
views:                                  # @views
# %bb.0:
	#APP
	vextracti128 $1, %ymm0, %xmm0
	#NO_APP
	vzeroupper
	retq
.Lfunc_end4:
	.size	views, .Lfunc_end4-views
	.globl	named
	.p2align	4
	.type	named,@function
named:                                  # @named
# %bb.0:
	vmovaps	%xmm0, %xmm3                    # copy
	#APP
	pxor %xmm0, %xmm0
	#NO_APP
	retq
.Lfunc_end5:
	.size	named, .Lfunc_end5-named
	.section	".note.GNU-stack","",@progbits
