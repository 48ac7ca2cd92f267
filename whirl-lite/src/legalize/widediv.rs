//! Division of integers of several parts: libgcc's functions for two parts, a shift-and-subtract loop for more.

use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use cranelift_entity::EntityList;

/// A loop's phi and what it starts with.
struct Carried {
    phi: Inst,
    start: Value,
}

impl Legaliser<'_> {
    /// Quotient or remainder of `n`-bit values.
    pub(super) fn wide_div(&mut self, op: BinOp, n: u32, a: &[Value], b: &[Value]) -> Result<Parts> {
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let (a, b) = if signed {
            (self.wide_sext(n, a), self.wide_sext(n, b))
        } else {
            (self.wide_zext(n, a), self.wide_zext(n, b))
        };
        if let (false, Some(bit)) = (signed, self.power_of_two(&b)) {
            return Ok(self.divide_by_power(op, &a, bit));
        }
        if a.len() == 2 {
            let names = match op {
                BinOp::UDiv => ["__udivti3", "__udivdi3"],
                BinOp::SDiv => ["__divti3", "__divdi3"],
                BinOp::URem => ["__umodti3", "__umoddi3"],
                _ => ["__modti3", "__moddi3"],
            };
            let name = if self.xlen == 64 { names[0] } else { names[1] };
            return Ok(self.lib_wide(name, &[a[0], a[1], b[0], b[1]], 2));
        }
        if !signed {
            let (q, r) = self.divide_loop(&a, &b);
            return Ok(if op == BinOp::UDiv { q } else { r });
        }
        let (sa, sb) = (self.sign_fill(&a), self.sign_fill(&b));
        let (ma, mb) = (self.negate_if(&a, sa), self.negate_if(&b, sb));
        let (q, r) = self.divide_loop(&ma, &mb);
        Ok(if op == BinOp::SDiv {
            let s = self.bin(BinOp::Xor, sa, sb);
            self.negate_if(&q, s)
        } else {
            self.negate_if(&r, sa)
        })
    }
    /// Negates where the register of signs is all ones.
    fn negate_if(&mut self, a: &[Value], sign: Value) -> Parts {
        let flipped: Parts = a.iter().map(|&v| self.bin(BinOp::Xor, v, sign)).collect();
        let signs: Parts = a.iter().map(|_| sign).collect();
        self.wide_sub(&flipped, &signs, false).0
    }
    /// The number of the only bit of a constant.
    fn power_of_two(&self, b: &[Value]) -> Option<u32> {
        let mut bit = None;
        for (k, &v) in b.iter().enumerate() {
            match self.nf.as_int(v)? {
                0 => {}
                c if c.is_power_of_two() && bit.is_none() => bit = Some(k as u32 * self.xlen + c.trailing_zeros()),
                _ => return None,
            }
        }
        bit
    }
    fn divide_by_power(&mut self, op: BinOp, a: &[Value], bit: u32) -> Parts {
        let zero = self.zero(self.x);
        if op == BinOp::UDiv {
            return self.wide_shr_const(false, a, bit, zero);
        }
        let keep = |k: u32| bit.saturating_sub(k * self.xlen).min(self.xlen);
        let masks: Vec<u64> = (0..a.len() as u32).map(|k| super::build::mask(keep(k))).collect();
        let masks: Vec<u64> = masks.iter().enumerate().map(|(k, &m)| if keep(k as u32) == 0 { 0 } else { m }).collect();
        a.iter().zip(masks).map(|(&v, m)| self.bin_imm(BinOp::And, v, m as i64)).collect()
    }

    /// Quotient and remainder by shifting and subtracting, a bit a turn, in a loop of its own.
    fn divide_loop(&mut self, a: &[Value], b: &[Value]) -> (Parts, Parts) {
        let before = self.cur;
        let (body, after) = (self.new_block(), self.new_block());
        let bits = a.len() as i64 * i64::from(self.xlen);
        let zero = self.zero(self.x);
        let start = self.imm(self.x, bits);
        self.emit_branch(InstKind::Br, &[], &[body]);
        self.cur = body;
        let mut carried: Vec<Carried> = Vec::new();
        let mut phi = |s: &mut Self, start: Value| {
            let phi = s.emit(InstKind::Phi, InstFlags::empty(), &[], &[s.x]);
            carried.push(Carried { phi, start });
            s.nf.result(phi, 0)
        };
        let q: Parts = a.iter().map(|&v| phi(self, v)).collect();
        let r: Parts = a.iter().map(|_| phi(self, zero)).collect();
        let count = phi(self, start);
        // Shift the pair left by one; the remainder takes the quotient's highest bit.
        let high = self.shift_imm(BinOp::LShr, q[q.len() - 1], self.xlen - 1);
        let mut r2 = self.wide_shl_const(&r, 1);
        r2[0] = self.bin(BinOp::Or, r2[0], high);
        let mut q2 = self.wide_shl_const(&q, 1);
        // The remainder's lost highest bit means that it is larger than any divisor.
        let lost = self.icmp_imm(IntPred::Slt, r[r.len() - 1], 0);
        let (less, borrow) = self.wide_sub(&r2, b, true);
        let enough = self.bin_imm(BinOp::Xor, borrow, 1);
        let enough = self.bin(BinOp::Or, enough, lost);
        let r3 = self.wide_select(enough, &less, &r2);
        let bit = self.zext_reg(enough, self.x);
        q2[0] = self.bin(BinOp::Or, q2[0], bit);
        let next = self.bin_imm(BinOp::Add, count, -1);
        let more = self.icmp_imm(IntPred::Ne, next, 0);
        self.emit_branch(InstKind::CondBr, &[more], &[body, after]);
        let ends = q2.iter().chain(&r3).copied().chain([next]);
        for (c, end) in carried.into_iter().zip(ends) {
            self.nf.insts[c.phi].args = EntityList::from_slice(&[c.start, end], &mut self.nf.pool);
            self.nf.insts[c.phi].blocks = EntityList::from_slice(&[before, body], &mut self.nf.block_pool);
        }
        self.cur = after;
        (q2, r3)
    }
}
