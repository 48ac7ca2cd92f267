//! Call frame information, derived from ops: nobody before emission writes a directive, so no scheduler can break one.
//!
//! A state says what unwinding needs at a point: how the canonical frame address (CFA, the stack pointer's value before
//! the call; DWARF 5, 6.4.1) is found, and where the caller's registers are. Ops flagged `FRAME_SETUP`, `FRAME_DESTROY`,
//! `SAVE` and `RESTORE` change it. States at block starts are found along the edges first; then, in layout order,
//! whatever differs from the state that the reader of the table would have is put out as directives.

use crate::lower::{Lower, peek};
use crate::mc::{CfiOp, Mark, McOperand};
use crate::target::{FrameEffect, McTarget};
use cgir::func::{Bb, FrameKind, Func, Op, OpFlags};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::{Abi, Isa, PReg, Role};
use whirl_lite::diag::Result;

/// What unwinding needs at a point.
#[derive(Clone, PartialEq, Debug)]
struct State {
    /// The CFA is this register...
    cfa: PReg,
    /// ... plus this.
    offset: i64,
    /// The CFA less the stack pointer, while known.
    sp: Option<i64>,
    /// Saved registers and their places relative to the CFA, sorted.
    saved: SmallVec<[(PReg, i64); 4]>,
}

/// Follows the state through a function as it is laid out.
pub struct CfiTracker {
    /// By block: the state at its start, as a number of `states`.
    entries: SecondaryMap<Bb, Option<u32>>,
    states: Vec<State>,
    now: State,
    consts: Consts,
}

/// Registers that hold known numbers, within a block.
type Consts = SmallVec<[(PReg, i64); 2]>;

const FLAGGED: OpFlags =
    OpFlags::FRAME_SETUP.union(OpFlags::FRAME_DESTROY).union(OpFlags::SAVE).union(OpFlags::RESTORE);

/// Finds the state at the start of each block.
pub fn entry_states(l: &Lower<'_>, target: &dyn McTarget) -> Result<CfiTracker> {
    let (f, isa, abi) = (l.f, l.cx.target.isa, l.cx.target.abi);
    let at = target.entry_cfa(l.cx.target);
    let start = State { cfa: abi.sp, offset: at, sp: Some(at), saved: SmallVec::new() };
    let mut entries: SecondaryMap<Bb, Option<u32>> = SecondaryMap::new();
    entries.resize(f.bbs.len());
    let mut states = vec![start.clone()];
    let mut work: Vec<Bb> = f.entry().into_iter().collect();
    for &b in &work {
        entries[b] = Some(0);
    }
    while let Some(b) = work.pop() {
        let Some(mut n) = entries[b] else { continue };
        // Few blocks change the state.
        if f.bb_ops(b).any(|op| f.ops[op].flags.intersects(FLAGGED)) {
            let mut state = states[n as usize].clone();
            let mut consts = Consts::new();
            for op in f.bb_ops(b) {
                step(f, isa, abi, target, op, &mut state, &mut consts);
            }
            n = states.len() as u32;
            states.push(state);
        }
        for s in &f.bbs[b].succs {
            if entries[s.bb].is_none() {
                entries[s.bb] = Some(n);
                work.push(s.bb);
            }
        }
    }
    Ok(CfiTracker { entries, states, now: start, consts: Consts::new() })
}

impl CfiTracker {
    /// Puts out what the table's reader would not know at the start of a block.
    pub fn enter_block(&mut self, l: &mut Lower<'_>, b: Bb) {
        self.consts.clear();
        if let Some(n) = self.entries[b] {
            let state = &self.states[n as usize];
            if *state != self.now {
                change(l, &self.now, state);
                self.now.clone_from(state);
            }
        }
    }
    /// Puts out what an op changed.
    pub fn after(&mut self, l: &mut Lower<'_>, target: &dyn McTarget, op: Op) -> Result<()> {
        if !l.f.ops[op].flags.intersects(FLAGGED) {
            return Ok(());
        }
        let before = self.now.clone();
        step(l.f, l.cx.target.isa, l.cx.target.abi, target, op, &mut self.now, &mut self.consts);
        change(l, &before, &self.now);
        Ok(())
    }
}

/// Puts out directives that lead from one state to another.
fn change(l: &mut Lower<'_>, a: &State, b: &State) {
    let cfa = match (a.cfa == b.cfa, a.offset == b.offset) {
        (true, true) => None,
        (true, false) => Some(CfiOp::DefCfaOffset(b.offset)),
        (false, true) => Some(CfiOp::DefCfaRegister(b.cfa)),
        (false, false) => Some(CfiOp::DefCfa(b.cfa, b.offset)),
    };
    let gone = a.saved.iter().filter(|s| !b.saved.iter().any(|t| t.0 == s.0)).map(|s| CfiOp::Restore(s.0));
    let new = b.saved.iter().filter(|s| !a.saved.contains(s)).map(|s| CfiOp::Offset(s.0, s.1));
    for op in cfa.into_iter().chain(gone).chain(new) {
        l.out.mark(Mark::Cfi(op));
    }
}

/// What an op does to the state.
fn step(f: &Func, isa: &Isa, abi: &Abi, target: &dyn McTarget, op: Op, s: &mut State, consts: &mut Consts) {
    let data = &f.ops[op];
    if !data.flags.intersects(FLAGGED) {
        return;
    }
    let operands = peek(f, op);
    let reg_at = |n: usize| match operands.get(n) {
        Some(McOperand::Reg(r)) => Some(*r),
        _ => None,
    };
    if data.flags.contains(OpFlags::SAVE) {
        // What is pushed has no role of its own: it is the first operand.
        let saved = reg_at(isa.inst(data.opcode).role(Role::StoreVal).unwrap_or(f.nres(op)));
        let with_frame = saved.and_then(|r| f.frame.values().find(|o| o.kind == FrameKind::Saved(r))?.offset);
        let place = with_frame.or_else(|| stored_at(isa, op, f, &operands, abi, s));
        if let (Some(r), Some(at)) = (saved, place) {
            s.saved.retain(|x| x.0 != r);
            s.saved.push((r, at));
            s.saved.sort();
        }
    } else if data.flags.contains(OpFlags::RESTORE) {
        for r in (0..f.nres(op)).filter_map(reg_at) {
            s.saved.retain(|x| x.0 != r);
            // The frame pointer is the caller's again: only the stack pointer can tell where the frame is.
            if let (true, Some(sp)) = (r == s.cfa, s.sp) {
                (s.cfa, s.offset) = (abi.sp, sp);
            }
        }
    }
    if let Some(e) = target.frame_effect(data.opcode, &operands) {
        effect(e, abi, data.flags, s, consts);
    }
}

/// Where a register that is saved apart from the frame is stored, relative to the CFA: from the address of the store.
fn stored_at(isa: &Isa, op: Op, f: &Func, operands: &[McOperand], abi: &Abi, s: &State) -> Option<i64> {
    let row = isa.inst(f.ops[op].opcode);
    let at = |role: Role| operands.get(row.role(role)?);
    let (Some(McOperand::Reg(base)), Some(McOperand::Imm(offset))) = (at(Role::Base), at(Role::Offset)) else {
        return None;
    };
    let below = match *base {
        r if r == s.cfa => s.offset,
        r if r == abi.sp => s.sp?,
        _ => return None,
    };
    Some(offset - below)
}

fn effect(e: FrameEffect, abi: &Abi, flags: OpFlags, s: &mut State, consts: &mut Consts) {
    let known = |consts: &Consts, r: PReg| match Some(r) == abi.zero {
        true => Some(0),
        false => consts.iter().find(|c| c.0 == r).map(|c| c.1),
    };
    let set = |consts: &mut Consts, r: PReg, v: Option<i64>| {
        consts.retain(|c| c.0 != r);
        consts.extend(v.map(|v| (r, v)));
    };
    match e {
        FrameEffect::Const(r, v) => set(consts, r, Some(v)),
        FrameEffect::ShiftLeft(dst, src, n) => {
            let v = known(consts, src).and_then(|v| v.checked_shl(n));
            set(consts, dst, v);
        }
        FrameEffect::AddImm(dst, src, imm) => {
            let v = known(consts, src).map(|v| v.wrapping_add(imm));
            set(consts, dst, v);
            moved(dst, src, imm, abi, flags, s);
        }
        FrameEffect::AddReg(dst, a, b, negative) => {
            let (x, y) = (known(consts, a), known(consts, b));
            let sign = |v: i64| if negative { v.wrapping_neg() } else { v };
            match (x, y) {
                (Some(x), Some(y)) => set(consts, dst, Some(x.wrapping_add(sign(y)))),
                (None, Some(y)) => moved(dst, a, sign(y), abi, flags, s),
                (Some(x), None) if !negative => moved(dst, b, x, abi, flags, s),
                _ => {
                    set(consts, dst, None);
                    if dst == abi.sp {
                        s.sp = None;
                    }
                }
            }
        }
    }
}

/// `dst = src + imm` where `src` is no known number.
fn moved(dst: PReg, src: PReg, imm: i64, abi: &Abi, flags: OpFlags, s: &mut State) {
    let distance = |r: PReg, s: &State| match r {
        _ if r == s.cfa => Some(s.offset),
        _ if r == abi.sp => s.sp,
        _ => None,
    };
    // CFA - src is known, so CFA - dst is.
    let of_dst = distance(src, s).map(|d| d.wrapping_sub(imm));
    let takes_over = (flags.contains(OpFlags::FRAME_SETUP) && dst == abi.fp)
        || (flags.contains(OpFlags::FRAME_DESTROY) && dst == abi.sp && src == s.cfa);
    match of_dst {
        Some(d) if dst == s.cfa || takes_over => (s.cfa, s.offset) = (dst, d),
        _ => {}
    }
    if dst == abi.sp {
        s.sp = of_dst;
    }
}
