//! Stores: dead ones, and neighbours that become one.
//!
//! A store is *pending* while nothing after it may have read what it wrote or written it again. When something does, or the
//! block ends, the pending stores with the same base are looked at together: neighbours that store constants, or parts of
//! one value in order (or in reverse order, where reversing bytes is an instruction), become one store in the place of the
//! last. What stands between cannot tell, or it would have been the end of pending.

use super::{Place, class_of, def, int_of, may_alias, place};
use crate::alias::{Touch, touch};
use crate::ir::{
    Access, AliasBase, AliasClass, BinOp, BlockId, CastOp, ConstData, Function, Inst, InstKind, Ty, UnOp, Value,
};
use crate::opt::OptCx;
use crate::opt::edit::{before, ones, signed};
use smallvec::SmallVec;

/// Stores that are pending at most.
const MOST: usize = 24;

/// A store that nothing has looked at.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    inst: Inst,
    class: AliasClass,
    place: Place,
    /// Place in the block.
    order: u32,
}

/// All stores of a block. The list is empty before and after.
pub fn block(f: &mut Function, cx: &OptCx<'_>, b: BlockId, pending: &mut Vec<Pending>) -> bool {
    let mut changed = false;
    let mut at = f.first(b);
    let mut order = 0;
    while let Some(i) = at {
        at = f.next(i);
        order += 1;
        if let InstKind::Store(a) = f.insts[i].kind
            && let Some(p) = f.args(i).get(1).and_then(|&to| place(f, cx, &a, to))
        {
            changed |= arrive(f, cx, pending, Pending { inst: i, class: a.alias, place: p, order });
            continue;
        }
        if pending.is_empty() {
            continue;
        }
        match (f.insts[i].kind, touch(f, cx.m, i)) {
            (InstKind::Call(_) | InstKind::Invoke(_) | InstKind::CallBr(_), _) | (_, Some(Touch::Any(_))) => {
                changed |= settle(f, cx, pending, |_, _| true);
            }
            (InstKind::Ret, _) => changed |= leave(f, cx, pending),
            (_, Some(Touch::Class { class, ordered, .. })) => {
                changed |= settle(f, cx, pending, |f, p| ordered || may_alias(f, cx, p.class, class));
            }
            (_, None) => {}
        }
    }
    changed | settle(f, cx, pending, |_, _| true)
}

/// A new store: what it overwrites is dead.
fn arrive(f: &mut Function, cx: &OptCx<'_>, pending: &mut Vec<Pending>, new: Pending) -> bool {
    let before = pending.len();
    pending.retain(|p| {
        let covered = p.place.base == new.place.base
            && new.place.offset <= p.place.offset
            && p.place.end() <= new.place.end()
            && cx.fuel.take();
        if covered {
            f.remove(p.inst);
        }
        !covered
    });
    let mut changed = pending.len() != before;
    changed |= settle(f, cx, pending, |f, p| {
        if p.place.base == new.place.base {
            p.place.offset < new.place.end() && new.place.offset < p.place.end()
        } else {
            may_alias(f, cx, p.class, new.class)
        }
    });
    if pending.len() >= MOST {
        changed |= settle(f, cx, pending, |_, _| true);
    }
    pending.push(new);
    changed
}

/// The function returns: what is in its own frame is gone.
fn leave(f: &mut Function, cx: &OptCx<'_>, pending: &mut Vec<Pending>) -> bool {
    let before = pending.len();
    pending.retain(|p| {
        let class = f.alias.get(p.class.0 as usize);
        let own = class.is_some_and(|d| matches!(d.base, AliasBase::Frame(_, true))) && cx.fuel.take();
        if own {
            f.remove(p.inst);
        }
        !own
    });
    pending.len() != before
}

/// Ends pending for the stores that are concerned; neighbours among them and those with the same base are merged first.
fn settle(
    f: &mut Function,
    cx: &OptCx<'_>,
    pending: &mut Vec<Pending>,
    concerned: impl Fn(&Function, &Pending) -> bool,
) -> bool {
    let mut changed = false;
    while let Some(p) = pending.iter().find(|p| concerned(f, p)) {
        let base = p.place.base;
        let mut group: SmallVec<[Pending; 8]> = SmallVec::new();
        let mut stay: SmallVec<[Pending; 8]> = SmallVec::new();
        pending.retain(|p| {
            let same = p.place.base == base;
            if same {
                group.push(*p);
                stay.extend((!concerned(f, p)).then_some(*p));
            }
            !same
        });
        if merge(f, cx, &mut group) {
            changed = true;
        } else {
            pending.extend(stay);
        }
    }
    changed
}

/// Merges neighbours among stores with one base that do not overlap.
fn merge(f: &mut Function, cx: &OptCx<'_>, group: &mut SmallVec<[Pending; 8]>) -> bool {
    if group.len() < 2 {
        return false;
    }
    group.sort_by_key(|p| p.place.offset);
    let mut changed = false;
    let mut from = 0;
    while from + 1 < group.len() {
        let mut width = cx.costs.xlen / 8;
        let mut took = 1;
        while width > group[from].place.bytes {
            if let Some(n) = run_of(cx, &group[from..], width)
                && combine(f, cx, &group[from..from + n], width)
            {
                changed = true;
                took = n;
                break;
            }
            width /= 2;
        }
        from += took;
    }
    changed
}

/// How many stores from the first on fill exactly so many bytes without a gap, at an address that is aligned for it.
fn run_of(cx: &OptCx<'_>, group: &[Pending], width: u32) -> Option<usize> {
    let start = group.first()?.place.offset;
    let end = start.checked_add(i64::from(width))?;
    let mut at = start;
    let mut n = 0;
    while at < end {
        let p = group.get(n)?;
        if p.place.offset != at {
            return None;
        }
        at = p.place.end();
        n += 1;
    }
    let align = group[..n].iter().map(|p| p.place.align_at(start)).max()?;
    (at == end && n > 1 && (cx.costs.unaligned || 1 << align.min(31) >= width)).then_some(n)
}

/// Makes one store of several, if their values can be had together.
fn combine(f: &mut Function, cx: &OptCx<'_>, group: &[Pending], width: u32) -> bool {
    let (Some(first), Some(last)) = (group.first(), group.iter().max_by_key(|p| p.order)) else { return false };
    let ty = if width == 8 { Ty::I64 } else { Ty::I32 };
    let value = match constant(f, cx, group, width) {
        Some(bits) => {
            if !cx.fuel.take() {
                return false;
            }
            f.int_const(ty, bits)
        }
        None => match whole(f, cx, group, width) {
            Some(w) if cx.fuel.take() => w.make(f, cx, last.inst, ty, width),
            _ => return false,
        },
    };
    let Some(&address) = f.args(first.inst).get(1) else { return false };
    let align = group.iter().map(|p| p.place.align_at(first.place.offset)).max().unwrap_or(0) as u8;
    let InstKind::Store(old) = f.insts[last.inst].kind else { return false };
    let alias = class_of(f, first.class, 0, width);
    let access = Access { ty: int_of(width), align, alias, ..old };
    let (flags, pos, debug) = (f.insts[last.inst].flags, f.insts[last.inst].pos, f.insts[last.inst].debug_loc);
    let new = f.make_inst(InstKind::Store(access), flags, &[value, address], &[], &[], pos);
    f.insts[new].debug_loc = debug;
    f.insert_before(new, last.inst);
    for p in group {
        f.remove(p.inst);
    }
    true
}

/// The constant that the stores write together, if it is no more work than its parts.
fn constant(f: &Function, cx: &OptCx<'_>, group: &[Pending], width: u32) -> Option<u64> {
    let start = group.first()?.place.offset;
    let (mut bits, mut parts, mut seen) = (0u64, 0, SmallVec::<[u64; 8]>::new());
    for p in group {
        let v = *f.args(p.inst).first()?;
        let n = 8 * p.place.bytes;
        let c = match f.as_const(v)? {
            ConstData::Int(c) | ConstData::Float(c) => *c & ones(n),
            ConstData::Null | ConstData::Zero => 0,
            _ => return None,
        };
        let at = p.place.offset - start;
        let shift = if cx.costs.big_endian { i64::from(width) - at - i64::from(p.place.bytes) } else { at };
        bits |= c << (8 * shift);
        // A zero is a register, and equal constants are one.
        if c != 0 && !seen.contains(&c) {
            seen.push(c);
            parts += (cx.costs.constant)(signed(c, n));
        }
    }
    let cost = if bits == 0 { 0 } else { (cx.costs.constant)(signed(bits, 8 * width)) };
    (cost < parts + group.len() as u32).then_some(bits)
}

/// A value of which the stores write all parts.
struct Whole {
    root: Value,
    /// Its parts begin at this bit.
    shift: u32,
    /// The last part comes first.
    reversed: bool,
}

fn whole(f: &Function, cx: &OptCx<'_>, group: &[Pending], width: u32) -> Option<Whole> {
    let first = group.first()?;
    let parts: SmallVec<[(Value, u32); 8]> = (group.iter())
        .map(|p| f.args(p.inst).first().and_then(|&v| part(f, cx, v, 8 * p.place.bytes)))
        .collect::<Option<_>>()?;
    let root = parts.first()?.0;
    let low = parts.iter().map(|p| p.1).min()?;
    let have = cx.m.types.int_bits(f.ty(root))?;
    if parts.iter().any(|p| p.0 != root) || low + 8 * width > have {
        return None;
    }
    let at = |p: &Pending| (p.place.offset - first.place.offset) as u32;
    let up = group.iter().zip(&parts).all(|(p, q)| q.1 == low + 8 * at(p));
    let down = group.iter().zip(&parts).all(|(p, q)| q.1 == low + 8 * (width - p.place.bytes - at(p)));
    // Reversing moves bytes; pieces of several bytes are not reversed within.
    let bytes = group.iter().all(|p| p.place.bytes == 1);
    let (straight, turned) = if cx.costs.big_endian { (down, up) } else { (up, down) };
    match straight {
        true => Some(Whole { root, shift: low, reversed: false }),
        false if turned && bytes && cx.costs.bswap => Some(Whole { root, shift: low, reversed: true }),
        false => None,
    }
}

impl Whole {
    /// The value to be stored, computed before an instruction.
    fn make(&self, f: &mut Function, cx: &OptCx<'_>, at: Inst, ty: Ty, width: u32) -> Value {
        let mut v = self.root;
        let mut have = f.ty(v);
        if self.shift > 0 {
            let n = f.int_const(have, self.shift.into());
            v = before(f, at, InstKind::Binary(BinOp::LShr), &[v, n], have);
        }
        if self.reversed {
            // All bytes of the register are reversed, then those that count brought down.
            let full = cx.costs.xlen_ty();
            if have != full {
                v = before(f, at, InstKind::Cast(CastOp::AnyExt), &[v], full);
                have = full;
            }
            v = before(f, at, InstKind::Unary(UnOp::Bswap), &[v], full);
            let extra = cx.costs.xlen - 8 * width;
            if extra > 0 {
                let n = f.int_const(full, extra.into());
                v = before(f, at, InstKind::Binary(BinOp::LShr), &[v, n], full);
            }
        }
        match (have == ty, cx.m.types.int_bits(have) > cx.m.types.int_bits(ty)) {
            (true, _) => v,
            (false, true) => before(f, at, InstKind::Cast(CastOp::Trunc), &[v], ty),
            (false, false) => before(f, at, InstKind::Cast(CastOp::AnyExt), &[v], ty),
        }
    }
}

/// The value, and from which bit on, that the low `bits` of `v` are a part of.
fn part(f: &Function, cx: &OptCx<'_>, mut v: Value, bits: u32) -> Option<(Value, u32)> {
    let mut shift = 0;
    let width = |v: Value| cx.m.types.int_bits(f.ty(v));
    for _ in 0..8 {
        let Some((_, kind, args)) = def(f, v) else { break };
        match (kind, args) {
            (InstKind::Cast(CastOp::Trunc), &[x]) => v = x,
            (InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt), &[x]) if width(x)? >= shift + bits => v = x,
            (InstKind::Binary(BinOp::LShr | BinOp::AShr), &[x, n]) => {
                let Some(n) = f.as_int(n).filter(|&n| n + u64::from(shift + bits) <= width(x).unwrap_or(0).into())
                else {
                    break;
                };
                shift += n as u32;
                v = x;
            }
            (InstKind::Binary(BinOp::And), &[x, m])
                if f.as_int(m).is_some_and(|m| m >> shift & ones(bits) == ones(bits)) =>
            {
                v = x;
            }
            _ => break,
        }
    }
    width(v).map(|_| (v, shift))
}
