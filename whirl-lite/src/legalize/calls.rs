//! Calls, entry and return: values meet the calling convention.
//!
//! A convention classifies leaves of original types ([`crate::target`]); here each leaf is brought into the form of
//! its place (extended to a register, moved between register kinds, stored for passing by reference) and back.
//! A result that fits no registers is returned in memory through a hidden first argument.

use super::types::{LeafAt, Scalar, float_ty};
use super::{Legaliser, Parts};
use crate::abi::ArgLoc;
use crate::diag::Result;
use crate::ir::*;
use crate::target::{AbiArg, Assignment, FloatKind, Leaf, LeafKind, LeafLoc};
use smallvec::{SmallVec, smallvec};

/// What the caller promises of an integer's upper bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Widen {
    Any,
    Zero,
    Sign,
}

/// An argument to pass.
pub(super) struct Pass {
    pub leaves: SmallVec<[(Scalar, Parts); 1]>,
    pub widen: Widen,
    pub fixed: bool,
    pub nest: bool,
    pub inreg: bool,
    pub sret: bool,
    /// Allocation size of the whole in bytes.
    pub size: u64,
    /// Alignment of the whole, if its leaves' own does not count.
    pub align: Option<u32>,
    /// Its words lie in the argument area, whatever registers are left.
    pub memory: bool,
}

impl Default for Pass {
    fn default() -> Pass {
        Pass {
            leaves: SmallVec::new(),
            widen: Widen::Any,
            fixed: true,
            nest: false,
            inreg: false,
            sret: false,
            size: 0,
            align: None,
            memory: false,
        }
    }
}

/// A result to take.
pub(super) struct Take<'t> {
    pub leaves: &'t [LeafAt],
    pub widen: Widen,
    /// Size and alignment in memory, if it must be returned there.
    pub size: u64,
    pub align: u32,
}

/// Numbers of conventions that promise tail calls.
const TAILCC: u32 = 18;
const SWIFTTAILCC: u32 = 20;

/// What attributes say of upper bits.
pub(super) fn widen(a: &ParamAttrs) -> Widen {
    if a.flags.contains(ParamFlags::ZEROEXT) {
        Widen::Zero
    } else if a.flags.contains(ParamFlags::SIGNEXT) {
        Widen::Sign
    } else {
        Widen::Any
    }
}

impl Legaliser<'_> {
    /// What is known of a result's upper bits.
    fn result_widen(&self, a: &ParamAttrs) -> Widen {
        if self.act.extends_results { widen(a) } else { Widen::Any }
    }
    /// How a scalar is passed, as the convention sees it.
    fn leaf(&self, s: Scalar) -> Leaf {
        let align = match s {
            Scalar::Int(n) => self.dl.int_align(n),
            Scalar::Ptr => self.dl.ptr_align,
            Scalar::Float(FloatKind::Extended) => self.dl.align(&self.m.types, Ty::X86_FP80).unwrap_or(16),
            Scalar::Float(k) => k.bits() / 8,
            Scalar::Vector(ty) => super::vec::vector_bits(ty) / 8,
        };
        let kind = match s {
            Scalar::Vector(ty) => LeafKind::Vector(super::vec::vector_bits(ty)),
            Scalar::Float(k) if self.act.is_hard(k) => LeafKind::Float(k),
            Scalar::Float(k) if self.boxed(s) => LeafKind::Float(k),
            _ => LeafKind::Int(self.shape(s).n as u32),
        };
        Leaf { kind, align }
    }
    fn aligned_leaf(&self, s: Scalar, align: Option<u32>) -> Leaf {
        let leaf = self.leaf(s);
        Leaf { align: align.unwrap_or(leaf.align), ..leaf }
    }
    /// A vector whose lanes travel as integers is one wide integer to the convention, made of a register for each
    /// part of a lane, and aligned as the vector: two registers are a pair, more go by reference, as llc has it.
    fn lanes_together(&mut self, ty: Ty) -> Result<Option<(Scalar, u32)>> {
        let Some((lanes, elem)) = self.lanes(ty)? else { return Ok(None) };
        let s = self.scalar(elem)?;
        let LeafKind::Int(each) = self.leaf(s).kind else { return Ok(None) };
        // Where vectors have registers, narrow lanes of those that fill none are arguments of their own.
        if self.act.vectors_in_registers && self.scalar_bits(s) != self.xlen {
            return Ok(None);
        }
        let registers = u32::try_from(lanes).ok().and_then(|n| n.checked_mul(each)?.checked_mul(self.xlen));
        let bits = registers.ok_or_else(|| self.unsupported("an argument of this type"))?;
        Ok(Some((Scalar::Int(bits), self.memory_form(ty)?.1)))
    }
    /// The parts of such a vector, each in a register of its own.
    fn lanes_to_registers(&mut self, parts: &[Value]) -> Parts {
        let whole = |s: &mut Self, v: Value| match s.nf.ty(v) {
            Ty::PTR => s.bitcast(v, s.x),
            _ => s.resize(v, s.x),
        };
        parts.iter().map(|&v| whole(self, v)).collect()
    }
    /// The reverse.
    fn registers_to_lanes(&mut self, ty: Ty, registers: &[Value]) -> Result<Parts> {
        let Some((_, elem)) = self.lanes(ty)? else { return Ok(Parts::from_slice(registers)) };
        let s = self.scalar(elem)?;
        let part = self.shape(s).part;
        let lane = |s: &mut Self, v: Value| if part == Ty::PTR { s.bitcast(v, part) } else { s.resize(v, part) };
        Ok(registers.iter().map(|&v| lane(self, v)).collect())
    }
    /// A 16-bit float without registers of its own travels boxed in a wider NaN.
    fn boxed(&self, s: Scalar) -> bool {
        matches!(s, Scalar::Float(k) if k.bits() == 16 && !self.act.is_hard(k)) && self.act.is_hard(FloatKind::Single)
    }

    /// Brings a leaf into the form of its places; pushes operands and places.
    fn pass_leaf(
        &mut self,
        s: Scalar,
        parts: &[Value],
        w: Widen,
        loc: &LeafLoc,
        args: &mut Parts,
        locs: &mut Vec<ArgLoc>,
    ) {
        let (bits, shape) = (self.scalar_bits(s), self.shape(s));
        match loc {
            LeafLoc::Indirect(place) => {
                let p = self.spill_parts(parts);
                args.push(p);
                locs.push(*place);
            }
            LeafLoc::Bits(places) => {
                let words = self.float_to_words(s, parts);
                for (v, l) in words.into_iter().zip(places) {
                    args.push(v);
                    locs.push(*l);
                }
            }
            LeafLoc::Direct(places) => {
                for (k, (&v, l)) in parts.iter().zip(places).enumerate() {
                    let v = if self.boxed(s) {
                        self.box_half(v)
                    } else if matches!(shape.part, Ty::I1 | Ty::I32 | Ty::I64) {
                        let here = (bits - k as u32 * self.xlen).min(self.width(shape.part));
                        let to = self.register_of(bits - k as u32 * self.xlen);
                        self.widen_to(v, here, w, to)
                    } else {
                        v
                    };
                    args.push(v);
                    locs.push(*l);
                }
            }
        }
    }
    /// The type of the register in which a part travels, of an integer that has so many bits from there on.
    pub(super) fn register_of(&self, bits: u32) -> Ty {
        if self.act.narrow_args && bits <= 32 { Ty::I32 } else { self.x }
    }
    /// An integer of `n` bits in a whole register.
    fn widen_to(&mut self, v: Value, n: u32, w: Widen, to: Ty) -> Value {
        match w {
            Widen::Any => self.resize(v, to),
            Widen::Zero => {
                let v = self.zext_in_reg(v, n);
                self.zext_reg(v, to)
            }
            Widen::Sign => {
                let v = self.sext_in_reg(v, n);
                self.sext_reg(v, to)
            }
        }
    }
    /// The 16 bits of a soft half, in a float register whose upper bits make it a NaN.
    fn box_half(&mut self, v: Value) -> Value {
        let v = self.bin_imm(BinOp::Or, v, -0x10000);
        self.bitcast(v, Ty::FLOAT)
    }
    /// A hard float as integer registers.
    pub(super) fn float_to_words(&mut self, s: Scalar, parts: &[Value]) -> Parts {
        let Some(&v) = parts.first() else { return Parts::new() };
        let v = if self.boxed(s) { self.box_half(v) } else { v };
        let ty = self.nf.ty(v);
        if self.width(ty) > self.xlen {
            let p = self.spill_parts(&[v]);
            return (0..2).map(|k| self.load_raw(p, k * i64::from(self.xlen / 8), self.x)).collect();
        }
        let int = if self.width(ty) == 64 { Ty::I64 } else { Ty::I32 };
        let v = self.bitcast(v, int);
        smallvec![self.resize(v, self.x)]
    }
    /// Stores parts side by side in a new frame object; its address.
    pub(super) fn spill_parts(&mut self, parts: &[Value]) -> Value {
        let each = parts.first().map_or(8, |&v| self.width(self.nf.ty(v)).max(self.xlen) / 8).next_power_of_two();
        let p = self.frame_temp(u64::from(each) * parts.len() as u64, each.max(self.xlen / 8));
        for (k, &v) in parts.iter().enumerate() {
            self.store_raw(p, k as i64 * i64::from(each), v);
        }
        p
    }

    /// Types of the registers that a leaf arrives in, with their places.
    fn arrival(&self, s: Scalar, loc: &LeafLoc) -> SmallVec<[(Ty, ArgLoc); 2]> {
        match loc {
            LeafLoc::Indirect(l) => smallvec![(Ty::PTR, *l)],
            LeafLoc::Bits(ls) => ls.iter().map(|&l| (self.x, l)).collect(),
            LeafLoc::Direct(ls) => {
                let bits = self.scalar_bits(s);
                let ty = |k: usize| match s {
                    Scalar::Ptr => Ty::PTR,
                    Scalar::Vector(ty) => ty,
                    Scalar::Float(k) if self.act.is_hard(k) => float_ty(k),
                    _ if self.boxed(s) => Ty::FLOAT,
                    _ => self.register_of(bits - (k as u32 * self.xlen).min(bits)),
                };
                ls.iter().enumerate().map(|(k, &l)| (ty(k), l)).collect()
            }
        }
    }
    /// The parts of a leaf from the values it arrived in.
    fn take_leaf(&mut self, s: Scalar, w: Widen, loc: &LeafLoc, got: &[Value]) -> Parts {
        let (bits, shape) = (self.scalar_bits(s), self.shape(s));
        match loc {
            LeafLoc::Indirect(_) => {
                let bytes = i64::from(self.xlen / 8);
                let Some(&p) = got.first() else { return Parts::new() };
                (0..shape.n).map(|k| self.load_raw(p, k as i64 * bytes, shape.part)).collect()
            }
            LeafLoc::Bits(_) => smallvec![self.words_to_float(s, got)],
            LeafLoc::Direct(_) if self.boxed(s) => got.iter().map(|&v| self.bitcast(v, Ty::I32)).collect(),
            LeafLoc::Direct(_) => {
                let mut out = Parts::new();
                for (k, &v) in got.iter().enumerate() {
                    if matches!(self.nf.ty(v), Ty::I32 | Ty::I64) && shape.part != Ty::PTR {
                        let here = bits - (k as u32 * self.xlen).min(bits);
                        match w {
                            Widen::Any => {}
                            Widen::Zero => self.note_u(v, here),
                            Widen::Sign => self.note_s(v, here),
                        }
                        if w != Widen::Any && here < self.width(self.nf.ty(v)) {
                            self.nf.extended.insert(v, (here as u8, w == Widen::Sign));
                        }
                        let r = self.resize(v, shape.part);
                        self.promise(r, v, w, here.min(self.width(shape.part)));
                        out.push(r);
                    } else {
                        out.push(v);
                    }
                }
                out
            }
        }
    }
    /// Marks the truncation `r` of `v` as one that loses nothing: `v` is a value of `n` bits that its attribute extended.
    fn promise(&mut self, r: Value, v: Value, w: Widen, n: u32) {
        let Some(i) = self.nf.def_inst(r).filter(|_| r != v) else { return };
        if self.nf.insts[i].kind != InstKind::Cast(CastOp::Trunc) || self.nf.args(i).first() != Some(&v) {
            return;
        }
        let narrower = n < self.width(self.nf.ty(r));
        self.nf.insts[i].flags |= match w {
            Widen::Any => InstFlags::empty(),
            Widen::Sign => InstFlags::NSW,
            Widen::Zero if narrower => InstFlags::NUW | InstFlags::NSW,
            Widen::Zero => InstFlags::NUW,
        };
    }
    pub(super) fn words_to_float(&mut self, s: Scalar, got: &[Value]) -> Value {
        let ty = match s {
            Scalar::Float(k) if self.act.is_hard(k) => float_ty(k),
            _ => Ty::FLOAT,
        };
        let v = if self.width(ty) > self.xlen {
            let p = self.spill_parts(got);
            self.load_raw(p, 0, ty)
        } else {
            match got.first() {
                Some(&v) => {
                    let v = self.resize(v, if self.width(ty) == 64 { Ty::I64 } else { Ty::I32 });
                    self.bitcast(v, ty)
                }
                None => self.zero(ty),
            }
        };
        if self.boxed(s) { self.bitcast(v, Ty::I32) } else { v }
    }

    /// Makes a call. `callee` is the called address, if the call needs one; `info` gets the places.
    pub(super) fn emit_call(
        &mut self,
        mut info: CallInfo,
        callee: Option<Value>,
        mut passes: Vec<Pass>,
        take: &Take<'_>,
    ) -> Result<Parts> {
        let mut scalars: SmallVec<[Scalar; 2]> = SmallVec::new();
        for l in take.leaves {
            scalars.push(self.scalar(l.ty)?);
        }
        let ret_leaves: SmallVec<[Leaf; 2]> = scalars.iter().map(|&s| self.leaf(s)).collect();
        let cc = info.sig.cc;
        let ret_locs = self.low.results(self.t, cc, &ret_leaves);
        let mut memory = None;
        let mut frame_used = false;
        if ret_locs.is_none() {
            // Truth values of a vector lie in bytes there, and take more than the vector in memory.
            let mut size = take.size;
            for l in take.leaves {
                size = size.max(l.offset + self.size_of(l.ty)?);
            }
            let p = self.frame_temp(size, take.align);
            memory = Some(p);
            frame_used = true;
            passes.insert(0, Pass { sret: true, ..self.pass_scalar(Scalar::Ptr, smallvec![p], Widen::Any) });
        }
        let abi: Vec<AbiArg> = passes.iter().map(|p| self.abi_arg(p)).collect();
        let places = self.places(cc, &abi, info.sig.vararg)?;
        let mut args = Parts::new();
        info.arg_locs.clear();
        let mut at = 0;
        for p in &passes {
            for (s, parts) in &p.leaves {
                let loc = &places.leaves[at];
                at += 1;
                frame_used |= matches!(loc, LeafLoc::Indirect(_));
                self.pass_leaf(*s, parts, p.widen, loc, &mut args, &mut info.arg_locs);
            }
        }
        if let Some(c) = callee {
            args.push(c);
        }
        info.stack_bytes = places.incoming.stack_bytes;
        info.popped = places.incoming.popped;
        if frame_used {
            if info.tail == TailKind::MustTail {
                return Err(self.unsupported("a 'musttail' call with an argument or result in memory"));
            }
            info.tail = TailKind::None;
            info.by_memory = true;
        }
        info.bundles.clear();
        let ret_locs = ret_locs.unwrap_or_default();
        let mut types: SmallVec<[Ty; 4]> = SmallVec::new();
        info.ret_locs.clear();
        if memory.is_none() {
            for (&s, loc) in scalars.iter().zip(&ret_locs) {
                for (ty, l) in self.arrival(s, loc) {
                    types.push(ty);
                    info.ret_locs.push(l);
                }
            }
        }
        let id = self.nf.calls.push(info);
        let inst = self.emit(InstKind::Call(id), InstFlags::empty(), &args, &types);
        let got: Parts = self.nf.results(inst).collect();
        let mut out = Parts::new();
        if let Some(p) = memory {
            for (l, &s) in take.leaves.iter().zip(&scalars) {
                let q = self.ptr_add(p, l.offset as i64);
                out.extend(self.load_scalar(s, q, &self.natural_access(l.ty))?);
            }
            return Ok(out);
        }
        let mut at = 0;
        for (&s, loc) in scalars.iter().zip(&ret_locs) {
            let n = self.arrival(s, loc).len();
            // Of a boolean, which fills 8 bits, nothing is taken for granted either.
            let w = if self.act.loose_results && self.scalar_bits(s) < 32 { Widen::Any } else { take.widen };
            out.extend(self.take_leaf(s, w, loc, &got[at..at + n]));
            at += n;
        }
        Ok(out)
    }
    /// Where arguments are.
    fn places(&self, cc: u32, arguments: &[AbiArg], vararg: bool) -> Result<Assignment> {
        let places = self.low.arguments(self.t, cc, arguments, vararg);
        if places.lacking {
            return Err(self.unsupported(
                "more arguments than its calling convention, which has no stack arguments, has registers",
            ));
        }
        Ok(places)
    }
    /// A scalar argument.
    pub(super) fn pass_scalar(&self, s: Scalar, parts: Parts, widen: Widen) -> Pass {
        let size = match s {
            Scalar::Int(n) => u64::from(n.div_ceil(8)).next_multiple_of(u64::from(self.dl.int_align(n))),
            Scalar::Ptr => u64::from(self.dl.ptr_bytes),
            Scalar::Float(k) => self.dl.alloc_size(&self.m.types, float_ty(k)).unwrap_or(u64::from(k.bits() / 8)),
            Scalar::Vector(ty) => u64::from(super::vec::vector_bits(ty)) / 8,
        };
        Pass { leaves: smallvec![(s, parts)], widen, size, ..Pass::default() }
    }
    fn abi_arg(&self, p: &Pass) -> AbiArg {
        let leaves = p.leaves.iter().map(|(s, _)| self.aligned_leaf(*s, p.align)).collect();
        AbiArg { leaves, fixed: p.fixed, nest: p.nest, inreg: p.inreg, sret: p.sret, size: p.size, memory: p.memory }
    }

    /// A call of the program (not an intrinsic).
    pub(super) fn call(&mut self, i: Inst, id: CallId) -> Result<()> {
        let old = self.old;
        let info = &old.calls[id];
        self.refuse_call(info)?;
        let n = info.sig.params.len();
        let mut passes = Vec::with_capacity(n);
        let mut local_copy = false;
        for k in 0..n {
            let v = self.arg(i, k)?;
            let attrs = info.sig.param_attrs.get(k).copied().unwrap_or_default();
            let mut parts = self.abi_parts(v)?;
            if let (Some(ty), true) = (attrs.byval, self.act.byval_in_area) {
                passes.push(self.pass_in_area(&parts, ty, attrs.align)?);
                continue;
            }
            if let Some(ty) = attrs.byval {
                parts = smallvec![self.byval_copy(&parts, ty, attrs.align)?];
                local_copy = true;
            }
            passes.push(self.pass_of(old.ty(v), parts, &attrs, k < info.fixed)?);
        }
        let callee = match info.callee {
            Callee::Value => Some(self.arg_one(i, n)?),
            _ => None,
        };
        let mut new = info.clone();
        if self.must_jump(i, info) {
            new.tail = TailKind::MustTail;
        }
        if local_copy {
            if new.tail == TailKind::MustTail {
                return Err(self.unsupported("a 'musttail' call with a 'byval' argument"));
            }
            new.tail = TailKind::None;
            new.by_memory = true;
        }
        let ret = self.result_ty(i);
        let mut leaves = Vec::new();
        self.abi_leaves(ret, 0, &mut leaves)?;
        let (size, align) = self.memory_form(ret)?;
        let take = Take { leaves: &leaves, widen: self.result_widen(&info.sig.ret_attrs), size, align };
        let parts = self.emit_call(new, callee, passes, &take)?;
        match self.result(i) {
            Some(r) => self.set_from_abi(r, parts),
            None => Ok(()),
        }
    }
    fn refuse_call(&self, info: &CallInfo) -> Result<()> {
        for (tag, _) in &info.bundles {
            if !matches!(tag.as_str(), "clang.arc.attachedcall" | "kcfi" | "align" | "nonnull" | "dereferenceable") {
                return Err(self.unsupported(format!("the operand bundle '{tag}'")));
            }
        }
        self.refuse_attrs(&info.sig)
    }
    fn refuse_attrs(&self, sig: &Signature) -> Result<()> {
        if let Some(name) = self.low.foreign_convention(sig.cc) {
            return Err(self.unsupported(format!("the calling convention '{name}'")));
        }
        let swift = ParamFlags::SWIFTERROR | ParamFlags::SWIFTASYNC | ParamFlags::SWIFTSELF;
        for a in sig.param_attrs.iter() {
            if a.inalloca.is_some() || a.preallocated.is_some() {
                return Err(self.unsupported("an 'inalloca' or 'preallocated' argument"));
            }
            if a.flags.intersects(swift) {
                return Err(self.unsupported("a Swift calling convention's argument"));
            }
        }
        Ok(())
    }
    /// Size and alignment of a type in memory; nothing for void.
    fn memory_form(&mut self, ty: Ty) -> Result<(u64, u32)> {
        if ty == Ty::VOID {
            return Ok((0, 1));
        }
        let align = self.dl.align(&self.m.types, ty).ok_or_else(|| self.unsized_ty(ty))?;
        Ok((self.size_of(ty)?, align))
    }
    /// A `byval` argument as the words of its memory, which the callee finds in its argument area.
    fn pass_in_area(&mut self, parts: &[Value], ty: Ty, align: u32) -> Result<Pass> {
        let (size, natural) = self.memory_form(ty)?;
        let src = *parts.first().ok_or_else(|| self.input("a 'byval' argument that is no pointer"))?;
        let word = u64::from(self.xlen / 8);
        let known = align.max(1);
        let mut leaves: SmallVec<[(Scalar, Parts); 1]> = SmallVec::new();
        for at in (0..size).step_by(word as usize) {
            let left = size - at;
            let v = if left >= word {
                let q = self.ptr_add(src, at as i64);
                let access = self.access(self.x, known.min(word as u32).trailing_zeros() as u8);
                self.emit1(InstKind::Load(access, Extend::Any), InstFlags::empty(), &[q], self.x)
            } else {
                // Nothing past the end may be read.
                let copy = self.frame_temp(word, word as u32);
                let q = self.ptr_add(src, at as i64);
                self.copy_block(copy, q, left, word as u32, 1)?;
                self.load_raw(copy, 0, self.x)
            };
            leaves.push((Scalar::Int(self.xlen), smallvec![v]));
        }
        let align = Some(self.area_align(align, natural));
        Ok(Pass { leaves, size, align, memory: true, ..Pass::default() })
    }
    /// The alignment of a `byval` argument in the argument area.
    fn area_align(&self, align: u32, natural: u32) -> u32 {
        if align != 0 { align } else { natural }.max(self.xlen / 8)
    }
    /// An argument of an original type.
    fn pass_of(&mut self, ty: Ty, parts: Parts, attrs: &ParamAttrs, fixed: bool) -> Result<Pass> {
        let mut leaves: SmallVec<[(Scalar, Parts); 1]> = SmallVec::new();
        let mut align = None;
        let alone = self.in_double(ty)? || self.passed_in_registers(ty).is_some();
        if let (false, Some((s, a))) = (alone, self.lanes_together(ty)?) {
            leaves.push((s, self.lanes_to_registers(&parts)));
            align = Some(a);
        } else if self.m.types.is_aggregate(ty) || self.m.types.is_vector(ty) {
            let mut list = Vec::new();
            self.abi_leaves(ty, 0, &mut list)?;
            let mut at = 0;
            for l in &list {
                let s = self.scalar(l.ty)?;
                let n = self.shape(s).n;
                let here = parts.get(at..at + n).ok_or_else(|| self.input("an argument of another type"))?;
                leaves.push((s, Parts::from_slice(here)));
                at += n;
            }
        } else {
            leaves.push((self.scalar(ty)?, parts));
        }
        let has = |f| attrs.flags.contains(f);
        Ok(Pass {
            leaves,
            widen: widen(attrs),
            fixed,
            nest: has(ParamFlags::NEST),
            inreg: has(ParamFlags::INREG),
            sret: attrs.sret.is_some(),
            size: self.size_of(ty)?,
            align,
            memory: false,
        })
    }
    /// The callee may change a `byval` argument: it gets a copy.
    fn byval_copy(&mut self, parts: &[Value], ty: Ty, align: u32) -> Result<Value> {
        let (size, natural) = self.memory_form(ty)?;
        let align = align.max(natural).max(1);
        let copy = self.frame_temp(size, align);
        let src = *parts.first().ok_or_else(|| self.input("a 'byval' argument that is no pointer"))?;
        self.copy_block(copy, src, size, align, align)?;
        Ok(copy)
    }

    /// Parameters of the function, at the start of its entry block.
    pub(super) fn entry(&mut self) -> Result<()> {
        let old = self.old;
        self.refuse_attrs(&old.sig)?;
        if old.prefix.is_some() || old.prologue.is_some() {
            return Err(self.unsupported("prefix or prologue data"));
        }
        if let Some(what) = unsupported_attribute(&old.sig.attrs) {
            return Err(self.unsupported(format!("the attribute {what}")));
        }
        if let Some(gc) = &old.gc {
            return Err(self.unsupported(format!("the garbage collector '{gc}'")));
        }
        let mut ret = Vec::new();
        self.abi_leaves(old.sig.ret, 0, &mut ret)?;
        let mut list = Vec::with_capacity(old.params.len() + 1);
        if self.return_places(&ret)?.is_none() {
            list.push((None, smallvec![Scalar::Ptr], Widen::Any, None));
        }
        for (k, &p) in old.params.iter().enumerate() {
            let attrs = old.sig.param_attrs.get(k).copied().unwrap_or_default();
            let mut scalars: SmallVec<[Scalar; 2]> = SmallVec::new();
            if let (Some(ty), true) = (attrs.byval, self.act.byval_in_area) {
                let (size, natural) = self.memory_form(ty)?;
                scalars.extend((0..size.div_ceil(u64::from(self.xlen / 8))).map(|_| Scalar::Int(self.xlen)));
                list.push((Some((p, attrs)), scalars, Widen::Any, Some(self.area_align(attrs.align, natural))));
                continue;
            }
            let whole = self.in_double(old.ty(p))? || self.passed_in_registers(old.ty(p)).is_some();
            let together = if whole { None } else { self.lanes_together(old.ty(p))? };
            if let Some((s, _)) = together {
                scalars.push(s);
            } else {
                let mut leaves = Vec::new();
                self.abi_leaves(old.ty(p), 0, &mut leaves)?;
                for l in &leaves {
                    scalars.push(self.scalar(l.ty)?);
                }
            }
            list.push((Some((p, attrs)), scalars, widen(&attrs), together.map(|t| t.1)));
        }
        let mut abi = Vec::with_capacity(list.len());
        for (p, scalars, _, align) in &list {
            let has = |f| p.is_some_and(|(_, a): (Value, ParamAttrs)| a.flags.contains(f));
            let size = match p {
                Some((v, _)) => self.size_of(old.ty(*v))?,
                None => u64::from(self.dl.ptr_bytes),
            };
            let leaves = scalars.iter().map(|&s| self.aligned_leaf(s, *align)).collect();
            abi.push(AbiArg {
                leaves,
                fixed: true,
                nest: has(ParamFlags::NEST),
                inreg: has(ParamFlags::INREG),
                sret: p.is_none_or(|(_, a)| a.sret.is_some()),
                size,
                memory: self.in_area(p),
            });
        }
        let places = self.places(old.sig.cc, &abi, old.sig.vararg)?;
        self.nf.incoming = places.incoming.clone();
        // All parameters first: what they become may need instructions.
        let mut arrived: Vec<Parts> = Vec::new();
        let mut at = 0;
        for (p, scalars, ..) in &list {
            let memory = self.in_area(p);
            for s in scalars {
                let mut got = Parts::new();
                if memory {
                    at += 1;
                    arrived.push(got);
                    continue;
                }
                for (ty, l) in self.arrival(*s, &places.leaves[at]) {
                    let number = self.nf.params.len() as u32;
                    got.push(self.nf.add_param(ty, number));
                    self.nf.param_locs.push(l);
                }
                arrived.push(got);
                at += 1;
            }
        }
        let mut at = 0;
        for (p, scalars, w, together) in &list {
            let mut parts = Parts::new();
            if let (true, Some((v, _))) = (self.in_area(p), p) {
                let place = match places.leaves.get(at) {
                    Some(LeafLoc::Direct(l)) if !scalars.is_empty() => l.first().copied(),
                    _ => None,
                };
                let offset = if let Some(ArgLoc::Stack(n)) = place { n } else { 0 };
                at += scalars.len();
                let address = self.emit1(InstKind::IncomingArgAddr(offset), InstFlags::empty(), &[], Ty::PTR);
                self.set(*v, &[address])?;
                continue;
            }
            for s in scalars {
                parts.extend(self.take_leaf(*s, *w, &places.leaves[at], &arrived[at]));
                at += 1;
            }
            match p {
                Some((v, _)) => match together {
                    Some(_) => {
                        parts = self.registers_to_lanes(old.ty(*v), &parts)?;
                        self.set(*v, &parts)?;
                    }
                    None => self.set_from_abi(*v, parts)?,
                },
                None => self.demoted = parts.first().copied(),
            }
        }
        Ok(())
    }
    /// Does a parameter lie in the argument area as a whole?
    fn in_area(&self, p: &Option<(Value, ParamAttrs)>) -> bool {
        self.act.byval_in_area && p.is_some_and(|(_, a)| a.byval.is_some())
    }
    /// Where the caller's memory for the result is, if the convention wants it returned.
    fn returned_pointer(&mut self) -> Result<Option<Value>> {
        if !self.act.returns_sret {
            return Ok(None);
        }
        if let Some(p) = self.demoted {
            return Ok(Some(p));
        }
        let sig = &self.old.sig;
        let Some(k) = sig.param_attrs.iter().position(|a| a.sret.is_some()).filter(|_| sig.ret == Ty::VOID) else {
            return Ok(None);
        };
        let Some(&v) = self.old.params.get(k) else { return Ok(None) };
        Ok(self.parts(v)?.first().copied())
    }
    fn return_places(&mut self, leaves: &[LeafAt]) -> Result<Option<Vec<LeafLoc>>> {
        let mut abi: SmallVec<[Leaf; 2]> = SmallVec::new();
        for l in leaves {
            abi.push(self.leaf(self.scalar(l.ty)?));
        }
        Ok(self.low.results(self.t, self.old.sig.cc, &abi))
    }
    /// `ret`.
    pub(super) fn ret(&mut self, i: Inst) -> Result<()> {
        if let Some(call) = self.must_tail(i) {
            return self.ret_of_tail(call);
        }
        let mut args = Parts::new();
        let mut locs = Vec::new();
        if let Some(&v) = self.old.args(i).first() {
            let parts = self.abi_parts(v)?;
            let ty = self.old.sig.ret;
            let w = self.result_widen(&self.old.sig.ret_attrs);
            let mut leaves = Vec::new();
            self.abi_leaves(ty, 0, &mut leaves)?;
            let places = self.return_places(&leaves)?;
            let mut at = 0;
            for (k, l) in leaves.iter().enumerate() {
                let s = self.scalar(l.ty)?;
                let n = self.shape(s).n;
                let loose = self.act.loose_results && matches!(self.scalar_bits(s), 8 | 16);
                let w = if loose { Widen::Any } else { w };
                let here = parts.get(at..at + n).ok_or_else(|| self.input("a returned value of another type"))?;
                at += n;
                match (&places, self.demoted) {
                    (Some(p), _) => self.pass_leaf(s, here, w, &p[k], &mut args, &mut locs),
                    (None, Some(p)) => {
                        let q = self.ptr_add(p, l.offset as i64);
                        self.store_scalar(s, q, here, &self.natural_access(l.ty))?;
                    }
                    (None, None) => return Err(self.unsupported("a result of this type")),
                }
            }
        }
        if let (Some(p), Some(&r)) = (self.returned_pointer()?, self.t.abi.int_results.first()) {
            args.push(p);
            locs.push(ArgLoc::Reg(r));
        }
        self.nf.ret_locs = locs;
        self.emit(InstKind::Ret, InstFlags::empty(), &args, &[]);
        Ok(())
    }
    /// Must a call be a jump? Two conventions promise that of all calls before a return that are marked `tail`: who loops by them
    /// has no stack for anything else.
    fn must_jump(&self, call: Inst, info: &CallInfo) -> bool {
        let promised = info.tail == TailKind::Tail
            && info.sig.cc == self.old.sig.cc
            && matches!(info.sig.cc, TAILCC | SWIFTTAILCC)
            && self.old.next(call).is_some_and(|r| {
                let all = |&v: &Value| self.old.results(call).any(|x| x == v);
                matches!(self.old.insts[r].kind, InstKind::Ret) && self.old.args(r).iter().all(all)
            });
        info.tail == TailKind::MustTail || promised
    }
    /// The new call that a `ret` follows, if it must be a tail call whose results come as ours are to go.
    fn must_tail(&self, ret: Inst) -> Option<Inst> {
        let before = self.old.prev(ret)?;
        let InstKind::Call(id) = self.old.insts[before].kind else { return None };
        let info = &self.old.calls[id];
        let returned = self.old.args(ret).iter().all(|&v| self.old.results(before).any(|r| r == v));
        let same = widen(&info.sig.ret_attrs) == widen(&self.old.sig.ret_attrs);
        if !self.must_jump(before, info) || !returned || !same || self.demoted.is_some() {
            return None;
        }
        let is_call = |&i: &Inst| matches!(self.nf.insts[i].kind, InstKind::Call(_));
        std::iter::successors(self.nf.last(self.cur), |&i| self.nf.prev(i)).find(is_call)
    }
    /// Returns what a tail call returned, in the same places, without a look at it: extensions between the two would
    /// keep the call from being a jump.
    fn ret_of_tail(&mut self, call: Inst) -> Result<()> {
        while let Some(last) = self.nf.last(self.cur).filter(|&l| l != call) {
            self.nf.remove(last);
        }
        let args: Parts = self.nf.results(call).collect();
        if let InstKind::Call(id) = self.nf.insts[call].kind {
            self.nf.ret_locs = self.nf.calls[id].ret_locs.clone();
        }
        self.emit(InstKind::Ret, InstFlags::empty(), &args, &[]);
        Ok(())
    }
}

/// An attribute of a function whose meaning is code that we do not make: what the program counts on would be missing.
fn unsupported_attribute(attrs: &FnAttrs) -> Option<String> {
    const KEYS: [&str; 4] = ["patchable-function-entry", "patchable-function-prefix", "fentry-call", "split-stack"];
    let unused = |key: &str, value: &str| match key {
        "zero-call-used-regs" => value != "skip",
        _ => KEYS.contains(&key) && !matches!(value, "0" | "false"),
    };
    attrs.strings.iter().find(|(k, v)| unused(k, v)).map(|(k, v)| match v.as_str() {
        "" => format!("\"{k}\""),
        v => format!("\"{k}\"=\"{v}\""),
    })
}
