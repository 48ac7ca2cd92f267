//! Moves ops down to the only path that needs them.
//!
//! A block computes what one of its successors reads and the others do not: the op moves to the start of that successor, so that
//! it is executed no more often, and mostly less often, than before. Where the successor has other predecessors too, the edge is
//! split if it is in a loop and rarely taken. Known as partially dead code elimination (Knoop, Rüthing and Steffen, PLDI 1994),
//! here for one branch at a time; as ops move on from block to block it reaches further.
//!
//! Ops that read or write memory, or state that is live, stay, and so does an op that would keep more registers alive over the edge
//! than it frees. Blocks are visited in layout order, each backward, so that what feeds an op follows it.

use cgir::analysis::liveness::Liveness;
use cgir::analysis::reglive::{self, RegLiveness};
use cgir::analysis::walk::RegWalk;
use cgir::func::{Bb, Func, Op, OpFlags, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use targ_info::{InstFlags, RegSet};

/// How many ops of a block are looked at, from its end.
const REACH: usize = 64;
/// An edge is split if it is taken in at most this share.
const RARELY: f32 = 0.3;
/// No edge is split for the results of a class with at most so many registers: what the op reads has to outlive the result, which a
/// loop that has no register to spare would rather keep.
const FEW: usize = 7;
/// An edge is split only in blocks that are executed so often.
const OFTEN: f32 = 3.0;

/// Moves the ops of a function.
pub fn run(f: &mut Func, cx: &PassCx<'_>) {
    f.rebuild_preds();
    let mut s = Sinker {
        cx,
        live: Liveness::compute(f),
        state: RegLiveness::compute(f, cx.target.isa, cx.target.callee_saved),
        leads: SecondaryMap::new(),
        wanted: SecondaryMap::new(),
        moved: 0,
    };
    let mut i = 0;
    while let Some(&b) = f.layout.get(i) {
        i += 1;
        if f.bbs[b].succs.len() > 1 && f.bbs[b].unwind.is_none() {
            s.block(f, b);
        }
    }
    cx.counters.add("sched.sunk", s.moved);
}

struct Sinker<'a> {
    cx: &'a PassCx<'a>,
    live: Liveness,
    state: RegLiveness,
    /// Of a block that was put on an edge: where that leads.
    leads: SecondaryMap<Bb, PackedOption<Bb>>,
    /// What ops that were moved to a block read: it is live there, too.
    wanted: SecondaryMap<Bb, SmallVec<[Tn; 4]>>,
    moved: u64,
}

/// What the ops below the present one, in its block, do to registers.
#[derive(Default)]
struct Below {
    reads: Vec<Tn>,
    writes: Vec<Tn>,
    states: RegSet,
}

impl Sinker<'_> {
    fn block(&mut self, f: &mut Func, b: Bb) {
        let isa = self.cx.target.isa;
        let mut below = Below::default();
        let mut walk = RegWalk::start(&self.state, b);
        let mut at = f.last(b);
        for _ in 0..REACH {
            let Some(o) = at else { return };
            at = f.prev(o);
            let to = if self.may_move(f, o, &below, walk.live) { self.target(f, b, o) } else { None };
            if let Some(n) = to
                && let Some(to) = self.place(f, b, n, o)
            {
                f.remove(o);
                f.prepend(to, o);
                let operands: SmallVec<[Tn; 4]> = f.operands(o).iter().copied().filter(|&t| f.is_virtual(t)).collect();
                self.wanted[to].extend(operands);
                self.moved += 1;
                continue;
            }
            walk.step(f, isa, o);
            below.reads.extend(f.operands(o).iter().filter(|&&t| f.is_virtual(t)));
            below.writes.extend(f.results(o).iter().filter(|&&t| f.is_virtual(t)));
            below.states |= reglive::writes(f, isa, o) | f.clobbers(o);
        }
    }

    /// Does the op only compute registers, from what is the same at the block's end, and is its result not read before that?
    fn may_move(&self, f: &Func, o: Op, below: &Below, live: RegSet) -> bool {
        let isa = self.cx.target.isa;
        let row = isa.inst(f.ops[o].opcode);
        if row.flags.intersects(InstFlags::ACTS | InstFlags::LOAD)
            || f.extra(o).is_some()
            || f.ops[o].flags.intersects(OpFlags::VOLATILE)
        {
            return false;
        }
        let own = f.results(o);
        let virtuals = || own.iter().copied().filter(|&t| f.is_virtual(t));
        // A constant is made again wherever an allocator wants it.
        if virtuals().next().is_none() || f.operands(o).iter().all(|&t| f.class(t).is_none()) {
            return false;
        }
        let unread = virtuals().all(|t| !below.reads.contains(&t) && !below.writes.contains(&t));
        let reads = reglive::reads(f, isa, o);
        let same = f.operands(o).iter().all(|t| !f.is_virtual(*t) || !below.writes.contains(t));
        let fixed = (0..f.all(o).len())
            .any(|i| matches!(f.constraint(isa, o, i), cgir::func::Constraint::Fixed(_)) && f.is_virtual(f.all(o)[i]));
        let writes = reglive::writes(f, isa, o);
        let state = (writes - self.cx.target.reserved).intersects(live) || writes.intersects(self.cx.target.reserved);
        let kept = reads - self.cx.target.reserved;
        unread && same && !fixed && !state && kept.is_empty() && !reads.intersects(below.states)
    }

    /// The number of the only successor that reads what the op computes.
    fn target(&self, f: &Func, b: Bb, o: Op) -> Option<usize> {
        let wants = |to: Bb, t: Tn| self.live.live_in(self.known(to)).contains(t) || self.wanted[to].contains(&t);
        let results = || f.results(o).iter().copied().filter(|&t| f.is_virtual(t));
        let reads = |s: &cgir::func::Succ| results().any(|t| wants(s.bb, t));
        let succs = &f.bbs[b].succs;
        let n = succs.iter().position(reads)?;
        let alone = succs.iter().enumerate().all(|(k, s)| k == n || s.bb != succs[n].bb && !reads(s));
        let out = |t: Tn| succs.iter().any(|s| wants(s.bb, t));
        let more = f.operands(o).iter().filter(|&&t| f.is_virtual(t) && !out(t)).count();
        (alone && more <= results().count()).then_some(n)
    }

    /// The block to move the op to: the successor, or a new one on the edge.
    fn place(&mut self, f: &mut Func, b: Bb, n: usize, o: Op) -> Option<Bb> {
        let isa = self.cx.target.isa;
        let s = f.bbs[b].succs[n];
        if self.state.live_in(self.known(s.bb)).intersects(reglive::writes(f, isa, o)) {
            return None;
        }
        let own = f.bbs[s.bb].preds.len() == 1 && !f.bbs[s.bb].address_taken && f.entry() != Some(s.bb);
        if own {
            return self.cx.fuel.take().then_some(s.bb);
        }
        if s.prob > RARELY || f.bbs[b].freq < OFTEN || self.few(f, o) || !self.cx.fuel.take() {
            return None;
        }
        let new = f.split_edge(isa, b, n)?;
        let at = f.layout.iter().position(|&x| x == s.bb).unwrap_or(f.layout.len());
        f.layout.insert(at, new);
        self.leads[new] = s.bb.into();
        Some(new)
    }

    /// Does the op make a value of a class with few registers?
    fn few(&self, f: &Func, o: Op) -> bool {
        let (isa, reserved) = (self.cx.target.isa, self.cx.target.reserved);
        let virtuals = f.results(o).iter().filter(|&&t| f.is_virtual(t));
        virtuals.filter_map(|&t| f.class(t)).any(|c| {
            let members = isa.class(c).members.iter();
            members.filter(|&&r| !isa.reg(r).units.intersects(reserved)).take(FEW + 1).count() <= FEW
        })
    }

    /// The block whose liveness was found: a new block's is that of the one it leads to.
    fn known(&self, b: Bb) -> Bb {
        self.leads[b].expand().unwrap_or(b)
    }
}
