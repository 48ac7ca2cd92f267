//! Where a value must be in its register: for allocators that split.

use super::intervals::Problem;
use super::pieces::{Piece, Pieces};
use super::points::{Pos, Seg};
use cgir::func::Bb;
use targ_info::InstFlags;

/// A point where a piece must be in its register.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The gap at which it must have come there at the latest.
    pub enter: Pos,
    /// Where it may leave at the earliest: a gap, or, if the op destroys registers, the point where it has been read.
    pub leave: Pos,
}

/// What a reference asks of a segment that it is in.
pub fn use_of(p: &Problem<'_>, id: u32, seg: Seg) -> Use {
    let r = &p.refs[id as usize];
    let after = p.points.after(r.op);
    let (enter, leave) = match (r.def, r.isolated()) {
        (false, false) => {
            let late = p.points.late(r.op);
            // Nor can a value change its place behind a branch.
            let last = p.points.early(r.op) >= last_gap(p, p.points.bb(late));
            let destroys = last || !p.clobbered(&[Seg { from: late, to: after }]).is_empty();
            (p.points.early(r.op), if destroys { late } else { after })
        }
        (false, true) => (r.pos.gap(), p.points.early(r.op)),
        (true, false) => (r.pos, after),
        (true, true) => (r.pos, r.pos.next_gap()),
    };
    Use { enter: enter.max(seg.from), leave: leave.min(seg.to) }
}

/// The last gap of a block at which a value can still change its place.
pub fn last_gap(p: &Problem<'_>, b: Bb) -> Pos {
    let f = p.f;
    let isa = p.cx.target.isa;
    match f.last(b) {
        Some(op) if f.terminator(isa, b).is_some() || f.bbs[b].unwind.is_some() => p.points.early(op),
        Some(op) if isa.inst(f.ops[op].opcode).is(InstFlags::CALL) && f.bbs[b].succs.is_empty() => p.points.early(op),
        _ => p.points.end(b),
    }
}

impl Pieces<'_, '_> {
    /// The first plain reference of a main piece at or after a point.
    pub fn next_use(&self, piece: Piece, from: Pos) -> Option<Use> {
        self.next_reference(piece, from, false).map(|x| x.0)
    }

    /// The first reference at or after a point, and its number; those that are isolated only if asked for.
    pub fn next_reference(&self, piece: Piece, from: Pos, isolated: bool) -> Option<(Use, u32)> {
        let p = self.p;
        let refs = &self.list[piece].refs;
        let first = refs.partition_point(|&id| p.points.early(p.refs[id as usize].op) < from.gap());
        let rest = refs[first..].iter().copied().filter(|&id| isolated || !p.refs[id as usize].isolated());
        // Results of an op come before its operands in the list, but after them in time.
        let mut best: Option<(Pos, u32)> = None;
        for id in rest {
            let r = &p.refs[id as usize];
            if best.is_some_and(|b| p.points.early(r.op) > b.0) {
                break;
            }
            if r.pos >= from && best.is_none_or(|b| r.pos < b.0) {
                best = Some((r.pos, id));
            }
        }
        let (pos, id) = best?;
        let segs = &self.list[piece].segs;
        let seg = segs.get(segs.partition_point(|s| s.to <= pos))?;
        Some((use_of(p, id, *seg), id))
    }

    /// Where a main piece may leave its register after its last reference before a point; its first point if there is none.
    pub fn last_leave(&self, piece: Piece, before: Pos) -> Pos {
        let p = self.p;
        let d = &self.list[piece];
        let end = d.refs.partition_point(|&id| p.points.early(p.refs[id as usize].op) < before);
        let Some(&last) = d.refs[..end].last() else { return d.from() };
        let op = p.refs[last as usize].op;
        // Results and operands of one op.
        let own = d.refs[..end].iter().rev().take_while(|&&id| p.refs[id as usize].op == op);
        let leave = |&id: &u32| {
            let pos = p.refs[id as usize].pos;
            let seg = d.segs.get(d.segs.partition_point(|s| s.to <= pos))?;
            Some(use_of(p, id, *seg).leave)
        };
        own.filter_map(leave).max().unwrap_or(d.from())
    }
}

/// The last point at which a piece can leave a register that is taken from `p` on: a gap, or where an op has read.
pub fn gap_or_read(p: Pos) -> Pos {
    if p == p.gap() || p.0 & 3 == 1 { p } else { Pos(p.gap().0 + 1) }
}

/// The first gap at or after a point.
pub fn gap_after(p: Pos) -> Pos {
    if p == p.gap() { p } else { p.next_gap() }
}
