//! Atomic memory operations: locked instructions, `xchg`, `xadd`, `cmpxchg`, and `mfence`.
//!
//! The machine orders everything but a store and a later load, so that loads are plain, stores are plain unless they are
//! sequentially consistent (see `expand_mem`), and only a sequentially consistent fence is one. What no instruction does is a loop
//! around `cmpxchg`, one pseudo op until emission.

use super::cond::E;
use super::expand::{Expander, To};
use super::expand_cmp::Cond;
use crate::expansion::matching::{sign_extended, size};
use crate::expansion::patterns::Atomics;
use crate::func::Tn;
use crate::target::rmw;
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{Ordering, RmwOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Wn};

/// Locked rows that do not give the old value: with a register, with an immediate.
fn locked(o: RmwOp) -> Option<([Opcode; 4], [Opcode; 4])> {
    use op::*;
    Some(match o {
        RmwOp::Add => (
            [LOCK_ADD8_MR, LOCK_ADD16_MR, LOCK_ADD32_MR, LOCK_ADD64_MR],
            [LOCK_ADD8_MI, LOCK_ADD16_MI, LOCK_ADD32_MI, LOCK_ADD64_MI],
        ),
        RmwOp::Sub => (
            [LOCK_SUB8_MR, LOCK_SUB16_MR, LOCK_SUB32_MR, LOCK_SUB64_MR],
            [LOCK_SUB8_MI, LOCK_SUB16_MI, LOCK_SUB32_MI, LOCK_SUB64_MI],
        ),
        RmwOp::And => (
            [LOCK_AND8_MR, LOCK_AND16_MR, LOCK_AND32_MR, LOCK_AND64_MR],
            [LOCK_AND8_MI, LOCK_AND16_MI, LOCK_AND32_MI, LOCK_AND64_MI],
        ),
        RmwOp::Or => (
            [LOCK_OR8_MR, LOCK_OR16_MR, LOCK_OR32_MR, LOCK_OR64_MR],
            [LOCK_OR8_MI, LOCK_OR16_MI, LOCK_OR32_MI, LOCK_OR64_MI],
        ),
        RmwOp::Xor => (
            [LOCK_XOR8_MR, LOCK_XOR16_MR, LOCK_XOR32_MR, LOCK_XOR64_MR],
            [LOCK_XOR8_MI, LOCK_XOR16_MI, LOCK_XOR32_MI, LOCK_XOR64_MI],
        ),
        _ => return None,
    })
}

impl Atomics for Expander<'_> {
    fn atomic_rmw(&mut self, s: Wn, o: RmwOp, mem: &Mem) -> Result<()> {
        let ty = self.atomic_type(mem, &format!("atomic operation {o:?}"))?;
        let (ptr, value) = self.two(s)?;
        let at = size(ty);
        let unread = self.w.dsts(s).first().is_none_or(|&p| !self.is_read(p));
        if let (true, Some((mr, mi))) = (unread, locked(o)) {
            let imm = self.int(value).map(|c| sign_extended(c, ty)).filter(|c| super::consts::fits32(*c));
            let (row, v) = match imm {
                Some(c) => (mi[at], self.f.lit(c)),
                None => (mr[at], self.atomic_value(value, ty)?),
            };
            let addr = self.address_of(ptr, mem)?;
            let made = self.emit_mem(row, &[], &[v], addr, 0);
            self.describe(made, mem);
            return Ok(());
        }
        let v = match (o, self.int(value)) {
            // The old value comes with `xadd` alone.
            (RmwOp::Sub, Some(c)) => {
                let t = self.constant(c.wrapping_neg(), if ty == MType::I64 { ty } else { MType::I32 }, To::ANY)?;
                self.part(t, ty)?
            }
            (RmwOp::Sub, None) => {
                let v = self.atomic_value(value, ty)?;
                self.r([op::NEG8_R, op::NEG16_R, op::NEG32_R, op::NEG64_R][at], To::ANY, ty, v)?
            }
            _ => self.atomic_value(value, ty)?,
        };
        let addr = self.address_of(ptr, mem)?;
        let old = self.fresh(ty)?;
        let made = match o {
            RmwOp::Xchg => {
                let row = [op::XCHG8_RM, op::XCHG16_RM, op::XCHG32_RM, op::XCHG64_RM][at];
                self.emit_mem(row, &[old], &[v], addr, 1)
            }
            RmwOp::Add | RmwOp::Sub => {
                let row = [op::LOCK_XADD8_MR, op::LOCK_XADD16_MR, op::LOCK_XADD32_MR, op::LOCK_XADD64_MR][at];
                self.emit_mem(row, &[old], &[v], addr, 0)
            }
            _ => {
                let Some(what) = rmw::number(o) else {
                    return self.unsupported(format!("atomic operation {o:?} on {}", mem.ty));
                };
                let scratch = self.fresh(ty)?;
                let what = self.f.lit(what);
                self.emit_mem(
                    [op::P_RMW8, op::P_RMW16, op::P_RMW32, op::P_RMW64][at],
                    &[old, scratch],
                    &[what, v],
                    addr,
                    2,
                )
            }
        };
        self.describe(made, mem);
        self.old_value(s, old)
    }
    fn cmpxchg(&mut self, s: Wn, mem: &Mem, _failure: Ordering) -> Result<()> {
        if mem.ty == MType::I64 && !self.m.wide && self.m.cx8 {
            return self.cmpxchg_pair(s, mem);
        }
        let ty = self.atomic_type(mem, "compare and exchange")?;
        let (ptr, expected, new) = self.three(s)?;
        let expected = self.atomic_value(expected, ty)?;
        let new = self.atomic_value(new, ty)?;
        let addr = self.address_of(ptr, mem)?;
        let old = self.fresh(ty)?;
        let row = [op::LOCK_CMPXCHG8_MR, op::LOCK_CMPXCHG16_MR, op::LOCK_CMPXCHG32_MR, op::LOCK_CMPXCHG64_MR][size(ty)];
        let made = self.emit_mem(row, &[old], &[new, expected], addr, 0);
        self.describe(made, mem);
        if let Some(&p) = self.w.dsts(s).get(1) {
            let d = self.preg(p)?;
            self.set(Cond::One(E), To::at(d))?;
        }
        self.old_value(s, old)
    }
    fn fence(&mut self, o: Ordering, single: bool) -> Result<()> {
        let strong = o == Ordering::SeqCst && !single;
        if strong && !self.m.sse2 {
            // Any locked instruction is one.
            let (top, zero) = (self.at(self.sp, 0), self.f.lit(0));
            self.emit_mem(op::LOCK_OR32_MI, &[], &[zero], top, 0);
            return Ok(());
        }
        self.emit(if strong { op::MFENCE } else { op::P_BARRIER }, &[], &[]);
        Ok(())
    }
}

impl Expander<'_> {
    fn atomic_type(&self, mem: &Mem, what: &str) -> Result<MType> {
        match mem.ty {
            MType::I8 | MType::I16 | MType::I32 => Ok(mem.ty),
            MType::I64 if self.m.wide => Ok(mem.ty),
            _ => self.unsupported(format!("{what} of {}", mem.ty)),
        }
    }
    /// The value of an operand, as wide as the access.
    fn atomic_value(&mut self, w: Wn, ty: MType) -> Result<Tn> {
        let w = self.narrowed(w, ty.bits());
        let t = self.reg(w)?;
        self.part(t, ty)
    }
    /// Gives the first PREG of a statement an old value.
    fn old_value(&mut self, s: Wn, old: Tn) -> Result<()> {
        let Some(&p) = self.w.dsts(s).first() else { return Ok(()) };
        if !self.is_read(p) {
            return Ok(());
        }
        let d = self.preg(p)?;
        self.widened(old, To::at(d)).map(|_| ())
    }
    /// Compares and exchanges two registers: kids are the address, both parts of what is expected, of what is new.
    fn cmpxchg_pair(&mut self, s: Wn, mem: &Mem) -> Result<()> {
        let ptr = self.kid(s, 0)?;
        let mut parts = [self.own.noreg; 4];
        for (i, part) in parts.iter_mut().enumerate() {
            let k = self.kid(s, i + 1)?;
            *part = self.in_virtual(k)?;
        }
        let [low, high, new_low, new_high] = parts;
        // Four registers are taken: one is left for the address.
        let p = self.reg(ptr)?;
        if mem.space != 0 {
            return self.unsupported("a compare and exchange of two registers in another address space");
        }
        let addr = self.at(p, 0);
        let (old_high, old_low) = (self.fresh(MType::I32)?, self.fresh(MType::I32)?);
        let row = op::LOCK_CMPXCHG8B;
        let made = self.emit_mem(row, &[old_high, old_low], &[low, high, new_low, new_high], addr, 0);
        self.describe(made, mem);
        if let Some(&p) = self.w.dsts(s).get(2) {
            let d = self.preg(p)?;
            self.set(Cond::One(E), To::at(d))?;
        }
        self.assign(s, &[old_low, old_high])
    }
}
