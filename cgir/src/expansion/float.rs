//! Fused multiplications and additions: which operands and signs they have, as the tree says.

use super::patterns::*;
use super::{Expander, TargetState, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, InstFlags};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

impl<T: TargetState> Expander<'_, T>
where
    Self: Patterns,
{
    /// `a * b + c` as one operation where both may be contracted.
    pub fn contracted(&mut self, w: Wn, o: BinOp, ty: MType, to: To) -> Result<Option<Tn>> {
        let may = |e: &Self, k: Wn| e.flags(k).contains(InstFlags::CONTRACT);
        if !matches!(o, BinOp::FAdd | BinOp::FSub) || !may(self, w) || !self.has_fused(ty) {
            return Ok(None);
        }
        let (a, b) = self.two(w)?;
        let product = |e: &Self, k: Wn| e.as_binary(k, BinOp::FMul).filter(|_| may(e, k));
        let sub = o == BinOp::FSub;
        if let Some(factors) = product(self, a) {
            return self.fused(factors, b, (false, sub), ty, to).map(Some);
        }
        match product(self, b) {
            Some(factors) => self.fused(factors, a, (sub, false), ty, to).map(Some),
            None => Ok(None),
        }
    }
    /// `a * b + c`, rounded once, all of it negated or not; negations of operands go into the operation.
    pub fn fma(&mut self, w: Wn, to: To, negate: bool) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (mut a, mut b, mut c) = self.three(w)?;
        let (mut product, mut addend) = (negate, negate);
        if let Some(x) = self.as_negated_float(a) {
            (a, product) = (x, !product);
        }
        if let Some(x) = self.as_negated_float(b) {
            (b, product) = (x, !product);
        }
        if let Some(x) = self.as_negated_float(c) {
            (c, addend) = (x, !addend);
        }
        self.fused((a, b), c, (product, addend), ty, to)
    }
    /// The negation at a node as that of a fused operation, if it is one and the sign of an exact zero does not matter.
    pub fn negated_fma(&mut self, w: Wn, to: To) -> Result<Option<Tn>> {
        let a = self.kid(w, 0)?;
        let unsigned = self.flags(a).contains(InstFlags::NSZ) || self.flags(w).contains(InstFlags::NSZ);
        match self.n(a).opr {
            Opr::Fma if unsigned && self.has_fused(self.n(w).ty) => self.fma(a, to, true).map(Some),
            _ => Ok(None),
        }
    }
}
