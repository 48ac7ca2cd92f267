; ocg: -march=x86-64
; What was loaded as 32 bits is zero-extended already, in whichever block; an argument is not.
define i64 @loaded(ptr %p, ptr %t) {
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %zero, label %more
more:
  %w = zext i32 %v to i64
  %q = getelementptr i64, ptr %t, i64 %w
  %r = load i64, ptr %q
  ret i64 %r
zero:
  ret i64 -1
}
define i64 @passed(i32 %v, ptr %t) {
  %c = icmp eq i32 %v, 0
  br i1 %c, label %zero, label %more
more:
  %w = zext i32 %v to i64
  %q = getelementptr i64, ptr %t, i64 %w
  %r = load i64, ptr %q
  ret i64 %r
zero:
  ret i64 -1
}
; ---- expected ----
	.text
	.file	""
	.globl	loaded
	.p2align	4
	.type	loaded,@function
loaded:                                 # @loaded
	.cfi_startproc
# %bb.0:
	movl	(%rdi), %ecx
	testl	%ecx, %ecx
	je	.LBB0_2
# %bb.1:
	movq	(%rsi,%rcx,8), %rax
	retq
.LBB0_2:
	movq	$-1, %rax
# %bb.3:
	retq
.Lfunc_end0:
	.size	loaded, .Lfunc_end0-loaded
	.cfi_endproc
	.globl	passed
	.p2align	4
	.type	passed,@function
passed:                                 # @passed
	.cfi_startproc
# %bb.0:
	testl	%edi, %edi
	je	.LBB1_2
# %bb.1:
	movl	%edi, %edi
	movq	(%rsi,%rdi,8), %rax
	retq
.LBB1_2:
	movq	$-1, %rax
# %bb.3:
	retq
.Lfunc_end1:
	.size	passed, .Lfunc_end1-passed
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
