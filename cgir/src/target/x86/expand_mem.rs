//! Loads and stores: `mov`, `movzx`, `movsx`, and the forms of other rows that have an operand in memory.
//!
//! A load becomes the memory operand of its user where the tables have such a row ([`Expander::operand_load`]); a store of an
//! operation on what stands at the same address is one read-modify-write op. Both are safe within a tree: a load is a kid only
//! where nothing that may write its memory comes between it and its user, and nothing in a tree writes but the statement itself.

use super::addr::Addr;
use super::consts::fits32;
use super::expand::{Expander, To};
use super::expand_int::alu_rows;
use crate::expansion::matching::{plain, sign_extended, size};
use crate::expansion::patterns::{Atomics, Memory};
use crate::func::{Tn, TnData};
use targ_info::x86::op;
use targ_info::{Opcode, Role};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, Ordering, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

impl Memory for Expander<'_> {
    fn load(&mut self, w: Wn, mem: &Mem, ext: Extend, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.address_of(self.kid(w, 0)?, mem)?;
        self.load_from(a, mem, ext, ty, to)
    }
    fn store(&mut self, s: Wn, mem: &Mem) -> Result<()> {
        let (addr, value) = self.two(s)?;
        if mem.ty.is_vector() {
            return self.store_vector(addr, value, mem);
        }
        if self.store_lane(addr, value, mem)? {
            return Ok(());
        }
        if mem.ordering == Ordering::SeqCst {
            return self.store_locked(addr, value, mem);
        }
        if mem.ty.is_float() {
            return self.store_float(addr, value, mem);
        }
        let v = if mem.ty == MType::B { value } else { self.narrowed(value, mem.ty.bits()) };
        if plain(mem) && mem.ty != MType::B && self.read_modify_write(addr, v, mem)? {
            return Ok(());
        }
        let a = self.address_of(addr, mem)?;
        if let Some(c) = self.int(v) {
            return self.store_constant(a, c, mem);
        }
        if let (MType::B | MType::I8, Some(b)) = (mem.ty, self.as_truth(v)) {
            return self.store_condition(a, b, mem);
        }
        if let (Some(x), Some(row)) = (self.as_byte_swap(v, mem.ty), movbe_row(mem.ty).filter(|_| self.m.movbe)) {
            let x = self.reg(x)?;
            return self.store_register(row, a, x, mem);
        }
        if let Opr::Cast(CastOp::BitCast) = self.n(v).opr {
            let x = self.kid(v, 0)?;
            let from = self.n(x).ty;
            if from.is_float() && from.bits() == mem.ty.bits() {
                let x = self.reg(x)?;
                let row = self.float_store_row(from)?;
                return self.store_register(row, a, x, mem);
            }
        }
        let x = self.reg(v)?;
        self.store_integer(a, x, mem)
    }
    fn prefetch(&mut self, s: Wn, write: bool, locality: u8, _data: bool) -> Result<()> {
        if !self.m.sse {
            return Ok(());
        }
        let a = self.address(self.kid(s, 0)?)?;
        let prfchw = self.cx.target.has(targ_info::x86::feature::PRFCHW);
        let row = match (write && prfchw, locality) {
            (true, _) => op::PREFETCHW,
            (false, 0) => op::PREFETCHNTA,
            (false, 1) => op::PREFETCHT2,
            (false, 2) => op::PREFETCHT1,
            (false, _) => op::PREFETCHT0,
        };
        self.emit_mem(row, &[], &[], a, 0);
        Ok(())
    }
}

impl Expander<'_> {
    // Memory operands of other rows.

    /// A load that can be the memory operand of its user: plain, and of the width that is computed in.
    pub(super) fn operand_load(&self, w: Wn) -> Option<(Wn, Mem)> {
        match self.n(w).opr {
            Opr::Load(mem, _) if plain(&mem) && mem.ty == self.n(w).ty => Some((self.kid(w, 0).ok()?, mem)),
            _ => None,
        }
    }
    /// The row that has its second source in memory.
    pub(super) fn source_in_memory(&self, o: Opcode) -> Option<Opcode> {
        self.entry_in_memory(o, self.cx.target.isa.inst(o).role(Role::Opnd2)?)
    }
    /// The row that only reads memory in place of this entry of its list (results, then operands).
    pub(super) fn entry_in_memory(&self, o: Opcode, at: usize) -> Option<Opcode> {
        let isa = self.cx.target.isa;
        let fold = isa.folds_of(o).iter().find(|f| usize::from(f.operand) == at && f.loads && !f.stores)?;
        isa.inst(fold.mem).available(&self.cx.target.features).then_some(fold.mem)
    }
    /// `op rd, a, b`, where `b` may come from memory.
    pub(super) fn with_source(&mut self, o: Opcode, to: To, ty: MType, a: Tn, b: Wn) -> Result<Tn> {
        if let (Some((at, mem)), Some(row)) = (self.operand_load(b), self.source_in_memory(o)) {
            let addr = self.address(at)?;
            return self.with_memory(row, to, ty, &[a], addr, &mem);
        }
        let y = self.reg(b)?;
        self.rr(o, to, ty, a, y)
    }
    /// `op rd, sources, memory`.
    pub(super) fn with_memory(&mut self, row: Opcode, to: To, ty: MType, from: &[Tn], a: Addr, m: &Mem) -> Result<Tn> {
        // A tie is settled before the address is read.
        let clash = to.dst.is_some_and(|d| (a.base == d || a.index == d) && !from.is_empty());
        let rd = self.result(if clash { To::ANY } else { to }, ty)?;
        let o = self.emit_mem(row, &[rd], from, a, from.len());
        self.describe(o, m);
        Ok(self.settle(to, rd))
    }

    // Loads.

    /// A load from an address that is made already.
    pub(super) fn load_from(&mut self, a: Addr, mem: &Mem, ext: Extend, ty: MType, to: To) -> Result<Tn> {
        let wide = self.is_wide(ty);
        let row = match (mem.ty, ext) {
            (MType::B | MType::I8, Extend::Sign) => self.form(ty, op::MOVSX32_8_RM, op::MOVSX64_8_RM),
            (MType::B | MType::I8, _) => self.form(ty, op::MOVZX32_8_RM, op::MOVZX64_8_RM),
            (MType::I16, Extend::Sign) => self.form(ty, op::MOVSX32_16_RM, op::MOVSX64_16_RM),
            (MType::I16, _) => self.form(ty, op::MOVZX32_16_RM, op::MOVZX64_16_RM),
            (MType::I32, Extend::Sign) if wide => op::MOVSX64_32_RM,
            (MType::I32, _) if wide => {
                let t = self.with_memory(op::MOV32_RM, To::ANY, MType::I32, &[], a, mem)?;
                return self.r(op::P_ZEXT32, to, ty, t);
            }
            (MType::I32, _) => op::MOV32_RM,
            (MType::I64, _) if wide => op::MOV64_RM,
            (MType::F32, _) if self.m.sse => op::MOVSS_RM,
            (MType::F64, _) if self.m.sse2 => op::MOVSD_RM,
            _ if self.on_x87(mem.ty) => return self.x87_load(a, mem, ty, to),
            _ => return self.unsupported(format!("a load of type {}", mem.ty)),
        };
        self.with_memory(row, to, ty, &[], a, mem)
    }

    // Stores.

    fn store_register(&mut self, row: Opcode, a: Addr, x: Tn, mem: &Mem) -> Result<()> {
        let o = self.emit_mem(row, &[], &[x], a, 0);
        self.describe(o, mem);
        Ok(())
    }
    /// Stores the low part of a register.
    fn store_integer(&mut self, a: Addr, x: Tn, mem: &Mem) -> Result<()> {
        let rows = match self.f.ty(x) {
            MType::I8 => [Some(op::MOV8_MR), None, None, None],
            MType::I16 => [None, Some(op::MOV16_MR), None, None],
            MType::B | MType::I32 => [Some(op::P_ST8_32), Some(op::P_ST16_32), Some(op::MOV32_MR), None],
            _ => [Some(op::P_ST8_64), Some(op::P_ST16_64), Some(op::P_ST32_64), Some(op::MOV64_MR)],
        };
        let Some(row) = rows[size(mem.ty)] else {
            return self.unsupported(format!("a store of {} as {}", self.f.ty(x), mem.ty));
        };
        self.store_register(row, a, x, mem)
    }
    fn store_constant(&mut self, a: Addr, c: i64, mem: &Mem) -> Result<()> {
        let c = if mem.ty == MType::B { c & 1 } else { sign_extended(c, mem.ty) };
        if !fits32(c) {
            let x = self.constant(c, MType::I64, To::ANY)?;
            return self.store_register(op::MOV64_MR, a, x, mem);
        }
        let row = [op::MOV8_MI, op::MOV16_MI, op::MOV32_MI, op::MOV64_MI32][size(mem.ty)];
        let imm = self.f.lit(c);
        self.store_register(row, a, imm, mem)
    }
    /// A truth value, or one that is extended to a byte.
    fn as_truth(&self, w: Wn) -> Option<Wn> {
        match self.n(w).opr {
            Opr::Icmp(_) => Some(w),
            Opr::Cast(CastOp::ZExt) if self.n(w).desc == MType::B => self.as_truth(self.kid(w, 0).ok()?),
            _ => None,
        }
    }
    fn store_condition(&mut self, a: Addr, b: Wn, mem: &Mem) -> Result<()> {
        let Some(c) = self.condition(b, true)?.single() else { return self.unsupported("a comparison") };
        let cc = self.f.lit(c);
        self.store_register(op::SET_M, a, cc, mem)
    }
    fn as_byte_swap(&self, v: Wn, ty: MType) -> Option<Wn> {
        match self.n(v).opr {
            Opr::Unary(UnOp::Bswap) if self.n(v).ty == ty => self.kid(v, 0).ok(),
            _ => None,
        }
    }
    fn float_store_row(&self, ty: MType) -> Result<Opcode> {
        match ty {
            MType::F32 if self.m.sse => Ok(op::MOVSS_MR),
            MType::F64 if self.m.sse2 => Ok(op::MOVSD_MR),
            _ if self.on_x87(ty) => Ok(self.x87_rows(ty)?.1),
            _ => self.unsupported(format!("a store of type {ty}")),
        }
    }
    fn store_float(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let rounds = matches!(self.n(value).opr, Opr::Cast(CastOp::FpTrunc)) && self.on_x87(self.n(value).desc);
        if rounds {
            return self.x87_store(addr, value, mem);
        }
        let row = self.float_store_row(mem.ty)?;
        let a = self.address_of(addr, mem)?;
        if let (Opr::FromPair(CastOp::SiToFp), false) = (self.n(value).opr, self.on_x87(mem.ty)) {
            return self.x87_store_pair(value, a, mem);
        }
        if let Opr::Float(bits) = self.n(value).opr {
            let word = mem.ty == MType::F32;
            let c = if word { i64::from(bits as i32) } else { bits as i64 };
            if fits32(c) && (word || self.m.wide) {
                let imm = self.f.lit(c);
                return self.store_register(if word { op::MOV32_MI } else { op::MOV64_MI32 }, a, imm, mem);
            }
        }
        if let Opr::Cast(CastOp::BitCast) = self.n(value).opr {
            let x = self.kid(value, 0)?;
            if matches!(self.n(x).ty, MType::I32 | MType::I64) {
                let x = self.reg(x)?;
                return self.store_register(if mem.ty == MType::F32 { op::MOV32_MR } else { op::MOV64_MR }, a, x, mem);
            }
        }
        let x = self.reg(value)?;
        self.store_register(row, a, x, mem)
    }
    /// A sequentially consistent store is an exchange, which is a fence, too. One of a float has a fence behind it.
    fn store_locked(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let a = self.address_of(addr, mem)?;
        if mem.ty.is_float() {
            let row = self.float_store_row(mem.ty)?;
            let x = self.reg(value)?;
            self.store_register(row, a, x, mem)?;
            return self.fence(Ordering::SeqCst, false);
        }
        let x = self.reg(value)?;
        let x = self.part(x, mem.ty)?;
        let row = [op::XCHG8_RM, op::XCHG16_RM, op::XCHG32_RM, op::XCHG64_RM][size(mem.ty)];
        self.with_memory(row, To::ANY, self.part_type(mem.ty), &[x], a, mem).map(|_| ())
    }

    // Read, modify, write.

    /// `*p = *p op x` in one op, if it is one.
    fn read_modify_write(&mut self, addr: Wn, v: Wn, mem: &Mem) -> Result<bool> {
        let Opr::Binary(b) = self.n(v).opr else { return Ok(false) };
        let (x, y) = self.two(v)?;
        let bits = mem.ty.bits();
        let here = |e: &Self, k: Wn| e.loads_same(k, addr, mem, matches!(b, BinOp::LShr | BinOp::AShr));
        let commutes = matches!(b, BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor);
        let other = if here(self, x) {
            y
        } else if commutes && here(self, y) {
            x
        } else if b == BinOp::Sub && self.int(x) == Some(0) && here(self, y) {
            let row = [op::NEG8_M, op::NEG16_M, op::NEG32_M, op::NEG64_M][size(mem.ty)];
            return self.modify(addr, row, None, mem);
        } else {
            return Ok(false);
        };
        let at = size(mem.ty);
        let constant = self.int(other).map(|c| sign_extended(c, mem.ty));
        if let (BinOp::Shl | BinOp::LShr | BinOp::AShr, Some(c)) = (b, self.int(other)) {
            if !(1..i64::from(bits)).contains(&c) {
                return Ok(false);
            }
            let row = match b {
                BinOp::Shl => [op::SHL8_MI, op::SHL16_MI, op::SHL32_MI, op::SHL64_MI],
                BinOp::LShr => [op::SHR8_MI, op::SHR16_MI, op::SHR32_MI, op::SHR64_MI],
                _ => [op::SAR8_MI, op::SAR16_MI, op::SAR32_MI, op::SAR64_MI],
            };
            let imm = self.f.lit(c);
            return self.modify(addr, row[at], Some(imm), mem);
        }
        let Some((rr, ri)) = alu_rows(b) else { return Ok(false) };
        match (b, constant) {
            (BinOp::Add, Some(1)) | (BinOp::Sub, Some(-1)) => {
                let row = [op::INC8_M, op::INC16_M, op::INC32_M, op::INC64_M][at];
                return self.modify(addr, row, None, mem);
            }
            (BinOp::Add, Some(-1)) | (BinOp::Sub, Some(1)) => {
                let row = [op::DEC8_M, op::DEC16_M, op::DEC32_M, op::DEC64_M][at];
                return self.modify(addr, row, None, mem);
            }
            (BinOp::Xor, Some(-1)) => {
                let row = [op::NOT8_M, op::NOT16_M, op::NOT32_M, op::NOT64_M][at];
                return self.modify(addr, row, None, mem);
            }
            _ => {}
        }
        let (row, source) = match constant.filter(|c| fits32(*c)) {
            Some(c) => (ri[at], self.f.lit(c)),
            None => {
                let x = self.narrowed(other, bits);
                let x = self.reg(x)?;
                (rr[at], self.part(x, mem.ty)?)
            }
        };
        let Some(row) = self.result_in_memory(row) else { return self.unsupported("an operation on memory") };
        self.modify(addr, row, Some(source), mem)
    }
    /// Is it what stands at an address, as much of it as is stored, whatever was made of the bits above?
    fn loads_same(&self, k: Wn, addr: Wn, mem: &Mem, whole: bool) -> bool {
        let k = if whole { k } else { self.narrowed(k, mem.ty.bits()) };
        match self.n(k).opr {
            Opr::Load(m, _) => {
                let full = !whole || self.n(k).ty == m.ty;
                plain(&m) && m.ty == mem.ty && full && self.kid(k, 0).is_ok_and(|a| self.same(a, addr))
            }
            _ => false,
        }
    }
    fn modify(&mut self, addr: Wn, row: Opcode, source: Option<Tn>, mem: &Mem) -> Result<bool> {
        let a = self.address_of(addr, mem)?;
        let o = self.emit_mem(row, &[], source.as_slice(), a, 0);
        self.describe(o, mem);
        Ok(true)
    }
    /// The row that has its result, and the source it is tied to, in memory.
    fn result_in_memory(&self, o: Opcode) -> Option<Opcode> {
        let folds = self.cx.target.isa.folds_of(o);
        folds.iter().find(|f| f.operand == 0 && f.loads && f.stores).map(|f| f.mem)
    }

    // Parts of registers.

    /// The type whose class an access of a type wants.
    pub(super) fn part_type(&self, ty: MType) -> MType {
        if ty == MType::B { MType::I8 } else { ty }
    }
    /// The low part of an integer register, as a register of the type's own width.
    pub(super) fn part(&mut self, t: Tn, ty: MType) -> Result<Tn> {
        let from = match self.f.tns[t] {
            TnData::Reg { ty: MType::B, .. } => 32,
            TnData::Reg { ty, .. } => ty.bits(),
            _ => return self.unsupported("a part of what is no register"),
        };
        let want = self.part_type(ty);
        let row = match (from, want.bits()) {
            (a, b) if a == b => return Ok(t),
            (64, 32) => op::P_LOW64_32,
            (64, 16) => op::P_LOW64_16,
            (64, 8) => op::P_LOW64_8,
            (32, 16) => op::P_LOW32_16,
            (32, 8) => op::P_LOW32_8,
            (16, 8) => op::P_LOW16_8,
            _ => return self.unsupported(format!("a value of {from} bits as {ty}")),
        };
        self.r(row, To::ANY, want, t)
    }
    /// A byte or word register as one of 32 bits, of which the low part counts.
    pub(super) fn widened(&mut self, t: Tn, to: To) -> Result<Tn> {
        match self.f.ty(t) {
            MType::I8 => self.r(op::P_WIDE32_8, to, MType::I32, t),
            MType::I16 => self.r(op::P_WIDE32_16, to, MType::I32, t),
            _ => Ok(self.settle(to, t)),
        }
    }
}

fn movbe_row(ty: MType) -> Option<Opcode> {
    match ty {
        MType::I32 => Some(op::MOVBE32_MR),
        MType::I64 => Some(op::MOVBE64_MR),
        _ => None,
    }
}
