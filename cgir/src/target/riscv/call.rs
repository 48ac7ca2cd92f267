//! Calls, entry and return, jumps through tables and registers, dynamic stack memory: the psABI's "Procedure Calling
//! Convention", whose placing of arguments the legaliser has done.
//!
//! Arguments and results are virtual TNs under fixed-register constraints of the call op; what a call destroys is its
//! clobber set. A call ends its block. Stack arguments are stored at the stack pointer, in one area that the frame keeps
//! for all calls; where the stack pointer moves at run time, each call with stack arguments makes its own area.

use super::expand::{Expander, To};
use crate::func::{Constraint, OpExtra, OpFlags, SymRef, Tn};
use smallvec::SmallVec;
use targ_info::riscv::{class, op, reg};
use targ_info::{Opcode, PReg, RegSet};
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::Result;
use whirl_lite::ir::{FnFlags, TailKind};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WBlock, WCall, WCallData, WCallee, Wn};

/// Where stack arguments go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area {
    /// The callee's incoming area at our stack pointer.
    Outgoing,
    /// Our own incoming area, for a call that takes our place.
    Incoming,
}

/// What a call destroys.
pub(super) fn clobbers(t: &targ_info::Target) -> RegSet {
    all_registers(t) - t.abi.callee_saved
}

/// All registers that values may live in.
fn all_registers(t: &targ_info::Target) -> RegSet {
    let mut all = RegSet::EMPTY;
    for c in t.isa.classes.iter().filter(|c| c.allocatable) {
        all |= c.units;
    }
    all - t.abi.reserved
}

impl Expander<'_> {
    // Entry.

    /// What must be known before the first op: whether the stack pointer moves, whether `ra` and `fp` are read.
    fn scan(&mut self) {
        let info = &mut self.f.frame_info;
        for n in self.w.nodes.values() {
            match n.opr {
                Opr::Alloca(_) | Opr::StackRestore => info.dynamic = true,
                Opr::FrameAddress(_) => info.keep_fp = true,
                Opr::ReturnAddress(0) => info.reads_ra = true,
                Opr::ReturnAddress(_) => info.keep_fp = true,
                _ => {}
            }
        }
    }
    /// The entry pseudo op, and loads of stack parameters.
    pub(super) fn entry(&mut self) -> Result<()> {
        self.scan();
        self.check_attributes()?;
        let w = self.w;
        let mut results: SmallVec<[Tn; 8]> = SmallVec::new();
        let mut extra = OpExtra::default();
        for &(p, loc) in &w.params {
            if let ArgLoc::Reg(r) = loc {
                results.push(self.preg(p)?);
                extra.constraints.push(Constraint::Fixed(r));
            }
        }
        let mut saved: SmallVec<[Tn; 8]> = SmallVec::new();
        for &r in &w.incoming.save_registers {
            let t = self.fresh(self.xty())?;
            saved.push(t);
            results.push(t);
            extra.constraints.push(Constraint::Fixed(r));
        }
        if self.f.frame_info.reads_ra {
            let t = self.fresh(self.xty())?;
            self.ra = Some(t);
            results.push(t);
            extra.constraints.push(Constraint::Fixed(reg::RA));
        }
        let o = self.emit(op::P_ENTRY, &results, &[]);
        self.f.set_extra(o, extra);
        self.save_variable_arguments(&saved);
        for &(p, loc) in &w.params {
            if let ArgLoc::Stack(at) = loc {
                self.stack_parameter(p, i64::from(at))?;
            }
        }
        Ok(())
    }
    fn check_attributes(&mut self) -> Result<()> {
        let module = self.cx.module;
        self.f.frame_info.keep_fp |= self.cx.options.frame_pointer;
        let Some(sig) = module.signature(self.w.global) else { return Ok(()) };
        if sig.attrs.string("interrupt").is_some() {
            return self.unsupported("an interrupt handler");
        }
        if matches!(sig.attrs.string("frame-pointer"), Some("all" | "non-leaf")) {
            self.f.frame_info.keep_fp = true;
        }
        let unwinds = !sig.attrs.flags.contains(FnFlags::NOUNWIND);
        self.f.frame_info.needs_cfi = unwinds || sig.attrs.flags.contains(FnFlags::UWTABLE);
        Ok(())
    }
    fn save_variable_arguments(&mut self, saved: &[Tn]) {
        if saved.is_empty() {
            return;
        }
        let obj = self.incoming_area();
        let bytes = self.m.xbytes();
        let row = self.store_pointer();
        for (i, &t) in saved.iter().enumerate() {
            let off = self.frame_offset(obj, -bytes * (saved.len() - i) as i64);
            self.emit(row, &[], &[t, off, self.sp]);
        }
    }
    fn store_pointer(&self) -> Opcode {
        if self.m.rv64 { op::SD } else { op::SW }
    }
    fn load_pointer(&self) -> Opcode {
        if self.m.rv64 { op::LD } else { op::LW }
    }
    fn stack_parameter(&mut self, p: Preg, at: i64) -> Result<()> {
        let t = self.preg(p)?;
        let ty = self.w.pregs[p];
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
        let obj = self.incoming_area();
        let off = self.frame_offset(obj, at);
        self.emit(row, &[t], &[off, self.sp]);
        Ok(())
    }

    // Calls.

    /// A call; true if it ended the statements of the block.
    pub(super) fn call(&mut self, b: WBlock, s: Wn, c: WCall, rest: &[Wn]) -> Result<bool> {
        let w = self.w;
        let d = &w.calls[c];
        let next = rest.first().copied();
        let may = matches!(d.tail, TailKind::Tail | TailKind::MustTail) && !self.f.frame_info.returns_twice;
        if may && self.returns_results(s, rest) {
            self.tail_call(s, d)?;
            return Ok(true);
        }
        if d.tail == TailKind::MustTail {
            return self.unsupported("a musttail call that is not followed by its return");
        }
        let moved = self.f.frame_info.dynamic && d.stack_bytes != 0;
        let bytes = i64::from(d.stack_bytes.next_multiple_of(self.cx.target.abi.stack_align));
        if moved {
            self.move_sp(-bytes)?;
        }
        let (target, mut operands, mut extra) = self.arguments(s, d, Area::Outgoing, moved)?;
        self.f.frame_info.calls = true;
        self.f.frame_info.returns_twice |= d.returns_twice;
        let mut results: SmallVec<[Tn; 4]> = SmallVec::new();
        let mut places: Vec<Constraint> = Vec::with_capacity(d.ret_locs.len() + extra.constraints.len());
        let mut given = RegSet::EMPTY;
        for (&p, &loc) in w.dsts(s).iter().zip(&d.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    results.push(self.preg(p)?);
                    places.push(Constraint::Fixed(r));
                    given |= self.cx.target.isa.reg(r).units;
                }
                ArgLoc::Ignore => {}
                ArgLoc::Stack(_) => return self.unsupported("a result on the stack"),
            }
        }
        places.append(&mut extra.constraints);
        extra.constraints = places;
        // When it returns a second time, registers hold what they held then: nothing lives in one over it.
        let lost = if d.returns_twice { all_registers(self.cx.target) } else { clobbers(self.cx.target) };
        extra.clobbers = lost - given;
        operands.insert(0, target);
        let row = if d.callee == WCallee::Indirect { op::P_CALLR } else { op::P_CALL };
        let o = self.emit(row, &results, &operands);
        self.f.set_extra(o, extra);
        if d.noreturn {
            self.f.ops[o].flags |= OpFlags::NORETURN;
            return Ok(true);
        }
        self.after_call(b, next, if moved { bytes } else { 0 })
    }
    /// The block that goes on after a call.
    fn after_call(&mut self, b: WBlock, next: Option<Wn>, moved: i64) -> Result<bool> {
        let unwind = match self.w.blocks[b].unwind {
            Some(u) => Some(self.block(u)?),
            None => None,
        };
        let go_on = match next.map(|n| self.n(n).opr) {
            Some(Opr::Goto(to)) if moved == 0 => Some(self.block(to)?),
            _ => None,
        };
        let rest = match go_on {
            Some(bb) => bb,
            None => self.new_block(),
        };
        self.edge(rest, 1.0);
        if let Some(u) = unwind {
            self.edge(u, 0.0);
            self.f.bbs[self.bb].unwind = Some(u);
        }
        if go_on.is_some() {
            return Ok(true);
        }
        self.start(rest);
        if moved != 0 {
            self.move_sp(moved)?;
        }
        Ok(false)
    }
    /// Do the statements that follow a call come to a return of exactly what the call gives?
    fn returns_results(&self, s: Wn, rest: &[Wn]) -> bool {
        // PREGs and which result of the call they hold.
        let mut held: SmallVec<[(Preg, usize); 4]> = SmallVec::new();
        held.extend(self.w.dsts(s).iter().enumerate().map(|(i, &p)| (p, i)));
        let mut rest = rest;
        for _ in 0..8 {
            let Some((&n, after)) = rest.split_first() else { return false };
            match self.n(n).opr {
                Opr::Stid(p) => {
                    let from = self.kid(n, 0).ok().and_then(|k| self.held_by(k, &held));
                    let Some(i) = from else { return false };
                    held.retain(|h| h.0 != p);
                    held.push((p, i));
                    rest = after;
                }
                Opr::Goto(b) => rest = &self.w.blocks[b].stmts,
                Opr::Return => {
                    let kids = self.w.kids(n);
                    return kids.iter().enumerate().all(|(i, &k)| self.held_by(k, &held) == Some(i));
                }
                _ => return false,
            }
        }
        false
    }
    /// Which result of the call a tree is, if nothing is computed on the way.
    fn held_by(&self, mut k: Wn, held: &[(Preg, usize)]) -> Option<usize> {
        loop {
            match self.n(k).opr {
                Opr::Ldid(p) => return held.iter().find(|h| h.0 == p).map(|h| h.1),
                Opr::Cast(c) if self.is_free(k, c) => k = self.kid(k, 0).ok()?,
                _ => return None,
            }
        }
    }
    fn tail_call(&mut self, s: Wn, d: &WCallData) -> Result<()> {
        let (target, mut operands, extra) = self.arguments(s, d, Area::Incoming, false)?;
        operands.insert(0, target);
        let row = if d.callee == WCallee::Indirect { op::P_TAILR } else { op::P_TAIL };
        let o = self.emit(row, &[], &operands);
        self.f.set_extra(o, extra);
        self.f.ops[o].flags |= OpFlags::TAIL;
        Ok(())
    }
    /// Evaluates the arguments and stores those on the stack: what is called, register operands, and the description.
    fn arguments(&mut self, s: Wn, d: &WCallData, area: Area, moved: bool) -> Result<(Tn, SmallVec<[Tn; 8]>, OpExtra)> {
        let kids = self.w.kids(s);
        let target = match d.callee {
            WCallee::Global(g) => self.symbol(SymRef::Global(g), 0, super::modifier::NONE),
            WCallee::Library(name) => self.symbol(SymRef::Library(name), 0, super::modifier::NONE),
            WCallee::Indirect => match kids.last() {
                // A call of null too needs a register that a jump may use.
                Some(&k) => self.argument(k)?,
                None => return self.unsupported("an indirect call without an address"),
            },
        };
        let mut on_stack: SmallVec<[(Tn, u32, MType); 4]> = SmallVec::new();
        let mut in_regs: SmallVec<[Tn; 8]> = SmallVec::new();
        let mut extra = OpExtra { cc: d.cc, returns_twice: d.returns_twice, ..OpExtra::default() };
        extra.no_memory = !d.reads && !d.writes;
        extra.stack_bytes = d.stack_bytes;
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Stack(at) = loc {
                let t = self.reg(k)?;
                match area {
                    // Our own incoming area may still be read by other arguments.
                    Area::Incoming => on_stack.push((t, at, self.n(k).ty)),
                    Area::Outgoing => self.store_argument(t, at, self.n(k).ty, area, d.stack_bytes, moved)?,
                }
            }
        }
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Reg(r) = loc {
                let t = self.argument(k)?;
                in_regs.push(t);
                extra.constraints.push(Constraint::Fixed(r));
            }
        }
        for (t, at, ty) in on_stack {
            self.store_argument(t, at, ty, area, d.stack_bytes, false)?;
        }
        Ok((target, in_regs, extra))
    }
    /// An argument for a register: a TN that an allocator may place there.
    fn argument(&mut self, k: Wn) -> Result<Tn> {
        if self.int(k) == Some(0) {
            let t = self.fresh(self.xty())?;
            return self.constant(0, To { dst: Some(t), low: false });
        }
        let t = self.reg(k)?;
        if self.f.is_virtual(t) {
            return Ok(t);
        }
        let v = self.fresh(self.xty())?;
        self.copy(v, t);
        Ok(v)
    }
    fn store_argument(&mut self, t: Tn, at: u32, ty: MType, area: Area, bytes: u32, moved: bool) -> Result<()> {
        let row = match ty {
            MType::F16 | MType::BF16 => op::FSH,
            MType::F32 if !self.m.zfinx => op::FSW,
            MType::F64 if !self.m.zfinx => op::FSD,
            MType::F32 => op::SW,
            _ => self.store_pointer(),
        };
        let off = match area {
            Area::Outgoing if moved => self.f.lit(i64::from(at)),
            Area::Outgoing => {
                let obj = self.outgoing_area(bytes);
                self.frame_offset(obj, i64::from(at))
            }
            Area::Incoming => {
                let obj = self.incoming_area();
                self.frame_offset(obj, i64::from(at))
            }
        };
        self.emit(row, &[], &[t, off, self.sp]);
        Ok(())
    }
    /// `__tls_get_addr`, in the middle of an expression.
    pub(super) fn tls_get_addr(&mut self, arg: Tn) -> Result<Tn> {
        let rd = self.fresh(self.xty())?;
        let target = self.symbol(SymRef::Library("__tls_get_addr"), 0, super::modifier::NONE);
        let o = self.emit(op::P_CALL, &[rd], &[target, arg]);
        let a0 = Constraint::Fixed(reg::A0);
        let given = self.cx.target.isa.reg(reg::A0).units;
        let clobbers = clobbers(self.cx.target) - given;
        self.f.set_extra(o, OpExtra { constraints: vec![a0, a0], clobbers, no_memory: true, ..OpExtra::default() });
        self.f.frame_info.calls = true;
        let rest = self.new_block();
        self.edge(rest, 1.0);
        self.start(rest);
        Ok(rd)
    }

    // Return.

    /// The return statement.
    pub(super) fn ret(&mut self, s: Wn) -> Result<()> {
        let w = self.w;
        let mut operands: SmallVec<[Tn; 4]> = SmallVec::new();
        let mut extra = OpExtra::default();
        for (&k, &loc) in w.kids(s).iter().zip(&w.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    operands.push(self.argument(k)?);
                    extra.constraints.push(Constraint::Fixed(r));
                }
                ArgLoc::Ignore => {}
                ArgLoc::Stack(_) => return self.unsupported("a result on the stack"),
            }
        }
        let o = self.emit(op::P_RET, &[], &operands);
        self.f.set_extra(o, extra);
        Ok(())
    }

    // Jumps.

    /// A jump through a table of 32-bit addresses, of distances from the table, or of pointers, as the code model has it.
    pub(super) fn jump_table(&mut self, s: Wn, table: u32) -> Result<()> {
        let blocks = self.table_blocks(table)?;
        let t = self.f.tables.push(blocks.clone());
        let index = self.reg(self.kid(s, 0)?)?;
        let base = self.symbol_value(SymRef::Table(t), 0, To::ANY)?;
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
        let to = if self.m.pic { self.rr(op::ADD, To::ANY, xty, entry, base)? } else { entry };
        self.emit(op::P_JUMPTABLE, &[], &[to]);
        self.edges_to(&blocks);
        Ok(())
    }
    /// A jump to an address.
    pub(super) fn indirect_goto(&mut self, s: Wn, table: u32) -> Result<()> {
        let blocks = self.table_blocks(table)?;
        let t = self.reg(self.kid(s, 0)?)?;
        self.emit(op::P_INDIRECTBR, &[], &[t]);
        for &b in &blocks {
            self.f.bbs[b].address_taken = true;
        }
        self.edges_to(&blocks);
        Ok(())
    }
    fn table_blocks(&self, table: u32) -> Result<Vec<crate::func::Bb>> {
        let Some(list) = self.w.tables.get(table as usize) else { return self.unsupported("a jump without its table") };
        list.iter().map(|&b| self.block(b)).collect()
    }
    /// One edge for each block of the list, as likely as it stands there often.
    fn edges_to(&mut self, blocks: &[crate::func::Bb]) {
        let share = 1.0 / blocks.len().max(1) as f32;
        let mut at: rustc_hash::FxHashMap<crate::func::Bb, usize> = rustc_hash::FxHashMap::default();
        for &b in blocks {
            let succs = &mut self.f.bbs[self.bb].succs;
            match at.get(&b).and_then(|&i| succs.get_mut(i)) {
                Some(s) => s.prob += share,
                None => {
                    at.insert(b, succs.len());
                    succs.push(crate::func::Succ { bb: b, prob: share });
                }
            }
        }
    }

    // The stack.

    /// Moves the stack pointer by a constant.
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
    /// Dynamic stack memory.
    pub(super) fn dynamic_alloca(&mut self, s: Wn, align: u8) -> Result<()> {
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
    /// The stack pointer as a value.
    pub(super) fn stack_save(&mut self, s: Wn) -> Result<()> {
        let Some(&p) = self.w.dsts(s).first() else { return Ok(()) };
        let d = self.preg(p)?;
        self.copy(d, self.sp);
        Ok(())
    }
    /// A value as the stack pointer.
    pub(super) fn stack_restore(&mut self, s: Wn) -> Result<()> {
        let t = self.reg(self.kid(s, 0)?)?;
        self.copy(self.sp, t);
        Ok(())
    }
    /// Stores where the variable arguments begin.
    pub(super) fn va_start(&mut self, s: Wn) -> Result<()> {
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
    /// The frame pointer of this function or one of its callers.
    pub(super) fn frame_address(&mut self, depth: u32, to: To) -> Result<Tn> {
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
    /// The address that this function or one of its callers returns to.
    pub(super) fn return_address(&mut self, depth: u32, to: To) -> Result<Tn> {
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
    /// The cycle counter.
    pub(super) fn read_cycles(&mut self, s: Wn) -> Result<()> {
        const CYCLE: i64 = 0xc00;
        const CYCLEH: i64 = 0xc80;
        if !self.cx.target.isa.inst(op::CSRRS).available(&self.cx.target.features) {
            return self.unsupported("a cycle counter without Zicsr");
        }
        let dsts: SmallVec<[Tn; 2]> = self.w.dsts(s).iter().map(|&p| self.preg(p)).collect::<Result<_>>()?;
        match dsts[..] {
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
    /// Reads a control register. The row stands for all of them, so it has the rounding mode among its operands.
    fn read_csr(&mut self, to: Tn, number: i64) {
        let csr = self.f.lit(number);
        self.emit(op::CSRRS, &[to, self.frm], &[csr, self.zero, self.frm]);
    }
    /// The units of registers, for tests and clobbers.
    pub(super) fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }
}
