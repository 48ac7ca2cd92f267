//! Loop-invariant arithmetic moves to the preheader.
//!
//! The middle end has hoisted what it saw; what it left is inside addresses, which became arithmetic when legalised.
//! Only what is executed in every iteration moves, only pure operations that cannot fault, and only as long as the loop
//! is expected to have registers left: a value that must be spilled is worse than two additions.

use super::Nest;
use crate::analysis::loops::LoopId;
use crate::ir::{BinOp, CastOp, Function, Inst, InstFlags, InstKind, Ty, UnOp, Value};
use crate::opt::OptCx;
use crate::tree::is_leaf;
use fixedbitset::FixedBitSet;

/// Instructions on vectors that are hoisted out of a loop: mostly one needs the other, so that fewer registers are taken.
const VECTORS: u32 = 12;

/// Hoists in all loops, inner ones first, so that what is invariant in several loops moves out step by step.
pub fn run(f: &mut Function, cx: &OptCx<'_>, nest: &Nest) {
    let mut ids: Vec<LoopId> = nest.loops.loops.keys().collect();
    ids.reverse();
    for l in ids {
        one(f, cx, nest, l);
    }
}

fn one(f: &mut Function, cx: &OptCx<'_>, nest: &Nest, l: LoopId) {
    let Some(preheader) = nest.loops.preheader(f, &nest.cfg, l) else { return };
    let Some(at) = f.last(preheader) else { return };
    let all = registers(cx, has_call(f, nest, l));
    let mut room = all.saturating_sub(3).saturating_sub(pressure(f, nest, l));
    let mut vectors = VECTORS;
    let blocks = &nest.loops.loops[l].blocks;
    for &b in blocks {
        let always = nest.always(l, b);
        let mut next = f.first(b);
        while let Some(i) = next {
            next = f.next(i);
            let leaf = f.insts[i].results == 1 && is_leaf(f, i);
            if !leaf && (!always || !worthwhile(f, cx, i)) {
                continue;
            }
            let fixed = f.args(i).iter().all(|&v| nest.invariant(f, l, v));
            if !fixed || matches!(f.insts[i].kind, InstKind::BlockAddr(_)) {
                continue;
            }
            if !leaf {
                let room = if is_vector(f, i) { &mut vectors } else { &mut room };
                if *room == 0 || !cx.fuel.take() {
                    continue;
                }
                // Free conversions take no register of their own.
                *room -= u32::from(!free(f, cx, i));
            }
            f.remove(i);
            f.insert_before(i, at);
        }
    }
}

/// Does it make lanes, which live in registers of their own?
fn is_vector(f: &Function, i: Inst) -> bool {
    f.insts[i].results == 1 && f.ty(f.result(i, 0)).lanes().is_some()
}

/// Is there a call in the loop?
pub fn has_call(f: &Function, nest: &Nest, l: LoopId) -> bool {
    let call = |i: Inst| match f.insts[i].kind {
        InstKind::Call(c) => !matches!(f.calls[c].callee, crate::ir::Callee::Asm(_)),
        _ => false,
    };
    nest.loops.loops[l].blocks.iter().any(|&b| f.block_insts(b).any(call))
}

/// Registers that values may live in over such a loop.
pub fn registers(cx: &OptCx<'_>, calls: bool) -> u32 {
    if calls { cx.costs.saved } else { cx.costs.registers }
}

/// Integer values that live through the loop: head's phis and what comes from outside.
pub fn pressure(f: &Function, nest: &Nest, l: LoopId) -> u32 {
    let mut seen = FixedBitSet::with_capacity(f.values.len());
    let mut count = 0;
    let d = &nest.loops.loops[l];
    let int = |v: Value| matches!(f.ty(v), Ty::I1 | Ty::I32 | Ty::I64 | Ty::PTR);
    for &b in &d.blocks {
        for i in f.block_insts(b) {
            if b == d.header && matches!(f.insts[i].kind, InstKind::Phi) {
                count += u32::from(int(f.result(i, 0)));
            }
            for &v in f.args(i) {
                let held = match f.def_inst(v) {
                    Some(d) => !is_leaf(f, d) && nest.invariant(f, l, v),
                    None => f.as_const(v).is_none(),
                };
                if held && int(v) && !seen.put(v.as_u32() as usize) {
                    count += 1;
                }
            }
        }
    }
    count
}

/// Costs nothing where it is.
fn free(f: &Function, cx: &OptCx<'_>, i: Inst) -> bool {
    match f.insts[i].kind {
        InstKind::Cast(CastOp::AnyExt | CastOp::PtrToInt | CastOp::IntToPtr) => true,
        InstKind::Cast(CastOp::Trunc) => f.insts[i].flags.contains(InstFlags::NSW),
        InstKind::Cast(CastOp::SExt) => cx.costs.free_sext && f.args(i).first().is_some_and(|&a| f.ty(a) == Ty::I32),
        _ => false,
    }
}

/// Does moving the instruction out of a loop save anything, without risk?
fn worthwhile(f: &Function, cx: &OptCx<'_>, i: Inst) -> bool {
    let d = &f.insts[i];
    if d.results != 1 || d.flags.contains(InstFlags::STRICTFP) {
        return false;
    }
    match d.kind {
        InstKind::Binary(op) => !matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem),
        InstKind::Unary(UnOp::Freeze) => false,
        InstKind::Unary(_) | InstKind::Fma | InstKind::Fshl | InstKind::Fshr | InstKind::Fcmp(..) => true,
        // A comparison is part of its branch; a constant offset part of its access.
        InstKind::Icmp(_) | InstKind::Select => is_vector(f, i),
        InstKind::PtrAdd => match f.args(i) {
            &[_, by] => f.as_int(by).is_none_or(|n| !cx.costs.is_offset(n as i64)),
            _ => false,
        },
        InstKind::Cast(_) => true,
        _ => false,
    }
}
