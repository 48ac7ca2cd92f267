//! Iterated register coalescing over an interference graph, and optimistic colouring.
//!
//! Each node is in one work list at a time: to be removed (low degree, no copy left to coalesce), frozen (low degree, with
//! copies), or waiting to be removed as a potential spill (high degree). Copies are tried the most executed first; one is
//! coalesced if the result has fewer neighbours of high degree than registers (Briggs) or if all neighbours of one end
//! are of low degree or neighbours of the other (George).
//!
//! Lists are lazy: an entry counts only while the node's state says that it is in that list.

use super::super::graph::{Graph, Move, NONE, Saves, Wishes};
use super::super::pieces::{Piece, Pieces};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use targ_info::PReg;

/// A colouring.
pub(super) struct Colours {
    /// Registers of pieces.
    pub(super) regs: Vec<(Piece, PReg)>,
    /// Pieces that shall go to memory.
    pub(super) spilled: Vec<Piece>,
    /// Copies coalesced.
    pub(super) coalesced: u64,
}

/// Colours a graph.
pub(super) fn colour(pieces: &Pieces<'_, '_>, graph: Graph) -> Colours {
    let wishes = graph.wishes(pieces);
    let mut irc = Irc::new(graph, wishes);
    irc.empty();
    let mut s = Select {
        colour: vec![NONE; irc.g.nodes.len()],
        spilled: Vec::new(),
        saves: Saves::new(pieces.p),
        members: irc.members(),
        irc: &irc,
    };
    for &n in irc.stack.iter().rev() {
        s.node(n);
    }
    let regs = (0..irc.g.nodes.len() as u32).filter(|&n| s.colour[n as usize] != NONE);
    let regs = regs.map(|n| (irc.g.nodes[n as usize].piece, irc.g.reg(n, s.colour[n as usize]))).collect();
    let spilled = s.spilled.iter().map(|&n| irc.g.nodes[n as usize].piece).collect();
    Colours { regs, spilled, coalesced: irc.coalesced }
}

/// In which list a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Simplify,
    Freeze,
    Spill,
    Stack,
    Merged,
}

/// A number that can be compared.
#[derive(Clone, Copy, PartialEq)]
struct Rank(f32);

impl Eq for Rank {}
impl PartialOrd for Rank {
    fn partial_cmp(&self, o: &Rank) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Rank {
    fn cmp(&self, o: &Rank) -> std::cmp::Ordering {
        self.0.total_cmp(&o.0)
    }
}

struct Irc {
    g: Graph,
    wishes: Wishes,
    /// Neighbours as the graph had them, before nodes were merged.
    own: Vec<u32>,
    degree: Vec<u32>,
    at: Vec<At>,
    /// What a merged node is part of.
    alias: Vec<u32>,
    /// By node: numbers of its copies.
    copies: Vec<Vec<u32>>,
    /// Copies that wait for their chance.
    pending: Vec<bool>,
    /// Copies that are not settled, by node.
    open: Vec<u32>,
    moves: BinaryHeap<(Rank, Reverse<u32>)>,
    simplify: Vec<u32>,
    freeze: BinaryHeap<(Reverse<Rank>, Reverse<u32>)>,
    spill: BinaryHeap<(Reverse<Rank>, Reverse<u32>)>,
    stack: Vec<u32>,
    settled: Vec<bool>,
    /// Price of the parts that can go to memory; none can if it is infinite.
    cost: Vec<f32>,
    coalesced: u64,
}

impl Irc {
    fn new(g: Graph, wishes: Wishes) -> Irc {
        let n = g.nodes.len();
        let mut irc = Irc {
            own: g.adj.iter().map(|a| a.len() as u32).collect(),
            degree: vec![0; n],
            at: vec![At::Simplify; n],
            alias: (0..n as u32).collect(),
            copies: vec![Vec::new(); n],
            pending: vec![false; wishes.moves.len()],
            settled: vec![false; wishes.moves.len()],
            open: vec![0; n],
            moves: BinaryHeap::new(),
            simplify: Vec::new(),
            freeze: BinaryHeap::new(),
            spill: BinaryHeap::new(),
            stack: Vec::new(),
            cost: g.nodes.iter().map(|d| d.cost).collect(),
            coalesced: 0,
            g,
            wishes,
        };
        for (i, m) in irc.wishes.moves.iter().enumerate() {
            if irc.g.adjacent(m.a, m.b) {
                irc.settled[i] = true;
                continue;
            }
            for x in [m.a, m.b] {
                irc.copies[x as usize].push(i as u32);
                irc.open[x as usize] += 1;
            }
            irc.pending[i] = true;
            irc.moves.push((Rank(m.weight), Reverse(i as u32)));
        }
        for x in 0..n as u32 {
            irc.degree[x as usize] = irc.g.adj[x as usize].iter().map(|&m| irc.g.weight(x, m)).sum();
        }
        (0..n as u32).for_each(|x| irc.list(x));
        irc
    }

    fn registers(&self, n: u32) -> u32 {
        self.g.nodes[n as usize].allowed.count_ones()
    }
    fn high(&self, n: u32) -> bool {
        self.degree[n as usize] >= self.registers(n)
    }
    fn find(&self, mut n: u32) -> u32 {
        while self.alias[n as usize] != n {
            n = self.alias[n as usize];
        }
        n
    }
    fn in_graph(&self, n: u32) -> bool {
        !matches!(self.at[n as usize], At::Stack | At::Merged)
    }

    /// Puts a node into the list where it belongs.
    fn list(&mut self, n: u32) {
        let i = n as usize;
        if self.high(n) {
            self.at[i] = At::Spill;
            let rank = self.cost[i] / (self.degree[i] as f32).max(1.0);
            self.spill.push((Reverse(Rank(rank)), Reverse(n)));
        } else if self.open[i] > 0 {
            self.at[i] = At::Freeze;
            let weight = self.copies[i].iter().filter(|&&m| !self.settled[m as usize]);
            let weight = weight.map(|&m| self.wishes.moves[m as usize].weight).fold(0.0, f32::max);
            self.freeze.push((Reverse(Rank(weight)), Reverse(n)));
        } else {
            self.at[i] = At::Simplify;
            self.simplify.push(n);
        }
    }

    /// Removes nodes until none is left.
    fn empty(&mut self) {
        loop {
            if let Some(n) = self.simplify.pop() {
                if self.at[n as usize] == At::Simplify {
                    self.remove(n);
                }
            } else if let Some((_, Reverse(m))) = self.moves.pop() {
                if std::mem::take(&mut self.pending[m as usize]) && !self.settled[m as usize] {
                    self.coalesce(m);
                }
            } else if let Some((_, Reverse(n))) = self.freeze.pop() {
                if self.at[n as usize] == At::Freeze {
                    self.give_up_copies(n);
                    self.at[n as usize] = At::Simplify;
                    self.simplify.push(n);
                }
            } else if let Some((_, Reverse(n))) = self.spill.pop() {
                if self.at[n as usize] == At::Spill {
                    self.give_up_copies(n);
                    self.at[n as usize] = At::Simplify;
                    self.simplify.push(n);
                }
            } else {
                return;
            }
        }
    }

    fn remove(&mut self, n: u32) {
        self.at[n as usize] = At::Stack;
        self.stack.push(n);
        for k in 0..self.g.adj[n as usize].len() {
            let m = self.g.adj[n as usize][k];
            if self.in_graph(m) {
                self.lower(m, self.g.weight(m, n));
            }
        }
    }

    /// A neighbour of the node went away.
    fn lower(&mut self, n: u32, by: u32) {
        let was = self.high(n);
        self.degree[n as usize] = self.degree[n as usize].saturating_sub(by);
        if was && !self.high(n) {
            self.retry(n);
            for k in 0..self.g.adj[n as usize].len() {
                let m = self.g.adj[n as usize][k];
                if self.in_graph(m) {
                    self.retry(m);
                }
            }
            if self.at[n as usize] == At::Spill {
                self.list(n);
            }
        }
    }

    /// Copies of a node may be coalesced now.
    fn retry(&mut self, n: u32) {
        for &m in &self.copies[n as usize] {
            if !self.settled[m as usize] && !std::mem::replace(&mut self.pending[m as usize], true) {
                self.moves.push((Rank(self.wishes.moves[m as usize].weight), Reverse(m)));
            }
        }
    }

    /// A copy is coalesced, or will never be.
    fn settle(&mut self, m: u32, a: u32, b: u32) {
        self.settled[m as usize] = true;
        for x in [a, b] {
            self.open[x as usize] = self.open[x as usize].saturating_sub(1);
        }
    }

    fn give_up_copies(&mut self, n: u32) {
        for m in self.copies[n as usize].clone() {
            if self.settled[m as usize] {
                continue;
            }
            let Move { a, b, .. } = self.wishes.moves[m as usize];
            let (a, b) = (self.find(a), self.find(b));
            self.settle(m, a, b);
            let other = if a == n { b } else { a };
            if self.at[other as usize] == At::Freeze && self.open[other as usize] == 0 {
                self.list(other);
            }
        }
    }

    fn coalesce(&mut self, m: u32) {
        let Move { a, b, .. } = self.wishes.moves[m as usize];
        let (u, v) = (self.find(a), self.find(b));
        if u == v {
            self.settled[m as usize] = true;
            self.open[u as usize] = self.open[u as usize].saturating_sub(2);
        } else if self.g.adjacent(u, v) || !self.in_graph(u) || !self.in_graph(v) || self.common(u, v) == 0 {
            self.settle(m, u, v);
        } else if self.is_safe(u, v) {
            self.settle(m, u, v);
            self.merge(u, v);
            self.relist(u);
            return;
        } else {
            return;
        }
        self.relist(u);
        self.relist(v);
    }

    /// A node whose last copy is settled can be removed.
    fn relist(&mut self, n: u32) {
        if self.at[n as usize] == At::Freeze && (self.open[n as usize] == 0 || self.high(n)) {
            self.list(n);
        }
    }

    /// Registers that both may have, as numbers of `u`'s bank.
    fn common(&self, u: u32, v: u32) -> u64 {
        let (x, y) = (&self.g.nodes[u as usize], &self.g.nodes[v as usize]);
        x.allowed & self.g.translate(y.allowed, y.bank, x.bank)
    }

    /// Would the merged node surely find a register?
    fn is_safe(&self, u: u32, v: u32) -> bool {
        let registers = self.common(u, v).count_ones();
        let fine = |t: u32, w: u32| !self.in_graph(t) || !self.high(t) || self.g.adjacent(t, w);
        let fewer = registers < self.registers(u).min(self.registers(v));
        if !fewer {
            let george = |x: u32, y: u32| self.g.adj[x as usize].iter().all(|&t| fine(t, y));
            if george(u, v) || george(v, u) {
                return true;
            }
        }
        let mut heavy = 0;
        for &t in self.g.adj[u as usize].iter().filter(|&&t| self.in_graph(t)) {
            // A neighbour of both has one neighbour less afterwards.
            let less = if self.g.adjacent(t, v) { self.g.weight(t, v) } else { 0 };
            if self.degree[t as usize] - less.min(self.degree[t as usize]) >= self.registers(t) {
                heavy += self.g.weight(u, t);
            }
        }
        for &t in self.g.adj[v as usize].iter().filter(|&&t| self.in_graph(t) && !self.g.adjacent(t, u)) {
            if self.high(t) {
                heavy += self.g.weight(u, t);
            }
        }
        heavy < registers
    }

    fn merge(&mut self, u: u32, v: u32) {
        self.coalesced += 1;
        self.g.nodes[u as usize].allowed = self.common(u, v);
        self.at[v as usize] = At::Merged;
        self.alias[v as usize] = u;
        let copies = std::mem::take(&mut self.copies[v as usize]);
        self.open[u as usize] += self.open[v as usize];
        self.copies[u as usize].extend(copies);
        let (x, y) = (self.cost[u as usize], self.cost[v as usize]);
        self.cost[u as usize] = match (x.is_finite(), y.is_finite()) {
            (true, true) => x + y,
            (true, false) => x,
            (false, _) => y,
        };
        for k in 0..self.g.adj[v as usize].len() {
            let t = self.g.adj[v as usize][k];
            if !self.in_graph(t) {
                continue;
            }
            if self.g.connect(t, u) {
                self.degree[u as usize] += self.g.weight(u, t);
                self.degree[t as usize] += self.g.weight(t, u);
            }
            self.lower(t, self.g.weight(t, v));
        }
        self.retry(u);
    }

    /// By root: all nodes merged into it, itself included.
    fn members(&self) -> Vec<Vec<u32>> {
        let mut list = vec![Vec::new(); self.g.nodes.len()];
        (0..self.g.nodes.len() as u32).for_each(|n| list[self.find(n) as usize].push(n));
        list
    }
}

struct Select<'a> {
    irc: &'a Irc,
    /// By node, merged ones too: number of its register.
    colour: Vec<u32>,
    spilled: Vec<u32>,
    saves: Saves,
    members: Vec<Vec<u32>>,
}

impl Select<'_> {
    fn node(&mut self, root: u32) {
        let members = std::mem::take(&mut self.members[root as usize]);
        let cost = self.irc.cost[root as usize];
        if let Some(c) = self.best(root, &members, cost) {
            return self.paint(root, &members, c);
        }
        if members.len() == 1 {
            return self.fail(root);
        }
        // Taken apart again, the dearest parts first.
        let mut parts = members;
        let cost = |n: u32| self.irc.g.nodes[n as usize].cost;
        parts.sort_by(|&a, &b| cost(b).total_cmp(&cost(a)).then(a.cmp(&b)));
        for n in parts {
            let cost = self.irc.g.nodes[n as usize].cost;
            match self.best(n, &[n], cost) {
                Some(c) => self.paint(n, &[n], c),
                None => self.fail(n),
            }
        }
    }

    /// Neighbours of a node before anything was merged.
    fn neighbours(&self, n: u32) -> &[u32] {
        &self.irc.g.adj[n as usize][..self.irc.own[n as usize] as usize]
    }

    /// Registers, by their number in `root`'s bank, that no member is denied.
    fn free(&self, root: u32, members: &[u32]) -> u64 {
        let g = &self.irc.g;
        let mut free = g.nodes[root as usize].allowed;
        for &n in members {
            let taken = self.neighbours(n).iter().filter(|&&m| self.colour[m as usize] != NONE);
            free &= !taken.fold(0, |mask, &m| mask | g.taken(root, m, self.colour[m as usize]));
        }
        free
    }

    /// The register that saves most copies; none if memory is cheaper than any.
    fn best(&self, root: u32, members: &[u32], cost: f32) -> Option<u32> {
        let g = &self.irc.g;
        let free = self.free(root, members);
        let mut gain = [0f32; 64];
        for &n in members {
            for &(r, w) in &self.irc.wishes.fixed[n as usize] {
                if let Some(i) = g.number(root, r) {
                    gain[i as usize] += w;
                }
            }
        }
        for &m in self.irc.copies[root as usize].iter() {
            let Move { a, b, weight } = self.irc.wishes.moves[m as usize];
            let other = if members.contains(&a) { b } else { a };
            if members.contains(&other) {
                continue;
            }
            let c = self.colour[other as usize];
            if c != NONE {
                if let Some(i) = g.number(root, g.reg(other, c)) {
                    gain[i as usize] += weight;
                }
                continue;
            }
            // What the other end would like is a good place for both.
            for &(r, w) in &self.irc.wishes.fixed[other as usize] {
                if let Some(i) = g.number(root, r) {
                    gain[i as usize] += 0.5 * w.min(weight);
                }
            }
        }
        let regs = &g.banks.regs[g.nodes[root as usize].bank.number()];
        let mut best: Option<(f32, u32)> = None;
        for (i, r) in regs.iter().enumerate().filter(|(i, _)| free >> i & 1 != 0) {
            let value = gain[i] - self.saves.price(r.1);
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, i as u32));
            }
        }
        best.filter(|b| b.0 + cost > 0.0 || cost.is_infinite()).map(|b| b.1)
    }

    fn paint(&mut self, root: u32, members: &[u32], c: u32) {
        let g = &self.irc.g;
        let reg = g.reg(root, c);
        self.saves.pay(g.banks.regs[g.nodes[root as usize].bank.number()][c as usize].1);
        for &n in members {
            if let Some(i) = g.number(n, reg) {
                self.colour[n as usize] = i;
            }
        }
    }

    /// A node finds no register: it goes to memory, or if it cannot, what costs least of its neighbours does.
    fn fail(&mut self, n: u32) {
        let g = &self.irc.g;
        let d = &g.nodes[n as usize];
        if d.cost.is_finite() {
            return self.spilled.push(n);
        }
        let mut least: Option<(f32, u32)> = None;
        let regs = g.banks.regs[d.bank.number()].len() as u32;
        for c in (0..regs).filter(|c| d.allowed >> c & 1 != 0) {
            let sum: f32 = self.blockers(n, c).map(|m| g.nodes[m as usize].cost).sum();
            if sum.is_finite() && least.is_none_or(|l| sum < l.0) {
                least = Some((sum, c));
            }
        }
        let Some((_, c)) = least else { return };
        let out: Vec<u32> = self.blockers(n, c).collect();
        for m in out {
            self.colour[m as usize] = NONE;
            self.spilled.push(m);
        }
        self.paint(n, &[n], c);
    }

    /// Neighbours whose registers stand in the way of one.
    fn blockers(&self, n: u32, c: u32) -> impl Iterator<Item = u32> + '_ {
        let taken = move |m: u32| self.irc.g.taken(n, m, self.colour[m as usize]) >> c & 1 != 0;
        self.neighbours(n).iter().copied().filter(move |&m| self.colour[m as usize] != NONE && taken(m))
    }
}
