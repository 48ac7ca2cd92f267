//! From pieces with places to an answer.
//!
//! Operands take the registers of their pieces. For each TN, [`spans`] lists where in each block it has which place, and
//! [`flow`] decides from that which registers hold a value that somebody reads, and where the value is stored; then the
//! edits follow:
//! * in a gap where the place changes, and on edges whose ends differ: copies and reloads;
//! * at tiny pieces: a copy or reload before the op, a copy or store after it;
//! * stores, where they cost least: each path from a definition to a place in memory has one.
//!
//! A register that nobody reads before the value is in memory again gets no reload; a definition of a value that is rebuilt
//! at all its uses is deleted.
//!
//! All that changes in one gap changes at once, what the op before it has left in tiny pieces included. So edits of a gap
//! stand at one point, in four groups: stores that read what was there, all moves at once, copies from where the moves have
//! put a value to tiny pieces (those are free of everything else by then), stores from there.

mod flow;
mod moves;
mod spans;

use super::intervals::{Nature, Problem};
use super::pieces::{Kind, Pieces, State};
use super::points::{Pos, Seg, covers};
use cgir::alloc::{AllocError, Answer, Edit, EditKind, Place, Point, Slot, SlotData};
use cgir::func::{Op, Tn};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use targ_info::PReg;

/// Stores of what was there before.
const STORES: u32 = 0;
/// Copies and reloads.
const MOVES: u32 = 1;
/// Copies from places that [`MOVES`] has filled.
const COPIES: u32 = 2;
/// Stores from places that [`MOVES`] has filled.
const LATE_STORES: u32 = 3;
/// What belongs to an edge comes after what belongs to the end of its source.
const EDGE: u32 = 4;

/// Makes the answer. All pieces have their places.
pub fn answer(pieces: &Pieces<'_, '_>) -> Result<Answer, AllocError> {
    let p = pieces.p;
    let mut b = Builder {
        pieces,
        p,
        a: Answer { places: vec![Place::None; p.f.opnds.len()], ..Answer::default() },
        slots: SecondaryMap::new(),
        mains: SecondaryMap::new(),
        unbuilt: Vec::new(),
    };
    b.places()?;
    for (_, d) in pieces.list.iter().filter(|(_, d)| d.kind == Kind::Main) {
        match d.state {
            State::Reg(reg) => b.mains[d.tn].extend(d.segs.iter().map(|&s| (s, reg))),
            State::Waiting => return Err(AllocError::Internal(format!("a piece of {:?} was left waiting", d.tn))),
            State::Memory | State::Gone => {}
        }
    }
    let mut work = spans::Work::default();
    for &tn in &p.tns {
        if matches!(p.nature[tn], Nature::Normal | Nature::Memory) {
            b.mains[tn].sort_unstable_by_key(|x| x.0);
            match b.one_register(tn) {
                Some(reg) => b.stays(tn, reg),
                None => b.moves(tn, &mut work),
            }
        }
    }
    let unbuilt = std::mem::take(&mut b.unbuilt);
    match unbuilt.iter().find(|op| !b.a.deleted.contains(op)) {
        Some(op) => Err(AllocError::Internal(format!("{op:?} has a result without a place"))),
        None => Ok(b.a),
    }
}

struct Builder<'b, 'p, 'a> {
    pieces: &'b Pieces<'p, 'a>,
    p: &'p Problem<'a>,
    a: Answer,
    slots: SecondaryMap<Tn, PackedOption<Slot>>,
    /// By TN: segments in registers, sorted.
    mains: SecondaryMap<Tn, SmallVec<[(Seg, PReg); 2]>>,
    /// Ops with a result that has no place: they must have been deleted.
    unbuilt: Vec<Op>,
}

impl Builder<'_, '_, '_> {
    /// Gives operands their registers.
    fn places(&mut self) -> Result<(), AllocError> {
        for (id, r) in self.p.refs.iter().enumerate() {
            match self.pieces.reg_of(id as u32) {
                Some(reg) => self.a.places[r.entry as usize] = Place::Reg(reg),
                None if r.def && self.p.remat(r.tn).is_some() => self.unbuilt.push(r.op),
                None => {
                    return Err(AllocError::Internal(format!("{:?} has no register at {:?}", r.tn, r.op)));
                }
            }
        }
        Ok(())
    }

    /// The register that a TN is in wherever it is live.
    fn one_register(&self, tn: Tn) -> Option<PReg> {
        let mains = &self.mains[tn];
        let &(_, reg) = mains.first()?;
        let whole: u32 = self.p.segs[tn].iter().map(Seg::len).sum();
        let have: u32 = mains.iter().map(|m| m.0.len()).sum();
        (whole == have && mains.iter().all(|m| m.1 == reg)).then_some(reg)
    }

    /// A TN that is in one register: only tiny pieces need copies.
    fn stays(&mut self, tn: Tn, reg: PReg) {
        let points = &self.p.points;
        // Where the value is in the gap behind an isolated definition, for the last two: an op's definitions come before its
        // uses, which may read what the op before it defined.
        let mut fresh: [Option<(Pos, PReg)>; 2] = [None; 2];
        for id in self.p.ref_ids(tn) {
            let r = self.p.refs[id as usize];
            let Some(there) = self.pieces.reg_of(id).filter(|_| self.stands_apart(id)) else { continue };
            if r.def {
                let gap = points.after(r.op);
                fresh = [Some((gap, there)), fresh[0]];
                if covers(&self.p.segs[tn], gap) {
                    self.in_gap(gap, tn, MOVES, EditKind::Copy { tn, from: there, to: reg });
                }
            } else {
                let gap = points.early(r.op);
                if there == reg && covers(&self.p.segs[tn], gap) {
                    continue;
                }
                let from = fresh.iter().flatten().find(|x| x.0 == gap).map_or(reg, |x| x.1);
                self.bring(Point::Before(r.op), MOVES, EditKind::Copy { tn, from, to: there });
            }
        }
    }

    fn edit(&mut self, at: Point, group: u32, kind: EditKind) {
        if !matches!(kind, EditKind::Copy { from, to, .. } if from == to) {
            self.a.edits.push(Edit { at, group, kind });
        }
    }

    /// Adds an edit that brings an operand, which the op may name twice.
    fn bring(&mut self, at: Point, group: u32, kind: EditKind) {
        if self.a.edits.iter().rev().take_while(|e| e.at == at).all(|e| e.kind != kind) {
            self.edit(at, group, kind);
        }
    }

    /// Adds an edit in a gap inside a block.
    fn in_gap(&mut self, gap: Pos, tn: Tn, group: u32, kind: EditKind) {
        match self.p.points.op(gap) {
            Some(op) => self.edit(Point::Before(op), group, kind),
            None => self.at_end(gap, tn, group, kind),
        }
    }

    /// Adds an edit behind the last op of a block: on each edge where the TN is live, if there are several or if
    /// the op is a branch.
    fn at_end(&mut self, gap: Pos, tn: Tn, group: u32, kind: EditKind) {
        let f = self.p.f;
        let b = self.p.points.bb(gap);
        if f.bbs[b].succs.len() == 1 && f.terminator(self.p.cx.target.isa, b).is_none() {
            return self.edit(Point::BlockEnd(b), group, kind);
        }
        for (n, s) in f.bbs[b].succs.iter().enumerate() {
            if f.bbs[b].unwind != Some(s.bb) && self.p.live.live_in(s.bb).contains(tn) {
                self.edit(Point::Edge(b, n as u32), group, kind);
            }
        }
    }

    /// How the value comes from memory.
    fn comeback(&mut self, tn: Tn, to: PReg) -> EditKind {
        match self.p.remat(tn) {
            Some(def) => EditKind::Remat { tn, def, to },
            None => EditKind::Reload { tn, slot: self.slot(tn), to },
        }
    }

    /// The one slot of a TN.
    fn slot(&mut self, tn: Tn) -> Slot {
        if let Some(s) = self.slots[tn].expand() {
            return s;
        }
        let (size, align) = self.p.cx.hooks.slot_shape(self.p.f, tn);
        let s = self.a.slots.push(SlotData { size, align });
        self.slots[tn] = s.into();
        s
    }
}
