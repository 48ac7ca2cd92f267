//! The allocators by name, and the pass that runs one: answer, check, apply.

use crate::unit::Unit;
use cgir::alloc::{AllocError, Allocate, AllocateGlobal, AllocateLocal, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;
use std::time::Instant;
use whirl_lite::diag::{Error, Pos};

/// Names in `-regalloc=`, each with a line.
pub const NAMES: &[(&str, &str)] = &[
    ("gra", "global priority colouring, then the local allocator (the default)"),
    ("lra", "localised code, local allocator"),
    ("simple", "another name for lra"),
    ("basic", "rival: by spill weight, spill everywhere (LLVM's RegAllocBasic)"),
    ("spillall", "everything in memory: the reference"),
    ("chaos", "right answers at random, by -seed: to test the rest"),
];

/// Refuses names of allocators that do not exist.
pub fn check_name(name: &str) -> Result<(), String> {
    if NAMES.iter().any(|(n, _)| *n == name) {
        return Ok(());
    }
    let all: Vec<&str> = NAMES.iter().map(|(n, _)| *n).collect();
    Err(format!("unknown allocator '{name}'; allocators are {}", all.join(", ")))
}

/// Runs the allocator, checks its answer under `-verify`, and applies it.
pub fn run(unit: &mut Unit, cx: &PassCx<'_>) -> Result<(), Error> {
    let default = if cx.options.opt_level == 0 { "lra" } else { "gra" };
    let name = unit.allocator.clone().unwrap_or_else(|| default.to_string());
    let f = unit.cgir_ref()?;
    let start = Instant::now();
    let answer = answer(&name, f, cx).map_err(|e| explain(f, cx, &name, e))?;
    let spent = start.elapsed();
    if cx.options.verify
        && let Err(errors) = cgir::alloc::checker::check(f, cx, &answer)
    {
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("allocator '{name}' answered wrongly: {}", list.join("; "));
    }
    for &(what, n) in &answer.work {
        cx.counters.add(what, n);
    }
    unit.report.spent("regalloc (answer)", spent);
    let f = unit.cgir_mut()?;
    cgir::alloc::apply::apply(f, cx, &answer).map_err(|e| explain(f, cx, &name, e))
}

fn answer(name: &str, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    match name {
        "gra" => {
            let layer = gra::Gra.run(f, cx)?;
            local().run(f, cx, layer)
        }
        "lra" | "simple" => lra::Localised(local()).run(f, cx),
        "basic" => gra::rivals::Basic.run(f, cx),
        "chaos" => cgir::alloc::chaos::Chaos.run(f, cx),
        _ => cgir::alloc::spillall::SpillAll.run(f, cx),
    }
}

/// Ops in a block beyond which another order is not worth its cost.
const LONGEST: usize = 1000;

/// LRA, with the list scheduler to ask when a block does not fit. Liveness is computed if that happens.
fn local<'r>() -> lra::Lra<'r> {
    let live = std::cell::OnceCell::new();
    lra::Lra::with_scheduler(Box::new(move |f, cx, b| {
        let live = live.get_or_init(|| cgir::analysis::Liveness::compute(f));
        (f.bb_ops(b).count() <= LONGEST).then(|| sched::fewest_registers(f, cx, live, b))
    }))
}

/// An allocator's failure as the user's error, or a panic if it is ours.
fn explain(f: &Func, cx: &PassCx<'_>, name: &str, e: AllocError) -> Error {
    match e {
        AllocError::TooFewRegisters { op, class } => {
            let isa = cx.target.isa;
            let row = isa.inst(f.ops[op].opcode).name;
            let message = format!("'{row}' needs more registers of class {} than there are", isa.class(class).name);
            Error::input(f.ops[op].pos, message)
        }
        AllocError::Unsupported(what) => Error::unsupported(Pos::NONE, format!("{what} by allocator '{name}'")),
        AllocError::Internal(what) => panic!("allocator '{name}': {what}"),
    }
}
