; ocg: -march=rv64gc -stop-after=expand
; Fused products with their signs, constants, conversions with rounding to zero, comparisons of all kinds.
declare double @llvm.fma.f64(double, double, double)
define double @fused(double %a, double %b, double %c) {
  %n = fneg double %c
  %r = call double @llvm.fma.f64(double %a, double %b, double %n)
  ret double %r
}
define double @one() {
  ret double 1.0
}
define i64 @toint(float %a) {
  %r = fptosi float %a to i64
  ret i64 %r
}
define i1 @unordered(double %a, double %b) {
  %r = fcmp ueq double %a, %b
  ret i1 %r
}
; ---- expected ----
declare @fused
declare @one
declare @toint
declare @unordered

func @fused {
  info needs_cfi
bb0 freq 1:
  tn3:fpr64.f64{%fa0}, tn4:fpr64.f64{%fa1}, tn5:fpr64.f64{%fa2} = p.entry
  tn6:fpr64.f64 = fmsub.d tn3, tn4, tn5, 7, %frm:state.i64
  p.ret tn6{%fa0}
}

func @one {
  info needs_cfi
bb0 freq 1:
  p.entry ; extra
  tn3:gpr.i64 = p.li 4607182418800017408 ; remat
  tn5:fpr64.f64 = fmv.d.x tn3
  p.ret tn5{%fa0}
}

func @toint {
  info needs_cfi
bb0 freq 1:
  tn3:fpr32.f32{%fa0} = p.entry
  tn4:gpr.i64 = fcvt.l.s tn3, 1, %frm:state.i64
  p.ret tn4{%a0}
}

func @unordered {
  info needs_cfi
bb0 freq 1:
  tn3:fpr64.f64{%fa0}, tn4:fpr64.f64{%fa1} = p.entry
  tn5:gpr.b = flt.d tn3, tn4
  tn6:gpr.b = flt.d tn4, tn3
  tn7:gpr.b = or tn5, tn6
  tn9:gpr.b = xori tn7, 1
  p.ret tn9{%a0}
}
