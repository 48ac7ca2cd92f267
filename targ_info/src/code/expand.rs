//! Aliases and compressed rows: which row stands for which, and when.
//!
//! Both directions follow one table. Read forward, an [`Expansion`] makes the row that an alias or compressed row stands
//! for. Read backward, it matches: a fixed argument must be equal, an operand must be one that the shorter row takes, and
//! an operand that occurs twice must be twice the same.

use super::encode::{encode, takes};
use super::{Values, fill_fixed};
use crate::{Arg, Expansion, FeatureSet, InstFlags, Isa, Opcode, Role};

/// The expansions that a table holds for a row.
fn of_row(table: &'static [Expansion], starts: &[u16], op: Opcode) -> &'static [Expansion] {
    let at = |i: usize| starts.get(i).copied().unwrap_or(0) as usize;
    table.get(at(op.0 as usize)..at(op.0 as usize + 1)).unwrap_or(&[])
}

/// The compressed form of an instruction, if the features have one that its operands allow. Commutative operands are
/// exchanged if that helps.
pub fn compress(isa: &Isa, op: Opcode, operands: &[i64], features: &FeatureSet) -> Option<(Opcode, Values)> {
    let forms = of_row(isa.compressions, isa.compression_start, op);
    if forms.is_empty() {
        return exchange(isa, op, operands);
    }
    let first = |v: &[i64]| {
        let fits = |e: &Expansion| isa.inst(e.from).available(features);
        forms.iter().filter(|e| fits(e)).find_map(|e| Some((e.from, matches(isa, e, v, features)?)))
    };
    first(operands).or_else(|| first(&commuted(isa, op, operands)?)).or_else(|| exchange(isa, op, operands))
}

/// The same row with its operands exchanged, where that is shorter: one of two places may have the room for any register.
fn exchange(isa: &Isa, op: Opcode, operands: &[i64]) -> Option<(Opcode, Values)> {
    let row = isa.inst(op);
    let may = row.is(InstFlags::COMMUTES) && !row.is(InstFlags::KEEPS_UPPER);
    row.encoding.layout.filter(|_| may && row.operands.iter().all(|o| o.tied == 255))?;
    let v = commuted(isa, op, operands)?;
    let (before, after) = (encode(isa, op, operands).len, encode(isa, op, &v).len);
    (after != 0 && after < before).then_some((op, v))
}

fn commuted(isa: &Isa, op: Opcode, operands: &[i64]) -> Option<Values> {
    let row = isa.inst(op);
    if !row.is(InstFlags::COMMUTES) {
        return None;
    }
    let mut v = Values::zeros(row.operands.len());
    v.iter_mut().zip(operands).for_each(|(a, b)| *a = *b);
    let (a, b) = (row.role(Role::Opnd1)?, row.role(Role::Opnd2)?);
    if a.max(b) >= v.len() {
        return None;
    }
    v.swap(a, b);
    Some(v)
}

/// The alias that a printer prefers for an instruction, with its operands.
pub fn alias_for(isa: &Isa, op: Opcode, operands: &[i64], features: &FeatureSet) -> Option<(Opcode, Values)> {
    let forms = of_row(isa.aliases, isa.alias_start, op);
    let fits = |e: &&Expansion| e.print && isa.inst(e.from).available(features);
    forms.iter().filter(fits).find_map(|e| Some((e.from, matches(isa, e, operands, features)?)))
}

/// The operands of the shorter row, if it can stand for the longer one with these operands.
fn matches(isa: &Isa, e: &Expansion, operands: &[i64], features: &FeatureSet) -> Option<Values> {
    let (from, to) = (isa.inst(e.from), isa.inst(e.to));
    let mut v = Values::zeros(from.operands.len());
    fill_fixed(isa, from, &mut v);
    let mut set = 0u32;
    for ((arg, o), &value) in e.args.iter().zip(to.operands).zip(operands) {
        match *arg {
            _ if o.implicit => {}
            Arg::Reg(r) if isa.reg(r).enc as i64 == value => {}
            Arg::Imm(i) if i == value => {}
            Arg::Operand(i) => {
                let slot = v.get_mut(i as usize)?;
                let seen = set >> i & 1 != 0;
                let kind = from.operands.get(i as usize)?.kind;
                if seen && *slot != value || !seen && !takes(isa, kind, value, features) {
                    return None;
                }
                *slot = value;
                set |= 1 << i;
            }
            Arg::Reg(_) | Arg::Imm(_) => return None,
        }
    }
    let tied = from.operands.iter().enumerate().filter(|(_, o)| o.tied != 255);
    for (i, o) in tied {
        if v.get(i)? != v.get(o.tied as usize)? {
            return None;
        }
    }
    Some(v)
}

/// The row that an alias or compressed row stands for, with its operands; `None` for rows that stand for themselves.
pub fn expand(isa: &Isa, op: Opcode, operands: &[i64]) -> Option<(Opcode, Values)> {
    let at = *isa.stands_for.get(op.0 as usize)? as usize;
    let table = if isa.inst(op).is(InstFlags::ALIAS) { isa.aliases } else { isa.compressions };
    let e = table.get(at)?;
    let mut v = Values::zeros(e.args.len());
    for (slot, arg) in v.iter_mut().zip(e.args) {
        *slot = match *arg {
            Arg::Operand(i) => *operands.get(i as usize)?,
            Arg::Reg(r) => isa.reg(r).enc as i64,
            Arg::Imm(i) => i,
        };
    }
    Some((e.to, v))
}
