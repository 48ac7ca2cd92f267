//! Analyses of the SSA form: control flow and dominators, loops, branch probabilities.
//!
//! Each is computed once from a [`crate::ir::Function`] and is a plain value afterwards; a pass that changes the control
//! flow computes it again. All of them are near linear in the size of the function.

pub mod dom;
pub mod freq;
pub mod known_bits;
pub mod loops;
