; ocg: -march=x86-64 -mattr=+avx
; Floats in 256 bits, where integers have 128: arithmetic, masks that choose, logic on signs, conversions, shuffles between halves
; and within them, parts of a register, the bits as integers, arguments.

define <8 x float> @arithmetic(<8 x float> %a, ptr %p) nounwind {
  %b = load <8 x float>, ptr %p, align 4
  %m = fmul <8 x float> %a, %b
  %s = fsub <8 x float> %m, %b
  ret <8 x float> %s
}

define <8 x float> @choose(<8 x float> %a, <8 x float> %b) nounwind {
  %c = fcmp olt <8 x float> %a, %b
  %d = fcmp ogt <8 x float> %a, zeroinitializer
  %both = and <8 x i1> %c, %d
  %n = fneg <8 x float> %b
  %r = select <8 x i1> %both, <8 x float> %a, <8 x float> %n
  ret <8 x float> %r
}

define <4 x double> @convert(<4 x i32> %a, <4 x float> %b) nounwind {
  %x = sitofp <4 x i32> %a to <4 x double>
  %y = fpext <4 x float> %b to <4 x double>
  %s = fadd <4 x double> %x, %y
  ret <4 x double> %s
}

define <8 x float> @from_integers(<8 x i32> %a) nounwind {
  %x = sitofp <8 x i32> %a to <8 x float>
  ret <8 x float> %x
}

define <8 x i32> @bits(<8 x float> %a, <8 x i32> %b) nounwind {
  %i = bitcast <8 x float> %a to <8 x i32>
  %s = add <8 x i32> %i, %b
  ret <8 x i32> %s
}

define <4 x double> @reverse(<4 x double> %a) nounwind {
  %r = shufflevector <4 x double> %a, <4 x double> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x double> %r
}

define <8 x float> @blend(<8 x float> %a, <8 x float> %b) nounwind {
  %r = shufflevector <8 x float> %a, <8 x float> %b, <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 12, i32 5, i32 6, i32 15>
  ret <8 x float> %r
}

define <8 x float> @mixed(<8 x float> %a, <8 x float> %b) nounwind {
  %r = shufflevector <8 x float> %a, <8 x float> %b, <8 x i32> <i32 7, i32 8, i32 1, i32 14, i32 3, i32 3, i32 10, i32 0>
  ret <8 x float> %r
}

define void @six(ptr %p, ptr %q) nounwind {
  %a = load <6 x float>, ptr %p, align 4
  %s = fadd <6 x float> %a, %a
  store <6 x float> %s, ptr %q, align 4
  ret void
}

define <8 x float> @all(float %x) nounwind {
  %v = insertelement <8 x float> poison, float %x, i64 0
  %r = shufflevector <8 x float> %v, <8 x float> poison, <8 x i32> zeroinitializer
  ret <8 x float> %r
}

declare <8 x float> @llvm.x86.avx.vpermilvar.ps.256(<8 x float>, <8 x i32>)
declare <8 x i32> @llvm.x86.avx.cvt.ps2dq.256(<8 x float>)

define <8 x i32> @intrinsics(<8 x float> %a, <8 x i32> %b) nounwind {
  %x = call <8 x float> @llvm.x86.avx.vpermilvar.ps.256(<8 x float> %a, <8 x i32> %b)
  %r = call <8 x i32> @llvm.x86.avx.cvt.ps2dq.256(<8 x float> %x)
  ret <8 x i32> %r
}
; ---- expected ----
	.text
	.file	""
	.globl	arithmetic
	.p2align	4
	.type	arithmetic,@function
arithmetic:                             # @arithmetic
# %bb.0:
	vmovups	(%rdi), %ymm1
	vmulps	%ymm1, %ymm0, %ymm0
	vsubps	%ymm1, %ymm0, %ymm0
	retq
.Lfunc_end0:
	.size	arithmetic, .Lfunc_end0-arithmetic
	.section	.rodata.cst32,"aM",@progbits,32
	.p2align	5, 0x0
.LCPI1_0:
	.quad	-9223372034707292160
	.quad	-9223372034707292160
	.quad	-9223372034707292160
	.quad	-9223372034707292160
	.text
	.globl	choose
	.p2align	4
	.type	choose,@function
choose:                                 # @choose
# %bb.0:
	vmovaps	%ymm0, %ymm2                    # copy
	vxorps	%ymm3, %ymm3, %ymm3
	vmovaps	%ymm1, %ymm0                    # copy
	vxorps	.LCPI1_0(%rip), %ymm0, %ymm0
	vcmpps	$1, %ymm1, %ymm2, %ymm1
	vcmpps	$1, %ymm2, %ymm3, %ymm3
	vandps	%ymm3, %ymm1, %ymm1
	vblendvps	%ymm1, %ymm2, %ymm0, %ymm0
	retq
.Lfunc_end1:
	.size	choose, .Lfunc_end1-choose
	.globl	convert
	.p2align	4
	.type	convert,@function
convert:                                # @convert
# %bb.0:
	vcvtdq2pd	%xmm0, %ymm0
	vcvtps2pd	%xmm1, %ymm1
	vaddpd	%ymm1, %ymm0, %ymm0
	retq
.Lfunc_end2:
	.size	convert, .Lfunc_end2-convert
	.globl	from_integers
	.p2align	4
	.type	from_integers,@function
from_integers:                          # @from_integers
# %bb.0:
	vmovaps	%ymm0, %ymm1                    # copy
	vextractf128	$1, %ymm1, %xmm1
	vcvtdq2ps	%xmm0, %xmm0
	vcvtdq2ps	%xmm1, %xmm1
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	retq
.Lfunc_end3:
	.size	from_integers, .Lfunc_end3-from_integers
	.globl	bits
	.p2align	4
	.type	bits,@function
bits:                                   # @bits
# %bb.0:
	vmovaps	%ymm1, %ymm2                    # copy
	vmovaps	%ymm0, %ymm1                    # copy
	vmovaps	%xmm2, %xmm3
	vextractf128	$1, %ymm2, %xmm2
	vextractf128	$1, %ymm1, %xmm1
	vpaddd	%xmm3, %xmm0, %xmm0
	vpaddd	%xmm2, %xmm1, %xmm1
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	retq
.Lfunc_end4:
	.size	bits, .Lfunc_end4-bits
	.globl	reverse
	.p2align	4
	.type	reverse,@function
reverse:                                # @reverse
# %bb.0:
	vperm2f128	$1, %ymm0, %ymm0, %ymm0
	vpermilps	$78, %ymm0, %ymm0
	retq
.Lfunc_end5:
	.size	reverse, .Lfunc_end5-reverse
	.globl	blend
	.p2align	4
	.type	blend,@function
blend:                                  # @blend
# %bb.0:
	vblendps	$154, %ymm1, %ymm0, %ymm0
	retq
.Lfunc_end6:
	.size	blend, .Lfunc_end6-blend
	.globl	mixed
	.p2align	4
	.type	mixed,@function
mixed:                                  # @mixed
# %bb.0:
	vmovaps	%ymm1, %ymm3                    # copy
	vmovaps	%xmm0, %xmm1
	vextractf128	$1, %ymm0, %xmm0
	vpermilps	$212, %xmm1, %xmm2
	vpermilps	$47, %xmm1, %xmm1
	vshufps	$231, %xmm2, %xmm0, %xmm0
	vmovaps	%xmm3, %xmm2
	vextractf128	$1, %ymm3, %xmm3
	vshufps	$200, %xmm2, %xmm0, %xmm0
	vblendps	$4, %xmm2, %xmm1, %xmm1
	vpshufd	$216, %xmm0, %xmm0
	vshufps	$170, %xmm0, %xmm3, %xmm3
	vshufps	$36, %xmm3, %xmm0, %xmm0
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	retq
.Lfunc_end7:
	.size	mixed, .Lfunc_end7-mixed
	.globl	six
	.p2align	4
	.type	six,@function
six:                                    # @six
# %bb.0:
	vmovsd	16(%rdi), %xmm1
	vmovups	(%rdi), %xmm0
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	vaddps	%ymm0, %ymm0, %ymm0
	vmovaps	%xmm0, %xmm1
	vextractf128	$1, %ymm0, %xmm0
	vmovups	%xmm1, (%rsi)
	vmovsd	%xmm0, 16(%rsi)
	vzeroupper
	retq
.Lfunc_end8:
	.size	six, .Lfunc_end8-six
	.globl	all
	.p2align	4
	.type	all,@function
all:                                    # @all
# %bb.0:
	vmovaps	%xmm0, %xmm1
	vpermilps	$0, %xmm1, %xmm1
	vmovaps	%xmm1, %xmm0
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	retq
.Lfunc_end9:
	.size	all, .Lfunc_end9-all
	.globl	intrinsics
	.p2align	4
	.type	intrinsics,@function
intrinsics:                             # @intrinsics
# %bb.0:
	vpermilps	%ymm1, %ymm0, %ymm1
	vcvtps2dq	%ymm1, %ymm1
	vmovaps	%xmm1, %xmm0
	vextractf128	$1, %ymm1, %xmm1
	vinsertf128	$1, %xmm1, %ymm0, %ymm0
	retq
.Lfunc_end10:
	.size	intrinsics, .Lfunc_end10-intrinsics
	.section	".note.GNU-stack","",@progbits
