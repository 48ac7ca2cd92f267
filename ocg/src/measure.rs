//! Counts what allocation left in a function's machine code: one routine for all allocators.
//!
//! It reads the instructions that are about to be written, after every pass: each carries what it is there for
//! ([`cgir::alloc::price::Kind`]), so the counts are those of the comments in the assembly and of the spill section in the
//! object. Weights are block frequencies (the entry executes once); a loop's cost includes that of the loops inside it.

use cgir::alloc::price::{Cost, Price, Proof};
use cgir::analysis::{Cfg, DomTree, Loops};
use cgir::func::Func;
use cranelift_entity::EntityRef;
use emit::McFunction;
use emit::mc::Mark;
use std::collections::BTreeMap;

/// What is counted of one function under one allocator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FuncStats {
    /// The function's name.
    pub name: String,
    /// What the allocator's answer asked for, with the saves and restores that it brings.
    pub asked: Price,
    /// What is in the code.
    pub code: Price,
    /// All instructions.
    pub insts: Cost,
    /// Bytes of code.
    pub code_bytes: u64,
    /// Bytes of the frame, dynamic allocation aside.
    pub frame_bytes: u64,
    /// Loops, outer ones before those inside them.
    pub loops: Vec<LoopStats>,
    /// The allocator's own counters: live ranges, splits, colours, blues, iterations...
    pub work: BTreeMap<&'static str, u64>,
    /// How good the allocator's answer is, if it knows.
    pub proof: Option<Proof>,
}

/// What is counted of a loop, those inside it included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopStats {
    /// Its head, by place in the layout: block `n` of function `f` has the label `.LBBf_n`.
    pub head: u32,
    /// 1 for outermost loops.
    pub depth: u32,
    /// How often its head executes for one execution of the function.
    pub freq: f32,
    /// What is in its code.
    pub code: Price,
    /// All instructions.
    pub insts: Cost,
}

impl FuncStats {
    /// Adds another function's counts, loops aside: for totals.
    pub fn merge(&mut self, other: &FuncStats) {
        self.asked.merge(&other.asked);
        self.code.merge(&other.code);
        self.insts.merge(other.insts);
        self.code_bytes += other.code_bytes;
        self.frame_bytes += other.frame_bytes;
        for (k, v) in &other.work {
            *self.work.entry(k).or_default() += v;
        }
    }
}

/// Counts the machine code of a function.
pub fn count(f: &Func, code: &McFunction) -> FuncStats {
    let mut stats = FuncStats {
        name: f.name.clone(),
        code_bytes: u64::from(code.size),
        frame_bytes: f.frame_info.size.unwrap_or(0),
        ..FuncStats::default()
    };
    let mut by_block = vec![(Price::default(), Cost::default()); f.layout.len()];
    let mut marks = code.marks.iter().peekable();
    let mut block = 0;
    for (n, inst) in code.insts.iter().enumerate() {
        while let Some((_, mark)) = marks.next_if(|m| m.0 as usize <= n) {
            if let Mark::Block(b) = *mark {
                block = b as usize;
            }
        }
        let Some((price, insts)) = by_block.get_mut(block) else { continue };
        let freq = f.layout.get(block).map_or(0.0, |&b| f.bbs[b].freq);
        insts.add(freq);
        if let Some(kind) = inst.note.kind() {
            price.of_mut(kind).add(freq);
        }
    }
    for (price, insts) in &by_block {
        stats.code.merge(price);
        stats.insts.merge(*insts);
    }
    stats.loops = loops(f, &by_block);
    stats
}

/// Sums the blocks of each loop.
fn loops(f: &Func, by_block: &[(Price, Cost)]) -> Vec<LoopStats> {
    let mut place = vec![0; f.bbs.len()];
    f.layout.iter().enumerate().for_each(|(n, b)| place[b.index()] = n);
    let cfg = Cfg::compute(f);
    let found = Loops::compute(&cfg, &DomTree::dominators(&cfg));
    let one = |l: &cgir::analysis::loops::LoopData| {
        let mut stats = LoopStats {
            head: place[l.head.index()] as u32,
            depth: l.depth,
            freq: f.bbs[l.head].freq,
            ..LoopStats::default()
        };
        for (price, insts) in l.blocks.iter().filter_map(|b| by_block.get(place[b.index()])) {
            stats.code.merge(price);
            stats.insts.merge(*insts);
        }
        stats
    };
    found.loops.values().map(one).collect()
}
