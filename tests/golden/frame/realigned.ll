; ocg: -march=x86-64
; ocg: -march=i686
; ocg: -march=rv64gc
; Frames that do not trust the caller's stack pointer; a leaf without a frame has nothing to align.
declare void @g(ptr)

define void @local() "stackrealign" nounwind {
  %a = alloca [16 x i8]
  call void @g(ptr %a)
  ret void
}

define void @more() alignstack(64) nounwind {
  call void @g(ptr null)
  ret void
}

define i32 @leaf(i32 %x) "stackrealign" nounwind {
  ret i32 %x
}
; ---- expected ----
	.text
	.file	""
	.globl	local
	.p2align	4
	.type	local,@function
local:                                  # @local
# %bb.0:
	pushq	%rbp                            # save
	movq	%rsp, %rbp
	subq	$16, %rsp
	andq	$-16, %rsp
	movq	%rsp, %rdi
	callq	g
# %bb.1:
	leaq	(%rbp), %rsp
	popq	%rbp                            # restore
	retq
.Lfunc_end0:
	.size	local, .Lfunc_end0-local
	.globl	more
	.p2align	4
	.type	more,@function
more:                                   # @more
# %bb.0:
	pushq	%rbp                            # save
	movq	%rsp, %rbp
	subq	$48, %rsp
	andq	$-64, %rsp
	xorl	%edi, %edi
	callq	g
# %bb.1:
	leaq	(%rbp), %rsp
	popq	%rbp                            # restore
	retq
.Lfunc_end1:
	.size	more, .Lfunc_end1-more
	.globl	leaf
	.p2align	4
	.type	leaf,@function
leaf:                                   # @leaf
# %bb.0:
	movl	%edi, %eax                      # copy
	retq
.Lfunc_end2:
	.size	leaf, .Lfunc_end2-leaf
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	local
	.p2align	4
	.type	local,@function
local:                                  # @local
# %bb.0:
	pushl	%ebp                            # save
	movl	%esp, %ebp
	subl	$40, %esp
	andl	$-16, %esp
	leal	24(%esp), %eax
	movl	%eax, (%esp)
	calll	g
# %bb.1:
	leal	(%ebp), %esp
	popl	%ebp                            # restore
	retl
.Lfunc_end0:
	.size	local, .Lfunc_end0-local
	.globl	more
	.p2align	4
	.type	more,@function
more:                                   # @more
# %bb.0:
	pushl	%ebp                            # save
	movl	%esp, %ebp
	subl	$56, %esp
	andl	$-64, %esp
	xorl	%eax, %eax
	movl	%eax, (%esp)
	calll	g
# %bb.1:
	leal	(%ebp), %esp
	popl	%ebp                            # restore
	retl
.Lfunc_end1:
	.size	more, .Lfunc_end1-more
	.globl	leaf
	.p2align	4
	.type	leaf,@function
leaf:                                   # @leaf
# %bb.0:
	movl	4(%esp), %eax
	retl
.Lfunc_end2:
	.size	leaf, .Lfunc_end2-leaf
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	local
	.p2align	1
	.type	local,@function
local:                                  # @local
# %bb.0:
	addi	sp, sp, -32
	sd	ra, 24(sp)                      # save
	sd	s0, 16(sp)                      # save
	addi	s0, sp, 32
	andi	sp, sp, -16
	mv	a0, sp
	call	g
# %bb.1:
	addi	sp, s0, -32
	ld	ra, -8(s0)                      # restore
	ld	s0, -16(s0)                     # restore
	addi	sp, sp, 32
	ret
.Lfunc_end0:
	.size	local, .Lfunc_end0-local
	.globl	more
	.p2align	1
	.type	more,@function
more:                                   # @more
# %bb.0:
	addi	sp, sp, -64
	sd	ra, 56(sp)                      # save
	sd	s0, 48(sp)                      # save
	addi	s0, sp, 64
	andi	sp, sp, -64
	li	a0, 0
	call	g
# %bb.1:
	addi	sp, s0, -64
	ld	ra, -8(s0)                      # restore
	ld	s0, -16(s0)                     # restore
	addi	sp, sp, 64
	ret
.Lfunc_end1:
	.size	more, .Lfunc_end1-more
	.globl	leaf
	.p2align	1
	.type	leaf,@function
leaf:                                   # @leaf
# %bb.0:
	ret
.Lfunc_end2:
	.size	leaf, .Lfunc_end2-leaf
	.section	".note.GNU-stack","",@progbits
