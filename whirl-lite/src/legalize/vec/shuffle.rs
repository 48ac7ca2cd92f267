//! Moving lanes about: `shufflevector`, `insertelement`, `extractelement`, and intrinsics that do no more.

use super::{Shape, lane_value, vector_bits, with_lanes};
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::{Legaliser, Parts};

impl Legaliser<'_> {
    /// One register whose lanes are those of some registers of one type, by their numbers over all of them.
    pub(in crate::legalize) fn shuffle_to(&mut self, from: &[Value], ty: Ty, mask: &[Option<usize>], to: Ty) -> Value {
        let per = ty.lanes().map_or(1, |l| l.1);
        // Registers that are read, each once.
        let mut used: Vec<Value> = Vec::new();
        let mut lanes: Vec<Option<(usize, usize)>> = Vec::with_capacity(mask.len());
        for m in mask {
            let lane = m.and_then(|m| Some((*from.get(m / per)?, m % per)));
            lanes.push(lane.filter(|&(r, _)| !self.is_undefined(r)).map(|(r, k)| {
                let at = used.iter().position(|&u| u == r).unwrap_or_else(|| {
                    used.push(r);
                    used.len() - 1
                });
                (at, k)
            }));
        }
        match used.as_slice() {
            [] => self.undef(to),
            &[a] => self.shuffle_two(a, None, ty, &flat(&lanes, per), to),
            &[a, b] => self.shuffle_two(a, Some(b), ty, &flat(&lanes, per), to),
            _ => self.merge_many(&used, ty, &lanes, to),
        }
    }
    /// More than two registers: what the first two give, then each other one blended in.
    fn merge_many(&mut self, used: &[Value], ty: Ty, lanes: &[Option<(usize, usize)>], to: Ty) -> Value {
        let per = ty.lanes().map_or(1, |l| l.1);
        let n = lanes.len();
        let first: Vec<Option<(usize, usize)>> = lanes.iter().map(|l| l.filter(|l| l.0 < 2)).collect();
        let mut sum = self.shuffle_two(used[0], Some(used[1]), ty, &flat(&first, per), to);
        for (r, &v) in used.iter().enumerate().skip(2) {
            let own: Vec<Option<usize>> = lanes.iter().map(|l| l.filter(|l| l.0 == r).map(|l| l.1)).collect();
            let here = self.shuffle_two(v, None, ty, &own, to);
            let place = |k: usize| match lanes[k] {
                Some((x, _)) if x == r => Some(n + k),
                Some((x, _)) if x < r => Some(k),
                _ => None,
            };
            let mask: Vec<Option<usize>> = (0..n).map(place).collect();
            sum = self.shuffle_two(sum, Some(here), to, &mask, to);
        }
        sum
    }
    fn is_undefined(&self, v: Value) -> bool {
        matches!(self.nf.as_const(v), Some(ConstData::Undef | ConstData::Poison))
    }
    /// The instruction, unless nothing moves.
    fn shuffle_two(&mut self, a: Value, b: Option<Value>, ty: Ty, mask: &[Option<usize>], to: Ty) -> Value {
        let per = ty.lanes().map_or(1, |l| l.1);
        let stays = |base: usize| mask.iter().enumerate().all(|(k, m)| m.is_none_or(|m| m == base + k));
        if ty == to && stays(0) {
            return a;
        }
        if let (Some(b), true) = (b, ty == to && stays(per)) {
            return b;
        }
        if let Some(v) = self.shuffle_constants(a, b, mask, to) {
            return v;
        }
        let b = b.unwrap_or_else(|| self.undef(ty));
        let path = self.nf.paths.push(mask.iter().map(|m| m.map_or(u32::MAX, |m| m as u32)).collect());
        self.emit1(InstKind::Shuffle(path), InstFlags::empty(), &[a, b], to)
    }
    fn shuffle_constants(&mut self, a: Value, b: Option<Value>, mask: &[Option<usize>], to: Ty) -> Option<Value> {
        let mut all = self.constant_of(a)?;
        if let Some(b) = b {
            all.extend(self.constant_of(b)?);
        }
        let list: Vec<Option<u64>> = mask.iter().map(|m| m.and_then(|m| all.get(m).copied().flatten())).collect();
        Some(self.constant_lanes(to, &list))
    }
    /// A vector whose lanes are those of another by their numbers.
    pub(super) fn shuffle_vector(&mut self, from: &[Value], ty: Ty, mask: &[Option<usize>], to: Shape) -> Parts {
        let reg = |r: usize| (r * to.per..(r + 1) * to.per).map(|k| mask.get(k).copied().flatten()).collect();
        (0..to.n())
            .map(|r| {
                let mask: Vec<Option<usize>> = reg(r);
                self.shuffle_to(from, ty, &mask, to.ty)
            })
            .collect()
    }

    /// `shufflevector`.
    pub(super) fn vector_shuffle(&mut self, i: Inst, path: PathId) -> Result<Option<Parts>> {
        let (va, vb) = (self.arg(i, 0)?, self.arg(i, 1)?);
        let (Some(s), Some(d)) = (self.vector_shape(self.old.ty(va)), self.vector_shape(self.result_ty(i))) else {
            return Ok(None);
        };
        let list: Vec<Option<usize>> = self.old.paths[path]
            .iter()
            .map(|&k| (k as usize) < 2 * s.lanes && k != u32::MAX)
            .zip(&self.old.paths[path])
            .map(|(ok, &k)| ok.then_some(k as usize))
            .collect();
        let (a, b) = (self.registers(va)?, self.registers(vb)?);
        self.shuffle_lanes(&a, &b, s, &list, d).map(Some)
    }
    /// A shuffle of two vectors, lanes numbered as in `shufflevector`.
    pub(super) fn shuffle_lanes(
        &mut self,
        a: &[Value],
        b: &[Value],
        s: Shape,
        list: &[Option<usize>],
        d: Shape,
    ) -> Result<Parts> {
        let (mut a, mut b, mut s, mut d) = (Parts::from_slice(a), Parts::from_slice(b), s, d);
        if s.mask {
            // Lanes keep their width; the result is a mask of that width.
            (a, b, s) = self.masks_alike(&a, &b, s)?;
            d = self.mask_shape(s.bits(), d.lanes).unwrap_or(d);
        }
        // The second vector's lanes follow the first one's registers.
        let pad = s.n() * s.per;
        let mask: Vec<Option<usize>> =
            list.iter().map(|k| k.map(|k| if k < s.lanes { k } else { pad + k - s.lanes })).collect();
        let mut all = a;
        all.extend(b);
        Ok(self.shuffle_vector(&all, s.ty, &mask, d))
    }
    /// `extractelement`.
    pub(super) fn vector_extract(&mut self, i: Inst, s: Shape) -> Result<Option<Parts>> {
        let (v, index) = (self.arg(i, 0)?, self.arg(i, 1)?);
        let Some((_, elem)) = self.lanes(self.old.ty(v))? else { return Ok(None) };
        let ip = self.parts(index)?;
        match self.lane_number(&ip, s.lanes) {
            Some(Some(k)) => {
                let r = self.registers(v)?;
                let lane = self.lane(&r, k)?;
                self.lane_to_scalar(elem, &lane).map(Some)
            }
            Some(None) => self.undef_parts(elem).map(Some),
            None if s.mask => Ok(None),
            None => {
                let r = self.registers(v)?;
                let (_, q) = self.registers_in_memory(&r, s, &ip, self.old.ty(index))?;
                let scalar = self.scalar(elem)?;
                self.load_scalar(scalar, q, &self.natural_access(elem)).map(Some)
            }
        }
    }
    /// `insertelement`.
    pub(super) fn vector_insert(&mut self, i: Inst, s: Shape) -> Result<Option<Parts>> {
        let (v, x, index) = (self.arg(i, 0)?, self.arg(i, 1)?, self.arg(i, 2)?);
        let Some((_, elem)) = self.lanes(self.old.ty(v))? else { return Ok(None) };
        let mut r = self.registers(v)?;
        let ip = self.parts(index)?;
        let at = self.lane_number(&ip, s.lanes);
        if at == Some(None) {
            return Ok(Some(r));
        }
        let now = if s.mask { self.mask_of(&r, s.lanes).unwrap_or(s) } else { s };
        let parts = self.parts(x)?;
        match at {
            Some(Some(k)) => {
                let lane = self.scalar_to_lane(elem, now.lane, &parts)?;
                r[k / now.per] = self.insert_lane(r[k / now.per], now.lane, k % now.per, &lane);
                Ok(Some(r))
            }
            _ if s.mask => Ok(None),
            _ => {
                let (p, q) = self.registers_in_memory(&r, s, &ip, self.old.ty(index))?;
                let scalar = self.scalar(elem)?;
                self.store_scalar(scalar, q, &parts, &self.natural_access(elem))?;
                Ok(Some((0..s.n()).map(|k| self.load_register(p, k, s.ty)).collect()))
            }
        }
    }
    pub(super) fn insert_lane(&mut self, r: Value, lane: Ty, k: usize, x: &[Value]) -> Value {
        if x.len() == 2 {
            let ty = self.nf.ty(r);
            let mut r = self.cast_register(r, with_lanes(ty, Ty::I32));
            for (h, &v) in x.iter().enumerate() {
                r = self.insert_lane(r, Ty::I32, 2 * k + h, &[v]);
            }
            return self.cast_register(r, ty);
        }
        let Some(&v) = x.first() else { return r };
        // Lanes that are inserted into nothing are a vector that is built.
        if let Some(v) = self.built_with(r, lane, k, v) {
            return v;
        }
        let ty = self.nf.ty(r);
        let index = self.imm(Ty::I32, k as i64);
        self.emit1(InstKind::InsertElement, InstFlags::empty(), &[r, v, index], ty)
    }
    /// A vector that was built, or is not defined, with another lane.
    fn built_with(&mut self, r: Value, lane: Ty, k: usize, v: Value) -> Option<Value> {
        let ty = self.nf.ty(r);
        let n = ty.lanes()?.1;
        let mut args: Vec<Value> = if self.is_undefined(r) {
            vec![self.undef(lane_value(lane)); n]
        } else {
            let d = self.nf.def_inst(r)?;
            if self.nf.insts[d].kind != InstKind::BuildVector {
                return None;
            }
            self.nf.args(d).to_vec()
        };
        if !self.is_undefined(*args.get(k)?) {
            return None;
        }
        args[k] = v;
        let lanes: Vec<Parts> =
            args.iter().map(|&a| if self.is_undefined(a) { Parts::new() } else { Parts::from_slice(&[a]) }).collect();
        Some(self.build_register(ty, lane, &lanes))
    }
    /// Stores registers to the frame; their address, and that of the lane with a variable number, kept in range.
    fn registers_in_memory(&mut self, r: &[Value], s: Shape, index: &[Value], ity: Ty) -> Result<(Value, Value)> {
        let bytes = u64::from(vector_bits(s.ty)) / 8;
        let room = (s.n() * s.per).next_power_of_two();
        let step = i64::from(s.bits()) / 8;
        let p = self.frame_temp((room as u64 * step as u64).max(bytes), 16);
        for (k, &v) in r.iter().enumerate() {
            self.store_register(p, k, v);
        }
        let q = self.lane_address(p, step as u64, room, index, ity)?;
        Ok((p, q))
    }
    /// Intrinsics that only move lanes.
    pub(super) fn vector_rearranged(&mut self, i: Inst, base: &str) -> Result<Option<Parts>> {
        let v = self.arg(i, 0)?;
        let (Some(s), Some(d)) = (self.vector_shape(self.old.ty(v)), self.vector_shape(self.result_ty(i))) else {
            return Ok(None);
        };
        if s.mask {
            return Ok(None);
        }
        let Some(order) = self.lane_order(i, base, s.lanes)? else { return Ok(None) };
        let b = if order.two { self.arg(i, 1)? } else { v };
        let list: Vec<Option<usize>> = order.lanes.into_iter().map(Some).collect();
        let (a, b) = (self.registers(v)?, self.registers(b)?);
        self.shuffle_lanes(&a, &b, s, &list, d).map(Some)
    }
}

/// Lanes of two registers, numbered one after the other.
fn flat(lanes: &[Option<(usize, usize)>], per: usize) -> Vec<Option<usize>> {
    lanes.iter().map(|l| l.map(|(r, k)| r * per + k)).collect()
}
