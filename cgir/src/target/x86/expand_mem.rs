//! Loads, stores and addresses.

use super::addr::Addr;
use super::expand::{Expander, To};
use crate::func::SymRef;
use crate::func::Tn;
use whirl_lite::diag::Result;
use whirl_lite::ir::Extend;
use whirl_lite::tree::{Mem, Wn};

impl Expander<'_> {
    /// an address on x86.
    pub(super) fn address(&mut self, _: Wn) -> Result<Addr> {
        self.unsupported("an address on x86")
    }
    /// an address as a value on x86.
    pub(super) fn address_value(&mut self, _: Wn, _: To) -> Result<Tn> {
        self.unsupported("an address as a value on x86")
    }
    /// the address of a symbol on x86.
    pub(super) fn symbol_value(&mut self, _: SymRef, _: i64, _: To) -> Result<Tn> {
        self.unsupported("the address of a symbol on x86")
    }
    /// a load on x86.
    pub(super) fn load(&mut self, _: Wn, _: &Mem, _: Extend, _: To) -> Result<Tn> {
        self.unsupported("a load on x86")
    }
    /// a store on x86.
    pub(super) fn store(&mut self, _: Wn, _: &Mem) -> Result<()> {
        self.unsupported("a store on x86")
    }
    /// a prefetch on x86.
    pub(super) fn prefetch(&mut self, _: Wn, _: bool, _: u8, _: bool) -> Result<()> {
        self.unsupported("a prefetch on x86")
    }
    /// the thread pointer on x86.
    pub(super) fn thread_pointer(&mut self, _: To) -> Result<Tn> {
        self.unsupported("the thread pointer on x86")
    }
}
