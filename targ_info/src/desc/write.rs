//! Writes a model as Rust: static tables of the types in `tables.rs`, one line a row.
//!
//! Operand lists, piece lists and feature sets that rows share are written once. Nothing here depends on the order of a
//! hash map: the same description gives the same text.

use super::lines::{At, DescError};
use super::model::*;
use super::{template, write_layout};
use std::fmt::Write;

/// Lists that are written once and shared: text to number, in order of first use.
#[derive(Default)]
struct Pool {
    index: std::collections::BTreeMap<String, usize>,
    items: Vec<String>,
}

impl Pool {
    fn get(&mut self, text: String) -> usize {
        let next = self.items.len();
        let i = *self.index.entry(text.clone()).or_insert(next);
        if i == next {
            self.items.push(text);
        }
        i
    }
}

/// A name as a Rust constant.
pub fn constant(name: &str) -> String {
    let c = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let s: String = name.chars().map(c).collect();
    if s.starts_with(|c: char| c.is_ascii_digit()) { format!("_{s}") } else { s }
}

fn feature_set(list: impl IntoIterator<Item = usize>) -> String {
    let mut w = [0u64; 4];
    for f in list {
        w[f / 64] |= 1 << (f % 64);
    }
    format!("FeatureSet([{:#x}, {:#x}, {:#x}, {:#x}])", w[0], w[1], w[2], w[3])
}

fn unit_set(units: impl IntoIterator<Item = u16>) -> String {
    let mut w = [0u64; 4];
    for u in units {
        w[u as usize / 64] |= 1 << (u % 64);
    }
    format!("RegSet::from_words([{:#x}, {:#x}, {:#x}, {:#x}])", w[0], w[1], w[2], w[3])
}

pub(super) fn list(prefix: &str, items: &[usize]) -> String {
    let inner: Vec<String> = items.iter().map(|i| format!("{prefix}({i})")).collect();
    format!("&[{}]", inner.join(", "))
}

/// A part of the tables, which variants may share.
type Section = (&'static str, fn(&Model, &mut String));

const SECTIONS: [Section; 13] = [
    ("constants", constants),
    ("features", features),
    ("archs", archs),
    ("registers", registers),
    ("classes", classes),
    ("immediates", immediates),
    ("rows", rows),
    ("expansions", expansions),
    ("decoder", decoder),
    ("layouts", write_layout::layouts),
    ("links", write_layout::links),
    ("templates", templates),
    ("abis", abis_and_procs),
];

/// The module of one ISA, its outer braces left out: the tables of its first variant, and a module for each further one,
/// with what is different there.
pub fn rust(models: &[Model]) -> Result<String, DescError> {
    let mut s = "use crate::*;\n".to_string();
    let mut first: Vec<String> = Vec::new();
    for (n, m) in models.iter().enumerate() {
        let mut own = String::new();
        for (i, (name, write)) in SECTIONS.iter().enumerate() {
            let mut text = String::new();
            write(m, &mut text);
            if n == 0 {
                own.push_str(&text);
                first.push(text);
            } else if first[i] != text {
                if *name == "constants" {
                    let at = m.insts.first().map_or(At { file: "".into(), line: 0 }, |i| i.at.clone());
                    return at.err(format!("variant '{}' does not have the names of the first", m.variant));
                }
                own.push_str(&text);
            }
        }
        let names: Vec<String> =
            (1..models.len()).map(|i| format!("&{}::ISA", constant(&models[i].variant).to_lowercase())).collect();
        isa(m, if n == 0 { Some(&names) } else { None }, &mut own);
        if n == 0 {
            s.push_str(&own);
        } else {
            let module = constant(&m.variant).to_lowercase();
            let _ =
                writeln!(s, "/// Tables of the variant {}.\npub mod {module} {{\nuse super::*;\n{own}}}", m.variant);
        }
    }
    Ok(s)
}

/// The `Isa` itself; the first variant has a list of all.
fn isa(m: &Model, others: Option<&[String]>, s: &mut String) {
    // Writing to a String cannot fail; the results of `writeln!` are dropped by this macro only.
    macro_rules! put { ($($t:tt)*) => { let _ = writeln!(s, $($t)*); } }
    put!("/// The tables of this ISA.\npub static ISA: Isa = Isa {{");
    put!("    name: {:?}, units: {}, regs: &REGS, classes: &CLASSES, insts: &INSTS, imms: &IMMS,", m.name, m.units);
    put!(
        "    features: &FEATURES, derived: &DERIVED, conflicts: &CONFLICTS, requires: &REQUIRES, archs: &ARCHS, sched_classes: &SCHED,"
    );
    put!("    abis: &ABIS, procs: &PROCS, aliases: &ALIASES, alias_start: &ALIAS_START, compressions: &COMPRESSIONS,");
    put!("    compression_start: &COMPRESSION_START, stands_for: &STANDS_FOR, decode: &DECODE,");
    put!(
        "    asm: &ASM, mnemonics: &MNEMONICS, layouts: &LAYOUTS, dialects: &DIALECTS, folds: &FOLDS,
    fold_start: &FOLD_START, same: &SAME,\n}};"
    );
    if let Some(others) = others {
        put!("/// This and its variants.\npub static VARIANTS: &[&Isa] = &[&ISA, {}];", others.join(", "));
    }
}

/// Named constants of opcodes, registers, classes, features, immediates and scheduling classes.
fn constants(m: &Model, s: &mut String) {
    let mut module =
        |name: &str, what: &str, ty: &str, bare: bool, items: &mut dyn Iterator<Item = (String, usize, String)>| {
            let _ = writeln!(s, "/// {what}\npub mod {name} {{");
            let path = if bare { "" } else { "crate::" };
            for (n, i, doc) in items {
                let value = if bare { format!("{i}") } else { format!("{path}{ty}({i})") };
                let _ = writeln!(s, "    #[doc = {doc:?}]\n    pub const {}: {path}{ty} = {value};", constant(&n));
            }
            s.push_str("}\n");
        };
    let rows = m.insts.iter().enumerate().map(|(i, r)| (r.name.clone(), i, format!("`{}` ({})", r.asm, r.at)));
    module("op", "Rows.", "Opcode", false, &mut rows.into_iter());
    let regs = m.regs.iter().enumerate().flat_map(|(i, r)| {
        std::iter::once(r.own.clone())
            .chain(r.alts.iter().cloned())
            .map(move |n| (n, i, format!("Register {}.", r.name)))
    });
    module("reg", "Registers, by all their names.", "PReg", false, &mut regs.into_iter());
    let simple = |names: Vec<&str>| {
        let v: Vec<_> = names.iter().enumerate().map(|(i, n)| (n.to_string(), i, format!("`{n}`"))).collect();
        v.into_iter()
    };
    module("class", "Register classes.", "RegClass", false, &mut simple(m.classes.iter().map(|c| &*c.name).collect()));
    module("feature", "Features.", "Feature", false, &mut simple(m.features.iter().map(|c| &*c.name).collect()));
    module("imm", "Immediate kinds.", "u16", true, &mut simple(m.imms.iter().map(|c| &*c.name).collect()));
    module("sched", "Scheduling classes.", "SchedClass", false, &mut simple(m.scheds.iter().map(|c| &**c).collect()));
}

fn features(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static FEATURES: [FeatureDesc; {}] = [", m.features.len());
    for f in &m.features {
        let (n, w, v, i) = (&f.name, &f.what, f.version, list("Feature", &f.implies));
        let _ = writeln!(s, "    FeatureDesc {{ name: {n:?}, what: {w:?}, version: {v:?}, implies: {i} }},");
    }
    let _ = writeln!(s, "];\nstatic DERIVED: [(Feature, FeatureSet); {}] = [", m.derived.len());
    for (f, when) in &m.derived {
        let _ = writeln!(s, "    (Feature({f}), {}),", feature_set(when.iter().copied()));
    }
    for (name, pairs) in [("CONFLICTS", &m.conflicts), ("REQUIRES", &m.requires)] {
        let _ = writeln!(s, "];\nstatic {name}: [(Feature, Feature); {}] = [", pairs.len());
        for (a, b) in pairs {
            let _ = writeln!(s, "    (Feature({a}), Feature({b})),");
        }
    }
    s.push_str("];\n");
}

fn archs(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static ARCHS: [ArchDesc; {}] = [", m.archs.len());
    for a in &m.archs {
        let f = feature_set(a.features.iter().copied());
        let (n, t, l) = (&a.name, &a.triple, a.little);
        let m = &a.march;
        let _ = writeln!(
            s,
            "    ArchDesc {{ name: {n:?}, march: {m:?}, features: {f}, triple: {t:?}, little_endian: {l} }},"
        );
    }
    s.push_str("];\n");
}

fn registers(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static REGS: [RegDesc; {}] = [", m.regs.len());
    for (i, r) in m.regs.iter().enumerate() {
        // The first of the largest; a class with place-holders (parts of addresses) is nobody's home but theirs.
        let home =
            |c: &&Class| c.members.contains(&i) && (r.constant || c.members.iter().all(|&k| !m.regs[k].constant));
        let size = |c: &&Class| c.members.len() * 2 + (m.classes[c.top].name == c.name) as usize;
        let best = m.classes.iter().rev().filter(home).max_by_key(size);
        let class = best.and_then(|b| m.class_names.get(&b.name)).copied().unwrap_or(0);
        let (n, a, u, e, d, w) = (&r.name, &r.alts, unit_set(r.units.iter().copied()), r.enc, r.dwarf, r.unwritten);
        let _ = writeln!(
            s,
            "    RegDesc {{ name: {n:?}, alt_names: &{a:?}, units: {u}, enc: {e}, dwarf: {d}, class: RegClass({class}), unwritten: {w} }},"
        );
    }
    s.push_str("];\n");
}

fn classes(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static CLASSES: [RegClassDesc; {}] = [", m.classes.len());
    for c in &m.classes {
        let mut by_enc = vec![0; 64 - c.encs.leading_zeros() as usize];
        for &r in c.members.iter().rev() {
            by_enc[m.regs[r].enc as usize] = r;
        }
        let units = unit_set(c.members.iter().flat_map(|&r| m.regs[r].units.clone()));
        let _ = writeln!(
            s,
            "    RegClassDesc {{ name: {:?}, width: {}, members: {}, units: {units}, top: RegClass({}), group: {}, \
             allocatable: {}, no_spill: {}, enc_base: {}, encs: {:#x}, by_enc: {} }},",
            c.name,
            c.width,
            list("PReg", &c.members),
            c.top,
            c.group,
            c.allocatable,
            c.no_spill,
            c.enc_base,
            c.encs,
            list("PReg", &by_enc)
        );
    }
    s.push_str("];\n");
}

fn immediates(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static IMMS: [ImmDesc; {}] = [", m.imms.len());
    for i in &m.imms {
        let msb = i.msb.map(|f| format!("Some(Feature({f}))")).unwrap_or("None".into());
        let _ = writeln!(
            s,
            "    ImmDesc {{ name: {:?}, min: {}, max: {}, shift: {}, nonzero: {}, bits: {}, signed: {}, pcrel: {}, wrap: {}, \
             msb: {msb}, names: &{:?}, default: {:?}, suffix: {}, closed: {}, bias: {}, loose: {} }},",
            i.name,
            min_max(i.min),
            min_max(i.max),
            i.shift,
            i.nonzero,
            i.bits,
            i.signed,
            i.pcrel,
            i.wrap,
            i.names,
            i.default,
            i.suffix,
            i.closed,
            i.bias,
            i.loose
        );
    }
    s.push_str("];\n");
}

fn min_max(v: i64) -> String {
    if v == i64::MIN { "i64::MIN".into() } else { v.to_string() }
}

fn operand(o: &Operand) -> String {
    let kind = match o.kind {
        Kind::Reg(c) => format!("OperandKind::Reg(RegClass({c}))"),
        Kind::Fixed(r) => format!("OperandKind::Fixed(PReg({r}))"),
        Kind::Imm(i) => format!("OperandKind::Imm({i})"),
        Kind::Target(i) => format!("OperandKind::Target({i})"),
        Kind::Variadic => "OperandKind::Variadic".into(),
    };
    let tied = o.tied.unwrap_or(255);
    format!("o({:?}, {kind}, Role::{}, {tied}, {}, {}, {})", o.name, o.role, o.early, o.implicit, o.undef)
}

fn rows(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static SCHED: [&str; {}] = {:?};", m.scheds.len(), m.scheds);
    let (mut operands, mut pieces, mut sets) = (Pool::default(), Pool::default(), Pool::default());
    let mut fields = Pool::default();
    let mut table = String::new();
    for r in &m.insts {
        let os: Vec<String> = r.operands.iter().map(operand).collect();
        let os = operands.get(format!("; {}] = [{}]", os.len(), os.join(", ")));
        let ps: Vec<String> =
            r.pieces.iter().map(|p| format!("p({}, {}, {}, {})", p.operand, p.from, p.len, p.to)).collect();
        let ps = pieces.get(format!("; {}] = [{}]", ps.len(), ps.join(", ")));
        let (n, x) = (sets.get(feature_set(r.needs.clone())), sets.get(feature_set(r.excludes.clone())));
        let placed = write_layout::placed(r, &mut |text| fields.get(text));
        let shown = r.flags.iter().filter(|f| **f != "NO_DECODE");
        let flags = shown.fold("F::empty()".to_string(), |f, g| match f.as_str() {
            "F::empty()" => format!("F::{g}"),
            _ => format!("{f}.union(F::{g})"),
        });
        let _ = writeln!(
            table,
            "    /* {} */ i({:?}, {:?}, {}, &O{os}, {flags}, S{n}, S{x}, {}, {}, {}, {:#x}, {:#x}, &P{ps}, {placed}, {}),",
            r.at,
            r.name,
            r.asm,
            r.results,
            r.sched,
            r.mem_bytes,
            r.size,
            r.bits,
            r.mask,
            list("Opcode", &r.compressed)
        );
    }
    for (i, o) in operands.items.iter().enumerate() {
        let _ = writeln!(s, "static O{i}: [OperandDesc{o};");
    }
    for (i, p) in pieces.items.iter().enumerate() {
        let _ = writeln!(s, "static P{i}: [Piece{p};");
    }
    for (i, v) in fields.items.iter().enumerate() {
        let _ = writeln!(s, "static V{i}: [FieldValue{v};");
    }
    for (i, f) in sets.items.iter().enumerate() {
        let _ = writeln!(s, "const S{i}: FeatureSet = {f};");
    }
    s.push_str("use InstFlags as F;\n");
    s.push_str(HELPERS);
    if !pieces.items.iter().all(|p| p.starts_with("; 0]")) {
        s.push_str(PIECE);
    }
    let _ = writeln!(s, "static INSTS: [InstDesc; {}] = [\n{table}];", m.insts.len());
}

/// Short constructors, so that a row is one readable line.
const HELPERS: &str = "
#[allow(clippy::too_many_arguments)]
const fn o(name: &'static str, kind: OperandKind, role: Role, tied: u8, early: bool, implicit: bool, undef: bool) -> OperandDesc {
    OperandDesc { name, kind, role, tied, early, implicit, undef }
}
#[allow(clippy::too_many_arguments)]
const fn i(
    name: &'static str, asm: &'static str, results: u8, operands: &'static [OperandDesc], flags: InstFlags,
    needs: FeatureSet, excludes: FeatureSet, sched: u8, mem_bytes: u8, size: u8, bits: u64, mask: u64,
    pieces: &'static [Piece], layout: Option<Placed>, compressed: &'static [Opcode],
) -> InstDesc {
    let encoding = Encoding { size, bits, mask, pieces, layout };
    let sched = SchedClass(sched);
    InstDesc { name, asm, results, operands, flags, needs, excludes, sched, mem_bytes, encoding, compressed }
}
";

const PIECE: &str = "
const fn p(operand: u8, from: u8, len: u8, to: u8) -> Piece {
    Piece { operand, from, len, to }
}
";

/// Aliases and compressions, sorted by the row that they stand for, order of description kept within one.
fn expansions(m: &Model, s: &mut String) {
    let mut stands_for = vec![u16::MAX; m.insts.len()];
    for (name, all) in [("ALIAS", &m.aliases), ("COMPRESSION", &m.compressions)] {
        let mut sorted: Vec<&Expansion> = all.iter().collect();
        sorted.sort_by_key(|e| e.to);
        let plural = if name == "ALIAS" { "ALIASES" } else { "COMPRESSIONS" };
        let _ = writeln!(s, "static {plural}: [Expansion; {}] = [", sorted.len());
        for e in &sorted {
            let args: Vec<String> = e.args.iter().map(arg).collect();
            let (f, t, a, p) = (e.from, e.to, args.join(", "), e.print);
            let _ = writeln!(
                s,
                "    /* {} */ Expansion {{ from: Opcode({f}), to: Opcode({t}), args: &[{a}], print: {p} }},",
                e.at
            );
        }
        // The first expansion written for a row is what it stands for.
        for e in all.iter().rev() {
            let at = sorted.iter().position(|x| std::ptr::eq(*x, e)).unwrap_or(0);
            stands_for[e.from] = at as u16;
        }
        let starts: Vec<usize> = (0..=m.insts.len()).map(|op| sorted.partition_point(|e| e.to < op)).collect();
        let _ = writeln!(s, "];\nstatic {name}_START: [u16; {}] = {starts:?};", starts.len());
    }
    let _ = writeln!(s, "static STANDS_FOR: [u16; {}] = {stands_for:?};", stands_for.len());
}

pub(super) fn arg(a: &Arg) -> String {
    match a {
        Arg::Operand(i) => format!("Arg::Operand({i})"),
        Arg::Reg(r) => format!("Arg::Reg(PReg({r}))"),
        Arg::Imm(v) => format!("Arg::Imm({})", min_max(*v)),
    }
}

/// The decoder's index: for each size, the rows by the bits that all of them fix, more specific rows first.
fn decoder(m: &Model, s: &mut String) {
    let mut sizes: Vec<u8> = m.insts.iter().map(|i| i.size).filter(|z| *z != 0).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut out = String::new();
    for size in &sizes {
        let of_size = || m.insts.iter().enumerate().filter(move |(_, i)| i.size == *size);
        let key_mask = of_size().fold(u64::MAX, |k, (_, i)| k & i.mask);
        let mut rows: Vec<usize> = of_size().map(|(n, _)| n).collect();
        rows.sort_by_key(|&r| (m.insts[r].bits & key_mask, std::cmp::Reverse(m.insts[r].mask.count_ones()), r));
        let mut keys: Vec<(u64, u16, u16)> = Vec::new();
        for (n, &r) in rows.iter().enumerate() {
            let key = m.insts[r].bits & key_mask;
            match keys.last_mut() {
                Some(k) if k.0 == key => k.2 = n as u16 + 1,
                _ => keys.push((key, n as u16, n as u16 + 1)),
            }
        }
        let _ = writeln!(
            out,
            "    DecodeGroup {{ size: {size}, key_mask: {key_mask:#x}, keys: &{keys:?}, rows: {} }},",
            list("Opcode", &rows)
        );
    }
    let _ = writeln!(s, "static DECODE: [DecodeGroup; {}] = [\n{out}];", sizes.len());
}

/// Assembly templates in parts, and rows by mnemonic.
fn templates(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static ASM: [&[AsmPart]; {}] = [", m.insts.len());
    for r in &m.insts {
        let text: Vec<String> = template::parts(r, &r.asm).iter().map(|p| format!("AsmPart::{p:?}")).collect();
        let _ = writeln!(s, "    &[{}],", text.join(", "));
    }
    let by_mnemonic = write_layout::mnemonics(m, &|r| r.asm.clone());
    let _ = writeln!(s, "];\nstatic MNEMONICS: [(&str, &[Opcode]); {}] = [", by_mnemonic.len());
    for (mnemonic, rows) in &by_mnemonic {
        let _ = writeln!(s, "    ({mnemonic:?}, {}),", list("Opcode", rows));
    }
    s.push_str("];\n");
    write_layout::dialects(m, s);
}

fn abis_and_procs(m: &Model, s: &mut String) {
    abis(m, s);
    procs(m, s);
}

fn abis(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static ABIS: [Abi; {}] = [", m.abis.len());
    for a in &m.abis {
        let units = |l: &[usize]| unit_set(l.iter().flat_map(|&r| m.regs[r].units.clone()));
        let must = |i: usize| format!("PReg({})", a.single[i].unwrap_or(0));
        let may = |i: usize| a.single[i].map(|r| format!("Some(PReg({r}))")).unwrap_or("None".into());
        let _ = writeln!(
            s,
            "    Abi {{ name: {:?}, xlen: {}, flen: {}, data_layout: {:?}, int_args: {}, fp_args: {}, int_results: {}, \
             fp_results: {}, callee_saved: {}, reserved: {}, sp: {}, fp: {}, bp: {}, ra: {}, zero: {}, tp: {}, \
             stack_align: {}, scratch: {}, needs: {}, default_when: {}, conventions: &[{}] }},",
            a.name,
            a.xlen,
            a.flen,
            a.layout,
            list("PReg", &a.lists[0]),
            list("PReg", &a.lists[1]),
            list("PReg", &a.lists[2]),
            list("PReg", &a.lists[3]),
            units(&a.callee_saved),
            units(&a.reserved),
            must(0),
            must(1),
            must(2),
            may(3),
            may(4),
            may(5),
            a.stack_align,
            must(6),
            feature_set(a.needs.iter().copied()),
            feature_set(a.default_when.iter().copied()),
            a.conventions.iter().map(|c| convention(m, c)).collect::<Vec<_>>().join(", "),
        );
    }
    s.push_str("];\n");
}

fn convention(m: &Model, c: &Convention) -> String {
    let saved = unit_set(c.callee_saved.iter().flat_map(|&r| m.regs[r].units.clone()));
    format!(
        "Convention {{ name: {:?}, int_args: {}, fp_args: {}, int_results: {}, fp_results: {}, callee_saved: {saved}, \
         callee_pops: {}, tail_calls: {}, no_stack: {}, numbers: &{:?} }}",
        c.name,
        list("PReg", &c.lists[0]),
        list("PReg", &c.lists[1]),
        list("PReg", &c.lists[2]),
        list("PReg", &c.lists[3]),
        c.callee_pops,
        c.tail_calls,
        c.no_stack,
        c.numbers
    )
}

fn procs(m: &Model, s: &mut String) {
    let _ = writeln!(s, "static PROCS: [Proc; {}] = [", m.procs.len());
    for p in &m.procs {
        let classes: Vec<String> = p
            .classes
            .iter()
            .map(|c| format!("ProcClass {{ latency: {}, units: {:#x}, busy: {} }}", c.latency, c.units, c.busy))
            .collect();
        let fusion: Vec<String> = p.fusion.iter().map(|(a, b)| format!("(Opcode({a}), Opcode({b}))")).collect();
        let _ = writeln!(
            s,
            "    Proc {{ name: {:?}, features: {}, issue_width: {}, out_of_order: {}, taken_branch: {}, mispredict: {}, \
             units: &{:?}, classes: &[{}], fusion: &[{}] }},",
            p.name,
            feature_set(p.features.iter().copied()),
            p.issue,
            p.out_of_order,
            p.taken_branch,
            p.mispredict,
            p.units,
            classes.join(", "),
            fusion.join(", ")
        );
    }
    s.push_str("];\n");
}
