; ocg: -march=x86-64 -disable-pass=cflow
; Conditional moves, branches on comparisons, a loop that keeps the order of its values, calls with an empty stack.
define x86_fp80 @less(x86_fp80 %a, x86_fp80 %b) {
  %c = fcmp olt x86_fp80 %a, %b
  %r = select i1 %c, x86_fp80 %a, x86_fp80 %b
  ret x86_fp80 %r
}
define x86_fp80 @series(i32 %n, x86_fp80 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %m, %loop ]
  %s = phi x86_fp80 [ 0xK00000000000000000000, %entry ], [ %t, %loop ]
  %p = phi x86_fp80 [ 0xK3FFF8000000000000000, %entry ], [ %q, %loop ]
  %t = fadd x86_fp80 %s, %p
  %q = fmul x86_fp80 %p, %x
  %m = add i32 %i, -1
  %c = icmp eq i32 %m, 0
  br i1 %c, label %out, label %loop
out:
  ret x86_fp80 %t
}
declare x86_fp80 @g(x86_fp80)
define x86_fp80 @calls(x86_fp80 %a, x86_fp80 %b) {
  %x = call x86_fp80 @g(x86_fp80 %a)
  %y = call x86_fp80 @g(x86_fp80 %b)
  %u = call x86_fp80 @g(x86_fp80 %y)
  %s = fsub x86_fp80 %x, %y
  ret x86_fp80 %s
}
; ---- expected ----
	.text
	.file	""
	.globl	less
	.p2align	4
	.type	less,@function
less:                                   # @less
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldt	24(%rsp)
	fucomi	%st(1), %st
	fcmovnbe	%st(1), %st
	fstp	%st(1)
	retq
.Lfunc_end0:
	.size	less, .Lfunc_end0-less
	.cfi_endproc
	.globl	series
	.p2align	4
	.type	series,@function
series:                                 # @series
	.cfi_startproc
# %bb.0:
	fldt	8(%rsp)
	fldz
	fld1
.LBB1_1:
	fadd	%st, %st(1)
	fmul	%st(2), %st
	decl	%edi
	jne	.LBB1_1
# %bb.2:
	fstp	%st
	fstp	%st(1)
	retq
.Lfunc_end1:
	.size	series, .Lfunc_end1-series
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$56, %rsp
	.cfi_def_cfa_offset	64
	fldt	64(%rsp)
	fstpt	(%rsp)
	callq	g
	fstpt	16(%rsp)                        # spill
	fldt	80(%rsp)                        # remat
	fstpt	(%rsp)
	callq	g
	fstpt	32(%rsp)                        # spill
	fldt	32(%rsp)                        # reload
	fstpt	(%rsp)
	callq	g
# %bb.1:
	fstp	%st
	fldt	16(%rsp)                        # reload
	fldt	32(%rsp)                        # reload
	fsubrp	%st, %st(1)
	addq	$56, %rsp
	.cfi_def_cfa_offset	8
	retq
.Lfunc_end2:
	.size	calls, .Lfunc_end2-calls
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
