//! `llvm.is.fpclass`: a class of floats is a set of ranges of bit patterns.
//!
//! The extended format writes its leading bit down. Patterns where that bit is not what the exponent says are no numbers
//! (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, 8.2.2, "unsupported double extended
//! floating-point encodings and pseudo-denormals"): as LLVM and glibc have it, they are never normal, and are NaNs where NaNs of
//! both kinds are asked for.

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

/// Both kinds of NaNs; normal numbers.
const NANS: u32 = 3;
const NORMAL: u32 = 1 << 3 | 1 << 8;

/// How a format lies in its bits.
struct Format {
    bits: u32,
    /// Bits below the exponent.
    fraction: u32,
    /// The leading bit is one of them.
    explicit: bool,
}

impl Format {
    fn of(k: FloatKind) -> Format {
        let fraction = match k {
            FloatKind::Half => 10,
            FloatKind::BFloat => 7,
            FloatKind::Single => 23,
            FloatKind::Double => 52,
            FloatKind::Extended => 64,
            FloatKind::Quad => 112,
        };
        Format { bits: k.bits(), fraction, explicit: k == FloatKind::Extended }
    }
    /// The leading bit, where it is written.
    fn lead(&self) -> u128 {
        if self.explicit { 1 << (self.fraction - 1) } else { 0 }
    }
    fn sign(&self) -> u128 {
        1 << (self.bits - 1)
    }
    fn inf(&self) -> u128 {
        ((1 << (self.bits - 1 - self.fraction)) - 1) << self.fraction | self.lead()
    }
    /// Inclusive ranges of patterns that the classes of a mask are, without gaps between neighbours.
    fn ranges(&self, mask: u32) -> Vec<(u128, u128)> {
        let (sign, inf) = (self.sign(), self.inf());
        let quiet = 1u128 << (self.fraction - 1 - u32::from(self.explicit));
        let least = 1u128 << self.fraction;
        let subnormal = if self.explicit { self.lead() - 1 } else { least - 1 };
        // Of the last normal number all bits of the fraction are set.
        let largest = (inf | self.lead()) - self.lead() - 1;
        let mut ranges: Vec<(u128, u128)> = Vec::new();
        // NaN classes have no sign of their own.
        for (bit, lo, hi) in [(1, inf + 1, inf + quiet - 1), (2, inf + quiet, sign - 1)] {
            if mask & bit != 0 {
                ranges.push((lo, hi));
                ranges.push((sign + lo, sign + hi));
            }
        }
        // Bits 2 to 5 are negative: infinity, normal, subnormal, zero; 6 to 9 positive in reverse order.
        for (lo, hi, bit) in [(inf, inf, 2), (least, largest, 3), (1, subnormal, 4), (0, 0, 5)] {
            if mask & (1 << bit) != 0 {
                ranges.push((sign + lo, sign + hi));
            }
            if mask & (1 << (11 - bit)) != 0 {
                ranges.push((lo, hi));
            }
        }
        ranges.sort_unstable();
        let mut merged: Vec<(u128, u128)> = Vec::new();
        for (lo, hi) in ranges {
            match merged.last_mut() {
                Some(last) if last.1 + 1 == lo => last.1 = hi,
                _ => merged.push((lo, hi)),
            }
        }
        merged
    }
}

impl Legaliser<'_> {
    /// `is.fpclass`.
    pub(super) fn is_fpclass(&mut self, i: Inst) -> Result<Parts> {
        let v = self.arg(i, 0)?;
        let mask = self.old.args(i).get(1).and_then(|&m| self.old.as_int(m)).unwrap_or(0) as u32;
        let ty = self.old.ty(v);
        let a = self.parts(v)?;
        match self.lanes(ty)? {
            Some((lanes, elem)) => self.lanewise1(lanes, &a, |s, a| Ok(smallvec![s.fpclass(elem, a, mask)?])),
            None => Ok(smallvec![self.fpclass(ty, &a, mask)?]),
        }
    }
    fn fpclass(&mut self, ty: Ty, a: &[Value], mask: u32) -> Result<Value> {
        let format = Format::of(self.float_kind(ty)?);
        let bits = self.bits_of(ty, a)?;
        if !format.explicit {
            return Ok(self.in_ranges(&bits, format.bits, &format.ranges(mask)));
        }
        // Normal numbers want the leading bit; a NaN of either kind may also lack it, or have it where it cannot be.
        let mut any = self.in_ranges(&bits, format.bits, &format.ranges(mask & !NORMAL));
        if mask & NORMAL != 0 {
            let normal = self.in_ranges(&bits, format.bits, &format.ranges(mask & NORMAL));
            let lead = self.leading_bit(&bits, &format);
            let normal = self.bin(BinOp::And, normal, lead);
            any = self.bin(BinOp::Or, any, normal);
        }
        if mask & NANS == NANS {
            let least = 1u128 << format.fraction;
            let small = [(0, least - 1), (format.sign(), format.sign() + least - 1)];
            let small = self.in_ranges(&bits, format.bits, &small);
            let lead = self.leading_bit(&bits, &format);
            let differ = self.bin(BinOp::Xor, small, lead);
            let wrong = self.bin_imm(BinOp::Xor, differ, 1);
            any = self.bin(BinOp::Or, any, wrong);
        }
        Ok(any)
    }
    /// Is the leading bit set?
    fn leading_bit(&mut self, bits: &[Value], format: &Format) -> Value {
        let at = format.fraction - 1;
        let Some(&part) = bits.get((at / self.xlen) as usize) else { return self.bool(false) };
        let bit = self.bin_imm(BinOp::And, part, 1 << (at % self.xlen));
        self.icmp_imm(IntPred::Ne, bit, 0)
    }
    /// Is an integer of `n` bits in one of the ranges?
    fn in_ranges(&mut self, bits: &[Value], n: u32, ranges: &[(u128, u128)]) -> Value {
        let shape = self.shape(Scalar::Int(n));
        let big = |s: &mut Self, v: u128| -> Parts {
            (0..shape.n).map(|p| s.imm(shape.part, (v >> (p as u32 * s.xlen)) as i64)).collect()
        };
        let mut any = self.bool(false);
        for &(lo, hi) in ranges {
            let low = big(self, lo);
            let width = big(self, hi - lo);
            let off = if shape.n == 1 {
                smallvec![self.bin(BinOp::Sub, bits[0], low[0])]
            } else {
                self.wide_sub(bits, &low, false).0
            };
            let hit = match (off.as_slice(), width.as_slice()) {
                (&[o], &[w]) => self.int_compare(IntPred::Ule, n, o, w),
                (o, w) => self.wide_compare(IntPred::Ule, n, o, w),
            };
            any = self.bin(BinOp::Or, any, hit);
        }
        any
    }
}
