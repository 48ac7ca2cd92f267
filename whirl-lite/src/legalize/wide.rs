//! Integers of several parts: carries, products, shifts and comparisons over register-sized words, low first.
//!
//! The last part of a width that is no multiple of the register has unspecified upper bits, as a promoted value does.

use super::actions::{Action, Op};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// Bits of the last part that belong to an `n`-bit value.
    pub(super) fn top_bits(&self, n: u32) -> u32 {
        (n - 1) % self.xlen + 1
    }
    /// The parts with zeros above bit `n`.
    pub(super) fn wide_zext(&mut self, n: u32, a: &[Value]) -> Parts {
        let mut p = Parts::from_slice(a);
        let top = self.top_bits(n);
        if let Some(last) = p.last_mut() {
            *last = self.zext_in_reg(*last, top);
        }
        p
    }
    /// The parts with copies of the sign above bit `n`.
    pub(super) fn wide_sext(&mut self, n: u32, a: &[Value]) -> Parts {
        let mut p = Parts::from_slice(a);
        let top = self.top_bits(n);
        if let Some(last) = p.last_mut() {
            *last = self.sext_in_reg(*last, top);
        }
        p
    }

    /// An operation on `n`-bit integers of several parts.
    pub(super) fn wide_binary(&mut self, op: BinOp, n: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        use BinOp::*;
        Ok(match op {
            And | Or | Xor => a.iter().zip(b).map(|(&a, &b)| self.bin(op, a, b)).collect(),
            Add => self.wide_add(a, b, false).0,
            Sub => self.wide_sub(a, b, false).0,
            Mul => self.wide_mul(a, b, a.len()),
            Shl => self.wide_shl(a, b),
            LShr => {
                let a = self.wide_zext(n, a);
                let zero = self.zero(self.x);
                self.wide_shr(false, &a, b, zero)
            }
            AShr => {
                let a = self.wide_sext(n, a);
                let fill = self.sign_fill(&a);
                self.wide_shr(true, &a, b, fill)
            }
            UDiv | SDiv | URem | SRem => self.wide_div(op, n, a, b)?,
            SMin | SMax | UMin | UMax => {
                let pred = match op {
                    SMin => IntPred::Slt,
                    SMax => IntPred::Sgt,
                    UMin => IntPred::Ult,
                    _ => IntPred::Ugt,
                };
                let c = self.wide_compare(pred, n, a, b);
                self.wide_select(c, a, b)
            }
            RotL => self.wide_funnel(true, n, a, a, b)?,
            RotR => self.wide_funnel(false, n, a, a, b)?,
            SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat => self.wide_saturating(op, n, a, b)?,
            MulHiS | MulHiU | MulHiSU => return Err(self.unsupported("the high half of a wide product")),
            FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FMinimumNum | FMaximumNum
            | CopySign => return Err(self.input("a floating-point operation on integers")),
        })
    }
    /// `c ? a : b`, part by part.
    pub(super) fn wide_select(&mut self, c: Value, a: &[Value], b: &[Value]) -> Parts {
        a.iter().zip(b).map(|(&a, &b)| self.select(c, a, b)).collect()
    }
    /// A register full of the sign of the last part, which must be sign-extended.
    pub(super) fn sign_fill(&mut self, a: &[Value]) -> Value {
        match a.last() {
            Some(&top) => self.shift_imm(BinOp::AShr, top, self.xlen - 1),
            None => self.zero(self.x),
        }
    }

    /// Sum, and carry out of the last part if `want` asks for it.
    pub(super) fn wide_add(&mut self, a: &[Value], b: &[Value], want: bool) -> (Parts, Value) {
        let mut out = Parts::new();
        let mut carry = self.bool(false);
        for (k, (&x, &y)) in a.iter().zip(b).enumerate() {
            let needed = want || k + 1 < a.len();
            let (x, y) = if self.nf.as_int(x).is_some() { (y, x) } else { (x, y) };
            let s = self.bin(BinOp::Add, x, y);
            // Either operand can be compared with; a constant costs no register.
            let c = match self.nf.as_int(y) {
                Some(0) => self.bool(false),
                _ if needed => self.icmp(IntPred::Ult, s, y),
                _ => carry,
            };
            if self.nf.as_int(carry) == Some(0) {
                out.push(s);
                carry = c;
                continue;
            }
            let old = self.zext_reg(carry, self.x);
            let t = self.bin(BinOp::Add, s, old);
            out.push(t);
            if needed {
                let c2 = self.icmp(IntPred::Ult, t, old);
                carry = self.bin(BinOp::Or, c, c2);
            }
        }
        (out, carry)
    }
    /// Difference, and borrow out of the last part if `want` asks for it.
    pub(super) fn wide_sub(&mut self, a: &[Value], b: &[Value], want: bool) -> (Parts, Value) {
        let mut out = Parts::new();
        let mut borrow = self.bool(false);
        for (k, (&x, &y)) in a.iter().zip(b).enumerate() {
            let needed = want || k + 1 < a.len();
            let d = self.bin(BinOp::Sub, x, y);
            let c = if needed { self.icmp(IntPred::Ult, x, y) } else { borrow };
            if self.nf.as_int(borrow) == Some(0) {
                out.push(d);
                borrow = c;
                continue;
            }
            let old = self.zext_reg(borrow, self.x);
            let t = self.bin(BinOp::Sub, d, old);
            out.push(t);
            if needed {
                let c2 = self.icmp(IntPred::Ult, d, old);
                borrow = self.bin(BinOp::Or, c, c2);
            }
        }
        (out, borrow)
    }

    /// The low `words` words of a product (schoolbook).
    pub(super) fn wide_mul(&mut self, a: &[Value], b: &[Value], words: usize) -> Parts {
        if self.act.get(Op::Mul, self.x) != Action::Legal && a.len() == 2 && words == 2 {
            let name = if self.xlen == 64 { "__multi3" } else { "__muldi3" };
            if !a.iter().chain(b).all(|&v| self.nf.as_int(v).is_some()) {
                return self.lib_wide(name, &[a[0], a[1], b[0], b[1]], 2);
            }
        }
        if let (&[x, _], &[y, _], 2) = (a, b, words)
            && self.is_sign_extended(a)
            && self.is_sign_extended(b)
        {
            return smallvec![self.mul(x, y, InstFlags::empty()), self.mulh_signed(x, y)];
        }
        let zero = self.zero(self.x);
        let mut acc: Parts = smallvec![zero; words];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                if i + j >= words {
                    break;
                }
                let low = self.mul(x, y, InstFlags::empty());
                let carry = self.accumulate(&mut acc, i + j, low);
                if i + j + 1 < words {
                    let high = self.mulh_unsigned(x, y);
                    // A high half plus a carry cannot overflow.
                    let high = match carry {
                        Some(c) => {
                            let c = self.zext_reg(c, self.x);
                            self.bin(BinOp::Add, high, c)
                        }
                        None => high,
                    };
                    self.ripple(&mut acc, i + j + 1, high);
                }
            }
        }
        acc
    }
    /// Is a number of two words the first one, sign-extended, where signed products of a word have a high half?
    fn is_sign_extended(&self, a: &[Value]) -> bool {
        let &[low, high] = a else { return false };
        let sign = |i: Inst| {
            let by = self.nf.args(i).get(1).and_then(|&n| self.nf.as_int(n));
            self.nf.insts[i].kind == InstKind::Binary(BinOp::AShr)
                && self.nf.args(i).first() == Some(&low)
                && by == Some((self.xlen - 1).into())
        };
        self.act.legal(Op::MulHi, self.x) && self.nf.def_inst(high).is_some_and(sign)
    }
    /// Adds to one word; the carry, unless there can be none or nobody asks.
    fn accumulate(&mut self, acc: &mut Parts, at: usize, v: Value) -> Option<Value> {
        let old = acc[at];
        if self.nf.as_int(old) == Some(0) {
            acc[at] = v;
            return None;
        }
        let s = self.bin(BinOp::Add, old, v);
        acc[at] = s;
        (at + 1 < acc.len()).then(|| self.icmp(IntPred::Ult, s, v))
    }
    /// Adds to a word and carries on to the end.
    fn ripple(&mut self, acc: &mut Parts, at: usize, v: Value) {
        let mut carry = self.accumulate(acc, at, v);
        let mut at = at + 1;
        while let (Some(c), true) = (carry, at < acc.len()) {
            let c = self.zext_reg(c, self.x);
            carry = self.accumulate(acc, at, c);
            at += 1;
        }
    }

    /// Compares `n`-bit values.
    pub(super) fn wide_compare(&mut self, pred: IntPred, n: u32, a: &[Value], b: &[Value]) -> Value {
        use IntPred::*;
        match pred {
            Eq | Ne => return self.wide_equal(pred, n, a, b),
            Ugt | Sgt | Ule | Sle => return self.wide_compare(pred.swapped(), n, b, a),
            _ => {}
        }
        let (a, b) = if pred.is_signed() {
            (self.wide_sext(n, a), self.wide_sext(n, b))
        } else {
            (self.wide_zext(n, a), self.wide_zext(n, b))
        };
        let Some(top) = a.len().checked_sub(1) else { return self.bool(false) };
        // Sign tests look at the last part alone.
        let zeros = |s: &Self, v: &[Value]| v.iter().all(|&v| s.nf.as_int(v) == Some(0));
        if pred.is_signed() && zeros(self, &b) {
            return self.icmp(pred, a[top], b[top]);
        }
        let (low_pred, high_pred) = match pred {
            Uge => (Uge, Uge),
            Sge => (Uge, Sge),
            Slt => (Ult, Slt),
            _ => (Ult, Ult),
        };
        let mut r = self.icmp(low_pred, a[0], b[0]);
        for k in 1..=top {
            let order = self.icmp(if k == top { high_pred } else { low_pred }, a[k], b[k]);
            let same = self.icmp(Eq, a[k], b[k]);
            r = self.select(same, r, order);
        }
        r
    }
    fn wide_equal(&mut self, pred: IntPred, n: u32, a: &[Value], b: &[Value]) -> Value {
        let ones = |s: &Self, v: &[Value]| v.iter().all(|&v| s.nf.as_int(v) == Some(super::build::mask(s.xlen)));
        let (a, b) = (self.wide_zext(n, a), self.wide_zext(n, b));
        if ones(self, &b) {
            let all = a.iter().copied().reduce(|x, y| self.bin(BinOp::And, x, y));
            return match all {
                Some(v) => self.icmp_imm(pred, v, -1),
                None => self.bool(true),
            };
        }
        let mut diff: Option<Value> = None;
        for (&x, &y) in a.iter().zip(&b) {
            let d = self.bin(BinOp::Xor, x, y);
            diff = Some(match diff {
                Some(v) => self.bin(BinOp::Or, v, d),
                None => d,
            });
        }
        match diff {
            Some(v) => self.icmp_imm(pred, v, 0),
            None => self.bool(true),
        }
    }

    /// Left shift. The amount's low part decides; amounts of the width or more are poison.
    pub(super) fn wide_shl(&mut self, a: &[Value], amount: &[Value]) -> Parts {
        let amount = amount[0];
        if let Some(c) = self.nf.as_int(amount) {
            return self.wide_shl_const(a, c.min(1 << 20) as u32);
        }
        let x = self.xlen;
        let inner = self.bin_imm(BinOp::And, amount, i64::from(x - 1));
        let flip = self.bin_imm(BinOp::Xor, inner, i64::from(x - 1));
        let mut out = Parts::new();
        for k in 0..a.len() {
            let mut v = self.bin(BinOp::Shl, a[k], inner);
            if k > 0 {
                let below = self.shift_imm(BinOp::LShr, a[k - 1], 1);
                let below = self.bin(BinOp::LShr, below, flip);
                v = self.bin(BinOp::Or, v, below);
            }
            out.push(v);
        }
        let zero = self.zero(self.x);
        self.shift_words(out, amount, zero, true)
    }
    /// Right shift that fills with `fill`.
    pub(super) fn wide_shr(&mut self, arithmetic: bool, a: &[Value], amount: &[Value], fill: Value) -> Parts {
        let amount = amount[0];
        if let Some(c) = self.nf.as_int(amount) {
            return self.wide_shr_const(arithmetic, a, c.min(1 << 20) as u32, fill);
        }
        let x = self.xlen;
        let inner = self.bin_imm(BinOp::And, amount, i64::from(x - 1));
        let flip = self.bin_imm(BinOp::Xor, inner, i64::from(x - 1));
        let mut out = Parts::new();
        for k in 0..a.len() {
            let top = k + 1 == a.len();
            let mut v = self.bin(if top && arithmetic { BinOp::AShr } else { BinOp::LShr }, a[k], inner);
            if !top {
                let above = self.shift_imm(BinOp::Shl, a[k + 1], 1);
                let above = self.bin(BinOp::Shl, above, flip);
                v = self.bin(BinOp::Or, v, above);
            }
            out.push(v);
        }
        self.shift_words(out, amount, fill, false)
    }
    /// Moves whole words by the upper bits of a shift amount, a bit at a time.
    fn shift_words(&mut self, mut v: Parts, amount: Value, fill: Value, left: bool) -> Parts {
        let x = self.xlen.trailing_zeros();
        let n = v.len();
        let mut step = 1;
        let mut bit = x;
        while step < n {
            let b = self.bin_imm(BinOp::And, amount, 1 << bit);
            let c = self.icmp_imm(IntPred::Ne, b, 0);
            let moved: Parts = (0..n)
                .map(|k| {
                    let from = if left { k.checked_sub(step) } else { Some(k + step).filter(|&k| k < n) };
                    from.map_or(fill, |k| v[k])
                })
                .collect();
            v = self.wide_select(c, &moved, &v);
            step *= 2;
            bit += 1;
        }
        v
    }
    /// Left shift by a constant.
    pub(super) fn wide_shl_const(&mut self, a: &[Value], c: u32) -> Parts {
        let (words, bits) = ((c / self.xlen) as usize, c % self.xlen);
        let zero = self.zero(self.x);
        (0..a.len())
            .map(|k| {
                let Some(from) = k.checked_sub(words) else { return zero };
                let v = self.shift_imm(BinOp::Shl, a[from], bits);
                if bits == 0 || from == 0 {
                    return v;
                }
                let below = self.shift_imm(BinOp::LShr, a[from - 1], self.xlen - bits);
                self.bin(BinOp::Or, v, below)
            })
            .collect()
    }
    /// Right shift by a constant.
    pub(super) fn wide_shr_const(&mut self, arithmetic: bool, a: &[Value], c: u32, fill: Value) -> Parts {
        let (words, bits) = ((c / self.xlen) as usize, c % self.xlen);
        let n = a.len();
        (0..n)
            .map(|k| {
                let from = k + words;
                if from >= n {
                    return fill;
                }
                let top = from + 1 == n;
                let v = self.shift_imm(if top && arithmetic { BinOp::AShr } else { BinOp::LShr }, a[from], bits);
                if bits == 0 || top {
                    return v;
                }
                let above = self.shift_imm(BinOp::Shl, a[from + 1], self.xlen - bits);
                self.bin(BinOp::Or, v, above)
            })
            .collect()
    }
    /// Funnel shift of `n`-bit values: shifts `a:b` left (or right) by the amount modulo `n`.
    pub(super) fn wide_funnel(&mut self, left: bool, n: u32, a: &[Value], b: &[Value], c: &[Value]) -> Result<Parts> {
        let c = self.wide_zext(n, c);
        let modulus = self.wide_imm(n, i64::from(n));
        let c = if n.is_power_of_two() {
            let m = self.wide_imm(n, i64::from(n) - 1);
            self.wide_binary(BinOp::And, n, &c, &m)?
        } else {
            self.wide_div(BinOp::URem, n, &c, &modulus)?
        };
        // One side shifts by c, the other by one and then by n - 1 - c, which is never out of range.
        let last = self.wide_imm(n, i64::from(n) - 1);
        let rest = self.wide_sub(&last, &c, false).0;
        let zero = self.zero(self.x);
        let bz = self.wide_zext(n, b);
        let one = self.imm(self.x, 1);
        let (x, y) = if left {
            let x = self.wide_shl(a, &c);
            let y = self.wide_shr(false, &bz, &[one], zero);
            (x, self.wide_shr(false, &y, &rest, zero))
        } else {
            let x = self.wide_shr(false, &bz, &c, zero);
            let y = self.wide_shl(a, &[one]);
            (x, self.wide_shl(&y, &rest))
        };
        self.wide_binary(BinOp::Or, n, &x, &y)
    }
}
