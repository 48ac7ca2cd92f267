//! Machine code of one function, compactly: what [`crate::lower_function`] makes and streamers read.
//!
//! An [`McFunction`] is made of instructions alone (no pseudo ops but *composites*, which stand for a fixed byte
//! sequence with one relocation, as calls do), each with the form that relaxation chose. Operands and expressions of
//! all instructions stand in one list each. Between instructions stand *marks*: labels, CFI changes, inline assembly.
//!
//! Invariants:
//! * an instruction's operands follow its row's operand list; a further [`McOperand::Expr`] after them is a symbol that
//!   only a relocation mentions (`%tprel_add`);
//! * marks are sorted by the instruction before which they stand;
//! * labels are numbered within the function: first the blocks in layout order, then those made by emission;
//! * nothing here depends on other functions, so that functions are lowered in parallel.

use cgir::alloc::price::Kind;
use cgir::func::{Modifier, OpFlags, PoolEntry};
use targ_info::{FeatureSet, Opcode, PReg};
use whirl_lite::ir::{BlockId, GlobalRef};

/// A label of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Label(pub u32);

/// What an expression names, as seen from within a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum McSym {
    /// A symbol of the module.
    Global(GlobalRef),
    /// A run-time library function that the module does not declare.
    Library(&'static str),
    /// A constant-pool entry of the function.
    Pool(u32),
    /// A jump table of the function.
    Table(u32),
    /// A label of the function.
    Label(Label),
    /// The place that an anchor marks: what `%pcrel_lo` names.
    Anchor(u32),
}

/// A symbol plus offset with a relocation modifier.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct McExpr {
    /// Which symbol.
    pub sym: McSym,
    /// Plus so many bytes.
    pub offset: i64,
    /// Relocation modifier, numbered by the target.
    pub modifier: Modifier,
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum McOperand {
    /// A register.
    Reg(PReg),
    /// A number.
    Imm(i64),
    /// An index into [`McFunction::exprs`].
    Expr(u32),
    /// A label of the function, as a branch's target.
    Label(Label),
}

bitflags::bitflags! {
    /// What the comment at the end of an instruction's line says.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Note: u8 {
        /// `# spill`
        const SPILL = 1;
        /// `# reload`
        const RELOAD = 2;
        /// `# save`
        const SAVE = 4;
        /// `# restore`
        const RESTORE = 8;
        /// `# remat`
        const REMAT = 16;
        /// `# copy`
        const COPY = 32;
        /// Part of inline assembly, which is printed as text.
        const ASM = 64;
        /// A copy of the input that stayed: counted, without a comment.
        const KEPT = 128;
    }
}

impl Note {
    /// The note of an op with these flags.
    pub fn of(flags: OpFlags) -> Note {
        match Kind::of(flags) {
            None => Note::empty(),
            Some(Kind::Spill) => Note::SPILL,
            Some(Kind::Reload) => Note::RELOAD,
            Some(Kind::Save) => Note::SAVE,
            Some(Kind::Restore) => Note::RESTORE,
            Some(Kind::Remat) => Note::REMAT,
            Some(Kind::Copy) => Note::COPY,
            Some(Kind::Kept) => Note::KEPT,
        }
    }
    /// What the instruction is there for, if it is there for allocation.
    pub fn kind(self) -> Option<Kind> {
        const KINDS: [(Note, Kind); 7] = [
            (Note::SPILL, Kind::Spill),
            (Note::RELOAD, Kind::Reload),
            (Note::SAVE, Kind::Save),
            (Note::RESTORE, Kind::Restore),
            (Note::REMAT, Kind::Remat),
            (Note::COPY, Kind::Copy),
            (Note::KEPT, Kind::Kept),
        ];
        KINDS.iter().find(|(n, _)| self.contains(*n)).map(|k| k.1)
    }
    /// The word in the comment; empty if there is none.
    pub fn text(self) -> &'static str {
        self.kind().filter(|&k| k != Kind::Kept).map_or("", Kind::name)
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct McInst {
    /// Its row; never a compressed one: assembly is printed without them.
    pub opcode: Opcode,
    /// The compressed row that the object uses instead.
    pub short: Option<Opcode>,
    /// Its bits, with the fields of symbols and labels zero; for rows with layouts, where it starts in [`McFunction::bytes`];
    /// nothing for composites.
    pub code: u32,
    /// Start of its operands in [`McFunction::operands`].
    pub start: u32,
    /// How many operands.
    pub len: u8,
    /// Bytes.
    pub size: u8,
    /// The assembler has several sizes to choose from.
    pub relaxable: bool,
    /// What its comment says.
    pub note: Note,
}

/// A change of the call frame information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfiOp {
    /// The canonical frame address is this register plus offset.
    DefCfa(PReg, i64),
    /// The same register, another offset.
    DefCfaOffset(i64),
    /// Another register, the same offset.
    DefCfaRegister(PReg),
    /// The register was saved at the canonical frame address plus offset.
    Offset(PReg, i64),
    /// The register holds the caller's value again.
    Restore(PReg),
}

/// A part of an inline assembly's text.
#[derive(Clone, PartialEq, Debug)]
pub enum AsmPiece {
    /// As it stands.
    Text(String),
    /// A number that no other inline assembly has.
    Uid,
    /// A symbol plus offset: an index into [`McFunction::exprs`].
    Expr(u32),
    /// A label.
    Label(Label),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Debug)]
pub struct AsmText {
    /// Its text.
    pub pieces: Vec<AsmPiece>,
    /// Its instructions follow, flagged [`Note::ASM`]: it was understood.
    pub assembled: bool,
}

/// What stands between instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A block begins, by its place in the layout: its label, or a comment if nothing names it.
    Block(u32),
    /// A label that emission made.
    Label(Label),
    /// An anchor.
    Anchor(u32),
    /// CFI.
    Cfi(CfiOp),
    /// Inline assembly: an index into [`McFunction::asm`].
    Asm(u32),
    /// A label within inline assembly.
    AsmLabel(Label),
}

/// The machine code of a function.
#[derive(Clone, Debug)]
pub struct McFunction {
    /// Its symbol.
    pub global: GlobalRef,
    /// Instructions.
    pub insts: Vec<McInst>,
    /// Their operands.
    pub operands: Vec<McOperand>,
    /// Instructions whose rows have layouts, as relaxation found their sizes. Those that name symbols or labels are encoded anew
    /// when they are written.
    pub bytes: Vec<u8>,
    /// Expressions of operands.
    pub exprs: Vec<McExpr>,
    /// Marks, each with the index of the instruction before which it stands.
    pub marks: Vec<(u32, Mark)>,
    /// How many of the labels are blocks.
    pub blocks: u32,
    /// Is the label named by anything?
    pub label_used: Vec<bool>,
    /// Offsets of labels from the function's start.
    pub label_offsets: Vec<u32>,
    /// Offsets of anchors.
    pub anchor_offsets: Vec<u32>,
    /// Labels of the blocks whose address the module's constants take.
    pub addressed: Vec<(BlockId, Label)>,
    /// Inline assembly.
    pub asm: Vec<AsmText>,
    /// Constant pool.
    pub pool: Vec<PoolEntry>,
    /// Jump tables.
    pub tables: Vec<Vec<Label>>,
    /// Bytes of code; an estimate if there is inline assembly.
    pub size: u32,
    /// log2 of the alignment.
    pub align: u8,
    /// Features that it was compiled for.
    pub features: FeatureSet,
    /// How many anchors it has.
    pub anchors: u32,
    /// Believed to be executed rarely.
    pub cold: bool,
    /// CFI is wanted.
    pub cfi: bool,
    /// Labels of the instructions that are there for allocation, if they are to be listed in the object.
    pub spill_marks: Vec<(Label, Kind)>,
    /// Bytes of the frame, for `.stack_sizes`; `None` if the frame grows while running.
    pub stack_size: Option<u64>,
}

impl McFunction {
    /// The operands of an instruction.
    pub fn operands(&self, i: &McInst) -> &[McOperand] {
        let at = i.start as usize;
        self.operands.get(at..at + i.len as usize).unwrap_or(&[])
    }
    /// A new label that nothing names yet.
    pub fn new_label(&mut self) -> Label {
        self.label_used.push(false);
        Label(self.label_used.len() as u32 - 1)
    }
    /// Appends an instruction, not yet relaxed.
    pub fn push(&mut self, opcode: Opcode, operands: &[McOperand], note: Note) {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        let len = operands.len() as u8;
        self.insts.push(McInst { opcode, short: None, code: 0, start, len, size: 0, relaxable: false, note });
    }
    /// Appends a mark.
    pub fn mark(&mut self, m: Mark) {
        self.marks.push((self.insts.len() as u32, m));
    }
    /// A new expression as an operand; a label that it names counts as used.
    pub fn expr(&mut self, e: McExpr) -> McOperand {
        if let McSym::Label(l) = e.sym {
            self.use_label(l);
        }
        self.exprs.push(e);
        McOperand::Expr(self.exprs.len() as u32 - 1)
    }
    /// Notes that a label is named.
    pub fn use_label(&mut self, l: Label) {
        if let Some(u) = self.label_used.get_mut(l.0 as usize) {
            *u = true;
        }
    }
}
