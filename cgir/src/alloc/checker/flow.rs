//! The checker's data-flow frame: states at block starts, a work list in reverse postorder, liveness to keep them small.
//!
//! Only TNs that are live into a block matter there, so that a state at a block's start is a short sorted list of
//! pairs. The meet of two lists is their intersection, but for TNs that are everywhere on one side.

use super::state::Loc;
use crate::func::{Bb, Func, Tn};
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;

pub(super) struct Flow<'a> {
    f: &'a Func,
    /// Pairs that hold at the start of each block; `None` is everything (not yet reached).
    states: SecondaryMap<Bb, Option<Vec<(Tn, Loc)>>>,
    /// Blocks to be done, by their place in reverse postorder.
    todo: FixedBitSet,
    order: Vec<Bb>,
    place: SecondaryMap<Bb, u32>,
    live_in: SecondaryMap<Bb, FixedBitSet>,
    /// Dense numbers of TNs that occur in several blocks, plus one.
    global: SecondaryMap<Tn, u32>,
    scratch: Vec<(Tn, Loc)>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(f: &'a Func) -> Flow<'a> {
        let order = reverse_postorder(f);
        let mut place = SecondaryMap::new();
        order.iter().enumerate().for_each(|(i, &b)| place[b] = i as u32);
        let (global, list) = globals(f, &order);
        let live_in = live_in(f, &order, &global, list.len());
        let mut states = SecondaryMap::new();
        if let Some(e) = f.entry() {
            // What is live into the function was never defined.
            let any = live_in[e].ones().map(|i| (list[i], Loc::ANY)).collect();
            states[e] = Some(any);
        }
        let mut todo = FixedBitSet::with_capacity(order.len());
        if !order.is_empty() {
            todo.insert(0);
        }
        Flow { f, states, todo, order, place, live_in, global, scratch: Vec::new() }
    }

    /// The next block to do.
    pub(super) fn next(&mut self) -> Option<Bb> {
        let i = self.todo.minimum()?;
        self.todo.set(i, false);
        Some(self.order[i])
    }

    pub(super) fn state(&self, b: Bb) -> &[(Tn, Loc)] {
        self.states[b].as_deref().unwrap_or(&[])
    }

    /// Meets the state of a block's start with that of an edge into it.
    pub(super) fn meet(&mut self, b: Bb, pairs: impl Iterator<Item = (Tn, Loc)>) {
        let live = &self.live_in[b];
        let new = &mut self.scratch;
        new.clear();
        new.extend(pairs.filter(|p| self.global[p.0].checked_sub(1).is_some_and(|g| live.contains(g as usize))));
        new.sort_unstable();
        new.dedup();
        let changed = match &mut self.states[b] {
            None => {
                self.states[b] = Some(new.clone());
                true
            }
            Some(old) if *old == *new => false,
            Some(old) => {
                let met = meet(old, new);
                let changed = met != *old;
                *old = met;
                changed
            }
        };
        if changed {
            self.todo.insert(self.place[b] as usize);
        }
        debug_assert!(self.f.bbs.is_valid(b));
    }
}

/// For each TN: everywhere on one side gives the other side; else the common pairs.
fn meet(a: &[(Tn, Loc)], b: &[(Tn, Loc)]) -> Vec<(Tn, Loc)> {
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let t = a[i].0.min(b[j].0);
        let run = |v: &[(Tn, Loc)], from: usize| from + v[from..].iter().take_while(|p| p.0 == t).count();
        let (ie, je) = (run(a, i), run(b, j));
        let (x, y) = (&a[i..ie], &b[j..je]);
        // `ANY` is the greatest place, thus the last of its run.
        let any = |v: &[(Tn, Loc)]| v.last().is_some_and(|p| p.1 == Loc::ANY);
        match (any(x), any(y)) {
            (true, _) => out.extend_from_slice(y),
            (false, true) => out.extend_from_slice(x),
            (false, false) => out.extend(x.iter().copied().filter(|p| y.contains(p))),
        }
        (i, j) = (ie, je);
    }
    out
}

/// Blocks that can be reached from the entry.
pub(super) fn reachable(f: &Func) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(f.bbs.len());
    reverse_postorder(f).into_iter().for_each(|b| set.insert(b.index()));
    set
}

fn reverse_postorder(f: &Func) -> Vec<Bb> {
    let mut seen = FixedBitSet::with_capacity(f.bbs.len());
    let mut stack: Vec<(Bb, usize)> = f.entry().into_iter().map(|b| (b, 0)).collect();
    let mut order = Vec::new();
    if let Some(e) = f.entry() {
        seen.insert(e.index());
    }
    while let Some((b, n)) = stack.last_mut() {
        match f.bbs[*b].succs.get(*n) {
            Some(s) => {
                *n += 1;
                if !seen.put(s.bb.index()) {
                    stack.push((s.bb, 0));
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

/// Numbers the virtual TNs that occur in more than one block, or are used before their definition in one.
fn globals(f: &Func, order: &[Bb]) -> (SecondaryMap<Tn, u32>, Vec<Tn>) {
    let mut home: SecondaryMap<Tn, u32> = SecondaryMap::new();
    let mut number: SecondaryMap<Tn, u32> = SecondaryMap::new();
    let mut list = Vec::new();
    let mut defined: SecondaryMap<Tn, bool> = SecondaryMap::new();
    for &b in order {
        for op in f.bb_ops(b) {
            let nres = f.nres(op);
            let all = f.all(op);
            for (i, &t) in all.iter().enumerate().skip(nres).chain(all.iter().enumerate().take(nres)) {
                if !f.is_virtual(t) {
                    continue;
                }
                let here = b.as_u32() + 1;
                let elsewhere = home[t] != 0 && home[t] != here;
                if (elsewhere || (i >= nres && !defined[t])) && number[t] == 0 {
                    list.push(t);
                    number[t] = list.len() as u32;
                }
                home[t] = here;
                defined[t] |= i < nres;
            }
        }
    }
    (number, list)
}

fn live_in(f: &Func, order: &[Bb], global: &SecondaryMap<Tn, u32>, n: usize) -> SecondaryMap<Bb, FixedBitSet> {
    let mut live: SecondaryMap<Bb, FixedBitSet> = SecondaryMap::new();
    let mut kill: SecondaryMap<Bb, FixedBitSet> = SecondaryMap::new();
    for &b in order {
        let (mut used, mut killed) = (FixedBitSet::with_capacity(n), FixedBitSet::with_capacity(n));
        for op in f.bb_ops(b) {
            let number = |t: &Tn| global[*t].checked_sub(1).map(|g| g as usize);
            for g in f.operands(op).iter().filter_map(number) {
                if !killed.contains(g) {
                    used.insert(g);
                }
            }
            // What an exceptional edge sees is the state before the results.
            if !(f.last(b) == Some(op) && f.bbs[b].unwind.is_some()) {
                f.results(op).iter().filter_map(number).for_each(|g| killed.insert(g));
            }
        }
        live[b] = used;
        kill[b] = killed;
    }
    let mut todo = FixedBitSet::with_capacity(f.bbs.len());
    todo.insert_range(..);
    let mut place = vec![0; f.bbs.len()];
    order.iter().enumerate().for_each(|(i, b)| place[b.index()] = i);
    let mut out = FixedBitSet::with_capacity(n);
    let mut changed = true;
    while changed {
        changed = false;
        for &b in order.iter().rev() {
            if !todo.put(b.index()) {
                continue;
            }
            todo.set(b.index(), false);
            out.clear();
            f.bbs[b].succs.iter().for_each(|s| out.union_with(&live[s.bb]));
            out.difference_with(&kill[b]);
            if !out.is_subset(&live[b]) {
                live[b].union_with(&out);
                changed = true;
                f.bbs[b].preds.iter().for_each(|p| todo.insert(p.index()));
            }
        }
    }
    live
}
