//! Rules for integer operators.

use super::{Done, Simplifier, commutative};
use crate::ir::{BinOp, CastOp, Function, Inst, InstFlags, InstKind, IntPred, Ty, UnOp, Value};
use crate::opt::edit::{ones, signed};
use crate::opt::fold;

impl Simplifier<'_> {
    pub(super) fn int_binary(&mut self, f: &mut Function, i: Inst, op: BinOp) -> Done {
        let &[a, b] = f.args(i) else { return Done::No };
        let Some(w) = self.width(f, a) else { return Done::No };
        if self.width(f, b) != Some(w) {
            return Done::No;
        }
        let ty = f.ty(f.result(i, 0));
        match (f.as_int(a), f.as_int(b)) {
            (Some(x), Some(y)) => {
                if let Some(v) = fold::binary(op, x, y, w) {
                    return Done::Is(f.int_const(ty, v));
                }
                return Done::No;
            }
            (Some(_), None) if commutative(op) => {
                let flags = f.insts[i].flags;
                let done = self.change(f, i, InstKind::Binary(op), &[b, a]);
                f.insts[i].flags = flags;
                return done;
            }
            _ => {}
        }
        // All bits of the result may be known though the operands are not.
        if let Some(v) = self.bits(f, f.result(i, 0)).and_then(|b| b.value()) {
            return Done::Is(f.int_const(ty, v));
        }
        let done = match op {
            BinOp::Add => self.add(f, i, a, b, w),
            BinOp::Sub => self.sub(f, i, a, b, w),
            BinOp::Mul => self.mul(f, i, a, b, w),
            BinOp::And => self.and(f, i, a, b, w),
            BinOp::Or => self.or(f, i, a, b, w),
            BinOp::Xor => self.xor(f, i, a, b, w),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shift(f, i, op, (a, b), w),
            BinOp::UDiv | BinOp::URem => self.unsigned_division(f, i, op, (a, b), w),
            BinOp::SDiv | BinOp::SRem => self.signed_division(f, i, op, (a, b), w),
            BinOp::UMin | BinOp::UMax | BinOp::SMin | BinOp::SMax => self.min_max(f, op, a, b),
            BinOp::RotL | BinOp::RotR if f.as_int(b).is_some_and(|n| n % u64::from(w) == 0) => Done::Is(a),
            BinOp::RotR => match f.as_int(b) {
                Some(n) => {
                    let n = u64::from(w) - n % u64::from(w);
                    let n = self.int(f, b, n);
                    self.change(f, i, InstKind::Binary(BinOp::RotL), &[a, n])
                }
                None => Done::No,
            },
            _ => Done::No,
        };
        if done == Done::No { self.reassociate(f, i, op, (a, b), w) } else { done }
    }

    /// `(x op c1) op c2` is `x op (c1 op c2)`.
    fn reassociate(&mut self, f: &mut Function, i: Inst, op: BinOp, (a, b): (Value, Value), w: u32) -> Done {
        use BinOp::*;
        if !matches!(op, Add | Mul | And | Or | Xor) {
            return Done::No;
        }
        let (Some((x, c1)), Some(c2)) = (self.with_constant(f, a, op), f.as_int(b)) else { return Done::No };
        let Some(c) = fold::binary(op, c1, c2, w) else { return Done::No };
        let c = self.int(f, b, c);
        self.change(f, i, InstKind::Binary(op), &[x, c])
    }

    fn add(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if f.as_int(b) == Some(0) {
            return Done::Is(a);
        }
        // x + (0 - y) and (0 - y) + x; (x - y) + y.
        for (x, y) in [(a, b), (b, a)] {
            if let Some((z, n)) = self.binary_of(f, y, BinOp::Sub) {
                if f.as_int(z) == Some(0) {
                    return self.change(f, i, InstKind::Binary(BinOp::Sub), &[x, n]);
                }
                if n == x {
                    return Done::Is(z);
                }
            }
        }
        if w == 1 {
            return self.change(f, i, InstKind::Binary(BinOp::Xor), &[a, b]);
        }
        // c - x + c2 is (c + c2) - x.
        if let (Some((z, x)), Some(c2)) = (self.binary_of(f, a, BinOp::Sub), f.as_int(b))
            && let Some(c1) = f.as_int(z)
        {
            let c = self.int(f, b, c1.wrapping_add(c2));
            return self.change(f, i, InstKind::Binary(BinOp::Sub), &[c, x]);
        }
        // ~x + 1 is -x.
        if f.as_int(b) == Some(1)
            && let Some((x, m)) = self.with_constant(f, a, BinOp::Xor)
            && m == ones(w)
        {
            let zero = self.int(f, b, 0);
            return self.change(f, i, InstKind::Binary(BinOp::Sub), &[zero, x]);
        }
        if a == b {
            let one = self.int(f, a, 1);
            return self.change(f, i, InstKind::Binary(BinOp::Shl), &[a, one]);
        }
        Done::No
    }

    fn sub(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if a == b {
            let ty = f.ty(a);
            return Done::Is(self.int_of(f, ty, 0));
        }
        if let Some(c) = f.as_int(b) {
            let c = self.int(f, b, c.wrapping_neg());
            return self.change(f, i, InstKind::Binary(BinOp::Add), &[a, c]);
        }
        if w == 1 {
            return self.change(f, i, InstKind::Binary(BinOp::Xor), &[a, b]);
        }
        // (x + y) - y; x - (x + y); x - (0 - y); (x + c) - (y + c).
        if let Some((x, y)) = self.binary_of(f, a, BinOp::Add) {
            if y == b {
                return Done::Is(x);
            }
            if x == b {
                return Done::Is(y);
            }
        }
        if let Some((z, y)) = self.binary_of(f, b, BinOp::Sub) {
            if f.as_int(z) == Some(0) {
                return self.change(f, i, InstKind::Binary(BinOp::Add), &[a, y]);
            }
            if z == a {
                return Done::Is(y);
            }
        }
        // c1 - (x + c2) is (c1 - c2) - x.
        if let (Some(c1), Some((x, c2))) = (f.as_int(a), self.with_constant(f, b, BinOp::Add)) {
            let c = self.int(f, a, c1.wrapping_sub(c2));
            return self.change(f, i, InstKind::Binary(BinOp::Sub), &[c, x]);
        }
        // -1 - x is ~x.
        if f.as_int(a) == Some(ones(w)) {
            return self.change(f, i, InstKind::Binary(BinOp::Xor), &[b, a]);
        }
        Done::No
    }

    fn mul(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        let Some(c) = f.as_int(b) else { return Done::No };
        match c {
            0 => return Done::Is(b),
            1 => return Done::Is(a),
            _ => {}
        }
        if c == ones(w) {
            let zero = self.int(f, b, 0);
            return self.change(f, i, InstKind::Binary(BinOp::Sub), &[zero, a]);
        }
        if c.is_power_of_two() {
            let n = self.int(f, b, u64::from(c.trailing_zeros()));
            return self.change(f, i, InstKind::Binary(BinOp::Shl), &[a, n]);
        }
        // (x << n) * c is x * (c << n).
        if let Some((x, n)) = self.with_constant(f, a, BinOp::Shl)
            && n < u64::from(w)
        {
            let c = self.int(f, b, c << n);
            return self.change(f, i, InstKind::Binary(BinOp::Mul), &[x, c]);
        }
        Done::No
    }

    fn and(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if a == b {
            return Done::Is(a);
        }
        if let (Some(x), Some(y)) = (self.bits(f, a), self.bits(f, b)) {
            // A mask of what is zero anyway.
            if x.max() & !y.one & ones(w) == 0 {
                return Done::Is(a);
            }
            if y.max() & !x.one & ones(w) == 0 {
                return Done::Is(b);
            }
        }
        let Some(mask) = f.as_int(b) else { return Done::No };
        if let Some(better) = self.cheaper_mask(f, a, mask, w) {
            let m = self.int(f, b, better);
            return self.change(f, i, InstKind::Binary(BinOp::And), &[a, m]);
        }
        // Bits of the operand that the mask drops do not matter to it.
        if let Some(x) = self.without(f, a, mask, w) {
            return self.change(f, i, InstKind::Binary(BinOp::And), &[x, b]);
        }
        // The mask of a zero-extended value is one of the value.
        if let Some((_, InstKind::Cast(CastOp::AnyExt | CastOp::SExt | CastOp::ZExt), &[x])) = self.def(f, a)
            && let Some(n) = self.width(f, x)
            && n < w
            && n > 1
            && mask <= ones(n)
        {
            let ty = f.ty(f.result(i, 0));
            if mask == ones(n) {
                let z = self.make(f, i, InstKind::Cast(CastOp::ZExt), &[x], ty);
                return Done::Is(z);
            }
            if self.once(a) && !matches!(self.def(f, a), Some((_, InstKind::Cast(CastOp::ZExt), _))) {
                let m = self.int(f, x, mask);
                let x = self.binary(f, i, BinOp::And, x, m);
                return self.change(f, i, InstKind::Cast(CastOp::ZExt), &[x]);
            }
        }
        Done::No
    }

    /// A mask that says the same where the operand's bits are not zero anyway, and costs less to make.
    fn cheaper_mask(&mut self, f: &Function, a: Value, mask: u64, w: u32) -> Option<u64> {
        let zero = self.bits(f, a)?.zero & ones(w);
        if zero == 0 {
            return None;
        }
        let costs = &self.cx.costs;
        let cost = |m: u64| {
            let s = signed(m, w);
            if costs.is_imm(s) {
                0
            } else if m & m.wrapping_add(1) == 0 {
                // Two shifts.
                1
            } else {
                (costs.constant)(s)
            }
        };
        let best = [mask & !zero & ones(w), mask | zero].into_iter().min_by_key(|&m| cost(m))?;
        (cost(best) < cost(mask)).then_some(best)
    }

    /// A value that agrees with `v` in the bits of the mask, made of less; only existing values are considered.
    pub(super) fn without(&mut self, f: &Function, v: Value, mask: u64, w: u32) -> Option<Value> {
        let (_, kind, args) = self.def(f, v)?;
        match (kind, args) {
            (InstKind::Binary(BinOp::And), &[x, c]) => (f.as_int(c)? & mask == mask).then_some(x),
            (InstKind::Binary(BinOp::Or | BinOp::Xor), &[x, c]) => (f.as_int(c)? & mask == 0).then_some(x),
            (InstKind::Unary(UnOp::SextInReg(n)), &[x]) => (mask & !ones(n.into()) & ones(w) == 0).then_some(x),
            (InstKind::Binary(BinOp::Add), &[x, c]) => {
                // Adding to bits above the mask changes nothing within it.
                let low = ones(64 - mask.leading_zeros());
                (f.as_int(c)? & low == 0).then_some(x)
            }
            _ => None,
        }
    }

    fn or(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if a == b {
            return Done::Is(a);
        }
        if let (Some(x), Some(y)) = (self.bits(f, a), self.bits(f, b)) {
            if y.max() & !x.one & ones(w) == 0 {
                return Done::Is(a);
            }
            if x.max() & !y.one & ones(w) == 0 {
                return Done::Is(b);
            }
        }
        if let Some(c) = f.as_int(b)
            && c == ones(w)
        {
            return Done::Is(b);
        }
        self.rotation(f, i, a, b, w)
    }

    /// `x << n | x >> (w - n)` is a rotation, where there is an instruction for it.
    fn rotation(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if !self.cx.costs.rotate {
            return Done::No;
        }
        for (l, r) in [(a, b), (b, a)] {
            let (Some((x, n)), Some((y, m))) = (self.binary_of(f, l, BinOp::Shl), self.binary_of(f, r, BinOp::LShr))
            else {
                continue;
            };
            if x != y {
                continue;
            }
            if let (Some(n1), Some(m1)) = (f.as_int(n), f.as_int(m))
                && n1 + m1 == u64::from(w)
                && n1 != 0
                && m1 != 0
            {
                return self.change(f, i, InstKind::Binary(BinOp::RotL), &[x, n]);
            }
        }
        Done::No
    }

    fn xor(&mut self, f: &mut Function, i: Inst, a: Value, b: Value, w: u32) -> Done {
        if a == b {
            let ty = f.ty(a);
            return Done::Is(self.int_of(f, ty, 0));
        }
        match f.as_int(b) {
            Some(0) => return Done::Is(a),
            Some(c) if c == ones(w) && w == 1 => {
                // Not of a comparison that nobody else needs: the opposite comparison.
                if let Some((_, InstKind::Icmp(p), &[x, y])) = self.def(f, a)
                    && self.once(a)
                {
                    return self.change(f, i, InstKind::Icmp(p.inverted()), &[x, y]);
                }
            }
            _ => {}
        }
        Done::No
    }

    fn shift(&mut self, f: &mut Function, i: Inst, op: BinOp, (a, b): (Value, Value), w: u32) -> Done {
        if f.as_int(a) == Some(0) {
            return Done::Is(a);
        }
        let Some(n) = f.as_int(b) else { return Done::No };
        if n == 0 {
            return Done::Is(a);
        }
        if n >= u64::from(w) {
            return Done::No;
        }
        let known = self.bits(f, a);
        if op == BinOp::AShr && known.is_some_and(|k| k.non_negative()) {
            return self.change(f, i, InstKind::Binary(BinOp::LShr), &[a, b]);
        }
        // Two shifts the same way.
        if let Some((x, m)) = self.with_constant(f, a, op)
            && m < u64::from(w)
        {
            let sum = n + m;
            if sum < u64::from(w) {
                let sum = self.int(f, b, sum);
                return self.change(f, i, InstKind::Binary(op), &[x, sum]);
            }
            if op == BinOp::AShr {
                let most = self.int(f, b, u64::from(w - 1));
                return self.change(f, i, InstKind::Binary(op), &[x, most]);
            }
            let ty = f.ty(a);
            return Done::Is(self.int_of(f, ty, 0));
        }
        match op {
            BinOp::Shl => {
                // (x >> n) << n where the bits were zero anyway.
                for right in [BinOp::LShr, BinOp::AShr] {
                    if let Some((x, m)) = self.with_constant(f, a, right)
                        && m == n
                    {
                        if self.bits(f, x).is_some_and(|k| u64::from(k.trailing_zeros()) >= n) {
                            return Done::Is(x);
                        }
                        if signed(ones(w) << n & ones(w), w) >= self.cx.costs.imm.0 {
                            let mask = self.int(f, a, ones(w) << n);
                            return self.change(f, i, InstKind::Binary(BinOp::And), &[x, mask]);
                        }
                    }
                }
                if let Some(done) = self.shifted_mask(f, i, a, n, w) {
                    return done;
                }
                // What is shifted out does not matter.
                if let Some(x) = self.without(f, a, ones(w - n as u32), w) {
                    return self.change(f, i, InstKind::Binary(op), &[x, b]);
                }
                Done::No
            }
            // (x << n) >> n where the top bits were so anyway.
            BinOp::LShr | BinOp::AShr => {
                if let Some((x, m)) = self.with_constant(f, a, BinOp::Shl)
                    && m == n
                    && let Some(k) = self.bits(f, x)
                {
                    let same =
                        if op == BinOp::LShr { u64::from(k.leading_zeros()) >= n } else { u64::from(k.sign) > n };
                    if same {
                        return Done::Is(x);
                    }
                    if op == BinOp::AShr && n < u64::from(w) {
                        let keep = (w - n as u32) as u8;
                        return self.change(f, i, InstKind::Unary(UnOp::SextInReg(keep)), &[x]);
                    }
                    if op == BinOp::LShr && ones(w - n as u32) as i64 <= self.cx.costs.imm.1 && w as u64 - n < 63 {
                        let mask = self.int(f, x, ones(w - n as u32));
                        return self.change(f, i, InstKind::Binary(BinOp::And), &[x, mask]);
                    }
                }
                Done::No
            }
            _ => Done::No,
        }
    }

    /// `((x >> m) & mask) << n` is `(x >> (m - n)) & (mask << n)`, through an extension too: one operation less.
    fn shifted_mask(&mut self, f: &mut Function, i: Inst, a: Value, n: u64, w: u32) -> Option<Done> {
        let (inner, extended) = match self.def(f, a)? {
            (_, InstKind::Cast(CastOp::SExt | CastOp::ZExt), &[x]) if self.width(f, x) == Some(32) => (x, true),
            _ => (a, false),
        };
        if !self.once(a) || !self.once(inner) {
            return None;
        }
        let (x, mask) = self.with_constant(f, inner, BinOp::And)?;
        if !self.once(x) {
            return None;
        }
        let (y, m) = self.with_constant(f, x, BinOp::LShr)?;
        let from = if extended { 32 } else { w };
        // All bits that are kept come from within the narrow value, and the extension adds zeros.
        let fits = mask.leading_zeros() >= 64 - from.min(63) && n < 32;
        // A mask that is no immediate is made before the loop, if there is one.
        let in_loop = f.block_of(i).is_some_and(|b| self.loops.innermost(b).is_some());
        let fits = fits && (mask << n <= self.cx.costs.imm.1 as u64 || (in_loop && mask << n <= 0x7fff_ffff));
        let inside = u64::from(64 - mask.leading_zeros()) + m <= u64::from(from);
        if m < n || m >= u64::from(from) || !fits || !inside || (extended && mask >> 31 != 0) {
            return None;
        }
        let ty = f.ty(f.result(i, 0));
        let y = if extended { self.make(f, i, InstKind::Cast(CastOp::AnyExt), &[y], ty) } else { y };
        let k = self.int_of(f, ty, m - n);
        let s = self.binary(f, i, BinOp::LShr, y, k);
        let mask = self.int_of(f, ty, mask << n);
        Some(self.change(f, i, InstKind::Binary(BinOp::And), &[s, mask]))
    }

    fn unsigned_division(&mut self, f: &mut Function, i: Inst, op: BinOp, (a, b): (Value, Value), w: u32) -> Done {
        let (Some(x), Some(y)) = (self.bits(f, a), self.bits(f, b)) else { return Done::No };
        if y.min() > x.max() {
            let ty = f.ty(a);
            return if op == BinOp::URem { Done::Is(a) } else { Done::Is(self.int_of(f, ty, 0)) };
        }
        let Some(c) = f.as_int(b) else {
            // x % (1 << n) and x / (1 << n).
            if let Some((one, n)) = self.binary_of(f, b, BinOp::Shl)
                && f.as_int(one) == Some(1)
            {
                if op == BinOp::UDiv {
                    return self.change(f, i, InstKind::Binary(BinOp::LShr), &[a, n]);
                }
                let minus = self.int(f, b, ones(w));
                let mask = self.binary(f, i, BinOp::Add, b, minus);
                return self.change(f, i, InstKind::Binary(BinOp::And), &[a, mask]);
            }
            return Done::No;
        };
        if c == 1 && op == BinOp::UDiv {
            return Done::Is(a);
        }
        if c.is_power_of_two() {
            return if op == BinOp::UDiv {
                let n = self.int(f, b, u64::from(c.trailing_zeros()));
                self.change(f, i, InstKind::Binary(BinOp::LShr), &[a, n])
            } else {
                let mask = self.int(f, b, c - 1);
                self.change(f, i, InstKind::Binary(BinOp::And), &[a, mask])
            };
        }
        Done::No
    }

    fn signed_division(&mut self, f: &mut Function, i: Inst, op: BinOp, (a, b): (Value, Value), w: u32) -> Done {
        let (Some(x), Some(y)) = (self.bits(f, a), self.bits(f, b)) else { return Done::No };
        if x.non_negative() && y.non_negative() {
            let unsigned = if op == BinOp::SDiv { BinOp::UDiv } else { BinOp::URem };
            return self.change(f, i, InstKind::Binary(unsigned), &[a, b]);
        }
        if let Some(c) = f.as_int(b) {
            let ty = f.ty(a);
            match (op, signed(c, w)) {
                (BinOp::SDiv, 1) => return Done::Is(a),
                (BinOp::SDiv, -1) => {
                    let zero = self.int(f, b, 0);
                    return self.change(f, i, InstKind::Binary(BinOp::Sub), &[zero, a]);
                }
                (BinOp::SRem, 1 | -1) => return Done::Is(self.int_of(f, ty, 0)),
                _ => {}
            }
        }
        Done::No
    }

    fn min_max(&mut self, f: &Function, op: BinOp, a: Value, b: Value) -> Done {
        if a == b {
            return Done::Is(a);
        }
        let (Some(x), Some(y)) = (self.bits(f, a), self.bits(f, b)) else { return Done::No };
        let (least, less) = match op {
            BinOp::UMin => (true, x.max() <= y.min()),
            BinOp::UMax => (false, x.max() <= y.min()),
            _ => return Done::No,
        };
        if less {
            return Done::Is(if least { a } else { b });
        }
        if y.max() <= x.min() {
            return Done::Is(if least { b } else { a });
        }
        Done::No
    }

    pub(super) fn unary(&mut self, f: &mut Function, i: Inst, op: UnOp) -> Done {
        let &[a] = f.args(i) else { return Done::No };
        let ty = f.ty(f.result(i, 0));
        let Some(w) = self.width(f, a) else { return self.float_unary(f, i, op, a) };
        if op == UnOp::Freeze {
            // A frozen constant is one that was placed on purpose; see the hoisting of constants.
            return if f.as_const(a).is_some() || super::super::hoist::is_address(f, a) {
                Done::No
            } else {
                Done::Is(a)
            };
        }
        if let Some(v) = f.as_int(a).and_then(|x| fold::unary(op, x, w)) {
            return Done::Is(f.int_const(ty, v));
        }
        if let UnOp::SextInReg(n) = op {
            let n32 = u32::from(n);
            if n32 >= w || self.bits(f, a).is_some_and(|k| u32::from(k.sign) > w - n32) {
                return Done::Is(a);
            }
            if let Some(x) = self.without(f, a, ones(n32), w) {
                return self.change(f, i, InstKind::Unary(op), &[x]);
            }
            // Of what is zero above fewer bits, the extension is a mask, which is there already.
            if n32 > 1
                && ones(n32 - 1) as i64 <= self.cx.costs.imm.1
                && self.bits(f, a).is_some_and(|k| k.zero >> (n32 - 1) & 1 == 1)
            {
                let mask = self.int(f, a, ones(n32 - 1));
                return self.change(f, i, InstKind::Binary(BinOp::And), &[a, mask]);
            }
            if let Some((_, InstKind::Unary(UnOp::SextInReg(m)), &[x])) = self.def(f, a)
                && m >= n
            {
                return self.change(f, i, InstKind::Unary(op), &[x]);
            }
        }
        if op == UnOp::Abs && self.bits(f, a).is_some_and(|k| k.non_negative()) {
            return Done::Is(a);
        }
        Done::No
    }

    /// A truth value's opposite.
    pub(super) fn not(&mut self, f: &mut Function, at: Inst, v: Value) -> Value {
        if let Some((_, InstKind::Icmp(p), &[a, b])) = self.def(f, v)
            && self.once(v)
        {
            return self.make(f, at, InstKind::Icmp(p.inverted()), &[a, b], Ty::I1);
        }
        let one = f.int_const(Ty::I1, 1);
        self.binary(f, at, BinOp::Xor, v, one)
    }

    /// Flags of an instruction.
    pub(super) fn flags(&self, f: &Function, i: Inst) -> InstFlags {
        f.insts[i].flags
    }

    /// Is the value a comparison of integers?
    pub(super) fn as_icmp(&self, f: &Function, v: Value) -> Option<(IntPred, Value, Value)> {
        match self.def(f, v)? {
            (_, InstKind::Icmp(p), &[a, b]) => Some((p, a, b)),
            _ => None,
        }
    }
}
