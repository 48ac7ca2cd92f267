//! Fixed-point products and quotients: `smul.fix`, `umul.fix.sat`, `sdiv.fix` and their kin.
//!
//! An operand stands for its integer divided by two to the scale. All is done in twice the operands' width, where
//! nothing is lost: the exact product shifted right, or the dividend shifted left by the scale and then divided. Both round
//! down, as LLVM's expansions do. What does not fit afterwards is cut, or saturates. (ISO/IEC TR 18037 leaves rounding
//! to the implementation.)

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

/// Which of the eight intrinsics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FixedOp {
    pub signed: bool,
    pub divide: bool,
    pub saturate: bool,
}

/// A fixed-point operation by its intrinsic's name.
pub(crate) fn fixed_op(base: &str) -> Option<FixedOp> {
    let (rest, saturate) = match base.strip_suffix(".sat") {
        Some(rest) => (rest, true),
        None => (base, false),
    };
    let (signed, divide) = match rest {
        "smul.fix" => (true, false),
        "umul.fix" => (false, false),
        "sdiv.fix" => (true, true),
        "udiv.fix" => (false, true),
        _ => return None,
    };
    Some(FixedOp { signed, divide, saturate })
}

impl Legaliser<'_> {
    /// A fixed-point intrinsic, vectors lane by lane.
    pub(super) fn fixed_point(&mut self, i: Inst, op: FixedOp) -> Result<Parts> {
        let ty = self.result_ty(i);
        let (a, b) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?);
        let Some(scale) = self.old.args(i).get(2).and_then(|&v| self.old.as_int(v)) else {
            return Err(self.input("a scale that is no constant"));
        };
        let elem = self.lanes(ty)?.map_or(ty, |l| l.1);
        let Scalar::Int(n) = self.scalar(elem)? else { return Err(self.input("fixed point of no integers")) };
        if scale > u64::from(if op.signed { n - 1 } else { n }) {
            return Err(self.input("a scale that is larger than the type"));
        }
        let scale = scale as u32;
        match self.lanes(ty)? {
            Some((lanes, elem)) => self.lanewise2(lanes, elem, &a, &b, |s, a, b| s.fixed(op, n, scale, a, b)),
            None => self.fixed(op, n, scale, &a, &b),
        }
    }

    fn fixed(&mut self, op: FixedOp, n: u32, scale: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        let m = 2 * n;
        let extend = |s: &mut Self, v: &[Value]| if op.signed { s.int_sext(n, m, v) } else { s.int_zext(n, m, v) };
        let (a, b) = (extend(self, a), extend(self, b));
        let by = self.wide_imm(m, i64::from(scale));
        let none = InstFlags::empty();
        let exact = if op.divide {
            let up = self.integer(BinOp::Shl, none, m, &a, &by)?;
            self.divide_down(op.signed, m, &up, &b)?
        } else {
            let product = self.integer(BinOp::Mul, none, m, &a, &b)?;
            let down = if op.signed { BinOp::AShr } else { BinOp::LShr };
            self.integer(down, none, m, &product, &by)?
        };
        let cut = self.int_trunc(n, &exact);
        if !op.saturate {
            return Ok(cut);
        }
        // What does not survive the narrow type is too large, or as a negative number too small.
        let back = extend(self, &cut);
        let fits = self.integer_compare(IntPred::Eq, m, &back, &exact);
        let limit = if op.signed {
            let zero = self.wide_imm(m, 0);
            let negative = self.integer_compare(IntPred::Slt, m, &exact, &zero);
            let (least, most) = (self.signed_limit(n, false), self.signed_limit(n, true));
            self.wide_select(negative, &least, &most)
        } else {
            self.wide_imm(n, -1)
        };
        Ok(self.wide_select(fits, &cut, &limit))
    }

    /// A quotient rounded down.
    fn divide_down(&mut self, signed: bool, m: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        let none = InstFlags::empty();
        if !signed {
            return self.integer(BinOp::UDiv, none, m, a, b);
        }
        let q = self.integer(BinOp::SDiv, none, m, a, b)?;
        let whole = self.integer(BinOp::Mul, none, m, &q, b)?;
        let zero = self.wide_imm(m, 0);
        let inexact = self.integer_compare(IntPred::Ne, m, &whole, a);
        let signs = self.integer(BinOp::Xor, none, m, a, b)?;
        let below = self.integer_compare(IntPred::Slt, m, &signs, &zero);
        let less = self.bin(BinOp::And, inexact, below);
        let less = self.int_zext(1, m, &[less]);
        self.integer(BinOp::Sub, none, m, &q, &less)
    }

    fn integer_compare(&mut self, pred: IntPred, n: u32, a: &[Value], b: &[Value]) -> Value {
        match (a, b) {
            (&[a], &[b]) => self.int_compare(pred, n, a, b),
            _ => self.wide_compare(pred, n, a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fixed_op;

    #[test]
    fn names() {
        let op = fixed_op("udiv.fix.sat").unwrap();
        assert!(!op.signed && op.divide && op.saturate);
        let op = fixed_op("smul.fix").unwrap();
        assert!(op.signed && !op.divide && !op.saturate);
        assert_eq!(fixed_op("sadd.sat"), None);
    }
}
