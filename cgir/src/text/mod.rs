//! The text form of CGIR: what `-print-after=` and `-stop-after=` write and `-run-pass=` reads.
//!
//! `parse(print(f))` gives `f` back ([`equal::same`]) but for numbers of ops, for dead entities and for places in the
//! input: ops of a parsed function stand where the text has them. Numbers of virtual TNs, blocks and frame objects stay.
//!
//! ```text
//! declare @g                       # a function symbol; `variable @x` for others
//! func @f {
//!   allocated                      # states: allocated, laid_out
//!   frame0: local size 16 align 3  # also spill, saved %s0, incoming 8, outgoing, emergency; `offset -16`
//!   info calls outgoing 16         # what else is known of the frame
//!   incoming 16 save %a6 %a7
//!   alias1: frame0 private offset 8 size 8 constant
//!   pool0: align 3 bytes "000102"
//!   table0: bb1 bb2
//! bb0 freq 1 -> bb1 0.5, bb2 0.5:
//!   tn1:gpr.i64{%a0} = p.entry
//!   tn2:gpr.i64 = addi tn1, %lo(@x+8) ; remat
//!   ld tn3, sp, frame0+8           ; reload alias 1
//! remat:                           # ops in no block, by which values are rebuilt
//! }
//! ```
//!
//! A TN is `tn` and a number, with class and type at each definition; a dedicated one is `%` and its register, with class
//! and type unless they are the usual ones. Symbols are `@name`, `lib(memcpy)`, `pool0`, `table0`, `addr(bb1)`, each
//! with an offset and in a modifier (`%hi(@x+8)`). Constraints of variadic operands follow them in braces: `{%a0}` this
//! register, `{gpr}` any of the class, `{=1 gpr}` equal to list entry 1, `{}` none. Behind `;` stand flags, `alias 3`,
//! `remat`, and what [`crate::func::OpExtra`] has. `#` begins a comment.

pub mod equal;
mod lex;
mod names;
mod parse;
mod parse_op;
mod print;

pub use equal::same;
pub(crate) use names::usual_type;
pub use parse::parse;
pub(crate) use print::variadic_index;
pub use print::{Printer, print, print_file};

#[cfg(test)]
mod tests;
