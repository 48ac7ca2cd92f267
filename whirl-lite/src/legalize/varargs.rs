//! Variable arguments: the list is a pointer that walks through register-sized slots. Where a scalar wider than two slots is
//! passed by reference, its slot holds an address.
//!
//! Other lists tell how far the registers that the callee saved are read, and where arguments in memory go on ("System V Application
//! Binary Interface, AMD64 Architecture Processor Supplement", 3.5.7). One address or the other is chosen without a branch: the
//! registers' area is not read where they are used up.

use super::actions::{VaList, VaRegisters};
use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;

impl Legaliser<'_> {
    /// `va_arg`: loads from the list and moves it on. Types aligned deeper than a slot start at their alignment.
    pub(super) fn va_arg(&mut self, i: Inst) -> Result<Parts> {
        if let Some(l) = self.act.va_list {
            return self.va_arg_of(i, &l);
        }
        let list = self.arg_one(i, 0)?;
        let ty = self.result_ty(i);
        let align = i64::from(self.dl.align(&self.m.types, ty).ok_or_else(|| self.unsized_ty(ty))?);
        if self.act.wide_by_reference && self.part_count(ty)? > 2 && !self.m.types.is_aggregate(ty) {
            if self.m.types.is_vector(ty) {
                return Err(self.unsupported(format!("'va_arg' of type '{}'", self.m.types.show(ty))));
            }
            let at = self.load_raw(list, 0, Ty::PTR);
            let next = self.ptr_add(at, i64::from(self.xlen / 8));
            self.store_raw(list, 0, next);
            let whole = self.load_raw(at, 0, Ty::PTR);
            let access = self.access(ty, align.trailing_zeros() as u8);
            return self.load_any(whole, &access, None);
        }
        let slot = i64::from(self.xlen / 8);
        let size = self.size_of(ty)? as i64;
        let at = self.load_raw(list, 0, Ty::PTR);
        let at = self.va_aligned(at, align);
        let next = self.ptr_add(at, (size + slot - 1) & -slot);
        self.store_raw(list, 0, next);
        let access = self.access(ty, align.trailing_zeros() as u8);
        self.load_any(at, &access, None)
    }
    /// `va_arg` of a list that is more than a pointer.
    fn va_arg_of(&mut self, i: Inst, l: &VaList) -> Result<Parts> {
        let list = self.arg_one(i, 0)?;
        let ty = self.result_ty(i);
        let refused = |e: &Self| e.unsupported(format!("'va_arg' of type '{}'", e.m.types.show(ty)));
        if self.m.types.is_aggregate(ty) {
            return Err(refused(self));
        }
        let align = i64::from(self.dl.align(&self.m.types, ty).ok_or_else(|| self.unsized_ty(ty))?);
        let size = self.size_of(ty)? as i64;
        let word = i64::from(self.xlen / 8);
        let (registers, count) = match self.lanes(ty)? {
            Some(_) if size <= l.floats.step => (Some(l.floats), 1),
            Some(_) if self.vector_shape(ty).is_some() => (None, 0),
            Some(_) => return Err(refused(self)),
            None => match self.scalar(ty)? {
                Scalar::Float(FloatKind::Extended) => (None, 0),
                Scalar::Float(_) => (Some(l.floats), 1),
                Scalar::Int(_) | Scalar::Ptr | Scalar::Vector(_) => (Some(l.general), self.part_count(ty)? as i64),
            },
        };
        if count > 2 {
            // No type of C: each part is an argument.
            return Ok((0..count).map(|_| self.va_word(list, l)).collect());
        }
        let bytes = (size + word - 1) & -word;
        let at = self.va_address(list, l, registers.map(|r| (r, count)), bytes, align.max(word));
        // Saved general registers are aligned as such.
        let align = if count > 1 { word } else { align };
        let access = self.access(ty, align.trailing_zeros() as u8);
        self.load_any(at, &access, None)
    }
    /// The next argument of a register's size.
    fn va_word(&mut self, list: Value, l: &VaList) -> Value {
        let word = i64::from(self.xlen / 8);
        let at = self.va_address(list, l, Some((l.general, 1)), word, word);
        self.load_raw(at, 0, self.x)
    }
    /// The address of the next argument, which takes so many registers, or so many bytes of memory.
    fn va_address(
        &mut self,
        list: Value,
        l: &VaList,
        registers: Option<(VaRegisters, i64)>,
        bytes: i64,
        align: i64,
    ) -> Value {
        let start = self.load_raw(list, l.overflow, Ty::PTR);
        let memory = self.va_aligned(start, align);
        let next = self.ptr_add(memory, bytes);
        let Some((r, count)) = registers else {
            self.store_raw(list, l.overflow, next);
            return memory;
        };
        let used = self.load_raw(list, r.offset, Ty::I32);
        let fits = self.icmp_imm(IntPred::Ule, used, r.limit - count * r.step);
        let after = self.bin_imm(BinOp::Add, used, count * r.step);
        let after = self.select(fits, after, used);
        self.store_raw(list, r.offset, after);
        let next = self.select(fits, start, next);
        self.store_raw(list, l.overflow, next);
        let saved = self.load_raw(list, l.saved, Ty::PTR);
        let offset = self.zext_reg(used, self.x);
        let place = self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[saved, offset], Ty::PTR);
        self.select(fits, place, memory)
    }
    /// The first address from this one on that is aligned, where slots are not aligned so anyway.
    fn va_aligned(&mut self, at: Value, align: i64) -> Value {
        if align <= i64::from(self.xlen / 8) {
            return at;
        }
        let n = self.bitcast(at, self.x);
        let n = self.bin_imm(BinOp::Add, n, align - 1);
        let n = self.bin_imm(BinOp::And, n, -align);
        self.bitcast(n, Ty::PTR)
    }
    /// `va_copy`: lists are plain pointers, or as large as the convention says.
    pub(super) fn va_copy(&mut self, i: Inst) -> Result<()> {
        let (dst, src) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        if let Some(l) = self.act.va_list {
            let align = self.xlen / 8;
            return self.copy_block(dst, src, u64::from(l.bytes), align, align);
        }
        let v = self.load_raw(src, 0, Ty::PTR);
        self.store_raw(dst, 0, v);
        Ok(())
    }
}
