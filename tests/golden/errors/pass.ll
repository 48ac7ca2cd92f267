; ocg-fails: -march=rv64gc -stop-after=nothing
define void @f() {
  ret void
}
; ---- expected ----
ocg: error: no pass is called 'nothing'; passes are lower-invoke, opt-early, legalise, opt-late, tree, expand, pre-alloc, cflow, ebo, sink, freq, sched, views, plan-frame, regalloc, slots, saves, frame, post-alloc, tails, ebo-post, sched-post, x87, layout, pre-emit, emit
