//! Constants in registers: the shortest chain of instructions that makes a 64-bit value.
//!
//! Every chain works on one register: the first step makes a value from nothing, each later one changes it in place.
//! That is what lets a constant stay one pseudo op (`p.li`) until after allocation, so that an allocator can repeat
//! it anywhere instead of spilling it. The chains are those of the assembler manual's `li` (lui, addi and shifts from
//! the top down), tried against forms that trade a shift, a rotation (Zbb), a multiplication by 3, 5 or 9 (Zba) or
//! single bits (Zbs) for the tail of such a chain.

use super::machine::Machine;
use crate::func::{Func, Tn};
use smallvec::{SmallVec, smallvec};
use targ_info::Opcode;
use targ_info::riscv::op;

/// How a step takes its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `op rd, imm`.
    Upper,
    /// `op rd, zero, imm`.
    FromZero,
    /// `op rd, rd, imm`.
    Imm,
    /// `op rd, rd, rd`.
    Same,
    /// `op rd, rd, zero`.
    WithZero,
}

/// A step of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Row.
    pub op: Opcode,
    /// Immediate; 0 if the form has none.
    pub imm: i64,
    /// Operands.
    pub form: Form,
}

impl Step {
    /// The operands, where the chain makes its value in `rd`; and the TN of `zero`.
    pub fn operands(&self, f: &mut Func, rd: Tn, zero: Tn) -> SmallVec<[Tn; 2]> {
        let imm = f.lit(self.imm);
        match self.form {
            Form::Upper => smallvec![imm],
            Form::FromZero => smallvec![zero, imm],
            Form::Imm => smallvec![rd, imm],
            Form::Same => smallvec![rd, rd],
            Form::WithZero => smallvec![rd, zero],
        }
    }
}

/// A chain.
pub type Chain = SmallVec<[Step; 8]>;

/// Does the value fit a signed 12-bit immediate?
pub fn fits12(v: i64) -> bool {
    (-2048..=2047).contains(&v)
}

/// Does the value fit a signed 32-bit number?
pub fn fits32(v: i64) -> bool {
    v == i64::from(v as i32)
}

/// The low twelve bits, sign-extended.
pub fn low12(v: i64) -> i64 {
    v << 52 >> 52
}

/// The operand of `lui` in the pair that makes a 32-bit value together with [`low12`].
pub fn high20(v: i64) -> i64 {
    (v.wrapping_add(0x800) >> 12) & 0xfffff
}

fn step(op: Opcode, form: Form, imm: i64) -> Step {
    Step { op, imm, form }
}

/// The shortest chain found for a value. On RV32 only the low 32 bits matter.
pub fn chain(v: i64, m: &Machine) -> Chain {
    let v = if m.rv64 { v } else { i64::from(v as i32) };
    let mut best = Chain::new();
    top_down(v, m, &mut best);
    if best.len() > 2 {
        shorten(v, m, &mut best);
    }
    best
}

/// The chain that a plain `li` is: highest part first, shifted up to make room for the next twelve bits.
fn top_down(v: i64, m: &Machine, out: &mut Chain) {
    if m.zbs && (v as u64).is_power_of_two() && (!fits32(v) || v == 0x800) {
        out.push(step(op::BSETI, Form::FromZero, i64::from(v.trailing_zeros())));
        return;
    }
    if fits32(v) {
        let (hi, lo) = (high20(v), low12(v));
        if hi != 0 {
            out.push(step(op::LUI, Form::Upper, hi));
        }
        if hi == 0 {
            out.push(step(op::ADDI, Form::FromZero, lo));
        } else if lo != 0 {
            out.push(step(if m.rv64 { op::ADDIW } else { op::ADDI }, Form::Imm, lo));
        }
        return;
    }
    let lo = low12(v);
    let mut top = v.wrapping_sub(lo);
    let mut shift = 0;
    let mut unsigned = false;
    if !fits32(top) {
        shift = top.trailing_zeros();
        top >>= shift;
        if shift > 12 && !fits12(top) {
            let wider = top << 12;
            if wider >> 12 == top && fits32(wider) {
                (top, shift) = (wider, shift - 12);
            } else if m.zba && wider >> 12 == top && wider == i64::from(wider as u32) {
                (top, shift, unsigned) = (i64::from(wider as i32), shift - 12, true);
            }
        }
        if !unsigned && m.zba && !fits32(top) && top == i64::from(top as u32) {
            (top, unsigned) = (i64::from(top as i32), true);
        }
    }
    top_down(top, m, out);
    if unsigned {
        out.push(step(op::SLLI_UW, Form::Imm, i64::from(shift)));
    } else if shift != 0 {
        out.push(step(op::SLLI, Form::Imm, i64::from(shift)));
    }
    if lo != 0 {
        out.push(step(op::ADDI, Form::Imm, lo));
    }
}

/// Replaces `best` by the chain for `start` and one more step, if that is shorter.
fn try_tail(start: i64, tail: Step, m: &Machine, best: &mut Chain) {
    let mut c = Chain::new();
    top_down(start, m, &mut c);
    c.push(tail);
    if c.len() < best.len() {
        *best = c;
    }
}

/// Tries the other tails.
fn shorten(v: i64, m: &Machine, best: &mut Chain) {
    let zeros = v.trailing_zeros();
    if zeros != 0 {
        try_tail(v >> zeros, step(op::SLLI, Form::Imm, i64::from(zeros)), m, best);
    }
    if v > 0 {
        let lead = v.leading_zeros();
        let ones = (1i64 << lead) - 1;
        let tail = step(op::SRLI, Form::Imm, i64::from(lead));
        try_tail(v << lead | ones, tail, m, best);
        try_tail(v << lead, tail, m, best);
        if m.zba && lead == 32 {
            try_tail(i64::from(v as i32), step(op::ADD_UW, Form::WithZero, 0), m, best);
        }
    }
    if m.zba && best.len() > 2 {
        for (n, o) in [(3, op::SH1ADD), (5, op::SH2ADD), (9, op::SH3ADD)] {
            if v % n == 0 {
                try_tail(v / n, step(o, Form::Same, 0), m, best);
            }
        }
    }
    if m.zbb && best.len() > 2 {
        for r in 1..64u32 {
            let w = v.rotate_left(r);
            if fits12(w) {
                try_tail(w, step(op::RORI, Form::Imm, i64::from(r)), m, best);
            }
        }
    }
    if m.zbs && best.len() > 2 {
        single_bits(v, m, best);
    }
}

/// The low 32 bits by `lui` and `addi`, then the differing upper bits one by one (Zbs).
fn single_bits(v: i64, m: &Machine, best: &mut Chain) {
    let low = i64::from(v as i32);
    let mut differ = v ^ low;
    if differ.count_ones() >= 4 {
        return;
    }
    let mut c = Chain::new();
    top_down(low, m, &mut c);
    let row = if low < 0 { op::BCLRI } else { op::BSETI };
    if low == 0 {
        c.clear();
    }
    while differ != 0 {
        let bit = differ.trailing_zeros();
        let form = if c.is_empty() { Form::FromZero } else { Form::Imm };
        c.push(step(row, form, i64::from(bit)));
        differ &= differ.wrapping_sub(1);
    }
    if c.len() < best.len() {
        *best = c;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(c: &Chain) -> i64 {
        let mut r: i64 = 0;
        for s in c {
            r = match s.op {
                op::LUI => i64::from((s.imm << 12) as i32),
                op::ADDI => r.wrapping_add(s.imm),
                op::ADDIW => i64::from(r.wrapping_add(s.imm) as i32),
                op::SLLI => r << s.imm,
                op::SRLI => ((r as u64) >> s.imm) as i64,
                op::SLLI_UW => i64::from(r as u32) << s.imm,
                op::ADD_UW => i64::from(r as u32),
                op::RORI => r.rotate_right(s.imm as u32),
                op::BSETI => r | 1 << s.imm,
                op::BCLRI => r & !(1 << s.imm),
                op::SH1ADD => r.wrapping_mul(3),
                op::SH2ADD => r.wrapping_mul(5),
                op::SH3ADD => r.wrapping_mul(9),
                other => panic!("unexpected row {other:?}"),
            };
        }
        r
    }

    #[test]
    fn chains_make_their_values() {
        let plain = Machine { rv64: true, ..Machine::default() };
        let rich = Machine { zba: true, zbb: true, zbs: true, ..plain };
        let mut x: u64 = 0x9e37_79b9_7f4a_7c15;
        for i in 0..20000u64 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let v = match i % 5 {
                0 => x as i64,
                1 => (x >> (i % 64)) as i64,
                2 => ((x as i64) >> (i % 64)) << (i / 7 % 64),
                3 => (x & (x >> 3) & (x << 9)) as i64,
                _ => i64::MIN >> (i % 63) ^ (1 << (i / 63 % 64)),
            };
            for m in [&plain, &rich] {
                assert_eq!(run(&chain(v, m)), v, "{v:#x}");
            }
        }
    }

    #[test]
    fn chains_are_short() {
        let m = Machine { rv64: true, ..Machine::default() };
        for (v, n) in [(0, 1), (-1, 1), (2047, 1), (0x1000, 1), (0x12345678, 2), (0xffff_ffff, 2), (i64::MAX, 2)] {
            assert_eq!(chain(v, &m).len(), n, "{v:#x}");
        }
    }
}
