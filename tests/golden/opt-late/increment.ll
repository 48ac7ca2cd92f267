; ocg: -march=rv64gc -stop-after=opt-late
; The next index is used before the end of the loop and by its test: the addition must stay above both uses.
define double @f(ptr %p) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %latch ]
  %s = phi double [ 0.0, %entry ], [ %t, %latch ]
  %j = add i64 %i, 1
  %k = trunc i64 %j to i32
  %d = uitofp i32 %k to double
  br label %body
body:
  %t = fadd double %s, %d
  store volatile double %t, ptr %p
  br label %latch
latch:
  %c = icmp eq i64 %i, 16
  br i1 %c, label %x, label %l
x:
  ret double %t
}
