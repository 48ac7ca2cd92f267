; ocg-fails: -march=rv64gc -stop-after=nothing
define void @f() {
  ret void
}
