//! The main loop of colouring.
//!
//! Ranges, and the local allocator's wishes, wait in a queue by falling priority. A range takes the best register that
//! is free in all of its blocks; the best is the one that saves most copies, less what a callee-saved register costs
//! its first user: one that is not worth it alone bids for it, and waits for others ([`crate::callee`]). A range that finds
//! none is split: the half that gets a register does so at once, the rest waits
//! again at its own priority. A range that nothing helps is left in memory.

use crate::blocks::{Blocks, Holder};
use crate::callee::{CalleeSaved, Prices};
use crate::cut::{self, Wanted};
use crate::edges::Edges;
use crate::hints::Hints;
use crate::priority::{Priority, RELOAD, REMAT, RangeFacts, STORE};
use crate::ranges::{Class, Lrange, Lunit, Ranges};
use crate::split;
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::EntityRef;
use smallvec::{SmallVec, smallvec};
use std::collections::BinaryHeap;
use targ_info::{InstFlags, PReg, RegSet};

/// How many of a block's wishes the local allocator gets before any range is coloured, by default.
const FORCED: u8 = 4;
/// A range is split at most so often.
const MOST_SPLITS: u8 = 10;

/// A range bids for a callee-saved register if it loses so much of what a register saves it otherwise.
const WAITS: f32 = 0.1;

/// What waits in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// One more register for the local allocator in a block, of a class.
    Local(Bb, u8),
    /// A range.
    Range(u32),
}

/// A queue entry: highest priority first, then the lowest number.
#[derive(PartialEq)]
struct Entry(f32, std::cmp::Reverse<Item>);

impl Eq for Entry {}
impl PartialOrd for Entry {
    fn partial_cmp(&self, o: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Entry {
    fn cmp(&self, o: &Entry) -> std::cmp::Ordering {
        self.0.total_cmp(&o.0).then_with(|| self.1.cmp(&o.1))
    }
}

/// What registers save, by their order in the class.
pub(crate) type Wishes = SmallVec<[f32; 32]>;

/// The state of colouring.
pub(crate) struct Colouring<'a> {
    pub f: &'a Func,
    pub cx: &'a PassCx<'a>,
    pub ranges: &'a mut Ranges,
    pub blocks: &'a mut Blocks,
    pub hints: &'a Hints,
    pub edges: Edges,
    policy: &'static dyn Priority,
    callee: CalleeSaved,
    /// Would the range at hand lose in a loop without an unpaid register?
    pub looped: bool,
    queue: BinaryHeap<Entry>,
    /// Has the local allocator been bought what it needs?
    bought: bool,
    /// How many registers of each class nobody has paid for at most, once it has.
    unpaid: SmallVec<[u32; 4]>,
    pub scratch: split::Scratch,
    pub cuts: cut::Scratch,
    /// By block: does the part that is split off have it? All false between splits.
    kept: Vec<bool>,
    /// By first range of a TN: its ranges, if it was split.
    pieces: Vec<Vec<u32>>,
    how: Split,
    /// Do wishes for registers that save copies count?
    prefers: bool,
    /// How many of a block's wishes the local allocator gets before any range is coloured.
    forced: u8,
    counts: Counts,
}

/// How ranges are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Split {
    Cut,
    Reclaim,
    Grow,
    Never,
}

impl Split {
    fn by_name(name: &str) -> Split {
        match name {
            "none" => Split::Never,
            "grow" => Split::Grow,
            "cut" => Split::Cut,
            _ => Split::Reclaim,
        }
    }
}

#[derive(Default)]
struct Counts {
    coloured: u64,
    splits: u64,
    reclaimed: u64,
    spilled: u64,
}

/// Colours all ranges; returns what was paid for callee-saved registers, and counters.
pub(crate) fn run(
    f: &Func,
    cx: &PassCx<'_>,
    ranges: &mut Ranges,
    blocks: &mut Blocks,
    hints: &Hints,
    policy: &'static dyn Priority,
) -> (CalleeSaved, Vec<(&'static str, u64)>) {
    let initial = ranges.list.len() as u64;
    let edges = Edges::new(f, blocks);
    let mut c = Colouring {
        f,
        cx,
        ranges,
        blocks,
        hints,
        edges,
        policy,
        callee: CalleeSaved::new(f, cx),
        looped: false,
        queue: BinaryHeap::new(),
        scratch: split::Scratch::default(),
        cuts: cut::Scratch::default(),
        kept: Vec::new(),
        pieces: vec![Vec::new(); initial as usize],
        prefers: cx.policy("gra-pref", "copies") != "none",
        forced: match cx.policy("gra-grant", "some") {
            "all" => u8::MAX,
            "none" => 0,
            _ => FORCED,
        },
        bought: false,
        unpaid: SmallVec::new(),
        how: Split::by_name(cx.policy("gra-split", "reclaim")),
        counts: Counts::default(),
    };
    cx.trace(|| format!("gra: function {}", f.name));
    c.fill_queue();
    while let Some(Entry(_, std::cmp::Reverse(item))) = c.queue.pop() {
        match item {
            Item::Local(b, class) => c.promise(b, class as usize),
            Item::Range(n) => c.colour(n),
        }
        if c.queue.is_empty() {
            // What nobody bought is not to be had.
            c.callee.close().into_iter().for_each(|n| c.enqueue(n));
            if c.queue.is_empty() && !c.bought {
                c.buy_for_blocks();
            }
        }
    }
    let recoloured = if c.prefers { c.recolour() } else { 0 };
    let work = vec![
        ("gra.ranges", initial),
        ("gra.coloured", c.counts.coloured),
        ("gra.splits", c.counts.splits),
        ("gra.reclaimed", c.counts.reclaimed),
        ("gra.spilled", c.counts.spilled),
        ("gra.recoloured", recoloured),
    ];
    (c.callee, work)
}

impl Colouring<'_> {
    fn fill_queue(&mut self) {
        for &b in &self.f.layout {
            let freq = self.blocks[b].freq;
            for class in 0..self.ranges.classes.len() {
                let promised = &mut self.blocks.demands_mut(b)[class].promised;
                let wanted = *promised;
                *promised = wanted.min(self.forced);
                for _ in self.forced..wanted {
                    self.queue.push(Entry(2.0 * freq, std::cmp::Reverse(Item::Local(b, class as u8))));
                }
            }
        }
        for n in 0..self.ranges.list.len() as u32 {
            self.enqueue(n);
        }
    }

    fn enqueue(&mut self, n: u32) {
        let facts = self.facts(&self.ranges.list[n as usize].units, n);
        let p = self.policy.priority(facts);
        self.ranges.list[n as usize].priority = p;
        self.cx.trace(|| {
            let (t, blocks, refs) = (self.ranges.list[n as usize].tn, facts.blocks, facts.referenced);
            format!("gra: {t} #{n}: waits with priority {p:.2}; {blocks} blocks, {refs} with references")
        });
        self.queue.push(Entry(p, std::cmp::Reverse(Item::Range(n))));
    }

    /// What a register saves these units.
    fn facts(&self, units: &[Lunit], n: u32) -> RangeFacts {
        let (store, reload) = self.costs(n);
        let saved = units.iter().map(|u| u.freq * unit_saving(u, store, reload)).sum();
        RangeFacts { saved, blocks: units.len(), referenced: units.iter().filter(|u| u.refs > 0).count() }
    }

    /// Other ranges of the same TN.
    pub fn pieces(&self, n: u32) -> impl Iterator<Item = u32> + use<'_> {
        let first = self.ranges.first[self.ranges.list[n as usize].tn] as usize;
        self.pieces[first].iter().copied().filter(move |&p| p != n)
    }

    /// Was the TN of a range split?
    pub fn is_split(&self, n: u32) -> bool {
        !self.pieces[self.ranges.first[self.ranges.list[n as usize].tn] as usize].is_empty()
    }

    /// What the range at hand pays for registers. `outside`: it is live where the frame does not stand.
    pub fn prices(&self, outside: bool) -> Prices {
        self.callee.prices(outside, self.looped)
    }

    /// Is somebody who is live in these blocks live where the frame does not stand?
    pub fn is_outside(&self, blocks: impl Iterator<Item = Bb>) -> bool {
        self.callee.is_outside(blocks)
    }

    /// Cost of a store and of a reload of a range's value.
    pub fn costs(&self, n: u32) -> (f32, f32) {
        match self.ranges.remat[self.ranges.list[n as usize].tn] {
            Some(def) if self.cx.target.isa.inst(self.f.ops[def].opcode).is(InstFlags::LOAD) => (0.0, RELOAD),
            Some(_) => (0.0, REMAT),
            None => (STORE, RELOAD),
        }
    }

    /// One more register for the local allocator, if the block still has one to spare.
    fn promise(&mut self, b: Bb, class: usize) {
        let demand = &mut self.blocks.demands_mut(b)[class];
        if u16::from(demand.promised) < demand.free {
            demand.promised += 1;
        }
    }

    fn colour(&mut self, n: u32) {
        let units = std::mem::take(&mut self.ranges.list[n as usize].units);
        let saved = self.facts(&units, n).saved;
        let mut blocked = std::mem::take(&mut self.cuts.blocked);
        blocked.clear();
        let own = self.ranges.list[n as usize].class;
        blocked.extend(units.iter().map(|u| self.unavailable_to(u, own)));
        let free = blocked.iter().fold(self.all_units(n), |free, &b| free - b);
        let class = &self.ranges.classes[self.ranges.list[n as usize].class];
        self.looped = self.callee.loses_in_loop(self.f, class, free, units.iter().map(|u| u.bb).zip(&blocked));
        self.cuts.blocked = blocked;
        let chosen = if saved > 0.0 { self.choose(n, &units, free, saved) } else { None };
        self.ranges.list[n as usize].units = units;
        if let Some((reg, 0.0)) = chosen {
            return self.assign(n, reg);
        }
        // Who cannot pay alone only asks what there is to lose.
        if self.callee.is_open() && self.may_split(n) && chosen.is_some_and(|(_, price)| price > saved) {
            let lost = saved - self.find_part(n, Wanted::estimate()).map_or(0.0, |p| p.value);
            if lost > WAITS * saved && self.bid(n, free, lost) {
                return;
            }
        }
        let wanted = Wanted::best(chosen.map_or(0.0, |(_, price)| saved - price));
        let part = if saved > 0.0 && self.may_split(n) { self.find_part(n, wanted) } else { None };
        let lost = saved - part.as_ref().map_or(0.0, |p| p.value);
        match chosen {
            Some((reg, price)) if lost >= price => return self.assign(n, reg),
            // Who has much to lose elsewhere does not wait while others take what is there.
            Some(_) if lost > WAITS * saved && self.bid(n, free, lost) => return,
            _ => {}
        }
        match part {
            Some(part) => self.split(n, &part),
            None => self.leave_in_memory(n, saved),
        }
    }

    fn leave_in_memory(&mut self, n: u32, saved: f32) {
        self.counts.spilled += 1;
        self.cx.trace(|| {
            let t = self.ranges.list[n as usize].tn;
            let why = if saved > 0.0 { "no register is free where it matters" } else { "a register saves nothing" };
            format!("gra: {t} #{n}: in memory; {why} (saves {saved:.2})")
        });
    }

    /// Offers what a range loses without a callee-saved register that nobody has paid for; if the register is bought for
    /// that, all who offered get it. False if there is none to bid for.
    fn bid(&mut self, n: u32, free: RegSet, lost: f32) -> bool {
        let range = &self.ranges.list[n as usize];
        let Some(at) = self.callee.bid(n, range, &self.ranges.classes[range.class], free, self.looped, lost) else {
            return false;
        };
        self.cx.trace(|| format!("gra: {} #{n}: bids {lost:.2} for a callee-saved register", range.tn));
        let Some((reg, bidders)) = self.callee.sell(at) else { return true };
        let units = self.cx.target.isa.reg(reg).units;
        for m in bidders {
            let free = self.ranges.list[m as usize].units.iter().all(|u| !self.unavailable(u, m).intersects(units));
            if free { self.assign(m, reg) } else { self.enqueue(m) }
        }
        true
    }

    fn may_split(&self, n: u32) -> bool {
        let r = &self.ranges.list[n as usize];
        self.how != Split::Never && r.splits < MOST_SPLITS
    }

    /// Units of all registers of a range's class.
    pub fn all_units(&self, n: u32) -> RegSet {
        self.ranges.classes[self.ranges.list[n as usize].class].all
    }

    /// Units that a range cannot have because of this block: taken by others, or promised to the local allocator in
    /// any class that shares registers with the range's.
    pub fn unavailable(&self, u: &Lunit, n: u32) -> RegSet {
        self.unavailable_to(u, self.ranges.list[n as usize].class)
    }

    /// The same for any range of a class.
    #[inline]
    fn unavailable_to(&self, u: &Lunit, own: usize) -> RegSet {
        let all = self.ranges.classes[own].all;
        let mut taken = self.blocks.taken(u.bb, u.part, all);
        if taken == all {
            return taken;
        }
        for (c, (&span, demand)) in self.ranges.spans[own].iter().zip(self.blocks.demands(u.bb)).enumerate() {
            let housed = u32::from(c == own && u.refs > 0);
            if span == 0 || self.leaves(u.bb, c, u32::from(demand.owed(housed)) + u32::from(span)) {
                continue;
            }
            // Only a register that is used elsewhere in the block costs the local allocator nothing.
            taken |= self.ranges.classes[c].without(self.blocks[u.bb].any);
        }
        taken
    }

    /// Registers of a class that are free in a block and that somebody has paid for.
    fn paid_in(&self, b: Bb, class: usize) -> impl Iterator<Item = RegSet> {
        let any = self.blocks[b].any;
        let regs = self.ranges.classes[class].regs.iter().map(|r| r.1);
        regs.filter(move |&u| !any.intersects(u) && !self.callee.is_unpaid(u))
    }

    /// Can the local allocator have so many registers of a class in a block? Once it has been bought what it needs, no unpaid
    /// one.
    fn leaves(&self, b: Bb, class: usize, many: u32) -> bool {
        let free = u32::from(self.blocks.demands(b)[class].free);
        free >= many
            && (!self.bought
                || free >= many + self.unpaid[class]
                || self.paid_in(b, class).take(many as usize).count() == many as usize)
    }

    /// Counts the registers of each class that nobody has paid for.
    fn count_unpaid(&mut self) {
        let unpaid = |c: &Class| c.regs.iter().filter(|(_, u)| self.callee.is_unpaid(*u)).count() as u32;
        self.unpaid = self.ranges.classes.iter().map(unpaid).collect();
    }

    /// Callee-saved registers that the local allocator will need in any case are paid for; who is in memory for want of a
    /// register that is paid for tries again.
    fn buy_for_blocks(&mut self) {
        self.bought = true;
        self.count_unpaid();
        let mut any = false;
        for &b in &self.f.layout {
            for (c, class) in self.ranges.classes.iter().enumerate() {
                let owed = u32::from(self.blocks.demands(b)[c].owed(0));
                if owed == 0 || self.leaves(b, c, owed) {
                    continue;
                }
                let mut have = self.paid_in(b, c).count() as u32;
                for &(_, u) in &class.regs {
                    if have >= owed {
                        break;
                    }
                    if !self.blocks[b].any.intersects(u) && self.callee.is_unpaid(u) {
                        self.callee.pay(u, std::iter::once(b));
                        have += 1;
                        any = true;
                    }
                }
            }
        }
        self.count_unpaid();
        for n in 0..self.ranges.list.len() as u32 {
            let r = &self.ranges.list[n as usize];
            if any && r.colour.is_none() && !r.units.is_empty() {
                self.enqueue(n);
            }
        }
    }

    /// The best of the free registers, if any is worth having, and what the range pays for it.
    pub fn choose(&self, n: u32, units: &[Lunit], free: RegSet, saved: f32) -> Option<(PReg, f32)> {
        let range = &self.ranges.list[n as usize];
        if !self.ranges.classes[range.class].has_one_inside(free) {
            return None;
        }
        let mut wanted = RegSet::EMPTY;
        for u in units {
            wanted |= self.blocks[u.bb].wanted;
        }
        let mut best: Option<(bool, f32, PReg, f32)> = None;
        let prices = self.prices(self.is_outside(units.iter().map(|u| u.bb)));
        let wishes = self.wishes(n);
        let class = &self.ranges.classes[range.class];
        for k in class.inside(&free) {
            let (reg, reg_units) = class.regs[k];
            let price = prices.of(reg_units);
            let pays = price == 0.0 || price < saved;
            // A register that fixed operands of these blocks want is better left to them.
            let courtesy = if wanted.intersects(reg_units) { 0.01 } else { 0.0 };
            let score = wishes[k] - price - courtesy;
            if best.is_none_or(|b| (pays, score) > (b.0, b.1)) {
                best = Some((pays, score, reg, price));
            }
        }
        best.map(|(_, _, reg, price)| (reg, price))
    }

    /// What each register of a range's class saves it in copies.
    pub fn wishes(&self, n: u32) -> Wishes {
        let range = &self.ranges.list[n as usize];
        let regs = &self.ranges.classes[range.class].regs;
        let mut own: Wishes = smallvec![0.0; regs.len()];
        let Some(wish) = self.hints.of(self.ranges, range.tn).filter(|_| self.prefers) else { return own };
        // Registers of other widths agree if one is a part of the other.
        let isa = self.cx.target.isa;
        let single = self.ranges.classes[range.class].is_single();
        let add = |saved: &mut Wishes, wanted: PReg, weight: f32| {
            // Mostly it is one of them, and none overlaps it.
            if let Some(k) = regs.iter().position(|r| r.0 == wanted).filter(|_| single) {
                saved[k] += weight;
                return;
            }
            let wanted_units = isa.reg(wanted).units;
            for (saved, &(reg, units)) in saved.iter_mut().zip(regs) {
                if reg == wanted || units.intersects(wanted_units) && isa.reg(reg).enc == isa.reg(wanted).enc {
                    *saved += weight;
                }
            }
        };
        wish.regs.iter().for_each(|&(reg, weight)| add(&mut own, reg, weight));
        if wish.ranges.is_empty() {
            return own;
        }
        let mut others: Wishes = smallvec![0.0; regs.len()];
        for &(other, weight) in &wish.ranges {
            let other = &self.ranges.list[other as usize];
            match other.colour {
                Some(reg) => add(&mut others, reg, weight),
                // A partner without a register yet speaks for its own wishes, at half weight.
                None => {
                    let Some(theirs) = self.hints.of(self.ranges, other.tn) else { continue };
                    let mut likes: Wishes = smallvec![0.0; regs.len()];
                    theirs.regs.iter().for_each(|&(reg, _)| add(&mut likes, reg, 1.0));
                    let liked = others.iter_mut().zip(&likes).filter(|(_, likes)| **likes > 0.0);
                    liked.for_each(|(saved, _)| *saved += 0.5 * weight);
                }
            }
        }
        own.iter_mut().zip(&others).for_each(|(own, others)| *own += others);
        own
    }

    /// Gives a range its register.
    pub fn assign(&mut self, n: u32, reg: PReg) {
        self.occupy(n, reg);
        self.counts.coloured += 1;
        self.cx.trace(|| {
            let range = &self.ranges.list[n as usize];
            let at = self.ranges.classes[range.class].regs.iter().position(|r| r.0 == reg);
            let (name, wish) = (self.cx.target.isa.reg(reg).name, at.map_or(0.0, |k| self.wishes(n)[k]));
            format!("gra: {} #{n}: {name}; saves {wish:.2} in copies", range.tn)
        });
    }

    /// A range has a register in all of its blocks from now on.
    pub fn occupy(&mut self, n: u32, reg: PReg) {
        let (store, reload) = self.costs(n);
        let firm = !self.may_lose(n);
        let range = &mut self.ranges.list[n as usize];
        let class = &self.ranges.classes[range.class];
        let Some(&(_, units)) = class.regs.iter().find(|(r, _)| *r == reg) else { return };
        range.colour = Some(reg);
        for u in &range.units {
            // A jump that holds no edits must read its operand from a register that nobody wants back behind it.
            let needed = self.blocks[u.bb].stiff && u.refs > 0;
            let saving = if needed { f32::INFINITY } else { u.freq * unit_saving(u, store, reload) };
            let holder = Holder { range: n, part: u.part, saving, store, reload, reg, firm };
            self.blocks.take(u.bb, holder);
            self.blocks.demands_mut(u.bb)[range.class].homeless -= u32::from(u.refs > 0);
        }
        self.callee.pay(units, range.units.iter().map(|u| u.bb));
    }

    /// A range gives up its register, if it has one.
    pub fn vacate(&mut self, n: u32) {
        let range = &mut self.ranges.list[n as usize];
        let Some(reg) = range.colour.take() else { return };
        for u in &range.units {
            self.blocks.release(u.bb, n, reg);
            self.blocks.demands_mut(u.bb)[range.class].homeless += u32::from(u.refs > 0);
        }
    }

    /// May a range lose some of its blocks to another?
    fn may_lose(&self, n: u32) -> bool {
        self.how == Split::Reclaim && self.ranges.list[n as usize].splits < MOST_SPLITS
    }

    /// Whoever has the register in the blocks of this range gives it up there; what they lose waits again.
    fn reclaim(&mut self, n: u32, reg: PReg) {
        let range = &self.ranges.list[n as usize];
        let units = self.cx.target.isa.reg(reg).units;
        let mut losers: Vec<(u32, Bb)> = Vec::new();
        for u in &range.units {
            losers.extend(self.blocks.holders_of(u.bb, units, u.part).map(|h| (h.range, u.bb)));
        }
        losers.sort_unstable();
        for lost in losers.chunk_by(|a, b| a.0 == b.0) {
            let loser = lost[0].0;
            let Some(held) = self.ranges.list[loser as usize].colour else { continue };
            for (_, b) in lost {
                self.blocks.release(*b, loser, held);
            }
            let range = &self.ranges.list[loser as usize];
            for u in range.units.iter().filter(|u| u.refs > 0 && lost.binary_search(&(loser, u.bb)).is_ok()) {
                self.blocks.demands_mut(u.bb)[range.class].homeless += 1;
            }
            self.counts.reclaimed += 1;
            self.cx.trace(|| {
                let (a, b) = (&self.ranges.list[loser as usize], &self.ranges.list[n as usize]);
                let blocks = lost.iter().map(|(_, b)| format!(" {b}")).collect::<String>();
                let name = self.cx.target.isa.reg(reg).name;
                format!("gra: {} #{loser}: loses {name} to {} #{n} in{blocks}", a.tn, b.tn)
            });
            self.divide(loser, |u| lost.binary_search(&(loser, u.bb)).is_ok());
        }
    }

    /// Moves units of a range to a new one, which waits in the queue.
    fn divide(&mut self, n: u32, moves: impl Fn(&Lunit) -> bool) {
        let range = &mut self.ranges.list[n as usize];
        range.splits += 1;
        let (units, kept) = std::mem::take(&mut range.units).into_iter().partition(|u| moves(u));
        range.units = kept;
        let new = Lrange { units, colour: None, ..*range };
        self.settle_holdings(n);
        if new.units.is_empty() {
            return;
        }
        let (first, at) = (self.ranges.first[new.tn] as usize, self.ranges.list.len() as u32);
        if self.pieces[first].is_empty() {
            self.pieces[first].push(self.ranges.first[new.tn]);
        }
        self.pieces[first].push(at);
        self.ranges.list.push(new);
        self.enqueue(at);
    }

    /// A range that was split so often that it must not be again keeps what it has.
    fn settle_holdings(&mut self, n: u32) {
        let range = &self.ranges.list[n as usize];
        if let Some(reg) = range.colour.filter(|_| !self.may_lose(n)) {
            range.units.iter().for_each(|u| self.blocks.make_firm(u.bb, n, reg));
        }
    }

    /// The part of a range that is worth a register, if there is one.
    fn find_part(&mut self, n: u32, wanted: Wanted) -> Option<split::Part> {
        let cuts = matches!(self.how, Split::Cut | Split::Reclaim)
            && self.ranges.list[n as usize].units.len() <= cut::MOST_BLOCKS;
        if cuts { cut::find(self, n, wanted) } else { split::find(self, n) }
    }

    /// Splits a range: one part is coloured at once, the rest waits again.
    fn split(&mut self, n: u32, part: &split::Part) {
        self.counts.splits += 1;
        self.cx.trace(|| {
            let tn = self.ranges.list[n as usize].tn;
            let mut blocks = part.blocks.clone();
            blocks.sort_unstable();
            let blocks = blocks.iter().map(|b| format!(" {b}")).collect::<String>();
            format!("gra: {tn} #{n}: split; this part gets a register:{blocks}")
        });
        let mut kept = std::mem::take(&mut self.kept);
        kept.resize(self.f.bbs.len(), false);
        part.blocks.iter().for_each(|b| kept[b.index()] = true);
        self.divide(n, |u| !kept[u.bb.index()]);
        part.blocks.iter().for_each(|b| kept[b.index()] = false);
        self.kept = kept;
        self.reclaim(n, part.reg);
        self.assign(n, part.reg);
    }
}

/// Memory operations that a register saves in one block.
pub(crate) fn unit_saving(u: &Lunit, store: f32, reload: f32) -> f32 {
    let mut saving = 0.0;
    if u.exposed_use {
        saving += reload;
    }
    if u.def && u.live_out {
        saving += store;
    }
    saving
}
