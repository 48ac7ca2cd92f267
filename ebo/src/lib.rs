//! EBO: the optimiser over extended basic blocks.
//!
//! An extended block is a tree of blocks, each but the root with one predecessor. EBO walks such trees downward and
//! knows, at each op, what has been computed on the only path that leads there: which TN holds which value, which ops
//! have been executed on which values, what memory is known to hold. With that it forwards copies, finds common
//! subexpressions, removes redundant loads and stores, and folds what the target's [`target::Rules`] can fold; a last
//! pass removes what became dead. It runs before allocation, where a value's name is its TN, and again after it, where
//! it is the register: [`value::Values`] hides the difference. There it ends with [`modify`], which joins what it left.
//!
//! After Open64's EBO (OPEN64's `ebo.cxx`): TNINFO is a value number here, an available TNINFO a value whose holder has
//! not been redefined; undoing on the way back up the tree is a log.
//!
//! Invariants: an op is replaced by a copy or removed, never moved; a TN's replacement holds the same value at the use;
//! volatile and atomic accesses stay; nothing crosses a block with two predecessors.

pub mod chains;
pub mod dead;
mod memory;
mod modify;
mod rewrite;
pub mod target;
mod value;
mod walk;

#[cfg(test)]
mod tests;

use cgir::analysis::reglive::RegLiveness;
use cgir::func::Func;
use cgir::pass::PassCx;

/// Optimises before allocation.
pub fn run(f: &mut Func, cx: &PassCx<'_>) {
    let mut trees = walk::Trees::find(f);
    walk::run(f, cx, false, &mut trees);
    dead::run(f, cx);
    if target::rules(cx.target.isa.name).fold(f, cx) > 0 {
        dead::run(f, cx);
    }
}

/// Optimises after allocation: once more where the first run changed something, as Open64 does.
pub fn run_post(f: &mut Func, cx: &PassCx<'_>) {
    let mut trees = walk::Trees::find(f);
    walk::run(f, cx, true, &mut trees);
    let mut live = live_registers(f, cx);
    let mut gone = dead::run_post(f, cx, &mut trees, &live);
    let changes = walk::run(f, cx, true, &mut trees);
    if gone + changes > 0 {
        live = live_registers(f, cx);
        gone = dead::run_post(f, cx, &mut trees, &live);
    }
    // Mostly nothing changed since then.
    if gone > 0 {
        live = live_registers(f, cx);
    }
    modify::run(f, cx, &live);
}

/// Registers that are live at the borders of blocks after allocation.
fn live_registers(f: &Func, cx: &PassCx<'_>) -> RegLiveness {
    RegLiveness::compute(f, cx.target.isa, cx.target.callee_saved | cx.target.reserved)
}
