//! Moves constants out of loops: addresses, large numbers, entries of the constant pool.
//!
//! Expansion makes a constant where it is used. In a loop that costs an op or more each time round; here one op before the
//! loop takes the place of all that make the same constant in it. An allocator that runs out of registers repeats such an
//! op instead of spilling it ([`Func::remat`]), so little is lost by a wrong guess. Yet registers are not free: a loop
//! takes no more constants than its pressure leaves room for, the most often executed first; over a call only registers that
//! survive it count. Constants in a loop with calls leave that loop alone, not a larger one with the same calls.
//!
//! A *constant* is an op all of whose register operands are dedicated or constants themselves, one level deep: a row that
//! can be rebuilt anywhere, a move between register files of such, a load from the constant pool.

use crate::analysis::cfg::Cfg;
use crate::analysis::dom::DomTree;
use crate::analysis::liveness::Liveness;
use crate::analysis::loops::{LoopId, Loops};
use crate::func::{Bb, Func, Op, OpFlags, Tn};
use crate::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{InstFlags, RegClass, RegSet};

/// Registers that a loop keeps for what its blocks compute.
const LOCAL_NEEDS: usize = 5;

/// Constants that any loop may take: the allocator weighs them against what else wants a register.
const AT_LEAST: usize = 3;

/// What a constant is: rows and operands of the op and of those that it is made from.
type Key = SmallVec<[u32; 8]>;

/// All places in one loop that make one constant.
struct Group {
    home: LoopId,
    ops: SmallVec<[Op; 4]>,
    /// Executed ops that are saved.
    gain: f32,
}

/// Runs on a function as expanded.
pub fn run(f: &mut Func, cx: &PassCx<'_>) {
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let loops = Loops::compute(&cfg, &dom);
    if loops.loops.is_empty() {
        return;
    }
    let calls = loops_with_calls(f, cx, &loops);
    let mut groups = collect(f, cx, &cfg, &loops, &calls);
    if groups.is_empty() {
        return;
    }
    groups.sort_by(|a, b| b.gain.total_cmp(&a.gain).then_with(|| a.ops.first().cmp(&b.ops.first())));
    let live = Liveness::compute(f);
    let mut room = Room { room: FxHashMap::default() };
    let mut renamed: SecondaryMap<Tn, PackedOption<Tn>> = SecondaryMap::new();
    let mut moved = 0;
    for g in &groups {
        let Some(class) = result_class(f, cx, g) else { continue };
        let Some(at) = place(f, &cfg, &dom, &loops, g) else { continue };
        if !room.take(f, cx, &cfg, &loops, &live, &calls, g.home, class) || !cx.fuel.take() {
            continue;
        }
        hoist(f, cx, g, at, &mut renamed);
        moved += 1;
    }
    if moved > 0 {
        rename(f, &renamed);
    }
    cx.counters.add("hoist.constants", moved);
}

/// Which loops contain calls.
fn loops_with_calls(f: &Func, cx: &PassCx<'_>, loops: &Loops) -> SecondaryMap<LoopId, bool> {
    let mut calls = SecondaryMap::new();
    let is_call = |b: &Bb| f.last(*b).is_some_and(|o| cx.target.isa.inst(f.ops[o].opcode).is(InstFlags::CALL));
    for (l, d) in loops.loops.iter() {
        calls[l] = d.blocks.iter().any(is_call);
    }
    calls
}

/// The outermost loop around a block that has calls only if the innermost one has.
fn home(cfg: &Cfg, loops: &Loops, calls: &SecondaryMap<LoopId, bool>, b: Bb) -> Option<LoopId> {
    let mut l = loops.innermost(cfg, b)?;
    if calls[l] {
        return Some(l);
    }
    while let Some(p) = loops.loops[l].parent.expand() {
        if calls[p] {
            break;
        }
        l = p;
    }
    Some(l)
}

/// Finds the constants that loops make.
fn collect(f: &Func, cx: &PassCx<'_>, cfg: &Cfg, loops: &Loops, calls: &SecondaryMap<LoopId, bool>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut index: FxHashMap<(LoopId, Key), usize> = FxHashMap::default();
    let defined = Defined::find(f);
    for &b in &f.layout {
        let Some(home) = home(cfg, loops, calls, b) else { continue };
        for o in f.bb_ops(b) {
            let Some((key, cost)) = key(f, cx, &defined, o) else { continue };
            let gain = f.bbs[b].freq * cost as f32;
            match index.get(&(home, key.clone())) {
                Some(&i) => {
                    groups[i].ops.push(o);
                    groups[i].gain += gain;
                }
                None => {
                    index.insert((home, key), groups.len());
                    groups.push(Group { home, ops: SmallVec::from_slice(&[o]), gain });
                }
            }
        }
    }
    groups
}

/// The description of a constant, and how many ops make it.
fn key(f: &Func, cx: &PassCx<'_>, defined: &Defined, o: Op) -> Option<(Key, u32)> {
    let &[rd] = f.results(o) else { return None };
    if !f.is_virtual(rd) || !defined.once(rd) || !is_pure(f, cx, o) {
        return None;
    }
    let zero = cx.target.abi.zero;
    let mut key = Key::new();
    key.push(u32::from(f.ops[o].opcode.0));
    let mut cost = 1;
    for &t in f.operands(o) {
        if f.class(t).is_none() || (f.preg(t).is_some() && f.preg(t) == zero) {
            key.push(t.as_u32());
            continue;
        }
        let def = f.remat[t].expand()?;
        if f.operands(def).iter().any(|&x| f.is_virtual(x)) {
            return None;
        }
        cost += 1;
        key.push(u32::MAX);
        key.push(u32::from(f.ops[def].opcode.0));
        key.extend(f.operands(def).iter().map(|x| x.as_u32()));
    }
    Some((key, cost))
}

/// May the op be done earlier, and more often, than it is?
fn is_pure(f: &Func, cx: &PassCx<'_>, o: Op) -> bool {
    let desc = cx.target.isa.inst(f.ops[o].opcode);
    let kept = InstFlags::STORE
        | InstFlags::BRANCH
        | InstFlags::CALL
        | InstFlags::RETURN
        | InstFlags::EFFECT
        | InstFlags::FENCE
        | InstFlags::NO_SPECULATE;
    if desc.flags.intersects(kept) || f.extra(o).is_some() || f.ops[o].flags.contains(OpFlags::VOLATILE) {
        return false;
    }
    !desc.is(InstFlags::LOAD)
        || f.ops[o].flags.contains(OpFlags::CONSTANT_MEMORY) && (desc.is(InstFlags::REMAT) || reads_pool(f, o))
}

/// Which TNs have one definition.
struct Defined {
    once: FixedBitSet,
    again: FixedBitSet,
}

impl Defined {
    fn find(f: &Func) -> Defined {
        let n = f.tns.len();
        let mut d = Defined { once: FixedBitSet::with_capacity(n), again: FixedBitSet::with_capacity(n) };
        for t in f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.results(o)) {
            if d.once.put(t.index()) {
                d.again.insert(t.index());
            }
        }
        d
    }
    fn once(&self, t: Tn) -> bool {
        !self.again.contains(t.index())
    }
}

/// Does a load read the function's constant pool?
fn reads_pool(f: &Func, o: Op) -> bool {
    use crate::func::{SymRef, TnData};
    f.operands(o).iter().any(|&t| matches!(f.tns[t], TnData::Sym { sym: SymRef::Pool(_), .. }))
}

fn result_class(f: &Func, cx: &PassCx<'_>, g: &Group) -> Option<RegClass> {
    let rd = f.results(*g.ops.first()?).first().copied()?;
    Some(cx.target.isa.class(f.class(rd)?).top)
}

/// The block before the loop that the constant goes to, if that executes less often.
fn place(f: &Func, cfg: &Cfg, dom: &DomTree, loops: &Loops, g: &Group) -> Option<Bb> {
    let head = loops.loops[g.home].head;
    let at = loops.preheader(f, cfg, g.home).or_else(|| dom.idom(cfg, head))?;
    let once = f.bbs[at].freq;
    // An op that must stay whatever happens is no gain; nor is a block after whose call nothing can be put.
    let calls = f.last(at).is_some_and(|o| f.extra(o).is_some_and(|e| !e.clobbers.is_empty()));
    (once < g.gain && !calls).then_some(at)
}

/// How many more constants each loop and class can take.
struct Room {
    room: FxHashMap<(LoopId, RegClass), usize>,
}

impl Room {
    /// Takes one register in a loop, if there is one left.
    #[allow(clippy::too_many_arguments)]
    fn take(
        &mut self,
        f: &Func,
        cx: &PassCx<'_>,
        cfg: &Cfg,
        loops: &Loops,
        live: &Liveness,
        calls: &SecondaryMap<LoopId, bool>,
        l: LoopId,
        class: RegClass,
    ) -> bool {
        let n = self.room.entry((l, class)).or_insert_with(|| room(f, cx, cfg, loops, live, calls[l], l, class));
        if *n == 0 {
            return false;
        }
        *n -= 1;
        true
    }
}

/// Registers of a class that are not occupied all through a loop.
#[allow(clippy::too_many_arguments)]
fn room(
    f: &Func,
    cx: &PassCx<'_>,
    _: &Cfg,
    loops: &Loops,
    live: &Liveness,
    calls: bool,
    l: LoopId,
    class: RegClass,
) -> usize {
    let mut usable: RegSet = cx.allocatable(class);
    if calls {
        usable &= cx.target.callee_saved;
    }
    let mine = |t: Tn| f.class(t).is_some_and(|c| cx.target.isa.class(c).top == class);
    let count = |b: Bb| live.live_in(b).iter().filter(|&t| mine(t)).count();
    let most = loops.loops[l].blocks.iter().map(|&b| count(b)).max().unwrap_or(0);
    let local = if calls { 0 } else { LOCAL_NEEDS };
    usable.len().saturating_sub(most + local).max(AT_LEAST)
}

/// Makes the constant at the end of a block, and forgets the ops in the loop that made it.
fn hoist(f: &mut Func, cx: &PassCx<'_>, g: &Group, at: Bb, renamed: &mut SecondaryMap<Tn, PackedOption<Tn>>) {
    let Some(&model) = g.ops.first() else { return };
    let top = f.clone_op(model);
    // What the op is made from moves with it.
    for i in f.nres(top)..f.all(top).len() {
        let t = f.all(top)[i];
        if !f.is_virtual(t) {
            continue;
        }
        let Some(def) = f.remat[t].expand() else { continue };
        let copy = f.clone_op(def);
        let fresh = fresh_like(f, t);
        set_result(f, copy, fresh);
        f.remat[fresh] = copy.into();
        f.insert_at_end(cx.target.isa, at, copy);
        if let Some(x) = f.all_mut(top).get_mut(i) {
            *x = fresh;
        }
    }
    let Some(&old) = f.results(model).first() else { return };
    let fresh = fresh_like(f, old);
    set_result(f, top, fresh);
    if f.remat[old].expand() == Some(model) {
        f.remat[fresh] = top.into();
    }
    f.insert_at_end(cx.target.isa, at, top);
    for &o in &g.ops {
        if let Some(&r) = f.results(o).first() {
            renamed[r] = fresh.into();
        }
        f.remove(o);
    }
}

fn fresh_like(f: &mut Func, t: Tn) -> Tn {
    let d = f.tns[t];
    f.tns.push(d)
}

fn set_result(f: &mut Func, o: Op, t: Tn) {
    if let Some(r) = f.all_mut(o).first_mut() {
        *r = t;
    }
}

/// Replaces uses, and drops constants that only moved ones were made from.
fn rename(f: &mut Func, renamed: &SecondaryMap<Tn, PackedOption<Tn>>) {
    let mut used = FixedBitSet::with_capacity(f.tns.len());
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            let from = f.nres(o);
            for t in f.all_mut(o).iter_mut().skip(from) {
                if let Some(n) = renamed[*t].expand() {
                    *t = n;
                }
                used.insert(t.index());
            }
        }
    }
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            let dead = matches!(f.results(o), &[r] if f.remat[r].expand() == Some(o) && !used.contains(r.index()));
            if dead {
                f.remove(o);
            }
        }
    }
}
