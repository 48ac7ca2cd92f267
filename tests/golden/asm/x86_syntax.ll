; ocg: -march=x86-64
; ocg: -march=x86-64 -x86-asm-syntax=intel
; Both syntaxes: memory operands of all widths, symbols as addresses and as immediates, inline assembly in its own syntax. The
; decrement's flags answer the loop's question.
@counter = dso_local global i32 0
@text = dso_local constant [3 x i8] c"ab\00"
declare void @show(ptr)
define void @widths(ptr %p, i64 %i) {
  %a = getelementptr inbounds i16, ptr %p, i64 %i
  store i16 7, ptr %a
  %b = load i8, ptr %p
  %c = add i8 %b, 1
  store i8 %c, ptr %p
  %d = getelementptr inbounds double, ptr %p, i64 %i
  %e = load double, ptr %d
  %f = fadd double %e, 1.0
  store double %f, ptr %d
  %n = load i32, ptr @counter
  %m = add i32 %n, 1
  store i32 %m, ptr @counter
  call void asm sideeffect "nop; xchgq %rax, $0", "r,~{rax}"(i64 %i)
  call void @show(ptr @text)
  ret void
}
define i32 @loop(i32 %n) {
entry:
  br label %again
again:
  %k = phi i32 [ %n, %entry ], [ %l, %again ]
  %l = add i32 %k, -1
  call void @show(ptr null)
  %z = icmp slt i32 %l, 0
  br i1 %z, label %out, label %again
out:
  ret i32 %l
}
; ---- expected ----
	.text
	.file	""
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI0_0:
	.quad	4607182418800017408
	.text
	.globl	widths
	.p2align	4
	.type	widths,@function
widths:                                 # @widths
	.cfi_startproc
# %bb.0:
	movsd	.LCPI0_0(%rip), %xmm0
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	movw	$7, (%rdi,%rsi,2)
	incb	(%rdi)
	addsd	(%rdi,%rsi,8), %xmm0
	movsd	%xmm0, (%rdi,%rsi,8)
	movl	$text, %edi
	incl	counter(%rip)
	#APP
	nop; xchgq %rax, %rsi
	#NO_APP
	callq	show
# %bb.1:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
.Lfunc_end0:
	.size	widths, .Lfunc_end0-widths
	.cfi_endproc
	.globl	loop
	.p2align	4
	.type	loop,@function
loop:                                   # @loop
	.cfi_startproc
# %bb.0:
	pushq	%rbx                            # save
	.cfi_def_cfa_offset	16
	.cfi_offset	%rbx, -16
	pushq	%r14                            # save
	.cfi_def_cfa_offset	24
	.cfi_offset	%r14, -24
	subq	$8, %rsp
	.cfi_def_cfa_offset	32
	movl	%edi, %ebx                      # copy
	xorl	%r14d, %r14d
.LBB1_1:
	movq	%r14, %rdi                      # copy
	callq	show
# %bb.2:
	decl	%ebx
	jns	.LBB1_1
# %bb.3:
	movl	%ebx, %eax                      # copy
	addq	$8, %rsp
	.cfi_def_cfa_offset	24
	popq	%r14                            # restore
	.cfi_def_cfa_offset	16
	.cfi_restore	%r14
	popq	%rbx                            # restore
	.cfi_def_cfa_offset	8
	.cfi_restore	%rbx
	retq
.Lfunc_end1:
	.size	loop, .Lfunc_end1-loop
	.cfi_endproc
	.type	counter,@object
	.bss
	.globl	counter
	.p2align	2, 0x0
counter:
	.zero	4
	.size	counter, 4
	.type	text,@object
	.section	.rodata,"a",@progbits
	.globl	text
text:
	.asciz	"ab"
	.size	text, 3
	.section	".note.GNU-stack","",@progbits
	.intel_syntax noprefix
	.text
	.file	""
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI0_0:
	.quad	4607182418800017408
	.text
	.globl	widths
	.p2align	4
	.type	widths,@function
widths:                                 # @widths
	.cfi_startproc
# %bb.0:
	movsd	xmm0, qword ptr [rip + .LCPI0_0]
	sub	rsp, 8
	.cfi_def_cfa_offset	16
	mov	word ptr [rdi + 2*rsi], 7
	inc	byte ptr [rdi]
	addsd	xmm0, qword ptr [rdi + 8*rsi]
	movsd	qword ptr [rdi + 8*rsi], xmm0
	mov	edi, offset text
	inc	dword ptr [rip + counter]
	#APP
	.att_syntax
	nop; xchgq %rax, %rsi
	.intel_syntax noprefix
	#NO_APP
	call	show
# %bb.1:
	add	rsp, 8
	.cfi_def_cfa_offset	8
	ret
.Lfunc_end0:
	.size	widths, .Lfunc_end0-widths
	.cfi_endproc
	.globl	loop
	.p2align	4
	.type	loop,@function
loop:                                   # @loop
	.cfi_startproc
# %bb.0:
	push	rbx                             # save
	.cfi_def_cfa_offset	16
	.cfi_offset	rbx, -16
	push	r14                             # save
	.cfi_def_cfa_offset	24
	.cfi_offset	r14, -24
	sub	rsp, 8
	.cfi_def_cfa_offset	32
	mov	ebx, edi                        # copy
	xor	r14d, r14d
.LBB1_1:
	mov	rdi, r14                        # copy
	call	show
# %bb.2:
	dec	ebx
	jns	.LBB1_1
# %bb.3:
	mov	eax, ebx                        # copy
	add	rsp, 8
	.cfi_def_cfa_offset	24
	pop	r14                             # restore
	.cfi_def_cfa_offset	16
	.cfi_restore	r14
	pop	rbx                             # restore
	.cfi_def_cfa_offset	8
	.cfi_restore	rbx
	ret
.Lfunc_end1:
	.size	loop, .Lfunc_end1-loop
	.cfi_endproc
	.type	counter,@object
	.bss
	.globl	counter
	.p2align	2, 0x0
counter:
	.zero	4
	.size	counter, 4
	.type	text,@object
	.section	.rodata,"a",@progbits
	.globl	text
text:
	.asciz	"ab"
	.size	text, 3
	.section	".note.GNU-stack","",@progbits
