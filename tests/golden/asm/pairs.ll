; ocg: -march=pentium4 -O1
; ocg: -march=i586 -O1
; Integers of two registers: carries, comparisons, products, shifts, atomic accesses.
target triple = "i686-linux-gnu"

define i64 @sum(i64 %a, i64 %b) nounwind {
  %s = add i64 %a, %b
  ret i64 %s
}

define i64 @difference(i64 %a) nounwind {
  %s = sub i64 %a, 4294967297
  ret i64 %s
}

define i64 @product(i64 %a, i64 %b) nounwind {
  %s = mul i64 %a, %b
  ret i64 %s
}

define i1 @less(i64 %a, i64 %b) nounwind {
  %c = icmp slt i64 %a, %b
  ret i1 %c
}

define i64 @shifted(i64 %a) nounwind {
  %s = lshr i64 %a, 9
  ret i64 %s
}

define i64 @quotient(i64 %a, i64 %b) nounwind {
  %s = udiv i64 %a, %b
  ret i64 %s
}

define i64 @loaded(ptr %p) nounwind {
  %v = load atomic i64, ptr %p acquire, align 8
  ret i64 %v
}

define void @stored(ptr %p, i64 %v) nounwind {
  store atomic i64 %v, ptr %p release, align 8
  ret void
}

define i64 @swapped(ptr %p, i64 %e, i64 %n) nounwind {
  %r = cmpxchg ptr %p, i64 %e, i64 %n seq_cst seq_cst, align 8
  %v = extractvalue { i64, i1 } %r, 0
  ret i64 %v
}
; ---- expected ----
	.text
	.file	""
	.globl	sum
	.p2align	4
	.type	sum,@function
sum:                                    # @sum
# %bb.0:
	pushl	%esi                            # save
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	addl	16(%esp), %eax
	adcl	20(%esp), %edx
	popl	%esi                            # restore
	retl
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
	.globl	difference
	.p2align	4
	.type	difference,@function
difference:                             # @difference
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	subl	$1, %eax
	sbbl	$1, %edx
	retl
.Lfunc_end1:
	.size	difference, .Lfunc_end1-difference
	.globl	product
	.p2align	4
	.type	product,@function
product:                                # @product
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movl	16(%esp), %edi
	movl	20(%esp), %ecx
	movl	24(%esp), %esi
	movl	%edi, %eax                      # copy
	mull	%esi
	imull	28(%esp), %edi
	addl	%edi, %edx
	imull	%esi, %ecx
	addl	%ecx, %edx
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end2:
	.size	product, .Lfunc_end2-product
	.globl	less
	.p2align	4
	.type	less,@function
less:                                   # @less
# %bb.0:
	pushl	%esi                            # save
	movl	12(%esp), %eax
	movl	16(%esp), %esi
	cmpl	%esi, 8(%esp)
	sbbl	20(%esp), %eax
	setl	%al
	movzbl	%al, %eax
	popl	%esi                            # restore
	retl
.Lfunc_end3:
	.size	less, .Lfunc_end3-less
	.globl	shifted
	.p2align	4
	.type	shifted,@function
shifted:                                # @shifted
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
	movl	%edx, %eax                      # copy
	shldl	$23, %ecx, %eax
	shrl	$9, %edx
	retl
.Lfunc_end4:
	.size	shifted, .Lfunc_end4-shifted
	.globl	quotient
	.p2align	4
	.type	quotient,@function
quotient:                               # @quotient
# %bb.0:
	pushl	%esi                            # save
	subl	$24, %esp
	addl	$16, %esp
	pushl	28(%esp)
	pushl	28(%esp)
	pushl	28(%esp)
	pushl	28(%esp)
	calll	__udivdi3
# %bb.1:
	addl	$24, %esp
	popl	%esi                            # restore
	retl
.Lfunc_end5:
	.size	quotient, .Lfunc_end5-quotient
	.globl	loaded
	.p2align	4
	.type	loaded,@function
loaded:                                 # @loaded
# %bb.0:
	subl	$12, %esp
	movl	16(%esp), %eax
	movsd	(%eax), %xmm0
	movsd	%xmm0, (%esp)
	movl	(%esp), %eax
	movl	4(%esp), %edx
	addl	$12, %esp
	retl
.Lfunc_end6:
	.size	loaded, .Lfunc_end6-loaded
	.globl	stored
	.p2align	4
	.type	stored,@function
stored:                                 # @stored
# %bb.0:
	subl	$8, %esp
	movl	12(%esp), %eax
	movl	16(%esp), %edx
	movl	20(%esp), %ecx
	movl	%edx, (%esp)
	movl	%ecx, 4(%esp)
	movsd	(%esp), %xmm0
	movsd	%xmm0, (%eax)
	addl	$8, %esp
	retl
.Lfunc_end7:
	.size	stored, .Lfunc_end7-stored
	.globl	swapped
	.p2align	4
	.type	swapped,@function
swapped:                                # @swapped
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	movl	12(%esp), %esi
	movl	16(%esp), %eax
	movl	20(%esp), %edx
	movl	24(%esp), %ebx
	movl	28(%esp), %ecx
	lock	cmpxchg8b (%esi)
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end8:
	.size	swapped, .Lfunc_end8-swapped
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	sum
	.p2align	4
	.type	sum,@function
sum:                                    # @sum
# %bb.0:
	pushl	%esi                            # save
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	addl	16(%esp), %eax
	adcl	20(%esp), %edx
	popl	%esi                            # restore
	retl
.Lfunc_end0:
	.size	sum, .Lfunc_end0-sum
	.globl	difference
	.p2align	4
	.type	difference,@function
difference:                             # @difference
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	subl	$1, %eax
	sbbl	$1, %edx
	retl
.Lfunc_end1:
	.size	difference, .Lfunc_end1-difference
	.globl	product
	.p2align	4
	.type	product,@function
product:                                # @product
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movl	16(%esp), %edi
	movl	20(%esp), %ecx
	movl	24(%esp), %esi
	movl	%edi, %eax                      # copy
	mull	%esi
	imull	28(%esp), %edi
	addl	%edi, %edx
	imull	%esi, %ecx
	addl	%ecx, %edx
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end2:
	.size	product, .Lfunc_end2-product
	.globl	less
	.p2align	4
	.type	less,@function
less:                                   # @less
# %bb.0:
	pushl	%esi                            # save
	movl	12(%esp), %eax
	movl	16(%esp), %esi
	cmpl	%esi, 8(%esp)
	sbbl	20(%esp), %eax
	setl	%al
	movzbl	%al, %eax
	popl	%esi                            # restore
	retl
.Lfunc_end3:
	.size	less, .Lfunc_end3-less
	.globl	shifted
	.p2align	4
	.type	shifted,@function
shifted:                                # @shifted
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
	movl	%edx, %eax                      # copy
	shldl	$23, %ecx, %eax
	shrl	$9, %edx
	retl
.Lfunc_end4:
	.size	shifted, .Lfunc_end4-shifted
	.globl	quotient
	.p2align	4
	.type	quotient,@function
quotient:                               # @quotient
# %bb.0:
	pushl	%esi                            # save
	subl	$24, %esp
	addl	$16, %esp
	pushl	28(%esp)
	pushl	28(%esp)
	pushl	28(%esp)
	pushl	28(%esp)
	calll	__udivdi3
# %bb.1:
	addl	$24, %esp
	popl	%esi                            # restore
	retl
.Lfunc_end5:
	.size	quotient, .Lfunc_end5-quotient
	.globl	loaded
	.p2align	4
	.type	loaded,@function
loaded:                                 # @loaded
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	movl	12(%esp), %esi
	xorl	%eax, %eax
	movl	%eax, %edx                      # copy
	movl	%eax, %ebx                      # copy
	movl	%eax, %ecx                      # copy
	lock	cmpxchg8b (%esi)
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end6:
	.size	loaded, .Lfunc_end6-loaded
	.globl	stored
	.p2align	4
	.type	stored,@function
stored:                                 # @stored
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movl	20(%esp), %ebp
	xorl	%eax, %eax
	movl	%eax, %edx                      # copy
	movl	%eax, %ebx                      # copy
	movl	%eax, %ecx                      # copy
	lock	cmpxchg8b (%ebp)
	movl	%edx, %edi                      # copy
	movl	%eax, %esi                      # copy
.LBB7_1:
	movl	24(%esp), %ebx                  # remat
	movl	28(%esp), %ecx                  # remat
	movl	%esi, %eax                      # copy
	movl	%edi, %edx                      # copy
	lock	cmpxchg8b (%ebp)
	movl	%edx, %edi                      # copy
	movl	%eax, %esi                      # copy
	sete	%al
	movzbl	%al, %eax
	testl	%eax, %eax
	je	.LBB7_1
# %bb.2:
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end7:
	.size	stored, .Lfunc_end7-stored
	.globl	swapped
	.p2align	4
	.type	swapped,@function
swapped:                                # @swapped
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	movl	12(%esp), %esi
	movl	16(%esp), %eax
	movl	20(%esp), %edx
	movl	24(%esp), %ebx
	movl	28(%esp), %ecx
	lock	cmpxchg8b (%esi)
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end8:
	.size	swapped, .Lfunc_end8-swapped
	.section	".note.GNU-stack","",@progbits
