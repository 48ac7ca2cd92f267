//! What the optimiser asks of a target: immediates, what a constant costs, which operations are instructions.

use crate::ir::Ty;
use targ_info::Target;

/// Costs of a target, in instructions unless said otherwise.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Bits of a general register.
    pub xlen: u32,
    /// Constant offsets that loads and stores take.
    pub offsets: (i64, i64),
    /// Immediates of additions, logic and compares.
    pub imm: (i64, i64),
    /// Extending a 32-bit value by its sign costs nothing.
    pub free_sext: bool,
    /// Rotations are instructions.
    pub rotate: bool,
    /// Integer minima and maxima are instructions.
    pub min_max: bool,
    /// A value or zero, by a condition, is one instruction.
    pub conditional_zero: bool,
    /// Fused multiplication and addition is an instruction.
    pub fma: bool,
    /// Fewest cases of a jump table, and fewest in a hundred of its entries that must be used.
    pub table_cases: usize,
    /// See `table_cases`.
    pub table_density: u64,
}

impl Costs {
    /// The costs of a target.
    pub fn of(t: &Target) -> Costs {
        let offsets = crate::tree::offset_range(t);
        let xlen = u32::from(t.xlen());
        let sext = targ_info::InstFlags::SEXT32;
        let free_sext = xlen == 64 && t.isa.insts.iter().any(|r| r.flags.contains(sext));
        Costs { offsets, imm: offsets, free_sext, ..Costs::simple(xlen) }
    }
    /// Costs of a plain machine with registers of this width, for tests.
    pub fn simple(xlen: u32) -> Costs {
        let imm = (-2048, 2047);
        Costs {
            xlen,
            offsets: imm,
            imm,
            free_sext: false,
            rotate: false,
            min_max: false,
            conditional_zero: false,
            fma: false,
            table_cases: 5,
            table_density: 10,
        }
    }
    /// The integer type of a general register.
    pub fn xlen_ty(&self) -> Ty {
        if self.xlen == 64 { Ty::I64 } else { Ty::I32 }
    }
}
