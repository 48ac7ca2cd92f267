; ocg-fails: -march=rv64gc
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ]
  ret i32 %p
}
; ---- expected ----
phi.ll:8:8: error: phi node must have exactly one entry for each predecessor of its block (in function 'f')
  %p = phi i32 [ 1, %entry ]
       ^
