//! A toy machine through the whole generator (the build script made `crate::toy` of it), and what is wrong with bad ones.

use super::*;
use crate::code::{decode, encode, print};
use crate::toy::{ISA, class, op, reg};
use crate::{FeatureSet, OperandKind, Role};

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).map_err(|e| e.to_string())
}

#[test]
fn the_toy_is_what_its_text_says() {
    assert_eq!((ISA.name, ISA.units, ISA.insts.len()), ("toy", 9, 3));
    let (w1, l1, h1) = (ISA.reg(reg::W1).units, ISA.reg(reg::L1).units, ISA.reg(reg::H1).units);
    assert_eq!(w1, l1 | h1);
    assert!(!l1.intersects(h1) && !w1.intersects(ISA.reg(reg::W2).units));
    assert_eq!(ISA.class(class::LOW).top, class::WORD);
    let add = ISA.inst(op::ADD);
    assert_eq!((add.results, add.operands.len(), add.operands[0].tied), (2, 4, 2));
    assert!(add.operands[1].implicit && add.operands[1].kind == OperandKind::Fixed(reg::FLAGS));
    assert!(ISA.inst(op::LDI).operands[0].early);
    assert_eq!(ISA.inst(op::BZ).role(Role::Target), Some(1));
}

#[test]
fn the_toy_encodes_and_decodes() {
    for (o, v, bytes, text) in [
        (op::ADD, &[2, 0, 2, 3][..], &[0x1b][..], "add\tw2, w3"),
        (op::LDI, &[1, 3, -17], &[0x3f, 0x26], "ldi\tl1, l3, -17"),
        (op::BZ, &[0, -6], &[0x9d, 0x33], "bz\t-6"),
    ] {
        let e = encode(&ISA, o, v);
        assert_eq!(e.as_slice(), bytes, "{text}");
        let d = decode(&ISA, bytes, &FeatureSet::NONE).unwrap();
        assert_eq!((d.op, &*d.operands), (o, v));
        let mut s = String::new();
        print(&ISA, o, v, None, &mut s).unwrap();
        assert_eq!(s, text);
    }
}

#[test]
fn the_same_text_gives_the_same_tables() {
    let a = write::rust(&load("tests/toy/toy.isa", &read).unwrap()).unwrap();
    let b = write::rust(&load("tests/toy/toy.isa", &read).unwrap()).unwrap();
    assert_eq!(a, b);
    assert!(a.contains("/* tests/toy/toy.isa:"));
}

/// The error of the toy with a line put in the place of another.
fn error(line: &str, instead: &str) -> String {
    let edited = |file: &str| {
        let text = read(file)?;
        if !file.ends_with(".isa") {
            return Ok(text);
        }
        assert!(text.contains(line), "{line}");
        Ok(text.replacen(line, instead, 1))
    };
    match load("tests/toy/toy.isa", &edited) {
        Ok(_) => "accepted".into(),
        Err(e) => e.to_string().replace("tests/toy/", ""),
    }
}

#[test]
fn bad_descriptions_are_refused() {
    let bz = "bz  {flags}, to:t7                  | BR op=3 zero=0 one=9 | any | branch cond";
    for (line, instead, message) in [
        ("b:word |", "b:wrd |", "toy.isa:36: unknown class 'wrd'"),
        ("a:=rd, b", "a:=re, b", "toy.isa:36: 're' is not a result that 'a' could be tied to"),
        ("RR op=1 ", "RR op=99", "toy.isa:36: 99 does not fit field 'op' of 4 bits"),
        ("RR op=1 ", "RR ", "toy.isa:36: field 'op' of the format has neither operand nor value"),
        ("RR op=1 ", "RQ op=1", "toy.isa:36: unknown format 'RQ'"),
        ("RR op=1 ", "RR op=1 q=2", "toy.isa:36: the format has no field 'q'"),
        ("| any | commutes", "| alu | commutes", "toy.isa:36: unknown scheduling class 'alu'"),
        ("commutes", "commute", "toy.isa:36: unknown flag 'commute'"),
        ("| any | commutes", "| any", "toy.isa:36: a row has four columns, this one has 3"),
        ("op:4 a:2 b:2", "op:4 a:2 b:3", "toy.isa:29: format 'RR' has 9 bits"),
        (
            "imm[5:4] pad:2 a:2 imm[3:0]",
            "imm[5:4] pad:2 a:2 imm[4:1]",
            "toy.isa:37: 'ldi': a bit of 'imm' has two places",
        ),
        ("imm[5:4] pad:2", "imm[5] pad:3", "toy.isa:37: 'ldi': operand 'imm' needs bits 0x3f but has places for 0x2f"),
        ("over l1 h1", "over l1 h9", "toy.isa:12: unknown register 'h9'"),
        ("reg flags", "reg w3", "toy.isa:15: register 'w3' is described twice"),
        ("in=word       : l0-l3", "in=word : l0-l3 flags", "toy.isa:18: class 'low' is not within its top class"),
        ("imm t7 bits=6", "imm t7 bits=70", "toy.isa:23: 70 is not within 0..=64"),
        ("role opnd1", "role opnd9", "toy.isa:25: unknown role 'opnd9'"),
        ("needs none", "needs y", "toy.isa:35: unknown feature 'y'"),
        ("needs none", "frob", "toy.isa:35: unknown statement 'frob'"),
        (bz, "bz a:word, b:word | RR op=1 | any |", "toy.isa:38: 'bz' has the bits of 'add' (tests/toy/toy.isa:36)"),
        (bz, "add {flags}, to:t7 | BR op=3 zero=0 one=9 | any |", "toy.isa:38: row 'add' is described twice"),
        (
            bz,
            "bz.a {flags}, to:t7 | BR op=3 zero=0 one=9 | any |\nalias bz_a => add w1, w1",
            "toy.isa:39: operand 'b' of 'add' is not given",
        ),
        ("sched any", "sched any\ninclude none.isa", "toy.isa:34: cannot read none.isa"),
    ] {
        let got = error(line, instead);
        let got = got.replace("(toy.isa", "(tests/toy/toy.isa");
        assert!(got.starts_with(message), "{instead}\n  got  {got}\n  want {message}");
    }
}
