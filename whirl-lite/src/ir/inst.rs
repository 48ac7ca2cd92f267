//! Instructions of the SSA form.

use super::{BlockId, MdKind, MdOperand, MdRef, Signature, Ty, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, entity_impl};
use smallvec::SmallVec;

/// An instruction: an index into [`super::Function::insts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A call's description: an index into [`super::Function::calls`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(u32);
entity_impl!(CallId, "call");

/// A switch's cases: an index into [`super::Function::switches`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SwitchId(u32);
entity_impl!(SwitchId, "switch");

/// Binary operators, integer and floating point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    // The following are not LLVM instructions; intrinsics and the legaliser make them.
    /// High half of the signed product.
    MulHiS,
    /// High half of the unsigned product.
    MulHiU,
    /// High half of signed times unsigned.
    MulHiSU,
    SMin,
    SMax,
    UMin,
    UMax,
    RotL,
    RotR,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    /// `llvm.minnum`.
    FMinNum,
    /// `llvm.maxnum`.
    FMaxNum,
    /// `llvm.minimum`.
    FMinimum,
    /// `llvm.maximum`.
    FMaximum,
    /// `llvm.minimumnum`.
    FMinimumNum,
    /// `llvm.maximumnum`.
    FMaximumNum,
    CopySign,
}

impl BinOp {
    /// Does it work on floating-point numbers?
    pub fn is_float(self) -> bool {
        use BinOp::*;
        matches!(
            self,
            FAdd | FSub
                | FMul
                | FDiv
                | FRem
                | FMinNum
                | FMaxNum
                | FMinimum
                | FMaximum
                | FMinimumNum
                | FMaximumNum
                | CopySign
        )
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnOp {
    FNeg,
    // From intrinsics:
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    /// Toward zero, to an integral value.
    FTrunc,
    /// To nearest, ties away (`llvm.round`).
    Round,
    /// To nearest, ties to even (`llvm.roundeven`).
    RoundEven,
    /// In the current mode, may signal (`llvm.rint`).
    Rint,
    /// In the current mode (`llvm.nearbyint`).
    NearbyInt,
    /// Count of leading zeros; the width for zero.
    Ctlz,
    /// Count of trailing zeros; the width for zero.
    Cttz,
    Ctpop,
    Bswap,
    Bitreverse,
    /// Absolute value, wrapping.
    Abs,
    Freeze,
    /// An integer's low `n` bits sign-extended in place (legaliser; like LLVM's sext_inreg).
    SextInReg(u8),
    /// `llvm.canonicalize`.
    Canonicalize,
    /// The sign bits of a vector's lanes as an integer, lane 0 lowest (legaliser).
    SignBits,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
    // From intrinsics and the legaliser:
    FpToSiSat,
    FpToUiSat,
    /// Round to nearest even, to an integer (`lrint`, `llrint`).
    FpToIntRint,
    /// Round to nearest away, to an integer (`lround`, `llround`).
    FpToIntRound,
    /// Extends, the upper bits unspecified.
    AnyExt,
}

/// Integer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

impl IntPred {
    /// The predicate with operands exchanged.
    pub fn swapped(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq | Ne => self,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
        }
    }
    /// The opposite predicate.
    pub fn inverted(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }
    /// Does it compare as signed numbers?
    pub fn is_signed(self) -> bool {
        matches!(self, IntPred::Sgt | IntPred::Sge | IntPred::Slt | IntPred::Sle)
    }
}

/// Floating-point comparison: a set of the outcomes less, equal, greater, unordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

bitflags::bitflags! {
    /// Promises on an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct InstFlags: u16 {
        /// `nuw`.
        const NUW = 1 << 0;
        /// `nsw`.
        const NSW = 1 << 1;
        /// `exact`.
        const EXACT = 1 << 2;
        /// `disjoint`.
        const DISJOINT = 1 << 3;
        /// `nneg`.
        const NNEG = 1 << 4;
        /// `inbounds`.
        const INBOUNDS = 1 << 5;
        /// `samesign`.
        const SAMESIGN = 1 << 6;
        /// `nnan`.
        const NNAN = 1 << 7;
        /// `ninf`.
        const NINF = 1 << 8;
        /// `nsz`.
        const NSZ = 1 << 9;
        /// `arcp`.
        const ARCP = 1 << 10;
        /// `contract`.
        const CONTRACT = 1 << 11;
        /// `afn`.
        const AFN = 1 << 12;
        /// `reassoc`.
        const REASSOC = 1 << 13;
        /// Constrained floating point: ordered with other such operations.
        const STRICTFP = 1 << 14;
        /// `nusw` of a `getelementptr`.
        const NUSW = 1 << 15;
    }
}

/// Memory ordering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[allow(missing_docs)]
pub enum Ordering {
    #[default]
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// Atomic read-modify-write operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    FMaximum,
    FMinimum,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// What a load or store says of its access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// Type in memory.
    pub ty: Ty,
    /// Alignment: log2 of bytes.
    pub align: u8,
    /// Volatile.
    pub volatile: bool,
    /// Atomic ordering.
    pub ordering: Ordering,
    /// `syncscope("singlethread")`.
    pub single_thread: bool,
    /// After legalising: the address space, if the target reaches it by a segment of its own; such accesses are volatile.
    pub space: u32,
    /// What the address's memory is, for alias questions ([`super::Function::alias`]).
    pub alias: super::AliasClass,
}

/// How a load of a narrow integer fills a wider register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Extend {
    /// Memory and register have the same width, or the upper bits do not matter.
    #[default]
    Any,
    /// With zeros.
    Zero,
    /// With the sign.
    Sign,
}

/// Operations with overflow: results are the wrapped value and a truth value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OverflowOp {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
}

/// Exception-handling instructions. Their blocks are successors; `unwind to caller` has no block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EhOp {
    /// `landingpad`: operands are the clauses' values; the path holds 0 for each `catch`, 1 for each `filter`.
    LandingPad {
        /// Has `cleanup`.
        cleanup: bool,
        /// Kinds of the clauses.
        clauses: PathId,
    },
    /// `resume value`.
    Resume,
    /// `catchswitch within parent`: blocks are the handlers, then the unwind block if `unwind` says so.
    CatchSwitch {
        /// The last block is the unwind block.
        unwind: bool,
    },
    /// `catchpad within switch [args]`: operands are the switch, then the arguments.
    CatchPad,
    /// `cleanuppad within parent [args]`: operands are the parent, then the arguments.
    CleanupPad,
    /// `catchret from pad to block`.
    CatchRet,
    /// `cleanupret from pad unwind block`.
    CleanupRet,
}

impl EhOp {
    /// Its name in LLVM IR.
    pub fn name(self) -> &'static str {
        match self {
            EhOp::LandingPad { .. } => "landingpad",
            EhOp::Resume => "resume",
            EhOp::CatchSwitch { .. } => "catchswitch",
            EhOp::CatchPad => "catchpad",
            EhOp::CleanupPad => "cleanuppad",
            EhOp::CatchRet => "catchret",
            EhOp::CleanupRet => "cleanupret",
        }
    }
}

/// What an instruction does. Operands named here are in [`InstData::args`] in the order given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstKind {
    /// `a op b`.
    Binary(BinOp),
    /// `op a`.
    Unary(UnOp),
    /// Conversion of `a` to the result's type.
    Cast(CastOp),
    /// Integer or pointer comparison of `a`, `b`.
    Icmp(IntPred),
    /// Floating comparison of `a`, `b`; `true`: signalling (`fcmps`).
    Fcmp(FloatPred, bool),
    /// `cond ? a : b`.
    Select,
    /// `a * b + c`, rounded once.
    Fma,
    /// `a * b + c`, fused or not (`llvm.fmuladd`).
    FMulAdd,
    /// Funnel shift left of `a:b` by `c`.
    Fshl,
    /// Funnel shift right of `a:b` by `c`.
    Fshr,
    /// Load from `ptr`.
    Load(Access, Extend),
    /// Store `value` to `ptr`; a narrower access type truncates.
    Store(Access),
    /// `getelementptr elem, base, indices...`
    Gep(Ty),
    /// Pointer plus signed byte offset of pointer width (the legaliser makes all `Gep`s into these).
    PtrAdd,
    /// Static or dynamic stack memory: element type, log2 alignment; operand: count.
    Alloca(Ty, u8),
    /// Address of a frame object (legaliser makes entry-block `Alloca`s into these).
    FrameAddr(super::FrameObj),
    /// Address of a global symbol (legaliser; no operand).
    GlobalAddr(super::GlobalRef),
    /// Address of a block (`blockaddress`).
    BlockAddr(BlockId),
    /// A phi; incoming blocks are in [`InstData::blocks`], one for each operand.
    Phi,
    /// A call; operands: arguments, then the callee, then bundles' operands.
    Call(CallId),
    /// A call with an exceptional edge; `blocks` = normal, unwind.
    Invoke(CallId),
    /// `asm goto`; `blocks` = fall through, then indirect ones.
    CallBr(CallId),
    /// `ret`, with or without operand (several after legalising).
    Ret,
    /// Jump to `blocks[0]`.
    Br,
    /// `cond`: to `blocks[0]` if true, else `blocks[1]`.
    CondBr,
    /// Multi-way branch; see [`SwitchData`].
    Switch(SwitchId),
    /// Jump to `blocks[args[0]]`; the index is known to be in range (switch lowering).
    JumpTable,
    /// Jump to `address`; `blocks` are its possible targets.
    IndirectBr,
    /// Control never comes here.
    Unreachable,
    /// `va_arg` of the result's type from `list`.
    VaArg,
    /// `extractvalue agg`, path in [`super::Function::paths`].
    ExtractValue(PathId),
    /// `insertvalue agg, x`.
    InsertValue(PathId),
    /// `extractelement v, i`.
    ExtractElement,
    /// `insertelement v, x, i`.
    InsertElement,
    /// `shufflevector a, b`, mask in [`super::Function::paths`] (`u32::MAX` = poison lane).
    Shuffle(PathId),
    /// A vector of its operands, one a lane (legaliser).
    BuildVector,
    /// An instruction of the target's table, its explicit operands in order (legaliser, from the target's own intrinsics).
    Row(targ_info::Opcode),
    /// `fence`; `true`: single thread.
    Fence(Ordering, bool),
    /// `cmpxchg ptr, expected, new`: results value and success (one aggregate as parsed; two after legalising).
    CmpXchg {
        /// The access with the success ordering.
        access: Access,
        /// Ordering on failure.
        failure: Ordering,
        /// May fail spuriously.
        weak: bool,
    },
    /// `atomicrmw op ptr, value`.
    AtomicRmw(RmwOp, Access),
    /// Results: wrapped value and truth value (legaliser; from `llvm.*.with.overflow`).
    Overflow(OverflowOp),
    /// Results: quotient and remainder; `true`: signed (legaliser).
    DivRem(bool),
    /// Copy `len` bytes from `src` to `dst`: operands `dst, src, len`; moves may overlap when `overlap`.
    MemCopy {
        /// Regions may overlap.
        overlap: bool,
        /// Volatile.
        volatile: bool,
        /// log2 alignment of the destination.
        dst_align: u8,
        /// log2 alignment of the source.
        src_align: u8,
        /// Must not become a call (`.inline`).
        inline: bool,
    },
    /// Set `len` bytes: operands `dst, byte, len`.
    MemSet {
        /// Volatile.
        volatile: bool,
        /// log2 alignment.
        align: u8,
        /// Must not become a call (`.inline`).
        inline: bool,
    },
    /// `llvm.va_start list`.
    VaStart,
    /// `llvm.va_copy dst, src`.
    VaCopy,
    /// `llvm.stacksave`.
    StackSave,
    /// `llvm.stackrestore p`.
    StackRestore,
    /// `llvm.frameaddress`, depth.
    FrameAddress(u32),
    /// `llvm.returnaddress`, depth.
    ReturnAddress(u32),
    /// `llvm.trap`; `true`: debugtrap.
    Trap(bool),
    /// `llvm.prefetch p`: write, locality, data cache.
    Prefetch(bool, u8, bool),
    /// `llvm.readcyclecounter`.
    ReadCycles,
    /// `llvm.thread.pointer`.
    ThreadPointer,
    /// Incoming argument's stack memory address (legaliser: byval, varargs): byte offset from the argument area.
    IncomingArgAddr(u32),
    /// `landingpad`, `resume`, `catchpad` and other exception-handling instructions: parsed, refused later by name.
    Exception(EhOp),
    /// Conversion to a float of an integer that two registers hold: operands low, high (legaliser).
    FromPair(CastOp),
    /// Conversion of a float to such an integer: results low, high (legaliser).
    ToPair(CastOp),
}

impl InstKind {
    /// Does control leave the block here?
    pub fn is_terminator(&self) -> bool {
        match self {
            InstKind::Ret
            | InstKind::Br
            | InstKind::CondBr
            | InstKind::Switch(_)
            | InstKind::IndirectBr
            | InstKind::JumpTable
            | InstKind::Invoke(_)
            | InstKind::CallBr(_)
            | InstKind::Unreachable => true,
            InstKind::Exception(op) => {
                matches!(op, EhOp::Resume | EhOp::CatchSwitch { .. } | EhOp::CatchRet | EhOp::CleanupRet)
            }
            _ => false,
        }
    }
}

/// A list of indices, interned by content: an index into [`super::Function::paths`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(u32);
entity_impl!(PathId, "path");

/// An instruction.
#[derive(Clone, Debug)]
pub struct InstData {
    /// What it does.
    pub kind: InstKind,
    /// Promises.
    pub flags: InstFlags,
    /// Operands.
    pub args: EntityList<Value>,
    /// Blocks: successors of a terminator, incoming blocks of a phi.
    pub blocks: EntityList<BlockId>,
    /// First result; results are consecutive.
    pub first_result: u32,
    /// How many results.
    pub results: u16,
    /// Its attachments: an index into [`super::Function::attachments`] plus one; 0 if none.
    pub attachments: u32,
    /// Its source location (`!dbg`).
    pub debug_loc: PackedOption<MdRef>,
    /// Where it stands in the input.
    pub pos: crate::diag::Pos,
}

/// Metadata attached to an instruction, by kind; `!dbg` stands in [`InstData::debug_loc`] instead.
pub type Attachments = SmallVec<[(MdKind, MdRef); 2]>;

/// A call's tail marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum TailKind {
    #[default]
    None,
    Tail,
    MustTail,
    NoTail,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// The value after the arguments (often a global's address).
    Value,
    /// An LLVM intrinsic, by name without `llvm.`; the callee is not an operand.
    Intrinsic(String),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
    /// A run-time library function by symbol name (legaliser).
    Library(&'static str),
}

/// Inline assembly.
#[derive(Clone, Debug)]
pub struct InlineAsm {
    /// Template, in LLVM's escapes (`$0`, `$$`).
    pub text: String,
    /// Constraints, as written.
    pub constraints: String,
    /// Must not be deleted or duplicated.
    pub sideeffect: bool,
    /// Needs an aligned stack.
    pub alignstack: bool,
    /// Intel syntax.
    pub intel: bool,
    /// May unwind.
    pub unwind: bool,
}

/// A call's description.
#[derive(Clone, Debug)]
pub struct CallInfo {
    /// What is called.
    pub callee: Callee,
    /// Types and attributes of this call: `params` are the arguments' types, all of them.
    pub sig: Signature,
    /// How many of the arguments are fixed (the rest are variable).
    pub fixed: usize,
    /// Tail marker.
    pub tail: TailKind,
    /// Operand bundles: tag, number of operands (they follow the callee in `args`).
    pub bundles: Vec<(String, usize)>,
    /// After legalising: where each argument part goes, one for each argument operand.
    pub arg_locs: Vec<crate::abi::ArgLoc>,
    /// After legalising: where each result part comes from, one for each result.
    pub ret_locs: Vec<crate::abi::ArgLoc>,
    /// After legalising: bytes of outgoing stack arguments.
    pub stack_bytes: u32,
    /// After legalising: of those, bytes that the callee takes off the stack.
    pub popped: u32,
    /// After legalising: arguments or the result travel through memory, so that the call touches memory whatever its
    /// attributes say of the function as it was written.
    pub by_memory: bool,
    /// Metadata arguments of intrinsics (`metadata !"round.tonearest"`), by argument number. The operand itself is a
    /// value of type metadata that says nothing ([`super::ValueDef::Other`]).
    pub metadata_args: Vec<(usize, MdOperand)>,
}

/// A switch: `args[0]` is the value, `blocks[0]` the default, `blocks[1..]` the cases' targets.
#[derive(Clone, Debug, Default)]
pub struct SwitchData {
    /// Case values (bits, zero-extended; wider than 64 bits: low part only when `wide` is empty).
    pub values: Vec<u64>,
    /// Case values of switches wider than 64 bits.
    pub wide: Vec<Box<[u64]>>,
}
