; ocg: -march=rv64gc -stop-after=layout
; The likely way falls through, and the loop turns without a jump.
declare void @cold() cold
define i64 @f(ptr %p, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %s = phi i64 [ 0, %entry ], [ %t, %next ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %out
body:
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %z = icmp eq i64 %v, 0
  br i1 %z, label %rare, label %next
rare:
  call void @cold()
  br label %next
next:
  %t = add i64 %s, %v
  %j = add i64 %i, 1
  br label %head
out:
  ret i64 %s
}
; ---- expected ----
declare @f
declare @cold

func @f {
  allocated
  laid_out
  frame0: saved %ra size 8 align 3 offset -8
  frame1: saved %s0 size 8 align 3 offset -16
  frame2: saved %s1 size 8 align 3 offset -24
  frame3: saved %s2 size 8 align 3 offset -32
  frame4: saved %s3 size 8 align 3 offset -40
  frame5: saved %s4 size 8 align 3 offset -48
  info calls needs_cfi size 48
  alias1: value 16 offset 0 size 8
bb0 freq 1 -> bb1 1:
  %a0{%a0}, %a1{%a1} = p.entry
  %sp = addi %sp, -48 ; frame_setup
  sd %ra, 40, %sp ; save frame_setup
  sd %s0, 32, %sp ; save frame_setup
  sd %s1, 24, %sp ; save frame_setup
  sd %s2, 16, %sp ; save frame_setup
  sd %s3, 8, %sp ; save frame_setup
  sd %s4, 0, %sp ; save frame_setup
  %s1 = addi %a0, 0 ; alloc_copy
  %s3 = addi %a1, 0 ; alloc_copy
  %s0 = addi %zero, 0
  %s4 = addi %zero, 0
  %zero = jal bb1
bb4 freq 48.83726 -> bb1 1:
  %s4 = add %s4, %s2
  %s1 = addi %s1, 8
  %s0 = addi %s0, 1
bb1 freq 49.83726 -> bb2 0.9799347, bb5 0.020065308:
  bgeu %s0, %s3, bb5
bb2 freq 48.83726 -> bb3 0.00048828125, bb4 0.9995117:
  %s2 = ld 0, %s1 ; alias 1
  bne %s2, %zero, bb4
  %zero = jal bb3
bb5 freq 1:
  %a0 = addi %s4, 0 ; alloc_copy
  %ra = ld 40, %sp ; restore frame_destroy
  %s0 = ld 32, %sp ; restore frame_destroy
  %s1 = ld 24, %sp ; restore frame_destroy
  %s2 = ld 16, %sp ; restore frame_destroy
  %s3 = ld 8, %sp ; restore frame_destroy
  %s4 = ld 0, %sp ; restore frame_destroy
  %sp = addi %sp, 48 ; frame_destroy
  p.ret %a0{%a0}
bb3 freq 0.023846319 cold -> bb4 1:
  p.call @cold ; clobbers call
  %zero = jal bb4
}
