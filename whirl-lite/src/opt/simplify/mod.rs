//! Simplification and value numbering of legalised SSA, in one walk.
//!
//! Blocks are visited in reverse post-order. Each instruction is folded and rewritten by the rules of the sub-modules until
//! none applies, then looked up in a table of expressions: an equal one in a dominating place takes its place
//! (dominator-scoped hashing, as in Briggs, Cooper and Simpson, "Value Numbering", 1997).
//!
//! A rule returns what became of the instruction. Rules may drop promises (`nsw`, `exact`) but never invent them, touch no
//! volatile or atomic access, and make nothing that is executed where it was not before, but for arithmetic.

mod address;
mod casts;
mod compare;
mod floats;
mod ints;
mod select;
#[cfg(test)]
pub(crate) mod tests;

use super::OptCx;
use super::edit::{Replacements, ones, turn_into};
use super::loops::Nest;
use crate::analysis::dom::{Cfg, DomTree};
use crate::analysis::known_bits::{Bits, KnownBits};
use crate::analysis::loops::Loops;
use crate::ir::{BinOp, ConstData, Function, Inst, InstFlags, InstKind, IntPred, Ty, Value};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What a rule did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Done {
    /// Nothing.
    No,
    /// The instruction is now another one.
    Changed,
    /// The result is this value.
    Is(Value),
}

/// Rounds of rules on one instruction, in case two rules should ever undo each other.
const ROUNDS: u32 = 8;

type Key = (InstKind, SmallVec<[Value; 3]>, Ty);

/// The state of the pass.
pub struct Simplifier<'a> {
    cx: &'a OptCx<'a>,
    known: KnownBits<'a>,
    repl: Replacements,
    uses: Vec<u32>,
    table: FxHashMap<Key, Inst>,
    dom: &'a DomTree,
    cfg: &'a Cfg,
    loops: &'a Loops,
    nesting: u32,
    changed: bool,
}

/// Simplifies the function. The control flow stays as it is.
pub fn run(f: &mut Function, cx: &OptCx<'_>, nest: &Nest) -> bool {
    let (cfg, dom) = (&nest.cfg, &nest.dom);
    let mut s = Simplifier {
        cx,
        known: KnownBits::new(cx.m, cx.costs.xlen),
        repl: Replacements::default(),
        uses: count_uses(f),
        table: FxHashMap::default(),
        dom,
        cfg,
        loops: &nest.loops,
        nesting: 0,
        changed: false,
    };
    for n in 0..cfg.rpo.len() {
        let mut at = f.first(cfg.rpo[n]);
        while let Some(i) = at {
            // What a rule puts before the instruction was visited as it was made.
            s.visit(f, i);
            at = f.next(i);
            if s.is_dead(f, i) {
                s.forget(f, i);
                f.remove(i);
            }
        }
    }
    s.repl.apply_all(f);
    s.changed
}

/// How often each value is an operand of an instruction in a block.
pub fn count_uses(f: &Function) -> Vec<u32> {
    let mut uses = vec![0; f.values.len()];
    for &b in &f.layout {
        for i in f.block_insts(b) {
            for v in f.args(i) {
                uses[v.index()] += 1;
            }
        }
    }
    uses
}

impl Simplifier<'_> {
    /// Rewrites an instruction until nothing more applies, and finds an equal one.
    fn visit(&mut self, f: &mut Function, i: Inst) {
        self.repl.apply(f, i);
        for _ in 0..ROUNDS {
            let permitted = self.cx.fuel.left() > 0;
            match if permitted { self.rules(f, i) } else { Done::No } {
                Done::No => break,
                Done::Changed => self.changed = true,
                Done::Is(v) => {
                    self.replace(f, i, v);
                    return;
                }
            }
        }
        if let Some(v) = self.find_equal(f, i) {
            self.replace(f, i, v);
        }
    }

    fn replace(&mut self, f: &Function, i: Inst, v: Value) {
        let old = f.result(i, 0);
        if old == v {
            return;
        }
        self.cx.fuel.take();
        self.changed = true;
        let v = self.repl.get(v);
        self.repl.set(old, v);
        let (from, to) = (old.index(), v.index());
        if to >= self.uses.len() {
            self.uses.resize(f.values.len(), 0);
        }
        if from < self.uses.len() {
            self.uses[to] += self.uses[from];
            self.uses[from] = 0;
        }
    }

    /// Has a rule replaced the instruction's one result?
    fn is_dead(&self, f: &Function, i: Inst) -> bool {
        let d = &f.insts[i];
        d.results == 1 && self.repl.get(f.result(i, 0)) != f.result(i, 0)
    }

    /// An instruction is about to go: its operands are used less.
    fn forget(&mut self, f: &Function, i: Inst) {
        for v in f.args(i) {
            if let Some(n) = self.uses.get_mut(v.index()) {
                *n = n.saturating_sub(1);
            }
        }
    }

    /// All rules, by kind of instruction.
    fn rules(&mut self, f: &mut Function, i: Inst) -> Done {
        let d = &f.insts[i];
        if d.flags.contains(InstFlags::STRICTFP) {
            return Done::No;
        }
        // The rules are about scalars: constants in all lanes would have to be known first.
        let vector = |v: &Value| f.ty(*v).vector_index().is_some();
        if f.results(i).any(|v| vector(&v)) || f.args(i).first().is_some_and(vector) {
            return Done::No;
        }
        match d.kind {
            InstKind::Binary(op) if op.is_float() => self.float_binary(f, i, op),
            InstKind::Binary(op) => self.int_binary(f, i, op),
            InstKind::Unary(op) => self.unary(f, i, op),
            InstKind::Cast(op) => self.cast(f, i, op),
            InstKind::Icmp(p) => self.icmp(f, i, p),
            InstKind::Fcmp(p, s) => self.fcmp(f, i, p, s),
            InstKind::Select => self.select(f, i),
            InstKind::PtrAdd => self.ptr_add(f, i),
            InstKind::Store(_) => self.store(f, i),
            InstKind::CondBr => self.branch(f, i),
            InstKind::Phi => self.phi(f, i),
            InstKind::Fma => self.fma(f, i),
            _ => Done::No,
        }
    }

    /// An equal expression in a dominating place.
    fn find_equal(&mut self, f: &mut Function, i: Inst) -> Option<Value> {
        let d = &f.insts[i];
        if d.results != 1 || !pure(&d.kind, d.flags) {
            return None;
        }
        let ty = f.ty(f.result(i, 0));
        let mut args: SmallVec<[Value; 3]> = f.args(i).into();
        if commutes(&d.kind) && args.len() >= 2 && args[1] < args[0] {
            args.swap(0, 1);
        }
        let block = f.block_of(i)?;
        match self.table.entry((d.kind, args, ty)) {
            std::collections::hash_map::Entry::Vacant(e) => {
                e.insert(i);
                None
            }
            std::collections::hash_map::Entry::Occupied(mut e) => {
                let lead = *e.get();
                let there = f.block_of(lead).filter(|&b| self.dom.dominates(b, block));
                if there.is_none() || lead == i || self.cx.fuel.left() == 0 {
                    e.insert(i);
                    return None;
                }
                // Only what both promise holds for the one that stays.
                let flags = f.insts[i].flags;
                f.insts[lead].flags &= flags;
                Some(f.result(lead, 0))
            }
        }
    }

    // What rules are made of.

    /// Width of an integer or pointer.
    fn width(&self, f: &Function, v: Value) -> Option<u32> {
        self.known.width(f, v).map(u32::from)
    }

    /// What is known of an integer's bits.
    fn bits(&mut self, f: &Function, v: Value) -> Option<Bits> {
        self.known.get(f, v)
    }

    /// Has the value one user?
    fn once(&self, v: Value) -> bool {
        self.uses.get(v.index()).copied().unwrap_or(0) <= 1
    }

    /// The instruction of a kind that defines a value.
    fn def<'f>(&self, f: &'f Function, v: Value) -> Option<(Inst, InstKind, &'f [Value])> {
        let i = f.def_inst(v)?;
        Some((i, f.insts[i].kind, f.args(i)))
    }

    /// The operands of a binary operator that defines a value.
    fn binary_of(&self, f: &Function, v: Value, op: BinOp) -> Option<(Value, Value)> {
        match self.def(f, v)? {
            (_, InstKind::Binary(o), &[a, b]) if o == op => Some((a, b)),
            _ => None,
        }
    }

    /// The operand and constant of a binary operator that defines a value.
    fn with_constant(&self, f: &Function, v: Value, op: BinOp) -> Option<(Value, u64)> {
        let (a, b) = self.binary_of(f, v, op)?;
        Some((a, f.as_int(b)?))
    }

    /// An integer constant of a value's type.
    fn int(&mut self, f: &mut Function, like: Value, bits: u64) -> Value {
        let w = self.width(f, like).unwrap_or(64);
        let ty = f.ty(like);
        f.int_const(ty, bits & ones(w))
    }

    /// An integer constant of a type.
    fn int_of(&mut self, f: &mut Function, ty: Ty, bits: u64) -> Value {
        let w = self.cx.m.types.int_bits(ty).unwrap_or(self.cx.costs.xlen);
        f.int_const(ty, bits & ones(w))
    }

    /// A simplified instruction before another; the value that it comes to.
    fn make(&mut self, f: &mut Function, at: Inst, kind: InstKind, args: &[Value], ty: Ty) -> Value {
        let v = super::edit::before(f, at, kind, args, ty);
        self.uses.resize(f.values.len().max(self.uses.len()), 0);
        for a in args {
            self.uses[a.index()] += 1;
        }
        let Some(i) = f.def_inst(v) else { return v };
        if self.nesting < 6 {
            self.nesting += 1;
            self.visit(f, i);
            self.nesting -= 1;
        }
        let r = self.repl.get(v);
        if r != v {
            self.forget(f, i);
            f.remove(i);
        }
        r
    }

    fn binary(&mut self, f: &mut Function, at: Inst, op: BinOp, a: Value, b: Value) -> Value {
        let ty = f.ty(a);
        self.make(f, at, InstKind::Binary(op), &[a, b], ty)
    }

    /// Changes an instruction in place, keeping the counts of uses.
    fn change(&mut self, f: &mut Function, i: Inst, kind: InstKind, args: &[Value]) -> Done {
        self.cx.fuel.take();
        for v in args {
            let n = v.index();
            if n >= self.uses.len() {
                self.uses.resize(f.values.len(), 0);
            }
            self.uses[n] += 1;
        }
        self.forget(f, i);
        let args: SmallVec<[Value; 4]> = args.into();
        turn_into(f, i, kind, &args);
        Done::Changed
    }

    /// A phi all of whose arguments are one value (or the phi itself) is that value.
    fn phi(&mut self, f: &mut Function, i: Inst) -> Done {
        let own = f.result(i, 0);
        let mut one: Option<Value> = None;
        for &v in f.args(i) {
            let v = self.repl.get(v);
            if v == own || matches!(f.as_const(v), Some(ConstData::Poison | ConstData::Undef)) {
                continue;
            }
            if one.is_some_and(|x| x != v) {
                return Done::No;
            }
            one = Some(v);
        }
        let Some(v) = one else { return Done::No };
        // A value from a loop may not reach here when another edge was undefined.
        let Some(b) = f.block_of(i) else { return Done::No };
        let reaches = match f.def_inst(v).and_then(|d| f.block_of(d)) {
            Some(d) => d != b && self.dom.dominates(d, b),
            None => f.def_inst(v).is_none(),
        };
        if reaches && self.cfg.reachable(b) { Done::Is(v) } else { Done::No }
    }

    /// Branches on the opposite of something branch on that thing.
    fn branch(&mut self, f: &mut Function, i: Inst) -> Done {
        let &[c] = f.args(i) else { return Done::No };
        let Some((x, 1)) = self.with_constant(f, c, BinOp::Xor) else { return Done::No };
        let &[yes, no] = f.inst_blocks(i) else { return Done::No };
        f.inst_blocks_mut(i).copy_from_slice(&[no, yes]);
        let p = f.branch_prob[i];
        // Weights in metadata are by place: note what they said of the old order.
        let p = match crate::analysis::freq::weights(f, self.cx.m, i) {
            Some(w) if p == 0 => crate::analysis::freq::ratio(w[1], w[0]),
            _ if p != 0 => crate::analysis::freq::ONE - p,
            _ => 0,
        };
        f.branch_prob[i] = p;
        self.change(f, i, InstKind::CondBr, &[x])
    }
}

/// Is it an expression that depends on its operands alone?
pub fn pure(k: &InstKind, flags: InstFlags) -> bool {
    use InstKind::*;
    if flags.contains(InstFlags::STRICTFP) {
        return false;
    }
    matches!(
        k,
        Binary(_)
            | Unary(_)
            | Cast(_)
            | Icmp(_)
            | Fcmp(..)
            | BuildVector
            | ExtractElement
            | InsertElement
            | Row(_)
            | Select
            | Fma
            | Fshl
            | Fshr
            | PtrAdd
            | FrameAddr(_)
            | GlobalAddr(_)
            | IncomingArgAddr(_)
    )
}

/// May the first two operands be exchanged?
fn commutes(k: &InstKind) -> bool {
    match k {
        InstKind::Binary(op) => commutative(*op),
        InstKind::Icmp(p) => matches!(p, IntPred::Eq | IntPred::Ne),
        InstKind::Fma => true,
        _ => false,
    }
}

/// Does the operator commute?
fn commutative(op: BinOp) -> bool {
    use BinOp::*;
    matches!(op, Add | Mul | And | Or | Xor | FAdd | FMul | MulHiS | MulHiU | SMin | SMax | UMin | UMax)
}

/// The constant's bits, if the value is one that folds.
fn folded(f: &Function, v: Value) -> Option<u64> {
    match f.as_const(v)? {
        ConstData::Int(n) | ConstData::Float(n) => Some(*n),
        ConstData::Null | ConstData::Zero => Some(0),
        _ => None,
    }
}
