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
