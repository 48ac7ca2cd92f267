//! Grows the part of a range that gets a register.
//!
//! From the most frequent reference, blocks are added by falling frequency as long as some register is free in all of
//! them. After each addition the worth of the part is known: memory operations saved inside, less reloads on edges
//! that enter it, less stores on edges that leave it (or after its definitions, if that is cheaper). The best prefix
//! of the additions is taken. As in Open64 the part that is grown is the one that gets the register at once.

use crate::colour::{Colouring, unit_saving};
use crate::ranges::Lunit;
use cgir::func::Bb;
use cranelift_entity::SecondaryMap;
use std::collections::BinaryHeap;
use targ_info::{PReg, RegSet};

/// A part must save at least this much to be worth its borders.
pub(crate) const WORTH: f32 = 0.01;

/// A part of a range, and a register for it.
pub(crate) struct Part {
    pub blocks: Vec<Bb>,
    pub reg: PReg,
    /// What it saves, less what its borders cost.
    pub value: f32,
}

/// Tables reused from split to split.
#[derive(Default)]
pub(crate) struct Scratch {
    /// For a block of the range: its unit's index plus one, and whether the part has it.
    index: SecondaryMap<Bb, (u32, bool)>,
}

/// A candidate block: by frequency, then by number.
#[derive(PartialEq)]
struct Candidate(f32, std::cmp::Reverse<Bb>);

impl Eq for Candidate {}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, o: &Candidate) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Candidate {
    fn cmp(&self, o: &Candidate) -> std::cmp::Ordering {
        self.0.total_cmp(&o.0).then_with(|| self.1.cmp(&o.1))
    }
}

/// What the part is worth so far.
#[derive(Clone, Copy, Default)]
struct Worth {
    saved: f32,
    /// Frequency of edges that enter it, and that leave it.
    entries: f32,
    exits: f32,
    /// Frequency of blocks in it that define the value.
    defs: f32,
}

impl Worth {
    fn value(&self, store: f32, reload: f32) -> f32 {
        self.saved - reload * self.entries.max(0.0) - store * self.exits.max(0.0).min(self.defs)
    }
}

/// Finds the best part of a range and a register for it.
pub(crate) fn find(c: &mut Colouring<'_>, n: u32) -> Option<Part> {
    let mut scratch = std::mem::take(&mut c.scratch);
    let units = std::mem::take(&mut c.ranges.list[n as usize].units);
    for (i, u) in units.iter().enumerate() {
        scratch.index[u.bb] = (i as u32 + 1, false);
    }
    let found = grow(c, n, &units, &mut scratch);
    for u in &units {
        scratch.index[u.bb] = (0, false);
    }
    c.ranges.list[n as usize].units = units;
    c.scratch = scratch;
    found
}

fn grow(c: &Colouring<'_>, n: u32, units: &[Lunit], scratch: &mut Scratch) -> Option<Part> {
    let (store, reload) = c.costs(n);
    let all = c.all_units(n);
    let class = &c.ranges.classes[c.ranges.list[n as usize].class].regs;
    let some_register = |free: RegSet| class.iter().any(|(_, u)| free.contains(*u));
    let (seed, mut free) = seed(c, n, units, all, &some_register)?;
    let mut queue = BinaryHeap::new();
    let mut added: Vec<Bb> = Vec::new();
    let mut worth = Worth::default();
    let mut best: Option<(f32, usize, RegSet)> = None;
    queue.push(Candidate(f32::MAX, std::cmp::Reverse(units[seed].bb)));
    while let Some(Candidate(_, std::cmp::Reverse(b))) = queue.pop() {
        let (at, inside) = scratch.index[b];
        if at == 0 || inside {
            continue;
        }
        let u = &units[at as usize - 1];
        let narrowed = free & (all - c.unavailable(u, n));
        if !some_register(narrowed) {
            continue;
        }
        free = narrowed;
        scratch.index[b].1 = true;
        added.push(b);
        worth.saved += c.blocks[b].freq * unit_saving(u, store, reload);
        worth.defs += if u.def { c.blocks[b].freq } else { 0.0 };
        cross(c, units, scratch, u, &mut worth, &mut queue);
        let value = worth.value(store, reload);
        if value > WORTH && best.is_none_or(|(v, _, _)| value > v) {
            best = Some((value, added.len(), free));
        }
    }
    let (value, length, free) = best?;
    let part: Vec<Lunit> = added[..length].iter().map(|&b| units[scratch.index[b].0 as usize - 1]).collect();
    let (reg, price) = c.choose(n, &part, free, value)?;
    let value = value - price;
    if value <= WORTH {
        return None;
    }
    added.truncate(length);
    Some(Part { blocks: added, reg, value })
}

/// The unit to begin with: the most frequent reference in a block where a register is free.
fn seed(
    c: &Colouring<'_>,
    n: u32,
    units: &[Lunit],
    all: RegSet,
    some_register: &dyn Fn(RegSet) -> bool,
) -> Option<(usize, RegSet)> {
    let mut order: Vec<usize> = (0..units.len()).filter(|&i| units[i].refs > 0).collect();
    let weight = |i: usize| c.blocks[units[i].bb].freq * unit_saving(&units[i], 1.0, 1.0);
    order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
    order.into_iter().find_map(|i| {
        let free = all - c.unavailable(&units[i], n);
        some_register(free).then_some((i, free))
    })
}

/// Accounts for the edges of a block that was added, and queues its neighbours.
fn cross(
    c: &Colouring<'_>,
    units: &[Lunit],
    scratch: &Scratch,
    u: &Lunit,
    worth: &mut Worth,
    queue: &mut BinaryHeap<Candidate>,
) {
    let unit = |b: Bb| match scratch.index[b] {
        (0, _) => None,
        (at, inside) => Some((&units[at as usize - 1], inside)),
    };
    if u.live_out {
        for s in &c.f.bbs[u.bb].succs {
            let weight = c.blocks[u.bb].freq * s.prob;
            match unit(s.bb) {
                Some((v, true)) if v.live_in && v.bb != u.bb => worth.entries -= weight,
                Some((v, _)) if v.live_in && v.bb == u.bb => {}
                Some((v, false)) if v.live_in => {
                    worth.exits += weight;
                    queue.push(Candidate(c.blocks[s.bb].freq, std::cmp::Reverse(s.bb)));
                }
                // Live in an other part of the range, which was split off before.
                _ => {}
            }
        }
    }
    if u.live_in {
        for &p in &c.f.bbs[u.bb].preds {
            if p == u.bb {
                continue;
            }
            let prob: f32 = c.f.bbs[p].succs.iter().filter(|s| s.bb == u.bb).map(|s| s.prob).sum();
            let edges = c.f.bbs[p].succs.iter().filter(|s| s.bb == u.bb).count().max(1) as f32;
            let weight = c.blocks[p].freq * prob / edges;
            match unit(p) {
                Some((v, true)) if v.live_out => worth.exits -= weight,
                Some((v, false)) if v.live_out => {
                    worth.entries += weight;
                    queue.push(Candidate(c.blocks[p].freq, std::cmp::Reverse(p)));
                }
                // The value comes from a part that was split off before: a copy, or a reload.
                _ => worth.entries += 0.5 * weight,
            }
        }
    }
}
