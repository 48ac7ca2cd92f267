//! Loops: the forest of natural loops, with the irreducible edges listed apart.
//!
//! A loop is found from its back edges (the head dominates the latch). Heads are visited innermost first, bodies walked
//! backward from the latches; a walk that meets a block of an inner loop continues at that loop's head, so that the whole
//! is near linear. A retreating edge whose target does not dominate its source makes no loop; it is listed in
//! [`Loops::irreducible`], and passes that move code into or out of loops then know that there is a cycle which they do
//! not see.

use super::dom::{Cfg, DomTree};
use crate::ir::{BlockId, Function};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::ops::Range;

/// A loop: an index into [`Loops::loops`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

/// A natural loop.
#[derive(Clone, Debug)]
pub struct LoopData {
    /// Its only entry.
    pub header: BlockId,
    /// The loop around it.
    pub parent: PackedOption<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Sources of its back edges, without repetition.
    pub latches: Vec<BlockId>,
    /// All its blocks, those of inner loops too, in reverse post-order; the header is first.
    pub blocks: Vec<BlockId>,
    /// Has it no loop inside?
    pub innermost: bool,
}

/// The loop forest.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Loops, outer ones before those inside them.
    pub loops: PrimaryMap<LoopId, LoopData>,
    /// Innermost loop of each block.
    of: Vec<PackedOption<LoopId>>,
    /// Places of each loop and of those inside it, in [`spans`].
    spans: Vec<Range<u32>>,
    /// Retreating edges that make no natural loop.
    pub irreducible: Vec<(BlockId, BlockId)>,
}

/// Numbers the nodes of a forest, which are given by their parents, parents first, so that those below a node stand
/// right after it: the range of each node is itself and all of them. Is one below another? No walk tells, however deep it is.
pub fn spans(parents: &[Option<u32>]) -> Vec<Range<u32>> {
    let mut sizes = vec![1; parents.len()];
    for (node, parent) in parents.iter().enumerate().rev() {
        if let Some(p) = *parent {
            sizes[p as usize] += sizes[node];
        }
    }
    let mut spans: Vec<Range<u32>> = Vec::with_capacity(parents.len());
    // Where the next child of each node begins.
    let mut next: Vec<u32> = Vec::with_capacity(parents.len());
    let mut root = 0;
    for (node, parent) in parents.iter().enumerate() {
        let at = match *parent {
            Some(p) => &mut next[p as usize],
            None => &mut root,
        };
        let start = *at;
        *at += sizes[node];
        spans.push(start..start + sizes[node]);
        next.push(start + 1);
    }
    spans
}

impl Loops {
    /// Finds the loops.
    pub fn compute(f: &Function, cfg: &Cfg, dom: &DomTree) -> Loops {
        let n = f.blocks.len();
        let mut found: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        let mut of: Vec<u32> = vec![u32::MAX; n];
        let mut parent: Vec<u32> = Vec::new();
        let mut work: Vec<BlockId> = Vec::new();
        let mut irreducible = Vec::new();
        for (at, &head) in cfg.rpo.iter().enumerate().rev() {
            let mut latches: Vec<BlockId> = Vec::new();
            for &p in cfg.preds(head) {
                if dom.dominates(head, p) {
                    if !latches.contains(&p) {
                        latches.push(p);
                    }
                } else if cfg.rpo_index(p).is_some_and(|i| i >= at) {
                    irreducible.push((p, head));
                }
            }
            if latches.is_empty() {
                continue;
            }
            let this = found.len() as u32;
            parent.push(u32::MAX);
            of_head(&mut of, head, this);
            work.extend_from_slice(&latches);
            while let Some(b) = work.pop() {
                if b == head {
                    continue;
                }
                let mut inner = of[b.index()];
                if inner == u32::MAX {
                    of[b.index()] = this;
                    work.extend_from_slice(cfg.preds(b));
                    continue;
                }
                while parent[inner as usize] != u32::MAX {
                    inner = parent[inner as usize];
                }
                if inner != this {
                    parent[inner as usize] = this;
                    work.extend_from_slice(cfg.preds(found[inner as usize].0));
                }
            }
            found.push((head, latches));
        }
        irreducible.reverse();
        Loops::number(cfg, found, &of, &parent, irreducible)
    }

    /// Turns the order round, so that outer loops come first, and fills in depth and blocks.
    fn number(
        cfg: &Cfg,
        found: Vec<(BlockId, Vec<BlockId>)>,
        of: &[u32],
        parent: &[u32],
        irreducible: Vec<(BlockId, BlockId)>,
    ) -> Loops {
        let count = found.len() as u32;
        let turn = |l: u32| PackedOption::from(if l == u32::MAX { None } else { Some(LoopId(count - 1 - l)) });
        let mut loops: PrimaryMap<LoopId, LoopData> = PrimaryMap::with_capacity(found.len());
        for (l, (header, latches)) in found.into_iter().enumerate().rev() {
            let parent: PackedOption<LoopId> = turn(parent[l]);
            let depth = parent.expand().map_or(1, |p| loops[p].depth + 1);
            if let Some(p) = parent.expand() {
                loops[p].innermost = false;
            }
            loops.push(LoopData { header, parent, depth, latches, blocks: Vec::new(), innermost: true });
        }
        let of: Vec<PackedOption<LoopId>> = of.iter().map(|&l| turn(l)).collect();
        for &b in &cfg.rpo {
            let mut l = of[b.index()].expand();
            while let Some(x) = l {
                loops[x].blocks.push(b);
                l = loops[x].parent.expand();
            }
        }
        let parents: Vec<_> = loops.values().map(|l| l.parent.expand().map(LoopId::as_u32)).collect();
        Loops { loops, of, spans: spans(&parents), irreducible }
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, b: BlockId) -> Option<LoopId> {
        self.of.get(b.index()).and_then(|l| l.expand())
    }
    /// How many loops are around a block.
    pub fn depth(&self, b: BlockId) -> u32 {
        self.innermost(b).map_or(0, |l| self.loops[l].depth)
    }
    /// Is the block in the loop (or in one inside it)?
    pub fn contains(&self, l: LoopId, b: BlockId) -> bool {
        self.innermost(b).is_some_and(|x| self.spans[l.index()].contains(&self.spans[x.index()].start))
    }
    /// Is the block the head of a loop?
    pub fn is_header(&self, b: BlockId) -> bool {
        self.innermost(b).is_some_and(|l| self.loops[l].header == b)
    }
    /// The only block outside the loop that enters it, if it does nothing else: code can be put at its end.
    pub fn preheader(&self, f: &Function, cfg: &Cfg, l: LoopId) -> Option<BlockId> {
        let mut outside = cfg.preds(self.loops[l].header).iter().filter(|&&p| !self.contains(l, p));
        let p = *outside.next()?;
        (outside.next().is_none() && f.succs(p).len() == 1).then_some(p)
    }
}

/// A head belongs to its own loop even when an inner walk reached it before (it cannot: heads come innermost first).
fn of_head(of: &mut [u32], head: BlockId, this: u32) {
    debug_assert_eq!(of[head.index()], u32::MAX);
    of[head.index()] = this;
}

#[cfg(test)]
mod tests {
    use super::super::dom::tests::graph;
    use super::*;

    fn loops(f: &Function) -> Loops {
        let cfg = Cfg::compute(f);
        let dom = DomTree::compute(f, &cfg);
        Loops::compute(f, &cfg, &dom)
    }

    #[test]
    fn nested_loops() {
        // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 4 -> 1, 4 -> 5
        let f = graph(&[&[1], &[2], &[3], &[2, 4], &[1, 5], &[]]);
        let l = loops(&f);
        let depth: Vec<u32> = f.layout.iter().map(|&b| l.depth(b)).collect();
        assert_eq!(depth, [0, 1, 2, 2, 1, 0]);
        assert!(l.is_header(f.layout[1]) && l.is_header(f.layout[2]) && !l.is_header(f.layout[3]));
        let inner = l.innermost(f.layout[2]).unwrap();
        assert_eq!(l.loops[inner].blocks, [f.layout[2], f.layout[3]]);
        assert!(l.loops[inner].innermost);
        let outer = l.loops[inner].parent.expand().unwrap();
        assert_eq!(l.loops[outer].blocks.len(), 4);
        assert!(!l.loops[outer].innermost);
    }

    #[test]
    fn shared_header_is_one_loop_and_self_loops_count() {
        let f = graph(&[&[1], &[1, 2], &[1, 3], &[]]);
        let l = loops(&f);
        assert_eq!(l.loops.len(), 1);
        assert_eq!(l.loops[LoopId(0)].latches.len(), 2);
    }

    #[test]
    fn irreducible_cycle_is_no_loop() {
        let f = graph(&[&[1, 2], &[2, 3], &[1], &[]]);
        let l = loops(&f);
        assert_eq!(l.loops.len(), 0);
        assert_eq!(l.irreducible.len(), 1);
    }

    #[test]
    fn spans_hold_all_that_is_below() {
        let parents = [None, None, Some(0), Some(1), Some(0), Some(2), Some(1)];
        let spans = spans(&parents);
        let below = |a: usize, mut b: usize| {
            while a != b {
                match parents[b] {
                    Some(p) => b = p as usize,
                    None => return false,
                }
            }
            true
        };
        for a in 0..parents.len() {
            for b in 0..parents.len() {
                assert_eq!(spans[a].contains(&spans[b].start), below(a, b), "{a} {b} {spans:?}");
            }
        }
    }
}
