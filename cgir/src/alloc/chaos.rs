//! An allocator that answers at random, but rightly: it exists to test whatever comes after allocation.
//!
//! It walks forward through each block with a state that says which registers and slots hold which TN, and acts by
//! chance: values move between registers, are spilled early, evicted without need, reloaded into another register than
//! before, kept in several places at once, rebuilt rather than reloaded. At a block's border every GTN that is live is
//! in its slot; what registers hold besides is handed on to a successor that has no other predecessor. The same seed gives
//! the same answer.

use super::alone::assign_alone;
use super::spillall::{after, ends_path, new_slot};
use super::{AllocError, Allocate, Answer, Edit, EditKind, Place, Point, Slot};
use crate::analysis::Liveness;
use crate::func::{Bb, Func, Op, Tn};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use targ_info::{PReg, RegSet};

/// The random allocator; its seed is `-seed=`, mixed with the function's name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chaos;

impl Allocate for Chaos {
    fn name(&self) -> &'static str {
        "chaos"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let mixed = f
            .name
            .bytes()
            .fold(cx.options.seed ^ 0x9e37_79b9_7f4a_7c15, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        let live = Liveness::compute(f);
        let mut c = Walk {
            f,
            cx,
            live: &live,
            random: mixed | 1,
            a: Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() },
            slots: SecondaryMap::new(),
            regs: Vec::new(),
            stored: Vec::new(),
            bb: Bb::from_u32(0),
        };
        // What a block hands on in registers, to a successor that has no other predecessor.
        let mut handed: SecondaryMap<Bb, Vec<(Tn, PReg)>> = SecondaryMap::new();
        for &b in crate::analysis::Cfg::compute(f).rpo.iter() {
            c.regs = std::mem::take(&mut handed[b]);
            c.block(b)?;
            for s in &f.bbs[b].succs {
                if let [_] = f.bbs[s.bb].preds[..]
                    && f.bbs[b].unwind.is_none()
                {
                    let into = live.live_in(s.bb);
                    handed[s.bb] = c.regs.iter().copied().filter(|&(t, _)| into.contains(t)).collect();
                }
            }
        }
        c.unreachable()?;
        Ok(c.a)
    }
}

struct Walk<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    live: &'a Liveness,
    random: u64,
    a: Answer,
    slots: SecondaryMap<Tn, PackedOption<Slot>>,
    /// Which registers hold which TN; a TN may be in several.
    regs: Vec<(Tn, PReg)>,
    /// TNs whose slot has their value.
    stored: Vec<Tn>,
    bb: Bb,
}

impl Walk<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) as usize % n.max(1)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }

    fn edit(&mut self, at: Point, group: u32, kind: EditKind) {
        self.a.edits.push(Edit { at, group, kind });
    }

    fn slot(&mut self, t: Tn) -> Slot {
        let slot = self.slots[t].expand().unwrap_or_else(|| new_slot(&mut self.a, self.f, self.cx, t));
        self.slots[t] = slot.into();
        slot
    }

    fn spillable(&self, t: Tn) -> bool {
        self.f.is_virtual(t) && self.f.class(t).is_some_and(|c| !self.cx.target.isa.class(c).no_spill)
    }

    fn block(&mut self, b: Bb) -> Result<(), AllocError> {
        self.bb = b;
        let f = self.f;
        // Whoever can be rebuilt need not be in its slot.
        self.stored = self.live.live_in(b).iter().filter(|&t| f.remat[t].is_none()).collect();
        for op in f.bb_ops(b) {
            let mut group = 0;
            if f.entry_op(self.cx.target.isa) != Some(op) {
                self.mischief(op, &mut group);
            }
            self.op(op, group)?;
        }
        Ok(())
    }

    /// Blocks that the entry does not reach get the reference's answer.
    fn unreachable(&mut self) -> Result<(), AllocError> {
        let cfg = crate::analysis::Cfg::compute(self.f);
        let f = self.f;
        for &b in f.layout.iter().filter(|&&b| !cfg.reachable(b)) {
            self.regs.clear();
            self.block(b)?;
        }
        Ok(())
    }

    /// Moves, spills and evictions that nobody needs, before an op.
    fn mischief(&mut self, op: Op, group: &mut u32) {
        for _ in 0..2 {
            if self.regs.is_empty() || !self.chance(25) {
                continue;
            }
            let n = self.below(self.regs.len());
            let (tn, from) = self.regs[n];
            match self.below(3) {
                0 => {
                    let slot = self.slot(tn);
                    self.edit(Point::Before(op), *group, EditKind::Spill { tn, from, slot });
                    self.stored.push(tn);
                }
                1 => {
                    let Some(to) = self.free_register(tn) else { continue };
                    self.edit(Point::Before(op), *group, EditKind::Copy { tn, from, to });
                    self.regs.push((tn, to));
                    if self.chance(60) {
                        self.regs.swap_remove(n);
                    }
                }
                _ => self.evict(n, op, *group),
            }
            *group += 1;
        }
    }

    /// A register that holds nothing, at random.
    fn free_register(&mut self, t: Tn) -> Option<PReg> {
        let isa = self.cx.target.isa;
        let class = self.f.class(t)?;
        let taken = self.regs.iter().fold(RegSet::EMPTY, |s, x| s | isa.reg(x.1).units);
        let open = self.cx.allocatable(class) - taken;
        let list: Vec<PReg> =
            isa.class(class).members.iter().copied().filter(|&r| open.contains(isa.reg(r).units)).collect();
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }

    /// A register loses its TN; the value goes to its slot unless it is elsewhere too, or can be rebuilt.
    fn evict(&mut self, n: usize, op: Op, group: u32) {
        let (tn, from) = self.regs.swap_remove(n);
        let elsewhere = self.stored.contains(&tn) || self.regs.iter().any(|x| x.0 == tn);
        let rebuilt = self.f.remat[tn].is_some() && self.chance(50);
        if elsewhere || rebuilt {
            return;
        }
        let slot = self.slot(tn);
        self.edit(Point::Before(op), group, EditKind::Spill { tn, from, slot });
        self.stored.push(tn);
    }

    fn op(&mut self, op: Op, group: u32) -> Result<(), AllocError> {
        let f = self.f;
        let mut places = Vec::new();
        // Registers to avoid, at random, if the op can do without.
        let mut avoid = RegSet::EMPTY;
        for u in (0..self.cx.target.isa.units).map(targ_info::Unit) {
            if self.chance(50) {
                avoid.insert(u);
            }
        }
        if assign_alone(f, self.cx, op, avoid, &mut places).is_err() {
            assign_alone(f, self.cx, op, RegSet::EMPTY, &mut places)?;
        }
        let start = f.opnds_start(op);
        self.a.places[start..start + places.len()].copy_from_slice(&places);
        if f.last(self.bb) == Some(op) {
            self.store_live_out(op, group);
        }
        self.save_before(op, &places, group);
        self.bring_operands(op, &places, group + 1);
        self.results(op, &places);
        Ok(())
    }

    /// What is live out and only in registers is stored before the block's last op.
    fn store_live_out(&mut self, op: Op, group: u32) {
        let out = self.live.live_out(self.bb);
        for (tn, from) in self.regs.clone() {
            if out.contains(tn) && !self.stored.contains(&tn) {
                let slot = self.slot(tn);
                self.edit(Point::Before(op), group, EditKind::Spill { tn, from, slot });
                self.stored.push(tn);
            }
        }
    }

    /// Units that the op writes, destroys, or reads.
    fn touched(&self, op: Op, places: &[Place]) -> RegSet {
        let f = self.f;
        if f.extra(op).is_some_and(|e| e.returns_twice) {
            return self.cx.target.isa.regs.iter().fold(RegSet::EMPTY, |s, r| s | r.units);
        }
        let regs = places.iter().filter_map(|p| if let Place::Reg(r) = p { Some(*r) } else { None });
        regs.fold(f.clobbers(op), |s, r| s | self.units(r))
    }

    /// Values in registers that the op touches are stored, unless they are in memory or in a register that it leaves alone.
    fn save_before(&mut self, op: Op, places: &[Place], group: u32) {
        let touched = self.touched(op, places);
        for (tn, from) in self.regs.clone() {
            let safe = |x: &(Tn, PReg)| x.0 == tn && !self.units(x.1).intersects(touched);
            if self.regs.iter().any(safe) || self.stored.contains(&tn) || self.f.remat[tn].is_some() {
                continue;
            }
            let slot = self.slot(tn);
            self.edit(Point::Before(op), group, EditKind::Spill { tn, from, slot });
            self.stored.push(tn);
        }
    }

    /// Each operand comes from any place that has it.
    fn bring_operands(&mut self, op: Op, places: &[Place], group: u32) {
        let f = self.f;
        let mut brought: Vec<(Tn, PReg)> = Vec::new();
        for (&tn, place) in f.all(op).iter().zip(places).skip(f.nres(op)) {
            let Place::Reg(to) = *place else { continue };
            if !self.spillable(tn) || brought.contains(&(tn, to)) {
                continue;
            }
            brought.push((tn, to));
            if self.regs.contains(&(tn, to)) && !self.chance(10) {
                continue;
            }
            let mut sources: Vec<EditKind> = Vec::new();
            for &(t, from) in self.regs.iter().filter(|x| x.0 == tn) {
                sources.push(EditKind::Copy { tn: t, from, to });
            }
            sources.extend(f.remat[tn].expand().map(|def| EditKind::Remat { tn, def, to }));
            // A TN that is nowhere has no value yet: any slot will do.
            if self.stored.contains(&tn) || sources.is_empty() {
                let slot = self.slot(tn);
                sources.push(EditKind::Reload { tn, slot, to });
            }
            let kind = sources[self.below(sources.len())];
            self.edit(Point::Before(op), group, kind);
        }
        let written = brought.iter().fold(RegSet::EMPTY, |s, x| s | self.units(x.1));
        let isa = self.cx.target.isa;
        self.regs.retain(|x| !isa.reg(x.1).units.intersects(written));
        self.regs.extend(brought);
    }

    fn results(&mut self, op: Op, places: &[Place]) {
        let f = self.f;
        let isa = self.cx.target.isa;
        let reg = |p: &Place| if let Place::Reg(r) = p { Some(*r) } else { None };
        let results = f.results(op);
        let mut lost = f.clobbers(op);
        places.iter().take(results.len()).filter_map(reg).for_each(|r| lost |= isa.reg(r).units);
        let twice = f.extra(op).is_some_and(|e| e.returns_twice);
        self.regs.retain(|x| !twice && !isa.reg(x.1).units.intersects(lost) && !results.contains(&x.0));
        self.stored.retain(|t| !results.contains(t));
        let last = f.last(self.bb) == Some(op);
        for (&tn, place) in results.iter().zip(places) {
            let Some(from) = reg(place).filter(|_| self.spillable(tn)) else { continue };
            self.regs.push((tn, from));
            if !ends_path(f, op) && (last || self.chance(40)) {
                let slot = self.slot(tn);
                self.edit(after(f, self.cx, op), 0, EditKind::Spill { tn, from, slot });
                self.stored.push(tn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::harness::try_allocator;

    #[test]
    fn random_answers_are_right() {
        for seed in 0..150 {
            try_allocator(seed, &mut |f, cx| Chaos.run(f, cx)).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}
