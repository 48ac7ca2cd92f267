//! `linearscan`: linear scan with lifetime holes and interval splitting.
//!
//! Pieces are visited in the order in which they begin. A piece takes the register that stays free longest; if that is
//! not to its end, it is split before the register is taken, where that costs least. If no register is free, or only for a time that
//! is not worth a split, the piece or the holders of a register go without one, whichever costs less: what they are referred to
//! meanwhile, and what it takes to bring them back. That may be until the next use (*second chance*), where an optimal split position
//! is sought on both sides; all through a loop; or everywhere ([`Absence`]). [`outlook`] knows what places cost. Values are only in
//! memory between uses; builder and edges do the rest, so that what Wimmer and Moessenboeck call resolution has no code here.
//!
//! Distance alone, as in Wimmer's algorithm, only decides among equals: in code of many rare paths, as interpreters are, who is used
//! last in the order of blocks is mostly used as soon as others.
//!
//! M. Poletto and V. Sarkar, "Linear scan register allocation", TOPLAS 21(5), 1999; O. Traub, G. Holloway, M. D. Smith,
//! "Quality and speed in linear-scan register allocation", PLDI 1998; C. Wimmer and H. Moessenboeck, "Optimized interval
//! splitting in a linear scan register allocator", VEE 2005.
//!
//! [`super::fast`] runs the same scan over pieces that never leave their block.

mod outlook;
#[cfg(test)]
mod tests;

use self::outlook::Outlook;
use super::build;
use super::intervals::{Problem, Segs};
use super::matrix::Matrix;
use super::pieces::{Kind, Piece, Pieces, State, push_seg};
use super::points::{Pos, Seg};
use super::uses::{gap_after, gap_or_read};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::{Func, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use targ_info::{PReg, RegSet};

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearScan;

impl Allocate for LinearScan {
    fn name(&self) -> &'static str {
        "linearscan"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        scan(Pieces::new(&p), true)
    }
}

/// Allocates all pieces. `loops`: do pieces live around loops?
pub(super) fn scan(pieces: Pieces<'_, '_>, loops: bool) -> Result<Answer, AllocError> {
    let outlook = Outlook::new(pieces.p, loops);
    let mut s = Scan {
        m: Matrix::new(pieces.p),
        queue: BinaryHeap::new(),
        paid: RegSet::EMPTY,
        outlook,
        had: SecondaryMap::new(),
        stored: SecondaryMap::new(),
        pieces,
    };
    s.push_all(0..s.pieces.list.len() as u32);
    while let Some(Reverse((_, piece))) = s.queue.pop() {
        if s.pieces.list[piece].state == State::Waiting {
            s.visit(piece)?;
        }
    }
    build::answer(&s.pieces)
}

/// A gap after all others.
const NEVER: Pos = Pos(!3);

struct Scan<'p, 'a> {
    pieces: Pieces<'p, 'a>,
    m: Matrix,
    queue: BinaryHeap<Reverse<(Pos, Piece)>>,
    /// Callee-saved units in use.
    paid: RegSet,
    outlook: Outlook,
    /// The register that a TN had last: no copy is needed if it gets that again.
    had: SecondaryMap<Tn, Option<PReg>>,
    /// TNs that are in memory somewhere.
    stored: SecondaryMap<Tn, bool>,
}

/// Losses whose ratio is below this are taken for equal.
const NEARLY: f32 = 1.02;

/// A value that is rebuilt costs this much of a reload.
const REBUILT: f32 = 0.5;

/// A register that can be taken from its holders.
#[derive(Clone, Copy)]
struct Offer {
    /// What that costs.
    loss: f32,
    /// When the first of them is used again.
    wait: Pos,
    reg: PReg,
    units: RegSet,
    /// Until when it can be had.
    fixed: Pos,
}

/// Where a piece is without a register.
#[derive(Clone, Copy)]
struct Absence {
    /// What that costs.
    loss: f32,
    /// From here on.
    leave: Pos,
    /// Up to here.
    resume: Pos,
}

/// A register, and until when it is free.
#[derive(Clone, Copy)]
struct Free {
    reg: PReg,
    until: Pos,
}

impl Scan<'_, '_> {
    fn push_all(&mut self, list: Range<u32>) {
        for n in list {
            self.push(Piece::from_u32(n));
        }
    }

    fn push(&mut self, piece: Piece) {
        let d = &self.pieces.list[piece];
        if d.state == State::Waiting {
            self.queue.push(Reverse((d.from(), piece)));
        }
    }

    fn visit(&mut self, piece: Piece) -> Result<(), AllocError> {
        let d = &self.pieces.list[piece];
        let (start, end) = (d.from(), d.to());
        let whole = !d.is_divisible();
        if let Some(free) = self.longest_free(piece) {
            if free.until >= end {
                self.assign(piece, free.reg);
                return Ok(());
            }
            let cut = gap_or_read(free.until);
            if let Some(used) = self.first_leave(piece, cut).filter(|_| !whole && cut > start) {
                let cut = self.best_gap(used.max(start.next_gap()), cut);
                let price = self.outlook.cost(self.pieces.p, cut.gap());
                match self.cheapest(piece) {
                    Some(c) if c.loss < price => self.take(piece, c.reg, c.units, c.fixed),
                    _ => self.hold_until(piece, free.reg, cut),
                }
                return Ok(());
            }
        }
        self.contend(piece)
    }

    fn assign(&mut self, piece: Piece, reg: PReg) {
        let cx = self.pieces.p.cx;
        self.paid |= cx.target.isa.reg(reg).units & cx.target.callee_saved;
        self.had[self.pieces.list[piece].tn] = Some(reg);
        self.m.assign(&mut self.pieces, piece, reg);
    }

    /// The register that stays free longest; hints, then registers that need no new save, come first among equals.
    fn longest_free(&self, piece: Piece) -> Option<Free> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let regs = &p.bank(d.bank).regs;
        let saved = p.cx.target.callee_saved;
        let hints = self.pieces.hints(piece);
        let had = self.had[d.tn].filter(|_| !d.is_tiny());
        let hinted = had.into_iter().chain(hints.iter().map(|h| h.0)).filter_map(|h| regs.iter().find(|r| r.0 == h));
        let unpaid = |units: RegSet| (saved - self.paid).intersects(units);
        let order = hinted.chain(regs.iter().filter(|r| !unpaid(r.1))).chain(regs.iter().filter(|r| unpaid(r.1)));
        let mut best: Option<Free> = None;
        for &(reg, units) in order {
            let until = self.first_clash(piece, units, d.from());
            if best.is_none_or(|b| until > b.until) {
                best = Some(Free { reg, until });
            }
            if until >= d.to() {
                break;
            }
        }
        best.filter(|b| b.until > d.from())
    }

    /// Where a register is taken first within a piece's segments, from a point on.
    fn first_clash(&self, piece: Piece, units: RegSet, from: Pos) -> Pos {
        self.first_holder(piece, units, from).min(self.first_fixed(piece, units))
    }

    fn first_holder(&self, piece: Piece, units: RegSet, from: Pos) -> Pos {
        let mut first = NEVER;
        for u in units.iter() {
            self.m.holders(u, &self.pieces.list[piece].segs, |_, s| {
                let at = self.meet(piece, s).max(from);
                first = first.min(at);
                false
            });
        }
        first
    }

    /// The first point of a piece in a segment.
    fn meet(&self, piece: Piece, seg: Seg) -> Pos {
        let segs = &self.pieces.list[piece].segs;
        let n = segs.partition_point(|s| s.to <= seg.from);
        segs.get(n).map_or(NEVER, |s| s.from.max(seg.from))
    }

    fn first_fixed(&self, piece: Piece, units: RegSet) -> Pos {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let mut first = NEVER;
        for u in units.iter() {
            if let Some(x) = p.first_fixed(u, &d.segs, d.value()) {
                first = first.min(self.meet(piece, x.seg));
            }
        }
        if units.intersects(d.clobbered) {
            let mask = p.first_mask(&d.segs, units);
            first = first.min(mask.map_or(NEVER, |s| self.meet(piece, s)));
        }
        first
    }

    /// Where a piece leaves its first use, if that is before a point: a register is not worth a piece's while that it has to give
    /// back unused.
    fn first_leave(&self, piece: Piece, cut: Pos) -> Option<Pos> {
        self.pieces.next_use(piece, self.pieces.list[piece].from()).map(|u| u.leave).filter(|&leave| leave <= cut)
    }

    fn best_gap(&self, from: Pos, to: Pos) -> Pos {
        self.outlook.best_gap(self.pieces.p, from, to)
    }

    /// Gives a piece a register up to a point; the rest waits, from its next use on if it comes from memory.
    fn hold_until(&mut self, piece: Piece, reg: PReg, cut: Pos) {
        self.m.unassign(&mut self.pieces, piece);
        let segs = self.pieces.list[piece].segs.clone();
        let (head, tail) = (before(&segs, cut), after(&segs, gap_after(cut)));
        let parts: Vec<Segs> = [head, tail].into_iter().filter(|s| !s.is_empty()).collect();
        let new = self.pieces.split(piece, parts);
        let first = Piece::from_u32(new.start);
        self.assign(first, reg);
        self.push_all(new);
    }

    /// No register is free: the one whose holders lose least without it is taken from them, unless this piece loses less.
    fn contend(&mut self, piece: Piece) -> Result<(), AllocError> {
        let d = &self.pieces.list[piece];
        let start = d.from();
        let whole = !d.is_divisible();
        let mine = if whole { start } else { self.pieces.next_use(piece, start).map_or(NEVER, |u| u.enter) };
        let loss = if whole { f32::INFINITY } else { self.references(piece, start, d.to()) };
        match self.cheapest(piece) {
            Some(c) if c.loss < loss => {
                self.take(piece, c.reg, c.units, c.fixed);
                Ok(())
            }
            _ => self.give_way(piece, mine),
        }
    }

    /// The register whose holders lose least if a piece takes it.
    fn cheapest(&self, piece: Piece) -> Option<Offer> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let start = d.from();
        let whole = !d.is_divisible();
        let mut best: Option<Offer> = None;
        for &(reg, units) in &p.bank(d.bank).regs {
            let fixed = self.first_fixed(piece, units);
            if fixed <= start || whole && fixed < d.to() {
                continue;
            }
            let mut own = 0.0;
            if fixed < d.to() {
                let cut = gap_or_read(fixed);
                // An early result must not lose the register to another result of its op.
                let Some(used) = self.first_leave(piece, cut) else { continue };
                own = self.outlook.cost(p, self.best_gap(used.max(start.next_gap()), cut).gap());
            }
            let most = best.map_or(f32::INFINITY, |b| b.loss * NEARLY);
            let Some((loss, wait)) = self.holders_loss(piece, units, start, fixed.min(d.to()), most - own) else {
                continue;
            };
            let loss = loss + own;
            // Who waits longest, among equals.
            if best.is_none_or(|b| loss * NEARLY < b.loss || wait > b.wait) {
                best = Some(Offer { loss, wait, reg, units, fixed });
            }
        }
        best
    }

    /// What the references of a piece between two points cost if it is in memory.
    fn references(&self, piece: Piece, from: Pos, to: Pos) -> f32 {
        let sum = self.outlook.references(&self.pieces, piece, from, to);
        if self.pieces.p.remat(self.pieces.list[piece].tn).is_some() { sum * REBUILT } else { sum }
    }

    /// What the holders of a register lose if it is taken from them between two points, and how long all can wait for it; none if one
    /// must not be moved, or for more than `most`.
    fn holders_loss(&self, piece: Piece, units: RegSet, start: Pos, until: Pos, most: f32) -> Option<(f32, Pos)> {
        let mut seen: SmallVec<[Piece; 8]> = SmallVec::new();
        let (mut loss, mut wait) = (0.0, NEVER);
        for u in units.iter() {
            self.m.holders(u, &self.pieces.list[piece].segs, |q, _| {
                if !seen.contains(&q) {
                    seen.push(q);
                    loss += self.loss(q, start, until);
                    wait = wait.min(self.pieces.next_reference(q, start, true).map_or(NEVER, |u| u.0.enter));
                }
                loss < most
            });
        }
        (loss < most).then_some((loss, wait))
    }

    fn loss(&self, q: Piece, start: Pos, until: Pos) -> f32 {
        let e = &self.pieces.list[q];
        // An early result is still to be kept at the other results of its op.
        let first = e.segs.partition_point(|s| s.to <= start.gap());
        let just_begun = e.segs.get(first).is_some_and(|s| s.from.index() == start.index());
        let used = || self.pieces.next_use(q, start).is_some_and(|u| u.enter <= start);
        if !e.is_divisible() || just_begun || used() {
            return f32::INFINITY;
        }
        self.absence(q, start, until).loss
    }

    /// The cheapest way for a piece to be without a register from a point on, up to another one at least: until its next use after
    /// that, all through a loop around the point, or everywhere.
    fn absence(&self, q: Piece, start: Pos, until: Pos) -> Absence {
        let p = self.pieces.p;
        let e = &self.pieces.list[q];
        let rate = if p.remat(e.tn).is_some() { REBUILT } else { 1.0 };
        let store = match p.remat(e.tn) {
            // Once it has been in memory, it is stored where it is defined.
            None if !self.stored[e.tn] => self.outlook.stores(e.tn).min(p.f.bbs[p.points.bb(start)].freq),
            _ => 0.0,
        };
        let resume = self.resumes(q, start, start);
        let mut back = 0.0;
        if let Some((u, _)) = self.pieces.next_reference(q, start.max(until), true) {
            back = self.outlook.resume(p, start, start, u.enter).1;
        } else if let Some(w) = self.outlook.next_round(&self.pieces, q, until) {
            back = w.weight;
        }
        let loss = store + rate * back + self.references(q, start, until);
        let mut best = Absence { loss, leave: self.leaves(q, start, resume), resume };
        for around in self.outlook.loops_around(p, start).filter(|l| l.to >= until) {
            let loss = store + rate * around.left + self.references(q, around.from, around.to);
            if loss < best.loss {
                best = Absence { loss, leave: around.from.max(e.from()), resume: around.to };
            }
        }
        let loss = self.references(q, e.from(), e.to());
        if loss < best.loss {
            best = Absence { loss, leave: e.from(), resume: NEVER };
        }
        best
    }

    /// Takes a register from its holders, who wait for it from their next use on.
    fn take(&mut self, piece: Piece, reg: PReg, units: RegSet, fixed: Pos) {
        let start = self.pieces.list[piece].from();
        let mut holders: Vec<Piece> = Vec::new();
        for u in units.iter() {
            self.m.holders(u, &self.pieces.list[piece].segs, |q, _| {
                if !holders.contains(&q) {
                    holders.push(q);
                }
                true
            });
        }
        let until = self.pieces.list[piece].to().min(fixed);
        for q in holders {
            self.stored[self.pieces.list[q].tn] = true;
            let Some(theirs) = self.pieces.list[q].reg() else { continue };
            let segs = self.pieces.list[q].segs.clone();
            let absence = self.absence(q, start, until);
            self.m.unassign(&mut self.pieces, q);
            let (head, tail) = (before(&segs, absence.leave), after(&segs, absence.resume));
            let keeps = !head.is_empty();
            let parts: Vec<Segs> = [head, tail].into_iter().filter(|s| !s.is_empty()).collect();
            let new = if parts.is_empty() { self.pieces.spill(q) } else { self.pieces.split(q, parts) };
            if keeps {
                self.assign(Piece::from_u32(new.start), theirs);
            }
            self.push_all(new);
        }
        if fixed < self.pieces.list[piece].to() {
            self.hold_until(piece, reg, gap_or_read(fixed));
        } else {
            self.assign(piece, reg);
        }
    }

    /// Where a holder that loses its register at a point, up to another one, goes to memory: between its last use and there.
    fn leaves(&self, q: Piece, start: Pos, resume: Pos) -> Pos {
        let to = gap_or_read(start);
        let used = gap_after(self.pieces.last_leave(q, start));
        let resume = resume.min(self.pieces.list[q].to());
        let leave = self.outlook.leave(self.pieces.p, used, to, resume);
        if used > to { to } else { leave }
    }

    /// Where a piece that is in memory from a point on asks for a register again: before its next use, [`NEVER`] if there is none.
    /// Nobody asks while who took the register still has it (`until`), if there is time.
    fn resumes(&self, q: Piece, start: Pos, until: Pos) -> Pos {
        let p = self.pieces.p;
        let mut at = start;
        while let Some((u, id)) = self.pieces.next_reference(q, at, true) {
            let gap = self.outlook.resume(p, start, until, u.enter).0;
            // What an isolated use wants is read from memory, unless it pays to be back before.
            if !p.refs[id as usize].isolated() || gap < u.enter {
                return gap;
            }
            at = gap_after(u.leave).max(at.next_gap());
        }
        NEVER
    }

    /// A piece stays in memory up to its next use; if that is now, its op brings it to a tiny piece.
    fn give_way(&mut self, piece: Piece, mine: Pos) -> Result<(), AllocError> {
        let d = &self.pieces.list[piece];
        let start = d.from();
        match d.kind {
            Kind::Main if super::may_spill(&self.pieces, piece) => {
                self.stored[d.tn] = true;
                // Its next use may be in a loop that it does better to be absent from.
                let absence = self.absence(piece, start, start).resume;
                let next = if mine > start {
                    mine
                } else {
                    let now = self.pieces.next_use(piece, start).map_or(NEVER, |u| gap_after(u.leave));
                    if now == NEVER { NEVER } else { self.resumes(piece, now, now) }
                };
                let resume = next.max(absence);
                let segs = d.segs.clone();
                let tail = after(&segs, resume);
                let new = if tail.is_empty() { self.pieces.spill(piece) } else { self.pieces.split(piece, vec![tail]) };
                self.push_all(new);
                Ok(())
            }
            Kind::Tiny(op) => {
                for q in self.m.rescue(&mut self.pieces, op)? {
                    // They had a register that the op needs; what is left of them is not worth another search.
                    let new = self.pieces.spill(q);
                    self.push_all(new);
                }
                Ok(())
            }
            _ => Err(self.pieces.failure(piece)),
        }
    }
}

/// Segments before a point.
fn before(segs: &Segs, p: Pos) -> Segs {
    let mut out = Segs::new();
    for s in segs.iter().take_while(|s| s.from < p) {
        push_seg(&mut out, Seg { from: s.from, to: s.to.min(p) });
    }
    out
}

/// Segments from a point on.
fn after(segs: &Segs, p: Pos) -> Segs {
    let mut out = Segs::new();
    for s in &segs[segs.partition_point(|s| s.to <= p)..] {
        push_seg(&mut out, Seg { from: s.from.max(p), to: s.to });
    }
    out
}
