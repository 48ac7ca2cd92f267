//! The order that needs fewest registers.
//!
//! Backward from the block's end: of the ops whose successors stand already, the one that ends most live values and
//! begins fewest goes next; among equals the one that stands last in the present order. This is the greedy form of
//! Sethi and Ullman's idea for graphs that are no trees.

use cgir::analysis::liveness::Liveness;
use cgir::analysis::walk::TnWalk;
use cgir::depgraph::DepGraph;
use cgir::func::{Bb, Func, Op, Tn};
use cgir::pass::PassCx;

/// At most so many candidates are compared for each place.
const CANDIDATES: usize = 48;

/// The order found for a block.
pub(crate) fn order(f: &Func, cx: &PassCx<'_>, g: &DepGraph, live: &Liveness, b: Bb, walk: &mut TnWalk) -> Vec<Op> {
    let n = g.len();
    walk.start(live, b);
    let mut waits: Vec<u32> = (0..n).map(|i| g.succs(i).len() as u32).collect();
    // Kept sorted, so that the last one is the last of the present order.
    let mut ready: Vec<u32> = (0..n as u32).filter(|&i| waits[i as usize] == 0).collect();
    let mut order = Vec::with_capacity(n);
    while !ready.is_empty() {
        let first = ready.len().saturating_sub(CANDIDATES);
        let best = (first..ready.len()).rev().min_by_key(|&k| cost(f, cx, g.ops()[ready[k] as usize], walk));
        let i = ready.remove(best.unwrap_or(ready.len() - 1));
        let op = g.ops()[i as usize];
        walk.step(f, op);
        order.push(op);
        for a in g.preds(i as usize) {
            waits[a.from as usize] -= 1;
            if waits[a.from as usize] == 0 {
                let at = ready.partition_point(|&r| r < a.from);
                ready.insert(at, a.from);
            }
        }
    }
    order.reverse();
    order
}

/// Registers more that are live above the op than below it.
fn cost(f: &Func, cx: &PassCx<'_>, op: Op, walk: &TnWalk) -> i32 {
    let size = |t: Tn| f.class(t).map_or(0, |c| i32::from(cx.target.isa.class(c).group.max(1)));
    let mut cost = 0;
    for &t in f.results(op) {
        if walk.contains(t) {
            cost -= size(t);
        }
    }
    let operands = f.operands(op);
    for (k, &t) in operands.iter().enumerate() {
        if f.is_virtual(t) && !walk.contains(t) && !operands[..k].contains(&t) {
            cost += size(t);
        }
    }
    cost
}
