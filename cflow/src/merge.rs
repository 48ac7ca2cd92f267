//! Joins a block with its only successor.

use crate::ends_in_call;
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;

/// Merges each block that falls through to a block which nothing else reaches. A call must end its block, so a block
/// that ends in one stays. Returns how many blocks vanished; predecessors must be right, and are afterwards.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> u64 {
    let mut gone = 0;
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        // A block that was merged away has no successors any more.
        while let Some(s) = only_successor(f, b, cx) {
            join(f, b, s);
            gone += 1;
        }
    }
    if gone > 0 {
        let entry = f.entry();
        let bbs = &f.bbs;
        let merged = |b: Bb| bbs[b].preds.is_empty() && bbs[b].succs.is_empty() && bbs[b].freq < 0.0;
        f.layout.retain(|&b| Some(b) == entry || !merged(b));
        f.rebuild_preds();
    }
    gone
}

/// The block that `b` can be merged with.
fn only_successor(f: &Func, b: Bb, cx: &PassCx<'_>) -> Option<Bb> {
    let d = &f.bbs[b];
    let [s] = d.succs.as_slice() else { return None };
    let s = s.bb;
    let t = &f.bbs[s];
    let alone = t.preds.len() == 1 && s != b && Some(s) != f.entry() && !t.address_taken;
    let ends = f.terminator(cx.target.isa, b).is_some() || ends_in_call(f, cx.target.isa, b);
    (alone && !ends).then_some(s)
}

/// Moves the ops and edges of `s` to `b`. A negative frequency marks `s` as gone.
fn join(f: &mut Func, b: Bb, s: Bb) {
    while let Some(op) = f.first(s) {
        f.remove(op);
        f.append(b, op);
    }
    f.bbs[b].succs = std::mem::take(&mut f.bbs[s].succs);
    f.bbs[b].unwind = f.bbs[s].unwind.take();
    f.bbs[b].cold |= f.bbs[s].cold;
    f.bbs[s].preds.clear();
    f.bbs[s].freq = -1.0;
    for i in 0..f.bbs[b].succs.len() {
        let next = f.bbs[b].succs[i].bb;
        for p in &mut f.bbs[next].preds {
            if *p == s {
                *p = b;
            }
        }
    }
}
