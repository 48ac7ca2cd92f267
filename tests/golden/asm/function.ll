; ocg: -march=rv64gc
; ocg: -march=rv32imac
; ocg: -march=rv64gc -relocation-model=pic -code-model=medium
; A whole file: directives, a function, data of all kinds, addresses by model.
source_filename = "function.c"
@counter = global i32 5, align 4
@table = internal constant [3 x ptr] [ptr @counter, ptr @f, ptr null], align 8
@text = private unnamed_addr constant [6 x i8] c"a\22b\0A\00\FF", align 1
@zero = common global [10 x i8] zeroinitializer, align 8
@tls = thread_local global i32 3
declare i32 @puts(ptr)
define i32 @f(i32 %x) nounwind {
  %v = load i32, ptr @counter
  %s = add i32 %v, %x
  store i32 %s, ptr @counter
  %r = call i32 @puts(ptr @text)
  %t = load i32, ptr @tls
  %u = add i32 %r, %t
  ret i32 %u
}
