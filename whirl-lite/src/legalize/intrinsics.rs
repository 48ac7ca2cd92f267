//! LLVM's intrinsics by name: to operations, to library calls, or to nothing.
//!
//! Names carry type suffixes (`llvm.ctpop.i64`); what decides is the part before them. Vector reductions and masked
//! memory operations on fixed vectors are taken apart here.

use super::types::{Scalar, float_ty};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::smallvec;

/// The base of an intrinsic's name: without trailing type suffixes.
pub(crate) fn base_name(name: &str) -> &str {
    let mut base = name;
    while let Some((head, last)) = base.rsplit_once('.') {
        let is_type = matches!(last, "f16" | "bf16" | "f32" | "f64" | "f128" | "f80" | "ppcf128" | "isVoid")
            || last.len() > 1
                && last.as_bytes()[1..].iter().all(|c| c.is_ascii_digit())
                && matches!(last.as_bytes()[0], b'i' | b'p')
            || vector_suffix(last);
        if !is_type {
            break;
        }
        base = head;
    }
    base
}
/// `v4i32`, `v2f64`, `nxv2i1`, `v4p0`.
fn vector_suffix(s: &str) -> bool {
    let s = s.strip_prefix("nx").unwrap_or(s);
    let Some(rest) = s.strip_prefix('v') else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && matches!(rest.as_bytes().get(digits), Some(b'i' | b'f' | b'p' | b'b'))
}

/// Where lanes of a vector stand in memory.
#[derive(Clone, Copy)]
pub(super) struct LaneAddresses<'a> {
    /// The address of each, or of the first.
    pub base: &'a [Value],
    /// Bytes from one to the next; 0 if each has its own address.
    pub step: u64,
}

impl LaneAddresses<'_> {
    /// The address of a lane: a pointer and an offset.
    fn lane(self, k: usize) -> (Value, u64) {
        if self.step == 0 { (self.base[k], 0) } else { (self.base[0], k as u64 * self.step) }
    }
}

impl Legaliser<'_> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic(&mut self, i: Inst, id: CallId, name: &str) -> Result<()> {
        let base = base_name(name);
        if self.dropped(i, base)? {
            return Ok(());
        }
        if let Some(done) = self.memory_intrinsic(i, id, base)? {
            return Ok(done);
        }
        let parts = match self.value_intrinsic(i, id, base)? {
            Some(p) => p,
            None => return Err(self.unsupported(format!("the intrinsic 'llvm.{name}'"))),
        };
        if self.result(i).is_some() {
            self.set_results(i, &parts)?;
        }
        Ok(())
    }

    /// Intrinsics that say something to optimisers only. Those with a result pass their operand through.
    fn dropped(&mut self, i: Inst, base: &str) -> Result<bool> {
        match base {
            "lifetime.start"
            | "lifetime.end"
            | "assume"
            | "experimental.noalias.scope.decl"
            | "sideeffect"
            | "invariant.end"
            | "var.annotation"
            | "donothing"
            | "dbg.value"
            | "dbg.declare"
            | "dbg.assign"
            | "dbg.label"
            | "pseudoprobe"
            | "codeview.annotation"
            | "fake.use"
            | "instrprof.increment" => Ok(true),
            "invariant.start" => {
                if let Some(r) = self.result(i) {
                    let p = self.zero(Ty::PTR);
                    self.set(r, &[p])?;
                }
                Ok(true)
            }
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence"
            | "threadlocal.address"
            | "preserve.array.access.index"
            | "preserve.union.access.index"
            | "preserve.struct.access.index" => {
                let p = self.arg_parts(i, 0)?;
                if let Some(r) = self.result(i) {
                    self.set(r, &p)?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }
    /// Intrinsics without a value, or with one that only memory gives.
    fn memory_intrinsic(&mut self, i: Inst, id: CallId, base: &str) -> Result<Option<()>> {
        match base {
            "memcpy" => self.memcpy_intrinsic(i, id, false, false)?,
            "memcpy.inline" => self.memcpy_intrinsic(i, id, false, true)?,
            "memmove" => self.memcpy_intrinsic(i, id, true, false)?,
            "memset" => self.memset_intrinsic(i, id, false)?,
            "memset.inline" => self.memset_intrinsic(i, id, true)?,
            "va_start" => self.simple_effect(i, InstKind::VaStart, 1)?,
            "va_end" => {}
            "va_copy" => self.va_copy(i)?,
            "stackrestore" => self.simple_effect(i, InstKind::StackRestore, 1)?,
            "trap" | "ubsantrap" => self.simple_effect(i, InstKind::Trap(false), 0)?,
            "debugtrap" => self.simple_effect(i, InstKind::Trap(true), 0)?,
            "prefetch" => {
                let n = |k: usize| self.old.args(i).get(k).and_then(|&v| self.old.as_int(v)).unwrap_or(0);
                let kind = InstKind::Prefetch(n(1) != 0, n(2).min(3) as u8, n(3) != 0);
                self.simple_effect(i, kind, 1)?;
            }
            "masked.store" | "masked.scatter" => self.masked_store(i, id, base == "masked.scatter")?,
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
    /// An instruction without result on the first operands.
    fn simple_effect(&mut self, i: Inst, kind: InstKind, n: usize) -> Result<()> {
        let mut args = Parts::new();
        for k in 0..n {
            args.push(self.arg_one(i, k)?);
        }
        self.emit(kind, InstFlags::empty(), &args, &[]);
        Ok(())
    }

    /// Intrinsics with a value.
    fn value_intrinsic(&mut self, i: Inst, id: CallId, base: &str) -> Result<Option<Parts>> {
        let base = match base.strip_prefix("experimental.constrained.") {
            Some(rest) => rest,
            None => base,
        };
        if let Some(op) = binary_op(base) {
            let (ty, flags) = (self.result_ty(i), self.old.insts[i].flags);
            let (a, b) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?);
            return self.binary_any(op, flags, ty, &a, &b).map(Some);
        }
        if let Some(op) = unary_op(base) {
            let (ty, flags) = (self.result_ty(i), self.old.insts[i].flags);
            let a = self.arg_parts(i, 0)?;
            return self.unary_any(op, flags, ty, &a).map(Some);
        }
        if let Some(op) = cast_op(base) {
            let (v, ty) = (self.arg(i, 0)?, self.result_ty(i));
            let a = self.parts(v)?;
            return self.cast_any(op, self.old.insts[i].flags, self.old.ty(v), ty, &a).map(Some);
        }
        if let Some(op) = overflow_op(base) {
            let v = self.arg(i, 0)?;
            let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
            return self.overflow_any(op, self.old.ty(v), &a, &b).map(Some);
        }
        if let Some(op) = super::fixed::fixed_op(base) {
            return self.fixed_point(i, op).map(Some);
        }
        if let Some(rest) = base.strip_prefix("vector.reduce.") {
            return self.reduce(i, rest);
        }
        let ty = self.result_ty(i);
        let flags = self.old.insts[i].flags;
        Ok(Some(match base {
            "fma" | "fmuladd" => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.fma_any(base == "fma", flags, ty, [&a, &b, &c])?
            }
            "fshl" | "fshr" => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.funnel_any(base == "fshl", ty, [&a, &b, &c])?
            }
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp" | "exp2" | "exp10"
            | "log" | "log2" | "log10" => {
                let a = self.arg_parts(i, 0)?;
                self.math_any(base, ty, &a, None)?
            }
            "pow" | "atan2" => {
                let (a, b) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?);
                self.math_any(base, ty, &a, Some(&b))?
            }
            "powi" => self.powi(i, ty)?,
            "ldexp" => self.ldexp(i, ty)?,
            "frexp" => self.frexp(i)?,
            "is.fpclass" => self.is_fpclass(i)?,
            "fcmp" | "fcmps" => self.constrained_fcmp(i, id, base == "fcmps")?,
            "objectsize" => {
                // What was not folded earlier is not known: -1, or 0 if the least is asked for.
                let min = self.flag_arg(i, 1);
                let Scalar::Int(n) = self.scalar(ty)? else { return Ok(None) };
                self.wide_imm(n, if min { 0 } else { -1 })
            }
            "is.constant" => {
                let v = self.arg(i, 0)?;
                let known =
                    matches!(self.old.as_const(v), Some(c) if !matches!(c, ConstData::Undef | ConstData::Poison));
                smallvec![self.bool(known)]
            }
            "scmp" | "ucmp" => {
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                self.three_way(base == "scmp", self.old.ty(v), ty, &a, &b)?
            }
            "vector.reverse"
            | "vector.extract"
            | "vector.insert"
            | "vector.splice"
            | "stepvector"
            | "vector.interleave2"
            | "vector.deinterleave2" => match self.rearranged(i, base)? {
                Some(p) => p,
                None => return Ok(None),
            },
            // Checks that optimisers may switch off stay on.
            "allow.runtime.check" | "allow.ubsan.check" => smallvec![self.bool(true)],
            "ptrmask" => self.ptrmask(i)?,
            "stacksave" => smallvec![self.emit1(InstKind::StackSave, InstFlags::empty(), &[], Ty::PTR)],
            "frameaddress" | "returnaddress" => {
                let depth = self.old.args(i).first().and_then(|&v| self.old.as_int(v)).unwrap_or(0) as u32;
                let kind =
                    if base == "frameaddress" { InstKind::FrameAddress(depth) } else { InstKind::ReturnAddress(depth) };
                smallvec![self.emit1(kind, InstFlags::empty(), &[], Ty::PTR)]
            }
            "thread.pointer" => smallvec![self.emit1(InstKind::ThreadPointer, InstFlags::empty(), &[], Ty::PTR)],
            "readcyclecounter" => self.read_cycles(),
            "load.relative" => {
                let (p, offset) = (self.arg_one(i, 0)?, self.arg(i, 1)?);
                let parts = self.parts(offset)?;
                let Scalar::Int(n) = self.scalar(self.old.ty(offset))? else { return Ok(None) };
                let by = self.int_sext(n, n.max(self.xlen), &parts)[0];
                let q = self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, by], Ty::PTR);
                let rel = self.load_raw(q, 0, Ty::I32);
                let rel = self.sext_reg(rel, self.x);
                smallvec![self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, rel], Ty::PTR)]
            }
            "get.rounding" | "flt.rounds" => smallvec![self.imm(Ty::I32, 1)],
            "masked.load" | "masked.gather" => self.masked_load(i, id, base == "masked.gather")?,
            "freeze" => self.parts(self.arg(i, 0)?)?,
            _ => return Ok(None),
        }))
    }

    /// A libm function of one or two operands, lane by lane.
    fn math_any(&mut self, name: &str, ty: Ty, a: &[Value], b: Option<&[Value]>) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return match b {
                None => self.lanewise1(lanes, a, |s, a| s.math_any(name, elem, a, None)),
                Some(b) => self.lanewise2(lanes, elem, a, b, |s, a, b| s.math_any(name, elem, a, Some(b))),
            };
        }
        let k = self.float_kind(ty)?;
        match b {
            None => self.math_call(name, k, &[a]),
            Some(b) => self.math_call(name, k, &[a, b]),
        }
    }
    /// A call of a libm (or libgcc) function of a float and an int.
    fn float_int_call(&mut self, names: [&'static str; 4], ty: Ty, a: &[Value], n: Value) -> Result<Parts> {
        let k = self.float_kind(ty)?;
        if k.bits() == 16 {
            let wide = self.float_to_float(k, crate::target::FloatKind::Single, a)?;
            let r = self.float_int_call(names, Ty::FLOAT, &wide, n)?;
            return self.float_to_float(crate::target::FloatKind::Single, k, &r);
        }
        let name = super::softfloat::by_any_format(k, names);
        let args = [(Scalar::Float(k), Parts::from_slice(a)), (Scalar::Int(32), smallvec![n])];
        self.lib_call(name, &args, Some(float_ty(k)), super::libcalls::Effect::Pure)
    }
    fn int_operand(&mut self, i: Inst, n: usize) -> Result<Value> {
        let v = self.arg(i, n)?;
        let elem = self.lanes(self.old.ty(v))?.map_or(self.old.ty(v), |l| l.1);
        let Scalar::Int(bits) = self.scalar(elem)? else { return Err(self.input("an exponent that is no integer")) };
        let parts = self.parts(v)?;
        Ok(if bits < 32 { self.int_sext(bits, 32, &parts[..1])[0] } else { self.resize(parts[0], Ty::I32) })
    }
    fn powi(&mut self, i: Inst, ty: Ty) -> Result<Parts> {
        let n = self.int_operand(i, 1)?;
        let a = self.arg_parts(i, 0)?;
        let names = ["__powisf2", "__powidf2", "__powixf2", "__powitf2"];
        match self.lanes(ty)? {
            Some((lanes, elem)) => self.lanewise1(lanes, &a, |s, a| s.float_int_call(names, elem, a, n)),
            None => self.float_int_call(names, ty, &a, n),
        }
    }
    fn ldexp(&mut self, i: Inst, ty: Ty) -> Result<Parts> {
        if self.lanes(ty)?.is_some() {
            return Err(self.unsupported("'llvm.ldexp' of vectors"));
        }
        let n = self.int_operand(i, 1)?;
        let a = self.arg_parts(i, 0)?;
        self.float_int_call(["ldexpf", "ldexp", "ldexpl", "ldexpl"], ty, &a, n)
    }
    /// `frexp`: fraction and exponent; the exponent comes through memory.
    fn frexp(&mut self, i: Inst) -> Result<Parts> {
        let v = self.arg(i, 0)?;
        let ty = self.old.ty(v);
        let k = self.float_kind(ty)?;
        let a = self.parts(v)?;
        let (k2, wide) = self.library_format(k, &a)?;
        let name = super::floats::math_symbol("frexp", k2).ok_or_else(|| self.unsupported("'llvm.frexp'"))?;
        let place = self.frame_temp(4, 4);
        let args = [(Scalar::Float(k2), wide), (Scalar::Ptr, smallvec![place])];
        let r = self.lib_call(name, &args, Some(float_ty(k2)), super::libcalls::Effect::Memory)?;
        let mut out = if k2 == k { r } else { self.float_to_float(k2, k, &r)? };
        let e = self.load_raw(place, 0, Ty::I32);
        out.push(e);
        Ok(out)
    }
    /// Constrained comparison: its predicate is a metadata string.
    fn constrained_fcmp(&mut self, i: Inst, id: CallId, signalling: bool) -> Result<Parts> {
        let info = &self.old.calls[id];
        let text = info.metadata_args.iter().find_map(|(n, md)| match md {
            MdOperand::String(s) if *n == 2 => self.m.metadata.str(*s),
            _ => None,
        });
        let pred = match text {
            Some("oeq") => FloatPred::Oeq,
            Some("ogt") => FloatPred::Ogt,
            Some("oge") => FloatPred::Oge,
            Some("olt") => FloatPred::Olt,
            Some("ole") => FloatPred::Ole,
            Some("one") => FloatPred::One,
            Some("ord") => FloatPred::Ord,
            Some("ueq") => FloatPred::Ueq,
            Some("ugt") => FloatPred::Ugt,
            Some("uge") => FloatPred::Uge,
            Some("ult") => FloatPred::Ult,
            Some("ule") => FloatPred::Ule,
            Some("une") => FloatPred::Une,
            Some("uno") => FloatPred::Uno,
            _ => return Err(self.unsupported("a constrained comparison with this predicate")),
        };
        let v = self.arg(i, 0)?;
        let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
        self.fcmp_any(pred, signalling, self.old.ty(v), &a, &b)
    }
    fn ptrmask(&mut self, i: Inst) -> Result<Parts> {
        let v = self.arg(i, 1)?;
        let (p, m) = (self.arg_parts(i, 0)?, self.parts(v)?);
        let elem = self.lanes(self.old.ty(v))?.map_or(self.old.ty(v), |l| l.1);
        let Scalar::Int(n) = self.scalar(elem)? else { return Err(self.input("a mask that is no integer")) };
        if n != self.xlen {
            return Err(self.unsupported("'llvm.ptrmask' with a mask that is not as wide as a pointer"));
        }
        let mut out = Parts::new();
        for (&p, &m) in p.iter().zip(&m) {
            let b = self.bitcast(p, self.x);
            let b = self.bin(BinOp::And, b, m);
            out.push(self.bitcast(b, Ty::PTR));
        }
        Ok(out)
    }

    /// `vector.reduce.*` on fixed vectors, lane after lane.
    fn reduce(&mut self, i: Inst, op: &str) -> Result<Option<Parts>> {
        let start = matches!(op, "fadd" | "fmul");
        let v = self.arg(i, usize::from(start))?;
        let Some((lanes, elem)) = self.lanes(self.old.ty(v))? else { return Ok(None) };
        let Some(bin) = reduction(op) else { return Ok(None) };
        let parts = self.parts(v)?;
        let flags = self.old.insts[i].flags;
        let each = parts.len() / lanes.max(1);
        let mut acc = if start { Some(self.arg_parts(i, 0)?) } else { None };
        for lane in parts.chunks(each.max(1)) {
            acc = Some(match acc {
                None => Parts::from_slice(lane),
                Some(a) => self.binary(bin, flags, elem, &a, lane)?,
            });
        }
        Ok(acc)
    }

    /// Masked loads and gathers: each lane in a block of its own, unless its mask is constant.
    fn masked_load(&mut self, i: Inst, id: CallId, gather: bool) -> Result<Parts> {
        // Operands: pointer(s), [alignment], mask, value where the mask is off; newer LLVM puts alignment on the pointer.
        let (mask_at, align) = self.masked_form(i, id, 1, 0);
        let ty = self.result_ty(i);
        let (lanes, elem) = self.lanes(ty)?.ok_or_else(|| self.input("a masked load of no vector"))?;
        let (p, mask) = (self.arg_parts(i, 0)?, self.arg_parts(i, mask_at)?);
        let pass = self.arg_parts(i, mask_at + 1)?;
        let access = self.in_space(i, 0, self.access(elem, align));
        let at = LaneAddresses { base: &p, step: if gather { 0 } else { self.size_of(elem)? } };
        debug_assert_eq!(mask.len(), lanes);
        self.load_lanes(at, &access, &mask, &pass)
    }
    /// Loads the lanes whose mask is on; the others are those of another vector.
    pub(super) fn load_lanes(
        &mut self,
        at: LaneAddresses<'_>,
        access: &Access,
        mask: &[Value],
        pass: &[Value],
    ) -> Result<Parts> {
        let each = pass.len() / mask.len().max(1);
        let mut out = Parts::new();
        for (k, &on) in mask.iter().enumerate() {
            let off = Parts::from_slice(&pass[k * each..(k + 1) * each]);
            if self.nf.as_int(on) == Some(0) {
                out.extend(off);
                continue;
            }
            let (base, offset) = at.lane(k);
            let access = Access { align: super::memory::offset_align(access.align, offset), ..*access };
            if self.nf.as_int(on).is_some() {
                let q = self.ptr_add(base, offset as i64);
                out.extend(self.load_any(q, &access, None)?);
                continue;
            }
            let before = self.cur;
            let (then, after) = (self.new_block(), self.new_block());
            self.emit_branch(InstKind::CondBr, &[on], &[then, after]);
            self.cur = then;
            let q = self.ptr_add(base, offset as i64);
            let got = self.load_any(q, &access, None)?;
            let end = self.cur;
            self.emit_branch(InstKind::Br, &[], &[after]);
            self.cur = after;
            for (&g, &o) in got.iter().zip(&off) {
                let phi = self.nf.make_inst(
                    InstKind::Phi,
                    InstFlags::empty(),
                    &[g, o],
                    &[end, before],
                    &[self.nf.ty(g)],
                    self.pos,
                );
                self.place(phi);
                out.push(self.nf.result(phi, 0));
            }
        }
        Ok(out)
    }
    fn masked_store(&mut self, i: Inst, id: CallId, scatter: bool) -> Result<()> {
        let (mask_at, align) = self.masked_form(i, id, 2, 1);
        let v = self.arg(i, 0)?;
        let (lanes, elem) = self.lanes(self.old.ty(v))?.ok_or_else(|| self.input("a masked store of no vector"))?;
        let (value, p, mask) = (self.parts(v)?, self.arg_parts(i, 1)?, self.arg_parts(i, mask_at)?);
        let access = self.in_space(i, 1, self.access(elem, align));
        let at = LaneAddresses { base: &p, step: if scatter { 0 } else { self.size_of(elem)? } };
        debug_assert_eq!(mask.len(), lanes);
        self.store_lanes(at, &access, &mask, &value)
    }
    /// Stores the lanes whose mask is on.
    pub(super) fn store_lanes(
        &mut self,
        at: LaneAddresses<'_>,
        access: &Access,
        mask: &[Value],
        value: &[Value],
    ) -> Result<()> {
        let each = value.len() / mask.len().max(1);
        for (k, &on) in mask.iter().enumerate() {
            let known = self.nf.as_int(on);
            if known == Some(0) {
                continue;
            }
            let (base, offset) = at.lane(k);
            let access = Access { align: super::memory::offset_align(access.align, offset), ..*access };
            let after = if known.is_none() {
                let (then, after) = (self.new_block(), self.new_block());
                self.emit_branch(InstKind::CondBr, &[on], &[then, after]);
                self.cur = then;
                Some(after)
            } else {
                None
            };
            let q = self.ptr_add(base, offset as i64);
            self.store_any(q, &value[k * each..(k + 1) * each], &access)?;
            if let Some(after) = after {
                self.emit_branch(InstKind::Br, &[], &[after]);
                self.cur = after;
            }
        }
        Ok(())
    }
    /// Position of the mask and log2 of the alignment: an operand before the mask, or an attribute of the pointer.
    fn masked_form(&self, i: Inst, id: CallId, next: usize, pointer: usize) -> (usize, u8) {
        let args = self.old.args(i);
        let log = |a: u64| a.max(1).trailing_zeros().min(20) as u8;
        match args.get(next).map(|&v| (self.old.ty(v), self.old.as_int(v))) {
            Some((Ty::I32, Some(a))) => (next + 1, log(a)),
            _ => {
                let attrs = &self.old.calls[id].sig.param_attrs;
                (next, log(attrs.get(pointer).map_or(1, |a| u64::from(a.align))))
            }
        }
    }
}

/// The operator of a vector reduction.
pub(crate) fn reduction(op: &str) -> Option<BinOp> {
    Some(match op {
        "add" => BinOp::Add,
        "mul" => BinOp::Mul,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "smin" => BinOp::SMin,
        "smax" => BinOp::SMax,
        "umin" => BinOp::UMin,
        "umax" => BinOp::UMax,
        "fadd" => BinOp::FAdd,
        "fmul" => BinOp::FMul,
        "fmin" => BinOp::FMinNum,
        "fmax" => BinOp::FMaxNum,
        "fminimum" => BinOp::FMinimum,
        "fmaximum" => BinOp::FMaximum,
        _ => return None,
    })
}

pub(crate) fn binary_op(base: &str) -> Option<BinOp> {
    Some(match base {
        "smin" => BinOp::SMin,
        "smax" => BinOp::SMax,
        "umin" => BinOp::UMin,
        "umax" => BinOp::UMax,
        "sadd.sat" => BinOp::SAddSat,
        "uadd.sat" => BinOp::UAddSat,
        "ssub.sat" => BinOp::SSubSat,
        "usub.sat" => BinOp::USubSat,
        "sshl.sat" => BinOp::SShlSat,
        "ushl.sat" => BinOp::UShlSat,
        "minnum" => BinOp::FMinNum,
        "maxnum" => BinOp::FMaxNum,
        "minimum" => BinOp::FMinimum,
        "maximum" => BinOp::FMaximum,
        "minimumnum" => BinOp::FMinimumNum,
        "maximumnum" => BinOp::FMaximumNum,
        "copysign" => BinOp::CopySign,
        // Constrained forms.
        "fadd" => BinOp::FAdd,
        "fsub" => BinOp::FSub,
        "fmul" => BinOp::FMul,
        "fdiv" => BinOp::FDiv,
        "frem" => BinOp::FRem,
        _ => return None,
    })
}

pub(crate) fn unary_op(base: &str) -> Option<UnOp> {
    Some(match base {
        "fabs" => UnOp::FAbs,
        "sqrt" => UnOp::Sqrt,
        "floor" => UnOp::Floor,
        "ceil" => UnOp::Ceil,
        "trunc" => UnOp::FTrunc,
        "round" => UnOp::Round,
        "roundeven" => UnOp::RoundEven,
        "rint" => UnOp::Rint,
        "nearbyint" => UnOp::NearbyInt,
        "ctlz" => UnOp::Ctlz,
        "cttz" => UnOp::Cttz,
        "ctpop" => UnOp::Ctpop,
        "bswap" => UnOp::Bswap,
        "bitreverse" => UnOp::Bitreverse,
        "abs" => UnOp::Abs,
        "canonicalize" => UnOp::Canonicalize,
        _ => return None,
    })
}

pub(crate) fn cast_op(base: &str) -> Option<CastOp> {
    Some(match base {
        "fptosi.sat" => CastOp::FpToSiSat,
        "fptoui.sat" => CastOp::FpToUiSat,
        "lrint" | "llrint" => CastOp::FpToIntRint,
        "lround" | "llround" => CastOp::FpToIntRound,
        // Constrained forms.
        "fptosi" => CastOp::FpToSi,
        "fptoui" => CastOp::FpToUi,
        "sitofp" => CastOp::SiToFp,
        "uitofp" => CastOp::UiToFp,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        // Older names.
        "convert.to.fp16" | "convert.from.fp16" => return None,
        _ => return None,
    })
}

pub(crate) fn overflow_op(base: &str) -> Option<OverflowOp> {
    Some(match base {
        "sadd.with.overflow" => OverflowOp::SAdd,
        "uadd.with.overflow" => OverflowOp::UAdd,
        "ssub.with.overflow" => OverflowOp::SSub,
        "usub.with.overflow" => OverflowOp::USub,
        "smul.with.overflow" => OverflowOp::SMul,
        "umul.with.overflow" => OverflowOp::UMul,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn suffixes() {
        assert_eq!(base_name("ctpop.i64"), "ctpop");
        assert_eq!(base_name("sadd.with.overflow.i32"), "sadd.with.overflow");
        assert_eq!(base_name("memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(base_name("masked.load.v4i32.p0"), "masked.load");
        assert_eq!(base_name("log2.f64"), "log2");
        assert_eq!(base_name("exp2.v2f32"), "exp2");
        assert_eq!(base_name("vector.reduce.add.v4i32"), "vector.reduce.add");
        assert_eq!(base_name("trap"), "trap");
    }
}
