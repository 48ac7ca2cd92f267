//! Program points: one number for each place of a function, in layout order.
//!
//! Each block has an index for its start, one for each of its ops, and one for its end; each index has four sub-points.
//! Of an op these are
//! * `early`: edits before the op have happened; early results are written;
//! * `late`: operands have been read; clobbered registers lose their contents;
//! * `def`: results are written;
//! * `dead`: a result that nobody reads is gone.
//!
//! Segments are half open. An operand keeps its register up to `late`, a result has it from `def`, so the two may share
//! it; an early result has it from `early`, and they may not. What is live after an op is so from the next index on. A
//! value changes its place only in the *gap* before an index, that is, at its `early` point.

use cgir::func::{Bb, Func, Op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use std::ops::Range;

/// A program point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos(pub u32);

impl Pos {
    /// The index that the point belongs to.
    pub fn index(self) -> u32 {
        self.0 >> 2
    }
    /// The first sub-point of an index.
    pub fn of_index(i: u32) -> Pos {
        Pos(i << 2)
    }
    /// The gap at or before the point.
    pub fn gap(self) -> Pos {
        Pos(self.0 & !3)
    }
    /// The first gap after the point.
    pub fn next_gap(self) -> Pos {
        Pos((self.0 & !3) + 4)
    }
    /// The point just before.
    pub fn before(self) -> Pos {
        Pos(self.0.saturating_sub(1))
    }
}

/// A run of points, the last one excluded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seg {
    /// First point.
    pub from: Pos,
    /// The point after the last.
    pub to: Pos,
}

impl Seg {
    /// Is the point in the segment?
    pub fn contains(&self, p: Pos) -> bool {
        self.from <= p && p < self.to
    }
    /// Points in it.
    pub fn len(&self) -> u32 {
        self.to.0.saturating_sub(self.from.0)
    }
    /// No point?
    pub fn is_empty(&self) -> bool {
        self.to <= self.from
    }
}

/// Does a sorted list of disjoint segments contain the point?
pub fn covers(segs: &[Seg], p: Pos) -> bool {
    let n = segs.partition_point(|s| s.to <= p);
    segs.get(n).is_some_and(|s| s.contains(p))
}

/// Have two sorted lists of disjoint segments a point in common?
pub fn overlap(a: &[Seg], b: &[Seg]) -> bool {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.from < y.to && y.from < x.to {
            return true;
        }
        if x.to <= y.to {
            i += 1 + a[i + 1..].partition_point(|s| s.to <= y.from);
        } else {
            j += 1 + b[j + 1..].partition_point(|s| s.to <= x.from);
        }
    }
    false
}

/// The numbering of a function.
#[derive(Clone, Debug)]
pub struct Points {
    /// By index: the op, if it is one's.
    ops: Vec<PackedOption<Op>>,
    /// By index: its block.
    bbs: Vec<Bb>,
    /// By op: its index.
    index: SecondaryMap<Op, u32>,
    /// By block: index of its start, and of its end.
    ends: SecondaryMap<Bb, (u32, u32)>,
}

impl Points {
    /// Numbers a function.
    pub fn new(f: &Func) -> Points {
        let mut p = Points { ops: Vec::new(), bbs: Vec::new(), index: SecondaryMap::new(), ends: SecondaryMap::new() };
        for &b in &f.layout {
            let start = p.push(None, b);
            for op in f.bb_ops(b) {
                p.index[op] = p.push(Some(op), b);
            }
            p.ends[b] = (start, p.push(None, b));
        }
        p
    }
    fn push(&mut self, op: Option<Op>, b: Bb) -> u32 {
        self.ops.push(op.into());
        self.bbs.push(b);
        self.ops.len() as u32 - 1
    }
    /// How many indices there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }
    /// No block?
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
    /// An op's first point: the gap before it.
    pub fn early(&self, op: Op) -> Pos {
        Pos::of_index(self.index[op])
    }
    /// Where an op's operands have been read.
    pub fn late(&self, op: Op) -> Pos {
        Pos(self.early(op).0 + 1)
    }
    /// Where an op's results are written.
    pub fn def(&self, op: Op) -> Pos {
        Pos(self.early(op).0 + 2)
    }
    /// Where an op's unused results are gone.
    pub fn dead(&self, op: Op) -> Pos {
        Pos(self.early(op).0 + 3)
    }
    /// The gap after an op.
    pub fn after(&self, op: Op) -> Pos {
        self.early(op).next_gap()
    }
    /// A block's first point.
    pub fn start(&self, b: Bb) -> Pos {
        Pos::of_index(self.ends[b].0)
    }
    /// The gap behind a block's last op.
    pub fn end(&self, b: Bb) -> Pos {
        Pos::of_index(self.ends[b].1)
    }
    /// A block's points.
    pub fn block(&self, b: Bb) -> Seg {
        Seg { from: self.start(b), to: self.end(b).next_gap() }
    }
    /// The indices of a block's ops.
    pub fn op_indices(&self, b: Bb) -> Range<u32> {
        self.ends[b].0 + 1..self.ends[b].1
    }
    /// The block of a point.
    pub fn bb(&self, p: Pos) -> Bb {
        self.bbs.get(p.index() as usize).copied().unwrap_or(Bb::from_u32(0))
    }
    /// The op of a point; none at a block's start or end.
    pub fn op(&self, p: Pos) -> Option<Op> {
        self.ops.get(p.index() as usize).and_then(|o| o.expand())
    }
    /// The parts of segments in each block, in order.
    pub fn by_block<'a>(&'a self, segs: &'a [Seg]) -> impl Iterator<Item = (Bb, Seg)> + 'a {
        segs.iter().flat_map(move |s| {
            let mut from = s.from;
            std::iter::from_fn(move || {
                if from >= s.to {
                    return None;
                }
                let b = self.bb(from);
                let part = Seg { from, to: s.to.min(self.block(b).to) };
                from = part.to;
                Some((b, part))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segs(list: &[(u32, u32)]) -> Vec<Seg> {
        list.iter().map(|&(a, b)| Seg { from: Pos(a), to: Pos(b) }).collect()
    }

    #[test]
    fn overlaps_agree_with_the_definition() {
        let mut x = 7u32;
        let mut random = |n: u32| {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (x >> 16) % n
        };
        for _ in 0..2000 {
            let mut list = |from: u32| {
                let mut at = from;
                let mut out = Vec::new();
                for _ in 0..random(5) {
                    let start = at + random(6);
                    at = start + 1 + random(5);
                    out.push((start, at));
                }
                segs(&out)
            };
            let (a, b) = (list(0), list(3));
            let both = (0..80).any(|p| covers(&a, Pos(p)) && covers(&b, Pos(p)));
            assert_eq!(overlap(&a, &b), both, "{a:?} {b:?}");
        }
    }
}
