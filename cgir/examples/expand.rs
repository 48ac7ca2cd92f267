//! Expands LLVM IR files to CGIR and prints it, verified: `cargo run -p cgir --example expand -- [-march=...] [-O0] file.ll`.
//!
//! With `-spillall` it goes on through the reference allocator and the frame, to code without virtual TNs.

use cgir::alloc::{Allocate, apply, checker, spillall::SpillAll};
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::{saves, target, text, verify};
use targ_info::{CodeModel, RelocModel, Target, TargetSpec};
use whirl_lite::{legalize, ll, opt, tree};

struct Args {
    spec: TargetSpec,
    level: u8,
    allocate: bool,
    quiet: bool,
    trees: bool,
    only: Option<String>,
    stress: bool,
    pad: u64,
}

fn main() {
    let mut a = Args {
        spec: TargetSpec::default(),
        level: 2,
        allocate: false,
        quiet: false,
        trees: false,
        only: None,
        stress: false,
        pad: 0,
    };
    let mut files = Vec::new();
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("-march", v)) => a.spec.march = Some(v.into()),
            Some(("-mabi", v)) => a.spec.mabi = Some(v.into()),
            Some(("-mattr", v)) => a.spec.mattr = v.into(),
            Some(("-only", v)) => a.only = Some(v.into()),
            Some(("-pad", v)) => a.pad = v.parse().unwrap_or(0),
            _ => match arg.as_str() {
                "-O0" => a.level = 0,
                "-pic" => a.spec.reloc = RelocModel::Pic,
                "-medany" => a.spec.code = CodeModel::Medium,
                "-spillall" => a.allocate = true,
                "-stress" => a.stress = true,
                "-quiet" => a.quiet = true,
                "-trees" => a.trees = true,
                _ => files.push(arg),
            },
        }
    }
    for file in &files {
        if let Err(e) = run(file, &a) {
            println!("{file}: {e}");
        }
    }
}

fn run(file: &str, a: &Args) -> Result<(), String> {
    let source = std::fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&source);
    let mut module = ll::parse(&source).map_err(|e| e.render(file, &text))?;
    let triple = if a.spec.march.is_some() { None } else { module.triple.clone() };
    let (target, _) = Target::new(&a.spec, triple.as_deref()).map_err(|e| e.to_string())?;
    let mut functions = std::mem::take(&mut module.functions);
    let hooks = target::hooks_for(&target).ok_or("no hooks for this target")?;
    let mut options = Options { opt_level: a.level, stress_frame_pad: a.pad, ..Options::default() };
    options.stress_no_free_reg = a.stress;
    let (fuel, counters) = (Fuel::default(), Counters::default());
    let cx = PassCx { target: &target, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
    let (mut time, mut ops, mut good, mut bad) = (std::time::Duration::ZERO, 0, 0, 0);
    for f in functions.values_mut() {
        if a.only.as_ref().is_some_and(|o| *o != f.name) {
            continue;
        }
        let shown = |e: whirl_lite::diag::Error| e.render(file, &text);
        let trees = opt::early(f, &module, &target, a.level, &fuel)
            .and_then(|()| legalize::run(f, &module, &target))
            .and_then(|()| opt::late(f, &module, &target, a.level, &fuel))
            .and_then(|()| tree::build(f, &module, &target, a.level > 0));
        let w = match trees {
            Ok(w) => w,
            Err(e) => {
                print!("before expansion: {}", shown(e));
                bad += 1;
                continue;
            }
        };
        if a.trees {
            println!("{}", tree::print(&w, &module));
        }
        let start = std::time::Instant::now();
        let done = hooks.expand(&w, &cx);
        time += start.elapsed();
        let mut g = match done {
            Ok(g) => g,
            Err(e) => {
                print!("{}", shown(e));
                bad += 1;
                continue;
            }
        };
        good += 1;
        ops += g.ops.len();
        if let Err(e) = verify::verify(&g, &cx) {
            println!("{e}");
        }
        if a.allocate {
            let reserved = hooks.plan_frame(&mut g, &cx);
            let _ = reserved;
            let answer = SpillAll.run(&g, &cx).map_err(|e| format!("{e:?}"))?;
            if let Err(e) = checker::check(&g, &cx, &answer) {
                println!("{}: {e:?}", g.name);
            }
            apply::apply(&mut g, &cx, &answer).map_err(|e| format!("{e:?}"))?;
            let plan = saves::plan(&mut g, &cx);
            hooks.finish_frame(&mut g, &cx, &plan);
            hooks.after_allocation(&mut g, &cx);
            if let Err(e) = verify::verify(&g, &cx) {
                println!("after allocation: {e}");
            }
        }
        if !a.quiet {
            println!("{}", text::print(&g, &cx));
        }
    }
    println!("{file}: {good} functions, {bad} refused, {ops} ops, expanded in {time:?}");
    Ok(())
}
