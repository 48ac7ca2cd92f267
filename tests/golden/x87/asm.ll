; ocg: -march=x86-64
; Inline assembly finds inputs at the top of the stack, pops those that outputs replace, and leaves others where they are.
define x86_fp80 @atan(x86_fp80 %y, x86_fp80 %x) {
  %r = call x86_fp80 asm "fpatan", "={st},{st},{st(1)},~{st(1)}"(x86_fp80 %x, x86_fp80 %y)
  ret x86_fp80 %r
}
define x86_fp80 @keeps(x86_fp80 %a, x86_fp80 %b) {
  %r = call x86_fp80 asm "fcos", "={st},0"(x86_fp80 %a)
  %s = fadd x86_fp80 %r, %a
  %t = fmul x86_fp80 %s, %b
  ret x86_fp80 %t
}
define x86_fp80 @any(x86_fp80 %a, x86_fp80 %b) {
  %r = call x86_fp80 asm "fadd $2, $0", "={st},0,f"(x86_fp80 %a, x86_fp80 %b)
  ret x86_fp80 %r
}
define { x86_fp80, x86_fp80 } @both(x86_fp80 %a) {
  %r = call { x86_fp80, x86_fp80 } asm "fsincos", "={st},={st(1)},0"(x86_fp80 %a)
  ret { x86_fp80, x86_fp80 } %r
}
; ---- expected ----
	.text
	.file	""
	.globl	atan
	.p2align	4
	.type	atan,@function
atan:                                   # @atan
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	#APP
	fpatan
	#NO_APP
	retq
.Lfunc_end0:
	.size	atan, .Lfunc_end0-atan
	.cfi_endproc
	.globl	keeps
	.p2align	4
	.type	keeps,@function
keeps:                                  # @keeps
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	fld	%st(1)
	#APP
	fcos
	#NO_APP
	faddp	%st, %st(2)
	fmulp	%st, %st(1)
	retq
.Lfunc_end1:
	.size	keeps, .Lfunc_end1-keeps
	.cfi_endproc
	.globl	any
	.p2align	4
	.type	any,@function
any:                                    # @any
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	fxch	%st(1)
	#APP
	fadd %st(1), %st
	#NO_APP
	fstp	%st(1)
	retq
.Lfunc_end2:
	.size	any, .Lfunc_end2-any
	.cfi_endproc
	.globl	both
	.p2align	4
	.type	both,@function
both:                                   # @both
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	#APP
	fsincos
	#NO_APP
	retq
.Lfunc_end3:
	.size	both, .Lfunc_end3-both
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
