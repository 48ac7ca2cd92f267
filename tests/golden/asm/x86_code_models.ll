; ocg: -march=x86-64 -O1 -code-model=large
; ocg: -march=x86-64 -O1 -code-model=large -relocation-model=pic
; ocg: -march=x86-64 -O1 -code-model=medium -large-data-threshold=100
; ocg: -march=x86-64 -O1 -code-model=medium -relocation-model=pic -large-data-threshold=100
; ocg: -march=x86-64 -O1 -code-model=kernel
; ocg: -march=x86-64 -O1 -code-model=kernel -relocation-model=pic
; Addresses of each code model, calls and jump tables with them, and the sections of large data.

@other = external global i32
@missing = extern_weak global i32
@near = internal global i32 5
@wide = dso_local global [100 x i32] zeroinitializer
@fixed = dso_local constant [200 x i8] zeroinitializer
@pointers = dso_local constant [20 x ptr] [ptr @wide, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null]
@placed = dso_local global [200 x i8] zeroinitializer, section ".mine"
@asked = dso_local global i32 9, code_model "large"
@kept = dso_local global [200 x i8] zeroinitializer, code_model "small"
@alias = alias [100 x i32], ptr @wide

declare void @elsewhere()

define internal void @here() noinline {
  ret void
}

define ptr @of_other() {
  ret ptr @other
}

define ptr @of_missing() {
  ret ptr @missing
}

define ptr @inside() {
  ret ptr getelementptr (i8, ptr @wide, i64 40)
}

define ptr @of_function() {
  ret ptr @here
}

define ptr @of_asked() {
  ret ptr @asked
}

define ptr @of_kept() {
  ret ptr @kept
}

define i32 @element(i64 %i) {
  %p = getelementptr i32, ptr @wide, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @value() {
  %v = load i32, ptr @near
  ret i32 %v
}

define double @constant(double %x) {
  %y = fadd double %x, 3.25
  ret double %y
}

define void @calls() {
  call void @elsewhere()
  call void @here()
  tail call void @elsewhere()
  ret void
}

define i32 @table(i32 %x) {
  switch i32 %x, label %none [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  call void @here()
  ret i32 7
b:
  call void @elsewhere()
  ret i32 17
c:
  call void @here()
  ret i32 27
d:
  call void @here()
  ret i32 37
e:
  call void @here()
  ret i32 47
none:
  call void @here()
  ret i32 57
}
; ---- expected ----
	.text
	.file	""
	.section	.ltext,"axl",@progbits
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	movabsq	$other, %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	movabsq	$missing, %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	movabsq	$wide+40, %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	movabsq	$here, %rax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	movabsq	$asked, %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	movabsq	$kept, %rax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	movabsq	$wide, %rax
	movl	(%rax,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	movabsq	$near, %rax
	movl	(%rax), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.section	.ltext,"axl",@progbits
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	movabsq	$.LCPI9_0, %rax
	addsd	(%rax), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	movabsq	$elsewhere, %rax
	callq	*%rax
# %bb.1:
	movabsq	$here, %rax
	callq	*%rax
# %bb.2:
	movabsq	$elsewhere, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	jmpq	*%rax
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %edi
	movabsq	$.LJTI11_0, %rax
	movq	(%rax,%rdi,8), %rax
	jmpq	*%rax
.LBB11_2:
	movabsq	$here, %rax
	callq	*%rax
# %bb.3:
	movl	$7, %eax
	jmp	.LBB11_6
.LBB11_4:
	movabsq	$here, %rax
	callq	*%rax
# %bb.5:
	movl	$47, %eax
.LBB11_6:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_7:
	movabsq	$elsewhere, %rax
	callq	*%rax
# %bb.8:
	movl	$17, %eax
	jmp	.LBB11_6
.LBB11_9:
	movabsq	$here, %rax
	callq	*%rax
# %bb.10:
	movl	$27, %eax
	jmp	.LBB11_6
.LBB11_11:
	movabsq	$here, %rax
	callq	*%rax
# %bb.12:
	movl	$37, %eax
	jmp	.LBB11_6
.LBB11_13:
	movabsq	$here, %rax
	callq	*%rax
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_6
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.LJTI11_0:
	.quad	.LBB11_2
	.quad	.LBB11_7
	.quad	.LBB11_9
	.quad	.LBB11_11
	.quad	.LBB11_4
	.type	near,@object
	.section	.ldata,"awl",@progbits
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.section	.lbss,"awl",@nobits
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.lrodata,"al",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.section	.ltext,"axl",@progbits
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$other@GOT, %rax
	movq	(%rcx,%rax), %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$missing@GOT, %rax
	movq	(%rcx,%rax), %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$wide@GOTOFF+40, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$asked@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$kept@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$wide@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	movl	(%rax,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$near@GOTOFF, %rax
	movl	(%rcx,%rax), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.section	.ltext,"axl",@progbits
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	leaq	(%rip), %rcx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rcx
	movabsq	$.LCPI9_0@GOTOFF, %rax
	addsd	(%rcx,%rax), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	pushq	%rbx                            # save
	.cfi_def_cfa_offset	16
	.cfi_offset	%rbx, -16
	leaq	(%rip), %rbx
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rax
	addq	%rax, %rbx
	movabsq	$elsewhere@GOT, %rax
	movq	(%rbx,%rax), %rax
	callq	*%rax
# %bb.1:
	movabsq	$here@GOTOFF, %rax
	leaq	(%rbx,%rax), %rax
	callq	*%rax
# %bb.2:
	movabsq	$elsewhere@GOT, %rax
	movq	(%rbx,%rax), %rax
	popq	%rbx                            # restore
	.cfi_def_cfa_offset	8
	.cfi_restore	%rbx
	jmpq	*%rax
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	leaq	(%rip), %rax
	movabsq	$_GLOBAL_OFFSET_TABLE_, %rcx
	addq	%rcx, %rax
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %edi
	movabsq	$.LJTI11_0@GOTOFF, %rcx
	leaq	(%rax,%rcx), %rdx
	movq	(%rdx,%rdi,8), %rcx
	addq	%rdx, %rcx
	jmpq	*%rcx
.LBB11_2:
	movq	%rax, %rcx                      # copy
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.3:
	movl	$7, %eax
.LBB11_4:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_5:
	movq	%rax, %rcx                      # copy
	movabsq	$elsewhere@GOT, %rax
	movq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.6:
	movl	$17, %eax
	jmp	.LBB11_4
.LBB11_7:
	movq	%rax, %rcx                      # copy
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.8:
	movl	$27, %eax
	jmp	.LBB11_4
.LBB11_9:
	movq	%rax, %rcx                      # copy
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.10:
	movl	$37, %eax
	jmp	.LBB11_4
.LBB11_11:
	movq	%rax, %rcx                      # copy
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.12:
	movl	$47, %eax
	jmp	.LBB11_4
.LBB11_13:
	movq	%rax, %rcx                      # copy
	movabsq	$here@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	callq	*%rax
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_4
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.LJTI11_0:
	.quad	.LBB11_2-.LJTI11_0
	.quad	.LBB11_5-.LJTI11_0
	.quad	.LBB11_7-.LJTI11_0
	.quad	.LBB11_9-.LJTI11_0
	.quad	.LBB11_11-.LJTI11_0
	.type	near,@object
	.section	.ldata,"awl",@progbits
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.section	.lbss,"awl",@nobits
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.lrodata,"al",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.section	.ldata.rel.ro,"awl",@progbits
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	movq	other@GOTPCREL(%rip), %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	movq	missing@GOTPCREL(%rip), %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	movabsq	$wide+40, %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	movl	$here, %eax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	movabsq	$asked, %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	movl	$kept, %eax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	movabsq	$wide, %rax
	movl	(%rax,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	movl	near(%rip), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.text
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	addsd	.LCPI9_0(%rip), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	callq	elsewhere
# %bb.1:
	callq	here
# %bb.2:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	jmp	elsewhere
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %eax
	movq	.LJTI11_0(,%rax,8), %rax
	jmpq	*%rax
.LBB11_2:
	callq	here
# %bb.3:
	movl	$7, %eax
	jmp	.LBB11_6
.LBB11_4:
	callq	here
# %bb.5:
	movl	$47, %eax
.LBB11_6:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_7:
	callq	elsewhere
# %bb.8:
	movl	$17, %eax
	jmp	.LBB11_6
.LBB11_9:
	callq	here
# %bb.10:
	movl	$27, %eax
	jmp	.LBB11_6
.LBB11_11:
	callq	here
# %bb.12:
	movl	$37, %eax
	jmp	.LBB11_6
.LBB11_13:
	callq	here
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_6
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.LJTI11_0:
	.quad	.LBB11_2
	.quad	.LBB11_7
	.quad	.LBB11_9
	.quad	.LBB11_11
	.quad	.LBB11_4
	.type	near,@object
	.data
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.section	.lbss,"awl",@nobits
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.lrodata,"al",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	movq	other@GOTPCREL(%rip), %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	movq	missing@GOTPCREL(%rip), %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rcx
	movabsq	$wide@GOTOFF+40, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	leaq	here(%rip), %rax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rcx
	movabsq	$asked@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	leaq	kept(%rip), %rax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rcx
	movabsq	$wide@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	movl	(%rax,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	movl	near(%rip), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.text
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	addsd	.LCPI9_0(%rip), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	callq	elsewhere@PLT
# %bb.1:
	callq	here
# %bb.2:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	jmp	elsewhere@PLT
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %edi
	leaq	.LJTI11_0(%rip), %rcx
	movslq	(%rcx,%rdi,4), %rax
	addq	%rcx, %rax
	jmpq	*%rax
.LBB11_2:
	callq	here
# %bb.3:
	movl	$7, %eax
	jmp	.LBB11_6
.LBB11_4:
	callq	here
# %bb.5:
	movl	$27, %eax
.LBB11_6:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_7:
	callq	elsewhere@PLT
# %bb.8:
	movl	$17, %eax
	jmp	.LBB11_6
.LBB11_9:
	callq	here
# %bb.10:
	movl	$37, %eax
	jmp	.LBB11_6
.LBB11_11:
	callq	here
# %bb.12:
	movl	$47, %eax
	jmp	.LBB11_6
.LBB11_13:
	callq	here
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_6
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI11_0:
	.long	.LBB11_2-.LJTI11_0
	.long	.LBB11_7-.LJTI11_0
	.long	.LBB11_4-.LJTI11_0
	.long	.LBB11_9-.LJTI11_0
	.long	.LBB11_11-.LJTI11_0
	.type	near,@object
	.data
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.section	.lbss,"awl",@nobits
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.lrodata,"al",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.section	.ldata.rel.ro,"awl",@progbits
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	movq	other@GOTPCREL(%rip), %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	movq	missing@GOTPCREL(%rip), %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	movq	$wide+40, %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	movq	$here, %rax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	movabsq	$asked, %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	movq	$kept, %rax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	movl	wide(,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	movl	near(%rip), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.text
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	addsd	.LCPI9_0(%rip), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	callq	elsewhere
# %bb.1:
	callq	here
# %bb.2:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	jmp	elsewhere
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %eax
	movq	.LJTI11_0(,%rax,8), %rax
	jmpq	*%rax
.LBB11_2:
	callq	here
# %bb.3:
	movl	$7, %eax
	jmp	.LBB11_6
.LBB11_4:
	callq	here
# %bb.5:
	movl	$47, %eax
.LBB11_6:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_7:
	callq	elsewhere
# %bb.8:
	movl	$17, %eax
	jmp	.LBB11_6
.LBB11_9:
	callq	here
# %bb.10:
	movl	$27, %eax
	jmp	.LBB11_6
.LBB11_11:
	callq	here
# %bb.12:
	movl	$37, %eax
	jmp	.LBB11_6
.LBB11_13:
	callq	here
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_6
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.LJTI11_0:
	.quad	.LBB11_2
	.quad	.LBB11_7
	.quad	.LBB11_9
	.quad	.LBB11_11
	.quad	.LBB11_4
	.type	near,@object
	.data
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.bss
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.rodata,"a",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.p2align	4
	.type	here,@function
here:                                   # @here
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end0:
	.size	here, .Lfunc_end0-here
	.cfi_endproc
	.globl	of_other
	.p2align	4
	.type	of_other,@function
of_other:                               # @of_other
	.cfi_startproc
# %bb.0:
	movq	other@GOTPCREL(%rip), %rax
	retq
.Lfunc_end1:
	.size	of_other, .Lfunc_end1-of_other
	.cfi_endproc
	.globl	of_missing
	.p2align	4
	.type	of_missing,@function
of_missing:                             # @of_missing
	.cfi_startproc
# %bb.0:
	movq	missing@GOTPCREL(%rip), %rax
	retq
.Lfunc_end2:
	.size	of_missing, .Lfunc_end2-of_missing
	.cfi_endproc
	.globl	inside
	.p2align	4
	.type	inside,@function
inside:                                 # @inside
	.cfi_startproc
# %bb.0:
	leaq	wide+40(%rip), %rax
	retq
.Lfunc_end3:
	.size	inside, .Lfunc_end3-inside
	.cfi_endproc
	.globl	of_function
	.p2align	4
	.type	of_function,@function
of_function:                            # @of_function
	.cfi_startproc
# %bb.0:
	leaq	here(%rip), %rax
	retq
.Lfunc_end4:
	.size	of_function, .Lfunc_end4-of_function
	.cfi_endproc
	.globl	of_asked
	.p2align	4
	.type	of_asked,@function
of_asked:                               # @of_asked
	.cfi_startproc
# %bb.0:
	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rcx
	movabsq	$asked@GOTOFF, %rax
	leaq	(%rcx,%rax), %rax
	retq
.Lfunc_end5:
	.size	of_asked, .Lfunc_end5-of_asked
	.cfi_endproc
	.globl	of_kept
	.p2align	4
	.type	of_kept,@function
of_kept:                                # @of_kept
	.cfi_startproc
# %bb.0:
	leaq	kept(%rip), %rax
	retq
.Lfunc_end6:
	.size	of_kept, .Lfunc_end6-of_kept
	.cfi_endproc
	.globl	element
	.p2align	4
	.type	element,@function
element:                                # @element
	.cfi_startproc
# %bb.0:
	leaq	wide(%rip), %rax
	movl	(%rax,%rdi,4), %eax
	retq
.Lfunc_end7:
	.size	element, .Lfunc_end7-element
	.cfi_endproc
	.globl	value
	.p2align	4
	.type	value,@function
value:                                  # @value
	.cfi_startproc
# %bb.0:
	movl	near(%rip), %eax
	retq
.Lfunc_end8:
	.size	value, .Lfunc_end8-value
	.cfi_endproc
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI9_0:
	.quad	4614500768194494464
	.text
	.globl	constant
	.p2align	4
	.type	constant,@function
constant:                               # @constant
	.cfi_startproc
# %bb.0:
	addsd	.LCPI9_0(%rip), %xmm0
	retq
.Lfunc_end9:
	.size	constant, .Lfunc_end9-constant
	.cfi_endproc
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	callq	elsewhere@PLT
# %bb.1:
	callq	here
# %bb.2:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	jmp	elsewhere@PLT
.Lfunc_end10:
	.size	calls, .Lfunc_end10-calls
	.cfi_endproc
	.globl	table
	.p2align	4
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	subq	$8, %rsp
	.cfi_def_cfa_offset	16
	cmpl	$4, %edi
	ja	.LBB11_13
# %bb.1:
	movl	%edi, %edi
	leaq	.LJTI11_0(%rip), %rcx
	movslq	(%rcx,%rdi,4), %rax
	addq	%rcx, %rax
	jmpq	*%rax
.LBB11_2:
	callq	here
# %bb.3:
	movl	$7, %eax
	jmp	.LBB11_6
.LBB11_4:
	callq	here
# %bb.5:
	movl	$27, %eax
.LBB11_6:
	addq	$8, %rsp
	.cfi_def_cfa_offset	8
	retq
	.cfi_def_cfa_offset	16
.LBB11_7:
	callq	elsewhere@PLT
# %bb.8:
	movl	$17, %eax
	jmp	.LBB11_6
.LBB11_9:
	callq	here
# %bb.10:
	movl	$37, %eax
	jmp	.LBB11_6
.LBB11_11:
	callq	here
# %bb.12:
	movl	$47, %eax
	jmp	.LBB11_6
.LBB11_13:
	callq	here
# %bb.14:
	movl	$57, %eax
	jmp	.LBB11_6
.Lfunc_end11:
	.size	table, .Lfunc_end11-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI11_0:
	.long	.LBB11_2-.LJTI11_0
	.long	.LBB11_7-.LJTI11_0
	.long	.LBB11_4-.LJTI11_0
	.long	.LBB11_9-.LJTI11_0
	.long	.LBB11_11-.LJTI11_0
	.type	near,@object
	.data
	.p2align	2, 0x0
near:
	.long	5
	.size	near, 4
	.type	wide,@object
	.bss
	.globl	wide
	.p2align	4, 0x0
wide:
	.zero	400
	.size	wide, 400
	.type	fixed,@object
	.section	.rodata,"a",@progbits
	.globl	fixed
	.p2align	4, 0x0
fixed:
	.zero	200
	.size	fixed, 200
	.type	pointers,@object
	.section	.data.rel.ro,"aw",@progbits
	.globl	pointers
	.p2align	4, 0x0
pointers:
	.quad	wide
	.zero	152
	.size	pointers, 160
	.type	placed,@object
	.section	.mine,"aw",@progbits
	.globl	placed
placed:
	.zero	200
	.size	placed, 200
	.type	asked,@object
	.section	.ldata,"awl",@progbits
	.globl	asked
	.p2align	2, 0x0
asked:
	.long	9
	.size	asked, 4
	.type	kept,@object
	.bss
	.globl	kept
	.p2align	4, 0x0
kept:
	.zero	200
	.size	kept, 200
	.globl	alias
.set alias, wide
	.weak	missing
	.section	".note.GNU-stack","",@progbits
