//! What an instruction set makes of each family of operators: traits that a target's `Expander` implements, one in the file of
//! that family. Methods with a body are for what few targets need.
//!
//! A method that makes a value answers the register that holds it: `to.dst` if that is given. Operators that a target has not got
//! are errors that name them; the legaliser is asked to leave none.

use super::To;
use super::asm::AsmPatterns;
use super::call::Registers;
use crate::func::{Bb, SymRef, TableRef, Tn};
use smallvec::SmallVec;
use targ_info::PReg;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, FloatPred, IntPred, Ordering, OverflowOp, RmwOp, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, WCallData, Wn};

/// Integer arithmetic.
pub(crate) trait Integers {
    /// A constant of a type.
    fn integer(&mut self, v: i64, ty: MType, to: To) -> Result<Tn>;
    /// A binary operator on integers.
    fn int_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn>;
    /// A unary operator on an integer.
    fn int_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn>;
    /// A funnel shift: bits come in from the other operand.
    fn funnel(&mut self, w: Wn, left: bool, to: To) -> Result<Tn>;
    /// Quotient and remainder at once.
    fn div_rem(&mut self, s: Wn, signed: bool) -> Result<()>;
    /// The wrapped value, and whether it overflowed.
    fn overflow(&mut self, s: Wn, o: OverflowOp) -> Result<()>;
}

/// Conversions between integers: node, operand, destination.
pub(crate) trait Conversions {
    /// To fewer bits.
    fn truncate(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn>;
    /// To more bits, which are zeros.
    fn zero_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn>;
    /// To more bits, copies of the sign.
    fn sign_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn>;
    /// To more bits, any.
    fn any_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn>;
    /// Is a conversion, of a whole register, no op at all, so that its operand's register can be its own?
    fn is_free(&self, w: Wn, c: CastOp) -> bool;
    /// Does the register of a conversion's operand hold what a caller looks at of its result?
    fn is_free_to_return(&self, w: Wn, c: CastOp) -> bool {
        self.is_free(w, c)
    }
    /// The whole value of a PREG whose upper part is unknown.
    fn read_loose(&mut self, t: Tn, _ty: MType, _to: To) -> Result<Tn> {
        Ok(t)
    }
}

/// Truth values, and branches on them.
pub(crate) trait Conditions {
    /// An integer comparison as 0 or 1.
    fn icmp_value(&mut self, w: Wn, p: IntPred, to: To) -> Result<Tn>;
    /// A truth value, or its opposite, as 0 or 1.
    fn truth(&mut self, w: Wn, sense: bool, to: To) -> Result<Tn>;
    /// Ends the present block with a branch to `yes`, taken so often, if a truth value is this; else on to `no`.
    fn branch_if(&mut self, cond: Wn, sense: bool, yes: Bb, no: Bb, prob: f32) -> Result<()>;
}

/// Choices between values.
pub(crate) trait Selects {
    /// Between two constants, where that is arithmetic on the condition.
    fn select_constants(&mut self, c: Wn, x: i64, y: i64, ty: MType, to: To) -> Result<Option<Tn>>;
    /// Between any two values.
    fn select_any(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn>;
    /// How many of these statements are selects of one condition that are better made together; makes them. 0: none.
    fn select_group(&mut self, _stmts: &[Wn]) -> Result<usize> {
        Ok(0)
    }
}

/// Floating point.
pub(crate) trait Floats {
    /// A constant of a format, by its bits.
    fn float_constant(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn>;
    /// A constant of the extended format: significand; sign and exponent.
    fn extended_constant(&mut self, ty: MType, low: u64, high: u16, to: To) -> Result<Tn>;
    /// A binary operator on floats.
    fn float_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn>;
    /// A unary operator on a float.
    fn float_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn>;
    /// A conversion from or to a float.
    fn float_cast(&mut self, w: Wn, c: CastOp, a: Wn, to: To) -> Result<Tn>;
    /// To a float from an integer of two registers.
    fn float_of_pair(&mut self, w: Wn, c: CastOp, to: To) -> Result<Tn>;
    /// From a float to such an integer.
    fn pair_of_float(&mut self, s: Wn, c: CastOp) -> Result<()>;
    /// A comparison as 0 or 1.
    fn fcmp_value(&mut self, w: Wn, p: FloatPred, signalling: bool, to: To) -> Result<Tn>;
    /// Is there a fused multiplication and addition of a format?
    fn has_fused(&self, ty: MType) -> bool;
    /// `a * b + c`, rounded once; the product or the addend negated.
    fn fused(&mut self, factors: (Wn, Wn), c: Wn, negated: (bool, bool), ty: MType, to: To) -> Result<Tn>;
}

/// Vectors.
pub(crate) trait Vectors {
    /// A value that is a vector, or comes from one.
    fn vector_value(&mut self, w: Wn, to: To) -> Result<Tn>;
}

/// Addresses as values.
pub(crate) trait Addresses {
    /// The address of a symbol, frame object, argument or block in a register.
    fn address_value(&mut self, w: Wn, to: To) -> Result<Tn>;
    /// The thread pointer.
    fn thread_pointer(&mut self, to: To) -> Result<Tn>;
    /// Looks at the statements up to the next call, before the first of them is expanded.
    fn look_ahead(&mut self, _stmts: &[Wn]) {}
}

/// Loads and stores.
pub(crate) trait Memory {
    /// A load.
    fn load(&mut self, w: Wn, mem: &Mem, ext: Extend, to: To) -> Result<Tn>;
    /// A store.
    fn store(&mut self, s: Wn, mem: &Mem) -> Result<()>;
    /// A prefetch, where there is one.
    fn prefetch(&mut self, s: Wn, write: bool, locality: u8, data: bool) -> Result<()>;
}

/// Atomic operations.
pub(crate) trait Atomics {
    /// A read-modify-write operation.
    fn atomic_rmw(&mut self, s: Wn, o: RmwOp, mem: &Mem) -> Result<()>;
    /// Compare and exchange.
    fn cmpxchg(&mut self, s: Wn, mem: &Mem, failure: Ordering) -> Result<()>;
    /// A fence.
    fn fence(&mut self, o: Ordering, single: bool) -> Result<()>;
}

/// Calls, as far as they are not the same everywhere.
pub(crate) trait Calls {
    /// Refuses functions that the target cannot have.
    fn check_function(&self) -> Result<()> {
        Ok(())
    }
    /// Loads a parameter of a type from a place beside the stack pointer.
    fn load_parameter(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()>;
    /// Stores an argument of a type to a place beside the stack pointer.
    fn store_argument(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()>;
    /// The value of an argument, if it is better made in another way than other values.
    fn special_argument(&mut self, _k: Wn) -> Result<Option<Tn>> {
        Ok(None)
    }
    /// What a call says in registers beside its arguments; `direct`: it names a symbol.
    fn describe_arguments(&mut self, _args: &mut Registers, _d: &WCallData, _direct: bool) -> Result<()> {
        Ok(())
    }
    /// The address of what is called, in a register, where a call of the symbol, or a jump to it, cannot reach it. `bare`: no
    /// register can be set for a linkage table, since the caller's registers are restored by then or hold arguments.
    fn far_callee(&mut self, _sym: SymRef, _bare: bool) -> Result<Option<Tn>> {
        Ok(None)
    }
    /// A register of another class, in which a value that lives in `t` comes back from calls in this place.
    fn result_register(&mut self, _t: Tn, _place: PReg) -> Option<Tn> {
        None
    }
    /// Moves what came in such a register to where the value lives.
    fn take_result(&mut self, _from: Tn, _t: Tn) -> Result<()> {
        Ok(())
    }
    /// A value in a register of another class, where results are returned in one.
    fn give_result(&mut self, _k: Wn, _place: PReg) -> Result<Option<Tn>> {
        Ok(None)
    }
    /// The register from which a call takes our place by a jump.
    fn tail_target(&mut self, t: Tn) -> Tn {
        t
    }
    /// Where the return address is, counted from the start of the incoming arguments, where it is in memory.
    fn return_slot(&self) -> Option<i64> {
        None
    }
    /// Operands that a return has before the results.
    fn return_operands(&mut self) -> SmallVec<[Tn; 4]> {
        SmallVec::new()
    }
    /// The address that a jump through a table goes to.
    fn table_entry(&mut self, index: Wn, table: TableRef) -> Result<Tn>;
}

/// The stack at run time, and what is read of the machine's state.
pub(crate) trait Stack {
    /// Moves the stack pointer by a constant.
    fn move_sp(&mut self, by: i64) -> Result<()>;
    /// Dynamic stack memory.
    fn dynamic_alloca(&mut self, s: Wn, align: u8) -> Result<()>;
    /// Adds the registers that variable arguments may be in to those that hold something at entry; answers them, and where each
    /// one is saved.
    fn variable_arguments(&mut self, entry: &mut Registers) -> Result<SmallVec<[(Tn, i64); 8]>>;
    /// Saves those.
    fn save_variable_arguments(&mut self, saved: &[(Tn, i64)]);
    /// Fills a list of variable arguments.
    fn va_start(&mut self, s: Wn) -> Result<()>;
    /// The frame pointer of this function or one of its callers.
    fn frame_address(&mut self, depth: u32, to: To) -> Result<Tn>;
    /// The address that this function or one of its callers returns to.
    fn return_address(&mut self, depth: u32, to: To) -> Result<Tn>;
    /// The cycle counter.
    fn read_cycles(&mut self, s: Wn) -> Result<()>;
}

/// All families.
pub(crate) trait Patterns:
    Integers
    + Conversions
    + Conditions
    + Selects
    + Floats
    + Vectors
    + Addresses
    + Memory
    + Atomics
    + Calls
    + Stack
    + AsmPatterns
{
}

impl<E> Patterns for E where
    E: Integers
        + Conversions
        + Conditions
        + Selects
        + Floats
        + Vectors
        + Addresses
        + Memory
        + Atomics
        + Calls
        + Stack
        + AsmPatterns
{
}
