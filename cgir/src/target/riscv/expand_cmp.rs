//! Comparisons, conditional branches and selects: "2.5 Control Transfer Instructions", `slt` and its kin, Zicond.
//!
//! A condition is wanted in one of three ways: as a branch ([`Expander::condition`]), as 0 or 1 in a register
//! ([`Expander::icmp_value`]), or not as itself but to choose between values ([`Expander::select`]). A select becomes a
//! real branch around a copy, made here so that allocators see the flow; only selects which a little arithmetic or
//! `czero` settles stay straight. Neighbouring selects of one condition share a branch.

use super::consts::fits12;
use super::expand::{Expander, To};
use super::hooks::inverse;
use crate::expansion::patterns::Conditions;
use crate::func::{Bb, Tn};
use targ_info::Opcode;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, IntPred, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// A branch that is taken when a condition holds.
#[derive(Clone, Copy)]
pub(super) struct Test {
    row: Opcode,
    a: Tn,
    b: Tn,
}

impl Test {
    /// Of two registers.
    pub fn new(row: Opcode, a: Tn, b: Tn) -> Test {
        Test { row, a, b }
    }
    /// The opposite.
    pub fn inverted(self) -> Test {
        Test { row: inverse(self.row).unwrap_or(self.row), ..self }
    }
}

/// A predicate as a row that compares registers: row, operands exchanged.
fn branch_row(p: IntPred) -> (Opcode, bool) {
    match p {
        IntPred::Eq => (op::BEQ, false),
        IntPred::Ne => (op::BNE, false),
        IntPred::Slt => (op::BLT, false),
        IntPred::Sge => (op::BGE, false),
        IntPred::Ult => (op::BLTU, false),
        IntPred::Uge => (op::BGEU, false),
        IntPred::Sgt => (op::BLT, true),
        IntPred::Sle => (op::BGE, true),
        IntPred::Ugt => (op::BLTU, true),
        IntPred::Ule => (op::BGEU, true),
    }
}

/// Does a comparison with a constant ask for the sign: negative, or not?
fn sign_question(p: IntPred, c: i64) -> Option<bool> {
    match (p, c) {
        (IntPred::Slt, 0) | (IntPred::Sle, -1) => Some(true),
        (IntPred::Sge, 0) | (IntPred::Sgt, -1) => Some(false),
        _ => None,
    }
}

impl Conditions for Expander<'_> {
    fn truth(&mut self, w: Wn, sense: bool, to: To) -> Result<Tn> {
        if sense { self.value(w, to) } else { self.negated(w, to) }
    }
    fn branch_if(&mut self, cond: Wn, sense: bool, yes: Bb, no: Bb, prob: f32) -> Result<()> {
        let t = self.condition(cond, sense)?;
        self.branch(t, yes, no, prob);
        Ok(())
    }
    fn icmp_value(&mut self, w: Wn, p: IntPred, to: To) -> Result<Tn> {
        self.compare(w, p, to)
    }
}

impl Expander<'_> {
    // Conditions.

    /// A truth value as a branch; `sense` false asks for its opposite.
    pub(super) fn condition(&mut self, w: Wn, sense: bool) -> Result<Test> {
        let t = self.test(w)?;
        Ok(if sense { t } else { t.inverted() })
    }
    fn test(&mut self, w: Wn) -> Result<Test> {
        if let Some(x) = self.as_negation(w) {
            return Ok(self.test(x)?.inverted());
        }
        match self.n(w).opr {
            Opr::Icmp(p) => self.icmp_test(w, p),
            Opr::Fcmp(p, signalling) => {
                let (t, holds) = self.fcmp(w, p, signalling, To::ANY)?;
                Ok(Test::new(if holds { op::BNE } else { op::BEQ }, t, self.own.zero))
            }
            Opr::Cast(CastOp::Trunc) => {
                let x = self.kid(w, 0)?;
                self.bit_test(x, 1)
            }
            _ => {
                let t = self.reg(w)?;
                Ok(Test::new(op::BNE, t, self.own.zero))
            }
        }
    }
    fn icmp_test(&mut self, w: Wn, p: IntPred) -> Result<Test> {
        let (a, b) = self.two(w)?;
        if let Some(c) = self.int(b) {
            return self.constant_test(a, c, p);
        }
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let (row, swap) = branch_row(p);
        Ok(if swap { Test::new(row, y, x) } else { Test::new(row, x, y) })
    }
    fn constant_test(&mut self, a: Wn, c: i64, p: IntPred) -> Result<Test> {
        if c == 0 && matches!(p, IntPred::Eq | IntPred::Ne) {
            if let Some((x, mask)) = self.as_mask(a) {
                let t = self.bit_test(x, mask)?;
                return Ok(if p == IntPred::Ne { t } else { t.inverted() });
            }
            if let Some((x, y)) = self.as_binary(a, BinOp::Xor).or(self.as_binary(a, BinOp::Sub))
                && self.n(a).ty != MType::B
                && self.int(y).is_none()
            {
                let row = branch_row(p).0;
                let x = self.reg(x)?;
                let y = self.reg(y)?;
                return Ok(Test::new(row, x, y));
            }
        }
        if let (Some((x, n)), Some(negative)) = (self.as_sign_extended(a), sign_question(p, c)) {
            // The sign of a part: its top bit where it stands.
            let t = self.bit_test(x, 1 << (n - 1))?;
            return Ok(if negative { t } else { t.inverted() });
        }
        let x = self.reg(a)?;
        let zero = self.own.zero;
        match (p, c) {
            (IntPred::Sgt, -1) => return Ok(Test::new(op::BGE, x, zero)),
            (IntPred::Sle, -1) => return Ok(Test::new(op::BLT, x, zero)),
            (IntPred::Slt, 1) => return Ok(Test::new(op::BGE, zero, x)),
            (IntPred::Sge, 1) => return Ok(Test::new(op::BLT, zero, x)),
            (IntPred::Ult, 1) => return Ok(Test::new(op::BEQ, x, zero)),
            (IntPred::Uge, 1) | (IntPred::Ugt, 0) => return Ok(Test::new(op::BNE, x, zero)),
            (IntPred::Ule, 0) => return Ok(Test::new(op::BEQ, x, zero)),
            _ => {}
        }
        let (row, swap) = branch_row(p);
        let y = self.constant(c, To::ANY)?;
        Ok(if swap { Test::new(row, y, x) } else { Test::new(row, x, y) })
    }
    /// `x` sign-extended in place from so many bits.
    fn as_sign_extended(&self, w: Wn) -> Option<(Wn, u32)> {
        match self.n(w).opr {
            Opr::Unary(UnOp::SextInReg(n)) if n > 0 => Some((self.kid(w, 0).ok()?, u32::from(n))),
            _ => None,
        }
    }
    /// `x & mask`.
    fn as_mask(&self, w: Wn) -> Option<(Wn, u64)> {
        let (x, c) = self.as_binary(w, BinOp::And)?;
        let u = self.int(c)? as u64;
        let bits = self.bits(w);
        Some((x, if bits < 64 { u & ((1 << bits) - 1) } else { u }))
    }
    /// Is any bit of the mask set?
    fn bit_test(&mut self, a: Wn, mask: u64) -> Result<Test> {
        let bits = self.bits(a);
        if mask.is_power_of_two()
            && let Some(t) = self.one_bit_test(a, mask.trailing_zeros())?
        {
            return Ok(t);
        }
        let low = mask.trailing_ones();
        let zero = self.own.zero;
        let x = self.low(a)?;
        if mask < 0x800 {
            let t = self.ri(op::ANDI, To::ANY, self.xty(), x, mask as i64)?;
            return Ok(Test::new(op::BNE, t, zero));
        }
        if low < 64 && mask == (1 << low) - 1 {
            let t = self.ri(op::SLLI, To::ANY, self.xty(), x, i64::from(self.m.xlen() - low))?;
            return Ok(Test::new(op::BNE, t, zero));
        }
        let zeros = mask.trailing_zeros();
        let full = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        if mask == full >> zeros << zeros {
            let row = if self.is_word(self.n(a).ty) { op::SRLIW } else { op::SRLI };
            let t = self.ri(row, To::ANY, self.n(a).ty, x, i64::from(zeros))?;
            return Ok(Test::new(op::BNE, t, zero));
        }
        let c = self.constant(mask as i64, To::ANY)?;
        let t = self.rr(op::AND, To::ANY, self.xty(), x, c)?;
        Ok(Test::new(op::BNE, t, zero))
    }
    /// One bit: the sign, or moved to the sign, or tested where it is.
    fn one_bit_test(&mut self, a: Wn, bit: u32) -> Result<Option<Test>> {
        let zero = self.own.zero;
        // (x >> n) & 1: the bit's own place.
        if let Opr::Binary(BinOp::LShr | BinOp::AShr) = self.n(a).opr {
            let (x, n) = self.two(a)?;
            if let Some(n) = self.int(n).filter(|n| (0..64).contains(n)) {
                let bits = self.bits(a);
                if bit + (n as u32) < bits {
                    return self.bit_test(x, 1 << (bit + n as u32)).map(Some);
                }
            }
        }
        if bit + 1 == self.bits(a) {
            let x = self.reg(a)?;
            return Ok(Some(Test::new(op::BLT, x, zero)));
        }
        if bit < 11 {
            return Ok(None);
        }
        let x = self.low(a)?;
        if self.m.zbs {
            let t = self.ri(op::BEXTI, To::ANY, self.xty(), x, i64::from(bit))?;
            return Ok(Some(Test::new(op::BNE, t, zero)));
        }
        let t = self.ri(op::SLLI, To::ANY, self.xty(), x, i64::from(self.m.xlen() - 1 - bit))?;
        Ok(Some(Test::new(op::BLT, t, zero)))
    }

    // Branches.

    /// Ends the present block with a branch to `yes` if the test holds, else on to `no`.
    pub(super) fn branch(&mut self, t: Test, yes: Bb, no: Bb, prob: f32) {
        if yes == no {
            self.edge(no, 1.0);
            return;
        }
        let label = self.f.label(yes);
        self.emit(t.row, &[], &[t.a, t.b, label]);
        self.edge(no, 1.0 - prob);
        self.edge(yes, prob);
    }

    // Truth values.

    /// The opposite of a truth value.
    pub(super) fn negated(&mut self, w: Wn, to: To) -> Result<Tn> {
        match self.n(w).opr {
            Opr::Icmp(p) => self.compare(w, p.inverted(), to),
            Opr::Fcmp(p, signalling) => {
                let (t, holds) = self.fcmp(w, p, signalling, To::ANY)?;
                if !holds {
                    return Ok(self.settle(to, t));
                }
                self.ri(op::XORI, to, MType::B, t, 1)
            }
            _ => {
                let t = self.reg(w)?;
                self.ri(op::XORI, to, MType::B, t, 1)
            }
        }
    }
    fn compare(&mut self, w: Wn, p: IntPred, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        let ty = MType::B;
        if let Some(c) = self.int(b) {
            return self.compare_constant(a, c, p, to);
        }
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        match p {
            IntPred::Eq | IntPred::Ne => {
                let t = self.rr(op::XOR, To::ANY, self.xty(), x, y)?;
                self.is_zero(t, p == IntPred::Eq, to)
            }
            IntPred::Slt => self.rr(op::SLT, to, ty, x, y),
            IntPred::Sgt => self.rr(op::SLT, to, ty, y, x),
            IntPred::Ult => self.rr(op::SLTU, to, ty, x, y),
            IntPred::Ugt => self.rr(op::SLTU, to, ty, y, x),
            IntPred::Sge => self.not_less(op::SLT, x, y, to),
            IntPred::Sle => self.not_less(op::SLT, y, x, to),
            IntPred::Uge => self.not_less(op::SLTU, x, y, to),
            IntPred::Ule => self.not_less(op::SLTU, y, x, to),
        }
    }
    fn not_less(&mut self, row: Opcode, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let t = self.rr(row, To::ANY, MType::B, x, y)?;
        self.ri(op::XORI, to, MType::B, t, 1)
    }
    /// `t == 0`, or its opposite.
    fn is_zero(&mut self, t: Tn, equal: bool, to: To) -> Result<Tn> {
        if equal { self.ri(op::SLTIU, to, MType::B, t, 1) } else { self.rr(op::SLTU, to, MType::B, self.own.zero, t) }
    }
    fn compare_constant(&mut self, a: Wn, c: i64, p: IntPred, to: To) -> Result<Tn> {
        let ty = MType::B;
        if let (IntPred::Eq | IntPred::Ne, 0) = (p, c)
            && let Some((x, mask)) = self.as_mask(a).filter(|(_, m)| m.is_power_of_two())
        {
            return self.bit_value(x, mask.trailing_zeros(), p == IntPred::Ne, to);
        }
        if let (Some((x, n)), Some(negative)) = (self.as_sign_extended(a), sign_question(p, c)) {
            return self.bit_value(x, n - 1, negative, to);
        }
        let x = self.reg(a)?;
        match p {
            IntPred::Eq | IntPred::Ne => {
                let t = self.difference(x, c)?;
                self.is_zero(t, p == IntPred::Eq, to)
            }
            IntPred::Slt if c == 0 => {
                let word = self.is_word(self.n(a).ty);
                let row = if word { op::SRLIW } else { op::SRLI };
                self.ri(row, to, ty, x, i64::from(if word { 31 } else { self.m.xlen() - 1 }))
            }
            IntPred::Slt => self.less(op::SLTI, op::SLT, x, Some(c), to),
            IntPred::Ult => self.less(op::SLTIU, op::SLTU, x, Some(c), to),
            // x <= c is x < c + 1 unless that wraps.
            IntPred::Sle => self.less(op::SLTI, op::SLT, x, self.next(a, c, true), to),
            IntPred::Ule => self.less(op::SLTIU, op::SLTU, x, self.next(a, c, false), to),
            IntPred::Sge => {
                let t = self.less(op::SLTI, op::SLT, x, Some(c), To::ANY)?;
                self.ri(op::XORI, to, ty, t, 1)
            }
            IntPred::Uge => {
                let t = self.less(op::SLTIU, op::SLTU, x, Some(c), To::ANY)?;
                self.ri(op::XORI, to, ty, t, 1)
            }
            IntPred::Sgt if c == 0 => self.rr(op::SLT, to, ty, self.own.zero, x),
            IntPred::Ugt if c == 0 => self.rr(op::SLTU, to, ty, self.own.zero, x),
            IntPred::Sgt | IntPred::Ugt => {
                let signed = p == IntPred::Sgt;
                let (imm, row) = if signed { (op::SLTI, op::SLT) } else { (op::SLTIU, op::SLTU) };
                match self.next(a, c, signed) {
                    Some(n) if fits12(n) => {
                        let t = self.less(imm, row, x, Some(n), To::ANY)?;
                        self.ri(op::XORI, to, ty, t, 1)
                    }
                    _ => {
                        let y = self.constant(c, To::ANY)?;
                        self.rr(row, to, ty, y, x)
                    }
                }
            }
        }
    }
    /// `c + 1`, if that is not beyond the type; constants are sign-extended whatever the comparison.
    fn next(&self, a: Wn, c: i64, signed: bool) -> Option<i64> {
        let bits = self.bits(a);
        let last = match signed {
            true if bits >= 64 => i64::MAX,
            true => (1 << (bits - 1)) - 1,
            false => -1,
        };
        (c != last).then(|| {
            let n = c.wrapping_add(1);
            if bits < 64 { n << (64 - bits) >> (64 - bits) } else { n }
        })
    }
    /// `x < c`; without `c` it is always true.
    fn less(&mut self, imm: Opcode, row: Opcode, x: Tn, c: Option<i64>, to: To) -> Result<Tn> {
        match c {
            None => self.constant(1, to),
            Some(c) if fits12(c) => self.ri(imm, to, MType::B, x, c),
            Some(c) => {
                let y = self.constant(c, To::ANY)?;
                self.rr(row, to, MType::B, x, y)
            }
        }
    }
    /// A register that is zero exactly if `x == c`.
    fn difference(&mut self, x: Tn, c: i64) -> Result<Tn> {
        let ty = self.xty();
        match c {
            0 => Ok(x),
            -2048 => self.ri(op::XORI, To::ANY, ty, x, c),
            _ if fits12(c.wrapping_neg()) => self.ri(op::ADDI, To::ANY, ty, x, -c),
            _ => {
                let y = self.constant(c, To::ANY)?;
                self.rr(op::XOR, To::ANY, ty, x, y)
            }
        }
    }
    /// One bit of a value, or its opposite, as 0 or 1.
    fn bit_value(&mut self, a: Wn, bit: u32, set: bool, to: To) -> Result<Tn> {
        let x = self.low(a)?;
        let ty = MType::B;
        if bit == 0 {
            let t = self.ri(op::ANDI, if set { to } else { To::ANY }, ty, x, 1)?;
            return if set { Ok(t) } else { self.ri(op::XORI, to, ty, t, 1) };
        }
        if !set && bit < 11 {
            let t = self.ri(op::ANDI, To::ANY, self.xty(), x, 1 << bit)?;
            return self.ri(op::SLTIU, to, ty, t, 1);
        }
        let end = if set { to } else { To::ANY };
        let t = if self.m.zbs {
            self.ri(op::BEXTI, end, ty, x, i64::from(bit))?
        } else if bit + 1 == self.bits(a) {
            let row = if self.is_word(self.n(a).ty) { op::SRLIW } else { op::SRLI };
            self.ri(row, end, ty, x, i64::from(bit))?
        } else {
            let up = i64::from(self.m.xlen() - 1 - bit);
            let t = self.ri(op::SLLI, To::ANY, self.xty(), x, up)?;
            self.ri(op::SRLI, end, ty, t, i64::from(self.m.xlen() - 1))?
        };
        if set { Ok(t) } else { self.ri(op::XORI, to, ty, t, 1) }
    }
}
