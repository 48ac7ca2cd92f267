; ocg: -march=rv64gc
; ocg: -march=rv32imac
; ocg: -march=rv64gc -relocation-model=pic -code-model=medium
; A whole file: directives, a function, data of all kinds, addresses by model.
source_filename = "function.c"
@counter = global i32 5, align 4
@table = internal constant [3 x ptr] [ptr @counter, ptr @f, ptr null], align 8
@text = private unnamed_addr constant [6 x i8] c"a\22b\0A\00\FF", align 1
@zero = common global [10 x i8] zeroinitializer, align 8
@tls = thread_local global i32 3
declare i32 @puts(ptr)
define i32 @f(i32 %x) nounwind {
  %v = load i32, ptr @counter
  %s = add i32 %v, %x
  store i32 %s, ptr @counter
  %r = call i32 @puts(ptr @text)
  %t = load i32, ptr @tls
  %u = add i32 %r, %t
  ret i32 %u
}
; ---- expected ----
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"function.c"
	.globl	f
	.p2align	1
	.type	f,@function
f:                                      # @f
# %bb.0:
	addi	sp, sp, -16
	sd	ra, 8(sp)                       # save
	mv	a2, a0                          # copy
	lui	a1, %hi(counter)
	lw	a0, %lo(counter)(a1)
	addw	a0, a0, a2
	sw	a0, %lo(counter)(a1)
	lui	a0, %hi(.Ltext)
	addi	a0, a0, %lo(.Ltext)
	call	puts
# %bb.1:
.Lpcrel_hi0:
	auipc	a1, %tls_ie_pcrel_hi(tls)
	ld	a1, %pcrel_lo(.Lpcrel_hi0)(a1)
	add	a1, a1, tp
	ld	ra, 8(sp)                       # restore
	lw	a1, 0(a1)
	addi	sp, sp, 16
	addw	a0, a0, a1
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.type	counter,@object
	.section	.sdata,"aw",@progbits
	.globl	counter
	.p2align	2, 0x0
counter:
	.word	5
	.size	counter, 4
	.type	table,@object
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
table:
	.quad	counter
	.quad	f
	.zero	8
	.size	table, 24
	.type	.Ltext,@object
.Ltext:
	.ascii	"a\"b\n\000\377"
	.size	.Ltext, 6
	.type	zero,@object
	.comm	zero,10,8
	.type	tls,@object
	.section	.tdata,"awT",@progbits
	.globl	tls
	.p2align	2, 0x0
tls:
	.word	3
	.size	tls, 4
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv32i2p1_m2p0_a2p1_c2p0_zmmul1p0"
	.file	"function.c"
	.globl	f
	.p2align	1
	.type	f,@function
f:                                      # @f
# %bb.0:
	addi	sp, sp, -16
	sw	ra, 12(sp)                      # save
	mv	a2, a0                          # copy
	lui	a1, %hi(counter)
	lw	a0, %lo(counter)(a1)
	add	a0, a0, a2
	sw	a0, %lo(counter)(a1)
	lui	a0, %hi(.Ltext)
	addi	a0, a0, %lo(.Ltext)
	call	puts
# %bb.1:
.Lpcrel_hi0:
	auipc	a1, %tls_ie_pcrel_hi(tls)
	lw	a1, %pcrel_lo(.Lpcrel_hi0)(a1)
	add	a1, a1, tp
	lw	ra, 12(sp)                      # restore
	lw	a1, 0(a1)
	addi	sp, sp, 16
	add	a0, a0, a1
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.type	counter,@object
	.section	.sdata,"aw",@progbits
	.globl	counter
	.p2align	2, 0x0
counter:
	.word	5
	.size	counter, 4
	.type	table,@object
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
table:
	.word	counter
	.word	f
	.zero	4
	.size	table, 12
	.type	.Ltext,@object
.Ltext:
	.ascii	"a\"b\n\000\377"
	.size	.Ltext, 6
	.type	zero,@object
	.comm	zero,10,8
	.type	tls,@object
	.section	.tdata,"awT",@progbits
	.globl	tls
	.p2align	2, 0x0
tls:
	.word	3
	.size	tls, 4
	.section	".note.GNU-stack","",@progbits
	.text
	.attribute	4, 16
	.attribute	5, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0"
	.file	"function.c"
	.globl	f
	.p2align	1
	.type	f,@function
f:                                      # @f
# %bb.0:
.Lpcrel_hi0:
	auipc	a1, %got_pcrel_hi(counter)
	ld	a1, %pcrel_lo(.Lpcrel_hi0)(a1)
	addi	sp, sp, -16
	mv	a2, a0                          # copy
	sd	ra, 8(sp)                       # save
	sd	s0, 0(sp)                       # save
	lw	a0, 0(a1)
	addw	a0, a0, a2
	sw	a0, 0(a1)
.Lpcrel_hi1:
	auipc	a0, %pcrel_hi(.Ltext)
	addi	a0, a0, %pcrel_lo(.Lpcrel_hi1)
	call	puts
	mv	s0, a0                          # copy
.Lpcrel_hi2:
	auipc	a0, %tls_gd_pcrel_hi(tls)
	addi	a0, a0, %pcrel_lo(.Lpcrel_hi2)
	call	__tls_get_addr
# %bb.1:
	lw	a0, 0(a0)
	ld	ra, 8(sp)                       # restore
	addw	a0, s0, a0
	ld	s0, 0(sp)                       # restore
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.type	counter,@object
	.section	.sdata,"aw",@progbits
	.globl	counter
	.p2align	2, 0x0
counter:
	.word	5
	.size	counter, 4
	.type	table,@object
	.section	.data.rel.ro,"aw",@progbits
	.p2align	3, 0x0
table:
	.quad	counter
	.quad	f
	.zero	8
	.size	table, 24
	.type	.Ltext,@object
	.section	.rodata,"a",@progbits
.Ltext:
	.ascii	"a\"b\n\000\377"
	.size	.Ltext, 6
	.type	zero,@object
	.comm	zero,10,8
	.type	tls,@object
	.section	.tdata,"awT",@progbits
	.globl	tls
	.p2align	2, 0x0
tls:
	.word	3
	.size	tls, 4
	.section	".note.GNU-stack","",@progbits
