//! `optimal`: allocation as an integer program, with a proof of how good its answer is.
//!
//! Goodwin and Wilken ("Optimal and Near-optimal Global Register Allocation Using 0-1 Integer Programming", Software: Practice
//! and Experience 26(8), 1996) made allocation, spilling and splitting one 0-1 program over all points and registers; Fu and
//! Wilken ("A Faster Optimal Register Allocator", MICRO 2002) reduced it by what dominates what; Appel and George ("Optimal
//! Spilling for CISC Machines", PLDI 2001) took the choice of registers out: it is decided where each value is in a register
//! and where in memory, so that no point has more values than registers, and registers are found afterwards, with copies.
//! Colombet, Brandner and Darte ("Studying Optimal Spilling in the Light of SSA", ACM TACO 11(4), 2014) compare such programs;
//! Castañeda Lozano, Carlsson, Blindell and Schulte ("Combinatorial Register Allocation and Instruction Scheduling", ACM TOPLAS
//! 41(3), 2019) solve the whole by constraints. This is Appel and George's way, with callee-saved registers and the frame in
//! the same program: whether a call's survivors are saved, spilled, or rebuilt is one decision.
//!
//! The steps, one module each:
//! * [`files`]: what competes for the same registers;
//! * [`model`]: where values are live, at what price they can be in memory, and how many fit where;
//! * [`program`]: reductions, and the 0-1 programs;
//! * [`solve`]: a published solver, within limits;
//! * [`place`], [`assign`], [`matching`]: registers for what the solution keeps in them.
//!
//! # What is proven
//!
//! The *cost* of an answer is executed spills, reloads, saves and restores, and values rebuilt at [`REMAT`] each, by block
//! frequency; saves and restores are those that the save placement pass would make of it. The *bound* is a proof that no
//! answer of this space costs less:
//! * ops keep their order and form, and none is deleted but definitions of values that are rebuilt; each TN has a slot of its own, or is rebuilt by its definition;
//! * values are loaded, stored, moved and rebuilt at any point, within blocks too, and on edges;
//! * copies are free, as they are no memory operations. [`assign`] keeps them few, and they are counted like all copies.
//!
//! It is a bound from below: where classes are narrower than files, on edges where nothing can stand, and where the frame
//! could move to a rarer block, the program may allow a little more than registers or frames really do. So the cost can lie
//! above the bound although the program is solved; [`Proof`] has both. An answer of the local allocator that reorders a block,
//! or deletes dead ops, is outside of the space.
//!
//! What the allocator that it is compared with (gra) answers is the first candidate, so that the answer never costs more.
//! Functions with more ops than `-optimal-max-ops`, and programs with more than [`MOST_UNKNOWNS`] unknowns, are left to it. The
//! search ends after so many nodes ([`MOST_NODES`]), the same in every run; `-optimal-time-limit` is a backstop, and who met it
//! says so.

mod assign;
mod files;
mod matching;
mod model;
mod place;
mod program;
mod solve;
#[cfg(test)]
mod tests;

use super::Problem;
use super::chordal::spill::Resident;
use super::intervals::Nature;
use crate::priority::REMAT;
use cgir::alloc::apply::apply;
use cgir::alloc::price::{Proof, ProofEnd, price};
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use model::Model;
use place::Solution;
use program::Part;
use solve::{Limits, Solved, Stop};
use std::time::{Duration, Instant};
use targ_info::RegSet;

/// Nodes of the search for one program.
const MOST_NODES: u64 = 2000;
/// Unknowns of a program beyond which it is not solved: the relaxation alone takes too long.
const MOST_UNKNOWNS: usize = 15_000;
/// Costs that differ by no more are the same: frequencies have single precision.
const SAME: f64 = 1e-5;

/// Another allocator's way to answer.
pub type Base<'b> = dyn FnMut(&Func, &PassCx<'_>) -> Result<Answer, AllocError> + 'b;

/// The allocator. What it must not be worse than, and what takes large functions, is handed in.
pub struct Optimal<'b>(pub Box<Base<'b>>);

impl Allocate for Optimal<'_> {
    fn name(&self) -> &'static str {
        "optimal"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let base = self.0(f, cx)?;
        let number = |name, default: f64| cx.policy(name, "").parse().unwrap_or(default);
        let most = number("optimal-max-ops", 1000.0);
        let seconds = number("optimal-time-limit", 20.0).clamp(0.0, 1e6);
        let ops = f.layout.iter().map(|&b| f.bb_ops(b).count()).sum::<usize>();
        let mut best = Candidate::new(f, cx, base)?;
        let (bound, end) = if ops as f64 > most {
            (0.0, ProofEnd::TooLarge)
        } else {
            search(f, cx, Duration::from_secs_f64(seconds), &mut best)
        };
        let proof = Proof { cost: best.cost, bound: bound.min(best.cost), end };
        cx.trace(|| format!("{}: optimal: {proof}", f.name));
        let mut answer = best.answer;
        let count = match end {
            ProofEnd::Complete if proof.is_tight() => "optimal.proven",
            ProofEnd::Complete => "optimal.solved-not-met",
            ProofEnd::WorkLimit => "optimal.work-limits-met",
            ProofEnd::TimeLimit => "optimal.time-limits-met",
            ProofEnd::TooLarge => "optimal.too-large",
            ProofEnd::Failed => "optimal.not-solved",
        };
        answer.work.push((count, 1));
        answer.proof = Some(proof);
        Ok(answer)
    }
}

/// What an answer costs, in executed memory operations: spills, reloads, the saves and restores that it brings, and values
/// rebuilt at their price.
pub fn cost(f: &Func, cx: &PassCx<'_>, answer: &Answer) -> Result<f64, AllocError> {
    let asked = price(f, cx, answer);
    let mut applied = f.clone();
    apply(&mut applied, cx, answer)?;
    let saved: f64 = cgir::saves::price(&applied, cx).iter().map(|c| c.executed).sum();
    Ok(asked.memory() + saved + f64::from(REMAT) * asked.remats.executed)
}

/// An answer and what it costs.
struct Candidate {
    answer: Answer,
    cost: f64,
    copies: f64,
}

impl Candidate {
    fn new(f: &Func, cx: &PassCx<'_>, answer: Answer) -> Result<Candidate, AllocError> {
        let cost = cost(f, cx, &answer)?;
        let copies = price(f, cx, &answer).all_copies();
        Ok(Candidate { answer, cost, copies })
    }
    fn is_better(&self, than: &Candidate) -> bool {
        let same = (self.cost - than.cost).abs() <= SAME * than.cost.max(1.0);
        if same { self.copies < than.copies } else { self.cost < than.cost }
    }
}

/// Looks for a better answer; the bound, and how the search ended.
fn search(f: &Func, cx: &PassCx<'_>, time: Duration, best: &mut Candidate) -> (f64, ProofEnd) {
    let start = Instant::now();
    let p = Problem::new(f, cx);
    let m = model::read(&p);
    let mut bound = m.forced.0 as f64 * m.forced.1;
    let mut end = ProofEnd::Complete;
    let mut solved = Vec::new();
    for part in program::programs(&m) {
        if part.program.cols.len() > MOST_UNKNOWNS {
            end = end.max(ProofEnd::TooLarge);
            continue;
        }
        let s = solve::solve(&part.program, Limits { nodes: MOST_NODES, time: time.saturating_sub(start.elapsed()) });
        bound += s.bound;
        end = end.max(match s.stop {
            Stop::Optimal => ProofEnd::Complete,
            Stop::Nodes => ProofEnd::WorkLimit,
            Stop::Time => ProofEnd::TimeLimit,
            Stop::Failed => ProofEnd::Failed,
        });
        solved.push((part, s));
    }
    // What a solver has found by the clock must not decide the answer.
    let whole = matches!(end, ProofEnd::Complete | ProofEnd::WorkLimit);
    if whole && let Some(solution) = solution(&p, &m, &solved) {
        for answer in place::answers(&p, &m, &solution) {
            // An answer that cannot be made is none: colouring may leave a piece that only memory could take.
            if let Some(c) = answer.ok().and_then(|a| Candidate::new(f, cx, a).ok()).filter(|c| c.is_better(best)) {
                *best = c;
            }
        }
    }
    (bound, end)
}

/// What the unknowns say of the function.
fn solution(p: &Problem<'_>, m: &Model, solved: &[(Part, Solved)]) -> Option<Solution> {
    let mut outside = vec![false; m.stretches.len()];
    let mut framed: Vec<bool> = m.levels.iter().map(|&l| l <= m.forced.1).collect();
    let mut saved = vec![0; m.saves.len()];
    for (part, s) in solved {
        let values = s.values.as_ref()?;
        let is_set = |c: u32| values[c as usize] > 0.5;
        part.outside.iter().for_each(|&(n, c)| outside[n as usize] = is_set(c));
        part.saves.iter().for_each(|&(n, c)| saved[n as usize] = values[c as usize].round() as usize);
        part.frame.iter().zip(&mut framed).for_each(|(c, f)| *f |= c.is_some_and(is_set));
    }
    let mut resident = Resident::new();
    for (s, outside) in m.stretches.iter().zip(outside) {
        if !outside && p.nature[s.tn] == Nature::Normal {
            resident[s.tn].push(s.seg);
        }
    }
    for &t in &p.tns {
        resident[t] = program::joined(std::mem::take(&mut resident[t]));
    }
    let unsaved = |k: usize| {
        let mine: Vec<usize> = (0..m.levels.len() as u32).map(|l| saved[m.saves_of(k, l) as usize]).collect();
        let most = mine.iter().copied().max().unwrap_or(0);
        let mut map: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        for (&b, &level) in p.f.layout.iter().zip(&m.level_of_block) {
            let level = level as usize;
            // Where the frame is set up all saved registers are there.
            let here = framed[level] || mine[level..].iter().any(|&n| n > 0);
            map[b] = m.files[k].beyond(if here { most } else { 0 });
        }
        map
    };
    let unsaved = (0..m.files.len()).map(unsaved).collect();
    Some(Solution { resident, unsaved })
}
