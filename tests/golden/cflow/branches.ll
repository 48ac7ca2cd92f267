; ocg: -march=rv64gc -stop-after=cflow
; A jump to a jump, an empty block and a constant condition leave nothing behind.
define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %c1
b:
  br label %c1
c1:
  br label %d
d:
  %p = phi i32 [ %x, %c1 ]
  ret i32 %p
}
