//! Registers that a range would like to have.
//!
//! A fixed operand (an argument, a result, a parameter) makes its register worth a copy at the op's frequency; a copy
//! makes the register of its other end worth as much. Ties count as copies.

use crate::ranges::{NONE, Ranges};
use cgir::func::{Constraint, Func, Tn};
use cgir::pass::PassCx;
use targ_info::{InstFlags, PReg};

/// Wishes of one range's TN.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    /// A register, and what it saves.
    pub regs: Vec<(PReg, f32)>,
    /// Another range's index (its first), and what the same register saves.
    pub ranges: Vec<(u32, f32)>,
}

/// Wishes by index of a TN's first range.
pub(crate) struct Hints(Vec<Wish>);

impl Hints {
    /// Wishes of a TN.
    pub fn of(&self, ranges: &Ranges, tn: Tn) -> Option<&Wish> {
        self.0.get(ranges.first[tn] as usize)
    }
}

/// Collects wishes from all ops.
pub(crate) fn collect(f: &Func, cx: &PassCx<'_>, ranges: &Ranges) -> Hints {
    let isa = cx.target.isa;
    let mut wishes = vec![Wish::default(); ranges.list.len()];
    for &b in &f.layout {
        let weight = f.bbs[b].freq;
        // A local TN that is a copy of a GTN or goes to a fixed register hands the wish on: local name -> register.
        for op in f.bb_ops(b) {
            let desc = isa.inst(f.ops[op].opcode);
            let all = f.all(op);
            let nres = f.nres(op);
            if desc.flags.intersects(InstFlags::MOVE | InstFlags::SHARES)
                && let (Some(&to), Some(&from)) = (f.results(op).first(), f.operands(op).first())
            {
                pair(ranges, &mut wishes, to, from, weight);
            }
            for (k, &t) in all.iter().enumerate() {
                if !f.is_virtual(t) || ranges.first[t] == NONE {
                    continue;
                }
                match f.constraint(isa, op, k) {
                    Constraint::Fixed(r) => add_reg(&mut wishes[ranges.first[t] as usize], r, weight),
                    Constraint::Tied(to, _) if k < nres => {
                        if let Some(&other) = all.get(to as usize) {
                            pair(ranges, &mut wishes, t, other, weight);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    Hints(wishes)
}

fn pair(ranges: &Ranges, wishes: &mut [Wish], a: Tn, b: Tn, weight: f32) {
    let (x, y) = (ranges.first[a], ranges.first[b]);
    if x != NONE && y != NONE && x != y {
        wishes[x as usize].ranges.push((y, weight));
        wishes[y as usize].ranges.push((x, weight));
    }
}

fn add_reg(w: &mut Wish, r: PReg, weight: f32) {
    match w.regs.iter_mut().find(|(p, _)| *p == r) {
        Some((_, n)) => *n += weight,
        None => w.regs.push((r, weight)),
    }
}
