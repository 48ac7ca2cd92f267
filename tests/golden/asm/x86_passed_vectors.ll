; ocg: -march=x86-64 -O1
; ocg: -march=x86-64-v3 -O1
; ocg: -march=pentium4 -O1
; Vectors of 16-bit floats and of truth values as arguments and results, and a single half.

define half @one(half %x, half %y) nounwind {
  ret half %y
}

define <8 x half> @halves(<8 x half> %x, half %y) nounwind {
  %r = insertelement <8 x half> %x, half %y, i32 5
  ret <8 x half> %r
}

define <2 x half> @two(<2 x half> %x) nounwind {
  %r = shufflevector <2 x half> %x, <2 x half> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x half> %r
}

define <4 x i1> @masks(<4 x i1> %x, <4 x i1> %y) nounwind {
  %r = and <4 x i1> %x, %y
  ret <4 x i1> %r
}

define <16 x i8> @wide_mask(<16 x i1> %x, <16 x i8> %a, <16 x i8> %b) nounwind {
  %r = select <16 x i1> %x, <16 x i8> %a, <16 x i8> %b
  ret <16 x i8> %r
}

define <3 x i1> @three(<3 x i1> %x) nounwind {
  ret <3 x i1> %x
}
; ---- expected ----
	.text
	.file	""
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
# %bb.0:
	movd	%xmm1, %eax
	orl	$-65536, %eax
	movd	%eax, %xmm0
	retq
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.globl	halves
	.p2align	4
	.type	halves,@function
halves:                                 # @halves
# %bb.0:
	pextrw	$0, %xmm0, %r9d
	pextrw	$1, %xmm0, %r8d
	pextrw	$2, %xmm0, %edi
	pextrw	$3, %xmm0, %esi
	pextrw	$4, %xmm0, %edx
	pextrw	$6, %xmm0, %ecx
	pextrw	$7, %xmm0, %eax
	movd	%r9d, %xmm0
	pinsrw	$1, %r8d, %xmm0
	pinsrw	$2, %edi, %xmm0
	pinsrw	$3, %esi, %xmm0
	pinsrw	$4, %edx, %xmm0
	movd	%xmm1, %edx
	pinsrw	$5, %edx, %xmm0
	pinsrw	$6, %ecx, %xmm0
	pinsrw	$7, %eax, %xmm0
	retq
.Lfunc_end1:
	.size	halves, .Lfunc_end1-halves
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	pextrw	$0, %xmm0, %eax
	pextrw	$1, %xmm0, %ecx
	movd	%ecx, %xmm0
	pinsrw	$1, %eax, %xmm0
	retq
.Lfunc_end2:
	.size	two, .Lfunc_end2-two
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI3_0:
	.quad	4294967297
	.quad	4294967297
	.text
	.globl	masks
	.p2align	4
	.type	masks,@function
masks:                                  # @masks
# %bb.0:
	movaps	%xmm0, %xmm3                    # copy
	movaps	%xmm1, %xmm2                    # copy
	xorps	%xmm1, %xmm1
	pand	.LCPI3_0(%rip), %xmm3
	movaps	%xmm1, %xmm0                    # copy
	psubd	%xmm3, %xmm0
	pand	.LCPI3_0(%rip), %xmm2
	psubd	%xmm2, %xmm1
	pand	%xmm1, %xmm0
	retq
.Lfunc_end3:
	.size	masks, .Lfunc_end3-masks
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI4_0:
	.quad	72340172838076673
	.quad	72340172838076673
	.text
	.globl	wide_mask
	.p2align	4
	.type	wide_mask,@function
wide_mask:                              # @wide_mask
# %bb.0:
	movaps	%xmm0, %xmm3                    # copy
	xorps	%xmm0, %xmm0
	pand	.LCPI4_0(%rip), %xmm3
	psubb	%xmm3, %xmm0
	pand	%xmm0, %xmm1
	pandn	%xmm2, %xmm0
	por	%xmm1, %xmm0
	retq
.Lfunc_end4:
	.size	wide_mask, .Lfunc_end4-wide_mask
	.globl	three
	.p2align	4
	.type	three,@function
three:                                  # @three
# %bb.0:
	andl	$1, %edi
	negl	%edi
	movd	%edi, %xmm0
	andl	$1, %esi
	negl	%esi
	movd	%esi, %xmm2
	andl	$1, %edx
	negl	%edx
	movd	%edx, %xmm1
	punpckldq	%xmm2, %xmm0
	punpcklqdq	%xmm1, %xmm0
	movd	%xmm0, %eax
	pshufd	$229, %xmm0, %xmm1
	movd	%xmm1, %edx
	pshufd	$238, %xmm0, %xmm0
	movd	%xmm0, %ecx
	retq
.Lfunc_end5:
	.size	three, .Lfunc_end5-three
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
# %bb.0:
	vmovd	%xmm1, %eax
	orl	$-65536, %eax
	vmovd	%eax, %xmm0
	retq
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.globl	halves
	.p2align	4
	.type	halves,@function
halves:                                 # @halves
# %bb.0:
	vpextrw	$0, %xmm0, %r9d
	vpextrw	$1, %xmm0, %r8d
	vpextrw	$2, %xmm0, %edi
	vpextrw	$3, %xmm0, %esi
	vpextrw	$4, %xmm0, %edx
	vpextrw	$6, %xmm0, %ecx
	vpextrw	$7, %xmm0, %eax
	vmovd	%r9d, %xmm0
	vpinsrw	$1, %r8d, %xmm0, %xmm0
	vpinsrw	$2, %edi, %xmm0, %xmm0
	vpinsrw	$3, %esi, %xmm0, %xmm0
	vpinsrw	$4, %edx, %xmm0, %xmm0
	vmovd	%xmm1, %edx
	vpinsrw	$5, %edx, %xmm0, %xmm0
	vpinsrw	$6, %ecx, %xmm0, %xmm0
	vpinsrw	$7, %eax, %xmm0, %xmm0
	retq
.Lfunc_end1:
	.size	halves, .Lfunc_end1-halves
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	vpextrw	$0, %xmm0, %eax
	vpextrw	$1, %xmm0, %ecx
	vmovd	%ecx, %xmm0
	vpinsrw	$1, %eax, %xmm0, %xmm0
	retq
.Lfunc_end2:
	.size	two, .Lfunc_end2-two
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI3_0:
	.quad	4294967297
	.quad	4294967297
	.text
	.globl	masks
	.p2align	4
	.type	masks,@function
masks:                                  # @masks
# %bb.0:
	vmovaps	%xmm1, %xmm2                    # copy
	vxorps	%xmm1, %xmm1, %xmm1
	vpand	.LCPI3_0(%rip), %xmm0, %xmm0
	vpsubd	%xmm0, %xmm1, %xmm0
	vpand	.LCPI3_0(%rip), %xmm2, %xmm2
	vpsubd	%xmm2, %xmm1, %xmm1
	vpand	%xmm1, %xmm0, %xmm0
	retq
.Lfunc_end3:
	.size	masks, .Lfunc_end3-masks
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI4_0:
	.quad	72340172838076673
	.quad	72340172838076673
	.text
	.globl	wide_mask
	.p2align	4
	.type	wide_mask,@function
wide_mask:                              # @wide_mask
# %bb.0:
	vmovaps	%xmm0, %xmm3                    # copy
	vxorps	%xmm0, %xmm0, %xmm0
	vpand	.LCPI4_0(%rip), %xmm3, %xmm3
	vpsubb	%xmm3, %xmm0, %xmm0
	vpblendvb	%xmm0, %xmm1, %xmm2, %xmm0
	retq
.Lfunc_end4:
	.size	wide_mask, .Lfunc_end4-wide_mask
	.globl	three
	.p2align	4
	.type	three,@function
three:                                  # @three
# %bb.0:
	andl	$1, %edi
	negl	%edi
	vmovd	%edi, %xmm0
	andl	$1, %esi
	negl	%esi
	vpinsrd	$1, %esi, %xmm0, %xmm0
	andl	$1, %edx
	negl	%edx
	vpinsrd	$2, %edx, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	vpextrd	$1, %xmm0, %edx
	vpextrd	$2, %xmm0, %ecx
	retq
.Lfunc_end5:
	.size	three, .Lfunc_end5-three
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
# %bb.0:
	movss	8(%esp), %xmm0
	movd	%xmm0, %eax
	orl	$-65536, %eax
	movd	%eax, %xmm0
	retl
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.globl	halves
	.p2align	4
	.type	halves,@function
halves:                                 # @halves
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movss	20(%esp), %xmm1
	pextrw	$0, %xmm0, %ebp
	pextrw	$1, %xmm0, %ebx
	pextrw	$2, %xmm0, %edi
	pextrw	$3, %xmm0, %esi
	pextrw	$4, %xmm0, %edx
	pextrw	$6, %xmm0, %ecx
	pextrw	$7, %xmm0, %eax
	movd	%ebp, %xmm0
	pinsrw	$1, %ebx, %xmm0
	pinsrw	$2, %edi, %xmm0
	pinsrw	$3, %esi, %xmm0
	pinsrw	$4, %edx, %xmm0
	movd	%xmm1, %edx
	pinsrw	$5, %edx, %xmm0
	pinsrw	$6, %ecx, %xmm0
	pinsrw	$7, %eax, %xmm0
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end1:
	.size	halves, .Lfunc_end1-halves
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	pextrw	$0, %xmm0, %eax
	pextrw	$1, %xmm0, %ecx
	movd	%ecx, %xmm0
	pinsrw	$1, %eax, %xmm0
	retl
.Lfunc_end2:
	.size	two, .Lfunc_end2-two
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI3_0:
	.quad	4294967297
	.quad	4294967297
	.text
	.globl	masks
	.p2align	4
	.type	masks,@function
masks:                                  # @masks
# %bb.0:
	movaps	%xmm0, %xmm3                    # copy
	movaps	%xmm1, %xmm2                    # copy
	xorps	%xmm1, %xmm1
	pand	.LCPI3_0, %xmm3
	movaps	%xmm1, %xmm0                    # copy
	psubd	%xmm3, %xmm0
	pand	.LCPI3_0, %xmm2
	psubd	%xmm2, %xmm1
	pand	%xmm1, %xmm0
	retl
.Lfunc_end3:
	.size	masks, .Lfunc_end3-masks
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI4_0:
	.quad	72340172838076673
	.quad	72340172838076673
	.text
	.globl	wide_mask
	.p2align	4
	.type	wide_mask,@function
wide_mask:                              # @wide_mask
# %bb.0:
	movaps	%xmm0, %xmm3                    # copy
	xorps	%xmm0, %xmm0
	pand	.LCPI4_0, %xmm3
	psubb	%xmm3, %xmm0
	pand	%xmm0, %xmm1
	pandn	%xmm2, %xmm0
	por	%xmm1, %xmm0
	retl
.Lfunc_end4:
	.size	wide_mask, .Lfunc_end4-wide_mask
	.globl	three
	.p2align	4
	.type	three,@function
three:                                  # @three
# %bb.0:
	movl	4(%esp), %edx
	movl	8(%esp), %ecx
	movl	12(%esp), %eax
	andl	$1, %edx
	negl	%edx
	movd	%edx, %xmm0
	andl	$1, %ecx
	negl	%ecx
	movd	%ecx, %xmm2
	andl	$1, %eax
	negl	%eax
	movd	%eax, %xmm1
	punpckldq	%xmm2, %xmm0
	punpcklqdq	%xmm1, %xmm0
	movd	%xmm0, %eax
	pshufd	$229, %xmm0, %xmm1
	movd	%xmm1, %edx
	pshufd	$238, %xmm0, %xmm0
	movd	%xmm0, %ecx
	retl
.Lfunc_end5:
	.size	three, .Lfunc_end5-three
	.section	".note.GNU-stack","",@progbits
