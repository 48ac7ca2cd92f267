//! Sums that only addresses read, as parts of those addresses.
//!
//! `lea d(b,i,s), t` goes if each reader of `t` has it for the base of a memory operand which has room for the rest (the
//! architecture manual, volume 1, 3.7.5: base + index * scale + displacement). It costs nothing where it stands in the way of
//! nothing, but two registers live longer in place of one: readers in other blocks must find one of them alive anyway.

use super::{memory_at, unchanged};
use crate::chains::Chains;
use cgir::alloc::alone::allocates_alone;
use cgir::analysis::liveness::Liveness;
use cgir::func::{Bb, Func, Op, Tn, TnData};
use cgir::pass::PassCx;
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use whirl_lite::mtype::MType;

/// What leaves a block in at most this share of all cases is a rare way out.
const RARELY: f32 = 0.3;

/// How many blocks lie on the way to a reader, at most.
const WAYS: usize = 4;

/// A sum.
#[derive(Clone, Copy)]
struct Sum {
    base: Tn,
    scale: Tn,
    index: Tn,
    disp: Tn,
}

/// Folds the sums of a function. Returns how many went.
pub(super) fn run(f: &mut Func, cx: &PassCx<'_>, chains: &Chains) -> u64 {
    let wide = cx.target.xlen() == 64;
    let none = f.dedicated(reg::NOREG, class::ABASE, if wide { MType::I64 } else { MType::I32 });
    let zero = f.lit(0);
    let mut live = None;
    let mut gone = 0;
    for i in 0..f.layout.len() {
        let mut next = f.first(f.layout[i]);
        while let Some(o) = next {
            next = f.next(o);
            let Some(sum) = sum(f, wide, (none, zero), o) else { continue };
            let readers = if pays(f, cx, chains, o, sum, &mut live) {
                readers(f, chains, o)
            } else {
                near_readers(f, cx, o, sum, &mut live)
            };
            if readers.is_empty() || !cx.fuel.take() {
                continue;
            }
            for r in readers {
                fold(f, cx, r, f.results(o)[0], sum);
            }
            gone += 1;
        }
    }
    cx.counters.add("ebo.addresses", gone);
    gone
}

/// The sum that an op makes, in the width of addresses; `none` is the index, `zero` the displacement of those without.
fn sum(f: &mut Func, wide: bool, (none, zero): (Tn, Tn), o: Op) -> Option<Sum> {
    let rows = match wide {
        true => [op::LEA64, op::ADD64_RR, op::ADD64_RI, op::INC64_R, op::DEC64_R],
        false => [op::LEA32, op::ADD32_RR, op::ADD32_RI, op::INC32_R, op::DEC32_R],
    };
    let with = |base, index, disp| Sum { base, scale: zero, index, disp };
    let sum = match (rows.iter().position(|&r| r == f.ops[o].opcode)?, f.operands(o)) {
        (0, &[base, scale, index, disp, _]) => Sum { base, scale, index, disp },
        (1, &[a, b]) => with(a, b, zero),
        (2, &[a, imm]) => with(a, none, imm),
        (3, &[a]) => with(a, none, f.lit(1)),
        (4, &[a]) => with(a, none, f.lit(-1)),
        _ => return None,
    };
    // Nothing can be added to the program counter, and the stack pointer is no index.
    let fixed = |t: Tn| f.preg(t);
    let ok = fixed(sum.base) != Some(reg::RIP) && (fixed(sum.index).is_none() || sum.index == none);
    (ok && sum.base != none).then_some(sum)
}

fn none(f: &Func, t: Tn) -> bool {
    f.preg(t) == Some(reg::NOREG)
}

/// Registers of a sum.
fn registers(f: &Func, s: Sum) -> SmallVec<[Tn; 2]> {
    [s.base, s.index].into_iter().filter(|&t| f.is_virtual(t)).collect()
}

/// Readers of an op's result, each once.
fn readers(f: &Func, chains: &Chains, o: Op) -> Vec<Op> {
    let mut list = chains.reads(f.results(o)[0]).to_vec();
    list.dedup();
    list
}

/// Can all readers take the sum, and is that no loss?
fn pays(f: &Func, cx: &PassCx<'_>, chains: &Chains, o: Op, s: Sum, live: &mut Option<Liveness>) -> bool {
    let t = f.results(o)[0];
    let readers = readers(f, chains, o);
    if chains.def(f, t) != Some(o) || readers.is_empty() {
        return false;
    }
    let home = f.bb_of(o);
    let parts = registers(f, s);
    let once = parts.iter().all(|&p| chains.def(f, p).is_some());
    readers.iter().all(|&r| {
        let block = f.bb_of(r);
        let found = match block == home {
            true => unchanged(f, chains, &parts, o, r),
            false => (once || unchanged_down(f, &parts, o, r)) && dead(f, live, block, &parts) <= 1,
        };
        found && takes(f, cx, r, t, s)
    })
}

/// Does the only way from a sum to a reader in another block leave its registers alone?
fn unchanged_down(f: &Func, parts: &[Tn], o: Op, r: Op) -> bool {
    let writes = |op: Op| f.results(op).iter().any(|t| parts.contains(t));
    let above = |from: Op, first: Option<Op>| {
        let mut at = f.prev(from);
        while let Some(x) = at.filter(|&x| Some(x) != first) {
            if writes(x) {
                return false;
            }
            at = f.prev(x);
        }
        true
    };
    let (home, Some(mut b)) = (f.bb_of(o), f.bb_of(r)) else { return false };
    if !above(r, None) {
        return false;
    }
    for _ in 0..WAYS {
        let &[p] = f.bbs[b].preds.as_slice() else { return false };
        let Some(last) = f.last(p) else { return false };
        if Some(p) == home {
            return !writes(last) && (last == o || above(last, Some(o)));
        }
        if writes(last) || !above(last, None) {
            return false;
        }
        b = p;
    }
    false
}

/// Readers in the block of a sum of one register, if all there are memory operands and elsewhere the sum is wanted on few ways out
/// alone, to which it will move.
fn near_readers(f: &Func, cx: &PassCx<'_>, o: Op, s: Sum, live: &mut Option<Liveness>) -> Vec<Op> {
    let (t, parts) = (f.results(o)[0], registers(f, s));
    let mut list = Vec::new();
    let mut at = f.next(o).filter(|_| parts.len() == 1 && parts[0] != t);
    while let Some(r) = at {
        at = f.next(r);
        if f.operands(r).contains(&t) {
            if !takes(f, cx, r, t, s) {
                return Vec::new();
            }
            list.push(r);
        }
        if f.results(r).iter().any(|x| *x == t || parts.contains(x)) {
            return Vec::new();
        }
    }
    if list.is_empty() {
        return list;
    }
    let live = live.get_or_insert_with(|| Liveness::compute(f));
    let Some(b) = f.bb_of(o) else { return Vec::new() };
    let wants = |s: &&cgir::func::Succ| live.live_in(s.bb).contains(t);
    let wanted: f32 = f.bbs[b].succs.iter().filter(wants).map(|s| s.prob).sum();
    if wanted <= RARELY { list } else { Vec::new() }
}

/// How many of the registers are not alive at a block's start anyway?
fn dead(f: &Func, live: &mut Option<Liveness>, b: Option<Bb>, parts: &[Tn]) -> usize {
    if parts.len() < 2 {
        return parts.len();
    }
    let live = live.get_or_insert_with(|| Liveness::compute(f));
    let alive = |p: &&Tn| b.is_some_and(|b| live.live_in(b).contains(**p));
    parts.len() - parts.iter().filter(alive).count()
}

/// Has a reader the value as its base alone, with room for what it is the sum of?
fn takes(f: &Func, cx: &PassCx<'_>, r: Op, t: Tn, s: Sum) -> bool {
    let Some(at) = memory_at(f, cx.target.isa, r) else { return false };
    let all = f.all(r);
    let once = all[at] == t && all.iter().filter(|&&x| x == t).count() == 1;
    let index = none(f, s.index) || none(f, all[at + 2]);
    // A result that is also a part of the address would have to be written after it is read.
    let apart = !f.results(r).iter().any(|x| *x == s.base || *x == s.index);
    once && index && apart && f.extra(r).is_none() && added(f, all[at + 3], s.disp).is_some()
}

/// The sum of two displacements of which one is a number.
fn added(f: &Func, a: Tn, b: Tn) -> Option<TnData> {
    let (a, b) = if f.as_lit(a).is_some() { (b, a) } else { (a, b) };
    let by = f.as_lit(b)?;
    let sum = |offset: i64| offset.checked_add(by).filter(|v| i32::try_from(*v).is_ok());
    Some(match f.tns[a] {
        TnData::Lit(v) => TnData::Lit(sum(v)?),
        TnData::Frame { obj, offset, modifier } => TnData::Frame { obj, offset: sum(offset)?, modifier },
        TnData::Sym { .. } if by != 0 => return None,
        d @ TnData::Sym { .. } => d,
        _ => return None,
    })
}

fn fold(f: &mut Func, cx: &PassCx<'_>, r: Op, t: Tn, s: Sum) {
    let Some(at) = memory_at(f, cx.target.isa, r).filter(|&at| f.all(r)[at] == t) else { return };
    let Some(disp) = added(f, f.all(r)[at + 3], s.disp) else { return };
    let disp = match disp {
        TnData::Lit(v) => f.lit(v),
        other => f.intern(other),
    };
    let indexed = !none(f, s.index);
    let all = f.all_mut(r);
    let old = [all[at], all[at + 1], all[at + 2], all[at + 3]];
    (all[at], all[at + 3]) = (s.base, disp);
    if indexed {
        (all[at + 1], all[at + 2]) = (s.scale, s.index);
    }
    // Where fixed registers leave few, the sum stays.
    if !allocates_alone(f, cx, r) {
        return f.all_mut(r)[at..at + 4].copy_from_slice(&old);
    }
    // What an address is made of may no longer be made anywhere.
    for t in f.results(r).iter().copied().collect::<SmallVec<[Tn; 2]>>() {
        f.remat[t] = None.into();
    }
}
