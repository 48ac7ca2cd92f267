//! Dominators and post-dominators.
//!
//! Immediate dominators are found by the Semi-NCA algorithm (Georgiadis, "Linear-Time Algorithms for Dominators and
//! Related Problems", 2005): semidominators with path compression, then the nearest common ancestor of a vertex' parent
//! and its semidominator. Post-dominators are the dominators of the reversed graph from one imagined exit behind all
//! blocks without successor; a region that never leaves (an endless loop) is tied to that exit at its last block in
//! reverse post-order, so that every reachable block has a place in the tree.
//!
//! Dominance is answered in constant time from pre-order intervals of the tree.

use super::cfg::{Adjacency, Cfg};
use crate::func::{Bb, Func};

const NONE: u32 = u32::MAX;

/// A dominator or post-dominator tree over the blocks that the entry reaches. Queries about others answer "no".
#[derive(Clone, Debug)]
pub struct DomTree {
    /// By block number of the flow graph; `NONE` for roots.
    idom: Vec<u32>,
    /// Pre-order number and the last one in the subtree.
    range: Vec<(u32, u32)>,
    depth: Vec<u32>,
    /// Block numbers in pre-order.
    order: Vec<u32>,
}

impl DomTree {
    /// The dominator tree.
    pub fn dominators(cfg: &Cfg) -> DomTree {
        let n = cfg.len();
        if n == 0 {
            return DomTree::number(Vec::new());
        }
        let mut idom = semi_nca(n, 0, &cfg.succs, &cfg.preds);
        idom[0] = NONE;
        DomTree::number(idom)
    }

    /// The post-dominator tree; blocks that only the imagined exit post-dominates are its roots.
    pub fn post_dominators(f: &Func, cfg: &Cfg) -> DomTree {
        let n = cfg.len();
        let exit = n as u32;
        let mut reached = vec![false; n];
        let mut exits: Vec<u32> = (0..exit).filter(|&i| f.bbs[cfg.bb(i)].succs.is_empty()).collect();
        let mut work = exits.clone();
        let mut next = exit;
        loop {
            while let Some(b) = work.pop() {
                if !std::mem::replace(&mut reached[b as usize], true) {
                    work.extend_from_slice(cfg.preds.of(b));
                }
            }
            while next > 0 && reached[next as usize - 1] {
                next -= 1;
            }
            if next == 0 {
                break;
            }
            exits.push(next - 1);
            work.push(next - 1);
        }
        // Reversed graph: from the exit to the exits, and against every edge.
        let mut edges: Vec<(u32, u32)> = exits.iter().map(|&e| (exit, e)).collect();
        for b in 0..exit {
            edges.extend(cfg.succs.of(b).iter().map(|&s| (s, b)));
        }
        let succs = Adjacency::new(n + 1, &edges);
        edges.iter_mut().for_each(|e| *e = (e.1, e.0));
        let preds = Adjacency::new(n + 1, &edges);
        let mut idom = semi_nca(n + 1, exit, &succs, &preds);
        idom.truncate(n);
        idom.iter_mut().filter(|d| **d == exit).for_each(|d| *d = NONE);
        DomTree::number(idom)
    }

    /// Numbers the tree, or the trees: vertices without immediate dominator are roots.
    fn number(idom: Vec<u32>) -> DomTree {
        let n = idom.len();
        let edges: Vec<(u32, u32)> =
            (0..n as u32).filter(|&i| idom[i as usize] != NONE).map(|i| (idom[i as usize], i)).collect();
        let kids = Adjacency::new(n, &edges);
        let mut t = DomTree { range: vec![(NONE, 0); n], depth: vec![0; n], order: Vec::with_capacity(n), idom };
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for root in 0..n as u32 {
            if t.idom[root as usize] != NONE {
                continue;
            }
            t.enter(root, 0);
            stack.push((root, 0));
            while let Some((v, next)) = stack.last_mut() {
                let v = *v;
                match kids.of(v).get(*next as usize) {
                    Some(&k) => {
                        *next += 1;
                        t.enter(k, t.depth[v as usize] + 1);
                        stack.push((k, 0));
                    }
                    None => {
                        t.range[v as usize].1 = t.order.len() as u32 - 1;
                        stack.pop();
                    }
                }
            }
        }
        t
    }
    fn enter(&mut self, v: u32, depth: u32) {
        self.range[v as usize].0 = self.order.len() as u32;
        self.depth[v as usize] = depth;
        self.order.push(v);
    }

    /// The immediate (post-)dominator of a block.
    pub fn idom(&self, cfg: &Cfg, b: Bb) -> Option<Bb> {
        let d = self.idom[cfg.number(b)? as usize];
        (d != NONE).then(|| cfg.bb(d))
    }
    /// Does `a` (post-)dominate `b`? A block dominates itself.
    pub fn dominates(&self, cfg: &Cfg, a: Bb, b: Bb) -> bool {
        match (cfg.number(a), cfg.number(b)) {
            (Some(a), Some(b)) => self.dominates_number(a, b),
            _ => false,
        }
    }
    /// The same on numbers of the flow graph.
    pub fn dominates_number(&self, a: u32, b: u32) -> bool {
        let ((first, last), at) = (self.range[a as usize], self.range[b as usize].0);
        first <= at && at <= last && at != NONE
    }
    /// Distance from the root.
    pub fn depth(&self, cfg: &Cfg, b: Bb) -> u32 {
        cfg.number(b).map_or(0, |n| self.depth[n as usize])
    }
    /// Blocks in pre-order of the tree: each after those that (post-)dominate it.
    pub fn preorder<'a>(&'a self, cfg: &'a Cfg) -> impl Iterator<Item = Bb> + 'a {
        self.order.iter().map(|&n| cfg.bb(n))
    }
    /// The nearest block that (post-)dominates both; none if only the imagined exit does, or one is unreachable.
    pub fn common(&self, cfg: &Cfg, a: Bb, b: Bb) -> Option<Bb> {
        let (mut a, mut b) = (cfg.number(a)?, cfg.number(b)?);
        while a != b {
            let deeper = if self.depth[a as usize] >= self.depth[b as usize] { &mut a } else { &mut b };
            *deeper = self.idom[*deeper as usize];
            if *deeper == NONE {
                return None;
            }
        }
        Some(cfg.bb(a))
    }
}

/// Immediate dominators of the `n` vertices of a graph, all of which `root` reaches; the root's own entry is itself.
fn semi_nca(n: usize, root: u32, succs: &Adjacency, preds: &Adjacency) -> Vec<u32> {
    // A depth-first spanning tree; from here on vertices are named by their pre-order numbers in it.
    let mut pre = vec![NONE; n];
    let mut vertex: Vec<u32> = Vec::with_capacity(n);
    let mut parent: Vec<u32> = Vec::with_capacity(n);
    let mut stack = vec![(root, 0u32)];
    while let Some((v, from)) = stack.pop() {
        if pre[v as usize] != NONE {
            continue;
        }
        let number = vertex.len() as u32;
        pre[v as usize] = number;
        vertex.push(v);
        parent.push(from);
        stack.extend(succs.of(v).iter().rev().filter(|&&s| pre[s as usize] == NONE).map(|&s| (s, number)));
    }
    let n = vertex.len();
    let mut forest = Forest { ancestor: parent.clone(), label: (0..n as u32).collect(), path: Vec::new() };
    let mut semi: Vec<u32> = (0..n as u32).collect();
    for w in (1..n as u32).rev() {
        let mut best = parent[w as usize];
        for &p in preds.of(vertex[w as usize]) {
            let v = pre[p as usize];
            if v != NONE {
                let u = if v <= w { v } else { forest.lowest(v, w, &semi) };
                best = best.min(semi[u as usize]);
            }
        }
        semi[w as usize] = best;
    }
    let mut idom = parent;
    for w in 1..n {
        let mut d = idom[w];
        while d > semi[w] {
            d = idom[d as usize];
        }
        idom[w] = d;
    }
    let mut result = vec![NONE; pre.len()];
    for w in 0..n {
        result[vertex[w] as usize] = vertex[idom[w] as usize];
    }
    result
}

/// The part of the spanning tree that is linked already: vertices above the one being worked on.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// On the tree path from `v` up to, but without, the first vertex not above `limit`: the one of least
    /// semidominator. Shortens the path for later calls.
    fn lowest(&mut self, v: u32, limit: u32, semi: &[u32]) -> u32 {
        self.path.clear();
        let mut at = v;
        while self.ancestor[at as usize] > limit {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        let top = self.ancestor[at as usize];
        let mut best = self.label[at as usize];
        while let Some(x) = self.path.pop() {
            let own = &mut self.label[x as usize];
            if semi[best as usize] < semi[*own as usize] {
                *own = best;
            }
            best = *own;
            self.ancestor[x as usize] = top;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::cfg::tests::{graph, random_lists};
    use super::*;

    /// Blocks that are reached from `from` without passing `without`, along `next`.
    fn reach(f: &Func, from: &[Bb], without: Bb, next: impl Fn(Bb) -> Vec<Bb>) -> Vec<bool> {
        use cranelift_entity::EntityRef;
        let mut seen = vec![false; f.bbs.len()];
        let mut work = from.to_vec();
        while let Some(x) = work.pop() {
            if x != without && !std::mem::replace(&mut seen[x.index()], true) {
                work.extend(next(x));
            }
        }
        seen
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        use cranelift_entity::EntityRef;
        let mut seed = 7;
        for round in 0..300 {
            let lists = random_lists(&mut seed, 2 + round % 12);
            let f = graph(&lists.iter().map(|l| l.as_slice()).collect::<Vec<_>>());
            let cfg = Cfg::compute(&f);
            let dom = DomTree::dominators(&cfg);
            let post = DomTree::post_dominators(&f, &cfg);
            let exits: Vec<Bb> = cfg.rpo.iter().copied().filter(|&b| f.bbs[b].succs.is_empty()).collect();
            let back = |b: Bb| cfg.preds(b).collect::<Vec<_>>();
            let none = Bb::from_u32(u32::MAX - 1);
            let leaves = reach(&f, &exits, none, back);
            for &a in &cfg.rpo {
                let without = reach(&f, &[f.layout[0]], a, |b| f.bbs[b].succs.iter().map(|s| s.bb).collect());
                let post_without = reach(&f, &exits, a, back);
                for &b in &cfg.rpo {
                    assert_eq!(dom.dominates(&cfg, a, b), !without[b.index()], "{lists:?} {a} {b}");
                    if cfg.rpo.iter().all(|b| leaves[b.index()]) {
                        assert_eq!(post.dominates(&cfg, a, b), !post_without[b.index()], "post {lists:?} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn endless_loops_have_post_dominators() {
        let f = graph(&[&[1, 3], &[2], &[1], &[]]);
        let cfg = Cfg::compute(&f);
        let post = DomTree::post_dominators(&f, &cfg);
        let b = |i: usize| f.layout[i];
        assert!(post.dominates(&cfg, b(2), b(1)));
        assert!(!post.dominates(&cfg, b(3), b(0)));
        assert_eq!(post.common(&cfg, b(1), b(3)), None);
        assert_eq!(post.preorder(&cfg).count(), 4);
    }
}
