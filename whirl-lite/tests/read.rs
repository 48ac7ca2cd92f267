//! The reader, the printer and the verifier on files: `tests/ll/*.ll` (every construct by hand), and what the tools of
//! LLVM and rustc make, where they are installed.
//!
//! Each file must parse, verify, print, and print the same again after it was read back; LLVM must take the print.
//! Files that LLVM 19 cannot read (`older.ll`, `newer.ll`, rustc's) skip that last part. Damaged copies of the files
//! must end in an error or a module, never in a panic.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use whirl_lite::{ir::Module, ll, print, verify};

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ll");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    files
}

fn parse(name: &str, text: &str) -> Module {
    ll::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{}", e.render(name, text)))
}

/// Parses, verifies, prints; the print reads back to the same print. Returns it.
fn round_trip(name: &str, text: &str) -> String {
    let m = parse(name, text);
    if let Err(e) = verify::module(&m) {
        panic!("{}", e.render(name, text));
    }
    let first = print::module(&m);
    let second = print::module(&parse(&format!("{name} (printed)"), &first));
    if let Some((n, (a, b))) = first.lines().zip(second.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("{name}: line {} of the print changes when it is read back:\n{a}\n{b}", n + 1);
    }
    assert_eq!(first.len(), second.len(), "{name}");
    first
}

fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: {tool} is not installed");
    }
    found
}

/// A folder for this test's files.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ocg-read-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// LLVM's assembler must take the text.
fn llvm_takes(name: &str, text: &str, folder: &Path) {
    let file = folder.join("printed.ll");
    std::fs::write(&file, text).unwrap();
    let out = Command::new("llvm-as-19").args(["-o", "/dev/null"]).arg(&file).output().unwrap();
    assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn every_construct_reads_and_prints_back() {
    let llvm = has("llvm-as-19");
    let folder = scratch("hand");
    for file in inputs() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let printed = round_trip(&name, &std::fs::read_to_string(&file).unwrap());
        if llvm && name != "older.ll" && name != "newer.ll" {
            llvm_takes(&name, &printed, &folder);
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn random_functions_of_llvm_stress() {
    if !has("llvm-stress-19") || !has("llvm-as-19") {
        return;
    }
    let folder = scratch("stress");
    for seed in 1..=12 {
        let out = Command::new("llvm-stress-19").args([format!("-seed={seed}"), "-size=200".into()]).output().unwrap();
        let name = format!("llvm-stress {seed}");
        let printed = round_trip(&name, &String::from_utf8(out.stdout).unwrap());
        llvm_takes(&name, &printed, &folder);
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn what_clang_makes() {
    if !has("clang-19") || !has("llvm-as-19") {
        return;
    }
    let folder = scratch("clang");
    let source = folder.join("a.cpp");
    std::fs::write(&source, CPP).unwrap();
    for options in [["-O0", "-g"], ["-O1", "-g0"], ["-O2", "-g"], ["-O3", "-g0"]] {
        let out = Command::new("clang-19")
            .args(options)
            .args(["-std=c++17", "-w", "-S", "-emit-llvm", "-o", "-"])
            .arg(&source)
            .output()
            .unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let name = format!("clang {}", options.join(" "));
        let printed = round_trip(&name, &String::from_utf8(out.stdout).unwrap());
        llvm_takes(&name, &printed, &folder);
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn what_rustc_makes() {
    if !has("rustc") {
        return;
    }
    let folder = scratch("rustc");
    let source = folder.join("a.rs");
    std::fs::write(&source, RUST).unwrap();
    for options in [&["-g"][..], &["-O"]] {
        let file = folder.join("a.ll");
        let status = Command::new("rustc")
            .args(options)
            .args(["--crate-type=lib", "--emit=llvm-ir", "-o"])
            .args([&file, &source])
            .status()
            .unwrap();
        assert!(status.success());
        round_trip(&format!("rustc {options:?}"), &std::fs::read_to_string(&file).unwrap());
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Damages a text: cuts it off, or replaces, removes, repeats or exchanges pieces of it.
fn damage(text: &[u8], r: &mut Random) -> Vec<u8> {
    let mut t = text.to_vec();
    for _ in 0..=r.below(4) {
        let at = r.below(t.len());
        let piece = at..(at + 1 + r.below(24)).min(t.len());
        match r.below(6) {
            0 => t.truncate(at),
            1 => drop(t.drain(piece)),
            2 => {
                let copy = t[piece].to_vec();
                let to = r.below(t.len());
                t.splice(to..to, copy);
            }
            3 => t[at] = b" \"%@!#{}[]<>()=,:;*-0i\\\xff"[r.below(24)],
            4 => {
                let words: &[&[u8]] = &[
                    b"i32",
                    b"ptr",
                    b"%0",
                    b"@0",
                    b"!0",
                    b"null",
                    b"label",
                    b"99999999999",
                    b"[",
                    b"{",
                    b"<",
                    b"void",
                ];
                t.splice(at..at, words[r.below(words.len())].iter().copied());
            }
            _ => {
                let lines: Vec<&[u8]> = t.split_inclusive(|&c| c == b'\n').collect();
                let (a, b) = (r.below(lines.len()), r.below(lines.len()));
                let mut lines = lines;
                lines.swap(a, b);
                t = lines.concat();
            }
        }
        if t.is_empty() {
            break;
        }
    }
    t
}

#[test]
fn damaged_files_end_in_an_error_or_a_module() {
    // OCG_FUZZ: how many damaged copies of each file, for longer runs.
    let copies = std::env::var("OCG_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(400u32);
    let mut r = Random(0x9e37_79b9_7f4a_7c15);
    for file in inputs() {
        let text = std::fs::read(&file).unwrap();
        for _ in 0..copies {
            let bad = damage(&text, &mut r);
            match ll::parse(&bad) {
                Ok(m) => {
                    // What parses can be verified and printed, and errors can be shown.
                    let errors = verify::module(&m);
                    let printed = print::module(&m);
                    assert!(errors.is_err() || !printed.is_empty() || m.order.is_empty());
                }
                Err(e) => assert!(!e.render("bad.ll", &String::from_utf8_lossy(&bad)).is_empty()),
            }
        }
    }
}

/// Every prefix of every file is an error or a module.
#[test]
fn truncated_files() {
    for file in inputs() {
        let text = std::fs::read(&file).unwrap();
        for end in (0..text.len()).step_by(7) {
            let _ = ll::parse(&text[..end]);
        }
    }
}

const CPP: &str = r#"
typedef unsigned long size_t;
extern "C" int printf(const char *, ...);
struct Base { virtual ~Base() {} virtual int f(int) = 0; };
struct Derived : Base { int k; Derived(int k) : k(k) {} int f(int x) override { if (x < 0) throw 42; return x * k; } };
thread_local int counter = 5;
struct Guard { int &n; Guard(int &n) : n(n) { n++; } ~Guard() { n--; } };
int run(Base &b, int n) { Guard g(counter); try { return b.f(n); } catch (int e) { return e; } catch (...) { return -2; } }
template <class T> T sum(const T *v, int n) { T s{}; for (int i = 0; i < n; i++) s += v[i]; return s; }
template double sum(const double *, int); template int sum(const int *, int);
typedef float v4 __attribute__((vector_size(16)));
v4 mix(v4 a, v4 b) { return a * b + a; }
__int128 wide(__int128 a, __int128 b) { return a * b; }
long double extended(long double x) { return x * 3.5L; }
int choose(int x) { switch (x) { case 1: return 5; case 2: return 7; case 3: case 10: return 9; case 100: return 3; default: return 0; } }
void *jump(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 0; b: return t[0]; }
int atomics(int *p) { int e = 1; __atomic_compare_exchange_n(p, &e, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); return __atomic_fetch_add(p, 3, __ATOMIC_ACQUIRE); }
int assembly(int x) { int r; __asm__ volatile("nop # %0 %1" : "=r"(r) : "r"(x) : "memory"); return r; }
int variadic(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int r = __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
static int hidden() { return 3; }
extern "C" int target() { return hidden(); }
extern "C" int alias() __attribute__((alias("target")));
int main(int argc, char **argv) { Derived d(3); printf("%d %s\n", run(d, argc - 3), argv[0]); return choose(argc) + counter; }
"#;

const RUST: &str = r#"
#[derive(Debug, Clone)] pub enum E { A(i32), B { x: String, y: Option<Box<E>> }, C }
pub trait T { fn f(&self) -> u64; }
impl T for E { fn f(&self) -> u64 { match self { E::A(n) => *n as u64, E::B { x, y } => x.len() as u64 + y.as_ref().map_or(0, |b| b.f()), E::C => 7 } } }
pub fn run(v: &[&dyn T]) -> u64 { v.iter().map(|t| t.f()).sum() }
pub fn words(s: &str) -> Vec<String> { s.split_whitespace().map(|w| format!("{w}!")).collect() }
pub fn numbers(a: f32, b: f64, c: u128, d: i8) -> (f32, f64, u128, i8) { (a.sqrt().min(1.0), b.mul_add(2.0, 1.0), c.rotate_left(7), d.saturating_add(3)) }
"#;
