; ocg-fails: -march=rv64gc
define i32 @f( {
  ret i32 0
}
; ---- expected ----
syntax.ll:3:3: error: expected type
  ret i32 0
  ^
