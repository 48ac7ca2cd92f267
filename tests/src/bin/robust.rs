//! Feeds ocg what it has not seen: every input must end in an output or in a clear error.
//!
//! Inputs come from `llvm-stress`, from clang at all levels over `tests/programs`, from rustc over `tests/corners/rust`,
//! from the hand-written `tests/corners/*.ll`, from generators of extremes below, and from damaging all of these. ocg
//! may refuse an input with status 1 and a message; it may not panic, report an internal error, hang, or take more than
//! a gigabyte of memory.
//!
//!     robust [--keep=DIR] [KIND...]
//!
//! runs the kinds of inputs whose names contain a KIND; `--keep` keeps the inputs that fail. Prints a line for each
//! failure and last `robust: N passed, N failed`.

use ocg_tests::machines::{MACHINES, Machine, run_words};
use ocg_tests::{TempDir, full_tier, must, ocg, root, run};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long a compilation may take.
const LIMIT: Duration = Duration::from_secs(60);
/// Address space in kilobytes.
const MEMORY: u64 = 1 << 20;

/// How an input comes to be.
enum Source {
    /// `llvm-stress` with a seed and a size.
    Stress(u64, u64),
    /// A C or C++ file at a level of clang for a machine.
    Clang(PathBuf, &'static str, &'static Machine),
    /// A Rust file at a level of rustc.
    Rust(PathBuf, &'static str),
    /// A file as it stands.
    File(PathBuf),
    /// A generated extreme.
    Extreme(fn() -> String),
    /// A file, damaged, by a seed.
    Damaged(PathBuf, u64),
}

/// An input and ocg's options for it.
struct Input {
    name: String,
    source: Source,
    options: Vec<&'static str>,
}

/// xorshift: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Damages a text: cuts, repeats, swaps lines, changes words and bytes.
fn damage(text: &[u8], seed: u64) -> Vec<u8> {
    let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut lines: Vec<Vec<u8>> = text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    const WORDS: &[&str] = &[
        "i0",
        "i8388607",
        "i1",
        "ptr",
        "%0",
        "@f",
        "void",
        "<4 x i32>",
        "-1",
        "99999999999999999999",
        "{",
        "null",
        "label",
    ];
    for _ in 0..1 + r.below(4) {
        let at = r.below(lines.len());
        match r.below(7) {
            0 => {
                lines.remove(at);
            }
            1 => {
                let line = lines[at].clone();
                lines.insert(at, line);
            }
            2 => {
                let other = r.below(lines.len());
                lines.swap(at, other);
            }
            3 => lines.truncate(at.max(1)),
            4 => {
                let line = &mut lines[at];
                if !line.is_empty() {
                    let k = r.below(line.len());
                    line[k] = r.below(256) as u8;
                }
            }
            _ => {
                let line = String::from_utf8_lossy(&lines[at]).into_owned();
                let mut words: Vec<&str> = line.split(' ').collect();
                let k = r.below(words.len());
                words[k] = WORDS[r.below(WORDS.len())];
                lines[at] = words.join(" ").into_bytes();
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join(&b'\n')
}

/// A function with so many arguments that most are on the stack, and a call of it.
fn many_arguments() -> String {
    let n = 10_000;
    let list = |f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>().join(", ");
    let mut s = format!("define i64 @callee({}) {{\n", list(&|i| format!("i64 %a{i}")));
    let _ = writeln!(s, "  %s = add i64 %a0, %a{}\n  ret i64 %s\n}}", n - 1);
    let _ = writeln!(s, "define i64 @caller(i64 %x) {{");
    let _ = writeln!(s, "  %r = call i64 @callee({})\n  ret i64 %r\n}}", list(&|_| "i64 %x".into()));
    s
}

fn huge_switch() -> String {
    let mut s = String::from("define i32 @f(i64 %x) {\n  switch i64 %x, label %d [\n");
    for i in 0..20_000u64 {
        let _ = writeln!(s, "    i64 {}, label %b{}", i * i % 1_000_003 * 3 + i * 3_000_017, i % 50);
    }
    s.push_str("  ]\n");
    for i in 0..50 {
        let _ = writeln!(s, "b{i}:\n  ret i32 {}", i * 77);
    }
    s.push_str("d:\n  ret i32 -1\n}\n");
    s
}

/// One block of very many operations, each a user of an earlier one.
fn long_block() -> String {
    let mut s = String::from("define i64 @f(i64 %v0, i64 %k) {\n");
    for i in 1..40_000u64 {
        let op = ["add", "xor", "mul", "sub"][(i % 4) as usize];
        let _ = writeln!(s, "  %v{i} = {op} i64 %v{}, %v{}", i - 1, i.saturating_sub(1 + i * 7 % 40));
    }
    s.push_str("  ret i64 %v39999\n}\n");
    s
}

/// Very many values alive at once.
fn pressure() -> String {
    let mut s = String::from("define i64 @f(ptr %p) {\n");
    let n = 3000;
    for i in 0..n {
        let _ = writeln!(s, "  %q{i} = getelementptr i64, ptr %p, i64 {i}\n  %v{i} = load volatile i64, ptr %q{i}");
    }
    s.push_str("  %s0 = add i64 0, 0\n");
    for i in 0..n {
        let _ = writeln!(s, "  %s{} = add i64 %s{i}, %v{}", i + 1, (i * 7) % n);
    }
    let _ = writeln!(s, "  ret i64 %s{n}\n}}");
    s
}

/// Loops in loops.
fn deep_loops() -> String {
    let n = 60;
    let mut s = String::from("define void @f(ptr %p, i32 %n) {\n  br label %h0\n");
    for i in 0..n {
        let from = if i == 0 { "0".into() } else { format!("h{}", i - 1) };
        let from = if i == 0 { "%0".to_string() } else { format!("%{from}") };
        let _ = writeln!(
            s,
            "h{i}:\n  %i{i} = phi i32 [ 0, {from} ], [ %j{i}, %l{i} ]\n  br label %{}",
            if i + 1 < n { format!("h{}", i + 1) } else { "body".into() }
        );
    }
    s.push_str("body:\n  store volatile i32 1, ptr %p\n");
    let _ = writeln!(s, "  br label %l{}", n - 1);
    for i in (0..n).rev() {
        let exit = if i == 0 { "end".into() } else { format!("l{}", i - 1) };
        let _ = writeln!(
            s,
            "l{i}:\n  %j{i} = add i32 %i{i}, 1\n  %c{i} = icmp slt i32 %j{i}, %n\n  br i1 %c{i}, label %h{i}, label %{exit}"
        );
    }
    s.push_str("end:\n  ret void\n}\n");
    s
}

/// Very many blocks: a chain of diamonds with phis.
fn many_blocks() -> String {
    let n = 8000;
    let mut s = String::from("define i32 @f(i32 %x, i32 %y) {\n  br label %b0\n");
    for i in 0..n {
        let (v, from) =
            if i == 0 { ("%x".into(), "%0".to_string()) } else { (format!("%p{}", i - 1), format!("%j{}", i - 1)) };
        let _ = writeln!(
            s,
            "b{i}:\n  %c{i} = icmp ult i32 {v}, {i}\n  br i1 %c{i}, label %t{i}, label %j{i}\nt{i}:\n  %a{i} = add i32 {v}, %y\n  br label %j{i}\n\
             j{i}:\n  %p{i} = phi i32 [ {v}, %b{i} ], [ %a{i}, %t{i} ]\n  br label %{}",
            if i + 1 < n { format!("b{}", i + 1) } else { "end".into() }
        );
        let _ = from;
    }
    let _ = writeln!(s, "end:\n  ret i32 %p{}\n}}", n - 1);
    s
}

/// A block that very many jump to, with very many phis.
fn wide_phis() -> String {
    let (edges, phis) = (300, 200);
    let mut s = String::from("define i64 @f(i32 %x, i64 %y) {\n  switch i32 %x, label %m [\n");
    for e in 1..edges {
        let _ = writeln!(s, "    i32 {e}, label %e{e}");
    }
    s.push_str("  ]\n");
    for e in 1..edges {
        let _ = writeln!(s, "e{e}:\n  %w{e} = mul i64 %y, {e}\n  br label %m");
    }
    s.push_str("m:\n");
    for p in 0..phis {
        let list: Vec<String> = (1..edges)
            .map(|e| if (e + p) % 3 == 0 { format!("[ %w{e}, %e{e} ]") } else { format!("[ {}, %e{e} ]", e * p) })
            .collect();
        let _ = writeln!(s, "  %p{p} = phi i64 [ {p}, %0 ], {}", list.join(", "));
    }
    s.push_str("  %s0 = add i64 0, 0\n");
    for p in 0..phis {
        let _ = writeln!(s, "  %s{} = add i64 %s{p}, %p{p}", p + 1);
    }
    let _ = writeln!(s, "  ret i64 %s{phis}\n}}");
    s
}

/// Integers of all widths, in each operation that has a meaning for them.
fn odd_widths() -> String {
    let mut s = String::new();
    for n in (1..=70).chain([96, 100, 127, 128, 129, 191, 192, 193, 255, 256, 257, 511, 512, 1000]) {
        for op in ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem"] {
            let _ =
                writeln!(s, "define i{n} @{op}{n}(i{n} %a, i{n} %b) {{\n  %r = {op} i{n} %a, %b\n  ret i{n} %r\n}}");
        }
        let _ = writeln!(
            s,
            "define i1 @cmp{n}(i{n} %a, i{n} %b) {{\n  %c = icmp slt i{n} %a, %b\n  %d = icmp ugt i{n} %a, %b\n  %e = icmp eq i{n} %a, %b\n\
             \x20 %f = xor i1 %c, %d\n  %g = or i1 %e, %f\n  ret i1 %g\n}}\n\
             define void @mem{n}(ptr %p, ptr %q, i1 %c) {{\n  %a = load i{n}, ptr %p\n  %b = load i{n}, ptr %q, align 1\n\
             \x20 %s = select i1 %c, i{n} %a, i{n} %b\n  store i{n} %s, ptr %q, align 1\n  ret void\n}}\n\
             define double @conv{n}(i{n} %a) {{\n  %x = sitofp i{n} %a to double\n  %y = uitofp i{n} %a to double\n  %z = fadd double %x, %y\n  ret double %z\n}}\n\
             define i{n} @back{n}(double %a) {{\n  %x = fptosi double %a to i{n}\n  %y = fptoui double %a to i{n}\n  %z = xor i{n} %x, %y\n  ret i{n} %z\n}}"
        );
        if n < 500 {
            let wide = n + 3;
            let _ = writeln!(
                s,
                "define i{wide} @ext{n}(i{n} %a) {{\n  %x = sext i{n} %a to i{wide}\n  %y = zext i{n} %a to i{wide}\n  %z = add i{wide} %x, %y\n\
                 \x20 %t = trunc i{wide} %z to i{n}\n  %u = zext i{n} %t to i{wide}\n  ret i{wide} %u\n}}"
            );
        }
    }
    s
}

/// Aggregates of thousands of members, by value and in memory.
fn huge_aggregates() -> String {
    let n = 2000;
    let fields = vec!["i32"; n].join(", ");
    let nested = (0..60).fold("i8".to_string(), |t, _| format!("{{ {t}, i16 }}"));
    let mut s = format!("%big = type {{ {fields} }}\n%deep = type {nested}\n");
    let _ = writeln!(
        s,
        "define void @copy(ptr %p, ptr %q) {{\n  %v = load %big, ptr %p\n  %w = insertvalue %big %v, i32 7, 1999\n  store %big %w, ptr %q\n  ret void\n}}"
    );
    let _ = writeln!(s, "define i32 @get(%big %v) {{\n  %x = extractvalue %big %v, 1000\n  ret i32 %x\n}}");
    let _ = writeln!(s, "define %deep @deep(%deep %v) {{\n  ret %deep %v\n}}");
    let _ = writeln!(
        s,
        "define [500 x i64] @arr([500 x i64] %v, i64 %x) {{\n  %w = insertvalue [500 x i64] %v, i64 %x, 499\n  ret [500 x i64] %w\n}}"
    );
    let _ = writeln!(
        s,
        "@zero = global [1000000 x %big] zeroinitializer\n@ptrs = global [3 x ptr] [ptr @zero, ptr @copy, ptr null]"
    );
    s
}

/// Names, comments, strings and numbers at the language's limits.
fn spellings() -> String {
    let long = "x".repeat(100_000);
    let mut s = format!("; {long}\n@\"{long}\" = global i32 1\n@\"a\\22b c\\00d\" = global i32 2\n");
    let _ = writeln!(s, "@s = constant [{} x i8] c\"{}\"", 50_000, "\\ff".repeat(50_000));
    let _ = writeln!(s, "@n = global i256 {}", "9".repeat(70));
    let _ = writeln!(
        s,
        "define void @\"\\01raw\"() {{\n  ret void\n}}\ndefine i32 @f() {{\n  %\"odd name\" = load i32, ptr @\"{long}\"\n  ret i32 %\"odd name\"\n}}"
    );
    s
}

/// Deeply nested constant expressions.
fn deep_constants() -> String {
    let deep = (0..2000).fold("ptr @g".to_string(), |e, _| format!("ptr getelementptr (i8, {e}, i64 1)"));
    let nest = (0..2000).fold("i32 0".to_string(), |t, _| format!("{{ i32 }} {{ {t} }}"));
    format!("@g = global i8 0\n@p = global {deep}\n; {}\n", nest.len())
}

/// A landing of very many calls with values alive over all of them.
fn many_calls() -> String {
    let mut s = String::from("declare i64 @g(i64, double)\ndefine double @f(i64 %a, double %x) {\n");
    for i in 0..3000 {
        let _ = writeln!(
            s,
            "  %v{i} = call i64 @g(i64 {}, double %x)",
            if i < 40 { "%a".into() } else { format!("%v{}", i - 40) }
        );
    }
    s.push_str("  %r = sitofp i64 %v2999 to double\n  ret double %r\n}\n");
    s
}

/// A name and what makes the text.
type Extreme = (&'static str, fn() -> String);

const EXTREMES: &[Extreme] = &[
    ("many_arguments", many_arguments),
    ("huge_switch", huge_switch),
    ("long_block", long_block),
    ("pressure", pressure),
    ("deep_loops", deep_loops),
    ("many_blocks", many_blocks),
    ("wide_phis", wide_phis),
    ("odd_widths", odd_widths),
    ("huge_aggregates", huge_aggregates),
    ("spellings", spellings),
    ("deep_constants", deep_constants),
    ("many_calls", many_calls),
];

const CLANG_LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os"];
const RV64: &[&str] = &["-march=rv64gc"];
const VARIANTS: &[&[&str]] = &[
    &["-march=rv64gc", "-O2", "-verify"],
    &["-march=rv64gc", "-O0", "-verify"],
    &["-march=rv32imac", "-O2", "-verify"],
    &["-march=rv64gc_zba_zbb_zbs_zicond", "-O2", "-verify"],
    &["-march=rv32gc", "-O0", "-verify"],
    &["-march=rv64i", "-O2", "-verify"],
];

fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == extension));
    paths.sort();
    paths
}

/// All inputs of the tier.
fn inputs() -> Vec<Input> {
    let (tests, full) = (root().join("tests"), full_tier());
    let mut list = Vec::new();
    let mut add = |name: String, source: Source, options: &[&'static str]| {
        list.push(Input { name, source, options: options.to_vec() });
    };
    for seed in 0..if full { 600 } else { 60 } {
        let size = [20, 60, 150, 400][seed as usize % 4];
        add(
            format!("stress seed {seed} size {size}"),
            Source::Stress(seed, size),
            VARIANTS[seed as usize % VARIANTS.len()],
        );
    }
    let programs: Vec<PathBuf> = ["c", "cpp"].iter().flat_map(|e| files(&tests.join("programs"), e)).collect();
    for (i, path) in programs.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if !MACHINES.first().is_some_and(|m| run_words(&text).all(|w| m.has(w))) {
            continue;
        }
        for (j, level) in CLANG_LEVELS.iter().copied().enumerate().filter(|(j, _)| full || (i + j) % 5 == 1) {
            let Some(machine) = MACHINES.first() else { continue };
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            add(
                format!("clang {file} {level}"),
                Source::Clang(path.clone(), level, machine),
                &[RV64[0], ["-O2", "-O0"][j % 2], "-verify"],
            );
        }
    }
    for path in files(&tests.join("corners/rust"), "rs") {
        for level in ["0", "1", "3"] {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            add(
                format!("rustc {file} {level}"),
                Source::Rust(path.clone(), level),
                &["-march=rv64gc", "-O2", "-verify"],
            );
        }
    }
    let corners = files(&tests.join("corners"), "ll");
    for path in &corners {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        for options in VARIANTS {
            add(format!("corner {file} {}", options.join(" ")), Source::File(path.clone()), options);
        }
    }
    for (name, make) in EXTREMES {
        for options in [VARIANTS[0], VARIANTS[1], VARIANTS[2]] {
            add(format!("extreme {name} {}", options.join(" ")), Source::Extreme(*make), options);
        }
    }
    for (i, path) in corners.iter().enumerate() {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        for seed in 0..if full { 60 } else { 12 } {
            let options = VARIANTS[(i + seed as usize) % VARIANTS.len()];
            add(format!("damaged {file} seed {seed}"), Source::Damaged(path.clone(), seed + 1), options);
        }
    }
    list
}

/// Makes an input's file. `Ok(None)`: the tool that makes it refuses.
fn make(input: &Input, dir: &TempDir) -> Result<Option<PathBuf>, String> {
    let path = dir.join("in.ll");
    let write = |text: &[u8]| std::fs::write(&path, text).map_err(|e| e.to_string());
    match &input.source {
        Source::Stress(seed, size) => {
            let mut c = Command::new("llvm-stress-19");
            must(c.arg(format!("-seed={seed}")).arg(format!("-size={size}")).arg("-o").arg(&path), LIMIT)?;
        }
        Source::Clang(file, level, machine) => {
            let mut c = machine.clang(file.extension().is_some_and(|e| e == "cpp"));
            let first =
                std::fs::read_to_string(file).unwrap_or_default().lines().next().unwrap_or_default().to_string();
            c.args(first.split_whitespace().filter_map(|w| w.strip_prefix("flags=")));
            must(c.args(["-S", "-emit-llvm", level]).arg(file).arg("-o").arg(&path), LIMIT)?;
        }
        Source::Rust(file, level) => {
            let mut c = Command::new("rustc");
            c.args([
                "--edition=2021",
                "--crate-type=lib",
                "--emit=llvm-ir",
                "-Awarnings",
                "-Cpanic=abort",
                "-Ccodegen-units=1",
            ]);
            must(c.arg(format!("-Copt-level={level}")).arg(file).arg("-o").arg(&path), LIMIT)?;
        }
        Source::File(file) => return Ok(Some(file.clone())),
        Source::Extreme(text) => write(text().as_bytes())?,
        Source::Damaged(file, seed) => write(&damage(&std::fs::read(file).map_err(|e| e.to_string())?, *seed))?,
    }
    Ok(Some(path))
}

/// Must an input compile? All of clang's must, and the corners that do not say `; refused` in their first line.
fn must_compile(input: &Input) -> bool {
    match &input.source {
        Source::Clang(path, ..) => !path.to_string_lossy().contains("asm_"),
        Source::File(path) => {
            let wide = input.options.first().is_some_and(|o| o.starts_with("-march=rv64gc"));
            wide && !std::fs::read_to_string(path).unwrap_or_default().starts_with("; refused")
        }
        Source::Stress(..) | Source::Rust(..) | Source::Extreme(..) | Source::Damaged(..) => false,
    }
}

/// Compiles an input; the error says what is wrong with how that ends.
fn test(input: &Input, dir: &TempDir) -> Result<(), String> {
    let Some(path) = make(input, dir)? else { return Ok(()) };
    let output = dir.join("out.o");
    let mut c = Command::new("sh");
    c.arg("-c").arg(format!("ulimit -v {MEMORY}; exec \"$@\"")).arg("sh").arg(ocg()).args(&input.options);
    c.args(["-threads=1", "-filetype=obj"]).arg(&path).arg("-o").arg(&output);
    let out = run(&mut c, LIMIT)?;
    let text = String::from_utf8_lossy(&out.stderr);
    if let Some(line) = text
        .lines()
        .find(|l| l.contains("internal error") || l.contains("panicked") || l.contains("overflowed its stack"))
    {
        let more = text.lines().skip_while(|l| *l != line).nth(1).unwrap_or_default();
        return Err(format!("{line} | {}", more.trim()));
    }
    match out.status.code() {
        Some(0) if output.exists() => Ok(()),
        Some(1) if must_compile(input) => Err(text.lines().next().unwrap_or_default().to_string()),
        Some(0) => Err("success without an output".into()),
        Some(1) if !text.contains("error") => Err(format!("status 1 without an error: {text}")),
        Some(1) if output.exists() => Err("an output despite an error".into()),
        Some(1) => Ok(()),
        _ => Err(format!("{}: {}", out.status, text.lines().next().unwrap_or_default())),
    }
}

fn main() -> ExitCode {
    let (mut keep, mut kinds): (Option<PathBuf>, Vec<String>) = (None, Vec::new());
    for a in std::env::args().skip(1) {
        match a.strip_prefix("--keep=") {
            Some(dir) => keep = Some(dir.into()),
            None => kinds.push(a),
        }
    }
    let mut list = inputs();
    list.retain(|i| kinds.is_empty() || kinds.iter().any(|k| i.name.contains(k.as_str())));
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(input) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
            let failed = match TempDir::new("robust") {
                Ok(dir) => test(input, &dir).inspect_err(|_| {
                    if let Some(to) = &keep {
                        let name = input.name.replace([' ', '/', '='], "_");
                        let _ = std::fs::create_dir_all(to);
                        let _ = std::fs::copy(dir.join("in.ll"), to.join(format!("{name}.ll")));
                    }
                }),
                Err(e) => Err(e.to_string()),
            };
            if let Err(e) = failed {
                failures.lock().unwrap_or_else(|e| e.into_inner()).push(format!("{}: {e}", input.name));
            }
        }
    };
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            s.spawn(work);
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(|e| e.into_inner());
    failures.sort();
    failures.iter().for_each(|f| println!("FAIL {f}"));
    println!("robust: {} passed, {} failed", list.len() - failures.len(), failures.len());
    if failures.is_empty() && !list.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
