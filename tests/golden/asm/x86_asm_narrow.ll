; ocg: -march=x86-64 -O1
; ocg: -march=pentium4 -O1
; Integers narrower than a register are named by the part that they are: that decides the width of the instruction. On IA-32 a
; byte needs one of four registers.

define i8 @byte(i8 %a) nounwind {
  %r = call i8 asm "rol $$4, $0", "=r,0"(i8 %a)
  ret i8 %r
}

define i16 @word(i16 %a) nounwind {
  %r = call i16 asm "rol $$8, ${0}", "=r,0"(i16 %a)
  ret i16 %r
}

define i1 @truth(i32 %a, i32 %b) nounwind {
  %r = call i1 asm "cmp $1, $2; setl $0", "=&r,r,r"(i32 %a, i32 %b)
  ret i1 %r
}

define void @port(i8 %value, i16 %port) nounwind {
  call void asm sideeffect "outb $0, $1", "{ax},N{dx}"(i8 %value, i16 %port)
  call void asm sideeffect "outb $0, $1", "{ax},N{dx}"(i8 %value, i16 67)
  ret void
}

define void @stored(ptr %p, i8 %a, i16 %b) nounwind {
  call void asm sideeffect "mov $1, $0; mov $2, ${0:k}", "=*m,ri,ri"(ptr elementtype(i8) %p, i8 %a, i16 %b)
  call void asm sideeffect "movb $1, $0; movw $2, ${0:k}", "=*m,ri,ri"(ptr elementtype(i8) %p, i8 3, i16 4)
  ret void
}

define i32 @other_names(i8 %a, i16 %b) nounwind {
  %r = call i32 asm "movzbl $1, $0; addl ${2:k}, $0; # $$1 ${1:w}", "=&r,r,r"(i8 %a, i16 %b)
  ret i32 %r
}
; ---- expected ----
	.text
	.file	""
	.globl	byte
	.p2align	4
	.type	byte,@function
byte:                                   # @byte
# %bb.0:
	movl	%edi, %eax                      # copy
	#APP
	rol $4, %al
	#NO_APP
	retq
.Lfunc_end0:
	.size	byte, .Lfunc_end0-byte
	.globl	word
	.p2align	4
	.type	word,@function
word:                                   # @word
# %bb.0:
	movl	%edi, %eax                      # copy
	#APP
	rol $8, %ax
	#NO_APP
	retq
.Lfunc_end1:
	.size	word, .Lfunc_end1-word
	.globl	truth
	.p2align	4
	.type	truth,@function
truth:                                  # @truth
# %bb.0:
	#APP
	cmp %edi, %esi; setl %al
	#NO_APP
	retq
.Lfunc_end2:
	.size	truth, .Lfunc_end2-truth
	.globl	port
	.p2align	4
	.type	port,@function
port:                                   # @port
# %bb.0:
	movl	%edi, %eax                      # copy
	movl	%esi, %edx                      # copy
	#APP
	outb %al, %dx
	#NO_APP
	#APP
	outb %al, $67
	#NO_APP
	retq
.Lfunc_end3:
	.size	port, .Lfunc_end3-port
	.globl	stored
	.p2align	4
	.type	stored,@function
stored:                                 # @stored
# %bb.0:
	#APP
	mov %sil, (%rdi); mov %dx, (%rdi)
	#NO_APP
	movl	$3, %eax
	movl	$4, %ecx
	#APP
	movb %al, (%rdi); movw %cx, (%rdi)
	#NO_APP
	retq
.Lfunc_end4:
	.size	stored, .Lfunc_end4-stored
	.globl	other_names
	.p2align	4
	.type	other_names,@function
other_names:                            # @other_names
# %bb.0:
	#APP
	movzbl %dil, %eax; addl %esi, %eax; # $1 %di
	#NO_APP
	retq
.Lfunc_end5:
	.size	other_names, .Lfunc_end5-other_names
	.section	".note.GNU-stack","",@progbits
	.text
	.file	""
	.globl	byte
	.p2align	4
	.type	byte,@function
byte:                                   # @byte
# %bb.0:
	movl	4(%esp), %eax
	#APP
	rol $4, %al
	#NO_APP
	retl
.Lfunc_end0:
	.size	byte, .Lfunc_end0-byte
	.globl	word
	.p2align	4
	.type	word,@function
word:                                   # @word
# %bb.0:
	movl	4(%esp), %eax
	#APP
	rol $8, %ax
	#NO_APP
	retl
.Lfunc_end1:
	.size	word, .Lfunc_end1-word
	.globl	truth
	.p2align	4
	.type	truth,@function
truth:                                  # @truth
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
	#APP
	cmp %ecx, %edx; setl %al
	#NO_APP
	retl
.Lfunc_end2:
	.size	truth, .Lfunc_end2-truth
	.globl	port
	.p2align	4
	.type	port,@function
port:                                   # @port
# %bb.0:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	#APP
	outb %al, %dx
	#NO_APP
	#APP
	outb %al, $67
	#NO_APP
	retl
.Lfunc_end3:
	.size	port, .Lfunc_end3-port
	.globl	stored
	.p2align	4
	.type	stored,@function
stored:                                 # @stored
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %eax
	movl	12(%esp), %edx
	#APP
	mov %al, (%ecx); mov %dx, (%ecx)
	#NO_APP
	movl	$3, %eax
	movl	$4, %edx
	#APP
	movb %al, (%ecx); movw %dx, (%ecx)
	#NO_APP
	retl
.Lfunc_end4:
	.size	stored, .Lfunc_end4-stored
	.globl	other_names
	.p2align	4
	.type	other_names,@function
other_names:                            # @other_names
# %bb.0:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
	#APP
	movzbl %cl, %eax; addl %edx, %eax; # $1 %cx
	#NO_APP
	retl
.Lfunc_end5:
	.size	other_names, .Lfunc_end5-other_names
	.section	".note.GNU-stack","",@progbits
