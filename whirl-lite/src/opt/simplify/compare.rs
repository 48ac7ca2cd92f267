//! Rules for comparisons.

use super::casts::unsigned;
use super::{Done, Simplifier, folded};
use crate::ir::{BinOp, CastOp, FloatPred, Function, Inst, InstKind, IntPred, Ty, UnOp, Value};
use crate::opt::edit::{ones, signed};
use crate::opt::fold;

impl Simplifier<'_> {
    pub(super) fn icmp(&mut self, f: &mut Function, i: Inst, p: IntPred) -> Done {
        let &[a, b] = f.args(i) else { return Done::No };
        let Some(w) = self.width(f, a) else { return Done::No };
        let truth = |f: &mut Function, t: bool| Done::Is(f.int_const(Ty::I1, t.into()));
        if let (Some(x), Some(y)) = (f.as_int(a), f.as_int(b)) {
            return truth(f, fold::icmp(p, x, y, w));
        }
        if a == b {
            return truth(f, fold::icmp(p, 0, 0, w));
        }
        if f.as_int(a).is_some() {
            return self.change(f, i, InstKind::Icmp(p.swapped()), &[b, a]);
        }
        if let Some(t) = self.by_bits(f, p, a, b) {
            return truth(f, t);
        }
        if let Some((p, x, y)) = self.common_extension(f, p, a, b) {
            return self.change(f, i, InstKind::Icmp(p), &[x, y]);
        }
        if let Some(c) = f.as_int(b) {
            let done = self.icmp_constant(f, i, p, (a, b), c, w);
            if done != Done::No {
                return done;
            }
        }
        if matches!(p, IntPred::Eq | IntPred::Ne) {
            return self.equality(f, i, p, a, b);
        }
        // Signed where neither is negative: as unsigned, which extends better; but keep what compares with zero.
        Done::No
    }

    /// Does what is known of the operands decide?
    fn by_bits(&mut self, f: &Function, p: IntPred, a: Value, b: Value) -> Option<bool> {
        let (x, y) = (self.bits(f, a)?, self.bits(f, b)?);
        if x.zero | x.one == 0 && y.zero | y.one == 0 {
            return None;
        }
        let apart = x.one & y.zero != 0 || x.zero & y.one != 0;
        let signs = (x.non_negative() && y.non_negative()) || (x.negative() && y.negative());
        let (lt, gt) = (x.max() < y.min(), x.min() > y.max());
        let (le, ge) = (x.max() <= y.min(), x.min() >= y.max());
        let p = if p.is_signed() && signs { unsigned(p) } else { p };
        match p {
            IntPred::Eq if apart => Some(false),
            IntPred::Ne if apart => Some(true),
            IntPred::Ult if lt => Some(true),
            IntPred::Ult if ge => Some(false),
            IntPred::Ule if le => Some(true),
            IntPred::Ule if gt => Some(false),
            IntPred::Ugt if gt => Some(true),
            IntPred::Ugt if le => Some(false),
            IntPred::Uge if ge => Some(true),
            IntPred::Uge if lt => Some(false),
            IntPred::Slt | IntPred::Sle if x.negative() && y.non_negative() => Some(true),
            IntPred::Slt | IntPred::Sle if x.non_negative() && y.negative() => Some(false),
            IntPred::Sgt | IntPred::Sge if x.negative() && y.non_negative() => Some(false),
            IntPred::Sgt | IntPred::Sge if x.non_negative() && y.negative() => Some(true),
            _ => None,
        }
    }

    fn icmp_constant(&mut self, f: &mut Function, i: Inst, p: IntPred, (a, b): (Value, Value), c: u64, w: u32) -> Done {
        let s = signed(c, w);
        let (min, max) = (signed(1 << (w - 1), w), signed(ones(w - 1), w));
        let truth = |f: &mut Function, t: bool| Done::Is(f.int_const(Ty::I1, t.into()));
        // Comparisons of a truth value as an integer.
        if let Some(t) = self.extended_truth(f, a) {
            let (zero, one) = (fold::icmp(p, 0, c, w), fold::icmp(p, 1, c, w));
            return match (zero, one) {
                (false, true) => Done::Is(t),
                (true, false) => Done::Is(self.not(f, i, t)),
                (x, _) => truth(f, x),
            };
        }
        if w == 1 {
            return match (p, c) {
                (IntPred::Ne, 0) | (IntPred::Eq, 1) => Done::Is(a),
                (IntPred::Eq, 0) | (IntPred::Ne, 1) => Done::Is(self.not(f, i, a)),
                _ => Done::No,
            };
        }
        // Bounds that decide, or leave one value.
        match p {
            IntPred::Ult if c == 1 => return self.with(f, i, IntPred::Eq, a, 0),
            IntPred::Uge if c == 1 => return self.with(f, i, IntPred::Ne, a, 0),
            IntPred::Ugt if c == 0 => return self.with(f, i, IntPred::Ne, a, 0),
            IntPred::Ule if c == 0 => return self.with(f, i, IntPred::Eq, a, 0),
            IntPred::Ugt if c == ones(w) => return truth(f, false),
            IntPred::Ule if c == ones(w) => return truth(f, true),
            IntPred::Ult if c == 0 => return truth(f, false),
            IntPred::Uge if c == 0 => return truth(f, true),
            IntPred::Slt | IntPred::Sge if s == min => return truth(f, p == IntPred::Sge),
            IntPred::Sgt | IntPred::Sle if s == max => return truth(f, p == IntPred::Sle),
            // Strict against zero is what branches are good at.
            IntPred::Sgt if s == -1 => return self.with(f, i, IntPred::Sge, a, 0),
            IntPred::Sle if s == -1 => return self.with(f, i, IntPred::Slt, a, 0),
            IntPred::Sge if s == 1 => return self.with(f, i, IntPred::Sgt, a, 0),
            IntPred::Slt if s == 1 => return self.with(f, i, IntPred::Sle, a, 0),
            // `x <= c` is `x < c + 1`, which has an instruction with an immediate more often.
            IntPred::Ule if s != 0 => return self.with(f, i, IntPred::Ult, a, c.wrapping_add(1)),
            IntPred::Sle if s != 0 => return self.with(f, i, IntPred::Slt, a, c.wrapping_add(1)),
            IntPred::Uge if s != 0 && c != 1 && s != i64::MIN => {}
            _ => {}
        }
        let equal = matches!(p, IntPred::Eq | IntPred::Ne);
        if let Some((_, InstKind::Unary(UnOp::SextInReg(n)), &[x])) = self.def(f, a)
            && u32::from(n) < w
        {
            let n = u32::from(n);
            // Only the sign is asked for, or whether all is zero: a shift brings it to the top.
            if c == 0 && (equal || matches!(p, IntPred::Slt | IntPred::Sge)) && self.once(a) {
                let clean = self.bits(f, x).is_some_and(|k| k.max() <= ones(n));
                if equal && clean {
                    return self.change(f, i, InstKind::Icmp(p), &[x, b]);
                }
                let k = self.int(f, x, u64::from(w - n));
                let top = self.binary(f, i, BinOp::Shl, x, k);
                return self.change(f, i, InstKind::Icmp(p), &[top, b]);
            }
            // Equal to something in range, where the bits above are zero anyway.
            let clean = self.bits(f, x).is_some_and(|k| k.max() <= ones(n));
            if equal && clean && signed(c & ones(n), n) == s {
                return self.with(f, i, p, x, c & ones(n));
            }
        }
        match self.def(f, a) {
            // Of an extended value: of the value itself.
            Some((_, InstKind::Cast(CastOp::SExt), &[x])) if f.ty(x) == Ty::I32 && s == i64::from(s as i32) => {
                let k = self.int(f, x, c);
                self.change(f, i, InstKind::Icmp(p), &[x, k])
            }
            Some((_, InstKind::Cast(CastOp::ZExt), &[x])) if f.ty(x) == Ty::I32 && c <= u64::from(u32::MAX) => {
                let k = self.int(f, x, c);
                let q = if p.is_signed() && s < 0 { return Done::No } else { unsigned(p) };
                self.change(f, i, InstKind::Icmp(q), &[x, k])
            }
            Some((_, InstKind::Binary(BinOp::Add), &[x, y])) if equal => match f.as_int(y) {
                Some(d) => self.with(f, i, p, x, c.wrapping_sub(d)),
                None => Done::No,
            },
            Some((_, InstKind::Binary(BinOp::Sub), &[x, y])) if equal && c == 0 => {
                self.change(f, i, InstKind::Icmp(p), &[x, y])
            }
            Some((_, InstKind::Binary(BinOp::Xor), &[x, y])) if equal => match f.as_int(y) {
                Some(d) => self.with(f, i, p, x, c ^ d),
                None if c == 0 => self.change(f, i, InstKind::Icmp(p), &[x, y]),
                None => Done::No,
            },
            // A single bit: compare with zero.
            Some((_, InstKind::Binary(BinOp::And), &[_, m])) if equal && c != 0 => match f.as_int(m) {
                Some(m) if m == c && c.is_power_of_two() => {
                    let q = if p == IntPred::Eq { IntPred::Ne } else { IntPred::Eq };
                    self.with(f, i, q, a, 0)
                }
                _ => Done::No,
            },
            // Shifted out zeros do not matter: x << n == 0 when nothing is lost is x == 0.
            Some((_, InstKind::PtrAdd, _)) => Done::No,
            _ => {
                let _ = b;
                Done::No
            }
        }
    }

    /// Makes the instruction a comparison with a constant.
    fn with(&mut self, f: &mut Function, i: Inst, p: IntPred, a: Value, c: u64) -> Done {
        let k = if self.cx.m.types.is_ptr(f.ty(a)) { return Done::No } else { self.int(f, a, c) };
        self.change(f, i, InstKind::Icmp(p), &[a, k])
    }

    fn equality(&mut self, f: &mut Function, i: Inst, p: IntPred, a: Value, b: Value) -> Done {
        // Both sides with one operand in common.
        for op in [BinOp::Add, BinOp::Xor] {
            if let (Some((x, y)), Some((z, u))) = (self.binary_of(f, a, op), self.binary_of(f, b, op)) {
                let rest = if x == z {
                    (y, u)
                } else if y == u {
                    (x, z)
                } else if x == u {
                    (y, z)
                } else if y == z {
                    (x, u)
                } else {
                    continue;
                };
                return self.change(f, i, InstKind::Icmp(p), &[rest.0, rest.1]);
            }
        }
        Done::No
    }

    pub(super) fn fcmp(&mut self, f: &mut Function, i: Inst, p: FloatPred, signalling: bool) -> Done {
        let &[a, b] = f.args(i) else { return Done::No };
        let ty = f.ty(a);
        let known = match (folded(f, a), folded(f, b)) {
            _ if signalling => None,
            (Some(x), Some(y)) => fold::fcmp(p, x, y, ty),
            (x, y) => fold::fcmp_one_known(p, x, y, ty),
        };
        if let Some(t) = known {
            return Done::Is(f.int_const(Ty::I1, t.into()));
        }
        match p {
            FloatPred::False | FloatPred::True if !signalling => {
                Done::Is(f.int_const(Ty::I1, u64::from(p == FloatPred::True)))
            }
            _ => Done::No,
        }
    }
}
