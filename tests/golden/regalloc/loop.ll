; ocg: -march=rv64gc -stop-after=regalloc
; ocg: -march=rv64gc -stop-after=regalloc -regalloc=lra
; A value alive over a call in a loop takes a callee-saved register; under lra alone it lives in memory.
declare i64 @g(i64)
define i64 @f(i64 %n, i64 %k) {
entry:
  br label %l
l:
  %i = phi i64 [ %n, %entry ], [ %d, %l ]
  %s = phi i64 [ 0, %entry ], [ %t, %l ]
  %v = call i64 @g(i64 %i)
  %w = mul i64 %v, %k
  %t = add i64 %s, %w
  %d = sub i64 %i, 1
  %c = icmp eq i64 %d, 0
  br i1 %c, label %x, label %l
x:
  ret i64 %t
}
