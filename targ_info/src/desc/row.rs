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

use super::isa::insert;
use super::lines::{At, Line, Res, number, small, split_outside, unquote, words};
use super::model::*;

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
    print: bool,
    at: At,
}

/// The operands of an alias, of which only the names are known yet.
struct AliasNames {
    operands: Vec<String>,
    asm: Option<String>,
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
    !text.starts_with("alias ") && !text.starts_with("format ") && split_outside(text, |c| c == '|').len() > 1
}

/// The mnemonic of a row name: what stands before an `@`.
fn mnemonic(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
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
    let mut inst = Inst {
        name: name.into(),
        asm: String::new(),
        results: 0,
        operands: Vec::new(),
        flags: Vec::new(),
        needs: context.needs.clone(),
        excludes: context.excludes.clone(),
        sched: find(&model.scope.scheds, at, "scheduling class", sched)?,
        mem_bytes: 0,
        size: 0,
        bits: 0,
        mask: 0,
        pieces: Vec::new(),
        compressed: Vec::new(),
        at: at.clone(),
    };
    let shape = operand_list(model, at, operands, &mut inst)?;
    inst.asm = template(model, mnemonic(name), &inst, &shape);
    for w in words(flags) {
        flag(model, at, &mut inst, w)?;
    }
    encode(model, at, encoding, &mut inst)?;
    let index = add(model, inst)?;
    for e in expansions {
        late.push(Late { from: index, text: e.into(), alias: None, print: false, at: at.clone() });
    }
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

fn flag(model: &Model, at: &At, inst: &mut Inst, w: &str) -> Res<()> {
    if let Some(f) = FLAGS.iter().find(|f| f.0 == w) {
        inst.flags.push(f.1);
        return Ok(());
    }
    match w.split_once('=') {
        Some(("mem", n)) => inst.mem_bytes = small(at, n, 64)? as u8,
        Some(("needs", f)) => inst.needs.push(find(&model.scope.features, at, "feature", f)?),
        Some(("not", f)) => inst.excludes.push(find(&model.scope.features, at, "feature", f)?),
        Some(("asm", t)) => inst.asm = unquote(at, t)?.into(),
        _ => return at.err(format!("unknown flag '{w}'")),
    }
    Ok(())
}

/// How an operand is printed.
enum Shape {
    /// By itself.
    Plain(usize),
    /// An address: offset and base.
    Address(Option<usize>, usize),
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
    let plain =
        |name: &str, kind, role| Operand { name: name.into(), kind, role, tied: None, early: false, implicit: false };
    if item == "..." {
        let (name, role) = if result { ("results", "Result") } else { ("args", "Opnd3") };
        inst.operands.push(plain(name, Kind::Variadic, role));
    } else if let Some(state) = item.strip_prefix('{').and_then(|i| i.strip_suffix('}')) {
        let r = find(&model.scope.regs, at, "register", state)?;
        let role = if result { "Result" } else { "State" };
        inst.operands.push(Operand { implicit: true, ..plain(state, Kind::Fixed(r), role) });
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
    inst.operands.push(Operand { name: name.into(), kind, role, tied: None, early, implicit: false });
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

/// The assembly template that follows from the order of the operands.
fn template(model: &Model, mnemonic: &str, inst: &Inst, shape: &[Shape]) -> String {
    let mut asm = mnemonic.to_string();
    let name = |i: usize| &inst.operands[i].name;
    for o in &inst.operands {
        if matches!(o.kind, Kind::Imm(k) if model.imms[k].suffix) {
            asm += &format!("{{{}}}", o.name);
        }
    }
    let mut separator = " ";
    for s in shape {
        match *s {
            Shape::Plain(i) => match inst.operands[i].kind {
                Kind::Imm(k) if model.imms[k].default.is_some() => asm += &format!("{{?{}}}", name(i)),
                _ => asm += &format!("{separator}{{{}}}", name(i)),
            },
            Shape::Address(Some(o), b) => asm += &format!("{separator}{{{}}}({{{}}})", name(o), name(b)),
            Shape::Address(None, b) => asm += &format!("{separator}({{{}}})", name(b)),
        }
        separator = ", ";
    }
    asm
}

/// A part of a template; its `Debug` form is that of `tables::AsmPart`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// Text that stands as it is.
    Text(String),
    /// An operand.
    Operand(u8),
    /// A comma and an operand, left out when it has its default value.
    Optional(u8),
}

/// Splits a row's template; the mnemonic is a part of its own. Braces that name no operand were refused when the row was read. The first space becomes a
/// tab, as assembly listings have it.
pub fn template_parts(inst: &Inst) -> Vec<TemplatePart> {
    let asm = inst.asm.replacen(' ', "\t", 1);
    let mut parts = Vec::new();
    let mut rest = asm.as_str();
    if let Some(tab) = rest.split('{').next().and_then(|t| t.find('\t')) {
        parts.push(TemplatePart::Text(rest[..=tab].into()));
        rest = &rest[tab + 1..];
    }
    while let Some((text, after)) = rest.split_once('{') {
        if !text.is_empty() {
            parts.push(TemplatePart::Text(text.into()));
        }
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let index = |n: &str| inst.operands.iter().position(|o| o.name == n).unwrap_or(0) as u8;
        parts.push(match name.strip_prefix('?') {
            Some(n) => TemplatePart::Optional(index(n)),
            None => TemplatePart::Operand(index(name)),
        });
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Text(rest.into()));
    }
    parts
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
    let mut names = AliasNames { operands: Vec::new(), asm: None };
    names.operands =
        split_outside(operands, |c| c == ',').iter().filter(|o| !o.is_empty()).map(|o| o.to_string()).collect();
    let mut inst = Inst {
        name: name.into(),
        asm: String::new(),
        results: 0,
        operands: Vec::new(),
        flags: vec!["ALIAS"],
        needs: context.needs.clone(),
        excludes: context.excludes.clone(),
        sched: 0,
        mem_bytes: 0,
        size: 0,
        bits: 0,
        mask: 0,
        pieces: Vec::new(),
        compressed: Vec::new(),
        at: at.clone(),
    };
    let mut print = true;
    for w in words(flags) {
        match w {
            "noprint" => print = false,
            _ => flag(model, at, &mut inst, w)?,
        }
    }
    if !inst.asm.is_empty() {
        names.asm = Some(std::mem::take(&mut inst.asm));
    }
    let from = add(model, inst)?;
    late.push(Late { from, text: expansion.trim().into(), alias: Some(names), print, at: at.clone() });
    Ok(())
}

/// Resolves the expansions of aliases and compressed rows.
pub fn resolve(model: &mut Model, late: Vec<Late>) -> Res<()> {
    for l in late {
        let at = &l.at;
        let (name, args) = l.text.split_once(char::is_whitespace).unwrap_or((&l.text, ""));
        let to = find(&model.scope.insts, at, "row", name)?;
        let args: Vec<&str> = args.split([',', '(', ')']).map(str::trim).filter(|a| !a.is_empty()).collect();
        let own = match &l.alias {
            Some(names) => names.operands.clone(),
            None => model.insts[l.from].operands.iter().map(|o| o.name.clone()).collect(),
        };
        let args = expansion_args(model, at, to, &args, &own)?;
        if let Some(names) = &l.alias {
            alias_operands(model, at, l.from, to, &args, names)?;
        }
        let e = Expansion { from: l.from, to, args, print: l.print, at: at.clone() };
        if l.alias.is_some() { model.aliases.push(e) } else { model.compressions.push(e) }
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
    let inst = model.insts[from].clone();
    let asm = names.asm.clone().unwrap_or_else(|| template(model, mnemonic(&inst.name), &inst, &shape));
    model.insts[from].asm = asm;
    Ok(())
}
