//! Integer arithmetic.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, OverflowOp, UnOp};
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// integer arithmetic on x86.
    pub(super) fn int_binary(&mut self, _: Wn, _: BinOp, _: To) -> Result<Tn> {
        self.unsupported("integer arithmetic on x86")
    }
    /// an integer operator on x86.
    pub(super) fn int_unary(&mut self, _: Wn, _: UnOp, _: To) -> Result<Tn> {
        self.unsupported("an integer operator on x86")
    }
    /// a division on x86.
    pub(super) fn div_rem(&mut self, _: Wn, _: bool) -> Result<()> {
        self.unsupported("a division on x86")
    }
    /// an operation with overflow on x86.
    pub(super) fn overflow(&mut self, _: Wn, _: OverflowOp) -> Result<()> {
        self.unsupported("an operation with overflow on x86")
    }
}
