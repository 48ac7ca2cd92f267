//! Floating-point literals.
//!
//! A decimal literal is a double, rounded to nearest; for a narrower type it must convert exactly. `0x` is a double's
//! bits; `0xH`, `0xR`, `0xK`, `0xL`, `0xM` are the bits of half, bfloat, x86_fp80, fp128, ppc_fp128 (the latter two
//! with their low word first); `f0x` (LLVM 22) is the bits of whatever type is expected, and the same release
//! has `0x1.8p3`, `+inf`, `-qnan`, `+nan(0x..)`, `+snan(0x..)`.

use super::ints::hex_words;
use crate::ir::{ConstData, Ty};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The bits of a literal in a type, or `None` if it is not one of the type's.
pub(super) fn float_data(text: &[u8], ty: Ty) -> Option<ConstData> {
    let bits = match text {
        [b'f', b'0', b'x', hex @ ..] => exact_bits(hex, ty)?,
        [b'0', b'x', letter @ (b'K' | b'L' | b'M' | b'H' | b'R'), hex @ ..] => lettered(*letter, hex, ty)?,
        [b'0', b'x', hex @ ..] if hex.iter().all(u8::is_ascii_hexdigit) => {
            if hex.len() > 16 {
                return None;
            }
            from_double(word(hex), ty)?
        }
        [sign @ (b'+' | b'-'), rest @ ..] if rest.first().is_some_and(|c| c.is_ascii_alphabetic()) => {
            special(*sign == b'-', rest, ty)?
        }
        _ => {
            let s = std::str::from_utf8(text).ok()?;
            match s.contains('x') {
                true => hex_float(s, ty)?,
                false => from_double(s.parse::<f64>().ok()?.to_bits(), ty)?,
            }
        }
    };
    pack(bits, ty)
}

/// Bits as a constant of a type.
fn pack(bits: u128, ty: Ty) -> Option<ConstData> {
    Some(match ty {
        Ty::HALF | Ty::BFLOAT | Ty::FLOAT | Ty::DOUBLE => ConstData::Float(bits as u64),
        Ty::FP128 | Ty::X86_FP80 | Ty::PPC_FP128 => ConstData::BigFloat(bits),
        _ => return None,
    })
}
fn word(hex: &[u8]) -> u64 {
    let mut w = [0u64];
    hex_words(&mut w, hex);
    w[0]
}
fn wide(hex: &[u8]) -> u128 {
    let mut w = [0u64; 2];
    hex_words(&mut w, hex);
    u128::from(w[0]) | u128::from(w[1]) << 64
}
/// Exponent and fraction bits of an IEEE-like type.
fn format(ty: Ty) -> Option<(u32, u32)> {
    Some(match ty {
        Ty::HALF => (5, 10),
        Ty::BFLOAT => (8, 7),
        Ty::FLOAT => (8, 23),
        Ty::DOUBLE => (11, 52),
        Ty::FP128 => (15, 112),
        // The integer bit is stored and counts as a fraction bit here.
        Ty::X86_FP80 => (15, 63),
        _ => return None,
    })
}
fn exact_bits(hex: &[u8], ty: Ty) -> Option<u128> {
    let width = match ty {
        Ty::PPC_FP128 => 128,
        Ty::X86_FP80 => 80,
        _ => format(ty).map(|(e, f)| 1 + e + f)?,
    };
    (hex.len() as u32 * 4 == width).then(|| wide(hex))
}
fn lettered(letter: u8, hex: &[u8], ty: Ty) -> Option<u128> {
    // Low word first, except when one word is all there is.
    let low_first = || match hex.len() {
        0..=15 => Some(u128::from(word(hex)) << 64),
        16..=32 => Some(u128::from(word(&hex[..16])) | u128::from(word(&hex[16..])) << 64),
        _ => None,
    };
    match (letter, ty) {
        (b'H', Ty::HALF) | (b'R', Ty::BFLOAT) if hex.len() <= 4 => Some(wide(hex)),
        (b'K', Ty::X86_FP80) if hex.len() <= 20 => Some(wide(hex)),
        (b'L', Ty::FP128) | (b'M', Ty::PPC_FP128) => low_first(),
        _ => None,
    }
}

/// A double's value in another type, if it is exact.
fn from_double(bits: u64, ty: Ty) -> Option<u128> {
    match ty {
        Ty::DOUBLE => return Some(u128::from(bits)),
        Ty::PPC_FP128 => return Some(u128::from(bits)),
        _ => {}
    }
    let (exp, frac) = format(ty)?;
    if bits >> 52 & 0x7ff == 0x7ff {
        // Infinities and NaNs: the payload keeps its upper bits, signalling or not.
        let (negative, payload) = (bits >> 63 != 0, bits & ((1 << 52) - 1));
        let payload = match frac < 52 {
            true => {
                let lost = 52 - frac;
                if payload & ((1 << lost) - 1) != 0 {
                    return None;
                }
                u128::from(payload >> lost)
            }
            false => u128::from(payload) << (frac - 52),
        };
        return Some(assemble(negative, (exp, frac), payload, ty));
    }
    let (d, mut lossy) = (Double::from_bits(u128::from(bits)), false);
    let result = match ty {
        Ty::HALF => FloatConvert::<Half>::convert(d, &mut lossy).value.to_bits(),
        Ty::BFLOAT => FloatConvert::<BFloat>::convert(d, &mut lossy).value.to_bits(),
        Ty::FLOAT => FloatConvert::<Single>::convert(d, &mut lossy).value.to_bits(),
        Ty::FP128 => FloatConvert::<Quad>::convert(d, &mut lossy).value.to_bits(),
        _ => FloatConvert::<X87DoubleExtended>::convert(d, &mut lossy).value.to_bits(),
    };
    (!lossy).then_some(result)
}
/// All exponent bits set, with this fraction.
fn assemble(negative: bool, (exp, frac): (u32, u32), payload: u128, ty: Ty) -> u128 {
    let integer_bit = if ty == Ty::X86_FP80 { 1u128 << 63 } else { 0 };
    // x87's sign and exponent start above the stored integer bit.
    let shift = if ty == Ty::X86_FP80 { frac + 1 } else { frac };
    u128::from(negative) << (shift + exp) | ((1u128 << exp) - 1) << shift | integer_bit | payload
}
/// `inf`, `qnan`, `nan(0x1)`, `snan(0x1)`.
fn special(negative: bool, text: &[u8], ty: Ty) -> Option<u128> {
    if ty == Ty::PPC_FP128 {
        return special(negative, text, Ty::DOUBLE);
    }
    let (exp, frac) = format(ty)?;
    let quiet = 1u128 << (frac - 1);
    let inner = |prefix: &[u8]| -> Option<u128> {
        let hex = text.strip_prefix(prefix)?.strip_suffix(b")")?;
        let v = (hex.len() <= 32).then(|| wide(hex))?;
        (v < quiet).then_some(v)
    };
    let payload = match text {
        b"inf" => 0,
        b"qnan" => quiet,
        _ if text.starts_with(b"snan") => inner(b"snan(0x").filter(|&p| p != 0)?,
        _ => quiet | inner(b"nan(0x")?,
    };
    Some(assemble(negative, (exp, frac), payload, ty))
}
/// `0x1.8p3`, rounded to nearest.
fn hex_float(s: &str, ty: Ty) -> Option<u128> {
    fn read<F: Float>(s: &str) -> Option<u128> {
        Some(F::from_str_r(s, Round::NearestTiesToEven).ok()?.value.to_bits())
    }
    // The exponent is arithmetic on small numbers elsewhere: refuse absurd ones.
    if s.len() > 1000 || s.rsplit('p').next().is_some_and(|e| e.len() > 8) {
        return None;
    }
    match ty {
        Ty::HALF => read::<Half>(s),
        Ty::BFLOAT => read::<BFloat>(s),
        Ty::FLOAT => read::<Single>(s),
        Ty::DOUBLE | Ty::PPC_FP128 => read::<Double>(s),
        Ty::FP128 => read::<Quad>(s),
        Ty::X86_FP80 => read::<X87DoubleExtended>(s),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(s: &str, ty: Ty) -> Option<u128> {
        match float_data(s.as_bytes(), ty)? {
            ConstData::Float(b) => Some(u128::from(b)),
            ConstData::BigFloat(b) => Some(b),
            _ => None,
        }
    }

    #[test]
    fn decimal_and_hexadecimal() {
        assert_eq!(bits("1.0", Ty::DOUBLE), Some(0x3ff0_0000_0000_0000));
        assert_eq!(bits("-2.5e+00", Ty::FLOAT), Some(0xc020_0000));
        assert_eq!(bits("0.1", Ty::FLOAT), None);
        assert_eq!(bits("0x3FB99999A0000000", Ty::FLOAT), Some(0x3dcc_cccd));
        assert_eq!(bits("0x3FB99999A0000001", Ty::FLOAT), None);
        assert_eq!(bits("1.5", Ty::HALF), Some(0x3e00));
        assert_eq!(bits("1.0", Ty::X86_FP80), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(bits("0x1.8p1", Ty::DOUBLE), Some(3.0f64.to_bits().into()));
        assert_eq!(bits("-0x1.8p1", Ty::FLOAT), Some(0xc040_0000));
    }
    #[test]
    fn bits_by_letter() {
        assert_eq!(bits("0xH3C00", Ty::HALF), Some(0x3c00));
        assert_eq!(bits("0xR3F80", Ty::BFLOAT), Some(0x3f80));
        assert_eq!(bits("0xH3C00", Ty::BFLOAT), None);
        assert_eq!(bits("0xK3FFF8000000000000000", Ty::X86_FP80), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(bits("0xL00000000000000013FFF000000000000", Ty::FP128), Some(0x3fff_0000_0000_0000 << 64 | 1));
        assert_eq!(bits("0xM3FF00000000000000000000000000000", Ty::PPC_FP128), Some(0x3ff0_0000_0000_0000));
        assert_eq!(bits("f0x3F800000", Ty::FLOAT), Some(0x3f80_0000));
        assert_eq!(bits("f0x3F80", Ty::FLOAT), None);
    }
    #[test]
    fn infinities_and_nans() {
        assert_eq!(bits("0x7FF0000000000000", Ty::FLOAT), Some(0x7f80_0000));
        assert_eq!(bits("0x7FF4000000000000", Ty::FLOAT), Some(0x7fa0_0000), "a signalling NaN stays one");
        assert_eq!(bits("-inf", Ty::HALF), Some(0xfc00));
        assert_eq!(bits("+qnan", Ty::DOUBLE), Some(0x7ff8_0000_0000_0000));
        assert_eq!(bits("+nan(0x1)", Ty::DOUBLE), Some(0x7ff8_0000_0000_0001));
        assert_eq!(bits("-snan(0x1)", Ty::FLOAT), Some(0xff80_0001));
        assert_eq!(bits("+inf", Ty::X86_FP80), Some(0x7fff_8000_0000_0000_0000));
    }
}
