//! Prices an answer: what it makes the function execute, counted once and weighted by block frequency.
//!
//! No allocator grades itself: this routine prices them all. Saves and restores of callee-saved registers are not part
//! of an answer; whoever compares allocators adds those that the save placement made.

use super::{Answer, EditKind, Place, Point};
use crate::func::{Bb, Func, Op};
use crate::pass::PassCx;
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use targ_info::{InstFlags, Role};

/// A count, and the same weighted by how often each block executes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How many there are.
    pub count: u64,
    /// How many are executed for one execution of the function.
    pub executed: f64,
}

impl Cost {
    fn add(&mut self, freq: f32) {
        self.count += 1;
        self.executed += f64::from(freq);
    }
}

/// What an answer costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Stores to spill slots.
    pub spills: Cost,
    /// Loads from spill slots; operands folded into ops too.
    pub reloads: Cost,
    /// Values rebuilt.
    pub remats: Cost,
    /// Copies that the allocator asks for.
    pub copies: Cost,
    /// Copies of the input that stay, since source and destination differ.
    pub kept_copies: Cost,
    /// Ops deleted as unused.
    pub deleted: Cost,
}

impl Price {
    /// Executed memory operations.
    pub fn memory(&self) -> f64 {
        self.spills.executed + self.reloads.executed
    }
    /// Executed copies, of both kinds.
    pub fn all_copies(&self) -> f64 {
        self.copies.executed + self.kept_copies.executed
    }
}

/// Prices an answer to a function.
pub fn price(f: &Func, cx: &PassCx<'_>, a: &Answer) -> Price {
    let mut p = Price::default();
    let freq = |b: Option<Bb>| b.map_or(0.0, |b| f.bbs[b].freq);
    for e in &a.edits {
        let weight = match e.at {
            Point::BlockStart(b) | Point::BlockEnd(b) => freq(Some(b)),
            Point::Before(op) | Point::After(op) => freq(f.bb_of(op)),
            Point::Edge(b, n) => freq(Some(b)) * f.bbs[b].succs.get(n as usize).map_or(0.0, |s| s.prob),
        };
        match e.kind {
            EditKind::Copy { from, to, .. } if from == to => {}
            EditKind::Copy { .. } => p.copies.add(weight),
            EditKind::Spill { .. } => p.spills.add(weight),
            EditKind::Reload { .. } => p.reloads.add(weight),
            EditKind::Remat { .. } => p.remats.add(weight),
        }
    }
    let mut gone = FixedBitSet::with_capacity(f.ops.len());
    for &op in &a.deleted {
        gone.grow_and_insert(op.index());
        p.deleted.add(freq(f.bb_of(op)));
    }
    for &b in &f.layout {
        for op in f.bb_ops(b).filter(|o| !gone.contains(o.index())) {
            let start = f.opnds_start(op);
            let places = &a.places[start.min(a.places.len())..(start + f.all(op).len()).min(a.places.len())];
            places.iter().filter(|p| matches!(p, Place::Slot(_))).for_each(|_| p.reloads.add(f.bbs[b].freq));
            if is_kept_copy(f, cx, op, places) {
                p.kept_copies.add(f.bbs[b].freq);
            }
        }
    }
    p
}

/// Is the op a copy between different registers?
fn is_kept_copy(f: &Func, cx: &PassCx<'_>, op: Op, places: &[Place]) -> bool {
    let desc = cx.target.isa.inst(f.ops[op].opcode);
    let Some(at) = desc.role(Role::Opnd1).filter(|_| desc.is(InstFlags::MOVE)) else { return false };
    let reg = |i: usize| match (f.all(op).get(i).and_then(|&t| f.preg(t)), places.get(i)) {
        (Some(r), _) => Some(r),
        (None, Some(Place::Reg(r))) => Some(*r),
        _ => None,
    };
    reg(0) != reg(at)
}
