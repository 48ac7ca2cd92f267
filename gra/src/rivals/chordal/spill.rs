//! Which TNs are in registers where, by furthest next use (Belady's MIN, carried over to flow graphs by Braun and Hack).
//!
//! Blocks are walked in reverse post-order with the set of TNs that are in registers. A use of one that is not brings it
//! in; where there are more than registers, those whose next use is furthest away go to memory. Distances are in ops, to
//! the nearest use over any path; leaving a loop counts as [`FAR`]. A loop is entered with what is used in it, and with
//! what passes through if the loop leaves room; another block with what most of its predecessors, by frequency, have.
//!
//! Registers are counted in units of each *file* (classes that overlap), less those that fixed operands hold and that
//! clobbers take from what is live over an op. Sub-classes are not counted; colouring sees to the rest.

use super::super::intervals::{How, Nature, Problem, Segs};
use super::super::points::{Pos, Seg, covers};
use cgir::alloc::AllocError;
use cgir::analysis::{Cfg, DomTree, Loops};
use cgir::func::{Bb, Op, Tn};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use targ_info::RegSet;

/// For each TN, where it is in a register.
pub(in super::super) type Resident = SecondaryMap<Tn, Segs>;

/// The length of an edge out of a loop.
const FAR: u32 = 100_000;
/// No next use.
const NEVER: u32 = u32::MAX;
/// Distances at block starts, in all, beyond which the allocator gives up.
const MOST: usize = 8_000_000;

/// Finds where TNs are in registers.
pub(super) fn resident(p: &Problem<'_>, cfg: &Cfg, dom: &DomTree) -> Result<Resident, AllocError> {
    let loops = Loops::compute(cfg, dom);
    let total: usize = p.f.layout.iter().map(|&b| p.live.live_in(b).len()).sum();
    if total > MOST {
        return Err(AllocError::Unsupported("so many values across so many blocks".into()));
    }
    let mut w = Walk {
        p,
        cfg,
        loops: &loops,
        files: files(p),
        next: SecondaryMap::new(),
        fixed: fixed_units(p),
        inside: Vec::new(),
        exits: SecondaryMap::new(),
        out: SecondaryMap::new(),
        walked: SecondaryMap::new(),
    };
    w.distances();
    for &b in &cfg.rpo {
        w.block(b);
    }
    for &t in &p.tns {
        w.out[t].sort_unstable();
        // Code that nothing reaches was not walked.
        if w.p.nature[t] != Nature::Normal {
            w.out[t] = p.segs[t].clone();
        }
    }
    Ok(w.out)
}

/// By bank: the units of all banks that it overlaps, and theirs.
fn files(p: &Problem<'_>) -> Vec<RegSet> {
    let mut files: Vec<RegSet> = p.banks.iter().map(|b| b.units).collect();
    for _ in 0..files.len() {
        for i in 0..files.len() {
            for j in 0..files.len() {
                if files[i].intersects(files[j]) {
                    files[i] = files[i] | files[j];
                }
            }
        }
    }
    files
}

/// By index of a point: units of fixed registers while operands are read, and when results are written.
fn fixed_units(p: &Problem<'_>) -> Vec<[RegSet; 2]> {
    let mut out = vec![[RegSet::EMPTY; 2]; p.points.len()];
    for (u, list) in p.fixed.iter().enumerate() {
        for x in list {
            for i in x.seg.from.index()..=x.seg.to.before().index().min(p.points.len() as u32 - 1) {
                for (k, sub) in [0, 2].into_iter().enumerate() {
                    if x.seg.contains(Pos(Pos::of_index(i).0 + sub)) {
                        out[i as usize][k].insert(targ_info::Unit(u as u16));
                    }
                }
            }
        }
    }
    out
}

struct Walk<'w, 'a> {
    p: &'w Problem<'a>,
    cfg: &'w Cfg,
    loops: &'w Loops,
    /// By bank.
    files: Vec<RegSet>,
    /// By block: distances to the next use of what is live in, sorted.
    next: SecondaryMap<Bb, Vec<(Tn, u32)>>,
    fixed: Vec<[RegSet; 2]>,
    /// TNs in registers, since when.
    inside: Vec<(Tn, Pos)>,
    /// TNs in registers at the end of a block.
    exits: SecondaryMap<Bb, Vec<Tn>>,
    out: Resident,
    walked: SecondaryMap<Bb, bool>,
}

impl Walk<'_, '_> {
    fn file(&self, t: Tn) -> RegSet {
        self.files[self.p.bank_of[t].number()]
    }
    /// Units that a TN takes.
    fn size(&self, t: Tn) -> usize {
        self.p.bank(self.p.bank_of[t]).regs.first().map_or(1, |r| r.1.len())
    }
    fn counts(&self, t: Tn) -> bool {
        self.p.nature[t] == Nature::Normal
    }

    /// Distances at block starts, iterated from "never" downwards.
    fn distances(&mut self) {
        let p = self.p;
        for &b in &self.cfg.rpo {
            let mut list: Vec<(Tn, u32)> =
                p.live.live_in(b).iter().filter(|&t| self.counts(t)).map(|t| (t, NEVER)).collect();
            list.sort_unstable();
            self.next[b] = list;
        }
        // First uses in each block, which do not change.
        let mut first: FxHashMap<(Bb, Tn), u32> = FxHashMap::default();
        for &b in &self.cfg.rpo {
            for (i, op) in p.f.bb_ops(b).enumerate() {
                p.f.operands(op).iter().for_each(|&t| {
                    first.entry((b, t)).or_insert(i as u32);
                });
            }
        }
        for _ in 0..20 {
            let mut changed = false;
            for &b in self.cfg.rpo.iter().rev() {
                let length = p.points.op_indices(b).len() as u32;
                for n in 0..self.next[b].len() {
                    let (t, old) = self.next[b][n];
                    let uses = p.live.uses(b).contains(t);
                    let new = match first.get(&(b, t)).filter(|_| uses) {
                        Some(&i) => i,
                        None => self.at_end(b, t).saturating_add(length),
                    };
                    if new < old {
                        self.next[b][n].1 = new;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Distance from the end of a block.
    fn at_end(&self, b: Bb, t: Tn) -> u32 {
        let mut least = NEVER;
        for s in &self.p.f.bbs[b].succs {
            let leaves = self.loops.innermost(self.cfg, b).is_some_and(|l| !self.loops.contains(self.cfg, l, s.bb));
            let d = self.at_start(s.bb, t).saturating_add(if leaves { FAR } else { 0 });
            least = least.min(d);
        }
        least
    }

    fn at_start(&self, b: Bb, t: Tn) -> u32 {
        let list = &self.next[b];
        list.binary_search_by_key(&t, |x| x.0).map_or(NEVER, |n| list[n].1)
    }

    /// Distance from the gap before the op with this index.
    fn distance(&self, b: Bb, t: Tn, index: u32) -> u32 {
        let p = self.p;
        let refs = p.refs_of(t);
        let first = refs.partition_point(|r| p.points.early(r.op).index() < index);
        let end = p.points.op_indices(b).end;
        if let Some(r) = refs.get(first) {
            let at = p.points.early(r.op).index();
            if at < end {
                // Results come before operands in the list: is there an operand of the same op?
                return if !r.def || p.f.operands(r.op).contains(&t) { at - index } else { NEVER };
            }
        }
        if p.live.live_out(b).contains(t) { self.at_end(b, t).saturating_add(end - index) } else { NEVER }
    }

    fn enter(&mut self, t: Tn, at: Pos) {
        if self.inside.iter().all(|x| x.0 != t) {
            self.inside.push((t, at));
        }
    }

    fn leave(&mut self, t: Tn, at: Pos) {
        if let Some(n) = self.inside.iter().position(|x| x.0 == t) {
            let (_, from) = self.inside.swap_remove(n);
            if from < at {
                self.out[t].push(Seg { from, to: at });
            }
        }
    }

    /// What a block begins with.
    fn start(&mut self, b: Bb) {
        let p = self.p;
        let at = p.points.start(b);
        let head = self.loops.innermost(self.cfg, b).filter(|&l| self.loops.loops[l].head == b);
        let candidates: Vec<(Tn, u32)> = self.next[b].clone();
        let total: f32 = self.cfg.preds(b).filter(|&q| self.walked[q]).map(|q| p.f.bbs[q].freq).sum();
        let mut had: FxHashMap<Tn, f32> = FxHashMap::default();
        for q in self.cfg.preds(b).filter(|&q| self.walked[q]) {
            for &t in &self.exits[q] {
                *had.entry(t).or_default() += p.f.bbs[q].freq;
            }
        }
        let share = |t: Tn| if total > 0.0 { had.get(&t).copied().unwrap_or(0.0) / total } else { 0.0 };
        let mut ranked: Vec<(u32, u32, Tn)> = Vec::new();
        for (t, d) in candidates {
            let rank = match head {
                Some(_) if d < FAR => 0,
                _ if share(t) > 0.99 => 1,
                _ if share(t) >= 0.5 => 2,
                _ => continue,
            };
            ranked.push((rank, d, t));
        }
        ranked.sort_unstable();
        // What only passes through a loop has what its fullest border leaves.
        let through = head.map(|l| {
            let border = |x: &Bb| p.live.live_in(*x).len().max(p.live.live_out(*x).len());
            self.loops.loops[l].blocks.iter().map(border).max().unwrap_or(0)
        });
        let mut used: Vec<(RegSet, usize)> = Vec::new();
        for (rank, _, t) in ranked {
            let file = self.file(t);
            let room = (file - self.fixed[at.index() as usize][0]).len();
            let size = self.size(t);
            let n = used.iter().position(|x| x.0 == file).unwrap_or_else(|| {
                used.push((file, 0));
                used.len() - 1
            });
            let limit = if rank > 0 && through.is_some_and(|most| most > room) { room * 2 / 3 } else { room };
            if used[n].1 + size <= limit {
                used[n].1 += size;
                self.inside.push((t, at));
            }
        }
    }

    fn block(&mut self, b: Bb) {
        let p = self.p;
        self.inside.clear();
        self.start(b);
        for op in p.f.bb_ops(b) {
            self.op(b, op);
        }
        let end = p.points.block(b).to;
        let left: Vec<Tn> = self.inside.iter().map(|x| x.0).collect();
        for &t in &left {
            self.leave(t, end);
        }
        self.exits[b] = left.into_iter().filter(|&t| p.live.live_out(b).contains(t)).collect();
        self.walked[b] = true;
    }

    fn op(&mut self, b: Bb, op: Op) {
        let p = self.p;
        let points = &p.points;
        let start = p.f.opnds_start(op);
        let (early, after) = (points.early(op), points.after(op));
        let refs: Vec<_> = (start..start + p.f.all(op).len())
            .filter_map(|e| p.refs.get(p.ref_of[e] as usize))
            .filter(|r| self.counts(r.tn))
            .copied()
            .collect();
        let own = |how: How| matches!(how, How::Narrow(_) | How::Tied(..));
        let operands: Vec<Tn> = refs.iter().filter(|r| !r.def && !r.isolated()).map(|r| r.tn).collect();
        for &t in &operands {
            self.enter(t, early);
        }
        // While operands are read.
        let tiny = refs.iter().filter(|r| !r.def && own(r.how)).map(|r| self.size(r.tn)).sum();
        let [held, written] = self.fixed[early.index() as usize];
        let ended = |t: Tn| !covers(&p.segs[t], early);
        let dead: Vec<Tn> = self.inside.iter().map(|x| x.0).filter(|&t| ended(t)).collect();
        dead.into_iter().for_each(|t| self.leave(t, early));
        self.limit(b, &operands, early, held, tiny);
        // Over the op.
        let lost = p.clobbered(&[Seg { from: points.late(op), to: points.def(op) }]);
        let results: Vec<_> = refs.iter().filter(|r| r.def).collect();
        let new: usize = results.iter().map(|r| self.size(r.tn)).sum();
        let dying: Vec<Tn> = operands.iter().copied().filter(|&t| !covers(&p.segs[t], points.def(op))).collect();
        for &t in &dying {
            self.leave(t, points.def(op));
        }
        if !lost.is_empty() {
            let leaving: Vec<Tn> = self.inside.iter().map(|x| x.0).filter(|t| operands.contains(t)).collect();
            self.limit(b, &leaving, early, lost, 0);
            for t in self.over(b, lost, early) {
                self.leave(t, points.late(op));
            }
        }
        let fixed = results.iter().any(|r| matches!(r.how, How::Fixed(_)));
        self.limit(b, &operands, early, written, if fixed { 0 } else { new });
        for r in results {
            self.leave(r.tn, r.pos);
            if covers(&p.segs[r.tn], if r.isolated() { after } else { r.pos }) {
                self.enter(r.tn, r.pos.max(if r.isolated() { after } else { r.pos }));
            }
        }
        self.limit(b, &[], after, RegSet::EMPTY, 0);
    }

    /// TNs that are too many for the registers which are left, however they are used.
    fn over(&self, b: Bb, lost: RegSet, at: Pos) -> Vec<Tn> {
        let mut list: Vec<(u32, Tn)> =
            self.inside.iter().map(|x| (self.distance(b, x.0, at.index() + 1), x.0)).collect();
        list.sort_unstable();
        let mut used: FxHashMap<[u16; 2], usize> = FxHashMap::default();
        let key = |f: RegSet| [f.iter().next().map_or(0, |u| u.0), f.len() as u16];
        let too_many = |&(_, t): &(u32, Tn)| {
            let file = self.file(t);
            let sum = used.entry(key(file)).or_default();
            *sum += self.size(t);
            *sum > (file - lost).len()
        };
        list.into_iter().filter(too_many).map(|x| x.1).collect()
    }

    /// Puts into memory, from a gap on, what has no room: the furthest next use first.
    fn limit(&mut self, b: Bb, keep: &[Tn], at: Pos, taken: RegSet, extra: usize) {
        let files: Vec<RegSet> = self.inside.iter().map(|x| self.file(x.0)).collect();
        let mut done: Vec<RegSet> = Vec::new();
        for file in files {
            if done.contains(&file) {
                continue;
            }
            done.push(file);
            let room = (file - taken).len().saturating_sub(extra);
            let members: Vec<Tn> = self.inside.iter().map(|x| x.0).filter(|&t| self.file(t) == file).collect();
            let mut used: usize = members.iter().map(|&t| self.size(t)).sum();
            if used <= room {
                continue;
            }
            let free = members.into_iter().filter(|t| !keep.contains(t));
            let mut list: Vec<(u32, Tn)> = free.map(|t| (self.distance(b, t, at.index()), t)).collect();
            list.sort_unstable_by(|x, y| y.cmp(x));
            for (_, t) in list {
                if used <= room {
                    break;
                }
                used -= self.size(t);
                self.leave(t, at);
            }
        }
    }
}
