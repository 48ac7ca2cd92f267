//! The order of blocks, and explicit jumps.
//!
//! Chains grow by falling edge weight (frequency times probability): an edge joins two chains when it leaves the tail
//! of one and enters the head of the other. When an edge closes a chain to a loop, the chain is rotated: a loop that ends
//! in a jump to its head ends in a block that chooses instead, which costs no jump. Then chains are placed: the entry's first,
//! then always the one with the heaviest edge from what is placed; chains that are believed cold come last.
//!
//! Afterwards a block is followed by the block that control falls to, or ends in a jump; [`Func::laid_out`] says so.

use crate::{conditional, duplicate, forward, merge, set_label, unreachable};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
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

/// All edges that may become fall-throughs, heaviest first. A near tie keeps the present fall-through.
fn edges(f: &Func, position: &SecondaryMap<Bb, u32>) -> Vec<Edge> {
    /// How much the present neighbour is favoured.
    const KEEP: f32 = 1.02;
    let mut list: Vec<Edge> = Vec::new();
    for &b in &f.layout {
        let d = &f.bbs[b];
        if d.succs.len() > 2 {
            continue;
        }
        for s in &d.succs {
            // What is cold joins nothing that is not, on neither side: it would stand in a loop.
            let cold = f.bbs[s.bb].cold != d.cold && f.entry() != Some(b);
            if s.bb == b || d.unwind == Some(s.bb) || cold || f.bbs[s.bb].cold && !d.cold {
                continue;
            }
            let next = position[s.bb] == position[b] + 1;
            list.push((d.freq * s.prob * if next { KEEP } else { 1.0 }, position[b], b, s.bb));
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
        let mut order = Vec::with_capacity(f.layout.len());
        let mut placed = vec![false; self.blocks.len()];
        let mut pull: FxHashMap<u32, f32> = FxHashMap::default();
        // Heaviest pull first, then the earliest in the old order.
        let mut heap: BinaryHeap<(bool, Weight, std::cmp::Reverse<u32>, u32)> = BinaryHeap::new();
        let rank = |c: u32| position[self.blocks[c as usize][0]];
        let cold = |c: u32| self.blocks[c as usize].iter().all(|&b| f.bbs[b].cold);
        for c in 0..self.blocks.len() as u32 {
            if !self.blocks[c as usize].is_empty() {
                heap.push((!cold(c), Weight(0.0), std::cmp::Reverse(rank(c)), c));
            }
        }
        let mut next = self.entry.map(|e| self.of[e]);
        while let Some(c) = next {
            if !std::mem::replace(&mut placed[c as usize], true) {
                order.extend_from_slice(&self.blocks[c as usize]);
                for &b in &self.blocks[c as usize] {
                    for s in &f.bbs[b].succs {
                        let t = self.of[s.bb];
                        if !placed[t as usize] {
                            let w = pull.entry(t).or_default();
                            *w += f.bbs[b].freq * s.prob;
                            heap.push((!cold(t), Weight(*w), std::cmp::Reverse(rank(t)), t));
                        }
                    }
                }
            }
            next = heap.pop().map(|(_, _, _, c)| c);
        }
        order
    }
}

/// A weight with a total order, for the heap.
#[derive(PartialEq)]
struct Weight(f32);

impl Eq for Weight {}
impl PartialOrd for Weight {
    fn partial_cmp(&self, o: &Weight) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Weight {
    fn cmp(&self, o: &Weight) -> std::cmp::Ordering {
        self.0.total_cmp(&o.0)
    }
}

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
