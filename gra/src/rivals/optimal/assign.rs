//! Registers for what a solution keeps in them, whatever copies that takes.
//!
//! The program counts registers; that they suffice at each op is all that it says. Here each block is walked forward, the most
//! executed first, and before each op all values are assigned registers anew, at the least cost ([`matching`](super::matching)): a
//! value that stays where it is costs nothing, one that moves costs a copy, and one that stays where it cannot stay for
//! long (a clobber, a fixed operand) costs the copy to come. So no value is ever left without a register, but where classes
//! are narrower than what was counted. Where blocks differ, edges have copies.
//!
//! What colouring would have given each value (the *guide*) breaks ties, so that most values have one register all along.

use super::super::Problem;
use super::super::chordal::spill::Resident;
use super::super::intervals::{How, NONE, Nature, Ref, Segs};
use super::super::pieces::push_seg;
use super::super::points::{Pos, Seg, covers};
use super::files::File;
use super::matching::{NEVER, assign};
use cgir::analysis::Cfg;
use cgir::func::{Bb, Op, Tn};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use targ_info::{InstFlags, PReg, RegSet, Unit};

/// Where values are in which register.
#[derive(Default)]
pub(super) struct Assigned {
    /// By TN: segments, with registers, in no order.
    pub mains: FxHashMap<Tn, Vec<(Seg, PReg)>>,
    /// By reference with a place of its own: its register.
    pub tiny: FxHashMap<u32, PReg>,
}

/// What a solution says of a file.
pub(super) struct Plan<'w> {
    pub file: &'w File,
    /// Where TNs are in registers.
    pub resident: &'w Resident,
    /// By block: units that may not be used there, since they are not saved.
    pub unsaved: &'w SecondaryMap<Bb, RegSet>,
    /// What colouring gave them.
    pub guide: &'w FxHashMap<Tn, Vec<(Seg, PReg)>>,
}

/// Assigns the registers of a file; none if that fails, or if its registers are no cells.
pub(super) fn file(p: &Problem<'_>, cfg: &Cfg, plan: &Plan<'_>, out: &mut Assigned) -> Option<()> {
    let columns = plan.file.groups()?;
    let mine = |t: &&Tn| plan.file.bank(p.bank_of[**t].number()).is_some();
    let tns: Vec<Tn> = p.tns.iter().filter(mine).copied().collect();
    let units = plan.file.units();
    let rigid = tns.iter().any(|&t| matches!(p.nature[t], Nature::Rigid | Nature::Pinned(_)));
    let taken = |u: Unit| p.fixed[u.0 as usize].iter().any(|x| !p.f.is_virtual(x.tn));
    if rigid || units.iter().any(taken) {
        return None;
    }
    let mut w = Walk {
        p,
        plan,
        columns,
        here: Vec::new(),
        ahead: SecondaryMap::new(),
        entries: SecondaryMap::new(),
        exits: SecondaryMap::new(),
        tns,
        b: p.f.entry()?,
        out,
    };
    w.look_ahead(cfg);
    let mut order: Vec<(usize, Bb)> = cfg.rpo.iter().copied().enumerate().collect();
    order.sort_by(|x, y| p.f.bbs[y.1].freq.total_cmp(&p.f.bbs[x.1].freq).then(x.0.cmp(&y.0)));
    for (_, b) in order {
        w.block(b)?;
    }
    Some(())
}

/// Units that a value cannot stay in, and what it costs to leave them.
type Ahead = Vec<(RegSet, f32)>;

struct Walk<'w, 'a> {
    p: &'w Problem<'a>,
    plan: &'w Plan<'w>,
    columns: usize,
    /// Values that arrive at the gap at hand: in which register, since when if they live there.
    here: Vec<(Tn, PReg, Option<Pos>)>,
    /// By block: what is ahead of values that are live in.
    ahead: SecondaryMap<Bb, FxHashMap<Tn, Ahead>>,
    /// Registers at block starts and ends, of blocks that were walked.
    entries: SecondaryMap<Bb, Option<FxHashMap<Tn, PReg>>>,
    exits: SecondaryMap<Bb, Option<FxHashMap<Tn, PReg>>>,
    tns: Vec<Tn>,
    b: Bb,
    out: &'w mut Assigned,
}

/// Who wants a register at an op.
#[derive(Clone, Debug)]
struct Node {
    tn: Tn,
    /// References that name it; none of a value that only lives there.
    refs: Vec<u32>,
    /// Its TN lives there.
    main: bool,
    /// Bank by number.
    bank: usize,
    /// Needs it when results are written.
    written: bool,
    /// Units that it cannot have.
    lost: RegSet,
    /// A register that saves a copy.
    wish: Option<PReg>,
}

/// What an op does to registers.
struct Effects {
    read: Vec<(Tn, RegSet)>,
    written: RegSet,
    clobbers: RegSet,
    early: RegSet,
}

impl Effects {
    /// Fixed registers that others than a TN are read in.
    fn read_by_others(&self, t: Tn) -> RegSet {
        let mine = self.read.iter().filter(|x| x.0 == t).fold(RegSet::EMPTY, |s, x| s | x.1);
        self.read.iter().filter(|x| x.0 != t).fold(RegSet::EMPTY, |s, x| s | x.1)
            | if self.read.iter().filter(|x| x.0 == t).count() > 1 { mine } else { RegSet::EMPTY }
    }
    /// Units that nothing can stay in over the op, but where one TN may be read.
    fn lost(&self, t: Tn) -> RegSet {
        self.clobbers | self.written | self.early | self.read_by_others(t)
    }
}

impl Walk<'_, '_> {
    fn refs(&self, op: Op) -> Vec<(u32, Ref)> {
        let start = self.p.f.opnds_start(op);
        let ids = (start..start + self.p.f.all(op).len()).map(|e| self.p.ref_of[e]).filter(|&id| id != NONE);
        ids.map(|id| (id, self.p.refs[id as usize])).collect()
    }

    fn mine(&self, t: Tn) -> bool {
        self.plan.file.bank(self.p.bank_of[t].number()).is_some()
    }

    fn inside(&self, t: Tn, at: Pos) -> bool {
        covers(&self.plan.resident[t], at)
    }

    fn effects(&self, op: Op, refs: &[(u32, Ref)]) -> Effects {
        let (f, isa) = (self.p.f, self.p.cx.target.isa);
        let mut e = Effects { read: Vec::new(), written: RegSet::EMPTY, clobbers: RegSet::EMPTY, early: RegSet::EMPTY };
        if let Some(x) = f.extra(op) {
            e.clobbers = if x.returns_twice { (0..isa.units).map(Unit).collect() } else { x.clobbers };
            e.early = if x.asm.is_some() { x.clobbers } else { RegSet::EMPTY };
        }
        for (_, r) in refs {
            let How::Fixed(reg) = r.how else { continue };
            let units = isa.reg(reg).units;
            if !r.def {
                e.read.push((r.tn, units));
            } else {
                e.written |= units;
                if f.is_early(isa, op, r.entry as usize - f.opnds_start(op)) {
                    e.early |= units;
                }
            }
        }
        e
    }

    /// For each block, what values that are live in meet before they end; twice, for loops.
    fn look_ahead(&mut self, cfg: &Cfg) {
        for _ in 0..2 {
            for &b in cfg.rpo.iter().rev() {
                let end = self.ahead_at_end(b);
                self.ahead[b] = self.ahead_of_ops(b, end, &mut |_, _| {});
            }
        }
    }

    fn ahead_at_end(&self, b: Bb) -> FxHashMap<Tn, Ahead> {
        let mut end: FxHashMap<Tn, Ahead> = FxHashMap::default();
        let last = self.p.points.end(b);
        for s in &self.p.f.bbs[b].succs {
            let start = self.p.points.start(s.bb);
            for (&t, list) in &self.ahead[s.bb] {
                if self.inside(t, last) && self.inside(t, start) && self.p.live.live_in(s.bb).contains(t) {
                    let mine = end.entry(t).or_default();
                    list.iter().for_each(|&(units, freq)| add_ahead(mine, units, freq));
                }
            }
        }
        end
    }

    /// Walks back over a block with what is ahead; `each` sees it before each op.
    fn ahead_of_ops(
        &self,
        b: Bb,
        mut now: FxHashMap<Tn, Ahead>,
        each: &mut dyn FnMut(Op, &FxHashMap<Tn, Ahead>),
    ) -> FxHashMap<Tn, Ahead> {
        let p = self.p;
        let freq = p.f.bbs[b].freq;
        for op in p.f.bb_ops(b).rev() {
            let effects = self.effects(op, &self.refs(op));
            let late = p.points.late(op);
            now.retain(|&t, _| self.inside(t, late));
            for &t in &self.tns {
                let lost = effects.lost(t) & self.plan.file.units();
                if !lost.is_empty() && self.inside(t, late) && self.inside(t, p.points.early(op)) {
                    add_ahead(now.entry(t).or_default(), lost, freq);
                }
            }
            each(op, &now);
        }
        let unsaved = self.plan.unsaved[b];
        for &t in &self.tns {
            if !unsaved.is_empty() && self.inside(t, p.points.start(b)) {
                add_ahead(now.entry(t).or_default(), unsaved, freq);
            }
        }
        now
    }

    fn block(&mut self, b: Bb) -> Option<()> {
        let p = self.p;
        self.b = b;
        let end = self.ahead_at_end(b);
        let mut ahead: Vec<FxHashMap<Tn, Ahead>> = vec![end.clone()];
        self.ahead_of_ops(b, end, &mut |_, now| ahead.push(now.clone()));
        self.enter(b)?;
        let mut now = ahead.pop().unwrap_or_default();
        for op in p.f.bb_ops(b) {
            let next = ahead.pop().unwrap_or_default();
            self.op(op, &now, &next)?;
            now = next;
        }
        self.leave(b)
    }

    /// The registers at a block's start: those at the end of most executed predecessors.
    fn enter(&mut self, b: Bb) -> Option<()> {
        let p = self.p;
        let start = p.points.start(b);
        let nodes: Vec<Node> = self.live_at(start);
        let mut votes: Vec<(Tn, PReg, f32)> = Vec::new();
        for &q in &p.f.bbs[b].preds {
            let Some(exits) = &self.exits[q] else { continue };
            let prob: f32 = p.f.bbs[q].succs.iter().filter(|s| s.bb == b).map(|s| s.prob).sum();
            votes.extend(exits.iter().map(|(&t, &r)| (t, r, prob * p.f.bbs[q].freq)));
        }
        let ahead = std::mem::take(&mut self.ahead[b]);
        let cost = |n: &Node, reg: PReg| {
            let others = votes.iter().filter(|v| v.0 == n.tn && v.1 != reg).map(|v| f64::from(v.2)).sum::<f64>();
            others + self.future(n.tn, reg, start, ahead.get(&n.tn))
        };
        let regs = self.choose(&nodes, &cost, RegSet::EMPTY)?;
        self.here = nodes.iter().zip(&regs).map(|(n, &r)| (n.tn, r, Some(start))).collect();
        self.ahead[b] = ahead;
        self.entries[b] = Some(self.here.iter().map(|x| (x.0, x.1)).collect());
        Some(())
    }

    /// Nodes of what lives in registers at a point.
    fn live_at(&self, at: Pos) -> Vec<Node> {
        let lost = self.plan.unsaved[self.b];
        let live = self.tns.iter().copied().filter(|&t| self.inside(t, at));
        live.map(|tn| self.main(tn, true, lost)).collect()
    }

    fn main(&self, tn: Tn, written: bool, lost: RegSet) -> Node {
        let bank = self.p.bank_of[tn].number();
        Node { tn, refs: Vec::new(), main: true, bank, written, lost, wish: None }
    }

    /// What it costs later if a value is in a register now.
    fn future(&self, t: Tn, reg: PReg, at: Pos, ahead: Option<&Ahead>) -> f64 {
        let p = self.p;
        let units = p.cx.target.isa.reg(reg).units;
        let meets =
            |list: &Ahead| list.iter().filter(|a| a.0.intersects(units)).map(|a| f64::from(a.1)).fold(0.0, f64::max);
        let freq = f64::from(p.f.bbs[self.b].freq);
        let mut cost = ahead.map_or(0.0, meets) * 0.9;
        for s in &p.f.bbs[self.b].succs {
            let entry = self.entries[s.bb].as_ref().and_then(|e| e.get(&t));
            if entry.is_some_and(|&r| r != reg) && p.live.live_out(self.b).contains(t) {
                cost += freq * f64::from(s.prob) * 0.5;
            }
        }
        let guide = self.plan.guide.get(&t).and_then(|l| l.iter().find(|x| x.0.contains(at)));
        if guide.is_some_and(|g| g.1 != reg) {
            cost += freq * 0.2;
        }
        let saved = units.intersects(self.plan.file.saved);
        cost + if saved { freq * 0.01 } else { 0.0 }
    }

    /// Registers for nodes that are there at once.
    fn choose(&self, nodes: &[Node], cost: &dyn Fn(&Node, PReg) -> f64, taken: RegSet) -> Option<Vec<PReg>> {
        let mut table = Vec::with_capacity(nodes.len());
        let mut names = Vec::with_capacity(nodes.len());
        for n in nodes {
            let mut row = vec![NEVER; self.columns];
            let mut regs = vec![None; self.columns];
            for (k, &(reg, units)) in self.p.banks[n.bank].regs.iter().enumerate() {
                let Some(cell) = self.plan.file.cell(units) else { continue };
                if regs[cell].is_none() && !units.intersects(n.lost | taken) {
                    // Among equals the first.
                    row[cell] = cost(n, reg) + k as f64 * 1e-9;
                    regs[cell] = Some(reg);
                }
            }
            table.push(row);
            names.push(regs);
        }
        let columns = assign(&table, self.columns)?;
        columns.into_iter().zip(&names).map(|(c, regs)| regs[c]).collect()
    }

    /// Assigns registers at an op; `ahead` is what values meet from there on, `next` what they meet after it.
    fn op(&mut self, op: Op, ahead: &FxHashMap<Tn, Ahead>, next: &FxHashMap<Tn, Ahead>) -> Option<()> {
        let p = self.p;
        let points = &p.points;
        let (early, late, def) = (points.early(op), points.late(op), points.def(op));
        let refs = self.refs(op);
        let e = self.effects(op, &refs);
        let (mut reading, mut writing) = self.nodes(op, &refs, &e);
        let freq = f64::from(p.f.bbs[self.b].freq);
        let here = std::mem::take(&mut self.here);
        let mut there = Vec::new();
        for n in &mut reading {
            n.wish = here.iter().find(|x| x.0 == n.tn).map(|x| x.1);
        }
        let price = |n: &Node, reg: PReg, at: Pos, ahead: &FxHashMap<Tn, Ahead>| {
            let copy = if n.wish.is_some_and(|r| r != reg) { freq } else { 0.0 };
            copy + if n.main { self.future(n.tn, reg, at, ahead.get(&n.tn)) } else { 0.0 }
        };
        let regs = self.choose(&reading, &|n, reg| price(n, reg, early, ahead), RegSet::EMPTY)?;
        let held = reading.iter().zip(&regs).filter(|x| x.0.written);
        let busy = held.fold(RegSet::EMPTY, |s, x| s | self.group(*x.1));
        let operand = copied_from(p, op);
        let source = operand.and_then(|t| reading.iter().zip(&regs).find(|x| x.0.main && x.0.tn == t).map(|x| *x.1));
        writing.iter_mut().for_each(|n| n.wish = source);
        let results = self.choose(&writing, &|n, reg| price(n, reg, def, next), busy)?;

        // What has moved, or is not there any more, was where it was up to the gap.
        let stays = |t: Tn, reg: PReg| reading.iter().zip(&regs).any(|(n, &r)| n.main && n.tn == t && r == reg);
        for &(t, reg, since) in here.iter().filter(|x| !stays(x.0, x.1)) {
            self.lived(t, since, early, reg);
        }
        for (n, &reg) in reading.iter().zip(&regs).filter(|x| x.0.main) {
            let since = here.iter().find(|x| x.0 == n.tn && x.1 == reg).and_then(|x| x.2).unwrap_or(early);
            if self.inside(n.tn, late) {
                there.push((n.tn, reg, Some(since)));
            } else {
                self.lived(n.tn, Some(since), late, reg);
            }
        }
        for (n, &reg) in writing.iter().zip(&results).filter(|x| x.0.main) {
            there.push((n.tn, reg, Some(def)));
        }
        for (n, &reg) in reading.iter().zip(&regs).chain(writing.iter().zip(&results)) {
            n.refs.iter().for_each(|&id| {
                self.out.tiny.insert(id, reg);
            });
        }
        // Isolated results live from the next gap on.
        for (id, r) in refs.iter().filter(|(_, r)| r.def && r.isolated() && self.mine(r.tn)) {
            let place = if let How::Fixed(reg) = r.how { Some(reg) } else { self.out.tiny.get(id).copied() };
            if let Some(reg) = place.filter(|_| self.inside(r.tn, points.after(op))) {
                there.push((r.tn, reg, None));
            }
        }
        self.here = there;
        Some(())
    }

    fn group(&self, reg: PReg) -> RegSet {
        self.plan.file.whole(self.p.cx.target.isa.reg(reg).units)
    }

    /// A value was in a register since some point; what never lived there has none.
    fn lived(&mut self, t: Tn, since: Option<Pos>, to: Pos, reg: PReg) {
        if let Some(from) = since.filter(|&s| s < to) {
            self.out.mains.entry(t).or_default().push((Seg { from, to }, reg));
        }
    }

    /// Who wants registers while an op reads, and who when it writes.
    fn nodes(&self, op: Op, refs: &[(u32, Ref)], e: &Effects) -> (Vec<Node>, Vec<Node>) {
        let p = self.p;
        let (f, isa) = (p.f, p.cx.target.isa);
        let (early, late) = (p.points.early(op), p.points.late(op));
        let unsaved = self.plan.unsaved[self.b];
        let results = |t: Tn| refs.iter().any(|(_, r)| r.def && r.tn == t && r.how == How::Plain);
        let mut reading = Vec::new();
        for &t in self.tns.iter().filter(|&&t| self.inside(t, early)) {
            let stays = self.inside(t, late);
            let new = results(t) && stays && !refs.iter().any(|(_, r)| !r.def && r.tn == t);
            let lost = if stays { e.lost(t) } else { e.early | e.read_by_others(t) };
            let lost = if new { e.early | e.written | e.read_by_others(t) } else { lost };
            reading.push(self.main(t, stays, lost | unsaved));
        }
        let mut writing = Vec::new();
        let is_early = |r: &Ref| r.def && f.is_early(isa, op, r.entry as usize - f.opnds_start(op));
        // A register that an early result overwrites holds the operand tied to it, but serves no other one.
        let overwritten = |n: &Node| refs.iter().any(|(id, r)| is_early(r) && n.refs.contains(id));
        let goes = |r: &Ref| r.def && p.remat(r.tn) == Some(op) && !self.inside(r.tn, r.pos);
        for (id, r) in refs.iter().filter(|(_, r)| self.mine(r.tn) && !goes(r)) {
            let read = e.read_by_others(r.tn);
            let tiny = |bank: usize, written, lost| Node {
                tn: r.tn,
                refs: vec![*id],
                main: false,
                bank,
                written,
                lost: lost | unsaved | e.early,
                wish: None,
            };
            match r.how {
                How::Fixed(_) => {}
                How::Plain if self.inside(r.tn, r.pos) => {
                    if r.def && !is_early(r) {
                        writing.push(self.main(r.tn, true, e.written | e.early | unsaved));
                    }
                }
                How::Plain | How::Narrow(_) => {
                    let bank = if let How::Narrow(b) = r.how { b.number() } else { p.bank_of[r.tn].number() };
                    let lost = if r.def { e.written } else { read };
                    let fewer = |n: &Node| p.banks[bank].regs.len() <= p.banks[n.bank].regs.len();
                    let same = |n: &&mut Node| !r.def && n.tn == r.tn && fewer(n) && (n.main || n.bank == bank);
                    match reading.iter_mut().find(|n| same(n) && !overwritten(n)) {
                        Some(n) => {
                            n.refs.push(*id);
                            n.bank = bank;
                        }
                        None if r.def && !is_early(r) => writing.push(tiny(bank, true, lost)),
                        None if r.def => reading.push(tiny(bank, true, lost | read)),
                        None => reading.push(tiny(bank, false, lost)),
                    }
                }
                How::Tied(entry, bank) => {
                    let same = |q: &Ref| matches!(q.how, How::Tied(x, _) if x == entry);
                    let partner = refs.iter().find(|(_, q)| same(q) && q.entry != r.entry);
                    if r.def && partner.is_some() {
                        continue;
                    }
                    let ids: Vec<u32> = partner.iter().map(|x| x.0).chain([*id]).collect();
                    let theirs = partner.and_then(|(_, q)| if let How::Tied(_, b) = q.how { Some(b) } else { None });
                    let choices = |b: usize| p.banks[b].regs.len();
                    let bank = theirs
                        .map(|b| b.number())
                        .filter(|&b| choices(b) < choices(bank.number()))
                        .unwrap_or(bank.number());
                    reading.push(Node { refs: ids, ..tiny(bank, true, read | e.written) });
                }
            }
        }
        (reading, writing)
    }

    /// The end of a block: what a call has left in its registers lives there.
    fn leave(&mut self, b: Bb) -> Option<()> {
        let p = self.p;
        let end = p.points.end(b);
        let to = p.points.block(b).to;
        let here = std::mem::take(&mut self.here);
        let nodes = self.live_at(end);
        let freq = f64::from(p.f.bbs[b].freq);
        let cost = |n: &Node, reg: PReg| {
            let from = here.iter().find(|x| x.0 == n.tn).map(|x| x.1);
            if from.is_some_and(|r| r != reg) { freq } else { 0.0 }
        };
        let regs = self.choose(&nodes, &cost, RegSet::EMPTY)?;
        for (n, &reg) in nodes.iter().zip(&regs) {
            let since = here.iter().find(|x| x.0 == n.tn && x.1 == reg).and_then(|x| x.2).unwrap_or(end);
            self.lived(n.tn, Some(since), to, reg);
        }
        for &(t, reg, since) in &here {
            let stays = nodes.iter().zip(&regs).any(|(n, &r)| n.tn == t && r == reg);
            if !stays {
                self.lived(t, since, end, reg);
            }
        }
        self.exits[b] = Some(nodes.iter().zip(&regs).map(|(n, &r)| (n.tn, r)).collect());
        Some(())
    }
}

/// Adds to what is ahead: of the same units, what costs least.
fn add_ahead(list: &mut Ahead, units: RegSet, freq: f32) {
    const MOST: usize = 6;
    match list.iter().position(|a| a.1 == freq) {
        Some(n) => list[n].0 |= units,
        None if list.len() < MOST => list.push((units, freq)),
        None => {}
    }
}

/// The TN that an op copies.
fn copied_from(p: &Problem<'_>, op: Op) -> Option<Tn> {
    let f = p.f;
    let desc = p.cx.target.isa.inst(f.ops[op].opcode);
    let at = desc.role(targ_info::Role::Opnd1).filter(|_| desc.is(InstFlags::MOVE))?;
    f.all(op).get(at).copied().filter(|&t| f.is_virtual(t))
}

/// The segments of a TN by register, in order.
pub(super) fn by_register(list: &[(Seg, PReg)]) -> Vec<(PReg, Segs)> {
    let mut sorted = list.to_vec();
    sorted.sort_by_key(|x| (x.1, x.0));
    let mut out: Vec<(PReg, Segs)> = Vec::new();
    for (seg, reg) in sorted {
        match out.last_mut() {
            Some((r, segs)) if *r == reg => push_seg(segs, seg),
            _ => {
                let mut segs = Segs::new();
                push_seg(&mut segs, seg);
                out.push((reg, segs));
            }
        }
    }
    out
}
