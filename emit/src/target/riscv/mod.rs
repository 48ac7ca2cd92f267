//! RISC-V: the psABI's relocations and attributes, and the pseudo ops that expand at emission.

mod expand;
mod reloc;

use super::{ElfInfo, FrameEffect, McTarget, RelocClass};
use crate::lower::Lower;
use crate::mc::McOperand;
use crate::streamer::AttrValue;
use cgir::func::{Modifier, Op};
use cgir::target::riscv::modifier;
use smallvec::SmallVec;
use targ_info::riscv::{feature, op};
use targ_info::{FeatureSet, InstDesc, InstFlags, Isa, Opcode, Target};
use whirl_lite::diag::Result;

/// The ISA's name.
pub const NAME: &str = "riscv";

/// The hooks.
pub struct RiscV;

/// `EM_RISCV`
const MACHINE: u16 = 243;
/// `SHT_RISCV_ATTRIBUTES`
const ATTRIBUTES: u32 = 0x7000_0003;
/// `EF_RISCV_*`
const FLAG_RVC: u32 = 1;
const FLAG_FLOAT_SINGLE: u32 = 2;
const FLAG_FLOAT_DOUBLE: u32 = 4;
const FLAG_RVE: u32 = 8;
const FLAG_TSO: u32 = 16;
/// Build attributes `Tag_RISCV_*`.
const TAG_STACK_ALIGN: u32 = 4;
const TAG_ARCH: u32 = 5;

impl McTarget for RiscV {
    fn expand(&self, l: &mut Lower<'_>, op: Op) -> Result<()> {
        expand::expand(l, op)
    }
    fn modifier(&self, m: Modifier) -> &'static str {
        modifier::NAMES.get(m.0 as usize).copied().unwrap_or("")
    }
    fn modifier_number(&self, name: &str) -> Option<Modifier> {
        let known = modifier::NAMES.iter().position(|m| m.strip_prefix('%') == Some(name));
        known.map(|n| Modifier(n as u8))
    }
    fn composite(&self, mnemonic: &str) -> Option<Opcode> {
        match mnemonic {
            "call" => Some(op::P_CALL),
            "tail" => Some(op::P_TAIL),
            _ => None,
        }
    }
    fn composite_size(&self, o: Opcode) -> Option<u8> {
        (o == op::P_CALL || o == op::P_TAIL).then_some(8)
    }
    fn composite_name(&self, o: Opcode) -> &'static str {
        if o == op::P_CALL { "call" } else { "tail" }
    }
    fn composite_code(&self, o: Opcode) -> (u64, u32) {
        // auipc ra, 0; jalr ra, 0(ra) -- auipc t1, 0; jalr zero, 0(t1)
        let code = if o == op::P_CALL { 0x0000_80e7_0000_0097 } else { 0x0003_0067_0000_0317 };
        (code, reloc::CALL_PLT)
    }
    fn inverse(&self, o: Opcode) -> Option<Opcode> {
        Some(match o {
            op::BEQ => op::BNE,
            op::BNE => op::BEQ,
            op::BLT => op::BGE,
            op::BGE => op::BLT,
            op::BLTU => op::BGEU,
            op::BGEU => op::BLTU,
            _ => return None,
        })
    }
    fn jump(&self) -> (Opcode, SmallVec<[McOperand; 1]>) {
        let zero = targ_info::riscv::ISA.reg_by_name("zero");
        (op::JAL, zero.map(McOperand::Reg).into_iter().collect())
    }
    fn asm_operand(&self, isa: &Isa, o: McOperand, memory: bool, modifier: &str) -> Option<String> {
        Some(match (o, modifier) {
            (McOperand::Reg(r), "") if memory => format!("0({})", isa.reg(r).name),
            (McOperand::Reg(r), "" | "z") => isa.reg(r).name.to_string(),
            (McOperand::Reg(r), "N") => (isa.reg(r).enc & 31).to_string(),
            (McOperand::Reg(_), "i") => String::new(),
            (McOperand::Imm(0), "z") => "zero".to_string(),
            (McOperand::Imm(v), "" | "z" | "c") => v.to_string(),
            (McOperand::Imm(v), "n") => v.wrapping_neg().to_string(),
            (McOperand::Imm(_), "i") => "i".to_string(),
            _ => return None,
        })
    }
    fn reloc(&self, row: &InstDesc, operand: usize, m: Modifier) -> Option<u32> {
        reloc::of(row, operand, m)
    }
    fn data_reloc(&self, _: &Target, bytes: u8) -> Option<u32> {
        match bytes {
            4 => Some(reloc::ABS32),
            8 => Some(reloc::ABS64),
            _ => None,
        }
    }
    fn difference(&self, bytes: u8) -> Option<(u32, u32)> {
        reloc::difference(bytes)
    }
    fn linked_advance(&self, bits: u8) -> Option<(u32, u32)> {
        reloc::linked_advance(bits)
    }
    fn is_thread_local(&self, _: &Target, r: u32) -> bool {
        matches!(r, reloc::TLS_GOT_HI20 | reloc::TLS_GD_HI20 | reloc::TPREL_HI20..=reloc::TPREL_ADD)
    }
    fn class(&self, r: u32) -> RelocClass {
        reloc::class(r)
    }
    fn patch(&self, r: u32, value: i64, code: &mut [u8]) -> bool {
        reloc::patch(r, value, code)
    }
    fn relax_mark(&self, features: &FeatureSet, r: u32) -> Option<u32> {
        (features.has(feature::RELAX) && reloc::linker_shortens(r)).then_some(reloc::RELAX)
    }
    fn align_mark(&self, features: &FeatureSet) -> Option<u32> {
        features.has(feature::RELAX).then_some(reloc::ALIGN)
    }
    fn is_relaxable(&self, row: &InstDesc, short: bool) -> bool {
        // Conditional branches may become jumps over jumps; of the jumps only compressed ones may grow.
        row.flags.contains(InstFlags::CONDITIONAL)
            || (short && row.flags.contains(InstFlags::BRANCH) && !row.flags.contains(InstFlags::INDIRECT))
    }
    fn code_align(&self, features: &FeatureSet) -> u8 {
        if features.has(feature::RVC) { 1 } else { 2 }
    }
    fn nops(&self, features: &FeatureSet, bytes: usize, out: &mut Vec<u8>) {
        let odd = bytes % 4;
        // An odd byte can only be a zero; two bytes are c.nop where there is such a thing.
        out.extend(std::iter::repeat_n(0, odd % 2));
        if odd >= 2 {
            out.extend(if self.code_align(features) == 1 { [1, 0] } else { [0, 0] });
        }
        out.extend(std::iter::repeat_n([0x13, 0, 0, 0], bytes / 4).flatten());
    }
    fn frame_effect(&self, o: Opcode, operands: &[McOperand]) -> Option<FrameEffect> {
        use McOperand::{Imm, Reg};
        Some(match (o, operands) {
            (op::ADDI, &[Reg(d), Reg(s), Imm(v)]) => FrameEffect::AddImm(d, s, v),
            // The constants of frame sizes are signed 32-bit numbers: the W form adds nothing to them.
            (op::ADDIW, &[Reg(d), Reg(s), Imm(v)]) => FrameEffect::AddImm(d, s, v),
            (op::LUI, &[Reg(d), Imm(v)]) => FrameEffect::Const(d, i64::from((v as i32) << 12)),
            (op::P_LI, &[Reg(d), Imm(v)]) => FrameEffect::Const(d, v),
            (op::SLLI, &[Reg(d), Reg(s), Imm(v)]) => FrameEffect::ShiftLeft(d, s, v as u32),
            (op::ADD, &[Reg(d), Reg(a), Reg(b)]) => FrameEffect::AddReg(d, a, b, false),
            (op::SUB, &[Reg(d), Reg(a), Reg(b)]) => FrameEffect::AddReg(d, a, b, true),
            (op::P_COPY, &[Reg(d), Reg(s)]) => FrameEffect::AddImm(d, s, 0),
            _ => return None,
        })
    }
    fn attributes(&self, t: &Target) -> Vec<(u32, AttrValue)> {
        let align = AttrValue::Int(u64::from(t.abi.stack_align));
        let arch = t.arch_attribute().map(|a| (TAG_ARCH, AttrValue::Text(a)));
        [(TAG_STACK_ALIGN, align)].into_iter().chain(arch).collect()
    }
    fn features_directives(&self, isa: &Isa, module: &FeatureSet, function: &FeatureSet) -> Option<(String, String)> {
        let mut changes = String::new();
        for (f, n) in isa.features.iter().zip(0u8..).filter(|(f, _)| f.version != (0, 0)) {
            let (a, b) = (module.has(targ_info::Feature(n)), function.has(targ_info::Feature(n)));
            if a != b {
                changes.push_str(if b { ", +" } else { ", -" });
                changes.push_str(f.name);
            }
        }
        let option = |l: &str| format!("\t.option\t{l}\n");
        (!changes.is_empty()).then(|| (option("push") + &option(&format!("arch{changes}")), option("pop")))
    }
    fn elf(&self, t: &Target, features: &FeatureSet) -> ElfInfo {
        let mut flags = 0;
        for (f, bit) in [(feature::RVC, FLAG_RVC), (feature::E, FLAG_RVE), (feature::ZTSO, FLAG_TSO)] {
            if features.has(f) {
                flags |= bit;
            }
        }
        flags |= match t.abi.flen {
            32 => FLAG_FLOAT_SINGLE,
            64 => FLAG_FLOAT_DOUBLE,
            _ => 0,
        };
        ElfInfo {
            machine: MACHINE,
            flags,
            attributes_type: ATTRIBUTES,
            attributes_section: ".riscv.attributes",
            attributes_vendor: NAME,
            data_align: -(i64::from(t.xlen()) / 8),
            pcrel32: reloc::PCREL32,
            far_code: None,
            rela: true,
            section_symbols: false,
            unwind_type: 1,
        }
    }
    fn small_data(&self) -> u64 {
        8
    }
}
