//! Finds the part of a range that gets a register, as a minimum cut.
//!
//! For one register, each block of the range is to hold the value in the register or in memory. Memory costs the
//! reloads and stores of the block; an edge from memory into the register costs a reload, one from the register to
//! memory a store; a block where the register is taken must be memory. The cheapest choice for all blocks together is a
//! minimum cut between "register" and "memory". (Open64 grows the part block by block, see [`crate::split`]; LLVM's
//! greedy allocator solves a like problem by a Hopfield network.)
//!
//! A store may stand on the edges that lead to memory, or once after each definition. These are two networks, and what
//! comes out is priced as [`crate::border`] will place it, by the better of both. Parts of the same TN that were
//! split off before are fixed: edges to them add to the cost of one side or the other.
//!
//! A network is made once for all registers that come into question. With the register differ what units cost others, and
//! those where it cannot be had.
//!
//! A register that others have may be *reclaimed*: where a range is only live through, or referenced less than this one,
//! it gives the register up in some blocks. What that costs it is in the same network: its own reloads and stores in
//! the block, and on edges between blocks that it loses and those that it keeps.

use crate::blocks::Holder;
use crate::colour::{Colouring, unit_saving};
use crate::ranges::Lunit;
use crate::reduce::LeastCut;
use crate::split::{Part, WORTH};
use cgir::func::Bb;
use cranelift_entity::SecondaryMap;
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;
use targ_info::{PReg, RegSet};

/// Registers for which the cut is found: those that are free where it matters most.
const CANDIDATES: usize = 3;
/// A part that wins so much of what the next register can win at best is good enough.
const GOOD: f32 = 0.9;
/// A copy between registers on an edge, in memory operations.
const COPY: f32 = 0.3;
/// Ranges of more blocks are not cut: they are grown.
pub(crate) const MOST_BLOCKS: usize = 20_000;

/// Where a part of the TN that is not to be decided now has its value.
#[derive(Clone, Copy, Default, PartialEq)]
enum Other {
    #[default]
    Absent,
    Memory,
    Reg(PReg),
}

/// An edge between the range and another part of its TN.
#[derive(Clone, Copy)]
struct Outer {
    unit: u32,
    /// Does it leave the range?
    leaves: bool,
    other: Other,
    weight: f32,
}

/// Tables reused from split to split.
#[derive(Default)]
pub(crate) struct Scratch {
    /// For a block of the range: its unit's index plus one.
    index: SecondaryMap<Bb, u32>,
    other: SecondaryMap<Bb, Other>,
    /// By where stores stand: after definitions, on edges.
    nets: [LeastCut; 2],
    /// Edges within the range.
    edges: Vec<(u32, u32, f32)>,
    outer: Vec<Outer>,
    /// By unit: what is not to be had there.
    pub blocked: Vec<RegSet>,
    /// By unit: what having the register at hand there costs others; infinite if it cannot be had.
    toll: Vec<f32>,
    /// Edges between units both of which are had at others' cost, as in [`LeastCut::add`].
    tolls: Vec<(u32, u32, f32, f32)>,
    /// By unit, the first of those in `held` whose registers are to be had there at a cost.
    first_held: Vec<u32>,
    held: Vec<Holder>,
    inside: Vec<bool>,
}

/// What to split.
struct Problem<'a> {
    units: &'a [Lunit],
    store: f32,
    reload: f32,
}

/// What is wanted of a search.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// A part must save more than this to be of use.
    floor: f32,
    /// For so many registers the cut is found at most.
    registers: usize,
}

impl Wanted {
    /// The best part that saves more than this.
    pub fn best(floor: f32) -> Wanted {
        Wanted { floor: floor.max(WORTH), registers: CANDIDATES }
    }

    /// A part that is about as good as the best, to know what a range has to lose.
    pub fn estimate() -> Wanted {
        Wanted { floor: WORTH, registers: 1 }
    }
}

/// Finds the best part of a range and a register for it. The scratch tables hold what is blocked in each unit.
pub(crate) fn find(c: &mut Colouring<'_>, n: u32, wanted: Wanted) -> Option<Part> {
    let mut s = std::mem::take(&mut c.cuts);
    let units = std::mem::take(&mut c.ranges.list[n as usize].units);
    s.fill(c, n, &units);
    let found = best(c, n, &units, &mut s, wanted);
    units.iter().for_each(|u| s.index[u.bb] = 0);
    for p in c.pieces(n) {
        c.ranges.list[p as usize].units.iter().for_each(|u| s.other[u.bb] = Other::Absent);
    }
    c.ranges.list[n as usize].units = units;
    c.cuts = s;
    found
}

impl Scratch {
    /// Where those are whose registers are to be had in a unit.
    fn held_in(&self, unit: usize) -> std::ops::Range<usize> {
        self.first_held[unit] as usize..self.first_held[unit + 1] as usize
    }

    /// What a range that has a register in a block has in a neighbour `b` of that, at its `entry` or at its end.
    fn beyond(&self, c: &Colouring<'_>, h: Holder, units: RegSet, b: Bb, entry: bool) -> Beyond {
        let near = |x: &Holder| x.range == h.range && x.part.touches(entry);
        let unit = (self.index[b] as usize).checked_sub(1);
        if let Some(j) = unit
            && self.held[self.held_in(j)].iter().any(near)
        {
            return Beyond::Lost(j);
        }
        if c.blocks.holds(b, h.range, units, entry) { Beyond::Kept } else { Beyond::Nothing }
    }

    fn fill(&mut self, c: &Colouring<'_>, n: u32, units: &[Lunit]) {
        for (i, u) in units.iter().enumerate() {
            self.index[u.bb] = i as u32 + 1;
        }
        for p in c.pieces(n) {
            let r = &c.ranges.list[p as usize];
            r.units.iter().for_each(|u| self.other[u.bb] = r.colour.map_or(Other::Memory, Other::Reg));
        }
        self.edges.clear();
        self.outer.clear();
        for (i, u) in units.iter().enumerate() {
            let i = i as u32;
            for s in c.edges.succs(u.bb) {
                match (self.index[s.bb], self.other[s.bb]) {
                    (0, Other::Absent) => {}
                    (0, other) if u.live_out => {
                        self.outer.push(Outer { unit: i, leaves: true, other, weight: s.weight });
                    }
                    (0, _) => {}
                    // Where the range is not live others may be: what they do there is added to the edge.
                    (j, _) if u.live_out && units[j as usize - 1].live_in => self.edges.push((i, j - 1, s.weight)),
                    (j, _) => self.edges.push((i, j - 1, 0.0)),
                }
            }
            for p in c.edges.preds(u.bb).iter().filter(|_| u.live_in) {
                let other = self.other[p.bb];
                if other != Other::Absent {
                    self.outer.push(Outer { unit: i, leaves: false, other, weight: p.weight });
                }
            }
        }
    }
}

/// The registers that promise most where the range is referenced, the best first; those that are free in the same
/// blocks count once. With each goes a bound of what it can save.
fn candidates(
    c: &Colouring<'_>,
    n: u32,
    p: &Problem<'_>,
    s: &Scratch,
    wanted: Wanted,
) -> SmallVec<[(f32, PReg, RegSet); 4]> {
    let class = &c.ranges.classes[c.ranges.list[n as usize].class].regs;
    let mut bounds: SmallVec<[f32; 32]> = smallvec![0.0; class.len()];
    for (i, u) in p.units.iter().enumerate() {
        let saving = u.freq * unit_saving(u, p.store, p.reload);
        if saving <= 0.0 {
            continue;
        }
        let clobbered = c.blocks.clobbered(u.bb, u.part);
        for (bound, &(_, units)) in bounds.iter_mut().zip(class) {
            *bound += match s.blocked[i].intersects(units) {
                false => saving,
                true => (saving
                    - toll(clobbered, c.blocks.holders_of(u.bb, units, u.part).map(|h| worth(c, h)), units))
                .max(0.0),
            };
        }
    }
    let mut near: SmallVec<[f32; 32]> = smallvec![0.0; class.len()];
    for o in &s.outer {
        if let Other::Reg(reg) = o.other
            && let Some(k) = class.iter().position(|x| x.0 == reg)
        {
            near[k] += p.reload.max(p.store) * o.weight;
        }
    }
    let mut found: SmallVec<[Candidate; 32]> = SmallVec::new();
    let least = c.prices(false);
    for (k, &(reg, units)) in class.iter().enumerate() {
        let bound = bounds[k] + near[k] - least.of(units);
        if bound > wanted.floor {
            found.push(Candidate { bound, promise: bound, price: 0.0, reg, units });
        }
    }
    if found.len() > 1 {
        // Of those that promise as much, the one that costs least wherever the range may want it.
        let prices = c.prices(c.is_outside(p.units.iter().map(|u| u.bb)));
        let wishes = c.wishes(n);
        let mut k = 0;
        for x in &mut found {
            k += class[k..].iter().position(|r| r.0 == x.reg).unwrap_or(0);
            x.promise += 0.1 * wishes[k];
            x.price = prices.of(x.units);
        }
    }
    found.sort_by(|a, b| {
        b.promise.total_cmp(&a.promise).then_with(|| a.price.total_cmp(&b.price)).then(a.reg.0.cmp(&b.reg.0))
    });
    let different = OnceCell::new();
    let mut kept: SmallVec<[(f32, PReg, RegSet); 4]> = SmallVec::new();
    for x in found {
        let same = |y: &(f32, PReg, RegSet)| {
            let blocked = || different.get_or_init(|| differing(&s.blocked));
            x.bound == y.0 && blocked().iter().all(|b| b.intersects(x.units) == b.intersects(y.2))
        };
        if kept.len() == wanted.registers {
            break;
        }
        if !kept.iter().any(same) {
            kept.push((x.bound, x.reg, x.units));
        }
    }
    kept
}

/// What is blocked is the same in many units: most of the repetitions are left out.
fn differing(blocked: &[RegSet]) -> SmallVec<[RegSet; 16]> {
    let mut found: SmallVec<[RegSet; 16]> = SmallVec::new();
    for &b in blocked {
        if found.last() != Some(&b) && (found.len() == found.inline_size() || !found.contains(&b)) {
            found.push(b);
        }
    }
    found
}

/// A register that a part of the range may have.
struct Candidate {
    /// More than it can save.
    bound: f32,
    /// The same, and something for what it saves in copies.
    promise: f32,
    price: f32,
    reg: PReg,
    units: RegSet,
}

/// What it costs a range within a block to lose its register there; infinite if it cannot.
fn worth(c: &Colouring<'_>, h: &Holder) -> f32 {
    if c.may_lose(h.range) { h.saving } else { f32::INFINITY }
}

/// What it costs others within a block if they give up a register that is taken there; infinite if they cannot. `theirs`:
/// what it is worth to those who have it.
fn toll(clobbered: RegSet, theirs: impl Iterator<Item = f32>, units: RegSet) -> f32 {
    if clobbered.intersects(units) {
        return f32::INFINITY;
    }
    // Taken by nobody: it is promised to the local allocator.
    theirs.reduce(|a, b| a + b).unwrap_or(f32::INFINITY)
}

fn best(c: &Colouring<'_>, n: u32, units: &[Lunit], s: &mut Scratch, wanted: Wanted) -> Option<Part> {
    let (store, reload) = c.costs(n);
    let p = Problem { units, store, reload };
    let defines = store > 0.0 && units.iter().any(|u| u.def && u.live_out);
    let mut best: Option<(f32, PReg, Vec<Bb>)> = None;
    // Without definitions there are no stores. What serves the first register better does for all.
    let mut ways: SmallVec<[Stores; 2]> = if defines {
        smallvec![Stores::AfterDefinitions, Stores::OnEdges]
    } else {
        smallvec![Stores::AfterDefinitions]
    };
    let mut prepared = [false; 2];
    for (bound, reg, reg_units) in candidates(c, n, &p, s, wanted) {
        let least = |best: &Option<(f32, PReg, Vec<Bb>)>| best.as_ref().map_or(wanted.floor, |b| b.0);
        if best.as_ref().is_some_and(|b| b.0 >= GOOD * bound) {
            break;
        }
        find_tolls(c, &p, s, reg_units);
        let price = c.prices(false).of(reg_units);
        if most(&p, s, reg) - price <= least(&best) {
            continue;
        }
        let mut better = None;
        for &stores in &ways {
            if !std::mem::replace(&mut prepared[stores as usize], true) {
                prepare(&p, s, stores);
            }
            if !solve(&p, s, reg, stores, least(&best) + price) {
                continue;
            }
            let inside = || s.inside.iter().zip(units).filter(|x| *x.0).map(|x| x.1.bb);
            let value = value(&p, s, reg) - c.prices(c.is_outside(inside())).of(reg_units);
            if better.is_none_or(|b: (f32, Stores)| value > b.0) {
                better = Some((value, stores));
            }
            if value > least(&best) {
                best = Some((value, reg, inside().collect()));
            }
        }
        if let Some((_, stores)) = better {
            ways = smallvec![stores];
        }
    }
    let (value, reg, mut blocks) = best?;
    blocks.sort_unstable();
    Some(Part { blocks, reg, value })
}

/// What it costs others if the range has this register where they have it: what it saves them in the block, and what
/// they do on edges to blocks where they keep it.
fn find_tolls(c: &Colouring<'_>, p: &Problem<'_>, s: &mut Scratch, units: RegSet) {
    s.tolls.clear();
    s.toll.clear();
    s.held.clear();
    s.first_held.clear();
    for (u, blocked) in p.units.iter().zip(&s.blocked) {
        let first = s.held.len();
        s.first_held.push(first as u32);
        if !blocked.intersects(units) {
            s.toll.push(0.0);
            continue;
        }
        s.held.extend(c.blocks.holders_of(u.bb, units, u.part));
        let toll = toll(c.blocks.clobbered(u.bb, u.part), s.held[first..].iter().map(|h| worth(c, h)), units);
        s.toll.push(toll);
        if toll == f32::INFINITY {
            s.held.truncate(first);
        }
    }
    s.first_held.push(s.held.len() as u32);
    for (i, u) in p.units.iter().enumerate() {
        for at in s.held_in(i) {
            border_tolls(c, s, i, u.bb, s.held[at], units);
        }
    }
}

/// What it costs a holder at the borders of a block to lose its register there.
fn border_tolls(c: &Colouring<'_>, s: &mut Scratch, i: usize, bb: Bb, h: Holder, units: RegSet) {
    let (store, reload) = c.costs(h.range);
    if h.part.touches(false) {
        for e in c.edges.succs(bb) {
            match s.beyond(c, h, units, e.bb, true) {
                Beyond::Nothing => {}
                Beyond::Lost(j) => s.tolls.push((i as u32, j as u32, reload * e.weight, store * e.weight)),
                Beyond::Kept => s.toll[i] += reload * e.weight,
            }
        }
    }
    if h.part.touches(true) {
        for e in c.edges.preds(bb) {
            if let Beyond::Kept = s.beyond(c, h, units, e.bb, false) {
                s.toll[i] += store * e.weight;
            }
        }
    }
}

/// What the holder of a register has beyond a border of a block.
enum Beyond {
    /// Not that register.
    Nothing,
    /// The register, which it loses if this unit gets it.
    Lost(usize),
    /// The register, whatever happens.
    Kept,
}

/// Where the value is stored if a part has it in the register, others in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stores {
    AfterDefinitions,
    OnEdges,
}

impl Stores {
    /// What a store on an edge costs.
    fn on_edge(self, p: &Problem<'_>) -> f32 {
        match self {
            Stores::AfterDefinitions => 0.0,
            Stores::OnEdges => p.store,
        }
    }
}

/// The network, as far as it is the same for all registers: unit `i` is node `i + 2`.
fn prepare(p: &Problem<'_>, s: &mut Scratch, stores: Stores) {
    let (net, on_edge) = (&mut s.nets[stores as usize], stores.on_edge(p));
    net.reset(p.units.len() + 2);
    for &(a, b, weight) in &s.edges {
        net.add(a + 2, b + 2, on_edge * weight, p.reload * weight);
    }
    net.prepare();
}

/// Decides for each unit whether it is in the register; false if that cannot save more than `floor`.
fn solve(p: &Problem<'_>, s: &mut Scratch, reg: PReg, stores: Stores, floor: f32) -> bool {
    let (net, on_edge) = (&mut s.nets[stores as usize], stores.on_edge(p));
    net.begin();
    for (i, (u, &toll)) in (2..).zip(p.units.iter().zip(&s.toll)) {
        if toll == f32::INFINITY {
            net.sink(i);
        } else {
            // Stored after each definition, a value that is defined costs its store in a register too.
            net.pull(i, u.freq * unit_saving(u, on_edge, p.reload) - toll);
        }
    }
    for &(a, b, forth, back) in &s.tolls {
        net.strengthen(a + 2, b + 2, forth, back);
    }
    for o in &s.outer {
        let (in_register, in_memory) = outer_cost(p, o, reg, on_edge);
        net.pull(o.unit + 2, (in_memory - in_register) * o.weight);
    }
    if !net.cut(floor) {
        return false;
    }
    s.inside.clear();
    s.inside.extend((2..p.units.len() as u32 + 2).map(|node| net.at_source(node)));
    true
}

/// What an edge to another part costs if this end is in the register, and if it is in memory.
fn outer_cost(p: &Problem<'_>, o: &Outer, reg: PReg, store: f32) -> (f32, f32) {
    match (o.other, o.leaves) {
        (Other::Absent, _) => (0.0, 0.0),
        (Other::Memory, true) => (store, 0.0),
        (Other::Memory, false) => (p.reload, 0.0),
        (Other::Reg(r), true) => (if r == reg { 0.0 } else { COPY }, p.reload),
        (Other::Reg(r), false) => (if r == reg { 0.0 } else { COPY }, 0.5 * p.store),
    }
}

/// More than any part can save: what it saves in blocks where that is more than it costs others, and on edges to other
/// parts of its TN.
fn most(p: &Problem<'_>, s: &Scratch, reg: PReg) -> f32 {
    let had = |i: usize| s.toll[i] < f32::INFINITY;
    let in_block = |(i, u): (usize, &Lunit)| (u.freq * unit_saving(u, p.store, p.reload) - s.toll[i]).max(0.0);
    let on_edge = |o: &Outer| {
        let (in_register, in_memory) = outer_cost(p, o, reg, 0.0);
        (in_memory - in_register).max(0.0) * o.weight
    };
    let blocks: f32 = p.units.iter().enumerate().filter(|x| had(x.0)).map(in_block).sum();
    let edges: f32 = s.outer.iter().filter(|o| had(o.unit as usize)).map(on_edge).sum();
    blocks + edges
}

/// What the part that is inside saves, with stores on edges or after definitions, whichever is cheaper.
fn value(p: &Problem<'_>, s: &Scratch, reg: PReg) -> f32 {
    let (mut saved, mut entries, mut exits, mut defs) = (0.0, 0.0, 0.0, 0.0);
    for (i, u) in p.units.iter().enumerate().filter(|x| s.inside[x.0]) {
        saved += u.freq * unit_saving(u, p.store, p.reload) - s.toll[i];
        defs += if u.def && u.live_out { u.freq } else { 0.0 };
    }
    for &(a, b, weight) in &s.edges {
        match (s.inside[a as usize], s.inside[b as usize]) {
            (true, false) => exits += weight,
            (false, true) => entries += weight,
            _ => {}
        }
    }
    for &(a, b, forth, back) in &s.tolls {
        match (s.inside[a as usize], s.inside[b as usize]) {
            (true, false) => saved -= forth,
            (false, true) => saved -= back,
            _ => {}
        }
    }
    for o in s.outer.iter().filter(|o| s.inside[o.unit as usize]) {
        if o.leaves && o.other == Other::Memory {
            exits += o.weight;
            continue;
        }
        let (in_register, in_memory) = outer_cost(p, o, reg, 0.0);
        saved += (in_memory - in_register) * o.weight;
    }
    saved - p.reload * entries - p.store * exits.min(defs)
}
