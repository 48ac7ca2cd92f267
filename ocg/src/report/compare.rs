//! Allocators side by side: `-regalloc=a,b,c` and `ocg bench`.

use super::text::{executed, fitting, ratio};
use super::{Measured, Report};
use crate::measure::FuncStats;
use cgir::alloc::price::{Cost, Kind, ProofEnd};
use std::fmt::Write;

/// What is compared, with its name.
type Measure = (&'static str, fn(&FuncStats) -> Cost);

/// Rows of the total.
const TOTALS: [Measure; 11] = [
    ("memory", |f| f.code.memory_ops()),
    ("spills", |f| f.code.of(Kind::Spill)),
    ("reloads", |f| f.code.of(Kind::Reload)),
    ("saves", |f| f.code.of(Kind::Save)),
    ("restores", |f| f.code.of(Kind::Restore)),
    ("remats", |f| f.code.of(Kind::Remat)),
    ("copies", |f| f.code.of(Kind::Copy)),
    ("kept copies", |f| f.code.of(Kind::Kept)),
    ("instructions", |f| f.insts),
    ("code bytes", |f| Cost { count: f.code_bytes, executed: 0.0 }),
    ("frame bytes", |f| Cost { count: f.frame_bytes, executed: 0.0 }),
];

/// How the comparison is printed.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Functions appear if an allocator makes them execute so many memory operations a call.
    pub threshold: f64,
    /// Times too.
    pub times: bool,
}

/// The whole comparison: functions above the threshold, then totals.
pub fn table(m: &Measured, show: Show) -> String {
    let mut text = format!("{}, -O{}: executed memory operations a call (ratio to the first)\n", m.target, m.opt_level);
    head(&mut text, m, "function");
    let Some(first) = m.first() else { return text };
    for f in &first.functions {
        let found: Vec<Option<&FuncStats>> = m.allocators.iter().map(|(_, r)| find(r, &f.name)).collect();
        let costs: Vec<Option<f64>> = found.iter().map(|f| f.map(|f| f.code.memory())).collect();
        if costs.iter().flatten().all(|&c| c < show.threshold) {
            continue;
        }
        line(&mut text, &f.name, &costs);
    }
    totals(&mut text, m, show);
    bounds(&mut text, m);
    text
}

/// What answers asked for, against a proven bound, if one of the allocators has one: summed over the functions that it has
/// searched to the end.
fn bounds(text: &mut String, m: &Measured) {
    let proven = |r: &Report| r.functions.iter().any(|f| f.proof.is_some());
    let Some((_, prover)) = m.allocators.iter().find(|(_, r)| proven(r)) else { return };
    let complete = |f: &&FuncStats| f.proof.is_some_and(|p| p.end == ProofEnd::Complete);
    let known: Vec<&FuncStats> = prover.functions.iter().filter(complete).collect();
    let bound: f64 = known.iter().filter_map(|f| f.proof).map(|p| p.bound).sum();
    let remat = f64::from(gra::priority::REMAT);
    let asked = |r: &Report| {
        let costs = known.iter().map(|f| find(r, &f.name).map(|f| f.asked.memory() + remat * f.asked.remats.executed));
        costs.sum::<Option<f64>>()
    };
    let _ = writeln!(text, "\n  answers of {} functions, bound {}", known.len(), executed(bound));
    let costs: Vec<Option<f64>> = m.allocators.iter().map(|(_, r)| asked(r)).collect();
    line(text, "cost", &costs);
    let _ = write!(text, "  {:<28}", "over the bound");
    for cost in costs {
        let cell = match cost {
            Some(c) if bound > 0.0 => format!("{:.1} %      ", (c / bound - 1.0) * 100.0),
            Some(c) => format!("{}       ", executed(c)),
            None => "not done".to_string(),
        };
        let _ = write!(text, " {cell:>CELL$}");
    }
    trim(text);
}

fn find<'r>(r: &'r Report, name: &str) -> Option<&'r FuncStats> {
    r.functions.iter().find(|f| f.name == name)
}

/// Rows of a value for each allocator, under their names if there is a heading.
pub fn rows(text: &mut String, m: &Measured, heading: &str, rows: &[(String, Vec<Option<f64>>)]) {
    if !heading.is_empty() {
        head(text, m, heading);
    }
    rows.iter().for_each(|(name, values)| line(text, &tail(name), values));
}

/// The end of a path says more than its start.
fn tail(path: &str) -> String {
    let n = path.chars().count();
    if n <= 28 { path.to_string() } else { format!("..{}", path.chars().skip(n - 26).collect::<String>()) }
}

const CELL: usize = 20;

fn head(text: &mut String, m: &Measured, what: &str) {
    let _ = write!(text, "  {what:<28}");
    m.allocators.iter().for_each(|(name, _)| {
        let _ = write!(text, " {name:>CELL$}");
    });
    text.push('\n');
}

/// A row of executed costs, each with its ratio to the first.
fn line(text: &mut String, name: &str, costs: &[Option<f64>]) {
    let first = costs.first().copied().flatten();
    let _ = write!(text, "  {:<28}", fitting(name));
    for (i, cost) in costs.iter().enumerate() {
        let cell = match (cost, first) {
            (None, _) => "not done".to_string(),
            (Some(c), Some(f)) if i > 0 => format!("{} {:>6}", executed(*c), ratio(*c, f)),
            (Some(c), _) => format!("{}       ", executed(*c)),
        };
        let _ = write!(text, " {cell:>CELL$}");
    }
    trim(text);
}

fn trim(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Sums over all functions that every allocator did: in the code, then executed.
pub fn totals(text: &mut String, m: &Measured, show: Show) {
    let sums = common_totals(m);
    text.push_str("\n  in the code\n");
    for (name, get) in TOTALS {
        let row: Vec<Option<f64>> = sums.iter().map(|s| Some(get(s).count as f64)).collect();
        count_line(text, name, &row);
    }
    text.push_str("\n  executed, each function called once\n");
    for (name, get) in TOTALS.iter().filter(|t| !t.0.ends_with("bytes")) {
        let row: Vec<Option<f64>> = sums.iter().map(|s| Some(get(s).executed)).collect();
        line(text, name, &row);
    }
    let left = |r: &Report| crate::regalloc::LEFT_TO_GRA.iter().filter_map(|c| r.counters.get(c)).sum::<u64>();
    let left: Vec<u64> = m.allocators.iter().map(|(_, r)| left(r)).collect();
    if left.iter().any(|&n| n != 0) {
        let row: Vec<Option<f64>> = left.iter().map(|&n| Some(n as f64)).collect();
        count_line(text, "functions left to gra", &row);
        for line in m.allocators.iter().flat_map(|(name, r)| super::text::left(name, r)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    let failed: Vec<usize> = m.allocators.iter().map(|(_, r)| r.failed.len()).collect();
    if failed.iter().any(|&n| n != 0) {
        let row: Vec<Option<f64>> = failed.iter().map(|&n| Some(n as f64)).collect();
        count_line(text, "functions not done", &row);
        text.push_str("  (functions that an allocator could not do are in no total)\n");
    }
    if show.times {
        let row: Vec<Option<f64>> =
            m.allocators.iter().map(|(_, r)| Some(r.allocation_time().as_secs_f64() * 1000.0)).collect();
        line(text, "allocation time (ms)", &row);
    }
}

fn count_line(text: &mut String, name: &str, row: &[Option<f64>]) {
    let first = row.first().copied().flatten().unwrap_or(0.0);
    let _ = write!(text, "  {name:<28}");
    for (i, n) in row.iter().flatten().enumerate() {
        let cell = if i == 0 { format!("{n:.0}       ") } else { format!("{n:.0} {:>6}", ratio(*n, first)) };
        let _ = write!(text, " {cell:>CELL$}");
    }
    trim(text);
}

/// Each allocator's sum over the functions that all of them did.
fn common_totals(m: &Measured) -> Vec<FuncStats> {
    let failed = |name: &str| m.allocators.iter().any(|(_, r)| r.failed.iter().any(|f| f.0 == name));
    let sum = |r: &Report| {
        let mut total = FuncStats::default();
        r.functions.iter().filter(|f| !failed(&f.name)).for_each(|f| total.merge(f));
        total
    };
    m.allocators.iter().map(|(_, r)| sum(r)).collect()
}
