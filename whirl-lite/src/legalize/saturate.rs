//! Overflow and saturation.
//!
//! In a register wider than the value the exact result is computed and looked at; in one as wide, sums overflow when
//! signs say so (Warren, "Hacker's Delight", 2-13), and products when the high half is not the low half's sign.

use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// Wrapped value and truth value, of any type: all values first, then all truth values.
    pub(super) fn overflow_any(&mut self, op: OverflowOp, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        let Some((lanes, elem)) = self.lanes(ty)? else { return self.overflow(op, ty, a, b) };
        let each = a.len() / lanes.max(1);
        let (mut values, mut truths) = (Parts::new(), Parts::new());
        for k in 0..lanes {
            let r = k * each..(k + 1) * each;
            let mut p = self.overflow(op, elem, &a[r.clone()], &b[r])?;
            truths.extend(p.pop());
            values.extend(p);
        }
        values.extend(truths);
        Ok(values)
    }
    fn overflow(&mut self, op: OverflowOp, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        let Scalar::Int(n) = self.scalar(ty)? else { return Err(self.input("overflow of no integers")) };
        match (a, b) {
            (&[a], &[b]) if n == 1 => Ok(self.bool_overflow(op, a, b)),
            (&[a], &[b]) => {
                let (v, o) = self.int_overflow(op, n, a, b);
                Ok(smallvec![v, o])
            }
            _ => self.wide_overflow(op, n, a, b),
        }
    }
    /// One bit: unsigned 0 and 1, signed 0 and -1.
    fn bool_overflow(&mut self, op: OverflowOp, a: Value, b: Value) -> Parts {
        use OverflowOp::*;
        let both = self.bin(BinOp::And, a, b);
        let diff = self.bin(BinOp::Xor, a, b);
        let na = self.bin_imm(BinOp::Xor, a, 1);
        let below = self.bin(BinOp::And, na, b);
        match op {
            UAdd | SAdd => smallvec![diff, both],
            USub | SSub => smallvec![diff, below],
            UMul => smallvec![both, self.bool(false)],
            SMul => smallvec![both, both],
        }
    }
    fn int_overflow(&mut self, op: OverflowOp, n: u32, a: Value, b: Value) -> (Value, Value) {
        use OverflowOp::*;
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        let signed = matches!(op, SAdd | SSub | SMul);
        let bin = match op {
            SAdd | UAdd => BinOp::Add,
            SSub | USub => BinOp::Sub,
            SMul | UMul => BinOp::Mul,
        };
        let need = if bin == BinOp::Mul { 2 * n } else { n + 1 };
        // Unsigned differences never need more than a comparison.
        if op == USub {
            let d = self.bin(BinOp::Sub, a, b);
            let o = self.int_compare(IntPred::Ult, n, a, b);
            return (d, o);
        }
        if op == UAdd && n == w {
            let s = self.bin(BinOp::Add, a, b);
            let other = if self.nf.as_int(a).is_some() { a } else { b };
            let o = self.icmp(IntPred::Ult, s, other);
            return (s, o);
        }
        let room = if need <= w {
            Some(ty)
        } else if need <= self.xlen {
            Some(self.x)
        } else {
            None
        };
        if let Some(wide) = room {
            let ext = |s: &mut Self, v: Value| {
                if signed {
                    let v = s.sext_in_reg(v, n);
                    s.sext_reg(v, wide)
                } else {
                    let v = s.zext_in_reg(v, n);
                    s.zext_reg(v, wide)
                }
            };
            let (la, lb) = (ext(self, a), ext(self, b));
            let r = if bin == BinOp::Mul { self.mul(la, lb, InstFlags::empty()) } else { self.bin(bin, la, lb) };
            let o = if signed {
                // Written out, so that what is known of the exact result does not fold it away.
                let low = self.resize(r, ty);
                let back = if n == 32 && wide != ty {
                    self.cast(CastOp::SExt, low, wide)
                } else {
                    let x = self.un(UnOp::SextInReg(n as u8), r);
                    self.note_s(x, n);
                    x
                };
                self.icmp(IntPred::Ne, back, r)
            } else {
                let high = self.shift_imm(BinOp::LShr, r, n);
                self.icmp_imm(IntPred::Ne, high, 0)
            };
            return (self.resize(r, ty), o);
        }
        if bin != BinOp::Mul {
            return self.add_overflow(op == SSub, a, b);
        }
        self.mul_overflow(signed, n, a, b)
    }
    /// A signed sum or difference that fills its register.
    fn add_overflow(&mut self, sub: bool, a: Value, b: Value) -> (Value, Value) {
        let r = self.bin(if sub { BinOp::Sub } else { BinOp::Add }, a, b);
        let less = self.icmp(IntPred::Slt, r, a);
        // The result is less than `a` exactly when `b` is negative (or positive, for a difference).
        let expected = match self.nf.as_int(b) {
            Some(c) => {
                let c = build::sign(c, self.width(self.nf.ty(b)));
                self.bool(if sub { c > 0 } else { c < 0 })
            }
            None => self.icmp_imm(if sub { IntPred::Sgt } else { IntPred::Slt }, b, 0),
        };
        let o = self.bin(BinOp::Xor, less, expected);
        (r, o)
    }
    /// A product whose exact value needs two registers.
    fn mul_overflow(&mut self, signed: bool, n: u32, a: Value, b: Value) -> (Value, Value) {
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        // Registers of a half's width are widened first: the high half comes from a whole register.
        let wide = self.x;
        let ext = |s: &mut Self, v: Value| {
            if signed {
                let v = s.sext_in_reg(v, n);
                s.sext_reg(v, wide)
            } else {
                let v = s.zext_in_reg(v, n);
                s.zext_reg(v, wide)
            }
        };
        debug_assert_eq!(w, self.xlen);
        let (la, lb) = (ext(self, a), ext(self, b));
        let low = self.mul(la, lb, InstFlags::empty());
        let o = if signed {
            let high = self.mulh_signed(la, lb);
            let sign = self.shift_imm(BinOp::AShr, low, w - 1);
            let mut o = self.icmp(IntPred::Ne, high, sign);
            if n < w {
                let back = self.sext_in_reg(low, n);
                let cut = self.icmp(IntPred::Ne, back, low);
                o = self.bin(BinOp::Or, o, cut);
            }
            o
        } else {
            let high = self.mulh_unsigned(la, lb);
            if n < w {
                let cut = self.shift_imm(BinOp::LShr, low, n);
                let any = self.bin(BinOp::Or, high, cut);
                self.icmp_imm(IntPred::Ne, any, 0)
            } else {
                self.icmp_imm(IntPred::Ne, high, 0)
            }
        };
        (low, o)
    }
    fn wide_overflow(&mut self, op: OverflowOp, n: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        use OverflowOp::*;
        let words = a.len();
        let full = n == words as u32 * self.xlen;
        let (mut out, o) = match op {
            USub => {
                let (a, b) = (self.wide_zext(n, a), self.wide_zext(n, b));
                self.wide_sub(&a, &b, true)
            }
            UAdd => {
                let (a, b) = (self.wide_zext(n, a), self.wide_zext(n, b));
                let (s, c) = self.wide_add(&a, &b, full);
                let o = if full {
                    c
                } else {
                    let high = self.shift_imm(BinOp::LShr, s[words - 1], self.top_bits(n));
                    self.icmp_imm(IntPred::Ne, high, 0)
                };
                (s, o)
            }
            SAdd | SSub => {
                let (a, b) = (self.wide_sext(n, a), self.wide_sext(n, b));
                let r = if op == SAdd { self.wide_add(&a, &b, false).0 } else { self.wide_sub(&a, &b, false).0 };
                let top = words - 1;
                // Overflow: the result's sign differs from both operands' (the second one's negated for differences).
                let x = self.bin(BinOp::Xor, r[top], a[top]);
                let y = if op == SAdd {
                    self.bin(BinOp::Xor, r[top], b[top])
                } else {
                    self.bin(BinOp::Xor, a[top], b[top])
                };
                let both = self.bin(BinOp::And, x, y);
                let o = if full {
                    self.icmp_imm(IntPred::Slt, both, 0)
                } else {
                    let back = self.un(UnOp::SextInReg(self.top_bits(n) as u8), r[top]);
                    self.icmp(IntPred::Ne, back, r[top])
                };
                (r, o)
            }
            UMul => {
                let (a, b) = (self.wide_zext(n, a), self.wide_zext(n, b));
                let p = self.wide_mul(&a, &b, 2 * words);
                let mut any =
                    if full { self.zero(self.x) } else { self.shift_imm(BinOp::LShr, p[words - 1], self.top_bits(n)) };
                for &v in &p[words..] {
                    any = self.bin(BinOp::Or, any, v);
                }
                let o = self.icmp_imm(IntPred::Ne, any, 0);
                (Parts::from_slice(&p[..words]), o)
            }
            SMul => {
                let (a, b) = (self.wide_sext(n, a), self.wide_sext(n, b));
                let p = self.wide_mul(&a, &b, 2 * words);
                // From the unsigned product's high half, each negative operand takes the other once.
                let (sa, sb) = (self.sign_fill(&a), self.sign_fill(&b));
                let fa: Parts = b.iter().map(|&v| self.bin(BinOp::And, v, sa)).collect();
                let fb: Parts = a.iter().map(|&v| self.bin(BinOp::And, v, sb)).collect();
                let high = self.wide_sub(&p[words..], &fa, false).0;
                let high = self.wide_sub(&high, &fb, false).0;
                let low = Parts::from_slice(&p[..words]);
                let kept = self.wide_sext(n, &low);
                let sign = self.sign_fill(&kept);
                let mut any = self.bin(BinOp::Xor, kept[words - 1], low[words - 1]);
                for &v in &high {
                    let d = self.bin(BinOp::Xor, v, sign);
                    any = self.bin(BinOp::Or, any, d);
                }
                let o = self.icmp_imm(IntPred::Ne, any, 0);
                (low, o)
            }
        };
        out.push(o);
        Ok(out)
    }

    /// Saturating operations in one register.
    pub(super) fn saturating(&mut self, op: BinOp, n: u32, a: Value, b: Value) -> Value {
        use BinOp::*;
        let ty = self.nf.ty(a);
        match op {
            UAddSat => {
                let (s, o) = self.int_overflow(OverflowOp::UAdd, n, a, b);
                let all = self.sext_reg(o, ty);
                self.bin(Or, s, all)
            }
            USubSat => {
                let (d, o) = self.int_overflow(OverflowOp::USub, n, a, b);
                let o = self.zext_reg(o, ty);
                let keep = self.bin_imm(Add, o, -1);
                self.bin(And, d, keep)
            }
            SAddSat | SSubSat => {
                let which = if op == SAddSat { OverflowOp::SAdd } else { OverflowOp::SSub };
                let (r, o) = self.int_overflow(which, n, a, b);
                // On overflow the wrapped result has the wrong sign.
                let r2 = self.sext_in_reg(r, n);
                let s = self.shift_imm(AShr, r2, self.width(ty) - 1);
                let limit = self.bin_imm(Xor, s, i64::MIN >> (64 - n));
                self.select(o, limit, r)
            }
            UShlSat => {
                let (a, b) = (self.zext_in_reg(a, n), self.zext_in_reg(b, n));
                let r = self.bin(Shl, a, b);
                let r = self.zext_in_reg(r, n);
                let back = self.bin(LShr, r, b);
                let same = self.icmp(IntPred::Eq, back, a);
                let all = self.imm(ty, -1);
                self.select(same, r, all)
            }
            _ => {
                let (a, b) = (self.sext_in_reg(a, n), self.zext_in_reg(b, n));
                let r = self.bin(Shl, a, b);
                let r = self.sext_in_reg(r, n);
                let back = self.bin(AShr, r, b);
                let same = self.icmp(IntPred::Eq, back, a);
                let s = self.shift_imm(AShr, a, self.width(ty) - 1);
                let limit = self.bin_imm(Xor, s, !(i64::MIN >> (64 - n)));
                self.select(same, r, limit)
            }
        }
    }
    /// Saturating operations in several registers.
    pub(super) fn wide_saturating(&mut self, op: BinOp, n: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        use BinOp::*;
        // The largest and the smallest number, chosen by a register full of sign.
        let limit = |s: &mut Self, fill: Value, flip: bool| -> Parts {
            let words = s.int_shape(n).n;
            let top = s.top_bits(n);
            (0..words)
                .map(|k| {
                    let c = if k + 1 == words { i64::MAX >> (64 - top) } else { -1 };
                    s.bin_imm(Xor, fill, if flip { c } else { !c })
                })
                .collect()
        };
        Ok(match op {
            UAddSat | USubSat | SAddSat | SSubSat => {
                let which = match op {
                    UAddSat => OverflowOp::UAdd,
                    USubSat => OverflowOp::USub,
                    SAddSat => OverflowOp::SAdd,
                    _ => OverflowOp::SSub,
                };
                let mut r = self.wide_overflow(which, n, a, b)?;
                let o = r.pop().unwrap_or_else(|| self.bool(false));
                let sat = match op {
                    UAddSat => self.wide_imm(n, -1),
                    USubSat => self.wide_imm(n, 0),
                    _ => {
                        let r2 = self.wide_sext(n, &r);
                        let fill = self.sign_fill(&r2);
                        limit(self, fill, false)
                    }
                };
                self.wide_select(o, &sat, &r)
            }
            UShlSat => {
                let a = self.wide_zext(n, a);
                let r = self.wide_shl(&a, b);
                let r = self.wide_zext(n, &r);
                let zero = self.zero(self.x);
                let back = self.wide_shr(false, &r, b, zero);
                let same = self.wide_compare(IntPred::Eq, n, &back, &a);
                let all = self.wide_imm(n, -1);
                self.wide_select(same, &r, &all)
            }
            _ => {
                let a = self.wide_sext(n, a);
                let r = self.wide_shl(&a, b);
                let r = self.wide_sext(n, &r);
                let fill = self.sign_fill(&r);
                let back = self.wide_shr(true, &r, b, fill);
                let same = self.wide_compare(IntPred::Eq, n, &back, &a);
                let sign = self.sign_fill(&a);
                let sat = limit(self, sign, true);
                self.wide_select(same, &r, &sat)
            }
        })
    }
}
