//! Which registers of a TN are read, and where it is stored.
//!
//! A span is *dirty* if a definition reaches it through registers only: memory need not hold the value there. Where a
//! value is in a register, not dirty and not needed, the register is given up: no reload for nothing.
//!
//! Stores are a cut: each path from a definition to a place in memory must be cut by one. A definition, or the start of a
//! span, can be cut at the frequency of its block; an edge at its own, unless no edit can stand there. The cheapest cut
//! of that network is the cheapest set of stores; at equal cost the latest one.

use super::spans::Work;
use super::{Builder, Seg};
use crate::flow::{SINK, SOURCE};
use cgir::func::Tn;

/// What an arc of the network stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// A store at a span's start, or after its definition.
    Span(u32),
    /// A store on a link.
    Link(u32),
}

/// The most spans for which the maximum flow is sought. Beyond, definitions are stored.
const MOST_SPANS: usize = 20_000;

impl Builder<'_, '_, '_> {
    /// Settles registers and stores for the spans at hand.
    pub(super) fn settle(&self, tn: Tn, w: &mut Work) {
        let remat = self.p.remat(tn).is_some();
        self.mark_uses(tn, w);
        find_dirty(w);
        spread_need(w);
        for s in &mut w.spans {
            if !s.needed && (remat || !s.dirty) {
                s.reg = None;
            }
        }
        settle_entries(w);
        w.store_at.clear();
        w.store_at.resize(w.spans.len(), false);
        w.store_on.clear();
        w.store_on.resize(w.links.len(), false);
        if !remat {
            self.place_stores(w);
            spread_need(w);
        }
    }

    /// Marks the spans whose register an operand reads.
    fn mark_uses(&self, tn: Tn, w: &mut Work) {
        let points = &self.p.points;
        for id in self.p.ref_ids(tn) {
            let r = &self.p.refs[id as usize];
            if r.def {
                continue;
            }
            let gap = points.early(r.op);
            let here = w.reg_at(gap);
            let ready = !self.stands_apart(id) || here.is_some() && here.map(|h| h.1) == self.pieces.reg_of(id);
            let read = if ready { here } else { w.reg_at(gap.before()).or(here) };
            if let Some((n, _)) = read {
                w.spans[n as usize].needed = true;
            }
        }
    }

    fn place_stores(&self, w: &mut Work) {
        let to_memory = |w: &Work, l: &super::spans::Link| {
            let to = &w.spans[l.to as usize];
            w.spans[l.from as usize].reg.is_some() && (to.reg.is_none() || to.via_memory && l.edge.is_some())
        };
        if !w.links.iter().any(|l| to_memory(w, l)) {
            return;
        }
        let spans = w.spans.len();
        w.net.reset(2 + 2 * spans);
        w.arcs.clear();
        let (start, end) = (|n: u32| 2 + 2 * n, |n: u32| 3 + 2 * n);
        for n in 0..spans {
            let s = w.spans[n];
            let n = n as u32;
            if s.reg.is_none() {
                continue;
            }
            let a = w.net.arc(start(n), end(n), self.p.f.bbs[s.bb].freq);
            w.arcs.push((a, Cut::Span(n)));
            if s.def {
                w.net.arc(SOURCE, start(n), f32::INFINITY);
            }
        }
        for i in 0..w.links.len() {
            let l = w.links[i];
            if w.spans[l.from as usize].reg.is_none() {
                continue;
            }
            let room = if l.edge.is_none() || l.rigid { f32::INFINITY } else { l.freq };
            let to = if to_memory(w, &l) { SINK } else { start(l.to) };
            let a = w.net.arc(end(l.from), to, room);
            if room.is_finite() {
                w.arcs.push((a, Cut::Link(i as u32)));
            }
        }
        if spans > MOST_SPANS || !w.net.fill() {
            for n in 0..spans {
                w.store_at[n] = w.spans[n].def && w.spans[n].reg.is_some();
            }
        } else {
            w.net.reach_back();
            for i in 0..w.arcs.len() {
                let (arc, what) = w.arcs[i];
                match what {
                    _ if !w.net.is_cut(arc) => {}
                    Cut::Span(n) => w.store_at[n as usize] = true,
                    Cut::Link(l) => w.store_on[l as usize] = true,
                }
            }
            keep_reached(w);
        }
        for n in 0..spans {
            w.spans[n].needed |= w.store_at[n];
        }
        for (l, on) in w.links.iter().zip(&w.store_on) {
            w.spans[l.from as usize].needed |= *on;
        }
    }
}

/// Keeps only stores that a definition reaches unstored: where no flow comes, an arc of the cut means nothing.
fn keep_reached(w: &mut Work) {
    let mut seen = vec![false; w.spans.len()];
    w.queue.clear();
    for (n, s) in w.spans.iter().enumerate() {
        if s.def && s.reg.is_some() {
            seen[n] = true;
            w.queue.push(n as u32);
        }
    }
    let mut out: Vec<Vec<u32>> = vec![Vec::new(); w.spans.len()];
    for (i, l) in w.links.iter().enumerate() {
        out[l.from as usize].push(i as u32);
    }
    let mut on = vec![false; w.links.len()];
    let mut at = vec![false; w.spans.len()];
    while let Some(n) = w.queue.pop() {
        if w.store_at[n as usize] {
            at[n as usize] = true;
            continue;
        }
        for &i in &out[n as usize] {
            let l = w.links[i as usize];
            let to = l.to as usize;
            if w.store_on[i as usize] {
                on[i as usize] = true;
            } else if w.spans[to].reg.is_some() && !(w.spans[to].via_memory && l.edge.is_some()) && !seen[to] {
                seen[to] = true;
                w.queue.push(l.to);
            }
        }
    }
    (w.store_on, w.store_at) = (on, at);
}

/// Marks spans that a definition reaches through registers.
fn find_dirty(w: &mut Work) {
    let mut again = true;
    for s in &mut w.spans {
        s.dirty = s.def && s.reg.is_some();
    }
    while std::mem::take(&mut again) {
        for l in &w.links {
            if w.spans[l.from as usize].dirty && w.spans[l.to as usize].reg.is_some() && !w.spans[l.to as usize].dirty {
                w.spans[l.to as usize].dirty = true;
                again = true;
            }
        }
    }
}

/// A register is needed where a needed one is filled from it.
fn spread_need(w: &mut Work) {
    w.queue.clear();
    w.queue.extend((0..w.spans.len() as u32).filter(|&n| w.spans[n as usize].needed));
    while let Some(n) = w.queue.pop() {
        let via = w.spans[n as usize].via_memory;
        for i in w.into_start[n as usize]..w.into_start[n as usize + 1] {
            let l = w.links[w.into[i as usize] as usize];
            let from = &mut w.spans[l.from as usize];
            if from.reg.is_some() && !from.needed && !(via && l.edge.is_some()) {
                from.needed = true;
                w.queue.push(l.from);
            }
        }
    }
}

/// Blocks at whose start the value comes from memory: those where edits cannot stand on an edge whose ends differ, and
/// those where it is in memory on all edges.
fn settle_entries(w: &mut Work) {
    for n in 0..w.spans.len() as u32 {
        let s = w.spans[n as usize];
        let Some(reg) = s.reg else { continue };
        if s.follows || s.def {
            continue;
        }
        let mut any = false;
        let mut all = true;
        let mut differs = false;
        for l in w.links_into(n) {
            let from = w.spans[l.from as usize].reg;
            any = true;
            all &= from.is_none();
            differs |= l.rigid && from != Some(reg);
        }
        w.spans[n as usize].via_memory = any && (all || differs);
    }
}

/// Is the segment where a value begins at a block's start?
pub(super) fn at_block_start(b: &Builder<'_, '_, '_>, bb: cgir::func::Bb, seg: Seg) -> bool {
    seg.from == b.p.points.start(bb)
}
