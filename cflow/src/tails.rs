//! Tail merging: blocks that end alike share their ends.
//!
//! Calls to error functions, restores before a return, the last steps of an interpreter's handlers: a program is full of
//! blocks that go to the same places after the same ops. Here one of them keeps its end and the others jump there
//! (cross jumping: Debray, Evans, Muth and De Sutter, "Compiler techniques for code compaction", TOPLAS 22(2), 2000).
//! Runs after allocation, when equal ops name equal registers, and before the last scheduling, which would shuffle them.
//!
//! * Only blocks with the same successors in the same order are compared, from their last ops upward; a dispatching
//!   block stays single, since [`crate::duplicate`] wants copies of it.
//! * When a whole block is the common end it becomes that of the others, at no cost; else one block is split.
//! * Merged ends may make the blocks before them alike: a few rounds look again at what has changed.
//! * Bytes that are saved are weighed against the jumps that are executed for it.
//! * Unwind information is a function of the place: blocks whose callee-saved registers are saved differently do not
//!   merge before a call that does not return; everywhere else equal successors have seen to that.

use crate::flags;
use cgir::analysis::reglive::{reads, writes};
use cgir::func::{Bb, Func, Op, OpFlags, Tn, TnData};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use targ_info::{InstFlags, Isa, RegSet};
use whirl_lite::ir::AliasClass;

/// Rounds at most: one for each block in a row of calls that turns out to be alike.
const ROUNDS: usize = 8;
/// Blocks that are compared with each other at most.
const MOST: usize = 48;
/// Bytes that a merge must save beyond its jump.
const LEAST_SAVED: usize = 3;
/// A jump that is executed once a call of the function must save so many bytes.
const BYTES_A_JUMP: f32 = 8.0;
/// Bytes of a jump.
const JUMP: usize = 2;

/// Merges ends of blocks; returns how many. Predecessors are right afterwards.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> u64 {
    let Some(entry) = f.entry() else { return 0 };
    let mut m = Merger {
        cx,
        isa: cx.target.isa,
        entry,
        ends: SecondaryMap::new(),
        changed: SecondaryMap::with_default(true),
        frames: frames(f, cx.target.isa),
        split: FxHashMap::default(),
        merged: 0,
    };
    for _ in 0..ROUNDS {
        if !m.round(f) {
            break;
        }
    }
    let merged = m.merged;
    if merged > 0 {
        place(f, &m.split);
        f.rebuild_preds();
        crate::unreachable::run(f);
    }
    cx.counters.add("cflow.tails", merged);
    merged
}

/// Puts the blocks that were split off behind what they were split from.
fn place(f: &mut Func, split: &FxHashMap<Bb, SmallVec<[Bb; 2]>>) {
    let known: usize = f.layout.len() - split.values().map(SmallVec::len).sum::<usize>();
    f.layout.truncate(known);
    let old = std::mem::take(&mut f.layout);
    let mut work: Vec<Bb> = Vec::new();
    for b in old {
        work.push(b);
        while let Some(b) = work.pop() {
            f.layout.push(b);
            // The last one that was split off stands nearest.
            work.extend(split.get(&b).into_iter().flatten());
        }
    }
}

/// Which registers are saved in the frame where a block ends, and whether there is a frame.
type Frame = (RegSet, bool);

struct Merger<'a> {
    cx: &'a PassCx<'a>,
    isa: &'a Isa,
    entry: Bb,
    /// A hash of where each block goes and of its last op; 0: the block takes no part.
    ends: SecondaryMap<Bb, u64>,
    /// Must the block's hash be computed anew, and its group be looked at?
    changed: SecondaryMap<Bb, bool>,
    /// Where frames differ.
    frames: Option<SecondaryMap<Bb, Frame>>,
    /// Blocks that were split off.
    split: FxHashMap<Bb, SmallVec<[Bb; 2]>>,
    merged: u64,
}

impl Merger<'_> {
    /// Looks at all groups in which something changed; has anything been merged?
    fn round(&mut self, f: &mut Func) -> bool {
        let before = self.merged;
        let mut list: Vec<(u64, u64, u32, Bb)> = Vec::new();
        let mut fresh: SecondaryMap<Bb, bool> = SecondaryMap::new();
        for (n, &b) in f.layout.iter().enumerate() {
            if self.changed[b] {
                self.ends[b] = self.end(f, b).unwrap_or(0);
                fresh[b] = true;
            }
            if self.ends[b] != 0 {
                list.push((self.ends[b], 0, n as u32, b));
            }
        }
        self.changed = SecondaryMap::with_default(false);
        list.sort_unstable_by_key(|x| (x.0, x.2));
        for group in list.chunk_by_mut(|a, b| a.0 == b.0) {
            if group.len() < 2 || !group.iter().any(|x| fresh[x.3]) {
                continue;
            }
            // Blocks that agree in more stand together, so that large groups can be looked at in pieces.
            for x in group.iter_mut() {
                x.1 = last_ops(f, x.3);
            }
            group.sort_unstable_by_key(|x| (x.1, x.2));
            for piece in group.chunks(MOST) {
                self.group(f, &mut piece.iter().map(|x| x.3).collect());
            }
        }
        if self.merged != before {
            self.skip_empty(f);
        }
        self.merged != before
    }

    /// Leads what goes to emptied blocks to where these go, which may make it equal to others.
    fn skip_empty(&mut self, f: &mut Func) {
        for &b in &f.layout {
            if f.bbs[b].succs.iter().any(|s| f.first(s.bb).is_none()) {
                self.changed[b] = true;
            }
        }
        crate::forward::run(f, self.cx);
    }

    /// The hash by which blocks are grouped.
    fn end(&self, f: &Func, b: Bb) -> Option<u64> {
        let d = &f.bbs[b];
        let last = f.last(b)?;
        if d.unwind.is_some() || self.dispatches(f, b) || !self.mergeable(f, last) {
            return None;
        }
        let mut h = FxHasher::default();
        for s in &d.succs {
            s.bb.hash(&mut h);
        }
        if let (Some(frames), true) = (&self.frames, f.ops[last].flags.contains(OpFlags::NORETURN)) {
            frames[b].0.hash(&mut h);
            frames[b].1.hash(&mut h);
        }
        hash_op(f, last, &mut h);
        Some(h.finish().max(1))
    }

    /// Does the block end in a jump through a register to others?
    fn dispatches(&self, f: &Func, b: Bb) -> bool {
        let row = f.last(b).map(|op| flags(f, self.isa, op)).unwrap_or(InstFlags::empty());
        row.contains(InstFlags::BRANCH | InstFlags::INDIRECT) && !row.contains(InstFlags::CALL)
    }

    /// May there be one op instead of several like it?
    fn mergeable(&self, f: &Func, op: Op) -> bool {
        Some(op) != f.entry_op(self.isa) && f.extra(op).is_none_or(|e| e.asm.is_none() && !e.returns_twice)
    }

    /// Merges within a group, longest common ends first.
    fn group(&mut self, f: &mut Func, blocks: &mut Vec<Bb>) {
        while let Some(&a) = blocks.first() {
            let Some((len, others)) = self.best(f, a, &blocks[1..]) else {
                blocks.remove(0);
                continue;
            };
            let target = self.target(f, a, len, &others);
            for &b in others.iter().chain([&a]) {
                if b != target {
                    self.redirect(f, b, target, len);
                }
            }
            blocks.retain(|b| *b != a && *b != target && !others.contains(b));
            blocks.insert(0, target);
        }
    }

    /// The longest end that some blocks have in common with `a` and that is worth merging, and these blocks.
    fn best(&self, f: &Func, a: Bb, others: &[Bb]) -> Option<(usize, SmallVec<[Bb; 8]>)> {
        let lens: SmallVec<[usize; MOST]> = others.iter().map(|&b| self.common(f, a, b)).collect();
        let mut most = lens.iter().copied().max()?;
        while most > 0 {
            let alike: SmallVec<[Bb; 8]> = (others.iter().zip(&lens))
                .filter(|&(&b, &len)| len >= most && self.worth(f, a, b, most))
                .map(|(&b, _)| b)
                .collect();
            if !alike.is_empty() {
                return self.cx.fuel.take().then_some((most, alike));
            }
            most = lens.iter().copied().filter(|&l| l < most).max()?;
        }
        None
    }

    /// How many ops two blocks have in common at their ends.
    fn common(&self, f: &Func, a: Bb, b: Bb) -> usize {
        if f.bbs[a].succs.len() != f.bbs[b].succs.len()
            || !f.bbs[a].succs.iter().zip(&f.bbs[b].succs).all(|(x, y)| x.bb == y.bb)
        {
            return 0;
        }
        let pairs = f.bb_ops(a).rev().zip(f.bb_ops(b).rev());
        pairs.take_while(|&(x, y)| self.mergeable(f, x) && same(f, x, y)).count()
    }

    /// Does sharing the last ops of two blocks save enough?
    fn worth(&self, f: &Func, a: Bb, b: Bb, len: usize) -> bool {
        let bytes: usize = f.bb_ops(b).rev().take(len).map(|op| self.bytes(f, op)).sum();
        let whole = |b: Bb| f.bb_ops(b).nth(len).is_none();
        if whole(a) && whole(b) {
            return bytes > 0;
        }
        let d = &f.bbs[b];
        // Of the blocks that go on to one, one falls to it at most: the others had to jump anyway, unless that one would be
        // copied into them.
        let goes_on = matches!(d.succs.as_slice(), [s] if !self.dispatches(f, s.bb));
        let jumps = if whole(a) || whole(b) || goes_on { 0.25 } else { 1.0 };
        let freq = d.freq.min(f.bbs[a].freq);
        bytes >= LEAST_SAVED + JUMP && freq * jumps * BYTES_A_JUMP <= bytes as f32
    }

    /// About how long an op is.
    fn bytes(&self, f: &Func, op: Op) -> usize {
        let row = self.isa.inst(f.ops[op].opcode);
        match (row.encoding.size, row.compressed.is_empty()) {
            (0, _) if row.flags.contains(InstFlags::NO_BYTES) => 0,
            // A pseudo op is a call, an address or a move.
            (0, _) => 6,
            (n, true) => n.into(),
            (n, false) => usize::from(n) * 3 / 4,
        }
    }

    /// The block that keeps the end: one that is nothing else, or what is split off the most frequent one.
    fn target(&mut self, f: &mut Func, a: Bb, len: usize, others: &[Bb]) -> Bb {
        let entry = self.entry;
        let whole = |b: &Bb| *b != entry && f.bb_ops(*b).nth(len).is_none();
        if let Some(&b) = [a].iter().chain(others).find(|b| whole(b)) {
            return b;
        }
        let hot = others.iter().copied().fold(a, |x, y| if f.bbs[y].freq > f.bbs[x].freq { y } else { x });
        let new = f.add_bb();
        let ops: Vec<Op> = f.bb_ops(hot).rev().take(len).collect();
        for op in ops {
            f.remove(op);
            f.prepend(new, op);
        }
        f.bbs[new].succs = std::mem::take(&mut f.bbs[hot].succs);
        f.bbs[new].freq = f.bbs[hot].freq;
        f.bbs[new].cold = f.bbs[hot].cold;
        self.follow(f, hot, new);
        self.split.entry(hot).or_default().push(new);
        if let Some(frames) = &mut self.frames {
            frames[new] = frames[hot];
        }
        new
    }

    /// Lets a block go to the target instead of through its own last ops.
    fn redirect(&mut self, f: &mut Func, b: Bb, target: Bb, len: usize) {
        if f.bbs[b].succs.len() == 1 && f.bbs[b].succs[0].bb == target {
            return;
        }
        let ops: Vec<Op> = f.bb_ops(b).rev().take(len).collect();
        for (op, kept) in ops.into_iter().zip(f.bb_ops(target).rev().collect::<Vec<_>>()) {
            weaken(f, kept, op);
            f.remove(op);
        }
        let (freq, old) = (f.bbs[b].freq, f.bbs[b].succs.clone());
        let sum = f.bbs[target].freq + freq;
        if sum > 0.0 {
            for (s, o) in f.bbs[target].succs.iter_mut().zip(&old) {
                s.prob = (s.prob * (sum - freq) + o.prob * freq) / sum;
            }
        }
        f.bbs[target].freq = sum;
        f.bbs[target].cold &= f.bbs[b].cold;
        self.follow(f, b, target);
        self.merged += 1;
    }

    fn follow(&mut self, f: &mut Func, b: Bb, to: Bb) {
        f.bbs[b].succs.clear();
        f.bbs[b].succs.push(cgir::func::Succ { bb: to, prob: 1.0 });
        self.changed[b] = true;
        self.changed[to] = true;
    }
}

/// What two ops must agree in, of what they are there for.
const MATTERS: OpFlags = OpFlags::FRAME_SETUP
    .union(OpFlags::FRAME_DESTROY)
    .union(OpFlags::SAVE)
    .union(OpFlags::RESTORE)
    .union(OpFlags::TAIL)
    .union(OpFlags::NORETURN)
    .union(OpFlags::VOLATILE);

/// Do two ops do the same?
fn same(f: &Func, a: Op, b: Op) -> bool {
    let (x, y) = (&f.ops[a], &f.ops[b]);
    x.opcode == y.opcode
        && (x.flags & MATTERS) == (y.flags & MATTERS)
        && f.nres(a) == f.nres(b)
        && f.all(a).len() == f.all(b).len()
        && f.all(a).iter().zip(f.all(b)).all(|(&s, &t)| s == t || register(f, s, t))
        && same_extra(f, a, b)
}

/// Are they the same register, whatever it holds?
fn register(f: &Func, a: Tn, b: Tn) -> bool {
    matches!((f.preg(a), f.preg(b)), (Some(x), Some(y)) if x == y)
}

fn same_extra(f: &Func, a: Op, b: Op) -> bool {
    match (f.extra(a), f.extra(b)) {
        (None, None) => true,
        (Some(x), Some(y)) => {
            x.clobbers == y.clobbers
                && (x.stack_bytes, x.popped, x.cc, x.no_memory) == (y.stack_bytes, y.popped, y.cc, y.no_memory)
                && x.constraints == y.constraints
        }
        _ => false,
    }
}

/// The op that stays knows only what both knew.
fn weaken(f: &mut Func, kept: Op, gone: Op) {
    let (alias, flags) = (f.ops[gone].alias, f.ops[gone].flags);
    let d = &mut f.ops[kept];
    if d.alias != alias {
        d.alias = AliasClass(0);
    }
    if !flags.contains(OpFlags::CONSTANT_MEMORY) {
        d.flags -= OpFlags::CONSTANT_MEMORY;
    }
    d.flags |= flags & OpFlags::HOISTED;
}

fn hash_op(f: &Func, op: Op, h: &mut FxHasher) {
    f.ops[op].opcode.hash(h);
    for &t in f.all(op) {
        match (f.preg(t), f.tns[t]) {
            (Some(r), _) => r.hash(h),
            (None, TnData::Label(_)) => {}
            _ => t.hash(h),
        }
    }
}

/// A hash of the last ops, by which blocks that agree in more are found.
fn last_ops(f: &Func, b: Bb) -> u64 {
    let mut h = FxHasher::default();
    for op in f.bb_ops(b).rev().take(4) {
        hash_op(f, op, &mut h);
    }
    h.finish()
}

/// What is saved where each block ends, if that is not the same everywhere and somebody asks.
fn frames(f: &Func, isa: &Isa) -> Option<SecondaryMap<Bb, Frame>> {
    let entry = f.entry()?;
    let sets_up = |b: Bb| f.bb_ops(b).any(|op| f.ops[op].flags.contains(OpFlags::FRAME_SETUP));
    if !f.frame_info.needs_cfi || !f.layout.iter().any(|&b| b != entry && sets_up(b)) {
        return None;
    }
    let mut at_end: SecondaryMap<Bb, Frame> = SecondaryMap::with_default((RegSet::EMPTY, false));
    let mut seen: SecondaryMap<Bb, bool> = SecondaryMap::new();
    let mut work = vec![(entry, (RegSet::EMPTY, false))];
    while let Some((b, mut state)) = work.pop() {
        if std::mem::replace(&mut seen[b], true) {
            continue;
        }
        for op in f.bb_ops(b) {
            let d = f.ops[op].flags;
            if d.contains(OpFlags::SAVE) {
                state.0 |= reads(f, isa, op);
            } else if d.contains(OpFlags::RESTORE) {
                state.0 -= writes(f, isa, op);
            } else if d.contains(OpFlags::FRAME_SETUP) {
                state.1 = true;
            } else if d.contains(OpFlags::FRAME_DESTROY) {
                state.1 = false;
            }
        }
        at_end[b] = state;
        work.extend(f.bbs[b].succs.iter().map(|s| (s.bb, state)));
    }
    Some(at_end)
}
