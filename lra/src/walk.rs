//! The backward walk over a block: its state, and what happens at the block's two ends.
//!
//! State at a point: for each TN whose value is wanted below, its register if it is in one, and whether it must be in
//! its slot (`store`): then each definition above is followed by a spill. Invariants between ops:
//! * registers of TNs in registers are disjoint; `occupant` says whose each unit is, `busy` which are anyone's;
//! * a TN that is neither in a register nor to be stored is not wanted: it is dead, or is rebuilt.

use crate::scan::{Events, Link};
use crate::{Policy, Reschedule};
use cgir::alloc::{AllocError, Alt, Answer, Edit, EditKind, Layer, Place, Point, Slot, SlotData};
use cgir::analysis::Liveness;
use cgir::func::{Bb, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use targ_info::{PReg, RegSet};

/// No register.
pub(crate) const NONE: u16 = u16::MAX;
/// Groups of the layer's edits come after ours at a block's end, and before ours at a block's start.
pub(crate) const LAYER_GROUP: u32 = 1 << 16;
/// Groups of ours after the layer's.
pub(crate) const LAST_GROUP: u32 = 1 << 30;

/// What is known of a TN within the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info {
    /// The block for which the rest holds.
    stamp: u32,
    /// Its register at this point.
    pub reg: u16,
    /// Its register by the layer.
    pub home: u16,
    /// A register in which it would be welcome.
    pub hint: u16,
    /// Number plus one of the TN whose value it takes over, which the hint comes from; 0 if it comes from none.
    pub heir_of: u32,
    /// Where the first of the locals is defined that stand in one register with it if ties cost no copies.
    pub chain: u32,
    /// Must it be in its slot at this point?
    pub store: bool,
    /// Nearest reference above.
    pub above: u32,
    /// Nearest definition above.
    pub def_above: u32,
    /// First reference in the block.
    pub first: u32,
}

impl Info {
    /// The register in which whoever takes its value over would be welcome; `NONE` if there is none.
    pub fn would_be(&self) -> u16 {
        if self.home != NONE { self.home } else { self.hint }
    }
}

const FRESH: Info = Info {
    stamp: 0,
    reg: NONE,
    home: NONE,
    hint: NONE,
    heir_of: 0,
    chain: 0,
    store: false,
    above: 0,
    def_above: 0,
    first: 0,
};

/// The allocator at work.
pub(crate) struct Walk<'a> {
    pub f: &'a Func,
    pub cx: &'a PassCx<'a>,
    pub base: &'a Layer,
    pub live: &'a Liveness,
    pub policy: Policy,
    /// The answer so far; edits of the block at hand are in `edits`.
    pub a: Answer,
    /// Slot of each TN that is ever in memory.
    pub slot: SecondaryMap<Tn, PackedOption<Slot>>,
    pub tn: Vec<Info>,
    stamp: u32,
    /// By unit: number of the TN in it plus one.
    pub occupant: Vec<u32>,
    pub busy: RegSet,
    /// By unit: position at which it was last freed, for `lra-pick=lru`.
    pub freed: Vec<u32>,
    /// Registers that may be used in the block, and those that may be when they do not suffice.
    pub usable: RegSet,
    pub reserve: RegSet,
    /// Registers that nobody may touch at this op: the layer writes them before it.
    pub blocked: RegSet,
    /// Registers that cost no save.
    cheap: RegSet,
    pub bb: Bb,
    /// Position of the op at hand.
    pub at: u32,
    pub links: Vec<Link>,
    pub link_start: Vec<u32>,
    /// Where ops want registers by name, or destroy them.
    pub named: Events,
    /// Where TNs are referenced whose homes registers are.
    pub homes: Events,
    pub edits: Vec<Edit>,
    pub alts: Vec<(Op, Alt)>,
    pub deleted: Vec<Op>,
    /// TNs that were to be stored at some point.
    pub stored: Vec<Tn>,
    /// Memory operations made by evictions in the block.
    pub evictions: u32,
    /// By block: registers that the layer writes at its end.
    end_writes: SecondaryMap<Bb, RegSet>,
    /// Edits of the layer at the entry block's start.
    start_edits: Vec<Edit>,
    pub scratch: Vec<Place>,
}

/// Completes a layer.
pub(crate) fn allocate(
    f: &Func,
    cx: &PassCx<'_>,
    mut base: Layer,
    mut reschedule: Option<&mut Reschedule<'_>>,
) -> Result<Answer, AllocError> {
    let live = base.live.take().unwrap_or_else(|| Liveness::compute(f));
    let mut w = Walk::new(f, cx, &base, &live);
    let mut total = [0u64; 2];
    let mut ops = Vec::new();
    for &b in &f.layout {
        ops.clear();
        ops.extend(f.bb_ops(b));
        w.block(b, &ops)?;
        if w.evictions > 0 {
            total[0] += 1;
            w.fix_blues(b, &ops, reschedule.as_deref_mut())?;
        }
        total[1] += u64::from(w.evictions);
        w.a.edits.append(&mut w.edits);
        w.a.alts.append(&mut w.alts);
        w.a.deleted.append(&mut w.deleted);
    }
    let mut a = w.a;
    a.work = base.work;
    a.work.push(("lra.blocks-with-evictions", total[0]));
    a.work.push(("lra.evictions", total[1]));
    a.work.push(("lra.deleted", a.deleted.len() as u64));
    Ok(a)
}

impl<'a> Walk<'a> {
    fn new(f: &'a Func, cx: &'a PassCx<'a>, base: &'a Layer, live: &'a Liveness) -> Walk<'a> {
        let t = cx.target;
        let units = t.isa.units as usize;
        let a = Answer {
            places: vec![Place::None; f.opnds.len()],
            slots: base.slots.clone(),
            edits: Vec::with_capacity(base.edits.len()),
            ..Answer::default()
        };
        let costly = t.callee_saved | t.abi.ra.map_or(RegSet::EMPTY, |r| t.isa.reg(r).units);
        let all = t.isa.regs.iter().fold(RegSet::EMPTY, |s, r| s | r.units);
        let mut w = Walk {
            f,
            cx,
            base,
            live,
            policy: Policy::new(cx),
            a,
            slot: base.slot.clone(),
            tn: vec![FRESH; f.tns.len()],
            stamp: 0,
            occupant: vec![0; units],
            busy: RegSet::EMPTY,
            freed: vec![0; units],
            usable: RegSet::EMPTY,
            reserve: RegSet::EMPTY,
            blocked: RegSet::EMPTY,
            cheap: all - costly - t.reserved,
            bb: Bb::from_u32(0),
            at: 0,
            links: Vec::new(),
            link_start: Vec::new(),
            named: Events::new(units),
            homes: Events::new(units),
            edits: Vec::new(),
            alts: Vec::new(),
            deleted: Vec::new(),
            stored: Vec::new(),
            evictions: 0,
            end_writes: SecondaryMap::new(),
            start_edits: Vec::new(),
            scratch: Vec::new(),
        };
        w.take_layer();
        w
    }

    /// Copies the layer's edits into the answer, and notes those that the walk has to respect.
    fn take_layer(&mut self) {
        for e in &self.base.edits {
            let to = match e.kind {
                EditKind::Copy { to, .. } | EditKind::Reload { to, .. } | EditKind::Remat { to, .. } => Some(to),
                EditKind::Spill { .. } => None,
            };
            if let (Point::BlockEnd(b), Some(to)) = (e.at, to) {
                self.end_writes[b] |= self.cx.target.isa.reg(to).units;
            }
            let e = Edit { group: (e.group + 1) * LAYER_GROUP, ..*e };
            if e.at == Point::BlockStart(self.f.entry().unwrap_or(self.bb)) {
                self.start_edits.push(e);
            }
            self.a.edits.push(e);
        }
        self.start_edits.sort_by_key(|e| e.group);
    }

    /// What is known of a TN in this block.
    pub(crate) fn info(&mut self, t: Tn) -> &mut Info {
        let stamp = self.stamp;
        let i = &mut self.tn[t.index()];
        if i.stamp != stamp {
            *i = Info { stamp, ..FRESH };
        }
        i
    }

    /// The register of a TN at this point.
    pub(crate) fn reg_of(&self, t: Tn) -> Option<PReg> {
        let i = &self.tn[t.index()];
        (i.stamp == self.stamp && i.reg != NONE).then_some(PReg(i.reg))
    }

    /// The register that the layer gives to a TN in this block.
    pub(crate) fn home_of(&self, t: Tn) -> Option<PReg> {
        let i = &self.tn[t.index()];
        (i.stamp == self.stamp && i.home != NONE).then_some(PReg(i.home))
    }

    pub(crate) fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }

    /// The TN in a unit.
    pub(crate) fn occupant_of(&self, unit: targ_info::Unit) -> Option<Tn> {
        self.occupant[unit.0 as usize].checked_sub(1).map(Tn::from_u32)
    }

    /// Puts a TN into a register, which is free.
    pub(crate) fn occupy(&mut self, t: Tn, r: PReg) {
        self.info(t).reg = r.0;
        let units = self.units(r);
        self.busy |= units;
        units.iter().for_each(|u| self.occupant[u.0 as usize] = t.as_u32() + 1);
    }

    /// Takes a TN out of its register.
    pub(crate) fn vacate(&mut self, t: Tn) {
        let Some(r) = self.reg_of(t) else { return };
        self.info(t).reg = NONE;
        let (units, at) = (self.units(r), self.at);
        self.busy -= units;
        for u in units.iter() {
            self.occupant[u.0 as usize] = 0;
            self.freed[u.0 as usize] = at;
        }
    }

    /// From here up, the TN must be in its slot.
    pub(crate) fn must_store(&mut self, t: Tn) {
        self.info(t).store = true;
        self.stored.push(t);
    }

    /// The op that rebuilds a TN.
    pub(crate) fn remat_of(&self, t: Tn) -> Option<Op> {
        self.f.remat[t].expand()
    }

    /// The slot of a TN, made on demand.
    pub(crate) fn slot_of(&mut self, t: Tn) -> Slot {
        if let Some(s) = self.slot[t].expand() {
            return s;
        }
        let (size, align) = self.cx.hooks.slot_shape(self.f, t);
        let s = self.a.slots.push(SlotData { size, align });
        self.slot[t] = s.into();
        s
    }

    pub(crate) fn edit(&mut self, at: Point, group: u32, kind: EditKind) {
        self.edits.push(Edit { at, group, kind });
    }

    /// The edit that brings a TN from memory (or from nothing) into a register.
    pub(crate) fn refill(&mut self, t: Tn, to: PReg) -> EditKind {
        match self.remat_of(t) {
            Some(def) => EditKind::Remat { tn: t, def, to },
            None => EditKind::Reload { tn: t, slot: self.slot_of(t), to },
        }
    }

    /// Allocates a block whose ops are to stand in this order.
    pub(crate) fn block(&mut self, b: Bb, ops: &[Op]) -> Result<(), AllocError> {
        let f = self.f;
        self.begin(b, ops);
        let term = f.terminator(self.cx.target.isa, b);
        let entry = if f.entry() == Some(b) { f.entry_op(self.cx.target.isa) } else { None };
        for (i, &op) in ops.iter().enumerate().rev() {
            self.at = i as u32 + 1;
            if entry == Some(op) {
                self.layer_start_edits(b)?;
            }
            if term == Some(op) {
                self.blocked = self.end_writes[b];
            }
            self.op(op)?;
            self.passed(op, self.at);
            if term == Some(op) {
                self.blocked = RegSet::EMPTY;
                self.homes_before_terminator(b)?;
            }
        }
        self.at = 0;
        self.top(b, entry.is_some());
        Ok(())
    }

    /// The state below the block's last op.
    fn begin(&mut self, b: Bb, ops: &[Op]) {
        let t = self.cx.target;
        (self.bb, self.at) = (b, ops.len() as u32 + 1);
        self.stamp += 1;
        self.edits.clear();
        self.alts.clear();
        self.deleted.clear();
        self.stored.clear();
        self.evictions = 0;
        for u in self.busy.iter() {
            self.occupant[u.0 as usize] = 0;
        }
        self.busy = RegSet::EMPTY;
        let base = self.base;
        let mut homes = RegSet::EMPTY;
        for &(g, r) in &base.regs[b] {
            homes |= t.isa.reg(r).units;
            self.info(g).home = r.0;
        }
        self.usable = (base.granted[b] | homes) - t.reserved;
        self.reserve = self.cheap - self.usable;
        if self.usable.is_empty() {
            self.usable = self.reserve;
        }
        self.scan(ops);
        let live = self.live;
        let out = live.live_out(b);
        for &(g, r) in &base.regs[b] {
            if out.contains(g) {
                self.occupy(g, r);
            }
        }
        for g in live.defs(b).iter() {
            if out.contains(g) && self.home_of(g).is_none() && base.remat[g].is_none() {
                self.must_store(g);
            }
        }
    }

    /// Edits of the layer at the start of the entry block stand below the entry op: they are ops to us.
    fn layer_start_edits(&mut self, b: Bb) -> Result<(), AllocError> {
        let edits = std::mem::take(&mut self.start_edits);
        let mut rest = &edits[..];
        while let Some(last) = rest.last() {
            let from = rest.iter().position(|e| e.group == last.group).unwrap_or(0);
            let (above, group) = rest.split_at(from);
            self.layer_group(b, group)?;
            rest = above;
        }
        self.start_edits = edits;
        Ok(())
    }

    /// The layer's edits at the end of a block with a terminator want each GTN in its register there.
    fn homes_before_terminator(&mut self, b: Bb) -> Result<(), AllocError> {
        let base = self.base;
        let out = self.live.live_out(b);
        let moved: Vec<(Tn, PReg)> =
            base.regs[b].iter().copied().filter(|&(g, r)| out.contains(g) && self.reg_of(g) != Some(r)).collect();
        if moved.is_empty() { Ok(()) } else { self.homes(b, &moved) }
    }

    /// The state at the block's start must be what the layer promises.
    fn top(&mut self, b: Bb, below_entry: bool) {
        let live_in = self.live.live_in(b);
        let base = self.base;
        // In the entry block nothing is live above the entry op.
        let wanted = |t: Tn| !below_entry && live_in.contains(t);
        for &(g, home) in &base.regs[b] {
            if let Some(to) = self.reg_of(g).filter(|&r| r != home && wanted(g)) {
                self.edit(Point::BlockStart(b), LAST_GROUP, EditKind::Copy { tn: g, from: home, to });
            }
        }
        for i in 0..self.stored.len() {
            let t = self.stored[i];
            let Some(home) = self.home_of(t).filter(|_| wanted(t)) else { continue };
            if std::mem::take(&mut self.info(t).store) {
                let slot = self.slot_of(t);
                self.edit(Point::BlockStart(b), LAST_GROUP, EditKind::Spill { tn: t, from: home, slot });
                self.evictions += 1;
            }
        }
    }
}
