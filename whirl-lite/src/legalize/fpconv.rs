//! Conversions between floats and integers.
//!
//! Instructions convert between hard floats and 32-bit or register-sized integers, and on some targets integers of two registers;
//! libgcc does the rest up to 128 bits.

use super::actions::Op;
use super::softfloat::{fix_symbol, float_symbol};
use super::types::{Scalar, float_ty};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// The width that a conversion of `n` bits is done in.
    fn conversion_bits(&self, n: u32) -> Result<u32> {
        match n {
            0..=32 => Ok(32),
            33..=64 => Ok(64),
            65..=128 => Ok(128),
            _ => Err(self.unsupported(format!("a conversion between a float and i{n}"))),
        }
    }
    /// `fptosi`, `fptoui` to `m` bits.
    pub(super) fn float_to_int(&mut self, signed: bool, k: FloatKind, m: u32, a: &[Value]) -> Result<Parts> {
        let (k, a) = self.via_single(k, a)?;
        let bits = self.conversion_bits(m)?;
        // Narrower than the instruction: the signed one covers both.
        let signed = signed || m < bits;
        if let (true, true, &[v]) = (self.act.computes(k), bits <= self.xlen, a.as_slice()) {
            let ty = if bits == 64 { Ty::I64 } else { Ty::I32 };
            let r = self.cast(if signed { CastOp::FpToSi } else { CastOp::FpToUi }, v, ty);
            return Ok(self.int_trunc(m, &[r]));
        }
        if let (64, Some(v)) = (bits, self.pair_float(k, &a)) {
            let r = self.pair_of_float(if signed { CastOp::FpToSi } else { CastOp::FpToUi }, v);
            return Ok(self.int_trunc(m, &r));
        }
        let (k, a) = self.library_format(k, &a)?;
        let name = fix_symbol(signed, k, bits).ok_or_else(|| self.unsupported("this conversion of a float"))?;
        let ret = match bits {
            32 => Ty::I32,
            64 => Ty::I64,
            _ => Ty::I128,
        };
        let r = self.lib_call(name, &[(Scalar::Float(k), a)], Some(ret), super::libcalls::Effect::Pure)?;
        Ok(self.int_trunc(m, &r))
    }
    /// `sitofp`, `uitofp` from `n` bits.
    pub(super) fn int_to_float(&mut self, signed: bool, n: u32, k: FloatKind, a: &[Value]) -> Result<Parts> {
        if k.bits() == 16 && !self.act.computes(k) {
            if n > 24 {
                // Rounding to single first would round twice.
                let d = self.int_to_float(signed, n, FloatKind::Double, a)?;
                return self.float_to_float(FloatKind::Double, k, &d);
            }
            let s = self.int_to_float(signed, n, FloatKind::Single, a)?;
            return self.float_to_float(FloatKind::Single, k, &s);
        }
        let bits = self.conversion_bits(n)?;
        let wide = if signed { self.int_sext(n, bits, a) } else { self.int_zext(n, bits, a) };
        // With a bit to spare, zero-extended numbers are signed ones.
        let signed = signed || n < bits;
        if let (true, true, &[v]) = (self.act.computes(k), bits <= self.xlen, wide.as_slice()) {
            let op = if signed { CastOp::SiToFp } else { CastOp::UiToFp };
            return Ok(smallvec![self.cast(op, v, float_ty(k))]);
        }
        if let (true, &[low, high]) = (bits == 64 && self.act.legal(Op::FConvertPair, float_ty(k)), wide.as_slice()) {
            let op = if signed { CastOp::SiToFp } else { CastOp::UiToFp };
            return Ok(smallvec![self.emit1(InstKind::FromPair(op), InstFlags::empty(), &[low, high], float_ty(k))]);
        }
        if k.bits() == 16 {
            // No library function makes these; a number that loses digits in a double is infinite here.
            let d = self.lib_from_int(signed, bits, FloatKind::Double, wide)?;
            return self.float_to_float(FloatKind::Double, k, &d);
        }
        self.lib_from_int(signed, bits, k, wide)
    }
    /// The float, if it is one that the target converts to integers of two registers.
    fn pair_float(&self, k: FloatKind, a: &[Value]) -> Option<Value> {
        let legal = self.xlen == 32 && self.act.legal(Op::FConvertPair, float_ty(k));
        a.first().copied().filter(|_| legal)
    }
    fn pair_of_float(&mut self, op: CastOp, v: Value) -> Parts {
        let i = self.emit(InstKind::ToPair(op), InstFlags::empty(), &[v], &[self.x, self.x]);
        self.nf.results(i).collect()
    }
    fn lib_from_int(&mut self, signed: bool, bits: u32, k: FloatKind, wide: Parts) -> Result<Parts> {
        let name = float_symbol(signed, k, bits).ok_or_else(|| self.unsupported("this conversion to a float"))?;
        self.lib_call(name, &[(Scalar::Int(bits), wide)], Some(float_ty(k)), super::libcalls::Effect::Pure)
    }

    /// `fptosi.sat`, `fptoui.sat` to `m` bits: clamped before conversion, NaN gives zero.
    pub(super) fn float_to_int_sat(&mut self, signed: bool, k: FloatKind, m: u32, a: &[Value]) -> Result<Parts> {
        let (k, a) = self.via_single(k, a)?;
        let ty = float_ty(k);
        if let (true, &[v]) = (m <= self.xlen && self.act.legal(Op::FSaturate, ty), a.as_slice()) {
            return Ok(smallvec![self.saturate_native(signed, m, v)?]);
        }
        let (lo, hi) =
            if signed { (-(2f64.powi(m as i32 - 1)), 2f64.powi(m as i32 - 1)) } else { (0.0, 2f64.powi(m as i32)) };
        if m > 128 {
            return Err(self.unsupported(format!("a saturating conversion to i{m}")));
        }
        // The bounds are powers of two, exact in every format that reaches them; `hi` itself is out of range. In a
        // format whose largest number is below a bound no finite number is out of range on that side, only infinity.
        let low = self.any_float_const(k, lo)?;
        let high = self.any_float_const(k, hi)?;
        let under = self.fcmp_any(FloatPred::Ule, false, ty, &a, &low)?[0];
        let over = self.fcmp_any(FloatPred::Oge, false, ty, &a, &high)?[0];
        let r = self.float_to_int(signed, k, m, &a)?;
        let r: Parts = r.iter().map(|&v| self.un(UnOp::Freeze, v)).collect();
        let (min, max) = if signed {
            (self.signed_limit(m, false), self.signed_limit(m, true))
        } else {
            (self.wide_imm(m, 0), self.wide_imm(m, -1))
        };
        let r = self.wide_select(under, &min, &r);
        let r = self.wide_select(over, &max, &r);
        if !signed {
            // NaN is "unordered or at most zero", hence zero already.
            return Ok(r);
        }
        let ordered = self.fcmp_any(FloatPred::Ord, false, ty, &a, &a)?[0];
        let zero = self.wide_imm(m, 0);
        Ok(self.wide_select(ordered, &r, &zero))
    }
    /// Saturating conversion by the target to a width that it has, then to the limits of `m` bits.
    fn saturate_native(&mut self, signed: bool, m: u32, v: Value) -> Result<Value> {
        let (bits, ty) = if m <= 32 { (32, Ty::I32) } else { (64, Ty::I64) };
        let r = self.cast(if signed { CastOp::FpToSiSat } else { CastOp::FpToUiSat }, v, ty);
        if m == bits {
            return Ok(r);
        }
        let none = InstFlags::empty();
        let r = if signed {
            let (lo, hi) = (self.imm(ty, i64::MIN >> (64 - m)), self.imm(ty, i64::MAX >> (64 - m)));
            let r = self.int_binary(BinOp::SMax, none, bits, r, lo)?;
            self.int_binary(BinOp::SMin, none, bits, r, hi)?
        } else {
            let hi = self.imm(ty, super::build::mask(m) as i64);
            self.int_binary(BinOp::UMin, none, bits, r, hi)?
        };
        Ok(if m == 1 { self.resize(r, Ty::I1) } else { r })
    }
    /// The largest or smallest signed number of `m` bits.
    pub(super) fn signed_limit(&mut self, m: u32, max: bool) -> Parts {
        let shape = self.int_shape(m);
        (0..shape.n)
            .map(|k| {
                let top = k + 1 == shape.n;
                let bits = m - k as u32 * self.xlen;
                let c = if top { i64::MAX >> (64 - bits.min(64)) } else { -1 };
                self.imm(shape.part, if max { c } else { !c })
            })
            .collect()
    }
    /// A constant of any format.
    pub(super) fn any_float_const(&mut self, k: FloatKind, v: f64) -> Result<Parts> {
        use rustc_apfloat::{Float, FloatConvert, ieee};
        if self.act.is_hard(k) {
            return Ok(smallvec![self.float_imm(k, v)]);
        }
        let d = ieee::Double::from_bits(u128::from(v.to_bits()));
        let mut lost = false;
        let bits: u128 = match k {
            FloatKind::Quad => <ieee::Double as FloatConvert<ieee::Quad>>::convert(d, &mut lost).value.to_bits(),
            FloatKind::Double => d.to_bits(),
            _ => <ieee::Double as FloatConvert<ieee::Single>>::convert(d, &mut lost).value.to_bits(),
        };
        let shape = self.int_shape(k.bits());
        Ok((0..shape.n).map(|p| self.imm(shape.part, (bits >> (p as u32 * self.xlen)) as i64)).collect())
    }

    /// `lrint`, `llrint`, `lround`, `llround` to `m` bits.
    pub(super) fn float_round_to_int(&mut self, op: CastOp, k: FloatKind, m: u32, a: &[Value]) -> Result<Parts> {
        let (k, a) = self.via_single(k, a)?;
        let done = self.act.is_hard(k) && (op == CastOp::FpToIntRint || self.act.converts_away);
        if let (true, true, &[v]) = (done, m == 32 || m == self.xlen, a.as_slice()) {
            let ty = if m == 64 { Ty::I64 } else { Ty::I32 };
            return Ok(smallvec![self.cast(op, v, ty)]);
        }
        if let (CastOp::FpToIntRint, 64, Some(v)) = (op, m, self.pair_float(k, &a)) {
            return Ok(self.pair_of_float(op, v));
        }
        let (k, a) = self.library_format(k, &a)?;
        let base = match (op, m > 32) {
            (CastOp::FpToIntRint, false) => "lrint",
            (CastOp::FpToIntRint, true) => "llrint",
            (_, false) => "lround",
            (_, true) => "llround",
        };
        let name =
            super::floats::math_symbol(base, k).ok_or_else(|| self.unsupported(format!("'{base}' of this type")))?;
        let long = if m > 32 || self.xlen == 64 { Ty::I64 } else { Ty::I32 };
        let r = self.lib_call(name, &[(Scalar::Float(k), a)], Some(long), super::libcalls::Effect::Pure)?;
        let n = if long == Ty::I64 { 64 } else { 32 };
        if m > n {
            return Ok(self.int_sext(n, m, &r));
        }
        Ok(self.int_trunc(m, &r))
    }
}
