//! Inline assembly.

use super::expand::Expander;
use whirl_lite::diag::Result;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    /// inline assembly on x86.
    pub(super) fn inline_asm(&mut self, _: Wn, _: u32) -> Result<()> {
        self.unsupported("inline assembly on x86")
    }
}
