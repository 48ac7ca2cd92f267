//! Integer arithmetic: chapters 2 (RV32I), 4 (RV64I), 13 (M) and 28 (Zba, Zbb, Zbs) of the unprivileged manual.
//!
//! On RV64 an `I32` operator takes the W form of its row, which reads low halves and leaves a sign-extended result.
//! Rows without a W form (logic, min, max, Zba) are used for `I32` where their operands being sign-extended makes the
//! result so too, or where the user wants the low half only ([`To::low`]).

use super::consts::fits12;
use super::expand::{Expander, To};
use crate::expansion::matching::{fold, ones};
use crate::expansion::patterns::Integers;
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, InstFlags, OverflowOp, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

impl Integers for Expander<'_> {
    fn integer(&mut self, v: i64, _: MType, to: To) -> Result<Tn> {
        self.constant(v, to)
    }
    fn int_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if let (Some(a), Some(b)) = (self.int(self.kid(w, 0)?), self.int(self.kid(w, 1)?))
            && let Some(v) = fold(o, a, b, ty)
        {
            return self.constant(v, to);
        }
        match o {
            BinOp::Add => self.add(w, ty, to),
            BinOp::Sub => self.sub(w, ty, to),
            BinOp::Mul => self.mul(w, ty, to),
            BinOp::UDiv => self.divide(w, ty, op::DIVU, op::DIVUW, to),
            BinOp::SDiv => self.divide(w, ty, op::DIV, op::DIVW, to),
            BinOp::URem => self.divide(w, ty, op::REMU, op::REMUW, to),
            BinOp::SRem => self.divide(w, ty, op::REM, op::REMW, to),
            BinOp::Shl => self.shift(w, ty, (op::SLL, op::SLLW), (op::SLLI, op::SLLIW), to),
            BinOp::LShr => self.shift(w, ty, (op::SRL, op::SRLW), (op::SRLI, op::SRLIW), to),
            BinOp::AShr => self.shift(w, ty, (op::SRA, op::SRAW), (op::SRAI, op::SRAIW), to),
            BinOp::And => self.and(w, ty, to),
            BinOp::Or => self.or(w, ty, to),
            BinOp::Xor => self.xor(w, ty, to),
            BinOp::MulHiS => self.mul_high(w, ty, op::MULH, to),
            BinOp::MulHiU => self.mul_high(w, ty, op::MULHU, to),
            BinOp::MulHiSU => self.mul_high(w, ty, op::MULHSU, to),
            BinOp::SMin => self.min_max(w, ty, op::MIN, to),
            BinOp::SMax => self.min_max(w, ty, op::MAX, to),
            BinOp::UMin => self.min_max(w, ty, op::MINU, to),
            BinOp::UMax => self.min_max(w, ty, op::MAXU, to),
            BinOp::RotL | BinOp::RotR => self.rotate(w, ty, o == BinOp::RotL, to),
            _ => self.unsupported(format!("operator {o:?} on {ty}")),
        }
    }
    fn int_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.kid(w, 0)?;
        match u {
            UnOp::Freeze => {
                // A copy pins down one value even if the operand is undefined.
                self.value(a, to)
            }
            UnOp::SextInReg(n) => self.sext_in_reg(a, u32::from(n), ty, to),
            UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop if self.m.zbb => {
                let row = match u {
                    UnOp::Ctlz => self.form(ty, op::CLZ, op::CLZW),
                    UnOp::Cttz => self.form(ty, op::CTZ, op::CTZW),
                    _ => self.form(ty, op::CPOP, op::CPOPW),
                };
                let x = self.operand(a, ty)?;
                self.r(row, to, ty, x)
            }
            UnOp::Bswap if self.m.zbkb_or_zbb => self.byte_swap(a, ty, to),
            UnOp::Bitreverse if self.m.zbkb => {
                let t = self.byte_swap(a, ty, To::ANY)?;
                let b = self.r(op::BREV8, to, ty, t)?;
                Ok(b)
            }
            UnOp::Abs => {
                let x = self.reg(a)?;
                if self.m.zbb {
                    let t = self.rr(self.form(ty, op::SUB, op::SUBW), To::ANY, ty, self.own.zero, x)?;
                    return self.rr(op::MAX, to, ty, x, t);
                }
                let sign = self.ri(self.form(ty, op::SRAI, op::SRAIW), To::ANY, ty, x, i64::from(ty.bits() - 1))?;
                let t = self.rr(op::XOR, To::ANY, ty, x, sign)?;
                self.rr(self.form(ty, op::SUB, op::SUBW), to, ty, t, sign)
            }
            _ => self.unsupported(format!("operator {u:?} on {ty}")),
        }
    }
    fn funnel(&mut self, _: Wn, _: bool, _: To) -> Result<Tn> {
        self.unsupported("a funnel shift that was not expanded")
    }
    fn div_rem(&mut self, s: Wn, signed: bool) -> Result<()> {
        let ty = self.n(s).desc;
        let (a, b) = self.two(s)?;
        let x = self.operand(a, ty)?;
        let y = self.operand(b, ty)?;
        let rows = match (signed, self.is_word(ty)) {
            (true, false) => (op::DIV, op::REM),
            (true, true) => (op::DIVW, op::REMW),
            (false, false) => (op::DIVU, op::REMU),
            (false, true) => (op::DIVUW, op::REMUW),
        };
        let q = self.rr(rows.0, To::ANY, ty, x, y)?;
        let r = self.rr(rows.1, To::ANY, ty, x, y)?;
        self.assign(s, &[q, r])
    }
    fn overflow(&mut self, _: Wn, _: OverflowOp) -> Result<()> {
        self.unsupported("an operation with overflow that was not expanded")
    }
}

impl Expander<'_> {
    /// `whole` for XLEN operators, `word` for `I32` on RV64.
    pub(super) fn form(&self, ty: MType, whole: Opcode, word: Opcode) -> Opcode {
        if self.is_word(ty) { word } else { whole }
    }
    /// The operand of a row: the low half suffices for W forms.
    pub(super) fn operand(&mut self, w: Wn, ty: MType) -> Result<Tn> {
        if self.is_word(ty) { self.low(w) } else { self.reg(w) }
    }
    /// `x << n` with a constant count.
    pub(super) fn as_shl(&self, w: Wn) -> Option<(Wn, i64)> {
        let (x, n) = self.as_binary(w, BinOp::Shl)?;
        Some((x, self.int(n)?))
    }

    pub(super) fn whole_two(&mut self, w: Wn) -> Result<(Tn, Tn)> {
        let (a, b) = self.two(w)?;
        let x = self.reg(a)?;
        Ok((x, self.reg(b)?))
    }
    pub(super) fn divide(&mut self, w: Wn, ty: MType, whole: Opcode, word: Opcode, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        let x = self.operand(a, ty)?;
        let y = self.operand(b, ty)?;
        self.rr(self.form(ty, whole, word), to, ty, x, y)
    }
    pub(super) fn min_max(&mut self, w: Wn, ty: MType, o: Opcode, to: To) -> Result<Tn> {
        if !self.m.zbb {
            return self.unsupported("minimum or maximum without Zbb");
        }
        let (x, y) = self.whole_two(w)?;
        self.rr(o, to, ty, x, y)
    }
    pub(super) fn mul_high(&mut self, w: Wn, ty: MType, o: Opcode, to: To) -> Result<Tn> {
        if !self.is_word(ty) {
            let (x, y) = self.whole_two(w)?;
            return self.rr(o, to, ty, x, y);
        }
        let (a, b) = self.two(w)?;
        let x = if o == op::MULHU { self.zero_extended(a, To::ANY)? } else { self.reg(a)? };
        let y = if o == op::MULH { self.reg(b)? } else { self.zero_extended(b, To::ANY)? };
        let p = self.rr(op::MUL, To::ANY, MType::I64, x, y)?;
        self.ri(op::SRAI, to, ty, p, 32)
    }

    // Addition.

    pub(super) fn add(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if ty == MType::B {
            return self.logic(a, b, ty, op::XOR, to);
        }
        if let Some(c) = self.int(b) {
            return self.add_constant(a, c, ty, to);
        }
        if self.m.zba && (!self.is_word(ty) || to.low) {
            if let Some(t) = self.scaled_add(a, b, ty, to)? {
                return Ok(t);
            }
            if let Some(t) = self.scaled_add(b, a, ty, to)? {
                return Ok(t);
            }
        }
        let x = self.operand(a, ty)?;
        let y = self.operand(b, ty)?;
        self.rr(self.form(ty, op::ADD, op::ADDW), to, ty, x, y)
    }
    /// A node plus a register: an addition that may scale the node.
    pub(super) fn add_to_register(&mut self, a: Wn, y: Tn) -> Result<Tn> {
        let ty = self.xty();
        if self.m.zba
            && let Some(t) = self.scaled(a, y, ty, To::ANY)?
        {
            return Ok(t);
        }
        let x = self.reg(a)?;
        self.rr(op::ADD, To::ANY, ty, x, y)
    }
    /// `x + c`: one `addi`, two for what lies just beyond its range, else the constant in a register.
    pub(super) fn add_constant(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Tn> {
        let row = self.form(ty, op::ADDI, op::ADDIW);
        let x = self.operand(a, ty)?;
        if fits12(c) {
            return self.ri(row, to, ty, x, c);
        }
        let first = if c < 0 { -2048 } else { 2047 };
        if fits12(c.wrapping_sub(first)) {
            let t = self.ri(op::ADDI, To::ANY, self.xty(), x, first)?;
            return self.ri(row, to, ty, t, c - first);
        }
        let y = self.constant(c, To::ANY)?;
        self.rr(self.form(ty, op::ADD, op::ADDW), to, ty, x, y)
    }
    /// Zba: `(x << 1..3) + y`, with `x` perhaps zero-extended from 32 bits, and `zext(x) + y`.
    pub(super) fn scaled_add(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        if !self.is_scaled(a, ty) {
            return Ok(None);
        }
        let y = self.operand(b, ty)?;
        self.scaled(a, y, ty, to)
    }
    fn is_scaled(&self, a: Wn, ty: MType) -> bool {
        match self.as_shl(a) {
            Some((_, n)) => (1..=3).contains(&n),
            None => self.m.rv64 && ty == MType::I64 && self.as_zext_word(a).is_some(),
        }
    }
    fn scaled(&mut self, a: Wn, y: Tn, ty: MType, to: To) -> Result<Option<Tn>> {
        let whole = self.m.rv64 && ty == MType::I64;
        let (x, n) = match self.as_shl(a) {
            Some((x, n)) if (1..=3).contains(&n) => (x, n),
            Some(_) => return Ok(None),
            None => match self.as_zext_word(a).filter(|_| whole) {
                Some(x) => {
                    let x = self.low(x)?;
                    return self.rr(op::ADD_UW, to, ty, x, y).map(Some);
                }
                None => return Ok(None),
            },
        };
        let (row, x) = match self.as_zext_word(x) {
            Some(x) if whole => ([op::SH1ADD_UW, op::SH2ADD_UW, op::SH3ADD_UW], self.low(x)?),
            _ => ([op::SH1ADD, op::SH2ADD, op::SH3ADD], self.operand(x, ty)?),
        };
        let Some(&row) = row.get(n as usize - 1) else { return Ok(None) };
        self.rr(row, to, ty, x, y).map(Some)
    }
    /// A zero extension from 32 to 64 bits that costs an instruction: its operand.
    pub(super) fn as_zext_word(&self, w: Wn) -> Option<Wn> {
        if !self.m.rv64 || self.n(w).ty != MType::I64 {
            return None;
        }
        if let Some(x) = self.as_cast(w, CastOp::ZExt, MType::I32) {
            let free = self.flags(w).contains(InstFlags::NNEG) || self.nonnegative(x) || self.loads_word(x);
            return (!free).then_some(x);
        }
        let (x, c) = self.as_binary(w, BinOp::And)?;
        (self.int(c)? as u64 == ones(32)).then_some(x)
    }

    pub(super) fn sub(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if ty == MType::B {
            return self.logic(a, b, ty, op::XOR, to);
        }
        if let Some(c) = self.int(b) {
            return self.add_constant(a, c.wrapping_neg(), ty, to);
        }
        // -1 - x is ~x.
        if self.int(a) == Some(-1) && (!self.is_word(ty) || to.low) {
            let x = self.operand(b, ty)?;
            return self.ri(op::XORI, to, ty, x, -1);
        }
        let x = self.operand(a, ty)?;
        let y = self.operand(b, ty)?;
        self.rr(self.form(ty, op::SUB, op::SUBW), to, ty, x, y)
    }

    // Multiplication.

    pub(super) fn mul(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if ty == MType::B {
            return self.logic(a, b, ty, op::AND, to);
        }
        if let Some(c) = self.int(b)
            && let Some(t) = self.mul_constant(a, c, ty, to)?
        {
            return Ok(t);
        }
        if !self.m.m {
            return self.unsupported("multiplication without M");
        }
        let x = self.operand(a, ty)?;
        let y = self.operand(b, ty)?;
        self.rr(self.form(ty, op::MUL, op::MULW), to, ty, x, y)
    }
    /// Multiplication by a constant in at most two instructions.
    pub(super) fn mul_constant(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Option<Tn>> {
        let (shift, add, sub) = match self.is_word(ty) {
            true => (op::SLLIW, op::ADDW, op::SUBW),
            false => (op::SLLI, op::ADD, op::SUB),
        };
        let bits = i64::from(ty.bits());
        let u = c as u64 & ones(ty.bits());
        let power = |u: u64| u.is_power_of_two().then(|| i64::from(u.trailing_zeros())).filter(|n| *n < bits);
        if c == 0 {
            return self.constant(0, to).map(Some);
        }
        if c == 1 {
            return self.value(a, to).map(Some);
        }
        if let Some(n) = power(u) {
            let x = self.operand(a, ty)?;
            return self.ri(shift, to, ty, x, n).map(Some);
        }
        if self.m.zba
            && (!self.is_word(ty) || to.low)
            && let Some(t) = self.mul_zba(a, c, ty, to)?
        {
            return Ok(Some(t));
        }
        let one_more = power(u.wrapping_sub(1));
        let one_less = power(u.wrapping_add(1));
        let Some(n) = one_more.or(one_less) else { return Ok(None) };
        let x = self.operand(a, ty)?;
        let t = self.ri(op::SLLI, To::ANY, self.xty(), x, n)?;
        let row = if one_more.is_some() { add } else { sub };
        self.rr(row, to, ty, t, x).map(Some)
    }
    /// Zba: products by 3, 5 or 9, times a power of two or once more 3, 5 or 9.
    pub(super) fn mul_zba(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Option<Tn>> {
        let rows = [(3, op::SH1ADD), (5, op::SH2ADD), (9, op::SH3ADD)];
        for (n, row) in rows {
            if c == n {
                let x = self.operand(a, ty)?;
                return self.rr(row, to, ty, x, x).map(Some);
            }
        }
        for (n, row) in rows {
            if c <= 0 || c % n != 0 {
                continue;
            }
            let rest = c / n;
            let again = rows.iter().find(|r| r.0 == rest).map(|r| r.1);
            if !(rest as u64).is_power_of_two() && again.is_none() {
                continue;
            }
            let x = self.operand(a, ty)?;
            let t = self.rr(row, To::ANY, self.xty(), x, x)?;
            return match again {
                Some(row) => self.rr(row, to, ty, t, t).map(Some),
                None => self.ri(op::SLLI, to, ty, t, i64::from(rest.trailing_zeros())).map(Some),
            };
        }
        Ok(None)
    }

    // Unary operators.

    pub(super) fn byte_swap(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.operand(a, ty)?;
        if !self.m.rv64 {
            return self.r(op::REV8_32, to, ty, x);
        }
        if !self.is_word(ty) {
            return self.r(op::REV8, to, ty, x);
        }
        let t = self.r(op::REV8, To::ANY, MType::I64, x)?;
        self.ri(op::SRAI, to, ty, t, 32)
    }
    pub(super) fn sext_in_reg(&mut self, a: Wn, n: u32, ty: MType, to: To) -> Result<Tn> {
        let x = self.low(a)?;
        match n {
            32 if self.m.rv64 => self.ri(op::ADDIW, to, ty, x, 0),
            8 if self.m.zbb => self.r(op::SEXT_B, to, ty, x),
            16 if self.m.zbb => self.r(op::SEXT_H, to, ty, x),
            _ if n >= self.m.xlen() => Ok(self.settle(to, x)),
            _ => {
                let up = i64::from(self.m.xlen() - n);
                let t = self.ri(op::SLLI, To::ANY, self.xty(), x, up)?;
                self.ri(op::SRAI, to, ty, t, up)
            }
        }
    }
}
