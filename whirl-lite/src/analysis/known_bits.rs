//! Known bits: which bits of an integer are certainly zero or one, and how many of its top bits are copies of its sign.
//!
//! As LLVM's `KnownBits` (Chapman's tristate arithmetic), with the count of sign bits beside it, on legalised values of at
//! most 64 bits. Answers are cached by value. A phi is unknown while its own arguments are asked for, so an answer is
//! sound but depends on where the question started; passes that go forward in reverse post-order get the best ones.
//!
//! Facts are about the bits that the machine computes; promises such as `nsw` are not used.

use crate::ir::{
    BinOp, CastOp, ConstData, Extend, Function, InstKind, MdKind, MdOperand, Module, TyData, UnOp, Value, ValueDef,
};
use cranelift_entity::EntityRef;
use smallvec::{SmallVec, smallvec};

/// What is known of a value of some width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Bits that are zero.
    pub zero: u64,
    /// Bits that are one.
    pub one: u64,
    /// How many of the top bits are equal: at least 1.
    pub sign: u8,
    /// Width in bits.
    pub width: u8,
}

const DEPTH: u8 = 10;
/// Most phis that are looked at together, and most values that come into them.
const MAX_WEB: usize = 8;
/// See `MAX_WEB`.
const MAX_VALUES: usize = 20;

fn ones(w: u8) -> u64 {
    if w >= 64 { u64::MAX } else { (1 << w) - 1 }
}

impl Bits {
    /// Nothing is known.
    pub fn unknown(width: u8) -> Bits {
        Bits { zero: 0, one: 0, sign: 1, width }
    }
    /// A constant.
    pub fn constant(v: u64, width: u8) -> Bits {
        let v = v & ones(width);
        Bits { zero: !v & ones(width), one: v, sign: 1, width }.settle()
    }
    /// Brings bits and sign count into agreement.
    fn settle(mut self) -> Bits {
        let pad = 64 - u32::from(self.width);
        let lead = |x: u64| (x << pad).leading_ones().min(u32::from(self.width)) as u8;
        self.sign = self.sign.max(lead(self.zero)).max(lead(self.one)).max(1);
        if self.sign > 1 {
            // If one of the equal bits is known, all are.
            let mask = ones(self.width) & !ones(self.width - self.sign);
            if self.zero & mask != 0 {
                self.zero |= mask;
            } else if self.one & mask != 0 {
                self.one |= mask;
            }
        }
        self
    }
    /// All ones of its width.
    pub fn mask(self) -> u64 {
        ones(self.width)
    }
    /// The value, if all bits are known.
    pub fn value(self) -> Option<u64> {
        ((self.zero | self.one) & self.mask() == self.mask()).then_some(self.one)
    }
    /// Least value without sign.
    pub fn min(self) -> u64 {
        self.one
    }
    /// Greatest value without sign.
    pub fn max(self) -> u64 {
        !self.zero & self.mask()
    }
    /// Is the sign known to be plus?
    pub fn non_negative(self) -> bool {
        self.zero >> (self.width - 1) & 1 == 1
    }
    /// Is the sign known to be minus?
    pub fn negative(self) -> bool {
        self.one >> (self.width - 1) & 1 == 1
    }
    /// Zeros known at the top.
    pub fn leading_zeros(self) -> u32 {
        (self.zero << (64 - u32::from(self.width))).leading_ones().min(u32::from(self.width))
    }
    /// Zeros known at the bottom.
    pub fn trailing_zeros(self) -> u32 {
        self.zero.trailing_ones().min(u32::from(self.width))
    }
    /// Either of two values.
    pub fn join(self, o: Bits) -> Bits {
        Bits { zero: self.zero & o.zero, one: self.one & o.one, sign: self.sign.min(o.sign), width: self.width }
    }
    fn high_zeros(width: u8, n: u32) -> Bits {
        let n = n.min(u32::from(width)) as u8;
        Bits { zero: ones(width) & !ones(width - n), ..Bits::unknown(width) }.settle()
    }
    /// `a + b + carry`.
    fn sum(a: Bits, b: Bits, carry: bool) -> Bits {
        let m = a.mask();
        let c = u64::from(carry);
        let high = a.max().wrapping_add(b.max()).wrapping_add(c) & m;
        let low = a.min().wrapping_add(b.min()).wrapping_add(c) & m;
        let carry_zero = !(high ^ a.zero ^ b.zero);
        let carry_one = low ^ a.one ^ b.one;
        let known = (a.zero | a.one) & (b.zero | b.one) & (carry_zero | carry_one) & m;
        let sign = a.sign.min(b.sign).saturating_sub(1).max(1);
        Bits { zero: !high & known, one: low & known, sign, width: a.width }.settle()
    }
    fn not(self) -> Bits {
        Bits { zero: self.one, one: self.zero, ..self }
    }
    /// Extends with zeros.
    pub fn zext(self, width: u8) -> Bits {
        let top = ones(width) & !self.mask();
        Bits { zero: self.zero | top, one: self.one, sign: 1, width }.settle()
    }
    /// Extends with the sign.
    pub fn sext(self, width: u8) -> Bits {
        let top = ones(width) & !self.mask();
        let mut r = Bits { width, sign: self.sign + (width - self.width), ..self };
        if self.non_negative() {
            r.zero |= top;
        } else if self.negative() {
            r.one |= top;
        }
        r.settle()
    }
    /// Keeps the low bits.
    pub fn trunc(self, width: u8) -> Bits {
        let m = ones(width);
        let sign = self.sign.saturating_sub(self.width - width).max(1);
        Bits { zero: self.zero & m, one: self.one & m, sign, width }.settle()
    }
    fn shl(self, n: u8) -> Bits {
        let m = self.mask();
        let low = ones(n) & m;
        let sign = self.sign.saturating_sub(n).max(1);
        Bits { zero: (self.zero << n | low) & m, one: self.one << n & m, sign, width: self.width }.settle()
    }
    fn lshr(self, n: u8) -> Bits {
        let top = self.mask() & !ones(self.width - n);
        let sign = if n == 0 { self.sign } else { 1 };
        Bits { zero: self.zero >> n | top, one: self.one >> n, sign, width: self.width }.settle()
    }
    fn ashr(self, n: u8) -> Bits {
        let top = self.mask() & !ones(self.width - n);
        let mut r = Bits { zero: self.zero >> n, one: self.one >> n, ..self };
        r.sign = (self.sign + n).min(self.width);
        if self.non_negative() {
            r.zero |= top;
        } else if self.negative() {
            r.one |= top;
        }
        r.settle()
    }
}

/// Cached answers for a function. Values never change their meaning, so answers stay right while code is rewritten.
pub struct KnownBits<'a> {
    m: &'a Module,
    xlen: u8,
    cache: Vec<Option<Bits>>,
}

impl<'a> KnownBits<'a> {
    /// Nothing asked yet.
    pub fn new(m: &'a Module, xlen: u32) -> KnownBits<'a> {
        KnownBits { m, xlen: xlen.clamp(1, 64) as u8, cache: Vec::new() }
    }

    /// Width of an integer or pointer of at most 64 bits.
    pub fn width(&self, f: &Function, v: Value) -> Option<u8> {
        match self.m.types.get(f.ty(v)) {
            TyData::Int(n) if *n <= 64 && *n > 0 => Some(*n as u8),
            TyData::Ptr(_) => Some(self.xlen),
            _ => None,
        }
    }

    /// What is known of an integer or pointer; `None` for other values.
    pub fn get(&mut self, f: &Function, v: Value) -> Option<Bits> {
        let width = self.width(f, v)?;
        Some(self.ask(f, v, width, 0))
    }

    fn ask(&mut self, f: &Function, v: Value, width: u8, depth: u8) -> Bits {
        let (i, n) = match f.values[v].def {
            ValueDef::Const(c) => {
                return match f.consts.get(c) {
                    ConstData::Int(x) => Bits::constant(*x, width),
                    ConstData::Null | ConstData::Zero => Bits::constant(0, width),
                    _ => Bits::unknown(width),
                };
            }
            ValueDef::Result(i, n) => (i, n),
            ValueDef::Param(_) => return extended(f, v, width),
            ValueDef::Other => return Bits::unknown(width),
        };
        if matches!(f.insts[i].kind, InstKind::Call(_)) {
            return extended(f, v, width);
        }
        if let Some(Some(b)) = self.cache.get(v.index())
            && b.width == width
        {
            return *b;
        }
        if depth >= DEPTH || n != 0 {
            return Bits::unknown(width);
        }
        if self.cache.len() <= v.index() {
            self.cache.resize(f.values.len().max(v.index() + 1), None);
        }
        // A cycle meets this.
        self.cache[v.index()] = Some(Bits::unknown(width));
        let b = self.compute(f, i, width, depth + 1);
        self.cache[v.index()] = Some(b);
        b
    }

    fn arg(&mut self, f: &Function, i: crate::ir::Inst, n: usize, depth: u8) -> Option<Bits> {
        let v = *f.args(i).get(n)?;
        let w = self.width(f, v)?;
        Some(self.ask(f, v, w, depth))
    }

    fn compute(&mut self, f: &Function, i: crate::ir::Inst, width: u8, depth: u8) -> Bits {
        let unknown = Bits::unknown(width);
        let a = |k: &mut Self, n: usize| k.arg(f, i, n, depth).unwrap_or(unknown);
        match f.insts[i].kind {
            InstKind::Binary(op) => {
                let (x, y) = (a(self, 0), a(self, 1));
                if x.width == width && y.width == width { binary(op, x, y) } else { unknown }
            }
            InstKind::PtrAdd => {
                let (x, y) = (a(self, 0), a(self, 1));
                if x.width == width && y.width == width { Bits::sum(x, y, false) } else { unknown }
            }
            InstKind::Unary(op) => unary(op, a(self, 0), width),
            InstKind::Cast(op) => {
                let Some(x) = self.arg(f, i, 0, depth) else { return unknown };
                match op {
                    CastOp::Trunc if x.width >= width => x.trunc(width),
                    CastOp::ZExt if x.width <= width => x.zext(width),
                    CastOp::SExt if x.width <= width => x.sext(width),
                    CastOp::AnyExt if x.width <= width => Bits { zero: x.zero, one: x.one, ..Bits::unknown(width) },
                    CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast if x.width == width => x,
                    _ => unknown,
                }
            }
            InstKind::Select => {
                let (x, y) = (a(self, 1), a(self, 2));
                x.join(y).settle()
            }
            InstKind::Phi => {
                // A web of phis is always one of the values that come into it.
                let mut web: SmallVec<[crate::ir::Inst; 8]> = smallvec![i];
                let mut all: Option<Bits> = None;
                let (mut n, mut values) = (0, 0);
                while n < web.len() {
                    for &v in f.args(web[n]) {
                        if let Some(p) = f.def_inst(v)
                            && f.insts[p].kind == InstKind::Phi
                        {
                            if !web.contains(&p) {
                                web.push(p);
                            }
                            continue;
                        }
                        values += 1;
                        if web.len() > MAX_WEB || values > MAX_VALUES {
                            return unknown;
                        }
                        let b = self.ask(f, v, width, depth);
                        let j = all.map_or(b, |x| x.join(b));
                        if j == unknown {
                            return unknown;
                        }
                        all = Some(j);
                    }
                    n += 1;
                }
                all.map_or(unknown, Bits::settle)
            }
            InstKind::Load(access, e) => {
                let bits = self.m.types.int_bits(access.ty).unwrap_or(64).min(u32::from(width)) as u8;
                let mut b = match e {
                    Extend::Zero => Bits::unknown(bits).zext(width),
                    Extend::Sign => Bits::unknown(bits).sext(width),
                    Extend::Any => unknown,
                };
                if e != Extend::Sign
                    && let Some(max) = self.range(f, i, bits)
                {
                    let lead = (max << (64 - u32::from(bits))).leading_zeros();
                    if bits == width || e == Extend::Zero {
                        b = Bits::high_zeros(width, lead + u32::from(width - bits));
                    }
                }
                b
            }
            InstKind::FrameAddr(o) => low_zeros(width, f.frame[o].align),
            InstKind::GlobalAddr(g) => {
                let align = self.m.globals[g].align;
                low_zeros(width, if align == 0 { 0 } else { align.trailing_zeros() as u8 })
            }
            _ => unknown,
        }
    }

    /// The greatest value without sign that `!range` leaves; `None` if it says nothing useful.
    fn range(&self, f: &Function, i: crate::ir::Inst, bits: u8) -> Option<u64> {
        let ops = self.m.metadata.operands(f.attachment(i, MdKind::RANGE)?);
        let mut max = 0;
        for pair in ops.chunks(2) {
            let &[MdOperand::Int(low, _), MdOperand::Int(high, _)] = pair else { return None };
            let (low, high) = (low as u64 & ones(bits), (high as u64).wrapping_sub(1) & ones(bits));
            if low > high {
                return None;
            }
            max = max.max(high);
        }
        Some(max)
    }
}

/// What the calling convention says of a parameter or a call's result.
fn extended(f: &Function, v: Value, width: u8) -> Bits {
    match f.extended.get(&v) {
        Some(&(n, true)) if n > 0 && n < width => Bits::unknown(n).sext(width),
        Some(&(n, false)) if n > 0 && n < width => Bits::unknown(n).zext(width),
        _ => Bits::unknown(width),
    }
}

fn low_zeros(width: u8, n: u8) -> Bits {
    Bits { zero: ones(n.min(width)), ..Bits::unknown(width) }
}

fn binary(op: BinOp, x: Bits, y: Bits) -> Bits {
    let width = x.width;
    let unknown = Bits::unknown(width);
    let shift = y.value().filter(|&n| n < u64::from(width)).map(|n| n as u8);
    let lowest = |n: u32| Bits { zero: ones(n.min(u32::from(width)) as u8), ..unknown };
    match op {
        BinOp::And => Bits { zero: x.zero | y.zero, one: x.one & y.one, sign: x.sign.min(y.sign), width }.settle(),
        BinOp::Or => Bits { zero: x.zero & y.zero, one: x.one | y.one, sign: x.sign.min(y.sign), width }.settle(),
        BinOp::Xor => {
            let zero = x.zero & y.zero | x.one & y.one;
            let one = x.zero & y.one | x.one & y.zero;
            Bits { zero, one, sign: x.sign.min(y.sign), width }.settle()
        }
        BinOp::Add => Bits::sum(x, y, false),
        BinOp::Sub => Bits::sum(x, y.not(), true),
        BinOp::Mul => {
            let mut b = lowest(x.trailing_zeros() + y.trailing_zeros());
            let used = 2 * u32::from(width) - x.leading_zeros() - y.leading_zeros();
            b.zero |= Bits::high_zeros(width, u32::from(width).saturating_sub(used)).zero;
            b.settle()
        }
        BinOp::Shl => match shift {
            Some(n) => x.shl(n),
            None => lowest(x.trailing_zeros()),
        },
        BinOp::LShr => match shift {
            Some(n) => x.lshr(n),
            None => Bits::high_zeros(width, x.leading_zeros()),
        },
        BinOp::AShr => match shift {
            Some(n) => x.ashr(n),
            None => Bits { sign: x.sign, ..Bits::high_zeros(width, x.leading_zeros()) }.settle(),
        },
        BinOp::UDiv => {
            let by = y.min().max(1).ilog2();
            Bits::high_zeros(width, (x.leading_zeros() + by).min(u32::from(width)))
        }
        BinOp::URem => Bits::high_zeros(width, x.leading_zeros().max(if y.max() == 0 { 0 } else { y.leading_zeros() })),
        BinOp::UMin => Bits::high_zeros(width, x.leading_zeros().max(y.leading_zeros())),
        BinOp::UMax => Bits { sign: 1, ..Bits::high_zeros(width, x.leading_zeros().min(y.leading_zeros())) }.settle(),
        BinOp::SMin | BinOp::SMax => x.join(y).settle(),
        BinOp::MulHiU => {
            let used = 2 * u32::from(width) - x.leading_zeros() - y.leading_zeros();
            Bits::high_zeros(width, (2 * u32::from(width) - used).min(u32::from(width)))
        }
        _ => unknown,
    }
}

fn unary(op: UnOp, x: Bits, width: u8) -> Bits {
    let unknown = Bits::unknown(width);
    if x.width != width {
        return unknown;
    }
    match op {
        UnOp::Freeze => x,
        UnOp::SextInReg(n) if n < width && n > 0 => {
            if x.sign > width - n {
                x
            } else {
                x.trunc(n).sext(width)
            }
        }
        UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop => {
            let bits = u32::from(width).ilog2() + 1;
            Bits::high_zeros(width, u32::from(width).saturating_sub(bits))
        }
        _ => unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values that agree with what is known.
    fn members(b: Bits) -> Vec<u64> {
        let ok = |v: &u64| {
            let s = 64 - u32::from(b.width);
            let x = (v << s) as i64;
            let copies = (x.leading_zeros().max((!x).leading_zeros())).min(u32::from(b.width)) as u8;
            v & b.zero == 0 && v & b.one == b.one && copies >= b.sign
        };
        (0..1u64 << b.width).filter(ok).collect()
    }

    #[test]
    fn small_widths_exhaustively() {
        let w = 4u8;
        let mut all: Vec<Bits> = Vec::new();
        for zero in 0..16u64 {
            for one in 0..16u64 {
                for sign in 1..=4 {
                    if zero & one == 0 {
                        let b = Bits { zero, one, sign, width: w };
                        if !members(b).is_empty() {
                            all.push(b.settle());
                        }
                    }
                }
            }
        }
        all.sort_by_key(|b| (b.zero, b.one, b.sign));
        all.dedup();
        let m = 15u64;
        let s = |v: u64| ((v << 60) as i64) >> 60;
        type Case = (BinOp, fn(u64, u64) -> Option<u64>);
        let ops: Vec<Case> = vec![
            (BinOp::Add, |a, b| Some(a + b)),
            (BinOp::Sub, |a, b| Some(a.wrapping_sub(b))),
            (BinOp::Mul, |a, b| Some(a * b)),
            (BinOp::And, |a, b| Some(a & b)),
            (BinOp::Or, |a, b| Some(a | b)),
            (BinOp::Xor, |a, b| Some(a ^ b)),
            (BinOp::UDiv, |a, b| (b != 0).then(|| a / b)),
            (BinOp::URem, |a, b| (b != 0).then(|| a % b)),
            (BinOp::UMin, |a, b| Some(a.min(b))),
            (BinOp::UMax, |a, b| Some(a.max(b))),
            (BinOp::Shl, |a, b| (b < 4).then(|| a << b)),
            (BinOp::LShr, |a, b| (b < 4).then(|| a >> b)),
            (BinOp::AShr, |a, b| (b < 4).then(|| ((((a << 60) as i64) >> 60) >> b) as u64)),
            (BinOp::MulHiU, |a, b| Some((a * b) >> 4)),
        ];
        for (op, f) in ops {
            for &x in all.iter().step_by(3) {
                for &y in &all {
                    let r = binary(op, x, y);
                    let ok = members(r);
                    for a in members(x) {
                        for b in members(y) {
                            if let Some(v) = f(a, b) {
                                assert!(
                                    ok.contains(&(v & m)),
                                    "{op:?} {a} {b} -> {} not in {r:?} from {x:?} {y:?}",
                                    v & m
                                );
                            }
                        }
                    }
                }
            }
        }
        for &x in &all {
            for a in members(x) {
                assert!(members(x.sext(8)).contains(&(s(a) as u64 & 255)));
                assert!(members(x.zext(8)).contains(&a));
                assert!(members(x.trunc(2)).contains(&(a & 3)));
                let in_reg = ((a << 62) as i64 >> 62) as u64 & m;
                assert!(members(unary(UnOp::SextInReg(2), x, 4)).contains(&in_reg));
            }
        }
    }
}
