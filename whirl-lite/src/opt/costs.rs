//! What the optimiser asks of a target: immediates, what a constant costs, which operations are instructions.
//!
//! `target/<t>/costs.rs` answers; the rest of the optimiser knows no target.

use crate::diag::Result;
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
    /// Comparisons and stores take such immediates, too.
    pub imm_operands: bool,
    /// And symbols' addresses, which are also bases of addresses with an index.
    pub symbol_operands: bool,
    /// Instructions that make an integer constant in a register.
    pub constant: fn(i64) -> u32,
    /// Instructions that make a symbol's address in a register.
    pub symbol: u32,
    /// Extending a 32-bit value by its sign costs nothing.
    pub free_sext: bool,
    /// Multiplication and its high half are instructions.
    pub multiply: bool,
    /// Division is an instruction.
    pub divide: bool,
    /// `(x << n) + y` is one instruction for n up to this.
    pub shift_add: u32,
    /// Rotations are instructions.
    pub rotate: bool,
    /// Integer minima and maxima are instructions.
    pub min_max: bool,
    /// A value or zero, by a condition, is one instruction.
    pub conditional_zero: bool,
    /// Reversing the bytes of a register is an instruction.
    pub bswap: bool,
    /// Accesses that are not aligned are as good as others.
    pub unaligned: bool,
    /// The first byte of a word is its highest.
    pub big_endian: bool,
    /// Fused multiplication and addition is an instruction.
    pub fma: bool,
    /// Fewest cases of a jump table, and fewest in a hundred of its entries that must be used.
    pub table_cases: usize,
    /// See `table_cases`.
    pub table_density: u64,
    /// Integer registers that loops may count on.
    pub registers: u32,
    /// Of these, registers that calls keep.
    pub saved: u32,
}

impl Costs {
    /// The costs of a target.
    pub fn of(t: &Target) -> Result<Costs> {
        let mut costs = crate::target::lowering(t)?.costs(t);
        costs.big_endian = t.abi.data_layout.starts_with('E');
        Ok(costs)
    }
    /// Costs of a plain machine with registers of this width.
    pub fn simple(xlen: u32) -> Costs {
        let imm = (-2048, 2047);
        Costs {
            xlen,
            offsets: imm,
            imm,
            imm_operands: false,
            symbol_operands: false,
            constant: |v| if (-2048..2048).contains(&v) { 1 } else { 2 },
            symbol: 2,
            free_sext: false,
            multiply: true,
            divide: true,
            shift_add: 0,
            rotate: false,
            min_max: false,
            conditional_zero: false,
            bswap: false,
            unaligned: false,
            big_endian: false,
            fma: false,
            table_cases: 5,
            table_density: 10,
            registers: 24,
            saved: 12,
        }
    }
    /// The integer type of a general register.
    pub fn xlen_ty(&self) -> Ty {
        if self.xlen == 64 { Ty::I64 } else { Ty::I32 }
    }
    /// Is the constant an immediate?
    pub fn is_imm(&self, v: i64) -> bool {
        self.imm.0 <= v && v <= self.imm.1
    }
    /// Is the constant an offset of loads and stores?
    pub fn is_offset(&self, v: i64) -> bool {
        self.offsets.0 <= v && v <= self.offsets.1
    }
}
