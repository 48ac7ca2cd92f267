//! The shapes of the generated tables: registers, classes, operands, instructions, ABIs, processors.

use crate::{Layout, Placed, RegSet, Target};

/// A physical register: an index into [`Isa::regs`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PReg(pub u16);

/// A register class: an index into [`Isa::classes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegClass(pub u8);

/// An instruction: an index into [`Isa::insts`]. The generator makes a constant for each (`riscv::op::ADDI`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opcode(pub u16);

/// A scheduling class: an index into [`Isa::sched_classes`] and into [`Proc::classes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SchedClass(pub u8);

/// An ISA extension or tuning flag: an index into [`Isa::features`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature(pub u8);

/// A set of [`Feature`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FeatureSet(pub [u64; 4]);

impl FeatureSet {
    /// No feature.
    pub const NONE: FeatureSet = FeatureSet([0; 4]);
    /// Is the feature in the set?
    #[inline]
    pub const fn has(&self, f: Feature) -> bool {
        self.0[f.0 as usize / 64] >> (f.0 % 64) & 1 != 0
    }
    /// Adds a feature.
    pub fn insert(&mut self, f: Feature) {
        self.0[f.0 as usize / 64] |= 1 << (f.0 % 64);
    }
    /// Removes a feature.
    pub fn remove(&mut self, f: Feature) {
        self.0[f.0 as usize / 64] &= !(1 << (f.0 % 64));
    }
    /// Is every feature of `other` in this set?
    pub fn contains(&self, other: &FeatureSet) -> bool {
        self.0.iter().zip(other.0).all(|(a, b)| b & !a == 0)
    }
}

/// One ISA: everything its `.isa` files say.
pub struct Isa {
    /// Its name, as its description files are called (`riscv`).
    pub name: &'static str,
    /// How many register units there are.
    pub units: u16,
    /// All physical registers, indexed by [`PReg`].
    pub regs: &'static [RegDesc],
    /// All register classes, indexed by [`RegClass`].
    pub classes: &'static [RegClassDesc],
    /// All instructions, pseudos and aliases, indexed by [`Opcode`].
    pub insts: &'static [InstDesc],
    /// All immediate kinds, indexed by [`OperandKind::Imm`].
    pub imms: &'static [ImmDesc],
    /// All features, indexed by [`Feature`].
    pub features: &'static [FeatureDesc],
    /// Names of scheduling classes, indexed by [`SchedClass`].
    pub sched_classes: &'static [&'static str],
    /// All ABIs of this ISA.
    pub abis: &'static [Abi],
    /// All processors of this ISA; the first is the default.
    pub procs: &'static [Proc],
    /// Features that are on when all of a set are (the compressed FP loads when C and F are there).
    pub derived: &'static [(Feature, FeatureSet)],
    /// Features that exclude one another.
    pub conflicts: &'static [(Feature, Feature)],
    /// Features (first) that are nothing without another, but do not imply it.
    pub requires: &'static [(Feature, Feature)],
    /// Architecture names of triples.
    pub archs: &'static [ArchDesc],
    /// What alias rows stand for, sorted by [`Expansion::to`]; preferred ones first.
    pub aliases: &'static [Expansion],
    /// By opcode: where its part of `aliases` starts. One longer than `insts`.
    pub alias_start: &'static [u16],
    /// What compressed rows stand for, sorted by [`Expansion::to`]; preferred ones first.
    pub compressions: &'static [Expansion],
    /// By opcode: where its part of `compressions` starts. One longer than `insts`.
    pub compression_start: &'static [u16],
    /// By opcode: the index in `aliases` (for alias rows) or `compressions` of what the row stands for; `u16::MAX` if it
    /// stands for itself.
    pub stands_for: &'static [u16],
    /// The decoder's index, a group for each size, smallest first.
    pub decode: &'static [DecodeGroup],
    /// By opcode: the assembly template in parts; the first is the mnemonic, with a tab if operands follow.
    pub asm: &'static [&'static [AsmPart]],
    /// Rows by mnemonic, sorted; pseudos are not among them.
    pub mnemonics: &'static [(&'static str, &'static [Opcode])],
    /// Layouts of encodings of varying length, indexed by [`Placed::layout`].
    pub layouts: &'static [Layout],
    /// Assembly dialects, the first of which is what `asm` and `mnemonics` are; empty if there is but one.
    pub dialects: &'static [Dialect],
    /// Rows with an operand in memory, sorted by [`Fold::reg`] and [`Fold::operand`].
    pub folds: &'static [Fold],
    /// By opcode: where its part of `folds` starts. One longer than `insts`.
    pub fold_start: &'static [u16],
    /// Rows that do the same as another, sorted by [`Expansion::from`]. The first result of both is the same; results that
    /// the other row lacks (flags) are not there afterwards. An operand may be of a narrower or wider class than the
    /// register that it names: the same storage is meant ([`Isa::view`]).
    pub same: &'static [Expansion],
}

/// An assembly dialect.
pub struct Dialect {
    /// Its name.
    pub name: &'static str,
    /// What stands before a register.
    pub reg: &'static str,
    /// What stands before an immediate.
    pub imm: &'static str,
    /// The directive from which on an assembler reads it, and the directive's operand.
    pub directive: (&'static str, &'static str),
    /// Addresses are written with brackets and signs, rather than parentheses and commas.
    pub brackets: bool,
    /// Words for the width of what is accessed.
    pub sizes: &'static [(u8, &'static str)],
    /// Letters at the end of mnemonics that may be left out where operands tell the width.
    pub suffixes: &'static [&'static str],
    /// As [`Isa::asm`].
    pub asm: &'static [&'static [AsmPart]],
    /// As [`Isa::mnemonics`].
    pub mnemonics: &'static [(&'static str, &'static [Opcode])],
}

/// A row that has an operand in memory where another has it in a register. The address operands (base, scale and so on)
/// stand in its place; all else is in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The row with registers.
    pub reg: Opcode,
    /// Its operand or result that may be in memory. A tied result takes the operand that it is tied to with it.
    pub operand: u8,
    /// The row with that in memory.
    pub mem: Opcode,
    /// Memory is read.
    pub loads: bool,
    /// Memory is written.
    pub stores: bool,
}

/// A part of an assembly template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmPart {
    /// Text that stands as it is.
    Text(&'static str),
    /// The operand with this index.
    Operand(u8),
    /// A comma and the operand with this index, left out when it has its default value.
    Optional(u8),
    /// The address whose operands start with this one.
    Address(u8),
}

/// An architecture name of triples.
pub struct ArchDesc {
    /// Its name (`riscv64`).
    pub name: &'static str,
    /// What `-march` calls it too (`x86-64`); otherwise the name again.
    pub march: &'static str,
    /// Features that the name alone gives.
    pub features: FeatureSet,
    /// The triple when none is given.
    pub triple: &'static str,
    /// Little endian?
    pub little_endian: bool,
}

/// An operand of the row that an alias or a compressed row stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// That operand of the alias or compressed row.
    Operand(u8),
    /// This register.
    Reg(PReg),
    /// This value.
    Imm(i64),
}

/// `from` stands for `to` with these operands.
pub struct Expansion {
    /// The alias or compressed row.
    pub from: Opcode,
    /// The row that it stands for.
    pub to: Opcode,
    /// One for each operand of `to`.
    pub args: &'static [Arg],
    /// The printer prefers it to `to`.
    pub print: bool,
}

/// Rows of one size, indexed by the bits that all of them fix.
pub struct DecodeGroup {
    /// Size in bytes.
    pub size: u8,
    /// The bits of a word that make its key.
    pub key_mask: u64,
    /// Sorted keys, each with a range of `rows`.
    pub keys: &'static [(u64, u16, u16)],
    /// Rows by key, more specific ones first.
    pub rows: &'static [Opcode],
}

impl Isa {
    /// An ISA without anything, of which hand-made ones for tests fill in what they need.
    pub const EMPTY: Isa = Isa {
        name: "",
        units: 0,
        regs: &[],
        classes: &[],
        insts: &[],
        imms: &[],
        features: &[],
        sched_classes: &[],
        abis: &[],
        procs: &[],
        derived: &[],
        conflicts: &[],
        requires: &[],
        archs: &[],
        aliases: &[],
        alias_start: &[],
        compressions: &[],
        compression_start: &[],
        stands_for: &[],
        decode: &[],
        asm: &[],
        mnemonics: &[],
        layouts: &[],
        dialects: &[],
        folds: &[],
        fold_start: &[],
        same: &[],
    };
    /// The row of an instruction.
    #[inline]
    pub fn inst(&self, op: Opcode) -> &'static InstDesc {
        &self.insts[op.0 as usize]
    }
    /// The row of a register.
    #[inline]
    pub fn reg(&self, r: PReg) -> &'static RegDesc {
        &self.regs[r.0 as usize]
    }
    /// The row of a register class.
    #[inline]
    pub fn class(&self, c: RegClass) -> &'static RegClassDesc {
        &self.classes[c.0 as usize]
    }
    /// Is the register a member of the class?
    #[inline]
    pub fn is_member(&self, c: RegClass, r: PReg) -> bool {
        let d = self.class(c);
        // Mostly its number in encodings tells, without a look at the list.
        d.member(self.reg(r).enc.into()) == Some(r) || d.members.contains(&r)
    }
    /// A register by its printed name or one of its other names (`x10`, `a0`).
    pub fn reg_by_name(&self, name: &str) -> Option<PReg> {
        let hit = |r: &RegDesc| r.name == name || r.alt_names.contains(&name);
        self.regs.iter().position(hit).map(|i| PReg(i as u16))
    }
    /// The rows that have an operand of this one in memory.
    pub fn folds_of(&self, op: Opcode) -> &'static [Fold] {
        let at = |i: u16| self.fold_start.get(i as usize).copied().unwrap_or(0) as usize;
        self.folds.get(at(op.0)..at(op.0 + 1)).unwrap_or(&[])
    }
    /// The rows that do the same as this one in another form.
    pub fn same_as(&self, op: Opcode) -> &'static [Expansion] {
        let start = self.same.partition_point(|e| e.from < op);
        let len = self.same[start..].partition_point(|e| e.from == op);
        &self.same[start..start + len]
    }
    /// The register of a class which is the low part of another one, or of which that is the low part: `al`, `eax` and
    /// `rax` are views of each other.
    pub fn view(&self, r: PReg, class: RegClass) -> Option<PReg> {
        let from = self.reg(r);
        let v = self.class(class).member(from.enc.into())?;
        self.reg(v).units.intersects(from.units).then_some(v)
    }
    /// An instruction by its row name (`ADDI`'s row is named `addi`), for the text form of CGIR.
    pub fn inst_by_name(&self, name: &str) -> Option<Opcode> {
        self.insts.iter().position(|i| i.name == name).map(|i| Opcode(i as u16))
    }
}

/// A physical register.
pub struct RegDesc {
    /// Name printed in assembly (`a0`).
    pub name: &'static str,
    /// Other names that the assembler accepts (`x10`).
    pub alt_names: &'static [&'static str],
    /// The units that it consists of.
    pub units: RegSet,
    /// Its number in encodings.
    pub enc: u16,
    /// Its DWARF number; `u16::MAX` if it has none.
    pub dwarf: u16,
    /// The largest class that it is a member of.
    pub class: RegClass,
    /// A place-holder for no register, which assembly leaves out.
    pub unwritten: bool,
}

/// A register class or sub-class: registers that an operand may take.
pub struct RegClassDesc {
    /// Its name (`gpr`).
    pub name: &'static str,
    /// Width in bits of a member; 0 means the target's XLEN.
    pub width: u16,
    /// Its members, in order of preference for allocation when nothing else decides.
    pub members: &'static [PReg],
    /// The units of all members.
    pub units: RegSet,
    /// The class it is a sub-class of; itself for a top class. Only top classes are colours for an allocator's budget.
    pub top: RegClass,
    /// Units of its top class that a member takes from an allocator: 8 for a register group of eight, those of the whole
    /// register for a part of it.
    pub group: u8,
    /// May an allocator use it? Flags and control registers are classes too, but nobody allocates them.
    pub allocatable: bool,
    /// Values of this class are never spilled (flags): they are recomputed.
    pub no_spill: bool,
    /// What is added to a field of this class when it is decoded (8 for the compressed registers of RISC-V).
    pub enc_base: u16,
    /// The encodings of its members, as a bit set.
    pub encs: u64,
    /// Its members by their number in encodings, with anything where there is none.
    pub by_enc: &'static [PReg],
}

impl RegClassDesc {
    /// The member with this number in encodings.
    #[inline]
    pub fn member(&self, enc: i64) -> Option<PReg> {
        let is_member = (0..64).contains(&enc) && self.encs >> enc & 1 != 0;
        if is_member { self.by_enc.get(enc as usize).copied() } else { None }
    }
}

/// An immediate operand's range. A value fits if it is within `min..=max`, is a multiple of `1 << shift`, and is not
/// zero when `nonzero`.
pub struct ImmDesc {
    /// Its name (`s12`).
    pub name: &'static str,
    /// Smallest value.
    pub min: i64,
    /// Largest value.
    pub max: i64,
    /// Low bits that must be zero.
    pub shift: u8,
    /// Zero is excluded.
    pub nonzero: bool,
    /// Width of its field in bits, after the shift.
    pub bits: u8,
    /// Sign-extended when decoded.
    pub signed: bool,
    /// The value is a distance from the instruction (branch and jump targets, pc-relative parts).
    pub pcrel: bool,
    /// If not 0, values are written modulo two to this power (`c.lui` takes 0xfffe0 for -32).
    pub wrap: u8,
    /// The field's top bit may be set only with this feature (shift amounts above 31).
    pub msb: Option<Feature>,
    /// Names of values (rounding modes, fence sets); empty for numbers.
    pub names: &'static [(i64, &'static str)],
    /// The value that is not printed, and that an omitted operand has.
    pub default: Option<i64>,
    /// Printed as a suffix of the mnemonic (`.aqrl`).
    pub suffix: bool,
    /// Only the named values are legal.
    pub closed: bool,
    /// What is subtracted from a distance before it is encoded: the value counts from the start of the instruction, its
    /// field from the end.
    pub bias: i64,
    /// The assembler takes the unsigned spelling of a negative value, too.
    pub loose: bool,
}

impl ImmDesc {
    /// A plain number of no bits, from which hand-made ones for tests differ.
    pub const PLAIN: ImmDesc = ImmDesc {
        name: "",
        min: 0,
        max: 0,
        shift: 0,
        nonzero: false,
        bits: 0,
        signed: false,
        pcrel: false,
        wrap: 0,
        msb: None,
        names: &[],
        default: None,
        suffix: false,
        closed: false,
        bias: 0,
        loose: false,
    };
    /// Does the value fit?
    pub const fn fits(&self, v: i64) -> bool {
        let v = self.signed_value(v);
        v >= self.min && v <= self.max && v & ((1 << self.shift) - 1) == 0 && !(self.nonzero && v == 0)
    }
    /// The signed value of a wrapped one; a value outside the modulus stays, and does not fit.
    pub const fn signed_value(&self, v: i64) -> i64 {
        match self.wrap {
            0 => v,
            w if v >= 0 && v >> w == 0 => v << (64 - w) >> (64 - w),
            _ => i64::MAX,
        }
    }
    /// Does the value fit, given the features in force?
    pub fn fits_with(&self, v: i64, features: &FeatureSet) -> bool {
        let top = v >> (self.bits + self.shift - 1) & 1 != 0;
        let named = !self.closed || self.names.iter().any(|n| n.0 == v);
        let fits = named && self.fits(v);
        fits && match self.msb {
            Some(f) => !top || features.has(f),
            None => true,
        }
    }
}

/// A feature: an ISA extension or a tuning flag.
pub struct FeatureDesc {
    /// Its name in `-mattr` (`zba`).
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// Default version, for ISA strings and attributes.
    pub version: (u8, u8),
    /// Features that it implies, directly.
    pub implies: &'static [Feature],
}

/// What an operand may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A register of the class.
    Reg(RegClass),
    /// This register and no other: a single-register sub-class.
    Fixed(PReg),
    /// An immediate of the kind (index into [`Isa::imms`]), or a symbol whose relocation fills its field.
    Imm(u16),
    /// A code label or symbol: a branch's or call's target; the immediate kind gives the range.
    Target(u16),
    /// Any number of further operands, constrained one by one (calls, returns, inline asm). Only the last of its group.
    Variadic,
}

/// What an operand means. Operands are looked up by meaning, never by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A result.
    Result,
    /// First source.
    Opnd1,
    /// Second source.
    Opnd2,
    /// Third source.
    Opnd3,
    /// Address base.
    Base,
    /// Address offset.
    Offset,
    /// Address index.
    Index,
    /// Scale of the index.
    Scale,
    /// Value that is stored.
    StoreVal,
    /// Target of a branch or call.
    Target,
    /// Rounding mode.
    Round,
    /// Memory ordering bits.
    Order,
    /// Vector mask.
    Mask,
    /// Vector length or configuration.
    Config,
    /// Flags, carries and other implicit state.
    State,
    /// Condition of a select.
    Cond,
    /// A select's value when the condition holds.
    TrueVal,
    /// A select's value when it does not.
    FalseVal,
    /// Segment of an address.
    Segment,
}

/// One operand or result of a row.
pub struct OperandDesc {
    /// Its name in the row's assembly string (`rs1`).
    pub name: &'static str,
    /// What it may be.
    pub kind: OperandKind,
    /// What it means.
    pub role: Role,
    /// For a result: the index (in the row's whole operand list) of the operand that it must equal; 255 if none.
    pub tied: u8,
    /// A result that is written before all operands are read: it shares no register with any of them.
    pub early: bool,
    /// Not printed and not encoded: implicit state.
    pub implicit: bool,
    /// A result without a meaning: the register is overwritten with nobody knows what.
    pub undef: bool,
}

bitflags::bitflags! {
    /// What is true of an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct InstFlags: u32 {
        /// `Opnd1` and `Opnd2` may be exchanged.
        const COMMUTES = 1 << 0;
        /// Reads memory.
        const LOAD = 1 << 1;
        /// Writes memory.
        const STORE = 1 << 2;
        /// Ends a block: jumps to a `Target` operand or through a register.
        const BRANCH = 1 << 3;
        /// A branch that may fall through.
        const CONDITIONAL = 1 << 4;
        /// Calls.
        const CALL = 1 << 5;
        /// Returns from the function.
        const RETURN = 1 << 6;
        /// Control never passes it (unconditional branches, returns, traps).
        const NO_FALLTHROUGH = 1 << 7;
        /// A branch through a register.
        const INDIRECT = 1 << 8;
        /// Can be rebuilt anywhere: all register operands are constant registers, and it reads no memory that changes.
        const REMAT = 1 << 9;
        /// Copies `Opnd1` to its result, bit for bit.
        const MOVE = 1 << 10;
        /// Has an effect that its operands do not show; never deleted, never moved over another such.
        const EFFECT = 1 << 11;
        /// Orders memory: loads and stores stay on their side.
        const FENCE = 1 << 12;
        /// Not a machine instruction: something expands it before emission.
        const PSEUDO = 1 << 13;
        /// Only for the assembler and printer; never made by expansion.
        const ALIAS = 1 << 14;
        /// Too slow to execute speculatively, or may trap.
        const NO_SPECULATE = 1 << 15;
        /// A label or marker without bytes.
        const NO_BYTES = 1 << 16;
        /// Its result is all of its register class' width sign-extended from bit 31.
        const SEXT32 = 1 << 17;
        /// Its result is zero-extended from 32 bits.
        const ZEXT32 = 1 << 18;
        /// Its result is 0 or 1.
        const BOOL = 1 << 19;
        /// The result's low 32 bits depend only on the low 32 bits of its operands.
        const LOW32 = 1 << 20;
        /// Loads sign-extend (else zero-extend) sub-register results.
        const LOAD_SIGNED = 1 << 21;
        /// The flags that it leaves say whether its first result is zero, and whether it is negative.
        const TESTS_ZERO = 1 << 22;
        /// The flags that it leaves are those of comparing its first result with zero, all of them.
        const TESTS_ALL = 1 << 23;
        /// Its memory operand must be aligned to its size.
        const ALIGNED = 1 << 24;
        /// The part of the result's register that its class does not name is that of `Opnd1`.
        const KEEPS_UPPER = 1 << 25;
        /// Nothing is to be done if result and operand are parts of one register, whatever their widths.
        const SHARES = 1 << 26;
    }
}

impl InstFlags {
    /// What does more than make its results, so that it stays where it is even if nothing reads these.
    pub const ACTS: InstFlags = InstFlags::STORE
        .union(InstFlags::EFFECT)
        .union(InstFlags::BRANCH)
        .union(InstFlags::CALL)
        .union(InstFlags::RETURN)
        .union(InstFlags::FENCE)
        .union(InstFlags::NO_FALLTHROUGH);
}

/// One instruction, pseudo or alias.
pub struct InstDesc {
    /// Row name, unique in the ISA; a mnemonic, with a suffix after `@` where forms of one mnemonic differ.
    pub name: &'static str,
    /// Assembly: mnemonic, then operands in braces (`addi {rd}, {rs1}, {imm}`).
    pub asm: &'static str,
    /// How many of `operands` are results; they come first.
    pub results: u8,
    /// Results, then operands.
    pub operands: &'static [OperandDesc],
    /// What is true of it.
    pub flags: InstFlags,
    /// Features that it needs, all of them.
    pub needs: FeatureSet,
    /// Features that must be absent (RV32-only and RV64-only rows are expressed with features too).
    pub excludes: FeatureSet,
    /// Scheduling class.
    pub sched: SchedClass,
    /// Bytes that a load or store accesses; 0 if none or variable.
    pub mem_bytes: u8,
    /// How it is encoded.
    pub encoding: Encoding,
    /// Compressed rows that it may shrink to, in order of preference.
    pub compressed: &'static [Opcode],
}

impl InstDesc {
    /// The index of the first operand with this meaning.
    #[inline]
    pub fn role(&self, role: Role) -> Option<usize> {
        self.operands.iter().position(|o| o.role == role)
    }
    /// Has it all these flags?
    #[inline]
    pub fn is(&self, flags: InstFlags) -> bool {
        self.flags.contains(flags)
    }
    /// Is it available with these features?
    pub fn available(&self, features: &FeatureSet) -> bool {
        let none = |a: &FeatureSet, b: &FeatureSet| a.0.iter().zip(b.0).all(|(x, y)| x & y == 0);
        features.contains(&self.needs) && none(features, &self.excludes)
    }
}

/// How an instruction is encoded.
pub struct Encoding {
    /// Size in bytes; 0 for pseudos, and where there is a layout.
    pub size: u8,
    /// The fixed bits.
    pub bits: u64,
    /// Which bits are fixed, for the decoder.
    pub mask: u64,
    /// Where the operands go.
    pub pieces: &'static [Piece],
    /// For rows of varying length, how they are laid out; all else is empty then.
    pub layout: Option<Placed>,
}

impl Encoding {
    /// Is there one? Pseudos and aliases have none.
    pub const fn exists(&self) -> bool {
        self.size != 0 || self.layout.is_some()
    }
}

/// A run of bits of an operand's value and its place in the instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Index in the row's operand list.
    pub operand: u8,
    /// Lowest bit of the value.
    pub from: u8,
    /// How many bits.
    pub len: u8,
    /// Lowest bit in the word.
    pub to: u8,
}

/// A calling convention and what surrounds it.
pub struct Abi {
    /// Its name in `-mabi` (`lp64d`).
    pub name: &'static str,
    /// Bits of a general register and of a pointer.
    pub xlen: u16,
    /// Widest floating-point value passed in a floating-point register, in bits; 0 for soft float ABIs.
    pub flen: u16,
    /// Data layout in LLVM's notation.
    pub data_layout: &'static str,
    /// Integer argument registers.
    pub int_args: &'static [PReg],
    /// Floating-point argument registers.
    pub fp_args: &'static [PReg],
    /// Integer result registers.
    pub int_results: &'static [PReg],
    /// Floating-point result registers.
    pub fp_results: &'static [PReg],
    /// Callee-saved registers.
    pub callee_saved: RegSet,
    /// Registers that no allocator may touch (sp, gp, tp, zero).
    pub reserved: RegSet,
    /// Stack pointer.
    pub sp: PReg,
    /// Frame pointer, when there is one.
    pub fp: PReg,
    /// Base pointer for realigned frames with dynamic allocation.
    pub bp: PReg,
    /// Return address register, if the machine has one.
    pub ra: Option<PReg>,
    /// A register that reads as zero.
    pub zero: Option<PReg>,
    /// Thread pointer.
    pub tp: Option<PReg>,
    /// Stack alignment in bytes.
    pub stack_align: u32,
    /// A register for late needs when nothing is free (far branches), not used by the calling convention.
    pub scratch: PReg,
    /// Features that it cannot do without.
    pub needs: FeatureSet,
    /// The first ABI all of whose `default_when` are in force is the default.
    pub default_when: FeatureSet,
    /// Other calling conventions that functions may have.
    pub conventions: &'static [Convention],
}

/// A calling convention beside the ABI's own.
pub struct Convention {
    /// Its name.
    pub name: &'static str,
    /// Integer argument registers.
    pub int_args: &'static [PReg],
    /// Floating-point argument registers.
    pub fp_args: &'static [PReg],
    /// Integer result registers.
    pub int_results: &'static [PReg],
    /// Floating-point result registers.
    pub fp_results: &'static [PReg],
    /// Callee-saved registers.
    pub callee_saved: RegSet,
    /// The callee takes its arguments off the stack.
    pub callee_pops: bool,
    /// Calls in tail position are jumps whatever their arguments are: a caller moves its return address to where the callee's
    /// arguments begin. Areas of arguments are padded so that this keeps the stack aligned.
    pub tail_calls: bool,
    /// No argument is on the stack: what has no register cannot be passed.
    pub no_stack: bool,
    /// Its numbers in LLVM IR.
    pub numbers: &'static [u32],
}

impl Abi {
    /// The convention of a number of LLVM IR, where it is another than the ABI's own.
    pub fn convention(&self, number: u32) -> Option<&'static Convention> {
        self.conventions.iter().find(|c| c.numbers.contains(&number))
    }
    /// The registers that functions of a convention hand back as they got them.
    pub fn saved_by(&self, number: u32) -> RegSet {
        self.convention(number).map_or(self.callee_saved, |c| c.callee_saved)
    }
}

/// A processor: what the scheduler asks.
pub struct Proc {
    /// Its name in `-mcpu`.
    pub name: &'static str,
    /// Features that it has (empty for generic ones: the ISA string decides).
    pub features: FeatureSet,
    /// Instructions that issue in a cycle.
    pub issue_width: u8,
    /// Issues out of order.
    pub out_of_order: bool,
    /// Cycles lost by a taken branch, and by a mispredicted one.
    pub taken_branch: u8,
    /// Cycles lost by a mispredicted branch.
    pub mispredict: u8,
    /// Names of the units, and how many there are of each.
    pub units: &'static [(&'static str, u8)],
    /// By [`SchedClass`].
    pub classes: &'static [ProcClass],
    /// Pairs of rows that fuse when adjacent (first, second).
    pub fusion: &'static [(Opcode, Opcode)],
}

/// What a scheduling class costs on a processor.
pub struct ProcClass {
    /// Cycles from issue until the result can be used.
    pub latency: u8,
    /// Bit mask over [`Proc::units`] of those that can take it; 0 means any.
    pub units: u16,
    /// Cycles that it keeps a unit busy.
    pub busy: u8,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.isa.name, self.abi.name, self.proc.name)
    }
}
