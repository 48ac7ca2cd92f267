//! Reads instruction rows and aliases.
//!
//! `NAME results = operands | FORMAT field=value... | SCHED | flags... => EXPANSION`
//!
//! * An operand is `name:kind`, its kind a class, an immediate or a register; `name:kind/role` overrides the role that the
//!   name has by default, `name:kind&` writes it early. `name:=other` is the operand that result `other` must equal.
//!   `off:kind(base:kind)` is an address, `{reg}` implicit state, `...` stands for any number of operands.
//! * The format's fields take their bits from the operand of the same name, or from `field=value`; none may be left.
//! * An expansion says which row a compressed row stands for.
//!
//! `alias NAME operands => EXPANSION | flags...` has no kinds: they are those of the expansion.
//!
//! Where operands are more than registers and numbers, further forms are known: `name:COMPOUND` stands for the operands of
//! a compound (an address), `!name:kind` is an operand that is not written, `{name:reg/role}` implicit state with a name
//! and a role, `{reg?}` state that is left undefined. `same ROW => EXPANSION` says that another row does the same. Rows
//! of a *layout* have `LAYOUT field=value...` as their encoding.

use super::isa::insert;
use super::lines::{At, Line, Res, number, small, split_outside, unquote, words};
use super::model::*;
use super::template::{self, Shape};

/// What the lines before a row settled.
#[derive(Default)]
pub struct Context {
    needs: Vec<usize>,
    excludes: Vec<usize>,
}

impl Context {
    /// `needs f !zfinx`; `needs none` ends it.
    pub fn needs(&mut self, model: &Model, at: &At, list: &[&str]) -> Res<()> {
        *self = Context::default();
        for w in list.iter().filter(|w| **w != "none") {
            match w.strip_prefix('!') {
                Some(f) => self.excludes.push(find(&model.scope.features, at, "feature", f)?),
                None => self.needs.push(find(&model.scope.features, at, "feature", w)?),
            }
        }
        Ok(())
    }
}

/// An expansion whose names are looked up when all rows are known.
pub struct Late {
    from: usize,
    text: String,
    alias: Option<AliasNames>,
    what: What,
    at: At,
}

/// What an expansion means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// An alias that the printer prefers, or not.
    Alias(bool),
    /// A shorter row.
    Compressed,
    /// Another row that does the same.
    Same,
}

/// The operands of an alias, of which only the names are known yet.
struct AliasNames {
    operands: Vec<String>,
    written: Written,
}

/// Roles, as a description and as `tables::Role` spell them.
const ROLES: &[(&str, &str)] = &[
    ("result", "Result"),
    ("opnd1", "Opnd1"),
    ("opnd2", "Opnd2"),
    ("opnd3", "Opnd3"),
    ("base", "Base"),
    ("offset", "Offset"),
    ("index", "Index"),
    ("scale", "Scale"),
    ("val", "StoreVal"),
    ("target", "Target"),
    ("round", "Round"),
    ("order", "Order"),
    ("mask", "Mask"),
    ("config", "Config"),
    ("state", "State"),
    ("cond", "Cond"),
    ("tv", "TrueVal"),
    ("fv", "FalseVal"),
    ("segment", "Segment"),
];

/// Flags, as a description and as `tables::InstFlags` spell them.
pub const FLAGS: &[(&str, &str)] = &[
    ("commutes", "COMMUTES"),
    ("load", "LOAD"),
    ("store", "STORE"),
    ("branch", "BRANCH"),
    ("cond", "CONDITIONAL"),
    ("call", "CALL"),
    ("return", "RETURN"),
    ("nofall", "NO_FALLTHROUGH"),
    ("indirect", "INDIRECT"),
    ("remat", "REMAT"),
    ("move", "MOVE"),
    ("effect", "EFFECT"),
    ("fence", "FENCE"),
    ("pseudo", "PSEUDO"),
    ("alias", "ALIAS"),
    ("nospec", "NO_SPECULATE"),
    ("nobytes", "NO_BYTES"),
    ("sext32", "SEXT32"),
    ("zext32", "ZEXT32"),
    ("bool", "BOOL"),
    ("low32", "LOW32"),
    ("signed", "LOAD_SIGNED"),
    ("testzero", "TESTS_ZERO"),
    ("testall", "TESTS_ALL"),
    ("aligned", "ALIGNED"),
    ("upper", "KEEPS_UPPER"),
    ("shares", "SHARES"),
    // Of the generator alone: another row with the same bits is what the decoder finds.
    ("nodecode", "NO_DECODE"),
];

/// A role by its name.
pub fn role(at: &At, name: &str) -> Res<&'static str> {
    match ROLES.iter().find(|r| r.0 == name) {
        Some(r) => Ok(r.1),
        None => at.err(format!("unknown role '{name}'")),
    }
}

/// Is the line a row?
pub fn is_row(text: &str) -> bool {
    !["alias ", "format ", "same "].iter().any(|k| text.starts_with(k)) && split_outside(text, |c| c == '|').len() > 1
}

/// Reads a row.
pub fn parse(model: &mut Model, late: &mut Vec<Late>, context: &Context, line: &Line) -> Res<()> {
    let at = &line.at;
    let (text, expansions) = match line.text.split_once("=>") {
        Some((t, e)) => (t, e.split("=>").map(str::trim).collect()),
        None => (line.text.as_str(), Vec::new()),
    };
    let columns = split_outside(text, |c| c == '|');
    let [head, encoding, sched, flags] = columns[..] else {
        return at.err(format!("a row has four columns, this one has {}", columns.len()));
    };
    let (name, operands) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
    let sched = find(&model.scope.scheds, at, "scheduling class", sched)?;
    let mut inst = Inst { sched, ..bare(name, context, at) };
    let shape = operand_list(model, at, operands, &mut inst)?;
    let mut written = Written::default();
    for w in words(flags) {
        flag(model, at, &mut inst, &mut written, w)?;
    }
    template::set(model, at, &mut inst, &shape, &written)?;
    encode(model, at, encoding, &mut inst)?;
    let index = add(model, inst)?;
    for e in expansions {
        late.push(Late { from: index, text: e.into(), alias: None, what: What::Compressed, at: at.clone() });
    }
    Ok(())
}

/// A row of which only the name is known.
fn bare(name: &str, context: &Context, at: &At) -> Inst {
    Inst {
        name: name.into(),
        asm: String::new(),
        dialects: Vec::new(),
        shape: Vec::new(),
        results: 0,
        operands: Vec::new(),
        flags: Vec::new(),
        needs: context.needs.clone(),
        excludes: context.excludes.clone(),
        sched: 0,
        mem_bytes: 0,
        written_bytes: None,
        placed: None,
        size: 0,
        bits: 0,
        mask: 0,
        pieces: Vec::new(),
        compressed: Vec::new(),
        at: at.clone(),
    }
}

/// How a row says that it is written.
#[derive(Default)]
pub struct Written {
    /// Its whole template.
    pub asm: Option<String>,
    /// Its mnemonic by dialect, separated by slashes.
    pub mnemonic: Option<String>,
}

/// `compound NAME = name:kind/role...`: several operands that are written as one.
pub fn compound(model: &mut Model, at: &At, name: &str, items: &[&str]) -> Res<()> {
    let mut operands = Vec::new();
    for i in items {
        let Some((name, kind)) = i.split_once(':') else {
            return at.err(format!("operand '{i}' has no kind"));
        };
        let Some((kind, r)) = kind.split_once('/') else {
            return at.err(format!("operand '{name}' has no role"));
        };
        operands.push((name.to_string(), find_kind(model, at, kind)?, role(at, r)?));
    }
    insert(&mut model.compound_names, at, "compound", name, model.compounds.len())?;
    model.compounds.push(Compound { operands });
    Ok(())
}

/// `same ROW => EXPANSION`: another row does the same, if the results that it lacks are not wanted.
pub fn same(model: &Model, late: &mut Vec<Late>, line: &Line, rest: &str) -> Res<()> {
    let Some((from, text)) = rest.split_once("=>") else {
        return line.at.err("'same' needs 'ROW => ROW operands'");
    };
    let from = find(&model.scope.insts, &line.at, "row", from.trim())?;
    late.push(Late { from, text: text.trim().into(), alias: None, what: What::Same, at: line.at.clone() });
    Ok(())
}

/// Adds a row to the model.
fn add(model: &mut Model, inst: Inst) -> Res<usize> {
    let index = model.insts.len();
    if inst.operands.len() > 16 || index > u16::MAX as usize {
        return inst.at.err("too many operands or rows");
    }
    insert(&mut model.scope.insts, &inst.at, "row", &inst.name, index)?;
    model.insts.push(inst);
    Ok(index)
}

fn flag(model: &Model, at: &At, inst: &mut Inst, written: &mut Written, w: &str) -> Res<()> {
    if let Some(f) = FLAGS.iter().find(|f| f.0 == w) {
        inst.flags.push(f.1);
        return Ok(());
    }
    match w.split_once('=') {
        Some(("mem", n)) => inst.mem_bytes = small(at, n, 64)? as u8,
        Some(("needs", f)) => inst.needs.push(find(&model.scope.features, at, "feature", f)?),
        Some(("not", f)) => inst.excludes.push(find(&model.scope.features, at, "feature", f)?),
        Some(("asm", t)) => written.asm = Some(unquote(at, t)?.into()),
        Some(("mn", t)) => written.mnemonic = Some(t.into()),
        Some(("ptr", n)) => inst.written_bytes = Some(small(at, n, 255)? as u8),
        _ => return at.err(format!("unknown flag '{w}'")),
    }
    Ok(())
}

/// Reads `results = operands` into the row; the answer says how they are printed.
fn operand_list(model: &Model, at: &At, text: &str, inst: &mut Inst) -> Res<Vec<Shape>> {
    let (results, sources) = match split_results(text) {
        Some((r, s)) => (r, s),
        None => ("", text),
    };
    let mut shape = Vec::new();
    for (side, is_result) in [(results, true), (sources, false)] {
        for item in split_outside(side, |c| c == ',').into_iter().filter(|i| !i.is_empty()) {
            operand(model, at, item, is_result, inst, &mut shape)?;
        }
        if is_result {
            inst.results = inst.operands.len();
        }
    }
    for (i, o) in inst.operands.iter().enumerate() {
        if inst.operands[..i].iter().any(|p| p.name == o.name && !o.implicit) {
            return at.err(format!("operand '{}' stands twice", o.name));
        }
    }
    Ok(shape)
}

/// Splits at the `=` that stands between spaces.
fn split_results(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    text.split_once(" = ").or_else(|| text.strip_suffix(" =").map(|t| (t, "")))
}

fn operand(model: &Model, at: &At, item: &str, result: bool, inst: &mut Inst, shape: &mut Vec<Shape>) -> Res<()> {
    let plain = |name: &str, kind, role| Operand {
        name: name.into(),
        kind,
        role,
        tied: None,
        early: false,
        implicit: false,
        undef: false,
    };
    let compound = |kind: &str| model.compound_names.get(kind);
    if let Some(hidden) = item.strip_prefix('!') {
        one(model, at, hidden, None, result, inst)?;
    } else if let Some(&c) = item.split_once(':').and_then(|(_, k)| compound(k)) {
        shape.push(Shape::Compound(inst.operands.len()));
        for (name, kind, role) in &model.compounds[c].operands {
            inst.operands.push(plain(name, *kind, *role));
        }
    } else if item == "..." {
        let (name, role) = if result { ("results", "Result") } else { ("args", "Opnd3") };
        inst.operands.push(plain(name, Kind::Variadic, role));
    } else if let Some(state) = item.strip_prefix('{').and_then(|i| i.strip_suffix('}')) {
        let (state, undef) = state.strip_suffix('?').map_or((state, false), |s| (s, true));
        let (state, role_named) = match state.split_once('/') {
            Some((s, r)) => (s, Some(role(at, r)?)),
            None => (state, None),
        };
        let (name, state) = state.split_once(':').unwrap_or((state, state));
        let r = find(&model.scope.regs, at, "register", state)?;
        let role = if result { "Result" } else { role_named.unwrap_or("State") };
        inst.operands.push(Operand { implicit: true, undef, ..plain(name, Kind::Fixed(r), role) });
    } else if let Some((offset, base)) = item.strip_suffix(')').and_then(|i| i.split_once('(')) {
        let off = match offset {
            "" => None,
            o => Some(one(model, at, o, Some("Offset"), result, inst)?),
        };
        let base = one(model, at, base, Some("Base"), result, inst)?;
        shape.push(Shape::Address(off, base));
    } else {
        let i = one(model, at, item, None, result, inst)?;
        let tied_source = !result && inst.operands.iter().any(|o| o.tied == Some(i));
        let suffix = matches!(inst.operands[i].kind, Kind::Imm(k) if model.imms[k].suffix);
        if !tied_source && !suffix {
            shape.push(Shape::Plain(i));
        }
    }
    Ok(())
}

/// Reads `name:kind&/role` or `name:=result`, and adds it.
fn one(
    model: &Model,
    at: &At,
    item: &str,
    role_here: Option<&'static str>,
    result: bool,
    inst: &mut Inst,
) -> Res<usize> {
    let Some((name, kind)) = item.split_once(':') else {
        return at.err(format!("operand '{item}' has no kind"));
    };
    let index = inst.operands.len();
    let (kind, role_named) = match kind.split_once('/') {
        Some((k, r)) => (k, Some(role(at, r)?)),
        None => (kind, None),
    };
    let (kind, early) = match kind.strip_suffix('&') {
        Some(k) => (k, true),
        None => (kind, false),
    };
    let kind = if let Some(other) = kind.strip_prefix('=') {
        let Some(r) = inst.operands[..inst.results].iter_mut().find(|o| o.name == other && o.tied.is_none()) else {
            return at.err(format!("'{other}' is not a result that '{name}' could be tied to"));
        };
        r.tied = Some(index);
        r.kind
    } else {
        find_kind(model, at, kind)?
    };
    let default = match result {
        true => Some("Result"),
        false => model.roles.get(name).copied(),
    };
    let Some(role) = role_named.or(role_here).or(default) else {
        return at.err(format!("operand '{name}' has no role"));
    };
    let name = name.into();
    inst.operands.push(Operand { name, kind, role, tied: None, early, implicit: false, undef: false });
    Ok(index)
}

fn find_kind(model: &Model, at: &At, name: &str) -> Res<Kind> {
    if let Some(&c) = model.class_names.get(name) {
        return Ok(Kind::Reg(c));
    }
    if let Some(&i) = model.imm_names.get(name) {
        return Ok(if model.imms[i].pcrel { Kind::Target(i) } else { Kind::Imm(i) });
    }
    match model.scope.regs.get(name) {
        Some(&r) => Ok(Kind::Fixed(r)),
        None => at.err(format!("unknown class '{name}'")),
    }
}

/// Reads `FORMAT field=value...`, or `-` for rows without an encoding.
fn encode(model: &Model, at: &At, text: &str, inst: &mut Inst) -> Res<()> {
    if text == "-" {
        if !inst.is("PSEUDO") {
            return at.err("a row without encoding must be a 'pseudo'");
        }
        return Ok(());
    }
    let w = words(text);
    let Some((format, values)) = w.split_first() else {
        return at.err("no encoding; '-' means none");
    };
    if let Some(&l) = model.layout_names.get(*format) {
        return super::layout::place(model, at, l, values, inst);
    }
    let format = &model.formats[find(&model.format_names, at, "format", format)?];
    let mut given: Vec<(&str, u64, bool)> = Vec::new();
    for v in values {
        let Some((f, n)) = v.split_once('=') else {
            return at.err(format!("'{v}' is not 'field=value'"));
        };
        given.push((f, number(at, n)? as u64, false));
    }
    inst.size = format.size;
    let mut top = format.size as u32 * 8;
    for f in &format.fields {
        top -= f.width as u32;
        let slices = match f.slices.is_empty() {
            true => vec![(f.width - 1, 0)],
            false => f.slices.clone(),
        };
        let mut to = top + f.width as u32;
        // A fixed register has its bits, if any, as a value.
        let fills = |o: &Operand| o.name == f.name && !o.implicit && !matches!(o.kind, Kind::Fixed(_));
        let operand = inst.operands.iter().position(fills);
        let value = given.iter_mut().find(|g| g.0 == f.name);
        for (hi, lo) in slices {
            let len = hi - lo + 1;
            to -= len as u32;
            match (operand, &value) {
                (Some(_), Some(_)) => return at.err(format!("field '{}' is an operand and has a value", f.name)),
                (Some(o), None) => inst.pieces.push(Piece { operand: o as u8, from: lo, len, to: to as u8 }),
                (None, Some((_, v, _))) => {
                    let ones = (u64::MAX >> (64 - len)) << to;
                    inst.mask |= ones;
                    inst.bits |= (v >> lo << to) & ones;
                }
                (None, None) => {
                    return at.err(format!("field '{}' of the format has neither operand nor value", f.name));
                }
            }
        }
        if let Some(g) = value {
            g.2 = true;
            if f.slices.is_empty() && f.width < 64 && g.1 >> f.width != 0 {
                return at.err(format!("{} does not fit field '{}' of {} bits", g.1, f.name, f.width));
            }
        }
    }
    match given.iter().find(|g| !g.2) {
        Some(g) => at.err(format!("the format has no field '{}'", g.0)),
        None => Ok(()),
    }
}

/// Reads an alias; its operands get their kinds when all rows are known.
pub fn alias(model: &mut Model, late: &mut Vec<Late>, context: &Context, line: &Line, rest: &str) -> Res<()> {
    let at = &line.at;
    let Some((head, tail)) = rest.split_once("=>") else {
        return at.err("an alias needs '=> ROW operands'");
    };
    let (expansion, flags) = tail.split_once('|').unwrap_or((tail, ""));
    let (name, operands) = head.trim().split_once(char::is_whitespace).unwrap_or((head.trim(), ""));
    let mut names = AliasNames { operands: Vec::new(), written: Written::default() };
    names.operands =
        split_outside(operands, |c| c == ',').iter().filter(|o| !o.is_empty()).map(|o| o.to_string()).collect();
    let mut inst = Inst { flags: vec!["ALIAS"], ..bare(name, context, at) };
    let mut written = Written::default();
    let mut print = true;
    for w in words(flags) {
        match w {
            "noprint" => print = false,
            _ => flag(model, at, &mut inst, &mut written, w)?,
        }
    }
    names.written = written;
    let from = add(model, inst)?;
    let what = What::Alias(print);
    late.push(Late { from, text: expansion.trim().into(), alias: Some(names), what, at: at.clone() });
    Ok(())
}

/// Resolves the expansions of aliases and compressed rows.
pub fn resolve(model: &mut Model, late: Vec<Late>) -> Res<()> {
    for l in late {
        let at = &l.at;
        let (name, args) = l.text.split_once(char::is_whitespace).unwrap_or((&l.text, ""));
        let to = find(&model.scope.insts, at, "row", name)?;
        let mut args: Vec<&str> = args.split([',', '(', ')']).map(str::trim).filter(|a| !a.is_empty()).collect();
        let own = match &l.alias {
            Some(names) => names.operands.clone(),
            None => model.insts[l.from].operands.iter().map(|o| o.name.clone()).collect(),
        };
        // A compound stands for its operands.
        let compounds = model.compounds.clone();
        if let Some(i) = args.iter().position(|a| model.compound_names.contains_key(*a)) {
            let c = find(&model.compound_names, at, "compound", args[i])?;
            args.splice(i..=i, compounds[c].operands.iter().map(|o| &*o.0));
        }
        let args = expansion_args(model, at, to, &args, &own)?;
        if let Some(names) = &l.alias {
            alias_operands(model, at, l.from, to, &args, names)?;
        }
        let e = Expansion { from: l.from, to, args, print: l.what == What::Alias(true), at: at.clone() };
        match l.what {
            What::Alias(_) => model.aliases.push(e),
            What::Compressed => model.compressions.push(e),
            What::Same => model.alternatives.push(e),
        }
    }
    Ok(())
}

/// One argument for each operand of `to`; implicit ones stand for themselves, and defaults may be left out at the end.
fn expansion_args(model: &Model, at: &At, to: usize, args: &[&str], own: &[String]) -> Res<Vec<Arg>> {
    let target = &model.insts[to];
    let mut given = args.iter();
    let mut out = Vec::new();
    for o in &target.operands {
        if let (true, Kind::Fixed(r)) = (o.implicit, o.kind) {
            out.push(Arg::Reg(r));
            continue;
        }
        let default = match o.kind {
            Kind::Imm(k) => model.imms[k].default,
            _ => None,
        };
        out.push(match (given.next(), default) {
            (None, Some(d)) => Arg::Imm(d),
            (None, None) => return at.err(format!("operand '{}' of '{}' is not given", o.name, target.name)),
            (Some(a), _) => match (own.iter().position(|n| n == a), model.scope.regs.get(*a)) {
                (Some(i), _) => Arg::Operand(i),
                (None, Some(&r)) => Arg::Reg(r),
                (None, None) => Arg::Imm(number(at, a)?),
            },
        });
    }
    match given.next() {
        Some(a) => at.err(format!("'{}' has no operand for '{a}'", target.name)),
        None => Ok(out),
    }
}

/// Gives an alias the operands, needs and scheduling class of the row that it stands for.
fn alias_operands(model: &mut Model, at: &At, from: usize, to: usize, args: &[Arg], names: &AliasNames) -> Res<()> {
    let target = model.insts[to].clone();
    let mut operands: Vec<Operand> = Vec::new();
    let mut results = 0;
    let mut shape = Vec::new();
    for (i, name) in names.operands.iter().enumerate() {
        let Some(at_target) = args.iter().position(|a| *a == Arg::Operand(i)) else {
            return at.err(format!("operand '{name}' is not used"));
        };
        let o = &target.operands[at_target];
        if at_target < target.results {
            results += 1;
        }
        operands.push(Operand { name: name.clone(), tied: None, ..o.clone() });
        shape.push(Shape::Plain(i));
    }
    let inst = &mut model.insts[from];
    inst.operands = operands;
    inst.results = results;
    inst.sched = target.sched;
    inst.flags.extend(target.flags.iter().filter(|f| **f != "PSEUDO"));
    inst.mem_bytes = target.mem_bytes;
    inst.needs.extend(&target.needs);
    inst.excludes.extend(&target.excludes);
    let mut inst = model.insts[from].clone();
    template::set(model, at, &mut inst, &shape, &names.written)?;
    model.insts[from] = inst;
    Ok(())
}
