//! Writes what instructions of varying length need: layouts, assembly dialects, folded and equivalent rows.

use super::model::*;
use super::template;
use super::write::{arg, list};
use std::fmt::Write;

fn cond(l: &Layout, c: &Cond) -> String {
    let field = l.fields.iter().position(|f| f == c.field()).unwrap_or(0);
    match c {
        Cond::Bits(_, from, len, value, equal) => {
            let name = if *equal { "Eq" } else { "Ne" };
            format!("Cond::{name} {{ field: {field}, from: {from}, len: {len}, value: {value:#x} }}")
        }
        Cond::Same(_, a, b) => format!("Cond::Same {{ field: {field}, a: {a}, b: {b} }}"),
        Cond::Fits(_, len) => format!("Cond::Fits {{ field: {field}, len: {len} }}"),
    }
}

fn alternative(l: &Layout, a: &Alternative) -> String {
    let conds: Vec<String> = a.conds.iter().map(|c| cond(l, c)).collect();
    let bits = |f: &FieldBits| {
        let field = l.fields.iter().position(|n| *n == f.field).unwrap_or(0);
        format!("b({field}, {}, {}, {}, {})", f.from, f.len, f.to, f.inverted)
    };
    let fields: Vec<String> = a.fields.iter().map(bits).collect();
    let (conds, fields) = (conds.join(", "), fields.join(", "));
    format!("a(&[{conds}], {}, {:#x}, {:#x}, &[{fields}])", a.len, a.bits, a.mask)
}

/// The layouts, each with its rows by key: more specific rows first, then those described first.
pub fn layouts(m: &Model, s: &mut String) {
    if !m.layouts.is_empty() {
        s.push_str(HELPERS);
    }
    let _ = writeln!(s, "static LAYOUTS: [Layout; {}] = [", m.layouts.len());
    for (n, l) in m.layouts.iter().enumerate() {
        let part = |p: &usize| {
            let all: Vec<String> = m.parts[*p].1.iter().map(|a| alternative(l, a)).collect();
            format!("&[{}]", all.join(", "))
        };
        let parts: Vec<String> = l.parts.iter().map(part).collect();
        let mut rows: Vec<(i64, usize, usize)> = Vec::new();
        for (i, inst) in m.insts.iter().enumerate() {
            match &inst.placed {
                Some((layout, fields)) if *layout == n && !inst.is("NO_DECODE") => {
                    let fixed = fields.iter().filter(|f| matches!(f, FieldValue::Value(_))).count();
                    let key = match fields[l.key] {
                        FieldValue::Value(v) => v,
                        FieldValue::Operand(_) => 0,
                    };
                    rows.push((key, usize::MAX - fixed, i));
                }
                _ => {}
            }
        }
        rows.sort_unstable();
        let mut keys: Vec<(i64, u16, u16)> = Vec::new();
        for (i, r) in rows.iter().enumerate() {
            match keys.last_mut() {
                Some(k) if k.0 == r.0 => k.2 = i as u16 + 1,
                _ => keys.push((r.0, i as u16, i as u16 + 1)),
            }
        }
        let rows: Vec<usize> = rows.iter().map(|r| r.2).collect();
        let _ = writeln!(
            s,
            "    Layout {{ name: {:?}, fields: &{:?}, parts: &[{}], key: {}, keys: &{keys:?}, rows: {} }},",
            l.name,
            l.fields,
            parts.join(", "),
            l.key,
            list("Opcode", &rows)
        );
    }
    s.push_str("];\n");
}

const HELPERS: &str = "
const fn b(field: u8, from: u8, len: u8, to: u8, inverted: bool) -> FieldBits {
    FieldBits { field, from, len, to, inverted }
}
const fn a(conds: &'static [Cond], len: u8, bits: u64, mask: u64, fields: &'static [FieldBits]) -> Alternative {
    Alternative { conds, len, bits, mask, fields }
}
";

/// A row's fields as an expression of `Option<Placed>`; lists that rows share are written once.
pub fn placed(inst: &Inst, field_list: &mut dyn FnMut(String) -> usize) -> String {
    let Some((layout, fields)) = &inst.placed else { return "None".into() };
    let one = |f: &FieldValue| match f {
        FieldValue::Value(v) => format!("FieldValue::Value({v})"),
        FieldValue::Operand(i) => format!("FieldValue::Operand({i})"),
    };
    let fields: Vec<String> = fields.iter().map(one).collect();
    let n = field_list(format!("; {}] = [{}]", fields.len(), fields.join(", ")));
    format!("Some(Placed {{ layout: {layout}, fields: &V{n} }})")
}

/// Rows by mnemonic. A mnemonic with named values in it stands for one with each of the names.
pub fn mnemonics(m: &Model, asm: &dyn Fn(&Inst) -> String) -> Vec<(String, Vec<usize>)> {
    let mut all: std::collections::BTreeMap<String, Vec<usize>> = Default::default();
    for (n, r) in m.insts.iter().enumerate().filter(|(_, r)| !r.is("PSEUDO")) {
        let parts = template::parts(r, &asm(r));
        let mut stems = vec![String::new()];
        for (i, p) in parts.iter().enumerate() {
            match p {
                template::TemplatePart::Text(t) => {
                    let word = t.split('\t').next().unwrap_or(t).trim_end();
                    stems.iter_mut().for_each(|s| s.push_str(word));
                    if t.contains('\t') {
                        break;
                    }
                }
                // A suffix that may be empty is looked for when the mnemonic is read.
                template::TemplatePart::Operand(o) => match r.operands.get(*o as usize).map(|o| o.kind) {
                    Some(Kind::Imm(k)) if i == 1 && m.imms[k].names.iter().all(|n| !n.1.is_empty()) => {
                        let names = &m.imms[k].names;
                        stems = names.iter().flat_map(|n| stems.iter().map(move |s| format!("{s}{}", n.1))).collect();
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        for s in stems {
            let rows = all.entry(s).or_default();
            if rows.last() != Some(&n) {
                rows.push(n);
            }
        }
    }
    all.into_iter().collect()
}

/// Templates of all dialects in parts, and their mnemonics.
pub fn dialects(m: &Model, s: &mut String) {
    for (i, _) in m.dialects.iter().enumerate().skip(1) {
        let asm = |r: &Inst| r.dialects.get(i).unwrap_or(&r.asm).clone();
        let _ = writeln!(s, "static ASM{i}: [&[AsmPart]; {}] = [", m.insts.len());
        for r in &m.insts {
            let text: Vec<String> = template::parts(r, &asm(r)).iter().map(|p| format!("AsmPart::{p:?}")).collect();
            let _ = writeln!(s, "    &[{}],", text.join(", "));
        }
        let all = mnemonics(m, &asm);
        let _ = writeln!(s, "];\nstatic MNEMONICS{i}: [(&str, &[Opcode]); {}] = [", all.len());
        for (mnemonic, rows) in &all {
            let _ = writeln!(s, "    ({mnemonic:?}, {}),", list("Opcode", rows));
        }
        s.push_str("];\n");
    }
    let _ = writeln!(s, "static DIALECTS: [Dialect; {}] = [", m.dialects.len());
    for (i, d) in m.dialects.iter().enumerate() {
        let suffix = if i == 0 { String::new() } else { i.to_string() };
        let _ = writeln!(
            s,
            "    Dialect {{ name: {:?}, reg: {:?}, imm: {:?}, directive: {:?}, brackets: {}, sizes: &{:?}, suffixes: &{:?}, asm: &ASM{suffix}, mnemonics: &MNEMONICS{suffix} }},",
            d.name, d.reg, d.imm, d.directive, d.brackets, d.sizes, d.suffixes
        );
    }
    s.push_str("];\n");
}

/// Folded forms by the register form, and rows that do the same as another.
pub fn links(m: &Model, s: &mut String) {
    let mut folds: Vec<&Fold> = m.folds.iter().collect();
    folds.sort_by_key(|f| (f.reg, f.operand));
    let _ = writeln!(s, "static FOLDS: [Fold; {}] = [", folds.len());
    for f in &folds {
        let (r, o, mem, (loads, stores)) = (f.reg, f.operand, f.mem, f.access);
        let _ = writeln!(
            s,
            "    Fold {{ reg: Opcode({r}), operand: {o}, mem: Opcode({mem}), loads: {loads}, stores: {stores} }},"
        );
    }
    let starts: Vec<usize> = (0..=m.insts.len()).map(|op| folds.partition_point(|f| f.reg < op)).collect();
    let _ = writeln!(s, "];\nstatic FOLD_START: [u16; {}] = {starts:?};", starts.len());
    let mut same: Vec<&Expansion> = m.alternatives.iter().collect();
    same.sort_by_key(|e| e.from);
    let _ = writeln!(s, "static SAME: [Expansion; {}] = [", same.len());
    for e in same {
        let args: Vec<String> = e.args.iter().map(arg).collect();
        let (f, t, a) = (e.from, e.to, args.join(", "));
        let _ = writeln!(
            s,
            "    /* {} */ Expansion {{ from: Opcode({f}), to: Opcode({t}), args: &[{a}], print: false }},",
            e.at
        );
    }
    s.push_str("];\n");
}
