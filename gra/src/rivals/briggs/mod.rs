//! `briggs`: optimistic graph colouring with iterated register coalescing.
//!
//! Chaitin's allocator ("Register allocation & spilling via graph coloring", PLDI 1982) removes nodes of low degree from
//! the interference graph and colours them in the opposite order. Briggs, Cooper and Torczon ("Improvements to graph
//! coloring register allocation", TOPLAS 16(3), 1994) remove a node of high degree as if it were low, and see only while
//! colouring whether a register is left; they coalesce conservatively, choose colours by what saves copies, and rebuild what
//! is cheaper to rebuild than to load. George and Appel ("Iterated register coalescing", TOPLAS 18(3), 1996) interleave
//! removing and coalescing ([`irc`]).
//!
//! What finds no colour is spilled everywhere: it lives in memory, with a tiny piece around each of its ops; then the graph
//! is built anew, until everything has a colour. A node of which part could not be coloured is taken apart again first. A
//! register that must be saved is not worth it for less than a save and a restore. What is still without a register after
//! [`ROUNDS`] is placed as `basic` would.

mod irc;
#[cfg(test)]
mod tests;

use super::graph::Graph;
use super::pieces::{Kind, Pieces, State};
use super::{Problem, basic, build, may_spill};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;

/// Graphs built at most.
const ROUNDS: u32 = 12;

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Briggs;

impl Allocate for Briggs {
    fn name(&self) -> &'static str {
        "briggs"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let mut pieces = Pieces::new(&p);
        let (mut rounds, mut spills, mut coalesced) = (0, 0, 0);
        loop {
            rounds += 1;
            let graph = Graph::new(&pieces)?;
            let colours = irc::colour(&pieces, graph);
            coalesced = coalesced.max(colours.coalesced);
            let spilled: Vec<_> = colours.spilled.into_iter().filter(|&q| can_spill(&pieces, q)).collect();
            if spilled.is_empty() || rounds == ROUNDS {
                for (piece, reg) in colours.regs {
                    pieces.list[piece].state = State::Reg(reg);
                }
                break;
            }
            spills += spilled.len() as u64;
            for q in spilled {
                pieces.spill(q);
            }
        }
        basic::place_rest(&mut pieces)?;
        let mut a = build::answer(&pieces)?;
        a.work.push(("briggs.rounds", u64::from(rounds)));
        a.work.push(("briggs.spilled", spills));
        a.work.push(("briggs.coalesced", coalesced));
        Ok(a)
    }
}

fn can_spill(pieces: &Pieces<'_, '_>, q: super::Piece) -> bool {
    pieces.list[q].kind == Kind::Main && may_spill(pieces, q)
}
