; ocg: -march=x86-64 -tailcallopt
; ocg: -march=i686 -tailcallopt
; With the option calls of fastcc jump whatever their arguments are, and functions of fastcc take theirs off the stack.

define fastcc i32 @fast(i32 %a, ptr %f) nounwind {
  %r = tail call fastcc i32 %f(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 %a)
  ret i32 %r
}

define fastcc i32 @returns(i32 %a) nounwind {
  ret i32 %a
}
; ---- expected ----
	.text
	.file	""
	.globl	fast
	.p2align	4
	.type	fast,@function
fast:                                   # @fast
# %bb.0:
	subq	$16, %rsp
	pushq	%rbx                            # save
	movl	%edi, %r11d                     # copy
	movq	%rsi, %rax                      # copy
	movq	24(%rsp), %r10
	movl	$7, %ebx
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$4, %ecx
	movl	$5, %r8d
	movl	$6, %r9d
	movl	%ebx, 16(%rsp)
	movl	%r11d, 24(%rsp)
	movq	%r10, 8(%rsp)
	popq	%rbx                            # restore
	jmpq	*%rax
.Lfunc_end0:
	.size	fast, .Lfunc_end0-fast
	.globl	returns
	.p2align	4
	.type	returns,@function
returns:                                # @returns
# %bb.0:
	movl	%edi, %eax                      # copy
	retq	$8
.Lfunc_end1:
	.size	returns, .Lfunc_end1-returns
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	fast
	.p2align	4
	.type	fast,@function
fast:                                   # @fast
# %bb.0:
	subl	$16, %esp
	movl	%edx, %eax                      # copy
	movl	$3, %edx
	pushl	%esi                            # save
	movl	%ecx, %esi                      # copy
	movl	20(%esp), %ecx
	movl	%edx, 8(%esp)
	movl	$4, %edx
	movl	%edx, 12(%esp)
	movl	$5, %edx
	movl	%edx, 16(%esp)
	movl	$6, %edx
	movl	%edx, 20(%esp)
	movl	$7, %edx
	movl	%edx, 24(%esp)
	movl	%esi, 28(%esp)
	movl	$2, %edx
	movl	%ecx, 4(%esp)
	movl	$1, %ecx
	popl	%esi                            # restore
	jmpl	*%eax
.Lfunc_end0:
	.size	fast, .Lfunc_end0-fast
	.globl	returns
	.p2align	4
	.type	returns,@function
returns:                                # @returns
# %bb.0:
	movl	%ecx, %eax                      # copy
	retl	$12
.Lfunc_end1:
	.size	returns, .Lfunc_end1-returns
	.section	".note.GNU-stack","",@progbits
