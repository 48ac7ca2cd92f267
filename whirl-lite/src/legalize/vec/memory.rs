//! Loads and stores of vectors: whole registers where they fill them, else pieces of 8, 4, 2 and 1 bytes.
//!
//! A piece of eight bytes is a double, so that it goes through no general register; nothing is read or written beyond the
//! vector's own bytes.

use super::{Shape, int_lane, lane_bits, vector_bits, with_lanes};
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::memory::offset_align;
use crate::legalize::{Legaliser, Parts};

impl Legaliser<'_> {
    /// Loads register `k` of those that stand side by side.
    pub(super) fn load_register(&mut self, p: Value, k: usize, ty: Ty) -> Value {
        let bytes = i64::from(vector_bits(ty)) / 8;
        let q = self.ptr_add(p, k as i64 * bytes);
        let access = self.access(ty, 4);
        self.emit1(InstKind::Load(access, Extend::Any), InstFlags::empty(), &[q], ty)
    }
    /// Stores register `k` likewise.
    pub(super) fn store_register(&mut self, p: Value, k: usize, v: Value) {
        let ty = self.nf.ty(v);
        let bytes = i64::from(vector_bits(ty)) / 8;
        let q = self.ptr_add(p, k as i64 * bytes);
        let access = self.access(ty, 4);
        self.emit(InstKind::Store(access), InstFlags::empty(), &[v, q], &[]);
    }

    pub(super) fn vector_load(&mut self, i: Inst, s: Shape, access: &Access) -> Result<Option<Parts>> {
        if s.mask || access.ordering != Ordering::NotAtomic {
            return Ok(None);
        }
        let p = self.arg_one(i, 0)?;
        Ok(Some(self.load_vector(p, s, access)))
    }
    /// Loads a vector.
    pub(super) fn load_vector(&mut self, p: Value, s: Shape, access: &Access) -> Parts {
        let (bytes, total) = (vector_bits(s.ty) as usize / 8, s.lanes * s.bits() as usize / 8);
        (0..s.n())
            .map(|r| {
                let at = r * bytes;
                let align = offset_align(access.align, at as u64);
                let here = (total - at).min(bytes);
                if here == bytes {
                    let q = self.ptr_add(p, at as i64);
                    let a = Access { ty: s.ty, align, ..*access };
                    return self.emit1(InstKind::Load(a, Extend::Any), InstFlags::empty(), &[q], s.ty);
                }
                if let Some(narrow) = self.narrow_floats(s) {
                    let (q, rest) = (self.ptr_add(p, at as i64), s.lanes - r * s.per);
                    let narrow = Shape { lanes: rest, ..narrow };
                    let halves = self.load_vector(q, narrow, &Access { align, ..*access });
                    return self.joined(&halves, narrow, s)[0];
                }
                self.load_partial(p, at, here, s, access)
            })
            .collect()
    }
    /// The pieces of a register that is not full: offset and bytes of each.
    fn pieces(mut left: usize) -> Vec<(usize, usize)> {
        let (mut out, mut at) = (Vec::new(), 0);
        for size in [16, 8, 4, 2, 1] {
            while left >= size {
                out.push((at, size));
                at += size;
                left -= size;
            }
        }
        out
    }
    fn load_partial(&mut self, p: Value, at: usize, n: usize, s: Shape, access: &Access) -> Value {
        let mut sum: Option<Value> = None;
        for (offset, size) in Self::pieces(n) {
            let q = self.ptr_add(p, (at + offset) as i64);
            let align = offset_align(access.align, (at + offset) as u64);
            let (ty, lane) = match size {
                16 => (Ty::V2I64, Ty::I64),
                8 => (Ty::DOUBLE, Ty::DOUBLE),
                4 => (Ty::I32, Ty::I32),
                n => (int_lane(8 * n as u32), int_lane(8 * n as u32)),
            };
            let reg = if size < 4 { Ty::I32 } else { ty };
            let ext = if size < 4 { Extend::Zero } else { Extend::Any };
            let a = Access { ty, align, ..*access };
            let v = self.emit1(InstKind::Load(a, ext), InstFlags::empty(), &[q], reg);
            let of = with_lanes(s.ty, lane);
            let k = offset / (lane_bits(lane) as usize / 8);
            let base = match sum {
                Some(v) => self.cast_register(v, of),
                None => self.undef(of),
            };
            sum = Some(if size == 16 {
                // The low half of a wide register.
                let mask: Vec<Option<usize>> = (0..4).map(|k| (k < 2).then_some(k)).collect();
                self.shuffle_to(&[v], Ty::V2I64, &mask, of)
            } else {
                self.insert_lane(base, lane, k, &[v])
            });
        }
        let v = sum.unwrap_or_else(|| self.undef(s.ty));
        self.cast_register(v, s.ty)
    }

    pub(super) fn vector_store(&mut self, i: Inst, access: &Access) -> Result<bool> {
        let v = self.arg(i, 0)?;
        let Some(s) = self.vector_shape(self.old.ty(v)) else { return Ok(false) };
        if s.mask || access.ordering != Ordering::NotAtomic {
            return Ok(false);
        }
        let p = self.arg_one(i, 1)?;
        let r = self.registers(v)?;
        self.store_vector(p, &r, s, access)?;
        Ok(true)
    }
    /// Stores a vector.
    pub(super) fn store_vector(&mut self, p: Value, r: &[Value], s: Shape, access: &Access) -> Result<()> {
        let (bytes, total) = (vector_bits(s.ty) as usize / 8, s.lanes * s.bits() as usize / 8);
        for (k, &v) in r.iter().enumerate() {
            let at = k * bytes;
            let here = (total - at).min(bytes);
            if here == bytes {
                let q = self.ptr_add(p, at as i64);
                let a = Access { ty: s.ty, align: offset_align(access.align, at as u64), ..*access };
                self.emit(InstKind::Store(a), InstFlags::empty(), &[v, q], &[]);
                continue;
            }
            if let Some(narrow) = self.narrow_floats(s) {
                let (q, rest) = (self.ptr_add(p, at as i64), s.lanes - k * s.per);
                let narrow = Shape { lanes: rest, ..narrow };
                let halves = self.in_halves(&[v], s, narrow);
                let access = Access { align: offset_align(access.align, at as u64), ..*access };
                self.store_vector(q, &halves, narrow, &access)?;
                continue;
            }
            for (offset, size) in Self::pieces(here) {
                let q = self.ptr_add(p, (at + offset) as i64);
                let align = offset_align(access.align, (at + offset) as u64);
                let (ty, x) = if size == 16 {
                    let of = with_lanes(s.ty, Ty::I64);
                    let w = self.cast_register(v, of);
                    let mask: Vec<Option<usize>> = (0..2).map(|k| Some(offset / 8 + k)).collect();
                    (Ty::V2I64, self.shuffle_to(&[w], of, &mask, Ty::V2I64))
                } else {
                    let lane = if size == 8 { Ty::DOUBLE } else { int_lane(8 * size as u32) };
                    let of = with_lanes(s.ty, lane);
                    let w = self.cast_register(v, of);
                    let x = self.lane(&[w], offset / size)?;
                    (lane, x[0])
                };
                let a = Access { ty, align, ..*access };
                self.emit(InstKind::Store(a), InstFlags::empty(), &[x, q], &[]);
            }
        }
        Ok(())
    }
}
