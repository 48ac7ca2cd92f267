//! Branches through empty blocks, and branches that do not choose.

use crate::{conditional, set_label};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;

/// Sends every edge into an empty block on to where that block goes. Returns how many edges changed.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> u64 {
    let goal = goals(f);
    let mut changed = 0;
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        changed += retarget(f, b, &goal, cx);
        changed += drop_useless_branch(f, b, cx);
    }
    for table in f.tables.keys().collect::<Vec<_>>() {
        for entry in &mut f.tables[table] {
            *entry = goal[*entry].unwrap_or(*entry);
        }
    }
    if changed > 0 {
        f.rebuild_preds();
    }
    changed
}

/// For each empty block, the block that control reaches through it; `None` for blocks that stay.
fn goals(f: &Func) -> SecondaryMap<Bb, Option<Bb>> {
    let entry = f.entry();
    let next = |b: Bb| {
        let d = &f.bbs[b];
        let empty = f.first(b).is_none() && d.succs.len() == 1 && !d.address_taken && Some(b) != entry;
        empty.then(|| d.succs[0].bb)
    };
    let mut goal: SecondaryMap<Bb, Option<Bb>> = SecondaryMap::new();
    for &b in &f.layout {
        // A cycle of empty blocks is an endless loop; the walk is bounded and then stays where it is.
        let (mut at, mut steps) = (b, 0);
        while let Some(n) = goal[at].or_else(|| next(at)) {
            at = n;
            steps += 1;
            if steps > f.layout.len() {
                at = b;
                break;
            }
        }
        if at != b {
            goal[b] = Some(at);
        }
    }
    goal
}

fn retarget(f: &mut Func, b: Bb, goal: &SecondaryMap<Bb, Option<Bb>>, cx: &PassCx<'_>) -> u64 {
    let mut changed = 0;
    for n in 0..f.bbs[b].succs.len() {
        let old = f.bbs[b].succs[n].bb;
        let Some(new) = goal[old] else { continue };
        if f.bbs[b].unwind == Some(old) {
            continue;
        }
        f.bbs[b].succs[n].bb = new;
        changed += 1;
        if n == 1
            && let Some(branch) = conditional(f, cx.target.isa, b)
        {
            set_label(f, branch, new);
        }
    }
    changed
}

/// A conditional branch with both ways to one block goes away.
fn drop_useless_branch(f: &mut Func, b: Bb, cx: &PassCx<'_>) -> u64 {
    let Some(branch) = conditional(f, cx.target.isa, b) else { return 0 };
    let succs = &mut f.bbs[b].succs;
    if succs.len() != 2 || succs[0].bb != succs[1].bb {
        return 0;
    }
    succs.truncate(1);
    succs[0].prob = 1.0;
    f.remove(branch);
    1
}
