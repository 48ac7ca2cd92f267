; ocg-fails: -march=rv64gc
declare void @g()
declare i32 @p(...)
define void @f() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
; ---- expected ----
invoke.ll:5:3: error: unsupported: 'invoke' (in function 'f')
  invoke void @g() to label %a unwind label %b
  ^
