//! Liveness of global TNs: Open64's `gra_live`.
//!
//! A virtual register TN is a GTN if two blocks refer to it, or if a block reads it before it writes it (a value may
//! then come round a one-block loop). Only GTNs have a place in the bit sets, which are dense: one row a block, in one
//! vector for each kind of set.
//!
//! One pass over the ops finds the GTNs, and for each block what it reads before any write here and what it writes; when all
//! GTNs are known, those lists become the sets `use` and `def`. Then, to a fixed point, `live_out = U succs' live_in`,
//! `live_in = (live_out - def) U use`, backward; and forward, without kills, "some definition reaches":
//! `reach_out = U preds' reach_out U def`. A TN needs a register at a border only if it is live *and* reached there, and only
//! that is answered: a use without a definition on some path costs nothing on that path.
//!
//! The forward half has nothing to say where control comes to every block from the entry and nothing is live there: go back
//! from where a TN is live, along any path from the entry; somewhere on it the TN ceases to be live, and that is a definition.
//!
//! An exceptional edge leaves a call before its results exist: they do not kill what is live into the landing pad.
//!
//! Dedicated registers are the business of [`super::reglive`].

use crate::func::{Bb, Func, Tn};
use cranelift_entity::EntityRef;

const NONE: u32 = u32::MAX;

/// Rows of bits of one width in one vector.
#[derive(Clone, Debug, Default)]
struct Rows {
    words: usize,
    data: Vec<u64>,
}

impl Rows {
    fn reset(&mut self, rows: usize, words: usize) {
        self.words = words;
        self.data.clear();
        self.data.resize(rows * words, 0);
    }
    fn row(&self, i: usize) -> &[u64] {
        &self.data[i * self.words..(i + 1) * self.words]
    }
    fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.data[i * self.words..(i + 1) * self.words]
    }
    fn set(&mut self, row: usize, bit: u32) {
        self.data[row * self.words + bit as usize / 64] |= 1 << (bit % 64);
    }
    fn has(&self, row: usize, bit: u32) -> bool {
        self.data[row * self.words + bit as usize / 64] >> (bit % 64) & 1 != 0
    }
}

/// The GTNs of one border of one block.
#[derive(Clone, Copy)]
pub struct GtnSet<'a> {
    bits: &'a [u64],
    live: &'a Liveness,
}

impl<'a> GtnSet<'a> {
    /// Is the TN in the set? Local TNs never are.
    pub fn contains(self, t: Tn) -> bool {
        self.live.index(t).is_some_and(|i| self.bits[i / 64] >> (i % 64) & 1 != 0)
    }
    /// Members in order of their GTN numbers (the order in which the code mentions them first).
    pub fn iter(self) -> impl Iterator<Item = Tn> + 'a {
        let live = self.live;
        self.indices().map(move |i| live.gtns[i])
    }
    /// GTN numbers of the members, in order.
    pub fn indices(self) -> impl Iterator<Item = usize> + 'a {
        self.bits.iter().enumerate().flat_map(|(w, &word)| {
            std::iter::successors((word != 0).then_some(word), |x| Some(x & (x - 1)).filter(|&x| x != 0))
                .map(move |x| w * 64 + x.trailing_zeros() as usize)
        })
    }
    /// How many members.
    pub fn len(self) -> usize {
        self.bits.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// No member?
    pub fn is_empty(self) -> bool {
        self.bits.iter().all(|&w| w == 0)
    }
    /// The set as words, 64 GTN numbers each, for callers that combine whole sets.
    pub fn words(self) -> &'a [u64] {
        self.bits
    }
}

/// Liveness of the GTNs of a function. Buffers are kept when it is computed again.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    gtns: Vec<Tn>,
    /// By TN: its GTN number.
    number: Vec<u32>,
    uses: Rows,
    defs: Rows,
    live_in: Rows,
    live_out: Rows,
    /// Filled where what is live may be reached by no definition.
    reach_in: Rows,
    reach_out: Rows,
    mentions: Mentions,
    valid: bool,
}

/// What the blocks, in layout order, read before any write and what they write, with the ends of the blocks' parts of the lists.
#[derive(Clone, Debug, Default)]
struct Mentions {
    reads: Vec<Tn>,
    writes: Vec<Tn>,
    ends: Vec<(u32, u32)>,
}

/// Blocks whose neighbours' sets grew since they were last looked at.
struct Stale {
    blocks: Vec<bool>,
    any: bool,
}

impl Stale {
    fn all(f: &Func) -> Stale {
        Stale { blocks: vec![true; f.bbs.len()], any: true }
    }
    /// Is another round over the blocks needed? It begins with this call.
    fn again(&mut self) -> bool {
        std::mem::take(&mut self.any)
    }
    fn mark(&mut self, b: Bb) {
        (self.blocks[b.index()], self.any) = (true, true);
    }
    fn take(&mut self, b: Bb) -> bool {
        std::mem::take(&mut self.blocks[b.index()])
    }
}

impl Liveness {
    /// Liveness of a function.
    pub fn compute(f: &Func) -> Liveness {
        let mut l = Liveness::default();
        l.update(f);
        l
    }
    /// Says that the function was edited: the next [`Liveness::update`] computes anew.
    pub fn invalidate(&mut self) {
        self.valid = false;
    }
    /// Does it still describe the function, as far as passes said?
    pub fn is_valid(&self) -> bool {
        self.valid
    }
    /// Computes if it is not valid.
    pub fn update(&mut self, f: &Func) {
        if self.valid {
            return;
        }
        self.find_gtns(f);
        let (rows, words) = (f.bbs.len(), self.gtns.len().div_ceil(64));
        let sets = [&mut self.uses, &mut self.defs, &mut self.live_in, &mut self.live_out];
        sets.into_iter().for_each(|s| s.reset(rows, words));
        self.reach_in.reset(0, words);
        if words != 0 {
            self.local_sets(f);
            let (order, connected) = post_order(f);
            self.solve_live(f, &order);
            if !connected || f.entry().is_some_and(|b| !self.live_in(b).is_empty()) {
                self.solve_reach(f, &order);
                let (i, o) = (&mut self.live_in.data, &mut self.live_out.data);
                i.iter_mut().zip(&self.reach_in.data).for_each(|(l, r)| *l &= r);
                o.iter_mut().zip(&self.reach_out.data).for_each(|(l, r)| *l &= r);
            }
        }
        self.valid = true;
    }

    /// Numbers the GTNs, in the order in which the layout mentions them, and notes what each block reads and writes.
    fn find_gtns(&mut self, f: &Func) {
        self.gtns.clear();
        self.number.clear();
        self.number.resize(f.tns.len(), NONE);
        let mut m = std::mem::take(&mut self.mentions);
        m.reads.clear();
        m.writes.clear();
        m.ends.clear();
        // By TN: the block of its latest mention. A block that reads a TN first has not written it.
        let mut seen = vec![NONE; f.tns.len()];
        for &b in &f.layout {
            let here = b.as_u32();
            for op in f.bb_ops(b) {
                for &t in f.operands(op) {
                    let last = &mut seen[t.index()];
                    if *last != here && f.is_virtual(t) {
                        *last = here;
                        m.reads.push(t);
                        self.make_gtn(t);
                    }
                }
                for &t in f.results(op) {
                    if f.is_virtual(t) {
                        let last = std::mem::replace(&mut seen[t.index()], here);
                        if last != here && last != NONE {
                            self.make_gtn(t);
                        }
                        m.writes.push(t);
                    }
                }
            }
            m.ends.push((m.reads.len() as u32, m.writes.len() as u32));
        }
        self.mentions = m;
    }
    fn make_gtn(&mut self, t: Tn) {
        let n = &mut self.number[t.index()];
        if *n == NONE {
            *n = self.gtns.len() as u32;
            self.gtns.push(t);
        }
    }

    fn local_sets(&mut self, f: &Func) {
        let (mut read, mut written) = (0, 0);
        for (&b, &(reads, writes)) in f.layout.iter().zip(&self.mentions.ends) {
            for &t in &self.mentions.reads[read..reads as usize] {
                self.uses.set(b.index(), self.number[t.index()]);
            }
            for &t in &self.mentions.writes[written..writes as usize] {
                let n = self.number[t.index()];
                if n != NONE {
                    self.defs.set(b.index(), n);
                }
            }
            (read, written) = (reads as usize, writes as usize);
        }
    }

    fn solve_live(&mut self, f: &Func, order: &[Bb]) {
        self.live_in.data.copy_from_slice(&self.uses.data);
        let mut stale = Stale::all(f);
        while stale.again() {
            for &b in order {
                if !stale.take(b) {
                    continue;
                }
                let row = b.index();
                let Liveness { live_in, live_out, defs, .. } = self;
                for s in &f.bbs[b].succs {
                    let from = live_in.row(s.bb.index());
                    live_out.row_mut(row).iter_mut().zip(from).for_each(|(o, i)| *o |= i);
                }
                let mut grown = 0;
                for ((i, o), d) in live_in.row_mut(row).iter_mut().zip(live_out.row(row)).zip(defs.row(row)) {
                    let new = *i | o & !d;
                    grown |= new ^ *i;
                    *i = new;
                }
                if self.before_results(f, b) || grown != 0 {
                    f.bbs[b].preds.iter().for_each(|&p| stale.mark(p));
                }
            }
        }
    }
    /// In a block that ends in a call with a landing pad: what is live into the pad and defined by the call alone is
    /// live through the block.
    fn before_results(&mut self, f: &Func, b: Bb) -> bool {
        let (Some(pad), Some(call)) = (f.bbs[b].unwind, f.last(b)) else { return false };
        let mut changed = false;
        for &t in f.results(call) {
            let n = self.number[t.index()];
            if n == NONE || !self.live_in.has(pad.index(), n) || self.live_in.has(b.index(), n) {
                continue;
            }
            let defined = f.bb_ops(b).take_while(|&o| o != call).any(|o| f.results(o).contains(&t));
            if !defined {
                self.live_in.set(b.index(), n);
                changed = true;
            }
        }
        changed
    }

    fn solve_reach(&mut self, f: &Func, order: &[Bb]) {
        let (rows, words) = (f.bbs.len(), self.defs.words);
        self.reach_in.reset(rows, words);
        self.reach_out.reset(rows, words);
        self.reach_out.data.copy_from_slice(&self.defs.data);
        let mut stale = Stale::all(f);
        while stale.again() {
            for &b in order.iter().rev() {
                if !stale.take(b) {
                    continue;
                }
                let row = b.index();
                let Liveness { reach_in, reach_out, .. } = self;
                for p in &f.bbs[b].preds {
                    let from = reach_out.row(p.index());
                    reach_in.row_mut(row).iter_mut().zip(from).for_each(|(i, o)| *i |= o);
                }
                let mut grown = 0;
                for (o, i) in reach_out.row_mut(row).iter_mut().zip(reach_in.row(row)) {
                    let new = *o | i;
                    grown |= new ^ *o;
                    *o = new;
                }
                if grown != 0 {
                    f.bbs[b].succs.iter().for_each(|s| stale.mark(s.bb));
                }
            }
        }
    }

    /// All GTNs, by number.
    pub fn gtns(&self) -> &[Tn] {
        &self.gtns
    }
    /// The number of a GTN; `None` for local TNs.
    pub fn index(&self, t: Tn) -> Option<usize> {
        self.number.get(t.index()).copied().filter(|&n| n != NONE).map(|n| n as usize)
    }
    /// Is the TN global?
    pub fn is_global(&self, t: Tn) -> bool {
        self.index(t).is_some()
    }
    /// Live, and reached by a definition, at the block's start.
    pub fn live_in(&self, b: Bb) -> GtnSet<'_> {
        self.set(&self.live_in, b)
    }
    /// Live, and reached by a definition, at the block's end.
    pub fn live_out(&self, b: Bb) -> GtnSet<'_> {
        self.set(&self.live_out, b)
    }
    /// Read in the block before any write there.
    pub fn uses(&self, b: Bb) -> GtnSet<'_> {
        self.set(&self.uses, b)
    }
    /// Written in the block.
    pub fn defs(&self, b: Bb) -> GtnSet<'_> {
        self.set(&self.defs, b)
    }
    /// Does some definition reach the block's start? Asked of a TN that the block reads before any write.
    pub fn reached(&self, b: Bb, t: Tn) -> bool {
        // If the forward half was left out, definitions reach whatever is live.
        self.reach_in.data.is_empty() || self.set(&self.reach_in, b).contains(t)
    }
    fn set<'a>(&'a self, rows: &'a Rows, b: Bb) -> GtnSet<'a> {
        // A block made after the analysis has no row: nothing is known to be live there.
        let known = (b.index() + 1) * rows.words <= rows.data.len();
        GtnSet { bits: if known { rows.row(b.index()) } else { &[] }, live: self }
    }
}

/// All blocks of the layout in post-order from the entry; those that it does not reach come last, so that code which
/// is about to be deleted still gets sets. Says whether it reaches all.
fn post_order(f: &Func) -> (Vec<Bb>, bool) {
    let mut seen = vec![false; f.bbs.len()];
    let mut order = Vec::with_capacity(f.layout.len());
    let mut stack: Vec<(Bb, u32)> = Vec::new();
    let mut roots = 0;
    for &root in &f.layout {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        roots += 1;
        stack.push((root, 0));
        while let Some((b, next)) = stack.last_mut() {
            match f.bbs[*b].succs.get(*next as usize) {
                Some(s) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[s.bb.index()], true) {
                        stack.push((s.bb, 0));
                    }
                }
                None => {
                    order.push(*b);
                    stack.pop();
                }
            }
        }
    }
    (order, roots <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GPR, Setup, emit, op, set_succs};
    use whirl_lite::mtype::MType;

    struct Loop {
        f: Func,
        b: Vec<Bb>,
        t: Vec<Tn>,
    }

    /// bb0: t0 = li, t3 = li; bb1: t1 = add t0, t1 (t1 comes round); t2 = mv t1; beq t2, t0 -> bb1; bb2: mv t3
    fn looped() -> Loop {
        let mut f = Setup::default().func();
        let b: Vec<Bb> = (0..3).map(|_| f.add_bb()).collect();
        let t: Vec<Tn> = (0..5).map(|_| f.new_reg(GPR, MType::I64)).collect();
        let one = f.lit(1);
        emit(&mut f, b[0], op::LI, &[t[0]], &[one]);
        emit(&mut f, b[0], op::LI, &[t[3]], &[one]);
        emit(&mut f, b[1], op::ADD, &[t[1]], &[t[0], t[1]]);
        emit(&mut f, b[1], op::MV, &[t[2]], &[t[1]]);
        let l = f.label(b[1]);
        emit(&mut f, b[1], op::BEQ, &[], &[t[2], t[0], l]);
        emit(&mut f, b[2], op::MV, &[t[4]], &[t[3]]);
        emit(&mut f, b[2], op::RET, &[], &[]);
        set_succs(&mut f, b[0], &[b[1]]);
        set_succs(&mut f, b[1], &[b[2], b[1]]);
        f.rebuild_preds();
        Loop { f, b, t }
    }

    #[test]
    fn values_round_one_block_are_global() {
        let Loop { f, b, t } = looped();
        let l = Liveness::compute(&f);
        assert_eq!(l.gtns(), [t[0], t[1], t[3]]);
        // t1 has no definition before the loop: it is live in, and a definition reaches over the back edge only.
        assert!(l.live_in(b[1]).contains(t[1]));
        assert!(!l.live_out(b[0]).contains(t[1]));
        assert_eq!(l.live_out(b[0]).iter().collect::<Vec<_>>(), [t[0], t[3]]);
        assert_eq!(l.live_in(b[2]).iter().collect::<Vec<_>>(), [t[3]]);
        assert!(!l.is_global(t[2]) && !l.live_in(b[1]).contains(t[2]));
    }

    #[test]
    fn invalidation_is_explicit() {
        let Loop { mut f, b, t } = looped();
        let mut l = Liveness::compute(&f);
        let op = f.first(b[2]).unwrap();
        f.remove(op);
        l.update(&f);
        assert!(l.live_out(b[0]).contains(t[3]));
        l.invalidate();
        l.update(&f);
        assert!(!l.is_global(t[3]));
    }

    /// Liveness by definition: some path from the border to a read without a write between.
    #[test]
    fn random_functions_agree_with_the_definition() {
        let mut seed = 11u64;
        for round in 0..150u64 {
            let lists = super::super::cfg::tests::random_lists(&mut seed, 2 + round % 9);
            let mut f = super::super::cfg::tests::graph(&lists.iter().map(|l| l.as_slice()).collect::<Vec<_>>());
            let t: Vec<Tn> = (0..70).map(|_| f.new_reg(GPR, MType::I64)).collect();
            for b in f.layout.clone() {
                for _ in 0..6 {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
                    let (x, y) = (t[(seed >> 33) as usize % 70], t[(seed >> 45) as usize % 70]);
                    emit(&mut f, b, op::MV, &[x], &[y]);
                }
            }
            let l = Liveness::compute(&f);
            for &b in &f.layout {
                for &x in &t {
                    let live = live_slowly(&f, b, x) && reached_slowly(&f, b, x);
                    assert_eq!(l.live_in(b).contains(x), live, "{b} {x} {lists:?}");
                }
            }
        }
    }
    fn live_slowly(f: &Func, b: Bb, t: Tn) -> bool {
        let mut seen = vec![false; f.bbs.len()];
        let mut work = vec![b];
        'blocks: while let Some(b) = work.pop() {
            if std::mem::replace(&mut seen[b.index()], true) {
                continue;
            }
            for op in f.bb_ops(b) {
                if f.operands(op).contains(&t) {
                    return true;
                }
                if f.results(op).contains(&t) {
                    continue 'blocks;
                }
            }
            work.extend(f.bbs[b].succs.iter().map(|s| s.bb));
        }
        false
    }
    fn reached_slowly(f: &Func, b: Bb, t: Tn) -> bool {
        let mut seen = vec![false; f.bbs.len()];
        let mut work: Vec<Bb> = f.bbs[b].preds.to_vec();
        while let Some(b) = work.pop() {
            if !std::mem::replace(&mut seen[b.index()], true) {
                if f.bb_ops(b).any(|o| f.results(o).contains(&t)) {
                    return true;
                }
                work.extend_from_slice(&f.bbs[b].preds);
            }
        }
        false
    }
}
