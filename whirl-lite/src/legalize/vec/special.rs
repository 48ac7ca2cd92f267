//! Intrinsics of the target's own on vectors: a row of its table, or an operation that there is a name for.

use super::vector_bits;
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::masked::LaneAddresses;
use crate::legalize::{Legaliser, Parts};
use crate::target::Special;
use targ_info::Opcode;

impl Legaliser<'_> {
    /// An intrinsic that the target knows; its result is set. False if it does not, or if it is not of whole registers.
    pub(super) fn special_intrinsic(&mut self, i: Inst, name: &str) -> Result<bool> {
        let Some(what) = self.low.special(name) else { return Ok(false) };
        if what == Special::MaskedStore {
            self.sign_masked_store(i)?;
            return Ok(true);
        }
        if let Special::Assembly(text, constraints) | Special::Effect(text, constraints) = what {
            return self.assembly_intrinsic(i, text, constraints, matches!(what, Special::Effect(..)));
        }
        let Some(result) = self.result(i) else { return Ok(false) };
        match what {
            Special::MaskedLoad | Special::Gather => {
                let parts = if what == Special::Gather { self.gather(i) } else { self.sign_masked_load(i) }?;
                self.set(result, &parts)?;
                Ok(true)
            }
            Special::MaskedStore | Special::Assembly(..) | Special::Effect(..) => Ok(false),
            Special::First(row) => {
                let vectors = if row.ends_with('i') { 2 } else { 1 };
                let (first, operand) = (self.arg(i, 0)?, self.arg(i, vectors - 1)?);
                let (Some(a), Some(b)) = (self.whole_register(first)?, self.whole_register(operand)?) else {
                    return Ok(false);
                };
                let mut args = Parts::from_slice(&[b]);
                for k in vectors..self.old.args(i).len() {
                    args.push(self.constant_arg(i, k)?);
                }
                let (row, ty) = (self.row(row)?, self.nf.ty(a));
                let r = self.emit1(InstKind::Row(row), InstFlags::empty(), &args, ty);
                self.replace_first(result, a, r);
                Ok(true)
            }
            Special::Convert(op) => {
                let (first, operand) = (self.arg(i, 0)?, self.arg(i, 1)?);
                let (Some(a), Some(b)) = (self.whole_register(first)?, self.whole_register(operand)?) else {
                    return Ok(false);
                };
                let ty = self.nf.ty(a);
                let Some((to, lanes)) = ty.lanes() else { return Ok(false) };
                let lane = self.lane(&[b], 0)?[0];
                let lane = self.cast(op, lane, to);
                let mut list = vec![Parts::new(); lanes];
                list[0] = Parts::from_slice(&[lane]);
                let r = self.build_register(ty, to, &list);
                self.replace_first(result, a, r);
                Ok(true)
            }
            Special::Alternate(even) => {
                let mut list = Parts::new();
                for k in 0..3 {
                    let v = self.arg(i, k)?;
                    let Some(r) = self.whole_register(v)? else { return Ok(false) };
                    list.push(r);
                }
                let ty = self.nf.ty(list[2]);
                let Some((lane, lanes)) = ty.lanes() else { return Ok(false) };
                let sign = 1u64 << (super::lane_bits(lane) - 1);
                let signs: Vec<_> = (0..lanes).map(|k| Some(if (k % 2 == 0) == even { sign } else { 0 })).collect();
                let whole = self.logic_ty(ty);
                let (c, signs) = (self.cast_register(list[2], whole), self.constant_lanes(whole, &signs));
                let c = self.bin(BinOp::Xor, c, signs);
                list[2] = self.cast_register(c, ty);
                let r = self.emit1(InstKind::Fma, InstFlags::empty(), &list, ty);
                self.set_registers(result, Parts::from_slice(&[r]));
                Ok(true)
            }
            Special::Load => {
                let ty = self.old.ty(result);
                let Some(s) = self.vector_shape(ty) else { return Ok(false) };
                let (p, access) = (self.arg_one(i, 0)?, self.access(ty, 0));
                let registers = self.load_vector(p, s, &access);
                self.set_registers(result, registers);
                Ok(true)
            }
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
    /// A vector of zeros, lane by lane.
    fn zero_lanes(&mut self, lanes: usize, elem: Ty) -> Result<Parts> {
        let scalar = self.scalar(elem)?;
        let shape = self.shape(scalar);
        let zero = self.zero(shape.part);
        Ok(Parts::from_elem(zero, lanes * shape.n))
    }
    /// The sign bits of the lanes of an old vector, as truth values.
    fn lane_signs(&mut self, v: Value) -> Result<Parts> {
        let ty = self.old.ty(v);
        let Some((lanes, elem)) = self.lanes(ty)? else { return Err(self.input("a mask that is no vector")) };
        let parts = self.parts(v)?;
        let each = parts.len() / lanes.max(1);
        let mut out = Parts::new();
        for lane in parts.chunks(each.max(1)) {
            let bits = self.bits_of(elem, lane)?;
            let &high = bits.last().ok_or_else(|| self.input("a mask without lanes"))?;
            let zero = self.imm(self.nf.ty(high), 0);
            out.push(self.icmp(IntPred::Slt, high, zero));
        }
        Ok(out)
    }
    /// Lanes of a type, where a mask's signs ask for them, at a pointer.
    fn sign_masked_load(&mut self, i: Inst) -> Result<Parts> {
        let ty = self.result_ty(i);
        let Some((lanes, elem)) = self.lanes(ty)? else { return Err(self.input("a masked load of no vector")) };
        let (p, mask) = (self.arg_one(i, 0)?, self.arg(i, 1)?);
        let mask = self.lane_signs(mask)?;
        let zero = self.zero_lanes(lanes, elem)?;
        let step = self.size_of(elem)?;
        let access = self.access(elem, 0);
        self.load_lanes(LaneAddresses { base: &[p], step }, &access, &mask, &zero)
    }
    fn sign_masked_store(&mut self, i: Inst) -> Result<()> {
        let (p, mask, v) = (self.arg_one(i, 0)?, self.arg(i, 1)?, self.arg(i, 2)?);
        let Some((_, elem)) = self.lanes(self.old.ty(v))? else {
            return Err(self.input("a masked store of no vector"));
        };
        let (mask, value) = (self.lane_signs(mask)?, self.parts(v)?);
        let step = self.size_of(elem)?;
        let access = self.access(elem, 0);
        self.store_lanes(LaneAddresses { base: &[p], step }, &access, &mask, &value)
    }
    /// Lanes without an index are zero.
    fn gather(&mut self, i: Inst) -> Result<Parts> {
        let ty = self.result_ty(i);
        let Some((lanes, elem)) = self.lanes(ty)? else { return Err(self.input("a gathering load of no vector")) };
        let (p, index, mask) = (self.arg_one(i, 1)?, self.arg(i, 2)?, self.arg(i, 3)?);
        let Some((indices, index_ty)) = self.lanes(self.old.ty(index))? else {
            return Err(self.input("a gathering load without indices"));
        };
        let scale = self.arg_one(i, 4)?;
        let Some(scale) = self.nf.as_int(scale) else {
            return Err(self.input("an intrinsic whose operand must be constant"));
        };
        let n = lanes.min(indices);
        let mut mask = self.lane_signs(mask)?;
        mask.truncate(n);
        let numbers = self.parts(index)?;
        let (bits, each) = (self.width(index_ty), numbers.len() / indices.max(1));
        let mut base = Parts::new();
        for number in numbers.chunks(each.max(1)).take(n) {
            let offset = if bits > self.xlen {
                self.int_trunc(self.xlen, number)
            } else {
                self.int_sext(bits, self.xlen, number)
            };
            let size = self.imm(self.x, scale as i64);
            let offset = self.mul(offset[0], size, InstFlags::empty());
            base.push(self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, offset], Ty::PTR));
        }
        let (mut pass, zero) = (self.arg_parts(i, 0)?, self.zero_lanes(lanes, elem)?);
        let part = pass.len() / lanes.max(1);
        pass.truncate(n * part);
        let access = self.access(elem, 0);
        let mut out = self.load_lanes(LaneAddresses { base: &base, step: 0 }, &access, &mask, &pass)?;
        out.extend_from_slice(zero.get(out.len()..).unwrap_or_default());
        Ok(out)
    }
    fn row(&self, name: &str) -> Result<Opcode> {
        let row = self.t.isa.inst_by_name(name);
        row.ok_or_else(|| self.unsupported(format!("the instruction '{name}'")))
    }
    /// The register of a vector that fills one.
    pub(super) fn whole_register(&mut self, v: Value) -> Result<Option<Value>> {
        let Some(s) = self.vector_shape(self.old.ty(v)).filter(|s| !s.mask) else { return Ok(None) };
        if s.lanes != s.per {
            let registers = if self.wide_type(s, Ty::FLOAT).is_some_and(|w| w.1.n() == 1) {
                self.registers(v)?
            } else {
                return Ok(None);
            };
            return Ok(self.wide_register(&registers, s));
        }
        debug_assert_eq!(s.n(), 1);
        Ok(self.registers(v)?.first().copied())
    }
    /// A constant that an instruction holds.
    pub(super) fn constant_arg(&mut self, i: Inst, k: usize) -> Result<Value> {
        let v = self.arg_one(i, k)?;
        match self.nf.as_int(v) {
            Some(_) => Ok(v),
            None => Err(self.input("an intrinsic whose operand must be constant")),
        }
    }
    /// Sets a result to a register with the first lane of another.
    fn replace_first(&mut self, result: Value, a: Value, by: Value) {
        let ty = self.nf.ty(a);
        let lanes = ty.lanes().map_or(0, |l| l.1);
        let mask: Vec<Option<usize>> = (0..lanes).map(|k| Some(if k == 0 { lanes } else { k })).collect();
        let r = self.shuffle_to(&[a, by], ty, &mask, ty);
        self.set_registers(result, Parts::from_slice(&[r]));
    }
    fn row_intrinsic(&mut self, i: Inst, result: Value, row: &str, swapped: bool) -> Result<bool> {
        let Some(to) = self.vector_shape(self.old.ty(result)).filter(|s| !s.mask) else { return Ok(false) };
        let float = if to.bits() == 32 { Ty::FLOAT } else { Ty::DOUBLE };
        let ty = match (to.n(), self.wide_type(to, float)) {
            (1, _) => to.ty,
            (_, Some((_, wide))) if wide.n() == 1 => wide.ty,
            _ => return Ok(false),
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
        let r = self.emit1(InstKind::Row(row), InstFlags::empty(), &args, ty);
        let registers = if to.n() == 1 { None } else { self.narrow_registers(r, to) };
        self.set_registers(result, registers.unwrap_or_else(|| Parts::from_slice(&[r])));
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
