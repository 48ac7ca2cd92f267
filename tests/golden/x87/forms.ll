; ocg: -march=x86-64
; Which operand dies chooses the form; operands from memory and from the constant pool; a value that lives on is copied.
define x86_fp80 @dies(x86_fp80 %a, x86_fp80 %b) {
  %d = fsub x86_fp80 %b, %a
  %q = fdiv x86_fp80 %d, %a
  ret x86_fp80 %q
}
define x86_fp80 @memory(x86_fp80 %a, ptr %p, ptr %q) {
  %x = load double, ptr %p
  %y = fpext double %x to x86_fp80
  %s = fsub x86_fp80 %y, %a
  %f = load float, ptr %q
  %g = fpext float %f to x86_fp80
  %t = fdiv x86_fp80 %s, %g
  %u = fmul x86_fp80 %t, 0xK3FFE8000000000000000
  %v = fadd x86_fp80 %u, 0xK3FFBCCCCCCCCCCCCCCCD
  ret x86_fp80 %v
}
define void @lives(x86_fp80 %a, ptr %p, ptr %q, ptr %r) {
  store x86_fp80 %a, ptr %p
  %d = fptrunc x86_fp80 %a to double
  store double %d, ptr %q
  %n = fneg x86_fp80 %a
  store x86_fp80 %n, ptr %r
  ret void
}
define { x86_fp80, x86_fp80 } @two(x86_fp80 %a, x86_fp80 %b) {
  %x = insertvalue { x86_fp80, x86_fp80 } poison, x86_fp80 %a, 0
  %y = insertvalue { x86_fp80, x86_fp80 } %x, x86_fp80 %b, 1
  ret { x86_fp80, x86_fp80 } %y
}
; ---- expected ----
	.text
	.file	""
	.globl	dies
	.p2align	4
	.type	dies,@function
dies:                                   # @dies
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	fsub	%st(1), %st
	fdivp	%st, %st(1)
	retq
.Lfunc_end0:
	.size	dies, .Lfunc_end0-dies
	.cfi_endproc
	.section	.rodata.cst4,"aM",@progbits,4
	.p2align	2, 0x0
.LCPI1_0:
	.long	1056964608
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI1_1:
	.quad	-3689348814741910323
	.quad	16379
	.text
	.globl	memory
	.p2align	4
	.type	memory,@function
memory:                                 # @memory
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fsubrl	(%rdi)
	fdivs	(%rsi)
	fmuls	.LCPI1_0(%rip)
	fldt	.LCPI1_1(%rip)
	faddp	%st, %st(1)
	retq
.Lfunc_end1:
	.size	memory, .Lfunc_end1-memory
	.cfi_endproc
	.globl	lives
	.p2align	4
	.type	lives,@function
lives:                                  # @lives
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fld	%st
	fstpt	(%rdi)
	fstl	(%rsi)
	fchs
	fstpt	(%rdx)
	retq
.Lfunc_end2:
	.size	lives, .Lfunc_end2-lives
	.cfi_endproc
	.globl	two
	.p2align	4
	.type	two,@function
two:                                    # @two
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	fxch	%st(1)
	retq
.Lfunc_end3:
	.size	two, .Lfunc_end3-two
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
