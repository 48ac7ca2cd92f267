; ocg: -march=x86-64 -O2
; The old value is loaded before the operand and the address are read again: neither may be in %rax.

define i8 @loop(ptr %p, i8 %v) {
  %o = atomicrmw and ptr %p, i8 %v seq_cst
  ret i8 %o
}
define i64 @maximum(i64 %a, ptr %p, i64 %v) {
  %o = atomicrmw max ptr %p, i64 %v seq_cst
  ret i64 %o
}
define zeroext i16 @loose(ptr %p) {
  %v = load i16, ptr %p
  %r = add i16 %v, 1
  ret i16 %r
}
declare zeroext i8 @byte()
define i32 @distrust() {
  %v = call zeroext i8 @byte()
  %w = zext i8 %v to i32
  ret i32 %w
}
; ---- expected ----
