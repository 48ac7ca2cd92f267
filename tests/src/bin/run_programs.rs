//! Compiles and runs the programs of `tests/programs`: C -> clang -> ocg -> link -> emulator.
//!
//! A program's first line may say `// run:` and options: `rv64`, `rv32` (targets; both if none is named), `cxx`,
//! `flags=...` for clang. It passes when it exits with status 0 and prints what stands in the file beside it with the
//! extension `.out`, if there is one. Every program runs from optimised and from unoptimised IR, under several
//! configurations of ocg. Prints a line for each failure and last `programs: N passed, N failed`.

use ocg_tests::{TempDir, full_tier, must, ocg, root, run};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);

/// clang's levels: options and a name.
const LEVELS: &[(&str, &[&str])] = &[("O2", &["-O2"]), ("O0", &["-O0", "-Xclang", "-disable-O0-optnone"])];

/// Configurations of ocg that CI runs, and those of the full tier beside them.
const QUICK: &[&[&str]] = &[&["-O2", "-verify"], &["-O0", "-verify"]];
const FULL: &[&[&str]] = &[
    &["-O1", "-verify"],
    &["-O2", "-regalloc=lra", "-verify"],
    &["-O2", "-regalloc=spillall", "-verify"],
    &["-O2", "-regalloc=chaos", "-seed=7", "-verify"],
    &["-O2", "-stress-frame-pad=4096", "-stress-branch-range=64", "-stress-no-free-reg", "-verify"],
    &["-O2", "-relocation-model=pic"],
    &["-O2", "-code-model=medium"],
];

/// A program to test.
struct Program {
    path: PathBuf,
    flags: Vec<String>,
    expected: Option<Vec<u8>>,
    cxx: bool,
}

fn programs(dir: &Path) -> Vec<Program> {
    let mut list = Vec::new();
    let entries = std::fs::read_dir(dir).map(|d| d.flatten().collect::<Vec<_>>()).unwrap_or_default();
    let mut paths: Vec<PathBuf> = entries.iter().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let cxx = path.extension().is_some_and(|e| e == "cpp");
        if !cxx && path.extension().is_none_or(|e| e != "c") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let first = text.lines().next().unwrap_or_default();
        let options = first.strip_prefix("// run:").unwrap_or_default();
        let flags = options.split_whitespace().filter_map(|o| o.strip_prefix("flags=")).map(str::to_string).collect();
        let expected = std::fs::read(path.with_extension("out")).ok();
        list.push(Program { path, flags, expected, cxx });
    }
    list
}

/// Compiles a program at one level, then runs it under each configuration. Returns failures.
fn test(p: &Program, level: &(&str, &[&str]), configurations: &[&[&str]]) -> Vec<String> {
    let name = format!("{} {}", p.path.file_name().unwrap_or_default().to_string_lossy(), level.0);
    let dir = match TempDir::new("program") {
        Ok(dir) => dir,
        Err(e) => return vec![format!("{name}: {e}")],
    };
    let ll = dir.join("p.ll");
    let mut clang = Command::new(if p.cxx { "clang++-19" } else { "clang-19" });
    clang.args(["--target=riscv64-linux-gnu", "-march=rv64gc", "-mabi=lp64d", "--sysroot=/usr/riscv64-linux-gnu"]);
    clang.args(["-isystem", "/usr/riscv64-linux-gnu/include", "-w", "-fno-pic", "-S", "-emit-llvm"]);
    if p.cxx {
        clang.args(["-fno-exceptions", "-fno-rtti", "-nostdinc++"]);
    }
    clang.args(level.1).args(&p.flags).arg(&p.path).arg("-o").arg(&ll);
    if let Err(e) = must(&mut clang, LIMIT) {
        return vec![format!("{name}: {e}")];
    }
    let one = |c: &&[&str]| run_one(p, &dir, &ll, c).err().map(|e| format!("{name} {}: {e}", c.join(" ")));
    configurations.iter().filter_map(one).collect()
}

fn run_one(p: &Program, dir: &TempDir, ll: &Path, options: &[&str]) -> Result<(), String> {
    let (obj, exe) = (dir.join("p.o"), dir.join("p"));
    must(
        Command::new(ocg()).args(["-march=rv64gc", "-filetype=obj"]).args(options).arg(ll).arg("-o").arg(&obj),
        LIMIT,
    )?;
    let mut link = Command::new("riscv64-linux-gnu-gcc");
    must(link.args(["-static", "-no-pie"]).arg(&obj).arg("-o").arg(&exe).arg("-lm"), LIMIT)?;
    let out = run(Command::new("qemu-riscv64").arg(&exe), LIMIT)?;
    if !out.status.success() {
        return Err(format!("run: {}: {}", out.status, String::from_utf8_lossy(&out.stdout).trim_end()));
    }
    match &p.expected {
        Some(text) if *text != out.stdout => Err("prints something else than expected".into()),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let filter: Vec<String> = std::env::args().skip(1).collect();
    let mut list = programs(&root().join("tests/programs"));
    list.retain(|p| filter.is_empty() || filter.iter().any(|f| p.path.to_string_lossy().contains(f.as_str())));
    let mut configurations: Vec<&[&str]> = QUICK.to_vec();
    if full_tier() {
        configurations.extend(FULL);
    }
    let jobs: Vec<_> = list.iter().flat_map(|p| LEVELS.iter().map(move |l| (p, l))).collect();
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            s.spawn(|| {
                while let Some((p, level)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let failed = test(p, level, &configurations);
                    if !failed.is_empty() {
                        failures.lock().unwrap_or_else(|e| e.into_inner()).extend(failed);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(|e| e.into_inner());
    failures.sort();
    failures.iter().for_each(|f| println!("FAIL {f}"));
    let total = jobs.len() * configurations.len();
    println!("programs: {} passed, {} failed", total - failures.len().min(total), failures.len());
    if failures.is_empty() && total > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
