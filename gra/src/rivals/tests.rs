//! All rivals on random functions of the toy target, under the checker; and small functions whose right answers are known,
//! with what the tests of single rivals need to look at theirs.

use super::*;
use cgir::alloc::checker::check;
use cgir::alloc::price::price;
use cgir::alloc::{Allocate, Answer, Place};
use cgir::func::{Bb, Func, Tn};
use cgir::testing::harness::try_allocator;
use cgir::testing::{R, Setup};
use targ_info::{InstFlags, PReg};

/// Seeds that found mistakes: an op that redefines at once what the op before it defined for a fixed register, an early
/// result that lost its register to another result of its op, and a tied result that moved away from its operand to save a copy,
/// after its op had been allocated alone.
const FOUND: [u64; 6] = [1856, 4341, 6838, 11133, 61430, 64904];

fn all_seeds(make: impl Fn() -> Box<dyn Allocate>) {
    for seed in (0..100).chain(FOUND) {
        try_allocator(seed, &mut |f, cx| make().run(f, cx)).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn basic_answers_rightly() {
    all_seeds(|| Box::new(Basic));
}

#[test]
fn greedy_answers_rightly() {
    all_seeds(|| Box::new(Greedy));
}

#[test]
fn linear_scan_answers_rightly() {
    all_seeds(|| Box::new(LinearScan));
}

#[test]
fn fast_answers_rightly() {
    all_seeds(|| Box::new(Fast));
}

/// A function, and the checked answer to it.
pub(super) struct Answered {
    pub(super) s: Setup,
    pub(super) f: Func,
    pub(super) a: Answer,
}

/// The answer of an allocator that may use `registers` of r0, r1, ...
pub(super) fn answered(text: &str, registers: usize, allocator: &mut dyn Allocate) -> Answered {
    let mut s = Setup::default();
    R[registers..].iter().for_each(|&r| s.target.reserved |= s.target.isa.reg(r).units);
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let a = allocator.run(&f, &s.cx()).unwrap_or_else(|e| panic!("{e:?}"));
    check(&f, &s.cx(), &a).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    Answered { s, f, a }
}

/// With three registers for [`PRESSED`], an allocator spills what only lives through the loop, outside of it.
pub(super) fn spills_around_the_loop(allocator: &mut dyn Allocate) -> Answered {
    let x = answered(PRESSED, 3, allocator);
    let spilled: Vec<u32> = x.spilled().into_iter().map(|t| t.as_u32()).collect();
    assert_eq!((spilled, x.memory()), (vec![9], 2.0), "{:?}", x.a.edits);
    x
}

impl Answered {
    /// Executed spills and reloads.
    pub(super) fn memory(&self) -> f64 {
        let p = price(&self.f, &self.s.cx(), &self.a);
        p.spills.executed + p.reloads.executed
    }
    /// Executed copies: those asked for, and those of the function whose ends are in different registers.
    pub(super) fn copies(&self) -> f64 {
        let asked = price(&self.f, &self.s.cx(), &self.a).copies.executed;
        let moves = |b: Bb| {
            let kept = self.f.bb_ops(b).filter(|&o| {
                let at = self.f.opnds_start(o);
                let is_move = self.s.target.isa.inst(self.f.ops[o].opcode).is(InstFlags::MOVE);
                is_move && self.a.places[at] != self.a.places[at + 1]
            });
            kept.count() as f64 * f64::from(self.f.bbs[b].freq)
        };
        asked + self.f.layout.iter().map(|&b| moves(b)).sum::<f64>()
    }
    /// The TNs that edits move to or from memory, each once.
    pub(super) fn spilled(&self) -> Vec<Tn> {
        let memory = |e: &&cgir::alloc::Edit| !matches!(e.kind, cgir::alloc::EditKind::Copy { .. });
        let mut list: Vec<Tn> = self.a.edits.iter().filter(memory).map(|e| e.tn()).collect();
        list.sort_unstable();
        list.dedup();
        list
    }
    /// Registers in which a TN is referred to, each once.
    pub(super) fn registers_of(&self, tn: u32) -> Vec<PReg> {
        let mut list = Vec::new();
        for (i, _) in self.f.opnds.iter().enumerate().filter(|(_, t)| t.as_u32() == tn) {
            if let Some(Place::Reg(r)) = self.a.places.get(i).copied()
                && !list.contains(&r)
            {
                list.push(r);
            }
        }
        list
    }
    /// A counter of the allocator's.
    pub(super) fn work(&self, name: &str) -> u64 {
        self.a.work.iter().filter(|w| w.0 == name).map(|w| w.1).sum()
    }
}

/// A loop around which values follow one another so that at most two are live at once, each beside two others: the graph
/// is a cycle of four. Two registers suffice, though no value has fewer than two neighbours.
pub(super) const RING: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0} = entry
bb1 freq 10 -> bb2 0.1, bb1 0.9:
  tn2:gpr.i64 = addi tn1, 1
  st tn1, tn2, 0
  tn3:gpr.i64 = addi tn2, 1
  st tn2, tn3, 0
  tn4:gpr.i64 = addi tn3, 1
  st tn3, tn4, 0
  tn1 = addi tn4, 1
  bne tn1, tn4, bb1
bb2 freq 1:
  ret tn1{%r0}
}
";

/// Copies into a loop, around it, and out of it, none of whose ends is needed after another of them.
pub(super) const COPIES: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0} = entry
  tn2:gpr.i64 = mv tn1
bb1 freq 10 -> bb2 0.1, bb1 0.9:
  tn3:gpr.i64 = addi tn2, 1
  tn2 = mv tn3
  bne tn2, tn2, bb1
bb2 freq 1:
  tn4:gpr.i64 = mv tn2
  ret tn4{%r0}
}
";

/// Three values that a loop needs, and one, tn9, that only lives through it.
pub(super) const PRESSED: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn9:gpr.i64 = add tn1, tn2
bb1 freq 10 -> bb2 0.1, bb1 0.9:
  tn3:gpr.i64 = add tn1, tn2
  tn1 = add tn3, tn2
  tn2 = add tn1, tn3
  bne tn1, tn2, bb1
bb2 freq 1:
  tn4:gpr.i64 = add tn9, tn1
  ret tn4{%r0}
}
";
