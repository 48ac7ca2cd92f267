//! What GRA knows of a block: which registers are taken in which part of it, and how many must stay free.

use crate::ranges::{Class, Part};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::{InstFlags, RegSet};

/// A block as GRA sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gbb {
    /// Frequency.
    pub freq: f32,
    /// It ends in a jump whose edges hold no edits.
    pub stiff: bool,
    /// Units taken all through the block.
    whole: RegSet,
    /// Units taken in any part of the block.
    pub any: RegSet,
    /// Who has which registers.
    pub holders: Vec<Holder>,
    /// At op `.0` these units lose their contents, or are needed for fixed operands.
    pub clobbers: SmallVec<[(u32, RegSet); 1]>,
    /// Registers named by fixed operands in the block: better left to those who must have them.
    pub wanted: RegSet,
    /// Registers of each allocation class that must stay free for the local allocator.
    pub promised: SmallVec<[u8; 4]>,
    /// How many of those are for local TNs; the others serve GTNs that are in memory.
    pub locals: SmallVec<[u8; 4]>,
    /// GTNs of each allocation class that are referenced in the block and have no register there.
    pub homeless: SmallVec<[u32; 4]>,
    /// Registers of each allocation class that are not taken anywhere in the block.
    pub free: SmallVec<[u8; 4]>,
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
    pub units: RegSet,
    pub part: Part,
    /// What the register saves the range in this block, in memory operations by frequency; infinite if the block cannot do without.
    pub saving: f32,
}

/// All blocks.
pub(crate) type Blocks = SecondaryMap<Bb, Gbb>;

impl Gbb {
    /// Units that a range live in this part of the block cannot have.
    pub fn taken(&self, part: Part) -> RegSet {
        let mut taken = if part.is_whole() { self.any } else { self.whole };
        if !part.is_whole() {
            for h in self.holders.iter().filter(|h| h.part.meets(part)) {
                taken |= h.units;
            }
        }
        taken | self.clobbered(part)
    }

    /// Units that lose their contents, or are needed by name, in this part of the block.
    pub fn clobbered(&self, part: Part) -> RegSet {
        let within = self.clobbers.iter().filter(|(op, _)| part.from <= 2 * op && part.to > 2 * op);
        within.fold(RegSet::EMPTY, |s, (_, units)| s | *units)
    }

    /// Who has one of these units in this part of the block.
    pub fn holders_of(&self, units: RegSet, part: Part) -> impl Iterator<Item = &Holder> {
        self.holders.iter().filter(move |h| h.units.intersects(units) && h.part.meets(part))
    }

    /// Takes a register.
    pub fn take(&mut self, h: Holder, classes: &[Class]) {
        if !self.any.contains(h.units) {
            self.any |= h.units;
            for (free, c) in self.free.iter_mut().zip(classes).filter(|(_, c)| c.all.intersects(h.units)) {
                *free = count(c, self.any);
            }
        }
        if h.part.is_whole() {
            self.whole |= h.units;
        }
        self.holders.push(h);
    }

    /// A range gives up what it has in the block.
    pub fn release(&mut self, range: u32, classes: &[Class]) {
        self.holders.retain(|h| h.range != range);
        (self.whole, self.any) = (RegSet::EMPTY, RegSet::EMPTY);
        for h in &self.holders {
            self.any |= h.units;
            if h.part.is_whole() {
                self.whole |= h.units;
            }
        }
        self.count_free(classes);
    }

    /// Registers of a class that the local allocator has a right to, once so many of the class's homeless GTNs found a register.
    pub fn owed(&self, class: usize, housed: u32) -> u8 {
        let none = self.homeless[class] <= housed;
        if none { self.promised[class].min(self.locals[class]) } else { self.promised[class] }
    }

    /// Counts registers that are not taken.
    pub fn count_free(&mut self, classes: &[Class]) {
        self.free = classes.iter().map(|c| count(c, self.any)).collect();
    }
}

/// How many registers of a class are not taken.
fn count(class: &Class, taken: RegSet) -> u8 {
    class.regs.iter().filter(|(_, units)| !taken.intersects(*units)).count().min(250) as u8
}
