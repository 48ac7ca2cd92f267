//! Other forms of ops that save what allocators ask for beside them.
//!
//! An answer is improved where it stands, whoever made it, so that allocators stay comparable:
//! * *three operands*: a copy that only brings a tied operand into its result's register goes if the tables have a row that
//!   does the same without the tie ([`targ_info::Isa::same_as`]: a sum is an address), and nobody wants a result that it lacks;
//! * *folding*: a reload into a register that only one operand of the next op reads goes if the tables have a row with that
//!   operand in memory ([`targ_info::Isa::folds_of`]).
//!
//! (LLVM does the first before allocation, in its TwoAddressInstruction pass, where it must guess; the second as
//! `foldMemoryOperand`, from its spiller.)
//!
//! One walk upward over each block of the answered function, which knows the register units that are read later: those of
//! operands, of dedicated TNs (flags are such), and of edits. An answer without a candidate is not walked over, and of one that
//! has some only the blocks with candidates, once it is known what is live out of them.
//!
//! What is taken away is only ever a read of a register, an edit and what that writes, so what was found live stays an upper bound.

use super::index::EditIndex;
use super::{Alt, Answer, Edit, EditKind, Place, Point};
use crate::analysis::reglive;
use crate::func::{Bb, Constraint, Func, Op, Tn};
use crate::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use targ_info::{Arg, Expansion, InstFlags, Opcode, OperandKind, PReg, RegSet};

/// The most bytes that are folded: wider operands in memory want an alignment that slots may not have.
const WIDEST: u64 = 8;

/// Chooses other forms where they save edits.
pub fn choose(f: &Func, cx: &PassCx<'_>, a: &mut Answer) {
    let candidates: FixedBitSet =
        a.edits.iter().filter_map(|e| f.bb_of(candidate(f, cx, e)?)).map(|b| b.index()).collect();
    if candidates.is_clear() {
        return;
    }
    let mut c = Chooser { f, cx, index: EditIndex::new(f, a), deleted: FixedBitSet::with_capacity(f.ops.len()), a };
    c.a.deleted.iter().for_each(|o| c.deleted.grow_and_insert(o.index()));
    let live_out = c.live_out();
    let mut gone = FixedBitSet::with_capacity(c.a.edits.len());
    for &b in f.layout.iter().filter(|b| candidates.contains(b.index())) {
        c.walk(b, &mut [live_out[b]], Some(&mut gone));
    }
    let mut n = 0..;
    c.a.edits.retain(|_| n.next().is_none_or(|n| !gone.contains(n)));
}

/// The op that follows, if another form of it may save the edit.
fn candidate(f: &Func, cx: &PassCx<'_>, e: &Edit) -> Option<Op> {
    let Point::Before(op) = e.at else { return None };
    let row = f.ops[op].opcode;
    let may = match e.kind {
        EditKind::Copy { .. } => !cx.target.isa.same_as(row).is_empty(),
        EditKind::Reload { .. } => !cx.target.isa.folds_of(row).is_empty(),
        EditKind::Spill { .. } | EditKind::Remat { .. } => false,
    };
    may.then_some(op)
}

/// The register, as an operand of a class names it: the register itself, or its view of another width.
pub(super) fn as_member(isa: &targ_info::Isa, r: PReg, class: targ_info::RegClass) -> Option<PReg> {
    if isa.class(class).members.contains(&r) { Some(r) } else { isa.view(r, class) }
}

/// How an op stands under another row: what each operand of that row is.
pub(super) fn same_form(cx: &PassCx<'_>, from: Opcode, to: Opcode) -> Option<&'static Expansion> {
    cx.target.isa.same_as(from).iter().find(|e| e.to == to)
}

struct Chooser<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    a: &'a mut Answer,
    index: EditIndex,
    deleted: FixedBitSet,
}

impl Chooser<'_> {
    fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }

    // What is live.

    /// Units live out of each block, with what edits on its edges read.
    fn live_out(&mut self) -> SecondaryMap<Bb, RegSet> {
        let f = self.f;
        let all = (0..self.cx.target.isa.units).map(targ_info::Unit).collect::<RegSet>();
        // What a block does to a set is (set - kill) | gen, found by running it on nothing and on everything.
        let mut pass: SecondaryMap<Bb, (RegSet, RegSet)> = SecondaryMap::new();
        let mut on_edges: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        for &b in &f.layout {
            let mut both = [RegSet::EMPTY, all];
            self.walk(b, &mut both, None);
            pass[b] = both.into();
            for n in 0..f.bbs[b].succs.len() {
                for i in self.index.at(Point::Edge(b, n as u32)) {
                    on_edges[b] |= self.ends(i).0;
                }
            }
        }
        let mut live_in: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        let mut live_out: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        loop {
            let mut changed = false;
            for &b in f.layout.iter().rev() {
                let out = f.bbs[b].succs.iter().fold(on_edges[b], |s, x| s | live_in[x.bb]);
                let (made, passed) = pass[b];
                let new = made | (out & passed);
                changed |= new != live_in[b] || out != live_out[b];
                (live_in[b], live_out[b]) = (new, out);
            }
            if !changed {
                return live_out;
            }
        }
    }

    /// Units that the edit at a place of the index reads and writes.
    fn ends(&self, i: usize) -> (RegSet, RegSet) {
        match self.a.edits[self.index.sorted[i] as usize].kind {
            EditKind::Copy { from, to, .. } => (self.units(from), self.units(to)),
            EditKind::Spill { from, .. } => (self.units(from), RegSet::EMPTY),
            EditKind::Reload { to, .. } | EditKind::Remat { to, .. } => (RegSet::EMPTY, self.units(to)),
        }
    }

    /// Steps states over the edits of a point, upward.
    fn above(&self, p: Point, live: &mut [RegSet], gone: Option<&FixedBitSet>) {
        let range = self.index.at(p);
        let group = |i: usize| self.a.edits[self.index.sorted[i] as usize].group;
        let mut end = range.end;
        while end > range.start {
            let mut start = end - 1;
            while start > range.start && group(start - 1) == group(end - 1) {
                start -= 1;
            }
            let here = |i: &usize| gone.is_none_or(|g| !g.contains(self.index.sorted[*i] as usize));
            let (mut reads, mut writes) = (RegSet::EMPTY, RegSet::EMPTY);
            for (r, w) in (start..end).filter(here).map(|i| self.ends(i)) {
                reads |= r;
                writes |= w;
            }
            live.iter_mut().for_each(|s| *s = (*s - writes) | reads);
            end = start;
        }
    }

    /// Walks a block upward with one or more states of what is live; with a set for the edits that go, chooses forms on the
    /// way by the first state.
    fn walk(&mut self, b: Bb, live: &mut [RegSet], mut gone: Option<&mut FixedBitSet>) {
        let f = self.f;
        let isa = self.cx.target.isa;
        let ops: SmallVec<[Op; 32]> = match self.a.order.iter().find(|o| o.0 == b) {
            Some((_, list)) => list.iter().copied().collect(),
            None => f.bb_ops(b).collect(),
        };
        let entry = if f.entry() == Some(b) { f.entry_op(isa) } else { None };
        let term = f.terminator(isa, b);
        if term.is_none() {
            self.above(Point::BlockEnd(b), live, None);
        }
        for &op in ops.iter().rev() {
            if entry == Some(op) {
                self.above(Point::BlockStart(b), live, None);
            }
            self.above(Point::After(op), live, None);
            if let Some(gone) = gone.as_deref_mut().filter(|_| !self.deleted.contains(op.index())) {
                self.untie(op, live[0], gone);
                self.fold(op, live[0], gone);
            }
            self.above_op(op, live);
            self.above(Point::Before(op), live, gone.as_deref());
            if term == Some(op) {
                self.above(Point::BlockEnd(b), live, None);
            }
        }
        if entry.is_none() {
            self.above(Point::BlockStart(b), live, None);
        }
    }

    fn above_op(&self, op: Op, live: &mut [RegSet]) {
        if self.deleted.contains(op.index()) {
            return;
        }
        let nres = self.f.nres(op);
        let writes = self.f.clobbers(op) | self.entries(op, 0..nres);
        let leaves = reglive::returned(self.f, self.cx.target.isa, op, self.cx.target.callee_saved);
        let reads = self.entries(op, nres..self.f.all(op).len()) | leaves;
        live.iter_mut().for_each(|s| *s = (*s - writes) | reads);
    }

    /// Units of some entries of an op.
    fn entries(&self, op: Op, range: std::ops::Range<usize>) -> RegSet {
        range.filter_map(|i| self.reg(op, i)).fold(RegSet::EMPTY, |s, r| s | self.units(r))
    }

    /// The register of an op's entry.
    fn reg(&self, op: Op, i: usize) -> Option<PReg> {
        let t = *self.f.all(op).get(i)?;
        match (self.f.preg(t), self.a.places.get(self.f.opnds_start(op) + i)) {
            (Some(r), _) => Some(r),
            (None, Some(Place::Reg(r))) if self.f.is_virtual(t) => Some(*r),
            _ => None,
        }
    }

    // Three operands.

    /// Drops the copy that brings a tied operand, if another row has no tie.
    fn untie(&mut self, op: Op, live: RegSet, gone: &mut FixedBitSet) {
        let f = self.f;
        let forms = self.cx.target.isa.same_as(f.ops[op].opcode);
        let taken = matches!(self.index.alt(op), Some(Alt::Fold { .. } | Alt::Row(_)));
        if forms.is_empty() || taken || f.extra(op).is_some() {
            return;
        }
        let Some((edit, tn, from, to)) = self.tie_copy(op) else { return };
        let start = f.opnds_start(op);
        let brought = |i: &usize| f.all(op)[*i] == tn && self.a.places[start + i] == Place::Reg(to);
        let brought: SmallVec<[usize; 2]> = (f.nres(op)..f.all(op).len()).filter(brought).collect();
        let reg = |i: usize| if brought.contains(&i) { Some(from) } else { self.reg(op, i) };
        let Some(form) = forms.iter().find(|e| self.fits(op, e, reg) && self.lost(op, e, live)) else { return };
        brought.iter().for_each(|i| self.a.places[start + i] = Place::Reg(from));
        gone.insert(edit);
        if self.index.alt(op).is_some() {
            self.a.alts.retain(|x| x.0 != op);
        }
        self.a.alts.push((op, Alt::Row(form.to)));
    }

    /// The copy into the register of a tied result, if the op may read its source instead.
    fn tie_copy(&self, op: Op) -> Option<(usize, Tn, PReg, PReg)> {
        let isa = self.cx.target.isa;
        let tied = |i: &usize| matches!(self.f.constraint(isa, op, *i), Constraint::Tied(..));
        let result = (0..self.f.nres(op)).find(tied).and_then(|i| self.reg(op, i))?;
        let range = self.index.at(Point::Before(op));
        let edit = |i: usize| self.a.edits[self.index.sorted[i] as usize];
        let into = |i: &usize| matches!(edit(*i).kind, EditKind::Copy { to, .. } if to == result);
        let at = range.clone().rev().find(into)?;
        let EditKind::Copy { tn, from, to } = edit(at).kind else { return None };
        let others = range.filter(|&i| i != at && edit(i).group >= edit(at).group);
        for i in others {
            let (reads, writes) = self.ends(i);
            let later = edit(i).group > edit(at).group;
            if writes.intersects(self.units(from) | self.units(to)) || later && reads.intersects(self.units(to)) {
                return None;
            }
        }
        Some((self.index.sorted[at] as usize, tn, from, to))
    }

    /// Can the op be that row, with its entries in these registers?
    fn fits(&self, op: Op, e: &Expansion, reg: impl Fn(usize) -> Option<PReg>) -> bool {
        let (f, isa) = (self.f, self.cx.target.isa);
        let row = isa.inst(e.to);
        let entry = |arg: Option<&Arg>| match arg {
            Some(Arg::Operand(i)) => reg(*i as usize),
            _ => None,
        };
        let fits = |arg: &Arg, o: &targ_info::OperandDesc| match (arg, o.kind) {
            (Arg::Operand(i), OperandKind::Reg(c)) => {
                let Some(r) = reg(*i as usize) else { return false };
                let tied = o.tied == 255 || entry(e.args.get(o.tied as usize)) == Some(r);
                tied && as_member(isa, r, c).is_some()
            }
            (Arg::Operand(i), OperandKind::Imm(k)) => f
                .all(op)
                .get(*i as usize)
                .and_then(|&t| f.as_lit(t))
                .is_some_and(|v| isa.imms[k as usize].fits_with(v, &self.cx.target.features)),
            (Arg::Operand(_), _) => false,
            (Arg::Reg(_) | Arg::Imm(_), _) => true,
        };
        row.available(&self.cx.target.features)
            && e.args.len() == row.operands.len()
            && e.args.iter().zip(row.operands).all(|(arg, o)| fits(arg, o))
    }

    /// Does nobody want the results that the other row lacks?
    fn lost(&self, op: Op, e: &Expansion, live: RegSet) -> bool {
        let kept = |i: usize| e.args.iter().any(|a| matches!(a, Arg::Operand(k) if *k as usize == i));
        let unwanted = |i: usize| self.reg(op, i).is_some_and(|r| !self.units(r).intersects(live));
        (0..self.f.nres(op)).all(|i| kept(i) || unwanted(i))
    }

    // Folding.

    /// Drops a reload for one operand, if another row has that in memory.
    fn fold(&mut self, op: Op, live: RegSet, gone: &mut FixedBitSet) {
        let f = self.f;
        let (isa, start) = (self.cx.target.isa, f.opnds_start(op));
        let folds = isa.folds_of(f.ops[op].opcode);
        if folds.is_empty() || f.extra(op).is_some() || self.a.alts.last().is_some_and(|x| x.0 == op) {
            return;
        }
        if self.index.alt(op).is_some() {
            return;
        }
        let (nres, len) = (f.nres(op), f.all(op).len());
        let survives = live - self.entries(op, 0..nres) - f.clobbers(op);
        for fold in folds.iter().filter(|x| x.loads && !x.stores && (nres..len).contains(&(x.operand as usize))) {
            let i = fold.operand as usize;
            let (Some(r), tn) = (self.reg(op, i).filter(|_| f.is_virtual(f.all(op)[i])), f.all(op)[i]) else {
                continue;
            };
            let units = self.units(r);
            let alone = (nres..len).all(|k| k == i || self.reg(op, k).is_none_or(|x| !self.units(x).intersects(units)));
            let row = isa.inst(fold.mem);
            let size = u64::from(row.mem_bytes);
            let (slot_size, _) = self.cx.hooks.slot_shape(f, tn);
            let fits = row.available(&self.cx.target.features) && row.is(InstFlags::LOAD);
            if !alone || survives.intersects(units) || !fits || size == 0 || size > slot_size.min(WIDEST) {
                continue;
            }
            let Some((edit, slot)) = self.reload(op, tn, r) else { continue };
            self.a.places[start + i] = Place::Slot(slot);
            gone.insert(edit);
            let operand = fold.operand;
            self.a.alts.push((op, Alt::Fold { operand, opcode: fold.mem }));
            return;
        }
    }

    /// The reload of a register just before an op, if nothing after it reads the register or writes either end.
    fn reload(&self, op: Op, tn: Tn, r: PReg) -> Option<(usize, super::Slot)> {
        let units = self.units(r);
        let range = self.index.at(Point::Before(op));
        let edit = |i: usize| self.a.edits[self.index.sorted[i] as usize];
        let into = |i: &usize| matches!(edit(*i).kind, EditKind::Reload { to, tn: t, .. } if to == r && t == tn);
        let at = range.clone().rev().find(into)?;
        let EditKind::Reload { slot, .. } = edit(at).kind else { return None };
        for i in range.filter(|&i| i != at && edit(i).group >= edit(at).group) {
            let (reads, writes) = self.ends(i);
            let stores = matches!(edit(i).kind, EditKind::Spill { slot: s, .. } if s == slot);
            let later = edit(i).group > edit(at).group;
            if stores || writes.intersects(units) || later && reads.intersects(units) {
                return None;
            }
        }
        Some((self.index.sorted[at] as usize, slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::checker::check;
    use crate::alloc::{SlotData, apply::apply};
    use crate::func::OpExtra;
    use crate::testing::{GPR, ISA, R, Setup, emit, emit_fixed, op};
    use whirl_lite::mtype::MType::I64;

    fn names(f: &Func) -> Vec<&'static str> {
        f.bb_ops(f.layout[0]).map(|o| ISA.inst(f.ops[o].opcode).name).collect()
    }

    /// `z = x + y` by a row, then a return of z, x and y; with places for all.
    fn sum(s: &Setup, row: Opcode, places: [&[Place]; 3]) -> (Func, Answer, [Tn; 3], Op) {
        let mut f = s.func();
        let b = f.add_bb();
        f.bbs[b].freq = 1.0;
        let t = [f.new_reg(GPR, I64), f.new_reg(GPR, I64), f.new_reg(GPR, I64)];
        let [x, y, z] = t;
        let entry = emit_fixed(&mut f, b, op::ENTRY, &[x, y], &[], &R[..2], OpExtra::default());
        let add = emit(&mut f, b, row, &[z], &[x, y]);
        let live: &[Tn] = if places[2].len() == 3 { &[z, x, y] } else { &[z, x] };
        let want: Vec<PReg> = places[2].iter().map(|p| if let Place::Reg(r) = p { *r } else { R[0] }).collect();
        let ret = emit_fixed(&mut f, b, op::RET, &[], live, &want, OpExtra::default());
        let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
        for (op, places) in [entry, add, ret].into_iter().zip(places) {
            places.iter().enumerate().for_each(|(i, &p)| a.places[f.opnds_start(op) + i] = p);
        }
        (f, a, t, add)
    }

    #[test]
    fn a_copy_for_a_tie_goes_with_the_tie() {
        let s = Setup::default();
        let r = |i: usize| Place::Reg(R[i]);
        let places: [&[Place]; 3] = [&[r(0), r(1)], &[r(2), r(2), r(1)], &[r(2), r(0), r(1)]];
        let (mut f, mut a, [x, ..], add) = sum(&s, op::ADD2, places);
        let kind = EditKind::Copy { tn: x, from: R[0], to: R[2] };
        a.edits.push(Edit { at: Point::Before(add), group: 1, kind });
        check(&f, &s.cx(), &a).unwrap();
        // Another edit takes the source at the same time: then the copy is wanted.
        let mut moved = a.clone();
        moved.edits.push(Edit {
            at: Point::Before(add),
            group: 2,
            kind: EditKind::Copy { tn: x, from: R[2], to: R[0] },
        });
        choose(&f, &s.cx(), &mut moved);
        assert!(moved.alts.is_empty() && moved.edits.len() == 2);
        choose(&f, &s.cx(), &mut a);
        check(&f, &s.cx(), &a).unwrap();
        assert!(a.edits.is_empty() && a.alts == [(add, Alt::Row(op::ADD))], "{a:?}");
        let mut wrong = a.clone();
        wrong.alts[0].1 = Alt::Row(op::SUB);
        assert!(check(&f, &s.cx(), &wrong).is_err());
        apply(&mut f, &s.cx(), &a).unwrap();
        assert_eq!(names(&f), ["entry", "add", "ret"]);
    }

    #[test]
    fn a_reload_for_one_operand_is_folded() {
        let s = Setup::default();
        let r = |i: usize| Place::Reg(R[i]);
        for used_later in [false, true] {
            let last: &[Place] = if used_later { &[r(0), r(3), r(2)] } else { &[r(0), r(3)] };
            let places: [&[Place]; 3] = [&[r(0), r(1)], &[r(0), r(3), r(2)], last];
            let (mut f, mut a, [x, y, _], add) = sum(&s, op::ADD, places);
            let slot = a.slots.push(SlotData { size: 8, align: 3 });
            let kinds = [
                EditKind::Spill { tn: y, from: R[1], slot },
                EditKind::Copy { tn: x, from: R[0], to: R[3] },
                EditKind::Reload { tn: y, slot, to: R[2] },
            ];
            for (group, kind) in kinds.into_iter().enumerate() {
                a.edits.push(Edit { at: Point::Before(add), group: group as u32, kind });
            }
            check(&f, &s.cx(), &a).unwrap();
            choose(&f, &s.cx(), &mut a);
            check(&f, &s.cx(), &a).unwrap();
            let fold = [(add, Alt::Fold { operand: 2, opcode: op::ADDM })];
            assert_eq!(a.alts, if used_later { &fold[..0] } else { &fold[..] });
            apply(&mut f, &s.cx(), &a).unwrap();
            crate::verify::verify(&f, &s.cx()).unwrap();
            assert_eq!(names(&f).contains(&"addm"), !used_later);
        }
    }
}
