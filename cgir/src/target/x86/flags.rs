//! Where the flags are live, and comparisons with zero whose answer they hold already, because the operation that made the value
//! left them so.
//!
//! Rows say what their flags tell of their first result: all that `test` would (`testall`: logic, which clears carry and
//! overflow), or whether it is zero and its sign (`testzero`: sums, shifts). A `test` of that result goes if no operation
//! between the two writes the flags or the register, and every condition that reads it is one that the flags answer;
//! "less" and "not less" than zero are asked of the sign then. After the architecture manual's descriptions of the flags.

use super::cond as cc;
use crate::func::{Bb, Func, Op, Tn};
use cranelift_entity::SecondaryMap;
use std::cell::OnceCell;
use targ_info::x86::{op, reg};
use targ_info::{InstFlags, Isa, Opcode, OperandKind, Role};

/// Shifts by constants.
const SHIFTS: &[Opcode] = &[
    op::SHL8_RI,
    op::SHL16_RI,
    op::SHL32_RI,
    op::SHL64_RI,
    op::SHR8_RI,
    op::SHR16_RI,
    op::SHR32_RI,
    op::SHR64_RI,
    op::SAR8_RI,
    op::SAR16_RI,
    op::SAR32_RI,
    op::SAR64_RI,
];

/// At whose starts the flags are live: they are where a comparison went that a block with one predecessor would repeat.
#[derive(Default)]
pub(super) struct LiveFlags(SecondaryMap<Bb, bool>);

impl LiveFlags {
    /// Finds them.
    pub fn compute(f: &Func, isa: &Isa) -> LiveFlags {
        let mut live = LiveFlags::default();
        live.0.resize(f.bbs.len());
        // What reads no flags first and writes none passes them on.
        let mut passes: Vec<Bb> = Vec::new();
        for &b in &f.layout {
            match first_access(f, isa, b) {
                Some(reads) => live.0[b] = reads,
                None => passes.push(b),
            }
        }
        let mut again = f.layout.iter().any(|&b| live.0[b]);
        while again {
            again = false;
            for &b in passes.iter().rev() {
                let now = live.live_out(f, b);
                again |= now != live.0[b];
                live.0[b] = now;
            }
        }
        live
    }
    /// Are they live at a block's start?
    pub fn live_in(f: &Func, isa: &Isa, b: Bb) -> bool {
        first_access(f, isa, b).unwrap_or_else(|| LiveFlags::compute(f, isa).0[b])
    }
    /// Are they live at its end?
    pub fn live_out(&self, f: &Func, b: Bb) -> bool {
        f.bbs[b].succs.iter().any(|s| self.0[s.bb])
    }
}

/// Does the first op of a block that has to do with the flags read them? `None` if there is no such op.
fn first_access(f: &Func, isa: &Isa, b: Bb) -> Option<bool> {
    for o in f.bb_ops(b) {
        if reads_flags(f, o) {
            return Some(true);
        }
        if writes_flags(f, isa, o) {
            return Some(false);
        }
    }
    None
}

/// Does the op read the flags?
pub(super) fn reads_flags(f: &Func, o: Op) -> bool {
    f.operands(o).iter().any(|&t| f.preg(t) == Some(reg::EFLAGS))
}

/// Whose value the flags tell about.
#[derive(Clone, Copy)]
struct Known {
    value: Tn,
    /// All flags are those of `test`.
    all: bool,
}

/// Removes comparisons that say nothing new. Where the flags are live at starts of blocks is found if it matters, and stays true:
/// what goes follows an op of its block that writes them.
pub(super) fn drop_tests(f: &mut Func, isa: &Isa, live: &OnceCell<LiveFlags>) {
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut known: Option<Known> = None;
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            if let Some(t) = tested(f, o) {
                if let Some(k) = known.filter(|k| k.value == t)
                    && let Some(readers) = readers(f, isa, b, o, k, live)
                {
                    readers.into_iter().for_each(|(r, at, cc)| {
                        let lit = f.lit(cc);
                        f.all_mut(r)[at] = lit;
                    });
                    f.remove(o);
                } else {
                    known = Some(Known { value: t, all: true });
                }
                continue;
            }
            if writes_flags(f, isa, o) {
                known = left_by(f, isa, o);
            } else if known.is_some_and(|k| changes(f, isa, o, k.value)) {
                known = None;
            }
        }
    }
}

/// The register that a `test` compares with zero.
fn tested(f: &Func, o: Op) -> Option<Tn> {
    let rows = [op::TEST8_RR, op::TEST16_RR, op::TEST32_RR, op::TEST64_RR];
    match f.operands(o) {
        &[a, b] if a == b && rows.contains(&f.ops[o].opcode) => Some(a),
        _ => None,
    }
}

/// May the op write the flags? Some rows do so only in the form that they are expanded to.
pub(super) fn writes_flags(f: &Func, isa: &Isa, o: Op) -> bool {
    let row = isa.inst(f.ops[o].opcode);
    let named = row.operands[..row.results as usize].iter().any(|x| x.kind == OperandKind::Fixed(reg::EFLAGS));
    named
        || row.is(InstFlags::CALL)
        || f.results(o).iter().any(|&t| f.preg(t) == Some(reg::EFLAGS))
        || f.clobbers(o).intersects(isa.reg(reg::EFLAGS).units)
}

/// What an op's flags tell.
fn left_by(f: &Func, isa: &Isa, o: Op) -> Option<Known> {
    let row = isa.inst(f.ops[o].opcode);
    let all = row.is(InstFlags::TESTS_ALL);
    let value = *f.results(o).first()?;
    if !(all || row.is(InstFlags::TESTS_ZERO)) || f.preg(value) == Some(reg::EFLAGS) || f.class(value).is_none() {
        return None;
    }
    // A shift by nothing leaves the flags alone.
    let by_nothing = |&t: &Tn| f.as_lit(t).is_some_and(|n| n & 31 == 0);
    let unshifted = SHIFTS.contains(&f.ops[o].opcode) && f.operands(o).iter().any(by_nothing);
    (!unshifted).then_some(Known { value, all })
}

/// Does the op change the register?
fn changes(f: &Func, isa: &Isa, o: Op, value: Tn) -> bool {
    let Some(r) = f.preg(value) else { return f.results(o).contains(&value) };
    let units = isa.reg(r).units;
    f.clobbers(o).intersects(units)
        || f.results(o).iter().any(|&t| f.preg(t).is_some_and(|r| isa.reg(r).units.intersects(units)))
}

/// The conditions that read a comparison's flags, with what they are to ask instead; nothing if one cannot be answered.
fn readers(
    f: &Func,
    isa: &Isa,
    b: Bb,
    test: Op,
    k: Known,
    live: &OnceCell<LiveFlags>,
) -> Option<Vec<(Op, usize, i64)>> {
    let mut list = Vec::new();
    let mut next = f.next(test);
    while let Some(o) = next {
        next = f.next(o);
        if !k.all && reads_flags(f, o) {
            let at = isa.inst(f.ops[o].opcode).role(Role::Cond)?;
            let cc = match f.as_lit(*f.all(o).get(at)?)? {
                c @ (cc::E | cc::NE | cc::S | cc::NS) => c,
                cc::L => cc::S,
                cc::GE => cc::NS,
                _ => return None,
            };
            list.push((o, at, cc));
        }
        if writes_flags(f, isa, o) {
            return Some(list);
        }
    }
    (k.all || !live.get_or_init(|| LiveFlags::compute(f, isa)).live_out(f, b)).then_some(list)
}
