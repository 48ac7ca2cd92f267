//! Legalises each function of LLVM IR files and reports what is not supported, with counts and the time taken.
//!
//! `cargo run -p whirl-lite --example legalise -- [-march=rv32imac] [-mabi=ilp32] file.ll...`

use std::time::{Duration, Instant};
use targ_info::{Target, TargetSpec};
use whirl_lite::{legalize, ll};

fn main() {
    let mut spec = TargetSpec::default();
    let mut files = Vec::new();
    for a in std::env::args().skip(1) {
        if let Some(v) = a.strip_prefix("-march=") {
            spec.march = Some(v.into());
        } else if let Some(v) = a.strip_prefix("-mabi=") {
            spec.mabi = Some(v.into());
        } else if let Some(v) = a.strip_prefix("-mattr=") {
            spec.mattr = v.into();
        } else {
            files.push(a);
        }
    }
    for file in &files {
        if let Err(e) = run(file, &spec) {
            println!("{file}: {e}");
        }
    }
}

fn run(file: &str, spec: &TargetSpec) -> Result<(), String> {
    let source = std::fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&source);
    let mut module = ll::parse(&source).map_err(|e| e.render(file, &text))?;
    let triple = if spec.march.is_some() { None } else { module.triple.clone() };
    let (target, _) = Target::new(spec, triple.as_deref()).map_err(|e| e.to_string())?;
    let mut functions = std::mem::take(&mut module.functions);
    let ids: Vec<_> = functions.keys().collect();
    let (mut before, mut after, mut time, mut errors) = (0, 0, Duration::ZERO, 0);
    for id in ids {
        let f = &mut functions[id];
        before += f.insts.len();
        let start = Instant::now();
        let done = legalize::run(f, &module, &target);
        time += start.elapsed();
        match done {
            Ok(()) => after += f.insts.len(),
            Err(e) => {
                errors += 1;
                print!("{}", e.render(file, &text));
            }
        }
    }
    println!("{file}: {before} instructions became {after} in {time:?}, {errors} errors");
    Ok(())
}
