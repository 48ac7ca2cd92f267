; ocg-fails: -march=rv64gc
define void @f(i64 %a) {
  call void asm sideeffect "mv a0, $7", "r"(i64 %a)
  ret void
}
