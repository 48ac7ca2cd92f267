//! Frames: layout, prologue, epilogues, and the offsets of frame operands.
//!
//! From the stack pointer at entry (the CFA) downward: the area where variable arguments are saved, saved registers, then
//! everything else, with what is accessed most nearest to its base register; at the bottom the outgoing arguments.
//!
//! ```text
//!   CFA            incoming stack arguments above
//!                  saved argument registers of a variadic function
//!   fp ->          saved ra, s0, other saved registers
//!                  large locals ... small locals, spill slots, emergency slot
//!   sp ->          outgoing stack arguments
//! ```
//!
//! `fp` (if there is one) is the CFA less the variable-argument area, as LLVM has it, so that `ra` is always at
//! `fp - XLEN/8`. Objects are reached from `sp`; where it moves at run time from `fp`, or from the base pointer if the frame
//! is also aligned beyond the ABI's needs. A frame larger than a 12-bit offset is made in two steps, so that registers are
//! saved near `sp`. Offsets out of range take a register from the scavenger, or the emergency slot. That slot must be within
//! reach itself: over outgoing arguments that are out of reach of `sp` it stands below the saved registers, and `fp` leads to it.

use super::consts::{self, fits12, low12};
use super::hooks::RiscV;
use super::machine::Machine;
use crate::analysis::RegWalk;
use crate::analysis::reglive::{self, RegLiveness};
use crate::expansion::frame::{
    self, Base, align_up, by_rank, frame_operand, place_areas, place_below, place_epilogue, place_prologue, pointers,
    prologue_block, stress_pad, usual_alignment,
};
use crate::func::{Bb, FrameData, FrameInfo, FrameKind, Func, Op, OpFlags, Tn};
use crate::pass::PassCx;
use crate::scavenge::pick;
use crate::target::SavePlan;
use targ_info::riscv::{class, op, reg};
use targ_info::{Opcode, PReg, RegSet};
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;

/// The first step of a large frame: the most that keeps saves within reach and `sp` aligned.
const FIRST_STEP: i64 = 2032;
/// Frames beyond this may have offsets out of range.
const NEAR: i64 = 2040;

/// Decides frame and base pointer; the registers that are taken away.
pub(super) fn plan(f: &mut Func, cx: &PassCx<'_>) -> RegSet {
    let far = many_arguments(&f.frame_info);
    frame::plan(f, cx, far)
}

/// Is what stands above the outgoing arguments beyond the reach of `sp`?
fn many_arguments(info: &FrameInfo) -> bool {
    i64::from(info.outgoing) > FIRST_STEP
}

/// `ra` if anything writes it, and the pointers of the frame.
pub(super) fn forced_saves(f: &Func, cx: &PassCx<'_>, info: &FrameInfo) -> Vec<PReg> {
    let abi = cx.target.abi;
    let mut list = Vec::new();
    if let Some(ra) = abi.ra {
        let units = cx.target.isa.reg(ra).units;
        let writes = |o: Op| {
            f.ops[o].opcode != op::P_ENTRY && (f.clobbers(o) | reglive::writes(f, cx.target.isa, o)).intersects(units)
        };
        if info.has_fp || f.layout.iter().any(|&b| f.bb_ops(b).any(writes)) {
            list.push(ra);
        }
    }
    list.extend(pointers(info, cx));
    list
}

/// A laid-out frame.
struct Layout {
    /// Bytes from `sp` after the prologue to the CFA (less what alignment adds).
    size: i64,
    /// Bytes of the variable-argument area.
    variable: i64,
    /// The first step down.
    first: i64,
    /// What locals are reached from.
    base: Base,
    /// log2 of extra alignment.
    realign: u8,
    saved: Vec<(PReg, FrameObj)>,
}

struct Framer<'a> {
    h: &'a RiscV,
    cx: &'a PassCx<'a>,
    m: Machine,
    xty: MType,
    l: Layout,
}

/// Lays the frame out, makes prologue and epilogues, settles frame operands.
pub(super) fn finish(h: &RiscV, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
    let m = Machine::new(cx.target);
    let saved = saved_objects(f, &m, saves);
    let mut l = lay_out(f, cx, &m, &saved);
    if l.size > NEAR || cx.options.stress_no_free_reg {
        let bytes = m.xbytes() as u64;
        let slot =
            FrameData { size: bytes, align: bytes.trailing_zeros() as u8, kind: FrameKind::Emergency, offset: None };
        f.frame_info.emergency = Some(f.frame.push(slot));
        l = lay_out(f, cx, &m, &saved);
    }
    f.frame_info.size = Some(l.size as u64);
    let xty = if m.rv64 { MType::I64 } else { MType::I32 };
    let fr = Framer { h, cx, m, xty, l };
    fr.resolve(f);
    fr.prologue(f, saves);
    for &b in &saves.restore {
        fr.epilogue(f, b);
    }
}

/// A frame object for each saved register.
fn saved_objects(f: &mut Func, m: &Machine, saves: &SavePlan) -> Vec<(PReg, FrameObj)> {
    let mut list = Vec::with_capacity(saves.regs.len());
    for &r in &saves.regs {
        let float = targ_info::riscv::ISA.reg(r).class == class::FPR64;
        let size = if float && !m.d {
            4
        } else if float {
            8
        } else {
            m.xbytes() as u64
        };
        let align = size.trailing_zeros() as u8;
        list.push((r, f.frame.push(FrameData { size, align, kind: FrameKind::Saved(r), offset: None })));
    }
    list
}

/// Gives each object its offset from the CFA.
fn lay_out(f: &mut Func, cx: &PassCx<'_>, m: &Machine, saved: &[(PReg, FrameObj)]) -> Layout {
    let (usual, pad) = (usual_alignment(cx), stress_pad(cx));
    let (realign, base) = (f.frame_info.realign, Base::of_locals(&f.frame_info));
    let variable = align_up(f.incoming.save_registers.len() as i64 * m.xbytes(), usual);
    let mut top = variable;
    for &(_, obj) in saved {
        top = place_below(&mut f.frame[obj], top);
    }
    let mut near = by_rank(f, |_, d| rank(d));
    if let (Some(slot), true) = (f.frame_info.emergency, many_arguments(&f.frame_info)) {
        near.retain(|&obj| obj != slot);
        top = place_below(&mut f.frame[slot], top);
    }
    let outgoing = align_up(i64::from(f.frame_info.outgoing), usual);
    let whole = realign.max(usual);
    let size = if base == Base::Fp {
        // Nearest to fp first, downward.
        for obj in near {
            top = place_below(&mut f.frame[obj], top);
        }
        align_up(top + pad + outgoing, whole)
    } else {
        let mut at = outgoing;
        let mut places = Vec::with_capacity(near.len());
        for obj in near {
            let d = &f.frame[obj];
            at = align_up(at, d.align);
            places.push((obj, at));
            at += d.size as i64;
        }
        let size = align_up(at + pad + top, whole);
        for (obj, at) in places {
            f.frame[obj].offset = Some(at - size);
        }
        size
    };
    place_areas(f, size);
    let first = if size <= 2047 { size } else { FIRST_STEP };
    Layout { size, variable, first, base, realign, saved: saved.to_vec() }
}

/// Objects that are laid out, those that should be near the base first: the emergency slot, spill slots, then locals by size.
fn rank(d: &FrameData) -> Option<(u8, u64)> {
    match d.kind {
        FrameKind::Emergency => Some((0, 0)),
        FrameKind::Spill => Some((1, 0)),
        FrameKind::Local => Some((2, d.size)),
        FrameKind::Saved(_) | FrameKind::Incoming(_) | FrameKind::Outgoing => None,
    }
}

impl Framer<'_> {
    fn gpr(&self, f: &mut Func, r: PReg) -> Tn {
        f.dedicated(r, class::GPR, self.xty)
    }
    fn sp(&self, f: &mut Func) -> Tn {
        self.gpr(f, self.cx.target.abi.sp)
    }

    // Frame operands.

    /// Base register and offset of a place in the frame.
    fn place(&self, f: &Func, obj: FrameObj, offset: i64) -> (Base, i64) {
        let d = &f.frame[obj];
        let cfa = d.offset.unwrap_or(0).wrapping_add(offset);
        let from_sp = cfa.wrapping_add(self.l.size);
        let from_fp = cfa.wrapping_add(self.l.variable);
        let above = match d.kind {
            FrameKind::Incoming(_) | FrameKind::Saved(_) => true,
            FrameKind::Emergency => many_arguments(&f.frame_info),
            FrameKind::Spill | FrameKind::Local | FrameKind::Outgoing => false,
        };
        match self.l.base {
            _ if d.kind == FrameKind::Outgoing => (Base::Sp, from_sp),
            Base::Bp if !above => (Base::Bp, from_sp),
            Base::Sp if self.l.realign == 0 || !above => {
                // Either pointer would do: the nearer one.
                let both = f.frame_info.has_fp && self.l.realign == 0;
                if both && !fits12(from_sp) && fits12(from_fp) { (Base::Fp, from_fp) } else { (Base::Sp, from_sp) }
            }
            _ => (Base::Fp, from_fp),
        }
    }
    fn base(&self, f: &mut Func, b: Base) -> Tn {
        self.gpr(f, b.register(self.cx.target.abi))
    }
    /// Replaces frame operands by registers and offsets.
    fn resolve(&self, f: &mut Func) {
        let mut far: Vec<(Bb, Op)> = Vec::new();
        for i in 0..f.layout.len() {
            let b = f.layout[i];
            let mut next = f.first(b);
            while let Some(o) = next {
                next = f.next(o);
                if !self.resolve_near(f, o) {
                    far.push((b, o));
                }
            }
        }
        if far.is_empty() {
            return;
        }
        let isa = self.cx.target.isa;
        // What this function does not save is not its to use.
        let mut foreign = self.cx.target.callee_saved;
        if let Some(ra) = self.cx.target.abi.ra {
            foreign |= isa.reg(ra).units;
        }
        for (r, _) in &self.l.saved {
            foreign -= isa.reg(*r).units;
        }
        let live = RegLiveness::compute(f, isa, foreign);
        let mut i = far.len();
        while i > 0 {
            let b = far[i - 1].0;
            let mut walk = RegWalk::start(&live, b);
            let mut o = f.last(b);
            while let Some(cur) = o {
                o = f.prev(cur);
                walk.step(f, isa, cur);
                if i > 0 && far[i - 1] == (b, cur) {
                    i -= 1;
                    self.resolve_far(f, cur, walk.live, foreign);
                }
            }
        }
    }
    /// Settles an op's frame operand if its offset is in range; false if it is not.
    fn resolve_near(&self, f: &mut Func, o: Op) -> bool {
        let Some((at, obj, offset)) = frame_operand(f, o) else { return true };
        let (base, off) = self.place(f, obj, offset);
        if !fits12(off) {
            return false;
        }
        let (base, off) = (self.base(f, base), f.lit(off));
        set_address(f, o, at, base, off);
        true
    }
    /// Settles an op whose offset needs a register.
    fn resolve_far(&self, f: &mut Func, o: Op, live: RegSet, foreign: RegSet) {
        let Some((at, obj, offset)) = frame_operand(f, o) else { return };
        let (base, off) = self.place(f, obj, offset);
        let base = self.base(f, base);
        // A general result is free until the op writes it.
        let own = f.results(o).first().copied().filter(|&t| {
            f.preg(t).is_some_and(|r| self.cx.target.isa.reg(r).class == class::GPR && r != reg::ZERO && r != reg::SP)
                && !f.operands(o).contains(&t)
        });
        let free = || {
            let used = live | foreign | reglive::reads(f, self.cx.target.isa, o);
            if self.cx.options.stress_no_free_reg { None } else { pick(f, self.cx, used, class::GPRNOX0) }
        };
        let (t, emergency) = match own {
            Some(t) => (t, false),
            None => match free() {
                Some(r) => (self.gpr(f, r), false),
                None => {
                    let used = reglive::reads(f, self.cx.target.isa, o) | foreign;
                    let Some(r) = pick(f, self.cx, used, class::GPRNOX0) else { return };
                    (self.gpr(f, r), true)
                }
            },
        };
        if emergency {
            self.emergency(f, o, t, true);
        }
        let low = low12(off);
        self.add_large(f, o, t, base, off - low);
        let low = f.lit(low);
        set_address(f, o, at, t, low);
        if emergency {
            self.emergency(f, o, t, false);
        }
    }
    /// `t = base + off` before an op, where `off` has no low bits.
    fn add_large(&self, f: &mut Func, o: Op, t: Tn, base: Tn, off: i64) {
        let flags = f.ops[o].flags & (OpFlags::FRAME_SETUP | OpFlags::FRAME_DESTROY);
        let zero = self.gpr(f, reg::ZERO);
        for step in consts::chain(off, &self.m) {
            let operands = step.operands(f, t, zero);
            let n = f.make_op(step.op, &[t], &operands);
            f.ops[n].flags |= flags;
            f.insert_before(n, o);
        }
        let n = f.make_op(op::ADD, &[t], &[t, base]);
        f.ops[n].flags |= flags;
        f.insert_before(n, o);
    }
    /// Saves a register in the emergency slot before an op, or restores it after.
    fn emergency(&self, f: &mut Func, o: Op, t: Tn, save: bool) {
        let Some(slot) = f.frame_info.emergency else { return };
        let (base, off) = self.place(f, slot, 0);
        let (base, off) = (self.base(f, base), f.lit(off));
        let (store, load) = self.h.memory_rows(f, t);
        if save {
            let n = f.make_op(store, &[], &[t, off, base]);
            f.ops[n].flags |= OpFlags::SPILL;
            f.insert_before(n, o);
        } else {
            let n = f.make_op(load, &[t], &[off, base]);
            f.ops[n].flags |= OpFlags::RELOAD;
            f.insert_after(n, o);
        }
    }

    // Prologue and epilogue.

    fn op(&self, f: &mut Func, row: Opcode, rd: Option<Tn>, operands: &[Tn], flags: OpFlags) -> Op {
        let o = f.make_op(row, rd.as_slice(), operands);
        f.ops[o].flags |= flags;
        o
    }
    /// Adds a constant to a register, into another; `scratch` serves large ones.
    #[allow(clippy::too_many_arguments)]
    fn adjust(&self, f: &mut Func, rd: Tn, rs: Tn, by: i64, scratch: PReg, flags: OpFlags, out: &mut Vec<Op>) {
        if by == 0 && rd == rs {
            return;
        }
        if fits12(by) {
            let imm = f.lit(by);
            out.push(self.op(f, op::ADDI, Some(rd), &[rs, imm], flags));
            return;
        }
        // Two steps that keep the stack pointer aligned.
        let step = if by < 0 { -2048 } else { FIRST_STEP };
        if fits12(by - step) {
            let (a, b) = (f.lit(step), f.lit(by - step));
            out.push(self.op(f, op::ADDI, Some(rd), &[rs, a], flags));
            out.push(self.op(f, op::ADDI, Some(rd), &[rd, b], flags));
            return;
        }
        let t = self.gpr(f, scratch);
        let zero = self.gpr(f, reg::ZERO);
        let amount = if by < 0 { -by } else { by };
        for s in consts::chain(amount, &self.m) {
            let operands = s.operands(f, t, zero);
            out.push(self.op(f, s.op, Some(t), &operands, flags));
        }
        let row = if by < 0 { op::SUB } else { op::ADD };
        out.push(self.op(f, row, Some(rd), &[rs, t], flags));
    }
    /// The store or load of a saved register while `sp` is one step below the CFA.
    fn save_op(&self, f: &mut Func, r: PReg, obj: FrameObj, save: bool) -> Op {
        let float = self.cx.target.isa.reg(r).class == class::FPR64;
        let t = match (float, self.m.d) {
            (true, true) => f.dedicated(r, class::FPR64, MType::F64),
            (true, false) => f.dedicated(r, class::FPR32, MType::F32),
            _ => self.gpr(f, r),
        };
        let sp = self.sp(f);
        let off = f.lit(self.l.first + f.frame[obj].offset.unwrap_or(0));
        let (store, load) = self.h.memory_rows(f, t);
        if save {
            self.op(f, store, None, &[t, off, sp], OpFlags::SAVE | OpFlags::FRAME_SETUP)
        } else {
            self.op(f, load, Some(t), &[off, sp], OpFlags::RESTORE | OpFlags::FRAME_DESTROY)
        }
    }
    fn empty(&self) -> bool {
        self.l.size == 0
    }
    fn prologue(&self, f: &mut Func, saves: &SavePlan) {
        let Some(b) = prologue_block(f, saves) else { return };
        if self.empty() {
            return;
        }
        let flags = OpFlags::FRAME_SETUP;
        let entry = f.first(b).filter(|&o| f.ops[o].opcode == op::P_ENTRY);
        let scratch = self.cx.target.abi.scratch;
        let sp = self.sp(f);
        let mut code = Vec::new();
        self.adjust(f, sp, sp, -self.l.first, scratch, flags, &mut code);
        for &(r, obj) in &self.l.saved {
            code.push(self.save_op(f, r, obj, true));
        }
        if f.frame_info.has_fp {
            let fp = self.base(f, Base::Fp);
            self.adjust(f, fp, sp, self.l.first - self.l.variable, scratch, flags, &mut code);
        }
        self.adjust(f, sp, sp, self.l.first - self.l.size, scratch, flags, &mut code);
        if self.l.realign != 0 {
            let n = i64::from(self.l.realign);
            if n <= 11 {
                let mask = f.lit(-(1 << n));
                code.push(self.op(f, op::ANDI, Some(sp), &[sp, mask], flags));
            } else {
                let n = f.lit(n);
                code.push(self.op(f, op::SRLI, Some(sp), &[sp, n], flags));
                code.push(self.op(f, op::SLLI, Some(sp), &[sp, n], flags));
            }
        }
        if f.frame_info.has_bp {
            let (bp, zero) = (self.base(f, Base::Bp), f.lit(0));
            code.push(self.op(f, op::ADDI, Some(bp), &[sp, zero], flags));
        }
        place_prologue(f, b, entry, code);
    }
    fn epilogue(&self, f: &mut Func, b: Bb) {
        if self.empty() {
            return;
        }
        let flags = OpFlags::FRAME_DESTROY;
        let scratch = self.cx.target.abi.scratch;
        let sp = self.sp(f);
        let mut code = Vec::new();
        if f.frame_info.dynamic || self.l.realign != 0 {
            let fp = self.base(f, Base::Fp);
            self.adjust(f, sp, fp, self.l.variable - self.l.first, scratch, flags, &mut code);
        } else {
            self.adjust(f, sp, sp, self.l.size - self.l.first, scratch, flags, &mut code);
        }
        for &(r, obj) in &self.l.saved {
            code.push(self.save_op(f, r, obj, false));
        }
        self.adjust(f, sp, sp, self.l.first, scratch, flags, &mut code);
        place_epilogue(f, self.cx.target.isa, b, code);
    }
}

/// Sets the frame operand at `at` and the base that stands after it; an address becomes an addition.
fn set_address(f: &mut Func, o: Op, at: usize, base: Tn, off: Tn) {
    if f.ops[o].opcode == op::P_FRAMEADDR {
        if let Some(&rd) = f.results(o).first() {
            f.rewrite_op(o, op::ADDI, &[rd], &[base, off]);
        }
        return;
    }
    for (i, t) in f.all_mut(o).iter_mut().enumerate() {
        if i == at {
            *t = off;
        } else if i == at + 1 {
            *t = base;
        }
    }
}

/// The parts of a 32-bit offset, for tests.
#[cfg(test)]
fn parts(v: i64) -> (i64, i64) {
    (consts::high20(v), low12(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        for v in [4096, 6143, 6144, -5000, 1 << 20] {
            let (h, l) = parts(v);
            assert_eq!(i64::from((h << 12) as i32) + l, v);
        }
    }
}
