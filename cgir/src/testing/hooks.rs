//! The toy target's hooks.

use super::rows::*;
use crate::func::{Bb, FrameInfo, FrameKind, Func, Modifier, Op, OpFlags, Tn, TnData};
use crate::pass::PassCx;
use crate::target::{Hooks, SavePlan};
use smallvec::SmallVec;
use targ_info::{Opcode, PReg, RegClass, RegSet};
use whirl_lite::diag::{Error, Pos};
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::WhirlFunc;

/// The toy target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Toy;

/// Opcode for general registers, pairs or doubles.
fn by_class(class: Option<RegClass>, [gpr, pair, fpr]: [Opcode; 3]) -> Opcode {
    match class {
        Some(PAIR) => pair,
        Some(FPR) => fpr,
        _ => gpr,
    }
}

impl Toy {
    fn sp(f: &mut Func) -> Tn {
        f.dedicated(SP, GPR, MType::I64)
    }
    fn frame_operand(f: &mut Func, obj: FrameObj, offset: i64) -> Tn {
        f.intern(TnData::Frame { obj, offset, modifier: Modifier(0) })
    }
    /// Gives each object an offset from the stack pointer at entry; the frame's size.
    fn lay_out(f: &mut Func, pad: u64) -> u64 {
        let mut top = pad as i64;
        let mut outgoing = None;
        for obj in f.frame.keys().collect::<Vec<_>>() {
            let d = &mut f.frame[obj];
            match d.kind {
                FrameKind::Incoming(at) => d.offset = Some(at),
                FrameKind::Outgoing => outgoing = Some(obj),
                FrameKind::Local | FrameKind::Spill | FrameKind::Saved(_) | FrameKind::Emergency => {
                    let align = 1i64 << d.align;
                    top = (top + d.size as i64 + align - 1) & -align;
                    d.offset = Some(-top);
                }
            }
        }
        let size = (top as u64 + u64::from(f.frame_info.outgoing)).next_multiple_of(16);
        if let Some(obj) = outgoing {
            f.frame[obj].offset = Some(-(size as i64));
        }
        size
    }
}

impl Hooks for Toy {
    fn expand(&self, w: &WhirlFunc, _: &PassCx<'_>) -> Result<Func, Error> {
        Err(Error::unsupported(Pos::NONE, "expansion for the toy target").in_function(&w.name))
    }
    fn class_of(&self, ty: MType) -> Option<RegClass> {
        match ty {
            MType::B | MType::I32 | MType::I64 => Some(GPR),
            MType::I128 => Some(PAIR),
            MType::F64 => Some(FPR),
            _ => None,
        }
    }
    fn copy(&self, f: &mut Func, dst: Tn, src: Tn) -> Op {
        let opcode = by_class(f.class(dst), [op::MV, op::MVP, op::FMV]);
        f.make_op(opcode, &[dst], &[src])
    }
    fn store_slot(&self, f: &mut Func, src: Tn, obj: FrameObj, offset: i64) -> Op {
        let (sp, off) = (Toy::sp(f), Toy::frame_operand(f, obj, offset));
        let opcode = by_class(f.class(src), [op::ST, op::STP, op::FST]);
        f.make_op(opcode, &[], &[src, sp, off])
    }
    fn load_slot(&self, f: &mut Func, dst: Tn, obj: FrameObj, offset: i64) -> Op {
        let (sp, off) = (Toy::sp(f), Toy::frame_operand(f, obj, offset));
        let opcode = by_class(f.class(dst), [op::LD, op::LDP, op::FLD]);
        f.make_op(opcode, &[dst], &[sp, off])
    }
    fn slot_operands(&self, f: &mut Func, obj: FrameObj, offset: i64) -> Option<SmallVec<[Tn; 6]>> {
        let (sp, off) = (Toy::sp(f), Toy::frame_operand(f, obj, offset));
        Some(SmallVec::from_slice(&[sp, off]))
    }
    fn slot_shape(&self, f: &Func, t: Tn) -> (u64, u8) {
        if f.class(t) == Some(PAIR) { (16, 4) } else { (8, 3) }
    }
    fn rematerialise(&self, f: &mut Func, def: Op, dst: Tn) -> Op {
        let copy = f.clone_op(def);
        let nres = f.nres(copy);
        f.all_mut(copy)[..nres.min(1)].fill(dst);
        copy
    }
    fn swap(&self, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>) {
        let opcode = by_class(f.class(a), [op::XCHG, op::XCHGP, op::FXCHG]);
        out.push(f.make_op(opcode, &[a, b], &[a, b]));
    }
    fn invert_branch(&self, f: &mut Func, branch: Op) -> bool {
        let d = &mut f.ops[branch];
        d.opcode = match d.opcode {
            op::BEQ => op::BNE,
            op::BNE => op::BEQ,
            op::BCS => op::BCC,
            op::BCC => op::BCS,
            _ => return false,
        };
        true
    }
    fn jump(&self, f: &mut Func, to: Bb) -> Op {
        let label = f.label(to);
        f.make_op(op::JMP, &[], &[label])
    }
    fn before_allocation(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn after_allocation(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn before_emission(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn plan_frame(&self, _: &mut Func, _: &PassCx<'_>) -> RegSet {
        RegSet::EMPTY
    }
    fn finish_frame(&self, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
        let class_of = |r: PReg| ISA.reg(r).class;
        let mut slots = Vec::new();
        for &r in &saves.regs {
            let data = crate::func::FrameData { size: 8, align: 3, kind: FrameKind::Saved(r), offset: None };
            slots.push((r, f.frame.push(data)));
        }
        let size = Toy::lay_out(f, cx.options.stress_frame_pad);
        f.frame_info.size = Some(size);
        let sp = Toy::sp(f);
        let adjust = |f: &mut Func, by: i64, flag: OpFlags| {
            let by = f.lit(by);
            let op = f.make_op(op::LEA, &[sp], &[sp, by]);
            f.ops[op].flags |= flag;
            op
        };
        if let (Some(b), true) = (saves.save.or(f.entry()), size > 0 || !slots.is_empty()) {
            let mut code = vec![adjust(f, -(size as i64), OpFlags::FRAME_SETUP)];
            for &(r, obj) in &slots {
                let t = f.dedicated(r, class_of(r), if class_of(r) == FPR { MType::F64 } else { MType::I64 });
                let op = self.store_slot(f, t, obj, 0);
                f.ops[op].flags |= OpFlags::SAVE | OpFlags::FRAME_SETUP;
                code.push(op);
            }
            let entry = f.first(b).filter(|&o| f.ops[o].opcode == op::ENTRY);
            for op in code.into_iter().rev() {
                match entry {
                    Some(e) => f.insert_after(op, e),
                    None => f.prepend(b, op),
                }
            }
            for &b in &saves.restore {
                for &(r, obj) in &slots {
                    let t = f.dedicated(r, class_of(r), if class_of(r) == FPR { MType::F64 } else { MType::I64 });
                    let op = self.load_slot(f, t, obj, 0);
                    f.ops[op].flags |= OpFlags::RESTORE | OpFlags::FRAME_DESTROY;
                    f.insert_at_end(cx.target.isa, b, op);
                }
                let op = adjust(f, size as i64, OpFlags::FRAME_DESTROY);
                f.insert_at_end(cx.target.isa, b, op);
            }
        }
        for i in 0..f.opnds.len() {
            if let TnData::Frame { obj, offset, .. } = f.tns[f.opnds[i]] {
                let at = f.frame[obj].offset.unwrap_or(0) + offset + size as i64;
                f.opnds[i] = f.lit(at);
            }
        }
    }
    fn call_clobbers(&self, _: &PassCx<'_>) -> RegSet {
        let all = RegSet::from_words([(1 << 15) - 1, 0, 0, 0]);
        all - ABI.callee_saved - RegSet::from_words([3, 0, 0, 0])
    }
    fn forced_saves(&self, _: &Func, _: &PassCx<'_>, _: &FrameInfo) -> Vec<PReg> {
        Vec::new()
    }
    fn fold(&self, f: &Func, op: Op, operands: &[Option<i64>], _: &PassCx<'_>) -> Option<i64> {
        let get = |i: usize| operands.get(i).copied().flatten();
        let (a, b) = (get(0)?, get(1));
        match f.ops[op].opcode {
            op::LI | op::MV => Some(a),
            op::ADD | op::ADDI | op::ADD2 => Some(a.wrapping_add(b?)),
            op::SUB => Some(a.wrapping_sub(b?)),
            op::XOR => Some(a ^ b?),
            op::MUL => Some(a.wrapping_mul(b?)),
            _ => None,
        }
    }
    fn const_cost(&self, _: i64, _: &PassCx<'_>) -> u32 {
        1
    }
}
