//! The flow graph of the view: no critical edges, and what cannot cross an edge in a register.
//!
//! regalloc2 puts moves on edges, at the end of the source or the start of the target. An edge from a block with several
//! successors to one with several predecessors gets a block of its own; so does the only edge out of a jump that
//! reads registers, since moves before it would come too early. Edges of one indirect jump to one target are one.
//!
//! An edge of an indirect jump cannot be split. Jumps with the same targets (the copies of an interpreter's dispatch) meet
//! in a *hub*, a block of the view that stands at the end of each of them at once: it reads the address, which is its
//! parameter, and its targets have one predecessor. Where a target has others still, what regalloc2 moves on the edge is
//! moved at the target's start, and the other predecessors move back before that ([`super::answer`]). Where that cannot be
//! done (`forced`), nothing is in a register on the edge: each TN that is live into its target is
//! reloaded (or rebuilt) at the target's start from a home slot, which is stored after each definition of the TN or at
//! the end of each predecessor, whichever is executed less often.

use super::map::Map;
use cgir::alloc::AllocError;
use cgir::analysis::{Cfg, DomTree, Liveness, Loops};
use cgir::func::{Bb, Constraint, Func, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use targ_info::{InstFlags, RegClass};

/// An edge of the view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Number of the successor.
    pub(super) n: u32,
    /// Where it goes.
    pub(super) to: Bb,
    /// It has a block of its own.
    pub(super) split: bool,
    /// It should be split, but cannot.
    pub(super) stiff: bool,
}

/// Several indirect jumps with the same targets, seen as one.
#[derive(Clone, Debug)]
pub(super) struct Hub {
    /// The blocks that end in the jumps.
    pub(super) sources: Vec<Bb>,
    /// Edges to the targets.
    pub(super) edges: SmallVec<[Edge; 2]>,
}

/// The flow graph of the view, and the analyses that it was made with.
pub(super) struct Flow {
    pub(super) cfg: Cfg,
    pub(super) dom: DomTree,
    pub(super) live: Liveness,
    /// Reachable blocks, loops together, each after those that dominate it.
    pub(super) order: Vec<Bb>,
    /// Edges out of each block.
    pub(super) edges: SecondaryMap<Bb, SmallVec<[Edge; 2]>>,
    /// Hubs, and that of each block which ends in one.
    pub(super) hubs: Vec<Hub>,
    pub(super) hub_of: SecondaryMap<Bb, Option<u32>>,
    /// TNs that come into a block through memory: all that are live into it.
    pub(super) through_memory: SecondaryMap<Bb, Option<Vec<Tn>>>,
    /// TNs whose home is stored after each definition.
    pub(super) stored_at_defs: SecondaryMap<Tn, bool>,
    /// TNs whose home is stored at the end of a block.
    pub(super) stored_at_end: SecondaryMap<Bb, Vec<Tn>>,
}

impl Flow {
    /// The flow graph; TNs that are live into `forced` blocks go there through memory.
    pub(super) fn new(f: &Func, cx: &PassCx<'_>, map: &Map, forced: &[Bb]) -> Result<Flow, AllocError> {
        let cfg = Cfg::compute(f);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::compute(&cfg, &dom);
        let mut flow = Flow {
            order: order(f, &cfg, &loops),
            live: Liveness::compute(f),
            cfg,
            dom,
            edges: SecondaryMap::new(),
            hubs: Vec::new(),
            hub_of: SecondaryMap::new(),
            through_memory: SecondaryMap::new(),
            stored_at_defs: SecondaryMap::new(),
            stored_at_end: SecondaryMap::new(),
        };
        flow.make_edges(f, cx, map)?;
        let targets = flow.dead_ends(forced);
        if !targets.is_empty() {
            flow.go_through_memory(f, map, &targets);
        }
        Ok(flow)
    }

    /// Makes the edges.
    fn make_edges(&mut self, f: &Func, cx: &PassCx<'_>, map: &Map) -> Result<(), AllocError> {
        for &b in &self.order {
            if f.bbs[b].unwind.is_some() {
                return Err(AllocError::Unsupported("an exceptional edge".into()));
            }
            let once = is_indirect(f, cx, b);
            for (n, s) in f.bbs[b].succs.iter().enumerate() {
                if Some(s.bb) == f.entry() {
                    return Err(AllocError::Unsupported("a loop to the entry block".into()));
                }
                if !once || self.edges[b].iter().all(|e| e.to != s.bb) {
                    self.edges[b].push(Edge { n: n as u32, to: s.bb, split: false, stiff: false });
                }
            }
        }
        self.find_hubs(f, cx, map);
        let mut degree: SecondaryMap<Bb, u32> = SecondaryMap::new();
        self.all_edges().for_each(|e| degree[e.to] += 1);
        for e in self.hubs.iter_mut().flat_map(|h| &mut h.edges) {
            e.split = degree[e.to] > 1;
            e.stiff = e.split;
        }
        for &b in self.order.iter().filter(|&&b| self.hub_of[b].is_none()) {
            let end = f.terminator(cx.target.isa, b);
            let reads = end.is_some_and(|t| f.operands(t).iter().any(|&o| f.is_virtual(o)));
            let (several, indirect) = (self.edges[b].len() > 1, is_indirect(f, cx, b));
            let labels = |to: Bb| f.bbs[b].succs.iter().skip(1).filter(|s| s.bb == to).count();
            for e in &mut self.edges[b] {
                e.split = if several { degree[e.to] > 1 } else { reads };
                e.stiff = e.split && (indirect || (e.n > 0 && labels(e.to) > 1));
            }
        }
        Ok(())
    }

    /// Edges of hubs, and of blocks without one.
    fn all_edges(&self) -> impl Iterator<Item = &Edge> {
        let alone = self.order.iter().filter(|&&b| self.hub_of[b].is_none()).map(|&b| &self.edges[b]);
        alone.chain(self.hubs.iter().map(|h| &h.edges)).flatten()
    }

    /// Blocks with several edges into them that cannot be split, and forced ones.
    fn dead_ends(&self, forced: &[Bb]) -> Vec<Bb> {
        let mut stiff: SecondaryMap<Bb, u32> = SecondaryMap::new();
        self.all_edges().filter(|e| e.stiff).for_each(|e| stiff[e.to] += 1);
        self.order.iter().copied().filter(|b| stiff[*b] > 1 || forced.contains(b)).collect()
    }

    /// Finds indirect jumps that read one register and have the same targets.
    fn find_hubs(&mut self, f: &Func, cx: &PassCx<'_>, map: &Map) {
        let mut groups: BTreeMap<(RegClass, Vec<Bb>), Vec<Bb>> = BTreeMap::new();
        for &b in &self.order {
            let Some(jump) = f.terminator(cx.target.isa, b).filter(|_| is_indirect(f, cx, b)) else { continue };
            let virtuals: SmallVec<[usize; 4]> =
                (0..f.all(jump).len()).filter(|&i| f.is_virtual(f.all(jump)[i])).collect();
            let [at] = virtuals[..] else { continue };
            let handled = at >= f.nres(jump) && map.class(f, f.all(jump)[at]).is_some();
            if let (true, Constraint::Class(c)) = (handled, f.constraint(cx.target.isa, jump, at)) {
                let mut targets: Vec<Bb> = self.edges[b].iter().map(|e| e.to).collect();
                targets.sort_unstable();
                groups.entry((c, targets)).or_default().push(b);
            }
        }
        for ((_, targets), sources) in groups {
            if sources.len() < 2 || targets.len() < 2 {
                continue;
            }
            sources.iter().for_each(|&b| self.hub_of[b] = Some(self.hubs.len() as u32));
            let edges = targets
                .into_iter()
                .enumerate()
                .map(|(n, to)| Edge { n: n as u32, to, split: false, stiff: false })
                .collect();
            self.hubs.push(Hub { sources, edges });
        }
    }

    /// Chooses where the homes of TNs live into these blocks are stored.
    fn go_through_memory(&mut self, f: &Func, map: &Map, targets: &[Bb]) {
        let mut at_ends: SecondaryMap<Tn, f32> = SecondaryMap::new();
        let mut at_defs: SecondaryMap<Tn, f32> = SecondaryMap::new();
        for &b in &self.order {
            for t in f.bb_ops(b).flat_map(|o| f.results(o)) {
                at_defs[*t] += f.bbs[b].freq;
            }
        }
        for &b in targets {
            let list: Vec<Tn> = self.live.live_in(b).iter().filter(|&t| map.class(f, t).is_some()).collect();
            for &t in &list {
                self.cfg.preds(b).for_each(|p| at_ends[t] += f.bbs[p].freq);
            }
            self.through_memory[b] = Some(list);
        }
        for &b in targets {
            let preds: Vec<Bb> = self.cfg.preds(b).collect();
            for &t in self.through_memory[b].iter().flatten().filter(|&&t| f.remat[t].is_none()) {
                if at_defs[t] <= at_ends[t] {
                    self.stored_at_defs[t] = true;
                    continue;
                }
                for &p in &preds {
                    if !self.stored_at_end[p].contains(&t) {
                        self.stored_at_end[p].push(t);
                    }
                }
            }
        }
    }
}

fn is_indirect(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    let isa = cx.target.isa;
    f.terminator(isa, b).is_some_and(|t| isa.inst(f.ops[t].opcode).is(InstFlags::INDIRECT))
}

/// Reverse post-order in which the blocks of a loop stand together: its exits are visited first.
fn order(f: &Func, cfg: &Cfg, loops: &Loops) -> Vec<Bb> {
    let mut seen: SecondaryMap<Bb, bool> = SecondaryMap::new();
    let mut order = Vec::with_capacity(cfg.len());
    let mut stack: Vec<(Bb, SmallVec<[Bb; 4]>)> = Vec::new();
    let successors = |b: Bb| -> SmallVec<[Bb; 4]> {
        // Taken from the back: what leaves the loop, then the last one first, so that succs[0] follows its block.
        let inside = |s: &Bb| loops.innermost(cfg, b).is_none_or(|l| loops.contains(cfg, l, *s));
        let all = || f.bbs[b].succs.iter().map(|s| s.bb);
        all().filter(inside).chain(all().filter(|s| !inside(s))).collect()
    };
    if let Some(e) = f.entry() {
        seen[e] = true;
        stack.push((e, successors(e)));
    }
    while let Some((b, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(s) => {
                if !std::mem::replace(&mut seen[s], true) {
                    stack.push((s, successors(s)));
                }
            }
            None => {
                order.push(*b);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
