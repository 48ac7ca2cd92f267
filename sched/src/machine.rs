//! The processor as the scheduler sees it: how many ops issue in a cycle, and which units are busy.

use cgir::func::{Func, Op};
use cgir::pass::PassCx;
use targ_info::{InstFlags, ProcClass};

/// Reservation of units, cycle by cycle, in one direction.
#[derive(Default)]
pub(crate) struct Machine {
    width: u32,
    /// When each unit is free again; one entry for each unit of each kind.
    free: Vec<u32>,
    /// Kind of each unit: a bit of [`ProcClass::units`].
    kind: Vec<u16>,
    cycle: u32,
    issued: u32,
}

impl Machine {
    /// An idle processor at cycle 0.
    pub fn start(&mut self, cx: &PassCx<'_>) {
        let proc = cx.target.proc;
        self.width = u32::from(proc.issue_width.max(1));
        self.free.clear();
        self.kind.clear();
        for (n, &(_, count)) in proc.units.iter().enumerate() {
            for _ in 0..count {
                self.free.push(0);
                self.kind.push(1 << n);
            }
        }
        (self.cycle, self.issued) = (0, 0);
    }

    /// The first cycle from `ready` on in which the op can issue, not before the last one that issued.
    pub fn issue(&mut self, f: &Func, cx: &PassCx<'_>, op: Op, ready: u32) -> u32 {
        let row = cx.target.isa.inst(f.ops[op].opcode);
        if row.is(InstFlags::NO_BYTES) {
            return self.cycle.max(ready);
        }
        let at_least = self.cycle.max(ready) + u32::from(self.issued >= self.width && ready <= self.cycle);
        let class = cx.target.proc.classes.get(usize::from(row.sched.0));
        let (cycle, unit) = self.unit(class, at_least);
        if cycle > self.cycle {
            (self.cycle, self.issued) = (cycle, 0);
        }
        self.issued += 1;
        if let (Some(unit), Some(class)) = (unit, class) {
            self.free[unit] = cycle + u32::from(class.busy.max(1));
        }
        cycle
    }

    /// The unit that takes the op first, and when.
    fn unit(&self, class: Option<&ProcClass>, at_least: u32) -> (u32, Option<usize>) {
        let Some(class) = class.filter(|c| c.units != 0) else { return (at_least, None) };
        let fitting = (0..self.free.len()).filter(|&u| self.kind[u] & class.units != 0);
        match fitting.min_by_key(|&u| (self.free[u].max(at_least), u)) {
            Some(u) => (self.free[u].max(at_least), Some(u)),
            None => (at_least, None),
        }
    }
}
