; Memory: volatile and unaligned accesses of all types, odd atomics, huge frames, alloca in loops, intrinsics of lengths 0 to huge.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @use(ptr)
define void @lengths(ptr %p, ptr %q, i64 %n, i8 %v) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 17, i1 true)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1000000007, i1 false)
  call void @llvm.memmove.p0.p0.i32(ptr align 4 %p, ptr align 2 %q, i32 31, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 %v, i64 23, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 64, i1 true)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %n, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 100, i1 false)
  ret void
}
define void @unaligned(ptr %p) {
  %a = load i16, ptr %p, align 1
  %b = load i32, ptr %p, align 2
  %c = load i64, ptr %p, align 1
  %d = load double, ptr %p, align 1
  %e = load float, ptr %p, align 2
  %f = load i128, ptr %p, align 1
  %g = load ptr, ptr %p, align 1
  %h = load fp128, ptr %p, align 4
  %i = load half, ptr %p, align 1
  %q = getelementptr i8, ptr %p, i64 100
  store i16 %a, ptr %q, align 1
  store i32 %b, ptr %q, align 1
  store i64 %c, ptr %q, align 4
  store double %d, ptr %q, align 4
  store float %e, ptr %q, align 1
  store i128 %f, ptr %q, align 8
  store ptr %g, ptr %q, align 2
  store fp128 %h, ptr %q, align 1
  store half %i, ptr %q, align 1
  ret void
}
define void @volatiles(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i128, ptr %p
  %d = load volatile {i32, double}, ptr %p
  %e = load volatile <4 x i32>, ptr %p
  store volatile i8 %a, ptr %p
  store volatile i128 %c, ptr %p
  store volatile {i32, double} %d, ptr %p
  store volatile <4 x i32> %e, ptr %p
  ret void
}
define i64 @atomics(ptr %p, i64 %x, i32 %y, i16 %z, i8 %w, i128 %v, float %f, double %d) {
  %a = load atomic i64, ptr %p seq_cst, align 8
  store atomic i16 %z, ptr %p release, align 2
  %b = atomicrmw add ptr %p, i64 %x monotonic
  %c = atomicrmw nand ptr %p, i32 %y acq_rel
  %e = atomicrmw umax ptr %p, i16 %z acquire
  %g = atomicrmw min ptr %p, i8 %w seq_cst
  %h = atomicrmw xchg ptr %p, ptr %p release
  %i = atomicrmw fadd ptr %p, float %f monotonic
  %j = atomicrmw fsub ptr %p, double %d seq_cst
  %k = atomicrmw uinc_wrap ptr %p, i32 %y seq_cst
  %l = atomicrmw udec_wrap ptr %p, i64 %x seq_cst
  %fx = atomicrmw fmax ptr %p, float %f seq_cst
  %m = cmpxchg ptr %p, i64 %x, i64 %a acq_rel monotonic
  %n = cmpxchg weak volatile ptr %p, i8 %w, i8 %g seq_cst acquire
  %o = cmpxchg ptr %p, i16 %z, i16 %e syncscope("singlethread") seq_cst seq_cst
  %q = load atomic i128, ptr %p seq_cst, align 16
  store atomic i128 %v, ptr %p seq_cst, align 16
  %r = atomicrmw add ptr %p, i128 %v seq_cst
  %s = cmpxchg ptr %p, i128 %v, i128 %q seq_cst seq_cst
  %u = load atomic float, ptr %p acquire, align 4
  %pp = cmpxchg ptr %p, ptr %h, ptr null seq_cst seq_cst
  fence syncscope("singlethread") seq_cst
  fence release
  %ok = extractvalue { i64, i1 } %m, 1
  %old = extractvalue { i64, i1 } %m, 0
  %okx = zext i1 %ok to i64
  %sum = add i64 %old, %okx
  ret i64 %sum
}
define void @huge_frame() {
  %a = alloca [100000000 x i8], align 4096
  %b = alloca [3000 x i64]
  %c = alloca i32, i32 5
  %d = alloca {}, align 1
  %e = alloca [0 x i32]
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @use(ptr %c)
  call void @use(ptr %d)
  call void @use(ptr %e)
  ret void
}
define void @loops_of_alloca(i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i64, i32 %i, align 128
  call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 -1, ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %x, label %l
x:
  ret void
}
define ptr @geps(ptr %p, i8 %i, i64 %j, i128 %k) {
  %a = getelementptr i8, ptr %p, i8 %i
  %b = getelementptr { i8, [7 x { i16, i64 }], <4 x i32> }, ptr %a, i64 %j, i32 1, i8 %i, i32 1
  %c = getelementptr [1000000000 x [1000000 x i64]], ptr %b, i64 1, i64 %j, i64 -1
  %d = getelementptr inbounds i32, ptr %c, i128 %k
  %e = getelementptr {}, ptr %d, i64 5
  %f = getelementptr i8, ptr %e, i64 9223372036854775807
  %g = getelementptr i24, ptr %f, i64 3
  %h = getelementptr <3 x i7>, ptr %g, i64 %j
  ret ptr %h
}
define <4 x ptr> @vector_gep(<4 x ptr> %p, <4 x i64> %i) {
  %a = getelementptr i32, <4 x ptr> %p, <4 x i64> %i
  %b = getelementptr i32, <4 x ptr> %a, i64 3
  ret <4 x ptr> %b
}
define i64 @casts(ptr %p, i64 %x) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %p to i8
  %c = ptrtoint ptr %p to i128
  %d = inttoptr i8 %b to ptr
  %e = inttoptr i128 %c to ptr
  %g = icmp ult ptr %d, %e
  %h = zext i1 %g to i64
  %i = bitcast i64 %x to double
  %j = bitcast double %i to <8 x i8>
  %k = bitcast <8 x i8> %j to <2 x float>
  %l = bitcast <2 x float> %k to i64
  %m = add i64 %l, %h
  %n = add i64 %m, %a
  ret i64 %n
}
