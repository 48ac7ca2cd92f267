//! Shows what becomes of LLVM IR: `whirl FILE [-O0] [-march=NAME] [-ssa] [-whirl] [-time] [-only=FUNCTION] [-fuel=N]`.

use std::time::{Duration, Instant};
use targ_info::{Target, TargetSpec};
use whirl_lite::opt::Fuel;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| args.iter().any(|a| a == name);
    let option = |name: &str| args.iter().find_map(|a| a.strip_prefix(name));
    let Some(file) = args.iter().find(|a| !a.starts_with('-')) else {
        eprintln!("usage: whirl FILE [-O0] [-march=NAME] [-ssa] [-whirl] [-time] [-only=FUNCTION] [-fuel=N]");
        std::process::exit(2);
    };
    let march = option("-march=").unwrap_or("rv64gc").to_string();
    let spec = TargetSpec { march: Some(march), ..TargetSpec::default() };
    let (target, _) = Target::new(&spec, None).unwrap_or_else(|e| fail(&e.to_string()));
    let source = std::fs::read(file).unwrap_or_else(|e| fail(&format!("{file}: {e}")));
    let text = String::from_utf8_lossy(&source);
    let mut clock = Instant::now();
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut lap = |times: &mut Vec<(&'static str, Duration)>, name: &'static str| {
        let now = Instant::now();
        match times.iter_mut().find(|t| t.0 == name) {
            Some(t) => t.1 += now - clock,
            None => times.push((name, now - clock)),
        }
        clock = now;
    };
    let m = whirl_lite::ll::parse(&source).unwrap_or_else(|e| fail(&e.render(file, &text)));
    lap(&mut times, "parse");
    let level = if has("-O0") { 0 } else { 2 };
    let mut errors = 0;
    for f in m.functions.values() {
        if option("-only=").is_some_and(|n| n != f.name) {
            continue;
        }
        let mut f = f.clone();
        let fuel = Fuel::new(option("-fuel=").and_then(|n| n.parse().ok()).unwrap_or(u64::MAX));
        lap(&mut times, "clone");
        let result = (|| {
            whirl_lite::opt::early(&mut f, &m, &target, level, &fuel)?;
            lap(&mut times, "early");
            whirl_lite::legalize::run(&mut f, &m, &target)?;
            lap(&mut times, "legalise");
            whirl_lite::opt::late(&mut f, &m, &target, level, &fuel)?;
            lap(&mut times, "late");
            if has("-ssa") {
                println!("{}", whirl_lite::print::function(&m, &f));
            }
            let w = whirl_lite::tree::build(&f, &m, &target, level > 0)?;
            lap(&mut times, "tree");
            if has("-whirl") {
                print!("{}", whirl_lite::tree::print(&w, &m));
            }
            whirl_lite::diag::Result::Ok(())
        })();
        if let Err(e) = result {
            eprint!("{}", e.render(file, &text));
            errors += 1;
        }
    }
    if has("-time") {
        for (name, t) in times {
            println!("{name:10} {:8.1} ms", t.as_secs_f64() * 1e3);
        }
    }
    if errors > 0 {
        fail(&format!("{errors} functions failed\n"));
    }
}

fn fail(what: &str) -> ! {
    eprint!("{what}");
    std::process::exit(1);
}
