//! Pieces: the parts of values that get one place each.
//!
//! A *main* piece is where a value lives: some of its TN's segments, in one register. Main pieces of one TN are
//! disjoint; where no main piece in a register covers a live point, the value is in memory (or is rebuilt). A *tiny* piece
//! is a register for operands and results of one op, to which the value is brought, or from which it is taken. References
//! that are isolated by their constraints have tiny pieces from the start, all others when their main piece is spilled.
//! Tiny pieces cannot be spilled; nor are pieces worth spilling that have no room between their references.
//!
//! Splitting replaces a main piece by others that share out its segments; they border in gaps only. What an allocator
//! leaves unconnected (no edge leads from one segment to the other) should become pieces of their own: [`Pieces::components`].
//!
//! Each op can be allocated alone; [`Pieces::rescue`] falls back on that when tiny pieces of an op stand in each other's way.

use super::intervals::{Bank, How, NONE, Nature, Problem, Ref, Segs, too_few};
use super::points::{Pos, Seg, covers};
use super::sets::Sets;
use cgir::alloc::alone::assign_alone;
use cgir::alloc::{AllocError, Place};
use cgir::func::{Bb, Op, Tn};
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;
use std::ops::Range;
use targ_info::{InstFlags, PReg, RegSet};

/// A piece of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u32);
entity_impl!(Piece, "piece");

/// What a piece is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value lives there.
    Main,
    /// Operands or results of one op stand there.
    Tiny(Op),
    /// Operands or results of an op that was allocated alone, or all its registers together.
    Guard(Op),
}

/// What became of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Waits for a register.
    Waiting,
    /// Has one.
    Reg(PReg),
    /// In memory; its references have tiny pieces.
    Memory,
    /// Was split into others.
    Gone,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct PieceData {
    /// Whose value (the operand's, for a tie).
    pub tn: Tn,
    /// Its registers to choose from.
    pub bank: Bank,
    /// Where it is live.
    pub segs: Segs,
    /// How many ops that is.
    size: u32,
    /// Numbers of its references, in order; of a main piece, isolated ones too.
    pub refs: SmallVec<[u32; 4]>,
    /// Executed references: what memory would cost. Infinite if it must not be spilled.
    pub cost: f32,
    /// Units that lose their contents where it is live.
    pub clobbered: RegSet,
    /// What it is there for.
    pub kind: Kind,
    /// What became of it.
    pub state: State,
    /// Pieces that it borders on inside blocks.
    pub links: SmallVec<[Border; 1]>,
}

/// A gap where a value goes from one piece to another.
#[derive(Clone, Copy, Debug)]
pub struct Border {
    /// The gap.
    pub gap: Pos,
    /// The piece on its other side.
    pub other: Piece,
    /// How often it is passed.
    pub freq: f32,
}

impl PieceData {
    /// First point.
    pub fn from(&self) -> Pos {
        self.segs.first().map_or(Pos(0), |s| s.from)
    }
    /// The point after the last.
    pub fn to(&self) -> Pos {
        self.segs.last().map_or(Pos(0), |s| s.to)
    }
    /// Points covered, in ops.
    pub fn size(&self) -> u32 {
        self.size
    }
    /// Its register.
    pub fn reg(&self) -> Option<PReg> {
        if let State::Reg(r) = self.state { Some(r) } else { None }
    }
    /// May it be spilled?
    pub fn spillable(&self) -> bool {
        self.cost.is_finite()
    }
    /// The TN whose value it has all along; a tiny piece may have another one's before its op than after.
    pub fn value(&self) -> Option<Tn> {
        (self.kind == Kind::Main).then_some(self.tn)
    }
    /// Is it a place of operands only?
    pub fn is_tiny(&self) -> bool {
        self.kind != Kind::Main
    }
    /// May it have a register for a time only, and be in memory otherwise?
    pub fn is_divisible(&self) -> bool {
        !self.is_tiny() && self.spillable()
    }
    /// May it move to another register? Those of an op that was allocated alone were chosen together.
    pub fn is_movable(&self) -> bool {
        !matches!(self.kind, Kind::Guard(_))
    }
    /// The spill weight: executed references for each op of its length.
    pub fn density(&self) -> f32 {
        density(self.cost, self.size() as f32)
    }
}

/// What is added to lengths, in ops, so that short pieces do not weigh too much. LLVM has 25; here blocks are shorter, since
/// calls end them, and borders count in lengths: more executes fewer memory operations.
const BONUS: f32 = 60.0;

/// The weight of so many executed references over a length.
pub fn density(cost: f32, ops: f32) -> f32 {
    cost / (ops + BONUS)
}

/// A ref's price against that of reloading when it can be rebuilt instead.
const REMAT_DISCOUNT: f32 = 0.5;

/// All pieces of a problem.
pub struct Pieces<'p, 'a> {
    /// The problem.
    pub p: &'p Problem<'a>,
    /// Pieces.
    pub list: PrimaryMap<Piece, PieceData>,
    /// By reference: the piece whose register it names; none if its register is fixed.
    owner: Vec<u32>,
    /// By reference: the main piece that it reads from or writes to; none if there is no value to keep.
    main: Vec<u32>,
    /// By block, while components are found: number of the first and last part there, plus one.
    parts: SecondaryMap<Bb, (u32, u32)>,
}

impl<'p, 'a> Pieces<'p, 'a> {
    /// The pieces to begin with: one for each connected part of each TN, and tiny ones.
    pub fn new(p: &'p Problem<'a>) -> Pieces<'p, 'a> {
        let none = || vec![NONE; p.refs.len()];
        let mut new = Pieces { p, list: PrimaryMap::new(), owner: none(), main: none(), parts: SecondaryMap::new() };
        for &tn in &p.tns {
            match p.nature[tn] {
                Nature::Absent | Nature::Pinned(_) => continue,
                Nature::Memory => new.tiny_for(p.ref_ids(tn).collect::<SmallVec<[u32; 8]>>().as_slice()),
                Nature::Normal | Nature::Rigid => {
                    let parts = new.first_parts(tn);
                    new.share_out(tn, parts, &p.ref_ids(tn).collect::<SmallVec<[u32; 8]>>());
                }
            }
            new.isolate(tn);
        }
        new
    }

    /// Connected parts of a TN.
    fn first_parts(&mut self, tn: Tn) -> Vec<Segs> {
        let segs = &self.p.segs[tn];
        if segs.len() <= 1 && !self.p.live.is_global(tn) {
            return vec![segs.clone()];
        }
        let defs = self.p.refs_of(tn).iter().filter(|r| r.def).count();
        if defs <= 1 { vec![segs.clone()] } else { self.components(tn, segs) }
    }

    /// Makes tiny pieces for the isolated references of a TN.
    fn isolate(&mut self, tn: Tn) {
        for id in self.p.ref_ids(tn) {
            let r = self.p.refs[id as usize];
            if self.owner[id as usize] != NONE {
                continue;
            }
            match r.how {
                How::Plain | How::Fixed(_) => {}
                How::Narrow(bank) => {
                    let seg = self.tiny_seg(&r);
                    self.add_tiny(r.tn, bank, seg, &[id]);
                }
                How::Tied(entry, bank) => {
                    let other = self.partner(&r, entry);
                    let seg = Seg { from: self.p.points.early(r.op), to: self.p.points.after(r.op) };
                    let ids: SmallVec<[u32; 2]> = [Some(id), other].into_iter().flatten().collect();
                    let theirs = other.and_then(|o| match self.p.refs[o as usize].how {
                        How::Tied(_, b) => Some(b),
                        _ => None,
                    });
                    // Classes are nested: what both may take is what the one with fewer choices may.
                    let choices = |b: &Bank| self.p.bank(*b).regs.len();
                    let bank = theirs.filter(|b| choices(b) < choices(&bank)).unwrap_or(bank);
                    self.add_tiny(r.tn, bank, seg, &ids);
                }
            }
        }
    }

    /// The other reference of a tie.
    fn partner(&self, r: &Ref, entry: u32) -> Option<u32> {
        let f = self.p.f;
        let start = f.opnds_start(r.op) as u32;
        let all = start..start + f.all(r.op).len() as u32;
        all.filter(|&e| e != r.entry)
            .map(|e| self.p.ref_of[e as usize])
            .find(|&id| id != NONE && matches!(self.p.refs[id as usize].how, How::Tied(e, _) if e == entry))
    }

    /// Where the tiny piece of one reference is live.
    fn tiny_seg(&self, r: &Ref) -> Seg {
        let pts = &self.p.points;
        if !r.def {
            return Seg { from: pts.early(r.op), to: pts.late(r.op) };
        }
        let f = self.p.f;
        let early = f.is_early(self.p.cx.target.isa, r.op, r.entry as usize - f.opnds_start(r.op));
        Seg { from: if early { pts.early(r.op) } else { pts.def(r.op) }, to: pts.after(r.op) }
    }

    fn add_tiny(&mut self, tn: Tn, bank: Bank, seg: Seg, refs: &[u32]) -> Piece {
        let op = refs.first().map_or(Op::from_u32(0), |&r| self.p.refs[r as usize].op);
        let segs: Segs = [seg].into_iter().collect();
        let piece = self.list.push(PieceData {
            tn,
            bank,
            clobbered: self.p.clobbered(&segs),
            size: ops_in(&segs),
            segs,
            refs: refs.iter().copied().collect(),
            cost: f32::INFINITY,
            kind: Kind::Tiny(op),
            state: State::Waiting,
            links: SmallVec::new(),
        });
        for &r in refs {
            self.owner[r as usize] = piece.as_u32();
        }
        piece
    }

    /// Tiny pieces for those of some references of one TN, in order, that are plain.
    fn tiny_for(&mut self, refs: &[u32]) {
        let mut last: Option<(Op, Piece)> = None;
        for &id in refs {
            let r = self.p.refs[id as usize];
            if r.isolated() {
                continue;
            }
            if let Some((op, piece)) = last
                && op == r.op
                && !r.def
            {
                self.list[piece].refs.push(id);
                self.owner[id as usize] = piece.as_u32();
                continue;
            }
            let seg = self.tiny_seg(&r);
            let piece = self.add_tiny(r.tn, self.p.bank_of[r.tn], seg, &[id]);
            last = (!r.def).then_some((r.op, piece));
        }
    }

    /// Makes main pieces of parts of a TN, and gives each its references.
    fn share_out(&mut self, tn: Tn, parts: Vec<Segs>, refs: &[u32]) {
        let mut lists: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); parts.len()];
        if let [one] = &mut lists[..] {
            one.extend_from_slice(refs);
        } else {
            // A reference belongs to the part with the segment at its point.
            let mut order: Vec<(Seg, u32)> =
                parts.iter().enumerate().flat_map(|(n, s)| s.iter().map(move |&s| (s, n as u32))).collect();
            order.sort_unstable_by_key(|x| x.0);
            for &id in refs {
                let pos = self.p.refs[id as usize].pos;
                let n = order.partition_point(|x| x.0.to <= pos);
                if let Some(&(_, part)) = order.get(n).filter(|x| x.0.contains(pos)) {
                    lists[part as usize].push(id);
                }
            }
        }
        for (segs, refs) in parts.into_iter().zip(lists) {
            if !segs.is_empty() {
                self.add_main(tn, segs, refs);
            }
        }
    }

    fn add_main(&mut self, tn: Tn, segs: Segs, mut refs: SmallVec<[u32; 4]>) -> Piece {
        // A definition that nobody reads has no value to keep.
        refs.retain(|&mut id| covers(&segs, self.p.refs[id as usize].pos));
        let piece = self.list.push(PieceData {
            tn,
            bank: self.p.bank_of[tn],
            cost: self.cost(tn, &segs, &refs),
            clobbered: self.p.clobbered(&segs),
            size: ops_in(&segs),
            segs,
            refs,
            kind: Kind::Main,
            state: State::Waiting,
            links: SmallVec::new(),
        });
        for &id in &self.list[piece].refs {
            self.main[id as usize] = piece.as_u32();
            let r = &self.p.refs[id as usize];
            let owned = self.owner[id as usize];
            let tiny = owned != NONE && self.list[Piece::from_u32(owned)].is_tiny();
            if !r.isolated() && !tiny {
                self.owner[id as usize] = piece.as_u32();
            }
        }
        piece
    }

    /// What a piece in memory costs: executed references, infinite where memory would save no register.
    fn cost(&self, tn: Tn, segs: &[Seg], refs: &[u32]) -> f32 {
        if self.p.nature[tn] == Nature::Rigid {
            return f32::INFINITY;
        }
        let remat = self.p.remat(tn).is_some();
        let one = |&id: &u32| {
            let r = &self.p.refs[id as usize];
            if remat && r.def { 0.0 } else { r.freq }
        };
        let sum: f32 = refs.iter().map(one).sum();
        if let [s] = segs
            && s.from.index() + 1 >= s.to.index()
            && refs.iter().any(|&r| !self.p.refs[r as usize].isolated())
        {
            return f32::INFINITY;
        }
        if remat { sum * REMAT_DISCOUNT } else { sum }
    }

    /// Splits segments of a TN into parts that are connected: within a block, or over an edge on which the TN is live.
    pub fn components(&mut self, tn: Tn, segs: &[Seg]) -> Vec<Segs> {
        let p = self.p;
        if !p.live.is_global(tn) {
            return segs.iter().map(|&s| [s].into_iter().collect()).collect();
        }
        let parts: Vec<(Bb, Seg)> = p.points.by_block(segs).collect();
        for (n, (b, _)) in parts.iter().enumerate() {
            let ends = &mut self.parts[*b];
            *ends = (if ends.0 == 0 { n as u32 + 1 } else { ends.0 }, n as u32 + 1);
        }
        let mut sets = Sets::new(parts.len());
        for (n, (b, seg)) in parts.iter().enumerate() {
            if seg.from != p.points.start(*b) || !p.live.live_in(*b).contains(tn) {
                continue;
            }
            for &q in &p.f.bbs[*b].preds {
                let m = self.parts[q].1;
                if m != 0 && parts[m as usize - 1].1.to == p.points.block(q).to && p.live.live_out(q).contains(tn) {
                    sets.join(n as u32, m - 1);
                }
            }
        }
        let mut number: Vec<u32> = vec![NONE; parts.len()];
        let mut out: Vec<Segs> = Vec::new();
        for (n, (b, seg)) in parts.iter().enumerate() {
            self.parts[*b] = (0, 0);
            let root = sets.find(n as u32) as usize;
            if number[root] == NONE {
                number[root] = out.len() as u32;
                out.push(Segs::new());
            }
            push_seg(&mut out[number[root] as usize], *seg);
        }
        out
    }

    /// Replaces a main piece by others that share out its segments (which may leave some in memory). The new pieces are
    /// returned: first main pieces in the order of `parts`, none of which may be empty, then tiny ones of references that
    /// are in no part.
    pub fn split(&mut self, piece: Piece, parts: Vec<Segs>) -> Range<u32> {
        let first = self.list.len() as u32;
        let d = &mut self.list[piece];
        d.state = State::Gone;
        let (tn, refs, links) = (d.tn, std::mem::take(&mut d.refs), std::mem::take(&mut d.links));
        for &id in &refs {
            self.main[id as usize] = NONE;
            if self.owner[id as usize] == piece.as_u32() {
                self.owner[id as usize] = NONE;
            }
        }
        self.share_out(tn, parts, &refs);
        self.find_borders(piece, first, &links);
        let orphan = |&id: &u32| self.owner[id as usize] == NONE && self.main[id as usize] == NONE;
        let orphans: SmallVec<[u32; 8]> = refs.iter().copied().filter(orphan).collect();
        self.tiny_unless_rebuilt(&orphans);
        first..self.list.len() as u32
    }

    /// Links the pieces from `first` on where they border on each other, and on neighbours of the piece that they were.
    fn find_borders(&mut self, old: Piece, first: u32, links: &[Border]) {
        let points = &self.p.points;
        let mut ends: Vec<(Pos, Piece)> = Vec::new();
        let mut starts: Vec<(Pos, Piece)> = Vec::new();
        for n in first..self.list.len() as u32 {
            let piece = Piece::from_u32(n);
            for s in &self.list[piece].segs {
                if s.to == s.to.gap() {
                    ends.push((s.to, piece));
                }
                if s.from == s.from.gap() {
                    starts.push((s.from, piece));
                }
            }
        }
        ends.sort_unstable();
        starts.sort_unstable();
        for &(gap, after) in &starts {
            let n = ends.partition_point(|x| x.0 < gap);
            let inside = points.start(points.bb(gap)) != gap;
            if let Some(&(_, before)) = ends.get(n).filter(|x| x.0 == gap && inside && x.1 != after) {
                let freq = self.p.f.bbs[points.bb(gap)].freq;
                self.add_border(before, Border { gap, other: after, freq });
                self.add_border(after, Border { gap, other: before, freq });
            }
        }
        for l in links {
            for list in [&ends, &starts] {
                let n = list.partition_point(|x| x.0 < l.gap);
                let Some(&(_, new)) = list.get(n).filter(|x| x.0 == l.gap) else { continue };
                self.add_border(new, *l);
                if let Some(back) = self.list[l.other].links.iter_mut().find(|b| b.gap == l.gap && b.other == old) {
                    back.other = new;
                }
            }
        }
    }

    /// A border costs a store or a reload if the piece is in memory and the other one is not.
    fn add_border(&mut self, piece: Piece, b: Border) {
        let d = &mut self.list[piece];
        d.links.push(b);
        d.cost += if self.p.remat(d.tn).is_some() { b.freq * REMAT_DISCOUNT } else { b.freq };
    }

    /// Puts a main piece into memory: its plain references get tiny pieces, which are returned.
    pub fn spill(&mut self, piece: Piece) -> Range<u32> {
        let first = self.list.len() as u32;
        let refs: SmallVec<[u32; 8]> =
            self.list[piece].refs.iter().copied().filter(|&id| self.owner[id as usize] == piece.as_u32()).collect();
        self.list[piece].state = State::Memory;
        for &id in &refs {
            self.owner[id as usize] = NONE;
        }
        self.tiny_unless_rebuilt(&refs);
        first..self.list.len() as u32
    }

    /// A value that is rebuilt at its uses needs no definition.
    fn tiny_unless_rebuilt(&mut self, refs: &[u32]) {
        let p = self.p;
        let rebuilt = |id: u32| p.refs[id as usize].def && p.remat(p.refs[id as usize].tn).is_some();
        let refs: SmallVec<[u32; 8]> = refs.iter().copied().filter(|&id| !rebuilt(id)).collect();
        self.tiny_for(&refs);
    }

    /// The piece whose register a reference names.
    pub fn owner(&self, r: u32) -> Option<Piece> {
        self.owner.get(r as usize).copied().filter(|&n| n != NONE).map(Piece::from_u32)
    }
    /// The main piece that a reference reads from or writes to.
    pub fn main(&self, r: u32) -> Option<Piece> {
        self.main.get(r as usize).copied().filter(|&n| n != NONE).map(Piece::from_u32)
    }
    /// The register that a reference names, if it has one yet.
    pub fn reg_of(&self, r: u32) -> Option<PReg> {
        let data = &self.p.refs[r as usize];
        match (data.how, self.p.nature[data.tn]) {
            (How::Fixed(reg), _) | (_, Nature::Pinned(reg)) => Some(reg),
            _ => self.owner(r).and_then(|o| self.list[o].reg()),
        }
    }

    /// Registers that would save a piece copies, and how many executed ones each would save.
    pub fn hints(&self, piece: Piece) -> SmallVec<[(PReg, f32); 4]> {
        let mut out: SmallVec<[(PReg, f32); 4]> = SmallVec::new();
        let mut add = |r: PReg, w: f32| match out.iter_mut().find(|x| x.0 == r) {
            Some(x) => x.1 += w,
            None => out.push((r, w)),
        };
        self.each_wish(piece, |wish, w| match wish {
            Wish::Reg(r) => add(r, w),
            Wish::Piece(q) => {
                if let Some(r) = self.list[q].reg() {
                    add(r, w);
                }
            }
        });
        out.sort_by(|a, b| b.1.total_cmp(&a.1));
        out
    }

    /// Calls a function for everything that a piece would like to share its register with.
    pub fn each_wish(&self, piece: Piece, mut f: impl FnMut(Wish, f32)) {
        let d = &self.list[piece];
        let tiny = d.is_tiny();
        for l in &d.links {
            f(Wish::Piece(l.other), l.freq);
        }
        for &id in &d.refs {
            let r = &self.p.refs[id as usize];
            let other = if tiny { self.main(id) } else { self.owner(id).filter(|&o| o != piece) };
            match (r.how, other) {
                (How::Fixed(reg), _) if !tiny => f(Wish::Reg(reg), r.freq),
                (_, Some(q)) => f(Wish::Piece(q), r.freq),
                _ => {}
            }
            if !r.isolated() {
                self.copy_wish(r, &mut f);
            }
        }
    }

    /// The other end of a copy.
    fn copy_wish(&self, r: &Ref, f: &mut impl FnMut(Wish, f32)) {
        let func = self.p.f;
        let isa = self.p.cx.target.isa;
        if !isa.inst(func.ops[r.op].opcode).is(InstFlags::MOVE) || func.nres(r.op) != 1 {
            return;
        }
        let start = func.opnds_start(r.op) as u32;
        for e in start..start + func.all(r.op).len() as u32 {
            let id = self.p.ref_of[e as usize];
            if e == r.entry {
                continue;
            }
            if id == NONE {
                if let Some(reg) = func.preg(func.opnds[e as usize]) {
                    f(Wish::Reg(reg), r.freq);
                }
                continue;
            }
            match (self.p.refs[id as usize].how, self.owner(id)) {
                (How::Fixed(reg), _) => f(Wish::Reg(reg), r.freq),
                (_, Some(q)) => f(Wish::Piece(q), r.freq),
                _ => {}
            }
        }
    }

    /// Allocates an op alone. All its references get tiny pieces with registers; the guard that is returned must keep
    /// everything else out of the units that are returned.
    pub fn rescue(&mut self, op: Op) -> Result<(Piece, RegSet), AllocError> {
        let p = self.p;
        let (f, isa) = (p.f, p.cx.target.isa);
        let seg = Seg { from: p.points.early(op), to: p.points.after(op) };
        let given =
            |u: &targ_info::Unit| p.fixed[u.0 as usize].iter().any(|x| x.seg.from < seg.to && seg.from < x.seg.to);
        let avoid: RegSet = (0..isa.units).map(targ_info::Unit).filter(given).collect();
        let mut places = Vec::new();
        if assign_alone(f, p.cx, op, avoid, &mut places).is_err() {
            assign_alone(f, p.cx, op, RegSet::EMPTY, &mut places)?;
        }
        let start = f.opnds_start(op);
        let mut units = RegSet::EMPTY;
        for (i, place) in places.iter().enumerate() {
            let id = p.ref_of[start + i];
            let (true, Place::Reg(reg)) = (id != NONE, *place) else { continue };
            let r = p.refs[id as usize];
            if matches!(r.how, How::Fixed(_)) || matches!(p.nature[r.tn], Nature::Pinned(_) | Nature::Rigid) {
                continue;
            }
            units |= isa.reg(reg).units;
            let tiny = self.add_tiny(r.tn, p.bank_of[r.tn], self.tiny_seg(&r), &[id]);
            self.list[tiny].kind = Kind::Guard(op);
            self.list[tiny].state = State::Reg(reg);
        }
        let guard = self.add_tiny(Tn::new(0), Bank::default(), seg, &[]);
        self.list[guard].kind = Kind::Guard(op);
        self.list[guard].refs.clear();
        Ok((guard, units))
    }

    /// The error when an op finds no registers.
    pub fn failure(&self, piece: Piece) -> AllocError {
        let d = &self.list[piece];
        let op = match d.kind {
            Kind::Tiny(op) | Kind::Guard(op) => Some(op),
            Kind::Main => d.refs.first().map(|&r| self.p.refs[r as usize].op),
        };
        match op {
            Some(op) => too_few(self.p, op, d.bank),
            None => AllocError::Internal(format!("{piece:?} of {:?} has no reference", d.tn)),
        }
    }
}

/// How many ops segments cover.
fn ops_in(segs: &[Seg]) -> u32 {
    segs.iter().map(|s| s.len().div_ceil(4)).sum()
}

/// What a piece would like to share a register with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A fixed one.
    Reg(PReg),
    /// Whatever another piece gets.
    Piece(Piece),
}

/// Appends a segment to a sorted list, joining it with the last one if they meet.
pub fn push_seg(segs: &mut Segs, seg: Seg) {
    if seg.is_empty() {
        return;
    }
    match segs.last_mut() {
        Some(l) if l.to == seg.from => l.to = seg.to,
        _ => segs.push(seg),
    }
}
