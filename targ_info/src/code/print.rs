//! Instructions as text, from the templates of their rows.
//!
//! The mnemonic is followed by a tab, operands are separated by a comma and a space, as llc prints them.

use super::address::print_address;
use super::expand::{alias_for, expand};
use crate::{AsmPart, FeatureSet, InstFlags, Isa, Opcode, OperandKind};
use std::fmt::{Result, Write};

/// Prints an instruction. If `aliases` gives the features in force, it is printed as what it stands for: a compressed row as
/// the row that it compresses, and that as its preferred alias.
pub fn print<W: Write>(isa: &Isa, op: Opcode, operands: &[i64], aliases: Option<&FeatureSet>, out: &mut W) -> Result {
    let stands_for = aliases.filter(|_| !isa.inst(op).is(InstFlags::ALIAS)).and_then(|_| expand(isa, op, operands));
    if let Some((long, v)) = stands_for {
        return print(isa, long, &v, aliases, out);
    }
    match aliases.and_then(|f| alias_for(isa, op, operands, f)) {
        Some((alias, v)) => print(isa, alias, &v, None, out),
        None => {
            let value = |i: usize| operands.get(i).copied();
            print_with(isa, op, out, value, |out, i| print_value(isa, op, i, value(i).unwrap_or(0), out))
        }
    }
}

/// Prints an instruction in a dialect, by its index in [`Isa::dialects`].
pub fn print_as<W: Write>(isa: &Isa, dialect: usize, op: Opcode, operands: &[i64], out: &mut W) -> Result {
    let Some(d) = isa.dialects.get(dialect) else { return print(isa, op, operands, None, out) };
    let value = |i: usize| operands.get(i).copied();
    for p in d.asm.get(op.0 as usize).copied().unwrap_or(&[]) {
        part(isa, op, *p, out, &value, &mut |out, i| print_value(isa, op, i, value(i).unwrap_or(0), out), |out, i| {
            print_address(isa, d, op, i, &value, "", out)
        })?;
    }
    Ok(())
}

/// Prints an instruction whose operands the caller prints, by index. `value` gives an operand's value if it is a number, which
/// decides if an optional operand is left out.
pub fn print_with<W: Write>(
    isa: &Isa,
    op: Opcode,
    out: &mut W,
    value: impl Fn(usize) -> Option<i64>,
    mut operand: impl FnMut(&mut W, usize) -> Result,
) -> Result {
    let parts = isa.asm.get(op.0 as usize).copied().unwrap_or(&[]);
    for p in parts {
        part(isa, op, *p, out, &value, &mut operand, |out, i| match isa.dialects.first() {
            Some(d) => print_address(isa, d, op, i, &value, "", out),
            None => Ok(()),
        })?;
    }
    Ok(())
}

/// Prints a part of a template.
fn part<W: Write>(
    isa: &Isa,
    op: Opcode,
    p: AsmPart,
    out: &mut W,
    value: &dyn Fn(usize) -> Option<i64>,
    operand: &mut dyn FnMut(&mut W, usize) -> Result,
    address: impl FnOnce(&mut W, usize) -> Result,
) -> Result {
    match p {
        AsmPart::Text(t) => out.write_str(t),
        AsmPart::Operand(i) => operand(out, i as usize),
        AsmPart::Address(i) => address(out, i as usize),
        AsmPart::Optional(i) => {
            let default = match isa.inst(op).operands.get(i as usize).map(|o| o.kind) {
                Some(OperandKind::Imm(k)) => isa.imms.get(k as usize).and_then(|m| m.default),
                _ => None,
            };
            if default.is_none() || value(i as usize) != default {
                out.write_str(", ")?;
                operand(out, i as usize)?;
            }
            Ok(())
        }
    }
}

/// Prints the value of an operand: a register's name, a value's name, or a number.
pub fn print_value<W: Write>(isa: &Isa, op: Opcode, operand: usize, value: i64, out: &mut W) -> Result {
    match isa.inst(op).operands.get(operand).map(|o| o.kind) {
        Some(OperandKind::Reg(c)) => {
            out.write_str(isa.class(c).member(value).map_or("<bad register>", |r| isa.reg(r).name))
        }
        Some(OperandKind::Fixed(r)) => out.write_str(isa.reg(r).name),
        Some(OperandKind::Imm(k)) => {
            let names = isa.imms.get(k as usize).map_or(&[][..], |m| m.names);
            match names.iter().find(|n| n.0 == value) {
                Some(n) => out.write_str(n.1),
                None => write!(out, "{value}"),
            }
        }
        _ => write!(out, "{value}"),
    }
}
