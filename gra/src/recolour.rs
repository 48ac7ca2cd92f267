//! Recolouring: what colouring by priority leaves of copies.
//!
//! A range of high priority that has no wishes takes the first register that is free, and that may be the one which a
//! range behind it is an argument or the other end of a copy of. So once all are coloured, a range that another register
//! would save copies gets that register after all, and up to [`MOST_MOVED`] others who are in the way there move to
//! registers that are free for them. A change stands if it saves copies over all, costs nothing else (no register that
//! must be saved, no range in memory), and leaves the local allocator what it was promised.
//!
//! (That a change of colours may move others is from Hack and Goos, "Copy coalescing by graph recoloring", PLDI 2008; that
//! it comes last is from Open64's and LLVM's hint recolouring, which move nobody else.)

use crate::colour::Colouring;
use smallvec::SmallVec;
use targ_info::{PReg, RegSet};

/// So many others move for one range.
const MOST_MOVED: usize = 8;
/// Ranges of more blocks together stay where they are: to move them takes long, and a copy is a small part of what they are for.
const MOST_BLOCKS: usize = 400;
/// So many registers are tried for a range.
const MOST_TRIED: usize = 3;
/// Copies that are executed less often are not worth a change.
const LEAST: f32 = 1e-3;

impl Colouring<'_> {
    /// Gives ranges the registers that save them copies; returns how many have another one now.
    pub(crate) fn recolour(&mut self) -> u64 {
        self.looped = false;
        let mut order: Vec<(f32, u32)> = Vec::new();
        for n in 0..self.ranges.list.len() as u32 {
            let gain = self.better(n).first().map_or(0.0, |b| b.0);
            if gain > LEAST {
                order.push((gain, n));
            }
        }
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut moved = 0;
        for (_, n) in order {
            let better = self.better(n);
            moved += better.iter().take(MOST_TRIED).find_map(|&(gain, reg)| self.exchange(n, reg, gain)).unwrap_or(0);
        }
        moved
    }

    /// Does another register of these stand in a fixed operand of a range, or at the other end of one of its copies?
    fn is_wished(&self, n: u32, open: RegSet) -> bool {
        let range = &self.ranges.list[n as usize];
        let Some(wish) = self.hints.of(self.ranges, range.tn) else { return false };
        let other = |r: PReg| Some(r) != range.colour && self.cx.target.isa.reg(r).units.intersects(open);
        let colour = |&(other, _): &(u32, f32)| self.ranges.list[other as usize].colour;
        wish.regs.iter().any(|w| other(w.0)) || wish.ranges.iter().any(|w| colour(w).is_some_and(other))
    }

    /// Registers that would save a range more copies than its own and cost nothing, best first, with what they save.
    fn better(&self, n: u32) -> SmallVec<[(f32, PReg); 4]> {
        let mut better = SmallVec::new();
        let range = &self.ranges.list[n as usize];
        let mut open = self.all_units(n);
        let Some(own) = range.colour.filter(|_| self.is_wished(n, open)) else { return better };
        // What calls destroy is not for who lives over them.
        range.units.iter().for_each(|u| open -= self.blocks.clobbered(u.bb, u.part));
        if !self.is_wished(n, open) {
            return better;
        }
        let regs = &self.ranges.classes[range.class].regs;
        let wishes = self.wishes(n);
        let now = regs.iter().position(|r| r.0 == own).map_or(0.0, |k| wishes[k]);
        let prices = self.prices(self.is_outside(range.units.iter().map(|u| u.bb)));
        let wanted = wishes.iter().zip(regs).filter(|(wish, _)| **wish > now + LEAST);
        let wanted = wanted.filter(|(_, (_, units))| open.contains(*units) && prices.of(*units) == 0.0);
        better.extend(wanted.map(|(&wish, &(reg, _))| (wish - now, reg)));
        better.sort_by(|a, b| b.0.total_cmp(&a.0));
        better
    }

    /// Moves a range to a register that saves it copies, and who has that elsewhere. How many moved; none if
    /// that saves nothing.
    fn exchange(&mut self, n: u32, reg: PReg, gain: f32) -> Option<u64> {
        let units = self.cx.target.isa.reg(reg).units;
        let mut others: SmallVec<[u32; MOST_MOVED]> = SmallVec::new();
        let own = &self.ranges.list[n as usize].units;
        let mut blocks = own.len();
        for u in own {
            for h in self.blocks.holders_of(u.bb, units, u.part).filter(|h| h.range != n) {
                if !others.contains(&h.range) {
                    others.push(h.range);
                    blocks += self.ranges.list[h.range as usize].units.len();
                }
            }
            if others.len() > MOST_MOVED || blocks > MOST_BLOCKS {
                return None;
            }
        }
        others.sort_unstable();
        let colour = |m: u32| Some((m, self.ranges.list[m as usize].colour?));
        let before: SmallVec<[(u32, PReg); MOST_MOVED + 1]> =
            std::iter::once(n).chain(others.iter().copied()).filter_map(colour).collect();
        let all = |c: &Self| before.iter().map(|&(m, _)| c.fulfilled(m)).sum::<f32>();
        let had = if others.is_empty() { 0.0 } else { all(self) };
        // One other finds nothing that makes good what it loses; of several, who knows: they may go together.
        if others.len() == 1 && self.most_without(others[0], units) + gain <= self.fulfilled(others[0]) + LEAST {
            return None;
        }
        before.iter().for_each(|&(m, _)| self.vacate(m));
        if self.settle(n, reg, &others) && (others.is_empty() || all(self) > had + LEAST) {
            self.trace_exchange(n, reg, gain, &others);
            return Some(before.len() as u64);
        }
        before.iter().for_each(|&(m, _)| self.vacate(m));
        before.iter().for_each(|&(m, r)| self.occupy(m, r));
        None
    }

    /// Gives a range a register, and the others whatever costs nothing. Is there enough for all?
    fn settle(&mut self, n: u32, reg: PReg, others: &[u32]) -> bool {
        if !self.free_for(n).contains(self.cx.target.isa.reg(reg).units) {
            return false;
        }
        self.occupy(n, reg);
        for &m in others {
            let free = self.free_for(m);
            match self.choose(m, &self.ranges.list[m as usize].units, free, 0.0) {
                Some((reg, 0.0)) => self.occupy(m, reg),
                _ => return false,
            }
        }
        true
    }

    /// Units that are free for a range in all of its blocks.
    fn free_for(&self, n: u32) -> RegSet {
        let units = &self.ranges.list[n as usize].units;
        units.iter().fold(self.all_units(n), |free, u| free - self.unavailable(u, n))
    }

    /// What its register saves a range in copies.
    fn fulfilled(&self, n: u32) -> f32 {
        let range = &self.ranges.list[n as usize];
        let at = self.ranges.classes[range.class].regs.iter().position(|r| Some(r.0) == range.colour);
        at.map_or(0.0, |k| self.wishes(n)[k])
    }

    /// What any register outside of these units saves a range in copies at most.
    fn most_without(&self, n: u32, units: RegSet) -> f32 {
        let regs = &self.ranges.classes[self.ranges.list[n as usize].class].regs;
        let others = self.wishes(n).into_iter().zip(regs).filter(|(_, r)| !r.1.intersects(units));
        others.map(|(wish, _)| wish).fold(0.0, f32::max)
    }

    fn trace_exchange(&self, n: u32, reg: PReg, gain: f32, others: &[u32]) {
        let isa = self.cx.target.isa;
        self.cx.trace(|| {
            let moved = others.iter().filter_map(|&m| {
                let r = &self.ranges.list[m as usize];
                Some(format!(", {} #{m} moves to {}", r.tn, isa.reg(r.colour?).name))
            });
            let (t, name) = (self.ranges.list[n as usize].tn, isa.reg(reg).name);
            format!("gra: {t} #{n}: {name} after all; saves {gain:.2} more in copies{}", moved.collect::<String>())
        });
    }
}
