//! The integer program of a function, without its numbers for a solver: which values compete where, and what it costs to lose.
//!
//! A *stretch* is what lies in one block between two references of a TN: there the value is in a register or it is not, and
//! it never pays to change that in between. A *run* is what lies in one block between two definitions of a TN: memory holds
//! the value or it does not. *Links* lead over edges. One walk back through each block makes them, with the *rows*: how many
//! of some stretches find registers together.
//!
//! Three rows stand for an op and a set of registers ([`File`]): values that live over it, in what clobbers and fixed
//! operands leave; the same beside its results; and, while it reads, beside its operands.

use super::super::Problem;
use super::super::intervals::{How, Nature, Ref};
use super::super::points::{Pos, Seg};
use super::files::{Counted, File, files};
use crate::priority::{RELOAD, REMAT, STORE};
use cgir::func::{Bb, Func, Op, Tn};
use cgir::saves::Floor;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{InstFlags, RegSet, Unit};

/// A part of a block in which a TN is in a register, or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub tn: Tn,
    /// Where it is live.
    pub seg: Seg,
    /// Its run.
    pub run: u32,
    /// What it costs if it is not in a register: the reload for the op at its end.
    pub reload: f64,
    /// Its block's price of saving a register, by number.
    pub level: u32,
    /// Begins at its block's start.
    pub enters: bool,
    /// Must be in a register.
    pub rigid: bool,
}

/// A part of a block in which memory holds a TN's value, or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The store after the definition that it begins with.
    pub store: Option<f64>,
    /// Its block's price of saving a register, by number.
    pub level: u32,
    /// The value is rebuilt, and needs no memory.
    pub remat: bool,
}

/// A TN goes over an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The last stretch before it.
    pub from: u32,
    /// The first one after it.
    pub to: u32,
    /// How often control takes it.
    pub freq: f64,
    /// The price of saving a register there, by number.
    pub level: u32,
}

/// No more of these stretches than find room are in registers.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Stretches, sorted, and how many cells each takes.
    pub stretches: Vec<(u32, u32)>,
    /// Cells for them.
    pub room: i64,
    /// Registers that are saved count as room, at their price: which number of [`Model::saves`].
    pub saves: Option<u32>,
}

/// Cells of a file that are saved where saving has some price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saves {
    /// The same at the next lower price: no fewer. None at the lowest price.
    pub below: Option<u32>,
    /// By number, the price.
    pub level: u32,
    /// Cells of a register, and of all of them.
    pub cells: u32,
    pub most: u32,
}

/// What a function asks of its registers.
#[derive(Default)]
pub(super) struct Model {
    pub stretches: Vec<Stretch>,
    pub runs: Vec<Run>,
    pub links: Vec<Link>,
    pub rows: Vec<Row>,
    pub saves: Vec<Saves>,
    /// Prices of saving a register, the lowest first: the more often the frame is set up, the higher.
    pub levels: Vec<f64>,
    /// By place in the layout, the number of a block's price.
    pub level_of_block: Vec<u32>,
    /// How many registers are saved anyway, and the least that one of them costs.
    pub forced: (usize, f64),
    /// Files, for who places what the program keeps in registers.
    pub files: Vec<File>,
}

impl Model {
    /// The number of saved cells of a file, by price.
    pub fn saves_of(&self, file: usize, level: u32) -> u32 {
        (file * self.levels.len()) as u32 + level
    }
}

/// Reads a function.
pub(super) fn read(p: &Problem<'_>) -> Model {
    let floor = cgir::saves::floor(p.f, p.cx);
    let mut r = Reader {
        p,
        f: p.f,
        m: Model { forced: (floor.forced.len(), floor.base), files: files(p, &floor.forced), ..Model::default() },
        level: 0,
        open: SecondaryMap::new(),
        list: Vec::new(),
        entries: SecondaryMap::new(),
        exits: SecondaryMap::new(),
        pads: SecondaryMap::new(),
        rows: Vec::new(),
        rebuilt: Vec::new(),
    };
    r.find_levels(&floor);
    let reached = reachable(p.f);
    for &b in p.f.layout.iter().filter(|&&b| reached[b]) {
        r.block(b, floor.at[b]);
    }
    for &b in p.f.layout.iter().filter(|&&b| reached[b]) {
        r.edges(b, &floor.on[b]);
    }
    r.m
}

fn reachable(f: &Func) -> SecondaryMap<Bb, bool> {
    let mut seen = SecondaryMap::new();
    let mut todo: Vec<Bb> = f.entry().into_iter().collect();
    while let Some(b) = todo.pop() {
        if !std::mem::replace(&mut seen[b], true) {
            todo.extend(f.bbs[b].succs.iter().map(|s| s.bb));
        }
    }
    seen
}

struct Reader<'p, 'a> {
    p: &'p Problem<'a>,
    f: &'a Func,
    m: Model,
    /// The level of the block at hand.
    level: u32,
    /// By TN: the stretch that is open, plus one.
    open: SecondaryMap<Tn, u32>,
    /// TNs with an open stretch.
    list: Vec<Tn>,
    /// By block: what is live in, and what is live out.
    entries: SecondaryMap<Bb, Vec<(Tn, u32)>>,
    exits: SecondaryMap<Bb, Vec<(Tn, u32)>>,
    /// By block that ends in a call with a landing pad: what is live over the call.
    pads: SecondaryMap<Bb, Vec<(Tn, u32)>>,
    /// Rows of the block at hand.
    rows: Vec<Row>,
    /// Stretches of what the op at hand defines that can be rebuilt.
    rebuilt: Vec<u32>,
}

/// Cells that a value may take, and how many it takes.
type Cells = (RegSet, usize);

/// What an op does in one file.
#[derive(Default)]
struct Shape {
    /// Units of fixed operands, and of fixed results.
    read: RegSet,
    written: RegSet,
    /// Units that lose their contents, and of those what operands cannot have.
    clobbers: RegSet,
    early_clobbers: RegSet,
    /// Operands and results that need cells.
    operands: SmallVec<[Cells; 4]>,
    results: SmallVec<[Cells; 4]>,
    /// Results that need them while operands are read.
    early: SmallVec<[Cells; 2]>,
    /// Results that can be rebuilt: stretches that begin here, if in a register, else nothing is defined.
    rebuilt: SmallVec<[(u32, Cells); 1]>,
    /// Stretches over the op, and how they take part.
    over: Vec<(u32, Cells, Part)>,
}

/// How a value that lives over an op takes part in it; of several ways, the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// Not at all.
    Passes,
    /// It is read where it lives.
    Read,
    /// A copy of it is read, and lost.
    Copied,
    /// It is read in a fixed register, in which it may stay.
    Fixed,
}

impl Reader<'_, '_> {
    fn allocated(&self, t: Tn) -> bool {
        matches!(self.p.nature[t], Nature::Normal | Nature::Memory | Nature::Rigid)
    }

    /// Makes the numbers of saved cells: one a file and price.
    fn find_levels(&mut self, floor: &Floor) {
        let on = self.f.layout.iter().flat_map(|&b| floor.on[b].iter().copied());
        let all = self.f.layout.iter().map(|&b| floor.at[b]).chain(on).chain([floor.base]).collect();
        self.m.levels = few(all);
        self.m.level_of_block = self.f.layout.iter().map(|&b| self.level_of(floor.at[b])).collect();
        for file in &self.m.files {
            for level in 0..self.m.levels.len() as u32 {
                let below = (level > 0).then(|| self.m.saves.len() as u32 - 1);
                let (cells, most) = (file.saved_cells as u32, file.all_saved_cells as u32);
                self.m.saves.push(Saves { below, level, cells, most });
            }
        }
    }

    /// The number of a price, rounded down.
    fn level_of(&self, price: f64) -> u32 {
        self.m.levels.partition_point(|&l| l <= price).saturating_sub(1) as u32
    }

    fn new_run(&mut self, t: Tn) -> u32 {
        self.m.runs.push(Run { store: None, level: self.level, remat: self.p.remat(t).is_some() });
        self.m.runs.len() as u32 - 1
    }

    /// Opens a stretch, which ends here.
    fn open(&mut self, t: Tn, run: u32, to: Pos, reload: f64) {
        let rigid = self.p.nature[t] == Nature::Rigid;
        let seg = Seg { from: to, to };
        self.m.stretches.push(Stretch { tn: t, seg, run, reload, level: self.level, enters: false, rigid });
        if self.open[t] == 0 {
            self.list.push(t);
        }
        self.open[t] = self.m.stretches.len() as u32;
    }

    /// Says where the open stretch of a TN begins; none if there is none.
    fn begin(&mut self, t: Tn, from: Pos) -> Option<&mut Stretch> {
        let n = self.open[t].checked_sub(1)?;
        let s = &mut self.m.stretches[n as usize];
        s.seg.from = from;
        Some(s)
    }

    fn block(&mut self, b: Bb, price: f64) {
        let p = self.p;
        let span = p.points.block(b);
        self.level = self.level_of(price);
        for t in p.live.live_out(b).iter() {
            if self.allocated(t) {
                let run = self.new_run(t);
                self.open(t, run, span.to, 0.0);
            }
        }
        self.exits[b] = self.opened();
        for op in self.f.bb_ops(b).rev() {
            self.op(b, op);
        }
        if self.f.first(b).is_none() {
            self.add_rows(&|r, file| r.passing(file));
        }
        for t in std::mem::take(&mut self.list) {
            if let Some(s) = self.begin(t, span.from) {
                s.enters = true;
            }
            let n = std::mem::take(&mut self.open[t]);
            self.entries[b].push((t, n - 1));
        }
        let rows = std::mem::take(&mut self.rows);
        self.m.rows.extend(without_implied(rows));
    }

    fn opened(&self) -> Vec<(Tn, u32)> {
        self.list.iter().map(|&t| (t, self.open[t] - 1)).collect()
    }

    /// References of an op that are allocated.
    fn refs(&self, op: Op) -> SmallVec<[Ref; 8]> {
        let start = self.f.opnds_start(op);
        let ids = start..start + self.f.all(op).len();
        let refs = ids.filter_map(|e| self.p.refs.get(self.p.ref_of[e] as usize)).copied();
        refs.filter(|r| self.allocated(r.tn)).collect()
    }

    fn op(&mut self, b: Bb, op: Op) {
        let p = self.p;
        let freq = f64::from(self.f.bbs[b].freq);
        let refs = self.refs(op);
        self.rebuilt.clear();
        for r in refs.iter().filter(|r| r.def) {
            let open = self.open[r.tn];
            if let Some(s) = self.begin(r.tn, r.pos) {
                let run = s.run;
                if p.remat(r.tn) == Some(op) {
                    self.rebuilt.push(open - 1);
                }
                self.m.runs[run as usize].store = Some(freq * f64::from(STORE));
                self.open[r.tn] = 0;
            }
        }
        let mut list = std::mem::take(&mut self.list);
        list.retain(|&t| self.open[t] != 0);
        self.list = list;
        self.landing_pad(b, op);
        self.add_rows(&|r, file| r.shape(file, op, &refs));
        for (i, r) in refs.iter().enumerate().filter(|(_, r)| !r.def) {
            if refs[..i].iter().any(|q| !q.def && q.tn == r.tn) {
                continue;
            }
            let plain = refs.iter().any(|q| !q.def && q.tn == r.tn && !q.isolated());
            let run = match self.begin(r.tn, p.points.early(op)) {
                Some(s) => s.run,
                None => self.new_run(r.tn),
            };
            let price = if self.m.runs[run as usize].remat { REMAT } else { RELOAD };
            let to = if plain { p.points.late(op) } else { p.points.early(op) };
            self.open(r.tn, run, to, freq * f64::from(price));
        }
    }

    /// What the landing pad of a call sees was there before the results.
    fn landing_pad(&mut self, b: Bb, op: Op) {
        let Some(pad) = self.f.bbs[b].unwind.filter(|_| self.f.last(b) == Some(op)) else { return };
        let missing = |t: &Tn| self.allocated(*t) && self.open[*t] == 0;
        for t in self.p.live.live_in(pad).iter().filter(missing).collect::<Vec<_>>() {
            let run = self.new_run(t);
            self.open(t, run, self.p.points.late(op), 0.0);
        }
        self.pads[b] = self.opened();
    }

    fn edges(&mut self, b: Bb, floor: &[f64]) {
        let f = self.f;
        for (s, &price) in f.bbs[b].succs.iter().zip(floor) {
            let level = self.level_of(price);
            let out = if f.bbs[b].unwind == Some(s.bb) { &self.pads[b] } else { &self.exits[b] };
            let from: FxHashMap<Tn, u32> = out.iter().copied().collect();
            let freq = f64::from(f.bbs[b].freq * s.prob);
            for &(t, to) in &self.entries[s.bb] {
                if let Some(&from) = from.get(&t) {
                    self.m.links.push(Link { from, to, freq, level });
                }
            }
        }
    }

    /// A place where values of a file live, and nothing else happens.
    fn passing(&self, file: &File) -> Shape {
        let over = |&t: &Tn| Some((self.open[t] - 1, file.bank(self.p.bank_of[t].number())?, Part::Passes));
        Shape { over: self.list.iter().filter_map(over).collect(), ..Shape::default() }
    }

    /// What an op does in a file; results are closed, operands not opened yet.
    fn shape(&self, file: &File, op: Op, refs: &[Ref]) -> Shape {
        let isa = self.p.cx.target.isa;
        let mut s = self.passing(file);
        if let Some(e) = self.f.extra(op) {
            s.clobbers = e.clobbers;
            if e.returns_twice {
                s.clobbers = (0..isa.units).map(Unit).collect();
            }
            s.early_clobbers = if e.asm.is_some() { e.clobbers } else { RegSet::EMPTY };
        }
        let commutes = isa.inst(self.f.ops[op].opcode).is(InstFlags::COMMUTES);
        for r in refs {
            let early = r.def && self.f.is_early(isa, op, r.entry as usize - self.f.opnds_start(op));
            match r.how {
                How::Fixed(reg) if r.def => {
                    s.written |= isa.reg(reg).units;
                    s.early_clobbers |= if early { isa.reg(reg).units } else { RegSet::EMPTY };
                }
                How::Fixed(reg) => s.read |= isa.reg(reg).units,
                How::Plain | How::Narrow(_) | How::Tied(..) => {}
            }
            let Some(cells) = self.cells(file, r) else { continue };
            let fixed = |q: &Ref| matches!(q.how, How::Fixed(_));
            let rebuilt = self.rebuilt.iter().find(|&&n| r.def && self.m.stretches[n as usize].tn == r.tn);
            if let Some(&n) = rebuilt {
                s.rebuilt.push((n, cells));
            } else if r.def && self.p.remat(r.tn) == Some(op) {
                // Nobody reads it: it goes.
            } else if r.def && !fixed(r) {
                s.results.push(cells);
                if early && !matches!(r.how, How::Tied(..)) {
                    s.early.push(cells);
                }
            } else if !r.def {
                let same = || refs.iter().filter(|q| !q.def && q.tn == r.tn);
                if same().next().map(|q| q.entry) == Some(r.entry) && !same().any(fixed) {
                    s.operands
                        .push(same().filter_map(|q| self.cells(file, q)).min_by_key(|c| c.0.len()).unwrap_or(cells));
                }
            }
        }
        let lost = s.clobbers | s.written;
        for (n, _, part) in &mut s.over {
            let t = self.m.stretches[*n as usize].tn;
            for r in refs.iter().filter(|r| !r.def && r.tn == t) {
                *part = (*part).max(match r.how {
                    How::Fixed(reg) if isa.reg(reg).units.intersects(lost) => Part::Copied,
                    How::Fixed(_) => Part::Fixed,
                    How::Tied(..) if !commutes => Part::Copied,
                    How::Plain | How::Narrow(_) | How::Tied(..) => Part::Read,
                });
            }
        }
        s
    }

    /// The cells that a reference needs.
    fn cells(&self, file: &File, r: &Ref) -> Option<Cells> {
        let own = self.p.bank_of[r.tn];
        file.bank(own.number())?;
        match r.how {
            How::Narrow(bank) | How::Tied(_, bank) => file.bank(bank.number()).or(file.bank(own.number())),
            How::Plain | How::Fixed(_) => file.bank(own.number()),
        }
    }

    fn add_rows(&mut self, shape: &dyn Fn(&Self, &File) -> Shape) {
        let files = std::mem::take(&mut self.m.files);
        for (k, file) in files.iter().enumerate() {
            let s = shape(self, file);
            let saves = self.m.saves_of(k, self.level);
            for set in &file.sets {
                let part = |wanted: &dyn Fn(Part) -> bool| -> Vec<(u32, Cells)> {
                    s.over.iter().filter(|x| wanted(x.2)).map(|x| (x.0, x.1)).collect()
                };
                self.row(file, set, saves, s.clobbers | s.written | s.read, part(&|p| p != Part::Fixed), &[]);
                let mut written = part(&|_| true);
                written.extend_from_slice(&s.rebuilt);
                self.row(file, set, saves, s.written, written, &[&s.results]);
                let stays = part(&|p| matches!(p, Part::Passes | Part::Copied));
                self.row(file, set, saves, s.read | s.early_clobbers, stays, &[&s.operands, &s.early]);
            }
        }
        self.m.files = files;
    }

    /// Adds a row for some stretches beside these others, where some units are lost.
    fn row(
        &mut self,
        file: &File,
        set: &Counted,
        saves: u32,
        lost: RegSet,
        of: Vec<(u32, Cells)>,
        others: &[&[Cells]],
    ) {
        let inside = |c: &Cells| set.cells.contains(c.0);
        let mut stretches: Vec<(u32, u32)> = of.iter().filter(|x| inside(&x.1)).map(|x| (x.0, x.1.1 as u32)).collect();
        stretches.sort_unstable();
        let most: i64 = stretches.iter().map(|x| i64::from(x.1)).sum();
        let taken: i64 = others.iter().flat_map(|l| l.iter()).filter(|c| inside(c)).map(|c| c.1 as i64).sum();
        let room = set.room(lost) as i64 - taken;
        if most > room && room >= 0 {
            self.rows.push(Row { stretches: stretches.clone(), room, saves: None });
        }
        let free = set.room(lost | file.saved) as i64 - taken;
        if most > free {
            self.rows.push(Row { stretches, room: free, saves: Some(saves) });
        }
    }
}

/// How many prices are told apart at most.
const MOST_LEVELS: usize = 8;

/// Few prices of many: the highest as it is, others rounded down to the least that is not much lower.
fn few(mut all: Vec<f64>) -> Vec<f64> {
    all.sort_by(f64::total_cmp);
    all.dedup();
    let mut factor = 1.1;
    while all.len() > MOST_LEVELS {
        let highest = all.pop();
        let mut kept: Vec<f64> = Vec::new();
        for &price in &all {
            if kept.last().is_none_or(|k| price > k * factor + 1e-9) {
                kept.push(price);
            }
        }
        kept.extend(highest);
        factor *= 2.0;
        all = kept;
    }
    all
}

/// Takes out rows that others imply: those with all their stretches and no more room.
fn without_implied(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|a, b| (a.saves, b.stretches.len(), a.room).cmp(&(b.saves, a.stretches.len(), b.room)));
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        let within = |k: &Row| {
            let mut rest = k.stretches.iter();
            row.stretches.iter().all(|x| rest.any(|y| y == x))
        };
        if !kept.iter().any(|k| k.saves == row.saves && k.room <= row.room && within(k)) {
            kept.push(row);
        }
    }
    kept
}
