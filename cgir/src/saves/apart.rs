//! Registers that are saved apart from the frame: around the blocks that use them, where these are rare.
//!
//! The frame stands already where it does; what is asked here, for each callee-saved register by itself, is where within the
//! frame's region it is saved and restored. Each block that could be a save block serves all uses of the register that it
//! dominates, and costs its own frequency and that of the restores where its region is left, exactly as the frame does. Up
//! the dominator tree the cheaper is kept: one save above, or those that serve the parts below. A save block is in no
//! loop, so that nothing is saved more often than its uses are reached from outside of loops. What is no cheaper than
//! with the frame stays there.
//!
//! Chow ("Minimizing register usage penalty at procedure calls", PLDI 1988) finds the places of each register by data-flow, for
//! single blocks; regions of the dominator tree are coarser, and need no search for where paths meet saved and unsaved.
//!
//! Regions of one register share no block, and a region is entered at its save block only, where the register is not live:
//! nothing that is put into it in one region is read in another. So it holds the caller's value on each edge into and out
//! of a region, and where the function is left.

use super::{RARER, Restores, frequencies, restores};
use crate::analysis::reglive::RegLiveness;
use crate::analysis::{Cfg, DomTree, Loops};
use crate::func::{Bb, Func, Tn};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{PReg, RegSet};

/// A place where a register is saved, and those where it is restored.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) save: Bb,
    pub(super) restores: Restores,
}

/// Work that the search may do: candidates times blocks, so that it stays linear in large functions.
const MOST_WORK: usize = 4_000_000;

/// The search for one function.
pub(super) struct Search<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    cfg: Cfg,
    dom: DomTree,
    loops: Loops,
    live: RegLiveness,
    /// Blocks, those that dominate before those that they dominate.
    order: Vec<Bb>,
    /// What each block mentions or destroys.
    used: SecondaryMap<Bb, RegSet>,
    work: usize,
}

/// What serves the uses in a part of the dominator tree.
#[derive(Clone, Debug, Default)]
struct Served {
    /// Subtrees with uses.
    parts: u32,
    cost: f32,
    regions: SmallVec<[Region; 2]>,
}

impl<'a> Search<'a> {
    pub(super) fn new(f: &'a Func, cx: &'a PassCx<'a>) -> Search<'a> {
        let cfg = Cfg::compute(f);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::compute(&cfg, &dom);
        let live = RegLiveness::compute(f, cx.target.isa, RegSet::EMPTY);
        let order = dom.preorder(&cfg).collect();
        let mut used: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        f.layout.iter().for_each(|&b| used[b] = uses(f, cx, b));
        Search { f, cx, cfg, dom, loops, live, order, used, work: 0 }
    }

    /// Regions for a register, if they cost less than saving it with a frame that is set up in `frame` at this cost.
    pub(super) fn regions(&mut self, reg: PReg, frame: Bb, frame_cost: f32) -> Option<SmallVec<[Region; 2]>> {
        let units = self.cx.target.isa.reg(reg).units;
        let mut served: FxHashMap<Bb, Served> = FxHashMap::default();
        for i in (0..self.order.len()).rev() {
            let b = self.order[i];
            let uses = self.used[b].intersects(units);
            let below = served.remove(&b).unwrap_or_default();
            if !uses && below.parts == 0 {
                continue;
            }
            if b == frame {
                // The frame's block serves what nobody below does.
                let apart = !uses && below.cost < frame_cost * RARER;
                return apart.then_some(below.regions);
            }
            let best = self.best(b, units, uses, below)?;
            let above = self.dom.idom(&self.cfg, b)?;
            let sum = served.entry(above).or_default();
            sum.parts += 1;
            sum.cost += best.cost;
            sum.regions.extend(best.regions);
        }
        None
    }

    /// The cheaper of one region from this block on and those below; nothing if there has been too much to do.
    fn best(&mut self, b: Bb, units: RegSet, uses: bool, below: Served) -> Option<Served> {
        // What serves a single part below is no dearer than what serves it from here.
        if !uses && below.parts == 1 && below.cost.is_finite() {
            return Some(below);
        }
        self.work += self.f.layout.len();
        if self.work > MOST_WORK {
            return None;
        }
        let refused = self.loops.depth(&self.cfg, b) > 0 || self.live.live_in(b).intersects(units);
        let found = if refused { None } else { restores(self.f, self.cx, &self.cfg, &self.dom, b, units) };
        let own = found.map(|restores| {
            let cost = self.f.bbs[b].freq + frequencies(self.f, &restores).iter().sum::<f32>();
            (cost, Region { save: b, restores })
        });
        Some(match own {
            Some((cost, region)) if uses || cost < below.cost => {
                Served { parts: 1, cost, regions: SmallVec::from_iter([region]) }
            }
            _ if uses => Served { parts: 1, cost: f32::INFINITY, regions: SmallVec::new() },
            _ => below,
        })
    }
}

/// Units that a block mentions or destroys.
fn uses(f: &Func, cx: &PassCx<'_>, b: Bb) -> RegSet {
    let mentioned = |set, &t: &Tn| f.preg(t).map_or(set, |r| set | cx.target.isa.reg(r).units);
    f.bb_ops(b).fold(RegSet::EMPTY, |set, op| f.all(op).iter().fold(set | f.clobbers(op), mentioned))
}
