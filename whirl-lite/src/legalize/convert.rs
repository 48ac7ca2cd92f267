//! Conversions among integers, pointers and bit patterns.

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// A conversion of a value of any type, vectors lane by lane (except bit casts).
    pub(super) fn cast_any(&mut self, op: CastOp, flags: InstFlags, from: Ty, to: Ty, a: &[Value]) -> Result<Parts> {
        if op == CastOp::BitCast {
            return self.bitcast_any(from, to, a);
        }
        match (self.lanes(from)?, self.lanes(to)?) {
            (Some((n, from)), Some((_, to))) => self.lanewise1(n, a, |s, a| s.cast_scalar(op, flags, from, to, a)),
            (None, None) => self.cast_scalar(op, flags, from, to, a),
            _ => Err(self.input("a conversion between a vector and a scalar")),
        }
    }
    fn cast_scalar(&mut self, op: CastOp, flags: InstFlags, from: Ty, to: Ty, a: &[Value]) -> Result<Parts> {
        let (sf, st) = (self.scalar(from)?, self.scalar(to)?);
        match (op, sf, st) {
            (CastOp::Trunc, Scalar::Int(_), Scalar::Int(m)) => {
                if let (&[v], true) = (a, flags.contains(InstFlags::NUW) && m == 1) {
                    // The promise is this result's alone: `v` may have other users.
                    return Ok(smallvec![match self.nf.as_int(v) {
                        Some(_) => self.resize(v, Ty::I1),
                        None => self.emit1(InstKind::Cast(op), InstFlags::NUW, &[v], Ty::I1),
                    }]);
                }
                Ok(self.int_trunc(m, a))
            }
            (CastOp::ZExt | CastOp::AnyExt, Scalar::Int(n), Scalar::Int(m)) => {
                if flags.contains(InstFlags::NNEG) && n < m {
                    return Ok(self.int_zext_nneg(n, m, a));
                }
                Ok(self.int_zext(n, m, a))
            }
            (CastOp::SExt, Scalar::Int(n), Scalar::Int(m)) => Ok(self.int_sext(n, m, a)),
            (CastOp::PtrToInt, Scalar::Ptr, Scalar::Int(m)) => {
                let v = self.bitcast(a[0], self.x);
                Ok(self.int_zext_or_trunc(self.xlen, m, &[v]))
            }
            (CastOp::IntToPtr, Scalar::Int(n), Scalar::Ptr) => {
                let v = self.int_zext_or_trunc(n, self.xlen, a);
                Ok(smallvec![self.bitcast(v[0], Ty::PTR)])
            }
            (CastOp::AddrSpaceCast, Scalar::Ptr, Scalar::Ptr) => Ok(Parts::from_slice(a)),
            (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(from), Scalar::Float(to)) => {
                self.float_to_float(from, to, a)
            }
            (CastOp::FpToUi | CastOp::FpToSi, Scalar::Float(k), Scalar::Int(m)) => {
                self.float_to_int(op == CastOp::FpToSi, k, m, a)
            }
            (CastOp::FpToUiSat | CastOp::FpToSiSat, Scalar::Float(k), Scalar::Int(m)) => {
                self.float_to_int_sat(op == CastOp::FpToSiSat, k, m, a)
            }
            (CastOp::UiToFp | CastOp::SiToFp, Scalar::Int(n), Scalar::Float(k)) => {
                let signed = op == CastOp::SiToFp && !flags.contains(InstFlags::NNEG);
                self.int_to_float(signed, n, k, a)
            }
            (CastOp::FpToIntRint | CastOp::FpToIntRound, Scalar::Float(k), Scalar::Int(m)) => {
                self.float_round_to_int(op, k, m, a)
            }
            _ => Err(self.input("a conversion between types that it cannot convert")),
        }
    }

    /// Keeps the low `m` bits.
    pub(super) fn int_trunc(&mut self, m: u32, a: &[Value]) -> Parts {
        let shape = self.int_shape(m);
        let mut out = Parts::from_slice(&a[..shape.n.min(a.len())]);
        if shape.n == 1 {
            out[0] = self.resize(out[0], shape.part);
        }
        out
    }
    /// Zero extension from `n` to `m` bits.
    pub(super) fn int_zext(&mut self, n: u32, m: u32, a: &[Value]) -> Parts {
        let shape = self.int_shape(m);
        let mut out = self.wide_zext(n, a);
        if let Some(last) = out.last_mut() {
            *last = self.zext_reg(*last, shape.part);
        }
        let zero = self.zero(shape.part);
        out.resize(shape.n, zero);
        out
    }
    /// Zero extension of a value that is known not to be negative: sign extension may be cheaper.
    fn int_zext_nneg(&mut self, n: u32, m: u32, a: &[Value]) -> Parts {
        if let (&[v], 1) = (a, self.int_shape(m).n) {
            let wide = n < self.width(self.nf.ty(v));
            let free = n == 32 && self.act.sext_is_free || wide && self.fits_s(v, n);
            // All of a register always fits: extending it is work all the same.
            if free && (!wide || !self.fits_u(v, n)) {
                let out = self.int_sext(n, m, a);
                self.note_u(out[0], n);
                return out;
            }
        }
        self.int_zext(n, m, a)
    }
    /// Sign extension from `n` to `m` bits.
    pub(super) fn int_sext(&mut self, n: u32, m: u32, a: &[Value]) -> Parts {
        let shape = self.int_shape(m);
        let mut out = self.wide_sext(n, a);
        if let Some(last) = out.last_mut() {
            *last = self.sext_reg(*last, shape.part);
        }
        if out.len() < shape.n {
            let fill = self.sign_fill(&out);
            out.resize(shape.n, fill);
        }
        out
    }
    pub(super) fn int_zext_or_trunc(&mut self, n: u32, m: u32, a: &[Value]) -> Parts {
        if m < n { self.int_trunc(m, a) } else { self.int_zext(n, m, a) }
    }

    /// The same bits as another type: by way of one wide integer where the parts do not fit one to one.
    fn bitcast_any(&mut self, from: Ty, to: Ty, a: &[Value]) -> Result<Parts> {
        if from == to {
            return Ok(Parts::from_slice(a));
        }
        if let (None, None) = (self.lanes(from)?, self.lanes(to)?)
            && let (Scalar::Ptr, Scalar::Ptr) = (self.scalar(from)?, self.scalar(to)?)
        {
            return Ok(Parts::from_slice(a));
        }
        let whole = self.bits_of(from, a)?;
        self.value_of_bits(to, &whole)
    }
    /// A value of any type without padding as one integer of its width.
    pub(super) fn bits_of(&mut self, ty: Ty, a: &[Value]) -> Result<Parts> {
        if self.lanes(ty)?.is_some() {
            return self.pack_vector(ty, a);
        }
        match self.scalar(ty)? {
            Scalar::Int(_) => Ok(Parts::from_slice(a)),
            Scalar::Ptr => Ok(smallvec![self.bitcast(a[0], self.x)]),
            Scalar::Float(k) if self.act.is_hard(k) => {
                if k.bits() > self.xlen {
                    let p = self.spill_parts(a);
                    let words = i64::from(k.bits().div_ceil(self.xlen));
                    return Ok((0..words).map(|n| self.load_raw(p, n * i64::from(self.xlen / 8), self.x)).collect());
                }
                let int = if k.bits() == 64 { Ty::I64 } else { Ty::I32 };
                Ok(smallvec![self.bitcast(a[0], int)])
            }
            Scalar::Float(_) | Scalar::Vector(_) => Ok(Parts::from_slice(a)),
        }
    }
    /// The reverse.
    pub(super) fn value_of_bits(&mut self, ty: Ty, whole: &[Value]) -> Result<Parts> {
        if self.lanes(ty)?.is_some() {
            return self.unpack_vector(ty, whole);
        }
        match self.scalar(ty)? {
            Scalar::Int(_) => Ok(Parts::from_slice(whole)),
            Scalar::Ptr => Ok(smallvec![self.bitcast(whole[0], Ty::PTR)]),
            Scalar::Float(k) if self.act.is_hard(k) => {
                let ty = super::types::float_ty(k);
                if k.bits() > self.xlen {
                    let p = self.spill_parts(whole);
                    return Ok(smallvec![self.load_raw(p, 0, ty)]);
                }
                Ok(smallvec![self.bitcast(whole[0], ty)])
            }
            Scalar::Float(_) | Scalar::Vector(_) => Ok(Parts::from_slice(whole)),
        }
    }
}
