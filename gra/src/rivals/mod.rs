//! Rival allocators: what others have published, on the same code, behind the same interface.
//!
//! They work on whole live intervals at the granularity of instructions, unlike GRA, whose unit is the block. What they
//! share stands here once:
//! * [`points`]: numbers of program points;
//! * [`intervals`]: live segments, references, fixed registers and clobbers of a function: the [`Problem`];
//! * [`pieces`]: parts of values with one place each, and how to split and spill them;
//! * [`matrix`]: which piece has which register unit where;
//! * [`build`]: from pieces with places to an answer: copies, reloads, and stores where they cost least.
//!
//! An allocator makes a [`Problem`] and its [`Pieces`], gives every piece a place, and calls [`build::answer`]. It need not
//! know of ties, fixed operands, edges, stores or rematerialisation. Whatever it does, tiny pieces can be placed in
//! the end: [`Matrix::rescue`](matrix::Matrix::rescue).
//!
//! The allocators:
//! * [`basic`]: LLVM's RegAllocBasic: by spill weight, spill everywhere;
//! * [`greedy`]: LLVM's RAGreedy: eviction and splitting;
//! * [`linearscan`]: linear scan with lifetime holes and splitting;
//! * [`fast`]: block by block, as at -O0;
//! * [`briggs`]: optimistic graph colouring, iterated coalescing, on the graph of [`graph`];
//! * [`chordal`]: spills by furthest next use, then colours values in SSA form;
//! * [`pbqp`]: a quadratic problem, reduced, on the same graph;
//! * [`optimal`]: an integer program, solved, with a proof of how good the answer is;
//! * [`ra2`]: the regalloc2 crate, which has its own idea of all that and shares none of it.

pub mod basic;
pub mod briggs;
pub mod build;
pub mod chordal;
pub mod fast;
mod graph;
pub mod greedy;
pub mod intervals;
pub mod linearscan;
pub mod matrix;
pub mod optimal;
pub mod pbqp;
pub mod pieces;
pub mod points;
pub mod ra2;
mod sets;
pub mod uses;

#[cfg(test)]
mod tests;

pub use basic::Basic;
pub use briggs::Briggs;
pub use chordal::Chordal;
pub use fast::Fast;
pub use greedy::Greedy;
pub use intervals::Problem;
pub use linearscan::LinearScan;
pub use optimal::Optimal;
pub use pbqp::Pbqp;
pub use pieces::{Piece, Pieces};

/// May a main piece go to memory?
fn may_spill(pieces: &Pieces<'_, '_>, piece: Piece) -> bool {
    pieces.p.nature[pieces.list[piece].tn] == intervals::Nature::Normal
}
