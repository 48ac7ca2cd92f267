//! Atomic operations.

use super::expand::Expander;
use whirl_lite::diag::Result;
use whirl_lite::ir::{Ordering, RmwOp};
use whirl_lite::tree::{Mem, Wn};

impl Expander<'_> {
    /// an atomic operation on x86.
    pub(super) fn atomic_rmw(&mut self, _: Wn, _: RmwOp, _: &Mem) -> Result<()> {
        self.unsupported("an atomic operation on x86")
    }
    /// an atomic exchange on x86.
    pub(super) fn cmpxchg(&mut self, _: Wn, _: &Mem, _: Ordering) -> Result<()> {
        self.unsupported("an atomic exchange on x86")
    }
    /// a fence on x86.
    pub(super) fn fence(&mut self, _: Ordering, _: bool) -> Result<()> {
        self.unsupported("a fence on x86")
    }
}
