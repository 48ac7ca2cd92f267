; ocg-fails: -march=rv64gc
; Attributes that ask for code which is not made.
define void @nops() "patchable-function-entry"="2" {
  ret void
}
define void @none() "patchable-function-entry"="0" "zero-call-used-regs"="skip" {
  ret void
}
define void @zeros() "zero-call-used-regs"="used-gpr" {
  ret void
}
define void @traced() "fentry-call"="true" {
  ret void
}
; ---- expected ----
attribute.ll:3:13: error: unsupported: the attribute "patchable-function-entry"="2" (in function 'nops')
define void @nops() "patchable-function-entry"="2" {
            ^
attribute.ll:9:13: error: unsupported: the attribute "zero-call-used-regs"="used-gpr" (in function 'zeros')
define void @zeros() "zero-call-used-regs"="used-gpr" {
            ^
attribute.ll:12:13: error: unsupported: the attribute "fentry-call"="true" (in function 'traced')
define void @traced() "fentry-call"="true" {
            ^
