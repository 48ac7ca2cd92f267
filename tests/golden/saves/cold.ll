; ocg: -march=rv64gc -stop-after=frame
; Only the path with calls needs saves: the early exit has none.
declare void @g(i64)
define i64 @f(i64 %u, ptr %p) {
  %c = icmp eq i64 %u, 0
  br i1 %c, label %out, label %slow
slow:
  %x = load i64, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %y = load i64, ptr %q
  call void @g(i64 %x)
  call void @g(i64 %y)
  %s = add i64 %x, %y
  ret i64 %s
out:
  ret i64 %u
}
; ---- expected ----
declare @f
declare @g

func @f {
  allocated
  frame0: saved %ra size 8 align 3 offset -8
  frame1: saved %s0 size 8 align 3 offset -16
  frame2: saved %s1 size 8 align 3 offset -24
  info calls needs_cfi size 32
  alias1: value 1 offset 0 size 8
  alias2: value 1 offset 8 size 8
bb0 freq 1 -> bb1 0.59690857, bb2 0.40309143:
  %a0{%a0}, %a1{%a1} = p.entry
  beq %a0, %zero, bb2
bb1 freq 0.59690857 -> bb3 1:
  %sp = addi %sp, -32 ; frame_setup
  sd %ra, 24, %sp ; save frame_setup
  sd %s0, 16, %sp ; save frame_setup
  sd %s1, 8, %sp ; save frame_setup
  %s1 = ld 0, %a1 ; alias 1
  %s0 = ld 8, %a1 ; alias 2
  %a0 = p.copy %s1 ; alloc_copy
  p.call @g, %a0{%a0} ; clobbers call
bb3 freq 0.59690857 -> bb4 1:
  %a0 = p.copy %s0 ; alloc_copy
  p.call @g, %a0{%a0} ; clobbers call
bb4 freq 0.59690857:
  %a0 = add %s1, %s0
  %ra = ld 24, %sp ; restore frame_destroy
  %s0 = ld 16, %sp ; restore frame_destroy
  %s1 = ld 8, %sp ; restore frame_destroy
  %sp = addi %sp, 32 ; frame_destroy
  p.ret %a0{%a0}
bb2 freq 0.40309143:
  p.ret %a0{%a0}
}
