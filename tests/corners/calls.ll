; Calls of every kind: conventions, attributes, varargs, tail calls, function pointers, mismatched prototypes, aliases, ifuncs.
declare void @ext(...)
declare i32 @printf(ptr, ...)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.va_copy(ptr, ptr)
%pair = type { i64, i64 }
%mix = type { float, i32 }
%large = type { [100 x i64] }
@alias = alias i32 (i32), ptr @target
@data_alias = alias i8, getelementptr (i8, ptr @data, i64 4)
@data = global [16 x i8] zeroinitializer
define i32 @target(i32 %x) {
  ret i32 %x
}
define fastcc i64 @fast(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i64 %j, i64 %k, i64 %l) {
  %s = add i64 %a, %l
  ret i64 %s
}
define i64 @calls_fast(i64 %x) {
  %r = call fastcc i64 @fast(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 %x)
  ret i64 %r
}
define coldcc void @cold() {
  ret void
}
define void @calls_cold() {
  call coldcc void @cold()
  ret void
}
define signext i8 @narrow(i8 signext %a, i16 zeroext %b, i1 zeroext %c, i32 signext %d) {
  %e = trunc i16 %b to i8
  %f = zext i1 %c to i8
  %g = add i8 %a, %e
  %h = sub i8 %g, %f
  %i = trunc i32 %d to i8
  %j = xor i8 %h, %i
  ret i8 %j
}
define i32 @calls_narrow(i8 %a, i16 %b, i1 %c, i32 %d) {
  %r = call signext i8 @narrow(i8 signext %a, i16 zeroext %b, i1 zeroext %c, i32 signext %d)
  %s = zext i8 %r to i32
  ret i32 %s
}
define %pair @returns_pair(%pair %p) {
  %a = extractvalue %pair %p, 0
  %q = insertvalue %pair %p, i64 %a, 1
  ret %pair %q
}
define %mix @returns_mix(float %f, i32 %i) {
  %a = insertvalue %mix undef, float %f, 0
  %b = insertvalue %mix %a, i32 %i, 1
  ret %mix %b
}
define void @returns_large(ptr sret(%large) %out, ptr byval(%large) align 16 %in) {
  %v = load %large, ptr %in
  store %large %v, ptr %out
  ret void
}
define void @calls_large(ptr %p) {
  %t = alloca %large
  call void @returns_large(ptr sret(%large) %t, ptr byval(%large) align 16 %p)
  call void @returns_large(ptr sret(%large) %p, ptr byval(%large) align 16 %t)
  ret void
}
define i64 @varargs(i32 %n, ...) {
  %ap = alloca ptr
  %aq = alloca ptr
  call void @llvm.va_start(ptr %ap)
  call void @llvm.va_copy(ptr %aq, ptr %ap)
  %a = va_arg ptr %ap, i32
  %b = va_arg ptr %ap, i64
  %c = va_arg ptr %ap, double
  %d = va_arg ptr %aq, i128
  %e = va_arg ptr %aq, ptr
  call void @llvm.va_end(ptr %ap)
  call void @llvm.va_end(ptr %aq)
  %f = sext i32 %a to i64
  %g = add i64 %b, %f
  %h = fptosi double %c to i64
  %i = add i64 %g, %h
  %j = trunc i128 %d to i64
  %k = add i64 %i, %j
  ret i64 %k
}
define i64 @calls_varargs(i64 %x, double %y, i128 %z, float %f) {
  %d = fpext float %f to double
  %r = call i64 (i32, ...) @varargs(i32 5, i64 %x, double %y, i128 %z, double %d, ptr @data, i32 7, i8 3, [2 x i64] [i64 1, i64 2], i128 %z, i64 %x, double %y)
  ret i64 %r
}
define i32 @tail(i32 %x) {
  %r = tail call i32 @target(i32 %x)
  ret i32 %r
}
define i32 @must(i32 %x) {
  %r = musttail call i32 @target(i32 %x)
  ret i32 %r
}
define void @must_pointer(ptr %f) {
  musttail call void %f(ptr %f)
  ret void
}
define i32 @not_tail(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %r = tail call i32 @target_ptr(ptr %a)
  %s = notail call i32 @target(i32 %r)
  ret i32 %s
}
declare i32 @target_ptr(ptr)
define i32 @wrong_prototype(i32 %x) {
  %r = call i32 (i64, double) @target(i64 4, double 1.0)
  ret i32 %r
}
define void @call_null() {
  call void null()
  ret void
}
define void @call_constant() {
  call void inttoptr (i64 4096 to ptr)(i32 3)
  ret void
}
define void @call_undef() {
  call void undef(i32 undef, double undef)
  ret void
}
define i32 @through_alias(i32 %x) {
  %r = call i32 @alias(i32 %x)
  %p = load i8, ptr @data_alias
  %z = zext i8 %p to i32
  %s = add i32 %r, %z
  ret i32 %s
}
define void @noreturn_in_the_middle() {
  call void @exit_now() noreturn
  call void @ext()
  ret void
}
declare void @exit_now() noreturn
define i128 @wide(i128 %a, i32 %b, i128 %c, i64 %d, i128 %e, i128 %f, i128 %g) {
  %s = add i128 %a, %g
  ret i128 %s
}
define i256 @wider(i256 %a, i256 %b) {
  %s = call i256 @wider(i256 %b, i256 %a)
  ret i256 %s
}
define fp128 @quad(fp128 %a, half %h, bfloat %b) {
  %x = fpext half %h to fp128
  %s = fadd fp128 %a, %x
  ret fp128 %s
}
define <4 x i32> @vector(<4 x i32> %a, <2 x double> %b, <3 x i8> %c, <8 x i1> %d) {
  %r = call <4 x i32> @vector(<4 x i32> %a, <2 x double> %b, <3 x i8> %c, <8 x i1> %d)
  ret <4 x i32> %r
}
define {} @nothing({} %e, [0 x i32] %z) {
  ret {} %e
}
define void @nest(ptr nest %n, ptr inreg %p, i32 %x) {
  ret void
}
define i32 @returned(i32 returned %x) {
  ret i32 %x
}
define ptr @returned_ptr(ptr %p) {
  %q = call ptr @llvm.returnaddress(i32 0)
  %r = call ptr @llvm.frameaddress.p0(i32 2)
  %s = call ptr @llvm.returnaddress(i32 1)
  ret ptr %r
}
declare ptr @llvm.returnaddress(i32)
declare ptr @llvm.frameaddress.p0(i32)
