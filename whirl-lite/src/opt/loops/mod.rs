//! Loops: entries of their own, invariant code, strength reduction, and the shape of induction variables.
//!
//! Order matters. [`form`] gives every natural loop a preheader; [`licm`] moves invariant arithmetic there, most of it
//! address arithmetic that was hidden in `getelementptr` until now; [`lsr`] turns addresses that advance by a fixed amount
//! into pointers that do so; [`ivs`] last sees to it that an induction variable and its next value do not live at the same
//! time, so that they share a register.

pub mod form;
pub mod ivs;
pub mod licm;
pub mod lsr;

use super::OptCx;
use crate::analysis::dom::{Cfg, DomTree};
use crate::analysis::loops::{LoopId, Loops};
use crate::ir::{BinOp, BlockId, Function, Inst, InstKind, Value, ValueDef};

/// Control flow and loops, as loop passes want them together.
pub struct Nest {
    /// Control flow.
    pub cfg: Cfg,
    /// Dominators.
    pub dom: DomTree,
    /// Loops.
    pub loops: Loops,
}

impl Nest {
    /// Computes all three.
    pub fn compute(f: &Function) -> Nest {
        let cfg = Cfg::compute(f);
        let dom = DomTree::compute(f, &cfg);
        let loops = Loops::compute(f, &cfg, &dom);
        Nest { cfg, dom, loops }
    }
    /// Is the value the same in every iteration: is it defined outside of the loop?
    pub fn invariant(&self, f: &Function, l: LoopId, v: Value) -> bool {
        match f.values[v].def {
            ValueDef::Result(i, _) => f.block_of(i).is_some_and(|b| !self.loops.contains(l, b)),
            ValueDef::Param(_) | ValueDef::Const(_) => true,
            ValueDef::Other => false,
        }
    }
    /// Is the block executed in every iteration that is completed?
    pub fn always(&self, l: LoopId, b: BlockId) -> bool {
        self.loops.loops[l].latches.iter().all(|&x| self.dom.dominates(b, x))
    }
}

/// An induction variable: a phi of the loop's head that grows by an invariant step.
#[derive(Clone, Copy, Debug)]
pub struct Iv {
    /// The phi.
    pub phi: Inst,
    /// Its value.
    pub value: Value,
    /// Value on entry.
    pub start: Value,
    /// The addition.
    pub next: Inst,
    /// What is added.
    pub step: Value,
}

/// The induction variables of a loop with a preheader.
pub fn induction(f: &Function, nest: &Nest, l: LoopId, preheader: BlockId) -> Vec<Iv> {
    let head = nest.loops.loops[l].header;
    let mut out = Vec::new();
    for phi in super::edit::phis(f, head) {
        let value = f.result(phi, 0);
        let (mut start, mut next) = (None, None);
        let mut fits = true;
        for (&v, &b) in f.args(phi).iter().zip(f.inst_blocks(phi)) {
            if b == preheader {
                start = Some(v);
            } else if next.is_some_and(|n| n != v) {
                fits = false;
            } else {
                next = Some(v);
            }
        }
        let (Some(start), Some(next), true) = (start, next, fits) else { continue };
        let Some(inst) = f.def_inst(next) else { continue };
        let step = match (f.insts[inst].kind, f.args(inst)) {
            (InstKind::Binary(BinOp::Add), &[a, s]) if a == value => s,
            (InstKind::Binary(BinOp::Add), &[s, a]) if a == value => s,
            (InstKind::PtrAdd, &[a, s]) if a == value => s,
            _ => continue,
        };
        if nest.invariant(f, l, step) && !nest.invariant(f, l, next) {
            out.push(Iv { phi, value, start, next: inst, step });
        }
    }
    out
}

/// All loop optimisations.
pub fn run(f: &mut Function, cx: &OptCx<'_>) {
    ivs::compare_sums(f, cx);
    let nest = Nest::compute(f);
    if nest.loops.loops.is_empty() {
        return;
    }
    let nest = if form::preheaders(f, &nest) { Nest::compute(f) } else { nest };
    licm::run(f, cx, &nest);
    lsr::run(f, cx, &nest);
    super::dce::run(f, cx.m);
    ivs::run(f, cx, &nest);
}
