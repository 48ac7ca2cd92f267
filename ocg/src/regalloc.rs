//! The allocators by name, and the pass that runs one: answer, check, apply.
//!
//! Names of `-regalloc=` come from [`NAMES`] alone. A user of the library brings allocators of his own ([`Own`]), which are
//! checked, applied, priced and compared as ours are.

use crate::unit::{Asked, Unit};
use cgir::alloc::alone::{Starved, first_starved};
use cgir::alloc::merge;
use cgir::alloc::price::{ProofEnd, price};
use cgir::alloc::{AllocError, Allocate, AllocateGlobal, AllocateLocal, Answer};
use cgir::func::{Func, Op, Tn};
use cgir::pass::PassCx;
use gra::rivals::ra2::Ra2;
use std::sync::Arc;
use std::time::Instant;
use targ_info::{RegClass, RegSet};
use whirl_lite::diag::{Error, Pos};

/// Names in `-regalloc=`, each with a line.
pub const NAMES: &[(&str, &str)] = &[
    ("gra", "global priority colouring, then the local allocator (the default)"),
    ("lra", "localised code, local allocator"),
    ("simple", "another name for lra"),
    ("basic", "rival: by spill weight, spill everywhere (LLVM's RegAllocBasic)"),
    ("fast", "rival: values in memory at block borders, as at -O0"),
    ("local", "another name for fast"),
    ("linearscan", "rival: linear scan with lifetime holes and splitting"),
    ("greedy", "rival: eviction and splitting by region (LLVM's RAGreedy)"),
    ("briggs", "rival: optimistic graph colouring, iterated register coalescing (Briggs; George and Appel)"),
    ("chordal", "rival: spilling by furthest next use, then colouring in SSA form (Hack and Goos)"),
    ("pbqp", "rival: a partitioned Boolean quadratic problem (Scholz and Eckstein; Hames and Scholz)"),
    ("optimal", "small functions as an integer program, with a proven bound (Appel and George); others as gra"),
    ("ra2", "rival: the regalloc2 crate, by -ra2-algorithm= (ion)"),
    ("ra2:fastalloc", "rival: the regalloc2 crate, its fast single pass"),
    ("spillall", "everything in memory: the reference"),
    ("chaos", "right answers at random, by -seed: to test the rest"),
];

/// `-regalloc=help`: a line each.
pub fn help() -> String {
    let mut text = String::from("Allocators for -regalloc=; several, with commas, are compared:\n\n");
    NAMES.iter().for_each(|(name, what)| text.push_str(&format!("  {name:<14} {what}\n")));
    text
}

/// Counters of functions that an allocator left to GRA, whole or in some classes.
pub const LEFT_TO_GRA: [&str; 2] = ["regalloc.functions-of-gra", "regalloc.functions-with-classes-of-gra"];

/// Steps of the pass that are an allocator's own time: one that answers alone, and the two halves of ours.
pub const ANSWERS: [&str; 3] = ["answer", "gra", "lra"];

/// An allocator that a user of the library brings.
#[derive(Clone)]
pub struct Own {
    /// Its name, which goes before those of the list.
    pub name: String,
    /// What makes one, for each function.
    pub make: Arc<Make>,
}

/// Makes an allocator; called on any thread.
pub type Make = dyn Fn() -> Box<dyn Allocate> + Send + Sync;

/// An allocator that was chosen.
#[derive(Clone)]
pub struct Allocator {
    /// Its name in tables.
    pub name: String,
    /// Chosen by name, not for lack of a choice: functions that ask not to be optimised get it, too.
    explicit: bool,
    own: Option<Arc<Make>>,
}

/// The allocator of a level, if nobody chooses.
fn default_name(opt_level: u8) -> &'static str {
    if opt_level == 0 { "lra" } else { "gra" }
}

impl Allocator {
    /// The allocators with these names, or the default one. Names that do not exist are refused.
    pub fn choose(names: &[String], opt_level: u8, own: &[Own]) -> Result<Vec<Allocator>, String> {
        if names.is_empty() {
            return Ok(vec![Allocator { name: default_name(opt_level).into(), explicit: false, own: None }]);
        }
        names.iter().map(|n| Allocator::named(n, own)).collect()
    }

    fn named(name: &str, own: &[Own]) -> Result<Allocator, String> {
        let brought = own.iter().find(|o| o.name == name).map(|o| o.make.clone());
        if brought.is_none() && !NAMES.iter().any(|(n, _)| *n == name) {
            let all = own.iter().map(|o| o.name.as_str()).chain(NAMES.iter().map(|n| n.0));
            let all: Vec<&str> = all.collect();
            return Err(format!("unknown allocator '{name}'; allocators are {}", all.join(", ")));
        }
        Ok(Allocator { name: name.into(), explicit: true, own: brought })
    }

    /// Its name for a function of this level.
    fn name_at(&self, opt_level: u8) -> String {
        if self.explicit { self.name.clone() } else { default_name(opt_level).into() }
    }
}

/// A global allocator whose layer our local allocator completes.
pub struct Completed(pub Box<dyn AllocateGlobal>);

impl Allocate for Completed {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let layer = self.0.run(f, cx)?;
        local().run(f, cx, layer)
    }
}

/// Runs the allocator, checks its answer under `-verify`, and applies it.
pub fn run(unit: &mut Unit, cx: &PassCx<'_>) -> Result<(), Error> {
    let name = unit.allocator.name_at(cx.options.opt_level);
    let f = unit.cgir_ref()?;
    refuse_starved(f, cx)?;
    let mut start = Instant::now();
    let mut steps = Vec::with_capacity(3);
    let mut lap = |step| {
        let now = Instant::now();
        steps.push((step, now - std::mem::replace(&mut start, now)));
    };
    let mut left = None;
    let answered = match &unit.allocator.own {
        Some(make) => make().run(f, cx),
        // The halves of ours are two allocators.
        None if name == "gra" => gra::Gra.run(f, cx).and_then(|layer| {
            lap(ANSWERS[1]);
            local().run(f, cx, layer)
        }),
        None => answer(&name, f, cx, &mut left),
    };
    let mut answer = answered.map_err(|e| explain(f, cx, &name, e))?;
    if cx.options.opt_level > 0 {
        cgir::alloc::forms::choose(f, cx, &mut answer);
    }
    lap(if name == "gra" && unit.allocator.own.is_none() { ANSWERS[2] } else { ANSWERS[0] });
    if cx.options.verify {
        if let Err(errors) = cgir::alloc::checker::check(f, cx, &answer) {
            let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
            panic!("allocator '{name}' answered wrongly in '{}': {}", f.name, list.join("; "));
        }
        lap("check");
    }
    if unit.wants.measure {
        unit.asked = Asked { price: price(f, cx, &answer), work: answer.work.clone(), proof: answer.proof };
    }
    for &(what, n) in &answer.work {
        cx.counters.add(what, n);
    }
    if let Some(why) = left {
        cx.trace(|| format!("{}: {why} by allocator '{name}': gra takes it", unit.name));
        unit.report.left.push((unit.name.clone(), why));
    }
    crate::see::draw(unit, cx, &name, &answer)?;
    start = Instant::now();
    let f = unit.cgir_mut()?;
    cgir::alloc::apply::apply(f, cx, &answer).map_err(|e| explain(f, cx, &name, e))?;
    steps.push(("apply", start.elapsed()));
    if unit.wants.measure {
        let [saves, restores] = cgir::saves::price(unit.cgir_ref()?, cx);
        (unit.asked.price.saves, unit.asked.price.restores) = (saves, restores);
    }
    for (step, time) in steps {
        unit.report.spent_on(("regalloc", name.clone(), step), time);
    }
    Ok(())
}

/// The answer of an allocator by name. What it leaves to GRA, and why, is said in `left`.
fn answer(name: &str, f: &Func, cx: &PassCx<'_>, left: &mut Option<String>) -> Result<Answer, AllocError> {
    match name {
        "gra" => gra_then_lra(f, cx),
        "ra2" => rival(&mut Ra2 { fast: None }, f, cx, left),
        "ra2:fastalloc" => rival(&mut Ra2 { fast: Some(true) }, f, cx, left),
        "lra" | "simple" => lra::Localised(local()).run(f, cx),
        "basic" => gra::rivals::Basic.run(f, cx),
        "fast" | "local" => gra::rivals::Fast.run(f, cx),
        "linearscan" => gra::rivals::LinearScan.run(f, cx),
        "greedy" => gra::rivals::Greedy.run(f, cx),
        "briggs" => rival(&mut gra::rivals::Briggs, f, cx, left),
        "chordal" => rival(&mut gra::rivals::Chordal, f, cx, left),
        "pbqp" => rival(&mut gra::rivals::Pbqp, f, cx, left),
        "optimal" => optimal(f, cx),
        "chaos" => cgir::alloc::chaos::Chaos.run(f, cx),
        _ => cgir::alloc::spillall::SpillAll.run(f, cx),
    }
}

fn gra_then_lra(f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    let layer = gra::Gra.run(f, cx)?;
    local().run(f, cx, layer)
}

/// A rival's answer; classes that it leaves open, and functions that it refuses, go to GRA: `left` says why, and counters
/// how often.
fn rival(
    allocator: &mut dyn Allocate,
    f: &Func,
    cx: &PassCx<'_>,
    left: &mut Option<String>,
) -> Result<Answer, AllocError> {
    match allocator.run(f, cx) {
        Ok(a) => {
            let open = merge::left_open(f, &a);
            if open.is_clear() {
                return Ok(a);
            }
            let isa = cx.target.isa;
            let mut classes: Vec<&str> =
                open.ones().filter_map(|i| f.class(Tn::from_u32(i as u32))).map(|c| isa.class(c).name).collect();
            classes.sort_unstable();
            classes.dedup();
            *left = Some(format!("registers of class {} are not handled", classes.join(", ")));
            let mut whole = merge::complete(f, a, gra_then_lra(f, cx)?);
            whole.work.push((LEFT_TO_GRA[1], 1));
            Ok(whole)
        }
        Err(AllocError::Unsupported(what)) => {
            *left = Some(format!("{what} is not handled"));
            let mut a = gra_then_lra(f, cx)?;
            a.work.push((LEFT_TO_GRA[0], 1));
            Ok(a)
        }
        Err(e) => Err(e),
    }
}

/// The optimal allocator's answer; what is too large for it is counted as left to GRA.
fn optimal(f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    let mut a = gra::rivals::Optimal(Box::new(gra_then_lra)).run(f, cx)?;
    if a.proof.is_some_and(|p| p.end == ProofEnd::TooLarge) {
        a.work.push((LEFT_TO_GRA[0], 1));
    }
    Ok(a)
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

/// Refuses code for which the registers that the user left do not suffice.
pub fn refuse_starved(f: &Func, cx: &PassCx<'_>) -> Result<(), Error> {
    let (target, isa) = (cx.target, cx.target.isa);
    let taken = target.reserved - target.abi.reserved;
    if taken == RegSet::EMPTY {
        return Ok(());
    }
    match first_starved(f, cx, taken) {
        None => Ok(()),
        Some(Starved::Class(op, class)) => Err(too_few(f, cx, op, class)),
        Some(Starved::Register(op, r)) => {
            let (row, reg) = (isa.inst(f.ops[op].opcode).name, isa.reg(r).name);
            Err(Error::input(f.ops[op].pos, format!("'{row}' needs register {reg}, which is reserved")))
        }
    }
}

fn too_few(f: &Func, cx: &PassCx<'_>, op: Op, class: RegClass) -> Error {
    let isa = cx.target.isa;
    let row = isa.inst(f.ops[op].opcode).name;
    let message = format!("'{row}' needs more registers of class {} than there are", isa.class(class).name);
    Error::input(f.ops[op].pos, message)
}

/// An allocator's failure as the user's error, or a panic if it is ours.
pub fn explain(f: &Func, cx: &PassCx<'_>, name: &str, e: AllocError) -> Error {
    match e {
        AllocError::TooFewRegisters { op, class } => too_few(f, cx, op, class),
        AllocError::Unsupported(what) => Error::unsupported(Pos::NONE, format!("{what} by allocator '{name}'")),
        AllocError::Internal(what) => panic!("allocator '{name}': {what}"),
    }
}
