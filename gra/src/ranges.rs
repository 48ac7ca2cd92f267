//! LRANGEs and LUNITs.
//!
//! A GTN's first LRANGE covers all blocks where it is live in or out; splitting moves blocks to further LRANGEs of the
//! same TN. Positions in a block count two for each op: operands are read at `2n`, results written at `2n+1`.

use crate::blocks::{Blocks, Demand, is_stiff};
use crate::lanes::Lanes;
use cgir::analysis::liveness::Liveness;
use cgir::func::{Bb, Constraint, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::{SmallVec, smallvec};
use targ_info::{InstFlags, PReg, RegClass, RegSet};

/// The end of a block, for ranges that live out of it.
pub(crate) const END: u32 = u32::MAX;
/// An index that means none.
pub(crate) const NONE: u32 = u32::MAX;

/// The part of a block where a range is live: positions, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub from: u32,
    pub to: u32,
}

impl Part {
    /// All of a block.
    pub const WHOLE: Part = Part { from: 0, to: END };

    /// Do the two have a position in common?
    pub fn meets(self, other: Part) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    /// From top to bottom?
    pub fn is_whole(self) -> bool {
        self == Part::WHOLE
    }
}

/// A block of a range: its LUNIT if the range is referenced there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lunit {
    pub bb: Bb,
    /// The block's frequency.
    pub freq: f32,
    pub part: Part,
    pub live_in: bool,
    pub live_out: bool,
    /// Reads the value that comes into the block.
    pub exposed_use: bool,
    /// Defines it.
    pub def: bool,
    /// References, for choosing where to begin a split.
    pub refs: u16,
}

/// A live range.
#[derive(Clone, Debug)]
pub(crate) struct Lrange {
    pub tn: Tn,
    /// Index in [`Ranges::classes`].
    pub class: usize,
    pub units: Vec<Lunit>,
    pub priority: f32,
    pub colour: Option<PReg>,
    /// How often it was split off.
    pub splits: u8,
}

/// One class of registers that compete with each other.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Registers that may be used, in order of preference, with their units.
    pub regs: Vec<(PReg, RegSet)>,
    /// Their units together.
    pub all: RegSet,
    /// Each is one unit of its own.
    single: bool,
    /// The word of a set that has all their units, and what each has of it; empty if they are in several words.
    word: usize,
    masks: Vec<u64>,
}

impl Class {
    /// A class of registers with their units.
    pub fn new(regs: Vec<(PReg, RegSet)>) -> Class {
        let all = regs.iter().fold(RegSet::EMPTY, |s, (_, u)| s | *u);
        let single = regs.iter().all(|(_, u)| u.as_one().is_some());
        let mut words = (0..all.words().len()).filter(|&w| all.words()[w] != 0);
        let (word, more) = (words.next().unwrap_or(0), words.next().is_some());
        let masks = if more { Vec::new() } else { regs.iter().map(|(_, u)| u.words()[word]).collect() };
        Class { single, word, masks, regs, all }
    }

    /// Units of registers of which no unit is among these.
    pub fn without(&self, taken: RegSet) -> RegSet {
        if self.single {
            return self.all - taken;
        }
        self.regs.iter().filter(|(_, u)| !taken.intersects(*u)).fold(RegSet::EMPTY, |s, (_, u)| s | *u)
    }

    /// Is each register one unit, so that none overlaps another?
    pub fn is_single(&self) -> bool {
        self.single
    }

    /// Calls `each` for the registers, by their order, with whether one of their units is in the first set, and in the second.
    pub fn for_hits(&self, first: &RegSet, second: &RegSet, mut each: impl FnMut(usize, bool, bool)) {
        if self.masks.is_empty() {
            let hits = self.regs.iter().map(|(_, u)| (first.intersects(*u), second.intersects(*u)));
            return hits.enumerate().for_each(|(k, (first, second))| each(k, first, second));
        }
        let (first, second) = (first.words()[self.word], second.words()[self.word]);
        for (k, mask) in self.masks.iter().enumerate() {
            each(k, first & mask != 0, second & mask != 0);
        }
    }

    /// The registers, by their order, of which all units are in the set.
    pub fn inside<'a>(&'a self, set: &RegSet) -> impl Iterator<Item = usize> + use<'a> {
        let missing = self.all - *set;
        let word = missing.words()[self.word];
        let has = move |k: &usize| match self.masks.get(*k) {
            Some(mask) => word & mask == 0,
            None => !missing.intersects(self.regs[*k].1),
        };
        (0..self.regs.len()).filter(has)
    }

    /// Are all units of some register among these units of the class?
    pub fn has_one_inside(&self, units: RegSet) -> bool {
        if self.single { !units.is_empty() } else { self.regs.iter().any(|(_, u)| units.contains(*u)) }
    }
}

/// All ranges of a function.
pub(crate) struct Ranges {
    pub list: Vec<Lrange>,
    pub classes: Vec<Class>,
    /// By register class: its index in `classes`.
    by_class: Vec<Option<u8>>,
    /// `spans[a][b]`: the most registers of class `b` that one register of class `a` makes unusable; 0 if the classes
    /// have no unit in common, 2 for a pair of registers of `b`.
    pub spans: Vec<Vec<u8>>,
    /// `takes[a][b]`: how many registers of class `b` any register of class `a` makes unusable at most, if each makes some so.
    takes: Vec<Vec<u8>>,
    /// The index of a GTN's first range; [`NONE`] for others.
    pub first: SecondaryMap<Tn, u32>,
    /// TNs whose value can be rebuilt, by the op that does.
    pub remat: SecondaryMap<Tn, Option<Op>>,
}

/// Builds ranges and blocks.
pub(crate) fn build(f: &Func, cx: &PassCx<'_>, live: &Liveness) -> (Ranges, Blocks) {
    let mut ranges = Ranges {
        list: Vec::with_capacity(live.gtns().len()),
        classes: Vec::new(),
        by_class: Vec::new(),
        spans: Vec::new(),
        takes: Vec::new(),
        first: SecondaryMap::with_default(NONE),
        remat: SecondaryMap::new(),
    };
    for &tn in live.gtns() {
        let class = ranges.class_index(f, cx, tn);
        ranges.first[tn] = ranges.list.len() as u32;
        ranges.list.push(Lrange { tn, class, units: Vec::new(), priority: 0.0, colour: None, splits: 0 });
    }
    // Local TNs are promised registers of their classes too, whether or not a GTN is of them.
    for tn in f.tns.keys().filter(|&t| f.is_virtual(t)) {
        ranges.class_index(f, cx, tn);
    }
    let lanes = Lanes::new(&ranges.classes);
    ranges.find_spans(&lanes);
    let mut blocks = Blocks::new(f, cx.target.isa, lanes, ranges.classes.len());
    let unit_of = vec![NONE; ranges.list.len()];
    let mut scan = Scan { f, cx, unit_of, touched: Vec::new(), live: SecondaryMap::new(), stamp: 0 };
    for &b in &f.layout {
        scan.block(b, live, &mut ranges, &mut blocks);
    }
    debug_assert!(ranges.list.iter().flat_map(|r| &r.units).all(|u| u.part.from <= u.part.to));
    ranges.find_rematerialisable(f, cx);
    (ranges, blocks)
}

impl Ranges {
    /// The index in [`Ranges::classes`] of a TN's class; classes with the same registers share one.
    fn class_index(&mut self, f: &Func, cx: &PassCx<'_>, tn: Tn) -> usize {
        let Some(class) = f.class(tn) else { return 0 };
        if let Some(i) = self.class_of(class) {
            return i;
        }
        let desc = cx.target.isa.class(class);
        let usable = cx.allocatable(class);
        let members = desc.members.iter().map(|&r| (r, cx.target.isa.reg(r).units));
        let regs: Vec<(PReg, RegSet)> = members.filter(|(_, u)| usable.contains(*u)).collect();
        let known = self.classes.iter().position(|c| c.regs == regs);
        let index = known.unwrap_or(self.classes.len());
        if known.is_none() {
            self.classes.push(Class::new(regs));
        }
        let at = class.0 as usize;
        if self.by_class.len() <= at {
            self.by_class.resize(at + 1, None);
        }
        self.by_class[at] = Some(index as u8);
        index
    }

    fn find_spans(&mut self, lanes: &Lanes) {
        let n = self.classes.len();
        let (mut most, mut least) = (vec![vec![0; n]; n], vec![vec![u8::MAX; n]; n]);
        for (a, class) in self.classes.iter().enumerate() {
            for &(_, units) in &class.regs {
                let mut hit: SmallVec<[u8; 8]> = smallvec![0; n];
                let lane = lanes.of(units).into_iter().flat_map(|lane| &lanes.list[lane].regs);
                lane.filter(|(_, other)| units.intersects(*other)).for_each(|(b, _)| hit[usize::from(*b)] += 1);
                for (b, &hit) in hit.iter().enumerate() {
                    most[a][b] = hit.max(most[a][b]);
                    least[a][b] = hit.min(least[a][b]);
                }
            }
        }
        self.takes = most.clone();
        for (takes, least) in self.takes.iter_mut().flatten().zip(least.iter().flatten()) {
            *takes = if *least == 0 { 0 } else { *takes };
        }
        self.spans = most;
    }

    /// The same for a register class, if some TN is of it.
    fn class_of(&self, class: RegClass) -> Option<usize> {
        self.by_class.get(class.0 as usize).copied().flatten().map(usize::from)
    }

    /// A GTN with one definition which is flagged as such, and reads no register that changes, can be rebuilt.
    fn find_rematerialisable(&mut self, f: &Func, cx: &PassCx<'_>) {
        for r in &self.list {
            let Some(def) = f.remat[r.tn].expand() else { continue };
            let constant = |&t: &Tn| !f.is_virtual(t);
            let once = r.units.iter().filter(|u| u.def).count() == 1;
            if once && f.results(def) == [r.tn] && f.operands(def).iter().all(constant) && f.bb_of(def).is_some() {
                debug_assert!(!cx.target.isa.inst(f.ops[def].opcode).is(InstFlags::STORE));
                self.remat[r.tn] = Some(def);
            }
        }
    }
}

/// The walk over all blocks.
struct Scan<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    /// For each GTN, the index of its unit of the present block, [`NONE`] if it has none.
    unit_of: Vec<u32>,
    touched: Vec<u32>,
    /// A local TN is live when it holds the present stamp.
    live: SecondaryMap<Tn, u32>,
    stamp: u32,
}

impl Scan<'_> {
    fn block(&mut self, b: Bb, live: &Liveness, ranges: &mut Ranges, blocks: &mut Blocks) {
        blocks[b].freq = self.f.bbs[b].freq;
        blocks[b].stiff = is_stiff(self.f, self.cx, b);
        for n in live.live_in(b).indices() {
            self.unit(n as u32, b, ranges).live_in = true;
        }
        for n in live.live_out(b).indices() {
            self.unit(n as u32, b, ranges).live_out = true;
        }
        self.references(b, ranges, blocks);
        let demands = blocks.demands_mut(b);
        for n in self.touched.drain(..) {
            let u = &mut ranges.list[n as usize].units[self.unit_of[n as usize] as usize];
            if u.live_in {
                u.part.from = 0;
            }
            if u.live_out {
                u.part.to = END;
            }
            let referenced = u.refs > 0;
            demands[ranges.list[n as usize].class].homeless += u32::from(referenced);
            self.unit_of[n as usize] = NONE;
        }
        self.local_pressure(b, ranges, demands);
        for (demand, class) in demands.iter_mut().zip(&ranges.classes) {
            demand.free = class.regs.len() as u16;
        }
    }

    /// The unit of a GTN in this block, made at first use.
    fn unit<'r>(&mut self, n: u32, bb: Bb, ranges: &'r mut Ranges) -> &'r mut Lunit {
        let units = &mut ranges.list[n as usize].units;
        if self.unit_of[n as usize] == NONE {
            self.unit_of[n as usize] = units.len() as u32;
            self.touched.push(n);
            let part = Part { from: END, to: 0 };
            let freq = self.f.bbs[bb].freq;
            let (live_in, live_out) = (false, false);
            units.push(Lunit { bb, freq, part, live_in, live_out, exposed_use: false, def: false, refs: 0 });
        }
        &mut units[self.unit_of[n as usize] as usize]
    }

    fn references(&mut self, b: Bb, ranges: &mut Ranges, blocks: &mut Blocks) {
        let (f, isa) = (self.f, self.cx.target.isa);
        for (i, op) in f.bb_ops(b).enumerate() {
            let nres = f.nres(op);
            let mut lost = f.clobbers(op);
            let may_fix = f.may_fix(isa, op);
            for (k, &t) in f.all(op).iter().enumerate() {
                if f.is_virtual(t) {
                    self.reference(f, b, t, i as u32, k >= nres, f.is_early(isa, op, k) && k < nres, ranges);
                    if may_fix && let Constraint::Fixed(r) = f.constraint(isa, op, k) {
                        lost |= isa.reg(r).units;
                        blocks[b].wanted |= isa.reg(r).units;
                    }
                } else if k < nres
                    && let Some(r) = f.preg(t)
                {
                    lost |= isa.reg(r).units;
                }
            }
            if !lost.is_empty() {
                blocks.clobber(b, i as u32, lost);
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // one flat call per operand on the hot path
    fn reference(&mut self, f: &Func, b: Bb, t: Tn, at: u32, reads: bool, early: bool, ranges: &mut Ranges) {
        let n = ranges.first[t];
        if n == NONE {
            return;
        }
        let _ = f;
        let u = self.unit(n, b, ranges);
        u.refs = u.refs.saturating_add(1);
        let place = if reads || early { 2 * at } else { 2 * at + 1 };
        if reads && !u.def {
            u.exposed_use = true;
        }
        u.def |= !reads;
        u.part.from = u.part.from.min(place);
        u.part.to = u.part.to.max(place);
    }

    /// The most local TNs that are live at once in the block, by each class whose registers they take; the same with a register for
    /// GTNs that are in memory.
    fn local_pressure(&mut self, b: Bb, ranges: &Ranges, demands: &mut [Demand]) {
        let f = self.f;
        let n = ranges.classes.len();
        let zero = || -> SmallVec<[u32; 4]> { smallvec![0; n] };
        let (mut now, mut alone, mut most) = (zero(), zero(), zero());
        let takes = |of: usize, c: usize| u32::from(ranges.takes[of][c]);
        self.stamp += 1;
        let (live, stamp) = (&mut self.live, self.stamp);
        let class_of = |t: Tn| ranges.class_of(f.class(t)?);
        let local = |t: Tn| f.is_virtual(t) && ranges.first[t] == NONE;
        for op in f.bb_ops(b).rev() {
            let (results, operands) = (f.results(op), f.operands(op));
            for &t in results {
                if local(t)
                    && let Some(c) = class_of(t)
                {
                    let was_live = std::mem::take(&mut live[t]) == stamp;
                    for k in 0..n {
                        now[k] -= if was_live { takes(c, k) } else { 0 };
                        alone[k] = alone[k].max(now[k] + takes(c, k));
                    }
                }
            }
            let mut reads = zero();
            for &t in operands {
                if !f.is_virtual(t) {
                    continue;
                }
                let Some(c) = class_of(t) else { continue };
                let fresh = local(t) && std::mem::replace(&mut live[t], stamp) != stamp;
                for k in 0..n {
                    if !local(t) {
                        reads[k] = reads[k].max(takes(c, k));
                    } else if fresh {
                        now[k] += takes(c, k);
                    }
                }
            }
            for c in 0..n {
                alone[c] = alone[c].max(now[c]);
                // A GTN that ends up in memory is read through a register at its op.
                most[c] = most[c].max(alone[c]).max(now[c] + reads[c]);
            }
        }
        for (c, demand) in demands.iter_mut().enumerate() {
            (demand.locals, demand.promised) = (alone[c].min(250) as u8, most[c].min(250) as u8);
        }
    }
}
