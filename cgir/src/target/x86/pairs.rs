//! Numbers of two registers: what the legaliser made of their sums, differences and comparisons, as chains through the carry
//! ("Intel 64 and IA-32 Architectures Software Developer's Manual", volume 1, 7.3.2: `adc`, `sbb`).
//!
//! The legaliser has no carry: it compares. A sum's carry is `sum < term`, a difference's borrow is `x < y`, and one number is below
//! another if the high parts say so, or are equal and the low parts say so. An addition right before sets the same carry as that
//! comparison, and a comparison of low parts with a subtraction of high ones the flags of the whole.

use super::cond::{AE, B, GE, L};
use super::consts::fits32;
use super::expand::{Expander, To};
use crate::func::{Op, Tn};
use targ_info::x86::{op, reg};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, IntPred};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// What is compared with.
#[derive(Clone, Copy)]
enum Bound {
    Tree(Wn),
    Number(i64),
}

/// `x < bound`, or with `below` false the opposite.
#[derive(Clone, Copy)]
struct Order {
    x: Wn,
    bound: Bound,
    below: bool,
    signed: bool,
}

/// A comparison of numbers of two registers.
#[derive(Clone, Copy)]
pub(super) struct PairOrder {
    low: Order,
    high: Order,
}

impl Expander<'_> {
    // Carries.

    /// A comparison as one with "below".
    fn as_order(&self, w: Wn) -> Option<Order> {
        let Opr::Icmp(p) = self.n(w).opr else { return None };
        let (a, b) = self.two(w).ok()?;
        if self.n(w).desc == MType::B {
            return None;
        }
        let signed = matches!(p, IntPred::Slt | IntPred::Sle | IntPred::Sgt | IntPred::Sge);
        let order = |x, bound, below| Some(Order { x, bound, below, signed });
        let up = 64 - self.n(w).desc.bits();
        let most = if signed { i64::MAX >> up } else { -1 };
        let next = self.int(b).filter(|&c| c != most).map(|c| c.wrapping_add(1) << up >> up);
        let of = |k: Wn| self.int(k).map_or(Bound::Tree(k), Bound::Number);
        match (p, next) {
            (IntPred::Ult | IntPred::Slt, _) => order(a, of(b), true),
            (IntPred::Uge | IntPred::Sge, _) => order(a, of(b), false),
            (IntPred::Ule | IntPred::Sle, Some(c)) => order(a, Bound::Number(c), true),
            (IntPred::Ugt | IntPred::Sgt, Some(c)) => order(a, Bound::Number(c), false),
            (IntPred::Ugt | IntPred::Sgt, None) if self.int(b).is_none() => order(b, Bound::Tree(a), true),
            (IntPred::Ule | IntPred::Sle, None) if self.int(b).is_none() => order(b, Bound::Tree(a), false),
            (IntPred::Eq | IntPred::Ne, Some(1)) => order(a, Bound::Number(1), p == IntPred::Eq),
            _ => None,
        }
    }
    /// A truth value as a number that says whether one value is below another, which is the carry of their comparison.
    fn as_carry(&self, w: Wn) -> Option<Order> {
        let truth = self.as_cast(w, CastOp::ZExt, MType::B)?;
        self.as_order(truth).filter(|o| o.below && !o.signed)
    }
    /// `x + y + carry` or `x + carry`, as wide additions are made of.
    pub(super) fn add_carry(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(c) = self.as_carry(x) {
                let (y, z) = self.as_binary(y, BinOp::Add).map_or((y, None), |(p, q)| (p, Some(q)));
                return self.with_carry(BinOp::Add, y, z, c, ty, to).map(Some);
            }
            let Some((p, q)) = self.as_binary(x, BinOp::Add) else { continue };
            let found = self.as_carry(q).map(|c| (p, c)).or(self.as_carry(p).map(|c| (q, c)));
            if let Some((p, c)) = found {
                return self.with_carry(BinOp::Add, p, Some(y), c, ty, to).map(Some);
            }
        }
        Ok(None)
    }
    /// `x - y - borrow` or `x - borrow`.
    pub(super) fn sub_borrow(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let of = |e: &Self, w| match (e.as_binary(w, BinOp::Sub), e.as_binary(w, BinOp::Add)) {
            (Some((x, y)), _) => Some((x, y, BinOp::Sub)),
            // Less a constant is more its opposite.
            (None, Some((x, y))) if e.int(y).is_some() => Some((x, y, BinOp::Add)),
            _ => None,
        };
        if let Some(c) = self.as_carry(b) {
            return match of(self, a) {
                Some((x, y, BinOp::Sub)) => self.with_carry(BinOp::Sub, x, Some(y), c, ty, to).map(Some),
                Some((x, y, _)) => self.less_constant(x, y, c, ty, to).map(Some),
                None => self.with_carry(BinOp::Sub, a, None, c, ty, to).map(Some),
            };
        }
        match of(self, a).and_then(|(x, q, o)| Some((x, self.as_carry(q).filter(|_| o == BinOp::Sub)?))) {
            Some((x, c)) => self.with_carry(BinOp::Sub, x, Some(b), c, ty, to).map(Some),
            None => Ok(None),
        }
    }
    /// `x + constant - borrow`.
    fn less_constant(&mut self, x: Wn, y: Wn, c: Order, ty: MType, to: To) -> Result<Tn> {
        let opposite = self.int(y).and_then(i64::checked_neg).filter(|&n| fits32(n) || !self.is_wide(ty));
        let x = self.reg(x)?;
        let row = self.form(ty, op::SBB32_RI, op::SBB64_RI);
        match opposite {
            Some(n) => {
                self.make_carry(c)?;
                self.ri(row, to, ty, x, i64::from(n as i32))
            }
            None => {
                let y = self.reg(y)?;
                let sum = self.rr(self.form(ty, op::ADD32_RR, op::ADD64_RR), To::ANY, ty, x, y)?;
                self.make_carry(c)?;
                self.ri(row, to, ty, sum, 0)
            }
        }
    }
    fn with_carry(&mut self, o: BinOp, x: Wn, y: Option<Wn>, c: Order, ty: MType, to: To) -> Result<Tn> {
        let (rr, ri) = match o {
            BinOp::Add => ((op::ADC32_RR, op::ADC64_RR), (op::ADC32_RI, op::ADC64_RI)),
            _ => ((op::SBB32_RR, op::SBB64_RR), (op::SBB32_RI, op::SBB64_RI)),
        };
        let (rr, ri) = (self.form(ty, rr.0, rr.1), self.form(ty, ri.0, ri.1));
        let x = self.reg(x)?;
        let imm = y.map_or(Some(0), |y| self.int(y)).filter(|&v| fits32(v));
        if let Some(v) = imm {
            self.make_carry(c)?;
            return self.ri(ri, to, ty, x, v);
        }
        let Some(y) = y else { return self.unsupported("a carry") };
        if let (Some((at, mem)), Some(row)) = (self.operand_load(y), self.source_in_memory(rr)) {
            let addr = self.address(at)?;
            self.make_carry(c)?;
            return self.with_memory(row, to, ty, &[x], addr, &mem);
        }
        let y = self.reg(y)?;
        self.make_carry(c)?;
        self.rr(rr, to, ty, x, y)
    }
    /// What is compared with, as an operand: a register or an immediate.
    fn bound(&mut self, b: Bound, ty: MType) -> Result<Tn> {
        match b {
            Bound::Number(v) if fits32(v) => Ok(self.f.lit(v)),
            Bound::Number(v) => self.constant(v, ty, To::ANY),
            Bound::Tree(w) => self.reg(w),
        }
    }
    /// Makes the carry say whether the order holds, unless it does already.
    fn make_carry(&mut self, c: Order) -> Result<()> {
        let ty = self.n(c.x).ty;
        let l = self.reg(c.x)?;
        let r = self.bound(c.bound, ty)?;
        if !self.carry_is_made(l, r) {
            let imm = self.f.as_lit(r).is_some();
            let row = match imm {
                true => self.form(ty, op::CMP32_RI, op::CMP64_RI),
                false => self.form(ty, op::CMP32_RR, op::CMP64_RR),
            };
            self.emit(row, &[], &[l, r]);
        }
        Ok(())
    }
    /// Says the last op that wrote the flags whether `l` is below `r`? An addition does of its sum and either term, a subtraction of
    /// its terms. An addition whose flags nobody has read yet may become a subtraction, and a step by one an addition.
    fn carry_is_made(&mut self, l: Tn, r: Tn) -> bool {
        let mut at = self.f.last(self.bb);
        let mut read = false;
        while let Some(o) = at {
            let results = self.f.results(o);
            if results.iter().any(|&t| self.f.preg(t) == Some(reg::EFLAGS)) {
                return self.sets_carry(o, l, r, !read);
            }
            read |= self.f.operands(o).iter().any(|&t| self.f.preg(t) == Some(reg::EFLAGS));
            if results.contains(&l) || results.contains(&r) || self.f.extra(o).is_some() {
                return false;
            }
            at = self.f.prev(o);
        }
        false
    }
    fn sets_carry(&mut self, o: Op, l: Tn, r: Tn, free: bool) -> bool {
        let rd = self.f.results(o).first().copied();
        let (a, b) = (self.f.operands(o).first().copied(), self.f.operands(o).get(1).copied());
        let is_result = rd == Some(l) && rd != Some(r);
        let is_first = a == Some(l) && rd != Some(l) && rd != Some(r);
        let number = |e: &Self, t: Option<Tn>| t.and_then(|t| e.f.as_lit(t));
        match self.f.ops[o].opcode {
            op::ADD32_RR | op::ADD64_RR => is_result && (a == Some(r) || b == Some(r)),
            op::ADD32_RM | op::ADD64_RM => is_result && a == Some(r),
            op::SUB32_RR | op::SUB64_RR | op::SUB32_RI | op::SUB64_RI => is_first && b == Some(r),
            op::ADD32_RI | op::ADD64_RI if is_result => b == Some(r),
            _ if !free => false,
            op::ADD32_RI | op::ADD64_RI if is_first => {
                let (plus, minus) = (number(self, b), number(self, Some(r)));
                let opposite = plus.zip(minus).is_some_and(|(p, m)| p != 0 && p.checked_neg() == Some(m));
                let wide = self.f.ops[o].opcode == op::ADD64_RI;
                opposite && self.becomes(o, if wide { op::SUB64_RI } else { op::SUB32_RI }, r)
            }
            // These leave the carry alone; the longer forms make it.
            op::INC32_R if is_result && number(self, Some(r)) == Some(1) => self.becomes(o, op::ADD32_RI, r),
            op::INC64_R if is_result && number(self, Some(r)) == Some(1) => self.becomes(o, op::ADD64_RI, r),
            op::DEC32_R if is_first && number(self, Some(r)) == Some(1) => self.becomes(o, op::SUB32_RI, r),
            op::DEC64_R if is_first && number(self, Some(r)) == Some(1) => self.becomes(o, op::SUB64_RI, r),
            _ => false,
        }
    }
    /// Makes an op of a register another one of that register and an immediate.
    fn becomes(&mut self, o: Op, row: targ_info::Opcode, imm: Tn) -> bool {
        let results: smallvec::SmallVec<[Tn; 2]> = self.f.results(o).iter().copied().collect();
        let Some(&a) = self.f.operands(o).first() else { return false };
        self.f.rewrite_op(o, row, &results, &[a, imm]);
        true
    }

    // Comparisons.

    /// `high == high' ? low < low' : high < high'`, as numbers of two registers are compared.
    pub(super) fn as_pair_order(&self, c: Wn, a: Wn, b: Wn) -> Option<PairOrder> {
        let (low, mut high) = match self.n(c).opr {
            Opr::Icmp(IntPred::Eq) => (self.as_order(a)?, self.as_order(b)?),
            Opr::Icmp(IntPred::Ne) => (self.as_order(b)?, self.as_order(a)?),
            _ => return None,
        };
        let (p, q) = self.two(c).ok()?;
        // Where the high parts differ, "below the next number" and "below it" are the same.
        if let (Bound::Number(v), Some(k)) = (high.bound, self.int(q))
            && k.checked_add(1) == Some(v)
        {
            high.bound = Bound::Number(k);
        }
        let is = |k: Wn, b: Bound| match b {
            Bound::Tree(t) => self.same(k, t),
            Bound::Number(v) => self.int(k) == Some(v),
        };
        let same = is(q, high.bound) && self.same(p, high.x) || is(p, high.bound) && self.same(q, high.x);
        (same && low.below == high.below && !low.signed && self.n(low.x).ty == self.n(high.x).ty)
            .then_some(PairOrder { low, high })
    }
    /// Makes its flags: the code under which it holds.
    pub(super) fn compare_pairs(&mut self, p: PairOrder) -> Result<i64> {
        let ty = self.n(p.high.x).ty;
        let x = self.reg(p.high.x)?;
        let y = self.bound(p.high.bound, ty)?;
        self.make_carry(p.low)?;
        let row = match self.f.as_lit(y) {
            Some(_) => self.form(ty, op::SBB32_RI, op::SBB64_RI),
            None => self.form(ty, op::SBB32_RR, op::SBB64_RR),
        };
        self.rr(row, To::ANY, ty, x, y)?;
        Ok(match (p.high.signed, p.high.below) {
            (true, true) => L,
            (true, false) => GE,
            (false, true) => B,
            (false, false) => AE,
        })
    }
}
