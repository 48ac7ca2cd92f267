//! The stack at run time: dynamic memory, variable arguments, frame and return addresses.

use super::expand::{Expander, To};
use super::hooks::{file, memory_rows};
use crate::expansion::call::Registers;
use crate::expansion::patterns::Stack;
use crate::func::{FrameData, FrameKind, Tn};
use smallvec::SmallVec;
use targ_info::PReg;
use targ_info::x86::{class, op};
use whirl_lite::diag::Result;
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// Bytes of the register save area that general registers take; vector registers follow, sixteen bytes each.
const GENERAL_BYTES: i64 = 48;
/// Bytes of the register save area.
const SAVE_AREA: u64 = 176;

impl Stack for Expander<'_> {
    fn move_sp(&mut self, by: i64) -> Result<()> {
        let imm = self.f.lit(by);
        self.emit(self.form(self.xty(), op::ADD32_RI, op::ADD64_RI), &[self.sp], &[self.sp, imm]);
        Ok(())
    }
    fn dynamic_alloca(&mut self, s: Wn, align: u8) -> Result<()> {
        let size = self.reg(self.kid(s, 0)?)?;
        let xty = self.xty();
        self.emit(self.form(xty, op::SUB32_RR, op::SUB64_RR), &[self.sp], &[self.sp, size]);
        if u32::from(align) > self.cx.target.abi.stack_align.trailing_zeros() {
            let mask = self.f.lit(-(1i64 << align.min(31)));
            self.emit(self.form(xty, op::AND32_RI, op::AND64_RI), &[self.sp], &[self.sp, mask]);
        }
        self.stack_save(s)
    }
    fn variable_arguments(&mut self, entry: &mut Registers) -> Result<SmallVec<[(Tn, i64); 8]>> {
        let mut saved = SmallVec::new();
        let w = self.w;
        if !w.nodes.values().any(|n| matches!(n.opr, Opr::VaStart)) {
            return Ok(saved);
        }
        for &r in &w.incoming.save_registers {
            let Some(at) = self.save_offset(r) else { continue };
            // The whole vector register: it may hold a vector.
            let t = self.fresh(if at < GENERAL_BYTES { self.xty() } else { super::expand_vec::V8I16 })?;
            entry.push(t, self.fixed(t, r)?);
            saved.push((t, at));
        }
        Ok(saved)
    }
    fn save_variable_arguments(&mut self, saved: &[(Tn, i64)]) {
        for &(t, at) in saved {
            let obj = self.save_area();
            let addr = self.at_frame(obj, at);
            self.emit_mem(memory_rows(file(&self.f, t)).0, &[], &[t], addr, 0);
        }
    }
    fn va_start(&mut self, s: Wn) -> Result<()> {
        if !self.m.wide {
            // A pointer that walks through the argument area.
            let list = self.address(self.kid(s, 0)?)?;
            let incoming = self.incoming_area();
            let first = self.frame_value(incoming, i64::from(self.w.incoming.stack_bytes), To::ANY)?;
            self.emit_mem(op::MOV32_MR, &[], &[first], list, 0);
            return Ok(());
        }
        let list = self.reg(self.kid(s, 0)?)?;
        let abi = self.cx.target.abi;
        // Not `params`, which leaves out those that nothing reads: what fixed parameters took is what is not saved.
        let saved = &self.w.incoming.save_registers;
        let used = |regs: &[PReg]| regs.iter().filter(|r| !saved.contains(r)).count() as i64;
        let (general, vector) = (8 * used(abi.int_args), GENERAL_BYTES + 16 * used(abi.fp_args));
        for (at, v) in [(0, general), (4, vector)] {
            let addr = self.at(list, at);
            let imm = self.f.lit(v);
            self.emit_mem(op::MOV32_MI, &[], &[imm], addr, 0);
        }
        let incoming = self.incoming_area();
        let area = self.save_area();
        for (at, obj, off) in [(8, incoming, i64::from(self.w.incoming.stack_bytes)), (16, area, 0)] {
            let t = self.frame_value(obj, off, To::ANY)?;
            let addr = self.at(list, at);
            self.emit_mem(op::MOV64_MR, &[], &[t], addr, 0);
        }
        Ok(())
    }
    fn frame_address(&mut self, depth: u32, to: To) -> Result<Tn> {
        let (xty, general) = (self.xty(), if self.m.wide { class::GR64 } else { class::GR32 });
        let mut t = self.f.dedicated(self.cx.target.abi.fp, general, xty);
        for _ in 0..depth {
            t = self.load_word(t, 0, To::ANY)?;
        }
        let rd = self.result(to, xty)?;
        self.copy(rd, t);
        Ok(rd)
    }
    fn return_address(&mut self, depth: u32, to: To) -> Result<Tn> {
        let word = self.m.xbytes();
        if depth > 0 {
            let frame = self.frame_address(depth, To::ANY)?;
            return self.load_word(frame, word, to);
        }
        let obj = self.incoming_area();
        let addr = self.at_frame(obj, -word);
        let rd = self.result(to, self.xty())?;
        self.emit_mem(self.form(self.xty(), op::MOV32_RM, op::MOV64_RM), &[rd], &[], addr, 0);
        Ok(rd)
    }
    fn read_cycles(&mut self, s: Wn) -> Result<()> {
        let dsts = self.destinations(s)?;
        let (lo, hi) = (self.fresh(MType::I32)?, self.fresh(MType::I32)?);
        self.emit(op::RDTSC, &[lo, hi], &[]);
        match dsts[..] {
            [d] if self.m.wide => {
                let (low, high) = (self.fresh(MType::I64)?, self.fresh(MType::I64)?);
                self.emit(op::P_ZEXT32, &[low], &[lo]);
                self.emit(op::P_WIDE64_32, &[high], &[hi]);
                let up = self.ri(op::SHL64_RI, To::ANY, MType::I64, high, 32)?;
                self.rr(op::OR64_RR, To::at(d), MType::I64, up, low)?;
                Ok(())
            }
            [low, high] => {
                self.copy(low, lo);
                self.copy(high, hi);
                Ok(())
            }
            _ => self.unsupported("a cycle counter of this width"),
        }
    }
}

impl Expander<'_> {
    // Variable arguments.

    /// The place of an argument register in the register save area.
    fn save_offset(&self, r: PReg) -> Option<i64> {
        let abi = self.cx.target.abi;
        let place = |list: &[PReg]| list.iter().position(|&x| x == r).map(|i| i as i64);
        place(abi.int_args).map(|i| 8 * i).or_else(|| place(abi.fp_args).map(|i| GENERAL_BYTES + 16 * i))
    }
    /// The register save area as a frame object.
    fn save_area(&mut self) -> FrameObj {
        if let Some(o) = self.own.save_area {
            return o;
        }
        let o = self.f.frame.push(FrameData { size: SAVE_AREA, align: 4, kind: FrameKind::Local, offset: None });
        self.own.save_area = Some(o);
        o
    }
    // Frame and return addresses.

    fn load_word(&mut self, base: Tn, at: i64, to: To) -> Result<Tn> {
        let addr = self.at(base, at);
        let rd = self.result(to, self.xty())?;
        self.emit_mem(self.form(self.xty(), op::MOV32_RM, op::MOV64_RM), &[rd], &[], addr, 0);
        Ok(rd)
    }
}
