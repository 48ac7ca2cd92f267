; Globals: linkages, sections, comdats, thread-local models, odd sizes and alignments, constant expressions, special arrays.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
$group = comdat any
@internal = internal global i32 1
@private = private unnamed_addr constant [3 x i8] c"a\00\FF"
@linkonce = linkonce_odr global i64 7, comdat($group)
@weak = weak global i16 3
@common = common global [100 x i8] zeroinitializer, align 64
@external = external global i32
@extern_weak = extern_weak global i8
@hidden = hidden global i32 0
@protected = protected global i32 9
@section = global i32 5, section ".mine"
@tls = thread_local global i32 4
@tls_ie = thread_local(initialexec) global i32 0
@tls_le = thread_local(localexec) global [9 x i64] zeroinitializer
@tls_ld = internal thread_local(localdynamic) global i8 1
@empty = global {} zeroinitializer
@empty_array = global [0 x i64] []
@i1 = global i1 true
@i7 = global i7 -1
@i24 = global i24 123456
@i65 = global i65 -1
@i1000 = global i1000 123456789012345678901234567890
@array_i24 = global [3 x i24] [i24 1, i24 2, i24 -1]
@half = global half 0xH3C00
@bfloat = global bfloat 0xR3F80
@float = global float 0x3FF8000000000000
@double = global double 0xFFF0000000000000
@quad = global fp128 0xL00000000000000003FFF000000000000
@vector = global <3 x i16> <i16 1, i16 2, i16 3>
@bits = global <9 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 1>
@splat = global <4 x float> <float 1.0, float undef, float poison, float 2.0>
@packed = global <{ i8, i32, double }> <{ i8 1, i32 2, double 3.0 }>
@undef = global { i32, ptr } undef
@nested = global { i8, { i16, [2 x { i32, ptr }] } } { i8 1, { i16, [2 x { i32, ptr }] } { i16 2, [2 x { i32, ptr }] [{ i32, ptr } { i32 3, ptr @nested }, { i32, ptr } zeroinitializer] } }
@pointer = global ptr getelementptr inbounds ({ i8, { i16, [2 x { i32, ptr }] } }, ptr @nested, i64 0, i32 1, i32 1, i64 1, i32 1)
@function = global ptr @f
@difference = global i64 sub (i64 ptrtoint (ptr @weak to i64), i64 ptrtoint (ptr @hidden to i64))
@relative = global i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @relative to i64)) to i32)
@sum = global i64 add (i64 ptrtoint (ptr @weak to i64), i64 100)
@minus = global ptr getelementptr (i8, ptr @weak, i64 -1000000)
@int = global ptr inttoptr (i64 3735928559 to ptr)
@overaligned = global i8 1, align 65536
@long_string = constant [70 x i8] c"0123456789012345678901234567890123456789012345678901234567890123456789", align 1
@llvm.used = appending global [2 x ptr] [ptr @internal, ptr @f], section "llvm.metadata"
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }, { i32, ptr, ptr } { i32 5, ptr @g, ptr @weak }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
@a1 = alias i32, ptr @internal
@a2 = weak hidden alias i16, getelementptr (i16, ptr @weak, i64 0)
define void @f() section ".text.mine" comdat($group) align 64 {
  ret void
}
define available_externally void @copy() {
  ret void
}
define internal void @unused() {
  ret void
}
define void @g() {
  %a = load i32, ptr @tls
  %b = load i32, ptr @tls_ie
  store i32 %a, ptr @tls_le
  %c = load i8, ptr @tls_ld
  store i32 %b, ptr @external
  %d = icmp eq ptr @extern_weak, null
  %e = select i1 %d, ptr @hidden, ptr @extern_weak
  store i8 %c, ptr %e
  store ptr getelementptr (i8, ptr @tls_le, i64 40), ptr @pointer
  store i64 ptrtoint (ptr @common to i64), ptr @sum
  ret void
}
define ptr @addresses(i32 %i) {
  %p = getelementptr [100 x i8], ptr @common, i64 0, i32 %i
  %q = getelementptr i8, ptr @weak, i64 100000
  %r = getelementptr i8, ptr @section, i64 -3000000000
  %c = icmp eq ptr %p, %q
  %s = select i1 %c, ptr %r, ptr @addresses
  ret ptr %s
}
