//! Division and remainder by constants, without division.
//!
//! Quotients come from the high part of a product with a scaled reciprocal (Granlund and Montgomery, "Division by Invariant
//! Integers using Multiplication", 1994; Warren, "Hacker's Delight", chapter 10). A value that is narrower than a register
//! needs only one wide product. Exact divisions are products with the inverse modulo 2^w, powers of two are shifts, and a
//! remainder that is only compared with zero is a product with the inverse and one comparison.

use super::OptCx;
use super::edit::{Replacements, before, ones, signed, turn_into};
use crate::analysis::known_bits::KnownBits;
use crate::ir::{BinOp, CastOp, Function, Inst, InstFlags, InstKind, IntPred, Ty, Value};
use cranelift_entity::EntityRef;

/// Rewrites divisions by constants. True if there were any.
pub fn run(f: &mut Function, cx: &OptCx<'_>) -> bool {
    if !cx.costs.multiply || cx.size {
        return false;
    }
    let mut found: Vec<Inst> = Vec::new();
    for &b in &f.layout {
        for i in f.block_insts(b) {
            if matches!(f.insts[i].kind, InstKind::Binary(BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem))
                && f.args(i).get(1).is_some_and(|&d| f.as_int(d).is_some())
            {
                found.push(i);
            }
        }
    }
    if found.is_empty() {
        return false;
    }
    let zero_tests = remainders_tested(f);
    let mut known = KnownBits::new(cx.m, cx.costs.xlen);
    let mut repl = Replacements::default();
    for i in found {
        repl.apply(f, i);
        let InstKind::Binary(op) = f.insts[i].kind else { continue };
        let &[x, d] = f.args(i) else { continue };
        let Some(c) = f.as_int(d) else { continue };
        let ty = f.ty(x);
        let w = match ty {
            Ty::I32 => 32,
            Ty::I64 => 64,
            _ => continue,
        };
        if w > cx.costs.xlen || c & ones(w) == 0 || !cx.fuel.take() {
            continue;
        }
        let lead = known.get(f, x).map_or(0, |k| k.leading_zeros());
        if op == BinOp::URem && c > 1 && c & 1 == 1 && test_remainder(f, &zero_tests, i, x, c, w) {
            continue;
        }
        let mut e = Emitter { f, cx, at: i, ty, w };
        let flags = e.f.insts[i].flags;
        let v = match op {
            BinOp::UDiv if flags.contains(InstFlags::EXACT) => e.exact(x, c, false),
            BinOp::SDiv if flags.contains(InstFlags::EXACT) => e.exact(x, c, true),
            BinOp::UDiv => e.unsigned(x, c, lead),
            BinOp::SDiv => e.signed(x, signed(c, w)),
            BinOp::URem => {
                let q = e.unsigned(x, c, lead);
                e.remainder(x, q, c)
            }
            _ => e.signed_remainder(x, signed(c, w)),
        };
        repl.set(f.result(i, 0), v);
        f.remove(i);
    }
    repl.apply_all(f);
    true
}

/// By value: the comparison with zero that is its only user.
fn remainders_tested(f: &Function) -> Vec<(Value, Inst)> {
    let uses = super::simplify::count_uses(f);
    let mut out = Vec::new();
    for &b in &f.layout {
        for i in f.block_insts(b) {
            if let (InstKind::Icmp(IntPred::Eq | IntPred::Ne), &[a, z]) = (f.insts[i].kind, f.args(i))
                && f.as_int(z) == Some(0)
                && uses[a.index()] == 1
            {
                out.push((a, i));
            }
        }
    }
    out.sort_unstable();
    out
}

/// `x % c == 0` for odd `c` is `x * inverse(c) <= (2^w - 1) / c`.
fn test_remainder(f: &mut Function, tests: &[(Value, Inst)], i: Inst, x: Value, c: u64, w: u32) -> bool {
    let r = f.result(i, 0);
    let Ok(n) = tests.binary_search_by_key(&r, |t| t.0) else { return false };
    let test = tests[n].1;
    let InstKind::Icmp(p) = f.insts[test].kind else { return false };
    let ty = f.ty(x);
    let k = f.int_const(ty, inverse(c) & ones(w));
    turn_into(f, i, InstKind::Binary(BinOp::Mul), &[x, k]);
    // Below the bound plus one, which cannot wrap since c is 3 or more.
    let bound = f.int_const(ty, ones(w) / c + 1);
    let p = if p == IntPred::Eq { IntPred::Ult } else { IntPred::Uge };
    turn_into(f, test, InstKind::Icmp(p), &[r, bound]);
    true
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(c: u64) -> u64 {
    let mut x = c;
    for _ in 0..6 {
        x = x.wrapping_mul(2u64.wrapping_sub(c.wrapping_mul(x)));
    }
    x
}

/// `floor(x / d)` is `x * m >> (bits + s)` for all x of so many bits.
pub(crate) struct Magic {
    pub(crate) m: u128,
    pub(crate) s: u32,
}

/// The smallest reciprocal for dividends of `bits` bits; `d` is neither zero nor one.
pub(crate) fn magic(d: u64, bits: u32) -> Magic {
    let d = u128::from(d);
    let limit = 64 - (d - 1).leading_zeros().saturating_sub(64);
    for s in 0..=limit {
        // m = ceil(2^(bits + s) / d) works if it is off by at most 2^s.
        if bits + s >= 128 {
            break;
        }
        let power = 1u128 << (bits + s);
        let m = power.div_ceil(d);
        if m * d - power <= 1 << s {
            return Magic { m, s };
        }
    }
    // 2^128 / d, rounded up: no power of two comes here.
    Magic { m: u128::MAX / d + 1, s: limit }
}

struct Emitter<'f, 'c> {
    f: &'f mut Function,
    cx: &'c OptCx<'c>,
    at: Inst,
    ty: Ty,
    w: u32,
}

impl Emitter<'_, '_> {
    fn op(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let ty = self.f.ty(a);
        before(self.f, self.at, InstKind::Binary(op), &[a, b], ty)
    }
    fn imm(&mut self, op: BinOp, a: Value, c: u64) -> Value {
        let ty = self.f.ty(a);
        let w = if ty == Ty::I32 { 32 } else { 64 };
        let c = self.f.int_const(ty, c & ones(w));
        self.op(op, a, c)
    }
    /// Shift by a constant; by nothing is nothing.
    fn shift(&mut self, op: BinOp, a: Value, n: u32) -> Value {
        if n == 0 { a } else { self.imm(op, a, n.into()) }
    }
    fn cast(&mut self, op: CastOp, a: Value, ty: Ty) -> Value {
        before(self.f, self.at, InstKind::Cast(op), &[a], ty)
    }
    fn negate(&mut self, a: Value) -> Value {
        let ty = self.f.ty(a);
        let zero = self.f.int_const(ty, 0);
        self.op(BinOp::Sub, zero, a)
    }
    /// Narrower than a register: one wide product gives all.
    fn narrow(&self) -> bool {
        self.w < self.cx.costs.xlen
    }

    /// `x - q * c`.
    fn remainder(&mut self, x: Value, q: Value, c: u64) -> Value {
        let p = self.imm(BinOp::Mul, q, c);
        self.op(BinOp::Sub, x, p)
    }

    fn exact(&mut self, x: Value, c: u64, is_signed: bool) -> Value {
        let n = c.trailing_zeros();
        let shift = if is_signed { BinOp::AShr } else { BinOp::LShr };
        let odd = if is_signed { (signed(c, self.w) >> n) as u64 } else { c >> n };
        let x = self.shift(shift, x, n);
        if odd & ones(self.w) == 1 { x } else { self.imm(BinOp::Mul, x, inverse(odd)) }
    }

    /// `lead`: zeros known at the top of the dividend.
    fn unsigned(&mut self, x: Value, d: u64, lead: u32) -> Value {
        if d == 1 {
            return x;
        }
        if d.is_power_of_two() {
            return self.shift(BinOp::LShr, x, d.trailing_zeros());
        }
        if self.narrow() {
            return self.unsigned_narrow(x, d, lead);
        }
        let w = self.w;
        // An even divisor's zeros are shifted out first, when that makes the reciprocal fit.
        let mut m = magic(d, w - lead.min(w - 1));
        let (mut x2, mut bits) = (x, w - lead.min(w - 1));
        if m.m >> w != 0 && d & 1 == 0 {
            let n = d.trailing_zeros();
            bits = (w - n).min(bits);
            x2 = self.shift(BinOp::LShr, x, n);
            m = magic(d >> n, bits);
        }
        if m.m >> w == 0 {
            let k = self.f.int_const(self.ty, m.m as u64);
            // The product's high word is x * m >> w; bits + s - w more are left, or too many were taken.
            return if bits + m.s >= w {
                let h = self.op(BinOp::MulHiU, x2, k);
                self.shift(BinOp::LShr, h, bits + m.s - w)
            } else {
                let k = self.f.int_const(self.ty, (m.m as u64) << (w - bits - m.s));
                self.op(BinOp::MulHiU, x2, k)
            };
        }
        // A reciprocal of one bit more: x * (m - 2^w) is the high word h; (x - h) / 2 + h avoids the carry.
        let m = magic(d, w);
        let k = self.f.int_const(self.ty, m.m as u64 & ones(w));
        let h = self.op(BinOp::MulHiU, x, k);
        let t = self.op(BinOp::Sub, x, h);
        let t = self.imm(BinOp::LShr, t, 1);
        let t = self.op(BinOp::Add, t, h);
        self.shift(BinOp::LShr, t, m.s - 1)
    }

    fn unsigned_narrow(&mut self, x: Value, d: u64, lead: u32) -> Value {
        let wide = self.cx.costs.xlen_ty();
        if lead > 0 && self.cx.costs.free_sext {
            // Not negative: the extended value times the reciprocal fits the register.
            let bits = self.w - lead.min(self.w - 1);
            let m = magic(d, bits);
            let x = self.cast(CastOp::SExt, x, wide);
            let p = self.imm(BinOp::Mul, x, m.m as u64);
            let q = self.shift(BinOp::LShr, p, bits + m.s);
            return self.cast(CastOp::Trunc, q, self.ty);
        }
        // (x << 32) * (m << j), high word: no extension is needed, for the shift drops what is above.
        let m = magic(d, self.w);
        let x = self.cast(CastOp::AnyExt, x, wide);
        let x = self.imm(BinOp::Shl, x, u64::from(self.w));
        let j = if m.m >> 32 == 0 { 32 } else { 31 };
        let k = self.f.int_const(wide, (m.m << j) as u64);
        let h = self.op(BinOp::MulHiU, x, k);
        let q = self.shift(BinOp::LShr, h, self.w + m.s - (32 - j));
        self.cast(CastOp::Trunc, q, self.ty)
    }

    /// The sum of x and 2^n - 1 if x is negative, so that shifting rounds toward zero.
    fn biased(&mut self, x: Value, n: u32) -> (Value, Value) {
        let sign = if n == 1 { x } else { self.imm(BinOp::AShr, x, u64::from(self.w - 1)) };
        let bias = self.imm(BinOp::LShr, sign, u64::from(self.w - n));
        (self.op(BinOp::Add, x, bias), bias)
    }

    fn signed(&mut self, x: Value, d: i64) -> Value {
        match d {
            1 => return x,
            -1 => return self.negate(x),
            _ => {}
        }
        let a = d.unsigned_abs();
        let q = if a.is_power_of_two() {
            let n = a.trailing_zeros();
            let (t, _) = self.biased(x, n);
            self.imm(BinOp::AShr, t, n.into())
        } else {
            self.signed_quotient(x, a)
        };
        if d < 0 { self.negate(q) } else { q }
    }

    /// x / a for a positive divisor that is no power of two.
    fn signed_quotient(&mut self, x: Value, a: u64) -> Value {
        // Magnitudes have w - 1 bits; 2^(w - 1) itself is covered, being even with room in the bound.
        let w = self.w;
        let m = magic_signed(a, w);
        if self.narrow() {
            let wide = self.cx.costs.xlen_ty();
            let x = self.cast(CastOp::SExt, x, wide);
            let p = self.imm(BinOp::Mul, x, m.m as u64);
            let q = self.imm(BinOp::AShr, p, u64::from(w + m.s));
            let one = self.imm(BinOp::LShr, p, u64::from(self.cx.costs.xlen - 1));
            let q = self.op(BinOp::Add, q, one);
            return self.cast(CastOp::Trunc, q, self.ty);
        }
        let k = self.f.int_const(self.ty, m.m as u64 & ones(w));
        let mut h = self.op(BinOp::MulHiS, x, k);
        // As a signed number the reciprocal was 2^w too small.
        if m.m >> (w - 1) & 1 == 1 {
            h = self.op(BinOp::Add, h, x);
        }
        let q = self.shift(BinOp::AShr, h, m.s);
        let one = self.imm(BinOp::LShr, q, u64::from(w - 1));
        self.op(BinOp::Add, q, one)
    }

    fn signed_remainder(&mut self, x: Value, d: i64) -> Value {
        let a = d.unsigned_abs();
        if a == 1 {
            return self.f.int_const(self.ty, 0);
        }
        if a.is_power_of_two() {
            let n = a.trailing_zeros();
            let (t, bias) = self.biased(x, n);
            let t = self.imm(BinOp::And, t, a - 1);
            return self.op(BinOp::Sub, t, bias);
        }
        let q = self.signed_quotient(x, a);
        self.remainder(x, q, a)
    }
}

/// For signed dividends of `w` bits: `x * m >> (w + s)`, plus one if x is negative; m has at most w bits.
pub(crate) fn magic_signed(a: u64, w: u32) -> Magic {
    let d = u128::from(a);
    let mut s = 0;
    loop {
        // 2^(w + s) / d rounded up must be off by less than 2^(s + 1) / ... as for dividends of w - 1 bits.
        let power = 1u128 << (w + s);
        let m = power / d + 1;
        if m * d - power <= 1 << (s + 1) || s + 1 >= w {
            return Magic { m, s };
        }
        s += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::simplify::tests::{Random, eval, function};
    use super::*;
    use crate::diag::Pos;
    use crate::ir::Module;
    use crate::opt::Fuel;
    use crate::opt::costs::Costs;

    fn check(op: BinOp, ty: Ty, xlen: u32, c: u64, inputs: &[u64], exact: bool, test: bool) {
        let w = if ty == Ty::I32 { 32 } else { 64 };
        let mut f = function(&[ty]);
        let b = f.add_block();
        let x = f.params[0];
        let k = f.int_const(ty, c & ones(w));
        let flags = if exact { InstFlags::EXACT } else { InstFlags::empty() };
        let i = f.make_inst(InstKind::Binary(op), flags, &[x, k], &[], &[ty], Pos::NONE);
        f.append(b, i);
        let mut r = f.result(i, 0);
        if test {
            let z = f.int_const(ty, 0);
            let i = f.make_inst(InstKind::Icmp(IntPred::Eq), InstFlags::empty(), &[r, z], &[], &[Ty::I1], Pos::NONE);
            f.append(b, i);
            r = f.result(i, 0);
        }
        let i = f.make_inst(InstKind::Ret, InstFlags::empty(), &[r], &[], &[], Pos::NONE);
        f.append(b, i);
        let old = f.clone();
        let (m, fuel) = (Module::default(), Fuel::default());
        let costs = Costs { free_sext: true, ..Costs::simple(xlen) };
        let cx = OptCx { m: &m, costs, optimise: true, size: false, tables: true, fuel: &fuel };
        assert!(run(&mut f, &cx));
        for &x in inputs {
            let x = x & ones(w);
            if exact
                && crate::opt::fold::binary(if op == BinOp::SDiv { BinOp::SRem } else { BinOp::URem }, x, c, w)
                    != Some(0)
            {
                continue;
            }
            if let Some(v) = eval(&old, &[x]) {
                assert_eq!(eval(&f, &[x]), Some(v), "{op:?} {ty:?} xlen {xlen} {x:#x} by {c:#x} exact {exact}");
            }
        }
    }

    #[test]
    fn quotients_and_remainders() {
        let mut r = Random(5);
        for round in 0..6000 {
            let (ty, xlen) = [(Ty::I32, 64), (Ty::I64, 64), (Ty::I32, 32)][round % 3];
            let w = if ty == Ty::I32 { 32 } else { 64 };
            let c = match r.below(3) {
                0 => 2 + r.below(200) as u64,
                1 => (2 + r.below(200) as u64).wrapping_neg(),
                _ => r.number(w),
            } & ones(w);
            if c == 0 {
                continue;
            }
            let mut inputs: Vec<u64> =
                vec![0, 1, ones(w), ones(w) >> 1, (ones(w) >> 1) + 1, c, c - 1, c.wrapping_add(1)];
            for _ in 0..12 {
                let q = r.number(w);
                inputs.extend([q, q.wrapping_mul(c), q.wrapping_mul(c).wrapping_sub(1)]);
            }
            let op = [BinOp::UDiv, BinOp::SDiv, BinOp::URem, BinOp::SRem][r.below(4)];
            let exact = matches!(op, BinOp::UDiv | BinOp::SDiv) && r.below(3) == 0;
            check(op, ty, xlen, c, &inputs, exact, op == BinOp::URem && r.below(2) == 0);
        }
    }
}
