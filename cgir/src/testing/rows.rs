//! The toy target's tables, by hand.

use targ_info::{
    Abi, Arg, Encoding, Expansion, FeatureDesc, FeatureSet, Fold, ImmDesc, InstDesc, InstFlags, Isa, Opcode,
    OperandDesc, OperandKind, PReg, Proc, ProcClass, RegClass, RegClassDesc, RegDesc, RegSet, Role, SchedClass,
};

/// Reads as zero.
pub const ZERO: PReg = PReg(0);
/// The stack pointer.
pub const SP: PReg = PReg(1);
/// `r0`..`r7`.
pub const R: [PReg; 8] = [PReg(2), PReg(3), PReg(4), PReg(5), PReg(6), PReg(7), PReg(8), PReg(9)];
/// `f0`..`f3`.
pub const F: [PReg; 4] = [PReg(10), PReg(11), PReg(12), PReg(13)];
/// The flags.
pub const FL: PReg = PReg(14);
/// `p0`..`p3`: pairs of general registers.
pub const P: [PReg; 4] = [PReg(15), PReg(16), PReg(17), PReg(18)];

/// General registers.
pub const GPR: RegClass = RegClass(0);
/// `r0`..`r3`.
pub const LOW: RegClass = RegClass(1);
/// Pairs of general registers.
pub const PAIR: RegClass = RegClass(2);
/// Floating-point registers.
pub const FPR: RegClass = RegClass(3);
/// The flags.
pub const FLAGS: RegClass = RegClass(4);

const fn set(bits: u64) -> RegSet {
    RegSet::from_words([bits, 0, 0, 0])
}

const fn reg(name: &'static str, units: u64, enc: u16, class: RegClass) -> RegDesc {
    RegDesc { name, alt_names: &[], units: set(units), enc, dwarf: u16::MAX, class, unwritten: false }
}

static REGS: [RegDesc; 19] = [
    reg("zero", 1, 0, GPR),
    reg("sp", 1 << 1, 1, GPR),
    reg("r0", 1 << 2, 2, GPR),
    reg("r1", 1 << 3, 3, GPR),
    reg("r2", 1 << 4, 4, GPR),
    reg("r3", 1 << 5, 5, GPR),
    reg("r4", 1 << 6, 6, GPR),
    reg("r5", 1 << 7, 7, GPR),
    reg("r6", 1 << 8, 8, GPR),
    reg("r7", 1 << 9, 9, GPR),
    reg("f0", 1 << 10, 0, FPR),
    reg("f1", 1 << 11, 1, FPR),
    reg("f2", 1 << 12, 2, FPR),
    reg("f3", 1 << 13, 3, FPR),
    reg("fl", 1 << 14, 0, FLAGS),
    reg("p0", 3 << 2, 2, PAIR),
    reg("p1", 3 << 4, 4, PAIR),
    reg("p2", 3 << 6, 6, PAIR),
    reg("p3", 3 << 8, 8, PAIR),
];

const fn class(
    name: &'static str,
    members: &'static [PReg],
    units: u64,
    top: RegClass,
    (width, group): (u16, u8),
) -> RegClassDesc {
    RegClassDesc {
        name,
        width,
        members,
        units: set(units),
        top,
        group,
        allocatable: true,
        no_spill: false,
        enc_base: 0,
        encs: 0,
        by_enc: &[],
    }
}

static CLASSES: [RegClassDesc; 5] = [
    class("gpr", &[R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], SP, ZERO], 0x3ff, GPR, (64, 1)),
    class("low", &[R[0], R[1], R[2], R[3]], 0x3c, GPR, (64, 1)),
    class("pair", &P, 0x3fc, GPR, (128, 2)),
    class("fpr", &F, 0x3c00, FPR, (64, 1)),
    RegClassDesc { allocatable: false, no_spill: true, ..class("flags", &[FL], 1 << 14, FLAGS, (64, 1)) },
];

const fn imm(name: &'static str, min: i64, max: i64, bits: u8, pcrel: bool) -> ImmDesc {
    ImmDesc { name, min, max, bits, signed: true, pcrel, ..ImmDesc::PLAIN }
}

static IMMS: [ImmDesc; 4] = [
    imm("s12", -2048, 2047, 12, false),
    imm("any", i64::MIN, i64::MAX, 64, false),
    imm("target", -(1 << 20), (1 << 20) - 1, 21, true),
    imm("off", -(1 << 23), (1 << 23) - 1, 24, false),
];

static FEATURES: [FeatureDesc; 1] =
    [FeatureDesc { name: "ext", what: "the instruction `extop`", version: (1, 0), implies: &[] }];

const S12: OperandKind = OperandKind::Imm(0);
const ANY: OperandKind = OperandKind::Imm(1);
const G: OperandKind = OperandKind::Reg(GPR);
const L: OperandKind = OperandKind::Reg(LOW);
const PR: OperandKind = OperandKind::Reg(PAIR);
const FP: OperandKind = OperandKind::Reg(FPR);

const fn o(name: &'static str, kind: OperandKind, role: Role) -> OperandDesc {
    OperandDesc { name, kind, role, tied: 255, early: false, implicit: false, undef: false }
}
const fn rd(kind: OperandKind) -> OperandDesc {
    o("rd", kind, Role::Result)
}
const fn tied(kind: OperandKind, to: u8) -> OperandDesc {
    OperandDesc { tied: to, ..rd(kind) }
}
const fn a(kind: OperandKind) -> OperandDesc {
    o("rs1", kind, Role::Opnd1)
}
const fn b(kind: OperandKind) -> OperandDesc {
    o("rs2", kind, Role::Opnd2)
}
const fn val(kind: OperandKind) -> OperandDesc {
    o("val", kind, Role::StoreVal)
}
const TARGET: OperandDesc = o("target", OperandKind::Target(2), Role::Target);
const VAR: OperandDesc = o("rest", OperandKind::Variadic, Role::Opnd3);
const BASE: OperandDesc = o("base", G, Role::Base);
/// Wide enough for any frame of a test.
const OFF: OperandDesc = o("off", OperandKind::Imm(3), Role::Offset);
const FLAG_OUT: OperandDesc = OperandDesc { implicit: true, ..o("fl", OperandKind::Fixed(FL), Role::Result) };
const FLAG_IN: OperandDesc = OperandDesc { implicit: true, ..o("fl", OperandKind::Fixed(FL), Role::State) };

const ALU: &[OperandDesc] = &[rd(G), a(G), b(G)];
const ALUI: &[OperandDesc] = &[rd(G), a(G), b(S12)];
const BR2: &[OperandDesc] = &[a(G), b(G), TARGET];
const BRF: &[OperandDesc] = &[FLAG_IN, TARGET];

const fn row(name: &'static str, results: u8, operands: &'static [OperandDesc], flags: InstFlags, s: u8) -> InstDesc {
    InstDesc {
        name,
        asm: name,
        results,
        operands,
        flags,
        needs: FeatureSet::NONE,
        excludes: FeatureSet::NONE,
        sched: SchedClass(s),
        mem_bytes: if s == 2 { 8 } else { 0 },
        encoding: Encoding { size: 4, bits: 0, mask: 0, pieces: &[], layout: None },
        compressed: &[],
    }
}

const NO: InstFlags = InstFlags::empty();
const COND: InstFlags = InstFlags::BRANCH.union(InstFlags::CONDITIONAL);
const JUMP: InstFlags = InstFlags::BRANCH.union(InstFlags::NO_FALLTHROUGH);

macro_rules! rows {
    ($($(#[$doc:meta])* $id:ident = $row:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($id),* }
        /// Opcodes of the toy target.
        pub mod op {
            use super::{Number, Opcode};
            $($(#[$doc])* pub const $id: Opcode = Opcode(Number::$id as u16);)*
        }
        static INSTS: &[InstDesc] = &[$($row),*];
    };
}

rows! {
    /// Results: the parameters.
    ENTRY = row("entry", 1, &[VAR], InstFlags::PSEUDO.union(InstFlags::EFFECT), 0);
    /// `call target, args...`.
    CALL = row("call", 1, &[VAR, TARGET, VAR], InstFlags::CALL, 4);
    /// Return.
    RET = row("ret", 0, &[VAR], InstFlags::RETURN.union(InstFlags::NO_FALLTHROUGH), 3);
    /// Inline assembly: everything by constraints.
    ASM = row("asm", 1, &[VAR, VAR], InstFlags::EFFECT, 0);
    /// Load a constant.
    LI = row("li", 1, &[rd(G), o("imm", ANY, Role::Opnd1)], InstFlags::REMAT, 0);
    /// Load an address.
    LA = row("la", 1, &[rd(G), o("sym", ANY, Role::Opnd1)], InstFlags::REMAT, 0);
    /// Address of a frame object: base `sp`, offset.
    LEA = row("lea", 1, &[rd(G), BASE, OFF], NO, 0);
    /// Copy.
    MV = row("mv", 1, &[rd(G), a(G)], InstFlags::MOVE, 0);
    /// Copy of a pair.
    MVP = row("mvp", 1, &[rd(PR), a(PR)], InstFlags::MOVE, 0);
    /// Copy of a double.
    FMV = row("fmv", 1, &[rd(FP), a(FP)], InstFlags::MOVE, 0);
    /// Addition.
    ADD = row("add", 1, ALU, InstFlags::COMMUTES, 0);
    /// Addition of a constant.
    ADDI = row("addi", 1, ALUI, NO, 0);
    /// Subtraction.
    SUB = row("sub", 1, ALU, NO, 0);
    /// Exclusive or.
    XOR = row("xor", 1, ALU, InstFlags::COMMUTES, 0);
    /// Multiplication.
    MUL = row("mul", 1, ALU, InstFlags::COMMUTES, 1);
    /// Two-operand addition: the result equals the first operand.
    ADD2 = row("add2", 1, &[tied(G, 1), a(G), b(G)], InstFlags::COMMUTES, 0);
    /// Shift by `r2`, two-operand.
    SHL = row("shl", 1, &[tied(G, 1), a(G), b(OperandKind::Fixed(R[2]))], NO, 0);
    /// Quotient in `r0`, remainder in `r1`, of `r0` and any register.
    DIV = row("div", 2, &[
        o("q", OperandKind::Fixed(R[0]), Role::Result), o("r", OperandKind::Fixed(R[1]), Role::Result),
        a(OperandKind::Fixed(R[0])), b(G)], InstFlags::NO_SPECULATE, 1);
    /// Wide multiplication: a pair.
    MULP = row("mulp", 1, &[rd(PR), a(G), b(G)], InstFlags::COMMUTES, 1);
    /// High half of a pair.
    HI = row("hi", 1, &[rd(G), a(PR)], NO, 0);
    /// Adds a constant to a register of `low`.
    LOWOP = row("lowop", 1, &[rd(L), a(L), b(S12)], NO, 0);
    /// A sum whose result is written early.
    EARLY = row("early", 1, &[OperandDesc { early: true, ..rd(G) }, a(G), b(G)], NO, 0);
    /// Exchanges two registers.
    XCHG = row("xchg", 2, &[tied(G, 2), tied(G, 3), a(G), b(G)], NO, 0);
    /// Exchanges two pairs.
    XCHGP = row("xchgp", 2, &[tied(PR, 2), tied(PR, 3), a(PR), b(PR)], NO, 0);
    /// Exchanges two doubles.
    FXCHG = row("fxchg", 2, &[tied(FP, 2), tied(FP, 3), a(FP), b(FP)], NO, 0);
    /// Compares: sets the flags.
    CMP = row("cmp", 1, &[FLAG_OUT, a(G), b(G)], NO, 0);
    /// Branch if the flags are set.
    BCS = row("bcs", 0, BRF, COND, 3);
    /// Branch if the flags are clear.
    BCC = row("bcc", 0, BRF, COND, 3);
    /// Branch if equal.
    BEQ = row("beq", 0, BR2, COND, 3);
    /// Branch if not equal.
    BNE = row("bne", 0, BR2, COND, 3);
    /// Jump.
    JMP = row("jmp", 0, &[TARGET], JUMP, 3);
    /// Jump through a table: index, table.
    JTAB = row("jtab", 0, &[a(G), o("table", ANY, Role::Opnd2)], JUMP.union(InstFlags::INDIRECT), 3);
    /// Load.
    LD = row("ld", 1, &[rd(G), BASE, OFF], InstFlags::LOAD, 2);
    /// Addition of a value in memory.
    ADDM = InstDesc { mem_bytes: 8, ..row("addm", 1, &[rd(G), a(G), BASE, OFF], InstFlags::LOAD, 2) };
    /// Store.
    ST = row("st", 0, &[val(G), BASE, OFF], InstFlags::STORE, 2);
    /// Load of a pair.
    LDP = InstDesc { mem_bytes: 16, ..row("ldp", 1, &[rd(PR), BASE, OFF], InstFlags::LOAD, 2) };
    /// Store of a pair.
    STP = InstDesc { mem_bytes: 16, ..row("stp", 0, &[val(PR), BASE, OFF], InstFlags::STORE, 2) };
    /// Load of a double.
    FLD = row("fld", 1, &[rd(FP), BASE, OFF], InstFlags::LOAD, 2);
    /// Store of a double.
    FST = row("fst", 0, &[val(FP), BASE, OFF], InstFlags::STORE, 2);
    /// Addition of doubles.
    FADD = row("fadd", 1, &[rd(FP), a(FP), b(FP)], InstFlags::COMMUTES, 1);
    /// A double from a general register.
    FCVT = row("fcvt", 1, &[rd(FP), a(G)], NO, 1);
    /// Orders memory.
    FENCE = row("fence", 0, &[], InstFlags::EFFECT.union(InstFlags::FENCE), 0);
    /// Needs the feature `ext`.
    EXTOP = InstDesc { needs: FeatureSet([1, 0, 0, 0]), ..row("extop", 1, ALU, NO, 0) };
}

/// The convention: see the module.
pub static ABI: Abi = Abi {
    name: "toy",
    xlen: 64,
    flen: 64,
    data_layout: "e-p:64:64-i64:64-n64-S128",
    int_args: &[R[0], R[1], R[2]],
    fp_args: &[F[0], F[1]],
    int_results: &[R[0], R[1]],
    fp_results: &[F[0]],
    callee_saved: set(0xf << 6 | 1 << 13),
    reserved: set(3 | 1 << 14),
    sp: SP,
    fp: R[7],
    bp: R[6],
    ra: None,
    zero: Some(ZERO),
    tp: None,
    stack_align: 16,
    scratch: R[3],
    needs: FeatureSet::NONE,
    default_when: FeatureSet::NONE,
    conventions: &[],
};

const fn cost(latency: u8, units: u16, busy: u8) -> ProcClass {
    ProcClass { latency, units, busy }
}

/// Two ways wide: two ALUs, a multiplier, a load/store unit, a branch unit.
pub static PROC: Proc = Proc {
    name: "toy",
    features: FeatureSet::NONE,
    issue_width: 2,
    out_of_order: false,
    taken_branch: 1,
    mispredict: 4,
    units: &[("alu", 2), ("mul", 1), ("mem", 1), ("br", 1)],
    classes: &[cost(1, 1, 1), cost(3, 2, 1), cost(2, 4, 1), cost(1, 8, 1), cost(1, 8, 1)],
    fusion: &[],
};

/// Where the folds of each row start: one has a fold.
static FOLD_START: [u16; INSTS.len() + 1] = {
    let mut starts = [0; INSTS.len() + 1];
    let mut op = op::ADD.0 as usize + 1;
    while op < starts.len() {
        starts[op] = 1;
        op += 1;
    }
    starts
};

/// The instruction set.
pub static ISA: Isa = Isa {
    name: "toy",
    units: 15,
    regs: &REGS,
    classes: &CLASSES,
    insts: INSTS,
    imms: &IMMS,
    features: &FEATURES,
    sched_classes: &["alu", "mul", "mem", "branch", "call"],
    abis: std::slice::from_ref(&ABI),
    procs: std::slice::from_ref(&PROC),
    folds: &[Fold { reg: op::ADD, operand: 2, mem: op::ADDM, loads: true, stores: false }],
    fold_start: &FOLD_START,
    same: &[Expansion {
        from: op::ADD2,
        to: op::ADD,
        args: &[Arg::Operand(0), Arg::Operand(1), Arg::Operand(2)],
        print: false,
    }],
    ..Isa::EMPTY
};
