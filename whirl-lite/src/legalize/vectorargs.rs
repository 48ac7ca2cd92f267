//! Vectors as arguments and results where a convention has vector registers for them (x86's). A vector that has registers
//! travels in them, a register after the other; truth values as lanes as wide as fill a register. Where the target has none,
//! one of 64 bits travels as a double of the same bits. Others travel lane by lane, as llc passes them: those of one lane, and
//! those of no power of two of lanes but where the next one fills a register. Vectors inside of structures are leaves of their
//! own.

use super::types::LeafAt;
use super::vec::{Shape, vector_bits};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

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
    /// How a vector is held when it travels in registers: those that it lives in, but for floats of 16 bits without registers.
    pub(super) fn passed_in_registers(&self, ty: Ty) -> Option<Shape> {
        if !self.act.vectors_in_registers {
            return None;
        }
        let s = self.vector_shape(ty).or_else(|| self.halves(ty))?;
        // Llc takes those apart lane by lane whose lanes, made a power of two, do not fill one register, and truth values that
        // take more than one.
        let (register, n) = self.travels(s);
        // Three floats of 16 bits have a whole register nevertheless.
        let lanes = if self.vector_shape(ty).is_some() { s.lanes.next_power_of_two() } else { s.per.max(s.lanes) };
        let filled = lanes as u64 * u64::from(s.bits()) == u64::from(vector_bits(register));
        let passes = if s.lanes.is_power_of_two() { !s.mask || n == 1 } else { !s.mask && filled };
        passes.then_some(s)
    }
    /// A vector of 16-bit floats travels as one of integers of the same bits.
    fn halves(&self, ty: Ty) -> Option<Shape> {
        let TyData::Vector { lanes, elem, scalable: false } = *self.m.types.get(ty) else { return None };
        let half = lanes > 1 && matches!(self.m.types.get(elem), TyData::Half | TyData::BFloat);
        half.then(|| self.shape_of(Ty::I16, lanes as usize)).flatten()
    }
    /// A vector's registers as they travel, from its lanes.
    fn gathered(&mut self, ty: Ty, s: Shape, lanes: &[Value]) -> Result<Parts> {
        if self.vector_shape(ty).is_some() {
            return self.implode(ty, lanes);
        }
        let mut out = Parts::new();
        for chunk in lanes.chunks(s.per) {
            let mut list: Vec<Parts> = chunk.iter().map(|&v| smallvec![self.resize(v, Ty::I32)]).collect();
            list.resize(s.per, Parts::new());
            out.push(self.build_register(s.ty, s.lane, &list));
        }
        Ok(out)
    }
    /// The reverse.
    fn scattered(&mut self, ty: Ty, s: Shape, registers: &[Value]) -> Result<Parts> {
        if self.vector_shape(ty).is_some() {
            return self.explode_registers(ty, registers);
        }
        let Some((_, elem)) = self.lanes(ty)? else { return Ok(Parts::new()) };
        let each = self.scalar(elem)?;
        let part = self.shape(each).part;
        let mut out = Parts::new();
        for k in 0..s.lanes {
            let lane = self.lane(registers, k)?;
            out.extend(lane.iter().map(|&v| self.resize(v, part)));
        }
        Ok(out)
    }
    /// Truth values as others pass them: nothing is known of a lane but its lowest bit.
    fn whole_lanes(&mut self, s: Shape, registers: Parts) -> Parts {
        if !s.mask {
            return registers;
        }
        let (zero, one) = (self.splat_imm(s.ty, 0), self.splat_imm(s.ty, 1));
        let whole = |this: &mut Self, r: Value| {
            let bit = this.bin(BinOp::And, r, one);
            this.bin(BinOp::Sub, zero, bit)
        };
        registers.into_iter().map(|r| whole(self, r)).collect()
    }
    /// The type of the registers that such a vector travels in, and how many these are.
    fn travels(&self, s: Shape) -> (Ty, usize) {
        match self.act.vector_pair {
            Some(pair) if s.n() > 1 && vector_bits(s.ty) < vector_bits(pair) => (pair, s.n() / 2),
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
            let registers = self.gathered(ty, s, parts)?;
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
            let registers = self.whole_lanes(s, registers);
            out.extend(self.scattered(ty, s, &registers)?);
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
            let registers = if self.vector_shape(ty).is_none() {
                let lanes = self.parts(v)?;
                self.gathered(ty, s, &lanes)?
            } else {
                let own = self.registers(v)?;
                if s.mask { self.mask_at(&own, s.lanes, s.bits())? } else { own }
            };
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
            let registers = self.whole_lanes(s, registers);
            if self.vector_shape(ty).is_none() {
                let lanes = self.scattered(ty, s, &registers)?;
                return self.set(v, &lanes);
            }
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
