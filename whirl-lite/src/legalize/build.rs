//! Making legal instructions: one function an operation, each folding what local knowledge allows.
//!
//! For each value of the new function two numbers are kept, [`Ext`]: in how many low bits it fits when read as an
//! unsigned and as a signed number. They make most masks and extensions vanish where they would be made.
//! Sources: constants, masks, shifts, extending loads, compares, extended arguments and results.

use super::Legaliser;
use crate::ir::*;

/// How many low bits a register-sized integer fits in, as unsigned (`z`) and as signed (`s`). 0: not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ext {
    /// Less than `1 << z`.
    pub z: u8,
    /// Sign-extended from bit `s - 1`.
    pub s: u8,
}

/// The low `n` bits.
pub fn mask(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// A value's low `n` bits as a signed number.
pub fn sign(v: u64, n: u32) -> i64 {
    if n == 0 || n >= 64 { v as i64 } else { (v << (64 - n)) as i64 >> (64 - n) }
}

impl Legaliser<'_> {
    /// Puts an instruction at the insertion point.
    pub(super) fn place(&mut self, i: Inst) {
        let data = &mut self.nf.insts[i];
        data.debug_loc = self.debug_loc;
        if !matches!(data.kind, InstKind::Binary(_) | InstKind::Unary(_) | InstKind::Cast(_) | InstKind::PtrAdd) {
            data.attachments = self.attachments;
        }
        match self.before {
            Some(at) => self.nf.insert_before(i, at),
            None => self.nf.append(self.cur, i),
        }
    }
    /// An instruction with any number of results.
    pub(super) fn emit(&mut self, kind: InstKind, flags: InstFlags, args: &[Value], results: &[Ty]) -> Inst {
        let i = self.nf.make_inst(kind, flags, args, &[], results, self.pos);
        self.place(i);
        i
    }
    /// An instruction with one result.
    pub(super) fn emit1(&mut self, kind: InstKind, flags: InstFlags, args: &[Value], ty: Ty) -> Value {
        let i = self.emit(kind, flags, args, &[ty]);
        self.nf.result(i, 0)
    }
    /// An instruction that names blocks.
    pub(super) fn emit_branch(&mut self, kind: InstKind, args: &[Value], blocks: &[BlockId]) -> Inst {
        let i = self.nf.make_inst(kind, InstFlags::empty(), args, blocks, &[], self.pos);
        self.place(i);
        i
    }

    /// An integer constant, cut to the type's width.
    pub(super) fn imm(&mut self, ty: Ty, v: i64) -> Value {
        let bits = v as u64 & mask(self.width(ty));
        self.nf.int_const(ty, bits)
    }
    /// A truth value.
    pub(super) fn bool(&mut self, v: bool) -> Value {
        self.imm(Ty::I1, i64::from(v))
    }
    /// What is known of a value's upper bits.
    pub(super) fn known(&self, v: Value) -> Ext {
        let w = self.width(self.nf.ty(v));
        if let Some(c) = self.nf.as_int(v) {
            let (zeros, s) = (64 - c.leading_zeros(), sign(c, w));
            let s_bits = 65 - if s < 0 { (!s).leading_zeros() } else { s.leading_zeros() };
            return Ext { z: zeros.max(1) as u8, s: s_bits as u8 };
        }
        let e = self.ext[v];
        let z = if e.z == 0 { w as u8 } else { e.z };
        let mut s = if e.s == 0 { w as u8 } else { e.s };
        if u32::from(z) < w {
            s = s.min(z + 1);
        }
        Ext { z, s }
    }
    /// Fits in `n` bits as an unsigned number?
    pub(super) fn fits_u(&self, v: Value, n: u32) -> bool {
        u32::from(self.known(v).z) <= n
    }
    /// Fits in `n` bits as a signed number?
    pub(super) fn fits_s(&self, v: Value, n: u32) -> bool {
        u32::from(self.known(v).s) <= n
    }
    /// Notes that a value fits in `n` bits unsigned.
    pub(super) fn note_u(&mut self, v: Value, n: u32) {
        if n < self.width(self.nf.ty(v)) {
            let z = self.ext[v].z;
            self.ext[v].z = if z == 0 { n.max(1) as u8 } else { z.min(n.max(1) as u8) };
        }
    }
    /// Notes that a value fits in `n` bits signed.
    pub(super) fn note_s(&mut self, v: Value, n: u32) {
        if n < self.width(self.nf.ty(v)) {
            let s = self.ext[v].s;
            self.ext[v].s = if s == 0 { n.max(1) as u8 } else { s.min(n.max(1) as u8) };
        }
    }

    /// `a op b` on legal integers, folded where simple.
    pub(super) fn bin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        self.bin_flags(op, a, b, InstFlags::empty())
    }
    /// `a op b` with promises.
    pub(super) fn bin_flags(&mut self, op: BinOp, a: Value, b: Value, flags: InstFlags) -> Value {
        let ty = self.nf.ty(a);
        let (mut a, mut b) = (a, b);
        if commutes(op) && self.nf.as_int(a).is_some() {
            std::mem::swap(&mut a, &mut b);
        }
        if let Some(v) = self.fold_bin(op, ty, a, b) {
            return v;
        }
        let v = self.emit1(InstKind::Binary(op), flags, &[a, b], ty);
        self.learn_bin(op, v, a, b);
        v
    }
    fn fold_bin(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
        let w = self.width(ty);
        if w > 64 || self.m.types.is_float(ty) {
            return None;
        }
        let (ca, cb) = (self.nf.as_int(a), self.nf.as_int(b));
        if let (Some(x), Some(y)) = (ca, cb) {
            return eval_bin(op, w, x, y).map(|r| self.imm(ty, r as i64));
        }
        use BinOp::*;
        let all = mask(w);
        match (op, ca, cb) {
            (Add | Sub | Or | Xor | Shl | LShr | AShr | RotL | RotR, _, Some(0)) => Some(a),
            (And | Mul | UMin | MulHiU, _, Some(0)) => Some(self.imm(ty, 0)),
            (Shl | LShr | AShr | URem | UDiv, Some(0), _) => Some(self.imm(ty, 0)),
            (Mul | UDiv | SDiv, _, Some(1)) if w > 1 => Some(a),
            (URem | SRem, _, Some(1)) if w > 1 => Some(self.imm(ty, 0)),
            (Or | UMax, _, Some(c)) if c == all => Some(b),
            (And, _, Some(c)) if c == all => Some(a),
            (UMin, _, Some(c)) if c == all => Some(a),
            (And, _, Some(c)) if (c & (c + 1)) == 0 && self.fits_u(a, c.trailing_ones()) => Some(a),
            (Mul, _, Some(c)) if c.is_power_of_two() => {
                let n = self.imm(ty, i64::from(c.trailing_zeros()));
                Some(self.bin(Shl, a, n))
            }
            (And | Or, _, _) if a == b => Some(a),
            (Sub | Xor, _, _) if a == b => Some(self.imm(ty, 0)),
            _ => None,
        }
    }
    fn learn_bin(&mut self, op: BinOp, v: Value, a: Value, b: Value) {
        let (ka, kb) = (self.known(a), self.known(b));
        let cb = self.nf.as_int(b);
        let w = self.width(self.nf.ty(v));
        match (op, cb) {
            (BinOp::And, _) => {
                self.note_u(v, u32::from(ka.z.min(kb.z)));
                self.note_s(v, u32::from(ka.s.max(kb.s)));
            }
            (BinOp::Or | BinOp::Xor, _) => {
                self.note_u(v, u32::from(ka.z.max(kb.z)));
                self.note_s(v, u32::from(ka.s.max(kb.s)));
            }
            (BinOp::LShr, Some(n)) => self.note_u(v, u32::from(ka.z).saturating_sub(n as u32)),
            (BinOp::LShr, None) => self.note_u(v, u32::from(ka.z)),
            (BinOp::AShr, Some(n)) => {
                self.note_s(v, u32::from(ka.s).saturating_sub(n as u32));
                if u32::from(ka.z) < w {
                    self.note_u(v, u32::from(ka.z).saturating_sub(n as u32));
                }
            }
            (BinOp::AShr, None) => self.note_s(v, u32::from(ka.s)),
            (BinOp::Shl, Some(n)) => self.note_u(v, u32::from(ka.z) + n as u32),
            (BinOp::Add, _) => {
                self.note_u(v, u32::from(ka.z.max(kb.z)) + 1);
                self.note_s(v, u32::from(ka.s.max(kb.s)) + 1);
            }
            (BinOp::Sub, _) => self.note_s(v, u32::from(ka.s.max(kb.s)) + 1),
            (BinOp::Mul, _) => self.note_u(v, u32::from(ka.z) + u32::from(kb.z)),
            (BinOp::UDiv, _) => self.note_u(v, u32::from(ka.z)),
            (BinOp::URem, _) => self.note_u(v, u32::from(ka.z.min(kb.z))),
            (BinOp::SRem, _) => self.note_s(v, u32::from(ka.s)),
            (BinOp::UMin, _) => self.note_u(v, u32::from(ka.z.min(kb.z))),
            (BinOp::UMax, _) => self.note_u(v, u32::from(ka.z.max(kb.z))),
            (BinOp::SMin | BinOp::SMax, _) => self.note_s(v, u32::from(ka.s.max(kb.s))),
            _ => {}
        }
    }
    /// `a op constant`.
    pub(super) fn bin_imm(&mut self, op: BinOp, a: Value, c: i64) -> Value {
        let c = self.imm(self.nf.ty(a), c);
        self.bin(op, a, c)
    }
    /// `-a`.
    pub(super) fn neg(&mut self, a: Value) -> Value {
        let zero = self.imm(self.nf.ty(a), 0);
        self.bin(BinOp::Sub, zero, a)
    }
    /// `!a`, all bits.
    pub(super) fn not(&mut self, a: Value) -> Value {
        self.bin_imm(BinOp::Xor, a, -1)
    }
    /// A unary operation whose result has its operand's type.
    pub(super) fn un(&mut self, op: UnOp, a: Value) -> Value {
        self.emit1(InstKind::Unary(op), InstFlags::empty(), &[a], self.nf.ty(a))
    }
    /// A conversion, not folded.
    pub(super) fn cast(&mut self, op: CastOp, a: Value, to: Ty) -> Value {
        self.emit1(InstKind::Cast(op), InstFlags::empty(), &[a], to)
    }

    /// Compares legal integers or pointers.
    pub(super) fn icmp(&mut self, pred: IntPred, a: Value, b: Value) -> Value {
        let ty = self.nf.ty(a);
        let w = self.width(ty);
        if let (Some(x), Some(y)) = (self.nf.as_int(a), self.nf.as_int(b)) {
            return self.bool(eval_icmp(pred, w, x, y));
        }
        let (pred, a, b) = if self.nf.as_int(a).is_some() { (pred.swapped(), b, a) } else { (pred, a, b) };
        match (pred, self.nf.as_int(b)) {
            (IntPred::Ult, Some(0)) => return self.bool(false),
            (IntPred::Uge, Some(0)) => return self.bool(true),
            _ => {}
        }
        if let Some(v) = self.icmp_of_bool(pred, a, b) {
            return v;
        }
        self.emit1(InstKind::Icmp(pred), InstFlags::empty(), &[a, b], Ty::I1)
    }
    /// `zext(c) == 0`, `zext(c) != 0` and their kind are `c` or its inverse.
    fn icmp_of_bool(&mut self, pred: IntPred, a: Value, b: Value) -> Option<Value> {
        let c = self.nf.as_int(b)?;
        let def = self.nf.def_inst(a)?;
        if self.nf.insts[def].kind != InstKind::Cast(CastOp::ZExt) {
            return None;
        }
        let inner = *self.nf.args(def).first()?;
        if self.nf.ty(inner) != Ty::I1 {
            return None;
        }
        match (pred, c) {
            (IntPred::Ne, 0) | (IntPred::Eq, 1) => Some(inner),
            (IntPred::Eq, 0) | (IntPred::Ne, 1) => Some(self.bin_imm(BinOp::Xor, inner, 1)),
            _ => None,
        }
    }
    /// Compares with a constant.
    pub(super) fn icmp_imm(&mut self, pred: IntPred, a: Value, c: i64) -> Value {
        let c = self.imm(self.nf.ty(a), c);
        self.icmp(pred, a, c)
    }
    /// `c ? a : b` on legal values.
    pub(super) fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        match self.nf.as_int(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        let ty = self.nf.ty(a);
        if ty == Ty::I1
            && let Some(v) = self.select_bool(c, a, b)
        {
            return v;
        }
        let v = self.emit1(InstKind::Select, InstFlags::empty(), &[c, a, b], ty);
        let (ka, kb) = (self.known(a), self.known(b));
        self.note_u(v, u32::from(ka.z.max(kb.z)));
        self.note_s(v, u32::from(ka.s.max(kb.s)));
        v
    }
    /// Selections among truth values with a constant arm are logic.
    fn select_bool(&mut self, c: Value, a: Value, b: Value) -> Option<Value> {
        match (self.nf.as_int(a), self.nf.as_int(b)) {
            (Some(1), Some(0)) => Some(c),
            (Some(0), Some(1)) => Some(self.bin_imm(BinOp::Xor, c, 1)),
            (Some(1), None) => Some(self.bin(BinOp::Or, c, b)),
            (None, Some(0)) => Some(self.bin(BinOp::And, c, a)),
            (Some(0), None) => {
                let n = self.bin_imm(BinOp::Xor, c, 1);
                Some(self.bin(BinOp::And, n, b))
            }
            (None, Some(1)) => {
                let n = self.bin_imm(BinOp::Xor, c, 1);
                Some(self.bin(BinOp::Or, n, a))
            }
            _ => None,
        }
    }

    /// Makes the bits from `n` up zero.
    pub(super) fn zext_in_reg(&mut self, v: Value, n: u32) -> Value {
        let ty = self.nf.ty(v);
        if n >= self.width(ty) || self.fits_u(v, n) {
            return v;
        }
        if n == 32 {
            let low = self.resize(v, Ty::I32);
            return self.zext_reg(low, ty);
        }
        self.bin_imm(BinOp::And, v, mask(n) as i64)
    }
    /// Makes the bits from `n` up copies of bit `n - 1`.
    pub(super) fn sext_in_reg(&mut self, v: Value, n: u32) -> Value {
        let ty = self.nf.ty(v);
        let w = self.width(ty);
        if n >= w || self.fits_s(v, n) {
            return v;
        }
        if let Some(c) = self.nf.as_int(v) {
            return self.imm(ty, sign(c, n));
        }
        if n == 32 {
            let low = self.resize(v, Ty::I32);
            return self.sext_reg(low, ty);
        }
        let r = self.un(UnOp::SextInReg(n as u8), v);
        self.note_s(r, n);
        r
    }
    /// The whole register, zero-extended to a wider type (or the same).
    pub(super) fn zext_reg(&mut self, v: Value, to: Ty) -> Value {
        let from = self.nf.ty(v);
        if from == to {
            return v;
        }
        let (w, tw) = (self.width(from), self.width(to));
        if let Some(c) = self.nf.as_int(v) {
            return self.imm(to, c as i64);
        }
        if let Some(whole) = self.untruncated(v, to)
            && self.fits_u(whole, w)
        {
            return whole;
        }
        let k = self.known(v);
        let signed = self.act.sext_is_free && w == 32 && u32::from(k.z) < w;
        let r = self.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, v, to);
        self.note_u(r, u32::from(k.z));
        debug_assert!(tw > w);
        r
    }
    /// The whole register, sign-extended to a wider type (or the same).
    pub(super) fn sext_reg(&mut self, v: Value, to: Ty) -> Value {
        let from = self.nf.ty(v);
        if from == to {
            return v;
        }
        let w = self.width(from);
        if let Some(c) = self.nf.as_int(v) {
            return self.imm(to, sign(c, w));
        }
        if from == Ty::I1 {
            let z = self.zext_reg(v, to);
            let r = self.neg(z);
            self.note_s(r, 1);
            return r;
        }
        if let Some(whole) = self.untruncated(v, to)
            && self.fits_s(whole, w)
        {
            return whole;
        }
        let k = self.known(v);
        let r = self.cast(CastOp::SExt, v, to);
        self.note_s(r, u32::from(k.s));
        if u32::from(k.z) < w {
            self.note_u(r, u32::from(k.z));
        }
        r
    }
    /// If `v` is the truncation of a value of type `to`, that value.
    fn untruncated(&self, v: Value, to: Ty) -> Option<Value> {
        let def = self.nf.def_inst(v)?;
        if self.nf.insts[def].kind != InstKind::Cast(CastOp::Trunc) {
            return None;
        }
        let inner = *self.nf.args(def).first()?;
        (self.nf.ty(inner) == to).then_some(inner)
    }
    /// Another integer register type: truncates, or extends with whatever is cheapest.
    pub(super) fn resize(&mut self, v: Value, to: Ty) -> Value {
        let from = self.nf.ty(v);
        if from == to {
            return v;
        }
        if let Some(c) = self.nf.as_int(v) {
            return self.imm(to, sign(c, self.width(from)));
        }
        let (w, tw) = (self.width(from), self.width(to));
        if tw > w {
            if let Some(whole) = self.untruncated(v, to) {
                return whole;
            }
            return if from == Ty::I1 {
                self.zext_reg(v, to)
            } else if self.act.sext_is_free {
                self.sext_reg(v, to)
            } else {
                self.cast(CastOp::AnyExt, v, to)
            };
        }
        self.truncate(v, to)
    }
    fn truncate(&mut self, v: Value, to: Ty) -> Value {
        if let Some(def) = self.nf.def_inst(v) {
            let extends =
                matches!(self.nf.insts[def].kind, InstKind::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt));
            if let (true, Some(&inner)) = (extends, self.nf.args(def).first()) {
                if self.nf.ty(inner) == to {
                    return inner;
                }
                // Narrower inside than what is wanted: only a truth value can be.
                if self.nf.ty(inner) == Ty::I1 {
                    return self.zext_reg(inner, to);
                }
            }
        }
        let k = self.known(v);
        let tw = self.width(to);
        let flags = if u32::from(k.z) <= tw { InstFlags::NUW } else { InstFlags::empty() };
        let r = self.emit1(InstKind::Cast(CastOp::Trunc), flags, &[v], to);
        self.note_u(r, u32::from(k.z));
        self.note_s(r, u32::from(k.s));
        r
    }

    /// Shift by a constant.
    pub(super) fn shift_imm(&mut self, op: BinOp, v: Value, n: u32) -> Value {
        self.bin_imm(op, v, i64::from(n))
    }
    /// Bit for bit another type of the same width.
    pub(super) fn bitcast(&mut self, v: Value, to: Ty) -> Value {
        let from = self.nf.ty(v);
        if from == to {
            return v;
        }
        if let Some(ConstData::Float(bits)) = self.nf.as_const(v) {
            let bits = *bits;
            if matches!(to, Ty::I32 | Ty::I64) {
                return self.imm(to, bits as i64);
            }
        }
        let ptr = |t: Ty| t == Ty::PTR;
        match (ptr(from), ptr(to)) {
            (true, false) => self.ptr_cast(CastOp::PtrToInt, CastOp::IntToPtr, v, to),
            (false, true) => self.ptr_cast(CastOp::IntToPtr, CastOp::PtrToInt, v, to),
            _ => {
                if let Some(c) = self.nf.as_int(v) {
                    let c = self.nf.consts.intern(to, ConstData::Float(c));
                    return self.nf.const_value(c);
                }
                self.cast(CastOp::BitCast, v, to)
            }
        }
    }
    fn ptr_cast(&mut self, op: CastOp, back: CastOp, v: Value, to: Ty) -> Value {
        if let Some(c) = self.nf.as_int(v) {
            return self.nf.int_const(to, c);
        }
        if let Some(def) = self.nf.def_inst(v)
            && self.nf.insts[def].kind == InstKind::Cast(back)
            && let Some(&inner) = self.nf.args(def).first()
        {
            return inner;
        }
        let r = self.cast(op, v, to);
        let e = self.ext[v];
        self.ext[r] = e;
        r
    }

    /// Pointer plus constant.
    pub(super) fn ptr_add(&mut self, p: Value, offset: i64) -> Value {
        if offset == 0 {
            return p;
        }
        let c = self.imm(self.x, offset);
        self.emit1(InstKind::PtrAdd, InstFlags::empty(), &[p, c], Ty::PTR)
    }
}

/// May operands be exchanged?
pub fn commutes(op: BinOp) -> bool {
    use BinOp::*;
    matches!(op, Add | Mul | And | Or | Xor | MulHiS | MulHiU | SMin | SMax | UMin | UMax)
}

/// Evaluates an integer operation in `w` bits; `None` where the result is not defined or not an integer's.
pub fn eval_bin(op: BinOp, w: u32, x: u64, y: u64) -> Option<u64> {
    use BinOp::*;
    let (sx, sy) = (sign(x, w), sign(y, w));
    let r = match op {
        Add => x.wrapping_add(y),
        Sub => x.wrapping_sub(y),
        Mul => x.wrapping_mul(y),
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
        Shl if y < u64::from(w) => x << y,
        LShr if y < u64::from(w) => x >> y,
        AShr if y < u64::from(w) => (sx >> y) as u64,
        UDiv if y != 0 => x / y,
        URem if y != 0 => x % y,
        SDiv if sy != 0 && !(sy == -1 && sx == sign(1 << (w - 1), w)) => (sx / sy) as u64,
        SRem if sy != 0 && sy != -1 => (sx % sy) as u64,
        SRem if sy == -1 => 0,
        MulHiU => ((u128::from(x) * u128::from(y)) >> w) as u64,
        MulHiS => ((i128::from(sx) * i128::from(sy)) >> w) as u64,
        SMin => sx.min(sy) as u64,
        SMax => sx.max(sy) as u64,
        UMin => x.min(y),
        UMax => x.max(y),
        _ => return None,
    };
    Some(r & mask(w))
}

/// Evaluates a comparison in `w` bits.
pub fn eval_icmp(pred: IntPred, w: u32, x: u64, y: u64) -> bool {
    let (sx, sy) = (sign(x, w), sign(y, w));
    match pred {
        IntPred::Eq => x == y,
        IntPred::Ne => x != y,
        IntPred::Ugt => x > y,
        IntPred::Uge => x >= y,
        IntPred::Ult => x < y,
        IntPred::Ule => x <= y,
        IntPred::Sgt => sx > sy,
        IntPred::Sge => sx >= sy,
        IntPred::Slt => sx < sy,
        IntPred::Sle => sx <= sy,
    }
}
