//! Makes random modules as LLVM IR text: a function `f(in, out)` that loads from one, computes, and stores to the other.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A small random number generator.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    pub fn byte(&mut self) -> u8 {
        // Small and extreme bytes are where the mistakes are.
        match self.below(8) {
            0 => 0,
            1 => 0xff,
            2 => 0x80,
            3 => 1,
            _ => self.next() as u8,
        }
    }
    fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

const INTS: &[u32] = &[1, 5, 8, 13, 16, 24, 32, 33, 48, 64, 65, 96, 128, 200, 256];
const FLOATS: &[&str] = &["float", "double", "float", "double", "half", "fp128"];

/// The suffix of a float type in intrinsics' names.
fn suffix(ty: &str) -> &'static str {
    match ty {
        "float" => "f32",
        "half" => "f16",
        "fp128" => "f128",
        _ => "f64",
    }
}

/// Name, parameters' types with attributes, result type.
type Helper = (String, Vec<(String, &'static str)>, String);

struct Gen<'r> {
    rng: &'r mut Rng,
    text: String,
    next: usize,
    /// Values that may be used here, by type.
    values: BTreeMap<String, Vec<String>>,
    /// The current block's label.
    block: String,
    declares: BTreeMap<String, String>,
    /// Functions that are called, to be made.
    helpers: Vec<Helper>,
}

fn int(bits: u32) -> String {
    format!("i{bits}")
}
fn bits(ty: &str) -> u32 {
    ty.strip_prefix('i').and_then(|n| n.parse().ok()).unwrap_or(match ty {
        "double" => 64,
        "half" => 16,
        "fp128" => 128,
        _ => 32,
    })
}

impl Gen<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }
    fn line(&mut self, s: &str) {
        let _ = writeln!(self.text, "  {s}");
    }
    fn def(&mut self, ty: &str, rhs: &str) -> String {
        let v = self.fresh();
        self.line(&format!("{v} = {rhs}"));
        self.values.entry(ty.into()).or_default().push(v.clone());
        v
    }
    fn intrinsic(&mut self, ret: &str, name: &str, params: &str) {
        self.declares.insert(name.into(), format!("declare {ret} @llvm.{name}({params})"));
    }
    fn int_ty(&mut self) -> String {
        let n = *self.rng.pick(INTS);
        // Ordinary widths are the most important.
        if self.rng.below(3) == 0 { int(*self.rng.pick(&[8, 16, 32, 64])) } else { int(n) }
    }
    fn any_ty(&mut self) -> String {
        if self.rng.below(6) == 0 { (*self.rng.pick(FLOATS)).into() } else { self.int_ty() }
    }
    /// A value of a type: one that is there, or a constant, or a conversion.
    fn value(&mut self, ty: &str) -> String {
        let have = self.values.get(ty).map_or(0, Vec::len);
        if have > 0 && self.rng.below(8) != 0 {
            let late = have.saturating_sub(4);
            let k = if self.rng.below(2) == 0 { late + self.rng.below(have - late) } else { self.rng.below(have) };
            return self.values[ty][k].clone();
        }
        if !ty.starts_with('i') {
            if have == 0 {
                let v = self.value("i32");
                return self.def(ty, &format!("sitofp i32 {v} to {ty}"));
            }
            let c = *self.rng.pick(&["0", "1", "-2", "1024"]);
            return self.def(ty, &format!("sitofp i32 {c} to {ty}"));
        }
        if self.rng.below(2) == 0 || have > 0 {
            let small = [0i64, 1, -1, 2, 7, 255, -128, 1 << 20][self.rng.below(8)];
            return if ty == "i1" {
                (if small & 1 != 0 { "true" } else { "false" }).into()
            } else {
                small_in(small, bits(ty))
            };
        }
        // From the input, as bytes, then truncated.
        let w = bits(ty);
        let bytes = w.div_ceil(8);
        let at = self.rng.below(512 - 64) & !7;
        let p = self.fresh();
        self.line(&format!("{p} = getelementptr i8, ptr %in, i32 {at}"));
        let wide = int(bytes * 8);
        let align = *self.rng.pick(&[1, 1, 2, 4, 8]);
        let v = self.fresh();
        self.line(&format!("{v} = load {wide}, ptr {p}, align {align}"));
        if wide == ty {
            self.values.entry(ty.into()).or_default().push(v.clone());
            return v;
        }
        self.def(ty, &format!("trunc {wide} {v} to {ty}"))
    }
    fn amount(&mut self, ty: &str) -> String {
        let w = bits(ty);
        if self.rng.below(2) == 0 {
            let n = self.rng.below(w as usize);
            return if ty == "i1" { "false".into() } else { small_in(n as i64, w) };
        }
        let v = self.value(ty);
        if ty == "i1" {
            return "false".into();
        }
        self.def(ty, &format!("urem {ty} {v}, {}", small_in(i64::from(w), w)))
    }

    fn op(&mut self, depth: u32) {
        match self.rng.below(32) {
            0..=5 => self.int_op(),
            6 => self.division(),
            7 | 8 => self.shift(),
            9 | 10 => self.compare(),
            11 | 12 => self.cast(),
            13 => {
                let ty = self.any_ty();
                let (c, a, b) = (self.value("i1"), self.value(&ty), self.value(&ty));
                self.def(&ty, &format!("select i1 {c}, {ty} {a}, {ty} {b}"));
            }
            14 | 15 => self.bit_op(),
            16 => self.saturating(),
            17 => self.three_way(),
            18 => self.overflow(),
            19 | 20 => self.float_op(),
            21 => self.float_cast(),
            22 => self.memory(),
            23 => self.aggregate(),
            24 => self.vector(),
            25 => self.call(),
            26 => self.funnel(),
            30 => self.atomic(),
            31 => self.fixed_point(),
            27 if depth < 2 => self.diamond(depth + 1),
            28 if depth < 2 => self.repeat(depth + 1),
            29 if depth < 2 => self.switch(depth + 1),
            _ => self.int_op(),
        }
    }
    fn int_op(&mut self) {
        let ty = self.int_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let op = *self.rng.pick(&["add", "sub", "mul", "and", "or", "xor", "add", "sub"]);
        self.def(&ty, &format!("{op} {ty} {a}, {b}"));
    }
    fn division(&mut self) {
        let ty = self.int_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let op = *self.rng.pick(&["udiv", "sdiv", "urem", "srem"]);
        let one = if ty == "i1" { "true" } else { "1" };
        let d = self.def(&ty, &format!("or {ty} {b}, {one}"));
        self.def(&ty, &format!("{op} {ty} {a}, {d}"));
    }
    fn shift(&mut self) {
        let ty = self.int_ty();
        let (a, n) = (self.value(&ty), self.amount(&ty));
        let op = *self.rng.pick(&["shl", "lshr", "ashr"]);
        self.def(&ty, &format!("{op} {ty} {a}, {n}"));
    }
    fn compare(&mut self) {
        let ty = self.any_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        if ty.starts_with('i') {
            let p = *self.rng.pick(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
            self.def("i1", &format!("icmp {p} {ty} {a}, {b}"));
        } else {
            let p =
                *self.rng.pick(&["oeq", "one", "olt", "ole", "ogt", "oge", "ord", "uno", "ueq", "une", "ult", "uge"]);
            self.def("i1", &format!("fcmp {p} {ty} {a}, {b}"));
        }
    }
    fn cast(&mut self) {
        let (from, to) = (self.int_ty(), self.int_ty());
        let v = self.value(&from);
        let (n, m) = (bits(&from), bits(&to));
        if n == m {
            let v = self.value(&from);
            self.def(&from, &format!("freeze {from} {v}"));
            return;
        }
        let op = if n > m { "trunc" } else { *self.rng.pick(&["zext", "sext"]) };
        self.def(&to, &format!("{op} {from} {v} to {to}"));
    }
    fn bit_op(&mut self) {
        let ty = self.int_ty();
        let a = self.value(&ty);
        let name = *self.rng.pick(&["ctpop", "ctlz", "cttz", "bswap", "bitreverse", "abs"]);
        if name == "bswap" && !bits(&ty).is_multiple_of(16) {
            return self.int_op();
        }
        let full = format!("{name}.{ty}");
        let flag = matches!(name, "ctlz" | "cttz" | "abs");
        self.intrinsic(&ty, &full, &if flag { format!("{ty}, i1") } else { ty.clone() });
        let rest = if flag { ", i1 false" } else { "" };
        self.def(&ty, &format!("call {ty} @llvm.{full}({ty} {a}{rest})"));
    }
    fn saturating(&mut self) {
        let ty = self.int_ty();
        let name = *self.rng.pick(&[
            "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat", "ushl.sat", "smin", "smax", "umin", "umax",
        ]);
        let a = self.value(&ty);
        let b = if name.contains("shl") { self.amount(&ty) } else { self.value(&ty) };
        let full = format!("{name}.{ty}");
        self.intrinsic(&ty, &full, &format!("{ty}, {ty}"));
        self.def(&ty, &format!("call {ty} @llvm.{full}({ty} {a}, {ty} {b})"));
    }
    fn three_way(&mut self) {
        let ty = self.int_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let to = *self.rng.pick(&["i2", "i8", "i32", "i64", "i128"]);
        let full = format!("{}.{to}.{ty}", self.rng.pick(&["scmp", "ucmp"]));
        self.intrinsic(to, &full, &format!("{ty}, {ty}"));
        self.def(to, &format!("call {to} @llvm.{full}({ty} {a}, {ty} {b})"));
    }
    fn fixed_point(&mut self) {
        let ty = self.int_ty();
        let op = *self.rng.pick(&["smul.fix", "umul.fix", "sdiv.fix", "udiv.fix"]);
        let sat = *self.rng.pick(&["", ".sat", ".sat"]);
        let (a, mut b) = (self.value(&ty), self.value(&ty));
        if op.contains("div") {
            let one = if ty == "i1" { "true" } else { "1" };
            b = self.def(&ty, &format!("or {ty} {b}, {one}"));
        }
        let scale = self.rng.below(bits(&ty) as usize + usize::from(op.starts_with('u')));
        let full = format!("{op}{sat}.{ty}");
        self.intrinsic(&ty, &full, &format!("{ty}, {ty}, i32"));
        self.def(&ty, &format!("call {ty} @llvm.{full}({ty} {a}, {ty} {b}, i32 {scale})"));
    }
    fn overflow(&mut self) {
        let ty = self.int_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let name = *self.rng.pick(&["sadd", "uadd", "ssub", "usub", "smul", "umul"]);
        let full = format!("{name}.with.overflow.{ty}");
        let pair = format!("{{ {ty}, i1 }}");
        self.intrinsic(&pair, &full, &format!("{ty}, {ty}"));
        let r = self.fresh();
        self.line(&format!("{r} = call {pair} @llvm.{full}({ty} {a}, {ty} {b})"));
        self.def(&ty, &format!("extractvalue {pair} {r}, 0"));
        self.def("i1", &format!("extractvalue {pair} {r}, 1"));
    }
    fn funnel(&mut self) {
        let ty = self.int_ty();
        let (a, b, c) = (self.value(&ty), self.value(&ty), self.value(&ty));
        let b = if self.rng.below(2) == 0 { a.clone() } else { b };
        let name = *self.rng.pick(&["fshl", "fshr"]);
        let full = format!("{name}.{ty}");
        self.intrinsic(&ty, &full, &format!("{ty}, {ty}, {ty}"));
        self.def(&ty, &format!("call {ty} @llvm.{full}({ty} {a}, {ty} {b}, {ty} {c})"));
    }
    fn float_op(&mut self) {
        let ty = *self.rng.pick(FLOATS);
        let suffix = suffix(ty);
        let (a, b) = (self.value(ty), self.value(ty));
        let k = self.rng.below(18);
        let names = [
            "fabs",
            "floor",
            "ceil",
            "trunc",
            "round",
            "rint",
            "nearbyint",
            "roundeven",
            "minnum",
            "maxnum",
            "copysign",
            "minimum",
            "maximum",
        ];
        if let Some(name) = names.get(k) {
            let full = format!("{name}.{suffix}");
            let two = k >= 8;
            self.intrinsic(ty, &full, &if two { format!("{ty}, {ty}") } else { ty.into() });
            let rest = if two { format!(", {ty} {b}") } else { String::new() };
            self.def(ty, &format!("call {ty} @llvm.{full}({ty} {a}{rest})"));
        } else if k == 13 {
            self.def(ty, &format!("fneg {ty} {a}"));
        } else if k == 14 {
            let full = format!("is.fpclass.{suffix}");
            self.intrinsic("i1", &full, &format!("{ty}, i32"));
            let mask = self.rng.below(1024);
            self.def("i1", &format!("call i1 @llvm.{full}({ty} {a}, i32 {mask})"));
        } else {
            let op = *self.rng.pick(&["fadd", "fsub", "fmul", "fdiv"]);
            self.def(ty, &format!("{op} {ty} {a}, {b}"));
        }
    }
    fn float_cast(&mut self) {
        let (ity, fty) = (self.int_ty(), *self.rng.pick(FLOATS));
        if bits(&ity) > 128 {
            return self.float_op();
        }
        match self.rng.below(4) {
            0 => {
                let v = self.value(&ity);
                let op = *self.rng.pick(&["sitofp", "uitofp"]);
                self.def(fty, &format!("{op} {ity} {v} to {fty}"));
            }
            1 => {
                let v = self.value(fty);
                let name = *self.rng.pick(&["fptosi", "fptoui"]);
                let suffix = suffix(fty);
                let full = format!("{name}.sat.{ity}.{suffix}");
                self.intrinsic(&ity, &full, fty);
                self.def(&ity, &format!("call {ity} @llvm.{full}({fty} {v})"));
            }
            _ => {
                let to = *self.rng.pick(FLOATS);
                let v = self.value(fty);
                match bits(fty).cmp(&bits(to)) {
                    Ordering::Less => self.def(to, &format!("fpext {fty} {v} to {to}")),
                    Ordering::Greater => self.def(to, &format!("fptrunc {fty} {v} to {to}")),
                    Ordering::Equal => self.def(to, &format!("fneg {to} {v}")),
                };
            }
        }
    }
    /// Stores of odd widths, copies and fills, and loads of what is there.
    fn memory(&mut self) {
        let ty = self.any_ty();
        let v = self.value(&ty);
        let p = self.fresh();
        self.line(&format!("{p} = alloca [64 x i8], align 16"));
        let at = self.rng.below(16);
        let q = self.fresh();
        self.line(&format!("{q} = getelementptr i8, ptr {p}, i64 {at}"));
        let align = 1 << at.trailing_zeros().min(4);
        let align = align.min(1 << self.rng.below(5));
        self.line(&format!("store {ty} {v}, ptr {q}, align {align}"));
        let mut from = q;
        if self.rng.below(2) == 0 {
            let len = bits(&ty).div_ceil(8);
            let r = self.fresh();
            self.line(&format!("{r} = alloca [64 x i8], align 4"));
            let name = *self.rng.pick(&["memcpy", "memmove"]);
            let full = format!("{name}.p0.p0.i32");
            self.intrinsic("void", &full, "ptr, ptr, i32, i1");
            self.line(&format!("call void @llvm.{full}(ptr {r}, ptr {from}, i32 {len}, i1 false)"));
            from = r;
        }
        self.def(&ty, &format!("load {ty}, ptr {from}, align 1"));
        let set = self.rng.below(24) + 1;
        self.intrinsic("void", "memset.p0.i64", "ptr, i8, i64, i1");
        let b = self.value("i8");
        self.line(&format!("call void @llvm.memset.p0.i64(ptr {p}, i8 {b}, i64 {set}, i1 false)"));
        let narrow = *self.rng.pick(&["i8", "i16", "i32"]);
        if bits(narrow) as usize / 8 <= set {
            self.def(narrow, &format!("load {narrow}, ptr {p}, align 4"));
        }
    }
    /// Atomic operations on memory that nobody else sees.
    fn atomic(&mut self) {
        let ty = *self.rng.pick(&["i8", "i16", "i32", "i64", "i32"]);
        let n = bits(ty) / 8;
        let (a, b, c) = (self.value(ty), self.value(ty), self.value(ty));
        let p = self.fresh();
        self.line(&format!("{p} = alloca [32 x i8], align 16"));
        let q = self.fresh();
        let at = self.rng.below(3) as u32 * n;
        self.line(&format!("{q} = getelementptr i8, ptr {p}, i64 {at}"));
        self.line(&format!("store i128 -3, ptr {p}"));
        self.line(&format!("store atomic {ty} {a}, ptr {q} release, align {n}"));
        let op = *self.rng.pick(&[
            "xchg",
            "add",
            "sub",
            "and",
            "nand",
            "or",
            "xor",
            "max",
            "min",
            "umax",
            "umin",
            "uinc_wrap",
            "udec_wrap",
        ]);
        self.def(ty, &format!("atomicrmw {op} ptr {q}, {ty} {b} seq_cst, align {n}"));
        let pair = format!("{{ {ty}, i1 }}");
        let e = if self.rng.below(2) == 0 {
            self.def(ty, &format!("load atomic {ty}, ptr {q} acquire, align {n}"))
        } else {
            c
        };
        let r = self.fresh();
        self.line(&format!("{r} = cmpxchg ptr {q}, {ty} {e}, {ty} {a} acq_rel monotonic, align {n}"));
        self.def(ty, &format!("extractvalue {pair} {r}, 0"));
        self.def("i1", &format!("extractvalue {pair} {r}, 1"));
        self.def("i128", &format!("load i128, ptr {p}"));
    }
    fn aggregate(&mut self) {
        let (a, b, c) = (self.any_ty(), self.any_ty(), self.any_ty());
        let ty = format!("{{ {a}, [2 x {b}], {c} }}");
        let (x, y, z) = (self.value(&a), self.value(&b), self.value(&c));
        let mut agg: String = (*self.rng.pick(&["poison", "zeroinitializer"])).into();
        for (t, v, path) in [(&a, &x, "0"), (&b, &y, "1, 1"), (&b, &y, "1, 0"), (&c, &z, "2")] {
            let r = self.fresh();
            self.line(&format!("{r} = insertvalue {ty} {agg}, {t} {v}, {path}"));
            agg = r;
        }
        let p = self.fresh();
        self.line(&format!("{p} = alloca {ty}"));
        self.line(&format!("store {ty} {agg}, ptr {p}"));
        let l = self.fresh();
        self.line(&format!("{l} = load {ty}, ptr {p}"));
        self.def(&b, &format!("extractvalue {ty} {l}, 1, 0"));
        self.def(&c, &format!("extractvalue {ty} {l}, 2"));
        let q = self.fresh();
        self.line(&format!("{q} = getelementptr {ty}, ptr {p}, i64 0, i32 1, i64 1"));
        self.def(&b, &format!("load {b}, ptr {q}"));
    }
    fn vector(&mut self) {
        let (lanes, elem) =
            *self.rng.pick(&[(4, "i32"), (2, "i64"), (8, "i8"), (3, "i13"), (8, "i1"), (2, "float"), (2, "i65")]);
        let ty = format!("<{lanes} x {elem}>");
        let build = |s: &mut Self| {
            let mut v: String = "zeroinitializer".into();
            for k in 0..lanes {
                let x = s.value(elem);
                let r = s.fresh();
                s.line(&format!("{r} = insertelement {ty} {v}, {elem} {x}, i32 {k}"));
                v = r;
            }
            v
        };
        let (a, b) = (build(self), build(self));
        let r = self.fresh();
        let op = if elem == "float" { "fadd" } else { *self.rng.pick(&["add", "sub", "xor", "mul", "and"]) };
        self.line(&format!("{r} = {op} {ty} {a}, {b}"));
        let mask: Vec<String> = (0..lanes).map(|_| format!("i32 {}", self.rng.below(2 * lanes))).collect();
        let s = self.fresh();
        self.line(&format!("{s} = shufflevector {ty} {r}, {ty} {b}, <{lanes} x i32> <{}>", mask.join(", ")));
        let p = self.fresh();
        self.line(&format!("{p} = alloca {ty}"));
        self.line(&format!("store {ty} {s}, ptr {p}"));
        let l = self.fresh();
        self.line(&format!("{l} = load {ty}, ptr {p}"));
        let i = self.value("i32");
        let i = self.def("i32", &format!("urem i32 {i}, {lanes}"));
        self.def(elem, &format!("extractelement {ty} {l}, i32 {i}"));
        if elem != "float" {
            let whole = int(lanes as u32 * bits(elem));
            if INTS.contains(&(lanes as u32 * bits(elem))) {
                self.def(&whole, &format!("bitcast {ty} {l} to {whole}"));
            }
            let suffix = format!("v{lanes}{elem}");
            let name = *self.rng.pick(&["add", "or", "umax", "smin"]);
            let full = format!("vector.reduce.{name}.{suffix}");
            self.intrinsic(elem, &full, &ty);
            self.def(elem, &format!("call {elem} @llvm.{full}({ty} {s})"));
        }
        let x = self.value(elem);
        let t = self.fresh();
        self.line(&format!("{t} = insertelement {ty} {a}, {elem} {x}, i32 {i}"));
        self.def(elem, &format!("extractelement {ty} {t}, i32 {}", self.next % lanes));
    }
    /// A call of a helper that is made later.
    fn call(&mut self) {
        let n = self.rng.below(12);
        let mut params = Vec::new();
        for _ in 0..n {
            let ty = self.any_ty();
            let ext =
                if ty.starts_with('i') && bits(&ty) <= 32 { *self.rng.pick(&["", "signext", "zeroext"]) } else { "" };
            params.push((ty, ext));
        }
        let ret = match self.rng.below(4) {
            0 => "{ i64, i64 }".into(),
            1 => "{ i32, double, i128 }".into(),
            _ => self.any_ty(),
        };
        let mut args = Vec::new();
        for (ty, ext) in &params {
            let v = self.value(ty);
            args.push(format!("{ty} {ext} {v}"));
        }
        let name = format!("@g{}", self.helpers.len());
        self.helpers.push((name.clone(), params, ret.clone()));
        let call = format!("call {ret} {name}({})", args.join(", "));
        if ret.starts_with('{') {
            let r = self.fresh();
            self.line(&format!("{r} = {call}"));
            let first = if ret.contains("i32") { "i32" } else { "i64" };
            let (last, k) = if ret.contains("i32") { ("i128", 2) } else { ("i64", 1) };
            self.def(first, &format!("extractvalue {ret} {r}, 0"));
            self.def(last, &format!("extractvalue {ret} {r}, {k}"));
        } else {
            self.def(&ret, &call);
        }
    }
    fn label(&mut self) -> String {
        self.next += 1;
        format!("b{}", self.next)
    }
    fn start(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
        self.block = label.into();
    }
    /// Two ways and a phi of each type where they meet.
    fn diamond(&mut self, depth: u32) {
        let c = self.value("i1");
        let (yes, no, join) = (self.label(), self.label(), self.label());
        self.line(&format!("br i1 {c}, label %{yes}, label %{no}"));
        let kinds: Vec<String> = (0..2).map(|_| self.any_ty()).collect();
        let saved = self.values.clone();
        let mut ends = Vec::new();
        for way in [yes, no] {
            self.values = saved.clone();
            self.start(&way);
            for _ in 0..self.rng.below(4) {
                self.op(depth);
            }
            let vs: Vec<String> = kinds.iter().map(|t| self.value(t)).collect();
            self.line(&format!("br label %{join}"));
            ends.push((self.block.clone(), vs));
        }
        self.values = saved;
        self.start(&join);
        for (k, ty) in kinds.iter().enumerate() {
            let rhs = format!("phi {ty} [ {}, %{} ], [ {}, %{} ]", ends[0].1[k], ends[0].0, ends[1].1[k], ends[1].0);
            self.def(ty, &rhs);
        }
    }
    /// A loop of a few turns.
    fn repeat(&mut self, depth: u32) {
        let (head, exit) = (self.label(), self.label());
        let kinds: Vec<String> = (0..2).map(|_| self.any_ty()).collect();
        let starts: Vec<String> = kinds.iter().map(|t| self.value(t)).collect();
        let before = self.block.clone();
        self.line(&format!("br label %{head}"));
        let saved = self.values.clone();
        self.start(&head);
        let count = self.fresh();
        let next = self.fresh();
        let mut phis = vec![format!("{count} = phi i32 [ 0, %{before} ], [ {next}, %LATCH ]")];
        let mut news = Vec::new();
        for (k, ty) in kinds.iter().enumerate() {
            let (phi, new) = (self.fresh(), self.fresh());
            phis.push(format!("{phi} = phi {ty} [ {}, %{before} ], [ {new}, %LATCH ]", starts[k]));
            self.values.entry(ty.clone()).or_default().push(phi);
            news.push(new);
        }
        let marker = self.text.len();
        for _ in 0..self.rng.below(4) + 1 {
            self.op(depth);
        }
        for (ty, new) in kinds.iter().zip(&news) {
            let v = self.value(ty);
            self.line(&format!("{new} = freeze {ty} {v}"));
        }
        let turns = self.rng.below(5) + 1;
        self.line(&format!("{next} = add i32 {count}, 1"));
        let more = self.fresh();
        self.line(&format!("{more} = icmp ult i32 {next}, {turns}"));
        self.line(&format!("br i1 {more}, label %{head}, label %{exit}"));
        let latch = self.block.clone();
        let phis: String = phis.iter().map(|p| format!("  {}\n", p.replace("%LATCH", &format!("%{latch}")))).collect();
        self.text.insert_str(marker, &phis);
        self.values = saved;
        self.start(&exit);
        for (ty, new) in kinds.iter().zip(news) {
            self.values.entry(ty.clone()).or_default().push(new);
        }
    }
    fn switch(&mut self, depth: u32) {
        let ty = self.int_ty();
        if ty == "i1" {
            return self.diamond(depth);
        }
        let v = self.value(&ty);
        let (a, b, join) = (self.label(), self.label(), self.label());
        let cases = [small_in(-1, bits(&ty)), small_in(3, bits(&ty)), "0".into()];
        self.line(&format!(
            "switch {ty} {v}, label %{join} [ {ty} {}, label %{a} {ty} {}, label %{b} {ty} {}, label %{join} ]",
            cases[0], cases[1], cases[2]
        ));
        let before = self.block.clone();
        let kind = self.any_ty();
        let saved = self.values.clone();
        // A value of the type that is there already, for the direct edges.
        let direct = saved.get(&kind).and_then(|l| l.last().cloned());
        let direct =
            direct.unwrap_or_else(|| if kind.starts_with('i') { "zeroinitializer".into() } else { "0.0".into() });
        let mut ends = Vec::new();
        for way in [a, b] {
            self.values = saved.clone();
            self.start(&way);
            self.op(depth);
            let v = self.value(&kind);
            self.line(&format!("br label %{join}"));
            ends.push(format!("[ {v}, %{} ]", self.block));
        }
        self.values = saved;
        self.start(&join);
        self.def(&kind, &format!("phi {kind} [ {direct}, %{before} ], [ {direct}, %{before} ], {}", ends.join(", ")));
    }
    /// Stores the last values of each type to the output.
    fn finish(&mut self) {
        let mut slot = 0;
        let types: Vec<String> = self.values.keys().cloned().collect();
        for round in 1..=3 {
            for ty in &types {
                let list = &self.values[ty];
                let Some(v) = list.len().checked_sub(round).map(|k| list[k].clone()) else { continue };
                if slot >= 32 {
                    break;
                }
                let p = self.fresh();
                self.line(&format!("{p} = getelementptr i8, ptr %out, i32 {}", slot * 32));
                slot += 1;
                if ty.starts_with('i') {
                    self.line(&format!("store {ty} {v}, ptr {p}, align 8"));
                    continue;
                }
                // Any NaN is as good as another.
                let (c, r) = (self.fresh(), self.fresh());
                self.line(&format!("{c} = fcmp uno {ty} {v}, {v}"));
                self.line(&format!("{r} = select i1 {c}, {ty} zeroinitializer, {ty} {v}"));
                self.line(&format!("store {ty} {r}, ptr {p}, align 8"));
            }
        }
        self.line("ret void");
    }
}

/// A small number as a constant of `w` bits.
fn small_in(v: i64, w: u32) -> String {
    if w >= 64 {
        return v.to_string();
    }
    let m = v & ((1i64 << w) - 1);
    let signed = if m >> (w - 1) & 1 != 0 { m - (1i64 << w) } else { m };
    if w == 1 { (if m != 0 { "true" } else { "false" }).into() } else { signed.to_string() }
}

fn start<'r>(rng: &'r mut Rng) -> Gen<'r> {
    Gen {
        rng,
        text: String::new(),
        next: 0,
        values: BTreeMap::new(),
        block: "entry".into(),
        declares: BTreeMap::new(),
        helpers: Vec::new(),
    }
}

/// A module.
pub fn module(rng: &mut Rng, layout: &str) -> String {
    let mut g = start(rng);
    for _ in 0..3 {
        let ty = g.int_ty();
        g.value(&ty);
    }
    for _ in 0..g.rng.below(20) + 5 {
        g.op(0);
    }
    g.finish();
    let (body, helpers, mut declares) = (g.text, g.helpers, g.declares);
    let mut text =
        format!("target datalayout = \"{layout}\"\n\ndefine void @f(ptr %in, ptr %out) {{\nentry:\n{body}}}\n");
    for (name, params, ret) in helpers {
        let mut h = start(rng);
        for (k, (ty, _)) in params.iter().enumerate() {
            h.values.entry(ty.clone()).or_default().push(format!("%p{k}"));
        }
        // No input here: constants and parameters only.
        for ty in ["i1", "i8", "i32", "i64", "i128", "double", "float", "half", "fp128"] {
            h.values.entry(ty.into()).or_default().push("zeroinitializer".into());
        }
        let mut sum: BTreeMap<String, String> = BTreeMap::new();
        for (k, (ty, _)) in params.iter().enumerate() {
            let v = format!("%p{k}");
            let wide = if ty.starts_with('i') {
                match bits(ty) {
                    128 => v,
                    n if n > 128 => h.def("i128", &format!("trunc {ty} {v} to i128")),
                    _ => h.def("i128", &format!("sext {ty} {v} to i128")),
                }
            } else {
                let f = format!("fptosi.sat.i128.{}", suffix(ty));
                h.intrinsic("i128", &f, ty);
                h.def("i128", &format!("call i128 @llvm.{f}({ty} {v})"))
            };
            let old = sum.get("s").cloned().unwrap_or_else(|| "7".into());
            let m = h.def("i128", &format!("mul i128 {old}, 31"));
            let s = h.def("i128", &format!("xor i128 {m}, {wide}"));
            sum.insert("s".into(), s);
        }
        let s = sum.get("s").cloned().unwrap_or_else(|| "7".into());
        let to = |h: &mut Gen<'_>, ty: &str| -> String {
            if !ty.starts_with('i') {
                let n = h.def("i32", &format!("trunc i128 {s} to i32"));
                return h.def(ty, &format!("sitofp i32 {n} to {ty}"));
            }
            match bits(ty) {
                128 => s.clone(),
                n if n > 128 => h.def(ty, &format!("zext i128 {s} to {ty}")),
                _ => h.def(ty, &format!("trunc i128 {s} to {ty}")),
            }
        };
        let members: Vec<String> = match ret.strip_prefix("{ ") {
            Some(list) => list.trim_end_matches(" }").split(", ").map(String::from).collect(),
            None => vec![ret.clone()],
        };
        let mut result = "poison".to_string();
        for (k, ty) in members.iter().enumerate() {
            let v = to(&mut h, ty);
            if ret.starts_with('{') {
                let r = h.fresh();
                h.line(&format!("{r} = insertvalue {ret} {result}, {ty} {v}, {k}"));
                result = r;
            } else {
                result = v;
            }
        }
        h.line(&format!("ret {ret} {result}"));
        let list: Vec<String> = params.iter().enumerate().map(|(k, (t, e))| format!("{t} {e} %p{k}")).collect();
        let _ = write!(text, "\ndefine {ret} {name}({}) {{\nentry:\n{}}}\n", list.join(", "), h.text);
        declares.extend(h.declares);
    }
    for d in declares.values() {
        let _ = writeln!(text, "{d}");
    }
    text
}
