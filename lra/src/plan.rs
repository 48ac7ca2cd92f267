//! Registers for one op, given what is live below it.
//!
//! Values that are live below an op and not made by it are *through*: they keep their registers unless those are
//! wanted. A plan says
//! * for each result, its place; if its value is wanted elsewhere below, a copy or spill follows the op;
//! * for each through value in the way, another register above the op, or memory; a copy or reload follows the op;
//! * for each operand, its place, and for a value that was not live below, its register above the op (`home`); where
//!   they differ a copy precedes the op.
//!
//! Nothing in the state changes until a plan is committed. If no plan is found, the op is allocated alone and all through
//! values that this disturbs go to memory: so there is an answer whenever the op can be allocated at all.

use crate::walk::{NONE, Walk};
use cgir::alloc::alone::assign_alone;
use cgir::alloc::{AllocError, Place};
use cgir::func::{Constraint, Func, Op, Tn};
use smallvec::SmallVec;
use targ_info::{InstFlags, PReg, RegClass, RegSet};

/// What an entry of an op wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Want {
    Fixed(PReg),
    Class(RegClass),
    /// Equal to the operand at this index of the operands.
    Tied(usize, RegClass),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultEntry {
    pub tn: Tn,
    /// Index in the op's list.
    pub index: usize,
    pub want: Want,
    pub early: bool,
    pub place: Option<PReg>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub tn: Tn,
    pub index: usize,
    pub want: Want,
    /// The result tied to it.
    pub tied: Option<usize>,
    pub place: Option<PReg>,
    /// Its register above the op, if its value is not live below.
    pub home: Option<PReg>,
}

/// A through value that had to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    pub tn: Tn,
    /// Where it is below.
    pub below: PReg,
    /// Where it is at the op; nowhere if in memory.
    pub at: Option<PReg>,
}

/// An op's entries and what was decided.
#[derive(Default)]
pub(crate) struct Plan {
    pub results: SmallVec<[ResultEntry; 4]>,
    pub operands: SmallVec<[Operand; 8]>,
    pub clobbers: RegSet,
    /// Inline asm destroys its clobbers before it reads.
    pub asm: bool,
    /// A copy: nothing is left of it if both ends are in one register.
    copies: bool,
    pub moved: SmallVec<[Moved; 8]>,
    /// Units of through values at the op.
    pub through: RegSet,
    /// Units of results, and of those written early.
    written: RegSet,
    early: RegSet,
    /// Units that operands want by name.
    named: RegSet,
    /// Units of operands that are not through.
    read: RegSet,
}

/// No register is left for an entry.
pub(crate) struct NoRoom;

impl Plan {
    /// The entries of an op. TNs of classes that nobody allocates are left out.
    pub(crate) fn of(w: &Walk<'_>, op: Op) -> Plan {
        let (f, isa) = (w.f, w.cx.target.isa);
        let extra = f.extra(op);
        let mut p = Plan {
            clobbers: f.clobbers(op),
            asm: extra.is_some_and(|e| e.asm.is_some()),
            copies: isa.inst(f.ops[op].opcode).flags.intersects(InstFlags::MOVE | InstFlags::SHARES),
            ..Plan::default()
        };
        let (nres, list) = (f.nres(op), f.all(op));
        // By index in the list: index among the plan's operands.
        let mut number: SmallVec<[usize; 12]> = SmallVec::from_elem(usize::MAX, list.len());
        for (i, &tn) in list.iter().enumerate().skip(nres) {
            let Some(class) = allocatable_class(f, w, tn) else { continue };
            let want = match f.constraint(isa, op, i) {
                Constraint::Fixed(r) => Want::Fixed(r),
                Constraint::Class(c) | Constraint::Tied(_, c) => Want::Class(c),
                Constraint::None => Want::Class(class),
            };
            number[i] = p.operands.len();
            p.operands.push(Operand { tn, index: i, want, tied: None, place: None, home: None });
        }
        for (i, &tn) in list.iter().enumerate().take(nres) {
            let Some(class) = allocatable_class(f, w, tn) else { continue };
            let early = f.is_early(isa, op, i);
            let want = match f.constraint(isa, op, i) {
                Constraint::Fixed(r) => Want::Fixed(r),
                Constraint::Class(c) => Want::Class(c),
                Constraint::None => Want::Class(class),
                Constraint::Tied(to, c) => match number.get(to as usize) {
                    Some(&n) if n != usize::MAX => {
                        p.operands[n].tied = Some(p.results.len());
                        Want::Tied(n, c)
                    }
                    // Tied to a dedicated register.
                    _ => list.get(to as usize).and_then(|&t| f.preg(t)).map_or(Want::Class(c), Want::Fixed),
                },
            };
            p.results.push(ResultEntry { tn, index: i, want, early, place: None });
        }
        p
    }

    /// Exchanges what the two operands at these indices of the op's list want.
    pub(crate) fn commute(&mut self, x: usize, y: usize) {
        let at = |i: usize| self.operands.iter().position(|o| o.index == i);
        let (Some(a), Some(b)) = (at(x), at(y)) else { return };
        let (oa, ob) = (self.operands[a], self.operands[b]);
        (self.operands[a].want, self.operands[a].tied) = (ob.want, ob.tied);
        (self.operands[b].want, self.operands[b].tied) = (oa.want, oa.tied);
        for r in &mut self.results {
            r.want = match r.want {
                Want::Tied(n, c) if n == a => Want::Tied(b, c),
                Want::Tied(n, c) if n == b => Want::Tied(a, c),
                other => other,
            };
        }
    }

    /// Is the TN a result? Then its old value ends here.
    fn makes(&self, t: Tn) -> bool {
        self.results.iter().any(|r| r.tn == t)
    }

    /// Where a through value is at the op; `None` for others and for those in memory.
    pub(crate) fn located(&self, w: &Walk<'_>, t: Tn) -> Option<PReg> {
        match self.moved.iter().find(|m| m.tn == t) {
            Some(m) => m.at,
            None if self.makes(t) => None,
            None => w.reg_of(t),
        }
    }

    /// Finds registers for all entries.
    pub(crate) fn solve(&mut self, w: &Walk<'_>) -> Result<(), NoRoom> {
        self.through = w.busy;
        for r in &self.results {
            if let Some(below) = w.reg_of(r.tn) {
                self.through -= w.units(below);
            }
        }
        for o in &self.operands {
            if let Want::Fixed(r) = o.want {
                self.named |= w.units(r);
            }
        }
        self.place_results(w)?;
        self.move_out_of_the_way(w);
        self.place_named_operands(w)?;
        self.place_operands(w)?;
        self.save_what_survives(w);
        Ok(())
    }

    fn place_results(&mut self, w: &Walk<'_>) -> Result<(), NoRoom> {
        for i in 0..self.results.len() {
            let named = match self.results[i].want {
                Want::Fixed(r) => Some(r),
                Want::Tied(n, _) => match self.operands[n].want {
                    Want::Fixed(r) => Some(r),
                    _ => None,
                },
                Want::Class(_) => None,
            };
            if let Some(r) = named {
                if w.units(r).intersects(self.written) {
                    return Err(NoRoom);
                }
                self.put_result(w, i, r);
            }
        }
        for i in 0..self.results.len() {
            if self.results[i].place.is_some() {
                continue;
            }
            let ResultEntry { tn, want, early, .. } = self.results[i];
            let (class, tied) = match want {
                Want::Class(c) => (c, false),
                Want::Tied(n, c) => (self.tied_class(w, n, c), true),
                Want::Fixed(_) => continue,
            };
            let mut forbid = self.written | w.blocked;
            if self.asm {
                forbid |= self.clobbers;
            }
            if tied || early {
                // Operands that want a register by name want it while this one is already taken.
                forbid |= self.named;
            }
            let below = w.reg_of(tn).filter(|&r| w.fits(class, tn, r) && !w.units(r).intersects(forbid | self.through));
            let others = self.below_of_others(w, tn);
            let found = below
                .or_else(|| w.pick(class, tn, forbid | self.through | others))
                .or_else(|| w.pick(class, tn, forbid | self.through))
                .or_else(|| self.evict(w, class, tn, forbid));
            let Some(r) = found else { return Err(NoRoom) };
            if let Want::Tied(n, c) = want
                && !(w.fits(c, self.operands[n].tn, r) && w.fits(c, tn, r))
            {
                return Err(NoRoom);
            }
            self.put_result(w, i, r);
        }
        Ok(())
    }

    /// The narrowest class among those of a result and of the operand that it is tied to.
    fn tied_class(&self, w: &Walk<'_>, operand: usize, c: RegClass) -> RegClass {
        let o = &self.operands[operand];
        let wanted = if let Want::Class(x) = o.want { Some(x) } else { None };
        let size = |c: &RegClass| w.cx.target.isa.class(*c).members.len();
        [Some(c), wanted, w.f.class(o.tn)].into_iter().flatten().min_by_key(size).unwrap_or(c)
    }

    /// Registers in which other results are wanted below.
    fn below_of_others(&self, w: &Walk<'_>, t: Tn) -> RegSet {
        let below = self.results.iter().filter(|r| r.tn != t).filter_map(|r| w.reg_of(r.tn));
        below.fold(RegSet::EMPTY, |s, r| s | w.units(r))
    }

    fn put_result(&mut self, w: &Walk<'_>, i: usize, r: PReg) {
        let units = w.units(r);
        self.written |= units;
        if self.results[i].early {
            self.early |= units;
        }
        self.results[i].place = Some(r);
    }

    /// What may not be used for an operand, beside registers of through values.
    fn taken_for_operands(&self, w: &Walk<'_>) -> RegSet {
        let asm = if self.asm { self.clobbers } else { RegSet::EMPTY };
        self.read | self.early | self.named | self.tied_places(w) | asm | w.blocked
    }

    /// Places of tied results: their operands sit there.
    fn tied_places(&self, w: &Walk<'_>) -> RegSet {
        let tied = self.results.iter().filter(|r| matches!(r.want, Want::Tied(..))).filter_map(|r| r.place);
        tied.fold(RegSet::EMPTY, |s, r| s | w.units(r))
    }

    /// Through values leave registers that the op writes, destroys, or wants by name for another TN.
    fn move_out_of_the_way(&mut self, w: &Walk<'_>) {
        let lost = self.written | self.clobbers;
        let wanted = (lost | self.named) & self.through;
        for u in wanted.iter() {
            let Some(tn) = w.occupant_of(u) else { continue };
            let Some(below) = w.reg_of(tn) else { continue };
            if self.moved.iter().any(|m| m.tn == tn) {
                continue;
            }
            let in_place = |o: &Operand| o.tn == tn && o.want == Want::Fixed(below);
            let units = w.units(below);
            if !units.intersects(lost) && self.operands.iter().any(in_place) && !self.named_by_other(w, tn, units) {
                continue;
            }
            self.through -= units;
            // If an operand of this TN wants a register by name which survives, it may as well stay there.
            let named = self.operands.iter().find_map(|o| match o.want {
                Want::Fixed(r) if o.tn == tn && !w.units(r).intersects(lost | self.through) => Some(r),
                _ => None,
            });
            let own_class = w.f.class(tn);
            let forbid = self.through | lost | self.taken_for_operands(w);
            let at = named
                .filter(|&r| own_class.is_some_and(|c| w.fits(c, tn, r)))
                .or_else(|| own_class.and_then(|c| w.pick(c, tn, forbid)));
            if let Some(r) = at {
                self.through |= w.units(r);
            }
            self.moved.push(Moved { tn, below, at });
        }
    }

    fn named_by_other(&self, w: &Walk<'_>, tn: Tn, units: RegSet) -> bool {
        let by_name = |o: &Operand| match o.want {
            Want::Fixed(r) => o.tn != tn && w.units(r).intersects(units),
            _ => false,
        };
        self.operands.iter().any(by_name)
    }

    /// Operands whose register is settled: by name, or by a tied result.
    fn place_named_operands(&mut self, w: &Walk<'_>) -> Result<(), NoRoom> {
        for i in 0..self.operands.len() {
            let o = self.operands[i];
            let r = match (o.want, o.tied.and_then(|n| self.results[n].place)) {
                (Want::Fixed(r), _) => r,
                (_, Some(r)) => r,
                _ => continue,
            };
            self.put_operand(w, i, r)?;
        }
        Ok(())
    }

    /// Puts an operand into a register, from wherever its value is.
    fn put_operand(&mut self, w: &Walk<'_>, i: usize, r: PReg) -> Result<(), NoRoom> {
        let tn = self.operands[i].tn;
        let units = w.units(r);
        self.operands[i].place = Some(r);
        let located = self.located(w, tn);
        if located == Some(r) {
            return Ok(());
        }
        let same = |o: &Operand| o.tn == tn && o.place == Some(r);
        let shared = self.operands.iter().enumerate().any(|(j, o)| j != i && same(o));
        if !shared && units.intersects(self.read | self.through) {
            return Err(NoRoom);
        }
        self.read |= units;
        if located.is_some() || self.operands.iter().any(|o| o.tn == tn && o.home.is_some()) {
            return Ok(());
        }
        // Not live below: this is where it is above, unless the layer gives it a register that is free.
        let asm = if self.asm { self.clobbers } else { RegSet::EMPTY };
        let taken = self.through | self.read | self.named | self.early | self.tied_places(w) | asm | w.blocked;
        let home = w.home_of(tn).filter(|&h| h != r && !w.units(h).intersects(taken));
        if let Some(h) = home {
            self.read |= w.units(h);
        }
        self.operands[i].home = Some(home.unwrap_or(r));
        Ok(())
    }

    fn place_operands(&mut self, w: &Walk<'_>) -> Result<(), NoRoom> {
        let mut order: SmallVec<[usize; 8]> =
            (0..self.operands.len()).filter(|&i| self.operands[i].place.is_none()).collect();
        if order.len() > 1 {
            let isa = w.cx.target.isa;
            // Few registers first; and who has one already before somebody else takes that.
            order.sort_by_key(|&i| match self.operands[i].want {
                Want::Class(c) => (isa.class(c).members.len(), w.home_of(self.operands[i].tn).is_none()),
                _ => (0, false),
            });
        }
        for i in order {
            let o = self.operands[i];
            let Want::Class(class) = o.want else { continue };
            // Wherever the value is already, if that fits.
            let known = self
                .located(w, o.tn)
                .or_else(|| self.operands.iter().find(|x| x.tn == o.tn && x.home.is_some()).and_then(|x| x.home))
                .filter(|&r| w.fits(class, o.tn, r) && !w.units(r).intersects(self.early));
            if let Some(r) = known {
                self.operands[i].place = Some(r);
                continue;
            }
            let forbid = self.taken_for_operands(w);
            let found = self
                .preferred(w, i, class, forbid | self.through)
                .or_else(|| w.pick(class, o.tn, forbid | self.through))
                .or_else(|| self.evict(w, class, o.tn, forbid));
            let Some(r) = found else { return Err(NoRoom) };
            self.put_operand(w, i, r)?;
        }
        Ok(())
    }

    /// A register that saves a copy: the layer's, or that of the only result.
    fn preferred(&self, w: &Walk<'_>, i: usize, class: RegClass, forbid: RegSet) -> Option<PReg> {
        let tn = self.operands[i].tn;
        let ok = |&r: &PReg| w.fits(class, tn, r) && !w.units(r).intersects(forbid);
        if let Some(h) = w.home_of(tn).filter(ok) {
            return Some(h);
        }
        let result = match self.results[..] {
            [r] if self.operands.len() == 1 => r.place,
            _ => None,
        };
        // The part of the result's register, or the whole, that is of the operand's class.
        let isa = w.cx.target.isa;
        let named = |r: PReg| if isa.is_member(class, r) { Some(r) } else { isa.view(r, class) };
        let result = result.and_then(named);
        // A copy saved makes good one that moves who wants the register above.
        let clear = |r: PReg| self.copies || w.home_above(r) <= w.chain_start(tn);
        result.filter(ok).filter(|&r| w.named_above(r) <= w.range_start(tn) && clear(r))
    }

    /// Sends through values to memory to free a register of a class: those for which it costs least.
    fn evict(&mut self, w: &Walk<'_>, class: RegClass, tn: Tn, forbid: RegSet) -> Option<PReg> {
        let isa = w.cx.target.isa;
        let mut best: Option<(f32, PReg)> = None;
        for &r in isa.class(class).members {
            let units = isa.reg(r).units;
            if !w.fits(class, tn, r) || units.intersects(forbid) || !units.intersects(self.through) {
                continue;
            }
            if let Some(gain) = self.eviction_gain(w, units)
                && best.is_none_or(|b| gain > b.0)
            {
                best = Some((gain, r));
            }
        }
        let (_, r) = best?;
        for t in self.holders(w, w.units(r)) {
            let below = w.reg_of(t)?;
            if let Some(at) = self.located(w, t) {
                self.through -= w.units(at);
            }
            match self.moved.iter_mut().find(|m| m.tn == t) {
                Some(m) => m.at = None,
                None => self.moved.push(Moved { tn: t, below, at: None }),
            }
        }
        Some(r)
    }

    /// Through values that have a unit of a set at the op.
    fn holders(&self, w: &Walk<'_>, units: RegSet) -> SmallVec<[Tn; 4]> {
        let mut list: SmallVec<[Tn; 4]> = SmallVec::new();
        for m in &self.moved {
            if m.at.is_some_and(|r| w.units(r).intersects(units)) {
                list.push(m.tn);
            }
        }
        for u in (units & self.through).iter() {
            if let Some(t) = w.occupant_of(u)
                && !list.contains(&t)
                && !self.makes(t)
                && self.moved.iter().all(|m| m.tn != t)
            {
                list.push(t);
            }
        }
        list
    }

    /// How good it is to send away all that is in these units; `None` if the op reads one of them.
    fn eviction_gain(&self, w: &Walk<'_>, units: RegSet) -> Option<f32> {
        let (mut distance, mut cost) = (f32::MAX, 0.0);
        for t in self.holders(w, units) {
            if self.operands.iter().any(|o| o.tn == t) || !w.may_evict(t) {
                return None;
            }
            let (d, c) = w.eviction(t);
            distance = distance.min(d);
            cost += c;
        }
        Some(if w.policy.furthest { distance } else { distance / cost.max(0.1) })
    }

    /// A through value that went to memory but is an operand whose register survives the op, is copied from there.
    fn save_what_survives(&mut self, w: &Walk<'_>) {
        let lost = self.written | self.clobbers;
        for k in 0..self.moved.len() {
            let m = self.moved[k];
            if m.at.is_some() {
                continue;
            }
            let own = self.operands.iter().position(|o| o.tn == m.tn && o.home.is_some());
            let Some(i) = own else { continue };
            let Some(home) = self.operands[i].home.filter(|&h| !w.units(h).intersects(lost)) else { continue };
            self.moved[k].at = Some(home);
            self.operands.iter_mut().filter(|o| o.tn == m.tn).for_each(|o| o.home = None);
        }
    }

    /// Allocates the op alone; through values that this disturbs go to memory.
    pub(crate) fn solve_alone(&mut self, w: &mut Walk<'_>, op: Op) -> Result<(), AllocError> {
        let mut places = std::mem::take(&mut w.scratch);
        let done = assign_alone(w.f, w.cx, op, w.blocked, &mut places);
        self.moved.clear();
        let reg = |i: usize| match places.get(i) {
            Some(Place::Reg(r)) => Some(*r),
            _ => None,
        };
        self.results.iter_mut().for_each(|r| r.place = reg(r.index));
        for o in &mut self.operands {
            (o.place, o.home) = (reg(o.index), None);
        }
        w.scratch = places;
        done?;
        let places = self.results.iter().map(|r| (r.tn, r.place)).chain(self.operands.iter().map(|o| (o.tn, o.place)));
        let mut taken = self.clobbers;
        taken |= places.filter_map(|(_, p)| p).fold(RegSet::EMPTY, |s, r| s | w.units(r));
        for u in (w.busy & taken).iter() {
            let Some(tn) = w.occupant_of(u) else { continue };
            let Some(below) = w.reg_of(tn) else { continue };
            if !self.makes(tn) && self.moved.iter().all(|m| m.tn != tn) {
                self.moved.push(Moved { tn, below, at: None });
            }
        }
        for i in 0..self.operands.len() {
            let o = self.operands[i];
            let first = self.operands[..i].iter().all(|x| x.tn != o.tn);
            if first && self.located(w, o.tn).is_none() {
                self.operands[i].home = o.place;
            }
        }
        Ok(())
    }
}

/// The class of a TN if an allocator may use it.
fn allocatable_class(f: &Func, w: &Walk<'_>, t: Tn) -> Option<RegClass> {
    let class = f.class(t).filter(|_| f.is_virtual(t))?;
    let d = w.cx.target.isa.class(class);
    (d.allocatable && !d.no_spill).then_some(class)
}

impl Walk<'_> {
    /// Is the register for a TN in an operand of a class, and may we use it?
    pub(crate) fn fits(&self, class: RegClass, t: Tn, r: PReg) -> bool {
        let isa = self.cx.target.isa;
        let member = |c: RegClass| isa.is_member(c, r);
        let own = self.f.class(t).unwrap_or(class);
        member(class) && (own == class || member(own)) && !isa.reg(r).units.intersects(self.cx.target.reserved)
    }

    /// A free register for a TN: its hint, or the best one that nobody wants within its range.
    pub(crate) fn pick(&self, class: RegClass, t: Tn, forbid: RegSet) -> Option<PReg> {
        self.pick_from(class, t, self.usable - forbid).or_else(|| self.pick_from(class, t, self.reserve - forbid))
    }

    fn pick_from(&self, class: RegClass, t: Tn, open: RegSet) -> Option<PReg> {
        let isa = self.cx.target.isa;
        let d = isa.class(class);
        let mut open = open & d.units;
        if let Some(own) = self.f.class(t).filter(|&c| c != class) {
            open &= isa.class(own).units;
        }
        if open.is_empty() {
            return None;
        }
        if let Some(hint) = self.hinted(class, t, open) {
            return Some(hint);
        }
        let start = self.chain_start(t);
        let mut best: Option<(u32, u32, PReg)> = None;
        for &r in d.members {
            if !open.contains(isa.reg(r).units) {
                continue;
            }
            let clash = self.clash(r, start);
            if clash == 0 && !self.policy.lru {
                return Some(r);
            }
            let freed = isa.reg(r).units.iter().map(|u| self.at_distance(u)).min().unwrap_or(0);
            let key = (clash, u32::MAX - freed);
            if best.is_none_or(|b| key < (b.0, b.1)) {
                best = Some((key.0, key.1, r));
            }
        }
        best.map(|b| b.2)
    }

    /// The TN's hint, if it is one of these and nobody wants it within the range. The TN's own definition may want it by
    /// name: that is what the hint is for. Whose value the TN takes over keeps the register if it is read again: a GTN's
    /// home says so, of a local its next reference.
    fn hinted(&self, class: RegClass, t: Tn, open: RegSet) -> Option<PReg> {
        let info = self.tn[t.as_u32() as usize];
        let hint = PReg(info.hint);
        if info.hint == NONE || !self.cx.target.isa.is_member(class, hint) || !open.contains(self.units(hint)) {
            return None;
        }
        let from = self.tn.get((info.heir_of as usize).wrapping_sub(1)).filter(|i| i.home == NONE);
        let again = from.map_or(0, |i| i.above);
        let clear = self.home_above(hint) <= self.chain_start(t);
        (clear && self.named_above(hint).max(again) <= self.range_start(t)).then_some(hint)
    }

    /// For how many ops a unit has been free.
    fn at_distance(&self, u: targ_info::Unit) -> u32 {
        match self.freed[u.0 as usize] {
            0 => u32::MAX / 2,
            at => at.saturating_sub(self.at),
        }
    }

    /// Nearest position above at which the register is wanted by name.
    fn named_above(&self, r: PReg) -> u32 {
        self.units(r).iter().map(|u| self.named.above(self.at, u)).max().unwrap_or(0)
    }

    /// Nearest position above at which a TN is referenced whose home the register is.
    fn home_above(&self, r: PReg) -> u32 {
        self.units(r).iter().map(|u| self.homes.above(self.at, u)).max().unwrap_or(0)
    }

    /// Where the register is wanted between here and a position above at which a range begins; 0 if nowhere. The op
    /// there may still read a TN whose home it is.
    fn clash(&self, r: PReg, start: u32) -> u32 {
        let (named, home) = (self.named_above(r), self.home_above(r));
        let named = if named < start { 0 } else { named };
        named.max(if home <= start { 0 } else { home })
    }

    /// Where the range that ends at the op at hand begins: at the definition above, or at the first reference.
    fn range_start(&self, t: Tn) -> u32 {
        let i = self.tn[t.as_u32() as usize];
        if i.def_above != 0 && i.def_above < self.at {
            i.def_above
        } else if i.home != NONE {
            0
        } else {
            i.first
        }
    }

    /// The same of the chain of ties and copies that makes its value: whoever is in the way there costs a copy, too.
    fn chain_start(&self, t: Tn) -> u32 {
        let i = self.tn[t.as_u32() as usize];
        let start = self.range_start(t);
        if i.home == NONE && i.def_above == start { i.chain.min(start) } else { start }
    }

    /// May the value go to memory here? Not over an exceptional edge.
    fn may_evict(&self, t: Tn) -> bool {
        let own = self.f.class(t).is_some_and(|c| !self.cx.target.isa.class(c).no_spill);
        let call = self.f.bbs[self.bb].unwind.is_some() && self.at as usize == self.link_start.len();
        own && !call
    }

    /// How far up the next reference of a value is, and how many memory operations its eviction costs.
    fn eviction(&self, t: Tn) -> (f32, f32) {
        let i = self.tn[t.as_u32() as usize];
        let distance = self.at.saturating_sub(i.above.min(self.at)) as f32;
        let rebuilt = self.remat_of(t).is_some();
        let stored = i.store || (i.home == NONE && i.def_above == 0);
        let cost = if rebuilt { 0.5 } else { 1.0 + if stored { 0.0 } else { 1.0 } };
        (distance.max(1.0), cost)
    }
}
