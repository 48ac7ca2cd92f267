//! `pbqp`: allocation as a partitioned Boolean quadratic problem.
//!
//! Each piece chooses one of its options: memory (option 0, at the price of its executed references) or a register. Options
//! have costs, and so has each pair of options of two pieces: infinite where their registers overlap, negative where one
//! register for both makes a copy vanish. What is sought is the choice of least sum. Scholz and Eckstein ("Register
//! allocation for irregular architectures", LCTES 2002) reduce the graph of such costs: nodes without, with one, or with two
//! edges without loss (R0, RI, RII); Hames and Scholz ("Nearly optimal register allocation with PBQP", JMLC 2006) remove of
//! the others (RN) first those which will find a register whatever their neighbours choose, then what costs least in memory
//! for its edges, and let it choose on the way back ([`solve`]).
//!
//! As in LLVM, whose allocator of this name follows the same papers, pieces that chose memory get tiny pieces and the problem
//! is posed anew, until none does. What then is still without a register is placed as `basic` would.

mod solve;
#[cfg(test)]
mod tests;

use super::graph::Graph;
use super::pieces::{Kind, Pieces, State};
use super::{Problem, basic, build, may_spill};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;

/// Problems posed at most.
const ROUNDS: u32 = 12;

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pbqp;

impl Allocate for Pbqp {
    fn name(&self) -> &'static str {
        "pbqp"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let mut pieces = Pieces::new(&p);
        let mut work = solve::Work::default();
        let mut rounds = 0;
        loop {
            rounds += 1;
            let graph = Graph::new(&pieces)?;
            let chosen = solve::solve(&pieces, &graph, &mut work)?;
            let can_spill = |n: &usize| {
                let q = graph.nodes[*n].piece;
                pieces.list[q].kind == Kind::Main && may_spill(&pieces, q)
            };
            let memory = |n: &usize| chosen[*n] == Some(0);
            let spilled: Vec<_> = (0..chosen.len()).filter(memory).filter(can_spill).collect();
            if spilled.is_empty() || rounds == ROUNDS {
                for (n, c) in chosen.iter().enumerate() {
                    if let Some(number) = c.and_then(|c| c.checked_sub(1)) {
                        pieces.list[graph.nodes[n].piece].state = State::Reg(graph.reg(n as u32, number));
                    }
                }
                break;
            }
            for n in spilled {
                pieces.spill(graph.nodes[n].piece);
            }
        }
        basic::place_rest(&mut pieces)?;
        let mut a = build::answer(&pieces)?;
        a.work.push(("pbqp.problems", u64::from(rounds)));
        a.work.push(("pbqp.reduced-exactly", work.exact));
        a.work.push(("pbqp.reduced-safely", work.safe));
        a.work.push(("pbqp.reduced-heuristically", work.heuristic));
        Ok(a)
    }
}
