; ocg: -march=x86-64
; The sign of a byte or half is one bit to test; nothing is shifted for it.
define i32 @byte(ptr %p, ptr %q) {
  %v = load i8, ptr %p
  %w = zext i8 %v to i32
  store i32 %w, ptr %q
  %c = icmp slt i8 %v, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 %w
no:
  ret i32 7
}
define i1 @half(i16 %v) {
  %c = icmp sgt i16 %v, -1
  ret i1 %c
}
; ---- expected ----
	.text
	.file	""
	.globl	byte
	.p2align	4
	.type	byte,@function
byte:                                   # @byte
	.cfi_startproc
# %bb.0:
	movzbl	(%rdi), %eax
	movl	%eax, (%rsi)
	testb	$-128, %al
	jne	.LBB0_2
# %bb.1:
	movl	$7, %eax
	retq
.LBB0_2:
	retq
.Lfunc_end0:
	.size	byte, .Lfunc_end0-byte
	.cfi_endproc
	.globl	half
	.p2align	4
	.type	half,@function
half:                                   # @half
	.cfi_startproc
# %bb.0:
	testl	$32768, %edi
	sete	%al
	movzbl	%al, %eax
	retq
.Lfunc_end1:
	.size	half, .Lfunc_end1-half
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
