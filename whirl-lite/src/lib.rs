//! The intermediate representation of ocg, from LLVM IR text to WHIRL trees.
//!
//! * [`ir`]: the SSA form, with typed indices and no pointers between nodes;
//! * [`tree`]: WHIRL, trees of [`tree::Wn`] in an arena, the last form before machine operations.
//!
//! The order of work on a function is read, verify, optimise, legalise, optimise again, make trees.

pub mod abi;
pub mod alias;
pub mod analysis;
pub mod diag;
pub mod interp;
pub mod ir;
pub mod layout;
pub mod legalize;
pub mod ll;
pub mod mtype;
pub mod opt;
pub mod print;
pub mod target;
pub mod tree;
pub mod verify;
