//! Does a permutation of a block's ops respect their dependences?

use crate::depgraph::DepGraph;
use crate::func::{Bb, Func, Op};
use crate::pass::PassCx;
use rustc_hash::FxHashSet;

/// Checks the new order of a block; the op that comes too early, and why.
pub(super) fn check_order(f: &Func, cx: &PassCx<'_>, b: Bb, order: &[Op]) -> Result<(), (Op, String)> {
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    for &op in order {
        if f.bb_of(op) != Some(b) || !seen.insert(op) {
            return Err((op, "not an op of the block, or twice in its new order".into()));
        }
    }
    if let Some(op) = f.bb_ops(b).find(|o| !seen.contains(o)) {
        return Err((op, "missing in the new order".into()));
    }
    let graph = DepGraph::of_block(f, cx, b);
    match graph.violated(order) {
        Ok(()) => Ok(()),
        Err(arc) => {
            let op = arc.as_ref().and_then(|a| graph.ops().get(a.to as usize)).or(order.first()).copied();
            let what = arc.map_or_else(|| "no order of the block".into(), |a| format!("moved against {a:?}"));
            Err((op.or(f.first(b)).unwrap_or(Op::from_u32(0)), what))
        }
    }
}
