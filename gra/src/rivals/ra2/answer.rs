//! regalloc2's output as an answer: its allocations and moves, taken over as they are.
//!
//! A move of regalloc2 says from where to where, not which value is meant. That is found as our checker finds it: by a
//! forward data-flow of "this place holds that TN", in which each definition and each move takes part, and places on which
//! the paths into a block disagree hold nothing. A move of nothing (the save of a scratch register that was not in use)
//! is dropped. Each move is a group of its own, for regalloc2 has ordered them.
//!
//! On an edge that cannot be split, its moves stand at the start of the target. Whoever comes there over another edge
//! has his values already where they belong: he moves them to where the moves expect them, on that edge, all at once. If
//! that would be a move from slot to slot, the block has to be reached through memory ([`Taken::Forced`]).

use super::flow::Flow;
use super::map::Map;
use super::operands::entries;
use super::view::{BlockData, InstData, Site, View, What};
use cgir::alloc::alone::assign_alone;
use cgir::alloc::{AllocError, Answer, Edit, EditKind, Place, Point, Slot, SlotData};
use cgir::func::{Bb, Constraint, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use regalloc2::{Allocation, Edit as RaEdit, Inst, InstPosition, OperandKind, Output, PReg as RaReg, ProgPoint};
use smallvec::SmallVec;
use targ_info::{PReg, RegSet};

/// What becomes of regalloc2's output.
pub(super) enum Taken {
    /// An answer.
    Answer(Answer),
    /// Nothing yet: these blocks must be reached through memory.
    Forced(Vec<Bb>),
}

/// Makes an answer of regalloc2's output.
pub(super) fn take(
    f: &Func,
    cx: &PassCx<'_>,
    map: &Map,
    flow: &Flow,
    view: &View,
    out: &Output,
) -> Result<Taken, AllocError> {
    let mut t = Taker {
        f,
        cx,
        map,
        flow,
        view,
        out,
        states: vec![None; view.blocks.len()],
        held: vec![None.into(); RaReg::NUM_INDEX + out.num_spillslots],
        places: SecondaryMap::new(),
        dirty: Vec::new(),
        a: Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() },
        slots: vec![None.into(); out.num_spillslots],
        homes: SecondaryMap::new(),
        group: 0,
        emitting: false,
        landed: Vec::new(),
        back: Vec::new(),
        forced: Vec::new(),
    };
    t.solve()?;
    t.emitting = true;
    for b in 0..view.blocks.len() {
        let site = view.blocks[b].site;
        if matches!(site, Site::Hub(_)) {
            continue;
        }
        t.load(b);
        t.landed.clear();
        t.block(&view.blocks[b])?;
        if let Site::Landing(target) = site {
            t.others_move_back(b, target)?;
        }
    }
    if !t.forced.is_empty() {
        return Ok(Taken::Forced(t.forced));
    }
    // Behind all moves of those edges.
    for (target, kinds) in std::mem::take(&mut t.back) {
        t.on_other_edges(target, &kinds);
    }
    t.places_of_ops()?;
    t.a.work.push(("ra2.values", view.tns.len() as u64));
    t.a.work.push(("ra2.moves", out.edits.len() as u64));
    t.a.work.push(("ra2.evictions", out.stats.evict_bundle_event as u64));
    t.a.work.push(("ra2.splits", out.stats.splits as u64));
    Ok(Taken::Answer(t.a))
}

/// A register (by its index) or a slot (behind them).
type Loc = u32;

struct Taker<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    map: &'a Map,
    flow: &'a Flow,
    view: &'a View,
    out: &'a Output,
    /// What places hold at each block's start; `None` if it was not reached yet.
    states: Vec<Option<Vec<(Loc, Tn)>>>,
    held: Vec<PackedOption<Tn>>,
    places: SecondaryMap<Tn, SmallVec<[Loc; 2]>>,
    dirty: Vec<Tn>,
    a: Answer,
    slots: Vec<PackedOption<Slot>>,
    homes: SecondaryMap<Tn, PackedOption<Slot>>,
    group: u32,
    emitting: bool,
    /// Moves of the landing at hand: from where, to where, whose.
    landed: Vec<(Allocation, Allocation, Tn)>,
    /// For targets of landings: what is done on the other edges into them.
    back: Vec<(Bb, Vec<EditKind>)>,
    /// Blocks that must be reached through memory.
    forced: Vec<Bb>,
}

impl<'a> Taker<'a> {
    /// Iterates until the states at all block starts are settled.
    fn solve(&mut self) -> Result<(), AllocError> {
        let n = self.view.blocks.len();
        let mut todo = FixedBitSet::with_capacity(n);
        if n > 0 {
            self.states[0] = Some(Vec::new());
            todo.insert(0);
        }
        while let Some(b) = todo.minimum() {
            todo.set(b, false);
            self.load(b);
            self.block(&self.view.blocks[b])?;
            let block = &self.view.blocks[b];
            let succs = self.hub(block).map_or(&block.succs, |hub| &hub.succs);
            for s in succs {
                if self.meet(s.index()) {
                    todo.insert(s.index());
                }
            }
        }
        Ok(())
    }

    fn load(&mut self, b: usize) {
        for t in std::mem::take(&mut self.dirty) {
            for l in std::mem::take(&mut self.places[t]) {
                self.held[l as usize] = None.into();
            }
        }
        for (l, t) in self.states[b].clone().unwrap_or_default() {
            self.put(l, t);
        }
    }

    /// Meets the present state with that at the start of a block; did it change?
    fn meet(&mut self, b: usize) -> bool {
        let (target, through) = match self.view.blocks[b].site {
            Site::Block(x) => (x, self.flow.through_memory[x].is_some()),
            Site::Edge(x, n) => (self.f.bbs[x].succs[n as usize].bb, false),
            Site::Landing(x) => (x, false),
            // Hubs are part of the blocks that end in them.
            Site::Hub(_) => return false,
        };
        let live = self.flow.live.live_in(target);
        let matters = |t: Tn| !through && live.contains(t);
        match &mut self.states[b] {
            None => {
                let dirty = self.dirty.iter().filter(|&&t| matters(t));
                let mut all: Vec<(Loc, Tn)> =
                    dirty.flat_map(|&t| self.places[t].iter().map(move |&l| (l, t))).collect();
                all.sort_unstable();
                all.dedup();
                self.states[b] = Some(all);
                true
            }
            Some(old) => {
                let before = old.len();
                old.retain(|&(l, t)| self.held[l as usize].expand() == Some(t));
                old.len() != before
            }
        }
    }

    fn forget(&mut self, l: Loc) {
        if let Some(t) = self.held[l as usize].take() {
            self.places[t].retain(|x| *x != l);
        }
    }

    fn put(&mut self, l: Loc, t: Tn) {
        self.forget(l);
        self.held[l as usize] = t.into();
        if self.places[t].is_empty() {
            self.dirty.push(t);
        }
        self.places[t].push(l);
    }

    fn loc(a: Allocation) -> Option<Loc> {
        let slot = a.as_stack().map(|s| (RaReg::NUM_INDEX + s.index()) as Loc);
        a.as_reg().map(|r| r.index() as Loc).or(slot)
    }

    /// The hub that a block ends in.
    fn hub(&self, b: &BlockData) -> Option<&'a BlockData> {
        let Site::Block(x) = b.site else { return None };
        self.flow.hub_of[x].map(|h| &self.view.blocks[self.view.hubs[h as usize] as usize])
    }

    /// A block, then the hub that it ends in, as if that were part of it.
    fn block(&mut self, b: &BlockData) -> Result<(), AllocError> {
        self.run(b, b.insts.clone())?;
        match self.hub(b).map(|h| h.insts.clone()) {
            Some(insts) => self.run(b, insts),
            None => Ok(()),
        }
    }

    fn run(&mut self, b: &BlockData, insts: std::ops::Range<u32>) -> Result<(), AllocError> {
        let first = ProgPoint::before(Inst::new(insts.start as usize));
        let mut e = self.out.edits.partition_point(|x| x.0 < first);
        for i in insts {
            e = self.moves(b, i, InstPosition::Before, e)?;
            self.inst(b, i)?;
            e = self.moves(b, i, InstPosition::After, e)?;
        }
        Ok(())
    }

    /// Performs the moves of a point, from number `e` on.
    fn moves(&mut self, b: &BlockData, i: u32, pos: InstPosition, mut e: usize) -> Result<usize, AllocError> {
        let here = ProgPoint::new(Inst::new(i as usize), pos);
        while let Some((_, RaEdit::Move { from, to })) = self.out.edits.get(e).filter(|x| x.0 == here) {
            e += 1;
            let (Some(x), Some(y)) = (Taker::loc(*from), Taker::loc(*to)) else { continue };
            if x == y {
                continue;
            }
            let held = self.held[x as usize].expand();
            let Some(t) = held else {
                self.forget(y);
                continue;
            };
            self.put(y, t);
            if self.emitting {
                self.landed.push((*from, *to, t));
                let after = pos == InstPosition::After;
                self.emit(b, i + u32::from(after), t, *from, *to)?;
            }
        }
        Ok(e)
    }

    fn inst(&mut self, b: &BlockData, i: u32) -> Result<(), AllocError> {
        let inst = &self.view.insts[i as usize];
        let allocs = self.out.inst_allocs(Inst::new(i as usize));
        if inst.mask != 0 {
            for r in self.view.masks[inst.mask as usize] {
                self.forget(r.index() as Loc);
            }
        }
        let defs = self.view.list(inst).iter().zip(allocs).filter(|(o, _)| o.kind() == OperandKind::Def);
        for (o, _) in defs.clone() {
            let t = self.view.tns[o.vreg().vreg()];
            for l in std::mem::take(&mut self.places[t]) {
                self.held[l as usize] = None.into();
            }
        }
        for (o, a) in defs {
            if let Some(l) = Taker::loc(*a) {
                self.put(l, self.view.tns[o.vreg().vreg()]);
            }
        }
        if self.emitting {
            self.home(b, inst, i, allocs)?;
        }
        Ok(())
    }

    /// Emits the store or load of a home slot.
    fn home(&mut self, b: &BlockData, inst: &InstData, i: u32, allocs: &[Allocation]) -> Result<(), AllocError> {
        let reg = allocs.first().and_then(|a| a.as_reg()).and_then(|r| self.map.from(r));
        let kind = match (inst.what, reg) {
            (What::Store(tn), Some(from)) => EditKind::Spill { tn, from, slot: self.home_of(tn) },
            (What::Load(tn), Some(to)) => match self.f.remat[tn].expand() {
                Some(def) => EditKind::Remat { tn, def, to },
                None => EditKind::Reload { tn, slot: self.home_of(tn), to },
            },
            _ => return Ok(()),
        };
        self.edit(b, i, kind)
    }

    fn home_of(&mut self, t: Tn) -> Slot {
        if let Some(s) = self.homes[t].expand() {
            return s;
        }
        let (size, align) = self.cx.hooks.slot_shape(self.f, t);
        let s = self.a.slots.push(SlotData { size, align });
        self.homes[t] = s.into();
        s
    }

    fn emit(&mut self, b: &BlockData, before: u32, tn: Tn, from: Allocation, to: Allocation) -> Result<(), AllocError> {
        let kind = self.kind(tn, from, to)?;
        self.edit(b, before, kind)
    }

    fn kind(&mut self, tn: Tn, from: Allocation, to: Allocation) -> Result<EditKind, AllocError> {
        let reg = |a: Allocation| a.as_reg().and_then(|r| self.map.from(r));
        Ok(match (reg(from), reg(to)) {
            (Some(from), Some(to)) => EditKind::Copy { tn, from, to },
            (Some(from), None) => EditKind::Spill { tn, from, slot: self.slot(tn, to)? },
            (None, Some(to)) => EditKind::Reload { tn, slot: self.slot(tn, from)?, to },
            (None, None) => return Err(AllocError::Internal(format!("regalloc2 moves {tn} from slot to slot"))),
        })
    }

    /// Undoes the moves of landing `b`, at once, on all other edges into its target.
    fn others_move_back(&mut self, b: usize, target: Bb) -> Result<(), AllocError> {
        let Some(&at_start) = self.view.blocks[b].succs.first() else { return Ok(()) };
        let moves = std::mem::take(&mut self.landed);
        // Where what a place holds in the end comes from.
        let mut origin: Vec<(Allocation, Allocation, Tn)> = Vec::new();
        let mut sources: Vec<(Allocation, Tn)> = Vec::new();
        for &(from, to, t) in &moves {
            let first = origin.iter().find(|o| o.0 == from).map_or(from, |o| o.1);
            if first == from && !sources.contains(&(from, t)) {
                sources.push((from, t));
            }
            origin.retain(|o| o.0 != to);
            origin.push((to, first, t));
        }
        let state = self.states[at_start.index()].as_deref().unwrap_or(&[]);
        let there = |a: Allocation, t: Tn| Taker::loc(a).is_some_and(|l| state.binary_search(&(l, t)).is_ok());
        let mut back: Vec<(Allocation, Allocation, Tn)> = Vec::new();
        let mut possible = true;
        for (source, t) in sources.into_iter().filter(|&(s, t)| !there(s, t)) {
            let mut places = origin.iter().filter(|o| o.1 == source && there(o.0, t)).map(|o| o.0);
            let first = places.next();
            let best = first.filter(|a| a.is_reg()).or(places.find(|a| a.is_reg())).or(first);
            match best {
                Some(a) if a.is_reg() || source.is_reg() => back.push((a, source, t)),
                _ => possible = false,
            }
        }
        possible &= !back.iter().any(|x| x.0.is_stack() && back.iter().any(|y| y.1 == x.0));
        if !possible {
            self.forced.push(target);
            return Ok(());
        }
        let mut kinds = Vec::new();
        for (from, to, t) in back {
            kinds.push(self.kind(t, from, to)?);
        }
        self.back.push((target, kinds));
        Ok(())
    }

    /// Puts edits, as one group, on all edges into a block but those of indirect jumps.
    fn on_other_edges(&mut self, target: Bb, kinds: &[EditKind]) {
        let f = self.f;
        let mut preds: SmallVec<[Bb; 4]> = self.flow.cfg.preds(target).collect();
        preds.sort_unstable();
        preds.dedup();
        for p in preds {
            if self.flow.hub_of[p].is_some() || self.flow.edges[p].iter().any(|e| e.to == target && e.stiff) {
                continue;
            }
            for n in (0..f.bbs[p].succs.len()).filter(|&n| f.bbs[p].succs[n].bb == target) {
                for &kind in kinds {
                    self.a.edits.push(Edit { at: Point::Edge(p, n as u32), group: self.group, kind });
                }
            }
        }
        self.group += 1;
    }

    /// Our slot for one of regalloc2's, as large as the largest TN that is ever in it.
    fn slot(&mut self, t: Tn, a: Allocation) -> Result<Slot, AllocError> {
        let n = a.as_stack().ok_or_else(|| AllocError::Internal("regalloc2 moves to nowhere".into()))?.index();
        let (size, align) = self.cx.hooks.slot_shape(self.f, t);
        let s = match self.slots[n].expand() {
            Some(s) => s,
            None => self.a.slots.push(SlotData { size, align }),
        };
        self.slots[n] = s.into();
        let d = &mut self.a.slots[s];
        (d.size, d.align) = (d.size.max(size), d.align.max(align));
        Ok(s)
    }

    /// Adds an edit before an instruction of the view.
    fn edit(&mut self, b: &BlockData, before: u32, kind: EditKind) -> Result<(), AllocError> {
        let at = match b.site {
            Site::Hub(_) => return Err(AllocError::Internal("a move in a hub by itself".into())),
            Site::Landing(x) => Point::BlockStart(x),
            Site::Edge(x, n) => Point::Edge(x, n),
            Site::Block(x) => {
                // A hub, which stands before or behind the block, belongs to its end.
                let from = if before < b.insts.start { b.insts.end } else { before };
                let rest = self.view.insts.get(from as usize..b.insts.end as usize).unwrap_or(&[]);
                let op = rest.iter().find_map(|i| if let What::Op(o) = i.what { Some(o) } else { None });
                match op {
                    Some(op) => Point::Before(op),
                    // Behind a call that does not return nothing is executed.
                    None if self.f.bbs[x].succs.is_empty() => return Ok(()),
                    None => Point::BlockEnd(x),
                }
            }
        };
        self.a.edits.push(Edit { at, group: self.group, kind });
        self.group += 1;
        Ok(())
    }

    /// Places of all operands: from the view, or the only register there is.
    fn places_of_ops(&mut self) -> Result<(), AllocError> {
        let f = self.f;
        let mut list = Vec::new();
        for (i, inst) in self.view.insts.iter().enumerate() {
            let What::Op(op) = inst.what else { continue };
            let start = f.opnds_start(op);
            entries(f, self.map, op, &mut list);
            for (&n, a) in list.iter().zip(self.out.inst_allocs(Inst::new(i))) {
                let reg = a.as_reg().and_then(|r| self.map.from(r));
                let reg = reg.ok_or_else(|| AllocError::Internal(format!("regalloc2 gives {op} no register")))?;
                self.a.places[start + n as usize] = Place::Reg(reg);
            }
            self.immovable(op, start);
        }
        self.hub_places()?;
        self.unreachable()
    }

    /// All jumps of a hub read the register that it reads.
    fn hub_places(&mut self) -> Result<(), AllocError> {
        let mut list = Vec::new();
        for (hub, &b) in self.flow.hubs.iter().zip(&self.view.hubs) {
            let at = self.view.blocks[b as usize].insts.start;
            let reg = self.out.inst_allocs(Inst::new(at as usize)).first().and_then(|a| a.as_reg());
            let reg = reg.and_then(|r| self.map.from(r));
            let reg = reg.ok_or_else(|| AllocError::Internal("regalloc2 gives a jump no register".into()))?;
            for op in hub.sources.iter().filter_map(|&b| self.f.terminator(self.cx.target.isa, b)) {
                let start = self.f.opnds_start(op);
                entries(self.f, self.map, op, &mut list);
                list.iter().for_each(|&n| self.a.places[start + n as usize] = Place::Reg(reg));
                self.immovable(op, start);
            }
        }
        Ok(())
    }

    /// Flags and the like have the one register that the op names.
    fn immovable(&mut self, op: Op, start: usize) {
        let isa = self.cx.target.isa;
        for (i, &t) in self.f.all(op).iter().enumerate() {
            let Some(c) = self.f.class(t).filter(|&c| self.f.is_virtual(t) && isa.class(c).no_spill) else { continue };
            let only: Option<PReg> = match self.f.constraint(isa, op, i) {
                Constraint::Fixed(r) => Some(r),
                _ => isa.class(c).members.first().copied(),
            };
            self.a.places[start + i] = only.map_or(Place::None, Place::Reg);
        }
    }

    /// Ops that are never executed need registers, too, though any will do.
    fn unreachable(&mut self) -> Result<(), AllocError> {
        let mut places = Vec::new();
        let never: Vec<Bb> = self.f.layout.iter().copied().filter(|&b| !self.flow.cfg.reachable(b)).collect();
        for op in never.into_iter().flat_map(|b| self.f.bb_ops(b)) {
            assign_alone(self.f, self.cx, op, RegSet::EMPTY, &mut places)?;
            let start = self.f.opnds_start(op);
            self.a.places[start..start + places.len()].copy_from_slice(&places);
        }
        debug_assert!(self.f.layout.iter().all(|b| b.index() < self.f.bbs.len()));
        Ok(())
    }
}
