//! Lanes: groups of registers that alias, directly or by way of others.
//!
//! What happens to a register in a block concerns no other lane: who holds it is looked for there, and the counts of free
//! registers are kept by its lane's members. Where registers do not overlap, each is a lane of its own.

use crate::ranges::Class;
use smallvec::SmallVec;
use targ_info::RegSet;

/// The lane of units that no class has.
const NONE: u16 = u16::MAX;

/// Registers that alias.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// Their units together.
    pub units: RegSet,
    /// Each class's registers, by the class's index.
    pub regs: SmallVec<[(u8, RegSet); 2]>,
    /// Each register of it is all of it.
    pub single: bool,
}

/// All lanes of a function's classes.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    pub list: Vec<Lane>,
    of_unit: [u16; RegSet::CAPACITY],
}

impl Lanes {
    /// Sorts the registers of these classes.
    pub fn new(classes: &[Class]) -> Lanes {
        let mut groups: Vec<RegSet> = Vec::new();
        for &(_, units) in classes.iter().flat_map(|c| &c.regs) {
            match groups.iter().position(|g| g.intersects(units)) {
                // Mostly a register that is known, or a part of one.
                Some(at) if groups[at].contains(units) => {}
                _ => {
                    let mut merged = units;
                    groups.retain(|g| {
                        let apart = !g.intersects(units);
                        merged |= if apart { RegSet::EMPTY } else { *g };
                        apart
                    });
                    groups.push(merged);
                }
            }
        }
        let mut lanes = Lanes { list: Vec::with_capacity(groups.len()), of_unit: [NONE; RegSet::CAPACITY] };
        for (i, &units) in groups.iter().enumerate() {
            lanes.list.push(Lane { units, regs: SmallVec::new(), single: true });
            units.iter().for_each(|u| lanes.of_unit[u.0 as usize] = i as u16);
        }
        for (class, c) in classes.iter().enumerate() {
            for &(_, units) in &c.regs {
                if let Some(lane) = lanes.of(units) {
                    let lane = &mut lanes.list[lane];
                    lane.regs.push((class as u8, units));
                    lane.single &= lane.units == units;
                }
            }
        }
        lanes
    }

    /// The lane of the first of these units.
    pub fn of(&self, units: RegSet) -> Option<usize> {
        let lane = self.of_unit[units.first()?.0 as usize];
        (lane != NONE).then_some(usize::from(lane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::{PReg, Unit};

    fn class(regs: &[&[u16]]) -> Class {
        let set = |units: &[u16]| units.iter().map(|&u| Unit(u)).collect::<RegSet>();
        let regs: Vec<(PReg, RegSet)> = regs.iter().enumerate().map(|(i, r)| (PReg(i as u16), set(r))).collect();
        Class::new(regs)
    }

    #[test]
    fn registers_that_alias_by_way_of_others_share_a_lane() {
        let lanes = Lanes::new(&[class(&[&[0], &[1], &[2], &[3]]), class(&[&[1, 2]]), class(&[&[4], &[2, 3]])]);
        let of = |u: u16| lanes.of(RegSet::one(Unit(u)));
        assert_eq!(lanes.list.len(), 3);
        assert!(of(1) == of(2) && of(2) == of(3) && of(0) != of(1) && of(4) != of(0) && of(4) != of(1));
        assert_eq!(of(5), None);
        let lane = &lanes.list[of(3).unwrap()];
        assert_eq!(lane.units.len(), 3);
        assert_eq!(lane.regs.iter().map(|r| r.0).collect::<Vec<_>>(), [0, 0, 0, 1, 2]);
    }
}
