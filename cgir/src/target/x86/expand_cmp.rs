//! Comparisons and conditional branches: `cmp`, `test`, `bt`, `ucomis`, and what reads their flags.
//!
//! A condition is made as flags ([`Expander::condition`]), right before the op that reads them: a jump, `set`, `cmov`. Equality of
//! floats takes two flags, since a NaN sets the one that says "equal": such a [`Cond`] is read twice. A jump cannot be, because a
//! block has one branch and no flag lives over its end: the second block compares again, which costs less than joining two bytes.

use super::cond::{A, AE, B, BE, E, G, GE, L, LE, NE, NP, NS, P, S};
use super::consts::fits32;
use super::expand::{Expander, To};
use super::pairs::PairOrder;
use crate::expansion::matching::{ones, plain, sign_extended, size};
use crate::expansion::patterns::Conditions;
use crate::func::{Bb, Tn};
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, FloatPred, InstFlags, IntPred, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// What the flags must say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cond {
    /// This.
    One(i64),
    /// Both.
    Both(i64, i64),
    /// One of the two.
    Either(i64, i64),
}

impl Cond {
    /// The opposite: bit 0 of a code inverts it.
    pub fn inverted(self) -> Cond {
        match self {
            Cond::One(a) => Cond::One(a ^ 1),
            Cond::Both(a, b) => Cond::Either(a ^ 1, b ^ 1),
            Cond::Either(a, b) => Cond::Both(a ^ 1, b ^ 1),
        }
    }
    /// The code, if there is but one.
    pub fn single(self) -> Option<i64> {
        match self {
            Cond::One(a) => Some(a),
            Cond::Both(..) | Cond::Either(..) => None,
        }
    }
}

/// The code of a predicate after `cmp`.
pub(super) fn code(p: IntPred) -> i64 {
    match p {
        IntPred::Eq => E,
        IntPred::Ne => NE,
        IntPred::Ugt => A,
        IntPred::Uge => AE,
        IntPred::Ult => B,
        IntPred::Ule => BE,
        IntPred::Sgt => G,
        IntPred::Sge => GE,
        IntPred::Slt => L,
        IntPred::Sle => LE,
    }
}

/// A predicate on floats after `ucomis`: operands exchanged, condition. Unordered is zero, parity and carry at once.
fn float_code(p: FloatPred) -> Option<(bool, Cond)> {
    Some(match p {
        FloatPred::Ogt => (false, Cond::One(A)),
        FloatPred::Oge => (false, Cond::One(AE)),
        FloatPred::Olt => (true, Cond::One(A)),
        FloatPred::Ole => (true, Cond::One(AE)),
        FloatPred::Ult => (false, Cond::One(B)),
        FloatPred::Ule => (false, Cond::One(BE)),
        FloatPred::Ugt => (true, Cond::One(B)),
        FloatPred::Uge => (true, Cond::One(BE)),
        FloatPred::One => (false, Cond::One(NE)),
        FloatPred::Ueq => (false, Cond::One(E)),
        FloatPred::Ord => (false, Cond::One(NP)),
        FloatPred::Uno => (false, Cond::One(P)),
        FloatPred::Oeq => (false, Cond::Both(E, NP)),
        FloatPred::Une => (false, Cond::Either(NE, P)),
        FloatPred::False | FloatPred::True => return None,
    })
}

/// A comparison with a constant as one with zero, where there is one.
fn toward_zero(p: IntPred, c: i64) -> (IntPred, i64) {
    match (p, c) {
        (IntPred::Slt, 1) => (IntPred::Sle, 0),
        (IntPred::Sge, 1) => (IntPred::Sgt, 0),
        (IntPred::Sgt, -1) => (IntPred::Sge, 0),
        (IntPred::Sle, -1) => (IntPred::Slt, 0),
        (IntPred::Ult, 1) | (IntPred::Ule, 0) => (IntPred::Eq, 0),
        (IntPred::Uge, 1) | (IntPred::Ugt, 0) => (IntPred::Ne, 0),
        _ => (p, c),
    }
}

/// The code of a predicate after a comparison with zero: the sign alone is a flag of its own.
fn code_zero(p: IntPred) -> i64 {
    match p {
        IntPred::Slt => S,
        IntPred::Sge => NS,
        _ => code(p),
    }
}

impl Conditions for Expander<'_> {
    fn branch_if(&mut self, cond: Wn, sense: bool, yes: Bb, no: Bb, prob: f32) -> Result<()> {
        if let Opr::Fcmp(q, signalling) = self.n(cond).opr
            && float_code(q).is_some()
        {
            let (c, row, x, y) = self.compare_floats(cond, q, signalling)?;
            return self.branch_floats(if sense { c } else { c.inverted() }, (row, x, y), yes, no, prob);
        }
        match self.condition(cond, sense)?.single() {
            Some(cc) => {
                self.branch(cc, yes, no, prob);
                Ok(())
            }
            None => self.unsupported("a branch on two conditions"),
        }
    }
    fn icmp_value(&mut self, w: Wn, _: IntPred, to: To) -> Result<Tn> {
        self.truth(w, true, to)
    }
    fn truth(&mut self, w: Wn, sense: bool, to: To) -> Result<Tn> {
        let made = matches!(self.n(w).opr, Opr::Icmp(_) | Opr::Fcmp(..) | Opr::Cast(CastOp::Trunc));
        if made || self.as_negation(w).is_some() || self.pair_order(w).is_some() {
            let c = self.condition(w, sense)?;
            return self.set(c, to);
        }
        if sense {
            return self.value(w, to);
        }
        let t = self.reg(w)?;
        self.ri(op::XOR32_RI, to, MType::B, t, 1)
    }
}

impl Expander<'_> {
    // Conditions.

    /// Makes the flags for a truth value; `sense` false asks for its opposite. The next op must read them.
    pub(super) fn condition(&mut self, w: Wn, sense: bool) -> Result<Cond> {
        if let Some(x) = self.as_negation(w) {
            return self.condition(x, !sense);
        }
        if let Some(p) = self.pair_order(w) {
            let c = Cond::One(self.compare_pairs(p)?);
            return Ok(if sense { c } else { c.inverted() });
        }
        let c = match self.n(w).opr {
            Opr::Icmp(p) => Cond::One(self.compare(w, p)?),
            Opr::Fcmp(p, signalling) if float_code(p).is_some() => self.compare_floats(w, p, signalling)?.0,
            Opr::Cast(CastOp::Trunc) => {
                let x = self.kid(w, 0)?;
                Cond::One(self.test_mask(x, 1)?)
            }
            Opr::Unary(UnOp::Freeze) => return self.condition(self.kid(w, 0)?, sense),
            _ => {
                let t = self.reg(w)?;
                self.emit(op::TEST32_RR, &[], &[t, t]);
                Cond::One(NE)
            }
        };
        Ok(if sense { c } else { c.inverted() })
    }

    /// A comparison of numbers of two registers.
    fn pair_order(&self, w: Wn) -> Option<PairOrder> {
        match self.n(w).opr {
            Opr::Select if self.n(w).ty == MType::B => {
                let (c, a, b) = self.three(w).ok()?;
                self.as_pair_order(c, a, b)
            }
            _ => None,
        }
    }

    // Integers.

    /// Compares two integers: the code under which the predicate holds.
    fn compare(&mut self, w: Wn, p: IntPred) -> Result<i64> {
        let ty = self.n(w).desc;
        if !matches!(ty, MType::B | MType::I32) && !self.is_wide(ty) {
            return self.unsupported(format!("a comparison of {ty}"));
        }
        let (a, b) = self.two(w)?;
        let (a, b, p) = if self.int(a).is_some() && self.int(b).is_none() { (b, a, p.swapped()) } else { (a, b, p) };
        if let Some(c) = self.int(b) {
            if ty == MType::B {
                return self.compare_truth(a, c, p);
            }
            let (p, c) = toward_zero(p, c);
            return self.compare_constant(a, c, p, ty);
        }
        // What is in memory may stand on either side.
        if let (Some((at, mem)), None) = (self.operand_load(a), self.operand_load(b)) {
            let y = self.reg(b)?;
            let addr = self.address(at)?;
            let o = self.emit_mem(self.form(ty, op::CMP32_MR, op::CMP64_MR), &[], &[y], addr, 0);
            self.describe(o, &mem);
            return Ok(code(p));
        }
        let x = self.reg(a)?;
        if let Some((at, mem)) = self.operand_load(b) {
            let addr = self.address(at)?;
            let o = self.emit_mem(self.form(ty, op::CMP32_RM, op::CMP64_RM), &[], &[x], addr, 1);
            self.describe(o, &mem);
            return Ok(code(p));
        }
        let y = self.reg(b)?;
        self.emit(self.form(ty, op::CMP32_RR, op::CMP64_RR), &[], &[x, y]);
        // A signed truth value is 0 or -1: its order is the opposite.
        Ok(code(if ty == MType::B { unsigned_truth(p) } else { p }))
    }
    fn compare_truth(&mut self, a: Wn, c: i64, p: IntPred) -> Result<i64> {
        let x = self.reg(a)?;
        if c & 1 == 0 && matches!(p, IntPred::Eq | IntPred::Ne) {
            self.emit(op::TEST32_RR, &[], &[x, x]);
            return Ok(code(p));
        }
        let imm = self.f.lit(c & 1);
        self.emit(op::CMP32_RI, &[], &[x, imm]);
        Ok(code(unsigned_truth(p)))
    }
    fn compare_constant(&mut self, a: Wn, c: i64, p: IntPred, ty: MType) -> Result<i64> {
        if c == 0
            && let Some(cc) = self.test_zero(a, p)?
        {
            return Ok(cc);
        }
        if let Some((at, mem)) = self.narrow_load(a, c, p) {
            let addr = self.address(at)?;
            let imm = sign_extended(c, mem.ty);
            let imm = self.f.lit(imm);
            let row = [op::CMP8_MI, op::CMP16_MI, op::CMP32_MI, op::CMP64_MI][size(mem.ty)];
            let o = self.emit_mem(row, &[], &[imm], addr, 0);
            self.describe(o, &mem);
            return Ok(code(p));
        }
        if let Some(x) = self.byte_part(a, c, p) {
            let t = self.reg(x)?;
            let imm = self.f.lit(sign_extended(c, MType::I8));
            let row = self.form(self.n(x).ty, op::P_CMP8_32_RI, op::P_CMP8_64_RI);
            self.emit(row, &[], &[t, imm]);
            return Ok(code(p));
        }
        let x = self.reg(a)?;
        if c == 0 {
            self.emit(self.form(ty, op::TEST32_RR, op::TEST64_RR), &[], &[x, x]);
            return Ok(code_zero(p));
        }
        if fits32(c) {
            let imm = self.f.lit(c);
            self.emit(self.form(ty, op::CMP32_RI, op::CMP64_RI), &[], &[x, imm]);
            return Ok(code(p));
        }
        let y = self.constant(c, ty, To::ANY)?;
        self.emit(op::CMP64_RR, &[], &[x, y]);
        Ok(code(p))
    }
    /// A load whose constant can be compared with in memory, in the width that is loaded.
    fn narrow_load(&self, a: Wn, c: i64, p: IntPred) -> Option<(Wn, whirl_lite::tree::Mem)> {
        let Opr::Load(mem, ext) = self.n(a).opr else { return None };
        if !plain(&mem) || mem.ty == MType::B {
            return None;
        }
        let fits = if mem.ty == self.n(a).ty {
            fits32(c)
        } else {
            match ext {
                Extend::Zero => fits_zero(c, mem.ty.bits(), p),
                Extend::Sign => fits_sign(c, mem.ty.bits(), p),
                Extend::Any => false,
            }
        };
        // An immediate of 16 bits makes decoders stall.
        (fits && mem.ty != MType::I16).then_some((self.kid(a, 0).ok()?, mem))
    }
    /// `x & 0xff`, or `x` sign-extended from a byte: a comparison of bytes.
    fn byte_part(&self, a: Wn, c: i64, p: IntPred) -> Option<Wn> {
        if let Some((x, m)) = self.as_binary(a, BinOp::And) {
            return (self.int(m)? == 0xff && fits_zero(c, 8, p)).then_some(x);
        }
        match self.n(a).opr {
            Opr::Unary(UnOp::SextInReg(8)) if fits_sign(c, 8, p) => self.kid(a, 0).ok(),
            _ => None,
        }
    }

    // Tests.

    /// A comparison with zero that `test` or `bt` does without the value.
    fn test_zero(&mut self, a: Wn, p: IntPred) -> Result<Option<i64>> {
        let equality = matches!(p, IntPred::Eq | IntPred::Ne);
        if matches!(p, IntPred::Slt | IntPred::Sge)
            && let Some((x, bit)) = self.sign_of_part(a)?
        {
            let cc = self.test_mask(x, 1 << bit)?;
            // Set is negative.
            return Ok(Some(if p == IntPred::Slt { cc } else { cc ^ 1 }));
        }
        let Some((x, y)) = self.as_binary(a, BinOp::And).filter(|_| equality) else { return Ok(None) };
        if let Some(c) = self.int(y) {
            let cc = self.test_mask(x, c as u64 & ones(self.bits(a)))?;
            return Ok(Some(if p == IntPred::Ne { cc } else { cc ^ 1 }));
        }
        let ty = self.n(a).ty;
        for (x, y) in [(x, y), (y, x)] {
            // x & 1 << n
            if let Some((one, n)) = self.as_binary(y, BinOp::Shl)
                && self.int(one) == Some(1)
            {
                let x = self.reg(x)?;
                let n = self.reg(n)?;
                self.emit(self.form(ty, op::BT32_RR, op::BT64_RR), &[], &[x, n]);
                return Ok(Some(if p == IntPred::Ne { B } else { AE }));
            }
        }
        let swap = self.operand_load(x).is_some();
        let (x, y) = if swap { (y, x) } else { (x, y) };
        let x = self.reg(x)?;
        if let Some((at, mem)) = self.operand_load(y) {
            let addr = self.address(at)?;
            let o = self.emit_mem(self.form(ty, op::TEST32_MR, op::TEST64_MR), &[], &[x], addr, 0);
            self.describe(o, &mem);
            return Ok(Some(code(p)));
        }
        let y = self.reg(y)?;
        self.emit(self.form(ty, op::TEST32_RR, op::TEST64_RR), &[], &[x, y]);
        Ok(Some(code(p)))
    }
    /// The value whose bit is the sign of another: of one that extends a part of it, or moves that to the top.
    fn sign_of_part(&self, a: Wn) -> Result<Option<(Wn, u32)>> {
        Ok(match self.n(a).opr {
            Opr::Unary(UnOp::SextInReg(n)) => Some((self.kid(a, 0)?, u32::from(n).clamp(1, 64) - 1)),
            Opr::Binary(BinOp::Shl) => {
                let (x, n) = self.two(a)?;
                let bits = self.bits(a);
                let n = self.int(n).and_then(|n| u32::try_from(n).ok()).filter(|n| (1..bits).contains(n));
                n.map(|n| (x, bits - 1 - n))
            }
            _ => None,
        })
    }
    /// The code that says that some bit of the mask is set.
    fn test_mask(&mut self, a: Wn, mask: u64) -> Result<i64> {
        let ty = self.n(a).ty;
        if let (Opr::Binary(BinOp::LShr | BinOp::AShr), true) = (self.n(a).opr, mask == 1) {
            let (x, n) = self.two(a)?;
            match self.int(n) {
                Some(n) if (0..i64::from(ty.bits())).contains(&n) => return self.test_mask(x, 1 << n),
                Some(_) => {}
                None => {
                    let x = self.reg(x)?;
                    let n = self.reg(n)?;
                    self.emit(self.form(ty, op::BT32_RR, op::BT64_RR), &[], &[x, n]);
                    return Ok(B);
                }
            }
        }
        if let Some(cc) = self.test_memory(a, mask)? {
            return Ok(cc);
        }
        let x = self.reg(a)?;
        if mask == 0xff {
            self.emit(self.form(ty, op::P_TEST8_32_RR, op::P_TEST8_64_RR), &[], &[x, x]);
        } else if mask <= 0xff {
            let imm = self.f.lit(i64::from(mask as u8 as i8));
            self.emit(self.form(ty, op::P_TEST8_32_RI, op::P_TEST8_64_RI), &[], &[x, imm]);
        } else if mask <= ones(32) {
            let x = if self.is_wide(ty) { self.part(x, MType::I32)? } else { x };
            let imm = self.f.lit(i64::from(mask as u32 as i32));
            self.emit(op::TEST32_RI, &[], &[x, imm]);
        } else if mask.is_power_of_two() {
            let imm = self.f.lit(i64::from(mask.trailing_zeros()));
            self.emit(op::BT64_RI, &[], &[x, imm]);
            return Ok(B);
        } else if fits32(mask as i64) {
            let imm = self.f.lit(mask as i64);
            self.emit(op::TEST64_RI, &[], &[x, imm]);
        } else {
            let c = self.constant(mask as i64, ty, To::ANY)?;
            self.emit(op::TEST64_RR, &[], &[x, c]);
        }
        Ok(NE)
    }
    /// Bits of one byte, or few enough of a wider access, are tested where they are in memory.
    fn test_memory(&mut self, a: Wn, mask: u64) -> Result<Option<i64>> {
        let Opr::Load(mem, _) = self.n(a).opr else { return Ok(None) };
        let bits = mem.ty.bits();
        let within = mask <= ones(bits) && bits >= 8;
        if !plain(&mem) || !within {
            return Ok(None);
        }
        let (row, imm) = match mem.ty {
            // The low byte stands first.
            _ if mask <= 0xff => (op::TEST8_MI, i64::from(mask as u8 as i8)),
            MType::I32 | MType::I64 if mask <= ones(31) => (op::TEST32_MI, mask as i64),
            _ => return Ok(None),
        };
        let addr = self.address(self.kid(a, 0)?)?;
        let imm = self.f.lit(imm);
        let o = self.emit_mem(row, &[], &[imm], addr, 0);
        self.describe(o, &mem);
        Ok(Some(NE))
    }

    // Floats.

    /// Compares two floats: what the flags say, and the row and registers by which that can be made again if it must be read in
    /// two blocks.
    fn compare_floats(&mut self, w: Wn, p: FloatPred, signalling: bool) -> Result<(Cond, Opcode, Tn, Tn)> {
        let ty = self.n(w).desc;
        let row = match (ty, signalling) {
            (MType::F32, false) if self.m.sse => op::UCOMISS_RR,
            (MType::F64, false) if self.m.sse2 => op::UCOMISD_RR,
            (MType::F32, true) if self.m.sse => op::COMISS_RR,
            (MType::F64, true) if self.m.sse2 => op::COMISD_RR,
            _ if self.on_x87(ty) => self.x87_compare_row(signalling),
            _ => return self.unsupported(format!("a comparison of {ty}")),
        };
        let Some((swap, cond)) = float_code(p) else { return self.unsupported("a constant comparison") };
        let cond = match cond {
            Cond::Both(a, _) | Cond::Either(a, _) if self.flags(w).contains(InstFlags::NNAN) => Cond::One(a),
            _ => cond,
        };
        let (a, b) = self.two(w)?;
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let x = self.reg(first)?;
        if let Cond::One(_) = cond
            && self.compare_in_memory(row, x, second)?
        {
            return Ok((cond, row, x, x));
        }
        let y = if self.same(a, b) { x } else { self.reg(second)? };
        self.compare_rows(row, x, y)?;
        Ok((cond, row, x, y))
    }
    /// Compares with a load or a constant where it stands, if the second operand is one.
    fn compare_in_memory(&mut self, row: Opcode, x: Tn, second: Wn) -> Result<bool> {
        let Some(row) = self.source_in_memory(row) else { return Ok(false) };
        if let Some((at, mem)) = self.operand_load(second) {
            let addr = self.address(at)?;
            let o = self.emit_mem(row, &[], &[x], addr, 1);
            self.describe(o, &mem);
            return Ok(true);
        }
        let Some(addr) = self.pooled(second)? else { return Ok(false) };
        self.emit_constant_mem(row, &[], &[x], addr);
        Ok(true)
    }

    // Truth values.

    /// Flags as 0 or 1.
    pub(super) fn set(&mut self, c: Cond, to: To) -> Result<Tn> {
        let t = match c {
            Cond::One(a) => self.set_byte(a)?,
            Cond::Both(a, b) | Cond::Either(a, b) => {
                let x = self.set_byte(a)?;
                let y = self.set_byte(b)?;
                let row = if matches!(c, Cond::Both(..)) { op::AND8_RR } else { op::OR8_RR };
                self.rr(row, To::ANY, MType::I8, x, y)?
            }
        };
        self.r(op::MOVZX32_8_RR, to, MType::B, t)
    }
    fn set_byte(&mut self, cc: i64) -> Result<Tn> {
        let t = self.fresh(MType::I8)?;
        let cc = self.f.lit(cc);
        self.emit(op::SET_R, &[t], &[cc]);
        Ok(t)
    }

    // Branches.

    /// Ends the present block with a branch to `yes` if the flags say so, else on to `no`.
    pub(super) fn branch(&mut self, cc: i64, yes: Bb, no: Bb, prob: f32) {
        let label = self.f.label(yes);
        let cc = self.f.lit(cc);
        self.emit(op::JCC, &[], &[label, cc]);
        self.edge(no, 1.0 - prob);
        self.edge(yes, prob);
    }
    /// Branches by flags of floats, comparing again for the second one.
    fn branch_floats(&mut self, c: Cond, again: (Opcode, Tn, Tn), yes: Bb, no: Bb, p: f32) -> Result<()> {
        let (a, b, target, first) = match c {
            Cond::One(a) => {
                self.branch(a, yes, no, p);
                return Ok(());
            }
            Cond::Either(a, b) => (a, b, yes, p * 0.98),
            Cond::Both(a, b) => (a ^ 1, b, no, (1.0 - p) * 0.98),
        };
        let middle = self.new_block();
        self.branch(a, target, middle, first);
        self.resume(middle);
        let (row, x, y) = again;
        self.compare_rows(row, x, y)?;
        let rest = (1.0 - first).max(f32::EPSILON);
        let second = if target == yes { (p - first) / rest } else { p / rest };
        self.branch(b, yes, no, second.clamp(0.0, 1.0));
        Ok(())
    }
}

/// The predicate on 0 and 1 that says what a signed one says of 0 and -1.
fn unsigned_truth(p: IntPred) -> IntPred {
    match p {
        IntPred::Slt => IntPred::Ugt,
        IntPred::Sle => IntPred::Uge,
        IntPred::Sgt => IntPred::Ult,
        IntPred::Sge => IntPred::Ule,
        _ => p,
    }
}

/// Says comparing the low bits of a zero-extended value the same as comparing all of it?
fn fits_zero(c: i64, bits: u32, p: IntPred) -> bool {
    let unsigned = !matches!(p, IntPred::Slt | IntPred::Sle | IntPred::Sgt | IntPred::Sge);
    unsigned && c >= 0 && c as u64 <= ones(bits)
}

/// The same of a sign-extended value.
fn fits_sign(c: i64, bits: u32, p: IntPred) -> bool {
    let signed = !matches!(p, IntPred::Ult | IntPred::Ule | IntPred::Ugt | IntPred::Uge);
    let up = 64 - bits.clamp(1, 64);
    signed && c << up >> up == c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_of_float_conditions() {
        let (_, oeq) = float_code(FloatPred::Oeq).unwrap();
        let (_, une) = float_code(FloatPred::Une).unwrap();
        assert_eq!(oeq.inverted(), une);
        let (swap, olt) = float_code(FloatPred::Olt).unwrap();
        let (same, uge) = float_code(FloatPred::Uge).unwrap();
        assert!(swap == same && olt.inverted() == uge);
    }
    #[test]
    fn comparisons_of_parts() {
        assert!(fits_zero(255, 8, IntPred::Ult) && !fits_zero(256, 8, IntPred::Ult));
        assert!(!fits_zero(1, 8, IntPred::Slt));
        assert!(fits_sign(-128, 8, IntPred::Sgt) && !fits_sign(128, 8, IntPred::Sgt));
        assert_eq!(toward_zero(IntPred::Sgt, -1), (IntPred::Sge, 0));
    }
}
