//! Addresses, loads and stores: "Addressing-Mode Encoding" (volume 2, 2.1.5) and the psABI's code models.
//!
//! A sum of addresses is taken apart into [`Parts`]: a base, a scaled index, a displacement, and what it is rooted in (a symbol
//! or a frame object). The same matching serves memory operands and `lea`. Whatever does not fit a part is computed into a
//! register first.
//!
//! A load becomes the memory operand of its user where the tables have such a row ([`Expander::operand_load`]); a store of an
//! operation on what stands at the same address is one read-modify-write op. Both are safe within a tree: a load is a kid only
//! where nothing that may write its memory comes between it and its user, and nothing in a tree writes but the statement itself.

use super::addr::{Addr, segment};
use super::consts::fits32;
use super::expand::{Expander, Known, To};
use super::expand_int::{alu_rows, size};
use super::modifier;
use crate::func::{Constraint, OpExtra, OpFlags, SymRef, Tn, TnData};
use targ_info::x86::{op, reg};
use targ_info::{Opcode, Role};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, FrameObj, GlobalKind, GlobalRef, InstFlags, Ordering, TlsModel, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// How deep sums are looked into.
const DEPTH: u32 = 6;

/// What an address starts from beside registers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Root {
    /// Nothing.
    #[default]
    None,
    /// A symbol of the module that is reached without the GOT.
    Symbol(GlobalRef),
    /// A frame object.
    Frame(FrameObj),
    /// The incoming argument area.
    Incoming,
}

/// The terms of a sum, as an address can have them.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts {
    /// A term.
    pub base: Option<Wn>,
    /// A term that is shifted left by so much.
    pub index: Option<(Wn, u8)>,
    /// A constant of 32 bits.
    pub disp: i64,
    /// A symbol or frame object.
    pub root: Root,
}

impl Parts {
    fn add(&mut self, c: i64) -> bool {
        match self.disp.checked_add(c).filter(|d| fits32(*d)) {
            Some(d) => {
                self.disp = d;
                true
            }
            None => false,
        }
    }
    /// A whole tree as a term.
    fn take(&mut self, w: Wn) -> bool {
        if self.base.is_none() {
            self.base = Some(w);
        } else if self.index.is_none() {
            self.index = Some((w, 0));
        } else {
            return false;
        }
        true
    }
    fn set_root(&mut self, root: Root, offset: i64) -> bool {
        if self.root != Root::None || !self.add(offset) {
            return false;
        }
        self.root = root;
        true
    }
}

impl Expander<'_> {
    // Sums.

    /// The parts of a sum. There always are some: the tree itself as base.
    pub(super) fn parts(&self, w: Wn) -> Parts {
        let mut p = Parts::default();
        if !self.gather(w, &mut p, DEPTH) {
            p = Parts { base: Some(w), ..Parts::default() };
        }
        p
    }
    fn gather(&self, w: Wn, p: &mut Parts, depth: u32) -> bool {
        let n = self.n(w);
        let matched = match n.opr {
            Opr::Int(c) => p.add(c),
            Opr::Lda(g, o) if self.reaches_directly(g) => p.set_root(Root::Symbol(g), o),
            Opr::FrameAddr(obj, o) => p.set_root(Root::Frame(obj), o),
            Opr::IncomingAddr(o) => p.set_root(Root::Incoming, o),
            Opr::Binary(b) if depth > 0 => self.gather_binary(w, b, p, depth - 1),
            _ => false,
        };
        matched || p.take(w)
    }
    fn gather_binary(&self, w: Wn, b: BinOp, p: &mut Parts, depth: u32) -> bool {
        let Ok((x, y)) = self.two(w) else { return false };
        let saved = *p;
        let done = match b {
            BinOp::Add => self.gather_both(x, y, p, depth),
            BinOp::Or if self.flags(w).contains(InstFlags::DISJOINT) => self.gather_both(x, y, p, depth),
            BinOp::Sub => match self.int(y).and_then(i64::checked_neg) {
                Some(c) => p.add(c) && self.gather(x, p, depth),
                None => false,
            },
            BinOp::Shl => match self.int(y) {
                Some(n @ 1..=3) => self.gather_scaled(x, n as u8, p),
                _ => false,
            },
            BinOp::Mul => match self.int(y) {
                // Three, five and nine times a register are that register twice.
                Some(c @ (3 | 5 | 9)) if p.base.is_none() && p.index.is_none() && self.is_preg(x) => {
                    p.base = Some(x);
                    p.index = Some((x, (c - 1).trailing_zeros() as u8));
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if !done {
            *p = saved;
        }
        done
    }
    fn gather_both(&self, x: Wn, y: Wn, p: &mut Parts, depth: u32) -> bool {
        let saved = *p;
        if self.gather(x, p, depth) && self.gather(y, p, depth) {
            return true;
        }
        *p = saved;
        p.take(x) && self.gather(y, p, depth)
    }
    fn gather_scaled(&self, x: Wn, n: u8, p: &mut Parts) -> bool {
        if p.index.is_some() {
            return false;
        }
        let sum = self.as_binary(x, BinOp::Add).and_then(|(y, c)| Some((y, self.int(c)?.checked_mul(1 << n)?)));
        let x = match sum {
            Some((y, c)) if p.add(c) => y,
            _ => x,
        };
        p.index = Some((x, n));
        true
    }
    /// Is it nothing but a register?
    pub(super) fn is_preg(&self, w: Wn) -> bool {
        matches!(self.n(w).opr, Opr::Ldid(_))
    }
    /// The register of a term of an address.
    fn term(&mut self, w: Wn) -> Result<Tn> {
        let t = self.reg(w)?;
        if self.m.wide && self.n(w).ty == MType::I32 { self.r(op::P_WIDE64_32, To::ANY, MType::I64, t) } else { Ok(t) }
    }
    /// Makes the registers that parts want.
    pub(super) fn addr_of(&mut self, p: Parts) -> Result<Addr> {
        let mut base = p.base.map(|w| self.term(w)).transpose()?;
        let mut index = match p.index {
            // Two terms may be one register.
            Some((w, n)) if p.base == Some(w) => base.map(|b| (b, n)),
            Some((w, n)) => Some((self.term(w)?, n)),
            None => None,
        };
        if let (None, Some((x, n @ (0 | 1)))) = (base, index) {
            base = Some(x);
            index = (n == 1).then_some((x, 0));
        }
        let rooted = p.root != Root::None;
        let disp = match p.root {
            Root::None => self.f.lit(p.disp),
            Root::Frame(obj) => self.frame_offset(obj, p.disp),
            Root::Incoming => {
                let obj = self.incoming_area();
                self.frame_offset(obj, p.disp)
            }
            Root::Symbol(g) => {
                let sym = SymRef::Global(g);
                if base.is_none() && index.is_none() {
                    return self.plain_symbol(sym, p.disp);
                }
                if self.m.absolute {
                    self.symbol(sym, p.disp, modifier::NONE)
                } else {
                    let s = self.symbol_value(sym, 0, To::ANY)?;
                    return self.with_base(s, base, index, p.disp);
                }
            }
        };
        if rooted && !matches!(p.root, Root::Symbol(_)) {
            let (sp, rest) = (self.sp, self.one_index(base, index)?);
            return Ok(Addr { base: sp, scale: rest.1, index: rest.0, disp, seg: segment::NONE });
        }
        let (index, scale) = index.unwrap_or((self.noreg, 0));
        Ok(Addr { base: base.unwrap_or(self.noreg), scale, index, disp, seg: segment::NONE })
    }
    /// Base and index as an index alone.
    fn one_index(&mut self, base: Option<Tn>, index: Option<(Tn, u8)>) -> Result<(Tn, u8)> {
        match (base, index) {
            (None, None) => Ok((self.noreg, 0)),
            (None, Some(x)) => Ok(x),
            (Some(b), None) => Ok((b, 0)),
            (Some(b), Some((x, scale))) => {
                let disp = self.f.lit(0);
                let t = self.lea(Addr { base: b, scale, index: x, disp, seg: segment::NONE }, self.xty(), To::ANY)?;
                Ok((t, 0))
            }
        }
    }
    fn with_base(&mut self, s: Tn, base: Option<Tn>, index: Option<(Tn, u8)>, disp: i64) -> Result<Addr> {
        let (index, scale) = self.one_index(base, index)?;
        let disp = self.f.lit(disp);
        Ok(Addr { base: s, scale, index, disp, seg: segment::NONE })
    }
    /// An address as a value.
    pub(super) fn lea(&mut self, a: Addr, ty: MType, to: To) -> Result<Tn> {
        let rd = self.result(to, ty)?;
        self.emit_mem(self.form(ty, op::LEA32, op::LEA64), &[rd], &[], a, 0);
        Ok(rd)
    }

    // Addresses.

    /// The memory operand that names an address.
    pub(super) fn address(&mut self, w: Wn) -> Result<Addr> {
        if let Some((g, off)) = self.as_thread_local(w) {
            return self.thread_local(g, off);
        }
        let p = self.parts(w);
        self.addr_of(p)
    }
    /// A thread-local symbol plus a constant.
    fn as_thread_local(&self, w: Wn) -> Option<(GlobalRef, i64)> {
        match self.n(w).opr {
            Opr::Lda(g, o) if self.tls(g).is_some() => Some((g, o)),
            Opr::Binary(BinOp::Add) => {
                let (x, c) = self.two(w).ok()?;
                let (g, o) = self.as_thread_local(x)?;
                Some((g, o.checked_add(self.int(c)?)?))
            }
            _ => None,
        }
    }
    /// A symbol that is not thread-local, without registers.
    fn plain_symbol(&mut self, sym: SymRef, off: i64) -> Result<Addr> {
        if self.m.pcrel {
            let s = self.symbol(sym, off, modifier::NONE);
            return Ok(self.at_rip(s));
        }
        if self.m.absolute {
            let s = self.symbol(sym, off, modifier::NONE);
            return Ok(self.at_disp(self.noreg, s));
        }
        let t = self.symbol_value(sym, 0, To::ANY)?;
        Ok(self.at(t, off))
    }
    /// The memory of a constant-pool entry.
    pub(super) fn pool_address(&mut self, sym: SymRef) -> Result<Addr> {
        self.plain_symbol(sym, 0)
    }
    /// May a symbol be named in an address?
    fn reaches_directly(&self, g: GlobalRef) -> bool {
        self.tls(g).is_none() && !self.through_got(SymRef::Global(g)) && (self.m.pcrel || self.m.absolute)
    }
    /// May the symbol be in another image, or be missing?
    fn through_got(&self, sym: SymRef) -> bool {
        match sym {
            SymRef::Global(g) => {
                let d = &self.cx.module.globals[g];
                let local = d.dso_local || d.linkage.is_local();
                let missing = d.linkage == whirl_lite::ir::Linkage::ExternWeak;
                (self.m.pic && !local) || (self.m.pcrel && missing && !self.m.absolute)
            }
            SymRef::Library(_) => self.m.pic,
            SymRef::Pool(_) | SymRef::Table(_) | SymRef::Block(_) => false,
        }
    }
    fn tls(&self, g: GlobalRef) -> Option<TlsModel> {
        let d = &self.cx.module.globals[g];
        match d.kind {
            GlobalKind::Variable { .. } | GlobalKind::Alias(_) => d.tls,
            GlobalKind::Function { .. } | GlobalKind::Ifunc(_) => None,
        }
    }
    /// The address of a symbol plus offset in a register.
    pub(super) fn symbol_value(&mut self, sym: SymRef, off: i64, to: To) -> Result<Tn> {
        let xty = self.xty();
        let key = Known::Address(sym, off);
        if let Some(t) = self.lookup(key) {
            return Ok(self.settle(to, t));
        }
        if !self.m.wide && self.m.pic {
            return self.unsupported("position-independent code for IA-32");
        }
        let got = self.through_got(sym);
        if got && off != 0 {
            let base = self.symbol_value(sym, 0, To::ANY)?;
            if fits32(off) {
                let a = self.at(base, off);
                return self.lea(a, xty, to);
            }
            let c = self.constant(off, xty, To::ANY)?;
            return self.rr(self.form(xty, op::ADD32_RR, op::ADD64_RR), to, xty, base, c);
        }
        let row = match (got, self.m.absolute || !self.m.pcrel) {
            (true, _) => op::P_LA_GOT,
            (false, true) => op::P_LA_ABS,
            (false, false) => op::P_LA_PCREL,
        };
        let s = self.symbol(sym, off, modifier::NONE);
        let rd = self.result(to, xty)?;
        let o = self.emit(row, &[rd], &[s]);
        if got {
            self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        }
        if to.dst.is_none() {
            self.mark_remat(rd, o);
            self.remember(key, rd);
        }
        Ok(rd)
    }
    /// An address in a register.
    pub(super) fn address_value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let xty = self.xty();
        match self.n(w).opr {
            Opr::Lda(g, off) if self.tls(g).is_some() => self.thread_local_value(g, off, to),
            Opr::Lda(g, off) => self.symbol_value(SymRef::Global(g), off, to),
            Opr::BlockAddr(b) => {
                let bb = self.block(b)?;
                self.f.bbs[bb].address_taken = true;
                self.symbol_value(SymRef::Block(bb), 0, to)
            }
            Opr::FrameAddr(obj, off) if fits32(off) => self.frame_value(obj, off, to),
            Opr::FrameAddr(obj, off) => {
                let base = self.frame_value(obj, 0, To::ANY)?;
                let c = self.constant(off, xty, To::ANY)?;
                self.rr(self.form(xty, op::ADD32_RR, op::ADD64_RR), to, xty, base, c)
            }
            Opr::IncomingAddr(off) => {
                let obj = self.incoming_area();
                self.frame_value(obj, off, to)
            }
            _ => self.unsupported("an address of this kind"),
        }
    }
    pub(super) fn frame_value(&mut self, obj: FrameObj, off: i64, to: To) -> Result<Tn> {
        let rd = self.result(to, self.xty())?;
        let (off, zero) = (self.frame_offset(obj, off), self.f.lit(0));
        let o = self.emit(op::P_FRAMEADDR, &[rd], &[off, zero]);
        if to.dst.is_none() {
            self.mark_remat(rd, o);
        }
        Ok(rd)
    }

    // Thread-local storage.

    /// The thread pointer.
    pub(super) fn thread_pointer(&mut self, to: To) -> Result<Tn> {
        let zero = self.f.lit(0);
        let seg = if self.m.wide { segment::FS } else { segment::GS };
        let a = Addr { seg, ..self.at_disp(self.noreg, zero) };
        let rd = self.result(to, self.xty())?;
        let o = self.emit_mem(self.form(self.xty(), op::MOV32_RM, op::MOV64_RM), &[rd], &[], a, 0);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        Ok(rd)
    }
    /// The model named, weakened to what the relocation model allows.
    fn tls_model(&self, g: GlobalRef) -> TlsModel {
        let d = &self.cx.module.globals[g];
        let local = d.dso_local || d.linkage.is_local();
        let best = match (self.m.pic, local) {
            (false, true) => TlsModel::LocalExec,
            (false, false) => TlsModel::InitialExec,
            (true, _) => TlsModel::GeneralDynamic,
        };
        match (d.tls, best) {
            (Some(TlsModel::LocalExec), _) | (_, TlsModel::LocalExec) => TlsModel::LocalExec,
            (Some(TlsModel::InitialExec), _) | (_, TlsModel::InitialExec) => TlsModel::InitialExec,
            _ => TlsModel::GeneralDynamic,
        }
    }
    fn thread_local(&mut self, g: GlobalRef, off: i64) -> Result<Addr> {
        if !self.m.wide {
            return self.unsupported("thread-local storage on IA-32");
        }
        let sym = SymRef::Global(g);
        match self.tls_model(g) {
            TlsModel::LocalExec => {
                let s = self.symbol(sym, off, modifier::TPOFF);
                Ok(Addr { seg: segment::FS, ..self.at_disp(self.noreg, s) })
            }
            TlsModel::InitialExec => {
                let t = self.thread_offset(sym)?;
                Ok(Addr { seg: segment::FS, ..self.at(t, off) })
            }
            TlsModel::GeneralDynamic | TlsModel::LocalDynamic => {
                let t = self.dynamic_thread_address(sym)?;
                Ok(self.at(t, off))
            }
        }
    }
    fn thread_local_value(&mut self, g: GlobalRef, off: i64, to: To) -> Result<Tn> {
        let a = self.thread_local(g, off)?;
        if a.seg == segment::NONE {
            return self.lea(a, self.xty(), to);
        }
        // Segments do not count in `lea`: the thread pointer is added by hand.
        let tp = self.thread_pointer(To::ANY)?;
        let (base, index) = if a.base == self.noreg { (tp, self.noreg) } else { (a.base, tp) };
        self.lea(Addr { base, index, seg: segment::NONE, ..a }, self.xty(), to)
    }
    /// The offset of a symbol from the thread pointer, out of the GOT.
    fn thread_offset(&mut self, sym: SymRef) -> Result<Tn> {
        let s = self.symbol(sym, 0, modifier::GOTTPOFF);
        let a = self.at_rip(s);
        let t = self.fresh(self.xty())?;
        let o = self.emit_mem(op::MOV64_RM, &[t], &[], a, 0);
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        Ok(t)
    }
    /// A call of `__tls_get_addr`, in the middle of an expression.
    fn dynamic_thread_address(&mut self, sym: SymRef) -> Result<Tn> {
        let key = Known::Address(sym, 0);
        if let Some(t) = self.lookup(key) {
            return Ok(t);
        }
        let s = self.symbol(sym, 0, modifier::NONE);
        let rd = self.fresh(self.xty())?;
        let o = self.emit(op::P_LA_TLS_GD, &[rd], &[s]);
        let given = self.cx.target.isa.reg(reg::RAX).units;
        let clobbers = super::call::clobbers(self.cx.target) - given;
        let constraints = vec![Constraint::Fixed(reg::RAX)];
        self.f.set_extra(o, OpExtra { constraints, clobbers, no_memory: true, ..OpExtra::default() });
        self.f.frame_info.calls = true;
        let rest = self.new_block();
        self.edge(rest, 1.0);
        self.start(rest);
        self.remember(key, rd);
        Ok(rd)
    }

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
        let isa = self.cx.target.isa;
        let at = isa.inst(o).role(Role::Opnd2)?;
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

    /// A load.
    pub(super) fn load(&mut self, w: Wn, mem: &Mem, ext: Extend, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.address(self.kid(w, 0)?)?;
        self.load_from(a, mem, ext, ty, to)
    }
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
            _ => return self.unsupported(format!("a load of type {}", mem.ty)),
        };
        self.with_memory(row, to, ty, &[], a, mem)
    }

    // Stores.

    /// A store.
    pub(super) fn store(&mut self, s: Wn, mem: &Mem) -> Result<()> {
        let (addr, value) = self.two(s)?;
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
        let a = self.address(addr)?;
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
    fn store_register(&mut self, row: Opcode, a: Addr, x: Tn, mem: &Mem) -> Result<()> {
        let o = self.emit_mem(row, &[], &[x], a, 0);
        self.describe(o, mem);
        Ok(())
    }
    /// Stores the low part of a register.
    fn store_integer(&mut self, a: Addr, x: Tn, mem: &Mem) -> Result<()> {
        let x = self.part(x, mem.ty)?;
        let row = [op::MOV8_MR, op::MOV16_MR, op::MOV32_MR, op::MOV64_MR][size(mem.ty)];
        self.store_register(row, a, x, mem)
    }
    fn store_constant(&mut self, a: Addr, c: i64, mem: &Mem) -> Result<()> {
        let c = if mem.ty == MType::B { c & 1 } else { self.sign_extended(c, mem.ty) };
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
            _ => self.unsupported(format!("a store of type {ty}")),
        }
    }
    fn store_float(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let row = self.float_store_row(mem.ty)?;
        let a = self.address(addr)?;
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
    /// A sequentially consistent store is an exchange, which is a fence, too.
    fn store_locked(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let a = self.address(addr)?;
        if mem.ty.is_float() {
            let row = self.float_store_row(mem.ty)?;
            let x = self.reg(value)?;
            self.store_register(row, a, x, mem)?;
            self.emit(op::MFENCE, &[], &[]);
            return Ok(());
        }
        let x = self.reg(value)?;
        let x = self.part(x, mem.ty)?;
        let row = [op::XCHG8_RM, op::XCHG16_RM, op::XCHG32_RM, op::XCHG64_RM][size(mem.ty)];
        self.with_memory(row, To::ANY, self.part_type(mem.ty), &[x], a, mem).map(|_| ())
    }
    /// The value below conversions and masks that leave its low bits alone.
    pub(super) fn narrowed(&self, mut w: Wn, bits: u32) -> Wn {
        loop {
            let n = self.n(w);
            let inner = match n.opr {
                Opr::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt) if n.desc.bits() >= bits => self.kid(w, 0).ok(),
                Opr::Cast(CastOp::Trunc) if n.ty.bits() >= bits => self.kid(w, 0).ok(),
                Opr::Unary(UnOp::SextInReg(k)) if u32::from(k) >= bits => self.kid(w, 0).ok(),
                Opr::Binary(BinOp::And) => self.as_binary(w, BinOp::And).and_then(|(x, c)| {
                    let mask = u64::MAX >> (64 - bits.clamp(1, 64));
                    (self.int(c)? as u64 & mask == mask).then_some(x)
                }),
                _ => None,
            };
            match inner {
                Some(x) => w = x,
                None => return w,
            }
        }
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
        let constant = self.int(other).map(|c| self.sign_extended(c, mem.ty));
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
        let a = self.address(addr)?;
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
            TnData::Reg { ty, .. } if ty == MType::B => 32,
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
    /// A constant as its type holds it.
    pub(super) fn sign_extended(&self, c: i64, ty: MType) -> i64 {
        let up = 64 - ty.bits().clamp(1, 64);
        c << up >> up
    }

    /// A prefetch.
    pub(super) fn prefetch(&mut self, s: Wn, write: bool, locality: u8, _data: bool) -> Result<()> {
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

/// An access that may be moved to its user.
fn plain(m: &Mem) -> bool {
    !m.volatile && m.ordering == Ordering::NotAtomic
}

fn movbe_row(ty: MType) -> Option<Opcode> {
    match ty {
        MType::I32 => Some(op::MOVBE32_MR),
        MType::I64 => Some(op::MOVBE64_MR),
        _ => None,
    }
}
