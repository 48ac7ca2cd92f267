; ocg: -march=rv64gc_zfbfmin
; bfloat with Zfbfmin: a conversion to and from single is all there is.
define bfloat @add(bfloat %a, bfloat %b) {
  %r = fadd bfloat %a, %b
  ret bfloat %r
}
define bfloat @neg(bfloat %a) {
  %r = fneg bfloat %a
  ret bfloat %r
}
define bfloat @abs(bfloat %a) {
  %r = call bfloat @llvm.fabs.bf16(bfloat %a)
  ret bfloat %r
}
define bfloat @cs(bfloat %a, bfloat %b) {
  %r = call bfloat @llvm.copysign.bf16(bfloat %a, bfloat %b)
  ret bfloat %r
}
define i1 @lt(bfloat %a, bfloat %b) {
  %r = fcmp olt bfloat %a, %b
  ret i1 %r
}
define bfloat @sel(i1 %c, bfloat %a, bfloat %b) {
  %r = select i1 %c, bfloat %a, bfloat %b
  ret bfloat %r
}
define void @cp(ptr %p, ptr %q) {
  %r = load bfloat, ptr %p
  %s = fmul bfloat %r, 3.0
  store bfloat %s, ptr %q
  ret void
}
define i32 @toi(bfloat %a) {
  %r = fptosi bfloat %a to i32
  ret i32 %r
}
define bfloat @fromi(i64 %a) {
  %r = sitofp i64 %a to bfloat
  ret bfloat %r
}
define double @tod(bfloat %a) {
  %r = fpext bfloat %a to double
  ret double %r
}
define bfloat @fromd(double %a) {
  %r = fptrunc double %a to bfloat
  ret bfloat %r
}
declare bfloat @llvm.fabs.bf16(bfloat)
declare bfloat @llvm.copysign.bf16(bfloat, bfloat)
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0_zfbfmin1p0"
	.file	""
	.globl	add
	.p2align	1
	.type	add,@function
add:                                    # @add
	.cfi_startproc
# %bb.0:
	fcvt.s.bf16	fa0, fa0
	fcvt.s.bf16	fa1, fa1
	fadd.s	fa0, fa0, fa1
	fcvt.bf16.s	fa0, fa0
	ret
.Lfunc_end0:
	.size	add, .Lfunc_end0-add
	.cfi_endproc
	.globl	neg
	.p2align	1
	.type	neg,@function
neg:                                    # @neg
	.cfi_startproc
# %bb.0:
	fmv.x.h	a0, fa0
	lui	a1, 8
	xor	a0, a0, a1
	fmv.h.x	fa0, a0
	ret
.Lfunc_end1:
	.size	neg, .Lfunc_end1-neg
	.cfi_endproc
	.globl	abs
	.p2align	1
	.type	abs,@function
abs:                                    # @abs
	.cfi_startproc
# %bb.0:
	lui	a1, 1048568
	fmv.x.h	a0, fa0
	addiw	a1, a1, -1
	and	a0, a0, a1
	fmv.h.x	fa0, a0
	ret
.Lfunc_end2:
	.size	abs, .Lfunc_end2-abs
	.cfi_endproc
	.globl	cs
	.p2align	1
	.type	cs,@function
cs:                                     # @cs
	.cfi_startproc
# %bb.0:
	fmv.x.h	a0, fa0
	lui	a1, 1048568
	addiw	a1, a1, -1
	and	a0, a0, a1
	fmv.x.h	a1, fa1
	lui	a2, 8
	and	a1, a1, a2
	or	a0, a0, a1
	fmv.h.x	fa0, a0
	ret
.Lfunc_end3:
	.size	cs, .Lfunc_end3-cs
	.cfi_endproc
	.globl	lt
	.p2align	1
	.type	lt,@function
lt:                                     # @lt
	.cfi_startproc
# %bb.0:
	fcvt.s.bf16	fa0, fa0
	fcvt.s.bf16	fa1, fa1
	flt.s	a0, fa0, fa1
	ret
.Lfunc_end4:
	.size	lt, .Lfunc_end4-lt
	.cfi_endproc
	.globl	sel
	.p2align	1
	.type	sel,@function
sel:                                    # @sel
	.cfi_startproc
# %bb.0:
	andi	a0, a0, 1
	bnez	a0, .LBB5_2
# %bb.1:
	fmv.s	fa0, fa1
	ret
.LBB5_2:
	ret
.Lfunc_end5:
	.size	sel, .Lfunc_end5-sel
	.cfi_endproc
	.globl	cp
	.p2align	1
	.type	cp,@function
cp:                                     # @cp
	.cfi_startproc
# %bb.0:
	flh	fa0, 0(a0)
	lui	a0, 4
	addiw	a0, a0, 64
	fmv.h.x	fa1, a0
	fcvt.s.bf16	fa0, fa0
	fcvt.s.bf16	fa1, fa1
	fmul.s	fa0, fa0, fa1
	fcvt.bf16.s	fa0, fa0
	fsh	fa0, 0(a1)
	ret
.Lfunc_end6:
	.size	cp, .Lfunc_end6-cp
	.cfi_endproc
	.globl	toi
	.p2align	1
	.type	toi,@function
toi:                                    # @toi
	.cfi_startproc
# %bb.0:
	fcvt.s.bf16	fa0, fa0
	fcvt.w.s	a0, fa0, rtz
	ret
.Lfunc_end7:
	.size	toi, .Lfunc_end7-toi
	.cfi_endproc
	.globl	fromi
	.p2align	1
	.type	fromi,@function
fromi:                                  # @fromi
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16
	.cfi_def_cfa_offset	16
	fcvt.d.l	fa0, a0
	sd	ra, 8(sp)                       # save
	.cfi_offset	ra, -8
	call	__truncdfbf2
# %bb.1:
	ld	ra, 8(sp)                       # restore
	.cfi_restore	ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end8:
	.size	fromi, .Lfunc_end8-fromi
	.cfi_endproc
	.globl	tod
	.p2align	1
	.type	tod,@function
tod:                                    # @tod
	.cfi_startproc
# %bb.0:
	fcvt.s.bf16	fa0, fa0
	fcvt.d.s	fa0, fa0
	ret
.Lfunc_end9:
	.size	tod, .Lfunc_end9-tod
	.cfi_endproc
	.globl	fromd
	.p2align	1
	.type	fromd,@function
fromd:                                  # @fromd
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16
	.cfi_def_cfa_offset	16
	sd	ra, 8(sp)                       # save
	.cfi_offset	ra, -8
	call	__truncdfbf2
# %bb.1:
	ld	ra, 8(sp)                       # restore
	.cfi_restore	ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end10:
	.size	fromd, .Lfunc_end10-fromd
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
