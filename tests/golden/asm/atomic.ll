; ocg: -march=rv64gc
; Orderings on loads, stores, fences; a compare-and-exchange loop is kept whole.
define i1 @cas(ptr %p, i64 %a, i64 %b) {
  %r = cmpxchg ptr %p, i64 %a, i64 %b seq_cst acquire
  %ok = extractvalue { i64, i1 } %r, 1
  ret i1 %ok
}
define i32 @ops(ptr %p, i32 %v) {
  %a = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %v, ptr %p release, align 4
  %b = atomicrmw add ptr %p, i32 %v monotonic
  %c = atomicrmw nand ptr %p, i32 %v acq_rel
  fence seq_cst
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}
