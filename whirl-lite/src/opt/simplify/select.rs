//! Rules for `select`: constants, minima and maxima, and forms without a branch.

use super::{Done, Simplifier};
use crate::ir::{BinOp, CastOp, Function, Inst, InstFlags, InstKind, IntPred, Ty, Value};
use crate::opt::edit::{ones, signed};

impl Simplifier<'_> {
    pub(super) fn select(&mut self, f: &mut Function, i: Inst) -> Done {
        let &[c, a, b] = f.args(i) else { return Done::No };
        if a == b {
            return Done::Is(a);
        }
        if let Some(t) = f.as_int(c) {
            return Done::Is(if t & 1 != 0 { a } else { b });
        }
        // Of the opposite condition.
        if let Some((x, 1)) = self.with_constant(f, c, BinOp::Xor) {
            return self.change(f, i, InstKind::Select, &[x, b, a]);
        }
        let Some(w) = self.width(f, a) else { return Done::No };
        let done = self.select_constants(f, i, c, (a, b), w);
        if done != Done::No {
            return done;
        }
        let done = self.select_equality(f, c, a, b);
        if done != Done::No {
            return done;
        }
        if w > 1 { self.select_min_max(f, i, c, (a, b), w) } else { Done::No }
    }

    fn select_constants(&mut self, f: &mut Function, i: Inst, c: Value, (a, b): (Value, Value), w: u32) -> Done {
        let ty = f.ty(f.result(i, 0));
        let (x, y) = (f.as_int(a), f.as_int(b));
        if w == 1 {
            // Logic on truth values: both are registers that hold 0 or 1. An operand that was poison where it is not
            // selected is some value here, and is masked by the condition.
            if x.is_some() || y.is_some() {
                self.mask_truths(f, a, 4);
                self.mask_truths(f, b, 4);
            }
            return match (x, y) {
                (Some(1), Some(0)) => Done::Is(c),
                (Some(0), Some(1)) => Done::Is(self.not(f, i, c)),
                (Some(1), _) => self.change(f, i, InstKind::Binary(BinOp::Or), &[c, b]),
                (_, Some(0)) => self.change(f, i, InstKind::Binary(BinOp::And), &[c, a]),
                (Some(0), _) => {
                    let n = self.not(f, i, c);
                    self.change(f, i, InstKind::Binary(BinOp::And), &[n, b])
                }
                (_, Some(1)) => {
                    let n = self.not(f, i, c);
                    self.change(f, i, InstKind::Binary(BinOp::Or), &[n, a])
                }
                _ => Done::No,
            };
        }
        if self.cx.m.types.is_ptr(ty) {
            return Done::No;
        }
        if let (Some(x), Some(y)) = (x, y) {
            let m = ones(w);
            let diff = x.wrapping_sub(y) & m;
            if x == m && y == 0 {
                let t = self.make(f, i, InstKind::Cast(CastOp::ZExt), &[c], ty);
                let zero = self.int_of(f, ty, 0);
                return self.change(f, i, InstKind::Binary(BinOp::Sub), &[zero, t]);
            }
            // c ? y + 2^n : y.
            let fits = |v: u64| (self.cx.costs.imm.0..=self.cx.costs.imm.1).contains(&signed(v, w));
            if diff.is_power_of_two() && fits(y) {
                let t = self.make(f, i, InstKind::Cast(CastOp::ZExt), &[c], ty);
                let n = self.int_of(f, ty, u64::from(diff.trailing_zeros()));
                let t = self.binary(f, i, BinOp::Shl, t, n);
                let y = self.int_of(f, ty, y);
                return Done::Is(self.binary(f, i, BinOp::Add, t, y));
            }
            let other = y.wrapping_sub(x) & m;
            if other.is_power_of_two() && fits(x) {
                let n = self.not(f, i, c);
                return self.change(f, i, InstKind::Select, &[n, b, a]);
            }
        }
        // c ? x + 1 : x is x + c; c ? x - 1 : x is x - c.
        for (u, v, flip) in [(a, b, false), (b, a, true)] {
            if let Some((z, k)) = self.with_constant(f, u, BinOp::Add)
                && z == v
                && self.once(u)
                && (k == 1 || k == ones(w))
            {
                let c = if flip { self.not(f, i, c) } else { c };
                let t = self.make(f, i, InstKind::Cast(CastOp::ZExt), &[c], ty);
                let op = if k == 1 { BinOp::Add } else { BinOp::Sub };
                return self.change(f, i, InstKind::Binary(op), &[v, t]);
            }
        }
        if self.cx.costs.conditional_zero {
            return Done::No;
        }
        // Masks made of the condition: two instructions, no branch.
        let mask = |s: &mut Self, f: &mut Function, when: bool| {
            let t = s.make(f, i, InstKind::Cast(CastOp::ZExt), &[c], ty);
            if when {
                let zero = s.int_of(f, ty, 0);
                s.binary(f, i, BinOp::Sub, zero, t)
            } else {
                let minus = s.int_of(f, ty, ones(w));
                s.binary(f, i, BinOp::Add, t, minus)
            }
        };
        match (x, y) {
            (_, Some(0)) => {
                let m = mask(self, f, true);
                self.change(f, i, InstKind::Binary(BinOp::And), &[m, a])
            }
            (Some(0), _) => {
                let m = mask(self, f, false);
                self.change(f, i, InstKind::Binary(BinOp::And), &[m, b])
            }
            (Some(k), _) if k == ones(w) => {
                let m = mask(self, f, true);
                self.change(f, i, InstKind::Binary(BinOp::Or), &[m, b])
            }
            (_, Some(k)) if k == ones(w) => {
                let m = mask(self, f, false);
                self.change(f, i, InstKind::Binary(BinOp::Or), &[m, a])
            }
            _ => Done::No,
        }
    }

    /// A truncation that promises a truth value may break its promise where it was not selected. When it is computed with
    /// all the same, it must mask.
    fn mask_truths(&mut self, f: &mut Function, v: Value, depth: u32) {
        let Some(d) = f.def_inst(v) else { return };
        match f.insts[d].kind {
            InstKind::Cast(CastOp::Trunc) => f.insts[d].flags = InstFlags::empty(),
            InstKind::Binary(_) | InstKind::Select if depth > 0 => {
                for n in 0..f.args(d).len() {
                    self.mask_truths(f, f.args(d)[n], depth - 1);
                }
            }
            _ => {}
        }
    }

    /// `x == y ? x : y` is `y`.
    fn select_equality(&mut self, f: &Function, c: Value, a: Value, b: Value) -> Done {
        match self.as_icmp(f, c) {
            Some((IntPred::Eq, x, y)) if (x, y) == (a, b) || (x, y) == (b, a) => Done::Is(b),
            Some((IntPred::Ne, x, y)) if (x, y) == (a, b) || (x, y) == (b, a) => Done::Is(a),
            _ => Done::No,
        }
    }

    /// Minima, maxima and absolute values, where there are instructions for them.
    fn select_min_max(&mut self, f: &mut Function, i: Inst, c: Value, (a, b): (Value, Value), w: u32) -> Done {
        let Some((p, x, y)) = self.as_icmp(f, c) else { return Done::No };
        let ty = f.ty(a);
        if !matches!(ty, Ty::I32 | Ty::I64) || self.width(f, x) != Some(w) || !self.cx.costs.min_max {
            return Done::No;
        }
        // An off-by-one constant: `x < 5 ? x : 4` has been made of `x <= 4 ? x : 4`.
        let (p, x, y) = match (p, f.as_int(y), f.as_int(b)) {
            (IntPred::Slt, Some(k), Some(l)) if x == a && signed(k, w) == signed(l, w).wrapping_add(1) => {
                (IntPred::Sle, x, b)
            }
            (IntPred::Ult, Some(k), Some(l)) if x == a && k == l.wrapping_add(1) && k != 0 => (IntPred::Ule, x, b),
            (IntPred::Sgt, Some(k), Some(l)) if x == a && signed(l, w) == signed(k, w).wrapping_add(1) => {
                (IntPred::Sge, x, b)
            }
            (IntPred::Ugt, Some(k), Some(l)) if x == a && l == k.wrapping_add(1) && l != 0 => (IntPred::Uge, x, b),
            _ => (p, x, y),
        };
        let p = if (x, y) == (a, b) {
            p
        } else if (x, y) == (b, a) {
            p.swapped()
        } else {
            return Done::No;
        };
        let op = match p {
            IntPred::Slt | IntPred::Sle => BinOp::SMin,
            IntPred::Sgt | IntPred::Sge => BinOp::SMax,
            IntPred::Ult | IntPred::Ule => BinOp::UMin,
            IntPred::Ugt | IntPred::Uge => BinOp::UMax,
            IntPred::Eq | IntPred::Ne => return Done::No,
        };
        self.change(f, i, InstKind::Binary(op), &[a, b])
    }
}
