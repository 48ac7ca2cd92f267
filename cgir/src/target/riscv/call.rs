//! Calls, jumps through tables, dynamic stack memory, variable arguments: the psABI's "Procedure Calling Convention", whose placing
//! of arguments the legaliser has done.

use super::expand::{Expander, To};
use crate::expansion::call::Registers;
use crate::expansion::patterns::{Calls, Stack};
use crate::func::{Constraint, OpFlags, SymRef, TableRef, Tn};
use smallvec::SmallVec;
use targ_info::Opcode;
use targ_info::riscv::{class, op, reg};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

impl Calls for Expander<'_> {
    fn check_function(&self) -> Result<()> {
        match self.cx.module.signature(self.w.global) {
            Some(sig) if sig.attrs.string("interrupt").is_some() => self.unsupported("an interrupt handler"),
            _ => Ok(()),
        }
    }
    fn load_parameter(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()> {
        let row = match ty {
            MType::B => op::LBU,
            MType::I32 => op::LW,
            MType::I64 if self.m.rv64 => op::LD,
            MType::F32 if self.m.zfinx => op::LW,
            MType::F64 if self.m.zfinx => op::LD,
            MType::F16 | MType::BF16 => op::FLH,
            MType::F32 => op::FLW,
            MType::F64 => op::FLD,
            _ => return self.unsupported(format!("a stack parameter of type {ty}")),
        };
        self.emit(row, &[t], &[offset, self.sp]);
        Ok(())
    }
    fn store_argument(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()> {
        let row = match ty {
            MType::F16 | MType::BF16 => op::FSH,
            MType::F32 if !self.m.zfinx => op::FSW,
            MType::F64 if !self.m.zfinx => op::FSD,
            MType::F32 => op::SW,
            _ => self.store_pointer(),
        };
        self.emit(row, &[], &[t, offset, self.sp]);
        Ok(())
    }
    /// Zero is a register of its own, which no argument can be.
    fn special_argument(&mut self, k: Wn) -> Result<Option<Tn>> {
        if self.int(k) != Some(0) {
            return Ok(None);
        }
        let t = self.fresh(self.xty())?;
        self.constant(0, To::at(t)).map(Some)
    }
    /// Tables hold 32-bit addresses, distances from the table, or pointers, as the code model has it.
    fn table_entry(&mut self, index: Wn, table: TableRef) -> Result<Tn> {
        let index = self.reg(index)?;
        let base = self.symbol_value(SymRef::Table(table), 0, To::ANY)?;
        let wide = self.m.rv64 && self.m.pcrel && !self.m.pic;
        let n = if wide { 3 } else { 2 };
        let xty = self.xty();
        let at = if self.m.zba {
            self.rr(if wide { op::SH3ADD } else { op::SH2ADD }, To::ANY, xty, index, base)?
        } else {
            let x = self.ri(op::SLLI, To::ANY, xty, index, n)?;
            self.rr(op::ADD, To::ANY, xty, x, base)?
        };
        let zero = self.f.lit(0);
        let entry = self.fresh(xty)?;
        let o = self.emit(if wide { op::LD } else { op::LW }, &[entry], &[zero, at]);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        if self.m.pic { self.rr(op::ADD, To::ANY, xty, entry, base) } else { Ok(entry) }
    }
}

impl Stack for Expander<'_> {
    fn variable_arguments(&mut self, entry: &mut Registers) -> Result<SmallVec<[(Tn, i64); 8]>> {
        let mut saved = SmallVec::new();
        let registers = &self.w.incoming.save_registers;
        for (i, &r) in registers.iter().enumerate() {
            let t = self.fresh(self.xty())?;
            entry.push(t, Constraint::Fixed(r));
            saved.push((t, -self.m.xbytes() * (registers.len() - i) as i64));
        }
        Ok(saved)
    }
    fn save_variable_arguments(&mut self, saved: &[(Tn, i64)]) {
        for &(t, at) in saved {
            let obj = self.incoming_area();
            let off = self.frame_offset(obj, at);
            self.emit(self.store_pointer(), &[], &[t, off, self.sp]);
        }
    }
    fn move_sp(&mut self, by: i64) -> Result<()> {
        if super::consts::fits12(by) {
            let imm = self.f.lit(by);
            self.emit(op::ADDI, &[self.sp], &[self.sp, imm]);
            return Ok(());
        }
        let t = self.constant(by, To::ANY)?;
        self.emit(op::ADD, &[self.sp], &[self.sp, t]);
        Ok(())
    }
    fn dynamic_alloca(&mut self, s: Wn, align: u8) -> Result<()> {
        let size = self.reg(self.kid(s, 0)?)?;
        self.emit(op::SUB, &[self.sp], &[self.sp, size]);
        if u32::from(align) > self.cx.target.abi.stack_align.trailing_zeros() {
            if align <= 11 {
                let mask = self.f.lit(-(1i64 << align));
                self.emit(op::ANDI, &[self.sp], &[self.sp, mask]);
            } else {
                let mask = self.constant(-(1i64 << align.min(62)), To::ANY)?;
                self.emit(op::AND, &[self.sp], &[self.sp, mask]);
            }
        }
        self.stack_save(s)
    }
    fn va_start(&mut self, s: Wn) -> Result<()> {
        let saved = self.w.incoming.save_registers.len() as i64;
        let at = if saved > 0 { -saved * self.m.xbytes() } else { i64::from(self.w.incoming.stack_bytes) };
        let (base, off) = self.address(self.kid(s, 0)?)?;
        let obj = self.incoming_area();
        let first = self.frame_offset(obj, at);
        let zero = self.f.lit(0);
        let t = self.rr(op::P_FRAMEADDR, To::ANY, self.xty(), first, zero)?;
        self.emit(self.store_pointer(), &[], &[t, off, base]);
        Ok(())
    }
    fn frame_address(&mut self, depth: u32, to: To) -> Result<Tn> {
        let xty = self.xty();
        let mut t = self.f.dedicated(self.cx.target.abi.fp, class::GPR, xty);
        let load = self.load_pointer();
        let off = self.f.lit(-2 * self.m.xbytes());
        for _ in 0..depth {
            t = self.rr(load, To::ANY, xty, off, t)?;
        }
        let rd = self.result(to, xty)?;
        self.copy(rd, t);
        Ok(rd)
    }
    fn return_address(&mut self, depth: u32, to: To) -> Result<Tn> {
        if depth == 0 {
            return match self.ra {
                Some(t) => Ok(self.settle(to, t)),
                None => self.unsupported("the return address"),
            };
        }
        let frame = self.frame_address(depth - 1, To::ANY)?;
        let off = self.f.lit(-self.m.xbytes());
        self.rr(self.load_pointer(), to, self.xty(), off, frame)
    }
    fn read_cycles(&mut self, s: Wn) -> Result<()> {
        const CYCLE: i64 = 0xc00;
        const CYCLEH: i64 = 0xc80;
        if !self.cx.target.isa.inst(op::CSRRS).available(&self.cx.target.features) {
            return self.unsupported("a cycle counter without Zicsr");
        }
        match self.destinations(s)?[..] {
            [d] => {
                self.read_csr(d, CYCLE);
            }
            [low, high] => {
                // The high half must be the same before and after.
                let head = self.new_block();
                let done = self.new_block();
                self.edge(head, 1.0);
                self.start(head);
                self.read_csr(high, CYCLEH);
                self.read_csr(low, CYCLE);
                let again = self.fresh(self.xty())?;
                self.read_csr(again, CYCLEH);
                self.branch(super::expand_cmp::Test::new(op::BNE, high, again), head, done, 0.01);
                self.start(done);
            }
            _ => return self.unsupported("a cycle counter of this width"),
        }
        Ok(())
    }
}

impl Expander<'_> {
    fn store_pointer(&self) -> Opcode {
        if self.m.rv64 { op::SD } else { op::SW }
    }
    fn load_pointer(&self) -> Opcode {
        if self.m.rv64 { op::LD } else { op::LW }
    }

    /// `__tls_get_addr`, in the middle of an expression.
    pub(super) fn tls_get_addr(&mut self, arg: Tn) -> Result<Tn> {
        let rd = self.fresh(self.xty())?;
        let target = self.symbol(SymRef::Library("__tls_get_addr"), 0, super::modifier::NONE);
        let o = self.emit(op::P_CALL, &[rd], &[target, arg]);
        let a0 = Constraint::Fixed(reg::A0);
        self.call_within(o, vec![a0, a0], reg::A0);
        Ok(rd)
    }

    /// Reads a control register. The row stands for all of them, so it has the rounding mode among its operands.
    fn read_csr(&mut self, to: Tn, number: i64) {
        let csr = self.f.lit(number);
        self.emit(op::CSRRS, &[to, self.own.frm], &[csr, self.own.zero, self.own.frm]);
    }
}
