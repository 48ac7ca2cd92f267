//! What a block costs, and how many registers it wants: `sched_est`.
//!
//! The cost is a lower bound of its cycles, the greater of two: what its units allow (each set of units that some op may
//! choose from must take all ops that have no other choice, and no more ops issue in a cycle than the processor is wide),
//! and the longest chain of dependences. No schedule is made, so that control-flow and loop passes can price a change
//! before they make it.

use super::{DepGraph, class_of, latency};
use crate::analysis::{Liveness, TnWalk};
use crate::func::{Bb, Func, Op, Tn};
use crate::pass::PassCx;
use smallvec::SmallVec;
use targ_info::{InstFlags, Proc, RegClass};

/// A block's cost in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// What the units and the issue width ask.
    pub resources: u32,
    /// The longest chain of dependences, to the last result.
    pub critical: u32,
}

impl Cost {
    /// The estimate.
    pub fn cycles(self) -> u32 {
        self.resources.max(self.critical)
    }
}

/// Adds up what ops ask of the units; ops of several blocks may be added.
pub struct Estimator<'a> {
    proc: &'a Proc,
    ops: u32,
    /// By set of units: cycles that are asked of some member.
    busy: SmallVec<[(u16, u32); 8]>,
}

impl<'a> Estimator<'a> {
    /// Nothing so far.
    pub fn new(cx: &PassCx<'a>) -> Estimator<'a> {
        Estimator { proc: cx.target.proc, ops: 0, busy: SmallVec::new() }
    }
    /// Adds an op.
    pub fn add(&mut self, f: &Func, cx: &PassCx<'_>, op: Op) {
        let row = cx.target.isa.inst(f.ops[op].opcode);
        if row.is(InstFlags::NO_BYTES) {
            return;
        }
        self.ops += 1;
        let Some(class) = class_of(cx.target.proc, row.sched) else { return };
        if class.units == 0 {
            return;
        }
        match self.busy.iter_mut().find(|b| b.0 == class.units) {
            Some(b) => b.1 += u32::from(class.busy),
            None => self.busy.push((class.units, u32::from(class.busy))),
        }
    }
    /// Cycles that the ops so far take if nothing else holds them up.
    pub fn resources(&self) -> u32 {
        let mut bound = self.ops.div_ceil(u32::from(self.proc.issue_width.max(1)));
        for &(set, _) in &self.busy {
            let asked: u32 = self.busy.iter().filter(|b| b.0 & !set == 0).map(|b| b.1).sum();
            let units: u32 = self
                .proc
                .units
                .iter()
                .enumerate()
                .filter(|(i, _)| set >> i & 1 != 0)
                .map(|(_, u)| u32::from(u.1))
                .sum();
            bound = bound.max(asked.div_ceil(units.max(1)));
        }
        bound
    }
}

impl DepGraph {
    /// What the block costs.
    pub fn cost(&self, f: &Func, cx: &PassCx<'_>) -> Cost {
        let mut e = Estimator::new(cx);
        let earliest = self.earliest();
        let mut critical = 0;
        for (i, &op) in self.ops().iter().enumerate() {
            e.add(f, cx, op);
            if !cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::NO_BYTES) {
                critical = critical.max(earliest[i] + u32::from(latency(f, cx, op)));
            }
        }
        Cost { resources: e.resources(), critical }
    }
}

/// How many registers of each top class are wanted at once.
#[derive(Clone, Debug, Default)]
pub struct Pressure {
    now: Vec<u32>,
    /// By class: the most, in members of the top class.
    most: Vec<u32>,
}

impl Pressure {
    /// The pressure in a block: what is live between its ops, results that nobody reads included.
    pub fn of_block(f: &Func, cx: &PassCx<'_>, live: &Liveness, b: Bb) -> Pressure {
        let mut p = Pressure::default();
        p.measure(f, cx, live, b, &mut TnWalk::new());
        p
    }
    /// The same in place of the last block's, with a walker that is used again.
    pub fn measure(&mut self, f: &Func, cx: &PassCx<'_>, live: &Liveness, b: Bb, walk: &mut TnWalk) {
        let classes = cx.target.isa.classes.len();
        for v in [&mut self.now, &mut self.most] {
            v.clear();
            v.resize(classes, 0);
        }
        walk.start(live, b);
        for i in 0..walk.live().len() {
            self.count(f, cx, walk.live()[i], 1);
        }
        for op in f.bb_ops(b).rev() {
            for &t in f.results(op) {
                if f.is_virtual(t) && !walk.contains(t) {
                    walk.insert(t);
                    self.count(f, cx, t, 1);
                }
            }
            for &t in f.results(op) {
                if walk.contains(t) {
                    walk.remove(t);
                    self.count(f, cx, t, -1);
                }
            }
            for &t in f.operands(op) {
                if f.is_virtual(t) && !walk.contains(t) {
                    walk.insert(t);
                    self.count(f, cx, t, 1);
                }
            }
        }
    }
    fn count(&mut self, f: &Func, cx: &PassCx<'_>, t: Tn, by: i32) {
        let Some(class) = f.class(t) else { return };
        let d = cx.target.isa.class(class);
        let n = &mut self.now[d.top.0 as usize];
        *n = n.saturating_add_signed(by * i32::from(d.group.max(1)));
        let most = &mut self.most[d.top.0 as usize];
        *most = (*most).max(*n);
    }
    /// The most registers of a class (of its top class) that are wanted at once.
    pub fn most(&self, cx: &PassCx<'_>, class: RegClass) -> u32 {
        self.most.get(cx.target.isa.class(class).top.0 as usize).copied().unwrap_or(0)
    }
    /// By how much the most exceeds what allocators may use of the class.
    pub fn excess(&self, cx: &PassCx<'_>, class: RegClass) -> u32 {
        let top = cx.target.isa.class(class).top;
        self.most(cx, class).saturating_sub(cx.allocatable(top).len() as u32)
    }
}
