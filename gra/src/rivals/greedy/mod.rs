//! `greedy`: LLVM's RAGreedy.
//!
//! Pieces wait in a queue: values of several blocks by size, the largest first, then those of one block in code order.
//! A piece takes a free register, one that it has a hint for before all others. If there is none it *evicts* lighter
//! pieces, which go back to the queue; cascade numbers keep two pieces from evicting each other for ever. If that fails it
//! waits until everything else had its turn, and then is *split*: around the blocks where a register pays ([`region`]), in
//! each block ([`region`] too), inside a block ([`local`]). What is left of a split is spilled if it finds no register.
//! At the end, pieces that missed a hint try again ([`recolour`]). Whether a callee-saved register is worth its save, is decided in
//! [`callee`].
//!
//! Sources: J. Olesen, "Greedy register allocation in LLVM 3.0", 2011, and the behaviour of LLVM's later versions:
//! eviction by broken hints and weight, split placement by a Hopfield network over edge bundles, last-chance recolouring,
//! hint recolouring, the cost of a callee-saved register's first use. LLVM's spiller hoists stores and merges those of
//! sibling pieces; here the builder places them by a minimum cut.
//!
//! Differences: constrained operands have tiny pieces from the start, so nothing is split around single instructions but by
//! spilling; edges can be edited, but bundles see to it that this is rarely done.

mod analysis;
mod bundles;
mod callee;
mod evict;
mod local;
mod place;
mod recolour;
mod region;
#[cfg(test)]
mod tests;

use super::build;
use super::intervals::{Problem, Segs};
use super::matrix::{Clash, Matrix};
use super::pieces::{Kind, Piece, Pieces, State};
use analysis::Analysis;
use bundles::Bundles;
use callee::{Callee, FirstUse};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use place::Placement;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use targ_info::{PReg, RegSet};

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// How far a piece has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Stage {
    /// Not tried yet.
    #[default]
    New,
    /// Waits to be split.
    Split,
    /// Is split only if that makes progress.
    Split2,
    /// Is not split any more.
    Spill,
    /// Around one op.
    Done,
}

impl Allocate for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let pieces = Pieces::new(&p);
        let bundles = Bundles::new(f);
        let mut g = Run {
            m: Matrix::new(&p),
            net: Placement::new(&bundles),
            bundles,
            queue: BinaryHeap::new(),
            stage: SecondaryMap::new(),
            cascade: SecondaryMap::new(),
            next_cascade: 1,
            hint_met: SecondaryMap::new(),
            broken: Vec::new(),
            callee: Callee::new(f, cx),
            through: SecondaryMap::new(),
            seen: SecondaryMap::new(),
            generation: 0,
            through_mark: 0,
            clashes: Vec::new(),
            pieces,
        };
        g.push_all(0..g.pieces.list.len() as u32);
        g.drain()?;
        g.close_offers();
        g.drain()?;
        g.recolour();
        build::answer(&g.pieces)
    }
}

struct Run<'p, 'a> {
    pieces: Pieces<'p, 'a>,
    m: Matrix,
    bundles: Bundles,
    net: Placement,
    queue: BinaryHeap<(u64, Reverse<Piece>)>,
    stage: SecondaryMap<Piece, Stage>,
    /// Who evicted it, in which generation: it evicts nobody of its own or a later one.
    cascade: SecondaryMap<Piece, u32>,
    next_cascade: u32,
    /// Is the piece in the register that it likes best?
    hint_met: SecondaryMap<Piece, bool>,
    /// Pieces that missed their hint.
    broken: Vec<Piece>,
    callee: Callee,
    /// By block: the generation in which the piece at hand only passes it.
    through: SecondaryMap<Bb, u32>,
    /// By block: the generation in which a region has grown to it.
    seen: SecondaryMap<Bb, u32>,
    generation: u32,
    through_mark: u32,
    clashes: Vec<Piece>,
}

impl Run<'_, '_> {
    /// Finds a place for all that is in the queue.
    fn drain(&mut self) -> Result<(), AllocError> {
        while let Some((_, Reverse(piece))) = self.queue.pop() {
            if self.pieces.list[piece].state == State::Waiting {
                self.select(piece)?;
            }
        }
        Ok(())
    }

    fn push_all(&mut self, list: Range<u32>) {
        for n in list {
            let piece = Piece::from_u32(n);
            if self.pieces.list[piece].is_tiny() {
                self.stage[piece] = Stage::Done;
            }
            self.push(piece);
        }
    }

    fn push(&mut self, piece: Piece) {
        let d = &self.pieces.list[piece];
        if d.state != State::Waiting {
            return;
        }
        // Unsplit pieces first; of those, what spans blocks before what does not.
        let first = u64::from(self.stage[piece] != Stage::Split) << 40;
        let points = &self.pieces.p.points;
        let local = points.bb(d.from()) == points.bb(d.to().before());
        let size = u64::from(d.size());
        let long = size > 2 * self.pieces.p.bank(d.bank).regs.len() as u64;
        let order = if local && !long && first != 0 {
            points.len() as u64 - u64::from(d.from().index())
        } else {
            1 << 36 | size
        };
        self.queue.push((first | order, Reverse(piece)));
    }

    /// Puts split pieces in the place of one; main pieces get these stages.
    fn replace(&mut self, piece: Piece, parts: Vec<Segs>, stages: &[Stage]) {
        let new = self.pieces.split(piece, parts);
        for (n, &s) in new.clone().zip(stages) {
            let piece = Piece::from_u32(n);
            if !self.pieces.list[piece].is_tiny() {
                self.stage[piece] = s;
            }
        }
        self.push_all(new);
    }

    fn spill(&mut self, piece: Piece) {
        let new = self.pieces.spill(piece);
        self.push_all(new);
    }

    fn assign(&mut self, piece: Piece, reg: PReg, hint: Option<PReg>) {
        let units = self.pieces.p.cx.target.isa.reg(reg).units;
        self.callee.pay(units, self.pieces.p.cx);
        self.m.assign(&mut self.pieces, piece, reg);
        self.hint_met[piece] = hint == Some(reg);
        if hint.is_some() && hint != Some(reg) {
            self.broken.push(piece);
        }
    }

    /// Finds a place for a piece, or splits it.
    fn select(&mut self, piece: Piece) -> Result<(), AllocError> {
        let hints = self.pieces.hints(piece);
        let hint = hints.first().map(|h| h.0);
        match self.free_register(piece, &hints) {
            Some(reg) if self.is_unpaid(self.units(reg)) => return self.first_use(piece, reg, hint),
            Some(reg) => {
                let better = hint.filter(|&h| h != reg).filter(|&h| self.evict_for_hint(piece, h));
                self.assign(piece, better.unwrap_or(reg), hint);
                return Ok(());
            }
            None => {}
        }
        let stage = self.stage[piece];
        if stage != Stage::Split
            && let Some(reg) = self.evict(piece, hint)
        {
            self.assign(piece, reg, hint);
            return Ok(());
        }
        let spillable = self.pieces.list[piece].spillable();
        if stage == Stage::New && spillable {
            self.stage[piece] = Stage::Split;
            self.push(piece);
            return Ok(());
        }
        if stage < Stage::Spill && spillable && self.split(piece) {
            return Ok(());
        }
        self.without_register(piece)
    }

    fn units(&self, reg: PReg) -> RegSet {
        self.pieces.p.cx.target.isa.reg(reg).units
    }

    /// A free register: one of the hints, or else one that costs no save, or else any.
    fn free_register(&mut self, piece: Piece, hints: &[(PReg, f32)]) -> Option<PReg> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        let regs = &p.bank(d.bank).regs;
        let mut clashes = std::mem::take(&mut self.clashes);
        let mut free = |units: RegSet| self.m.clash(p, d, units, 1, &mut clashes) == Clash::Free;
        let hinted = hints.iter().filter_map(|h| regs.iter().find(|r| r.0 == h.0)).filter(|r| !self.is_unpaid(r.1));
        let paid = regs.iter().filter(|r| !self.is_unpaid(r.1));
        let unpaid = regs.iter().filter(|r| self.is_unpaid(r.1));
        let found = hinted.chain(paid).chain(unpaid).find(|r| free(r.1)).map(|r| r.0);
        self.clashes = clashes;
        found
    }

    /// The only free register would have to be saved first: is memory, or a region without it, cheaper?
    fn first_use(&mut self, piece: Piece, reg: PReg, hint: Option<PReg>) -> Result<(), AllocError> {
        match self.judge_first_use(piece) {
            FirstUse::Take => self.assign(piece, reg, hint),
            FirstUse::Wait => {}
            FirstUse::Memory(memory, a) => {
                if self.stage[piece] < Stage::Split && !a.is_local() {
                    self.mark_through(&a);
                    if let Some((_, region)) = self.best_region(piece, &a, memory, true)
                        && self.carve(piece, &a, &[region])
                    {
                        return Ok(());
                    }
                }
                self.spill(piece);
            }
        }
        Ok(())
    }

    /// Splits a piece; false if nothing is gained.
    fn split(&mut self, piece: Piece) -> bool {
        let a = Analysis::new(&self.pieces, piece);
        if a.is_local() {
            return self.split_local(piece, &a);
        }
        if self.stage[piece] < Stage::Split2 && self.split_regions(piece, &a) {
            return true;
        }
        self.split_blocks(piece, &a)
    }

    /// Memory; for what cannot go there, the last chances.
    fn without_register(&mut self, piece: Piece) -> Result<(), AllocError> {
        let d = &self.pieces.list[piece];
        if d.kind == Kind::Main && d.spillable() {
            self.spill(piece);
            return Ok(());
        }
        if self.last_chance(piece) {
            return Ok(());
        }
        match self.pieces.list[piece].kind {
            Kind::Main if super::may_spill(&self.pieces, piece) => self.spill(piece),
            Kind::Tiny(op) => {
                let evicted = self.m.rescue(&mut self.pieces, op)?;
                evicted.into_iter().for_each(|q| self.push(q));
            }
            _ => return Err(self.pieces.failure(piece)),
        }
        Ok(())
    }
}
