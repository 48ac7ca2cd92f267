//! Addresses: "Addressing-Mode Encoding" (volume 2, 2.1.5), the psABI's code models, thread-local storage.
//!
//! A sum of addresses is taken apart into [`Parts`]: a base, a scaled index, a displacement, and what it is rooted in (a symbol
//! or a frame object). The same matching serves memory operands and `lea`. Whatever does not fit a part is computed into a
//! register first.

use super::addr::{Addr, segment};
use super::consts::fits32;
use super::expand::{Expander, Own, To};
use super::modifier;
use crate::expansion::patterns::Addresses;
use crate::expansion::{Known, TargetState};
use crate::func::{Constraint, Modifier, OpFlags, SymRef, Tn};
use targ_info::Opcode;
use targ_info::x86::{op, reg};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, FrameObj, GlobalRef, InstFlags, TlsModel};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// What finds the address of thread-local storage.
const TLS_CALL: &str = "__tls_get_addr";

/// The name of the global offset table.
const TABLE: &str = "_GLOBAL_OFFSET_TABLE_";

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

/// How the address of a symbol is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is a number of 32 bits.
    Absolute,
    /// It is a number of 64 bits.
    Far,
    /// By its distance from the program counter.
    Distance,
    /// By its distance from the global offset table.
    FromTable,
    /// It stands in that table.
    InTable,
}

impl Addresses for Expander<'_> {
    fn address_value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let xty = self.xty();
        match self.n(w).opr {
            Opr::Lda(g, off) if self.tls(SymRef::Global(g)).is_some() => self.thread_local_value(g, off, to),
            Opr::Lda(g, off) => self.symbol_value(SymRef::Global(g), off, to),
            Opr::BlockAddr(b) => {
                let sym = self.block_symbol(b)?;
                self.symbol_value(sym, 0, to)
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
    fn thread_pointer(&mut self, to: To) -> Result<Tn> {
        let zero = self.f.lit(0);
        let seg = if self.m.wide { segment::FS } else { segment::GS };
        let a = Addr { seg, ..self.at_disp(self.own.noreg, zero) };
        let rd = self.result(to, self.xty())?;
        self.emit_constant_mem(self.form(self.xty(), op::MOV32_RM, op::MOV64_RM), &[rd], &[], a);
        Ok(rd)
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
                if self.reach(sym) == Reach::Absolute {
                    self.symbol(sym, p.disp, modifier::NONE)
                } else if self.m.gotoff {
                    let got = self.got_base()?;
                    let (index, scale) = self.one_index(base, index)?;
                    let disp = self.symbol(sym, p.disp, modifier::GOTOFF);
                    return Ok(Addr { base: got, scale, index, disp, seg: segment::NONE });
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
        let (index, scale) = index.unwrap_or((self.own.noreg, 0));
        Ok(Addr { base: base.unwrap_or(self.own.noreg), scale, index, disp, seg: segment::NONE })
    }
    /// Base and index as an index alone.
    fn one_index(&mut self, base: Option<Tn>, index: Option<(Tn, u8)>) -> Result<(Tn, u8)> {
        match (base, index) {
            (None, None) => Ok((self.own.noreg, 0)),
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
    /// The memory operand of an access, in its address space.
    pub(super) fn address_of(&mut self, w: Wn, mem: &Mem) -> Result<Addr> {
        let a = self.address(w)?;
        let seg = match mem.space {
            256 => segment::GS,
            257 => segment::FS,
            258 => segment::SS,
            _ => return Ok(a),
        };
        if a.seg != segment::NONE {
            return self.unsupported("thread-local storage in another address space");
        }
        Ok(Addr { seg, ..a })
    }
    /// A thread-local symbol plus a constant.
    fn as_thread_local(&self, w: Wn) -> Option<(GlobalRef, i64)> {
        match self.n(w).opr {
            Opr::Lda(g, o) if self.tls(SymRef::Global(g)).is_some() => Some((g, o)),
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
        match self.reach(sym) {
            Reach::Absolute | Reach::Distance => {
                let s = self.symbol(sym, off, modifier::NONE);
                // From the program counter is shorter.
                Ok(if self.m.wide { self.at_rip(s) } else { self.at_disp(self.own.noreg, s) })
            }
            Reach::FromTable if self.m.wide => {
                let (base, index) = (self.got_base()?, self.far_literal(sym, off, modifier::GOTOFF, To::ANY)?);
                Ok(Addr { index, ..self.at(base, 0) })
            }
            Reach::FromTable => {
                let got = self.got_base()?;
                let s = self.symbol(sym, off, modifier::GOTOFF);
                Ok(self.at_disp(got, s))
            }
            Reach::Far | Reach::InTable => {
                let t = self.symbol_value(sym, 0, To::ANY)?;
                Ok(self.at(t, off))
            }
        }
    }
    /// The address of the global offset table, which is found at the function's entry if anything asks for it.
    pub(super) fn got_base(&mut self) -> Result<Tn> {
        if let Some(t) = self.own.got {
            return Ok(t);
        }
        let t = self.fresh(self.xty())?;
        let o = if self.m.large {
            let scratch = self.fresh(MType::I64)?;
            Own::make_op(&mut self.f, self.cx, op::P_GOTBASE64, &[t, scratch], &[])
        } else if self.m.wide {
            let table = self.symbol(SymRef::Library(TABLE), 0, modifier::GOTPC);
            let o = Own::make_op(&mut self.f, self.cx, op::P_LA_PCREL, &[t], &[table]);
            self.mark_remat(t, o);
            o
        } else {
            Own::make_op(&mut self.f, self.cx, op::P_GOTBASE, &[t], &[])
        };
        let entry = self.w.layout.first().map(|&b| self.block(b)).transpose()?;
        match entry.and_then(|b| self.f.first(b)) {
            Some(first) => self.f.insert_after(o, first),
            None => return self.unsupported("a function without a block"),
        }
        self.own.got = Some(t);
        Ok(t)
    }
    /// The memory of a constant-pool entry.
    pub(super) fn pool_address(&mut self, sym: SymRef) -> Result<Addr> {
        self.plain_symbol(sym, 0)
    }
    /// May a symbol be named in an address?
    fn reaches_directly(&self, g: GlobalRef) -> bool {
        self.tls(SymRef::Global(g)).is_none()
            && match self.reach(SymRef::Global(g)) {
                Reach::Absolute | Reach::Distance => true,
                Reach::FromTable => !self.m.wide,
                Reach::Far | Reach::InTable => false,
            }
    }
    /// Is a symbol's address in the GOT?
    pub(super) fn through_got(&self, sym: SymRef) -> bool {
        self.reach(sym) == Reach::InTable
    }
    /// May a symbol be farther away than 32 bits tell? Thread-local storage never is.
    pub(super) fn is_far(&self, sym: SymRef) -> bool {
        match sym {
            SymRef::Global(g) => self.m.wide && (self.m.large || self.cx.module.globals[g].far),
            SymRef::Library(_) | SymRef::Pool(_) | SymRef::Table(_) | SymRef::Block(_) => self.m.large,
        }
    }
    /// The psABI's code models: what of a symbol is known when the module is compiled.
    pub(super) fn reach(&self, sym: SymRef) -> Reach {
        let far = self.is_far(sym);
        match (self.m.large && !self.m.pic, self.elsewhere(sym, self.m.stubs, !self.m.absolute)) {
            (true, _) => Reach::Far,
            (false, true) => Reach::InTable,
            (false, false) if self.m.gotoff || far && self.m.pic => Reach::FromTable,
            (false, false) if far => Reach::Far,
            (false, false) if self.m.absolute => Reach::Absolute,
            (false, false) => Reach::Distance,
        }
    }
    /// The address of a symbol plus offset in a register.
    pub(super) fn symbol_value(&mut self, sym: SymRef, off: i64, to: To) -> Result<Tn> {
        let xty = self.xty();
        let key = Known::Address(sym, off);
        if let Some(t) = self.lookup(key) {
            return Ok(self.settle(to, t));
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
        if self.m.gotoff {
            return self.symbol_by_got(key, got, to);
        }
        let row = match self.reach(sym) {
            Reach::InTable if self.m.large => return self.symbol_by_far_table(key, to),
            Reach::FromTable => {
                let a = self.plain_symbol(sym, off)?;
                let rd = self.lea(a, xty, to)?;
                if to.dst.is_none() {
                    self.remember(key, rd);
                }
                return Ok(rd);
            }
            Reach::InTable => op::P_LA_GOT,
            Reach::Absolute => op::P_LA_ABS,
            Reach::Far => op::P_LA_FAR,
            Reach::Distance => op::P_LA_PCREL,
        };
        let s = self.symbol(sym, off, modifier::NONE);
        let rd = self.result(to, xty)?;
        let o = self.emit(row, &[rd], &[s]);
        if got {
            self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        }
        self.keep_constant(to, key, rd, o);
        Ok(rd)
    }
    /// A number of 64 bits that the linker knows.
    fn far_literal(&mut self, sym: SymRef, off: i64, modifier: Modifier, to: To) -> Result<Tn> {
        let s = self.symbol(sym, off, modifier);
        let rd = self.result(to, MType::I64)?;
        let o = self.emit(op::P_LA_FAR, &[rd], &[s]);
        if to.dst.is_none() {
            self.mark_remat(rd, o);
        }
        Ok(rd)
    }
    /// The address of a symbol out of a GOT that is far itself.
    fn symbol_by_far_table(&mut self, key: Known, to: To) -> Result<Tn> {
        let Known::Address(sym, _) = key else { return self.unsupported("an address of this kind") };
        let (base, index) = (self.got_base()?, self.far_literal(sym, 0, modifier::GOT, To::ANY)?);
        let a = Addr { index, ..self.at(base, 0) };
        let rd = self.result(to, MType::I64)?;
        self.emit_constant_mem(op::MOV64_RM, &[rd], &[], a);
        if to.dst.is_none() {
            self.remember(key, rd);
        }
        Ok(rd)
    }
    /// The address of a symbol from the GOT's, or out of the GOT.
    fn symbol_by_got(&mut self, key: Known, through: bool, to: To) -> Result<Tn> {
        let Known::Address(sym, off) = key else { return self.unsupported("an address of this kind") };
        let base = self.got_base()?;
        let s = self.symbol(sym, off, if through { modifier::GOT } else { modifier::GOTOFF });
        let addr = self.at_disp(base, s);
        let rd = self.result(to, MType::I32)?;
        let o = self.emit_mem(if through { op::MOV32_RM } else { op::LEA32 }, &[rd], &[], addr, 0);
        if through {
            self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        }
        if to.dst.is_none() {
            self.remember(key, rd);
        }
        Ok(rd)
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

    /// The model named, weakened to what the relocation model allows.
    fn tls_model(&self, g: GlobalRef) -> TlsModel {
        let named = self.cx.module.globals[g].tls;
        // A position-independent executable is where thread-local storage of the program is.
        let shared = self.m.pic && self.cx.module.flag_int("PIE Level").is_none_or(|n| n == 0);
        let best = match (shared, self.is_local(SymRef::Global(g))) {
            (false, true) => TlsModel::LocalExec,
            (false, false) => TlsModel::InitialExec,
            (true, true) => TlsModel::LocalDynamic,
            (true, false) => TlsModel::GeneralDynamic,
        };
        let of = |model| named == Some(model) || best == model;
        [TlsModel::LocalExec, TlsModel::InitialExec, TlsModel::LocalDynamic]
            .into_iter()
            .find(|&m| of(m))
            .unwrap_or(TlsModel::GeneralDynamic)
    }
    fn thread_local(&mut self, g: GlobalRef, off: i64) -> Result<Addr> {
        let sym = SymRef::Global(g);
        let seg = if self.m.wide { segment::FS } else { segment::GS };
        match self.tls_model(g) {
            TlsModel::LocalExec => {
                let s = self.symbol(sym, off, if self.m.wide { modifier::TPOFF } else { modifier::NTPOFF });
                Ok(Addr { seg, ..self.at_disp(self.own.noreg, s) })
            }
            TlsModel::InitialExec => {
                let t = self.thread_offset(sym)?;
                Ok(Addr { seg, ..self.at(t, off) })
            }
            TlsModel::GeneralDynamic => {
                let t = self.dynamic_thread_address(op::P_LA_TLS_GD, sym, sym)?;
                Ok(self.at(t, off))
            }
            TlsModel::LocalDynamic => {
                // One call serves all variables of the module.
                let t = self.dynamic_thread_address(op::P_LA_TLS_LD, sym, SymRef::Library(TLS_CALL))?;
                let s = self.symbol(sym, off, modifier::DTPOFF);
                Ok(self.at_disp(t, s))
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
        let (base, index) = if a.base == self.own.noreg { (tp, self.own.noreg) } else { (a.base, tp) };
        self.lea(Addr { base, index, seg: segment::NONE, ..a }, self.xty(), to)
    }
    /// The offset of a symbol from the thread pointer, out of the GOT.
    fn thread_offset(&mut self, sym: SymRef) -> Result<Tn> {
        let a = if self.m.wide {
            let s = self.symbol(sym, 0, modifier::GOTTPOFF);
            self.at_rip(s)
        } else if self.m.pic {
            let base = self.got_base()?;
            let s = self.symbol(sym, 0, modifier::GOTNTPOFF);
            self.at_disp(base, s)
        } else {
            let s = self.symbol(sym, 0, modifier::INDNTPOFF);
            self.at_disp(self.own.noreg, s)
        };
        let xty = self.xty();
        let t = self.fresh(xty)?;
        self.emit_constant_mem(self.form(xty, op::MOV32_RM, op::MOV64_RM), &[t], &[], a);
        Ok(t)
    }
    /// A call of `__tls_get_addr`, in the middle of an expression; `known` is what its result is remembered as.
    fn dynamic_thread_address(&mut self, row: Opcode, sym: SymRef, known: SymRef) -> Result<Tn> {
        let key = Known::Address(known, 0);
        if let Some(t) = self.lookup(key) {
            return Ok(t);
        }
        let s = self.symbol(sym, 0, modifier::NONE);
        let rd = self.fresh(self.xty())?;
        if self.m.wide {
            let o = self.emit(row, &[rd], &[s]);
            self.call_within(o, vec![Constraint::Fixed(reg::RAX)], reg::RAX);
        } else {
            let got = self.got_base()?;
            let o = self.emit(row, &[rd], &[s, got]);
            self.call_within(o, vec![Constraint::Fixed(reg::EAX), Constraint::Fixed(reg::EBX)], reg::EAX);
        }
        self.remember(key, rd);
        Ok(rd)
    }
}
