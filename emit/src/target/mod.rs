//! What emission must know of a target that its tables do not say: pseudo ops that expand last, relocations, attributes.

mod riscv;
mod x86;

use crate::lower::Lower;
use crate::mc::McOperand;
use crate::streamer::AttrValue;
use cgir::func::{Modifier, Op};
use smallvec::SmallVec;
use targ_info::{FeatureSet, InstDesc, Isa, Opcode, PReg, Target};
use whirl_lite::diag::{Error, Pos, Result};

/// What is known of a relocation type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocClass {
    /// Only the linker knows the value.
    Linker,
    /// A distance, known if the symbol is local to the same section.
    Distance,
    /// The low part of the distance that began at the place it names.
    LowDistance,
}

/// What an instruction of a prologue or epilogue does to registers, for CFI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameEffect {
    /// A register gets a number.
    Const(PReg, i64),
    /// A register gets another one plus a number.
    AddImm(PReg, PReg, i64),
    /// A register gets the sum, or with `true` the difference, of two registers.
    AddReg(PReg, PReg, PReg, bool),
    /// A register is shifted left by a number of bits.
    ShiftLeft(PReg, PReg, u32),
}

/// Properties of the object file.
#[derive(Clone, Copy, Debug)]
pub struct ElfInfo {
    /// `e_machine`
    pub machine: u16,
    /// `e_flags`
    pub flags: u32,
    /// Section type of the build attributes.
    pub attributes_type: u32,
    /// Name of the section of the build attributes.
    pub attributes_section: &'static str,
    /// Vendor of the build attributes.
    pub attributes_vendor: &'static str,
    /// Factor of saved registers' offsets in CFI.
    pub data_align: i64,
    /// Relocation of a 32-bit distance.
    pub pcrel32: u32,
    /// The relocation of a distance of 64 bits, if that is what it takes to reach code.
    pub far_code: Option<u32>,
    /// Relocations hold their addends; otherwise those stand in the places that are relocated.
    pub rela: bool,
    /// Relocations name sections rather than local symbols.
    pub section_symbols: bool,
    /// Section type of `.eh_frame`.
    pub unwind_type: u32,
}

/// What a relocation of a field counts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The field itself, or nothing.
    Field,
    /// The instruction's end, as the machine does.
    End,
    /// The instruction's start.
    Start,
}

/// A field of an instruction that depends on a symbol.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The row.
    pub op: Opcode,
    /// Which operand the symbol is.
    pub operand: usize,
    /// Bytes of the field.
    pub len: u8,
    /// The symbol's modifier.
    pub modifier: Modifier,
    /// The instruction's operands.
    pub operands: &'a [McOperand],
    /// The instruction.
    pub bytes: &'a [u8],
}

/// Hooks of a target.
pub trait McTarget: Sync {
    /// Expands a pseudo op to instructions.
    fn expand(&self, l: &mut Lower<'_>, op: Op) -> Result<()>;
    /// How the assembler spells a modifier.
    fn modifier(&self, m: Modifier) -> &'static str;
    /// The modifier of this name, without the percent sign.
    fn modifier_number(&self, name: &str) -> Option<Modifier>;
    /// The composite instruction of this mnemonic.
    fn composite(&self, mnemonic: &str) -> Option<Opcode>;
    /// Bytes of a composite instruction; `None` for ordinary ones.
    fn composite_size(&self, op: Opcode) -> Option<u8>;
    /// The mnemonic of a composite instruction.
    fn composite_name(&self, op: Opcode) -> &'static str;
    /// The bytes of a composite instruction whose symbol's fields are zero, and its relocation.
    fn composite_code(&self, op: Opcode) -> (u64, u32);
    /// The opposite of a conditional branch.
    fn inverse(&self, op: Opcode) -> Option<Opcode>;
    /// An unconditional jump: its row, and operands before the target.
    fn jump(&self) -> (Opcode, SmallVec<[McOperand; 1]>);
    /// An operand of inline assembly; `memory`: the register is an address.
    fn asm_operand(&self, isa: &Isa, o: McOperand, memory: bool, modifier: &str) -> Option<String>;
    /// The relocation of an instruction's operand with a modifier.
    fn reloc(&self, row: &InstDesc, operand: usize, m: Modifier) -> Option<u32>;
    /// The relocation of a field of an instruction that has a layout, and what it counts from.
    fn field_reloc(&self, _t: &Target, _field: &Field<'_>) -> Option<(u32, Origin)> {
        None
    }
    /// The relocation of a distance from the place itself, of so many bytes, where differences have none.
    fn distance(&self, _bytes: u8) -> Option<u32> {
        None
    }
    /// Must the relocation name its symbol, even a local one?
    fn names_symbol(&self, _reloc: u32) -> bool {
        false
    }
    /// Modifiers stand behind their symbols (`sym@plt`), not around them.
    fn modifier_behind(&self) -> bool {
        false
    }
    /// Directives of numbers of two and of four bytes.
    fn data_directives(&self) -> [&'static str; 2] {
        [".half", ".word"]
    }
    /// The canonical frame address less the stack pointer where a function begins.
    fn entry_cfa(&self, _t: &Target) -> i64 {
        0
    }
    /// The register that stands for the return address in unwind tables.
    fn return_column(&self, t: &Target) -> PReg {
        t.abi.ra.unwrap_or(t.abi.sp)
    }
    /// Do objects mark where code and data begin by symbols?
    fn mapping_symbols(&self) -> bool {
        true
    }
    /// The relocation of data: an address, of so many bytes.
    fn data_reloc(&self, t: &Target, bytes: u8) -> Option<u32>;
    /// Relocations of a difference: one adds, one subtracts.
    fn difference(&self, bytes: u8) -> Option<(u32, u32)>;
    /// Relocations of a distance of so many bits in unwind tables: one sets, one subtracts.
    fn linked_advance(&self, bits: u8) -> Option<(u32, u32)>;
    /// Does the relocation make its symbol a thread-local one?
    fn is_thread_local(&self, t: &Target, reloc: u32) -> bool;
    /// What is known of a relocation type.
    fn class(&self, reloc: u32) -> RelocClass;
    /// Puts a known value where a relocation would have; false if it does not fit.
    fn patch(&self, reloc: u32, value: i64, code: &mut [u8]) -> bool;
    /// The relocation that lets the linker shorten code, to be put beside `reloc`, if the module's features ask for it.
    fn relax_mark(&self, features: &FeatureSet, reloc: u32) -> Option<u32>;
    /// Relocation of an alignment that the linker keeps, if the features ask for it.
    fn align_mark(&self, features: &FeatureSet) -> Option<u32>;
    /// Does the assembler choose among sizes for this row when it is compressed or a branch?
    fn is_relaxable(&self, row: &InstDesc, short: bool) -> bool;
    /// log2 of the least alignment of code.
    fn code_align(&self, features: &FeatureSet) -> u8;
    /// Fills with no-ops.
    fn nops(&self, features: &FeatureSet, bytes: usize, out: &mut Vec<u8>);
    /// What an op of a prologue or epilogue does.
    fn frame_effect(&self, op: Opcode, operands: &[McOperand]) -> Option<FrameEffect>;
    /// Build attributes.
    fn attributes(&self, t: &Target) -> Vec<(u32, AttrValue)>;
    /// Directives before and after a function whose features are not the module's.
    fn features_directives(&self, isa: &Isa, module: &FeatureSet, function: &FeatureSet) -> Option<(String, String)>;
    /// Properties of the object file, whose code uses these features.
    fn elf(&self, t: &Target, features: &FeatureSet) -> ElfInfo;
    /// Largest variable that goes to the small-data sections unless the module says otherwise; 0 if there are none.
    fn small_data(&self) -> u64;
}

/// The hooks of an ISA.
pub fn hooks(isa: &Isa) -> Result<&'static dyn McTarget> {
    match isa.name {
        riscv::NAME => Ok(&riscv::RiscV),
        x86::NAME => Ok(&x86::X86),
        name => Err(Error::unsupported(Pos::NONE, format!("emission for {name}"))),
    }
}
