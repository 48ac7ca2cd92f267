//! Eviction, and the last chance of pieces that cannot be spilled.
//!
//! A piece may take a register from lighter ones, if none of them was evicted by it or a later piece before. Among
//! registers, the one whose holders lose fewest hints, then the least weight, is taken. A piece that cannot be spilled may
//! break the rule of cascades. Tiny pieces are never evicted.

use super::super::intervals::Problem;
use super::super::matrix::Clash;
use super::super::pieces::{Kind, Piece, PieceData};
use super::{Run, Stage};
use targ_info::{PReg, RegSet};

/// What an eviction costs: hints broken, then weight.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Cost {
    broken: u32,
    weight: f32,
}

/// With more holders than this a register is not even considered.
const MOST_HOLDERS: usize = 10;
/// The price of breaking the rule of cascades, in hints.
const RULE: u32 = 10;
/// How deep and how wide last-chance recolouring searches.
const DEPTH: u32 = 5;
const WIDTH: usize = 8;

impl Run<'_, '_> {
    /// Evicts others for a piece; the register that is free then.
    pub(super) fn evict(&mut self, piece: Piece, hint: Option<PReg>) -> Option<PReg> {
        let bank = self.pieces.list[piece].bank;
        let p = self.pieces.p;
        let mut best: Option<(Cost, PReg, RegSet)> = None;
        let regs = &p.bank(bank).regs;
        let hinted = regs.iter().filter(|r| Some(r.0) == hint);
        for &(reg, units) in hinted.chain(regs.iter().filter(|r| Some(r.0) != hint)) {
            let limit = best.map(|b| b.0);
            let Some(cost) = self.eviction_cost(piece, units, Some(reg) == hint, limit) else { continue };
            best = Some((cost, reg, units));
            if Some(reg) == hint {
                break;
            }
        }
        let (_, reg, units) = best?;
        self.evict_from(piece, units);
        Some(reg)
    }

    /// Evicts the holders of a hinted register if that breaks no hint; true if it is free then.
    pub(super) fn evict_for_hint(&mut self, piece: Piece, hint: PReg) -> bool {
        let p = self.pieces.p;
        let Some(&(_, units)) = p.bank(self.pieces.list[piece].bank).regs.iter().find(|r| r.0 == hint) else {
            return false;
        };
        if self.is_unpaid(units) {
            return false;
        }
        let limit = Some(Cost { broken: 1, weight: 0.0 });
        if self.eviction_cost(piece, units, true, limit).is_none() {
            return false;
        }
        self.evict_from(piece, units);
        true
    }

    /// What it costs to evict all holders of a register; nothing if that may not be, or is not below the limit.
    fn eviction_cost(&mut self, piece: Piece, units: RegSet, is_hint: bool, limit: Option<Cost>) -> Option<Cost> {
        let p = self.pieces.p;
        let d = &self.pieces.list[piece];
        if self.m.fixed_clash(p, d, units) {
            return None;
        }
        let mut seen = std::mem::take(&mut self.clashes);
        seen.clear();
        let mut cost = Some(Cost { broken: 0, weight: 0.0 });
        for u in units.iter() {
            self.m.holders_back(u, &d.segs, |q| {
                if !seen.contains(&q) {
                    seen.push(q);
                    cost = cost.and_then(|c| self.with_holder(c, piece, q, is_hint));
                    // The first that may not go ends the search: long pieces clash with many.
                    cost = cost.filter(|&c| seen.len() < MOST_HOLDERS && limit.is_none_or(|l| c < l));
                }
                cost.is_some()
            });
        }
        self.clashes = seen;
        cost
    }

    /// A cost, and that of evicting one more piece; nothing if that may not be.
    fn with_holder(&self, mut cost: Cost, piece: Piece, q: Piece, is_hint: bool) -> Option<Cost> {
        let p = self.pieces.p;
        let (d, e) = (&self.pieces.list[piece], &self.pieces.list[q]);
        if e.is_tiny() {
            return None;
        }
        let mine = if self.cascade[piece] == 0 { self.next_cascade } else { self.cascade[piece] };
        let urgent = !d.spillable() && (e.spillable() || choices(p, d) < choices(p, e));
        if mine <= self.cascade[q] {
            if !urgent {
                return None;
            }
            cost.broken += RULE;
        }
        let breaks = self.hint_met[q];
        cost.broken += u32::from(breaks);
        cost.weight = cost.weight.max(e.density());
        let can_split = self.stage[q] < Stage::Spill;
        let wins = can_split && is_hint && !breaks || d.density() > e.density();
        (urgent || wins).then_some(cost)
    }

    fn evict_from(&mut self, piece: Piece, units: RegSet) {
        if self.cascade[piece] == 0 {
            self.cascade[piece] = self.next_cascade;
            self.next_cascade += 1;
        }
        let mut holders = Vec::new();
        self.m.clash(self.pieces.p, &self.pieces.list[piece], units, usize::MAX, &mut holders);
        for q in holders {
            self.m.unassign(&mut self.pieces, q);
            self.cascade[q] = self.cascade[piece];
            self.push(q);
        }
    }

    /// Tries to move the holders of some register elsewhere, and theirs in turn; true if the piece has a register then.
    pub(super) fn last_chance(&mut self, piece: Piece) -> bool {
        let mut fixed = vec![piece];
        let mut moved = Vec::new();
        self.recolour_for(piece, 0, &mut fixed, &mut moved)
    }

    /// Gives a piece a register by moving others; if that fails, everything is as before. `fixed` must stay, `moved`
    /// remembers what others had.
    fn recolour_for(
        &mut self,
        piece: Piece,
        depth: u32,
        fixed: &mut Vec<Piece>,
        moved: &mut Vec<(Piece, PReg)>,
    ) -> bool {
        let p = self.pieces.p;
        let bank = self.pieces.list[piece].bank;
        for &(reg, units) in &p.bank(bank).regs {
            let mut holders = Vec::new();
            let clash = self.m.clash(p, &self.pieces.list[piece], units, WIDTH + 1, &mut holders);
            let guarded = |q: &Piece| fixed.contains(q) || matches!(self.pieces.list[*q].kind, Kind::Guard(_));
            if clash == Clash::Fixed || holders.len() > WIDTH || holders.iter().any(guarded) {
                continue;
            }
            if clash == Clash::Pieces && depth >= DEPTH {
                continue;
            }
            let (mark, kept) = (moved.len(), fixed.len());
            for &q in &holders {
                if let Some(r) = self.pieces.list[q].reg() {
                    moved.push((q, r));
                    self.m.unassign(&mut self.pieces, q);
                }
            }
            self.assign(piece, reg, None);
            let mut all = true;
            for &q in &holders {
                fixed.push(q);
                all = all && self.recolour_for(q, depth + 1, fixed, moved);
            }
            if all {
                return true;
            }
            fixed.truncate(kept);
            // Undo, latest first: whoever was moved goes back.
            self.m.unassign(&mut self.pieces, piece);
            let undo: Vec<(Piece, PReg)> = moved.drain(mark..).collect();
            for &(q, _) in &undo {
                self.m.unassign(&mut self.pieces, q);
            }
            let mut back = std::collections::BTreeMap::new();
            undo.into_iter().for_each(|(q, r)| {
                back.entry(q).or_insert(r);
            });
            for (q, r) in back {
                self.m.assign(&mut self.pieces, q, r);
            }
        }
        false
    }
}

/// How many registers a piece may choose from.
fn choices(p: &Problem<'_>, d: &PieceData) -> usize {
    p.bank(d.bank).regs.len()
}
