//! Zero extensions of what is extended already.
//!
//! Writing 32 bits of a register of x86-64 clears the rest, so that a `p.zext32` has nothing to do if all ops that define its
//! operand write it so. It becomes a mere view then (`p.wide64.32`), which costs nothing where both sides share a register. Copies
//! pass on what they get. Runs when nothing but allocation comes before the views go, since until then a definition may
//! become the low part of a wider register; allocation copies, reloads and rebuilds a value of 32 bits by writing 32 bits.

use crate::func::{Func, Op, Tn};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use targ_info::x86::op;
use targ_info::{InstFlags, Isa};

/// Makes views of extensions.
pub(super) fn run(f: &mut Func, cx: &PassCx<'_>) {
    let of_virtual = |o: &Op| f.operands(*o).first().is_some_and(|&t| f.is_virtual(t));
    let extends = |o: &Op| f.ops[*o].opcode == op::P_ZEXT32 && of_virtual(o);
    let extensions: Vec<Op> = f.layout.iter().flat_map(|&b| f.bb_ops(b)).filter(extends).collect();
    if extensions.is_empty() {
        return;
    }
    let unknown = unknown(f, cx.target.isa);
    for o in extensions {
        if !f.operands(o).iter().any(|&t| unknown[t]) && cx.fuel.take() {
            f.ops[o].opcode = op::P_WIDE64_32;
        }
    }
}

/// TNs that something may define without clearing what is above 32 bits.
fn unknown(f: &Func, isa: &Isa) -> SecondaryMap<Tn, bool> {
    let mut unknown: SecondaryMap<Tn, bool> = SecondaryMap::with_capacity(f.tns.len());
    let mut copies: Vec<(Tn, Tn)> = Vec::new();
    for o in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        let opcode = f.ops[o].opcode;
        if let (op::P_COPY32, &[to], &[from]) = (opcode, f.results(o), f.operands(o)) {
            unknown[to] |= !f.is_virtual(from);
            copies.push((to, from));
            continue;
        }
        let row = isa.inst(opcode).flags;
        let real = !row.contains(InstFlags::PSEUDO) || matches!(opcode, op::P_LI32 | op::P_ZERO32);
        for (n, &t) in f.results(o).iter().enumerate() {
            unknown[t] |= n > 0 || !real || !row.contains(InstFlags::ZEXT32);
        }
    }
    loop {
        let mut changed = false;
        for &(to, from) in &copies {
            if unknown[from] && !unknown[to] {
                unknown[to] = true;
                changed = true;
            }
        }
        if !changed {
            return unknown;
        }
    }
}
