; ocg-fails: -march=rv64gc
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
; ---- expected ----
dominance.ll:8:3: error: operand '%x' does not dominate this use (in function 'f')
  ret i32 %x
  ^
