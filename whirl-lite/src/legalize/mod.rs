//! Legalisation: the SSA form with LLVM's types becomes the SSA form with the target's.
//!
//! One pass over the blocks, in an order that sees definitions before uses, builds a new function. Each old value is
//! mapped to a short list of *parts*, values of legal types; each old instruction is rewritten on the parts of its
//! operands. The ways of LLVM's SelectionDAG legaliser are followed in what becomes of a type (promote, expand,
//! scalarise, soften: see [`actions`]), but on the whole function at once, so that phis and calls are no exceptions,
//! and before trees are made, so that optimisation sees the result.
//!
//! What is true afterwards (checked by [`check::check`]):
//! * values have the types i1, i32, i64 (64-bit targets), ptr, and those floats that have registers;
//! * the bits of a promoted integer above its original width are unspecified; where an operation needs them, a mask
//!   or `SextInReg` stands before it. An `i1` is always 0 or 1. `Trunc` to i1 masks, unless it is `nuw`;
//! * addresses are `PtrAdd`, `FrameAddr`, `GlobalAddr`, `IncomingArgAddr` and integers cast to pointers;
//! * calls, entry and returns name the place of each part ([`crate::abi::ArgLoc`]);
//! * blocks keep their numbers (block addresses in initialisers stay true); new ones follow.
//!
//! Each family of operations has a file: [`ints`] and [`wide`] for integers of one and of several parts, [`convert`],
//! [`floats`], [`vectors`], [`memory`], [`calls`] and so on. Operations take parts, not instructions, so that a vector
//! operation is a loop over the scalar one.

pub mod actions;
mod aggregates;
mod asm;
mod atomics;
mod bits;
mod blockmem;
pub(crate) mod build;
mod calls;
pub mod check;
mod consts;
mod control;
mod convert;
mod dispatch;
pub(crate) mod fixed;
mod floats;
mod fpclass;
mod fpconv;
pub(crate) mod intrinsics;
mod ints;
mod libcalls;
mod masked;
mod memory;
mod predicated;
pub mod relax;
mod rounding;
mod saturate;
mod softfloat;
mod types;
mod uses;
mod varargs;
mod vec;
mod vectorargs;
mod vectors;
mod wide;
mod widediv;

#[cfg(test)]
mod tests;

use crate::diag::{Error, Pos, Result};
use crate::ir::*;
use crate::layout::{DataLayout, LayoutCache};
use crate::target::{Lowering, lowering};
use actions::Actions;
use build::Ext;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::Target;

/// The legal values that an original value became.
pub(crate) type Parts = SmallVec<[Value; 4]>;

/// Brings a function to the target's types and operations.
pub fn run(f: &mut Function, m: &Module, t: &Target) -> Result<()> {
    relax::run(f);
    let new = Legaliser::new(f, m, t).and_then(Legaliser::function).map_err(|e| e.in_function(&f.name))?;
    *f = new;
    if cfg!(debug_assertions) {
        check::check(f, m, t)?;
    }
    Ok(())
}

/// The state of the pass.
pub(crate) struct Legaliser<'a> {
    old: &'a Function,
    m: &'a Module,
    t: &'a Target,
    low: &'static dyn Lowering,
    act: Actions,
    dl: DataLayout,
    layouts: LayoutCache,
    /// Bits of a general register, and its integer type.
    xlen: u32,
    x: Ty,
    /// The function that is being made.
    nf: Function,
    /// What is known of the upper bits of new values.
    ext: SecondaryMap<Value, Ext>,
    /// Where instructions go: the end of a block, or before an instruction of it.
    cur: BlockId,
    before: Option<Inst>,
    pos: Pos,
    /// Parts of old values: first index in `arena` and number; absent while the number is 0 and `seen` says no.
    map: SecondaryMap<Value, (u32, u32)>,
    arena: Vec<Value>,
    seen: SecondaryMap<Value, bool>,
    /// Registers of old vectors that have them.
    vectors: FxHashMap<Value, Parts>,
    /// Scalar lanes of those that were taken out of them, and in which block.
    lanes_of: FxHashMap<Value, (BlockId, Parts)>,
    /// How old narrow values are used.
    uses: SecondaryMap<Value, uses::Uses>,
    /// Last new block of each old block that was reached.
    ends: SecondaryMap<BlockId, Option<BlockId>>,
    /// Old phis and the first of their new ones.
    phis: Vec<(Inst, SmallVec<[Inst; 2]>)>,
    /// Addresses of globals made so far: the block that they are in.
    addresses: FxHashMap<Const, (BlockId, Value)>,
    leaf_scratch: Vec<types::LeafAt>,
    /// Blocks made while legalising an old block, to follow it in the layout.
    extra: SecondaryMap<BlockId, SmallVec<[BlockId; 2]>>,
    /// The old block that is being rewritten.
    old_block: BlockId,
    /// Where a result that does not fit registers is stored.
    demoted: Option<Value>,
    /// The attachments and debug location of the current old instruction.
    attachments: u32,
    debug_loc: PackedOption<MdRef>,
}

impl<'a> Legaliser<'a> {
    fn new(old: &'a Function, m: &'a Module, t: &'a Target) -> Result<Legaliser<'a>> {
        let low = lowering(t)?;
        let act = low.actions(t);
        let bare = Signature { params: Vec::new(), param_attrs: Vec::new(), ..old.sig.clone() };
        let mut nf = Function::new(old.global, old.name.clone(), bare, old.pos);
        nf.sig = old.sig.clone();
        nf.attachments = old.attachments.clone();
        nf.personality = old.personality;
        nf.prefix = old.prefix;
        nf.prologue = old.prologue;
        nf.gc = old.gc.clone();
        nf.block_names = old.block_names.clone();
        // Classes whose base is an old value would name a new one: they say less.
        nf.alias = old.alias.clone();
        for a in nf.alias.iter_mut().filter(|a| matches!(a.base, AliasBase::Value(_) | AliasBase::Param(_))) {
            a.base = AliasBase::Unknown;
            a.offset = None;
        }
        for (_, data) in old.blocks.iter() {
            let b = nf.blocks.push(BlockData::default());
            nf.blocks[b].address_taken = data.address_taken;
        }
        let entry = old.entry().ok_or_else(|| Error::input(old.pos, "function without a block"))?;
        nf.values.reserve(old.values.len() + old.values.len() / 2);
        nf.insts.reserve(old.insts.len() + old.insts.len() / 2);
        Ok(Legaliser {
            old,
            m,
            t,
            low,
            dl: DataLayout::of(m, t)?,
            layouts: LayoutCache::default(),
            xlen: act.xlen,
            x: act.xlen_ty(),
            act,
            nf,
            ext: SecondaryMap::new(),
            cur: entry,
            before: None,
            pos: old.pos,
            map: SecondaryMap::with_capacity(old.values.len()),
            arena: Vec::with_capacity(old.values.len()),
            seen: SecondaryMap::with_capacity(old.values.len()),
            vectors: FxHashMap::default(),
            lanes_of: FxHashMap::default(),
            uses: SecondaryMap::new(),
            ends: SecondaryMap::new(),
            phis: Vec::new(),
            addresses: FxHashMap::default(),
            leaf_scratch: Vec::new(),
            extra: SecondaryMap::new(),
            old_block: entry,
            demoted: None,
            attachments: 0,
            debug_loc: None.into(),
        })
    }

    /// The whole function.
    fn function(mut self) -> Result<Function> {
        let order = self.order();
        self.find_uses(&order);
        for &b in &order {
            self.old_block = b;
            self.cur = b;
            if Some(b) == self.old.entry() {
                self.entry()?;
            }
            let mut next = self.old.first(b);
            while let Some(i) = next {
                next = self.old.next(i);
                self.inst(i)?;
            }
            self.ends[b] = Some(self.cur);
        }
        self.finish_phis()?;
        for &b in &self.old.layout {
            if self.ends[b].is_some() {
                self.nf.layout.push(b);
                self.nf.layout.extend(self.extra[b].iter().copied());
            } else if self.old.blocks[b].address_taken {
                // Nothing jumps here, but its address needs a place.
                self.nf.layout.push(b);
                self.cur = b;
                self.emit_branch(InstKind::Unreachable, &[], &[]);
            }
        }
        Ok(self.nf)
    }

    /// Reachable blocks in reverse post-order.
    fn order(&self) -> Vec<BlockId> {
        let f = self.old;
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_capacity(f.blocks.len());
        let mut post = Vec::with_capacity(f.blocks.len());
        let mut stack: Vec<(BlockId, usize)> = Vec::new();
        if let Some(root) = f.entry() {
            seen[root] = true;
            stack.push((root, 0));
            while let Some((b, n)) = stack.last_mut() {
                match f.succs(*b).get(*n) {
                    Some(&s) => {
                        *n += 1;
                        if !std::mem::replace(&mut seen[s], true) {
                            stack.push((s, 0));
                        }
                    }
                    None => {
                        post.push(*b);
                        stack.pop();
                    }
                }
            }
        }
        post.reverse();
        post
    }

    /// Gives the new phis their operands, now that all values are known.
    fn finish_phis(&mut self) -> Result<()> {
        let phis = std::mem::take(&mut self.phis);
        let mut columns: Vec<SmallVec<[Value; 8]>> = Vec::new();
        let mut blocks: SmallVec<[BlockId; 8]> = SmallVec::new();
        for (old, new) in &phis {
            columns.iter_mut().for_each(|c| c.clear());
            columns.resize_with(new.len().max(columns.len()), SmallVec::new);
            blocks.clear();
            self.pos = self.old.insts[*old].pos;
            for (k, &from) in self.old.inst_blocks(*old).iter().enumerate() {
                let Some(end) = self.ends[from] else { continue };
                self.cur = end;
                self.before = self.nf.last(end);
                let v = *self.old.args(*old).get(k).ok_or_else(|| self.input("phi with too few values"))?;
                let parts = self.phi_parts(v)?;
                if parts.len() != new.len() {
                    return Err(self.input("phi operand of another type"));
                }
                for (c, p) in columns.iter_mut().zip(&parts) {
                    c.push(*p);
                }
                blocks.push(end);
            }
            for (c, &phi) in columns.iter().zip(new) {
                self.nf.insts[phi].args = cranelift_entity::EntityList::from_slice(c, &mut self.nf.pool);
                self.nf.insts[phi].blocks = cranelift_entity::EntityList::from_slice(&blocks, &mut self.nf.block_pool);
            }
        }
        self.before = None;
        Ok(())
    }

    /// The parts of an old value.
    pub(crate) fn parts(&mut self, v: Value) -> Result<Parts> {
        match self.old.values[v].def {
            ValueDef::Const(c) => self.const_parts(c),
            ValueDef::Other => Err(self.unsupported("metadata or a label used as a value")),
            _ if !self.vectors.is_empty() && self.vectors.contains_key(&v) => self.explode(v),
            _ if self.seen[v] => {
                let (first, n) = self.map[v];
                Ok(Parts::from_slice(&self.arena[first as usize..(first + n) as usize]))
            }
            _ => Err(self.input("a value is used where its definition does not reach")),
        }
    }
    /// The one part of an old value.
    pub(crate) fn one(&mut self, v: Value) -> Result<Value> {
        let p = self.parts(v)?;
        match p.as_slice() {
            [p] => Ok(*p),
            _ => Err(self.unsupported(format!("a value of type '{}' here", self.m.types.show(self.old.ty(v))))),
        }
    }
    /// Says what an old value became.
    pub(crate) fn set(&mut self, v: Value, parts: &[Value]) -> Result<()> {
        if self.vector_shape(self.old.ty(v)).is_some() {
            let registers = self.implode(self.old.ty(v), parts)?;
            self.set_registers(v, registers);
            return Ok(());
        }
        self.map[v] = (self.arena.len() as u32, parts.len() as u32);
        self.seen[v] = true;
        self.arena.extend_from_slice(parts);
        Ok(())
    }
    /// Operand `n` of an old instruction.
    pub(crate) fn arg(&self, i: Inst, n: usize) -> Result<Value> {
        self.old.args(i).get(n).copied().ok_or_else(|| self.input("an instruction with too few operands"))
    }
    /// The parts of operand `n`.
    pub(crate) fn arg_parts(&mut self, i: Inst, n: usize) -> Result<Parts> {
        let v = self.arg(i, n)?;
        self.parts(v)
    }
    /// The one part of operand `n`.
    pub(crate) fn arg_one(&mut self, i: Inst, n: usize) -> Result<Value> {
        let v = self.arg(i, n)?;
        self.one(v)
    }
    /// The first result of an old instruction, if it has one.
    pub(crate) fn result(&self, i: Inst) -> Option<Value> {
        self.old.results(i).next()
    }
    /// Type of the first result; void if there is none.
    pub(crate) fn result_ty(&self, i: Inst) -> Ty {
        self.result(i).map_or(Ty::VOID, |v| self.old.ty(v))
    }

    /// A new block, after the old one that is being rewritten.
    pub(crate) fn new_block(&mut self) -> BlockId {
        let b = self.nf.blocks.push(BlockData::default());
        self.extra[self.old_block].push(b);
        b
    }
    /// An unsupported construct at the current instruction.
    pub(crate) fn unsupported(&self, what: impl Into<String>) -> Error {
        Error::unsupported(self.pos, what).in_function(&self.old.name)
    }
    /// Bad input at the current instruction.
    pub(crate) fn input(&self, what: impl Into<String>) -> Error {
        Error::input(self.pos, what).in_function(&self.old.name)
    }
}
