//! Region splitting: the part of a value's blocks where a register pays.
//!
//! For each register, blocks with uses say what they would like at their two ends, given where the register is taken; the
//! network of [`super::place`] decides bundle by bundle; from bundles that want a register the region grows through blocks
//! which the value only passes. The cheapest register is compared with the cost of reloading in every block. Beside it
//! there is a *compact region*, the blocks where the value is worth a register at all if interference is ignored: a value
//! that is live through much code but used in few places is cut down to that first.

use super::super::intervals::Segs;
use super::super::pieces::Piece;
use super::super::points::{Pos, Seg};
use super::super::uses::{Use, gap_after, gap_or_read, last_gap};
use super::analysis::{Analysis, Part, Taken, taken};
use super::place::Wish;
use super::{Run, Stage};
use cgir::func::Bb;
use targ_info::{PReg, RegSet};

/// A region.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    /// Its register; the compact region has none.
    pub reg: Option<(PReg, RegSet)>,
    /// Bundles in which the value is in the register.
    pub bundles: Vec<u32>,
    /// Blocks that the value passes and that the region grew through.
    pub through: Vec<Bb>,
    /// By part: what its ends wished.
    wishes: Vec<(Wish, Wish)>,
}

impl Region {
    pub fn has(&self, bundle: u32) -> bool {
        self.bundles.binary_search(&bundle).is_ok()
    }
}

/// What a region costs in executed memory operations.
#[derive(Clone, Copy, Default)]
struct Cost {
    reloads: f32,
    /// Stores where the value leaves the register.
    stores: f32,
}

/// With definitions executed so much more rarely than uses, stores cost next to nothing.
const RARELY_DEFINED: f32 = 0.25;

impl Cost {
    /// The sum. A value is stored after its definitions if that is cheaper than wherever it leaves the register.
    fn total(self, defs: f32) -> f32 {
        self.reloads + self.stores.min(defs)
    }
}

/// How many blocks a region grows through at most.
const GROWTH: usize = 10_000;

impl Run<'_, '_> {
    /// Splits a piece around regions; false if nothing is gained.
    pub(super) fn split_regions(&mut self, piece: Piece, a: &Analysis) -> bool {
        self.mark_through(a);
        let compact = self.compact_region(a);
        let bound = if compact.is_some() { f32::INFINITY } else { self.spill_cost(a) };
        let best = self.best_region(piece, a, bound, false).map(|x| x.1);
        if compact.is_none() && best.is_none() {
            return false;
        }
        let regions: Vec<Region> = best.into_iter().chain(compact).collect();
        self.carve(piece, a, &regions)
    }

    /// What reloading and storing in each block with uses costs.
    pub(super) fn spill_cost(&self, a: &Analysis) -> f32 {
        a.parts.iter().map(|p| self.pieces.p.f.bbs[p.bb].freq).sum()
    }

    /// What it costs to store the piece's value after each definition.
    fn defs_cost(&self, piece: Piece) -> f32 {
        let p = self.pieces.p;
        p.refs_of(self.pieces.list[piece].tn).iter().filter(|r| r.def).map(|r| r.freq).sum()
    }

    pub(super) fn mark_through(&mut self, a: &Analysis) {
        self.generation += 1;
        self.through_mark = self.generation;
        for &b in &a.through {
            self.through[b] = self.generation;
        }
    }

    /// The cheapest region below a bound, with its cost. `paid`: only registers that cost no new save.
    pub(super) fn best_region(&mut self, piece: Piece, a: &Analysis, bound: f32, paid: bool) -> Option<(f32, Region)> {
        let bank = self.pieces.list[piece].bank;
        let p = self.pieces.p;
        let mut best: Option<(f32, Region)> = None;
        let defs = self.defs_cost(piece);
        let cheap = defs <= RARELY_DEFINED * self.spill_cost(a);
        for &(reg, units) in &p.bank(bank).regs {
            if paid && self.is_unpaid(units) {
                continue;
            }
            let limit = best.as_ref().map_or(bound, |b| b.0);
            let mut region = Region { reg: Some((reg, units)), ..Region::default() };
            self.net.prepare();
            let Some(mut cost) = self.constrain(piece, a, &mut region, cheap) else { continue };
            if cost.total(defs) >= limit {
                continue;
            }
            self.grow(piece, &mut region, cheap);
            region.bundles = self.net.finish();
            if region.bundles.is_empty() {
                continue;
            }
            self.add_borders(piece, a, &region, &mut cost);
            let cost = cost.total(defs) + self.first_use_cost(units, a);
            if cost < limit {
                best = Some((cost, region));
            }
        }
        best
    }

    /// Where a register is not free for a piece in a block.
    fn taken_in(&self, piece: Piece, units: RegSet, seg: Seg) -> Option<Taken> {
        taken(self.pieces.p, &self.m, units, seg, self.pieces.list[piece].tn)
    }

    /// Tells the network what blocks with uses wish; the cost of what is unavoidable, or nothing if no bundle wants the
    /// register. `cheap`: stores cost next to nothing.
    fn constrain(&mut self, piece: Piece, a: &Analysis, region: &mut Region, cheap: bool) -> Option<Cost> {
        let f = self.pieces.p.f;
        let mut cost = Cost::default();
        for part in &a.parts {
            let mut entry = if part.live_in { Wish::Reg } else { Wish::DontCare };
            let mut exit = if part.live_out { Wish::Reg } else { Wish::DontCare };
            let clash = region.reg.and_then(|(_, units)| self.taken_in(piece, units, part.seg));
            if let Some(t) = clash {
                let (mut reloads, mut stores) = (0, 0);
                let uses = a.of(part);
                let (first, last) =
                    (uses.first().map_or(part.seg.from, |u| u.enter), uses.last().map_or(part.seg.to, |u| u.leave));
                if part.live_in {
                    if t.first < part.seg.from.next_gap() {
                        entry = Wish::MustSpill;
                        reloads += 1;
                    } else if t.first < first {
                        entry = Wish::Spill;
                        reloads += 1;
                    } else if t.first < last {
                        reloads += 1;
                    }
                }
                if part.live_out {
                    if t.last > last_gap(self.pieces.p, part.bb) {
                        exit = Wish::MustSpill;
                        stores += 1;
                    } else if t.last > last {
                        exit = Wish::Spill;
                        stores += 1;
                    } else if t.last > first {
                        reloads += 1;
                    }
                }
                cost.reloads += reloads as f32 * f.bbs[part.bb].freq;
                cost.stores += stores as f32 * f.bbs[part.bb].freq;
            }
            region.wishes.push((entry, exit));
            // To come in a register that is lost before the use costs a store.
            let entry = if cheap && entry == Wish::Spill { Wish::DontCare } else { entry };
            self.net.constrain(f, &self.bundles, part.bb, entry, exit);
        }
        self.net.scan().then_some(cost)
    }

    /// Grows a region from its bundles through blocks that the value passes.
    fn grow(&mut self, piece: Piece, region: &mut Region, cheap: bool) {
        let f = self.pieces.p.f;
        self.generation += 1;
        let now = self.generation;
        let mut budget = GROWTH;
        loop {
            let recent = std::mem::take(&mut self.net.recent);
            let mut any = false;
            for &n in &recent {
                for i in 0..self.bundles.blocks[n as usize].len() {
                    let b = self.bundles.blocks[n as usize][i];
                    if self.through[b] != self.through_mark || self.seen[b] == now || budget == 0 {
                        continue;
                    }
                    self.seen[b] = now;
                    budget -= 1;
                    any = true;
                    region.through.push(b);
                    let whole = self.pieces.p.points.block(b);
                    match region.reg.map(|(_, units)| self.taken_in(piece, units, whole)) {
                        // The compact region avoids blocks without uses.
                        None => {
                            self.net.prefer_spill(f, &self.bundles, b);
                            self.net.link(f, &self.bundles, b);
                        }
                        Some(None) => self.net.link(f, &self.bundles, b),
                        Some(Some(t)) => {
                            let early = t.first < whole.from.next_gap();
                            let late = t.last > last_gap(self.pieces.p, b);
                            let wish = |must: bool| if must { Wish::MustSpill } else { Wish::Spill };
                            let entry = if cheap && !early { Wish::DontCare } else { wish(early) };
                            self.net.constrain(f, &self.bundles, b, entry, wish(late));
                        }
                    }
                }
            }
            if !any {
                return;
            }
            self.net.iterate();
        }
    }

    /// Adds what the borders of a region cost beside what is unavoidable.
    fn add_borders(&self, piece: Piece, a: &Analysis, region: &Region, cost: &mut Cost) {
        let f = self.pieces.p.f;
        for (part, &(entry, exit)) in a.parts.iter().zip(&region.wishes) {
            let (i, o) = (region.has(self.bundles.entry(part.bb)), region.has(self.bundles.exit(part.bb)));
            let freq = f.bbs[part.bb].freq;
            if part.live_in && i != (entry == Wish::Reg) {
                *(if i { &mut cost.stores } else { &mut cost.reloads }) += freq;
            }
            if part.live_out && o != (exit == Wish::Reg) {
                *(if o { &mut cost.reloads } else { &mut cost.stores }) += freq;
            }
        }
        for &b in &region.through {
            let (i, o) = (region.has(self.bundles.entry(b)), region.has(self.bundles.exit(b)));
            let whole = self.pieces.p.points.block(b);
            let taken = || region.reg.is_some_and(|(_, u)| self.taken_in(piece, u, whole).is_some());
            let both = i && o && taken();
            cost.stores += if i && !o || both { f.bbs[b].freq } else { 0.0 };
            cost.reloads += if o && !i || both { f.bbs[b].freq } else { 0.0 };
        }
    }

    /// The blocks where the value is worth a register if one is free; none if that is everywhere.
    fn compact_region(&mut self, a: &Analysis) -> Option<Region> {
        if a.through.is_empty() {
            return None;
        }
        let mut region = Region::default();
        self.net.prepare();
        let any = Piece::from_u32(0);
        self.constrain(any, a, &mut region, false)?;
        self.grow(any, &mut region, false);
        region.bundles = self.net.finish();
        (!region.bundles.is_empty()).then_some(region)
    }

    /// Cuts a piece along regions; the first region that has a bundle gets it. False if that leaves it as it was.
    pub(super) fn carve(&mut self, piece: Piece, a: &Analysis, regions: &[Region]) -> bool {
        let p = self.pieces.p;
        let mut cut = Cut { regions: vec![Segs::new(); regions.len()], locals: Vec::new(), rest: Segs::new() };
        let at = |bundle: u32| regions.iter().position(|r| r.has(bundle));
        let mut work: Vec<(Seg, Option<&Part>, Bb)> = a.parts.iter().map(|x| (x.seg, Some(x), x.bb)).collect();
        work.extend(a.through.iter().map(|&b| (p.points.block(b), None, b)));
        work.sort_unstable_by_key(|x| x.0);
        for (seg, part, b) in work {
            let live_in = part.is_none_or(|x| x.live_in);
            let live_out = part.is_none_or(|x| x.live_out);
            let side = |on: bool, bundle: u32| {
                let n = at(bundle).filter(|_| on)?;
                Some((n, regions[n].reg.and_then(|(_, units)| self.taken_in(piece, units, seg))))
            };
            let (i, o) = (side(live_in, self.bundles.entry(b)), side(live_out, self.bundles.exit(b)));
            let uses = part.map_or(&[][..], |x| a.of(x));
            cut.part(seg, (live_in, live_out), uses, i, o, last_gap(p, b));
        }
        self.commit(piece, a, cut)
    }

    /// Makes pieces of what was cut.
    fn commit(&mut self, piece: Piece, a: &Analysis, cut: Cut) -> bool {
        let tn = self.pieces.list[piece].tn;
        let whole = self.pieces.list[piece].segs.clone();
        let blocks = a.parts.len() + a.through.len();
        let mut parts: Vec<Segs> = Vec::new();
        let mut stages: Vec<Stage> = Vec::new();
        for segs in cut.regions.iter().filter(|s| !s.is_empty()) {
            for c in self.pieces.components(tn, segs) {
                let covered = self.pieces.p.points.by_block(&c).count();
                stages.push(if covered >= blocks { Stage::Split2 } else { Stage::New });
                parts.push(c);
            }
        }
        for l in cut.locals {
            stages.push(Stage::New);
            parts.push(l);
        }
        if !cut.rest.is_empty() {
            for c in self.pieces.components(tn, &cut.rest) {
                stages.push(Stage::Spill);
                parts.push(c);
            }
        }
        if parts.is_empty() || parts.len() == 1 && parts[0] == whole {
            return false;
        }
        self.replace(piece, parts, &stages);
        true
    }

    /// Splits a piece around each block with several uses; false if there is none.
    pub(super) fn split_blocks(&mut self, piece: Piece, a: &Analysis) -> bool {
        let mut cut = Cut::default();
        let mut work: Vec<(Seg, Option<&Part>, Bb)> = a.parts.iter().map(|x| (x.seg, Some(x), x.bb)).collect();
        work.extend(a.through.iter().map(|&b| (self.pieces.p.points.block(b), None, b)));
        work.sort_unstable_by_key(|x| x.0);
        for (seg, part, b) in work {
            let uses = part.map_or(&[][..], |x| a.of(x));
            cut.part(seg, (true, true), uses, None, None, last_gap(self.pieces.p, b));
        }
        !cut.locals.is_empty() && self.commit(piece, a, cut)
    }
}

/// A piece being cut.
#[derive(Default)]
struct Cut {
    /// By region: its segments.
    regions: Vec<Segs>,
    /// Pieces inside one block.
    locals: Vec<Segs>,
    /// What is in none of them.
    rest: Segs,
}

/// The region at one side of a part, and where its register is taken within the part.
type Side = Option<(usize, Option<Taken>)>;

impl Cut {
    /// Cuts the part of a piece in one block. Uses before the register of the region at the start is taken are in that
    /// region, uses after the one at the end is free again in that; several between them get a piece of their own.
    fn part(&mut self, seg: Seg, (live_in, live_out): (bool, bool), uses: &[Use], i: Side, o: Side, last_gap: Pos) {
        use super::super::pieces::push_seg;
        match (i, o) {
            (Some((x, None)), Some((y, None))) if x == y => return push_seg(&mut self.regions[x], seg),
            (Some((x, None)), None) if !live_out => return push_seg(&mut self.regions[x], seg),
            (None, Some((y, None))) if !live_in => return push_seg(&mut self.regions[y], seg),
            _ => {}
        }
        let stop = i.map_or(seg.from, |(_, t)| t.map_or(seg.to, |t| gap_or_read(t.first)));
        let resume = o.map_or(seg.to, |(_, t)| t.map_or(seg.from, |t| gap_after(t.last)));
        // What a branch reads is in the register that is left behind it.
        let stop = if o.is_some() { stop.min(last_gap) } else { stop };
        let before = if i.is_some() { uses.iter().take_while(|u| u.leave <= stop).count() } else { 0 };
        let free = |u: &&Use| u.enter >= resume;
        let after = if o.is_some() { uses[before..].iter().rev().take_while(free).count() } else { 0 };
        let middle = &uses[before..uses.len() - after];
        // Borders of the three.
        let i_end = match (i, uses[..before].last()) {
            (None, _) => seg.from,
            (Some(_), Some(u)) => u.leave,
            (Some(_), None) => seg.from.next_gap().min(seg.to),
        };
        let o_start = match (o, uses[uses.len() - after..].first()) {
            (None, _) => seg.to,
            (Some(_), Some(u)) => u.enter.max(gap_after(i_end)),
            (Some(_), None) => last_gap.max(gap_after(i_end)).min(seg.to),
        };
        if let Some((x, _)) = i {
            push_seg(&mut self.regions[x], Seg { from: seg.from, to: i_end.min(o_start) });
        }
        let rest_from = if i.is_some() { gap_after(i_end) } else { seg.from };
        let mut at = rest_from.min(o_start);
        if middle.len() > 1
            && let (Some(f), Some(l)) = (middle.first(), middle.last())
        {
            let local = Seg { from: f.enter.max(at), to: l.leave.min(o_start) };
            if !local.is_empty() {
                push_seg(&mut self.rest, Seg { from: at, to: local.from });
                self.locals.push([local].into_iter().collect());
                at = gap_after(local.to).min(o_start);
            }
        }
        // What is left behind a branch cannot come into a register there.
        if at <= last_gap {
            push_seg(&mut self.rest, Seg { from: at, to: o_start });
        }
        if let Some((y, _)) = o {
            push_seg(&mut self.regions[y], Seg { from: o_start, to: seg.to });
        }
    }
}
