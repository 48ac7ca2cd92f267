//! Logic, shifts, rotations.

use super::expand::{Expander, To};
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// a funnel shift on x86.
    pub(super) fn funnel(&mut self, _: Wn, _: bool, _: To) -> Result<Tn> {
        self.unsupported("a funnel shift on x86")
    }
}
