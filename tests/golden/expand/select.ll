; ocg: -march=rv64gc -O0 -stop-after=expand
; ocg: -march=rv64gc_zba_zbb_zbs_zicond -stop-after=expand
; Addresses, immediates, compare-and-branch, and what extensions make of a scaled index and a rotate.
@g = global [100 x i64] zeroinitializer
declare i64 @llvm.fshl.i64(i64, i64, i64)
define i64 @index(ptr %p, i64 %i) {
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %r = call i64 @llvm.fshl.i64(i64 %v, i64 %v, i64 13)
  ret i64 %r
}
define i64 @constants(i64 %x) {
  %a = add i64 %x, 2047
  %b = xor i64 %a, 2048
  %c = and i64 %b, -2048
  %d = add i64 %c, 81985529216486895
  ret i64 %d
}
define i64 @global(i64 %x) {
  %v = load i64, ptr getelementptr (i8, ptr @g, i64 16)
  %c = icmp slt i64 %v, %x
  %r = select i1 %c, i64 %v, i64 0
  ret i64 %r
}
; ---- expected ----
declare @index
declare @constants
declare @global
variable @g

func @index {
  info needs_cfi
bb0 freq 1:
  tn3:gpr.i64{%a0}, tn4:gpr.i64{%a1} = p.entry
  tn7:gpr.i64 = slli tn4, 3
  tn8:gpr.i64 = add tn3, tn7
  tn5:gpr.i64 = ld 0, tn8
  tn11:gpr.i64 = slli tn5, 13
  tn13:gpr.i64 = srli tn5, 51
  tn14:gpr.i64 = or tn11, tn13
  p.ret tn14{%a0}
}

func @constants {
  info needs_cfi
  pool0: align 3 bytes "efcdab8967452301"
bb0 freq 1:
  tn3:gpr.i64{%a0} = p.entry
  tn5:gpr.i64 = addi tn3, 2047
  tn6:gpr.i64 = p.li 2048 ; remat
  tn8:gpr.i64 = xor tn5, tn6
  tn10:gpr.i64 = andi tn8, -2048
  tn12:gpr.i64 = lui %hi(pool0) ; remat
  tn11:gpr.i64 = ld %lo(pool0), tn12 ; constant_memory
  tn15:gpr.i64 = add tn10, tn11
  p.ret tn15{%a0}
}

func @global {
  info needs_cfi
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  tn3:gpr.i64{%a0} = p.entry
  tn5:gpr.i64 = lui %hi(@g+16) ; remat
  tn4:gpr.i64 = ld %lo(@g+16), tn5
  tn8:gpr.i64 = p.copy tn4 ; copy
  blt tn4, tn3, bb2
bb1 freq 0.5 -> bb2 1:
  tn8:gpr.i64 = p.li 0
bb2 freq 1:
  p.ret tn8{%a0}
}
declare @index
declare @constants
declare @global
variable @g

func @index {
  info needs_cfi
  alias1: value 0 size 8
bb0 freq 1:
  tn3:gpr.i64{%a0}, tn4:gpr.i64{%a1} = p.entry
  tn5:gpr.i64 = sh3add tn4, tn3
  tn7:gpr.i64 = ld 0, tn5 ; alias 1
  tn9:gpr.i64 = rori tn7, 51
  p.ret tn9{%a0}
}

func @constants {
  info needs_cfi
  pool0: align 3 bytes "efcdab8967452301"
bb0 freq 1:
  tn3:gpr.i64{%a0} = p.entry
  tn5:gpr.i64 = addi tn3, 2047
  tn7:gpr.i64 = binvi tn5, 11
  tn9:gpr.i64 = andi tn7, -2048
  tn11:gpr.i64 = lui %hi(pool0) ; remat
  tn10:gpr.i64 = ld %lo(pool0), tn11 ; constant_memory
  tn14:gpr.i64 = add tn9, tn10
  p.ret tn14{%a0}
}

func @global {
  info needs_cfi
  alias1: @g offset 16 size 8
bb0 freq 1:
  tn3:gpr.i64{%a0} = p.entry
  tn5:gpr.i64 = lui %hi(@g+16) ; remat
  tn4:gpr.i64 = ld %lo(@g+16), tn5 ; alias 1
  tn8:gpr.b = slt tn4, tn3
  tn9:gpr.i64 = czero.eqz tn4, tn8
  p.ret tn9{%a0}
}
