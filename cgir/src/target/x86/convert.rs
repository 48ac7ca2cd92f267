//! Conversions.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::CastOp;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// a conversion on x86.
    pub(super) fn cast(&mut self, _: Wn, _: CastOp, _: To) -> Result<Tn> {
        self.unsupported("a conversion on x86")
    }
}

impl Expander<'_> {
    /// Is a conversion one that costs nothing, so that its operand's register can be its own?
    pub(super) fn is_free(&self, _: Wn, _: CastOp) -> bool {
        false
    }
}
