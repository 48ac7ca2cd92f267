//! Atomic memory operations: chapter 14 (A), Zacas and Zabha, with the orderings of the manual's "Mappings from C/C++
//! primitives to RISC-V primitives".
//!
//! Operations that one `amo` does are that; others are loops around `lr` and `sc`, one pseudo op each until emission, so
//! that nothing comes between the two. Loads, stores and fences stand in `expand_mem`.

use super::expand::{Expander, To};
use crate::expansion::matching::size;
use crate::expansion::patterns::Atomics;
use crate::func::Tn;
use crate::target::rmw;
use targ_info::Opcode;
use targ_info::riscv::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{Ordering, RmwOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Wn};

/// The `order` operand of `lr`, `sc` and `amo`: bits rl, aq.
fn order(o: Ordering) -> i64 {
    match o {
        Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Release => 1,
        Ordering::Acquire => 2,
        Ordering::AcqRel | Ordering::SeqCst => 3,
    }
}

/// The `ordering` operand of pseudo ops.
fn ordering(o: Ordering) -> i64 {
    match o {
        Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => 1,
        Ordering::Release => 2,
        Ordering::AcqRel => 3,
        Ordering::SeqCst => 4,
    }
}

/// Rows for bytes, halfwords, words, doublewords.
fn amo_rows(o: RmwOp) -> Option<[Opcode; 4]> {
    use op::*;
    Some(match o {
        RmwOp::Xchg => [AMOSWAP_B, AMOSWAP_H, AMOSWAP_W, AMOSWAP_D],
        RmwOp::Add | RmwOp::Sub => [AMOADD_B, AMOADD_H, AMOADD_W, AMOADD_D],
        RmwOp::And => [AMOAND_B, AMOAND_H, AMOAND_W, AMOAND_D],
        RmwOp::Or => [AMOOR_B, AMOOR_H, AMOOR_W, AMOOR_D],
        RmwOp::Xor => [AMOXOR_B, AMOXOR_H, AMOXOR_W, AMOXOR_D],
        RmwOp::Max => [AMOMAX_B, AMOMAX_H, AMOMAX_W, AMOMAX_D],
        RmwOp::Min => [AMOMIN_B, AMOMIN_H, AMOMIN_W, AMOMIN_D],
        RmwOp::UMax => [AMOMAXU_B, AMOMAXU_H, AMOMAXU_W, AMOMAXU_D],
        RmwOp::UMin => [AMOMINU_B, AMOMINU_H, AMOMINU_W, AMOMINU_D],
        _ => return None,
    })
}

impl Atomics for Expander<'_> {
    fn atomic_rmw(&mut self, s: Wn, o: RmwOp, mem: &Mem) -> Result<()> {
        let (ptr, value) = self.two(s)?;
        if mem.ty.is_float() || (mem.ty == MType::I64 && !self.m.rv64) {
            return self.unsupported(format!("atomic operation {o:?} on {}", mem.ty));
        }
        let base = self.reg(ptr)?;
        let mut v = self.low(value)?;
        let dst = self.destination(s, 0)?;
        let row = amo_rows(o).and_then(|r| r.get(size(mem.ty)).copied()).filter(|&r| self.available(r));
        let Some(row) = row else { return self.rmw_loop(o, mem, base, v, dst) };
        if o == RmwOp::Sub {
            v = self.rr(op::SUB, To::ANY, self.xty(), self.own.zero, v)?;
        }
        let rd = dst.unwrap_or(self.own.zero);
        let ord = self.f.lit(order(mem.ordering));
        let made = self.emit(row, &[rd], &[v, base, ord]);
        self.describe(made, mem);
        Ok(())
    }
    fn cmpxchg(&mut self, s: Wn, mem: &Mem, failure: Ordering) -> Result<()> {
        let (ptr, expected, new) = self.three(s)?;
        let both = stronger(mem.ordering, failure);
        let base = self.reg(ptr)?;
        let mut old = self.reg(expected)?;
        if mem.ty.bits() < 32 {
            // The row gives the old value sign-extended.
            let up = i64::from(self.m.xlen() - mem.ty.bits());
            old = self.ri(op::SLLI, To::ANY, self.xty(), old, up)?;
            old = self.ri(op::SRAI, To::ANY, self.xty(), old, up)?;
        }
        let v = self.low(new)?;
        let ty = self.loaded(mem.ty);
        let rd = self.fresh(ty)?;
        let row = match mem.ty {
            MType::I8 => op::AMOCAS_B,
            MType::I16 => op::AMOCAS_H,
            MType::I32 => op::AMOCAS_W,
            MType::I64 if self.m.rv64 => op::AMOCAS_D,
            _ => return self.unsupported(format!("compare and exchange of {}", mem.ty)),
        };
        let made = if self.available(row) {
            let ord = self.f.lit(order(both));
            self.emit(row, &[rd], &[old, v, base, ord])
        } else {
            let row = match mem.ty {
                MType::I32 => op::P_CMPXCHG_W,
                MType::I64 => op::P_CMPXCHG_D,
                _ => return self.unsupported(format!("compare and exchange of {}", mem.ty)),
            };
            if !self.available(row) {
                return self.unsupported("compare and exchange without the A extension");
            }
            let scratch = self.fresh(self.xty())?;
            let ord = self.f.lit(ordering(both));
            self.emit(row, &[rd, scratch], &[old, v, base, ord])
        };
        self.describe(made, mem);
        if let Some(d) = self.destination(s, 1)? {
            let t = self.rr(op::XOR, To::ANY, self.xty(), rd, old)?;
            self.ri(op::SLTIU, To::at(d), MType::B, t, 1)?;
        }
        if let Some(d) = self.destination(s, 0)? {
            self.copy(d, rd);
        }
        Ok(())
    }
    fn fence(&mut self, o: Ordering, single: bool) -> Result<()> {
        if single {
            self.emit(op::P_BARRIER, &[], &[]);
            return Ok(());
        }
        match o {
            Ordering::Acquire => self.emit_fence(2, 3),
            Ordering::Release => self.emit_fence(3, 1),
            Ordering::AcqRel => {
                self.emit(op::FENCE_TSO, &[], &[]);
            }
            _ => self.emit_fence(3, 3),
        }
        Ok(())
    }
}

impl Expander<'_> {
    fn destination(&mut self, s: Wn, i: usize) -> Result<Option<Tn>> {
        match self.w.dsts(s).get(i) {
            Some(&p) => self.preg(p).map(Some),
            None => Ok(None),
        }
    }
    /// The type of a value loaded from memory of this type.
    fn loaded(&self, ty: MType) -> MType {
        if ty.bits() <= 32 { MType::I32 } else { ty }
    }

    fn rmw_loop(&mut self, o: RmwOp, mem: &Mem, base: Tn, v: Tn, dst: Option<Tn>) -> Result<()> {
        let row = match mem.ty {
            MType::I32 => op::P_RMW_W,
            MType::I64 => op::P_RMW_D,
            _ => return self.unsupported(format!("atomic operation {o:?} on {}", mem.ty)),
        };
        let (Some(what), true) = (rmw::number(o), self.available(row)) else {
            return self.unsupported(format!("atomic operation {o:?} on {}", mem.ty));
        };
        // `lr` gives a sign-extended word; signed and unsigned maxima compare with the operand as a whole.
        let whole = matches!(o, RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin);
        let v = if whole && mem.ty == MType::I32 && self.m.rv64 {
            self.ri(op::ADDIW, To::ANY, MType::I32, v, 0)?
        } else {
            v
        };
        let ty = self.loaded(mem.ty);
        let rd = self.fresh(ty)?;
        let scratch = self.fresh(self.xty())?;
        let (what, ord) = (self.f.lit(what), self.f.lit(ordering(mem.ordering)));
        let made = self.emit(row, &[rd, scratch], &[what, v, base, ord]);
        self.describe(made, mem);
        if let Some(d) = dst {
            self.copy(d, rd);
        }
        Ok(())
    }
}

/// An ordering that is as strong as both.
fn stronger(a: Ordering, b: Ordering) -> Ordering {
    match (a, b) {
        (Ordering::Release, Ordering::Acquire) | (Ordering::Acquire, Ordering::Release) => Ordering::AcqRel,
        _ => a.max(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orderings_join() {
        assert_eq!(stronger(Ordering::Release, Ordering::Acquire), Ordering::AcqRel);
        assert_eq!(stronger(Ordering::Monotonic, Ordering::Acquire), Ordering::Acquire);
        assert_eq!(stronger(Ordering::SeqCst, Ordering::Acquire), Ordering::SeqCst);
    }
}
