; ocg: -march=rv64gc -filetype=null -regalloc=spillall -stats -stats-file=-
; ocg: -march=rv64gc -filetype=null -regalloc=spillall,lra -stats-threshold=1 -stats-file=-
; The first loop's value goes through memory; the call saves what lives over it.
declare i64 @g(i64)

define i64 @sum(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s1, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  %x = load i64, ptr %a
  %s1 = add i64 %s, %x
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %done, !prof !0
done:
  ret i64 %s1
}

define i64 @over(i64 %a, i64 %b) {
  %x = call i64 @g(i64 %a)
  %y = add i64 %x, %b
  ret i64 %y
}
!0 = !{!"branch_weights", i32 19, i32 1}
; ---- expected ----
allocator spillall, riscv64-unknown-linux-gnu, generic, lp64d, -O2
  each: number in the code, and how often executed for one call of its function
  function                              memory         spills        reloads          saves       restores     instructions   bytes   frame
  sum                              16    225.0     8    84.00     8    141.0              .              .      25    329.0      52      48
  over                              6     6.00     3     3.00     1     1.00     1     1.00     1     1.00      11    11.00      28      32
  total                            22    231.0    11    87.00     9    142.0     1     1.00     1     1.00      36    340.0      80      80
  loop (depth, head, frequency)          memory         spills        reloads          saves       restores     instructions   bytes   frame
  sum .1 x20.00                    11    220.0     4    80.00     7    140.0              .              .      16    320.0
           9  ebo.changes-post
           1  sched.blocks
           1  sched.cycles-saved
           7  slots.after
           9  slots.before

riscv64-unknown-linux-gnu, generic, lp64d, -O2: executed memory operations a call (ratio to the first)
  function                                 spillall                  lra
  sum                                  225.0                145.0   0.64
  over                                  6.00                 5.00   0.83

  in the code
  memory                                  22                   17   0.77
  spills                                  11                    9   0.82
  reloads                                  9                    6   0.67
  saves                                    1                    1   1.00
  restores                                 1                    1   1.00
  remats                                   0                    0   1.00
  copies                                   0                    0   1.00
  kept copies                              0                    0   1.00
  instructions                            36                   31   0.86
  code bytes                              80                   70   0.88
  frame bytes                             80                   64   0.80

  executed, each function called once
  memory                               231.0                150.0   0.65
  spills                               87.00                66.00   0.76
  reloads                              142.0                82.00   0.58
  saves                                 1.00                 1.00   1.00
  restores                              1.00                 1.00   1.00
  remats                                0.00                 0.00   1.00
  copies                                0.00                 0.00   1.00
  kept copies                           0.00                 0.00   1.00
  instructions                         340.0                259.0   0.76
