//! Control flow and dominators.
//!
//! [`Cfg`] has predecessors and a reverse post-order of the blocks that the entry reaches; [`DomTree`] is found by the
//! Semi-NCA algorithm (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005): semidominators
//! with path compression as Lengauer and Tarjan have them, then the nearest common ancestor of parent and
//! semidominator. Dominance between blocks is answered in constant time from the pre- and post-order numbers of the tree.
//!
//! Blocks that the entry does not reach have no place in any of these; every query about them answers "no".

use crate::ir::{BlockId, Function, Inst, Value, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

/// "No number": an unreachable block.
const NONE: u32 = u32::MAX;

/// Predecessors and reverse post-order.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// Reachable blocks in reverse post-order; the entry is first.
    pub rpo: Vec<BlockId>,
    /// Place in `rpo`; `u32::MAX` if unreachable.
    index: Vec<u32>,
    /// `preds[start[b]..start[b + 1]]` are the predecessors of `b`.
    start: Vec<u32>,
    preds: Vec<BlockId>,
}

impl Cfg {
    /// Walks the function.
    pub fn compute(f: &Function) -> Cfg {
        let n = f.blocks.len();
        let mut cfg =
            Cfg { rpo: Vec::with_capacity(n), index: vec![NONE; n], start: vec![0; n + 1], preds: Vec::new() };
        cfg.order(f);
        cfg.collect_preds(f);
        cfg
    }

    fn order(&mut self, f: &Function) {
        let Some(entry) = f.entry() else { return };
        let mut stack: Vec<(BlockId, u32)> = vec![(entry, 0)];
        self.index[entry.index()] = 0;
        while let Some((b, next)) = stack.last_mut() {
            match f.succs(*b).get(*next as usize) {
                Some(&s) => {
                    *next += 1;
                    if self.index[s.index()] == NONE {
                        self.index[s.index()] = 0;
                        stack.push((s, 0));
                    }
                }
                None => {
                    self.rpo.push(*b);
                    stack.pop();
                }
            }
        }
        self.rpo.reverse();
        for (i, b) in self.rpo.iter().enumerate() {
            self.index[b.index()] = i as u32;
        }
    }

    fn collect_preds(&mut self, f: &Function) {
        for &b in &self.rpo {
            for s in f.succs(b) {
                self.start[s.index() + 1] += 1;
            }
        }
        for i in 1..self.start.len() {
            self.start[i] += self.start[i - 1];
        }
        let mut fill: Vec<u32> = self.start.clone();
        self.preds = vec![BlockId::new(0); self.start.last().map_or(0, |&n| n as usize)];
        for &b in &self.rpo {
            for s in f.succs(b) {
                let at = &mut fill[s.index()];
                self.preds[*at as usize] = b;
                *at += 1;
            }
        }
    }

    /// Predecessors of a block, one for each edge: a branch with both ways to the block counts twice, as in phis.
    /// Edges from unreachable blocks are not listed.
    pub fn preds(&self, b: BlockId) -> &[BlockId] {
        match (self.start.get(b.index()), self.start.get(b.index() + 1)) {
            (Some(&s), Some(&e)) => &self.preds[s as usize..e as usize],
            _ => &[],
        }
    }
    /// Place of a block in the reverse post-order.
    pub fn rpo_index(&self, b: BlockId) -> Option<usize> {
        self.index.get(b.index()).copied().filter(|&i| i != NONE).map(|i| i as usize)
    }
    /// Does the entry reach this block?
    pub fn reachable(&self, b: BlockId) -> bool {
        self.rpo_index(b).is_some()
    }
}

/// The dominator tree.
#[derive(Clone, Debug)]
pub struct DomTree {
    idom: SecondaryMap<BlockId, PackedOption<BlockId>>,
    /// Pre-order number in the tree, and the last one in the block's subtree.
    range: Vec<(u32, u32)>,
    /// Blocks in pre-order of the tree.
    preorder: Vec<BlockId>,
    depth: Vec<u32>,
}

impl DomTree {
    /// Finds the tree.
    pub fn compute(f: &Function, cfg: &Cfg) -> DomTree {
        let idom = semi_nca(f, cfg);
        DomTree::from_idoms(f.blocks.len(), cfg, idom)
    }

    /// Numbers the tree; `idom` in reverse post-order positions, dominators first.
    fn from_idoms(blocks: usize, cfg: &Cfg, idom: Vec<u32>) -> DomTree {
        let n = cfg.rpo.len();
        let mut map = SecondaryMap::with_capacity(blocks);
        let mut size = vec![1u32; n];
        let mut depth_rpo = vec![0u32; n];
        for i in 1..n {
            map[cfg.rpo[i]] = PackedOption::from(cfg.rpo[idom[i] as usize]);
            depth_rpo[i] = depth_rpo[idom[i] as usize] + 1;
        }
        for i in (1..n).rev() {
            size[idom[i] as usize] += size[i];
        }
        // A dominator stands before what it dominates in reverse post-order: one sweep numbers all.
        let mut next = vec![0u32; n];
        let mut pre = vec![0u32; n];
        for i in 0..n {
            if i > 0 {
                let p = idom[i] as usize;
                pre[i] = next[p];
                next[p] += size[i];
            }
            next[i] = pre[i] + 1;
        }
        let mut t =
            DomTree { idom: map, range: vec![(NONE, 0); blocks], preorder: cfg.rpo.clone(), depth: vec![0; blocks] };
        for i in 0..n {
            let b = cfg.rpo[i];
            t.range[b.index()] = (pre[i], pre[i] + size[i] - 1);
            t.preorder[pre[i] as usize] = b;
            t.depth[b.index()] = depth_rpo[i];
        }
        t
    }

    /// The immediate dominator.
    pub fn idom(&self, b: BlockId) -> Option<BlockId> {
        self.idom.get(b)?.expand()
    }
    /// Does `a` dominate `b` (a block dominates itself)?
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.range.get(a.index()), self.range.get(b.index())) {
            (Some(&(s, e)), Some(&(p, _))) => p != NONE && s <= p && p <= e,
            _ => false,
        }
    }
    /// Blocks in pre-order of the tree: each after all that dominate it, subtrees contiguous.
    pub fn preorder(&self) -> &[BlockId] {
        &self.preorder
    }
    /// Pre-order number of a block and the last number of its subtree.
    pub fn range(&self, b: BlockId) -> Option<(u32, u32)> {
        self.range.get(b.index()).copied().filter(|r| r.0 != NONE)
    }
    /// Distance from the root.
    pub fn depth(&self, b: BlockId) -> u32 {
        self.depth.get(b.index()).copied().unwrap_or(0)
    }
    /// The nearest block that dominates both; `None` if one of them is unreachable.
    pub fn common(&self, mut a: BlockId, mut b: BlockId) -> Option<BlockId> {
        self.range(a)?;
        self.range(b)?;
        while a != b {
            if self.depth(a) >= self.depth(b) {
                a = self.idom(a)?;
            } else {
                b = self.idom(b)?;
            }
        }
        Some(a)
    }
    /// Is the value available in the block, that is defined in one that dominates it (or constant or parameter)?
    pub fn value_reaches(&self, f: &Function, v: Value, b: BlockId) -> bool {
        match f.values[v].def {
            ValueDef::Result(i, _) => f.block_of(i).is_some_and(|d| self.dominates(d, b)),
            _ => true,
        }
    }
    /// Is the value available just before an instruction? Linear within one block.
    pub fn value_reaches_inst(&self, f: &Function, v: Value, at: Inst) -> bool {
        let (Some(def), Some(b)) = (f.def_inst(v), f.block_of(at)) else { return f.def_inst(v).is_none() };
        match f.block_of(def) {
            Some(d) if d == b => f.block_insts(b).take_while(|&i| i != at).any(|i| i == def),
            Some(d) => self.dominates(d, b),
            None => false,
        }
    }
}

/// Immediate dominators of the blocks of `cfg.rpo`, by position there.
fn semi_nca(f: &Function, cfg: &Cfg) -> Vec<u32> {
    let n = cfg.rpo.len();
    if n == 0 {
        return Vec::new();
    }
    // Pre-order of a depth-first spanning tree: vertex numbers below are pre-order numbers.
    let mut pre_of = vec![NONE; n];
    let mut vertex: Vec<u32> = Vec::with_capacity(n);
    let mut parent: Vec<u32> = Vec::with_capacity(n);
    let mut stack: Vec<(u32, u32)> = vec![(0, 0)];
    while let Some((v, p)) = stack.pop() {
        if pre_of[v as usize] != NONE {
            continue;
        }
        let number = vertex.len() as u32;
        pre_of[v as usize] = number;
        vertex.push(v);
        parent.push(p);
        for s in f.succs(cfg.rpo[v as usize]).iter().rev() {
            let s = cfg.index[s.index()];
            if pre_of[s as usize] == NONE {
                stack.push((s, number));
            }
        }
    }
    let mut semi: Vec<u32> = (0..n as u32).collect();
    let mut label = semi.clone();
    let mut ancestor = parent.clone();
    let mut path: Vec<u32> = Vec::new();
    for w in (1..n as u32).rev() {
        let mut best = parent[w as usize];
        for p in cfg.preds(cfg.rpo[vertex[w as usize] as usize]) {
            let v = pre_of[cfg.index[p.index()] as usize];
            let u = if v <= w { v } else { eval(v, w, &mut ancestor, &mut label, &semi, &mut path) };
            best = best.min(semi[u as usize]);
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
    let mut result = vec![0; n];
    for w in 1..n {
        result[vertex[w] as usize] = vertex[idom[w] as usize];
    }
    result
}

/// The vertex of least semidominator on the tree path from `v` up to, not including, the first vertex at or above
/// `limit`'s level (numbers not above `limit` are not linked yet); compresses the path.
fn eval(v: u32, limit: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32], path: &mut Vec<u32>) -> u32 {
    path.clear();
    let mut u = v;
    while ancestor[u as usize] > limit {
        path.push(u);
        u = ancestor[u as usize];
    }
    let root = ancestor[u as usize];
    let mut best = label[u as usize];
    while let Some(x) = path.pop() {
        if semi[best as usize] < semi[label[x as usize] as usize] {
            label[x as usize] = best;
        }
        best = label[x as usize];
        ancestor[x as usize] = root;
    }
    best
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::diag::Pos;
    use crate::ir::{FnAttrs, GlobalRef, InstFlags, InstKind, ParamAttrs, Signature, Ty};

    /// A function whose blocks have these successors: none = return, one = jump, two = branch on a parameter.
    pub(crate) fn graph(succs: &[&[u32]]) -> Function {
        let sig = Signature {
            ty: Ty::VOID,
            ret: Ty::VOID,
            params: vec![Ty::I1],
            vararg: false,
            cc: 0,
            ret_attrs: ParamAttrs::default(),
            param_attrs: vec![ParamAttrs::default()],
            attrs: FnAttrs::default(),
        };
        let mut f = Function::new(GlobalRef::from_u32(0), "f".into(), sig, Pos::NONE);
        let cond = f.params[0];
        let blocks: Vec<BlockId> = succs.iter().map(|_| f.add_block()).collect();
        for (b, list) in succs.iter().enumerate() {
            let to: Vec<BlockId> = list.iter().map(|&s| blocks[s as usize]).collect();
            let (kind, args): (_, &[Value]) = match to.len() {
                0 => (InstKind::Ret, &[]),
                1 => (InstKind::Br, &[]),
                2 => (InstKind::CondBr, &[cond]),
                _ => (InstKind::JumpTable, &[cond]),
            };
            let i = f.make_inst(kind, InstFlags::empty(), args, &to, &[], Pos::NONE);
            f.append(blocks[b], i);
        }
        f
    }

    /// Dominance by definition: `a` dominates `b` if `b` is not reached without `a`.
    fn dominates_slowly(f: &Function, a: BlockId, b: BlockId) -> bool {
        let mut seen = vec![false; f.blocks.len()];
        let mut work = vec![f.entry().unwrap()];
        while let Some(x) = work.pop() {
            if x == a || std::mem::replace(&mut seen[x.index()], true) {
                continue;
            }
            work.extend_from_slice(f.succs(x));
        }
        !seen[b.index()]
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut seed = 1u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for round in 0..200 {
            let n = 2 + random(12);
            let lists: Vec<Vec<u32>> = (0..n).map(|_| (0..random(4)).map(|_| random(n) as u32).collect()).collect();
            let refs: Vec<&[u32]> = lists.iter().map(|l| l.as_slice()).collect();
            let f = graph(&refs);
            let cfg = Cfg::compute(&f);
            let dom = DomTree::compute(&f, &cfg);
            for &a in &cfg.rpo {
                for &b in &cfg.rpo {
                    assert_eq!(dom.dominates(a, b), dominates_slowly(&f, a, b), "round {round}: {lists:?} {a:?} {b:?}");
                }
                if let Some(d) = dom.idom(a) {
                    assert!(cfg.rpo_index(d) < cfg.rpo_index(a));
                    for &x in &cfg.rpo {
                        let strict = x != a && dom.dominates(x, a);
                        assert!(!strict || dom.dominates(x, d));
                    }
                }
            }
        }
    }

    #[test]
    fn both_ways_to_one_block_are_two_edges() {
        let f = graph(&[&[1, 1], &[]]);
        let cfg = Cfg::compute(&f);
        assert_eq!(cfg.preds(f.layout[1]).len(), 2);
    }
}
