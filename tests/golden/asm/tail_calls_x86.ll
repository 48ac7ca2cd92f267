; ocg: -march=x86-64
; ocg: -march=i686
; ocg: -march=i686 -relocation-model=pic
; Jumps to functions with more, and with fewer, bytes of stack arguments than the caller has: the return address moves. With
; registers alone: what a function of ghccc does not hand back, its caller saves.
declare tailcc i32 @more(i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare tailcc i32 @none()

define tailcc i32 @grows(i32 %a, i32 %b, ptr %p) nounwind {
  %v = load i32, ptr %p
  call void @c_function()
  %r = musttail call tailcc i32 @more(i32 %b, i32 %a, i32 1, i32 2, i32 3, i32 4, i32 %v, i32 5, i32 6)
  ret i32 %r
}

define tailcc i32 @shrinks(i32, i32, i32, i32, i32, i32, i32, i32, i32 %i) nounwind {
  store volatile i32 %i, ptr null
  %r = musttail call tailcc i32 @none()
  ret i32 %r
}


define i32 @caller() nounwind {
  %a = call tailcc i32 @none()
  %b = call tailcc i32 @more(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9)
  %s = add i32 %a, %b
  ret i32 %s
}

declare void @c_function()
declare ghccc void @ghc_function(i32, i32, i32, i32)

define ghccc void @registers_only(i32 %a, i32 %b, i32 %c, i32 %d) nounwind {
  call void @c_function()
  %s = add i32 %a, %d
  tail call ghccc void @ghc_function(i32 %s, i32 %c, i32 %b, i32 %a)
  ret void
}

define i32 @saves_all(i32 %a) nounwind {
  call ghccc void @ghc_function(i32 1, i32 2, i32 3, i32 %a)
  ret i32 %a
}
; ---- expected ----
	.text
	.file	""
	.globl	grows
	.p2align	4
	.type	grows,@function
grows:                                  # @grows
# %bb.0:
	subq	$16, %rsp
	pushq	%rbx                            # save
	pushq	%r14                            # save
	movl	%esi, %r14d                     # copy
	pushq	%r15                            # save
	movl	%edi, %r15d                     # copy
	movl	(%rdx), %ebx
	callq	c_function
# %bb.1:
	movq	40(%rsp), %rax
	movl	$5, %edi
	movl	$6, %esi
	movl	$1, %edx
	movl	$2, %ecx
	movl	$3, %r8d
	movl	$4, %r9d
	movl	%ebx, 32(%rsp)
	movl	%edi, 40(%rsp)
	movl	%esi, 48(%rsp)
	movq	%rax, 24(%rsp)
	movl	%r14d, %edi                     # copy
	movl	%r15d, %esi                     # copy
	popq	%r15                            # restore
	popq	%r14                            # restore
	popq	%rbx                            # restore
	jmp	more
.Lfunc_end0:
	.size	grows, .Lfunc_end0-grows
	.globl	shrinks
	.p2align	4
	.type	shrinks,@function
shrinks:                                # @shrinks
# %bb.0:
	movl	24(%rsp), %eax
	movl	%eax, 0
	movq	(%rsp), %rax
	movq	%rax, 16(%rsp)
	addq	$16, %rsp
	jmp	none
.Lfunc_end1:
	.size	shrinks, .Lfunc_end1-shrinks
	.globl	caller
	.p2align	4
	.type	caller,@function
caller:                                 # @caller
# %bb.0:
	pushq	%rbx                            # save
	subq	$32, %rsp
	callq	none
	subq	$8, %rsp
	movl	%eax, %ebx                      # copy
	movl	$7, %eax
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$4, %ecx
	movl	%eax, (%rsp)
	movl	$5, %r8d
	movl	$8, %eax
	movl	$6, %r9d
	movl	%eax, 8(%rsp)
	movl	$9, %eax
	movl	%eax, 16(%rsp)
	callq	more
	subq	$24, %rsp
# %bb.1:
	addl	%ebx, %eax
	addq	$32, %rsp
	popq	%rbx                            # restore
	retq
.Lfunc_end2:
	.size	caller, .Lfunc_end2-caller
	.globl	registers_only
	.p2align	4
	.type	registers_only,@function
registers_only:                         # @registers_only
# %bb.0:
	subq	$8, %rsp
	callq	c_function
# %bb.1:
	movl	%r13d, %eax                     # copy
	movl	%ebx, %r13d                     # copy
	movl	%eax, %ebx                      # copy
	movl	%ebp, %eax                      # copy
	movl	%r12d, %ebp                     # copy
	movl	%eax, %r12d                     # copy
	addl	%ebx, %r13d
	addq	$8, %rsp
	jmp	ghc_function
.Lfunc_end3:
	.size	registers_only, .Lfunc_end3-registers_only
	.globl	saves_all
	.p2align	4
	.type	saves_all,@function
saves_all:                              # @saves_all
# %bb.0:
	pushq	%rbx                            # save
	movl	%edi, %ebx                      # copy
	pushq	%rbp                            # save
	movl	$2, %ebp
	pushq	%r12                            # save
	movl	$3, %r12d
	pushq	%r13                            # save
	movl	$1, %r13d
	pushq	%r14                            # save
	pushq	%r15                            # save
	subq	$8, %rsp
	movl	%edi, 4(%rsp)                   # spill
	callq	ghc_function
# %bb.1:
	movl	4(%rsp), %eax                   # reload
	addq	$8, %rsp
	popq	%r15                            # restore
	popq	%r14                            # restore
	popq	%r13                            # restore
	popq	%r12                            # restore
	popq	%rbp                            # restore
	popq	%rbx                            # restore
	retq
.Lfunc_end4:
	.size	saves_all, .Lfunc_end4-saves_all
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	grows
	.p2align	4
	.type	grows,@function
grows:                                  # @grows
# %bb.0:
	subl	$16, %esp
	pushl	%ebx                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	movl	%ecx, %ebx                      # copy
	movl	%edx, %edi                      # copy
	movl	32(%esp), %esi
	movl	(%esi), %esi
	calll	c_function
# %bb.1:
	movl	$1, %ecx
	movl	28(%esp), %eax
	movl	%ebx, %edx                      # copy
	movl	%ecx, 16(%esp)
	movl	$2, %ecx
	movl	%ecx, 20(%esp)
	movl	$3, %ecx
	movl	%ecx, 24(%esp)
	movl	$4, %ecx
	movl	%ecx, 28(%esp)
	movl	$5, %ecx
	movl	%esi, 32(%esp)
	movl	%ecx, 36(%esp)
	movl	$6, %ecx
	movl	%ecx, 40(%esp)
	movl	%eax, 12(%esp)
	movl	%edi, %ecx                      # copy
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebx                            # restore
	jmp	more
.Lfunc_end0:
	.size	grows, .Lfunc_end0-grows
	.globl	shrinks
	.p2align	4
	.type	shrinks,@function
shrinks:                                # @shrinks
# %bb.0:
	movl	28(%esp), %eax
	movl	%eax, 0
	movl	(%esp), %eax
	movl	%eax, 16(%esp)
	addl	$16, %esp
	jmp	none
.Lfunc_end1:
	.size	shrinks, .Lfunc_end1-shrinks
	.globl	caller
	.p2align	4
	.type	caller,@function
caller:                                 # @caller
# %bb.0:
	pushl	%esi                            # save
	subl	$40, %esp
	calll	none
	subl	$12, %esp
	movl	%eax, %esi                      # copy
	movl	$1, %ecx
	movl	$2, %edx
	addl	$28, %esp
	pushl	$9
	pushl	$8
	pushl	$7
	pushl	$6
	pushl	$5
	pushl	$4
	pushl	$3
	calll	more
	subl	$28, %esp
# %bb.1:
	addl	%esi, %eax
	addl	$40, %esp
	popl	%esi                            # restore
	retl
.Lfunc_end2:
	.size	caller, .Lfunc_end2-caller
	.globl	registers_only
	.p2align	4
	.type	registers_only,@function
registers_only:                         # @registers_only
# %bb.0:
	subl	$12, %esp
	movl	%ebx, %eax                      # copy
	movl	%esi, %ebx                      # copy
	movl	%eax, %esi                      # copy
	movl	%ebp, %eax                      # copy
	movl	%edi, %ebp                      # copy
	movl	%eax, %edi                      # copy
	calll	c_function
# %bb.1:
	addl	%esi, %ebx
	addl	$12, %esp
	jmp	ghc_function
.Lfunc_end3:
	.size	registers_only, .Lfunc_end3-registers_only
	.globl	saves_all
	.p2align	4
	.type	saves_all,@function
saves_all:                              # @saves_all
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$12, %esp
	movl	32(%esp), %esi
	movl	$1, %ebx
	movl	$2, %ebp
	movl	$3, %edi
	calll	ghc_function
# %bb.1:
	movl	32(%esp), %eax                  # remat
	addl	$12, %esp
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end4:
	.size	saves_all, .Lfunc_end4-saves_all
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	grows
	.p2align	4
	.type	grows,@function
grows:                                  # @grows
# %bb.0:
	subl	$16, %esp
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	movl	%edx, %ebp                      # copy
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$12, %esp
	calll	.LBB0_2
.LBB0_2:
	popl	%edi
	addl	$_GLOBAL_OFFSET_TABLE_+1, %edi
	movl	48(%esp), %esi
	movl	%ecx, 8(%esp)                   # spill
	movl	%edi, %ebx                      # copy
	movl	(%esi), %esi
	calll	c_function@PLT
# %bb.1:
	movl	$1, %ecx
	movl	44(%esp), %eax
	movl	8(%esp), %edx                   # reload
	movl	%ecx, 32(%esp)
	movl	$2, %ecx
	movl	%ecx, 36(%esp)
	movl	$3, %ecx
	movl	%ecx, 40(%esp)
	movl	$4, %ecx
	movl	%ecx, 44(%esp)
	movl	$5, %ecx
	movl	%esi, 48(%esp)
	movl	%ecx, 52(%esp)
	movl	$6, %ecx
	movl	%ecx, 56(%esp)
	movl	%eax, 28(%esp)
	movl	%ebp, %ecx                      # copy
	addl	$12, %esp
	movl	more@GOT(%edi), %eax
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	jmpl	*%eax
.Lfunc_end0:
	.size	grows, .Lfunc_end0-grows
	.globl	shrinks
	.p2align	4
	.type	shrinks,@function
shrinks:                                # @shrinks
# %bb.0:
	calll	.LBB1_1
.LBB1_1:
	popl	%eax
	addl	$_GLOBAL_OFFSET_TABLE_+1, %eax
	movl	28(%esp), %ecx
	movl	%ecx, 0
	movl	(%esp), %ecx
	movl	none@GOT(%eax), %eax
	movl	%ecx, 16(%esp)
	addl	$16, %esp
	jmpl	*%eax
.Lfunc_end1:
	.size	shrinks, .Lfunc_end1-shrinks
	.globl	caller
	.p2align	4
	.type	caller,@function
caller:                                 # @caller
# %bb.0:
	pushl	%ebx                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$32, %esp
	calll	.LBB2_2
.LBB2_2:
	popl	%esi
	addl	$_GLOBAL_OFFSET_TABLE_+1, %esi
	movl	%esi, %ebx                      # copy
	calll	none@PLT
	subl	$12, %esp
	movl	%eax, %edi                      # copy
	movl	$1, %ecx
	movl	$2, %edx
	addl	$28, %esp
	pushl	$9
	pushl	$8
	pushl	$7
	pushl	$6
	pushl	$5
	pushl	$4
	pushl	$3
	calll	more@PLT
	subl	$28, %esp
# %bb.1:
	addl	%edi, %eax
	addl	$32, %esp
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end2:
	.size	caller, .Lfunc_end2-caller
	.globl	registers_only
	.p2align	4
	.type	registers_only,@function
registers_only:                         # @registers_only
# %bb.0:
	subl	$12, %esp
	movl	%ebp, 4(%esp)                   # spill
	movl	%edi, 8(%esp)                   # spill
	movl	%esi, %ebp                      # copy
	calll	.LBB3_2
.LBB3_2:
	popl	%edi
	addl	$_GLOBAL_OFFSET_TABLE_+1, %edi
	movl	%ebx, %esi                      # copy
	movl	%edi, %ebx                      # copy
	calll	c_function@PLT
# %bb.1:
	movl	ghc_function@GOT(%edi), %eax
	leal	(%esi,%ebp), %ebx
	movl	8(%esp), %ebp                   # reload
	movl	4(%esp), %edi                   # reload
	addl	$12, %esp
	jmpl	*%eax
.Lfunc_end3:
	.size	registers_only, .Lfunc_end3-registers_only
	.globl	saves_all
	.p2align	4
	.type	saves_all,@function
saves_all:                              # @saves_all
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$12, %esp
	calll	.LBB4_2
.LBB4_2:
	popl	%eax
	addl	$_GLOBAL_OFFSET_TABLE_+1, %eax
	movl	32(%esp), %esi
	movl	ghc_function@GOT(%eax), %eax
	movl	$1, %ebx
	movl	$2, %ebp
	movl	$3, %edi
	calll	*%eax
# %bb.1:
	movl	32(%esp), %eax                  # remat
	addl	$12, %esp
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end4:
	.size	saves_all, .Lfunc_end4-saves_all
	.section	".note.GNU-stack","",@progbits
