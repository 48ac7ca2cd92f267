//! x86: expansion of trees, hooks, frames.
//!
//! [`hooks`] is what phases see. Expansion: `expand` holds this target's state and appends ops, `expand_int`, `expand_bits`,
//! `convert`, `expand_cmp`, `select`, `expand_float`, `expand_x87`, `expand_mem`, `expand_addr`, `call`, `atomics` and `asm` are families of operators, `addr` is
//! the compound operand that names memory, `machine` says which instructions there are, `cond` numbers conditions. Later: `frame` lays out frames, `pseudo`
//! expands pseudo ops, `products` merges halves of products before, `clear` finds extensions of what is extended already, `push` passes arguments by pushes.
//!
//! Conventions that all these files keep:
//! * a truth value and an integer of up to 32 bits live in 32-bit registers (`gr32`), with nothing known of the upper half of the
//!   64-bit register; truth values are 0 or 1. 64-bit integers and pointers of x86-64 live in `gr64`. An `i8` or `i16` TN is a byte
//!   or word register, which only exist where an instruction wants one;
//! * views of one register are made by `p.low*`, `p.wide*` and `p.zext32`, which cost nothing where both sides share a register;
//! * memory is five operands of a row, in the order of the tables' `compound mem`: see [`addr::Addr`];
//! * the flags are operands: the dedicated TN of `eflags`, which [`expand::Own`] puts where the row wants it. Expansion
//!   keeps no flags alive over a block's end, nor over an op whose row defines them; a comparison that a block with one
//!   predecessor would repeat goes later, so from then on `flags` says where they are live.

mod addr;
mod asm;
mod atomics;
mod call;
mod clear;
pub mod cond;
pub mod consts;
mod convert;
mod expand;
mod expand_addr;
mod expand_bits;
mod expand_cmp;
mod expand_float;
mod expand_int;
mod expand_mem;
mod expand_vec;
mod expand_vec_lanes;
mod expand_vec_ops;
mod expand_vec_shuffle;
mod expand_x87;
mod expand_x87_pairs;
mod flags;
mod frame;
pub mod hooks;
pub mod machine;
pub mod modifier;
mod pairs;
mod products;
mod pseudo;
mod push;
mod select;
mod stack;
mod vex;

pub use hooks::{I386, X86, X86_64};
