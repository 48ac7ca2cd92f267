//! Rules for floating point. Only what is exact under the default environment, or what flags permit.

use super::{Done, Simplifier, folded};
use crate::ir::{BinOp, ConstData, Function, Inst, InstFlags, InstKind, Ty, UnOp, Value};
use crate::opt::fold;

/// The sign bit, one and zero of a format.
fn sign_of(ty: Ty) -> Option<(u64, u64)> {
    match ty {
        Ty::FLOAT => Some((1 << 31, u64::from(1f32.to_bits()))),
        Ty::DOUBLE => Some((1 << 63, 1f64.to_bits())),
        _ => None,
    }
}

impl Simplifier<'_> {
    /// A floating constant.
    pub(super) fn float_const(&mut self, f: &mut Function, ty: Ty, bits: u64) -> Value {
        let c = f.consts.intern(ty, ConstData::Float(bits));
        f.const_value(c)
    }

    pub(super) fn float_binary(&mut self, f: &mut Function, i: Inst, op: BinOp) -> Done {
        let &[a, b] = f.args(i) else { return Done::No };
        let ty = f.ty(a);
        let Some((minus, one)) = sign_of(ty) else { return Done::No };
        let (x, y) = (folded(f, a), folded(f, b));
        if let (Some(x), Some(y)) = (x, y) {
            return match fold::float_binary(op, x, y, ty) {
                Some(v) => Done::Is(self.float_const(f, ty, v)),
                None => Done::No,
            };
        }
        let flags = self.flags(f, i);
        let no_signed_zeros = flags.contains(InstFlags::NSZ);
        match op {
            BinOp::FAdd => {
                if y == Some(minus) || (y == Some(0) && no_signed_zeros) {
                    return Done::Is(a);
                }
                if x == Some(minus) || (x == Some(0) && no_signed_zeros) {
                    return Done::Is(b);
                }
                // x + -y is x - y.
                if let Some((_, InstKind::Unary(UnOp::FNeg), &[z])) = self.def(f, b) {
                    return self.change_keeping(f, i, BinOp::FSub, &[a, z]);
                }
            }
            BinOp::FSub => {
                if y == Some(0) || (y == Some(minus) && no_signed_zeros) {
                    return Done::Is(a);
                }
                if x == Some(minus) || (x == Some(0) && no_signed_zeros) {
                    return self.change(f, i, InstKind::Unary(UnOp::FNeg), &[b]);
                }
                if let Some((_, InstKind::Unary(UnOp::FNeg), &[z])) = self.def(f, b) {
                    return self.change_keeping(f, i, BinOp::FAdd, &[a, z]);
                }
            }
            BinOp::FMul => {
                if y == Some(one) {
                    return Done::Is(a);
                }
                if x == Some(one) {
                    return Done::Is(b);
                }
                if y == Some(one | minus) {
                    return self.change(f, i, InstKind::Unary(UnOp::FNeg), &[a]);
                }
            }
            BinOp::FDiv => {
                if y == Some(one) {
                    return Done::Is(a);
                }
                if let Some(r) = y.and_then(|y| fold::exact_inverse(y, ty)) {
                    let r = self.float_const(f, ty, r);
                    return self.change_keeping(f, i, BinOp::FMul, &[a, r]);
                }
            }
            _ => return Done::No,
        }
        self.fuse(f, i, op, a, b)
    }

    /// Changes the operator, keeps the promises.
    fn change_keeping(&mut self, f: &mut Function, i: Inst, op: BinOp, args: &[Value]) -> Done {
        let flags = self.flags(f, i);
        let done = self.change(f, i, InstKind::Binary(op), args);
        f.insts[i].flags = flags;
        done
    }

    /// A sum with a product that nobody else needs is one operation, where both permit it.
    fn fuse(&mut self, f: &mut Function, i: Inst, op: BinOp, a: Value, b: Value) -> Done {
        let permitted = |s: &Self, f: &Function, i: Inst| s.flags(f, i).contains(InstFlags::CONTRACT);
        if !matches!(op, BinOp::FAdd | BinOp::FSub) || !self.cx.costs.fma || !permitted(self, f, i) {
            return Done::No;
        }
        let product = |s: &Self, f: &Function, v: Value| match s.def(f, v) {
            Some((d, InstKind::Binary(BinOp::FMul), &[x, y])) if s.once(v) && permitted(s, f, d) => Some((x, y)),
            _ => None,
        };
        let ty = f.ty(a);
        let negate = |s: &mut Self, f: &mut Function, v: Value| s.make(f, i, InstKind::Unary(UnOp::FNeg), &[v], ty);
        if let Some((x, y)) = product(self, f, a) {
            let z = if op == BinOp::FSub { negate(self, f, b) } else { b };
            return self.change(f, i, InstKind::Fma, &[x, y, z]);
        }
        if let Some((x, y)) = product(self, f, b) {
            let x = if op == BinOp::FSub { negate(self, f, x) } else { x };
            return self.change(f, i, InstKind::Fma, &[x, y, a]);
        }
        Done::No
    }

    pub(super) fn float_unary(&mut self, f: &mut Function, i: Inst, op: UnOp, a: Value) -> Done {
        let ty = f.ty(a);
        if op == UnOp::Freeze {
            return if f.as_const(a).is_some() { Done::No } else { Done::Is(a) };
        }
        let Some((minus, _)) = sign_of(ty) else { return Done::No };
        let inner = self.def(f, a).and_then(|(_, k, args)| match (k, args) {
            (InstKind::Unary(o), &[x]) => Some((o, x)),
            _ => None,
        });
        match (op, folded(f, a), inner) {
            (UnOp::FNeg, Some(x), _) => Done::Is(self.float_const(f, ty, x ^ minus)),
            (UnOp::FAbs, Some(x), _) => Done::Is(self.float_const(f, ty, x & !minus)),
            (UnOp::FNeg, _, Some((UnOp::FNeg, x))) => Done::Is(x),
            (UnOp::FAbs, _, Some((UnOp::FNeg | UnOp::FAbs, x))) => self.change(f, i, InstKind::Unary(UnOp::FAbs), &[x]),
            _ => Done::No,
        }
    }

    pub(super) fn fma(&mut self, f: &mut Function, i: Inst) -> Done {
        let &[a, b, c] = f.args(i) else { return Done::No };
        let neg = |s: &Self, f: &Function, v: Value| match s.def(f, v) {
            Some((_, InstKind::Unary(UnOp::FNeg), &[x])) => Some(x),
            _ => None,
        };
        // Two signs cancel.
        if let (Some(x), Some(y)) = (neg(self, f, a), neg(self, f, b)) {
            return self.change(f, i, InstKind::Fma, &[x, y, c]);
        }
        Done::No
    }
}
