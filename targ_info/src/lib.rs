//! What a machine is, as tables.
//!
//! Three questions are kept apart, as in Open64's targ_info: the *ISA* (registers, classes, operand kinds, instructions
//! and their encodings), the *ABI* (which registers carry what across calls), and the *processor* (units and
//! latencies). Each is answered by text files (`isa/`, `abi/`, `proc/`) which the build script turns into the static
//! tables whose types stand in this crate. Every other crate asks these tables and never the name of a target.
//!
//! Invariants:
//! * a physical register is a set of register *units*; two registers alias exactly when their units intersect;
//! * whatever an instruction reads or writes is an operand of its row, flags and control registers included;
//! * results come first in the operand list of a row, then operands.

pub mod code;
pub mod desc;
pub mod layout;
pub mod load;
mod regset;
mod tables;
mod target;

pub use layout::{Alternative, Cond, FieldBits, FieldValue, Layout, Placed};
pub use regset::{RegSet, RegSetIter, Unit};
pub use tables::*;
pub use target::*;

include!(concat!(env!("OUT_DIR"), "/isas.rs"));

/// The toy machine of the generator's tests.
#[cfg(test)]
#[allow(missing_docs, dead_code)]
mod toy {
    include!(concat!(env!("OUT_DIR"), "/toy.rs"));
}
