//! Reads a module, compiles its functions in parallel, emits.
//!
//! A [`Unit`] is one function on its way through the pass list; it holds whichever form the function has at the
//! moment. Units share nothing that changes, so the output does not depend on the number of threads. A panic in a
//! pass is caught here and becomes a message that names pass and function and says how to repeat it.

use crate::cli::{Cli, FileType, StatsFormat};
use crate::output::Sink;
use crate::pipeline::{PASSES, Pass, Props};
use crate::report::Report;
use crate::unit::Unit;
use cgir::func::Func;
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::target::Hooks;
use rayon::prelude::*;
use std::ffi::OsString;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use targ_info::Target;
use whirl_lite::diag::{Error, Pos};
use whirl_lite::ir::{FnAttrs, Function, Module};

/// What all functions of a run share.
struct Job<'a> {
    cli: &'a Cli,
    options: Options,
    module: &'a Module,
    target: &'a Target,
    hooks: &'static dyn Hooks,
    /// The passes to run, in order.
    passes: Vec<&'static Pass>,
}

/// What a function is read as.
enum Source {
    Ssa(Box<Function>),
    Cgir(Box<Func>),
}

impl Job<'_> {
    /// Does the run end before emission, with the function as text?
    fn stops_early(&self) -> bool {
        self.passes.last().is_none_or(|p| !p.breaks.contains(Props::CGIR))
    }
}

/// Runs the compiler. The error is a complete message.
pub fn run(cli: &Cli, args: &[OsString]) -> Result<(), String> {
    if let Some(name) = &cli.regalloc {
        crate::regalloc::check_name(name).map_err(|m| format!("ocg: error: {m}\n"))?;
    }
    let (name, bytes) = read_input(cli)?;
    let is_cgir = cli.input.as_ref().is_some_and(|p| p.extension().is_some_and(|e| e == "cgir"));
    if let Some(dir) = &cli.save_repro {
        crate::repro::save(dir, args, &bytes, is_cgir)?;
    }
    let mut report = Report::default();
    let start = Instant::now();
    let source = String::from_utf8_lossy(&bytes);
    let shown = |e: Error| e.render(&name, &source);
    let mut module = if is_cgir { Module::default() } else { read_ll(cli, &bytes).map_err(shown)? };
    report.spent("read", start.elapsed());
    let start = Instant::now();
    whirl_lite::verify::module(&module).map_err(shown)?;
    report.spent("verify", start.elapsed());
    let (target, warnings) =
        Target::new(&target_spec(cli, &module), module.triple.as_deref()).map_err(|e| format!("ocg: error: {e}\n"))?;
    for w in warnings {
        eprintln!("ocg: warning: {w}");
    }
    let Some(hooks) = cgir::target::hooks_for(&target) else {
        return Err(format!("ocg: error: no code generator for '{}'\n", target.triple));
    };
    let sources = if is_cgir {
        let funcs = read_cgir(&source, &mut module, &target, hooks).map_err(shown)?;
        funcs.into_iter().map(|f| Source::Cgir(Box::new(f))).collect()
    } else {
        std::mem::take(&mut module.functions).into_iter().map(|(_, f)| Source::Ssa(Box::new(f))).collect()
    };
    let job = Job {
        cli,
        options: cli.pass_options(),
        module: &module,
        target: &target,
        hooks,
        passes: passes_to_run(cli, is_cgir)?,
    };
    let units = compile_all(&job, sources, args);
    finish(&job, units, report, &shown)
}

fn read_input(cli: &Cli) -> Result<(String, Vec<u8>), String> {
    let (name, stdin) = cli.input_name();
    let mut bytes = Vec::new();
    let read = match &cli.input {
        Some(p) if !stdin => std::fs::read(p).map(|b| bytes = b),
        _ => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
    };
    read.map_err(|e| format!("ocg: error: {name}: {e}\n"))?;
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

/// What is true of a function that was read as CGIR.
fn cgir_props(f: &Func) -> Props {
    let mut props = Props::CGIR | Props::ALLOCATABLE | Props::FRAME_PLANNED;
    props.set(Props::ALLOCATED, f.allocated);
    props.set(Props::SAVES_PLACED | Props::FRAME_FINAL, f.allocated && f.frame_info.size.is_some());
    props.set(Props::LAID_OUT | Props::EMITTABLE, f.laid_out);
    props
}

type Compiled = Result<Unit, Error>;

/// Functions whose compilation is not worth a second thread.
const FEW: usize = 8;

fn compile_all(job: &Job<'_>, functions: Vec<Source>, args: &[OsString]) -> Vec<Compiled> {
    let one = |f: Source| compile_function(job, f, args);
    if job.cli.threads == 1 || functions.len() <= FEW {
        return functions.into_iter().map(one).collect();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(job.cli.threads).stack_size(16 << 20).build() {
        Ok(pool) => pool.install(|| functions.into_par_iter().map(one).collect()),
        Err(_) => functions.into_iter().map(one).collect(),
    }
}

fn compile_function(job: &Job<'_>, source: Source, args: &[OsString]) -> Compiled {
    let none = FnAttrs::default();
    let (name, attrs, pos) = match &source {
        Source::Ssa(f) => (f.name.clone(), &f.sig.attrs, f.pos),
        Source::Cgir(f) => (f.name.clone(), &none, Pos::NONE),
    };
    let own = job.target.with_function_attrs(attrs.string("target-cpu"), attrs.string("target-features"));
    let target = own.map_err(|e| Error::input(pos, e.to_string()).in_function(&name))?;
    let (fuel, counters) = (Fuel::new(job.cli.fuel.unwrap_or(u64::MAX)), Counters::default());
    let mut options = job.options.clone();
    if attrs.flags.contains(whirl_lite::ir::FnFlags::OPTNONE) {
        options.opt_level = 0;
    }
    options.frame_pointer |= attrs.string("frame-pointer").is_some_and(|v| v == "all");
    let cx = PassCx {
        target: &target,
        hooks: job.hooks,
        module: job.module,
        options: &options,
        fuel: &fuel,
        counters: &counters,
    };
    let allocator = job.cli.regalloc.clone();
    let mut unit = Unit::new(name.clone(), allocator);
    let mut props = Props::SSA;
    match source {
        Source::Ssa(f) => unit.ssa = Some(*f),
        Source::Cgir(f) => {
            props = cgir_props(&f);
            unit.cgir = Some(*f);
        }
    }
    for &pass in &job.passes {
        run_pass(job, pass, &mut unit, &cx, &mut props, args).map_err(|e| e.in_function(&name))?;
    }
    if job.stops_early() && unit.cgir.is_none() {
        unit.printed = unit.text(&cx);
    }
    unit.report.counters = counters.take();
    unit.report.log = counters.take_log();
    Ok(unit)
}

fn run_pass(
    job: &Job<'_>,
    pass: &'static Pass,
    unit: &mut Unit,
    cx: &PassCx<'_>,
    props: &mut Props,
    args: &[OsString],
) -> Result<(), Error> {
    let disabled = pass.optional && job.cli.disable_pass.iter().any(|n| n == pass.name);
    if cx.options.opt_level < pass.from || disabled {
        return Ok(());
    }
    if !props.contains(pass.needs) {
        let what = format!("pass '{}' needs {:?}, which is not true of the function", pass.name, pass.needs - *props);
        return Err(Error::input(Pos::NONE, what));
    }
    print_around(job, pass, unit, cx, "before", &job.cli.print_before, false);
    let start = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| (pass.run)(unit, cx)));
    unit.report.spent(pass.name, start.elapsed());
    match done {
        Ok(result) => result?,
        Err(payload) => return Err(our_bug(pass, &unit.name, payload.as_ref(), args)),
    }
    *props = (*props - pass.breaks) | pass.makes;
    if cx.options.verify
        && let Some(f) = &unit.cgir
        && let Err(e) = cgir::verify::verify(f, cx)
    {
        let what = format!("CGIR is wrong after the pass: {e}");
        return Err(our_bug(pass, &unit.name, &what, args));
    }
    print_around(job, pass, unit, cx, "after", &job.cli.print_after, job.cli.print_after_all);
    Ok(())
}

fn print_around(job: &Job<'_>, pass: &Pass, unit: &Unit, cx: &PassCx<'_>, when: &str, names: &[String], all: bool) {
    let filter = &job.cli.filter_print_funcs;
    let wanted = all || names.iter().any(|n| n == pass.name);
    if wanted && (filter.is_empty() || filter.iter().any(|n| *n == unit.name || n == "*")) {
        eprint!("; *** {} {when} {} ***\n{}", unit.name, pass.name, unit.text(cx));
    }
}

/// The message for a failure of our own: pass, function, and how to repeat it.
fn our_bug(pass: &Pass, function: &str, payload: &(dyn std::any::Any + Send), args: &[OsString]) -> Error {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let what = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let options: Vec<_> = crate::repro::kept_options(args).map(|a| a.to_string_lossy().into_owned()).collect();
    Error::input(
        Pos::NONE,
        format!(
            "internal error in pass '{}': {what}; to repeat: ocg {} -save-repro=DIR INPUT, then DIR/run.sh",
            pass.name,
            options.join(" ")
        ),
    )
    .in_function(function)
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

/// Emits, or prints what was asked for; reports.
fn finish(
    job: &Job<'_>,
    units: Vec<Compiled>,
    mut report: Report,
    shown: &dyn Fn(Error) -> String,
) -> Result<(), String> {
    let (mut errors, mut lowered, mut printed, mut cgir) = (String::new(), Vec::new(), String::new(), Vec::new());
    for unit in units {
        match unit {
            Ok(mut unit) => {
                printed.push_str(&unit.printed);
                lowered.extend(unit.lowered.take());
                cgir.extend(unit.cgir.take());
                report.merge(unit.report);
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
        let options = emit::EmitOptions { stack_size_section: job.cli.stack_size_section, ..Default::default() };
        let mut out = Vec::new();
        emit::emit_module(job.module, &lowered, job.target, kind, &options, &mut out).map_err(shown)?;
        out
    };
    report.spent("write", start.elapsed());
    let stopped = job.stops_early();
    let extension = match job.cli.filetype {
        _ if stopped => "txt",
        FileType::Obj => "o",
        FileType::Asm | FileType::Null => "s",
    };
    if job.cli.filetype != FileType::Null || stopped {
        Sink::choose(job.cli.output.as_deref(), job.cli.input.as_deref(), extension).write(&bytes)?;
    }
    eprint!("{}", report.log);
    if job.cli.time_passes {
        eprint!("{}", report.time_table());
    }
    match job.cli.stats {
        Some(StatsFormat::Text) => eprint!("{}", report.stats_table()),
        Some(StatsFormat::Json) => eprint!("{}", report.stats_json()),
        None => {}
    }
    Ok(())
}
