//! Which place holds which TNs: a relation, indexed both ways.

use crate::alloc::Slot;
use crate::func::{Func, Tn};
use crate::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use targ_info::{PReg, RegSet};

/// A place: registers first, then slots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Loc(u32);

impl Loc {
    /// Stands for every place: where a TN without a definition is.
    pub(super) const ANY: Loc = Loc(u32::MAX);
    const FIRST_SLOT: u32 = 1 << 16;

    pub(super) fn reg(r: PReg) -> Loc {
        Loc(r.0 as u32)
    }
    pub(super) fn is_slot(self) -> bool {
        self.0 >= Loc::FIRST_SLOT && self != Loc::ANY
    }
}

/// The relation at a point.
pub(super) struct State {
    regs: usize,
    /// By place (registers, then slots): TNs that it holds.
    held: Vec<SmallVec<[Tn; 2]>>,
    /// By TN: places that hold it.
    places: SecondaryMap<Tn, SmallVec<[Loc; 2]>>,
    /// TNs that no definition has reached: all places hold them.
    any: FixedBitSet,
    /// TNs that `places` or `any` may know, for clearing.
    dirty: Vec<Tn>,
    /// By register: registers that share a unit with it, itself included.
    aliases: Vec<SmallVec<[PReg; 4]>>,
    /// The clobber set met last, and the registers that it touches.
    clobbered: (RegSet, Vec<PReg>),
}

impl State {
    pub(super) fn new(f: &Func, cx: &PassCx<'_>, slots: usize) -> State {
        let isa = cx.target.isa;
        let all = || (0..isa.regs.len()).map(|i| PReg(i as u16));
        let share = |r: PReg| all().filter(|&x| isa.reg(x).units.intersects(isa.reg(r).units) || x == r).collect();
        State {
            regs: isa.regs.len(),
            held: vec![SmallVec::new(); isa.regs.len() + slots],
            places: SecondaryMap::new(),
            any: FixedBitSet::with_capacity(f.tns.len()),
            dirty: Vec::new(),
            aliases: all().map(share).collect(),
            clobbered: (RegSet::EMPTY, Vec::new()),
        }
    }

    fn index(&self, l: Loc) -> usize {
        if l.is_slot() { self.regs + (l.0 - Loc::FIRST_SLOT) as usize } else { l.0 as usize }
    }

    /// The place of a slot.
    pub(super) fn slot(&self, s: Slot) -> Loc {
        Loc(Loc::FIRST_SLOT + s.as_u32())
    }

    /// Starts a block.
    pub(super) fn load(&mut self, pairs: &[(Tn, Loc)]) {
        for t in std::mem::take(&mut self.dirty) {
            for l in std::mem::take(&mut self.places[t]) {
                let i = self.index(l);
                self.held[i].clear();
            }
            self.any.set(t.index(), false);
        }
        for &(t, l) in pairs {
            if l == Loc::ANY {
                self.dirty.push(t);
                self.any.insert(t.index());
            } else {
                self.add(l, t);
            }
        }
    }

    /// The relation as pairs, in no order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Tn, Loc)> + '_ {
        let known = |&t: &Tn| {
            // Everywhere includes wherever else it is; two ways to say so would never settle.
            let any = self.any.contains(t.index());
            let places = if any { &[][..] } else { &self.places[t][..] };
            places.iter().map(move |&l| (t, l)).chain(any.then_some((t, Loc::ANY)))
        };
        self.dirty.iter().flat_map(known)
    }

    /// Writes the relation down, for [`State::load`].
    pub(super) fn save(&self, out: &mut Vec<(Tn, Loc)>) {
        out.clear();
        out.extend(self.pairs());
        out.sort_unstable();
        out.dedup();
    }

    /// TNs that a place holds, beside those without a definition.
    pub(super) fn at(&self, l: Loc) -> &[Tn] {
        &self.held[self.index(l)]
    }

    pub(super) fn holds(&self, l: Loc, t: Tn) -> bool {
        self.any.contains(t.index()) || self.at(l).contains(&t)
    }

    pub(super) fn overlap(&self, a: Loc, b: Loc) -> bool {
        a == b || (!a.is_slot() && !b.is_slot() && self.aliases[a.0 as usize].contains(&PReg(b.0 as u16)))
    }

    pub(super) fn add(&mut self, l: Loc, t: Tn) {
        let i = self.index(l);
        if !self.held[i].contains(&t) {
            self.held[i].push(t);
            if self.places[t].is_empty() {
                self.dirty.push(t);
            }
            self.places[t].push(l);
        }
    }

    /// A place, and all that share a unit with it, lose their contents.
    pub(super) fn kill(&mut self, l: Loc) {
        if l.is_slot() {
            self.empty(l);
            return;
        }
        for k in 0..self.aliases[l.0 as usize].len() {
            self.empty(Loc::reg(self.aliases[l.0 as usize][k]));
        }
    }

    fn empty(&mut self, l: Loc) {
        let i = self.index(l);
        for t in std::mem::take(&mut self.held[i]) {
            self.places[t].retain(|x| *x != l);
        }
    }

    /// The old value of a TN is wanted no more.
    pub(super) fn redefine(&mut self, t: Tn) {
        self.any.set(t.index(), false);
        for l in std::mem::take(&mut self.places[t]) {
            let i = self.index(l);
            self.held[i].retain(|x| *x != t);
        }
    }

    /// `new` has the same bits as `old`.
    pub(super) fn alias(&mut self, new: Tn, old: Tn) {
        for l in self.places[old].clone() {
            self.add(l, new);
        }
        if self.any.contains(old.index()) {
            self.dirty.push(new);
            self.any.insert(new.index());
        }
    }

    pub(super) fn clobber(&mut self, set: RegSet, cx: &PassCx<'_>) {
        if set.is_empty() {
            return;
        }
        if self.clobbered.0 != set {
            let isa = cx.target.isa;
            let touched = (0..isa.regs.len()).map(|i| PReg(i as u16)).filter(|&r| isa.reg(r).units.intersects(set));
            self.clobbered = (set, touched.collect());
        }
        for k in 0..self.clobbered.1.len() {
            self.empty(Loc::reg(self.clobbered.1[k]));
        }
    }

    pub(super) fn clobber_all_registers(&mut self) {
        for r in 0..self.regs {
            self.empty(Loc(r as u32));
        }
    }

    /// A place's name, for messages.
    pub(super) fn name(&self, cx: &PassCx<'_>, l: Loc) -> String {
        if l.is_slot() {
            format!("slot{}", l.0 - Loc::FIRST_SLOT)
        } else {
            cx.target.isa.regs[l.0 as usize].name.into()
        }
    }

    /// Names of all places that hold a TN, for messages.
    pub(super) fn places(&self, cx: &PassCx<'_>, t: Tn) -> String {
        let names: Vec<String> = self.places[t].iter().map(|&l| self.name(cx, l)).collect();
        if names.is_empty() { "no place".into() } else { names.join(", ") }
    }
}
