//! Makes edits of a plan, and goes on to the point above the op.

use crate::plan::{Operand, Plan, ResultEntry, Want};
use crate::walk::{LAST_GROUP, LAYER_GROUP, NONE, Walk};
use cgir::alloc::{AllocError, Alt, Edit, EditKind, Place, Point};
use cgir::func::{Bb, Constraint, Op, OpFlags, Tn};
use smallvec::SmallVec;
use targ_info::{InstFlags, PReg, Role};

/// Where edits around an op, or around what we treat as one, stand.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    before: (Point, u32),
    after: After,
}

#[derive(Clone, Copy)]
enum After {
    At(Point, u32),
    /// Nothing can follow the op: edits go onto the edges where their TN is live.
    Edges(Bb),
}

impl Walk<'_> {
    /// Allocates the op at hand.
    pub(crate) fn op(&mut self, op: Op) -> Result<(), AllocError> {
        if self.is_unused(op) && self.cx.fuel.take() {
            self.delete(op);
            return Ok(());
        }
        let mut plan = Plan::of(self, op);
        let alt = self.commuted(op, &mut plan);
        if plan.solve(self).is_err() {
            plan = Plan::of(self, op);
            plan.solve_alone(self, op)?;
        } else if let Some(alt) = alt {
            self.alts.push((op, alt));
        }
        let start = self.f.opnds_start(op);
        for r in &plan.results {
            self.a.places[start + r.index] = r.place.map_or(Place::None, Place::Reg);
        }
        for o in &plan.operands {
            self.a.places[start + o.index] = o.place.map_or(Place::None, Place::Reg);
        }
        self.unallocated_entries(op);
        let spot = self.spot(op);
        self.commit(&plan, spot)?;
        self.first_references(op, plan.operands.iter().map(|o| o.tn), (Point::Before(op), 0));
        Ok(())
    }

    fn spot(&self, op: Op) -> Spot {
        let (f, b) = (self.f, self.bb);
        let last = self.at as usize == self.link_start.len();
        let entry = f.entry_op(self.cx.target.isa) == Some(op);
        let after = match last && !entry {
            true if f.bbs[b].succs.len() > 1 => After::Edges(b),
            true if f.terminator(self.cx.target.isa, b).is_some() => After::Edges(b),
            true => After::At(Point::BlockEnd(b), 0),
            false => After::At(Point::After(op), 0),
        };
        Spot { before: (Point::Before(op), 1), after }
    }

    /// TNs of classes that nobody allocates (flags) are where the row says.
    fn unallocated_entries(&mut self, op: Op) {
        let (f, isa) = (self.f, self.cx.target.isa);
        let start = f.opnds_start(op);
        let nres = f.nres(op);
        for (i, &t) in f.all(op).iter().enumerate() {
            let Some(class) = f.class(t).filter(|_| f.is_virtual(t)) else { continue };
            let d = isa.class(class);
            if d.allocatable && !d.no_spill {
                continue;
            }
            let r = match f.constraint(isa, op, i) {
                Constraint::Fixed(r) => Some(r),
                Constraint::Class(c) | Constraint::Tied(_, c) => isa.class(c).members.first().copied(),
                Constraint::None => d.members.first().copied(),
            };
            self.a.places[start + i] = r.map_or(Place::None, Place::Reg);
            // Is it wanted? That is all the walk knows of it.
            self.info(t).reg = if i < nres { NONE } else { r.map_or(NONE, |r| r.0) };
        }
    }

    /// Does nobody want what the op makes, and does it do nothing else?
    fn is_unused(&self, op: Op) -> bool {
        let f = self.f;
        let results = f.results(op);
        let unwanted = |&t: &Tn| {
            let i = &self.tn[t.as_u32() as usize];
            // Flags that are global: nobody says whether they are wanted.
            let flags = f.class(t).is_some_and(|c| self.cx.target.isa.class(c).no_spill);
            f.is_virtual(t) && self.reg_of(t).is_none() && !i.store && !(flags && self.live.is_global(t))
        };
        let flags = self.cx.target.isa.inst(f.ops[op].opcode).flags;
        let kept = flags.intersects(InstFlags::ACTS) || f.ops[op].flags.contains(OpFlags::VOLATILE);
        let extra = f.extra(op).is_some_and(|e| e.asm.is_some() || !e.clobbers.is_empty());
        !results.is_empty() && results.iter().all(unwanted) && !kept && !extra
    }

    fn delete(&mut self, op: Op) {
        self.deleted.push(op);
        // It may hold the first reference of a value that is in a register.
        let f = self.f;
        self.first_references(op, f.operands(op).iter().copied(), (Point::Before(op), 0));
    }

    /// Exchanges commuting operands if the tied one lives on and the other does not.
    fn commuted(&self, op: Op, plan: &mut Plan) -> Option<Alt> {
        let desc = self.cx.target.isa.inst(self.f.ops[op].opcode);
        if !desc.is(InstFlags::COMMUTES) {
            return None;
        }
        let result = plan.results.iter().find(|r| matches!(r.want, Want::Tied(..)))?;
        let (x, y) = (desc.role(Role::Opnd1)?, desc.role(Role::Opnd2)?);
        let find = |i: usize| plan.operands.iter().find(|o| o.index == i);
        let (a, b) = (find(x)?, find(y)?);
        let class = |o: &Operand| matches!(o.want, Want::Class(_));
        let dies = |o: &Operand| self.reg_of(o.tn).is_none() || plan.results.iter().any(|r| r.tn == o.tn);
        let target = self.reg_of(result.tn);
        let at_home = |o: &Operand| target.is_some() && self.home_of(o.tn) == target;
        let tied_is_first = a.tied.is_some();
        let (tied, other) = if tied_is_first { (a, b) } else { (b, a) };
        let better = (!dies(tied) && dies(other)) || (dies(other) && at_home(other) && !at_home(tied));
        if !(better && class(a) && class(b)) {
            return None;
        }
        plan.commute(x, y);
        Some(Alt::Commute)
    }

    /// Makes edits of a plan and moves the state above the op.
    fn commit(&mut self, plan: &Plan, spot: Spot) -> Result<(), AllocError> {
        let mut after: SmallVec<[EditKind; 8]> = SmallVec::new();
        for r in &plan.results {
            let Some(from) = r.place else { continue };
            if let Some(to) = self.reg_of(r.tn).filter(|&to| to != from) {
                after.push(EditKind::Copy { tn: r.tn, from, to });
            }
            if self.info(r.tn).store {
                self.info(r.tn).store = false;
                let slot = self.slot_of(r.tn);
                after.push(EditKind::Spill { tn: r.tn, from, slot });
            }
            self.vacate(r.tn);
        }
        for m in &plan.moved {
            self.vacate(m.tn);
            match m.at {
                Some(from) => after.push(EditKind::Copy { tn: m.tn, from, to: m.below }),
                None => {
                    let kind = self.refill(m.tn, m.below);
                    after.push(kind);
                    self.evictions += 1;
                    if !matches!(kind, EditKind::Remat { .. }) && !self.info(m.tn).store {
                        self.must_store(m.tn);
                        self.evictions += 1;
                    }
                }
            }
        }
        self.emit_after(spot, &after)?;
        for m in &plan.moved {
            if let Some(r) = m.at {
                self.occupy(m.tn, r);
            }
        }
        for o in &plan.operands {
            if let (Some(r), None) = (o.home, self.reg_of(o.tn)) {
                self.occupy(o.tn, r);
            }
        }
        let (at, group) = spot.before;
        let mut done: SmallVec<[(Tn, PReg); 8]> = SmallVec::new();
        for o in &plan.operands {
            let (Some(to), Some(from)) = (o.place, self.reg_of(o.tn)) else { continue };
            if from != to && !done.contains(&(o.tn, to)) {
                done.push((o.tn, to));
                self.edit(at, group, EditKind::Copy { tn: o.tn, from, to });
            }
        }
        Ok(())
    }

    fn emit_after(&mut self, spot: Spot, after: &[EditKind]) -> Result<(), AllocError> {
        match spot.after {
            After::At(point, group) => after.iter().for_each(|&k| self.edit(point, group, k)),
            After::Edges(b) => {
                let f = self.f;
                for &kind in after {
                    let t = Edit { at: Point::BlockEnd(b), group: 0, kind }.tn();
                    for (n, s) in f.bbs[b].succs.iter().enumerate() {
                        if !self.live.live_in(s.bb).contains(t) {
                            continue;
                        }
                        if f.bbs[b].unwind == Some(s.bb) {
                            // What a call makes does not exist on its exceptional edge.
                            let made = f.last(b).is_some_and(|o| f.results(o).contains(&t));
                            if made {
                                continue;
                            }
                            return Err(AllocError::Internal(format!("{t} must move over an exceptional edge")));
                        }
                        self.edit(Point::Edge(b, n as u32), 0, kind);
                    }
                }
            }
        }
        Ok(())
    }

    /// A localised value is reloaded just before its first reference.
    fn first_references(&mut self, op: Op, tns: impl Iterator<Item = Tn>, (at, group): (Point, u32)) {
        let start = self.link_start[self.at as usize - 1] as usize;
        let live_in = self.live.live_in(self.bb);
        for t in tns {
            let Some(r) = self.reg_of(t).filter(|_| self.home_of(t).is_none()) else { continue };
            let f = self.f;
            let Some(k) = f.all(op).iter().position(|&x| x == t) else { continue };
            // The entry that the forward scan saw first has the link to what is above.
            let first = f.all(op).iter().enumerate().skip(k).filter(|(_, x)| **x == t);
            let above = first.map(|(k, _)| self.links[start + k].reference).min().unwrap_or(0);
            if above != 0 || self.cx.target.isa.class(f.class(t).unwrap_or(targ_info::RegClass(0))).no_spill {
                continue;
            }
            if live_in.contains(t) {
                let kind = self.refill(t, r);
                self.edit(at, group, kind);
            }
            self.vacate(t);
            self.info(t).store = false;
        }
    }

    /// A group of the layer's edits in the entry block, seen as an op.
    pub(crate) fn layer_group(&mut self, b: Bb, group: &[Edit]) -> Result<(), AllocError> {
        let mut plan = Plan::default();
        for (index, e) in group.iter().enumerate() {
            let tn = e.tn();
            let result = |r: PReg| ResultEntry { tn, index, want: Want::Fixed(r), early: false, place: None };
            let operand = |r: PReg| Operand { tn, index, want: Want::Fixed(r), tied: None, place: None, home: None };
            match e.kind {
                EditKind::Copy { from, to, .. } => {
                    plan.results.push(result(to));
                    plan.operands.push(operand(from));
                }
                EditKind::Spill { from, slot, .. } => {
                    plan.results.push(result(from));
                    plan.operands.push(operand(from));
                    if self.slot[tn].expand() == Some(slot) {
                        self.info(tn).store = false;
                    }
                }
                EditKind::Reload { to, .. } | EditKind::Remat { to, .. } => plan.results.push(result(to)),
            }
        }
        let number = group.first().map_or(LAYER_GROUP, |e| e.group);
        self.pseudo(b, plan, Point::BlockStart(b), number)?;
        for e in group {
            if matches!(e.kind, EditKind::Reload { .. }) {
                self.must_store(e.tn());
            }
        }
        Ok(())
    }

    /// GTNs that the terminator pushed out of their registers: they are there just above it.
    pub(crate) fn homes(&mut self, b: Bb, moved: &[(Tn, PReg)]) -> Result<(), AllocError> {
        let mut plan = Plan::default();
        for (index, &(tn, r)) in moved.iter().enumerate() {
            let want = Want::Fixed(r);
            plan.results.push(ResultEntry { tn, index, want, early: false, place: None });
            plan.operands.push(Operand { tn, index, want, tied: None, place: None, home: None });
        }
        self.pseudo(b, plan, Point::BlockEnd(b), LAST_GROUP)
    }

    /// Something that is no op but wants values in registers by name.
    fn pseudo(&mut self, b: Bb, mut plan: Plan, point: Point, group: u32) -> Result<(), AllocError> {
        if plan.solve(self).is_err() {
            return Err(AllocError::Internal(format!("{b}: the layer wants two values in one register")));
        }
        let spot = Spot { before: (point, group - 1), after: After::At(point, group + 1) };
        self.commit(&plan, spot)
    }
}
