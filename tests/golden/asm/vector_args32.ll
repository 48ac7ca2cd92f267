; ocg: -march=i686 -O1
; ocg: -march=pentium4 -O1
; A vector is passed as its lanes are where there are no registers for vectors; everywhere if it has one lane. Three integers come
; back in registers.
target triple = "i686-linux-gnu"

define <1 x i32> @one(i32 %a, <1 x i32> %x) nounwind {
  %s = insertelement <1 x i32> poison, i32 %a, i32 0
  %r = sub <1 x i32> %x, %s
  ret <1 x i32> %r
}
define <2 x i32> @two(i32 %a, <2 x i32> %x) nounwind {
  %r = insertelement <2 x i32> %x, i32 %a, i32 0
  ret <2 x i32> %r
}
define { i32, i64 } @three(i32 %a, i64 %b) nounwind {
  %x = insertvalue { i32, i64 } poison, i32 %a, 0
  %y = insertvalue { i32, i64 } %x, i64 %b, 1
  ret { i32, i64 } %y
}
; ---- expected ----
	.text
	.file	""
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
# %bb.0:
	movl	8(%esp), %eax
	subl	4(%esp), %eax
	retl
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	movl	4(%esp), %eax
	movl	12(%esp), %edx
	retl
.Lfunc_end1:
	.size	two, .Lfunc_end1-two
	.globl	three
	.p2align	4
	.type	three,@function
three:                                  # @three
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	12(%esp), %ecx
	retl
.Lfunc_end2:
	.size	three, .Lfunc_end2-three
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
# %bb.0:
	movl	8(%esp), %eax
	subl	4(%esp), %eax
	retl
.Lfunc_end0:
	.size	one, .Lfunc_end0-one
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
# %bb.0:
	movd	4(%esp), %xmm1
	movss	%xmm1, %xmm0
	retl
.Lfunc_end1:
	.size	two, .Lfunc_end1-two
	.globl	three
	.p2align	4
	.type	three,@function
three:                                  # @three
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	12(%esp), %ecx
	retl
.Lfunc_end2:
	.size	three, .Lfunc_end2-three
	.section	".note.GNU-stack","",@progbits
