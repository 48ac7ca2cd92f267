//! From a solution to an answer: registers for what the program keeps in them.
//!
//! First whole pieces are coloured, in the order of dominance, with what saves copies first; where they all find registers
//! there are few copies. Else [`assign`](super::assign) finds registers op by op.

use super::super::chordal::{Choice, best, in_order, recolour, spill::Resident, values};
use super::super::intervals::{Nature, Segs};
use super::super::matrix::Matrix;
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
    in_order(&mut pieces, &mut matrix, &cfg, &dom, |pieces, m, q| choose(pieces, m, q, s));
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

/// Gives pieces registers that are saved where they are live.
fn choose(pieces: &Pieces<'_, '_>, m: &Matrix, q: Piece, s: &Solution) -> Choice {
    let blocks = pieces.p.points.by_block(&pieces.list[q].segs).map(|x| x.0);
    let unsaved = blocks.flat_map(|b| s.unsaved.iter().map(move |u| u[b])).fold(RegSet::EMPTY, |s, u| s | u);
    let best = best(pieces, m, q, |units| (!units.intersects(unsaved)).then_some(0.0));
    best.map_or(Choice::NoneFree, |b| Choice::Register(b.1))
}
