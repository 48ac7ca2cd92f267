//! Calls and jumps through tables: the psABI's "Function Calling Sequence", whose placing of arguments the legaliser has done.
//!
//! A call destroys the flags too. Offsets of the incoming area count from the CFA, the stack pointer before the return address was
//! pushed.

use super::addr::Addr;
use super::expand::{Expander, To};
use super::expand_addr::Reach;
use super::hooks::{file, memory_rows};
use crate::expansion::call::{self, Registers};
use crate::expansion::patterns::Calls;
use crate::func::{Constraint, FrameData, FrameKind, SymRef, TableRef, Tn};
use smallvec::SmallVec;
use targ_info::PReg;
use targ_info::x86::{class, op, reg};
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{WCallData, Wn};

/// Frames beyond this are refused: their offsets fit no displacement.
const LARGEST_FRAME: u64 = 0x7fff_0000;

impl Calls for Expander<'_> {
    fn check_function(&self) -> Result<()> {
        let bytes = self.f.frame.values().fold(0u64, |n, d| n.saturating_add(d.size));
        if bytes > LARGEST_FRAME {
            return self.unsupported("a frame of 2 gigabytes");
        }
        Ok(())
    }
    fn load_parameter(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()> {
        let addr = self.at_disp(self.sp, offset);
        let row = if self.on_x87(ty) { self.x87_rows(ty)?.0 } else { memory_rows(file(&self.f, t)).1 };
        self.emit_mem(row, &[t], &[], addr, 0);
        Ok(())
    }
    fn store_argument(&mut self, t: Tn, ty: MType, offset: Tn) -> Result<()> {
        let addr = self.at_disp(self.sp, offset);
        let row = if self.on_x87(ty) { self.x87_rows(ty)?.1 } else { memory_rows(file(&self.f, t)).0 };
        self.emit_mem(row, &[], &[t], addr, 0);
        Ok(())
    }
    /// Before variable arguments an upper bound of the vector registers used, of which the callee reads al alone; for the procedure
    /// linkage table of IA-32 the address of the GOT.
    fn describe_arguments(&mut self, args: &mut Registers, d: &WCallData, direct: bool) -> Result<()> {
        if self.m.wide && d.vararg {
            let fp = self.cx.target.abi.fp_args;
            let n = d.arg_locs.iter().filter(|l| matches!(l, ArgLoc::Reg(r) if fp.contains(r))).count();
            let t = self.constant(n as i64, MType::I32, To::ANY)?;
            args.push(t, Constraint::Fixed(reg::EAX));
        }
        if self.m.gotoff && direct && call::callee(d).is_some_and(|sym| self.through_got(sym)) {
            let t = self.got_base()?;
            args.push(t, Constraint::Fixed(reg::EBX));
        }
        Ok(())
    }
    /// A jump through the linkage table would need a register that the caller wants back, and conventions of their own pass
    /// arguments in it; calls have 32 bits.
    fn far_callee(&mut self, sym: SymRef, bare: bool) -> Result<Option<Tn>> {
        if self.is_far(sym) || bare && self.m.gotoff && self.through_got(sym) {
            return self.symbol_value(sym, 0, To::ANY).map(Some);
        }
        Ok(None)
    }
    fn result_register(&mut self, t: Tn, place: PReg) -> Option<Tn> {
        self.on_x87_stack(self.f.ty(t), place).then(|| self.f.new_reg(class::RFP80, MType::F80))
    }
    /// By memory: no instruction moves between the register files.
    fn take_result(&mut self, from: Tn, t: Tn) -> Result<()> {
        let ty = self.f.ty(t);
        self.through_frame(from, t, ty);
        Ok(())
    }
    fn give_result(&mut self, k: Wn, place: PReg) -> Result<Option<Tn>> {
        let ty = self.n(k).ty;
        if !self.on_x87_stack(ty, place) {
            return Ok(None);
        }
        let row = if ty == MType::F32 { op::P_FLD32 } else { op::P_FLD64 };
        let flat = self.f.new_reg(class::RFP80, MType::F80);
        let addr = match (self.operand_load(k), self.pooled(k)?) {
            (Some((at, mem)), _) => {
                let addr = self.address(at)?;
                return self.with_memory(row, To::at(flat), MType::F80, &[], addr, &mem).map(Some);
            }
            (None, Some(addr)) => addr,
            (None, None) => {
                let t = self.reg(k)?;
                let addr = self.in_frame(ty);
                self.emit_mem(memory_rows(file(&self.f, t)).0, &[], &[t], addr, 0);
                addr
            }
        };
        self.emit_mem(row, &[flat], &[], addr, 0);
        Ok(Some(flat))
    }
    /// What the function saves holds its caller's values again when it jumps.
    fn tail_target(&mut self, target: Tn) -> Tn {
        let t = self.f.new_reg(class::PTRTC, self.xty());
        self.copy(t, target);
        t
    }
    fn return_slot(&self) -> Option<i64> {
        Some(-self.m.xbytes())
    }
    /// How many bytes of arguments a return removes.
    fn return_operands(&mut self) -> SmallVec<[Tn; 4]> {
        SmallVec::from_slice(&[self.f.lit(i64::from(self.w.incoming.popped))])
    }
    /// A jump through a table of distances from the table, of 32-bit addresses, or of pointers, as the code model has it.
    fn table_entry(&mut self, index: Wn, table: TableRef) -> Result<Tn> {
        let mut index = self.reg(index)?;
        let xty = self.xty();
        if self.m.wide && self.f.ty(index) != MType::I64 {
            let wide = self.fresh(xty)?;
            self.emit(op::P_ZEXT32, &[wide], &[index]);
            index = wide;
        }
        let sym = SymRef::Table(table);
        if self.reach(sym) == Reach::Absolute {
            let disp = self.symbol(sym, 0, super::modifier::NONE);
            let at = self.at_disp(self.own.noreg, disp);
            let wide = self.m.wide && self.m.stubs;
            let (row, scale) = if wide { (op::MOV64_RM, 3) } else { (op::MOV32_RM, 2) };
            return self.table_load(row, Addr { index, scale, ..at });
        }
        let base = self.symbol_value(sym, 0, To::ANY)?;
        let (row, scale) = match (self.m.large, self.m.wide) {
            (true, _) => (op::MOV64_RM, 3),
            (false, true) => (op::MOVSX64_32_RM, 2),
            (false, false) => (op::MOV32_RM, 2),
        };
        let at = self.at(base, 0);
        let entry = self.table_load(row, Addr { index, scale, ..at })?;
        match self.m.pic {
            true => self.rr(self.form(xty, op::ADD32_RR, op::ADD64_RR), To::ANY, xty, entry, base),
            false => Ok(entry),
        }
    }
}

impl Expander<'_> {
    /// Is a value of vector registers returned on the x87 stack?
    fn on_x87_stack(&self, ty: MType, place: PReg) -> bool {
        let isa = self.cx.target.isa;
        let vector = ty == MType::F32 && self.m.sse || ty == MType::F64 && self.m.sse2;
        vector && isa.class(class::RFP80).units.intersects(isa.reg(place).units)
    }
    /// A place in the frame for a value of a type.
    pub(super) fn in_frame(&mut self, ty: MType) -> Addr {
        let size = u64::from(ty.bits() / 8);
        let align = size.trailing_zeros() as u8;
        let obj = self.f.frame.push(FrameData { size, align, kind: FrameKind::Local, offset: None });
        self.at_frame(obj, 0)
    }
    /// An entry of a jump table, as wide as an address.
    fn table_load(&mut self, row: targ_info::Opcode, addr: Addr) -> Result<Tn> {
        let narrow = row == op::MOV32_RM && self.m.wide;
        let entry = self.fresh(if narrow { MType::I32 } else { self.xty() })?;
        self.emit_constant_mem(row, &[entry], &[], addr);
        if !narrow {
            return Ok(entry);
        }
        let wide = self.fresh(MType::I64)?;
        self.emit(op::P_ZEXT32, &[wide], &[entry]);
        Ok(wide)
    }
}
