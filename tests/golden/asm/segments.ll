; ocg: -march=x86-64 -O1
; ocg: -march=pentium4 -O1
; Address spaces that segments reach: 256, 257, 258.

define i32 @exchange(ptr addrspace(257) %p, ptr addrspace(258) %q) nounwind {
  %x = load i32, ptr addrspace(257) %p
  store i32 %x, ptr addrspace(256) inttoptr (i32 40 to ptr addrspace(256))
  %y = atomicrmw add ptr addrspace(258) %q, i32 1 seq_cst
  %s = add i32 %x, %y
  ret i32 %s
}
; ---- expected ----
	.text
	.file	""
	.globl	exchange
	.p2align	4
	.type	exchange,@function
exchange:                               # @exchange
# %bb.0:
	movl	%fs:(%rdi), %eax
	movl	%eax, %gs:40
	movl	$1, %ecx
	lock	xaddl %ecx, %ss:(%rsi)
	addl	%ecx, %eax
	retq
.Lfunc_end0:
	.size	exchange, .Lfunc_end0-exchange
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	exchange
	.p2align	4
	.type	exchange,@function
exchange:                               # @exchange
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	%fs:(%eax), %eax
	movl	%eax, %gs:40
	movl	$1, %ecx
	lock	xaddl %ecx, %ss:(%edx)
	addl	%ecx, %eax
	retl
.Lfunc_end0:
	.size	exchange, .Lfunc_end0-exchange
	.section	".note.GNU-stack","",@progbits
