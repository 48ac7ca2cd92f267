//! Deletes blocks that control cannot reach.

use cgir::func::{Bb, Func};
use fixedbitset::FixedBitSet;

/// Deletes them from the layout, with their ops. A block whose address is taken stays: something may jump to it that
/// is not seen here. Returns how many were deleted; predecessors are right afterwards.
pub fn run(f: &mut Func) -> u64 {
    let mut seen = FixedBitSet::with_capacity(f.bbs.len());
    let mut work: Vec<Bb> = f.entry().into_iter().collect();
    work.extend(f.layout.iter().copied().filter(|&b| f.bbs[b].address_taken));
    while let Some(b) = work.pop() {
        if !seen.put(b.as_u32() as usize) {
            work.extend(f.bbs[b].succs.iter().map(|s| s.bb));
        }
    }
    let before = f.layout.len();
    let dead: Vec<Bb> = f.layout.iter().copied().filter(|b| !seen.contains(b.as_u32() as usize)).collect();
    if dead.is_empty() {
        return 0;
    }
    f.layout.retain(|b| seen.contains(b.as_u32() as usize));
    for b in dead {
        while let Some(op) = f.first(b) {
            f.remove(op);
        }
        f.bbs[b].succs.clear();
    }
    f.rebuild_preds();
    (before - f.layout.len()) as u64
}
