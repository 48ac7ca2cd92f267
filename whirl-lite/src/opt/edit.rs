//! Small edits of a function that several passes make.

use crate::diag::Pos;
use crate::ir::{BlockId, Function, Inst, InstFlags, InstKind, Module, Ty, TyData, Value};
use cranelift_entity::{EntityList, EntityRef};

/// Makes an instruction with one result and puts it before another.
pub fn before(f: &mut Function, at: Inst, kind: InstKind, args: &[Value], ty: Ty) -> Value {
    let pos = f.insts[at].pos;
    let i = f.make_inst(kind, InstFlags::empty(), args, &[], &[ty], pos);
    f.insts[i].debug_loc = f.insts[at].debug_loc;
    f.insert_before(i, at);
    f.result(i, 0)
}

/// Makes an instruction with one result at the end of a block.
pub fn append(f: &mut Function, b: BlockId, kind: InstKind, args: &[Value], ty: Ty, pos: Pos) -> Value {
    let i = f.make_inst(kind, InstFlags::empty(), args, &[], &[ty], pos);
    f.append(b, i);
    f.result(i, 0)
}

/// Ends a block.
pub fn terminate(f: &mut Function, b: BlockId, kind: InstKind, args: &[Value], to: &[BlockId], pos: Pos) -> Inst {
    let i = f.make_inst(kind, InstFlags::empty(), args, to, &[], pos);
    f.append(b, i);
    i
}

/// Makes an instruction another one with the same results; promises are forgotten.
pub fn turn_into(f: &mut Function, i: Inst, kind: InstKind, args: &[Value]) {
    let mut list = std::mem::take(&mut f.insts[i].args);
    list.clear(&mut f.pool);
    list.extend(args.iter().copied(), &mut f.pool);
    let d = &mut f.insts[i];
    d.args = list;
    d.kind = kind;
    d.flags = InstFlags::empty();
}

/// Sets the blocks of an instruction.
pub fn set_blocks(f: &mut Function, i: Inst, blocks: &[BlockId]) {
    f.insts[i].blocks = EntityList::from_slice(blocks, &mut f.block_pool);
}

/// Phis of a block, as a list.
pub fn phis(f: &Function, b: BlockId) -> Vec<Inst> {
    f.block_insts(b).take_while(|&i| matches!(f.insts[i].kind, InstKind::Phi)).collect()
}

/// Takes one entry for the predecessor out of every phi of the block.
pub fn remove_incoming(f: &mut Function, b: BlockId, pred: BlockId) {
    for phi in phis(f, b) {
        let Some(n) = f.inst_blocks(phi).iter().position(|&p| p == pred) else { continue };
        f.insts[phi].args.remove(n, &mut f.pool);
        f.insts[phi].blocks.remove(n, &mut f.block_pool);
    }
}

/// What each phi of the block takes from the predecessor, in order of the phis.
pub fn incoming(f: &Function, b: BlockId, pred: BlockId) -> Vec<Value> {
    let value = |phi: Inst| {
        let n = f.inst_blocks(phi).iter().position(|&p| p == pred)?;
        f.args(phi).get(n).copied()
    };
    phis(f, b).into_iter().filter_map(value).collect()
}

/// Adds an entry for a predecessor to every phi of the block.
pub fn add_incoming(f: &mut Function, b: BlockId, pred: BlockId, values: &[Value]) {
    for (phi, &v) in phis(f, b).into_iter().zip(values) {
        f.insts[phi].args.push(v, &mut f.pool);
        f.insts[phi].blocks.push(pred, &mut f.block_pool);
    }
}

/// Width of an integer or pointer value that fits a register.
pub fn width(f: &Function, m: &Module, xlen: u32, v: Value) -> Option<u32> {
    match m.types.get(f.ty(v)) {
        TyData::Int(n) if *n <= 64 => Some(*n),
        TyData::Ptr(_) => Some(xlen),
        _ => None,
    }
}

/// All ones of a width.
pub fn ones(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Bits of a width as a signed number.
pub fn signed(bits: u64, width: u32) -> i64 {
    let s = 64 - width.clamp(1, 64);
    ((bits << s) as i64) >> s
}

/// Replacements of values by others, followed to their end.
#[derive(Default)]
pub struct Replacements {
    to: Vec<u32>,
    /// Is there any?
    pub any: bool,
}

impl Replacements {
    /// Every use of `v` is to become one of `w`.
    pub fn set(&mut self, v: Value, w: Value) {
        if self.to.len() <= v.index() {
            self.to.resize(v.index() + 64, u32::MAX);
        }
        self.to[v.index()] = w.as_u32();
        self.any = true;
    }
    /// What a value has become.
    pub fn get(&self, mut v: Value) -> Value {
        while let Some(&w) = self.to.get(v.index())
            && w != u32::MAX
        {
            v = Value::from_u32(w);
        }
        v
    }
    /// Brings an instruction's operands up to date.
    pub fn apply(&self, f: &mut Function, i: Inst) {
        if self.any {
            for v in f.args_mut(i) {
                *v = self.get(*v);
            }
        }
    }
    /// Brings all instructions up to date.
    pub fn apply_all(&self, f: &mut Function) {
        if self.any {
            for n in 0..f.insts.len() {
                self.apply(f, Inst::new(n));
            }
        }
    }
}
