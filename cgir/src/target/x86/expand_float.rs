//! Floating point in SSE registers.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, FloatPred, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// floating-point arithmetic on x86.
    pub(super) fn float_binary(&mut self, _: Wn, _: BinOp, _: To) -> Result<Tn> {
        self.unsupported("floating-point arithmetic on x86")
    }
    /// a floating-point operator on x86.
    pub(super) fn float_unary(&mut self, _: Wn, _: UnOp, _: To) -> Result<Tn> {
        self.unsupported("a floating-point operator on x86")
    }
    /// a floating-point comparison on x86.
    pub(super) fn fcmp_value(&mut self, _: Wn, _: FloatPred, _: bool, _: To) -> Result<Tn> {
        self.unsupported("a floating-point comparison on x86")
    }
    /// a fused multiplication on x86.
    pub(super) fn fma(&mut self, _: Wn, _: To, _: bool) -> Result<Tn> {
        self.unsupported("a fused multiplication on x86")
    }
    /// a floating-point constant on x86.
    pub(super) fn float_constant(&mut self, _: MType, _: u64, _: To) -> Result<Tn> {
        self.unsupported("a floating-point constant on x86")
    }
}
