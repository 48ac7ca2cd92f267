//! Rules of a target: what an op becomes when it is known how its operands were made.

pub mod riscv;
pub mod x86;

use crate::value::{Values, Vn};
use cgir::func::{Func, Op, Tn};
use cgir::pass::PassCx;
use smallvec::SmallVec;
use targ_info::Opcode;

/// What an op becomes.
pub enum Change {
    /// The same results from another row or other operands.
    Operands {
        /// The row.
        opcode: Opcode,
        /// Operands without results.
        operands: SmallVec<[Tn; 4]>,
    },
    /// A copy of this TN.
    Copy(Tn),
}

/// What a rule may look at.
pub struct View<'a> {
    pub(crate) values: &'a mut Values,
    /// The pass's surroundings.
    pub cx: &'a PassCx<'a>,
    pub(crate) block: u32,
    /// After allocation?
    pub post: bool,
}

/// How a value was made.
pub struct Made {
    /// By this row.
    pub opcode: Opcode,
    /// From these operands: `Ok` is a TN that still holds the operand's value (or a literal, symbol...), `Err` one that
    /// no TN holds any more.
    pub operands: SmallVec<[Result<Tn, Vn>; 3]>,
}

impl View<'_> {
    /// How the value in a register TN was made, if that is known.
    pub fn made(&mut self, f: &Func, t: Tn) -> Option<Made> {
        let isa = self.cx.target.isa;
        f.class(t)?;
        let vn = self.values.of(f, isa, t, self.block);
        let v = &self.values.list[vn as usize];
        v.def?;
        let operand = |e: u32| match Values::constant_operand(e) {
            Some(t) => Ok(t),
            None => self.values.holder(f, isa, e).ok_or(e),
        };
        Some(Made { opcode: v.opcode, operands: v.operands.iter().map(|&e| operand(e)).collect() })
    }
    /// The row that made the value in a register TN.
    pub fn maker(&mut self, f: &Func, t: Tn) -> Option<Opcode> {
        f.class(t)?;
        let vn = self.values.of(f, self.cx.target.isa, t, self.block);
        let v = &self.values.list[vn as usize];
        v.def.map(|_| v.opcode)
    }
    /// The constant that a TN is.
    pub fn constant(&mut self, f: &Func, t: Tn) -> Option<i64> {
        if f.class(t).is_none() {
            return f.as_lit(t);
        }
        let vn = self.values.of(f, self.cx.target.isa, t, self.block);
        if self.cx.target.abi.zero.is_some() && f.preg(t) == self.cx.target.abi.zero {
            return Some(0);
        }
        self.values.list[vn as usize].constant
    }
}

/// A target's rules.
pub trait Rules: Send + Sync {
    /// What the op becomes, if a rule applies. Asked again until none does.
    fn simplify(&self, f: &mut Func, op: Op, view: View<'_>) -> Option<Change>;
    /// Folds, before allocation and after the walk, what depends on who else reads a value. Returns the number of changes.
    fn fold(&self, _f: &mut Func, _cx: &PassCx<'_>) -> u64 {
        0
    }
}

/// Rules of an ISA that has none.
struct NoRules;

impl Rules for NoRules {
    fn simplify(&self, _: &mut Func, _: Op, _: View<'_>) -> Option<Change> {
        None
    }
}

/// Each ISA's rules, by the name of its tables.
const ALL: &[(&str, &dyn Rules)] = &[(riscv::ISA_NAME, &riscv::RiscvRules), (x86::ISA_NAME, &x86::X86Rules)];

/// The rules of an ISA.
pub(crate) fn rules(isa: &str) -> &'static dyn Rules {
    ALL.iter().find(|(name, _)| *name == isa).map_or(&NoRules, |(_, r)| *r)
}
