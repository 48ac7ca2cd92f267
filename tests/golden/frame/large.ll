; ocg: -march=rv64gc -stop-after=frame
; ocg: -march=rv64gc -O0 -stop-after=frame -frame-pointer=all
; A frame beyond the reach of an immediate: the pointer moves in steps, far offsets take a register.
declare void @use(ptr, ptr)
define i32 @f(i32 %x) {
  %a = alloca [5000 x i8], align 16
  %b = alloca i32
  store i32 %x, ptr %b
  call void @use(ptr %a, ptr %b)
  %v = load i32, ptr %b
  ret i32 %v
}
