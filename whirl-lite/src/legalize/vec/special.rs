//! Intrinsics of the target's own on vectors: a row of its table, or an operation that there is a name for.

use super::vector_bits;
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::{Legaliser, Parts};
use crate::target::Special;
use targ_info::Opcode;

impl Legaliser<'_> {
    /// An intrinsic that the target knows; its result is set. False if it does not, or if it is not of whole registers.
    pub(super) fn special_intrinsic(&mut self, i: Inst, name: &str) -> Result<bool> {
        let (Some(what), Some(result)) = (self.low.special(name), self.result(i)) else { return Ok(false) };
        match what {
            Special::Row(row) => self.row_intrinsic(i, result, row, false),
            Special::Swapped(row) => self.row_intrinsic(i, result, row, true),
            Special::Shift(by_constant, by_register) => self.shift_intrinsic(i, result, by_constant, by_register),
            Special::SignBits => {
                let Some(v) = self.whole_register(self.arg(i, 0)?)? else { return Ok(false) };
                let bits = self.emit1(InstKind::Unary(UnOp::SignBits), InstFlags::empty(), &[v], Ty::I32);
                self.note_u(bits, self.nf.ty(v).lanes().map_or(32, |l| l.1 as u32));
                self.set(result, &[bits])?;
                Ok(true)
            }
            Special::Compare(p) => {
                let (x, y) = (self.arg(i, 0)?, self.arg(i, 1)?);
                let (Some(a), Some(b)) = (self.whole_register(x)?, self.whole_register(y)?) else { return Ok(false) };
                let (a, b) = (self.lane(&[a], 0)?[0], self.lane(&[b], 0)?[0]);
                let c = self.emit1(InstKind::Fcmp(p, false), InstFlags::empty(), &[a, b], Ty::I1);
                let c = self.zext_reg(c, Ty::I32);
                self.set(result, &[c])?;
                Ok(true)
            }
            Special::ToInt(op) => {
                let Some(v) = self.whole_register(self.arg(i, 0)?)? else { return Ok(false) };
                let ty = self.old.ty(result);
                if self.width(ty) > self.xlen {
                    return Ok(false);
                }
                let x = self.lane(&[v], 0)?[0];
                let n = self.cast(op, x, ty);
                self.set(result, &[n])?;
                Ok(true)
            }
        }
    }
    fn row(&self, name: &str) -> Result<Opcode> {
        let row = self.t.isa.inst_by_name(name);
        row.ok_or_else(|| self.unsupported(format!("the instruction '{name}'")))
    }
    /// The register of a vector that fills one.
    fn whole_register(&mut self, v: Value) -> Result<Option<Value>> {
        let Some(s) = self.vector_shape(self.old.ty(v)).filter(|s| !s.mask && s.lanes == s.per) else {
            return Ok(None);
        };
        debug_assert_eq!(s.n(), 1);
        Ok(self.registers(v)?.first().copied())
    }
    fn row_intrinsic(&mut self, i: Inst, result: Value, row: &str, swapped: bool) -> Result<bool> {
        let Some(to) = self.vector_shape(self.old.ty(result)).filter(|s| !s.mask && s.n() == 1) else {
            return Ok(false);
        };
        let row = self.row(row)?;
        let mut args = Parts::new();
        for &v in self.old.args(i) {
            if self.lanes(self.old.ty(v))?.is_some() {
                let Some(r) = self.whole_register(v)? else { return Ok(false) };
                args.push(r);
            } else {
                // The rows take constants only.
                let p = self.parts(v)?;
                let Some(&c) = p.first().filter(|&&c| self.nf.as_int(c).is_some()) else {
                    return Err(self.input("an intrinsic whose operand must be constant"));
                };
                args.push(c);
            }
        }
        if swapped {
            args.swap(0, 1);
        }
        let r = self.emit1(InstKind::Row(row), InstFlags::empty(), &args, to.ty);
        self.set_registers(result, Parts::from_slice(&[r]));
        Ok(true)
    }
    fn shift_intrinsic(&mut self, i: Inst, result: Value, by_constant: &str, by_register: &str) -> Result<bool> {
        let (v, n) = (self.arg(i, 0)?, self.arg_one(i, 1)?);
        let Some(x) = self.whole_register(v)? else { return Ok(false) };
        let ty = self.nf.ty(x);
        debug_assert!(vector_bits(ty) >= 128);
        let (row, count) = match self.nf.as_int(n) {
            // As much as the width, or more, gives zeros or signs.
            Some(c) => (self.row(by_constant)?, self.imm(Ty::I32, c.min(255) as i64)),
            None => {
                let zero = self.imm(Ty::I32, 0);
                let lanes: Vec<Parts> = (0..4)
                    .map(|k| match k {
                        0 => Parts::from_slice(&[n]),
                        1 => Parts::from_slice(&[zero]),
                        _ => Parts::new(),
                    })
                    .collect();
                (self.row(by_register)?, self.build_register(Ty::V4I32, Ty::I32, &lanes))
            }
        };
        let r = self.emit1(InstKind::Row(row), InstFlags::empty(), &[x, count], ty);
        self.set_registers(result, Parts::from_slice(&[r]));
        Ok(true)
    }
}
