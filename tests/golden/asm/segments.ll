; ocg: -march=x86-64 -O1
; ocg: -march=pentium4 -O1
; Address spaces that segments reach: 256, 257, 258.

define i32 @exchange(ptr addrspace(257) %p, ptr addrspace(258) %q) nounwind {
  %x = load i32, ptr addrspace(257) %p
  store i32 %x, ptr addrspace(256) inttoptr (i32 40 to ptr addrspace(256))
  %y = atomicrmw add ptr addrspace(258) %q, i32 1 seq_cst
  %s = add i32 %x, %y
  ret i32 %s
}
define void @vectors(ptr addrspace(257) %p, ptr addrspace(256) %q) nounwind {
  %v = load <4 x i32>, ptr addrspace(257) %p, align 16
  store <4 x i32> %v, ptr addrspace(256) %q, align 16
  %r = getelementptr i8, ptr addrspace(257) %p, i32 16
  %w = call <2 x i32> @llvm.masked.load.v2i32.p257(ptr addrspace(257) %r, i32 8, <2 x i1> <i1 true, i1 false>, <2 x i32> zeroinitializer)
  %s = getelementptr i8, ptr addrspace(256) %q, i32 16
  call void @llvm.masked.store.v2i32.p256(<2 x i32> %w, ptr addrspace(256) %s, i32 8, <2 x i1> <i1 true, i1 false>)
  ret void
}
declare <2 x i32> @llvm.masked.load.v2i32.p257(ptr addrspace(257), i32, <2 x i1>, <2 x i32>)
declare void @llvm.masked.store.v2i32.p256(<2 x i32>, ptr addrspace(256), i32, <2 x i1>)
; ---- expected ----
	.text
	.file	""
	.globl	exchange
	.p2align	4
	.type	exchange,@function
exchange:                               # @exchange
# %bb.0:
	movl	%fs:(%rdi), %eax
	movl	%eax, %gs:40
	movl	$1, %ecx
	lock	xaddl %ecx, %ss:(%rsi)
	addl	%ecx, %eax
	retq
.Lfunc_end0:
	.size	exchange, .Lfunc_end0-exchange
	.globl	vectors
	.p2align	4
	.type	vectors,@function
vectors:                                # @vectors
# %bb.0:
	movaps	%fs:(%rdi), %xmm0
	movaps	%xmm0, %gs:(%rsi)
	movl	%fs:16(%rdi), %eax
	xorps	%xmm0, %xmm0
	movd	%eax, %xmm1
	movss	%xmm1, %xmm0
	movd	%xmm0, %eax
	movl	%eax, %gs:16(%rsi)
	retq
.Lfunc_end1:
	.size	vectors, .Lfunc_end1-vectors
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	exchange
	.p2align	4
	.type	exchange,@function
exchange:                               # @exchange
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	%fs:(%eax), %eax
	movl	%eax, %gs:40
	movl	$1, %ecx
	lock	xaddl %ecx, %ss:(%edx)
	addl	%ecx, %eax
	retl
.Lfunc_end0:
	.size	exchange, .Lfunc_end0-exchange
	.globl	vectors
	.p2align	4
	.type	vectors,@function
vectors:                                # @vectors
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	movaps	%fs:(%eax), %xmm0
	movaps	%xmm0, %gs:(%ecx)
	movl	%fs:16(%eax), %eax
	xorps	%xmm0, %xmm0
	movd	%eax, %xmm1
	movss	%xmm1, %xmm0
	movd	%xmm0, %eax
	movl	%eax, %gs:16(%ecx)
	retl
.Lfunc_end1:
	.size	vectors, .Lfunc_end1-vectors
	.section	".note.GNU-stack","",@progbits
