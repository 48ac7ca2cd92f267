//! CGIR: the machine-level form, and what every phase on it shares.
//!
//! * [`func`]: TNs, OPs, BBs and the function that holds them, in entity maps;
//! * [`pass`]: what a pass is given (target, options, fuel, counters);
//! * `expansion`: trees become ops, as far as that is the same for all targets;
//! * [`target`]: the hooks that a target fills in: patterns of expansion, spill code, frames, branches;
//! * [`analysis`]: flow graph, dominators, loops, liveness, frequencies;
//! * [`text`]: the text form, printed and read back;
//! * [`verify`]: the verifier;
//! * [`depgraph`]: the dependence graph of a block, its cost and pressure;
//! * [`overlap`]: how two accesses of memory lie to each other;
//! * [`random`]: random valid functions, for tests;
//! * [`testing`]: a toy target for tests;
//! * [`alloc`]: the allocator interface: an allocator answers, this crate checks, applies and prices the answer.
//!
//! Everything that an op reads or writes is an operand (literals, symbols and labels are TNs too), constrained by the
//! op's row in the target's tables, or for variadic operands by its [`func::OpExtra`].

pub mod alloc;
pub mod analysis;
pub mod depgraph;
mod expansion;
pub mod func;
pub mod hoist;
mod incoming;
pub mod overlap;
pub mod pass;
pub mod random;
pub mod saves;
pub mod scavenge;
pub mod slots;
pub mod target;
pub mod testing;
pub mod text;
pub mod verify;
