; ocg: -march=x86-64 -O1
; ocg: -march=pentium4 -O1
; Outputs that are conditions of the flags, doubles on the stack of x87, the first vector register, a pair, and clobbers of other
; extensions.

define i32 @conditions(i32 %a, i32 %b) nounwind {
  %r = call { i32, i8 } asm "cmpl $3, $2", "={@ccb},={@ccnz},r,r,~{dirflag},~{fpsr},~{flags}"(i32 %a, i32 %b)
  %x = extractvalue { i32, i8 } %r, 0
  %y = extractvalue { i32, i8 } %r, 1
  %z = zext i8 %y to i32
  %s = add i32 %x, %z
  ret i32 %s
}

define i32 @intel(i32 %a) nounwind {
  %r = call i32 asm inteldialect "test $1, $1", "={@ccs},r"(i32 %a)
  ret i32 %r
}

define double @sine(double %x) nounwind {
  %r = call double asm "fsin", "={st},0,~{dirflag},~{fpsr},~{flags}"(double %x)
  ret double %r
}

define double @named(double %x) nounwind {
  %r = call double asm "sqrtsd $1, $0", "={xmm5},{xmm3}"(double %x)
  ret double %r
}

define double @first(double %x, double %y) nounwind {
  %r = call double asm "addsd $1, $0", "=x,^Yz,0"(double %y, double %x)
  ret double %r
}

define i64 @pair(i32 %a) nounwind {
  %r = call i64 asm "rdtsc", "=A,r"(i32 %a)
  ret i64 %r
}

define i32 @others(i32 %a) nounwind {
  call void asm sideeffect "emms", "~{mm0},~{mm7},~{k3},~{xmm17},~{zmm2},~{zmm30}"()
  ret i32 %a
}
; ---- expected ----
	.text
	.file	""
	.globl	conditions
	.p2align	4
	.type	conditions,@function
conditions:                             # @conditions
# %bb.0:
	#APP
	cmpl %esi, %edi
	setb %al
	movzbl %al, %eax
	setnz %cl
	movzbl %cl, %ecx
	#NO_APP
	movzbl	%cl, %ecx
	addl	%ecx, %eax
	retq
.Lfunc_end0:
	.size	conditions, .Lfunc_end0-conditions
	.globl	intel
	.p2align	4
	.type	intel,@function
intel:                                  # @intel
# %bb.0:
	movl	%edi, %eax                      # copy
	#APP
	test %eax, %eax
	sets %al
	movzx %eax, %al
	#NO_APP
	retq
.Lfunc_end1:
	.size	intel, .Lfunc_end1-intel
	.globl	sine
	.p2align	4
	.type	sine,@function
sine:                                   # @sine
# %bb.0:
	subq	$16, %rsp
	movsd	%xmm0, 8(%rsp)
	fldl	8(%rsp)
	#APP
	fsin
	#NO_APP
	fstpl	(%rsp)
	movsd	(%rsp), %xmm0
	addq	$16, %rsp
	retq
.Lfunc_end2:
	.size	sine, .Lfunc_end2-sine
	.globl	named
	.p2align	4
	.type	named,@function
named:                                  # @named
# %bb.0:
	movaps	%xmm0, %xmm3                    # copy
	#APP
	sqrtsd %xmm3, %xmm5
	#NO_APP
	movaps	%xmm5, %xmm0                    # copy
	retq
.Lfunc_end3:
	.size	named, .Lfunc_end3-named
	.globl	first
	.p2align	4
	.type	first,@function
first:                                  # @first
# %bb.0:
	movaps	%xmm0, %xmm2                    # copy
	movaps	%xmm1, %xmm0                    # copy
	#APP
	addsd %xmm0, %xmm2
	#NO_APP
	movaps	%xmm2, %xmm0                    # copy
	retq
.Lfunc_end4:
	.size	first, .Lfunc_end4-first
	.globl	pair
	.p2align	4
	.type	pair,@function
pair:                                   # @pair
# %bb.0:
	movl	%edi, %eax                      # copy
	#APP
	rdtsc
	#NO_APP
	retq
.Lfunc_end5:
	.size	pair, .Lfunc_end5-pair
	.globl	others
	.p2align	4
	.type	others,@function
others:                                 # @others
# %bb.0:
	movl	%edi, %eax                      # copy
	#APP
	emms
	#NO_APP
	retq
.Lfunc_end6:
	.size	others, .Lfunc_end6-others
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	conditions
	.p2align	4
	.type	conditions,@function
conditions:                             # @conditions
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	#APP
	cmpl %ecx, %eax
	setb %al
	movzbl %al, %eax
	setnz %cl
	movzbl %cl, %ecx
	#NO_APP
	movzbl	%cl, %ecx
	addl	%ecx, %eax
	retl
.Lfunc_end0:
	.size	conditions, .Lfunc_end0-conditions
	.globl	intel
	.p2align	4
	.type	intel,@function
intel:                                  # @intel
# %bb.0:
	movl	4(%esp), %eax
	#APP
	test %eax, %eax
	sets %al
	movzx %eax, %al
	#NO_APP
	retl
.Lfunc_end1:
	.size	intel, .Lfunc_end1-intel
	.globl	sine
	.p2align	4
	.type	sine,@function
sine:                                   # @sine
# %bb.0:
	subl	$28, %esp
	movsd	32(%esp), %xmm0
	movsd	%xmm0, 16(%esp)
	fldl	16(%esp)
	#APP
	fsin
	#NO_APP
	fstpl	8(%esp)
	movsd	8(%esp), %xmm0
	movsd	%xmm0, (%esp)
	fldl	(%esp)
	addl	$28, %esp
	retl
.Lfunc_end2:
	.size	sine, .Lfunc_end2-sine
	.globl	named
	.p2align	4
	.type	named,@function
named:                                  # @named
# %bb.0:
	subl	$12, %esp
	movsd	16(%esp), %xmm3
	#APP
	sqrtsd %xmm3, %xmm5
	#NO_APP
	movsd	%xmm5, (%esp)
	fldl	(%esp)
	addl	$12, %esp
	retl
.Lfunc_end3:
	.size	named, .Lfunc_end3-named
	.globl	first
	.p2align	4
	.type	first,@function
first:                                  # @first
# %bb.0:
	subl	$12, %esp
	movsd	16(%esp), %xmm1
	movsd	24(%esp), %xmm0
	#APP
	addsd %xmm0, %xmm1
	#NO_APP
	movsd	%xmm1, (%esp)
	fldl	(%esp)
	addl	$12, %esp
	retl
.Lfunc_end4:
	.size	first, .Lfunc_end4-first
	.globl	pair
	.p2align	4
	.type	pair,@function
pair:                                   # @pair
# %bb.0:
	movl	4(%esp), %eax
	#APP
	rdtsc
	#NO_APP
	retl
.Lfunc_end5:
	.size	pair, .Lfunc_end5-pair
	.globl	others
	.p2align	4
	.type	others,@function
others:                                 # @others
# %bb.0:
	movl	4(%esp), %eax
	#APP
	emms
	#NO_APP
	retl
.Lfunc_end6:
	.size	others, .Lfunc_end6-others
	.section	".note.GNU-stack","",@progbits
