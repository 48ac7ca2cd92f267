//! x86: the psABIs' relocations and call frames, long no-ops, and the pseudo ops that expand at emission.
//!
//! x86-64 and IA-32 share tables and hooks; what differs follows from the width of the target at hand. Relocations of both are
//! numbered apart, but for distances, which have the same numbers.

mod expand;
mod reloc;

use super::{ElfInfo, Field, FrameEffect, McTarget, Origin, RelocClass};
use crate::lower::Lower;
use crate::mc::McOperand;
use crate::streamer::AttrValue;
use cgir::func::{Modifier, Op};
use cgir::target::x86::modifier;
use smallvec::SmallVec;
use targ_info::x86::{class, feature, op, reg};
use targ_info::{CodeModel, FeatureSet, InstDesc, Isa, Opcode, PReg, RegClass, Target};
use whirl_lite::diag::Result;

/// The ISA's name.
pub const NAME: &str = "x86";

/// The hooks.
pub struct X86;

/// `EM_386`, `EM_X86_64`
const MACHINE_386: u16 = 3;
const MACHINE_64: u16 = 62;
/// `SHT_PROGBITS`, `SHT_X86_64_UNWIND`
const PROGBITS: u32 = 1;
const UNWIND: u32 = 0x7000_0001;

/// Modifiers as they stand behind symbols, by number.
const BEHIND: [&str; 15] = [
    "",
    "@GOTPCREL",
    "@PLT",
    "@TPOFF",
    "@GOTTPOFF",
    "@TLSGD",
    "@TLSLD",
    "@DTPOFF",
    "@GOTOFF",
    "@GOT",
    "@NTPOFF",
    "@INDNTPOFF",
    "@GOTNTPOFF",
    "",
    "@TLSLDM",
];

/// No-ops of one to ten bytes ("Recommended Multi-Byte Sequence of NOP Instruction" in the manual's entry of NOP, with
/// prefixes).
const NOPS: [&[u8]; 10] = [
    &[0x90],
    &[0x66, 0x90],
    &[0x0f, 0x1f, 0x00],
    &[0x0f, 0x1f, 0x40, 0x00],
    &[0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
    &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

/// With more prefixes there are longer ones, up to the longest instruction.
const LONGEST_NOP: usize = 15;

fn is_long(t: &Target) -> bool {
    t.xlen() == 64
}

/// A register under the name that a letter of inline assembly asks for.
fn named(isa: &Isa, r: PReg, letter: &str) -> Option<&'static str> {
    let view = |c: RegClass| if isa.class(c).members.contains(&r) { Some(r) } else { isa.view(r, c) };
    let r = match letter {
        "" => r,
        "b" => view(class::GR8)?,
        "h" => view(class::GR8H)?,
        "w" => view(class::GR16)?,
        "k" => view(class::GR32)?,
        "q" => view(class::GR64)?,
        "x" => view(class::VR128)?,
        "t" => view(class::VR256)?,
        _ => return None,
    };
    Some(isa.reg(r).name)
}

impl McTarget for X86 {
    fn expand(&self, l: &mut Lower<'_>, op: Op) -> Result<()> {
        expand::expand(l, op)
    }
    fn modifier(&self, m: Modifier) -> &'static str {
        BEHIND.get(m.0 as usize).copied().unwrap_or("")
    }
    fn modifier_number(&self, name: &str) -> Option<Modifier> {
        let known = modifier::PLAIN.iter().position(|m| m.eq_ignore_ascii_case(name));
        known.map(|n| Modifier(n as u8))
    }
    fn composite(&self, _: &str) -> Option<Opcode> {
        None
    }
    fn composite_size(&self, _: Opcode) -> Option<u8> {
        None
    }
    fn composite_name(&self, _: Opcode) -> &'static str {
        ""
    }
    fn composite_code(&self, _: Opcode) -> (u64, u32) {
        (0, 0)
    }
    fn inverse(&self, _: Opcode) -> Option<Opcode> {
        // All reach: two gigabytes.
        None
    }
    fn jump(&self) -> (Opcode, SmallVec<[McOperand; 1]>) {
        (op::JMP, SmallVec::new())
    }
    fn asm_operand(&self, isa: &Isa, o: McOperand, memory: bool, modifier: &str) -> Option<String> {
        Some(match (o, modifier) {
            (McOperand::Reg(r), _) if memory => format!("(%{})", named(isa, r, "")?),
            (McOperand::Reg(r), _) => format!("%{}", named(isa, r, modifier)?),
            (McOperand::Imm(v), "" | "b" | "w" | "k" | "q") => format!("${v}"),
            (McOperand::Imm(v), "c" | "P" | "p") => v.to_string(),
            (McOperand::Imm(v), "n") => v.wrapping_neg().to_string(),
            _ => return None,
        })
    }
    fn reloc(&self, _: &InstDesc, _: usize, _: Modifier) -> Option<u32> {
        None
    }
    fn field_reloc(&self, t: &Target, f: &Field<'_>) -> Option<(u32, Origin)> {
        if is_long(t) { reloc::long(f) } else { reloc::short(f) }
    }
    fn data_reloc(&self, t: &Target, bytes: u8) -> Option<u32> {
        match bytes {
            4 if is_long(t) => Some(reloc::R32),
            8 if is_long(t) => Some(reloc::R64),
            4 => Some(reloc::i386::R32),
            _ => None,
        }
    }
    fn difference(&self, _: u8) -> Option<(u32, u32)> {
        None
    }
    fn distance(&self, bytes: u8) -> Option<u32> {
        match bytes {
            4 => Some(reloc::PC32),
            8 => Some(reloc::PC64),
            _ => None,
        }
    }
    fn linked_advance(&self, _: u8) -> Option<(u32, u32)> {
        None
    }
    fn is_thread_local(&self, t: &Target, r: u32) -> bool {
        match is_long(t) {
            true => matches!(r, reloc::TLSGD..=reloc::TPOFF32),
            false => matches!(r, reloc::i386::TLS_IE..=reloc::i386::TLS_LDM | reloc::i386::TLS_LDO_32),
        }
    }
    fn names_symbol(&self, r: u32) -> bool {
        // Numbers of IA-32 that differ are those of entries in the GOT too.
        matches!(
            r,
            reloc::PLT32
                | reloc::GOTPCREL
                | reloc::GOTPCRELX
                | reloc::REX_GOTPCRELX
                | reloc::GOT64
                | reloc::i386::GOT32
                | reloc::i386::GOT32X
        )
    }
    fn class(&self, r: u32) -> RelocClass {
        reloc::class(r)
    }
    fn patch(&self, r: u32, value: i64, code: &mut [u8]) -> bool {
        reloc::patch(r, value, code)
    }
    fn relax_mark(&self, _: &FeatureSet, _: u32) -> Option<u32> {
        None
    }
    fn align_mark(&self, _: &FeatureSet) -> Option<u32> {
        None
    }
    fn is_relaxable(&self, _: &InstDesc, _: bool) -> bool {
        // The assembler settles all distances within a section.
        false
    }
    fn modifier_behind(&self) -> bool {
        true
    }
    fn data_directives(&self) -> [&'static str; 2] {
        [".short", ".long"]
    }
    fn mapping_symbols(&self) -> bool {
        false
    }
    fn entry_cfa(&self, t: &Target) -> i64 {
        i64::from(t.xlen()) / 8
    }
    fn return_column(&self, t: &Target) -> PReg {
        if is_long(t) { reg::RIP } else { reg::EIP }
    }
    fn code_align(&self, _: &FeatureSet) -> u8 {
        4
    }
    fn nops(&self, features: &FeatureSet, bytes: usize, out: &mut Vec<u8>) {
        // Old processors know no others than the first.
        let longest = if features.has(feature::_64BIT_MODE) { LONGEST_NOP } else { 1 };
        let mut left = bytes;
        while left != 0 {
            let n = left.min(longest);
            let prefixes = n.saturating_sub(NOPS.len());
            out.extend(std::iter::repeat_n(0x66, prefixes));
            out.extend_from_slice(NOPS.get(n - prefixes - 1).copied().unwrap_or(&[]));
            left -= n;
        }
    }
    fn frame_effect(&self, o: Opcode, operands: &[McOperand]) -> Option<FrameEffect> {
        use McOperand::{Imm, Reg};
        Some(match (o, operands) {
            (op::PUSH64_R, &[Reg(sp), ..]) => FrameEffect::AddImm(sp, sp, -8),
            (op::PUSH32_R | op::PUSH32_I | op::PUSH32_M, &[Reg(sp), ..]) => FrameEffect::AddImm(sp, sp, -4),
            (op::POP64_R, &[_, Reg(sp), ..]) => FrameEffect::AddImm(sp, sp, 8),
            (op::POP32_R, &[_, Reg(sp), ..]) => FrameEffect::AddImm(sp, sp, 4),
            (op::ADD32_RI | op::ADD64_RI, &[Reg(d), _, Reg(s), Imm(v)]) => FrameEffect::AddImm(d, s, v),
            (op::SUB32_RI | op::SUB64_RI, &[Reg(d), _, Reg(s), Imm(v)]) => FrameEffect::AddImm(d, s, v.wrapping_neg()),
            (op::MOV32_RR | op::MOV64_RR, &[Reg(d), Reg(s)]) => FrameEffect::AddImm(d, s, 0),
            (op::LEA32 | op::LEA64, &[Reg(d), Reg(s), _, Reg(reg::NOREG), Imm(v), _]) => FrameEffect::AddImm(d, s, v),
            _ => return None,
        })
    }
    fn attributes(&self, _: &Target) -> Vec<(u32, AttrValue)> {
        Vec::new()
    }
    fn features_directives(&self, _: &Isa, _: &FeatureSet, _: &FeatureSet) -> Option<(String, String)> {
        // The assembler takes everything.
        None
    }
    fn elf(&self, t: &Target, _: &FeatureSet) -> ElfInfo {
        let long = is_long(t);
        ElfInfo {
            machine: if long { MACHINE_64 } else { MACHINE_386 },
            flags: 0,
            attributes_type: 0,
            attributes_section: "",
            attributes_vendor: "",
            data_align: -(i64::from(t.xlen()) / 8),
            pcrel32: reloc::PC32,
            far_code: (long && t.code == CodeModel::Large).then_some(reloc::PC64),
            rela: long,
            section_symbols: true,
            unwind_type: if long { UNWIND } else { PROGBITS },
        }
    }
    fn small_data(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_takes_few_no_ops() {
        let mut features = FeatureSet::NONE;
        features.insert(feature::_64BIT_MODE);
        let mut out = Vec::new();
        X86.nops(&features, 18, &mut out);
        assert_eq!(out.len(), 18);
        assert_eq!(out[..8], [0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f]);
        assert_eq!(out[15..], [0x0f, 0x1f, 0x00]);
        let mut out = Vec::new();
        X86.nops(&FeatureSet::NONE, 3, &mut out);
        assert_eq!(out, [0x90; 3]);
    }
}
