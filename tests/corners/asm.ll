; refused
; Inline assembly, good and bad: constraints of all letters, too many registers, unknown instructions, clobbers of everything.
module asm ".globl from_module"
module asm "from_module:"
module asm "  ret"
define i64 @simple(i64 %a, i64 %b) {
  %r = call i64 asm "add $0, $1, $2", "=r,r,r"(i64 %a, i64 %b)
  ret i64 %r
}
define { i64, i64 } @two(i64 %a) {
  %r = call { i64, i64 } asm sideeffect "mv $0, $2\0Amv $1, $2", "=&r,=&r,r"(i64 %a)
  ret { i64, i64 } %r
}
define void @memory(ptr %p) {
  call void asm sideeffect "sw zero, $0", "=*m"(ptr elementtype(i32) %p)
  call void asm sideeffect "lw t0, $0", "*m,~{t0},~{memory}"(ptr elementtype(i32) %p)
  ret void
}
define void @clobber_all(i64 %x) {
  call void asm sideeffect "", "~{ra},~{t0},~{t1},~{t2},~{s0},~{s1},~{a0},~{a1},~{a2},~{a3},~{a4},~{a5},~{a6},~{a7},~{s2},~{s3},~{s4},~{s5},~{s6},~{s7},~{s8},~{s9},~{s10},~{s11},~{t3},~{t4},~{t5},~{t6}"()
  call void asm sideeffect "# $0", "r"(i64 %x)
  ret void
}
define void @impossible(i64 %a, i64 %b) {
  call void asm sideeffect "# $0 $1", "{a0},{a0}"(i64 %a, i64 %b)
  ret void
}
define void @unknown_instruction() {
  call void asm sideeffect "frobnicate a0, a1", ""()
  ret void
}
define void @unknown_constraint(i64 %a) {
  call void asm sideeffect "# $0", "Q"(i64 %a)
  ret void
}
define void @unknown_register() {
  call void asm sideeffect "nop", "~{nothing}"()
  ret void
}
define void @bad_immediate(i64 %a) {
  call void asm sideeffect "addi a0, a0, $0", "I"(i64 %a)
  ret void
}
define void @bad_operand_number(i64 %a) {
  call void asm sideeffect "mv a0, $7", "r"(i64 %a)
  ret void
}
define i32 @goto(i32 %x) {
entry:
  callbr void asm sideeffect "beqz $0, ${1:l}", "r,!i"(i32 %x) to label %a [label %b]
a:
  ret i32 1
b:
  ret i32 2
}
define i128 @wide_operand(i128 %x) {
  %r = call i128 asm "# $0 $1", "=r,r"(i128 %x)
  ret i128 %r
}
define double @float_in_integer(double %x) {
  %r = call double asm "# $0 $1", "=r,f"(double %x)
  ret double %r
}
define void @register_names() {
  %r = call i64 @llvm.read_register.i64(metadata !0)
  call void @llvm.write_register.i64(metadata !0, i64 %r)
  ret void
}
declare i64 @llvm.read_register.i64(metadata)
declare void @llvm.write_register.i64(metadata, i64)
!0 = !{!"sp"}
