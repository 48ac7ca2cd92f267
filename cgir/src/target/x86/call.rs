//! Calls, entry and return: the psABI's "Function Calling Sequence", whose placing of arguments the legaliser has done.
//!
//! Arguments and results are virtual TNs under fixed-register constraints of the call op: the view of the register that the
//! value's class has. What a call destroys is its clobber set, the flags too. A call ends its block. Stack arguments are
//! stored at the stack pointer, in one area that the frame keeps for all calls; where the stack pointer moves at run time,
//! each call with stack arguments makes its own area.
//!
//! Offsets of the incoming area count from the CFA, the stack pointer before the return address was pushed.

use super::addr::Addr;
use super::expand::{Expander, To};
use super::hooks::{file, memory_rows};
use crate::func::{Constraint, OpExtra, OpFlags, SymRef, Tn};
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use targ_info::{PReg, RegSet};
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::Result;
use whirl_lite::ir::{CastOp, FnFlags, TailKind};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WBlock, WCall, WCallData, WCallee, Wn};

/// Where stack arguments go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area {
    /// The callee's incoming area at our stack pointer.
    Outgoing,
    /// The same, at a stack pointer that was moved for this call alone.
    Moved,
    /// Our own incoming area, for a call that takes our place.
    Incoming,
}

/// Frames beyond this are refused: their offsets fit no displacement.
const LARGEST_FRAME: u64 = 0x7fff_0000;

/// What a call destroys.
pub(super) fn clobbers(t: &targ_info::Target) -> RegSet {
    all_registers(t) - t.abi.callee_saved
}

/// All registers that values may live in, and the flags.
fn all_registers(t: &targ_info::Target) -> RegSet {
    let mut all = t.isa.reg(reg::EFLAGS).units;
    for c in t.isa.classes.iter().filter(|c| c.allocatable) {
        all |= c.units;
    }
    all - t.abi.reserved
}

impl Expander<'_> {
    // Entry.

    /// What must be known before the first op: whether the stack pointer moves, whether the frame pointer is read.
    fn scan(&mut self) {
        let info = &mut self.f.frame_info;
        for n in self.w.nodes.values() {
            match n.opr {
                Opr::Alloca(_) | Opr::StackRestore => info.dynamic = true,
                Opr::FrameAddress(_) => info.keep_fp = true,
                Opr::ReturnAddress(depth) => info.keep_fp |= depth > 0,
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
                let t = self.preg(p)?;
                results.push(t);
                extra.constraints.push(self.fixed(t, r)?);
            }
        }
        let saved = self.variable_arguments(&mut results, &mut extra)?;
        let o = self.emit(op::P_ENTRY, &results, &[]);
        self.f.set_extra(o, extra);
        self.save_variable_arguments(&saved);
        for &(p, loc) in &w.params {
            if let ArgLoc::Stack(at) = loc {
                let t = self.preg(p)?;
                let obj = self.incoming_area();
                let addr = self.at_frame(obj, i64::from(at));
                self.emit_mem(memory_rows(file(&self.f, t)).1, &[t], &[], addr, 0);
            }
        }
        Ok(())
    }
    fn check_attributes(&mut self) -> Result<()> {
        let module = self.cx.module;
        self.f.frame_info.keep_fp |= self.cx.options.frame_pointer;
        let bytes = self.f.frame.values().fold(0u64, |n, d| n.saturating_add(d.size));
        if bytes > LARGEST_FRAME {
            return self.unsupported("a frame of 2 gigabytes");
        }
        let Some(sig) = module.signature(self.w.global) else { return Ok(()) };
        if matches!(sig.attrs.string("frame-pointer"), Some("all" | "non-leaf")) {
            self.f.frame_info.keep_fp = true;
        }
        let unwinds = !sig.attrs.flags.contains(FnFlags::NOUNWIND);
        self.f.frame_info.needs_cfi = unwinds || sig.attrs.flags.contains(FnFlags::UWTABLE);
        Ok(())
    }
    /// The constraint that a TN is in a register, or in the part of it that the TN's class has.
    pub(super) fn fixed(&self, t: Tn, r: PReg) -> Result<Constraint> {
        let isa = self.cx.target.isa;
        let class = self.f.class(t);
        let view = class.and_then(|c| if isa.class(c).members.contains(&r) { Some(r) } else { isa.view(r, c) });
        match view {
            Some(v) => Ok(Constraint::Fixed(v)),
            None => self.unsupported(format!("a value of type {} in %{}", self.f.ty(t), isa.reg(r).name)),
        }
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
            self.move_sp(-bytes);
        }
        let (target, mut operands, mut extra) =
            self.arguments(s, d, if moved { Area::Moved } else { Area::Outgoing })?;
        self.f.frame_info.calls = true;
        self.f.frame_info.returns_twice |= d.returns_twice;
        let mut results: SmallVec<[Tn; 4]> = SmallVec::new();
        let mut places: Vec<Constraint> = Vec::with_capacity(d.ret_locs.len() + extra.constraints.len());
        let mut given = RegSet::EMPTY;
        for (&p, &loc) in w.dsts(s).iter().zip(&d.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    let t = self.preg(p)?;
                    results.push(t);
                    places.push(self.fixed(t, r)?);
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
            self.move_sp(moved);
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
    /// Which result of the call a tree is: itself, or a part of which the register holds the low end.
    fn held_by(&self, mut k: Wn, held: &[(Preg, usize)]) -> Option<usize> {
        loop {
            match self.n(k).opr {
                Opr::Ldid(p) => return held.iter().find(|h| h.0 == p).map(|h| h.1),
                Opr::Cast(CastOp::AnyExt) => k = self.kid(k, 0).ok()?,
                Opr::Cast(CastOp::Trunc) if self.n(k).ty != MType::B => k = self.kid(k, 0).ok()?,
                _ => return None,
            }
        }
    }
    fn tail_call(&mut self, s: Wn, d: &WCallData) -> Result<()> {
        let (mut target, mut operands, extra) = self.arguments(s, d, Area::Incoming)?;
        let indirect = d.callee == WCallee::Indirect;
        if indirect {
            // What the function saves holds its caller's values again when it jumps.
            let t = self.f.new_reg(class::PTRTC, self.xty());
            self.copy(t, target);
            target = t;
        }
        operands.insert(0, target);
        let o = self.emit(if indirect { op::P_TAILR } else { op::P_TAIL }, &[], &operands);
        self.f.set_extra(o, extra);
        self.f.ops[o].flags |= OpFlags::TAIL;
        Ok(())
    }
    /// Evaluates the arguments and stores those on the stack: what is called, register operands, and the description.
    fn arguments(&mut self, s: Wn, d: &WCallData, area: Area) -> Result<(Tn, SmallVec<[Tn; 8]>, OpExtra)> {
        let kids = self.w.kids(s);
        let target = match d.callee {
            WCallee::Global(g) => self.symbol(SymRef::Global(g), 0, super::modifier::NONE),
            WCallee::Library(name) => self.symbol(SymRef::Library(name), 0, super::modifier::NONE),
            WCallee::Indirect => match kids.last() {
                Some(&k) => self.argument(k)?,
                None => return self.unsupported("an indirect call without an address"),
            },
        };
        let mut on_stack: SmallVec<[(Tn, u32); 4]> = SmallVec::new();
        let mut in_regs: SmallVec<[Tn; 8]> = SmallVec::new();
        let mut extra = OpExtra { cc: d.cc, returns_twice: d.returns_twice, ..OpExtra::default() };
        extra.no_memory = !d.reads && !d.writes;
        extra.stack_bytes = d.stack_bytes;
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Stack(at) = loc {
                // Our own incoming area may still be read by other arguments.
                let t = self.reg(k)?;
                match area {
                    Area::Incoming => on_stack.push((t, at)),
                    Area::Outgoing | Area::Moved => self.store_argument(t, at, area, d.stack_bytes),
                }
            }
        }
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Reg(r) = loc {
                let t = self.argument(k)?;
                in_regs.push(t);
                extra.constraints.push(self.fixed(t, r)?);
            }
        }
        for (t, at) in on_stack {
            self.store_argument(t, at, area, d.stack_bytes);
        }
        if d.vararg && self.m.wide {
            // An upper bound of the vector registers used; al is all that the callee reads.
            let fp = self.cx.target.abi.fp_args;
            let n = d.arg_locs.iter().filter(|l| matches!(l, ArgLoc::Reg(r) if fp.contains(r))).count();
            let t = self.constant(n as i64, MType::I32, To::ANY)?;
            in_regs.push(t);
            extra.constraints.push(Constraint::Fixed(reg::EAX));
        }
        Ok((target, in_regs, extra))
    }
    /// An argument for a register: a TN that an allocator may place there.
    fn argument(&mut self, k: Wn) -> Result<Tn> {
        let t = self.reg(k)?;
        if self.f.is_virtual(t) {
            return Ok(t);
        }
        let v = self.fresh(self.f.ty(t))?;
        self.copy(v, t);
        Ok(v)
    }
    fn store_argument(&mut self, t: Tn, at: u32, area: Area, bytes: u32) {
        let addr = match area {
            Area::Moved => self.at(self.sp, i64::from(at)),
            Area::Outgoing => {
                let obj = self.outgoing_area(bytes);
                self.at_frame(obj, i64::from(at))
            }
            Area::Incoming => {
                let obj = self.incoming_area();
                self.at_frame(obj, i64::from(at))
            }
        };
        self.emit_mem(memory_rows(file(&self.f, t)).0, &[], &[t], addr, 0);
    }
    // Return.

    /// The return statement.
    pub(super) fn ret(&mut self, s: Wn) -> Result<()> {
        let w = self.w;
        let none = self.f.lit(0);
        let mut operands: SmallVec<[Tn; 4]> = SmallVec::from_slice(&[none]);
        let mut extra = OpExtra::default();
        for (&k, &loc) in w.kids(s).iter().zip(&w.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    let t = self.argument(k)?;
                    operands.push(t);
                    extra.constraints.push(self.fixed(t, r)?);
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

    /// A jump through a table of distances from the table, of 32-bit addresses, or of pointers, as the code model has it.
    pub(super) fn jump_table(&mut self, s: Wn, table: u32) -> Result<()> {
        let blocks = self.table_blocks(table)?;
        let t = self.f.tables.push(blocks.clone());
        let mut index = self.reg(self.kid(s, 0)?)?;
        let xty = self.xty();
        if self.m.wide && self.f.ty(index) != MType::I64 {
            let wide = self.fresh(xty)?;
            self.emit(op::P_ZEXT32, &[wide], &[index]);
            index = wide;
        }
        let sym = SymRef::Table(t);
        let to = if self.m.absolute {
            let disp = self.symbol(sym, 0, super::modifier::NONE);
            let at = self.at_disp(self.noreg, disp);
            self.table_entry(op::MOV32_RM, Addr { index, scale: 2, ..at })?
        } else {
            let base = self.symbol_value(sym, 0, To::ANY)?;
            let (row, scale) = match (self.m.pic, self.m.wide) {
                (true, true) => (op::MOVSX64_32_RM, 2),
                (false, true) => (op::MOV64_RM, 3),
                (_, false) => (op::MOV32_RM, 2),
            };
            let at = self.at(base, 0);
            let entry = self.table_entry(row, Addr { index, scale, ..at })?;
            if self.m.pic {
                self.rr(self.form(xty, op::ADD32_RR, op::ADD64_RR), To::ANY, xty, entry, base)?
            } else {
                entry
            }
        };
        self.emit(op::P_JUMPTABLE, &[], &[to]);
        self.edges_to(&blocks);
        Ok(())
    }
    /// An entry of a jump table, as wide as an address.
    fn table_entry(&mut self, row: targ_info::Opcode, addr: Addr) -> Result<Tn> {
        let narrow = row == op::MOV32_RM && self.m.wide;
        let entry = self.fresh(if narrow { MType::I32 } else { self.xty() })?;
        let o = self.emit_mem(row, &[entry], &[], addr, 0);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        if !narrow {
            return Ok(entry);
        }
        let wide = self.fresh(MType::I64)?;
        self.emit(op::P_ZEXT32, &[wide], &[entry]);
        Ok(wide)
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
}
