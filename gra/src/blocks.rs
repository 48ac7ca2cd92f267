//! What GRA knows of a block: which registers are taken in which part of it, and how many must stay free.
//!
//! Who holds a register in a block stands in a list for each block and each lane of registers ([`crate::lanes`]): most
//! questions are about one register, and few have a part of it. The lists live in one vector, and so does whatever blocks
//! have in varying numbers.

use crate::lanes::Lanes;
use crate::ranges::{END, Part};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::EntityRef;
use std::ops::{Index, IndexMut};
use targ_info::{InstFlags, Isa, PReg, RegSet};

/// The end of a list.
const NONE: u32 = 0;

/// A block as GRA sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gbb {
    /// Frequency.
    pub freq: f32,
    /// It ends in a jump whose edges hold no edits.
    pub stiff: bool,
    /// Where its clobbers are in [`Blocks::clobbers`].
    clobbers: (u32, u32),
    /// Units taken all through the block.
    whole: RegSet,
    /// Units taken in any part of the block.
    pub any: RegSet,
    /// Units that lose their contents somewhere in the block.
    lost: RegSet,
    /// Registers named by fixed operands in the block: better left to those who must have them.
    pub wanted: RegSet,
}

/// What is wanted of an allocation class in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Demand {
    /// Registers that must stay free for the local allocator.
    pub promised: u8,
    /// How many of those are for local TNs; the others serve GTNs that are in memory.
    pub locals: u8,
    /// Registers that are not taken anywhere in the block.
    pub free: u16,
    /// GTNs that are referenced in the block and have no register there.
    pub homeless: u32,
}

impl Demand {
    /// Registers that the local allocator has a right to, once so many of the class's homeless GTNs found a register.
    pub fn owed(self, housed: u32) -> u8 {
        if self.homeless <= housed { self.promised.min(self.locals) } else { self.promised }
    }
}

/// Does the block end in a jump whose edges hold no edits? Indirect jumps, and those with many targets.
pub(crate) fn is_stiff(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    f.terminator(cx.target.isa, b).is_some_and(|t| {
        let flags = cx.target.isa.inst(f.ops[t].opcode).flags;
        flags.contains(InstFlags::INDIRECT) || f.bbs[b].succs.len() > 2
    })
}

/// A range's register in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    /// Index of the range.
    pub range: u32,
    pub part: Part,
    /// What the register saves the range in this block, in memory operations by frequency; infinite if the block cannot do without.
    pub saving: f32,
    /// What storing and reloading its value costs.
    pub store: f32,
    pub reload: f32,
    pub reg: PReg,
    /// It never loses the register to others.
    pub firm: bool,
}

impl Holder {
    /// What it costs the range within the block to lose its register there; infinite if it cannot.
    pub fn worth(&self) -> f32 {
        if self.firm { f32::INFINITY } else { self.saving }
    }
}

/// A holder, and the next one of its list.
#[derive(Clone, Copy, Debug)]
struct Link {
    holder: Holder,
    next: u32,
}

/// All blocks.
pub(crate) struct Blocks {
    isa: &'static Isa,
    list: Vec<Gbb>,
    lanes: Lanes,
    /// By block and lane: who comes first, as an index into `links` plus one.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// A list of links that are not used any more.
    unused: u32,
    /// By block and class.
    demands: Vec<Demand>,
    classes: usize,
    /// At op `.0` these units lose their contents, or are needed for fixed operands. By block.
    clobbers: Vec<(u32, RegSet)>,
}

impl Index<Bb> for Blocks {
    type Output = Gbb;
    fn index(&self, b: Bb) -> &Gbb {
        &self.list[b.index()]
    }
}
impl IndexMut<Bb> for Blocks {
    fn index_mut(&mut self, b: Bb) -> &mut Gbb {
        &mut self.list[b.index()]
    }
}

impl Blocks {
    /// The blocks of a function; all registers are free.
    pub fn new(f: &Func, isa: &'static Isa, lanes: Lanes, classes: usize) -> Blocks {
        let n = f.bbs.len();
        Blocks {
            isa,
            list: vec![Gbb::default(); n],
            heads: vec![NONE; n * lanes.list.len()],
            lanes,
            links: Vec::new(),
            unused: NONE,
            demands: vec![Demand::default(); n * classes],
            classes,
            clobbers: Vec::new(),
        }
    }

    /// What is wanted of each class in a block.
    pub fn demands(&self, b: Bb) -> &[Demand] {
        &self.demands[b.index() * self.classes..][..self.classes]
    }

    /// The same, to be changed.
    pub fn demands_mut(&mut self, b: Bb) -> &mut [Demand] {
        &mut self.demands[b.index() * self.classes..][..self.classes]
    }

    /// Units lose their contents at an op. A block's ops come in order, and all before those of another block.
    pub fn clobber(&mut self, b: Bb, op: u32, units: RegSet) {
        let at = self.clobbers.len() as u32;
        self.clobbers.push((op, units));
        let gbb = &mut self.list[b.index()];
        if gbb.clobbers.1 == gbb.clobbers.0 {
            gbb.clobbers.0 = at;
        }
        gbb.clobbers.1 = at + 1;
        gbb.lost |= units;
    }

    /// Units of these that a range live in this part of the block cannot have.
    pub fn taken(&self, b: Bb, part: Part, of: RegSet) -> RegSet {
        let gbb = &self[b];
        if part.is_whole() {
            return (gbb.any | gbb.lost) & of;
        }
        let mut taken = (gbb.whole | self.clobbered(b, part)) & of;
        let mut shared = (gbb.any - gbb.whole) & of;
        while let Some(lane) = self.lanes.of(shared) {
            shared -= self.lanes.list[lane].units;
            for h in self.holders_in(b, lane).filter(|h| h.part.meets(part)) {
                taken |= self.isa.reg(h.reg).units;
            }
        }
        taken
    }

    /// Units that lose their contents, or are needed by name, in this part of the block.
    pub fn clobbered(&self, b: Bb, part: Part) -> RegSet {
        let gbb = &self[b];
        if part.is_whole() {
            return gbb.lost;
        }
        let within = self.clobbers[gbb.clobbers.0 as usize..gbb.clobbers.1 as usize].iter();
        let within = within.filter(|(op, _)| part.from <= 2 * op && part.to > 2 * op);
        within.fold(RegSet::EMPTY, |s, (_, units)| s | *units)
    }

    /// Does a register lose its contents, or is it needed by name, in this part of the block?
    pub fn clobbers(&self, b: Bb, part: Part, reg: RegSet) -> bool {
        self[b].lost.intersects(reg) && (part.is_whole() || self.clobbered(b, part).intersects(reg))
    }

    fn holders_in(&self, b: Bb, lane: usize) -> impl Iterator<Item = &Holder> {
        let link = |at: u32| self.links.get((at as usize).wrapping_sub(1));
        let first = link(self.heads[b.index() * self.lanes.list.len() + lane]);
        std::iter::successors(first, move |l| link(l.next)).map(|l| &l.holder)
    }

    /// The lane of a register; `None` if nobody can have it.
    pub fn lane(&self, reg: RegSet) -> Option<usize> {
        self.lanes.of(reg)
    }

    /// Who has a unit of a register in this part of the block; who had it first comes first.
    pub fn holders_of(&self, b: Bb, reg: RegSet, part: Part) -> impl Iterator<Item = &Holder> {
        self.lanes.of(reg).into_iter().flat_map(move |lane| self.holders_on(b, lane, reg, part))
    }

    /// The same for a register whose lane is known.
    pub fn holders_on(&self, b: Bb, lane: usize, reg: RegSet, part: Part) -> impl Iterator<Item = &Holder> {
        let all = self.lanes.list[lane].single;
        let aliases = move |h: &&Holder| h.part.meets(part) && (all || self.isa.reg(h.reg).units.intersects(reg));
        self.holders_in(b, lane).filter(aliases)
    }

    /// Does a range have a register of a lane at the block's entry, or at its end?
    pub fn holds(&self, b: Bb, range: u32, lane: usize, entry: bool) -> bool {
        self.holders_in(b, lane).any(|h| h.range == range && h.part.touches(entry))
    }

    /// From now on a range does not lose the register that it has in the block.
    pub fn make_firm(&mut self, b: Bb, range: u32, reg: PReg) {
        let Some(lane) = self.lanes.of(self.isa.reg(reg).units) else { return };
        let mut at = self.heads[b.index() * self.lanes.list.len() + lane];
        while at != NONE {
            let link = &mut self.links[at as usize - 1];
            link.holder.firm |= link.holder.range == range;
            at = link.next;
        }
    }

    /// Takes a register.
    pub fn take(&mut self, b: Bb, holder: Holder) {
        let units = self.isa.reg(holder.reg).units;
        let Some(lane) = self.lanes.of(units) else { return };
        let gbb = &mut self.list[b.index()];
        let before = gbb.any;
        gbb.any |= units;
        if holder.part.is_whole() {
            gbb.whole |= units;
        }
        if !before.contains(units) {
            for &(class, reg) in &self.lanes.list[lane].regs {
                if reg.intersects(units) && !reg.intersects(before) {
                    self.demands[b.index() * self.classes + usize::from(class)].free -= 1;
                }
            }
        }
        let new = Link { holder, next: NONE };
        let at = match self.unused {
            NONE => {
                self.links.push(new);
                self.links.len() as u32
            }
            at => {
                self.unused = std::mem::replace(&mut self.links[at as usize - 1], new).next;
                at
            }
        };
        let head = b.index() * self.lanes.list.len() + lane;
        match self.heads[head] {
            NONE => self.heads[head] = at,
            mut last => {
                while self.links[last as usize - 1].next != NONE {
                    last = self.links[last as usize - 1].next;
                }
                self.links[last as usize - 1].next = at;
            }
        }
    }

    /// A range gives up its register in the block.
    pub fn release(&mut self, b: Bb, range: u32, reg: PReg) {
        let Some(lane) = self.lanes.of(self.isa.reg(reg).units) else { return };
        let head = b.index() * self.lanes.list.len() + lane;
        let (mut at, mut last) = (self.heads[head], NONE);
        let (mut whole, mut any) = (RegSet::EMPTY, RegSet::EMPTY);
        while at != NONE {
            let Link { holder, next } = self.links[at as usize - 1];
            if holder.range == range {
                match last {
                    NONE => self.heads[head] = next,
                    last => self.links[last as usize - 1].next = next,
                }
                self.links[at as usize - 1].next = std::mem::replace(&mut self.unused, at);
            } else {
                let units = self.isa.reg(holder.reg).units;
                any |= units;
                if holder.part.is_whole() {
                    whole |= units;
                }
                last = at;
            }
            at = next;
        }
        let gbb = &mut self.list[b.index()];
        let lane = &self.lanes.list[lane];
        let before = gbb.any;
        gbb.any = (gbb.any - lane.units) | any;
        gbb.whole = (gbb.whole - lane.units) | whole;
        for &(class, reg) in &lane.regs {
            if reg.intersects(before) && !reg.intersects(gbb.any) {
                self.demands[b.index() * self.classes + usize::from(class)].free += 1;
            }
        }
    }
}

impl Part {
    /// Is the block's entry, or its end, in the part?
    pub fn touches(self, entry: bool) -> bool {
        if entry { self.from == 0 } else { self.to == END }
    }
}
