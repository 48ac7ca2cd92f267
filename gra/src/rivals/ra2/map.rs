//! Registers and classes: ours in regalloc2's terms, and back.
//!
//! regalloc2 knows three disjoint classes of up to 63 registers, and of sub-classes only "one of the first 2^n". A *file*
//! is what all classes with one top class share. The files that the function's virtual TNs are in become its classes, in
//! order of appearance. Registers of a file are numbered so that those which most sub-classes contain come first.

use cgir::func::{Func, Tn};
use cgir::pass::PassCx;
use regalloc2::{MachineEnv, PReg as RaReg, PRegSet, RegClass as RaClass};
use targ_info::{PReg, RegClass, RegSet};

const CLASSES: [RaClass; 3] = [RaClass::Int, RaClass::Float, RaClass::Vector];

/// How the registers of an operand's class can be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// They are all registers of the file.
    Any,
    /// The first so many registers are in the class; there may be more.
    First(usize),
    /// Not at all.
    Fixed,
}

/// The correspondence.
pub(super) struct Map {
    /// By class of ours: its file's class, if the file is handled.
    class: Vec<Option<RaClass>>,
    /// By class of ours.
    want: Vec<Want>,
    to: Vec<Option<RaReg>>,
    from: Vec<Option<PReg>>,
    /// Registers that regalloc2 may use.
    pub(super) env: MachineEnv,
    /// All of them, with their units.
    registers: Vec<(RaReg, RegSet)>,
}

impl Map {
    /// The correspondence for a function.
    pub(super) fn new(f: &Func, cx: &PassCx<'_>) -> Map {
        let isa = cx.target.isa;
        let mut map = Map {
            class: vec![None; isa.classes.len()],
            want: vec![Want::Fixed; isa.classes.len()],
            to: vec![None; isa.regs.len()],
            from: vec![None; RaReg::NUM_INDEX],
            env: MachineEnv {
                preferred_regs_by_class: [PRegSet::empty(); 3],
                non_preferred_regs_by_class: [PRegSet::empty(); 3],
                scratch_by_class: [None; 3],
                fixed_stack_slots: Vec::new(),
            },
            registers: Vec::new(),
        };
        let mut used: Vec<RegClass> = Vec::new();
        for c in f.tns.keys().filter(|&t| f.is_virtual(t)).filter_map(|t| f.class(t)) {
            if !used.contains(&c) {
                used.push(c);
            }
        }
        let mut files: Vec<RegClass> = used.iter().map(|&c| isa.class(c).top).collect();
        files.dedup();
        let mut taken: Vec<RegClass> = Vec::new();
        for top in files {
            let full = cx.allocatable(top);
            let whole =
                |c: &RegClass| isa.class(*c).top != top || (isa.class(*c).group <= 1 && cx.allocatable(*c) == full);
            let known = taken.contains(&top) || taken.len() == CLASSES.len();
            let apart = taken.iter().all(|&t| !cx.allocatable(t).intersects(full));
            if !known && apart && !full.is_empty() && used.iter().all(whole) && map.add_file(f, cx, top, taken.len()) {
                taken.push(top);
            }
        }
        map
    }

    /// Numbers the registers of a file; false if there are too many, or they overlap.
    fn add_file(&mut self, f: &Func, cx: &PassCx<'_>, top: RegClass, n: usize) -> bool {
        let isa = cx.target.isa;
        let full = cx.allocatable(top);
        let inside = |r: PReg| {
            let classes = isa.classes.iter().filter(|c| c.top == top && c.group <= 1);
            classes.filter(|c| c.units.contains(isa.reg(r).units)).count()
        };
        let mut regs: Vec<PReg> = isa.class(top).members.to_vec();
        regs.retain(|&r| full.contains(isa.reg(r).units));
        let total: usize = regs.iter().map(|&r| isa.reg(r).units.len()).sum();
        if regs.len() > RaReg::MAX || total != full.len() {
            return false;
        }
        regs.sort_by_key(|&r| std::cmp::Reverse(inside(r)));
        let saved = cx.target.callee_saved;
        // The return address is saved anyway in a function that calls.
        let ra = cx.target.abi.ra.filter(|_| !f.frame_info.calls);
        for (i, &r) in regs.iter().enumerate() {
            let own = RaReg::new(i, CLASSES[n]);
            self.to[r.0 as usize] = Some(own);
            self.from[own.index()] = Some(r);
            self.registers.push((own, isa.reg(r).units));
            let costly = saved.intersects(isa.reg(r).units) || ra == Some(r);
            let list =
                if costly { &mut self.env.non_preferred_regs_by_class } else { &mut self.env.preferred_regs_by_class };
            list[n].add(own);
        }
        for (i, c) in isa.classes.iter().enumerate().filter(|(_, c)| c.top == top && c.group <= 1) {
            let first = regs.iter().take_while(|&&r| c.units.contains(isa.reg(r).units)).count();
            self.class[i] = Some(CLASSES[n]);
            self.want[i] = match first {
                0 => Want::Fixed,
                k if k == regs.len() => Want::Any,
                k => Want::First(1 << k.ilog2()),
            };
        }
        true
    }

    /// The class of a TN that is handled here.
    pub(super) fn class(&self, f: &Func, t: Tn) -> Option<RaClass> {
        if f.is_virtual(t) { self.class[f.class(t)?.0 as usize] } else { None }
    }
    /// How a class of ours is said.
    pub(super) fn want(&self, c: RegClass) -> Want {
        self.want[c.0 as usize]
    }
    /// A register of ours.
    pub(super) fn to(&self, r: PReg) -> Option<RaReg> {
        self.to[r.0 as usize]
    }
    /// A register of regalloc2's.
    pub(super) fn from(&self, r: RaReg) -> Option<PReg> {
        self.from[r.index()]
    }
    /// Registers with a unit in the set.
    pub(super) fn set(&self, units: RegSet) -> PRegSet {
        self.registers.iter().filter(|(_, u)| u.intersects(units)).map(|x| x.0).collect()
    }
}
