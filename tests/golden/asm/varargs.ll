; ocg: -march=rv64gc
; The registers of variable arguments are stored above the frame, where the list begins.
declare void @llvm.va_start(ptr)
define i64 @f(i32 %n, ...) {
  %ap = alloca ptr
  call void @llvm.va_start(ptr %ap)
  %a = va_arg ptr %ap, i64
  %b = va_arg ptr %ap, i128
  %c = trunc i128 %b to i64
  %d = add i64 %a, %c
  ret i64 %d
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
	addi	sp, sp, -80
	.cfi_def_cfa_offset	80
	sd	a1, 24(sp)
	mv	a0, a1
	sd	a2, 32(sp)
	addi	a1, sp, 47
	sd	a3, 40(sp)
	andi	a1, a1, -16
	sd	a4, 48(sp)
	addi	a2, a1, 16
	sd	a5, 56(sp)
	sd	a6, 64(sp)
	sd	a7, 72(sp)
	sd	a2, 0(sp)
	ld	a1, 0(a1)
	addi	sp, sp, 80
	.cfi_def_cfa_offset	0
	add	a0, a0, a1
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
