//! Values chosen by conditions.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// a select on x86.
    pub(super) fn select(&mut self, _: Wn, _: To) -> Result<Tn> {
        self.unsupported("a select on x86")
    }
}

impl Expander<'_> {
    /// Expands a run of selects by one condition at the start of a list of statements: how many it took, 0 if none.
    pub(super) fn select_group(&mut self, _: &[Wn]) -> Result<usize> {
        Ok(0)
    }
}
