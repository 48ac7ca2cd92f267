; ocg: -march=pentium4 -O1
; What the conventions of IA-32 pass in registers, and who takes arguments off the stack.
target triple = "i686-linux-gnu"

%big = type { i32, i32, i32 }

declare void @c_result(ptr sret(%big), i32)
declare x86_stdcallcc i32 @callee_pops(i32, i64)
declare x86_fastcallcc i32 @in_registers(i32 inreg, i32 inreg, i32)
declare void @marked(i32 inreg, i64, i32 inreg)

; The callee pops the address of the result: the caller's frame takes the word back.
define i32 @calls(i32 %a, i64 %b) nounwind {
  %r = alloca %big
  call void @c_result(ptr sret(%big) %r, i32 %a)
  %x = load i32, ptr %r
  %y = call x86_stdcallcc i32 @callee_pops(i32 %x, i64 %b)
  %z = call x86_fastcallcc i32 @in_registers(i32 inreg %y, i32 inreg %x, i32 %a)
  call void @marked(i32 inreg %z, i64 %b, i32 inreg %x)
  ret i32 %z
}

define void @returns_big(ptr sret(%big) %r, i32 %a) nounwind {
  store i32 %a, ptr %r
  ret void
}

define x86_stdcallcc i64 @pops_twelve(i32 %a, i64 %b) nounwind {
  %w = zext i32 %a to i64
  %s = add i64 %w, %b
  ret i64 %s
}

define x86_thiscallcc double @member(ptr %this, double %d) nounwind {
  %x = load double, ptr %this
  %s = fadd double %x, %d
  ret double %s
}

define internal fastcc double @inner(i32 %a, double %d) nounwind noinline {
  %x = sitofp i32 %a to double
  %s = fmul double %x, %d
  ret double %s
}

define double @outer(i32 %a) nounwind {
  %s = tail call fastcc double @inner(i32 %a, double 2.5)
  ret double %s
}
; ---- expected ----
	.text
	.file	""
	.globl	calls
	.p2align	4
	.type	calls,@function
calls:                                  # @calls
# %bb.0:
	pushl	%ebx                            # save
	pushl	%ebp                            # save
	pushl	%esi                            # save
	pushl	%edi                            # save
	subl	$28, %esp
	movl	48(%esp), %edi
	movl	52(%esp), %ebx
	movl	56(%esp), %ebp
	leal	16(%esp), %eax
	addl	$8, %esp
	pushl	%edi
	pushl	%eax
	calll	c_result
	subl	$4, %esp
# %bb.1:
	movl	16(%esp), %esi
	addl	$12, %esp
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	calll	callee_pops
	subl	$12, %esp
# %bb.2:
	movl	%edi, (%esp)
	movl	%eax, %ecx                      # copy
	movl	%esi, %edx                      # copy
	calll	in_registers
	subl	$4, %esp
	movl	%eax, %edi                      # copy
	movl	%edi, %eax                      # copy
	movl	%esi, %edx                      # copy
	addl	$8, %esp
	pushl	%ebp
	pushl	%ebx
	calll	marked
# %bb.3:
	movl	%edi, %eax                      # copy
	addl	$28, %esp
	popl	%edi                            # restore
	popl	%esi                            # restore
	popl	%ebp                            # restore
	popl	%ebx                            # restore
	retl
.Lfunc_end0:
	.size	calls, .Lfunc_end0-calls
	.globl	returns_big
	.p2align	4
	.type	returns_big,@function
returns_big:                            # @returns_big
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	movl	%ecx, (%eax)
	retl	$4
.Lfunc_end1:
	.size	returns_big, .Lfunc_end1-returns_big
	.globl	pops_twelve
	.p2align	4
	.type	pops_twelve,@function
pops_twelve:                            # @pops_twelve
# %bb.0:
	movl	4(%esp), %eax
	movl	12(%esp), %edx
	addl	8(%esp), %eax
	adcl	$0, %edx
	retl	$12
.Lfunc_end2:
	.size	pops_twelve, .Lfunc_end2-pops_twelve
	.globl	member
	.p2align	4
	.type	member,@function
member:                                 # @member
# %bb.0:
	subl	$12, %esp
	movsd	16(%esp), %xmm0
	addsd	(%ecx), %xmm0
	movsd	%xmm0, (%esp)
	fldl	(%esp)
	addl	$12, %esp
	retl	$8
.Lfunc_end3:
	.size	member, .Lfunc_end3-member
	.p2align	4
	.type	inner,@function
inner:                                  # @inner
# %bb.0:
	movaps	%xmm0, %xmm1                    # copy
	cvtsi2sd	%ecx, %xmm0
	mulsd	%xmm1, %xmm0
	retl
.Lfunc_end4:
	.size	inner, .Lfunc_end4-inner
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI5_0:
	.quad	4612811918334230528
	.text
	.globl	outer
	.p2align	4
	.type	outer,@function
outer:                                  # @outer
# %bb.0:
	subl	$12, %esp
	movl	16(%esp), %ecx
	movsd	.LCPI5_0, %xmm0
	calll	inner
# %bb.1:
	movsd	%xmm0, (%esp)
	fldl	(%esp)
	addl	$12, %esp
	retl
.Lfunc_end5:
	.size	outer, .Lfunc_end5-outer
	.section	".note.GNU-stack","",@progbits
