//! Floating-point arithmetic in every format, through apfloat: numbers are their bits.

use super::bits::Bits;
use crate::ir::{BinOp, FloatPred, UnOp};
use crate::target::FloatKind;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// Does something with a number in its format's type.
macro_rules! with {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = BFloat;
                $body
            }
            FloatKind::Single => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::Extended => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $F = Quad;
                $body
            }
        }
    };
}

fn bits<F: Float>(f: F, w: u32) -> Bits {
    Bits::from_u128(w, f.to_bits())
}

/// A binary operation; `None` if it is none on floats.
pub fn binary(op: BinOp, k: FloatKind, a: &Bits, b: &Bits) -> Option<Bits> {
    with!(k, F => {
        let (x, y) = (F::from_bits(a.low128()), F::from_bits(b.low128()));
        let first_less = || match x.partial_cmp(&y) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => x.is_negative(),
            _ => false,
        };
        let number = |max: bool| {
            if y.is_nan() || !x.is_nan() && first_less() != max { x } else { y }
        };
        let r = match op {
            BinOp::FAdd => (x + y).value,
            BinOp::FSub => (x - y).value,
            BinOp::FMul => (x * y).value,
            BinOp::FDiv => (x / y).value,
            BinOp::FRem => x.c_fmod(y).value,
            BinOp::FMinNum | BinOp::FMinimumNum => number(false),
            BinOp::FMaxNum | BinOp::FMaximumNum => number(true),
            BinOp::FMinimum | BinOp::FMaximum if x.is_nan() || y.is_nan() => F::NAN,
            BinOp::FMinimum => number(false),
            BinOp::FMaximum => number(true),
            BinOp::CopySign => x.copy_sign(y),
            _ => return None,
        };
        Some(bits(r, a.width))
    })
}

/// A unary operation; `None` if it is none on floats.
pub fn unary(op: UnOp, k: FloatKind, a: &Bits) -> Option<Bits> {
    with!(k, F => {
        let x = F::from_bits(a.low128());
        let round = |r: Round| x.round_to_integral(r).value;
        let r = match op {
            UnOp::FNeg => -x,
            UnOp::FAbs => x.abs(),
            UnOp::Canonicalize | UnOp::Freeze => x,
            UnOp::Floor => round(Round::TowardNegative),
            UnOp::Ceil => round(Round::TowardPositive),
            UnOp::FTrunc => round(Round::TowardZero),
            UnOp::Round => round(Round::NearestTiesToAway),
            UnOp::RoundEven | UnOp::Rint | UnOp::NearbyInt => round(Round::NearestTiesToEven),
            UnOp::Sqrt => return sqrt(k, a),
            _ => return None,
        };
        Some(bits(r, a.width))
    })
}

fn sqrt(k: FloatKind, a: &Bits) -> Option<Bits> {
    match k {
        FloatKind::Single => Some(Bits::new(32, u64::from(f32::from_bits(a.low() as u32).sqrt().to_bits()))),
        FloatKind::Double => Some(Bits::new(64, f64::from_bits(a.low()).sqrt().to_bits())),
        FloatKind::Half | FloatKind::BFloat => {
            let s = convert(k, FloatKind::Single, a);
            Some(convert(FloatKind::Single, k, &sqrt(FloatKind::Single, &s)?))
        }
        FloatKind::Extended | FloatKind::Quad => None,
    }
}

/// `a * b + c`, rounded once.
pub fn fma(k: FloatKind, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    with!(k, F => {
        let f = |b: &Bits| F::from_bits(b.low128());
        bits(f(a).mul_add(f(b), f(c)).value, a.width)
    })
}

/// Another format.
pub fn convert(from: FloatKind, to: FloatKind, a: &Bits) -> Bits {
    if from == to {
        return a.clone();
    }
    // Every format converts to quad exactly.
    let mut lost = false;
    let q: Quad = with!(from, F => FloatConvert::<Quad>::convert(F::from_bits(a.low128()), &mut lost).value);
    with!(to, F => bits(FloatConvert::<F>::convert(q, &mut lost).value, to.bits()))
}

/// Compares.
pub fn compare(pred: FloatPred, k: FloatKind, a: &Bits, b: &Bits) -> bool {
    use FloatPred::*;
    let order = with!(k, F => F::from_bits(a.low128()).partial_cmp(&F::from_bits(b.low128())));
    let (lt, eq, gt, un) = (
        order == Some(Ordering::Less),
        order == Some(Ordering::Equal),
        order == Some(Ordering::Greater),
        order.is_none(),
    );
    match pred {
        False => false,
        Oeq => eq,
        Ogt => gt,
        Oge => gt || eq,
        Olt => lt,
        Ole => lt || eq,
        One => lt || gt,
        Ord => !un,
        Ueq => un || eq,
        Ugt => un || gt,
        Uge => un || gt || eq,
        Ult => un || lt,
        Ule => un || lt || eq,
        Une => un || lt || gt,
        Uno => un,
        True => true,
    }
}

/// To an integer in a rounding mode: the value, saturated, and whether it was in range.
pub fn to_int(k: FloatKind, a: &Bits, width: u32, signed: bool, round: Round) -> (Bits, bool) {
    with!(k, F => {
        let x = F::from_bits(a.low128());
        if x.is_nan() {
            return (Bits::zero(width), false);
        }
        // By way of 128 bits, then clamped: apfloat converts to at most that.
        let mut exact = false;
        if signed {
            let r = x.to_i128_r(128, round, &mut exact);
            let invalid = r.status.contains(rustc_apfloat::Status::INVALID_OP);
            let wide = Bits::from_u128(128, r.value as u128).resize(width.max(128), true);
            let (lo, hi) = (Bits::signed_limit(width, false), Bits::signed_limit(width, true));
            let w = wide.width;
            if wide.slt(&lo.resize(w, true)) { return (lo, false); }
            if hi.resize(w, true).slt(&wide) { return (hi, false); }
            (wide.resize(width, true), !invalid)
        } else {
            let r = x.to_u128_r(128, round, &mut exact);
            let invalid = r.status.contains(rustc_apfloat::Status::INVALID_OP);
            let wide = Bits::from_u128(128, r.value).resize(width.max(128), false);
            let max = Bits::zero(width).not();
            if max.resize(wide.width, false).ult(&wide) { return (max, false); }
            (wide.resize(width, false), !invalid)
        }
    })
}

/// From an integer of at most 128 bits.
pub fn from_int(k: FloatKind, a: &Bits, signed: bool) -> Bits {
    let wide = a.resize(a.width.max(128), signed).low128();
    with!(k, F => {
        let f = if signed { F::from_i128(wide as i128).value } else { F::from_u128(wide).value };
        bits(f, k.bits())
    })
}

/// The number of a float's class among `llvm.is.fpclass`'s bits.
pub fn class(k: FloatKind, a: &Bits) -> u32 {
    with!(k, F => {
        let x = F::from_bits(a.low128());
        if x.is_nan() {
            return u32::from(!x.is_signaling());
        }
        // Negative infinity, normal, subnormal, zero are 2 to 5; positive ones 6 to 9 in reverse.
        let negative = if x.is_infinite() { 2 } else if x.is_zero() { 5 } else if x.is_denormal() { 4 } else { 3 };
        if x.is_negative() { negative } else { 11 - negative }
    })
}
