//! Fits how the time of allocation grows with the size of a function.
//!
//!     scaling [ALLOCATOR...]
//!
//! compiles functions of [`SIZES`] operations of three kinds with each allocator (with all, if none is named), and takes the
//! time of register allocation from `-time-passes`, less the share of the run in which others had the processor; of several
//! runs the least. Prints for each allocator and kind the
//! exponent of time against the work there is (a line through the logarithms), and the time of each size.
//! Fails if the largest takes longer than the allocator may, or more than a gigabyte, or if the exponent of one of the
//! fast allocators is above [`MOST_EXPONENT`]. A busy machine still makes it slower, by its caches. The last line is
//! `scaling: N passed, N failed`.

use ocg_tests::{TempDir, ocg, run};
use std::fmt::Write;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Operations of the functions, about.
const SIZES: [usize; 5] = [3125, 6250, 12_500, 25_000, 50_000];
/// The largest exponent for [`FAST`] allocators.
const MOST_EXPONENT: f64 = 1.3;
/// Allocators that are to be almost linear, and the seconds that the largest function may take.
const FAST: (&[&str], f64) = (&["fast", "lra", "gra", "greedy", "basic", "linearscan", "ra2", "ra2:fastalloc"], 2.0);
/// Allocators that build a graph.
const GRAPH: (&[&str], f64) = (&["briggs", "chordal", "pbqp"], 15.0);
/// Address space in kilobytes.
const MEMORY: u64 = 1 << 20;
/// What is faster is noise, in seconds.
const NOISE: f64 = 0.002;
/// Runs of which the fastest counts, and the seconds after which one is enough.
const RUNS: (usize, f64) = (5, 1.0);
/// Clock ticks in a second, as Linux counts them for programs.
const TICKS: f64 = 100.0;

/// A kind of function: its name, how to make one of so many operations, how the work grows with them.
type Kind = (&'static str, fn(usize) -> String, fn(usize) -> f64);

const KINDS: [Kind; 3] = [
    ("straight", straight, |n| n as f64),
    ("flow", flow, |n| n as f64),
    // So many values are live through so many blocks.
    ("pressure", pressure, |n| (n as f64).powf(1.5)),
];

/// Numbers that look random, the same everywhere.
struct Random(u32);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % n.max(1)
    }
}

/// One block of loads, users of earlier values, and stores that keep all that alive.
fn straight(n: usize) -> String {
    let mut random = Random(1);
    let mut s = String::from("define i64 @f(i64 %v0, i64 %v1, ptr %p) {\n");
    for i in 2..n {
        if i % 8 == 0 {
            let last = i - 1;
            let _ = writeln!(s, "  store volatile i64 %v{last}, ptr %p\n  %v{i} = load volatile i64, ptr %p");
            continue;
        }
        let op = ["add", "xor", "mul", "sub"][i % 4];
        let back = 2 + random.below(if i % 16 == 1 { 60 } else { 12 });
        let _ = writeln!(s, "  %v{i} = {op} i64 %v{}, %v{}", i - 1, i.saturating_sub(back));
    }
    let _ = writeln!(s, "  ret i64 %v{}\n}}", n - 1);
    s
}

/// Loops with branches in them, and calls between; two values are carried through all, others live for a while.
fn flow(n: usize) -> String {
    let mut random = Random(2);
    let units = n / 14;
    let mut s = String::from("declare i64 @g(i64)\ndefine i64 @f(i64 %a, i64 %b, ptr %p) {\n  br label %h0\n");
    let (mut a, mut b, mut from) = ("%a".to_string(), "%b".to_string(), "%0".to_string());
    let mut loaded = vec!["%b".to_string()];
    for i in 0..units {
        let mut pick = |reach: usize| loaded[loaded.len().saturating_sub(1 + random.below(reach))].clone();
        let (far, near) = (pick(30), pick(8));
        let next = i + 1;
        if i % 10 == 5 {
            let _ = writeln!(
                s,
                "h{i}:\n  %l{i} = load i64, ptr %p\n  %x{i} = add i64 {a}, {far}\n  %y{i} = call i64 @g(i64 %x{i})\n  \
                 %z{i} = xor i64 {b}, {near}\n  br label %h{next}"
            );
            loaded.push(format!("%l{i}"));
            (a, b, from) = (format!("%y{i}"), format!("%z{i}"), format!("%h{i}"));
            continue;
        }
        let _ = writeln!(
            s,
            "h{i}:\n  %a{i} = phi i64 [ {a}, {from} ], [ %e{i}, %j{i} ]\n  %b{i} = phi i64 [ {b}, {from} ], [ %d{i}, %j{i} ]\n  \
             %c{i} = icmp ult i64 %a{i}, {far}\n  br i1 %c{i}, label %t{i}, label %j{i}\n\
             t{i}:\n  %u{i} = mul i64 %b{i}, {near}\n  %w{i} = add i64 %u{i}, %a{i}\n  br label %j{i}\n\
             j{i}:\n  %d{i} = phi i64 [ %b{i}, %h{i} ], [ %w{i}, %t{i} ]\n  %e{i} = sub i64 %d{i}, {near}\n  \
             %q{i} = icmp slt i64 %e{i}, %b\n  br i1 %q{i}, label %h{i}, label %h{next}"
        );
        (a, b, from) = (format!("%e{i}"), format!("%d{i}"), format!("%j{i}"));
    }
    let _ = writeln!(s, "h{units}:\n  %r = add i64 {a}, {b}\n  ret i64 %r\n}}");
    s
}

/// As many values live through all blocks as the root of the size.
fn pressure(n: usize) -> String {
    let values = n.isqrt();
    let blocks = (n - 2 * values) / 6;
    let mut s = String::from("define i64 @f(ptr %p, i64 %x) {\n");
    for i in 0..values {
        let _ = writeln!(s, "  %q{i} = getelementptr i64, ptr %p, i64 {i}\n  %v{i} = load volatile i64, ptr %q{i}");
    }
    s.push_str("  br label %h0\n");
    let (mut last, mut from) = ("%x".to_string(), "%0".to_string());
    for i in 0..blocks {
        let _ = writeln!(
            s,
            "h{i}:\n  %p{i} = phi i64 [ {last}, {from} ], [ %e{i}, %h{i} ]\n  %d{i} = mul i64 %p{i}, %v{}\n  \
             %e{i} = add i64 %d{i}, %v{}\n  %c{i} = icmp ult i64 %e{i}, %p{i}\n  br i1 %c{i}, label %h{i}, label %h{}",
            i * 7 % values,
            (i * 13 + 5) % values,
            i + 1
        );
        (last, from) = (format!("%e{i}"), format!("%h{i}"));
    }
    let _ = writeln!(s, "h{blocks}:\n  ret i64 {last}\n}}");
    s
}

/// Processor seconds of the children that have ended: the 16th and 17th field of `/proc/self/stat`, counted from 1.
fn children() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / TICKS)
}

/// Of a run, the share in which it had a processor.
fn share(before: Option<f64>, start: Instant) -> f64 {
    let (Some(before), Some(after)) = (before, children()) else { return 1.0 };
    ((after - before + 1.0 / TICKS) / start.elapsed().as_secs_f64()).min(1.0)
}

/// Processor seconds that allocation takes.
fn time(dir: &TempDir, allocator: &str, input: &str) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS.0 {
        if best.is_finite() && best > RUNS.1 {
            break;
        }
        let mut c = Command::new("sh");
        c.arg("-c").arg(format!("ulimit -v {MEMORY}; exec \"$@\"")).arg("sh").arg(ocg());
        c.args(["-march=rv64gc", "-threads=1", "-time-passes"]).arg(format!("-regalloc={allocator}"));
        c.arg(dir.join(input)).arg("-o").arg(dir.join("out.s"));
        let (before, start) = (children(), Instant::now());
        let out = run(&mut c, Duration::from_secs(120))?;
        let share = share(before, start);
        let text = String::from_utf8_lossy(&out.stderr);
        if !out.status.success() {
            return Err(text.lines().next().unwrap_or("no message").to_string());
        }
        let line = text.lines().find(|l| l.trim_end().ends_with(" regalloc")).ok_or("no time of regalloc")?;
        let seconds: f64 = line.split_whitespace().next().and_then(|w| w.parse().ok()).ok_or("no number")?;
        best = best.min(seconds * share);
    }
    Ok(best)
}

/// The slope of a line through points, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    let (up, down) = points.iter().fold((0.0, 0.0), |(up, down), p| {
        let d = p.0 - x;
        (up + d * (p.1 - y), down + d * d)
    });
    if down > 0.0 { up / down } else { 0.0 }
}

/// Measures an allocator on a kind of functions; what is wrong.
fn measure(dir: &TempDir, allocator: &str, kind: &Kind, most: f64, fitted: bool) -> Result<(), String> {
    let (name, _, work) = kind;
    let times: Vec<f64> =
        SIZES.iter().map(|n| time(dir, allocator, &format!("{name}{n}.ll"))).collect::<Result<_, _>>()?;
    let points: Vec<(f64, f64)> =
        SIZES.iter().zip(&times).filter(|p| *p.1 > NOISE).map(|(&n, t)| (work(n).ln(), t.ln())).collect();
    let exponent = slope(&points);
    let shown = times.iter().map(|t| format!("{t:7.3}")).collect::<String>();
    println!("{allocator:14} {name:9} exponent {exponent:5.2}  seconds{shown}");
    let last = times.last().copied().unwrap_or_default();
    match () {
        () if last > most => Err(format!("{last:.3} s, more than {most} s")),
        () if fitted && exponent > MOST_EXPONENT => Err(format!("exponent {exponent:.2}, more than {MOST_EXPONENT}")),
        () => Ok(()),
    }
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let dir = match TempDir::new("scaling") {
        Ok(dir) => dir,
        Err(e) => {
            println!("scaling: {e}");
            return ExitCode::FAILURE;
        }
    };
    for (name, make, _) in &KINDS {
        for n in SIZES {
            if let Err(e) = std::fs::write(dir.join(&format!("{name}{n}.ll")), make(n)) {
                println!("scaling: {e}");
                return ExitCode::FAILURE;
            }
        }
    }
    let (mut passed, mut failures) = (0, Vec::new());
    for ((allocators, most), fitted) in [(FAST, true), (GRAPH, false)] {
        for a in allocators.iter().filter(|a| wanted.is_empty() || wanted.iter().any(|w| w == *a)) {
            for kind in &KINDS {
                match measure(&dir, a, kind, most, fitted) {
                    Ok(()) => passed += 1,
                    Err(e) => failures.push(format!("{a} {}: {e}", kind.0)),
                }
            }
        }
    }
    failures.iter().for_each(|f| println!("FAIL {f}"));
    println!("scaling: {passed} passed, {} failed", failures.len());
    if failures.is_empty() && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
