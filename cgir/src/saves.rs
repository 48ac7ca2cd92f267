//! Placement of callee-saved saves and restores: one pass for all allocators.
//!
//! It reads the allocated code: callee-saved registers that an op writes (or inline asm destroys) are saved, and
//! whatever the target saves besides. Where: at the entry and before each return (`saves=entry`).

use crate::func::{Bb, Func, Op, OpFlags};
use crate::pass::PassCx;
use crate::target::SavePlan;
use targ_info::{InstFlags, PReg, RegSet};

/// Decides which registers are saved, and where.
pub fn plan(f: &Func, cx: &PassCx<'_>) -> SavePlan {
    let regs = registers(f, cx);
    let restore = f.layout.iter().copied().filter(|&b| leaves(f, cx, b)).collect();
    SavePlan { regs, save: f.entry(), restore }
}

/// Callee-saved registers that need saving, in the order of the target's own list, then by number.
fn registers(f: &Func, cx: &PassCx<'_>) -> Vec<PReg> {
    let isa = cx.target.isa;
    let mut written = RegSet::EMPTY;
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        let calls = isa.inst(f.ops[op].opcode).is(InstFlags::CALL);
        // What a call destroys, the callee saves; its convention says which that is.
        if !calls {
            written |= f.clobbers(op);
        }
        for r in f.results(op).iter().filter_map(|&t| f.preg(t)) {
            written |= isa.reg(r).units;
        }
    }
    let saved = written & cx.target.abi.callee_saved;
    let mut regs = cx.hooks.forced_saves(f, cx, &f.frame_info);
    // Returns read the return address; allocators may use its register meanwhile.
    if let Some(ra) = cx.target.abi.ra
        && written.intersects(isa.reg(ra).units)
        && !regs.contains(&ra)
    {
        regs.push(ra);
    }
    let mut have = RegSet::EMPTY;
    regs.iter().for_each(|&r| have |= isa.reg(r).units);
    // The largest registers that are callee-saved as a whole; a part of one that is already there adds nothing.
    for (i, d) in isa.regs.iter().enumerate() {
        let whole = cx.target.abi.callee_saved.contains(d.units) && d.units.len() == 1;
        if whole && saved.contains(d.units) && !have.contains(d.units) {
            have |= d.units;
            regs.push(PReg(i as u16));
        }
    }
    regs
}

/// Does the block leave the function by a return or a tail call?
fn leaves(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    let leaving =
        |op: Op| cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::RETURN) || f.ops[op].flags.contains(OpFlags::TAIL);
    f.last(b).is_some_and(leaving)
}
