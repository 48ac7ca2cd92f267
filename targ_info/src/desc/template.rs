//! Assembly templates: how rows are written.
//!
//! A template is a mnemonic and operands in braces: `addi {rd}, {rs1}, {imm}`. `{?rm}` is left out, with its comma, when
//! it has its default value, and `{@base}` is an address whose operands start with `base`. Unless a row says otherwise,
//! its template follows from the order of its operands, once for each dialect of the ISA.

use super::lines::{At, Res};
use super::model::*;
use super::row::Written;

/// How an operand is written.
pub enum Shape {
    /// By itself.
    Plain(usize),
    /// An address: offset and base.
    Address(Option<usize>, usize),
    /// A compound, by its first operand.
    Compound(usize),
}

/// The mnemonic of a row name: what stands before an `@`, or before the last dot where a row has dialects.
fn mnemonic<'a>(model: &Model, name: &'a str) -> &'a str {
    let name = name.split('@').next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((m, _)) if !model.dialects.is_empty() => m,
        _ => name,
    }
}

/// Gives a row its templates.
pub fn set(model: &Model, at: &At, inst: &mut Inst, shape: &[Shape], written: &Written) -> Res<()> {
    let plain = Dialect {
        name: String::new(),
        reg: String::new(),
        directive: Default::default(),
        imm: String::new(),
        reverse: false,
        brackets: false,
        sizes: Vec::new(),
        suffixes: Vec::new(),
    };
    let default = [plain];
    let dialects = if model.dialects.is_empty() { &default[..] } else { &model.dialects };
    let mut out = Vec::new();
    for (i, d) in dialects.iter().enumerate() {
        let nth = |text: &'_ str| -> String { text.split('/').nth(i).or(text.split('/').next()).unwrap_or("").into() };
        if let Some(asm) = &written.asm {
            let parts: Vec<&str> = asm.split(" / ").collect();
            out.push(parts.get(i).or(parts.first()).map_or(String::new(), |p| p.to_string()));
            continue;
        }
        let m = written.mnemonic.as_deref().map_or_else(|| mnemonic(model, &inst.name).into(), nth);
        if m.is_empty() {
            return at.err("an empty mnemonic");
        }
        out.push(template(model, d, &m, inst, shape, written.mnemonic.is_some()));
    }
    let first = |s: &Shape| match *s {
        Shape::Plain(i) | Shape::Compound(i) | Shape::Address(_, i) => i,
    };
    inst.shape = shape.iter().map(first).collect();
    inst.asm = out.first().cloned().unwrap_or_default();
    inst.dialects = if model.dialects.is_empty() { Vec::new() } else { out };
    Ok(())
}

/// The template that follows from the order of the operands.
fn template(model: &Model, d: &Dialect, mnemonic: &str, inst: &Inst, shape: &[Shape], spelt: bool) -> String {
    let mut asm = mnemonic.to_string();
    let name = |i: usize| &inst.operands[i].name;
    // A mnemonic that is spelt out says itself where suffixes are.
    for o in inst.operands.iter().filter(|_| !spelt) {
        if matches!(o.kind, Kind::Imm(k) if model.imms[k].suffix) {
            asm += &format!("{{{}}}", o.name);
        }
    }
    let mut separator = " ";
    let shapes: Vec<&Shape> = if d.reverse { shape.iter().rev().collect() } else { shape.iter().collect() };
    for s in shapes {
        match *s {
            Shape::Plain(i) => match inst.operands[i].kind {
                Kind::Imm(k) if model.imms[k].default.is_some() => asm += &format!("{{?{}}}", name(i)),
                Kind::Imm(_) => asm += &format!("{separator}{}{{{}}}", d.imm, name(i)),
                Kind::Reg(_) | Kind::Fixed(_) => asm += &format!("{separator}{}{{{}}}", d.reg, name(i)),
                Kind::Target(_) | Kind::Variadic => asm += &format!("{separator}{{{}}}", name(i)),
            },
            Shape::Address(Some(o), b) => asm += &format!("{separator}{{{}}}({{{}}})", name(o), name(b)),
            Shape::Address(None, b) => asm += &format!("{separator}({{{}}})", name(b)),
            Shape::Compound(b) => {
                let bytes = inst.written_bytes.unwrap_or(inst.mem_bytes);
                let word = d.sizes.iter().find(|s| s.0 == bytes).map_or(String::new(), |s| format!("{} ptr ", s.1));
                asm += &format!("{separator}{word}{{@{}}}", name(b));
            }
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
    /// An address, whose operands start with this one.
    Address(u8),
}

/// Splits a template; the mnemonic is a part of its own. Braces that name no operand were refused when the row was read.
/// The first space becomes a tab, as assembly listings have it.
pub fn parts(inst: &Inst, asm: &str) -> Vec<TemplatePart> {
    let asm = asm.replacen(' ', "\t", 1);
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
        parts.push(match (name.strip_prefix('?'), name.strip_prefix('@')) {
            (Some(n), _) => TemplatePart::Optional(index(n)),
            (_, Some(n)) => TemplatePart::Address(index(n)),
            _ => TemplatePart::Operand(index(name)),
        });
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(TemplatePart::Text(rest.into()));
    }
    parts
}
