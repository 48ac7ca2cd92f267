; Arithmetic, comparisons, casts, vectors, aggregates, control flow, forward references.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"

define i32 @arith(i32 %a, i32 %b) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, -5
  %3 = mul nuw i32 %2, 3
  %4 = udiv exact i32 %3, %b
  %5 = sdiv i32 %4, 7
  %6 = urem i32 %5, %b
  %7 = srem i32 %6, 9
  %8 = shl nuw nsw i32 %7, 2
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, %a
  %11 = and i32 %10, 255
  %12 = or disjoint i32 %11, 256
  %13 = xor i32 %12, -1
  %14 = freeze i32 %13
  ret i32 %14
}
define float @floats(float %a, float %b) {
  %1 = fadd fast float %a, %b
  %2 = fsub nnan ninf nsz float %1, 1.0
  %3 = fmul arcp contract afn reassoc float %2, %b
  %4 = fdiv float %3, %a
  %5 = frem float %4, %a
  %6 = fneg nsz float %5
  %7 = fcmp fast olt float %6, 0.0
  %8 = select nnan i1 %7, float %6, float %5
  ret float %8
}
define void @casts(i8 %a, i64 %b, float %f, double %d, ptr %p, <4 x i16> %v) {
  %1 = trunc nuw nsw i64 %b to i32
  %2 = zext nneg i8 %a to i64
  %3 = sext i8 %a to i17
  %4 = fptrunc double %d to float
  %5 = fpext float %f to double
  %6 = fptoui float %f to i1
  %7 = fptosi double %d to i128
  %8 = uitofp nneg i8 %a to half
  %9 = sitofp i64 %b to fp128
  %10 = ptrtoint ptr %p to i64
  %11 = inttoptr i64 %10 to ptr
  %12 = bitcast double %d to i64
  %13 = bitcast <4 x i16> %v to double
  %14 = addrspacecast ptr %p to ptr addrspace(3)
  %15 = zext <4 x i16> %v to <4 x i32>
  %16 = bitcast ptr %p to ptr
  ret void
}
define <4 x i1> @compare(i32 %a, i32 %b, double %x, double %y, <4 x ptr> %p, <4 x ptr> %q) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne i32 %a, %b
  %3 = icmp ugt i32 %a, %b
  %4 = icmp uge i32 %a, %b
  %5 = icmp ult i32 %a, %b
  %6 = icmp ule i32 %a, %b
  %7 = icmp sgt i32 %a, %b
  %8 = icmp sge i32 %a, %b
  %9 = icmp slt i32 %a, %b
  %10 = icmp sle i32 %a, %b
  %11 = fcmp false double %x, %y
  %12 = fcmp oeq double %x, %y
  %13 = fcmp ogt double %x, %y
  %14 = fcmp oge double %x, %y
  %15 = fcmp olt double %x, %y
  %16 = fcmp ole double %x, %y
  %17 = fcmp one double %x, %y
  %18 = fcmp ord double %x, %y
  %19 = fcmp ueq double %x, %y
  %20 = fcmp ugt double %x, %y
  %21 = fcmp uge double %x, %y
  %22 = fcmp ult double %x, %y
  %23 = fcmp ule double %x, %y
  %24 = fcmp une double %x, %y
  %25 = fcmp uno double %x, %y
  %26 = fcmp true double %x, %y
  %27 = icmp eq <4 x ptr> %p, %q
  ret <4 x i1> %27
}
define <4 x i32> @vectors(<4 x i32> %v, <2 x i32> %w, i32 %x, i64 %n) {
  %1 = extractelement <4 x i32> %v, i64 %n
  %2 = insertelement <4 x i32> %v, i32 %1, i32 0
  %3 = shufflevector <4 x i32> %2, <4 x i32> poison, <4 x i32> <i32 3, i32 undef, i32 1, i32 7>
  %4 = shufflevector <4 x i32> %3, <4 x i32> %2, <2 x i32> zeroinitializer
  %5 = shufflevector <2 x i32> %4, <2 x i32> %w, <4 x i32> poison
  %6 = select <4 x i1> <i1 true, i1 false, i1 true, i1 undef>, <4 x i32> %5, <4 x i32> %3
  ret <4 x i32> %6
}
define <vscale x 4 x i32> @scalable(i32 %x) {
  %1 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %2 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  ret <vscale x 4 x i32> %2
}
define i8 @aggregates({ i32, [2 x { i8, float }] } %s, [3 x i8] %a) {
  %1 = extractvalue { i32, [2 x { i8, float }] } %s, 1, 1, 0
  %2 = insertvalue { i32, [2 x { i8, float }] } %s, i8 %1, 1, 0, 0
  %3 = insertvalue [3 x i8] poison, i8 %1, 2
  ret i8 %1
}
define i32 @forward(i32 %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %t = phi i32 [ %n, %entry ], [ %u, %latch ]
  br i1 %c, label %latch, label %exit
exit:
  %r = phi i32 [ %i, %loop ]
  ret i32 %r
latch:
  %next = add i32 %i, 1
  %u = add i32 %t, %next
  br label %loop
}
define i32 @switches(i32 %a, i128 %w, i1 %b, i8 %s) {
  switch i32 %a, label %d [
    i32 1, label %x
    i32 -2, label %y
    i32 4000000000, label %x
  ]
x:
  switch i128 %w, label %d [ i128 1, label %y
    i128 -1, label %d
    i128 18446744073709551616, label %x2 ]
x2:
  switch i1 %b, label %d [ i1 true, label %y ]
y:
  switch i8 %s, label %d []
d:
  unreachable
}
define void @indirect(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  br label %b
b:
  indirectbr ptr %p, []
}
define i32 @unreachable_code() {
  ret i32 0
dead:
  %x = add i32 %y, 1
  %y = add i32 %x, 1
  br label %dead
nophi:
  %z = phi i32 [ 1, %nophi ]
  br label %nophi
}
define void @lists(i32 %a) {
  %1 = add i32 %a, 1
  %2 = add i32 %a, 2
  ret void
  uselistorder i32 %a, { 1, 0 }
}
