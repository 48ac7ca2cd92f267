//! The first use of a callee-saved register.
//!
//! Nobody else has such a register yet, and whoever takes it pays for a save and a restore. LLVM knows one constant for that
//! (CSRFirstTimeAllocCost) and lets each piece decide alone. But saves are shrink-wrapped ([`cgir::saves`]), so what one costs
//! depends on where the register is used; and many pieces that lose little each may lose much together. So the price is that of a
//! save at the nearest common dominator of the piece's blocks, outside of loops, and a piece that would rather be in memory
//! *offers* what that costs, and waits. Offers of pieces that can share a register add up; when they reach the price, the
//! register is bought and all who wait for one of its bank try again. What still waits when nothing else does is decided for each piece
//! alone.

use super::super::intervals::Bank;
use super::super::pieces::{Piece, PieceData};
use super::super::points::overlap;
use super::Run;
use super::analysis::Analysis;
use cgir::analysis::{Cfg, DomTree, Loops};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::PrimaryMap;
use std::cell::OnceCell;
use targ_info::RegSet;

/// A save and a restore, and that the frame must be set up where they stand.
const FIRST_USE: f32 = 3.0;
/// Shared registers that pieces may offer for at once.
const MOST_OFFERS: usize = 8;
/// Pieces that may offer for one of them.
const MOST_SHARERS: usize = 100;

/// All pieces.
type PieceList = PrimaryMap<Piece, PieceData>;

/// Pieces that could share a register, and what they lose without it.
struct Offer {
    bank: Bank,
    pieces: Vec<Piece>,
    lost: f32,
    /// The common dominator of their blocks.
    top: Option<Bb>,
}

/// Dominators and loops.
struct Shape {
    cfg: Cfg,
    dom: DomTree,
    loops: Loops,
}

impl Shape {
    fn new(f: &Func) -> Shape {
        let cfg = Cfg::compute(f);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::compute(&cfg, &dom);
        Shape { cfg, dom, loops }
    }
    fn common(&self, a: Option<Bb>, b: Option<Bb>) -> Option<Bb> {
        self.dom.common(&self.cfg, a?, b?)
    }
}

/// Callee-saved registers, and who would use one.
pub(super) struct Callee {
    /// Callee-saved units that are in use.
    paid: RegSet,
    entry: f32,
    offers: Vec<Offer>,
    closed: bool,
    shape: OnceCell<Shape>,
}

impl Callee {
    /// Only what is saved in any case is in use.
    pub fn new(f: &Func, cx: &PassCx<'_>) -> Callee {
        let forced = cx.hooks.forced_saves(f, cx, &f.frame_info);
        let units = forced.iter().fold(RegSet::EMPTY, |s, &r| s | cx.target.isa.reg(r).units);
        Callee {
            paid: units & cx.target.callee_saved,
            entry: f.entry().map_or(1.0, |b| f.bbs[b].freq),
            offers: Vec::new(),
            closed: false,
            shape: OnceCell::new(),
        }
    }
    /// Somebody uses a register.
    pub fn pay(&mut self, units: RegSet, cx: &PassCx<'_>) {
        self.paid |= units & cx.target.callee_saved;
    }
    /// Does the register cost a save that nobody has paid for?
    pub fn is_unpaid(&self, units: RegSet, cx: &PassCx<'_>) -> bool {
        !self.paid.contains(units & cx.target.callee_saved)
    }
    fn shape(&self, f: &Func) -> &Shape {
        self.shape.get_or_init(|| Shape::new(f))
    }
    /// The common dominator of a piece's blocks.
    fn top(&self, f: &Func, a: &Analysis) -> Option<Bb> {
        let s = self.shape(f);
        let mut blocks = a.parts.iter().map(|p| p.bb).chain(a.through.iter().copied());
        let first = blocks.next();
        blocks.fold(first, |top, b| s.common(top, Some(b)))
    }
    /// What a register costs that is used below a block.
    fn price(&self, f: &Func, top: Option<Bb>) -> f32 {
        let s = self.shape(f);
        let mut at = top;
        while let Some(b) = at.filter(|&b| s.loops.depth(&s.cfg, b) > 0) {
            at = s.dom.idom(&s.cfg, b);
        }
        FIRST_USE * at.map_or(self.entry, |b| f.bbs[b].freq.min(self.entry))
    }
    /// A piece offers what it loses; `top` is the common dominator of its blocks.
    fn offer(&mut self, f: &Func, list: &PieceList, piece: Piece, lost: f32, top: Option<Bb>) -> Offering {
        let data = &list[piece];
        let fits = |o: &Offer| {
            let apart = |&q: &Piece| !overlap(&list[q].segs, &data.segs);
            o.bank == data.bank && o.pieces.len() < MOST_SHARERS && o.pieces.iter().all(apart)
        };
        let n = match self.offers.iter().position(fits) {
            Some(n) => n,
            None if self.closed || self.offers.len() >= MOST_OFFERS => return Offering::Refused,
            None => {
                self.offers.push(Offer { bank: data.bank, pieces: Vec::new(), lost: 0.0, top });
                self.offers.len() - 1
            }
        };
        let common = self.shape(f).common(self.offers[n].top, top);
        let o = &mut self.offers[n];
        o.pieces.push(piece);
        o.lost += lost;
        o.top = common;
        let (lost, top) = (o.lost, o.top);
        if lost < self.price(f, top) {
            return Offering::Waits;
        }
        // What others offered for may fit into this register too.
        let bank = data.bank;
        let (same, rest) = std::mem::take(&mut self.offers).into_iter().partition(|o: &Offer| o.bank == bank);
        self.offers = rest;
        Offering::Bought(same.into_iter().flat_map(|o| o.pieces).collect())
    }
}

/// What comes of an offer.
enum Offering {
    /// The price is reached: these pieces, who waited for it, try again.
    Bought(Vec<Piece>),
    /// The piece waits for others to share the register.
    Waits,
    /// There is nobody to share it with.
    Refused,
}

/// What becomes of a piece for which only a register is free that nobody has paid for.
pub(super) enum FirstUse {
    /// It takes the register.
    Take,
    /// It waits for others to share it.
    Wait,
    /// It is better off in memory, which costs so much.
    Memory(f32, Analysis),
}

impl Run<'_, '_> {
    /// Does the register cost a save that nobody has paid for?
    pub(super) fn is_unpaid(&self, units: RegSet) -> bool {
        self.callee.is_unpaid(units, self.pieces.p.cx)
    }

    /// What the first use of a register costs a piece; nothing if it is used already.
    pub(super) fn first_use_cost(&self, units: RegSet, a: &Analysis) -> f32 {
        let f = self.pieces.p.f;
        if self.is_unpaid(units) { self.callee.price(f, self.callee.top(f, a)) } else { 0.0 }
    }

    /// The only free register would have to be saved first: is memory cheaper?
    pub(super) fn judge_first_use(&mut self, piece: Piece) -> FirstUse {
        let d = &self.pieces.list[piece];
        if !d.spillable() || d.cost >= FIRST_USE * 4.0 * self.callee.entry {
            return FirstUse::Take;
        }
        let f = self.pieces.p.f;
        let a = Analysis::new(&self.pieces, piece);
        let memory = self.spill_cost(&a).min(d.cost);
        let top = self.callee.top(f, &a);
        if memory >= self.callee.price(f, top) {
            return FirstUse::Take;
        }
        match self.callee.offer(f, &self.pieces.list, piece, memory, top) {
            Offering::Bought(sharers) => {
                sharers.into_iter().filter(|&q| q != piece).for_each(|q| self.push(q));
                FirstUse::Take
            }
            Offering::Waits => FirstUse::Wait,
            Offering::Refused => FirstUse::Memory(memory, a),
        }
    }

    /// No more offers: who waits decides alone.
    pub(super) fn close_offers(&mut self) {
        self.callee.closed = true;
        let waiting: Vec<Piece> = std::mem::take(&mut self.callee.offers).into_iter().flat_map(|o| o.pieces).collect();
        waiting.into_iter().for_each(|q| self.push(q));
    }
}
