//! From a map of places to a layer: what happens where a range changes its place between blocks.
//!
//! After colouring each GTN has, in each block where it is live, a register or memory. Any such map is valid; this
//! module makes it true on every edge. A value that leaves a register for memory is stored unless memory holds it
//! already; if storing once after each definition is cheaper than storing on such edges, that is done instead. A
//! value that comes back is reloaded (or rebuilt), between registers it is copied.
//!
//! Edits on one edge happen as stores first, then copies and reloads at once. A value that comes from memory on all edges
//! into a block is reloaded once at the block's start. Edges from indirect jumps can't hold edits: if a value has the same
//! place on all ways into such a target, its edits stand at the target's start; else its place there gives way to memory.
//! Nor can exceptional edges.
//! (Elsewhere nothing at a block's start reads a register: what other values do on the edges may have changed it.)

use crate::blocks::Blocks;
use crate::callee::CalleeSaved;
use crate::ranges::{Lunit, NONE, Part, Ranges};
use cgir::alloc::{Edit, EditKind, Layer, Point, Slot, SlotData};
use cgir::func::{Bb, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use targ_info::{PReg, RegSet};

/// Groups of edits: stores on an edge come before copies and reloads; stores at a block's end come after whatever the
/// local allocator does there.
const STORES: u32 = 0;
const MOVES: u32 = 1;
/// The group of a layer's stores at block ends.
const LATE: u32 = 2;

/// A unit and its place.
#[derive(Clone, Copy)]
struct Placed {
    unit: Lunit,
    reg: Option<PReg>,
    /// Memory holds the value at the block's start, at its end.
    clean_in: bool,
    clean_out: bool,
}

/// Makes the layer.
pub(crate) fn layer(f: &Func, cx: &PassCx<'_>, ranges: &Ranges, blocks: &Blocks, callee: CalleeSaved) -> Layer {
    let mut layer = Layer::default();
    let mut pieces: Vec<Vec<u32>> = vec![Vec::new(); ranges.list.len()];
    for (i, r) in ranges.list.iter().enumerate() {
        pieces[ranges.first[r.tn] as usize].push(i as u32);
    }
    let indirect: Vec<Bb> = f.layout.iter().copied().filter(|&b| blocks[b].stiff).collect();
    let mut targets = SecondaryMap::new();
    indirect.iter().flat_map(|&b| &f.bbs[b].succs).for_each(|s| targets[s.bb] = true);
    let evicted = room_at_jumps(f, cx, ranges, blocks, &indirect);
    let mut border = Border { f, cx, index: SecondaryMap::new(), placed: Vec::new(), indirect, targets, evicted };
    let mut counts: SecondaryMap<Bb, usize> = SecondaryMap::with_capacity(f.bbs.len());
    ranges.list.iter().filter(|r| r.colour.is_some()).flat_map(|r| &r.units).for_each(|u| counts[u.bb] += 1);
    f.layout.iter().for_each(|&b| layer.regs[b].reserve_exact(counts[b]));
    for list in pieces.iter().filter(|l| !l.is_empty()) {
        border.range(ranges, list, &mut layer);
    }
    for &b in &f.layout {
        layer.regs[b].sort_unstable();
    }
    grant(f, cx, ranges, blocks, callee, &mut layer);
    layer
}

/// A jump that holds no edits behind it can borrow no register: what it reads from memory must find one free in its block. Colouring
/// leaves one, but not always of a class that is a part of another range's; the holders who lose least make room then.
fn room_at_jumps(f: &Func, cx: &PassCx<'_>, ranges: &Ranges, blocks: &Blocks, indirect: &[Bb]) -> Vec<(Bb, u32)> {
    let mut evicted = Vec::new();
    for &b in indirect {
        let Some(jump) = f.terminator(cx.target.isa, b) else { continue };
        for &t in f.operands(jump).iter().filter(|&&t| f.is_virtual(t) && ranges.first[t] != NONE) {
            let regs = &ranges.classes[ranges.list[ranges.first[t] as usize].class].regs;
            let holders = |units: RegSet| blocks.holders_of(b, units, Part::WHOLE);
            let own = |n: u32| ranges.list[n as usize].tn == t;
            let housed = regs.iter().any(|r| holders(r.1).any(|h| own(h.range)));
            if housed || regs.iter().any(|r| !blocks[b].any.intersects(r.1)) {
                continue;
            }
            let read = |n: u32| f.operands(jump).contains(&ranges.list[n as usize].tn);
            let loss = |units: RegSet| holders(units).map(|h| h.saving).sum::<f32>();
            let movable = regs.iter().filter(|r| !holders(r.1).any(|h| read(h.range)));
            let Some(&(_, units)) = movable.min_by(|x, y| loss(x.1).total_cmp(&loss(y.1))) else { continue };
            evicted.extend(holders(units).map(|h| (b, h.range)));
        }
    }
    evicted
}

struct Border<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    /// For a block of the present GTN, the index in `placed` plus one.
    index: SecondaryMap<Bb, u32>,
    placed: Vec<Placed>,
    indirect: Vec<Bb>,
    /// Blocks that indirect jumps lead to.
    targets: SecondaryMap<Bb, bool>,
    /// Who loses the register in which block.
    evicted: Vec<(Bb, u32)>,
}

impl Border<'_> {
    /// Settles one GTN, given by its pieces.
    fn range(&mut self, ranges: &Ranges, pieces: &[u32], layer: &mut Layer) {
        let tn = ranges.list[pieces[0] as usize].tn;
        let remat = ranges.remat[tn];
        if let [only] = pieces
            && let Some(reg) = ranges.list[*only as usize].colour
            && self.evicted.is_empty()
        {
            ranges.list[*only as usize].units.iter().for_each(|u| layer.regs[u.bb].push((tn, reg)));
            return;
        }
        self.placed.clear();
        for &p in pieces {
            let r = &ranges.list[p as usize];
            for &unit in &r.units {
                let reg = r.colour.filter(|_| !self.evicted.contains(&(unit.bb, p)));
                self.placed.push(Placed { unit, reg, clean_in: true, clean_out: true });
                self.index[unit.bb] = self.placed.len() as u32;
            }
        }
        let first = self.placed.first().map(|p| p.reg);
        let mixed = self.placed.iter().any(|p| Some(p.reg) != first);
        if mixed {
            self.settle_exceptional_edges();
            self.settle_indirect_edges();
        }
        if self.placed.iter().any(|p| p.reg.is_none()) {
            match remat {
                Some(def) => layer.remat[tn] = def.into(),
                None => {
                    let (size, align) = self.cx.hooks.slot_shape(self.f, tn);
                    layer.slot[tn] = layer.slots.push(SlotData { size, align }).into();
                }
            }
        }
        if mixed {
            self.edits(tn, remat, layer);
        }
        for p in &self.placed {
            if let Some(reg) = p.reg {
                layer.regs[p.unit.bb].push((tn, reg));
            }
            self.index[p.unit.bb] = 0;
        }
    }

    fn at(&self, b: Bb) -> Option<usize> {
        (self.index[b] as usize).checked_sub(1)
    }

    /// Nothing can stand on an edge to a landing pad, nor before the call whose it is once the call has begun. Where its ends
    /// disagree but that the pad reloads the value at its start, both have it in memory.
    fn settle_exceptional_edges(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for n in 0..self.placed.len() {
                let Some(pad) = self.f.bbs[self.placed[n].unit.bb].unwind.filter(|_| self.placed[n].unit.live_out)
                else {
                    continue;
                };
                let Some(to) = self.at(pad).filter(|&p| self.placed[p].unit.live_in) else { continue };
                let reloads = self.placed[n].reg.is_none() && self.source(pad) == Some(None);
                if self.placed[n].reg != self.placed[to].reg && !reloads {
                    (self.placed[n].reg, self.placed[to].reg) = (None, None);
                    again = true;
                }
            }
        }
    }

    /// Where the ends of an edge from an indirect jump disagree, and so do the ways into the target that the edits
    /// cannot stand there, the target gives up its register.
    fn settle_indirect_edges(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for i in 0..self.indirect.len() {
                let u = self.indirect[i];
                let Some(at) = self.at(u).filter(|&n| self.placed[n].unit.live_out) else { continue };
                let from = self.placed[at].reg;
                for s in &self.f.bbs[u].succs {
                    let Some(to) = self.at(s.bb).filter(|&n| self.placed[n].unit.live_in) else { continue };
                    let differs = self.placed[to].reg.is_some() && self.placed[to].reg != from;
                    if differs && self.source(s.bb).is_none() {
                        self.placed[to].reg = None;
                        again = true;
                    }
                }
            }
        }
    }

    /// For each block: does memory hold the value at its end? `stored`: each definition is followed by a store.
    fn find_clean(&mut self, stored: bool) {
        self.placed.iter_mut().for_each(|p| (p.clean_in, p.clean_out) = (true, true));
        let mut again = true;
        while std::mem::take(&mut again) {
            for n in 0..self.placed.len() {
                let p = self.placed[n];
                let clean_in = !p.unit.live_in || self.f.bbs[p.unit.bb].preds.iter().all(|&b| self.clean_after(b, n));
                let clean_out = match p.reg {
                    None => true,
                    Some(_) if p.unit.def => stored,
                    Some(_) => clean_in,
                };
                if (clean_in, clean_out) != (p.clean_in, p.clean_out) {
                    (self.placed[n].clean_in, self.placed[n].clean_out) = (clean_in, clean_out);
                    again = true;
                }
            }
        }
    }

    /// Is memory up to date on the edge from `b` to the block of unit `n`, after its edits?
    fn clean_after(&self, b: Bb, n: usize) -> bool {
        match self.at(b) {
            Some(p) if self.placed[p].unit.live_out => {
                self.placed[p].reg.is_none() || self.placed[p].clean_out || self.placed[n].reg.is_none()
            }
            // The value is not defined on this path.
            _ => true,
        }
    }

    fn edits(&mut self, tn: Tn, remat: Option<Op>, layer: &mut Layer) {
        let slot = layer.slot[tn].expand();
        let mut stored = false;
        if slot.is_some() {
            self.find_clean(false);
            stored = self.cost_at_definitions() <= self.cost_at_edges();
            if stored {
                self.find_clean(true);
            }
        }
        for n in 0..self.placed.len() {
            let p = self.placed[n];
            if let (Some(slot), Some(from), true) = (slot, p.reg, stored && p.unit.def && p.unit.live_out) {
                let kind = EditKind::Spill { tn, from, slot };
                layer.edits.push(Edit { at: Point::BlockEnd(p.unit.bb), group: LATE, kind });
            }
            if p.unit.live_out {
                self.out_edges(tn, remat, slot, n, layer);
            }
            if p.unit.live_in {
                self.start(tn, remat, slot, n, layer);
            }
        }
    }

    /// Frequency of stores after definitions.
    fn cost_at_definitions(&self) -> f32 {
        let stores = self.placed.iter().filter(|p| p.reg.is_some() && p.unit.def && p.unit.live_out);
        stores.map(|p| self.f.bbs[p.unit.bb].freq).sum()
    }

    /// Frequency of stores on edges.
    fn cost_at_edges(&self) -> f32 {
        let mut cost = 0.0;
        for p in self.placed.iter().filter(|p| p.unit.live_out && p.reg.is_some() && !p.clean_out) {
            let b = &self.f.bbs[p.unit.bb];
            let to_memory = |s: &&cgir::func::Succ| self.target(s.bb).is_some_and(|q| q.reg.is_none());
            cost += b.succs.iter().filter(to_memory).map(|s| s.prob * b.freq).sum::<f32>();
        }
        cost
    }

    /// The unit of a block where the value is live in.
    fn target(&self, b: Bb) -> Option<&Placed> {
        self.at(b).map(|n| &self.placed[n]).filter(|p| p.unit.live_in)
    }

    /// Edits on the edges that leave a block.
    fn out_edges(&self, tn: Tn, remat: Option<Op>, slot: Option<Slot>, n: usize, layer: &mut Layer) {
        let p = self.placed[n];
        let b = p.unit.bb;
        let succs = &self.f.bbs[b].succs;
        let dirty = p.reg.is_some() && !p.clean_out;
        // One store before the branch serves all ways, when all of them want it.
        let all_to_memory =
            succs.iter().all(|s| self.target(s.bb).is_none_or(|q| q.reg.is_none())) || self.indirect.contains(&b);
        let mut stored_here = false;
        for (i, s) in succs.iter().enumerate() {
            let Some(q) = self.target(s.bb) else { continue };
            let edge = Point::Edge(b, i as u32);
            match (p.reg, q.reg) {
                (Some(from), Some(to)) if from != to && self.source(s.bb).is_none() => {
                    layer.edits.push(Edit { at: edge, group: MOVES, kind: EditKind::Copy { tn, from, to } });
                }
                (Some(from), None) if dirty && !self.stores_at_start(s.bb) => {
                    let Some(slot) = slot else { continue };
                    let kind = EditKind::Spill { tn, from, slot };
                    if !all_to_memory {
                        layer.edits.push(Edit { at: edge, group: STORES, kind });
                    } else if !std::mem::replace(&mut stored_here, true) {
                        layer.edits.push(Edit { at: Point::BlockEnd(b), group: LATE, kind });
                    }
                }
                (None, Some(to)) if self.source(s.bb).is_none() => {
                    if let Some(kind) = comeback(tn, remat, slot, to) {
                        layer.edits.push(Edit { at: edge, group: MOVES, kind });
                    }
                }
                _ => {}
            }
        }
    }

    /// The place of the value on all edges into the block, if it is the same and edits for it may stand at the block's
    /// start: it is memory, or the block is the target of an indirect jump.
    fn source(&self, b: Bb) -> Option<Option<PReg>> {
        let place = |p: &Bb| self.at(*p).map(|n| &self.placed[n]).filter(|p| p.unit.live_out).map(|p| p.reg);
        let preds = &self.f.bbs[b].preds;
        let first = preds.first().and_then(place)?;
        ((first.is_none() || self.targets[b]) && preds.iter().all(|p| place(p) == Some(first))).then_some(first)
    }

    /// Is the value stored at the start of a block where it has no register? If it is in one register on all ways in,
    /// of which one is from an indirect jump that also leads to where it keeps the register.
    fn stores_at_start(&self, b: Bb) -> bool {
        let keeps = |p: &Bb| self.f.bbs[*p].succs.iter().any(|s| self.target(s.bb).is_some_and(|q| q.reg.is_some()));
        let forced = |p: &Bb| self.indirect.contains(p) && keeps(p);
        matches!(self.source(b), Some(Some(_))) && self.f.bbs[b].preds.iter().any(forced)
    }

    /// What happens at a block's start instead of on the edges into it.
    fn start(&self, tn: Tn, remat: Option<Op>, slot: Option<Slot>, n: usize, layer: &mut Layer) {
        let Placed { unit, reg, .. } = self.placed[n];
        let b = unit.bb;
        let kind = match (self.source(b), reg) {
            (Some(Some(from)), Some(to)) if from != to => Some((MOVES, EditKind::Copy { tn, from, to })),
            (Some(None), Some(to)) => comeback(tn, remat, slot, to).map(|k| (MOVES, k)),
            (Some(Some(from)), None) if self.stores_at_start(b) && !self.arrives_clean(b) => {
                slot.map(|slot| (STORES, EditKind::Spill { tn, from, slot }))
            }
            _ => None,
        };
        if let Some((group, kind)) = kind {
            layer.edits.push(Edit { at: Point::BlockStart(b), group, kind });
        }
    }

    /// Does memory hold the value at the end of all blocks before this one?
    fn arrives_clean(&self, b: Bb) -> bool {
        self.f.bbs[b].preds.iter().all(|&p| self.at(p).is_none_or(|n| self.placed[n].clean_out))
    }
}

/// A reload, or the op that rebuilds the value.
fn comeback(tn: Tn, remat: Option<Op>, slot: Option<Slot>, to: PReg) -> Option<EditKind> {
    match (remat, slot) {
        (Some(def), _) => Some(EditKind::Remat { tn, def, to }),
        (None, Some(slot)) => Some(EditKind::Reload { tn, slot, to }),
        (None, None) => None,
    }
}

/// Grants to the local allocator: what is free in a block, less registers that would have to be saved for it; those
/// too where the promise could not be kept otherwise.
fn grant(f: &Func, cx: &PassCx<'_>, ranges: &Ranges, blocks: &Blocks, mut callee: CalleeSaved, layer: &mut Layer) {
    for &b in &f.layout {
        for (class, demand) in ranges.classes.iter().zip(blocks.demands(b)) {
            let owed = usize::from(demand.owed(0));
            let denied = callee.denied(b);
            // No fewer are usable than are free and not denied.
            if owed == 0 || denied.is_empty() && usize::from(demand.free) >= owed {
                continue;
            }
            let usable = |u: RegSet| !blocks[b].any.intersects(u) && !denied.intersects(u);
            let mut have = class.regs.iter().filter(|(_, u)| usable(*u)).take(owed).count();
            for &(_, u) in &class.regs {
                if have >= owed {
                    break;
                }
                if !blocks[b].any.intersects(u) && !usable(u) {
                    callee.pay(u, std::iter::once(b));
                    have += 1;
                }
            }
        }
    }
    let mut all = RegSet::EMPTY;
    for i in 0..cx.target.isa.classes.len() {
        all |= cx.allocatable(targ_info::RegClass(i as u8));
    }
    for &b in &f.layout {
        // What was coloured may have lost its register again when edges were settled: an indirect jump that reads it needs that
        // register, as it can borrow none.
        let held = layer.regs[b].iter().fold(RegSet::EMPTY, |set, (_, r)| set | cx.target.isa.reg(*r).units);
        layer.granted[b] = all - held - callee.denied(b);
    }
}
