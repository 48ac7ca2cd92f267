; ocg-fails: -march=rv64gc
define i32 @f() {
  ret i32 %x
}
; ---- expected ----
undefined.ll:3:11: error: use of undefined value '%x' (in function 'f')
  ret i32 %x
          ^
