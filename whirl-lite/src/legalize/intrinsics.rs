//! LLVM's intrinsics by name: to operations, to library calls, or to nothing.
//!
//! Names carry type suffixes (`llvm.ctpop.i64`); what decides is the part before them. Vector reductions on fixed vectors are
//! taken apart here; [`super::masked`] and [`super::predicated`] hold what masks decide.

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
    // Operations on vectors had other names before LLVM 19 and 20.
    match base.strip_prefix("experimental.") {
        Some(rest) if rest.starts_with("vector.") || rest == "stepvector" => rest,
        _ => base,
    }
}
/// `v4i32`, `v2f64`, `nxv2i1`, `v4p0`.
fn vector_suffix(s: &str) -> bool {
    let s = s.strip_prefix("nx").unwrap_or(s);
    let Some(rest) = s.strip_prefix('v') else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && matches!(rest.as_bytes().get(digits), Some(b'i' | b'f' | b'p' | b'b'))
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
            "clear_cache" => self.clear_cache(i)?,
            "write_register" => self.write_register(i, id)?,
            "masked.compressstore" => self.compress_store(i, id)?,
            "masked.store" | "masked.scatter" => self.masked_store(i, id, base == "masked.scatter")?,
            _ => {
                return match base.strip_prefix("vp.") {
                    Some(rest) => self.predicated_effect(i, id, rest),
                    None => self.element_atomic(i, base),
                };
            }
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
        if let Some(rest) = base.strip_prefix("vp.") {
            return self.predicated(i, id, rest);
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
            "allow.runtime.check" | "allow.ubsan.check" | "experimental.widenable.condition" => {
                smallvec![self.bool(true)]
            }
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
            // No target has such a clock: LLVM reads zero, too.
            "readsteadycounter" => self.wide_imm(64, 0),
            "read_register" | "read_volatile_register" => self.read_register(i, id)?,
            "convert.to.fp16" | "convert.from.fp16" => self.half_in_integer(i, base == "convert.to.fp16")?,
            "get.active.lane.mask" => self.active_lane_mask(i)?,
            "experimental.cttz.elts" => self.first_lane(i)?,
            "vector.compress" => self.compress(i)?,
            "masked.expandload" => self.expand_load(i, id)?,
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
        self.exponent(bits, &parts)
    }
    /// An exponent as C's `int`.
    fn exponent(&mut self, bits: u32, parts: &[Value]) -> Result<Value> {
        match *parts {
            _ if bits > 32 => Err(self.unsupported("an exponent of more than 32 bits")),
            [v] if bits < 32 => Ok(self.int_sext(bits, 32, &[v])[0]),
            [v] => Ok(v),
            _ => Err(self.input("an exponent that is no integer")),
        }
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
        let names = ["ldexpf", "ldexp", "ldexpl", "ldexpl"];
        let a = self.arg_parts(i, 0)?;
        let Some((lanes, elem)) = self.lanes(ty)? else {
            let n = self.int_operand(i, 1)?;
            return self.float_int_call(names, ty, &a, n);
        };
        let v = self.arg(i, 1)?;
        let (Some((count, int)), by) = (self.lanes(self.old.ty(v))?, self.parts(v)?) else {
            return Err(self.input("exponents that are no vector"));
        };
        let Scalar::Int(bits) = self.scalar(int)? else { return Err(self.input("an exponent that is no integer")) };
        if count != lanes {
            return Err(self.input("vector operands of different types"));
        }
        let (each, width) = (a.len() / lanes.max(1), by.len() / lanes.max(1));
        let mut out = Parts::new();
        for k in 0..lanes {
            let n = self.exponent(bits, &by[k * width..(k + 1) * width])?;
            out.extend(self.float_int_call(names, elem, &a[k * each..(k + 1) * each], n)?);
        }
        Ok(out)
    }
    /// `frexp`: fractions, then exponents.
    fn frexp(&mut self, i: Inst) -> Result<Parts> {
        let v = self.arg(i, 0)?;
        let ty = self.old.ty(v);
        let a = self.parts(v)?;
        let (lanes, elem) = self.lanes(ty)?.unwrap_or((1, ty));
        let each = (a.len() / lanes.max(1)).max(1);
        let (mut fractions, mut exponents) = (Parts::new(), Parts::new());
        for lane in a.chunks(each) {
            let (fraction, exponent) = self.frexp_lane(elem, lane)?;
            fractions.extend(fraction);
            exponents.push(exponent);
        }
        fractions.extend(exponents);
        Ok(fractions)
    }
    /// The exponent comes through memory.
    fn frexp_lane(&mut self, ty: Ty, a: &[Value]) -> Result<(Parts, Value)> {
        let k = self.float_kind(ty)?;
        let (k2, wide) = self.library_format(k, a)?;
        let name = super::floats::math_symbol("frexp", k2).ok_or_else(|| self.unsupported("'llvm.frexp'"))?;
        let place = self.frame_temp(4, 4);
        let args = [(Scalar::Float(k2), wide), (Scalar::Ptr, smallvec![place])];
        let r = self.lib_call(name, &args, Some(float_ty(k2)), super::libcalls::Effect::Memory)?;
        let fraction = if k2 == k { r } else { self.float_to_float(k2, k, &r)? };
        Ok((fraction, self.load_raw(place, 0, Ty::I32)))
    }
    /// `convert.to.fp16`, `convert.from.fp16`: a half whose bits are an integer.
    fn half_in_integer(&mut self, i: Inst, to: bool) -> Result<Parts> {
        use crate::target::FloatKind::Half;
        let (ty, a) = (self.result_ty(i), self.arg_parts(i, 0)?);
        if to {
            let k = self.float_kind(self.old.ty(self.arg(i, 0)?))?;
            let half = self.float_to_float(k, Half, &a)?;
            return self.bits_of(Ty::HALF, &half);
        }
        let half = self.value_of_bits(Ty::HALF, &a)?;
        let k = self.float_kind(ty)?;
        self.float_to_float(Half, k, &half)
    }
    /// `clear_cache`: a function of the library, where instructions are not fetched from where data are written.
    fn clear_cache(&mut self, i: Inst) -> Result<()> {
        let Some(name) = self.low.flush_instructions(self.t) else { return Ok(()) };
        let (from, to) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
        let none = self.zero(self.x);
        let args =
            [(Scalar::Ptr, smallvec![from]), (Scalar::Ptr, smallvec![to]), (Scalar::Int(self.xlen), smallvec![none])];
        self.lib_call(name, &args, None, super::libcalls::Effect::Memory)?;
        Ok(())
    }
    /// Block operations of whole elements, each of which is atomic: functions of the language's run time.
    fn element_atomic(&mut self, i: Inst, base: &str) -> Result<Option<()>> {
        let table = match base.split(".element.unordered.atomic").next() {
            Some("memcpy") if base.len() > 6 => &ELEMENT_COPY,
            Some("memmove") if base.len() > 7 => &ELEMENT_MOVE,
            Some("memset") if base.len() > 6 => &ELEMENT_SET,
            _ => return Ok(None),
        };
        let size = self.old.args(i).get(3).and_then(|&v| self.old.as_int(v)).unwrap_or(0);
        let name = table.get(size.trailing_zeros() as usize).copied();
        let Some(name) = name.filter(|_| size.is_power_of_two()) else {
            return Err(self.input("elements of this size"));
        };
        let length = self.arg(i, 2)?;
        let (dst, what, n) = (self.arg_one(i, 0)?, self.arg(i, 1)?, self.parts(length)?);
        let Scalar::Int(bits) = self.scalar(self.old.ty(length))? else {
            return Err(self.input("a length that is no integer"));
        };
        let n = self.int_zext_or_trunc(bits, self.xlen, &n);
        let from = self.scalar(self.old.ty(what))?;
        let what = self.parts(what)?;
        let args = [(Scalar::Ptr, smallvec![dst]), (from, what), (Scalar::Int(self.xlen), n)];
        self.lib_call(name, &args, None, super::libcalls::Effect::Memory)?;
        Ok(Some(()))
    }
    /// The stack pointer, if it is what a register intrinsic names: all others belong to the allocator, or to no one.
    fn named_register(&self, id: CallId) -> Result<()> {
        let name = self.old.calls[id].metadata_args.iter().find_map(|(_, md)| match md {
            MdOperand::Node(n) => match self.m.metadata.operands(*n) {
                &[MdOperand::String(s)] => self.m.metadata.str(s),
                _ => None,
            },
            _ => None,
        });
        let Some(name) = name else { return Err(self.input("a register without a name")) };
        match self.t.isa.reg_by_name(name) {
            Some(r) if r == self.t.abi.sp => Ok(()),
            _ => Err(self.unsupported(format!("the register '{name}' by name"))),
        }
    }
    fn read_register(&mut self, i: Inst, id: CallId) -> Result<Parts> {
        self.named_register(id)?;
        let Scalar::Int(n) = self.scalar(self.result_ty(i))? else { return Err(self.input("a register of this type")) };
        let sp = self.emit1(InstKind::StackSave, InstFlags::empty(), &[], Ty::PTR);
        let sp = self.bitcast(sp, self.x);
        Ok(self.int_zext_or_trunc(self.xlen, n, &[sp]))
    }
    fn write_register(&mut self, i: Inst, id: CallId) -> Result<()> {
        self.named_register(id)?;
        let last = self.old.args(i).len().saturating_sub(1);
        let v = self.arg(i, last)?;
        let Scalar::Int(n) = self.scalar(self.old.ty(v))? else { return Err(self.input("a register of this type")) };
        let parts = self.parts(v)?;
        let whole = self.int_zext_or_trunc(n, self.xlen, &parts);
        let p = self.bitcast(whole[0], Ty::PTR);
        self.emit(InstKind::StackRestore, InstFlags::empty(), &[p], &[]);
        Ok(())
    }
    /// Constrained comparison: its predicate is a metadata string.
    fn constrained_fcmp(&mut self, i: Inst, id: CallId, signalling: bool) -> Result<Parts> {
        let pred = self.metadata_word(id, 2).and_then(float_predicate);
        let pred = pred.ok_or_else(|| self.unsupported("a constrained comparison with this predicate"))?;
        let v = self.arg(i, 0)?;
        let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
        self.fcmp_any(pred, signalling, self.old.ty(v), &a, &b)
    }
    /// The string that operand `n` of a call is.
    pub(super) fn metadata_word(&self, id: CallId, n: usize) -> Option<&str> {
        self.old.calls[id].metadata_args.iter().find_map(|(at, md)| match md {
            MdOperand::String(s) if *at == n => self.m.metadata.str(*s),
            _ => None,
        })
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
}

/// The run time's functions for elements of 1, 2, 4, 8 and 16 bytes.
const ELEMENT_COPY: [&str; 5] = [
    "__llvm_memcpy_element_unordered_atomic_1",
    "__llvm_memcpy_element_unordered_atomic_2",
    "__llvm_memcpy_element_unordered_atomic_4",
    "__llvm_memcpy_element_unordered_atomic_8",
    "__llvm_memcpy_element_unordered_atomic_16",
];
const ELEMENT_MOVE: [&str; 5] = [
    "__llvm_memmove_element_unordered_atomic_1",
    "__llvm_memmove_element_unordered_atomic_2",
    "__llvm_memmove_element_unordered_atomic_4",
    "__llvm_memmove_element_unordered_atomic_8",
    "__llvm_memmove_element_unordered_atomic_16",
];
const ELEMENT_SET: [&str; 5] = [
    "__llvm_memset_element_unordered_atomic_1",
    "__llvm_memset_element_unordered_atomic_2",
    "__llvm_memset_element_unordered_atomic_4",
    "__llvm_memset_element_unordered_atomic_8",
    "__llvm_memset_element_unordered_atomic_16",
];

/// A comparison of integers by its name.
pub(super) fn int_predicate(name: &str) -> Option<IntPred> {
    Some(match name {
        "eq" => IntPred::Eq,
        "ne" => IntPred::Ne,
        "ugt" => IntPred::Ugt,
        "uge" => IntPred::Uge,
        "ult" => IntPred::Ult,
        "ule" => IntPred::Ule,
        "sgt" => IntPred::Sgt,
        "sge" => IntPred::Sge,
        "slt" => IntPred::Slt,
        "sle" => IntPred::Sle,
        _ => return None,
    })
}

/// A comparison of floats by its name.
pub(super) fn float_predicate(name: &str) -> Option<FloatPred> {
    Some(match name {
        "oeq" => FloatPred::Oeq,
        "ogt" => FloatPred::Ogt,
        "oge" => FloatPred::Oge,
        "olt" => FloatPred::Olt,
        "ole" => FloatPred::Ole,
        "one" => FloatPred::One,
        "ord" => FloatPred::Ord,
        "ueq" => FloatPred::Ueq,
        "ugt" => FloatPred::Ugt,
        "uge" => FloatPred::Uge,
        "ult" => FloatPred::Ult,
        "ule" => FloatPred::Ule,
        "une" => FloatPred::Une,
        "uno" => FloatPred::Uno,
        _ => return None,
    })
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
