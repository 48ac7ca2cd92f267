; ocg: -march=x86-64-v3
; Wide vectors, and upper halves cleared before others' code runs; scalars in VEX forms too.
declare void @other()
define void @add(ptr %p, ptr %q) {
  %a = load <8 x i32>, ptr %p, align 4
  %b = load <8 x i32>, ptr %q, align 4
  %s = add <8 x i32> %a, %b
  store <8 x i32> %s, ptr %p, align 4
  call void @other()
  ret void
}
define <8 x float> @passed(<8 x float> %a, <8 x float> %b, float %c) {
  %i = insertelement <8 x float> poison, float %c, i32 0
  %v = shufflevector <8 x float> %i, <8 x float> poison, <8 x i32> zeroinitializer
  %m = call <8 x float> @llvm.fma.v8f32(<8 x float> %a, <8 x float> %b, <8 x float> %v)
  ret <8 x float> %m
}
define float @root(double %x) {
  %y = fptrunc double %x to float
  %r = call float @llvm.sqrt.f32(float %y)
  ret float %r
}
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare float @llvm.sqrt.f32(float)
; ---- expected ----
	.text
	.file	""
	.globl	add
	.p2align	4
	.type	add,@function
add:                                    # @add
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	vmovups	(%rdi), %ymm0
	vpaddd	(%rsi), %ymm0, %ymm0
	vmovups	%ymm0, (%rdi)
	vzeroupper
	callq	other
# %bb.1:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
.Lfunc_end0:
	.size	add, .Lfunc_end0-add
	.cfi_endproc
	.globl	passed
	.p2align	4
	.type	passed,@function
passed:                                 # @passed
	.cfi_startproc
# %bb.0:
	vmovaps	%xmm2, %xmm3
	vxorps	%ymm2, %ymm2, %ymm2
	vpermd	%ymm3, %ymm2, %ymm2
	vfmadd213ps	%ymm2, %ymm1, %ymm0
	retq
.Lfunc_end1:
	.size	passed, .Lfunc_end1-passed
	.cfi_endproc
	.globl	root
	.p2align	4
	.type	root,@function
root:                                   # @root
	.cfi_startproc
# %bb.0:
	vcvtsd2ss	%xmm0, %xmm0, %xmm0
	vsqrtss	%xmm0, %xmm0, %xmm0
	retq
.Lfunc_end2:
	.size	root, .Lfunc_end2-root
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
