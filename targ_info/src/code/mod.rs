//! Machine code from tables: encoding, decoding, compression, aliases, printing and assembling of single instructions.
//!
//! An instruction is an opcode and one value for each operand of its row, in the row's order: a register's number in
//! encodings, or an immediate. Values of fixed, implicit and tied operands may be anything where instructions are
//! encoded or printed; where they are made (decoded, compressed, assembled) they are filled in. Nothing here allocates,
//! and symbols are not known: who has symbolic operands relocates them afterwards, or prints them through a closure.

mod address;
mod assemble;
mod decode;
mod encode;
mod expand;
mod laid_out;
mod print;

pub use address::{AddressParts, print_address};
pub use assemble::{AsmProblem, AsmValue, Assembled, assemble, assemble_as};
pub use decode::{Decoded, decode};
pub use encode::{Encoded, Spot, encode, encode_symbolic, field_mask, operand_problem};
pub use expand::{alias_for, compress, expand};
pub use print::{print, print_as, print_value, print_with};

use crate::{Isa, OperandKind};

/// The most operands that an encoded row has; the generator refuses more.
pub const MAX_OPERANDS: usize = 12;

/// Operand values of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Values {
    values: [i64; MAX_OPERANDS],
    len: u8,
}

impl Values {
    /// Zeros for `len` operands.
    pub fn zeros(len: usize) -> Values {
        Values { values: [0; MAX_OPERANDS], len: len.min(MAX_OPERANDS) as u8 }
    }
}

impl std::ops::Deref for Values {
    type Target = [i64];
    fn deref(&self) -> &[i64] {
        &self.values[..self.len as usize]
    }
}

impl std::ops::DerefMut for Values {
    fn deref_mut(&mut self) -> &mut [i64] {
        &mut self.values[..self.len as usize]
    }
}

/// Fills in what a row alone determines: fixed registers.
fn fill_fixed(isa: &Isa, row: &crate::InstDesc, values: &mut Values) {
    for (o, v) in row.operands.iter().zip(values.iter_mut()) {
        if let OperandKind::Fixed(r) = o.kind {
            *v = isa.reg(r).enc as i64;
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_x86;
