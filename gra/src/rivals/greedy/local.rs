//! Splitting inside one block: the run of uses that could get a register if the rest went elsewhere.
//!
//! For each register, each gap between two uses has the weight of the heaviest piece that holds the register there. A
//! window of uses is worth splitting off if a piece of that length and number of uses would be heavier than everything
//! in its gaps; the window with the greatest margin wins. LLVM's tryLocalSplit.

use super::super::intervals::Segs;
use super::super::pieces::{Piece, density};
use super::super::points::Seg;
use super::super::uses::Use;
use super::analysis::Analysis;
use super::{Run, Stage};
use targ_info::RegSet;

/// Windows must be better by this factor, so that splitting comes to an end.
const HYSTERESIS: f32 = 0.98;
/// Fewer uses than these leave nothing to split.
const FEWEST: usize = 3;

/// A window of uses, and its margin.
struct Window {
    first: usize,
    last: usize,
    margin: f32,
}

impl Run<'_, '_> {
    /// Splits a piece that is in one block; false if no window is worth it.
    pub(super) fn split_local(&mut self, piece: Piece, a: &Analysis) -> bool {
        let Some(part) = a.parts.first().filter(|_| a.parts.len() == 1 && a.through.is_empty()) else { return false };
        let uses = merged(a.of(part));
        if uses.len() < FEWEST {
            return false;
        }
        let progress = self.stage[piece] >= Stage::Split2;
        let freq = self.pieces.p.f.bbs[part.bb].freq;
        let mut best: Option<Window> = None;
        let bank = self.pieces.list[piece].bank;
        for &(_, units) in &self.pieces.p.bank(bank).regs {
            let gaps = self.gap_weights(piece, &uses, units);
            find_window(&uses, &gaps, freq, progress, (part.live_in, part.live_out), &mut best);
        }
        let Some(w) = best else { return false };
        let mut window: Segs = Segs::new();
        let (from, to) = (uses[w.first].enter, uses[w.last].leave);
        super::super::pieces::push_seg(&mut window, Seg { from, to });
        let mut rest = Segs::new();
        super::super::pieces::push_seg(&mut rest, Seg { from: part.seg.from, to: from });
        let resume = if to == to.gap() { to } else { to.next_gap() };
        super::super::pieces::push_seg(&mut rest, Seg { from: resume, to: part.seg.to });
        if rest.is_empty() {
            return false;
        }
        let gaps_now = w.last - w.first + usize::from(w.first > 0) + usize::from(w.last + 1 < uses.len());
        let stage = if gaps_now >= uses.len() - 1 { Stage::Split2 } else { Stage::New };
        let mut parts = vec![window];
        let mut stages = vec![stage];
        for s in rest {
            parts.push([s].into_iter().collect());
            stages.push(Stage::New);
        }
        self.replace(piece, parts, &stages);
        true
    }

    /// By gap between uses: the weight of what holds the register there.
    fn gap_weights(&self, piece: Piece, uses: &[Use], units: RegSet) -> Vec<f32> {
        let p = self.pieces.p;
        let tn = self.pieces.list[piece].tn;
        let gap = |n: usize| Seg { from: uses[n].enter, to: uses[n + 1].leave };
        let all = Seg { from: uses[0].enter, to: uses[uses.len() - 1].leave };
        let mut weights = vec![0f32; uses.len() - 1];
        let mut raise = |s: Seg, w: f32| {
            let first = uses[1..].partition_point(|u| u.leave <= s.from);
            for (n, weight) in weights.iter_mut().enumerate().skip(first) {
                if gap(n).from >= s.to {
                    break;
                }
                *weight = weight.max(w);
            }
        };
        for u in units.iter() {
            let list = &p.fixed[u.0 as usize];
            let first = list.partition_point(|x| x.seg.to <= all.from);
            let fixed = list[first..].iter().take_while(|x| x.seg.from < all.to).filter(|x| x.tn != tn);
            fixed.for_each(|x| raise(x.seg, f32::INFINITY));
            self.m.holders(u, &[all], |q, s| {
                raise(s, self.pieces.list[q].density());
                true
            });
        }
        let first = p.masks.partition_point(|x| x.seg.to <= all.from);
        let masks = p.masks[first..].iter().take_while(|x| x.seg.from < all.to);
        masks.filter(|x| x.units.intersects(units)).for_each(|x| raise(x.seg, f32::INFINITY));
        weights
    }
}

/// Uses at one op count once.
fn merged(uses: &[Use]) -> Vec<Use> {
    let mut out: Vec<Use> = Vec::new();
    for &u in uses {
        match out.last_mut() {
            Some(l) if u.enter < l.leave => l.leave = l.leave.max(u.leave),
            _ => out.push(u),
        }
    }
    out
}

fn find_window(
    uses: &[Use],
    gaps: &[f32],
    freq: f32,
    progress: bool,
    (live_in, live_out): (bool, bool),
    best: &mut Option<Window>,
) {
    let (mut first, mut last) = (0, 1);
    let mut most = gaps[0];
    loop {
        let before = first != 0 || live_in;
        let after = last != gaps.len() || live_out;
        if !before && !after {
            return;
        }
        let count = usize::from(before) + last - first + usize::from(after);
        let mut shrink = true;
        if (!progress || count < gaps.len()) && most < f32::INFINITY {
            let ops = (uses[last].enter.index() - uses[first].enter.index()) as usize
                + usize::from(before)
                + usize::from(after);
            let weight = density(freq * (count as f32 + 1.0), ops as f32);
            if weight * HYSTERESIS >= most {
                shrink = false;
                let margin = weight - most;
                if best.as_ref().is_none_or(|b| margin > b.margin) {
                    *best = Some(Window { first, last, margin: HYSTERESIS * margin });
                }
            }
        }
        if shrink {
            first += 1;
            if first < last {
                most = gaps[first..last].iter().copied().fold(0.0, f32::max);
                continue;
            }
            most = 0.0;
        }
        if last >= gaps.len() {
            return;
        }
        most = most.max(gaps[last]);
        last += 1;
    }
}
