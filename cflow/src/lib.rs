//! The control-flow optimiser.
//!
//! As in Open64's CFLOW, each step is small and may run alone; the pipeline runs [`tidy`] wherever other passes leave
//! unreachable or empty blocks behind, and [`layout::run`] once, last. In order:
//!
//! * [`forward`]: branches to empty blocks go where these go; a branch whose ways agree is no branch;
//! * [`unreachable`]: blocks that the entry does not reach are deleted;
//! * [`merge`]: a block joins its only successor when it is that one's only predecessor;
//! * [`tails`]: blocks that end alike share their ends; after allocation;
//! * [`duplicate`]: short blocks that end the function, or choose, are copied into blocks that jump to them;
//! * [`layout`]: Pettis and Hansen's chains ("Profile guided code positioning", PLDI 1990), loops rotated, then
//!   explicit jumps where the next block is not the wanted one.
//!
//! Blocks keep the invariants of [`cgir::func`] throughout: the terminator is abstract until `layout` is done.

pub mod duplicate;
pub mod forward;
pub mod layout;
pub mod merge;
pub mod tails;
pub mod unreachable;

#[cfg(test)]
mod tests;

use cgir::func::{Bb, Func, Op};
use cgir::pass::PassCx;
use targ_info::{InstFlags, Isa};

/// Forwards, deletes and merges until nothing changes; predecessors are right afterwards.
pub fn tidy(f: &mut Func, cx: &PassCx<'_>) {
    let mut changes = forward::run(f, cx);
    changes += unreachable::run(f);
    changes += merge::run(f, cx);
    if changes > 0 {
        // Merging can leave an empty block at the end of a chain that was not empty before: once more is enough.
        changes += forward::run(f, cx);
        changes += unreachable::run(f);
    }
    cx.counters.add("cflow.changes", changes);
}

/// Does the block end in a call?
fn ends_in_call(f: &Func, isa: &Isa, b: Bb) -> bool {
    f.last(b).is_some_and(|op| flags(f, isa, op).contains(InstFlags::CALL))
}

/// Flags of an op's row.
fn flags(f: &Func, isa: &Isa, op: Op) -> InstFlags {
    isa.inst(f.ops[op].opcode).flags
}

/// The conditional branch at the end of a block, if it ends in one.
fn conditional(f: &Func, isa: &Isa, b: Bb) -> Option<Op> {
    f.last(b).filter(|&op| flags(f, isa, op).contains(InstFlags::BRANCH | InstFlags::CONDITIONAL))
}

/// Points the label operand of a branch to another block.
fn set_label(f: &mut Func, branch: Op, to: Bb) {
    let label = f.label(to);
    let at = f.all(branch).iter().position(|&t| matches!(f.tns[t], cgir::func::TnData::Label(_)));
    if let Some(at) = at {
        f.all_mut(branch)[at] = label;
    }
}
