; ocg: -march=rv64gc
; Inline assembly: operands printed in place, a memory operand, a clobber that costs a save, local labels.
define i64 @f(i64 %a, ptr %p) {
  %r = call i64 asm sideeffect "add $0, $1, $1\0A\09sd $0, $2", "=&r,r,*m,~{s1},~{memory}"(i64 %a, ptr elementtype(i64) %p)
  ret i64 %r
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	f
	.p2align	1
	.type	f,@function
f:                                      # @f
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16
	.cfi_def_cfa_offset	16
	sd	s1, 8(sp)                       # save
	.cfi_offset	s1, -8
	mv	a2, a0                          # copy
	#APP
	add a0, a2, a2
	sd a0, 0(a1)
	#NO_APP
	ld	s1, 8(sp)                       # restore
	.cfi_restore	s1
	addi	sp, sp, 16
	.cfi_def_cfa_offset	0
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
