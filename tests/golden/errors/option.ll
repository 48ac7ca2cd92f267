; ocg-fails: -march=rv64gcq1
define void @f() {
  ret void
}
