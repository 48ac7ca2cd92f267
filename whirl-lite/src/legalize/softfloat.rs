//! Floats that the target does not compute in. Those without registers are integers of their width, and libgcc's
//! soft-float functions are called; 16-bit formats may have registers, loads and conversions, and nothing else.
//!
//! 16-bit formats are converted to single precision, computed in there and converted back after each operation, which
//! rounds correctly (single has more than twice their precision plus two bits).

use super::types::{Scalar, float_ty};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;

/// Picks a symbol by format: single, double, quad. The extended format is computed in wherever it exists.
fn by_format(k: FloatKind, names: [&'static str; 3]) -> &'static str {
    match k {
        FloatKind::Double => names[1],
        FloatKind::Quad => names[2],
        _ => names[0],
    }
}
/// Picks a symbol by format: single, double, extended, quad.
pub(super) fn by_any_format(k: FloatKind, names: [&'static str; 4]) -> &'static str {
    match k {
        FloatKind::Double => names[1],
        FloatKind::Extended => names[2],
        FloatKind::Quad => names[3],
        FloatKind::Half | FloatKind::BFloat | FloatKind::Single => names[0],
    }
}

impl Legaliser<'_> {
    fn soft_call(&mut self, name: &'static str, k: FloatKind, args: &[&[Value]], ret: Ty) -> Result<Parts> {
        let s = Scalar::Float(k);
        let args: Vec<(Scalar, Parts)> = args.iter().map(|a| (s, Parts::from_slice(a))).collect();
        self.lib_call(name, &args, Some(ret), super::libcalls::Effect::Pure)
    }

    /// A binary operation on a soft float.
    pub(super) fn soft_binary(
        &mut self,
        op: BinOp,
        flags: InstFlags,
        k: FloatKind,
        a: &[Value],
        b: &[Value],
    ) -> Result<Parts> {
        use BinOp::*;
        if op == CopySign {
            return self.soft_copysign(k, a, b);
        }
        if k.bits() == 16 {
            let a = self.float_to_float(k, FloatKind::Single, a)?;
            let b = self.float_to_float(k, FloatKind::Single, b)?;
            let r = self.float_binary(op, flags, FloatKind::Single, &a, &b)?;
            return self.float_to_float(FloatKind::Single, k, &r);
        }
        let name = match op {
            FAdd => by_format(k, ["__addsf3", "__adddf3", "__addtf3"]),
            FSub => by_format(k, ["__subsf3", "__subdf3", "__subtf3"]),
            FMul => by_format(k, ["__mulsf3", "__muldf3", "__multf3"]),
            FDiv => by_format(k, ["__divsf3", "__divdf3", "__divtf3"]),
            FRem => return self.math_call("fmod", k, &[a, b]),
            FMinNum | FMinimumNum => return self.math_call("fmin", k, &[a, b]),
            FMaxNum | FMaximumNum => return self.math_call("fmax", k, &[a, b]),
            FMinimum => return self.math_call("fminimum", k, &[a, b]),
            FMaximum => return self.math_call("fmaximum", k, &[a, b]),
            _ => return Err(self.input("an integer operation on floats")),
        };
        self.soft_call(name, k, &[a, b], float_ty(k))
    }
    /// Number of the sign bit in the last part.
    pub(super) fn sign_bit(&self, k: FloatKind) -> u32 {
        (k.bits() - 1) % self.xlen
    }
    fn soft_copysign(&mut self, k: FloatKind, a: &[Value], b: &[Value]) -> Result<Parts> {
        let (bit, ty) = (self.sign_bit(k), float_ty(k));
        let b = self.bits_of(ty, b)?;
        let mut out = self.bits_of(ty, a)?;
        if let (Some(top), Some(&sign)) = (out.last_mut(), b.last()) {
            let m = 1i64 << bit;
            let s = self.bin_imm(BinOp::And, sign, m);
            let v = self.bin_imm(BinOp::And, *top, !m);
            *top = self.bin(BinOp::Or, v, s);
        }
        self.value_of_bits(ty, &out)
    }

    /// A unary operation on a soft float.
    pub(super) fn soft_unary(&mut self, op: UnOp, flags: InstFlags, k: FloatKind, a: &[Value]) -> Result<Parts> {
        let name = match op {
            UnOp::FNeg | UnOp::FAbs => {
                let m = 1i64 << self.sign_bit(k);
                let ty = float_ty(k);
                let mut out = self.bits_of(ty, a)?;
                if let Some(top) = out.last_mut() {
                    *top = if op == UnOp::FNeg {
                        self.bin_imm(BinOp::Xor, *top, m)
                    } else {
                        self.bin_imm(BinOp::And, *top, !m)
                    };
                }
                return self.value_of_bits(ty, &out);
            }
            UnOp::Canonicalize if k.bits() != 16 => {
                let one = self.soft_one(k);
                return self.soft_binary(BinOp::FMul, flags, k, a, &one);
            }
            _ if k.bits() == 16 => {
                let a = self.float_to_float(k, FloatKind::Single, a)?;
                let r = self.float_unary(op, flags, FloatKind::Single, &a)?;
                return self.float_to_float(FloatKind::Single, k, &r);
            }
            UnOp::Sqrt => "sqrt",
            UnOp::Floor => "floor",
            UnOp::Ceil => "ceil",
            UnOp::FTrunc => "trunc",
            UnOp::Round => "round",
            UnOp::RoundEven => "roundeven",
            UnOp::Rint => "rint",
            UnOp::NearbyInt => "nearbyint",
            _ => return Err(self.input("an integer operation on floats")),
        };
        self.math_call(name, k, &[a])
    }
    /// One, as the bits of a soft format.
    fn soft_one(&mut self, k: FloatKind) -> Parts {
        let high: u64 = match k {
            FloatKind::Quad => 0x3fff_0000_0000_0000,
            FloatKind::Double => 0x3ff0_0000_0000_0000,
            _ => 0x3f80_0000,
        };
        let shape = self.int_shape(k.bits());
        let words = if k == FloatKind::Quad { [0, high] } else { [high, 0] };
        (0..shape.n)
            .map(|p| {
                let at = p as u32 * self.xlen;
                let w = words.get(at as usize / 64).copied().unwrap_or(0) >> (at % 64);
                self.imm(shape.part, w as i64)
            })
            .collect()
    }

    /// Compares soft floats. The functions return an integer whose sign answers; unordered gives the "no" side.
    pub(super) fn soft_compare(&mut self, pred: FloatPred, k: FloatKind, a: &[Value], b: &[Value]) -> Result<Value> {
        use FloatPred::*;
        if k.bits() == 16 {
            let a = self.float_to_float(k, FloatKind::Single, a)?;
            let b = self.float_to_float(k, FloatKind::Single, b)?;
            let r = self.fcmp_any(pred, false, Ty::FLOAT, &a, &b)?;
            return Ok(r[0]);
        }
        let eq = ["__eqsf2", "__eqdf2", "__eqtf2"];
        let ne = ["__nesf2", "__nedf2", "__netf2"];
        let lt = ["__ltsf2", "__ltdf2", "__lttf2"];
        let le = ["__lesf2", "__ledf2", "__letf2"];
        let gt = ["__gtsf2", "__gtdf2", "__gttf2"];
        let ge = ["__gesf2", "__gedf2", "__getf2"];
        let un = ["__unordsf2", "__unorddf2", "__unordtf2"];
        let (names, test) = match pred {
            Oeq => (eq, IntPred::Eq),
            Une => (ne, IntPred::Ne),
            Olt => (lt, IntPred::Slt),
            Ole => (le, IntPred::Sle),
            Ogt => (gt, IntPred::Sgt),
            Oge => (ge, IntPred::Sge),
            Ult => (ge, IntPred::Slt),
            Ule => (gt, IntPred::Sle),
            Ugt => (le, IntPred::Sgt),
            Uge => (lt, IntPred::Sge),
            Uno => (un, IntPred::Ne),
            Ord => (un, IntPred::Eq),
            Ueq | One => {
                let u = self.soft_compare(Uno, k, a, b)?;
                let e = self.soft_compare(Oeq, k, a, b)?;
                let either = self.bin(BinOp::Or, u, e);
                return Ok(if pred == Ueq { either } else { self.bin_imm(BinOp::Xor, either, 1) });
            }
            False => return Ok(self.bool(false)),
            True => return Ok(self.bool(true)),
        };
        let r = self.soft_call(by_format(k, names), k, &[a, b], Ty::I32)?;
        match r.as_slice() {
            &[r] => Ok(self.icmp_imm(test, r, 0)),
            _ => Err(self.unsupported("a comparison of this type")),
        }
    }

    /// Conversion between formats.
    pub(super) fn float_to_float(&mut self, from: FloatKind, to: FloatKind, a: &[Value]) -> Result<Parts> {
        use FloatKind::*;
        if from == to {
            return Ok(Parts::from_slice(a));
        }
        // bfloat has instructions to and from single alone.
        let single = |k| k == BFloat && (from == Single || to == Single) || k != BFloat;
        if self.act.is_hard(from) && self.act.is_hard(to) && single(from) && single(to) {
            let op = if to.bits() > from.bits() { CastOp::FpExt } else { CastOp::FpTrunc };
            return Ok(a.iter().map(|&v| self.cast(op, v, float_ty(to))).collect());
        }
        let name = match (from, to) {
            (BFloat, Single) => {
                let bits = self.bits_of(Ty::BFLOAT, a)?;
                return self.bfloat_to_single(&bits);
            }
            (Half, Single) => "__extendhfsf2",
            (Half | BFloat, _) => {
                let s = self.float_to_float(from, Single, a)?;
                return self.float_to_float(Single, to, &s);
            }
            (Single, Double) => "__extendsfdf2",
            (Single, Quad) => "__extendsftf2",
            (Double, Quad) => "__extenddftf2",
            (Double, Single) => "__truncdfsf2",
            (Quad, Double) => "__trunctfdf2",
            (Quad, Single) => "__trunctfsf2",
            (Single | Double, Extended) | (Extended, Single | Double) => {
                return Err(self.unsupported("a conversion between an extended float and one without registers"));
            }
            (Extended, Quad) => "__extendxftf2",
            (Quad, Extended) => "__trunctfxf2",
            (Extended, Half) => "__truncxfhf2",
            (Extended, BFloat) => "__truncxfbf2",
            (Single, Half) => "__truncsfhf2",
            (Double, Half) => "__truncdfhf2",
            (Quad, Half) => "__trunctfhf2",
            (Single, BFloat) => "__truncsfbf2",
            (Double, BFloat) => "__truncdfbf2",
            (Quad, BFloat) => "__trunctfbf2",
            (Single, Single) | (Double, Double) | (Extended, Extended) | (Quad, Quad) => {
                return Ok(Parts::from_slice(a));
            }
        };
        self.soft_call(name, from, &[a], float_ty(to))
    }
    /// A bfloat is the upper half of a single.
    fn bfloat_to_single(&mut self, a: &[Value]) -> Result<Parts> {
        let mut out = Parts::new();
        for &v in a {
            let up = self.shift_imm(BinOp::Shl, v, 16);
            out.push(if self.act.is_hard(FloatKind::Single) { self.bitcast(up, Ty::FLOAT) } else { up });
        }
        Ok(out)
    }
}

/// libgcc's conversions from a float to an integer: by format, then 32, 64, 128 bits.
pub(super) fn fix_symbol(signed: bool, k: FloatKind, bits: u32) -> Option<&'static str> {
    let row = match (signed, bits) {
        (true, 32) => ["__fixsfsi", "__fixdfsi", "__fixxfsi", "__fixtfsi"],
        (true, 64) => ["__fixsfdi", "__fixdfdi", "__fixxfdi", "__fixtfdi"],
        (true, 128) => ["__fixsfti", "__fixdfti", "__fixxfti", "__fixtfti"],
        (false, 32) => ["__fixunssfsi", "__fixunsdfsi", "__fixunsxfsi", "__fixunstfsi"],
        (false, 64) => ["__fixunssfdi", "__fixunsdfdi", "__fixunsxfdi", "__fixunstfdi"],
        (false, 128) => ["__fixunssfti", "__fixunsdfti", "__fixunsxfti", "__fixunstfti"],
        _ => return None,
    };
    Some(by_any_format(k, row))
}

/// libgcc's conversions from an integer to a float.
pub(super) fn float_symbol(signed: bool, k: FloatKind, bits: u32) -> Option<&'static str> {
    let row = match (signed, bits) {
        (true, 32) => ["__floatsisf", "__floatsidf", "__floatsixf", "__floatsitf"],
        (true, 64) => ["__floatdisf", "__floatdidf", "__floatdixf", "__floatditf"],
        (true, 128) => ["__floattisf", "__floattidf", "__floattixf", "__floattitf"],
        (false, 32) => ["__floatunsisf", "__floatunsidf", "__floatunsixf", "__floatunsitf"],
        (false, 64) => ["__floatundisf", "__floatundidf", "__floatundixf", "__floatunditf"],
        (false, 128) => ["__floatuntisf", "__floatuntidf", "__floatuntixf", "__floatuntitf"],
        _ => return None,
    };
    Some(by_any_format(k, row))
}

impl Legaliser<'_> {
    /// A 16-bit format that the target does not compute in is converted by way of single.
    pub(super) fn via_single(&mut self, k: FloatKind, a: &[Value]) -> Result<(FloatKind, Parts)> {
        if self.act.computes(k) { Ok((k, Parts::from_slice(a))) } else { self.library_format(k, a) }
    }
    /// The format that library functions take: single for 16-bit ones.
    pub(super) fn library_format(&mut self, k: FloatKind, a: &[Value]) -> Result<(FloatKind, Parts)> {
        if k.bits() == 16 {
            return Ok((FloatKind::Single, self.float_to_float(k, FloatKind::Single, a)?));
        }
        Ok((k, Parts::from_slice(a)))
    }
}
