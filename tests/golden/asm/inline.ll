; ocg: -march=rv64gc
; Inline assembly: operands printed in place, a memory operand, a clobber that costs a save, local labels.
define i64 @f(i64 %a, ptr %p) {
  %r = call i64 asm sideeffect "add $0, $1, $1\0A\09sd $0, $2", "=&r,r,*m,~{s1},~{memory}"(i64 %a, ptr elementtype(i64) %p)
  ret i64 %r
}
