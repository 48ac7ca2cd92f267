//! Selects: `cmov`, `set` for small constants, `min` and `max` for floats; a pseudo op that ends as a branch where no
//! instruction chooses.
//!
//! Both arms are evaluated first, then the condition, then what reads its flags.

use super::expand::{Expander, To};
use super::expand_cmp::Cond;
use crate::expansion::patterns::{Conditions, Selects};
use crate::func::Tn;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::FloatPred;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

impl Selects for Expander<'_> {
    fn select_any(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        if ty.is_float()
            && !self.on_x87(ty)
            && let Some(t) = self.select_extreme(c, a, b, ty, to)?
        {
            return Ok(t);
        }
        if ty == MType::B
            && let Some(p) = self.as_pair_order(c, a, b)
        {
            let cc = self.compare_pairs(p)?;
            return self.set(Cond::One(cc), to);
        }
        self.select_registers(c, a, b, ty, to)
    }
    fn select_constants(&mut self, c: Wn, x: i64, y: i64, ty: MType, to: To) -> Result<Option<Tn>> {
        let power = |v: i64| v > 0 && (v as u64).is_power_of_two();
        let all = x == -1 && y == 0 || x == 0 && y == -1;
        let shifted = y == 0 && power(x) || x == 0 && power(y);
        let near = x.wrapping_sub(y) == 1 || y.wrapping_sub(x) == 1;
        if !all && !shifted && !near {
            return Ok(None);
        }
        let (base, sense) = if all || shifted {
            (0, y == 0)
        } else if x.wrapping_sub(y) == 1 {
            (y, true)
        } else {
            (x, false)
        };
        let wide = self.is_wide(ty);
        let plain = !all && base == 0 && (x == 1 || y == 1);
        let t = self.truth(c, sense, if plain && !wide { to } else { To::ANY })?;
        let t = if wide { self.r(op::P_ZEXT32, if plain { to } else { To::ANY }, ty, t)? } else { t };
        if plain {
            return Ok(Some(self.settle(to, t)));
        }
        if all {
            return self.r(self.form(ty, op::NEG32_R, op::NEG64_R), to, ty, t).map(Some);
        }
        if shifted {
            let n = i64::from((x | y).trailing_zeros());
            return self.ri(self.form(ty, op::SHL32_RI, op::SHL64_RI), to, ty, t, n).map(Some);
        }
        if !super::consts::fits32(base) {
            let k = self.constant(base, ty, To::ANY)?;
            return self.rr(op::ADD64_RR, to, ty, t, k).map(Some);
        }
        self.ri(self.form(ty, op::ADD32_RI, op::ADD64_RI), to, ty, t, base).map(Some)
    }
}

impl Expander<'_> {
    fn select_registers(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let cond = self.condition(c, true)?;
        match cond {
            Cond::One(cc) => self.choose(cc, x, y, ty, to),
            // Either of two conditions chooses the first arm; both of two fail to choose the second.
            Cond::Either(p, q) => {
                let t = self.choose(p, x, y, ty, To::ANY)?;
                self.choose(q, x, t, ty, to)
            }
            Cond::Both(p, q) => {
                let t = self.choose(p ^ 1, y, x, ty, To::ANY)?;
                self.choose(q ^ 1, y, t, ty, to)
            }
        }
    }
    /// `x` if the flags say so, else `y`. Leaves the flags alone.
    pub(super) fn choose(&mut self, cc: i64, x: Tn, y: Tn, ty: MType, to: To) -> Result<Tn> {
        let row = match ty {
            MType::B | MType::I32 if self.m.cmov => op::CMOV32_RR,
            MType::B | MType::I32 => op::P_SELECT32,
            MType::I64 if self.m.wide => op::CMOV64_RR,
            _ if self.on_x87(ty) => self.x87_select_row(cc),
            MType::F32 => op::P_SELECT_F32,
            MType::F64 => op::P_SELECT_F64,
            MType::Vec { .. } if ty.bits() == 128 => op::P_SELECT_V128,
            MType::Vec { .. } if ty.bits() == 256 => op::P_SELECT_V256,
            _ => return self.unsupported(format!("a select of {ty}")),
        };
        // The result is tied to the second value; the opposite condition exchanges them.
        let (cc, x, y) = if to.dst == Some(x) { (cc ^ 1, y, x) } else { (cc, x, y) };
        let rd = self.apart(to, ty, &[x])?;
        let cc = self.f.lit(cc);
        self.emit(row, &[rd], &[y, x, cc]);
        Ok(self.settle(to, rd))
    }
    /// `a < b ? a : b` and the like are what `minss` does, NaNs and zeros included: the second source if the comparison fails.
    fn select_extreme(&mut self, c: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let Opr::Fcmp(p, false) = self.n(c).opr else { return Ok(None) };
        let (x, y) = self.two(c)?;
        let straight = self.same(x, a) && self.same(y, b);
        let crossed = self.same(x, b) && self.same(y, a);
        if self.n(c).desc != ty || !(straight || crossed) {
            return Ok(None);
        }
        // Of an unordered predicate, the opposite with its arms exchanged.
        let (p, first, second, straight) = match p {
            FloatPred::Ule => (FloatPred::Ogt, b, a, crossed),
            FloatPred::Uge => (FloatPred::Olt, b, a, crossed),
            FloatPred::Ult => (FloatPred::Oge, b, a, crossed),
            FloatPred::Ugt => (FloatPred::Ole, b, a, crossed),
            _ => (p, a, b, straight),
        };
        // x < y ? x : y, or x > y ? y : x, which is y < x ? y : x.
        let min = match (p, straight) {
            (FloatPred::Olt, true) | (FloatPred::Ogt, false) => true,
            (FloatPred::Ogt, true) | (FloatPred::Olt, false) => false,
            _ => return Ok(None),
        };
        let u = self.reg(first)?;
        let v = self.reg(second)?;
        self.extreme(min, u, v, ty, to).map(Some)
    }
}
