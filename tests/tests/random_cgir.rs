//! Every allocator, and every pass on CGIR, on random functions of the toy target: what goes in and what comes out is
//! verified, executed on several inputs, and compared.

use cgir::alloc::merge::{complete, left_open};
use cgir::alloc::{AllocError, Allocate, AllocateGlobal, AllocateLocal, Answer, spillall::SpillAll};
use cgir::analysis::Liveness;
use cgir::func::{Func, Op};
use cgir::pass::PassCx;
use cgir::testing::harness::{Passing, try_allocator, try_pass, try_pipeline};
use gra::rivals::{self, ra2::Ra2};

/// Seeds: what the tier wants, or as many as `OCG_SEEDS` says (from `OCG_FIRST_SEED` on).
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    // A build for debugging is too slow for more.
    let usual = match (ocg_tests::full_tier(), cfg!(debug_assertions)) {
        (true, _) => 100_000,
        (false, true) => 100,
        (false, false) => 2_000,
    };
    let (first, count) = (number("OCG_FIRST_SEED", 0), number("OCG_SEEDS", usual));
    first..first + count
}

/// Seeds beyond those of the quick tier whose functions the whole pipeline once got wrong.
const FAILED_ONCE: [u64; 2] = [
    // A jump with many targets whose operand was in memory, and no register free at the jump.
    3178, // A copy forwarded into inline assembly that left no register for its source.
    42121,
];

/// Tries all seeds, and shows the first few that fail.
fn all(what: &str, mut one: impl FnMut(u64) -> Result<(), String>) {
    let failed: Vec<(u64, String)> = seeds().filter_map(|s| one(s).err().map(|e| (s, e))).collect();
    // The shortest report is the easiest to understand.
    if let Some((_, report)) = failed.iter().min_by_key(|f| f.1.len()) {
        panic!("{what}: {} of {} seeds fail; one of them:\n{report}", failed.len(), seeds().count());
    }
}

fn gra_lra(f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    let layer = gra::Gra.run(f, cx)?;
    lra::Lra::default().run(f, cx, layer)
}

fn scheduled_lra(f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    let layer = gra::Gra.run(f, cx)?;
    let live = Liveness::compute(f);
    let order = |f: &Func, cx: &PassCx<'_>, b| Some(sched::fewest_registers(f, cx, &live, b));
    lra::Lra::with_scheduler(Box::new(order)).run(f, cx, layer)
}

/// The allocator with its own answer where it has one; what it leaves open or refuses goes to GRA.
fn rival(a: &mut dyn Allocate, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    match a.run(f, cx) {
        Ok(answer) if left_open(f, &answer).is_clear() => Ok(answer),
        Ok(answer) => Ok(complete(f, answer, gra_lra(f, cx)?)),
        Err(AllocError::Unsupported(_)) => gra_lra(f, cx),
        Err(e) => Err(e),
    }
}

type Run = fn(&Func, &PassCx<'_>) -> Result<Answer, AllocError>;

/// All allocators that answer for the whole function as it is.
const ALLOCATORS: [(&str, Run); 12] = [
    ("gra", gra_lra),
    ("lra", |f, cx| lra::Localised::default().run(f, cx)),
    ("basic", |f, cx| rivals::Basic.run(f, cx)),
    ("greedy", |f, cx| rivals::Greedy.run(f, cx)),
    ("linearscan", |f, cx| rivals::LinearScan.run(f, cx)),
    ("fast", |f, cx| rivals::Fast.run(f, cx)),
    ("briggs", |f, cx| rivals::Briggs.run(f, cx)),
    ("chordal", |f, cx| rivals::Chordal.run(f, cx)),
    ("pbqp", |f, cx| rivals::Pbqp.run(f, cx)),
    ("ra2", |f, cx| rival(&mut Ra2 { fast: Some(false) }, f, cx)),
    ("ra2:fastalloc", |f, cx| rival(&mut Ra2 { fast: Some(true) }, f, cx)),
    ("optimal", |f, cx| rivals::Optimal(Box::new(gra_lra)).run(f, cx)),
];

/// Tries allocators of these names on the toy target.
fn on_the_toy_target(names: &[&str]) {
    for name in names {
        let (_, run) = ALLOCATORS.iter().find(|a| a.0 == *name).expect("an allocator");
        all(name, |s| try_allocator(s, &mut { *run }));
    }
}

/// What each allocator answers.
fn answers(f: &Func, cx: &PassCx<'_>) -> Result<Vec<(&'static str, Answer)>, String> {
    ALLOCATORS.iter().map(|(name, run)| Ok((*name, run(f, cx).map_err(|e| format!("{name}: {e:?}"))?))).collect()
}

/// The optimal allocator's bound against what all allocators answer, its own included.
fn bounded(f: &Func, cx: &PassCx<'_>, answers: &[(&str, Answer)]) -> Result<(), String> {
    let proof = answers.iter().find_map(|(_, a)| a.proof).ok_or("no proof")?;
    for (name, answer) in answers {
        let cost = rivals::optimal::cost(f, cx, answer).map_err(|e| format!("{name}: {e:?}"))?;
        // Another order of ops, and fewer of them, are out of the space.
        let dead = |op: &Op| f.results(*op).iter().all(|&t| f.remat[t].expand() != Some(*op));
        let outside = !answer.order.is_empty() || answer.deleted.iter().any(dead);
        if !outside && cost < proof.bound - 1e-4 * cost.max(1.0) {
            return Err(format!("{name}: cost {cost} below {proof}: {:?}", answer.work));
        }
    }
    Ok(())
}

/// A machine that functions are made for.
struct Machine {
    march: &'static str,
    target: targ_info::Target,
    hooks: &'static dyn cgir::target::Hooks,
}

/// What real machines have beyond the toy: files that overlap in other ways, tied operands, single registers for shifts
/// and division, flags, registers of several widths, x87's flat file with and without SSE beside it, scarcity.
const RISCV: [&str; 2] = ["rv64gc_zba_zbb_zfh", "rv32gc"];
const X86: [&str; 4] = ["x86-64-v3", "x86-64", "i686", "pentium4"];

fn machines(list: &[&'static str]) -> Vec<Machine> {
    let one = |&march: &&'static str| {
        let spec = targ_info::TargetSpec { march: Some(march.into()), ..Default::default() };
        let (target, _) = targ_info::Target::new(&spec, None).unwrap_or_else(|e| panic!("{march}: {e:?}"));
        let hooks = cgir::target::hooks_for(&target).unwrap_or_else(|| panic!("{march}"));
        Machine { march, target, hooks }
    };
    list.iter().map(one).collect()
}

/// The shape of a function for a real machine: larger, and every other one in a single file.
fn real_shape(seed: u64) -> cgir::random::Shape {
    let shape = cgir::random::Shape::from_seed(seed);
    let one_file = seed.is_multiple_of(2);
    cgir::random::Shape { variables: shape.variables * 3, ops: shape.ops * 2, one_file, ..shape }
}

/// The same generator on real ISAs, a seed each in turn: nothing executes it, but verifier and checker prove the allocation.
fn real_isas(list: &[&'static str]) {
    use cgir::alloc::{apply::apply, checker::check};
    use cgir::random::function;
    use cgir::verify::verify;
    let (module, global) = cgir::testing::module("f");
    let machines = machines(list);
    all(list[0], |seed| {
        let machine = &machines[(seed / 2) as usize % machines.len()];
        let (options, fuel, counters) = Default::default();
        let cx = PassCx {
            target: &machine.target,
            hooks: machine.hooks,
            module: &module,
            options: &options,
            fuel: &fuel,
            counters: &counters,
        };
        let f = function(seed, real_shape(seed), global, &cx).ok_or("no function")?;
        let shown =
            |what: String, g: &Func| format!("seed {seed}, {}: {what}\n{}", machine.march, cgir::text::print(g, &cx));
        verify(&f, &cx).map_err(|e| shown(e, &f))?;
        let answers = answers(&f, &cx).map_err(|e| shown(e, &f))?;
        for (name, answer) in &answers {
            check(&f, &cx, answer).map_err(|e| shown(format!("{name}: {e:?}"), &f))?;
            let mut g = f.clone();
            apply(&mut g, &cx, answer).map_err(|e| shown(format!("{name}: {e:?}"), &f))?;
            verify(&g, &cx).map_err(|e| shown(format!("{name}: {e}"), &g))?;
        }
        bounded(&f, &cx, &answers).map_err(|e| shown(e, &f))
    });
}

#[test]
fn the_integer_program() {
    all("optimal", |seed| {
        let mut bound = Ok(());
        try_allocator(seed, &mut |f, cx| {
            let mut answers = answers(f, cx).map_err(AllocError::Internal)?;
            bound = bounded(f, cx, &answers).map_err(|e| format!("seed {seed}: {e}\n{}", cgir::text::print(f, cx)));
            let proven = answers.iter().position(|(_, a)| a.proof.is_some()).unwrap_or_default();
            Ok(answers.swap_remove(proven).1)
        })?;
        bound
    });
}

#[test]
fn riscv() {
    real_isas(&RISCV);
}

#[test]
fn x86() {
    real_isas(&X86);
}

/// Classes of which each machine must have values.
const CLASSES: [(&str, &[&str]); 6] = [
    ("rv64gc_zba_zbb_zfh", &["gpr", "fpr16", "fpr32", "fpr64"]),
    ("rv32gc", &["gpr", "fpr32", "fpr64"]),
    ("x86-64-v3", &["gr8", "gr16", "gr32", "gr64", "fr32", "fr64", "vr128", "vr256", "rfp80"]),
    ("x86-64", &["gr8", "gr16", "gr32", "gr64", "fr32", "fr64", "vr128", "rfp80"]),
    ("i686", &["gr32", "rfp80"]),
    ("pentium4", &["gr32", "vr128"]),
];

/// Values of all register files and widths occur, on every machine, and so do flags that somebody reads.
#[test]
fn all_register_classes_are_drawn() {
    let (module, global) = cgir::testing::module("f");
    for Machine { march, target, hooks } in machines(&[&RISCV[..], &X86[..]].concat()) {
        let (options, fuel, counters) = Default::default();
        let cx =
            PassCx { target: &target, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
        let isa = target.isa;
        let mut seen = vec![0usize; isa.classes.len()];
        let mut branches = 0;
        for seed in 0..150 {
            let f = cgir::random::function(seed, real_shape(seed), global, &cx).unwrap_or_else(|| panic!("{march}"));
            for t in f.tns.keys().filter(|&t| f.is_virtual(t)) {
                seen[f.class(t).map_or(0, |c| c.0 as usize)] += 1;
            }
            let ends = f.layout.iter().filter_map(|&b| f.terminator(isa, b));
            branches += ends.filter(|&t| f.operands(t).iter().any(|&o| f.preg(o).is_some())).count();
        }
        let wanted = CLASSES.iter().find(|c| c.0 == march).map_or(&[][..], |c| c.1);
        let occurs = |name: &str| (0..seen.len()).any(|c| isa.classes[c].name == name && seen[c] > 0);
        let missing: Vec<&str> = wanted.iter().copied().filter(|name| !occurs(name)).collect();
        assert!(!wanted.is_empty(), "{march}");
        assert!(missing.is_empty(), "{march} has no {}", missing.join(", "));
        assert!(!march.starts_with("x86") || branches > 100, "{march}: {branches} branches on flags");
    }
}

#[test]
fn spillall() {
    all("spillall", |s| try_allocator(s, &mut |f, cx| SpillAll.run(f, cx)));
}

#[test]
fn localised_lra() {
    on_the_toy_target(&["lra"]);
}

#[test]
fn gra_then_lra() {
    on_the_toy_target(&["gra"]);
}

#[test]
fn gra_then_lra_that_reschedules() {
    all("gra with scheduler", |s| try_allocator(s, &mut scheduled_lra));
}

#[test]
fn rivals() {
    on_the_toy_target(&["basic", "greedy", "linearscan", "fast"]);
}

#[test]
fn graph_rivals() {
    on_the_toy_target(&["briggs", "chordal", "pbqp"]);
}

#[test]
fn the_regalloc2_crate() {
    on_the_toy_target(&["ra2", "ra2:fastalloc"]);
}

#[test]
fn passes_before_allocation() {
    let passes: [(&str, Passing<'_>); 4] = [
        ("ebo", &mut ebo::run),
        ("cflow", &mut cflow::tidy),
        ("sink", &mut sched::sink::run),
        ("sched", &mut sched::before_allocation),
    ];
    for (name, pass) in passes {
        all(name, |s| try_pass(s, pass));
    }
}

#[test]
fn passes_after_allocation() {
    let passes: [(&str, Passing<'_>); 3] =
        [("ebo", &mut ebo::run_post), ("sched", &mut sched::after_allocation), ("layout", &mut cflow::layout::run)];
    for (name, pass) in passes {
        all(name, |s| try_pipeline(s, &mut |_, _| {}, &mut |f, cx| SpillAll.run(f, cx), pass));
    }
}

#[test]
fn the_whole_pipeline() {
    let before = |f: &mut Func, cx: &PassCx<'_>| {
        cflow::tidy(f, cx);
        ebo::run(f, cx);
        sched::before_allocation(f, cx);
    };
    let after = |f: &mut Func, cx: &PassCx<'_>| {
        ebo::run_post(f, cx);
        sched::after_allocation(f, cx);
        cflow::layout::run(f, cx);
    };
    let one = |s| try_pipeline(s, &mut { before }, &mut gra_lra, &mut { after });
    for seed in FAILED_ONCE {
        one(seed).unwrap_or_else(|e| panic!("pipeline, seed {seed}: {e}"));
    }
    all("pipeline", one);
}
