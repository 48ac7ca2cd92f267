//! The form that regalloc2 reads: blocks with parameters, instructions with operands, and what each stands for.

use cgir::func::{Bb, Op, Tn};
use regalloc2::{Block, Function, Inst, InstRange, Operand, PRegSet, RegClass, VReg};
use std::ops::Range;

/// What an instruction of the view stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// An op.
    Op(Op),
    /// A TN that has no value yet.
    Undefined(Tn),
    /// A TN goes to its home slot.
    Store(Tn),
    /// A TN comes from its home slot, or is rebuilt.
    Load(Tn),
    /// The end of a block that has no terminator, or whose terminator is a hub's.
    End,
    /// The terminator of all blocks that end in a hub.
    Jumps,
}

/// Where a block of the view stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// A block of the function.
    Block(Bb),
    /// On the edge to a successor.
    Edge(Bb, u32),
    /// At the end of several blocks at once.
    Hub(u32),
    /// On an edge that cannot be split: what happens there happens at the target's start.
    Landing(Bb),
}

/// An instruction of the view.
#[derive(Clone, Debug)]
pub(super) struct InstData {
    pub(super) what: What,
    /// Its operands: uses in the op's order, then definitions.
    pub(super) operands: Range<u32>,
    /// Index into [`View::masks`].
    pub(super) mask: u32,
}

/// A block of the view.
#[derive(Clone, Debug)]
pub(super) struct BlockData {
    pub(super) site: Site,
    pub(super) insts: Range<u32>,
    pub(super) succs: Vec<Block>,
    pub(super) preds: Vec<Block>,
    pub(super) params: Vec<VReg>,
    /// For each successor.
    pub(super) args: Vec<Vec<VReg>>,
}

/// The view of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) blocks: Vec<BlockData>,
    pub(super) insts: Vec<InstData>,
    pub(super) operands: Vec<Operand>,
    /// Sets of registers that lose their contents; the first is empty.
    pub(super) masks: Vec<PRegSet>,
    /// The TN of each value.
    pub(super) tns: Vec<Tn>,
    /// The block of each hub.
    pub(super) hubs: Vec<u32>,
}

impl View {
    /// The operands of an instruction.
    pub(super) fn list(&self, i: &InstData) -> &[Operand] {
        &self.operands[i.operands.start as usize..i.operands.end as usize]
    }
}

impl Function for View {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }
    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }
    fn entry_block(&self) -> Block {
        Block::new(0)
    }
    fn block_insns(&self, b: Block) -> InstRange {
        let r = &self.blocks[b.index()].insts;
        InstRange::new(Inst::new(r.start as usize), Inst::new(r.end as usize))
    }
    fn block_succs(&self, b: Block) -> &[Block] {
        &self.blocks[b.index()].succs
    }
    fn block_preds(&self, b: Block) -> &[Block] {
        &self.blocks[b.index()].preds
    }
    fn block_params(&self, b: Block) -> &[VReg] {
        &self.blocks[b.index()].params
    }
    fn is_ret(&self, i: Inst) -> bool {
        self.ends(i).is_some_and(|b| b.succs.is_empty())
    }
    fn is_branch(&self, i: Inst) -> bool {
        self.ends(i).is_some_and(|b| !b.succs.is_empty())
    }
    fn branch_blockparams(&self, b: Block, _: Inst, n: usize) -> &[VReg] {
        &self.blocks[b.index()].args[n]
    }
    fn inst_operands(&self, i: Inst) -> &[Operand] {
        self.list(&self.insts[i.index()])
    }
    fn inst_clobbers(&self, i: Inst) -> PRegSet {
        self.masks[self.insts[i.index()].mask as usize]
    }
    fn num_vregs(&self) -> usize {
        self.tns.len()
    }
    fn spillslot_size(&self, _: RegClass) -> usize {
        1
    }
}

impl View {
    /// The block that an instruction ends.
    fn ends(&self, i: Inst) -> Option<&BlockData> {
        let at = self.blocks.partition_point(|b| b.insts.end <= i.index() as u32);
        self.blocks.get(at).filter(|b| b.insts.end == i.index() as u32 + 1)
    }
}
