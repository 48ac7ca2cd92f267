//! Where arguments and results are, as the legaliser finds from the original types.
//!
//! A calling convention classifies each argument before its type is legalised; the legaliser then splits the value
//! into parts and notes one [`ArgLoc`] for each part. Conventions stand in `target/<t>/` of this crate.

use targ_info::PReg;

/// The place of one register-sized part of an argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgLoc {
    /// In a register.
    Reg(PReg),
    /// In the argument area, at this byte offset from the stack pointer at the call.
    Stack(u32),
    /// Not passed at all (an empty structure).
    Ignore,
}

/// What a function expects of its argument area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// Bytes of fixed stack arguments; the first variable stack argument follows.
    pub stack_bytes: u32,
    /// For variable arguments: registers that entry code stores side by side just below the argument area, in order,
    /// so that `va_arg` walks from them into the stack. Empty if the function takes no variable arguments.
    pub save_registers: Vec<PReg>,
    /// Bytes of the area that the function takes off the stack when it returns.
    pub popped: u32,
}
