//! WHIRL: trees of [`Wn`] in a typed arena, the last form before machine operations.
//!
//! A function is a list of blocks, a block a list of statements in order, a statement a tree. Expressions have one
//! value and no effect but a load's; trees never cross a block. Values that live across statements are PREGs
//! (pseudo-registers), which may be assigned more than once (SSA is left here; copies for phis are PREG copies).
//! All types are legal for the target: truth values, the target's integers, floats in registers.
//!
//! Invariants:
//! * kids are evaluated before their parent, left to right, and each node has at most one parent;
//! * a load is a kid only if no statement between its old place and its user may write what it reads;
//! * statements with several results name their PREGs in [`WnData::dsts`];
//! * an `I32` value is never assumed extended, a `B` value is 0 or 1;
//! * the last statement of a block is its terminator.

mod build;
mod emit;
mod outofssa;
mod place;
mod print;
#[cfg(test)]
mod tests;

pub use build::{build, offset_range};
pub use place::{has_effect, is_leaf};
pub use print::print;

use crate::abi::{ArgLoc, Incoming};
use crate::diag::Pos;
use crate::ir::{
    AliasClass, AliasData, BinOp, BlockId, CastOp, Extend, FloatPred, FrameObj, FrameObjData, GlobalRef, InlineAsm,
    InstFlags, IntPred, Ordering, OverflowOp, RmwOp, TailKind, UnOp,
};
use crate::mtype::MType;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, entity_impl};

/// A WHIRL node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wn(u32);
entity_impl!(Wn, "wn");

/// A pseudo-register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Preg(u32);
entity_impl!(Preg, "preg");

/// A block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WBlock(u32);
entity_impl!(WBlock, "wb");

/// A call's description.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WCall(u32);
entity_impl!(WCall, "wcall");

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mem {
    /// Type in memory; narrower than the value for extending loads and truncating stores.
    pub ty: MType,
    /// log2 of the alignment.
    pub align: u8,
    /// Volatile.
    pub volatile: bool,
    /// Atomic ordering.
    pub ordering: Ordering,
    /// The address space, if a segment of its own reaches it.
    pub space: u32,
    /// What memory it is.
    pub alias: AliasClass,
}

/// What a node is. `ty` is [`WnData::ty`], `desc` [`WnData::desc`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Opr {
    // Leaves.
    /// Integer constant, sign-extended from its type.
    Int(i64),
    /// Floating constant: bits in its own format (half, bfloat, float, double).
    Float(u64),
    /// Constant of x87's extended format: significand; sign and exponent.
    Extended(u64, u16),
    /// Vector constant: index into [`WhirlFunc::vectors`].
    Vector(u32),
    /// A vector of which nothing is known.
    Undef,
    /// Address of a global symbol plus offset.
    Lda(GlobalRef, i64),
    /// Address of a frame object plus offset.
    FrameAddr(FrameObj, i64),
    /// Address in the incoming argument area (byte offset; negative offsets are saved argument registers).
    IncomingAddr(i64),
    /// Address of a block.
    BlockAddr(WBlock),
    /// Value of a PREG.
    Ldid(Preg),

    // Expressions; `desc` is the operands' type where it differs from `ty`.
    /// `a op b`.
    Binary(BinOp),
    /// `op a`.
    Unary(UnOp),
    /// Conversion from `desc` to `ty`.
    Cast(CastOp),
    /// Conversion to `ty` of an integer of two registers: low, high.
    FromPair(CastOp),
    /// Compare two integers of type `desc`.
    Icmp(IntPred),
    /// Compare two floats of type `desc`; `true`: signalling.
    Fcmp(FloatPred, bool),
    /// `cond, a, b`.
    Select,
    /// `a * b + c`.
    Fma,
    /// Funnel shift left: `a, b, count`.
    Fshl,
    /// Funnel shift right.
    Fshr,
    /// A vector of its kids, one a lane.
    BuildVector,
    /// Lanes of two vectors: index into [`WhirlFunc::shuffles`].
    Shuffle(u32),
    /// A lane of a vector.
    Extract(u16),
    /// A vector, a lane: the vector with that lane at this place.
    Insert(u16),
    /// An instruction of the target's table.
    Row(targ_info::Opcode),
    /// Load from the address kid.
    Load(Mem, Extend),
    /// Thread pointer.
    ThreadPointer,
    /// Frame address, depth.
    FrameAddress(u32),
    /// Return address, depth.
    ReturnAddress(u32),

    // Statements.
    /// Assign the kid to a PREG.
    Stid(Preg),
    /// Evaluate the kid for its effect (a volatile load).
    Eval,
    /// Store: address, value.
    Store(Mem),
    /// A call: arguments, then for indirect calls the address. Results go to `dsts`.
    Call(WCall),
    /// Wrapped value and truth value of an operation that may overflow; operands of type `desc`.
    Overflow(OverflowOp),
    /// Quotient, remainder; `true`: signed.
    DivRem(bool),
    /// A float as an integer of two registers: low, high.
    ToPair(CastOp),
    /// `ptr, expected, new`: old value and success.
    CmpXchg {
        /// Access, success ordering.
        mem: Mem,
        /// Failure ordering.
        failure: Ordering,
        /// May fail spuriously.
        weak: bool,
    },
    /// `ptr, value`: old value.
    AtomicRmw(RmwOp, Mem),
    /// Fence; `true`: single thread (compiler only).
    Fence(Ordering, bool),
    /// Dynamic stack memory: size in bytes, already a multiple of the stack alignment; log2 alignment beyond it.
    Alloca(u8),
    /// Current stack pointer.
    StackSave,
    /// Set the stack pointer.
    StackRestore,
    /// Store the address of the first variable argument to the kid.
    VaStart,
    /// Trap; `true`: debugger trap, continues.
    Trap(bool),
    /// Prefetch the address kid: write, locality, data.
    Prefetch(bool, u8, bool),
    /// Cycle counter.
    ReadCycles,
    /// Inline assembly: inputs; outputs to `dsts`. Index into [`WhirlFunc::asms`].
    Asm(u32),

    // Terminators.
    /// Return the kids.
    Return,
    /// Go to a block.
    Goto(WBlock),
    /// To the first block if the kid (a `B`) is true, else the second; probability of the first in 1/2^16.
    CondBr(WBlock, WBlock, u32),
    /// Jump through a table of [`WhirlFunc::tables`] by the kid, an index known to be in range.
    JumpTable(u32),
    /// Jump to the address kid, to one of the blocks of [`WhirlFunc::tables`].
    IndirectGoto(u32),
    /// Control never comes here.
    Unreachable,
}

/// A node.
#[derive(Clone, Debug)]
pub struct WnData {
    /// What it is.
    pub opr: Opr,
    /// Type of its value; `Void` for statements.
    pub ty: MType,
    /// Type of its operands where it differs (compares, conversions).
    pub desc: MType,
    /// Promises of the instruction it came from.
    pub flags: InstFlags,
    /// Kids.
    pub kids: EntityList<Wn>,
    /// PREGs that a statement with results assigns.
    pub dsts: EntityList<Preg>,
    /// Where it stands in the input.
    pub pos: Pos,
}

/// A call.
#[derive(Clone, Debug)]
pub struct WCallData {
    /// What is called.
    pub callee: WCallee,
    /// Where each argument kid goes.
    pub arg_locs: Vec<ArgLoc>,
    /// Where each result is.
    pub ret_locs: Vec<ArgLoc>,
    /// Bytes of stack arguments.
    pub stack_bytes: u32,
    /// Of those, bytes that the callee takes off the stack.
    pub popped: u32,
    /// Tail marker. `Tail` here has been checked: it can be a sibling call.
    pub tail: TailKind,
    /// Calling convention.
    pub cc: u32,
    /// Does not return.
    pub noreturn: bool,
    /// May return twice (setjmp).
    pub returns_twice: bool,
    /// Passes variable arguments.
    pub vararg: bool,
    /// Reads memory, writes memory.
    pub reads: bool,
    /// Writes memory.
    pub writes: bool,
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum WCallee {
    /// A symbol of the module.
    Global(GlobalRef),
    /// A run-time library function.
    Library(&'static str),
    /// The last kid's address.
    Indirect,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct WBlockData {
    /// Statements in order; the last is the terminator.
    pub stmts: Vec<Wn>,
    /// Its address is taken.
    pub address_taken: bool,
    /// Where exceptional edges of its calls go.
    pub unwind: Option<WBlock>,
    /// Cold by profile or by what it does (calls a `cold` or `noreturn` function).
    pub cold: bool,
    /// The block of the SSA form that it comes from, for dumps; none for blocks on split edges.
    pub source: PackedOption<BlockId>,
}

/// Inline assembly with its operands resolved to types; constraints are parsed in cgir.
#[derive(Clone, Debug)]
pub struct WAsm {
    /// Text and constraints.
    pub asm: InlineAsm,
    /// Types of outputs (results, in order) and inputs (kids, in order).
    pub outputs: Vec<MType>,
    /// Types of inputs.
    pub inputs: Vec<MType>,
    /// Targets of `asm goto`.
    pub labels: Vec<WBlock>,
}

/// A function as trees.
#[derive(Clone, Debug)]
pub struct WhirlFunc {
    /// Its symbol.
    pub global: GlobalRef,
    /// Its name.
    pub name: String,
    /// Nodes.
    pub nodes: PrimaryMap<Wn, WnData>,
    /// Pool of kid lists.
    pub kids: ListPool<Wn>,
    /// Pool of result lists.
    pub dsts: ListPool<Preg>,
    /// PREGs and their types.
    pub pregs: PrimaryMap<Preg, MType>,
    /// Blocks.
    pub blocks: PrimaryMap<WBlock, WBlockData>,
    /// Blocks in layout order; the first is the entry.
    pub layout: Vec<WBlock>,
    /// Calls.
    pub calls: PrimaryMap<WCall, WCallData>,
    /// Jump tables and lists of indirect targets.
    pub tables: Vec<Vec<WBlock>>,
    /// Blocks whose address a constant of the module takes, with the block of the source that it names.
    pub addressed: Vec<(BlockId, WBlock)>,
    /// Vector constants: bytes, lane 0 first.
    pub vectors: Vec<Box<[u8]>>,
    /// Shuffles: for each lane of the result a lane of the operands, numbered one after the other; `u32::MAX` for any.
    pub shuffles: Vec<Box<[u32]>>,
    /// Inline assembly.
    pub asms: Vec<WAsm>,
    /// Parameters: PREG and place.
    pub params: Vec<(Preg, ArgLoc)>,
    /// Places of returned parts.
    pub ret_locs: Vec<ArgLoc>,
    /// Incoming argument area.
    pub incoming: Incoming,
    /// Frame objects.
    pub frame: PrimaryMap<FrameObj, FrameObjData>,
    /// Alias classes.
    pub alias: Vec<AliasData>,
    /// Where it stands in the input.
    pub pos: Pos,
}

impl WhirlFunc {
    /// Kids of a node.
    pub fn kids(&self, w: Wn) -> &[Wn] {
        self.nodes[w].kids.as_slice(&self.kids)
    }
    /// Kid `n` of a node.
    pub fn kid(&self, w: Wn, n: usize) -> Wn {
        self.kids(w)[n]
    }
    /// Result PREGs of a statement.
    pub fn dsts(&self, w: Wn) -> &[Preg] {
        self.nodes[w].dsts.as_slice(&self.dsts)
    }
    /// The integer that a node is, if it is a constant.
    pub fn as_int(&self, w: Wn) -> Option<i64> {
        match self.nodes[w].opr {
            Opr::Int(v) => Some(v),
            _ => None,
        }
    }
}
