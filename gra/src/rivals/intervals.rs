//! What there is to allocate: for each TN its live segments and references, and what registers are taken anyway.
//!
//! One walk back through each block makes all of it, from global liveness. References come in two sorts:
//! * *plain* ones may take any register that the TN may: the value is used where it lives;
//! * *isolated* ones are more constrained: a fixed register (arguments, results, division on some machines), a sub-class,
//!   a tie. They get a tiny place of their own around the op, and a copy to or from wherever the value lives. Hints make
//!   most of those copies vanish. This is the one place that isolates them, the same for all rivals.
//!
//! So a value's segments end in the gap before an isolated use, and begin in the gap after an isolated definition.
//!
//! Registers that ops take by themselves are known here once and for all: [`Problem::fixed`] for operands in fixed
//! registers, [`Problem::masks`] for clobbers. A call that returns twice destroys all registers, so nothing lives in one
//! over it; clobbers also keep what is live into a landing pad in callee-saved registers or memory.
//!
//! TNs of classes that are never spilled (flags) are *rigid*: all their references are plain, in one register all along,
//! and no edit may name them; if each reference names the register, they are *pinned* there and ask for nothing.

use super::points::{Points, Pos, Seg};
use cgir::alloc::AllocError;
use cgir::analysis::Liveness;
use cgir::func::{Bb, Constraint, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{PReg, RegClass, RegSet, Unit};

/// Segments of one value, sorted and disjoint.
pub type Segs = SmallVec<[Seg; 2]>;

/// Registers to choose from: what an operand's class and its TN's class have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Bank(u16);

impl Bank {
    /// Its place in [`Problem::banks`].
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The registers of a bank.
#[derive(Clone, Debug)]
pub struct BankData {
    /// Class, for messages.
    pub class: RegClass,
    /// Registers in the order in which they are preferred, with their units.
    pub regs: Vec<(PReg, RegSet)>,
    /// All their units.
    pub units: RegSet,
}

/// How a reference is constrained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Like its TN.
    Plain,
    /// To one register.
    Fixed(PReg),
    /// To a bank of its own.
    Narrow(Bank),
    /// To the same register as another reference of the op: the entry of the tie's operand in [`Func::opnds`].
    Tied(u32, Bank),
}

/// One operand or result.
#[derive(Clone, Copy, Debug)]
pub struct Ref {
    /// Its TN.
    pub tn: Tn,
    /// Its op.
    pub op: Op,
    /// Index in [`Func::opnds`].
    pub entry: u32,
    /// Is it a result?
    pub def: bool,
    /// A point at which the value is live where it lives: for an isolated use before the gap, for an isolated
    /// definition after the op.
    pub pos: Pos,
    /// Its constraint.
    pub how: How,
    /// How often the op is executed.
    pub freq: f32,
}

impl Ref {
    /// Does it need a place of its own?
    pub fn isolated(&self) -> bool {
        self.how != How::Plain
    }
}

/// No reference, no piece.
pub const NONE: u32 = u32::MAX;

/// What a TN may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nature {
    /// Not a TN to allocate, or never referenced.
    #[default]
    Absent,
    /// Lives in registers and memory.
    Normal,
    /// Has several values at once around a call with a landing pad: lives in memory.
    Memory,
    /// Never moves: one register.
    Rigid,
    /// Never moves, and its register is given.
    Pinned(PReg),
}

/// A fixed register in use.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// Where.
    pub seg: Seg,
    /// By whose value.
    pub tn: Tn,
}

/// Registers that lose their contents.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    /// Where.
    pub seg: Seg,
    /// Which units.
    pub units: RegSet,
}

/// An allocation problem: a function, read for allocators of whole intervals.
pub struct Problem<'a> {
    /// The function.
    pub f: &'a Func,
    /// Its context.
    pub cx: &'a PassCx<'a>,
    /// Its points.
    pub points: Points,
    /// Liveness of GTNs.
    pub live: Liveness,
    /// TNs to allocate, in order of mention.
    pub tns: Vec<Tn>,
    /// By TN: what it may be.
    pub nature: SecondaryMap<Tn, Nature>,
    /// By TN: where it is live.
    pub segs: SecondaryMap<Tn, Segs>,
    /// By TN: its bank.
    pub bank_of: SecondaryMap<Tn, Bank>,
    /// All references, by TN, then by op.
    pub refs: Vec<Ref>,
    /// By TN: its run of `refs`.
    ref_range: SecondaryMap<Tn, (u32, u32)>,
    /// By entry of [`Func::opnds`]: its reference.
    pub ref_of: Vec<u32>,
    /// Banks.
    pub banks: Vec<BankData>,
    /// By unit: fixed registers in use, sorted.
    pub fixed: Vec<Vec<Fixed>>,
    /// Clobbers, sorted.
    pub masks: Vec<Mask>,
    bank_numbers: FxHashMap<(RegClass, RegClass), Bank>,
}

impl<'a> Problem<'a> {
    /// Reads a function.
    pub fn new(f: &'a Func, cx: &'a PassCx<'a>) -> Problem<'a> {
        let mut p = Problem {
            f,
            cx,
            points: Points::new(f),
            live: Liveness::compute(f),
            tns: Vec::new(),
            nature: SecondaryMap::new(),
            segs: SecondaryMap::new(),
            bank_of: SecondaryMap::new(),
            refs: Vec::new(),
            ref_range: SecondaryMap::new(),
            ref_of: vec![NONE; f.opnds.len()],
            banks: Vec::new(),
            fixed: vec![Vec::new(); cx.target.isa.units as usize],
            masks: Vec::new(),
            bank_numbers: FxHashMap::default(),
        };
        p.find_refs();
        let mut walk = Walk { open: SecondaryMap::new(), opened: Vec::new() };
        for &b in f.layout.iter().rev() {
            p.block(b, &mut walk);
        }
        for t in &p.tns {
            p.segs[*t].reverse();
        }
        p.masks.reverse();
        p.pin();
        p
    }

    /// References of a TN, in order.
    pub fn refs_of(&self, t: Tn) -> &[Ref] {
        let (from, to) = self.ref_range[t];
        &self.refs[from as usize..to as usize]
    }
    /// Numbers of a TN's references in [`Problem::refs`].
    pub fn ref_ids(&self, t: Tn) -> std::ops::Range<u32> {
        let (from, to) = self.ref_range[t];
        from..to
    }
    /// A bank's registers.
    pub fn bank(&self, b: Bank) -> &BankData {
        &self.banks[b.0 as usize]
    }
    /// The op that rebuilds a TN anywhere.
    pub fn remat(&self, t: Tn) -> Option<Op> {
        self.f.remat[t].expand()
    }
    /// Units that lose their contents somewhere in the segments.
    pub fn clobbered(&self, segs: &[Seg]) -> RegSet {
        let mut set = RegSet::EMPTY;
        for s in segs {
            let first = self.masks.partition_point(|m| m.seg.to <= s.from);
            for m in self.masks[first..].iter().take_while(|m| m.seg.from < s.to) {
                set |= m.units;
            }
        }
        set
    }
    /// The first clobber of some units in the segments.
    pub fn first_mask(&self, segs: &[Seg], units: RegSet) -> Option<Seg> {
        segs.iter().find_map(|s| {
            let first = self.masks.partition_point(|m| m.seg.to <= s.from);
            let here = self.masks[first..].iter().take_while(|m| m.seg.from < s.to);
            here.filter(|m| m.units.intersects(units)).map(|m| m.seg).next()
        })
    }
    /// Is a unit used as a fixed register somewhere in the segments, but for the value of this TN?
    pub fn fixed_conflict(&self, u: Unit, segs: &[Seg], tn: Option<Tn>) -> bool {
        self.first_fixed(u, segs, tn).is_some()
    }
    /// The first use of a unit as a fixed register in the segments, but for the value of this TN.
    pub fn first_fixed(&self, u: Unit, segs: &[Seg], tn: Option<Tn>) -> Option<Fixed> {
        let list = &self.fixed[u.0 as usize];
        let mut at = 0;
        for s in segs {
            at += list[at..].partition_point(|x| x.seg.to <= s.from);
            let found = list[at..].iter().take_while(|x| x.seg.from < s.to).find(|x| Some(x.tn) != tn);
            if found.is_some() {
                return found.copied();
            }
        }
        None
    }
    /// Is an edge one that edits cannot stand on, so that both its ends must agree on places?
    pub fn rigid_edge(&self, b: Bb, n: usize) -> bool {
        let f = self.f;
        let to = f.bbs[b].succs[n].bb;
        f.bbs[b].unwind == Some(to) || f.bbs[to].preds.len() > 1 && self.ends_indirect(b)
    }
    /// Does a block end in an indirect jump?
    fn ends_indirect(&self, b: Bb) -> bool {
        let f = self.f;
        let isa = self.cx.target.isa;
        let label_twice = f.bbs[b].succs.len() > 2;
        label_twice
            || f.terminator(isa, b).is_some_and(|t| isa.inst(f.ops[t].opcode).is(targ_info::InstFlags::INDIRECT))
    }

    fn bank_for(&mut self, class: RegClass, own: RegClass) -> Bank {
        let next = Bank(self.banks.len() as u16);
        let b = *self.bank_numbers.entry((class, own)).or_insert(next);
        if b == next {
            let isa = self.cx.target.isa;
            let usable = self.cx.allocatable(class) & self.cx.allocatable(own);
            let regs: Vec<(PReg, RegSet)> = isa
                .class(class)
                .members
                .iter()
                .map(|&r| (r, isa.reg(r).units))
                .filter(|x| usable.contains(x.1))
                .collect();
            let units = regs.iter().fold(RegSet::EMPTY, |s, x| s | x.1);
            self.banks.push(BankData { class, regs, units });
        }
        b
    }

    /// Is the class a narrower choice than the TN's own?
    fn narrower(&mut self, class: RegClass, own: RegClass) -> Option<Bank> {
        if class == own {
            return None;
        }
        let (narrow, wide) = (self.bank_for(class, own), self.bank_for(own, own));
        (self.bank(narrow).regs.len() < self.bank(wide).regs.len()).then_some(narrow)
    }

    /// Finds all references, grouped by TN, and what each TN may be.
    fn find_refs(&mut self) {
        let f = self.f;
        let mut found: Vec<Ref> = Vec::new();
        let mut count: SecondaryMap<Tn, u32> = SecondaryMap::new();
        for &b in &f.layout {
            for op in f.bb_ops(b) {
                self.op_refs(b, op, &mut found, &mut count);
            }
        }
        let mut at = 0;
        for &t in &self.tns {
            self.ref_range[t] = (at, at);
            at += count[t];
        }
        let Some(&filler) = found.first() else { return };
        self.refs = vec![filler; found.len()];
        for r in found {
            let end = &mut self.ref_range[r.tn].1;
            self.refs[*end as usize] = r;
            self.ref_of[r.entry as usize] = *end;
            *end += 1;
        }
    }

    fn op_refs(&mut self, b: Bb, op: Op, found: &mut Vec<Ref>, count: &mut SecondaryMap<Tn, u32>) {
        let f = self.f;
        let isa = self.cx.target.isa;
        let (nres, start) = (f.nres(op), f.opnds_start(op));
        let mut tied: SmallVec<[(usize, Bank); 2]> = SmallVec::new();
        for (i, &t) in f.all(op).iter().enumerate() {
            let (true, Some(own)) = (f.is_virtual(t), f.class(t)) else { continue };
            let rigid = isa.class(own).no_spill || self.cx.allocatable(own).is_empty();
            if self.nature[t] == Nature::Absent {
                self.bank_of[t] = self.bank_for(own, own);
                self.nature[t] = if rigid { Nature::Rigid } else { Nature::Normal };
                self.tns.push(t);
            }
            let def = i < nres;
            let mut how = match f.constraint(isa, op, i) {
                _ if rigid => How::Plain,
                Constraint::Fixed(r) => How::Fixed(r),
                Constraint::Tied(to, c) => match f.constraint(isa, op, to as usize) {
                    Constraint::Fixed(r) => How::Fixed(r),
                    _ => {
                        let bank = self.bank_for(c, own);
                        tied.push((to as usize, bank));
                        How::Tied(start as u32 + u32::from(to), bank)
                    }
                },
                Constraint::Class(c) => self.narrower(c, own).map_or(How::Plain, How::Narrow),
                Constraint::None => How::Plain,
            };
            let early = def && f.is_early(isa, op, i);
            if let Some(&(_, bank)) = tied.iter().find(|x| x.0 == i) {
                // The tie's class, or the operand's own if that leaves less choice.
                let class = self.bank(bank).class;
                let mut bank = self.bank_for(class, own);
                if let How::Narrow(b) = how
                    && self.bank(b).regs.len() < self.bank(bank).regs.len()
                {
                    bank = b;
                }
                how = How::Tied((start + i) as u32, bank);
            } else if early && how == How::Plain && f.operands(op).contains(&t) {
                // Old and new value are in different registers at once.
                how = How::Narrow(self.bank_of[t]);
            }
            let p = &self.points;
            let pos = match (def, how == How::Plain) {
                (true, true) if early => p.early(op),
                (true, true) => p.def(op),
                (true, false) => p.after(op),
                (false, true) => p.early(op),
                (false, false) => p.early(op).before(),
            };
            let entry = (start + i) as u32;
            found.push(Ref { tn: t, op, entry, def, pos, how, freq: f.bbs[b].freq });
            count[t] += 1;
        }
    }

    /// Segments of one block, from its end to its start, so that lists grow downward.
    fn block(&mut self, b: Bb, w: &mut Walk) {
        let f = self.f;
        let span = self.points.block(b);
        w.opened.clear();
        for t in self.live.live_out(b).iter() {
            if self.nature[t] != Nature::Absent {
                w.open[t] = span.to;
                w.opened.push(t);
            }
        }
        for op in f.bb_ops(b).rev() {
            self.results(b, op, w);
            self.clobbers(op);
            self.operands(op, w);
        }
        for i in 0..w.opened.len() {
            let t = w.opened[i];
            let to = std::mem::take(&mut w.open[t]);
            self.add(t, span.from, to);
        }
    }

    /// Adds a segment in front of a TN's list.
    fn add(&mut self, t: Tn, from: Pos, to: Pos) {
        if from >= to {
            return;
        }
        match self.segs[t].last_mut() {
            Some(s) if s.from == to => s.from = from,
            _ => self.segs[t].push(Seg { from, to }),
        }
    }

    fn results(&mut self, b: Bb, op: Op, w: &mut Walk) {
        let f = self.f;
        let start = f.opnds_start(op);
        for i in 0..f.nres(op) {
            let t = f.all(op)[i];
            let r = self.ref_of[start + i];
            if r == NONE {
                self.dedicated(t);
                continue;
            }
            let r = self.refs[r as usize];
            let to = std::mem::take(&mut w.open[t]);
            if let How::Fixed(reg) = r.how {
                let from =
                    if f.is_early(self.cx.target.isa, op, i) { self.points.early(op) } else { self.points.def(op) };
                self.take(reg, Seg { from, to: self.points.after(op) }, t);
            }
            let to = if r.how == How::Plain { to.max(self.points.dead(op)) } else { to };
            self.add(t, r.pos, to);
            let pad = f.bbs[b].unwind.filter(|_| f.last(b) == Some(op));
            if pad.is_some_and(|p| self.live.live_in(p).contains(t)) {
                self.nature[t] = Nature::Memory;
                w.open[t] = self.points.late(op);
                w.opened.push(t);
            }
        }
    }

    fn clobbers(&mut self, op: Op) {
        let Some(e) = self.f.extra(op) else { return };
        let (early, late, def) = (self.points.early(op), self.points.late(op), self.points.def(op));
        let seg =
            if e.asm.is_some() { Seg { from: early, to: self.points.after(op) } } else { Seg { from: late, to: def } };
        let mut units = e.clobbers;
        if e.returns_twice {
            units = (0..self.cx.target.isa.units).map(Unit).collect();
        }
        if !units.is_empty() {
            self.masks.push(Mask { seg, units });
        }
    }

    fn operands(&mut self, op: Op, w: &mut Walk) {
        let f = self.f;
        let start = f.opnds_start(op);
        for i in f.nres(op)..f.all(op).len() {
            let t = f.all(op)[i];
            let r = self.ref_of[start + i];
            if r == NONE {
                self.dedicated(t);
                continue;
            }
            let r = self.refs[r as usize];
            let (early, late) = (self.points.early(op), self.points.late(op));
            if let How::Fixed(reg) = r.how {
                self.take(reg, Seg { from: early, to: late }, t);
            }
            let to = if r.how == How::Plain { late } else { early };
            if w.open[t] == Pos::default() {
                w.opened.push(t);
            }
            w.open[t] = w.open[t].max(to);
        }
    }

    /// A register is in use by a fixed operand.
    fn take(&mut self, r: PReg, seg: Seg, tn: Tn) {
        for u in self.cx.target.isa.reg(r).units.iter() {
            let list = &mut self.fixed[u.0 as usize];
            if list.last().is_none_or(|x| x.seg != seg || x.tn != tn) {
                list.push(Fixed { seg, tn });
            }
        }
    }

    /// A dedicated register that is not reserved belongs to its TN all through the function.
    fn dedicated(&mut self, t: Tn) {
        let Some(r) = self.f.preg(t) else { return };
        let units = self.cx.target.isa.reg(r).units - self.cx.target.reserved;
        let seg = Seg { from: Pos(0), to: Pos::of_index(self.points.len() as u32) };
        for u in units.iter() {
            let list = &mut self.fixed[u.0 as usize];
            if list.iter().all(|x| x.seg != seg) {
                list.push(Fixed { seg, tn: t });
            }
        }
    }

    /// Finds the registers of rigid TNs that have no choice, and sorts what is fixed.
    fn pin(&mut self) {
        let isa = self.cx.target.isa;
        let f = self.f;
        for i in 0..self.tns.len() {
            let t = self.tns[i];
            if self.nature[t] != Nature::Rigid {
                continue;
            }
            let fixed = |r: &Ref| match f.constraint(isa, r.op, r.entry as usize - f.opnds_start(r.op)) {
                Constraint::Fixed(reg) => Some(reg),
                _ => None,
            };
            let Some(reg) = self.refs_of(t).iter().find_map(fixed) else { continue };
            self.nature[t] = Nature::Pinned(reg);
            for s in self.segs[t].clone() {
                self.take(reg, s, t);
            }
        }
        for list in &mut self.fixed {
            list.sort_by_key(|x| (x.seg, x.tn.index()));
        }
    }
}

/// What is live, on the way up through a block.
struct Walk {
    /// By TN: where it dies; the default if it is not live.
    open: SecondaryMap<Tn, Pos>,
    /// TNs that were live in the block.
    opened: Vec<Tn>,
}

/// The error for an op that finds no registers.
pub fn too_few(p: &Problem<'_>, op: Op, bank: Bank) -> AllocError {
    AllocError::TooFewRegisters { op, class: p.bank(bank).class }
}
