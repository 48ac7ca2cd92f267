; ocg-fails: -march=rv64gc -reserve-regs=a1 -verify
; ocg-fails: -march=rv64gc -reserve-regs=fa0,fa1,fa2,fa3,fa4,fa5,fa6,fa7,ft0,ft1,ft2,ft3,ft4,ft5,ft6,ft7,ft8,ft9,ft10,ft11,fs0,fs1,fs2,fs3,fs4,fs5,fs6,fs7,fs8,fs9,fs10,fs11
; ocg-fails: -march=rv64gc -reserve-regs=s0 -regalloc=lra
; ocg-fails: -march=rv64gc -reserve-regs=t6
; ocg-fails: -march=rv64gc -reserve-regs=q9
; Every op that cannot do with what is left is named, with its function and line.
declare i64 @g(i64, i64)

define i64 @call(i64 %a) {
  %x = call i64 @g(i64 %a, i64 1)
  ret i64 %x
}

define void @float(ptr %p) {
  %x = load double, ptr %p
  %y = fadd double %x, %x
  store double %y, ptr %p
  ret void
}

define i64 @dynamic(i64 %n) {
  %p = alloca i8, i64 %n, align 64
  %q = ptrtoint ptr %p to i64
  ret i64 %q
}

define i8 @large(i64 %n) {
  %p = alloca [8192 x i8]
  %q = getelementptr i8, ptr %p, i64 %n
  store volatile i8 1, ptr %q
  %r = load volatile i8, ptr %q
  ret i8 %r
}
; ---- expected ----
reserved.ll:10:8: error: 'p.call' needs register a1, which is reserved (in function 'call')
  %x = call i64 @g(i64 %a, i64 1)
       ^
reserved.ll:15:8: error: 'fld' needs more registers of class fpr64 than there are (in function 'float')
  %x = load double, ptr %p
       ^
reserved.ll: error: the frame needs register s0, which is reserved (in function 'dynamic')
reserved.ll: error: a frame of 8192 bytes is set up with register t6, which is reserved (in function 'large')
ocg: error: -reserve-regs: unknown register 'q9'
