//! The checker: simulates the stack along every path of the converted function, and compares with the flat one.
//!
//! It knows the function before and after, and nothing of how one became the other. A state is the stack, where each place says
//! which flat registers' values it holds (a set, since copies are equal), and the set of flat registers that were never
//! defined on this way, whose value any place may be. Where ways meet, depths must agree, and a place holds what it
//! holds on all of them. Ops of both functions are the same entities: an op that is a row of the stack now must read the places
//! that hold what the op's old row read, do the same, and touch the same memory; what it defined is then the value of the place
//! that it writes. Exchanges, copies, pops and zeros are the only new ops; copies between flat registers are the only ones that may
//! be gone.
//!
//! Sets only shrink as more ways are seen, so that blocks are walked until no state changes.

use super::{FLAT, flat_number, number_of};
use cgir::func::{Bb, Constraint, Func, Op, Tn};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use targ_info::x86::{op, reg};
use targ_info::{InstFlags, Isa, Opcode, PReg, Role};

/// A set of flat registers.
type Set = u8;

/// What is known at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    /// What each place holds, the top last.
    stack: SmallVec<[Set; 8]>,
    /// Registers without a value.
    undefined: Set,
}

type Check<T = ()> = Result<T, String>;

/// An operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Math {
    Add,
    Mul,
    Sub,
    Div,
}

/// What a row of the stack does; places count from the top, and `i` is the one that the row names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    /// `to = x op y`, all of them the top or the named place; then so many pops.
    Math { math: Math, named: bool, reversed: bool, pops: u8 },
    /// The top with memory.
    WithMemory,
    /// The top alone.
    Alone,
    /// Pushes a new value.
    Push,
    /// Stores the top; then so many pops.
    Store(u8),
    /// Compares the top with the named place, or the one below; then so many pops.
    Compare(u8),
    /// Takes the named place if the condition of this number holds.
    Select(i64),
    /// Exchanges the top with the named place.
    Exchange,
    /// Pushes a copy of the named place.
    Copy,
    /// Moves the top to the named place.
    Move,
}

/// What a row of the stack does, and the rows on flat registers that it can stand for.
fn meaning(row: Opcode) -> Option<(Does, &'static [Opcode])> {
    use Does::*;
    use op::*;
    let math = |math, named, reversed, pops| Math { math, named, reversed, pops };
    let (add, mul, sub, div) = (self::Math::Add, self::Math::Mul, self::Math::Sub, self::Math::Div);
    const SUB: &[Opcode] = &[P_FSUB, P_FSUBR];
    const DIV: &[Opcode] = &[P_FDIV, P_FDIVR];
    Some(match row {
        FADD_0 => (math(add, false, false, 0), &[P_FADD]),
        FADD_I => (math(add, true, false, 0), &[P_FADD]),
        FADD_P => (math(add, true, false, 1), &[P_FADD]),
        FMUL_0 => (math(mul, false, false, 0), &[P_FMUL]),
        FMUL_I => (math(mul, true, false, 0), &[P_FMUL]),
        FMUL_P => (math(mul, true, false, 1), &[P_FMUL]),
        FSUB_0 => (math(sub, false, false, 0), SUB),
        FSUB_I => (math(sub, true, false, 0), SUB),
        FSUB_P => (math(sub, true, false, 1), SUB),
        FSUBR_0 => (math(sub, false, true, 0), SUB),
        FSUBR_I => (math(sub, true, true, 0), SUB),
        FSUBR_P => (math(sub, true, true, 1), SUB),
        FDIV_0 => (math(div, false, false, 0), DIV),
        FDIV_I => (math(div, true, false, 0), DIV),
        FDIV_P => (math(div, true, false, 1), DIV),
        FDIVR_0 => (math(div, false, true, 0), DIV),
        FDIVR_I => (math(div, true, true, 0), DIV),
        FDIVR_P => (math(div, true, true, 1), DIV),
        FADD_M32 => (WithMemory, &[P_FADD_M32]),
        FADD_M64 => (WithMemory, &[P_FADD_M64]),
        FMUL_M32 => (WithMemory, &[P_FMUL_M32]),
        FMUL_M64 => (WithMemory, &[P_FMUL_M64]),
        FSUB_M32 => (WithMemory, &[P_FSUB_M32]),
        FSUB_M64 => (WithMemory, &[P_FSUB_M64]),
        FSUBR_M32 => (WithMemory, &[P_FSUBR_M32]),
        FSUBR_M64 => (WithMemory, &[P_FSUBR_M64]),
        FDIV_M32 => (WithMemory, &[P_FDIV_M32]),
        FDIV_M64 => (WithMemory, &[P_FDIV_M64]),
        FDIVR_M32 => (WithMemory, &[P_FDIVR_M32]),
        FDIVR_M64 => (WithMemory, &[P_FDIVR_M64]),
        FCHS => (Alone, &[P_FCHS]),
        FABS => (Alone, &[P_FABS]),
        FSQRT => (Alone, &[P_FSQRT]),
        FSIN => (Alone, &[P_FSIN]),
        FCOS => (Alone, &[P_FCOS]),
        FRNDINT => (Alone, &[P_FRNDINT]),
        FLD1 => (Push, &[P_FLD1]),
        FLDZ => (Push, &[P_FLDZ, P_UNDEF_X87]),
        FLDPI => (Push, &[P_FLDPI]),
        FLD32 => (Push, &[P_FLD32]),
        FLD64 => (Push, &[P_FLD64]),
        FLD80 => (Push, &[P_FLD80]),
        FILD16 => (Push, &[P_FILD16]),
        FILD32 => (Push, &[P_FILD32]),
        FILD64 => (Push, &[P_FILD64]),
        FST32 => (Store(0), &[P_FST32]),
        FST64 => (Store(0), &[P_FST64]),
        FIST16 => (Store(0), &[P_FIST16]),
        FIST32 => (Store(0), &[P_FIST32]),
        FSTP32 => (Store(1), &[P_FST32]),
        FSTP64 => (Store(1), &[P_FST64]),
        FSTP80 => (Store(1), &[P_FST80]),
        FISTP16 => (Store(1), &[P_FIST16]),
        FISTP32 => (Store(1), &[P_FIST32]),
        FISTP64 => (Store(1), &[P_FIST64]),
        FISTTP16 => (Store(1), &[P_FISTTP16]),
        FISTTP32 => (Store(1), &[P_FISTTP32]),
        FISTTP64 => (Store(1), &[P_FISTTP64]),
        FUCOMI_ST => (Compare(0), &[P_FUCOMI]),
        FUCOMPI_ST => (Compare(1), &[P_FUCOMI]),
        FCOMI_ST => (Compare(0), &[P_FCOMI]),
        FCOMPI_ST => (Compare(1), &[P_FCOMI]),
        FUCOM_ST => (Compare(0), &[P_FUCOM]),
        FUCOMP_ST => (Compare(1), &[P_FUCOM]),
        FUCOMPP => (Compare(2), &[P_FUCOM]),
        FCOM_ST => (Compare(0), &[P_FCOM]),
        FCOMP_ST => (Compare(1), &[P_FCOM]),
        FCOMPP => (Compare(2), &[P_FCOM]),
        FCMOVB_ST => (Select(2), &[P_FCMOV]),
        FCMOVNB_ST => (Select(3), &[P_FCMOV]),
        FCMOVE_ST => (Select(4), &[P_FCMOV]),
        FCMOVNE_ST => (Select(5), &[P_FCMOV]),
        FCMOVBE_ST => (Select(6), &[P_FCMOV]),
        FCMOVNBE_ST => (Select(7), &[P_FCMOV]),
        FCMOVU_ST => (Select(10), &[P_FCMOV]),
        FCMOVNU_ST => (Select(11), &[P_FCMOV]),
        FXCH_ST => (Exchange, &[]),
        FLD_ST => (Copy, &[]),
        FSTP_ST => (Move, &[]),
        _ => return None,
    })
}

/// Compares a converted function with what it was.
pub fn check(old: &Func, new: &Func, isa: &Isa) -> Check {
    let mut c = Checker { old, new, isa, states: vec![None; new.bbs.len()], work: Vec::new() };
    c.same_flow()?;
    if let Some(e) = new.entry() {
        c.meet(e, &State { stack: SmallVec::new(), undefined: (1 << FLAT) - 1 })?;
    }
    while let Some(b) = c.work.pop() {
        c.block(b)?;
    }
    Ok(())
}

struct Checker<'a> {
    old: &'a Func,
    new: &'a Func,
    isa: &'a Isa,
    states: Vec<Option<State>>,
    work: Vec<Bb>,
}

impl State {
    fn depth(&self) -> usize {
        self.stack.len()
    }
    /// Index in the list of a place.
    fn index(&self, place: u8) -> Check<usize> {
        let n = self.stack.len().checked_sub(1 + usize::from(place));
        n.ok_or_else(|| format!("%st({place}) of a stack of {}", self.stack.len()))
    }
    /// What a place holds.
    fn at(&self, place: u8) -> Check<Set> {
        Ok(self.stack[self.index(place)?] | self.undefined)
    }
    fn push(&mut self, holds: Set) -> Check {
        if self.stack.len() == 8 {
            return Err("a ninth value on the stack".into());
        }
        self.stack.push(holds);
        Ok(())
    }
    fn pop(&mut self) -> Check {
        self.stack.pop().map(|_| ()).ok_or_else(|| "a pop of an empty stack".into())
    }
    /// A register gets a new value: no place holds it any more.
    fn forget(&mut self, r: u8) {
        self.stack.iter_mut().for_each(|s| *s &= !(1 << r));
        self.undefined &= !(1 << r);
    }
    /// The value of a register is at a place.
    fn define(&mut self, r: u8, place: u8) -> Check {
        self.forget(r);
        let n = self.index(place)?;
        self.stack[n] = 1 << r;
        Ok(())
    }
    fn wants(&self, place: u8, r: u8) -> Check {
        if self.at(place)? & 1 << r == 0 {
            return Err(format!("%st({place}) is not the value of fp{r}"));
        }
        Ok(())
    }
}

impl Checker<'_> {
    /// Blocks lead where they led, by way of new blocks at most.
    fn same_flow(&self) -> Check {
        for &b in &self.old.layout {
            let (was, is) = (&self.old.bbs[b], &self.new.bbs[b]);
            let old_block = |mut s: Bb| {
                while s.index() >= self.old.bbs.len() {
                    s = self.new.bbs[s].succs.first()?.bb;
                }
                Some(s)
            };
            let same = was.succs.len() == is.succs.len()
                && was.succs.iter().zip(&is.succs).all(|(x, y)| old_block(y.bb) == Some(x.bb));
            if !same || was.unwind != is.unwind {
                return Err(format!("{b} leads elsewhere"));
            }
        }
        Ok(())
    }
    /// A way into a block.
    fn meet(&mut self, b: Bb, s: &State) -> Check {
        let old = &mut self.states[b.index()];
        let met = match old {
            None => s.clone(),
            Some(o) if o.depth() != s.depth() => {
                return Err(format!("{b} is entered with {} and with {} values on the stack", o.depth(), s.depth()));
            }
            Some(o) => {
                let undefined = o.undefined & s.undefined;
                let both = |(x, y): (&Set, &Set)| (x | o.undefined) & (y | s.undefined) & !undefined;
                State { stack: o.stack.iter().zip(&s.stack).map(both).collect(), undefined }
            }
        };
        if old.as_ref() != Some(&met) {
            *old = Some(met);
            self.work.push(b);
        }
        Ok(())
    }
    fn block(&mut self, b: Bb) -> Check {
        let Some(mut s) = self.states[b.index()].clone() else { return Ok(()) };
        let was: Vec<Op> = match b.index() < self.old.bbs.len() {
            true => self.old.bb_ops(b).collect(),
            false => Vec::new(),
        };
        let mut was = was.into_iter();
        let mut before_call = None;
        for o in self.new.bb_ops(b) {
            let known = o.index() < self.old.ops.len();
            if known {
                self.catch_up(&mut was, Some(o), &mut s)?;
            }
            if self.flags(self.new, o).contains(InstFlags::CALL) {
                before_call = Some(s.clone());
            }
            let place = |e: String| format!("{e}, in {b} at '{}'", self.isa.inst(self.new.ops[o].opcode).name);
            if known { self.old_op(o, &mut s).map_err(place)? } else { self.new_op(o, &mut s).map_err(place)? }
        }
        self.catch_up(&mut was, None, &mut s)?;
        let d = &self.new.bbs[b];
        for e in &d.succs {
            if d.unwind == Some(e.bb) {
                // The callee's part of the way: what it was given is gone.
                let depth = before_call.as_ref().map_or(s.depth(), State::depth);
                if depth != 0 {
                    return Err(format!("an exceptional edge from {b} with a stack that is not empty"));
                }
                self.meet(e.bb, &State { stack: SmallVec::new(), undefined: (1 << FLAT) - 1 })?;
            } else {
                self.meet(e.bb, &s)?;
            }
        }
        Ok(())
    }
    fn flags(&self, f: &Func, o: Op) -> InstFlags {
        self.isa.inst(f.ops[o].opcode).flags
    }
    /// Ops of the old block up to `o`, which are gone: only copies and undefined values may be.
    fn catch_up(&self, was: &mut std::vec::IntoIter<Op>, o: Option<Op>, s: &mut State) -> Check {
        for w in was.by_ref() {
            if Some(w) == o {
                return Ok(());
            }
            let numbers = |list: &[Tn]| list.first().and_then(|&t| flat_number(self.old, t));
            let (to, from) = (numbers(self.old.results(w)), numbers(self.old.operands(w)));
            match (self.old.ops[w].opcode, to, from) {
                (op::P_COPY_X87, Some(to), Some(from)) if to == from => {}
                (op::P_COPY_X87, Some(to), Some(from)) => {
                    s.forget(to);
                    if s.undefined & 1 << from != 0 {
                        s.undefined |= 1 << to;
                    }
                    s.stack.iter_mut().filter(|p| **p & 1 << from != 0).for_each(|p| *p |= 1 << to);
                }
                _ => return Err(format!("'{}' is gone", self.isa.inst(self.old.ops[w].opcode).name)),
            }
        }
        match o {
            Some(o) => Err(format!("'{}' is in another place", self.isa.inst(self.new.ops[o].opcode).name)),
            None => Ok(()),
        }
    }
    /// The place that a row names.
    fn named(&self, o: Op) -> Option<u8> {
        self.new.operands(o).iter().find_map(|&t| {
            let n = self.new.preg(t)?.0.checked_sub(reg::ST0.0)?;
            (n < 8).then_some(n as u8)
        })
    }
    /// An op that was not there: it only moves values.
    fn new_op(&self, o: Op, s: &mut State) -> Check {
        let n = self.named(o).unwrap_or(0);
        match meaning(self.new.ops[o].opcode) {
            Some((Does::Exchange, _)) => {
                let (x, top) = (s.index(n)?, s.index(0)?);
                s.stack.swap(x, top);
            }
            Some((Does::Copy, _)) => {
                let x = s.stack[s.index(n)?];
                s.push(x)?;
            }
            Some((Does::Move, _)) => {
                let (x, top) = (s.index(n)?, s.index(0)?);
                s.stack[x] = s.stack[top];
                s.pop()?;
            }
            // Zero is nobody's value.
            Some((Does::Push, _)) if self.new.ops[o].opcode == op::FLDZ => s.push(0)?,
            // What they bring to the flags is the comparison just before them, which sees to that.
            None if matches!(self.new.ops[o].opcode, op::FNSTSW_AX | op::SAHF) => {
                let compares = |p: Op| matches!(self.old.ops.get(p).map(|d| d.opcode), Some(op::P_FUCOM | op::P_FCOM));
                let before = self.new.prev(o);
                let first = match self.new.ops[o].opcode {
                    op::SAHF => before.and_then(|p| self.new.prev(p)),
                    _ => before,
                };
                if !first.is_some_and(compares) {
                    return Err("a status word of nothing".into());
                }
            }
            _ => return Err("an op that nobody wrote".into()),
        }
        Ok(())
    }
    /// An op that was there.
    fn old_op(&self, o: Op, s: &mut State) -> Check {
        let (was, is) = (self.old.ops[o].opcode, self.new.ops[o].opcode);
        let touches = self.old.all(o).iter().any(|&t| flat_number(self.old, t).is_some());
        let leaves = self.flags(self.old, o).contains(InstFlags::RETURN);
        if leaves || self.flags(self.old, o).contains(InstFlags::CALL) {
            self.unchanged(o)?;
            return if leaves { self.leave(o, s) } else { self.call(o, s) };
        }
        if was == op::P_ASM {
            return self.asm(o, s);
        }
        if !touches {
            return self.unchanged(o);
        }
        let Some((does, stands_for)) = meaning(is) else { return Err("no row of the stack".into()) };
        if !stands_for.contains(&was) {
            return Err(format!("it was '{}'", self.isa.inst(was).name));
        }
        self.same_memory(o)?;
        self.row(o, does, s)
    }
    fn unchanged(&self, o: Op) -> Check {
        let same = self.old.ops[o].opcode == self.new.ops[o].opcode && self.old.all(o) == self.new.all(o);
        if same { Ok(()) } else { Err("an op was changed that is none of x87's".into()) }
    }
    /// Memory operands are what they were.
    fn same_memory(&self, o: Op) -> Check {
        let parts = |f: &Func| -> Vec<Tn> {
            let desc = self.isa.inst(f.ops[o].opcode);
            let touches = desc.flags.intersects(InstFlags::LOAD | InstFlags::STORE);
            let at = desc.role(Role::Base).filter(|_| touches);
            at.map_or(Vec::new(), |at| f.all(o).iter().skip(at).take(5).copied().collect())
        };
        if parts(self.old) == parts(self.new) { Ok(()) } else { Err("another place in memory".into()) }
    }
    /// A row of the stack against what its op was.
    fn row(&self, o: Op, does: Does, s: &mut State) -> Check {
        let mut sources = self.old.operands(o).iter().filter_map(|&t| flat_number(self.old, t));
        let (a, b) = (sources.next(), sources.next());
        let result = self.old.results(o).first().and_then(|&t| flat_number(self.old, t));
        let n = self.named(o);
        let missing = || "an operand is missing".to_string();
        let first = a.ok_or_else(missing);
        let target = result.ok_or_else(missing);
        match does {
            Does::Math { math, named, reversed, pops } => {
                let (n, a, b) = (n.ok_or_else(missing)?, first?, b.ok_or_else(missing)?);
                // The place that is written is the first operand, unless the row is a reverse one; a reverse row on flat
                // registers takes its first operand from its second.
                let (to, other) = if named { (n, 0) } else { (0, n) };
                let (x, y) = if reversed { (other, to) } else { (to, other) };
                let flat_reverse = matches!(self.old.ops[o].opcode, op::P_FSUBR | op::P_FDIVR);
                let (a, b) = if flat_reverse { (b, a) } else { (a, b) };
                let straight = s.wants(x, a).and_then(|()| s.wants(y, b));
                let commutes = matches!(math, Math::Add | Math::Mul);
                if straight.is_err() && !(commutes && s.wants(x, b).is_ok() && s.wants(y, a).is_ok()) {
                    return straight;
                }
                s.define(target?, to)?;
                for _ in 0..pops {
                    s.pop()?;
                }
            }
            Does::WithMemory | Does::Alone => {
                s.wants(0, first?)?;
                s.define(target?, 0)?;
            }
            Does::Push => {
                let r = target?;
                s.push(0)?;
                s.define(r, 0)?;
            }
            Does::Store(pops) => {
                s.wants(0, first?)?;
                for _ in 0..pops {
                    s.pop()?;
                }
            }
            Does::Compare(pops) => {
                s.wants(0, first?)?;
                s.wants(n.unwrap_or(1), b.ok_or_else(missing)?)?;
                let fetches = matches!(self.old.ops[o].opcode, op::P_FUCOM | op::P_FCOM);
                let next = self.new.next(o);
                let rows = [next, next.and_then(|x| self.new.next(x))].map(|x| x.map(|x| self.new.ops[x].opcode));
                if fetches && rows != [Some(op::FNSTSW_AX), Some(op::SAHF)] {
                    return Err("a comparison whose answer does not come to the flags".into());
                }
                for _ in 0..pops {
                    s.pop()?;
                }
            }
            Does::Select(cc) => {
                let had = self.old.operands(o).iter().find_map(|&t| self.old.as_lit(t));
                if had != Some(cc) {
                    return Err("another condition".into());
                }
                s.wants(0, first?)?;
                s.wants(n.ok_or_else(missing)?, b.ok_or_else(missing)?)?;
                s.define(target?, 0)?;
            }
            Does::Exchange | Does::Copy | Does::Move => return Err("an op that only moves values".into()),
        }
        Ok(())
    }
    /// A call finds an empty stack, and leaves its results on it.
    fn call(&self, o: Op, s: &mut State) -> Check {
        if s.depth() != 0 {
            return Err(format!("a call with {} values on the stack", s.depth()));
        }
        let mut results: Vec<u8> = self.old.results(o).iter().filter_map(|&t| flat_number(self.old, t)).collect();
        results.sort_unstable();
        if results.iter().enumerate().any(|(n, &r)| usize::from(r) != n) {
            return Err("results that are not at the top".into());
        }
        s.undefined |= super::clobbered(self.old, self.isa, o);
        for &r in results.iter().rev() {
            s.push(0)?;
            s.define(r, 0)?;
        }
        Ok(())
    }
    /// A return leaves exactly its operands.
    fn leave(&self, o: Op, s: &mut State) -> Check {
        let operands: Vec<u8> = self.old.operands(o).iter().filter_map(|&t| flat_number(self.old, t)).collect();
        if operands.len() != s.depth() {
            return Err(format!("{} values on the stack, where {} are returned", s.depth(), operands.len()));
        }
        operands.iter().try_for_each(|&r| s.wants(r, r))
    }
    /// Inline assembly: inputs where its operands say, outputs at the top; what it pops is gone.
    fn asm(&self, o: Op, s: &mut State) -> Check {
        let nres = self.old.nres(o);
        let lost = self.old.clobbers(o);
        let (mut outputs, mut popped): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let mut fixed: Vec<u8> = Vec::new();
        for (n, (&was, &is)) in self.old.all(o).iter().zip(self.new.all(o)).enumerate() {
            let Some(r) = flat_number(self.old, was) else {
                if was != is {
                    return Err("an operand of inline assembly was changed".into());
                }
                continue;
            };
            let place = self.new.preg(is).and_then(|p| p.0.checked_sub(reg::ST0.0)).filter(|&p| p < 8);
            let place = place.ok_or("an operand of inline assembly that is no place")? as u8;
            if n < nres {
                outputs.push(r);
                if place != r {
                    return Err("an output that is not at the top".into());
                }
                continue;
            }
            if let Constraint::Fixed(want) = self.old.constraint(self.isa, o, n) {
                if number_of(want) != Some(place) {
                    return Err("an input in another place".into());
                }
                fixed.push(place);
            }
            s.wants(place, r)?;
        }
        for &p in &fixed {
            let unit = self.isa.reg(PReg(reg::ST0.0 + u16::from(p))).units;
            if !popped.contains(&p) && (outputs.contains(&p) || unit.intersects(lost)) {
                popped.push(p);
            }
        }
        outputs.sort_unstable();
        popped.sort_unstable();
        let dense = |l: &[u8]| l.iter().enumerate().all(|(n, &p)| usize::from(p) == n);
        if !dense(&outputs) || !dense(&popped) {
            return Err("places of inline assembly with a gap".into());
        }
        for _ in &popped {
            s.pop()?;
        }
        s.undefined |= super::clobbered(self.old, self.isa, o);
        for &r in outputs.iter().rev() {
            s.push(0)?;
            s.define(r, 0)?;
        }
        Ok(())
    }
}
