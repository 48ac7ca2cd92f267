//! Addresses, loads and stores: "2.6 Load and Store Instructions", and the psABI's code models.
//!
//! An address is a base register and an offset operand: a literal of twelve bits, the `%lo` half of a symbol, or a place
//! in the frame beside `sp`. Under the medlow code model a symbol is `lui %hi` plus its low half folded into the access;
//! elsewhere its address is made by a pseudo op that stays whole until emission, since the halves of a pc-relative pair
//! must find each other.

use super::consts::{self, fits12, fits32, low12};
use super::expand::{Expander, To};
use super::modifier;
use crate::expansion::Known;
use crate::expansion::patterns::{Addresses, Memory};
use crate::func::{OpFlags, SymRef, Tn};
use smallvec::SmallVec;
use targ_info::Opcode;
use targ_info::riscv::{class, op, reg};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, GlobalRef, Ordering, TlsModel};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// Bits of `fence` operands.
const FENCE_W: i64 = 1;
const FENCE_R: i64 = 2;
const FENCE_RW: i64 = 3;

impl Memory for Expander<'_> {
    fn load(&mut self, w: Wn, mem: &Mem, ext: Extend, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        self.load_as(w, mem, ext, ty, to)
    }
    fn store(&mut self, s: Wn, mem: &Mem) -> Result<()> {
        let (addr, value) = self.two(s)?;
        let (row, bits) = self.store_row(mem.ty)?;
        let (base, off) = self.address(addr)?;
        let (row, v) = self.stored_value(value, mem.ty, row, bits)?;
        if matches!(mem.ordering, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst) {
            self.emit_fence(FENCE_RW, FENCE_W);
        }
        let o = self.emit(row, &[], &[v, off, base]);
        self.describe(o, mem);
        let trailing = targ_info::riscv::feature::NO_TRAILING_SEQ_CST_FENCE;
        if mem.ordering == Ordering::SeqCst && !self.cx.target.has(trailing) {
            self.emit_fence(FENCE_RW, FENCE_RW);
        }
        Ok(())
    }
    fn prefetch(&mut self, s: Wn, write: bool, _locality: u8, data: bool) -> Result<()> {
        if !self.m.zicbop {
            return Ok(());
        }
        let row = match (data, write) {
            (false, _) => op::PREFETCH_I,
            (true, false) => op::PREFETCH_R,
            (true, true) => op::PREFETCH_W,
        };
        let (root, off) = self.peel(self.kid(s, 0)?);
        let low = if off % 32 == 0 && fits12(off) { off } else { 0 };
        let base = self.reg(root)?;
        let base = if low == off { base } else { self.sum(base, off)? };
        let off = self.f.lit(low);
        self.emit(row, &[], &[off, base]);
        Ok(())
    }
}

impl Addresses for Expander<'_> {
    fn thread_pointer(&mut self, to: To) -> Result<Tn> {
        let tp = self.f.dedicated(reg::TP, class::GPR, self.xty());
        let rd = self.result(to, self.xty())?;
        self.copy(rd, tp);
        Ok(rd)
    }
    /// Finds the busy symbols among the statements up to the next call.
    fn look_ahead(&mut self, stmts: &[Wn]) {
        self.own.busy.clear();
        if self.m.pcrel {
            return;
        }
        let mut places = std::mem::take(&mut self.own.places);
        let mut stack: SmallVec<[Wn; 16]> = SmallVec::new();
        for &s in stmts {
            stack.push(s);
            while let Some(w) = stack.pop() {
                let kids = self.w.kids(w);
                if let Opr::Load(..) | Opr::Store(_) = self.n(w).opr {
                    self.note_place(kids.first().copied(), &mut places);
                }
                stack.extend_from_slice(kids);
            }
            if let Opr::Call(_) = self.n(s).opr {
                break;
            }
        }
        places.sort_unstable();
        places.dedup();
        for run in places.chunk_by(|a, b| a.0 == b.0) {
            if let (Some(&(g, _)), true) = (run.first(), run.len() > 2) {
                self.own.busy.push(g);
            }
        }
        places.clear();
        self.own.places = places;
    }
    fn address_value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let xty = self.xty();
        match self.n(w).opr {
            Opr::Lda(g, off) => {
                let sym = SymRef::Global(g);
                if self.tls(sym).is_some() {
                    let (base, off) = self.thread_local_address(sym, off)?;
                    return self.join(base, off, to);
                }
                self.symbol_value(sym, off, to)
            }
            Opr::BlockAddr(b) => {
                let sym = self.block_symbol(b)?;
                self.symbol_value(sym, 0, to)
            }
            Opr::FrameAddr(obj, off) if fits32(off) => {
                let off = self.frame_offset(obj, off);
                let rd = self.result(to.whole(), xty)?;
                let zero = self.f.lit(0);
                let o = self.emit(op::P_FRAMEADDR, &[rd], &[off, zero]);
                if to.dst.is_none() {
                    self.mark_remat(rd, o);
                }
                Ok(rd)
            }
            Opr::IncomingAddr(off) => {
                let obj = self.incoming_area();
                let off = self.frame_offset(obj, off);
                let zero = self.f.lit(0);
                self.rr(op::P_FRAMEADDR, to, xty, off, zero)
            }
            _ => self.unsupported("an address of this kind"),
        }
    }
}

impl Expander<'_> {
    // Addresses.

    /// An address as base and offset operand.
    pub(super) fn address(&mut self, w: Wn) -> Result<(Tn, Tn)> {
        let (root, off) = self.peel(w);
        match self.n(root).opr {
            Opr::FrameAddr(obj, o) => match o.checked_add(off).filter(|o| fits32(*o)) {
                Some(o) => Ok((self.sp, self.frame_offset(obj, o))),
                None => self.offset_from(root, off),
            },
            Opr::IncomingAddr(o) if fits32(o.wrapping_add(off)) => {
                let obj = self.incoming_area();
                Ok((self.sp, self.frame_offset(obj, o + off)))
            }
            Opr::Lda(g, o) => self.symbol_address(SymRef::Global(g), o.wrapping_add(off)),
            _ => self.offset_from(root, off),
        }
    }
    /// What an address is based on, and the sum of the constants added to that.
    fn peel(&self, mut w: Wn) -> (Wn, i64) {
        let mut sum = 0i64;
        while let Some((x, c)) = self.as_binary(w, BinOp::Add) {
            let Some(c) = self.int(c) else { break };
            let Some(s) = sum.checked_add(c) else { break };
            sum = s;
            w = x;
        }
        (w, sum)
    }
    fn offset_from(&mut self, root: Wn, off: i64) -> Result<(Tn, Tn)> {
        if let Some(c) = self.int(root) {
            return self.absolute(c.wrapping_add(off));
        }
        if let Some((x, g, o)) = self.as_indexed_symbol(root) {
            // A short offset moves to the access, so that all parts of the object share its address.
            let total = o.wrapping_add(off);
            let (at, rest) = if fits12(total) { (0, total) } else { (total, 0) };
            let base = self.symbol_value(SymRef::Global(g), at, To::ANY)?;
            let sum = self.add_to_register(x, base)?;
            return Ok((sum, self.f.lit(rest)));
        }
        let base = self.reg(root)?;
        self.add_offset(base, off)
    }
    /// `x + symbol + offset`, either way round, for symbols whose address is the same wherever it is taken.
    fn as_indexed_symbol(&self, w: Wn) -> Option<(Wn, GlobalRef, i64)> {
        let (a, b) = self.as_binary(w, BinOp::Add)?;
        let symbol = |k: Wn| match self.n(k).opr {
            Opr::Lda(g, o) if self.tls(SymRef::Global(g)).is_none() => Some((g, o)),
            _ => None,
        };
        match (symbol(a), symbol(b)) {
            (Some((g, o)), _) => Some((b, g, o)),
            (None, Some((g, o))) => Some((a, g, o)),
            (None, None) => None,
        }
    }
    /// A base register plus any constant as base and offset operand.
    pub(super) fn add_offset(&mut self, base: Tn, off: i64) -> Result<(Tn, Tn)> {
        let off = if self.m.rv64 { off } else { i64::from(off as i32) };
        if fits12(off) {
            return Ok((base, self.f.lit(off)));
        }
        let ty = self.xty();
        let near = if off < 0 { -2048 } else { 2047 };
        if fits12(off.wrapping_sub(near)) {
            let t = self.ri(op::ADDI, To::ANY, ty, base, near)?;
            return Ok((t, self.f.lit(off - near)));
        }
        let (high, low) = (off.wrapping_sub(low12(off)), low12(off));
        let (high, low) = if fits32(high) || !self.m.rv64 { (high, low) } else { (off, 0) };
        let h = self.constant(high, To::ANY)?;
        let t = self.rr(op::ADD, To::ANY, ty, base, h)?;
        Ok((t, self.f.lit(low)))
    }
    /// A constant address.
    fn absolute(&mut self, c: i64) -> Result<(Tn, Tn)> {
        let c = if self.m.rv64 { c } else { i64::from(c as i32) };
        let high = c.wrapping_sub(low12(c));
        if fits32(high) || !self.m.rv64 {
            let h = self.constant(high, To::ANY)?;
            return Ok((h, self.f.lit(low12(c))));
        }
        let t = self.constant(c, To::ANY)?;
        Ok((t, self.f.lit(0)))
    }

    /// The address of a symbol plus offset as base and offset operand.
    pub(super) fn symbol_address(&mut self, sym: SymRef, off: i64) -> Result<(Tn, Tn)> {
        if self.tls(sym).is_some() {
            return self.thread_local_address(sym, off);
        }
        if let (Some(t), true) = (self.lookup(Known::Address(sym, 0)), fits12(off)) {
            return Ok((t, self.f.lit(off)));
        }
        if !self.m.pcrel && self.is_busy(sym) && fits12(off) {
            let base = self.symbol_base(sym, 0)?;
            return Ok((base, self.f.lit(off)));
        }
        if !self.m.pcrel {
            let share = self.share(sym, off);
            let key = Known::Part(modifier::HI.0, sym, share);
            let base = match self.lookup(key) {
                Some(t) => t,
                None => {
                    let t = self.fresh(self.xty())?;
                    let s = self.symbol(sym, share, modifier::HI);
                    let o = self.emit(op::LUI, &[t], &[s]);
                    self.mark_remat(t, o);
                    self.remember(key, t);
                    t
                }
            };
            return Ok((base, self.symbol(sym, off, modifier::LO)));
        }
        let near = fits12(off);
        let base = self.symbol_base(sym, if near || self.through_got(sym) { 0 } else { off })?;
        if near {
            return Ok((base, self.f.lit(off)));
        }
        if self.through_got(sym) {
            return self.add_offset(base, off);
        }
        Ok((base, self.f.lit(0)))
    }
    /// Is the symbol accessed at so many places before the next call that its whole address in a register pays?
    fn is_busy(&self, sym: SymRef) -> bool {
        matches!(sym, SymRef::Global(g) if self.own.busy.contains(&g))
    }
    /// Notes an access to a symbol at a constant offset.
    fn note_place(&self, addr: Option<Wn>, places: &mut Vec<(GlobalRef, i64)>) {
        let Some(addr) = addr else { return };
        let (root, off) = self.peel(addr);
        if let Opr::Lda(g, o) = self.n(root).opr {
            let at = o.wrapping_add(off);
            if fits12(at) {
                places.push((g, self.share(SymRef::Global(g), at)));
            }
        }
    }
    /// The offset whose high part serves an access at `off`: within its alignment an object has one high part.
    fn share(&self, sym: SymRef, off: i64) -> i64 {
        let align = match sym {
            SymRef::Global(g) => i64::from(self.cx.module.globals[g].align),
            _ => 1,
        };
        // Beyond the page that low halves reach from, alignment says nothing more.
        let align = align.clamp(1, 2048);
        if align & (align - 1) == 0 && off >= 0 { off & !(align - 1) } else { off }
    }
    /// The address of a symbol plus offset in a register, by one pseudo op.
    fn symbol_base(&mut self, sym: SymRef, off: i64) -> Result<Tn> {
        let key = Known::Address(sym, off);
        if let Some(t) = self.lookup(key) {
            return Ok(t);
        }
        let t = self.fresh(self.xty())?;
        let o = self.load_address(sym, off, t);
        self.mark_remat(t, o);
        self.remember(key, t);
        Ok(t)
    }
    fn load_address(&mut self, sym: SymRef, off: i64, rd: Tn) -> crate::func::Op {
        let row = match (self.m.pcrel, self.through_got(sym)) {
            (false, _) => op::P_LA_ABS,
            (true, true) => op::P_LA_GOT,
            (true, false) => op::P_LA_PCREL,
        };
        let s = self.symbol(sym, off, modifier::NONE);
        let o = self.emit(row, &[rd], &[s]);
        if row == op::P_LA_GOT {
            self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        }
        o
    }
    /// Is a symbol's address in the GOT?
    fn through_got(&self, sym: SymRef) -> bool {
        self.elsewhere(sym, self.m.pic, self.m.pcrel)
    }
    /// Thread-local storage: the model named, weakened to what the relocation model allows.
    fn thread_local_address(&mut self, sym: SymRef, off: i64) -> Result<(Tn, Tn)> {
        let Some(named) = self.tls(sym) else { return self.unsupported("a thread-local symbol") };
        let best = match (self.m.pic, self.is_local(sym)) {
            (false, true) => TlsModel::LocalExec,
            (false, false) => TlsModel::InitialExec,
            (true, true) => TlsModel::LocalDynamic,
            (true, false) => TlsModel::GeneralDynamic,
        };
        let rank = |m: TlsModel| match m {
            TlsModel::GeneralDynamic => 0,
            TlsModel::LocalDynamic => 1,
            TlsModel::InitialExec => 2,
            TlsModel::LocalExec => 3,
        };
        let model = if rank(named) > rank(best) { named } else { best };
        let xty = self.xty();
        if model == TlsModel::LocalExec {
            let key = Known::Part(modifier::TPREL_HI.0, sym, off);
            let base = match self.lookup(key) {
                Some(t) => t,
                None => {
                    let hi = self.symbol(sym, off, modifier::TPREL_HI);
                    let t = self.r(op::LUI, To::ANY, xty, hi)?;
                    let tp = self.f.dedicated(reg::TP, class::GPR, xty);
                    let rd = self.rr(op::ADD, To::ANY, xty, t, tp)?;
                    self.remember(key, rd);
                    rd
                }
            };
            return Ok((base, self.symbol(sym, off, modifier::TPREL_LO)));
        }
        let key = Known::Address(sym, 0);
        let base = match self.lookup(key) {
            Some(t) => t,
            None => {
                let t = self.dynamic_thread_address(sym, model)?;
                self.remember(key, t);
                t
            }
        };
        self.add_offset(base, off)
    }
    fn dynamic_thread_address(&mut self, sym: SymRef, model: TlsModel) -> Result<Tn> {
        let xty = self.xty();
        let s = self.symbol(sym, 0, modifier::NONE);
        if model == TlsModel::InitialExec {
            let t = self.fresh(xty)?;
            let o = self.emit(op::P_LA_TLS_IE, &[t], &[s]);
            self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
            self.mark_remat(t, o);
            return Ok(t);
        }
        let arg = self.fresh(xty)?;
        self.emit(op::P_LA_TLS_GD, &[arg], &[s]);
        self.tls_get_addr(arg)
    }
    /// A symbol's address in a register.
    pub(super) fn symbol_value(&mut self, sym: SymRef, off: i64, to: To) -> Result<Tn> {
        if self.through_got(sym) && self.m.pcrel && off != 0 {
            let (base, off) = self.symbol_address(sym, off)?;
            return self.join(base, off, to);
        }
        if let (Some(t), true) = (self.lookup(Known::Address(sym, 0)), off != 0 && fits12(off)) {
            return self.ri(op::ADDI, to, self.xty(), t, off);
        }
        match to.dst {
            None => self.symbol_base(sym, off),
            Some(rd) => {
                self.load_address(sym, off, rd);
                Ok(rd)
            }
        }
    }
    /// Base and offset operand in one register.
    fn join(&mut self, base: Tn, off: Tn, to: To) -> Result<Tn> {
        if self.f.as_lit(off) == Some(0) {
            return Ok(self.settle(to, base));
        }
        self.rr(op::ADDI, to, self.xty(), base, off)
    }

    // Loads.

    /// A load with an extension and result type of the user's choice.
    pub(super) fn load_as(&mut self, w: Wn, mem: &Mem, ext: Extend, ty: MType, to: To) -> Result<Tn> {
        let row = self.load_row(mem.ty, ext, ty)?;
        let (base, off) = self.address(self.kid(w, 0)?)?;
        self.fence_before_load(mem.ordering);
        let rd = self.result(to.whole(), ty)?;
        let o = self.emit(row, &[rd], &[off, base]);
        self.describe(o, mem);
        if matches!(mem.ordering, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst) {
            self.emit_fence(FENCE_R, FENCE_RW);
        }
        Ok(rd)
    }
    fn load_row(&self, mem: MType, ext: Extend, ty: MType) -> Result<Opcode> {
        Ok(match (mem, ext) {
            (MType::F32, _) if self.m.zfinx => op::LW,
            (MType::F64, _) if self.m.zfinx && self.m.rv64 => op::LD,
            (MType::F32, _) => op::FLW,
            (MType::F64, _) => op::FLD,
            (MType::F16 | MType::BF16, _) => op::FLH,
            (MType::B | MType::I8, Extend::Sign) => op::LB,
            (MType::B | MType::I8, _) => op::LBU,
            (MType::I16, Extend::Zero) => op::LHU,
            (MType::I16, _) => op::LH,
            (MType::I32, Extend::Zero) if self.m.rv64 && ty == MType::I64 => op::LWU,
            (MType::I32, _) => op::LW,
            (MType::I64, _) if self.m.rv64 => op::LD,
            _ => return self.unsupported(format!("a load of type {mem}")),
        })
    }
    fn fence_before_load(&mut self, o: Ordering) {
        if o == Ordering::SeqCst {
            self.emit_fence(FENCE_RW, FENCE_RW);
        }
    }
    pub(super) fn emit_fence(&mut self, pred: i64, succ: i64) {
        let (p, s) = (self.f.lit(pred), self.f.lit(succ));
        self.emit(op::FENCE, &[], &[p, s]);
    }

    // Stores.

    fn store_row(&self, mem: MType) -> Result<(Opcode, u32)> {
        Ok(match mem {
            MType::F32 if self.m.zfinx => (op::SW, 32),
            MType::F64 if self.m.zfinx && self.m.rv64 => (op::SD, 64),
            MType::F32 => (op::FSW, 32),
            MType::F64 => (op::FSD, 64),
            MType::F16 | MType::BF16 => (op::FSH, 16),
            MType::B | MType::I8 => (op::SB, 8),
            MType::I16 => (op::SH, 16),
            MType::I32 => (op::SW, 32),
            MType::I64 if self.m.rv64 => (op::SD, 64),
            _ => return self.unsupported(format!("a store of type {mem}")),
        })
    }
    /// The register that is stored, and the row: constants and moved bits are stored from general registers.
    fn stored_value(&mut self, value: Wn, mem: MType, row: Opcode, bits: u32) -> Result<(Opcode, Tn)> {
        if mem.is_float() {
            let int = match mem {
                MType::F16 | MType::BF16 => op::SH,
                MType::F32 => op::SW,
                _ => op::SD,
            };
            let word = mem != MType::F64 || self.m.rv64;
            if let (Opr::Float(b), true) = (self.n(value).opr, word) {
                let up = 64 - bits;
                let v = (b as i64) << up >> up;
                if v == 0 || consts::chain(v, &self.m).len() <= 2 {
                    return Ok((int, self.constant(v, To::ANY)?));
                }
            }
            if let (Opr::Cast(CastOp::BitCast), true) = (self.n(value).opr, word) {
                let a = self.kid(value, 0)?;
                if self.n(a).ty.is_int() {
                    return Ok((int, self.low(a)?));
                }
            }
            return Ok((row, self.reg(value)?));
        }
        if mem == MType::B {
            return Ok((row, self.reg(value)?));
        }
        if let Opr::Cast(CastOp::BitCast) = self.n(value).opr {
            let a = self.kid(value, 0)?;
            let from = self.n(a).ty;
            if from.is_float() && from.bits() == bits && !self.m.zfinx {
                return Ok((self.store_row(from)?.0, self.reg(a)?));
            }
        }
        let v = self.narrowed(value, bits);
        if let Some(c) = self.int(v) {
            let up = 64 - bits;
            return Ok((row, self.constant(c << up >> up, To::ANY)?));
        }
        Ok((row, self.low(v)?))
    }
    /// A register plus any constant in a register.
    fn sum(&mut self, base: Tn, off: i64) -> Result<Tn> {
        let (base, off) = self.add_offset(base, off)?;
        self.join(base, off, To::ANY)
    }
}
