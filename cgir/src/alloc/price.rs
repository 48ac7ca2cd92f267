//! What allocation costs: each kind of code that it brings, counted once and weighted by block frequency.
//!
//! No allocator grades itself: the same [`Price`] is made for all of them, twice. [`price`] prices an *answer*, before
//! anything is changed: what the allocator asks for. The code that is left when all later passes have run is counted
//! by whoever emits it, instruction by instruction, from what its ops are there for ([`Kind::of`]); saves and restores
//! of callee-saved registers, which are no part of an answer, exist only there, and cost what spills and reloads do.

use super::{Answer, EditKind, Place, Point};
use crate::func::{Bb, Func, Op, OpFlags};
use crate::pass::PassCx;
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use targ_info::{InstFlags, Role};

/// A count, and the same weighted by how often each block executes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// How many there are.
    pub count: u64,
    /// How many are executed for one execution of the function.
    pub executed: f64,
}

impl Cost {
    /// One more, in a block of this frequency.
    pub fn add(&mut self, freq: f32) {
        self.count += 1;
        self.executed += f64::from(freq);
    }
    /// Adds another cost.
    pub fn merge(&mut self, other: Cost) {
        self.count += other.count;
        self.executed += other.executed;
    }
}

/// A kind of code that allocation brings. Its number is what the spill section of an object says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A store to a spill slot.
    Spill = 1,
    /// A load from a spill slot.
    Reload = 2,
    /// A store of a callee-saved register.
    Save = 3,
    /// A load of a callee-saved register.
    Restore = 4,
    /// A value rebuilt; each instruction of the sequence.
    Remat = 5,
    /// A copy that the allocator asked for.
    Copy = 6,
    /// A copy of the input that stays, since its source and destination differ.
    Kept = 7,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 7] =
        [Kind::Spill, Kind::Reload, Kind::Save, Kind::Restore, Kind::Remat, Kind::Copy, Kind::Kept];

    /// The word for it: in assembly comments, tables and (in the plural) statistics.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Spill => "spill",
            Kind::Reload => "reload",
            Kind::Save => "save",
            Kind::Restore => "restore",
            Kind::Remat => "remat",
            Kind::Copy => "copy",
            Kind::Kept => "kept",
        }
    }
    /// The kind with this number.
    pub fn from_number(n: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&k| k as u8 == n)
    }
    /// Does it access memory? Spill cost is counted in these.
    pub fn is_memory(self) -> bool {
        matches!(self, Kind::Spill | Kind::Reload | Kind::Save | Kind::Restore)
    }
    /// What an op of an allocated function is there for, if it is there for allocation.
    pub fn of(flags: OpFlags) -> Option<Kind> {
        const FLAGS: [(OpFlags, Kind); 7] = [
            (OpFlags::SPILL, Kind::Spill),
            (OpFlags::RELOAD, Kind::Reload),
            (OpFlags::SAVE, Kind::Save),
            (OpFlags::RESTORE, Kind::Restore),
            (OpFlags::REMAT, Kind::Remat),
            (OpFlags::ALLOC_COPY, Kind::Copy),
            (OpFlags::COPY, Kind::Kept),
        ];
        FLAGS.iter().find(|(f, _)| flags.contains(*f)).map(|f| f.1)
    }
}

/// What allocation costs a function, or part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    /// Stores to spill slots.
    pub spills: Cost,
    /// Loads from spill slots; operands folded into ops too.
    pub reloads: Cost,
    /// Stores of callee-saved registers.
    pub saves: Cost,
    /// Loads of callee-saved registers.
    pub restores: Cost,
    /// Values rebuilt.
    pub remats: Cost,
    /// Copies that the allocator asks for.
    pub copies: Cost,
    /// Copies of the input that stay, since source and destination differ.
    pub kept_copies: Cost,
    /// Ops deleted as unused.
    pub deleted: Cost,
}

impl Price {
    /// The cost of one kind.
    pub fn of(&self, kind: Kind) -> Cost {
        match kind {
            Kind::Spill => self.spills,
            Kind::Reload => self.reloads,
            Kind::Save => self.saves,
            Kind::Restore => self.restores,
            Kind::Remat => self.remats,
            Kind::Copy => self.copies,
            Kind::Kept => self.kept_copies,
        }
    }
    /// The cost of one kind, to be changed.
    pub fn of_mut(&mut self, kind: Kind) -> &mut Cost {
        match kind {
            Kind::Spill => &mut self.spills,
            Kind::Reload => &mut self.reloads,
            Kind::Save => &mut self.saves,
            Kind::Restore => &mut self.restores,
            Kind::Remat => &mut self.remats,
            Kind::Copy => &mut self.copies,
            Kind::Kept => &mut self.kept_copies,
        }
    }
    /// Spill cost: memory operations, in the code and executed.
    pub fn memory_ops(&self) -> Cost {
        let mut sum = Cost::default();
        Kind::ALL.into_iter().filter(|k| k.is_memory()).for_each(|k| sum.merge(self.of(k)));
        sum
    }
    /// Executed memory operations.
    pub fn memory(&self) -> f64 {
        self.memory_ops().executed
    }
    /// Executed copies, of both kinds.
    pub fn all_copies(&self) -> f64 {
        self.copies.executed + self.kept_copies.executed
    }
    /// Adds another price.
    pub fn merge(&mut self, other: &Price) {
        Kind::ALL.into_iter().for_each(|k| self.of_mut(k).merge(other.of(k)));
        self.deleted.merge(other.deleted);
    }
}

/// What an allocator knows of the least that any answer costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof {
    /// What its answer costs: executed memory operations, and values rebuilt at the allocator's price for them.
    pub cost: f64,
    /// No answer of the space that it searches costs less.
    pub bound: f64,
    /// How the search ended.
    pub end: ProofEnd,
}

/// How a search for the best answer ended; of several, the greatest counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ProofEnd {
    /// The whole space has been searched.
    Complete,
    /// A limit of work was met.
    WorkLimit,
    /// A limit of time was met: another run may end otherwise.
    TimeLimit,
    /// Not tried: too large.
    TooLarge,
    /// The solver failed.
    Failed,
}

impl ProofEnd {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            ProofEnd::Complete => "complete",
            ProofEnd::WorkLimit => "work limit",
            ProofEnd::TimeLimit => "time limit",
            ProofEnd::TooLarge => "too large",
            ProofEnd::Failed => "solver failed",
        }
    }
}

impl Proof {
    /// By how much of its cost the answer may lie above the best one.
    pub fn gap(&self) -> f64 {
        if self.is_tight() { 0.0 } else { (self.cost - self.bound) / self.cost }
    }
    /// Is the answer as good as any, but for rounding?
    pub fn is_tight(&self) -> bool {
        self.cost - self.bound <= 1e-5 * self.cost.max(1.0)
    }
}

impl std::fmt::Display for Proof {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let gap = self.gap() * 100.0;
        write!(out, "cost {:.2}, bound {:.2}, gap {gap:.1} %, {}", self.cost, self.bound, self.end.name())
    }
}

/// Prices an answer to a function.
pub fn price(f: &Func, cx: &PassCx<'_>, a: &Answer) -> Price {
    let mut p = Price::default();
    let freq = |b: Option<Bb>| b.map_or(0.0, |b| f.bbs[b].freq);
    for e in &a.edits {
        let weight = match e.at {
            Point::BlockStart(b) | Point::BlockEnd(b) => freq(Some(b)),
            Point::Before(op) | Point::After(op) => freq(f.bb_of(op)),
            Point::Edge(b, n) => freq(Some(b)) * f.bbs[b].succs.get(n as usize).map_or(0.0, |s| s.prob),
        };
        match e.kind {
            EditKind::Copy { from, to, .. } if from == to => {}
            EditKind::Copy { .. } => p.copies.add(weight),
            EditKind::Spill { .. } => p.spills.add(weight),
            EditKind::Reload { .. } => p.reloads.add(weight),
            EditKind::Remat { .. } => p.remats.add(weight),
        }
    }
    let mut gone = FixedBitSet::with_capacity(f.ops.len());
    for &op in &a.deleted {
        gone.grow_and_insert(op.index());
        p.deleted.add(freq(f.bb_of(op)));
    }
    for &b in &f.layout {
        for op in f.bb_ops(b).filter(|o| !gone.contains(o.index())) {
            let start = f.opnds_start(op);
            let places = &a.places[start.min(a.places.len())..(start + f.all(op).len()).min(a.places.len())];
            places.iter().filter(|p| matches!(p, Place::Slot(_))).for_each(|_| p.reloads.add(f.bbs[b].freq));
            if is_kept_copy(f, cx, op, places) {
                p.kept_copies.add(f.bbs[b].freq);
            }
        }
    }
    p
}

/// Is the op a copy between different registers? Zero from its register is a constant.
fn is_kept_copy(f: &Func, cx: &PassCx<'_>, op: Op, places: &[Place]) -> bool {
    let desc = cx.target.isa.inst(f.ops[op].opcode);
    let Some(at) = desc.role(Role::Opnd1).filter(|_| desc.is(InstFlags::MOVE)) else { return false };
    if f.all(op).get(at).and_then(|&t| f.preg(t)).is_some_and(|r| Some(r) == cx.target.abi.zero) {
        return false;
    }
    let reg = |i: usize| match (f.all(op).get(i).and_then(|&t| f.preg(t)), places.get(i)) {
        (Some(r), _) => Some(r),
        (None, Some(Place::Reg(r))) => Some(*r),
        _ => None,
    };
    reg(0) != reg(at)
}
