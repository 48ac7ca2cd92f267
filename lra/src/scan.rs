//! A forward look at a block: references of each TN, and registers that ops want by name.
//!
//! Positions are 1 for the first op, and so on; 0 is the block's start. While the walk goes up, it keeps for each TN
//! the position of the nearest reference and of the nearest definition above; the scan leaves, for each entry of each
//! op, what those become once the op is passed.

use crate::walk::{NONE, Walk};
use cgir::func::{Constraint, Op};
use targ_info::{InstFlags, PReg, RegSet, Role};

/// What the walk finds above an entry once it has passed it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Link {
    /// The nearest reference.
    pub reference: u32,
    /// The nearest definition.
    pub def: u32,
}

/// A unit that an op wants by name, or destroys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub at: u32,
    pub unit: u16,
    /// The one before it on this unit.
    pub previous: u32,
}

impl Walk<'_> {
    /// Scans the ops of the block.
    pub(crate) fn scan(&mut self, ops: &[Op]) {
        let (f, isa) = (self.f, self.cx.target.isa);
        self.links.clear();
        self.link_start.clear();
        self.events.clear();
        self.event_above.fill(0);
        self.home_event.fill(0);
        for (i, &op) in ops.iter().enumerate() {
            let at = i as u32 + 1;
            let (nres, list) = (f.nres(op), f.all(op));
            let start = self.links.len();
            self.link_start.push(start as u32);
            self.links.resize(start + list.len(), Link::default());
            for (k, &t) in list.iter().enumerate().skip(nres).chain(list.iter().enumerate().take(nres)) {
                if !f.is_virtual(t) {
                    continue;
                }
                let info = self.info(t);
                let link = Link { reference: info.above, def: info.def_above };
                info.above = at;
                if info.first == 0 {
                    info.first = at;
                }
                if k < nres {
                    info.def_above = at;
                }
                self.links[start + k] = link;
                if let Constraint::Fixed(r) = f.constraint(isa, op, k) {
                    self.event(at, isa.reg(r).units);
                    if k < nres {
                        self.info(t).hint = r.0;
                    }
                }
            }
            let desc = isa.inst(f.ops[op].opcode);
            if desc.flags.intersects(InstFlags::MOVE | InstFlags::SHARES)
                && let (Some(&to), Some(&from)) = (list.first(), desc.role(Role::Opnd1).and_then(|k| list.get(k)))
                && f.is_virtual(to)
                && f.is_virtual(from)
            {
                let from = self.info(from);
                let hint = if from.home != NONE { from.home } else { from.hint };
                // A part of a register, or a whole of which it is one, by its own name.
                let own = f.class(to).filter(|_| hint != NONE && !desc.is(InstFlags::MOVE));
                let named = |c| isa.view(PReg(hint), c).map_or(NONE, |r| r.0);
                self.info(to).hint = own.map_or(hint, named);
            }
            // What a call at the block's end destroys is above nobody.
            if at as usize != ops.len() {
                self.event(at, f.clobbers(op));
            }
        }
        for &(g, r) in &self.base.regs[self.bb] {
            let last = self.tn[g.as_u32() as usize].above;
            for u in isa.reg(r).units.iter() {
                let e = &mut self.home_event[u.0 as usize];
                *e = (*e).max(last);
            }
        }
    }

    fn event(&mut self, at: u32, units: RegSet) {
        for u in units.iter() {
            let above = &mut self.event_above[u.0 as usize];
            self.events.push(Event { at, unit: u.0, previous: *above });
            *above = at;
        }
    }

    /// The walk has passed the op at a position: references and events there are no longer above.
    pub(crate) fn passed(&mut self, op: Op, at: u32) {
        let start = self.link_start[at as usize - 1] as usize;
        let f = self.f;
        for (k, &t) in f.all(op).iter().enumerate() {
            if !f.is_virtual(t) {
                continue;
            }
            let link = self.links[start + k];
            let info = self.info(t);
            if link.reference != at {
                info.above = link.reference;
            }
            if link.def != at {
                info.def_above = link.def;
            }
        }
        while let Some(&e) = self.events.last()
            && e.at >= at
        {
            self.event_above[e.unit as usize] = e.previous;
            self.events.pop();
        }
    }
}
