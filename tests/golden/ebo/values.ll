; ocg: -march=rv64gc -stop-after=ebo
; One product for both sums, and a store that feeds a load, which goes.
@v = global [4 x i64] zeroinitializer
define i64 @f(ptr %p, i64 %x, i64 %y) {
  %a = mul i64 %x, %y
  store i64 %a, ptr %p
  %b = load i64, ptr %p
  %c = mul i64 %x, %y
  %d = add i64 %b, %c
  %e = load i64, ptr @v
  %f = load i64, ptr getelementptr (i8, ptr @v, i64 8)
  %g = add i64 %e, %f
  %h = add i64 %d, %g
  ret i64 %h
}
; ---- expected ----
declare @f
variable @v

func @f {
  info needs_cfi
  alias1: value 0 offset 0 size 8
  alias2: @v offset 0 size 8
  alias3: @v offset 8 size 8
bb0 freq 1:
  tn3:gpr.i64{%a0}, tn4:gpr.i64{%a1}, tn5:gpr.i64{%a2} = p.entry
  tn6:gpr.i64 = mul tn4, tn5
  sd tn6, 0, tn3 ; alias 1
  tn9:gpr.i64 = add tn6, tn6
  tn10:gpr.i64 = lui %hi(@v) ; remat
  tn13:gpr.i64 = ld %lo(@v), tn10 ; alias 2
  tn14:gpr.i64 = lui %hi(@v+8) ; remat
  tn17:gpr.i64 = ld %lo(@v+8), tn14 ; alias 3
  tn18:gpr.i64 = add tn13, tn17
  tn19:gpr.i64 = add tn9, tn18
  p.ret tn19{%a0}
}
