//! Copies and fills of memory: small ones of known length as loads and stores, others as calls of libc.
//!
//! Pieces are as wide as the widest register that the target moves at the alignment, vectors too, but for what a pair of general
//! registers holds: what is stored so is often read in parts, as a scalar. Where misaligned accesses are fast, the last piece may
//! overlap the one before it.

use super::libcalls::Effect;
use super::memory::offset_align;
use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;

/// A copy's properties.
#[derive(Clone, Copy)]
struct Copy {
    overlap: bool,
    volatile: bool,
    dst_align: u32,
    src_align: u32,
    inline: bool,
}

impl Legaliser<'_> {
    /// `MemCopy` and `MemSet` made by earlier passes.
    pub(super) fn block_memory(&mut self, i: Inst, kind: InstKind) -> Result<()> {
        self.refuse_spaces(i)?;
        let (dst, second) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        let len = self.length(i, 2)?;
        match kind {
            InstKind::MemCopy { overlap, volatile, dst_align, src_align, inline } => {
                let (dst_align, src_align) = (1 << dst_align, 1 << src_align);
                self.copy(dst, second, len, Copy { overlap, volatile, dst_align, src_align, inline })
            }
            InstKind::MemSet { volatile, align, inline } => self.fill(dst, second, len, 1 << align, volatile, inline),
            _ => Err(self.input("a memory operation of another kind")),
        }
    }
    /// Blocks are copied and filled in the ordinary address space alone: library functions know no other.
    fn refuse_spaces(&self, i: Inst) -> Result<()> {
        for &p in self.old.args(i) {
            match self.m.types.get(self.old.ty(p)) {
                TyData::Ptr(n) if self.act.segments.contains(n) => {
                    return Err(self.unsupported(format!("a block of memory in address space {n}")));
                }
                _ => {}
            }
        }
        Ok(())
    }
    /// `llvm.memcpy` and its kind: operands `dst, src, len, volatile`.
    pub(super) fn memcpy_intrinsic(&mut self, i: Inst, id: CallId, overlap: bool, inline: bool) -> Result<()> {
        self.refuse_spaces(i)?;
        let (dst, src) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        let len = self.length(i, 2)?;
        let volatile = self.flag_arg(i, 3);
        let attrs = &self.old.calls[id].sig.param_attrs;
        let align = |n: usize| attrs.get(n).map_or(1, |a| a.align.max(1));
        let (dst_align, src_align) = (align(0), align(1));
        self.copy(dst, src, len, Copy { overlap, volatile, dst_align, src_align, inline })
    }
    /// `llvm.memset`: operands `dst, byte, len, volatile`.
    pub(super) fn memset_intrinsic(&mut self, i: Inst, id: CallId, inline: bool) -> Result<()> {
        let (dst, byte) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        let len = self.length(i, 2)?;
        let volatile = self.flag_arg(i, 3);
        let align = self.old.calls[id].sig.param_attrs.first().map_or(1, |a| a.align.max(1));
        self.fill(dst, byte, len, align, volatile, inline)
    }
    fn length(&mut self, i: Inst, n: usize) -> Result<Value> {
        let v = self.arg(i, n)?;
        let Scalar::Int(bits) = self.scalar(self.old.ty(v))? else {
            return Err(self.input("a length that is no integer"));
        };
        let parts = self.parts(v)?;
        Ok(self.int_zext_or_trunc(bits, self.xlen, &parts)[0])
    }
    /// A constant truth value among the operands.
    pub(super) fn flag_arg(&self, i: Inst, n: usize) -> bool {
        self.old.args(i).get(n).is_some_and(|&v| self.old.as_int(v).is_some_and(|c| c != 0))
    }
    /// Most stores that are worth while in this function.
    fn store_limit(&self) -> u32 {
        let small = self.old.sig.attrs.flags.intersects(FnFlags::OPTSIZE | FnFlags::MINSIZE);
        if small { self.act.inline_stores / 2 } else { self.act.inline_stores }
    }

    /// What is known of a pointer's alignment in bytes. A frame object's own is raised to a register's if `raise`.
    fn known_align(&mut self, p: Value, raise: bool) -> u32 {
        let Some(def) = self.nf.def_inst(p) else { return 1 };
        match self.nf.insts[def].kind {
            InstKind::FrameAddr(obj) => {
                let data = &mut self.nf.frame[obj];
                let word = (self.xlen / 8).trailing_zeros() as u8;
                if raise && data.size >= 1 << word {
                    data.align = data.align.max(word);
                }
                1 << data.align.min(16)
            }
            InstKind::GlobalAddr(g) => {
                let global = &self.m.globals[g];
                match global.kind {
                    GlobalKind::Variable { .. } if global.align > 0 => global.align,
                    _ => 1,
                }
            }
            InstKind::PtrAdd => {
                let args = self.nf.args(def);
                let (base, by) = (args[0], args[1]);
                match self.nf.as_int(by) {
                    Some(c) => self.known_align(base, raise).min(1 << c.trailing_zeros().min(16)),
                    None => 1,
                }
            }
            _ => 1,
        }
    }
    /// The widest piece of a block of so many bytes.
    fn widest_piece(&self, size: u64) -> u32 {
        let word = self.xlen / 8;
        let vectors = !self.old.sig.attrs.flags.contains(FnFlags::NOIMPLICITFLOAT) && size > 2 * u64::from(word);
        let wide = [(32, Ty::V4I64), (16, Ty::V2I64)];
        let fits = |w: &&(u32, Ty)| vectors && size >= u64::from(w.0) && self.act.has_vector(w.1);
        wide.iter().find(fits).map_or(word, |w| w.0)
    }
    /// Pieces that cover `size` bytes at an alignment; `None` if more than the limit. If `once`, none overlaps another.
    fn cover(&self, size: u64, align: u32, limit: u32, once: bool) -> Option<Vec<(u64, u32)>> {
        let mut out = Vec::new();
        let mut at = 0;
        let widest = self.widest_piece(size);
        let most = if self.act.fast_unaligned { widest } else { align.min(widest) };
        // No register has eight bytes where a word has four.
        let word = self.xlen / 8;
        let exists = |bytes: u32| bytes <= word || bytes >= 16;
        while at < size {
            let left = u32::try_from(size - at).unwrap_or(u32::MAX);
            let whole = left.next_power_of_two();
            if self.act.fast_unaligned
                && !once
                && left < most
                && whole != left
                && exists(whole)
                && u64::from(whole) <= size
            {
                out.push((size - u64::from(whole), whole));
                return (out.len() as u32 <= limit).then_some(out);
            }
            let piece = most.min(1 << (31 - left.leading_zeros()));
            let piece = if exists(piece) { piece } else { word };
            out.push((at, piece));
            at += u64::from(piece);
            if out.len() as u32 > limit {
                return None;
            }
        }
        Some(out)
    }

    /// Copies a known number of bytes between places that do not overlap.
    pub(super) fn copy_block(
        &mut self,
        dst: Value,
        src: Value,
        size: u64,
        dst_align: u32,
        src_align: u32,
    ) -> Result<()> {
        let len = self.imm(self.x, size as i64);
        self.copy(dst, src, len, Copy { overlap: false, volatile: false, dst_align, src_align, inline: false })
    }
    fn copy(&mut self, dst: Value, src: Value, len: Value, c: Copy) -> Result<()> {
        let size = self.nf.as_int(len);
        if size == Some(0) {
            return Ok(());
        }
        if let Some(size) = size {
            let limit = if c.inline { 4096 } else { self.store_limit() };
            let da = c.dst_align.max(self.known_align(dst, true));
            let sa = c.src_align.max(self.known_align(src, true));
            if let Some(pieces) = self.cover(size, da.min(sa), limit, c.volatile) {
                self.copy_pieces(dst, src, &pieces, c, da, sa);
                return Ok(());
            }
        }
        if c.inline {
            return Err(self.unsupported("an inline memory copy of more than 4096 pieces or of unknown length"));
        }
        let name = if c.overlap { "memmove" } else { "memcpy" };
        self.block_call(name, [(Scalar::Ptr, dst), (Scalar::Ptr, src), (Scalar::Int(self.xlen), len)])
    }
    fn copy_pieces(&mut self, dst: Value, src: Value, pieces: &[(u64, u32)], c: Copy, da: u32, sa: u32) {
        // Overlapping regions: everything is loaded before anything is stored.
        let group = if c.overlap { pieces.len() } else { 4 };
        let known = self.constant_bytes(src);
        for chunk in pieces.chunks(group.max(1)) {
            let mut loaded = Vec::with_capacity(chunk.len());
            for &(at, bytes) in chunk {
                let constant = known.filter(|_| !c.volatile).and_then(|k| k.word(at, bytes));
                loaded.push(match constant {
                    Some(w) => self.piece_of_word(w, bytes),
                    None => self.load_piece(src, at, bytes, sa, c.volatile),
                });
            }
            for (&(at, bytes), v) in chunk.iter().zip(loaded) {
                self.store_piece(dst, at, bytes, da, c.volatile, v);
            }
        }
    }
    fn piece_access(&self, bytes: u32, align: u32, at: u64, volatile: bool) -> Access {
        let ty = match bytes {
            1 => Ty::I8,
            2 => Ty::I16,
            _ => piece_register(bytes),
        };
        let align = align.max(1).trailing_zeros() as u8;
        Access { volatile, ..self.access(ty, offset_align(align, at)) }
    }
    fn load_piece(&mut self, p: Value, at: u64, bytes: u32, align: u32, volatile: bool) -> Value {
        let a = self.piece_access(bytes, align, at, volatile);
        let q = self.ptr_add(p, at as i64);
        let ext = if bytes < 4 { Extend::Zero } else { Extend::Any };
        self.emit1(InstKind::Load(a, ext), InstFlags::empty(), &[q], piece_register(bytes))
    }
    fn store_piece(&mut self, p: Value, at: u64, bytes: u32, align: u32, volatile: bool, v: Value) {
        let a = self.piece_access(bytes, align, at, volatile);
        let q = self.ptr_add(p, at as i64);
        self.emit(InstKind::Store(a), InstFlags::empty(), &[v, q], &[]);
    }

    fn fill(&mut self, dst: Value, byte: Value, len: Value, align: u32, volatile: bool, inline: bool) -> Result<()> {
        let size = self.nf.as_int(len);
        if size == Some(0) {
            return Ok(());
        }
        if let Some(size) = size {
            let limit = if inline { 4096 } else { self.store_limit() };
            let align = align.max(self.known_align(dst, true));
            if let Some(pieces) = self.cover(size, align, limit, volatile) {
                self.fill_pieces(dst, byte, &pieces, align, volatile);
                return Ok(());
            }
        }
        if inline {
            return Err(self.unsupported("an inline memory fill of more than 4096 pieces or of unknown length"));
        }
        let byte = self.zext_in_reg(byte, 8);
        self.block_call("memset", [(Scalar::Ptr, dst), (Scalar::Int(32), byte), (Scalar::Int(self.xlen), len)])
    }
    fn fill_pieces(&mut self, dst: Value, byte: Value, pieces: &[(u64, u32)], align: u32, volatile: bool) {
        let widest = pieces.iter().map(|p| p.1).max().unwrap_or(1);
        let b = self.zext_in_reg(byte, 8);
        let mut v = self.zext_reg(b, piece_register(widest.min(self.xlen / 8)));
        let mut have = 8;
        while have < (widest * 8).min(self.xlen) {
            let up = self.shift_imm(BinOp::Shl, v, have);
            v = self.bin(BinOp::Or, v, up);
            have *= 2;
        }
        let whole = self.piece_of_words(v, widest);
        for &(at, bytes) in pieces {
            let here = match bytes {
                _ if bytes == widest => whole,
                8 => v,
                16.. => self.piece_of_words(v, bytes),
                _ => self.resize(v, Ty::I32),
            };
            self.store_piece(dst, at, bytes, align, volatile, here);
        }
    }
    /// A piece all of whose words are one; the value of a narrower piece is that word.
    fn piece_of_words(&mut self, word: Value, bytes: u32) -> Value {
        let ty = piece_register(bytes);
        if bytes <= self.xlen / 8 {
            return word;
        }
        let (lane, words) = (self.nf.ty(word), bytes as usize / (self.xlen as usize / 8));
        let lanes = vec![Parts::from_slice(&[word]); words];
        match Ty::vector(lane, words) {
            Some(of) => {
                let v = self.build_register(of, lane, &lanes);
                self.cast_register(v, ty)
            }
            None => word,
        }
    }
    /// The constant that a piece of a constant is.
    fn piece_of_word(&mut self, word: i64, bytes: u32) -> Value {
        if bytes <= 8 { self.imm(piece_register(bytes), word) } else { self.zero(piece_register(bytes)) }
    }
    fn block_call(&mut self, name: &'static str, args: [(Scalar, Value); 3]) -> Result<()> {
        let args: Vec<(Scalar, Parts)> = args.iter().map(|&(s, v)| (s, Parts::from_slice(&[v]))).collect();
        self.lib_call(name, &args, None, Effect::Memory)?;
        Ok(())
    }
}

/// The register of a piece.
fn piece_register(bytes: u32) -> Ty {
    match bytes {
        1 | 2 | 4 => Ty::I32,
        8 => Ty::I64,
        16 => Ty::V2I64,
        _ => Ty::V4I64,
    }
}

/// Bytes of a constant variable, from some offset on.
#[derive(Clone, Copy)]
enum Known<'a> {
    Bytes(&'a [u8]),
    Zeros(u64),
}

impl Known<'_> {
    /// A little-endian word that is cheap to make as a constant; one of more than eight bytes is zero.
    fn word(&self, at: u64, bytes: u32) -> Option<i64> {
        let end = at.checked_add(u64::from(bytes))?;
        match self {
            Known::Zeros(n) => (end <= *n).then_some(0),
            Known::Bytes(b) => {
                let s = b.get(usize::try_from(at).ok()?..usize::try_from(end).ok()?)?;
                if bytes > 8 {
                    return s.iter().all(|&b| b == 0).then_some(0);
                }
                let w = s.iter().rev().fold(0u64, |w, &b| w << 8 | u64::from(b));
                let v = build::sign(w, bytes * 8);
                // A load costs an address and an access; longer constants are no better.
                (v == i64::from(v as i32)).then_some(v)
            }
        }
    }
}

impl<'a> Legaliser<'a> {
    /// If a pointer is into a constant variable whose bytes are known, these from there on.
    fn constant_bytes(&self, p: Value) -> Option<Known<'a>> {
        if self.dl.big_endian {
            return None;
        }
        let def = self.nf.def_inst(p)?;
        let (def, offset) = match self.nf.insts[def].kind {
            InstKind::PtrAdd => {
                let args = self.nf.args(def);
                (self.nf.def_inst(args[0])?, self.nf.as_int(args[1])?)
            }
            _ => (def, 0),
        };
        let InstKind::GlobalAddr(g) = self.nf.insts[def].kind else { return None };
        let m: &'a Module = self.m;
        let global = &m.globals[g];
        let GlobalKind::Variable { constant: true, init: Some(c), externally_initialized: false } = global.kind else {
            return None;
        };
        if matches!(global.linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::ExternWeak | Linkage::Common) {
            return None;
        }
        match m.consts.get(c) {
            ConstData::Bytes(b) => b.get(usize::try_from(offset).ok()?..).map(Known::Bytes),
            ConstData::Zero => {
                let size = self.dl.alloc_size(&m.types, m.consts.ty(c))?;
                size.checked_sub(offset).map(Known::Zeros)
            }
            _ => None,
        }
    }
}
