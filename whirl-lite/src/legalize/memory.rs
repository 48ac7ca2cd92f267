//! Loads, stores, addresses and stack memory.
//!
//! An access of an original type becomes accesses of 1, 2, 4 (or 8) bytes: one for each part, or several where the
//! width is odd or the alignment too small for the target. Bits of memory above an odd width (`i1` to `i7`, `i20`) are
//! written as zeros and believed to be zeros, as LLVM does.

use super::types::{LeafAt, Scalar};
use super::uses::Uses;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

/// The memory type of so many bytes.
fn int_ty(bytes: u32) -> Ty {
    match bytes {
        1 => Ty::I8,
        2 => Ty::I16,
        4 => Ty::I32,
        _ => Ty::I64,
    }
}

impl Legaliser<'_> {
    /// An ordinary access of a type at its natural alignment.
    pub(super) fn natural_access(&self, ty: Ty) -> Access {
        let align = self.dl.align(&self.m.types, ty).unwrap_or(1).trailing_zeros() as u8;
        self.access(ty, align)
    }
    /// An ordinary access.
    pub(super) fn access(&self, ty: Ty, align: u8) -> Access {
        Access {
            ty,
            align,
            volatile: false,
            ordering: Ordering::NotAtomic,
            single_thread: false,
            space: 0,
            alias: AliasClass::default(),
        }
    }
    /// A new frame object; its address.
    pub(super) fn frame_temp(&mut self, size: u64, align: u32) -> Value {
        let align = align.max(1).next_power_of_two().trailing_zeros() as u8;
        let obj = self.nf.frame.push(FrameObjData { size, align });
        self.emit1(InstKind::FrameAddr(obj), InstFlags::empty(), &[], Ty::PTR)
    }
    /// Loads a whole register of a legal type from an aligned place.
    pub(super) fn load_raw(&mut self, p: Value, offset: i64, ty: Ty) -> Value {
        let q = self.ptr_add(p, offset);
        let align = (self.width(ty) / 8).trailing_zeros() as u8;
        let access = self.access(ty, align);
        self.emit1(InstKind::Load(access, Extend::Any), InstFlags::empty(), &[q], ty)
    }
    /// Stores a whole register of a legal type to an aligned place.
    pub(super) fn store_raw(&mut self, p: Value, offset: i64, v: Value) {
        let q = self.ptr_add(p, offset);
        let v = if self.nf.ty(v) == Ty::I1 { self.zext_reg(v, Ty::I32) } else { v };
        let ty = self.nf.ty(v);
        let align = (self.width(ty) / 8).trailing_zeros() as u8;
        let access = self.access(ty, align);
        self.emit(InstKind::Store(access), InstFlags::empty(), &[v, q], &[]);
    }

    /// `load`.
    pub(super) fn load(&mut self, i: Inst, access: Access) -> Result<()> {
        let p = self.arg_one(i, 0)?;
        let Some(result) = self.result(i) else { return Ok(()) };
        let parts = self.load_any(p, &access, Some((i, result)))?;
        self.set(result, &parts)?;
        Ok(())
    }
    /// Loads a value of any type. `of`: the load instruction and its result, for hints.
    pub(super) fn load_any(&mut self, p: Value, access: &Access, of: Option<(Inst, Value)>) -> Result<Parts> {
        let ty = access.ty;
        let simple = !self.m.types.is_aggregate(ty) && !self.m.types.is_vector(ty);
        if simple {
            let s = self.scalar(ty)?;
            if access.ordering != Ordering::NotAtomic && !self.atomic_fits(s, access) {
                return self.atomic_load_call(s, p, access);
            }
            let uses = of.map_or(Uses::empty(), |(_, v)| self.uses[v]);
            let parts = self.load_scalar_hint(s, p, access, uses)?;
            if let (Some((i, _)), [one]) = (of, parts.as_slice()) {
                self.range_hint(i, *one);
            }
            return Ok(parts);
        }
        if access.ordering != Ordering::NotAtomic {
            return Err(self.unsupported("an atomic load of an aggregate or vector"));
        }
        if let Some(bits) = self.packed_vector(ty)? {
            let whole = self.load_scalar(Scalar::Int(bits), p, access)?;
            return self.unpack_vector(ty, &whole);
        }
        let mut leaves = Vec::new();
        self.leaves(ty, 0, &mut leaves)?;
        let mut out = Parts::new();
        for l in leaves {
            let q = self.ptr_add(p, l.offset as i64);
            let s = self.scalar(l.ty)?;
            out.extend(self.load_scalar(s, q, &leaf_access(access, l))?);
        }
        Ok(out)
    }
    /// A vector whose elements are no whole bytes lies packed in memory: its width in bits.
    pub(super) fn packed_vector(&self, ty: Ty) -> Result<Option<u32>> {
        let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(None) };
        Ok(match self.scalar(elem)? {
            Scalar::Int(n) if n % 8 != 0 || !n.is_power_of_two() => Some(n * lanes as u32),
            _ => None,
        })
    }
    /// `!range` may say that upper bits are zero.
    fn range_hint(&mut self, i: Inst, v: Value) {
        let Some(md) = self.old.attachment(i, MdKind::RANGE) else { return };
        let mut max = 0u64;
        for pair in self.m.metadata.operands(md).chunks(2) {
            match pair {
                [MdOperand::Int(lo, _), MdOperand::Int(hi, _)] if *lo >= 0 && hi > lo => max = max.max(*hi as u64 - 1),
                _ => return,
            }
        }
        if let InstKind::Load(_, Extend::Zero) = self.nf.def_inst(v).map_or(InstKind::Ret, |d| self.nf.insts[d].kind) {
            self.note_u(v, 64 - max.leading_zeros());
        }
    }
    /// Is a scalar loaded and stored as what it is, if it is aligned?
    fn natural(&self, s: Scalar) -> bool {
        match s {
            Scalar::Int(_) => false,
            Scalar::Float(k) => self.act.is_hard(k),
            Scalar::Ptr | Scalar::Vector(_) => true,
        }
    }
    /// Loads a scalar.
    pub(super) fn load_scalar(&mut self, s: Scalar, p: Value, access: &Access) -> Result<Parts> {
        self.load_scalar_hint(s, p, access, Uses::empty())
    }
    fn load_scalar_hint(&mut self, s: Scalar, p: Value, access: &Access, uses: Uses) -> Result<Parts> {
        let shape = self.shape(s);
        let bits = self.scalar_bits(s);
        if self.natural(s) {
            if self.aligned(bits / 8, access.align) {
                let a = Access { ty: shape.part, ..*access };
                return Ok(smallvec![self.emit1(InstKind::Load(a, Extend::Any), InstFlags::empty(), &[p], shape.part)]);
            }
            return self.load_misaligned(bits, shape.part, p, access);
        }
        let total = bits.div_ceil(8);
        let mut out = Parts::new();
        for k in 0..shape.n {
            let here = (bits - k as u32 * self.xlen).min(self.xlen);
            let at = self.part_offset(total, k as u32 * self.xlen / 8, here.div_ceil(8));
            out.push(self.load_part(shape.part, here, p, at, access, uses));
        }
        Ok(out)
    }
    /// A pointer or hard float at a place that is not aligned for it: by way of integers.
    fn load_misaligned(&mut self, bits: u32, ty: Ty, p: Value, access: &Access) -> Result<Parts> {
        let words = self.load_scalar(Scalar::Int(bits), p, access)?;
        if words.len() > 1 {
            let q = self.spill_parts(&words);
            return Ok(smallvec![self.load_raw(q, 0, ty)]);
        }
        Ok(words.iter().map(|&w| self.bitcast(w, ty)).collect())
    }
    /// Is an access of this size allowed at this alignment?
    fn aligned(&self, bytes: u32, align: u8) -> bool {
        self.act.fast_unaligned || bytes <= 1 << align.min(31)
    }
    /// Where the bytes of a part lie in a value of `total` bytes.
    fn part_offset(&self, total: u32, from: u32, len: u32) -> u32 {
        if self.dl.big_endian { total - from - len } else { from }
    }
    /// Loads a part of `bits` bits at an offset.
    fn load_part(&mut self, part: Ty, bits: u32, p: Value, at: u32, access: &Access, uses: Uses) -> Value {
        let bytes = bits.div_ceil(8);
        let reg = if part == Ty::I1 { Ty::I32 } else { part };
        let align = offset_align(access.align, u64::from(at));
        let v = if bytes.is_power_of_two() && self.aligned(bytes, align) {
            let odd = !bits.is_multiple_of(8);
            let sign = !odd && uses == Uses::SIGN;
            let ext = match (bytes * 8 < self.width(reg), sign) {
                (false, _) => Extend::Any,
                (true, true) => Extend::Sign,
                (true, false) => Extend::Zero,
            };
            let q = self.ptr_add(p, i64::from(at));
            let a = Access { ty: int_ty(bytes), align, ..*access };
            let v = self.emit1(InstKind::Load(a, ext), InstFlags::empty(), &[q], reg);
            match ext {
                Extend::Sign => self.note_s(v, bits),
                _ => self.note_u(v, bits),
            }
            v
        } else {
            let v = self.load_pieces(reg, bytes, p, at, access);
            self.note_u(v, bits);
            v
        };
        if part == Ty::I1 { self.resize(v, Ty::I1) } else { v }
    }
    /// Loads bytes in pieces that are aligned, and joins them.
    fn load_pieces(&mut self, reg: Ty, bytes: u32, p: Value, at: u32, access: &Access) -> Value {
        let mut done = 0;
        let mut sum: Option<Value> = None;
        while done < bytes {
            let size = self.piece(bytes - done, access.align, at + done);
            let q = self.ptr_add(p, i64::from(at + done));
            let a = Access { ty: int_ty(size), align: offset_align(access.align, u64::from(at + done)), ..*access };
            let ext = if size * 8 < self.width(reg) { Extend::Zero } else { Extend::Any };
            let v = self.emit1(InstKind::Load(a, ext), InstFlags::empty(), &[q], reg);
            self.note_u(v, size * 8);
            let shift = 8 * if self.dl.big_endian { bytes - done - size } else { done };
            let v = self.shift_imm(BinOp::Shl, v, shift);
            sum = Some(match sum {
                Some(s) => self.bin(BinOp::Or, s, v),
                None => v,
            });
            done += size;
        }
        sum.unwrap_or_else(|| self.zero(reg))
    }
    /// The largest piece of at most `left` bytes that may be accessed here.
    fn piece(&self, left: u32, align: u8, at: u32) -> u32 {
        let most = 1 << (31 - left.max(1).leading_zeros());
        let most: u32 = if self.act.fast_unaligned { most } else { most.min(1 << offset_align(align, u64::from(at))) };
        most.min(self.xlen / 8)
    }

    /// `store`.
    pub(super) fn store(&mut self, i: Inst, access: Access) -> Result<()> {
        let v = self.arg_parts(i, 0)?;
        let p = self.arg_one(i, 1)?;
        self.store_any(p, &v, &access)
    }
    /// Stores a value of any type.
    pub(super) fn store_any(&mut self, p: Value, v: &[Value], access: &Access) -> Result<()> {
        let ty = access.ty;
        if !self.m.types.is_aggregate(ty) && !self.m.types.is_vector(ty) {
            let s = self.scalar(ty)?;
            if access.ordering != Ordering::NotAtomic && !self.atomic_fits(s, access) {
                return self.atomic_store_call(s, p, v, access);
            }
            return self.store_scalar(s, p, v, access);
        }
        if access.ordering != Ordering::NotAtomic {
            return Err(self.unsupported("an atomic store of an aggregate or vector"));
        }
        if let Some(bits) = self.packed_vector(ty)? {
            let whole = self.pack_vector(ty, v)?;
            return self.store_scalar(Scalar::Int(bits), p, &whole, access);
        }
        let mut leaves = Vec::new();
        self.leaves(ty, 0, &mut leaves)?;
        let mut at = 0;
        for l in leaves {
            let s = self.scalar(l.ty)?;
            let n = self.shape(s).n;
            let here = v.get(at..at + n).ok_or_else(|| self.input("a stored value of another type"))?;
            // What is undefined need not be stored.
            if !access.volatile && here.iter().all(|&v| matches!(self.nf.as_const(v), Some(ConstData::Undef))) {
                at += n;
                continue;
            }
            let q = self.ptr_add(p, l.offset as i64);
            self.store_scalar(s, q, here, &leaf_access(access, l))?;
            at += n;
        }
        Ok(())
    }
    /// Stores a scalar.
    pub(super) fn store_scalar(&mut self, s: Scalar, p: Value, v: &[Value], access: &Access) -> Result<()> {
        let shape = self.shape(s);
        if v.len() != shape.n {
            return Err(self.input("a stored value of another type"));
        }
        let bits = self.scalar_bits(s);
        if self.natural(s) {
            if self.aligned(bits / 8, access.align) {
                let a = Access { ty: shape.part, ..*access };
                self.emit(InstKind::Store(a), InstFlags::empty(), &[v[0], p], &[]);
                return Ok(());
            }
            let words = if bits > self.xlen {
                let q = self.spill_parts(v);
                (0..2).map(|k| self.load_raw(q, k * i64::from(self.xlen / 8), self.x)).collect()
            } else {
                let int = if bits == 64 { Ty::I64 } else { Ty::I32 };
                Parts::from_slice(&[self.bitcast(v[0], int)])
            };
            return self.store_scalar(Scalar::Int(bits), p, &words, access);
        }
        let total = bits.div_ceil(8);
        for (k, &part) in v.iter().enumerate() {
            let here = (bits - k as u32 * self.xlen).min(self.xlen);
            let at = self.part_offset(total, k as u32 * self.xlen / 8, here.div_ceil(8));
            self.store_part(part, here, p, at, access);
        }
        Ok(())
    }
    fn store_part(&mut self, v: Value, bits: u32, p: Value, at: u32, access: &Access) {
        let v = if self.nf.ty(v) == Ty::I1 { self.zext_reg(v, Ty::I32) } else { v };
        let v = if !bits.is_multiple_of(8) { self.zext_in_reg(v, bits) } else { v };
        let bytes = bits.div_ceil(8);
        let align = offset_align(access.align, u64::from(at));
        if bytes.is_power_of_two() && self.aligned(bytes, align) {
            let q = self.ptr_add(p, i64::from(at));
            let a = Access { ty: int_ty(bytes), align, ..*access };
            self.emit(InstKind::Store(a), InstFlags::empty(), &[v, q], &[]);
            return;
        }
        let mut done = 0;
        while done < bytes {
            let size = self.piece(bytes - done, access.align, at + done);
            let shift = 8 * if self.dl.big_endian { bytes - done - size } else { done };
            let w = self.shift_imm(BinOp::LShr, v, shift);
            let q = self.ptr_add(p, i64::from(at + done));
            let a = Access { ty: int_ty(size), align: offset_align(access.align, u64::from(at + done)), ..*access };
            self.emit(InstKind::Store(a), InstFlags::empty(), &[w, q], &[]);
            done += size;
        }
    }

    /// `getelementptr`: base and indices with their types.
    pub(super) fn gep(&mut self, elem: Ty, operands: &[(Parts, Ty)], result: Ty, flags: InstFlags) -> Result<Parts> {
        let lanes = match self.lanes(result)? {
            Some((n, _)) => n,
            None => 1,
        };
        let mut out = Parts::new();
        for lane in 0..lanes {
            let v = self.gep_lane(elem, operands, lane, flags)?;
            out.push(v);
        }
        Ok(out)
    }
    /// The parts of one lane of a value that may be a vector, or the scalar itself.
    fn lane_of(&self, v: &(Parts, Ty), lane: usize) -> Result<(Parts, Ty)> {
        match self.lanes(v.1)? {
            None => Ok((v.0.clone(), v.1)),
            Some((n, elem)) => {
                let each = v.0.len() / n.max(1);
                let part = v.0.get(lane * each..(lane + 1) * each);
                Ok((Parts::from_slice(part.unwrap_or(&[])), elem))
            }
        }
    }
    fn gep_lane(&mut self, elem: Ty, operands: &[(Parts, Ty)], lane: usize, flags: InstFlags) -> Result<Value> {
        let m = self.m;
        let Some((base, indices)) = operands.split_first() else { return Err(self.input("address without a base")) };
        let base = self.lane_of(base, lane)?.0;
        let mut p = *base.first().ok_or_else(|| self.input("address without a base"))?;
        let flags = flags & (InstFlags::INBOUNDS | InstFlags::NUW | InstFlags::NUSW);
        let mut offset = 0i64;
        let mut ty = elem;
        for (k, index) in indices.iter().enumerate() {
            let (parts, ity) = self.lane_of(index, lane)?;
            let index = self.index_value(&parts, ity)?;
            let fixed = self.nf.as_int(index).map(|c| build::sign(c, self.xlen));
            let step = if k == 0 {
                self.size_of(ty)?
            } else {
                match m.types.get(ty) {
                    TyData::Struct { fields, .. } => {
                        let layout =
                            self.layouts.structure(&self.dl, &m.types, ty).ok_or_else(|| self.unsized_ty(ty))?;
                        let n = fixed.and_then(|n| usize::try_from(n).ok());
                        let field = n.and_then(|n| Some((*fields.get(n)?, *layout.offsets.get(n)?)));
                        let (f, o) =
                            field.ok_or_else(|| self.input("a structure index that is not a field's number"))?;
                        offset = offset.wrapping_add(o as i64);
                        ty = f;
                        continue;
                    }
                    TyData::Array(_, e) => {
                        ty = *e;
                        self.size_of(ty)?
                    }
                    TyData::Vector { elem, scalable: false, .. } => {
                        ty = *elem;
                        self.dl.store_size(&m.types, ty).ok_or_else(|| self.unsized_ty(ty))?
                    }
                    _ => return Err(self.unsupported(format!("an index into type '{}'", m.types.show(ty)))),
                }
            };
            match fixed {
                Some(c) => offset = offset.wrapping_add(c.wrapping_mul(step as i64)),
                None => {
                    let size = self.imm(self.x, step as i64);
                    let scaled = self.mul(index, size, InstFlags::empty());
                    p = self.emit1(InstKind::PtrAdd, flags, &[p, scaled], Ty::PTR);
                }
            }
        }
        if offset == 0 || build::sign(offset as u64, self.xlen) == 0 {
            return Ok(p);
        }
        let c = self.imm(self.x, offset);
        Ok(self.emit1(InstKind::PtrAdd, flags, &[p, c], Ty::PTR))
    }
    /// An index as a signed number of pointer width.
    fn index_value(&mut self, parts: &[Value], ty: Ty) -> Result<Value> {
        let Scalar::Int(n) = self.scalar(ty)? else { return Err(self.input("an index that is no integer")) };
        let low = *parts.first().ok_or_else(|| self.input("an index that is no integer"))?;
        if n >= self.xlen {
            return Ok(low);
        }
        let v = self.sext_in_reg(low, n);
        Ok(self.sext_reg(v, self.x))
    }

    /// `alloca`: a frame object if static, in the entry block; else stack memory made on the way.
    pub(super) fn alloca(&mut self, i: Inst, ty: Ty, align: u8) -> Result<()> {
        let Some(result) = self.result(i) else { return Ok(()) };
        let natural = self.dl.align(&self.m.types, ty).ok_or_else(|| self.unsized_ty(ty))?;
        let align = align.max(natural.trailing_zeros() as u8);
        let size = self.size_of(ty)?;
        let (count, count_ty) = match self.old.args(i).first() {
            Some(&v) => (self.parts(v)?[0], self.old.ty(v)),
            None => (self.imm(self.x, 1), self.x),
        };
        let fixed = self.nf.as_int(count);
        if let (Some(n), true) = (fixed, Some(self.old_block) == self.old.entry()) {
            let size = size
                .checked_mul(n)
                .filter(|&s| s < 1 << 40)
                .ok_or_else(|| self.unsupported("a stack object of this size"))?;
            let obj = self.nf.frame.push(FrameObjData { size, align });
            let v = self.emit1(InstKind::FrameAddr(obj), InstFlags::empty(), &[], Ty::PTR);
            self.set(result, &[v])?;
            return Ok(());
        }
        let Scalar::Int(n) = self.scalar(count_ty)? else { return Err(self.input("a count that is no integer")) };
        let count = self.zext_in_reg(count, n.min(self.width(self.nf.ty(count))));
        let count = self.zext_reg(count, self.x);
        let each = self.imm(self.x, size as i64);
        let bytes = self.mul(count, each, InstFlags::empty());
        let round = i64::from(self.act.stack_align);
        let bytes = match self.nf.as_int(bytes) {
            Some(c) => self.imm(self.x, (c as i64 + round - 1) & -round),
            None => {
                let b = self.bin_imm(BinOp::Add, bytes, round - 1);
                self.bin_imm(BinOp::And, b, -round)
            }
        };
        let v = self.emit1(InstKind::Alloca(Ty::I8, align), InstFlags::empty(), &[bytes], Ty::PTR);
        self.set(result, &[v])?;
        Ok(())
    }
}

/// Alignment at an offset from an aligned place (both as log2).
pub(super) fn offset_align(align: u8, offset: u64) -> u8 {
    if offset == 0 { align } else { align.min(offset.trailing_zeros() as u8) }
}

/// The access of a leaf of an aggregate access.
fn leaf_access(access: &Access, l: LeafAt) -> Access {
    Access { ty: l.ty, align: offset_align(access.align, l.offset), ..*access }
}
