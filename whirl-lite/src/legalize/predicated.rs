//! Vector-predicated intrinsics (`vp.add`, `vp.load`, ...) on fixed vectors, and those that make and count masks.
//!
//! A lane is on if its mask is and its number is below the explicit vector length. The others' results are poison, so that
//! what cannot trap and has no effect is done in all lanes, as LLVM's ExpandVectorPredication does. Divisors of lanes that are
//! off become one; memory operations and reductions ask lane by lane.

use super::intrinsics::{binary_op, cast_op, float_predicate, int_predicate, reduction, unary_op};
use super::masked::LaneAddresses;
use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

/// Operators that are instructions outside of predication; the rest are intrinsics' names.
fn plain_binary(name: &str) -> Option<BinOp> {
    Some(match name {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "shl" => BinOp::Shl,
        "lshr" => BinOp::LShr,
        "ashr" => BinOp::AShr,
        "udiv" => BinOp::UDiv,
        "sdiv" => BinOp::SDiv,
        "urem" => BinOp::URem,
        "srem" => BinOp::SRem,
        _ => return binary_op(name),
    })
}

fn plain_unary(name: &str) -> Option<UnOp> {
    Some(match name {
        "fneg" => UnOp::FNeg,
        "roundtozero" => UnOp::FTrunc,
        _ => return unary_op(name),
    })
}

fn plain_cast(name: &str) -> Option<CastOp> {
    Some(match name {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "ptrtoint" => CastOp::PtrToInt,
        "inttoptr" => CastOp::IntToPtr,
        _ => return cast_op(name),
    })
}

impl Legaliser<'_> {
    /// Which lanes are on: operand `mask`, below the last operand.
    fn active(&mut self, i: Inst, mask: usize) -> Result<Parts> {
        let last = self.old.args(i).len().saturating_sub(1);
        let (mask, length) = (self.arg_parts(i, mask)?, self.arg_one(i, last)?);
        let mut out = Parts::new();
        for (k, on) in mask.into_iter().enumerate() {
            let number = self.imm(Ty::I32, k as i64);
            let below = self.int_compare(IntPred::Ult, 32, number, length);
            out.push(self.bin(BinOp::And, on, below));
        }
        Ok(out)
    }
    /// Which lanes are on, where mask and length are the last operands.
    fn active_last(&mut self, i: Inst) -> Result<Parts> {
        self.active(i, self.old.args(i).len().saturating_sub(2))
    }

    /// A predicated operation with a value. `None` if it is not known.
    pub(super) fn predicated(&mut self, i: Inst, id: CallId, name: &str) -> Result<Option<Parts>> {
        let (ty, flags) = (self.result_ty(i), self.old.insts[i].flags);
        if let Some(op) = name.strip_prefix("reduce.") {
            return self.predicated_reduction(i, op);
        }
        // `trunc` is a conversion here, and `vp.roundtozero` what is `llvm.trunc` elsewhere.
        if let Some(op) = plain_cast(name) {
            let v = self.arg(i, 0)?;
            let a = self.parts(v)?;
            return self.cast_any(op, flags, self.old.ty(v), ty, &a).map(Some);
        }
        if let Some(op) = plain_binary(name) {
            let (a, mut b) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?);
            if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
                b = self.safe_divisors(i, ty, &b)?;
            }
            return self.binary_any(op, flags, ty, &a, &b).map(Some);
        }
        if let Some(op) = plain_unary(name) {
            let a = self.arg_parts(i, 0)?;
            return self.unary_any(op, flags, ty, &a).map(Some);
        }
        Ok(Some(match name {
            "fma" | "fmuladd" => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.fma_any(name == "fma", flags, ty, [&a, &b, &c])?
            }
            "fshl" | "fshr" => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.funnel_any(name == "fshl", ty, [&a, &b, &c])?
            }
            "icmp" => {
                let pred = self.metadata_word(id, 2).and_then(int_predicate);
                let pred = pred.ok_or_else(|| self.unsupported("a predicated comparison with this predicate"))?;
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                self.icmp_any(pred, self.old.ty(v), &a, &b)?
            }
            "fcmp" => {
                let pred = self.metadata_word(id, 2).and_then(float_predicate);
                let pred = pred.ok_or_else(|| self.unsupported("a predicated comparison with this predicate"))?;
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                self.fcmp_any(pred, false, self.old.ty(v), &a, &b)?
            }
            // Lanes past the length are poison for the one, those of the second vector for the other.
            "select" | "merge" => {
                let on = self.active(i, 0)?;
                let (a, b) = (self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                let each = (a.len() / on.len().max(1)).max(1);
                if a.len() != b.len() || on.len() * each != a.len() {
                    return Err(self.input("vector operands of different types"));
                }
                a.iter().zip(&b).enumerate().map(|(k, (&x, &y))| self.select(on[k / each], x, y)).collect()
            }
            "load" | "gather" => {
                let (_, elem) = self.lanes(ty)?.ok_or_else(|| self.input("a predicated load of no vector"))?;
                let (p, on) = (self.arg_parts(i, 0)?, self.active_last(i)?);
                let pass = self.undef_parts(ty)?;
                let (access, step) = self.predicated_access(i, id, 0, elem, name == "gather")?;
                self.load_lanes(LaneAddresses { base: &p, step }, &access, &on, &pass)?
            }
            _ => return Ok(None),
        }))
    }
    /// A predicated operation without a value. `None` if it is not known.
    pub(super) fn predicated_effect(&mut self, i: Inst, id: CallId, name: &str) -> Result<Option<()>> {
        if !matches!(name, "store" | "scatter") {
            return Ok(None);
        }
        let v = self.arg(i, 0)?;
        let (_, elem) = self.lanes(self.old.ty(v))?.ok_or_else(|| self.input("a predicated store of no vector"))?;
        let (value, p, on) = (self.parts(v)?, self.arg_parts(i, 1)?, self.active_last(i)?);
        let (access, step) = self.predicated_access(i, id, 1, elem, name == "scatter")?;
        self.store_lanes(LaneAddresses { base: &p, step }, &access, &on, &value)?;
        Ok(Some(()))
    }
    /// The access of a lane, and bytes from one to the next. The alignment is an attribute of the pointer; without one it is
    /// the element's own.
    fn predicated_access(
        &mut self,
        i: Inst,
        id: CallId,
        at: usize,
        elem: Ty,
        scattered: bool,
    ) -> Result<(Access, u64)> {
        let mut access = self.natural_access(elem);
        if let Some(a) = self.old.calls[id].sig.param_attrs.get(at).map(|a| a.align).filter(|&a| a > 0) {
            access.align = a.trailing_zeros().min(20) as u8;
        }
        let step = if scattered { 0 } else { self.size_of(elem)? };
        Ok((self.in_space(i, at, access), step))
    }
    /// Divisors with ones in lanes that are off.
    fn safe_divisors(&mut self, i: Inst, ty: Ty, b: &[Value]) -> Result<Parts> {
        let elem = self.lanes(ty)?.map_or(ty, |l| l.1);
        let Scalar::Int(n) = self.scalar(elem)? else { return Err(self.input("a division of no integers")) };
        let on = self.active_last(i)?;
        let one = self.wide_imm(n, 1);
        if on.len() * one.len() != b.len() {
            return Err(self.input("vector operands of different types"));
        }
        Ok(b.iter().enumerate().map(|(k, &v)| self.select(on[k / one.len()], v, one[k % one.len()])).collect())
    }
    /// A start value and the lanes that are on, one after the other.
    fn predicated_reduction(&mut self, i: Inst, op: &str) -> Result<Option<Parts>> {
        let v = self.arg(i, 1)?;
        let (Some((lanes, elem)), Some(op)) = (self.lanes(self.old.ty(v))?, reduction(op)) else { return Ok(None) };
        let (mut sum, parts, on) = (self.arg_parts(i, 0)?, self.parts(v)?, self.active_last(i)?);
        let flags = self.old.insts[i].flags;
        let each = (parts.len() / lanes.max(1)).max(1);
        for (lane, on) in parts.chunks(each).zip(on) {
            let more = self.binary(op, flags, elem, &sum, lane)?;
            sum = self.wide_select(on, &more, &sum);
        }
        Ok(Some(sum))
    }

    /// `get.active.lane.mask`: is the first operand plus the lane's number, without wrapping, below the second?
    pub(super) fn active_lane_mask(&mut self, i: Inst) -> Result<Parts> {
        let (lanes, _) = self.lanes(self.result_ty(i))?.ok_or_else(|| self.input("a mask that is no vector"))?;
        let v = self.arg(i, 0)?;
        let ty = self.old.ty(v);
        let Scalar::Int(n) = self.scalar(ty)? else { return Err(self.input("a lane number that is no integer")) };
        let (from, end) = (self.parts(v)?, self.arg_parts(i, 1)?);
        let mut out = Parts::new();
        for k in 0..lanes {
            let number = self.wide_imm(n, k as i64);
            let at = self.integer(BinOp::UAddSat, InstFlags::empty(), n, &from, &number)?;
            out.push(self.compare(IntPred::Ult, ty, &at, &end)?);
        }
        Ok(out)
    }
    /// `experimental.cttz.elts`: the number of the first lane that is not zero; that of all lanes if there is none.
    pub(super) fn first_lane(&mut self, i: Inst) -> Result<Parts> {
        let v = self.arg(i, 0)?;
        let (lanes, elem) = self.lanes(self.old.ty(v))?.ok_or_else(|| self.input("lanes of no vector"))?;
        let (Scalar::Int(n), Scalar::Int(m)) = (self.scalar(self.result_ty(i))?, self.scalar(elem)?) else {
            return Err(self.input("lanes of no integers"));
        };
        let parts = self.parts(v)?;
        let zero = self.wide_imm(m, 0);
        let mut found = self.wide_imm(n, lanes as i64);
        for (k, lane) in parts.chunks(zero.len()).enumerate().rev() {
            let here = self.compare(IntPred::Ne, elem, lane, &zero)?;
            let number = self.wide_imm(n, k as i64);
            found = self.wide_select(here, &number, &found);
        }
        Ok(found)
    }
}
