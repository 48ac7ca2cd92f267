//! Vectors: shuffles, by the cheapest pattern that fits.
//!
//! A shuffle is a list of lanes, numbered over one or two registers, with holes where any lane will do. It is first seen in
//! the widest lanes that it moves whole. Then patterns are tried in the order of what they cost: nothing, one instruction,
//! two, and in the end one that always works (`pshufb` of each operand, or word by word where there is no `pshufb`).
//! Instructions of 256 bits work on both halves alike: a list that does the same in both is matched as one of 128 bits.
//! After "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2, `pshufd`, `shufps`, `punpckl*`, `palignr`...

use super::expand::{Expander, To};
use super::expand_vec::{half, int_lanes, is_float, lane_bits, lanes_of};
use crate::func::Tn;
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

/// A lane of the operands, or any.
pub(super) type Lane = Option<usize>;

/// Does a list fit another, which says every lane?
fn fits(mask: &[Lane], want: impl Fn(usize) -> usize) -> bool {
    mask.iter().enumerate().all(|(k, m)| m.is_none_or(|m| m == want(k)))
}
/// The list in lanes of twice the width, if it moves those whole.
fn widened(mask: &[Lane]) -> Option<Vec<Lane>> {
    let pair = |p: &[Lane]| match (p[0], p[1]) {
        (None, None) => Some(None),
        (Some(a), None) if a % 2 == 0 => Some(Some(a / 2)),
        (None, Some(b)) if b % 2 == 1 => Some(Some(b / 2)),
        (Some(a), Some(b)) if a % 2 == 0 && b == a + 1 => Some(Some(a / 2)),
        _ => None,
    };
    mask.chunks_exact(2).map(pair).collect()
}
/// The immediate of a shuffle of four lanes; holes stay where they are.
fn four(lanes: &[Lane]) -> i64 {
    lanes.iter().enumerate().map(|(k, l)| (l.unwrap_or(k) as i64 & 3) << (2 * k)).sum()
}
/// Which lanes are from the second of two operands.
fn second(mask: &[Lane], n: usize) -> Vec<bool> {
    mask.iter().map(|l| l.is_some_and(|l| l >= n)).collect()
}
/// The lanes from one operand only, numbered within it.
fn part(mask: &[Lane], n: usize, which: usize) -> Vec<Lane> {
    mask.iter().map(|l| l.filter(|l| l / n == which).map(|l| l % n)).collect()
}

/// The rows that put low, and high, lanes of two registers in turns.
pub(super) fn unpack_rows(bits: u32, float: bool) -> [Opcode; 2] {
    use op::*;
    match (bits, float) {
        (8, _) => [PUNPCKLBW_RR, PUNPCKHBW_RR],
        (16, _) => [PUNPCKLWD_RR, PUNPCKHWD_RR],
        (32, false) => [PUNPCKLDQ_RR, PUNPCKHDQ_RR],
        (32, true) => [UNPCKLPS_RR, UNPCKHPS_RR],
        (_, false) => [PUNPCKLQDQ_RR, PUNPCKHQDQ_RR],
        (_, true) => [UNPCKLPD_RR, UNPCKHPD_RR],
    }
}

impl Expander<'_> {
    /// A shuffle node.
    pub(super) fn vector_shuffle(&mut self, w: Wn, k: u32, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        let mask: Vec<Lane> = match self.w.shuffles.get(k as usize) {
            Some(m) => m.iter().map(|&l| (l != u32::MAX).then_some(l as usize)).collect(),
            None => return self.unsupported("a shuffle without its lanes"),
        };
        let (a, b) = self.two(w)?;
        let n = lanes_of(from).1;
        let uses = |which: usize| mask.iter().flatten().any(|l| l / n == which);
        if let Some(t) = self.splat_of_memory(&mask, ty, a, to)? {
            return Ok(t);
        }
        if let Some(t) = self.extension(&mask, ty, from, a, b, to)? {
            return Ok(t);
        }
        let (x, y) = match (uses(0), uses(1)) {
            (false, false) => return self.undefined(ty, to),
            (true, false) => (self.reg(a)?, None),
            (false, true) => {
                let y = self.reg(b)?;
                let mask: Vec<Lane> = part(&mask, n, 1);
                return self.shuffle_any(ty, from, y, None, &mask, to);
            }
            (true, true) => {
                let x = self.reg(a)?;
                (x, Some(self.reg(b)?))
            }
        };
        self.shuffle_any(ty, from, x, y, &mask, to)
    }
    /// Lanes beside zeros are numbers extended: `pmovzx`, where the low ones are.
    fn extension(&mut self, mask: &[Lane], ty: MType, from: MType, a: Wn, b: Wn, to: To) -> Result<Option<Tn>> {
        let n = lanes_of(from).1;
        if !self.m.sse41 || ty.bits() != 128 || from.bits() != 128 || !self.is_all(b, false) {
            return Ok(None);
        }
        let low = mask.iter().enumerate().all(|(k, l)| match l {
            Some(l) if k % 2 == 0 => *l == k / 2,
            Some(l) => *l >= n,
            None => true,
        });
        let row = match lane_bits(from) {
            8 => op::PMOVZXBW_RR,
            16 => op::PMOVZXWD_RR,
            32 => op::PMOVZXDQ_RR,
            _ => return Ok(None),
        };
        if !low || mask[0] != Some(0) {
            return Ok(None);
        }
        let x = self.reg(a)?;
        self.vr(row, to, ty, x).map(Some)
    }
    /// Between registers of the same width or not.
    pub(super) fn shuffle_any(
        &mut self,
        ty: MType,
        from: MType,
        x: Tn,
        y: Option<Tn>,
        mask: &[Lane],
        to: To,
    ) -> Result<Tn> {
        if ty.bits() == from.bits() {
            return self.shuffle(ty, x, y, mask, to);
        }
        let n = lanes_of(from).1;
        if ty.bits() < from.bits() {
            return self.shuffle_halves(ty, from, x, y, mask, to);
        }
        // Each half of the result by itself.
        let small = half(ty);
        let (low, high) = mask.split_at(n);
        if mask.iter().all(|l| *l == Some(0)) {
            return self.broadcast(ty, x, to);
        }
        let low = self.shuffle(small, x, y, low, To::ANY)?;
        if high.iter().all(Option::is_none) {
            return self.r(op::P_WIDEV, to, ty, low);
        }
        let high = self.shuffle(small, x, y, high, To::ANY)?;
        self.join(ty, low, high, to)
    }
    /// Two registers as the halves of a wide one.
    pub(super) fn join(&mut self, ty: MType, low: Tn, high: Tn, to: To) -> Result<Tn> {
        let wide = self.r(op::P_WIDEV, To::ANY, ty, low)?;
        let row = if self.m.avx2 { op::VINSERTI128_RRRI } else { op::VINSERTF128_RRRI };
        self.rri(row, to, ty, wide, high, 1)
    }
    /// A half of a wide register.
    pub(super) fn half_of(&mut self, ty: MType, x: Tn, high: bool, to: To) -> Result<Tn> {
        if !high {
            return self.r(op::P_LOWV, to, ty, x);
        }
        self.ri(if self.m.avx2 { op::VEXTRACTI128_RRI } else { op::VEXTRACTF128_RRI }, to, ty, x, 1)
    }
    /// A narrow register of lanes of wide ones.
    fn shuffle_halves(&mut self, ty: MType, from: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Tn> {
        let n = lanes_of(ty).1;
        let wide = lanes_of(from).1;
        debug_assert_eq!(wide, 2 * n);
        let mut sum: Option<(Tn, Vec<bool>)> = None;
        for h in 0..4 {
            let own = part(mask, n, h);
            if own.iter().all(Option::is_none) {
                continue;
            }
            let source = if h < 2 { Some(x) } else { y };
            let Some(source) = source else { return self.unsupported("a shuffle of a register that is not there") };
            let t = self.half_of(ty, source, h % 2 == 1, To::ANY)?;
            sum = Some(match sum {
                None => (self.shuffle(ty, t, None, &own, To::ANY)?, own.iter().map(Option::is_some).collect()),
                Some((s, have)) => {
                    let both: Vec<Lane> =
                        (0..n).map(|k| if have[k] { Some(k) } else { own[k].map(|l| n + l) }).collect();
                    let have = both.iter().map(Option::is_some).collect();
                    (self.shuffle(ty, s, Some(t), &both, To::ANY)?, have)
                }
            });
        }
        match sum {
            Some((t, _)) => Ok(self.settle(to, t)),
            None => self.undefined(ty, to),
        }
    }
    /// One lane in all of them.
    pub(super) fn broadcast(&mut self, ty: MType, x: Tn, to: To) -> Result<Tn> {
        use op::*;
        let wide = usize::from(ty.bits() == 256);
        if self.m.avx2 {
            let row = match (is_float(ty), lane_bits(ty)) {
                (_, 8) => [VPBROADCASTB_RR, VPBROADCASTBY_RR],
                (_, 16) => [VPBROADCASTW_RR, VPBROADCASTWY_RR],
                (true, 32) => [VBROADCASTSS_RR, VBROADCASTSSY_RR],
                (false, 32) => [VPBROADCASTD_RR, VPBROADCASTDY_RR],
                (true, _) => [VMOVDDUP_RR, VBROADCASTSDY_RR],
                _ => [VPBROADCASTQ_RR, VPBROADCASTQY_RR],
            };
            return self.r(row[wide], to, ty, x);
        }
        if wide == 1 {
            let small = half(ty);
            let low = self.broadcast(small, x, To::ANY)?;
            return self.join(ty, low, low, to);
        }
        let n = lanes_of(ty).1;
        self.shuffle(ty, x, None, &vec![Some(0); n], to)
    }

    /// Lanes of one or two registers of a type, as a register of that type.
    pub(super) fn shuffle(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Tn> {
        let n = lanes_of(ty).1;
        let y = y.filter(|&y| y != x);
        let mask: Vec<Lane> = match y {
            None => mask.iter().map(|l| l.map(|l| l % n)).collect(),
            Some(_) => mask.to_vec(),
        };
        let uses = |which: usize| mask.iter().flatten().any(|l| l / n == which);
        match (uses(0), uses(1), y) {
            (false, false, _) => self.undefined(ty, to),
            (false, true, Some(y)) => {
                let mask = part(&mask, n, 1);
                self.shuffle_lanes(ty, y, None, &mask, to)
            }
            (true, true, Some(y)) => self.shuffle_lanes(ty, x, Some(y), &mask, to),
            _ => self.shuffle_lanes(ty, x, None, &mask, to),
        }
    }
    fn shuffle_lanes(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Tn> {
        if fits(mask, |k| k) {
            return Ok(self.settle(to, x));
        }
        let float = is_float(ty);
        let mut mask = mask.to_vec();
        let mut bits = lane_bits(ty);
        while bits < 64
            && let Some(wider) = widened(&mask)
        {
            mask = wider;
            bits *= 2;
        }
        if ty.bits() == 256 {
            return self.shuffle_wide(ty, bits, x, y, &mask, to);
        }
        let ty = if float && bits == lane_bits(ty) { ty } else { int_lanes(ty, bits) };
        match self.shuffle_pattern(ty, x, y, &mask, to)? {
            Some(t) => Ok(t),
            None => self.shuffle_words(ty, x, y, &mask, to),
        }
    }
    /// The patterns of 128 bits. Always one with `pshufb`.
    fn shuffle_pattern(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Option<Tn>> {
        if let Some(t) = self.unpack(ty, x, y, mask, to)? {
            return Ok(Some(t));
        }
        match (lane_bits(ty), y) {
            (64, None) => {
                let [i, j] = [mask[0], mask[1]];
                let two = |l: Lane, k: usize| [Some(2 * l.unwrap_or(k)), Some(2 * l.unwrap_or(k) + 1)];
                let list = [two(i, 0), two(j, 1)].concat();
                self.vri(op::PSHUFD_RRI, to, ty, x, four(&list)).map(Some)
            }
            (64, Some(y)) => {
                let (Some(i), Some(j)) = (mask[0], mask[1]) else { return Ok(None) };
                let imm = (i as i64 & 1) | (j as i64 & 1) << 1;
                let imm = if ty.bits() == 256 { imm | imm << 2 } else { imm };
                let (x, y) = if i < 2 { (x, y) } else { (y, x) };
                self.vrri(op::SHUFPD_RRI, to, ty, x, y, imm).map(Some)
            }
            (32, None) => {
                if self.m.avx && is_float(ty) {
                    let row = if ty.bits() == 256 { op::VPERMILPSY_RRI } else { op::VPERMILPS_RRI };
                    return self.ri(row, to, ty, x, four(mask)).map(Some);
                }
                self.vri(op::PSHUFD_RRI, to, ty, x, four(mask)).map(Some)
            }
            (32, Some(y)) => self.shuffle_longs(ty, x, y, mask, to).map(Some),
            (bits, None) => {
                if bits == 16
                    && let Some(t) = self.shuffle_word_halves(ty, x, mask, to)?
                {
                    return Ok(Some(t));
                }
                if let Some(t) = self.shift_bytes(ty, x, mask, to)? {
                    return Ok(Some(t));
                }
                if !self.m.ssse3 {
                    return Ok(None);
                }
                let control = self.control(ty, mask, mask.len(), 0);
                let c = self.vector_constant(&control, ty, To::ANY)?;
                self.vrr(op::PSHUFB_RR, to, ty, x, c).map(Some)
            }
            (bits, Some(y)) => {
                if let Some(t) = self.rotate_bytes(ty, x, y, mask, to)? {
                    return Ok(Some(t));
                }
                let n = 128 / bits as usize;
                if (0..n).all(|k| mask[k].is_none_or(|l| l % n == k)) {
                    return self.blend(ty, x, y, &second(mask, n), to).map(Some);
                }
                if !self.m.ssse3 {
                    return Ok(None);
                }
                let mut parts = Vec::with_capacity(2);
                for (which, t) in [x, y].into_iter().enumerate() {
                    let control = self.control(ty, mask, n, which);
                    let c = self.vector_constant(&control, ty, To::ANY)?;
                    parts.push(self.vrr(op::PSHUFB_RR, To::ANY, ty, t, c)?);
                }
                self.vrr(op::POR_RR, to, ty, parts[0], parts[1]).map(Some)
            }
        }
    }
    /// What `pshufb` is told of one operand: its bytes, zeros elsewhere. A list of 128 bits is for both halves.
    fn control(&self, ty: MType, mask: &[Lane], n: usize, which: usize) -> Vec<u8> {
        let size = 16 / n;
        let lane = |l: &Lane| match l {
            Some(l) if l / n == which => (0..size).map(|b| ((l % n) * size + b) as u8).collect::<Vec<u8>>(),
            _ => vec![0x80; size],
        };
        let bytes: Vec<u8> = mask.iter().flat_map(lane).collect();
        bytes.iter().copied().cycle().take(ty.bytes() as usize).collect()
    }
    /// Lanes of two registers in turns, or of one with itself.
    fn unpack(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Option<Tn>> {
        let n = mask.len();
        for (high, row) in unpack_rows(lane_bits(ty), is_float(ty)).into_iter().enumerate() {
            let base = high * n / 2;
            match y {
                None if lane_bits(ty) < 32 && fits(mask, |k| base + k / 2) => {
                    return self.vrr(row, to, ty, x, x).map(Some);
                }
                None => {}
                Some(y) => {
                    if fits(mask, |k| base + k / 2 + k % 2 * n) {
                        return self.vrr(row, to, ty, x, y).map(Some);
                    }
                    if fits(mask, |k| base + k / 2 + (1 - k % 2) * n) {
                        return self.vrr(row, to, ty, y, x).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }
    /// Four lanes of two registers.
    fn shuffle_longs(&mut self, ty: MType, x: Tn, y: Tn, mask: &[Lane], to: To) -> Result<Tn> {
        let from: Vec<bool> = second(mask, 4);
        let known = |k: usize| mask[k].is_some();
        if (0..4).all(|k| mask[k].is_none_or(|l| l % 4 == k)) {
            if !self.m.sse41 && fits(mask, |k| if k == 0 { 4 } else { k }) {
                return self.vrr(op::MOVSS__RR, to, ty, x, y);
            }
            if !self.m.sse41 && fits(mask, |k| if k == 0 { 0 } else { k + 4 }) {
                return self.vrr(op::MOVSS__RR, to, ty, y, x);
            }
            if self.m.sse41 {
                return self.blend(ty, x, y, &from, to);
            }
        }
        let pick = |b: bool| if b { y } else { x };
        // Each half from one register.
        let side = |a: usize, b: usize| match (known(a), known(b)) {
            (true, true) if from[a] != from[b] => None,
            (true, _) => Some(from[a]),
            (_, true) => Some(from[b]),
            _ => Some(false),
        };
        if let (Some(p), Some(q)) = (side(0, 1), side(2, 3)) {
            return self.vrri(op::SHUFPS_RRI, to, ty, pick(p), pick(q), four(mask));
        }
        let own: Vec<usize> = (0..4).filter(|&k| known(k) && from[k]).collect();
        let other: Vec<usize> = (0..4).filter(|&k| known(k) && !from[k]).collect();
        if own.len() <= 2 && other.len() <= 2 {
            // The lanes of x first, then those of y, then in order.
            let lane = |list: &[usize], i: usize| list.get(i).and_then(|&k| mask[k]).map(|l| l % 4);
            let gather = [lane(&other, 0), lane(&other, 1), lane(&own, 0), lane(&own, 1)];
            let t = self.vrri(op::SHUFPS_RRI, To::ANY, ty, x, y, four(&gather))?;
            let place = |k: usize| {
                let at = |list: &[usize]| list.iter().position(|&l| l == k);
                at(&other).or_else(|| at(&own).map(|i| 2 + i))
            };
            let order: Vec<Lane> = (0..4).map(place).collect();
            return self.vri(op::PSHUFD_RRI, to, ty, t, four(&order));
        }
        // Three of one, and one of the other, which is brought beside its neighbour first.
        let (many, one, p) = if own.len() == 1 { (x, y, own[0]) } else { (y, x, other[0]) };
        let q = p ^ 1;
        let lane = |k: usize| mask[k].map_or(0, |l| l % 4);
        let pair = [Some(lane(p)), Some(lane(p)), Some(lane(q)), Some(lane(q))];
        let t = self.vrri(op::SHUFPS_RRI, To::ANY, ty, one, many, four(&pair))?;
        let own_half = if p % 2 == 0 { [Some(0), Some(2)] } else { [Some(2), Some(0)] };
        let rest = if p < 2 { [Some(lane(2)), Some(lane(3))] } else { [Some(lane(0)), Some(lane(1))] };
        if p < 2 {
            self.vrri(op::SHUFPS_RRI, to, ty, t, many, four(&[own_half, rest].concat()))
        } else {
            self.vrri(op::SHUFPS_RRI, to, ty, many, t, four(&[rest, own_half].concat()))
        }
    }
    /// Words that stay in their half of a register, or are the same in both.
    fn shuffle_word_halves(&mut self, ty: MType, x: Tn, mask: &[Lane], to: To) -> Result<Option<Tn>> {
        let (low, high) = mask.split_at(4);
        let inside = |list: &[Lane], base: usize| list.iter().all(|l| l.is_none_or(|l| (base..base + 4).contains(&l)));
        let stay = |list: &[Lane], base: usize| list.iter().enumerate().all(|(k, l)| l.is_none_or(|l| l == base + k));
        let local = |list: &[Lane], base: usize| four(&list.iter().map(|l| l.map(|l| l - base)).collect::<Vec<_>>());
        if inside(low, 0) && inside(high, 4) {
            let (l, h) = (local(low, 0), local(high, 4));
            return Ok(Some(match (stay(low, 0), stay(high, 4)) {
                (false, true) => self.vri(op::PSHUFLW_RRI, to, ty, x, l)?,
                (true, false) => self.vri(op::PSHUFHW_RRI, to, ty, x, h)?,
                _ => {
                    let t = self.vri(op::PSHUFLW_RRI, To::ANY, ty, x, l)?;
                    self.vri(op::PSHUFHW_RRI, to, ty, t, h)?
                }
            }));
        }
        for (base, row, dup) in [(0, op::PSHUFLW_RRI, 0x44), (4, op::PSHUFHW_RRI, 0xee)] {
            if !inside(mask, base) {
                continue;
            }
            let both: Vec<Lane> = (0..4).map(|k| low[k].or(high[k])).collect();
            if (0..4).all(|k| (low[k].is_none() || low[k] == both[k]) && (high[k].is_none() || high[k] == both[k])) {
                let t = self.vri(row, To::ANY, ty, x, local(&both, base))?;
                return self.vri(op::PSHUFD_RRI, to, ty, t, dup).map(Some);
            }
        }
        // Halves that come from the other one each, which are exchanged first.
        if inside(low, 4) && inside(high, 0) {
            let t = self.vri(op::PSHUFD_RRI, To::ANY, ty, x, 0x4e)?;
            let turned: Vec<Lane> = mask.iter().map(|l| l.map(|l| l ^ 4)).collect();
            if fits(&turned, |k| k) {
                return Ok(Some(self.settle(to, t)));
            }
            return self.shuffle_word_halves(ty, t, &turned, to);
        }
        Ok(None)
    }
    /// All lanes moved by the same distance.
    fn shift_bytes(&mut self, ty: MType, x: Tn, mask: &[Lane], to: To) -> Result<Option<Tn>> {
        let size = i64::from(lane_bits(ty)) / 8;
        let Some((k, l)) = mask.iter().enumerate().find_map(|(k, l)| Some((k, (*l)?))) else { return Ok(None) };
        let moved = l as i64 - k as i64;
        let same = mask.iter().enumerate().all(|(k, l)| l.is_none_or(|l| l as i64 - k as i64 == moved));
        if !same || moved == 0 {
            return Ok(None);
        }
        let row = if moved > 0 { op::PSRLDQ_RI } else { op::PSLLDQ_RI };
        self.vri(row, to, ty, x, moved.abs() * size).map(Some)
    }
    /// The end of one register and the start of the other.
    fn rotate_bytes(&mut self, ty: MType, x: Tn, y: Tn, mask: &[Lane], to: To) -> Result<Option<Tn>> {
        let n = mask.len();
        let size = i64::from(lane_bits(ty)) / 8;
        for (first, last, turn) in [(x, y, 0), (y, x, n)] {
            for s in 1..n {
                if !fits(mask, |k| (s + k + turn) % (2 * n)) {
                    continue;
                }
                let by = s as i64 * size;
                if self.m.ssse3 {
                    return self.vrri(op::PALIGNR_RRI, to, ty, last, first, by).map(Some);
                }
                let low = self.vri(op::PSRLDQ_RI, To::ANY, ty, first, by)?;
                let high = self.vri(op::PSLLDQ_RI, To::ANY, ty, last, 16 - by)?;
                return self.vrr(op::POR_RR, to, ty, low, high).map(Some);
            }
        }
        Ok(None)
    }
    /// Lanes of either register, where they are.
    pub(super) fn blend(&mut self, ty: MType, x: Tn, y: Tn, from: &[bool], to: To) -> Result<Tn> {
        let bits = lane_bits(ty);
        let imm = |each: usize| -> i64 {
            let lanes = from.iter().flat_map(|&b| std::iter::repeat_n(b, each));
            lanes.take(8).enumerate().map(|(k, b)| i64::from(b) << k).sum()
        };
        if ty.bits() == 256 && !self.m.avx2 && bits >= 32 {
            let (own, lanes) = (imm(1), from.len());
            let own = if lanes as u32 * bits == 128 { own | own << lanes } else { own };
            return self.vrri(if bits == 64 { op::BLENDPD_RRI } else { op::BLENDPS_RRI }, to, ty, x, y, own);
        }
        if self.m.avx2 && bits >= 32 && !is_float(ty) {
            let row = if ty.bits() == 256 { op::VPBLENDDY_RRRI } else { op::VPBLENDD_RRRI };
            // What is for one half is for both.
            let own = imm(bits as usize / 32);
            let lanes = from.len() * bits as usize / 32;
            let own = if ty.bits() == 256 && lanes == 4 { own | own << 4 } else { own };
            return self.rri(row, to, ty, x, y, own);
        }
        if self.m.sse41 && bits >= 16 && from.len() as u32 * bits == 128 {
            if is_float(ty) && ty.bits() == 128 {
                let row = if bits == 64 { op::BLENDPD_RRI } else { op::BLENDPS_RRI };
                return self.vrri(row, to, ty, x, y, imm(1));
            }
            return self.vrri(op::PBLENDW_RRI, to, ty, x, y, imm(bits as usize / 16));
        }
        let size = bits as usize / 8;
        let bytes: Vec<u8> = from.iter().flat_map(|&b| std::iter::repeat_n(if b { 255 } else { 0 }, size)).collect();
        let bytes: Vec<u8> = bytes.iter().copied().cycle().take(ty.bytes() as usize).collect();
        let m = self.vector_constant(&bytes, ty, To::ANY)?;
        self.choose_lanes(int_lanes(ty, 8), m, y, x, to)
    }
    /// Without `pshufb`: word by word through general registers; bytes as words first.
    fn shuffle_words(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Tn> {
        if lane_bits(ty) == 16 {
            let sources: Vec<Tn> = std::iter::once(x).chain(y).collect();
            let list: Vec<Option<(Tn, usize)>> = mask.iter().map(|l| l.map(|l| (sources[l / 8], l % 8))).collect();
            return self.gather_words(&list, to);
        }
        let words = int_lanes(ty, 16);
        let zero = self.vector_zero(ty)?;
        let mut sources = Vec::with_capacity(4);
        for t in std::iter::once(x).chain(y) {
            for row in [op::PUNPCKLBW_RR, op::PUNPCKHBW_RR] {
                sources.push(self.vrr(row, To::ANY, words, t, zero)?);
            }
        }
        let mut halves = Vec::with_capacity(2);
        for h in mask.chunks(8) {
            let list: Vec<Option<(Tn, usize)>> = h.iter().map(|l| l.map(|l| (sources[l / 8], l % 8))).collect();
            halves.push(self.gather_words(&list, To::ANY)?);
        }
        self.vrr(op::PACKUSWB_RR, to, ty, halves[0], halves[1])
    }
    /// Words of any registers.
    fn gather_words(&mut self, list: &[Option<(Tn, usize)>], to: To) -> Result<Tn> {
        let ty = super::expand_vec::V8I16;
        // The register most of whose words stay.
        let stays = |t: Tn| list.iter().enumerate().filter(|(k, l)| **l == Some((t, *k))).count();
        let best = list.iter().flatten().map(|l| l.0).max_by_key(|&t| stays(t));
        let Some(mut r) = best else { return self.undefined(ty, to) };
        let base = r;
        for (k, l) in list.iter().enumerate() {
            let Some((t, lane)) = *l else { continue };
            if (t, lane) == (base, k) {
                continue;
            }
            let g = self.extract_word(t, lane)?;
            r = self.vrri(op::PINSRW_RRI, To::ANY, ty, r, g, k as i64)?;
        }
        Ok(self.settle(to, r))
    }
    /// A word in a general register, zero-extended.
    pub(super) fn extract_word(&mut self, t: Tn, lane: usize) -> Result<Tn> {
        let row = self.vrow(op::PEXTRW_RRI, super::expand_vec::V8I16)?;
        self.ri(row, To::ANY, MType::I32, t, lane as i64)
    }

    // 256 bits.

    fn shuffle_wide(&mut self, ty: MType, bits: u32, x: Tn, y: Option<Tn>, mask: &[Lane], to: To) -> Result<Tn> {
        let n = mask.len();
        let h = n / 2;
        let own = if is_float(ty) && bits == lane_bits(ty) { ty } else { int_lanes(ty, bits) };
        // Whole halves.
        if bits == 64
            && let Some(halves) = widened(mask)
        {
            let sel = |l: Lane, k: usize| l.unwrap_or(k) as i64;
            let imm = sel(halves[0], 0) | sel(halves[1], 1) << 4;
            let row = if self.m.avx2 { op::VPERM2I128_RRRI } else { op::VPERM2F128_RRRI };
            return self.rri(row, to, ty, x, y.unwrap_or(x), imm);
        }
        let in_half = mask.iter().enumerate().all(|(k, l)| l.is_none_or(|l| (l % n) / h == k / h));
        if in_half {
            let local = |l: usize| l % h + l / n * h;
            let same = |k: usize| match (mask[k], mask[k + h]) {
                (Some(a), Some(b)) if local(a) != local(b) => None,
                (a, b) => Some(a.or(b).map(local)),
            };
            if let Some(pattern) = (0..h).map(same).collect::<Option<Vec<Lane>>>()
                && let Some(t) = self.shuffle_pattern(own, x, y, &pattern, to)?
            {
                return Ok(t);
            }
        }
        if !self.m.avx2 {
            return self.shuffle_floats(own, x, y, mask, in_half, to);
        }
        match (y, bits) {
            (None, 64) => self.ri(op::VPERMQ_RRI, to, ty, x, four(mask)),
            (None, 32) => {
                let index: Vec<u8> = mask.iter().flat_map(|l| (l.unwrap_or(0) as u32).to_le_bytes()).collect();
                let i = self.vector_constant(&index, ty, To::ANY)?;
                self.rr(op::VPERMD_RRR, to, ty, i, x)
            }
            (None, _) => self.shuffle_bytes_wide(ty, &[x], mask, to),
            (Some(y), 32 | 64) => {
                let own = int_lanes(ty, bits);
                let p = self.shuffle_lanes(own, x, None, &part(mask, n, 0), To::ANY)?;
                let q = self.shuffle_lanes(own, y, None, &part(mask, n, 1), To::ANY)?;
                self.blend(own, p, q, &second(mask, n), to)
            }
            (Some(y), _) => self.shuffle_bytes_wide(ty, &[x, y], mask, to),
        }
    }
    /// With AVX alone, whose instructions cross halves whole.
    fn shuffle_floats(&mut self, ty: MType, x: Tn, y: Option<Tn>, mask: &[Lane], in_half: bool, to: To) -> Result<Tn> {
        let (n, bits) = (mask.len(), lane_bits(ty));
        let h = n / 2;
        match y {
            None if in_half && bits == 64 => {
                let imm = mask.iter().enumerate().map(|(k, l)| (l.unwrap_or(k) as i64 & 1) << k).sum();
                return self.ri(op::VPERMILPDY_RRI, to, ty, x, imm);
            }
            None if in_half => {
                let index: Vec<u8> = mask.iter().flat_map(|l| (l.unwrap_or(0) as u32 % 4).to_le_bytes()).collect();
                let i = self.vector_constant(&index, ty, To::ANY)?;
                return self.rr(op::VPERMILPSY_RRR, to, ty, x, i);
            }
            None if mask.iter().enumerate().all(|(k, l)| l.is_none_or(|l| l / h != k / h)) => {
                let turned = self.rri(op::VPERM2F128_RRRI, To::ANY, ty, x, x, 1)?;
                let mask: Vec<Lane> = mask.iter().map(|l| l.map(|l| (l + h) % n)).collect();
                return self.shuffle_lanes(ty, turned, None, &mask, to);
            }
            Some(y) if in_half => {
                let p = self.shuffle_lanes(ty, x, None, &part(mask, n, 0), To::ANY)?;
                let q = self.shuffle_lanes(ty, y, None, &part(mask, n, 1), To::ANY)?;
                return self.blend(ty, p, q, &second(mask, n), to);
            }
            _ => {}
        }
        // Each half of the result by itself.
        let small = half(ty);
        let (low, high) = mask.split_at(h);
        let low = self.shuffle_halves(small, ty, x, y, low, To::ANY)?;
        let high = self.shuffle_halves(small, ty, x, y, high, To::ANY)?;
        self.join(ty, low, high, to)
    }
    /// Bytes of either half of each register, which is in both halves then.
    fn shuffle_bytes_wide(&mut self, ty: MType, from: &[Tn], mask: &[Lane], to: To) -> Result<Tn> {
        let n = mask.len();
        let h = n / 2;
        let size = 32 / n;
        let mut sum: Option<Tn> = None;
        for (which, &t) in from.iter().enumerate() {
            for half in 0..2 {
                let mine = |l: &Lane| l.filter(|&l| l / n == which && (l % n) / h == half);
                if mask.iter().all(|l| mine(l).is_none()) {
                    continue;
                }
                let lane = |l: &Lane| match mine(l) {
                    Some(l) => (0..size).map(|b| ((l % h) * size + b) as u8).collect::<Vec<u8>>(),
                    None => vec![0x80; size],
                };
                let control: Vec<u8> = mask.iter().flat_map(lane).collect();
                let both = self.ri(op::VPERMQ_RRI, To::ANY, ty, t, if half == 0 { 0x44 } else { 0xee })?;
                let c = self.vector_constant(&control, ty, To::ANY)?;
                let p = self.rr(op::VPSHUFBY_RRR, To::ANY, ty, both, c)?;
                sum = Some(match sum {
                    None => p,
                    Some(s) => self.rr(op::VPORY_RRR, To::ANY, ty, s, p)?,
                });
            }
        }
        match sum {
            Some(t) => Ok(self.settle(to, t)),
            None => self.undefined(ty, to),
        }
    }
}
