//! RISC-V's rules: offsets folded into addresses, extensions that change nothing, operations on constants.

use super::{Change, Rules, View};
use cgir::func::{Func, Op, Tn, TnData};
use smallvec::smallvec;
use targ_info::riscv::op;
use targ_info::{InstFlags, Opcode, OperandKind, Role};

/// The name of the tables that these rules are for.
pub const ISA_NAME: &str = "riscv";

/// The rules.
pub struct RiscvRules;

impl Rules for RiscvRules {
    fn simplify(&self, f: &mut Func, o: Op, mut view: View<'_>) -> Option<Change> {
        let opcode = f.ops[o].opcode;
        let row = view.cx.target.isa.inst(opcode);
        if row.flags.intersects(InstFlags::LOAD | InstFlags::STORE) {
            return fold_address(f, o, &mut view);
        }
        match opcode {
            op::ADDI => add_immediate(f, o, &mut view),
            op::ADDIW => sign_extension(f, o, &mut view),
            op::ANDI => mask(f, o, &mut view),
            op::ADD | op::OR | op::XOR | op::SUB => with_zero(f, o, &mut view),
            _ => None,
        }
    }
}

/// `addi` chains into the offset of a load or store.
fn fold_address(f: &mut Func, o: Op, view: &mut View<'_>) -> Option<Change> {
    let isa = view.cx.target.isa;
    let row = isa.inst(f.ops[o].opcode);
    let (at_base, at_offset) = (row.role(Role::Base)?, row.role(Role::Offset)?);
    let (base, offset) = (*f.all(o).get(at_base)?, *f.all(o).get(at_offset)?);
    let TnData::Lit(outer) = f.tns[offset] else { return None };
    if view.maker(f, base)? != op::ADDI {
        return None;
    }
    let made = view.made(f, base)?;
    let inner_base = made.operands.first()?.ok()?;
    let inner = made.operands.get(1)?.ok()?;
    let OperandKind::Imm(kind) = row.operands[at_offset].kind else { return None };
    let sum = match f.tns[inner] {
        TnData::Lit(v) if isa.imms[kind as usize].fits(v + outer) => f.lit(v + outer),
        TnData::Frame { obj, offset, modifier } if modifier.0 == 0 => {
            f.intern(TnData::Frame { obj, offset: offset + outer, modifier })
        }
        _ => return None,
    };
    let mut operands: smallvec::SmallVec<[Tn; 4]> = f.operands(o).iter().copied().collect();
    let nres = f.nres(o);
    operands[at_base - nres] = inner_base;
    operands[at_offset - nres] = sum;
    Some(Change::Operands { opcode: f.ops[o].opcode, operands })
}

/// `addi (addi x, a), b` is `addi x, a+b`; `addi x, 0` is a copy.
fn add_immediate(f: &mut Func, o: Op, view: &mut View<'_>) -> Option<Change> {
    let &[x, imm] = f.operands(o) else { return None };
    let outer = f.as_lit(imm)?;
    if view.maker(f, x)? != op::ADDI || outer == 0 {
        return None;
    }
    let made = view.made(f, x)?;
    let (base, inner) = (made.operands.first()?.ok()?, made.operands.get(1)?.ok()?);
    // A constant: `li` is what this becomes elsewhere.
    let sum = match f.tns[inner] {
        TnData::Lit(v) if (-2048..2048).contains(&(v + outer)) => f.lit(v + outer),
        TnData::Frame { obj, offset, modifier } if modifier.0 == 0 => {
            f.intern(TnData::Frame { obj, offset: offset + outer, modifier })
        }
        _ => return None,
    };
    Some(Change::Operands { opcode: op::ADDI, operands: smallvec![base, sum] })
}

/// `sext.w` of what is sign-extended already.
fn sign_extension(f: &mut Func, o: Op, view: &mut View<'_>) -> Option<Change> {
    let &[x, imm] = f.operands(o) else { return None };
    if f.as_lit(imm)? != 0 {
        return None;
    }
    let maker = view.maker(f, x)?;
    let row = view.cx.target.isa.inst(maker);
    let narrow_load = row.is(InstFlags::LOAD) && row.mem_bytes < 4;
    (row.flags.intersects(InstFlags::SEXT32 | InstFlags::BOOL) || narrow_load).then_some(Change::Copy(x))
}

/// `andi` with a mask that keeps all bits that can be set.
fn mask(f: &mut Func, o: Op, view: &mut View<'_>) -> Option<Change> {
    let &[x, imm] = f.operands(o) else { return None };
    let mask = f.as_lit(imm)?;
    let made = view.made(f, x)?;
    let row = view.cx.target.isa.inst(made.opcode);
    let bits = |n: u32| (1i64 << n) - 1;
    let possible = match made.opcode {
        op::ANDI => f.as_lit(made.operands.get(1)?.ok()?).filter(|&m| m >= 0)?,
        _ if row.is(InstFlags::BOOL) => 1,
        _ if row.is(InstFlags::LOAD) && !row.is(InstFlags::LOAD_SIGNED) && row.mem_bytes < 4 && row.mem_bytes > 0 => {
            bits(u32::from(row.mem_bytes) * 8)
        }
        _ => return None,
    };
    (possible & !mask == 0).then_some(Change::Copy(x))
}

/// Sums, differences and the like with the zero register.
fn with_zero(f: &mut Func, o: Op, view: &mut View<'_>) -> Option<Change> {
    let &[x, y] = f.operands(o) else { return None };
    let opcode: Opcode = f.ops[o].opcode;
    if view.constant(f, y) == Some(0) {
        return Some(Change::Copy(x));
    }
    (view.constant(f, x) == Some(0) && opcode != op::SUB).then_some(Change::Copy(y))
}
