//! Which rows are others with an operand in memory.
//!
//! Rows are named by what their operands are: a stem, a dot, and a letter for each operand as it is written, `r` for a
//! register and `m` for memory (`add32.rr`, `add32.rm`, `add32.mr`). Two rows whose names differ in one such letter are
//! the same operation, once with that operand in a register and once with it in memory; everything else about them must
//! agree, which is checked here. A result that is tied to an operand and in memory is read and written.

use super::lines::Res;
use super::model::*;

/// Finds the folds of a model.
pub fn find(model: &mut Model) -> Res<()> {
    let mut folds = Vec::new();
    for (reg, inst) in model.insts.iter().enumerate() {
        let Some((stem, letters)) = inst.name.rsplit_once('.') else { continue };
        for (k, _) in letters.char_indices().filter(|(_, c)| *c == 'r') {
            let name = format!("{stem}.{}m{}", &letters[..k], &letters[k + 1..]);
            let Some(&mem) = model.scope.insts.get(&name) else { continue };
            if !model.insts[mem].operands.iter().any(|o| o.role == "Base") {
                continue;
            }
            folds.push(one(model, reg, mem, k)?);
        }
    }
    model.folds = folds;
    Ok(())
}

/// The fold of the `k`th written operand.
fn one(model: &Model, reg: usize, mem: usize, k: usize) -> Res<Fold> {
    let (r, m) = (&model.insts[reg], &model.insts[mem]);
    let differ = |what: &str| m.at.err(format!("'{}' is not '{}' with operand {k} in memory: {what}", m.name, r.name));
    let (Some(&operand), true) = (r.shape.get(k), r.shape.len() == m.shape.len()) else {
        return differ("they do not have the same number of operands");
    };
    for (i, (&a, &b)) in r.shape.iter().zip(&m.shape).enumerate() {
        let (a, b) = (&r.operands[a], &m.operands[b]);
        if i == k && b.role != "Base" {
            return differ("that operand is no address");
        }
        // The immediate of a register's form may be wider.
        let same = matches!((a.kind, b.kind), (Kind::Imm(_), Kind::Imm(_))) || a.kind == b.kind;
        if i != k && !same {
            return differ(&format!("'{}' is of another kind", b.name));
        }
    }
    // What the register form does to memory itself (a push) is not the operand's.
    let access = (m.is("LOAD") && !r.is("LOAD"), m.is("STORE") && !r.is("STORE"));
    let result = operand < r.results;
    let right = match (result, r.operands[operand].tied) {
        (true, Some(_)) => (true, true),
        (true, None) => (false, true),
        (false, _) => (true, false),
    };
    if access != right {
        return differ("it does not access memory as the register form accesses the register");
    }
    Ok(Fold { reg, operand, mem, access })
}
