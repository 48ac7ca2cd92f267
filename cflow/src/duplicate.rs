//! Tail duplication: a short block that returns, or dispatches, is copied into blocks that would jump to it.
//!
//! A dispatching block ends in a jump through a register: an interpreter's handlers each get their own, which saves a
//! jump a step and tells branch predictors apart. Runs after allocation, when every TN is a register: copies need no renaming then. Open64 weighs cycles against a
//! budget of ops; here a copy is made when the jump that it saves is executed often enough for its size.

use crate::{ends_in_call, flags};
use cgir::func::{Bb, FrameKind, Func, OpFlags};
use cgir::pass::PassCx;
use targ_info::InstFlags;

/// Longest block that is copied, in ops.
const LONGEST: usize = 6;
/// Longest dispatching block that is copied, in ops.
const LONGEST_DISPATCH: usize = 14;
/// A function may grow by this part of its ops, and by at least [`LEAST_GROWTH`].
const GROWTH: f32 = 0.04;
const LEAST_GROWTH: usize = 8;
/// A copy must save so many executed jumps a call for each op that it costs, dispatching blocks aside.
const LEAST_WORTH: f32 = 0.12;
/// For dispatching blocks: by this part of its ops.
const DISPATCH_GROWTH: f32 = 0.35;

/// Copies return blocks into predecessors. Returns how many copies were made; predecessors are right afterwards.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> u64 {
    let ops: usize = f.layout.iter().map(|&b| f.bb_ops(b).count()).sum();
    let mut budget = LEAST_GROWTH.max((ops as f32 * GROWTH) as usize);
    let mut dispatch_budget = (ops as f32 * DISPATCH_GROWTH) as usize;
    let mut candidates: Vec<(f32, Bb, Bb, usize)> = Vec::new();
    for &s in &f.layout {
        let Some(len) = copied_length(f, s, cx) else { continue };
        for &p in &f.bbs[s].preds {
            if jumps_only(f, p, cx) && p != s {
                candidates.push((f.bbs[p].freq / len as f32, p, s, len));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut copies = 0;
    for (worth, p, s, len) in candidates {
        // The last predecessor may as well become the block itself, which merging does.
        let returns = f.bbs[s].succs.is_empty();
        let budget = if returns { &mut budget } else { &mut dispatch_budget };
        if returns && worth < LEAST_WORTH {
            continue;
        }
        if f.bbs[s].preds.len() < 2 || len > *budget || !cx.fuel.take() {
            continue;
        }
        copy_into(f, p, s);
        *budget -= len;
        copies += 1;
    }
    cx.counters.add("cflow.copies", copies);
    copies
}

/// The length of a block that may be copied: short, returning or dispatching, nothing in it that must stay single.
fn copied_length(f: &Func, s: Bb, cx: &PassCx<'_>) -> Option<usize> {
    let isa = cx.target.isa;
    let last = flags(f, isa, f.terminator(isa, s)?);
    let dispatches = last.contains(InstFlags::BRANCH | InstFlags::INDIRECT);
    let longest = if last.contains(InstFlags::RETURN) {
        LONGEST
    } else if dispatches && f.bbs[s].preds.len() > 4 {
        LONGEST_DISPATCH
    } else {
        return None;
    };
    if f.bbs[s].address_taken || Some(s) == f.entry() || f.bbs[s].preds.len() < 2 {
        return None;
    }
    let len = f.bb_ops(s).take(longest + 1).count();
    let single = f.bb_ops(s).take(longest).any(|op| f.extra(op).is_some_and(|e| e.asm.is_some()));
    (len <= longest && !single).then_some(len)
}

/// Does the block only go on to its successor?
fn jumps_only(f: &Func, p: Bb, cx: &PassCx<'_>) -> bool {
    f.bbs[p].succs.len() == 1 && f.terminator(cx.target.isa, p).is_none() && !ends_in_call(f, cx.target.isa, p)
}

fn copy_into(f: &mut Func, p: Bb, s: Bb) {
    debug_assert!(f.allocated && !f.frame.values().any(|d| d.kind == FrameKind::Outgoing && d.size == u64::MAX));
    let ops: Vec<_> = f.bb_ops(s).collect();
    for op in ops {
        let copy = f.clone_op(op);
        debug_assert!(!f.ops[copy].flags.contains(OpFlags::FRAME_SETUP));
        f.append(p, copy);
    }
    f.bbs[p].succs = f.bbs[s].succs.clone();
    for k in 0..f.bbs[s].succs.len() {
        let to = f.bbs[s].succs[k].bb;
        f.bbs[to].preds.push(p);
    }
    let share = f.bbs[p].freq;
    f.bbs[s].freq = (f.bbs[s].freq - share).max(0.0);
    let at = f.bbs[s].preds.iter().position(|&b| b == p);
    if let Some(at) = at {
        f.bbs[s].preds.remove(at);
    }
}
