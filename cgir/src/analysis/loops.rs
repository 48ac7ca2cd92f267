//! The loop forest: natural loops, with the edges that make a cycle without one head listed apart.
//!
//! A back edge goes to a block that dominates its source; all back edges to one head make one loop. Heads are visited
//! innermost first (backward in reverse post-order) and bodies are walked backward from the latches; a walk that meets
//! an inner loop goes on from that loop's head, so that the whole is near linear.

use super::cfg::Cfg;
use super::dom::DomTree;
use crate::func::{Bb, Func};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::ops::Range;
use whirl_lite::analysis::loops::spans;

const NONE: u32 = u32::MAX;

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

/// A natural loop.
#[derive(Clone, Debug)]
pub struct LoopData {
    /// Its only entry.
    pub head: Bb,
    /// The loop around it.
    pub parent: PackedOption<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Sources of its back edges, each once.
    pub latches: Vec<Bb>,
    /// All its blocks, those of inner loops too, in reverse post-order; the head is first.
    pub blocks: Vec<Bb>,
    /// Has it no loop inside?
    pub innermost: bool,
}

/// The loop forest.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Loops, outer ones before those inside them.
    pub loops: PrimaryMap<LoopId, LoopData>,
    /// Retreating edges whose target does not dominate their source.
    pub irreducible: Vec<(Bb, Bb)>,
    /// Innermost loop by block number.
    of: Vec<PackedOption<LoopId>>,
    /// Places of each loop and of those inside it, in [`spans`].
    spans: Vec<Range<u32>>,
}

impl Loops {
    /// Finds the loops.
    pub fn compute(cfg: &Cfg, dom: &DomTree) -> Loops {
        let n = cfg.len();
        let mut heads: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut irreducible = Vec::new();
        let mut of = vec![NONE; n];
        let mut parent: Vec<u32> = Vec::new();
        let mut work: Vec<u32> = Vec::new();
        for head in (0..n as u32).rev() {
            let mut latches: Vec<u32> = Vec::new();
            for &p in cfg.preds.of(head).iter().filter(|&&p| p >= head) {
                if !dom.dominates_number(head, p) {
                    irreducible.push((cfg.bb(p), cfg.bb(head)));
                } else if !latches.contains(&p) {
                    latches.push(p);
                }
            }
            if latches.is_empty() {
                continue;
            }
            let this = heads.len() as u32;
            parent.push(NONE);
            of[head as usize] = this;
            work.extend_from_slice(&latches);
            while let Some(b) = work.pop() {
                let inner = outermost(of[b as usize], &parent);
                if inner == this {
                    continue;
                }
                let from = if inner == NONE {
                    of[b as usize] = this;
                    b
                } else {
                    parent[inner as usize] = this;
                    heads[inner as usize].0
                };
                work.extend_from_slice(cfg.preds.of(from));
            }
            heads.push((head, latches));
        }
        irreducible.reverse();
        Loops::number(cfg, heads, &of, &parent, irreducible)
    }

    /// Numbers outer loops first and fills in depths and blocks.
    fn number(cfg: &Cfg, heads: Vec<(u32, Vec<u32>)>, of: &[u32], parent: &[u32], irreducible: Vec<(Bb, Bb)>) -> Loops {
        let count = heads.len() as u32;
        let id = |l: u32| PackedOption::from((l != NONE).then(|| LoopId(count - 1 - l)));
        let mut loops: PrimaryMap<LoopId, LoopData> = PrimaryMap::with_capacity(heads.len());
        for (l, (head, latches)) in heads.into_iter().enumerate().rev() {
            let parent: PackedOption<LoopId> = id(parent[l]);
            let depth = parent.expand().map_or(1, |p| loops[p].depth + 1);
            if let Some(p) = parent.expand() {
                loops[p].innermost = false;
            }
            let latches = latches.into_iter().map(|b| cfg.bb(b)).collect();
            loops.push(LoopData { head: cfg.bb(head), parent, depth, latches, blocks: Vec::new(), innermost: true });
        }
        let of: Vec<PackedOption<LoopId>> = of.iter().map(|&l| id(l)).collect();
        for (i, &b) in cfg.rpo.iter().enumerate() {
            let mut l = of[i].expand();
            while let Some(x) = l {
                loops[x].blocks.push(b);
                l = loops[x].parent.expand();
            }
        }
        let parents: Vec<_> = loops.values().map(|l| l.parent.expand().map(LoopId::as_u32)).collect();
        Loops { loops, irreducible, of, spans: spans(&parents) }
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, cfg: &Cfg, b: Bb) -> Option<LoopId> {
        self.of[cfg.number(b)? as usize].expand()
    }
    /// How many loops are around a block.
    pub fn depth(&self, cfg: &Cfg, b: Bb) -> u32 {
        self.innermost(cfg, b).map_or(0, |l| self.loops[l].depth)
    }
    /// Is the block in the loop, or in one inside it?
    pub fn contains(&self, cfg: &Cfg, l: LoopId, b: Bb) -> bool {
        let span = |l: LoopId| &self.spans[l.index()];
        self.innermost(cfg, b).is_some_and(|x| span(l).contains(&span(x).start))
    }
    /// Is the block the head of a loop?
    pub fn is_head(&self, cfg: &Cfg, b: Bb) -> bool {
        self.innermost(cfg, b).is_some_and(|l| self.loops[l].head == b)
    }
    /// The block outside the loop that enters it, if there is one only and it goes nowhere else.
    pub fn preheader(&self, f: &Func, cfg: &Cfg, l: LoopId) -> Option<Bb> {
        let mut outside = cfg.preds(self.loops[l].head).filter(|&p| !self.contains(cfg, l, p));
        let p = outside.next()?;
        (outside.next().is_none() && f.bbs[p].succs.len() == 1).then_some(p)
    }
    /// Edges that leave the loop: source, and number of the successor.
    pub fn exits(&self, f: &Func, cfg: &Cfg, l: LoopId) -> Vec<(Bb, u32)> {
        let mut list = Vec::new();
        for &b in &self.loops[l].blocks {
            let leaving = f.bbs[b].succs.iter().enumerate().filter(|(_, s)| !self.contains(cfg, l, s.bb));
            list.extend(leaving.map(|(i, _)| (b, i as u32)));
        }
        list
    }
}

/// The outermost loop found so far around loop `l`.
fn outermost(l: u32, parent: &[u32]) -> u32 {
    if l == NONE {
        return NONE;
    }
    let mut top = l;
    while parent[top as usize] != NONE {
        top = parent[top as usize];
    }
    top
}

#[cfg(test)]
mod tests {
    use super::super::cfg::tests::{graph, random_lists};
    use super::*;

    fn find(f: &Func) -> (Cfg, DomTree, Loops) {
        let cfg = Cfg::compute(f);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::compute(&cfg, &dom);
        (cfg, dom, loops)
    }

    #[test]
    fn nested_loops() {
        let f = graph(&[&[1], &[2], &[3], &[2, 4], &[1, 5], &[]]);
        let (cfg, _, l) = find(&f);
        let depth: Vec<u32> = f.layout.iter().map(|&b| l.depth(&cfg, b)).collect();
        assert_eq!(depth, [0, 1, 2, 2, 1, 0]);
        let inner = l.innermost(&cfg, f.layout[3]).unwrap();
        assert_eq!(l.loops[inner].blocks, [f.layout[2], f.layout[3]]);
        assert_eq!(l.preheader(&f, &cfg, inner), Some(f.layout[1]));
        assert_eq!(l.exits(&f, &cfg, inner), [(f.layout[3], 1)]);
        assert!(l.loops[inner].innermost && !l.loops[LoopId(0)].innermost);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let f = graph(&[&[1, 2], &[2, 3], &[1], &[]]);
        let (_, _, l) = find(&f);
        assert_eq!((l.loops.len(), l.irreducible.len()), (0, 1));
    }

    #[test]
    fn random_loops_agree_with_the_definition() {
        let mut seed = 3;
        for round in 0..200 {
            let lists = random_lists(&mut seed, 2 + round % 11);
            let f = graph(&lists.iter().map(|l| l.as_slice()).collect::<Vec<_>>());
            let (cfg, dom, l) = find(&f);
            for data in l.loops.values() {
                // A block is in the loop if it reaches a latch without passing the head.
                let mut body = vec![data.head];
                let mut work = data.latches.clone();
                while let Some(b) = work.pop() {
                    if !body.contains(&b) {
                        body.push(b);
                        work.extend(cfg.preds(b));
                    }
                }
                body.sort_by_key(|&b| cfg.number(b));
                assert_eq!(data.blocks, body, "{lists:?}");
                assert!(body.iter().all(|&b| dom.dominates(&cfg, data.head, b)));
            }
        }
    }
}
