//! Reads a module, has its functions compiled, emits, and tells what was asked.
//!
//! [`compile`] makes bytes of bytes and touches no file but those that options name as input; [`run`] is the command:
//! input and output files, warnings and tables.

use crate::cli::{Cli, FileType, StatsFormat};
use crate::job::{Done, Job, Source, compile_all};
use crate::output::{self, Sink};
use crate::pipeline::{PASSES, Pass};
use crate::regalloc::{Allocator, Own};
use crate::report::{Measured, Report, compare, json, text};
use crate::unit::{Drawn, Wants};
use cgir::func::Func;
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::target::Hooks;
use std::ffi::OsString;
use std::io::Read;
use std::time::Instant;
use targ_info::Target;
use whirl_lite::diag::Error;
use whirl_lite::ir::Module;

/// An input.
pub struct Input<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// What it says.
    pub bytes: &'a [u8],
    /// CGIR, not LLVM IR.
    pub cgir: bool,
}

/// What compiling gives.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Assembly, an object, or text if the run stopped early.
    pub bytes: Vec<u8>,
    /// The run stopped before emission.
    pub stopped: bool,
    /// What was measured, for each allocator.
    pub measured: Measured,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// Pages, graphs and logs, for each allocator.
    pub drawn: Vec<(String, Vec<Drawn>)>,
}

/// Runs the compiler. The error is a complete message.
pub fn run(cli: &Cli, args: &[OsString]) -> Result<(), String> {
    let (name, bytes) = read_input(cli)?;
    let cgir = cli.input().is_some_and(|p| p.extension().is_some_and(|e| e == "cgir"));
    if let Some(dir) = &cli.save_repro {
        crate::repro::save(dir, cli, args, &bytes, cgir)?;
    }
    let done = compile(cli, args, &[], &Input { name: &name, bytes: &bytes, cgir })?;
    done.warnings.iter().for_each(|w| output::complain(&format!("ocg: warning: {w}\n")));
    let extension = match cli.filetype {
        _ if done.stopped => "txt",
        FileType::Obj => "o",
        FileType::Asm | FileType::Null => "s",
    };
    if cli.filetype != FileType::Null || done.stopped {
        Sink::choose(cli.output.as_deref(), cli.input(), extension).write(&done.bytes)?;
    }
    crate::see::write(cli, &done.drawn)?;
    tell(cli, &done)
}

/// Prints the tables that were asked for, and what an allocator left to gra.
fn tell(cli: &Cli, done: &Compiled) -> Result<(), String> {
    let m = &done.measured;
    let mut said = String::new();
    match cli.stats {
        Some(StatsFormat::Json) => said = json::stats(m, cli.time_passes),
        Some(StatsFormat::Text) => said = text::stats(m),
        None => {}
    }
    if m.allocators.len() > 1 && !done.stopped && cli.stats != Some(StatsFormat::Json) {
        let show = compare::Show { threshold: cli.stats_threshold, times: cli.time_passes };
        said.push_str(&compare::table(m, show));
    }
    if said.is_empty() {
        // Tables say it, too.
        let left = m.allocators.iter().flat_map(|(name, r)| text::left(name, r));
        left.for_each(|line| output::complain(&format!("ocg: note: {line}\n")));
    }
    match &cli.stats_file {
        Some(p) => Sink::named(p).write(said.as_bytes())?,
        None => output::complain(&said),
    }
    if cli.time_passes {
        output::complain(&text::times(m));
    }
    Ok(())
}

/// Compiles a module. `own` are allocators that the caller brings.
pub fn compile(cli: &Cli, args: &[OsString], own: &[Own], input: &Input<'_>) -> Result<Compiled, String> {
    let mut report = Report::default();
    let start = Instant::now();
    let shown = |e: Error| e.render(input.name, &String::from_utf8_lossy(input.bytes));
    let mut module = if input.cgir { Module::default() } else { read_ll(cli, input.bytes).map_err(shown)? };
    cli.llc.set_attributes(&mut module);
    report.spent("read", start.elapsed());
    let start = Instant::now();
    whirl_lite::verify::module(&module).map_err(shown)?;
    report.spent("verify", start.elapsed());
    let (target, mut warnings) =
        Target::new(&target_spec(cli, &module), module.triple.as_deref()).map_err(|e| target_error(&e.0))?;
    cli.llc.promise_tail_calls(&mut module, &target).map_err(shown)?;
    whirl_lite::target::mark_far(&mut module, &target).map_err(shown)?;
    warnings.extend(crate::llc::left_out(&module));
    let Some(hooks) = cgir::target::hooks_for(&target) else {
        return Err(format!("ocg: error: no code generator for '{}'\n", target.triple));
    };
    let sources = if input.cgir {
        let funcs = read_cgir(&String::from_utf8_lossy(input.bytes), &mut module, &target, hooks).map_err(shown)?;
        funcs.into_iter().map(|f| Source::Cgir(Box::new(f))).collect()
    } else {
        std::mem::take(&mut module.functions).into_iter().map(|(_, f)| Source::Ssa(Box::new(f))).collect()
    };
    let allocators = Allocator::choose(&cli.regalloc, cli.opt_level, own).map_err(|m| format!("ocg: error: {m}\n"))?;
    let wants = Wants {
        measure: cli.stats.is_some() || allocators.len() > 1 || cli.measure,
        page: cli.dump_html.is_some(),
        graph: cli.dump_interference.is_some(),
    };
    let job = Job {
        cli,
        args,
        options: cli.pass_options(),
        module: &module,
        target: &target,
        hooks,
        dialect: dialect(cli, &target)?,
        passes: passes_to_run(cli, input.cgir)?,
        allocators,
        wants,
    };
    let mut done = finish(&job, sources, report, &shown)?;
    done.warnings = warnings;
    Ok(done)
}

/// The dialect that the command line asks for, by its number.
fn dialect(cli: &Cli, target: &Target) -> Result<usize, String> {
    let Some(name) = &cli.asm_syntax else { return Ok(0) };
    let all = target.isa.dialects;
    all.iter().position(|d| d.name == name).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|d| d.name).collect();
        let known = if known.is_empty() { "one syntax".into() } else { known.join(", ") };
        format!("ocg: error: -x86-asm-syntax: no syntax '{name}'; {} has {known}\n", target.isa.name)
    })
}

fn read_input(cli: &Cli) -> Result<(String, Vec<u8>), String> {
    let (name, stdin) = cli.input_name();
    let mut bytes = Vec::new();
    let read = match cli.input() {
        Some(p) if !stdin => std::fs::read(p).map(|b| bytes = b),
        _ => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
    };
    read.map_err(|e| format!("ocg: error: {name}: Could not open input file: {e}\n"))?;
    Ok((name, bytes))
}

/// Reads LLVM IR. A module without a data layout has the one of its target.
fn read_ll(cli: &Cli, text: &[u8]) -> Result<Module, Error> {
    let layout = |triple: Option<&str>| match Target::new(&cli.target_spec(), triple) {
        Ok((t, _)) => t.abi.data_layout.to_string(),
        // The target's errors are reported when it is made for good.
        Err(_) => String::new(),
    };
    whirl_lite::ll::parse_with_layout(text, &layout)
}

/// What is wrong with a description shows its own place.
fn target_error(message: &str) -> String {
    if message.contains('\n') { message.to_string() } else { format!("ocg: error: {message}\n") }
}

/// What was asked of the target: on the command line, else by the module.
fn target_spec(cli: &Cli, module: &Module) -> targ_info::TargetSpec {
    let mut spec = cli.target_spec();
    spec.mabi = spec.mabi.or_else(|| module.flag_string("target-abi").map(str::to_string));
    spec
}

/// Reads a CGIR file.
fn read_cgir(text: &str, module: &mut Module, target: &Target, hooks: &dyn Hooks) -> Result<Vec<Func>, Error> {
    let empty = Module::default();
    let (options, fuel, counters) = (Options::default(), Fuel::default(), Counters::default());
    let cx = PassCx { target, hooks, module: &empty, options: &options, fuel: &fuel, counters: &counters };
    let clobbers = hooks.call_clobbers(&cx);
    let mut funcs = cgir::text::parse(text, module, target, hooks, clobbers)?;
    funcs.iter_mut().for_each(Func::rebuild_preds);
    Ok(funcs)
}

/// Which passes the options ask for.
fn passes_to_run(cli: &Cli, cgir: bool) -> Result<Vec<&'static Pass>, String> {
    let at = |n: &Option<String>| n.as_ref().and_then(|n| crate::pipeline::find(n));
    let end = at(&cli.stop_after).map(|i| i + 1).or(at(&cli.stop_before)).unwrap_or(PASSES.len());
    let starts = at(&cli.start_before).is_some() || !cli.run_pass.is_empty();
    if cgir != starts {
        let what = if cgir { "CGIR input needs" } else { "only CGIR input (a .cgir file) takes" };
        return Err(format!("ocg: error: {what} -run-pass or -start-before\n"));
    }
    if !cli.run_pass.is_empty() {
        return Ok(cli.run_pass.iter().filter_map(|n| crate::pipeline::find(n)).map(|i| &PASSES[i]).collect());
    }
    let start = at(&cli.start_before).unwrap_or(0);
    Ok(PASSES.get(start..end).unwrap_or_default().iter().collect())
}

/// All functions as one CGIR file.
fn cgir_text(job: &Job<'_>, funcs: &[Func]) -> String {
    if funcs.is_empty() {
        return String::new();
    }
    let (fuel, counters) = (Fuel::default(), Counters::default());
    let cx = PassCx {
        target: job.target,
        hooks: job.hooks,
        module: job.module,
        options: &job.options,
        fuel: &fuel,
        counters: &counters,
    };
    cgir::text::print_file(&funcs.iter().collect::<Vec<_>>(), &cx)
}

/// Compiles the functions and emits, or prints what was asked for.
fn finish(
    job: &Job<'_>,
    sources: Vec<Source>,
    report: Report,
    shown: &dyn Fn(Error) -> String,
) -> Result<Compiled, String> {
    let mut reports: Vec<Report> = job.allocators.iter().map(|_| Report::default()).collect();
    reports[0] = report;
    let mut drawn: Vec<Vec<Drawn>> = job.allocators.iter().map(|_| Vec::new()).collect();
    let (mut errors, mut lowered, mut printed, mut cgir) = (String::new(), Vec::new(), String::new(), Vec::new());
    for done in compile_all(job, sources) {
        match done {
            Ok(Done { mut unit, others }) => {
                printed.push_str(&unit.printed);
                lowered.extend(unit.lowered.take());
                cgir.extend(unit.cgir.take());
                for (n, unit) in std::iter::once(unit).chain(others).enumerate() {
                    reports[n].merge(unit.report);
                    drawn[n].push(unit.drawn);
                }
            }
            Err(e) => errors.push_str(&shown(e)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let start = Instant::now();
    let bytes = if job.stops_early() {
        printed.push_str(&cgir_text(job, &cgir));
        printed.into_bytes()
    } else {
        let kind = match job.cli.filetype {
            FileType::Asm => emit::FileType::Assembly,
            FileType::Obj | FileType::Null => emit::FileType::Object,
        };
        let options = emit::EmitOptions {
            function_sections: job.cli.llc.function_sections,
            data_sections: job.cli.llc.data_sections,
            stack_size_section: job.cli.stack_size_section,
            dialect: job.dialect,
        };
        let mut out = Vec::new();
        emit::emit_module(job.module, &lowered, job.target, kind, &options, &mut out).map_err(shown)?;
        out
    };
    reports[0].spent("write", start.elapsed());
    let names = || job.allocators.iter().map(|a| a.name.clone());
    let target = format!("{}, {}, {}", job.target.triple, job.target.proc.name, job.target.abi.name);
    Ok(Compiled {
        bytes,
        stopped: job.stops_early(),
        measured: Measured { allocators: names().zip(reports).collect(), target, opt_level: job.cli.opt_level },
        warnings: Vec::new(),
        drawn: names().zip(drawn).collect(),
    })
}
