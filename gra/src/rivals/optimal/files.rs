//! Register files: what competes for the same registers, and how many are free where.
//!
//! Banks whose registers overlap make a file. Within it registers are counted, not chosen. Where any two registers that are
//! connected by overlaps intersect (x86's `eax` and `rax`, the views of a floating-point register) such a group is one *cell*,
//! and a value takes one; else (pairs, `al` beside `ah`) units are counted, and a value takes the least that a register of its
//! bank has: fewer than it may really need, which is on the safe side for a bound.

use super::super::Problem;
use super::super::intervals::{How, Nature};
use targ_info::{PReg, RegSet};

/// Registers of a set that is counted: all of a file, or those of one of its banks.
pub(super) struct Counted {
    /// Registers, with their units, and the cells that they take.
    regs: Vec<(PReg, RegSet, RegSet)>,
    /// All their cells.
    pub cells: RegSet,
}

impl Counted {
    /// How many cells are free beside these units.
    pub fn room(&self, lost: RegSet) -> usize {
        self.free(lost).len()
    }
    fn free(&self, lost: RegSet) -> RegSet {
        let mut free = RegSet::EMPTY;
        self.regs.iter().filter(|r| !r.1.intersects(lost)).for_each(|r| free |= r.2);
        free
    }
}

/// A register file.
pub(super) struct File {
    /// Cells as groups of registers.
    groups: Option<Vec<RegSet>>,
    /// The whole file first, then its smaller banks.
    pub sets: Vec<Counted>,
    /// By bank number, for banks of this file: the cells that it takes them from, and how many a value takes.
    banks: Vec<Option<(RegSet, usize)>>,
    /// Units of registers that must be saved before they are used.
    pub saved: RegSet,
    /// Cells that one such register has at most, and that they have together.
    pub saved_cells: usize,
    pub all_saved_cells: usize,
}

impl File {
    /// The cell of some units; none if cells are no groups of registers.
    pub fn cell(&self, units: RegSet) -> Option<usize> {
        self.groups.as_ref()?.iter().position(|g| g.intersects(units))
    }
    /// How many groups of registers there are; none if units are counted.
    pub fn groups(&self) -> Option<usize> {
        self.groups.as_ref().map(Vec::len)
    }
    /// All units of the cell that some units are in.
    pub fn whole(&self, units: RegSet) -> RegSet {
        self.groups.iter().flatten().find(|g| g.intersects(units)).copied().unwrap_or(units)
    }
    /// All its units.
    pub fn units(&self) -> RegSet {
        self.sets[0].regs.iter().fold(RegSet::EMPTY, |s, r| s | r.1)
    }
    /// Units of registers that must be saved, but for the first so many.
    pub fn beyond(&self, count: usize) -> RegSet {
        let mut kept = RegSet::EMPTY;
        let mut n = 0;
        for r in self.sets[0].regs.iter().filter(|r| r.1.intersects(self.saved)) {
            if n < count && !r.1.intersects(kept) {
                kept |= self.whole(r.1);
                n += r.2.len();
            }
        }
        let all = self.sets[0].regs.iter().filter(|r| r.1.intersects(self.saved)).fold(RegSet::EMPTY, |s, r| s | r.1);
        all - kept
    }
    /// Cells that a bank's values may take, and how many one takes; none if it belongs to another file.
    pub fn bank(&self, number: usize) -> Option<(RegSet, usize)> {
        self.banks[number]
    }
}

/// Finds the files of a function in which values compete.
pub(super) fn files(p: &Problem<'_>, forced: &[PReg]) -> Vec<File> {
    let normal = |n: &usize| p.tns.iter().any(|&t| p.nature[t] == Nature::Normal && p.bank_of[t].number() == *n);
    let mut groups: Vec<(RegSet, Vec<usize>)> = Vec::new();
    for (n, bank) in p.banks.iter().enumerate() {
        let mut joined = (bank.units, vec![n]);
        groups.retain_mut(|g| {
            let meets = g.0.intersects(joined.0);
            if meets {
                joined.0 |= g.0;
                joined.1.append(&mut g.1);
            }
            !meets
        });
        groups.push(joined);
    }
    groups.sort_by_key(|g| g.1.iter().min().copied());
    groups.retain(|g| g.1.iter().any(&normal));
    let saved = saved(p, forced);
    groups.into_iter().map(|(_, banks)| file(p, banks, saved)).collect()
}

/// Units of registers that cost a save: callee-saved ones, and the return address where nothing is called; not those that
/// are saved anyway, or that an op writes by its own rules.
fn saved(p: &Problem<'_>, forced: &[PReg]) -> RegSet {
    let t = p.cx.target;
    let mut saved = t.callee_saved;
    t.abi.ra.iter().for_each(|&r| saved |= t.isa.reg(r).units);
    let fixed = p.refs.iter().filter_map(|r| if let How::Fixed(reg) = r.how { Some(reg) } else { None });
    let mut free: Vec<RegSet> = forced.iter().copied().chain(fixed).map(|r| t.isa.reg(r).units).collect();
    free.retain(|units| units.intersects(saved));
    free.iter().for_each(|&units| saved -= units);
    for r in p.banks.iter().flat_map(|b| &b.regs).filter(|r| free.iter().any(|units| units.intersects(r.1))) {
        saved -= r.1;
    }
    saved
}

fn file(p: &Problem<'_>, mut banks: Vec<usize>, saved: RegSet) -> File {
    banks.sort_unstable();
    let mut regs: Vec<(PReg, RegSet)> = Vec::new();
    for &r in banks.iter().flat_map(|&n| &p.banks[n].regs) {
        if !regs.iter().any(|x| x.0 == r.0) {
            regs.push(r);
        }
    }
    let cells = cells(&regs);
    let counted = |list: &[(PReg, RegSet)]| {
        let regs: Vec<_> = list.iter().map(|&(r, units)| (r, units, cells_of(&cells, units))).collect();
        let cells = regs.iter().fold(RegSet::EMPTY, |s, r| s | r.2);
        Counted { regs, cells }
    };
    let mut sets = vec![counted(&regs)];
    let mut of_bank = vec![None; p.banks.len()];
    for &n in &banks {
        let set = counted(&p.banks[n].regs);
        let takes = set.regs.iter().map(|r| r.2.len()).min().unwrap_or(1);
        of_bank[n] = Some((set.cells, takes));
        if sets.iter().all(|s| s.cells != set.cells) {
            sets.push(set);
        }
    }
    let saved_cells = sets[0].regs.iter().filter(|r| r.1.intersects(saved)).map(|r| r.2.len()).max().unwrap_or(1);
    let all_saved_cells = sets[0].room(RegSet::EMPTY) - sets[0].room(saved);
    File { groups: cells, sets, banks: of_bank, saved, saved_cells, all_saved_cells }
}

/// Groups of connected registers that all intersect each other; none if there is a group in which they do not.
fn cells(regs: &[(PReg, RegSet)]) -> Option<Vec<RegSet>> {
    let mut groups: Vec<RegSet> = Vec::new();
    for r in regs {
        let mut joined = r.1;
        groups.retain(|g| {
            let meets = g.intersects(joined);
            if meets {
                joined |= *g;
            }
            !meets
        });
        groups.push(joined);
    }
    let whole = |g: &RegSet| {
        let inside: Vec<RegSet> = regs.iter().map(|r| r.1).filter(|u| g.intersects(*u)).collect();
        inside.iter().all(|a| inside.iter().all(|b| a.intersects(*b)))
    };
    groups.iter().all(whole).then_some(groups)
}

/// The cells of some units: the first unit stands for its group.
fn cells_of(cells: &Option<Vec<RegSet>>, units: RegSet) -> RegSet {
    match cells {
        None => units,
        Some(groups) => groups.iter().filter(|g| g.intersects(units)).filter_map(|g| g.iter().next()).collect(),
    }
}
