//! Inline assembly on the stack, by the rules of GCC's manual ("x86 Floating-Point asm Operands").
//!
//! Operands in fixed places are at the top, without a gap. An input in a fixed place is popped by the assembly if an output is in
//! the same place or the place is a clobber; all others are left where they are. Outputs are at the top when it ends. Inputs in
//! any place lie below those in fixed ones, and keep their values.

use super::plan::{Planner, Stack, Step, bit};
use super::{FLAT, flat_number, number_of};
use cgir::func::{Constraint, Op};
use targ_info::PReg;
use targ_info::x86::reg;
use whirl_lite::diag::{Error, Result};

/// An input that is a register of x87.
struct Input {
    /// Index in the op's list.
    at: usize,
    register: u8,
    /// Its place, if that is fixed.
    fixed: Option<u8>,
}

impl Planner<'_> {
    pub(super) fn asm(&mut self, o: Op, live: u8) -> Result<()> {
        let f = self.f;
        let bad = |what: &str| Err(Error::unsupported(f.ops[o].pos, format!("inline assembly with {what}")));
        let mut inputs: Vec<Input> = Vec::new();
        let mut outputs: Vec<(usize, u8)> = Vec::new();
        for (at, &t) in f.all(o).iter().enumerate() {
            let Some(register) = flat_number(f, t) else { continue };
            let fixed = match f.constraint(self.isa, o, at) {
                Constraint::Fixed(r) => number_of(r),
                _ => None,
            };
            match (at < f.nres(o), fixed) {
                (true, Some(n)) if n == register => outputs.push((at, register)),
                (true, _) => return bad("an output in any register of the x87 stack"),
                (false, _) => inputs.push(Input { at, register, fixed }),
            }
        }
        let lost = f.clobbers(o);
        let clobbers = |n: u8| self.isa.reg(PReg(reg::ST0.0 + u16::from(n))).units.intersects(lost);
        let popped = |n: u8| outputs.iter().any(|x| x.1 == n) || clobbers(n);
        let fixed = inputs.iter().filter_map(|i| i.fixed).fold(0u32, |m, n| m | 1 << n);
        let gone = (0..8u8).filter(|&n| fixed & 1 << n != 0 && popped(n)).fold(0u32, |m, n| m | 1 << n);
        let results = outputs.iter().fold(0u32, |m, x| m | 1 << x.1);
        let destroys = (0..8).any(|n| clobbers(n) && fixed & 1 << n == 0);
        let gap = |m: u32| m & (m + 1) != 0;
        if gap(fixed) || gap(results) || gap(gone) {
            return bad("operands at the top of the x87 stack that leave a gap");
        }
        if destroys && live & !(results as u8) != 0 {
            return bad("clobbers of the x87 stack while it holds other values");
        }
        // What is popped and wanted later, or wanted in two places, is copied; the rest goes to its place.
        let mut top: Vec<(u8, u8)> = Vec::new();
        for n in 0..fixed.count_ones() as u8 {
            let Some(i) = inputs.iter().find(|i| i.fixed == Some(n)) else { continue };
            let again = inputs.iter().any(|k| k.at != i.at && k.register == i.register);
            let kept = live & bit(i.register) & !(results as u8) != 0;
            let name = if gone & 1 << n != 0 && (kept || again) || again && top.iter().any(|t| t.1 == i.register) {
                let name = FLAT + 1 + n;
                self.copy(i.register, name);
                name
            } else {
                self.place(i.register);
                i.register
            };
            top.push((n, name));
        }
        inputs.iter().filter(|i| i.fixed.is_none()).for_each(|i| {
            self.place(i.register);
        });
        let named = |r: u8| top.iter().any(|t| t.1 == r);
        let mut want: Stack = self.stack.iter().copied().filter(|&r| !named(r)).collect();
        want.extend(top.iter().rev().map(|t| t.1));
        self.arrange(&want);
        let mut places: Vec<(usize, u8)> = Vec::new();
        for i in &inputs {
            let place = match i.fixed {
                Some(n) => n,
                None => self.place(i.register),
            };
            places.push((i.at, place));
        }
        places.extend(outputs.iter().copied());
        self.steps.push(Step::Asm(o, places));
        let left = self.stack.len() - gone.count_ones() as usize;
        self.stack.truncate(left);
        // An output takes its name from a value that stays and is dead.
        for s in self.stack.iter_mut().filter(|s| results as u8 & bit(**s) != 0) {
            *s = FLAT;
        }
        let mut list: Stack = outputs.iter().map(|x| x.1).collect();
        list.sort_unstable_by(|a, b| b.cmp(a));
        self.stack.extend(list);
        Ok(())
    }
}
