//! Integer conversions: `movzx`, `movsx`, and views of registers.
//!
//! A truncation is another view of the register. A zero extension from 32 bits is a move that later phases drop where the
//! register was written by an instruction of 32 bits, which clears what is above.

use super::expand::{Expander, To};
use crate::expansion::matching::plain;
use crate::expansion::patterns::{Conditions, Conversions};
use crate::func::Tn;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{CastOp, Extend, InstFlags};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

impl Conversions for Expander<'_> {
    fn is_free(&self, w: Wn, c: CastOp) -> bool {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match c {
            CastOp::Trunc => ty == MType::B && from == MType::I32 && self.flags(w).contains(InstFlags::NUW),
            CastOp::ZExt | CastOp::AnyExt => from == MType::B && ty == MType::I32,
            CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => from == ty,
            CastOp::BitCast => from.is_int() && ty.is_int() && from.bits() == ty.bits(),
            _ => false,
        }
    }
    /// An extension with anything above, and a truncation, leave the low part where it is.
    fn is_free_to_return(&self, w: Wn, c: CastOp) -> bool {
        c == CastOp::AnyExt || c == CastOp::Trunc && self.n(w).ty != MType::B
    }
    fn truncate(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        if ty != MType::B {
            let bits = ty.bits();
            let x = self.narrowed(a, bits);
            if let (Opr::Load(mem, ext), true) = (self.n(x).opr, self.is_wide(self.n(x).ty) && ty == MType::I32) {
                // A wide load of which half is wanted, unless nobody else may see it.
                let narrow = mem.ty.bits() <= 32;
                if plain(&mem) {
                    let addr = self.address(self.kid(x, 0)?)?;
                    let mem = if narrow { mem } else { whirl_lite::tree::Mem { ty, ..mem } };
                    return self.load_from(addr, &mem, ext, ty, to);
                }
            }
            let t = if self.bits(x) < bits { self.reg(a)? } else { self.reg(x)? };
            let t = self.part(t, ty)?;
            return Ok(self.settle(to, t));
        }
        if self.flags(w).contains(InstFlags::NUW) {
            let x = self.reg(a)?;
            let t = if self.is_wide(self.n(a).ty) { self.part(x, MType::I32)? } else { x };
            return Ok(self.settle(to, t));
        }
        if self.tests_a_bit(a) {
            return self.truth(w, true, to);
        }
        let x = self.reg(a)?;
        let x = if self.is_wide(self.n(a).ty) { self.part(x, MType::I32)? } else { x };
        self.ri(op::AND32_RI, to, ty, x, 1)
    }
    fn zero_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match (from, ty) {
            (MType::B, MType::I32) => self.truth(a, true, to),
            (MType::B | MType::I32, MType::I64) if self.m.wide => {
                if let Some(t) = self.load_extended(a, Extend::Zero, ty, to)? {
                    return Ok(t);
                }
                let x = self.reg(a)?;
                self.r(op::P_ZEXT32, to, ty, x)
            }
            _ => self.unsupported(format!("zero extension from {from} to {ty}")),
        }
    }
    fn sign_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match (from, ty) {
            (MType::B, MType::I32) => {
                let x = self.reg(a)?;
                self.r(op::NEG32_R, to, ty, x)
            }
            (MType::B, MType::I64) if self.m.wide => {
                let x = self.reg(a)?;
                let x = self.r(op::P_ZEXT32, To::ANY, ty, x)?;
                self.r(op::NEG64_R, to, ty, x)
            }
            (MType::I32, MType::I64) if self.m.wide => {
                if let Some(t) = self.load_extended(a, Extend::Sign, ty, to)? {
                    return Ok(t);
                }
                let x = self.reg(a)?;
                self.r(op::MOVSX64_32_RR, to, ty, x)
            }
            _ => self.unsupported(format!("sign extension from {from} to {ty}")),
        }
    }
    fn any_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match (from, ty) {
            (MType::B, MType::I32) => self.value(a, to),
            (MType::B | MType::I32, MType::I64) if self.m.wide => {
                let x = self.reg(a)?;
                self.r(op::P_WIDE64_32, to, ty, x)
            }
            _ => self.unsupported(format!("extension from {from} to {ty}")),
        }
    }
}

impl Expander<'_> {
    /// The extension of a load as a load that extends: of a whole word, or of a part that is extended in the same way already.
    fn load_extended(&mut self, a: Wn, how: Extend, ty: MType, to: To) -> Result<Option<Tn>> {
        let Opr::Load(mem, ext) = self.n(a).opr else { return Ok(None) };
        let word = mem.ty == MType::I32 && (how == Extend::Sign || ext == Extend::Any);
        if ext != how && !word {
            return Ok(None);
        }
        let addr = self.address_of(self.kid(a, 0)?, &mem)?;
        self.load_from(addr, &mem, how, ty, to).map(Some)
    }
    /// A bit at a place that is known only when it runs.
    fn tests_a_bit(&self, a: Wn) -> bool {
        use whirl_lite::ir::BinOp::{AShr, LShr};
        let shift = self.as_binary(a, LShr).or(self.as_binary(a, AShr));
        shift.is_some_and(|(_, n)| self.int(n).is_none())
    }
}
