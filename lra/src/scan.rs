//! A forward look at a block: references of each TN, registers that are wanted, and whose value goes over into whose.
//!
//! Positions are 1 for the first op, and so on; 0 is the block's start. While the walk goes up, it keeps for each TN
//! the position of the nearest reference and of the nearest definition above; the scan leaves, for each entry of each
//! op, what those become once the op is passed.

use crate::walk::{NONE, Walk};
use cgir::func::{Constraint, Op, Tn};
use targ_info::{InstFlags, PReg, RegSet, Role, Unit};

/// What the walk finds above an entry once it has passed it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Link {
    /// The nearest reference.
    pub reference: u32,
    /// The nearest definition.
    pub def: u32,
}

/// A unit that an op wants or destroys.
#[derive(Clone, Copy, Debug)]
struct Event {
    at: u32,
    unit: u16,
    /// The one before it on this unit.
    previous: u32,
}

/// Where units are wanted above the walk.
#[derive(Debug, Default)]
pub(crate) struct Events {
    list: Vec<Event>,
    /// By unit: the nearest position.
    nearest: Vec<u32>,
}

impl Events {
    /// No events on so many units.
    pub fn new(units: usize) -> Events {
        Events { list: Vec::new(), nearest: vec![0; units] }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.nearest.fill(0);
    }

    /// Positions come in order.
    fn add(&mut self, at: u32, units: RegSet) {
        for u in units.iter() {
            let nearest = &mut self.nearest[u.0 as usize];
            self.list.push(Event { at, unit: u.0, previous: *nearest });
            *nearest = at;
        }
    }

    /// Events from a position on are no longer above.
    fn drop_from(&mut self, at: u32) {
        while let Some(e) = self.list.pop_if(|e| e.at >= at) {
            self.nearest[e.unit as usize] = e.previous;
        }
    }

    /// The nearest event on a unit above a position, 0 if there is none.
    pub fn above(&self, at: u32, unit: Unit) -> u32 {
        let nearest = self.nearest[unit.0 as usize];
        if nearest < at {
            return nearest;
        }
        // Events at hand are at the end of the list.
        let here = self.list.iter().rev().take_while(|e| e.at >= at);
        here.filter(|e| e.unit == unit.0).map(|e| e.previous).filter(|&p| p < at).min().unwrap_or(0)
    }
}

impl Walk<'_> {
    /// Scans the ops of the block.
    pub(crate) fn scan(&mut self, ops: &[Op]) {
        let (f, isa) = (self.f, self.cx.target.isa);
        self.links.clear();
        self.link_start.clear();
        self.named.clear();
        self.homes.clear();
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
                let home = info.home;
                let link = Link { reference: info.above, def: info.def_above };
                info.above = at;
                if info.first == 0 {
                    info.first = at;
                }
                if k < nres {
                    (info.def_above, info.chain) = (at, at);
                }
                self.links[start + k] = link;
                if home != NONE {
                    self.homes.add(at, isa.reg(PReg(home)).units);
                }
                match f.constraint(isa, op, k) {
                    Constraint::Fixed(r) => {
                        self.named.add(at, isa.reg(r).units);
                        if k < nres {
                            (self.info(t).hint, self.info(t).heir_of) = (r.0, 0);
                        }
                    }
                    // What was there is dead, or moves away.
                    Constraint::Tied(to, _) if k < nres => {
                        if let Some(&from) = list.get(to as usize).filter(|&&from| f.is_virtual(from)) {
                            self.inherit(t, from);
                        }
                    }
                    Constraint::Tied(..) | Constraint::Class(_) | Constraint::None => {}
                }
            }
            let desc = isa.inst(f.ops[op].opcode);
            if desc.flags.intersects(InstFlags::MOVE | InstFlags::SHARES)
                && let (Some(&to), Some(&from)) = (list.first(), desc.role(Role::Opnd1).and_then(|k| list.get(k)))
                && f.is_virtual(to)
                && f.is_virtual(from)
            {
                self.inherit(to, from);
                // A part of a register, or a whole of which it is one, by its own name.
                let hint = self.info(to).hint;
                if let Some(class) = f.class(to).filter(|_| hint != NONE && !desc.is(InstFlags::MOVE)) {
                    self.info(to).hint = isa.view(PReg(hint), class).map_or(NONE, |r| r.0);
                }
            }
            // What a call at the block's end destroys is above nobody.
            if at as usize != ops.len() {
                self.named.add(at, f.clobbers(op));
            }
        }
    }

    /// A TN takes another's value over, in its register if that can be.
    fn inherit(&mut self, to: Tn, from: Tn) {
        let source = *self.info(from);
        let heir = self.info(to);
        (heir.hint, heir.heir_of) = (source.would_be(), from.as_u32() + 1);
        if source.home == NONE && source.chain != 0 {
            heir.chain = source.chain;
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
        self.named.drop_from(at);
        self.homes.drop_from(at);
    }
}
