//! Floating-point arithmetic and comparison on formats that the target computes in; the rest goes to [`super::softfloat`].

use super::actions::Op;
use super::relax;
use super::types::{Scalar, float_ty};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

impl Legaliser<'_> {
    /// A constant of a hard float type, by its value as a double.
    pub(super) fn float_imm(&mut self, k: FloatKind, v: f64) -> Value {
        let bits = match k {
            FloatKind::Extended => {
                use rustc_apfloat::{Float, FloatConvert};
                let mut lost = false;
                let d = rustc_apfloat::ieee::Double::from_bits(u128::from(v.to_bits()));
                let x: rustc_apfloat::ieee::X87DoubleExtended = d.convert(&mut lost).value;
                let c = self.nf.consts.intern(float_ty(k), ConstData::BigFloat(x.to_bits()));
                return self.nf.const_value(c);
            }
            FloatKind::Single => u64::from((v as f32).to_bits()),
            FloatKind::BFloat => u64::from((v as f32).to_bits() >> 16),
            FloatKind::Half => {
                use rustc_apfloat::{Float, FloatConvert};
                let mut lost = false;
                let d = rustc_apfloat::ieee::Double::from_bits(u128::from(v.to_bits()));
                let h: rustc_apfloat::ieee::Half = d.convert(&mut lost).value;
                h.to_bits() as u64
            }
            _ => v.to_bits(),
        };
        let c = self.nf.consts.intern(float_ty(k), ConstData::Float(bits));
        self.nf.const_value(c)
    }

    /// A binary operation.
    pub(super) fn float_binary(
        &mut self,
        op: BinOp,
        flags: InstFlags,
        k: FloatKind,
        a: &[Value],
        b: &[Value],
    ) -> Result<Parts> {
        use BinOp::*;
        if !self.act.computes(k) {
            return self.soft_binary(op, flags, k, a, b);
        }
        let (&[x], &[y]) = (a, b) else { return Err(self.input("a floating-point operation on another type")) };
        let ty = float_ty(k);
        let legal = match op {
            FAdd | FSub | FMul | FDiv => self.act.legal(Op::FArith, ty),
            CopySign => self.act.legal(Op::FSign, ty),
            FMinNum | FMaxNum | FMinimumNum | FMaximumNum => self.act.legal(Op::FMinMaxNum, ty),
            FMinimum | FMaximum => self.act.legal(Op::FMinMaxIeee, ty),
            _ => false,
        };
        if legal {
            let op = match op {
                FMinimumNum => FMinNum,
                FMaximumNum => FMaxNum,
                _ => op,
            };
            return Ok(smallvec![self.emit1(InstKind::Binary(op), flags, &[x, y], ty)]);
        }
        match op {
            FMinimum | FMaximum => {
                // A NaN operand replaces the other one: then the number-preferring operation gives NaN.
                let nx = self.emit1(InstKind::Fcmp(FloatPred::Ord, false), flags, &[x, x], Ty::I1);
                let ny = self.emit1(InstKind::Fcmp(FloatPred::Ord, false), flags, &[y, y], Ty::I1);
                let x2 = self.select(ny, x, y);
                let y2 = self.select(nx, y, x);
                let num = if op == FMinimum { FMinimumNum } else { FMaximumNum };
                self.float_binary(num, flags, k, &[x2], &[y2])
            }
            FRem => self.math_call("fmod", k, &[a, b]),
            FMinNum => self.math_call("fmin", k, &[a, b]),
            FMaxNum => self.math_call("fmax", k, &[a, b]),
            FMinimumNum | FMaximumNum => {
                // libm's functions may give either of two zeros: of equal numbers, the one with the sign that is wanted.
                let name = if op == FMinimumNum { "fmin" } else { "fmax" };
                let number = self.math_call(name, k, &[a, b])?;
                let equal = self.emit1(InstKind::Fcmp(FloatPred::Oeq, false), flags, &[x, y], Ty::I1);
                let negative = self.is_negative(k, x)?;
                let signed = if op == FMinimumNum { self.select(negative, x, y) } else { self.select(negative, y, x) };
                Ok(number.iter().map(|&n| self.select(equal, signed, n)).collect())
            }
            _ => Err(self.input("an integer operation on floats")),
        }
    }

    /// Is the sign of a hard float set?
    fn is_negative(&mut self, k: FloatKind, x: Value) -> Result<Value> {
        let bits = self.bits_of(float_ty(k), &[x])?;
        let top = *bits.last().ok_or_else(|| self.input("a float without bits"))?;
        let sign = self.bin_imm(BinOp::And, top, 1 << self.sign_bit(k));
        Ok(self.icmp_imm(IntPred::Ne, sign, 0))
    }

    /// A unary operation.
    pub(super) fn float_unary(&mut self, op: UnOp, flags: InstFlags, k: FloatKind, a: &[Value]) -> Result<Parts> {
        if !self.act.computes(k) {
            return self.soft_unary(op, flags, k, a);
        }
        let &[x] = a else { return Err(self.input("a floating-point operation on another type")) };
        let ty = float_ty(k);
        match op {
            UnOp::FNeg | UnOp::FAbs => Ok(smallvec![self.emit1(InstKind::Unary(op), flags, &[x], ty)]),
            UnOp::Sqrt if self.act.legal(Op::FSqrt, ty) => {
                Ok(smallvec![self.emit1(InstKind::Unary(op), flags, &[x], ty)])
            }
            UnOp::Sqrt => self.math_call("sqrt", k, &[a]),
            UnOp::Canonicalize => {
                let one = self.float_imm(k, 1.0);
                Ok(smallvec![self.emit1(InstKind::Binary(BinOp::FMul), flags, &[x, one], ty)])
            }
            UnOp::Floor | UnOp::Ceil | UnOp::FTrunc | UnOp::Round | UnOp::RoundEven | UnOp::Rint | UnOp::NearbyInt => {
                self.round(op, k, x)
            }
            _ => Err(self.input("an integer operation on floats")),
        }
    }

    /// Fused or fusible multiply and add.
    pub(super) fn fma_any(&mut self, fused: bool, flags: InstFlags, ty: Ty, args: [&[Value]; 3]) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise3(lanes, args, |s, a| s.fma_any(fused, flags, elem, a));
        }
        let k = self.float_kind(ty)?;
        if self.act.computes(k)
            && self.act.legal(Op::Fma, float_ty(k))
            && (fused || relax::fuses(&self.old.sig.attrs))
            && let [&[a], &[b], &[c]] = args
        {
            return Ok(smallvec![self.emit1(InstKind::Fma, flags, &[a, b, c], float_ty(k))]);
        }
        if fused {
            if k.bits() == 16 {
                // A product of halves is exact in single precision, but its sum with a third is not: the rounding of
                // the sum to single, then to half, differs from one rounding only where double would too.
                return self.half_fma(k, args);
            }
            return self.math_call("fma", k, &args);
        }
        let p = self.binary(BinOp::FMul, flags, ty, args[0], args[1])?;
        self.binary(BinOp::FAdd, flags, ty, &p, args[2])
    }
    fn half_fma(&mut self, k: FloatKind, args: [&[Value]; 3]) -> Result<Parts> {
        let mut wide: Vec<Parts> = Vec::with_capacity(3);
        for a in args {
            wide.push(self.float_to_float(k, FloatKind::Double, a)?);
        }
        let ty = Ty::DOUBLE;
        let r = self.fma_any(true, InstFlags::empty(), ty, [&wide[0], &wide[1], &wide[2]])?;
        self.float_to_float(FloatKind::Double, k, &r)
    }

    /// Compares values of any type.
    pub(super) fn fcmp_any(
        &mut self,
        pred: FloatPred,
        signalling: bool,
        ty: Ty,
        a: &[Value],
        b: &[Value],
    ) -> Result<Parts> {
        if let Some((lanes, elem)) = self.lanes(ty)? {
            return self.lanewise2(lanes, elem, a, b, |s, a, b| s.fcmp_any(pred, signalling, elem, a, b));
        }
        let v = match pred {
            FloatPred::False => self.bool(false),
            FloatPred::True => self.bool(true),
            _ => {
                if !signalling && let Some(known) = self.decided(pred, ty, a, b) {
                    return Ok(smallvec![self.bool(known)]);
                }
                let k = self.float_kind(ty)?;
                match (self.act.computes(k), a, b) {
                    (true, &[a], &[b]) => {
                        self.emit1(InstKind::Fcmp(pred, signalling), InstFlags::empty(), &[a, b], Ty::I1)
                    }
                    _ => self.soft_compare(pred, k, a, b)?,
                }
            }
        };
        Ok(smallvec![v])
    }

    /// The answer of a comparison with an infinity that no value of the other side changes. Programs guard impossible
    /// cases so, and want them gone at every level.
    fn decided(&self, pred: FloatPred, ty: Ty, a: &[Value], b: &[Value]) -> Option<bool> {
        let known = |parts: &[Value]| match (parts, parts.first().and_then(|&v| self.nf.as_const(v))) {
            ([_], Some(&ConstData::Float(bits))) => Some(bits),
            _ => None,
        };
        crate::opt::fold::fcmp_one_known(pred, known(a), known(b), ty)
    }

    /// A function of libm, by its name for double: `f` and `l` variants for the other formats.
    pub(super) fn math_call(&mut self, name: &str, k: FloatKind, args: &[&[Value]]) -> Result<Parts> {
        if k.bits() == 16 {
            let mut wide: Vec<Parts> = Vec::with_capacity(args.len());
            for a in args {
                wide.push(self.float_to_float(k, FloatKind::Single, a)?);
            }
            let views: Vec<&[Value]> = wide.iter().map(|p| p.as_slice()).collect();
            let r = self.math_call(name, FloatKind::Single, &views)?;
            return self.float_to_float(FloatKind::Single, k, &r);
        }
        let symbol = math_symbol(name, k).ok_or_else(|| self.unsupported(format!("the function '{name}'")))?;
        let s = Scalar::Float(k);
        let args: Vec<(Scalar, Parts)> = args.iter().map(|a| (s, Parts::from_slice(a))).collect();
        self.lib_call(symbol, &args, Some(float_ty(k)), super::libcalls::Effect::Pure)
    }
}

/// libm's name of a function for a format.
pub(super) fn math_symbol(name: &str, k: FloatKind) -> Option<&'static str> {
    macro_rules! names {
        ($($n:literal)*) => {
            match name {
                $($n => Some(match k {
                    FloatKind::Double => $n,
                    FloatKind::Quad | FloatKind::Extended => concat!($n, "l"),
                    _ => concat!($n, "f"),
                }),)*
                _ => None,
            }
        };
    }
    names! {
        "fmod" "fmin" "fmax" "sqrt" "fma" "floor" "ceil" "trunc" "round" "roundeven" "rint" "nearbyint"
        "sin" "cos" "tan" "asin" "acos" "atan" "atan2" "sinh" "cosh" "tanh" "exp" "exp2" "exp10" "log" "log2" "log10"
        "pow" "ldexp" "frexp" "lrint" "llrint" "lround" "llround" "fminimum" "fmaximum" "sincos"
    }
}
