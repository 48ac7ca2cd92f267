//! Expansion of pseudo ops: what is left whole for allocators (constants, copies) becomes instructions after allocation.
//!
//! Pairs with the program counter, calls, returns and `lr`/`sc` loops stay whole until emission.

use super::consts;
use super::machine::Machine;
use super::modifier;
use crate::func::{Func, Op, Tn, TnData};
use crate::pass::PassCx;
use targ_info::Opcode;
use targ_info::riscv::{class, op, reg};
use whirl_lite::mtype::MType;

/// Nothing is better expanded before allocation than after it: chains are one op until then, so that an allocator can
/// repeat them. But constants move out of loops.
pub(super) fn before_allocation(f: &mut Func, cx: &PassCx<'_>) {
    if cx.options.opt_level > 0 {
        crate::hoist::run(f, cx);
    }
}

/// Constants, copies, absolute addresses, undefined values.
pub(super) fn after_allocation(f: &mut Func, cx: &PassCx<'_>) {
    let m = Machine::new(cx.target);
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            expand(f, &m, o);
        }
    }
}

fn expand(f: &mut Func, m: &Machine, o: Op) {
    match f.ops[o].opcode {
        op::P_LI => constant(f, m, o),
        op::P_COPY => general_copy(f, o),
        op::P_COPY_F16 if m.zfh => float_copy(f, o, op::FSGNJ_H),
        // Without Zfh there is no such row for halves; their registers are whole singles.
        op::P_COPY_F16 => float_copy(f, o, op::FSGNJ_S),
        op::P_COPY_F32 => float_copy(f, o, op::FSGNJ_S),
        op::P_COPY_F64 => float_copy(f, o, op::FSGNJ_D),
        op::P_LA_ABS => absolute(f, o),
        op::P_UNDEF | op::P_UNDEF_F16 | op::P_UNDEF_F32 | op::P_UNDEF_F64 | op::P_KILL => f.remove(o),
        _ => {}
    }
}

fn result(f: &Func, o: Op) -> Option<Tn> {
    f.results(o).first().copied()
}

fn constant(f: &mut Func, m: &Machine, o: Op) {
    let (Some(rd), Some(v)) = (result(f, o), f.operands(o).first().and_then(|&t| f.as_lit(t))) else { return };
    let xty = if m.rv64 { MType::I64 } else { MType::I32 };
    let zero = f.dedicated(reg::ZERO, class::GPR, xty);
    for s in consts::chain(v, m) {
        let operands = s.operands(f, rd, zero);
        f.make_before(o, s.op, &[rd], &operands);
    }
    f.remove(o);
}

/// `addi rd, rs, 0`. Where the source is `zero` that is the constant.
fn general_copy(f: &mut Func, o: Op) {
    let (Some(rd), Some(&rs)) = (result(f, o), f.operands(o).first()) else { return };
    if f.preg(rd).is_some() && f.preg(rd) == f.preg(rs) {
        f.remove(o);
        return;
    }
    let imm = f.lit(0);
    f.rewrite_op(o, op::ADDI, &[rd], &[rs, imm]);
}

fn float_copy(f: &mut Func, o: Op, row: Opcode) {
    let (Some(rd), Some(&rs)) = (result(f, o), f.operands(o).first()) else { return };
    if f.preg(rd).is_some() && f.preg(rd) == f.preg(rs) {
        f.remove(o);
        return;
    }
    f.rewrite_op(o, row, &[rd], &[rs, rs]);
}

/// `lui rd, %hi(sym); addi rd, rd, %lo(sym)`.
fn absolute(f: &mut Func, o: Op) {
    let (Some(rd), Some(&s)) = (result(f, o), f.operands(o).first()) else { return };
    let TnData::Sym { sym, offset, .. } = f.tns[s] else { return };
    let hi = f.intern(TnData::Sym { sym, offset, modifier: modifier::HI });
    let lo = f.intern(TnData::Sym { sym, offset, modifier: modifier::LO });
    f.make_before(o, op::LUI, &[rd], &[hi]);
    f.rewrite_op(o, op::ADDI, &[rd], &[rd, lo]);
}
