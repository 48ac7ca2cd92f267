//! `basic`: LLVM's RegAllocBasic.
//!
//! Pieces are taken from a queue, the heaviest first. A piece takes the first register that is free for it (those that it
//! has hints for before all others). If there is none, it spills whatever is lighter than itself in some register, or
//! else itself; what is spilled gets a tiny piece around each of its ops, which goes back to the queue. No piece is
//! ever split. Written after J. Olesen, "Register Allocation in LLVM 3.0", 2011, and the description in LLVM's manual.

use super::build;
use super::intervals::Problem;
use super::matrix::{Clash, Matrix};
use super::pieces::{Kind, Piece, Pieces, State};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;
use std::collections::BinaryHeap;
use std::ops::Range;
use targ_info::{PReg, RegSet};

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Basic;

impl Allocate for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let mut pieces = Pieces::new(&p);
        place_rest(&mut pieces)?;
        build::answer(&pieces)
    }
}

/// Places all pieces that are waiting; what others have is theirs while it costs more.
pub(super) fn place_rest(pieces: &mut Pieces<'_, '_>) -> Result<(), AllocError> {
    let mut a = Run { m: Matrix::new(pieces.p), queue: BinaryHeap::new(), clashes: Vec::new(), pieces };
    for (piece, d) in a.pieces.list.iter() {
        if let State::Reg(reg) = d.state {
            a.m.hold(piece, &d.segs, a.pieces.p.cx.target.isa.reg(reg).units);
        }
    }
    a.push_all(0..a.pieces.list.len() as u32);
    while let Some((_, std::cmp::Reverse(piece))) = a.queue.pop() {
        if a.pieces.list[piece].state == State::Waiting {
            a.place(piece)?;
        }
    }
    Ok(())
}

/// A weight that can be compared.
#[derive(PartialEq, Clone, Copy)]
struct Weight(f32);

impl Eq for Weight {}
impl PartialOrd for Weight {
    fn partial_cmp(&self, other: &Weight) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Weight {
    fn cmp(&self, other: &Weight) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

struct Run<'r, 'p, 'a> {
    pieces: &'r mut Pieces<'p, 'a>,
    m: Matrix,
    queue: BinaryHeap<(Weight, std::cmp::Reverse<Piece>)>,
    clashes: Vec<Piece>,
}

impl Run<'_, '_, '_> {
    fn push_all(&mut self, list: Range<u32>) {
        for n in list {
            self.push(Piece::from_u32(n));
        }
    }

    fn push(&mut self, piece: Piece) {
        let d = &self.pieces.list[piece];
        if d.state == State::Waiting {
            self.queue.push((Weight(d.density()), std::cmp::Reverse(piece)));
        }
    }

    fn spill(&mut self, piece: Piece) {
        self.m.unassign(self.pieces, piece);
        let new = self.pieces.spill(piece);
        self.push_all(new);
    }

    fn place(&mut self, piece: Piece) -> Result<(), AllocError> {
        let p = self.pieces.p;
        let hints = self.pieces.hints(piece);
        let d = &self.pieces.list[piece];
        let bank = p.bank(d.bank);
        let hinted = hints.iter().filter_map(|h| bank.regs.iter().find(|r| r.0 == h.0));
        let weight = |q: Piece| self.pieces.list[q].density();
        let lighter = |q: Piece| weight(q) < d.density();
        let mut lightest: Option<(f32, PReg, RegSet)> = None;
        for &(reg, units) in hinted.chain(&bank.regs) {
            match self.m.evictable(p, d, units, lighter, &mut self.clashes) {
                Clash::Fixed => {}
                Clash::Free => {
                    self.m.assign(self.pieces, piece, reg);
                    return Ok(());
                }
                Clash::Pieces => {
                    let most = self.clashes.iter().map(|&q| weight(q)).fold(0.0, f32::max);
                    if lightest.is_none_or(|l| most < l.0) {
                        lightest = Some((most, reg, units));
                    }
                }
            }
        }
        if let Some((_, reg, units)) = lightest {
            self.m.evictable(p, d, units, lighter, &mut self.clashes);
            for q in std::mem::take(&mut self.clashes) {
                self.spill(q);
            }
            self.m.assign(self.pieces, piece, reg);
            return Ok(());
        }
        self.give_up(piece)
    }

    /// A piece that finds no register goes to memory; the op of a tiny one is allocated alone.
    fn give_up(&mut self, piece: Piece) -> Result<(), AllocError> {
        match self.pieces.list[piece].kind {
            Kind::Main if super::may_spill(self.pieces, piece) => self.spill(piece),
            Kind::Tiny(op) => {
                let evicted = self.m.rescue(self.pieces, op)?;
                evicted.into_iter().for_each(|q| self.push(q));
            }
            _ => return Err(self.pieces.failure(piece)),
        }
        Ok(())
    }
}
