//! The interval union: for each register unit, which piece has it where.
//!
//! LLVM calls it the live register matrix. A register is free for a piece if none of its units is clobbered, used as a
//! fixed register, or held by another piece anywhere in the piece's segments.

use super::intervals::Problem;
use super::pieces::{Piece, PieceData, Pieces, State};
use super::points::Seg;
use cgir::alloc::AllocError;
use cgir::func::Op;
use std::collections::BTreeMap;
use targ_info::{PReg, RegSet};

/// What keeps a piece from a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// Nothing.
    Free,
    /// Clobbers or fixed operands: nothing to be done.
    Fixed,
    /// Other pieces; which, is in the list that was passed.
    Pieces,
}

/// Holders of units, by where their segments begin.
#[derive(Clone, Debug)]
pub struct Matrix {
    units: Vec<BTreeMap<u32, (u32, Piece)>>,
}

impl Matrix {
    /// Nothing is held.
    pub fn new(p: &Problem<'_>) -> Matrix {
        Matrix { units: vec![BTreeMap::new(); p.cx.target.isa.units as usize] }
    }
    /// A piece takes units.
    pub fn hold(&mut self, piece: Piece, segs: &[Seg], units: RegSet) {
        for u in units.iter() {
            let map = &mut self.units[u.0 as usize];
            for s in segs {
                map.insert(s.from.0, (s.to.0, piece));
            }
        }
    }
    /// A piece lets units go.
    pub fn release(&mut self, segs: &[Seg], units: RegSet) {
        for u in units.iter() {
            let map = &mut self.units[u.0 as usize];
            for s in segs {
                map.remove(&s.from.0);
            }
        }
    }
    /// A piece takes a register.
    pub fn assign(&mut self, all: &mut Pieces<'_, '_>, piece: Piece, reg: PReg) {
        let d = &mut all.list[piece];
        d.state = State::Reg(reg);
        self.hold(piece, &d.segs, all.p.cx.target.isa.reg(reg).units);
    }
    /// A piece gives its register back.
    pub fn unassign(&mut self, all: &mut Pieces<'_, '_>, piece: Piece) {
        let d = &mut all.list[piece];
        if let State::Reg(reg) = d.state {
            self.release(&d.segs, all.p.cx.target.isa.reg(reg).units);
            d.state = State::Waiting;
        }
    }
    /// Calls a function for each holder of a unit within the segments, with where, until it says stop.
    pub fn holders(&self, u: targ_info::Unit, segs: &[Seg], mut f: impl FnMut(Piece, Seg) -> bool) {
        let map = &self.units[u.0 as usize];
        for s in segs {
            let before = map.range(..s.from.0).next_back().filter(|x| x.1.0 > s.from.0);
            for (&from, &(to, piece)) in before.into_iter().chain(map.range(s.from.0..s.to.0)) {
                let held = Seg { from: super::points::Pos(from), to: super::points::Pos(to) };
                if !f(piece, held) {
                    return;
                }
            }
        }
    }
    /// The same, each segment's holders from the last to the first: one search less.
    pub fn holders_back(&self, u: targ_info::Unit, segs: &[Seg], mut f: impl FnMut(Piece) -> bool) {
        let map = &self.units[u.0 as usize];
        for s in segs {
            for (_, &(_, piece)) in map.range(..s.to.0).rev().take_while(|x| x.1.0 > s.from.0) {
                if !f(piece) {
                    return;
                }
            }
        }
    }
    /// The first and the last segment that holds a unit within a segment.
    pub fn ends_within(&self, u: targ_info::Unit, seg: Seg) -> Option<(Seg, Seg)> {
        let map = &self.units[u.0 as usize];
        let held = |(&from, &(to, _)): (&u32, &(u32, Piece))| Seg {
            from: super::points::Pos(from),
            to: super::points::Pos(to),
        };
        let last = map.range(..seg.to.0).next_back().map(held).filter(|s| s.to > seg.from)?;
        let before = map.range(..=seg.from.0).next_back().map(held).filter(|s| s.to > seg.from);
        let first = before.or_else(|| map.range(seg.from.0..).next().map(held))?;
        Some((first, last))
    }
    /// Is a register beyond reach of a piece, whatever other pieces do?
    pub fn fixed_clash(&self, p: &Problem<'_>, d: &PieceData, units: RegSet) -> bool {
        units.intersects(d.clobbered) || units.iter().any(|u| p.fixed_conflict(u, &d.segs, d.value()))
    }
    /// What keeps a piece from a register; other pieces, each once and at most `limit` of them, are put into `out`.
    pub fn clash(&self, p: &Problem<'_>, d: &PieceData, units: RegSet, limit: usize, out: &mut Vec<Piece>) -> Clash {
        out.clear();
        if self.fixed_clash(p, d, units) {
            return Clash::Fixed;
        }
        for u in units.iter() {
            self.holders_back(u, &d.segs, |q| {
                if !out.contains(&q) {
                    out.push(q);
                }
                out.len() < limit
            });
        }
        if out.is_empty() { Clash::Free } else { Clash::Pieces }
    }
    /// The same, for one who would evict all that stands in the way: a piece that may not go is as good as a fixed operand.
    /// Long pieces clash with thousands; the first that may not go ends the search, which is not so with [`Matrix::clash`].
    pub fn evictable(
        &self,
        p: &Problem<'_>,
        d: &PieceData,
        units: RegSet,
        may_go: impl Fn(Piece) -> bool,
        out: &mut Vec<Piece>,
    ) -> Clash {
        out.clear();
        if self.fixed_clash(p, d, units) {
            return Clash::Fixed;
        }
        let mut all_go = true;
        for u in units.iter() {
            self.holders(u, &d.segs, |q, _| {
                out.push(q);
                all_go = may_go(q);
                all_go
            });
            if !all_go {
                return Clash::Fixed;
            }
        }
        out.sort_unstable();
        out.dedup();
        if out.is_empty() { Clash::Free } else { Clash::Pieces }
    }
    /// Allocates an op alone ([`Pieces::rescue`]); pieces that stood in its way are returned, without their registers.
    pub fn rescue(&mut self, all: &mut Pieces<'_, '_>, op: Op) -> Result<Vec<Piece>, AllocError> {
        let old: Vec<Piece> = self.tiny_holders(all, op);
        for q in old {
            self.unassign(all, q);
            all.list[q].state = State::Gone;
        }
        let (guard, units) = all.rescue(op)?;
        let segs = all.list[guard].segs.clone();
        let mut evicted = Vec::new();
        for u in units.iter() {
            self.holders(u, &segs, |q, _| {
                if !evicted.contains(&q) {
                    evicted.push(q);
                }
                true
            });
        }
        for &q in &evicted {
            self.unassign(all, q);
        }
        self.hold(guard, &segs, units);
        Ok(evicted)
    }
    /// Tiny pieces of an op that have registers.
    fn tiny_holders(&self, all: &Pieces<'_, '_>, op: Op) -> Vec<Piece> {
        let (f, p) = (all.p.f, all.p);
        let start = f.opnds_start(op);
        let refs = (start..start + f.all(op).len()).map(|e| p.ref_of[e]).filter(|&r| r != super::intervals::NONE);
        let mut list: Vec<Piece> = refs.filter_map(|r| all.owner(r)).filter(|&o| all.list[o].is_tiny()).collect();
        list.sort_unstable();
        list.dedup();
        list
    }
}
