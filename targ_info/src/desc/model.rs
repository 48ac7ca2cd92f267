//! What a description says, with names resolved to indices.

use super::lines::{At, Res};
use std::collections::BTreeMap;

/// A feature.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// What it is.
    pub what: String,
    /// Default version; (0, 0) for features that are no extension.
    pub version: (u8, u8),
    /// Indices of what it implies.
    pub implies: Vec<usize>,
}

/// A register.
#[derive(Clone, Debug)]
pub struct Reg {
    /// Its name in the description, which is unique.
    pub own: String,
    /// Printed name.
    pub name: String,
    /// Other names.
    pub alts: Vec<String>,
    /// Its units.
    pub units: Vec<u16>,
    /// Number in encodings.
    pub enc: u16,
    /// DWARF number, `u16::MAX` for none.
    pub dwarf: u16,
    /// The variant whose classes alone have it as a member.
    pub only: Option<String>,
    /// A constant or a place-holder: it may be in any class, whatever its units.
    pub constant: bool,
    /// A place-holder that assembly leaves out.
    pub unwritten: bool,
}

/// A register class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Width in bits, 0 for XLEN.
    pub width: u16,
    /// Register indices in order of preference.
    pub members: Vec<usize>,
    /// Index of its top class.
    pub top: usize,
    /// Units a member.
    pub group: u8,
    /// May be allocated.
    pub allocatable: bool,
    /// Is never spilled.
    pub no_spill: bool,
    /// What is added to an encoded field.
    pub enc_base: u16,
    /// Which encodings are members, as a bit set.
    pub encs: u64,
}

/// An immediate kind.
#[derive(Clone, Debug)]
pub struct Imm {
    /// Its name.
    pub name: String,
    /// Least value.
    pub min: i64,
    /// Largest value.
    pub max: i64,
    /// Low zero bits.
    pub shift: u8,
    /// Zero is excluded.
    pub nonzero: bool,
    /// Field width after the shift.
    pub bits: u8,
    /// Sign-extended.
    pub signed: bool,
    /// A distance from the instruction.
    pub pcrel: bool,
    /// Values are kept modulo two to this, if not 0.
    pub wrap: u8,
    /// The field's top bit needs this feature.
    pub msb: Option<usize>,
    /// Names of values.
    pub names: Vec<(i64, String)>,
    /// Value that is not printed.
    pub default: Option<i64>,
    /// Printed as a suffix of the mnemonic.
    pub suffix: bool,
    /// Only named values.
    pub closed: bool,
    /// What is subtracted before it is encoded: the distance counts from the instruction's start, the field from its end.
    pub bias: i64,
    /// The assembler takes the unsigned spelling of a signed value, too.
    pub loose: bool,
}

/// A field of an encoding format: slices of a value, highest first.
#[derive(Clone, Debug)]
pub struct Field {
    /// Operand or constant that fills it.
    pub name: String,
    /// (high, low) bits of the value; empty when the field is the value's low bits.
    pub slices: Vec<(u8, u8)>,
    /// Width in bits.
    pub width: u8,
}

/// An encoding format.
#[derive(Clone, Debug)]
pub struct Format {
    /// Its name.
    pub name: String,
    /// Fields, highest first.
    pub fields: Vec<Field>,
    /// Bytes.
    pub size: u8,
}

/// A condition of an alternative: `tables::Cond` with its field by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Bits `from..from + len` are (or are not) a value.
    Bits(String, u8, u8, u64, bool),
    /// Two bits are equal.
    Same(String, u8, u8),
    /// The value fits, signed.
    Fits(String, u8),
}

impl Cond {
    /// The field that it is about.
    pub fn field(&self) -> &str {
        match self {
            Cond::Bits(f, ..) | Cond::Same(f, ..) | Cond::Fits(f, _) => f,
        }
    }
}

/// Bits of a field in an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldBits {
    /// The field.
    pub field: String,
    /// Lowest bit of the value.
    pub from: u8,
    /// Bits.
    pub len: u8,
    /// Lowest bit of the place.
    pub to: u8,
    /// Written inverted.
    pub inverted: bool,
}

/// One way to write a part of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its conditions.
    pub conds: Vec<Cond>,
    /// Bytes.
    pub len: u8,
    /// Fixed bits.
    pub bits: u64,
    /// Which are fixed.
    pub mask: u64,
    /// Bits of fields.
    pub fields: Vec<FieldBits>,
    /// Where it stands.
    pub at: At,
}

/// A layout: parts with alternatives.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Its name.
    pub name: String,
    /// Fields of all parts, in order of appearance.
    pub fields: Vec<String>,
    /// What fields are if a row does not say it.
    pub defaults: Vec<(String, String)>,
    /// Indices of its parts.
    pub parts: Vec<usize>,
    /// The field by which rows are found.
    pub key: usize,
}

/// What a row gives to a field of its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// This value.
    Value(i64),
    /// That operand.
    Operand(usize),
}

/// Several operands that are written as one (an address), by name: name and kind of each.
#[derive(Clone, Debug)]
pub struct Compound {
    /// Its operands: name, kind, role.
    pub operands: Vec<(String, Kind, &'static str)>,
}

/// How an assembly dialect writes operands.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Its name.
    pub name: String,
    /// What stands before a register.
    pub reg: String,
    /// What stands before an immediate.
    pub imm: String,
    /// The directive from which on an assembler reads it, and the directive's operand.
    pub directive: (String, String),
    /// Operands stand in the opposite order.
    pub reverse: bool,
    /// Addresses are written with brackets and signs, rather than parentheses and commas.
    pub brackets: bool,
    /// Words that say how wide an accessed place is, by bytes.
    pub sizes: Vec<(u8, String)>,
    /// Letters at the end of mnemonics that may be left out where operands tell the width.
    pub suffixes: Vec<String>,
}

/// What an operand may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A class.
    Reg(usize),
    /// One register.
    Fixed(usize),
    /// An immediate.
    Imm(usize),
    /// A code target.
    Target(usize),
    /// Further operands.
    Variadic,
}

/// An operand of a row.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub kind: Kind,
    /// Meaning, as `tables::Role` spells it.
    pub role: &'static str,
    /// Results: the operand that it must equal.
    pub tied: Option<usize>,
    /// Written early.
    pub early: bool,
    /// Implicit state.
    pub implicit: bool,
    /// A result without a meaning: the register is overwritten with nobody knows what.
    pub undef: bool,
}

/// A run of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Operand index.
    pub operand: u8,
    /// Lowest value bit.
    pub from: u8,
    /// Bits.
    pub len: u8,
    /// Lowest bit in the word.
    pub to: u8,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Inst {
    /// Unique name.
    pub name: String,
    /// Assembly template.
    pub asm: String,
    /// Assembly templates of all dialects, the first of which is `asm`; empty if there is but one.
    pub dialects: Vec<String>,
    /// What is written, in order: indices of operands, a compound by its first.
    pub shape: Vec<usize>,
    /// Number of results.
    pub results: usize,
    /// Results, then operands.
    pub operands: Vec<Operand>,
    /// Flags, as `tables::InstFlags` spells them.
    pub flags: Vec<&'static str>,
    /// Features needed.
    pub needs: Vec<usize>,
    /// Features that exclude it.
    pub excludes: Vec<usize>,
    /// Scheduling class.
    pub sched: usize,
    /// Bytes of memory accessed.
    pub mem_bytes: u8,
    /// The width that is written before its address, where it is not `mem_bytes`.
    pub written_bytes: Option<u8>,
    /// Layout of the encoding, if it is no fixed word, and its fields.
    pub placed: Option<(usize, Vec<FieldValue>)>,
    /// Bytes of the encoding.
    pub size: u8,
    /// Fixed bits.
    pub bits: u64,
    /// Which are fixed.
    pub mask: u64,
    /// Operand bits.
    pub pieces: Vec<Piece>,
    /// Compressed rows.
    pub compressed: Vec<usize>,
    /// Where it stands.
    pub at: At,
}

impl Inst {
    /// Has it the flag?
    pub fn is(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}

/// An operand of the row that an alias or compressed row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// That operand of the alias.
    Operand(usize),
    /// This register.
    Reg(usize),
    /// This value.
    Imm(i64),
}

/// `from` stands for `to` with these operands.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The alias or compressed row.
    pub from: usize,
    /// The row it stands for.
    pub to: usize,
    /// One for each operand of `to`.
    pub args: Vec<Arg>,
    /// The printer prefers it.
    pub print: bool,
    /// Where it stands.
    pub at: At,
}

/// A row of which an operand is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The row with the operand in a register.
    pub reg: usize,
    /// That operand or result.
    pub operand: usize,
    /// The row with it in memory.
    pub mem: usize,
    /// Memory is read, and written.
    pub access: (bool, bool),
}

/// An architecture name of triples.
#[derive(Clone, Debug)]
pub struct Arch {
    /// Name (`riscv64`).
    pub name: String,
    /// Features that it gives.
    pub features: Vec<usize>,
    /// The triple when none is given.
    pub triple: String,
    /// What `-march` calls it too, if not the name.
    pub march: String,
    /// Little endian.
    pub little: bool,
}

/// An ABI.
#[derive(Clone, Debug)]
pub struct Abi {
    /// Name.
    pub name: String,
    /// Bits of a general register.
    pub xlen: u16,
    /// Bits of the widest FP argument register.
    pub flen: u16,
    /// Data layout.
    pub layout: String,
    /// Register lists: int-args, fp-args, int-results, fp-results.
    pub lists: [Vec<usize>; 4],
    /// Callee-saved registers.
    pub callee_saved: Vec<usize>,
    /// Reserved registers.
    pub reserved: Vec<usize>,
    /// Single registers: sp, fp, bp, ra, zero, tp, scratch.
    pub single: [Option<usize>; 7],
    /// Stack alignment.
    pub stack_align: u32,
    /// Features that it cannot do without.
    pub needs: Vec<usize>,
    /// Features that make it the default; the first ABI that has all of them wins.
    pub default_when: Vec<usize>,
    /// It says that integer arguments are on the stack alone.
    pub stack_args: bool,
    /// Other calling conventions beside it.
    pub conventions: Vec<Convention>,
    /// Where it stands.
    pub at: At,
}

/// A calling convention that functions may have beside the ABI's own.
#[derive(Clone, Debug)]
pub struct Convention {
    /// Name.
    pub name: String,
    /// Register lists, as in [`Abi::lists`].
    pub lists: [Vec<usize>; 4],
    /// Callee-saved registers.
    pub callee_saved: Vec<usize>,
    /// The callee takes its arguments off the stack.
    pub callee_pops: bool,
    /// Calls in tail position are jumps whatever their arguments: see [`crate::Convention::tail_calls`].
    pub tail_calls: bool,
    /// No argument is on the stack.
    pub no_stack: bool,
    /// Its numbers in LLVM IR.
    pub numbers: Vec<u32>,
}

/// A scheduling class on a processor.
#[derive(Clone, Copy, Debug)]
pub struct ProcClass {
    /// Latency.
    pub latency: u8,
    /// Mask of units.
    pub units: u16,
    /// Cycles that a unit is kept.
    pub busy: u8,
}

/// A processor.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Name.
    pub name: String,
    /// Features that it has.
    pub features: Vec<usize>,
    /// Issue width.
    pub issue: u8,
    /// Out of order.
    pub out_of_order: bool,
    /// Cost of a taken branch.
    pub taken_branch: u8,
    /// Cost of a mispredicted branch.
    pub mispredict: u8,
    /// Units.
    pub units: Vec<(String, u8)>,
    /// By scheduling class.
    pub classes: Vec<ProcClass>,
    /// Fusion pairs.
    pub fusion: Vec<(usize, usize)>,
    /// Other names in `-mcpu`, each with its own features.
    pub at: At,
}

/// Names to indices; one a kind of thing.
pub type Names = BTreeMap<String, usize>;

/// What names mean: all that `.abi` and `.proc` files need of an ISA.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Features.
    pub features: Names,
    /// Registers, by all their names.
    pub regs: Names,
    /// Scheduling classes.
    pub scheds: Names,
    /// Rows.
    pub insts: Names,
}

/// Finds a name or says that it is unknown.
pub fn find(names: &Names, at: &At, what: &str, name: &str) -> Res<usize> {
    match names.get(name) {
        Some(&i) => Ok(i),
        None => at.err(format!("unknown {what} '{name}'")),
    }
}

impl Scope {
    /// Registers of a list: names and ranges such as `a0-a7`.
    pub fn reg_list(&self, at: &At, words: &[&str]) -> Res<Vec<usize>> {
        let mut out = Vec::new();
        for w in words {
            match range(w) {
                Some((prefix, lo, hi)) if !self.regs.contains_key(*w) => {
                    for n in lo..=hi {
                        out.push(find(&self.regs, at, "register", &format!("{prefix}{n}"))?);
                    }
                }
                _ => out.push(find(&self.regs, at, "register", w)?),
            }
        }
        Ok(out)
    }
    /// Features of a list.
    pub fn feature_list(&self, at: &At, words: &[&str]) -> Res<Vec<usize>> {
        words.iter().map(|w| find(&self.features, at, "feature", w)).collect()
    }
}

/// Splits `a0-a7` into (`a`, 0, 7).
pub fn range(word: &str) -> Option<(&str, u32, u32)> {
    let (a, b) = word.split_once('-')?;
    let cut = a.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (prefix, lo) = a.split_at(cut);
    let hi = b.strip_prefix(prefix)?;
    let (lo, hi) = (lo.parse().ok()?, hi.parse().ok()?);
    (lo <= hi && hi < 1024).then_some((prefix, lo, hi))
}

/// A whole description.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The ISA's name.
    pub name: String,
    /// Number of register units.
    pub units: u16,
    /// Features.
    pub features: Vec<Feature>,
    /// A feature that is on when all of the others are.
    pub derived: Vec<(usize, Vec<usize>)>,
    /// Features that exclude one another.
    pub conflicts: Vec<(usize, usize)>,
    /// Features that are nothing without another.
    pub requires: Vec<(usize, usize)>,
    /// Architecture names.
    pub archs: Vec<Arch>,
    /// Registers.
    pub regs: Vec<Reg>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Immediates.
    pub imms: Vec<Imm>,
    /// Encoding formats.
    pub formats: Vec<Format>,
    /// The variant that this model is, if the description has several.
    pub variant: String,
    /// Parts of layouts: names and alternatives.
    pub parts: Vec<(String, Vec<Alternative>)>,
    /// Layouts of encodings.
    pub layouts: Vec<Layout>,
    /// Compound operands.
    pub compounds: Vec<Compound>,
    /// Assembly dialects; none means one without peculiarities.
    pub dialects: Vec<Dialect>,
    /// Rows that do the same as another in another form.
    pub alternatives: Vec<Expansion>,
    /// Rows of which an operand is in memory, where another row has it in a register.
    pub folds: Vec<Fold>,
    /// Names of scheduling classes.
    pub scheds: Vec<String>,
    /// Rows.
    pub insts: Vec<Inst>,
    /// Aliases, in order of preference.
    pub aliases: Vec<Expansion>,
    /// What compressed rows stand for.
    pub compressions: Vec<Expansion>,
    /// ABIs.
    pub abis: Vec<Abi>,
    /// Processors.
    pub procs: Vec<Proc>,
    /// Names of features, registers, scheduling classes and rows.
    pub scope: Scope,
    /// Names of classes.
    pub class_names: Names,
    /// Names of immediates.
    pub imm_names: Names,
    /// Names of formats.
    pub format_names: Names,
    /// Names of units that are no registers.
    pub unit_names: Names,
    /// Names of parts.
    pub part_names: Names,
    /// Names of layouts.
    pub layout_names: Names,
    /// Names of compound operands.
    pub compound_names: Names,
    /// Default roles by operand name.
    pub roles: BTreeMap<String, &'static str>,
}
