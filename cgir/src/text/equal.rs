//! Structural equality of functions: all that the text form keeps.
//!
//! Numbers of ops, and of TNs that are not virtual registers, do not matter; nor does the order of predecessors.

use crate::func::{Bb, Func, Op, OpExtra, Tn, TnData};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// Are two functions the same? If not, what differs first.
pub fn same(a: &Func, b: &Func) -> Result<(), String> {
    let differ = |what: &str| Err(format!("{what} differs"));
    if a.name != b.name || a.allocated != b.allocated || a.laid_out != b.laid_out {
        return differ("name or state");
    }
    // These have no equality of their own; their debug form shows every field.
    let shown = |f: &Func| format!("{:?} {:?} {:?} {:?}", f.frame, f.frame_info, f.incoming, f.alias);
    if shown(a) != shown(b) {
        return differ("frame or alias classes");
    }
    if a.pool != b.pool || a.tables != b.tables || a.layout != b.layout {
        return differ("pool, tables or layout");
    }
    let mut ops: FxHashMap<Op, Op> = FxHashMap::default();
    for &bb in &a.layout {
        same_block(a, b, bb, &mut ops)?;
    }
    for t in a.tns.keys() {
        let (x, y) = (a.remat[t].expand(), b.remat[t].expand());
        let equal = match (x, y) {
            (Some(x), Some(y)) => match ops.get(&x) {
                Some(&z) => z == y,
                None => b.bb_of(y).is_none() && same_op(a, b, x, y),
            },
            (None, None) => true,
            _ => false,
        };
        if !equal {
            return Err(format!("what rebuilds {t} differs"));
        }
    }
    Ok(())
}

fn same_block(a: &Func, b: &Func, bb: Bb, ops: &mut FxHashMap<Op, Op>) -> Result<(), String> {
    let (x, y) = (&a.bbs[bb], &b.bbs[bb]);
    let mut preds = (x.preds.clone(), y.preds.clone());
    preds.0.sort();
    preds.1.sort();
    let facts = |d: &crate::func::BbData| (d.freq, d.address_taken, d.unwind, d.cold);
    if x.succs != y.succs || preds.0 != preds.1 || facts(x) != facts(y) {
        return Err(format!("edges or facts of {bb} differ"));
    }
    let (left, right): (Vec<Op>, Vec<Op>) = (a.bb_ops(bb).collect(), b.bb_ops(bb).collect());
    if left.len() != right.len() {
        return Err(format!("{bb} has {} ops and {} ops", left.len(), right.len()));
    }
    for (i, (&p, &q)) in left.iter().zip(&right).enumerate() {
        if !same_op(a, b, p, q) {
            return Err(format!("op {i} of {bb} differs"));
        }
        ops.insert(p, q);
    }
    Ok(())
}

fn same_tn(a: &Func, b: &Func, x: Tn, y: Tn) -> bool {
    let virtual_reg = |d: TnData| matches!(d, TnData::Reg { dedicated: None, .. });
    a.tns[x] == b.tns[y] && (!virtual_reg(a.tns[x]) || x.index() == y.index())
}

fn same_op(a: &Func, b: &Func, x: Op, y: Op) -> bool {
    let (p, q) = (&a.ops[x], &b.ops[y]);
    let list = a.all(x).len() == b.all(y).len() && a.all(x).iter().zip(b.all(y)).all(|(&s, &t)| same_tn(a, b, s, t));
    let facts = p.opcode == q.opcode && p.flags == q.flags && p.alias == q.alias && a.nres(x) == b.nres(y);
    list && facts && same_extra(a.extra(x), b.extra(y))
}

fn same_extra(a: Option<&OpExtra>, b: Option<&OpExtra>) -> bool {
    match (a, b) {
        (Some(x), Some(y)) => {
            let asm = |e: &OpExtra| e.asm.as_ref().map(|a| format!("{a:?}"));
            x.constraints == y.constraints
                && x.clobbers == y.clobbers
                && x.early == y.early
                && (x.stack_bytes, x.popped, x.cc, x.returns_twice, x.no_memory)
                    == (y.stack_bytes, y.popped, y.cc, y.returns_twice, y.no_memory)
                && asm(x) == asm(y)
                && x.asm_operands == y.asm_operands
        }
        (None, None) => true,
        _ => false,
    }
}
