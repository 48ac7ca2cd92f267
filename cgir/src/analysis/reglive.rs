//! Liveness of physical registers, by register units.
//!
//! After allocation every register operand is dedicated; this analysis then says which units hold something that is
//! read later. It serves the scavenger and the optimisers after allocation. Before allocation it sees only the
//! dedicated TNs and the clobbers of calls, which is not enough for anything but those.
//!
//! A return reads its operands and, beside them, what the caller wants to find again (`at_return`: the callee-saved
//! registers of the ABI, usually). Reserved registers are not looked at specially: callers mask them out.

use crate::func::{Bb, Func, Op};
use cranelift_entity::EntityRef;
use targ_info::{InstFlags, Isa, RegSet};

/// Units that an op reads: its dedicated operands.
pub fn reads(f: &Func, isa: &Isa, op: Op) -> RegSet {
    units(f, isa, f.operands(op))
}

/// Units that an op writes: its dedicated results.
pub fn writes(f: &Func, isa: &Isa, op: Op) -> RegSet {
    units(f, isa, f.results(op))
}

fn units(f: &Func, isa: &Isa, list: &[crate::func::Tn]) -> RegSet {
    let mut set = RegSet::EMPTY;
    for &t in list {
        if let Some(r) = f.preg(t) {
            set |= isa.reg(r).units;
        }
    }
    set
}

/// Units that an op reads, and those that it writes or destroys; who leaves the function reads `at_return` too.
pub(super) fn effects(f: &Func, isa: &Isa, op: Op, at_return: RegSet) -> (RegSet, RegSet) {
    let (results, operands) = f.all(op).split_at(f.nres(op));
    let mut written = units(f, isa, results);
    if let Some(x) = f.extra(op) {
        written |= x.clobbers;
    }
    (units(f, isa, operands) | returned(f, isa, op, at_return), written)
}

/// Which register units are live at the borders of blocks.
#[derive(Clone, Debug, Default)]
pub struct RegLiveness {
    live_in: Vec<RegSet>,
    live_out: Vec<RegSet>,
    at_return: RegSet,
}

impl RegLiveness {
    /// Computes for all blocks of the layout; returns read `at_return` too.
    pub fn compute(f: &Func, isa: &Isa, at_return: RegSet) -> RegLiveness {
        let n = f.bbs.len();
        let mut use_def = vec![(RegSet::EMPTY, RegSet::EMPTY); n];
        for &b in &f.layout {
            let (uses, defs) = &mut use_def[b.index()];
            for op in f.bb_ops(b).rev() {
                let (read, written) = effects(f, isa, op, at_return);
                *uses -= written;
                *uses |= read;
                *defs |= written;
            }
        }
        let mut l =
            RegLiveness { live_in: use_def.iter().map(|x| x.0).collect(), live_out: vec![RegSet::EMPTY; n], at_return };
        // The layout follows the flow mostly, so that walking it backward needs few rounds.
        let mut again = true;
        while again {
            again = false;
            for &b in f.layout.iter().rev() {
                let mut out = RegSet::EMPTY;
                for s in &f.bbs[b].succs {
                    out |= l.live_in[s.bb.index()];
                }
                let (uses, defs) = use_def[b.index()];
                let into = uses | (out - defs);
                again |= into != l.live_in[b.index()];
                l.live_out[b.index()] = out;
                l.live_in[b.index()] = into;
            }
        }
        l
    }
    /// Units live at the block's start.
    pub fn live_in(&self, b: Bb) -> RegSet {
        self.live_in.get(b.index()).copied().unwrap_or_default()
    }
    /// Units live at the block's end.
    pub fn live_out(&self, b: Bb) -> RegSet {
        self.live_out.get(b.index()).copied().unwrap_or_default()
    }
    /// What returns read beside their operands.
    pub fn at_return(&self) -> RegSet {
        self.at_return
    }
}

/// What an op reads if it leaves the function.
#[inline]
pub(crate) fn returned(f: &Func, isa: &Isa, op: Op, at_return: RegSet) -> RegSet {
    let leaves = isa.inst(f.ops[op].opcode).flags.contains(InstFlags::RETURN)
        || f.ops[op].flags.contains(crate::func::OpFlags::TAIL);
    if leaves { at_return } else { RegSet::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::func::OpExtra;
    use crate::testing::{self, GPR, ISA, P, PAIR, R, Setup, emit, emit_fixed, op};
    use whirl_lite::mtype::MType;

    #[test]
    fn units_alias_and_calls_clobber() {
        let s = Setup::default();
        let mut f = s.func();
        let (b0, b1) = (f.add_bb(), f.add_bb());
        let r = |f: &mut Func, i: usize| f.dedicated(R[i], GPR, MType::I64);
        let (r0, r5) = (r(&mut f, 0), r(&mut f, 5));
        let p0 = f.dedicated(P[0], PAIR, MType::I128);
        emit(&mut f, b0, op::MULP, &[p0], &[r0, r5]);
        emit(&mut f, b0, op::HI, &[r0], &[p0]);
        let target = f.lit(0);
        let clobbers = crate::target::Hooks::call_clobbers(&s.hooks, &s.cx());
        emit_fixed(&mut f, b0, op::CALL, &[], &[target], &[], OpExtra { clobbers, ..OpExtra::default() });
        emit(&mut f, b1, op::RET, &[], &[r5]);
        testing::set_succs(&mut f, b0, &[b1]);
        f.rebuild_preds();
        let l = RegLiveness::compute(&f, &ISA, RegSet::EMPTY);
        let units = |list: &[usize]| list.iter().fold(RegSet::EMPTY, |s, &i| s | ISA.reg(R[i]).units);
        assert_eq!(l.live_in(b0), units(&[0, 5]));
        assert_eq!(l.live_out(b0), units(&[5]));
        let l = RegLiveness::compute(&f, &ISA, testing::ABI.callee_saved);
        assert!(l.live_in(b1).contains(testing::ABI.callee_saved));
    }
}
