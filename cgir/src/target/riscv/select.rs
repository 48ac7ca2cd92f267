//! Selects: by arithmetic where the arms allow it, by Zicond where one arm is zero, else by a branch around a copy.
//!
//! The branch forms are made at once rather than as pseudo ops, so that an arm which is more than a register is computed
//! only where it is wanted, and allocators see the true flow. Selects that follow each other with one condition share
//! the branch.

use super::expand::{Expander, To};
use crate::expansion::patterns::Selects;
use crate::func::Tn;
use smallvec::SmallVec;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, Wn};

/// One of the selects that share a branch.
struct Choice {
    dst: Option<Tn>,
    a: Wn,
    b: Wn,
    low: bool,
    ty: MType,
}

impl Choice {
    /// The arm that is computed always, and the other.
    fn arms(&self, swap: bool) -> (Wn, Wn) {
        if swap { (self.b, self.a) } else { (self.a, self.b) }
    }
}

impl Selects for Expander<'_> {
    fn select_any(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        if ty.is_int() && ty != MType::B {
            if self.m.zicond
                && let Some(t) = self.select_zicond(c, a, b, ty, to)?
            {
                return Ok(t);
            }
            if self.plain(c)
                && let Some(t) = self.select_mask(c, a, b, ty, to)?
            {
                return Ok(t);
            }
        }
        self.select_branch(c, a, b, ty, to)
    }
    fn select_constants(&mut self, c: Wn, x: i64, y: i64, ty: MType, to: To) -> Result<Option<Tn>> {
        let d = x.wrapping_sub(y);
        // (c << n) + y and the like: one or two rows beside the condition.
        if x == 0 && y == -1 {
            let t = self.reg(c)?;
            return self.ri(op::ADDI, to, ty, t, -1).map(Some);
        }
        if x == -1 && y == 0 {
            let t = self.reg(c)?;
            return self.rr(op::SUB, to, ty, self.own.zero, t).map(Some);
        }
        if d == 1 || d == -1 {
            let (base, positive) = if d == 1 { (y, true) } else { (x, false) };
            if base != 0 && !super::consts::fits12(base) {
                return Ok(None);
            }
            let end = if base == 0 { to } else { To::ANY };
            let t = if positive { self.value(c, end)? } else { self.negated(c, end)? };
            if base == 0 {
                return Ok(Some(self.settle(to, t)));
            }
            let row = if self.is_word(ty) { op::ADDIW } else { op::ADDI };
            return self.ri(row, to, ty, t, base).map(Some);
        }
        let single = |v: i64| v > 0 && (v as u64).is_power_of_two();
        if y == 0 && single(x) || x == 0 && single(y) {
            let (v, positive) = if y == 0 { (x, true) } else { (y, false) };
            let t = if positive { self.reg(c)? } else { self.negated(c, To::ANY)? };
            let n = i64::from(v.trailing_zeros());
            let row = if self.is_word(ty) { op::SLLIW } else { op::SLLI };
            return self.ri(row, to, ty, t, n).map(Some);
        }
        Ok(None)
    }
    fn select_group(&mut self, stmts: &[Wn]) -> Result<usize> {
        let Some((_, c, ..)) = stmts.first().and_then(|&s| self.as_select(s)) else { return Ok(0) };
        let mut all: SmallVec<[Choice; 4]> = SmallVec::new();
        for &s in stmts {
            let Some((p, k, a, b)) = self.as_select(s) else { break };
            // The conditions must be one value, and no arm the result of an earlier one.
            let read_before = all.iter().any(|x| x.dst.is_some_and(|d| self.reads(s, d)));
            if read_before || !self.same(c, k) {
                break;
            }
            let dst = self.preg(p)?;
            all.push(Choice { dst: Some(dst), a, b, low: self.is_loose(p), ty: self.w.pregs[p] });
        }
        if all.len() < 2 {
            return Ok(0);
        }
        self.select_into(c, &all)?;
        Ok(all.len())
    }
}

impl Expander<'_> {
    /// Is a condition in a register already, or one row away from it?
    fn plain(&self, c: Wn) -> bool {
        !matches!(self.n(c).opr, Opr::Icmp(_) | Opr::Fcmp(..))
    }
    /// One arm zero or all ones, and the condition at hand: masks.
    fn select_mask(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let want = to.anywhere();
        let (arm, row, positive) = match (self.int(a), self.int(b)) {
            (_, Some(0)) => (a, op::AND, true),
            (Some(0), _) => (b, op::AND, false),
            (Some(-1), _) => (b, op::OR, true),
            (_, Some(-1)) => (a, op::OR, false),
            _ => return Ok(None),
        };
        let t = self.reg(c)?;
        let mask = match positive {
            true => self.rr(op::SUB, To::ANY, self.xty(), self.own.zero, t)?,
            false => self.ri(op::ADDI, To::ANY, self.xty(), t, -1)?,
        };
        let x = self.value(arm, want)?;
        self.rr(row, to, ty, x, mask).map(Some)
    }
    /// Zicond, where one arm is zero.
    fn select_zicond(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let (arm, when_zero) = match (self.int(a), self.int(b)) {
            (None, Some(0)) => (a, true),
            (Some(0), None) => (b, false),
            _ => return Ok(None),
        };
        let (t, holds) = self.nonzero(c)?;
        let x = self.value(arm, to.anywhere())?;
        // czero.eqz gives zero if its condition is zero.
        let row = if when_zero == holds { op::CZERO_EQZ } else { op::CZERO_NEZ };
        self.rr(row, to, ty, x, t).map(Some)
    }
    /// A register that is not zero exactly if the condition holds (or, with false, does not).
    fn nonzero(&mut self, c: Wn) -> Result<(Tn, bool)> {
        use whirl_lite::ir::IntPred;
        if let Opr::Icmp(p @ (IntPred::Eq | IntPred::Ne)) = self.n(c).opr {
            let (a, b) = self.two(c)?;
            if self.int(b) == Some(0) {
                return Ok((self.reg(a)?, p == IntPred::Ne));
            }
        }
        if let Opr::Icmp(p) = self.n(c).opr
            && matches!(p, IntPred::Sge | IntPred::Sle | IntPred::Uge | IntPred::Ule | IntPred::Eq)
        {
            return Ok((self.negated(c, To::ANY)?, false));
        }
        Ok((self.reg(c)?, true))
    }

    // Branches.

    /// Does the arm cost nothing, or is it in a register already?
    fn cheap(&self, w: Wn) -> bool {
        match self.n(w).opr {
            Opr::Ldid(_) => true,
            Opr::Int(v) => v == 0,
            _ => false,
        }
    }
    /// A branch around the computation of one arm.
    fn select_branch(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let choice = Choice { dst: to.dst, a, b, low: to.low, ty };
        let t = self.select_into(c, &[choice])?;
        t.first().copied().map_or_else(|| self.unsupported("a select without result"), Ok)
    }
    /// All the selects of one condition: the default arms first, then the others where they are wanted. Answers where
    /// the values are: in their destinations, if they have any.
    fn select_into(&mut self, c: Wn, all: &[Choice]) -> Result<SmallVec<[Tn; 4]>> {
        let swap = self.prefer_second(all);
        let mut regs: SmallVec<[Tn; 4]> = SmallVec::new();
        for (i, s) in all.iter().enumerate() {
            let t = match s.dst.filter(|&d| self.may_write(d, c, all, i, swap)) {
                Some(d) => d,
                None => self.result(To { dst: None, low: s.low }, s.ty)?,
            };
            regs.push(t);
        }
        let t = self.condition(c, !swap)?;
        for (s, &rd) in all.iter().zip(&regs) {
            let to = To { dst: Some(rd), low: s.low };
            let v = self.value(s.arms(swap).0, to)?;
            self.settle(to, v);
        }
        let other = self.new_block();
        let join = self.new_block();
        self.branch(t, join, other, 0.5);
        self.resume(other);
        let mark = self.mark_known();
        for (s, &rd) in all.iter().zip(&regs) {
            let to = To { dst: Some(rd), low: s.low };
            let v = self.value(s.arms(swap).1, to)?;
            self.settle(to, v);
        }
        self.forget_since(mark);
        self.edge(join, 1.0);
        self.resume(join);
        for (s, rd) in all.iter().zip(regs.iter_mut()) {
            *rd = self.settle(To { dst: s.dst, low: s.low }, *rd);
        }
        Ok(regs)
    }
    /// Shall the second arm be computed always, the first behind the branch? The costlier one goes behind it; else the
    /// one that is in the destination already comes first.
    fn prefer_second(&self, all: &[Choice]) -> bool {
        let score = |w: Wn, dst: Option<Tn>| match dst {
            Some(d) if self.is_read_of(w, d) => 0,
            _ if self.cheap(w) => 1,
            _ => 3,
        };
        let first: u32 = all.iter().map(|s| score(s.a, s.dst)).sum();
        let second: u32 = all.iter().map(|s| score(s.b, s.dst)).sum();
        second < first
    }
    /// May choice `i` write its destination before the branch and behind it?
    fn may_write(&self, d: Tn, c: Wn, all: &[Choice], i: usize, swap: bool) -> bool {
        let Some(own) = all.get(i) else { return false };
        let (first, second) = own.arms(swap);
        let others = all.iter().enumerate().filter(|(j, _)| *j != i);
        if others.into_iter().any(|(_, s)| s.dst == Some(d) || self.reads(s.a, d) || self.reads(s.b, d)) {
            return false;
        }
        self.is_read_of(first, d) || !(self.reads(c, d) || self.reads(second, d))
    }
    /// `p = cond ? a : b`, of a kind that wants a branch.
    fn as_select(&self, s: Wn) -> Option<(Preg, Wn, Wn, Wn)> {
        let Opr::Stid(p) = self.n(s).opr else { return None };
        let k = self.kid(s, 0).ok()?;
        let Opr::Select = self.n(k).opr else { return None };
        let (c, a, b) = self.three(k).ok()?;
        let constants = self.int(a).is_some() && self.int(b).is_some();
        let truth = self.n(k).ty == MType::B;
        (!constants && !truth && self.int(c).is_none()).then_some((p, c, a, b))
    }
    /// Does a tree read the register?
    fn reads(&self, w: Wn, t: Tn) -> bool {
        self.is_read_of(w, t) || self.w.kids(w).iter().any(|&k| self.reads(k, t))
    }
    /// Is the node nothing but a read of the register?
    fn is_read_of(&self, w: Wn, t: Tn) -> bool {
        matches!(self.n(w).opr, Opr::Ldid(q) if self.preg_if_known(q) == Some(t))
    }
}
