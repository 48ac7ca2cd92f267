//! Tables for people.

use super::{Measured, Report};
use crate::measure::{FuncStats, LoopStats};
use cgir::alloc::price::{Cost, Kind, Price, ProofEnd};
use std::fmt::Write;
use std::time::Duration;

/// The kinds as column heads. A table shows those that occur in it.
const COLUMNS: [(&str, Kind); 7] = [
    ("spills", Kind::Spill),
    ("reloads", Kind::Reload),
    ("saves", Kind::Save),
    ("restores", Kind::Restore),
    ("remats", Kind::Remat),
    ("copies", Kind::Copy),
    ("kept", Kind::Kept),
];

/// A number of executions: as many decimals as say something.
pub fn executed(x: f64) -> String {
    match x {
        x if x >= 1e9 => format!("{x:.2e}"),
        x if x >= 1000.0 => format!("{x:.0}"),
        x if x >= 100.0 => format!("{x:.1}"),
        x => format!("{x:.2}"),
    }
}

/// A ratio to a first value: nothing if that is zero and this is not.
pub fn ratio(x: f64, first: f64) -> String {
    match (x, first) {
        (x, f) if x == f => "1.00".into(),
        (_, 0.0) => "-".into(),
        (x, f) => format!("{:.2}", x / f),
    }
}

/// `-stats`: a block for each allocator, then counters of the passes.
pub fn stats(m: &Measured) -> String {
    let mut text = String::new();
    for (name, report) in &m.allocators {
        let _ = writeln!(text, "allocator {name}, {}, -O{}", m.target, m.opt_level);
        text.push_str("  each: number in the code, and how often executed for one call of its function\n");
        let columns = columns(report);
        functions(&mut text, &columns, report);
        loops(&mut text, &columns, report);
        proofs(&mut text, report);
        for (function, why) in &report.failed {
            let _ = writeln!(text, "  not done: {function}: {why}");
        }
        left(name, report).iter().for_each(|l| {
            let _ = writeln!(text, "  {l}");
        });
        counters(&mut text, report);
        text.push('\n');
    }
    text
}

/// What an allocator left to gra, a line for each reason.
pub fn left(name: &str, report: &Report) -> Vec<String> {
    let line = |(why, n, first): (&str, usize, &str)| match n {
        1 => format!("{name} left '{first}' to gra: {why}"),
        n => format!("{name} left {n} functions to gra ('{first}' and others): {why}"),
    };
    report.left_to_gra().into_iter().map(line).collect()
}

/// The longest function names that a table shows whole.
const LONGEST: usize = 28;

/// A name, cut to fit its column.
pub fn fitting(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_string();
    }
    name.chars().take(LONGEST - 2).chain("..".chars()).collect()
}

/// The columns of kinds that occur.
type Columns = Vec<(&'static str, Kind)>;

fn columns(report: &Report) -> Columns {
    let total = report.total();
    COLUMNS.into_iter().filter(|(_, k)| total.code.of(*k).count != 0).collect()
}

fn head(text: &mut String, columns: &Columns, first: &str) {
    let _ = write!(text, "  {first:<LONGEST$} {:>15}", "memory");
    columns.iter().for_each(|(name, _)| {
        let _ = write!(text, " {name:>14}");
    });
    let _ = writeln!(text, " {:>16} {:>7} {:>7}", "instructions", "bytes", "frame");
}

fn pair(cost: Cost, width: usize) -> String {
    let weighted = executed(cost.executed);
    if cost.count == 0 {
        format!("{:>width$}", ".")
    } else {
        format!("{:>width$}", format!("{} {weighted:>8}", cost.count))
    }
}

fn prices(text: &mut String, columns: &Columns, price: &Price, insts: Cost) {
    let _ = write!(text, " {}", pair(price.memory_ops(), 15));
    columns.iter().for_each(|(_, kind)| {
        let _ = write!(text, " {}", pair(price.of(*kind), 14));
    });
    let _ = write!(text, " {}", pair(insts, 16));
}

fn row(text: &mut String, columns: &Columns, name: &str, f: &FuncStats) {
    let _ = write!(text, "  {:<LONGEST$}", fitting(name));
    prices(text, columns, &f.code, f.insts);
    let _ = writeln!(text, " {:>7} {:>7}", f.code_bytes, f.frame_bytes);
}

fn functions(text: &mut String, columns: &Columns, report: &Report) {
    head(text, columns, "function");
    report.functions.iter().for_each(|f| row(text, columns, &f.name, f));
    row(text, columns, "total", &report.total());
}

/// Loops in which allocation left anything.
fn loops(text: &mut String, columns: &Columns, report: &Report) {
    let costs = |l: &&LoopStats| Kind::ALL.iter().any(|&k| l.code.of(k).count != 0);
    if !report.functions.iter().any(|f| f.loops.iter().any(|l| costs(&l))) {
        return;
    }
    head(text, columns, "loop (depth, head, frequency)");
    for f in &report.functions {
        for l in f.loops.iter().filter(costs) {
            let indent = "  ".repeat(l.depth.saturating_sub(1) as usize);
            let place = format!("{indent}{} .{} x{}", fitting_half(&f.name), l.head, executed(f64::from(l.freq)));
            let _ = write!(text, "  {place:<LONGEST$}");
            prices(text, columns, &l.code, l.insts);
            text.push('\n');
        }
    }
}

/// What an allocator has proven of its answers, and the sums of those that it has searched to the end.
fn proofs(text: &mut String, report: &Report) {
    let all: Vec<_> = report.functions.iter().filter_map(|f| Some((&f.name, f.proof?))).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {:<LONGEST$} {:>15} {:>14} {:>14}", "answer against the optimum", "cost", "bound", "gap");
    let mut line = |name: &str, cost: f64, bound: f64, gap: f64, end: &str| {
        let _ = write!(text, "  {:<LONGEST$} {:>15} {:>14}", fitting(name), executed(cost), executed(bound));
        let _ = writeln!(text, " {:>14}  {end}", format!("{:.1} %", gap * 100.0));
    };
    let mut sums = [0.0, 0.0];
    let mut open = 0;
    for (name, p) in all {
        line(name, p.cost, p.bound, p.gap(), p.end.name());
        if p.end == ProofEnd::Complete {
            sums = [sums[0] + p.cost, sums[1] + p.bound];
        } else {
            open += 1;
        }
    }
    let [cost, bound] = sums;
    let gap = if cost > 0.0 { (cost - bound) / cost } else { 0.0 };
    let end = if open == 0 { String::new() } else { format!("without {open} that are not complete") };
    line("total", cost, bound, gap, &end);
}

fn fitting_half(name: &str) -> String {
    name.chars().take(LONGEST / 2).collect()
}

fn counters(text: &mut String, report: &Report) {
    for (name, n) in &report.counters {
        let _ = writeln!(text, "{n:>12}  {name}");
    }
}

/// The table of `-time-passes`, longest first; steps of a pass stand below it.
pub fn times(m: &Measured) -> String {
    let mut all = Report::default();
    for (_, r) in &m.allocators {
        r.times.iter().for_each(|(pass, t)| all.spent(pass, *t));
        r.steps.iter().for_each(|(step, t)| all.spent_on(step.clone(), *t));
    }
    let total: Duration = all.times.values().sum();
    let mut rows: Vec<_> = all.times.iter().collect();
    rows.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let mut text = String::from("  time (s)      %  pass\n");
    let mut line = |name: &str, time: Duration| {
        let percent = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(1e-9);
        let _ = writeln!(text, "{:10.4}  {percent:5.1}  {name}", time.as_secs_f64());
    };
    for (name, time) in rows {
        line(name, *time);
        for ((_, who, step), time) in all.steps.iter().filter(|(s, _)| s.0 == *name) {
            line(&format!("  {who}: {step}"), *time);
        }
    }
    line("total (all threads)", total);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_say_what_they_can() {
        assert_eq!(executed(0.5), "0.50");
        assert_eq!(executed(123.456), "123.5");
        assert_eq!(executed(12345.6), "12346");
        assert_eq!(executed(2.5e9), "2.50e9");
        assert_eq!((ratio(3.0, 2.0), ratio(0.0, 0.0), ratio(1.0, 0.0)), ("1.50".into(), "1.00".into(), "-".into()));
    }

    #[test]
    fn tables_leave_out_what_does_not_occur() {
        let mut f = FuncStats { name: "a_function_with_a_very_long_name_indeed".into(), ..FuncStats::default() };
        f.code.spills.add(2.0);
        f.insts.add(1.0);
        let report = Report { functions: vec![f], ..Report::default() };
        let m = Measured { allocators: vec![("gra".into(), report)], target: "t".into(), opt_level: 2 };
        let text = stats(&m);
        assert!(text.contains("spills") && !text.contains("remats"), "{text}");
        assert!(text.contains("a_function_with_a_very_lon.."), "{text}");
        assert_eq!(text.matches("1     2.00").count(), 4, "{text}");
    }
}
