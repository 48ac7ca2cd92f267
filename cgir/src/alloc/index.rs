//! An index of an answer's edits by point, in the order in which they happen.

use super::{Alt, Answer, Point};
use crate::func::{Func, Op};
use cranelift_entity::{EntityRef, SecondaryMap};

/// Which edits stand where.
pub(super) struct EditIndex {
    /// Indices of edits, by point, then by group, then in order.
    pub(super) sorted: Vec<u32>,
    /// The points, with where their run begins.
    runs: Vec<(Point, u32)>,
    /// Where edits on edges begin in `sorted`.
    pub(super) first_edge: usize,
    /// Does the op have edits before or after it? Saves most look-ups.
    ops: fixedbitset::FixedBitSet,
    alts: SecondaryMap<Op, Option<Alt>>,
}

impl EditIndex {
    /// Sorts the edits of an answer.
    pub(super) fn new(f: &Func, a: &Answer) -> EditIndex {
        let mut sorted: Vec<u32> = (0..a.edits.len() as u32).collect();
        let key = |&i: &u32| (a.edits[i as usize].at, a.edits[i as usize].group, i);
        sorted.sort_unstable_by_key(key);
        let mut runs: Vec<(Point, u32)> = Vec::new();
        let mut ops = fixedbitset::FixedBitSet::with_capacity(f.ops.len());
        for (n, &i) in sorted.iter().enumerate() {
            let at = a.edits[i as usize].at;
            if runs.last().is_none_or(|r| r.0 != at) {
                runs.push((at, n as u32));
            }
            if let Point::Before(o) | Point::After(o) = at {
                ops.grow_and_insert(o.index());
            }
        }
        let is_edge = |&i: &u32| matches!(a.edits[i as usize].at, Point::Edge(..));
        let first_edge = sorted.iter().position(is_edge).unwrap_or(sorted.len());
        let mut alts = SecondaryMap::new();
        a.alts.iter().for_each(|&(op, alt)| alts[op] = Some(alt));
        EditIndex { sorted, runs, first_edge, ops, alts }
    }
    /// The run of [`EditIndex::sorted`] that stands at a point.
    pub(super) fn at(&self, p: Point) -> std::ops::Range<usize> {
        if let Point::Before(o) | Point::After(o) = p
            && !self.ops.contains(o.index())
        {
            return 0..0;
        }
        match self.runs.binary_search_by_key(&p, |r| r.0) {
            Ok(n) => self.runs[n].1 as usize..self.runs.get(n + 1).map_or(self.sorted.len(), |r| r.1 as usize),
            Err(_) => 0..0,
        }
    }
    /// The other form of an op.
    pub(super) fn alt(&self, op: Op) -> Option<Alt> {
        self.alts[op]
    }
}
