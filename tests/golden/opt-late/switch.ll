; ocg: -march=rv64gc -stop-after=opt-late
; A dense switch becomes a table, a switch of few values a bit test, a sparse one a tree of comparisons.
define i32 @dense(i32 %x) {
  switch i32 %x, label %d [ i32 0, label %a
                            i32 1, label %b
                            i32 2, label %c
                            i32 3, label %a
                            i32 4, label %c
                            i32 5, label %b
                            i32 6, label %a
                            i32 7, label %c ]
a:
  ret i32 10
b:
  ret i32 20
c:
  ret i32 30
d:
  ret i32 40
}
define i32 @bits(i32 %x) {
  switch i32 %x, label %d [ i32 1, label %a
                            i32 9, label %a
                            i32 25, label %a ]
a:
  ret i32 1
d:
  ret i32 0
}
define i32 @sparse(i32 %x) {
  switch i32 %x, label %d [ i32 100, label %a
                            i32 20000, label %b
                            i32 -7, label %c ]
a:
  ret i32 10
b:
  ret i32 20
c:
  ret i32 30
d:
  ret i32 40
}
; ---- expected ----
define i32 @dense(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = icmp ugt i32 %2, 7
  br i1 %3, label %d, label %4

4:
  %5 = sext i32 %2 to i64
  ocg.JumpTable i64 %5 [label %a, label %b, label %c, label %a, label %c, label %b, label %a, label %c]

a:
  ret i64 10

b:
  ret i64 20

c:
  ret i64 30

d:
  ret i64 40
}
define i32 @bits(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = add i32 %2, -1
  %4 = icmp ugt i32 %3, 24
  br i1 %4, label %d, label %5

5:
  %6 = sext i32 %3 to i64
  %7 = shl i64 1, %6
  %8 = and i64 %7, 16777473
  %9 = icmp ne i64 %8, 0
  br i1 %9, label %a, label %d

a:
  ret i64 1

d:
  ret i64 0
}
define i32 @sparse(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = icmp eq i32 %2, -7
  br i1 %3, label %c, label %4

4:
  %5 = icmp eq i32 %2, 100
  br i1 %5, label %a, label %6

6:
  %7 = icmp eq i32 %2, 20000
  br i1 %7, label %b, label %d

a:
  ret i64 10

b:
  ret i64 20

c:
  ret i64 30

d:
  ret i64 40
}
