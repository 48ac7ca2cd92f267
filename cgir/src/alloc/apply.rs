//! Applies an allocator's answer: after it no virtual TN is left, and spill code stands in the blocks.
//!
//! Order of work: blocks take their new order; operands take their registers; edits become ops, each group through the
//! parallel-copy resolver; edges are split where an edit can stand at neither end; deleted ops and copies of a register to itself go.
//!
//! A group with a cycle wants a free register. Liveness of physical registers is computed only if there is such a
//! group: it is set aside, remembering the op after which it stands, until all other code is there. A group that is
//! set aside counts as one op which reads all its sources, then writes all its destinations.
//!
//! Edge edits stand at the end of the edge's source if that has one successor (after [`Point::BlockEnd`]) and does not end in
//! a jump that reads registers, else at the start of the target if it has one predecessor (before [`Point::BlockStart`]), else in a new block.

use super::forms::same_form;
use super::index::EditIndex;
use super::parallel_copy::{Loc, Move, Registers, Step, resolve};
use super::{AllocError, Alt, Answer, Edit, EditKind, Place, Point, Slot};
use crate::func::{Bb, FrameData, FrameKind, Func, Op, OpFlags, Tn, TnData};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::{Arg, InstDesc, InstFlags, Opcode, OperandKind, PReg, RegSet, Role};
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;

/// Applies an answer to the function that it was made for.
pub fn apply(f: &mut Func, cx: &PassCx<'_>, answer: &Answer) -> Result<(), AllocError> {
    let entry = f.entry();
    let mut ap = Applier {
        cx,
        a: answer,
        index: EditIndex::new(f, answer),
        slots: Vec::new(),
        later: Vec::new(),
        splits: Vec::new(),
        named: SecondaryMap::with_default((u16::MAX, Tn::from_u32(0))),
        steps: Vec::new(),
    };
    for (b, order) in &answer.order {
        f.reorder(*b, order);
    }
    for s in answer.slots.values() {
        ap.slots.push(f.frame.push(FrameData { size: s.size, align: s.align, kind: FrameKind::Spill, offset: None }));
    }
    for i in 0..f.layout.len() {
        ap.block(f, f.layout[i], entry)?;
    }
    ap.edges_in_new_blocks(f)?;
    if !ap.later.is_empty() {
        ap.groups_with_cycles(f)?;
    }
    for &op in &answer.deleted {
        f.remove(op);
    }
    finish(f, cx);
    Ok(())
}

/// Where ops are put.
#[derive(Clone, Copy)]
enum At {
    Before(Op),
    End(Bb),
    After(Op),
    Start(Bb),
}

/// A group of edits that has a cycle, set aside.
struct Later {
    bb: Bb,
    /// The op that it follows; none at the start of the block.
    after: Option<Op>,
    /// Its edits, by index.
    edits: Vec<u32>,
}

struct Applier<'a> {
    cx: &'a PassCx<'a>,
    a: &'a Answer,
    index: EditIndex,
    slots: Vec<FrameObj>,
    later: Vec<Later>,
    /// Blocks made on edges: after which block, and which.
    splits: Vec<(Bb, Bb)>,
    /// The dedicated TN last made for a TN, and its register.
    named: SecondaryMap<Tn, (u16, Tn)>,
    steps: Vec<Step>,
}

impl Applier<'_> {
    fn block(&mut self, f: &mut Func, b: Bb, entry: Option<Bb>) -> Result<(), AllocError> {
        let isa = self.cx.target.isa;
        let entry_op = if entry == Some(b) { f.entry_op(isa) } else { None };
        let mut next = f.first(b);
        if let Some(e) = entry_op {
            self.operands(f, e)?;
            next = f.next(e);
        }
        let front = next.map_or(At::End(b), At::Before);
        if let [p] = f.bbs[b].preds[..]
            && !edge_at_source(f, self.cx, p)
            && let Some(n) = f.bbs[p].succs.iter().position(|s| s.bb == b)
        {
            self.point(f, Point::Edge(p, n as u32), front)?;
        }
        if let Some(e) = entry_op {
            self.point(f, Point::After(e), front)?;
        }
        self.point(f, Point::BlockStart(b), front)?;
        let term = f.terminator(isa, b);
        while let Some(op) = next {
            if term == Some(op) {
                self.end(f, b, At::Before(op))?;
            }
            self.point(f, Point::Before(op), At::Before(op))?;
            self.operands(f, op)?;
            next = f.next(op);
            // Behind a call that does not return nothing is executed, so nothing stands there.
            if next.is_some() || !f.bbs[b].succs.is_empty() {
                self.point(f, Point::After(op), next.map_or(At::End(b), At::Before))?;
            }
        }
        if term.is_none() && !f.bbs[b].succs.is_empty() {
            self.end(f, b, At::End(b))?;
        }
        Ok(())
    }

    /// Emits what stands at a block's end.
    fn end(&mut self, f: &mut Func, b: Bb, at: At) -> Result<(), AllocError> {
        self.point(f, Point::BlockEnd(b), at)?;
        if edge_at_source(f, self.cx, b) {
            self.point(f, Point::Edge(b, 0), at)?;
        }
        Ok(())
    }

    /// Gives the operands of an op their registers, and the op its other form.
    fn operands(&mut self, f: &mut Func, op: Op) -> Result<(), AllocError> {
        let start = f.opnds_start(op);
        for i in 0..f.all(op).len() {
            let t = f.all(op)[i];
            if let (true, Some(Place::Reg(r))) = (f.is_virtual(t), self.a.places.get(start + i)) {
                f.all_mut(op)[i] = self.name(f, t, *r);
            }
        }
        match self.index.alt(op) {
            None => Ok(()),
            Some(Alt::Row(opcode)) => self.same(f, op, opcode),
            Some(Alt::Commute) => {
                let desc = self.cx.target.isa.inst(f.ops[op].opcode);
                if let (Some(x), Some(y)) = (desc.role(Role::Opnd1), desc.role(Role::Opnd2)) {
                    f.all_mut(op).swap(x, y);
                }
                Ok(())
            }
            Some(Alt::Fold { operand, opcode }) => self.fold(f, op, operand as usize, opcode),
        }
    }

    /// Makes an op the row that does the same, its registers named in the widths which that row wants.
    fn same(&mut self, f: &mut Func, op: Op, opcode: Opcode) -> Result<(), AllocError> {
        let bad = |what: &str| AllocError::Internal(format!("{op} takes another row {what}"));
        let isa = self.cx.target.isa;
        let form = same_form(self.cx, f.ops[op].opcode, opcode).ok_or_else(|| bad("that does something else"))?;
        let row = isa.inst(opcode);
        let mut all: SmallVec<[Tn; 8]> = SmallVec::new();
        for (arg, o) in form.args.iter().zip(row.operands) {
            let t = match *arg {
                Arg::Imm(v) => f.lit(v),
                Arg::Reg(r) => self.register(f, r, o.kind),
                Arg::Operand(i) => {
                    let t = *f.all(op).get(i as usize).ok_or_else(|| bad("with an operand that is not there"))?;
                    match (f.preg(t), o.kind) {
                        (Some(r), OperandKind::Reg(c)) if !isa.class(c).members.contains(&r) => {
                            let view = isa.view(r, c).ok_or_else(|| bad("in a register that it cannot name"))?;
                            self.register(f, view, o.kind)
                        }
                        _ => t,
                    }
                }
            };
            all.push(t);
        }
        let (results, operands) = all.split_at(usize::from(row.results).min(all.len()));
        f.rewrite_op(op, opcode, results, operands);
        Ok(())
    }

    /// The TN of a register that an operand of a row names.
    fn register(&self, f: &mut Func, r: PReg, kind: OperandKind) -> Tn {
        let class = if let OperandKind::Reg(c) = kind { c } else { self.cx.target.isa.reg(r).class };
        let ty = if self.cx.target.class_width(class) == 32 { MType::I32 } else { MType::I64 };
        f.dedicated(r, class, ty)
    }

    /// Makes an op read one operand from its slot: the row with a memory operand, the slot's operands in its place.
    fn fold(&mut self, f: &mut Func, op: Op, operand: usize, opcode: Opcode) -> Result<(), AllocError> {
        let bad = |what: &str| AllocError::Internal(format!("{op} folds an operand {what}"));
        let Some(&Place::Slot(slot)) = self.a.places.get(f.opnds_start(op) + operand) else {
            return Err(bad("that is in no slot"));
        };
        let obj = *self.slots.get(slot.as_u32() as usize).ok_or_else(|| bad("of no slot of the answer"))?;
        let Some(memory) = self.cx.hooks.slot_operands(f, obj, 0) else {
            return Err(AllocError::Unsupported("memory operands on this target".into()));
        };
        let nres = f.nres(op);
        let (results, operands) = (f.results(op).to_vec(), f.operands(op));
        let (before, after) = match operand.checked_sub(nres) {
            Some(at) if at < operands.len() => (&operands[..at], &operands[at + 1..]),
            _ => return Err(bad("that is a result, or none at all")),
        };
        let all: Vec<Tn> = before.iter().chain(&memory).chain(after).copied().collect();
        let row = self.cx.target.isa.inst(opcode);
        if row.operands.len() != nres + all.len() || !row.is(InstFlags::LOAD) || f.extra(op).is_some() {
            return Err(bad("by a row that has other operands"));
        }
        f.rewrite_op(op, opcode, &results, &all);
        f.ops[op].flags |= OpFlags::RELOAD;
        Ok(())
    }

    /// The dedicated TN of a register that holds what `t` names.
    fn name(&mut self, f: &mut Func, t: Tn, r: PReg) -> Tn {
        let (reg, tn) = self.named[t];
        if reg == r.0 {
            return tn;
        }
        let TnData::Reg { class, ty, .. } = f.tns[t] else { return t };
        let tn = f.dedicated(r, class, ty);
        self.named[t] = (r.0, tn);
        tn
    }

    /// Emits the edits of a point.
    fn point(&mut self, f: &mut Func, p: Point, at: At) -> Result<(), AllocError> {
        let range = self.index.at(p);
        let mut i = range.start;
        while i < range.end {
            let group = self.a.edits[self.index.sorted[i] as usize].group;
            let mut end = i + 1;
            while end < range.end && self.a.edits[self.index.sorted[end] as usize].group == group {
                end += 1;
            }
            self.group(f, i..end, at)?;
            i = end;
        }
        Ok(())
    }

    fn group(&mut self, f: &mut Func, range: std::ops::Range<usize>, at: At) -> Result<(), AllocError> {
        let edits: Vec<u32> = self.index.sorted[range].to_vec();
        let mut probe = Probe { cx: self.cx, asked: false };
        self.steps.clear();
        let moves = self.moves(&edits);
        let done = resolve(&moves, &mut probe, &mut self.steps);
        if probe.asked {
            let (bb, after) = position(f, at);
            self.later.push(Later { bb, after, edits });
            return Ok(());
        }
        done.map_err(|_| AllocError::Internal("a cycle of edits through a slot".into()))?;
        self.emit(f, &edits, at)
    }

    fn moves(&self, edits: &[u32]) -> Vec<Move> {
        let one = |(tag, &e): (usize, &u32)| {
            let (from, to) = ends(&self.a.edits[e as usize]);
            Move { from, to, tag: tag as u32 }
        };
        edits.iter().enumerate().map(one).collect()
    }

    /// Makes ops of the steps that the resolver found.
    fn emit(&mut self, f: &mut Func, edits: &[u32], at: At) -> Result<(), AllocError> {
        let steps = std::mem::take(&mut self.steps);
        let mut code = Vec::new();
        let mut temps: Vec<Option<FrameObj>> = Vec::new();
        for &s in &steps {
            let from = code.len();
            let flag = match s {
                Step::Swap { a, b, tag } => {
                    let t = self.tn(edits, tag);
                    let (a, b) = (self.name(f, t, a), self.name(f, t, b));
                    self.cx.hooks.swap(f, a, b, &mut code);
                    OpFlags::ALLOC_COPY
                }
                Step::Move(m) => {
                    let (op, flag) = self.single(f, edits, m, &mut temps)?;
                    code.push(op);
                    flag
                }
            };
            code[from..].iter().for_each(|&o| f.ops[o].flags |= flag);
        }
        insert(f, &code, at);
        self.steps = steps;
        Ok(())
    }

    fn single(
        &mut self,
        f: &mut Func,
        edits: &[u32],
        m: Move,
        temps: &mut Vec<Option<FrameObj>>,
    ) -> Result<(Op, OpFlags), AllocError> {
        let t = self.tn(edits, m.tag);
        let hooks = self.cx.hooks;
        let mut object = |f: &mut Func, l: Loc| match l {
            Loc::Slot(s) => self.slots.get(s as usize).copied(),
            Loc::Temp(n) => {
                let n = n as usize;
                temps.resize(temps.len().max(n + 1), None);
                let (size, align) = hooks.slot_shape(f, t);
                let data = FrameData { size, align, kind: FrameKind::Spill, offset: None };
                Some(*temps[n].get_or_insert_with(|| f.frame.push(data)))
            }
            _ => None,
        };
        let bad = || AllocError::Internal("an edit names no slot of the answer".into());
        Ok(match (m.from, m.to) {
            (Loc::Reg(x), Loc::Reg(y)) => {
                let (x, y) = (self.name(f, t, x), self.name(f, t, y));
                (hooks.copy(f, y, x), OpFlags::ALLOC_COPY)
            }
            (Loc::Reg(x), to) => {
                let obj = object(f, to).ok_or_else(bad)?;
                let x = self.name(f, t, x);
                (hooks.store_slot(f, x, obj, 0), OpFlags::SPILL)
            }
            (Loc::Remat, Loc::Reg(y)) => {
                let y = self.name(f, t, y);
                let EditKind::Remat { def, .. } = self.a.edits[edits[m.tag as usize] as usize].kind else {
                    return Err(bad());
                };
                (hooks.rematerialise(f, def, y), OpFlags::REMAT)
            }
            (from, Loc::Reg(y)) => {
                let obj = object(f, from).ok_or_else(bad)?;
                let y = self.name(f, t, y);
                (hooks.load_slot(f, y, obj, 0), OpFlags::RELOAD)
            }
            _ => return Err(bad()),
        })
    }

    fn tn(&self, edits: &[u32], tag: u32) -> Tn {
        self.a.edits[edits[tag as usize] as usize].tn()
    }

    /// Edits on edges that neither end can hold.
    fn edges_in_new_blocks(&mut self, f: &mut Func) -> Result<(), AllocError> {
        let mut i = self.index.first_edge;
        while i < self.index.sorted.len() {
            let p = self.a.edits[self.index.sorted[i] as usize].at;
            let range = self.index.at(p);
            i = range.end.max(i + 1);
            let Point::Edge(from, n) = p else { continue };
            let Some(&s) = f.bbs[from].succs.get(n as usize) else {
                return Err(AllocError::Internal("an edit on an edge that does not exist".into()));
            };
            if edge_at_source(f, self.cx, from) || f.bbs[s.bb].preds.len() == 1 {
                continue;
            }
            let Some(new) = f.split_edge(self.cx.target.isa, from, n as usize) else {
                return Err(AllocError::Internal(format!(
                    "an edit on the edge {from} -> {}, which cannot be split",
                    s.bb
                )));
            };
            self.splits.push((from, new));
            self.point(f, p, At::End(new))?;
        }
        // All new blocks go into the layout at once.
        if !self.splits.is_empty() {
            let mut after: SecondaryMap<Bb, Vec<Bb>> = SecondaryMap::new();
            self.splits.iter().for_each(|&(b, new)| after[b].push(new));
            let old = std::mem::take(&mut f.layout);
            for b in old {
                f.layout.push(b);
                f.layout.append(&mut after[b]);
            }
        }
        Ok(())
    }

    /// Resolves the groups set aside, with registers that are free where they stand.
    fn groups_with_cycles(&mut self, f: &mut Func) -> Result<(), AllocError> {
        let later = std::mem::take(&mut self.later);
        let live_out = physical_live_out(f, self.cx, &later, self.a);
        let written = written_registers(f, self.cx);
        let mut by_block: SecondaryMap<Bb, Vec<u32>> = SecondaryMap::new();
        later.iter().enumerate().for_each(|(i, l)| by_block[l.bb].push(i as u32));
        for b in f.layout.clone() {
            let groups = std::mem::take(&mut by_block[b]);
            if groups.is_empty() {
                continue;
            }
            let mut live = live_out[b];
            // Where each group stands cannot change while walking up: code is inserted below the anchor only.
            let ops: Vec<Op> = f.bb_ops(b).collect();
            let anchors = ops.iter().rev().map(|&o| Some(o)).chain([None]);
            for anchor in anchors {
                for &g in groups.iter().rev().filter(|&&g| later[g as usize].after == anchor) {
                    let group = &later[g as usize];
                    self.steps.clear();
                    let moves = self.moves(&group.edits);
                    let mut regs = FreeAt { cx: self.cx, live, written };
                    resolve(&moves, &mut regs, &mut self.steps)
                        .map_err(|_| AllocError::Internal("a cycle of edits through a slot".into()))?;
                    self.emit(f, &group.edits, anchor.map_or(At::Start(b), At::After))?;
                    live = before_group(self.cx, live, &moves);
                }
                if let Some(op) = anchor {
                    live = before_op(f, self.cx, live, op);
                }
            }
        }
        Ok(())
    }
}

/// Do edits on the one edge out of a block stand at the block's end? Not before a terminator that reads registers.
fn edge_at_source(f: &Func, cx: &PassCx<'_>, b: Bb) -> bool {
    let reads = |t: Op| f.operands(t).iter().any(|&o| f.class(o).is_some());
    f.bbs[b].succs.len() == 1 && f.terminator(cx.target.isa, b).is_none_or(|t| !reads(t))
}

/// What an edit reads and writes, for the resolver.
fn ends(e: &Edit) -> (Loc, Loc) {
    let slot = |s: Slot| Loc::Slot(s.as_u32());
    match e.kind {
        EditKind::Copy { from, to, .. } => (Loc::Reg(from), Loc::Reg(to)),
        EditKind::Spill { from, slot: s, .. } => (Loc::Reg(from), slot(s)),
        EditKind::Reload { slot: s, to, .. } => (slot(s), Loc::Reg(to)),
        EditKind::Remat { to, .. } => (Loc::Remat, Loc::Reg(to)),
    }
}

fn insert(f: &mut Func, code: &[Op], at: At) {
    match at {
        At::Before(o) => code.iter().for_each(|&c| f.insert_before(c, o)),
        At::End(b) => code.iter().for_each(|&c| f.append(b, c)),
        At::After(o) => code.iter().rev().for_each(|&c| f.insert_after(c, o)),
        At::Start(b) => code.iter().rev().for_each(|&c| f.prepend(b, c)),
    }
}

/// The block of an insertion point, and the op that it follows.
fn position(f: &Func, at: At) -> (Bb, Option<Op>) {
    match at {
        At::Before(o) => (f.bb_of(o).unwrap_or(Bb::from_u32(0)), f.prev(o)),
        At::End(b) => (b, f.last(b)),
        At::After(o) => (f.bb_of(o).unwrap_or(Bb::from_u32(0)), Some(o)),
        At::Start(b) => (b, None),
    }
}

/// Finds out whether a group needs a free register.
struct Probe<'a> {
    cx: &'a PassCx<'a>,
    asked: bool,
}

impl Registers for Probe<'_> {
    fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }
    fn free(&mut self, _: PReg, _: RegSet) -> Option<PReg> {
        self.asked = true;
        None
    }
}

/// Registers that are free at a point. A callee-saved register counts only if the function writes it anyway.
struct FreeAt<'a> {
    cx: &'a PassCx<'a>,
    live: RegSet,
    written: RegSet,
}

impl Registers for FreeAt<'_> {
    fn units(&self, r: PReg) -> RegSet {
        self.cx.target.isa.reg(r).units
    }
    fn free(&mut self, like: PReg, avoid: RegSet) -> Option<PReg> {
        let t = self.cx.target;
        let saved = t.callee_saved | t.abi.ra.map_or(RegSet::EMPTY, |r| t.isa.reg(r).units);
        let taken = self.live | avoid | (saved - self.written);
        let class = t.isa.reg(like).class;
        let open = t.allocatable(class) - taken;
        t.isa.class(class).members.iter().copied().find(|&r| open.contains(t.isa.reg(r).units))
    }
}

/// Units of registers that ops write as results.
fn written_registers(f: &Func, cx: &PassCx<'_>) -> RegSet {
    let mut set = RegSet::EMPTY;
    for &b in &f.layout {
        for op in f.bb_ops(b) {
            for r in f.results(op).iter().filter_map(|&t| f.preg(t)) {
                set |= cx.target.isa.reg(r).units;
            }
        }
    }
    set
}

fn before_op(f: &Func, cx: &PassCx<'_>, mut live: RegSet, op: Op) -> RegSet {
    let units = |t: Tn| f.preg(t).map_or(RegSet::EMPTY, |r| cx.target.isa.reg(r).units);
    live -= f.clobbers(op);
    f.results(op).iter().for_each(|&t| live -= units(t));
    f.operands(op).iter().for_each(|&t| live |= units(t));
    live
}

fn before_group(cx: &PassCx<'_>, mut live: RegSet, moves: &[Move]) -> RegSet {
    let units = |l: Loc| if let Loc::Reg(r) = l { cx.target.isa.reg(r).units } else { RegSet::EMPTY };
    moves.iter().for_each(|m| live -= units(m.to));
    moves.iter().for_each(|m| live |= units(m.from));
    live
}

/// Units live out of each block, the groups set aside counted as ops.
fn physical_live_out(f: &Func, cx: &PassCx<'_>, later: &[Later], a: &Answer) -> SecondaryMap<Bb, RegSet> {
    // What a block does to a set is (set - kill) | gen, found by running it once on nothing and once on everything.
    let mut by_block: SecondaryMap<Bb, Vec<&Later>> = SecondaryMap::new();
    later.iter().for_each(|l| by_block[l.bb].push(l));
    let walk = |b: Bb, mut live: RegSet| {
        let groups = &by_block[b];
        let mut at = groups.len();
        let mut group = |live: &mut RegSet, anchor: Option<Op>| {
            while at > 0 && groups[at - 1].after == anchor {
                at -= 1;
                let one = |&e: &u32| {
                    let (from, to) = ends(&a.edits[e as usize]);
                    Move { from, to, tag: 0 }
                };
                let moves: Vec<Move> = groups[at].edits.iter().map(one).collect();
                *live = before_group(cx, *live, &moves);
            }
        };
        for op in f.bb_ops(b).rev() {
            group(&mut live, Some(op));
            live = before_op(f, cx, live, op);
        }
        group(&mut live, None);
        live
    };
    let all = (0..cx.target.isa.units).map(targ_info::Unit).collect::<RegSet>();
    let mut pass: SecondaryMap<Bb, (RegSet, RegSet)> = SecondaryMap::new();
    for &b in &f.layout {
        pass[b] = (walk(b, RegSet::EMPTY), walk(b, all));
    }
    let mut live_in: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
    let mut live_out: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
    loop {
        let mut changed = false;
        for &b in f.layout.iter().rev() {
            let mut out = RegSet::EMPTY;
            f.bbs[b].succs.iter().for_each(|s| out |= live_in[s.bb]);
            let (made, passed) = pass[b];
            let new = made | (out & passed);
            changed |= new != live_in[b] || out != live_out[b];
            live_in[b] = new;
            live_out[b] = out;
        }
        if !changed {
            return live_out;
        }
    }
}

/// Removes copies of a register to itself, and settles whether virtual TNs are left.
fn finish(f: &mut Func, cx: &PassCx<'_>) {
    let isa = cx.target.isa;
    let mut left = false;
    for i in 0..f.layout.len() {
        let mut next = f.first(f.layout[i]);
        while let Some(op) = next {
            next = f.next(op);
            let desc = isa.inst(f.ops[op].opcode);
            if desc.is(InstFlags::MOVE)
                && let ([to], Some(at)) = (f.results(op), desc.role(Role::Opnd1))
                && let Some(from) = f.all(op).get(at)
                && f.preg(*to).is_some()
                && f.preg(*to) == f.preg(*from)
            {
                f.remove(op);
                continue;
            }
            if desc.is(InstFlags::MOVE) {
                mark_kept(f, cx, op, desc);
            }
            left |= f.all(op).iter().any(|&t| f.is_virtual(t));
        }
    }
    f.allocated = !left;
    if !left {
        f.remat.clear();
    }
}

/// Notes that a copy stayed. Those that the allocator asked for are marked already; zero from its register is a constant.
fn mark_kept(f: &mut Func, cx: &PassCx<'_>, op: Op, desc: &InstDesc) {
    let source = desc.role(Role::Opnd1).and_then(|i| f.all(op).get(i).copied());
    let constant = source.and_then(|t| f.preg(t)).is_some_and(|r| Some(r) == cx.target.abi.zero);
    let ours = f.ops[op].flags.intersects(OpFlags::ALLOC_COPY | OpFlags::REMAT);
    f.ops[op].flags.set(OpFlags::COPY, !constant && !ours);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::spillall::SpillAll;
    use crate::alloc::{Allocate, SlotData};
    use crate::func::OpExtra;
    use crate::target::Hooks;
    use crate::testing::{GPR, R, Setup, emit, emit_fixed, op, set_succs};
    use whirl_lite::mtype::MType::I64;

    fn names(f: &Func, b: Bb) -> Vec<&'static str> {
        f.bb_ops(b).map(|o| crate::testing::ISA.inst(f.ops[o].opcode).name).collect()
    }

    /// entry -> loop; loop -> loop, exit. `x` and `y` change places on the back edge.
    fn swap_loop(s: &Setup) -> (Func, [Bb; 3], [Tn; 2], Op) {
        let mut f = s.func();
        let [entry, body, exit] = [f.add_bb(), f.add_bb(), f.add_bb()];
        let (x, y) = (f.new_reg(GPR, I64), f.new_reg(GPR, I64));
        emit_fixed(&mut f, entry, op::ENTRY, &[x, y], &[], &[R[0], R[1]], OpExtra::default());
        let label = f.label(body);
        let branch = emit(&mut f, body, op::BEQ, &[], &[x, y, label]);
        emit_fixed(&mut f, exit, op::RET, &[], &[x], &[R[0]], OpExtra::default());
        set_succs(&mut f, entry, &[body]);
        set_succs(&mut f, body, &[exit, body]);
        f.rebuild_preds();
        (f, [entry, body, exit], [x, y], branch)
    }

    #[test]
    fn a_swap_on_a_back_edge_gets_its_own_block_and_a_free_register() {
        let s = Setup::default();
        let (mut f, [_, body, _], [x, y], branch) = swap_loop(&s);
        let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
        for b in f.layout.clone() {
            for o in f.bb_ops(b) {
                for (i, &t) in f.all(o).iter().enumerate() {
                    let place = if t == x { Place::Reg(R[0]) } else { Place::Reg(R[1]) };
                    a.places[f.opnds_start(o) + i] = if t == x || t == y { place } else { Place::None };
                }
            }
        }
        for (tn, from, to) in [(x, R[0], R[1]), (y, R[1], R[0])] {
            let kind = EditKind::Copy { tn, from, to };
            a.edits.push(Edit { at: Point::Edge(body, 1), group: 0, kind });
        }
        apply(&mut f, &s.cx(), &a).unwrap();
        assert!(f.allocated);
        let new = f.bbs[body].succs[1].bb;
        assert_ne!(new, body);
        assert_eq!(names(&f, new), ["mv", "mv", "mv"]);
        assert_eq!(f.layout.len(), 4);
        let label = f.label(new);
        assert_eq!(f.operands(branch)[2], label);
        assert!(f.bbs[body].preds.contains(&new) && !f.bbs[body].preds.contains(&body));
    }

    #[test]
    fn a_swap_without_a_free_register_is_an_exchange() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let regs: Vec<Tn> = (0..4).map(|_| f.new_reg(GPR, I64)).collect();
        emit_fixed(&mut f, b, op::ENTRY, &regs, &[], &R[..4], OpExtra::default());
        let ret = emit_fixed(&mut f, b, op::RET, &[], &regs, &R[..4], OpExtra::default());
        let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
        let entry = f.first(b).unwrap();
        for (i, &r) in R.iter().enumerate().take(4) {
            a.places[f.opnds_start(entry) + i] = Place::Reg(r);
            a.places[f.opnds_start(ret) + i] = Place::Reg(r);
        }
        for (i, j) in [(0, 1), (1, 0)] {
            let kind = EditKind::Copy { tn: regs[i], from: R[i], to: R[j] };
            a.edits.push(Edit { at: Point::Before(ret), group: 0, kind });
        }
        apply(&mut f, &s.cx(), &a).unwrap();
        assert_eq!(names(&f, b), ["entry", "xchg", "ret"]);
    }

    #[test]
    fn an_operand_is_folded_from_its_slot() {
        use crate::alloc::checker::check;
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        f.bbs[b].freq = 1.0;
        let (x, y, z) = (f.new_reg(GPR, I64), f.new_reg(GPR, I64), f.new_reg(GPR, I64));
        let entry = emit_fixed(&mut f, b, op::ENTRY, &[x, y], &[], &R[..2], OpExtra::default());
        let add = emit(&mut f, b, op::ADD, &[z], &[x, y]);
        let ret = emit_fixed(&mut f, b, op::RET, &[], &[z], &[R[0]], OpExtra::default());
        let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
        let slot = a.slots.push(SlotData { size: 8, align: 3 });
        let mut put = |op: Op, places: &[Place]| {
            places.iter().enumerate().for_each(|(i, &p)| a.places[f.opnds_start(op) + i] = p);
        };
        put(entry, &[Place::Reg(R[0]), Place::Reg(R[1])]);
        put(add, &[Place::Reg(R[0]), Place::Reg(R[0]), Place::Slot(slot)]);
        put(ret, &[Place::Reg(R[0])]);
        a.alts.push((add, Alt::Fold { operand: 2, opcode: op::ADDM }));
        // Without the spill the slot holds nothing: the checker sees the folded read.
        assert!(check(&f, &s.cx(), &a).is_err());
        let kind = EditKind::Spill { tn: y, from: R[1], slot };
        a.edits.push(Edit { at: Point::Before(add), group: 0, kind });
        check(&f, &s.cx(), &a).unwrap();
        let mut wrong = a.clone();
        wrong.alts[0].1 = Alt::Fold { operand: 2, opcode: op::SUB };
        assert!(apply(&mut f.clone(), &s.cx(), &wrong).is_err());
        apply(&mut f, &s.cx(), &a).unwrap();
        assert!(f.allocated);
        assert_eq!(names(&f, b), ["entry", "st", "addm", "ret"]);
        assert!(matches!(f.tns[f.operands(add)[2]], TnData::Frame { .. }));
        crate::verify::verify(&f, &s.cx()).unwrap();
    }

    #[test]
    fn spillall_reloads_before_and_spills_after() {
        let s = Setup::default();
        let mut f = s.func();
        let b = f.add_bb();
        let (x, y, z) = (f.new_reg(GPR, I64), f.new_reg(GPR, I64), f.new_reg(GPR, I64));
        emit_fixed(&mut f, b, op::ENTRY, &[x], &[], &[R[0]], OpExtra::default());
        emit(&mut f, b, op::DIV, &[y, z], &[x, x]);
        let callee = f.lit(0);
        let next = f.add_bb();
        let clobbers = OpExtra { clobbers: s.hooks.call_clobbers(&s.cx()), ..OpExtra::default() };
        emit_fixed(&mut f, b, op::CALL, &[], &[callee, y], &[R[0]], clobbers);
        emit_fixed(&mut f, next, op::RET, &[], &[z], &[R[0]], OpExtra::default());
        set_succs(&mut f, b, &[next]);
        f.rebuild_preds();
        let a = SpillAll.run(&f, &s.cx()).unwrap();
        assert_eq!(a.slots.len(), 3);
        apply(&mut f, &s.cx(), &a).unwrap();
        assert_eq!(names(&f, b), ["entry", "st", "ld", "div", "st", "st", "ld", "call"]);
        assert_eq!(names(&f, next), ["ld", "ret"]);
    }

    #[test]
    fn edits_that_name_no_slot_are_refused() {
        let s = Setup::default();
        let (mut f, [entry, ..], [x, _], _) = swap_loop(&s);
        let mut slots = cranelift_entity::PrimaryMap::<Slot, SlotData>::new();
        let slot = slots.push(SlotData { size: 8, align: 3 });
        let kind = EditKind::Spill { tn: x, from: R[0], slot };
        let edits = vec![Edit { at: Point::BlockEnd(entry), group: 0, kind }];
        assert!(apply(&mut f, &s.cx(), &Answer { edits, ..Answer::default() }).is_err());
    }
}
