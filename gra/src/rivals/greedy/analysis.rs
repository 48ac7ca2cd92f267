//! What splitting has to know of a piece: where it is used, block by block, and where a register is taken meanwhile.

use super::super::intervals::Problem;
use super::super::matrix::Matrix;
use super::super::pieces::{Piece, Pieces};
use super::super::points::{Pos, Seg};
use super::super::uses::{Use, use_of};
use cgir::func::Bb;
use std::ops::Range;
use targ_info::RegSet;

/// The part of a piece in one block.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub bb: Bb,
    pub seg: Seg,
    /// Its uses, in [`Analysis::uses`].
    pub uses: Range<usize>,
    pub live_in: bool,
    pub live_out: bool,
}

/// A piece, block by block.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// Blocks with uses.
    pub parts: Vec<Part>,
    /// Blocks that it only passes.
    pub through: Vec<Bb>,
    /// Uses, in order.
    pub uses: Vec<Use>,
}

/// Where a register is not free for a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// From here on.
    pub first: Pos,
    /// No more from here on.
    pub last: Pos,
}

impl Analysis {
    /// Looks at a piece.
    pub fn new(pieces: &Pieces<'_, '_>, piece: Piece) -> Analysis {
        let p = pieces.p;
        let d = &pieces.list[piece];
        let mut refs: Vec<(Pos, u32)> = d.refs.iter().map(|&id| (p.refs[id as usize].pos, id)).collect();
        refs.sort_unstable();
        let mut a = Analysis::default();
        let mut at = 0;
        for (bb, seg) in p.points.by_block(&d.segs) {
            let whole = p.points.block(bb);
            let (live_in, live_out) = (seg.from == whole.from, seg.to == whole.to);
            let first = a.uses.len();
            while let Some(&(pos, id)) = refs.get(at).filter(|r| r.0 < seg.to) {
                at += 1;
                if pos >= seg.from {
                    a.uses.push(use_of(p, id, seg));
                }
            }
            // Where the value comes from another piece, or goes to one, it is used too.
            if !live_in && a.uses.get(first).is_none_or(|u| u.enter > seg.from) {
                a.uses.insert(first, Use { enter: seg.from, leave: seg.from.next_gap().min(seg.to) });
            }
            if !live_out && a.uses[first..].last().is_none_or(|u| u.leave < seg.to) {
                a.uses.push(Use { enter: seg.to.before().gap().max(seg.from), leave: seg.to });
            }
            if first == a.uses.len() {
                a.through.push(bb);
            } else {
                a.parts.push(Part { bb, seg, uses: first..a.uses.len(), live_in, live_out });
            }
        }
        a
    }

    /// Is it all in one block?
    pub fn is_local(&self) -> bool {
        self.through.is_empty() && self.parts.len() == 1 && !self.parts[0].live_in && !self.parts[0].live_out
    }
    /// Uses of a part.
    pub fn of(&self, p: &Part) -> &[Use] {
        &self.uses[p.uses.clone()]
    }
}

/// Where in a segment some units are not free for a TN.
pub(super) fn taken(p: &Problem<'_>, m: &Matrix, units: RegSet, seg: Seg, tn: cgir::func::Tn) -> Option<Taken> {
    let mut out: Option<Taken> = None;
    let mut add = |s: Seg| {
        let t = out.get_or_insert(Taken { first: s.from, last: s.to });
        *t = Taken { first: t.first.min(s.from), last: t.last.max(s.to) };
    };
    for u in units.iter() {
        if let Some((a, b)) = m.ends_within(u, seg) {
            add(a);
            add(b);
        }
        let list = &p.fixed[u.0 as usize];
        let first = list.partition_point(|x| x.seg.to <= seg.from);
        for x in list[first..].iter().take_while(|x| x.seg.from < seg.to).filter(|x| x.tn != tn) {
            add(x.seg);
        }
    }
    let first = p.masks.partition_point(|x| x.seg.to <= seg.from);
    for x in p.masks[first..].iter().take_while(|x| x.seg.from < seg.to).filter(|x| x.units.intersects(units)) {
        add(x.seg);
    }
    out
}
