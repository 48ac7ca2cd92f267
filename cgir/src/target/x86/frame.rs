//! Frames: layout, prologue, epilogues, and the displacements of frame operands.
//!
//! From the CFA (the stack pointer before the call, aligned to 16 bytes by the psABI) downward:
//!
//! ```text
//!   CFA            incoming stack arguments above
//!                  return address
//!                  room for a return address and arguments of tail calls that have more of them
//!   fp ->          rbp, then other saved registers, each pushed
//!                  locals and spill slots
//!   sp ->          outgoing stack arguments
//! ```
//!
//! Objects are reached from `sp`; where it moves at run time from the frame pointer, or from the base pointer if the frame is
//! also aligned beyond the ABI's needs. A leaf leaves the stack pointer above its locals where the psABI's red zone of 128 bytes
//! has room for them. Offsets of objects count from the CFA.

use super::flags::{LiveFlags, reads_flags};
use super::hooks::X86;
use super::machine::Machine;
use crate::expansion::frame::{
    Base, align_up, by_rank, frame_operand, nearest, place_areas, place_below, place_epilogue, place_prologue,
    prologue_block, stress_pad, usual_alignment,
};
use crate::func::{FrameData, FrameKind, Func, Op, OpFlags, Tn};
use crate::pass::PassCx;
use crate::target::SavePlan;
use cranelift_entity::EntityRef;
use targ_info::x86::{class, op};
use targ_info::{InstFlags, Opcode, PReg};
use whirl_lite::ir::{FnFlags, FrameObj};
use whirl_lite::mtype::MType;

/// Bytes below the stack pointer that nothing but the function itself changes (psABI 3.2.2).
const RED_ZONE: i64 = 128;

/// How far a displacement of a byte reaches.
const BYTE_REACH: i64 = 128;

/// A laid-out frame.
struct Layout {
    /// Bytes from the stack pointer after the prologue to the CFA (less what alignment adds).
    size: i64,
    /// Bytes from the last saved register to the CFA.
    pushed: i64,
    /// Bytes below the return address that tail calls with more stack arguments than ours move it down into.
    reserve: i64,
    /// What locals are reached from.
    base: Base,
    /// log2 of extra alignment.
    realign: u8,
    saved: Vec<PReg>,
}

struct Framer<'a> {
    cx: &'a PassCx<'a>,
    wide: bool,
    word: i64,
    l: Layout,
}

/// Lays the frame out, makes prologue and epilogues, settles frame operands.
pub(super) fn finish(_: &X86, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
    let m = Machine::new(cx.target);
    let word = m.xbytes();
    let l = lay_out(f, cx, &m, saves);
    f.frame_info.size = Some((l.size - word).max(0) as u64);
    let fr = Framer { cx, wide: m.wide, word, l };
    fr.resolve(f);
    fr.prologue(f, saves);
    // Blocks that return have no successors.
    let live = match saves.restore.iter().all(|&b| f.bbs[b].succs.is_empty()) {
        true => LiveFlags::default(),
        false => LiveFlags::compute(f, cx.target.isa),
    };
    for &b in &saves.restore {
        let branches = f.last(b).is_some_and(|o| reads_flags(f, o));
        fr.epilogue(f, b, branches || live.live_out(f, b));
    }
}

/// Gives each object its offset from the CFA.
fn lay_out(f: &mut Func, cx: &PassCx<'_>, m: &Machine, saves: &SavePlan) -> Layout {
    let word = m.xbytes();
    let reserve = f.layout.iter().filter_map(|&b| f.last(b)).map(|o| -moved_up(f, o)).fold(0, i64::max);
    let mut pushed = word + reserve;
    for &r in &saves.regs {
        pushed += word;
        let (size, align) = (word as u64, word.trailing_zeros() as u8);
        f.frame.push(FrameData { size, align, kind: FrameKind::Saved(r), offset: Some(-pushed) });
    }
    let (realign, base) = (f.frame_info.realign, Base::of_locals(&f.frame_info));
    // Downward from the saved registers. In a realigned frame offsets count from the aligned bottom all the same: the size is a
    // multiple of the alignment, as if the CFA were aligned too.
    let mut top = pushed;
    let from_below = base == Base::Sp && !f.frame_info.has_fp;
    let room = if from_below { i64::from(f.frame_info.outgoing) } else { pushed - reserve - 2 * word };
    let near = nearest(f, BYTE_REACH - room, |d| rank(d, from_below).is_some());
    for obj in by_rank(f, |o, d| rank(d, from_below).map(|r| (near.contains(o.index()) == from_below, r))) {
        top = place_below(&mut f.frame[obj], top);
    }
    let (usual, pad) = (usual_alignment(cx), stress_pad(cx));
    let locals = top;
    top += pad + align_up(i64::from(f.frame_info.outgoing), usual);
    let leaf = !f.frame_info.calls && !f.frame_info.dynamic && realign == 0;
    let size = match leaf {
        true if locals - pushed <= RED_ZONE && pad == 0 && m.wide && may_use_red_zone(f, cx) => pushed,
        true => align_up(top, word.trailing_zeros() as u8),
        // The return address of a call is pushed below an aligned stack pointer.
        false => align_up(top, realign.max(usual)),
    };
    place_areas(f, size);
    Layout { size, pushed, reserve, base, realign, saved: saves.regs.clone() }
}

/// How much nearer to its caller's frame an op leaves the stack pointer than it was at entry: a tail call whose callee takes other
/// arguments off the stack than we do.
fn moved_up(f: &Func, o: Op) -> i64 {
    let tail = f.ops[o].flags.contains(OpFlags::TAIL);
    f.extra(o).filter(|_| tail).map_or(0, |e| i64::from(f.incoming.popped) - i64::from(e.popped))
}

/// Inline assembly may push, and so may what a call or a "noredzone" function's interrupts run.
fn may_use_red_zone(f: &Func, cx: &PassCx<'_>) -> bool {
    let forbidden = cx.module.signature(f.global).is_some_and(|s| s.attrs.flags.contains(FnFlags::NOREDZONE));
    let pushes = |o: Op| {
        let flags = cx.target.isa.inst(f.ops[o].opcode).flags;
        f.ops[o].opcode == op::P_ASM || flags.contains(InstFlags::CALL) && !f.ops[o].flags.contains(OpFlags::TAIL)
    };
    !forbidden && !f.layout.iter().any(|&b| f.bb_ops(b).any(pushes))
}

/// Objects that are laid out, in each of the two parts of the frame: those that want most alignment first, so that little is lost
/// between them; spill slots nearer than locals to where they are reached from, small ones nearer than large ones.
fn rank(d: &FrameData, from_below: bool) -> Option<(u8, i16, u64)> {
    match (d.kind, from_below) {
        (FrameKind::Emergency, _) => Some((0, 0, 0)),
        (FrameKind::Spill, false) => Some((0, -i16::from(d.align), 0)),
        (FrameKind::Local, false) => Some((1, 0, d.size)),
        (FrameKind::Local, true) => Some((0, 0, u64::MAX - d.size)),
        (FrameKind::Spill, true) => Some((1, -i16::from(d.align), 0)),
        (FrameKind::Saved(_) | FrameKind::Incoming(_) | FrameKind::Outgoing, _) => None,
    }
}

impl Framer<'_> {
    fn reg(&self, f: &mut Func, r: PReg) -> Tn {
        match self.wide {
            true => f.dedicated(r, class::GR64, MType::I64),
            false => f.dedicated(r, class::GR32, MType::I32),
        }
    }
    fn base(&self, f: &mut Func, b: Base) -> Tn {
        self.reg(f, b.register(self.cx.target.abi))
    }
    fn form(&self, narrow: Opcode, wide: Opcode) -> Opcode {
        if self.wide { wide } else { narrow }
    }

    // Frame operands.

    /// Base register and displacement of a place in the frame.
    fn place(&self, f: &Func, obj: FrameObj, offset: i64) -> (Base, i64) {
        let d = &f.frame[obj];
        let cfa = d.offset.unwrap_or(0).wrapping_add(offset);
        let from_sp = cfa.wrapping_add(self.l.size);
        let from_fp = cfa.wrapping_add(2 * self.word + self.l.reserve);
        let above = matches!(d.kind, FrameKind::Incoming(_) | FrameKind::Saved(_));
        match self.l.base {
            _ if d.kind == FrameKind::Outgoing => (Base::Sp, from_sp),
            Base::Bp if !above => (Base::Bp, from_sp),
            Base::Sp if self.l.realign == 0 => {
                // From the frame pointer an address is a byte shorter, unless its displacement is longer.
                let byte = |v: i64| (-128..128).contains(&v);
                let fp = f.frame_info.has_fp && (byte(from_fp) || !byte(from_sp));
                if fp { (Base::Fp, from_fp) } else { (Base::Sp, from_sp) }
            }
            Base::Sp if !above => (Base::Sp, from_sp),
            _ => (Base::Fp, from_fp),
        }
    }
    /// Replaces frame operands by registers and displacements.
    fn resolve(&self, f: &mut Func) {
        for i in 0..f.layout.len() {
            let b = f.layout[i];
            let mut next = f.first(b);
            while let Some(o) = next {
                next = f.next(o);
                // Inline assembly may have several.
                while let Some((at, obj, offset)) = frame_operand(f, o) {
                    let (base, disp) = self.place(f, obj, offset);
                    let base = self.base(f, base);
                    self.set_address(f, o, at, base, disp);
                }
            }
        }
    }
    /// Sets the frame operand at `at`, and the base that stands three before it; an address becomes an instruction.
    fn set_address(&self, f: &mut Func, o: Op, at: usize, base: Tn, disp: i64) {
        let lit = f.lit(disp);
        if f.ops[o].opcode != op::P_FRAMEADDR {
            for (i, t) in f.all_mut(o).iter_mut().enumerate() {
                if i == at {
                    *t = lit;
                } else if i + 3 == at {
                    *t = base;
                }
            }
            return;
        }
        let Some(&rd) = f.results(o).first() else { return };
        if disp == 0 {
            f.rewrite_op(o, self.form(op::MOV32_RR, op::MOV64_RR), &[rd], &[base]);
            return;
        }
        let mem = self.memory(f, base, lit);
        f.rewrite_op(o, self.form(op::LEA32, op::LEA64), &[rd], &mem);
    }
    fn memory(&self, f: &mut Func, base: Tn, disp: Tn) -> [Tn; 5] {
        let index = super::addr::address_reg(f, targ_info::x86::reg::NOREG, self.wide);
        super::addr::Addr { base, scale: 0, index, disp, seg: super::addr::segment::NONE }.operands(f)
    }

    // Prologue and epilogues.

    fn op(&self, f: &mut Func, row: Opcode, results: &[Tn], operands: &[Tn], flags: OpFlags) -> Op {
        let o = f.make_op(row, results, operands);
        f.ops[o].flags |= flags;
        o
    }
    /// `sp += by`, by an address where the condition flags are live.
    fn move_sp(&self, f: &mut Func, by: i64, live: bool, flags: OpFlags, out: &mut Vec<Op>) {
        if by == 0 {
            return;
        }
        if live {
            let (sp, by) = (self.base(f, Base::Sp), f.lit(by));
            let mem = self.memory(f, sp, by);
            out.push(self.op(f, self.form(op::LEA32, op::LEA64), &[sp], &mem, flags));
            return;
        }
        let (sp, eflags) = (self.base(f, Base::Sp), super::pseudo::eflags(f));
        // -128 fits a byte, 128 does not.
        let (row, by) = match by < 0 && by != -128 || by == 128 {
            true => (self.form(op::SUB32_RI, op::SUB64_RI), -by),
            false => (self.form(op::ADD32_RI, op::ADD64_RI), by),
        };
        let imm = f.lit(by);
        out.push(self.op(f, row, &[sp, eflags], &[sp, imm], flags));
    }
    fn prologue(&self, f: &mut Func, saves: &SavePlan) {
        let Some(b) = prologue_block(f, saves) else { return };
        let flags = OpFlags::FRAME_SETUP;
        let entry = f.first(b).filter(|&o| f.ops[o].opcode == op::P_ENTRY);
        let sp = self.base(f, Base::Sp);
        let fp = self.cx.target.abi.fp;
        let mut code = Vec::new();
        let live = LiveFlags::live_in(f, self.cx.target.isa, b);
        self.move_sp(f, -self.l.reserve, live, flags, &mut code);
        for &r in &self.l.saved {
            let t = self.reg(f, r);
            let row = self.form(op::PUSH32_R, op::PUSH64_R);
            code.push(self.op(f, row, &[sp], &[t, sp], flags | OpFlags::SAVE));
            if r == fp && f.frame_info.has_fp {
                code.push(self.op(f, self.form(op::MOV32_RR, op::MOV64_RR), &[t], &[sp], flags));
            }
        }
        self.move_sp(f, self.l.pushed - self.l.size, live, flags, &mut code);
        if self.l.realign != 0 {
            let (mask, eflags) = (f.lit(-(1 << self.l.realign.min(31))), super::pseudo::eflags(f));
            let row = self.form(op::AND32_RI, op::AND64_RI);
            code.push(self.op(f, row, &[sp, eflags], &[sp, mask], flags));
        }
        if f.frame_info.has_bp {
            let bp = self.base(f, Base::Bp);
            code.push(self.op(f, self.form(op::MOV32_RR, op::MOV64_RR), &[bp], &[sp], flags));
        }
        place_prologue(f, b, entry, code);
    }
    fn epilogue(&self, f: &mut Func, b: crate::func::Bb, live: bool) {
        let flags = OpFlags::FRAME_DESTROY;
        let sp = self.base(f, Base::Sp);
        let mut code = Vec::new();
        if f.frame_info.dynamic || self.l.realign != 0 {
            // The frame pointer stands at the first saved register.
            let (fp, disp) = (self.base(f, Base::Fp), f.lit(2 * self.word + self.l.reserve - self.l.pushed));
            let mem = self.memory(f, fp, disp);
            code.push(self.op(f, self.form(op::LEA32, op::LEA64), &[sp], &mem, flags));
        } else {
            self.move_sp(f, self.l.size - self.l.pushed, live, flags, &mut code);
        }
        for &r in self.l.saved.iter().rev() {
            let t = self.reg(f, r);
            let row = self.form(op::POP32_R, op::POP64_R);
            code.push(self.op(f, row, &[t, sp], &[sp], flags | OpFlags::RESTORE));
        }
        let up = f.last(b).map_or(0, |o| moved_up(f, o));
        self.move_sp(f, self.l.reserve + up, live, flags, &mut code);
        place_epilogue(f, self.cx.target.isa, b, code);
    }
}
