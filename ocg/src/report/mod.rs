//! What a run tells of itself: `-stats`, `-time-passes`, and the comparison of allocators.
//!
//! A [`Report`] is what was measured while compiling under one allocator: one a function, merged in order, so that it does
//! not depend on threads. [`Measured`] is all of a run, an allocator each; [`text`] prints it for people, [`json`] for
//! programs. Everything is deterministic but times, which appear only where they are asked for, in sections of their own.

pub mod compare;
pub mod json;
pub mod text;

use crate::measure::FuncStats;
use std::collections::BTreeMap;
use std::time::Duration;

/// A step within a pass: the pass, what is at work, and the step (`regalloc`, `gra`, `answer`).
pub type Step = (&'static str, String, &'static str);

/// What was measured while compiling under one allocator.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Time in each pass, by name.
    pub times: BTreeMap<&'static str, Duration>,
    /// Time in steps of passes, which is part of the pass's time.
    pub steps: BTreeMap<Step, Duration>,
    /// Counters by name.
    pub counters: BTreeMap<&'static str, u64>,
    /// Functions in order.
    pub functions: Vec<FuncStats>,
    /// Functions that the allocator could not do, each with the reason.
    pub failed: Vec<(String, String)>,
    /// Functions that the allocator left to GRA, whole or in some classes, each with the reason.
    pub left: Vec<(String, String)>,
}

impl Report {
    /// Adds time to a pass.
    pub fn spent(&mut self, pass: &'static str, time: Duration) {
        *self.times.entry(pass).or_default() += time;
    }
    /// Adds time to a step of a pass.
    pub fn spent_on(&mut self, step: Step, time: Duration) {
        *self.steps.entry(step).or_default() += time;
    }
    /// Adds another report.
    pub fn merge(&mut self, other: Report) {
        for (k, v) in other.times {
            *self.times.entry(k).or_default() += v;
        }
        for (k, v) in other.steps {
            *self.steps.entry(k).or_default() += v;
        }
        for (k, v) in other.counters {
            *self.counters.entry(k).or_default() += v;
        }
        self.functions.extend(other.functions);
        self.failed.extend(other.failed);
        self.left.extend(other.left);
    }
    /// What was left to GRA: each reason, with the number of its functions and the first one.
    pub fn left_to_gra(&self) -> Vec<(&str, usize, &str)> {
        let mut list: Vec<(&str, usize, &str)> = Vec::new();
        for (function, why) in &self.left {
            match list.iter_mut().find(|l| l.0 == why) {
                Some(l) => l.1 += 1,
                None => list.push((why, 1, function)),
            }
        }
        list
    }
    /// Sums over all functions; a function's entry executes once.
    pub fn total(&self) -> FuncStats {
        let mut total = FuncStats { name: "total".into(), ..FuncStats::default() };
        self.functions.iter().for_each(|f| total.merge(f));
        total
    }
    /// Time before allocation, which all allocators share; it is in the first one's report.
    pub fn shared_time(&self) -> Duration {
        self.times.iter().filter(|(pass, _)| is_shared(pass)).map(|(_, t)| *t).sum()
    }
    /// Time from allocation on.
    pub fn own_time(&self) -> Duration {
        self.times.iter().filter(|(pass, _)| !is_shared(pass)).map(|(_, t)| *t).sum()
    }
    /// Time that the allocator itself took: its answers.
    pub fn allocation_time(&self) -> Duration {
        self.steps.iter().filter(|(s, _)| crate::regalloc::ANSWERS.contains(&s.2)).map(|(_, t)| *t).sum()
    }
}

/// Does a pass come before allocation? What is no pass (reading, verifying, writing) happens once, too.
fn is_shared(pass: &str) -> bool {
    crate::pipeline::find(pass) < crate::pipeline::find("regalloc")
}

/// All that a run measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// For each allocator, its name and what was measured; the first made the output. What happens before allocation
    /// happens once and is counted there.
    pub allocators: Vec<(String, Report)>,
    /// The target, as `triple, processor, ABI`.
    pub target: String,
    /// The optimisation level.
    pub opt_level: u8,
}

impl Measured {
    /// The report of the first allocator.
    pub fn first(&self) -> Option<&Report> {
        self.allocators.first().map(|a| &a.1)
    }
}
