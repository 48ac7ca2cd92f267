//! x86's rules: what was computed beside memory is folded into the operands that name it.
//!
//! [`addresses`] puts sums and small multiples into the addresses that they were made for; [`compares`] compares with bytes and
//! words in memory. Both run when the walk is over, since they ask who else reads a value.

mod addresses;
mod compares;
#[cfg(test)]
mod tests;

use super::{Change, Rules, View};
use crate::chains::Chains;
use cgir::func::{Func, Op, Tn};
use cgir::pass::PassCx;
use targ_info::{Isa, Role};

/// The name of the tables that these rules are for.
pub const ISA_NAME: &str = "x86";

/// The rules.
pub struct X86Rules;

impl Rules for X86Rules {
    fn simplify(&self, _: &mut Func, _: Op, _: View<'_>) -> Option<Change> {
        None
    }
    fn fold(&self, f: &mut Func, cx: &PassCx<'_>) -> u64 {
        let chains = Chains::compute(f);
        addresses::run(f, cx, &chains) + compares::run(f, cx, &chains)
    }
}

/// How many ops lie between two that are folded into one, at most.
const REACH: usize = 48;

/// Where an op's memory operand begins in its list: base, scale, index, displacement, segment.
fn memory_at(f: &Func, isa: &Isa, o: Op) -> Option<usize> {
    let row = isa.inst(f.ops[o].opcode);
    let at = row.role(Role::Base)?;
    row.role(Role::Scale).filter(|&s| s == at + 1 && f.all(o).len() >= at + 5).map(|_| at)
}

/// The ops between two of one block, in order; nothing if the second does not follow soon.
fn between(f: &Func, from: Op, to: Op) -> Option<Vec<Op>> {
    let mut list = Vec::new();
    let mut at = f.next(from);
    while let Some(o) = at.filter(|_| list.len() < REACH) {
        if o == to {
            return Some(list);
        }
        list.push(o);
        at = f.next(o);
    }
    None
}

/// Do these registers hold at the second op what they held at the first, which stands before it in its block?
fn unchanged(f: &Func, chains: &Chains, registers: &[Tn], from: Op, to: Op) -> bool {
    let once = |t: &Tn| !f.is_virtual(*t) || chains.def(f, *t).is_some();
    if registers.iter().all(once) {
        return true;
    }
    between(f, from, to).is_some_and(|ops| !ops.iter().any(|&o| f.results(o).iter().any(|t| registers.contains(t))))
}
