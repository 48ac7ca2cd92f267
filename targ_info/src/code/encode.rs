//! From operand values to bytes.

use super::laid_out;
use crate::{FeatureSet, InstDesc, Isa, Opcode, OperandKind};

/// The bytes of an instruction, little end first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encoded {
    /// The bytes; those past `len` are zero.
    pub bytes: [u8; 16],
    /// How many there are; 0 for pseudos, and where no layout takes the operands.
    pub len: u8,
    /// Where symbolic operands have their fields, in rows with layouts.
    pub spots: [Option<Spot>; 2],
}

/// The field of a symbolic operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The operand.
    pub operand: u8,
    /// Its first byte.
    pub offset: u8,
    /// How many bytes.
    pub len: u8,
}

impl Encoded {
    /// The bytes in use.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..(self.len as usize).min(16)]
    }
}

/// The lowest `len` bits.
pub(super) const fn ones(len: u8) -> u64 {
    match len {
        0 => 0,
        1..=63 => (1 << len) - 1,
        _ => u64::MAX,
    }
}

/// Encodes an instruction. Values that do not fit lose their upper bits: ask [`operand_problem`] first where they come from
/// outside. Missing values are zero.
pub fn encode(isa: &Isa, op: Opcode, operands: &[i64]) -> Encoded {
    encode_symbolic(isa, op, operands, 0)
}

/// The same where the operands of the bit set `symbolic` are symbols: their fields are as wide as they can be, and zero.
pub fn encode_symbolic(isa: &Isa, op: Opcode, operands: &[i64], symbolic: u16) -> Encoded {
    let e = &isa.inst(op).encoding;
    if let Some(placed) = &e.layout {
        return laid_out::encode(isa, op, placed, operands, symbolic);
    }
    let mut word = e.bits;
    for p in e.pieces {
        let v = operands.get(p.operand as usize).copied().unwrap_or(0) as u64;
        word |= (v >> p.from & ones(p.len)) << p.to;
    }
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&word.to_le_bytes());
    Encoded { bytes, len: e.size, spots: [None; 2] }
}

/// The bits of the word that hold an operand: what a relocation may change.
pub fn field_mask(row: &InstDesc, operand: usize) -> u64 {
    let of = row.encoding.pieces.iter().filter(|p| p.operand as usize == operand);
    of.fold(0, |m, p| m | ones(p.len) << p.to)
}

/// The first operand whose value the row cannot have, by its index.
pub fn operand_problem(isa: &Isa, op: Opcode, operands: &[i64], features: &FeatureSet) -> Option<usize> {
    let row = isa.inst(op);
    row.operands.iter().enumerate().find_map(|(i, o)| {
        let v = *operands.get(i)?;
        let fits = o.implicit || takes(isa, o.kind, v, features);
        let tied = o.tied == 255 || operands.get(o.tied as usize).is_none_or(|t| *t == v);
        (!fits || !tied).then_some(i)
    })
}

/// May an operand of this kind have the value?
pub(super) fn takes(isa: &Isa, kind: OperandKind, value: i64, features: &FeatureSet) -> bool {
    match kind {
        OperandKind::Reg(c) => (0..64).contains(&value) && isa.class(c).encs >> value & 1 != 0,
        OperandKind::Fixed(r) => isa.reg(r).enc as i64 == value,
        OperandKind::Imm(k) | OperandKind::Target(k) => {
            isa.imms.get(k as usize).is_some_and(|m| m.fits_with(value, features))
        }
        OperandKind::Variadic => true,
    }
}
