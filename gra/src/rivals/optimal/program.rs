//! From the model to 0-1 programs: what cannot matter is left out, and what falls apart is solved apart.
//!
//! The unknowns, each 0 or 1 in the end:
//! * `y` of a stretch: its value is not in a register;
//! * `m` of a run: memory holds its value; `m >= y` for each stretch of the run;
//! * of a link, a reload `r >= y(from) - y(to)` and a store `s >= m(to) - m(from)`;
//! * of a price of saving, `z`: the frame is set up where it costs that much, or more, since something there needs it: a
//!   load or store of a slot, or a saved register;
//! * of a file and price, a whole number of cells that are saved for blocks of that price or higher ones; another number is
//!   what is paid for at that price: all cells of the file, if `z`, since the frame moves as a whole.
//!
//! Given the `y`, the rest is a flow problem with whole solutions, so only `y` and the numbers are declared integral.
//!
//! Reductions, none of which loses the optimum: TNs in no row stay in registers; so does a stretch in no row that does not
//! begin at its block's start, or whose predecessors all do. Where a TN passes through a block that has no row, its state there
//! is that of the one predecessor or the one successor, if what crosses the other end is executed no more often: stores move
//! down, and reloads up, to where they are cheapest.

use super::super::intervals::Segs;
use super::super::sets::Sets;
use super::model::{Model, Row};
use crate::priority::{RELOAD, REMAT, STORE};
use cgir::func::Tn;
use rustc_hash::{FxHashMap, FxHashSet};

/// A linear program in 0-1 and whole unknowns: least cost, each row at least its limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// By unknown: its cost, which is not negative, its largest value, and whether it is integral.
    pub cols: Vec<(f64, f64, bool)>,
    /// Coefficients by unknown, and the limit.
    pub rows: Vec<(Vec<(u32, f64)>, f64)>,
}

impl Program {
    fn col(&mut self, cost: f64, most: f64, integral: bool) -> u32 {
        self.cols.push((cost, most, integral));
        self.cols.len() as u32 - 1
    }
}

/// What an unknown says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// In a register, for sure.
    In,
    /// This unknown of the program.
    Col(u32),
}

/// A program, and what its unknowns say of the function.
pub(super) struct Part {
    pub program: Program,
    /// Stretches, with the unknown that says that they are in memory.
    pub outside: Vec<(u32, u32)>,
    /// Numbers of saved cells, with their unknowns.
    pub saves: Vec<(u32, u32)>,
    /// By price, the unknown that says that the frame is set up there, where that is open.
    pub frame: Vec<Option<u32>>,
}

/// The programs of a model.
pub(super) fn programs(m: &Model) -> Vec<Part> {
    let r = Reduced::new(m);
    let mut sets = Sets::new(m.stretches.len() + m.saves.len());
    let saved = |n: u32| m.stretches.len() as u32 + n;
    let first_of = |row: &Row| row.stretches.first().map_or(0, |x| x.0);
    for row in &m.rows {
        row.stretches.iter().for_each(|x| sets.join(first_of(row), x.0));
        if let Some(n) = row.saves {
            sets.join(first_of(row), saved(n));
        }
    }
    let mut of_tn: FxHashMap<Tn, u32> = FxHashMap::default();
    for (n, s) in m.stretches.iter().enumerate().filter(|(_, s)| r.matters.contains(&s.tn)) {
        sets.join(*of_tn.entry(s.tn).or_insert(n as u32), n as u32);
    }
    for (n, s) in m.saves.iter().enumerate() {
        s.below.iter().for_each(|&below| sets.join(saved(below), saved(n as u32)));
    }
    if m.levels.len() > 1
        && let Some(first) = m.rows.first()
    {
        // The frame has one place.
        m.rows.iter().for_each(|row| sets.join(first_of(first), first_of(row)));
    }
    let mut roots: Vec<u32> = m.rows.iter().map(|row| sets.find(first_of(row))).collect();
    roots.sort_unstable();
    roots.dedup();
    roots.into_iter().map(|root| Builder::new(m, &r).part(&mut sets, root)).collect()
}

struct Builder<'m> {
    m: &'m Model,
    r: &'m Reduced,
    p: Program,
    /// Unknowns of stretches, runs, prices, and saved cells.
    y: FxHashMap<u32, State>,
    memory: FxHashMap<u32, u32>,
    frame: Vec<Option<u32>>,
    saves: FxHashMap<u32, u32>,
}

impl<'m> Builder<'m> {
    fn new(m: &'m Model, r: &'m Reduced) -> Builder<'m> {
        let (y, memory, saves) = Default::default();
        let mut b = Builder { m, r, p: Program::default(), y, memory, frame: vec![None; m.levels.len()], saves };
        let (count, base) = m.forced;
        for (n, &price) in m.levels.iter().enumerate().filter(|(_, l)| **l > base) {
            let below = n.checked_sub(1).map_or(0.0, |k| m.levels[k]).max(base);
            let z = b.p.col((price - below) * count as f64, 1.0, true);
            b.frame[n] = Some(z);
            if let Some(below) = n.checked_sub(1).and_then(|k| b.frame[k]) {
                b.p.rows.push((vec![(below, 1.0), (z, -1.0)], 0.0));
            }
        }
        b
    }

    fn part(mut self, sets: &mut Sets, root: u32) -> Part {
        let (m, r) = (self.m, self.r);
        let mine: Vec<u32> = (0..m.stretches.len() as u32)
            .filter(|&n| r.matters.contains(&m.stretches[n as usize].tn) && sets.find(n) == root)
            .collect();
        for &n in mine.iter().filter(|&&n| r.of(n) == n) {
            self.stretch(n);
        }
        for &(from, to, freq, level) in &r.links {
            if self.y.contains_key(&from) {
                self.link(from, to, freq, level);
            }
        }
        for row in m.rows.iter().filter(|row| row.stretches.first().is_some_and(|x| sets.find(x.0) == root)) {
            self.row(row);
        }
        let col = |n: &u32| if let Some(State::Col(c)) = self.y.get(&r.of(*n)) { Some((*n, *c)) } else { None };
        let outside = mine.iter().filter_map(col).collect();
        let mut saves: Vec<(u32, u32)> = self.saves.into_iter().collect();
        saves.sort_unstable();
        Part { program: self.p, outside, saves, frame: self.frame }
    }

    /// If this unknown is 1, the frame is set up at this price at least.
    fn needs_frame(&mut self, col: u32, level: u32) {
        if let Some(z) = self.frame[level as usize] {
            self.p.rows.push((vec![(z, 1.0), (col, -1.0)], 0.0));
        }
    }

    fn stretch(&mut self, n: u32) {
        let s = &self.m.stretches[n as usize];
        let run = &self.m.runs[s.run as usize];
        let state = if self.r.inside[n as usize] { State::In } else { State::Col(self.p.col(s.reload, 1.0, true)) };
        self.y.insert(n, state);
        if run.remat {
            return;
        }
        if let State::Col(y) = state
            && s.reload > 0.0
        {
            self.needs_frame(y, s.level);
        }
        let mem = match self.memory.get(&s.run) {
            Some(&mem) => mem,
            None => {
                let mem = self.p.col(run.store.unwrap_or(0.0), 1.0, false);
                self.memory.insert(s.run, mem);
                if run.store.is_some() {
                    self.needs_frame(mem, run.level);
                }
                mem
            }
        };
        if let State::Col(y) = state {
            self.p.rows.push((vec![(mem, 1.0), (y, -1.0)], 0.0));
        }
    }

    fn link(&mut self, from: u32, to: u32, freq: f64, level: u32) {
        let (a, b) = (&self.m.stretches[from as usize], &self.m.stretches[to as usize]);
        let remat = self.m.runs[a.run as usize].remat;
        let price = freq * f64::from(if remat { REMAT } else { RELOAD });
        if let Some(&State::Col(out)) = self.y.get(&from) {
            match self.y.get(&to) {
                Some(&State::Col(t)) => {
                    let reload = self.p.col(price, 1.0, false);
                    self.p.rows.push((vec![(reload, 1.0), (out, -1.0), (t, 1.0)], 0.0));
                    if !remat {
                        self.needs_frame(reload, level);
                    }
                }
                // The value is reloaded whenever it was not there.
                _ => {
                    self.p.cols[out as usize].0 += price;
                    if !remat {
                        self.needs_frame(out, level);
                    }
                }
            }
        }
        if let (Some(&before), Some(&after)) = (self.memory.get(&a.run), self.memory.get(&b.run))
            && before != after
        {
            let store = self.p.col(freq * f64::from(STORE), 1.0, false);
            self.p.rows.push((vec![(store, 1.0), (before, 1.0), (after, -1.0)], 0.0));
            self.needs_frame(store, level);
        }
    }

    fn row(&mut self, row: &Row) {
        let mut limit = -row.room as f64;
        let mut list: Vec<(u32, f64)> = Vec::new();
        for &(n, takes) in &row.stretches {
            limit += f64::from(takes);
            if let Some(State::Col(c)) = self.y.get(&self.r.of(n)) {
                match list.iter_mut().find(|x| x.0 == *c) {
                    Some(x) => x.1 += f64::from(takes),
                    None => list.push((*c, f64::from(takes))),
                }
            }
        }
        if let Some(n) = row.saves {
            let level = self.m.saves[n as usize].level;
            if let Some(z) = self.frame[level as usize]
                && row.room <= 0
            {
                // Nothing is there but saved registers.
                list.iter().for_each(|x| self.p.rows.push((vec![(x.0, 1.0), (z, 1.0)], 1.0)));
            }
            list.push((self.saved(n), 1.0));
        }
        self.p.rows.push((list, limit));
    }

    /// The unknown of a number of saved cells.
    fn saved(&mut self, n: u32) -> u32 {
        if let Some(&c) = self.saves.get(&n) {
            return c;
        }
        let s = self.m.saves[n as usize];
        let price = |l: u32| self.m.levels[l as usize];
        let step = (price(s.level) - s.level.checked_sub(1).map_or(0.0, price)) / f64::from(s.cells);
        let most = f64::from(s.most.max(1));
        let Some(below) = s.below else {
            let c = self.p.col(step, most, true);
            self.saves.insert(n, c);
            return c;
        };
        let below = self.saved(below);
        let c = self.p.col(0.0, most, true);
        self.saves.insert(n, c);
        let paid = self.p.col(step, most, false);
        self.p.rows.push((vec![(below, 1.0), (c, -1.0)], 0.0));
        self.p.rows.push((vec![(paid, 1.0), (c, -1.0)], 0.0));
        if let Some(z) = self.frame[s.level as usize] {
            let lowest = self.saved(n - s.level);
            self.p.rows.push((vec![(z, most), (c, -1.0)], 0.0));
            self.p.rows.push((vec![(paid, 1.0), (lowest, -1.0), (z, -most)], -most));
        }
        c
    }
}

/// What is left of a model.
struct Reduced {
    /// TNs in rows that have a choice.
    matters: FxHashSet<Tn>,
    /// By stretch: it is in a register for sure.
    inside: Vec<bool>,
    /// By stretch: the one that it is equal to.
    same: Vec<u32>,
    /// Links between those, with frequencies and levels.
    links: Vec<(u32, u32, f64, u32)>,
}

/// Frequencies are rounded: what counts as no more often.
const ROUNDING: f64 = 1.0 + 1e-6;

impl Reduced {
    fn new(m: &Model) -> Reduced {
        let mut in_row = vec![false; m.stretches.len()];
        m.rows.iter().flat_map(|r| &r.stretches).for_each(|x| in_row[x.0 as usize] = true);
        let matters = m.stretches.iter().zip(&in_row).filter(|x| *x.1).map(|x| x.0.tn).collect();
        let mut r = Reduced {
            matters,
            inside: m.stretches.iter().zip(&in_row).map(|(s, row)| s.rigid || !row && !s.enters).collect(),
            same: (0..m.stretches.len() as u32).collect(),
            links: Vec::new(),
        };
        r.links = m.links.iter().map(|l| (l.from, l.to, l.freq, l.level)).collect();
        r.links.retain(|l| r.matters.contains(&m.stretches[l.0 as usize].tn));
        r.join_links();
        r.keep_inside(&in_row);
        while r.pass_through(m, &in_row) {}
        r
    }

    /// The stretch that stands for one.
    fn of(&self, n: u32) -> u32 {
        self.same[n as usize]
    }

    /// What all predecessors have in a register stays there if it has no row.
    fn keep_inside(&mut self, in_row: &[bool]) {
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); self.inside.len()];
        self.links.iter().for_each(|l| into[l.1 as usize].push(l.0));
        let mut again = true;
        while std::mem::take(&mut again) {
            for n in 0..self.inside.len() {
                if !self.inside[n] && !in_row[n] && into[n].iter().all(|&p| self.inside[p as usize]) {
                    self.inside[n] = true;
                    again = true;
                }
            }
        }
    }

    /// Joins stretches of blocks that TNs pass through with what comes before or after; false if there are none.
    fn pass_through(&mut self, m: &Model, in_row: &[bool]) -> bool {
        let n = self.inside.len();
        let (mut into, mut out) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for (i, l) in self.links.iter().enumerate() {
            into[l.1 as usize].push(i);
            out[l.0 as usize].push(i);
        }
        let mut touched = vec![false; n];
        let mut changed = false;
        for s in 0..n {
            let d = &m.stretches[s];
            if in_row[s] || self.inside[s] || self.same[s] != s as u32 || d.reload != 0.0 || into[s].is_empty() {
                continue;
            }
            // Is it cheaper on those than on this one?
            let cheaper = |list: &[usize], than: usize| {
                let sum = list.iter().map(|&i| self.links[i].2).sum::<f64>();
                let than = self.links[than];
                sum <= than.2 * ROUNDING && list.iter().all(|&i| self.links[i].3 <= than.3)
            };
            let other = match (&into[s][..], &out[s][..]) {
                (&[i], o) if cheaper(o, i) => self.links[i].0,
                (i, &[o]) if cheaper(i, o) => self.links[o].1,
                _ => continue,
            };
            if touched[s] || touched[other as usize] || other == s as u32 {
                continue;
            }
            (touched[s], touched[other as usize]) = (true, true);
            self.same.iter_mut().filter(|x| **x == s as u32).for_each(|x| *x = other);
            changed = true;
        }
        if changed {
            self.join_links();
        }
        changed
    }

    /// Links between what stands for their ends, each pair once.
    fn join_links(&mut self) {
        let mut sum: FxHashMap<(u32, u32, u32), f64> = FxHashMap::default();
        for l in &self.links {
            let (a, b) = (self.same[l.0 as usize], self.same[l.1 as usize]);
            if a != b {
                *sum.entry((a, b, l.3)).or_default() += l.2;
            }
        }
        self.links = sum.into_iter().map(|((a, b, level), f)| (a, b, f, level)).collect();
        self.links.sort_by_key(|l| (l.0, l.1, l.3));
    }
}

/// Segments in order, those joined that meet or overlap.
pub(super) fn joined(mut segs: Segs) -> Segs {
    segs.sort_unstable();
    let mut out = Segs::new();
    for s in segs {
        match out.last_mut() {
            Some(l) if l.to >= s.from => l.to = l.to.max(s.to),
            _ => out.push(s),
        }
    }
    out
}
