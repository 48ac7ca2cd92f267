//! One line of assembly to an instruction.
//!
//! The rows of a mnemonic are tried in the order of the description, each against its template. An operand that is
//! neither a register nor a number nor a name of a value is an expression, which is handed back as text: only immediates
//! and targets can be expressions.

use super::MAX_OPERANDS;
use super::address::{self, AddressParts};
use super::encode::takes;
use crate::{Arg, AsmPart, Dialect, FeatureSet, InstFlags, Isa, Opcode, OperandKind, RegClass};

/// The value of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmValue<'a> {
    /// A register's number in encodings, or an immediate.
    Int(i64),
    /// An expression with symbols.
    Expr(&'a str),
}

/// An assembled line.
#[derive(Clone, Copy, Debug)]
pub struct Assembled<'a> {
    /// A row with an encoding; aliases are expanded.
    pub op: Opcode,
    operands: [AsmValue<'a>; MAX_OPERANDS],
    len: u8,
}

impl<'a> Assembled<'a> {
    /// The operands, in the order of the row.
    pub fn operands(&self) -> &[AsmValue<'a>] {
        &self.operands[..self.len as usize]
    }
}

/// Why a line is no instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmProblem<'a> {
    /// No row has this mnemonic.
    Mnemonic(&'a str),
    /// The rows that the operands fit need features that are not in force.
    Features(Opcode),
    /// An operand is not what a row takes: the row that came furthest, and the operand's text.
    Operand(Opcode, &'a str),
    /// Operands are missing, or there are too many.
    Count(Opcode),
}

impl AsmProblem<'_> {
    /// The problem in words.
    pub fn message(&self, isa: &Isa) -> String {
        let name = |op: &Opcode| isa.inst(*op).name;
        match self {
            AsmProblem::Mnemonic(m) => format!("unknown instruction '{m}'"),
            AsmProblem::Features(op) => {
                let needs: Vec<_> = isa.inst(*op).needs.iter().filter_map(|f| isa.features.get(f.0 as usize)).collect();
                let needs: Vec<_> = needs.iter().map(|d| d.name).collect();
                format!("'{}' needs {}", name(op), needs.join(" and "))
            }
            AsmProblem::Operand(op, text) => format!("'{text}' cannot be an operand of '{}' here", name(op)),
            AsmProblem::Count(op) => format!("wrong number of operands for '{}'", name(op)),
        }
    }
}

/// Assembles one instruction in a dialect, by its index in [`Isa::dialects`].
pub fn assemble_as<'a>(
    isa: &Isa,
    dialect: usize,
    line: &'a str,
    features: &FeatureSet,
) -> Result<Assembled<'a>, AsmProblem<'a>> {
    let Some(d) = isa.dialects.get(dialect) else { return assemble(isa, line, features) };
    let line = line.trim();
    let (mnemonic, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut worst = AsmProblem::Mnemonic(mnemonic);
    let hit = d.mnemonics.binary_search_by_key(&mnemonic, |m| m.0);
    for &op in hit.ok().and_then(|i| d.mnemonics.get(i)).map_or(&[][..], |m| m.1) {
        match matched_in(isa, d, op, mnemonic, rest, features) {
            Ok(_) if !isa.inst(op).available(features) => worst = AsmProblem::Features(op),
            Ok(found) => return Ok(found),
            // What a row that is there does not take says more than that another has other operands.
            Err(p) if isa.inst(op).available(features) => match (worst, p) {
                (AsmProblem::Features(_), _) | (AsmProblem::Operand(..), AsmProblem::Count(_)) => {}
                _ => worst = p,
            },
            Err(_) => {}
        }
    }
    d.suffixes.iter().find_map(|s| without_suffix(isa, d, mnemonic, s, rest, features)).ok_or(worst)
}

/// The instruction whose mnemonic lacks a suffix, if a register tells the width or there is nothing that has one.
fn without_suffix<'a>(
    isa: &Isa,
    d: &Dialect,
    mnemonic: &str,
    suffix: &str,
    rest: &'a str,
    features: &FeatureSet,
) -> Option<Assembled<'a>> {
    let whole = format!("{mnemonic}{suffix}");
    let hit = d.mnemonics.binary_search_by_key(&&*whole, |m| m.0).ok()?;
    let rows = d.mnemonics.get(hit)?.1.iter().copied();
    let told = |op: &Opcode| {
        let parts = d.asm.get(op.0 as usize).copied().unwrap_or(&[]);
        let kinds = isa.inst(*op).operands;
        let register = |p: &AsmPart| match p {
            AsmPart::Operand(i) => {
                let kind = kinds.get(*i as usize).map(|o| o.kind);
                matches!(kind, Some(OperandKind::Reg(_) | OperandKind::Fixed(_)))
            }
            _ => false,
        };
        parts.iter().any(register) || !parts.iter().any(|p| matches!(p, AsmPart::Address(_)))
    };
    let mut fits = rows.filter(|op| isa.inst(*op).available(features) && told(op));
    fits.find_map(|op| matched_in(isa, d, op, &whole, rest, features).ok())
}

/// Assembles one instruction, without label or comment, in the main dialect.
pub fn assemble<'a>(isa: &Isa, line: &'a str, features: &FeatureSet) -> Result<Assembled<'a>, AsmProblem<'a>> {
    if !isa.dialects.is_empty() {
        return assemble_as(isa, 0, line, features);
    }
    let line = line.trim();
    let (mnemonic, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut worst = AsmProblem::Mnemonic(mnemonic);
    // The mnemonic may carry a suffix operand (`.aqrl`): shorter ones are tried too.
    let mut stem = mnemonic;
    loop {
        for &op in rows(isa, stem) {
            let row = isa.inst(op);
            match matched(isa, op, &mnemonic[stem.len()..], rest, features) {
                Ok(_) if !row.available(features) => worst = AsmProblem::Features(op),
                Ok(found) => return Ok(found),
                Err(AsmProblem::Mnemonic(_)) => {}
                Err(p) if !matches!(worst, AsmProblem::Features(_)) => worst = p,
                Err(_) => {}
            }
        }
        match stem.rfind('.') {
            Some(dot) if dot > 0 => stem = &stem[..dot],
            _ => return Err(worst),
        }
    }
}

/// The rows of a mnemonic.
fn rows(isa: &Isa, mnemonic: &str) -> &'static [Opcode] {
    let hit = isa.mnemonics.binary_search_by_key(&mnemonic, |m| m.0);
    hit.ok().and_then(|i| isa.mnemonics.get(i)).map_or(&[], |m| m.1)
}

/// Matches the text after a row's mnemonic against its template.
fn matched<'a>(
    isa: &Isa,
    op: Opcode,
    suffix: &'a str,
    text: &'a str,
    features: &FeatureSet,
) -> Result<Assembled<'a>, AsmProblem<'a>> {
    let mut v = blank(isa, op);
    let parts = isa.asm.get(op.0 as usize).copied().unwrap_or(&[]);
    let mut suffix = Some(suffix);
    let mut rest = text.trim_start();
    for (n, part) in parts.iter().enumerate().skip(1) {
        match *part {
            AsmPart::Text(t) => rest = skip_text(t, rest).ok_or(AsmProblem::Count(op))?,
            // Right after the mnemonic, without white space between.
            AsmPart::Operand(i) if n == 1 && suffix_follows(parts) => {
                let s = suffix.take().unwrap_or("");
                set(isa, op, i, s, features, &mut v)?;
            }
            // `(a0)` may stand for `0(a0)`.
            AsmPart::Operand(i) if parts.get(n + 1) == Some(&AsmPart::Text("(")) && is_base(isa, rest) => {
                set(isa, op, i, "0", features, &mut v)?;
            }
            AsmPart::Operand(i) => rest = operand(isa, op, i, rest, features, &mut v)?,
            // Only dialects have addresses.
            AsmPart::Address(_) => return Err(AsmProblem::Count(op)),
            AsmPart::Optional(i) if !rest.is_empty() => {
                rest = skip_text(", ", rest).ok_or(AsmProblem::Count(op))?;
                rest = operand(isa, op, i, rest, features, &mut v)?;
            }
            AsmPart::Optional(_) => {}
        }
    }
    if let Some(s) = suffix.filter(|s| !s.is_empty()) {
        return Err(AsmProblem::Mnemonic(s));
    }
    if !rest.trim().is_empty() {
        return Err(AsmProblem::Count(op));
    }
    Ok(finished(isa, v))
}

/// A row with what it has when nothing is said: fixed registers and defaults.
fn blank<'a>(isa: &Isa, op: Opcode) -> Assembled<'a> {
    let row = isa.inst(op);
    let mut v =
        Assembled { op, operands: [AsmValue::Int(0); MAX_OPERANDS], len: row.operands.len().min(MAX_OPERANDS) as u8 };
    for (o, slot) in row.operands.iter().zip(&mut v.operands) {
        *slot = match o.kind {
            OperandKind::Fixed(r) => AsmValue::Int(isa.reg(r).enc as i64),
            OperandKind::Imm(k) => AsmValue::Int(isa.imms.get(k as usize).and_then(|m| m.default).unwrap_or(0)),
            _ => AsmValue::Int(0),
        };
    }
    v
}

/// Ties operands, and makes an alias what it stands for.
fn finished<'a>(isa: &Isa, mut v: Assembled<'a>) -> Assembled<'a> {
    let row = isa.inst(v.op);
    for (i, o) in row.operands.iter().enumerate().filter(|(_, o)| o.tied != 255) {
        let value = v.operands.get(i).copied();
        if let (Some(value), Some(slot)) = (value, v.operands.get_mut(o.tied as usize)) {
            *slot = value;
        }
    }
    if row.is(InstFlags::ALIAS) { expanded(isa, v) } else { v }
}

/// Matches a line against a row's template in a dialect: there, a mnemonic may have named values in its middle, operands
/// end at commas outside brackets, and addresses are one operand.
fn matched_in<'a>(
    isa: &Isa,
    d: &Dialect,
    op: Opcode,
    mnemonic: &str,
    text: &'a str,
    features: &FeatureSet,
) -> Result<Assembled<'a>, AsmProblem<'a>> {
    let mut v = blank(isa, op);
    let parts = d.asm.get(op.0 as usize).copied().unwrap_or(&[]);
    let (mut word, mut rest, mut in_word) = (mnemonic, text.trim_start(), true);
    let count = AsmProblem::Count(op);
    for (n, part) in parts.iter().enumerate() {
        match *part {
            AsmPart::Text(t) if in_word => {
                let (head, tail) = t.split_once('\t').unwrap_or((t, ""));
                word = word.strip_prefix(head.trim_end()).ok_or(count)?;
                if t.contains('\t') {
                    in_word = false;
                    rest = skip_text(tail, rest).ok_or(count)?;
                }
            }
            AsmPart::Operand(i) if in_word => {
                let after = match parts.get(n + 1) {
                    Some(AsmPart::Text(t)) => t.split('\t').next().unwrap_or(t).trim_end(),
                    _ => "",
                };
                let name = word.strip_suffix(after).ok_or(count)?;
                let value = named_value(isa, op, i, name).ok_or(count)?;
                if let Some(slot) = v.operands.get_mut(i as usize) {
                    *slot = AsmValue::Int(value);
                }
                word = &word[name.len()..];
            }
            AsmPart::Text(t) => {
                let bare = matches!(parts.get(n + 1), Some(AsmPart::Address(_)))
                    .then(|| without_size(isa, d, op, t))
                    .and_then(|t| skip_text(t?, rest));
                rest = skip_text(t, rest).or(bare).ok_or(count)?;
            }
            AsmPart::Operand(i) => {
                let (one, after) = take(rest).ok_or(count)?;
                set(isa, op, i, one, features, &mut v)?;
                rest = after;
            }
            AsmPart::Address(i) => {
                let (one, after) = take(rest).ok_or(count)?;
                address(isa, d, op, i as usize, one, features, &mut v).ok_or(AsmProblem::Operand(op, one))?;
                rest = after;
            }
            AsmPart::Optional(i) if !rest.is_empty() => {
                let (one, after) = take(skip_text(", ", rest).ok_or(count)?).ok_or(count)?;
                set(isa, op, i, one, features, &mut v)?;
                rest = after;
            }
            AsmPart::Optional(_) => {}
        }
    }
    if !word.is_empty() || !rest.trim().is_empty() {
        return Err(count);
    }
    Ok(finished(isa, v))
}

/// A text before an address without the word for its width, if a register of the row has the same width and tells it.
fn without_size<'t>(isa: &Isa, d: &Dialect, op: Opcode, text: &'t str) -> Option<&'t str> {
    let row = isa.inst(op);
    let told = row.operands.iter().any(|o| match o.kind {
        OperandKind::Reg(c) => isa.class(c).width == u16::from(row.mem_bytes) * 8 && !o.implicit,
        _ => false,
    });
    let text = text.strip_suffix(" ptr ").filter(|_| told && row.mem_bytes != 0)?;
    let (before, word) = text.rsplit_once(' ').unwrap_or(("", text));
    d.sizes.iter().any(|s| s.1 == word).then_some(before)
}

/// The value that a name within a mnemonic stands for.
fn named_value(isa: &Isa, op: Opcode, operand: u8, name: &str) -> Option<i64> {
    let OperandKind::Imm(k) = isa.inst(op).operands.get(operand as usize)?.kind else { return None };
    isa.imms.get(k as usize)?.names.iter().find(|n| n.1 == name).map(|n| n.0)
}

/// Takes an operand off the text, up to a comma outside parentheses and brackets.
fn take(rest: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    let end = rest.find(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let end = end.unwrap_or(rest.len());
    let one = rest[..end].trim();
    (!one.is_empty()).then(|| (one, rest[end..].trim_start()))
}

/// Reads an address into the operands from `first` on.
fn address<'a>(
    isa: &Isa,
    d: &Dialect,
    op: Opcode,
    first: usize,
    text: &'a str,
    features: &FeatureSet,
    v: &mut Assembled<'a>,
) -> Option<()> {
    let row = isa.inst(op);
    let at = AddressParts::of(row.operands, first);
    let p = address::parse(isa, d, text)?;
    let class = |i: usize| match row.operands.get(i).map(|o| o.kind) {
        Some(OperandKind::Reg(c)) => Some(c),
        _ => None,
    };
    *v.operands.get_mut(at.base)? = AsmValue::Int(register(isa, class(at.base)?, p.base)?);
    *v.operands.get_mut(at.index)? = AsmValue::Int(register(isa, class(at.index)?, p.index)?);
    *v.operands.get_mut(at.scale)? = AsmValue::Int(p.scale);
    *v.operands.get_mut(at.offset)? = p.offset;
    if let (AsmValue::Int(n), Some(o)) = (p.offset, row.operands.get(at.offset))
        && !takes(isa, o.kind, n, features)
    {
        return None;
    }
    if !p.segment.is_empty() {
        let segment = named_value(isa, op, at.segment as u8, p.segment)?;
        *v.operands.get_mut(at.segment)? = AsmValue::Int(segment);
    }
    Some(())
}

/// The number of a class' register with a name; the place-holder if there is none.
fn register(isa: &Isa, class: RegClass, name: &str) -> Option<i64> {
    let named = |r: &crate::RegDesc| match name {
        "" => r.unwritten,
        n => !r.unwritten && (r.name == n || r.alt_names.contains(&n)),
    };
    let r = isa.class(class).members.iter().map(|&r| isa.reg(r)).find(|r| named(r))?;
    Some(r.enc.into())
}

/// Does the template's mnemonic end without the tab that separates operands?
fn suffix_follows(parts: &[AsmPart]) -> bool {
    matches!(parts.first(), Some(AsmPart::Text(t)) if !t.ends_with('\t'))
}

/// Skips a literal part of a template; white space may stand anywhere.
fn skip_text<'a>(literal: &str, mut rest: &'a str) -> Option<&'a str> {
    for c in literal.chars().filter(|c| !c.is_whitespace()) {
        rest = rest.trim_start().strip_prefix(c)?;
    }
    Some(rest.trim_start())
}

/// Takes an operand off the text: up to a comma, or a parenthesis that it did not open itself.
fn operand<'a>(
    isa: &Isa,
    op: Opcode,
    index: u8,
    rest: &'a str,
    features: &FeatureSet,
    v: &mut Assembled<'a>,
) -> Result<&'a str, AsmProblem<'a>> {
    let mut depth = 0;
    let mut end = rest.len();
    let mut previous = ' ';
    for (i, c) in rest.char_indices() {
        match c {
            // `8(sp)`: the base's parenthesis; `%lo(x)`, `(a+b)`: the operand's own.
            '(' if depth == 0 && i > 0 && !opens(&rest[..i], previous) => {
                end = i;
                break;
            }
            '(' => depth += 1,
            ')' if depth == 0 => {
                end = i;
                break;
            }
            ')' => depth -= 1,
            ',' if depth == 0 => {
                end = i;
                break;
            }
            _ => {}
        }
        if !c.is_whitespace() {
            previous = c;
        }
    }
    let text = rest[..end].trim();
    if text.is_empty() {
        return Err(AsmProblem::Count(op));
    }
    set(isa, op, index, text, features, v)?;
    Ok(rest[end..].trim_start())
}

/// Is the text a register in parentheses?
fn is_base(isa: &Isa, text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|t| t.split_once(')'));
    inner.is_some_and(|(name, _)| isa.reg_by_name(name.trim()).is_some())
}

/// Does a parenthesis after this text belong to it, as in `%lo(` or `4+(`?
fn opens(before: &str, previous: char) -> bool {
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '%')).next().unwrap_or("");
    word.starts_with('%') || "+-*/&|^~".contains(previous)
}

/// Is the text a register, an immediate, an address or an indirect place in a dialect, and no expression?
fn is_operand(d: &Dialect, text: &str) -> bool {
    let marked = |mark: &str| !mark.is_empty() && text.starts_with(mark);
    marked(d.reg) || marked(d.imm) || text.starts_with('*') || text.contains('[')
}

/// Gives an operand its value from its text.
fn set<'a>(
    isa: &Isa,
    op: Opcode,
    index: u8,
    text: &'a str,
    features: &FeatureSet,
    v: &mut Assembled<'a>,
) -> Result<(), AsmProblem<'a>> {
    let bad = || AsmProblem::Operand(op, text);
    let kind = isa.inst(op).operands.get(index as usize).map(|o| o.kind).ok_or_else(bad)?;
    let value = match kind {
        OperandKind::Reg(c) => {
            let named = |r: &crate::RegDesc| r.name == text || r.alt_names.contains(&text);
            let r = isa.class(c).members.iter().find(|&&r| named(isa.reg(r))).ok_or_else(bad)?;
            AsmValue::Int(isa.reg(*r).enc as i64)
        }
        OperandKind::Fixed(r) => {
            let d = isa.reg(r);
            if d.name != text && !d.alt_names.contains(&text) {
                return Err(bad());
            }
            AsmValue::Int(d.enc as i64)
        }
        OperandKind::Imm(k) | OperandKind::Target(k) => {
            let imm = isa.imms.get(k as usize).ok_or_else(bad)?;
            match imm.names.iter().find(|n| n.1 == text).map(|n| n.0).or_else(|| number(text)) {
                Some(n) if imm.loose && n > imm.max && imm.bits < 64 && n >> imm.bits == 0 => {
                    AsmValue::Int(n << (64 - imm.bits) >> (64 - imm.bits))
                }
                Some(n) => AsmValue::Int(n),
                None if imm.suffix || text.is_empty() || isa.reg_by_name(text).is_some() => return Err(bad()),
                None if isa.dialects.iter().any(|d| is_operand(d, text)) => return Err(bad()),
                None => AsmValue::Expr(text),
            }
        }
        OperandKind::Variadic => return Err(bad()),
    };
    if matches!(value, AsmValue::Int(n) if !takes(isa, kind, n, features)) {
        return Err(bad());
    }
    if let Some(slot) = v.operands.get_mut(index as usize) {
        *slot = value;
    }
    Ok(())
}

/// A decimal, hexadecimal, octal or binary number.
pub(super) fn number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(d) => (true, d.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = |d: &str, r| u64::from_str_radix(d, r).ok();
    let lower = digits.get(..2).unwrap_or("").to_ascii_lowercase();
    let value = match &*lower {
        "0x" => radix(&digits[2..], 16)?,
        "0b" => radix(&digits[2..], 2)?,
        _ if digits.starts_with('0') && digits.len() > 1 => radix(digits, 8)?,
        _ => radix(digits, 10)?,
    };
    Some(if negative { (value as i64).wrapping_neg() } else { value as i64 })
}

/// The row that an alias stands for.
fn expanded<'a>(isa: &Isa, v: Assembled<'a>) -> Assembled<'a> {
    let at = isa.stands_for.get(v.op.0 as usize).copied().unwrap_or(u16::MAX);
    let Some(e) = isa.aliases.get(at as usize) else {
        return v;
    };
    let mut out =
        Assembled { op: e.to, operands: [AsmValue::Int(0); MAX_OPERANDS], len: e.args.len().min(MAX_OPERANDS) as u8 };
    for (slot, arg) in out.operands.iter_mut().zip(e.args) {
        *slot = match *arg {
            Arg::Operand(i) => v.operands.get(i as usize).copied().unwrap_or(AsmValue::Int(0)),
            Arg::Reg(r) => AsmValue::Int(isa.reg(r).enc as i64),
            Arg::Imm(i) => AsmValue::Int(i),
        };
    }
    out
}
