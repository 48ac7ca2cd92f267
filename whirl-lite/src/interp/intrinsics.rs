//! Intrinsics of functions as read.

use super::bits::Bits;
use super::exec::bits_or_poison;
use super::{Frame, Machine, Run, Stop, Val, float};
use crate::ir::*;
use crate::legalize::fixed::FixedOp;
use rustc_apfloat::Round;

impl<'a> Machine<'a> {
    /// The result of an intrinsic.
    pub(super) fn intrinsic(&mut self, frame: &mut Frame<'a>, i: Inst, name: &str) -> Run<Val> {
        let f = frame.f;
        let base = crate::legalize::intrinsics::base_name(name);
        let ty = f.results(i).next().map_or(Ty::VOID, |r| f.ty(r));
        if let Some(op) = crate::legalize::intrinsics::binary_op(base) {
            let (a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
            return self.lanes2(ty, a, b, |s, t, a, b| s.binary(op, InstFlags::empty(), t, a, b));
        }
        if let Some(op) = crate::legalize::intrinsics::unary_op(base) {
            let a = self.operand(frame, i, 0)?;
            return self.lanes1(ty, ty, a, |s, t, _, a| s.unary(op, t, a));
        }
        if let Some(op) = crate::legalize::intrinsics::cast_op(base) {
            let from = f.ty(f.args(i)[0]);
            let a = self.operand(frame, i, 0)?;
            return self.lanes1(from, ty, a, |s, from, to, a| s.cast(op, from, to, a));
        }
        if let Some(op) = crate::legalize::intrinsics::overflow_op(base) {
            let a = bits_or_poison!(self.operand(frame, i, 0)?);
            let b = bits_or_poison!(self.operand(frame, i, 1)?);
            return Ok(overflow(op, &a, &b));
        }
        if let Some(op) = crate::legalize::fixed::fixed_op(base) {
            let a = bits_or_poison!(self.operand(frame, i, 0)?);
            let b = bits_or_poison!(self.operand(frame, i, 1)?);
            let scale = bits_or_poison!(self.operand(frame, i, 2)?);
            return fixed_point(op, &a, &b, scale.low() as u32);
        }
        match base {
            "fshl" | "fshr" => {
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let b = bits_or_poison!(self.operand(frame, i, 1)?);
                let c = bits_or_poison!(self.operand(frame, i, 2)?);
                let w = a.width;
                let wide = w.max(64);
                let n = c.resize(wide, false).div_rem(&Bits::new(wide, u64::from(w))).1.low() as u32;
                let both = b.concat(&a);
                Ok(Val::Bits(if base == "fshl" { both.slice(w - n, w) } else { both.slice(n, w) }))
            }
            "scmp" | "ucmp" => {
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let b = bits_or_poison!(self.operand(frame, i, 1)?);
                let less = if base == "scmp" { a.slt(&b) } else { a.ult(&b) };
                let sign = if less { Bits::new(64, u64::MAX) } else { Bits::new(64, u64::from(a != b)) };
                Ok(Val::Bits(sign.resize(self.width(ty).unwrap_or(64), true)))
            }
            "fma" | "fmuladd" => {
                let k = self.float_kind(ty).ok_or_else(|| Stop::Unsupported("fma of vectors".into()))?;
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let b = bits_or_poison!(self.operand(frame, i, 1)?);
                let c = bits_or_poison!(self.operand(frame, i, 2)?);
                Ok(Val::Bits(float::fma(k, &a, &b, &c)))
            }
            "is.fpclass" => {
                let k = self.float_kind(f.ty(f.args(i)[0])).ok_or_else(|| Stop::Unsupported("is.fpclass".into()))?;
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let m = bits_or_poison!(self.operand(frame, i, 1)?);
                Ok(Val::Bits(Bits::new(1, m.low() >> float::class(k, &a) & 1)))
            }
            "memcpy" | "memmove" | "memcpy.inline" => {
                let to = bits_or_poison!(self.operand(frame, i, 0)?);
                let from = bits_or_poison!(self.operand(frame, i, 1)?);
                let n = bits_or_poison!(self.operand(frame, i, 2)?);
                if !n.is_zero() {
                    self.memory.copy(to.low(), from.low(), n.low())?;
                }
                Ok(Val::Poison)
            }
            "memset" => {
                let to = bits_or_poison!(self.operand(frame, i, 0)?);
                let b = bits_or_poison!(self.operand(frame, i, 1)?);
                let n = bits_or_poison!(self.operand(frame, i, 2)?);
                if !n.is_zero() {
                    self.memory.write(to.low(), &vec![b.low() as u8; n.low() as usize])?;
                }
                Ok(Val::Poison)
            }
            "lrint" => {
                let k = self.float_kind(f.ty(f.args(i)[0])).ok_or_else(|| Stop::Unsupported("lrint".into()))?;
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let w = self.width(ty).unwrap_or(64);
                Ok(Val::Bits(float::to_int(k, &a, w, true, Round::NearestTiesToEven).0))
            }
            b if b.starts_with("vector.reduce.") => {
                let op = crate::legalize::intrinsics::reduction(b.trim_start_matches("vector.reduce."));
                let op = op.ok_or_else(|| Stop::Unsupported(format!("llvm.{name}")))?;
                let Val::Agg(list) = self.operand(frame, i, 0)? else { return Ok(Val::Poison) };
                let mut it = list.into_iter();
                let mut acc = it.next().unwrap_or(Val::Poison);
                for v in it {
                    acc = self.binary(op, InstFlags::empty(), ty, &acc, &v)?;
                }
                Ok(acc)
            }
            "lifetime.start" | "lifetime.end" | "assume" | "va_end" => Ok(Val::Poison),
            _ => Err(Stop::Unsupported(format!("llvm.{name}"))),
        }
    }
}

/// The wrapped value, and whether the exact one differs.
fn overflow(op: OverflowOp, a: &Bits, b: &Bits) -> Val {
    use OverflowOp::*;
    let w = 2 * a.width + 2;
    let signed = matches!(op, SAdd | SSub | SMul);
    let (x, y) = (a.resize(w, signed), b.resize(w, signed));
    let exact = match op {
        SAdd | UAdd => x.add(&y),
        SSub | USub => x.sub(&y),
        SMul | UMul => x.mul(&y),
    };
    let r = exact.resize(a.width, false);
    let o = r.resize(w, signed) != exact;
    Val::Agg(vec![Val::Bits(r), Val::Bits(Bits::new(1, u64::from(o)))])
}

/// A fixed-point product or quotient, rounded down; poison if it does not fit and does not saturate.
fn fixed_point(op: FixedOp, a: &Bits, b: &Bits, scale: u32) -> Run<Val> {
    let w = a.width;
    let m = 2 * w + 2;
    let (x, y) = (a.resize(m, op.signed), b.resize(m, op.signed));
    let exact = if !op.divide {
        x.mul(&y).shr(scale, op.signed)
    } else if y.is_zero() {
        return Err(Stop::Undefined("division by zero".into()));
    } else {
        let x = x.shl(scale);
        let (q, r) = if op.signed { x.abs().div_rem(&y.abs()) } else { x.div_rem(&y) };
        let one = Bits::new(m, 1);
        match op.signed && x.negative() != y.negative() {
            true if r.is_zero() => q.neg(),
            true => q.add(&one).neg(),
            false => q,
        }
    };
    let cut = exact.resize(w, false);
    Ok(if cut.resize(m, op.signed) == exact {
        Val::Bits(cut)
    } else if !op.saturate {
        Val::Poison
    } else if op.signed {
        Val::Bits(Bits::signed_limit(w, !exact.negative()))
    } else {
        Val::Bits(Bits::zero(w).not())
    })
}
