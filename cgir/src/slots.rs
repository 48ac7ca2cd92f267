//! Spill-slot colouring: slots that are never live together share memory; spills that nobody reloads go.
//!
//! It works on allocated code. A spill defines its slot, a reload uses it; a slot that anything else touches (its address
//! is taken, part of it is accessed) is left alone. Liveness of slots is a backward data-flow over blocks, then a walk in each.
//! A slot's interval is the hull of all positions, in layout order, where it is live; a linear scan gives intervals
//! of one shape that do not overlap one slot. A function that calls one which returns twice is left alone: after
//! the second return a slot must still be what it was at the first.

use crate::func::{Bb, FrameKind, Func, Op, OpFlags, TnData};
use crate::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use targ_info::InstFlags;
use whirl_lite::ir::FrameObj;

/// Counters of the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotStats {
    /// Slots before.
    pub before: usize,
    /// Slots after.
    pub after: usize,
    /// Spills removed since nobody reloads what they store.
    pub dead_spills: usize,
}

/// Merges spill slots.
pub fn colour(f: &mut Func, cx: &PassCx<'_>) -> SlotStats {
    if f.frame_info.returns_twice {
        return SlotStats::default();
    }
    let slots = Slots::find(f, cx);
    let mut stats = SlotStats { before: slots.objects.len(), ..SlotStats::default() };
    if slots.objects.is_empty() {
        return stats;
    }
    let live_out = slots.liveness(f);
    let mut scan = Scan { intervals: vec![None; slots.objects.len()], at: 0 };
    let mut dead = Vec::new();
    for &b in &f.layout {
        scan.block(f, &slots, b, &live_out[b.index()], &mut dead);
    }
    stats.dead_spills = dead.len();
    dead.into_iter().for_each(|op| f.remove(op));
    let colour = scan.colours(f, &slots);
    rewrite(f, &slots, &colour);
    let mut used: Vec<usize> = colour.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    stats.after = used.len();
    stats
}

/// What an op does to a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Store,
    Load,
}

struct Slots {
    /// The slots that may be merged.
    objects: Vec<FrameObj>,
    /// By frame object: index into `objects` plus one.
    number: SecondaryMap<FrameObj, u32>,
    /// Block by block, in layout order: ops that touch slots.
    touches: SecondaryMap<Bb, Vec<(Op, u32, Touch)>>,
}

impl Slots {
    fn find(f: &Func, cx: &PassCx<'_>) -> Slots {
        let isa = cx.target.isa;
        let mut fixed: SecondaryMap<FrameObj, bool> = SecondaryMap::new();
        let mut found: Vec<(Bb, Op, FrameObj, Touch)> = Vec::new();
        for &b in &f.layout {
            for op in f.bb_ops(b) {
                for &t in f.operands(op) {
                    let TnData::Frame { obj, .. } = f.tns[t] else { continue };
                    if f.frame[obj].kind != FrameKind::Spill {
                        continue;
                    }
                    let flags = f.ops[op].flags;
                    let row = isa.inst(f.ops[op].opcode).flags;
                    if flags.contains(OpFlags::SPILL) && row.contains(InstFlags::STORE) {
                        found.push((b, op, obj, Touch::Store));
                    } else if flags.contains(OpFlags::RELOAD) && row.contains(InstFlags::LOAD) {
                        found.push((b, op, obj, Touch::Load));
                    } else {
                        fixed[obj] = true;
                    }
                }
            }
        }
        let mut s = Slots { objects: Vec::new(), number: SecondaryMap::new(), touches: SecondaryMap::new() };
        for (b, op, obj, touch) in found {
            if fixed[obj] {
                continue;
            }
            if s.number[obj] == 0 {
                s.objects.push(obj);
                s.number[obj] = s.objects.len() as u32;
            }
            s.touches[b].push((op, s.number[obj] - 1, touch));
        }
        s
    }

    /// Slots live out of each block.
    fn liveness(&self, f: &Func) -> Vec<FixedBitSet> {
        let n = self.objects.len();
        let none = || vec![FixedBitSet::with_capacity(n); f.bbs.len()];
        let (mut live_in, mut live_out, mut stored) = (none(), none(), none());
        for &b in &f.layout {
            for &(_, s, touch) in &self.touches[b] {
                match touch {
                    Touch::Load if !stored[b.index()].contains(s as usize) => live_in[b.index()].insert(s as usize),
                    Touch::Load => {}
                    Touch::Store => stored[b.index()].insert(s as usize),
                }
            }
        }
        let order = post_order(f);
        let mut changed = true;
        let mut scratch = FixedBitSet::with_capacity(n);
        while changed {
            changed = false;
            for &b in &order {
                scratch.clear();
                f.bbs[b].succs.iter().for_each(|s| scratch.union_with(&live_in[s.bb.index()]));
                if scratch != live_out[b.index()] {
                    live_out[b.index()].clone_from(&scratch);
                }
                scratch.difference_with(&stored[b.index()]);
                if !scratch.is_subset(&live_in[b.index()]) {
                    live_in[b.index()].union_with(&scratch);
                    changed = true;
                }
            }
        }
        live_out
    }
}

/// Blocks of the layout, each after its successors where there is no cycle.
fn post_order(f: &Func) -> Vec<Bb> {
    let mut order = crate::analysis::Cfg::compute(f).rpo;
    order.reverse();
    order
}

struct Scan {
    /// First and last position where each slot is live.
    intervals: Vec<Option<(u32, u32)>>,
    at: u32,
}

impl Scan {
    fn extend(&mut self, slot: usize, at: u32) {
        let i = self.intervals[slot].get_or_insert((at, at));
        *i = (i.0.min(at), i.1.max(at));
    }

    /// Goes through a block backward; notes its spills that nobody reads.
    fn block(&mut self, f: &Func, slots: &Slots, b: Bb, live_out: &FixedBitSet, dead: &mut Vec<Op>) {
        let touches = &slots.touches[b];
        let (start, end) = (self.at, self.at + touches.len() as u32 + 1);
        self.at = end + 1;
        let mut live = live_out.clone();
        live.ones().for_each(|s| self.extend(s, end));
        for (i, &(op, s, touch)) in touches.iter().enumerate().rev() {
            let (at, slot) = (start + 1 + i as u32, s as usize);
            match touch {
                Touch::Load => live.insert(slot),
                // The value may still be kept in the exceptional successor's eyes only through its live set.
                Touch::Store if !live.contains(slot) => {
                    dead.push(op);
                    continue;
                }
                Touch::Store => live.set(slot, false),
            }
            self.extend(slot, at);
        }
        live.ones().for_each(|s| self.extend(s, start));
        debug_assert!(f.bbs.is_valid(b));
    }

    /// For each slot, the number of the slot that stands for it; none if it is never live.
    fn colours(&self, f: &Func, slots: &Slots) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..self.intervals.len()).filter(|&s| self.intervals[s].is_some()).collect();
        order.sort_by_key(|&s| (self.intervals[s], s));
        let mut colour = vec![None; self.intervals.len()];
        // Slots in use by where they end, and free ones by shape.
        let mut active: std::collections::BTreeSet<(u32, usize)> = Default::default();
        let mut free: std::collections::BTreeMap<(u64, u8), Vec<usize>> = Default::default();
        for s in order {
            let Some((from, to)) = self.intervals[s] else { continue };
            while let Some(&(end, c)) = active.first()
                && end < from
            {
                active.pop_first();
                let d = &f.frame[slots.objects[c]];
                free.entry((d.size, d.align)).or_default().push(c);
            }
            let d = &f.frame[slots.objects[s]];
            let c = free.get_mut(&(d.size, d.align)).and_then(Vec::pop).unwrap_or(s);
            colour[s] = Some(c);
            active.insert((to, c));
        }
        colour
    }
}

fn rewrite(f: &mut Func, slots: &Slots, colour: &[Option<usize>]) {
    for list in slots.touches.values() {
        for &(op, s, _) in list {
            let Some(c) = colour[s as usize].filter(|&c| c != s as usize) else { continue };
            for i in 0..f.all(op).len() {
                if let TnData::Frame { obj, offset, modifier } = f.tns[f.all(op)[i]]
                    && obj == slots.objects[s as usize]
                {
                    let new = f.intern(TnData::Frame { obj: slots.objects[c], offset, modifier });
                    f.all_mut(op)[i] = new;
                }
            }
        }
    }
    for (s, c) in colour.iter().enumerate() {
        if *c != Some(s) {
            let d = &mut f.frame[slots.objects[s]];
            (d.size, d.align) = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::func::FrameData;
    use crate::target::Hooks;
    use crate::testing::{GPR, R, Setup, emit, op, set_succs};
    use whirl_lite::mtype::MType::I64;

    fn slot(f: &mut Func) -> FrameObj {
        f.frame.push(FrameData { size: 8, align: 3, kind: FrameKind::Spill, offset: None })
    }
    fn spill(s: &Setup, f: &mut Func, b: Bb, obj: FrameObj) -> Op {
        let t = f.dedicated(R[0], GPR, I64);
        let o = s.hooks.store_slot(f, t, obj, 0);
        f.ops[o].flags |= OpFlags::SPILL;
        f.append(b, o);
        o
    }
    fn reload(s: &Setup, f: &mut Func, b: Bb, obj: FrameObj) -> Op {
        let t = f.dedicated(R[0], GPR, I64);
        let o = s.hooks.load_slot(f, t, obj, 0);
        f.ops[o].flags |= OpFlags::RELOAD;
        f.append(b, o);
        o
    }

    #[test]
    fn disjoint_slots_share_and_dead_spills_go() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let [x, y, z, w] = [slot(&mut f), slot(&mut f), slot(&mut f), slot(&mut f)];
        spill(&s, &mut f, b, x);
        spill(&s, &mut f, b, y);
        reload(&s, &mut f, b, x);
        spill(&s, &mut f, b, z);
        reload(&s, &mut f, b, y);
        reload(&s, &mut f, b, z);
        spill(&s, &mut f, b, w);
        emit(&mut f, b, op::RET, &[], &[]);
        let stats = colour(&mut f, &s.cx());
        assert_eq!(stats, SlotStats { before: 4, after: 2, dead_spills: 1 });
        assert_eq!(f.frame[z].size, 0);
        assert_eq!(f.bb_ops(b).count(), 7);
    }

    #[test]
    fn a_slot_live_round_a_loop_keeps_its_memory() {
        let s = Setup::default();
        let mut f = s.func();
        let [a, l, e] = [f.add_bb(), f.add_bb(), f.add_bb()];
        let [x, y] = [slot(&mut f), slot(&mut f)];
        spill(&s, &mut f, a, x);
        reload(&s, &mut f, l, x);
        spill(&s, &mut f, l, y);
        reload(&s, &mut f, l, y);
        emit(&mut f, e, op::RET, &[], &[]);
        set_succs(&mut f, a, &[l]);
        set_succs(&mut f, l, &[e, l]);
        f.rebuild_preds();
        assert_eq!(colour(&mut f, &s.cx()).after, 2);
    }
}
