//! Evaluation of rows on constants, for optimisers after expansion.

use targ_info::Opcode;
use targ_info::riscv::op;

/// A word's value in a register: sign-extended.
fn word(v: i64) -> i64 {
    i64::from(v as i32)
}

/// The result of a row whose operands are these constants.
pub(super) fn fold(o: Opcode, a: Option<i64>, b: Option<i64>, rv64: bool) -> Option<i64> {
    let v = match o {
        op::LUI => word(a? << 12),
        op::P_LI | op::P_COPY => a?,
        op::ADDIW => word(a?.wrapping_add(b?)),
        op::ADDW => word(a?.wrapping_add(b?)),
        op::SUBW => word(a?.wrapping_sub(b?)),
        op::MULW => word(a?.wrapping_mul(b?)),
        op::SLLIW | op::SLLW => word(a? << (b? & 31)),
        op::SRLIW | op::SRLW => word((a? as u32 >> (b? & 31)) as i64),
        op::SRAIW | op::SRAW => word(a?) >> (b? & 31),
        op::SEXT_B => i64::from(a? as i8),
        op::SEXT_H => i64::from(a? as i16),
        op::ZEXT_H | op::ZEXT_H_32 => i64::from(a? as u16),
        op::ADD_UW => i64::from(a? as u32).wrapping_add(b?),
        op::BSETI => a? | 1 << (b? & 63),
        op::BCLRI => a? & !(1 << (b? & 63)),
        op::BINVI => a? ^ 1 << (b? & 63),
        op::BEXTI => a? >> (b? & 63) & 1,
        op::SH1ADD => (a? << 1).wrapping_add(b?),
        op::SH2ADD => (a? << 2).wrapping_add(b?),
        op::SH3ADD => (a? << 3).wrapping_add(b?),
        _ => return whole(o, a?, b?, rv64),
    };
    Some(if rv64 { v } else { word(v) })
}

/// Rows that work on whole registers.
fn whole(o: Opcode, a: i64, b: i64, rv64: bool) -> Option<i64> {
    let n = (b & if rv64 { 63 } else { 31 }) as u32;
    let unsigned = |v: i64| if rv64 { v as u64 } else { u64::from(v as u32) };
    let v = match o {
        op::ADDI | op::ADD => a.wrapping_add(b),
        op::SUB => a.wrapping_sub(b),
        op::MUL => a.wrapping_mul(b),
        op::ANDI | op::AND => a & b,
        op::ORI | op::OR => a | b,
        op::XORI | op::XOR => a ^ b,
        op::ANDN => a & !b,
        op::ORN => a | !b,
        op::XNOR => !(a ^ b),
        op::SLLI | op::SLL => a << n,
        op::SRLI | op::SRL => (unsigned(a) >> n) as i64,
        op::SRAI | op::SRA => a >> n,
        op::SLTI | op::SLT => i64::from(a < b),
        op::SLTIU | op::SLTU => i64::from(unsigned(a) < unsigned(b)),
        op::MIN => a.min(b),
        op::MAX => a.max(b),
        op::MINU => {
            if unsigned(a) < unsigned(b) {
                a
            } else {
                b
            }
        }
        op::MAXU => {
            if unsigned(a) > unsigned(b) {
                a
            } else {
                b
            }
        }
        _ => return None,
    };
    Some(if rv64 { v } else { word(v) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sign_extended() {
        assert_eq!(fold(op::ADDIW, Some(i64::from(i32::MAX)), Some(1), true), Some(i64::from(i32::MIN)));
        assert_eq!(fold(op::SRLIW, Some(-1), Some(0), true), Some(-1));
        assert_eq!(fold(op::SRLI, Some(-1), Some(32), true), Some(0xffff_ffff));
        assert_eq!(fold(op::SRLI, Some(-1), Some(4), false), Some(0x0fff_ffff));
        assert_eq!(fold(op::SLTU, Some(1), Some(-1), true), Some(1));
        assert_eq!(fold(op::DIV, Some(1), Some(1), true), None);
    }
}
