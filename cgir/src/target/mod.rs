//! What a target does by code rather than tables: expansion, spill code, branches, frames.
//!
//! Each target is a folder here with the same file names. Phases see it as [`Hooks`] only; what expansion does alike for all of
//! them stands in `crate::expansion`.

pub mod riscv;
pub mod rmw;
pub mod x86;

use crate::func::{Bb, FrameInfo, Func, Op, Tn};
use crate::pass::PassCx;
use smallvec::SmallVec;
use targ_info::{Opcode, PReg, RegClass, RegSet};
use whirl_lite::diag::Error;
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::WhirlFunc;

/// Hooks of a target. All functions that make ops return them without placing them in a block.
pub trait Hooks: Send + Sync {
    /// Expands trees to ops: maximal munch. Blocks, edges, probabilities and frame objects are made here too.
    fn expand(&self, w: &WhirlFunc, cx: &PassCx<'_>) -> Result<Func, Error>;

    /// Names of the relocation modifiers by [`crate::func::Modifier`] number, without `%`; number 0 is none. For the
    /// text form of CGIR.
    fn modifiers(&self) -> &'static [&'static str] {
        &[""]
    }

    /// The class that holds values of a type.
    fn class_of(&self, ty: MType) -> Option<RegClass>;

    /// A copy between two register TNs of one class.
    fn copy(&self, f: &mut Func, dst: Tn, src: Tn) -> Op;
    /// A store of a register to a frame object plus offset.
    fn store_slot(&self, f: &mut Func, src: Tn, obj: FrameObj, offset: i64) -> Op;
    /// A load of a register from a frame object plus offset.
    fn load_slot(&self, f: &mut Func, dst: Tn, obj: FrameObj, offset: i64) -> Op;
    /// The operands by which a row with a memory operand names a frame object plus offset, in the order of the row's
    /// operands; `None` where no row but loads and stores has any.
    fn slot_operands(&self, _f: &mut Func, _obj: FrameObj, _offset: i64) -> Option<SmallVec<[Tn; 6]>> {
        None
    }
    /// Size and log2 alignment of a spill slot for a register TN.
    fn slot_shape(&self, f: &Func, t: Tn) -> (u64, u8);
    /// Rebuilds the value that `def` makes, into `dst`: `def` is flagged rematerialisable.
    fn rematerialise(&self, f: &mut Func, def: Op, dst: Tn) -> Op {
        let copy = f.clone_op(def);
        if let Some(d) = f.all_mut(copy).first_mut() {
            *d = dst;
        }
        copy
    }
    /// Exchanges two registers of one class when no register is free; a sequence.
    fn swap(&self, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>);

    /// Changes a conditional branch to the opposite condition; false if it has none.
    fn invert_branch(&self, f: &mut Func, branch: Op) -> bool;
    /// An unconditional jump.
    fn jump(&self, f: &mut Func, to: Bb) -> Op;

    /// Expands the pseudo ops that are best expanded before allocation.
    fn before_allocation(&self, f: &mut Func, cx: &PassCx<'_>);
    /// Makes free what has nothing to do in the registers as they will be, after the last pass that may change that.
    fn settle_views(&self, _f: &mut Func, _cx: &PassCx<'_>) {}
    /// Expands pseudo ops after allocation (moves, selects that became branches, ...). May split blocks.
    fn after_allocation(&self, f: &mut Func, cx: &PassCx<'_>);
    /// Expands what is left before emission, after the last scheduling: blocks that were split or code that was moved may have
    /// made new ones.
    fn before_emission(&self, f: &mut Func, cx: &PassCx<'_>) {
        self.after_allocation(f, cx);
    }

    /// Decides frame and base pointer and the emergency slot from an upper bound of the frame; called before
    /// allocation. Returns the registers that the frame takes away from allocators.
    fn plan_frame(&self, f: &mut Func, cx: &PassCx<'_>) -> RegSet;
    /// Lays the frame out, makes prologue and epilogues (of [`Func`] blocks that the save placement chose), and
    /// replaces frame operands by real bases and offsets.
    fn finish_frame(&self, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan);
    /// Registers that calls destroy, less results: the default clobber set.
    fn call_clobbers(&self, cx: &PassCx<'_>) -> RegSet;
    /// Registers that are saved in pairs or always (return address when there are calls), beside those allocated.
    fn forced_saves(&self, f: &Func, cx: &PassCx<'_>, info: &FrameInfo) -> Vec<PReg>;

    /// Evaluates an op whose register operands are known constants: its result's value.
    fn fold(&self, _f: &Func, _op: Op, _operands: &[Option<i64>], _cx: &PassCx<'_>) -> Option<i64> {
        None
    }
    /// Does a row that loads or stores move the bits of a register as they are? Others convert or compute on the way.
    fn is_plain_access(&self, _row: Opcode) -> bool {
        true
    }
    /// The fewest ops that make a constant in a register; for costs.
    fn const_cost(&self, value: i64, cx: &PassCx<'_>) -> u32;
}

/// The hooks of a target, if there are any for its instruction set.
pub fn hooks_for(t: &targ_info::Target) -> Option<&'static dyn Hooks> {
    match (t.isa.name, t.xlen()) {
        ("riscv", 64) => Some(&riscv::RISCV64),
        ("riscv", 32) => Some(&riscv::RISCV32),
        ("x86", 64) => Some(&x86::X86_64),
        ("x86", 32) => Some(&x86::I386),
        _ => None,
    }
}

/// Where callee-saved registers are saved and restored, decided by the one shared pass.
#[derive(Clone, Debug, Default)]
pub struct SavePlan {
    /// Registers, in the order in which they are saved.
    pub regs: Vec<PReg>,
    /// Block at whose start the frame is set up and registers are saved (the entry, unless shrink-wrapped).
    pub save: Option<Bb>,
    /// Blocks before whose terminator the frame is undone.
    pub restore: Vec<Bb>,
}
