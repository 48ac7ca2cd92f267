//! Placement of callee-saved saves and restores: one pass for all allocators.
//!
//! It reads the allocated code: callee-saved registers that an op writes (or inline asm destroys) are saved, and
//! whatever the target saves besides. Where, is a policy: `saves=entry` at the entry and before each return;
//! `saves=shrink` shrink-wraps the whole frame set-up:
//!
//! * the save block is the nearest common dominator of all blocks that need the frame (they touch the stack, call, or
//!   mention a saved register), moved up until it is in no loop; so it is executed at most once;
//! * the frame exists in all blocks that it dominates, the region. Control enters the region at its start only. The
//!   frame is undone at the end of each block of the region that leaves the function, or whose successors are all outside;
//!   if a block has successors on both sides, or its terminator needs the frame, on the edges that lead out, which are
//!   split; if they cannot be, the save block moves up once more;
//! * no saved register is live over an edge out of the region: whoever reads it is dominated by the save block.
//!
//! It pays when the save block executes less often than the entry. This is the placement of LLVM's ShrinkWrapping,
//! with several restore points: the frame moves as a whole. `saves=each` (from -O2 on) does the same, and then looks for each
//! register whether it is cheaper to save it deeper in the frame's region, around the blocks that use it ([`apart`]).

mod apart;

use crate::alloc::price::Cost;
use crate::analysis::{Cfg, DomTree, Loops};
use crate::func::{Bb, FrameData, FrameKind, Func, Op, OpFlags, TnData};
use crate::pass::{PassCx, PolicyName};
use crate::target::SavePlan;
use crate::text::usual_type;
use apart::Region;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use targ_info::{InstFlags, PReg, RegSet};
use whirl_lite::mtype::MType;

/// Policies of this pass.
pub fn policies() -> &'static [PolicyName] {
    &[
        ("saves", "each", "as shrink; a register that only rare blocks use is saved and restored around these"),
        ("saves", "shrink", "set the frame up where it is needed first, if that is rarer than the entry"),
        ("saves", "entry", "set the frame up at the entry, undo it before each return"),
    ]
}

/// Where saves and restores stand.
struct Places {
    /// Registers that are saved with the frame.
    regs: Vec<PReg>,
    /// The block that sets up the frame; nothing in a function without blocks.
    frame: Option<Bb>,
    restores: Restores,
    /// Registers that are saved apart.
    apart: Vec<(PReg, SmallVec<[Region; 2]>)>,
}

/// Finds the places, and changes nothing.
fn places(f: &Func, cx: &PassCx<'_>) -> Places {
    let regs = registers(f, cx);
    let mut p = match shrunk(f, cx, &regs) {
        Some((save, restores)) => Places { regs, frame: Some(save), restores, apart: Vec::new() },
        None => at_entry(f, cx, regs),
    };
    if policy(cx) != "each" || !may_shrink(f, cx) {
        return p;
    }
    let Some(frame) = p.frame else { return p };
    let cost = f.bbs[frame].freq + frequencies(f, &p.restores).iter().sum::<f32>();
    let forced = cx.hooks.forced_saves(f, cx, &f.frame_info);
    let ra = cx.target.abi.ra;
    let may = |r: PReg| !forced.contains(&r) && Some(r) != ra && value_type(cx, r) != MType::Void;
    if !p.regs.iter().any(|&r| may(r)) {
        return p;
    }
    let mut search = apart::Search::new(f, cx);
    for r in std::mem::take(&mut p.regs) {
        match if may(r) { search.regions(r, frame, cost) } else { None } {
            Some(regions) => p.apart.push((r, regions)),
            None => p.regs.push(r),
        }
    }
    p
}

/// All at the entry, and where the function is left.
fn at_entry(f: &Func, cx: &PassCx<'_>, regs: Vec<PReg>) -> Places {
    Places { regs, frame: f.entry(), restores: (leaving(f, cx).collect(), Vec::new()), apart: Vec::new() }
}

/// The type of a whole register's value; `Void` if this machine has none.
fn value_type(cx: &PassCx<'_>, r: PReg) -> MType {
    usual_type(cx.target, cx.hooks, cx.target.isa.reg(r).class)
}

/// Decides which registers are saved, and where. Edges may be split; registers that are saved apart from the frame have
/// their saves and restores already.
pub fn plan(f: &mut Func, cx: &PassCx<'_>) -> SavePlan {
    let mut p = places(f, cx);
    let shrinks = p.frame != f.entry();
    if shrinks && !cx.fuel.take() {
        p = at_entry(f, cx, registers(f, cx));
    }
    let mut new = BTreeMap::new();
    for (r, regions) in std::mem::take(&mut p.apart) {
        if cx.fuel.take() {
            save_apart(f, cx, r, &regions, &mut new);
        } else {
            p.regs.push(r);
        }
    }
    let restore = restore_blocks(f, cx, &p.restores, &mut new);
    SavePlan { regs: p.regs, save: p.frame, restore }
}

/// Blocks in which to restore: given ones, and new ones on edges, of which each edge gets one only.
fn restore_blocks(f: &mut Func, cx: &PassCx<'_>, at: &Restores, new: &mut BTreeMap<(Bb, usize), Bb>) -> Vec<Bb> {
    let mut blocks = at.0.clone();
    for &(b, n) in &at.1 {
        let on_edge = match new.get(&(b, n)) {
            Some(&there) => Some(there),
            None => f.split_edge(cx.target.isa, b, n),
        };
        let Some(on_edge) = on_edge else { continue };
        if new.insert((b, n), on_edge).is_none() {
            let at = f.layout.iter().position(|&x| x == b).map_or(f.layout.len(), |i| i + 1);
            f.layout.insert(at, on_edge);
        }
        blocks.push(on_edge);
    }
    blocks
}

/// Saves a register at the start of each region, and restores it where control leaves.
fn save_apart(f: &mut Func, cx: &PassCx<'_>, r: PReg, regions: &[Region], new: &mut BTreeMap<(Bb, usize), Bb>) {
    let tn = f.dedicated(r, cx.target.isa.reg(r).class, value_type(cx, r));
    let (size, align) = cx.hooks.slot_shape(f, tn);
    let obj = f.frame.push(FrameData { size, align, kind: FrameKind::Spill, offset: None });
    for region in regions {
        let op = cx.hooks.store_slot(f, tn, obj, 0);
        f.ops[op].flags -= OpFlags::SPILL;
        f.ops[op].flags |= OpFlags::SAVE | OpFlags::FRAME_SETUP;
        f.prepend(region.save, op);
        for b in restore_blocks(f, cx, &region.restores, new) {
            let op = cx.hooks.load_slot(f, tn, obj, 0);
            f.ops[op].flags -= OpFlags::RELOAD;
            f.ops[op].flags |= OpFlags::RESTORE | OpFlags::FRAME_DESTROY;
            f.insert_at_end(cx.target.isa, b, op);
        }
    }
}

/// Where the frame would be set up if no callee-saved register were used but where it stands anyway.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// How often the set-up is executed.
    pub freq: f32,
    /// Blocks in which the frame exists.
    pub region: FixedBitSet,
}

/// Before allocation: where shrink-wrapping would put the frame, as long as nothing outside its region is given a
/// callee-saved register or memory. `None`: at the entry whatever the allocator does, or nowhere.
pub fn outlook(f: &Func, cx: &PassCx<'_>) -> Option<Outlook> {
    let (save, _) = shrunk(f, cx, &[])?;
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let inside = |&&b: &&Bb| cfg.reachable(b) && dom.dominates(&cfg, save, b);
    Some(Outlook { freq: f.bbs[save].freq, region: f.layout.iter().filter(inside).map(|b| b.index()).collect() })
}

/// A save or a restore that will be placed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// The register.
    pub reg: PReg,
    /// It is saved; else restored.
    pub saves: bool,
    /// At this block's start if it is saved, at its end if it is restored.
    pub at: Bb,
    /// Not in the block, but on the edge to this successor.
    pub edge: Option<usize>,
    /// How often it is executed.
    pub freq: f32,
}

/// Saves and restores of an allocated function as [`plan`] will place them, if there is fuel.
pub fn marks(f: &Func, cx: &PassCx<'_>) -> Vec<Mark> {
    let p = places(f, cx);
    let mut list = Vec::new();
    let mut add = |reg: PReg, save: Bb, (blocks, edges): &Restores| {
        let block = |at: Bb, saves| Mark { reg, saves, at, edge: None, freq: f.bbs[at].freq };
        list.push(block(save, true));
        list.extend(blocks.iter().map(|&b| block(b, false)));
        let on_edge = |&(at, n): &(Bb, usize)| Mark { edge: Some(n), freq: edge_freq(f, at, n), ..block(at, false) };
        list.extend(edges.iter().map(on_edge));
    };
    if let Some(frame) = p.frame {
        p.regs.iter().for_each(|&r| add(r, frame, &p.restores));
    }
    p.apart.iter().for_each(|(r, regions)| regions.iter().for_each(|x| add(*r, x.save, &x.restores)));
    list
}

/// What saves and restores of an allocated function will cost.
pub fn price(f: &Func, cx: &PassCx<'_>) -> [Cost; 2] {
    let list = marks(f, cx);
    [true, false].map(|saves| {
        let mut cost = Cost::default();
        list.iter().filter(|m| m.saves == saves).for_each(|m| cost.add(m.freq));
        cost
    })
}

/// The place of the frame other than the entry, if policy and function allow one and it pays.
fn shrunk(f: &Func, cx: &PassCx<'_>, regs: &[PReg]) -> Option<(Bb, Restores)> {
    let saved = regs.iter().fold(RegSet::EMPTY, |s, &r| s | cx.target.isa.reg(r).units);
    if may_shrink(f, cx) { shrink(f, cx, saved) } else { None }
}

/// The policy by name.
fn policy<'a>(cx: &'a PassCx<'_>) -> &'a str {
    cx.policy("saves", if cx.options.opt_level >= 2 { "each" } else { "entry" })
}

/// May the frame stand elsewhere than at the entry?
fn may_shrink(f: &Func, cx: &PassCx<'_>) -> bool {
    // A far frame needs a scratch register for its set-up, which is free at the entry only.
    let bytes: u64 = f.frame.values().map(|d| d.size + 16).sum::<u64>() + cx.options.stress_frame_pad;
    let plain = bytes < 1024 && f.frame_info.realign == 0;
    let moves = !(f.frame_info.dynamic || f.frame_info.returns_twice || f.frame_info.keep_fp);
    policy(cx) != "entry" && plain && moves && !f.bbs.values().any(|b| b.unwind.is_some())
}

/// Blocks that leave the function.
fn leaving<'f>(f: &'f Func, cx: &'f PassCx<'_>) -> impl Iterator<Item = Bb> + 'f {
    f.layout.iter().copied().filter(|&b| leaves(f, cx, b))
}

/// How often each restore is executed.
fn frequencies(f: &Func, (blocks, edges): &Restores) -> Vec<f32> {
    blocks.iter().map(|&b| f.bbs[b].freq).chain(edges.iter().map(|&(b, n)| edge_freq(f, b, n))).collect()
}

fn edge_freq(f: &Func, b: Bb, n: usize) -> f32 {
    f.bbs[b].freq * f.bbs[b].succs[n].prob
}

/// The least that a saved register can cost, known before allocation: for bounds.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// By block: executed saves and restores of a register that is used there.
    pub at: SecondaryMap<Bb, f64>,
    /// The same on an edge, by source and number of the successor.
    pub on: SecondaryMap<Bb, Vec<f64>>,
    /// Registers that are saved whatever the allocator does, and what one of them costs.
    pub forced: Vec<PReg>,
    /// What each of those costs at least.
    pub base: f64,
}

/// Finds what saving a register costs at least: what the cheapest save block that dominates the block of its use costs. If
/// registers are saved with the frame only, that block dominates what needs the frame already, too.
pub fn floor(f: &Func, cx: &PassCx<'_>) -> Floor {
    let mut floor = Floor::default();
    let Some(entry) = f.entry() else { return floor };
    let regs = registers(f, cx);
    let at_entry = f64::from(f.bbs[entry].freq) + leaving(f, cx).map(|b| f64::from(f.bbs[b].freq)).sum::<f64>();
    f.layout.iter().for_each(|&b| {
        floor.at[b] = at_entry;
        floor.on[b] = vec![at_entry; f.bbs[b].succs.len()];
    });
    (floor.forced, floor.base) = (regs, at_entry);
    if !may_shrink(f, cx) {
        return floor;
    }
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let loops = Loops::compute(&cfg, &dom);
    let needed = f.layout.iter().copied().filter(|&b| cfg.reachable(b) && stays_needy(f, cx, b));
    let common = needed.reduce(|a, b| dom.common(&cfg, a, b).unwrap_or(entry));
    // By block: the cheapest of those that dominate it, dominators first.
    let mut least: SecondaryMap<Bb, f64> = SecondaryMap::with_default(at_entry);
    for b in dom.preorder(&cfg) {
        let above = dom.idom(&cfg, b).map_or(at_entry, |d| least[d]);
        let pays = |b: &Bb| loops.depth(&cfg, *b) == 0 && f.bbs[*b].freq < f.bbs[entry].freq * RARER;
        let here = Some(b).filter(|&b| b != entry).filter(pays);
        let here = here
            .and_then(|b| restores(f, cx, &cfg, &dom, b, RegSet::EMPTY))
            .map(|r| f64::from(f.bbs[b].freq) + frequencies(f, &r).into_iter().map(f64::from).sum::<f64>());
        least[b] = here.map_or(above, |h| h.min(above));
    }
    // A register that is saved apart needs the frame, but not all that is saved with it.
    let apart = policy(cx) == "each";
    for &b in f.layout.iter().filter(|&&b| cfg.reachable(b)) {
        let with = common.filter(|_| !apart);
        let together = with.map_or(Some(b), |c| dom.common(&cfg, c, b)).unwrap_or(entry);
        floor.at[b] = least[together];
    }
    floor.base = common.map_or(0.0, |c| least[c]);
    for &b in &f.layout {
        for (n, s) in f.bbs[b].succs.iter().enumerate() {
            // What belongs to an edge may stand at either end.
            let at_ends = floor.at[b].min(floor.at[s.bb]);
            // Or in a new block, with the frame in it.
            let on_it = f64::from(f.bbs[b].freq * s.prob);
            let alone = if common.is_none() || apart { on_it } else { at_ends };
            floor.on[b][n] = at_ends.min(alone);
        }
    }
    floor
}

/// Does the block need the frame whatever the allocator does? What it may rebuild elsewhere, as the address of a local
/// variable, may go.
fn stays_needy(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    let returns = |op: Op| cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::RETURN);
    let rebuilt = |op: Op| f.results(op).iter().any(|&t| f.remat[t].expand() == Some(op));
    f.bb_ops(b).any(|op| !returns(op) && !rebuilt(op) && op_needs_frame(f, cx, op, RegSet::EMPTY))
}

/// How rare a block must be, against the entry, to be worth a frame of its own.
const RARER: f32 = 0.95;

/// Blocks and edges at which the frame is undone.
type Restores = (Vec<Bb>, Vec<(Bb, usize)>);

/// A save block other than the entry, with its restore blocks and edges, if these registers are saved.
fn shrink(f: &Func, cx: &PassCx<'_>, saved: RegSet) -> Option<(Bb, Restores)> {
    let entry = f.entry()?;
    let needs: FixedBitSet = f.layout.iter().filter(|&&b| needs_frame(f, cx, b, saved)).map(|b| b.index()).collect();
    if needs.contains(entry.index()) || needs.is_clear() {
        return None;
    }
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let loops = Loops::compute(&cfg, &dom);
    let mut save: Option<Bb> = None;
    for &b in cfg.rpo.iter().filter(|b| needs.contains(b.index())) {
        save = match save {
            None => Some(b),
            Some(s) => Some(dom.common(&cfg, s, b)?),
        };
    }
    let mut save = save?;
    loop {
        if save == entry || f.bbs[save].freq >= f.bbs[entry].freq * RARER {
            return None;
        }
        if loops.depth(&cfg, save) == 0
            && let Some(restores) = restores(f, cx, &cfg, &dom, save, saved)
        {
            return Some((save, restores));
        }
        save = dom.idom(&cfg, save)?;
    }
}

/// Where the frame is undone if it is set up in `save`; `None` if some place is impossible.
fn restores(f: &Func, cx: &PassCx<'_>, cfg: &Cfg, dom: &DomTree, save: Bb, saved: RegSet) -> Option<Restores> {
    let isa = cx.target.isa;
    let (mut blocks, mut edges) = (Vec::new(), Vec::new());
    for &b in &f.layout {
        if !cfg.reachable(b) || !dom.dominates(cfg, save, b) {
            continue;
        }
        if leaves(f, cx, b) {
            blocks.push(b);
            continue;
        }
        let succs = &f.bbs[b].succs;
        let outside = |n: &usize| !dom.dominates(cfg, save, succs[*n].bb);
        let out: Vec<usize> = (0..succs.len()).filter(outside).collect();
        let terminator = f.terminator(isa, b);
        if out.is_empty() {
            continue;
        }
        if out.len() == succs.len() && !terminator.is_some_and(|t| op_needs_frame(f, cx, t, saved)) {
            blocks.push(b);
            continue;
        }
        // Edges of an indirect jump stay whole, and so do two to one block.
        let indirect = terminator.is_some_and(|t| isa.inst(f.ops[t].opcode).is(InstFlags::INDIRECT));
        let twice = out.iter().any(|&n| succs.iter().filter(|s| s.bb == succs[n].bb).count() > 1);
        if indirect || twice {
            return None;
        }
        edges.extend(out.into_iter().map(|n| (b, n)));
    }
    Some((blocks, edges))
}

fn needs_frame(f: &Func, cx: &PassCx<'_>, b: Bb, saved: RegSet) -> bool {
    let returns = |op: Op| cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::RETURN);
    f.bb_ops(b).any(|op| !returns(op) && op_needs_frame(f, cx, op, saved))
}

/// Does the op touch the stack, call, or mention a saved register?
fn op_needs_frame(f: &Func, cx: &PassCx<'_>, op: Op, saved: RegSet) -> bool {
    let isa = cx.target.isa;
    let mentions = |t: crate::func::Tn| match f.tns[t] {
        TnData::Frame { .. } => true,
        TnData::Reg { dedicated: Some(r), .. } => {
            r == cx.target.abi.sp || r == cx.target.abi.fp && f.frame_info.has_fp || isa.reg(r).units.intersects(saved)
        }
        _ => false,
    };
    let tail = f.ops[op].flags.contains(OpFlags::TAIL);
    let calls = isa.inst(f.ops[op].opcode).is(InstFlags::CALL) && !tail;
    let opaque = !tail && f.extra(op).is_some_and(|e| e.asm.is_some() || e.clobbers.intersects(saved));
    calls || opaque || f.all(op).iter().any(|&t| mentions(t))
}

/// Callee-saved registers that need saving, in the order of the target's own list, then by number.
fn registers(f: &Func, cx: &PassCx<'_>) -> Vec<PReg> {
    let isa = cx.target.isa;
    let mut written = RegSet::EMPTY;
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        // Of a call it is what its convention does not hand back: where a function returns twice, the set is larger.
        written |= match isa.inst(f.ops[op].opcode).is(InstFlags::CALL) {
            true => f.extra(op).map_or(RegSet::EMPTY, |e| cx.target.callee_saved - cx.target.abi.saved_by(e.cc)),
            false => f.clobbers(op),
        };
        for r in f.results(op).iter().filter_map(|&t| f.preg(t)) {
            written |= isa.reg(r).units;
        }
    }
    let saved = written & cx.target.callee_saved;
    let mut regs = cx.hooks.forced_saves(f, cx, &f.frame_info);
    // Returns read the return address; allocators may use its register meanwhile.
    if let Some(ra) = cx.target.abi.ra
        && written.intersects(isa.reg(ra).units)
        && !regs.contains(&ra)
    {
        regs.push(ra);
    }
    let mut have = RegSet::EMPTY;
    regs.iter().for_each(|&r| have |= isa.reg(r).units);
    // A part of a register that is already there adds nothing.
    for &r in cx.target.saved_registers() {
        let units = isa.reg(r).units;
        if saved.intersects(units) && !have.contains(units) {
            have |= units;
            regs.push(r);
        }
    }
    regs
}

/// Does the block leave the function by a return or a tail call?
fn leaves(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    let leaving =
        |op: Op| cx.target.isa.inst(f.ops[op].opcode).is(InstFlags::RETURN) || f.ops[op].flags.contains(OpFlags::TAIL);
    f.last(b).is_some_and(leaving)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GPR, R, Setup, emit, op, set_succs};
    use whirl_lite::mtype::MType::I64;

    /// entry -> fast, slow; slow -> body; body -> body, join; fast -> join. `body` writes r4.
    fn diamond(s: &Setup, loops: bool) -> (Func, [Bb; 5]) {
        let mut f = s.func();
        let b = [f.add_bb(), f.add_bb(), f.add_bb(), f.add_bb(), f.add_bb()];
        let [entry, fast, slow, body, join] = b;
        let (x, y) = (f.dedicated(R[0], GPR, I64), f.dedicated(R[4], GPR, I64));
        let label = f.label(slow);
        emit(&mut f, entry, op::BEQ, &[], &[x, x, label]);
        emit(&mut f, body, op::MV, &[y], &[x]);
        if loops {
            let label = f.label(body);
            emit(&mut f, body, op::BEQ, &[], &[x, x, label]);
        }
        emit(&mut f, join, op::RET, &[], &[]);
        set_succs(&mut f, entry, &[fast, slow]);
        set_succs(&mut f, fast, &[join]);
        set_succs(&mut f, slow, &[body]);
        set_succs(&mut f, body, &[join, body][..if loops { 2 } else { 1 }]);
        f.rebuild_preds();
        f.allocated = true;
        for (i, freq) in [1.0, 0.9, 0.1, if loops { 0.2 } else { 0.1 }, 1.0].into_iter().enumerate() {
            f.bbs[b[i]].freq = freq;
        }
        (f, b)
    }

    fn shrinking() -> Setup {
        let mut s = Setup::default();
        s.options.opt_level = 2;
        s
    }

    #[test]
    fn the_frame_shrinks_to_the_slow_path() {
        let s = shrinking();
        let (mut f, [_, _, _, body, _]) = diamond(&s, false);
        let p = plan(&mut f, &s.cx());
        assert_eq!((p.regs, p.save, p.restore), (vec![R[4]], Some(body), vec![body]));
    }

    #[test]
    fn it_never_stands_in_a_loop() {
        // The save block is above the loop; the edge out of it is split for the restore.
        let s = shrinking();
        let (mut f, [_, _, slow, body, join]) = diamond(&s, true);
        let p = plan(&mut f, &s.cx());
        let new = f.bbs[body].succs[0].bb;
        assert_eq!((p.save, p.restore), (Some(slow), vec![new]));
        assert_eq!(f.bbs[new].succs[0].bb, join);
        assert!(f.layout.contains(&new));
    }

    /// Puts the address of a local variable into a TN, so that the block needs the frame.
    fn address_in(f: &mut Func, b: Bb, address: crate::func::Tn) -> Op {
        let data = FrameData { size: 8, align: 3, kind: FrameKind::Local, offset: None };
        let obj = f.frame.push(data);
        let offset = f.intern(TnData::Frame { obj, offset: 0, modifier: Default::default() });
        let sp = f.dedicated(crate::testing::SP, GPR, I64);
        let lea = f.make_op(op::LEA, &[address], &[sp, offset]);
        f.prepend(b, lea);
        lea
    }

    /// Names of the ops of a block with these flags.
    fn flagged(f: &Func, b: Bb, flags: OpFlags) -> Vec<&'static str> {
        let with = f.bb_ops(b).filter(|&o| f.ops[o].flags.contains(flags));
        with.map(|o| crate::testing::ISA.inst(f.ops[o].opcode).name).collect()
    }

    #[test]
    fn a_register_of_a_rare_path_is_saved_there() {
        // The frame stands at the entry; r4 is used in the loop alone.
        let s = shrinking();
        let (mut f, [entry, _, slow, body, join]) = diamond(&s, true);
        let r0 = f.dedicated(R[0], GPR, I64);
        address_in(&mut f, entry, r0);
        let [saves, restores] = price(&f, &s.cx());
        assert!(
            (saves.executed - 0.1).abs() < 1e-6 && (restores.executed - 0.1).abs() < 1e-6,
            "{saves:?} {restores:?}"
        );
        let p = plan(&mut f, &s.cx());
        assert_eq!((p.regs, p.save, p.restore), (vec![], Some(entry), vec![join]));
        let new = f.bbs[body].succs[0].bb;
        assert_eq!(flagged(&f, slow, OpFlags::SAVE), ["st"]);
        assert_eq!(flagged(&f, new, OpFlags::RESTORE), ["ld"]);
        let all = |flags| f.layout.iter().map(|&b| flagged(&f, b, flags).len()).sum::<usize>();
        assert_eq!((all(OpFlags::SAVE), all(OpFlags::RESTORE)), (1, 1));
        // With the frame if the policy says so.
        let mut s = shrinking();
        s.options.policies.insert("saves".into(), "shrink".into());
        let (mut f, _) = diamond(&s, true);
        address_in(&mut f, entry, r0);
        assert_eq!(plan(&mut f, &s.cx()).regs, [R[4]]);
    }

    #[test]
    fn two_rare_paths_save_for_themselves() {
        // entry -> a, mid; a -> mid; mid -> b, end; b -> end; a and b write r4.
        let s = shrinking();
        let mut f = s.func();
        let bbs = [f.add_bb(), f.add_bb(), f.add_bb(), f.add_bb(), f.add_bb()];
        let [entry, a, mid, b, end] = bbs;
        let (x, y) = (f.dedicated(R[0], GPR, I64), f.dedicated(R[4], GPR, I64));
        for (from, to) in [(entry, a), (mid, b)] {
            let label = f.label(to);
            emit(&mut f, from, op::BEQ, &[], &[x, x, label]);
            emit(&mut f, to, op::MV, &[y], &[x]);
        }
        emit(&mut f, end, op::RET, &[], &[]);
        address_in(&mut f, entry, x);
        for (from, to) in [(entry, &[mid, a][..]), (a, &[mid]), (mid, &[end, b]), (b, &[end])] {
            set_succs(&mut f, from, to);
        }
        f.rebuild_preds();
        f.allocated = true;
        for (bb, freq) in bbs.into_iter().zip([1.0, 0.1, 1.0, 0.2, 1.0]) {
            f.bbs[bb].freq = freq;
        }
        assert_eq!(plan(&mut f, &s.cx()).regs, []);
        for rare in [a, b] {
            assert_eq!((flagged(&f, rare, OpFlags::SAVE).len(), flagged(&f, rare, OpFlags::RESTORE).len()), (1, 1));
        }
        // What both put into it is read behind them: neither can save it for itself.
        let (mut f, [entry, fast, slow, _, join]) = diamond(&s, false);
        emit(&mut f, fast, op::MV, &[y], &[x]);
        let read = f.make_op(op::MV, &[x], &[y]);
        f.prepend(join, read);
        (f.bbs[fast].freq, f.bbs[slow].freq, f.bbs[join].freq) = (0.2, 0.2, 0.4);
        address_in(&mut f, entry, x);
        let regions = plan(&mut f, &s.cx());
        let saves = f.layout.iter().filter(|&&b| !flagged(&f, b, OpFlags::SAVE).is_empty()).count();
        assert_eq!((regions.regs, saves), (vec![R[4]], 0));
        // Paths that are not rare enough leave it with the frame.
        let (mut f, [entry, _, slow, body, _]) = diamond(&s, false);
        (f.bbs[slow].freq, f.bbs[body].freq) = (0.99, 0.99);
        address_in(&mut f, entry, x);
        assert_eq!(plan(&mut f, &s.cx()).regs, [R[4]]);
    }

    #[test]
    fn an_address_that_can_be_rebuilt_keeps_no_frame_at_the_entry() {
        let mut s = shrinking();
        s.options.policies.insert("saves".into(), "shrink".into());
        let (mut f, [entry, _, slow, body, _]) = diamond(&s, true);
        let address = f.new_reg(GPR, I64);
        let lea = address_in(&mut f, entry, address);
        let at_entry = floor(&f, &s.cx()).at[body];
        f.remat[address] = lea.into();
        let free = floor(&f, &s.cx());
        // A save in `slow`, and a restore where the loop is left.
        assert!((free.at[body] - 0.2).abs() < 1e-6 && (free.at[slow] - 0.2).abs() < 1e-6, "{free:?}");
        assert_eq!((at_entry, free.at[entry], free.base), (2.0, 2.0, 0.0));
        // A register saved apart does not care where the frame stands.
        s.options.policies.insert("saves".into(), "each".into());
        f.remat[address] = None.into();
        assert!((floor(&f, &s.cx()).at[body] - 0.2).abs() < 1e-6);
        // A store for the edge from the entry may stand at the start of `slow`.
        assert!((free.on[entry][1] - 0.2).abs() < 1e-6, "{free:?}");
    }

    #[test]
    fn by_policy_it_stands_at_the_entry() {
        let mut s = shrinking();
        s.options.policies.insert("saves".into(), "entry".into());
        let (mut f, [entry, .., join]) = diamond(&s, false);
        let p = plan(&mut f, &s.cx());
        assert_eq!((p.save, p.restore), (Some(entry), vec![join]));
    }
}
