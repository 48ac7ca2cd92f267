//! Accesses that are wider, narrower, or not there.
//!
//! [`stores`] walks each block with the stores that nothing has looked at yet: one that is overwritten is dead, those that
//! write neighbouring bytes become one. [`loads`] joins bytes that are loaded one by one into one load, and loads no more
//! than what is looked at. Both ask only alias classes, in which an address is an object and a distance; an access is never
//! made less aligned than the target likes it.
//!
//! The order of volatile and atomic accesses, and of everything with calls, is left alone.

mod loads;
mod stores;
#[cfg(test)]
mod tests;

use super::OptCx;
use super::edit::signed;
use crate::alias::Aliases;
use crate::ir::{Access, AliasClass, AliasData, Function, Inst, InstKind, Ordering, Ty, TyData, Value};

/// Runs both.
pub fn run(f: &mut Function, cx: &OptCx<'_>) -> bool {
    let mut changed = false;
    let mut pending = Vec::new();
    let mut state = loads::State::new(f);
    for n in 0..f.layout.len() {
        let b = f.layout[n];
        changed |= loads::block(f, cx, b, &mut state);
        changed |= stores::block(f, cx, b, &mut pending);
    }
    state.repl.apply_all(f);
    changed
}

/// A plain access to a known distance from a pointer. Alias classes know objects instead, and no distance beside an index
/// that varies; here the pointer after the index will do.
#[derive(Clone, Copy, Debug)]
struct Place {
    base: Value,
    offset: i64,
    bytes: u32,
    align: u8,
}

impl Place {
    fn end(&self) -> i64 {
        self.offset.saturating_add(i64::from(self.bytes))
    }
    /// log2 of the alignment that this access promises for another distance from its base.
    fn align_at(&self, offset: i64) -> u32 {
        u32::from(self.align).min((offset - self.offset).trailing_zeros())
    }
}

/// Where an access goes, if it is a plain one of an integer, a pointer or a float that fits a register.
fn place(f: &Function, cx: &OptCx<'_>, a: &Access, address: Value) -> Option<Place> {
    if a.volatile || a.ordering != Ordering::NotAtomic {
        return None;
    }
    let bytes = bytes(cx, a.ty)?;
    let (mut base, mut offset) = (address, 0i64);
    while let Some((_, InstKind::PtrAdd, &[p, by])) = def(f, base)
        && let Some(n) = f.as_int(by)
    {
        offset = offset.checked_add(signed(n, cx.costs.xlen))?;
        base = p;
    }
    Some(Place { base, offset, bytes, align: a.align })
}

fn bytes(cx: &OptCx<'_>, ty: Ty) -> Option<u32> {
    let n = match cx.m.types.get(ty) {
        TyData::Int(n @ (8 | 16 | 32 | 64)) => *n / 8,
        TyData::Ptr(_) => cx.costs.xlen / 8,
        TyData::Float => 4,
        TyData::Double => 8,
        _ => return None,
    };
    (n <= cx.costs.xlen / 8).then_some(n)
}

/// The integer type of so many bytes in memory.
fn int_of(bytes: u32) -> Ty {
    match bytes {
        1 => Ty::I8,
        2 => Ty::I16,
        4 => Ty::I32,
        _ => Ty::I64,
    }
}

/// A class for an access to some bytes, by that of an access which begins so many bytes before.
fn class_of(f: &mut Function, old: AliasClass, skip: u32, bytes: u32) -> AliasClass {
    let d = f.alias.get(old.0 as usize).copied().unwrap_or(AliasData::ANY);
    let offset = d.offset.and_then(|o| o.checked_add(skip.into()));
    let n = f.alias.len() as u32;
    f.alias.push(AliasData { base: d.base, offset, size: bytes, constant: d.constant, ..AliasData::ANY });
    AliasClass(n)
}

/// May two classes touch the same bytes?
fn may_alias(f: &Function, cx: &OptCx<'_>, a: AliasClass, b: AliasClass) -> bool {
    Aliases::new(&f.alias, cx.m).may_alias(a, b)
}

/// The instruction that defines a value, with its kind and operands.
fn def(f: &Function, v: Value) -> Option<(Inst, InstKind, &[Value])> {
    let i = f.def_inst(v)?;
    Some((i, f.insts[i].kind, f.args(i)))
}
