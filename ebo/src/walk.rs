//! The walk down the trees of blocks.

use crate::memory::Memory;
use crate::rewrite;
use crate::target::{self, Rules, View};
use crate::value::{Mark, Values};
use cgir::func::{Bb, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use fixedbitset::FixedBitSet;
use targ_info::{InstFlags, Isa, RegSet};

/// What the walk knows and does.
pub(crate) struct Ebo<'a> {
    pub cx: &'a PassCx<'a>,
    pub values: Values,
    pub memory: Memory,
    pub rules: &'static dyn Rules,
    /// After allocation?
    pub post: bool,
    /// TNs with more than one definition.
    pub multiple: FixedBitSet,
    /// Before allocation: dedicated TNs, each a place of its own, with their units.
    dedicated: Vec<(Tn, RegSet)>,
    /// Units of registers that no allocator gives out, flags among them: calls keep none.
    state: RegSet,
    /// The number of the present block in the walk.
    pub block: u32,
    /// Length of the memory list at the start of the present block.
    pub block_start: usize,
}

enum Step {
    Enter(Bb),
    Leave(Mark, usize),
}

/// The trees of a function, and which of them a walk may find something in.
pub(crate) struct Trees {
    roots: Vec<Bb>,
    /// By block: its tree.
    of: SecondaryMap<Bb, u32>,
    /// By tree: an op of it changed since it was walked without finding anything.
    stale: Vec<bool>,
}

/// In no tree yet.
const NO_TREE: u32 = u32::MAX;

impl Trees {
    /// Finds them.
    pub fn find(f: &mut Func) -> Trees {
        f.rebuild_preds();
        let mut trees = Trees { roots: Vec::new(), of: SecondaryMap::with_default(NO_TREE), stale: Vec::new() };
        trees.of.resize(f.bbs.len());
        let roots = f.layout.iter().filter(|&&b| is_root(f, b));
        // Beside the roots there are only cycles without one, which nothing reaches.
        for &root in roots.chain(&f.layout) {
            if trees.of[root] != NO_TREE {
                continue;
            }
            let mut stack = vec![root];
            while let Some(b) = stack.pop() {
                if trees.of[b] == NO_TREE {
                    trees.of[b] = trees.roots.len() as u32;
                    stack.extend(kids(f, b));
                }
            }
            trees.roots.push(root);
        }
        trees.stale.resize(trees.roots.len(), true);
        trees
    }
    /// An op of the block was changed.
    pub fn touch(&mut self, b: Bb) {
        self.stale[self.of[b] as usize] = true;
    }
}

/// The blocks below a block in its tree.
fn kids(f: &Func, b: Bb) -> impl Iterator<Item = Bb> + '_ {
    let d = &f.bbs[b];
    d.succs.iter().map(|s| s.bb).filter(move |&s| !is_root(f, s) && Some(s) != d.unwind)
}

/// Walks the trees in which there may be something to find. Returns the number of changes.
pub(crate) fn run(f: &mut Func, cx: &PassCx<'_>, post: bool, trees: &mut Trees) -> u64 {
    let fuel = cx.fuel.left();
    let isa = cx.target.isa;
    let mut ebo = Ebo {
        cx,
        values: Values::new(f, isa, post),
        memory: Memory::default(),
        rules: target::rules(isa.name),
        post,
        multiple: if post { FixedBitSet::new() } else { multiple_definitions(f) },
        dedicated: if post { Vec::new() } else { dedicated(f, isa) },
        state: isa.classes.iter().filter(|c| !c.allocatable).fold(RegSet::EMPTY, |s, c| s | c.units)
            - cx.target.reserved,
        block: 0,
        block_start: 0,
    };
    for (n, &root) in trees.roots.iter().enumerate() {
        if !std::mem::take(&mut trees.stale[n]) {
            continue;
        }
        let before = cx.fuel.left();
        ebo.tree(f, root, |b| trees.of[b] == n as u32);
        trees.stale[n] = cx.fuel.left() != before;
    }
    // Each change took fuel.
    let changes = fuel - cx.fuel.left();
    cx.counters.add(if post { "ebo.changes-post" } else { "ebo.changes" }, changes);
    changes
}

fn is_root(f: &Func, b: Bb) -> bool {
    Some(b) == f.entry() || f.bbs[b].address_taken || f.bbs[b].preds.len() != 1
}

fn dedicated(f: &Func, isa: &Isa) -> Vec<(Tn, RegSet)> {
    f.tns.keys().filter_map(|t| Some((t, isa.reg(f.preg(t)?).units))).filter(|d| !d.1.is_empty()).collect()
}

fn multiple_definitions(f: &Func) -> FixedBitSet {
    let mut once = FixedBitSet::with_capacity(f.tns.len());
    let mut more = FixedBitSet::with_capacity(f.tns.len());
    for &b in &f.layout {
        for op in f.bb_ops(b) {
            for t in f.results(op) {
                if once.put(t.as_u32() as usize) {
                    more.insert(t.as_u32() as usize);
                }
            }
        }
    }
    more
}

impl Ebo<'_> {
    fn tree(&mut self, f: &mut Func, root: Bb, own: impl Fn(Bb) -> bool) {
        self.values.clear();
        self.memory.undo_to(0);
        let mut stack = vec![Step::Enter(root)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(mark, memory) => {
                    self.values.undo_to(mark);
                    self.memory.undo_to(memory);
                }
                Step::Enter(b) => {
                    stack.push(Step::Leave(self.values.mark(), self.memory.mark()));
                    self.block(f, b);
                    // A cycle without a root comes back to where it was entered.
                    stack.extend(kids(f, b).filter(|&s| s != root && own(s)).map(Step::Enter));
                }
            }
        }
    }

    fn block(&mut self, f: &mut Func, b: Bb) {
        self.block += 1;
        self.block_start = self.memory.mark();
        let mut next = f.first(b);
        while let Some(op) = next {
            next = f.next(op);
            self.op(f, op);
        }
    }

    fn op(&mut self, f: &mut Func, op: Op) {
        self.forward(f, op);
        self.apply_rules(f, op);
        let row = self.cx.target.isa.inst(f.ops[op].opcode);
        // In machine registers a move that clears what is above 32 bits computes: of a register to itself it is a zero extension.
        let clears = self.post && row.is(InstFlags::ZEXT32);
        if row.is(InstFlags::MOVE) && !clears && f.results(op).len() == 1 && f.operands(op).len() == 1 {
            return self.copy(f, op);
        }
        if let Some(access) = self.memory.describe(f, self.cx, op, &mut self.values, self.block) {
            if Memory::is_load(&access) && f.results(op).len() == 1 {
                return self.load(f, op, access);
            }
            if Memory::is_store(&access) {
                match self.memory.overwritten(f, self.cx, &access, self.block_start) {
                    Err(()) if self.take() => return f.remove(op),
                    Ok(Some(old)) if self.take() => f.remove(old),
                    Err(()) | Ok(_) => {}
                }
            }
            self.memory.enter(access, 0);
            return self.define_all(f, op);
        }
        if rewrite::is_pure(f, self.cx.target.isa, op) {
            return self.compute(f, op);
        }
        self.define_all(f, op);
    }

    /// Folds with the target's rules, until none applies.
    fn apply_rules(&mut self, f: &mut Func, op: Op) {
        for _ in 0..4 {
            let view = View { values: &mut self.values, cx: self.cx, block: self.block, post: self.post };
            let Some(change) = self.rules.simplify(f, op, view) else { return };
            if !self.take() || !rewrite::apply(f, self.cx, op, change) {
                return;
            }
            self.forward(f, op);
        }
    }

    /// May one more optional change be made? Counts it.
    pub fn take(&self) -> bool {
        self.cx.fuel.take()
    }

    /// Everything that the op writes or destroys holds something new.
    pub fn define_all(&mut self, f: &Func, op: Op) {
        let calls = self.cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::CALL);
        let lost = if calls { f.clobbers(op) | self.state } else { f.clobbers(op) };
        if self.post {
            lost.iter().for_each(|u| self.values.set_place(u32::from(u.0), 0));
        } else if !lost.is_empty() {
            self.forget(lost);
        }
        for &t in f.results(op) {
            self.define(f, t);
        }
    }

    /// Nothing is known of dedicated TNs with these units.
    fn forget(&mut self, units: RegSet) {
        for (t, own) in &self.dedicated {
            if own.intersects(units) {
                self.values.set_place(t.as_u32(), 0);
            }
        }
    }

    /// The TN holds a new value.
    pub fn define(&mut self, f: &Func, t: Tn) -> u32 {
        if let Some(r) = f.preg(t).filter(|_| !self.post) {
            self.forget(self.cx.target.isa.reg(r).units);
        }
        let vn = self.values.fresh(t, self.block);
        self.values.set(f, self.cx.target.isa, t, vn);
        vn
    }
}
