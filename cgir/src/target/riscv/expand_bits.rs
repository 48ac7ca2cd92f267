//! Shifts, rotations and logic on integers, and what Zbb and Zbs make of them: chapters 2 and 28 of the unprivileged manual.
//!
//! Masks of contiguous bits are pairs of shifts where the mask is too long for an immediate; a shift that follows or
//! precedes is swallowed by the pair.

use super::consts::{self, fits12};
use super::expand::{Expander, To};
use crate::expansion::matching::ones;
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, InstFlags, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

impl Expander<'_> {
    // Shifts.

    pub(super) fn shift(
        &mut self,
        w: Wn,
        ty: MType,
        regs: (Opcode, Opcode),
        imms: (Opcode, Opcode),
        to: To,
    ) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if ty == MType::B {
            // A shift by anything but zero has no value in one bit.
            return self.value(a, to);
        }
        let bits = ty.bits();
        if let Some(n) = self.int(b) {
            let n = n & i64::from(bits - 1);
            if let Some(t) = self.shift_constant(a, n, ty, regs.0, to)? {
                return Ok(t);
            }
            let x = self.operand(a, ty)?;
            return self.ri(self.form(ty, imms.0, imms.1), to, ty, x, n);
        }
        // The rows look at the low bits of the count alone.
        let count = self.shift_count(b, bits);
        let x = self.operand(a, ty)?;
        let y = self.low(count)?;
        self.rr(self.form(ty, regs.0, regs.1), to, ty, x, y)
    }
    /// Shifts by constants that swallow an extension or mask below them.
    pub(super) fn shift_constant(&mut self, a: Wn, n: i64, ty: MType, row: Opcode, to: To) -> Result<Option<Tn>> {
        if n == 0 {
            return self.value(a, to).map(Some);
        }
        if row == op::SLL
            && ty == MType::I64
            && self.m.rv64
            && let Some(x) = self.as_zext_word(a)
        {
            if self.m.zba {
                let x = self.low(x)?;
                return self.ri(op::SLLI_UW, to, ty, x, n).map(Some);
            }
            let x = self.low(x)?;
            let t = self.ri(op::SLLI, To::ANY, ty, x, 32)?;
            if n == 32 {
                return Ok(Some(self.settle(to, t)));
            }
            let (row, by) = if n < 32 { (op::SRLI, 32 - n) } else { (op::SLLI, n - 32) };
            return self.ri(row, to, ty, t, by).map(Some);
        }
        let width = if row == op::SRL { self.zero_width(a) } else { self.sign_width(a) };
        if let (true, Some((x, from))) = (row != op::SLL, width) {
            // Extend and shift: to the top and down again.
            let top = i64::from(self.m.xlen() - from);
            if i64::from(from) > n {
                if self.m.rv64 && from == 32 && row == op::SRL {
                    let x = self.low(x)?;
                    return self.ri(op::SRLIW, to, ty, x, n).map(Some);
                }
                let x = self.low(x)?;
                let t = self.ri(op::SLLI, To::ANY, ty, x, top)?;
                let row = if row == op::SRL { op::SRLI } else { op::SRAI };
                return self.ri(row, to, ty, t, top + n).map(Some);
            }
        }
        Ok(None)
    }
    /// `x` zero-extended from so many bits, where that takes more than an `andi`.
    pub(super) fn zero_width(&self, w: Wn) -> Option<(Wn, u32)> {
        if let Some(x) = self.as_zext_word(w) {
            return Some((x, 32));
        }
        let (x, c) = self.as_binary(w, BinOp::And)?;
        let c = self.int(c)? as u64;
        let n = c.trailing_ones();
        (c == ones(n) && n > 11 && n < self.bits(w)).then_some((x, n))
    }
    /// `x` sign-extended in place from so many bits.
    pub(super) fn sign_width(&self, w: Wn) -> Option<(Wn, u32)> {
        match self.n(w).opr {
            Opr::Unary(UnOp::SextInReg(n)) if n < 32 => Some((self.kid(w, 0).ok()?, u32::from(n))),
            _ => None,
        }
    }
    pub(super) fn rotate(&mut self, w: Wn, ty: MType, left: bool, to: To) -> Result<Tn> {
        if !self.m.zbkb_or_zbb {
            return self.unsupported("rotation without Zbb");
        }
        let (a, b) = self.two(w)?;
        let x = self.operand(a, ty)?;
        if let Some(n) = self.int(b) {
            let bits = i64::from(ty.bits());
            let n = if left { -n } else { n } & (bits - 1);
            return self.ri(self.form(ty, op::RORI, op::RORIW), to, ty, x, n);
        }
        let y = self.low(b)?;
        let row = if left { self.form(ty, op::ROL, op::ROLW) } else { self.form(ty, op::ROR, op::RORW) };
        self.rr(row, to, ty, x, y)
    }

    // Logic.

    /// A logical row. Its result is sign-extended if its operands are.
    pub(super) fn logic(&mut self, a: Wn, b: Wn, ty: MType, row: Opcode, to: To) -> Result<Tn> {
        let want = to.anywhere();
        let x = self.value(a, want)?;
        let y = self.value(b, want)?;
        self.rr(row, to, ty, x, y)
    }
    pub(super) fn logic_imm(&mut self, a: Wn, c: i64, ty: MType, row: Opcode, to: To) -> Result<Tn> {
        let x = self.value(a, to.anywhere())?;
        self.ri(row, to, ty, x, c)
    }
    /// Zbb: a row with its second operand inverted.
    pub(super) fn inverted(&mut self, a: Wn, b: Wn, ty: MType, row: Opcode, to: To) -> Result<Option<Tn>> {
        if !self.m.zbkb_or_zbb {
            return Ok(None);
        }
        if let Some(y) = self.as_not(b) {
            return self.logic(a, y, ty, row, to).map(Some);
        }
        match self.as_not(a) {
            Some(x) => self.logic(b, x, ty, row, to).map(Some),
            None => Ok(None),
        }
    }
    pub(super) fn and(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if let Some(c) = self.int(b) {
            return self.and_constant(a, c, ty, to);
        }
        if let Some(t) = self.inverted(a, b, ty, op::ANDN, to)? {
            return Ok(t);
        }
        self.logic(a, b, ty, op::AND, to)
    }
    pub(super) fn and_constant(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Tn> {
        let bits = ty.bits();
        let u = c as u64 & ones(bits);
        if ty == MType::B {
            return if c & 1 == 0 { self.constant(0, to) } else { self.value(a, to) };
        }
        if c == -1 {
            return self.value(a, to);
        }
        // One bit: Zbs, or a shift down where the mask is 1.
        if u == 1
            && self.m.zbs
            && let Some(t) = self.bit_extract(a, ty, to)?
        {
            return Ok(t);
        }
        if fits12(c) {
            // A non-negative mask leaves nothing above it.
            let want = if c >= 0 { To::LOW } else { to.anywhere() };
            let x = self.value(a, want)?;
            return self.ri(op::ANDI, to, ty, x, c);
        }
        let n = u.trailing_ones();
        if u == ones(n) {
            return self.low_bits(a, n, ty, to);
        }
        if self.m.zbs && (!u & ones(bits)).is_power_of_two() && !(self.is_word(ty) && !u & ones(32) == 1 << 31) {
            let bit = (!u & ones(bits)).trailing_zeros();
            return self.logic_imm(a, i64::from(bit), ty, op::BCLRI, to);
        }
        let costly = consts::chain(c, &self.m).len() > 1;
        let zeros = u.trailing_zeros();
        if costly && u >> zeros == ones(bits - zeros) {
            // Clear low bits: down and up again.
            let x = self.operand(a, ty)?;
            let t = self.ri(self.form(ty, op::SRLI, op::SRLIW), To::ANY, ty, x, i64::from(zeros))?;
            return self.ri(self.form(ty, op::SLLI, op::SLLIW), to, ty, t, i64::from(zeros));
        }
        if let Some(t) = self.middle_bits(a, u, ty, to)? {
            return Ok(t);
        }
        let y = self.constant(c, To::ANY)?;
        let low = c >= 0 || to.low;
        let x = self.value(a, To { dst: None, low })?;
        self.rr(op::AND, to, ty, x, y)
    }
    /// `(x >> s) & mask` with a contiguous mask that starts above bit 0, and whose shift out is free.
    pub(super) fn middle_bits(&mut self, a: Wn, u: u64, ty: MType, to: To) -> Result<Option<Tn>> {
        let zeros = u.trailing_zeros();
        let n = (u >> zeros).trailing_ones();
        if zeros == 0 || u >> zeros != ones(n) || zeros + n >= ty.bits() {
            return Ok(None);
        }
        // (x << s) & mask: drop the bits above on the way up, come down to the place.
        let Some((x, s)) = self.as_shl(a) else { return Ok(None) };
        if s != i64::from(zeros) {
            return Ok(None);
        }
        let xlen = i64::from(self.m.xlen());
        let up = xlen - i64::from(n);
        let x = self.low(x)?;
        let t = self.ri(op::SLLI, To::ANY, self.xty(), x, up)?;
        self.ri(op::SRLI, to, ty, t, up - s).map(Some)
    }
    /// The low `n` bits of a value, possibly of a shifted one.
    pub(super) fn low_bits(&mut self, a: Wn, n: u32, ty: MType, to: To) -> Result<Tn> {
        let xlen = self.m.xlen();
        let shifted = match self.n(a).opr {
            Opr::Binary(BinOp::LShr | BinOp::AShr) => self.two(a).ok().and_then(|(x, s)| Some((x, self.int(s)?))),
            _ => None,
        };
        if let Some((x, s)) = shifted {
            let bits = i64::from(self.bits(a));
            if (1..bits).contains(&s) && s + i64::from(n) <= bits {
                if s + i64::from(n) == 32 && self.m.rv64 {
                    let x = self.low(x)?;
                    return self.ri(op::SRLIW, to, ty, x, s);
                }
                let up = i64::from(xlen) - i64::from(n) - s;
                let x = self.low(x)?;
                if up == 0 {
                    return self.ri(op::SRLI, to, ty, x, s);
                }
                let t = self.ri(op::SLLI, To::ANY, self.xty(), x, up)?;
                return self.ri(op::SRLI, to, ty, t, up + s);
            }
        }
        if n >= xlen {
            return self.value(a, to);
        }
        if n == 32 && self.is_word(ty) {
            return self.value(a, to);
        }
        if n == 16 && self.m.zbb {
            let x = self.low(a)?;
            return self.r(if self.m.rv64 { op::ZEXT_H } else { op::ZEXT_H_32 }, to, ty, x);
        }
        if n == 32 && self.m.zba {
            let x = self.low(a)?;
            return self.rr(op::ADD_UW, to, ty, x, self.own.zero);
        }
        let up = i64::from(xlen - n);
        let x = self.low(a)?;
        let t = self.ri(op::SLLI, To::ANY, self.xty(), x, up)?;
        self.ri(op::SRLI, to, ty, t, up)
    }
    /// Zbs: `(x >> n) & 1`.
    pub(super) fn bit_extract(&mut self, a: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let Opr::Binary(BinOp::LShr | BinOp::AShr) = self.n(a).opr else { return Ok(None) };
        let (x, n) = self.two(a)?;
        let bits = i64::from(self.bits(a));
        if let Some(n) = self.int(n) {
            let x = self.low(x)?;
            return self.ri(op::BEXTI, to, ty, x, n & (bits - 1)).map(Some);
        }
        // A count beyond a word's width has no value, so that the row's six bits of it agree.
        let x = if self.is_word(self.n(a).ty) { self.low(x)? } else { self.reg(x)? };
        let n = self.reg(n)?;
        self.rr(op::BEXT, to, ty, x, n).map(Some)
    }
    /// Zbs: `1 << n`.
    pub(super) fn as_single_bit(&self, w: Wn) -> Option<Wn> {
        let (one, n) = self.as_binary(w, BinOp::Shl)?;
        (self.m.zbs && self.int(one)? == 1 && !self.is_word(self.n(w).ty)).then_some(n)
    }
    pub(super) fn with_bit(&mut self, a: Wn, b: Wn, ty: MType, row: Opcode, to: To) -> Result<Option<Tn>> {
        let (x, n) = match (self.as_single_bit(a), self.as_single_bit(b)) {
            (_, Some(n)) => (a, n),
            (Some(n), None) => (b, n),
            (None, None) => return Ok(None),
        };
        let x = self.reg(x)?;
        let n = self.low(n)?;
        self.rr(row, to, ty, x, n).map(Some)
    }
    pub(super) fn or(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if let Some(c) = self.int(b) {
            if ty == MType::B {
                return if c & 1 != 0 { self.constant(1, to) } else { self.value(a, to) };
            }
            return self.set_constant(a, c, ty, (op::ORI, op::OR, op::BSETI), to);
        }
        if self.flags(w).contains(InstFlags::DISJOINT) && self.m.zba && (!self.is_word(ty) || to.low) {
            if let Some(t) = self.scaled_add(a, b, ty, to)? {
                return Ok(t);
            }
            if let Some(t) = self.scaled_add(b, a, ty, to)? {
                return Ok(t);
            }
        }
        if let Some(t) = self.inverted(a, b, ty, op::ORN, to)? {
            return Ok(t);
        }
        if let Some(t) = self.with_bit(a, b, ty, op::BSET, to)? {
            return Ok(t);
        }
        self.logic(a, b, ty, op::OR, to)
    }
    pub(super) fn xor(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if let Some(c) = self.int(b) {
            if ty == MType::B {
                return if c & 1 != 0 { self.negated(a, to) } else { self.value(a, to) };
            }
            if c == -1
                && self.m.zbkb_or_zbb
                && let Some((x, y)) = self.as_binary(a, BinOp::Xor).filter(|(_, y)| self.int(*y).is_none())
            {
                return self.logic(x, y, ty, op::XNOR, to);
            }
            return self.set_constant(a, c, ty, (op::XORI, op::XOR, op::BINVI), to);
        }
        if let Some(t) = self.inverted(a, b, ty, op::XNOR, to)? {
            return Ok(t);
        }
        if let Some(t) = self.with_bit(a, b, ty, op::BINV, to)? {
            return Ok(t);
        }
        self.logic(a, b, ty, op::XOR, to)
    }
    /// `or` and `xor` with a constant: immediate, one bit (Zbs), two bits, or a register.
    pub(super) fn set_constant(
        &mut self,
        a: Wn,
        c: i64,
        ty: MType,
        rows: (Opcode, Opcode, Opcode),
        to: To,
    ) -> Result<Tn> {
        let u = c as u64 & ones(ty.bits());
        if fits12(c) {
            return self.logic_imm(a, c, ty, rows.0, to);
        }
        let sign = self.is_word(ty) && u >> 31 & 1 != 0;
        if self.m.zbs && u.is_power_of_two() && !sign {
            return self.logic_imm(a, i64::from(u.trailing_zeros()), ty, rows.2, to);
        }
        let x = self.value(a, to.anywhere())?;
        let y = self.constant(c, To::ANY)?;
        self.rr(rows.1, to, ty, x, y)
    }
}
