//! Functions through the pass list, in parallel.
//!
//! A [`Unit`] is one function on its way; it holds whichever form the function has at the moment. Units share nothing
//! that changes, so the output does not depend on the number of threads. Where several allocators are compared, what
//! comes before allocation runs once; then each allocator after the first gets a copy of the unit, which goes through
//! the rest of the list for the sake of its report. A panic in a pass is caught here and becomes a message that names
//! pass and function and says how to repeat it.

use crate::cli::Cli;
use crate::output;
use crate::pipeline::{Pass, Props};
use crate::regalloc::Allocator;
use crate::report::Report;
use crate::unit::{Unit, Wants};
use cgir::func::Func;
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::target::Hooks;
use rayon::prelude::*;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use targ_info::Target;
use whirl_lite::diag::{Error, Pos};
use whirl_lite::ir::{FnAttrs, Function, Module};

/// What all functions of a run share.
pub struct Job<'a> {
    /// The command line.
    pub cli: &'a Cli,
    /// Its arguments, for messages that say how to repeat the run.
    pub args: &'a [OsString],
    /// What passes are told.
    pub options: Options,
    /// The module.
    pub module: &'a Module,
    /// The machine.
    pub target: &'a Target,
    /// Its hooks.
    pub hooks: &'static dyn Hooks,
    /// Which of the ISA's dialects assembly is written in.
    pub dialect: usize,
    /// The passes to run, in order.
    pub passes: Vec<&'static Pass>,
    /// The allocators to compare; the first makes the output. Never empty.
    pub allocators: Vec<Allocator>,
    /// What is asked beside the code.
    pub wants: Wants,
}

/// What a function is read as.
pub enum Source {
    /// LLVM IR.
    Ssa(Box<Function>),
    /// CGIR.
    Cgir(Box<Func>),
}

/// A compiled function.
pub struct Done {
    /// As the first allocator made it.
    pub unit: Unit,
    /// What the other allocators made of it: the report, and what was drawn.
    pub others: Vec<Unit>,
}

impl Job<'_> {
    /// Does the run end before emission, with the function as text?
    pub fn stops_early(&self) -> bool {
        self.passes.last().is_none_or(|p| !p.breaks.contains(Props::CGIR))
    }
}

/// What is true of a function that was read as CGIR.
fn cgir_props(f: &Func) -> Props {
    let mut props = Props::CGIR | Props::ALLOCATABLE | Props::FRAME_PLANNED;
    props.set(Props::ALLOCATED, f.allocated);
    props.set(Props::SAVES_PLACED | Props::FRAME_FINAL, f.allocated && f.frame_info.size.is_some());
    props.set(Props::LAID_OUT | Props::EMITTABLE, f.laid_out);
    props
}

type Compiled = Result<Done, Error>;

/// Functions whose compilation is not worth a second thread.
const FEW: usize = 8;

/// Compiles all functions; the answers are in the order of the functions.
pub fn compile_all(job: &Job<'_>, functions: Vec<Source>) -> Vec<Compiled> {
    let one = |f: Source| compile_function(job, f);
    if job.cli.threads == 1 || functions.len() <= FEW {
        return functions.into_iter().map(one).collect();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(job.cli.threads).stack_size(16 << 20).build() {
        Ok(pool) => pool.install(|| functions.into_par_iter().map(one).collect()),
        Err(_) => functions.into_iter().map(one).collect(),
    }
}

fn compile_function(job: &Job<'_>, source: Source) -> Compiled {
    let none = FnAttrs::default();
    let (name, attrs, pos, convention) = match &source {
        Source::Ssa(f) => (f.name.clone(), &f.sig.attrs, f.pos, f.sig.cc),
        Source::Cgir(f) => {
            let of = job.module.signature(f.global).map_or(0, |s| s.cc);
            (f.name.clone(), &none, Pos::NONE, of)
        }
    };
    let own = job.target.with_function_attrs(attrs.string("target-cpu"), attrs.string("target-features"));
    let target = own.map_err(|e| Error::input(pos, e.to_string()).in_function(&name))?.with_convention(convention);
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
    let shown = job.cli.shows(&name);
    let wants = Wants { page: job.wants.page && shown, graph: job.wants.graph && shown, ..job.wants };
    let mut unit = Unit::new(name.clone(), job.allocators[0].clone(), wants);
    let mut props = Props::SSA;
    match source {
        Source::Ssa(f) => unit.ssa = Some(*f),
        Source::Cgir(f) => {
            props = cgir_props(&f);
            unit.cgir = Some(*f);
        }
    }
    let shared = job.passes.iter().position(|p| p.name == "regalloc").unwrap_or(job.passes.len());
    let (before, after) = job.passes.split_at(shared);
    let named = |e: Error| e.in_function(&name);
    run_passes(job, before, &mut unit, &cx, &mut props).map_err(named)?;
    let forks: Vec<Unit> = job.allocators[1..].iter().map(|a| unit.fork(a.clone())).collect();
    let others = forks.into_iter().map(|fork| compile_fork(job, after, fork, &cx, props)).collect();
    run_passes(job, after, &mut unit, &cx, &mut props).map_err(named)?;
    if job.stops_early() && unit.cgir.is_none() {
        unit.printed = unit.text(&cx);
    }
    unit.report.counters = counters.take();
    unit.drawn.log.push_str(&counters.take_log());
    Ok(Done { unit, others })
}

/// The rest of the passes under another allocator. That it cannot do the function is a result, too.
fn compile_fork(job: &Job<'_>, passes: &[&'static Pass], mut unit: Unit, cx: &PassCx<'_>, mut props: Props) -> Unit {
    let (fuel, counters) = (Fuel::new(cx.fuel.left()), Counters::default());
    let cx = PassCx { fuel: &fuel, counters: &counters, ..*cx };
    if let Err(e) = run_passes(job, passes, &mut unit, &cx, &mut props) {
        unit.report = Report { failed: vec![(unit.name.clone(), e.message)], ..Report::default() };
    }
    unit.report.counters = counters.take();
    unit.drawn.log.push_str(&counters.take_log());
    unit
}

fn run_passes(
    job: &Job<'_>,
    passes: &[&'static Pass],
    unit: &mut Unit,
    cx: &PassCx<'_>,
    props: &mut Props,
) -> Result<(), Error> {
    passes.iter().try_for_each(|pass| run_pass(job, pass, unit, cx, props))
}

fn run_pass(
    job: &Job<'_>,
    pass: &'static Pass,
    unit: &mut Unit,
    cx: &PassCx<'_>,
    props: &mut Props,
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
        Err(payload) => return Err(our_bug(job, pass, &unit.name, payload.as_ref())),
    }
    *props = (*props - pass.breaks) | pass.makes;
    if cx.options.verify
        && let Some(f) = &unit.cgir
        && let Err(e) = cgir::verify::verify(f, cx)
    {
        let what = format!("CGIR is wrong after the pass: {e}");
        return Err(our_bug(job, pass, &unit.name, &what));
    }
    print_around(job, pass, unit, cx, "after", &job.cli.print_after, job.cli.print_after_all);
    Ok(())
}

fn print_around(job: &Job<'_>, pass: &Pass, unit: &Unit, cx: &PassCx<'_>, when: &str, names: &[String], all: bool) {
    let wanted = all || names.iter().any(|n| n == pass.name);
    if wanted && job.cli.shows(&unit.name) {
        let by = if job.allocators.len() > 1 { format!(" ({})", unit.allocator.name) } else { String::new() };
        output::complain(&format!("; *** {} {when} {}{by} ***\n{}", unit.name, pass.name, unit.text(cx)));
    }
}

/// The message for a failure of our own: pass, function, and how to repeat it.
fn our_bug(job: &Job<'_>, pass: &Pass, function: &str, payload: &(dyn std::any::Any + Send)) -> Error {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let what = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let kept = crate::repro::kept_options(job.args, &job.cli.inputs);
    let options: Vec<_> = kept.into_iter().map(|a| a.to_string_lossy().into_owned()).collect();
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
