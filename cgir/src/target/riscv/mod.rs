//! RISC-V: expansion of trees, hooks, frames.
//!
//! [`hooks`] is what phases see. Expansion: `expand` holds this target's state and makes constants, `consts` finds the chains of ops
//! that make them, `expand_int`, `expand_bits`, `convert`, `expand_cmp`, `select`, `expand_float`, `expand_mem`, `call`, `atomics`
//! and `asm` are families of operators, `demand` finds which upper halves matter, `machine` says which instructions there are.
//! Later: `frame` lays out frames, `pseudo` expands pseudo ops, `fold` evaluates rows on constants.

mod asm;
mod atomics;
mod call;
pub mod consts;
mod convert;
mod demand;
mod expand;
mod expand_bits;
mod expand_cmp;
mod expand_float;
mod expand_int;
mod expand_mem;
mod fold;
mod frame;
pub mod hooks;
pub mod machine;
pub mod modifier;
mod pseudo;
mod select;

pub use hooks::{RISCV32, RISCV64, RiscV};
