//! What a place in the order of blocks costs, and when a value is wanted again.
//!
//! Linear scan sees a function as a line, but values move along its edges. A value that is in a register before a place of the line
//! and in memory behind it, or the other way round, is moved on each edge that passes the place, a loop's back edge included: the sum
//! of their frequencies is what a split there costs. So a gap between two rarely executed blocks amid a loop is dear, and the border of
//! the loop is cheap; Wimmer and Moessenboeck take loop depth for the same end.
//!
//! What is used in a loop is wanted again at the loop's end if it lives around the back edge: another of their rules.

use super::super::intervals::Problem;
use super::super::pieces::{Piece, Pieces};
use super::super::points::Pos;
use cgir::analysis::cfg::Cfg;
use cgir::analysis::dom::DomTree;
use cgir::analysis::loops::{LoopId, Loops};
use cgir::func::{Bb, Tn};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// How many blocks away a better place is sought.
const FARTHEST: u32 = 32;

/// Costs whose ratio is below this are taken for equal.
const NEARLY: f32 = 1.01;

/// The next time that a value is wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// When.
    pub at: Pos,
    /// How often, at most, it has to be brought back for that.
    pub weight: f32,
}

/// A loop.
pub(super) struct Around {
    /// Where its first block begins.
    pub from: Pos,
    /// Where its last block ends.
    pub to: Pos,
    /// How often it is left.
    pub left: f32,
    parent: Option<u32>,
}

/// See the module's text.
pub(super) struct Outlook {
    /// By block: its place in the order.
    place: SecondaryMap<Bb, u32>,
    /// The order.
    order: Vec<Bb>,
    /// By place: what a split at the block's start costs.
    at_start: Vec<f32>,
    /// By place: what passes over the block.
    over: Vec<f32>,
    /// `least[k][n]`: the last of the places with the least cost among the 2^k that end with `n`.
    least: Vec<Vec<u32>>,
    /// By place: edges out of the block, and into it, with their frequencies.
    out: Vec<SmallVec<[(u32, f32); 2]>>,
    into: Vec<SmallVec<[(u32, f32); 2]>>,
    /// How often the references before each are executed, in sum.
    sums: Vec<f64>,
    /// Loops, by number: where they are in the order, how often they are left, and the loop around them.
    loops: Vec<Around>,
    /// By place: the innermost loop.
    innermost: Vec<Option<u32>>,
    /// By TN: how often it is defined.
    stores: SecondaryMap<Tn, f32>,
    /// By TN: ends of loops behind which it is wanted again, in order.
    ends: SecondaryMap<Tn, SmallVec<[Wanted; 1]>>,
}

impl Outlook {
    /// Looks at a function. `loops`: are there values that live around them?
    pub fn new(p: &Problem<'_>, loops: bool) -> Outlook {
        let f = p.f;
        let mut place = SecondaryMap::with_capacity(f.bbs.len());
        f.layout.iter().enumerate().for_each(|(n, &b)| place[b] = n as u32);
        let mut out = vec![SmallVec::new(); f.layout.len()];
        let mut into = out.clone();
        for (n, &b) in f.layout.iter().enumerate() {
            for s in &f.bbs[b].succs {
                let weight = f.bbs[b].freq * s.prob;
                out[n].push((place[s.bb], weight));
                into[place[s.bb] as usize].push((n as u32, weight));
            }
        }
        let mut stores = SecondaryMap::new();
        p.refs.iter().filter(|r| r.def).for_each(|r| stores[r.tn] += r.freq);
        let (at_start, over) = passing(&out);
        let order = f.layout.clone();
        let add = |sum: &mut f64, r: f32| {
            let before = *sum;
            *sum += f64::from(r);
            Some(before)
        };
        let sums = p.refs.iter().map(|r| r.freq).chain([0.0]).scan(0.0, add).collect();
        let mut new = Outlook {
            place,
            order,
            least: Vec::new(),
            at_start,
            over,
            out,
            into,
            sums,
            stores,
            loops: Vec::new(),
            innermost: Vec::new(),
            ends: SecondaryMap::new(),
        };
        new.find_least();
        if loops {
            new.find_ends(p);
        }
        new
    }

    fn find_least(&mut self) {
        self.least.push((0..self.at_start.len() as u32).collect());
        let mut width = 1;
        while 2 * width <= self.at_start.len() {
            let last = &self.least[self.least.len() - 1];
            let one = |n: usize| match n.checked_sub(width) {
                Some(m) => self.cheaper(last[m], last[n]),
                None => last[n],
            };
            let next = (0..last.len()).map(one).collect();
            self.least.push(next);
            width *= 2;
        }
    }

    /// The one with the lower cost; the later one of equals.
    fn cheaper(&self, a: u32, b: u32) -> u32 {
        if self.at_start[a.max(b) as usize] <= self.at_start[a.min(b) as usize] { a.max(b) } else { a.min(b) }
    }

    /// What a split costs at a gap.
    pub fn cost(&self, p: &Problem<'_>, gap: Pos) -> f32 {
        let b = p.points.bb(gap);
        let n = self.place[b] as usize;
        if gap == p.points.start(b) { self.at_start[n] } else { p.f.bbs[b].freq + self.over[n] }
    }

    /// The best place to split between two gaps (`to` is one, and `from` may be): `to`, unless a block begins meanwhile where a
    /// split costs less.
    pub fn best_gap(&self, p: &Problem<'_>, from: Pos, to: Pos) -> Pos {
        // The places of blocks that begin from `from` on, and not behind `to`.
        let last = self.place[p.points.bb(to)] as usize;
        let home = self.place[p.points.bb(from)] as usize;
        let first = if p.points.start(self.order[home]) >= from { home } else { home + 1 };
        if first > last {
            return to;
        }
        let level = (last + 1 - first).ilog2() as usize;
        let least = &self.least[level];
        let n = self.cheaper(least[first + (1 << level) - 1], least[last]);
        let start = p.points.start(self.order[n as usize]);
        if self.at_start[n as usize] < self.cost(p, to) && start < to { start } else { to }
    }

    /// Where a value that is put to memory at one gap asks for a register again, to be in it at `used`: there, or where a block begins
    /// meanwhile (not before `until`, if that is before the use), if fewer edges then lead from where it is in memory to where it
    /// is not.
    pub fn resume(&self, p: &Problem<'_>, start: Pos, until: Pos, used: Pos) -> (Pos, f32) {
        let (first, last) = (self.place[p.points.bb(start)], self.place[p.points.bb(used)]);
        let mut best = (f32::INFINITY, used);
        let mut flow = 0.0;
        for n in first..last.min(first + FARTHEST) {
            flow += self.leaving(n, first, n) - self.entering(n, first, n);
            let at = p.points.start(self.order[n as usize + 1]);
            if at >= until && (flow <= best.0 * NEARLY || best.0.is_infinite()) {
                best = (flow, at);
            }
        }
        if first == last {
            flow = p.f.bbs[self.order[last as usize]].freq;
        } else {
            // What comes to the use's block from elsewhere is put to memory before it is brought back.
            let reached = last - first <= FARTHEST;
            flow +=
                if reached { p.f.bbs[self.order[last as usize]].freq - self.entering(last, first, last) } else { 0.0 };
        }
        if flow <= best.0 * NEARLY { (used, flow) } else { (best.1, best.0) }
    }

    /// Where a value that is in memory from one gap to another (excluded) is put there: at the first, or where a block begins before
    /// it, but not before `used`, if fewer edges then lead from where it is in memory to where it is not.
    pub fn leave(&self, p: &Problem<'_>, used: Pos, start: Pos, resume: Pos) -> Pos {
        let (first, last) = (self.place[p.points.bb(start)], self.place[p.points.bb(resume.before())]);
        let (mut flow, mut best) = (0.0, (0.0, start));
        for n in (first.saturating_sub(FARTHEST)..first).rev() {
            let at = p.points.start(self.order[n as usize]);
            if at < used {
                break;
            }
            flow += self.leaving(n, n, last) - self.entering(n, n, last);
            if flow < best.0 - (NEARLY - 1.0) * p.f.bbs[self.order[n as usize]].freq {
                best = (flow, at);
            }
        }
        best.1
    }

    /// How often a block leaves a run of places.
    fn leaving(&self, n: u32, first: u32, last: u32) -> f32 {
        self.out[n as usize].iter().filter(|e| e.0 < first || e.0 > last).map(|e| e.1).sum()
    }

    /// How often a block is entered from others of a run of places.
    fn entering(&self, n: u32, first: u32, last: u32) -> f32 {
        self.into[n as usize].iter().filter(|e| e.0 >= first && e.0 <= last && e.0 != n).map(|e| e.1).sum()
    }

    /// Notes the ends of loops in which values are used that live around them.
    fn find_ends(&mut self, p: &Problem<'_>) {
        let f = p.f;
        let cfg = Cfg::compute(f);
        let loops = Loops::compute(&cfg, &DomTree::dominators(&cfg));
        if loops.loops.is_empty() {
            return;
        }
        let last = |l: LoopId| loops.loops[l].blocks.iter().map(|&b| self.place[b]).max().unwrap_or(0);
        let last: Vec<u32> = loops.loops.keys().map(last).collect();
        for l in loops.loops.keys() {
            let d = &loops.loops[l];
            let first = d.blocks.iter().map(|&b| self.place[b]).min().unwrap_or(0);
            let exits = loops.exits(f, &cfg, l);
            let left = exits.iter().map(|&(b, n)| f.bbs[b].freq * f.bbs[b].succs[n as usize].prob).sum();
            let (from, to) = (self.order[first as usize], self.order[last[l.as_u32() as usize] as usize]);
            let (from, to) = (p.points.start(from), p.points.block(to).to);
            self.loops.push(Around { from, to, left, parent: d.parent.expand().map(LoopId::as_u32) });
        }
        self.innermost = self.order.iter().map(|&b| loops.innermost(&cfg, b).map(LoopId::as_u32)).collect();
        for &t in p.tns.iter().filter(|&&t| p.live.is_global(t)) {
            let mut ends: SmallVec<[Wanted; 1]> = SmallVec::new();
            let mut seen: SmallVec<[LoopId; 8]> = SmallVec::new();
            for r in p.refs_of(t) {
                let mut next = loops.innermost(&cfg, p.points.bb(p.points.early(r.op)));
                while let Some(l) = next.filter(|l| !seen.contains(l)) {
                    let d = &loops.loops[l];
                    if !p.live.live_in(d.head).contains(t) {
                        break;
                    }
                    seen.push(l);
                    let at = p.points.end(self.order[last[l.as_u32() as usize] as usize]);
                    ends.push(Wanted { at, weight: r.freq.min(f.bbs[d.head].freq) });
                    next = d.parent.expand();
                }
            }
            ends.sort_by_key(|e| e.at);
            self.ends[t] = ends;
        }
    }

    /// How often a piece's TN is referred to between two points.
    pub fn references(&self, pieces: &Pieces<'_, '_>, piece: Piece, from: Pos, to: Pos) -> f32 {
        let p = pieces.p;
        let refs = &pieces.list[piece].refs;
        let before = |at: Pos| refs.partition_point(|&id| p.points.early(p.refs[id as usize].op) < at);
        let (first, end) = (before(from), before(to));
        if first >= end {
            return 0.0;
        }
        // A TN's references stand in a row.
        (self.sums[refs[end - 1] as usize + 1] - self.sums[refs[first] as usize]) as f32
    }

    /// How often a TN is stored, if that happens where it is defined.
    pub fn stores(&self, t: Tn) -> f32 {
        self.stores[t]
    }

    /// The loops around a point, from the innermost out.
    pub fn loops_around(&self, p: &Problem<'_>, at: Pos) -> impl Iterator<Item = &Around> {
        let first = self.innermost.get(self.place[p.points.bb(at)] as usize).copied().flatten();
        let get = |n: u32| &self.loops[n as usize];
        std::iter::successors(first.map(get), move |l| l.parent.map(get))
    }

    /// The end of the next loop behind which a piece is wanted again, and how often it has to be brought back for that.
    pub fn next_round(&self, pieces: &Pieces<'_, '_>, piece: Piece, from: Pos) -> Option<Wanted> {
        let d = &pieces.list[piece];
        let ends = &self.ends[d.tn];
        ends.get(ends.partition_point(|e| e.at <= from)).filter(|e| e.at < d.to()).copied()
    }
}

/// For each place of the order, given the edges out of each: the frequency of edges that pass its block's start, and of those that
/// pass over the block.
fn passing(out: &[SmallVec<[(u32, f32); 2]>]) -> (Vec<f32>, Vec<f32>) {
    let n = out.len();
    let (mut at_start, mut over) = (vec![0.0f64; n + 1], vec![0.0f64; n + 1]);
    for (from, list) in out.iter().enumerate() {
        for &(to, weight) in list.iter().filter(|e| e.0 as usize != from) {
            let (low, high) = (from.min(to as usize), from.max(to as usize));
            let weight = f64::from(weight);
            at_start[low + 1] += weight;
            at_start[high + 1] -= weight;
            over[low + 1] += weight;
            over[high] -= weight;
        }
    }
    let sums = |list: Vec<f64>| {
        let sum = |sum: &mut f64, x: &f64| {
            *sum += x;
            // What differs by a rounding is equal.
            Some(f32::from_bits((sum.max(0.0) as f32).to_bits() & !0xfff))
        };
        list[..n].iter().scan(0.0, sum).collect::<Vec<f32>>()
    };
    (sums(at_start), sums(over))
}
