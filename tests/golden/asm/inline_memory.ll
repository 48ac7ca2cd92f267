; ocg: -march=rv64gc
; Inline assembly that writes through pointers: in a register and stored, unless memory will do. Ties name operands, not results.
define void @register(ptr %p) {
  call void asm "li $0, 5", "=*r"(ptr elementtype(i32) %p)
  ret void
}
define void @tied(ptr %p, i32 %v) {
  call void asm "addi $0, $1, 1", "=*imr,0"(ptr elementtype(i32) %p, i32 %v)
  ret void
}
define void @memory(ptr %p, i32 %v) {
  call void asm "sw $1, $0", "=*rm,r"(ptr elementtype(i32) %p, i32 %v)
  ret void
}
define void @double(ptr %p, double %v) {
  call void asm "fneg.d $0, $1", "=&*f,f"(ptr elementtype(double) %p, double %v)
  ret void
}
define i64 @numbered(ptr %p, i64 %a, i64 %b) {
  %r = call { i64, i64 } asm "# $0 $1 $2 $3 $4", "=*m,=r,=r,1,2"(ptr elementtype(i64) %p, i64 %a, i64 %b)
  %x = extractvalue { i64, i64 } %r, 0
  %y = extractvalue { i64, i64 } %r, 1
  %z = sub i64 %x, %y
  ret i64 %z
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	""
	.globl	register
	.p2align	1
	.type	register,@function
register:                               # @register
	.cfi_startproc
# %bb.0:
	mv	a1, a0                          # copy
	#APP
	li a0, 5
	#NO_APP
	sw	a0, 0(a1)
	ret
.Lfunc_end0:
	.size	register, .Lfunc_end0-register
	.cfi_endproc
	.globl	tied
	.p2align	1
	.type	tied,@function
tied:                                   # @tied
	.cfi_startproc
# %bb.0:
	#APP
	addi a1, a1, 1
	#NO_APP
	sw	a1, 0(a0)
	ret
.Lfunc_end1:
	.size	tied, .Lfunc_end1-tied
	.cfi_endproc
	.globl	memory
	.p2align	1
	.type	memory,@function
memory:                                 # @memory
	.cfi_startproc
# %bb.0:
	#APP
	sw a1, 0(a0)
	#NO_APP
	ret
.Lfunc_end2:
	.size	memory, .Lfunc_end2-memory
	.cfi_endproc
	.globl	double
	.p2align	1
	.type	double,@function
double:                                 # @double
	.cfi_startproc
# %bb.0:
	fmv.d	fa1, fa0                        # copy
	#APP
	fneg.d fa0, fa1
	#NO_APP
	fsd	fa0, 0(a0)
	ret
.Lfunc_end3:
	.size	double, .Lfunc_end3-double
	.cfi_endproc
	.globl	numbered
	.p2align	1
	.type	numbered,@function
numbered:                               # @numbered
	.cfi_startproc
# %bb.0:
	#APP
	# 0(a0) a1 a2 a1 a2
	#NO_APP
	sub	a0, a1, a2
	ret
.Lfunc_end4:
	.size	numbered, .Lfunc_end4-numbered
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
