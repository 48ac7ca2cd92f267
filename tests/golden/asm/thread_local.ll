; ocg: -march=pentium4 -O1
; ocg: -march=pentium4 -O1 -relocation-model=pic
; ocg: -march=x86-64 -O1 -relocation-model=pic
; The four models of thread-local storage, and the GOT of position-independent code.

@far = external thread_local global i32
@near = internal thread_local global i32 1
@nearer = internal thread_local global i32 2
@initial = external thread_local(initialexec) global i32
@variable = external global i32
@own = internal global [4 x i32] zeroinitializer

declare i32 @elsewhere(i32)

define i32 @general() nounwind {
  %x = load i32, ptr @far
  ret i32 %x
}

define i32 @local() nounwind {
  %x = load i32, ptr @near
  %y = load i32, ptr @nearer
  %s = add i32 %x, %y
  ret i32 %s
}

define i32 @initial_exec() nounwind {
  %x = load i32, ptr @initial
  ret i32 %x
}

define ptr @address() nounwind {
  ret ptr @near
}

define i32 @symbols(i32 %i) nounwind {
  %p = getelementptr i32, ptr @own, i32 %i
  store i32 %i, ptr %p
  %x = load i32, ptr @variable
  %r = call i32 @elsewhere(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

define i32 @jumps(i32 %i) nounwind {
  %r = tail call i32 @elsewhere(i32 %i)
  ret i32 %r
}
; ---- expected ----
	.text
	.file	""
	.globl	general
	.p2align	4
	.type	general,@function
general:                                # @general
# %bb.0:
	movl	far@INDNTPOFF, %eax
	movl	%gs:(%eax), %eax
	retl
.Lfunc_end0:
	.size	general, .Lfunc_end0-general
	.globl	local
	.p2align	4
	.type	local,@function
local:                                  # @local
# %bb.0:
	movl	%gs:near@NTPOFF, %eax
	addl	%gs:nearer@NTPOFF, %eax
	retl
.Lfunc_end1:
	.size	local, .Lfunc_end1-local
	.globl	initial_exec
	.p2align	4
	.type	initial_exec,@function
initial_exec:                           # @initial_exec
# %bb.0:
	movl	initial@INDNTPOFF, %eax
	movl	%gs:(%eax), %eax
	retl
.Lfunc_end2:
	.size	initial_exec, .Lfunc_end2-initial_exec
	.globl	address
	.p2align	4
	.type	address,@function
address:                                # @address
# %bb.0:
	movl	%gs:0, %eax
	leal	near@NTPOFF(%eax), %eax
	retl
.Lfunc_end3:
	.size	address, .Lfunc_end3-address
	.globl	symbols
	.p2align	4
	.type	symbols,@function
symbols:                                # @symbols
# %bb.0:
	subl	$28, %esp
	movl	32(%esp), %eax
	movl	%eax, own(,%eax,4)
	movl	variable, %eax
	movl	%eax, (%esp)
	calll	elsewhere
# %bb.1:
	incl	%eax
	addl	$28, %esp
	retl
.Lfunc_end4:
	.size	symbols, .Lfunc_end4-symbols
	.globl	jumps
	.p2align	4
	.type	jumps,@function
jumps:                                  # @jumps
# %bb.0:
	subl	$28, %esp
	movl	32(%esp), %eax
	movl	%eax, (%esp)
	calll	elsewhere
# %bb.1:
	addl	$28, %esp
	retl
.Lfunc_end5:
	.size	jumps, .Lfunc_end5-jumps
	.type	near,@object
	.section	.tdata,"awT",@progbits
	.p2align	2, 0x0
near:
	.long	1
	.size	near, 4
	.type	nearer,@object
	.p2align	2, 0x0
nearer:
	.long	2
	.size	nearer, 4
	.type	own,@object
	.bss
	.p2align	2, 0x0
own:
	.zero	16
	.size	own, 16
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	general
	.p2align	4
	.type	general,@function
general:                                # @general
# %bb.0:
	pushl	%ebx                            # save
	subl	$8, %esp
	calll	.LBB0_2
.LBB0_2:
	popl	%ebx
	addl	$_GLOBAL_OFFSET_TABLE_+1, %ebx
	leal	far@TLSGD(,%ebx), %eax
	calll	___tls_get_addr@PLT
# %bb.1:
	movl	(%eax), %eax
	addl	$8, %esp
	popl	%ebx                            # restore
	retl
.Lfunc_end0:
	.size	general, .Lfunc_end0-general
	.globl	local
	.p2align	4
	.type	local,@function
local:                                  # @local
# %bb.0:
	pushl	%ebx                            # save
	subl	$8, %esp
	calll	.LBB1_2
.LBB1_2:
	popl	%ebx
	addl	$_GLOBAL_OFFSET_TABLE_+1, %ebx
	leal	near@TLSLDM(%ebx), %eax
	calll	___tls_get_addr@PLT
# %bb.1:
	movl	%eax, %ecx                      # copy
	movl	near@DTPOFF(%ecx), %eax
	addl	nearer@DTPOFF(%ecx), %eax
	addl	$8, %esp
	popl	%ebx                            # restore
	retl
.Lfunc_end1:
	.size	local, .Lfunc_end1-local
	.globl	initial_exec
	.p2align	4
	.type	initial_exec,@function
initial_exec:                           # @initial_exec
# %bb.0:
	calll	.LBB2_1
.LBB2_1:
	popl	%eax
	addl	$_GLOBAL_OFFSET_TABLE_+1, %eax
	movl	initial@GOTNTPOFF(%eax), %eax
	movl	%gs:(%eax), %eax
	retl
.Lfunc_end2:
	.size	initial_exec, .Lfunc_end2-initial_exec
	.globl	address
	.p2align	4
	.type	address,@function
address:                                # @address
# %bb.0:
	pushl	%ebx                            # save
	subl	$8, %esp
	calll	.LBB3_2
.LBB3_2:
	popl	%ebx
	addl	$_GLOBAL_OFFSET_TABLE_+1, %ebx
	leal	near@TLSLDM(%ebx), %eax
	calll	___tls_get_addr@PLT
# %bb.1:
	leal	near@DTPOFF(%eax), %eax
	addl	$8, %esp
	popl	%ebx                            # restore
	retl
.Lfunc_end3:
	.size	address, .Lfunc_end3-address
	.globl	symbols
	.p2align	4
	.type	symbols,@function
symbols:                                # @symbols
# %bb.0:
	pushl	%ebx                            # save
	subl	$24, %esp
	calll	.LBB4_2
.LBB4_2:
	popl	%ebx
	addl	$_GLOBAL_OFFSET_TABLE_+1, %ebx
	movl	32(%esp), %eax
	movl	%eax, own@GOTOFF(%ebx,%eax,4)
	movl	variable@GOT(%ebx), %eax
	movl	(%eax), %eax
	movl	%eax, (%esp)
	calll	elsewhere@PLT
# %bb.1:
	incl	%eax
	addl	$24, %esp
	popl	%ebx                            # restore
	retl
.Lfunc_end4:
	.size	symbols, .Lfunc_end4-symbols
	.globl	jumps
	.p2align	4
	.type	jumps,@function
jumps:                                  # @jumps
# %bb.0:
	pushl	%ebx                            # save
	subl	$24, %esp
	calll	.LBB5_2
.LBB5_2:
	popl	%ebx
	addl	$_GLOBAL_OFFSET_TABLE_+1, %ebx
	movl	32(%esp), %eax
	movl	%eax, (%esp)
	calll	elsewhere@PLT
# %bb.1:
	addl	$24, %esp
	popl	%ebx                            # restore
	retl
.Lfunc_end5:
	.size	jumps, .Lfunc_end5-jumps
	.type	near,@object
	.section	.tdata,"awT",@progbits
	.p2align	2, 0x0
near:
	.long	1
	.size	near, 4
	.type	nearer,@object
	.p2align	2, 0x0
nearer:
	.long	2
	.size	nearer, 4
	.type	own,@object
	.bss
	.p2align	2, 0x0
own:
	.zero	16
	.size	own, 16
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	general
	.p2align	4
	.type	general,@function
general:                                # @general
# %bb.0:
	subq	$8, %rsp
	data16	leaq far@TLSGD(%rip), %rdi
	data16	data16 rex64 callq __tls_get_addr@PLT
# %bb.1:
	movl	(%rax), %eax
	addq	$8, %rsp
	retq
.Lfunc_end0:
	.size	general, .Lfunc_end0-general
	.globl	local
	.p2align	4
	.type	local,@function
local:                                  # @local
# %bb.0:
	subq	$8, %rsp
	leaq	near@TLSLD(%rip), %rdi
	callq	__tls_get_addr@PLT
# %bb.1:
	movq	%rax, %rcx                      # copy
	movl	near@DTPOFF(%rax), %eax
	addl	nearer@DTPOFF(%rcx), %eax
	addq	$8, %rsp
	retq
.Lfunc_end1:
	.size	local, .Lfunc_end1-local
	.globl	initial_exec
	.p2align	4
	.type	initial_exec,@function
initial_exec:                           # @initial_exec
# %bb.0:
	movq	initial@GOTTPOFF(%rip), %rax
	movl	%fs:(%rax), %eax
	retq
.Lfunc_end2:
	.size	initial_exec, .Lfunc_end2-initial_exec
	.globl	address
	.p2align	4
	.type	address,@function
address:                                # @address
# %bb.0:
	subq	$8, %rsp
	leaq	near@TLSLD(%rip), %rdi
	callq	__tls_get_addr@PLT
# %bb.1:
	leaq	near@DTPOFF(%rax), %rax
	addq	$8, %rsp
	retq
.Lfunc_end3:
	.size	address, .Lfunc_end3-address
	.globl	symbols
	.p2align	4
	.type	symbols,@function
symbols:                                # @symbols
# %bb.0:
	subq	$8, %rsp
	movslq	%edi, %rax
	leaq	own(%rip), %rcx
	movl	%edi, (%rcx,%rax,4)
	movq	variable@GOTPCREL(%rip), %rdi
	movl	(%rdi), %edi
	callq	elsewhere@PLT
# %bb.1:
	incl	%eax
	addq	$8, %rsp
	retq
.Lfunc_end4:
	.size	symbols, .Lfunc_end4-symbols
	.globl	jumps
	.p2align	4
	.type	jumps,@function
jumps:                                  # @jumps
# %bb.0:
	jmp	elsewhere@PLT
.Lfunc_end5:
	.size	jumps, .Lfunc_end5-jumps
	.type	near,@object
	.section	.tdata,"awT",@progbits
	.p2align	2, 0x0
near:
	.long	1
	.size	near, 4
	.type	nearer,@object
	.p2align	2, 0x0
nearer:
	.long	2
	.size	nearer, 4
	.type	own,@object
	.bss
	.p2align	2, 0x0
own:
	.zero	16
	.size	own, 16
	.section	".note.GNU-stack","",@progbits
