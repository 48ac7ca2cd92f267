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
; ---- expected ----
define double @f(ptr %0) {
entry:
  %1 = freeze i64 17
  br label %l

l:
  %2 = phi i64 [ 0, %entry ], [ %4, %latch ]
  %3 = phi double [ 0x0000000000000000, %entry ], [ %7, %latch ]
  %4 = add i64 %2, 1
  %5 = trunc i64 %4 to i32
  %6 = uitofp i32 %5 to double
  br label %body

body:
  %7 = fadd double %3, %6
  store volatile double %7, ptr %0, align 8
  br label %latch

latch:
  %8 = icmp eq i64 %4, %1
  br i1 %8, label %x, label %l

x:
  ret double %7
}
