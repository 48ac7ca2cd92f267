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
use crate::colour::Colouring;
use crate::edges::Edge;
use crate::ranges::Lunit;
use crate::reduce::LeastCut;
use crate::split::{Part, WORTH};
use cgir::func::Bb;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::{SmallVec, smallvec};
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

/// An edge between two blocks of the range.
#[derive(Clone, Copy)]
struct Within {
    from: u32,
    to: u32,
    weight: f32,
    /// Is the range live there? Others may be in any case.
    live: bool,
}

/// An edge between a block of the range and another.
#[derive(Clone, Copy)]
struct Around {
    unit: u32,
    /// The other block.
    bb: Bb,
    leaves: bool,
    weight: f32,
}

/// An edge between units both of which are had at others' cost: what cutting the first (in the register) from the second costs,
/// and the other way round.
#[derive(Clone, Copy)]
struct Toll {
    /// Its number in [`Scratch::edges`].
    edge: u32,
    forth: f32,
    back: f32,
}

/// Tables reused from split to split.
#[derive(Default)]
pub(crate) struct Scratch {
    /// For a block of the range: its unit's index plus one.
    index: Vec<u32>,
    other: SecondaryMap<Bb, Other>,
    net: LeastCut,
    /// Grouped by the unit that they leave; by unit, its first.
    edges: Vec<Within>,
    first_edge: Vec<u32>,
    around: Vec<Around>,
    outer: Vec<Outer>,
    /// By unit: what is not to be had there.
    pub blocked: Vec<RegSet>,
    /// By unit: what a register saves there in reloads, and in stores after definitions.
    saves: Vec<(f32, f32)>,
    /// By unit: what having the register at hand there costs others; infinite if it cannot be had.
    toll: Vec<f32>,
    tolls: Vec<Toll>,
    /// By unit, the first of those in `held` who have the register at hand there.
    first_held: Vec<u32>,
    held: Vec<Holder>,
    pulls: Vec<f32>,
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
    units.iter().for_each(|u| s.index[u.bb.index()] = 0);
    for p in c.pieces(n) {
        c.ranges.list[p as usize].units.iter().for_each(|u| s.other[u.bb] = Other::Absent);
    }
    c.ranges.list[n as usize].units = units;
    c.cuts = s;
    found
}

impl Scratch {
    fn fill(&mut self, c: &Colouring<'_>, n: u32, units: &[Lunit]) {
        self.index.resize(c.f.bbs.len(), 0);
        for (i, u) in units.iter().enumerate() {
            self.index[u.bb.index()] = i as u32 + 1;
        }
        for p in c.pieces(n) {
            let r = &c.ranges.list[p as usize];
            r.units.iter().for_each(|u| self.other[u.bb] = r.colour.map_or(Other::Memory, Other::Reg));
        }
        let (store, reload) = c.costs(n);
        let when = |x: bool, cost: f32| if x { cost } else { 0.0 };
        let saves = |u: &Lunit| (u.freq * when(u.exposed_use, reload), u.freq * when(u.def && u.live_out, store));
        self.saves.clear();
        self.saves.extend(units.iter().map(saves));
        self.edges.clear();
        self.first_edge.clear();
        self.around.clear();
        self.outer.clear();
        let split = c.is_split(n);
        for (i, u) in (0..).zip(units) {
            self.first_edge.push(self.edges.len() as u32);
            for e in c.edges.succs(u.bb) {
                match self.index[e.bb.index()] {
                    0 => self.leave(i, u.live_out, true, *e),
                    j => {
                        let live = u.live_out && units[j as usize - 1].live_in;
                        self.edges.push(Within { from: i, to: j - 1, weight: e.weight, live });
                    }
                }
            }
            // A value that comes from everywhere comes from the range, if that is all there is.
            if u.live_in && !split {
                continue;
            }
            for e in c.edges.preds(u.bb) {
                if self.index[e.bb.index()] == 0 {
                    self.leave(i, u.live_in, false, *e);
                }
            }
        }
        self.first_edge.push(self.edges.len() as u32);
    }

    /// Takes an edge down between a unit and a block that is none. `live`: is the range live at the unit's end of it?
    fn leave(&mut self, unit: u32, live: bool, leaves: bool, e: Edge) {
        self.around.push(Around { unit, bb: e.bb, leaves, weight: e.weight });
        let other = self.other[e.bb];
        if live && other != Other::Absent {
            self.outer.push(Outer { unit, leaves, other, weight: e.weight });
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
    let class = &c.ranges.classes[c.ranges.list[n as usize].class];
    let mut bounds: SmallVec<[f32; 32]> = smallvec![0.0; class.regs.len()];
    let bounds = bounds.as_mut_slice();
    for ((u, blocked), &(reloads, stores)) in p.units.iter().zip(&s.blocked).zip(&s.saves) {
        let saving = reloads + stores;
        if saving <= 0.0 {
            continue;
        }
        // What is blocked and taken by nobody is lost, or promised to the local allocator.
        let held = (*blocked & c.blocks[u.bb].any) - c.blocks.clobbered(u.bb, u.part);
        class.for_hits(blocked, &held, |k, blocked, held| {
            if !blocked {
                bounds[k] += saving;
            } else if held {
                let theirs = worth(c.blocks.holders_of(u.bb, class.regs[k].1, u.part));
                bounds[k] += (saving - theirs).max(0.0);
            }
        });
    }
    let class = &class.regs;
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
        let bound = bounds[k] + near[k];
        if bound <= wanted.floor {
            continue;
        }
        let bound = bound - least.of(units);
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
    let key = |x: &Candidate| (x.promise, -x.price, std::cmp::Reverse(x.reg.0));
    let mut kept: SmallVec<[(f32, PReg, RegSet); 4]> = SmallVec::new();
    while kept.len() < wanted.registers && !found.is_empty() {
        let better = |at: usize, k: usize| if key(&found[k]) > key(&found[at]) { k } else { at };
        let first = (1..found.len()).fold(0, better);
        let x = found.swap_remove(first);
        let same = |y: &(f32, PReg, RegSet)| {
            x.bound == y.0 && s.blocked.iter().all(|b| b.intersects(x.units) == b.intersects(y.2))
        };
        if !kept.iter().any(same) {
            kept.push((x.bound, x.reg, x.units));
        }
    }
    kept
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

/// What a register is worth within a block to those who have it; infinite if one cannot lose it, or if there is nobody.
fn worth<'a>(theirs: impl Iterator<Item = &'a Holder>) -> f32 {
    theirs.map(Holder::worth).reduce(|a, b| a + b).unwrap_or(f32::INFINITY)
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
    let mut prepared = false;
    for (bound, reg, reg_units) in candidates(c, n, &p, s, wanted) {
        let least = |best: &Option<(f32, PReg, Vec<Bb>)>| best.as_ref().map_or(wanted.floor, |b| b.0);
        if best.as_ref().is_some_and(|b| b.0 >= GOOD * bound) {
            break;
        }
        let price = c.prices(false).of(reg_units);
        find_tolls(c, &p, s, reg_units, bound - least(&best));
        if most(&p, s, reg) - price <= least(&best) {
            continue;
        }
        let mut better = None;
        for &stores in &ways {
            if !std::mem::replace(&mut prepared, true) {
                let weight = |e: &Within| if e.live { e.weight } else { 0.0 };
                let twins = (0..).zip(units).filter(|u| c.edges.has_twins(u.1.bb)).map(|u| u.0);
                s.net.prepare(units.len(), s.edges.iter().map(|e| (e.from, e.to, weight(e))), twins);
            }
            if !solve(&p, s, reg, stores, least(&best) + price) {
                continue;
            }
            let inside = || s.inside.iter().zip(units).filter(|x| *x.0).map(|x| x.1.bb);
            let (value, after) = value(&p, s, reg);
            let value = value - c.prices(c.is_outside(inside())).of(reg_units);
            if better.is_none_or(|b: (f32, Stores)| value > b.0) {
                better = Some((value, stores));
            }
            if value > least(&best) {
                best = Some((value, reg, inside().collect()));
            }
            if after && stores == Stores::AfterDefinitions {
                break;
            }
        }
        if let Some((_, stores)) = better {
            ways = smallvec![stores];
        }
    }
    let (value, reg, blocks) = best?;
    Some(Part { blocks, reg, value })
}

/// What it costs others if the range has this register where they have it: what it saves them in the block, and what
/// they do on edges to blocks where they keep it. What costs others as much within a block as the range has to win over all
/// is not to be had.
fn find_tolls(c: &Colouring<'_>, p: &Problem<'_>, s: &mut Scratch, units: RegSet, to_win: f32) {
    s.tolls.clear();
    s.toll.clear();
    s.held.clear();
    s.first_held.clear();
    let Some(lane) = c.blocks.lane(units) else { return s.toll.resize(p.units.len(), f32::INFINITY) };
    let one = units.as_one();
    for (u, blocked) in p.units.iter().zip(&s.blocked) {
        let first = s.held.len();
        s.first_held.push(first as u32);
        if !one.map_or_else(|| blocked.intersects(units), |unit| blocked.has(unit)) {
            s.toll.push(0.0);
            continue;
        }
        c.blocks.holders_on(u.bb, lane, units, u.part).for_each(|h| s.held.push(*h));
        let toll = worth(s.held[first..].iter());
        let had = toll < to_win && !c.blocks.clobbers(u.bb, u.part, units);
        s.toll.push(if had { toll } else { f32::INFINITY });
    }
    s.first_held.push(s.held.len() as u32);
    if !s.held.is_empty() {
        tolls_within(c, p, s, lane);
        tolls_around(c, s, lane);
    }
}

/// What holders do on edges between two blocks of the range.
fn tolls_within(c: &Colouring<'_>, p: &Problem<'_>, s: &mut Scratch, lane: usize) {
    let Scratch { edges, first_edge, toll, tolls, held, first_held, .. } = s;
    let held_in = |unit: usize| &held[first_held[unit] as usize..first_held[unit + 1] as usize];
    let has = |unit: usize, h: &Holder, entry: bool| {
        held_in(unit).iter().any(|x| x.range == h.range && x.part.touches(entry))
    };
    // Has a holder the register at a unit's border too, in a part that the range has not?
    let beside = |unit: usize, h: &Holder, entry: bool| {
        !p.units[unit].part.is_whole() && c.blocks.holds(p.units[unit].bb, h.range, lane, entry)
    };
    for (from, u) in p.units.iter().enumerate() {
        let here = held_in(from);
        if here.is_empty() && u.part.is_whole() {
            continue;
        }
        let numbers = first_edge[from] as usize..first_edge[from + 1] as usize;
        for (edge, e) in (first_edge[from]..).zip(&edges[numbers]) {
            let to = e.to as usize;
            if from == to {
                continue;
            }
            for h in here.iter().filter(|h| h.part.touches(false)) {
                let (forth, back) = (h.reload * e.weight, h.store * e.weight);
                let there = has(to, h, true);
                match (toll[from] < f32::INFINITY, toll[to] < f32::INFINITY) {
                    (true, true) if there => tolls.push(Toll { edge, forth, back }),
                    (true, _) if there || beside(to, h, true) => toll[from] += forth,
                    (false, true) if there => toll[to] += back,
                    _ => {}
                }
            }
            if !u.part.is_whole() && toll[to] < f32::INFINITY {
                let kept = |h: &&Holder| h.part.touches(true) && !has(from, h, false) && beside(from, h, false);
                held_in(to).iter().filter(kept).for_each(|h| toll[to] += h.store * e.weight);
            }
        }
    }
}

/// What holders do on edges to blocks that the range has not.
fn tolls_around(c: &Colouring<'_>, s: &mut Scratch, lane: usize) {
    for a in &s.around {
        let unit = a.unit as usize;
        let held = &s.held[s.first_held[unit] as usize..s.first_held[unit + 1] as usize];
        if s.toll[unit] == f32::INFINITY {
            continue;
        }
        for h in held.iter().filter(|h| h.part.touches(!a.leaves)) {
            if c.blocks.holds(a.bb, h.range, lane, a.leaves) {
                s.toll[unit] += a.weight * if a.leaves { h.reload } else { h.store };
            }
        }
    }
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

/// Decides for each unit whether it is in the register; false if that cannot save more than `floor`.
fn solve(p: &Problem<'_>, s: &mut Scratch, reg: PReg, stores: Stores, floor: f32) -> bool {
    let on_edge = stores.on_edge(p);
    s.pulls.clear();
    // Stored after each definition, a value that is defined costs its store in a register too.
    s.pulls.extend(s.saves.iter().zip(&s.toll).map(|(saves, toll)| match stores {
        Stores::AfterDefinitions => saves.0 - toll,
        Stores::OnEdges => saves.0 + saves.1 - toll,
    }));
    for o in &s.outer {
        let (in_register, in_memory) = outer_cost(p, o, reg, on_edge);
        s.pulls[o.unit as usize] += (in_memory - in_register) * o.weight;
    }
    s.net.begin(stores as usize, on_edge, p.reload, &s.pulls);
    for t in &s.tolls {
        s.net.strengthen(t.edge, t.forth, t.back);
    }
    if !s.net.cut(floor) {
        return false;
    }
    s.inside.clear();
    s.inside.extend((0..p.units.len() as u32).map(|node| s.net.at_source(node)));
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
    let in_block = |(saves, toll): (&(f32, f32), &f32)| (saves.0 + saves.1 - toll).max(0.0);
    let on_edge = |o: &Outer| {
        let (in_register, in_memory) = outer_cost(p, o, reg, 0.0);
        (in_memory - in_register).max(0.0) * o.weight
    };
    let blocks: f32 = s.saves.iter().zip(&s.toll).map(in_block).sum();
    let edges: f32 = s.outer.iter().filter(|o| had(o.unit as usize)).map(on_edge).sum();
    blocks + edges
}

/// What the part that is inside saves, with stores on edges or after definitions, whichever is cheaper; is it those after
/// definitions?
fn value(p: &Problem<'_>, s: &Scratch, reg: PReg) -> (f32, bool) {
    let (mut saved, mut entries, mut exits, mut defs) = (0.0, 0.0, 0.0, 0.0);
    for (i, u) in p.units.iter().enumerate().filter(|x| s.inside[x.0]) {
        saved += s.saves[i].0 + s.saves[i].1 - s.toll[i];
        defs += if u.def && u.live_out { u.freq } else { 0.0 };
    }
    let ends = |e: &Within| (s.inside[e.from as usize], s.inside[e.to as usize]);
    for e in s.edges.iter().filter(|e| e.live) {
        match ends(e) {
            (true, false) => exits += e.weight,
            (false, true) => entries += e.weight,
            _ => {}
        }
    }
    for t in &s.tolls {
        match ends(&s.edges[t.edge as usize]) {
            (true, false) => saved -= t.forth,
            (false, true) => saved -= t.back,
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
    (saved - p.reload * entries - p.store * exits.min(defs), exits >= defs)
}
