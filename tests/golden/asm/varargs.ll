; ocg: -march=rv64gc
; The registers of variable arguments are stored above the frame, where the list begins.
declare void @llvm.va_start(ptr)
define i64 @f(i32 %n, ...) {
  %ap = alloca ptr
  call void @llvm.va_start(ptr %ap)
  %a = va_arg ptr %ap, i64
  %b = va_arg ptr %ap, i128
  %c = trunc i128 %b to i64
  %d = add i64 %a, %c
  ret i64 %d
}
