; ocg: -march=rv64gc
define i8 @xchg(ptr %p, i8 %v) {
  %r = atomicrmw xchg ptr %p, i8 %v seq_cst
  ret i8 %r
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	xchg
	.p2align	1
	.type	xchg,@function
xchg:                                   # @xchg
	.cfi_startproc
# %bb.0:
	mv	a3, a0                          # copy
	mv	a0, a1                          # copy
	andi	a6, a3, -4
	andi	a3, a3, 3
	slliw	a3, a3, 3
	lw	a2, 0(a6)
	andi	a0, a0, 255
	sllw	a5, a0, a3
	li	a0, 255
	sllw	a4, a0, a3
	not	a4, a4
.LBB0_1:
	mv	a1, a2                          # copy
	and	a2, a1, a4
	or	t0, a2, a5
.LBB0_4:
	lr.w.aqrl	a2, (a6)
	bne	a2, a1, .LBB0_3
	sc.w.rl	a7, t0, (a6)
	bnez	a7, .LBB0_4
.LBB0_3:
	srlw	a0, a1, a3
	xor	a1, a2, a1
	seqz	a1, a1
	beqz	a1, .LBB0_1
# %bb.2:
	ret
.Lfunc_end0:
	.size	xchg, .Lfunc_end0-xchg
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
