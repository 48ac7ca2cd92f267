//! The hooks of RISC-V: small facts and op makers; what is larger stands in `expand*`, `frame` and `pseudo`.

use super::consts;
use super::expand::Own;
use super::machine::Machine;
use super::{frame, pseudo};
use crate::expansion::call::clobbers;
use crate::expansion::frame::swap_through_frame;
use crate::expansion::{self, TargetState};
use crate::func::{Bb, FrameInfo, Func, Op, Tn, TnData};
use crate::pass::PassCx;
use crate::target::{Hooks, SavePlan};
use targ_info::riscv::{class, op, reg};
use targ_info::{Opcode, PReg, RegClass, RegSet};
use whirl_lite::diag::Error;
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::WhirlFunc;

/// RISC-V. The width of a register is all that its hooks know without a pass context.
pub struct RiscV {
    rv64: bool,
}

/// RV64.
pub static RISCV64: RiscV = RiscV { rv64: true };
/// RV32.
pub static RISCV32: RiscV = RiscV { rv64: false };

/// What kind of register a class holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    General,
    Half,
    Single,
    Double,
}

/// The register file of a TN: by its class, and within the floating-point one by its type.
pub(super) fn file(f: &Func, t: Tn) -> File {
    match (f.class(t), f.ty(t)) {
        (Some(class::FPR16), _) => File::Half,
        (Some(class::FPR32 | class::FPR32C), _) => File::Single,
        (Some(class::FPR64 | class::FPR64C), MType::F32) => File::Single,
        (Some(class::FPR64 | class::FPR64C), MType::F16 | MType::BF16) => File::Half,
        (Some(class::FPR64 | class::FPR64C), _) => File::Double,
        _ => File::General,
    }
}

/// The row that copies to a TN.
pub(super) fn copy_row(f: &Func, dst: Tn) -> Opcode {
    match file(f, dst) {
        File::General => op::P_COPY,
        File::Half => op::P_COPY_F16,
        File::Single => op::P_COPY_F32,
        File::Double => op::P_COPY_F64,
    }
}

/// The branch with the opposite condition.
pub(super) fn inverse(o: Opcode) -> Option<Opcode> {
    Some(match o {
        op::BEQ => op::BNE,
        op::BNE => op::BEQ,
        op::BLT => op::BGE,
        op::BGE => op::BLT,
        op::BLTU => op::BGEU,
        op::BGEU => op::BLTU,
        _ => return None,
    })
}

impl RiscV {
    fn xty(&self) -> MType {
        if self.rv64 { MType::I64 } else { MType::I32 }
    }
    /// Row of a store, or of a load, for a TN.
    pub(super) fn memory_rows(&self, f: &Func, t: Tn) -> (Opcode, Opcode) {
        match file(f, t) {
            File::Half => (op::FSH, op::FLH),
            File::Single => (op::FSW, op::FLW),
            File::Double => (op::FSD, op::FLD),
            File::General if self.rv64 => (op::SD, op::LD),
            File::General => (op::SW, op::LW),
        }
    }
    fn slot(&self, f: &mut Func, obj: FrameObj, offset: i64) -> [Tn; 2] {
        let off = f.intern(TnData::Frame { obj, offset, modifier: super::modifier::NONE });
        [off, f.dedicated(reg::SP, class::GPR, self.xty())]
    }
}

impl Hooks for RiscV {
    fn expand(&self, w: &WhirlFunc, cx: &PassCx<'_>) -> Result<Func, Error> {
        expansion::expand::<Own>(w, cx)
    }
    fn modifiers(&self) -> &'static [&'static str] {
        &super::modifier::PLAIN
    }
    fn class_of(&self, ty: MType) -> Option<RegClass> {
        let all = Machine { rv64: self.rv64, f: true, d: true, zfhmin: true, zfbfmin: true, ..Machine::default() };
        Own::class_of(&all, ty)
    }
    fn copy(&self, f: &mut Func, dst: Tn, src: Tn) -> Op {
        let row = copy_row(f, dst);
        f.make_op(row, &[dst], &[src])
    }
    fn store_slot(&self, f: &mut Func, src: Tn, obj: FrameObj, offset: i64) -> Op {
        let row = self.memory_rows(f, src).0;
        let [off, sp] = self.slot(f, obj, offset);
        f.make_op(row, &[], &[src, off, sp])
    }
    fn load_slot(&self, f: &mut Func, dst: Tn, obj: FrameObj, offset: i64) -> Op {
        let row = self.memory_rows(f, dst).1;
        let [off, sp] = self.slot(f, obj, offset);
        f.make_op(row, &[dst], &[off, sp])
    }
    fn slot_shape(&self, f: &Func, t: Tn) -> (u64, u8) {
        match file(f, t) {
            File::Half => (2, 1),
            File::Single => (4, 2),
            File::Double => (8, 3),
            File::General if self.rv64 => (8, 3),
            File::General => (4, 2),
        }
    }
    fn swap(&self, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>) {
        if file(f, a) == File::General {
            // The three exclusive ors.
            for (d, x, y) in [(a, a, b), (b, a, b), (a, a, b)] {
                out.push(f.make_op(op::XOR, &[d], &[x, y]));
            }
            return;
        }
        // Floating-point registers have no such trick.
        swap_through_frame(self, f, a, b, out);
    }

    fn invert_branch(&self, f: &mut Func, branch: Op) -> bool {
        let d = &mut f.ops[branch];
        match inverse(d.opcode) {
            Some(o) => {
                d.opcode = o;
                true
            }
            None => false,
        }
    }
    fn jump(&self, f: &mut Func, to: Bb) -> Op {
        let zero = f.dedicated(reg::ZERO, class::GPR, self.xty());
        let label = f.label(to);
        f.make_op(op::JAL, &[zero], &[label])
    }

    fn before_allocation(&self, f: &mut Func, cx: &PassCx<'_>) {
        pseudo::before_allocation(f, cx);
    }
    fn after_allocation(&self, f: &mut Func, cx: &PassCx<'_>) {
        pseudo::after_allocation(f, cx);
    }
    fn plan_frame(&self, f: &mut Func, cx: &PassCx<'_>) -> RegSet {
        frame::plan(f, cx)
    }
    fn finish_frame(&self, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
        frame::finish(self, f, cx, saves);
    }
    fn call_clobbers(&self, cx: &PassCx<'_>) -> RegSet {
        clobbers::<Own>(cx.target, 0)
    }
    fn forced_saves(&self, f: &Func, cx: &PassCx<'_>, info: &FrameInfo) -> Vec<PReg> {
        frame::forced_saves(f, cx, info)
    }

    fn fold(&self, f: &Func, o: Op, operands: &[Option<i64>], _: &PassCx<'_>) -> Option<i64> {
        let list = f.operands(o);
        let get = |i: usize| operands.get(i).copied().flatten().or_else(|| f.as_lit(*list.get(i)?));
        super::fold::fold(f.ops[o].opcode, get(0), get(1), self.rv64)
    }
    fn const_cost(&self, value: i64, cx: &PassCx<'_>) -> u32 {
        consts::chain(value, &Machine::new(cx.target)).len() as u32
    }
}
