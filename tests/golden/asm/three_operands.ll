; ocg: -march=x86-64
; Sums and small multiples whose operand lives on are addresses, unless their flags are wanted.

define i64 @sums(i64 %a, i64 %b, ptr %p) {
  %s = add i64 %a, %b
  store volatile i64 %s, ptr %p
  %t = add i64 %a, 3
  store volatile i64 %t, ptr %p
  %u = shl i64 %b, 3
  store volatile i64 %u, ptr %p
  %v = or i64 %a, %b
  ret i64 %v
}

define i32 @narrow(i32 %a, ptr %p) {
  %t = add i32 %a, -1
  store volatile i32 %t, ptr %p
  ret i32 %a
}

; The carry is wanted: no address makes it.
define i1 @carry(i64 %a, i64 %b, ptr %p) {
  %s = add i64 %a, %b
  %c = icmp ult i64 %s, %a
  store volatile i64 %s, ptr %p
  store volatile i64 %a, ptr %p
  ret i1 %c
}
; ---- expected ----
	.text
	.file	""
	.globl	sums
	.p2align	4
	.type	sums,@function
sums:                                   # @sums
	.cfi_startproc
# %bb.0:
	movq	%rdi, %rax                      # copy
	leaq	(,%rsi,8), %rcx
	leaq	(%rdi,%rsi), %rdi
	movq	%rdi, (%rdx)
	leaq	3(%rax), %rdi
	orq	%rsi, %rax
	movq	%rdi, (%rdx)
	movq	%rcx, (%rdx)
	retq
.Lfunc_end0:
	.size	sums, .Lfunc_end0-sums
	.cfi_endproc
	.globl	narrow
	.p2align	4
	.type	narrow,@function
narrow:                                 # @narrow
	.cfi_startproc
# %bb.0:
	movl	%edi, %eax                      # copy
	leal	-1(%rax), %edi
	movl	%edi, (%rsi)
	retq
.Lfunc_end1:
	.size	narrow, .Lfunc_end1-narrow
	.cfi_endproc
	.globl	carry
	.p2align	4
	.type	carry,@function
carry:                                  # @carry
	.cfi_startproc
# %bb.0:
	movq	%rsi, %rax                      # copy
	addq	%rdi, %rax
	cmpq	%rdi, %rax
	movq	%rax, (%rdx)
	movq	%rdi, (%rdx)
	setb	%al
	movzbl	%al, %eax
	retq
.Lfunc_end2:
	.size	carry, .Lfunc_end2-carry
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
