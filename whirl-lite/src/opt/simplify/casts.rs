//! Rules for conversions between integers, and between integers and floats.

use super::{Done, Simplifier, folded};
use crate::ir::{BinOp, CastOp, Function, Inst, InstFlags, InstKind, IntPred, Ty, UnOp, Value};
use crate::opt::edit::{ones, signed};
use crate::opt::fold;

impl Simplifier<'_> {
    pub(super) fn cast(&mut self, f: &mut Function, i: Inst, op: CastOp) -> Done {
        let &[a] = f.args(i) else { return Done::No };
        let to = f.ty(f.result(i, 0));
        let from = f.ty(a);
        match (self.width(f, a), self.width(f, f.result(i, 0))) {
            (Some(n), Some(w)) => self.int_cast(f, i, op, a, (n, w)),
            (Some(n), None) if matches!(op, CastOp::SiToFp | CastOp::UiToFp) => {
                if let Some(v) = f.as_int(a).and_then(|x| fold::int_to_float(x, n, op == CastOp::SiToFp, to)) {
                    return Done::Is(self.float_const(f, to, v));
                }
                // Converting as signed is cheaper, or at least never dearer.
                if op == CastOp::UiToFp && self.bits(f, a).is_some_and(|k| k.non_negative()) {
                    return self.change(f, i, InstKind::Cast(CastOp::SiToFp), &[a]);
                }
                if op == CastOp::SiToFp
                    && let Some((_, InstKind::Cast(CastOp::SExt), &[x])) = self.def(f, a)
                    && f.ty(x) == Ty::I32
                {
                    return self.change(f, i, InstKind::Cast(op), &[x]);
                }
                Done::No
            }
            (None, Some(w)) if matches!(op, CastOp::FpToSi | CastOp::FpToUi) => {
                let v = folded(f, a).and_then(|x| fold::float_to_int(x, from, w, op == CastOp::FpToSi));
                v.map_or(Done::No, |v| Done::Is(f.int_const(to, v)))
            }
            (None, None) if matches!(op, CastOp::FpExt | CastOp::FpTrunc) => {
                if let Some(v) = folded(f, a).and_then(|x| fold::float_to_float(x, from, to)) {
                    return Done::Is(self.float_const(f, to, v));
                }
                if op == CastOp::FpTrunc
                    && let Some((_, InstKind::Cast(CastOp::FpExt), &[x])) = self.def(f, a)
                    && f.ty(x) == to
                {
                    return Done::Is(x);
                }
                Done::No
            }
            _ if op == CastOp::BitCast && from == to => Done::Is(a),
            _ if op == CastOp::BitCast => match self.def(f, a) {
                Some((_, InstKind::Cast(CastOp::BitCast), &[x])) if f.ty(x) == to => Done::Is(x),
                _ => Done::No,
            },
            _ => Done::No,
        }
    }

    fn int_cast(&mut self, f: &mut Function, i: Inst, op: CastOp, a: Value, (n, w): (u32, u32)) -> Done {
        use CastOp::*;
        let to = f.ty(f.result(i, 0));
        if let Some(x) = f.as_int(a)
            && !matches!(op, PtrToInt | IntToPtr | AddrSpaceCast)
        {
            let v = match op {
                SExt => signed(x, n) as u64,
                _ => x,
            };
            return Done::Is(f.int_const(to, v & ones(w)));
        }
        if f.ty(a) == to {
            return Done::Is(a);
        }
        let inner = self.def(f, a).and_then(|(_, k, args)| match (k, args) {
            (InstKind::Cast(c), &[x]) => Some((c, x)),
            _ => None,
        });
        match op {
            // There and back.
            PtrToInt | IntToPtr => match inner {
                Some((IntToPtr | PtrToInt, x)) if f.ty(x) == to => Done::Is(x),
                _ => Done::No,
            },
            Trunc => self.trunc(f, i, a, inner, w),
            ZExt => self.zext(f, i, a, inner, (n, w)),
            SExt => self.sext(f, i, a, inner, (n, w)),
            AnyExt => match inner {
                Some((Trunc, x)) if f.ty(x) == to => Done::Is(x),
                Some((AnyExt | ZExt | SExt, x)) => {
                    let (c, _) = inner.unwrap_or((AnyExt, a));
                    self.change(f, i, InstKind::Cast(c), &[x])
                }
                _ => Done::No,
            },
            _ => Done::No,
        }
    }

    fn trunc(&mut self, f: &mut Function, i: Inst, a: Value, inner: Option<(CastOp, Value)>, w: u32) -> Done {
        use CastOp::*;
        let to = f.ty(f.result(i, 0));
        if let Some((c @ (ZExt | SExt | AnyExt | Trunc), x)) = inner {
            let from = self.width(f, x).unwrap_or(0);
            if f.ty(x) == to {
                return Done::Is(x);
            }
            if c == Trunc || from > w {
                return self.change(f, i, InstKind::Cast(Trunc), &[x]);
            }
            if from < w {
                return self.change(f, i, InstKind::Cast(c), &[x]);
            }
        }
        // Say so where nothing is lost: the machine's registers hold the narrow value as it is.
        let promise = InstFlags::NSW;
        if w == 32
            && !self.flags(f, i).contains(promise)
            && self.bits(f, a).is_some_and(|k| u32::from(k.sign) > u32::from(k.width) - w)
        {
            f.insts[i].flags |= promise;
        }
        // Truncating to a truth value keeps the lowest bit: comparing is what the machine does.
        let from = self.width(f, a).unwrap_or(64);
        if let Some(x) = self.without(f, a, ones(w), from) {
            let flags = self.flags(f, i) - (InstFlags::NUW | InstFlags::NSW);
            let done = self.change(f, i, InstKind::Cast(Trunc), &[x]);
            f.insts[i].flags = flags;
            return done;
        }
        // A narrow operation on values that were extended for it.
        if w == 32
            && self.once(a)
            && let Some((
                _,
                InstKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor)),
                &[x, y],
            )) = self.def(f, a)
            && let (Some(x), Some(y)) = (self.narrow(f, x, to), self.narrow(f, y, to))
        {
            return self.change(f, i, InstKind::Binary(op), &[x, y]);
        }
        if w == 32
            && self.once(a)
            && let Some((x, n)) = self.with_constant(f, a, BinOp::Shl)
            && n < 32
            && let Some(x) = self.narrow(f, x, to)
        {
            let n = f.int_const(to, n);
            return self.change(f, i, InstKind::Binary(BinOp::Shl), &[x, n]);
        }
        Done::No
    }

    /// The value of a narrow type that a wide value was extended from, or a constant's low part.
    fn narrow(&mut self, f: &mut Function, v: Value, to: Ty) -> Option<Value> {
        if let Some(c) = f.as_int(v) {
            let w = self.cx.m.types.int_bits(to)?;
            return Some(f.int_const(to, c & ones(w)));
        }
        match self.def(f, v)? {
            (_, InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt), &[x]) if f.ty(x) == to => Some(x),
            _ => None,
        }
    }

    fn zext(
        &mut self,
        f: &mut Function,
        i: Inst,
        a: Value,
        inner: Option<(CastOp, Value)>,
        (n, w): (u32, u32),
    ) -> Done {
        use CastOp::*;
        let to = f.ty(f.result(i, 0));
        match inner {
            Some((ZExt, x)) => return self.change(f, i, InstKind::Cast(ZExt), &[x]),
            // The wide value's upper bits may be zero already.
            Some((Trunc, x)) if f.ty(x) == to && n > 1 => {
                if self.bits(f, x).is_some_and(|k| k.max() <= ones(n)) {
                    return Done::Is(x);
                }
                let mask = ones(n);
                if mask as i64 <= self.cx.costs.imm.1 {
                    let m = self.int(f, x, mask);
                    return self.change(f, i, InstKind::Binary(BinOp::And), &[x, m]);
                }
            }
            _ => {}
        }
        if n == 1 {
            // The lowest bit of a value of the same type.
            if let Some((Trunc, x)) = inner
                && f.ty(x) == to
            {
                let one = self.int(f, x, 1);
                return self.change(f, i, InstKind::Binary(BinOp::And), &[x, one]);
            }
            return Done::No;
        }
        // Where extending by the sign is free, a value that is not negative is extended so.
        let plus = self.bits(f, a).is_some_and(|k| k.non_negative());
        let promised = self.flags(f, i).contains(InstFlags::NNEG);
        if self.cx.costs.free_sext && n == 32 && w == 64 && (plus || promised) {
            return self.change(f, i, InstKind::Cast(SExt), &[a]);
        }
        Done::No
    }

    fn sext(
        &mut self,
        f: &mut Function,
        i: Inst,
        a: Value,
        inner: Option<(CastOp, Value)>,
        (n, _w): (u32, u32),
    ) -> Done {
        use CastOp::*;
        let to = f.ty(f.result(i, 0));
        match inner {
            Some((SExt, x)) => return self.change(f, i, InstKind::Cast(SExt), &[x]),
            // Zero-extended before, so not negative.
            Some((ZExt, x)) => return self.change(f, i, InstKind::Cast(ZExt), &[x]),
            Some((Trunc, x)) if f.ty(x) == to && n > 1 => {
                let w = self.width(f, x).unwrap_or(64);
                if self.bits(f, x).is_some_and(|k| u32::from(k.sign) > w - n) {
                    return Done::Is(x);
                }
            }
            _ => {}
        }
        // A sign that is known to be plus, where zeros are as good.
        if !self.cx.costs.free_sext && n > 1 && self.bits(f, a).is_some_and(|k| k.non_negative()) {
            return self.change(f, i, InstKind::Cast(ZExt), &[a]);
        }
        if n > 1
            && let Some((_, InstKind::Unary(UnOp::SextInReg(m)), &[x])) = self.def(f, a)
            && self.once(a)
        {
            // Extend the wide register directly.
            let x = self.make(f, i, InstKind::Cast(AnyExt), &[x], to);
            return self.change(f, i, InstKind::Unary(UnOp::SextInReg(m)), &[x]);
        }
        Done::No
    }

    /// Is it a truth value as an integer? Then that truth value.
    pub(super) fn extended_truth(&self, f: &Function, v: Value) -> Option<Value> {
        match self.def(f, v)? {
            (_, InstKind::Cast(CastOp::ZExt), &[x]) if f.ty(x) == Ty::I1 => Some(x),
            _ => None,
        }
    }

    /// A comparison of two extended values is one of the values; the new predicate with it.
    pub(super) fn common_extension(
        &self,
        f: &Function,
        p: IntPred,
        a: Value,
        b: Value,
    ) -> Option<(IntPred, Value, Value)> {
        let ext = |v: Value| match self.def(f, v) {
            Some((_, InstKind::Cast(c @ (CastOp::ZExt | CastOp::SExt)), &[x])) if f.ty(x) == Ty::I32 => Some((c, x)),
            _ => None,
        };
        let ((c, x), (d, y)) = (ext(a)?, ext(b)?);
        if c != d {
            return None;
        }
        let p = if c == CastOp::SExt { p } else { unsigned(p) };
        Some((p, x, y))
    }
}

/// The predicate without regard of signs.
pub(super) fn unsigned(p: IntPred) -> IntPred {
    match p {
        IntPred::Sgt => IntPred::Ugt,
        IntPred::Sge => IntPred::Uge,
        IntPred::Slt => IntPred::Ult,
        IntPred::Sle => IntPred::Ule,
        p => p,
    }
}
