//! From a solution to an answer: registers for what the program keeps in them.
//!
//! First whole pieces are coloured, in the order of dominance, with what saves copies first; where they all find registers
//! there are few copies. Else [`assign`](super::assign) finds registers op by op.

use super::super::chordal::{recolour, spill::Resident, values};
use super::super::intervals::{Nature, Segs};
use super::super::matrix::{Clash, Matrix};
use super::super::pieces::{Kind, Piece, Pieces, State};
use super::super::points::Seg;
use super::super::{Problem, basic, build};
use super::assign::{Assigned, Plan, by_register, file};
use super::model::Model;
use cgir::alloc::{AllocError, Answer};
use cgir::analysis::{Cfg, DomTree};
use cgir::func::{Bb, Tn};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use targ_info::{PReg, RegSet};

/// What a solution says, in the terms of the function.
pub(super) struct Solution {
    /// Where TNs are in registers.
    pub resident: Resident,
    /// By file and block: units that are not saved there.
    pub unsaved: Vec<SecondaryMap<Bb, RegSet>>,
}

/// Answers that put a solution into effect: coloured, and, if not all find registers so, assigned op by op.
pub(super) fn answers(p: &Problem<'_>, m: &Model, s: &Solution) -> Vec<Result<Answer, AllocError>> {
    let cfg = Cfg::compute(p.f);
    let dom = DomTree::dominators(&cfg);
    let mut pieces = Pieces::new(p);
    values::cut(&mut pieces, &s.resident);
    let mut matrix = Matrix::new(p);
    colour(&mut pieces, &mut matrix, &cfg, &dom, s);
    recolour::run(&mut pieces, &mut matrix);
    let left = pieces.list.values().any(|d| d.state == State::Waiting);
    let mut guide: FxHashMap<Tn, Vec<(Seg, PReg)>> = FxHashMap::default();
    for (_, d) in pieces.list.iter().filter(|(_, d)| d.kind == Kind::Main) {
        if let State::Reg(reg) = d.state {
            guide.entry(d.tn).or_default().extend(d.segs.iter().map(|&s| (s, reg)));
        }
    }
    let finish = |mut pieces: Pieces<'_, '_>| {
        basic::place_rest(&mut pieces)?;
        build::answer(&pieces)
    };
    let mut answers = vec![finish(pieces)];
    let mut assigned = Assigned::default();
    let mut plans = m.files.iter().zip(&s.unsaved);
    let assign_file =
        |(f, unsaved)| file(p, &cfg, &Plan { file: f, resident: &s.resident, unsaved, guide: &guide }, &mut assigned);
    if left && plans.by_ref().map(assign_file).all(|x| x.is_some()) {
        answers.push(finish(as_pieces(p, m, &assigned)));
    }
    answers
}

/// Pieces in the registers that were assigned.
fn as_pieces<'p, 'a>(p: &'p Problem<'a>, m: &Model, assigned: &Assigned) -> Pieces<'p, 'a> {
    let mut pieces = Pieces::new(p);
    let normal = |d: &super::super::pieces::PieceData| d.kind == Kind::Main && p.nature[d.tn] == Nature::Normal;
    let in_file = |t: Tn| m.files.iter().any(|f| f.bank(p.bank_of[t].number()).is_some());
    let mains: Vec<(Piece, Tn)> =
        pieces.list.iter().filter(|(_, d)| normal(d) && in_file(d.tn)).map(|(q, d)| (q, d.tn)).collect();
    for (q, tn) in mains {
        let parts = by_register(assigned.mains.get(&tn).map_or(&[], Vec::as_slice));
        let parts = parts.into_iter().map(|(reg, segs)| (reg, values::common(&pieces.list[q].segs, &segs)));
        let parts: Vec<(PReg, Segs)> = parts.filter(|x| !x.1.is_empty()).collect();
        let regs: Vec<PReg> = parts.iter().map(|x| x.0).collect();
        let new =
            if regs.is_empty() { pieces.spill(q) } else { pieces.split(q, parts.into_iter().map(|x| x.1).collect()) };
        for (n, reg) in new.zip(regs) {
            pieces.list[Piece::from_u32(n)].state = State::Reg(reg);
        }
    }
    for (&id, &reg) in &assigned.tiny {
        if let Some(q) = pieces.owner(id).filter(|&q| pieces.list[q].is_tiny()) {
            pieces.list[q].state = State::Reg(reg);
        }
    }
    pieces
}

/// Gives pieces their registers in the order of dominance.
fn colour(pieces: &mut Pieces<'_, '_>, m: &mut Matrix, cfg: &Cfg, dom: &DomTree, s: &Solution) {
    let p = pieces.p;
    let mut order: SecondaryMap<Bb, u32> = SecondaryMap::with_default(u32::MAX);
    dom.preorder(cfg).enumerate().for_each(|(i, b)| order[b] = i as u32);
    let key = |pieces: &Pieces<'_, '_>, q: Piece| {
        let starts = p.points.by_block(&pieces.list[q].segs).map(|(b, s)| (order[b], s.from.0));
        let (block, from) = starts.min().unwrap_or_default();
        Reverse((block, from, q))
    };
    let waiting = |pieces: &Pieces<'_, '_>, q: Piece| pieces.list[q].state == State::Waiting;
    let mut queue: BinaryHeap<Reverse<(u32, u32, Piece)>> =
        pieces.list.keys().filter(|&q| waiting(pieces, q)).map(|q| key(pieces, q)).collect();
    let mut ends = values::Ends::new();
    while let Some(Reverse((.., q))) = queue.pop() {
        match best(pieces, m, q, s) {
            Some(reg) => m.assign(pieces, q, reg),
            None if pieces.list[q].is_tiny() => {}
            None => {
                let new = values::take_apart(pieces, cfg, q, &mut ends);
                for n in new.map(Piece::from_u32).filter(|&n| waiting(pieces, n)) {
                    queue.push(key(pieces, n));
                }
            }
        }
    }
}

/// The free register that saves a piece most copies.
fn best(pieces: &Pieces<'_, '_>, m: &Matrix, q: Piece, s: &Solution) -> Option<PReg> {
    let p = pieces.p;
    let hints = pieces.hints(q);
    let d = &pieces.list[q];
    let blocks = p.points.by_block(&d.segs).map(|x| x.0);
    let unsaved = blocks.flat_map(|b| s.unsaved.iter().map(move |u| u[b])).fold(RegSet::EMPTY, |s, u| s | u);
    let mut clashes = Vec::new();
    let mut best: Option<(f32, PReg)> = None;
    for &(reg, units) in p.bank(d.bank).regs.iter().filter(|r| !r.1.intersects(unsaved)) {
        let gain = hints.iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1);
        if best.is_none_or(|(g, _)| gain > g) && m.clash(p, d, units, 1, &mut clashes) == Clash::Free {
            best = Some((gain, reg));
        }
    }
    best.map(|b| b.1)
}
