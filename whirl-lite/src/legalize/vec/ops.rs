//! Arithmetic, comparisons and selection, register by register.
//!
//! What the target has no instruction for is made of simpler operations on whole registers where that is known to be
//! better than lane by lane: minima of comparisons, saturation, rotations, counts of bits ("Hacker's Delight", chapter 5).

use super::{Shape, int_vector, lane_bits, with_lanes};
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::actions::Op;
use crate::legalize::{Legaliser, Parts, relax};
use crate::opt::divide::{magic, magic_signed};

impl Legaliser<'_> {
    /// A binary operation of two registers.
    pub(super) fn vbin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        self.vbin_flags(op, a, b, InstFlags::empty())
    }
    fn vbin_flags(&mut self, op: BinOp, a: Value, b: Value, flags: InstFlags) -> Value {
        let ty = self.nf.ty(a);
        self.emit1(InstKind::Binary(op), flags, &[a, b], ty)
    }
    /// The same with a constant in all lanes.
    pub(super) fn vbin_imm(&mut self, op: BinOp, a: Value, c: i64) -> Value {
        let c = self.splat_imm(self.nf.ty(a), c);
        self.vbin(op, a, c)
    }
    /// Compares registers.
    pub(super) fn vicmp(&mut self, p: IntPred, a: Value, b: Value) -> Value {
        self.emit1(InstKind::Icmp(p), InstFlags::empty(), &[a, b], self.nf.ty(a))
    }
    /// Chooses by a lane mask.
    pub(super) fn vselect(&mut self, m: Value, a: Value, b: Value) -> Value {
        self.emit1(InstKind::Select, InstFlags::empty(), &[m, a, b], self.nf.ty(a))
    }
    fn ones(&mut self, ty: Ty) -> Value {
        self.splat_imm(ty, -1)
    }
    fn vnot(&mut self, a: Value) -> Value {
        let ones = self.ones(self.nf.ty(a));
        self.vbin(BinOp::Xor, a, ones)
    }

    pub(super) fn vector_binary(
        &mut self,
        op: BinOp,
        flags: InstFlags,
        s: Shape,
        a: &[Value],
        b: &[Value],
    ) -> Result<Option<Parts>> {
        if s.mask {
            return self.mask_binary(op, s, a, b);
        }
        if a.len() != b.len() {
            return Err(self.input("vector operands of different types"));
        }
        let mut out = Parts::new();
        for (&x, &y) in a.iter().zip(b) {
            let Some(v) = self.register_binary(op, flags, s.ty, x, y) else { return Ok(None) };
            out.push(v);
        }
        Ok(Some(out))
    }
    fn mask_binary(&mut self, op: BinOp, s: Shape, a: &[Value], b: &[Value]) -> Result<Option<Parts>> {
        use BinOp::*;
        let (op, invert) = match op {
            And | Mul | UMin | SMax => (And, false),
            Or | UMax | SMin => (Or, false),
            Xor | Add | Sub => (Xor, false),
            SSubSat | USubSat => (And, true),
            SAddSat | UAddSat => (Or, false),
            _ => return Ok(None),
        };
        let (a, b, form) = self.masks_alike(a, b, s)?;
        if let Some((narrow, wide)) = self.wide_masks(form, &[&a, &b]) {
            let (a, b) = (self.mask_for(a, wide), self.mask_for(b, wide));
            let mut whole = Parts::new();
            for (&x, &y) in a.iter().zip(&b) {
                let y = if invert { self.vnot(y) } else { y };
                whole.push(self.vbin(op, x, y));
            }
            return Ok(Some(self.mask_of_floats(&whole, wide, narrow)));
        }
        let pair = a.iter().zip(&b);
        Ok(Some(
            pair.map(|(&x, &y)| {
                let y = if invert { self.vnot(y) } else { y };
                self.vbin(op, x, y)
            })
            .collect(),
        ))
    }
    /// An operation that needs no more than a register of each operand.
    fn register_binary(&mut self, op: BinOp, flags: InstFlags, ty: Ty, a: Value, b: Value) -> Option<Value> {
        use BinOp::*;
        let family = match op {
            Add | Sub | And | Or | Xor => None,
            Shl | LShr | AShr => Some(Op::Shift),
            Mul => Some(Op::Mul),
            MulHiS | MulHiU => Some(Op::MulHi),
            SMin | SMax | UMin | UMax => {
                if self.min_max_legal(op, ty) {
                    return Some(self.vbin(op, a, b));
                }
                let p = match op {
                    SMin => IntPred::Slt,
                    SMax => IntPred::Sgt,
                    UMin => IntPred::Ult,
                    _ => IntPred::Ugt,
                };
                let m = self.vicmp(p, a, b);
                return Some(self.vselect(m, a, b));
            }
            RotL | RotR => return self.rotate(op == RotL, ty, a, a, b),
            SAddSat | UAddSat | SSubSat | USubSat => return self.saturating_register(op, ty, a, b),
            FAdd | FSub | FMul | FDiv => Some(Op::FArith),
            FMinNum | FMaxNum | FMinimumNum | FMaximumNum => Some(Op::FMinMaxNum),
            FMinimum | FMaximum => Some(Op::FMinMaxIeee),
            CopySign => {
                let int = self.logic_ty(ty);
                let bits = lane_bits(ty.lanes()?.0);
                let (x, y) = (self.cast_register(a, int), self.cast_register(b, int));
                let size = self.vbin_imm(And, x, (super::super::build::mask(bits) >> 1) as i64);
                let sign = self.vbin_imm(And, y, i64::MIN >> (64 - bits));
                let r = self.vbin(Or, size, sign);
                return Some(self.cast_register(r, ty));
            }
            UDiv | SDiv | URem | SRem => return self.divide_by_constant(op, ty, a, b),
            FRem | MulHiSU | SShlSat | UShlSat => return None,
        };
        match family {
            Some(f) if !self.act.legal(f, ty) => None,
            _ => Some(self.vbin_flags(op, a, b, flags)),
        }
    }
    /// A minimum or maximum of bytes without sign, and of words with it, may be there without the others.
    fn min_max_legal(&self, op: BinOp, ty: Ty) -> bool {
        use crate::legalize::actions::Action;
        match self.act.get(Op::MinMax, ty) {
            Action::Legal => true,
            Action::Custom => matches!(
                (op, ty.lanes()),
                (BinOp::UMin | BinOp::UMax, Some((Ty::I8, _))) | (BinOp::SMin | BinOp::SMax, Some((Ty::I16, _)))
            ),
            _ => false,
        }
    }
    fn saturating_register(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
        use BinOp::*;
        if self.act.legal(Op::AddSat, ty) {
            return Some(self.vbin(op, a, b));
        }
        let bits = lane_bits(ty.lanes()?.0);
        let sum = self.vbin(if matches!(op, SAddSat | UAddSat) { Add } else { Sub }, a, b);
        Some(match op {
            UAddSat => {
                let over = self.vicmp(IntPred::Ult, sum, a);
                self.vbin(Or, sum, over)
            }
            USubSat => {
                let over = self.vicmp(IntPred::Ule, b, a);
                self.vbin(And, sum, over)
            }
            _ => {
                // It overflowed if the operands' signs (for a difference: of a and of not b) differ from the result's.
                let (x, y) = (self.vbin(Xor, a, sum), self.vbin(Xor, if op == SAddSat { b } else { a }, sum));
                let y = if op == SAddSat { y } else { self.vbin(Xor, a, b) };
                let both = self.vbin(And, x, y);
                let zero = self.splat_imm(ty, 0);
                let over = self.vicmp(IntPred::Slt, both, zero);
                let sign = self.vicmp(IntPred::Slt, sum, zero);
                let bound = self.vbin_imm(Xor, sign, i64::MIN >> (64 - bits));
                self.vselect(over, bound, sum)
            }
        })
    }
    /// The high half (left) or low half of `a:b` shifted by `n`, which is taken modulo the width.
    fn rotate(&mut self, left: bool, ty: Ty, a: Value, b: Value, n: Value) -> Option<Value> {
        if !self.act.legal(Op::Shift, ty) {
            return None;
        }
        let bits = i64::from(lane_bits(ty.lanes()?.0));
        use BinOp::*;
        if let Some(c) = self.splat_of(n) {
            let c = (c as i64) & (bits - 1);
            if c == 0 {
                return Some(if left { a } else { b });
            }
            let up = if left { c } else { bits - c };
            let high = self.vbin_imm(Shl, a, up);
            let low = self.vbin_imm(LShr, b, bits - up);
            return Some(self.vbin(Or, high, low));
        }
        let n = self.vbin_imm(And, n, bits - 1);
        let rest = self.splat_imm(ty, bits - 1);
        let rest = self.vbin(Xor, n, rest);
        let (high, low) = if left {
            let half = self.vbin_imm(LShr, b, 1);
            (self.vbin(Shl, a, n), self.vbin(LShr, half, rest))
        } else {
            let half = self.vbin_imm(Shl, a, 1);
            (self.vbin(Shl, half, rest), self.vbin(LShr, b, n))
        };
        Some(self.vbin(Or, high, low))
    }
    /// A division by one constant in all lanes: shifts, or the high part of a product with its reciprocal (as in
    /// [`crate::opt::divide`]).
    fn divide_by_constant(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Option<Value> {
        use BinOp::*;
        let c = self.splat_of(b)?;
        let bits = lane_bits(ty.lanes()?.0);
        if c == 0 || !self.act.legal(Op::Shift, ty) {
            return None;
        }
        let number = super::super::build::sign(c, bits);
        let positive = if matches!(op, SDiv | SRem) { number.unsigned_abs() } else { c };
        let reciprocal = self.act.legal(Op::MulHi, ty) && self.act.legal(Op::Mul, ty);
        if !positive.is_power_of_two() && !reciprocal {
            return None;
        }
        // What is left over has the dividend's sign.
        let quotient = match (op, positive.is_power_of_two()) {
            (URem, true) => return Some(self.vbin_imm(And, a, c as i64 - 1)),
            (UDiv, true) => return Some(self.shifted(LShr, a, c.trailing_zeros())),
            (UDiv | URem, false) => self.unsigned_quotient(a, c, bits),
            (_, true) => self.rounded_to_zero(a, positive.trailing_zeros(), bits),
            (_, false) => self.signed_quotient(a, positive, bits),
        };
        Some(match op {
            UDiv => quotient,
            SDiv if number >= 0 => quotient,
            SDiv => {
                let zero = self.splat_imm(ty, 0);
                self.vbin(Sub, zero, quotient)
            }
            _ if positive.is_power_of_two() => {
                let whole = self.shifted(Shl, quotient, positive.trailing_zeros());
                self.vbin(Sub, a, whole)
            }
            _ => {
                let whole = self.vbin_imm(Mul, quotient, positive as i64);
                self.vbin(Sub, a, whole)
            }
        })
    }
    /// A shift that may be by nothing.
    fn shifted(&mut self, op: BinOp, a: Value, n: u32) -> Value {
        if n == 0 { a } else { self.vbin_imm(op, a, n.into()) }
    }
    /// Signed lanes shifted right: negative ones are rounded toward zero.
    fn rounded_to_zero(&mut self, a: Value, n: u32, bits: u32) -> Value {
        if n == 0 {
            return a;
        }
        let sign = self.vbin_imm(BinOp::AShr, a, i64::from(bits) - 1);
        let bias = self.vbin_imm(BinOp::LShr, sign, i64::from(bits - n));
        let sum = self.vbin(BinOp::Add, a, bias);
        self.vbin_imm(BinOp::AShr, sum, n.into())
    }
    fn unsigned_quotient(&mut self, a: Value, d: u64, bits: u32) -> Value {
        use BinOp::*;
        // An even divisor's zeros are shifted out first, when that makes the reciprocal fit.
        let (mut m, mut x, mut have) = (magic(d, bits), a, bits);
        if m.m >> bits != 0 && d & 1 == 0 {
            let n = d.trailing_zeros();
            have = bits - n;
            m = magic(d >> n, have);
            x = self.vbin_imm(LShr, a, n.into());
        }
        if m.m >> bits == 0 {
            let short = bits.saturating_sub(have + m.s);
            let h = self.vbin_imm(MulHiU, x, (m.m << short) as i64);
            return self.shifted(LShr, h, (have + m.s).saturating_sub(bits));
        }
        // A reciprocal of one bit more: x * (m - 2^bits) is the high part h; (x - h) / 2 + h avoids the carry.
        let h = self.vbin_imm(MulHiU, a, m.m as i64);
        let t = self.vbin(Sub, a, h);
        let t = self.vbin_imm(LShr, t, 1);
        let t = self.vbin(Add, t, h);
        self.shifted(LShr, t, m.s - 1)
    }
    fn signed_quotient(&mut self, a: Value, d: u64, bits: u32) -> Value {
        use BinOp::*;
        let m = magic_signed(d, bits);
        let mut h = self.vbin_imm(MulHiS, a, m.m as i64);
        // As a signed number the reciprocal was 2^bits too small.
        if m.m >> (bits - 1) & 1 == 1 {
            h = self.vbin(Add, h, a);
        }
        let q = self.shifted(AShr, h, m.s);
        let one = self.vbin_imm(LShr, q, i64::from(bits) - 1);
        self.vbin(Add, q, one)
    }

    pub(super) fn vector_unary(&mut self, op: UnOp, flags: InstFlags, s: Shape, a: &[Value]) -> Result<Option<Parts>> {
        if op == UnOp::Freeze {
            return Ok(Some(a.iter().map(|&v| self.freeze_register(v)).collect()));
        }
        if s.mask {
            return Ok(None);
        }
        let mut out = Parts::new();
        for &x in a {
            let Some(v) = self.register_unary(op, flags, s.ty, x) else { return Ok(None) };
            out.push(v);
        }
        Ok(Some(out))
    }
    fn freeze_register(&mut self, v: Value) -> Value {
        match self.constant_of(v) {
            Some(lanes) if lanes.iter().all(Option::is_none) => self.splat_imm(self.nf.ty(v), 0),
            Some(lanes) if lanes.iter().all(Option::is_some) => v,
            _ => self.un(UnOp::Freeze, v),
        }
    }
    fn register_unary(&mut self, op: UnOp, flags: InstFlags, ty: Ty, a: Value) -> Option<Value> {
        let bits = lane_bits(ty.lanes()?.0);
        let sign = i64::MIN >> (64 - bits);
        match op {
            UnOp::FNeg | UnOp::FAbs => {
                let int = self.logic_ty(ty);
                let x = self.cast_register(a, int);
                let r = if op == UnOp::FNeg {
                    self.vbin_imm(BinOp::Xor, x, sign)
                } else {
                    self.vbin_imm(BinOp::And, x, !sign)
                };
                Some(self.cast_register(r, ty))
            }
            UnOp::Sqrt if self.act.legal(Op::FSqrt, ty) => Some(self.emit1(InstKind::Unary(op), flags, &[a], ty)),
            UnOp::Floor | UnOp::Ceil | UnOp::FTrunc | UnOp::RoundEven | UnOp::Rint | UnOp::NearbyInt
                if self.act.legal(Op::FRound, ty) =>
            {
                Some(self.un(op, a))
            }
            UnOp::Canonicalize if self.act.legal(Op::FArith, ty) => {
                let one = if bits == 64 { 1f64.to_bits() } else { 1f32.to_bits().into() };
                Some(self.vbin_imm(BinOp::FMul, a, one as i64))
            }
            UnOp::Abs => {
                if self.act.legal(Op::Abs, ty) {
                    return Some(self.un(op, a));
                }
                let zero = self.splat_imm(ty, 0);
                let s = self.vicmp(IntPred::Slt, a, zero);
                let x = self.vbin(BinOp::Xor, a, s);
                Some(self.vbin(BinOp::Sub, x, s))
            }
            UnOp::Ctpop if self.act.legal(Op::Shift, ty) => Some(self.vector_ctpop(ty, bits, a)),
            UnOp::Ctlz if self.act.legal(Op::Shift, ty) => {
                let mut x = a;
                let mut n = 1;
                while n < bits {
                    let y = self.vbin_imm(BinOp::LShr, x, i64::from(n));
                    x = self.vbin(BinOp::Or, x, y);
                    n *= 2;
                }
                let x = self.vnot(x);
                Some(self.vector_ctpop(ty, bits, x))
            }
            UnOp::Cttz if self.act.legal(Op::Shift, ty) => {
                let less = self.vbin_imm(BinOp::Add, a, -1);
                let not = self.vnot(a);
                let x = self.vbin(BinOp::And, less, not);
                Some(self.vector_ctpop(ty, bits, x))
            }
            UnOp::Bswap if self.act.legal(Op::Shift, ty) => Some(self.vector_bswap(ty, bits, a)),
            UnOp::Bitreverse if self.act.legal(Op::Shift, ty) => {
                let mut x = if bits > 8 { self.vector_bswap(ty, bits, a) } else { a };
                for (n, mask) in [(4, 0x0f0f_0f0f_0f0f_0f0fi64), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)]
                {
                    let high = self.vbin_imm(BinOp::LShr, x, n);
                    let high = self.vbin_imm(BinOp::And, high, mask);
                    let low = self.vbin_imm(BinOp::And, x, mask);
                    let low = self.vbin_imm(BinOp::Shl, low, n);
                    x = self.vbin(BinOp::Or, high, low);
                }
                Some(x)
            }
            _ => None,
        }
    }
    /// Sums of pairs, of fours, of bytes, and so on.
    fn vector_ctpop(&mut self, ty: Ty, bits: u32, a: Value) -> Value {
        use BinOp::*;
        let pairs = self.vbin_imm(LShr, a, 1);
        let pairs = self.vbin_imm(And, pairs, 0x5555_5555_5555_5555);
        let x = self.vbin(Sub, a, pairs);
        let high = self.vbin_imm(LShr, x, 2);
        let high = self.vbin_imm(And, high, 0x3333_3333_3333_3333);
        let low = self.vbin_imm(And, x, 0x3333_3333_3333_3333);
        let x = self.vbin(Add, low, high);
        let y = self.vbin_imm(LShr, x, 4);
        let x = self.vbin(Add, x, y);
        let mut x = self.vbin_imm(And, x, 0x0f0f_0f0f_0f0f_0f0f);
        let mut n = 8;
        while n < bits {
            let y = self.vbin_imm(LShr, x, i64::from(n));
            x = self.vbin(Add, x, y);
            n *= 2;
        }
        debug_assert_eq!(self.nf.ty(x), ty);
        if bits > 8 { self.vbin_imm(And, x, 2 * i64::from(bits) - 1) } else { x }
    }
    /// The bytes of words are exchanged by shifts, words by a shuffle.
    fn vector_bswap(&mut self, ty: Ty, bits: u32, a: Value) -> Value {
        if bits == 8 {
            return a;
        }
        let words = with_lanes(ty, Ty::I16);
        let x = self.cast_register(a, words);
        let high = self.vbin_imm(BinOp::Shl, x, 8);
        let low = self.vbin_imm(BinOp::LShr, x, 8);
        let x = self.vbin(BinOp::Or, high, low);
        let each = bits as usize / 16;
        let n = words.lanes().map_or(0, |l| l.1);
        let mask: Vec<Option<usize>> = (0..n).map(|k| Some(k / each * each + (each - 1 - k % each))).collect();
        let x = self.shuffle_to(&[x], words, &mask, words);
        self.cast_register(x, ty)
    }

    pub(super) fn vector_icmp(&mut self, p: IntPred, s: Shape, a: &[Value], b: &[Value]) -> Result<Option<Parts>> {
        if a.len() != b.len() && !s.mask {
            return Err(self.input("vector operands of different types"));
        }
        if s.mask {
            let bits = self.mask_of(a, s.lanes).map_or(s.bits(), |m| m.bits());
            let b = self.mask_at(b, s.lanes, bits)?;
            let a = self.mask_at(a, s.lanes, bits)?;
            // As signed numbers the values are 0 and -1, which masks are, too.
            return Ok(Some(a.iter().zip(&b).map(|(&x, &y)| self.vicmp(p, x, y)).collect()));
        }
        Ok(Some(a.iter().zip(b).map(|(&x, &y)| self.vicmp(p, x, y)).collect()))
    }
    pub(super) fn vector_fcmp(
        &mut self,
        p: FloatPred,
        signalling: bool,
        flags: InstFlags,
        s: Shape,
        a: &[Value],
        b: &[Value],
    ) -> Option<Parts> {
        let narrow = self.narrow_floats(s);
        match p {
            FloatPred::False | FloatPred::True => {
                let v = if p == FloatPred::True { -1 } else { 0 };
                let form = narrow.unwrap_or(s);
                return Some((0..form.n()).map(|_| self.splat_imm(int_vector(form.ty), v)).collect());
            }
            _ => {}
        }
        if !self.act.legal(Op::FCompare, s.ty) {
            return None;
        }
        let int = self.logic_ty(s.ty);
        let pair = a.iter().zip(b);
        let masks: Parts =
            pair.map(|(&x, &y)| self.emit1(InstKind::Fcmp(p, signalling), flags, &[x, y], int)).collect();
        Some(match narrow {
            Some(n) => self.mask_of_floats(&masks, s, n),
            None => masks,
        })
    }
    pub(super) fn vector_select(&mut self, i: Inst, s: Shape) -> Result<Option<Parts>> {
        let (c, x, y) = (self.arg(i, 0)?, self.arg(i, 1)?, self.arg(i, 2)?);
        let (mut a, mut b) = (self.registers(x)?, self.registers(y)?);
        let lanes = self.lanes(self.old.ty(c))?;
        let mut s = s;
        if s.mask {
            (a, b, s) = self.masks_alike(&a, &b, s)?;
        }
        if lanes.is_none() {
            let c = self.one(c)?;
            let pair = a.iter().zip(&b);
            let choose = |l: &mut Self, x: Value, y: Value| match l.nf.as_int(c) {
                Some(0) => y,
                Some(_) => x,
                None => l.emit1(InstKind::Select, InstFlags::empty(), &[c, x, y], s.ty),
            };
            return Ok(Some(pair.map(|(&x, &y)| choose(self, x, y)).collect()));
        }
        let m = self.registers(c)?;
        let m = self.mask_at(&m, s.lanes, s.bits())?;
        let m = if s.mask { m } else { self.mask_for(m, s) };
        if m.len() != a.len() || a.len() != b.len() {
            return Err(self.input("a 'select' between different types"));
        }
        Ok(Some((0..a.len()).map(|k| self.vselect(m[k], a[k], b[k])).collect()))
    }
    pub(super) fn vector_fma(&mut self, i: Inst, s: Shape, fused: bool) -> Result<Option<Parts>> {
        let flags = self.old.insts[i].flags;
        let fma = self.act.legal(Op::Fma, s.ty) && (fused || relax::fuses(&self.old.sig.attrs));
        if !self.act.legal(Op::FArith, s.ty) || (fused && !fma) {
            return Ok(None);
        }
        let (x, y, z) = (self.arg(i, 0)?, self.arg(i, 1)?, self.arg(i, 2)?);
        let (a, b, c) = (self.registers(x)?, self.registers(y)?, self.registers(z)?);
        let mut out = Parts::new();
        for k in 0..a.len() {
            out.push(if fma {
                self.emit1(InstKind::Fma, flags, &[a[k], b[k], c[k]], s.ty)
            } else {
                let p = self.vbin_flags(BinOp::FMul, a[k], b[k], flags);
                self.vbin_flags(BinOp::FAdd, p, c[k], flags)
            });
        }
        Ok(Some(out))
    }
    pub(super) fn vector_funnel(&mut self, i: Inst, s: Shape, left: bool) -> Result<Option<Parts>> {
        if s.mask {
            return Ok(None);
        }
        let (x, y, z) = (self.arg(i, 0)?, self.arg(i, 1)?, self.arg(i, 2)?);
        let (a, b, c) = (self.registers(x)?, self.registers(y)?, self.registers(z)?);
        let mut out = Parts::new();
        for k in 0..a.len() {
            let Some(v) = self.rotate(left, s.ty, a[k], b[k], c[k]) else { return Ok(None) };
            out.push(v);
        }
        Ok(Some(out))
    }
}
