//! The plan of a conversion: for each block the list of what its ops become and what stands between them.
//!
//! The list of a block is made front to back from the stack that the bundle of its start holds. Nothing of the function is
//! changed, so that plans with other orders on bundles can be made and their costs compared.

use super::bundles::Bundles;
use super::flat::{Answer, Arith, Flat, conditional, flat};
use super::liveness::Liveness;
use super::{FLAT, flat_number, mask};
use cgir::func::{Bb, Func, Op, Tn};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::x86::op;
use targ_info::{InstFlags, Isa, Opcode};
use whirl_lite::diag::{Error, Pos, Result};

/// What is on the stack: flat registers whose values stand there, the top last.
pub type Stack = SmallVec<[u8; 8]>;

/// A step of a block's list.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An op stays as it is.
    Keep(Op),
    /// An op that only renamed something goes.
    Drop(Op),
    /// An op becomes a row of the stack, which names so many places below the top.
    Become(Op, Opcode, Option<u8>),
    /// The same for a comparison whose answer two more rows bring to the flags.
    Fetch(Op, Opcode, Option<u8>),
    /// Inline assembly: for each of its operands that is a flat register, the place that it finds it in.
    Asm(Op, Vec<(usize, u8)>),
    /// A new op.
    New(Opcode, Option<u8>),
}

/// A plan.
#[derive(Default)]
pub struct Plan {
    /// The list of each block.
    pub steps: SecondaryMap<Bb, Vec<Step>>,
    /// What stands between a block that ends in a call and its successor.
    pub edges: Vec<(Bb, Vec<Step>)>,
    /// What each bundle's stack holds, in order.
    pub orders: Vec<Option<Stack>>,
    /// For each bundle: how often its most frequent end runs, and the order that it had anyway.
    pub natural: Vec<Option<(f32, Stack)>>,
    /// Exchanges, copies and pops, weighted by frequency.
    pub cost: f64,
    /// How many exchanges.
    pub exchanges: u32,
    /// How many values are copied.
    pub copies: u32,
}

/// A register as a mask; names of copies are in none.
pub(super) fn bit(r: u8) -> u8 {
    1u8.checked_shl(u32::from(r)).unwrap_or(0) & !(1 << FLAT)
}

/// The making of a plan.
pub(super) struct Planner<'a> {
    pub f: &'a Func,
    pub isa: &'a Isa,
    pub plan: Plan,
    /// The stack now.
    pub stack: Stack,
    pub steps: Vec<Step>,
    freq: f64,
}

/// Makes a plan with the orders that are settled; others are chosen by the first block that ends in a bundle.
pub fn make(f: &Func, isa: &Isa, live: &Liveness, bundles: &Bundles, orders: Vec<Option<Stack>>) -> Result<Plan> {
    let natural = vec![None; bundles.holds.len()];
    let plan = Plan { orders, natural, ..Plan::default() };
    let mut p = Planner { f, isa, plan, stack: Stack::new(), steps: Vec::new(), freq: 0.0 };
    for b in order(f) {
        p.block(b, live, bundles)?;
    }
    Ok(p.plan)
}

/// Blocks in reverse post-order, each after one that leads to it; what the entry does not reach comes first.
fn order(f: &Func) -> Vec<Bb> {
    let mut seen: SecondaryMap<Bb, bool> = SecondaryMap::new();
    let mut post = Vec::with_capacity(f.layout.len());
    let mut stack = Vec::new();
    for &root in f.entry().iter().chain(&f.layout) {
        if !std::mem::replace(&mut seen[root], true) {
            stack.push((root, 0));
        }
        while let Some((b, n)) = stack.last_mut() {
            let Some(s) = f.bbs[*b].succs.get(*n) else {
                post.push(*b);
                stack.pop();
                continue;
            };
            *n += 1;
            if !std::mem::replace(&mut seen[s.bb], true) {
                stack.push((s.bb, 0));
            }
        }
    }
    post.reverse();
    post
}

impl Planner<'_> {
    // Steps.

    pub(super) fn push_new(&mut self, row: Opcode, place: Option<u8>) {
        match row {
            op::FXCH_ST => self.plan.exchanges += 1,
            op::FLD_ST => self.plan.copies += 1,
            _ => {}
        }
        self.plan.cost += self.freq;
        self.steps.push(Step::New(row, place));
    }
    fn become_row(&mut self, o: Op, row: Opcode, place: Option<u8>) {
        self.steps.push(Step::Become(o, row, place));
    }

    // The stack.

    /// The place of a register's value below the top; a value that was never defined is made.
    pub(super) fn place(&mut self, r: u8) -> u8 {
        match self.stack.iter().rev().position(|&x| x == r) {
            Some(n) => n as u8,
            None => {
                self.push_new(op::FLDZ, None);
                self.stack.push(r);
                0
            }
        }
    }
    /// Index in the list of a place.
    fn index(&self, place: u8) -> usize {
        self.stack.len() - 1 - usize::from(place)
    }
    pub(super) fn exchange(&mut self, place: u8) {
        if place != 0 {
            self.push_new(op::FXCH_ST, Some(place));
            let (n, top) = (self.index(place), self.stack.len() - 1);
            self.stack.swap(n, top);
        }
    }
    /// Brings a register's value to the top.
    pub(super) fn raise(&mut self, r: u8) {
        let n = self.place(r);
        self.exchange(n);
    }
    /// Pushes a copy of a register's value, under another name.
    pub(super) fn copy(&mut self, r: u8, name: u8) {
        let n = self.place(r);
        self.push_new(op::FLD_ST, Some(n));
        self.stack.push(name);
    }
    /// Takes a value away: the top is popped, another place gets the top.
    fn drop_place(&mut self, place: u8) {
        self.push_new(op::FSTP_ST, Some(place));
        let n = self.index(place);
        self.stack.swap_remove(n);
    }
    /// Takes away what is not live, from the top down, so that most of it is popped where it stands.
    pub(super) fn drop_dead(&mut self, live: u8) {
        let mut n = 0;
        while usize::from(n) < self.stack.len() {
            let r = self.stack[self.index(n)];
            if live & bit(r) == 0 {
                self.drop_place(n);
                n = 0;
            } else {
                n += 1;
            }
        }
    }
    /// Brings the stack into an order: each exchange puts one value where it belongs.
    pub(super) fn arrange(&mut self, want: &[u8]) {
        debug_assert_eq!(self.stack.len(), want.len());
        while let Some(&top) = self.stack.last() {
            let last = want.len() - 1;
            let home = want.iter().position(|&x| x == top).unwrap_or(last);
            let wrong = if home != last {
                home
            } else {
                match (0..last).find(|&n| self.stack[n] != want[n]) {
                    Some(n) => n,
                    None => return,
                }
            };
            self.exchange((last - wrong) as u8);
        }
    }
    /// The value at a place has a new name from now on.
    fn rename(&mut self, place: u8, r: u8) {
        let n = self.index(place);
        self.stack[n] = r;
    }

    // Blocks.

    fn block(&mut self, b: Bb, live: &Liveness, bundles: &Bundles) -> Result<()> {
        self.freq = f64::from(self.f.bbs[b].freq);
        self.steps = Vec::new();
        let start = bundles.at_start(b);
        let holds = bundles.holds[start];
        if holds != 0 && self.f.entry() == Some(b) {
            let pos = self.f.first(b).map_or(Pos::NONE, |o| self.f.ops[o].pos);
            return Err(Error::unsupported(pos, "values of x87 around a loop at a function's first op"));
        }
        let ascending = || (0..FLAT).filter(|n| holds & 1 << n != 0).collect::<Stack>();
        self.stack = self.plan.orders[start].get_or_insert_with(ascending).clone();
        self.drop_dead(live.live_in(b));
        let after = live.after(self.f, self.isa, b);
        let last = self.f.last(b);
        let ends = self.f.terminator(self.isa, b);
        for (o, &live) in self.f.bb_ops(b).zip(&after) {
            if Some(o) == ends && !self.f.bbs[b].succs.is_empty() {
                self.end(b, bundles);
            }
            self.op(o, live)?;
        }
        let calls = last.is_some_and(|o| self.isa.inst(self.f.ops[o].opcode).flags.contains(InstFlags::CALL));
        if ends.is_none() && calls {
            // Nothing follows a call in its block.
            let steps = std::mem::take(&mut self.steps);
            if !self.f.bbs[b].succs.is_empty() {
                self.drop_dead(after.last().copied().unwrap_or(0));
                self.end(b, bundles);
            }
            let edge = std::mem::replace(&mut self.steps, steps);
            if !edge.is_empty() {
                self.plan.edges.push((b, edge));
            }
        } else if ends.is_none() && !self.f.bbs[b].succs.is_empty() {
            self.end(b, bundles);
        }
        self.plan.steps[b] = std::mem::take(&mut self.steps);
        Ok(())
    }
    /// Leaves the stack as the bundle of the block's end has it.
    fn end(&mut self, b: Bb, bundles: &Bundles) {
        let at = bundles.at_end(b);
        let holds = bundles.holds[at];
        self.drop_dead(holds);
        for r in (0..FLAT).filter(|r| holds & 1 << r != 0) {
            if !self.stack.contains(&r) {
                self.push_new(op::FLDZ, None);
                self.stack.push(r);
            }
        }
        let freq = self.f.bbs[b].freq;
        if self.plan.natural[at].as_ref().is_none_or(|n| n.0 < freq) {
            self.plan.natural[at] = Some((freq, self.stack.clone()));
        }
        match self.plan.orders[at].clone() {
            Some(want) => self.arrange(&want),
            None => self.plan.orders[at] = Some(self.stack.clone()),
        }
    }

    // Ops.

    fn op(&mut self, o: Op, live: u8) -> Result<()> {
        let f = self.f;
        let flags = self.isa.inst(f.ops[o].opcode).flags;
        let touched = mask(f, f.all(o));
        match flat(f.ops[o].opcode) {
            Some(what) => self.flat_op(o, what, live)?,
            None if flags.contains(InstFlags::RETURN) => self.leave(o)?,
            None if flags.contains(InstFlags::CALL) => self.call(o)?,
            None if f.ops[o].opcode == op::P_ASM => self.asm(o, live)?,
            None if touched != 0 => {
                let row = self.isa.inst(f.ops[o].opcode).name;
                return Err(Error::unsupported(f.ops[o].pos, format!("a register of x87 in '{row}'")));
            }
            None => {
                self.steps.push(Step::Keep(o));
                return Ok(());
            }
        }
        if !flags.contains(InstFlags::CALL) && !flags.contains(InstFlags::RETURN) {
            self.drop_dead(live);
        }
        Ok(())
    }
    /// A return, or a jump out of the function: what is on the stack is what it returns, the first result at the top.
    fn leave(&mut self, o: Op) -> Result<()> {
        let operands: Stack = self.f.operands(o).iter().filter_map(|&t| flat_number(self.f, t)).collect();
        let mut want = Stack::new();
        // One below the other by their numbers: the first is the top.
        let mut sorted = operands;
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        for r in sorted {
            self.place(r);
            want.push(r);
        }
        let kept = want.iter().fold(0, |m, r| m | 1 << r);
        self.drop_dead(kept);
        self.arrange(&want);
        self.steps.push(Step::Keep(o));
        Ok(())
    }
    fn call(&mut self, o: Op) -> Result<()> {
        self.drop_dead(0);
        self.steps.push(Step::Keep(o));
        let mut results: Stack = self.f.results(o).iter().filter_map(|&t| flat_number(self.f, t)).collect();
        results.sort_unstable_by(|a, b| b.cmp(a));
        self.stack.extend(results);
        Ok(())
    }
    fn flat_op(&mut self, o: Op, what: Flat, live: u8) -> Result<()> {
        let f = self.f;
        let number = |t: &Tn| flat_number(f, *t);
        let mut operands = f.operands(o).iter().filter_map(number);
        let (a, b) = (operands.next(), operands.next());
        let rd = f.results(o).first().and_then(number);
        // What the op defines is another value from then on.
        let lives = |r: u8| live & bit(r) != 0 && rd != Some(r);
        match (what, rd, a, b) {
            (Flat::Arith(rows), Some(rd), Some(a), Some(b)) => self.arith(o, &rows, rd, (a, lives(a)), (b, lives(b))),
            (Flat::Memory(row) | Flat::Unary(row), Some(rd), Some(a), None) => {
                self.own(a, lives(a));
                self.become_row(o, row, None);
                self.rename(0, rd);
            }
            (Flat::Push(row), Some(rd), None, None) => {
                self.become_row(o, row, None);
                self.stack.push(rd);
            }
            (Flat::Store(keep, pop), None, Some(a), None) => self.store(o, keep, pop, (a, lives(a))),
            (Flat::Compare(keep, pop, both, answer), _, Some(a), Some(b)) => {
                self.compare(o, (keep, pop, both, answer), (a, lives(a)), (b, lives(b)));
            }
            (Flat::Select, Some(rd), Some(a), Some(b)) => {
                let cc = f.operands(o).iter().find_map(|&t| f.as_lit(t));
                let Some(row) = cc.and_then(conditional) else {
                    return Err(Error::unsupported(f.ops[o].pos, "a conditional move of x87 on this condition"));
                };
                self.own(a, lives(a));
                let n = self.place(b);
                self.become_row(o, row, Some(n));
                self.rename(0, rd);
            }
            (Flat::Copy, Some(rd), Some(a), None) => {
                if lives(a) {
                    self.copy(a, rd);
                } else {
                    let n = self.place(a);
                    self.rename(n, rd);
                }
                self.steps.push(Step::Drop(o));
            }
            _ => return Err(Error::unsupported(f.ops[o].pos, "operands of x87 in other places")),
        }
        Ok(())
    }
    /// Brings a value to the top that an op overwrites: a copy of it, if it lives on.
    fn own(&mut self, a: u8, lives: bool) {
        if lives {
            self.copy(a, FLAT);
        } else {
            self.raise(a);
        }
    }
    fn store(&mut self, o: Op, keep: Option<Opcode>, pop: Opcode, (a, lives): (u8, bool)) {
        match (lives, keep) {
            (false, _) => {
                self.raise(a);
                self.become_row(o, pop, None);
                self.stack.pop();
            }
            (true, Some(keep)) => {
                self.raise(a);
                self.become_row(o, keep, None);
            }
            (true, None) => {
                self.copy(a, FLAT);
                self.become_row(o, pop, None);
                self.stack.pop();
            }
        }
    }
    fn arith(&mut self, o: Op, rows: &Arith, rd: u8, (a, a_lives): (u8, bool), (b, b_lives): (u8, bool)) {
        if a == b {
            self.own(a, a_lives);
            self.become_row(o, rows.top, Some(0));
            self.rename(0, rd);
            return;
        }
        if a_lives && b_lives {
            self.copy(a, FLAT);
            let n = self.place(b);
            self.become_row(o, rows.top, Some(n));
            self.rename(0, rd);
            return;
        }
        let (i, j) = (self.place(a), self.place(b));
        // A value that had to be made moved the other one.
        let i = if j == 0 { self.place(a) } else { i };
        match (a_lives, b_lives) {
            (false, false) => {
                if i != 0 && j != 0 {
                    self.exchange(i);
                }
                let (row, other) = if self.place(a) == 0 { (rows.pop_reverse, b) } else { (rows.pop, a) };
                let n = self.place(other);
                self.become_row(o, row, Some(n));
                self.rename(n, rd);
                self.stack.pop();
            }
            (false, true) => {
                if j == 0 {
                    self.become_row(o, rows.place, Some(i));
                    self.rename(i, rd);
                } else {
                    self.exchange(i);
                    let n = self.place(b);
                    self.become_row(o, rows.top, Some(n));
                    self.rename(0, rd);
                }
            }
            (true, _) => {
                if i == 0 {
                    self.become_row(o, rows.place_reverse, Some(j));
                    self.rename(j, rd);
                } else {
                    self.exchange(j);
                    let n = self.place(a);
                    self.become_row(o, rows.top_reverse, Some(n));
                    self.rename(0, rd);
                }
            }
        }
    }
    fn compare(
        &mut self,
        o: Op,
        (keep, pop, both, answer): (Opcode, Opcode, Option<Opcode>, Answer),
        (a, a_lives): (u8, bool),
        (b, b_lives): (u8, bool),
    ) {
        // Both places exist before one of them is brought to the top.
        self.place(b);
        self.raise(a);
        let n = self.place(b);
        let (row, place, pops) = match (a_lives, b_lives, both) {
            (false, false, Some(both)) if n == 1 => (both, None, 2),
            (false, ..) => (pop, Some(n), 1),
            (true, ..) => (keep, Some(n), 0),
        };
        self.steps.push(match answer {
            Answer::Flags => Step::Become(o, row, place),
            Answer::Word => Step::Fetch(o, row, place),
        });
        for _ in 0..pops {
            self.stack.pop();
        }
    }
}
