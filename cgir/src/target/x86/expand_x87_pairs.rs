//! Conversions between floats and integers of 64 bits on IA-32, where two registers hold such an integer: `fild` and `fistp` of
//! memory ("Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2), also for floats that live in SSE registers.
//!
//! The extended format holds each such integer exactly, so that a value is rounded once, when it becomes one of a narrower format.
//! Where all arithmetic is done on x87, a signed integer is not rounded at all until it is stored, like any other value there.

use super::addr::Addr;
use super::cond::AE;
use super::expand::{Expander, To};
use super::expand_addr::{Parts, Root};
use super::expand_cmp::Cond;
use crate::func::Tn;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::CastOp;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// 0 and 2^64 as singles, the first one low.
const TWO_TO_64: u64 = 0x5f80_0000_0000_0000;

impl Expander<'_> {
    /// A float of an integer of two registers.
    pub(super) fn x87_of_pair(&mut self, w: Wn, c: CastOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let flat = self.on_x87(ty);
        if c == CastOp::SiToFp {
            let t = self.load_pair(w, if flat { ty } else { MType::F80 }, if flat { to } else { To::ANY })?;
            return if flat { Ok(t) } else { self.x87_narrow(t, ty, to) };
        }
        let t = self.unsigned_pair(w)?;
        match ty {
            MType::F80 => Ok(self.settle(to, t)),
            _ => self.x87_narrow(t, ty, to),
        }
    }
    /// Stores a float of a signed integer, which need not stand in a register of its own format before.
    pub(super) fn x87_store_pair(&mut self, w: Wn, a: Addr, mem: &Mem) -> Result<()> {
        let t = self.load_pair(w, MType::F80, To::ANY)?;
        let (_, row) = self.x87_rows(mem.ty)?;
        let o = self.emit_mem(row, &[], &[t], a, 0);
        self.describe(o, mem);
        Ok(())
    }
    /// The integer of a node's two operands, signed.
    fn load_pair(&mut self, w: Wn, ty: MType, to: To) -> Result<Tn> {
        let (low, high) = self.two(w)?;
        if let (Some((at, mem)), Some((next, _))) = (self.operand_load(low), self.operand_load(high))
            && self.follows(at, next)
        {
            let addr = self.address(at)?;
            return self.with_memory(op::P_FILD64, to, ty, &[], addr, &Mem { ty: MType::I64, ..mem });
        }
        self.put_half(low, 0)?;
        self.put_half(high, 4)?;
        self.take(op::P_FILD64, ty, to)
    }
    /// Stores half of an integer at the scratch object: answers the half's register.
    fn put_half(&mut self, w: Wn, offset: i64) -> Result<Option<Tn>> {
        if let Some(v) = self.int(w) {
            let (addr, imm) = (self.at_scratch(offset), self.f.lit(i64::from(v as i32)));
            self.emit_mem(op::MOV32_MI, &[], &[imm], addr, 0);
            return Ok(None);
        }
        let x = self.reg(w)?;
        let addr = self.at_scratch(offset);
        self.emit_mem(op::MOV32_MR, &[], &[x], addr, 0);
        Ok(Some(x))
    }
    /// The integer of a node's two operands, unsigned: a set top bit is taken for a sign, and 2^64 too little.
    fn unsigned_pair(&mut self, w: Wn) -> Result<Tn> {
        let (low, high) = self.two(w)?;
        self.put_half(low, 0)?;
        let x = self.put_half(high, 4)?;
        let t = self.take(op::P_FILD64, MType::F80, To::ANY)?;
        let top = match x {
            Some(x) => self.ri(op::SHR32_RI, To::ANY, MType::I32, x, 31)?,
            None if self.int(high).is_some_and(|v| v as i32 >= 0) => return Ok(t),
            None => self.constant(1, MType::I32, To::ANY)?,
        };
        let sym = self.pool_symbol(TWO_TO_64, 3);
        let table = self.pool_address(sym)?;
        let rd = self.fresh(MType::F80)?;
        self.emit_constant_mem(op::P_FADD_M32, &[rd], &[t], Addr { index: top, scale: 2, ..table });
        Ok(rd)
    }
    /// An integer of two registers of a float.
    pub(super) fn x87_pair_of(&mut self, s: Wn, c: CastOp) -> Result<()> {
        let (a, from) = (self.kid(s, 0)?, self.n(s).desc);
        let x = match self.on_x87(from) {
            true => self.reg(a)?,
            false => self.x87_widen(a, MType::F80, from, To::ANY)?,
        };
        let top = match c {
            CastOp::FpToSi => {
                self.x87_chop(x, MType::I64)?;
                None
            }
            CastOp::FpToIntRint => {
                self.put(op::P_FIST64, x);
                None
            }
            CastOp::FpToUi => {
                let (small, top) = self.x87_lessened(x, self.f.ty(x))?;
                self.x87_chop(small, MType::I64)?;
                Some(self.ri(op::SHL32_RI, To::ANY, MType::I32, top, 31)?)
            }
            _ => return self.unsupported(format!("conversion from {from} to an integer of two registers")),
        };
        let low = self.take(op::MOV32_RM, MType::I32, To::ANY)?;
        let (high, at) = (self.fresh(MType::I32)?, self.at_scratch(4));
        match top {
            Some(top) => self.emit_mem(op::XOR32_RM, &[high], &[top], at, 1),
            None => self.emit_mem(op::MOV32_RM, &[high], &[], at, 0),
        };
        self.assign(s, &[low, high])
    }

    /// Is the second address four bytes behind the first?
    fn follows(&self, low: Wn, high: Wn) -> bool {
        let (a, b) = (self.whereabouts(low), self.whereabouts(high));
        let same = |x: Option<Wn>, y: Option<Wn>| x.zip(y).map_or(x == y, |(x, y)| self.same(x, y));
        let index = |p: &Parts| (p.index.map(|x| x.0), p.index.map(|x| x.1));
        let ((x, n), (y, m)) = (index(&a), index(&b));
        a.root == b.root && same(a.base, b.base) && n == m && same(x, y) && a.disp.checked_add(4) == Some(b.disp)
    }
    /// An address in parts; a symbol whose address is in a table is taken apart from its offset, too.
    fn whereabouts(&self, w: Wn) -> Parts {
        let p = self.parts(w);
        match p.base.map(|x| &self.n(x).opr) {
            Some(&Opr::Lda(g, o)) if p.root == Root::None => {
                Parts { base: None, root: Root::Symbol(g), disp: p.disp.saturating_add(o), ..p }
            }
            _ => p,
        }
    }
    /// A number from 2^63 on lessened by that, others as they are; and whether it was, as 0 or 1.
    pub(super) fn x87_lessened(&mut self, x: Tn, ty: MType) -> Result<(Tn, Tn)> {
        let limit = self.x87_constant(ty, 1 << 63, 0x3fff + 63, To::ANY)?;
        let less = self.rr(op::P_FSUB, To::ANY, ty, x, limit)?;
        let row = self.x87_compare_row(false);
        self.compare_rows(row, x, limit)?;
        let large = self.set(Cond::One(AE), To::ANY)?;
        self.compare_rows(row, x, limit)?;
        Ok((self.choose(AE, less, x, ty, To::ANY)?, large))
    }
}
