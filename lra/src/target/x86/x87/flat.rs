//! Which rows of the stack do the work of a row on flat registers.
//!
//! In names of rows, `.0` gives its result to the top, `.i` to another place, `.p` to another place and pops. Subtraction and
//! division have reverses, so that either operand may be the one that is overwritten.

use targ_info::Opcode;
use targ_info::x86::op::*;

/// The forms of an operation on two places of the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arith {
    /// Top = top op place.
    pub top: Opcode,
    /// Place = place op top.
    pub place: Opcode,
    /// The same, and the top is popped.
    pub pop: Opcode,
    /// Top = place op top.
    pub top_reverse: Opcode,
    /// Place = top op place.
    pub place_reverse: Opcode,
    /// The same, and the top is popped.
    pub pop_reverse: Opcode,
}

/// What a row on flat registers does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flat {
    /// `rd = a op b`.
    Arith(Arith),
    /// `rd = a op memory`: the row on the top.
    Memory(Opcode),
    /// `rd = op a`: the row on the top.
    Unary(Opcode),
    /// A load or a constant: the row that pushes it.
    Push(Opcode),
    /// A store: the row that leaves the top, if there is one, and the one that pops it.
    Store(Option<Opcode>, Opcode),
    /// A comparison of the top with a place: the row that leaves all, the one that pops the top, the one that pops both where the
    /// other is below the top.
    Compare(Opcode, Opcode, Option<Opcode>, Answer),
    /// The top, or another place if a condition holds.
    Select,
    /// A copy.
    Copy,
}

/// Where a comparison's answer goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The flags.
    Flags,
    /// The status word, and from there by way of a register the flags.
    Word,
}

const fn arith(rows: [Opcode; 3], reverse: [Opcode; 3]) -> Flat {
    let ([top, place, pop], [top_reverse, place_reverse, pop_reverse]) = (rows, reverse);
    // The rows of a reverse say what the top is taken from: top = place - top, place = top - place.
    Flat::Arith(Arith { top, place, pop, top_reverse, place_reverse, pop_reverse })
}

const ADD: [Opcode; 3] = [FADD_0, FADD_I, FADD_P];
const MUL: [Opcode; 3] = [FMUL_0, FMUL_I, FMUL_P];
const SUB: [Opcode; 3] = [FSUB_0, FSUB_I, FSUB_P];
const SUBR: [Opcode; 3] = [FSUBR_0, FSUBR_I, FSUBR_P];
const DIV: [Opcode; 3] = [FDIV_0, FDIV_I, FDIV_P];
const DIVR: [Opcode; 3] = [FDIVR_0, FDIVR_I, FDIVR_P];

/// What a row is on flat registers; `None` for all others.
pub fn flat(o: Opcode) -> Option<Flat> {
    Some(match o {
        P_FADD => arith(ADD, ADD),
        P_FMUL => arith(MUL, MUL),
        P_FSUB => arith(SUB, SUBR),
        P_FSUBR => arith(SUBR, SUB),
        P_FDIV => arith(DIV, DIVR),
        P_FDIVR => arith(DIVR, DIV),
        P_FADD_M32 => Flat::Memory(FADD_M32),
        P_FADD_M64 => Flat::Memory(FADD_M64),
        P_FMUL_M32 => Flat::Memory(FMUL_M32),
        P_FMUL_M64 => Flat::Memory(FMUL_M64),
        P_FSUB_M32 => Flat::Memory(FSUB_M32),
        P_FSUB_M64 => Flat::Memory(FSUB_M64),
        P_FSUBR_M32 => Flat::Memory(FSUBR_M32),
        P_FSUBR_M64 => Flat::Memory(FSUBR_M64),
        P_FDIV_M32 => Flat::Memory(FDIV_M32),
        P_FDIV_M64 => Flat::Memory(FDIV_M64),
        P_FDIVR_M32 => Flat::Memory(FDIVR_M32),
        P_FDIVR_M64 => Flat::Memory(FDIVR_M64),
        P_FCHS => Flat::Unary(FCHS),
        P_FABS => Flat::Unary(FABS),
        P_FSQRT => Flat::Unary(FSQRT),
        P_FSIN => Flat::Unary(FSIN),
        P_FCOS => Flat::Unary(FCOS),
        P_FRNDINT => Flat::Unary(FRNDINT),
        P_FLD1 => Flat::Push(FLD1),
        P_FLDZ | P_UNDEF_X87 => Flat::Push(FLDZ),
        P_FLDPI => Flat::Push(FLDPI),
        P_FLD32 => Flat::Push(FLD32),
        P_FLD64 => Flat::Push(FLD64),
        P_FLD80 => Flat::Push(FLD80),
        P_FILD16 => Flat::Push(FILD16),
        P_FILD32 => Flat::Push(FILD32),
        P_FILD64 => Flat::Push(FILD64),
        P_FST32 => Flat::Store(Some(FST32), FSTP32),
        P_FST64 => Flat::Store(Some(FST64), FSTP64),
        P_FST80 => Flat::Store(None, FSTP80),
        P_FIST16 => Flat::Store(Some(FIST16), FISTP16),
        P_FIST32 => Flat::Store(Some(FIST32), FISTP32),
        P_FIST64 => Flat::Store(None, FISTP64),
        P_FISTTP16 => Flat::Store(None, FISTTP16),
        P_FISTTP32 => Flat::Store(None, FISTTP32),
        P_FISTTP64 => Flat::Store(None, FISTTP64),
        P_FUCOMI => Flat::Compare(FUCOMI_ST, FUCOMPI_ST, None, Answer::Flags),
        P_FCOMI => Flat::Compare(FCOMI_ST, FCOMPI_ST, None, Answer::Flags),
        P_FUCOM => Flat::Compare(FUCOM_ST, FUCOMP_ST, Some(FUCOMPP), Answer::Word),
        P_FCOM => Flat::Compare(FCOM_ST, FCOMP_ST, Some(FCOMPP), Answer::Word),
        P_FCMOV => Flat::Select,
        P_COPY_X87 => Flat::Copy,
        _ => return None,
    })
}

/// The row that takes another place if a condition of the flags holds.
pub fn conditional(cc: i64) -> Option<Opcode> {
    Some(match cc {
        2 => FCMOVB_ST,
        3 => FCMOVNB_ST,
        4 => FCMOVE_ST,
        5 => FCMOVNE_ST,
        6 => FCMOVBE_ST,
        7 => FCMOVNBE_ST,
        10 => FCMOVU_ST,
        11 => FCMOVNU_ST,
        _ => return None,
    })
}
