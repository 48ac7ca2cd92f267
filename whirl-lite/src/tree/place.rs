//! Which values become kids of their users, and which get a PREG.
//!
//! One mark phase finds what is live, then one walk backward over the blocks decides, users before definitions. A value
//! becomes a kid ([`Place::Inline`]) when it is cheap to have in several places, or has one user and can move there: its
//! *root*, the statement whose tree it ends up in. Loads move only within their block, over nothing that may write what
//! they read. What crosses a block is at most an address, an extension or a compare, and never goes into a deeper loop.
//!
//! Values that a phi takes are never inlined (but for leaves): their PREG coalesces with the phi's.

use super::build::Context;
use crate::alias::{Aliases, Effects, Touch, touch};
use crate::ir::{
    Access, BinOp, BlockId, CastOp, Function, Inst, InstFlags, InstKind, Module, Ordering, TyData, UnOp, Value,
    ValueDef,
};
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nothing uses it.
    Dead,
    /// It is part of its users' trees.
    Inline,
    /// It has a PREG.
    Preg,
}

/// A position that stands for "several roots".
const MANY: u32 = u32::MAX;
/// Trees are no deeper than this, so that recursion over them is bounded.
const DEPTH: u8 = 24;
/// A compare is repeated in at most so many branches.
const MAX_REPEAT: u32 = 4;
/// How many writes a load is tested against before it stays where it is.
const MAX_TESTS: usize = 16;

bitflags::bitflags! {
    /// How a value is used.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Use: u8 {
        /// By a phi.
        const PHI = 1;
        /// As an address into which its constant offset folds.
        const ADDRESS = 2;
        /// As the condition of a branch.
        const CONDITION = 4;
        /// By an operation that ignores the upper bits.
        const LOW = 8;
        /// In another way.
        const OTHER = 16;
    }
}

/// The decisions for a function.
pub struct Places {
    /// By value.
    pub place: Vec<Place>,
    /// By instruction: its position; positions of a block are contiguous and in reverse post-order of blocks.
    pub pos: Vec<u32>,
    /// By place in the reverse post-order: position of the block's entry, where phis and parameters are defined.
    pub entry: Vec<u32>,
    /// The same of the place of copies, just before the terminator.
    pub copies: Vec<u32>,
    /// The same of the terminator, the block's last position.
    pub term: Vec<u32>,
    /// One beyond the last position.
    pub end: u32,
    /// Instructions that are live.
    pub live: FixedBitSet,
}

struct Planner<'a> {
    cx: &'a Context<'a>,
    p: Places,
    uses: Vec<u32>,
    flags: Vec<Use>,
    user: Vec<u32>,
    /// Depth in the user's tree, by value.
    depth: Vec<u8>,
    /// Root position and depth there, by instruction.
    root: Vec<u32>,
    at: Vec<u8>,
    /// Writes of the current block met so far, last position first.
    writes: Vec<(u32, Touch)>,
    /// The nearest call after the current instruction.
    next_call: u32,
}

/// Decides for all values of the function.
pub fn plan(cx: &Context<'_>) -> Places {
    let f = cx.f;
    let (values, insts) = (f.values.len(), f.insts.len());
    let live = mark(cx);
    let mut p = Planner {
        p: number(cx, live),
        cx,
        uses: vec![0; values],
        flags: vec![Use::empty(); values],
        user: vec![0; values],
        depth: vec![0; values],
        root: vec![MANY; insts],
        at: vec![0; insts],
        writes: Vec::new(),
        next_call: MANY,
    };
    p.phis();
    for (n, &b) in cx.cfg.rpo.iter().enumerate().rev() {
        p.block(n, b);
    }
    for &v in &f.params {
        if p.uses[v.index()] != 0 || p.flags[v.index()].contains(Use::PHI) {
            p.p.place[v.index()] = Place::Preg;
        }
    }
    p.p
}

/// Has the instruction an effect beside its results (or is it the end of a block)?
pub fn has_effect(f: &Function, m: &Module, i: Inst) -> bool {
    use InstKind::*;
    match &f.insts[i].kind {
        Load(a, _) => a.volatile || a.ordering > Ordering::Unordered,
        Call(c) => match &f.calls[*c].callee {
            crate::ir::Callee::Asm(asm) => {
                asm.sideeffect || crate::alias::call_effects(f, m, i) != Effects::NONE || f.insts[i].results == 0
            }
            crate::ir::Callee::Library(_) => crate::alias::call_effects(f, m, i) != Effects::NONE,
            _ => true,
        },
        Binary(_) | Unary(_) | Cast(_) | FromPair(_) | ToPair(_) | Icmp(_) | Fcmp(..) | Fma | FMulAdd => {
            f.insts[i].flags.contains(InstFlags::STRICTFP)
        }
        Select | Fshl | Fshr | PtrAdd | Gep(_) | FrameAddr(_) | GlobalAddr(_) | BlockAddr(_) | Phi
        | ExtractValue(_) | InsertValue(_) | ExtractElement | InsertElement | Shuffle(_) | BuildVector | Row(_)
        | Overflow(_) | DivRem(_) | FrameAddress(_) | ReturnAddress(_) | ThreadPointer | IncomingArgAddr(_) => false,
        _ => true,
    }
}

/// Marks instructions that something depends on.
fn mark(cx: &Context<'_>) -> FixedBitSet {
    let f = cx.f;
    let mut live = FixedBitSet::with_capacity(f.insts.len());
    let mut work: Vec<Inst> = Vec::new();
    for &b in &cx.cfg.rpo {
        for i in f.block_insts(b) {
            if has_effect(f, cx.m, i) {
                live.insert(i.index());
                work.push(i);
            }
        }
    }
    while let Some(i) = work.pop() {
        for &v in f.args(i) {
            if let Some(d) = f.def_inst(v)
                && !live.put(d.index())
            {
                work.push(d);
            }
        }
    }
    live
}

fn number(cx: &Context<'_>, live: FixedBitSet) -> Places {
    let f = cx.f;
    let n = cx.cfg.rpo.len();
    let mut p = Places {
        place: vec![Place::Dead; f.values.len()],
        pos: vec![0; f.insts.len()],
        entry: Vec::with_capacity(n),
        copies: Vec::with_capacity(n),
        term: Vec::with_capacity(n),
        end: 0,
        live,
    };
    for &b in &cx.cfg.rpo {
        p.entry.push(p.end);
        let last = f.last(b);
        p.end += 1;
        let mut copies = p.end;
        for i in f.block_insts(b) {
            if Some(i) == last {
                copies = p.end;
                p.end += 1;
            }
            if !matches!(f.insts[i].kind, InstKind::Phi) {
                p.pos[i.index()] = p.end;
                p.end += 1;
            } else {
                p.pos[i.index()] = p.entry[p.entry.len() - 1];
            }
        }
        p.copies.push(copies);
        p.term.push(p.end - 1);
    }
    p
}

/// An access that may be moved and repeated as its operands allow.
fn plain(a: &Access) -> bool {
    !a.volatile && a.ordering == Ordering::NotAtomic
}

/// Is it an expression without memory access or effect, with one result?
fn pure(f: &Function, i: Inst) -> bool {
    use InstKind::*;
    let d = &f.insts[i];
    if d.results != 1 || d.flags.contains(InstFlags::STRICTFP) {
        return false;
    }
    matches!(
        d.kind,
        Binary(_)
            | Unary(_)
            | Cast(_)
            | FromPair(_)
            | Icmp(_)
            | Fcmp(..)
            | Select
            | Fma
            | Fshl
            | Fshr
            | PtrAdd
            | ThreadPointer
            | FrameAddress(_)
            | ReturnAddress(_)
    )
}

/// Is it an address or constant that costs nothing to have anywhere: no operand in a PREG?
pub fn is_leaf(f: &Function, i: Inst) -> bool {
    match f.insts[i].kind {
        InstKind::FrameAddr(_) | InstKind::GlobalAddr(_) | InstKind::BlockAddr(_) | InstKind::IncomingArgAddr(_) => {
            true
        }
        InstKind::PtrAdd => {
            let mut i = i;
            // A chain of constant offsets ends in a leaf or it does not; long chains are folded before.
            for _ in 0..8 {
                let &[base, by] = f.args(i) else { return false };
                let Some(d) = f.def_inst(base) else { return false };
                if f.as_int(by).is_none() {
                    return false;
                }
                match f.insts[d].kind {
                    InstKind::PtrAdd => i = d,
                    InstKind::FrameAddr(_) | InstKind::GlobalAddr(_) | InstKind::IncomingArgAddr(_) => return true,
                    _ => return false,
                }
            }
            false
        }
        _ => false,
    }
}

impl Planner<'_> {
    /// Marks what live phis take.
    fn phis(&mut self) {
        let f = self.cx.f;
        for &b in &self.cx.cfg.rpo {
            for i in f.block_insts(b) {
                if !matches!(f.insts[i].kind, InstKind::Phi) {
                    break;
                }
                if self.p.live.contains(i.index()) {
                    self.p.place[f.result(i, 0).index()] = Place::Preg;
                    for v in f.args(i) {
                        self.flags[v.index()] |= Use::PHI;
                    }
                }
            }
        }
    }

    fn block(&mut self, n: usize, b: BlockId) {
        let f = self.cx.f;
        self.writes.clear();
        self.next_call = MANY;
        let mut at = f.last(b);
        while let Some(i) = at {
            at = f.prev(i);
            if matches!(f.insts[i].kind, InstKind::Phi) {
                break;
            }
            if self.p.live.contains(i.index()) {
                self.inst(n, b, i);
            }
        }
    }

    fn inst(&mut self, n: usize, b: BlockId, i: Inst) {
        let f = self.cx.f;
        let pos = self.p.pos[i.index()];
        self.root[i.index()] = pos;
        self.at[i.index()] = 0;
        for v in f.results(i) {
            if self.uses[v.index()] != 0 || self.flags[v.index()].contains(Use::PHI) {
                self.p.place[v.index()] = Place::Preg;
            }
        }
        if f.insts[i].results == 1 {
            self.decide(n, b, i);
        }
        self.note_uses(i);
        match touch(f, self.cx.m, i) {
            Some(t @ Touch::Class { writes, ordered, .. }) if writes || ordered => self.writes.push((pos, t)),
            Some(t @ Touch::Any(e)) if e.writes => self.writes.push((pos, t)),
            _ => {}
        }
        if matches!(f.insts[i].kind, InstKind::Call(_)) {
            self.next_call = pos;
        }
    }

    fn decide(&mut self, n: usize, b: BlockId, i: Inst) {
        let f = self.cx.f;
        let v = f.result(i, 0);
        let x = v.index();
        let (flags, uses) = (self.flags[x], self.uses[x]);
        if is_leaf(f, i) {
            self.p.place[x] = Place::Inline;
            self.root[i.index()] = MANY;
            return;
        }
        if flags.contains(Use::PHI) || uses == 0 || self.depth[x] >= DEPTH {
            return;
        }
        let is_load = matches!(&f.insts[i].kind, InstKind::Load(a, _) if plain(a));
        if !is_load && !pure(f, i) {
            return;
        }
        if uses > 1 {
            if self.cx.optimise && !is_load && self.repeatable(i, flags, uses) {
                self.p.place[x] = Place::Inline;
                self.root[i.index()] = MANY;
                self.at[i.index()] = self.depth[x];
            }
            return;
        }
        let root = self.root[self.user[x] as usize];
        if root == MANY {
            return;
        }
        let ok = if root <= self.p.term[n] {
            if is_load { self.load_can_move(i, root) } else { self.next_call >= root || self.operands(i) <= 1 }
        } else {
            self.cx.optimise && !is_load && self.crosses(b, i, flags, root)
        };
        if ok {
            self.p.place[x] = Place::Inline;
            self.root[i.index()] = root;
            self.at[i.index()] = self.depth[x];
        }
    }

    /// Is it worth repeating in each user? (It never reads memory.)
    fn repeatable(&self, i: Inst, flags: Use, uses: u32) -> bool {
        let f = self.cx.f;
        let from = |n: usize| f.args(i).get(n).map(|&v| f.ty(v));
        match f.insts[i].kind {
            InstKind::PtrAdd => flags == Use::ADDRESS && self.folds(i),
            InstKind::Icmp(_) => flags == Use::CONDITION && uses <= MAX_REPEAT,
            InstKind::Cast(CastOp::Trunc) => flags == Use::LOW,
            InstKind::Cast(CastOp::AnyExt) => true,
            InstKind::Cast(CastOp::SExt) => self.cx.free_sext && from(0) == Some(crate::ir::Ty::I32),
            InstKind::Cast(CastOp::PtrToInt | CastOp::IntToPtr) => true,
            _ => false,
        }
    }

    /// Does a constant offset fold into loads and stores?
    fn folds(&self, i: Inst) -> bool {
        let f = self.cx.f;
        let Some(&by) = f.args(i).get(1) else { return false };
        f.as_int(by).is_some_and(|n| {
            let n = self.cx.signed(by, n);
            self.cx.offsets.0 <= n && n <= self.cx.offsets.1
        })
    }

    /// Operands that occupy a register until the expression is evaluated.
    fn operands(&self, i: Inst) -> usize {
        let f = self.cx.f;
        let held = |v: &&Value| match f.values[**v].def {
            ValueDef::Result(d, _) => !is_leaf(f, d),
            ValueDef::Param(_) => true,
            ValueDef::Const(_) | ValueDef::Other => false,
        };
        f.args(i).iter().filter(held).count()
    }

    /// May the expression move to its only user in another block?
    fn crosses(&self, b: BlockId, i: Inst, flags: Use, root: u32) -> bool {
        let f = self.cx.f;
        let to = self.p.entry.partition_point(|&e| e <= root) - 1;
        let deeper = self.cx.loops.depth(self.cx.cfg.rpo[to]) > self.cx.loops.depth(b);
        match f.insts[i].kind {
            InstKind::Icmp(_) if flags == Use::CONDITION => true,
            InstKind::PtrAdd if flags == Use::ADDRESS && self.folds(i) => true,
            InstKind::PtrAdd | InstKind::Icmp(_) => !deeper && self.operands(i) <= 1,
            InstKind::Cast(op) => !deeper && !self.float_cast(op),
            InstKind::Unary(UnOp::SextInReg(_)) => !deeper,
            InstKind::Binary(op) => {
                use BinOp::*;
                let cheap = matches!(op, Add | Sub | Shl | LShr | AShr | And | Or | Xor);
                cheap && !deeper && self.operands(i) <= 1
            }
            _ => false,
        }
    }

    fn float_cast(&self, op: CastOp) -> bool {
        use CastOp::*;
        !matches!(op, Trunc | ZExt | SExt | AnyExt | PtrToInt | IntToPtr)
    }

    /// May a load move down to the root in its block?
    fn load_can_move(&self, i: Inst, root: u32) -> bool {
        let InstKind::Load(access, _) = self.cx.f.insts[i].kind else { return false };
        let aliases = Aliases::new(&self.cx.f.alias, self.cx.m);
        let between = || self.writes.iter().rev().take_while(|w| w.0 < root);
        if between().nth(MAX_TESTS).is_some() {
            return false;
        }
        between().all(|(_, t)| match t {
            Touch::Class { ordered: true, .. } => false,
            Touch::Class { class, .. } => !aliases.may_alias(access.alias, *class),
            Touch::Any(_) => !aliases.call_may_touch(access.alias),
        })
    }

    /// Tells an instruction's operands how they are used.
    fn note_uses(&mut self, i: Inst) {
        let f = self.cx.f;
        let depth = self.at[i.index()].saturating_add(1);
        for (n, v) in f.args(i).iter().enumerate() {
            let x = v.index();
            self.uses[x] += 1;
            self.user[x] = i.as_u32();
            self.depth[x] = self.depth[x].max(depth);
            self.flags[x] |= how(f, self.cx.m, i, n);
        }
    }
}

/// How an instruction uses its operand `n`.
fn how(f: &Function, m: &Module, i: Inst, n: usize) -> Use {
    match (&f.insts[i].kind, n) {
        (InstKind::Load(a, _), 0) | (InstKind::Store(a), 1) if a.ordering == Ordering::NotAtomic => Use::ADDRESS,
        (InstKind::Store(_), 0) => Use::LOW,
        (InstKind::CondBr, 0) => Use::CONDITION,
        (InstKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul), _) | (InstKind::Binary(BinOp::Shl), 0)
            if matches!(m.types.get(f.ty(f.result(i, 0))), TyData::Int(32)) =>
        {
            Use::LOW
        }
        _ => Use::OTHER,
    }
}
