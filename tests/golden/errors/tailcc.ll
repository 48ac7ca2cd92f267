; ocg-fails: -march=rv64gc
; A promise that cannot be kept is an error: there is no room for the arguments.

declare tailcc i32 @other(i64, i64, i64, i64, i64, i64, i64, i64, i64)

define tailcc i32 @f(i64 %a) {
  %r = tail call tailcc i32 @other(i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a)
  ret i32 %r
}
; ---- expected ----
tailcc.ll:7:8: error: unsupported: this call, which must be a jump and cannot be made one (in function 'f')
  %r = tail call tailcc i32 @other(i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a, i64 %a)
       ^
