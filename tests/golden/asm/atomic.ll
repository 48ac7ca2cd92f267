; ocg: -march=rv64gc
; Orderings on loads, stores, fences; a compare-and-exchange loop is kept whole.
define i1 @cas(ptr %p, i64 %a, i64 %b) {
  %r = cmpxchg ptr %p, i64 %a, i64 %b seq_cst acquire
  %ok = extractvalue { i64, i1 } %r, 1
  ret i1 %ok
}
define i32 @ops(ptr %p, i32 %v) {
  %a = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %v, ptr %p release, align 4
  %b = atomicrmw add ptr %p, i32 %v monotonic
  %c = atomicrmw nand ptr %p, i32 %v acq_rel
  fence seq_cst
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	cas
	.p2align	1
	.type	cas,@function
cas:                                    # @cas
	.cfi_startproc
# %bb.0:
	mv	a4, a0                          # copy
	mv	a3, a2                          # copy
.LBB0_2:
	lr.d.aqrl	a0, (a4)
	bne	a0, a1, .LBB0_1
	sc.d.rl	a2, a3, (a4)
	bnez	a2, .LBB0_2
.LBB0_1:
	xor	a0, a0, a1
	seqz	a0, a0
	ret
.Lfunc_end0:
	.size	cas, .Lfunc_end0-cas
	.cfi_endproc
	.globl	ops
	.p2align	1
	.type	ops,@function
ops:                                    # @ops
	.cfi_startproc
# %bb.0:
	mv	a3, a1                          # copy
	sext.w	a3, a3
	lw	a4, 0(a0)
	fence	r, rw
	fence	rw, w
	sw	a3, 0(a0)
	amoadd.w	a5, a3, (a0)
	lw	a2, 0(a0)
.LBB1_1:
	mv	a1, a2
	and	a7, a1, a3
	not	a7, a7
.LBB1_4:
	lr.w.aq	a2, (a0)
	bne	a2, a1, .LBB1_3
	sc.w.rl	a6, a7, (a0)
	bnez	a6, .LBB1_4
.LBB1_3:
	xor	a6, a2, a1
	seqz	a6, a6
	beqz	a6, .LBB1_1
# %bb.2:
	fence	rw, rw
	addw	a0, a4, a5
	addw	a0, a0, a1
	ret
.Lfunc_end1:
	.size	ops, .Lfunc_end1-ops
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
