//! Rounding to an integral value.
//!
//! A number too large to have a fraction stays as it is; a smaller one goes through an integer and back, and takes its
//! sign again (minus zero stays). NaN compares false and stays as it is, too.

use super::actions::Op;
use super::types::float_ty;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// Rounds a hard float.
    pub(super) fn round(&mut self, op: UnOp, k: FloatKind, x: Value) -> Result<Parts> {
        let ty = float_ty(k);
        if self.act.legal(Op::FRound, ty) && op != UnOp::NearbyInt {
            return Ok(smallvec![self.emit1(InstKind::Unary(op), InstFlags::empty(), &[x], ty)]);
        }
        let name = match op {
            UnOp::Floor => "floor",
            UnOp::Ceil => "ceil",
            UnOp::FTrunc => "trunc",
            UnOp::Round => "round",
            UnOp::RoundEven => "roundeven",
            UnOp::Rint => "rint",
            _ => "nearbyint",
        };
        // Bits of precision: from two to this power on, every number is integral.
        let digits = match k {
            FloatKind::Single => 23,
            FloatKind::Half => 10,
            _ => 52,
        };
        // `nearbyint` must not raise inexact, and the integer must hold all digits.
        let int = if digits < 31 { Ty::I32 } else { Ty::I64 };
        let called = self.act.calls(Op::FRound, ty) || op == UnOp::Round && !self.act.converts_away;
        if called || op == UnOp::NearbyInt || self.width(int) > self.xlen {
            return self.math_call(name, k, &[&[x]]);
        }
        let size = self.emit1(InstKind::Unary(UnOp::FAbs), InstFlags::empty(), &[x], ty);
        let limit = self.float_imm(k, 2f64.powi(digits));
        let small = self.emit1(InstKind::Fcmp(FloatPred::Olt, false), InstFlags::empty(), &[size, limit], Ty::I1);
        let cast = match op {
            UnOp::Round => CastOp::FpToIntRound,
            UnOp::RoundEven | UnOp::Rint => CastOp::FpToIntRint,
            _ => CastOp::FpToSi,
        };
        let n = self.cast(cast, x, int);
        // Out of range the conversion's result is any number; it is not selected then.
        let n = self.un(UnOp::Freeze, n);
        let mut r = self.cast(CastOp::SiToFp, n, ty);
        let fix = match op {
            UnOp::Floor => Some((FloatPred::Olt, -1.0)),
            UnOp::Ceil => Some((FloatPred::Ogt, 1.0)),
            _ => None,
        };
        if let Some((pred, by)) = fix {
            let off = self.emit1(InstKind::Fcmp(pred, false), InstFlags::empty(), &[x, r], Ty::I1);
            let by = self.float_imm(k, by);
            let next = self.emit1(InstKind::Binary(BinOp::FAdd), InstFlags::empty(), &[r, by], ty);
            r = self.select(off, next, r);
        }
        let r = self.emit1(InstKind::Binary(BinOp::CopySign), InstFlags::empty(), &[r, x], ty);
        Ok(smallvec![self.select(small, r, x)])
    }
}
