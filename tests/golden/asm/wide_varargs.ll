; ocg: -march=rv32imac
; A variable argument wider than two registers is passed by reference; one of two starts at an even slot.
define i128 @wide(ptr %list) {
  %x = va_arg ptr %list, i128
  ret i128 %x
}
define i64 @pair(ptr %list) {
  %x = va_arg ptr %list, i64
  ret i64 %x
}
declare i32 @g(i32, ...)
define i32 @pass(i128 %x) {
  %r = call i32 (i32, ...) @g(i32 1, i128 %x)
  ret i32 %r
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv32i2p1_m2p0_a2p1_c2p0_zmmul1p0"
	.file	""
	.globl	wide
	.p2align	1
	.type	wide,@function
wide:                                   # @wide
	.cfi_startproc
# %bb.0:
	lw	a4, 0(a1)
	mv	a2, a0                          # copy
	addi	a0, a4, 4
	sw	a0, 0(a1)
	lw	a4, 0(a4)
	lw	a3, 4(a4)
	lw	a1, 8(a4)
	lw	a0, 12(a4)
	lw	a4, 0(a4)
	sw	a3, 4(a2)
	sw	a1, 8(a2)
	sw	a0, 12(a2)
	sw	a4, 0(a2)
	ret
.Lfunc_end0:
	.size	wide, .Lfunc_end0-wide
	.cfi_endproc
	.globl	pair
	.p2align	1
	.type	pair,@function
pair:                                   # @pair
	.cfi_startproc
# %bb.0:
	lw	a1, 0(a0)
	mv	a2, a0                          # copy
	addi	a1, a1, 7
	andi	a1, a1, -8
	addi	a0, a1, 8
	sw	a0, 0(a2)
	lw	a0, 0(a1)
	lw	a1, 4(a1)
	ret
.Lfunc_end1:
	.size	pair, .Lfunc_end1-pair
	.cfi_endproc
	.globl	pass
	.p2align	1
	.type	pass,@function
pass:                                   # @pass
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -32
	.cfi_def_cfa_offset	32
	sw	ra, 28(sp)                      # save
	.cfi_offset	ra, -4
	mv	a3, a0                          # copy
	lw	a2, 4(a0)
	lw	a1, 8(a0)
	lw	a3, 0(a3)
	lw	a0, 12(a0)
	sw	a2, 4(sp)
	sw	a1, 8(sp)
	sw	a3, 0(sp)
	sw	a0, 12(sp)
	mv	a1, sp
	li	a0, 1
	call	g
# %bb.1:
	lw	ra, 28(sp)                      # restore
	.cfi_restore	ra
	addi	sp, sp, 32
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end2:
	.size	pass, .Lfunc_end2-pass
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
