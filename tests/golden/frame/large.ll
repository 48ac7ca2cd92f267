; ocg: -march=rv64gc -stop-after=frame
; ocg: -march=rv64gc -O0 -stop-after=frame -frame-pointer=all
; A frame beyond the reach of an immediate: the pointer moves in steps, far offsets take a register.
declare void @use(ptr, ptr)
define i32 @f(i32 %x) {
  %a = alloca [5000 x i8], align 16
  %b = alloca i32
  store i32 %x, ptr %b
  call void @use(ptr %a, ptr %b)
  %v = load i32, ptr %b
  ret i32 %v
}
; ---- expected ----
declare @f
declare @use

func @f {
  allocated
  frame0: local size 5000 align 4 offset -5008
  frame1: local size 4 align 2 offset -5016
  frame2: saved %ra size 8 align 3 offset -8
  frame3: emergency size 8 align 3 offset -5024
  info calls needs_cfi size 5024 emergency frame3
  alias1: frame1 offset 0 size 4
bb0 freq 1 -> bb1 1:
  %a0{%a0} = p.entry
  %sp = addi %sp, -2032 ; frame_setup
  sd %ra, 2024, %sp ; save frame_setup
  %sp = addi %sp, -2048 ; frame_setup
  %sp = addi %sp, -944 ; frame_setup
  sw %a0, 8, %sp ; alias 1
  %a0 = addi %sp, 16
  %a1 = addi %sp, 8
  p.call @use, %a0{%a0}, %a1{%a1} ; clobbers call
bb1 freq 1:
  %a0:gpr.i32 = lw 8, %sp ; alias 1
  %sp = addi %sp, 2032 ; frame_destroy
  %sp = addi %sp, 960 ; frame_destroy
  %ra = ld 2024, %sp ; restore frame_destroy
  %sp = addi %sp, 2032 ; frame_destroy
  p.ret %a0:gpr.i32{%a0}
}
declare @f
declare @use

func @f {
  allocated
  frame0: local size 5000 align 4 offset -5024
  frame1: local size 4 align 2 offset -5032
  frame2: saved %ra size 8 align 3 offset -8
  frame3: saved %s0 size 8 align 3 offset -16
  frame4: emergency size 8 align 3 offset -5040
  info calls keep_fp has_fp needs_cfi size 5040 emergency frame4
bb0 freq 1 -> bb1 1:
  %a0{%a0} = p.entry
  %sp = addi %sp, -2032 ; frame_setup
  sd %ra, 2024, %sp ; save frame_setup
  sd %s0, 2016, %sp ; save frame_setup
  %s0 = addi %sp, 2032 ; frame_setup
  %sp = addi %sp, -2048 ; frame_setup
  %sp = addi %sp, -960 ; frame_setup
  sw %a0, 8, %sp
  %a0 = addi %sp, 16
  %a1 = addi %sp, 8
  p.call @use, %a0{%a0}, %a1{%a1} ; clobbers call
bb1 freq 1:
  %a0:gpr.i32 = lw 8, %sp
  %sp = addi %sp, 2032 ; frame_destroy
  %sp = addi %sp, 976 ; frame_destroy
  %ra = ld 2024, %sp ; restore frame_destroy
  %s0 = ld 2016, %sp ; restore frame_destroy
  %sp = addi %sp, 2032 ; frame_destroy
  p.ret %a0:gpr.i32{%a0}
}
