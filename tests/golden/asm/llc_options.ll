; ocg: -march=rv64gc -fp-contract=off -function-sections
; ocg: -march=rv64gc -fp-contract=fast -enable-no-nans-fp-math -data-sections
; ocg: -march=rv64gc -min-jump-table-entries=5 -jump-table-density=90 -disable-tail-calls
; What llc's options ask for: fusing, sections, jump tables, calls that stay calls; and the attribute that forbids tables.
@v = global i32 1

define double @separate(double %a, double %b) {
  %m = fmul double %a, %a
  %s = fadd double %m, %b
  ret double %s
}

declare double @llvm.fmuladd.f64(double, double, double)

define double @either(double %a, double %b) {
  %s = call double @llvm.fmuladd.f64(double %a, double %a, double %b)
  ret double %s
}

define double @always(double %a, double %b) "fp-contract"="fast" {
  %m = fmul double %a, %a
  %s = fadd double %m, %b
  ret double %s
}

define i32 @table(i32 %x) {
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  br label %other
b:
  br label %other
c:
  br label %other
d:
  br label %other
e:
  br label %other
other:
  %r = phi i32 [ 0, %0 ], [ 17, %a ], [ 4, %b ], [ 99, %c ], [ 1234, %d ], [ 50, %e ]
  ret i32 %r
}

define i32 @no_table(i32 %x) "no-jump-tables"="true" {
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
    i32 5, label %a
    i32 6, label %c
  ]
a:
  br label %other
b:
  br label %other
c:
  br label %other
d:
  br label %other
e:
  br label %other
other:
  %r = phi i32 [ 0, %0 ], [ 17, %a ], [ 4, %b ], [ 99, %c ], [ 1234, %d ], [ 50, %e ]
  ret i32 %r
}

declare i32 @other(i32)

define i32 @tail(i32 %x) {
  %r = tail call i32 @other(i32 %x)
  ret i32 %r
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.section	.text.separate,"ax",@progbits
	.globl	separate
	.p2align	1
	.type	separate,@function
separate:                               # @separate
	.cfi_startproc
# %bb.0:
	fmul.d	fa0, fa0, fa0
	fadd.d	fa0, fa0, fa1
	ret
.Lfunc_end0:
	.size	separate, .Lfunc_end0-separate
	.cfi_endproc
	.section	.text.either,"ax",@progbits
	.globl	either
	.p2align	1
	.type	either,@function
either:                                 # @either
	.cfi_startproc
# %bb.0:
	fmul.d	fa0, fa0, fa0
	fadd.d	fa0, fa0, fa1
	ret
.Lfunc_end1:
	.size	either, .Lfunc_end1-either
	.cfi_endproc
	.section	.text.always,"ax",@progbits
	.globl	always
	.p2align	1
	.type	always,@function
always:                                 # @always
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end2:
	.size	always, .Lfunc_end2-always
	.cfi_endproc
	.section	.text.table,"ax",@progbits
	.globl	table
	.p2align	1
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 4
	bltu	a0, a1, .LBB3_7
# %bb.1:
	lui	a2, %hi(.LJTI3_0)
	addi	a2, a2, %lo(.LJTI3_0)
	slli	a0, a1, 2
	add	a0, a0, a2
	lw	a0, 0(a0)
	jr	a0
.LBB3_2:
	li	a0, 17
	ret
.LBB3_3:
	li	a0, 4
	ret
.LBB3_4:
	li	a0, 99
	ret
.LBB3_5:
	li	a0, 1234
	ret
.LBB3_6:
	li	a0, 50
	ret
.LBB3_7:
	li	a0, 0
# %bb.8:
	ret
.Lfunc_end3:
	.size	table, .Lfunc_end3-table
	.cfi_endproc
	.section	.rodata.table,"a",@progbits
	.p2align	2, 0x0
.LJTI3_0:
	.word	.LBB3_2
	.word	.LBB3_3
	.word	.LBB3_4
	.word	.LBB3_5
	.word	.LBB3_6
	.section	.text.no_table,"ax",@progbits
	.globl	no_table
	.p2align	1
	.type	no_table,@function
no_table:                               # @no_table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 3
	bge	a1, a0, .LBB4_6
# %bb.1:
	beqz	a1, .LBB4_12
# %bb.2:
	li	a0, 1
	beq	a1, a0, .LBB4_14
# %bb.3:
	li	a0, 2
	beq	a1, a0, .LBB4_11
.LBB4_4:
	li	a0, 0
# %bb.5:
	ret
.LBB4_6:
	li	a0, 5
	bge	a1, a0, .LBB4_9
# %bb.7:
	li	a0, 3
	bne	a1, a0, .LBB4_13
# %bb.8:
	li	a0, 1234
	ret
.LBB4_9:
	beq	a1, a0, .LBB4_12
# %bb.10:
	li	a0, 6
	bne	a1, a0, .LBB4_4
.LBB4_11:
	li	a0, 99
	ret
.LBB4_12:
	li	a0, 17
	ret
.LBB4_13:
	li	a0, 50
	ret
.LBB4_14:
	li	a0, 4
	ret
.Lfunc_end4:
	.size	no_table, .Lfunc_end4-no_table
	.cfi_endproc
	.section	.text.tail,"ax",@progbits
	.globl	tail
	.p2align	1
	.type	tail,@function
tail:                                   # @tail
	.cfi_startproc
# %bb.0:
	tail	other
.Lfunc_end5:
	.size	tail, .Lfunc_end5-tail
	.cfi_endproc
	.type	v,@object
	.section	.sdata,"aw",@progbits
	.globl	v
	.p2align	2, 0x0
v:
	.word	1
	.size	v, 4
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	separate
	.p2align	1
	.type	separate,@function
separate:                               # @separate
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end0:
	.size	separate, .Lfunc_end0-separate
	.cfi_endproc
	.globl	either
	.p2align	1
	.type	either,@function
either:                                 # @either
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end1:
	.size	either, .Lfunc_end1-either
	.cfi_endproc
	.globl	always
	.p2align	1
	.type	always,@function
always:                                 # @always
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end2:
	.size	always, .Lfunc_end2-always
	.cfi_endproc
	.globl	table
	.p2align	1
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 4
	bltu	a0, a1, .LBB3_7
# %bb.1:
	lui	a2, %hi(.LJTI3_0)
	addi	a2, a2, %lo(.LJTI3_0)
	slli	a0, a1, 2
	add	a0, a0, a2
	lw	a0, 0(a0)
	jr	a0
.LBB3_2:
	li	a0, 17
	ret
.LBB3_3:
	li	a0, 4
	ret
.LBB3_4:
	li	a0, 99
	ret
.LBB3_5:
	li	a0, 1234
	ret
.LBB3_6:
	li	a0, 50
	ret
.LBB3_7:
	li	a0, 0
# %bb.8:
	ret
.Lfunc_end3:
	.size	table, .Lfunc_end3-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI3_0:
	.word	.LBB3_2
	.word	.LBB3_3
	.word	.LBB3_4
	.word	.LBB3_5
	.word	.LBB3_6
	.text
	.globl	no_table
	.p2align	1
	.type	no_table,@function
no_table:                               # @no_table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 3
	bge	a1, a0, .LBB4_6
# %bb.1:
	beqz	a1, .LBB4_12
# %bb.2:
	li	a0, 1
	beq	a1, a0, .LBB4_14
# %bb.3:
	li	a0, 2
	beq	a1, a0, .LBB4_11
.LBB4_4:
	li	a0, 0
# %bb.5:
	ret
.LBB4_6:
	li	a0, 5
	bge	a1, a0, .LBB4_9
# %bb.7:
	li	a0, 3
	bne	a1, a0, .LBB4_13
# %bb.8:
	li	a0, 1234
	ret
.LBB4_9:
	beq	a1, a0, .LBB4_12
# %bb.10:
	li	a0, 6
	bne	a1, a0, .LBB4_4
.LBB4_11:
	li	a0, 99
	ret
.LBB4_12:
	li	a0, 17
	ret
.LBB4_13:
	li	a0, 50
	ret
.LBB4_14:
	li	a0, 4
	ret
.Lfunc_end4:
	.size	no_table, .Lfunc_end4-no_table
	.cfi_endproc
	.globl	tail
	.p2align	1
	.type	tail,@function
tail:                                   # @tail
	.cfi_startproc
# %bb.0:
	tail	other
.Lfunc_end5:
	.size	tail, .Lfunc_end5-tail
	.cfi_endproc
	.type	v,@object
	.section	.sdata,"aw",@progbits
	.globl	v
	.p2align	2, 0x0
v:
	.word	1
	.size	v, 4
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	separate
	.p2align	1
	.type	separate,@function
separate:                               # @separate
	.cfi_startproc
# %bb.0:
	fmul.d	fa0, fa0, fa0
	fadd.d	fa0, fa0, fa1
	ret
.Lfunc_end0:
	.size	separate, .Lfunc_end0-separate
	.cfi_endproc
	.globl	either
	.p2align	1
	.type	either,@function
either:                                 # @either
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end1:
	.size	either, .Lfunc_end1-either
	.cfi_endproc
	.globl	always
	.p2align	1
	.type	always,@function
always:                                 # @always
	.cfi_startproc
# %bb.0:
	fmadd.d	fa0, fa0, fa0, fa1
	ret
.Lfunc_end2:
	.size	always, .Lfunc_end2-always
	.cfi_endproc
	.globl	table
	.p2align	1
	.type	table,@function
table:                                  # @table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 4
	bltu	a0, a1, .LBB3_7
# %bb.1:
	lui	a2, %hi(.LJTI3_0)
	addi	a2, a2, %lo(.LJTI3_0)
	slli	a0, a1, 2
	add	a0, a0, a2
	lw	a0, 0(a0)
	jr	a0
.LBB3_2:
	li	a0, 17
	ret
.LBB3_3:
	li	a0, 4
	ret
.LBB3_4:
	li	a0, 99
	ret
.LBB3_5:
	li	a0, 1234
	ret
.LBB3_6:
	li	a0, 50
	ret
.LBB3_7:
	li	a0, 0
# %bb.8:
	ret
.Lfunc_end3:
	.size	table, .Lfunc_end3-table
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.LJTI3_0:
	.word	.LBB3_2
	.word	.LBB3_3
	.word	.LBB3_4
	.word	.LBB3_5
	.word	.LBB3_6
	.text
	.globl	no_table
	.p2align	1
	.type	no_table,@function
no_table:                               # @no_table
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	sext.w	a1, a1
	li	a0, 3
	bge	a1, a0, .LBB4_6
# %bb.1:
	beqz	a1, .LBB4_12
# %bb.2:
	li	a0, 1
	beq	a1, a0, .LBB4_14
# %bb.3:
	li	a0, 2
	beq	a1, a0, .LBB4_11
.LBB4_4:
	li	a0, 0
# %bb.5:
	ret
.LBB4_6:
	li	a0, 5
	bge	a1, a0, .LBB4_9
# %bb.7:
	li	a0, 3
	bne	a1, a0, .LBB4_13
# %bb.8:
	li	a0, 1234
	ret
.LBB4_9:
	beq	a1, a0, .LBB4_12
# %bb.10:
	li	a0, 6
	bne	a1, a0, .LBB4_4
.LBB4_11:
	li	a0, 99
	ret
.LBB4_12:
	li	a0, 17
	ret
.LBB4_13:
	li	a0, 50
	ret
.LBB4_14:
	li	a0, 4
	ret
.Lfunc_end4:
	.size	no_table, .Lfunc_end4-no_table
	.cfi_endproc
	.globl	tail
	.p2align	1
	.type	tail,@function
tail:                                   # @tail
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16
	.cfi_def_cfa_offset	16
	sd	ra, 8(sp)                       # save
	.cfi_offset	ra, -8
	call	other
# %bb.1:
	ld	ra, 8(sp)                       # restore
	.cfi_restore	ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end5:
	.size	tail, .Lfunc_end5-tail
	.cfi_endproc
	.type	v,@object
	.section	.sdata,"aw",@progbits
	.globl	v
	.p2align	2, 0x0
v:
	.word	1
	.size	v, 4
	.section	".note.GNU-stack","",@progbits
