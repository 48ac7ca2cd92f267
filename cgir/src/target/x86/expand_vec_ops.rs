//! Vectors: shifts, products, comparisons, choices and extremes, where an instruction alone does not do them.
//!
//! Tricks are those of "Hacker's Delight" and of the instruction set: lanes of bytes are shifted as words under a mask, a shift
//! with signs of 64 bits is one without and a fix of the sign, products of 32 and 64 bits are made of `pmuludq`, unsigned
//! orders are signed ones of flipped numbers or equality with a minimum.

use super::expand::{Expander, To};
use super::expand_vec::{as_int, by_width, half, int_lanes, is_float, lane_bits, narrow};
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, FloatPred, InstFlags, IntPred};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Wn};

/// Comparisons by the width of lanes.
const EQUAL: [Opcode; 4] = [op::PCMPEQB_RR, op::PCMPEQW_RR, op::PCMPEQD_RR, op::PCMPEQQ_RR];
const GREATER: [Opcode; 4] = [op::PCMPGTB_RR, op::PCMPGTW_RR, op::PCMPGTD_RR, op::PCMPGTQ_RR];

/// A shift of words, of 32 and of 64 bits.
fn shift_rows(b: BinOp) -> ([Opcode; 3], [Opcode; 3]) {
    use op::*;
    match b {
        BinOp::Shl => ([PSLLW_RI, PSLLD_RI, PSLLQ_RI], [PSLLW_RR, PSLLD_RR, PSLLQ_RR]),
        BinOp::LShr => ([PSRLW_RI, PSRLD_RI, PSRLQ_RI], [PSRLW_RR, PSRLD_RR, PSRLQ_RR]),
        _ => ([PSRAW_RI, PSRAD_RI, PSRLQ_RI], [PSRAW_RR, PSRAD_RR, PSRLQ_RR]),
    }
}

impl Expander<'_> {
    // Shifts.

    pub(super) fn vector_shift(&mut self, b: BinOp, ty: MType, a: Wn, n: Wn, to: To) -> Result<Tn> {
        let bits = lane_bits(ty);
        let x = self.reg(a)?;
        if let Some(c) = self.splat_value(n) {
            // As much as the width, or more, is poison: any number will do.
            return self.shift_by(b, ty, x, c.min(u64::from(bits) - 1) as i64, to);
        }
        let splat = self.is_splat(n);
        let y = self.reg(n)?;
        if splat && bits > 8 {
            return self.shift_all(b, ty, x, y, to);
        }
        match bits {
            8 => self.shift_in_steps(b, ty, x, y, to),
            16 if self.m.avx2 => self.shift_words(b, ty, x, y, to),
            16 => self.shift_in_steps(b, ty, x, y, to),
            _ if self.m.avx2 => self.shift_lanes(b, ty, x, y, to),
            _ => self.shift_each(b, ty, x, y, to),
        }
    }
    /// By a constant.
    pub(super) fn shift_by(&mut self, b: BinOp, ty: MType, x: Tn, c: i64, to: To) -> Result<Tn> {
        let bits = i64::from(lane_bits(ty));
        if c == 0 {
            return Ok(self.settle(to, x));
        }
        if b == BinOp::AShr && c == bits - 1 && bits != 16 && bits != 32 {
            return self.is_negative(ty, x, to);
        }
        if bits == 8 {
            let row = if b == BinOp::Shl { op::PSLLW_RI } else { op::PSRLW_RI };
            if b == BinOp::Shl && c == 1 {
                return self.vrr(op::PADDB_RR, to, ty, x, x);
            }
            let t = self.vri(row, To::ANY, ty, x, c)?;
            let mask = if b == BinOp::Shl { 0xff << c & 0xff } else { 0xff >> c };
            let mask = self.splat_constant(mask, ty)?;
            if b != BinOp::AShr {
                return self.vrr(op::PAND_RR, to, ty, t, mask);
            }
            let t = self.vrr(op::PAND_RR, To::ANY, ty, t, mask)?;
            return self.fix_sign(ty, t, 0x80 >> c, to);
        }
        let (rows, _) = shift_rows(b);
        let row = rows[by_width(ty) - 1];
        if bits == 64 && b == BinOp::AShr {
            let t = self.vri(row, To::ANY, ty, x, c)?;
            return self.fix_sign(ty, t, 1 << (63 - c), to);
        }
        self.vri(row, to, ty, x, c)
    }
    /// What was shifted without its sign, whose place is now `m`.
    fn fix_sign(&mut self, ty: MType, t: Tn, m: u64, to: To) -> Result<Tn> {
        let m = self.splat_constant(m, ty)?;
        self.fix_sign_by(ty, t, m, to)
    }
    fn fix_sign_by(&mut self, ty: MType, t: Tn, m: Tn, to: To) -> Result<Tn> {
        let t = self.vrr(op::PXOR_RR, To::ANY, ty, t, m)?;
        let row = if lane_bits(ty) == 8 { op::PSUBB_RR } else { op::PSUBQ_RR };
        self.vrr(row, to, ty, t, m)
    }
    /// All lanes by one number, which stands in every lane.
    fn shift_all(&mut self, b: BinOp, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let bits = i64::from(lane_bits(ty));
        let mut low = y;
        if ty.bits() == 256 {
            low = self.r(op::P_LOWV, To::ANY, half(ty), y)?;
        }
        // The count is the low half of the register.
        let count = if bits == 64 { low } else { self.vri(op::PSRLQ_RI, To::ANY, narrow(ty), low, 64 - bits)? };
        let (_, rows) = shift_rows(b);
        let row = rows[by_width(ty) - 1];
        if bits == 64 && b == BinOp::AShr {
            let t = self.vrr(row, To::ANY, ty, x, count)?;
            let sign = self.splat_constant(1 << 63, ty)?;
            let m = self.vrr(row, To::ANY, ty, sign, count)?;
            return self.fix_sign_by(ty, t, m, to);
        }
        self.vrr(row, to, ty, x, count)
    }
    /// AVX2's shifts of 32 and 64 bits.
    fn shift_lanes(&mut self, b: BinOp, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        use op::*;
        let wide = usize::from(ty.bits() == 256);
        let long = lane_bits(ty) == 32;
        let row = match (b, long) {
            (BinOp::Shl, true) => [VPSLLVD_RRR, VPSLLVDY_RRR],
            (BinOp::Shl, false) => [VPSLLVQ_RRR, VPSLLVQY_RRR],
            (BinOp::LShr, true) => [VPSRLVD_RRR, VPSRLVDY_RRR],
            (_, true) => [VPSRAVD_RRR, VPSRAVDY_RRR],
            (_, false) => [VPSRLVQ_RRR, VPSRLVQY_RRR],
        }[wide];
        if b == BinOp::AShr && !long {
            let t = self.rr(row, To::ANY, ty, x, y)?;
            let sign = self.splat_constant(1 << 63, ty)?;
            let m = self.rr(row, To::ANY, ty, sign, y)?;
            return self.fix_sign_by(ty, t, m, to);
        }
        self.rr(row, to, ty, x, y)
    }
    /// Words as the low or high half of 32 bits, shifted there, and packed.
    fn shift_words(&mut self, b: BinOp, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let long = int_lanes(ty, 32);
        let zero = self.vector_zero(ty)?;
        let mut parts = Vec::with_capacity(2);
        for unpack in [op::PUNPCKLWD_RR, op::PUNPCKHWD_RR] {
            let n = self.vrr(unpack, To::ANY, ty, y, zero)?;
            let t = if b == BinOp::AShr {
                let v = self.vrr(unpack, To::ANY, ty, zero, x)?;
                let v = self.shift_lanes(b, long, v, n, To::ANY)?;
                self.vri(op::PSRLD_RI, To::ANY, long, v, 16)?
            } else {
                let v = self.vrr(unpack, To::ANY, ty, x, zero)?;
                let v = self.shift_lanes(b, long, v, n, To::ANY)?;
                let mask = self.splat_constant(0xffff, long)?;
                if b == BinOp::Shl { self.vrr(op::PAND_RR, To::ANY, long, v, mask)? } else { v }
            };
            parts.push(t);
        }
        self.vrr(op::PACKUSDW_RR, to, ty, parts[0], parts[1])
    }
    /// A bit of the count after the other: lanes that have it are shifted by as much as it says.
    fn shift_in_steps(&mut self, b: BinOp, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let bits = i64::from(lane_bits(ty));
        let top = if bits == 8 { 3 } else { 4 };
        // The bits that count, at the top.
        let mut n = self.vri(op::PSLLW_RI, To::ANY, int_lanes(ty, 16), y, bits - top)?;
        let mut r = x;
        for k in (0..top).rev() {
            let shifted = self.shift_by(b, ty, r, 1 << k, To::ANY)?;
            let m = self.is_negative(ty, n, To::ANY)?;
            r = self.choose_lanes(int_lanes(ty, 8), m, shifted, r, To::ANY)?;
            if k > 0 {
                n = self.vrr(if bits == 8 { op::PADDB_RR } else { op::PADDW_RR }, To::ANY, ty, n, n)?;
            }
        }
        Ok(self.settle(to, r))
    }
    /// Each lane's count for all lanes, of which one is kept.
    fn shift_each(&mut self, b: BinOp, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let (_, rows) = shift_rows(b);
        let row = rows[by_width(ty) - 1];
        if lane_bits(ty) == 64 {
            let high = self.vri(op::PSHUFD_RRI, To::ANY, ty, y, 0xee)?;
            let pair = |e: &mut Self, v: Tn| {
                let low = e.vrr(row, To::ANY, ty, v, y)?;
                let top = e.vrr(row, To::ANY, ty, v, high)?;
                e.vrri(op::SHUFPD_RRI, To::ANY, ty, low, top, 2)
            };
            let t = pair(self, x)?;
            if b != BinOp::AShr {
                return Ok(self.settle(to, t));
            }
            let sign = self.splat_constant(1 << 63, ty)?;
            let m = pair(self, sign)?;
            return self.fix_sign_by(ty, t, m, to);
        }
        let mut lanes = Vec::with_capacity(4);
        for k in 0..4 {
            // The count in the low half of the register, with zeros above.
            let n = if k % 2 == 1 { y } else { self.vri(op::PSLLQ_RI, To::ANY, ty, y, 32)? };
            let n = self.vri(op::PSRLQ_RI, To::ANY, ty, n, 32)?;
            let n = if k < 2 { n } else { self.vri(op::PSHUFD_RRI, To::ANY, ty, n, 0xee)? };
            lanes.push(self.vrr(row, To::ANY, ty, x, n)?);
        }
        // Lane 0 of the first, 1 of the second...
        let even = self.vrri(op::SHUFPS_RRI, To::ANY, ty, lanes[0], lanes[2], 0b11_10_00_00)?;
        let odd = self.vrri(op::SHUFPS_RRI, To::ANY, ty, lanes[1], lanes[3], 0b11_11_01_01)?;
        // even: 0 0 2 3 (of the third); odd: 1 1 3 3 (of the fourth).
        let t = self.vrri(op::SHUFPS_RRI, To::ANY, ty, even, odd, 0b10_00_10_00)?;
        self.vri(op::PSHUFD_RRI, to, ty, t, 0b11_01_10_00)
    }
    /// Lanes that are negative, as a mask.
    pub(super) fn is_negative(&mut self, ty: MType, x: Tn, to: To) -> Result<Tn> {
        match lane_bits(ty) {
            8 => {
                let zero = self.vector_zero(ty)?;
                self.vrr(op::PCMPGTB_RR, to, ty, zero, x)
            }
            16 => self.vri(op::PSRAW_RI, to, ty, x, 15),
            32 => self.vri(op::PSRAD_RI, to, ty, x, 31),
            _ => {
                let t = self.vri(op::PSRAD_RI, To::ANY, ty, x, 31)?;
                self.vri(op::PSHUFD_RRI, to, ty, t, 0xf5)
            }
        }
    }
    /// Have all lanes one value?
    fn is_splat(&self, w: Wn) -> bool {
        match self.n(w).opr {
            Opr::Shuffle(k) => self.w.shuffles.get(k as usize).is_some_and(|m| m.iter().all(|l| *l == m[0])),
            Opr::BuildVector => {
                let kids = self.w.kids(w);
                kids.iter().all(|&k| self.same(k, kids[0]))
            }
            _ => false,
        }
    }

    // Products.

    pub(super) fn vector_multiply(&mut self, ty: MType, a: Wn, b: Wn, to: To) -> Result<Tn> {
        match lane_bits(ty) {
            32 if self.m.sse41 => {
                let x = self.reg(a)?;
                self.vsource(op::PMULLD_RR, to, ty, x, b)
            }
            64 if self.is_short(a) && self.is_short(b) => {
                let x = self.reg(a)?;
                self.vsource(op::PMULUDQ_RR, to, ty, x, b)
            }
            bits => {
                let x = self.reg(a)?;
                let y = self.reg(b)?;
                match bits {
                    8 => self.multiply_bytes(ty, x, y, to),
                    32 => self.multiply_longs(ty, x, y, to),
                    _ => self.multiply_quads(ty, x, y, to),
                }
            }
        }
    }
    /// Is the upper half of each lane of 64 bits zero?
    fn is_short(&self, w: Wn) -> bool {
        if self.splat_value(w).is_some_and(|v| v >> 32 == 0) {
            return true;
        }
        match self.n(w).opr {
            Opr::Cast(CastOp::ZExt) => true,
            Opr::Binary(BinOp::And) => {
                self.as_binary(w, BinOp::And).is_some_and(|(_, y)| self.splat_value(y).is_some_and(|v| v >> 32 == 0))
            }
            Opr::Binary(BinOp::LShr) => {
                self.as_binary(w, BinOp::LShr).is_some_and(|(_, y)| self.splat_value(y).is_some_and(|v| v >= 32))
            }
            _ => false,
        }
    }
    fn multiply_bytes(&mut self, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let even = self.vrr(op::PMULLW_RR, To::ANY, ty, x, y)?;
        let low = self.splat_constant(0x00ff, int_lanes(ty, 16))?;
        let even = self.vrr(op::PAND_RR, To::ANY, ty, even, low)?;
        let p = self.vri(op::PSRLW_RI, To::ANY, ty, x, 8)?;
        let q = self.vri(op::PSRLW_RI, To::ANY, ty, y, 8)?;
        let odd = self.vrr(op::PMULLW_RR, To::ANY, ty, p, q)?;
        let odd = self.vri(op::PSLLW_RI, To::ANY, ty, odd, 8)?;
        self.vrr(op::POR_RR, to, ty, even, odd)
    }
    fn multiply_longs(&mut self, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let even = self.vrr(op::PMULUDQ_RR, To::ANY, ty, x, y)?;
        let p = self.vri(op::PSHUFD_RRI, To::ANY, ty, x, 0xf5)?;
        let q = self.vri(op::PSHUFD_RRI, To::ANY, ty, y, 0xf5)?;
        let odd = self.vrr(op::PMULUDQ_RR, To::ANY, ty, p, q)?;
        let even = self.vri(op::PSHUFD_RRI, To::ANY, ty, even, 0xe8)?;
        let odd = self.vri(op::PSHUFD_RRI, To::ANY, ty, odd, 0xe8)?;
        self.vrr(op::PUNPCKLDQ_RR, to, ty, even, odd)
    }
    /// The high halves of products of 32 bits: of the even lanes and of the odd ones, between each other. Before SSE4.1 the products
    /// are unsigned, and a factor too large where the other is negative.
    pub(super) fn vector_multiply_high(&mut self, ty: MType, a: Wn, b: Wn, signed: bool, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let row = if signed && self.m.sse41 { op::PMULDQ_RR } else { op::PMULUDQ_RR };
        let even = self.vrr(row, To::ANY, ty, x, y)?;
        let p = self.vri(op::PSRLQ_RI, To::ANY, ty, x, 32)?;
        let q = if self.splat_value(b).is_some() { y } else { self.vri(op::PSRLQ_RI, To::ANY, ty, y, 32)? };
        let odd = self.vrr(row, To::ANY, ty, p, q)?;
        let even = self.vri(op::PSRLQ_RI, To::ANY, ty, even, 32)?;
        let odd = self.vri(op::PSRLQ_RI, To::ANY, ty, odd, 32)?;
        let odd = self.vri(op::PSLLQ_RI, To::ANY, ty, odd, 32)?;
        if !signed || self.m.sse41 {
            return self.vrr(op::POR_RR, to, ty, even, odd);
        }
        let mut high = self.vrr(op::POR_RR, To::ANY, ty, even, odd)?;
        for (negative, factor) in [(x, y), (y, x)] {
            let sign = self.vri(op::PSRAD_RI, To::ANY, ty, negative, 31)?;
            let much = self.vrr(op::PAND_RR, To::ANY, ty, sign, factor)?;
            high = self.vrr(op::PSUBD_RR, To::ANY, ty, high, much)?;
        }
        Ok(self.settle(to, high))
    }
    fn multiply_quads(&mut self, ty: MType, x: Tn, y: Tn, to: To) -> Result<Tn> {
        let low = self.vrr(op::PMULUDQ_RR, To::ANY, ty, x, y)?;
        let p = self.vri(op::PSRLQ_RI, To::ANY, ty, x, 32)?;
        let p = self.vrr(op::PMULUDQ_RR, To::ANY, ty, p, y)?;
        let q = self.vri(op::PSRLQ_RI, To::ANY, ty, y, 32)?;
        let q = self.vrr(op::PMULUDQ_RR, To::ANY, ty, q, x)?;
        let high = self.vrr(op::PADDQ_RR, To::ANY, ty, p, q)?;
        let high = self.vri(op::PSLLQ_RI, To::ANY, ty, high, 32)?;
        self.vrr(op::PADDQ_RR, to, ty, low, high)
    }

    // Comparisons.

    pub(super) fn vector_icmp(&mut self, w: Wn, p: IntPred, to: To) -> Result<Tn> {
        let ty = self.n(w).desc;
        let (a, b) = self.two(w)?;
        use IntPred::*;
        if self.is_all(b, false) && matches!(p, Slt | Sge) {
            let x = self.reg(a)?;
            return match p {
                Slt => self.is_negative(ty, x, to),
                _ => {
                    let m = self.is_negative(ty, x, To::ANY)?;
                    self.complement(ty, m, to)
                }
            };
        }
        let invert = matches!(p, Ne | Sge | Sle);
        let t = match p {
            Eq | Ne => self.equal(ty, a, b, if invert { To::ANY } else { to })?,
            Sgt | Sle => self.greater(ty, a, b, if invert { To::ANY } else { to })?,
            Slt | Sge => self.greater(ty, b, a, if invert { To::ANY } else { to })?,
            Ugt | Uge | Ult | Ule => return self.unsigned_order(ty, p, a, b, to),
        };
        if invert { self.complement(ty, t, to) } else { Ok(t) }
    }
    pub(super) fn complement(&mut self, ty: MType, t: Tn, to: To) -> Result<Tn> {
        let ones = self.splat_constant(u64::MAX, ty)?;
        self.vrr(op::PXOR_RR, to, ty, t, ones)
    }
    fn equal(&mut self, ty: MType, a: Wn, b: Wn, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        if lane_bits(ty) == 64 && !self.m.sse41 {
            let t = self.vsource(op::PCMPEQD_RR, To::ANY, ty, x, b)?;
            let other = self.vri(op::PSHUFD_RRI, To::ANY, ty, t, 0xb1)?;
            return self.vrr(op::PAND_RR, to, ty, t, other);
        }
        self.vsource(EQUAL[by_width(ty)], to, ty, x, b)
    }
    fn greater(&mut self, ty: MType, a: Wn, b: Wn, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        if lane_bits(ty) == 64 && !self.m.sse42 {
            let y = self.reg(b)?;
            return self.greater_quads(ty, x, y, 0x8000_0000, to);
        }
        self.vsource(GREATER[by_width(ty)], to, ty, x, b)
    }
    /// By halves, the lower ones without sign (`flip` makes signed numbers of what is compared).
    fn greater_quads(&mut self, ty: MType, x: Tn, y: Tn, flip: u64, to: To) -> Result<Tn> {
        let f = self.splat_constant(flip, ty)?;
        let x = self.vrr(op::PXOR_RR, To::ANY, ty, x, f)?;
        let y = self.vrr(op::PXOR_RR, To::ANY, ty, y, f)?;
        let gt = self.vrr(op::PCMPGTD_RR, To::ANY, ty, x, y)?;
        let eq = self.vrr(op::PCMPEQD_RR, To::ANY, ty, x, y)?;
        let eq = self.vri(op::PSHUFD_RRI, To::ANY, ty, eq, 0xf5)?;
        let low = self.vri(op::PSHUFD_RRI, To::ANY, ty, gt, 0xa0)?;
        let high = self.vri(op::PSHUFD_RRI, To::ANY, ty, gt, 0xf5)?;
        let both = self.vrr(op::PAND_RR, To::ANY, ty, eq, low)?;
        self.vrr(op::POR_RR, to, ty, high, both)
    }
    fn unsigned_order(&mut self, ty: MType, p: IntPred, a: Wn, b: Wn, to: To) -> Result<Tn> {
        use IntPred::*;
        let bits = lane_bits(ty);
        // a < b is b > a.
        let (a, b, p) = if matches!(p, Ult | Ule) { (b, a, p.swapped()) } else { (a, b, p) };
        let invert = p == Ugt;
        if bits == 8 || (bits < 64 && self.m.sse41) {
            // a >= b if the greater of them is a; a > b if not b >= a.
            let (a, b) = if invert { (b, a) } else { (a, b) };
            let x = self.reg(a)?;
            let row = [op::PMAXUB_RR, op::PMAXUW_RR, op::PMAXUD_RR][by_width(ty)];
            let most = self.vsource(row, To::ANY, ty, x, b)?;
            let t = self.vrr(EQUAL[by_width(ty)], if invert { To::ANY } else { to }, ty, most, x)?;
            return if invert { self.complement(ty, t, to) } else { Ok(t) };
        }
        let (x, y) = (self.reg(a)?, self.reg(b)?);
        // a >= b if not b > a.
        let (x, y) = if invert { (x, y) } else { (y, x) };
        let at = if invert { to } else { To::ANY };
        let t = if bits == 64 && !self.m.sse42 {
            self.greater_quads(ty, x, y, 0x8000_0000_8000_0000, at)?
        } else {
            let sign = self.splat_constant(1 << (bits - 1), ty)?;
            let x = self.vrr(op::PXOR_RR, To::ANY, ty, x, sign)?;
            let y = self.vrr(op::PXOR_RR, To::ANY, ty, y, sign)?;
            self.vrr(GREATER[by_width(ty)], at, ty, x, y)?
        };
        if invert { Ok(t) } else { self.complement(ty, t, to) }
    }
    pub(super) fn vector_fcmp(&mut self, w: Wn, p: FloatPred, to: To) -> Result<Tn> {
        let ty = self.n(w).desc;
        let (a, b) = self.two(w)?;
        let (swap, code) = match p {
            FloatPred::Oeq => (false, 0),
            FloatPred::Olt => (false, 1),
            FloatPred::Ole => (false, 2),
            FloatPred::Ogt => (true, 1),
            FloatPred::Oge => (true, 2),
            FloatPred::Uno => (false, 3),
            FloatPred::Une => (false, 4),
            FloatPred::Uge => (false, 5),
            FloatPred::Ugt => (false, 6),
            FloatPred::Ule => (true, 5),
            FloatPred::Ult => (true, 6),
            FloatPred::Ord => (false, 7),
            FloatPred::One if self.m.avx => (false, 12),
            FloatPred::Ueq if self.m.avx => (false, 8),
            FloatPred::One | FloatPred::Ueq => {
                let (x, y) = (self.reg(a)?, self.reg(b)?);
                let one = p == FloatPred::One;
                let order = self.float_compare(ty, x, y, if one { 7 } else { 3 }, To::ANY)?;
                let same = self.float_compare(ty, x, y, if one { 4 } else { 0 }, To::ANY)?;
                return self.vrr(if one { op::ANDPS_RR } else { op::ORPS_RR }, to, ty, order, same);
            }
            FloatPred::False | FloatPred::True => {
                let v = if p == FloatPred::True { u64::MAX } else { 0 };
                let t = self.splat_constant(v, as_int(ty))?;
                return Ok(self.settle(to, t));
            }
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (x, y) = (self.reg(a)?, self.reg(b)?);
        self.float_compare(ty, x, y, code, to)
    }
    fn float_compare(&mut self, ty: MType, x: Tn, y: Tn, code: i64, to: To) -> Result<Tn> {
        let row = if lane_bits(ty) == 64 { op::CMPPD_RRI } else { op::CMPPS_RRI };
        self.vrri(row, to, ty, x, y, code)
    }

    // Choices.

    pub(super) fn vector_select(&mut self, w: Wn, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (c, a, b) = self.three(w)?;
        if !self.n(c).ty.is_vector() {
            return self.select(w, to);
        }
        if self.is_all(b, false) {
            let m = self.reg(c)?;
            return self.vsource(op::PAND_RR, to, ty, m, a);
        }
        if self.is_all(a, false) {
            let m = self.reg(c)?;
            return self.vsource(op::PANDN_RR, to, ty, m, b);
        }
        if self.is_all(a, true) && !is_float(ty) {
            let m = self.reg(c)?;
            return self.vsource(op::POR_RR, to, ty, m, b);
        }
        // A complement exchanges the arms.
        let (c, a, b) = match self.as_complement(c) {
            Some(inner) => (inner, b, a),
            None => (c, a, b),
        };
        let m = self.reg(c)?;
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        self.choose_lanes(ty, m, x, y, to)
    }
    /// The lanes of `x` where the mask says so, else of `y`.
    pub(super) fn choose_lanes(&mut self, ty: MType, m: Tn, x: Tn, y: Tn, to: To) -> Result<Tn> {
        if self.m.sse41 {
            let row = match (is_float(ty), lane_bits(ty)) {
                (true, 32) => op::BLENDVPS_RR,
                (true, _) => op::BLENDVPD_RR,
                _ => op::PBLENDVB_RR,
            };
            let row = self.vrow(row, ty)?;
            let rd = self.apart(to, ty, &[x, m])?;
            self.emit(row, &[rd], &[y, x, m]);
            return Ok(self.settle(to, rd));
        }
        let p = self.vrr(op::PAND_RR, To::ANY, ty, x, m)?;
        let q = self.vrr(op::PANDN_RR, To::ANY, ty, m, y)?;
        self.vrr(op::POR_RR, to, ty, q, p)
    }

    // Extremes of floats.

    /// The instruction gives its second operand where the two do not compare, or are zeros.
    pub(super) fn vector_float_extreme(&mut self, w: Wn, b: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let double = usize::from(lane_bits(ty) == 64);
        let min = matches!(b, BinOp::FMinNum | BinOp::FMinimumNum | BinOp::FMinimum);
        let row = if min { [op::MINPS_RR, op::MINPD_RR] } else { [op::MAXPS_RR, op::MAXPD_RR] }[double];
        let (a, c) = self.two(w)?;
        let (x, y) = (self.reg(a)?, self.reg(c)?);
        let flags = self.flags(w);
        let nan = !flags.contains(InstFlags::NNAN);
        let ieee = matches!(b, BinOp::FMinimum | BinOp::FMaximum);
        let zeros = (ieee || matches!(b, BinOp::FMinimumNum | BinOp::FMaximumNum)) && !flags.contains(InstFlags::NSZ);
        // x where it is no less than y, and where either is a NaN.
        let mut t = self.vector_extreme(row, ty, y, x)?;
        if zeros {
            let logic = if min { op::ORPS_RR } else { op::ANDPS_RR };
            let joined = self.vrr(logic, To::ANY, ty, x, y)?;
            let same = self.float_compare(ty, x, y, 0, To::ANY)?;
            t = self.choose_lanes(ty, same, joined, t, To::ANY)?;
        }
        if nan {
            if ieee {
                // Adding makes a quiet NaN of either.
                let sum = self.vrr([op::ADDPS_RR, op::ADDPD_RR][double], To::ANY, ty, x, y)?;
                let any = self.float_compare(ty, x, y, 3, To::ANY)?;
                t = self.choose_lanes(ty, any, sum, t, To::ANY)?;
            } else {
                let x_nan = self.float_compare(ty, x, x, 3, To::ANY)?;
                t = self.choose_lanes(ty, x_nan, y, t, To::ANY)?;
            }
        }
        Ok(self.settle(to, t))
    }
    fn vector_extreme(&mut self, row: Opcode, ty: MType, x: Tn, y: Tn) -> Result<Tn> {
        let row = self.vrow(row, ty)?;
        let rd = self.fresh(ty)?;
        self.emit(row, &[rd], &[x, y]);
        Ok(rd)
    }
}
