//! Edges of the flow graph as GRA prices them: for each block its successors and predecessors, with how often code for the
//! edge is executed. They are computed once; each split asks for those of all blocks of a range.

use crate::blocks::Blocks;
use cgir::func::{Bb, Func};
use cranelift_entity::EntityRef;

/// One end of an edge, seen from the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    /// The block at this end.
    pub bb: Bb,
    /// How often code for the edge is executed.
    pub weight: f32,
}

/// All edges, by block: each stands in two lists. Several between the same blocks are each on their own.
pub(crate) struct Edges {
    list: Vec<Edge>,
    /// By block: where its successors begin, and where its predecessors do; they end where the next list begins.
    first: Vec<[u32; 2]>,
    /// By block: does it have several edges with another, in whatever direction?
    twins: Vec<bool>,
}

impl Edges {
    pub fn new(f: &Func, blocks: &Blocks) -> Edges {
        let mut list = Vec::new();
        let mut first = Vec::with_capacity(f.bbs.len() + 1);
        for (b, bb) in f.bbs.iter() {
            let succs = list.len() as u32;
            let freq = blocks[b].freq;
            list.extend(bb.succs.iter().map(|s| Edge { bb: s.bb, weight: held_up(f, blocks, b, s.bb, freq * s.prob) }));
            first.push([succs, list.len() as u32]);
            let weight = |p: Bb| held_up(f, blocks, p, b, weight_of(f, blocks, p, b));
            list.extend(bb.preds.iter().map(|&p| Edge { bb: p, weight: weight(p) }));
        }
        first.push([list.len() as u32; 2]);
        let mut met = vec![u32::MAX; f.bbs.len()];
        let twins = f.bbs.keys().map(|b| {
            let ends = &list[first[b.index()][0] as usize..first[b.index() + 1][0] as usize];
            let stamp = b.index() as u32;
            ends.iter().fold(false, |twins, e| twins | (std::mem::replace(&mut met[e.bb.index()], stamp) == stamp))
        });
        let twins = twins.collect();
        Edges { list, first, twins }
    }

    /// Does a block have several edges with another, in whatever direction?
    pub fn has_twins(&self, b: Bb) -> bool {
        self.twins[b.index()]
    }

    /// The edges that leave a block.
    pub fn succs(&self, b: Bb) -> &[Edge] {
        let [succs, preds] = self.first[b.index()];
        &self.list[succs as usize..preds as usize]
    }

    /// Those that enter it.
    pub fn preds(&self, b: Bb) -> &[Edge] {
        &self.list[self.first[b.index()][1] as usize..self.first[b.index() + 1][0] as usize]
    }
}

/// The frequency of an edge, for each of several between the same blocks.
fn weight_of(f: &Func, blocks: &Blocks, from: Bb, to: Bb) -> f32 {
    let edges = f.bbs[from].succs.iter().filter(|s| s.bb == to);
    let (sum, count) = edges.fold((0.0, 0.0f32), |(s, n), e| (s + e.prob, n + 1.0));
    blocks[from].freq * sum / count.max(1.0)
}

/// How often code for an edge of this weight is executed. An edge of a jump with many targets holds none: if the target can be
/// reached from elsewhere too, the code stands before the jump, whatever way that takes. So it does for exceptional edges.
fn held_up(f: &Func, blocks: &Blocks, from: Bb, to: Bb, weight: f32) -> f32 {
    let stiff = blocks[from].stiff && f.bbs[to].preds.iter().any(|&p| p != from);
    if stiff || f.bbs[from].unwind == Some(to) { blocks[from].freq } else { weight }
}
