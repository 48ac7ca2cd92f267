//! Floating point: what x87 computes is passed on to `expand_x87`; the rest stands in SSE registers: `addss` to `sqrtsd`, `minss`, logic on signs, conversions, FMA, SSE4.1's rounding.
//!
//! Scalars stand in the low part of a vector register; what is above is nobody's. Rows of AVX take the same operands without a
//! tie, so that one table serves both. Signs are changed by masks from the constant pool, which are whole vectors because the
//! legacy forms read aligned ones.

use super::addr::Addr;
use super::cond::{E, P, S};
use super::expand::{Expander, To};
use crate::expansion::Known;
use crate::expansion::patterns::{Conditions, Floats};
use crate::func::{SymRef, Tn};
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, FloatPred, InstFlags, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// Rounding modes of `roundss`: to nearest even, down, up, toward zero, the current one. The last is silent about inexactness.
const NEAREST: i64 = 8;
const DOWN: i64 = 9;
const UP: i64 = 10;
const CHOP: i64 = 11;
const CURRENT: i64 = 4;
const SILENT: i64 = 12;

/// Single, double; the same with AVX.
fn arithmetic(o: BinOp) -> Option<[Opcode; 4]> {
    use op::*;
    Some(match o {
        BinOp::FAdd => [ADDSS_RR, ADDSD_RR, VADDSS_RRR, VADDSD_RRR],
        BinOp::FSub => [SUBSS_RR, SUBSD_RR, VSUBSS_RRR, VSUBSD_RRR],
        BinOp::FMul => [MULSS_RR, MULSD_RR, VMULSS_RRR, VMULSD_RRR],
        BinOp::FDiv => [DIVSS_RR, DIVSD_RR, VDIVSS_RRR, VDIVSD_RRR],
        _ => return None,
    })
}

/// What is done to signs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Logic {
    And,
    Or,
    Xor,
}

impl Floats for Expander<'_> {
    fn float_constant(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn> {
        if self.on_x87(ty) {
            return self.x87_narrow_constant(ty, bits, to);
        }
        self.check(ty)?;
        let key = Known::Float(ty, bits);
        if let (None, Some(t)) = (to.dst, self.lookup(key)) {
            return Ok(t);
        }
        let rd = self.result(to, ty)?;
        let o = if bits == 0 {
            self.emit(op::P_ZERO_V128, &[rd], &[])
        } else {
            let sym = self.pool_symbol(bits, if ty == MType::F64 { 3 } else { 2 });
            let addr = self.pool_address(sym)?;
            self.emit_constant_mem(self.legacy(ty, op::MOVSS_RM, op::MOVSD_RM), &[rd], &[], addr)
        };
        self.keep_constant(to, key, rd, o);
        Ok(rd)
    }
    fn extended_constant(&mut self, ty: MType, low: u64, high: u16, to: To) -> Result<Tn> {
        self.x87_constant(ty, low, high, to)
    }
    fn float_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if self.on_x87(ty) {
            return self.x87_binary(w, o, to);
        }
        self.check(ty)?;
        if let Some(t) = self.contracted(w, o, ty, to)? {
            return Ok(t);
        }
        let (a, b) = self.two(w)?;
        if let Some(rows) = arithmetic(o) {
            let commutes = matches!(o, BinOp::FAdd | BinOp::FMul);
            let swap = commutes && self.operand_load(a).is_some() && self.operand_load(b).is_none();
            let (a, b) = if swap { (b, a) } else { (a, b) };
            let x = self.reg(a)?;
            let row = self.pick(rows, ty);
            return self.with_float_source(row, to, ty, x, b);
        }
        match o {
            BinOp::FMinNum | BinOp::FMaxNum => self.number(w, o == BinOp::FMinNum, false, to),
            BinOp::FMinimumNum | BinOp::FMaximumNum => self.number(w, o == BinOp::FMinimumNum, true, to),
            BinOp::FMinimum | BinOp::FMaximum => self.ieee(w, o == BinOp::FMinimum, to),
            BinOp::CopySign => self.copy_sign(a, b, ty, to),
            _ => self.unsupported(format!("operator {o:?} on {ty}")),
        }
    }
    fn float_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.kid(w, 0)?;
        if u == UnOp::Freeze {
            return self.value(a, to);
        }
        if self.on_x87(ty) {
            return self.x87_unary(w, u, to);
        }
        self.check(ty)?;
        match u {
            UnOp::FNeg => {
                if let Some(t) = self.negated_fma(w, to)? {
                    return Ok(t);
                }
                let x = self.reg(a)?;
                self.with_mask(Logic::Xor, x, sign(ty), ty, to)
            }
            UnOp::FAbs => {
                let x = self.reg(a)?;
                self.with_mask(Logic::And, x, !sign(ty), ty, to)
            }
            UnOp::Sqrt => self.one_source(self.legacy(ty, op::SQRTSS_RR, op::SQRTSD_RR), a, ty, to),
            UnOp::Canonicalize => {
                // Multiplying by one quiets a NaN, and changes nothing else.
                let x = self.reg(a)?;
                let one = self.float_constant(
                    ty,
                    if ty == MType::F64 { 1f64.to_bits() } else { 1f32.to_bits().into() },
                    To::ANY,
                )?;
                self.rr(self.pick([op::MULSS_RR, op::MULSD_RR, op::VMULSS_RRR, op::VMULSD_RRR], ty), to, ty, x, one)
            }
            UnOp::Floor => self.round(a, DOWN, ty, to),
            UnOp::Ceil => self.round(a, UP, ty, to),
            UnOp::FTrunc => self.round(a, CHOP, ty, to),
            UnOp::RoundEven => self.round(a, NEAREST, ty, to),
            UnOp::Rint => self.round(a, CURRENT, ty, to),
            UnOp::NearbyInt => self.round(a, SILENT, ty, to),
            UnOp::Round => self.round_away(a, ty, to),
            _ => self.unsupported(format!("operator {u:?} on {ty}")),
        }
    }
    fn float_of_pair(&mut self, w: Wn, c: CastOp, to: To) -> Result<Tn> {
        self.x87_of_pair(w, c, to)
    }
    fn pair_of_float(&mut self, s: Wn, c: CastOp) -> Result<()> {
        self.x87_pair_of(s, c)
    }
    fn float_cast(&mut self, w: Wn, c: CastOp, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        if self.on_x87(ty) || self.on_x87(from) {
            return self.x87_cast(w, c, a, to);
        }
        match c {
            CastOp::BitCast => self.float_bits(a, ty, from, to),
            CastOp::FpExt if (from, ty) == (MType::F32, MType::F64) => self.one_source(op::CVTSS2SD_RR, a, ty, to),
            CastOp::FpTrunc if (from, ty) == (MType::F64, MType::F32) => self.one_source(op::CVTSD2SS_RR, a, ty, to),
            CastOp::SiToFp => self.float_of(a, ty, from, true, to),
            CastOp::UiToFp => self.float_of(a, ty, from, false, to),
            CastOp::FpToSi | CastOp::FpToIntRint => {
                self.check(from)?;
                let row = match (c == CastOp::FpToSi, from) {
                    (true, MType::F32) => self.form(ty, op::CVTTSS2SI32_RR, op::CVTTSS2SI64_RR),
                    (true, _) => self.form(ty, op::CVTTSD2SI32_RR, op::CVTTSD2SI64_RR),
                    (false, MType::F32) => self.form(ty, op::CVTSS2SI32_RR, op::CVTSS2SI64_RR),
                    (false, _) => self.form(ty, op::CVTSD2SI32_RR, op::CVTSD2SI64_RR),
                };
                self.check_integer(ty, from)?;
                self.one_source(row, a, ty, to)
            }
            CastOp::FpToUi => self.unsigned_of(a, ty, from, to),
            _ => self.unsupported(format!("conversion from {from} to {ty}")),
        }
    }
    fn fcmp_value(&mut self, w: Wn, p: FloatPred, _signalling: bool, to: To) -> Result<Tn> {
        if let FloatPred::False | FloatPred::True = p {
            return self.constant(i64::from(p == FloatPred::True), MType::B, to);
        }
        self.truth(w, true, to)
    }
    fn has_fused(&self, ty: MType) -> bool {
        self.m.fma && !self.on_x87(ty)
    }
    fn fused(&mut self, (a, b): (Wn, Wn), c: Wn, negated: (bool, bool), ty: MType, to: To) -> Result<Tn> {
        if !self.has_fused(ty) {
            return self.unsupported("a fused multiplication and addition without FMA");
        }
        self.check(ty)?;
        let row = match negated {
            (false, false) => self.legacy(ty, op::VFMADD213SS_RRR, op::VFMADD213SD_RRR),
            (false, true) => self.legacy(ty, op::VFMSUB213SS_RRR, op::VFMSUB213SD_RRR),
            (true, false) => self.legacy(ty, op::VFNMADD213SS_RRR, op::VFNMADD213SD_RRR),
            (true, true) => self.legacy(ty, op::VFNMSUB213SS_RRR, op::VFNMSUB213SD_RRR),
        };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let z = self.reg(c)?;
        let rd = self.apart(to, ty, &[y, z])?;
        self.emit(row, &[rd], &[x, y, z]);
        Ok(self.settle(to, rd))
    }
}

impl Expander<'_> {
    /// Is the format one that x87 computes in here?
    pub(super) fn on_x87(&self, ty: MType) -> bool {
        self.m.on_x87(ty)
    }
    /// Is the format one that SSE computes in here?
    fn check(&self, ty: MType) -> Result<()> {
        match ty {
            MType::F32 if self.m.sse => Ok(()),
            MType::F64 if self.m.sse2 => Ok(()),
            _ => self.unsupported(format!("floating point of type {ty}")),
        }
    }
    fn pick(&self, rows: [Opcode; 4], ty: MType) -> Opcode {
        let [single, double, vsingle, vdouble] = rows;
        match (ty == MType::F64, self.m.avx) {
            (false, false) => single,
            (true, false) => double,
            (false, true) => vsingle,
            (true, true) => vdouble,
        }
    }
    /// Of a single or double row without a VEX form of the same shape.
    fn legacy(&self, ty: MType, single: Opcode, double: Opcode) -> Opcode {
        if ty == MType::F64 { double } else { single }
    }

    // Arithmetic.

    /// As [`Expander::with_source`], with constants straight from the pool.
    fn with_float_source(&mut self, row: Opcode, to: To, ty: MType, x: Tn, b: Wn) -> Result<Tn> {
        if let Some(mem) = self.source_in_memory(row)
            && let Some(addr) = self.pooled(b)?
        {
            let rd = self.result(to, ty)?;
            self.emit_constant_mem(mem, &[rd], &[x], addr);
            return Ok(rd);
        }
        self.with_source(row, to, ty, x, b)
    }
    /// Where the pool holds a constant that no register holds yet, and that is not made by logic.
    pub(super) fn pooled(&mut self, w: Wn) -> Result<Option<Addr>> {
        let (Opr::Float(bits), ty) = (self.n(w).opr, self.n(w).ty) else { return Ok(None) };
        if bits == 0 || self.lookup(Known::Float(ty, bits)).is_some() {
            return Ok(None);
        }
        let sym = self.pool_symbol(bits, if ty == MType::F64 { 3 } else { 2 });
        self.pool_address(sym).map(Some)
    }
    /// `min` if so, else `max`, with the second source where they do not compare.
    pub(super) fn extreme(&mut self, min: bool, x: Tn, y: Tn, ty: MType, to: To) -> Result<Tn> {
        use op::*;
        let rows = match min {
            true => [MINSS_RR, MINSD_RR, VMINSS_RRR, VMINSD_RRR],
            false => [MAXSS_RR, MAXSD_RR, VMAXSS_RRR, VMAXSD_RRR],
        };
        self.check(ty)?;
        // The rows do not commute, whatever their flags say of numbers: no exchange for the destination's sake.
        let rd = self.apart(to, ty, &[y])?;
        self.emit(self.pick(rows, ty), &[rd], &[x, y]);
        Ok(self.settle(to, rd))
    }
    fn compare_registers(&mut self, x: Tn, y: Tn, ty: MType) {
        let row = self.legacy(ty, op::UCOMISS_RR, op::UCOMISD_RR);
        self.emit(row, &[], &[x, y]);
    }
    /// `minnum` and kin: the number if one operand is a NaN; with `zeros`, -0 is less than +0.
    fn number(&mut self, w: Wn, min: bool, zeros: bool, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (a, b) = self.two(w)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let flags = self.flags(w);
        let nan = !flags.contains(InstFlags::NNAN);
        let zeros = zeros && !flags.contains(InstFlags::NSZ);
        // y < x ? y : x is x if either is a NaN: right but for a NaN in x.
        let t = self.extreme(min, y, x, ty, if nan || zeros { To::ANY } else { to })?;
        let t = if zeros { self.settle_zeros(t, x, y, min, ty, if nan { To::ANY } else { to })? } else { t };
        if !nan {
            return Ok(t);
        }
        self.compare_registers(x, x, ty);
        let t = self.choose(P, y, t, ty, if zeros { To::ANY } else { to })?;
        if !zeros {
            return Ok(t);
        }
        // Equality, too, is what an unordered comparison says: a NaN in y leaves x.
        self.compare_registers(y, y, ty);
        self.choose(P, x, t, ty, to)
    }
    /// Where two values are equal (or not numbers), all their bits joined: of zeros, the negative or the positive one.
    fn settle_zeros(&mut self, t: Tn, x: Tn, y: Tn, min: bool, ty: MType, to: To) -> Result<Tn> {
        let joined = self.logic(if min { Logic::Or } else { Logic::And }, x, y, ty, To::ANY)?;
        self.compare_registers(x, y, ty);
        self.choose(E, joined, t, ty, to)
    }
    /// `minimum` and `maximum`: a NaN wins, -0 is less than +0.
    fn ieee(&mut self, w: Wn, min: bool, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (a, b) = self.two(w)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let nan = !self.flags(w).contains(InstFlags::NNAN);
        let zeros = !self.flags(w).contains(InstFlags::NSZ);
        let t = self.extreme(min, x, y, ty, if nan || zeros { To::ANY } else { to })?;
        let t = if zeros { self.settle_zeros(t, x, y, min, ty, if nan { To::ANY } else { to })? } else { t };
        if !nan {
            return Ok(t);
        }
        let add = self.pick([op::ADDSS_RR, op::ADDSD_RR, op::VADDSS_RRR, op::VADDSD_RRR], ty);
        let sum = self.rr(add, To::ANY, ty, x, y)?;
        self.compare_registers(x, y, ty);
        self.choose(P, sum, t, ty, to)
    }

    // One operand.

    fn round(&mut self, a: Wn, mode: i64, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        self.round_register(x, mode, ty, to)
    }
    fn round_register(&mut self, x: Tn, mode: i64, ty: MType, to: To) -> Result<Tn> {
        if !self.m.sse41 {
            return self.unsupported("rounding to an integral value without SSE4.1");
        }
        self.ri(self.legacy(ty, op::ROUNDSS_RRI, op::ROUNDSD_RRI), to, ty, x, mode)
    }
    /// To nearest, ties away: half less than its last digit, with the value's sign, is added and the sum chopped.
    fn round_away(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let half = if ty == MType::F64 { 0x3fdf_ffff_ffff_ffff } else { 0x3eff_ffff };
        let mark = self.with_mask(Logic::And, x, sign(ty), ty, To::ANY)?;
        let half = self.with_mask(Logic::Or, mark, half, ty, To::ANY)?;
        let add = self.pick([op::ADDSS_RR, op::ADDSD_RR, op::VADDSS_RRR, op::VADDSD_RRR], ty);
        let sum = self.rr(add, To::ANY, ty, x, half)?;
        self.round_register(sum, CHOP, ty, to)
    }

    // Signs.

    fn logic_row(&self, l: Logic) -> Opcode {
        use op::*;
        match (l, self.m.avx) {
            (Logic::And, false) => ANDPS_RR,
            (Logic::Or, false) => ORPS_RR,
            (Logic::Xor, false) => XORPS_RR,
            (Logic::And, true) => VANDPS_RRR,
            (Logic::Or, true) => VORPS_RRR,
            (Logic::Xor, true) => VXORPS_RRR,
        }
    }
    fn logic(&mut self, l: Logic, x: Tn, y: Tn, ty: MType, to: To) -> Result<Tn> {
        self.rr(self.logic_row(l), to, ty, x, y)
    }
    /// Logic with a mask of the value's width, repeated over a vector of the constant pool.
    fn with_mask(&mut self, l: Logic, x: Tn, mask: u64, ty: MType, to: To) -> Result<Tn> {
        let row = self.logic_row(l);
        let Some(row) = self.source_in_memory(row) else { return self.unsupported("logic on floats") };
        let sym = self.vector_symbol(mask, ty);
        let addr = self.pool_address(sym)?;
        let rd = self.result(to, ty)?;
        self.emit_constant_mem(row, &[rd], &[x], addr);
        Ok(rd)
    }
    /// A vector of the constant pool, filled with one value.
    fn vector_symbol(&mut self, bits: u64, ty: MType) -> SymRef {
        let bits = if ty == MType::F64 { bits } else { (bits & 0xffff_ffff) | bits << 32 };
        self.pool_symbol(bits, 4)
    }
    fn copy_sign(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        if self.n(b).ty != ty {
            return self.unsupported("a sign of another format");
        }
        let y = self.reg(b)?;
        let size = self.with_mask(Logic::And, x, !sign(ty), ty, To::ANY)?;
        let mark = self.with_mask(Logic::And, y, sign(ty), ty, To::ANY)?;
        self.logic(Logic::Or, size, mark, ty, to)
    }

    // Conversions.

    fn check_integer(&self, ty: MType, from: MType) -> Result<()> {
        if ty == MType::I32 || self.is_wide(ty) {
            return Ok(());
        }
        self.unsupported(format!("conversion from {from} to {ty}"))
    }
    fn float_of(&mut self, a: Wn, ty: MType, from: MType, signed: bool, to: To) -> Result<Tn> {
        self.check(ty)?;
        let narrow = self.legacy(ty, op::CVTSI2SS32_RR, op::CVTSI2SD32_RR);
        let wide = self.legacy(ty, op::CVTSI2SS64_RR, op::CVTSI2SD64_RR);
        match (from, signed) {
            (MType::I32, true) | (MType::B, false) => self.one_source(narrow, a, ty, to),
            (MType::I64, true) if self.m.wide => self.one_source(wide, a, ty, to),
            (MType::I32, false) if self.m.wide => {
                let x = self.reg(a)?;
                let x = self.r(op::P_ZEXT32, To::ANY, MType::I64, x)?;
                self.r(wide, to, ty, x)
            }
            (MType::I64, false) if self.m.wide => self.float_of_unsigned(a, wide, ty, to),
            (MType::I32, false) if self.m.sse2 => self.float_of_word(a, ty, to),
            (MType::I32, false) => {
                let t = self.x87_of_integer(a, MType::F80, from, false, To::ANY)?;
                self.x87_narrow(t, ty, to)
            }
            _ => self.unsupported(format!("conversion from {from} to {ty}")),
        }
    }
    /// An unsigned number of 64 bits whose top bit is set is halved, with the bit that falls out kept for rounding.
    fn float_of_unsigned(&mut self, a: Wn, row: Opcode, ty: MType, to: To) -> Result<Tn> {
        let int = MType::I64;
        let x = self.reg(a)?;
        let half = self.ri(op::SHR64_RI, To::ANY, int, x, 1)?;
        let odd = self.ri(op::AND64_RI, To::ANY, int, x, 1)?;
        let half = self.rr(op::OR64_RR, To::ANY, int, half, odd)?;
        self.emit(op::TEST64_RR, &[], &[x, x]);
        let small = self.choose(S, half, x, int, To::ANY)?;
        let f = self.r(row, To::ANY, ty, small)?;
        let add = self.pick([op::ADDSS_RR, op::ADDSD_RR, op::VADDSS_RRR, op::VADDSD_RRR], ty);
        let twice = self.rr(add, To::ANY, ty, f, f)?;
        self.choose(S, twice, f, ty, to)
    }
    /// An unsigned number of 32 bits in the low digits of 2^52, which is then taken away: exact, so that a single is rounded once.
    fn float_of_word(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let wide = MType::F64;
        let low = self.r(if self.m.avx { op::VMOVD_RR } else { op::MOVD_RR }, To::ANY, wide, x)?;
        let base = self.float_constant(wide, 0x4330_0000_0000_0000, To::ANY)?;
        let joined = self.logic(Logic::Or, low, base, wide, To::ANY)?;
        let sub = self.pick([op::SUBSS_RR, op::SUBSD_RR, op::VSUBSS_RRR, op::VSUBSD_RRR], wide);
        if ty == wide {
            return self.rr(sub, to, wide, joined, base);
        }
        let exact = self.rr(sub, To::ANY, wide, joined, base)?;
        self.r(op::CVTSD2SS_RR, to, ty, exact)
    }
    /// To an unsigned integer: of 32 bits by way of 64; of 64 by way of the value less 2^63 where that does not fit. On IA-32 those
    /// of 32 bits go that way, by 2^31.
    fn unsigned_of(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        self.check(from)?;
        self.check_integer(ty, from)?;
        let row = match self.m.wide {
            true => self.legacy(from, op::CVTTSS2SI64_RR, op::CVTTSD2SI64_RR),
            false => self.legacy(from, op::CVTTSS2SI32_RR, op::CVTTSD2SI32_RR),
        };
        if ty == MType::I32 && self.m.wide {
            let t = self.one_source(row, a, MType::I64, To::ANY)?;
            return self.r(op::P_LOW64_32, to, ty, t);
        }
        let x = self.reg(a)?;
        let t = self.r(row, To::ANY, ty, x)?;
        let limit = match (from, self.m.wide) {
            (MType::F64, true) => 0x43e0_0000_0000_0000,
            (MType::F64, false) => 0x41e0_0000_0000_0000,
            (_, true) => 0x5f00_0000,
            (_, false) => 0x4f00_0000,
        };
        let limit = self.float_constant(from, limit, To::ANY)?;
        let sub = self.pick([op::SUBSS_RR, op::SUBSD_RR, op::VSUBSS_RRR, op::VSUBSD_RRR], from);
        let less = self.rr(sub, To::ANY, from, x, limit)?;
        let u = self.r(row, To::ANY, ty, less)?;
        // What does not fit is given as the least number: its sign tells which of the two counts.
        let mask = self.ri(self.form(ty, op::SAR32_RI, op::SAR64_RI), To::ANY, ty, t, i64::from(ty.bits() - 1))?;
        let u = self.rr(self.form(ty, op::AND32_RR, op::AND64_RR), To::ANY, ty, u, mask)?;
        self.rr(self.form(ty, op::OR32_RR, op::OR64_RR), to, ty, u, t)
    }
    /// The same bits in the other register file.
    fn float_bits(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        if let (Opr::Float(bits), true) = (self.n(a).opr, ty.is_int()) {
            let v = if from == MType::F32 { i64::from(bits as i32) } else { bits as i64 };
            return self.constant(v, ty, to);
        }
        if let (Some((at, mem)), true) = (self.operand_load(a), from.bits() == ty.bits()) {
            let addr = self.address(at)?;
            let mem = whirl_lite::tree::Mem { ty, ..mem };
            return self.load_from(addr, &mem, whirl_lite::ir::Extend::Any, ty, to);
        }
        let row = match (ty, from) {
            (MType::F32, MType::I32) if self.m.sse2 => op::MOVD_RR,
            (MType::I32, MType::F32) if self.m.sse2 => op::MOVD__RR,
            (MType::F64, MType::I64) if self.m.sse2 && self.m.wide => op::MOVQ_RR,
            (MType::I64, MType::F64) if self.m.sse2 && self.m.wide => op::MOVQ__RR,
            // SSE alone moves between its registers and general ones in memory.
            (MType::F32, MType::I32) => return self.bits_in_memory(a, op::MOV32_MR, op::MOVSS_RM, ty, to),
            (MType::I32, MType::F32) => return self.bits_in_memory(a, op::MOVSS_MR, op::MOV32_RM, ty, to),
            _ => return self.unsupported(format!("conversion of bits from {from} to {ty}")),
        };
        let x = self.reg(a)?;
        self.r(row, to, ty, x)
    }
}

/// The sign bit of a format, and for single ones nothing above.
fn sign(ty: MType) -> u64 {
    if ty == MType::F64 { 1 << 63 } else { 1 << 31 }
}
