; ocg: -march=rv64gc
; Two ways to the same call that never returns, and two to the same end of the function: each is there once.
declare void @fail(i64, i64) noreturn
declare i64 @work(i64, i64)
define i64 @f(i64 %a, i64 %b) {
  %neg = icmp slt i64 %a, 0
  br i1 %neg, label %bad, label %ok
bad:
  call void @fail(i64 1, i64 2)
  unreachable
ok:
  %big = icmp sgt i64 %b, 1000
  br i1 %big, label %worse, label %fine
worse:
  call void @fail(i64 1, i64 2)
  unreachable
fine:
  %odd = and i64 %a, 1
  %is = icmp eq i64 %odd, 0
  br i1 %is, label %one, label %two
one:
  %x = call i64 @work(i64 %a, i64 7)
  %y = call i64 @work(i64 %x, i64 9)
  br label %end
two:
  %z = call i64 @work(i64 %b, i64 3)
  %w = call i64 @work(i64 %z, i64 9)
  br label %end
end:
  %r = phi i64 [ %y, %one ], [ %w, %two ]
  %s = add i64 %r, 1
  ret i64 %s
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
	sd	ra, 8(sp)                       # save
	.cfi_offset	ra, -8
	bltz	a0, .LBB0_8
# %bb.1:
	li	a2, 1000
	blt	a2, a1, .LBB0_8
# %bb.2:
	andi	a2, a0, 1
	beqz	a2, .LBB0_7
# %bb.3:
	mv	a0, a1                          # copy
	li	a1, 3
.LBB0_4:
	call	work
# %bb.5:
	li	a1, 9
	call	work
# %bb.6:
	addi	a0, a0, 1
	ld	ra, 8(sp)                       # restore
	.cfi_restore	ra
	addi	sp, sp, 16
	.cfi_def_cfa_offset	0
	ret
	.cfi_def_cfa_offset	16
	.cfi_offset	ra, -8
.LBB0_7:
	li	a1, 7
	j	.LBB0_4
.LBB0_8:
	li	a0, 1
	li	a1, 2
	call	fail
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
