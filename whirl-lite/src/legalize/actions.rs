//! The table that drives legalisation: which types a target computes in, and what becomes of each operation.
//!
//! Types (the five ways): an integer narrower than a register is *promoted* to the next legal width; a wider one is
//! *expanded* to register-sized parts; a vector is *scalarised* and an aggregate *split*; a float without registers is
//! *softened* to an integer. Operations (the four ways): *legal*, *promote* (do it in a wider type), *expand* or
//! *library call*, *custom* (the target has its own sequence). `target/<t>/actions.rs` fills the table from the
//! features in force.

use crate::ir::{Ty, VECTORS};
use crate::target::FloatKind;

/// What becomes of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// An instruction does it.
    Legal,
    /// Done in a wider legal type.
    Promote,
    /// Open-coded from simpler operations.
    #[default]
    Expand,
    /// A run-time library function does it.
    LibCall,
    /// The target has its own sequence.
    Custom,
}

/// Families of operations that share an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    /// Low half of a product.
    Mul,
    /// High half of a product.
    MulHi,
    /// Quotients and remainders.
    Div,
    /// Integer minimum and maximum.
    MinMax,
    /// Rotation.
    Rotate,
    /// Leading zeros, trailing zeros, ones.
    Count,
    /// Byte reversal.
    Bswap,
    /// Bit reversal.
    Bitreverse,
    /// Floating add, subtract, multiply, divide.
    FArith,
    /// Square root.
    FSqrt,
    /// Floating remainder.
    FRem,
    /// `minnum`, `maxnum`, `minimumnum`, `maximumnum`.
    FMinMaxNum,
    /// `minimum`, `maximum`: NaN wins.
    FMinMaxIeee,
    /// Fused multiply and add.
    Fma,
    /// Negation, absolute value, copysign.
    FSign,
    /// Comparison.
    FCompare,
    /// Conversion to and from integers of a register's width and other legal floats.
    FConvert,
    /// Conversion to and from integers of two registers.
    FConvertPair,
    /// Rounding to an integral value (but `nearbyint`, which may not say that it was inexact).
    FRound,
    /// Saturating conversion to 32-bit and register-sized integers.
    FSaturate,
    /// sin, cos, exp, log, pow.
    FMath,
    // Of vectors only: of scalars these are legal anyway, or expanded always.
    /// Shifts, lane by lane.
    Shift,
    /// Saturating addition and subtraction.
    AddSat,
    /// Absolute value.
    Abs,
    /// Extension of the low lanes to this type; without it lanes are interleaved with zeros or signs.
    Extend,
}

const OPS: usize = Op::Extend as usize + 1;
/// Scalar types that may be legal; after their columns come those of [`VECTORS`].
const SCALARS: [Ty; 7] = [Ty::I32, Ty::I64, Ty::HALF, Ty::BFLOAT, Ty::FLOAT, Ty::DOUBLE, Ty::X86_FP80];
const COLUMNS: usize = SCALARS.len() + VECTORS.len();

/// The column of a type.
fn column(ty: Ty) -> Option<usize> {
    ty.vector_index().map(|k| SCALARS.len() + k).or_else(|| SCALARS.iter().position(|&c| c == ty))
}

/// Registers of one kind that may hold variable arguments, as a list of such tells them.
#[derive(Clone, Copy, Debug)]
pub struct VaRegisters {
    /// Where the list says how far the saved ones are read, in bytes of the save area.
    pub offset: i64,
    /// Where in the save area the last one ends.
    pub limit: i64,
    /// Bytes that one takes there.
    pub step: i64,
}

/// A list of variable arguments that come in registers, which the callee saves, and behind those in memory.
#[derive(Clone, Copy, Debug)]
pub struct VaList {
    /// Its size.
    pub bytes: u32,
    /// General registers.
    pub general: VaRegisters,
    /// Those of floats and vectors of 128 bits.
    pub floats: VaRegisters,
    /// Where the list has the address of the next argument in memory.
    pub overflow: i64,
    /// Where it has that of the save area.
    pub saved: i64,
}

/// The table, and what else the legaliser wants to know of a target.
#[derive(Clone, Debug)]
pub struct Actions {
    /// Bits of a general register.
    pub xlen: u32,
    /// Sign extension from 32 to 64 bits costs nothing, so it is better than zero extension where both will do.
    pub sext_is_free: bool,
    /// Misaligned scalar accesses are as good as aligned ones.
    pub fast_unaligned: bool,
    /// Most stores that a memory copy or fill is open-coded with.
    pub inline_stores: u32,
    /// Stack alignment in bytes.
    pub stack_align: u32,
    /// Widest atomic access in bits; 0 if all are library calls.
    pub atomic_bits: u32,
    /// 8- and 16-bit atomic read-modify-write instructions exist.
    pub narrow_amo: bool,
    /// Read-modify-write instructions exist; else compare-and-swap loops.
    pub rmw_native: bool,
    /// Conversions to integers can round ties away from zero.
    pub converts_away: bool,
    /// Two registers are compared and swapped at once.
    pub double_swap: bool,
    /// A load or a store of a double is one access, and keeps all bits.
    pub atomic_doubles: bool,
    /// Integers of up to 32 bits are passed in a register of that width, with nothing known of what is above.
    pub narrow_args: bool,
    /// Results of 8 and 16 bits need not be extended, whatever their attributes say: callers don't rely on it.
    pub loose_results: bool,
    /// Who returns a narrow integer extends it as its attribute says, and the caller relies on that.
    pub extends_results: bool,
    /// A scalar of more than two registers is passed by reference.
    pub wide_by_reference: bool,
    /// A `byval` argument lies in the argument area; else it is passed by reference.
    pub byval_in_area: bool,
    /// A function that returns in memory returns the address of that memory.
    pub returns_sret: bool,
    /// The convention passes vectors in vector registers; what no such register holds is refused. Else a vector is passed as its
    /// lanes are.
    pub vectors_in_registers: bool,
    /// Two registers of vectors are passed as one of this type, in which nothing is computed.
    pub vector_pair: Option<Ty>,
    /// What the names of vector instructions begin with, in assembly that is made here.
    pub vector_prefix: &'static str,
    /// Quads are passed as integers of as many bits.
    pub soft_quads: bool,
    /// The list of variable arguments, if it is no pointer that walks through an array of them.
    pub va_list: Option<VaList>,
    /// Address spaces that a segment of their own reaches.
    pub segments: &'static [u32],
    /// Address spaces whose pointers have another width.
    pub odd_spaces: &'static [u32],
    /// The constraint letter of a pair of registers in inline assembly, and their names.
    pub register_pair: Option<(&'static str, [&'static str; 2])>,
    /// Parts of registers that inline assembly names for narrow integers, the narrowest first.
    pub narrow_names: &'static [NarrowName],
    hard: [bool; 6],
    vectors: [bool; VECTORS.len()],
    table: [[Action; COLUMNS]; OPS],
}

/// How inline assembly names a register that holds an integer narrower than it.
#[derive(Clone, Copy, Debug)]
pub struct NarrowName {
    /// The widest integer that is named so.
    pub bits: u32,
    /// The modifier that asks for this name.
    pub modifier: char,
    /// The letter of the registers that have such a name, where the constraint says any.
    pub letter: char,
}

impl Actions {
    /// A table for registers of this width where nothing but basic integer arithmetic is legal.
    pub fn new(xlen: u32) -> Actions {
        Actions {
            xlen,
            sext_is_free: false,
            fast_unaligned: false,
            inline_stores: 4,
            stack_align: 16,
            atomic_bits: 0,
            narrow_amo: false,
            rmw_native: false,
            converts_away: false,
            double_swap: false,
            atomic_doubles: false,
            extends_results: true,
            wide_by_reference: true,
            narrow_args: false,
            loose_results: false,
            byval_in_area: false,
            returns_sret: false,
            vectors_in_registers: false,
            vector_pair: None,
            vector_prefix: "",
            soft_quads: true,
            va_list: None,
            segments: &[],
            odd_spaces: &[],
            register_pair: None,
            narrow_names: &[],
            hard: [false; 6],
            vectors: [false; VECTORS.len()],
            table: [[Action::Expand; COLUMNS]; OPS],
        }
    }
    /// Sets an action.
    pub fn set(&mut self, op: Op, ty: Ty, action: Action) {
        if let Some(c) = column(ty) {
            self.table[op as usize][c] = action;
        }
    }
    /// Sets one action or another.
    pub fn set_if(&mut self, cond: bool, op: Op, ty: Ty, yes: Action, no: Action) {
        self.set(op, ty, if cond { yes } else { no });
    }
    /// The action for an operation in a legal type.
    pub fn get(&self, op: Op, ty: Ty) -> Action {
        column(ty).map_or(Action::Expand, |c| self.table[op as usize][c])
    }
    /// Does the target do the operation in the type, with one instruction or its own sequence?
    pub fn legal(&self, op: Op, ty: Ty) -> bool {
        matches!(self.get(op, ty), Action::Legal | Action::Custom)
    }
    /// Declares that a vector type (one of [`VECTORS`]) has registers.
    pub fn set_vector(&mut self, ty: Ty) {
        if let Some(k) = ty.vector_index() {
            self.vectors[k] = true;
        }
    }
    /// Has a vector type registers?
    pub fn has_vector(&self, ty: Ty) -> bool {
        ty.vector_index().is_some_and(|k| self.vectors[k])
    }
    /// Has any vector type registers?
    pub fn has_vectors(&self) -> bool {
        self.vectors.contains(&true)
    }
    /// The vector type for so many lanes of a type: the smallest that has room for them, or the largest there is.
    pub fn vector_for(&self, lane: Ty, lanes: usize) -> Option<Ty> {
        let mut best = None;
        for (k, &(ty, l, n)) in VECTORS.iter().enumerate() {
            if l != lane || !self.vectors[k] {
                continue;
            }
            best = Some(ty);
            if n >= lanes {
                break;
            }
        }
        best
    }
    /// Declares that floats of the format have registers.
    pub fn set_hard(&mut self, kind: FloatKind) {
        self.hard[kind as usize] = true;
    }
    /// Have floats of the format registers?
    pub fn is_hard(&self, kind: FloatKind) -> bool {
        self.hard[kind as usize]
    }
    /// Does the target compute in the format? One that only has registers and conversions is computed in a wider one.
    pub fn computes(&self, kind: FloatKind) -> bool {
        self.is_hard(kind) && self.legal(Op::FArith, super::types::float_ty(kind))
    }
    /// Does libm do the operation in the type, although the target computes in it?
    pub fn calls(&self, op: Op, ty: Ty) -> bool {
        self.get(op, ty) == Action::LibCall
    }
    /// The integer type of a general register.
    pub fn xlen_ty(&self) -> Ty {
        if self.xlen == 64 { Ty::I64 } else { Ty::I32 }
    }
}
