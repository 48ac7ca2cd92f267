//! Integer arithmetic: `add` to `idiv` of the "Instruction Set Reference", `lea` for sums that an address can express.
//!
//! Operators are expanded in three-operand thinking: a row's tie of result and first source is left to the allocators. The
//! second source comes from memory where the tree has a load there. Multiplications and divisions of one operand name
//! virtual TNs; their rows say which registers these must be in.

use super::consts::fits32;
use super::expand::{Expander, To};
use super::expand_addr::Root;
use crate::expansion::matching::{fold, ones, size};
use crate::expansion::patterns::{Conditions, Integers};
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, IntPred, OverflowOp, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

/// Rows for 8, 16, 32 and 64 bits.
pub(super) type Rows = [Opcode; 4];

/// The rows of additions and logic: with two registers, with an immediate.
pub(super) fn alu_rows(b: BinOp) -> Option<(Rows, Rows)> {
    use op::*;
    Some(match b {
        BinOp::Add => ([ADD8_RR, ADD16_RR, ADD32_RR, ADD64_RR], [ADD8_RI, ADD16_RI, ADD32_RI, ADD64_RI]),
        BinOp::Sub => ([SUB8_RR, SUB16_RR, SUB32_RR, SUB64_RR], [SUB8_RI, SUB16_RI, SUB32_RI, SUB64_RI]),
        BinOp::And => ([AND8_RR, AND16_RR, AND32_RR, AND64_RR], [AND8_RI, AND16_RI, AND32_RI, AND64_RI]),
        BinOp::Or => ([OR8_RR, OR16_RR, OR32_RR, OR64_RR], [OR8_RI, OR16_RI, OR32_RI, OR64_RI]),
        BinOp::Xor => ([XOR8_RR, XOR16_RR, XOR32_RR, XOR64_RR], [XOR8_RI, XOR16_RI, XOR32_RI, XOR64_RI]),
        _ => return None,
    })
}

/// The condition under which the first of two compared values is the result.
fn chosen_first(o: BinOp) -> Option<IntPred> {
    Some(match o {
        BinOp::SMin => IntPred::Slt,
        BinOp::SMax => IntPred::Sgt,
        BinOp::UMin => IntPred::Ult,
        BinOp::UMax => IntPred::Ugt,
        _ => return None,
    })
}

impl Integers for Expander<'_> {
    fn integer(&mut self, v: i64, ty: MType, to: To) -> Result<Tn> {
        self.constant(v, ty, to)
    }
    fn int_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if !self.legal(ty) {
            return self.unsupported(format!("operator {o:?} on {ty}"));
        }
        let (a, b) = self.two(w)?;
        if let (Some(x), Some(y)) = (self.int(a), self.int(b))
            && let Some(v) = fold(o, x, y, ty)
        {
            return self.constant(if ty == MType::B { v & 1 } else { v }, ty, to);
        }
        if ty == MType::B {
            return self.truth_binary(a, b, o, to);
        }
        match o {
            BinOp::Add => self.add(w, ty, to),
            BinOp::Sub => self.sub(a, b, ty, to),
            BinOp::Mul => self.mul(a, b, ty, to),
            BinOp::UDiv | BinOp::SDiv => Ok(self.divide(a, b, ty, o == BinOp::SDiv, Some(to), None)?.0),
            BinOp::URem | BinOp::SRem => Ok(self.divide(a, b, ty, o == BinOp::SRem, None, Some(to))?.1),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shift(a, b, o, ty, to),
            BinOp::RotL | BinOp::RotR => self.rotate(a, b, o == BinOp::RotL, ty, to),
            BinOp::And => self.and(a, b, ty, to),
            BinOp::Or => self.or(w, a, b, ty, to),
            BinOp::Xor => self.xor(a, b, ty, to),
            BinOp::MulHiS | BinOp::MulHiU => self.mul_high(a, b, ty, o == BinOp::MulHiS, to),
            BinOp::MulHiSU => self.mul_high_mixed(a, b, ty, to),
            BinOp::SMin | BinOp::SMax | BinOp::UMin | BinOp::UMax => self.min_max(a, b, o, ty, to),
            _ => self.unsupported(format!("operator {o:?} on {ty}")),
        }
    }
    fn int_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.kid(w, 0)?;
        if u == UnOp::Freeze {
            return self.value(a, to);
        }
        if ty == MType::B || !self.legal(ty) {
            return self.unsupported(format!("operator {u:?} on {ty}"));
        }
        match u {
            UnOp::SextInReg(n) => self.sext_in_reg(a, u32::from(n), ty, to),
            UnOp::Ctlz => self.leading_zeros(a, ty, to),
            UnOp::Cttz => self.trailing_zeros(a, ty, to),
            UnOp::Ctpop => self.ones(a, ty, to),
            UnOp::Bswap => self.byte_swap(a, ty, to),
            UnOp::Abs => {
                // The sign of -x says that x was positive.
                let x = self.reg(a)?;
                let t = self.r(self.form(ty, op::NEG32_R, op::NEG64_R), To::ANY, ty, x)?;
                self.choose(super::cond::S, x, t, ty, to)
            }
            _ => self.unsupported(format!("operator {u:?} on {ty}")),
        }
    }
    fn funnel(&mut self, w: Wn, left: bool, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if ty != MType::I32 && !self.is_wide(ty) {
            return self.unsupported(format!("a funnel shift of {ty}"));
        }
        let (a, b, n) = self.three(w)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let (into, from) = if left { (x, y) } else { (y, x) };
        if let Some(c) = self.int(n) {
            let c = c & i64::from(ty.bits() - 1);
            return if c == 0 {
                Ok(self.settle(to, into))
            } else {
                self.double_shift(left, into, from, Err(c), ty, to)
            };
        }
        let count = self.shift_count(n, ty.bits());
        let n = self.reg(count)?;
        let n = self.part(n, MType::I8)?;
        self.double_shift(left, into, from, Ok(n), ty, to)
    }
    fn div_rem(&mut self, s: Wn, signed: bool) -> Result<()> {
        let ty = self.n(s).desc;
        if ty == MType::B || !self.legal(ty) {
            return self.unsupported(format!("a division of {ty}"));
        }
        let (a, b) = self.two(s)?;
        let (q, r) = self.divide(a, b, ty, signed, None, None)?;
        self.assign(s, &[q, r])
    }
    fn overflow(&mut self, s: Wn, o: OverflowOp) -> Result<()> {
        let ty = self.n(s).desc;
        if ty == MType::B || !self.legal(ty) {
            return self.unsupported(format!("{o:?} with overflow on {ty}"));
        }
        let (a, b) = self.two(s)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let (row, cc) = match o {
            OverflowOp::SAdd => (self.form(ty, op::ADD32_RR, op::ADD64_RR), super::cond::O),
            OverflowOp::UAdd => (self.form(ty, op::ADD32_RR, op::ADD64_RR), super::cond::B),
            OverflowOp::SSub => (self.form(ty, op::SUB32_RR, op::SUB64_RR), super::cond::O),
            OverflowOp::USub => (self.form(ty, op::SUB32_RR, op::SUB64_RR), super::cond::B),
            OverflowOp::SMul => (self.form(ty, op::IMUL32_RR, op::IMUL64_RR), super::cond::O),
            OverflowOp::UMul => (self.form(ty, op::MUL32_R, op::MUL64_R), super::cond::O),
        };
        let t = if o == OverflowOp::UMul {
            self.product(row, x, y, ty, To::ANY)?.0
        } else {
            self.rr(row, To::ANY, ty, x, y)?
        };
        let v = self.set(super::expand_cmp::Cond::One(cc), To::ANY)?;
        self.assign(s, &[t, v])
    }
}

impl Expander<'_> {
    fn legal(&self, ty: MType) -> bool {
        matches!(ty, MType::B | MType::I32) || self.is_wide(ty)
    }

    // Binary operators.

    /// Arithmetic modulo two.
    fn truth_binary(&mut self, a: Wn, b: Wn, o: BinOp, to: To) -> Result<Tn> {
        let row = match (o, self.int(b).map(|c| c & 1)) {
            (BinOp::Add | BinOp::Sub | BinOp::Xor, Some(1)) => return self.truth(a, false, to),
            (BinOp::Add | BinOp::Sub | BinOp::Xor | BinOp::Or, Some(0)) => return self.value(a, to),
            (BinOp::And | BinOp::Mul, Some(1)) => return self.value(a, to),
            (BinOp::And | BinOp::Mul, Some(0)) => return self.constant(0, MType::B, to),
            (BinOp::Or, Some(_)) => return self.constant(1, MType::B, to),
            (BinOp::Add | BinOp::Sub | BinOp::Xor, _) => op::XOR32_RR,
            (BinOp::And | BinOp::Mul, _) => op::AND32_RR,
            (BinOp::Or, _) => op::OR32_RR,
            // A shift by anything but zero has no value in one bit.
            (BinOp::Shl | BinOp::LShr | BinOp::AShr, _) => return self.value(a, to),
            _ => return self.unsupported(format!("operator {o:?} on truth values")),
        };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        self.rr(row, to, MType::B, x, y)
    }
    /// A row of two registers, the second perhaps from memory; if only the first is a load and the row commutes, that.
    pub(super) fn commuting(&mut self, rows: (Opcode, Opcode), a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let swap = self.operand_load(b).is_none() && self.operand_load(a).is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let x = self.reg(a)?;
        self.with_source(self.form(ty, rows.0, rows.1), to, ty, x, b)
    }
    /// A row with an immediate, or with the constant in a register where it does not fit.
    pub(super) fn with_constant(&mut self, o: BinOp, a: Wn, c: i64, ty: MType, to: To) -> Result<Tn> {
        let Some((rr, ri)) = alu_rows(o) else { return self.unsupported(format!("operator {o:?} on {ty}")) };
        let at = size(ty);
        if fits32(c) {
            let x = self.reg(a)?;
            return self.ri(ri[at], to, ty, x, c);
        }
        // The constant is what may be overwritten, and the value may come from memory.
        let y = self.constant(c, ty, To::ANY)?;
        if o != BinOp::Sub && self.operand_load(a).is_some() {
            return self.with_source(rr[at], to, ty, y, a);
        }
        let x = self.reg(a)?;
        self.rr(rr[at], to, ty, x, y)
    }

    // Addition.

    fn add(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (a, b) = self.two(w)?;
        if let Some(t) = self.add_carry(a, b, ty, to)? {
            return Ok(t);
        }
        let p = self.parts(w);
        let terms = usize::from(p.base.is_some()) + usize::from(p.index.is_some()) + usize::from(p.disp != 0);
        let scaled = p.index.is_some_and(|(_, n)| n != 0);
        if p.root != Root::None || terms > 2 || (scaled && terms > 1) {
            let addr = self.addr_of(p)?;
            return self.lea(addr, ty, to);
        }
        match self.int(b) {
            Some(1) => self.one(a, self.form(ty, op::INC32_R, op::INC64_R), ty, to),
            Some(-1) => self.one(a, self.form(ty, op::DEC32_R, op::DEC64_R), ty, to),
            Some(c) => self.with_constant(BinOp::Add, a, c, ty, to),
            None => self.commuting((op::ADD32_RR, op::ADD64_RR), a, b, ty, to),
        }
    }
    /// A row of one operand.
    fn one(&mut self, a: Wn, row: Opcode, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        self.r(row, to, ty, x)
    }
    fn sub(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        if let Some(t) = self.sub_borrow(a, b, ty, to)? {
            return Ok(t);
        }
        if self.int(a) == Some(0) {
            return self.one(b, self.form(ty, op::NEG32_R, op::NEG64_R), ty, to);
        }
        if self.int(a) == Some(-1) {
            return self.one(b, self.form(ty, op::NOT32_R, op::NOT64_R), ty, to);
        }
        match self.int(b) {
            Some(1) => self.one(a, self.form(ty, op::DEC32_R, op::DEC64_R), ty, to),
            Some(-1) => self.one(a, self.form(ty, op::INC32_R, op::INC64_R), ty, to),
            Some(c) => self.with_constant(BinOp::Sub, a, c, ty, to),
            None => {
                let x = self.reg(a)?;
                self.with_source(self.form(ty, op::SUB32_RR, op::SUB64_RR), to, ty, x, b)
            }
        }
    }

    // Multiplication.

    fn mul(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let Some(c) = self.int(b) else {
            return self.commuting((op::IMUL32_RR, op::IMUL64_RR), a, b, ty, to);
        };
        if let Some(t) = self.mul_by_shifts(a, c, ty, to)? {
            return Ok(t);
        }
        if !fits32(c) {
            let y = self.constant(c, ty, To::ANY)?;
            return self.with_source(op::IMUL64_RR, to, ty, y, a);
        }
        let imm = self.f.lit(c);
        if let Some((at, mem)) = self.operand_load(a) {
            let addr = self.address(at)?;
            let rd = self.result(to, ty)?;
            let o = self.emit_mem(self.form(ty, op::IMUL32_RMI, op::IMUL64_RMI), &[rd], &[imm], addr, 0);
            self.describe(o, &mem);
            return Ok(rd);
        }
        let x = self.reg(a)?;
        self.rr(self.form(ty, op::IMUL32_RRI, op::IMUL64_RRI), to, ty, x, imm)
    }
    /// Products by powers of two, and by three, five and nine times those, are shifts and addresses.
    fn mul_by_shifts(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Option<Tn>> {
        let u = c as u64 & ones(ty.bits());
        match c {
            0 => return self.constant(0, ty, to).map(Some),
            1 => return self.value(a, to).map(Some),
            -1 => return self.one(a, self.form(ty, op::NEG32_R, op::NEG64_R), ty, to).map(Some),
            _ => {}
        }
        let shift = self.form(ty, op::SHL32_RI, op::SHL64_RI);
        let n = u.trailing_zeros();
        if u.is_power_of_two() {
            let x = self.reg(a)?;
            return self.ri(shift, to, ty, x, i64::from(n)).map(Some);
        }
        let odd = u >> n;
        if !matches!(odd, 3 | 5 | 9) {
            return Ok(None);
        }
        let x = self.reg(a)?;
        let x = if self.m.wide && ty == MType::I32 { self.r(op::P_WIDE64_32, To::ANY, MType::I64, x)? } else { x };
        let addr = super::addr::Addr { scale: (odd - 1).trailing_zeros() as u8, index: x, ..self.at(x, 0) };
        let t = self.lea(addr, ty, if n == 0 { to } else { To::ANY })?;
        if n == 0 { Ok(Some(t)) } else { self.ri(shift, to, ty, t, i64::from(n)).map(Some) }
    }
    /// The high half of a product.
    fn mul_high(&mut self, a: Wn, b: Wn, ty: MType, signed: bool, to: To) -> Result<Tn> {
        let row = match signed {
            true => self.form(ty, op::IMUL32_R, op::IMUL64_R),
            false => self.form(ty, op::MUL32_R, op::MUL64_R),
        };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        Ok(self.product(row, x, y, ty, to)?.1)
    }
    /// Both halves of a product.
    fn product(&mut self, row: Opcode, x: Tn, y: Tn, ty: MType, to: To) -> Result<(Tn, Tn)> {
        let low = self.fresh(ty)?;
        let high = self.fresh(ty)?;
        self.emit(row, &[low, high], &[x, y]);
        Ok((low, self.settle(to, high)))
    }
    /// The high half of signed times unsigned: that of the unsigned product, less `b` where `a` is negative.
    fn mul_high_mixed(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let high = self.product(self.form(ty, op::MUL32_R, op::MUL64_R), x, y, ty, To::ANY)?.1;
        let sign = self.ri(self.form(ty, op::SAR32_RI, op::SAR64_RI), To::ANY, ty, x, i64::from(ty.bits() - 1))?;
        let less = self.rr(self.form(ty, op::AND32_RR, op::AND64_RR), To::ANY, ty, sign, y)?;
        self.rr(self.form(ty, op::SUB32_RR, op::SUB64_RR), to, ty, high, less)
    }

    // Division.

    /// Quotient and remainder: of the double-width number in two registers, the upper of which is zero or the sign.
    fn divide(
        &mut self,
        a: Wn,
        b: Wn,
        ty: MType,
        signed: bool,
        quotient: Option<To>,
        rest: Option<To>,
    ) -> Result<(Tn, Tn)> {
        let x = self.reg(a)?;
        let from = match self.operand_load(b) {
            Some((at, mem)) => Err((self.address(at)?, mem)),
            None => Ok(self.reg(b)?),
        };
        let upper = self.fresh(ty)?;
        if signed {
            self.emit(self.form(ty, op::CDQ, op::CQO), &[upper], &[x]);
        } else {
            self.constant(0, ty, To::at(upper))?;
        }
        let (q, r) = (self.fresh(ty)?, self.fresh(ty)?);
        match from {
            Ok(y) => {
                let row = match signed {
                    true => self.form(ty, op::IDIV32_R, op::IDIV64_R),
                    false => self.form(ty, op::DIV32_R, op::DIV64_R),
                };
                self.emit(row, &[q, r], &[x, upper, y]);
            }
            Err((addr, mem)) => {
                let row = match signed {
                    true => self.form(ty, op::IDIV32_M, op::IDIV64_M),
                    false => self.form(ty, op::DIV32_M, op::DIV64_M),
                };
                let o = self.emit_mem(row, &[q, r], &[x, upper], addr, 2);
                self.describe(o, &mem);
            }
        }
        let q = quotient.map_or(q, |to| self.settle(to, q));
        Ok((q, rest.map_or(r, |to| self.settle(to, r))))
    }

    // Minimum, maximum, overflow.

    fn min_max(&mut self, a: Wn, b: Wn, o: BinOp, ty: MType, to: To) -> Result<Tn> {
        let Some(p) = chosen_first(o) else { return self.unsupported(format!("operator {o:?} on {ty}")) };
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        self.emit(self.form(ty, op::CMP32_RR, op::CMP64_RR), &[], &[x, y]);
        self.choose(super::expand_cmp::code(p), x, y, ty, to)
    }

    // Unary operators.

    fn sext_in_reg(&mut self, a: Wn, n: u32, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let (part, row) = match n {
            8 => (MType::I8, self.form(ty, op::MOVSX32_8_RR, op::MOVSX64_8_RR)),
            16 => (MType::I16, self.form(ty, op::MOVSX32_16_RR, op::MOVSX64_16_RR)),
            32 if self.is_wide(ty) => (MType::I32, op::MOVSX64_32_RR),
            _ if n >= ty.bits() => return Ok(self.settle(to, x)),
            _ => {
                let up = i64::from(ty.bits() - n);
                let t = self.ri(self.form(ty, op::SHL32_RI, op::SHL64_RI), To::ANY, ty, x, up)?;
                return self.ri(self.form(ty, op::SAR32_RI, op::SAR64_RI), to, ty, t, up);
            }
        };
        let x = self.part(x, part)?;
        self.r(row, to, ty, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::{Target, TargetSpec};

    #[test]
    fn every_row_of_arithmetic_has_its_memory_forms() {
        let spec = TargetSpec { triple: Some("x86_64-linux-gnu".into()), ..TargetSpec::default() };
        let t = Target::new(&spec, None).unwrap().0;
        for o in [BinOp::Add, BinOp::Sub, BinOp::And, BinOp::Or, BinOp::Xor] {
            let (rr, ri) = alu_rows(o).unwrap();
            for row in rr.into_iter().chain(ri) {
                let folds = t.isa.folds_of(row);
                assert!(folds.iter().any(|f| f.operand == 0 && f.loads && f.stores), "{}", t.isa.inst(row).name);
            }
        }
    }
}
