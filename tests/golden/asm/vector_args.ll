; ocg: -march=rv64gc
; Vectors as arguments: lanes in registers of their own; two integer lanes are a pair, more go by reference.
define <3 x i16> @a(i64 %x, <3 x i16> %v) {
 ret <3 x i16> %v }
define i32 @b(i64 %x, <2 x i32> %v) {
 %e = extractelement <2 x i32> %v, i32 1
 ret i32 %e }
define float @c(i64 %x, <4 x float> %v) {
 %e = extractelement <4 x float> %v, i32 3
 ret float %e }
define i64 @d(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, <2 x i64> %v) {
 %r = extractelement <2 x i64> %v, i32 1
 ret i64 %r }
define i8 @e(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, <2 x i8> %v) {
 %r = extractelement <2 x i8> %v, i32 1
 ret i8 %r }
define i64 @f(<2 x i128> %v) {
 %r = extractelement <2 x i128> %v, i32 1
 %s = lshr i128 %r, 64
 %t = trunc i128 %s to i64
 ret i64 %t }
define i1 @g(<5 x i1> %v) {
 %r = extractelement <5 x i1> %v, i32 4
 ret i1 %r }
define ptr @h(<3 x ptr> %v) {
 %r = extractelement <3 x ptr> %v, i32 2
 ret ptr %r }
declare void @ext(i64, <4 x i8>)
define void @call(<4 x i8> %v) {
 call void @ext(i64 3, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
 ret void }
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	a
	.p2align	1
	.type	a,@function
a:                                      # @a
	.cfi_startproc
# %bb.0:
	mv	a3, a2                          # copy
	mv	a1, a0                          # copy
	ld	a2, 8(a2)
	ld	a0, 16(a3)
	ld	a3, 0(a3)
	sh	a2, 2(a1)
	sh	a0, 4(a1)
	sh	a3, 0(a1)
	ret
.Lfunc_end0:
	.size	a, .Lfunc_end0-a
	.cfi_endproc
	.globl	b
	.p2align	1
	.type	b,@function
b:                                      # @b
	.cfi_startproc
# %bb.0:
	mv	a0, a2                          # copy
	ret
.Lfunc_end1:
	.size	b, .Lfunc_end1-b
	.cfi_endproc
	.globl	c
	.p2align	1
	.type	c,@function
c:                                      # @c
	.cfi_startproc
# %bb.0:
	fmv.s	fa0, fa3                        # copy
	ret
.Lfunc_end2:
	.size	c, .Lfunc_end2-c
	.cfi_endproc
	.globl	d
	.p2align	1
	.type	d,@function
d:                                      # @d
	.cfi_startproc
# %bb.0:
	ld	a0, 24(sp)
	ret
.Lfunc_end3:
	.size	d, .Lfunc_end3-d
	.cfi_endproc
	.globl	e
	.p2align	1
	.type	e,@function
e:                                      # @e
	.cfi_startproc
# %bb.0:
	ld	a0, 16(sp)
	ret
.Lfunc_end4:
	.size	e, .Lfunc_end4-e
	.cfi_endproc
	.globl	f
	.p2align	1
	.type	f,@function
f:                                      # @f
	.cfi_startproc
# %bb.0:
	ld	a0, 24(a0)
	ret
.Lfunc_end5:
	.size	f, .Lfunc_end5-f
	.cfi_endproc
	.globl	g
	.p2align	1
	.type	g,@function
g:                                      # @g
	.cfi_startproc
# %bb.0:
	ld	a0, 32(a0)
	ret
.Lfunc_end6:
	.size	g, .Lfunc_end6-g
	.cfi_endproc
	.globl	h
	.p2align	1
	.type	h,@function
h:                                      # @h
	.cfi_startproc
# %bb.0:
	ld	a0, 16(a0)
	ret
.Lfunc_end7:
	.size	h, .Lfunc_end7-h
	.cfi_endproc
	.globl	call
	.p2align	1
	.type	call,@function
call:                                   # @call
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -48
	.cfi_def_cfa_offset	48
	sd	ra, 40(sp)                      # save
	.cfi_offset	ra, -8
	li	a0, 1
	sd	a0, 0(sp)
	li	a0, 2
	sd	a0, 8(sp)
	li	a0, 3
	sd	a0, 16(sp)
	li	a1, 4
	sd	a1, 24(sp)
	mv	a1, sp
	call	ext
# %bb.1:
	ld	ra, 40(sp)                      # restore
	.cfi_restore	ra
	addi	sp, sp, 48
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end8:
	.size	call, .Lfunc_end8-call
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
