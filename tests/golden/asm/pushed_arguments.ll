; ocg: -march=i686
; Arguments are pushed where that is shorter, from memory too; the frame stays as it is.
target triple = "i686-linux-gnu"

declare void @g(i32, i32, i32)
declare i32 @h(i32)
@name = external global i8
declare void @v(ptr, i32)
declare void @d(double, i32)

define void @pass(i32 %a, i32 %b, ptr %p) {
  %x = load i32, ptr %p
  call void @g(i32 %x, i32 %a, i32 7)
  call void @v(ptr @name, i32 1000)
  ret void
}

; One in a register is not worth it.
define i32 @one(i32 %a) {
  %s = add i32 %a, 3
  %r = call i32 @h(i32 %s)
  %t = call i32 @h(i32 %r)
  %u = add i32 %t, %r
  ret i32 %u
}

; A double is stored: what stands behind it stays.
define void @wide(double %d, i32 %n) {
  call void @d(double %d, i32 %n)
  ret void
}
; ---- expected ----
	.text
	.file	""
	.globl	pass
	.p2align	4
	.type	pass,@function
pass:                                   # @pass
	.cfi_startproc
# %bb.0:
	subl	$28, %esp
	.cfi_def_cfa_offset	32
	movl	40(%esp), %ecx
	addl	$12, %esp
	.cfi_def_cfa_offset	20
	pushl	$7
	.cfi_def_cfa_offset	24
	pushl	24(%esp)
	.cfi_def_cfa_offset	28
	pushl	(%ecx)
	.cfi_def_cfa_offset	32
	calll	g
# %bb.1:
	addl	$8, %esp
	.cfi_def_cfa_offset	24
	pushl	$1000
	.cfi_def_cfa_offset	28
	pushl	$name
	.cfi_def_cfa_offset	32
	calll	v
# %bb.2:
	addl	$28, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end0:
	.size	pass, .Lfunc_end0-pass
	.cfi_endproc
	.globl	one
	.p2align	4
	.type	one,@function
one:                                    # @one
	.cfi_startproc
# %bb.0:
	pushl	%esi                            # save
	.cfi_def_cfa_offset	8
	.cfi_offset	%esi, -8
	subl	$24, %esp
	.cfi_def_cfa_offset	32
	movl	32(%esp), %eax
	addl	$3, %eax
	movl	%eax, (%esp)
	calll	h
	movl	%eax, %esi                      # copy
	movl	%esi, (%esp)
	calll	h
# %bb.1:
	addl	%esi, %eax
	addl	$24, %esp
	.cfi_def_cfa_offset	8
	popl	%esi                            # restore
	.cfi_def_cfa_offset	4
	.cfi_restore	%esi
	retl
.Lfunc_end1:
	.size	one, .Lfunc_end1-one
	.cfi_endproc
	.globl	wide
	.p2align	4
	.type	wide,@function
wide:                                   # @wide
	.cfi_startproc
# %bb.0:
	subl	$28, %esp
	.cfi_def_cfa_offset	32
	fldl	32(%esp)
	movl	40(%esp), %eax
	fstpl	(%esp)
	movl	%eax, 8(%esp)
	calll	d
# %bb.1:
	addl	$28, %esp
	.cfi_def_cfa_offset	4
	retl
.Lfunc_end2:
	.size	wide, .Lfunc_end2-wide
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
