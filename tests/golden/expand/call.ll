; ocg: -march=rv64gc -stop-after=expand
; Arguments in registers and on the stack, a result, a value alive over the call; a sibling call.
declare double @ext(i32 signext, double, i64, i64, i64, i64, i64, i64, i64, i64)
define double @f(i32 %a, double %b, i64 %c) {
  %x = fadd double %b, %b
  %r = call double @ext(i32 signext %a, double %b, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %c)
  %s = fmul double %r, %x
  ret double %s
}
define double @g(i32 signext %a, double %b) {
  %r = tail call double @ext2(double %b, i32 signext %a)
  ret double %r
}
declare double @ext2(double, i32 signext)
; ---- expected ----
declare @f
declare @ext
declare @g
declare @ext2

func @f {
  frame0: outgoing size 8 align 4
  info calls needs_cfi outgoing 8
bb0 freq 1 -> bb1 1:
  tn3:gpr.i64{%a0}, tn4:fpr64.f64{%fa0}, tn5:gpr.i64{%a1} = p.entry
  tn6:fpr64.f64 = fadd.d tn4, tn4, 7, %frm:state.i64
  sd tn5, frame0, %sp
  tn11:gpr.i32 = addiw tn3, 0
  tn12:gpr.i64 = p.li 1 ; remat
  tn14:gpr.i64 = p.li 2 ; remat
  tn16:gpr.i64 = p.li 3 ; remat
  tn18:gpr.i64 = p.li 4 ; remat
  tn20:gpr.i64 = p.li 5 ; remat
  tn22:gpr.i64 = p.li 6 ; remat
  tn24:gpr.i64 = p.li 7 ; remat
  tn25:fpr64.f64{%fa0} = p.call @ext, tn11{%a0}, tn4{%fa0}, tn12{%a1}, tn14{%a2}, tn16{%a3}, tn18{%a4}, tn20{%a5}, tn22{%a6}, tn24{%a7} ; clobbers call -%fa0 stack 8
bb1 freq 1:
  tn26:fpr64.f64 = fmul.d tn25, tn6, 7, %frm:state.i64
  p.ret tn26{%fa0}
}

func @g {
  info needs_cfi
bb0 freq 1:
  tn3:gpr.i64{%a0}, tn4:fpr64.f64{%fa0} = p.entry
  p.tail @ext2, tn4{%fa0}, tn3{%a0} ; tail
}
