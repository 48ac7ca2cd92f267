//! Does a permutation of a block's ops respect their dependences?
//!
//! In the new order, each op must come after the definitions that it reads, each definition after the uses and
//! definitions that it overwrites, each memory access and effect after those that it must not pass, and the entry op and the
//! block's end stay where they are.

use crate::func::{Bb, Func, Op, OpFlags, Tn, TnData};
use crate::pass::PassCx;
use rustc_hash::FxHashMap;
use targ_info::{InstFlags, RegSet};

/// Checks the new order of a block; the op that comes too early, and why.
pub(super) fn check_order(f: &Func, cx: &PassCx<'_>, b: Bb, order: &[Op]) -> Result<(), (Op, String)> {
    let mut at: FxHashMap<Op, usize> = FxHashMap::default();
    for (i, &op) in order.iter().enumerate() {
        if f.bb_of(op) != Some(b) || at.insert(op, i).is_some() {
            return Err((op, "not an op of the block, or twice in its new order".into()));
        }
    }
    if let Some(op) = f.bb_ops(b).find(|o| !at.contains_key(o)) {
        return Err((op, "missing in the new order".into()));
    }
    for (old, new) in [(f.first(b), order.first()), (f.last(b), order.last())] {
        let pinned = old.is_some_and(|o| is_pinned(f, cx, o));
        if let (true, Some(o), true) = (pinned, old, old != new.copied()) {
            return Err((o, "moved from the block's border".into()));
        }
    }
    let mut deps = Deps { f, cx, at, regs: FxHashMap::default(), memory: Vec::new(), ordered: Vec::new() };
    f.bb_ops(b).try_for_each(|op| deps.op(op))
}

/// Must the op stay first or last?
fn is_pinned(f: &Func, cx: &PassCx<'_>, op: Op) -> bool {
    let ends = InstFlags::BRANCH | InstFlags::RETURN | InstFlags::NO_FALLTHROUGH | InstFlags::CALL;
    cx.target.isa.inst(f.ops[op].opcode).flags.intersects(ends) || f.entry_op(cx.target.isa) == Some(op)
}

/// Last definition of a TN and the uses since.
#[derive(Default)]
struct Touch {
    def: Option<Op>,
    uses: Vec<Op>,
}

struct Deps<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    at: FxHashMap<Op, usize>,
    /// By TN; dedicated TNs of one register are one.
    regs: FxHashMap<Tn, Touch>,
    memory: Vec<Op>,
    ordered: Vec<Op>,
}

impl Deps<'_> {
    fn before(&self, first: Op, then: Op, what: &str) -> Result<(), (Op, String)> {
        if first == then || self.at[&first] < self.at[&then] {
            return Ok(());
        }
        Err((then, format!("moved above {first:?}: {what}")))
    }

    fn op(&mut self, op: Op) -> Result<(), (Op, String)> {
        let f = self.f;
        let is_reg = |t: &&Tn| matches!(f.tns[**t], TnData::Reg { .. });
        for &t in f.operands(op).iter().filter(is_reg) {
            if let Some(d) = self.regs.get(&t).and_then(|x| x.def) {
                self.before(d, op, "it reads its result")?;
            }
            self.regs.entry(t).or_default().uses.push(op);
        }
        for &t in f.results(op).iter().filter(is_reg) {
            if let Some(x) = self.regs.get(&t) {
                for o in x.def.iter().chain(&x.uses) {
                    self.before(*o, op, "it redefines a TN of it")?;
                }
            }
            self.regs.insert(t, Touch { def: Some(op), uses: Vec::new() });
        }
        self.memory_and_effects(op)
    }

    fn memory_and_effects(&mut self, op: Op) -> Result<(), (Op, String)> {
        let f = self.f;
        let flags = self.cx.target.isa.inst(f.ops[op].opcode).flags;
        let ordered = flags.intersects(InstFlags::EFFECT | InstFlags::FENCE | InstFlags::CALL)
            || f.ops[op].flags.contains(OpFlags::VOLATILE)
            || f.clobbers(op) != RegSet::EMPTY;
        let memory = flags.intersects(InstFlags::LOAD | InstFlags::STORE);
        if ordered {
            self.ordered.iter().chain(&self.memory).try_for_each(|&o| self.before(o, op, "both have effects"))?;
            self.ordered.push(op);
        } else if memory {
            self.ordered.iter().try_for_each(|&o| self.before(o, op, "it may touch the same memory"))?;
            for &o in &self.memory {
                let loads = |o: Op| !self.cx.target.isa.inst(f.ops[o].opcode).is(InstFlags::STORE);
                let apart = (loads(o) && loads(op)) || self.cx.hooks.same_base(f, o, op) == Some(false);
                let constant = |o: Op| f.ops[o].flags.contains(OpFlags::CONSTANT_MEMORY);
                let free = apart || constant(o) || constant(op);
                if !free {
                    self.before(o, op, "it may touch the same memory")?;
                }
            }
        }
        if memory {
            self.memory.push(op);
        }
        Ok(())
    }
}
