//! The machine's emission hooks: two pseudo ops, one relocation (of branches, which are always known), an ELF number.

use crate::mini::op;
use cgir::func::{Modifier, Op};
use emit::lower::Lower;
use emit::mc::McOperand;
use emit::streamer::AttrValue;
use emit::target::{ElfInfo, FrameEffect, McTarget, RelocClass};
use smallvec::{SmallVec, smallvec};
use targ_info::{FeatureSet, InstDesc, InstFlags, Isa, Opcode, OperandKind, Target};
use whirl_lite::diag::Result;

/// The hooks.
pub struct MiniMc;

/// A branch's distance, in words, in the highest twenty bits.
const BRANCH: u32 = 1;

impl McTarget for MiniMc {
    fn expand(&self, l: &mut Lower<'_>, op: Op) -> Result<()> {
        match l.f.ops[op].opcode {
            op::COPY => {
                let (rd, a) = (McOperand::Reg(l.reg(l.entry(op, 0)?)?), McOperand::Reg(l.reg(l.entry(op, 1)?)?));
                l.emit(op::SUB, &[rd, a, McOperand::Reg(crate::mini::reg::ZERO)]);
                Ok(())
            }
            op::EXIT => {
                l.emit(op::BACK, &[]);
                Ok(())
            }
            _ => l.refuse("a pseudo op"),
        }
    }
    fn modifier(&self, _: Modifier) -> &'static str {
        ""
    }
    fn modifier_number(&self, _: &str) -> Option<Modifier> {
        None
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
    fn inverse(&self, o: Opcode) -> Option<Opcode> {
        [(op::BNE, op::BEQ), (op::BEQ, op::BNE)].into_iter().find(|p| p.0 == o).map(|p| p.1)
    }
    fn jump(&self) -> (Opcode, SmallVec<[McOperand; 1]>) {
        (op::JMP, smallvec![])
    }
    fn asm_operand(&self, _: &Isa, _: McOperand, _: bool, _: &str) -> Option<String> {
        None
    }
    fn reloc(&self, row: &InstDesc, operand: usize, _: Modifier) -> Option<u32> {
        matches!(row.operands.get(operand)?.kind, OperandKind::Target(_)).then_some(BRANCH)
    }
    fn data_reloc(&self, _: &Target, _: u8) -> Option<u32> {
        None
    }
    fn difference(&self, _: u8) -> Option<(u32, u32)> {
        None
    }
    fn linked_advance(&self, _: u8) -> Option<(u32, u32)> {
        None
    }
    fn is_thread_local(&self, _: &Target, _: u32) -> bool {
        false
    }
    fn class(&self, _: u32) -> RelocClass {
        RelocClass::Distance
    }
    fn patch(&self, reloc: u32, value: i64, code: &mut [u8]) -> bool {
        let Some(word) = code.first_chunk_mut::<4>() else { return false };
        if reloc != BRANCH || value % 4 != 0 || !(-(1 << 21)..1 << 21).contains(&value) {
            return false;
        }
        // The format's lowest field is `to`.
        *word = (u32::from_le_bytes(*word) | (value as u32 >> 2 & 0xf_ffff)).to_le_bytes();
        true
    }
    fn relax_mark(&self, _: &FeatureSet, _: u32) -> Option<u32> {
        None
    }
    fn align_mark(&self, _: &FeatureSet) -> Option<u32> {
        None
    }
    fn is_relaxable(&self, row: &InstDesc, _: bool) -> bool {
        row.flags.contains(InstFlags::CONDITIONAL)
    }
    fn code_align(&self, _: &FeatureSet) -> u8 {
        2
    }
    fn nops(&self, _: &FeatureSet, bytes: usize, out: &mut Vec<u8>) {
        out.extend(std::iter::repeat_n(0, bytes));
    }
    fn frame_effect(&self, _: Opcode, _: &[McOperand]) -> Option<FrameEffect> {
        None
    }
    fn attributes(&self, _: &Target) -> Vec<(u32, AttrValue)> {
        Vec::new()
    }
    fn features_directives(&self, _: &Isa, _: &FeatureSet, _: &FeatureSet) -> Option<(String, String)> {
        None
    }
    fn elf(&self, _: &Target, _: &FeatureSet) -> ElfInfo {
        let (attributes_section, attributes_vendor) = (".mini.attributes", "mini");
        ElfInfo {
            machine: 0x4d4d,
            flags: 0,
            attributes_type: 0x7000_0003,
            attributes_section,
            attributes_vendor,
            data_align: -8,
            pcrel32: 2,
            far_code: None,
            rela: true,
            section_symbols: false,
            unwind_type: 1,
        }
    }
    fn small_data(&self) -> u64 {
        0
    }
}
