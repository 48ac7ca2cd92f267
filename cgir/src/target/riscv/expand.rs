//! Expansion of WHIRL trees to RISC-V ops: this target's state, and constants.
//!
//! The walk over trees is [`crate::expansion`]'s. One file holds one family of operators, each function readable beside the
//! chapter of "The RISC-V Instruction Set Manual, Volume I" (20240411) that it serves.
//!
//! On RV64 a register TN of type `I32` holds its value sign-extended to 64 bits, a `B` holds 0 or 1. Where a user looks at the
//! low 32 bits alone, its operand is asked for with [`Expander::low`], and then a truncation costs nothing. PREGs of which no user
//! wants more become [loose](super::demand): their TNs have type `I64`, upper bits unknown.

use super::consts::{self, fits12, low12};
use super::demand::{self, Demand};
use super::hooks;
use super::machine::Machine;
pub(super) use crate::expansion::To;
use crate::expansion::{self, Known, Rows, TargetState, rows};
use crate::func::{Func, OpFlags, Tn};
use targ_info::riscv::{class, op, reg};
use targ_info::{Opcode, PReg, RegClass, Target};
use whirl_lite::diag::Result;
use whirl_lite::ir::GlobalRef;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Preg, WhirlFunc};

/// What this target's patterns keep.
pub(crate) struct Own {
    demand: Demand,
    /// Symbols that are accessed at many places before the next call.
    pub busy: Vec<GlobalRef>,
    /// Scratch for finding them.
    pub places: Vec<(GlobalRef, i64)>,
    /// The register that is zero.
    pub zero: Tn,
    /// Rounding mode.
    pub frm: Tn,
}

/// The state of one function's expansion.
pub(super) type Expander<'a> = expansion::Expander<'a, Own>;

impl TargetState for Own {
    type Machine = Machine;
    const ROWS: Rows = rows!(op, trap: UNIMP, breakpoint: EBREAK, and: AND, or: OR);
    const VOLATILE: &'static [PReg] = &[];

    fn machine(t: &Target) -> Machine {
        Machine::new(t)
    }
    fn new(f: &mut Func, w: &WhirlFunc, m: &Machine) -> (Own, Tn) {
        let xty = if m.rv64 { MType::I64 } else { MType::I32 };
        let zero = f.dedicated(reg::ZERO, class::GPR, xty);
        let sp = f.dedicated(reg::SP, class::GPR, xty);
        let frm = f.dedicated(reg::FRM, class::STATE, xty);
        (Own { demand: demand::find(w, m.rv64), busy: Vec::new(), places: Vec::new(), zero, frm }, sp)
    }
    fn class_of(m: &Machine, ty: MType) -> Option<RegClass> {
        Some(match ty {
            MType::B | MType::I8 | MType::I16 | MType::I32 => class::GPR,
            MType::I64 if m.rv64 => class::GPR,
            MType::F32 if m.zfinx => class::GPRF32,
            MType::F64 if m.zfinx => class::GPRF64,
            MType::F32 if m.f => class::FPR32,
            MType::F64 if m.d => class::FPR64,
            MType::F16 if m.zfhmin => class::FPR16,
            MType::BF16 if m.zfbfmin => class::FPR16,
            _ => return None,
        })
    }
    fn copy_row(f: &Func, dst: Tn) -> Opcode {
        hooks::copy_row(f, dst)
    }
    fn loose_type(m: &Machine, ty: MType) -> MType {
        if m.rv64 && ty == MType::I32 { MType::I64 } else { ty }
    }
    fn is_loose(&self, p: Preg) -> bool {
        self.demand.loose(p)
    }
}

impl Expander<'_> {
    /// Is it an `I32` in a wider register?
    pub(super) fn is_word(&self, ty: MType) -> bool {
        self.m.rv64 && ty == MType::I32
    }
    /// An integer in a register: `zero` itself, one op, or a pseudo op that stands for a chain.
    pub(super) fn constant(&mut self, v: i64, to: To) -> Result<Tn> {
        let v = if self.m.rv64 { v } else { i64::from(v as i32) };
        let ty = self.xty();
        if to.dst.is_none() {
            if v == 0 {
                return Ok(self.own.zero);
            }
            if let Some(t) = self.lookup(Known::Int(v, ty)) {
                return Ok(t);
            }
        }
        let rd = self.result(to.whole(), ty)?;
        let o = if low12(v) == 0 && v != 0 && consts::fits32(v) {
            let imm = self.f.lit(consts::high20(v));
            self.emit(op::LUI, &[rd], &[imm])
        } else if fits12(v) || consts::chain(v, &self.m).len() <= 4 {
            let imm = self.f.lit(v);
            self.emit(op::P_LI, &[rd], &[imm])
        } else {
            return self.pool_integer(v, rd, to.dst.is_none());
        };
        self.keep_constant(to, Known::Int(v, ty), rd, o);
        Ok(rd)
    }
    fn pool_integer(&mut self, v: i64, rd: Tn, known: bool) -> Result<Tn> {
        let (base, off) = self.pool_address(v as u64, 3)?;
        let o = self.emit(op::LD, &[rd], &[off, base]);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        if known {
            self.remember(Known::Int(v, self.xty()), rd);
        }
        Ok(rd)
    }
    /// Where the constant pool holds these bits.
    pub(super) fn pool_address(&mut self, bits: u64, align: u8) -> Result<(Tn, Tn)> {
        let sym = self.pool_symbol(bits, align);
        self.symbol_address(sym, 0)
    }
}
