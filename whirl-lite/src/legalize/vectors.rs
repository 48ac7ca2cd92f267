//! Fixed vectors, scalarised: a vector is its lanes side by side, lane 0 first.

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

/// How an intrinsic rearranges lanes.
pub(super) struct LaneOrder {
    /// The lanes of the result, by their numbers in the first operand and, after those, in the second.
    pub lanes: Vec<usize>,
    /// Is the second operand a vector, too?
    pub two: bool,
}

impl Legaliser<'_> {
    /// Parts of each lane of a vector with these elements.
    fn each(&self, elem: Ty) -> Result<usize> {
        let s = self.scalar(elem)?;
        Ok(self.shape(s).n)
    }
    /// Applies an operation to each lane of one operand.
    pub(super) fn lanewise1(
        &mut self,
        lanes: usize,
        a: &[Value],
        mut op: impl FnMut(&mut Self, &[Value]) -> Result<Parts>,
    ) -> Result<Parts> {
        let each = a.len() / lanes.max(1);
        let mut out = Parts::new();
        for k in 0..lanes {
            out.extend(op(self, &a[k * each..(k + 1) * each])?);
        }
        Ok(out)
    }
    /// Applies an operation to each lane of two operands.
    pub(super) fn lanewise2(
        &mut self,
        lanes: usize,
        elem: Ty,
        a: &[Value],
        b: &[Value],
        mut op: impl FnMut(&mut Self, &[Value], &[Value]) -> Result<Parts>,
    ) -> Result<Parts> {
        let each = self.each(elem)?;
        if a.len() != lanes * each || b.len() != a.len() {
            return Err(self.input("vector operands of different types"));
        }
        let mut out = Parts::new();
        for k in 0..lanes {
            let r = k * each..(k + 1) * each;
            out.extend(op(self, &a[r.clone()], &b[r])?);
        }
        Ok(out)
    }
    /// Applies an operation to each lane of three operands of one type.
    pub(super) fn lanewise3(
        &mut self,
        lanes: usize,
        args: [&[Value]; 3],
        mut op: impl FnMut(&mut Self, [&[Value]; 3]) -> Result<Parts>,
    ) -> Result<Parts> {
        let each = args[0].len() / lanes.max(1);
        if args.iter().any(|a| a.len() != lanes * each) {
            return Err(self.input("vector operands of different types"));
        }
        let mut out = Parts::new();
        for k in 0..lanes {
            let r = k * each..(k + 1) * each;
            out.extend(op(self, [&args[0][r.clone()], &args[1][r.clone()], &args[2][r]])?);
        }
        Ok(out)
    }

    /// The lanes as one integer, lane 0 in the low bits (the high ones on a big-endian target).
    pub(super) fn pack_vector(&mut self, ty: Ty, a: &[Value]) -> Result<Parts> {
        let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(Parts::from_slice(a)) };
        let n = self.scalar_bits(self.scalar(elem)?);
        let total = n * lanes as u32;
        let each = self.each(elem)?;
        let mut sum: Option<Parts> = None;
        for k in 0..lanes {
            let lane = self.bits_of(elem, &a[k * each..(k + 1) * each])?;
            let wide = self.int_zext(n, total, &lane);
            let at = if self.dl.big_endian { lanes - 1 - k } else { k } as u32 * n;
            let moved = self.shift_const(true, total, &wide, at);
            sum = Some(match sum {
                None => moved,
                Some(s) => s.iter().zip(&moved).map(|(&x, &y)| self.bin(BinOp::Or, x, y)).collect(),
            });
        }
        Ok(sum.unwrap_or_default())
    }
    /// The lanes of one integer.
    pub(super) fn unpack_vector(&mut self, ty: Ty, whole: &[Value]) -> Result<Parts> {
        let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(Parts::from_slice(whole)) };
        let n = self.scalar_bits(self.scalar(elem)?);
        let total = n * lanes as u32;
        let mut out = Parts::new();
        for k in 0..lanes {
            let at = if self.dl.big_endian { lanes - 1 - k } else { k } as u32 * n;
            let moved = self.shift_const(false, total, whole, at);
            let lane = self.int_trunc(n, &moved);
            out.extend(self.value_of_bits(elem, &lane)?);
        }
        Ok(out)
    }
    /// Shifts an `n`-bit integer by a constant; bits shifted in from above the width do not matter to callers.
    fn shift_const(&mut self, left: bool, n: u32, a: &[Value], by: u32) -> Parts {
        if by == 0 {
            return Parts::from_slice(a);
        }
        if let &[v] = a {
            let v = if left { v } else { self.zext_in_reg(v, n) };
            return smallvec![self.shift_imm(if left { BinOp::Shl } else { BinOp::LShr }, v, by)];
        }
        let zero = self.zero(self.x);
        if left { self.wide_shl_const(a, by) } else { self.wide_shr_const(false, a, by, zero) }
    }

    /// A lane's number, if it is known and in range: `Some(None)` if it is known to be out of range.
    pub(super) fn lane_number(&self, index: &[Value], lanes: usize) -> Option<Option<usize>> {
        let c = self.nf.as_int(*index.first()?)?;
        Some(usize::try_from(c).ok().filter(|&k| k < lanes))
    }
    /// `extractelement`.
    pub(super) fn extract_element(&mut self, i: Inst) -> Result<Parts> {
        let vector = self.arg(i, 0)?;
        let (lanes, elem) =
            self.lanes(self.old.ty(vector))?.ok_or_else(|| self.input("'extractelement' of no vector"))?;
        let v = self.parts(vector)?;
        let index = self.arg(i, 1)?;
        let ip = self.parts(index)?;
        let each = self.each(elem)?;
        match self.lane_number(&ip, lanes) {
            Some(Some(k)) => Ok(Parts::from_slice(&v[k * each..(k + 1) * each])),
            Some(None) => self.undef_parts(elem),
            None => {
                let (p, q) = self.lane_in_memory(elem, lanes, &v, &ip, self.old.ty(index))?;
                let _ = p;
                let s = self.scalar(elem)?;
                self.load_scalar(s, q, &self.natural_access(elem))
            }
        }
    }
    /// `insertelement`.
    pub(super) fn insert_element(&mut self, i: Inst) -> Result<Parts> {
        let vector = self.arg(i, 0)?;
        let (lanes, elem) =
            self.lanes(self.old.ty(vector))?.ok_or_else(|| self.input("'insertelement' into no vector"))?;
        let mut v = self.parts(vector)?;
        let x = self.arg_parts(i, 1)?;
        let index = self.arg(i, 2)?;
        let ip = self.parts(index)?;
        let each = self.each(elem)?;
        match self.lane_number(&ip, lanes) {
            Some(Some(k)) => {
                v[k * each..(k + 1) * each].copy_from_slice(&x);
                Ok(v)
            }
            Some(None) => Ok(v),
            None => {
                let s = self.scalar(elem)?;
                let access = self.natural_access(elem);
                let (p, q) = self.lane_in_memory(elem, lanes, &v, &ip, self.old.ty(index))?;
                self.store_scalar(s, q, &x, &access)?;
                let step = self.size_of(elem)? as i64;
                let mut out = Parts::new();
                for k in 0..lanes {
                    let r = self.ptr_add(p, k as i64 * step);
                    out.extend(self.load_scalar(s, r, &access)?);
                }
                Ok(out)
            }
        }
    }
    /// Stores a vector to the frame; its address, and that of the lane with a variable number (kept in range).
    fn lane_in_memory(
        &mut self,
        elem: Ty,
        lanes: usize,
        v: &[Value],
        index: &[Value],
        ity: Ty,
    ) -> Result<(Value, Value)> {
        let step = self.size_of(elem)?;
        let access = self.natural_access(elem);
        let s = self.scalar(elem)?;
        let each = self.each(elem)?;
        // A power of two of lanes, so that a mask keeps the index inside.
        let room = lanes.next_power_of_two();
        let p = self.frame_temp(step * room as u64, 1 << access.align);
        for k in 0..lanes {
            let q = self.ptr_add(p, (k as u64 * step) as i64);
            self.store_scalar(s, q, &v[k * each..(k + 1) * each], &access)?;
        }
        let q = self.lane_address(p, step, room, index, ity)?;
        Ok((p, q))
    }
    /// The address of the lane with a variable number among a power of two of lanes.
    pub(super) fn lane_address(&mut self, p: Value, step: u64, room: usize, index: &[Value], ity: Ty) -> Result<Value> {
        let Scalar::Int(n) = self.scalar(ity)? else { return Err(self.input("a lane number that is no integer")) };
        let mut low = self.int_zext_or_trunc(n, self.xlen, index);
        let kept = self.bin_imm(BinOp::And, low.remove(0), room as i64 - 1);
        let size = self.imm(self.x, step as i64);
        let scaled = self.mul(kept, size, InstFlags::empty());
        Ok(self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, scaled], Ty::PTR))
    }
    /// `shufflevector`.
    pub(super) fn shuffle(&mut self, i: Inst, path: PathId) -> Result<Parts> {
        let (va, vb) = (self.arg(i, 0)?, self.arg(i, 1)?);
        let (lanes, elem) = self.lanes(self.old.ty(va))?.ok_or_else(|| self.input("'shufflevector' of no vector"))?;
        let (a, b) = (self.parts(va)?, self.parts(vb)?);
        let each = self.each(elem)?;
        let mut out = Parts::new();
        for &k in &self.old.paths[path] {
            let k = k as usize;
            if k < lanes {
                out.extend_from_slice(&a[k * each..(k + 1) * each]);
            } else if k < 2 * lanes {
                let k = k - lanes;
                out.extend_from_slice(&b[k * each..(k + 1) * each]);
            } else {
                out.extend(self.undef_parts(elem)?);
            }
        }
        Ok(out)
    }
    /// Intrinsics that only move lanes of fixed vectors about. `None` for an unknown name or a scalable vector.
    pub(super) fn rearranged(&mut self, i: Inst, base: &str) -> Result<Option<Parts>> {
        let ty = self.result_ty(i);
        if base == "stepvector" {
            let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(None) };
            let Scalar::Int(n) = self.scalar(elem)? else { return Ok(None) };
            return Ok(Some((0..lanes).flat_map(|k| self.wide_imm(n, k as i64)).collect()));
        }
        let v = self.arg(i, 0)?;
        let Some((lanes, elem)) = self.lanes(self.old.ty(v))? else { return Ok(None) };
        let Some(order) = self.lane_order(i, base, lanes)? else { return Ok(None) };
        let (each, mut all) = (self.each(elem)?, self.parts(v)?);
        if order.two {
            all.extend(self.arg_parts(i, 1)?);
        }
        let lane = |k: usize| Parts::from_slice(all.get(k * each..(k + 1) * each).unwrap_or_default());
        Ok(Some(order.lanes.into_iter().flat_map(lane).collect()))
    }
    /// What such an intrinsic does with the lanes of its operands. `None` for an unknown name.
    pub(super) fn lane_order(&self, i: Inst, base: &str, lanes: usize) -> Result<Option<LaneOrder>> {
        let number = |k: usize| self.old.args(i).get(k).and_then(|&n| self.old.as_int(n)).map_or(0, |n| n as i32);
        let lanes_of = |ty: Ty| -> Result<usize> { Ok(self.lanes(ty)?.map_or(lanes, |l| l.0)) };
        let two = matches!(base, "vector.interleave2" | "vector.splice" | "vector.insert");
        let second = if two { lanes_of(self.old.ty(self.arg(i, 1)?))? } else { 0 };
        let list: Vec<usize> = match base {
            "vector.reverse" => (0..lanes).rev().collect(),
            "vector.deinterleave2" => (0..lanes).step_by(2).chain((1..lanes).step_by(2)).collect(),
            "vector.interleave2" => (0..lanes).flat_map(|k| [k, lanes + k]).collect(),
            "vector.splice" => {
                // A negative number counts from the end of the first vector.
                let by = number(2);
                let from = if by < 0 { lanes.saturating_sub(by.unsigned_abs() as usize) } else { by as usize };
                (from..from + lanes).collect()
            }
            "vector.extract" => {
                let from = number(1).max(0) as usize;
                (from..from + lanes_of(self.result_ty(i))?).collect()
            }
            "vector.insert" => {
                let from = number(2).max(0) as usize;
                if from + second > lanes {
                    return Err(self.input("a vector is inserted past the end"));
                }
                let inserted = from..from + second;
                (0..lanes).map(|k| if inserted.contains(&k) { lanes + k - from } else { k }).collect()
            }
            _ => return Ok(None),
        };
        if list.iter().any(|&k| k >= lanes + second) {
            return Err(self.input("lanes past the end of a vector"));
        }
        Ok(Some(LaneOrder { lanes: list, two }))
    }
}
