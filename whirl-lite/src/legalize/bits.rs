//! Bit operations: counting, reversing, absolute value, funnel shifts.
//!
//! The open-coded forms are those of Warren, "Hacker's Delight": population count by pairs, reversal by masks and
//! shifts, trailing zeros as ones of `~x & (x - 1)`, leading zeros by smearing the highest one.

use super::actions::Op;
use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// A unary operation on a value of any type.
    pub(super) fn unary_any(&mut self, op: UnOp, flags: InstFlags, ty: Ty, a: &[Value]) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise1(lanes, a, |s, a| s.unary(op, flags, elem, a));
        }
        self.unary(op, flags, ty, a)
    }
    fn unary(&mut self, op: UnOp, flags: InstFlags, ty: Ty, a: &[Value]) -> Result<Parts> {
        match self.scalar(ty)? {
            Scalar::Float(k) => self.float_unary(op, flags, k, a),
            Scalar::Int(n) => match (op, a) {
                (UnOp::Ctlz, _) => self.ctlz(n, a),
                (UnOp::Cttz, _) => self.cttz(n, a),
                (UnOp::Ctpop, _) => self.ctpop(n, a),
                (UnOp::Bswap, _) => self.reverse(true, n, a),
                (UnOp::Bitreverse, _) => self.reverse(false, n, a),
                (UnOp::Abs, _) => self.abs(n, a),
                (UnOp::SextInReg(b), &[v]) => Ok(smallvec![self.sext_in_reg(v, u32::from(b))]),
                _ => Err(self.input("a floating-point operation on integers")),
            },
            Scalar::Ptr | Scalar::Vector(_) => Err(self.input("arithmetic on pointers")),
        }
    }

    /// An `n`-bit count as the type that was counted in.
    fn count_result(&mut self, n: u32, count: Value) -> Parts {
        let shape = self.int_shape(n);
        let c = self.resize(count, shape.part);
        let zero = self.zero(shape.part);
        let mut p: Parts = smallvec![zero; shape.n];
        p[0] = c;
        p
    }
    fn ctpop(&mut self, n: u32, a: &[Value]) -> Result<Parts> {
        if n == 1 {
            return Ok(Parts::from_slice(a));
        }
        let a = self.wide_zext(n, a);
        let mut sum: Option<Value> = None;
        for &v in &a {
            let c = self.popcount(v);
            sum = Some(match sum {
                Some(s) => self.bin(BinOp::Add, s, c),
                None => c,
            });
        }
        let sum = sum.unwrap_or_else(|| self.zero(self.x));
        Ok(self.count_result(n, sum))
    }
    /// Ones of a register.
    fn popcount(&mut self, v: Value) -> Value {
        let ty = self.nf.ty(v);
        let w = self.width(ty);
        if self.act.legal(Op::Count, ty) {
            let r = self.un(UnOp::Ctpop, v);
            self.note_u(r, 7);
            return r;
        }
        let m = |b: u8| i64::from_ne_bytes([b; 8]);
        let h = self.shift_imm(BinOp::LShr, v, 1);
        let h = self.bin_imm(BinOp::And, h, m(0x55));
        let v = self.bin(BinOp::Sub, v, h);
        let low = self.bin_imm(BinOp::And, v, m(0x33));
        let h = self.shift_imm(BinOp::LShr, v, 2);
        let h = self.bin_imm(BinOp::And, h, m(0x33));
        let v = self.bin(BinOp::Add, low, h);
        let h = self.shift_imm(BinOp::LShr, v, 4);
        let v = self.bin(BinOp::Add, v, h);
        let mut v = self.bin_imm(BinOp::And, v, m(0x0f));
        if self.act.legal(Op::Mul, ty) {
            let ones = self.imm(ty, m(1));
            v = self.mul(v, ones, InstFlags::empty());
        } else {
            let mut s = 8;
            while s < w {
                let h = self.shift_imm(BinOp::Shl, v, s);
                v = self.bin(BinOp::Add, v, h);
                s *= 2;
            }
        }
        let r = self.shift_imm(BinOp::LShr, v, w - 8);
        self.note_u(r, 7);
        r
    }
    fn ctlz(&mut self, n: u32, a: &[Value]) -> Result<Parts> {
        if let (1, &[v]) = (n, a) {
            return Ok(smallvec![self.bin_imm(BinOp::Xor, v, 1)]);
        }
        let a = self.wide_zext(n, a);
        let w = self.width(self.nf.ty(a[0]));
        // From the lowest word up: a word that is not zero decides over those below it.
        let mut count: Option<Value> = None;
        for (k, &v) in a.iter().enumerate() {
            let here = self.leading_zeros(v);
            count = Some(match count {
                None => here,
                Some(below) => {
                    let more = self.bin_imm(BinOp::Add, below, i64::from(w));
                    let zero = self.icmp_imm(IntPred::Eq, v, 0);
                    let _ = k;
                    self.select(zero, more, here)
                }
            });
        }
        let count = count.unwrap_or_else(|| self.zero(self.x));
        let spare = a.len() as u32 * w - n;
        let count = self.bin_imm(BinOp::Sub, count, i64::from(spare));
        self.note_u(count, 32 - n.leading_zeros());
        Ok(self.count_result(n, count))
    }
    fn leading_zeros(&mut self, v: Value) -> Value {
        let ty = self.nf.ty(v);
        let w = self.width(ty);
        if self.act.legal(Op::Count, ty) {
            let r = self.un(UnOp::Ctlz, v);
            self.note_u(r, 7);
            return r;
        }
        let mut v = v;
        let mut s = 1;
        while s < w {
            let h = self.shift_imm(BinOp::LShr, v, s);
            v = self.bin(BinOp::Or, v, h);
            s *= 2;
        }
        let v = self.not(v);
        self.popcount(v)
    }
    fn cttz(&mut self, n: u32, a: &[Value]) -> Result<Parts> {
        if let (1, &[v]) = (n, a) {
            return Ok(smallvec![self.bin_imm(BinOp::Xor, v, 1)]);
        }
        // A one just above the value stops the count at the width.
        let mut a = Parts::from_slice(a);
        let top = self.top_bits(n).min(n);
        let w = self.width(self.nf.ty(a[0]));
        let high = a.len() - 1;
        if (n - high as u32 * w) < w {
            a[high] = self.bin_imm(BinOp::Or, a[high], 1 << top);
        }
        let mut count: Option<Value> = None;
        for &v in a.iter().rev() {
            let here = self.trailing_zeros(v);
            count = Some(match count {
                None => here,
                Some(above) => {
                    let more = self.bin_imm(BinOp::Add, above, i64::from(w));
                    let zero = self.icmp_imm(IntPred::Eq, v, 0);
                    self.select(zero, more, here)
                }
            });
        }
        let count = count.unwrap_or_else(|| self.zero(self.x));
        self.note_u(count, 32 - n.leading_zeros());
        Ok(self.count_result(n, count))
    }
    fn trailing_zeros(&mut self, v: Value) -> Value {
        let ty = self.nf.ty(v);
        if self.act.legal(Op::Count, ty) {
            let r = self.un(UnOp::Cttz, v);
            self.note_u(r, 7);
            return r;
        }
        let less = self.bin_imm(BinOp::Add, v, -1);
        let not = self.not(v);
        let low = self.bin(BinOp::And, not, less);
        self.popcount(low)
    }

    /// Reverses bytes, or bits.
    fn reverse(&mut self, bytes: bool, n: u32, a: &[Value]) -> Result<Parts> {
        if n == 1 {
            return Ok(Parts::from_slice(a));
        }
        let w = self.width(self.nf.ty(a[0]));
        // All words in reverse order; then what came from above the width is at the bottom and is shifted out.
        let mut out: Parts = a.iter().rev().map(|&v| if bytes { self.bswap(v) } else { self.bitreverse(v) }).collect();
        let spare = out.len() as u32 * w - n;
        if spare > 0 {
            out = match out.as_slice() {
                &[v] => smallvec![self.shift_imm(BinOp::LShr, v, spare)],
                words => {
                    let zero = self.zero(self.x);
                    self.wide_shr_const(false, words, spare, zero)
                }
            };
        }
        Ok(out)
    }
    /// Bytes of a register in reverse.
    fn bswap(&mut self, v: Value) -> Value {
        let ty = self.nf.ty(v);
        let w = self.width(ty);
        if self.act.legal(Op::Bswap, ty) {
            return self.un(UnOp::Bswap, v);
        }
        if w < self.xlen && self.act.legal(Op::Bswap, self.x) {
            let wide = self.resize(v, self.x);
            let r = self.un(UnOp::Bswap, wide);
            let r = self.shift_imm(BinOp::LShr, r, self.xlen - w);
            return self.resize(r, ty);
        }
        let mut v = v;
        let mut s = 8;
        while s < w {
            v = self.swap_fields(v, s);
            s *= 2;
        }
        v
    }
    fn bitreverse(&mut self, v: Value) -> Value {
        let mut v = self.bswap(v);
        for s in [4, 2, 1] {
            v = self.swap_fields(v, s);
        }
        v
    }
    /// Exchanges neighbouring fields of `s` bits.
    fn swap_fields(&mut self, v: Value, s: u32) -> Value {
        let w = self.width(self.nf.ty(v));
        let (up, down) = (self.shift_imm(BinOp::Shl, v, s), self.shift_imm(BinOp::LShr, v, s));
        if 2 * s == w {
            return self.bin(BinOp::Or, up, down);
        }
        // Fields of s ones every 2s bits.
        let mut low = 0u64;
        let mut at = 0;
        while at < 64 {
            low |= build::mask(s) << at;
            at += 2 * s;
        }
        let down = self.bin_imm(BinOp::And, down, low as i64);
        let up = {
            let kept = self.bin_imm(BinOp::And, v, low as i64);
            self.shift_imm(BinOp::Shl, kept, s)
        };
        self.bin(BinOp::Or, up, down)
    }

    fn abs(&mut self, n: u32, a: &[Value]) -> Result<Parts> {
        if n == 1 {
            return Ok(Parts::from_slice(a));
        }
        let a = self.wide_sext(n, a);
        if let &[v] = a.as_slice() {
            let ty = self.nf.ty(v);
            if self.act.legal(Op::MinMax, ty) {
                let m = self.neg(v);
                return Ok(smallvec![self.bin(BinOp::SMax, v, m)]);
            }
            let s = self.shift_imm(BinOp::AShr, v, self.width(ty) - 1);
            let x = self.bin(BinOp::Xor, v, s);
            return Ok(smallvec![self.bin(BinOp::Sub, x, s)]);
        }
        let s = self.sign_fill(&a);
        let flipped: Parts = a.iter().map(|&v| self.bin(BinOp::Xor, v, s)).collect();
        let signs: Parts = smallvec![s; a.len()];
        Ok(self.wide_sub(&flipped, &signs, false).0)
    }

    /// A funnel shift of values of any type.
    pub(super) fn funnel_any(&mut self, left: bool, ty: Ty, args: [&[Value]; 3]) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise3(lanes, args, |s, a| s.funnel_any(left, elem, a));
        }
        let Scalar::Int(n) = self.scalar(ty)? else { return Err(self.input("a funnel shift of no integers")) };
        match args {
            [&[a], &[b], &[c]] => Ok(smallvec![self.funnel(left, n, a, b, c)?]),
            [a, b, c] => self.wide_funnel(left, n, a, b, c),
        }
    }
    /// A funnel shift of `n`-bit values in one register each.
    pub(super) fn funnel(&mut self, left: bool, n: u32, a: Value, b: Value, c: Value) -> Result<Value> {
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        if n == 1 {
            return Ok(if left { a } else { b });
        }
        if let Some(c) = self.nf.as_int(c) {
            let c = ((c & build::mask(n)) % u64::from(n)) as u32;
            return Ok(self.funnel_const(left, n, a, b, c));
        }
        if n == w && a == b && self.act.legal(Op::Rotate, ty) {
            return Ok(self.bin(if left { BinOp::RotL } else { BinOp::RotR }, a, c));
        }
        if n.is_power_of_two() {
            let by = self.bin_imm(BinOp::And, c, i64::from(n - 1));
            let b = self.zext_in_reg(b, n);
            if a == b && n == w || self.same_zext(a, b, n) {
                // A rotation: both amounts modulo the width, so zero needs no care.
                let az = b;
                let back = self.neg(c);
                let back = self.bin_imm(BinOp::And, back, i64::from(n - 1));
                let (l, r) = if left { (by, back) } else { (back, by) };
                let x = self.bin(BinOp::Shl, az, l);
                let y = self.bin(BinOp::LShr, az, r);
                return Ok(self.bin(BinOp::Or, x, y));
            }
            let rest = self.bin_imm(BinOp::Xor, by, i64::from(n - 1));
            let (x, y) = if left {
                let x = self.bin(BinOp::Shl, a, by);
                let y = self.shift_imm(BinOp::LShr, b, 1);
                (x, self.bin(BinOp::LShr, y, rest))
            } else {
                let x = self.shift_imm(BinOp::Shl, a, 1);
                (self.bin(BinOp::Shl, x, rest), self.bin(BinOp::LShr, b, by))
            };
            return Ok(self.bin(BinOp::Or, x, y));
        }
        let c = self.zext_in_reg(c, n);
        let modulus = self.imm(ty, i64::from(n));
        let by = self.div(BinOp::URem, c, modulus, InstFlags::empty())?;
        let last = self.imm(ty, i64::from(n - 1));
        let rest = self.bin(BinOp::Sub, last, by);
        let b = self.zext_in_reg(b, n);
        let (x, y) = if left {
            let x = self.bin(BinOp::Shl, a, by);
            let y = self.shift_imm(BinOp::LShr, b, 1);
            (x, self.bin(BinOp::LShr, y, rest))
        } else {
            let x = self.shift_imm(BinOp::Shl, a, 1);
            (self.bin(BinOp::Shl, x, rest), self.bin(BinOp::LShr, b, by))
        };
        Ok(self.bin(BinOp::Or, x, y))
    }
    /// Is `b` the zero-extension in its register of `a`'s low `n` bits?
    fn same_zext(&self, a: Value, b: Value, n: u32) -> bool {
        if a == b {
            return true;
        }
        let Some(d) = self.nf.def_inst(b) else { return false };
        let args = self.nf.args(d);
        self.nf.insts[d].kind == InstKind::Binary(BinOp::And)
            && args.first() == Some(&a)
            && args.get(1).and_then(|&m| self.nf.as_int(m)) == Some(build::mask(n))
    }
    fn funnel_const(&mut self, left: bool, n: u32, a: Value, b: Value, c: u32) -> Value {
        if c == 0 {
            return if left { a } else { b };
        }
        let ty = self.nf.ty(a);
        if a == b && n == self.width(ty) && self.act.legal(Op::Rotate, ty) {
            let c = if left { c } else { n - c };
            return self.shift_imm(BinOp::RotL, a, c);
        }
        let by = if left { c } else { n - c };
        let b = self.zext_in_reg(b, n);
        let x = self.shift_imm(BinOp::Shl, a, by);
        let y = self.shift_imm(BinOp::LShr, b, n - by);
        self.bin(BinOp::Or, x, y)
    }
}
