//! The hooks of x86: small facts and op makers; what is larger stands in `expand*`, `frame` and `pseudo`.

use super::addr::{Addr, address_reg, segment};
use super::expand::Own;
use super::machine::Machine;
use super::{clear, consts, frame, pseudo, push, vex};
use crate::expansion::call::clobbers;
use crate::expansion::frame::{pointers, swap_through_frame};
use crate::expansion::{self, TargetState};
use crate::func::{Bb, FrameInfo, Func, Op, Tn, TnData};
use crate::pass::PassCx;
use crate::target::{Hooks, SavePlan};
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use targ_info::{Opcode, PReg, RegClass, RegSet};
use whirl_lite::diag::Error;
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::WhirlFunc;

/// x86. The width of a register is all that its hooks know without a pass context.
pub struct X86 {
    wide: bool,
}

/// x86-64.
pub static X86_64: X86 = X86 { wide: true };
/// IA-32.
pub static I386: X86 = X86 { wide: false };

/// What kind of register a TN is: which rows copy, store and load it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum File {
    Byte,
    Word,
    Long,
    Quad,
    Single,
    Double,
    Vector,
    Wide,
    X87,
}

const FILES: [File; 9] =
    [File::Byte, File::Word, File::Long, File::Quad, File::Single, File::Double, File::Vector, File::Wide, File::X87];

/// The kind of a TN: by its class, and among vector registers by its type too, since a class of those holds them all.
pub(super) fn file(f: &Func, t: Tn) -> File {
    let Some(c) = f.class(t) else { return File::Long };
    match c {
        class::GR8 | class::GR8H | class::GR8L => File::Byte,
        class::GR16 | class::GR16B => File::Word,
        class::FR32 => File::Single,
        class::FR64 if f.ty(t) == MType::F32 => File::Single,
        class::FR64 => File::Double,
        class::VR128 | class::VR128L | class::VR128H => File::Vector,
        class::VR256 | class::VR256L | class::VR256H => File::Wide,
        class::RFP80 | class::RFP64 | class::RFP32 => File::X87,
        class::GR64 | class::GR64NOSP => File::Quad,
        class::PTR | class::PTRTC | class::ABASE | class::AINDEX if f.ty(t) == MType::I64 => File::Quad,
        _ => File::Long,
    }
}

/// The row that copies to a TN.
pub(super) fn copy_row(f: &Func, dst: Tn) -> Opcode {
    match file(f, dst) {
        File::Byte => op::P_COPY8,
        File::Word => op::P_COPY16,
        File::Long => op::P_COPY32,
        File::Quad => op::P_COPY64,
        File::Single => op::P_COPY_F32,
        File::Double => op::P_COPY_F64,
        File::Vector => op::P_COPY_V128,
        File::Wide => op::P_COPY_V256,
        File::X87 => op::P_COPY_X87,
    }
}

/// Rows of a store and of a load.
pub(super) fn memory_rows(k: File) -> (Opcode, Opcode) {
    match k {
        File::Byte => (op::MOV8_MR, op::MOV8_RM),
        File::Word => (op::MOV16_MR, op::MOV16_RM),
        File::Long => (op::MOV32_MR, op::MOV32_RM),
        File::Quad => (op::MOV64_MR, op::MOV64_RM),
        File::Single => (op::MOVSS_MR, op::MOVSS_RM),
        File::Double => (op::MOVSD_MR, op::MOVSD_RM),
        File::Vector => (op::MOVUPS_MR, op::MOVUPS_RM),
        File::Wide => (op::VMOVUPSY_MR, op::VMOVUPSY_RM),
        File::X87 => (op::P_FST80, op::P_FLD80),
    }
}

/// The dedicated TN of the stack pointer.
pub(super) fn stack_pointer(f: &mut Func, wide: bool) -> Tn {
    match wide {
        true => f.dedicated(reg::RSP, class::GR64, MType::I64),
        false => f.dedicated(reg::ESP, class::GR32, MType::I32),
    }
}

impl X86 {
    /// The memory operand of a frame object plus offset.
    pub(super) fn slot(&self, f: &mut Func, obj: FrameObj, offset: i64) -> [Tn; 5] {
        let base = stack_pointer(f, self.wide);
        let index = address_reg(f, reg::NOREG, self.wide);
        let disp = f.intern(TnData::Frame { obj, offset, modifier: super::modifier::NONE });
        Addr { base, scale: 0, index, disp, seg: segment::NONE }.operands(f)
    }
}

impl Hooks for X86 {
    fn expand(&self, w: &WhirlFunc, cx: &PassCx<'_>) -> Result<Func, Error> {
        expansion::expand::<Own>(w, cx)
    }
    fn modifiers(&self) -> &'static [&'static str] {
        &super::modifier::PLAIN
    }
    fn class_of(&self, ty: MType) -> Option<RegClass> {
        Own::class_of(
            &Machine { wide: self.wide, x87: true, sse: true, sse2: true, avx: true, ..Machine::default() },
            ty,
        )
    }
    fn copy(&self, f: &mut Func, dst: Tn, src: Tn) -> Op {
        let row = copy_row(f, dst);
        f.make_op(row, &[dst], &[src])
    }
    fn store_slot(&self, f: &mut Func, src: Tn, obj: FrameObj, offset: i64) -> Op {
        let row = memory_rows(file(f, src)).0;
        let [a, b, c, d, e] = self.slot(f, obj, offset);
        f.make_op(row, &[], &[a, b, c, d, e, src])
    }
    fn load_slot(&self, f: &mut Func, dst: Tn, obj: FrameObj, offset: i64) -> Op {
        let row = memory_rows(file(f, dst)).1;
        let mem = self.slot(f, obj, offset);
        f.make_op(row, &[dst], &mem)
    }
    fn slot_operands(&self, f: &mut Func, obj: FrameObj, offset: i64) -> Option<SmallVec<[Tn; 6]>> {
        Some(SmallVec::from_slice(&self.slot(f, obj, offset)))
    }
    fn slot_shape(&self, f: &Func, t: Tn) -> (u64, u8) {
        match file(f, t) {
            File::Byte => (1, 0),
            File::Word => (2, 1),
            File::Long | File::Single => (4, 2),
            File::Quad | File::Double => (8, 3),
            File::Vector => (16, 4),
            File::Wide => (32, 5),
            // Ten bytes, as the ABIs lay out such values.
            File::X87 if self.wide => (16, 4),
            File::X87 => (12, 2),
        }
    }
    fn swap(&self, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>) {
        let row = match file(f, a) {
            File::Long => Some(op::P_SWAP32),
            File::Quad => Some(op::P_SWAP64),
            File::Byte => Some(op::XCHG8_RR),
            File::Word => Some(op::XCHG16_RR),
            File::Single | File::Double | File::Vector | File::Wide | File::X87 => None,
        };
        if let Some(row) = row {
            out.push(f.make_op(row, &[a, b], &[a, b]));
            return;
        }
        swap_through_frame(self, f, a, b, out);
    }

    fn invert_branch(&self, f: &mut Func, branch: Op) -> bool {
        // Bit 0 of the number of a condition inverts it.
        if f.ops[branch].opcode != op::JCC {
            return false;
        }
        let Some((at, cc)) = f.all(branch).iter().enumerate().find_map(|(i, &t)| Some((i, f.as_lit(t)?))) else {
            return false;
        };
        let other = f.lit(cc ^ 1);
        f.all_mut(branch)[at] = other;
        true
    }
    fn jump(&self, f: &mut Func, to: Bb) -> Op {
        let label = f.label(to);
        f.make_op(op::JMP, &[], &[label])
    }

    fn before_allocation(&self, f: &mut Func, cx: &PassCx<'_>) {
        pseudo::before_allocation(f, cx);
    }
    fn settle_views(&self, f: &mut Func, cx: &PassCx<'_>) {
        clear::run(f, cx);
    }
    fn after_allocation(&self, f: &mut Func, cx: &PassCx<'_>) {
        pseudo::after_allocation(f, cx);
    }
    fn before_emission(&self, f: &mut Func, cx: &PassCx<'_>) {
        pseudo::after_allocation(f, cx);
        vex::run(f, cx);
        push::run(f, cx);
    }
    fn plan_frame(&self, f: &mut Func, cx: &PassCx<'_>) -> RegSet {
        expansion::frame::plan(f, cx, false)
    }
    fn finish_frame(&self, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
        frame::finish(self, f, cx, saves);
    }
    fn call_clobbers(&self, cx: &PassCx<'_>) -> RegSet {
        clobbers::<Own>(cx.target, 0)
    }
    fn forced_saves(&self, _: &Func, cx: &PassCx<'_>, info: &FrameInfo) -> Vec<PReg> {
        // The frame pointer first, so that it points at its caller's beside the return address.
        pointers(info, cx)
    }

    fn is_plain_access(&self, row: Opcode) -> bool {
        FILES.iter().any(|&k| memory_rows(k).0 == row || memory_rows(k).1 == row)
    }
    fn const_cost(&self, value: i64, _: &PassCx<'_>) -> u32 {
        consts::cost(value)
    }
}
