//! `linearscan`: linear scan with lifetime holes and interval splitting.
//!
//! Pieces are visited in the order in which they begin. A piece takes the register that stays free longest; if that is
//! not to its end, it is split before the register is taken, at the border of the least executed block on the way. If no
//! register is free at all, the piece or a holder is split, whichever is used later (*second chance*: from its next use on
//! it asks for a register again). Values are only in memory between uses; builder and edges do the rest, so that what
//! Wimmer and Moessenboeck call resolution has no code here.
//!
//! M. Poletto and V. Sarkar, "Linear scan register allocation", TOPLAS 21(5), 1999; O. Traub, G. Holloway, M. D. Smith,
//! "Quality and speed in linear-scan register allocation", PLDI 1998; C. Wimmer and H. Moessenboeck, "Optimized interval
//! splitting in a linear scan register allocator", VEE 2005.
//!
//! [`super::fast`] runs the same scan over pieces that never leave their block.

use super::build;
use super::intervals::{Problem, Segs};
use super::matrix::Matrix;
use super::pieces::{Kind, Piece, Pieces, State, push_seg};
use super::points::{Pos, Seg};
use super::uses::{gap_after, gap_or_read};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;
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
        scan(Pieces::new(&p))
    }
}

/// Allocates all pieces.
pub(super) fn scan(pieces: Pieces<'_, '_>) -> Result<Answer, AllocError> {
    let mut s = Scan { m: Matrix::new(pieces.p), queue: BinaryHeap::new(), paid: RegSet::EMPTY, pieces };
    s.push_all(0..s.pieces.list.len() as u32);
    while let Some(Reverse((_, piece))) = s.queue.pop() {
        if s.pieces.list[piece].state == State::Waiting {
            s.visit(piece)?;
        }
    }
    build::answer(&s.pieces)
}

/// How many blocks back a better place for a split is sought.
const FARTHEST: usize = 64;
/// A gap after all others.
const NEVER: Pos = Pos(!3);

struct Scan<'p, 'a> {
    pieces: Pieces<'p, 'a>,
    m: Matrix,
    queue: BinaryHeap<Reverse<(Pos, Piece)>>,
    /// Callee-saved units in use.
    paid: RegSet,
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
        let whole = d.is_tiny() || !d.spillable();
        if let Some(free) = self.longest_free(piece) {
            if free.until >= end {
                self.assign(piece, free.reg);
                return Ok(());
            }
            let cut = gap_or_read(free.until);
            if !whole && cut > start && self.worth_holding(piece, cut) {
                let cut = self.best_gap(start, cut);
                self.hold_until(piece, free.reg, cut);
                return Ok(());
            }
        }
        self.contend(piece)
    }

    fn assign(&mut self, piece: Piece, reg: PReg) {
        let cx = self.pieces.p.cx;
        self.paid |= cx.target.isa.reg(reg).units & cx.target.abi.callee_saved;
        self.m.assign(&mut self.pieces, piece, reg);
    }

    /// The register that stays free longest; hints, then registers that need no new save, come first among equals.
    fn longest_free(&self, piece: Piece) -> Option<Free> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let regs = &p.bank(d.bank).regs;
        let saved = p.cx.target.abi.callee_saved;
        let hints = self.pieces.hints(piece);
        let hinted = hints.iter().filter_map(|h| regs.iter().find(|r| r.0 == h.0));
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

    /// Is a register worth a piece's while that it has up to a point? It is not, if no use comes before that.
    fn worth_holding(&self, piece: Piece, cut: Pos) -> bool {
        self.pieces.next_use(piece, self.pieces.list[piece].from()).is_some_and(|u| u.leave <= cut)
    }

    /// The gap to split at: that of the start of the least executed block on the way, or the last one.
    fn best_gap(&self, from: Pos, to: Pos) -> Pos {
        let p = self.pieces.p;
        let home = p.points.bb(to.before());
        let mut best = (p.f.bbs[home].freq, to);
        let mut at = p.points.start(home);
        for _ in 0..FARTHEST {
            if at <= from.next_gap() {
                break;
            }
            let before = p.points.bb(at.before());
            let freq = p.f.bbs[p.points.bb(at)].freq.max(p.f.bbs[before].freq);
            if freq < best.0 {
                best = (freq, at);
            }
            at = p.points.start(before);
        }
        best.1
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

    /// No register is free: the one whose holders are used latest is taken from them, unless this piece is used later.
    fn contend(&mut self, piece: Piece) -> Result<(), AllocError> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let start = d.from();
        let whole = d.is_tiny() || !d.spillable();
        let mut best: Option<(Pos, PReg, RegSet, Pos)> = None;
        for &(reg, units) in &p.bank(d.bank).regs {
            let fixed = self.first_fixed(piece, units);
            if fixed <= start || whole && fixed < d.to() {
                continue;
            }
            // An early result must not lose the register to another result of its op.
            if fixed < d.to() && fixed.index() == start.index() && !self.worth_holding(piece, gap_or_read(fixed)) {
                continue;
            }
            let next = self.holders_next_use(piece, units, start);
            if best.is_none_or(|b| next.min(fixed) > b.0) {
                best = Some((next.min(fixed), reg, units, fixed));
            }
        }
        let mine = if whole { start } else { self.pieces.next_use(piece, start).map_or(NEVER, |u| u.enter) };
        match best {
            Some((next, reg, units, fixed)) if next > mine || next > start && mine <= start => {
                self.take(piece, reg, units, fixed);
                Ok(())
            }
            _ => self.give_way(piece, mine),
        }
    }

    /// When the first of the holders of a register is used again; `start` if one must not be moved.
    fn holders_next_use(&self, piece: Piece, units: RegSet, start: Pos) -> Pos {
        let mut next = NEVER;
        for u in units.iter() {
            self.m.holders(u, &self.pieces.list[piece].segs, |q, _| {
                let e = &self.pieces.list[q];
                // An early result is still to be kept at the other results of its op.
                let first = e.segs.partition_point(|s| s.to <= start.gap());
                let just_begun = e.segs.get(first).is_some_and(|s| s.from.index() == start.index());
                let at = if e.is_tiny() || !e.spillable() || just_begun {
                    start
                } else {
                    self.pieces.next_use(q, start).map_or(NEVER, |u| u.enter)
                };
                next = next.min(at);
                next > start
            });
        }
        next
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
        for q in holders {
            let Some(theirs) = self.pieces.list[q].reg() else { continue };
            let next = self.pieces.next_use(q, start).map_or(NEVER, |u| u.enter);
            let segs = self.pieces.list[q].segs.clone();
            self.m.unassign(&mut self.pieces, q);
            let (head, tail) = (before(&segs, gap_or_read(start)), after(&segs, next));
            let keeps = !head.is_empty();
            let parts: Vec<Segs> = [head, tail].into_iter().filter(|s| !s.is_empty()).collect();
            let new = self.pieces.split(q, parts);
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

    /// A piece stays in memory up to its next use; if that is now, its op brings it to a tiny piece.
    fn give_way(&mut self, piece: Piece, mine: Pos) -> Result<(), AllocError> {
        let d = &self.pieces.list[piece];
        let start = d.from();
        match d.kind {
            Kind::Main if super::may_spill(&self.pieces, piece) => {
                let resume = if mine > start {
                    mine
                } else {
                    let now = self.pieces.next_use(piece, start).map_or(NEVER, |u| gap_after(u.leave));
                    self.pieces.next_use(piece, now).map_or(NEVER, |u| u.enter)
                };
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
