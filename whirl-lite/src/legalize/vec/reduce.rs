//! Reductions by halves, and other intrinsics on vectors.

use super::Shape;
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::intrinsics::{base_name, binary_op, cast_op, reduction, unary_op};
use crate::legalize::{Legaliser, Parts};

impl Legaliser<'_> {
    /// An intrinsic on vectors in registers.
    pub(super) fn vector_intrinsic(&mut self, i: Inst, name: &str) -> Result<bool> {
        if self.special_intrinsic(i, name)? {
            return Ok(true);
        }
        let base = base_name(name);
        let base = base.strip_prefix("experimental.constrained.").unwrap_or(base);
        let Some(result) = self.result(i) else { return Ok(false) };
        let own = self.vector_shape(self.result_ty(i));
        let flags = self.old.insts[i].flags;
        if let Some(op) = base.strip_prefix("vector.reduce.") {
            let Some(p) = self.vector_reduce(i, op)? else { return Ok(false) };
            self.set(result, &p)?;
            return Ok(true);
        }
        let Some(s) = own else { return Ok(false) };
        let parts = if let Some(op) = binary_op(base) {
            let (a, b) = self.two(i)?;
            self.vector_binary(op, flags, s, &a, &b)?
        } else if let Some(op) = unary_op(base) {
            let v = self.arg(i, 0)?;
            let a = self.registers(v)?;
            self.vector_unary(op, flags, s, &a)?
        } else if let Some(op @ (CastOp::FpToSi | CastOp::FpToUi | CastOp::SiToFp | CastOp::UiToFp)) = cast_op(base) {
            self.vector_cast(i, op)?
        } else {
            match base {
                "fma" | "fmuladd" => self.vector_fma(i, s, base == "fma")?,
                "fshl" | "fshr" => self.vector_funnel(i, s, base == "fshl")?,
                "vector.reverse" | "vector.interleave2" | "vector.splice" | "vector.extract" => {
                    self.vector_rearranged(i, base)?
                }
                "freeze" => {
                    let v = self.arg(i, 0)?;
                    let a = self.registers(v)?;
                    self.vector_unary(UnOp::Freeze, flags, s, &a)?
                }
                _ => None,
            }
        };
        let Some(p) = parts else { return Ok(false) };
        self.set_registers(result, p);
        Ok(true)
    }

    /// `vector.reduce.*`: registers are joined, then the upper half of one with its lower.
    fn vector_reduce(&mut self, i: Inst, op: &str) -> Result<Option<Parts>> {
        let start = matches!(op, "fadd" | "fmul");
        let flags = self.old.insts[i].flags;
        let v = self.arg(i, usize::from(start))?;
        let (Some(s), Some(bin)) = (self.vector_shape(self.old.ty(v)), reduction(op)) else { return Ok(None) };
        let Some((_, elem)) = self.lanes(self.old.ty(v))? else { return Ok(None) };
        if s.mask {
            return self.reduce_mask(v, s, bin);
        }
        let in_order = start && !flags.contains(InstFlags::REASSOC);
        if in_order || !s.lanes.is_power_of_two() {
            return Ok(None);
        }
        let mut r = self.registers(v)?;
        while r.len() > 1 {
            let half = r.len() / 2;
            let mut next = Parts::new();
            for k in 0..half {
                let Some(x) = self.vector_binary(bin, flags, s, &[r[k]], &[r[k + half]])? else { return Ok(None) };
                next.extend(x);
            }
            r = next;
        }
        let Some(&whole) = r.first() else { return Ok(None) };
        let (mut x, mut ty, mut s) = (whole, s.ty, s);
        let mut n = s.lanes.min(s.per);
        while n > 1 {
            n /= 2;
            // A wide register's halves are narrow ones.
            let to = self.shape_of(s.lane, n).map_or(ty, |d| d.ty);
            let per = to.lanes().map_or(1, |l| l.1);
            let half =
                |first: usize| -> Vec<Option<usize>> { (0..per).map(|k| (k < n).then_some(first + k)).collect() };
            let high = self.shuffle_to(&[x], ty, &half(n), to);
            let low = self.shuffle_to(&[x], ty, &half(0), to);
            s = Shape { ty: to, per, lanes: per, ..s };
            let Some(y) = self.vector_binary(bin, flags, s, &[low], &[high])? else { return Ok(None) };
            (x, ty) = (y[0], to);
        }
        let lane = self.lane(&[x], 0)?;
        let lane = self.lane_to_scalar(elem, &lane)?;
        if !start {
            return Ok(Some(lane));
        }
        let a = self.arg_parts(i, 0)?;
        self.binary(bin, flags, elem, &a, &lane).map(Some)
    }
    /// Of truth values: their bits, compared with none or all, or the parity of their number.
    fn reduce_mask(&mut self, v: Value, s: Shape, op: BinOp) -> Result<Option<Parts>> {
        let m = self.registers(v)?;
        let Some(bits) = self.sign_bits(&m, s.lanes)? else { return Ok(None) };
        let all = super::super::build::mask(s.lanes as u32);
        let r = match op {
            BinOp::Or | BinOp::UMax | BinOp::SMin => self.icmp_imm(IntPred::Ne, bits, 0),
            BinOp::And | BinOp::Mul | BinOp::UMin | BinOp::SMax => self.icmp_imm(IntPred::Eq, bits, all as i64),
            BinOp::Add | BinOp::Xor => {
                let n = self.unary_any(UnOp::Ctpop, InstFlags::empty(), Ty::I32, &[bits])?;
                match n.first() {
                    Some(&n) => self.resize(n, Ty::I1),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(Parts::from_slice(&[r])))
    }
}
