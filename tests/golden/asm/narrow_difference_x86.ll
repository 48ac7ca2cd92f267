; ocg: -march=x86-64
; A saturating difference is taken as narrow as what is kept of it, and what does not change is made narrow before the loop.
declare <8 x i32> @llvm.usub.sat.v8i32(<8 x i32>, <8 x i32>)
define void @slide(ptr %p, ptr %end, <8 x i32> %by) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %n, %loop ]
  %v = load <8 x i16>, ptr %q, align 2
  %w = zext <8 x i16> %v to <8 x i32>
  %d = call <8 x i32> @llvm.usub.sat.v8i32(<8 x i32> %w, <8 x i32> %by)
  %t = trunc nuw <8 x i32> %d to <8 x i16>
  store <8 x i16> %t, ptr %q, align 2
  %n = getelementptr i8, ptr %q, i64 16
  %c = icmp eq ptr %n, %end
  br i1 %c, label %out, label %loop
out:
  ret void
}
; ---- expected ----
	.text
	.file	""
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI0_0:
	.quad	281470681808895
	.quad	281470681808895
	.p2align	4, 0x0
.LCPI0_1:
	.quad	-9223372034707292160
	.quad	-9223372034707292160
	.text
	.globl	slide
	.p2align	4
	.type	slide,@function
slide:                                  # @slide
	.cfi_startproc
# %bb.0:
	movaps	.LCPI0_0(%rip), %xmm3
	movaps	.LCPI0_1(%rip), %xmm4
	movaps	%xmm0, %xmm5                    # copy
	movaps	%xmm5, %xmm6                    # copy
	movaps	%xmm3, %xmm0                    # copy
	pxor	%xmm4, %xmm6
	pxor	%xmm4, %xmm0
	pxor	%xmm1, %xmm4
	movaps	%xmm0, %xmm2                    # copy
	pcmpgtd	%xmm4, %xmm0
	pcmpgtd	%xmm6, %xmm2
	pand	%xmm0, %xmm1
	pandn	%xmm3, %xmm0
	pand	%xmm2, %xmm5
	por	%xmm1, %xmm0
	pandn	%xmm3, %xmm2
	por	%xmm5, %xmm2
	pslld	$16, %xmm0
	pslld	$16, %xmm2
	psrad	$16, %xmm0
	psrad	$16, %xmm2
	packssdw	%xmm0, %xmm2
.LBB0_1:
	movups	(%rdi), %xmm0
	psubusw	%xmm2, %xmm0
	movups	%xmm0, (%rdi)
	addq	$16, %rdi
	cmpq	%rsi, %rdi
	jne	.LBB0_1
# %bb.2:
	retq
.Lfunc_end0:
	.size	slide, .Lfunc_end0-slide
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
