//! Integer conversions.
//!
//! On RV64 a sign extension from 32 bits costs nothing, a zero extension two shifts (or `add.uw`) unless the value is known
//! not to be negative or comes from a load; a truncation takes the W form of what made the value, if there is one.

use super::consts::{self, fits12};
use super::expand::{Expander, To};
use crate::expansion::patterns::Conversions;
use crate::func::Tn;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, InstFlags, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

impl Conversions for Expander<'_> {
    fn is_free(&self, w: Wn, c: CastOp) -> bool {
        let (n, from) = (self.n(w), self.n(w).desc);
        match c {
            CastOp::Trunc if n.ty == MType::B => n.flags.contains(InstFlags::NUW),
            CastOp::Trunc => !self.is_word(n.ty) || n.flags.contains(InstFlags::NSW),
            CastOp::ZExt => from == MType::B || (from == MType::I32 && n.flags.contains(InstFlags::NNEG)),
            CastOp::SExt => from == MType::I32,
            CastOp::AnyExt => from == MType::B || from == MType::I32,
            CastOp::PtrToInt | CastOp::IntToPtr => from == n.ty,
            CastOp::BitCast => from.is_int() && n.ty.is_int() && from.bits() == n.ty.bits(),
            _ => false,
        }
    }
    fn truncate(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        if ty == MType::B {
            if self.flags(w).contains(InstFlags::NUW) {
                return self.value(a, to.whole());
            }
            if self.m.zbs
                && let Some(t) = self.bit_extract(a, ty, to)?
            {
                return Ok(t);
            }
            let x = self.low(a)?;
            return self.ri(op::ANDI, to, ty, x, 1);
        }
        if !self.is_word(ty) {
            return self.value(a, to);
        }
        if self.flags(w).contains(InstFlags::NSW) || (from == MType::I64 && self.is_sign_word(a)) {
            return self.value(a, to.whole());
        }
        if to.low {
            let t = self.truncated(a)?;
            return Ok(self.settle(to, t));
        }
        if let Some(t) = self.truncated_binary(a, to)? {
            return Ok(t);
        }
        let x = self.truncated(a)?;
        self.ri(op::ADDIW, to, ty, x, 0)
    }
    fn zero_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        match (self.n(w).desc, self.n(w).ty) {
            (MType::B, _) => self.value(a, to.whole()),
            (MType::I32, MType::I64) if self.m.rv64 => match self.flags(w).contains(InstFlags::NNEG) {
                true => self.value(a, to.whole()),
                false => self.zero_extended(a, to),
            },
            _ => self.not_legalised(w),
        }
    }
    fn sign_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        match self.n(w).desc {
            MType::B => {
                let x = self.reg(a)?;
                self.rr(op::SUB, to, self.n(w).ty, self.own.zero, x)
            }
            MType::I32 => self.value(a, to.whole()),
            _ => self.not_legalised(w),
        }
    }
    fn any_extend(&mut self, w: Wn, a: Wn, to: To) -> Result<Tn> {
        match self.n(w).desc {
            MType::B => self.value(a, to.whole()),
            MType::I32 => self.value(a, To { dst: to.dst, low: true }),
            _ => self.not_legalised(w),
        }
    }
    fn read_loose(&mut self, t: Tn, ty: MType, to: To) -> Result<Tn> {
        self.ri(op::ADDIW, to, ty, t, 0)
    }
}

impl Expander<'_> {
    fn not_legalised<V>(&self, w: Wn) -> Result<V> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        self.unsupported(format!("conversion from {from} to {ty} that was not legalised"))
    }
    /// A 64-bit value of which the low half is wanted: extensions below it do not matter.
    pub(super) fn truncated(&mut self, a: Wn) -> Result<Tn> {
        match self.n(a).opr {
            Opr::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt) if self.n(a).desc == MType::I32 => {
                self.low(self.kid(a, 0)?)
            }
            _ => self.reg(a),
        }
    }
    /// Is a 64-bit value the sign extension of its low half already?
    pub(super) fn is_sign_word(&self, a: Wn) -> bool {
        match self.n(a).opr {
            Opr::Cast(CastOp::SExt) => self.n(a).desc == MType::I32,
            Opr::Cast(CastOp::ZExt) => self.n(a).desc == MType::B,
            Opr::Unary(UnOp::SextInReg(n)) => n <= 32,
            Opr::Load(ref m, Extend::Sign) => m.ty.bits() <= 32,
            Opr::Load(ref m, Extend::Zero) => m.ty.bits() < 32,
            Opr::Binary(BinOp::And) => {
                self.kid(a, 1).ok().and_then(|c| self.int(c)).is_some_and(|c| (0..=0x7fff_ffff).contains(&c))
            }
            Opr::Binary(BinOp::AShr) => self.kid(a, 1).ok().and_then(|c| self.int(c)).is_some_and(|c| c >= 32),
            Opr::Binary(BinOp::LShr) => self.kid(a, 1).ok().and_then(|c| self.int(c)).is_some_and(|c| c >= 33),
            Opr::Int(v) => consts::fits32(v),
            _ => false,
        }
    }
    /// The truncation of a 64-bit sum, difference, product or left shift: the W form of it.
    pub(super) fn truncated_binary(&mut self, a: Wn, to: To) -> Result<Option<Tn>> {
        let Opr::Binary(b) = self.n(a).opr else { return Ok(None) };
        let (x, y) = self.two(a)?;
        let ty = MType::I32;
        let c = self.int(y);
        let row = match b {
            BinOp::Add => match c {
                Some(c) if fits12(c) => {
                    let x = self.truncated(x)?;
                    return self.ri(op::ADDIW, to, ty, x, c).map(Some);
                }
                _ => op::ADDW,
            },
            BinOp::Sub => op::SUBW,
            BinOp::Mul if c.is_none() => op::MULW,
            BinOp::Shl => match c {
                Some(c) if c < 32 => {
                    let x = self.truncated(x)?;
                    return self.ri(op::SLLIW, to, ty, x, c).map(Some);
                }
                _ => return Ok(None),
            },
            // Bits from within the upper half, or from bit 31 on, come with their sign.
            BinOp::LShr => match c {
                Some(32) => {
                    let x = self.reg(x)?;
                    return self.ri(op::SRAI, to, ty, x, 32).map(Some);
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let x = self.truncated(x)?;
        let y = self.truncated(y)?;
        self.rr(row, to, ty, x, y).map(Some)
    }
    /// A word zero-extended to 64 bits.
    pub(super) fn zero_extended(&mut self, a: Wn, to: To) -> Result<Tn> {
        if self.nonnegative(a) {
            return self.value(a, to.whole());
        }
        if let Opr::Load(ref mem, Extend::Any | Extend::Sign) = self.n(a).opr
            && self.loads_word(a)
        {
            return self.load_as(a, mem, Extend::Zero, MType::I64, to);
        }
        let x = self.low(a)?;
        if self.m.zba {
            return self.rr(op::ADD_UW, to, MType::I64, x, self.own.zero);
        }
        let t = self.ri(op::SLLI, To::ANY, MType::I64, x, 32)?;
        self.ri(op::SRLI, to, MType::I64, t, 32)
    }
    /// A plain load of a word, which may as well zero-extend.
    pub(super) fn loads_word(&self, w: Wn) -> bool {
        match self.n(w).opr {
            Opr::Load(ref m, _) => m.ty == MType::I32 && self.n(w).ty == MType::I32,
            _ => false,
        }
    }
    /// Is a word known not to be negative?
    pub(super) fn nonnegative(&self, w: Wn) -> bool {
        let constant = |i: usize| self.kid(w, i).ok().and_then(|k| self.int(k));
        match self.n(w).opr {
            Opr::Int(v) => v >= 0,
            Opr::Icmp(_) | Opr::Fcmp(..) => true,
            Opr::Cast(CastOp::ZExt) => self.n(w).desc.bits() < self.bits(w),
            Opr::Load(ref m, Extend::Zero) => m.ty.bits() < self.bits(w),
            Opr::Binary(BinOp::And) => {
                constant(1).is_some_and(|c| c >= 0)
                    || self.two(w).is_ok_and(|(a, b)| self.nonnegative(a) || self.nonnegative(b))
            }
            Opr::Binary(BinOp::LShr) => constant(1).is_some_and(|c| c > 0 && c < i64::from(self.bits(w))),
            Opr::Binary(BinOp::URem) => constant(1).is_some_and(|c| c > 0),
            Opr::Binary(BinOp::UDiv) => constant(1).is_some_and(|c| c > 1),
            Opr::Binary(BinOp::UMin) => constant(1).is_some_and(|c| c >= 0),
            Opr::Binary(BinOp::SMax) => constant(1).is_some_and(|c| c >= 0),
            Opr::Binary(BinOp::Or | BinOp::Xor) => {
                self.two(w).is_ok_and(|(a, b)| self.nonnegative(a) && self.nonnegative(b))
            }
            Opr::Unary(UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop) => true,
            Opr::Select => self.three(w).is_ok_and(|(_, a, b)| self.nonnegative(a) && self.nonnegative(b)),
            _ => false,
        }
    }
}
