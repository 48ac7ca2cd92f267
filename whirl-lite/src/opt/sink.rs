//! Increments go behind the last use of what they increment.
//!
//! `next = phi + constant` early in a block keeps the phi and its next value alive together, so that leaving SSA needs a
//! copy on the way round. Behind the last use of the phi in the block the two can be one register. The increment
//! moves down past uses of the phi only, and never past a use of its own.

use super::OptCx;
use crate::ir::{BinOp, BlockId, Function, Inst, InstKind, Value};

/// Moves the increments of all blocks.
pub fn run(f: &mut Function, cx: &OptCx<'_>) {
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut at = f.first(b);
        while let Some(inst) = at {
            at = f.next(inst);
            if let Some((phi, next)) = increment(f, b, inst)
                && let Some(after) = last_use(f, b, inst, phi, next)
                && cx.fuel.take()
            {
                move_after(f, inst, after);
            }
        }
    }
}

/// The phi of this block that the instruction adds a constant to, and the sum.
fn increment(f: &Function, b: BlockId, inst: Inst) -> Option<(Value, Value)> {
    let adds = matches!(f.insts[inst].kind, InstKind::Binary(BinOp::Add) | InstKind::PtrAdd);
    let &[phi, step] = f.args(inst) else { return None };
    f.as_int(step)?;
    let def = f.def_inst(phi).filter(|_| adds)?;
    let here = matches!(f.insts[def].kind, InstKind::Phi) && f.block_of(def) == Some(b);
    here.then(|| (phi, f.result(inst, 0)))
}

/// The last instruction of the block, before its terminator and before any use of `next`, that uses the phi.
fn last_use(f: &Function, b: BlockId, inst: Inst, phi: Value, next: Value) -> Option<Inst> {
    let (mut at, mut last) = (f.next(inst), None);
    while let Some(i) = at {
        at = f.next(i);
        if at.is_none() || f.args(i).contains(&next) {
            break;
        }
        // Two increments of one phi would chase each other down the block for ever.
        if f.args(i).contains(&phi) && increment(f, b, i).is_none() {
            last = Some(i);
        }
    }
    last
}

fn move_after(f: &mut Function, inst: Inst, after: Inst) {
    f.remove(inst);
    match f.next(after) {
        Some(n) => f.insert_before(inst, n),
        None => {
            if let Some(b) = f.block_of(after) {
                f.append(b, inst);
            }
        }
    }
}
