//! Conversions between vectors, and lane masks of other widths.
//!
//! Widths are changed one factor of two at a time unless the target extends further at once ([`Op::Extend`]).

use super::{Shape, int_lane, int_vector, lane_bits, vector_bits};
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::actions::Op;
use crate::legalize::intrinsics::base_name;
use crate::legalize::{Legaliser, Parts};

impl Legaliser<'_> {
    /// The same bits as another vector type of the same width.
    pub(in crate::legalize) fn cast_register(&mut self, v: Value, to: Ty) -> Value {
        let from = self.nf.ty(v);
        if from == to {
            return v;
        }
        debug_assert_eq!(vector_bits(from), vector_bits(to));
        if let (Some(lanes), Some((lane, n))) = (self.constant_of(v), to.lanes()) {
            let each = from.lanes().map_or(64, |l| lane_bits(l.0)) as usize / 8;
            let mut bytes: Vec<Option<u8>> = Vec::with_capacity(32);
            for l in lanes {
                bytes.extend((0..each).map(|k| l.map(|w| (w >> (8 * k)) as u8)));
            }
            let size = lane_bits(lane) as usize / 8;
            let word = |c: &[Option<u8>]| {
                let defined = c.iter().any(Option::is_some);
                defined.then(|| c.iter().rev().fold(0u64, |w, b| w << 8 | u64::from(b.unwrap_or(0))))
            };
            let list: Vec<Option<u64>> = bytes.chunks(size).take(n).map(word).collect();
            return self.constant_lanes(to, &list);
        }
        // A cast of a cast is a cast of what is inside.
        if let Some(d) = self.nf.def_inst(v)
            && self.nf.insts[d].kind == InstKind::Cast(CastOp::BitCast)
            && let Some(&inner) = self.nf.args(d).first()
            && vector_bits(self.nf.ty(inner)) == vector_bits(to)
        {
            return self.cast_register(inner, to);
        }
        self.cast(CastOp::BitCast, v, to)
    }
    /// A mask in lanes of other widths.
    pub(in crate::legalize) fn mask_at(&mut self, m: &[Value], lanes: usize, bits: u32) -> Result<Parts> {
        let mut m = Parts::from_slice(m);
        loop {
            let Some(now) = self.mask_of(&m, lanes) else { return Err(self.input("a mask of no vector")) };
            if now.bits() == bits {
                return Ok(m);
            }
            m = if now.bits() > bits {
                self.narrow(&m, now, InstFlags::NSW)?
            } else {
                let Some(to) = self.mask_shape(now.bits() * 2, lanes) else {
                    return Err(self.unsupported("a mask of this width"));
                };
                let from = now;
                // Each lane twice.
                let mut out = Parts::new();
                for r in 0..to.n() {
                    let lane = |k: usize| {
                        let k = r * to.per + k / 2;
                        (k < lanes).then_some(k)
                    };
                    let mask: Vec<Option<usize>> = (0..2 * to.per).map(lane).collect();
                    let narrow = self.register_ty(from.lane, 2 * to.per)?;
                    let v = self.shuffle_to(&m, from.ty, &mask, narrow);
                    out.push(self.cast_register(v, to.ty));
                }
                out
            };
        }
    }
    /// Two masks in one form: that which is computed already, since a constant takes any. The form, too.
    pub(super) fn masks_alike(&mut self, a: &[Value], b: &[Value], s: Shape) -> Result<(Parts, Parts, Shape)> {
        let constant = a.iter().all(|&v| self.nf.as_const(v).is_some());
        let form = self.mask_of(if constant { b } else { a }, s.lanes).unwrap_or(s);
        Ok((self.mask_at(a, s.lanes, form.bits())?, self.mask_at(b, s.lanes, form.bits())?, form))
    }
    /// The register type of exactly these lanes.
    pub(super) fn register_ty(&self, lane: Ty, lanes: usize) -> Result<Ty> {
        let ty = Ty::vector(lane, lanes).filter(|&t| self.act.has_vector(t));
        ty.ok_or_else(|| self.unsupported("a vector of this width"))
    }
    /// Lanes of half the width.
    pub(super) fn narrow(&mut self, a: &[Value], s: Shape, flags: InstFlags) -> Result<Parts> {
        let lane = int_lane(s.bits() / 2);
        let Some(to) = self.shape_of(lane, s.lanes) else { return Err(self.unsupported("a vector of this width")) };
        let take = (to.per / s.per).max(1);
        let mut out = Parts::new();
        for r in 0..to.n() {
            let from: Parts = a.iter().skip(r * take).take(take).copied().collect();
            out.push(self.emit1(InstKind::Cast(CastOp::Trunc), flags, &from, to.ty));
        }
        Ok(out)
    }
    /// Integers of one vector in wider lanes.
    pub(super) fn widen_lanes(&mut self, op: CastOp, a: &[Value], s: Shape, bits: u32) -> Result<Parts> {
        let Some(to) = self.shape_of(int_lane(bits), s.lanes) else {
            return Err(self.unsupported("a vector of this width"));
        };
        if self.act.legal(Op::Extend, to.ty) {
            return self.extend_at_once(InstKind::Cast(op), a, s, to);
        }
        let (mut a, mut s) = (Parts::from_slice(a), s);
        while s.bits() < bits {
            let Some(to) = self.shape_of(int_lane(s.bits() * 2), s.lanes) else {
                return Err(self.unsupported("a vector of this width"));
            };
            // Beside each lane its upper half.
            let upper: Parts = match op {
                CastOp::SExt => {
                    let sign = |l: &mut Self, &v: &Value| {
                        let zero = l.splat_imm(s.ty, 0);
                        l.vicmp(IntPred::Slt, v, zero)
                    };
                    a.iter().map(|v| sign(self, v)).collect()
                }
                _ => a.iter().map(|_| self.splat_imm(s.ty, 0)).collect(),
            };
            let mut out = Parts::new();
            for r in 0..to.n() {
                let first = r * to.per;
                let reg = first / s.per;
                let both = [a[reg], upper[reg]];
                let lane = |k: usize| {
                    let l = first + k / 2;
                    (l < s.lanes).then_some(l - reg * s.per + (k % 2) * s.per)
                };
                let mask: Vec<Option<usize>> = (0..2 * to.per).map(lane).collect();
                let narrow = self.register_ty(s.lane, 2 * to.per)?;
                let v = self.shuffle_to(&both, s.ty, &mask, narrow);
                out.push(self.cast_register(v, to.ty));
            }
            (a, s) = (out, to);
        }
        Ok(a)
    }
    /// A conversion to wider lanes that reads the low lanes of a register, which lanes are brought to first.
    fn extend_at_once(&mut self, kind: InstKind, a: &[Value], s: Shape, to: Shape) -> Result<Parts> {
        let mut out = Parts::new();
        for r in 0..to.n() {
            let first = r * to.per;
            let low = self.low_lanes(a, s, first, to.per)?;
            out.push(self.emit1(kind, InstFlags::empty(), &[low], to.ty));
        }
        Ok(out)
    }
    /// A register whose low lanes are those from a number on: a narrow one where that is enough.
    fn low_lanes(&mut self, a: &[Value], s: Shape, first: usize, n: usize) -> Result<Value> {
        let small = self.act_narrow(s.lane, n)?;
        let per = small.lanes().map_or(1, |l| l.1);
        let lane = |k: usize| (k < n && first + k < s.lanes).then_some(first + k);
        let mask: Vec<Option<usize>> = (0..per).map(lane).collect();
        Ok(self.shuffle_to(a, s.ty, &mask, small))
    }
    fn act_narrow(&self, lane: Ty, n: usize) -> Result<Ty> {
        self.act.vector_for(lane, n).ok_or_else(|| self.unsupported("a vector of this width"))
    }

    pub(super) fn vector_cast(&mut self, i: Inst, op: CastOp) -> Result<Option<Parts>> {
        let v = self.arg(i, 0)?;
        let (from, to) = (self.old.ty(v), self.result_ty(i));
        if op == CastOp::BitCast {
            return self.vector_bitcast(v, from, to);
        }
        let (Some(s), Some(d)) = (self.vector_shape(from), self.vector_shape(to)) else { return Ok(None) };
        if op == CastOp::Trunc
            && let Some((x, y)) = self.narrow_difference(v, to, d)
        {
            return self.difference_of_narrow(x, y, s, d);
        }
        let a = self.registers(v)?;
        let flags = self.old.insts[i].flags;
        self.cast_between(op, flags, &a, s, d)
    }
    /// The operands of a saturating difference that is only wider than its first operand and than what is kept of it.
    fn narrow_difference(&self, v: Value, to: Ty, d: Shape) -> Option<(Value, Value)> {
        let call = self.old.def_inst(v).filter(|_| !d.mask && self.act.legal(Op::AddSat, d.ty))?;
        let InstKind::Call(id) = self.old.insts[call].kind else { return None };
        let (Callee::Intrinsic(name), &[x, y]) = (&self.old.calls[id].callee, self.old.args(call)) else { return None };
        let extension = self.old.def_inst(x).filter(|_| base_name(name) == "usub.sat")?;
        match (self.old.insts[extension].kind, self.old.args(extension)) {
            (InstKind::Cast(CastOp::ZExt), &[n]) if self.old.ty(n) == to => Some((n, y)),
            _ => None,
        }
    }
    /// `trunc(usub.sat(zext(x), y))` needs no wide lanes: where `y` is more than fits in `x`'s, so is the greatest that does.
    fn difference_of_narrow(&mut self, x: Value, y: Value, s: Shape, d: Shape) -> Result<Option<Parts>> {
        let (x, y) = (self.registers(x)?, self.registers(y)?);
        let most = self.splat_imm(s.ty, crate::legalize::build::mask(d.bits()) as i64);
        let most = Parts::from_elem(most, y.len());
        let Some(y) = self.vector_binary(BinOp::UMin, InstFlags::empty(), s, &y, &most)? else { return Ok(None) };
        let Some(y) = self.cast_between(CastOp::Trunc, InstFlags::NUW, &y, s, d)? else { return Ok(None) };
        self.vector_binary(BinOp::USubSat, InstFlags::empty(), d, &x, &y)
    }
    pub(super) fn cast_between(
        &mut self,
        op: CastOp,
        flags: InstFlags,
        a: &[Value],
        s: Shape,
        d: Shape,
    ) -> Result<Option<Parts>> {
        use CastOp::*;
        if let Some(done) = self.cast_of_halves(op, a, (s, d)) {
            return done;
        }
        Ok(match op {
            ZExt | SExt if s.mask => {
                let m = self.mask_at(a, s.lanes, d.bits())?;
                Some(if op == SExt { m } else { m.iter().map(|&v| self.vbin_imm(BinOp::And, v, 1)).collect() })
            }
            ZExt | SExt | AnyExt if !d.mask => Some(self.widen_lanes(op, a, s, d.bits())?),
            Trunc if d.mask && !s.mask => {
                let zero = self.splat_imm(s.ty, 0);
                let bit = |l: &mut Self, &v: &Value| {
                    let x = l.vbin_imm(BinOp::Shl, v, i64::from(s.bits()) - 1);
                    l.vicmp(IntPred::Slt, x, zero)
                };
                Some(a.iter().map(|v| bit(self, v)).collect())
            }
            Trunc if !s.mask && !d.mask => {
                let (mut a, mut s) = (Parts::from_slice(a), s);
                while s.bits() > d.bits() {
                    a = self.narrow(&a, s, flags & (InstFlags::NUW | InstFlags::NSW))?;
                    let Some(next) = self.shape_of(int_lane(s.bits() / 2), s.lanes) else { return Ok(None) };
                    s = next;
                }
                Some(a)
            }
            PtrToInt | IntToPtr | AddrSpaceCast if s.bits() == d.bits() && !s.mask && !d.mask => {
                Some(Parts::from_slice(a))
            }
            SiToFp | UiToFp => self.vector_to_float(op, a, s, d)?,
            FpToSi | FpToUi => self.vector_from_float(op, a, s, d)?,
            FpExt if s.lane == Ty::FLOAT && d.lane == Ty::DOUBLE && self.act.legal(Op::FConvert, d.ty) => {
                Some(self.extend_at_once(InstKind::Cast(FpExt), a, s, d)?)
            }
            FpTrunc if s.lane == Ty::DOUBLE && d.lane == Ty::FLOAT && self.act.legal(Op::FConvert, d.ty) => {
                Some(self.narrow_each(FpTrunc, a, s, d)?)
            }
            _ => None,
        })
    }
    /// Converts each register to low lanes of narrower ones, and joins those.
    fn narrow_each(&mut self, op: CastOp, a: &[Value], s: Shape, d: Shape) -> Result<Parts> {
        let small = self.act_narrow(d.lane, s.per)?;
        let per = small.lanes().map_or(1, |l| l.1);
        let parts: Parts = a.iter().map(|&v| self.cast(op, v, small)).collect();
        let mut out = Parts::new();
        for r in 0..d.n() {
            let lane = |k: usize| {
                let l = r * d.per + k;
                (l < d.lanes).then_some(l / s.per * per + l % s.per)
            };
            let mask: Vec<Option<usize>> = (0..d.per).map(lane).collect();
            out.push(self.shuffle_to(&parts, small, &mask, d.ty));
        }
        Ok(out)
    }
    fn vector_to_float(&mut self, op: CastOp, a: &[Value], s: Shape, d: Shape) -> Result<Option<Parts>> {
        if !self.act.legal(Op::FConvert, d.ty) {
            return Ok(None);
        }
        let (mut a, mut s, mut op) = (Parts::from_slice(a), s, op);
        if s.mask {
            a = self.mask_at(&a, s.lanes, 32)?;
            let Some(next) = self.shape_of(Ty::I32, s.lanes) else { return Ok(None) };
            s = next;
            if op == CastOp::UiToFp {
                a = a.iter().map(|&v| self.vbin_imm(BinOp::And, v, 1)).collect();
            }
            op = CastOp::SiToFp;
        }
        if s.bits() < 32 {
            let ext = if op == CastOp::SiToFp { CastOp::SExt } else { CastOp::ZExt };
            a = self.widen_lanes(ext, &a, s, 32)?;
            let Some(next) = self.shape_of(Ty::I32, s.lanes) else { return Ok(None) };
            (s, op) = (next, CastOp::SiToFp);
        }
        if s.lane != Ty::I32 {
            return Ok(None);
        }
        if d.lane == Ty::FLOAT {
            let one = |l: &mut Self, v: Value| {
                if op == CastOp::SiToFp { l.cast(op, v, d.ty) } else { l.unsigned_to_single(v, d.ty) }
            };
            return Ok(Some(a.iter().map(|&v| one(self, v)).collect()));
        }
        if op == CastOp::SiToFp {
            return self.extend_at_once(InstKind::Cast(op), &a, s, d).map(Some);
        }
        // Beside the bits of 2^52 they are its last digits.
        let wide = self.widen_lanes(CastOp::ZExt, &a, s, 64)?;
        let mut out = Parts::new();
        for &v in &wide {
            let x = self.vbin_imm(BinOp::Or, v, 0x4330_0000_0000_0000);
            let x = self.cast_register(x, d.ty);
            out.push(self.vbin_imm(BinOp::FSub, x, 0x4330_0000_0000_0000));
        }
        Ok(Some(out))
    }
    /// Both halves are exact beside the bits of 2^23 and 2^39; their sum is rounded once.
    fn unsigned_to_single(&mut self, v: Value, to: Ty) -> Value {
        let low = self.vbin_imm(BinOp::And, v, 0xffff);
        let low = self.vbin_imm(BinOp::Or, low, 0x4b00_0000);
        let high = self.vbin_imm(BinOp::LShr, v, 16);
        let high = self.vbin_imm(BinOp::Or, high, 0x5300_0000);
        let high = self.cast_register(high, to);
        // 2^39 + 2^23.
        let high = self.vbin_imm(BinOp::FSub, high, 0x5300_0080);
        let low = self.cast_register(low, to);
        self.vbin(BinOp::FAdd, low, high)
    }
    fn vector_from_float(&mut self, op: CastOp, a: &[Value], s: Shape, d: Shape) -> Result<Option<Parts>> {
        if d.mask || !self.act.legal(Op::FConvert, s.ty) {
            return Ok(None);
        }
        if d.bits() > 32 || (d.bits() == 32 && op == CastOp::FpToUi) {
            return Ok(None);
        }
        // What does not fit is poison, so that narrow numbers may come through 32 bits with sign.
        let Some(mid) = self.shape_of(Ty::I32, s.lanes) else { return Ok(None) };
        let op = CastOp::FpToSi;
        let got = if s.lane == Ty::FLOAT {
            a.iter().map(|&v| self.cast(op, v, int_vector(s.ty))).collect()
        } else {
            self.narrow_each(op, a, s, mid)?
        };
        self.cast_between(CastOp::Trunc, InstFlags::empty(), &got, mid, Shape { mask: false, ..d })
            .map(|p| if d.bits() == 32 { Some(got) } else { p })
    }

    /// The same bits as another type.
    fn vector_bitcast(&mut self, v: Value, from: Ty, to: Ty) -> Result<Option<Parts>> {
        match (self.vector_shape(from), self.vector_shape(to)) {
            (Some(s), Some(d)) if !s.mask && !d.mask => {
                let (from, to) = (self.narrow_floats(s), self.narrow_floats(d));
                if s.n() != d.n() && s.bits() as usize * s.lanes == d.bits() as usize * d.lanes {
                    let mut a = self.registers(v)?;
                    if let Some(n) = from {
                        a = self.in_halves(&a, s, n);
                    }
                    let form = to.unwrap_or(d);
                    let fits =
                        a.len() == form.n() && a.iter().all(|&r| vector_bits(self.nf.ty(r)) == vector_bits(form.ty));
                    if !fits {
                        return Ok(None);
                    }
                    let a: Parts = a.iter().map(|&r| self.cast_register(r, form.ty)).collect();
                    return Ok(Some(match to {
                        Some(n) => self.joined(&a, n, d),
                        None => a,
                    }));
                }
                let same = vector_bits(s.ty) == vector_bits(d.ty) && s.n() == d.n();
                if !same || s.bits() as usize * s.lanes != d.bits() as usize * d.lanes {
                    return Ok(None);
                }
                let a = self.registers(v)?;
                Ok(Some(a.iter().map(|&r| self.cast_register(r, d.ty)).collect()))
            }
            (Some(s), None) if s.mask => self.mask_bits(v, s, to),
            (Some(s), None) if !s.mask && self.lanes(to)?.is_none() => self.bits_of_vector(v, s, to),
            (None, Some(d)) if !d.mask && self.lanes(from)?.is_none() => self.vector_of_bits(v, d),
            _ => Ok(None),
        }
    }
    /// How the words of a scalar are held as lanes, if they fill registers like those of a vector of as many bits; the type of its
    /// parts.
    fn as_words(&self, scalar: Ty, vector: Shape) -> Result<Option<(Shape, Ty)>> {
        let Some((part, count)) = self.scalar_parts(scalar)? else { return Ok(None) };
        let word = if part == Ty::PTR { self.x } else { part };
        let total = vector.bits() as usize * vector.lanes;
        if !matches!(word, Ty::I32 | Ty::I64 | Ty::FLOAT | Ty::DOUBLE) || lane_bits(word) as usize * count != total {
            return Ok(None);
        }
        let held = self.shape_of(word, count).filter(|w| vector_bits(w.ty) == vector_bits(vector.ty));
        Ok(held.map(|w| (w, part)))
    }
    fn bits_of_vector(&mut self, v: Value, s: Shape, to: Ty) -> Result<Option<Parts>> {
        let Some((w, part)) = self.as_words(to, s)? else { return Ok(None) };
        let a: Parts = self.registers(v)?.iter().map(|&r| self.cast_register(r, w.ty)).collect();
        let mut out = Parts::new();
        for k in 0..w.lanes {
            let lane = self.lane(&a, k)?;
            out.extend(lane.iter().map(|&l| if part == Ty::PTR { self.bitcast(l, part) } else { l }));
        }
        Ok(Some(out))
    }
    fn vector_of_bits(&mut self, v: Value, d: Shape) -> Result<Option<Parts>> {
        let Some((w, part)) = self.as_words(self.old.ty(v), d)? else { return Ok(None) };
        let parts = self.parts(v)?;
        let mut out = Parts::new();
        for r in 0..w.n() {
            let mut lanes: Vec<Parts> = Vec::with_capacity(w.per);
            for k in r * w.per..(r + 1) * w.per {
                let lane = parts.get(k).map(|&p| if part == Ty::PTR { self.bitcast(p, self.x) } else { p });
                lanes.push(lane.into_iter().collect());
            }
            let v = self.build_register(w.ty, w.lane, &lanes);
            out.push(self.cast_register(v, d.ty));
        }
        Ok(Some(out))
    }
    /// Type and number of the parts of a scalar.
    fn scalar_parts(&self, ty: Ty) -> Result<Option<(Ty, usize)>> {
        if self.m.types.is_vector(ty) || self.m.types.is_aggregate(ty) {
            return Ok(None);
        }
        let s = self.shape(self.scalar(ty)?);
        Ok(Some((s.part, s.n)))
    }
    /// One bit for each lane of a mask.
    fn mask_bits(&mut self, v: Value, s: Shape, to: Ty) -> Result<Option<Parts>> {
        let Some((Ty::I32 | Ty::I1 | Ty::I64, 1)) = self.scalar_parts(to)? else { return Ok(None) };
        let m = self.registers(v)?;
        let Some(bits) = self.sign_bits(&m, s.lanes)? else { return Ok(None) };
        let part = self.scalar_parts(to)?.map_or(Ty::I32, |p| p.0);
        Ok(Some(Parts::from_slice(&[self.resize(bits, part)])))
    }
    /// One bit for each lane of a mask, of at most 32, as an integer.
    pub(super) fn sign_bits(&mut self, m: &[Value], lanes: usize) -> Result<Option<Value>> {
        if lanes > 32 {
            return Ok(None);
        }
        // As few registers as possible, of lanes that signs are taken of.
        let mut m = Parts::from_slice(m);
        while let Some(now) = self.mask_of(&m, lanes)
            && (now.n() > 1 || now.bits() == 16)
            && now.bits() > 8
        {
            m = self.narrow(&m, now, InstFlags::NSW)?;
        }
        let mut sum: Option<Value> = None;
        let per = self.mask_of(&m, lanes).map_or(1, |s| s.per);
        for (k, &r) in m.iter().enumerate() {
            let here = (lanes - k * per).min(per);
            let v = self.emit1(InstKind::Unary(UnOp::SignBits), InstFlags::empty(), &[r], Ty::I32);
            self.note_u(v, per as u32);
            let v = if here < per { self.zext_in_reg(v, here as u32) } else { v };
            let v = self.shift_imm(BinOp::Shl, v, (k * per) as u32);
            sum = Some(match sum {
                None => v,
                Some(s) => self.bin(BinOp::Or, s, v),
            });
        }
        Ok(sum)
    }
}
