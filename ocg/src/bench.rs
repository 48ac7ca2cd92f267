//! `ocg bench FILES... -regalloc=a,b,c`: the allocators over a suite, side by side.
//!
//! Options are those of compiling. Every file is compiled once as far as allocation, then once with each allocator; nothing
//! is written. The table has a row a file with the executed memory operations, then sums of everything, then times (the
//! least of `-repeat` runs). A file that does not compile is reported and left out.

use crate::Stop;
use crate::cli::{self, Cli, Early};
use crate::compile::{self, Input};
use crate::output::{self, Sink};
use crate::report::{Measured, Report, compare, json};
use std::ffi::OsString;
use std::time::Duration;

const HELP: &str = "\
Compiles LLVM IR with several allocators and prints what each costs

Usage: ocg bench [OPTIONS] -regalloc=NAMES FILES...

  -regalloc=NAMES  allocators, with commas; the first is what the others are compared with (default gra,lra)
  -repeat=N        compile N times and take the least times (default 1)
  -no-times        leave times out
  -stats=json      the whole as JSON (docs/stats.md)
  -stats-file=FILE where to write it (default standard output)
All options of ocg that say how to compile are taken, too.
";

/// What only this command takes.
struct Own {
    repeat: usize,
    times: bool,
}

/// Runs the command; the first argument is the program's name.
pub fn run(args: &[OsString]) -> Result<(), Stop> {
    let wrong = |m: String| Stop::Early(Early::Wrong(format!("ocg: error: {m}\n")));
    if args.iter().skip(1).any(|a| matches!(a.to_str(), Some("-h" | "-help" | "--help"))) {
        return Err(Stop::Early(Early::Said(HELP.into())));
    }
    let (own, rest) = take(args).map_err(wrong)?;
    let mut cli = cli::parse_inputs(&rest).map_err(Stop::Early)?;
    if cli.output.is_some() {
        return Err(wrong("ocg bench writes no code, so -o has no use; -stats-file=FILE takes the table".into()));
    }
    if let Some(option) = idle(&cli) {
        return Err(wrong(format!("ocg bench makes tables only, so {option} has no use; ocg takes it, file by file")));
    }
    cli.measure = true;
    cli.filetype = cli::FileType::Null;
    if cli.regalloc.is_empty() {
        cli.regalloc = vec!["gra".into(), "lra".into()];
    }
    if cli.inputs.is_empty() {
        return Err(wrong("no files; see ocg bench -help".into()));
    }
    let (files, errors) = compile_all(&cli, args, own.repeat);
    if !files.is_empty() {
        let text = show(&cli, &own, &files);
        match &cli.stats_file {
            Some(p) => Sink::named(p).write(text.as_bytes()),
            None => output::say(&text).map_err(|e| format!("ocg: error: {e}\n")),
        }
        .map_err(Stop::Failed)?;
    }
    if errors.is_empty() { Ok(()) } else { Err(Stop::Failed(errors)) }
}

/// The first option given that asks for something this command does not make.
fn idle(cli: &Cli) -> Option<&'static str> {
    let given = [
        ("-dump-html", cli.dump_html.is_some()),
        ("-dump-interference", cli.dump_interference.is_some()),
        ("-gra-trace", cli.gra_trace.is_some()),
        ("-save-repro", cli.save_repro.is_some()),
        ("-time-passes", cli.time_passes),
        ("-stop-after", cli.stop_after.is_some()),
        ("-stop-before", cli.stop_before.is_some()),
    ];
    given.into_iter().find(|g| g.1).map(|g| g.0)
}

/// Takes the options of this command alone.
fn take(args: &[OsString]) -> Result<(Own, Vec<OsString>), String> {
    let mut own = Own { repeat: 1, times: true };
    let mut rest = Vec::with_capacity(args.len());
    for a in args {
        let text = a.to_str().unwrap_or("");
        match text.trim_start_matches('-').split_once('=') {
            Some(("repeat", n)) if text.starts_with('-') => {
                own.repeat = n.parse().ok().filter(|&n| n > 0).ok_or(format!("-repeat takes a number, not '{n}'"))?;
            }
            None if matches!(text, "-no-times" | "--no-times") => own.times = false,
            _ => rest.push(a.clone()),
        }
    }
    Ok((own, rest))
}

/// What each file gave, and what is wrong with those that gave nothing.
fn compile_all(cli: &Cli, args: &[OsString], repeat: usize) -> (Vec<(String, Measured)>, String) {
    let (mut files, mut errors) = (Vec::new(), String::new());
    for path in &cli.inputs {
        let name = path.display().to_string();
        let once = || {
            let bytes = std::fs::read(path).map_err(|e| format!("ocg: error: {name}: {e}\n"))?;
            compile::compile(cli, args, &[], &Input { name: &name, bytes: &bytes, cgir: false })
        };
        let mut best: Option<Measured> = None;
        for _ in 0..repeat {
            match once() {
                Ok(done) => best = Some(best.map_or(done.measured.clone(), |b| fastest(b, &done.measured))),
                Err(e) => {
                    errors.push_str(&e);
                    break;
                }
            }
        }
        files.extend(best.map(|m| (name.clone(), m)));
    }
    (files, errors)
}

/// The least times of two runs of one compilation, the rest being equal.
fn fastest(mut a: Measured, b: &Measured) -> Measured {
    for ((_, x), (_, y)) in a.allocators.iter_mut().zip(&b.allocators) {
        x.times.iter_mut().for_each(|(k, t)| *t = y.times.get(k).map_or(*t, |u| *u.min(t)));
        x.steps.iter_mut().for_each(|(k, t)| *t = y.steps.get(k).map_or(*t, |u| *u.min(t)));
    }
    a
}

fn show(cli: &Cli, own: &Own, files: &[(String, Measured)]) -> String {
    let all = sum(files);
    if cli.stats == Some(cli::StatsFormat::Json) {
        return json::stats(&all, own.times);
    }
    let rows = |get: &dyn Fn(&Report) -> f64| -> Vec<(String, Vec<Option<f64>>)> {
        files.iter().map(|(n, m)| (n.clone(), m.allocators.iter().map(|(_, r)| Some(get(r))).collect())).collect()
    };
    let mut text = format!(
        "{}, -O{}: executed memory operations, each function called once (ratio to the first)\n",
        all.target, all.opt_level
    );
    compare::rows(&mut text, &all, "file", &rows(&|r| r.total().code.memory()));
    compare::totals(&mut text, &all, compare::Show { threshold: 0.0, times: false });
    if own.times {
        text.push_str("\n  allocation, ms\n");
        let ms = |t: Duration| t.as_secs_f64() * 1000.0;
        compare::rows(&mut text, &all, "file", &rows(&|r| ms(r.allocation_time())));
        compare::rows(
            &mut text,
            &all,
            "",
            &[("total".into(), all.allocators.iter().map(|(_, r)| Some(ms(r.allocation_time()))).collect())],
        );
        text.push_str("\n  whole compilation, ms\n");
        let shared = all.first().map_or(Duration::ZERO, Report::shared_time);
        let whole = |r: &Report| Some(ms(shared + r.own_time()));
        compare::rows(&mut text, &all, "", &[("total".into(), all.allocators.iter().map(|(_, r)| whole(r)).collect())]);
    }
    text
}

/// All files as one.
fn sum(files: &[(String, Measured)]) -> Measured {
    let mut all = Measured::default();
    for (name, m) in files {
        if all.allocators.is_empty() {
            all = Measured { allocators: Vec::new(), ..m.clone() };
            all.allocators = m.allocators.iter().map(|(n, _)| (n.clone(), Report::default())).collect();
        }
        for ((_, to), (_, from)) in all.allocators.iter_mut().zip(&m.allocators) {
            let mut from = from.clone();
            // Functions of one name stand in several files.
            from.functions.iter_mut().for_each(|f| f.name = format!("{name}:{}", f.name));
            let with_reason = from.failed.iter_mut().chain(&mut from.left);
            with_reason.for_each(|f| f.0 = format!("{name}:{}", f.0));
            to.merge(from);
        }
    }
    all
}
