//! The operands of an op, in regalloc2's terms.

use super::map::{Map, Want};
use cgir::alloc::alone::assign_alone;
use cgir::alloc::{AllocError, Place};
use cgir::func::{Constraint, Func, Op};
use cgir::pass::PassCx;
use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos, VReg};
use targ_info::{RegClass, RegSet};

/// How operands are described.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// For the fast algorithm, which knows no sub-classes.
    pub(super) fast: bool,
    /// Pin every op that has a fixed register, or a tie, or that destroys registers.
    pub(super) pin_all: bool,
}

/// Makes operands.
pub(super) struct Maker<'a> {
    pub(super) f: &'a Func,
    pub(super) cx: &'a PassCx<'a>,
    pub(super) map: &'a Map,
    pub(super) style: Style,
    places: Vec<Place>,
    /// Indices into the op's list, of those that the view has: uses, then results.
    pub(super) entries: Vec<u8>,
}

/// Indices of an op's list entries that are handled, uses first, then results: the order of the view.
pub(super) fn entries(f: &Func, map: &Map, op: Op, out: &mut Vec<u8>) {
    out.clear();
    let (n, nres) = (f.all(op).len(), f.nres(op));
    out.extend((nres..n).chain(0..nres).filter(|&i| map.class(f, f.all(op)[i]).is_some()).map(|i| i as u8));
}

impl<'a> Maker<'a> {
    pub(super) fn new(f: &'a Func, cx: &'a PassCx<'a>, map: &'a Map, style: Style) -> Maker<'a> {
        Maker { f, cx, map, style, places: Vec::new(), entries: Vec::new() }
    }

    /// Prepares for an op: which entries it has, and whether they are pinned.
    pub(super) fn start(&mut self, op: Op) -> Result<(), AllocError> {
        let mut list = std::mem::take(&mut self.entries);
        entries(self.f, self.map, op, &mut list);
        self.entries = list;
        self.places.clear();
        if !self.entries.is_empty() && self.must_pin(op) {
            let mut places = std::mem::take(&mut self.places);
            assign_alone(self.f, self.cx, op, RegSet::EMPTY, &mut places)?;
            self.places = places;
        }
        Ok(())
    }

    /// The operand of one entry by itself, for a hub: any register of its class that can be said, or the one found for it.
    pub(super) fn single(&mut self, op: Op, i: usize, v: VReg) -> Operand {
        match self.start(op) {
            Ok(()) => self.operand(op, i as u8, v),
            Err(_) => Operand::reg_use(v),
        }
    }

    fn must_pin(&self, op: Op) -> bool {
        let f = self.f;
        let isa = self.cx.target.isa;
        if f.extra(op).is_some_and(|e| e.asm.is_some()) {
            return true;
        }
        let constraint = |i: u8| f.constraint(isa, op, i as usize);
        let special = |c: Constraint| matches!(c, Constraint::Fixed(_) | Constraint::Tied(..));
        if self.style.pin_all && (!f.clobbers(op).is_empty() || self.entries.iter().any(|&i| special(constraint(i)))) {
            return true;
        }
        let (mut least, mut asking) = (usize::MAX, 0);
        for &i in &self.entries {
            let tied = matches!(constraint(i), Constraint::Tied(..));
            match self.class_of(op, i).map(|c| self.map.want(c)) {
                None | Some(Want::Any) => {}
                Some(Want::First(n)) if !tied && !self.style.fast => {
                    least = least.min(n);
                    asking += 1;
                }
                Some(_) => return true,
            }
        }
        let fixed = |i: &&u8| match constraint(**i) {
            Constraint::Fixed(r) => self.map.to(r).is_some_and(|r| r.hw_enc() < least),
            _ => false,
        };
        asking > 0 && asking + self.entries.iter().filter(fixed).count() > least
    }

    /// The class that an entry may choose from, if it is not fixed.
    fn class_of(&self, op: Op, i: u8) -> Option<RegClass> {
        match self.f.constraint(self.cx.target.isa, op, i as usize) {
            Constraint::Fixed(_) => None,
            Constraint::Class(c) | Constraint::Tied(_, c) => Some(c),
            Constraint::None => self.f.class(self.f.all(op)[i as usize]),
        }
    }

    /// The operand of an entry of the op's list, for the value `v`, given those before it. regalloc2 cannot have one value
    /// twice in one fixed register of an instruction: the second time it is told of the register only.
    pub(super) fn operand_after(&self, op: Op, i: u8, v: VReg, before: &[Operand]) -> Operand {
        let o = self.operand(op, i, v);
        match o.constraint() {
            OperandConstraint::FixedReg(r) if before.contains(&o) => Operand::fixed_nonallocatable(r),
            _ => o,
        }
    }

    /// The operand of an entry of the op's list, for the value `v`.
    fn operand(&self, op: Op, i: u8, v: VReg) -> Operand {
        let f = self.f;
        let isa = self.cx.target.isa;
        let result = (i as usize) < f.nres(op);
        let kind = if result { OperandKind::Def } else { OperandKind::Use };
        let usual = if result { OperandPos::Late } else { OperandPos::Early };
        let early = result && f.is_early(isa, op, i as usize);
        let pos = if early { OperandPos::Early } else { usual };
        // Of a pinned op no early result shares its register with an operand, unless it is tied to that.
        if let Some(Place::Reg(r)) = self.places.get(i as usize)
            && let Some(r) = self.map.to(*r)
        {
            return Operand::new(v, OperandConstraint::FixedReg(r), kind, usual);
        }
        let any = |c: Option<RegClass>| match c.map(|c| self.map.want(c)) {
            Some(Want::First(n)) => OperandConstraint::Limit(n),
            _ => OperandConstraint::Reg,
        };
        match f.constraint(isa, op, i as usize) {
            Constraint::Fixed(r) => match self.map.to(r) {
                Some(r) => Operand::new(v, OperandConstraint::FixedReg(r), kind, pos),
                None => Operand::new(v, OperandConstraint::Reg, kind, pos),
            },
            Constraint::Tied(to, c) => match self.entries.iter().position(|&e| e == to) {
                Some(n) => Operand::new(v, OperandConstraint::Reuse(n), kind, OperandPos::Late),
                None => Operand::new(v, any(Some(c)), kind, pos),
            },
            _ if !result && self.tied_early(op, i) => {
                Operand::new(v, any(self.class_of(op, i)), kind, OperandPos::Late)
            }
            _ => Operand::new(v, any(self.class_of(op, i)), kind, pos),
        }
    }

    /// Is some result both early and tied to another operand than this one? Then the operand is read late, as it were.
    fn tied_early(&self, op: Op, i: u8) -> bool {
        let isa = self.cx.target.isa;
        (0..self.f.nres(op)).any(|r| {
            let other = matches!(self.f.constraint(isa, op, r), Constraint::Tied(to, _) if to != i);
            other && self.f.is_early(isa, op, r)
        })
    }
}
