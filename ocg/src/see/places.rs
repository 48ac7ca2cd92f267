//! Where each value is at each point, as an answer has it: rows down, places across.
//!
//! Rows are ops and edits in the order in which they happen, block by block. A *bar* is a stretch of rows of one block in
//! which one place (a register or a slot) holds one TN that is read later. Bars are found by liveness of pairs of place and
//! TN: an op reads its operands' places and writes its results', an edit reads one and writes another; edits of one group
//! happen at once. A read ends in the middle of its row, a write begins there.

use cgir::alloc::price::Kind;
use cgir::alloc::{Answer, Edit, EditKind, Place, Point, Slot};
use cgir::analysis::Cfg;
use cgir::func::{Bb, Func, Op, Tn};
use cranelift_entity::{EntityRef, SecondaryMap};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use targ_info::{Isa, PReg};

/// A register or a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Home {
    /// A register.
    Reg(PReg),
    /// A slot.
    Slot(Slot),
}

/// What a row is.
#[derive(Clone, Copy, Debug)]
pub enum RowKind {
    /// An op; deleted by the answer?
    Op(Op, bool),
    /// An edit, and the edge on which it stands, by successor.
    Edit(Edit, Option<u32>),
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// What stands there.
    pub kind: RowKind,
    /// Rows of one group read before any of them writes: the first and last of its group.
    group: (u32, u32),
}

/// A place holds a TN over some rows: from and to in half rows from the block's start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bar {
    /// Where.
    pub home: Home,
    /// From this half row.
    pub from: u32,
    /// To this one.
    pub to: u32,
    /// What.
    pub tn: Tn,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which.
    pub bb: Bb,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Its bars, sorted.
    pub bars: Vec<Bar>,
}

type Pair = (Home, Tn);

/// What kind of code an edit is.
pub fn kind_of(e: &EditKind) -> Kind {
    match e {
        EditKind::Copy { .. } => Kind::Copy,
        EditKind::Spill { .. } => Kind::Spill,
        EditKind::Reload { .. } => Kind::Reload,
        EditKind::Remat { .. } => Kind::Remat,
    }
}

/// All blocks in layout order.
pub fn blocks(f: &Func, isa: &Isa, a: &Answer) -> Vec<Block> {
    let builder = Rows {
        f,
        isa,
        edits: by_point(a),
        orders: a.order.iter().map(|(b, list)| (*b, list.as_slice())).collect(),
        deleted: a.deleted.iter().map(|o| o.index()).collect(),
    };
    let rows: Vec<Vec<Row>> = f.layout.iter().map(|&b| builder.block(b)).collect();
    let mut at: SecondaryMap<Bb, usize> = SecondaryMap::new();
    f.layout.iter().enumerate().for_each(|(i, &b)| at[b] = i);
    let mut flow = Flow { pairs: FxHashMap::default(), list: Vec::new() };
    let effects: Vec<Vec<Effect>> = rows.iter().map(|r| flow.effects(f, a, r)).collect();
    let live_out = flow.live_out(f, &at, &effects);
    let bars = |i: usize| flow.bars(&effects[i], rows[i].len() as u32, &live_out[i]);
    let all: Vec<Vec<Bar>> = (0..rows.len()).map(bars).collect();
    f.layout.iter().zip(rows).zip(all).map(|((&bb, rows), bars)| Block { bb, rows, bars }).collect()
}

type ByPoint = BTreeMap<Point, Vec<Edit>>;

fn by_point(a: &Answer) -> ByPoint {
    let mut map = ByPoint::default();
    for e in &a.edits {
        map.entry(e.at).or_default().push(*e);
    }
    map.values_mut().for_each(|list| list.sort_by_key(|e| e.group));
    map
}

/// Makes the rows of blocks.
struct Rows<'a> {
    f: &'a Func,
    isa: &'a Isa,
    edits: ByPoint,
    orders: BTreeMap<Bb, &'a [Op]>,
    deleted: FixedBitSet,
}

impl Rows<'_> {
    /// The edits of a point.
    fn stand(&self, p: Point, edge: Option<u32>, rows: &mut Vec<Row>) {
        let list: &[Edit] = self.edits.get(&p).map_or(&[], Vec::as_slice);
        for group in list.chunk_by(|x, y| x.group == y.group) {
            let first = rows.len() as u32;
            let span = (first, first + group.len() as u32 - 1);
            rows.extend(group.iter().map(|&e| Row { kind: RowKind::Edit(e, edge), group: span }));
        }
    }

    fn block(&self, b: Bb) -> Vec<Row> {
        let f = self.f;
        let mut rows = Vec::new();
        let order: Vec<Op> = self.orders.get(&b).map_or_else(|| f.bb_ops(b).collect(), |o| o.to_vec());
        // The entry pseudo op comes before what stands at the block's start.
        let entry = f.entry_op(self.isa).filter(|_| f.entry() == Some(b));
        if entry.is_none() {
            self.stand(Point::BlockStart(b), None, &mut rows);
        }
        let terminator = f.terminator(self.isa, b);
        for &op in &order {
            if Some(op) == terminator {
                self.stand(Point::BlockEnd(b), None, &mut rows);
            }
            self.stand(Point::Before(op), None, &mut rows);
            let here = rows.len() as u32;
            rows.push(Row { kind: RowKind::Op(op, self.deleted.contains(op.index())), group: (here, here) });
            self.stand(Point::After(op), None, &mut rows);
            if Some(op) == entry {
                self.stand(Point::BlockStart(b), None, &mut rows);
            }
        }
        if terminator.is_none() {
            self.stand(Point::BlockEnd(b), None, &mut rows);
        }
        for n in 0..f.bbs[b].succs.len() as u32 {
            self.stand(Point::Edge(b, n), Some(n), &mut rows);
        }
        rows
    }
}

/// A row reads and writes pairs; on an edge, or for all successors.
struct Effect {
    reads: Vec<u32>,
    writes: Vec<u32>,
    /// Half rows at which it reads, and at which it writes.
    at: (u32, u32),
    edge: Option<u32>,
}

struct Flow {
    pairs: FxHashMap<Pair, u32>,
    list: Vec<Pair>,
}

impl Flow {
    fn pair(&mut self, home: Home, tn: Tn) -> u32 {
        let list = &mut self.list;
        *self.pairs.entry((home, tn)).or_insert_with(|| {
            list.push((home, tn));
            list.len() as u32 - 1
        })
    }

    fn effects(&mut self, f: &Func, a: &Answer, rows: &[Row]) -> Vec<Effect> {
        rows.iter().map(|r| self.effect(f, a, r)).collect()
    }

    fn effect(&mut self, f: &Func, a: &Answer, row: &Row) -> Effect {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let at = (2 * row.group.0 + 1, 2 * row.group.1 + 1);
        match row.kind {
            RowKind::Op(_, true) => Effect { reads, writes, at, edge: None },
            RowKind::Op(op, false) => {
                let (start, nres) = (f.opnds_start(op), f.nres(op));
                for (i, &t) in f.all(op).iter().enumerate() {
                    let home = match a.places.get(start + i) {
                        Some(Place::Reg(r)) if f.is_virtual(t) => Home::Reg(*r),
                        Some(Place::Slot(s)) => Home::Slot(*s),
                        _ => continue,
                    };
                    let p = self.pair(home, t);
                    if i < nres { writes.push(p) } else { reads.push(p) }
                }
                Effect { reads, writes, at, edge: None }
            }
            RowKind::Edit(e, edge) => {
                let (from, tn, to) = match e.kind {
                    EditKind::Copy { tn, from, to } => (Some(Home::Reg(from)), tn, Home::Reg(to)),
                    EditKind::Spill { tn, from, slot } => (Some(Home::Reg(from)), tn, Home::Slot(slot)),
                    EditKind::Reload { tn, slot, to } => (Some(Home::Slot(slot)), tn, Home::Reg(to)),
                    EditKind::Remat { tn, to, .. } => (None, tn, Home::Reg(to)),
                };
                reads.extend(from.map(|h| self.pair(h, tn)));
                writes.push(self.pair(to, tn));
                Effect { reads, writes, at, edge }
            }
        }
    }

    /// Goes backward over a block's effects. Effects on an edge concern only what that successor wants, which must be
    /// there already; `live` then is what all successors want.
    fn back(effects: &[Effect], live: &mut FixedBitSet, edge: Option<u32>) {
        let mine = |e: &&Effect| e.edge == edge;
        let list: Vec<&Effect> = effects.iter().filter(mine).collect();
        for group in list.chunk_by(|x, y| x.at == y.at).rev() {
            group.iter().flat_map(|e| &e.writes).for_each(|&p| live.set(p as usize, false));
            group.iter().flat_map(|e| &e.reads).for_each(|&p| live.insert(p as usize));
        }
    }

    /// Pairs live at each block's end, before the edits on its edges; by place in the layout.
    fn live_out(&self, f: &Func, at: &SecondaryMap<Bb, usize>, effects: &[Vec<Effect>]) -> Vec<FixedBitSet> {
        let n = self.list.len();
        let none = || vec![FixedBitSet::with_capacity(n); effects.len()];
        let (mut live_in, mut live_out) = (none(), none());
        let mut order = Cfg::compute(f).rpo;
        order.reverse();
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &order {
                let i = at[b];
                let mut out = FixedBitSet::with_capacity(n);
                for (k, s) in f.bbs[b].succs.iter().enumerate() {
                    let mut wanted = live_in[at[s.bb]].clone();
                    Flow::back(&effects[i], &mut wanted, Some(k as u32));
                    out.union_with(&wanted);
                }
                live_out[i].clone_from(&out);
                Flow::back(&effects[i], &mut out, None);
                if out != live_in[i] {
                    live_in[i] = out;
                    changed = true;
                }
            }
        }
        live_out
    }

    /// The bars of a block.
    fn bars(&self, effects: &[Effect], rows: u32, live_out: &FixedBitSet) -> Vec<Bar> {
        let mut bars = Vec::new();
        let mut open: FxHashMap<u32, u32> = FxHashMap::default();
        let mut bar = |pair: u32, from: u32, to: u32| {
            let (home, tn) = self.list[pair as usize];
            bars.push(Bar { home, from, to: to.max(from + 1), tn });
        };
        live_out.ones().for_each(|p| {
            open.insert(p as u32, 2 * rows);
        });
        for group in effects.chunk_by(|x, y| x.at == y.at && x.edge == y.edge).rev() {
            for e in group {
                for &p in &e.writes {
                    // What nobody reads is still written.
                    let end = open.remove(&p).unwrap_or(e.at.1 + 1);
                    bar(p, e.at.1, end);
                }
            }
            for e in group {
                e.reads.iter().for_each(|&p| {
                    open.entry(p).or_insert(e.at.0);
                });
            }
        }
        let mut left: Vec<(u32, u32)> = open.into_iter().collect();
        left.sort_unstable();
        left.into_iter().for_each(|(p, end)| bar(p, 0, end));
        bars.sort();
        bars
    }
}

/// The places that bars name, registers first.
pub fn homes(blocks: &[Block]) -> Vec<Home> {
    let mut homes: Vec<Home> = blocks.iter().flat_map(|b| &b.bars).map(|b| b.home).collect();
    homes.sort();
    homes.dedup();
    homes
}

/// By TN: all bars, each with the place of its block in the layout.
pub fn by_tn(f: &Func, blocks: &[Block]) -> Vec<Vec<(u32, Bar)>> {
    let mut list = vec![Vec::new(); f.tns.len()];
    for (n, b) in blocks.iter().enumerate() {
        b.bars.iter().for_each(|bar| list[bar.tn.index()].push((n as u32, *bar)));
    }
    list
}
