; ocg-fails: -march=rv64gc
define void @f(i64 %a) {
  call void asm sideeffect "mv a0, $7", "r"(i64 %a)
  ret void
}
; ---- expected ----
asm.ll:3:3: error: unsupported: inline assembly that names operand '7', which it does not have (in function 'f')
  call void asm sideeffect "mv a0, $7", "r"(i64 %a)
  ^
