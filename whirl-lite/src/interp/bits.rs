//! Integers of any width, as little-endian 64-bit words.

use crate::ir::{BinOp, IntPred};
use smallvec::SmallVec;

/// An integer of a width, its unused upper bits zero.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Bits {
    /// Width in bits.
    pub width: u32,
    words: SmallVec<[u64; 2]>,
}

impl Bits {
    /// Zero.
    pub fn zero(width: u32) -> Bits {
        Bits { width, words: SmallVec::from_elem(0, width.div_ceil(64).max(1) as usize) }
    }
    /// The low bits of a number.
    pub fn new(width: u32, v: u64) -> Bits {
        let mut b = Bits::zero(width);
        b.words[0] = v;
        b.cut()
    }
    /// The low bits of a number of 128 bits.
    pub fn from_u128(width: u32, v: u128) -> Bits {
        Bits::from_words(width, &[v as u64, (v >> 64) as u64])
    }
    /// From words, low first; missing ones are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Bits {
        let mut b = Bits::zero(width);
        for (w, &v) in b.words.iter_mut().zip(words) {
            *w = v;
        }
        b.cut()
    }
    /// From bytes, low first.
    pub fn from_bytes(width: u32, bytes: &[u8]) -> Bits {
        let mut b = Bits::zero(width);
        for (k, &v) in bytes.iter().enumerate() {
            if let Some(w) = b.words.get_mut(k / 8) {
                *w |= u64::from(v) << (k % 8 * 8);
            }
        }
        b.cut()
    }
    fn cut(mut self) -> Bits {
        let spare = self.words.len() as u32 * 64 - self.width;
        if let Some(last) = self.words.last_mut() {
            *last = if spare >= 64 { 0 } else { *last << spare >> spare };
        }
        self
    }
    /// Its bytes, low first.
    pub fn bytes(&self) -> Vec<u8> {
        let n = self.width.div_ceil(8) as usize;
        (0..n).map(|k| (self.words[k / 8] >> (k % 8 * 8)) as u8).collect()
    }
    /// The lowest word.
    pub fn low(&self) -> u64 {
        self.words[0]
    }
    /// The low 128 bits.
    pub fn low128(&self) -> u128 {
        u128::from(self.words[0]) | u128::from(self.words.get(1).copied().unwrap_or(0)) << 64
    }
    /// As a signed number, if it has at most 64 bits.
    pub fn signed(&self) -> i64 {
        super::super::legalize::build::sign(self.low(), self.width.min(64))
    }
    /// Bit `n`.
    pub fn bit(&self, n: u32) -> bool {
        n < self.width && self.words[(n / 64) as usize] >> (n % 64) & 1 != 0
    }
    /// The highest bit.
    pub fn negative(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }
    /// Are all bits zero?
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }
    /// Sets bit `n`.
    pub fn set(&mut self, n: u32) {
        self.words[(n / 64) as usize] |= 1 << (n % 64);
    }
    /// Another width: cut, or extended with zeros or the sign.
    pub fn resize(&self, width: u32, signed: bool) -> Bits {
        let mut b = Bits::from_words(width, &self.words);
        if signed && self.negative() {
            for n in self.width..width {
                b.set(n);
            }
        }
        b
    }
    /// `width` bits from bit `at` on.
    pub fn slice(&self, at: u32, width: u32) -> Bits {
        self.shr(at, false).resize(width, false)
    }
    /// Bits above those of `self`.
    pub fn concat(&self, high: &Bits) -> Bits {
        let w = self.width + high.width;
        self.resize(w, false).or(&high.resize(w, false).shl(self.width))
    }
    /// Sum.
    pub fn add(&self, o: &Bits) -> Bits {
        let mut out = self.clone();
        let mut carry = 0u128;
        for (a, b) in out.words.iter_mut().zip(&o.words) {
            let s = u128::from(*a) + u128::from(*b) + carry;
            *a = s as u64;
            carry = s >> 64;
        }
        out.cut()
    }
    /// Complement.
    pub fn not(&self) -> Bits {
        let mut out = self.clone();
        out.words.iter_mut().for_each(|w| *w = !*w);
        out.cut()
    }
    /// Negation.
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::new(self.width, 1))
    }
    /// Difference.
    pub fn sub(&self, o: &Bits) -> Bits {
        self.add(&o.neg())
    }
    /// Or.
    pub fn or(&self, o: &Bits) -> Bits {
        let mut out = self.clone();
        out.words.iter_mut().zip(&o.words).for_each(|(a, b)| *a |= b);
        out
    }
    /// And.
    pub fn and(&self, o: &Bits) -> Bits {
        let mut out = self.clone();
        out.words.iter_mut().zip(&o.words).for_each(|(a, b)| *a &= b);
        out
    }
    /// Exclusive or.
    pub fn xor(&self, o: &Bits) -> Bits {
        let mut out = self.clone();
        out.words.iter_mut().zip(&o.words).for_each(|(a, b)| *a ^= b);
        out
    }
    /// Product, cut to the width.
    pub fn mul(&self, o: &Bits) -> Bits {
        let mut out = Bits::zero(self.width);
        let n = out.words.len();
        for i in 0..n {
            let mut carry = 0u128;
            for j in 0..n - i {
                let t = u128::from(self.words[i]) * u128::from(o.words[j]) + u128::from(out.words[i + j]) + carry;
                out.words[i + j] = t as u64;
                carry = t >> 64;
            }
        }
        out.cut()
    }
    /// Left shift; zero from the width on.
    pub fn shl(&self, n: u32) -> Bits {
        let mut out = Bits::zero(self.width);
        for k in n..self.width {
            if self.bit(k - n) {
                out.set(k);
            }
        }
        out
    }
    /// Right shift, arithmetic or not.
    pub fn shr(&self, n: u32, signed: bool) -> Bits {
        let fill = signed && self.negative();
        let mut out = Bits::zero(self.width);
        for k in 0..self.width {
            let from = k.saturating_add(n);
            if if from < self.width { self.bit(from) } else { fill } {
                out.set(k);
            }
        }
        out
    }
    /// Unsigned comparison.
    pub fn ult(&self, o: &Bits) -> bool {
        self.words.iter().rev().lt(o.words.iter().rev())
    }
    /// Signed comparison.
    pub fn slt(&self, o: &Bits) -> bool {
        match (self.negative(), o.negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(o),
        }
    }
    /// Quotient and remainder of unsigned numbers; the divisor is not zero.
    pub fn div_rem(&self, o: &Bits) -> (Bits, Bits) {
        let w = self.width + 1;
        let d = o.resize(w, false);
        let (mut q, mut r) = (Bits::zero(self.width), Bits::zero(w));
        for k in (0..self.width).rev() {
            r = r.shl(1);
            if self.bit(k) {
                r.set(0);
            }
            if !r.ult(&d) {
                r = r.sub(&d);
                q.set(k);
            }
        }
        (q, r.resize(self.width, false))
    }
    /// Magnitude.
    pub fn abs(&self) -> Bits {
        if self.negative() { self.neg() } else { self.clone() }
    }
    /// A number from `min` to `max`: all of the width's smallest and largest signed ones.
    pub fn signed_limit(width: u32, max: bool) -> Bits {
        let top = Bits::new(width, 1).shl(width - 1);
        if max { top.not() } else { top }
    }
    /// Leading zeros.
    pub fn leading_zeros(&self) -> u32 {
        (0..self.width).rev().take_while(|&k| !self.bit(k)).count() as u32
    }
    /// Trailing zeros.
    pub fn trailing_zeros(&self) -> u32 {
        (0..self.width).take_while(|&k| !self.bit(k)).count() as u32
    }
    /// Ones.
    pub fn ones(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }
    /// Compares.
    pub fn compare(&self, pred: IntPred, o: &Bits) -> bool {
        match pred {
            IntPred::Eq => self == o,
            IntPred::Ne => self != o,
            IntPred::Ult => self.ult(o),
            IntPred::Ugt => o.ult(self),
            IntPred::Ule => !o.ult(self),
            IntPred::Uge => !self.ult(o),
            IntPred::Slt => self.slt(o),
            IntPred::Sgt => o.slt(self),
            IntPred::Sle => !o.slt(self),
            IntPred::Sge => !self.slt(o),
        }
    }
    /// An integer operation. `Err(true)`: undefined behaviour; `Err(false)`: poison.
    pub fn binary(op: BinOp, a: &Bits, b: &Bits) -> Result<Bits, bool> {
        use BinOp::*;
        let w = a.width;
        let amount = || -> Option<u32> {
            let n = b.low128();
            (b.words.iter().skip(2).all(|&x| x == 0) && n < u128::from(w)).then_some(n as u32)
        };
        let clamp = |exact: Bits, signed: bool| -> Bits {
            // `exact` is wide enough to hold the result with its sign.
            let wide = exact.width;
            if !signed {
                let max = Bits::zero(w).not().resize(wide, false);
                return if exact.negative() {
                    Bits::zero(w)
                } else if max.ult(&exact) {
                    Bits::zero(w).not()
                } else {
                    exact.resize(w, false)
                };
            }
            let (lo, hi) = (Bits::signed_limit(w, false), Bits::signed_limit(w, true));
            if exact.slt(&lo.resize(wide, true)) {
                lo
            } else if hi.resize(wide, true).slt(&exact) {
                hi
            } else {
                exact.resize(w, false)
            }
        };
        Ok(match op {
            Add => a.add(b),
            Sub => a.sub(b),
            Mul => a.mul(b),
            And => a.and(b),
            Or => a.or(b),
            Xor => a.xor(b),
            Shl => a.shl(amount().ok_or(false)?),
            LShr => a.shr(amount().ok_or(false)?, false),
            AShr => a.shr(amount().ok_or(false)?, true),
            UDiv | URem | SDiv | SRem if b.is_zero() => return Err(true),
            UDiv => a.div_rem(b).0,
            URem => a.div_rem(b).1,
            SDiv | SRem if *a == Bits::signed_limit(w, false) && b.not().is_zero() => return Err(true),
            SDiv => {
                let q = a.abs().div_rem(&b.abs()).0;
                if a.negative() != b.negative() { q.neg() } else { q }
            }
            SRem => {
                let r = a.abs().div_rem(&b.abs()).1;
                if a.negative() { r.neg() } else { r }
            }
            MulHiU => a.resize(2 * w, false).mul(&b.resize(2 * w, false)).slice(w, w),
            MulHiS => a.resize(2 * w, true).mul(&b.resize(2 * w, true)).slice(w, w),
            MulHiSU => a.resize(2 * w, true).mul(&b.resize(2 * w, false)).slice(w, w),
            SMin => if a.slt(b) { a } else { b }.clone(),
            SMax => if a.slt(b) { b } else { a }.clone(),
            UMin => if a.ult(b) { a } else { b }.clone(),
            UMax => if a.ult(b) { b } else { a }.clone(),
            RotL | RotR => {
                let wide = w.max(64);
                let n = b.resize(wide, false).div_rem(&Bits::new(wide, u64::from(w))).1.low() as u32;
                let n = if op == RotL { n } else { (w - n) % w };
                a.shl(n).or(&a.shr(w - n, false))
            }
            SAddSat => clamp(a.resize(w + 2, true).add(&b.resize(w + 2, true)), true),
            SSubSat => clamp(a.resize(w + 2, true).sub(&b.resize(w + 2, true)), true),
            UAddSat => clamp(a.resize(w + 2, false).add(&b.resize(w + 2, false)), false),
            USubSat => clamp(a.resize(w + 2, false).sub(&b.resize(w + 2, false)), false),
            SShlSat => clamp(a.resize(2 * w + 1, true).shl(amount().ok_or(false)?), true),
            UShlSat => clamp(a.resize(2 * w + 1, false).shl(amount().ok_or(false)?), false),
            FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FMinimumNum | FMaximumNum
            | CopySign => return Err(true),
        })
    }
}
