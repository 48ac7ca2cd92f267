//! Relocations: "RISC-V ELF Specification", chapter 8.4 of the psABI document.

use super::super::RelocClass;
use cgir::func::Modifier;
use cgir::target::riscv::modifier as m;
use targ_info::{InstDesc, InstFlags, OperandKind};

pub const ABS32: u32 = 1;
pub const ABS64: u32 = 2;
pub const BRANCH: u32 = 16;
pub const JAL: u32 = 17;
pub const CALL_PLT: u32 = 19;
pub const GOT_HI20: u32 = 20;
pub const TLS_GOT_HI20: u32 = 21;
pub const TLS_GD_HI20: u32 = 22;
pub const PCREL_HI20: u32 = 23;
pub const PCREL_LO12_I: u32 = 24;
pub const PCREL_LO12_S: u32 = 25;
pub const HI20: u32 = 26;
pub const LO12_I: u32 = 27;
pub const LO12_S: u32 = 28;
pub const TPREL_HI20: u32 = 29;
pub const TPREL_LO12_I: u32 = 30;
pub const TPREL_LO12_S: u32 = 31;
pub const TPREL_ADD: u32 = 32;
pub const ALIGN: u32 = 43;
pub const RVC_BRANCH: u32 = 44;
pub const RVC_JUMP: u32 = 45;
pub const RELAX: u32 = 51;
pub const PCREL32: u32 = 57;

/// Relocations of a difference of symbols.
pub fn difference(bytes: u8) -> Option<(u32, u32)> {
    Some(match bytes {
        1 => (33, 37),
        2 => (34, 38),
        4 => (35, 39),
        8 => (36, 40),
        _ => return None,
    })
}

/// Relocations of a distance in unwind tables: R_RISCV_SET* and R_RISCV_SUB*.
pub fn linked_advance(bits: u8) -> Option<(u32, u32)> {
    Some(match bits {
        6 => (53, 52),
        8 => (54, 37),
        16 => (55, 38),
        32 => (56, 39),
        _ => return None,
    })
}

/// The relocation of an instruction's operand with a modifier.
pub fn of(row: &InstDesc, operand: usize, modifier: Modifier) -> Option<u32> {
    let store = row.flags.contains(InstFlags::STORE);
    let by_format = |i, s| Some(if store { s } else { i });
    match modifier {
        m::NONE => match row.operands.get(operand)?.kind {
            OperandKind::Target(_) => target(row),
            _ => None,
        },
        m::HI => Some(HI20),
        m::LO => by_format(LO12_I, LO12_S),
        m::PCREL_HI => Some(PCREL_HI20),
        m::PCREL_LO => by_format(PCREL_LO12_I, PCREL_LO12_S),
        m::GOT_PCREL_HI => Some(GOT_HI20),
        m::TPREL_HI => Some(TPREL_HI20),
        m::TPREL_LO => by_format(TPREL_LO12_I, TPREL_LO12_S),
        m::TPREL_ADD => Some(TPREL_ADD),
        m::TLS_IE_PCREL_HI => Some(TLS_GOT_HI20),
        m::TLS_GD_PCREL_HI => Some(TLS_GD_HI20),
        _ => None,
    }
}

/// The relocation of a branch's target.
fn target(row: &InstDesc) -> Option<u32> {
    let conditional = row.flags.contains(InstFlags::CONDITIONAL);
    Some(match (row.encoding.size, conditional) {
        (4, true) => BRANCH,
        (4, false) => JAL,
        (2, true) => RVC_BRANCH,
        (2, false) => RVC_JUMP,
        _ => return None,
    })
}

pub fn class(r: u32) -> RelocClass {
    match r {
        BRANCH | JAL | CALL_PLT | PCREL_HI20 | RVC_BRANCH | RVC_JUMP => RelocClass::Distance,
        PCREL_LO12_I | PCREL_LO12_S => RelocClass::LowDistance,
        _ => RelocClass::Linker,
    }
}

/// May the linker shorten what this relocation stands at?
pub fn linker_shortens(r: u32) -> bool {
    matches!(
        r,
        CALL_PLT
            | PCREL_HI20
            | PCREL_LO12_I
            | PCREL_LO12_S
            | HI20
            | LO12_I
            | LO12_S
            | TPREL_HI20
            | TPREL_LO12_I
            | TPREL_LO12_S
            | TPREL_ADD
    )
}

/// Moves bits `hi..=lo` of a value to `to`.
fn bits(v: i64, hi: u32, lo: u32, to: u32) -> u32 {
    (((v >> lo) as u32) & ((1 << (hi - lo + 1)) - 1)) << to
}

/// Does a value fit a signed field of so many bits?
fn fits(v: i64, width: u32) -> bool {
    let half = 1i64 << (width - 1);
    (-half..half).contains(&v)
}

/// Puts a known distance into code whose fields are zero.
pub fn patch(r: u32, v: i64, code: &mut [u8]) -> bool {
    let hi20 = |v: i64| bits(v.wrapping_add(0x800), 31, 12, 12);
    let lo12_s = |v: i64| bits(v, 11, 5, 25) | bits(v, 4, 0, 7);
    // How far the high part reaches, given that the low part is signed.
    let wide = fits(v.wrapping_add(0x800), 32);
    let (ok, word, second) = match r {
        BRANCH => (fits(v, 13), bits(v, 12, 12, 31) | bits(v, 10, 5, 25) | bits(v, 4, 1, 8) | bits(v, 11, 11, 7), 0),
        JAL => (fits(v, 21), bits(v, 20, 20, 31) | bits(v, 10, 1, 21) | bits(v, 11, 11, 20) | bits(v, 19, 12, 12), 0),
        CALL_PLT => (wide, hi20(v), bits(v, 11, 0, 20)),
        PCREL_HI20 => (wide, hi20(v), 0),
        PCREL_LO12_I => (true, bits(v, 11, 0, 20), 0),
        PCREL_LO12_S => (true, lo12_s(v), 0),
        RVC_BRANCH => (
            fits(v, 9),
            bits(v, 8, 8, 12) | bits(v, 4, 3, 10) | bits(v, 7, 6, 5) | bits(v, 2, 1, 3) | bits(v, 5, 5, 2),
            0,
        ),
        RVC_JUMP => (
            fits(v, 12),
            bits(v, 11, 11, 12)
                | bits(v, 4, 4, 11)
                | bits(v, 9, 8, 9)
                | bits(v, 10, 10, 8)
                | bits(v, 6, 6, 7)
                | bits(v, 7, 7, 6)
                | bits(v, 3, 1, 3)
                | bits(v, 5, 5, 2),
            0,
        ),
        _ => return false,
    };
    or_into(code, 0, word);
    or_into(code, 4, second);
    ok
}

/// Ors a little-endian word into code; what would lie behind its end is zero for shorter instructions.
fn or_into(code: &mut [u8], at: usize, word: u32) {
    for (c, w) in code.iter_mut().skip(at).zip(word.to_le_bytes()) {
        *c |= w;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_to_their_fields() {
        let mut beq = 0x00b50063u32.to_le_bytes();
        assert!(patch(BRANCH, -4, &mut beq));
        assert_eq!(u32::from_le_bytes(beq), 0xfeb50ee3);
        let mut call = 0x0000_80e7_0000_0097u64.to_le_bytes();
        assert!(patch(CALL_PLT, 0x6a, &mut call));
        assert_eq!(u64::from_le_bytes(call), 0x06a0_80e7_0000_0097);
        let mut call = 0x0000_80e7_0000_0097u64.to_le_bytes();
        assert!(patch(CALL_PLT, -4, &mut call));
        assert_eq!(u64::from_le_bytes(call), 0xffc0_80e7_0000_0097);
        let mut cj = 0xa001u16.to_le_bytes();
        assert!(patch(RVC_JUMP, 2, &mut cj));
        assert_eq!(u16::from_le_bytes(cj), 0xa009);
        let mut beqz = 0xc101u16.to_le_bytes();
        assert!(patch(RVC_BRANCH, 0x12, &mut beqz));
        assert_eq!(u16::from_le_bytes(beqz), 0xc909);
        assert!(!patch(RVC_BRANCH, 256, &mut beqz));
    }
}
