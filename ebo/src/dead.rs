//! Removes ops whose results nothing reads.

use crate::walk::Trees;
use cgir::analysis::RegWalk;
use cgir::analysis::reglive::{self, RegLiveness};
use cgir::func::{Func, Op, OpFlags, Tn};
use cgir::pass::PassCx;
use targ_info::{InstFlags, Isa};

/// May the op go when its results are not read?
fn removable(f: &Func, isa: &Isa, op: Op) -> bool {
    let frame = OpFlags::VOLATILE | OpFlags::FRAME_SETUP | OpFlags::FRAME_DESTROY | OpFlags::SAVE | OpFlags::RESTORE;
    let d = &f.ops[op];
    !f.results(op).is_empty()
        && !isa.inst(d.opcode).flags.intersects(InstFlags::ACTS)
        && !d.flags.intersects(frame)
        && f.extra(op).is_none()
}

/// Before allocation: by counting reads of TNs. Returns how many ops went.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> u64 {
    let isa = cx.target.isa;
    let mut reads = vec![0u32; f.tns.len()];
    let mut dedicated = false;
    for &b in &f.layout {
        for op in f.bb_ops(b) {
            dedicated |= f.results(op).iter().any(|&t| f.preg(t).is_some());
            f.operands(op).iter().for_each(|t| reads[t.as_u32() as usize] += 1);
        }
    }
    let mut gone = 0;
    // Dedicated registers, flags among them, are read or not where they stand.
    let live = match dedicated {
        true => RegLiveness::compute(f, isa, cx.target.callee_saved),
        false => RegLiveness::default(),
    };
    // Blocks backward, ops backward: chains mostly die in one walk; a loop's leftovers in the next.
    loop {
        let before = gone;
        for i in (0..f.layout.len()).rev() {
            let mut walk = RegWalk::start(&live, f.layout[i]);
            let mut at = f.last(f.layout[i]);
            while let Some(op) = at {
                at = f.prev(op);
                let kept = walk.live | cx.target.reserved;
                let unread = |&t: &Tn| match f.preg(t) {
                    Some(r) => !isa.class(isa.reg(r).class).allocatable && !kept.intersects(isa.reg(r).units),
                    None => reads[t.as_u32() as usize] == 0,
                };
                if f.results(op).iter().all(unread) && removable(f, isa, op) {
                    f.operands(op).iter().for_each(|t| reads[t.as_u32() as usize] -= 1);
                    f.remove(op);
                    gone += 1;
                    continue;
                }
                walk.step(f, isa, op);
            }
        }
        if gone == before {
            break;
        }
    }
    cx.counters.add("ebo.dead", gone);
    gone
}

/// After allocation: by the liveness of registers at borders of blocks. Returns how many ops went.
pub(crate) fn run_post(f: &mut Func, cx: &PassCx<'_>, trees: &mut Trees, live: &RegLiveness) -> u64 {
    let isa = cx.target.isa;
    let mut gone = 0;
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut walk = RegWalk::start(live, b);
        let mut at = f.last(b);
        while let Some(op) = at {
            at = f.prev(op);
            let writes = reglive::writes(f, isa, op);
            if !writes.intersects(walk.live | cx.target.reserved) && removable(f, isa, op) {
                f.remove(op);
                trees.touch(b);
                gone += 1;
                continue;
            }
            walk.step(f, isa, op);
        }
    }
    cx.counters.add("ebo.dead-post", gone);
    gone
}
