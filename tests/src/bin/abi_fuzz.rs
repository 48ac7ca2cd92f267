//! Fuzzes calling conventions: random signatures, one side of each call compiled by ocg, the other by another compiler.
//!
//! A batch of signatures makes two C files. `callee.c` defines a function for each: it checks every leaf of every
//! argument, has values alive over a call of its own, and returns a value. `caller.c` calls them, checks what comes
//! back, and that values that were alive over the call are unharmed. Each batch runs four times: ocg compiles the callers
//! or the callees, from optimised and from unoptimised IR. A batch that does not compile is halved until the bad
//! signature stands alone. Signatures depend on the seed alone.
//!
//!     abi-fuzz [--target=NAME] [--seed=N] [--count=N] [--llc] [--keep=DIR]
//!
//! `--llc` puts LLVM's llc in ocg's place, which tests the fuzzer. Prints failures with prototype and seed, and last
//! `abi-fuzz: N passed, N failed`, counting signatures.

use ocg_tests::machines::{Library, MACHINES, Machine, command};
use ocg_tests::{TempDir, full_tier, must, ocg, run};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);
/// Signatures in one program.
const BATCH: usize = 25;

/// splitmix64: small, good enough, the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A C type.
#[derive(Clone, Debug)]
enum Type {
    /// An integer: name, bits, signed.
    Int(&'static str, u32, bool),
    Bool,
    Float,
    Double,
    LongDouble,
    Int128,
    Pointer,
    /// The aggregate of this number.
    Aggregate(usize),
}

/// A member: its type, how many elements an array of it has, the bits of a bit-field.
struct Member {
    ty: Type,
    array: Option<u64>,
    bits: Option<u32>,
}

/// A structure or union.
struct Aggregate {
    members: Vec<Member>,
    union: bool,
    packed: bool,
}

/// A function: its result and arguments; those from `fixed` on are variable.
struct Signature {
    /// The attribute that chooses its convention, if it is not C's.
    convention: Option<&'static str>,
    result: Option<Type>,
    arguments: Vec<Type>,
    fixed: usize,
    variadic: bool,
}

const INTS: &[Type] = &[
    Type::Int("signed char", 8, true),
    Type::Int("unsigned char", 8, false),
    Type::Int("short", 16, true),
    Type::Int("unsigned short", 16, false),
    Type::Int("int", 32, true),
    Type::Int("unsigned", 32, false),
    Type::Int("long long", 64, true),
    Type::Int("unsigned long long", 64, false),
];

/// Everything that one seed decides.
struct Batch {
    aggregates: Vec<Aggregate>,
    signatures: Vec<Signature>,
    /// What the values derive from.
    seed: u64,
}

/// What a machine's C has.
#[derive(Clone, Copy)]
struct Dialect {
    int128: bool,
    long_double: bool,
    /// Attributes that choose conventions.
    conventions: &'static [&'static str],
}

impl Batch {
    fn new(seed: u64, count: usize, dialect: Dialect) -> Batch {
        let mut r = Random(seed);
        let mut b = Batch { aggregates: Vec::new(), signatures: Vec::new(), seed };
        for _ in 0..count.max(8) {
            let a = b.aggregate(&mut r, dialect);
            b.aggregates.push(a);
        }
        for _ in 0..count {
            let s = b.signature(&mut r, dialect);
            b.signatures.push(s);
        }
        b
    }

    fn scalar(&self, r: &mut Random, d: Dialect) -> Type {
        match r.below(20) {
            0..8 => INTS[r.below(INTS.len() as u64) as usize].clone(),
            8..11 => Type::Float,
            11..14 => Type::Double,
            14 if d.long_double => Type::LongDouble,
            15 if d.int128 => Type::Int128,
            16 => Type::Bool,
            17 => Type::Pointer,
            _ => Type::Int("int", 32, true),
        }
    }

    fn any(&self, r: &mut Random, d: Dialect) -> Type {
        let known = self.aggregates.len() as u64;
        if known > 0 && r.below(5) < 2 { Type::Aggregate(r.below(known) as usize) } else { self.scalar(r, d) }
    }

    /// Shapes that conventions care about are common: one or two members, floats beside integers, small arrays.
    fn aggregate(&self, r: &mut Random, d: Dialect) -> Aggregate {
        let union = r.one_in(8);
        let count = match r.below(8) {
            0 | 1 => 1,
            2..6 => 2,
            6 => 3,
            _ => 1 + r.below(7),
        };
        let mut members = Vec::new();
        for _ in 0..count {
            let ty = match if r.one_in(5) { self.any(r, d) } else { self.scalar(r, d) } {
                // Compilers differ on what is in arrays of packed structures within others.
                Type::Aggregate(n) if self.aggregates[n].packed => Type::Int("int", 32, true),
                ty => ty,
            };
            let array = r.one_in(6).then(|| 1 + r.below(4));
            let bits = match ty {
                Type::Int(_, n, _) if array.is_none() && n <= 32 && r.one_in(10) => Some(1 + r.below(n.into()) as u32),
                _ => None,
            };
            members.push(Member { ty, array, bits });
        }
        // Compilers differ on packed structures with floats or nested ones; plain integers they agree on.
        let plain = members.iter().all(|m| matches!(m.ty, Type::Int(..)) && m.bits.is_none());
        Aggregate { members, union, packed: plain && r.one_in(3) }
    }

    fn signature(&self, r: &mut Random, d: Dialect) -> Signature {
        let count = match r.below(10) {
            0..5 => 1 + r.below(5),
            5..9 => 3 + r.below(10),
            _ => 10 + r.below(20),
        } as usize;
        let variadic = r.one_in(4);
        let fixed = if variadic { 1 + r.below(count as u64) as usize } else { count };
        let arguments: Vec<Type> = (0..count)
            .map(|i| match self.any(r, d) {
                // What is not promoted can't be read by va_arg.
                Type::Int(_, bits, _) if i >= fixed && bits < 32 => Type::Int("int", 32, true),
                Type::Float if i >= fixed => Type::Double,
                Type::Bool if i >= fixed => Type::Pointer,
                t => t,
            })
            .collect();
        let result = (!r.one_in(6)).then(|| self.any(r, d));
        let own = d.conventions.len() as u64;
        let convention = (own > 0 && !variadic && r.one_in(3)).then(|| d.conventions[r.below(own) as usize]);
        // Compilers differ on which aggregates these pass in registers, and two of them on which wide integers.
        let has = |p: fn(&Type) -> bool| arguments.iter().chain(&result).any(p);
        let (aggregate, wide) = (has(|t| matches!(t, Type::Aggregate(_))), has(|t| matches!(t, Type::Int(_, 64, _))));
        let convention = convention.filter(|c| match *c {
            "fastcall" | "thiscall" => !aggregate && !wide,
            c => !aggregate || !c.starts_with("regparm"),
        });
        Signature { convention, result, arguments, fixed, variadic }
    }

    fn name(&self, t: &Type) -> String {
        match t {
            Type::Int(name, ..) => (*name).into(),
            Type::Bool => "_Bool".into(),
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::LongDouble => "long double".into(),
            Type::Int128 => "__int128".into(),
            Type::Pointer => "void *".into(),
            Type::Aggregate(n) if self.aggregates[*n].union => format!("union S{n}"),
            Type::Aggregate(n) => format!("struct S{n}"),
        }
    }

    /// Definitions of the types and prototypes of the functions.
    fn header(&self, chosen: &[usize]) -> String {
        let mut s = String::from("int printf(const char *, ...);\n");
        for (n, a) in self.aggregates.iter().enumerate() {
            let kind = if a.union { "union" } else { "struct" };
            let packed = if a.packed { "__attribute__((packed)) " } else { "" };
            let _ = write!(s, "{kind} {packed}S{n} {{ ");
            for (i, m) in a.members.iter().enumerate() {
                let _ = write!(s, "{} m{i}", self.name(&m.ty));
                if let Some(n) = m.array {
                    let _ = write!(s, "[{n}]");
                }
                if let Some(n) = m.bits {
                    let _ = write!(s, " : {n}");
                }
                s.push_str("; ");
            }
            s.push_str("};\n");
        }
        for &k in chosen {
            let _ = writeln!(s, "{};", self.prototype(k));
        }
        s
    }

    fn prototype(&self, k: usize) -> String {
        let sig = &self.signatures[k];
        let result = sig.result.as_ref().map_or("void".into(), |t| self.name(t));
        let mut parameters: Vec<String> =
            sig.arguments[..sig.fixed].iter().enumerate().map(|(i, t)| format!("{} a{i}", self.name(t))).collect();
        if sig.variadic {
            parameters.push("...".into());
        }
        let convention = sig.convention.map_or(String::new(), |c| format!(" __attribute__(({c}))"));
        format!("{result}{convention} f{k}({})", parameters.join(", "))
    }

    /// A prototype with the types of variable arguments, for people.
    fn shown(&self, k: usize) -> String {
        let sig = &self.signatures[k];
        let rest: Vec<String> = sig.arguments[sig.fixed..].iter().map(|t| self.name(t)).collect();
        let mut text = self.prototype(k);
        if !rest.is_empty() {
            let _ = write!(text, " /* {} */", rest.join(", "));
        }
        text
    }

    /// The scalars that a value of a type consists of: a path from the value, the type, the value.
    fn leaves(&self, t: &Type, path: &str, r: &mut Random, out: &mut Vec<(String, Type, String)>) {
        let Type::Aggregate(n) = t else {
            out.push((path.to_string(), t.clone(), literal(t, None, r)));
            return;
        };
        let a = &self.aggregates[*n];
        let only = if a.union { Some(r.below(a.members.len() as u64) as usize) } else { None };
        for (i, m) in a.members.iter().enumerate() {
            if only.is_some_and(|o| o != i) {
                continue;
            }
            let place = format!("{path}.m{i}");
            match (m.array, m.bits) {
                (Some(n), _) => (0..n).for_each(|e| self.leaves(&m.ty, &format!("{place}[{e}]"), r, out)),
                (None, Some(_)) => out.push((place, m.ty.clone(), literal(&m.ty, m.bits, r))),
                (None, None) => self.leaves(&m.ty, &place, r, out),
            }
        }
    }

    /// The value of argument `i` of signature `k`; -1 is the result.
    fn value(&self, k: usize, i: i64, path: &str, t: &Type) -> Vec<(String, Type, String)> {
        let mut r = Random(self.seed ^ ((k as u64) << 32) ^ (i as u64).wrapping_mul(0x1000_0001));
        let mut out = Vec::new();
        self.leaves(t, path, &mut r, &mut out);
        out
    }

    fn callee(&self, chosen: &[usize]) -> String {
        let mut s = String::from(
            "#include <stdarg.h>\n#include \"types.h\"\nextern int bad[];\nextern volatile long noise[];\n\
             extern volatile double fnoise[];\nextern void disturb(void);\n",
        );
        for &k in chosen {
            let sig = &self.signatures[k];
            let _ = writeln!(s, "{} {{", self.prototype(k));
            let busy = k % 3 == 0;
            if busy {
                s.push_str("    long k0 = noise[0], k1 = noise[1], k2 = noise[2], k3 = noise[3];\n    double d0 = fnoise[0];\n    disturb();\n");
            }
            if sig.variadic {
                let _ = writeln!(s, "    va_list ap;\n    va_start(ap, a{});", sig.fixed - 1);
            }
            for (i, t) in sig.arguments.iter().enumerate() {
                if i >= sig.fixed {
                    let name = self.name(t);
                    let _ = writeln!(s, "    {name} a{i} = va_arg(ap, {name});");
                }
                for (path, _, value) in self.value(k, i as i64, &format!("a{i}"), t) {
                    let _ = writeln!(s, "    if ({path} != {value}) bad[{k}] |= {};", 1u32 << (i % 24));
                }
            }
            if sig.variadic {
                s.push_str("    va_end(ap);\n");
            }
            if busy {
                let _ = writeln!(
                    s,
                    "    if (k0 != noise[0] || k1 != noise[1] || k2 != noise[2] || k3 != noise[3] || d0 != fnoise[0]) bad[{k}] |= 1 << 24;"
                );
            }
            if let Some(t) = &sig.result {
                let _ = writeln!(s, "    {} r;", self.name(t));
                for (path, _, value) in self.value(k, -1, "r", t) {
                    let _ = writeln!(s, "    {path} = {value};");
                }
                s.push_str("    return r;\n");
            }
            s.push_str("}\n");
        }
        s
    }

    fn caller(&self, chosen: &[usize]) -> String {
        let mut s = format!(
            "#include \"types.h\"\nint bad[{}];\nvolatile long noise[8] = {{1, -2, 3, -4, 5, -6, 7, -8}};\n\
             volatile double fnoise[4] = {{1.5, -2.5, 3.5, -4.5}};\nstatic volatile unsigned long long wide;\n\
             __attribute__((noinline)) void disturb(void) {{\n    long a = noise[4], b = noise[5], c = noise[6], d = noise[7];\n\
             \x20   double e = fnoise[1], f = fnoise[2];\n    noise[4] = d, noise[5] = c, noise[6] = b, noise[7] = a;\n\
             \x20   fnoise[1] = f, fnoise[2] = e;\n}}\n",
            self.signatures.len()
        );
        for &k in chosen {
            let sig = &self.signatures[k];
            let _ = writeln!(s, "__attribute__((noinline)) static void t{k}(void) {{");
            s.push_str("    long k0 = noise[0], k1 = noise[1], k2 = noise[2], k3 = noise[3];\n    double d0 = fnoise[0], d1 = fnoise[3];\n");
            let mut arguments = Vec::new();
            for (i, t) in sig.arguments.iter().enumerate() {
                let _ = writeln!(s, "    {} a{i};", self.name(t));
                for (path, ty, value) in self.value(k, i as i64, &format!("a{i}"), t) {
                    match ty {
                        // A narrow value cut from a wide one that has other bits above it.
                        Type::Int(name, bits, _) if bits < 64 && path == format!("a{i}") && k % 2 == 0 => {
                            let junk = !0u64 << bits;
                            let _ = writeln!(
                                s,
                                "    wide = (unsigned long long){value} ^ {junk:#x}ull;\n    {path} = ({name})wide;"
                            );
                        }
                        _ => {
                            let _ = writeln!(s, "    {path} = {value};");
                        }
                    }
                }
                arguments.push(format!("a{i}"));
            }
            let call = format!("f{k}({})", arguments.join(", "));
            match &sig.result {
                None => {
                    let _ = writeln!(s, "    {call};");
                }
                Some(t) => {
                    let _ = writeln!(s, "    {} r = {call};", self.name(t));
                    for (path, _, value) in self.value(k, -1, "r", t) {
                        let _ = writeln!(s, "    if ({path} != {value}) bad[{k}] |= 1 << 25;");
                    }
                }
            }
            let _ = writeln!(
                s,
                "    if (k0 != noise[0] || k1 != noise[1] || k2 != noise[2] || k3 != noise[3] || d0 != fnoise[0] || d1 != fnoise[3]) bad[{k}] |= 1 << 26;\n}}"
            );
        }
        s.push_str("int main(void) {\n");
        for &k in chosen {
            let _ = writeln!(s, "    t{k}();");
        }
        for &k in chosen {
            let _ = writeln!(s, "    if (bad[{k}]) printf(\"{k} %x\\n\", bad[{k}]);");
        }
        s.push_str("    printf(\"end\\n\");\n    return 0;\n}\n");
        s
    }
}

/// A literal of a scalar type, or of a bit-field.
fn literal(t: &Type, bits: Option<u32>, r: &mut Random) -> String {
    match t {
        Type::Int(name, width, signed) => {
            let width = bits.unwrap_or(*width);
            let raw = match r.below(6) {
                0 => 0,
                1 => u64::MAX,
                2 => 1u64 << (width - 1),
                3 => (1u64 << (width - 1)) - 1,
                _ => r.next(),
            };
            if *signed {
                let v = (raw as i64) << (64 - width) >> (64 - width);
                let text = if v == i64::MIN { "(-9223372036854775807ll - 1)".into() } else { format!("({v}ll)") };
                if width < 64 { format!("({name}){text}") } else { text }
            } else {
                let v = raw << (64 - width) >> (64 - width);
                format!("({name}){v}ull")
            }
        }
        Type::Bool => r.below(2).to_string(),
        Type::Float => format!("{:.3}f", (r.below(20000) as f64 - 10000.0) / 8.0),
        Type::Double => format!("{:.3}", (r.below(2_000_000_000) as f64 - 1e9) / 8.0),
        Type::LongDouble => {
            format!("0x1.{:07x}{:014x}p{}L", r.below(1 << 28), r.below(1 << 56), r.below(200) as i64 - 100)
        }
        Type::Int128 => format!("(__int128)((unsigned __int128){:#x}ull << 64 | {:#x}ull)", r.next(), r.next()),
        Type::Pointer => format!("(void *){:#x}", r.below(1 << 30)),
        Type::Aggregate(_) => String::from("0"),
    }
}

/// What the command line asks for.
struct Options {
    machine: Option<String>,
    seed: u64,
    count: Option<usize>,
    llc: bool,
    keep: Option<PathBuf>,
}

impl Options {
    fn read() -> Result<Options, String> {
        let mut o = Options { machine: None, seed: 1, count: None, llc: false, keep: None };
        for a in std::env::args().skip(1) {
            let number = |v: &str| v.parse().map_err(|_| format!("{a}: not a number"));
            match a.split_once('=') {
                Some(("--target", m)) => o.machine = Some(m.to_string()),
                Some(("--seed", v)) => o.seed = number(v)?,
                Some(("--count", v)) => o.count = Some(number(v)? as usize),
                Some(("--keep", v)) => o.keep = Some(v.into()),
                _ if a == "--llc" => o.llc = true,
                _ => return Err(format!("unknown option {a}")),
            }
        }
        Ok(o)
    }
}

/// A machine under test.
struct Bench<'a> {
    machine: &'a Machine,
    runtime: Vec<PathBuf>,
    runner: Vec<String>,
    llc: bool,
}

impl Bench<'_> {
    /// Compiles through clang's IR with ocg.
    fn ours(&self, source: &Path, object: &Path, level: &str) -> Result<(), String> {
        let ll = object.with_extension("ll");
        let mut clang = self.machine.clang(false);
        clang.args(["-S", "-emit-llvm", level]);
        if level == "-O0" {
            clang.args(["-Xclang", "-disable-O0-optnone"]);
        }
        must(clang.arg(source).arg("-o").arg(&ll), LIMIT)?;
        let mut c = if self.llc { Command::new("llc-19") } else { Command::new(ocg()) };
        c.args(if self.llc { self.machine.llc } else { self.machine.ocg }).arg(level);
        if !self.llc {
            c.arg("-verify");
        }
        must(c.arg("-filetype=obj").arg(&ll).arg("-o").arg(object), LIMIT).map(|_| ())
    }

    /// Compiles with the other compiler: the cross gcc, else clang.
    fn theirs(&self, source: &Path, object: &Path) -> Result<(), String> {
        let mut c = match self.machine.library {
            Library::Gcc(gcc) => {
                let mut c = Command::new(gcc);
                c.args(["-w", "-fno-pic"]);
                c
            }
            Library::Own(_) => self.machine.clang(false),
        };
        must(c.args(["-O1", "-c"]).arg(source).arg("-o").arg(object), LIMIT).map(|_| ())
    }

    /// Runs the chosen signatures of a batch; the bad ones with a reason.
    fn run(&self, b: &Batch, chosen: &[usize], dir: &TempDir, callers: bool, level: &str) -> Vec<(usize, String)> {
        let what = format!("ocg compiles the {}, {level}", if callers { "caller" } else { "callee" });
        match self.once(b, chosen, dir, callers, level) {
            Ok(bad) => bad.into_iter().map(|(k, m)| (k, format!("{what}: {m}"))).collect(),
            Err(e) if chosen.len() == 1 => vec![(chosen[0], format!("{what}: {e}"))],
            Err(_) => {
                let (left, right) = chosen.split_at(chosen.len() / 2);
                let mut bad = self.run(b, left, dir, callers, level);
                bad.extend(self.run(b, right, dir, callers, level));
                bad
            }
        }
    }

    fn once(
        &self,
        b: &Batch,
        chosen: &[usize],
        dir: &TempDir,
        callers: bool,
        level: &str,
    ) -> Result<Vec<(usize, String)>, String> {
        let (caller, callee) = (dir.join("caller.c"), dir.join("callee.c"));
        let write = |path: &Path, text: String| std::fs::write(path, text).map_err(|e| e.to_string());
        write(&dir.join("types.h"), b.header(chosen))?;
        write(&caller, b.caller(chosen))?;
        write(&callee, b.callee(chosen))?;
        let (first, second, program) = (dir.join("caller.o"), dir.join("callee.o"), dir.join("p"));
        let (ours, theirs) =
            if callers { ((&caller, &first), (&callee, &second)) } else { ((&callee, &second), (&caller, &first)) };
        self.ours(ours.0, ours.1, level)?;
        self.theirs(theirs.0, theirs.1)?;
        self.machine.link(&[&first, &second], &self.runtime, &program, &[])?;
        let out = run(&mut command(&self.runner, &program), LIMIT)?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        if !out.status.success() || !text.ends_with("end\n") {
            return Err(format!("run: {}", out.status));
        }
        Ok(text
            .lines()
            .filter_map(|l| l.split_once(' '))
            .filter_map(|(k, m)| Some((k.parse().ok()?, explain(m))))
            .collect())
    }
}

/// Says what the bits of a failure mean.
fn explain(mask: &str) -> String {
    let mask = u32::from_str_radix(mask, 16).unwrap_or(u32::MAX);
    let mut parts: Vec<String> = (0..24).filter(|i| mask >> i & 1 == 1).map(|i| format!("argument {i}")).collect();
    for (bit, text) in
        [(24, "a value alive over the callee's call"), (25, "the result"), (26, "a value alive over the call")]
    {
        if mask >> bit & 1 == 1 {
            parts.push(text.into());
        }
    }
    format!("wrong: {}", parts.join(", "))
}

/// Tests one machine; counts of passed and failed signatures.
fn test(o: &Options, machine: &Machine, index: usize) -> Result<(usize, usize), String> {
    let dir = match &o.keep {
        Some(path) => TempDir::keep(path).map_err(|e| e.to_string())?,
        None => TempDir::new("abi").map_err(|e| e.to_string())?,
    };
    let runner = match machine.emulate(&dir)? {
        Ok(runner) => runner,
        Err(why) => {
            println!("skipped: {}: {why}", machine.name);
            return Ok((0, 0));
        }
    };
    let bench = Bench { machine, runtime: machine.runtime(&dir)?, runner, llc: o.llc };
    let full = matches!(machine.library, Library::Gcc(_));
    let dialect = Dialect {
        int128: full && machine.has("int128"),
        long_double: full && machine.has("long-double"),
        conventions: machine.conventions,
    };
    let default = match (index, full, full_tier()) {
        (0, _, false) => 100,
        (_, _, false) => 50,
        (_, true, true) => 2000,
        // Here clang is compared with itself.
        (_, false, true) => 500,
    };
    let count = o.count.unwrap_or(default);
    let (mut done, mut failed) = (0, 0);
    while done < count {
        let size = BATCH.min(count - done);
        let seed = o.seed.wrapping_add((done / BATCH) as u64);
        let b = Batch::new(seed, size, dialect);
        let all: Vec<usize> = (0..size).collect();
        let mut bad: Vec<(usize, String)> = Vec::new();
        for callers in [true, false] {
            for level in ["-O2", "-O0"] {
                bad.extend(bench.run(&b, &all, &dir, callers, level));
            }
        }
        bad.sort();
        for (k, why) in &bad {
            println!("FAIL {} --seed={seed} --count={size}, number {k}: {}\n    {why}", machine.name, b.shown(*k));
        }
        failed += bad.iter().map(|(k, _)| *k).collect::<BTreeSet<_>>().len();
        done += size;
    }
    Ok((count - failed, failed))
}

fn all() -> Result<(usize, usize), String> {
    let o = Options::read()?;
    let (mut passed, mut failed) = (0, 0);
    for (i, machine) in
        MACHINES.iter().enumerate().filter(|(_, m)| m.cpu.is_empty() && o.machine.as_ref().is_none_or(|n| n == m.name))
    {
        let (p, f) = test(&o, machine, i)?;
        passed += p;
        failed += f;
    }
    Ok((passed, failed))
}

fn main() -> ExitCode {
    let (passed, failed) = all().unwrap_or_else(|e| {
        println!("abi-fuzz: {e}");
        (0, 1)
    });
    println!("abi-fuzz: {passed} passed, {failed} failed");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
