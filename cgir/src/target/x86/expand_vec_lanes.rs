//! Vectors: lanes in and out, vectors built of scalars, conversions.
//!
//! A scalar float is the low lane of a vector register already; an integer goes through `movd`, `pinsr*` and `pextr*`.

use super::expand::{Expander, To};
use super::expand_vec::{half, int_lanes, is_float, lane_bits, lanes_of, narrow, vector};
use super::expand_vec_shuffle::{Lane, unpack_rows};
use crate::expansion::matching::plain;
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{CastOp, Extend, InstFlags, Ordering};
use whirl_lite::mtype::{MType, VecElem};
use whirl_lite::tree::{Mem, Opr, Wn};

impl Expander<'_> {
    // Out.

    /// A lane of a vector.
    pub(super) fn extract_lane(&mut self, w: Wn, k: usize, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        let v = self.kid(w, 0)?;
        if let Some(t) = self.lane_of_memory(v, k, ty, from, to)? {
            return Ok(t);
        }
        let (mut x, mut k, mut from) = (self.reg(v)?, k, from);
        if from.bits() == 256 {
            let n = lanes_of(from).1 / 2;
            x = self.half_of(half(from), x, k >= n, To::ANY)?;
            (k, from) = (k % n, half(from));
        }
        self.lane_value(x, k, ty, from, to)
    }
    fn lane_value(&mut self, x: Tn, k: usize, ty: MType, from: MType, to: To) -> Result<Tn> {
        let (elem, _) = lanes_of(from);
        match elem {
            VecElem::F32 | VecElem::F64 => {
                let t = if k == 0 { x } else { self.shuffle(from, x, None, &only(from, k), To::ANY)? };
                let rd = self.result(to, ty)?;
                self.copy(rd, t);
                Ok(rd)
            }
            VecElem::I8 if self.m.sse41 => {
                let row = self.vrow(op::PEXTRB_RRI, from)?;
                self.ri(row, to, MType::I32, x, k as i64)
            }
            VecElem::I8 => {
                let t = self.extract_word(x, k / 2)?;
                if k % 2 == 1 {
                    return self.ri(op::SHR32_RI, to, MType::I32, t, 8);
                }
                let low = self.part(t, MType::I8)?;
                self.r(op::MOVZX32_8_RR, to, MType::I32, low)
            }
            VecElem::I16 => {
                let row = self.vrow(op::PEXTRW_RRI, from)?;
                self.ri(row, to, MType::I32, x, k as i64)
            }
            VecElem::I32 | VecElem::I64 => {
                let wide = elem == VecElem::I64;
                if k > 0 && self.m.sse41 {
                    let row = self.vrow(if wide { op::PEXTRQ_RRI } else { op::PEXTRD_RRI }, from)?;
                    return self.ri(row, to, ty, x, k as i64);
                }
                let t = if k == 0 { x } else { self.shuffle(from, x, None, &only(from, k), To::ANY)? };
                let row = self.vrow(if wide { op::MOVQ__RR } else { op::MOVD__RR }, from)?;
                self.r(row, to, ty, t)
            }
            _ => self.unsupported(format!("a lane of {from}")),
        }
    }
    /// A lane of a vector that is loaded for nothing else is loaded alone.
    fn lane_of_memory(&mut self, v: Wn, k: usize, ty: MType, from: MType, to: To) -> Result<Option<Tn>> {
        let v = self.bare(v);
        let Opr::Load(mem, _) = self.n(v).opr else { return Ok(None) };
        if !plain(&mem) {
            return Ok(None);
        }
        let lane = lanes_of(from).0.scalar();
        let at = k as i64 * i64::from(lane.bytes());
        let mut a = self.address(self.kid(v, 0)?)?;
        if at != 0 {
            let Some(disp) = self.displaced(a.disp, at) else { return Ok(None) };
            a.disp = disp;
        }
        let align = mem.align.min(if at == 0 { 63 } else { at.trailing_zeros() as u8 });
        let ext = if lane.bits() < 32 { Extend::Zero } else { Extend::Any };
        self.load_from(a, &Mem { ty: lane, align, ..mem }, ext, ty, to).map(Some)
    }
    /// A displacement and so much more, if it is a number or a place in the frame.
    fn displaced(&mut self, disp: Tn, by: i64) -> Option<Tn> {
        use crate::func::TnData;
        match self.f.tns[disp] {
            TnData::Lit(n) => {
                let sum = n.checked_add(by).filter(|&s| super::consts::fits32(s))?;
                Some(self.f.lit(sum))
            }
            TnData::Frame { obj, offset, modifier } => {
                Some(self.f.intern(TnData::Frame { obj, offset: offset + by, modifier }))
            }
            TnData::Sym { sym, offset, modifier } => {
                Some(self.f.intern(TnData::Sym { sym, offset: offset + by, modifier }))
            }
            _ => None,
        }
    }

    // In.

    /// A scalar as the low lane of a register.
    pub(super) fn in_low_lane(&mut self, x: Wn, ty: MType) -> Result<Tn> {
        let elem = lanes_of(ty).0;
        let small = narrow(ty);
        match elem {
            VecElem::F32 | VecElem::F64 => {
                let t = self.reg(x)?;
                let rd = self.fresh(small)?;
                self.copy(rd, t);
                Ok(rd)
            }
            _ => {
                if let Some((at, mem)) = self.operand_load(x).filter(|(_, mem)| mem.ty.bits() >= 32) {
                    let row = if mem.ty.bits() == 64 { op::MOVQX_RM } else { op::MOVD_RM };
                    let row = self.vrow(row, small)?;
                    let a = self.address(at)?;
                    return self.with_memory(row, To::ANY, small, &[], a, &mem);
                }
                let t = self.reg(x)?;
                let row = if elem == VecElem::I64 { op::MOVQ_RR } else { op::MOVD_RR };
                let row = self.vrow(row, small)?;
                self.r(row, To::ANY, small, t)
            }
        }
    }
    /// A vector with another lane in a place.
    pub(super) fn insert_lane(&mut self, w: Wn, k: usize, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (v, x) = self.two(w)?;
        let n = lanes_of(ty).1;
        if ty.bits() == 256 {
            let whole = self.reg(v)?;
            let small = half(ty);
            let high = k >= n / 2;
            let part = self.half_of(small, whole, high, To::ANY)?;
            let part = self.put_lane(small, part, x, k % (n / 2), To::ANY)?;
            let row = if self.m.avx2 { op::VINSERTI128_RRRI } else { op::VINSERTF128_RRRI };
            return self.rri(row, to, ty, whole, part, i64::from(high));
        }
        let v = self.reg(v)?;
        self.put_lane(ty, v, x, k, to)
    }
    fn put_lane(&mut self, ty: MType, v: Tn, x: Wn, k: usize, to: To) -> Result<Tn> {
        let (elem, n) = lanes_of(ty);
        let row = match elem {
            VecElem::I8 if self.m.sse41 => Some(op::PINSRB_RRI),
            VecElem::I16 => Some(op::PINSRW_RRI),
            VecElem::I32 if self.m.sse41 => Some(op::PINSRD_RRI),
            VecElem::I64 if self.m.sse41 && self.m.wide => Some(op::PINSRQ_RRI),
            _ => None,
        };
        if let Some(row) = row {
            let t = self.reg(x)?;
            return self.vrri(row, to, ty, v, t, k as i64);
        }
        if elem == VecElem::I8 {
            // Its word, with the other byte.
            let old = self.extract_word(v, k / 2)?;
            let t = self.reg(x)?;
            let (keep, t) = if k.is_multiple_of(2) {
                let low = self.part(t, MType::I8)?;
                (0xff00, self.r(op::MOVZX32_8_RR, To::ANY, MType::I32, low)?)
            } else {
                (0xff, self.ri(op::SHL32_RI, To::ANY, MType::I32, t, 8)?)
            };
            let old = self.ri(op::AND32_RI, To::ANY, MType::I32, old, keep)?;
            let t = self.rr(op::OR32_RR, To::ANY, MType::I32, old, t)?;
            return self.vrri(op::PINSRW_RRI, to, ty, v, t, (k / 2) as i64);
        }
        let t = self.in_low_lane(x, ty)?;
        if elem == VecElem::F32 && self.m.sse41 {
            return self.vrri(op::INSERTPS_RRI, to, ty, v, t, (k as i64) << 4);
        }
        let mask: Vec<Lane> = (0..n).map(|l| Some(if l == k { n } else { l })).collect();
        self.shuffle(ty, v, Some(t), &mask, to)
    }
    /// A vector of scalars.
    pub(super) fn build_vector(&mut self, w: Wn, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let kids: Vec<Option<Wn>> =
            self.w.kids(w).iter().map(|&k| (!self.is_undefined_scalar(k)).then_some(k)).collect();
        let defined: Vec<Wn> = kids.iter().flatten().copied().collect();
        let Some(&first) = defined.first() else { return self.undefined(ty, to) };
        if defined.len() == 1 && kids[0].is_some() {
            let t = self.in_low_lane(first, ty)?;
            let t = if ty.bits() == 256 { self.r(op::P_WIDEV, To::ANY, ty, t)? } else { t };
            return Ok(self.settle(to, t));
        }
        if defined.len() > 1 && defined.iter().all(|&k| self.same(k, first)) {
            if let Some(t) = self.broadcast_memory(first, ty, to)? {
                return Ok(t);
            }
            let t = self.in_low_lane(first, ty)?;
            return self.broadcast(ty, t, to);
        }
        if ty.bits() == 256 {
            let small = half(ty);
            let (low, high) = kids.split_at(kids.len() / 2);
            let low = self.build_narrow(small, low, To::ANY)?;
            if high.iter().all(Option::is_none) {
                return self.r(op::P_WIDEV, to, ty, low);
            }
            let high = self.build_narrow(small, high, To::ANY)?;
            return self.join(ty, low, high, to);
        }
        self.build_narrow(ty, &kids, to)
    }
    fn is_undefined_scalar(&self, w: Wn) -> bool {
        matches!(self.n(w).opr, Opr::Undef)
    }
    fn build_narrow(&mut self, ty: MType, kids: &[Option<Wn>], to: To) -> Result<Tn> {
        let constants = kids.iter().flatten().filter(|&&k| self.constant_lane(k).is_some()).count();
        let variable = kids.iter().flatten().count() - constants;
        // Few lanes that vary are put into a constant.
        if constants > 0 && variable <= 2 {
            let size = lane_bits(ty) as usize / 8;
            let lane = |e: &Self, k: &Option<Wn>| k.and_then(|k| e.constant_lane(k)).unwrap_or(0);
            let bytes: Vec<u8> = kids.iter().flat_map(|k| lane(self, k).to_le_bytes().into_iter().take(size)).collect();
            let mut t = self.vector_constant(&bytes, ty, To::ANY)?;
            for (k, kid) in kids.iter().enumerate() {
                if let Some(x) = kid.filter(|&x| self.constant_lane(x).is_none()) {
                    t = self.put_lane(ty, t, x, k, To::ANY)?;
                }
            }
            return Ok(self.settle(to, t));
        }
        let elem = lanes_of(ty).0;
        let chain = self.m.sse41 && matches!(elem, VecElem::I8 | VecElem::I32) || elem == VecElem::I16;
        if chain {
            let mut t = match kids[0] {
                Some(x) => self.in_low_lane(x, ty)?,
                None => self.undefined(ty, To::ANY)?,
            };
            for (k, kid) in kids.iter().enumerate().skip(1) {
                if let Some(x) = *kid {
                    t = self.put_lane(ty, t, x, k, To::ANY)?;
                }
            }
            return Ok(self.settle(to, t));
        }
        // Pairs, then pairs of pairs.
        let mut parts: Vec<Option<Tn>> = Vec::with_capacity(kids.len());
        for k in kids {
            parts.push(match k {
                Some(x) => Some(self.in_low_lane(*x, ty)?),
                None => None,
            });
        }
        let mut bits = lane_bits(ty);
        while parts.len() > 1 {
            let float = is_float(ty) && bits >= 32;
            let lanes = if float {
                vector(if bits == 32 { VecElem::F32 } else { VecElem::F64 }, (128 / bits) as u16)
            } else {
                int_lanes(ty, bits)
            };
            let [row, _] = unpack_rows(bits, float);
            let mut next = Vec::with_capacity(parts.len() / 2);
            for p in parts.chunks(2) {
                next.push(match (p[0], p.get(1).copied().flatten()) {
                    (None, None) => None,
                    (Some(a), None) => Some(a),
                    (a, Some(b)) => Some(self.vrr(row, To::ANY, lanes, a.unwrap_or(b), b)?),
                });
            }
            parts = next;
            bits *= 2;
        }
        match parts.first().copied().flatten() {
            Some(t) => Ok(self.settle(to, t)),
            None => self.undefined(ty, to),
        }
    }
    /// The bits of a scalar constant.
    fn constant_lane(&self, w: Wn) -> Option<u64> {
        match self.n(w).opr {
            Opr::Int(v) => Some(v as u64),
            Opr::Float(v) => Some(v),
            _ => None,
        }
    }
    /// A scalar of memory in all lanes.
    fn broadcast_memory(&mut self, x: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        let Opr::Load(mem, _) = self.n(x).opr else { return Ok(None) };
        if !plain(&mem) || mem.ty.bits() != lane_bits(ty) {
            return Ok(None);
        }
        let Some(row) = self.broadcast_row(ty) else { return Ok(None) };
        let a = self.address(self.kid(x, 0)?)?;
        self.with_memory(row, to, ty, &[], a, &mem).map(Some)
    }
    fn broadcast_row(&self, ty: MType) -> Option<Opcode> {
        use op::*;
        let wide = usize::from(ty.bits() == 256);
        let rows = match (is_float(ty), lane_bits(ty)) {
            (true, 32) if self.m.avx => [VBROADCASTSS_RM, VBROADCASTSSY_RM],
            (true, 64) if self.m.avx => [VMOVDDUP_RM, VBROADCASTSDY_RM],
            (true, 64) if self.m.sse3 => [MOVDDUP_RM; 2],
            (false, 8) if self.m.avx2 => [VPBROADCASTB_RM, VPBROADCASTBY_RM],
            (false, 16) if self.m.avx2 => [VPBROADCASTW_RM, VPBROADCASTWY_RM],
            (false, 32) if self.m.avx2 => [VPBROADCASTD_RM, VPBROADCASTDY_RM],
            (false, 64) if self.m.avx2 => [VPBROADCASTQ_RM, VPBROADCASTQY_RM],
            _ => return None,
        };
        Some(rows[wide])
    }
    /// A shuffle that puts one scalar of memory in all lanes.
    pub(super) fn splat_of_memory(&mut self, mask: &[Lane], ty: MType, a: Wn, to: To) -> Result<Option<Tn>> {
        if !mask.iter().all(|l| l.is_none_or(|l| l == 0)) {
            return Ok(None);
        }
        let x = match self.n(a).opr {
            Opr::BuildVector => self.kid(a, 0)?,
            _ => return Ok(None),
        };
        if let Some(t) = self.broadcast_memory(x, ty, to)? {
            return Ok(Some(t));
        }
        if self.is_undefined_scalar(x) {
            return Ok(None);
        }
        let t = self.in_low_lane(x, ty)?;
        self.broadcast(ty, t, to).map(Some)
    }

    // Conversions.

    /// A conversion to a vector.
    pub(super) fn vector_cast(&mut self, w: Wn, c: CastOp, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        let a = self.kid(w, 0)?;
        match c {
            CastOp::BitCast if from.is_vector() && from.bits() == ty.bits() => self.value(a, to),
            CastOp::ZExt | CastOp::SExt | CastOp::AnyExt => self.extend_lanes(c, a, ty, from, to),
            CastOp::Trunc => self.pack_lanes(w, ty, from, to),
            CastOp::SiToFp if lane_bits(ty) == 32 => self.vsource1(op::CVTDQ2PS_RR, to, ty, a, None),
            CastOp::SiToFp => self.wider(op::CVTDQ2PD_RR, a, ty, to),
            CastOp::FpExt => self.wider(op::CVTPS2PD_RR, a, ty, to),
            CastOp::FpToSi if lane_bits(from) == 32 => self.vsource1(op::CVTTPS2DQ_RR, to, ty, a, None),
            CastOp::FpToSi => self.narrower(op::CVTTPD2DQ_RR, a, ty, from, to),
            CastOp::FpTrunc => self.narrower(op::CVTPD2PS_RR, a, ty, from, to),
            _ => self.unsupported(format!("conversion {c:?} from {from} to {ty}")),
        }
    }
    /// Of the low lanes of a register of 128 bits.
    fn wider(&mut self, row: Opcode, a: Wn, ty: MType, to: To) -> Result<Tn> {
        let row = self.vrow(row, ty)?;
        let from = self.n(a).ty;
        let x = self.reg(a)?;
        let x = if from.bits() == 256 { self.r(op::P_LOWV, To::ANY, narrow(from), x)? } else { x };
        self.r(row, to, ty, x)
    }
    /// To low lanes of a register of 128 bits.
    fn narrower(&mut self, row: Opcode, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        let row = self.vrow(row, from)?;
        let x = self.reg(a)?;
        self.r(row, to, ty, x)
    }
    fn extend_lanes(&mut self, c: CastOp, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        use op::*;
        let signed = c == CastOp::SExt;
        let rows = match (lane_bits(from), lane_bits(ty)) {
            (8, 16) => [PMOVZXBW_RR, PMOVSXBW_RR],
            (8, 32) => [PMOVZXBD_RR, PMOVSXBD_RR],
            (8, 64) => [PMOVZXBQ_RR, PMOVSXBQ_RR],
            (16, 32) => [PMOVZXWD_RR, PMOVSXWD_RR],
            (16, 64) => [PMOVZXWQ_RR, PMOVSXWQ_RR],
            (32, 64) => [PMOVZXDQ_RR, PMOVSXDQ_RR],
            _ => return self.unsupported(format!("conversion {c:?} from {from} to {ty}")),
        };
        let row = rows[usize::from(signed)];
        if let Some(t) = self.extend_memory(row, a, ty, from, to)? {
            return Ok(t);
        }
        self.wider(row, a, ty, to)
    }
    /// An extension of exactly what is loaded.
    fn extend_memory(&mut self, row: Opcode, a: Wn, ty: MType, from: MType, to: To) -> Result<Option<Tn>> {
        let row = self.vrow(row, ty)?;
        let bytes = lanes_of(ty).1 as u32 * lane_bits(from) / 8;
        let Some(mem_row) = self.in_memory(row, 0) else { return Ok(None) };
        let a = self.bare(a);
        let load = match self.n(a).opr {
            Opr::Load(..) => a,
            // A piece that was loaded to be the low lanes.
            Opr::BuildVector if self.w.kids(a).iter().skip(1).all(|&k| self.is_undefined_scalar(k)) => {
                self.kid(a, 0)?
            }
            _ => return Ok(None),
        };
        let Opr::Load(mem, _) = self.n(load).opr else { return Ok(None) };
        let whole = mem.ty.bytes() == bytes && mem.ty.bits() >= self.n(load).ty.bits();
        if !plain(&mem) || !whole {
            return Ok(None);
        }
        let addr = self.address(self.kid(load, 0)?)?;
        self.with_memory(mem_row, to, ty, &[], addr, &mem).map(Some)
    }
    /// Lanes of half the width, of one register or of two.
    fn pack_lanes(&mut self, w: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        let kids = self.w.kids(w).to_vec();
        let Some(&first) = kids.first() else { return self.unsupported("a conversion of nothing") };
        let flags = self.flags(w);
        let bits = lane_bits(ty);
        let mut x = self.reg(first)?;
        let mut y = match kids.get(1) {
            Some(&k) => self.reg(k)?,
            None => x,
        };
        let mut from = from;
        if from.bits() == 256 && ty.bits() == 128 {
            // The halves of one register.
            let small = half(from);
            y = self.half_of(small, x, true, To::ANY)?;
            x = self.half_of(small, x, false, To::ANY)?;
            from = small;
        }
        let wide = ty.bits() == 256;
        let t = if bits == 32 {
            // The low halves of lanes of 64 bits.
            let floats = vector(VecElem::F32, lanes_of(ty).1 as u16);
            self.vrri(op::SHUFPS_RRI, if wide { To::ANY } else { to }, floats, x, y, 0x88)?
        } else {
            let signed = flags.contains(InstFlags::NSW);
            let (row, mask) = match (bits, signed) {
                (8, true) => (op::PACKSSWB_RR, None),
                (8, false) => (op::PACKUSWB_RR, Some(0xff)),
                (_, true) => (op::PACKSSDW_RR, None),
                (_, false) if self.m.sse41 => (op::PACKUSDW_RR, Some(0xffff)),
                (_, false) => (op::PACKSSDW_RR, None),
            };
            let same = x == y;
            if let Some(m) = mask.filter(|_| !flags.contains(InstFlags::NUW)) {
                let m = self.splat_constant(m, from)?;
                x = self.vrr(op::PAND_RR, To::ANY, from, x, m)?;
                y = if same { x } else { self.vrr(op::PAND_RR, To::ANY, from, y, m)? };
            } else if mask.is_none() && !signed {
                // The low half as a signed number, which packs to itself.
                let low = |e: &mut Self, t: Tn| {
                    let t = e.vri(op::PSLLD_RI, To::ANY, from, t, 16)?;
                    e.vri(op::PSRAD_RI, To::ANY, from, t, 16)
                };
                x = low(self, x)?;
                y = if same { x } else { low(self, y)? };
            }
            self.vrr(row, if wide { To::ANY } else { to }, ty, x, y)?
        };
        if !wide {
            return Ok(self.settle(to, t));
        }
        // Halves were packed by themselves.
        self.ri(op::VPERMQ_RRI, to, ty, t, 0b11_01_10_00)
    }
    /// Stores a lane that goes nowhere else.
    pub(super) fn store_lane(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<bool> {
        let Opr::Extract(k) = self.n(value).opr else { return Ok(false) };
        let (from, k) = (self.n(value).desc, usize::from(k));
        let (elem, _) = lanes_of(from);
        if elem.scalar().bits() != mem.ty.bits() || from.bits() != 128 || mem.ordering > Ordering::Unordered {
            return Ok(false);
        }
        let row = match (elem, k) {
            (VecElem::I32, 0) => op::MOVD__MR,
            (VecElem::I64, 0) => op::MOVQX_MR,
            (VecElem::I64 | VecElem::F64, 1) => op::MOVHPD_MR,
            (VecElem::F64, 0) => op::MOVLPD_MR,
            _ => return Ok(false),
        };
        let row = self.vrow(row, from)?;
        let v = self.kid(value, 0)?;
        let x = self.reg(v)?;
        let a = self.address_of(addr, mem)?;
        let o = self.emit_mem(row, &[], &[x], a, 0);
        self.describe(o, mem);
        Ok(true)
    }
}

/// One lane, as the first.
fn only(ty: MType, k: usize) -> Vec<Lane> {
    let n = lanes_of(ty).1;
    (0..n).map(|l| (l == 0).then_some(k)).collect()
}
