//! Out of SSA: phis become PREG copies, and most copies vanish by coalescing.
//!
//! The scheme is the sound one of Boissinot, Darte, Rastello, Dupont de Dinechin and Guillon ("Revisiting Out-of-SSA
//! Translation", CGO 2009) and Sreedhar et al.: each phi gets a variable of its own, its *web*, which is written by
//! parallel copies at the end of the predecessors and read by a parallel copy at the phi's block. That is right for any
//! SSA form: lost copies and swaps cannot happen. Then the phi and each argument are merged with the web where the live
//! ranges of what has been merged so far do not intersect; a copy between merged variables is no copy.
//!
//! Live ranges are computed only for phis and what phis take, as sorted lists of segments over positions. A position has
//! two points: operands are read at `2p`, results written at `2p + 1`. Copies at a block's end have a position before
//! the terminator, whose operands are thus read after them. A critical edge needs no splitting for soundness; it is split
//! where the copies would be executed more often otherwise, and then has positions of its own.
//!
//! The work is bounded: when live ranges get too large in sum, the rest stays as copies, which is right as well.

use super::build::Context;
use super::place::{Place, Places};
use crate::ir::{BlockId, Function, Inst, InstKind, Value, ValueDef};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Half-open stretch of points, and the value that the variable holds there. Two variables that hold the same value at
/// the same time may be one: this lets a branch at a block's end read a value that was copied for a phi just before.
type Segment = (u32, u32, u32);

/// An edge into a block with live phis.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Place in the reverse post-order of its source.
    pub from: u32,
    /// The same of its target.
    pub to: u32,
    /// It has a block of its own, to be made if copies remain.
    pub split: bool,
    /// Where its copies read and write.
    pub pos: u32,
    /// Phi and the argument it takes here.
    pub moves: Vec<(Value, Value)>,
}

/// A use of a value: in which block (place in the reverse post-order) and at which position.
pub type UseAt = (Value, u32, u32);

/// The variables of phis and what they take, merged.
pub struct Webs {
    /// Edges with phis at their end, by source.
    pub edges: Vec<Edge>,
    /// By value: its variable, or `u32::MAX`.
    var: Vec<u32>,
    /// By variable: parent in the union-find forest.
    parent: Vec<u32>,
    /// By phi (value): its web's variable.
    web: FxHashMap<Value, u32>,
    /// Values by variable; webs come after them.
    pub values: Vec<Value>,
    segments: Vec<Vec<Segment>>,
}

impl Webs {
    /// None at all.
    pub fn empty() -> Webs {
        Webs {
            edges: Vec::new(),
            var: Vec::new(),
            parent: Vec::new(),
            web: FxHashMap::default(),
            values: Vec::new(),
            segments: Vec::new(),
        }
    }
    /// Does the value belong to a phi?
    pub fn is_related(&self, v: Value) -> bool {
        self.var[v.index()] != u32::MAX
    }
    /// The class of a value that belongs to a phi.
    pub fn class(&mut self, v: Value) -> Option<u32> {
        match self.var[v.index()] {
            u32::MAX => None,
            x => Some(self.find(x)),
        }
    }
    /// The class of a phi's web.
    pub fn web_class(&mut self, phi: Value) -> Option<u32> {
        let x = *self.web.get(&phi)?;
        Some(self.find(x))
    }
    /// How many variables there are: classes are smaller numbers.
    pub fn len(&self) -> usize {
        self.parent.len()
    }
    fn find(&mut self, mut x: u32) -> u32 {
        while self.parent[x as usize] != x {
            let up = self.parent[self.parent[x as usize] as usize];
            self.parent[x as usize] = up;
            x = up;
        }
        x
    }
}

/// The value of a phi's argument list that comes along an edge.
fn argument(f: &Function, phi: Inst, from: BlockId) -> Option<Value> {
    let n = f.inst_blocks(phi).iter().position(|&b| b == from)?;
    f.args(phi).get(n).copied()
}

/// Phis of a block.
pub fn phis(f: &Function, b: BlockId) -> impl Iterator<Item = Inst> + '_ {
    f.block_insts(b).take_while(|&i| matches!(f.insts[i].kind, InstKind::Phi))
}

/// Finds the edges that need copies and gives variables to phis and their arguments.
pub fn collect(cx: &Context<'_>, places: &mut Places) -> Result<Webs, Inst> {
    let f = cx.f;
    let mut w = Webs { var: vec![u32::MAX; f.values.len()], ..Webs::empty() };
    for (to, &b) in cx.cfg.rpo.iter().enumerate() {
        let live: Vec<Inst> = phis(f, b).filter(|i| places.live.contains(i.index())).collect();
        if live.is_empty() {
            continue;
        }
        for &phi in &live {
            w.add(f.result(phi, 0));
        }
        let mut preds: Vec<BlockId> = cx.cfg.preds(b).to_vec();
        preds.sort_unstable_by_key(|p| cx.cfg.rpo_index(*p));
        preds.dedup();
        for p in preds {
            let from = cx.cfg.rpo_index(p).unwrap_or(0);
            let split = splits(cx, from, to);
            let pos = if split { places.end + 1 } else { places.copies[from] };
            if split {
                // Entry, copies, end.
                places.end += 3;
            }
            let mut moves = Vec::with_capacity(live.len());
            for &phi in &live {
                let Some(v) = argument(f, phi, p) else { return Err(phi) };
                moves.push((f.result(phi, 0), v));
                if places.place[v.index()] == Place::Preg {
                    w.add(v);
                }
            }
            w.edges.push(Edge { from: from as u32, to: to as u32, split, pos, moves });
        }
    }
    Ok(w)
}

/// Should copies on this edge have a block of their own?
fn splits(cx: &Context<'_>, from: usize, to: usize) -> bool {
    let f = cx.f;
    let (p, b) = (cx.cfg.rpo[from], cx.cfg.rpo[to]);
    let Some(term) = f.last(p) else { return false };
    match f.insts[term].kind {
        // What a call that ends a block defines exists only beyond it.
        InstKind::CallBr(_) | InstKind::Invoke(_) => true,
        InstKind::CondBr if cx.optimise => {
            if to <= from || f.succs(p).iter().all(|&s| s == b) {
                return false;
            }
            let first = cx.probabilities[p];
            let taken = if f.succs(p).first() == Some(&b) { first } else { crate::analysis::freq::ONE - first };
            cx.loops.depth(b) < cx.loops.depth(p) || taken <= crate::analysis::freq::ONE / 2
        }
        InstKind::JumpTable if cx.optimise => cx.cfg.preds(b).len() > 1 && to > from,
        _ => false,
    }
}

impl Webs {
    fn add(&mut self, v: Value) {
        if self.var[v.index()] == u32::MAX {
            self.var[v.index()] = self.parent.len() as u32;
            self.parent.push(self.parent.len() as u32);
            self.values.push(v);
        }
    }

    /// Merges what can be merged. `uses` are the uses of related values in statements, by value of the variable order.
    pub fn coalesce(&mut self, cx: &Context<'_>, places: &Places, uses: &[UseAt]) {
        let related = self.values.len();
        self.make_webs(places);
        let mut live = Liveness::new(cx, places, self);
        live.budget = 2_000_000 + 40 * u64::from(places.end);
        let mut by_var: Vec<Vec<(u32, u32)>> = vec![Vec::new(); related];
        for &(v, block, pos) in uses {
            by_var[self.var[v.index()] as usize].push((block, pos));
        }
        let edges = std::mem::take(&mut self.edges);
        for (n, e) in edges.iter().enumerate() {
            for &(_, v) in &e.moves {
                if let Some(list) = by_var.get_mut(self.var[v.index()] as usize) {
                    let block = if e.split { live.edge_block(n) } else { e.from };
                    list.push((block, e.pos));
                }
            }
        }
        let mut complete = true;
        for (x, list) in by_var.iter().enumerate() {
            let v = self.values[x];
            match live.segments(cx, places, v, list) {
                Some(s) => self.segments[x] = s,
                None => {
                    complete = false;
                    break;
                }
            }
        }
        if complete {
            self.merge_all(cx, &edges);
        }
        self.edges = edges;
    }

    /// Gives each phi its web, live between its copies.
    fn make_webs(&mut self, places: &Places) {
        self.segments = vec![Vec::new(); self.values.len()];
        let edges = std::mem::take(&mut self.edges);
        for e in &edges {
            let entry = 2 * places.entry[e.to as usize];
            let end = if e.split { 2 * (e.pos + 2) } else { 2 * (places.term[e.from as usize] + 1) };
            for &(phi, v) in &e.moves {
                let x = *self.web.entry(phi).or_insert_with(|| {
                    let x = self.parent.len() as u32;
                    self.parent.push(x);
                    self.segments.push(vec![(entry, entry + 1, phi.as_u32())]);
                    x
                });
                self.segments[x as usize].push((2 * e.pos + 1, end, v.as_u32()));
            }
        }
        self.edges = edges;
        for s in &mut self.segments {
            normalise(s);
        }
    }

    fn merge_all(&mut self, cx: &Context<'_>, edges: &[Edge]) {
        // Inner loops first, back edges before others: the copies that would be executed most.
        let mut order: Vec<(u32, bool, u32, u32)> = Vec::new();
        for (n, e) in edges.iter().enumerate() {
            let depth = cx.loops.depth(cx.cfg.rpo[e.from as usize]);
            let back = e.to <= e.from;
            for k in 0..e.moves.len() {
                order.push((u32::MAX - depth, !back, n as u32, k as u32));
            }
        }
        order.sort_unstable();
        // A phi joins its own web first: otherwise the copy at its block is executed on every way in.
        let mut phi_order: Vec<(u32, u32, u32)> = Vec::new();
        for (n, e) in edges.iter().enumerate() {
            let depth = cx.loops.depth(cx.cfg.rpo[e.to as usize]);
            for k in 0..e.moves.len() {
                phi_order.push((u32::MAX - depth, n as u32, k as u32));
            }
        }
        phi_order.sort_unstable();
        for (_, n, k) in phi_order {
            let (phi, _) = edges[n as usize].moves[k as usize];
            self.try_merge(phi, phi);
        }
        for (_, _, n, k) in order {
            let (phi, v) = edges[n as usize].moves[k as usize];
            if self.is_related(v) {
                self.try_merge(v, phi);
            }
        }
    }

    /// Merges a value with a phi's web if their classes do not intersect.
    fn try_merge(&mut self, v: Value, phi: Value) {
        let (Some(a), Some(b)) = (self.class(v), self.web_class(phi)) else { return };
        if a == b || intersect(&self.segments[a as usize], &self.segments[b as usize]) {
            return;
        }
        let (from, to) =
            if self.segments[a as usize].len() < self.segments[b as usize].len() { (a, b) } else { (b, a) };
        let small = std::mem::take(&mut self.segments[from as usize]);
        merge(&mut self.segments[to as usize], small);
        self.parent[from as usize] = to;
    }
}

/// Sorts segments and joins those of one value that touch. Those of different values do not overlap.
fn normalise(s: &mut Vec<Segment>) {
    s.sort_unstable();
    join(s, 0);
}

/// Joins segments of one value that touch, in a sorted list where only those after the first `done` may do so.
fn join(s: &mut Vec<Segment>, done: usize) {
    let mut out = done;
    for i in done..s.len() {
        if out > 0 && s[i].0 <= s[out - 1].1 && s[i].2 == s[out - 1].2 {
            s[out - 1].1 = s[out - 1].1.max(s[i].1);
        } else {
            s[out] = s[i];
            out += 1;
        }
    }
    s.truncate(out);
}

/// Adds the segments of a sorted list that does not intersect. Webs grow by a few segments at a time, so what is there
/// already is moved but not sorted again.
fn merge(into: &mut Vec<Segment>, small: Vec<Segment>) {
    let mut end = into.len();
    into.extend_from_slice(&small);
    // From the back: what lies behind each new segment moves to its place at once.
    for (before, &s) in small.iter().enumerate().rev() {
        let at = into[..end].partition_point(|m| *m < s);
        into.copy_within(at..end, at + before + 1);
        into[at + before] = s;
        end = at;
    }
    join(into, end);
}

/// Have two sorted lists a point in common where they hold different values?
fn intersect(a: &[Segment], b: &[Segment]) -> bool {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if many.len() > 8 * few.len() {
        return few.iter().any(|s| {
            let at = many.partition_point(|m| m.1 <= s.0);
            many[at..].iter().take_while(|m| m.0 < s.1).any(|m| m.2 != s.2)
        });
    }
    let (mut i, mut j) = (0, 0);
    while i < few.len() && j < many.len() {
        let (x, y) = (few[i], many[j]);
        if x.0 < y.1 && y.0 < x.1 && x.2 != y.2 {
            return true;
        }
        if x.1 <= y.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    false
}

/// Computes live ranges from uses, walking backward to the definition.
struct Liveness {
    /// First and one-beyond-last point of each block, edge blocks after the others.
    span: Vec<(u32, u32)>,
    /// Source block of each edge block.
    edge_from: Vec<u32>,
    /// Edge block by edge (u32::MAX if it has none).
    edge_block: Vec<u32>,
    /// Predecessors of a block that are replaced by an edge block.
    replaced: FxHashMap<(u32, u32), u32>,
    /// Which value last found the block live-in.
    stamp: Vec<u32>,
    out_stamp: Vec<u32>,
    now: u32,
    work: Vec<u32>,
    budget: u64,
}

impl Liveness {
    fn new(cx: &Context<'_>, places: &Places, webs: &Webs) -> Liveness {
        let n = cx.cfg.rpo.len();
        let mut span: Vec<(u32, u32)> = (0..n).map(|b| (2 * places.entry[b], 2 * (places.term[b] + 1))).collect();
        let mut l = Liveness {
            span: Vec::new(),
            edge_from: Vec::new(),
            edge_block: Vec::with_capacity(webs.edges.len()),
            replaced: FxHashMap::default(),
            stamp: Vec::new(),
            out_stamp: Vec::new(),
            now: 0,
            work: Vec::new(),
            budget: u64::MAX,
        };
        for e in &webs.edges {
            if !e.split {
                l.edge_block.push(u32::MAX);
                continue;
            }
            let block = span.len() as u32;
            l.edge_block.push(block);
            l.replaced.insert((e.from, e.to), block);
            l.edge_from.push(e.from);
            span.push((2 * (e.pos - 1), 2 * (e.pos + 2)));
        }
        l.stamp = vec![0; span.len()];
        l.out_stamp = vec![0; span.len()];
        l.span = span;
        l
    }

    fn edge_block(&self, edge: usize) -> u32 {
        self.edge_block[edge]
    }

    /// The live range of a value with these uses (block, position); `None` when the budget is spent.
    fn segments(&mut self, cx: &Context<'_>, places: &Places, v: Value, uses: &[(u32, u32)]) -> Option<Vec<Segment>> {
        self.now += 1;
        let (def_block, def) = definition(cx, places, v);
        let tag = v.as_u32();
        let mut out: Vec<Segment> = vec![(def, def + 1, tag)];
        for &(block, pos) in uses {
            let read = 2 * pos + 1;
            if block == def_block && read > def {
                out.push((def, read, tag));
            } else {
                out.push((self.span[block as usize].0, read, tag));
                self.live_in(cx, block);
            }
        }
        while let Some(b) = self.work.pop() {
            self.budget = self.budget.checked_sub(1)?;
            let (start, end) = self.span[b as usize];
            if b == def_block {
                out.push((def, end, tag));
            } else {
                out.push((start, end, tag));
                self.live_in(cx, b);
            }
        }
        normalise(&mut out);
        Some(out)
    }

    /// The value is live into the block: so it is at the end of all predecessors.
    fn live_in(&mut self, cx: &Context<'_>, block: u32) {
        if std::mem::replace(&mut self.stamp[block as usize], self.now) == self.now {
            return;
        }
        let n = cx.cfg.rpo.len();
        if block as usize >= n {
            self.live_out(self.edge_from[block as usize - n]);
            return;
        }
        for p in cx.cfg.preds(cx.cfg.rpo[block as usize]) {
            let Some(p) = cx.cfg.rpo_index(*p) else { continue };
            let p = p as u32;
            let p = if self.replaced.is_empty() { p } else { *self.replaced.get(&(p, block)).unwrap_or(&p) };
            self.live_out(p);
        }
    }

    fn live_out(&mut self, b: u32) {
        if std::mem::replace(&mut self.out_stamp[b as usize], self.now) != self.now {
            self.work.push(b);
        }
    }
}

/// Block and point where a value is written.
fn definition(cx: &Context<'_>, places: &Places, v: Value) -> (u32, u32) {
    match cx.f.values[v].def {
        ValueDef::Result(i, _) => {
            let block = cx.f.block_of(i).and_then(|b| cx.cfg.rpo_index(b)).unwrap_or(0);
            (block as u32, 2 * places.pos[i.index()] + 1)
        }
        _ => (0, 1),
    }
}

/// Orders the moves of a parallel copy; `temp` makes a new variable when there is a cycle. Each destination occurs once.
pub fn sequence<T: Copy + Eq + Hash>(moves: &[(T, T)], mut temp: impl FnMut(T) -> T) -> Vec<(T, T)> {
    let left: Vec<(T, T)> = moves.iter().copied().filter(|(d, s)| d != s).collect();
    let mut out = Vec::with_capacity(left.len());
    // Where a variable's value is to be read, how many moves still read it, and which move writes it.
    let mut readers: FxHashMap<T, u32> = FxHashMap::default();
    let mut writer: FxHashMap<T, usize> = FxHashMap::default();
    let mut saved: FxHashMap<T, T> = FxHashMap::default();
    for (n, &(d, s)) in left.iter().enumerate() {
        *readers.entry(s).or_default() += 1;
        writer.insert(d, n);
    }
    let unread = |readers: &FxHashMap<T, u32>, v: &T| readers.get(v).is_none_or(|&n| n == 0);
    let mut done = vec![false; left.len()];
    let mut ready: Vec<usize> = (0..left.len()).filter(|&n| unread(&readers, &left[n].0)).collect();
    let mut next = 0;
    loop {
        while let Some(n) = ready.pop() {
            if std::mem::replace(&mut done[n], true) {
                continue;
            }
            let (d, s) = left[n];
            out.push((d, *saved.get(&s).unwrap_or(&s)));
            if let Some(count) = readers.get_mut(&s) {
                *count -= 1;
                if *count == 0
                    && let Some(&w) = writer.get(&s)
                {
                    ready.push(w);
                }
            }
        }
        // Only cycles are left: save one destination, let its readers read the copy.
        let Some(n) = (next..left.len()).find(|&n| !done[n]) else { return out };
        next = n;
        let d = left[n].0;
        let t = temp(d);
        out.push((t, d));
        saved.insert(d, t);
        ready.push(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs moves one after another, and in parallel: they must agree.
    fn check(moves: &[(u32, u32)]) {
        let mut temps = 100;
        let seq = sequence(moves, |_| {
            temps += 1;
            temps
        });
        let mut state: Vec<u32> = (0..200).collect();
        for (d, s) in &seq {
            state[*d as usize] = state[*s as usize];
        }
        for &(d, s) in moves {
            assert_eq!(state[d as usize], s, "{moves:?} -> {seq:?}");
        }
    }

    #[test]
    fn parallel_copies() {
        check(&[(1, 2), (2, 1)]);
        check(&[(1, 2), (2, 3), (3, 1), (4, 1)]);
        check(&[(1, 2), (2, 1), (3, 4), (4, 3), (5, 1)]);
        check(&[(1, 1), (2, 3)]);
        let mut seed = 7u64;
        for _ in 0..500 {
            let mut moves = Vec::new();
            for d in 0..12u32 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
                if seed >> 62 != 0 {
                    moves.push((d, (seed >> 33) as u32 % 12));
                }
            }
            check(&moves);
        }
    }

    #[test]
    fn merging_is_sorting() {
        let mut seed = 3u64;
        for _ in 0..500 {
            let (mut a, mut b, mut at) = (Vec::new(), Vec::new(), 0);
            for _ in 0..24 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
                let (to, bits) = (at + 1 + (seed >> 60) as u32, seed >> 32);
                let list = if bits & 7 < 2 { &mut b } else { &mut a };
                list.push((at, to, (bits >> 4) as u32 & 1));
                at = to + (bits >> 8) as u32 % 2;
            }
            normalise(&mut a);
            normalise(&mut b);
            let mut want = [a.clone(), b.clone()].concat();
            normalise(&mut want);
            merge(&mut a, b);
            assert_eq!(a, want);
        }
    }

    #[test]
    fn segments() {
        assert!(intersect(&[(1, 5, 0), (9, 12, 0)], &[(5, 6, 1), (11, 20, 1)]));
        assert!(!intersect(&[(1, 5, 0), (9, 12, 0)], &[(5, 9, 1), (12, 20, 1)]));
        assert!(!intersect(&[(1, 5, 0), (9, 12, 0)], &[(4, 6, 0), (11, 20, 0)]));
        assert!(intersect(&[(1, 5, 0), (6, 12, 2)], &[(4, 8, 0)]));
        let many: Vec<Segment> = (0..100).map(|n| (10 * n, 10 * n + 5, 0)).collect();
        assert!(intersect(&many, &[(504, 506, 1)]));
        assert!(!intersect(&many, &[(505, 510, 1)]));
        let mut s = vec![(5, 7, 0), (1, 3, 0), (3, 4, 0), (6, 9, 0), (9, 10, 1)];
        normalise(&mut s);
        assert_eq!(s, [(1, 4, 0), (5, 9, 0), (9, 10, 1)]);
    }
}
