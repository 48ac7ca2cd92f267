; ocg: -march=rv64gc_zfhmin
; ocg: -march=rv64gc_zfh
; Halves: with Zfhmin loads, stores, moves and conversions are instructions, and the rest is done in single.
define half @add(half %a, half %b) {
  %r = fadd half %a, %b
  ret half %r
}
define half @neg(half %a) {
  %r = fneg half %a
  ret half %r
}
define half @abs(half %a) {
  %r = call half @llvm.fabs.f16(half %a)
  ret half %r
}
define half @cs(half %a, half %b) {
  %r = call half @llvm.copysign.f16(half %a, half %b)
  ret half %r
}
define i1 @lt(half %a, half %b) {
  %r = fcmp olt half %a, %b
  ret i1 %r
}
define half @sel(i1 %c, half %a, half %b) {
  %r = select i1 %c, half %a, half %b
  ret half %r
}
define void @cp(ptr %p, ptr %q) {
  %r = load half, ptr %p
  %s = fmul half %r, 3.0
  store half %s, ptr %q
  ret void
}
define i32 @toi(half %a) {
  %r = fptosi half %a to i32
  ret i32 %r
}
define half @fromi(i64 %a) {
  %r = sitofp i64 %a to half
  ret half %r
}
define double @tod(half %a) {
  %r = fpext half %a to double
  ret double %r
}
define half @fromd(double %a) {
  %r = fptrunc double %a to half
  ret half %r
}
define i16 @bc(half %a) {
  %r = bitcast half %a to i16
  ret i16 %r
}
define half @k() {
  ret half 1.5
}
define half @mm(half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %r
}
declare half @llvm.fma.f16(half, half, half)
declare half @llvm.fabs.f16(half)
declare half @llvm.copysign.f16(half, half)
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0_zfhmin1p0"
	.file	""
	.globl	add
	.p2align	1
	.type	add,@function
add:                                    # @add
	.cfi_startproc
# %bb.0:
	fcvt.s.h	fa0, fa0
	fcvt.s.h	fa1, fa1
	fadd.s	fa0, fa0, fa1
	fcvt.h.s	fa0, fa0
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
	fcvt.s.h	fa0, fa0
	fcvt.s.h	fa1, fa1
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
	addiw	a0, a0, 512
	fmv.h.x	fa1, a0
	fcvt.s.h	fa0, fa0
	fcvt.s.h	fa1, fa1
	fmul.s	fa0, fa0, fa1
	fcvt.h.s	fa0, fa0
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
	fcvt.s.h	fa0, fa0
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
	fcvt.d.l	fa0, a0
	fcvt.h.d	fa0, fa0
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
	fcvt.d.h	fa0, fa0
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
	fcvt.h.d	fa0, fa0
	ret
.Lfunc_end10:
	.size	fromd, .Lfunc_end10-fromd
	.cfi_endproc
	.globl	bc
	.p2align	1
	.type	bc,@function
bc:                                     # @bc
	.cfi_startproc
# %bb.0:
	fmv.x.h	a0, fa0
	ret
.Lfunc_end11:
	.size	bc, .Lfunc_end11-bc
	.cfi_endproc
	.globl	k
	.p2align	1
	.type	k,@function
k:                                      # @k
	.cfi_startproc
# %bb.0:
	lui	a0, 4
	addiw	a0, a0, -512
	fmv.h.x	fa0, a0
	ret
.Lfunc_end12:
	.size	k, .Lfunc_end12-k
	.cfi_endproc
	.globl	mm
	.p2align	1
	.type	mm,@function
mm:                                     # @mm
	.cfi_startproc
# %bb.0:
	fcvt.d.h	fa0, fa0
	fcvt.d.h	fa1, fa1
	fcvt.d.h	fa2, fa2
	fmadd.d	fa0, fa0, fa1, fa2
	fcvt.h.d	fa0, fa0
	ret
.Lfunc_end13:
	.size	mm, .Lfunc_end13-mm
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0_zfh1p0_zfhmin1p0"
	.file	""
	.globl	add
	.p2align	1
	.type	add,@function
add:                                    # @add
	.cfi_startproc
# %bb.0:
	fadd.h	fa0, fa0, fa1
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
	fneg.h	fa0, fa0
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
	fabs.h	fa0, fa0
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
	fsgnj.h	fa0, fa0, fa1
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
	flt.h	a0, fa0, fa1
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
	fmv.h	fa0, fa1
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
	addiw	a0, a0, 512
	fmv.h.x	fa1, a0
	fmul.h	fa0, fa0, fa1
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
	fcvt.w.h	a0, fa0, rtz
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
	fcvt.h.l	fa0, a0
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
	fcvt.d.h	fa0, fa0
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
	fcvt.h.d	fa0, fa0
	ret
.Lfunc_end10:
	.size	fromd, .Lfunc_end10-fromd
	.cfi_endproc
	.globl	bc
	.p2align	1
	.type	bc,@function
bc:                                     # @bc
	.cfi_startproc
# %bb.0:
	fmv.x.h	a0, fa0
	ret
.Lfunc_end11:
	.size	bc, .Lfunc_end11-bc
	.cfi_endproc
	.globl	k
	.p2align	1
	.type	k,@function
k:                                      # @k
	.cfi_startproc
# %bb.0:
	lui	a0, 4
	addiw	a0, a0, -512
	fmv.h.x	fa0, a0
	ret
.Lfunc_end12:
	.size	k, .Lfunc_end12-k
	.cfi_endproc
	.globl	mm
	.p2align	1
	.type	mm,@function
mm:                                     # @mm
	.cfi_startproc
# %bb.0:
	fmadd.h	fa0, fa0, fa1, fa2
	ret
.Lfunc_end13:
	.size	mm, .Lfunc_end13-mm
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
