//! Integers of one part: promotion to a register, and operations that the target lacks.
//!
//! A value of `n` bits in a register of `w >= n` bits has unspecified upper bits; each operation here says what it
//! needs of them. Additions, products, logic and left shifts need nothing.

use super::actions::{Action, Op};
use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// A binary operation on values of any type, vectors lane by lane.
    pub(super) fn binary_any(
        &mut self,
        op: BinOp,
        flags: InstFlags,
        ty: Ty,
        a: &[Value],
        b: &[Value],
    ) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise2(lanes, elem, a, b, |s, a, b| s.binary(op, flags, elem, a, b));
        }
        self.binary(op, flags, ty, a, b)
    }
    /// A binary operation on scalars.
    pub(super) fn binary(&mut self, op: BinOp, flags: InstFlags, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        match (self.scalar(ty)?, a, b) {
            (Scalar::Float(k), ..) => self.float_binary(op, flags, k, a, b),
            (Scalar::Int(n), ..) => self.integer(op, flags, n, a, b),
            (Scalar::Ptr | Scalar::Vector(_), ..) => Err(self.input("arithmetic on pointers")),
        }
    }

    /// A binary operation on integers of `n` bits, of one part or of several.
    pub(super) fn integer(&mut self, op: BinOp, flags: InstFlags, n: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        match (n, a, b) {
            (1, &[a], &[b]) => Ok(smallvec![self.bool_binary(op, a, b)?]),
            (_, &[a], &[b]) => Ok(smallvec![self.int_binary(op, flags, n, a, b)?]),
            _ => self.wide_binary(op, n, a, b),
        }
    }

    /// Operations on truth values. Shifts by one or more, and overflowing division, are poison: any answer will do.
    fn bool_binary(&mut self, op: BinOp, a: Value, b: Value) -> Result<Value> {
        use BinOp::*;
        Ok(match op {
            Add | Sub | Xor => self.bin(Xor, a, b),
            Mul | And => self.bin(And, a, b),
            Or => self.bin(Or, a, b),
            UDiv | SDiv | Shl | LShr | AShr | RotL | RotR | SShlSat | UShlSat => a,
            URem | SRem | MulHiU | MulHiS | MulHiSU => self.bool(false),
            // As signed numbers the values are 0 and -1.
            UMin | SMax => self.bin(And, a, b),
            UMax | SMin => self.bin(Or, a, b),
            SAddSat | UAddSat => self.bin(Or, a, b),
            SSubSat | USubSat => {
                let nb = self.bin_imm(Xor, b, 1);
                self.bin(And, a, nb)
            }
            FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FMinimumNum | FMaximumNum
            | CopySign => return Err(self.input("a floating-point operation on integers")),
        })
    }

    /// An operation on `n`-bit integers in one register each.
    pub(super) fn int_binary(&mut self, op: BinOp, flags: InstFlags, n: u32, a: Value, b: Value) -> Result<Value> {
        use BinOp::*;
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        // Promises hold for the original width only.
        let flags = if n == w { flags } else { InstFlags::empty() };
        Ok(match op {
            Add | Sub | And | Or | Xor => self.bin_flags(op, a, b, flags),
            Mul => self.mul(a, b, flags),
            Shl => {
                let b = self.zext_in_reg(b, n);
                self.bin_flags(op, a, b, flags)
            }
            LShr => {
                let (a, b) = (self.zext_in_reg(a, n), self.zext_in_reg(b, n));
                self.bin_flags(op, a, b, flags)
            }
            AShr => {
                let (a, b) = (self.sext_in_reg(a, n), self.zext_in_reg(b, n));
                self.bin_flags(op, a, b, flags)
            }
            UDiv | URem => {
                let (a, b) = (self.zext_in_reg(a, n), self.zext_in_reg(b, n));
                self.div(op, a, b, flags)?
            }
            SDiv | SRem => {
                let (a, b) = (self.sext_in_reg(a, n), self.sext_in_reg(b, n));
                self.div(op, a, b, flags)?
            }
            SMin | SMax => {
                let (a, b) = (self.sext_in_reg(a, n), self.sext_in_reg(b, n));
                self.min_max(op, a, b)
            }
            UMin | UMax => {
                let (a, b) = (self.zext_in_reg(a, n), self.zext_in_reg(b, n));
                self.min_max(op, a, b)
            }
            RotL => self.funnel(true, n, a, a, b)?,
            RotR => self.funnel(false, n, a, a, b)?,
            SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat => self.saturating(op, n, a, b),
            MulHiS | MulHiU | MulHiSU => self.mul_high(op, n, a, b)?,
            FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FMinimumNum | FMaximumNum
            | CopySign => return Err(self.input("a floating-point operation on integers")),
        })
    }

    /// Low half of a product.
    pub(super) fn mul(&mut self, a: Value, b: Value, flags: InstFlags) -> Value {
        let ty = self.nf.ty(a);
        if self.act.get(Op::Mul, ty) == Action::Legal || self.nf.as_int(a).is_some() && self.nf.as_int(b).is_some() {
            return self.bin_flags(BinOp::Mul, a, b, flags);
        }
        let (a, b) = if self.nf.as_int(a).is_some() { (b, a) } else { (a, b) };
        if let Some(c) = self.nf.as_int(b)
            && let Some(v) = self.mul_const(a, c)
        {
            return v;
        }
        let (la, lb) = (self.resize(a, self.x), self.resize(b, self.x));
        let name = if self.xlen == 64 { "__muldi3" } else { "__mulsi3" };
        let r = self.lib_ints(name, &[la, lb], self.x);
        self.resize(r, ty)
    }
    /// A product by a constant with few set digits, as shifts and additions (signed-digit form).
    fn mul_const(&mut self, a: Value, c: u64) -> Option<Value> {
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        let (mut rest, mut digits): (i128, Vec<(u32, bool)>) = (i128::from(build::sign(c, w)), Vec::new());
        for shift in 0..w {
            if rest & 1 != 0 {
                let minus = rest & 3 == 3;
                rest += if minus { 1 } else { -1 };
                digits.push((shift, minus));
            }
            rest >>= 1;
        }
        if digits.len() > 4 {
            return None;
        }
        let mut sum: Option<Value> = None;
        // A positive digit first saves a negation.
        digits.sort_by_key(|d| (d.1, d.0));
        for (shift, minus) in digits {
            let term = self.shift_imm(BinOp::Shl, a, shift);
            sum = Some(match (sum, minus) {
                (None, false) => term,
                (None, true) => self.neg(term),
                (Some(s), false) => self.bin(BinOp::Add, s, term),
                (Some(s), true) => self.bin(BinOp::Sub, s, term),
            });
        }
        Some(sum.unwrap_or_else(|| self.zero(ty)))
    }

    /// Division of register-sized operands that are extended as the operation needs.
    pub(super) fn div(&mut self, op: BinOp, a: Value, b: Value, flags: InstFlags) -> Result<Value> {
        let ty = self.nf.ty(a);
        let power = self.nf.as_int(b).filter(|c| c.is_power_of_two());
        let cheap = power.is_some() && matches!(op, BinOp::UDiv | BinOp::URem);
        if cheap {
            let c = power.unwrap_or(1);
            return Ok(match op {
                BinOp::UDiv => self.shift_imm(BinOp::LShr, a, c.trailing_zeros()),
                _ => self.bin_imm(BinOp::And, a, (c - 1) as i64),
            });
        }
        if self.act.get(Op::Div, ty) == Action::Legal {
            return Ok(self.bin_flags(op, a, b, flags));
        }
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let extend = |s: &mut Self, v: Value| if signed { s.sext_reg(v, s.x) } else { s.zext_reg(v, s.x) };
        let (la, lb) = (extend(self, a), extend(self, b));
        let name = match (op, self.xlen) {
            (BinOp::UDiv, 64) => "__udivdi3",
            (BinOp::UDiv, _) => "__udivsi3",
            (BinOp::SDiv, 64) => "__divdi3",
            (BinOp::SDiv, _) => "__divsi3",
            (BinOp::URem, 64) => "__umoddi3",
            (BinOp::URem, _) => "__umodsi3",
            (_, 64) => "__moddi3",
            (_, _) => "__modsi3",
        };
        let r = self.lib_ints(name, &[la, lb], self.x);
        Ok(self.resize(r, ty))
    }

    /// Minimum and maximum of operands that are extended as the operation needs.
    fn min_max(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        if self.act.legal(Op::MinMax, self.nf.ty(a)) {
            return self.bin(op, a, b);
        }
        let pred = match op {
            BinOp::SMin => IntPred::Slt,
            BinOp::SMax => IntPred::Sgt,
            BinOp::UMin => IntPred::Ult,
            _ => IntPred::Ugt,
        };
        let c = self.icmp(pred, a, b);
        self.select(c, a, b)
    }

    /// High half of the product of `n`-bit values.
    fn mul_high(&mut self, op: BinOp, n: u32, a: Value, b: Value) -> Result<Value> {
        let w = self.width(self.nf.ty(a));
        let (sa, sb) = match op {
            BinOp::MulHiS => (true, true),
            BinOp::MulHiSU => (true, false),
            _ => (false, false),
        };
        let ext = |s: &mut Self, v: Value, signed: bool| if signed { s.sext_in_reg(v, n) } else { s.zext_in_reg(v, n) };
        let (a, b) = (ext(self, a, sa), ext(self, b, sb));
        if 2 * n <= w {
            let p = self.mul(a, b, InstFlags::empty());
            return Ok(self.shift_imm(BinOp::LShr, p, n));
        }
        let up = |s: &mut Self, v: Value, signed: bool| if signed { s.sext_reg(v, s.x) } else { s.zext_reg(v, s.x) };
        if 2 * n <= self.xlen {
            let (la, lb) = (up(self, a, sa), up(self, b, sb));
            let p = self.mul(la, lb, InstFlags::empty());
            let h = self.shift_imm(BinOp::LShr, p, n);
            return Ok(self.resize(h, self.nf.ty(a)));
        }
        let high = match op {
            BinOp::MulHiS => self.mulh_signed(a, b),
            BinOp::MulHiU => self.mulh_unsigned(a, b),
            _ => {
                let h = self.mulh_unsigned(a, b);
                let neg = self.shift_imm(BinOp::AShr, a, w - 1);
                let fix = self.bin(BinOp::And, neg, b);
                self.bin(BinOp::Sub, h, fix)
            }
        };
        if n == w {
            return Ok(high);
        }
        let low = self.mul(a, b, InstFlags::empty());
        let low = self.shift_imm(BinOp::LShr, low, n);
        let high = self.shift_imm(BinOp::Shl, high, w - n);
        Ok(self.bin(BinOp::Or, low, high))
    }
    /// High half of the unsigned product of two registers.
    pub(super) fn mulh_unsigned(&mut self, a: Value, b: Value) -> Value {
        if self.act.legal(Op::MulHi, self.nf.ty(a)) {
            return self.bin(BinOp::MulHiU, a, b);
        }
        if self.nf.as_int(a) == Some(0) || self.nf.as_int(b) == Some(0) {
            return self.zero(self.x);
        }
        let zero = self.zero(self.x);
        let name = if self.xlen == 64 { "__multi3" } else { "__muldi3" };
        self.lib_wide(name, &[a, zero, b, zero], 2)[1]
    }
    /// High half of the signed product of two registers.
    pub(super) fn mulh_signed(&mut self, a: Value, b: Value) -> Value {
        if self.act.legal(Op::MulHi, self.nf.ty(a)) {
            return self.bin(BinOp::MulHiS, a, b);
        }
        let top = self.xlen - 1;
        let (ha, hb) = (self.shift_imm(BinOp::AShr, a, top), self.shift_imm(BinOp::AShr, b, top));
        let name = if self.xlen == 64 { "__multi3" } else { "__muldi3" };
        self.lib_wide(name, &[a, ha, b, hb], 2)[1]
    }

    /// Compares values of any type, vectors lane by lane.
    pub(super) fn icmp_any(&mut self, pred: IntPred, ty: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise2(lanes, elem, a, b, |s, a, b| Ok(smallvec![s.compare(pred, elem, a, b)?]));
        }
        Ok(smallvec![self.compare(pred, ty, a, b)?])
    }
    /// Compares scalars.
    pub(super) fn compare(&mut self, pred: IntPred, ty: Ty, a: &[Value], b: &[Value]) -> Result<Value> {
        match (self.scalar(ty)?, a, b) {
            (Scalar::Ptr, &[a], &[b]) => Ok(self.icmp(pred, a, b)),
            (Scalar::Int(1), &[a], &[b]) => Ok(self.bool_compare(pred, a, b)),
            (Scalar::Int(n), &[a], &[b]) => Ok(self.int_compare(pred, n, a, b)),
            (Scalar::Int(n), ..) => Ok(self.wide_compare(pred, n, a, b)),
            _ => Err(self.input("an integer comparison of another type")),
        }
    }
    /// `scmp`, `ucmp`: -1, 0 or 1, as `(a > b) - (a < b)`, in values of type `to`.
    pub(super) fn three_way(&mut self, signed: bool, ty: Ty, to: Ty, a: &[Value], b: &[Value]) -> Result<Parts> {
        if let (Some((lanes, elem)), Some((_, out))) = (self.lanes(ty)?, self.lanes(to)?) {
            return self.lanewise2(lanes, elem, a, b, |s, a, b| s.three_way(signed, elem, out, a, b));
        }
        let Scalar::Int(m) = self.scalar(to)? else { return Err(self.input("a three-way comparison to no integer")) };
        let (gt, lt) = if signed { (IntPred::Sgt, IntPred::Slt) } else { (IntPred::Ugt, IntPred::Ult) };
        let (above, below) = (self.compare(gt, ty, a, b)?, self.compare(lt, ty, a, b)?);
        let (above, below) = (self.int_zext(1, m, &[above]), self.int_zext(1, m, &[below]));
        self.binary(BinOp::Sub, InstFlags::empty(), to, &above, &below)
    }
    fn bool_compare(&mut self, pred: IntPred, a: Value, b: Value) -> Value {
        use IntPred::*;
        let x = |s: &mut Self, a: Value, b: Value| {
            // not a, and b
            let n = s.bin_imm(BinOp::Xor, a, 1);
            s.bin(BinOp::And, n, b)
        };
        match pred {
            Ne => self.bin(BinOp::Xor, a, b),
            Eq => {
                let d = self.bin(BinOp::Xor, a, b);
                self.bin_imm(BinOp::Xor, d, 1)
            }
            Ult | Sgt => x(self, a, b),
            Ugt | Slt => x(self, b, a),
            Ule | Sge => {
                let v = x(self, b, a);
                self.bin_imm(BinOp::Xor, v, 1)
            }
            Uge | Sle => {
                let v = x(self, a, b);
                self.bin_imm(BinOp::Xor, v, 1)
            }
        }
    }
    /// Compares `n`-bit values. Equality and unsigned order hold under either extension: the cheaper one is taken.
    pub(super) fn int_compare(&mut self, pred: IntPred, n: u32, a: Value, b: Value) -> Value {
        if n == self.width(self.nf.ty(a)) {
            return self.icmp(pred, a, b);
        }
        let cost = |s: &Self, v: Value, fits: bool| usize::from(!fits && s.nf.as_int(v).is_none());
        let zero = cost(self, a, self.fits_u(a, n)) + cost(self, b, self.fits_u(b, n));
        let signed = cost(self, a, self.fits_s(a, n)) + cost(self, b, self.fits_s(b, n));
        let (a, b) = if pred.is_signed() || signed < zero {
            (self.sext_in_reg(a, n), self.sext_in_reg(b, n))
        } else {
            (self.zext_in_reg(a, n), self.zext_in_reg(b, n))
        };
        self.icmp(pred, a, b)
    }
}
