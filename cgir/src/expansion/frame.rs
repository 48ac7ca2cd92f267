//! Frames: which pointers there are, what objects are reached from, and what every target's layout does alike. How frames look,
//! each target's `frame` says.

use crate::func::{Bb, FrameData, FrameInfo, FrameKind, Func, Op, Tn, TnData};
use crate::pass::PassCx;
use crate::target::{Hooks, SavePlan};
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use std::cmp::Reverse;
use targ_info::{Abi, Isa, PReg, RegSet};
use whirl_lite::ir::FrameObj;

/// The register that frame objects are reached from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    /// The stack pointer.
    Sp,
    /// The frame pointer.
    Fp,
    /// The base pointer.
    Bp,
}

impl Base {
    /// What locals are reached from: the stack pointer; where it moves at run time the frame pointer, or the base pointer if the
    /// frame is also aligned beyond the ABI's needs.
    pub fn of_locals(info: &FrameInfo) -> Base {
        match (info.dynamic, info.has_bp) {
            (true, true) => Base::Bp,
            (true, false) => Base::Fp,
            _ => Base::Sp,
        }
    }
    /// The register.
    pub fn register(self, abi: &Abi) -> PReg {
        match self {
            Base::Sp => abi.sp,
            Base::Fp => abi.fp,
            Base::Bp => abi.bp,
        }
    }
}

/// Decides frame and base pointer; the registers that are taken away. `far`: much would be out of the stack pointer's reach.
pub(crate) fn plan(f: &mut Func, cx: &PassCx<'_>, far: bool) -> RegSet {
    crate::incoming::mark(f, cx);
    let usual = usual_alignment(cx);
    let own = |d: &&FrameData| !matches!(d.kind, FrameKind::Incoming(_) | FrameKind::Outgoing);
    let most = f.frame.values().filter(own).map(|d| d.align).max();
    let depends = f.frame_info.calls || f.frame_info.dynamic || most.is_some();
    let (most, asked) = (most.unwrap_or(0), if depends { asked_alignment(f, cx) } else { 0 });
    let info = &mut f.frame_info;
    info.realign = if most > usual { most.max(asked) } else { asked };
    info.has_fp = info.keep_fp || info.dynamic || info.realign != 0 || far;
    info.has_bp = info.dynamic && info.realign != 0;
    pointer_units(info, cx)
}

/// log2 of the alignment to which the stack pointer must be brought whatever the caller made of it (`"stackrealign"`,
/// `alignstack(n)`); 0 if the caller is trusted.
fn asked_alignment(f: &Func, cx: &PassCx<'_>) -> u8 {
    let Some(attrs) = cx.module.signature(f.global).map(|s| &s.attrs) else { return 0 };
    let named = attrs.alignstack.checked_ilog2().unwrap_or(0) as u8;
    let usual = usual_alignment(cx);
    match attrs.string("stackrealign") {
        Some(_) => usual.max(named),
        None if named > usual => named,
        None => 0,
    }
}

/// The pointers of the frame beside the stack pointer, the frame pointer first.
pub(crate) fn pointers(info: &FrameInfo, cx: &PassCx<'_>) -> Vec<PReg> {
    let abi = cx.target.abi;
    [(info.has_fp, abi.fp), (info.has_bp, abi.bp)].into_iter().filter(|p| p.0).map(|p| p.1).collect()
}

/// The units of those.
pub(crate) fn pointer_units(info: &FrameInfo, cx: &PassCx<'_>) -> RegSet {
    pointers(info, cx).into_iter().fold(RegSet::EMPTY, |set, r| set | cx.target.isa.reg(r).units)
}

/// log2 of the stack pointer's alignment.
pub(crate) fn usual_alignment(cx: &PassCx<'_>) -> u8 {
    cx.target.abi.stack_align.trailing_zeros() as u8
}

/// What `-stress-frame-pad` adds to each frame.
pub(crate) fn stress_pad(cx: &PassCx<'_>) -> i64 {
    cx.options.stress_frame_pad.next_multiple_of(u64::from(cx.target.abi.stack_align)) as i64
}

/// The next multiple of a power of two.
pub(crate) fn align_up(v: i64, log2: u8) -> i64 {
    let a = 1i64 << log2.min(62);
    v.wrapping_add(a - 1) & -a
}

/// Places an object below what reaches down to `top` bytes from the CFA; how far down it is then.
pub(crate) fn place_below(d: &mut FrameData, top: i64) -> i64 {
    let top = align_up(top + d.size as i64, d.align);
    d.offset = Some(-top);
    top
}

/// Places the areas of arguments, in a frame of so many bytes.
pub(crate) fn place_areas(f: &mut Func, size: i64) {
    for d in f.frame.values_mut() {
        match d.kind {
            FrameKind::Outgoing => d.offset = Some(-size),
            FrameKind::Incoming(at) => d.offset = Some(at),
            _ => {}
        }
    }
}

/// Objects in the order of their ranks; those without one are not listed.
pub(crate) fn by_rank<K: Ord>(f: &Func, rank: impl Fn(FrameObj, &FrameData) -> Option<K>) -> Vec<FrameObj> {
    let mut list: Vec<_> = f.frame.iter().filter_map(|(o, d)| rank(o, d).map(|r| (r, o))).collect();
    list.sort();
    list.into_iter().map(|x| x.1).collect()
}

/// The objects, of those that are asked for, that should stand within so many bytes of what they are reached from, since so they
/// are reached by the shortest instructions: those that the code mentions most often for their size. None, if all have room.
pub(crate) fn nearest(f: &Func, room: i64, asked: impl Fn(&FrameData) -> bool) -> FixedBitSet {
    let mut near = FixedBitSet::with_capacity(f.frame.len());
    let mut room = u64::try_from(room).unwrap_or(0);
    let size: u64 = f.frame.values().filter(|d| asked(d)).fold(0, |sum, d| sum.saturating_add(d.size));
    if size <= room {
        return near;
    }
    let mut mentioned: SecondaryMap<FrameObj, u64> = SecondaryMap::with_capacity(f.frame.len());
    for t in f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.all(o)) {
        if let TnData::Frame { obj, .. } = f.tns[*t] {
            mentioned[obj] += 1;
        }
    }
    let small = |d: &FrameData| asked(d) && (1..=room).contains(&d.size);
    let mut list: Vec<_> = f.frame.iter().filter(|(_, d)| small(d)).map(|(o, d)| (o, d.size)).collect();
    // The mentions of a byte of each, without fractions.
    list.sort_by_key(|&(o, size)| (Reverse(mentioned[o] * room / size), o));
    for (o, size) in list {
        if size <= room {
            room -= size;
            near.insert(o.index());
        }
    }
    near
}

/// The frame operand of an op: its index in the whole list, the object, the offset in it.
pub(crate) fn frame_operand(f: &Func, o: Op) -> Option<(usize, FrameObj, i64)> {
    f.all(o).iter().enumerate().find_map(|(i, &t)| match f.tns[t] {
        TnData::Frame { obj, offset, .. } => Some((i, obj, offset)),
        _ => None,
    })
}

/// Puts a prologue where the plan wants it: at the start of its block, after the op that defines parameters.
pub(crate) fn place_prologue(f: &mut Func, b: Bb, entry: Option<Op>, code: Vec<Op>) {
    let mut after = entry;
    for o in code {
        match after {
            Some(a) => f.insert_after(o, a),
            None => f.prepend(b, o),
        }
        after = Some(o);
    }
}

/// The block that a prologue stands in.
pub(crate) fn prologue_block(f: &Func, saves: &SavePlan) -> Option<Bb> {
    saves.save.or(f.entry())
}

/// Puts an epilogue before the end of a block.
pub(crate) fn place_epilogue(f: &mut Func, isa: &Isa, b: Bb, code: Vec<Op>) {
    for o in code {
        f.insert_at_end(isa, b, o);
    }
}

/// Exchanges two registers through the frame, which is not laid out yet.
pub(crate) fn swap_through_frame(h: &impl Hooks, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>) {
    let (size, align) = h.slot_shape(f, a);
    let obj = f.frame.push(FrameData { size, align, kind: FrameKind::Spill, offset: None });
    out.push(h.store_slot(f, a, obj, 0));
    out.push(h.copy(f, a, b));
    out.push(h.load_slot(f, b, obj, 0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GPR, R, Setup};
    use whirl_lite::mtype::MType::I64;

    /// A slot that is loaded so many times.
    fn slot(s: &Setup, f: &mut Func, b: Bb, size: u64, loads: usize) -> FrameObj {
        let obj = f.frame.push(FrameData { size, align: 3, kind: FrameKind::Spill, offset: None });
        for _ in 0..loads {
            let t = f.dedicated(R[0], GPR, I64);
            let o = s.hooks.load_slot(f, t, obj, 0);
            f.append(b, o);
        }
        obj
    }

    #[test]
    fn what_is_mentioned_most_for_its_size_is_nearest() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let [rare, large, often, some] = [(8, 1), (64, 7), (8, 9), (8, 2)].map(|(n, l)| slot(&s, &mut f, b, n, l));
        let near = |f: &Func, room| nearest(f, room, |_| true);
        let found: Vec<bool> = [rare, large, often, some].map(|o| near(&f, 16).contains(o.index())).to_vec();
        assert_eq!(found, [false, false, true, true]);
        assert_eq!(near(&f, 88).count_ones(..), 0, "all have room");
        assert_eq!(near(&f, -8).count_ones(..), 0, "none has room");
    }

    #[test]
    fn alignment_goes_up() {
        assert_eq!(align_up(17, 4), 32);
        assert_eq!(align_up(32, 4), 32);
    }
}
