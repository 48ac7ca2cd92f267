; ocg-fails: -march=rv64gcq1
define void @f() {
  ret void
}
; ---- expected ----
ocg: error: invalid ISA string 'rv64gcq1': unsupported extension 'q'
