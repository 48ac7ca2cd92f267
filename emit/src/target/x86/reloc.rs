//! Relocations: "System V Application Binary Interface, AMD64 Architecture Processor Supplement", chapter 4.4, and its
//! "Intel386" fellow, chapter 4.5 with the thread-local ones of "ELF Handling For Thread-Local Storage".
//!
//! Which one a field of an instruction has follows from the modifier of its symbol, and without one from the field: what counts
//! from the program counter, what is extended with its sign, and how long it is.

use super::super::{Field, Origin, RelocClass};
use crate::mc::McOperand;
use cgir::target::x86::modifier as m;
use targ_info::x86::{ISA, op, reg};
use targ_info::{Opcode, OperandKind};

pub const R64: u32 = 1;
pub const PC32: u32 = 2;
pub const PLT32: u32 = 4;
pub const GOTPCREL: u32 = 9;
pub const R32: u32 = 10;
pub const R32S: u32 = 11;
pub const R16: u32 = 12;
pub const R8: u32 = 14;
pub const TLSGD: u32 = 19;
pub const TLSLD: u32 = 20;
pub const DTPOFF32: u32 = 21;
pub const GOTTPOFF: u32 = 22;
pub const TPOFF32: u32 = 23;
pub const PC64: u32 = 24;
pub const GOTOFF64: u32 = 25;
pub const GOTPC32: u32 = 26;
pub const GOT64: u32 = 27;
pub const GOTPC64: u32 = 29;
pub const GOTPCRELX: u32 = 41;
pub const REX_GOTPCRELX: u32 = 42;

/// Relocations of IA-32.
pub mod i386 {
    pub const R32: u32 = 1;
    pub const PC32: u32 = 2;
    pub const GOT32: u32 = 3;
    pub const PLT32: u32 = 4;
    pub const GOTOFF: u32 = 9;
    pub const GOTPC: u32 = 10;
    pub const TLS_IE: u32 = 15;
    pub const TLS_GOTIE: u32 = 16;
    pub const TLS_LE: u32 = 17;
    pub const TLS_GD: u32 = 18;
    pub const TLS_LDM: u32 = 19;
    pub const TLS_LDO_32: u32 = 32;
    pub const GOT32X: u32 = 43;
}

/// Is it a branch's target, or an address from the program counter?
fn from_pc(f: &Field<'_>) -> (bool, bool) {
    let kind = ISA.inst(f.op).operands.get(f.operand).map(|o| o.kind);
    let target = matches!(kind, Some(OperandKind::Target(_)));
    (target, target || f.operands.contains(&McOperand::Reg(reg::RIP)) && is_displacement(f))
}

fn is_displacement(f: &Field<'_>) -> bool {
    ISA.inst(f.op).role(targ_info::Role::Offset) == Some(f.operand)
}

/// The relocation of a field on x86-64, and what it counts from.
pub fn long(f: &Field<'_>) -> Option<(u32, Origin)> {
    let (target, pc) = from_pc(f);
    let kind = match (f.modifier, f.len) {
        (m::NONE, 4) if target => PLT32,
        (m::NONE, 4) if pc => PC32,
        (m::NONE, 4) if is_displacement(f) || is_extended(f) => R32S,
        (m::NONE, 4) => R32,
        (m::NONE, 8) => R64,
        (m::NONE, 2) => R16,
        (m::NONE, 1) if !pc => R8,
        (m::PLT, 4) => PLT32,
        (m::GOTPCREL, 4) => got(f),
        (m::TPOFF, 4) => TPOFF32,
        (m::GOTTPOFF, 4) => GOTTPOFF,
        (m::TLSGD, 4) => TLSGD,
        (m::TLSLD, 4) => TLSLD,
        (m::DTPOFF, 4) => DTPOFF32,
        (m::GOTOFF, 8) => GOTOFF64,
        (m::GOT, 8) => GOT64,
        (m::GOTPC, 4) => GOTPC32,
        // Assemblers count the distance to the table from where the instruction starts.
        (m::GOTPC, 8) => return Some((GOTPC64, Origin::Start)),
        _ => return None,
    };
    Some((kind, if pc { Origin::End } else { Origin::Field }))
}

/// Is the immediate extended with its sign to 64 bits?
fn is_extended(f: &Field<'_>) -> bool {
    match ISA.inst(f.op).operands.get(f.operand).map(|o| o.kind) {
        // What is as wide as the operation may be any pattern of bits; it is not extended.
        Some(OperandKind::Imm(k)) => ISA.imms.get(k as usize).is_some_and(|k| k.signed && !k.loose),
        _ => false,
    }
}

/// Loads, calls, jumps and operations that the linker can make do without the table are told apart.
fn got(f: &Field<'_>) -> u32 {
    let legacy = |b: &&u8| matches!(**b, 0x66 | 0xf2 | 0xf3 | 0x26 | 0x2e | 0x36 | 0x3e | 0x64 | 0x65);
    let first = f.bytes.iter().find(|b| !legacy(b)).copied().unwrap_or(0);
    match first & 0xf0 == 0x40 {
        _ if !is_relaxed(f.op) => GOTPCREL,
        true => REX_GOTPCRELX,
        false => GOTPCRELX,
    }
}

fn is_relaxed(o: Opcode) -> bool {
    use op::*;
    const ROWS: [Opcode; 22] = [
        MOV32_RM, MOV64_RM, ADD32_RM, ADD64_RM, ADC32_RM, ADC64_RM, AND32_RM, AND64_RM, CMP32_RM, CMP64_RM, OR32_RM,
        OR64_RM, SBB32_RM, SBB64_RM, SUB32_RM, SUB64_RM, XOR32_RM, XOR64_RM, TEST32_MR, TEST64_MR, CALL64_M, JMP64_M,
    ];
    ROWS.contains(&o)
}

/// The relocation of a field on IA-32, and what it counts from.
pub fn short(f: &Field<'_>) -> Option<(u32, Origin)> {
    let (target, _) = from_pc(f);
    if f.len != 4 {
        return None;
    }
    let kind = match f.modifier {
        m::NONE if target => i386::PC32,
        m::NONE => i386::R32,
        m::PLT => i386::PLT32,
        m::GOT if is_relaxed(f.op) => i386::GOT32X,
        m::GOT => i386::GOT32,
        // Assemblers count the distance to the table from where the instruction starts.
        m::GOTPC => return Some((i386::GOTPC, Origin::Start)),
        m::GOTOFF => i386::GOTOFF,
        m::NTPOFF => i386::TLS_LE,
        m::INDNTPOFF => i386::TLS_IE,
        m::GOTNTPOFF => i386::TLS_GOTIE,
        m::TLSGD => i386::TLS_GD,
        m::TLSLDM => i386::TLS_LDM,
        m::DTPOFF => i386::TLS_LDO_32,
        _ => return None,
    };
    Some((kind, if target { Origin::End } else { Origin::Field }))
}

/// What is known of a relocation. Both machines number these alike.
pub fn class(r: u32) -> RelocClass {
    match r {
        PC32 | PLT32 | PC64 => RelocClass::Distance,
        _ => RelocClass::Linker,
    }
}

/// Puts a known distance into its field.
pub fn patch(r: u32, v: i64, code: &mut [u8]) -> bool {
    let len = if r == PC64 { 8 } else { 4 };
    if len == 4 && i32::try_from(v).is_err() {
        return false;
    }
    match code.get_mut(..len) {
        Some(field) => {
            field.copy_from_slice(&v.to_le_bytes()[..len]);
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_words() {
        let mut code = [0xaa; 5];
        assert!(patch(PC32, -2, &mut code));
        assert_eq!(code, [0xfe, 0xff, 0xff, 0xff, 0xaa]);
        assert!(!patch(PLT32, 1 << 31, &mut code));
        assert!(!patch(PC64, 0, &mut code));
    }
}
