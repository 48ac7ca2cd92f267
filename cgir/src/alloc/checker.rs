//! The symbolic allocation checker: does each use read the TN that the input meant?
//!
//! It works on a function and an answer to it, without applying the answer, and shares no analysis with allocators.
//!
//! # Why it is right
//!
//! The state at a point is a relation "place holds TN": the register or slot has the bits that the TN has in the input
//! at that point. Steps keep that true: a definition of `t` in place `p` makes all old values of `t` stale, and all
//! contents of places that share a unit with `p`; a move op, and each copy, spill and reload of an answer, gives its
//! destination whatever its source holds, since the bits are equal; a rematerialisation gives its register the one
//! value that its TN ever has; clobbers empty registers. Where paths meet, a place holds a TN if it does so on each
//! of them (intersection), so the state is true on every path, and the greatest solution is found by iterating down from
//! "everything". If then each operand's place holds the operand's TN wherever the op reads it, the allocated code reads
//! the values that the input reads, op by op along every path, which by induction on the path's length computes the same.
//!
//! A TN without a definition on a path has any value: it is held by all places there ([`State::any`]). So an allocator may
//! ignore paths that no definition reaches, and nothing else.
//!
//! Everything else is checked op by op: classes, fixed registers, ties, early results, clobbers, alternative forms,
//! deletions, the order of permuted ops, and that edits stand where edits may stand. Code between the states of two
//! edits of one group does not exist: they read, then they write.

use super::forms::{as_member, same_form};
use super::index::EditIndex;
use super::{Alt, Answer, Edit, EditKind, Place, Point};
use crate::analysis::reglive::{self, RegLiveness};
use crate::func::{Bb, Constraint, Func, Op, OpFlags, Tn, TnData};
use crate::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::fmt;
use targ_info::{Arg, Expansion, InstFlags, OperandKind, PReg, RegClass, RegSet, Role};

mod flow;
mod order;
mod state;

use state::{Loc, State};

/// What is wrong with an answer.
#[derive(Clone, Debug)]
pub struct CheckError {
    /// At which op, if at one.
    pub op: Option<Op>,
    /// In which block.
    pub bb: Bb,
    /// Which entry of the op's list, results counted.
    pub operand: Option<usize>,
    /// What is wrong, in words.
    pub what: String,
}

impl fmt::Display for CheckError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.bb)?;
        if let Some(op) = self.op {
            write!(out, ", {op:?}")?;
        }
        if let Some(n) = self.operand {
            write!(out, ", operand {n}")?;
        }
        write!(out, ": {}", self.what)
    }
}

/// Checks an answer; at most a few errors are returned.
pub fn check(f: &Func, cx: &PassCx<'_>, a: &Answer) -> Result<(), Vec<CheckError>> {
    let mut c = Checker {
        f,
        cx,
        a,
        index: EditIndex::new(f, a),
        state: State::new(f, cx, a.slots.len()),
        classes: class_members(cx),
        deleted: FixedBitSet::with_capacity(f.ops.len()),
        order: SecondaryMap::new(),
        seen: FixedBitSet::with_capacity(a.edits.len()),
        unwinding: Vec::new(),
        errors: Vec::new(),
        dedicated: OnceCell::new(),
    };
    a.deleted.iter().for_each(|o| c.deleted.grow_and_insert(o.index()));
    for (i, (b, list)) in a.order.iter().enumerate() {
        c.order[*b] = Some(i as u32);
        if let Err((op, what)) = order::check_order(f, cx, *b, list) {
            c.errors.push(CheckError { op: Some(op), bb: *b, operand: None, what });
        }
    }
    if a.places.len() < f.opnds.len() {
        let bb = f.entry().unwrap_or(Bb::from_u32(0));
        let what = format!("{} places for {} operands", a.places.len(), f.opnds.len());
        return Err(vec![CheckError { op: None, bb, operand: None, what }]);
    }
    c.iterate();
    c.unreached_edits();
    if c.errors.is_empty() { Ok(()) } else { Err(c.errors) }
}

/// For each class, its members by register number.
fn class_members(cx: &PassCx<'_>) -> Vec<FixedBitSet> {
    let isa = cx.target.isa;
    let set = |c: &targ_info::RegClassDesc| {
        let mut s = FixedBitSet::with_capacity(isa.regs.len());
        c.members.iter().for_each(|r| s.insert(r.0 as usize));
        s
    };
    isa.classes.iter().map(set).collect()
}

struct Checker<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    a: &'a Answer,
    index: EditIndex,
    state: State,
    classes: Vec<FixedBitSet>,
    deleted: FixedBitSet,
    order: SecondaryMap<Bb, Option<u32>>,
    /// Edits met so far.
    seen: FixedBitSet,
    /// State on the exceptional edge of the block at hand.
    unwinding: Vec<(Tn, Loc)>,
    errors: Vec<CheckError>,
    /// Liveness of dedicated registers, once it is asked for.
    dedicated: OnceCell<RegLiveness>,
}

/// More errors than these say nothing new.
const MOST_ERRORS: usize = 10;

impl Checker<'_> {
    fn iterate(&mut self) {
        let mut flow = flow::Flow::new(self.f);
        let mut out = Vec::new();
        while let Some(b) = flow.next() {
            if self.errors.len() >= MOST_ERRORS {
                return;
            }
            self.state.load(flow.state(b));
            self.block(b);
            let unwinding = std::mem::take(&mut self.unwinding);
            for n in 0..self.f.bbs[b].succs.len() {
                let to = self.f.bbs[b].succs[n].bb;
                let edge = self.index.at(Point::Edge(b, n as u32));
                let unwinds = self.f.bbs[b].unwind == Some(to);
                if unwinds && !edge.is_empty() {
                    self.error(b, None, None, "an edit on an exceptional edge".into());
                }
                if unwinds {
                    flow.meet(to, unwinding.iter().copied());
                } else if edge.is_empty() {
                    flow.meet(to, self.state.pairs());
                } else {
                    self.edge_may_be_split(b, n);
                    self.state.save(&mut out);
                    self.point(b, Point::Edge(b, n as u32));
                    flow.meet(to, self.state.pairs());
                    self.state.load(&out);
                }
            }
        }
    }

    fn error(&mut self, bb: Bb, op: Option<Op>, operand: Option<usize>, what: String) {
        let same = |e: &CheckError| e.op == op && e.bb == bb && e.operand == operand;
        if self.errors.len() < MOST_ERRORS && !self.errors.iter().any(same) {
            self.errors.push(CheckError { op, bb, operand, what });
        }
    }

    fn edge_may_be_split(&mut self, b: Bb, n: usize) {
        let f = self.f;
        let one_end = f.bbs[f.bbs[b].succs[n].bb].preds.len() == 1;
        let term = f.terminator(self.cx.target.isa, b);
        let indirect = term.is_some_and(|t| self.row_is(t, InstFlags::INDIRECT));
        if indirect && !one_end {
            self.error(b, term, None, format!("an edit on edge {n} of an indirect jump"));
        }
    }

    fn row_is(&self, op: Op, flags: InstFlags) -> bool {
        self.cx.target.isa.inst(self.f.ops[op].opcode).flags.intersects(flags)
    }

    fn block(&mut self, b: Bb) {
        let f = self.f;
        let entry = if f.entry() == Some(b) { f.entry_op(self.cx.target.isa) } else { None };
        let ops: SmallVec<[Op; 32]> = match self.order[b] {
            Some(i) => self.a.order[i as usize].1.iter().copied().collect(),
            None => f.bb_ops(b).collect(),
        };
        if entry.is_none() {
            self.point(b, Point::BlockStart(b));
        }
        let term = f.terminator(self.cx.target.isa, b);
        for op in ops {
            if Some(op) == term {
                self.point(b, Point::BlockEnd(b));
            }
            let before = self.point(b, Point::Before(op));
            if before && entry == Some(op) {
                self.error(b, Some(op), None, "an edit before the entry op".into());
            }
            self.op(b, op);
            let after = self.point(b, Point::After(op));
            if after && (Some(op) == term || f.last(b) == Some(op) && f.bbs[b].succs.len() > 1) {
                self.error(b, Some(op), None, "an edit after the end of its block".into());
            }
            if entry == Some(op) {
                self.point(b, Point::BlockStart(b));
            }
        }
        if term.is_none() {
            let any = self.point(b, Point::BlockEnd(b));
            if any && f.bbs[b].succs.len() > 1 {
                self.error(b, None, None, "an edit at the end of a block with an exceptional edge".into());
            }
        }
    }

    /// Performs the edits of a point; false if there are none.
    fn point(&mut self, b: Bb, p: Point) -> bool {
        let range = self.index.at(p);
        let any = !range.is_empty();
        let mut i = range.start;
        while i < range.end {
            let group = self.edit(i).group;
            let mut end = i + 1;
            while end < range.end && self.edit(end).group == group {
                end += 1;
            }
            self.group(b, p, i..end);
            i = end;
        }
        any
    }

    fn edit(&self, i: usize) -> Edit {
        self.a.edits[self.index.sorted[i] as usize]
    }

    fn group(&mut self, b: Bb, p: Point, range: std::ops::Range<usize>) {
        let mut writes: SmallVec<[(Loc, SmallVec<[Tn; 4]>); 4]> = SmallVec::new();
        let mut read: SmallVec<[Loc; 4]> = SmallVec::new();
        for i in range {
            self.seen.insert(self.index.sorted[i] as usize);
            let e = self.edit(i);
            if let Err(what) = self.edit_is_sound(&e) {
                self.error(b, point_op(p), None, format!("{p:?}: {:?}: {what}", e.kind));
                continue;
            }
            let (from, to) = ends(&self.state, &e);
            let held: SmallVec<[Tn; 4]> = match from {
                Some(l) => {
                    read.push(l);
                    if !self.state.holds(l, e.tn()) {
                        let what = format!("{p:?}: {:?}: the source holds {:?}", e.kind, self.state.at(l));
                        self.error(b, point_op(p), None, what);
                    }
                    self.state.at(l).into()
                }
                None => [e.tn()].into_iter().collect(),
            };
            if let Some(w) = writes.iter().find(|w| self.state.overlap(w.0, to)) {
                let what = format!("{p:?}: {:?} and another edit of its group write {:?}", e.kind, w.0);
                self.error(b, point_op(p), None, what);
            }
            writes.push((to, held));
        }
        for (to, _) in &writes {
            if to.is_slot() && read.contains(to) && writes.len() > 1 {
                let what = format!("{p:?}: a group reads and writes {to:?}");
                self.error(b, point_op(p), None, what);
            }
            self.state.kill(*to);
        }
        for (to, held) in writes {
            held.into_iter().for_each(|t| self.state.add(to, t));
        }
    }

    /// What can be said about an edit without knowing where it stands.
    fn edit_is_sound(&self, e: &Edit) -> Result<(), String> {
        let (f, tn) = (self.f, e.tn());
        let TnData::Reg { class, .. } = f.tns[tn] else { return Err("not a register TN".into()) };
        let reg = |r: PReg| {
            let desc = self.cx.target.isa.regs.get(r.0 as usize).ok_or("no such register")?;
            if !self.classes[class.0 as usize].contains(r.0 as usize) {
                return Err(format!("{} is not in the TN's class", desc.name));
            }
            Ok(())
        };
        let written = |r: PReg| {
            reg(r)?;
            let desc = self.cx.target.isa.reg(r);
            if desc.units.intersects(self.cx.target.reserved) {
                return Err(format!("{} is reserved", desc.name));
            }
            Ok(())
        };
        let slot = |s: super::Slot| {
            let d = self.a.slots.get(s).ok_or("no such slot")?;
            let (size, align) = self.cx.hooks.slot_shape(f, tn);
            if d.size < size || d.align < align { Err("the slot is too small".to_string()) } else { Ok(()) }
        };
        if self.cx.target.isa.class(class).no_spill {
            return Err("values of this class do not move".into());
        }
        match e.kind {
            EditKind::Copy { from, to, .. } => reg(from).and(written(to)),
            EditKind::Spill { from, slot: s, .. } => reg(from).and(slot(s)),
            EditKind::Reload { slot: s, to, .. } => slot(s).and(written(to)),
            EditKind::Remat { def, to, .. } => {
                written(to)?;
                let fits = f.remat[tn].expand() == Some(def) && f.results(def) == [tn];
                if !fits || f.operands(def).iter().any(|&t| f.is_virtual(t)) {
                    return Err("the TN cannot be rebuilt by that op".into());
                }
                Ok(())
            }
        }
    }

    fn op(&mut self, b: Bb, op: Op) {
        let f = self.f;
        let (nres, list) = (f.nres(op), f.all(op));
        if self.deleted.contains(op.index()) {
            self.deletion(b, op);
            return;
        }
        let start = f.opnds_start(op);
        let places = &self.a.places[start..start + list.len()];
        let mut regs: SmallVec<[Option<PReg>; 8]> = SmallVec::new();
        for (i, &t) in list.iter().enumerate() {
            let r = match (f.preg(t), places[i]) {
                (Some(r), _) => Some(r),
                (None, Place::Reg(r)) if f.is_virtual(t) && (r.0 as usize) < self.cx.target.isa.regs.len() => Some(r),
                (None, Place::Slot(_)) if i >= nres => None,
                (None, _) if f.is_virtual(t) => {
                    self.error(b, Some(op), Some(i), format!("{t:?} has no place"));
                    None
                }
                _ => None,
            };
            regs.push(r);
        }
        self.constraints(b, op, &regs);
        self.shared_registers(b, op, &regs);
        self.reads(b, op, &regs);
        self.effects(b, op, &regs);
    }

    /// Places against classes, fixed registers and ties.
    fn constraints(&mut self, b: Bb, op: Op, regs: &[Option<PReg>]) {
        let f = self.f;
        let isa = self.cx.target.isa;
        let alt = self.index.alt(op);
        let desc = isa.inst(f.ops[op].opcode);
        let swap = match (alt, desc.role(Role::Opnd1), desc.role(Role::Opnd2)) {
            (Some(Alt::Commute), Some(x), Some(y)) if desc.is(InstFlags::COMMUTES) => Some((x, y)),
            (Some(Alt::Commute), ..) => {
                self.error(b, Some(op), None, "commuted, but does not commute".into());
                None
            }
            _ => None,
        };
        let form = match alt {
            Some(Alt::Row(to)) => {
                let form = same_form(self.cx, f.ops[op].opcode, to);
                if let Some(what) = self.other_row(op, form, regs) {
                    self.error(b, Some(op), None, what);
                }
                form
            }
            _ => None,
        };
        // Where the operand at an index stands in the form that was chosen.
        let position = |i: usize| match swap {
            Some((x, y)) if i == x => y,
            Some((x, y)) if i == y => x,
            _ => i,
        };
        for (i, &t) in f.all(op).iter().enumerate() {
            let (true, Some(r)) = (f.is_virtual(t), regs[i]) else { continue };
            if form.is_some() {
                // Its own registers, in the widths that the other row names.
                if let Some(what) = f.class(t).and_then(|c| self.not_in(c, t, r)) {
                    self.error(b, Some(op), Some(i), format!("{t:?} in {}: {what}", isa.reg(r).name));
                }
                continue;
            }
            let wrong = match f.constraint(isa, op, position(i)) {
                Constraint::Fixed(x) if x != r => Some(format!("must be {}", isa.reg(x).name)),
                Constraint::Fixed(_) => None,
                Constraint::Class(c) => self.not_in(c, t, r),
                Constraint::Tied(to, c) => {
                    let other = regs.get(position(to as usize)).copied().flatten();
                    if other == Some(r) { self.not_in(c, t, r) } else { Some(format!("must equal operand {to}")) }
                }
                Constraint::None => self.f.class(t).and_then(|c| self.not_in(c, t, r)),
            };
            if let Some(what) = wrong {
                self.error(b, Some(op), Some(i), format!("{t:?} in {}: {what}", isa.reg(r).name));
            }
        }
    }

    /// Why an op cannot be the row that an answer says does the same.
    fn other_row(&self, op: Op, form: Option<&'static Expansion>, regs: &[Option<PReg>]) -> Option<String> {
        let (f, isa) = (self.f, self.cx.target.isa);
        let Some(e) = form else { return Some("a row that does something else".into()) };
        let row = isa.inst(e.to);
        let named = |arg: Option<&Arg>| match arg {
            Some(Arg::Operand(i)) => regs.get(*i as usize).copied().flatten(),
            _ => None,
        };
        for (arg, o) in e.args.iter().zip(row.operands) {
            let Arg::Operand(i) = *arg else { continue };
            let lit = f.all(op).get(i as usize).and_then(|&t| f.as_lit(t));
            let fits = match (o.kind, named(Some(arg)), lit) {
                (OperandKind::Reg(c), Some(r), _) => {
                    let tied = o.tied == 255 || named(e.args.get(o.tied as usize)) == Some(r);
                    tied && as_member(isa, r, c).is_some()
                }
                (OperandKind::Imm(k), _, Some(v)) => isa.imms[k as usize].fits_with(v, &self.cx.target.features),
                _ => false,
            };
            if !fits {
                return Some(format!("{} does not take operand {i}", row.name));
            }
        }
        let kept = |i: usize| e.args.iter().any(|a| matches!(a, Arg::Operand(k) if *k as usize == i));
        let lost = (0..f.nres(op)).filter(|&i| !kept(i));
        let wanted = |i: &usize| regs[*i].is_none_or(|r| self.is_read_later(op, isa.reg(r).units));
        lost.into_iter().find(wanted).map(|i| format!("{} does not make result {i}", row.name))
    }

    /// May a dedicated register be read after an op before it is written?
    fn is_read_later(&self, op: Op, units: RegSet) -> bool {
        let (f, isa) = (self.f, self.cx.target.isa);
        let mut at = f.next(op);
        while let Some(o) = at {
            if reglive::reads(f, isa, o).intersects(units) {
                return true;
            }
            if (reglive::writes(f, isa, o) | f.clobbers(o)).contains(units) {
                return false;
            }
            at = f.next(o);
        }
        let live = self.dedicated.get_or_init(|| RegLiveness::compute(f, isa, self.cx.target.callee_saved));
        f.bb_of(op).is_none_or(|b| live.live_out(b).intersects(units))
    }

    /// Why a register is not for a TN in an operand of a class.
    fn not_in(&self, c: RegClass, t: Tn, r: PReg) -> Option<String> {
        let isa = self.cx.target.isa;
        let own = self.f.class(t).unwrap_or(c);
        for c in [c, own] {
            if !self.classes[c.0 as usize].contains(r.0 as usize) {
                return Some(format!("not in class {}", isa.class(c).name));
            }
        }
        isa.reg(r).units.intersects(self.cx.target.reserved).then(|| "reserved".into())
    }

    /// Results against each other, against operands when early, and all against the clobbers of inline asm.
    fn shared_registers(&mut self, b: Bb, op: Op, regs: &[Option<PReg>]) {
        let f = self.f;
        let isa = self.cx.target.isa;
        let nres = f.nres(op);
        let units = |i: usize| regs[i].map_or(RegSet::EMPTY, |r| isa.reg(r).units);
        let mut results = RegSet::EMPTY;
        for i in 0..nres {
            if units(i).intersects(results) {
                self.error(b, Some(op), Some(i), "shares a register with another result".into());
            }
            results |= units(i);
            if !f.is_early(isa, op, i) {
                continue;
            }
            let tie = match f.constraint(isa, op, i) {
                Constraint::Tied(to, _) => Some(to as usize),
                _ => None,
            };
            if (nres..regs.len()).any(|j| Some(j) != tie && units(i).intersects(units(j))) {
                self.error(b, Some(op), Some(i), "an early result shares a register with an operand".into());
            }
        }
        if f.extra(op).is_some_and(|e| e.asm.is_some()) {
            let clobbers = f.clobbers(op);
            for i in 0..regs.len() {
                if f.is_virtual(f.all(op)[i]) && units(i).intersects(clobbers) {
                    self.error(b, Some(op), Some(i), "in a register that inline asm destroys".into());
                }
            }
        }
    }

    fn reads(&mut self, b: Bb, op: Op, regs: &[Option<PReg>]) {
        let f = self.f;
        for (i, &reg) in regs.iter().enumerate().skip(f.nres(op)) {
            let t = f.all(op)[i];
            if !f.is_virtual(t) {
                continue;
            }
            let place = self.a.places[f.opnds_start(op) + i];
            let l = match (reg, place, self.index.alt(op)) {
                (Some(r), ..) => Loc::reg(r),
                (None, Place::Slot(s), Some(Alt::Fold { operand, .. })) if operand as usize == i => self.state.slot(s),
                _ => {
                    self.error(b, Some(op), Some(i), format!("{t:?} is in no register"));
                    continue;
                }
            };
            if !self.state.holds(l, t) {
                let name = self.state.name(self.cx, l);
                let what = format!(
                    "{t:?} is meant, {name} holds {:?}; {t:?} is in {}",
                    self.state.at(l),
                    self.state.places(self.cx, t)
                );
                self.error(b, Some(op), Some(i), what);
            }
        }
    }

    /// What an op does to the state: clobbers, then results.
    fn effects(&mut self, b: Bb, op: Op, regs: &[Option<PReg>]) {
        let f = self.f;
        let desc = self.cx.target.isa.inst(f.ops[op].opcode);
        let (nres, list) = (f.nres(op), f.all(op));
        // A move's result has the bits of its source, wherever those are.
        let source = match (desc.is(InstFlags::MOVE), desc.role(Role::Opnd1)) {
            (true, Some(at)) if nres == 1 && f.is_virtual(list[at]) && f.is_virtual(list[0]) => {
                Some((list[at], regs[at]))
            }
            _ => None,
        };
        let held: SmallVec<[Tn; 4]> = match source {
            Some((_, Some(r))) => self.state.at(Loc::reg(r)).into(),
            _ => SmallVec::new(),
        };
        self.state.clobber(f.clobbers(op), self.cx);
        if f.extra(op).is_some_and(|e| e.returns_twice) {
            self.state.clobber_all_registers();
        }
        if f.last(b) == Some(op) && f.bbs[b].unwind.is_some() {
            // Who unwinds may have begun to make the results; they are no clobbers, but hold nothing there either.
            regs.iter().take(nres).flatten().for_each(|&r| self.state.kill(Loc::reg(r)));
            self.state.save(&mut self.unwinding);
        }
        for (&t, r) in list.iter().zip(regs).take(nres) {
            if f.is_virtual(t) && source.is_none_or(|(s, _)| s != t) {
                self.state.redefine(t);
            }
            if let Some(r) = r {
                self.state.kill(Loc::reg(*r));
            }
        }
        for (&t, r) in list.iter().zip(regs).take(nres) {
            if let (Some(r), true) = (r, f.is_virtual(t)) {
                self.state.add(Loc::reg(*r), t);
            }
        }
        if let (Some((s, _)), Some(Some(r))) = (source, regs.first().copied()) {
            held.into_iter().for_each(|t| self.state.add(Loc::reg(r), t));
            self.state.alias(list[0], s);
        }
    }

    fn deletion(&mut self, b: Bb, op: Op) {
        let f = self.f;
        let kept = InstFlags::STORE | InstFlags::BRANCH | InstFlags::CALL | InstFlags::RETURN | InstFlags::EFFECT;
        let fixed = f.results(op).iter().any(|&t| !f.is_virtual(t));
        if self.row_is(op, kept | InstFlags::FENCE) || f.ops[op].flags.contains(OpFlags::VOLATILE) || fixed {
            self.error(b, Some(op), None, "deleted, but it has an effect".into());
        }
        f.results(op).iter().for_each(|&t| self.state.redefine(t));
    }

    fn unreached_edits(&mut self) {
        if !self.errors.is_empty() {
            return;
        }
        let reached = flow::reachable(self.f);
        for (i, e) in self.a.edits.iter().enumerate() {
            let b = match e.at {
                Point::BlockStart(b) | Point::BlockEnd(b) | Point::Edge(b, _) => Some(b),
                Point::Before(o) | Point::After(o) => self.f.bb_of(o),
            };
            if !self.seen.contains(i) && b.is_none_or(|b| reached.contains(b.index())) {
                let bb = b.unwrap_or(Bb::from_u32(0));
                self.error(bb, point_op(e.at), None, format!("{:?}: no such point for {:?}", e.at, e.kind));
            }
        }
    }
}

fn point_op(p: Point) -> Option<Op> {
    match p {
        Point::Before(o) | Point::After(o) => Some(o),
        _ => None,
    }
}

/// What an edit reads and writes.
fn ends(s: &State, e: &Edit) -> (Option<Loc>, Loc) {
    match e.kind {
        EditKind::Copy { from, to, .. } => (Some(Loc::reg(from)), Loc::reg(to)),
        EditKind::Spill { from, slot, .. } => (Some(Loc::reg(from)), s.slot(slot)),
        EditKind::Reload { slot, to, .. } => (Some(s.slot(slot)), Loc::reg(to)),
        EditKind::Remat { to, .. } => (None, Loc::reg(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::Allocate;
    use crate::alloc::spillall::SpillAll;
    use crate::func::OpExtra;
    use crate::target::Hooks;
    use crate::testing::{GPR, R, Setup, emit, emit_fixed, op, set_succs};
    use whirl_lite::mtype::MType::I64;

    /// A diamond with a call on one side, ties and fixed registers.
    fn diamond(s: &Setup) -> Func {
        let mut f = s.func();
        let [a, b, c, d] = [f.add_bb(), f.add_bb(), f.add_bb(), f.add_bb()];
        let t: Vec<Tn> = (0..8).map(|_| f.new_reg(GPR, I64)).collect();
        emit_fixed(&mut f, a, op::ENTRY, &[t[0], t[1]], &[], &[R[0], R[1]], OpExtra::default());
        emit(&mut f, a, op::ADD2, &[t[2]], &[t[0], t[1]]);
        let to = f.label(c);
        emit(&mut f, a, op::BEQ, &[], &[t[0], t[1], to]);
        let callee = f.lit(0);
        let extra = OpExtra { clobbers: s.hooks.call_clobbers(&s.cx()), ..OpExtra::default() };
        emit_fixed(&mut f, b, op::CALL, &[t[3]], &[callee, t[0]], &[R[0], R[0]], extra);
        emit(&mut f, c, op::EARLY, &[t[3]], &[t[2], t[1]]);
        emit(&mut f, d, op::MV, &[t[4]], &[t[3]]);
        emit(&mut f, d, op::DIV, &[t[5], t[6]], &[t[4], t[2]]);
        emit_fixed(&mut f, d, op::RET, &[], &[t[6]], &[R[0]], OpExtra::default());
        set_succs(&mut f, a, &[b, c]);
        set_succs(&mut f, b, &[d]);
        set_succs(&mut f, c, &[d]);
        f.rebuild_preds();
        f
    }

    #[test]
    fn accepts_the_reference_and_refuses_each_broken_answer() {
        let s = Setup::default();
        let f = diamond(&s);
        let good = SpillAll.run(&f, &s.cx()).unwrap();
        check(&f, &s.cx(), &good).unwrap();
        // The sum's register is soon reused: it is lost without its spills, or without its reloads.
        let used = |t: Tn| f.ops.keys().any(|o| f.operands(o).contains(&t));
        let sum = f.ops.keys().find(|&o| f.ops[o].opcode == op::ADD2).map(|o| f.results(o)[0]);
        if let Some(t) = sum {
            for spills in [true, false] {
                let mut bad = good.clone();
                bad.edits.retain(|e| e.tn() != t || matches!(e.kind, EditKind::Spill { .. }) != spills);
                assert!(check(&f, &s.cx(), &bad).is_err(), "{t} without its edits");
            }
        }
        // Its spill reads each result where the answer says that it was; a move's source may be there too.
        for o in f.ops.keys().filter(|&o| f.ops[o].opcode != op::MV) {
            for (n, &t) in f.all(o).iter().enumerate().take(f.nres(o)).filter(|(_, t)| used(**t)) {
                let i = f.opnds_start(o) + n;
                for r in R.into_iter().filter(|&r| good.places[i] != Place::Reg(r)) {
                    let mut bad = good.clone();
                    bad.places[i] = Place::Reg(r);
                    assert!(check(&f, &s.cx(), &bad).is_err(), "{t} of {o} in {r:?}");
                }
            }
        }
    }

    #[test]
    fn clobbers_early_results_and_orders_are_seen() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let (x, y) = (f.new_reg(GPR, I64), f.new_reg(GPR, I64));
        let entry = emit_fixed(&mut f, b, op::ENTRY, &[x], &[], &[R[0]], OpExtra::default());
        let early = emit(&mut f, b, op::EARLY, &[y], &[x, x]);
        let ret = emit_fixed(&mut f, b, op::RET, &[], &[y], &[R[0]], OpExtra::default());
        let mut a = Answer { places: vec![Place::Reg(R[0]); f.opnds.len()], ..Answer::default() };
        let errors = check(&f, &s.cx(), &a).unwrap_err();
        assert!(errors[0].what.contains("early"), "{errors:?}");
        a.places[f.opnds_start(early)] = Place::Reg(R[1]);
        assert!(check(&f, &s.cx(), &a).is_err());
        a.places[f.opnds_start(early)] = Place::Reg(R[1]);
        let kind = EditKind::Copy { tn: y, from: R[1], to: R[0] };
        a.edits.push(Edit { at: Point::Before(ret), group: 0, kind });
        check(&f, &s.cx(), &a).unwrap();
        a.order = vec![(b, vec![early, entry, ret])];
        assert!(check(&f, &s.cx(), &a).is_err());
    }

    #[test]
    fn a_path_without_definition_is_ignored() {
        let s = Setup::default();
        let mut f = s.func();
        let [a, b, c] = [f.add_bb(), f.add_bb(), f.add_bb()];
        let (x, y) = (f.new_reg(GPR, I64), f.new_reg(GPR, I64));
        emit_fixed(&mut f, a, op::ENTRY, &[x], &[], &[R[0]], OpExtra::default());
        let to = f.label(c);
        emit(&mut f, a, op::BEQ, &[], &[x, x, to]);
        emit(&mut f, b, op::ADDI, &[y], &[x, x]);
        emit_fixed(&mut f, c, op::RET, &[], &[y], &[R[0]], OpExtra::default());
        set_succs(&mut f, a, &[b, c]);
        set_succs(&mut f, b, &[c]);
        f.rebuild_preds();
        let answer = Answer { places: vec![Place::Reg(R[0]); f.opnds.len()], ..Answer::default() };
        check(&f, &s.cx(), &answer).unwrap();
    }
}
