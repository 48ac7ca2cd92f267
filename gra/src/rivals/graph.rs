//! The interference graph of pieces, for allocators that colour one.
//!
//! A node is a piece that wants a register; an edge says that two pieces are live at one point and could have registers
//! with a common unit. Registers that clobbers and fixed operands deny a piece are no nodes: they are missing in its mask of
//! allowed ones. Register groups and sub-classes are handled as Smith, Ramsey and Holloway do ("A Generalized Algorithm for
//! Graph-Coloring Register Allocation", PLDI 2004): a neighbour of another bank counts as many registers as it can take away
//! at worst.
//!
//! Edges are found by a sweep over all segments in order. Whether two nodes are adjacent is answered by a bit matrix while
//! that is small, and by a hash set beyond. A graph with too many edges is refused: the caller's allocator then leaves the
//! function to GRA.

use super::intervals::{Bank, Problem};
use super::pieces::{Piece, Pieces, State, Wish};
use cgir::alloc::AllocError;
use cranelift_entity::SecondaryMap;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use targ_info::{PReg, RegSet};

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// Nodes up to which adjacency is a bit matrix (25 MB).
const MATRIX: usize = 20_000;
/// Edges beyond which a graph is refused.
const MOST_EDGES: usize = 10_000_000;

/// A piece that wants a register.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) piece: Piece,
    pub(super) bank: Bank,
    /// Registers of the bank that it may have, by their number there.
    pub(super) allowed: u64,
    /// Its price in memory; infinite if it cannot go there.
    pub(super) cost: f32,
}

/// Which pairs of nodes are adjacent.
enum Pairs {
    Matrix(FixedBitSet),
    Set(FxHashSet<u64>),
}

/// The graph.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Neighbours of each node.
    pub(super) adj: Vec<Vec<u32>>,
    pairs: Pairs,
    pub(super) banks: Banks,
}

impl Graph {
    /// The graph of all pieces that are not in memory.
    pub(super) fn new(pieces: &Pieces<'_, '_>) -> Result<Graph, AllocError> {
        let p = pieces.p;
        let banks = Banks::new(p)?;
        let mut nodes = Vec::new();
        for (piece, d) in pieces.list.iter().filter(|(_, d)| matches!(d.state, State::Waiting | State::Reg(_))) {
            let free = |units: RegSet| {
                !units.intersects(d.clobbered) && units.iter().all(|u| !p.fixed_conflict(u, &d.segs, d.value()))
            };
            let regs = p.bank(d.bank).regs.iter().enumerate();
            let allowed = regs.filter(|(_, r)| free(r.1)).fold(0, |m, (i, _)| m | 1u64 << i);
            nodes.push(Node { piece, bank: d.bank, allowed, cost: d.cost });
        }
        let n = nodes.len();
        let pairs = if n <= MATRIX {
            Pairs::Matrix(FixedBitSet::with_capacity(n * n.saturating_sub(1) / 2))
        } else {
            Pairs::Set(FxHashSet::default())
        };
        let mut g = Graph { adj: vec![Vec::new(); n], nodes, pairs, banks };
        g.find_edges(pieces)?;
        Ok(g)
    }

    fn find_edges(&mut self, pieces: &Pieces<'_, '_>) -> Result<(), AllocError> {
        let mut starts: Vec<(u32, u32, u32)> = Vec::new();
        for (n, node) in self.nodes.iter().enumerate() {
            let segs = &pieces.list[node.piece].segs;
            starts.extend(segs.iter().filter(|s| !s.is_empty()).map(|s| (s.from.0, s.to.0, n as u32)));
        }
        starts.sort_unstable();
        let mut live: Vec<(u32, u32)> = Vec::new();
        let mut edges = 0;
        for (from, to, n) in starts {
            live.retain(|l| l.0 > from);
            for &(_, m) in &live {
                if m != n && self.banks.meet(self.nodes[n as usize].bank, self.nodes[m as usize].bank) {
                    edges += usize::from(self.connect(n, m));
                }
            }
            if edges > MOST_EDGES {
                return Err(AllocError::Unsupported("an interference graph of this size".into()));
            }
            live.push((to, n));
        }
        Ok(())
    }

    /// Adds an edge; false if it was there.
    pub(super) fn connect(&mut self, a: u32, b: u32) -> bool {
        let new = match &mut self.pairs {
            Pairs::Matrix(m) => !m.put(triangle(a, b)),
            Pairs::Set(s) => s.insert(pair(a, b)),
        };
        if new {
            self.adj[a as usize].push(b);
            self.adj[b as usize].push(a);
        }
        new
    }

    /// Are two nodes adjacent?
    pub(super) fn adjacent(&self, a: u32, b: u32) -> bool {
        match &self.pairs {
            _ if a == b => false,
            Pairs::Matrix(m) => m.contains(triangle(a, b)),
            Pairs::Set(s) => s.contains(&pair(a, b)),
        }
    }

    /// The register with a number in a node's bank.
    pub(super) fn reg(&self, n: u32, number: u32) -> PReg {
        self.banks.regs[index(self.nodes[n as usize].bank)][number as usize].0
    }
    /// The number of a register in a node's bank.
    pub(super) fn number(&self, n: u32, reg: PReg) -> Option<u32> {
        self.banks.regs[index(self.nodes[n as usize].bank)].iter().position(|r| r.0 == reg).map(|i| i as u32)
    }
    /// How many registers of `n`'s bank a neighbour `m` can take away.
    pub(super) fn weight(&self, n: u32, m: u32) -> u32 {
        self.banks.worst[index(self.nodes[n as usize].bank)][index(self.nodes[m as usize].bank)]
    }
    /// Registers of `n`'s bank that `m` in its register `number` takes away.
    pub(super) fn taken(&self, n: u32, m: u32, number: u32) -> u64 {
        let (a, b) = (self.nodes[n as usize].bank, self.nodes[m as usize].bank);
        self.banks.overlap[index(a)][index(b)][number as usize]
    }
    /// A mask of the registers of `from`'s bank as one of `to`'s.
    pub(super) fn translate(&self, mask: u64, from: Bank, to: Bank) -> u64 {
        if from == to {
            return mask;
        }
        let target = &self.banks.regs[index(to)];
        let regs = self.banks.regs[index(from)].iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0);
        regs.filter_map(|(_, r)| target.iter().position(|t| t.0 == r.0)).fold(0, |m, i| m | 1 << i)
    }

    /// Copies that would vanish if two nodes had one register, by node; and fixed registers that nodes would like.
    pub(super) fn wishes(&self, pieces: &Pieces<'_, '_>) -> Wishes {
        let mut node: SecondaryMap<Piece, u32> = SecondaryMap::with_default(NONE);
        self.nodes.iter().enumerate().for_each(|(n, d)| node[d.piece] = n as u32);
        let mut w = Wishes { moves: Vec::new(), fixed: vec![Vec::new(); self.nodes.len()] };
        for (n, d) in self.nodes.iter().enumerate() {
            pieces.each_wish(d.piece, |wish, weight| match wish {
                Wish::Reg(r) => w.fixed[n].push((r, weight)),
                Wish::Piece(q) if node[q] != NONE && node[q] != n as u32 => {
                    let (a, b) = (node[q].min(n as u32), node[q].max(n as u32));
                    w.moves.push(Move { a, b, weight });
                }
                Wish::Piece(_) => {}
            });
        }
        w.moves.sort_unstable_by_key(|m| (m.a, m.b));
        // Both ends name a copy: of the two wishes one counts.
        w.moves.iter_mut().for_each(|m| m.weight *= 0.5);
        w.moves.dedup_by(|x, y| {
            let same = (x.a, x.b) == (y.a, y.b);
            y.weight += if same { x.weight } else { 0.0 };
            same
        });
        w
    }
}

/// A copy between two nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) a: u32,
    pub(super) b: u32,
    /// How often it is executed.
    pub(super) weight: f32,
}

/// What would save copies.
pub(super) struct Wishes {
    /// Sorted by nodes.
    pub(super) moves: Vec<Move>,
    /// By node.
    pub(super) fixed: Vec<Vec<(PReg, f32)>>,
}

fn index(b: Bank) -> usize {
    b.number()
}

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

fn triangle(a: u32, b: u32) -> usize {
    let (low, high) = (a.min(b) as usize, a.max(b) as usize);
    high * high.saturating_sub(1) / 2 + low
}

/// How banks stand to each other.
pub(super) struct Banks {
    /// By bank: its registers.
    pub(super) regs: Vec<Vec<(PReg, RegSet)>>,
    /// By banks `a`, `b` and number of a register of `b`: the registers of `a` with a unit of it.
    overlap: Vec<Vec<Vec<u64>>>,
    /// By banks `a`, `b`: the most of that.
    worst: Vec<Vec<u32>>,
}

impl Banks {
    fn new(p: &Problem<'_>) -> Result<Banks, AllocError> {
        let regs: Vec<Vec<(PReg, RegSet)>> = p.banks.iter().map(|b| b.regs.clone()).collect();
        if regs.iter().any(|r| r.len() > 64) {
            return Err(AllocError::Unsupported("a class of more than 64 registers".into()));
        }
        let one = |a: &[(PReg, RegSet)], units: RegSet| {
            let hit = a.iter().enumerate().filter(|(_, r)| r.1.intersects(units));
            hit.fold(0u64, |m, (i, _)| m | 1 << i)
        };
        let row = |a: &Vec<(PReg, RegSet)>| -> Vec<Vec<u64>> {
            regs.iter().map(|b| b.iter().map(|r| one(a, r.1)).collect()).collect()
        };
        let overlap: Vec<Vec<Vec<u64>>> = regs.iter().map(row).collect();
        let most = |list: &Vec<u64>| list.iter().map(|m| m.count_ones()).max().unwrap_or(0);
        let worst = overlap.iter().map(|a| a.iter().map(most).collect()).collect();
        Ok(Banks { regs, overlap, worst })
    }
    /// Have two banks a unit in common?
    fn meet(&self, a: Bank, b: Bank) -> bool {
        self.worst[index(a)][index(b)] > 0
    }
}

/// What the first use of each register costs beside: callee-saved ones have to be saved and restored.
pub(super) struct Saves {
    /// Units of registers that are saved if somebody writes them.
    saved: RegSet,
    /// Of those, what somebody has taken.
    paid: RegSet,
}

impl Saves {
    /// A save and a restore.
    const PRICE: f32 = 2.0;

    pub(super) fn new(p: &Problem<'_>) -> Saves {
        let t = p.cx.target;
        // The return address is saved anyway in a function that calls.
        let ra = t.abi.ra.filter(|_| !p.f.frame_info.calls).map_or(RegSet::EMPTY, |r| t.isa.reg(r).units);
        Saves { saved: t.callee_saved | ra, paid: RegSet::EMPTY }
    }
    /// What taking a register would cost now.
    pub(super) fn price(&self, units: RegSet) -> f32 {
        if (units & self.saved).is_empty() || self.paid.contains(units & self.saved) { 0.0 } else { Saves::PRICE }
    }
    /// Somebody takes it.
    pub(super) fn pay(&mut self, units: RegSet) {
        self.paid |= units & self.saved;
    }
}
