//! Variable arguments: the list is a pointer that walks through register-sized slots. Where a scalar wider than two slots is
//! passed by reference, its slot holds an address.

use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

impl Legaliser<'_> {
    /// `va_arg`: loads from the list and moves it on. Types aligned deeper than a slot start at their alignment.
    pub(super) fn va_arg(&mut self, i: Inst) -> Result<Parts> {
        if self.act.va_list.is_some() {
            return Err(self.unsupported("'va_arg' where a list is more than a pointer"));
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
        let mut at = self.load_raw(list, 0, Ty::PTR);
        if align > slot {
            let n = self.bitcast(at, self.x);
            let n = self.bin_imm(BinOp::Add, n, align - 1);
            let n = self.bin_imm(BinOp::And, n, -align);
            at = self.bitcast(n, Ty::PTR);
        }
        let next = self.ptr_add(at, (size + slot - 1) & -slot);
        self.store_raw(list, 0, next);
        let access = self.access(ty, align.trailing_zeros() as u8);
        self.load_any(at, &access, None)
    }
    /// `va_copy`: lists are plain pointers, or as large as the convention says.
    pub(super) fn va_copy(&mut self, i: Inst) -> Result<()> {
        let (dst, src) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        if let Some(bytes) = self.act.va_list {
            let align = self.xlen / 8;
            return self.copy_block(dst, src, u64::from(bytes), align, align);
        }
        let v = self.load_raw(src, 0, Ty::PTR);
        self.store_raw(dst, 0, v);
        Ok(())
    }
}
