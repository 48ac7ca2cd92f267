//! RISC-V.

pub mod modifier;
