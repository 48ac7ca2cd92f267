//! A toy target for tests: a few instructions that show everything an allocator or verifier has to cope with.
//!
//! * `zero` and `sp` are reserved; `r0`..`r7` are general (class `gpr`, of which `low` is `r0`..`r3`), `f0`..`f3` hold
//!   doubles (class `fpr`), `p0`..`p3` are pairs of general registers (class `pair`), `fl` the flags (never spilled);
//! * `add2` is a two-operand instruction (tie), `shl` wants its count in `r2`, `div` takes and gives fixed registers,
//!   `early` writes its result before it reads, `lowop` wants one of four registers, `cmp` and `bcs` use the flags;
//! * calls pass arguments in `r0`..`r2` and `f0`..`f1`, results in `r0`..`r1` and `f0`; `r4`..`r7` and `f3` are
//!   callee-saved; `r3` is the scratch register.
//!
//! The target has no expansion from WHIRL: tests make functions by hand, from text, or at random. Its hooks for spill
//! code, branches and frames are complete, so that whole allocation pipelines run on it, and [`interp`] executes its code:
//! [`harness`] tries allocators and passes on random functions.

pub mod harness;
mod hooks;
pub mod interp;
mod rows;

pub use hooks::Toy;
pub use rows::*;

use crate::func::{Bb, Constraint, Func, Op, OpExtra, Succ, Tn};
use crate::pass::{Counters, Fuel, Options, PassCx};
use targ_info::{Opcode, PReg, Target};
use whirl_lite::ir::{FnAttrs, Global, GlobalKind, GlobalRef, Module, ParamAttrs, Signature, Ty};

/// The toy target.
pub fn target() -> Target {
    Target::bare(&ISA, &ABI, &PROC, "toy-unknown-none")
}

/// A module with one declared function, `name`, and its symbol.
pub fn module(name: &str) -> (Module, GlobalRef) {
    let mut m = Module::default();
    let g = declare(&mut m, name);
    (m, g)
}

/// Declares `void name()` in a module, or finds it there.
pub fn declare(m: &mut Module, name: &str) -> GlobalRef {
    if let Some(&g) = m.by_name.get(name) {
        return g;
    }
    let sig = Signature {
        ty: Ty::VOID,
        ret: Ty::VOID,
        params: Vec::new(),
        vararg: false,
        cc: 0,
        ret_attrs: ParamAttrs::default(),
        param_attrs: Vec::new(),
        attrs: FnAttrs::default(),
    };
    let g = m.globals.push(Global::declared(
        name.into(),
        GlobalKind::Function { sig, body: None },
        Ty::VOID,
        whirl_lite::diag::Pos::NONE,
    ));
    m.by_name.insert(name.into(), g);
    g
}

/// Everything that a [`PassCx`] borrows, for the toy target.
pub struct Setup {
    /// The target.
    pub target: Target,
    /// Its hooks.
    pub hooks: Toy,
    /// A module with one function.
    pub module: Module,
    /// That function.
    pub global: GlobalRef,
    /// Options, at their defaults.
    pub options: Options,
    /// Unlimited fuel.
    pub fuel: Fuel,
    /// Counters.
    pub counters: Counters,
}

impl Default for Setup {
    fn default() -> Setup {
        let (module, global) = module("f");
        Setup {
            target: target(),
            hooks: Toy,
            module,
            global,
            options: Options::default(),
            fuel: Fuel::default(),
            counters: Counters::default(),
        }
    }
}

impl Setup {
    /// What passes are given.
    pub fn cx(&self) -> PassCx<'_> {
        PassCx {
            target: &self.target,
            hooks: &self.hooks,
            module: &self.module,
            options: &self.options,
            fuel: &self.fuel,
            counters: &self.counters,
        }
    }
    /// The first function of a text; the error shows the place.
    pub fn read(&mut self, text: &str) -> Result<Func, String> {
        use crate::target::Hooks;
        let clobbers = self.hooks.call_clobbers(&self.cx());
        let read = crate::text::parse(text, &mut self.module, &self.target, &self.hooks, clobbers);
        let mut f = read.map_err(|e| e.render("text", text))?.into_iter().next().ok_or("no function")?;
        f.rebuild_preds();
        Ok(f)
    }
    /// An empty function.
    pub fn func(&self) -> Func {
        Func::new(self.global, "f".into())
    }
}

/// Makes an op and appends it to a block.
pub fn emit(f: &mut Func, b: Bb, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
    let op = f.make_op(opcode, results, operands);
    f.append(b, op);
    op
}

/// Appends an op with variadic results or operands which are constrained to these registers (in the order: variadic
/// results, variadic operands), and that destroys what `extra` says.
pub fn emit_fixed(
    f: &mut Func,
    b: Bb,
    opcode: Opcode,
    results: &[Tn],
    operands: &[Tn],
    regs: &[PReg],
    extra: OpExtra,
) -> Op {
    let op = emit(f, b, opcode, results, operands);
    let constraints = regs.iter().map(|&r| Constraint::Fixed(r)).collect();
    f.set_extra(op, OpExtra { constraints, ..extra });
    op
}

/// Sets a block's successors, with equal probabilities; predecessors are not touched ([`Func::rebuild_preds`]).
pub fn set_succs(f: &mut Func, b: Bb, succs: &[Bb]) {
    let prob = 1.0 / succs.len().max(1) as f32;
    f.bbs[b].succs = succs.iter().map(|&bb| Succ { bb, prob }).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::OperandKind;
    use whirl_lite::mtype::MType;

    #[test]
    fn tables_are_consistent() {
        for (i, row) in ISA.insts.iter().enumerate() {
            assert_eq!(ISA.inst_by_name(row.name), Some(Opcode(i as u16)));
            for (k, o) in row.operands.iter().enumerate() {
                assert!(o.tied == 255 || k < row.results as usize && o.tied as usize >= row.results as usize);
                assert!(
                    o.kind != OperandKind::Variadic || k + 1 == row.results as usize || k + 1 == row.operands.len()
                );
            }
        }
        assert_eq!(ISA.inst(op::ADD2).name, "add2");
        for c in ISA.classes {
            assert!(c.members.iter().all(|&m| c.units.contains(ISA.reg(m).units)));
        }
    }

    #[test]
    fn frames_are_laid_out_below_the_stack_pointer() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let data = crate::func::FrameData { size: 8, align: 3, kind: crate::func::FrameKind::Spill, offset: None };
        let slot = f.frame.push(data);
        let t = f.dedicated(R[4], GPR, MType::I64);
        use crate::target::{Hooks, SavePlan};
        let st = s.hooks.store_slot(&mut f, t, slot, 0);
        f.append(b, st);
        emit(&mut f, b, op::RET, &[], &[]);
        let plan = SavePlan { regs: vec![R[4]], save: None, restore: vec![b] };
        s.hooks.finish_frame(&mut f, &s.cx(), &plan);
        let names: Vec<_> = f.bb_ops(b).map(|o| ISA.inst(f.ops[o].opcode).name).collect();
        assert_eq!(names, ["lea", "st", "st", "ld", "lea", "ret"]);
        assert_eq!(f.frame_info.size, Some(16));
        assert_eq!(f.as_lit(f.operands(st)[2]), Some(8));
    }
}
