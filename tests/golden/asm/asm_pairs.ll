; ocg: -march=pentium4 -O1
; Inline assembly with operands of two registers: any two, the pair of eax and edx, an input tied to one.

define i64 @same(i64 %x) nounwind {
  %r = call i64 asm "# $0 $1", "=r,0"(i64 %x)
  ret i64 %r
}

define i64 @cycles(i32 %x) nounwind {
  %r = call i64 asm sideeffect "rdtsc # $1", "=A,r"(i32 %x)
  ret i64 %r
}
; ---- expected ----
	.text
	.file	""
	.globl	same
	.p2align	4
	.type	same,@function
same:                                   # @same
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	#APP
	# %eax %eax
	#NO_APP
	retl
.Lfunc_end0:
	.size	same, .Lfunc_end0-same
	.globl	cycles
	.p2align	4
	.type	cycles,@function
cycles:                                 # @cycles
# %bb.0:
	movl	4(%esp), %eax
	#APP
	rdtsc # %eax
	#NO_APP
	retl
.Lfunc_end1:
	.size	cycles, .Lfunc_end1-cycles
	.section	".note.GNU-stack","",@progbits
