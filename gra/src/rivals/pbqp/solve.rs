//! The solver: reductions, then choices on the way back.
//!
//! Matrices of plain interference are shared by all edges between the same two banks; only edges with a copy, and those
//! that RII makes, have matrices of their own. A matrix whose entries do not depend on the row, or not on the column, is
//! no edge: its costs go into a vector.
//!
//! A node keeps its own vector when it is reduced. Its choice, made after those of the neighbours that it had then, is the
//! least of its vector plus the entries of its edges at what they chose. To that a save and a restore are added for the first
//! use of a register that has to be saved, which no matrix can say.

use super::super::graph::{Graph, Saves};
use super::super::pieces::Pieces;
use cgir::alloc::AllocError;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Edges beyond which the problem is refused: 15 seconds, 1 GB.
const MOST_EDGES: usize = 3_000_000;

/// How many nodes were reduced in which way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) exact: u64,
    pub(super) safe: u64,
    pub(super) heuristic: u64,
}

/// An edge, with the number of its matrix, whose rows are options of `a`.
struct Edge {
    a: u32,
    b: u32,
    matrix: u32,
    /// It interferes: it may take registers away.
    denies: bool,
    alive: bool,
}

/// A reduced node, with the edges that it had.
struct Reduced {
    node: u32,
    edges: Vec<u32>,
}

/// The least choices found: for each node its option; none if each costs infinitely much.
pub(super) fn solve(pieces: &Pieces<'_, '_>, g: &Graph, work: &mut Work) -> Result<Vec<Option<u32>>, AllocError> {
    if g.adj.iter().map(Vec::len).sum::<usize>() / 2 > MOST_EDGES {
        return Err(AllocError::Unsupported("a quadratic problem of this size".into()));
    }
    let mut s = Solver::new(pieces, g);
    s.reduce(work);
    Ok(s.choose(Saves::new(pieces.p)))
}

struct Solver<'g> {
    g: &'g Graph,
    vectors: Vec<Vec<f32>>,
    matrices: Vec<Vec<f32>>,
    edges: Vec<Edge>,
    /// By node: numbers of its edges, some of them dead.
    adj: Vec<Vec<u32>>,
    degree: Vec<u32>,
    /// By node: the most registers that its neighbours can take away.
    denied: Vec<u32>,
    done: Vec<bool>,
    small: Vec<u32>,
    safe: Vec<u32>,
    stack: Vec<Reduced>,
}

impl<'g> Solver<'g> {
    fn new(pieces: &Pieces<'_, '_>, g: &'g Graph) -> Solver<'g> {
        let n = g.nodes.len();
        let wishes = g.wishes(pieces);
        let mut s = Solver {
            g,
            vectors: Vec::with_capacity(n),
            matrices: Vec::new(),
            edges: Vec::new(),
            adj: vec![Vec::new(); n],
            degree: vec![0; n],
            denied: vec![0; n],
            done: vec![false; n],
            small: Vec::new(),
            safe: Vec::new(),
            stack: Vec::with_capacity(n),
        };
        for (i, node) in g.nodes.iter().enumerate() {
            let regs = g.banks.regs[node.bank.number()].len();
            let cost = |r: usize| if node.allowed >> r & 1 != 0 { 0.0 } else { f32::INFINITY };
            let mut v: Vec<f32> = std::iter::once(node.cost).chain((0..regs).map(cost)).collect();
            for &(reg, w) in &wishes.fixed[i] {
                if let Some(r) = g.number(i as u32, reg) {
                    v[r as usize + 1] -= w;
                }
            }
            s.vectors.push(v);
        }
        let mut shared: FxHashMap<(usize, usize), u32> = FxHashMap::default();
        for a in 0..n as u32 {
            for &b in g.adj[a as usize].iter().filter(|&&b| a < b) {
                let key = (g.nodes[a as usize].bank.number(), g.nodes[b as usize].bank.number());
                let matrix = *shared.entry(key).or_insert_with(|| s.matrices.len() as u32);
                if matrix == s.matrices.len() as u32 {
                    s.matrices.push(interference(g, a, b));
                }
                s.add(a, b, matrix, true);
                s.denied[a as usize] += g.weight(a, b);
                s.denied[b as usize] += g.weight(b, a);
            }
        }
        for m in wishes.moves.iter().filter(|m| !g.adjacent(m.a, m.b)) {
            s.matrices.push(copy(g, m.a, m.b, m.weight));
            s.add(m.a, m.b, s.matrices.len() as u32 - 1, false);
        }
        s
    }

    fn add(&mut self, a: u32, b: u32, matrix: u32, denies: bool) {
        let e = self.edges.len() as u32;
        self.edges.push(Edge { a, b, matrix, denies, alive: true });
        for x in [a, b] {
            self.adj[x as usize].push(e);
            self.degree[x as usize] += 1;
        }
    }

    /// The cost of options `i` of `n` and `j` of its neighbour.
    fn entry(&self, e: u32, n: u32, i: usize, j: usize) -> f32 {
        let edge = &self.edges[e as usize];
        let columns = self.vectors[edge.b as usize].len();
        let m = &self.matrices[edge.matrix as usize];
        if edge.a == n { m[i * columns + j] } else { m[j * columns + i] }
    }

    fn other(&self, e: u32, n: u32) -> u32 {
        let edge = &self.edges[e as usize];
        if edge.a == n { edge.b } else { edge.a }
    }

    fn is_safe(&self, n: u32) -> bool {
        self.denied[n as usize] < self.g.nodes[n as usize].allowed.count_ones()
    }

    /// Lists a node that can be reduced without loss, or surely finds a register.
    fn list(&mut self, n: u32) {
        if self.degree[n as usize] <= 2 {
            self.small.push(n);
        } else if self.is_safe(n) {
            self.safe.push(n);
        }
    }

    fn reduce(&mut self, work: &mut Work) {
        let mut rest: BinaryHeap<(Reverse<u32>, Reverse<u32>)> = BinaryHeap::new();
        for n in 0..self.vectors.len() as u32 {
            self.list(n);
            // Costs are not negative: their bits are in their order.
            let cost = self.g.nodes[n as usize].cost / (self.degree[n as usize] as f32).max(1.0);
            rest.push((Reverse(cost.to_bits()), Reverse(n)));
        }
        loop {
            if let Some(n) = self.small.pop() {
                if !self.done[n as usize] {
                    work.exact += 1;
                    self.exactly(n);
                }
            } else if let Some(n) = self.safe.pop() {
                if !self.done[n as usize] {
                    work.safe += 1;
                    self.take(n);
                }
            } else if let Some((_, Reverse(n))) = rest.pop() {
                if !self.done[n as usize] {
                    work.heuristic += 1;
                    self.take(n);
                }
            } else {
                return;
            }
        }
    }

    /// Takes a node out of the graph.
    fn take(&mut self, n: u32) {
        self.done[n as usize] = true;
        let mut edges = std::mem::take(&mut self.adj[n as usize]);
        edges.retain(|&e| self.edges[e as usize].alive);
        for &e in &edges {
            let m = self.other(e, n);
            self.kill(e);
            self.list(m);
        }
        self.stack.push(Reduced { node: n, edges });
    }

    fn kill(&mut self, e: u32) {
        let Edge { a, b, denies, .. } = self.edges[e as usize];
        self.edges[e as usize].alive = false;
        for (x, y) in [(a, b), (b, a)] {
            self.degree[x as usize] -= 1;
            if denies {
                self.denied[x as usize] -= self.g.weight(x, y);
            }
        }
    }

    /// R0, RI and RII.
    fn exactly(&mut self, n: u32) {
        let edges: Vec<u32> = self.adj[n as usize].iter().copied().filter(|&e| self.edges[e as usize].alive).collect();
        match edges[..] {
            [] => {}
            [e] => self.one(n, e),
            [e, h, ..] => self.two(n, e, h),
        }
        self.take(n);
    }

    /// RI: the neighbour pays what is least for each of its options.
    fn one(&mut self, n: u32, e: u32) {
        let m = self.other(e, n);
        for j in 0..self.vectors[m as usize].len() {
            let least = self.vectors[n as usize].iter().enumerate().map(|(i, v)| v + self.entry(e, n, i, j));
            let least = least.fold(f32::INFINITY, f32::min);
            self.vectors[m as usize][j] += least;
        }
    }

    /// RII: the two neighbours pay, together, what is least for each pair of their options.
    fn two(&mut self, n: u32, e: u32, h: u32) {
        let (a, b) = (self.other(e, n), self.other(h, n));
        let (rows, columns) = (self.vectors[a as usize].len(), self.vectors[b as usize].len());
        let mut delta = vec![f32::INFINITY; rows * columns];
        let own: Vec<(usize, f32)> =
            self.vectors[n as usize].iter().copied().enumerate().filter(|v| v.1.is_finite()).collect();
        for &(k, v) in &own {
            for i in 0..rows {
                let first = v + self.entry(e, n, k, i);
                if first == f32::INFINITY {
                    continue;
                }
                for (j, d) in delta[i * columns..(i + 1) * columns].iter_mut().enumerate() {
                    *d = d.min(first + self.entry(h, n, k, j));
                }
            }
        }
        self.normalise(a, b, &mut delta);
        if delta.iter().all(|&d| d == 0.0) {
            return;
        }
        let between = self.adj[a as usize].iter().copied().find(|&x| {
            let edge = &self.edges[x as usize];
            edge.alive && self.other(x, a) == b
        });
        match between {
            Some(x) => {
                let sum = (0..rows * columns).map(|at| delta[at] + self.entry(x, a, at / columns, at % columns));
                let sum: Vec<f32> = sum.collect();
                let turned = self.edges[x as usize].a != a;
                let own = if turned { transpose(&sum, rows, columns) } else { sum };
                self.edges[x as usize].matrix = self.matrices.len() as u32;
                self.matrices.push(own);
            }
            None => {
                self.matrices.push(delta);
                self.add(a, b, self.matrices.len() as u32 - 1, false);
            }
        }
    }

    /// Moves what each row, and each column, has in common into the vectors.
    fn normalise(&mut self, a: u32, b: u32, m: &mut [f32]) {
        let columns = self.vectors[b as usize].len();
        for (i, row) in m.chunks_mut(columns).enumerate() {
            let least = row.iter().copied().fold(f32::INFINITY, f32::min);
            self.vectors[a as usize][i] += least;
            row.iter_mut().for_each(|x| *x = if least.is_finite() { *x - least } else { 0.0 });
        }
        for j in 0..columns {
            let least = m.iter().skip(j).step_by(columns).copied().fold(f32::INFINITY, f32::min);
            self.vectors[b as usize][j] += least;
            m.iter_mut().skip(j).step_by(columns).for_each(|x| *x = if least.is_finite() { *x - least } else { 0.0 });
        }
    }

    /// Choices in the opposite order of the reductions.
    fn choose(mut self, mut saves: Saves) -> Vec<Option<u32>> {
        let mut chosen: Vec<Option<u32>> = vec![None; self.vectors.len()];
        while let Some(Reduced { node: n, edges }) = self.stack.pop() {
            let regs = &self.g.banks.regs[self.g.nodes[n as usize].bank.number()];
            let mut best: Option<(f32, u32)> = None;
            for (i, &own) in self.vectors[n as usize].iter().enumerate() {
                let there = edges.iter().filter_map(|&e| Some((e, chosen[self.other(e, n) as usize]?)));
                let mut cost = own + there.map(|(e, j)| self.entry(e, n, i, j as usize)).sum::<f32>();
                if i > 0 {
                    cost += saves.price(regs[i - 1].1);
                }
                if cost.is_finite() && best.is_none_or(|b| cost < b.0) {
                    best = Some((cost, i as u32));
                }
            }
            chosen[n as usize] = best.map(|b| b.1);
            if let Some(r) = best.and_then(|b| b.1.checked_sub(1)) {
                saves.pay(regs[r as usize].1);
            }
        }
        chosen
    }
}

/// Infinite where two registers overlap.
fn interference(g: &Graph, a: u32, b: u32) -> Vec<f32> {
    let size = |n: u32| g.banks.regs[g.nodes[n as usize].bank.number()].len();
    let (rows, columns) = (size(a) + 1, size(b) + 1);
    let mut m = vec![0.0; rows * columns];
    for j in 1..columns {
        let taken = g.taken(a, b, j as u32 - 1);
        (1..rows).filter(|i| taken >> (i - 1) & 1 != 0).for_each(|i| m[i * columns + j] = f32::INFINITY);
    }
    m
}

/// Negative where both have one register.
fn copy(g: &Graph, a: u32, b: u32, weight: f32) -> Vec<f32> {
    let size = |n: u32| g.banks.regs[g.nodes[n as usize].bank.number()].len();
    let (rows, columns) = (size(a) + 1, size(b) + 1);
    let mut m = vec![0.0; rows * columns];
    for i in 1..rows {
        if let Some(j) = g.number(b, g.reg(a, i as u32 - 1)) {
            m[i * columns + j as usize + 1] = -weight;
        }
    }
    m
}

fn transpose(m: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..rows * columns).map(|at| m[at % rows * columns + at / rows]).collect()
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn transposed_twice_is_the_same() {
        let m: Vec<f32> = (0..6).map(|x| x as f32).collect();
        assert_eq!(transpose(&m, 2, 3), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
        assert_eq!(transpose(&transpose(&m, 2, 3), 3, 2), m);
    }
}
