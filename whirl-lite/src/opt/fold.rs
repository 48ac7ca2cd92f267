//! Constant folding: integers in wrapping arithmetic, floats with `rustc_apfloat` in the default environment.
//!
//! What would be undefined or poison (division by zero, shifts that are too far) is not folded.

use super::edit::{ones, signed};
use crate::ir::{BinOp, FloatPred, IntPred, Ty, UnOp};
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// `a op b` on integers of a width, zero-extended.
pub fn binary(op: BinOp, a: u64, b: u64, w: u32) -> Option<u64> {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let wide = |x: i128| x as u64;
    let shift = (b < u64::from(w)).then_some(b as u32);
    let r = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b)?,
        BinOp::URem => a.checked_rem(b)?,
        BinOp::SDiv => (sb != 0 && !(sb == -1 && sa == signed(1 << (w - 1), w))).then(|| sa.wrapping_div(sb) as u64)?,
        BinOp::SRem => (sb != 0 && !(sb == -1 && sa == signed(1 << (w - 1), w))).then(|| sa.wrapping_rem(sb) as u64)?,
        BinOp::Shl => a << shift?,
        BinOp::LShr => a >> shift?,
        BinOp::AShr => (sa >> shift?) as u64,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::MulHiS => wide((i128::from(sa) * i128::from(sb)) >> w),
        BinOp::MulHiU => ((u128::from(a) * u128::from(b)) >> w) as u64,
        BinOp::MulHiSU => wide((i128::from(sa) * i128::from(b)) >> w),
        BinOp::SMin => sa.min(sb) as u64,
        BinOp::SMax => sa.max(sb) as u64,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::RotL | BinOp::RotR => {
            let n = (b % u64::from(w)) as u32;
            let n = if op == BinOp::RotL { n } else { (w - n) % w };
            if n == 0 { a } else { a << n | a >> (w - n) }
        }
        _ => return None,
    };
    Some(r & ones(w))
}

/// `op a` on an integer of a width.
pub fn unary(op: UnOp, a: u64, w: u32) -> Option<u64> {
    let r = match op {
        UnOp::Ctlz => u64::from(a.leading_zeros() - (64 - w)),
        UnOp::Cttz => u64::from(a.trailing_zeros().min(w)),
        UnOp::Ctpop => u64::from(a.count_ones()),
        UnOp::Bswap if w.is_multiple_of(16) => a.swap_bytes() >> (64 - w),
        UnOp::Bitreverse => a.reverse_bits() >> (64 - w),
        UnOp::Abs => signed(a, w).unsigned_abs(),
        UnOp::SextInReg(n) => signed(a, u32::from(n)) as u64,
        UnOp::Freeze => a,
        _ => return None,
    };
    Some(r & ones(w))
}

/// `a pred b` on integers of a width.
pub fn icmp(pred: IntPred, a: u64, b: u64, w: u32) -> bool {
    let (sa, sb) = (signed(a, w), signed(b, w));
    match pred {
        IntPred::Eq => a == b,
        IntPred::Ne => a != b,
        IntPred::Ugt => a > b,
        IntPred::Uge => a >= b,
        IntPred::Ult => a < b,
        IntPred::Ule => a <= b,
        IntPred::Sgt => sa > sb,
        IntPred::Sge => sa >= sb,
        IntPred::Slt => sa < sb,
        IntPred::Sle => sa <= sb,
    }
}

/// `a op b` on floats (bits in their format).
pub fn float_binary(op: BinOp, a: u64, b: u64, ty: Ty) -> Option<u64> {
    match ty {
        Ty::FLOAT => float_op::<Single>(op, a, b),
        Ty::DOUBLE => float_op::<Double>(op, a, b),
        _ => None,
    }
}

fn float_op<F: Float>(op: BinOp, a: u64, b: u64) -> Option<u64> {
    let (a, b) = (F::from_bits(a.into()), F::from_bits(b.into()));
    let r = match op {
        BinOp::FAdd => a.add_r(b, Round::NearestTiesToEven),
        BinOp::FSub => a.sub_r(b, Round::NearestTiesToEven),
        BinOp::FMul => a.mul_r(b, Round::NearestTiesToEven),
        BinOp::FDiv => a.div_r(b, Round::NearestTiesToEven),
        _ => return None,
    };
    // A NaN's payload is the machine's business.
    (!r.value.is_nan()).then(|| r.value.to_bits() as u64)
}

/// `a pred b` on floats; `None` for other formats than float and double.
pub fn fcmp(pred: FloatPred, a: u64, b: u64, ty: Ty) -> Option<bool> {
    let order = match ty {
        Ty::FLOAT => Single::from_bits(a.into()).partial_cmp(&Single::from_bits(b.into())),
        Ty::DOUBLE => Double::from_bits(a.into()).partial_cmp(&Double::from_bits(b.into())),
        _ => return None,
    };
    use FloatPred::*;
    use std::cmp::Ordering::*;
    let (less, equal, greater, unordered) =
        (order == Some(Less), order == Some(Equal), order == Some(Greater), order.is_none());
    Some(match pred {
        False => false,
        Oeq => equal,
        Ogt => greater,
        Oge => greater || equal,
        Olt => less,
        Ole => less || equal,
        One => less || greater,
        Ord => !unordered,
        Ueq => equal || unordered,
        Ugt => greater || unordered,
        Uge => !less,
        Ult => less || unordered,
        Ule => !greater,
        Une => !equal,
        Uno => unordered,
        True => true,
    })
}

/// What `a pred b` is for every `a`, or every `b`, when the other is known: comparisons with infinities can be decided so.
/// One value of each kind (no number, the infinities, a finite one) speaks for all of its kind.
pub fn fcmp_one_known(pred: FloatPred, a: Option<u64>, b: Option<u64>, ty: Ty) -> Option<bool> {
    let (infinity, negative, no_number): (u64, u64, u64) = match ty {
        Ty::FLOAT => (0x7f80_0000, 0xff80_0000, 0x7fc0_0000),
        Ty::DOUBLE => (0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000, 0x7ff8_0000_0000_0000),
        _ => return None,
    };
    let known = a.xor(b)?;
    if known != infinity && known != negative {
        return None;
    }
    let compare = |x: u64| fcmp(pred, a.unwrap_or(x), b.unwrap_or(x), ty);
    let first = compare(0)?;
    [infinity, negative, no_number].iter().all(|&x| compare(x) == Some(first)).then_some(first)
}

/// An integer as a float.
pub fn int_to_float(v: u64, w: u32, is_signed: bool, to: Ty) -> Option<u64> {
    let bits = |s: bool| if s { i128::from(signed(v, w)) } else { i128::from(v) };
    Some(match to {
        Ty::FLOAT => Single::from_i128_r(bits(is_signed), Round::NearestTiesToEven).value.to_bits() as u64,
        Ty::DOUBLE => Double::from_i128_r(bits(is_signed), Round::NearestTiesToEven).value.to_bits() as u64,
        _ => return None,
    })
}

/// A float as an integer, toward zero; `None` when it does not fit.
pub fn float_to_int(v: u64, from: Ty, w: u32, is_signed: bool) -> Option<u64> {
    fn go<F: Float>(x: F, w: u32, is_signed: bool) -> Option<u64> {
        let mut exact = false;
        let (bits, status) = if is_signed {
            let r = x.to_i128_r(w as usize, Round::TowardZero, &mut exact);
            (r.value as u64, r.status)
        } else {
            let r = x.to_u128_r(w as usize, Round::TowardZero, &mut exact);
            (r.value as u64, r.status)
        };
        (!status.contains(Status::INVALID_OP)).then_some(bits & ones(w))
    }
    match from {
        Ty::FLOAT => go(Single::from_bits(v.into()), w, is_signed),
        Ty::DOUBLE => go(Double::from_bits(v.into()), w, is_signed),
        _ => None,
    }
}

/// A float in another format; `None` for NaNs.
pub fn float_to_float(v: u64, from: Ty, to: Ty) -> Option<u64> {
    let mut lost = false;
    let r = match (from, to) {
        (Ty::FLOAT, Ty::DOUBLE) => {
            let x: Double = Single::from_bits(v.into()).convert(&mut lost).value;
            if x.is_nan() { return None } else { x.to_bits() }
        }
        (Ty::DOUBLE, Ty::FLOAT) => {
            let x: Single = Double::from_bits(v.into()).convert(&mut lost).value;
            if x.is_nan() { return None } else { x.to_bits() }
        }
        _ => return None,
    };
    Some(r as u64)
}

/// The reciprocal of a float, if it is exact and normal: division by it can be multiplication.
pub fn exact_inverse(v: u64, ty: Ty) -> Option<u64> {
    match ty {
        Ty::FLOAT => Single::from_bits(v.into()).get_exact_inverse().map(|x| x.to_bits() as u64),
        Ty::DOUBLE => Double::from_bits(v.into()).get_exact_inverse().map(|x| x.to_bits() as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap() {
        assert_eq!(binary(BinOp::Add, 0xffff_ffff, 1, 32), Some(0));
        assert_eq!(binary(BinOp::SDiv, 0xffff_fff9, 2, 32), Some(0xffff_fffd));
        assert_eq!(binary(BinOp::SDiv, 0x8000_0000, 0xffff_ffff, 32), None);
        assert_eq!(binary(BinOp::UDiv, 1, 0, 32), None);
        assert_eq!(binary(BinOp::MulHiS, u64::MAX, u64::MAX, 64), Some(0));
        assert_eq!(binary(BinOp::MulHiU, u64::MAX, u64::MAX, 64), Some(u64::MAX - 1));
        assert_eq!(binary(BinOp::RotR, 1, 1, 32), Some(0x8000_0000));
        assert_eq!(unary(UnOp::Ctlz, 1, 32), Some(31));
        assert_eq!(unary(UnOp::Bswap, 0x1234_5678, 32), Some(0x7856_3412));
        assert_eq!(unary(UnOp::SextInReg(8), 0x80, 32), Some(0xffff_ff80));
    }

    #[test]
    fn floats_agree_with_the_host() {
        let d = |x: f64| x.to_bits();
        for (a, b) in [(1.5, 2.25), (1e308, 10.0), (-0.0, 0.0), (1.0, 3.0)] {
            assert_eq!(float_binary(BinOp::FAdd, d(a), d(b), Ty::DOUBLE), Some(d(a + b)));
            assert_eq!(float_binary(BinOp::FMul, d(a), d(b), Ty::DOUBLE), Some(d(a * b)));
        }
        assert_eq!(float_binary(BinOp::FDiv, d(0.0), d(0.0), Ty::DOUBLE), None);
        assert_eq!(int_to_float(u64::MAX, 64, true, Ty::FLOAT), Some(u64::from((-1f32).to_bits())));
        assert_eq!(float_to_int(d(-1.5), Ty::DOUBLE, 32, true), Some(0xffff_ffff));
        assert_eq!(float_to_int(d(1e30), Ty::DOUBLE, 32, true), None);
        assert_eq!(fcmp(FloatPred::Ult, d(f64::NAN), d(1.0), Ty::DOUBLE), Some(true));
        assert_eq!(exact_inverse(d(4.0), Ty::DOUBLE), Some(d(0.25)));
        assert_eq!(exact_inverse(d(3.0), Ty::DOUBLE), None);
    }

    #[test]
    fn nothing_lies_beyond_infinity() {
        let (inf, minus) = (Some(f64::INFINITY.to_bits()), Some(f64::NEG_INFINITY.to_bits()));
        let ask = |p, a, b| fcmp_one_known(p, a, b, Ty::DOUBLE);
        assert_eq!(ask(FloatPred::Ogt, None, inf), Some(false));
        assert_eq!(ask(FloatPred::Olt, inf, None), Some(false));
        assert_eq!(ask(FloatPred::Olt, None, minus), Some(false));
        assert_eq!(ask(FloatPred::Ule, None, inf), Some(true));
        assert_eq!(ask(FloatPred::Uge, None, minus), Some(true));
        // The infinity itself, and what is no number, count.
        for p in [FloatPred::Oge, FloatPred::Ugt, FloatPred::Ole, FloatPred::Ult, FloatPred::Oeq, FloatPred::Uno] {
            assert_eq!(ask(p, None, inf), None, "{p:?}");
        }
        assert_eq!(ask(FloatPred::Ogt, None, Some(1f64.to_bits())), None);
        let single = Some(u64::from(f32::INFINITY.to_bits()));
        assert_eq!(fcmp_one_known(FloatPred::Ogt, None, single, Ty::FLOAT), Some(false));
    }
}
