//! Memory operations of single lanes: masked loads and stores, gathers and scatters, and vectors whose lanes are packed by a mask
//! (`masked.expandload`, `masked.compressstore`, `vector.compress`).
//!
//! Each lane that may be off has a block of its own. Packed lanes have addresses that grow by one element for each lane that
//! is on: they are sums, not phis, so that packing is a matter of addresses alone.

use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

/// Where lanes of a vector stand in memory.
#[derive(Clone, Copy)]
pub(super) struct LaneAddresses<'a> {
    /// The address of each, or of the first.
    pub base: &'a [Value],
    /// Bytes from one to the next; 0 if each has its own address.
    pub step: u64,
}

impl LaneAddresses<'_> {
    /// The address of a lane: a pointer and an offset.
    fn lane(self, k: usize) -> (Value, u64) {
        if self.step == 0 { (self.base[k], 0) } else { (self.base[0], k as u64 * self.step) }
    }
}

impl Legaliser<'_> {
    /// Masked loads and gathers: each lane in a block of its own, unless its mask is constant.
    pub(super) fn masked_load(&mut self, i: Inst, id: CallId, gather: bool) -> Result<Parts> {
        // Operands: pointer(s), [alignment], mask, value where the mask is off; newer LLVM puts alignment on the pointer.
        let (mask_at, align) = self.masked_form(i, id, 1, 0);
        let ty = self.result_ty(i);
        let (lanes, elem) = self.lanes(ty)?.ok_or_else(|| self.input("a masked load of no vector"))?;
        let (p, mask) = (self.arg_parts(i, 0)?, self.arg_parts(i, mask_at)?);
        let pass = self.arg_parts(i, mask_at + 1)?;
        let access = self.in_space(i, 0, self.access(elem, align));
        let at = LaneAddresses { base: &p, step: if gather { 0 } else { self.size_of(elem)? } };
        debug_assert_eq!(mask.len(), lanes);
        self.load_lanes(at, &access, &mask, &pass)
    }
    /// Loads the lanes whose mask is on; the others are those of another vector.
    pub(super) fn load_lanes(
        &mut self,
        at: LaneAddresses<'_>,
        access: &Access,
        mask: &[Value],
        pass: &[Value],
    ) -> Result<Parts> {
        let each = pass.len() / mask.len().max(1);
        let mut out = Parts::new();
        for (k, &on) in mask.iter().enumerate() {
            let off = Parts::from_slice(&pass[k * each..(k + 1) * each]);
            if self.nf.as_int(on) == Some(0) {
                out.extend(off);
                continue;
            }
            let (base, offset) = at.lane(k);
            let access = Access { align: super::memory::offset_align(access.align, offset), ..*access };
            if self.nf.as_int(on).is_some() {
                let q = self.ptr_add(base, offset as i64);
                out.extend(self.load_any(q, &access, None)?);
                continue;
            }
            let before = self.cur;
            let (then, after) = (self.new_block(), self.new_block());
            self.emit_branch(InstKind::CondBr, &[on], &[then, after]);
            self.cur = then;
            let q = self.ptr_add(base, offset as i64);
            let got = self.load_any(q, &access, None)?;
            let end = self.cur;
            self.emit_branch(InstKind::Br, &[], &[after]);
            self.cur = after;
            for (&g, &o) in got.iter().zip(&off) {
                let phi = self.nf.make_inst(
                    InstKind::Phi,
                    InstFlags::empty(),
                    &[g, o],
                    &[end, before],
                    &[self.nf.ty(g)],
                    self.pos,
                );
                self.place(phi);
                out.push(self.nf.result(phi, 0));
            }
        }
        Ok(out)
    }
    pub(super) fn masked_store(&mut self, i: Inst, id: CallId, scatter: bool) -> Result<()> {
        let (mask_at, align) = self.masked_form(i, id, 2, 1);
        let v = self.arg(i, 0)?;
        let (lanes, elem) = self.lanes(self.old.ty(v))?.ok_or_else(|| self.input("a masked store of no vector"))?;
        let (value, p, mask) = (self.parts(v)?, self.arg_parts(i, 1)?, self.arg_parts(i, mask_at)?);
        let access = self.in_space(i, 1, self.access(elem, align));
        let at = LaneAddresses { base: &p, step: if scatter { 0 } else { self.size_of(elem)? } };
        debug_assert_eq!(mask.len(), lanes);
        self.store_lanes(at, &access, &mask, &value)
    }
    /// Stores the lanes whose mask is on.
    pub(super) fn store_lanes(
        &mut self,
        at: LaneAddresses<'_>,
        access: &Access,
        mask: &[Value],
        value: &[Value],
    ) -> Result<()> {
        let each = value.len() / mask.len().max(1);
        for (k, &on) in mask.iter().enumerate() {
            let known = self.nf.as_int(on);
            if known == Some(0) {
                continue;
            }
            let (base, offset) = at.lane(k);
            let access = Access { align: super::memory::offset_align(access.align, offset), ..*access };
            let after = if known.is_none() {
                let (then, after) = (self.new_block(), self.new_block());
                self.emit_branch(InstKind::CondBr, &[on], &[then, after]);
                self.cur = then;
                Some(after)
            } else {
                None
            };
            let q = self.ptr_add(base, offset as i64);
            self.store_any(q, &value[k * each..(k + 1) * each], &access)?;
            if let Some(after) = after {
                self.emit_branch(InstKind::Br, &[], &[after]);
                self.cur = after;
            }
        }
        Ok(())
    }
    /// Position of the mask and log2 of the alignment: an operand before the mask, or an attribute of the pointer.
    fn masked_form(&self, i: Inst, id: CallId, next: usize, pointer: usize) -> (usize, u8) {
        let args = self.old.args(i);
        let log = |a: u64| a.max(1).trailing_zeros().min(20) as u8;
        match args.get(next).map(|&v| (self.old.ty(v), self.old.as_int(v))) {
            Some((Ty::I32, Some(a))) => (next + 1, log(a)),
            _ => {
                let attrs = &self.old.calls[id].sig.param_attrs;
                (next, log(attrs.get(pointer).map_or(1, |a| u64::from(a.align))))
            }
        }
    }

    /// The address of each lane where only those that are on take room.
    fn packed_addresses(&mut self, p: Value, mask: &[Value], step: u64) -> Parts {
        let mut out = Parts::new();
        let mut at = self.zero(self.x);
        for (k, &on) in mask.iter().enumerate() {
            out.push(match k {
                0 => p,
                _ => self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, at], Ty::PTR),
            });
            let on = self.zext_reg(on, self.x);
            let step = self.imm(self.x, step as i64);
            let room = self.mul(on, step, InstFlags::empty());
            at = self.bin(BinOp::Add, at, room);
        }
        out
    }
    /// The access of one lane that is packed with others at a pointer of this alignment.
    fn packed_access(&mut self, id: CallId, pointer: usize, elem: Ty) -> Result<(Access, u64)> {
        let step = self.size_of(elem)?;
        let align = self.old.calls[id].sig.param_attrs.get(pointer).map_or(1, |a| a.align.max(1));
        let align = super::memory::offset_align(align.trailing_zeros().min(20) as u8, step);
        Ok((self.access(elem, align), step))
    }
    /// `masked.expandload`: pointer, mask, value where the mask is off.
    pub(super) fn expand_load(&mut self, i: Inst, id: CallId) -> Result<Parts> {
        let ty = self.result_ty(i);
        let (_, elem) = self.lanes(ty)?.ok_or_else(|| self.input("a masked load of no vector"))?;
        let (p, mask, pass) = (self.arg_one(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
        let (access, step) = self.packed_access(id, 0, elem)?;
        let access = self.in_space(i, 0, access);
        let base = self.packed_addresses(p, &mask, step);
        self.load_lanes(LaneAddresses { base: &base, step: 0 }, &access, &mask, &pass)
    }
    /// `masked.compressstore`: value, pointer, mask.
    pub(super) fn compress_store(&mut self, i: Inst, id: CallId) -> Result<()> {
        let v = self.arg(i, 0)?;
        let (_, elem) = self.lanes(self.old.ty(v))?.ok_or_else(|| self.input("a masked store of no vector"))?;
        let (value, p, mask) = (self.parts(v)?, self.arg_one(i, 1)?, self.arg_parts(i, 2)?);
        let (access, step) = self.packed_access(id, 1, elem)?;
        let access = self.in_space(i, 1, access);
        let base = self.packed_addresses(p, &mask, step);
        self.store_lanes(LaneAddresses { base: &base, step: 0 }, &access, &mask, &value)
    }
    /// `vector.compress`: value, mask, and a vector for the lanes that are left over. By way of memory.
    pub(super) fn compress(&mut self, i: Inst) -> Result<Parts> {
        let ty = self.result_ty(i);
        let (lanes, elem) = self.lanes(ty)?.ok_or_else(|| self.input("a compressed value of no vector"))?;
        let (value, mask, pass) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
        let (access, step) = (self.natural_access(elem), self.size_of(elem)?);
        let place = self.frame_temp(step * lanes as u64, 1 << access.align);
        let every: Parts = (0..lanes).map(|_| self.bool(true)).collect();
        let at = LaneAddresses { base: &[place], step };
        self.store_lanes(at, &access, &every, &pass)?;
        let base = self.packed_addresses(place, &mask, step);
        self.store_lanes(LaneAddresses { base: &base, step: 0 }, &access, &mask, &value)?;
        self.load_lanes(at, &access, &every, &pass)
    }
}
