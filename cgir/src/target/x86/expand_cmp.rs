//! Comparisons and branches.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::IntPred;
use whirl_lite::tree::{WBlock, Wn};

impl Expander<'_> {
    /// a comparison on x86.
    pub(super) fn icmp_value(&mut self, _: Wn, _: IntPred, _: To) -> Result<Tn> {
        self.unsupported("a comparison on x86")
    }
    /// a conditional branch on x86.
    pub(super) fn cond_branch(&mut self, _: Wn, _: WBlock, _: WBlock, _: u32) -> Result<()> {
        self.unsupported("a conditional branch on x86")
    }
}
