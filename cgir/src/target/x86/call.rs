//! Calls, entry and return, the stack.

use super::expand::{Expander, To};
use crate::func::Tn;
use targ_info::RegSet;
use targ_info::x86::reg;
use whirl_lite::diag::Result;
use whirl_lite::tree::{WBlock, WCall, Wn};

impl Expander<'_> {
    /// the entry of a function on x86.
    pub(super) fn entry(&mut self) -> Result<()> {
        self.unsupported("the entry of a function on x86")
    }
    /// a call on x86.
    pub(super) fn call(&mut self, _: WBlock, _: Wn, _: WCall, _: &[Wn]) -> Result<bool> {
        self.unsupported("a call on x86")
    }
    /// a return on x86.
    pub(super) fn ret(&mut self, _: Wn) -> Result<()> {
        self.unsupported("a return on x86")
    }
    /// a jump table on x86.
    pub(super) fn jump_table(&mut self, _: Wn, _: u32) -> Result<()> {
        self.unsupported("a jump table on x86")
    }
    /// an indirect jump on x86.
    pub(super) fn indirect_goto(&mut self, _: Wn, _: u32) -> Result<()> {
        self.unsupported("an indirect jump on x86")
    }
    /// dynamic stack memory on x86.
    pub(super) fn dynamic_alloca(&mut self, _: Wn, _: u8) -> Result<()> {
        self.unsupported("dynamic stack memory on x86")
    }
    /// the stack pointer as a value on x86.
    pub(super) fn stack_save(&mut self, _: Wn) -> Result<()> {
        self.unsupported("the stack pointer as a value on x86")
    }
    /// setting the stack pointer on x86.
    pub(super) fn stack_restore(&mut self, _: Wn) -> Result<()> {
        self.unsupported("setting the stack pointer on x86")
    }
    /// variable arguments on x86.
    pub(super) fn va_start(&mut self, _: Wn) -> Result<()> {
        self.unsupported("variable arguments on x86")
    }
    /// the frame address on x86.
    pub(super) fn frame_address(&mut self, _: u32, _: To) -> Result<Tn> {
        self.unsupported("the frame address on x86")
    }
    /// the return address on x86.
    pub(super) fn return_address(&mut self, _: u32, _: To) -> Result<Tn> {
        self.unsupported("the return address on x86")
    }
    /// a cycle counter on x86.
    pub(super) fn read_cycles(&mut self, _: Wn) -> Result<()> {
        self.unsupported("a cycle counter on x86")
    }
}

/// What a call destroys.
pub(super) fn clobbers(t: &targ_info::Target) -> RegSet {
    all_registers(t) - t.abi.callee_saved
}

/// All registers that values may live in, and the flags.
fn all_registers(t: &targ_info::Target) -> RegSet {
    let mut all = t.isa.reg(reg::EFLAGS).units;
    for c in t.isa.classes.iter().filter(|c| c.allocatable) {
        all |= c.units;
    }
    all - t.abi.reserved
}
