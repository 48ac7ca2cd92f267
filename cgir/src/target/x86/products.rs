//! One multiplication for both halves of a product.
//!
//! The legaliser makes wide products of low and high halves, which are operations of their own; `mul` and the `imul` of one
//! operand compute both ("Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2, "MUL", "IMUL"). The low half is
//! the same whatever the signs. So an `imul` of two registers goes where the widening multiplication of the same registers stands
//! near by in its block: the earlier of the two ops becomes the one that is left.

use super::flags::{LiveFlags, reads_flags, writes_flags};
use crate::func::{Bb, Func, Op, Tn};
use cranelift_entity::SecondaryMap;
use targ_info::x86::op;
use targ_info::{Isa, Opcode};

/// How far apart the two may be: live ranges grow by that much.
const WINDOW: usize = 32;

/// Widening multiplications and the rows of their low half.
const ROWS: [(Opcode, Opcode); 4] = [
    (op::MUL32_R, op::IMUL32_RR),
    (op::IMUL32_R, op::IMUL32_RR),
    (op::MUL64_R, op::IMUL64_RR),
    (op::IMUL64_R, op::IMUL64_RR),
];

/// A widening multiplication whose low half nobody reads.
struct Wide {
    op: Op,
    /// The row that computes the low half alone.
    narrow: Opcode,
    high: Tn,
    flags: Tn,
    from: [Tn; 2],
}

/// Merges halves of products.
pub(super) fn run(f: &mut Func, isa: &Isa) {
    let ops = |b: &Bb| f.bb_ops(*b).map(move |o| (*b, o)).collect::<Vec<_>>();
    let is_wide = |o: &(Bb, Op)| ROWS.iter().any(|r| r.0 == f.ops[o.1].opcode);
    let wide: Vec<(Bb, Op)> = f.layout.iter().flat_map(ops).filter(is_wide).collect();
    if wide.is_empty() {
        return;
    }
    let (used, live) = (used(f), LiveFlags::compute(f, isa));
    for (b, o) in wide {
        let read = |f: &Func, o: Op| flags_are_read(f, isa, b, o, &live);
        let Some(w) = candidate(f, o, &used).filter(|w| !read(f, w.op)) else { continue };
        let row = f.ops[w.op].opcode;
        let (stays, goes, low) = match before(f, &w).filter(|&low| !read(f, low)) {
            Some(low) => (low, w.op, low),
            None => match after(f, &w).filter(|&low| !read(f, low)) {
                Some(low) => (w.op, low, low),
                None => continue,
            },
        };
        let rd = f.results(low)[0];
        f.rewrite_op(stays, row, &[rd, w.high, w.flags], &w.from);
        f.remove(goes);
    }
}

/// Which TNs any op reads.
fn used(f: &Func) -> SecondaryMap<Tn, bool> {
    let mut used = SecondaryMap::new();
    for &b in &f.layout {
        for o in f.bb_ops(b) {
            f.operands(o).iter().for_each(|&t| used[t] = true);
        }
    }
    used
}

fn candidate(f: &Func, o: Op, used: &SecondaryMap<Tn, bool>) -> Option<Wide> {
    let narrow = ROWS.iter().find(|r| r.0 == f.ops[o].opcode)?.1;
    let (&[low, high, flags], &[a, b]) = (f.results(o), f.operands(o)) else { return None };
    let plain = [low, high, a, b].iter().all(|&t| f.preg(t).is_none());
    (plain && !used[low]).then_some(Wide { op: o, narrow, high, flags, from: [a, b] })
}

/// Does the op compute the low half?
fn is_low(f: &Func, o: Op, w: &Wide) -> bool {
    let [a, b] = w.from;
    let same = matches!(f.operands(o), &[x, y] if (x, y) == (a, b) || (x, y) == (b, a));
    f.ops[o].opcode == w.narrow && same && !f.results(o).iter().any(|t| w.from.contains(t))
}

/// The low half before the multiplication, if that can be done in its place: nothing between the two writes the operands or
/// either half, or reads the old value of the high one.
fn before(f: &Func, w: &Wide) -> Option<Op> {
    let mut written: Vec<Tn> = Vec::new();
    let mut next = f.prev(w.op);
    for _ in 0..WINDOW {
        let o = next?;
        next = f.prev(o);
        if is_low(f, o, w) {
            return f.results(o).first().filter(|&rd| !written.contains(rd) && *rd != w.high).map(|_| o);
        }
        let stops = |t: &Tn| w.from.contains(t) || *t == w.high;
        if f.results(o).iter().any(stops) || f.operands(o).contains(&w.high) {
            return None;
        }
        written.extend_from_slice(f.results(o));
    }
    None
}

/// The low half behind the multiplication, if that can make it: nothing between the two writes the operands, or touches it.
fn after(f: &Func, w: &Wide) -> Option<Op> {
    let mut touched: Vec<Tn> = vec![w.high];
    let mut next = f.next(w.op);
    for _ in 0..WINDOW {
        let o = next?;
        next = f.next(o);
        if is_low(f, o, w) {
            return f.results(o).first().filter(|rd| !touched.contains(rd)).map(|_| o);
        }
        if f.results(o).iter().any(|t| w.from.contains(t)) {
            return None;
        }
        touched.extend_from_slice(f.all(o));
    }
    None
}

/// Are the flags that an op leaves read by any?
fn flags_are_read(f: &Func, isa: &Isa, b: Bb, o: Op, live: &LiveFlags) -> bool {
    let mut next = f.next(o);
    while let Some(o) = next {
        next = f.next(o);
        if reads_flags(f, o) {
            return true;
        }
        if writes_flags(f, isa, o) {
            return false;
        }
    }
    live.live_out(f, b)
}
