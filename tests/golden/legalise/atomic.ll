; ocg: -march=rv64gc -stop-after=legalise
; A byte has no atomic instruction: its word has.
define i8 @xchg(ptr %p, i8 %v) {
  %r = atomicrmw or ptr %p, i8 %v seq_cst
  ret i8 %r
}
