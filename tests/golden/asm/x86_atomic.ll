; ocg: -march=x86-64 -O2
; The old value is loaded before the operand and the address are read again: neither may be in %rax.

define i8 @loop(ptr %p, i8 %v) {
  %o = atomicrmw and ptr %p, i8 %v seq_cst
  ret i8 %o
}
define i64 @maximum(i64 %a, ptr %p, i64 %v) {
  %o = atomicrmw max ptr %p, i64 %v seq_cst
  ret i64 %o
}
define zeroext i16 @loose(ptr %p) {
  %v = load i16, ptr %p
  %r = add i16 %v, 1
  ret i16 %r
}
declare zeroext i8 @byte()
define i32 @distrust() {
  %v = call zeroext i8 @byte()
  %w = zext i8 %v to i32
  ret i32 %w
}
; ---- expected ----
	.text
	.file	""
	.globl	loop
	.p2align	4
	.type	loop,@function
loop:                                   # @loop
	.cfi_startproc
# %bb.0:
	movb	(%rdi), %al
.LBB0_1:
	movb	%al, %cl
	andb	%sil, %cl
	lock	cmpxchgb %cl, (%rdi)
	jne	.LBB0_1
	retq
.Lfunc_end0:
	.size	loop, .Lfunc_end0-loop
	.cfi_endproc
	.globl	maximum
	.p2align	4
	.type	maximum,@function
maximum:                                # @maximum
	.cfi_startproc
# %bb.0:
	movq	(%rsi), %rax
.LBB1_1:
	movq	%rax, %rcx
	cmpq	%rdx, %rax
	jge	.LBB1_2
	movq	%rdx, %rcx
.LBB1_2:
	lock	cmpxchgq %rcx, (%rsi)
	jne	.LBB1_1
	retq
.Lfunc_end1:
	.size	maximum, .Lfunc_end1-maximum
	.cfi_endproc
	.globl	loose
	.p2align	4
	.type	loose,@function
loose:                                  # @loose
	.cfi_startproc
# %bb.0:
	movzwl	(%rdi), %eax
	incl	%eax
	retq
.Lfunc_end2:
	.size	loose, .Lfunc_end2-loose
	.cfi_endproc
	.globl	distrust
	.p2align	4
	.type	distrust,@function
distrust:                               # @distrust
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	callq	byte
# %bb.1:
	movzbl	%al, %eax
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
.Lfunc_end3:
	.size	distrust, .Lfunc_end3-distrust
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
