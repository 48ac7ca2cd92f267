; ocg: -march=pentium4 -O2
; A float comes back on the x87 stack from where it is stored: after that store, which is of another type.

define float @of_bits(i32 %x) nounwind {
  %p = alloca i32, align 4
  store i32 %x, ptr %p, align 4
  %f = load float, ptr %p, align 4
  ret float %f
}
; ---- expected ----
	.text
	.file	""
	.globl	of_bits
	.p2align	4
	.type	of_bits,@function
of_bits:                                # @of_bits
# %bb.0:
	subl	$4, %esp
	movl	8(%esp), %eax
	movl	%eax, (%esp)
	flds	(%esp)
	addl	$4, %esp
	retl
.Lfunc_end0:
	.size	of_bits, .Lfunc_end0-of_bits
	.section	".note.GNU-stack","",@progbits
