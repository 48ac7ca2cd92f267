//! Analyses of CGIR that every phase shares: flow graph, dominators, loops, liveness, frequencies.
//!
//! Each is computed from a [`crate::func::Func`] and is a plain value afterwards. None of them follows later edits of
//! the function by itself: a pass that edits says so ([`liveness::Liveness::invalidate`]) or computes anew. All are
//! near linear in the size of the function.

pub mod cfg;
pub mod dom;
pub mod dump;
pub mod freq;
pub mod liveness;
pub mod loops;
pub mod reglive;
pub mod walk;

pub use cfg::Cfg;
pub use dom::DomTree;
pub use liveness::{GtnSet, Liveness};
pub use loops::{LoopId, Loops};
pub use reglive::RegLiveness;
pub use walk::{RegWalk, TnWalk};
