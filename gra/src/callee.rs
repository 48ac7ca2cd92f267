//! What callee-saved registers cost, and who pays.
//!
//! The first use of such a register costs a save and a restore; after that everybody has it for nothing. How much it costs
//! depends on where the frame will stand. [`cgir::saves`] sets the frame up where it is needed first; in a function that
//! calls others on a rare path alone that is on the rare path, and on the frequent one nothing is saved, not even the
//! return address. There a register that is live in the frame's region only costs little, and one that is live outside
//! brings the whole frame to the entry: who uses it pays for that too.
//!
//! A range that loses more without the register than it costs buys it at once. One that loses less *bids* what it
//! loses, and waits. Bids for one register come from ranges that can share it; when they reach the price, the register is
//! bought, and all who bid have it. If bids are left when nothing else waits, the bidders take what they can get
//! otherwise. So a register is used if it is worth it to all its users together, as far as bids tell. (A range that loses
//! little and has much to lose elsewhere does not bid: others would take what is there while it waits.)
//!
//! What is saved with the frame in any case (the return address in a function that calls, a frame pointer) is paid from the
//! start, where the frame stands. Who is live outside pays for the frame even so: its registers are saved more often then.
//!
//! (Open64 has save-TNs instead, ranges that compete for their own register; LLVM one constant, CSRFirstTimeAllocCost. That
//! the place of the save matters for the price is from Chow, "Minimizing register usage penalty at procedure calls",
//! PLDI 1988. The bids are ours.)

use crate::ranges::{Class, Lrange, Lunit, Part};
use cgir::analysis::{Cfg, DomTree, Loops};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cgir::saves::{Outlook, outlook};
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;
use targ_info::{PReg, RegSet};

/// What a policy may know of the first use of a callee-saved register.
#[derive(Clone, Copy, Debug)]
pub struct FirstUse {
    /// How often the function is entered.
    pub entry: f32,
    /// How often the frame is set up as things are: less than the entry if shrink-wrapping can move it.
    pub frame: f32,
    /// Is the register needed in blocks where the frame would not stand otherwise?
    pub outside: bool,
    /// Would the value have to leave a caller-saved register in a loop?
    pub looped: bool,
    /// Registers that are saved with the frame, as things are.
    pub saved: u32,
}

/// A policy for what the use of a callee-saved register costs, in memory operations by frequency.
pub trait SavePrice {
    /// The price.
    fn price(&self, first: FirstUse) -> f32;
    /// The price of a register that is saved already, for who is live outside the frame.
    fn moves_frame(&self, _: FirstUse) -> f32 {
        0.0
    }
    /// May ranges pay together?
    fn bids(&self) -> bool {
        false
    }
}

/// The price, as a share, for ranges that would lose in a loop: how often loops run is known worst of all, and more often than
/// thought costs more than less often saves.
const LOOPED: f32 = 0.4;

/// Ranges pay together, for saves and restores where the frame stands; who brings it to the entry pays for that.
pub struct Bids;
/// The first user pays, whoever comes later.
pub struct First;
/// Nobody pays.
pub struct Free;

impl SavePrice for Bids {
    fn price(&self, first: FirstUse) -> f32 {
        let price = match first.outside {
            false => 2.0 * first.frame,
            true => 2.0 * first.entry + 2.0 * first.saved as f32 * (first.entry - first.frame),
        };
        if first.looped { LOOPED * price } else { price }
    }
    fn moves_frame(&self, first: FirstUse) -> f32 {
        let price = 2.0 * first.saved as f32 * (first.entry - first.frame);
        if first.looped { LOOPED * price } else { price }
    }
    fn bids(&self) -> bool {
        true
    }
}
impl SavePrice for First {
    fn price(&self, first: FirstUse) -> f32 {
        // A save and a restore, less what later ranges are expected to make of it.
        1.5 * first.entry
    }
}
impl SavePrice for Free {
    fn price(&self, _: FirstUse) -> f32 {
        0.0
    }
}

/// The policy with this name; the default for an unknown one (the driver refuses those).
pub fn by_name(name: &str) -> &'static dyn SavePrice {
    match name {
        "first" => &First,
        "free" => &Free,
        _ => &Bids,
    }
}

/// Bids for a register.
struct Auction {
    reg: PReg,
    bidders: Vec<u32>,
    /// What they offer together.
    offered: f32,
    /// Is one of them live where the frame does not stand?
    outside: bool,
    /// Would one of them lose in a loop?
    looped: bool,
    /// Where they are live.
    taken: FxHashMap<Bb, SmallVec<[Part; 2]>>,
}

impl Auction {
    fn fits(&self, units: &[Lunit]) -> bool {
        units.iter().all(|u| self.taken.get(&u.bb).is_none_or(|parts| !parts.iter().any(|p| p.meets(u.part))))
    }
}

/// Blocks in loops.
fn in_loops(f: &Func) -> FixedBitSet {
    let cfg = Cfg::compute(f);
    let loops = Loops::compute(&cfg, &DomTree::dominators(&cfg));
    let looped = |b: &&Bb| cfg.reachable(**b) && loops.depth(&cfg, **b) > 0;
    f.layout.iter().filter(looped).map(|b| b.index()).collect()
}

/// What a range pays for registers.
pub(crate) struct Prices {
    units: RegSet,
    unpaid: RegSet,
    /// For one that nobody has paid for.
    first: f32,
    /// For one that somebody has: nothing if it does not move the frame.
    moved: f32,
}

impl Prices {
    /// The price of a register.
    pub fn of(&self, reg: RegSet) -> f32 {
        match (self.unpaid.intersects(reg), self.units.intersects(reg)) {
            (true, _) => self.first,
            (false, true) => self.moved,
            (false, false) => 0.0,
        }
    }
}

/// Callee-saved registers during colouring.
pub(crate) struct CalleeSaved {
    policy: &'static dyn SavePrice,
    /// Callee-saved units, and by policy those of the return address.
    units: RegSet,
    /// Units that somebody paid for, or that are saved in any case.
    paid: RegSet,
    /// Where the frame stands; `None` at the entry.
    frame: Option<Outlook>,
    entry: f32,
    /// Registers that are saved with the frame.
    saved: u32,
    /// Blocks in loops, once somebody asks.
    loops: OnceCell<FixedBitSet>,
    auctions: Vec<Auction>,
    closed: bool,
}

impl CalleeSaved {
    pub fn new(f: &Func, cx: &PassCx<'_>) -> CalleeSaved {
        let units_of = |r: PReg| cx.target.isa.reg(r).units;
        let ra = cx.target.abi.ra.filter(|_| cx.policy("gra-ra", "saved") != "free");
        let units = cx.target.callee_saved | ra.map_or(RegSet::EMPTY, units_of);
        let forced = cx.hooks.forced_saves(f, cx, &f.frame_info);
        CalleeSaved {
            policy: by_name(cx.policy("gra-callee", "bids")),
            units,
            paid: forced.iter().fold(RegSet::EMPTY, |s, &r| s | units_of(r)) & units,
            frame: outlook(f, cx),
            entry: f.entry().map_or(1.0, |b| f.bbs[b].freq),
            saved: forced.len() as u32,
            loops: OnceCell::new(),
            auctions: Vec::new(),
            closed: false,
        }
    }

    /// Does the frame not stand in one of these blocks?
    pub fn is_outside(&self, mut blocks: impl Iterator<Item = Bb>) -> bool {
        self.frame.as_ref().is_some_and(|o| blocks.any(|b| !o.region.contains(b.index())))
    }

    fn first_use(&self, outside: bool, looped: bool) -> FirstUse {
        let frame = self.frame.as_ref().map_or(self.entry, |o| o.freq);
        FirstUse { entry: self.entry, frame, outside, looped, saved: self.saved }
    }

    fn price_with(&self, outside: bool, looped: bool) -> f32 {
        self.policy.price(self.first_use(outside, looped))
    }

    /// What a range, live outside the frame or not, pays for registers alone.
    pub fn prices(&self, outside: bool, looped: bool) -> Prices {
        let moved = if outside { self.policy.moves_frame(self.first_use(true, looped)) } else { 0.0 };
        Prices { units: self.units, unpaid: self.unpaid(), first: self.price_with(outside, looped), moved }
    }

    /// Units that nobody has paid for.
    fn unpaid(&self) -> RegSet {
        self.units - self.paid
    }

    /// Does a range that has no register in some block because none is free but unpaid ones lose in a loop? With each block
    /// goes what is blocked there; `free` is free in all of them.
    pub fn loses_in_loop<'a>(
        &self,
        f: &Func,
        class: &Class,
        free: RegSet,
        mut blocked: impl Iterator<Item = (Bb, &'a RegSet)>,
    ) -> bool {
        let costless = class.all - self.unpaid();
        if class.has_one_inside(free & costless) {
            return false;
        }
        let lost = |blocked: &RegSet| !class.has_one_inside(costless - *blocked);
        blocked.any(|(b, blocked)| lost(blocked) && self.loops.get_or_init(|| in_loops(f)).contains(b.index()))
    }

    /// Does the first use of a register cost anything?
    pub fn is_unpaid(&self, reg: RegSet) -> bool {
        self.unpaid().intersects(reg)
    }

    /// Registers of which nobody may have a part in a block unless he pays.
    pub fn denied(&self, b: Bb) -> RegSet {
        if self.is_outside(std::iter::once(b)) { self.units } else { self.unpaid() }
    }

    /// A range that is live in these blocks has the register from now on.
    pub fn pay(&mut self, reg: RegSet, blocks: impl Iterator<Item = Bb>) {
        if !self.units.intersects(reg) {
            return;
        }
        self.saved += u32::from(self.is_unpaid(reg));
        self.paid |= reg & self.units;
        if self.is_outside(blocks) {
            self.frame = None;
        }
    }

    /// Are bids still taken?
    pub fn is_open(&self) -> bool {
        !self.closed && self.policy.bids()
    }

    /// A range offers what it loses without a register that is free for it. The auction, if there is one where it can share.
    pub fn bid(
        &mut self,
        n: u32,
        range: &Lrange,
        class: &Class,
        free: RegSet,
        looped: bool,
        lost: f32,
    ) -> Option<usize> {
        if !self.is_open() {
            return None;
        }
        let unpaid = self.unpaid();
        let outside = self.is_outside(range.units.iter().map(|u| u.bb));
        for &(reg, _) in class.regs.iter().filter(|r| free.contains(r.1) && unpaid.intersects(r.1)) {
            let at = match self.auctions.iter().position(|a| a.reg == reg) {
                Some(at) => at,
                None => {
                    let taken = FxHashMap::default();
                    self.auctions.push(Auction {
                        reg,
                        bidders: Vec::new(),
                        offered: 0.0,
                        outside: false,
                        looped: false,
                        taken,
                    });
                    self.auctions.len() - 1
                }
            };
            let a = &mut self.auctions[at];
            if a.fits(&range.units) {
                a.bidders.push(n);
                a.offered += lost;
                a.outside |= outside;
                a.looped |= looped;
                range.units.iter().for_each(|u| a.taken.entry(u.bb).or_default().push(u.part));
                return Some(at);
            }
        }
        None
    }

    /// The register, and who has it, if the bids in this auction pay for it.
    pub fn sell(&mut self, at: usize) -> Option<(PReg, Vec<u32>)> {
        let a = &self.auctions[at];
        if a.offered < self.price_with(a.outside, a.looped) {
            return None;
        }
        let a = self.auctions.swap_remove(at);
        Some((a.reg, a.bidders))
    }

    /// No more bids: returns who waits.
    pub fn close(&mut self) -> Vec<u32> {
        self.closed = true;
        std::mem::take(&mut self.auctions).into_iter().flat_map(|a| a.bidders).collect()
    }
}
