//! The order of blocks, and explicit jumps.
//!
//! Chains grow by falling edge weight: an edge joins two chains when it leaves the tail of one and enters the head of the
//! other. An edge weighs as often as it is gone; twice that, if it is the only one out of its block, for then the jump itself
//! goes (so that one arm of two is jumped over only if the other is gone twice as often); and a constant for bytes, so that what is
//! executed rarely is laid out to be short. When an edge closes a chain to a loop, the chain is rotated: a loop that ends in a
//! jump to its head ends in a block that chooses instead, which costs no jump. Then chains are placed: the entry's first, then
//! one that the chain placed last leads to, if there is any, so that most jumps are short; what is rare comes behind what is not,
//! and what is believed cold last.
//!
//! Afterwards a block is followed by the block that control falls to, or ends in a jump; [`Func::laid_out`] says so.

use crate::{conditional, duplicate, forward, merge, set_label, unreachable};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lays the function out. After allocation only; at level 0 blocks keep their order.
pub fn run(f: &mut Func, cx: &PassCx<'_>) {
    f.rebuild_preds();
    forward::run(f, cx);
    unreachable::run(f);
    if cx.options.opt_level > 0 {
        merge::run(f, cx);
        if duplicate::run(f, cx) > 0 {
            unreachable::run(f);
        }
        order(f);
    }
    finalise(f, cx);
}

/// A candidate for joining: weight, position in the old layout (for ties), from, to.
type Edge = (f32, u32, Bb, Bb);

fn order(f: &mut Func) {
    let position: SecondaryMap<Bb, u32> = positions(&f.layout);
    let mut chains = Chains::new(f);
    for (_, _, from, to) in edges(f, &position) {
        if !chains.join(from, to) {
            chains.rotate(f, from, to);
        }
    }
    f.layout = chains.place(f, &position);
}

fn positions(layout: &[Bb]) -> SecondaryMap<Bb, u32> {
    let mut map = SecondaryMap::new();
    for (i, &b) in layout.iter().enumerate() {
        map[b] = i as u32;
    }
    map
}

/// All edges that may become fall-throughs, heaviest first.
fn edges(f: &Func, position: &SecondaryMap<Bb, u32>) -> Vec<Edge> {
    /// How much the present neighbour is favoured where ways are gone often.
    const KEEP: f32 = 1.02;
    /// And in executions a call, as it stands near what else leads to it: distances grow when neighbours part.
    const NEAR: f32 = 0.3;
    /// What the bytes of a jump are worth, in executions a call.
    const BYTES: f32 = 0.1;
    let mut list: Vec<Edge> = Vec::new();
    for &b in &f.layout {
        let d = &f.bbs[b];
        let (times, jump) = match d.succs.len() {
            0 => continue,
            1 => (2.0, BYTES),
            2 => (1.0, 0.0),
            _ => continue,
        };
        for s in &d.succs {
            if s.bb == b || d.unwind == Some(s.bb) {
                continue;
            }
            let (keep, near) = if position[s.bb] == position[b] + 1 { (KEEP, NEAR) } else { (1.0, 0.0) };
            list.push((d.freq * s.prob * times * keep + jump + near, position[b], b, s.bb));
        }
    }
    list.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(position[a.3].cmp(&position[b.3])));
    list
}

/// Chains of blocks: each block is in exactly one.
struct Chains {
    /// Which chain a block is in.
    of: SecondaryMap<Bb, u32>,
    /// The blocks of each chain; emptied when joined to another.
    blocks: Vec<Vec<Bb>>,
    entry: Option<Bb>,
}

impl Chains {
    fn new(f: &Func) -> Chains {
        let mut of = SecondaryMap::new();
        let mut blocks = Vec::with_capacity(f.layout.len());
        for &b in &f.layout {
            of[b] = blocks.len() as u32;
            blocks.push(vec![b]);
        }
        Chains { of, blocks, entry: f.entry() }
    }

    /// Joins the chain that ends in `from` with the one that begins with `to`, if they are such chains: were they?
    fn join(&mut self, from: Bb, to: Bb) -> bool {
        let (a, b) = (self.of[from] as usize, self.of[to] as usize);
        if a == b || Some(to) == self.entry || self.blocks[a].last() != Some(&from) || self.blocks[b][0] != to {
            return false;
        }
        // The shorter list moves would need a deque; chains are joined n-1 times in all and moved blocks relabelled.
        let tail = std::mem::take(&mut self.blocks[b]);
        if tail.len() <= self.blocks[a].len() {
            for &x in &tail {
                self.of[x] = a as u32;
            }
            self.blocks[a].extend(tail);
        } else {
            let head = std::mem::take(&mut self.blocks[a]);
            for &x in &head {
                self.of[x] = b as u32;
            }
            let mut all = head;
            all.extend(tail);
            self.blocks[b] = all;
        }
        true
    }

    /// If the edge closes a chain to a loop, rotates it so that its lightest edge out of a block that chooses is the
    /// one back to its head. Edges come by falling weight: what leads into the loop has not been joined to it yet.
    fn rotate(&mut self, f: &Func, from: Bb, to: Bb) {
        let chain = &mut self.blocks[self.of[from] as usize];
        let closes = chain.first() == Some(&to) && chain.last() == Some(&from);
        if !closes || chain.len() < 2 || Some(to) == self.entry {
            return;
        }
        let weight = |from: Bb, to: Bb| {
            let d = &f.bbs[from];
            d.succs.iter().filter(|s| s.bb == to).map(|s| s.prob * d.freq).sum::<f32>()
        };
        let back = weight(from, to);
        let lightest = (chain.windows(2).enumerate())
            .filter(|(_, w)| f.bbs[w[0]].succs.len() == 2)
            .map(|(i, w)| (weight(w[0], w[1]), i))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let Some((w, i)) = lightest else { return };
        // A tail that only jumps costs a jump each time round; entering the rotated loop in its middle costs one, too.
        let jumps = f.bbs[from].succs.len() == 1 && back > f.bbs[to].freq - back;
        if jumps || w < back && f.bbs[from].succs.len() == 2 {
            chain.rotate_left(i + 1);
        }
    }
    /// The final order of blocks.
    fn place(&self, f: &Func, position: &SecondaryMap<Bb, u32>) -> Vec<Bb> {
        /// What is led to less often a call is rare.
        const RARE: f32 = 0.01;
        let mut order = Vec::with_capacity(f.layout.len());
        let mut placed = vec![false; self.blocks.len()];
        let mut pull: FxHashMap<u32, f32> = FxHashMap::default();
        let mut heap: BinaryHeap<Candidate> = BinaryHeap::new();
        let rank = |c: u32| Reverse(position[self.blocks[c as usize][0]]);
        let warm = |c: u32| !self.blocks[c as usize].iter().all(|&b| f.bbs[b].cold);
        for c in 0..self.blocks.len() as u32 {
            if !self.blocks[c as usize].is_empty() {
                heap.push((warm(c), false, 0, rank(c), c));
            }
        }
        let mut next = self.entry.map(|e| self.of[e]);
        let mut turn = 0;
        while let Some(c) = next {
            if !std::mem::replace(&mut placed[c as usize], true) {
                turn += 1;
                order.extend_from_slice(&self.blocks[c as usize]);
                for &b in &self.blocks[c as usize] {
                    for s in &f.bbs[b].succs {
                        let t = self.of[s.bb];
                        if !placed[t as usize] {
                            let w = pull.entry(t).or_default();
                            *w += f.bbs[b].freq * s.prob;
                            heap.push((warm(t), *w >= RARE, turn, rank(t), t));
                        }
                    }
                }
            }
            next = heap.pop().map(|(_, _, _, _, c)| c);
        }
        order
    }
}

/// A chain that may come next, best last: not cold, not rare, the turn at which something leads to it, the earliest in the old
/// order, and its number.
type Candidate = (bool, bool, u32, Reverse<u32>, u32);

/// Makes each block reach its successors where it stands: inverts conditions, adds jumps.
fn finalise(f: &mut Func, cx: &PassCx<'_>) {
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let next = f.layout.get(i + 1).copied();
        let Some(fall) = f.bbs[b].succs.first().map(|s| s.bb) else { continue };
        match conditional(f, cx.target.isa, b) {
            Some(branch) => {
                let (falls, taken) = (f.bbs[b].succs[0], f.bbs[b].succs[1]);
                // Without a neighbour among the two, the jump should be the way that is gone less often.
                let swap = next == Some(taken.bb) || (next != Some(falls.bb) && falls.prob > taken.prob);
                if swap && next != Some(falls.bb) && cx.hooks.invert_branch(f, branch) {
                    f.bbs[b].succs.swap(0, 1);
                    set_label(f, branch, fall);
                }
                let fall = f.bbs[b].succs[0].bb;
                if next != Some(fall) {
                    let jump = cx.hooks.jump(f, fall);
                    f.append(b, jump);
                }
            }
            None if f.terminator(cx.target.isa, b).is_none() && next != Some(fall) => {
                let jump = cx.hooks.jump(f, fall);
                f.append(b, jump);
            }
            None => {}
        }
    }
    f.laid_out = true;
}
