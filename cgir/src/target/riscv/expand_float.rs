//! Floating point: chapters 20 (F), 21 (D), 24 (Zfh), 23 (Zfinx) and 25 (Zfa) of the unprivileged manual.
//!
//! A row is found by operator and type in one table, so that single, double and half, in their own or in general
//! registers, share the code. Every row that rounds by the dynamic mode has `frm` as an operand.

use super::consts;
use super::expand::{Expander, To};
use super::expand_cmp::Test;
use crate::expansion::Known;
use crate::expansion::patterns::{Floats, Vectors};
use crate::func::{OpFlags, Tn};
use targ_info::Opcode;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, FloatPred, InstFlags, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// Operators that each format has a row for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum F {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Madd,
    Msub,
    Nmsub,
    Nmadd,
    Sgnj,
    Sgnjn,
    Sgnjx,
    Min,
    Max,
    Eq,
    Lt,
    Le,
    ToW,
    ToWu,
    ToL,
    ToLu,
    FromW,
    FromWu,
    FromL,
    FromLu,
}

/// Rounding modes.
const RNE: i64 = 0;
const RTZ: i64 = 1;
const RDN: i64 = 2;
const RUP: i64 = 3;
const RMM: i64 = 4;
const DYN: i64 = 7;

/// Single, double, half, then single, double and half in general registers.
type Rows = [Opcode; 6];

fn rows(f: F) -> Rows {
    use op::*;
    match f {
        F::Add => [FADD_S, FADD_D, FADD_H, FADD_S_INX, FADD_D_INX, FADD_H_INX],
        F::Sub => [FSUB_S, FSUB_D, FSUB_H, FSUB_S_INX, FSUB_D_INX, FSUB_H_INX],
        F::Mul => [FMUL_S, FMUL_D, FMUL_H, FMUL_S_INX, FMUL_D_INX, FMUL_H_INX],
        F::Div => [FDIV_S, FDIV_D, FDIV_H, FDIV_S_INX, FDIV_D_INX, FDIV_H_INX],
        F::Sqrt => [FSQRT_S, FSQRT_D, FSQRT_H, FSQRT_S_INX, FSQRT_D_INX, FSQRT_H_INX],
        F::Madd => [FMADD_S, FMADD_D, FMADD_H, FMADD_S_INX, FMADD_D_INX, FMADD_H_INX],
        F::Msub => [FMSUB_S, FMSUB_D, FMSUB_H, FMSUB_S_INX, FMSUB_D_INX, FMSUB_H_INX],
        F::Nmsub => [FNMSUB_S, FNMSUB_D, FNMSUB_H, FNMSUB_S_INX, FNMSUB_D_INX, FNMSUB_H_INX],
        F::Nmadd => [FNMADD_S, FNMADD_D, FNMADD_H, FNMADD_S_INX, FNMADD_D_INX, FNMADD_H_INX],
        F::Sgnj => [FSGNJ_S, FSGNJ_D, FSGNJ_H, FSGNJ_S_INX, FSGNJ_D_INX, FSGNJ_H_INX],
        F::Sgnjn => [FSGNJN_S, FSGNJN_D, FSGNJN_H, FSGNJN_S_INX, FSGNJN_D_INX, FSGNJN_H_INX],
        F::Sgnjx => [FSGNJX_S, FSGNJX_D, FSGNJX_H, FSGNJX_S_INX, FSGNJX_D_INX, FSGNJX_H_INX],
        F::Min => [FMIN_S, FMIN_D, FMIN_H, FMIN_S_INX, FMIN_D_INX, FMIN_H_INX],
        F::Max => [FMAX_S, FMAX_D, FMAX_H, FMAX_S_INX, FMAX_D_INX, FMAX_H_INX],
        F::Eq => [FEQ_S, FEQ_D, FEQ_H, FEQ_S_INX, FEQ_D_INX, FEQ_H_INX],
        F::Lt => [FLT_S, FLT_D, FLT_H, FLT_S_INX, FLT_D_INX, FLT_H_INX],
        F::Le => [FLE_S, FLE_D, FLE_H, FLE_S_INX, FLE_D_INX, FLE_H_INX],
        F::ToW => [FCVT_W_S, FCVT_W_D, FCVT_W_H, FCVT_W_S_INX, FCVT_W_D_INX, FCVT_W_H_INX],
        F::ToWu => [FCVT_WU_S, FCVT_WU_D, FCVT_WU_H, FCVT_WU_S_INX, FCVT_WU_D_INX, FCVT_WU_H_INX],
        F::ToL => [FCVT_L_S, FCVT_L_D, FCVT_L_H, FCVT_L_S_INX, FCVT_L_D_INX, FCVT_L_H_INX],
        F::ToLu => [FCVT_LU_S, FCVT_LU_D, FCVT_LU_H, FCVT_LU_S_INX, FCVT_LU_D_INX, FCVT_LU_H_INX],
        F::FromW => [FCVT_S_W, FCVT_D_W, FCVT_H_W, FCVT_S_W_INX, FCVT_D_W_INX, FCVT_H_W_INX],
        F::FromWu => [FCVT_S_WU, FCVT_D_WU, FCVT_H_WU, FCVT_S_WU_INX, FCVT_D_WU_INX, FCVT_H_WU_INX],
        F::FromL => [FCVT_S_L, FCVT_D_L, FCVT_H_L, FCVT_S_L_INX, FCVT_D_L_INX, FCVT_H_L_INX],
        F::FromLu => [FCVT_S_LU, FCVT_D_LU, FCVT_H_LU, FCVT_S_LU_INX, FCVT_D_LU_INX, FCVT_H_LU_INX],
    }
}

impl Vectors for Expander<'_> {
    fn vector_value(&mut self, w: Wn, _: To) -> Result<Tn> {
        // The legaliser makes none: the vector extension's registers are not used yet.
        self.unsupported(format!("a value of type {}", self.n(w).ty))
    }
}

impl Floats for Expander<'_> {
    fn has_fused(&self, ty: MType) -> bool {
        self.frow(F::Madd, ty).is_ok()
    }
    fn fused(&mut self, (a, b): (Wn, Wn), c: Wn, negated: (bool, bool), ty: MType, to: To) -> Result<Tn> {
        let row = match negated {
            (false, false) => F::Madd,
            (false, true) => F::Msub,
            (true, false) => F::Nmsub,
            (true, true) => F::Nmadd,
        };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let z = self.reg(c)?;
        self.fop(row, to, ty, &[x, y, z])
    }
    fn float_constant(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn> {
        let key = Known::Float(ty, bits);
        if to.dst.is_none()
            && let Some(t) = self.lookup(key)
        {
            return Ok(t);
        }
        let t = self.new_float_constant(ty, bits, to)?;
        if to.dst.is_none() {
            self.remember(key, t);
        }
        Ok(t)
    }
    fn extended_constant(&mut self, ty: MType, _: u64, _: u16, _: To) -> Result<Tn> {
        self.unsupported(format!("a constant of type {ty}"))
    }
    fn float_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if let Some(t) = self.contracted(w, o, ty, to)? {
            return Ok(t);
        }
        let (a, b) = self.two(w)?;
        let f = match o {
            BinOp::FAdd => F::Add,
            BinOp::FSub => F::Sub,
            BinOp::FMul => F::Mul,
            BinOp::FDiv => F::Div,
            BinOp::FMinNum | BinOp::FMinimumNum => F::Min,
            BinOp::FMaxNum | BinOp::FMaximumNum => F::Max,
            BinOp::FMinimum => return self.minimum(w, F::Min, to),
            BinOp::FMaximum => return self.minimum(w, F::Max, to),
            BinOp::CopySign => {
                let x = self.reg(a)?;
                if let Some(s) = self.as_negated_float(b).filter(|s| self.n(*s).ty == ty) {
                    let s = self.reg(s)?;
                    return self.fop(F::Sgnjn, to, ty, &[x, s]);
                }
                let s = self.reg(b)?;
                return self.fop(F::Sgnj, to, ty, &[x, s]);
            }
            _ => return self.unsupported(format!("operator {o:?} on {ty}")),
        };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        self.fop(f, to, ty, &[x, y])
    }
    fn float_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.kid(w, 0)?;
        match u {
            UnOp::FNeg => {
                if let Some(t) = self.negated_fma(w, to)? {
                    return Ok(t);
                }
                let x = self.reg(a)?;
                self.fop(F::Sgnjn, to, ty, &[x, x])
            }
            UnOp::FAbs => {
                let x = self.reg(a)?;
                self.fop(F::Sgnjx, to, ty, &[x, x])
            }
            UnOp::Sqrt => {
                let x = self.reg(a)?;
                self.fop(F::Sqrt, to, ty, &[x])
            }
            UnOp::Freeze => self.value(a, to),
            UnOp::Canonicalize => {
                let x = self.reg(a)?;
                self.fop(F::Min, to, ty, &[x, x])
            }
            UnOp::Floor => self.round_to_integral(a, ty, RDN, to),
            UnOp::Ceil => self.round_to_integral(a, ty, RUP, to),
            UnOp::FTrunc => self.round_to_integral(a, ty, RTZ, to),
            UnOp::Round => self.round_to_integral(a, ty, RMM, to),
            UnOp::RoundEven => self.round_to_integral(a, ty, RNE, to),
            UnOp::Rint | UnOp::NearbyInt => self.round_to_integral(a, ty, DYN, to),
            _ => self.unsupported(format!("operator {u:?} on {ty}")),
        }
    }
    fn float_of_pair(&mut self, _: Wn, _: CastOp, _: To) -> Result<Tn> {
        self.unsupported("a conversion from an integer of two registers that was no call")
    }
    fn pair_of_float(&mut self, _: Wn, _: CastOp) -> Result<()> {
        self.unsupported("a conversion to an integer of two registers that was no call")
    }
    fn float_cast(&mut self, w: Wn, c: CastOp, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match c {
            CastOp::BitCast => self.float_bits(a, ty, from, to),
            CastOp::FpTrunc | CastOp::FpExt => {
                let row = self.format_row(ty, from)?;
                let x = self.reg(a)?;
                self.frounded(row, to, ty, &[x], if c == CastOp::FpExt { RNE } else { DYN })
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                let signed = c == CastOp::SiToFp;
                let f = match (from, signed) {
                    (MType::I32, true) => F::FromW,
                    (MType::I32, false) => F::FromWu,
                    (MType::I64, true) => F::FromL,
                    (MType::I64, false) => F::FromLu,
                    (MType::B, false) => F::FromW,
                    _ => return self.unsupported(format!("conversion from {from} to {ty}")),
                };
                let row = self.frow(f, ty)?;
                let x = self.low(a)?;
                let exact = ty == MType::F64 && matches!(f, F::FromW | F::FromWu);
                self.frounded(row, to, ty, &[x], if exact { RNE } else { DYN })
            }
            CastOp::FpToSi | CastOp::FpToIntRint | CastOp::FpToIntRound => {
                let rm = match c {
                    CastOp::FpToSi => RTZ,
                    CastOp::FpToIntRint => DYN,
                    _ => RMM,
                };
                let x = self.reg(a)?;
                self.integer_of(x, ty, from, true, rm, to)
            }
            CastOp::FpToUi => {
                let x = self.reg(a)?;
                self.integer_of(x, ty, from, false, RTZ, to)
            }
            CastOp::FpToSiSat | CastOp::FpToUiSat => {
                // The rows saturate, but give the largest number for a NaN, where zero is wanted.
                let x = self.reg(a)?;
                let t = self.integer_of(x, ty, from, c == CastOp::FpToSiSat, RTZ, To::ANY)?;
                let eq = self.frow(F::Eq, from)?;
                let n = self.rr(eq, To::ANY, MType::B, x, x)?;
                if self.m.zicond {
                    return self.rr(op::CZERO_EQZ, to, ty, t, n);
                }
                let mask = self.rr(op::SUB, To::ANY, self.xty(), self.own.zero, n)?;
                self.rr(op::AND, to, ty, t, mask)
            }
            _ => self.unsupported(format!("conversion from {from} to {ty}")),
        }
    }
    fn fcmp_value(&mut self, w: Wn, p: FloatPred, signalling: bool, to: To) -> Result<Tn> {
        let (t, holds) = self.fcmp(w, p, signalling, to)?;
        if holds { Ok(self.settle(to, t)) } else { self.ri(op::XORI, to, MType::B, t, 1) }
    }
}

impl Expander<'_> {
    /// The row of an operator for a type, if the target has it.
    fn frow(&self, f: F, ty: MType) -> Result<Opcode> {
        let at = match ty {
            MType::F32 => 0,
            MType::F64 => 1,
            MType::F16 => 2,
            _ => return self.unsupported(format!("floating point of type {ty}")),
        };
        let at = if self.m.zfinx { at + 3 } else { at };
        match rows(f).get(at) {
            Some(&o) if self.cx.target.isa.inst(o).available(&self.cx.target.features) => Ok(o),
            _ => self.unsupported(format!("an operation on {ty} that this processor lacks")),
        }
    }
    /// Appends an op that may round: the mode, and `frm`, if its row has them.
    fn frounded(&mut self, o: Opcode, to: To, ty: MType, sources: &[Tn], rm: i64) -> Result<Tn> {
        let rd = self.result(to, ty)?;
        let desc = self.cx.target.isa.inst(o);
        let mut all: smallvec::SmallVec<[Tn; 6]> = sources.iter().copied().collect();
        let want = desc.operands.len() - desc.results as usize;
        if all.len() < want {
            all.push(self.f.lit(rm));
        }
        if all.len() < want {
            all.push(self.own.frm);
        }
        self.emit(o, &[rd], &all);
        Ok(rd)
    }
    /// Appends an op of one type that rounds dynamically if at all.
    fn fop(&mut self, f: F, to: To, ty: MType, sources: &[Tn]) -> Result<Tn> {
        let o = self.frow(f, ty)?;
        self.frounded(o, to, ty, sources, DYN)
    }

    // Arithmetic.

    /// `llvm.minimum`, `llvm.maximum`: a NaN operand is the result.
    fn minimum(&mut self, w: Wn, f: F, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (a, b) = self.two(w)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        if self.flags(w).contains(InstFlags::NNAN) {
            return self.fop(f, to, ty, &[x, y]);
        }
        // fmin and fmax return the other operand: give them the NaN twice.
        let y2 = self.or_nan(x, y, ty)?;
        let x2 = self.or_nan(y, x, ty)?;
        self.fop(f, to, ty, &[x2, y2])
    }
    /// `x` if it is a NaN, else `y`.
    fn or_nan(&mut self, x: Tn, y: Tn, ty: MType) -> Result<Tn> {
        let rd = self.fresh(ty)?;
        let eq = self.frow(F::Eq, ty)?;
        let t = self.rr(eq, To::ANY, MType::B, x, x)?;
        self.copy(rd, y);
        let (other, join) = (self.new_block(), self.new_block());
        self.branch(Test::new(op::BNE, t, self.own.zero), join, other, 0.99);
        self.resume(other);
        self.copy(rd, x);
        self.edge(join, 1.0);
        self.resume(join);
        Ok(rd)
    }

    /// Rounds through the integers and back, but for values so large that they are integral (or no numbers).
    fn round_to_integral(&mut self, a: Wn, ty: MType, rm: i64, to: To) -> Result<Tn> {
        let (limit, there, back) = match ty {
            MType::F32 => (0x4b00_0000, F::ToW, F::FromW),
            MType::F64 if self.m.rv64 => (0x4330_0000_0000_0000, F::ToL, F::FromL),
            MType::F16 => (0x6400, F::ToW, F::FromW),
            _ => return self.unsupported(format!("rounding of {ty} to an integral value")),
        };
        let x = self.reg(a)?;
        let rd = self.fresh(ty)?;
        let size = self.fop(F::Sgnjx, To::ANY, ty, &[x, x])?;
        let bound = self.float_constant(ty, limit, To::ANY)?;
        let lt = self.frow(F::Lt, ty)?;
        let small = self.rr(lt, To::ANY, MType::B, size, bound)?;
        self.copy(rd, x);
        let (other, join) = (self.new_block(), self.new_block());
        self.branch(Test::new(op::BEQ, small, self.own.zero), join, other, 0.1);
        self.resume(other);
        let ity = if there == F::ToL { MType::I64 } else { MType::I32 };
        let o = self.frow(there, ty)?;
        let i = self.frounded(o, To::ANY, ity, &[x], rm)?;
        let o = self.frow(back, ty)?;
        let r = self.frounded(o, To::ANY, ty, &[i], if ty == MType::F64 || ty == MType::F32 { rm } else { DYN })?;
        self.fop(F::Sgnj, To::at(rd), ty, &[r, x])?;
        self.edge(join, 1.0);
        self.resume(join);
        Ok(self.settle(to, rd))
    }

    // Constants.

    fn new_float_constant(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn> {
        let signed = match ty {
            MType::F16 | MType::BF16 => i64::from(bits as i16),
            MType::F32 => i64::from(bits as i32),
            _ => bits as i64,
        };
        if self.m.zfinx {
            let t = self.constant(signed, To::ANY)?;
            let rd = self.result(to, ty)?;
            self.emit(op::P_COPY, &[rd], &[t]);
            return Ok(rd);
        }
        let row = match ty {
            MType::F32 => op::FMV_W_X,
            MType::F16 | MType::BF16 => op::FMV_H_X,
            MType::F64 if self.m.rv64 => op::FMV_D_X,
            MType::F64 if bits == 0 => {
                let o = self.frow(F::FromW, ty)?;
                return self.frounded(o, to, ty, &[self.own.zero], RNE);
            }
            MType::F64 => return self.pool_float(ty, bits, to),
            _ => return self.unsupported(format!("a constant of type {ty}")),
        };
        // Formats that only convert have no sign injection: their constant is short enough.
        let signs = ty.bits() > 16 || ty == MType::F16 && self.m.zfh;
        let negative_zero = bits == 1 << (ty.bits() - 1);
        if negative_zero && signs {
            let z = self.float_constant(ty, 0, To::ANY)?;
            return self.fop(F::Sgnjn, to, ty, &[z, z]);
        }
        if bits == 0 || consts::chain(signed, &self.m).len() <= 2 {
            let t = self.constant(signed, To::ANY)?;
            let rd = self.result(to, ty)?;
            let o = self.emit(row, &[rd], &[t]);
            if bits == 0 && to.dst.is_none() {
                self.mark_remat(rd, o);
            }
            return Ok(rd);
        }
        self.pool_float(ty, bits, to)
    }
    fn pool_float(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn> {
        let (align, row) = match ty {
            MType::F64 => (3, op::FLD),
            MType::F32 => (2, op::FLW),
            _ => (1, op::FLH),
        };
        let (base, off) = self.pool_address(bits, align)?;
        let rd = self.result(to, ty)?;
        let o = self.emit(row, &[rd], &[off, base]);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        Ok(rd)
    }

    // Comparisons.

    /// A comparison: a register that is 1 if it holds, or (false) if it does not. Writes `to` at the end only if it holds.
    pub(super) fn fcmp(&mut self, w: Wn, p: FloatPred, signalling: bool, to: To) -> Result<(Tn, bool)> {
        let ty = self.n(w).desc;
        let (a, b) = self.two(w)?;
        let ordered = self.flags(w).contains(InstFlags::NNAN);
        let p = match p {
            FloatPred::Ueq if ordered => FloatPred::Oeq,
            FloatPred::Ugt if ordered => FloatPred::Ogt,
            FloatPred::Uge if ordered => FloatPred::Oge,
            FloatPred::Ult if ordered => FloatPred::Olt,
            FloatPred::Ule if ordered => FloatPred::Ole,
            FloatPred::One if ordered => FloatPred::Une,
            _ => p,
        };
        if let FloatPred::False | FloatPred::True = p {
            return Ok((self.constant(i64::from(p == FloatPred::True), To::ANY)?, true));
        }
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let quiet = !signalling && self.flags(w).contains(InstFlags::STRICTFP);
        let (row, swap, holds) = match p {
            FloatPred::Oeq => (F::Eq, false, true),
            FloatPred::Une => (F::Eq, false, false),
            FloatPred::Olt => (F::Lt, false, true),
            FloatPred::Ole => (F::Le, false, true),
            FloatPred::Ogt => (F::Lt, true, true),
            FloatPred::Oge => (F::Le, true, true),
            FloatPred::Ult => (F::Le, true, false),
            FloatPred::Ule => (F::Lt, true, false),
            FloatPred::Ugt => (F::Le, false, false),
            FloatPred::Uge => (F::Lt, false, false),
            FloatPred::Ord | FloatPred::Uno => {
                let t = self.is_ordered(ty, x, y, p == FloatPred::Ord, to)?;
                return Ok((t, p == FloatPred::Ord));
            }
            FloatPred::One | FloatPred::Ueq => {
                let s = self.quiet_compare(F::Lt, ty, x, y, quiet, To::ANY)?;
                let t = self.quiet_compare(F::Lt, ty, y, x, quiet, To::ANY)?;
                let end = if p == FloatPred::One { to } else { To::ANY };
                return Ok((self.rr(op::OR, end, MType::B, s, t)?, p == FloatPred::One));
            }
            FloatPred::False | FloatPred::True => return self.unsupported("a constant comparison"),
        };
        let (x, y) = if swap { (y, x) } else { (x, y) };
        let end = if holds { to } else { To::ANY };
        Ok((self.quiet_compare(row, ty, x, y, quiet && row != F::Eq, end)?, holds))
    }
    fn is_ordered(&mut self, ty: MType, x: Tn, y: Tn, holds: bool, to: To) -> Result<Tn> {
        let eq = self.frow(F::Eq, ty)?;
        let end = if holds { to } else { To::ANY };
        if x == y {
            return self.rr(eq, end, MType::B, x, x);
        }
        let s = self.rr(eq, To::ANY, MType::B, x, x)?;
        let t = self.rr(eq, To::ANY, MType::B, y, y)?;
        self.rr(op::AND, end, MType::B, s, t)
    }
    /// `flt` and `fle` signal for quiet NaNs; where that may be observed, the flags are put back and signalling NaNs
    /// raised by `feq`.
    fn quiet_compare(&mut self, f: F, ty: MType, x: Tn, y: Tn, quiet: bool, to: To) -> Result<Tn> {
        let row = self.frow(f, ty)?;
        if !quiet {
            return self.rr(row, to, MType::B, x, y);
        }
        let fflags = self.f.lit(1);
        let saved = self.fresh(self.xty())?;
        self.emit(op::CSRRS, &[saved], &[fflags, self.own.zero]);
        let t = self.rr(row, To::ANY, MType::B, x, y)?;
        self.emit(op::CSRRW, &[self.own.zero], &[fflags, saved]);
        let eq = self.frow(F::Eq, ty)?;
        self.emit(eq, &[self.own.zero], &[x, y]);
        Ok(self.settle(to, t))
    }

    // Conversions.

    fn integer_of(&mut self, x: Tn, ty: MType, from: MType, signed: bool, rm: i64, to: To) -> Result<Tn> {
        let f = match (ty, signed) {
            (MType::I32, true) => F::ToW,
            (MType::I32, false) => F::ToWu,
            (MType::I64, true) => F::ToL,
            (MType::I64, false) => F::ToLu,
            _ => return self.unsupported(format!("conversion from {from} to {ty}")),
        };
        let row = self.frow(f, from)?;
        self.frounded(row, to, ty, &[x], rm)
    }
    /// The row that converts between formats.
    fn format_row(&self, ty: MType, from: MType) -> Result<Opcode> {
        use op::*;
        let (own, x) = match (ty, from) {
            (MType::F32, MType::BF16) if self.m.zfbfmin => return Ok(FCVT_S_BF16),
            (MType::BF16, MType::F32) if self.m.zfbfmin => return Ok(FCVT_BF16_S),
            (MType::F64, MType::F32) => (FCVT_D_S, FCVT_D_S_INX),
            (MType::F32, MType::F64) => (FCVT_S_D, FCVT_S_D_INX),
            (MType::F32, MType::F16) => (FCVT_S_H, FCVT_S_H_INX),
            (MType::F16, MType::F32) => (FCVT_H_S, FCVT_H_S_INX),
            (MType::F64, MType::F16) => (FCVT_D_H, FCVT_D_H_INX),
            (MType::F16, MType::F64) => (FCVT_H_D, FCVT_H_D_INX),
            _ => return self.unsupported(format!("conversion from {from} to {ty}")),
        };
        let o = if self.m.zfinx { x } else { own };
        if self.cx.target.isa.inst(o).available(&self.cx.target.features) {
            return Ok(o);
        }
        self.unsupported(format!("conversion from {from} to {ty}"))
    }
    /// The same bits in the other register file.
    fn float_bits(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        if let Opr::Float(bits) = self.n(a).opr
            && ty.is_int()
        {
            let v = if from == MType::F32 { i64::from(bits as i32) } else { bits as i64 };
            return self.constant(v, to);
        }
        let row = match (ty, from) {
            _ if self.m.zfinx && ty.bits() == from.bits() => op::P_COPY,
            (MType::F32, MType::I32) => op::FMV_W_X,
            (MType::I32, MType::F32) => op::FMV_X_W,
            (MType::F64, MType::I64) if self.m.rv64 => op::FMV_D_X,
            (MType::I64, MType::F64) if self.m.rv64 => op::FMV_X_D,
            (MType::F16 | MType::BF16, MType::I16 | MType::I32) => op::FMV_H_X,
            (MType::I16 | MType::I32, MType::F16 | MType::BF16) => op::FMV_X_H,
            _ => return self.unsupported(format!("conversion of bits from {from} to {ty}")),
        };
        let x = if ty.is_float() { self.low(a)? } else { self.reg(a)? };
        self.r(row, to, ty, x)
    }
}
