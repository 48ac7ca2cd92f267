//! Switch lowering: jump tables, bit tests, and trees of compares weighted by probability.
//!
//! As LLVM's `SwitchLoweringUtils` does it: cases are sorted and runs to one target joined into ranges; stretches that are
//! dense enough become jump tables, found by dynamic programming for the fewest partitions; stretches of few targets within
//! a word become bit tests; the rest are compares in a binary tree, split where the weights of both sides are about equal
//! (Kannan and Proebsting, "Correction to 'Producing Good Code for the Case Statement'", 1994).
//!
//! A default that is unreachable needs no range check.

use super::OptCx;
use super::edit::{add_incoming, append, incoming, ones, remove_incoming, signed, terminate, width};
use crate::analysis::freq::{ratio, weights};
use crate::diag::{Error, Pos, Result};
use crate::ir::{BinOp, BlockId, CastOp, Function, Inst, InstKind, IntPred, SwitchId, Ty, Value};
use rustc_hash::FxHashMap;

/// Most clusters for which partitions are searched; beyond, stretches are taken greedily.
const SEARCH: usize = 400;
/// Most entries of a table.
const LARGEST_TABLE: u64 = 1 << 20;

/// A stretch of case values with one treatment.
#[derive(Clone, Debug)]
struct Cluster {
    low: i64,
    high: i64,
    weight: u64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// All values go to one block.
    Range(BlockId),
    /// A jump table of these ranges.
    Table(Vec<Cluster>),
    /// Bit tests of these ranges.
    Bits(Vec<Cluster>),
}

/// Lowers all switches of a function.
pub fn lower(f: &mut Function, cx: &OptCx<'_>) -> Result<()> {
    let blocks = f.layout.clone();
    let mut layout = Vec::with_capacity(blocks.len());
    for b in blocks {
        layout.push(b);
        let Some(term) = f.last(b) else { continue };
        if matches!(f.insts[term].kind, InstKind::Switch(_)) {
            let before = f.layout.len();
            one(f, cx, b, term)?;
            // New blocks were added at the end: they follow the switch.
            layout.extend_from_slice(&f.layout[before..]);
        }
    }
    f.layout = layout;
    Ok(())
}

struct Lowering<'a> {
    cx: &'a OptCx<'a>,
    from: BlockId,
    value: Value,
    ty: Ty,
    width: u32,
    default: BlockId,
    /// The default cannot be reached.
    closed: bool,
    default_weight: u64,
    pos: Pos,
    /// New edges to the switch's targets: from, to.
    edges: Vec<(BlockId, BlockId)>,
}

fn one(f: &mut Function, cx: &OptCx<'_>, b: BlockId, term: Inst) -> Result<()> {
    let pos = f.insts[term].pos;
    let InstKind::Switch(id) = f.insts[term].kind else { return Ok(()) };
    let &[value] = f.args(term) else { return Err(Error::input(pos, "switch without its value")) };
    let Some(width) = width(f, cx.m, cx.costs.xlen, value).filter(|&w| w <= cx.costs.xlen) else {
        return Err(Error::unsupported(pos, "a switch on a type wider than a register, after legalising"));
    };
    let targets = f.inst_blocks(term).to_vec();
    let Some((&default, targets)) = targets.split_first() else {
        return Err(Error::input(pos, "switch without a default"));
    };
    if width == 1 {
        return truth_value(f, id, b, term, value);
    }
    let weights = weights(f, cx.m, term);
    let weight = |n: usize| weights.as_ref().and_then(|w| w.get(n).copied()).unwrap_or(1);
    let mut cases: Vec<Cluster> = Vec::with_capacity(targets.len());
    for (n, (&v, &to)) in f.switches[id].values.iter().zip(targets).enumerate() {
        let v = signed(v, width);
        cases.push(Cluster { low: v, high: v, weight: weight(n + 1), kind: Kind::Range(to) });
    }
    cases.sort_by_key(|c| c.low);
    let closed = f.first(default).is_some_and(|i| matches!(f.insts[i].kind, InstKind::Unreachable));
    let mut l = Lowering {
        cx,
        from: b,
        value,
        ty: f.ty(value),
        width,
        default,
        closed,
        default_weight: if closed { 0 } else { weight(0) },
        pos,
        edges: Vec::new(),
    };
    // Cases that go where the default goes need no test.
    if !closed {
        cases.retain(|c| !matches!(c.kind, Kind::Range(to) if to == default));
    }
    let mut clusters = join(cases);
    if cx.optimise {
        clusters = l.bit_tests(l.tables(clusters, SEARCH));
    } else {
        clusters = l.tables(clusters, 0);
    }
    l.emit(f, term, clusters);
    Ok(())
}

/// A switch on a truth value is a branch.
fn truth_value(f: &mut Function, id: SwitchId, b: BlockId, term: Inst, value: Value) -> Result<()> {
    let targets = f.inst_blocks(term).to_vec();
    let to = |bit: u64| {
        let n = f.switches[id].values.iter().position(|v| v & 1 == bit).map_or(0, |n| n + 1);
        targets.get(n).copied().unwrap_or(targets[0])
    };
    let (yes, no) = (to(1), to(0));
    // One entry for each edge that is left.
    let mut keep = vec![yes, no];
    for &t in &targets {
        match keep.iter().position(|&k| k == t) {
            Some(n) => {
                keep.swap_remove(n);
            }
            None => remove_incoming(f, t, b),
        }
    }
    f.remove(term);
    let pos = f.insts[term].pos;
    for t in keep {
        // Both ways to the default, which had one edge: the second takes what the first does.
        let values = incoming(f, t, b);
        add_incoming(f, t, b, &values);
    }
    terminate(f, b, InstKind::CondBr, &[value], &[yes, no], pos);
    Ok(())
}

/// Joins neighbours that go to one block.
fn join(cases: Vec<Cluster>) -> Vec<Cluster> {
    let mut out: Vec<Cluster> = Vec::with_capacity(cases.len());
    for c in cases {
        match (out.last_mut(), &c.kind) {
            (Some(Cluster { high, weight, kind: Kind::Range(a), .. }), Kind::Range(b))
                if a == b && high.checked_add(1) == Some(c.low) =>
            {
                *high = c.high;
                *weight = weight.saturating_add(c.weight);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Values from the first cluster's low to the last one's high, less one.
fn span(c: &[Cluster]) -> u64 {
    match (c.first(), c.last()) {
        (Some(a), Some(b)) => (b.high as u64).wrapping_sub(a.low as u64),
        _ => 0,
    }
}

fn weight_of(c: &[Cluster]) -> u64 {
    c.iter().fold(0, |a, c| a.saturating_add(c.weight))
}

impl Lowering<'_> {
    /// Is the stretch dense enough for a jump table?
    fn dense(&self, c: &[Cluster], values: u64) -> bool {
        let span = span(c);
        let density = self.cx.costs.table_density;
        span < LARGEST_TABLE && values.saturating_mul(100) >= (span + 1).saturating_mul(density)
    }

    /// Replaces dense stretches by tables.
    fn tables(&self, c: Vec<Cluster>, search: usize) -> Vec<Cluster> {
        let least = self.cx.costs.table_cases;
        let n = c.len();
        if n < 2 || n < least.min(4) || !self.cx.tables {
            return c;
        }
        // values[i]: how many case values the first i clusters have.
        let mut values = vec![0u64; n + 1];
        for (i, x) in c.iter().enumerate() {
            values[i + 1] = values[i].saturating_add((x.high as u64).wrapping_sub(x.low as u64).saturating_add(1));
        }
        let dense =
            |i: usize, j: usize| j + 1 - i >= least && self.dense(&c[i..=j], values[j + 1].saturating_sub(values[i]));
        if dense(0, n - 1) {
            return vec![self.table(c)];
        }
        if search == 0 {
            return c;
        }
        let last = if n <= search { partition(n, &dense) } else { greedy(n, &dense) };
        let mut out = Vec::with_capacity(n);
        let mut rest = c;
        let mut done = 0;
        while !rest.is_empty() {
            let take = last[done] + 1 - done;
            let tail = rest.split_off(take);
            if take >= least {
                out.push(self.table(rest));
            } else {
                out.append(&mut rest);
            }
            done += take;
            rest = tail;
        }
        out
    }

    fn table(&self, c: Vec<Cluster>) -> Cluster {
        let (low, high) = (c[0].low, c[c.len() - 1].high);
        Cluster { low, high, weight: weight_of(&c), kind: Kind::Table(c) }
    }

    /// Replaces stretches of few targets within a word by bit tests.
    fn bit_tests(&self, c: Vec<Cluster>) -> Vec<Cluster> {
        let mut out: Vec<Cluster> = Vec::with_capacity(c.len());
        let mut i = 0;
        while i < c.len() {
            let mut best = i;
            for j in i..c.len().min(i + 64) {
                if !matches!(c[j].kind, Kind::Range(_)) || span(&c[i..=j]) >= u64::from(self.cx.costs.xlen) {
                    break;
                }
                if pays(&c[i..=j]) {
                    best = j;
                }
            }
            if best > i {
                let part = c[i..=best].to_vec();
                let (low, high) = (c[i].low, c[best].high);
                out.push(Cluster { low, high, weight: weight_of(&part), kind: Kind::Bits(part) });
            } else {
                out.push(c[i].clone());
            }
            i = best + 1;
        }
        out
    }

    fn emit(&mut self, f: &mut Function, term: Inst, clusters: Vec<Cluster>) {
        // What phis of the targets take from here.
        let mut targets: Vec<BlockId> = f.inst_blocks(term).to_vec();
        let all = targets.clone();
        targets.sort_unstable();
        targets.dedup();
        let values: FxHashMap<BlockId, Vec<Value>> = targets.iter().map(|&t| (t, incoming(f, t, self.from))).collect();
        for &t in &all {
            remove_incoming(f, t, self.from);
        }
        f.remove(term);
        let from = self.from;
        let full = self.full_range();
        self.tree(f, from, &clusters, full, self.default_weight);
        for (p, t) in std::mem::take(&mut self.edges) {
            if let Some(v) = values.get(&t) {
                add_incoming(f, t, p, v);
            }
        }
    }

    fn full_range(&self) -> (i64, i64) {
        let min = signed(1 << (self.width - 1), self.width);
        (min, !min)
    }

    fn constant(&self, f: &mut Function, v: i64) -> Value {
        f.int_const(self.ty, v as u64 & ones(self.width))
    }

    fn edge(&mut self, from: BlockId, to: BlockId) -> BlockId {
        self.edges.push((from, to));
        to
    }

    fn branch(&mut self, f: &mut Function, b: BlockId, cond: Value, yes: BlockId, no: BlockId, w: (u64, u64)) {
        let i = terminate(f, b, InstKind::CondBr, &[cond], &[yes, no], self.pos);
        f.branch_prob[i] = ratio(w.0, w.1);
    }

    /// Code in block `b` for clusters, when the value is known to be within `known`.
    fn tree(&mut self, f: &mut Function, b: BlockId, c: &[Cluster], known: (i64, i64), default: u64) {
        let mut work = vec![(b, 0..c.len(), known, default)];
        while let Some((b, range, known, default)) = work.pop() {
            if range.len() <= 3 {
                self.linear(f, b, &c[range], known, default);
                continue;
            }
            let pivot = range.start + split_point(&c[range.clone()]);
            let at = c[pivot].low;
            let (l, r) = (f.add_block(), f.add_block());
            let limit = self.constant(f, at);
            let cond = append(f, b, InstKind::Icmp(IntPred::Slt), &[self.value, limit], Ty::I1, self.pos);
            let (left, right) = (&c[range.start..pivot], &c[pivot..range.end]);
            let half = default / 2;
            let w = (weight_of(left).saturating_add(half), weight_of(right).saturating_add(half));
            self.branch(f, b, cond, l, r, w);
            work.push((r, pivot..range.end, (at, known.1), half));
            work.push((l, range.start..pivot, (known.0, at - 1), half));
        }
    }

    /// Tests a few clusters one after another, the likely ones first.
    fn linear(&mut self, f: &mut Function, b: BlockId, c: &[Cluster], known: (i64, i64), default: u64) {
        let mut order: Vec<&Cluster> = c.iter().collect();
        if self.cx.optimise {
            order.sort_by_key(|c| (std::cmp::Reverse(c.weight), c.low));
        }
        let total = order.iter().fold(0u64, |a, c| a.saturating_add((c.high as u64).wrapping_sub(c.low as u64) + 1));
        let covers = !order.is_empty()
            && (self.closed || total.wrapping_sub(1) == (known.1 as u64).wrapping_sub(known.0 as u64));
        let mut left = weight_of(c).saturating_add(default);
        let mut b = b;
        let count = order.len();
        let mut known = known;
        for (n, x) in order.into_iter().enumerate() {
            let last = n + 1 == count;
            left = left.saturating_sub(x.weight);
            if last && covers && matches!(x.kind, Kind::Range(_)) {
                let Kind::Range(to) = x.kind else { return };
                let to = self.edge(b, to);
                terminate(f, b, InstKind::Br, &[], &[to], self.pos);
                return;
            }
            let next = if last { self.default } else { f.add_block() };
            self.cluster(f, b, x, (next, last), known, (x.weight, left), last && covers);
            // What failed at an end of the known range narrows it.
            if x.low == known.0 && x.high < known.1 {
                known.0 = x.high + 1;
            } else if x.high == known.1 && x.low > known.0 {
                known.1 = x.low - 1;
            }
            b = next;
        }
        if count == 0 {
            let to = self.edge(b, self.default);
            terminate(f, b, InstKind::Br, &[], &[to], self.pos);
        }
    }

    /// Tests one cluster in block `b`; goes to `next` (the default if `.1`) when it does not hold.
    #[allow(clippy::too_many_arguments)]
    fn cluster(
        &mut self,
        f: &mut Function,
        b: BlockId,
        c: &Cluster,
        next: (BlockId, bool),
        known: (i64, i64),
        w: (u64, u64),
        certain: bool,
    ) {
        let miss = |l: &mut Self, from: BlockId| if next.1 { l.edge(from, next.0) } else { next.0 };
        match &c.kind {
            Kind::Range(to) => {
                let (to, miss) = (self.edge(b, *to), miss(self, b));
                let cond = self.in_range(f, b, c, known);
                self.branch(f, b, cond, to, miss, w);
            }
            Kind::Table(parts) => {
                let index = self.distance(f, b, c.low);
                let at = if certain {
                    b
                } else {
                    let t = f.add_block();
                    let size = f.int_const(self.ty, span(parts));
                    let out = append(f, b, InstKind::Icmp(IntPred::Ugt), &[index, size], Ty::I1, self.pos);
                    let miss = miss(self, b);
                    self.branch(f, b, out, miss, t, (w.1, w.0));
                    t
                };
                self.jump(f, at, index, parts, c.low);
            }
            Kind::Bits(parts) => {
                let index = self.distance(f, b, c.low);
                let at = if certain {
                    b
                } else {
                    let t = f.add_block();
                    let size = f.int_const(self.ty, span(parts));
                    let out = append(f, b, InstKind::Icmp(IntPred::Ugt), &[index, size], Ty::I1, self.pos);
                    let miss = miss(self, b);
                    self.branch(f, b, out, miss, t, (w.1, w.0));
                    t
                };
                self.bits(f, at, index, parts, c.low, next);
            }
        }
    }

    /// Is the value within the cluster, being within `known`?
    fn in_range(&mut self, f: &mut Function, b: BlockId, c: &Cluster, known: (i64, i64)) -> Value {
        let pos = self.pos;
        if c.low == c.high {
            let x = self.constant(f, c.low);
            return append(f, b, InstKind::Icmp(IntPred::Eq), &[self.value, x], Ty::I1, pos);
        }
        if c.low == known.0 && c.high < known.1 {
            let x = self.constant(f, c.high + 1);
            return append(f, b, InstKind::Icmp(IntPred::Slt), &[self.value, x], Ty::I1, pos);
        }
        if c.high == known.1 {
            let x = self.constant(f, c.low);
            return append(f, b, InstKind::Icmp(IntPred::Sge), &[self.value, x], Ty::I1, pos);
        }
        let d = self.distance(f, b, c.low);
        let x = f.int_const(self.ty, (c.high as u64).wrapping_sub(c.low as u64) & ones(self.width));
        append(f, b, InstKind::Icmp(IntPred::Ule), &[d, x], Ty::I1, pos)
    }

    /// The value less a constant.
    fn distance(&mut self, f: &mut Function, b: BlockId, low: i64) -> Value {
        if low == 0 {
            return self.value;
        }
        let minus = self.constant(f, low.wrapping_neg());
        append(f, b, InstKind::Binary(BinOp::Add), &[self.value, minus], self.ty, self.pos)
    }

    /// An index that is known to be small and not negative, as wide as a register.
    fn widen(&mut self, f: &mut Function, b: BlockId, index: Value) -> Value {
        let x = self.cx.costs.xlen_ty();
        if self.width >= self.cx.costs.xlen {
            return index;
        }
        let op = if self.cx.costs.free_sext { CastOp::SExt } else { CastOp::ZExt };
        append(f, b, InstKind::Cast(op), &[index], x, self.pos)
    }

    fn jump(&mut self, f: &mut Function, b: BlockId, index: Value, parts: &[Cluster], low: i64) {
        let index = self.widen(f, b, index);
        let mut blocks = Vec::with_capacity(span(parts) as usize + 1);
        let mut next = low;
        for p in parts {
            let Kind::Range(to) = p.kind else { continue };
            while next < p.low {
                blocks.push(self.default);
                next += 1;
            }
            for _ in 0..=(p.high as u64).wrapping_sub(p.low as u64) {
                blocks.push(to);
            }
            next = p.high.wrapping_add(1);
        }
        for &t in &blocks {
            self.edge(b, t);
        }
        terminate(f, b, InstKind::JumpTable, &[index], &blocks, self.pos);
    }

    /// Tests a bit of a mask for each target. The index is below the register's width.
    fn bits(&mut self, f: &mut Function, b: BlockId, index: Value, parts: &[Cluster], low: i64, next: (BlockId, bool)) {
        let mut masks: Vec<(BlockId, u64, u64)> = Vec::new();
        for p in parts {
            let Kind::Range(to) = p.kind else { continue };
            let at = (p.low as u64).wrapping_sub(low as u64) as u32;
            let len = (p.high as u64).wrapping_sub(p.low as u64) as u32 + 1;
            let mask = (ones(len) << at) & ones(self.cx.costs.xlen);
            match masks.iter_mut().find(|m| m.0 == to) {
                Some(m) => {
                    m.1 |= mask;
                    m.2 = m.2.saturating_add(p.weight);
                }
                None => masks.push((to, mask, p.weight)),
            }
        }
        masks.sort_by_key(|m| (std::cmp::Reverse(m.2), m.1));
        let covered = masks.iter().fold(0, |a, m| a | m.1) == ones(span(parts) as u32 + 1) || self.closed;
        let x = self.cx.costs.xlen_ty();
        let index = self.widen(f, b, index);
        let one = f.int_const(x, 1);
        let bit = append(f, b, InstKind::Binary(BinOp::Shl), &[one, index], x, self.pos);
        let zero = f.int_const(x, 0);
        let mut at = b;
        let mut left = masks.iter().fold(0u64, |a, m| a.saturating_add(m.2));
        let count = masks.len();
        for (n, (to, mask, weight)) in masks.into_iter().enumerate() {
            left = left.saturating_sub(weight);
            let to = self.edge(at, to);
            if n + 1 == count && covered {
                terminate(f, at, InstKind::Br, &[], &[to], self.pos);
                return;
            }
            let mask = f.int_const(x, mask);
            let hit = append(f, at, InstKind::Binary(BinOp::And), &[bit, mask], x, self.pos);
            let cond = append(f, at, InstKind::Icmp(IntPred::Ne), &[hit, zero], Ty::I1, self.pos);
            let rest = if n + 1 < count {
                f.add_block()
            } else if next.1 {
                self.edge(at, next.0)
            } else {
                next.0
            };
            self.branch(f, at, cond, to, rest, (weight, left.max(1)));
            at = rest;
        }
    }
}

/// Are bit tests cheaper than the compares? LLVM's thresholds.
fn pays(c: &[Cluster]) -> bool {
    let mut targets: Vec<BlockId> = Vec::new();
    let mut compares = 0;
    for x in c {
        let Kind::Range(to) = x.kind else { return false };
        if !targets.contains(&to) {
            if targets.len() == 3 {
                return false;
            }
            targets.push(to);
        }
        compares += if x.low == x.high { 1 } else { 2 };
    }
    matches!((targets.len(), compares), (1, 3..) | (2, 5..) | (3, 6..))
}

/// Where to split clusters so that both sides weigh about the same: an index from 1 to the last.
fn split_point(c: &[Cluster]) -> usize {
    let (mut i, mut j) = (0, c.len() - 1);
    let (mut left, mut right) = (c[i].weight, c[j].weight);
    let mut turn = false;
    while i + 1 < j {
        if left < right || (left == right && turn) {
            i += 1;
            left = left.saturating_add(c[i].weight);
        } else {
            j -= 1;
            right = right.saturating_add(c[j].weight);
        }
        turn = !turn;
    }
    j
}

/// The fewest partitions of which each is dense or a single cluster: the last cluster of the partition that starts at
/// each. Of equal numbers of partitions, those with more tables.
fn partition(n: usize, dense: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut count = vec![0u32; n + 1];
    let mut last = vec![0usize; n];
    for i in (0..n).rev() {
        count[i] = count[i + 1] + 1;
        last[i] = i;
        for j in (i + 1..n).rev() {
            if count[j + 1] + 1 < count[i] && dense(i, j) {
                count[i] = count[j + 1] + 1;
                last[i] = j;
            }
        }
    }
    last
}

/// Partitions of many clusters: each grows while its end stays dense at a few doublings.
fn greedy(n: usize, dense: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut last: Vec<usize> = (0..n).collect();
    let mut i = 0;
    while i < n {
        let mut best = i;
        let mut step = 8;
        while i + step <= n {
            if dense(i, i + step - 1) {
                best = i + step - 1;
            }
            step *= 2;
        }
        if dense(i, n - 1) {
            best = n - 1;
        }
        last[i] = best;
        i = best + 1;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{FnAttrs, GlobalRef, InstFlags, Module, ParamAttrs, Signature, SwitchData};
    use crate::opt::{Fuel, costs::Costs};

    fn costs() -> Costs {
        Costs { free_sext: true, ..Costs::simple(64) }
    }

    /// Follows a value through the lowered code; every target returns its number.
    fn run(f: &Function, x: u64) -> u64 {
        let mut vals = vec![0u64; f.values.len()];
        let mut b = f.layout[0];
        vals[f.params[0].as_u32() as usize] = x;
        loop {
            let mut i = f.first(b).unwrap();
            loop {
                let get = |v: Value| f.as_int(v).unwrap_or(vals[v.as_u32() as usize]);
                let a = |n: usize| get(f.args(i)[n]);
                let bits = |v: Value| if f.ty(v) == Ty::I32 { 32 } else { 64 };
                let w = f.args(i).first().map_or(64, |&v| bits(v));
                let r = match f.insts[i].kind {
                    InstKind::Binary(BinOp::Add) => a(0).wrapping_add(a(1)) & ones(w),
                    InstKind::Binary(BinOp::Shl) => a(0) << a(1),
                    InstKind::Binary(BinOp::And) => a(0) & a(1),
                    InstKind::Cast(CastOp::SExt) => signed(a(0), w) as u64,
                    InstKind::Cast(CastOp::ZExt) => a(0),
                    InstKind::Icmp(p) => {
                        let (s, t) = (signed(a(0), w), signed(a(1), w));
                        u64::from(match p {
                            IntPred::Eq => s == t,
                            IntPred::Ne => s != t,
                            IntPred::Slt => s < t,
                            IntPred::Sge => s >= t,
                            IntPred::Ugt => a(0) > a(1),
                            IntPred::Ule => a(0) <= a(1),
                            _ => panic!("{p:?}"),
                        })
                    }
                    InstKind::Br => {
                        b = f.inst_blocks(i)[0];
                        break;
                    }
                    InstKind::CondBr => {
                        b = f.inst_blocks(i)[usize::from(a(0) == 0)];
                        break;
                    }
                    InstKind::JumpTable => {
                        b = f.inst_blocks(i)[a(0) as usize];
                        break;
                    }
                    InstKind::Ret => return a(0),
                    ref k => panic!("{k:?}"),
                };
                vals[f.result(i, 0).as_u32() as usize] = r;
                i = f.next(i).unwrap();
            }
        }
    }

    fn check(cases: &[(i64, u32)], ty: Ty, optimise: bool) -> Function {
        let sig = Signature {
            ty: Ty::VOID,
            ret: Ty::I64,
            params: vec![ty],
            vararg: false,
            cc: 0,
            ret_attrs: ParamAttrs::default(),
            param_attrs: vec![ParamAttrs::default()],
            attrs: FnAttrs::default(),
        };
        let width = if ty == Ty::I32 { 32 } else { 64 };
        let mut f = Function::new(GlobalRef::from_u32(0), "f".into(), sig, Pos::NONE);
        let entry = f.add_block();
        let most = cases.iter().map(|c| c.1).max().unwrap_or(0);
        let targets: Vec<BlockId> = (0..=most).map(|_| f.add_block()).collect();
        for (n, &b) in targets.iter().enumerate() {
            let v = f.int_const(Ty::I64, n as u64);
            terminate(&mut f, b, InstKind::Ret, &[v], &[], Pos::NONE);
        }
        let values = cases.iter().map(|c| c.0 as u64 & ones(width)).collect();
        let id = f.switches.push(SwitchData { values, wide: vec![] });
        let mut blocks = vec![targets[0]];
        blocks.extend(cases.iter().map(|c| targets[c.1 as usize]));
        let p = f.params[0];
        let i = f.make_inst(InstKind::Switch(id), InstFlags::empty(), &[p], &blocks, &[], Pos::NONE);
        f.append(entry, i);
        let (m, fuel) = (Module::default(), Fuel::default());
        let cx = OptCx { m: &m, costs: costs(), optimise, size: false, tables: true, fuel: &fuel };
        lower(&mut f, &cx).unwrap();
        let expect = |x: i64| cases.iter().find(|c| c.0 == x).map_or(0, |c| u64::from(c.1));
        for &(v, _) in cases {
            for x in [v.wrapping_sub(1), v, v.wrapping_add(1), v.wrapping_add(2)] {
                let x = signed(x as u64, width);
                assert_eq!(run(&f, x as u64 & ones(width)), expect(x), "{x} in {cases:?}");
            }
        }
        for x in [0, -1, i64::MAX, i64::MIN, i32::MIN.into(), i32::MAX.into()] {
            let x = signed(x as u64, width);
            assert_eq!(run(&f, x as u64 & ones(width)), expect(x), "{x} in {cases:?}");
        }
        f
    }

    fn count(f: &Function, k: fn(&InstKind) -> bool) -> usize {
        f.layout.iter().flat_map(|&b| f.block_insts(b)).filter(|&i| k(&f.insts[i].kind)).count()
    }

    #[test]
    fn tables_bits_and_trees() {
        let dense: Vec<(i64, u32)> = (0..20).map(|n| (n - 5, 1 + n as u32 % 7)).collect();
        let table = |k: &InstKind| matches!(k, InstKind::JumpTable);
        for optimise in [true, false] {
            assert_eq!(count(&check(&dense, Ty::I32, optimise), table), 1);
        }
        let sparse: Vec<(i64, u32)> = (0..20).map(|n| (n * n * 1000 - 7, 1 + n as u32 % 7)).collect();
        assert_eq!(count(&check(&sparse, Ty::I64, true), table), 0);
        let mut two = dense.clone();
        two.extend((0..20).map(|n| (1_000_000 + n, 1 + n as u32 % 7)));
        assert_eq!(count(&check(&two, Ty::I64, true), table), 2);
        let few: Vec<(i64, u32)> = [(1, 1), (4, 1), (9, 1), (30, 1)].to_vec();
        let shl = |k: &InstKind| matches!(k, InstKind::Binary(BinOp::Shl));
        assert_eq!(count(&check(&few, Ty::I32, true), shl), 1);
        check(&[(i64::MIN, 1), (i64::MAX, 2)], Ty::I64, true);
        check(&[], Ty::I64, true);
    }

    #[test]
    fn random_switches() {
        let mut seed = 3u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for _ in 0..300 {
            let spread = [4, 30, 100, 3000][random(4) as usize];
            let mut cases: Vec<(i64, u32)> = Vec::new();
            for _ in 0..random(40) {
                let v = random(spread) as i64 - spread as i64 / 3;
                if cases.iter().all(|c| c.0 != v) {
                    cases.push((v, random(5) as u32));
                }
            }
            check(&cases, if random(2) == 0 { Ty::I32 } else { Ty::I64 }, random(3) != 0);
        }
    }
}
