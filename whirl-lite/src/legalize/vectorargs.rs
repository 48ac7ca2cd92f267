//! Vectors as arguments and results where a convention has vector registers for them (x86's). A vector that has registers
//! travels in them, a register after the other. Where the target has none, one of 64 bits travels as a double of the same
//! bits; a vector of one lane travels as that lane; others are refused. Vectors inside of structures are leaves of their own.

use super::types::LeafAt;
use super::vec::{Shape, vector_bits};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;

impl Legaliser<'_> {
    /// Is the type a vector of 64 bits that travels in a floating-point register, as a double of the same bits?
    pub(super) fn in_double(&mut self, ty: Ty) -> Result<bool> {
        if !self.act.vectors_in_registers || !self.act.is_hard(FloatKind::Double) {
            return Ok(false);
        }
        let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(false) };
        if self.passed_in_registers(ty).is_some() {
            return Ok(false);
        }
        let each = self.scalar(elem)?;
        Ok(lanes > 1 && lanes as u64 * u64::from(self.scalar_bits(each)) == 64)
    }
    /// How a vector is held that travels in the registers that it lives in.
    pub(super) fn passed_in_registers(&self, ty: Ty) -> Option<Shape> {
        let s = self.vector_shape(ty).filter(|_| self.act.vectors_in_registers)?;
        // Llc takes those apart lane by lane that no power of two of registers holds.
        (!s.mask && (s.n() == 1 || s.lanes.is_power_of_two())).then_some(s)
    }
    /// The type of the registers that such a vector travels in, and how many these are.
    fn travels(&self, s: Shape) -> (Ty, usize) {
        match self.act.vector_pair {
            Some(pair) if s.n() > 1 => (pair, s.n() / 2),
            _ => (s.ty, s.n()),
        }
    }
    /// The registers of a vector as they travel.
    fn in_pairs(&mut self, s: Shape, registers: Parts) -> Parts {
        let (pair, n) = self.travels(s);
        if n == registers.len() {
            return registers;
        }
        let mut out = Parts::new();
        for two in registers.chunks(2) {
            let halves: Parts = two.iter().map(|&r| self.cast_register(r, Ty::V2F64)).collect();
            let mask: Vec<Option<usize>> = (0..4).map(Some).collect();
            out.push(self.shuffle_to(&halves, Ty::V2F64, &mask, pair));
        }
        out
    }
    /// The reverse.
    fn out_of_pairs(&mut self, s: Shape, parts: Parts) -> Parts {
        let (pair, n) = self.travels(s);
        if n == s.n() {
            return parts;
        }
        let mut out = Parts::new();
        for &p in &parts {
            for half in [[Some(0), Some(1)], [Some(2), Some(3)]] {
                let r = self.shuffle_to(&[p], pair, &half, Ty::V2F64);
                out.push(self.cast_register(r, s.ty));
            }
        }
        out
    }
    /// Refuses a vector as an argument or result where the convention has registers for it that we do not use.
    pub(super) fn refuse_vectors(&mut self, ty: Ty) -> Result<()> {
        let m = self.m;
        match m.types.get(ty) {
            TyData::Vector { lanes, .. }
                if self.act.vectors_in_registers
                    && *lanes != 1
                    && self.passed_in_registers(ty).is_none()
                    && !self.in_double(ty)? =>
            {
                Err(self.unsupported(format!("an argument or result of type '{}'", m.types.show(ty))))
            }
            TyData::Struct { fields, .. } => fields.iter().try_for_each(|&f| self.refuse_vectors(f)),
            TyData::Array(_, elem) => self.refuse_vectors(*elem),
            _ => Ok(()),
        }
    }
    /// The leaves of a type as the convention sees them: some vectors are one.
    pub(super) fn abi_leaves(&mut self, ty: Ty, base: u64, out: &mut Vec<LeafAt>) -> Result<()> {
        let m = self.m;
        if self.in_double(ty)? {
            out.push(LeafAt { ty: Ty::DOUBLE, offset: base });
            return Ok(());
        }
        if let Some(s) = self.passed_in_registers(ty) {
            let (ty, n) = self.travels(s);
            let bytes = u64::from(vector_bits(ty)) / 8;
            out.extend((0..n as u64).map(|k| LeafAt { ty, offset: base + k * bytes }));
            return Ok(());
        }
        let TyData::Struct { fields, .. } = m.types.get(ty) else { return self.leaves(ty, base, out) };
        let layout = self.layouts.structure(&self.dl, &m.types, ty).ok_or_else(|| self.unsized_ty(ty))?;
        for (f, o) in fields.iter().zip(&layout.offsets) {
            self.abi_leaves(*f, base + o, out)?;
        }
        Ok(())
    }
    /// The parts of a value of a type, for those leaves.
    fn pass_lanes(&mut self, ty: Ty, parts: &[Value], out: &mut Parts) -> Result<()> {
        let m = self.m;
        if self.in_double(ty)? {
            let bits = self.bits_of(ty, parts)?;
            let &[b] = bits.as_slice() else { return Err(self.unsupported("a vector of two registers")) };
            out.push(self.bitcast(b, Ty::DOUBLE));
            return Ok(());
        }
        if let Some(s) = self.passed_in_registers(ty) {
            let registers = self.implode(ty, parts)?;
            out.extend(self.in_pairs(s, registers));
            return Ok(());
        }
        let TyData::Struct { fields, .. } = m.types.get(ty) else {
            out.extend_from_slice(parts);
            return Ok(());
        };
        let mut rest = parts;
        for &f in fields {
            let n = self.part_count(f)?.min(rest.len());
            let (here, after) = rest.split_at(n);
            self.pass_lanes(f, here, out)?;
            rest = after;
        }
        Ok(())
    }
    /// The reverse: takes from the front of a list.
    fn take_lanes(&mut self, ty: Ty, list: &mut &[Value], out: &mut Parts) -> Result<()> {
        let m = self.m;
        if self.in_double(ty)? {
            let Some((&v, rest)) = list.split_first() else { return Err(self.input("a value of another type")) };
            *list = rest;
            let b = self.bitcast(v, Ty::I64);
            out.extend(self.value_of_bits(ty, &[b])?);
            return Ok(());
        }
        if let Some(s) = self.passed_in_registers(ty) {
            let (here, rest) = list.split_at(self.travels(s).1.min(list.len()));
            *list = rest;
            let registers = self.out_of_pairs(s, Parts::from_slice(here));
            out.extend(self.explode_registers(ty, &registers)?);
            return Ok(());
        }
        if let TyData::Struct { fields, .. } = m.types.get(ty) {
            return fields.iter().try_for_each(|&f| self.take_lanes(f, list, out));
        }
        let (here, rest) = list.split_at(self.part_count(ty)?.min(list.len()));
        *list = rest;
        out.extend_from_slice(here);
        Ok(())
    }
    /// The parts of an old value in the form that the convention has.
    pub(super) fn abi_parts(&mut self, v: Value) -> Result<Parts> {
        let ty = self.old.ty(v);
        if let Some(s) = self.passed_in_registers(ty) {
            let registers = self.registers(v)?;
            return Ok(self.in_pairs(s, registers));
        }
        let parts = self.parts(v)?;
        self.value_to_abi(ty, parts)
    }
    /// Gives an old value the parts that it has in that form.
    pub(super) fn set_from_abi(&mut self, v: Value, parts: Parts) -> Result<()> {
        let ty = self.old.ty(v);
        if let Some(s) = self.passed_in_registers(ty) {
            let registers = self.out_of_pairs(s, parts);
            self.set_registers(v, registers);
            return Ok(());
        }
        let parts = self.value_from_abi(ty, parts)?;
        self.set(v, &parts)
    }
    /// All parts of a value of a type, from those that the convention has.
    pub(super) fn value_from_abi(&mut self, ty: Ty, parts: Parts) -> Result<Parts> {
        if !self.act.vectors_in_registers {
            return Ok(parts);
        }
        let mut out = Parts::new();
        self.take_lanes(ty, &mut parts.as_slice(), &mut out)?;
        Ok(out)
    }
    /// The reverse.
    pub(super) fn value_to_abi(&mut self, ty: Ty, parts: Parts) -> Result<Parts> {
        if !self.act.vectors_in_registers {
            return Ok(parts);
        }
        let mut out = Parts::new();
        self.pass_lanes(ty, &parts, &mut out)?;
        Ok(out)
    }
}
