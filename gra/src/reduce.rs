//! Minimum cuts of control flow graphs: most nodes are taken out one by one, a flow decides the rest.
//!
//! Each node has a *pull*: what it costs to have it on the sink's side, less what it costs to have it on the source's. A
//! node with at most two neighbours can be taken out: what it adds to the cost, wherever it is best for each of the four
//! places of its neighbours, is again the cost of an edge between them and of their pulls. A node whose pull is
//! stronger than all its edges is settled, and its edges become pulls of its neighbours. Each leaves its neighbours fewer
//! edges, so they may be next. Of structured control flow nothing is left by that; what is left goes to [`crate::flow`].
//! Then the nodes that were taken out choose their sides, the last one first.
//!
//! (That is elimination of variables: U. Bertele and F. Brioschi, "Nonserial Dynamic Programming", 1972; a function of two
//! variables that is submodular, as costs of cuts are, stays so. A node that is pulled to the sink by as much as all
//! edges into it can carry is at the sink in the cut nearest to the source: M. Padberg and G. Rinaldi, "An efficient algorithm
//! for the minimum capacity cut problem", Mathematical Programming 47, 1990.)
//!
//! Several questions may be asked of one network ([`LeastCut::prepare`], then [`LeastCut::begin`] for each): they differ in pulls, in
//! what some edges carry, and in nodes that are settled from the start. All is kept and filled anew for each network, so that
//! nothing is allocated on the way. Of several least cuts the one nearest to the source is found.

use crate::flow::{Network, SINK, SOURCE};

/// What is less counts as nothing.
const TINY: f64 = 1e-6;
/// Nodes with more edges are not asked whether their pull is stronger.
const MOST_ASKED: u32 = 12;
/// No half of an edge.
const NONE: u32 = u32::MAX;

/// Where a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Open,
    /// It was taken out, and has no side yet.
    Out,
    Source,
    Sink,
}

#[derive(Clone, Copy)]
struct Node {
    pull: f64,
    /// The first of its halves of edges, and how many of them live.
    first: u32,
    degree: u32,
    side: Side,
    queued: bool,
}

/// One end of an edge.
#[derive(Clone, Copy)]
struct Half {
    /// The node at the other end; [`NONE`] if the edge is no more.
    to: u32,
    /// The half there.
    mate: u32,
    /// What cutting this end (source side) from the other costs, and the other way round.
    out: f64,
    into: f64,
}

impl Half {
    const DEAD: Half = Half { to: NONE, mate: NONE, out: 0.0, into: 0.0 };
}

/// A node that was taken out: its pull, and its edges then.
struct Taken {
    node: u32,
    pull: f64,
    halves: [Half; 2],
}

/// A network, as it is before each question.
#[derive(Default)]
struct Base {
    nodes: Vec<Node>,
    /// Edges as in [`LeastCut::add`].
    edges: Vec<(u32, u32, f32, f32)>,
    /// Their halves, by node.
    halves: Vec<Half>,
}

/// A network, a question for a least cut of it, and the answer.
#[derive(Default)]
pub(crate) struct LeastCut {
    base: Base,
    nodes: Vec<Node>,
    halves: Vec<Half>,
    queue: Vec<u32>,
    taken: Vec<Taken>,
    /// No cut is worth more: what is settled, and all that pulls nodes to the source that are not.
    bound: f64,
    /// While edges are sorted: the last node that met a node, and the half of the edge there. In the end: a node's number in
    /// the flow network.
    met: Vec<(u32, u32)>,
    net: Network,
}

impl LeastCut {
    /// Empties it; nodes are [`SOURCE`], [`SINK`] and those up to `nodes`.
    pub fn reset(&mut self, nodes: usize) {
        let new = Node { pull: 0.0, side: Side::Open, queued: true, first: 0, degree: 0 };
        self.base.edges.clear();
        self.base.nodes.clear();
        self.base.nodes.resize(nodes, new);
    }

    /// Cutting `a` (source side) from `b` (sink side) costs `forth`, the other way round `back`. Neither is [`SOURCE`] or
    /// [`SINK`]: what ties a node to those is its pull.
    #[inline]
    pub fn add(&mut self, a: u32, b: u32, forth: f32, back: f32) {
        if a != b {
            self.base.edges.push((a, b, forth, back));
            self.base.nodes[a as usize].degree += 1;
            self.base.nodes[b as usize].degree += 1;
        }
    }

    /// The network is complete: sorts the halves of edges by node, and makes one of edges between the same nodes.
    pub fn prepare(&mut self) {
        self.sort_halves();
        self.met.clear();
        self.met.resize(self.base.nodes.len(), (NONE, NONE));
        self.swap_base();
        for n in 2..self.nodes.len() as u32 {
            if self.nodes[n as usize].degree > 1 {
                self.merge_edges(n);
            }
        }
        self.swap_base();
    }

    fn swap_base(&mut self) {
        std::mem::swap(&mut self.base.nodes, &mut self.nodes);
        std::mem::swap(&mut self.base.halves, &mut self.halves);
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.bound = 0.0;
        self.nodes.clone_from(&self.base.nodes);
        self.halves.clone_from(&self.base.halves);
    }

    /// A node costs so much more on the sink's side than on the source's.
    #[inline]
    pub fn pull(&mut self, node: u32, more: f32) {
        self.pull_more(node, f64::from(more));
    }

    #[inline]
    fn pull_more(&mut self, node: u32, more: f64) {
        let pull = &mut self.nodes[node as usize].pull;
        let before = pull.max(0.0);
        *pull += more;
        self.bound += pull.max(0.0) - before;
    }

    /// An edge of the network carries so much more, as in [`LeastCut::add`].
    pub fn strengthen(&mut self, a: u32, b: u32, forth: f32, back: f32) {
        if let Some(half) = self.between(a, b) {
            self.widen(half, f64::from(forth), f64::from(back));
        }
    }

    /// A node is on the sink's side.
    pub fn sink(&mut self, node: u32) {
        self.settle(node, Side::Sink);
    }

    /// Finds the least cut; [`LeastCut::at_source`] tells it. It is worth what its nodes at the source are pulled there, less
    /// what it cuts; false if that is not more than `floor`, as far as is known before a flow must be asked.
    pub fn cut(&mut self, floor: f32) -> bool {
        let floor = f64::from(floor);
        self.taken.clear();
        self.queue.clear();
        // The last is asked first.
        self.queue.extend((2..self.nodes.len() as u32).rev());
        while let Some(n) = self.queue.pop() {
            if self.bound <= floor {
                return false;
            }
            let node = &mut self.nodes[n as usize];
            node.queued = false;
            match node.degree {
                _ if node.side != Side::Open => {}
                0..=2 => self.take_out(n),
                3..=MOST_ASKED => self.ask(n),
                _ => {}
            }
        }
        if self.bound <= floor {
            return false;
        }
        self.cut_rest();
        for t in self.taken.iter().rev() {
            // What it costs at the sink more than at the source.
            let mut pull = t.pull;
            for h in t.halves.iter().filter(|h| h.to != NONE) {
                pull += if self.at_source(h.to) { h.into } else { -h.out };
            }
            self.nodes[t.node as usize].side = if pull > TINY { Side::Source } else { Side::Sink };
        }
        true
    }

    /// Is a node on the source's side of the cut?
    pub fn at_source(&self, node: u32) -> bool {
        self.nodes[node as usize].side == Side::Source
    }

    fn sort_halves(&mut self) {
        let Base { nodes, edges, halves } = &mut self.base;
        halves.clear();
        halves.resize(2 * edges.len(), Half::DEAD);
        let mut sum = 0;
        for n in &mut *nodes {
            sum += n.degree;
            n.first = sum;
        }
        for &(a, b, forth, back) in &*edges {
            nodes[a as usize].first -= 1;
            nodes[b as usize].first -= 1;
            let (x, y) = (nodes[a as usize].first, nodes[b as usize].first);
            let (out, into) = (f64::from(forth), f64::from(back));
            halves[x as usize] = Half { to: b, mate: y, out, into };
            halves[y as usize] = Half { to: a, mate: x, out: into, into: out };
        }
    }

    /// Makes one of a node's edges to the same other node.
    fn merge_edges(&mut self, n: u32) {
        for h in self.range(n) {
            let Half { to, out, into, .. } = self.halves[h];
            if to == NONE {
                continue;
            }
            match std::mem::replace(&mut self.met[to as usize], (n, h as u32)) {
                (m, first) if m == n => {
                    self.met[to as usize] = (n, first);
                    self.widen(first, out, into);
                    self.remove(h as u32);
                }
                _ => {}
            }
        }
    }

    /// Where the halves of a node's edges are.
    fn range(&self, n: u32) -> std::ops::Range<usize> {
        let end = self.nodes.get(n as usize + 1).map_or(self.halves.len(), |m| m.first as usize);
        self.nodes[n as usize].first as usize..end
    }

    /// Makes an edge, given by a half, carry more.
    fn widen(&mut self, half: u32, out: f64, into: f64) {
        let h = &mut self.halves[half as usize];
        h.out += out;
        h.into += into;
        let m = h.mate as usize;
        self.halves[m].out += into;
        self.halves[m].into += out;
    }

    /// Takes an edge away, given by a half.
    fn remove(&mut self, half: u32) {
        let mate = self.halves[half as usize].mate;
        for h in [half, mate] {
            let to = std::mem::replace(&mut self.halves[h as usize].to, NONE);
            self.nodes[to as usize].degree -= 1;
        }
    }

    /// A node is to be asked again.
    fn wake(&mut self, n: u32) {
        let node = &mut self.nodes[n as usize];
        if !std::mem::replace(&mut node.queued, true) {
            self.queue.push(n);
        }
    }

    /// Takes an edge away from a node whose other end is settled, or taken out; its half at the node is given.
    fn forget(&mut self, half: u32, node: u32) {
        self.halves[half as usize].to = NONE;
        self.nodes[node as usize].degree -= 1;
    }

    /// Takes a node out that has at most two edges.
    fn take_out(&mut self, n: u32) {
        let range = self.range(n);
        let node = &mut self.nodes[n as usize];
        let (pull, degree) = (node.pull, node.degree);
        if degree == 0 {
            node.side = if pull > TINY { Side::Source } else { Side::Sink };
            return;
        }
        node.side = Side::Out;
        let mut live = self.halves[range].iter().filter(|h| h.to != NONE);
        let x = live.next().copied().unwrap_or(Half::DEAD);
        let y = if degree == 2 { live.next().copied().unwrap_or(Half::DEAD) } else { Half::DEAD };
        self.taken.push(Taken { node: n, pull, halves: [x, y] });
        if y.to != NONE {
            self.join(pull, x, y);
        } else if x.to != NONE {
            // What it costs with its neighbour at the source, less what it costs with that at the sink.
            let cost = (pull + x.into).min(0.0) - pull.min(x.out);
            self.bound += pull - pull.min(x.out) - pull.max(0.0);
            self.pull_more(x.to, -cost);
            self.forget(x.mate, x.to);
            self.wake(x.to);
        }
    }

    /// Joins the neighbours of a node that is taken out.
    fn join(&mut self, pull: f64, x: Half, y: Half) {
        // What the node costs, by whether its neighbours are at the source.
        let neither = pull.min(x.out + y.out);
        let both = (pull + x.into + y.into).min(0.0);
        let only_x = (pull + x.into).min(y.out);
        let only_y = (pull + y.into).min(x.out);
        let edge = (only_x + only_y - neither - both).max(0.0);
        let out = (only_x - neither).clamp(0.0, edge);
        let into = edge - out;
        self.bound += pull - neither - pull.max(0.0);
        self.pull_more(x.to, -(only_x - neither - out));
        self.pull_more(y.to, -(only_y - neither - into));
        let between = if edge > TINY * TINY { self.between(x.to, y.to) } else { None };
        if edge <= TINY * TINY || between.is_some() {
            if let Some(h) = between {
                self.widen(h, out, into);
            }
            self.forget(x.mate, x.to);
            self.forget(y.mate, y.to);
        } else {
            self.halves[x.mate as usize] = Half { to: y.to, mate: y.mate, out, into };
            self.halves[y.mate as usize] = Half { to: x.to, mate: x.mate, out: into, into: out };
        }
        self.wake(x.to);
        self.wake(y.to);
    }

    /// The half at `x` of an edge between two nodes.
    fn between(&self, x: u32, y: u32) -> Option<u32> {
        let (a, b) = (self.range(x), self.range(y));
        if a.len() <= b.len() {
            a.into_iter().find(|&h| self.halves[h].to == y).map(|h| h as u32)
        } else {
            b.into_iter().find(|&h| self.halves[h].to == x).map(|h| self.halves[h].mate)
        }
    }

    /// Settles a node if its pull is stronger than its edges.
    fn ask(&mut self, n: u32) {
        let pull = self.nodes[n as usize].pull;
        let (mut out, mut into) = (0.0, 0.0);
        for h in &self.halves[self.range(n)] {
            if h.to != NONE {
                out += h.out;
                into += h.into;
            }
        }
        let side = match () {
            () if pull <= 0.0 && -pull >= into - TINY => Side::Sink,
            () if pull > out + TINY => Side::Source,
            () => return,
        };
        self.settle(n, side);
    }

    /// A node's side is known: its edges become pulls of its neighbours.
    fn settle(&mut self, n: u32, side: Side) {
        let node = &mut self.nodes[n as usize];
        node.side = side;
        self.bound += if side == Side::Source { node.pull } else { 0.0 } - node.pull.max(0.0);
        for at in self.range(n) {
            let h = self.halves[at];
            if h.to != NONE {
                if side == Side::Source {
                    self.bound -= h.out;
                    self.pull_more(h.to, h.out);
                } else {
                    self.pull_more(h.to, -h.into);
                }
                self.forget(h.mate, h.to);
                self.wake(h.to);
            }
        }
    }

    /// Cuts what is open yet, by a flow.
    fn cut_rest(&mut self) {
        let mut open = 0;
        for (_, met) in self.nodes.iter().zip(&mut self.met).skip(2).filter(|n| n.0.side == Side::Open) {
            met.0 = open + 2;
            open += 1;
        }
        if open == 0 {
            return;
        }
        self.net.reset(open as usize + 2);
        for n in 2..self.nodes.len() as u32 {
            let node = &self.nodes[n as usize];
            if node.side != Side::Open {
                continue;
            }
            let number = self.met[n as usize].0;
            self.net.add(SOURCE, number, node.pull.max(0.0) as f32, 0.0);
            self.net.add(number, SINK, (-node.pull).max(0.0) as f32, 0.0);
            for h in &self.halves[self.range(n)] {
                if h.to != NONE && h.to > n {
                    self.net.add(number, self.met[h.to as usize].0, h.out as f32, h.into as f32);
                }
            }
        }
        self.net.cut();
        for (node, met) in self.nodes.iter_mut().zip(&self.met).skip(2).filter(|n| n.0.side == Side::Open) {
            node.side = if self.net.at_source(met.0) { Side::Source } else { Side::Sink };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random networks with many ties, against all cuts by brute force: the one found costs least, and no other that does
    /// has fewer nodes at the source.
    #[test]
    fn the_cut_is_the_least_and_nearest_to_the_source() {
        let mut seed = 7u32;
        let mut random = move |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let mut question = LeastCut::default();
        for _ in 0..1000 {
            let nodes = 3 + random(7);
            let edges: Vec<(u32, u32, f32, f32)> = (0..random(18))
                .map(|_| (random(nodes), random(nodes), random(4) as f32, random(3) as f32))
                .filter(|e| e.0 != e.1)
                .collect();
            let cost = |at_source: &dyn Fn(u32) -> bool| -> f32 {
                let of = |&(a, b, forth, back): &(u32, u32, f32, f32)| match (at_source(a), at_source(b)) {
                    (true, false) => forth,
                    (false, true) => back,
                    _ => 0.0,
                };
                edges.iter().map(of).sum()
            };
            let member = |m: u32| move |n: u32| n == SOURCE || n != SINK && m & 1 << n != 0;
            let all = (0..1u32 << nodes).filter(|m| m & 3 == 0).map(|m| (cost(&member(m)), m.count_ones()));
            let least = all.min_by(|a, b| a.partial_cmp(b).expect("numbers")).expect("a cut");
            let worth = cost(&member(0)) - least.0;
            let ends = |e: &&(u32, u32, f32, f32)| e.0.min(e.1) > SINK;
            question.reset(nodes as usize);
            // Edges between nodes get their second half of what they carry with the question.
            edges.iter().filter(ends).for_each(|&(a, b, forth, back)| question.add(a, b, 0.5 * forth, 0.5 * back));
            question.prepare();
            // Beyond all pulls, then with one that the best cut just reaches.
            for (floor, reached) in [(100.0, false), (worth - 0.01, true)] {
                question.begin();
                for &(a, b, forth, back) in &edges {
                    match (a, b) {
                        (SOURCE, SINK) | (SINK, SOURCE) => {}
                        (SOURCE, b) => question.pull(b, forth),
                        (SINK, b) => question.pull(b, -back),
                        (a, SOURCE) => question.pull(a, back),
                        (a, SINK) => question.pull(a, -forth),
                        (a, b) => question.strengthen(a, b, 0.5 * forth, 0.5 * back),
                    }
                }
                assert_eq!(question.cut(floor), reached, "{edges:?}");
            }
            let mine = (2..nodes).filter(|&n| question.at_source(n)).fold(0, |m, n| m | 1 << n);
            assert_eq!((cost(&member(mine)), mine.count_ones()), least, "{edges:?}");
        }
    }
}
