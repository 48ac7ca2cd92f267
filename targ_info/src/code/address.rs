//! Addresses as text: base, scale, index, displacement and segment, in the two ways in which dialects write them.
//!
//! With parentheses: `seg:disp(base,index,scale)`, where what is not there is left out. With brackets:
//! `seg:[base + scale*index + disp]`. The operands of an address are found by their roles, from the first one on; a register
//! that is a place-holder for none has no name.

use super::assemble::{AsmValue, number};
use super::print::print_value;
use crate::{Dialect, Isa, Opcode, OperandDesc, OperandKind, Role};
use std::fmt::{Result, Write};

/// Where the operands of an address stand in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AddressParts {
    /// Base register.
    pub base: usize,
    /// Scale of the index, as a shift.
    pub scale: usize,
    /// Index register.
    pub index: usize,
    /// Displacement.
    pub offset: usize,
    /// Segment.
    pub segment: usize,
}

impl AddressParts {
    /// The parts of the address whose first operand is `first`; those that it does not have are `usize::MAX`.
    pub fn of(operands: &[OperandDesc], first: usize) -> AddressParts {
        let find = |role| {
            let rest = operands.get(first..).unwrap_or(&[]);
            rest.iter().position(|o| o.role == role).map_or(usize::MAX, |i| first + i)
        };
        AddressParts {
            base: find(Role::Base),
            scale: find(Role::Scale),
            index: find(Role::Index),
            offset: find(Role::Offset),
            segment: find(Role::Segment),
        }
    }
}

/// The name of the register that an operand has; empty for a place-holder.
fn name(isa: &Isa, op: Opcode, operand: usize, value: i64) -> &'static str {
    match isa.inst(op).operands.get(operand).map(|o| o.kind) {
        Some(OperandKind::Reg(c)) => {
            let r = isa.class(c).member(value).map(|r| isa.reg(r));
            r.filter(|r| !r.unwritten).map_or("", |r| r.name)
        }
        _ => "",
    }
}

/// Prints the address whose operands start at `first`. `symbol` stands for a displacement that is no number; it is empty if
/// there is none.
pub fn print_address<W: Write>(
    isa: &Isa,
    d: &Dialect,
    op: Opcode,
    first: usize,
    value: &dyn Fn(usize) -> Option<i64>,
    symbol: &str,
    out: &mut W,
) -> Result {
    let p = AddressParts::of(isa.inst(op).operands, first);
    let base = value(p.base).map_or("", |v| name(isa, op, p.base, v));
    let index = value(p.index).map_or("", |v| name(isa, op, p.index, v));
    let offset = value(p.offset).unwrap_or(0);
    if value(p.segment).is_some_and(|s| s != 0) {
        out.write_str(d.reg)?;
        print_value(isa, op, p.segment, value(p.segment).unwrap_or(0), out)?;
        out.write_char(':')?;
    }
    let scale = value(p.scale).unwrap_or(0);
    if !d.brackets {
        let registers = !base.is_empty() || !index.is_empty();
        match symbol {
            "" if offset != 0 || !registers => write!(out, "{offset}")?,
            s => out.write_str(s)?,
        }
        if !registers {
            return Ok(());
        }
        out.write_char('(')?;
        if !base.is_empty() {
            write!(out, "{}{base}", d.reg)?;
        }
        if !index.is_empty() {
            write!(out, ",{}{index}", d.reg)?;
            if scale != 0 {
                write!(out, ",{}", 1u64 << (scale & 7))?;
            }
        }
        return out.write_char(')');
    }
    out.write_char('[')?;
    let mut plus = "";
    if !base.is_empty() {
        write!(out, "{base}")?;
        plus = " + ";
    }
    if !index.is_empty() {
        out.write_str(plus)?;
        if scale != 0 || base.is_empty() {
            write!(out, "{}*", 1u64 << (scale & 7))?;
        }
        write!(out, "{index}")?;
        plus = " + ";
    }
    match (plus, offset) {
        _ if !symbol.is_empty() => write!(out, "{plus}{symbol}")?,
        ("", n) => write!(out, "{n}")?,
        (_, 0) => {}
        (_, n) if n < 0 => write!(out, " - {}", n.unsigned_abs())?,
        (plus, n) => write!(out, "{plus}{n}")?,
    }
    out.write_char(']')
}

/// An address as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parsed<'a> {
    /// Name of the segment.
    pub segment: &'a str,
    /// Name of the base, without prefix; empty if there is none.
    pub base: &'a str,
    /// Name of the index.
    pub index: &'a str,
    /// log2 of the scale.
    pub scale: i64,
    /// Displacement.
    pub offset: AsmValue<'a>,
}

/// Reads an address.
pub(super) fn parse<'a>(isa: &Isa, d: &Dialect, text: &'a str) -> Option<Parsed<'a>> {
    let mut p = Parsed { segment: "", base: "", index: "", scale: 0, offset: AsmValue::Int(0) };
    let mut rest = text.trim();
    if let Some((segment, after)) = rest.split_once(':') {
        p.segment = segment.trim().strip_prefix(d.reg)?;
        rest = after.trim();
    }
    if d.brackets { brackets(isa, p, rest) } else { parentheses(d, p, rest) }
}

fn scale(text: &str) -> Option<i64> {
    match number(text.trim())? {
        1 => Some(0),
        2 => Some(1),
        4 => Some(2),
        8 => Some(3),
        _ => None,
    }
}

fn parentheses<'a>(d: &Dialect, mut p: Parsed<'a>, text: &'a str) -> Option<Parsed<'a>> {
    let open = text.rfind('(').filter(|i| text.ends_with(')') && is_registers(d, &text[i + 1..]));
    let (offset, registers) = match open {
        Some(i) => (text[..i].trim(), Some(&text[i + 1..text.len() - 1])),
        None => (text, None),
    };
    if !offset.is_empty() {
        p.offset = number(offset).map_or(AsmValue::Expr(offset), AsmValue::Int);
    }
    let Some(registers) = registers else {
        return (!offset.is_empty() && !offset.starts_with(d.imm) && !offset.starts_with(d.reg)).then_some(p);
    };
    let mut list = registers.split(',').map(str::trim);
    let mut register = || match list.next() {
        None | Some("") => Some(""),
        Some(r) => r.strip_prefix(d.reg),
    };
    (p.base, p.index) = (register()?, register()?);
    if let Some(s) = list.next() {
        p.scale = scale(s)?;
    }
    list.next().is_none().then_some(p)
}

/// Are these registers, and not an expression in parentheses?
fn is_registers(d: &Dialect, inner: &str) -> bool {
    let inner = inner.trim_start();
    inner.starts_with(d.reg) || inner.starts_with(',')
}

fn brackets<'a>(isa: &Isa, mut p: Parsed<'a>, text: &'a str) -> Option<Parsed<'a>> {
    let (before, inner) = text.split_once('[')?;
    let inner = inner.strip_suffix(']')?;
    if before.trim().contains(char::is_whitespace) {
        return None;
    }
    if !before.trim().is_empty() {
        p.offset = AsmValue::Expr(before.trim());
    }
    let mut negative = false;
    let mut rest = inner.trim();
    while !rest.is_empty() {
        let end = rest.find(['+', '-']).filter(|e| *e > 0).unwrap_or(rest.len());
        let term = rest[..end].trim();
        let factors = term.split_once('*');
        if let Some((a, b)) = factors {
            (p.index, p.scale) = match (scale(a), scale(b)) {
                (Some(s), None) => (b.trim(), s),
                (None, Some(s)) => (a.trim(), s),
                _ => return None,
            };
        } else if let Some(n) = number(term) {
            let n = if negative { n.wrapping_neg() } else { n };
            p.offset = match p.offset {
                AsmValue::Int(m) => AsmValue::Int(m.wrapping_add(n)),
                AsmValue::Expr(_) => return None,
            };
        } else if negative {
            return None;
        } else if isa.reg_by_name(term).is_none() {
            if p.offset != AsmValue::Int(0) {
                return None;
            }
            p.offset = AsmValue::Expr(term);
        } else if p.base.is_empty() {
            p.base = term;
        } else if p.index.is_empty() {
            p.index = term;
        } else {
            return None;
        }
        negative = rest[end..].starts_with('-');
        rest = rest.get(end + 1..).unwrap_or("").trim();
    }
    Some(p)
}
