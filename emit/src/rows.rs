//! Instructions with their operands as the tables want them: one number for each operand.

use crate::mc::McOperand;
use smallvec::SmallVec;
use targ_info::code::{self, Encoded, Values};
use targ_info::{FeatureSet, Isa, Opcode};

/// Operand values.
type Numbers = SmallVec<[i64; 8]>;

/// The numbers of operands: registers as encoded, symbols as `symbol`, labels as zero.
fn numbers(isa: &Isa, operands: &[McOperand], symbol: i64) -> Numbers {
    operands
        .iter()
        .map(|o| match o {
            McOperand::Reg(r) => i64::from(isa.reg(*r).enc),
            McOperand::Imm(v) => *v,
            McOperand::Expr(_) => symbol,
            McOperand::Label(_) => 0,
        })
        .collect()
}

/// The bits of an instruction; symbols and labels leave their fields zero.
pub fn encode(isa: &Isa, op: Opcode, operands: &[McOperand]) -> u32 {
    low_word(code::encode(isa, op, &numbers(isa, operands, 0)).bytes)
}

fn low_word([a, b, c, d, ..]: [u8; 16]) -> u32 {
    u32::from_le_bytes([a, b, c, d])
}

/// A shorter row for an instruction, if the features and its operands allow one. Whether a label is in reach is the
/// relaxation's business; a symbol's value is unknown, and no short row waits for it. Comes with its bits.
pub fn compress(isa: &Isa, features: &FeatureSet, op: Opcode, operands: &[McOperand]) -> Option<(Opcode, u32)> {
    let start = |n: usize| isa.compression_start.get(n);
    let none = start(op.0 as usize) == start(op.0 as usize + 1);
    if none || operands.iter().any(|o| matches!(o, McOperand::Expr(_))) {
        return None;
    }
    let (short, values) = code::compress(isa, op, &numbers(isa, operands, 0), features)?;
    Some((short, low_word(code::encode(isa, short, &values).bytes)))
}

/// What a symbol is taken for where short forms are looked for: a number that fits 32 bits and nothing less.
const SYMBOL: i64 = 0x7fff_fff1;

/// Encodes an instruction of a layout by the shortest row that its operands allow, or by its own row if `long`. Comes with that
/// row if it is another one, or the same with operands exchanged. Symbols' fields are zero and listed as spots; labels are
/// `distance` away from the instruction's start.
pub fn laid_out(
    isa: &Isa,
    features: &FeatureSet,
    op: Opcode,
    operands: &[McOperand],
    long: bool,
    distance: i64,
) -> (Option<Opcode>, Encoded) {
    let mut values = numbers(isa, operands, SYMBOL);
    let mut symbols = 0u16;
    for (n, (o, v)) in operands.iter().zip(values.iter_mut()).enumerate() {
        match o {
            McOperand::Expr(_) => symbols |= 1 << n,
            McOperand::Label(_) => *v = distance,
            McOperand::Reg(_) | McOperand::Imm(_) => {}
        }
    }
    // A number that looks like a symbol keeps the long form: where symbols stand in a short one could not be told.
    let ambiguous = symbols != 0 && operands.contains(&McOperand::Imm(SYMBOL));
    if !long
        && !ambiguous
        && let Some((short, v)) = code::compress(isa, op, &values, features)
    {
        let marked = v.iter().enumerate().filter(|(_, v)| symbols != 0 && **v == SYMBOL);
        let symbols = marked.fold(0, |s, (n, _)| s | 1 << n);
        let e = code::encode_symbolic(isa, short, &v, symbols);
        if e.len != 0 {
            return (Some(short), e);
        }
    }
    (None, code::encode_symbolic(isa, op, &values, symbols))
}

/// The alias that an instruction is printed as, and its operands.
pub fn alias(isa: &Isa, features: &FeatureSet, op: Opcode, operands: &[McOperand]) -> Option<(Opcode, Values)> {
    let start = |n: usize| isa.alias_start.get(n);
    if start(op.0 as usize) == start(op.0 as usize + 1) {
        return None;
    }
    // A symbol is no number that an alias may leave out.
    code::alias_for(isa, op, &numbers(isa, operands, i64::MIN), features)
}

/// Where each operand of an alias comes from among the operands of the row that it stands for.
pub fn alias_operand(isa: &Isa, alias: Opcode, to: Opcode, n: usize) -> Option<usize> {
    let at = *isa.stands_for.get(alias.0 as usize)? as usize;
    let e = isa.aliases.get(at).filter(|e| e.to == to)?;
    e.args.iter().position(|a| matches!(a, targ_info::Arg::Operand(i) if *i as usize == n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::riscv::{ISA, op};

    fn reg(name: &str) -> McOperand {
        McOperand::Reg(ISA.reg_by_name(name).expect("a register"))
    }

    #[test]
    fn symbols_are_no_zeros() {
        let f = FeatureSet::NONE;
        let mv = [reg("a0"), reg("a1"), McOperand::Imm(0)];
        assert_eq!(alias(&ISA, &f, op::ADDI, &mv).map(|a| ISA.inst(a.0).name), Some("mv"));
        let sum = [reg("a0"), reg("a1"), McOperand::Expr(0)];
        assert!(alias(&ISA, &f, op::ADDI, &sum).is_none());
    }

    #[test]
    fn encodings() {
        assert_eq!(encode(&ISA, op::ADDI, &[reg("sp"), reg("sp"), McOperand::Imm(-16)]), 0xff010113);
        assert_eq!(encode(&ISA, op::SD, &[reg("ra"), McOperand::Imm(8), reg("sp")]), 0x00113423);
    }
}
