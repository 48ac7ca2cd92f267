//! What the target-independent phases of this crate ask of a target beyond its tables: how arguments are passed, and
//! which types and operations its instructions cover.
//!
//! One folder a target; each exports one [`Lowering`]. [`lowering`] finds it by the name of the instruction set.
//! Arguments are classified from their original types: an aggregate is a list of leaves, as LLVM's own targets see it,
//! and each leaf comes with the number of register-sized parts it splits into.

pub mod riscv;
pub mod x86;

use crate::abi::{ArgLoc, Incoming};
use crate::diag::{Error, Pos, Result};
use crate::ir::{GlobalRef, Module};
use crate::layout::DataLayout;
use crate::legalize::actions::Actions;
use smallvec::SmallVec;
use targ_info::Target;

/// Formats of floating-point numbers that can be legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    /// Of x87: 64 bits of significand, of which the first is written down.
    Extended,
    Quad,
}

impl FloatKind {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::Extended => 80,
            FloatKind::Quad => 128,
        }
    }
}

/// A leaf of an argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// Integer, pointer or softened float that splits into so many register-sized parts.
    Int(u32),
    /// A float that lives in a floating-point register of this format.
    Float(FloatKind),
    /// A vector of so many bits that lives in one register.
    Vector(u32),
}

/// A leaf with what the convention wants to know of its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// What it is.
    pub kind: LeafKind,
    /// ABI alignment of its type in bytes.
    pub align: u32,
}

/// An argument before classification.
#[derive(Clone, Debug, Default)]
pub struct AbiArg {
    /// Its leaves, in order.
    pub leaves: SmallVec<[Leaf; 2]>,
    /// Not a variable argument.
    pub fixed: bool,
    /// `nest`: the static chain.
    pub nest: bool,
    /// `inreg`: asks for a register where a convention has some for those who ask.
    pub inreg: bool,
    /// `sret`, or a result in memory that the legaliser made one: the address of the result.
    pub sret: bool,
    /// Allocation size of the whole argument's type in bytes.
    pub size: u64,
    /// Lies in the argument area as a whole: its leaves are the words there.
    pub memory: bool,
}

/// Where a leaf goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeafLoc {
    /// Each part has a place.
    Direct(SmallVec<[ArgLoc; 2]>),
    /// A float travels as integer parts (bit for bit), each with a place.
    Bits(SmallVec<[ArgLoc; 2]>),
    /// The caller stores it in its frame and passes the address.
    Indirect(ArgLoc),
}

/// All places of a call's arguments.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// One for each leaf of all arguments, in order.
    pub leaves: Vec<LeafLoc>,
    /// What the callee's entry must know: bytes of stack arguments, registers to save for variable ones.
    pub incoming: Incoming,
    /// There is no place for some: the convention has registers alone, and not enough.
    pub lacking: bool,
}

/// What an intrinsic of a target's own is. Rows are named as in its tables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Special {
    /// A row whose operands are the intrinsic's.
    Row(&'static str),
    /// The same, with its two operands exchanged.
    Swapped(&'static str),
    /// A shift of all lanes: the row for a constant, and the row for a number in a vector register.
    Shift(&'static str, &'static str),
    /// The same on whole vectors, of whose result the first lane replaces that of the first operand; operands are the last vector
    /// and what comes behind it.
    First(&'static str),
    /// What only inline assembly can ask for: results in fixed registers or flags. In the text `%` stands for the `v` of VEX forms,
    /// where the machine has them. Two results more than the intrinsic's are halves of one.
    Assembly(&'static str, &'static str),
    /// The same of something that must be done as often as it is said.
    Effect(&'static str, &'static str),
    /// The first lane in another format, in place of the first operand's.
    Convert(crate::ir::CastOp),
    /// A multiplication whose sum has the third operand's even lanes negated (`true`), or the odd ones.
    Alternate(bool),
    /// A load of a vector, wherever it is.
    Load,
    /// The sign bits of the lanes.
    SignBits,
    /// A comparison of the first lanes, as 0 or 1.
    Compare(crate::ir::FloatPred),
    /// The first lane as an integer.
    ToInt(crate::ir::CastOp),
    /// A load of the lanes that a sign bit asks for, zero in the others: pointer, mask.
    MaskedLoad,
    /// A store of such lanes: pointer, mask, value.
    MaskedStore,
    /// A load of such lanes, each from a place of its own: other lanes, pointer, indices, mask, size of a step.
    Gather,
}

/// The questions about a target that its tables do not answer.
pub trait Lowering: Sync {
    /// The instruction set's name.
    fn isa(&self) -> &'static str;
    /// Types and operations that instructions cover.
    fn actions(&self, t: &Target) -> Actions;
    /// What things cost, for the optimiser.
    fn costs(&self, t: &Target) -> crate::opt::costs::Costs;
    /// The name of a convention, if calls of it would be wrong: it saves other registers, or passes arguments elsewhere.
    fn foreign_convention(&self, _cc: u32) -> Option<&'static str> {
        None
    }
    /// Where arguments go. `vararg`: the function takes variable arguments.
    fn arguments(&self, t: &Target, cc: u32, args: &[AbiArg], vararg: bool) -> Assignment;
    /// What an intrinsic of the target's own is, by its name without `llvm.`.
    fn special(&self, _name: &str) -> Option<Special> {
        None
    }
    /// The library's function that makes written instructions visible to execution, given two addresses and zero flags; none
    /// where the processor sees them without.
    fn flush_instructions(&self, _t: &Target) -> Option<&'static str> {
        None
    }
    /// Whether a symbol may lie farther away than addresses of the code model reach.
    fn is_far(&self, _t: &Target, _m: &Module, _dl: &DataLayout, _g: GlobalRef) -> bool {
        false
    }
    /// The name of the code model, if there is none of it.
    fn foreign_code_model(&self, t: &Target) -> Option<&'static str>;
    /// Where a result comes from; `None` if it must be returned in memory, through a hidden first argument.
    fn results(&self, t: &Target, cc: u32, leaves: &[Leaf]) -> Option<Vec<LeafLoc>>;
}

/// All targets.
static ALL: &[&dyn Lowering] = &[&riscv::RiscV, &x86::X86];

/// Refuses a code model that the target does not have, and marks the symbols of a module that are far in the one asked for.
pub fn mark_far(m: &mut Module, t: &Target) -> Result<()> {
    let lowering = lowering(t)?;
    if let Some(name) = lowering.foreign_code_model(t) {
        return Err(Error::unsupported(Pos::NONE, format!("the {name} code model on {}", t.triple)));
    }
    let dl = DataLayout::of(m, t)?;
    let far: Vec<GlobalRef> = m.globals.keys().filter(|&g| lowering.is_far(t, m, &dl, g)).collect();
    for g in far {
        m.globals[g].far = true;
    }
    Ok(())
}

/// The target's answers.
pub fn lowering(t: &Target) -> Result<&'static dyn Lowering> {
    let hit = ALL.iter().find(|l| l.isa() == t.isa.name);
    hit.copied().ok_or_else(|| Error::unsupported(Pos::NONE, format!("code for the {} instruction set", t.isa.name)))
}
