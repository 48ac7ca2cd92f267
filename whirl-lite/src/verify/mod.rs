//! The verifier of the SSA form.
//!
//! [`structure`] checks what holds at every stage: blocks end in a terminator and hold no other, phis stand first and
//! agree with the predecessors, the entry has no predecessors, and each use is dominated by its definition. [`function`]
//! checks in addition the types of operands as LLVM's verifier does, which is what IR as read obeys, and [`module`]
//! does so for everything. All errors are collected, in the order of the text; callers mostly report the first.
//!
//! Everything is linear but for sorting edges: O(n log n) in the function's size. Code that the entry does not reach
//! may use anything that exists, as in LLVM.

mod types;

use crate::analysis::dom::{Cfg, DomTree};
use crate::diag::{Error, Pos, Result};
use crate::ir::{BlockId, Callee, EhOp, Function, GlobalKind, Inst, InstKind, Linkage, Module, Value, ValueDef};
use cranelift_entity::SecondaryMap;

/// Checks a module as read; the first error is returned.
pub fn module(m: &Module) -> Result<()> {
    for &g in &m.order {
        let global = &m.globals[g];
        let wrong = |what: &str| Err(Error::input(global.pos, format!("'@{}': {what}", global.name)));
        match &global.kind {
            GlobalKind::Variable { init: Some(c), .. } if m.consts.ty(*c) != global.value_ty => {
                return wrong("the initializer's type does not match the variable");
            }
            GlobalKind::Variable { init: None, .. } | GlobalKind::Function { body: None, .. }
                if !matches!(global.linkage, Linkage::External | Linkage::ExternWeak) =>
            {
                return wrong("a declaration must have external or extern_weak linkage");
            }
            GlobalKind::Function { body: Some(_), .. }
                if matches!(global.linkage, Linkage::ExternWeak | Linkage::Common) =>
            {
                return wrong("a definition cannot have this linkage");
            }
            _ => {}
        }
    }
    for f in m.functions.values() {
        if let Some(e) = function(m, f).into_iter().next() {
            return Err(e);
        }
    }
    Ok(())
}

/// Checks a function as read: structure and types.
pub fn function(m: &Module, f: &Function) -> Vec<Error> {
    let mut v = Verifier::new(m, f);
    if v.blocks() {
        v.edges();
        v.uses();
        v.types();
    }
    v.finish()
}

/// Checks a function at any stage: structure only.
pub fn structure(m: &Module, f: &Function) -> Vec<Error> {
    let mut v = Verifier::new(m, f);
    if v.blocks() {
        v.edges();
        v.uses();
    }
    v.finish()
}

struct Verifier<'a> {
    m: &'a Module,
    f: &'a Function,
    errors: Vec<Error>,
    /// Place of each instruction in its block, from 1; 0 for those in no block.
    order: SecondaryMap<Inst, u32>,
    placed: SecondaryMap<BlockId, bool>,
}

impl<'a> Verifier<'a> {
    fn new(m: &'a Module, f: &'a Function) -> Verifier<'a> {
        let order = SecondaryMap::with_capacity(f.insts.len());
        Verifier { m, f, errors: Vec::new(), order, placed: SecondaryMap::with_capacity(f.blocks.len()) }
    }
    fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.errors.push(Error::input(pos, message).in_function(&self.f.name));
    }
    fn finish(mut self) -> Vec<Error> {
        self.errors.sort_by_key(|e| e.pos);
        self.errors
    }
    fn block_name(&self, b: BlockId) -> String {
        match self.f.block_names.get(b) {
            Some(n) => format!("%{}", crate::ir::quote(n)),
            None => format!("{b}"),
        }
    }

    /// Blocks by themselves. `false` if nothing further can be checked.
    fn blocks(&mut self) -> bool {
        let f = self.f;
        if f.layout.is_empty() {
            self.error(f.pos, "a function body needs a block");
            return false;
        }
        for &b in &f.layout {
            if std::mem::replace(&mut self.placed[b], true) {
                self.error(f.pos, format!("block {} stands twice in the layout", self.block_name(b)));
                return false;
            }
        }
        for &b in &f.layout {
            self.block(b);
        }
        self.errors.is_empty()
    }
    fn block(&mut self, b: BlockId) {
        let f = self.f;
        let Some(last) = f.last(b) else {
            return self.error(f.pos, format!("block {} is empty", self.block_name(b)));
        };
        let (mut n, mut phis) = (0, true);
        for i in f.block_insts(b) {
            n += 1;
            self.order[i] = n;
            let d = &f.insts[i];
            let phi = d.kind == InstKind::Phi;
            if phi && !phis {
                self.error(d.pos, "phi nodes must stand at the start of their block");
            }
            phis &= phi;
            if d.kind.is_terminator() && i != last {
                self.error(d.pos, format!("terminator in the middle of block {}", self.block_name(b)));
            }
        }
        let d = &f.insts[last];
        if !d.kind.is_terminator() {
            self.error(d.pos, format!("block {} does not end in a terminator", self.block_name(b)));
        }
        for &s in f.inst_blocks(last) {
            if !self.placed.get(s).copied().unwrap_or(false) {
                self.error(d.pos, "branch to a block that is not in the function");
            }
        }
        let targets = f.inst_blocks(last).len();
        let right = match d.kind {
            InstKind::Ret | InstKind::Unreachable => targets == 0,
            InstKind::Br => targets == 1,
            InstKind::CondBr | InstKind::Invoke(_) => targets == 2,
            InstKind::Switch(s) => f.switches.get(s).is_some_and(|s| s.values.len() + 1 == targets),
            InstKind::CallBr(_) => targets >= 1,
            InstKind::Exception(EhOp::CatchRet) => targets == 1,
            _ => true,
        };
        if !right {
            self.error(d.pos, "terminator with a wrong number of successors");
        }
    }

    /// Phis against predecessors, and the entry.
    fn edges(&mut self) {
        let f = self.f;
        // All edges, those from unreachable blocks included: (to, from), sorted.
        let mut edges: Vec<(BlockId, BlockId)> = Vec::new();
        for &b in &f.layout {
            edges.extend(f.succs(b).iter().map(|&s| (s, b)));
        }
        edges.sort_unstable();
        let preds = |b: BlockId| {
            let start = edges.partition_point(|e| e.0 < b);
            let end = edges.partition_point(|e| e.0 <= b);
            &edges[start..end]
        };
        if f.entry().is_some_and(|e| !preds(e).is_empty()) {
            self.error(f.pos, "the entry block must not have predecessors");
        }
        let mut ways: Vec<(BlockId, Value)> = Vec::new();
        for &b in &f.layout {
            let preds = preds(b);
            for i in f.block_insts(b).take_while(|&i| f.insts[i].kind == InstKind::Phi) {
                ways.clear();
                ways.extend(f.inst_blocks(i).iter().copied().zip(f.args(i).iter().copied()));
                ways.sort_unstable();
                let pos = f.insts[i].pos;
                if f.inst_blocks(i).len() != f.args(i).len() {
                    self.error(pos, "phi node with blocks and values that do not pair");
                } else if !ways.iter().map(|w| w.0).eq(preds.iter().map(|e| e.1)) {
                    self.error(pos, "phi node must have exactly one entry for each predecessor of its block");
                } else if ways.windows(2).any(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1) {
                    self.error(pos, "phi node has several entries for a block with different values");
                }
            }
        }
    }

    /// Each use is of something that exists and is computed before.
    fn uses(&mut self) {
        if !self.errors.is_empty() {
            return;
        }
        let f = self.f;
        let cfg = Cfg::compute(f);
        let dom = DomTree::compute(f, &cfg);
        for &b in &f.layout {
            for i in f.block_insts(b) {
                let d = &f.insts[i];
                let phi = d.kind == InstKind::Phi;
                for (n, &v) in f.args(i).iter().enumerate() {
                    let from = if phi { f.inst_blocks(i).get(n).copied() } else { None };
                    if !self.available(&cfg, &dom, v, i, b, from) {
                        self.error(d.pos, format!("operand {} does not dominate this use", self.value_name(v)));
                    }
                }
            }
        }
    }
    fn value_name(&self, v: Value) -> String {
        match self.f.value_names.get(v) {
            Some(n) => format!("'%{}'", crate::ir::quote(n)),
            None => format!("({v})"),
        }
    }
    /// Is a value available at instruction `i` of block `b`, or, for a phi, at the end of block `from`?
    fn available(&self, cfg: &Cfg, dom: &DomTree, v: Value, i: Inst, b: BlockId, from: Option<BlockId>) -> bool {
        let f = self.f;
        let Some(data) = f.values.get(v) else { return false };
        let ValueDef::Result(def, n) = data.def else {
            // A parameter or constant; what stands for metadata is defined nowhere.
            return true;
        };
        let Some(home) = f.insts.get(def).filter(|d| n < d.results).and_then(|_| f.block_of(def)) else { return false };
        let at = from.unwrap_or(b);
        if !cfg.reachable(at) {
            return true;
        }
        if let (InstKind::Invoke(_), Some(&normal)) = (f.insts[def].kind, f.inst_blocks(def).first()) {
            return self.edge_dominates(cfg, dom, (home, normal), at, from.map(|_| b));
        }
        if home == at {
            return from.is_some() || self.order[def] < self.order[i];
        }
        dom.dominates(home, at)
    }
    /// Does every way to `at` (or to the edge from `at` to `to`) use this edge?
    fn edge_dominates(
        &self,
        cfg: &Cfg,
        dom: &DomTree,
        (from, to): (BlockId, BlockId),
        at: BlockId,
        phi: Option<BlockId>,
    ) -> bool {
        if at == from && phi == Some(to) {
            return true;
        }
        let others = cfg.preds(to).iter().filter(|&&p| p != from).all(|&p| dom.dominates(to, p));
        let once = cfg.preds(to).iter().filter(|&&p| p == from).count() == 1;
        others && once && dom.dominates(to, at)
    }

    /// The number of operands that a call has beside its arguments, and its arguments.
    fn call_args(&self, i: Inst, callee: &Callee, bundled: usize) -> Option<&'a [Value]> {
        let args = self.f.args(i);
        let extra = bundled + usize::from(matches!(callee, Callee::Value));
        args.get(..args.len().checked_sub(extra)?)
    }
}

#[cfg(test)]
mod tests;
