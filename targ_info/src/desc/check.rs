//! What no single line can show.
//!
//! * Every bit of an encoding is filled once, and every bit of an operand's value has a place or must be zero.
//! * No two rows that a feature set can have together have the same bits, unless one is more specific than the other (the
//!   decoder tries it first) or their operands exclude one another.
//! * A compressed row's operands are operands of the row that it stands for.

use super::lines::Res;
use super::model::*;

/// Checks a model, and gives each row the list of its compressed forms.
pub fn check(model: &mut Model) -> Res<()> {
    let mut constants = std::collections::BTreeMap::new();
    for inst in &model.insts {
        if let Some(other) = constants.insert(super::write::constant(&inst.name), &inst.name) {
            return inst.at.err(format!("'{}' has the constant of '{other}'", inst.name));
        }
    }
    for inst in &model.insts {
        template(inst)?;
    }
    for inst in model.insts.iter().filter(|i| i.size != 0) {
        overlap(model, inst)?;
        coverage(model, inst)?;
    }
    distinct(model)?;
    for e in model.aliases.iter().chain(&model.compressions).chain(&model.alternatives) {
        expansion(model, e)?;
    }
    for e in &model.compressions {
        let from = e.from;
        let list = &mut model.insts[e.to].compressed;
        if !list.contains(&from) {
            list.push(from);
        }
    }
    Ok(())
}

fn ones(len: u8) -> u64 {
    if len == 0 { 0 } else { u64::MAX >> (64 - len.min(64)) }
}

/// A template names operands of its row, and an encoded row has no more operands than `code::Values` holds.
fn template(inst: &Inst) -> Res<()> {
    for piece in inst.dialects.iter().chain([&inst.asm]).flat_map(|a| a.split('{').skip(1)) {
        let name = piece.split('}').next().unwrap_or(piece).trim_start_matches(['?', '@']);
        if !piece.contains('}') || !inst.operands.iter().any(|o| o.name == name) {
            return inst.at.err(format!("'{}': the template names no operand with '{{{name}'", inst.name));
        }
    }
    if !inst.is("PSEUDO") && inst.operands.len() > 12 {
        return inst.at.err(format!("'{}' has more than 12 operands", inst.name));
    }
    Ok(())
}

/// No bit of the word is filled twice, or not at all.
fn overlap(model: &Model, inst: &Inst) -> Res<()> {
    let mut filled = inst.mask;
    for p in &inst.pieces {
        let bits = ones(p.len) << p.to;
        if filled & bits != 0 {
            let name = &inst.operands[p.operand as usize].name;
            return inst.at.err(format!("'{}': operand '{name}' overlaps another field", inst.name));
        }
        filled |= bits;
    }
    let missing = ones(inst.size * 8) & !filled;
    if missing != 0 {
        return inst.at.err(format!("'{}': bits {missing:#x} are not covered", inst.name));
    }
    if model.insts.len() > u16::MAX as usize {
        return inst.at.err("too many rows");
    }
    Ok(())
}

/// Every bit that an operand's value can have set has its place.
fn coverage(model: &Model, inst: &Inst) -> Res<()> {
    for (i, o) in inst.operands.iter().enumerate() {
        let mut placed = 0;
        for p in inst.pieces.iter().filter(|p| p.operand as usize == i) {
            let bits = ones(p.len) << p.from;
            if placed & bits != 0 {
                return inst.at.err(format!("'{}': a bit of '{}' has two places", inst.name, o.name));
            }
            placed |= bits;
        }
        let tie = o.tied.is_some() || inst.operands.iter().any(|r| r.tied == Some(i));
        let need = match o.kind {
            Kind::Fixed(_) | Kind::Variadic => 0,
            Kind::Reg(_) if tie && placed == 0 => {
                let other = o.tied.or_else(|| inst.operands.iter().position(|r| r.tied == Some(i)));
                let has = inst.pieces.iter().any(|p| Some(p.operand as usize) == other);
                if !has {
                    return inst.at.err(format!("'{}': '{}' is not encoded", inst.name, o.name));
                }
                0
            }
            Kind::Reg(c) => {
                let class = &model.classes[c];
                let top =
                    class.members.iter().map(|&m| model.regs[m].enc - class.enc_base.min(model.regs[m].enc)).max();
                ones((64 - (top.unwrap_or(0) as u64).leading_zeros()) as u8)
            }
            Kind::Imm(k) | Kind::Target(k) => ones(model.imms[k].bits) << model.imms[k].shift,
        };
        if o.implicit || need & !placed == 0 && (need != 0 || placed == 0) {
            continue;
        }
        return inst
            .at
            .err(format!("'{}': operand '{}' needs bits {need:#x} but has places for {placed:#x}", inst.name, o.name));
    }
    Ok(())
}

/// All features that these imply.
fn closure(model: &Model, features: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut on = vec![false; model.features.len()];
    let mut work: Vec<usize> = features.into_iter().collect();
    while let Some(f) = work.pop() {
        if !std::mem::replace(&mut on[f], true) {
            work.extend(&model.features[f].implies);
        }
    }
    on
}

/// Can both rows be available at once?
pub fn compatible(model: &Model, a: &Inst, b: &Inst) -> bool {
    let on = closure(model, a.needs.iter().chain(&b.needs).copied());
    let excluded = a.excludes.iter().chain(&b.excludes).any(|&f| on[f]);
    !excluded && !model.conflicts.iter().any(|&(x, y)| on[x] && on[y])
}

/// The encodings that the operand may have, when all of its field is fixed in `other` or is a register field there too.
fn excludes(model: &Model, a: &Inst, b: &Inst) -> bool {
    a.operands.iter().enumerate().any(|(i, o)| {
        let pieces: Vec<Piece> = a.pieces.iter().copied().filter(|p| p.operand as usize == i).collect();
        if pieces.is_empty() {
            return false;
        }
        let fixed = pieces.iter().all(|p| b.mask >> p.to & ones(p.len) == ones(p.len));
        let value = pieces.iter().fold(0, |v, p| v | (b.bits >> p.to & ones(p.len)) << p.from);
        match o.kind {
            Kind::Reg(c) if fixed => model.classes[c].encs >> (value + model.classes[c].enc_base as u64) & 1 == 0,
            Kind::Imm(k) if fixed => model.imms[k].nonzero && value == 0,
            Kind::Reg(c) => pieces.iter().all(|p| {
                let same = |q: &&Piece| (q.from, q.len, q.to) == (p.from, p.len, p.to);
                b.pieces.iter().find(same).is_some_and(|q| match b.operands[q.operand as usize].kind {
                    Kind::Reg(d) => model.classes[c].encs & model.classes[d].encs == 0,
                    _ => false,
                })
            }),
            _ => false,
        }
    })
}

/// No two rows have the same bits.
fn distinct(model: &Model) -> Res<()> {
    let rows: Vec<&Inst> = model.insts.iter().filter(|i| i.size != 0).collect();
    for (i, b) in rows.iter().enumerate() {
        for a in &rows[..i] {
            if a.size != b.size || (a.bits ^ b.bits) & a.mask & b.mask != 0 {
                continue;
            }
            let nested = a.mask != b.mask && (a.mask & b.mask == a.mask || a.mask & b.mask == b.mask);
            if nested || excludes(model, a, b) || excludes(model, b, a) || !compatible(model, a, b) {
                continue;
            }
            return b.at.err(format!("'{}' has the bits of '{}' ({})", b.name, a.name, a.at));
        }
    }
    Ok(())
}

fn overlap_units(model: &Model, a: usize, b: usize) -> bool {
    model.regs[a].units.iter().any(|u| model.regs[b].units.contains(u))
}

/// Each argument of an expansion is something that the row takes.
fn expansion(model: &Model, e: &Expansion) -> Res<()> {
    let (from, to) = (&model.insts[e.from], &model.insts[e.to]);
    // A class that is empty on this machine belongs to rows that it does not have.
    let empty = |c: usize| model.classes[c].members.is_empty();
    let alternative = !from.is("ALIAS") && model.alternatives.iter().any(|a| std::ptr::eq(a, e));
    for (arg, o) in e.args.iter().zip(&to.operands) {
        let ok = match (*arg, o.kind) {
            (_, Kind::Variadic) => true,
            (Arg::Reg(r), Kind::Fixed(f)) => r == f,
            (Arg::Reg(r), Kind::Reg(c)) => model.classes[c].members.contains(&r),
            (Arg::Imm(v), Kind::Imm(k) | Kind::Target(k)) => {
                let m = &model.imms[k];
                v >= m.min && v <= m.max && v & ((1i64 << m.shift) - 1) == 0 && !(m.nonzero && v == 0)
            }
            // The value is there at another width, or a register that has to hold it.
            (Arg::Operand(_), Kind::Reg(c)) if alternative && empty(c) => true,
            (Arg::Operand(i), Kind::Reg(c)) if alternative && matches!(from.operands[i].kind, Kind::Fixed(_)) => {
                let Kind::Fixed(r) = from.operands[i].kind else { return Ok(()) };
                model.classes[c].members.iter().any(|&m| model.regs[m].enc == model.regs[r].enc)
            }
            (Arg::Operand(i), kind) => match (from.operands[i].kind, kind) {
                (Kind::Fixed(a), Kind::Fixed(b)) => a == b,
                (Kind::Fixed(a), Kind::Reg(c)) => empty(c) || model.classes[c].members.contains(&a),
                (Kind::Reg(a), Kind::Reg(b)) => {
                    // Another row may take the value at another width: the same storage, then.
                    let same = |m: usize, n: usize| match model.regs[m].enc == model.regs[n].enc {
                        true => m == n || alternative && overlap_units(model, m, n),
                        false => false,
                    };
                    let other = &model.classes[b].members;
                    let mut mine = model.classes[a].members.iter();
                    let taken = |&m: &usize| other.iter().any(|&n| same(m, n));
                    // Whether it takes the registers at hand is asked then; a class may be empty on one machine.
                    if alternative { empty(a) || empty(b) || mine.any(taken) } else { mine.all(taken) }
                }
                (Kind::Imm(a), Kind::Imm(b)) | (Kind::Target(a), Kind::Target(b)) => {
                    let (a, b) = (&model.imms[a], &model.imms[b]);
                    a.wrap != 0 || alternative || a.min >= b.min && a.max <= b.max && a.shift >= b.shift
                }
                _ => false,
            },
            _ => false,
        };
        if !ok {
            return e.at.err(format!("'{}' cannot be operand '{}' of '{}'", from.name, o.name, to.name));
        }
    }
    if from.results > to.results && !alternative {
        return e.at.err(format!("'{}' has more results than '{}'", from.name, to.name));
    }
    Ok(())
}
