; ocg: -march=rv64gc -stop-after=tree
; Values used once become kids, others registers; phis become copies on edges.
define i64 @f(ptr %p, i64 %x, i1 %c) {
entry:
  %a = load i64, ptr %p
  %b = add i64 %a, %x
  %d = mul i64 %b, %b
  br i1 %c, label %t, label %e
t:
  %q = getelementptr i8, ptr %p, i64 24
  store i64 %d, ptr %q
  br label %e
e:
  %r = phi i64 [ %d, %entry ], [ %x, %t ]
  ret i64 %r
}
define i32 @swap(i32 %a, i32 %b, i32 %n) {
entry:
  br label %l
l:
  %x = phi i32 [ %a, %entry ], [ %y, %l ]
  %y = phi i32 [ %b, %entry ], [ %x, %l ]
  %i = phi i32 [ %n, %entry ], [ %d, %l ]
  %d = sub i32 %i, 1
  %c = icmp eq i32 %d, 0
  br i1 %c, label %out, label %l
out:
  %r = sub i32 %x, %y
  ret i32 %r
}
; ---- expected ----
function f
  param p0 i64 Reg(PReg(10))
  param p1 i64 Reg(PReg(11))
  param p2 i64 Reg(PReg(12))
b0:
  stid p3 of i64
    i64 add
      i64 load any i64 align 8 class 1
        i64 ldid p0
      i64 ldid p1
  stid p4 of i64
    i64 mul
      i64 ldid p3
      i64 ldid p3
  condbr b1, b2 45.0% of b
    b trunc of i64
      i64 ldid p2
b1:
  store i64 align 8 class 2 of i64
    i64 add
      i64 ldid p0
      i64 int 24
    i64 ldid p4
  stid p4 of i64
    i64 ldid p1
  goto b2
b2:
  return of i64
    i64 ldid p4
function swap
  param p0 i64 Reg(PReg(10))
  param p1 i64 Reg(PReg(11))
  param p2 i64 Reg(PReg(12))
b0:
  stid p3 of i32
    i32 trunc of i64
      i64 ldid p0
  stid p4 of i32
    i32 trunc of i64
      i64 ldid p1
  stid p5 of i32
    i32 trunc of i64
      i64 ldid p2
  goto b1
b1:
  stid p6 of i32
    i32 ldid p4
  stid p4 of i32
    i32 ldid p3
  stid p3 of i32
    i32 ldid p6
  stid p5 of i32
    i32 add
      i32 ldid p5
      i32 int -1
  condbr b2, b1 0.4% of b
    b icmp eq of i32
      i32 ldid p5
      i32 int 0
b2:
  return of i64
    i64 sext of i32
      i32 sub
        i32 ldid p4
        i32 ldid p3
