//! The reference allocator: every virtual TN lives in its slot.
//!
//! Each op is allocated alone; its operands are reloaded just before it, its results spilled just after it. Too simple
//! to be wrong, it is what other allocators are compared with, and linear in the size of the function.

use super::alone::assign_alone;
use super::{AllocError, Allocate, Answer, Edit, EditKind, Place, Point, Slot, SlotData};
use crate::func::{Func, Op, Tn};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use targ_info::RegSet;

/// The reference allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpillAll;

impl Allocate for SpillAll {
    fn name(&self) -> &'static str {
        "spillall"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
        let mut slots: SecondaryMap<Tn, PackedOption<Slot>> = SecondaryMap::new();
        let mut places = Vec::new();
        for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
            assign_alone(f, cx, op, RegSet::EMPTY, &mut places)?;
            let start = f.opnds_start(op);
            for (i, (&tn, &place)) in f.all(op).iter().zip(&places).enumerate() {
                a.places[start + i] = place;
                let Place::Reg(reg) = place else { continue };
                // Flags and the like never leave their register.
                if f.class(tn).is_none_or(|c| cx.target.isa.class(c).no_spill) {
                    continue;
                }
                // Nothing follows a call that does not return.
                if i < f.nres(op) && ends_path(f, op) {
                    continue;
                }
                let slot = slots[tn].expand().unwrap_or_else(|| new_slot(&mut a, f, cx, tn));
                slots[tn] = slot.into();
                if i < f.nres(op) {
                    let kind = EditKind::Spill { tn, from: reg, slot };
                    a.edits.push(Edit { at: after(f, cx, op), group: 0, kind });
                } else if !repeats(f, op, &places, i) {
                    let kind = EditKind::Reload { tn, slot, to: reg };
                    a.edits.push(Edit { at: Point::Before(op), group: 0, kind });
                }
            }
        }
        Ok(a)
    }
}

/// Is the operand the same TN in the same register as an earlier one?
fn repeats(f: &Func, op: Op, places: &[Place], i: usize) -> bool {
    let list = f.all(op);
    (f.nres(op)..i).any(|j| list[j] == list[i] && places[j] == places[i])
}

/// A new slot for a TN.
pub(crate) fn new_slot(a: &mut Answer, f: &Func, cx: &PassCx<'_>, tn: Tn) -> Slot {
    let (size, align) = cx.hooks.slot_shape(f, tn);
    a.slots.push(SlotData { size, align })
}

/// Is the op the last of a block without successors?
pub(crate) fn ends_path(f: &Func, op: Op) -> bool {
    f.bb_of(op).is_some_and(|b| f.last(b) == Some(op) && f.bbs[b].succs.is_empty())
}

/// Where what follows an op stands: results of a call with an exceptional edge exist on its normal edge only.
pub(crate) fn after(f: &Func, cx: &PassCx<'_>, op: Op) -> Point {
    match f.bb_of(op) {
        Some(b) if f.last(b) == Some(op) && f.bbs[b].succs.len() > 1 => Point::Edge(b, 0),
        Some(b) if f.last(b) == Some(op) && f.terminator(cx.target.isa, b).is_none() => Point::BlockEnd(b),
        _ => Point::After(op),
    }
}
