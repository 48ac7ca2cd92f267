//! The flow graph in dense numbers: blocks that the entry reaches, in reverse post-order.
//!
//! Other analyses work on these numbers (a block's number is its place in [`Cfg::rpo`]) and on edge lists in one
//! array each, so that they need no hashing and no list for each block. Blocks that the entry does not reach have no
//! number. A block whose address is taken is a root beside the entry only if some indirect jump has it as successor,
//! which the edges say.

use crate::func::{Bb, Func};
use cranelift_entity::EntityRef;

/// "No number": an unreachable block.
const NONE: u32 = u32::MAX;

/// Adjacency lists in one array: the neighbours of `i` are `list[start[i]..start[i + 1]]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency {
    start: Vec<u32>,
    list: Vec<u32>,
}

impl Adjacency {
    /// Lists of a graph with `n` vertices from its edges; each list keeps the order of `edges`.
    pub(crate) fn new(n: usize, edges: &[(u32, u32)]) -> Adjacency {
        let mut start = vec![0u32; n + 1];
        for e in edges {
            start[e.0 as usize + 1] += 1;
        }
        for i in 0..n {
            start[i + 1] += start[i];
        }
        let mut fill = start.clone();
        let mut list = vec![0; edges.len()];
        for e in edges {
            let at = &mut fill[e.0 as usize];
            list[*at as usize] = e.1;
            *at += 1;
        }
        Adjacency { start, list }
    }
    pub(crate) fn of(&self, i: u32) -> &[u32] {
        &self.list[self.start[i as usize] as usize..self.start[i as usize + 1] as usize]
    }
}

/// Reachable blocks, their order and their edges.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// Reachable blocks in reverse post-order; the entry is first.
    pub rpo: Vec<Bb>,
    number: Vec<u32>,
    pub(crate) succs: Adjacency,
    pub(crate) preds: Adjacency,
}

impl Cfg {
    /// Walks the function from its entry.
    pub fn compute(f: &Func) -> Cfg {
        let mut rpo = Vec::with_capacity(f.layout.len());
        let mut number = vec![NONE; f.bbs.len()];
        let mut stack: Vec<(Bb, u32)> = Vec::new();
        if let Some(entry) = f.entry() {
            number[entry.index()] = 0;
            stack.push((entry, 0));
        }
        while let Some((b, next)) = stack.last_mut() {
            match f.bbs[*b].succs.get(*next as usize) {
                Some(s) => {
                    *next += 1;
                    if number[s.bb.index()] == NONE {
                        number[s.bb.index()] = 0;
                        stack.push((s.bb, 0));
                    }
                }
                None => {
                    rpo.push(*b);
                    stack.pop();
                }
            }
        }
        rpo.reverse();
        for (i, b) in rpo.iter().enumerate() {
            number[b.index()] = i as u32;
        }
        let mut edges = Vec::with_capacity(rpo.len() * 2);
        for (i, &b) in rpo.iter().enumerate() {
            edges.extend(f.bbs[b].succs.iter().map(|s| (i as u32, number[s.bb.index()])));
        }
        let succs = Adjacency::new(rpo.len(), &edges);
        edges.iter_mut().for_each(|e| *e = (e.1, e.0));
        let preds = Adjacency::new(rpo.len(), &edges);
        Cfg { rpo, number, succs, preds }
    }
    /// Number of reachable blocks.
    pub fn len(&self) -> usize {
        self.rpo.len()
    }
    /// Has the function no block?
    pub fn is_empty(&self) -> bool {
        self.rpo.is_empty()
    }
    /// A block's place in the reverse post-order; `None` if it is unreachable.
    pub fn number(&self, b: Bb) -> Option<u32> {
        self.number.get(b.index()).copied().filter(|&n| n != NONE)
    }
    /// Does the entry reach the block?
    pub fn reachable(&self, b: Bb) -> bool {
        self.number(b).is_some()
    }
    /// The block with a number.
    pub fn bb(&self, number: u32) -> Bb {
        self.rpo[number as usize]
    }
    /// Predecessors of a block that are reachable, one for each edge.
    pub fn preds(&self, b: Bb) -> impl Iterator<Item = Bb> + '_ {
        let list: &[u32] = self.number(b).map_or(&[], |n| self.preds.of(n));
        list.iter().map(|&n| self.bb(n))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::{Setup, set_succs};

    /// A function of empty blocks with these successors.
    pub(crate) fn graph(succs: &[&[u32]]) -> Func {
        let mut f = Setup::default().func();
        let bbs: Vec<Bb> = succs.iter().map(|_| f.add_bb()).collect();
        for (i, list) in succs.iter().enumerate() {
            let to: Vec<Bb> = list.iter().map(|&s| bbs[s as usize]).collect();
            set_succs(&mut f, bbs[i], &to);
        }
        f.rebuild_preds();
        if let Some(&e) = bbs.first() {
            f.bbs[e].freq = 1.0;
        }
        f
    }

    /// A random graph: edge lists for `n` blocks.
    pub(crate) fn random_lists(seed: &mut u64, n: u64) -> Vec<Vec<u32>> {
        let mut random = |n: u64| {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*seed >> 33) % n
        };
        (0..n).map(|_| (0..random(4)).map(|_| random(n) as u32).collect()).collect()
    }

    #[test]
    fn unreachable_blocks_have_no_number() {
        let f = graph(&[&[1], &[1, 3], &[3], &[]]);
        let cfg = Cfg::compute(&f);
        assert_eq!(cfg.rpo, [f.layout[0], f.layout[1], f.layout[3]]);
        assert!(!cfg.reachable(f.layout[2]));
        assert_eq!(cfg.preds(f.layout[3]).collect::<Vec<_>>(), [f.layout[1]]);
    }
}
