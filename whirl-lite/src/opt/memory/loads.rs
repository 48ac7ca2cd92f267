//! Loads: bytes joined to words, and words of which only a part is looked at.
//!
//! `p[0] | p[1] << 8 | ...` is one load where the address is aligned for it, with its bytes reversed if they come the other way
//! round and that is an instruction. The load stands where the last of the bytes was loaded; nothing between the first and
//! the last may write them. A mask, a shift or a conversion that keeps whole bytes of the only use of a load is a load of
//! those bytes.

use super::{Place, class_of, def, int_of, may_alias, place};
use crate::alias::{Touch, touch};
use crate::ir::{Access, BinOp, BlockId, CastOp, Extend, Function, Inst, InstKind, Ty, UnOp, Value};
use crate::opt::OptCx;
use crate::opt::edit::{Replacements, before, ones};
use crate::opt::simplify::count_uses;
use cranelift_entity::EntityRef;
use smallvec::SmallVec;

/// Instructions between the first and the last load of a word at most.
const REACH: usize = 64;

/// What is kept over all blocks: how often values are used, and what has become of results.
pub struct State {
    uses: Vec<u32>,
    pub repl: Replacements,
}

impl State {
    /// Before the first block.
    pub fn new(f: &Function) -> State {
        State { uses: count_uses(f), repl: Replacements::default() }
    }
    /// Is there one use?
    fn once(&self, v: Value) -> bool {
        self.uses.get(v.index()).copied().unwrap_or(2) == 1
    }
}

/// All loads of a block.
pub fn block(f: &mut Function, cx: &OptCx<'_>, b: BlockId, s: &mut State) -> bool {
    let mut changed = false;
    let mut at = f.last(b);
    // From the end: the root of a tree comes before its branches.
    while let Some(i) = at {
        at = f.prev(i);
        changed |= match f.insts[i].kind {
            InstKind::Binary(BinOp::Or) => join(f, cx, b, i, s),
            InstKind::Binary(BinOp::And | BinOp::LShr | BinOp::AShr)
            | InstKind::Unary(UnOp::SextInReg(_))
            | InstKind::Cast(CastOp::Trunc) => narrow(f, cx, i, s),
            _ => false,
        };
    }
    changed
}

/// A load that is a part of a word.
#[derive(Clone, Copy, Debug)]
struct Part {
    inst: Inst,
    place: Place,
    access: Access,
    /// From which bit of the word on.
    shift: u32,
}

/// Makes one load of an `or` of loads.
fn join(f: &mut Function, cx: &OptCx<'_>, b: BlockId, root: Inst, s: &mut State) -> bool {
    let result = f.result(root, 0);
    let mut parts: SmallVec<[Part; 8]> = SmallVec::new();
    let Some(width) = cx.m.types.int_bits(f.ty(result)) else { return false };
    if !gather(f, cx, b, result, (0, width), 0, &mut parts) || parts.len() < 2 {
        return false;
    }
    parts.sort_by_key(|p| p.place.offset);
    let Some((bytes, reversed)) = word(cx, &parts) else { return false };
    let (first, ty) = (parts[0], f.ty(result));
    let align = parts.iter().map(|p| p.place.align_at(first.place.offset)).max().unwrap_or(0);
    let fits = cx.costs.unaligned || 1 << align.min(31) >= bytes;
    let Some(last) = fits.then(|| undisturbed(f, cx, b, &parts)).flatten() else { return false };
    if !cx.fuel.take() {
        return false;
    }
    let Some(&address) = f.args(first.inst).first() else { return false };
    let (reg, extend) = if bytes == 8 { (Ty::I64, Extend::Any) } else { (Ty::I32, Extend::Zero) };
    let extend = if bytes == 4 { Extend::Any } else { extend };
    let alias = class_of(f, first.access.alias, 0, bytes);
    let access = Access { ty: int_of(bytes), align: align as u8, alias, ..first.access };
    // The address may be computed after the last load only if it is that load's own.
    let mut v = before(f, last, InstKind::Load(access, extend), &[address], reg);
    if reversed {
        v = reverse(f, cx, last, v, bytes);
    }
    let have = f.ty(v);
    let shift = parts.iter().map(|p| p.shift).min().unwrap_or(0);
    if have != ty {
        let wider = cx.m.types.int_bits(ty) > cx.m.types.int_bits(have);
        let op = if wider { CastOp::ZExt } else { CastOp::Trunc };
        v = before(f, last, InstKind::Cast(op), &[v], ty);
    }
    if shift > 0 {
        let shift = f.int_const(ty, shift.into());
        v = before(f, root, InstKind::Binary(BinOp::Shl), &[v, shift], ty);
    }
    s.repl.set(result, v);
    f.remove(root);
    true
}

/// The bytes of a loaded word, turned round.
fn reverse(f: &mut Function, cx: &OptCx<'_>, at: Inst, v: Value, bytes: u32) -> Value {
    let full = cx.costs.xlen_ty();
    let v = if f.ty(v) == full { v } else { before(f, at, InstKind::Cast(CastOp::ZExt), &[v], full) };
    let v = before(f, at, InstKind::Unary(UnOp::Bswap), &[v], full);
    let extra = cx.costs.xlen - 8 * bytes;
    if extra == 0 {
        return v;
    }
    let n = f.int_const(full, extra.into());
    before(f, at, InstKind::Binary(BinOp::LShr), &[v, n], full)
}

/// Collects the loads that an `or` is made of; each must stand in the block and have no other use worth keeping.
fn gather(
    f: &Function,
    cx: &OptCx<'_>,
    b: BlockId,
    v: Value,
    (shift, width): (u32, u32),
    depth: u32,
    out: &mut SmallVec<[Part; 8]>,
) -> bool {
    if depth > 10 || out.len() >= 8 {
        return false;
    }
    let Some((inst, kind, args)) = def(f, v) else { return false };
    match (kind, args) {
        (InstKind::Binary(BinOp::Or), &[x, y]) => {
            gather(f, cx, b, x, (shift, width), depth + 1, out) && gather(f, cx, b, y, (shift, width), depth + 1, out)
        }
        (InstKind::Binary(BinOp::Shl), &[x, n]) => match f.as_int(n) {
            Some(n) if n < u64::from(width - shift.min(width)) => {
                gather(f, cx, b, x, (shift + n as u32, width), depth + 1, out)
            }
            _ => false,
        },
        (InstKind::Cast(CastOp::ZExt), &[x]) => gather(f, cx, b, x, (shift, width), depth + 1, out),
        (InstKind::Load(a, e), &[from]) if f.block_of(inst) == Some(b) => {
            let Some(p) = place(f, cx, &a, from) else { return false };
            let whole = cx.m.types.int_bits(f.ty(v)) == Some(8 * p.bytes);
            let fits = cx.m.types.int_bits(a.ty).is_some() && (e == Extend::Zero || whole);
            // Nothing may be shifted out, here or in a narrower shift on the way.
            let inside = shift + 8 * p.bytes <= width && shift.is_multiple_of(8);
            out.push(Part { inst, place: p, access: a, shift });
            fits && inside
        }
        _ => false,
    }
}

/// Bytes of the word that the parts fill without gap, and whether they do it in reverse.
fn word(cx: &OptCx<'_>, parts: &[Part]) -> Option<(u32, bool)> {
    let first = parts.first()?;
    let bytes: u32 = parts.iter().map(|p| p.place.bytes).sum();
    if !bytes.is_power_of_two() || bytes > cx.costs.xlen / 8 {
        return None;
    }
    let low = parts.iter().map(|p| p.shift).min()?;
    let mut at = first.place.offset;
    let (mut up, mut down) = (true, true);
    for p in parts {
        if p.place.base != first.place.base || p.place.offset != at {
            return None;
        }
        let from = (at - first.place.offset) as u32;
        up &= p.shift == low + 8 * from;
        down &= p.shift == low + 8 * (bytes - from - p.place.bytes);
        at = p.place.end();
    }
    let single = parts.iter().all(|p| p.place.bytes == 1);
    let (straight, turned) = if cx.costs.big_endian { (down, up) } else { (up, down) };
    match straight {
        true => Some((bytes, false)),
        false => (turned && single && cx.costs.bswap).then_some((bytes, true)),
    }
}

/// The last of the loads, if nothing from the first to it may write what they read.
fn undisturbed(f: &Function, cx: &OptCx<'_>, b: BlockId, parts: &[Part]) -> Option<Inst> {
    let is_part = |i: Inst| parts.iter().any(|p| p.inst == i);
    let mut left = parts.len();
    let mut steps = 0;
    for i in f.block_insts(b).skip_while(|&i| !is_part(i)) {
        if is_part(i) {
            left -= 1;
            if left == 0 {
                return Some(i);
            }
            continue;
        }
        let disturbs = match touch(f, cx.m, i) {
            None => false,
            Some(Touch::Any(_)) => true,
            Some(Touch::Class { ordered: true, .. }) => true,
            Some(Touch::Class { class, writes, .. }) => {
                writes && parts.iter().any(|p| may_alias(f, cx, p.access.alias, class))
            }
        };
        steps += 1;
        if disturbs || steps > REACH {
            return None;
        }
    }
    None
}

/// Loads only the bytes that an instruction keeps of a loaded value.
fn narrow(f: &mut Function, cx: &OptCx<'_>, i: Inst, s: &mut State) -> bool {
    let Some(k) = kept(f, i) else { return false };
    let Some((load, InstKind::Load(a, _), &[address])) = def(f, k.of) else { return false };
    let Some(p) = place(f, cx, &a, address) else { return false };
    let integer = cx.m.types.int_bits(a.ty).is_some();
    let result = f.ty(f.result(i, 0));
    let inside = k.shift + k.bits <= 8 * p.bytes && k.bits < 8 * p.bytes;
    if !integer || !inside || !s.once(k.of) {
        return false;
    }
    let bytes = k.bits / 8;
    let skip = if cx.costs.big_endian { p.bytes - bytes - k.shift / 8 } else { k.shift / 8 };
    let offset = p.offset + i64::from(skip);
    let align = u32::from(p.align).min(skip.trailing_zeros());
    // A distance that the access cannot hold costs more than the mask.
    if skip != 0 && !cx.costs.is_offset(offset) || !cx.fuel.take() {
        return false;
    }
    let address = match skip {
        0 => address,
        _ => {
            let by = f.int_const(cx.costs.xlen_ty(), offset as u64 & ones(cx.costs.xlen));
            before(f, load, InstKind::PtrAdd, &[p.base, by], Ty::PTR)
        }
    };
    let alias = class_of(f, a.alias, skip, bytes);
    let access = Access { ty: int_of(bytes), align: align as u8, alias, ..a };
    let extend = if cx.m.types.int_bits(result) == Some(k.bits) { Extend::Any } else { k.extend };
    let v = before(f, load, InstKind::Load(access, extend), &[address], result);
    s.repl.set(f.result(i, 0), v);
    f.remove(i);
    true
}

/// Which bits of a value an instruction keeps.
struct Kept {
    of: Value,
    shift: u32,
    bits: u32,
    extend: Extend,
}

/// Whole bytes that an instruction keeps of its operand.
fn kept(f: &Function, i: Inst) -> Option<Kept> {
    let args = f.args(i);
    let &of = args.first()?;
    let width = match f.ty(of) {
        Ty::I32 => 32,
        Ty::I64 => 64,
        _ => return None,
    };
    let by = args.get(1).and_then(|&n| f.as_int(n));
    let k = match f.insts[i].kind {
        InstKind::Binary(BinOp::And) => {
            let bits = by?.trailing_ones();
            Kept { of, shift: 0, bits: (by? == ones(bits)).then_some(bits)?, extend: Extend::Zero }
        }
        InstKind::Unary(UnOp::SextInReg(n)) => Kept { of, shift: 0, bits: n.into(), extend: Extend::Sign },
        InstKind::Cast(CastOp::Trunc) if f.ty(f.result(i, 0)) == Ty::I32 => {
            Kept { of, shift: 0, bits: 32, extend: Extend::Any }
        }
        InstKind::Binary(op @ (BinOp::LShr | BinOp::AShr)) => {
            let shift = by.filter(|&n| n < width)? as u32;
            let extend = if op == BinOp::LShr { Extend::Zero } else { Extend::Sign };
            Kept { of, shift, bits: width as u32 - shift, extend }
        }
        _ => return None,
    };
    (matches!(k.bits, 8 | 16 | 32) && k.shift.is_multiple_of(8)).then_some(k)
}
