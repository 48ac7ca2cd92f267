; ocg: -march=rv64gc -O0 -stop-after=expand
; ocg: -march=rv64gc_zba_zbb_zbs_zicond -stop-after=expand
; Addresses, immediates, compare-and-branch, and what extensions make of a scaled index and a rotate.
@g = global [100 x i64] zeroinitializer
declare i64 @llvm.fshl.i64(i64, i64, i64)
define i64 @index(ptr %p, i64 %i) {
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %r = call i64 @llvm.fshl.i64(i64 %v, i64 %v, i64 13)
  ret i64 %r
}
define i64 @constants(i64 %x) {
  %a = add i64 %x, 2047
  %b = xor i64 %a, 2048
  %c = and i64 %b, -2048
  %d = add i64 %c, 81985529216486895
  ret i64 %d
}
define i64 @global(i64 %x) {
  %v = load i64, ptr getelementptr (i8, ptr @g, i64 16)
  %c = icmp slt i64 %v, %x
  %r = select i1 %c, i64 %v, i64 0
  ret i64 %r
}
