; ocg: -march=rv64gc
define i8 @xchg(ptr %p, i8 %v) {
  %r = atomicrmw xchg ptr %p, i8 %v seq_cst
  ret i8 %r
}
