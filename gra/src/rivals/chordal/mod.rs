//! `chordal`: spill first, then colour values in SSA form, whose interference graphs are chordal.
//!
//! Hack, Grund and Goos ("Register Allocation for Programs in SSA-Form", CC 2006) observe that a value of SSA form is live
//! in a subtree of the dominator tree, so that as many registers suffice as values are live at once anywhere; once spilling
//! has seen to that, colouring in the order of dominance finds a register for each. The steps:
//! * [`spill`]: which values are in registers where, by furthest next use over the whole flow graph (Braun and Hack,
//!   "Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009);
//! * colouring in the order of dominance, with what saves copies first. The values of a TN are coalesced to begin with;
//!   those that find no register together fall apart into pieces of their own ([`values`]);
//! * recolouring ("Copy Coalescing by Graph Recoloring", PLDI 2008): the two ends of a copy change to one register if that
//!   moves at most one other piece ([`recolour`]);
//! * leaving SSA form: where the values of one TN differ in register over an edge, the answer has a parallel copy there.
//!
//! Fixed operands and clobbers make graphs that are not chordal. Where they leave a piece without a register it is placed
//! as `basic` would, by cost.

pub(super) mod recolour;
pub(super) mod spill;
pub(super) mod values;

use super::graph::Saves;
use super::matrix::{Clash, Matrix};
use super::pieces::{Piece, Pieces, State};
use super::{Problem, basic, build};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::analysis::{Cfg, DomTree};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use targ_info::{PReg, RegSet};

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chordal;

impl Allocate for Chordal {
    fn name(&self) -> &'static str {
        "chordal"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let cfg = Cfg::compute(f);
        let dom = DomTree::dominators(&cfg);
        let mut pieces = Pieces::new(&p);
        let resident = spill::resident(&p, &cfg, &dom)?;
        let parts = values::cut(&mut pieces, &resident);
        let mut m = Matrix::new(&p);
        let [coloured, apart] = colour(&mut pieces, &mut m, &cfg, &dom);
        let moved = recolour::run(&mut pieces, &mut m);
        basic::place_rest(&mut pieces)?;
        let mut a = build::answer(&pieces)?;
        a.work.push(("chordal.parts", parts));
        a.work.push(("chordal.taken-apart", apart));
        a.work.push(("chordal.coloured", coloured));
        a.work.push(("chordal.recoloured", moved));
        Ok(a)
    }
}

/// Gives pieces their registers in the order of dominance; how many found one, and how many had to be taken apart.
fn colour(pieces: &mut Pieces<'_, '_>, m: &mut Matrix, cfg: &Cfg, dom: &DomTree) -> [u64; 2] {
    let mut saves = Saves::new(pieces.p);
    in_order(pieces, m, cfg, dom, |pieces, m, q| match best(pieces, m, q, |units| Some(saves.price(units))) {
        // Memory may be cheaper than a save and a restore; that is for whoever places the rest to decide.
        Some((gain, ..)) if !pieces.list[q].is_tiny() && gain + pieces.list[q].cost <= 0.0 => Choice::Wait,
        Some((_, reg, units)) => {
            saves.pay(units);
            Choice::Register(reg)
        }
        None => Choice::NoneFree,
    })
}

/// What is to become of a piece.
pub(super) enum Choice {
    Register(PReg),
    /// It stays without a register for now.
    Wait,
    /// It finds none. If it is not tiny, it is taken apart into its values, which are asked for in their turn.
    NoneFree,
}

/// Asks what is to become of each waiting piece in the order in which they begin, dominators first; how many got a
/// register, and how many were taken apart.
pub(super) fn in_order<'p, 'a>(
    pieces: &mut Pieces<'p, 'a>,
    m: &mut Matrix,
    cfg: &Cfg,
    dom: &DomTree,
    mut choose: impl FnMut(&Pieces<'p, 'a>, &Matrix, Piece) -> Choice,
) -> [u64; 2] {
    let p = pieces.p;
    let mut order: SecondaryMap<Bb, u32> = SecondaryMap::with_default(u32::MAX);
    dom.preorder(cfg).enumerate().for_each(|(i, b)| order[b] = i as u32);
    // The first block of a value is the one that dominates the others.
    let key = |pieces: &Pieces<'_, '_>, q: Piece| {
        let starts = p.points.by_block(&pieces.list[q].segs).map(|(b, s)| (order[b], s.from.0));
        let (block, from) = starts.min().unwrap_or_default();
        Reverse((block, from, q))
    };
    let waiting = |pieces: &Pieces<'_, '_>, q: Piece| pieces.list[q].state == State::Waiting;
    let mut queue: BinaryHeap<Reverse<(u32, u32, Piece)>> =
        pieces.list.keys().filter(|&q| waiting(pieces, q)).map(|q| key(pieces, q)).collect();
    let mut ends = values::Ends::new();
    let [mut coloured, mut apart] = [0, 0];
    while let Some(Reverse((.., q))) = queue.pop() {
        match choose(pieces, m, q) {
            Choice::Register(reg) => {
                m.assign(pieces, q, reg);
                coloured += 1;
            }
            Choice::Wait => {}
            Choice::NoneFree if pieces.list[q].is_tiny() => {}
            Choice::NoneFree => {
                let new = values::take_apart(pieces, cfg, q, &mut ends);
                apart += u64::from(!new.is_empty());
                for n in new.map(Piece::from_u32).filter(|&n| waiting(pieces, n)) {
                    queue.push(key(pieces, n));
                }
            }
        }
    }
    [coloured, apart]
}

/// The free register that saves a piece most copies, with what it saves. What the use of a register costs, `price` says;
/// it says nothing of those that are not to be had.
pub(super) fn best(
    pieces: &Pieces<'_, '_>,
    m: &Matrix,
    q: Piece,
    price: impl Fn(RegSet) -> Option<f32>,
) -> Option<(f32, PReg, RegSet)> {
    let p = pieces.p;
    let hints = pieces.hints(q);
    let d = &pieces.list[q];
    let mut clashes = Vec::new();
    let mut best: Option<(f32, PReg, RegSet)> = None;
    for &(reg, units) in &p.bank(d.bank).regs {
        let Some(price) = price(units) else { continue };
        let gain = hints.iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1) - price;
        if best.is_none_or(|(g, ..)| gain > g) && m.clash(p, d, units, 1, &mut clashes) == Clash::Free {
            best = Some((gain, reg, units));
        }
    }
    best
}
