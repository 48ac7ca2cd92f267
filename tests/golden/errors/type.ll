; ocg-fails: -march=rv64gc
define i32 @f(i64 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
; ---- expected ----
type.ll:3:16: error: '%x' defined with type 'i64' but expected 'i32' (in function 'f')
  %y = add i32 %x, 1
               ^
