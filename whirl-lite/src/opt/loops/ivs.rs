//! The shape of induction variables.
//!
//! `i` and `i + 1` share a register if `i` is dead when `i + 1` is computed. So a comparison at the end of the loop asks
//! about the next value (`i == 63` becomes `i + 1 == 64`, `i < n` becomes `i + 1 <= n`), and the addition moves down behind the last use of `i`.

use super::{Iv, Nest, induction};
use crate::analysis::dom::{Cfg, DomTree};
use crate::analysis::known_bits::{Bits, KnownBits};
use crate::analysis::loops::LoopId;
use crate::ir::{BinOp, BlockId, Function, Inst, InstFlags, InstKind, IntPred, Value};
use crate::opt::OptCx;
use crate::opt::edit::{before, ones, signed, turn_into, width};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// Settles the induction variables of all loops.
pub fn run(f: &mut Function, cx: &OptCx<'_>, nest: &Nest) {
    let uses = crate::opt::simplify::count_uses(f);
    for l in nest.loops.loops.keys() {
        let Some(p) = nest.loops.preheader(f, &nest.cfg, l) else { continue };
        let &[latch] = nest.loops.loops[l].latches.as_slice() else { continue };
        for iv in induction(f, nest, l, p) {
            let added = u32::from(compare_next(f, cx, nest, l, (p, latch), &iv));
            let next = f.result(iv.next, 0);
            let uses = uses.get(next.index()).map_or(u32::MAX, |&n| n.saturating_add(added));
            sink(f, cx, latch, &iv, uses);
        }
    }
}

/// Makes `x == c` where there is `y = x - c` anyway a comparison of `y` with zero: it needs no constant, and `x` may die.
pub fn compare_sums(f: &mut Function, cx: &OptCx<'_>) {
    let cfg = Cfg::compute(f);
    let mut sums: FxHashMap<(Value, u64), Inst> = FxHashMap::default();
    let mut tests: Vec<(Inst, Value, u64)> = Vec::new();
    for &b in &cfg.rpo {
        for i in f.block_insts(b) {
            match (f.insts[i].kind, f.args(i)) {
                (InstKind::Binary(BinOp::Add), &[x, c]) => {
                    if let Some(c) = f.as_int(c) {
                        sums.entry((x, c)).or_insert(i);
                    }
                }
                (InstKind::Icmp(IntPred::Eq | IntPred::Ne), &[x, c]) => {
                    if let Some(c) = f.as_int(c).filter(|&c| c != 0) {
                        tests.push((i, x, c));
                    }
                }
                _ => {}
            }
        }
    }
    if sums.is_empty() || tests.is_empty() {
        return;
    }
    let dom = DomTree::compute(f, &cfg);
    for (t, x, c) in tests {
        let Some(w) = width(f, cx.m, cx.costs.xlen, x) else { continue };
        let Some(&sum) = sums.get(&(x, c.wrapping_neg() & ones(w))) else { continue };
        let (Some(here), Some(there)) = (f.block_of(t), f.block_of(sum)) else { continue };
        let InstKind::Icmp(p) = f.insts[t].kind else { continue };
        if here != there && !dom.dominates(there, here) || !cx.fuel.take() {
            continue;
        }
        if here == there && !f.block_insts(here).take_while(|&i| i != t).any(|i| i == sum) {
            f.remove(sum);
            f.insert_before(sum, t);
        }
        // What wraps is compared as well as what does not.
        f.insts[sum].flags = InstFlags::empty();
        let (y, ty) = (f.result(sum, 0), f.ty(x));
        let zero = f.int_const(ty, 0);
        turn_into(f, t, InstKind::Icmp(p), &[y, zero]);
    }
}

/// Makes a test of the variable at the end of the loop one of its next value. Returns whether it did: the next value has
/// one more use then.
fn compare_next(
    f: &mut Function,
    cx: &OptCx<'_>,
    nest: &Nest,
    l: LoopId,
    (preheader, latch): (BlockId, BlockId),
    iv: &Iv,
) -> bool {
    let Some(term) = f.last(latch) else { return false };
    let (InstKind::CondBr, &[c]) = (f.insts[term].kind, f.args(term)) else { return false };
    let Some(test) = f.def_inst(c).filter(|&t| f.block_of(t) == Some(latch)) else { return false };
    let (InstKind::Icmp(p), &[a, b]) = (f.insts[test].kind, f.args(test)) else { return false };
    let (other, p) = if a == iv.value {
        (b, p)
    } else if b == iv.value {
        (a, p.swapped())
    } else {
        return false;
    };
    if !nest.invariant(f, l, other) {
        return false;
    }
    let Some(w) = width(f, cx.m, cx.costs.xlen, other) else { return false };
    if !matches!(p, IntPred::Eq | IntPred::Ne) {
        let stays = f.inst_blocks(term).first() == Some(&nest.loops.loops[l].header);
        let Some((p, limit)) = order_of_next(f, cx, iv, (other, w), if stays { p } else { p.inverted() }) else {
            return false;
        };
        if !cx.fuel.take() {
            return false;
        }
        let limit = limit.map_or(other, |n| f.int_const(f.ty(other), n & ones(w)));
        test_next(f, nest, latch, iv, test, if stays { p } else { p.inverted() }, limit);
        return true;
    }
    if !cx.fuel.take() {
        return false;
    }
    let limit = match (f.as_int(other), f.as_int(iv.step)) {
        (Some(n), Some(s)) if !cx.m.types.is_ptr(f.ty(other)) => f.int_const(f.ty(other), n.wrapping_add(s) & ones(w)),
        _ => {
            let Some(at) = f.last(preheader) else { return false };
            let kind =
                if f.insts[iv.next].kind == InstKind::PtrAdd { InstKind::PtrAdd } else { InstKind::Binary(BinOp::Add) };
            let ty = f.ty(other);
            before(f, at, kind, &[other, iv.step], ty)
        }
    };
    test_next(f, nest, latch, iv, test, p, limit);
    true
}

/// What order says of the next value what `p`, under which the loop goes on, says of this one: the predicate, and another limit if
/// it takes one.
///
/// It may be asked where no sum wraps. The last value is the first one, or has grown out of one that was within the limit: it
/// lies at most a step beyond.
fn order_of_next(
    f: &Function,
    cx: &OptCx<'_>,
    iv: &Iv,
    (limit, w): (Value, u32),
    p: IntPred,
) -> Option<(IntPred, Option<u64>)> {
    if cx.m.types.is_ptr(f.ty(limit)) {
        return None;
    }
    let step = i128::from(signed(f.as_int(iv.step)?, w));
    let signs = matches!(p, IntPred::Slt | IntPred::Sgt);
    let up = matches!(p, IntPred::Slt | IntPred::Ult);
    if !(up || matches!(p, IntPred::Sgt | IntPred::Ugt)) || step == 0 || (step > 0) != up {
        return None;
    }
    let mut known = KnownBits::new(cx.m, cx.costs.xlen);
    let (first, bound) = (range(known.get(f, iv.start)?, signs), range(known.get(f, limit)?, signs));
    let all = range(Bits::unknown(w as u8), signs);
    let beyond = if up { first.1.max(bound.1 - 1 + step) + step } else { first.0.min(bound.0 + 1 + step) + step };
    if !(all.0..=all.1).contains(&beyond) {
        return None;
    }
    match f.as_int(limit) {
        Some(_) => {
            let moved = bound.0 + step;
            let cheap = (cx.costs.constant)(moved as i64) <= (cx.costs.constant)(bound.0 as i64);
            let imm = cx.costs.is_imm(moved as i64) || !cx.costs.is_imm(bound.0 as i64);
            (cheap && imm && (all.0..=all.1).contains(&moved)).then_some((p, Some(moved as u64)))
        }
        // Less than the limit is the same as not above it, one further on.
        None if step.abs() == 1 => Some((with_equality(p), None)),
        None => None,
    }
}

/// The least and the greatest value.
fn range(b: Bits, signs: bool) -> (i128, i128) {
    let w = u32::from(b.width);
    if !signs {
        return (i128::from(b.min()), i128::from(b.max()));
    }
    let most = (1i128 << (w - u32::from(b.sign))) - 1;
    if b.non_negative() || b.negative() {
        let value = |v: u64| i128::from(signed(v, w));
        return (value(b.min()).max(-most - 1), value(b.max()).min(most));
    }
    (-most - 1, most)
}

/// A strict order, or equality.
fn with_equality(p: IntPred) -> IntPred {
    match p {
        IntPred::Slt => IntPred::Sle,
        IntPred::Sgt => IntPred::Sge,
        IntPred::Ult => IntPred::Ule,
        IntPred::Ugt => IntPred::Uge,
        _ => p,
    }
}

/// Makes the test one of the next value.
fn test_next(f: &mut Function, nest: &Nest, latch: BlockId, iv: &Iv, test: Inst, p: IntPred, limit: Value) {
    // The sum may wrap where the comparison of the old value was sound.
    f.insts[iv.next].flags = InstFlags::empty();
    let next = f.result(iv.next, 0);
    turn_into(f, test, InstKind::Icmp(p), &[next, limit]);
    // The addition comes before the test, wherever it was: its operands are there from the loop's start.
    if f.block_of(iv.next) == Some(latch) {
        f.remove(iv.next);
        let first = first_use(f, latch, next).unwrap_or(test);
        f.insert_before(iv.next, first);
    } else if !nest.dom.dominates(f.block_of(iv.next).unwrap_or(latch), latch) {
        f.remove(iv.next);
        f.insert_before(iv.next, test);
    }
}

/// The first instruction of a block, after the phis, that uses a value.
fn first_use(f: &Function, b: BlockId, v: Value) -> Option<Inst> {
    f.block_insts(b).find(|&i| !matches!(f.insts[i].kind, InstKind::Phi) && f.args(i).contains(&v))
}

/// Moves the addition, whose result has so many uses, down in the latch, or into it, to its first use there.
fn sink(f: &mut Function, cx: &OptCx<'_>, latch: BlockId, iv: &Iv, uses: u32) {
    let next = f.result(iv.next, 0);
    let Some(from) = f.block_of(iv.next) else { return };
    if from != latch && !only_used_in(f, latch, next, iv.phi, uses) {
        return;
    }
    let to = first_use(f, latch, next).or_else(|| f.last(latch));
    let Some(to) = to.filter(|&t| t != iv.next) else { return };
    // A test just before the end reads the next value: that is where it belongs. Do not move up.
    if from == latch && !f.block_insts(latch).skip_while(|&i| i != iv.next).any(|i| i == to) {
        return;
    }
    if f.next(iv.next) == Some(to) || !cx.fuel.take() {
        return;
    }
    f.remove(iv.next);
    f.insert_before(iv.next, to);
}

/// Is a value, with so many uses in all, used only in a block and by a phi?
fn only_used_in(f: &Function, b: BlockId, v: Value, phi: Inst, uses: u32) -> bool {
    let count = |i: Inst| f.args(i).iter().filter(|&&a| a == v).count();
    let here: usize = f.block_insts(b).filter(|&i| i != phi).map(count).sum();
    here + count(phi) >= uses as usize
}
