//! Atomic operations.
//!
//! What the target does natively stays. Narrower ones work on the aligned word around them; other operators become
//! compare-and-swap loops; wider ones, and all where the target has no atomics, call the `__atomic_*` library. Where a target
//! compares and swaps two registers at once, values of that width are loaded and stored as doubles if those keep all bits, else
//! by swapping; such a swap stays one instruction, with a part for each register.

use super::libcalls::Effect;
use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use cranelift_entity::EntityList;
use smallvec::smallvec;

/// A narrow value's place in its word.
struct InWord {
    /// Address of the word.
    word: Value,
    /// Bits below the value.
    shift: Value,
    /// The value's bits in place.
    mask: Value,
    bits: u32,
}

/// C11's number of an ordering, for library calls.
fn order_number(o: Ordering) -> i64 {
    match o {
        Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => 2,
        Ordering::Release => 3,
        Ordering::AcqRel => 4,
        Ordering::SeqCst => 5,
    }
}

impl Legaliser<'_> {
    /// Does the target access this atomically with one instruction?
    pub(super) fn atomic_fits(&self, s: Scalar, access: &Access) -> bool {
        let bits = self.scalar_bits(s);
        bits >= 8 && bits.is_power_of_two() && bits <= self.act.atomic_bits && bits / 8 <= 1 << access.align.min(20)
    }
    /// The library's function for a size; `None` if only the one for any size will do, which takes values by address.
    fn sized(&self, bits: u32, align: u8, names: [&'static str; 5]) -> Result<Option<&'static str>> {
        let index = match bits {
            8 => 0,
            16 => 1,
            32 => 2,
            64 => 3,
            128 => 4,
            _ => return Err(self.unsupported(format!("an atomic access of {bits} bits"))),
        };
        Ok((bits / 8 <= 1 << align.min(20)).then_some(names[index]))
    }
    /// An argument that says how many bytes.
    fn size_arg(&mut self, bits: u32) -> (Scalar, Parts) {
        (Scalar::Int(self.xlen), smallvec![self.imm(self.x, i64::from(bits / 8))])
    }
    /// A place in the frame for a value of a type, which may hold one already.
    fn atomic_place(&mut self, s: Scalar, v: Option<&[Value]>, ty: Ty) -> Result<Value> {
        let bytes = self.scalar_bits(s) / 8;
        let place = self.frame_temp(u64::from(bytes), bytes);
        if let Some(v) = v {
            let plain = self.natural_access(ty);
            self.store_scalar(s, place, v, &plain)?;
        }
        Ok(place)
    }
    fn int_ty_of(&self, bits: u32) -> Ty {
        match bits {
            8 => Ty::I8,
            16 => Ty::I16,
            32 => Ty::I32,
            64 => Ty::I64,
            _ => Ty::I128,
        }
    }
    fn order_arg(&mut self, o: Ordering) -> (Scalar, Parts) {
        (Scalar::Int(32), smallvec![self.imm(Ty::I32, order_number(o))])
    }

    /// Does the target compare and swap it in two registers?
    fn atomic_pair(&self, s: Scalar, access: &Access) -> bool {
        let bits = self.scalar_bits(s);
        self.act.double_swap && bits == 2 * self.xlen && bits / 8 <= 1 << access.align.min(20)
    }
    /// An atomic load of two registers.
    fn pair_load(&mut self, p: Value, access: &Access) -> Result<Parts> {
        if self.act.atomic_doubles {
            let double = Access { ty: Ty::DOUBLE, ..*access };
            let v = self.emit1(InstKind::Load(double, Extend::Any), InstFlags::empty(), &[p], Ty::DOUBLE);
            let words = self.float_to_words(Scalar::Float(FloatKind::Double), &[v]);
            return self.value_of_bits(access.ty, &words);
        }
        // Whatever is there stays: zero is swapped for zero.
        let zero = self.zero(self.x);
        let mut r = self.pair_swap(p, [&[zero; 2], &[zero; 2]], access, Ordering::Monotonic);
        r.pop();
        self.value_of_bits(access.ty, &r)
    }
    /// An atomic store of two registers, as a double.
    fn pair_store(&mut self, p: Value, v: &[Value], access: &Access) -> Result<()> {
        let words = self.bits_of(access.ty, v)?;
        let d = self.words_to_float(Scalar::Float(FloatKind::Double), &words);
        let double = Access { ty: Ty::DOUBLE, ..*access };
        self.emit(InstKind::Store(double), InstFlags::empty(), &[d, p], &[]);
        Ok(())
    }
    /// Swaps two registers if memory holds what is expected: the words that were there, then success.
    fn pair_swap(&mut self, p: Value, words: [&[Value]; 2], access: &Access, failure: Ordering) -> Parts {
        let ty = self.int_ty_of(2 * self.xlen);
        let mut args: Parts = smallvec![p];
        words.iter().for_each(|w| args.extend_from_slice(w));
        let kind = InstKind::CmpXchg { access: Access { ty, ..*access }, failure, weak: false };
        let i = self.emit(kind, InstFlags::empty(), &args, &[self.x, self.x, Ty::I1]);
        self.nf.results(i).collect()
    }

    /// An atomic load by library call, or of two registers.
    pub(super) fn atomic_load_call(&mut self, s: Scalar, p: Value, access: &Access) -> Result<Parts> {
        let bits = self.scalar_bits(s);
        if self.atomic_pair(s, access) {
            return self.pair_load(p, access);
        }
        let names = ["__atomic_load_1", "__atomic_load_2", "__atomic_load_4", "__atomic_load_8", "__atomic_load_16"];
        let order = self.order_arg(access.ordering);
        let Some(name) = self.sized(bits, access.align, names)? else {
            let place = self.atomic_place(s, None, access.ty)?;
            let args = [self.size_arg(bits), (Scalar::Ptr, smallvec![p]), (Scalar::Ptr, smallvec![place]), order];
            self.lib_call("__atomic_load", &args, None, Effect::Memory)?;
            let plain = self.natural_access(access.ty);
            return self.load_scalar(s, place, &plain);
        };
        let ret = self.int_ty_of(bits);
        let r = self.lib_call(name, &[(Scalar::Ptr, smallvec![p]), order], Some(ret), Effect::Memory)?;
        self.value_of_bits(access.ty, &r)
    }
    /// An atomic store by library call, or of two registers.
    pub(super) fn atomic_store_call(&mut self, s: Scalar, p: Value, v: &[Value], access: &Access) -> Result<()> {
        let bits = self.scalar_bits(s);
        if self.atomic_pair(s, access) {
            if self.act.atomic_doubles {
                return self.pair_store(p, v, access);
            }
            return self.rmw_call_loop(RmwOp::Xchg, s, p, v, access).map(|_| ());
        }
        let names =
            ["__atomic_store_1", "__atomic_store_2", "__atomic_store_4", "__atomic_store_8", "__atomic_store_16"];
        let order = self.order_arg(access.ordering);
        let Some(name) = self.sized(bits, access.align, names)? else {
            let place = self.atomic_place(s, Some(v), access.ty)?;
            let args = [self.size_arg(bits), (Scalar::Ptr, smallvec![p]), (Scalar::Ptr, smallvec![place]), order];
            return self.lib_call("__atomic_store", &args, None, Effect::Memory).map(|_| ());
        };
        let v = self.bits_of(access.ty, v)?;
        self.lib_call(name, &[(Scalar::Ptr, smallvec![p]), (Scalar::Int(bits), v), order], None, Effect::Memory)?;
        Ok(())
    }

    /// Where a narrow value lies in its aligned word.
    fn in_word(&mut self, p: Value, bits: u32) -> InWord {
        let n = self.bitcast(p, self.x);
        let base = self.bin_imm(BinOp::And, n, -4);
        let word = self.bitcast(base, Ty::PTR);
        let low = self.resize(n, Ty::I32);
        let byte = self.bin_imm(BinOp::And, low, 3);
        let byte = if self.dl.big_endian { self.bin_imm(BinOp::Xor, byte, 4 - i64::from(bits / 8)) } else { byte };
        let shift = self.shift_imm(BinOp::Shl, byte, 3);
        let ones = self.imm(Ty::I32, (1i64 << bits) - 1);
        let mask = self.bin(BinOp::Shl, ones, shift);
        InWord { word, shift, mask, bits }
    }
    fn word_access(&self, access: &Access, ordering: Ordering) -> Access {
        Access { ty: Ty::I32, align: 2, ordering, ..*access }
    }
    /// A compare-and-swap that stays: old value and success.
    fn emit_cmpxchg(&mut self, access: Access, failure: Ordering, weak: bool, args: [Value; 3]) -> (Value, Value) {
        let ty = self.nf.ty(args[1]);
        let kind = InstKind::CmpXchg { access, failure, weak };
        let i = self.emit(kind, InstFlags::empty(), &args, &[ty, Ty::I1]);
        (self.nf.result(i, 0), self.nf.result(i, 1))
    }

    /// `cmpxchg`: the old value's parts, then success.
    pub(super) fn cmpxchg(&mut self, i: Inst, access: Access, failure: Ordering, weak: bool) -> Result<Parts> {
        let p = self.arg_one(i, 0)?;
        let v = self.arg(i, 1)?;
        let ty = self.old.ty(v);
        let s = self.scalar(ty)?;
        let (expected, new) = (self.parts(v)?, self.arg_parts(i, 2)?);
        let access = Access { ty, ..access };
        if !self.atomic_fits(s, &access) {
            return self.cmpxchg_call(s, p, &expected, &new, &access, failure);
        }
        let bits = self.scalar_bits(s);
        if bits < 32 && !self.act.narrow_amo {
            let (old, ok) = self.narrow_cmpxchg(p, bits, expected[0], new[0], &access, failure);
            return Ok(smallvec![old, ok]);
        }
        let (e, n) = (self.bits_of(ty, &expected)?, self.bits_of(ty, &new)?);
        let mem = Access { ty: self.int_ty_of(bits), ..access };
        let (old, ok) = self.emit_cmpxchg(mem, failure, weak, [p, e[0], n[0]]);
        let mut out = self.value_of_bits(ty, &[old])?;
        out.push(ok);
        Ok(out)
    }
    fn cmpxchg_call(
        &mut self,
        s: Scalar,
        p: Value,
        expected: &[Value],
        new: &[Value],
        access: &Access,
        failure: Ordering,
    ) -> Result<Parts> {
        let bits = self.scalar_bits(s);
        if self.atomic_pair(s, access) {
            let (e, n) = (self.bits_of(access.ty, expected)?, self.bits_of(access.ty, new)?);
            let mut r = self.pair_swap(p, [&e, &n], access, failure);
            let ok = r.pop();
            let mut out = self.value_of_bits(access.ty, &r)?;
            out.extend(ok);
            return Ok(out);
        }
        let names = [
            "__atomic_compare_exchange_1",
            "__atomic_compare_exchange_2",
            "__atomic_compare_exchange_4",
            "__atomic_compare_exchange_8",
            "__atomic_compare_exchange_16",
        ];
        let name = self.sized(bits, access.align, names)?;
        let place = self.atomic_place(s, Some(expected), access.ty)?;
        let plain = self.natural_access(access.ty);
        let (o1, o2) = (self.order_arg(access.ordering), self.order_arg(failure));
        let mut args = vec![(Scalar::Ptr, smallvec![p]), (Scalar::Ptr, smallvec![place])];
        match name {
            Some(_) => args.push((Scalar::Int(bits), self.bits_of(access.ty, new)?)),
            None => {
                let desired = self.atomic_place(s, Some(new), access.ty)?;
                args.push((Scalar::Ptr, smallvec![desired]));
                args.insert(0, self.size_arg(bits));
            }
        }
        args.extend([o1, o2]);
        let ok = self.lib_call(name.unwrap_or("__atomic_compare_exchange"), &args, Some(Ty::I1), Effect::Memory)?;
        let mut out = self.load_scalar(s, place, &plain)?;
        out.extend(ok);
        Ok(out)
    }
    /// Compare-and-swap of a byte or half word: retries while only its neighbours change.
    fn narrow_cmpxchg(
        &mut self,
        p: Value,
        bits: u32,
        expected: Value,
        new: Value,
        access: &Access,
        failure: Ordering,
    ) -> (Value, Value) {
        let w = self.in_word(p, bits);
        let expected = self.zext_in_reg(expected, bits);
        let expected = self.bin(BinOp::Shl, expected, w.shift);
        let new = self.zext_in_reg(new, bits);
        let new = self.bin(BinOp::Shl, new, w.shift);
        let first = self.word_access(access, Ordering::Monotonic);
        let seen = self.emit1(InstKind::Load(first, Extend::Any), InstFlags::empty(), &[w.word], Ty::I32);
        let keep = self.not(w.mask);
        let rest0 = self.bin(BinOp::And, seen, keep);
        let before = self.cur;
        let (body, check, after) = (self.new_block(), self.new_block(), self.new_block());
        self.emit_branch(InstKind::Br, &[], &[body]);
        self.cur = body;
        let phi = self.emit(InstKind::Phi, InstFlags::empty(), &[], &[Ty::I32]);
        let rest = self.nf.result(phi, 0);
        let (e, n) = (self.bin(BinOp::Or, rest, expected), self.bin(BinOp::Or, rest, new));
        let mem = self.word_access(access, access.ordering);
        let (old, ok) = self.emit_cmpxchg(mem, failure, false, [w.word, e, n]);
        self.emit_branch(InstKind::CondBr, &[ok], &[after, check]);
        self.cur = check;
        // The value itself differs: that is failure. Else a neighbour did: again with what it is now.
        let rest1 = self.bin(BinOp::And, old, keep);
        let changed = self.icmp(IntPred::Ne, rest1, rest);
        self.emit_branch(InstKind::CondBr, &[changed], &[body, after]);
        self.nf.insts[phi].args = EntityList::from_slice(&[rest0, rest1], &mut self.nf.pool);
        self.nf.insts[phi].blocks = EntityList::from_slice(&[before, check], &mut self.nf.block_pool);
        self.cur = after;
        let old = self.bin(BinOp::LShr, old, w.shift);
        (old, ok)
    }

    /// `atomicrmw`: the old value.
    pub(super) fn atomic_rmw(&mut self, i: Inst, op: RmwOp, access: Access) -> Result<Parts> {
        let p = self.arg_one(i, 0)?;
        let ty = self.result_ty(i);
        let s = self.scalar(ty)?;
        let v = self.arg_parts(i, 1)?;
        let access = Access { ty, ..access };
        let bits = self.scalar_bits(s);
        if !self.atomic_fits(s, &access) {
            return self.rmw_call(op, s, p, &v, &access);
        }
        let native = self.act.rmw_native
            && matches!(
                op,
                RmwOp::Add
                    | RmwOp::Sub
                    | RmwOp::And
                    | RmwOp::Or
                    | RmwOp::Xor
                    | RmwOp::Max
                    | RmwOp::Min
                    | RmwOp::UMax
                    | RmwOp::UMin
                    | RmwOp::Xchg
            );
        if bits < 32 && !self.act.narrow_amo {
            return self.narrow_rmw(op, s, p, &v, &access, native);
        }
        if !native {
            return self.rmw_loop(op, s, p, &v, &access);
        }
        let whole = self.bits_of(ty, &v)?;
        let mut x = whole[0];
        let mut op = op;
        if op == RmwOp::Sub {
            x = self.neg(x);
            op = RmwOp::Add;
        }
        let mem = Access { ty: self.int_ty_of(bits), ..access };
        let r = self.emit1(InstKind::AtomicRmw(op, mem), InstFlags::empty(), &[p, x], self.nf.ty(x));
        self.value_of_bits(ty, &[r])
    }
    fn narrow_rmw(
        &mut self,
        op: RmwOp,
        s: Scalar,
        p: Value,
        v: &[Value],
        access: &Access,
        native: bool,
    ) -> Result<Parts> {
        let bits = self.scalar_bits(s);
        let whole = self.bits_of(access.ty, v)?;
        if !(native && matches!(op, RmwOp::And | RmwOp::Or | RmwOp::Xor)) {
            return self.rmw_loop(op, s, p, v, access);
        }
        let w = self.in_word(p, bits);
        let x = self.zext_in_reg(whole[0], bits);
        let mut x = self.bin(BinOp::Shl, x, w.shift);
        if op == RmwOp::And {
            let keep = self.not(w.mask);
            x = self.bin(BinOp::Or, x, keep);
        }
        let mem = self.word_access(access, access.ordering);
        let old = self.emit1(InstKind::AtomicRmw(op, mem), InstFlags::empty(), &[w.word, x], Ty::I32);
        let old = self.bin(BinOp::LShr, old, w.shift);
        self.value_of_bits(access.ty, &[old])
    }
    /// What an operator makes of the old value.
    fn rmw_value(&mut self, op: RmwOp, ty: Ty, old: &[Value], v: &[Value]) -> Result<Parts> {
        let none = InstFlags::empty();
        let bin = match op {
            RmwOp::Xchg => return Ok(Parts::from_slice(v)),
            RmwOp::Nand => {
                let a = self.binary(BinOp::And, none, ty, old, v)?;
                return Ok(a.iter().map(|&a| self.not(a)).collect());
            }
            RmwOp::UIncWrap | RmwOp::UDecWrap => {
                let Scalar::Int(n) = self.scalar(ty)? else { return Err(self.input("a wrapping count of no integer")) };
                let (zero, one) = (self.wide_imm(n, 0), self.wide_imm(n, 1));
                if op == RmwOp::UIncWrap {
                    let next = self.binary(BinOp::Add, none, ty, old, &one)?;
                    let wrap = self.compare(IntPred::Uge, ty, old, v)?;
                    return Ok(self.wide_select(wrap, &zero, &next));
                }
                let next = self.binary(BinOp::Sub, none, ty, old, &one)?;
                let zeroed = self.compare(IntPred::Eq, ty, old, &zero)?;
                let above = self.compare(IntPred::Ugt, ty, old, v)?;
                let wrap = self.bin(BinOp::Or, zeroed, above);
                return Ok(self.wide_select(wrap, v, &next));
            }
            RmwOp::USubCond => {
                let next = self.binary(BinOp::Sub, none, ty, old, v)?;
                let fits = self.compare(IntPred::Uge, ty, old, v)?;
                return Ok(self.wide_select(fits, &next, old));
            }
            RmwOp::Add => BinOp::Add,
            RmwOp::Sub => BinOp::Sub,
            RmwOp::And => BinOp::And,
            RmwOp::Or => BinOp::Or,
            RmwOp::Xor => BinOp::Xor,
            RmwOp::Max => BinOp::SMax,
            RmwOp::Min => BinOp::SMin,
            RmwOp::UMax => BinOp::UMax,
            RmwOp::UMin => BinOp::UMin,
            RmwOp::USubSat => BinOp::USubSat,
            RmwOp::FAdd => BinOp::FAdd,
            RmwOp::FSub => BinOp::FSub,
            RmwOp::FMax => BinOp::FMaxNum,
            RmwOp::FMin => BinOp::FMinNum,
            RmwOp::FMaximum => BinOp::FMaximum,
            RmwOp::FMinimum => BinOp::FMinimum,
        };
        self.binary(bin, none, ty, old, v)
    }
    /// A compare-and-swap loop.
    fn rmw_loop(&mut self, op: RmwOp, s: Scalar, p: Value, v: &[Value], access: &Access) -> Result<Parts> {
        let bits = self.scalar_bits(s);
        let ty = access.ty;
        let place = (bits < 32 && !self.act.narrow_amo).then(|| self.in_word(p, bits));
        let (address, mem_ty, align) = match &place {
            Some(w) => (w.word, Ty::I32, 2),
            None => (p, self.int_ty_of(bits), access.align),
        };
        let reg = if mem_ty == Ty::I64 { Ty::I64 } else { Ty::I32 };
        let first = Access { ty: mem_ty, align, ordering: Ordering::Monotonic, ..*access };
        let seen0 = self.emit1(InstKind::Load(first, Extend::Any), InstFlags::empty(), &[address], reg);
        let before = self.cur;
        let (body, after) = (self.new_block(), self.new_block());
        self.emit_branch(InstKind::Br, &[], &[body]);
        self.cur = body;
        let phi = self.emit(InstKind::Phi, InstFlags::empty(), &[], &[reg]);
        let seen = self.nf.result(phi, 0);
        let old_bits = match &place {
            Some(w) => self.bin(BinOp::LShr, seen, w.shift),
            None => seen,
        };
        let old = self.value_of_bits(ty, &[old_bits])?;
        let new = self.rmw_value(op, ty, &old, v)?;
        let new = self.bits_of(ty, &new)?;
        let new = match &place {
            Some(w) => {
                let x = self.zext_in_reg(new[0], w.bits);
                let x = self.bin(BinOp::Shl, x, w.shift);
                let keep = self.not(w.mask);
                let rest = self.bin(BinOp::And, seen, keep);
                self.bin(BinOp::Or, rest, x)
            }
            None => new[0],
        };
        let mem = Access { ty: mem_ty, align, ..*access };
        let failure = match access.ordering {
            Ordering::Acquire | Ordering::AcqRel => Ordering::Acquire,
            Ordering::SeqCst => Ordering::SeqCst,
            _ => Ordering::Monotonic,
        };
        let (now, ok) = self.emit_cmpxchg(mem, failure, true, [address, seen, new]);
        let end = self.cur;
        self.emit_branch(InstKind::CondBr, &[ok], &[after, body]);
        self.nf.insts[phi].args = EntityList::from_slice(&[seen0, now], &mut self.nf.pool);
        self.nf.insts[phi].blocks = EntityList::from_slice(&[before, end], &mut self.nf.block_pool);
        self.cur = after;
        Ok(old)
    }
    /// A read-modify-write by library: directly, or with `__atomic_compare_exchange` around the operator.
    fn rmw_call(&mut self, op: RmwOp, s: Scalar, p: Value, v: &[Value], access: &Access) -> Result<Parts> {
        macro_rules! sized {
            ($base:literal) => {
                [
                    concat!($base, "_1"),
                    concat!($base, "_2"),
                    concat!($base, "_4"),
                    concat!($base, "_8"),
                    concat!($base, "_16"),
                ]
            };
        }
        let bits = self.scalar_bits(s);
        if self.atomic_pair(s, access) {
            return self.rmw_call_loop(op, s, p, v, access);
        }
        let names = match op {
            RmwOp::Xchg => sized!("__atomic_exchange"),
            RmwOp::Add => sized!("__atomic_fetch_add"),
            RmwOp::Sub => sized!("__atomic_fetch_sub"),
            RmwOp::And => sized!("__atomic_fetch_and"),
            RmwOp::Or => sized!("__atomic_fetch_or"),
            RmwOp::Xor => sized!("__atomic_fetch_xor"),
            RmwOp::Nand => sized!("__atomic_fetch_nand"),
            _ => return self.rmw_call_loop(op, s, p, v, access),
        };
        let Some(name) = self.sized(bits, access.align, names)? else {
            return self.rmw_call_loop(op, s, p, v, access);
        };
        let order = self.order_arg(access.ordering);
        let v = self.bits_of(access.ty, v)?;
        let ret = self.int_ty_of(bits);
        let args = [(Scalar::Ptr, smallvec![p]), (Scalar::Int(bits), v), order];
        let r = self.lib_call(name, &args, Some(ret), Effect::Memory)?;
        self.value_of_bits(access.ty, &r)
    }
    /// Floats go round as integers: what compares the bits of memory must not lose any, and not all registers of floats keep those
    /// of each not-a-number.
    fn rmw_call_loop(&mut self, op: RmwOp, s: Scalar, p: Value, v: &[Value], access: &Access) -> Result<Parts> {
        let (ty, bits) = (access.ty, self.scalar_bits(s));
        let (s, access) = match s {
            Scalar::Float(_) if bits.is_power_of_two() => {
                (Scalar::Int(bits), Access { ty: self.int_ty_of(bits), ..*access })
            }
            _ => (s, *access),
        };
        let relaxed = Access { ordering: Ordering::Monotonic, ..access };
        let first = self.atomic_load_call(s, p, &relaxed)?;
        let before = self.cur;
        let (body, after) = (self.new_block(), self.new_block());
        self.emit_branch(InstKind::Br, &[], &[body]);
        self.cur = body;
        let mut phis = Vec::new();
        let mut seen = Parts::new();
        for &f in &first {
            let phi = self.emit(InstKind::Phi, InstFlags::empty(), &[], &[self.nf.ty(f)]);
            seen.push(self.nf.result(phi, 0));
            phis.push(phi);
        }
        let as_bits = ty != access.ty;
        let old = if as_bits { self.value_of_bits(ty, &seen)? } else { seen.clone() };
        let mut new = self.rmw_value(op, ty, &old, v)?;
        if as_bits {
            new = self.bits_of(ty, &new)?;
        }
        let mut r = self.cmpxchg_call(s, p, &seen, &new, &access, Ordering::Monotonic)?;
        let ok = r.pop().unwrap_or_else(|| self.bool(true));
        let end = self.cur;
        self.emit_branch(InstKind::CondBr, &[ok], &[after, body]);
        for ((phi, start), next) in phis.into_iter().zip(first).zip(r) {
            self.nf.insts[phi].args = EntityList::from_slice(&[start, next], &mut self.nf.pool);
            self.nf.insts[phi].blocks = EntityList::from_slice(&[before, end], &mut self.nf.block_pool);
        }
        self.cur = after;
        Ok(old)
    }
}
