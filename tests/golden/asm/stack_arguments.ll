; ocg: -march=i686
; Arguments on the stack stay there: they are loaded again after the call, from where they came, and nothing stores them.
target triple = "i686-linux-gnu"

declare void @f(i32)

define i32 @reload(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e) {
  call void @f(i32 %a)
  call void @f(i32 %b)
  %s = add i32 %a, %b
  %t = xor i32 %s, %c
  %u = mul i32 %t, %d
  call void @f(i32 %u)
  %v = add i32 %u, %e
  %w = add i32 %v, %a
  ret i32 %w
}

; A tail call stores its arguments there.
define void @tail(i32 %a, i32 %b) {
  call void @f(i32 %b)
  call void @f(i32 %a)
  tail call void @g(i32 %b, i32 %a)
  ret void
}
declare void @g(i32, i32)
; ---- expected ----
	.text
	.file	""
	.globl	reload
	.p2align	4
	.type	reload,@function
reload:                                 # @reload
	.cfi_startproc
# %bb.0:
	pushl	%esi                            # save
	.cfi_def_cfa_offset	8
	.cfi_offset	%esi, -8
	pushl	%edi                            # save
	.cfi_def_cfa_offset	12
	.cfi_offset	%edi, -12
	subl	$20, %esp
	.cfi_def_cfa_offset	32
	movl	32(%esp), %edi
	movl	36(%esp), %esi
	movl	%edi, (%esp)
	calll	f
# %bb.1:
	movl	%esi, (%esp)
	calll	f
# %bb.2:
	addl	%edi, %esi
	xorl	40(%esp), %esi                  # remat
	imull	44(%esp), %esi                  # remat
	movl	%esi, (%esp)
	calll	f
# %bb.3:
	movl	48(%esp), %ecx                  # remat
	leal	(%esi,%ecx), %eax
	addl	%edi, %eax
	addl	$20, %esp
	.cfi_def_cfa_offset	12
	popl	%edi                            # restore
	.cfi_def_cfa_offset	8
	.cfi_restore	%edi
	popl	%esi                            # restore
	.cfi_def_cfa_offset	4
	.cfi_restore	%esi
	retl
.Lfunc_end0:
	.size	reload, .Lfunc_end0-reload
	.cfi_endproc
	.globl	tail
	.p2align	4
	.type	tail,@function
tail:                                   # @tail
	.cfi_startproc
# %bb.0:
	pushl	%esi                            # save
	.cfi_def_cfa_offset	8
	.cfi_offset	%esi, -8
	subl	$24, %esp
	.cfi_def_cfa_offset	32
	movl	32(%esp), %esi
	movl	36(%esp), %eax
	movl	%eax, (%esp)
	calll	f
# %bb.1:
	movl	%esi, (%esp)
	calll	f
# %bb.2:
	addl	$8, %esp
	.cfi_def_cfa_offset	24
	pushl	%esi
	.cfi_def_cfa_offset	28
	pushl	32(%esp)                        # remat
	.cfi_def_cfa_offset	32
	calll	g
# %bb.3:
	addl	$24, %esp
	.cfi_def_cfa_offset	8
	popl	%esi                            # restore
	.cfi_def_cfa_offset	4
	.cfi_restore	%esi
	retl
.Lfunc_end1:
	.size	tail, .Lfunc_end1-tail
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
