; ocg: -march=rv64gc -O0 -stop-before=legalise
; Spellings of the language: numbers, names, types, attributes, metadata, constants of every kind.
source_filename = "s.c"
target triple = "riscv64-unknown-linux-gnu"
%struct.list = type { ptr, i32, [2 x <4 x half>] }
%opaque = type opaque
@a = external thread_local(initialexec) global i32, align 4
@"b \22c" = internal unnamed_addr constant { i8, [3 x i16], double } { i8 -1, [3 x i16] [i16 1, i16 u0x8000, i16 3], double 0x3FF8000000000000 }, section "s", align 16
@d = global i32 0
@c = alias i32, ptr @d
@s = private constant [4 x i8] c"\00\41\7Fz"
declare i32 @ext(ptr noundef nonnull byval(%struct.list) align 8, ...) nounwind memory(read)
define linkonce_odr hidden fastcc noundef signext i16 @f(i16 zeroext %0, ptr nocapture %p, <2 x i1> %v) #0 align 32 {
1:
  %2 = alloca %struct.list, i32 3, align 32
  %3 = getelementptr inbounds %struct.list, ptr %2, i64 1, i32 2, i64 1, i32 0
  br label %l
l:
  %i = phi i64 [ 0, %1 ], [ %j, %l ], [ %j, %l ]
  %j = add nuw nsw i64 %i, 1
  %4 = load volatile <4 x half>, ptr %3, align 2, !tbaa !1
  %5 = fmul nnan arcp <4 x half> %4, <half 0xH3C00, half 0xHBC00, half undef, half poison>
  store atomic i32 7, ptr %p syncscope("singlethread") release, align 4
  %6 = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  %8 = select i1 %7, i16 %0, i16 ptrtoint (ptr @a to i16)
  %9 = call i32 (ptr, ...) @ext(ptr byval(%struct.list) align 8 %2, double 1.0e+2, i1 true) #1
  switch i32 %9, label %l [ i32 -1, label %x
                            i32 5, label %l ]
x:
  ret i16 %8
}
attributes #0 = { nounwind "target-cpu"="generic-rv64" }
attributes #1 = { returns_twice }
!1 = !{!2, !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"root"}
; ---- expected ----
define linkonce_odr hidden cc 8 signext noundef i16 @f(i16 zeroext %0, ptr nocapture %p, <2 x i1> %v) nounwind "target-cpu"="generic-rv64" align 32 {
  %2 = alloca %struct.list, i32 3, align 32
  %3 = getelementptr inbounds %struct.list, ptr %2, i64 1, i32 2, i64 1, i32 0
  br label %l

l:
  %i = phi i64 [ 0, %1 ], [ %j, %l ], [ %j, %l ]
  %j = add nuw nsw i64 %i, 1
  %4 = load volatile <4 x half>, ptr %3, align 2, !tbaa !0
  %5 = fmul nnan arcp <4 x half> %4, <half 0xH3C00, half 0xHBC00, half undef, half poison>
  store atomic i32 7, ptr %p syncscope("singlethread") release, align 4
  %6 = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  %8 = select i1 %7, i16 %0, i16 ptrtoint (ptr @a to i16)
  %9 = call i32 (ptr, ...) @ext(ptr byval(%struct.list) align 8 %2, double 0x4059000000000000, i1 true) returns_twice
  switch i32 %9, label %l [
    i32 -1, label %x
    i32 5, label %l
  ]

x:
  ret i16 %8
}
