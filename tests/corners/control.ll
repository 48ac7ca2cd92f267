; Control flow that front ends seldom write: unreachable blocks, loops with several entries, loops without an exit, phis in
; odd places, empty functions, blocks that jump to themselves, switches of every odd kind.
define void @empty() {
  ret void
}
define void @unreachable_only() {
  unreachable
}
define void @forever() {
  br label %l
l:
  br label %l
}
define i32 @unreachable_block(i32 %x) {
  ret i32 %x
dead:
  %y = add i32 %y2, 1
  br label %dead2
dead2:
  %y2 = phi i32 [ %y, %dead ]
  br label %dead
}
define i32 @phi_from_unreachable(i32 %x) {
entry:
  br label %m
dead:
  br label %m
m:
  %p = phi i32 [ %x, %entry ], [ 5, %dead ]
  ret i32 %p
}
define i32 @irreducible(i32 %x, i32 %n) {
entry:
  %c = icmp slt i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %pa = phi i32 [ %x, %entry ], [ %ib, %b ]
  %ia = add i32 %pa, 3
  %ca = icmp sgt i32 %ia, %n
  br i1 %ca, label %out, label %b
b:
  %pb = phi i32 [ %x, %entry ], [ %ia, %a ]
  %ib = mul i32 %pb, 5
  %cb = icmp sgt i32 %ib, %n
  br i1 %cb, label %out, label %a
out:
  %r = phi i32 [ %ia, %a ], [ %ib, %b ]
  ret i32 %r
}
define i32 @irreducible3(i32 %x, i1 %p, i1 %q) {
entry:
  switch i32 %x, label %a [ i32 1, label %b
                            i32 2, label %c ]
a:
  br i1 %p, label %b, label %c
b:
  br i1 %q, label %c, label %a
c:
  %t = phi i32 [ 1, %entry ], [ 2, %a ], [ 3, %b ]
  %d = icmp eq i32 %t, %x
  br i1 %d, label %a, label %e
e:
  ret i32 %t
}
define i32 @same_target(i1 %c, i32 %x) {
entry:
  br i1 %c, label %m, label %m
m:
  %p = phi i32 [ %x, %entry ], [ %x, %entry ]
  ret i32 %p
}
define i32 @switch_no_cases(i32 %x) {
  switch i32 %x, label %d []
d:
  ret i32 %x
}
define i32 @switch_to_same(i8 %x) {
entry:
  switch i8 %x, label %d [ i8 0, label %d
                           i8 1, label %e
                           i8 -1, label %d
                           i8 2, label %e ]
d:
  %p = phi i32 [ 1, %entry ], [ 1, %entry ], [ 1, %entry ]
  ret i32 %p
e:
  ret i32 2
}
define i32 @switch_constant() {
  switch i32 7, label %d [ i32 7, label %e ]
d:
  ret i32 1
e:
  ret i32 2
}
define i32 @switch_i1(i1 %x) {
  switch i1 %x, label %d [ i1 true, label %e ]
d:
  ret i32 1
e:
  ret i32 2
}
define i32 @switch_i128(i128 %x) {
  switch i128 %x, label %d [ i128 170141183460469231731687303715884105727, label %e
                             i128 0, label %f
                             i128 -1, label %e ]
d:
  ret i32 1
e:
  ret i32 2
f:
  ret i32 3
}
define i32 @switch_i5(i5 %x) {
  switch i5 %x, label %d [ i5 -16, label %e
                           i5 15, label %f
                           i5 0, label %e ]
d:
  ret i32 1
e:
  ret i32 2
f:
  ret i32 3
}
define i32 @self_loop(i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %k = phi i32 [ 1, %entry ], [ %i, %l ]
  %j = add i32 %i, %k
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  ret i32 %k
}
define i32 @phi_of_itself(i1 %c) {
entry:
  br label %l
l:
  %p = phi i32 [ 5, %entry ], [ %p, %l ]
  br i1 %c, label %l, label %x
x:
  ret i32 %p
}
define i32 @swap_phis(i32 %a, i32 %b, i32 %n) {
entry:
  br label %l
l:
  %x = phi i32 [ %a, %entry ], [ %y, %l ]
  %y = phi i32 [ %b, %entry ], [ %x, %l ]
  %i = phi i32 [ %n, %entry ], [ %d, %l ]
  %d = sub i32 %i, 1
  %c = icmp eq i32 %d, 0
  br i1 %c, label %out, label %l
out:
  %r = sub i32 %x, %y
  ret i32 %r
}
define ptr @indirect(i32 %x, ptr %p) {
entry:
  %t = getelementptr [2 x ptr], ptr @targets, i32 0, i32 %x
  %a = load ptr, ptr %t
  indirectbr ptr %a, [label %one, label %two, label %one]
one:
  %v = phi ptr [ %p, %entry ], [ %p, %entry ]
  ret ptr %v
two:
  ret ptr blockaddress(@indirect, %one)
}
define void @indirect_nowhere(ptr %p) {
  indirectbr ptr %p, []
}
@targets = constant [2 x ptr] [ptr blockaddress(@indirect, %one), ptr blockaddress(@indirect, %two)]
define i32 @undef_branch(i32 %x) {
  br i1 undef, label %a, label %b
a:
  ret i32 %x
b:
  ret i32 poison
}
define i32 @constant_branch(i32 %x) {
entry:
  br i1 true, label %a, label %b
a:
  br i1 false, label %b, label %c
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ]
  ret i32 %p
c:
  ret i32 %x
}
define i32 @dead_values(i32 %x) {
  %a = add i32 %x, 1
  %b = mul i32 %a, %a
  %c = load i32, ptr null
  %d = sdiv i32 %x, 0
  ret i32 %x
}
define void @freeze_and_poison(ptr %p) {
  %a = freeze i32 undef
  %b = freeze i32 poison
  %c = add i32 %a, %b
  %d = shl i32 %c, 100
  store i32 %d, ptr %p
  %e = freeze <4 x i8> poison
  store <4 x i8> %e, ptr %p
  ret void
}
