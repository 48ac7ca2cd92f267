; ocg: -march=x86-64 -stop-after=expand
; One instruction where there is one; memory operands only where they are aligned; 64-bit products and bytes shifted are made.
define <4 x i32> @shuffles(<4 x i32> %a, <4 x i32> %b) {
  %l = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %r = shufflevector <4 x i32> %l, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i32> %r
}
define <4 x float> @memory(<4 x float> %a, ptr %p, ptr %q) {
  %x = load <4 x float>, ptr %p, align 16
  %y = load <4 x float>, ptr %q, align 4
  %s = fmul <4 x float> %a, %x
  %t = fadd <4 x float> %s, %y
  ret <4 x float> %t
}
define <2 x i64> @product(<2 x i64> %a, <2 x i64> %b) {
  %r = mul <2 x i64> %a, %b
  ret <2 x i64> %r
}
define <16 x i8> @bytes(<16 x i8> %a) {
  %r = lshr <16 x i8> %a, splat (i8 3)
  ret <16 x i8> %r
}
define i1 @any(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp eq <16 x i8> %a, %b
  %m = bitcast <16 x i1> %c to i16
  %r = icmp ne i16 %m, 0
  ret i1 %r
}
define <4 x i32> @special(<8 x i16> %a, <8 x i16> %b) {
  %r = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> %a, <8 x i16> %b)
  ret <4 x i32> %r
}
declare <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16>, <8 x i16>)
; ---- expected ----
declare @shuffles
declare @memory
declare @product
declare @bytes
declare @any
declare @special

func @shuffles {
  info needs_cfi
bb0 freq 1:
  tn2:vr128.v4i32{%xmm0}, tn3:vr128.v4i32{%xmm1} = p.entry
  tn4:vr128.v4i32 = punpckldq.rr tn2, tn3
  tn5:vr128.v4i32 = pshufd.rri tn4, 27
  p.ret 0, tn5{%xmm0}
}

func @memory {
  info needs_cfi
  alias1: value 1 offset 0
  alias2: value 2 offset 0
bb0 freq 1:
  tn2:vr128.v4f32{%xmm0}, tn3:gr64.i64{%rdi}, tn4:gr64.i64{%rsi} = p.entry
  tn6:vr128.v4f32 = mulps.rm tn2, tn3, 0, %noreg, 0, 0, %mxcsr:state.i32 ; alias 1
  tn8:vr128.v4f32 = movups.rm tn4, 0, %noreg, 0, 0 ; alias 2
  tn9:vr128.v4f32 = addps.rr tn6, tn8, %mxcsr:state.i32
  p.ret 0, tn9{%xmm0}
}

func @product {
  info needs_cfi
bb0 freq 1:
  tn2:vr128.v2i64{%xmm0}, tn3:vr128.v2i64{%xmm1} = p.entry
  tn5:vr128.v2i64 = pmuludq.rr tn2, tn3
  tn7:vr128.v2i64 = psrlq.ri tn2, 32
  tn8:vr128.v2i64 = pmuludq.rr tn7, tn3
  tn9:vr128.v2i64 = psrlq.ri tn3, 32
  tn10:vr128.v2i64 = pmuludq.rr tn9, tn2
  tn11:vr128.v2i64 = paddq.rr tn8, tn10
  tn12:vr128.v2i64 = psllq.ri tn11, 32
  tn13:vr128.v2i64 = paddq.rr tn5, tn12
  p.ret 0, tn13{%xmm0}
}

func @bytes {
  info needs_cfi
  pool0: align 4 bytes "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f"
bb0 freq 1:
  tn2:vr128.v16i8{%xmm0} = p.entry
  tn5:vr128.v16i8 = psrlw.ri tn2, 3
  tn8:vr128.v16i8 = movaps.rm %rip, 0, %noreg, pool0, 0 ; constant_memory
  tn9:vr128.v16i8 = pand.rr tn5, tn8
  p.ret 0, tn9{%xmm0}
}

func @any {
  info needs_cfi
bb0 freq 1:
  tn2:vr128.v16i8{%xmm0}, tn3:vr128.v16i8{%xmm1} = p.entry
  tn5:vr128.v16i8 = pcmpeqb.rr tn2, tn3
  tn6:gr32.i32 = pmovmskb.rr tn5
  %eflags:state.i32 = test32.rr tn6, tn6
  tn8:gr8.i8 = set.r 5, %eflags:state.i32
  tn10:gr32.b = movzx32_8.rr tn8
  p.ret 0, tn10{%eax}
}

func @special {
  info needs_cfi
bb0 freq 1:
  tn2:vr128.v8i16{%xmm0}, tn3:vr128.v8i16{%xmm1} = p.entry
  tn4:vr128.v4i32 = pmaddwd.rr tn2, tn3
  p.ret 0, tn4{%xmm0}
}
