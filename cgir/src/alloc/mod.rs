//! The allocator interface: an allocator answers; this crate merges, checks, applies and prices the answer.
//!
//! An allocator sees a function whose ops have constrained operands ([`Func::constraint`]) and answers with
//! * a [`Place`] for each register operand and result ([`Answer::places`], indexed like [`Func::opnds`]);
//! * [`Edit`]s between ops: copies, spills, reloads, rematerialisations, at a [`Point`];
//! * for some ops another form ([`Alt`]), for some blocks another order of their ops, and ops to delete.
//!
//! Answers are layered. A global allocator makes a [`Layer`]: for each block, which GTNs are in a register from its
//! first to its last point, what happens at block borders, and which registers are granted to the local allocator.
//! A GTN that is referenced in a block but has no register there lives in memory (or is rematerialised) there, and
//! LRA localises it: a reload before its first exposed use, a spill after its last definition if it is live out.
//! LRA turns the layer into an answer. With an empty layer LRA works on localised code (`-regalloc=lra`, `-O0`).
//!
//! Semantics of an answer, which the checker follows: at a point, edits happen in order of [`Edit::group`]; those of
//! one group happen at once (a parallel copy). An op reads all operands, then its clobbers lose their contents, then
//! it writes its results; a result marked early is written before operands are read. Clobbers of inline asm are early too: no
//! operand may be in one. One group does not both read and write one slot. On one edge, [`Point::BlockEnd`] comes
//! before [`Point::Edge`], and that before [`Point::BlockStart`]. Edits at a deleted op still happen.
//!
//! # Worked examples
//!
//! *Tie.* `a' = add2 a, b` (x86; result tied to operand 1) with `a` live after, `a` in r1, `b` in r2:
//! `Before(op) copy a r1->r3`; places `[r3, r3, r2]`. `a` still lives in r1, the result in r3.
//!
//! *Call.* `call f, x@a0 -> y@a0 clobbers C`: `Before(op) copy x s1->a0`; places `[a0, a0]`; after it
//! `BlockStart(next) copy y a0->s2` or simply `y` in a0 from there. What is live over it is not in C.
//!
//! *Invoke.* As a call; its exceptional edge leaves the end of the block, before results exist. A TN live into the
//! landing pad has one place over all its in-edges: a callee-saved register or a slot. A result of the call has a name of
//! its own: allocators need not keep an older value of the same TN for the pad.
//!
//! *Register group.* `v = vle (vrm8)`: place `v8m8`, a register whose units are those of v8..v15.
//!
//! *Folded reload.* x86 `c = add a, b`, `b` in slot 4: `alts (op, Fold{operand 2, opcode addrm})`, place of `b`
//! `Slot(4)`; no edit. What the slot's operands are is the target's ([`crate::target::Hooks::slot_operands`]).
//!
//! *Rematerialisation.* `k = li 42` defined far away: `Before(op) remat k def=op7 -> r5`; place of `k` at op is r5.
//!
//! *Swap.* a phi swap on a back edge: `Edge(latch, 0)`: group 0 `copy a r1->r2`, group 0 `copy b r2->r1`.
//!
//! *Permutation.* LRA rescheduled a block: `order (bb3, [op5, op4, op6])`; it must respect the dependence graph.
//!
//! *Save.* Callee-saved registers are not part of answers: the save placement pass reads which are written.
//!
//! *Partial layer.* GTN `g` has r9 in bb1 and bb2 but no register in bb3: `regs[bb1] = [(g, r9)]`,
//! `regs[bb2] = [(g, r9)]`, `regs[bb3] = []`, `edits = [BlockEnd(bb2) spill g r9->slot0]`, and LRA reloads it in bb3.

pub mod alone;
pub mod apply;
pub mod chaos;
pub mod checker;
pub mod forms;
mod index;
pub mod merge;
pub mod parallel_copy;
pub mod price;
pub mod spillall;
#[cfg(test)]
mod unwind_tests;

use crate::analysis::Liveness;
use crate::func::{Bb, Func, Op, Tn};
use crate::pass::PassCx;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use std::borrow::Cow;
use targ_info::{Opcode, PReg, RegClass, RegSet};

/// A spill slot of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u32);
entity_impl!(Slot, "slot");

/// A spill slot's shape. Slots whose TNs are never live together are merged after allocation.
#[derive(Clone, Copy, Debug)]
pub struct SlotData {
    /// Bytes.
    pub size: u64,
    /// log2 alignment.
    pub align: u8,
}

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Not a register operand, or not decided.
    #[default]
    None,
    /// In a register.
    Reg(PReg),
    /// In a slot, folded into the op ([`Alt::Fold`]).
    Slot(Slot),
}

/// Where an edit happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Point {
    /// Before the first op of the block (after the entry pseudo op in the entry block).
    BlockStart(Bb),
    /// Just before an op.
    Before(Op),
    /// Just after an op.
    After(Op),
    /// At the block's end, before its terminator and what stands just before that; in a block that ends in a call, after the call (only if it has one
    /// successor and no exceptional edge).
    BlockEnd(Bb),
    /// On the edge to successor number `.1`; the block may get split. Never an edge from an indirect jump.
    Edge(Bb, u32),
}

/// What an edit does. The TN is the one of the input that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditKind {
    /// Register to register.
    Copy {
        /// Whose value.
        tn: Tn,
        /// Where it is.
        from: PReg,
        /// Where it goes.
        to: PReg,
    },
    /// Register to slot.
    Spill {
        /// Whose value.
        tn: Tn,
        /// Where it is.
        from: PReg,
        /// Where it goes.
        slot: Slot,
    },
    /// Slot to register.
    Reload {
        /// Whose value.
        tn: Tn,
        /// Where it is.
        slot: Slot,
        /// Where it goes.
        to: PReg,
    },
    /// Rebuild by repeating its definition.
    Remat {
        /// Whose value.
        tn: Tn,
        /// The op that defines it, flagged rematerialisable.
        def: Op,
        /// Where it goes.
        to: PReg,
    },
}

/// A change between ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Where.
    pub at: Point,
    /// Edits of one point happen in order of group; those of one group at once.
    pub group: u32,
    /// What.
    pub kind: EditKind,
}

impl Edit {
    /// The TN that is meant.
    pub fn tn(&self) -> Tn {
        match self.kind {
            EditKind::Copy { tn, .. }
            | EditKind::Spill { tn, .. }
            | EditKind::Reload { tn, .. }
            | EditKind::Remat { tn, .. } => tn,
        }
    }
}

/// Another form of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alt {
    /// Exchange the two commuting operands.
    Commute,
    /// Operand `operand` (of the whole list) is read from its slot by another row.
    Fold {
        /// Which operand.
        operand: u8,
        /// The row with a memory operand.
        opcode: Opcode,
    },
    /// A row that does the same ([`targ_info::Isa::same_as`]): three operands in place of a tie. Nobody wants a result that it lacks.
    Row(Opcode),
}

/// What an allocator answers.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// For each entry of [`Func::opnds`], where it is.
    pub places: Vec<Place>,
    /// Edits, in the order in which they happen within a point.
    pub edits: Vec<Edit>,
    /// Other forms.
    pub alts: Vec<(Op, Alt)>,
    /// Blocks whose ops change their order.
    pub order: Vec<(Bb, Vec<Op>)>,
    /// Ops to delete: their results are not used.
    pub deleted: Vec<Op>,
    /// Slots.
    pub slots: PrimaryMap<Slot, SlotData>,
    /// Counters of the allocator's work, for `-stats`.
    pub work: Vec<(&'static str, u64)>,
    /// How good the answer is, if the allocator knows.
    pub proof: Option<price::Proof>,
}

/// What a global allocator leaves for the local one.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// For each block, the GTNs that are in one register all through it (live in, live out or both), by TN. Two that are
    /// live at once never overlap. Registers of a block that are neither here nor callee-saved hold nothing.
    pub regs: SecondaryMap<Bb, Vec<(Tn, PReg)>>,
    /// What happens at block borders: only [`Point::BlockStart`], [`Point::BlockEnd`] and [`Point::Edge`].
    pub edits: Vec<Edit>,
    /// Registers that the local allocator may use in a block, beside those of `regs` before their first and after
    /// their last reference there.
    pub granted: SecondaryMap<Bb, RegSet>,
    /// The home slot of each GTN that is ever in memory.
    pub slot: SecondaryMap<Tn, cranelift_entity::packed_option::PackedOption<Slot>>,
    /// Slots.
    pub slots: PrimaryMap<Slot, SlotData>,
    /// GTNs that are rebuilt wherever they are needed without a register, by their defining op.
    pub remat: SecondaryMap<Tn, cranelift_entity::packed_option::PackedOption<Op>>,
    /// Counters of the allocator's work, for `-stats`.
    pub work: Vec<(&'static str, u64)>,
    /// Liveness of the function, if the global allocator computed it.
    pub live: Option<Liveness>,
}

/// Why an allocator gives no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllocError {
    /// An op needs more registers of a class than there are: the user's inline asm or reservations.
    TooFewRegisters {
        /// Which op.
        op: Op,
        /// Of which class.
        class: RegClass,
    },
    /// The allocator lacks something that the function needs, named here; another allocator must take the function.
    Unsupported(Cow<'static, str>),
    /// A bug of the allocator, in its own words.
    Internal(String),
}

/// An allocator of whole functions.
pub trait Allocate {
    /// Its name in `-regalloc=`.
    fn name(&self) -> &'static str;
    /// Answers for the register classes that it is asked for; operands of other classes are left `Place::None`.
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError>;
}

/// A global allocator whose layer LRA completes.
pub trait AllocateGlobal {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Places GTNs.
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Layer, AllocError>;
}

/// A local allocator that completes a layer.
pub trait AllocateLocal {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Completes the layer to an answer.
    fn run(&mut self, f: &Func, cx: &PassCx<'_>, base: Layer) -> Result<Answer, AllocError>;
}
