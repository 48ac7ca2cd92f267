//! `chordal`: spill first, then colour values in SSA form, whose interference graphs are chordal.
//!
//! Hack, Grund and Goos ("Register Allocation for Programs in SSA-Form", CC 2006) observe that a value of SSA form is live
//! in a subtree of the dominator tree, so that as many registers suffice as values are live at once anywhere; once spilling
//! has seen to that, colouring in the order of dominance finds a register for each. The steps:
//! * [`spill`]: which values are in registers where, by furthest next use over the whole flow graph (Braun and Hack,
//!   "Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009);
//! * [`values`]: TNs fall apart into their values, one piece each;
//! * colouring in the order of dominance, with what saves copies first;
//! * recolouring ("Copy Coalescing by Graph Recoloring", PLDI 2008): the two ends of a copy change to one register if that
//!   moves at most one other piece ([`recolour`]);
//! * leaving SSA form: where the values of one TN differ in register over an edge, the answer has a parallel copy there.
//!
//! Fixed operands and clobbers make graphs that are not chordal. Where they leave a piece without a register it is placed
//! as `basic` would, by cost.

mod recolour;
mod spill;
mod values;

use super::graph::Saves;
use super::matrix::{Clash, Matrix};
use super::pieces::{Kind, Piece, Pieces, State};
use super::{Problem, basic, build};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::analysis::{Cfg, DomTree};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
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
        let values = values::split(&mut pieces, &cfg, &resident);
        let mut m = Matrix::new(&p);
        let coloured = colour(&mut pieces, &mut m, &cfg, &dom);
        let moved = recolour::run(&mut pieces, &mut m);
        basic::place_rest(&mut pieces)?;
        let mut a = build::answer(&pieces)?;
        a.work.push(("chordal.values", values));
        a.work.push(("chordal.coloured", coloured));
        a.work.push(("chordal.recoloured", moved));
        Ok(a)
    }
}

/// Gives pieces their registers in the order in which they begin, dominators first; how many found one.
fn colour(pieces: &mut Pieces<'_, '_>, m: &mut Matrix, cfg: &Cfg, dom: &DomTree) -> u64 {
    let p = pieces.p;
    let mut order: SecondaryMap<Bb, u32> = SecondaryMap::with_default(u32::MAX);
    dom.preorder(cfg).enumerate().for_each(|(i, b)| order[b] = i as u32);
    let mut list: Vec<(u32, u32, Piece)> = Vec::new();
    for (q, d) in pieces.list.iter().filter(|(_, d)| d.state == State::Waiting) {
        // The first block of a value is the one that dominates the others.
        let starts = p.points.by_block(&d.segs).map(|(b, s)| (order[b], s.from.0));
        let (block, from) = starts.min().unwrap_or_default();
        list.push((block, from, q));
    }
    list.sort_unstable();
    let mut saves = Saves::new(p);
    let mut clashes = Vec::new();
    let mut coloured = 0;
    for (_, _, q) in list {
        let hints = pieces.hints(q);
        let d = &pieces.list[q];
        let mut best: Option<(f32, PReg, RegSet)> = None;
        for &(reg, units) in &p.bank(d.bank).regs {
            let gain = hints.iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1) - saves.price(units);
            if best.is_none_or(|(g, ..)| gain > g) && m.clash(p, d, units, 1, &mut clashes) == Clash::Free {
                best = Some((gain, reg, units));
            }
        }
        // Memory may be cheaper than a save and a restore; that is for whoever places the rest to decide.
        let Some((_, reg, units)) = best.filter(|b| d.kind != Kind::Main || b.0 + d.cost > 0.0) else { continue };
        saves.pay(units);
        m.assign(pieces, q, reg);
        coloured += 1;
    }
    coloured
}
