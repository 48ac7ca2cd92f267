//! What must be true of rows with layouts.
//!
//! * Every operand has a field, or is tied to one that has, or is a fixed register.
//! * Every bit that an operand's value can have set has a place in every alternative, or a condition that settles it.
//! * Rows are found by a value, and no two have the same values unless their operands exclude one another.
//! * A variant has the names of the first.

use super::lines::Res;
use super::model::*;

/// Checks the rows of a model that have layouts.
pub fn check(model: &Model) -> Res<()> {
    let mut by_key: std::collections::BTreeMap<(usize, i64), Vec<usize>> = Default::default();
    for (n, inst) in model.insts.iter().enumerate() {
        let Some((layout, fields)) = &inst.placed else { continue };
        if !possible(model, inst) {
            continue;
        }
        let l = &model.layouts[*layout];
        let FieldValue::Value(key) = fields[l.key] else {
            return inst.at.err(format!("'{}': the key '{}' must be a value", inst.name, l.fields[l.key]));
        };
        by_key.entry((*layout, key)).or_default().push(n);
        operands(model, inst, l, fields, &coverage(model, l, fields))?;
    }
    for rows in by_key.values() {
        for (i, &b) in rows.iter().enumerate() {
            for &a in &rows[..i] {
                distinct(model, &model.insts[a], &model.insts[b])?;
            }
        }
    }
    Ok(())
}

/// Can the row be available on a machine of this variant?
fn possible(model: &Model, inst: &Inst) -> bool {
    let clash = |features: &[usize]| {
        let both = |a, b| features.contains(&a) && inst.needs.contains(&b);
        model.conflicts.iter().any(|&(a, b)| both(a, b) || both(b, a))
    };
    model.archs.iter().any(|a| !clash(&a.features))
}

fn ones(len: u8) -> u64 {
    if len == 0 { 0 } else { u64::MAX >> (64 - len.min(64)) }
}

/// For each field of a layout, the bits that all alternatives which the row may take settle.
fn coverage(model: &Model, l: &Layout, fields: &[FieldValue]) -> Vec<u64> {
    let possible = |a: &&Alternative| {
        a.conds.iter().all(|c| match c {
            Cond::Bits(f, from, len, value, equal) => match l.fields.iter().position(|n| n == f).map(|i| fields[i]) {
                Some(FieldValue::Value(v)) => ((v as u64 >> from & ones(*len)) == *value) == *equal,
                _ => true,
            },
            Cond::Same(..) | Cond::Fits(..) => true,
        })
    };
    let alternative = |a: &Alternative, field: &str| {
        let placed = a.fields.iter().filter(|f| f.field == field).fold(0, |m, f| m | ones(f.len) << f.from);
        a.conds.iter().fold(placed, |m, c| match c {
            Cond::Bits(f, from, len, _, true) if f == field => m | ones(*len) << from,
            Cond::Same(f, a, _) if f == field => m | 1 << a,
            Cond::Fits(f, _) if f == field => u64::MAX,
            _ => m,
        })
    };
    let part = |p: &usize, field: &str| {
        let all = model.parts[*p].1.iter().filter(possible).map(|a| alternative(a, field));
        all.reduce(|a, b| a & b).unwrap_or(0)
    };
    l.fields.iter().map(|f| l.parts.iter().fold(0, |m, p| m | part(p, f))).collect()
}

/// The bits that values of a kind can have set.
fn needed(model: &Model, kind: Kind) -> u64 {
    match kind {
        Kind::Reg(c) => model.classes[c].members.iter().fold(0, |m, &r| m | u64::from(model.regs[r].enc)),
        Kind::Imm(k) | Kind::Target(k) => ones(model.imms[k].bits) << model.imms[k].shift,
        Kind::Fixed(_) | Kind::Variadic => 0,
    }
}

fn operands(model: &Model, inst: &Inst, l: &Layout, fields: &[FieldValue], covered: &[u64]) -> Res<()> {
    let field_of = |i: usize| fields.iter().position(|f| *f == FieldValue::Operand(i));
    for (i, o) in inst.operands.iter().enumerate() {
        let partner = o.tied.or_else(|| inst.operands.iter().position(|r| r.tied == Some(i)));
        let need = needed(model, o.kind);
        let Some(f) = field_of(i) else {
            let elsewhere = partner.is_some_and(|p| field_of(p).is_some() || matches!(o.kind, Kind::Fixed(_)));
            if o.implicit || matches!(o.kind, Kind::Fixed(_) | Kind::Variadic) || elsewhere {
                continue;
            }
            return inst.at.err(format!("'{}': '{}' is not encoded", inst.name, o.name));
        };
        let lost = need & !covered[f];
        if lost != 0 {
            let (name, field) = (&o.name, &l.fields[f]);
            return inst
                .at
                .err(format!("'{}': bits {lost:#x} of '{name}' have no place in field '{field}'", inst.name));
        }
    }
    Ok(())
}

/// Can two rows of a layout and key be told apart?
fn distinct(model: &Model, a: &Inst, b: &Inst) -> Res<()> {
    let (Some((_, x)), Some((_, y))) = (&a.placed, &b.placed) else { return Ok(()) };
    let mut nested = (false, false);
    for (f, g) in x.iter().zip(y) {
        match (*f, *g) {
            (FieldValue::Value(v), FieldValue::Value(w)) if v != w => return Ok(()),
            (FieldValue::Value(_), FieldValue::Value(_)) => {}
            (FieldValue::Value(_), FieldValue::Operand(_)) => nested.0 = true,
            (FieldValue::Operand(_), FieldValue::Value(_)) => nested.1 = true,
            (FieldValue::Operand(i), FieldValue::Operand(j)) => {
                if let (Kind::Reg(c), Kind::Reg(d)) = (a.operands[i].kind, b.operands[j].kind)
                    && model.classes[c].encs & model.classes[d].encs == 0
                {
                    return Ok(());
                }
            }
        }
    }
    if nested.0 != nested.1 || !super::check::compatible(model, a, b) || a.is("NO_DECODE") || b.is("NO_DECODE") {
        return Ok(());
    }
    b.at.err(format!("'{}' has the bits of '{}' ({})", b.name, a.name, a.at))
}
