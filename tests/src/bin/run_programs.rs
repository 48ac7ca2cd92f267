//! Compiles and runs the programs of `tests/programs`: C, C++, Rust -> clang, rustc -> ocg -> link -> emulator.
//!
//! A program's first line may say `// run:` and words: `rv32` (run on the 32-bit machines too: the program needs only
//! the runtime of `tests/runtime`), `riscv` (its assembly), `long-double`, `quad`, `x87` (its format), `vectors`, `half`, `exact` (floats without
//! more digits than their type) (what it needs, and some machines lack), `nohost` (the host can't say what it prints), `text` (ocg writes assembly text only,
//! which clang assembles), `nightly` (Rust: unstable features), `flags=...` for the compiler. It passes
//! when it exits with status 0 and prints what stands in the file beside it with the extension `.out`, if there is
//! one. Programs run from optimised and from unoptimised IR, under several configurations of ocg.
//!
//! Rust programs have no standard library on the target: rustc compiles them for the host, whose data layout (LP64,
//! little-endian) is the target's, with what they use of `core` and `alloc` in one module (`lto=fat`), and ocg compiles
//! that for its own target. Nothing unwinds in them: `panic=abort`, `-exception-model=none`.
//!
//!     run-programs [--machine=NAME] [--llc] [--config="-O2 -verify"]... [NAME...]
//!
//! runs the programs whose path contains a NAME; `--config` replaces the configurations; `--llc` puts LLVM's llc in
//! ocg's place, which tests the tests. Prints a line for each failure and last `programs: N passed, N failed`.

use ocg_tests::machines::{MACHINES, Machine, command, run_words};
use ocg_tests::{TempDir, full_tier, must, ocg, root, run};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Levels of the front ends: a name, clang's options, rustc's level.
const LEVELS: &[(&str, &[&str], &str)] =
    &[("O2", &["-O2"], "opt-level=2"), ("O0", &["-O0", "-Xclang", "-disable-O0-optnone"], "opt-level=0")];

/// Configurations of ocg that CI runs for each of clang's levels, and those of the full tier beside them.
const QUICK: &[[&str; 2]] = &[["-O2 -verify", "-O0 -verify"], ["-O0 -verify", "-O2 -verify -filetype=asm"]];
const FULL: &[&str] = &[
    "-O1 -verify",
    "-O3 -verify",
    "-O2 -regalloc=lra -verify",
    "-O2 -regalloc=spillall -verify",
    "-O2 -stress-frame-pad=4096 -stress-branch-range=512 -stress-no-free-reg -verify",
    "-O2 -relocation-model=pic",
    "-O2 -code-model=medium",
    "-O2 -regalloc=chaos -seed=7 -verify",
    "-O2 -stress-branch-range=64 -verify",
];

/// What a program is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    C,
    Cxx,
    Rust,
}

/// A program to test.
struct Program {
    path: PathBuf,
    flags: Vec<String>,
    words: Vec<String>,
    expected: Option<Vec<u8>>,
    language: Language,
}

impl Program {
    fn says(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }
    /// Is it a program for this machine?
    fn runs_on(&self, machine: &Machine) -> bool {
        machine.word.is_none_or(|w| self.says(w))
            && self.words.iter().all(|w| machine.has(w))
            && (self.language != Language::Rust || machine.rust)
    }
    /// The command that makes LLVM IR of it.
    fn front_end(&self, machine: &Machine, level: &Level, ll: &Path) -> Command {
        if self.language == Language::Rust {
            let mut rustc = Command::new("rustc");
            rustc.args([
                "--edition=2024",
                "-Awarnings",
                "--crate-type=bin",
                "-Cpanic=abort",
                "-Clto=fat",
                "-C",
                level.2,
            ]);
            // The whole program's IR is written only on the way to a linker; none is wanted.
            rustc.args(["-Ccodegen-units=1", "-Clinker=true", "-Clinker-flavor=gcc"]).args(&self.flags);
            if self.says("nightly") {
                rustc.env("RUSTC_BOOTSTRAP", "1");
            }
            rustc.arg(format!("--emit=llvm-ir={},link={}", ll.display(), ll.with_extension("none").display()));
            rustc.arg(&self.path);
            // It leaves temporary files where it runs, of the same names at every level.
            if let Some(dir) = ll.parent() {
                rustc.current_dir(dir);
            }
            return rustc;
        }
        let mut clang = machine.clang(self.language == Language::Cxx);
        clang.args(["-S", "-emit-llvm"]).args(level.1).args(&self.flags).arg(&self.path).arg("-o").arg(ll);
        clang
    }
}

fn programs(dir: &Path) -> Vec<Program> {
    let mut list = Vec::new();
    let entries = std::fs::read_dir(dir).map(|d| d.flatten().collect::<Vec<_>>()).unwrap_or_default();
    let mut paths: Vec<PathBuf> = entries.iter().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let language = match path.extension().and_then(|e| e.to_str()) {
            Some("c") => Language::C,
            Some("cpp") => Language::Cxx,
            Some("rs") => Language::Rust,
            _ => continue,
        };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let (flags, words): (Vec<_>, Vec<_>) = run_words(&text).partition(|o| o.starts_with("flags="));
        let flags = flags.iter().filter_map(|o| o.strip_prefix("flags=")).map(str::to_string).collect();
        let words = words.into_iter().map(str::to_string).collect();
        let expected = std::fs::read(path.with_extension("out")).ok();
        list.push(Program { path, flags, words, expected, language });
    }
    list
}

type Level = (&'static str, &'static [&'static str], &'static str);

/// What is made once for a machine.
struct Ready {
    machine: &'static Machine,
    runtime: Vec<PathBuf>,
    emulator: Vec<String>,
}

/// One program on one machine at one level of its front end, under some configurations of ocg.
struct Job<'a> {
    program: &'a Program,
    machine: &'a Machine,
    ready: &'a Ready,
    level: &'a Level,
    configurations: Vec<&'a str>,
    llc: bool,
}

impl Job<'_> {
    /// Runs it; returns failures, at most one a configuration.
    fn test(&self) -> Vec<String> {
        let file = self.program.path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{file} {} {}", self.machine.name, self.level.0);
        let dir = match TempDir::new("program") {
            Ok(dir) => dir,
            Err(e) => return vec![format!("{name}: {e}")],
        };
        let ll = dir.join("p.ll");
        if let Err(e) = must(&mut self.program.front_end(self.machine, self.level, &ll), LIMIT) {
            return self.configurations.iter().map(|c| format!("{name} {c}: {e}")).collect();
        }
        let one = |c: &&str| self.run(&dir, &ll, c).err().map(|e| format!("{name} {c}: {e}"));
        self.configurations.iter().filter_map(one).collect()
    }

    fn run(&self, dir: &TempDir, ll: &Path, options: &str) -> Result<(), String> {
        let (object, program) = (dir.join("p.o"), dir.join("p"));
        let asm = !self.llc && (self.program.says("text") || options.contains("-filetype=asm"));
        let written = if asm { dir.join("p.s") } else { object.clone() };
        let mut compile = if self.llc {
            let mut c = Command::new("llc-19");
            c.args(self.machine.llc).arg("-O2");
            c
        } else {
            let mut c = Command::new(ocg());
            c.args(self.machine.ocg).args(options.split_whitespace().filter(|o| *o != "-filetype=asm"));
            if self.program.language == Language::Rust {
                c.args([&format!("-mtriple={}", self.machine.triple), "-exception-model=none"]);
            }
            c
        };
        compile.arg(if asm { "-filetype=asm" } else { "-filetype=obj" });
        must(compile.arg(ll).arg("-o").arg(&written), LIMIT)?;
        if asm {
            must(self.machine.clang(false).arg("-c").arg(&written).arg("-o").arg(&object), LIMIT)?;
        }
        self.link(&object, &program)?;
        let out = run(&mut command(&self.ready.emulator, &program), LIMIT)?;
        if !out.status.success() {
            return Err(format!("run: {}: {}", out.status, String::from_utf8_lossy(&out.stdout).trim_end()));
        }
        match &self.program.expected {
            Some(text) if *text != out.stdout => {
                Err(format!("prints something else: {}", difference(text, &out.stdout)))
            }
            _ => Ok(()),
        }
    }
}

impl Job<'_> {
    fn link(&self, object: &Path, program: &Path) -> Result<(), String> {
        // At its level 0 rustc keeps functions of `core` that nobody calls, and with them references to conversions
        // of `f16` that older libgccs lack.
        let options: &[&str] =
            if self.program.language == Language::Rust { &["-Wl,--unresolved-symbols=ignore-all"] } else { &[] };
        self.machine.link(&[object], &self.ready.runtime, program, options)
    }
}

/// The first line that differs.
fn difference(want: &[u8], have: &[u8]) -> String {
    let (want, have) = (String::from_utf8_lossy(want), String::from_utf8_lossy(have));
    let (mut w, mut h) = (want.lines(), have.lines());
    loop {
        match (w.next(), h.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => return format!("expected '{}', got '{}'", a.unwrap_or("end"), b.unwrap_or("end")),
        }
    }
}

/// What the command line asks for.
#[derive(Default)]
struct Options {
    machine: Option<String>,
    llc: bool,
    configurations: Vec<String>,
    names: Vec<String>,
}

impl Options {
    fn read() -> Result<Options, String> {
        let mut o = Options::default();
        for a in std::env::args().skip(1) {
            match a.split_once('=') {
                Some(("--machine", m)) => o.machine = Some(m.to_string()),
                Some(("--config", c)) => o.configurations.push(c.to_string()),
                _ if a == "--llc" => o.llc = true,
                _ if a.starts_with("--") => return Err(format!("unknown option {a}")),
                _ => o.names.push(a),
            }
        }
        Ok(o)
    }

    /// The configurations for a level of clang on a machine. CI crosses them only on the machines that every program
    /// runs on.
    fn configurations(&self, machine: &Machine, level: usize) -> Vec<&str> {
        if self.llc {
            return vec!["llc"];
        }
        if !self.configurations.is_empty() {
            return self.configurations.iter().map(String::as_str).collect();
        }
        let quick = &QUICK[level % QUICK.len()];
        if full_tier() {
            return quick.iter().chain(FULL).copied().collect();
        }
        if machine.word.is_some() || !machine.cpu.is_empty() { vec![quick[0]] } else { quick.to_vec() }
    }
}

fn jobs<'a>(o: &'a Options, list: &'a [Program], machines: &'a [Ready]) -> Vec<Job<'a>> {
    let mut jobs = Vec::new();
    for program in list {
        for ready in machines {
            let machine = ready.machine;
            if !program.runs_on(machine) {
                continue;
            }
            for (i, level) in LEVELS.iter().enumerate() {
                let configurations = o.configurations(machine, i);
                jobs.push(Job { program, machine, ready, level, configurations, llc: o.llc });
            }
        }
    }
    jobs
}

fn main() -> ExitCode {
    match all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            println!("run-programs: {e}\nprograms: 0 passed, 1 failed");
            ExitCode::FAILURE
        }
    }
}

fn all() -> Result<bool, String> {
    let o = Options::read()?;
    if !o.llc && !ocg().is_file() {
        return Err(format!(
            "there is no {}: build it (cargo build --release -p ocg) or say where it is ($OCG)",
            ocg().display()
        ));
    }
    let dir = TempDir::new("runtime").map_err(|e| e.to_string())?;
    let mut machines = Vec::new();
    for machine in MACHINES.iter().filter(|m| o.machine.as_ref().is_none_or(|n| n == m.name)) {
        match machine.emulate(&dir)? {
            Ok(emulator) => machines.push(Ready { machine, runtime: machine.runtime(&dir)?, emulator }),
            Err(why) => println!("skipped: {}: {why}", machine.name),
        }
    }
    let mut list = programs(&root().join("tests/programs"));
    list.retain(|p| o.names.is_empty() || o.names.iter().any(|f| p.path.to_string_lossy().contains(f.as_str())));
    let jobs = jobs(&o, &list, &machines);
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            s.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let failed = job.test();
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
    let total: usize = jobs.iter().map(|j| j.configurations.len()).sum();
    println!("programs: {} passed, {} failed", total - failures.len().min(total), failures.len());
    Ok(failures.is_empty() && (total > 0 || machines.is_empty()))
}
