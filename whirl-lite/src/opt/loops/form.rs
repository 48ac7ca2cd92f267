//! Preheaders: a block before each loop's head, where code for the loop can be put.

use super::Nest;
use crate::diag::Pos;
use crate::ir::{BlockId, Function, InstFlags, InstKind, Value};
use crate::opt::edit::{phis, set_blocks, terminate};
use rustc_hash::FxHashMap;

/// Gives each loop a preheader where it can have one. True if blocks were added.
pub fn preheaders(f: &mut Function, nest: &Nest) -> bool {
    let mut before: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    for (l, d) in nest.loops.loops.iter() {
        if nest.loops.preheader(f, &nest.cfg, l).is_some() {
            continue;
        }
        let head = d.header;
        let mut outside: Vec<BlockId> = Vec::new();
        for &p in nest.cfg.preds(head) {
            if !nest.loops.contains(l, p) && !outside.contains(&p) {
                outside.push(p);
            }
        }
        // Edges of indirect branches and of calls stay where they are; unreachable predecessors have phi entries too.
        let movable = |p: &BlockId| {
            f.last(*p).is_some_and(|t| {
                matches!(f.insts[t].kind, InstKind::Br | InstKind::CondBr | InstKind::Switch(_) | InstKind::JumpTable)
            })
        };
        if outside.is_empty() || !outside.iter().all(movable) || f.blocks[head].address_taken {
            continue;
        }
        let new = f.add_block();
        f.layout.pop();
        before.insert(head, new);
        insert(f, head, new, &outside);
    }
    if before.is_empty() {
        return false;
    }
    let old = std::mem::take(&mut f.layout);
    for b in old {
        if let Some(&p) = before.get(&b) {
            f.layout.push(p);
        }
        f.layout.push(b);
    }
    true
}

/// Leads the edges from `outside` to `head` through `new`.
fn insert(f: &mut Function, head: BlockId, new: BlockId, outside: &[BlockId]) {
    for phi in phis(f, head) {
        let entries: Vec<(Value, BlockId)> =
            f.args(phi).iter().copied().zip(f.inst_blocks(phi).iter().copied()).collect();
        let (from, stay): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(_, b)| outside.contains(b));
        let Some(&(first, _)) = from.first() else { continue };
        let ty = f.ty(f.result(phi, 0));
        let value = if from.iter().all(|(v, _)| *v == first) {
            first
        } else {
            let (args, blocks): (Vec<_>, Vec<_>) = from.into_iter().unzip();
            let i = f.make_inst(InstKind::Phi, InstFlags::empty(), &args, &blocks, &[ty], Pos::NONE);
            f.append(new, i);
            f.result(i, 0)
        };
        let (mut args, mut blocks): (Vec<_>, Vec<_>) = stay.into_iter().unzip();
        args.push(value);
        blocks.push(new);
        crate::opt::edit::turn_into(f, phi, InstKind::Phi, &args);
        set_blocks(f, phi, &blocks);
    }
    terminate(f, new, InstKind::Br, &[], &[head], Pos::NONE);
    for &p in outside {
        let Some(t) = f.last(p) else { continue };
        for b in f.inst_blocks_mut(t) {
            if *b == head {
                *b = new;
            }
        }
    }
}
