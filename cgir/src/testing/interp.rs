//! Executes functions of the toy target, before allocation or after, so that what a pass made can be compared with what
//! it was given: same calls with the same arguments, same inline assembly, same memory, same result.
//!
//! Nothing is known of what a call or inline assembly computes: results are a hash of operands. Registers that lose their
//! contents get rubbish, so that whoever relies on them is found out. Before the frame is laid out its objects stand at
//! made-up addresses; memory in the frame starts as zero, other memory as a hash of its address.

use super::rows::*;
use crate::func::{Bb, Constraint, Func, Op, SymRef, Tn, TnData};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use targ_info::{PReg, RegClass};

/// Where the stack pointer is at entry.
const STACK: u64 = 0x7fff_0000_0000_0000;
/// Distance of made-up frame objects.
const OBJECT: u64 = 1 << 20;

/// What can be seen of an execution from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A call and its arguments by register.
    Call(BTreeMap<u16, u128>),
    /// Inline assembly and its operands.
    Asm(Vec<u128>),
    /// Return, with results by register.
    Return(BTreeMap<u16, u128>),
    /// So many conditional branches were executed that the run was stopped.
    Stopped,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Bytes outside of the frame that are not what they were at the start.
    pub memory: BTreeMap<u64, u8>,
}

struct Machine<'a> {
    f: &'a Func,
    seed: u64,
    virtuals: FxHashMap<Tn, u128>,
    units: [u64; 16],
    memory: FxHashMap<u64, u8>,
    rubbish: u64,
    events: Vec<Event>,
}

/// Runs a function on inputs from a seed, until it returns or has executed `branches` conditional branches. An error
/// says what it did that no compiled code may do.
pub fn run(f: &Func, seed: u64, branches: u32) -> Result<Trace, String> {
    let mut m = Machine {
        f,
        seed,
        virtuals: FxHashMap::default(),
        units: [0; 16],
        memory: FxHashMap::default(),
        rubbish: 77,
        events: Vec::new(),
    };
    for (i, u) in m.units.iter_mut().enumerate() {
        *u = hash(&[u128::from(seed), i as u128]) as u64;
    }
    (m.units[0], m.units[1]) = (0, STACK);
    m.execute(branches)?;
    let frame = |a: u64| a.abs_diff(STACK) < 1 << 40;
    let changed = m.memory.iter().filter(|&(&a, &b)| !frame(a) && b != untouched(a));
    let memory = changed.map(|(a, b)| (*a, *b)).collect();
    Ok(Trace { events: m.events, memory })
}

/// What memory holds at the start.
fn untouched(at: u64) -> u8 {
    if at.abs_diff(STACK) < 1 << 40 { 0 } else { hash(&[u128::from(at)]) as u8 }
}

/// Mixes numbers.
fn hash(list: &[u128]) -> u128 {
    let mut h = 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3eu128;
    for &x in list {
        h = (h ^ x).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        h ^= h >> 61;
        h = h.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        h ^= h >> 57;
    }
    h
}

fn wide(class: Option<RegClass>) -> bool {
    class == Some(PAIR)
}

impl Machine<'_> {
    fn read_reg(&self, r: PReg) -> u128 {
        let units = ISA.reg(r).units;
        units.iter().enumerate().fold(0, |v, (i, u)| v | u128::from(self.units[u.0 as usize]) << (64 * i))
    }
    fn write_reg(&mut self, r: PReg, v: u128) {
        for (i, u) in ISA.reg(r).units.iter().enumerate() {
            if u.0 != 0 {
                self.units[u.0 as usize] = (v >> (64 * i)) as u64;
            }
        }
    }
    fn read(&self, t: Tn) -> Result<u128, String> {
        Ok(match self.f.tns[t] {
            TnData::Reg { dedicated: Some(r), .. } => self.read_reg(r),
            TnData::Reg { .. } => *self.virtuals.get(&t).ok_or_else(|| format!("{t} is read but was not written"))?,
            TnData::Lit(v) => u128::from(v as u64),
            TnData::Frame { obj, offset, .. } => {
                let at = STACK.wrapping_sub(OBJECT * (16 + obj.index() as u64)).wrapping_add(offset as u64);
                u128::from(at.wrapping_sub(STACK))
            }
            TnData::Label(b) => b.as_u32().into(),
            TnData::Sym { offset, .. } => u128::from(hash(&[offset as u128, 5]) as u64),
        })
    }
    fn write(&mut self, t: Tn, v: u128) {
        let v = if wide(self.f.class(t)) { v } else { u128::from(v as u64) };
        match self.f.preg(t) {
            Some(r) => self.write_reg(r, v),
            None => {
                self.virtuals.insert(t, v);
            }
        }
    }
    fn trash(&mut self, units: targ_info::RegSet) {
        for u in units.iter() {
            self.rubbish = self.rubbish.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            self.units[u.0 as usize] = self.rubbish;
        }
    }
    fn byte(&self, at: u64) -> u8 {
        self.memory.get(&at).copied().unwrap_or_else(|| untouched(at))
    }
    fn load(&self, at: u64, bytes: u64) -> u128 {
        (0..bytes).fold(0, |v, i| v | u128::from(self.byte(at.wrapping_add(i))) << (8 * i))
    }
    fn store(&mut self, at: u64, bytes: u64, v: u128) {
        for i in 0..bytes {
            self.memory.insert(at.wrapping_add(i), (v >> (8 * i)) as u8);
        }
    }

    fn execute(&mut self, branches: u32) -> Result<(), String> {
        let mut left = branches;
        let Some(mut b) = self.f.entry() else { return Ok(()) };
        for _ in 0..u64::from(branches) * 64 + 4096 {
            let mut to = self.f.bbs[b].succs.first().map(|s| s.bb);
            let ops: Vec<Op> = self.f.bb_ops(b).collect();
            for op in ops {
                match self.step(op).map_err(|e| format!("{e}, in {b} at {op}"))? {
                    Step::Next => {}
                    Step::Leave => return Ok(()),
                    Step::Branch(taken) => {
                        if left == 0 {
                            self.events.push(Event::Stopped);
                            return Ok(());
                        }
                        left -= 1;
                        if let Some(t) = taken {
                            to = Some(t);
                            break;
                        }
                    }
                    Step::Jump(t) => {
                        to = Some(t);
                        break;
                    }
                }
            }
            b = to.ok_or_else(|| format!("control runs off the end of {b}"))?;
        }
        Err("endless loop".into())
    }

    /// Values by the registers that constraints name, for calls, entries and returns.
    fn by_register(&self, op: Op, values: &[u128], from: usize) -> BTreeMap<u16, u128> {
        let mut map = BTreeMap::new();
        for (i, &v) in values.iter().enumerate() {
            if let Constraint::Fixed(r) = self.f.constraint(&ISA, op, from + i) {
                map.insert(r.0, v);
            }
        }
        map
    }

    fn step(&mut self, op: Op) -> Result<Step, String> {
        let f = self.f;
        let nres = f.nres(op);
        for i in 0..nres {
            if f.is_early(&ISA, op, i)
                && let Some(r) = f.preg(f.results(op)[i])
            {
                self.trash(ISA.reg(r).units);
            }
        }
        let v: Vec<u128> = f.operands(op).iter().map(|&t| self.read(t)).collect::<Result<_, _>>()?;
        let at = |i: usize| v.get(i).copied().unwrap_or(0);
        let low = |i: usize| at(i) as u64;
        let mut out: Vec<u128> = Vec::new();
        let mut step = Step::Next;
        match f.ops[op].opcode {
            op::ENTRY => {
                for i in 0..nres {
                    let r = match f.constraint(&ISA, op, i) {
                        Constraint::Fixed(r) => self.read_reg(r),
                        _ => 0,
                    };
                    out.push(r);
                }
            }
            op::CALL => {
                let arguments = self.by_register(op, v.get(1..).unwrap_or(&[]), nres + 1);
                let mut key: Vec<u128> = arguments.iter().flat_map(|(r, v)| [u128::from(*r), *v]).collect();
                key.push(self.events.len() as u128);
                for i in 0..nres {
                    key.push(match f.constraint(&ISA, op, i) {
                        Constraint::Fixed(r) => r.0.into(),
                        _ => i as u128,
                    });
                    out.push(hash(&key));
                }
                self.events.push(Event::Call(arguments));
            }
            op::ASM => {
                let mut key = v.clone();
                for i in 0..nres {
                    key.push(i as u128);
                    out.push(hash(&key));
                }
                self.events.push(Event::Asm(v.clone()));
            }
            op::RET => {
                let results = self.by_register(op, &v, 0);
                self.events.push(Event::Return(results));
                self.leave()?;
                return Ok(Step::Leave);
            }
            op::LI | op::LA | op::MV | op::MVP | op::FMV => out.push(at(0)),
            op::LEA | op::ADD | op::ADDI | op::ADD2 | op::LOWOP | op::EARLY => {
                out.push(low(0).wrapping_add(low(1)).into());
            }
            op::SUB => out.push(low(0).wrapping_sub(low(1)).into()),
            op::XOR => out.push((low(0) ^ low(1)).into()),
            op::MUL => out.push(low(0).wrapping_mul(low(1)).into()),
            op::SHL => out.push((low(0) << (low(1) & 63)).into()),
            op::DIV => match low(1) {
                0 => out.extend([0, low(0).into()]),
                d => out.extend([u128::from(low(0) / d), u128::from(low(0) % d)]),
            },
            op::MULP => out.push(u128::from(low(0)) * u128::from(low(1))),
            op::HI => out.push(at(0) >> 64),
            op::XCHG | op::XCHGP | op::FXCHG => out.extend([at(1), at(0)]),
            op::CMP => out.push(u128::from(low(0) < low(1))),
            op::FADD => out.push(low(0).wrapping_add(low(1)).rotate_left(1).into()),
            op::FCVT => out.push((low(0) ^ 0x3ff0_0000_0000_0000).into()),
            op::EXTOP => out.push(hash(&v)),
            op::ADDM => {
                let loaded = self.load(low(1).wrapping_add(low(2)), 8) as u64;
                out.push(low(0).wrapping_add(loaded).into());
            }
            op::LD | op::FLD => out.push(self.load(low(0).wrapping_add(low(1)), 8)),
            op::LDP => out.push(self.load(low(0).wrapping_add(low(1)), 16)),
            op::ST | op::FST => self.store(low(1).wrapping_add(low(2)), 8, at(0)),
            op::STP => self.store(low(1).wrapping_add(low(2)), 16, at(0)),
            op::FENCE => {}
            op::BCS => step = self.branch(op, low(0) != 0),
            op::BCC => step = self.branch(op, low(0) == 0),
            op::BEQ => step = self.branch(op, low(0) == low(1)),
            op::BNE => step = self.branch(op, low(0) != low(1)),
            op::JMP => step = self.label(op).map_or(Step::Next, Step::Jump),
            op::JTAB => step = self.table(op, low(0))?,
            other => return Err(format!("cannot execute `{}`", ISA.inst(other).name)),
        }
        self.trash(f.clobbers(op));
        for (&t, v) in f.results(op).iter().zip(out) {
            self.write(t, v);
        }
        Ok(step)
    }
    fn label(&self, op: Op) -> Option<Bb> {
        self.f.operands(op).iter().find_map(|&t| match self.f.tns[t] {
            TnData::Label(b) => Some(b),
            _ => None,
        })
    }
    fn branch(&self, op: Op, taken: bool) -> Step {
        Step::Branch(self.label(op).filter(|_| taken))
    }
    fn table(&self, op: Op, index: u64) -> Result<Step, String> {
        for &t in self.f.operands(op) {
            if let TnData::Sym { sym: SymRef::Table(t), .. } = self.f.tns[t] {
                let list = &self.f.tables[t];
                return match list.get((index % list.len().max(1) as u64) as usize) {
                    Some(&b) => Ok(Step::Branch(Some(b))),
                    None => Err("empty jump table".into()),
                };
            }
        }
        Err("jump without table".into())
    }
    /// Once the frame is laid out, callee-saved registers and the stack pointer must be as at entry.
    fn leave(&self) -> Result<(), String> {
        if self.f.frame_info.size.is_none() {
            return Ok(());
        }
        if self.units[1] != STACK {
            return Err("returns with another stack pointer".into());
        }
        for u in ABI.callee_saved.iter() {
            if self.units[u.0 as usize] != hash(&[u128::from(self.seed), u128::from(u.0)]) as u64 {
                return Err(format!("callee-saved unit {} is not restored", u.0));
            }
        }
        Ok(())
    }
}

enum Step {
    Next,
    Leave,
    /// A conditional branch or jump through a table, and where it goes if not on.
    Branch(Option<Bb>),
    Jump(Bb),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Shape, function};
    use crate::testing::Setup;

    #[test]
    fn most_random_functions_return() {
        let s = Setup::default();
        let runs = |seed| function(seed, Shape::from_seed(seed), s.global, &s.cx()).and_then(|f| run(&f, 1, 40).ok());
        let returns = |t: &Trace| matches!(t.events.last(), Some(Event::Return(_)));
        let traces: Vec<Trace> = (0..100).filter_map(runs).collect();
        assert_eq!(traces.len(), 100);
        assert!(traces.iter().filter(|t| returns(t)).count() > 60);
    }
}
