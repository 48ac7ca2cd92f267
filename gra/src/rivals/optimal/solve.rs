//! Solves a program by a published solver: microlp, branch and bound over a dual simplex, in Rust.
//!
//! What decides the answer is work: a number of nodes of the search, so that the same input has the same answer. Time is a
//! second limit, for relaxations that take too long by themselves; who meets it says so.

use super::program::Program;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, SolveOutcome, TerminationReason, Variable};
use std::time::Duration;

/// How far a solution has been proven.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stop {
    /// To the end.
    Optimal,
    /// The limit of nodes was met.
    Nodes,
    /// The limit of time was met.
    Time,
    /// The solver failed.
    Failed,
}

/// What a solver found.
pub(super) struct Solved {
    /// No solution costs less.
    pub bound: f64,
    /// The best solution, by unknown.
    pub values: Option<Vec<f64>>,
    pub stop: Stop,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub nodes: u64,
    pub time: Duration,
}

/// What a bound may be off by, relatively: the solver computes in floating point.
const SLACK: f64 = 1e-6;

/// Solves a program, whose costs are not negative.
pub(super) fn solve(p: &Program, limits: Limits) -> Solved {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let vars: Vec<Variable> = p
        .cols
        .iter()
        .map(|&(cost, most, integral)| match integral {
            true if most == 1.0 => problem.add_binary_var(cost),
            true => problem.add_integer_var(cost, (0, most as i32)),
            false => problem.add_var(cost, (0.0, most)),
        })
        .collect();
    for (row, limit) in &p.rows {
        problem.add_constraint(row.iter().map(|&(c, x)| (vars[c as usize], x)), ComparisonOp::Ge, *limit);
    }
    let mut options = SolveOptions::default();
    options.node_limit = Some(limits.nodes);
    options.time_limit = Some(limits.time);
    let failed = |stop| Solved { bound: 0.0, values: None, stop };
    let Ok(outcome) = problem.solve_with(options) else { return failed(Stop::Failed) };
    let stats = outcome.stats();
    let stop = match outcome.termination_reason() {
        TerminationReason::ProvenOptimal | TerminationReason::MipGap => Stop::Optimal,
        TerminationReason::NodeLimit => Stop::Nodes,
        _ => Stop::Time,
    };
    let values = match &outcome {
        SolveOutcome::Solution(s) => Some(vars.iter().map(|&v| s.var_value(v)).collect()),
        SolveOutcome::Interrupted(_) => None,
    };
    let bound = match (&outcome, stop) {
        (SolveOutcome::Solution(s), Stop::Optimal) => s.objective(),
        _ => stats.best_bound.unwrap_or(0.0),
    };
    Solved { bound: (bound * (1.0 - SLACK)).max(0.0), values, stop }
}
