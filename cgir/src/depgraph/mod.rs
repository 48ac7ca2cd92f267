//! The dependence graph of a block.
//!
//! Nodes are the block's ops in order; an arc says that one op must stay behind another, and by how many cycles. It is
//! what the list scheduler works on, what LRA asks before it reorders a block, and what the checker of allocations
//! holds a permutation against ([`DepGraph::violated`]).
//!
//! Arcs come from registers (true, anti, output: by TN while virtual, by unit once dedicated, clobbers included), from
//! memory (two accesses of which one writes, unless alias classes or equal bases with disjoint offsets keep them apart),
//! and from order that operands do not show: effects among each other, volatile accesses, fences, moves of the stack
//! pointer, and what begins or ends the block.
//!
//! Memory pairs are looked at within a window: when it is full, the present access becomes a barrier, so that building
//! is linear in the block's length. All buffers are kept for the next block.

mod estimate;
mod memory;

pub use estimate::{Cost, Estimator, Pressure};

use crate::func::{Bb, Func, Op, OpFlags, Tn};
use crate::pass::PassCx;
use cranelift_entity::EntityRef;
use memory::Memory;
use targ_info::{InstFlags, Proc, RegSet};

/// Why an op must stay behind another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepKind {
    /// It reads what the other writes.
    True,
    /// It writes what the other reads.
    Anti,
    /// Both write one register.
    Output,
    /// It may read memory that the other writes.
    MemTrue,
    /// It may write memory that the other reads.
    MemAnti,
    /// Both may write the same memory.
    MemOutput,
    /// Effects, fences, the block's first and last ops.
    Order,
}

/// An arc between ops, by their numbers in the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    /// The earlier op.
    pub from: u32,
    /// The later op.
    pub to: u32,
    /// Cycles from the issue of the earlier to that of the later.
    pub latency: u16,
    /// Why.
    pub kind: DepKind,
    /// For memory: certainly the same bytes. Registers are always definite.
    pub definite: bool,
}

/// References to one register unit or virtual TN so far.
#[derive(Clone, Copy, Default)]
struct Ref {
    /// Block stamp; older ones mean nothing.
    stamp: u32,
    /// Number of the last definition plus one.
    def: u32,
    /// Index plus one into the list of uses since then.
    uses: u32,
}

/// The graph, and the buffers to make the next one.
#[derive(Default)]
pub struct DepGraph {
    ops: Vec<Op>,
    arcs: Vec<Arc>,
    /// Arcs to op `i` are `arcs[pred_start[i]..pred_start[i + 1]]`.
    pred_start: Vec<u32>,
    succ_start: Vec<u32>,
    /// Indices into `arcs`, by `from`.
    succ_list: Vec<u32>,
    /// Units, then TNs.
    refs: Vec<Ref>,
    /// Uses: op, next in the list (plus one).
    uses: Vec<(u32, u32)>,
    stamp: u32,
    /// Units that ops of the block so far read or write.
    touched: RegSet,
    /// For the op being added: its arc from each earlier op, plus one, if at least `pred_start`.
    mark: Vec<u32>,
    memory: Memory,
    sinks: Vec<bool>,
}

/// References to units come before those to TNs.
const TNS: usize = RegSet::CAPACITY;

impl DepGraph {
    /// An empty graph.
    pub fn new() -> DepGraph {
        DepGraph::default()
    }
    /// The graph of a block.
    pub fn of_block(f: &Func, cx: &PassCx<'_>, b: Bb) -> DepGraph {
        let mut g = DepGraph::new();
        g.build(f, cx, b);
        g
    }
    /// Makes the graph of a block in place of the last one.
    pub fn build(&mut self, f: &Func, cx: &PassCx<'_>, b: Bb) {
        self.ops.clear();
        self.ops.extend(f.bb_ops(b));
        self.start(f);
        let mut state = Order::default();
        for i in 0..self.ops.len() as u32 {
            self.pred_start.push(self.arcs.len() as u32);
            self.registers(f, cx, i);
            self.order(f, cx, i, &mut state);
            for a in self.pred_start[i as usize] as usize..self.arcs.len() {
                self.sinks[self.arcs[a].from as usize] = false;
            }
        }
        self.pred_start.push(self.arcs.len() as u32);
        self.index_succs();
    }

    fn start(&mut self, f: &Func) {
        self.arcs.clear();
        self.pred_start.clear();
        self.uses.clear();
        self.memory.clear();
        self.sinks.clear();
        self.sinks.resize(self.ops.len(), true);
        self.mark.clear();
        self.mark.resize(self.ops.len(), 0);
        self.refs.resize((TNS + f.tns.len()).max(self.refs.len()), Ref::default());
        self.stamp += 1;
        self.touched = RegSet::EMPTY;
    }

    fn index_succs(&mut self) {
        let n = self.ops.len();
        self.succ_start.clear();
        self.succ_start.resize(n + 1, 0);
        for a in &self.arcs {
            self.succ_start[a.from as usize + 1] += 1;
        }
        for i in 0..n {
            self.succ_start[i + 1] += self.succ_start[i];
        }
        self.succ_list.clear();
        self.succ_list.resize(self.arcs.len(), 0);
        // `mark` is free again: the next place in each list.
        self.mark.clear();
        self.mark.extend_from_slice(&self.succ_start[..n]);
        for (i, a) in self.arcs.iter().enumerate() {
            let at = &mut self.mark[a.from as usize];
            self.succ_list[*at as usize] = i as u32;
            *at += 1;
        }
    }

    /// Adds an arc, or strengthens the one that is there.
    fn arc(&mut self, from: u32, to: u32, kind: DepKind, latency: u16, definite: bool) {
        if from == to {
            return;
        }
        let at = self.mark[from as usize];
        if at > self.pred_start[to as usize] {
            let a = &mut self.arcs[at as usize - 1];
            a.definite |= definite;
            if latency > a.latency {
                (a.latency, a.kind) = (latency, kind);
            }
            return;
        }
        self.arcs.push(Arc { from, to, latency, kind, definite });
        self.mark[from as usize] = self.arcs.len() as u32;
    }

    fn registers(&mut self, f: &Func, cx: &PassCx<'_>, i: u32) {
        let isa = cx.target.isa;
        let op = self.ops[i as usize];
        let zero = cx.target.abi.zero.map_or(RegSet::EMPTY, |r| isa.reg(r).units);
        for &t in f.operands(op) {
            match f.preg(t) {
                Some(r) => {
                    let units = isa.reg(r).units - zero;
                    self.touched |= units;
                    units.iter().for_each(|u| self.read(cx, f, u.0 as usize, i));
                }
                None if f.is_virtual(t) => self.read(cx, f, TNS + t.index(), i),
                None => {}
            }
        }
        for &t in f.results(op) {
            match f.preg(t) {
                Some(r) => {
                    let units = isa.reg(r).units - zero;
                    self.touched |= units;
                    units.iter().for_each(|u| self.write(cx, f, u.0 as usize, i));
                }
                None => self.write(cx, f, TNS + t.index(), i),
            }
        }
        let mut lost = f.clobbers(op);
        if !lost.is_empty() {
            // A call destroys many units, but who ends the block has nobody behind it to wait for that.
            if i as usize + 1 == self.ops.len() {
                lost &= self.touched;
            }
            self.touched |= lost;
            lost.iter().for_each(|u| self.write(cx, f, u.0 as usize, i));
        }
    }
    fn reference(&mut self, key: usize) -> &mut Ref {
        let stamp = self.stamp;
        let r = &mut self.refs[key];
        if r.stamp != stamp {
            *r = Ref { stamp, def: 0, uses: 0 };
        }
        r
    }
    fn read(&mut self, cx: &PassCx<'_>, f: &Func, key: usize, i: u32) {
        let next = self.uses.len() as u32 + 1;
        let r = self.reference(key);
        let (def, before) = (r.def, std::mem::replace(&mut r.uses, next));
        self.uses.push((i, before));
        if let Some(d) = def.checked_sub(1) {
            let latency = latency(f, cx, self.ops[d as usize]);
            self.arc(d, i, DepKind::True, latency, true);
        }
    }
    fn write(&mut self, cx: &PassCx<'_>, f: &Func, key: usize, i: u32) {
        let r = self.reference(key);
        let (def, mut use_) = (std::mem::replace(&mut r.def, i + 1), std::mem::take(&mut r.uses));
        let mut read_between = false;
        while let Some(at) = use_.checked_sub(1) {
            let (user, before) = self.uses[at as usize];
            read_between |= user != i;
            self.arc(user, i, DepKind::Anti, 0, true);
            use_ = before;
        }
        if let Some(d) = def.checked_sub(1).filter(|_| !read_between) {
            let (first, second) = (latency(f, cx, self.ops[d as usize]), latency(f, cx, self.ops[i as usize]));
            let apart = if cx.target.proc.out_of_order { 0 } else { (first + 1).saturating_sub(second).max(1) };
            self.arc(d, i, DepKind::Output, apart, true);
        }
    }

    /// Arcs that registers do not show.
    fn order(&mut self, f: &Func, cx: &PassCx<'_>, i: u32, state: &mut Order) {
        let op = self.ops[i as usize];
        let row = cx.target.isa.inst(f.ops[op].opcode);
        let flags = row.flags;
        let what = f.ops[op].flags;
        let ends = InstFlags::BRANCH | InstFlags::RETURN | InstFlags::NO_FALLTHROUGH | InstFlags::CALL;
        let begins = i == 0 && f.entry_op(cx.target.isa) == Some(op);
        if begins || flags.intersects(ends) {
            for from in 0..i {
                if self.sinks[from as usize] {
                    self.arc(from, i, DepKind::Order, 0, true);
                }
            }
            state.border = Some(i);
        } else if let Some(border) = state.border {
            self.arc(border, i, DepKind::Order, 0, true);
        }
        let ordered = flags.contains(InstFlags::EFFECT) || what.contains(OpFlags::VOLATILE);
        if (ordered || flags.contains(InstFlags::FENCE))
            && let Some(e) = state.effect.replace(i)
        {
            self.arc(e, i, DepKind::Order, 0, true);
        }
        let sp = cx.target.isa.reg(cx.target.abi.sp).units;
        let moves_sp =
            f.results(op).iter().any(|&t: &Tn| f.preg(t).is_some_and(|r| cx.target.isa.reg(r).units.intersects(sp)));
        self.memory(f, cx, i, moves_sp);
    }
}

/// The last ops of some kinds.
#[derive(Default)]
struct Order {
    /// Begins or ends the block.
    border: Option<u32>,
    /// Has an effect or is volatile.
    effect: Option<u32>,
}

/// Cycles until an op's result can be used.
pub fn latency(f: &Func, cx: &PassCx<'_>, op: Op) -> u16 {
    let class = cx.target.isa.inst(f.ops[op].opcode).sched;
    class_of(cx.target.proc, class).map_or(1, |c| u16::from(c.latency))
}

fn class_of(proc: &'static Proc, class: targ_info::SchedClass) -> Option<&'static targ_info::ProcClass> {
    proc.classes.get(class.0 as usize)
}

impl DepGraph {
    /// How many ops.
    pub fn len(&self) -> usize {
        self.ops.len()
    }
    /// No op?
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }
    /// The ops, in the block's order when the graph was made.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }
    /// All arcs, by their later op.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }
    /// Arcs from earlier ops to this one.
    pub fn preds(&self, i: usize) -> &[Arc] {
        &self.arcs[self.pred_start[i] as usize..self.pred_start[i + 1] as usize]
    }
    /// Arcs from this op to later ones.
    pub fn succs(&self, i: usize) -> impl ExactSizeIterator<Item = &Arc> + '_ {
        let list = &self.succ_list[self.succ_start[i] as usize..self.succ_start[i + 1] as usize];
        list.iter().map(|&a| &self.arcs[a as usize])
    }
    /// Earliest cycle at which each op could issue if there were units enough.
    pub fn earliest(&self) -> Vec<u32> {
        let mut at = vec![0u32; self.len()];
        for i in 0..self.len() {
            let ready = self.preds(i).iter().map(|a| at[a.from as usize] + u32::from(a.latency)).max();
            at[i] = ready.unwrap_or(0);
        }
        at
    }
    /// For each op, the longest way from its issue to the issue of one that nothing waits for.
    pub fn heights(&self) -> Vec<u32> {
        let mut h = vec![0u32; self.len()];
        for i in (0..self.len()).rev() {
            h[i] = self.succs(i).map(|a| h[a.to as usize] + u32::from(a.latency)).max().unwrap_or(0);
        }
        h
    }
    /// Is `order` a permutation of the block's ops that keeps every arc? If not, an arc that it breaks, or `None`
    /// inside if it is no permutation.
    pub fn violated(&self, order: &[Op]) -> Result<(), Option<Arc>> {
        if order.len() != self.len() {
            return Err(None);
        }
        let mut number: Vec<(Op, u32)> = self.ops.iter().enumerate().map(|(i, &o)| (o, i as u32)).collect();
        number.sort();
        let mut place = vec![u32::MAX; self.len()];
        for (at, op) in order.iter().enumerate() {
            let Ok(i) = number.binary_search_by_key(op, |x| x.0) else { return Err(None) };
            if std::mem::replace(&mut place[number[i].1 as usize], at as u32) != u32::MAX {
                return Err(None);
            }
        }
        match self.arcs.iter().find(|a| place[a.from as usize] > place[a.to as usize]) {
            Some(&a) => Err(Some(a)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
