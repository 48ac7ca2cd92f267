; ocg-fails: -march=x86-64
; Registers that a convention passes arguments in, or does not hand back, cannot be those of a frame; and there are no others.
declare ghccc void @g(i64, i64)
declare void @h(ptr)

define ghccc void @moves_its_stack(i64 %a, i64 %n) {
  %p = alloca i8, i64 %n
  call void @h(ptr %p)
  ret void
}

define void @calls(i64 %n) {
  %p = alloca i8, i64 %n
  call void @h(ptr %p)
  call ghccc void @g(i64 %n, i64 1)
  ret void
}

define ghccc void @eleven(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) {
  ret void
}
; ---- expected ----
ghccc_frame.ll: error: unsupported: a frame that needs register rbp, which a calling convention uses otherwise (in function 'moves_its_stack')
ghccc_frame.ll: error: unsupported: a frame that needs register rbp, which a calling convention uses otherwise (in function 'calls')
ghccc_frame.ll:19:19: error: unsupported: more arguments than its calling convention, which has no stack arguments, has registers (in function 'eleven')
define ghccc void @eleven(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) {
                  ^
