; ocg: -march=x86-64 -O0
; ocg: -march=rv64gc -O0
; A convention that promises tail calls keeps the promise at every level.

declare tailcc i32 @other(i32, i32)

define tailcc i32 @jumps(i32 %a, i32 %b) nounwind {
  %r = tail call tailcc i32 @other(i32 %b, i32 %a)
  ret i32 %r
}

define tailcc i32 @calls(i32 %a, i32 %b) nounwind {
  %r = tail call tailcc i32 @other(i32 %b, i32 %a)
  %s = add i32 %r, 1
  ret i32 %s
}
; ---- expected ----
	.text
	.file	""
	.globl	jumps
	.p2align	4
	.type	jumps,@function
jumps:                                  # @jumps
# %bb.0:
	movl	%edi, %eax                      # copy
	movl	%esi, %edi                      # copy
	movl	%eax, %esi                      # copy
	jmp	other
.Lfunc_end0:
	.size	jumps, .Lfunc_end0-jumps
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
# %bb.0:
	subq	$24, %rsp
	movl	%edi, %eax                      # copy
	movl	%esi, %edi                      # copy
	movl	%eax, %esi                      # copy
	callq	other
	subq	$8, %rsp
	movl	%eax, 20(%rsp)                  # spill
# %bb.1:
	movl	20(%rsp), %eax                  # reload
	incl	%eax
	addq	$24, %rsp
	retq	$8
.Lfunc_end1:
	.size	calls, .Lfunc_end1-calls
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	jumps
	.p2align	1
	.type	jumps,@function
jumps:                                  # @jumps
# %bb.0:
	mv	a2, a0                          # copy
	mv	a0, a1                          # copy
	mv	a1, a2                          # copy
	tail	other
.Lfunc_end0:
	.size	jumps, .Lfunc_end0-jumps
	.globl	calls
	.p2align	1
	.type	calls,@function
calls:                                  # @calls
# %bb.0:
	addi	sp, sp, -16
	sd	ra, 8(sp)                       # save
	mv	a2, a0                          # copy
	mv	a0, a1                          # copy
	mv	a1, a2                          # copy
	call	other
	sd	a0, 0(sp)                       # spill
# %bb.1:
	ld	a0, 0(sp)                       # reload
	addiw	a0, a0, 1
	ld	ra, 8(sp)                       # restore
	addi	sp, sp, 16
	ret
.Lfunc_end1:
	.size	calls, .Lfunc_end1-calls
	.section	".note.GNU-stack","",@progbits
