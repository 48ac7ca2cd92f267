//! Every row of x86, with random operands: through the encoder and back, through both dialects and back, and, where they
//! are installed, beside llvm-mc (the same bytes for our text) and objdump (the same borders).

use super::tests::Rng;
use super::*;
use crate::x86::{self, feature};
use crate::{FeatureSet, ImmDesc, InstDesc, Isa, Opcode, OperandKind, Role};
use std::process::{Command, Stdio};

/// A machine with everything: its tables and its features.
struct Machine {
    isa: &'static Isa,
    features: FeatureSet,
    triple: &'static str,
    objdump: &'static str,
}

/// Prefixes that are written as words of their own.
const PREFIXES: [&str; 2] = ["data16", "rex64"];

fn machines() -> [Machine; 2] {
    let all = |isa: &Isa, not| {
        let mut f = FeatureSet::NONE;
        (0..isa.features.len()).map(|i| crate::Feature(i as u8)).filter(|f| *f != not).for_each(|x| f.insert(x));
        f
    };
    let (long, short) = (&x86::ISA, &x86::i386::ISA);
    [
        Machine { isa: long, features: all(long, feature::_32BIT_MODE), triple: "x86_64", objdump: "i386:x86-64" },
        Machine { isa: short, features: all(short, feature::_64BIT_MODE), triple: "i386", objdump: "i386" },
    ]
}

impl Machine {
    fn rows(&self) -> impl Iterator<Item = (Opcode, &'static InstDesc)> {
        let rows = self.isa.insts.iter().enumerate().map(|(i, r)| (Opcode(i as u16), r));
        let features = self.features;
        let empty = |r: &InstDesc| {
            r.operands.iter().any(|o| matches!(o.kind, OperandKind::Reg(c) if self.isa.class(c).members.is_empty()))
        };
        rows.filter(move |(_, r)| r.encoding.exists() && r.available(&features) && !empty(r))
    }

    fn imm(&self, m: &ImmDesc, rng: &mut Rng) -> i64 {
        loop {
            let span = (m.max as i128 - m.min as i128 + 1) as u64;
            let v = match rng.below(8) {
                0 => m.min,
                1 => m.max,
                2 => 0,
                3 | 4 => rng.below(256) as i64 - 128,
                _ => m.min.wrapping_add(rng.below(span) as i64),
            };
            if m.fits_with(v, &self.features) {
                return v;
            }
        }
    }

    fn values(&self, op: Opcode, rng: &mut Rng) -> Values {
        let row = self.isa.inst(op);
        let mut v = Values::zeros(row.operands.len());
        for (o, slot) in row.operands.iter().zip(v.iter_mut()) {
            *slot = match o.kind {
                OperandKind::Reg(c) => {
                    let members = self.isa.class(c).members;
                    self.isa.reg(members[rng.below(members.len() as u64) as usize]).enc as i64
                }
                OperandKind::Fixed(r) => self.isa.reg(r).enc as i64,
                OperandKind::Imm(k) | OperandKind::Target(k) => self.imm(&self.isa.imms[k as usize], rng),
                OperandKind::Variadic => 0,
            };
        }
        for (i, o) in row.operands.iter().enumerate().filter(|(_, o)| o.tied != 255) {
            v[o.tied as usize] = v[i];
        }
        // An address from the program counter has no index, and a missing index no scale.
        let at = |role| row.operands.iter().position(|o| o.role == role && !o.implicit);
        if let (Some(b), Some(i), Some(s)) = (at(Role::Base), at(Role::Index), at(Role::Scale)) {
            let none = self.isa.reg(x86::reg::NOREG).enc as i64;
            if v[b] == self.isa.reg(x86::reg::RIP).enc as i64 && v[i] != none {
                v[b] = none;
            }
            if v[i] == none {
                v[s] = 0;
            }
        }
        v
    }

    /// As it is written in an object: in its shortest form.
    fn bytes(&self, op: Opcode, v: &[i64]) -> Vec<u8> {
        let short = compress(self.isa, op, v, &self.features);
        let (op, v) = short.as_ref().map_or((op, v), |(o, v)| (*o, v));
        encode(self.isa, op, v).as_slice().to_vec()
    }

    fn text(&self, dialect: usize, op: Opcode, v: &[i64]) -> String {
        let mut s = String::new();
        print_as(self.isa, dialect, op, v, &mut s).unwrap();
        s
    }

    /// Random legal operands for which there is an encoding: second bytes and REX exclude one another.
    fn legal(&self, op: Opcode, rng: &mut Rng) -> Values {
        for _ in 0..200 {
            let v = self.values(op, rng);
            // Gathers are undefined unless result, mask and index differ.
            let row = self.isa.inst(op);
            let early = row.operands.iter().any(|o| o.early);
            let index = row.role(Role::Index).unwrap_or(0);
            if early && (v[0] == v[1] || v[0] == v[index] || v[1] == v[index]) {
                continue;
            }
            if encode(self.isa, op, &v).len != 0 {
                return v;
            }
        }
        panic!("{} has no encoding", self.isa.inst(op).name)
    }

    /// Bytes of each line by llvm-mc; `None` if there is no llvm-mc-19.
    fn llvm(&self, dialect: usize, lines: &[String]) -> Option<Vec<Vec<u8>>> {
        let mattr = "-mattr=+cmov,+cx8,+cx16,+sahf,+sse4.2,+crc32,+popcnt,+avx2,+fma,+f16c,+bmi,+bmi2,+lzcnt,+movbe,+adx,\
                     +rdrnd,+rdseed,+prfchw,+pclmul";
        let mut child = Command::new("llvm-mc-19")
            .args([&format!("-triple={}", self.triple), mattr, "-show-encoding"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let mut stdin = child.stdin.take()?;
        let syntax = [".att_syntax\n", ".intel_syntax noprefix\n"][dialect];
        let text = format!("{syntax}{}\n", lines.join("\n"));
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, text.as_bytes()));
        let out = child.wait_with_output().ok()?;
        writer.join().ok()?.ok()?;
        let errors = String::from_utf8_lossy(&out.stderr);
        let first: Vec<&str> = errors.lines().take(90).collect();
        assert!(out.status.success(), "llvm-mc on {}: {}", self.triple, first.join("\n"));
        let mut all: Vec<Vec<u8>> = Vec::new();
        let mut prefixes: Vec<u8> = Vec::new();
        for line in String::from_utf8_lossy(&out.stdout).lines() {
            let Some((text, encoding)) = line.split_once("encoding: [") else { continue };
            let bytes = encoding.split(']').next().unwrap_or_default().split(',');
            prefixes.extend(bytes.map(|b| u8::from_str_radix(b.get(2..).unwrap_or(""), 16).unwrap_or(0)));
            // To llvm-mc these are instructions of their own.
            if !PREFIXES.contains(&text.trim_end_matches(['#', ' ', '\t']).trim()) {
                all.push(std::mem::take(&mut prefixes));
            }
        }
        Some(all)
    }
}

fn has_target(row: &InstDesc) -> bool {
    row.operands.iter().any(|o| matches!(o.kind, OperandKind::Target(_)))
}

#[test]
fn rows_encode_and_decode() {
    let mut rng = Rng(88172645463325252);
    let mut bad = Vec::new();
    for m in machines() {
        for (op, row) in m.rows() {
            for _ in 0..12 {
                let v = m.legal(op, &mut rng);
                assert_eq!(operand_problem(m.isa, op, &v, &m.features), None, "{} {v:?}", row.name);
                let e = encode(m.isa, op, &v);
                match decode(m.isa, e.as_slice(), &m.features) {
                    Some(d) if d.len != e.len => {
                        bad.push(format!("{} {v:?}: {:x?} as {} bytes", row.name, e.as_slice(), d.len))
                    }
                    Some(d) if d.op == op && *d.operands == *v => {}
                    // A shorter form may have the bits of another one, with the operands exchanged.
                    Some(d) if encode(m.isa, d.op, &d.operands) == e && m.isa.stands_for[op.0 as usize] != u16::MAX => {
                    }
                    Some(d) => bad.push(format!(
                        "{} {v:?}: {:x?} is {} {:?}",
                        row.name,
                        e.as_slice(),
                        m.isa.inst(d.op).name,
                        d.operands
                    )),
                    None => bad.push(format!("{} {v:?}: {:x?} is nothing", row.name, e.as_slice())),
                }
            }
        }
    }
    let all = bad.len();
    bad.dedup_by_key(|b| b.split(' ').next().map(str::to_string));
    assert!(bad.is_empty(), "{all} differ:\n{}", bad[..bad.len().min(40)].join("\n"));
}

#[test]
fn text_assembles_to_what_was_printed() {
    let mut rng = Rng(7);
    let mut bad = Vec::new();
    for m in machines() {
        for (op, row) in m.rows().filter(|(o, _)| m.isa.stands_for[o.0 as usize] == u16::MAX) {
            for n in 0..10 {
                let v = m.legal(op, &mut rng);
                let text = m.text(n % 2, op, &v);
                match assemble_as(m.isa, n % 2, &text, &m.features) {
                    Ok(a) => {
                        let mut got = Values::zeros(a.operands().len());
                        for (g, x) in got.iter_mut().zip(a.operands()) {
                            *g = match x {
                                AsmValue::Int(n) => *n,
                                AsmValue::Expr(_) => i64::MIN,
                            };
                        }
                        if m.bytes(a.op, &got) != m.bytes(op, &v) {
                            bad.push(format!("{}: {text} is {} {got:?}", row.name, m.isa.inst(a.op).name));
                        }
                    }
                    Err(p) => bad.push(format!("{}: {text}: {}", row.name, p.message(m.isa))),
                }
            }
        }
    }
    assert!(bad.is_empty(), "{} differ:\n{}", bad.len(), bad[..bad.len().min(40)].join("\n"));
}

#[test]
fn bytes_are_those_of_llvm() {
    let mut rng = Rng(3);
    for m in machines() {
        for dialect in 0..2 {
            let (mut lines, mut ours) = (Vec::new(), Vec::new());
            let own = |o: &Opcode| m.isa.stands_for[o.0 as usize] == u16::MAX;
            for (op, _) in m.rows().filter(|(o, r)| own(o) && !has_target(r)) {
                for _ in 0..8 {
                    let v = m.legal(op, &mut rng);
                    lines.push(m.text(dialect, op, &v));
                    ours.push(m.bytes(op, &v));
                }
            }
            let Some(theirs) = m.llvm(dialect, &lines) else { return };
            assert_eq!(ours.len(), theirs.len());
            let all = lines.iter().zip(ours.iter().zip(&theirs));
            let differ: Vec<String> = all
                .filter(|(_, (a, b))| a != b)
                .map(|(l, (a, b))| format!("{l}\n  ours {a:02x?}\n  llvm {b:02x?}"))
                .collect();
            let some = &differ[..differ.len().min(30)];
            assert!(differ.is_empty(), "{} of {} differ:\n{}", differ.len(), lines.len(), some.join("\n"));
        }
    }
}

#[test]
fn branches_are_those_of_llvm() {
    let distances = [-126i64, 129, -127, 130, 0, 2, 5, 100_000, -100_000];
    for m in machines() {
        let (mut lines, mut ours) = (Vec::new(), Vec::new());
        for (op, row) in m.rows().filter(|(o, r)| m.isa.stands_for[o.0 as usize] == u16::MAX && has_target(r)) {
            for d in distances {
                let mut v = m.values(op, &mut Rng(9));
                let at = row.operands.iter().position(|o| matches!(o.kind, OperandKind::Target(_))).unwrap();
                v[at] = d;
                if operand_problem(m.isa, op, &v, &m.features).is_some() {
                    continue;
                }
                // Where llvm-mc stands is behind the prefixes, which are instructions to it.
                let behind: i64 = PREFIXES.iter().map(|p| m.text(0, op, &v).matches(p).count() as i64).sum();
                let mut text = String::new();
                let put = |out: &mut String, i: usize| match i == at {
                    true => std::fmt::Write::write_fmt(out, format_args!(". + {}", d - behind)),
                    false => print_value(m.isa, op, i, v[i], out),
                };
                print_with(m.isa, op, &mut text, |_| None, put).unwrap();
                lines.push(text.replace("+ -", "- "));
                ours.extend(m.bytes(op, &v));
            }
        }
        let dir = std::env::temp_dir().join(format!("targ_info-{}-{}", m.triple, std::process::id()));
        let object = dir.to_string_lossy().into_owned();
        let mut child = match Command::new("llvm-mc-19")
            .args([&format!("-triple={}", m.triple), "-filetype=obj", "-o", &object])
            .stdin(Stdio::piped())
            .spawn()
        {
            Ok(c) => c,
            Err(_) => return,
        };
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, (lines.join("\n") + "\n").as_bytes()).unwrap();
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let file = std::fs::read(&dir).unwrap();
        std::fs::remove_file(&dir).unwrap();
        assert!(file.windows(ours.len()).any(|w| w == ours), "{}: {ours:02x?}\n{}", m.triple, lines.join("\n"));
    }
}

#[test]
fn objdump_sees_the_same_borders() {
    let mut rng = Rng(11);
    for m in machines() {
        let (mut image, mut borders, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (op, row) in m.rows() {
            // objdump takes a wait as a part of what follows.
            if row.name == "wait" {
                continue;
            }
            for _ in 0..4 {
                let v = m.legal(op, &mut rng);
                borders.push(image.len());
                texts.push(m.text(0, op, &v));
                image.extend(encode(m.isa, op, &v).as_slice());
            }
        }
        let file = std::env::temp_dir().join(format!("targ_info-{}-{}.bin", m.triple, std::process::id()));
        std::fs::write(&file, &image).unwrap();
        let out = Command::new("objdump").args(["-D", "-b", "binary", "-w", "-m", m.objdump]).arg(&file).output();
        std::fs::remove_file(&file).unwrap();
        let Ok(out) = out else { return };
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let seen: Vec<(usize, &str)> = text
            .lines()
            .filter_map(|l| {
                let (at, rest) = l.split_once(":\t")?;
                Some((usize::from_str_radix(at.trim(), 16).ok()?, rest))
            })
            .collect();
        let starts: std::collections::BTreeSet<usize> = seen.iter().map(|s| s.0).collect();
        let missed = borders.iter().zip(&texts).find(|(b, _)| !starts.contains(b));
        assert!(missed.is_none(), "{}: {missed:x?}", m.triple);
        assert_eq!(starts.len(), borders.len(), "{}", m.triple);
        let unknown = seen.iter().find(|s| s.1.contains("(bad)"));
        assert!(unknown.is_none(), "{}: {unknown:?}", m.triple);
    }
}

#[test]
fn assembly_that_people_write() {
    let [m, short] = machines();
    for (machine, dialect, line, bytes) in [
        (&m, 0, "mov $1, %eax", &[0xb8, 1, 0, 0, 0][..]),
        (&m, 0, "push %rbx", &[0x53]),
        (&m, 0, "add $-8, %rsp", &[0x48, 0x83, 0xc4, 0xf8]),
        (&m, 0, "ret", &[0xc3]),
        (&m, 0, "cmovz %eax, %ecx", &[0x0f, 0x44, 0xc8]),
        (&m, 0, "movl $0xffffffff, %eax", &[0xb8, 0xff, 0xff, 0xff, 0xff]),
        (&m, 0, "movq (%rax , %rbx, 2), %rcx", &[0x48, 0x8b, 0x0c, 0x58]),
        (&m, 0, "jmp *%rax", &[0xff, 0xe0]),
        (&m, 1, "mov ecx, dword ptr [4*rbx + rax - 4]", &[0x8b, 0x4c, 0x98, 0xfc]),
        (&m, 1, "mov ecx, [rax]", &[0x8b, 0x08]),
        (&short, 0, "inc %eax", &[0x40]),
        (&short, 0, "movb %ah, 4(%esp)", &[0x88, 0x64, 0x24, 4]),
    ] {
        let a = assemble_as(machine.isa, dialect, line, &machine.features)
            .unwrap_or_else(|p| panic!("{line}: {}", p.message(machine.isa)));
        let values: Vec<i64> = a.operands().iter().map(|v| if let AsmValue::Int(n) = v { *n } else { 0 }).collect();
        assert_eq!(machine.bytes(a.op, &values), bytes, "{line}");
    }
    for (line, message) in [
        ("mov $1, (%rax)", "unknown instruction 'mov'"),
        ("frob %eax", "unknown instruction 'frob'"),
        ("movl %eax, %bx", "'%bx' cannot be an operand of 'mov32"),
        ("movl 4(%rax,%rsp), %ebx", "'4(%rax,%rsp)' cannot be an operand of 'mov32"),
        ("movl %eax", "'%eax' cannot be an operand of 'mov32"),
    ] {
        let got = assemble_as(m.isa, 0, line, &m.features).map_or_else(|p| p.message(m.isa), |_| "accepted".into());
        assert!(got.starts_with(message), "{line}: {got}");
    }
    let a = assemble_as(m.isa, 0, "movl foo+4(%rip), %eax", &m.features).unwrap();
    assert_eq!((m.isa.inst(a.op).name, a.operands()[4]), ("mov32.rm", AsmValue::Expr("foo+4")));
    let a = assemble_as(m.isa, 1, "mov eax, dword ptr [rip + foo]", &m.features).unwrap();
    assert_eq!((m.isa.inst(a.op).name, a.operands()[4]), ("mov32.rm", AsmValue::Expr("foo")));
}

#[test]
fn symbols_have_spots() {
    let isa = &x86::ISA;
    let noreg = isa.reg(x86::reg::NOREG).enc as i64;
    // addl $5, foo(%rip)
    let rip = isa.reg(x86::reg::RIP).enc as i64;
    let row = isa.inst_by_name("add32.mi").unwrap();
    let at = |role| isa.inst(row).role(role).unwrap();
    let mut v = vec![0; isa.inst(row).operands.len()];
    (v[at(Role::Base)], v[at(Role::Index)]) = (rip, noreg);
    v[at(Role::Opnd2)] = 5;
    let offset = at(Role::Offset);
    let e = encode_symbolic(isa, row, &v, 1 << offset);
    assert_eq!(e.as_slice(), [0x81, 0x05, 0, 0, 0, 0, 5, 0, 0, 0]);
    assert_eq!(e.spots, [Some(Spot { operand: offset as u8, offset: 2, len: 4 }), None]);
    // A symbol is no small displacement.
    v[at(Role::Base)] = 3;
    assert_eq!(encode_symbolic(isa, row, &v, 1 << offset).as_slice()[..2], [0x81, 0x83]);
    assert_eq!(encode(isa, row, &v).as_slice()[..2], [0x81, 0x03]);
    let jcc = encode_symbolic(isa, x86::op::JCC, &[0, 4], 1);
    assert_eq!(
        (jcc.as_slice(), jcc.spots[0]),
        (&[0x0f, 0x84, 0, 0, 0, 0][..], Some(Spot { operand: 0, offset: 2, len: 4 }))
    );
}

#[test]
fn rows_know_their_other_forms() {
    let isa = &x86::ISA;
    let op = |n: &str| isa.inst_by_name(n).unwrap_or_else(|| panic!("{n}"));
    let folds = |n: &str| -> Vec<(u8, &str, bool, bool)> {
        isa.folds_of(op(n)).iter().map(|f| (f.operand, isa.inst(f.mem).name, f.loads, f.stores)).collect()
    };
    assert_eq!(folds("add32.rr"), [(0, "add32.mr", true, true), (3, "add32.rm", true, false)]);
    assert_eq!(folds("mov64.rr"), [(0, "mov64.mr", false, true), (1, "mov64.rm", true, false)]);
    assert_eq!(folds("cmp32.rr"), [(1, "cmp32.mr", true, false), (2, "cmp32.rm", true, false)]);
    assert_eq!(folds("set.r"), [(0, "set.m", false, true)]);
    assert_eq!(folds("vaddps.rrr"), [(2, "vaddps.rrm", true, false)]);
    // What is in a fold's row is what was in the register's: flags, and features.
    for f in isa.folds {
        let (r, m) = (isa.inst(f.reg), isa.inst(f.mem));
        let states = |i: &InstDesc| i.operands.iter().filter(|o| o.implicit).count();
        assert!(states(r) == states(m) && r.mem_bytes <= m.mem_bytes, "{} {}", r.name, m.name);
    }
    let same = |n: &str| -> Vec<&str> { isa.same_as(op(n)).iter().map(|e| isa.inst(e.to).name).collect() };
    assert_eq!((same("add32.rr"), same("shl64.rc")), (vec!["lea32"], vec!["shlx64.rrr"]));
    assert_eq!(same("vfmadd213sd.rrr"), ["vfmadd231sd.rrr", "vfmadd132sd.rrr"]);
    let view = |r, c| isa.view(r, c).map(|r| isa.reg(r).name);
    assert_eq!(view(x86::reg::RAX, x86::class::GR8), Some("al"));
    assert_eq!(view(x86::reg::R9B, x86::class::GR64), Some("r9"));
    assert_eq!(view(x86::reg::XMM3, x86::class::VR256), Some("ymm3"));
    assert_eq!(view(x86::reg::RAX, x86::class::VR128), None);
    let home = |r| isa.class(isa.reg(r).class).name;
    assert_eq!(
        [x86::reg::RAX, x86::reg::ECX, x86::reg::SIL, x86::reg::XMM9].map(home),
        ["gr64", "gr32", "gr8", "vr128"]
    );
    let units = |r| isa.reg(r).units;
    assert!(!units(x86::reg::AL).intersects(units(x86::reg::AH)) && units(x86::reg::AX).contains(units(x86::reg::AH)));
}
