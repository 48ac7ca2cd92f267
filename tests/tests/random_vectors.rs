//! Random functions on vectors, compiled by ocg and by LLVM's llc, and run on the same data.
//!
//! A function takes three pointers: it loads vectors from the first two, computes, and stores what it has in the end to the
//! third. Types, operations, shuffles, masks and conversions are drawn from a seed. What LLVM leaves open is kept out: shifts by
//! the width, conversions of what does not fit, the bits of NaNs. The program prints a hash of what each function stores,
//! for several contents of the memory that it reads. Levels of x86-64 are tested: they have vectors, and run here.

use ocg_tests::{TempDir, full_tier, ocg};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

/// splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Elements: name, bits.
const ELEMENTS: [(&str, usize); 6] = [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64), ("float", 32), ("double", 64)];

/// A vector type: number of its element, lanes.
type Type = (usize, usize);

fn show(t: Type) -> String {
    format!("<{} x {}>", t.1, ELEMENTS[t.0].0)
}
fn suffix(t: Type) -> String {
    format!("v{}{}{}", t.1, if is_float(t) { 'f' } else { 'i' }, ELEMENTS[t.0].1)
}
fn is_float(t: Type) -> bool {
    t.0 >= 4
}

/// A function that is made.
struct Maker<'a> {
    r: &'a mut Random,
    text: String,
    next: usize,
    values: BTreeMap<Type, Vec<String>>,
    masks: BTreeMap<usize, Vec<String>>,
    declared: &'a mut BTreeSet<String>,
}

impl Maker<'_> {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%t{}", self.next)
    }
    /// A new value of a type, by the right side of its definition.
    fn define(&mut self, t: Type, right: &str) {
        let v = self.name();
        let _ = writeln!(self.text, "  {v} = {right}");
        self.values.entry(t).or_default().push(v);
    }
    fn temporary(&mut self, right: &str) -> String {
        let v = self.name();
        let _ = writeln!(self.text, "  {v} = {right}");
        v
    }
    fn splat(&mut self, t: Type, value: &str) -> String {
        let lanes = vec![format!("{} {value}", ELEMENTS[t.0].0); t.1];
        format!("<{}>", lanes.join(", "))
    }
    fn constant(&mut self, t: Type) -> String {
        let same = self.r.below(2) == 0;
        let one = |r: &mut Random| match is_float(t) {
            true => r.of(&["1.0", "-2.5", "0.0", "3.0", "-0.0"]).to_string(),
            false => r.of(&[0, 1, -1, 2, 5, 100, -77]).to_string(),
        };
        let first = one(self.r);
        if same {
            return self.splat(t, &first);
        }
        let lanes: Vec<String> = (0..t.1).map(|_| format!("{} {}", ELEMENTS[t.0].0, one(self.r))).collect();
        format!("<{}>", lanes.join(", "))
    }
    /// A value that was computed or loaded.
    fn value(&mut self, t: Type) -> String {
        if let Some(list) = self.values.get(&t) {
            let recent = &list[list.len().saturating_sub(6)..];
            return recent[self.r.below(recent.len())].clone();
        }
        let (p, at, align) = (self.r.of(&["%p", "%q"]), 16 * self.r.below(4), self.r.of(&[1, ELEMENTS[t.0].1 / 8]));
        let a = self.temporary(&format!("getelementptr i8, ptr {p}, i64 {at}"));
        self.define(t, &format!("load {}, ptr {a}, align {align}", show(t)));
        self.values[&t][0].clone()
    }
    fn operand(&mut self, t: Type) -> String {
        if self.r.below(7) == 0 { self.constant(t) } else { self.value(t) }
    }
    fn compare(&mut self, t: Type) {
        let (a, b) = (self.value(t), self.operand(t));
        let orders = "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno eq ne ugt uge ult ule sgt sge slt sle";
        let list: Vec<&str> = orders.split(' ').collect();
        let (kind, p) = if is_float(t) { ("fcmp", self.r.of(&list[..14])) } else { ("icmp", self.r.of(&list[14..])) };
        let m = self.temporary(&format!("{kind} {p} {} {a}, {b}", show(t)));
        self.masks.entry(t.1).or_default().push(m);
    }
    fn mask(&mut self, t: Type) -> String {
        if !self.masks.contains_key(&t.1) || self.r.below(3) == 0 {
            self.compare(t);
        }
        let list = &self.masks[&t.1];
        list[self.r.below(list.len())].clone()
    }
    /// A call of an intrinsic; what is declared of it.
    fn call(&mut self, result: &str, name: &str, args: &[(String, String)]) -> String {
        let types: Vec<&str> = args.iter().map(|a| a.0.as_str()).collect();
        self.declared.insert(format!("declare {result} @llvm.{name}({})", types.join(", ")));
        let list: Vec<String> = args.iter().map(|a| format!("{} {}", a.0, a.1)).collect();
        format!("call {result} @llvm.{name}({})", list.join(", "))
    }
    fn shift(&mut self, t: Type) {
        let bits = ELEMENTS[t.0].1;
        let op = self.r.of(&["shl", "lshr", "ashr"]);
        let a = self.value(t);
        let by = match self.r.below(3) {
            0 => {
                let n = self.r.below(bits).to_string();
                self.splat(t, &n)
            }
            k => {
                let (x, most) = (self.value(t), self.splat(t, &(bits - 1).to_string()));
                let n = self.temporary(&format!("and {} {x}, {most}", show(t)));
                let zeros = format!("<{} x i32> zeroinitializer", t.1);
                match k {
                    1 => n,
                    _ => self.temporary(&format!("shufflevector {} {n}, {} poison, {zeros}", show(t), show(t))),
                }
            }
        };
        self.define(t, &format!("{op} {} {a}, {by}", show(t)));
    }
    fn shuffle(&mut self, t: Type, types: &[Type]) {
        let n = t.1;
        let to = self.r.of(&types.iter().copied().filter(|u| u.0 == t.0).collect::<Vec<_>>());
        let (a, b) = (self.value(t), self.operand(t));
        let (kind, k) = (self.r.below(6), self.r.below(2 * n));
        let mut lane = |i: usize| match kind {
            0 => self.r.below(2 * n),
            1 => self.r.below(n),
            2 => (k + i) % (2 * n),
            3 => (k % 2 * (n / 2) + i / 2) % n + i % 2 * n,
            4 => i % n + self.r.below(2) * n,
            _ => k,
        };
        let list: Vec<String> = (0..to.1).map(|i| format!("i32 {}", lane(i))).collect();
        let mask = format!("<{} x i32> <{}>", to.1, list.join(", "));
        self.define(to, &format!("shufflevector {} {a}, {} {b}, {mask}", show(t), show(t)));
    }
    fn convert(&mut self, t: Type, types: &[Type]) {
        let list: Vec<Type> = types.iter().copied().filter(|u| u.1 == t.1 && u.0 != t.0).collect();
        if list.is_empty() {
            return;
        }
        let to = self.r.of(&list);
        let wider = ELEMENTS[to.0].1 > ELEMENTS[t.0].1;
        let mut a = self.value(t);
        let op = match (is_float(t), is_float(to)) {
            (true, true) => {
                if wider {
                    "fpext"
                } else {
                    "fptrunc"
                }
            }
            (false, true) => self.r.of(&["sitofp", "uitofp"]),
            (false, false) => {
                if wider {
                    self.r.of(&["sext", "zext"])
                } else {
                    "trunc"
                }
            }
            (true, false) => {
                // Between 0 and 100, so that it fits everywhere.
                let args = [(show(t), a)];
                let size = self.call(&show(t), &format!("fabs.{}", suffix(t)), &args);
                let (size, most) = (self.temporary(&size), self.splat(t, "100.0"));
                let small = self.temporary(&format!("fcmp olt {} {size}, {most}", show(t)));
                let choice = format!("select <{} x i1> {small}, {} {size}, {} {most}", t.1, show(t), show(t));
                a = self.temporary(&choice);
                self.r.of(&["fptosi", "fptoui"])
            }
        };
        self.define(to, &format!("{op} {} {a} to {}", show(t), show(to)));
    }
    fn intrinsic(&mut self, t: Type) {
        let ints =
            "smin smax umin umax sadd.sat uadd.sat ssub.sat usub.sat abs ctlz cttz ctpop bswap bitreverse fshl fshr";
        let floats = "minnum maxnum minimum maximum copysign fabs sqrt floor ceil trunc rint";
        let list: Vec<&str> = if is_float(t) { floats } else { ints }.split(' ').collect();
        let mut op = self.r.of(&list);
        if op == "bswap" && t.0 == 0 {
            op = "ctpop";
        }
        let operands = match op {
            "fshl" | "fshr" => 3,
            "abs" | "ctlz" | "cttz" | "ctpop" | "bswap" | "bitreverse" | "fabs" | "sqrt" | "floor" | "ceil"
            | "trunc" | "rint" => 1,
            _ => 2,
        };
        let mut args: Vec<(String, String)> = (0..operands).map(|_| (show(t), self.value(t))).collect();
        if matches!(op, "abs" | "ctlz" | "cttz") {
            args.push(("i1".into(), "false".into()));
        }
        let call = self.call(&show(t), &format!("{op}.{}", suffix(t)), &args);
        self.define(t, &call);
    }
    fn reduce(&mut self, t: Type) {
        let element = ELEMENTS[t.0].0;
        if is_float(t) {
            let m = self.mask(t);
            let (op, ty) = (self.r.of(&["or", "and"]), format!("<{} x i1>", t.1));
            let call = self.call("i1", &format!("vector.reduce.{op}.v{}i1", t.1), &[(ty, m)]);
            let c = self.temporary(&call);
            let (a, b) = (self.value(t), self.operand(t));
            return self.define(t, &format!("select i1 {c}, {} {a}, {} {b}", show(t), show(t)));
        }
        let op = self.r.of(&["add", "and", "or", "xor", "smin", "smax", "umin", "umax", "mul"]);
        let args = [(show(t), self.value(t))];
        let call = self.call(element, &format!("vector.reduce.{op}.{}", suffix(t)), &args);
        let (x, a) = (self.temporary(&call), self.value(t));
        self.define(t, &format!("insertelement {} {a}, {element} {x}, i32 0", show(t)));
    }
    fn step(&mut self, types: &[Type]) {
        let t = self.r.of(types);
        match self.r.below(20) {
            0..=4 => {
                let ops: &[&str] = if is_float(t) {
                    &["fadd", "fsub", "fmul", "fdiv"]
                } else {
                    &["add", "sub", "mul", "and", "or", "xor"]
                };
                let (op, a, b) = (self.r.of(ops), self.value(t), self.operand(t));
                self.define(t, &format!("{op} {} {a}, {b}", show(t)));
            }
            5 | 6 if !is_float(t) => self.shift(t),
            5..=8 => {
                let m = self.mask(t);
                let (a, b) = (self.operand(t), self.operand(t));
                self.define(t, &format!("select <{} x i1> {m}, {} {a}, {} {b}", t.1, show(t), show(t)));
            }
            9..=11 => self.shuffle(t, types),
            12 => {
                let (a, b, i, j) = (self.value(t), self.value(t), self.r.below(t.1), self.r.below(t.1));
                let x = self.temporary(&format!("extractelement {} {a}, i32 {i}", show(t)));
                self.define(t, &format!("insertelement {} {b}, {} {x}, i32 {j}", show(t), ELEMENTS[t.0].0));
            }
            13 | 14 => self.convert(t, types),
            15 => {
                let m = self.mask(t);
                let op = if is_float(t) { self.r.of(&["sitofp", "uitofp"]) } else { self.r.of(&["sext", "zext"]) };
                self.define(t, &format!("{op} <{} x i1> {m} to {}", t.1, show(t)));
            }
            16 | 17 => self.intrinsic(t),
            18 => {
                let same = |u: &&Type| ELEMENTS[u.0].1 * u.1 == ELEMENTS[t.0].1 * t.1 && u.0 != t.0;
                let list: Vec<Type> = types.iter().filter(same).copied().collect();
                if !list.is_empty() {
                    let (to, a) = (self.r.of(&list), self.value(t));
                    self.define(to, &format!("bitcast {} {a} to {}", show(t), show(to)));
                }
            }
            _ => self.reduce(t),
        }
    }
    /// Stores what was computed last of each type, NaNs as zeros.
    fn store(&mut self) {
        let mut at = 0;
        for (t, list) in std::mem::take(&mut self.values) {
            let Some(v) = list.last() else { continue };
            let mut x = v.clone();
            if is_float(t) {
                let nan = self.temporary(&format!("fcmp uno {} {v}, {v}", show(t)));
                let n = t.1;
                x = self.temporary(&format!("select <{n} x i1> {nan}, {} zeroinitializer, {} {v}", show(t), show(t)));
            }
            let a = self.temporary(&format!("getelementptr i8, ptr %r, i64 {at}"));
            let _ = writeln!(self.text, "  store {} {x}, ptr {a}, align 1", show(t));
            at += (ELEMENTS[t.0].1 * t.1).div_ceil(128) * 16;
        }
    }
}

/// A module of so many functions.
fn module(seed: u64, count: usize) -> String {
    let mut r = Random(seed);
    let mut declared = BTreeSet::new();
    let mut text = String::from("target triple = \"x86_64-unknown-linux-gnu\"\n");
    for f in 0..count {
        let lanes: &[usize] = r.of::<&[usize]>(&[&[2, 4, 8, 16], &[2, 4, 8, 16], &[3, 5, 6], &[4, 8, 16, 32]]);
        let mut types: Vec<Type> = Vec::new();
        for _ in 0..4 {
            let t = (r.below(ELEMENTS.len()), r.of(lanes));
            if ELEMENTS[t.0].1 * t.1 <= 512 && !types.contains(&t) {
                types.push(t);
            }
        }
        if types.is_empty() {
            types.push((2, 4));
        }
        let steps = 4 + r.below(12);
        let mut m = Maker {
            r: &mut r,
            text: String::new(),
            next: 0,
            values: BTreeMap::new(),
            masks: BTreeMap::new(),
            declared: &mut declared,
        };
        (0..steps).for_each(|_| m.step(&types));
        m.store();
        let _ = writeln!(text, "define void @f{f}(ptr %p, ptr %q, ptr %r) {{\n{}  ret void\n}}", m.text);
    }
    declared.iter().for_each(|d| text.push_str(&format!("{d}\n")));
    text
}

/// Calls each function on several contents of memory.
fn driver(count: usize) -> String {
    let declarations: String = (0..count).map(|f| format!("void f{f}(void *, void *, void *);\n")).collect();
    let list: String = (0..count).map(|f| format!("f{f}, ")).collect();
    let body = r#"int main(void) {
    static _Alignas(64) unsigned char p[256], q[256], r[1024];
    unsigned s = 12345;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 5; k++) {
            for (int j = 0; j < 256; j++) {
                s = s * 1103515245 + 12345, p[j] = s >> 16;
                s = s * 1103515245 + 12345, q[j] = s >> 17;
            }
            for (int j = 0; k == 1 && j < 64; j++) {
                float x = (int)(s >> 20) + j * .5f, y = j - 20.25f;
                memcpy(p + 4 * j, &x, 4), memcpy(q + 4 * j, &y, 4);
            }
            for (int j = 0; k == 2 && j < 32; j++) {
                double x = (int)(s >> 20) + j * .5, y = j - 20.25;
                memcpy(p + 8 * j, &x, 8), memcpy(q + 8 * j, &y, 8);
            }
            if (k == 3) memset(p, 0x80, 256);
            for (int j = 0; k == 4 && j < 256; j++) p[j] &= 3, q[j] &= 1;
            memset(r, 0, sizeof r);
            all[i](p, q, r);
            unsigned long long h = 1469598103934665603ull;
            for (unsigned j = 0; j < sizeof r; j++) h = (h ^ r[j]) * 1099511628211ull;
            printf("f%u, memory %d: %016llx\n", i, k, h);
        }
}
"#;
    let head = "#include <stdio.h>\n#include <string.h>\n";
    format!("{head}{declarations}static void (*all[])(void *, void *, void *) = {{ {list}}};\n{body}")
}

fn succeed(c: &mut Command) -> Vec<u8> {
    let out = c.output().expect("it runs");
    assert!(out.status.success(), "{c:?}: {}", String::from_utf8_lossy(&out.stderr));
    out.stdout
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn vectors_compute_what_llc_has_them_compute() {
    const COUNT: usize = 12;
    let seeds = if full_tier() { 200 } else { 4 };
    // Between the levels, a processor that has wide vectors of floats alone.
    for level in ["x86-64", "x86-64-v2", "sandybridge", "x86-64-v3"] {
        if level == "x86-64-v3" && !std::is_x86_feature_detected!("avx2") {
            continue;
        }
        for seed in 0..seeds {
            let dir = TempDir::new("vectors").expect("a directory");
            let (ll, c) = (dir.join("a.ll"), dir.join("main.c"));
            std::fs::write(&ll, module(seed, COUNT)).expect("a file");
            std::fs::write(&c, driver(COUNT)).expect("a file");
            let mut outputs = Vec::new();
            for own in [true, false] {
                let (object, program) = (dir.join("a.o"), dir.join("a.out"));
                let mut compile = if own { Command::new(ocg()) } else { Command::new("llc-19") };
                let cpu = if own { format!("-march={level}") } else { format!("-mcpu={level}") };
                let pic = ["-relocation-model=pic", "-filetype=obj", "-o"];
                succeed(compile.arg(cpu).args(pic).arg(&object).arg(&ll).args(own.then_some("-verify")));
                succeed(Command::new("clang-19").arg(&c).arg(&object).arg("-o").arg(&program).arg("-lm"));
                outputs.push(String::from_utf8_lossy(&succeed(&mut Command::new(&program))).into_owned());
            }
            assert_eq!(outputs[0], outputs[1], "seed {seed}, {level}");
        }
    }
}
