; ocg-fails: -march=rv64gc
declare i64 @llvm.unknown.thing(i64)
define i64 @f(i64 %x) {
  %r = call i64 @llvm.unknown.thing(i64 %x)
  ret i64 %r
}
; ---- expected ----
intrinsic.ll:4:8: error: unsupported: the intrinsic 'llvm.unknown.thing' (in function 'f')
  %r = call i64 @llvm.unknown.thing(i64 %x)
       ^
