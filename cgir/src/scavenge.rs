//! The register scavenger: a free register at a point of allocated code.
//!
//! Late needs (frame offsets out of range, large stack adjustments) ask it instead of keeping a register back. It walks a
//! block backward from what is live at its end, so that one walk serves all requests of the block, last op first. If no
//! register is free the caller uses the emergency slot.

use crate::analysis::reglive::{self, RegLiveness};
use crate::func::{Bb, Func, Op};
use crate::pass::PassCx;
use targ_info::{InstFlags, PReg, RegClass, RegSet};

/// A backward walk over one block.
pub struct Scavenger<'a> {
    cx: &'a PassCx<'a>,
    at_return: RegSet,
    live: RegSet,
}

impl<'a> Scavenger<'a> {
    /// Begins at the end of a block.
    pub fn at_end(cx: &'a PassCx<'a>, live: &RegLiveness, b: Bb) -> Scavenger<'a> {
        Scavenger { cx, at_return: live.at_return(), live: live.live_out(b) }
    }
    /// Goes from behind an op to before it. Ops must come last first.
    pub fn step(&mut self, f: &Func, op: Op) {
        let isa = self.cx.target.isa;
        self.live -= reglive::writes(f, isa, op) | f.clobbers(op);
        self.live |= reglive::reads(f, isa, op);
        let leaves = isa.inst(f.ops[op].opcode).flags.contains(InstFlags::RETURN);
        if leaves || f.ops[op].flags.contains(crate::func::OpFlags::TAIL) {
            self.live |= self.at_return;
        }
    }
    /// What is live at the point reached.
    pub fn live(&self) -> RegSet {
        self.live
    }
    /// A register of the class that is free from here to behind `over`, the op that follows: neither live before it, nor
    /// read or written by it.
    pub fn free(&self, f: &Func, over: Op, class: RegClass) -> Option<PReg> {
        if self.cx.options.stress_no_free_reg {
            return None;
        }
        let isa = self.cx.target.isa;
        let used = self.live | reglive::writes(f, isa, over) | reglive::reads(f, isa, over) | f.clobbers(over);
        pick(self.cx, used, class)
    }
}

/// The first register of the class that the allocators may use and that is not in the set.
pub fn pick(cx: &PassCx<'_>, used: RegSet, class: RegClass) -> Option<PReg> {
    let may = cx.allocatable(class);
    let isa = cx.target.isa;
    let ok = |r: &&PReg| may.contains(isa.reg(**r).units) && !used.intersects(isa.reg(**r).units);
    isa.class(class).members.iter().find(ok).copied()
}
