//! What GRA knows of a block: which registers are taken in which part of it, and how many must stay free.

use crate::ranges::Part;
use cgir::func::Bb;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::{PReg, RegSet};

/// A block as GRA sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gbb {
    /// Frequency.
    pub freq: f32,
    /// Units taken all through the block.
    whole: RegSet,
    /// Units taken in any part of the block.
    pub any: RegSet,
    /// Registers taken in a part of the block.
    parts: SmallVec<[(RegSet, u32, u32); 4]>,
    /// At op `.0` these units lose their contents, or are needed for fixed operands.
    pub clobbers: SmallVec<[(u32, RegSet); 1]>,
    /// Registers named by fixed operands in the block: better left to those who must have them.
    pub wanted: RegSet,
    /// Registers of each allocation class that must stay free for the local allocator.
    pub promised: SmallVec<[u8; 4]>,
}

/// All blocks.
pub(crate) type Blocks = SecondaryMap<Bb, Gbb>;

impl Gbb {
    /// Units that a range live in this part of the block cannot have.
    pub fn taken(&self, part: Part) -> RegSet {
        let mut taken = if part.is_whole() { self.any } else { self.whole };
        if !part.is_whole() {
            for &(units, from, to) in &self.parts {
                if from <= part.to && part.from <= to {
                    taken |= units;
                }
            }
        }
        for &(op, units) in &self.clobbers {
            if part.from <= 2 * op && part.to > 2 * op {
                taken |= units;
            }
        }
        taken
    }

    /// Takes a register for a part of the block.
    pub fn take(&mut self, units: RegSet, part: Part) {
        self.any |= units;
        if part.is_whole() {
            self.whole |= units;
        } else {
            self.parts.push((units, part.from, part.to));
        }
    }

    /// How many registers of the list are not taken anywhere in the block.
    pub fn free_count(&self, class: &[(PReg, RegSet)]) -> usize {
        class.iter().filter(|(_, units)| !self.any.intersects(*units)).count()
    }
}
