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
; ---- expected ----
declare @f

func @f {
  info needs_cfi
bb0 freq 1:
  tn3:gpr.i64{%a0}, tn4:gpr.i64{%a1} = p.entry
  tn6:gpr.i64 = andi tn3, 1
  tn9:gpr.i32 = addiw tn4, 0
  p.ret tn9{%a0}
}
