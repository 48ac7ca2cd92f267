//! Every row, with random operands: through the encoder and back, through the printer and the assembler, and, where it is
//! installed, beside llvm-mc (bytes, text with aliases, compression).

use super::*;
use crate::riscv::{ISA, feature};
use crate::{Feature, FeatureSet, ImmDesc, InstDesc, InstFlags, Opcode, OperandKind, Target, TargetSpec};
use std::process::{Command, Stdio};

/// A small generator of numbers (xorshift), so that failures repeat.
pub(super) struct Rng(pub(super) u64);

impl Rng {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}

fn rows() -> impl Iterator<Item = (Opcode, &'static InstDesc)> {
    ISA.insts.iter().enumerate().filter(|(_, r)| r.encoding.size != 0).map(|(i, r)| (Opcode(i as u16), r))
}

fn random_imm(m: &ImmDesc, rng: &mut Rng, features: &FeatureSet) -> i64 {
    loop {
        let span = (m.max as i128 - m.min as i128 + 1) as u64;
        let v = match rng.below(8) {
            0 => m.min,
            1 => m.max,
            2 => 0,
            _ => m.min.wrapping_add(rng.below(span) as i64),
        };
        let v = v >> m.shift << m.shift;
        let v = if m.wrap != 0 { v & ((1 << m.wrap) - 1) } else { v };
        if m.fits_with(v, features) {
            return v;
        }
    }
}

fn random_values(row: &InstDesc, rng: &mut Rng, features: &FeatureSet) -> Values {
    let mut v = Values::zeros(row.operands.len());
    let mut last = 0;
    for (o, slot) in row.operands.iter().zip(v.iter_mut()) {
        *slot = match o.kind {
            OperandKind::Reg(c) => {
                let class = ISA.class(c);
                let any = ISA.reg(class.members[rng.below(class.members.len() as u64) as usize]).enc as i64;
                // Equal registers, zero and ra, which aliases want, come often.
                let like = [any, any, last, 0, 1][rng.below(5) as usize];
                last = if class.encs >> like & 1 != 0 { like } else { any };
                last
            }
            OperandKind::Fixed(r) => ISA.reg(r).enc as i64,
            OperandKind::Imm(k) | OperandKind::Target(k) => random_imm(&ISA.imms[k as usize], rng, features),
            OperandKind::Variadic => 0,
        };
    }
    for (i, o) in row.operands.iter().enumerate().filter(|(_, o)| o.tied != 255) {
        v[o.tied as usize] = v[i];
    }
    v
}

/// What the row needs, and a width.
fn features_for(row: &InstDesc) -> FeatureSet {
    let mut f = FeatureSet::NONE;
    row.needs.iter().for_each(|n| f.turn_on(&ISA, n));
    if !f.has(feature::_32BIT) {
        f.insert(feature::_64BIT);
    }
    for (rows, ext) in [(feature::RVCD, feature::D), (feature::RVCF, feature::F)] {
        if f.has(rows) {
            f.turn_on(&ISA, ext);
        }
    }
    f
}

#[test]
fn rows_encode_and_decode() {
    let mut rng = Rng(88172645463325252);
    for (op, row) in rows() {
        let features = features_for(row);
        for _ in 0..200 {
            let v = random_values(row, &mut rng, &features);
            assert_eq!(operand_problem(&ISA, op, &v, &features), None, "{} {v:?}", row.name);
            let e = encode(&ISA, op, &v);
            let d = decode(&ISA, e.as_slice(), &features).unwrap_or_else(|| panic!("{} {v:?}: {e:?}", row.name));
            if d.op == op {
                assert_eq!(d.operands, v, "{}", row.name);
            } else {
                // A more specific row has the same bits (unimp is a csrrw).
                assert_eq!(encode(&ISA, d.op, &d.operands), e, "{} and {}", row.name, ISA.inst(d.op).name);
                assert!(ISA.inst(d.op).encoding.mask.count_ones() > row.encoding.mask.count_ones());
            }
        }
    }
}

#[test]
fn text_assembles_to_what_was_printed() {
    let mut rng = Rng(7);
    for (op, row) in rows() {
        let features = features_for(row);
        for _ in 0..50 {
            let v = random_values(row, &mut rng, &features);
            for aliases in [None, Some(&features)] {
                let mut text = String::new();
                print(&ISA, op, &v, aliases, &mut text).unwrap();
                // With aliases, a compressed row is printed as what it stands for.
                let (op, v) = aliases.and_then(|_| expand(&ISA, op, &v)).unwrap_or((op, v));
                let a = assemble(&ISA, &text, &features).unwrap_or_else(|p| panic!("{text}: {}", p.message(&ISA)));
                let mut got = Values::zeros(a.operands().len());
                for (g, x) in got.iter_mut().zip(a.operands()) {
                    let AsmValue::Int(n) = x else { panic!("{text}: expression") };
                    *g = *n;
                }
                assert_eq!(encode(&ISA, a.op, &got), encode(&ISA, op, &v), "{text}");
            }
        }
    }
}

#[test]
fn compressed_rows_stand_for_what_they_say() {
    let mut rng = Rng(99);
    for (op, row) in rows().filter(|(o, _)| ISA.stands_for[o.0 as usize] != u16::MAX) {
        let features = features_for(row);
        for _ in 0..100 {
            let v = random_values(row, &mut rng, &features);
            let (long, w) = expand(&ISA, op, &v).unwrap();
            let (short, s) = compress(&ISA, long, &w, &features).unwrap_or_else(|| panic!("{} {v:?}", row.name));
            let (again, x) = expand(&ISA, short, &s).unwrap();
            // Another compressed row may be preferred; it means the same.
            assert!(again == long && *x == *w || short == op && *s == *v, "{} {}", row.name, ISA.inst(short).name);
        }
    }
}

#[test]
fn assembly_problems_are_named() {
    let spec = TargetSpec { march: Some("rv64i".into()), ..TargetSpec::default() };
    let (t, _) = Target::new(&spec, None).unwrap();
    for (line, message) in [
        ("frob a0, a1", "unknown instruction 'frob'"),
        ("mul a0, a1, a2", "'mul' needs zmmul"),
        ("addi a0, a1, 5000", "'5000' cannot be an operand of 'addi' here"),
        ("add a0, a1", "wrong number of operands for 'add'"),
        ("add a0, a1, a2, a3", "wrong number of operands for 'add'"),
        ("add a0, a1, 3", "'3' cannot be an operand of 'add' here"),
        ("lw a0, 4[sp]", "wrong number of operands for 'lw'"),
    ] {
        let got = match assemble(&ISA, line, &t.features) {
            Ok(_) => "accepted".to_string(),
            Err(p) => p.message(&ISA),
        };
        assert_eq!(got, message, "{line}");
    }
    let a = assemble(&ISA, "ld  t0 , %lo(x + 8)( sp )", &t.features).unwrap();
    assert_eq!(a.operands(), [AsmValue::Int(5), AsmValue::Expr("%lo(x + 8)"), AsmValue::Int(2)]);
    let a = assemble(&ISA, "lw a0, (x2)", &t.features).unwrap();
    assert_eq!(a.operands(), [AsmValue::Int(10), AsmValue::Int(0), AsmValue::Int(2)]);
    let a = assemble(&ISA, "bgtu a0, a1, .L1", &t.features).unwrap();
    assert_eq!((ISA.inst(a.op).name, a.operands()[2]), ("bltu", AsmValue::Expr(".L1")));
}

/// One machine to compare with llvm-mc.
struct Beside {
    triple: &'static str,
    mattr: &'static str,
    features: FeatureSet,
}

impl Beside {
    fn new(triple: &'static str, mattr: &'static str) -> Beside {
        let spec = TargetSpec { triple: Some(triple.into()), mattr: mattr.into(), ..TargetSpec::default() };
        let (t, w) = Target::new(&spec, None).unwrap();
        assert_eq!(w, Vec::<String>::new());
        Beside { triple, mattr, features: t.features }
    }

    fn all() -> Vec<Beside> {
        const INT: &str = "+m,+a,+experimental-zacas,+zabha,+zba,+zbb,+zbc,+zbs,+zbkb,+zbkc,+zbkx,+zicond,+zihintpause,\
                           +zihintntl,+zicbom,+zicboz,+zicbop,+zawrs,+zifencei,+zicsr,+zcb";
        let join = |s: &str| -> &'static str { Box::leak(format!("{INT},{s}").into_boxed_str()) };
        vec![
            Beside::new("riscv64", join("+c,+d,+zfh")),
            Beside::new("riscv32", join("+c,+d,+zfh")),
            Beside::new("riscv64", join("+c,+zdinx,+zhinx")),
            Beside::new("riscv32", join("+c,+zhinx")),
        ]
    }

    /// Text and bytes of each line by llvm-mc; `None` if there is no llvm-mc-19.
    fn llvm(&self, lines: &[String]) -> Option<Vec<(String, Vec<u8>)>> {
        let mut child = Command::new("llvm-mc-19")
            .args([&format!("-triple={}", self.triple), &format!("-mattr={}", self.mattr), "-show-encoding"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let mut stdin = child.stdin.take()?;
        let text = lines.join("\n") + "\n";
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, text.as_bytes()));
        let out = child.wait_with_output().ok()?;
        writer.join().ok()?.ok()?;
        let errors = String::from_utf8_lossy(&out.stderr);
        let first: Vec<&str> = errors.lines().take(12).collect();
        assert!(out.status.success(), "llvm-mc on {}: {}", self.triple, first.join("\n"));
        let parse = |l: &str| {
            let (text, rest) = l.split_once("# encoding: [")?;
            let bytes = rest.split(']').next()?.split(',');
            Some((text.trim().to_string(), bytes.map(|b| u8::from_str_radix(&b[2..], 16).unwrap_or(0)).collect()))
        };
        Some(String::from_utf8_lossy(&out.stdout).lines().filter_map(parse).collect())
    }
}

#[test]
fn bytes_and_text_are_those_of_llvm() {
    let mut rng = Rng(3);
    for m in Beside::all() {
        let (mut lines, mut ours) = (vec![".option push\n.option norvc".to_string()], Vec::new());
        for size in [4, 2] {
            for (op, row) in rows().filter(|(_, r)| r.encoding.size == size && r.available(&m.features)) {
                // llvm-mc prints c.unimp as unimp, which it would not read back so.
                let rounds = if row.name == "c.unimp" { 0 } else { 100 };
                for _ in 0..rounds {
                    let v = random_values(row, &mut rng, &m.features);
                    let mut text = String::new();
                    print(&ISA, op, &v, None, &mut text).unwrap();
                    // RV32 has more names of CSRs than we print.
                    if m.triple == "riscv32" && row.operands.iter().zip(v.iter()).any(unnamed_csr) {
                        continue;
                    }
                    let mut alias = String::new();
                    print(&ISA, op, &v, Some(&m.features), &mut alias).unwrap();
                    lines.push(text);
                    ours.push((alias, encode(&ISA, op, &v).as_slice().to_vec()));
                }
            }
            if size == 4 {
                lines.push(".option pop".into());
            }
        }
        let Some(theirs) = m.llvm(&lines) else { return };
        compare(&ours, &theirs);
    }
}

fn unnamed_csr((o, v): (&crate::OperandDesc, &i64)) -> bool {
    o.kind == OperandKind::Imm(crate::riscv::imm::CSR)
        && !ISA.imms[crate::riscv::imm::CSR as usize].names.iter().any(|n| n.0 == *v)
}

/// All lines that differ, a few of them in the message.
fn compare(ours: &[(String, Vec<u8>)], theirs: &[(String, Vec<u8>)]) {
    assert_eq!(ours.len(), theirs.len());
    let differ: Vec<String> =
        ours.iter().zip(theirs).filter(|(a, b)| a != b).map(|(a, b)| format!("ours {a:x?}\nllvm {b:x?}")).collect();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..differ.len().min(30)].join("\n"));
}

#[test]
fn compression_is_that_of_llvm() {
    let mut rng = Rng(5);
    for m in Beside::all() {
        let (mut lines, mut ours) = (vec![".option rvc".to_string()], Vec::new());
        for (op, row) in rows().filter(|(o, r)| r.available(&m.features) && ISA.stands_for[o.0 as usize] != u16::MAX) {
            for n in 0..300 {
                let v = random_values(row, &mut rng, &m.features);
                let Some((long, mut w)) = expand(&ISA, op, &v) else { continue };
                let row = ISA.inst(long);
                if n % 2 == 1 && !w.is_empty() {
                    // Spoil one operand.
                    let other = random_values(row, &mut rng, &m.features);
                    let at = rng.below(w.len() as u64) as usize;
                    w[at] = other[at];
                }
                // llvm-mc compresses `beq zero, x`'s mirror image alone, and never hints.
                if row.is(InstFlags::BRANCH) && w.first() == Some(&0) || hint(row, &w) {
                    continue;
                }
                let mut text = String::new();
                print(&ISA, long, &w, None, &mut text).unwrap();
                lines.push(text);
                let e = match compress(&ISA, long, &w, &m.features) {
                    Some((c, v)) => encode(&ISA, c, &v),
                    None => encode(&ISA, long, &w),
                };
                ours.push((String::new(), e.as_slice().to_vec()));
            }
        }
        let Some(theirs) = m.llvm(&lines) else { return };
        let named: Vec<_> = lines[1..].iter().zip(ours).map(|(l, (_, b))| (l.clone(), b)).collect();
        let theirs: Vec<_> = lines[1..].iter().zip(theirs).map(|(l, (_, b))| (l.clone(), b)).collect();
        compare(&named, &theirs);
    }
}

/// Writes x0.
fn hint(row: &InstDesc, v: &[i64]) -> bool {
    row.results != 0
        && v.first() == Some(&0)
        && matches!(row.operands[0].kind, OperandKind::Reg(c) if c == crate::riscv::class::GPR)
}

#[test]
fn features_are_sets() {
    let mut f = FeatureSet::NONE;
    f.turn_on(&ISA, feature::V);
    assert!(f.has(feature::D) && f.has(feature::ZVL64B));
    f.turn_off(&ISA, feature::F);
    assert!(!f.has(feature::V) && !f.has(feature::D) && f.has(feature::ZVL128B));
    assert!(f.iter().all(|x: Feature| (x.0 as usize) < ISA.features.len()));
}
