//! Merges answers: what one allocator left open, another one has answered.
//!
//! An allocator leaves operands of classes that it lacks without a place. The registers of those classes overlap none of
//! the classes that it took, so that edits of both answers can stand side by side, in any order.

use super::{Answer, EditKind, Place, Slot};
use crate::func::{Func, Tn};
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;

/// Virtual TNs that some op, not deleted, names without a place for it.
pub fn left_open(f: &Func, a: &Answer) -> FixedBitSet {
    let mut open = FixedBitSet::with_capacity(f.tns.len());
    let mut deleted = FixedBitSet::with_capacity(f.ops.len());
    a.deleted.iter().for_each(|op| deleted.insert(op.index()));
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)).filter(|op| !deleted.contains(op.index())) {
        let places = &a.places[f.opnds_start(op)..];
        for (&t, p) in f.all(op).iter().zip(places) {
            if *p == Place::None && f.is_virtual(t) {
                open.insert(t.index());
            }
        }
    }
    open
}

/// Completes an answer with another one, which is of the whole function. If that one does more than place and move
/// TNs (reorders, deletes, other forms of ops), it is taken as a whole.
pub fn complete(f: &Func, mut a: Answer, rest: Answer) -> Answer {
    if !(rest.alts.is_empty() && rest.order.is_empty() && rest.deleted.is_empty()) {
        return rest;
    }
    let open = left_open(f, &a);
    let is_open = |t: Tn| open.contains(t.index());
    for (i, p) in a.places.iter_mut().enumerate().filter(|(i, _)| f.opnds.get(*i).is_some_and(|&t| is_open(t))) {
        *p = rest.places.get(i).copied().unwrap_or_default();
    }
    let mut slots: SecondaryMap<Slot, Slot> = SecondaryMap::with_default(Slot::new(0));
    rest.slots.iter().for_each(|(s, d)| slots[s] = a.slots.push(*d));
    for mut e in rest.edits.into_iter().filter(|e| is_open(e.tn())) {
        if let EditKind::Spill { slot, .. } | EditKind::Reload { slot, .. } = &mut e.kind {
            *slot = slots[*slot];
        }
        a.edits.push(e);
    }
    a.work.extend(rest.work);
    a
}
