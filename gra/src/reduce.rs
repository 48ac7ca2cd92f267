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
//! what edges carry, and in nodes that are settled from the start. All is kept and filled anew for each network, so that
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
    /// How many of its halves of edges live.
    degree: u32,
    side: Side,
    queued: bool,
}

/// Where a node's halves of edges are.
#[derive(Clone, Copy)]
struct Span {
    first: u32,
    end: u32,
    degree: u32,
}

/// Where one end of an edge leads.
#[derive(Clone, Copy)]
struct End {
    /// The node at the other end; [`NONE`] if the edge is no more.
    to: u32,
    /// The half there. Of an edge that went into another between the same nodes: that one's half here.
    mate: u32,
}

/// What cutting this end (source side) of an edge from the other costs, and the other way round.
#[derive(Clone, Copy)]
struct Room {
    out: f64,
    into: f64,
}

/// One end of an edge.
#[derive(Clone, Copy)]
struct Half {
    to: u32,
    mate: u32,
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
    /// By node: where its halves of edges are, and how many of them are edges.
    nodes: Vec<Span>,
    /// Halves of edges, by node: where they lead, and the weights of edges in this direction and in the other.
    ends: Vec<End>,
    weights: Vec<[f32; 2]>,
    /// By edge: its half at the node that it leaves; [`NONE`] for those from a node to itself.
    edges: Vec<u32>,
    /// While edges are merged: by node the round in which another met it last, and the half of the edge there.
    met: Vec<(u32, u32)>,
    round: u32,
}

/// A network, a question for a least cut of it, and the answer.
#[derive(Default)]
pub(crate) struct LeastCut {
    base: Base,
    nodes: Vec<Node>,
    /// Halves of edges, by node.
    ends: Vec<End>,
    rooms: Vec<Room>,
    /// The same as each of two ways begins, once it has.
    begun: [Vec<Room>; 2],
    weighed: [bool; 2],
    queue: Vec<u32>,
    taken: Vec<Taken>,
    /// No cut is worth more: what is settled, and all that pulls nodes to the source that are not.
    bound: f64,
    /// In the end: a node's number in the flow network.
    number: Vec<u32>,
    net: Network,
}

impl Base {
    /// Sorts the halves of edges by node: first they are counted.
    fn fill(&mut self, nodes: usize, edges: impl Iterator<Item = (u32, u32, f32)> + Clone) {
        self.nodes.clear();
        self.nodes.resize(nodes, Span { first: 0, end: 0, degree: 0 });
        for (a, b, _) in edges.clone().filter(|e| e.0 != e.1) {
            self.nodes[a as usize].degree += 1;
            self.nodes[b as usize].degree += 1;
        }
        let mut sum = 0;
        for n in &mut self.nodes {
            (n.first, n.end) = (sum, sum);
            sum += n.degree;
        }
        self.ends.resize(sum as usize, End { to: NONE, mate: NONE });
        self.weights.resize(sum as usize, [0.0; 2]);
        self.edges.clear();
        for (a, b, weight) in edges {
            if a == b {
                self.edges.push(NONE);
                continue;
            }
            let (x, y) = (self.nodes[a as usize].end, self.nodes[b as usize].end);
            self.nodes[a as usize].end += 1;
            self.nodes[b as usize].end += 1;
            (self.ends[x as usize], self.weights[x as usize]) = (End { to: b, mate: y }, [weight, 0.0]);
            (self.ends[y as usize], self.weights[y as usize]) = (End { to: a, mate: x }, [0.0, weight]);
            self.edges.push(x);
        }
    }

    /// Makes one of edges between the same nodes, where one of these is.
    fn merge(&mut self, twins: impl Iterator<Item = u32>) {
        self.met.resize(self.met.len().max(self.nodes.len()), (0, NONE));
        let mut merged = false;
        for n in twins {
            self.round += 1;
            let Span { first, end, .. } = self.nodes[n as usize];
            for h in first..end {
                let End { to, .. } = self.ends[h as usize];
                if to == NONE {
                    continue;
                }
                let met = &mut self.met[to as usize];
                if met.0 == self.round {
                    let known = met.1;
                    self.merge_into(n, h, known);
                    merged = true;
                } else {
                    *met = (self.round, h);
                }
            }
        }
        if merged {
            for e in self.edges.iter_mut().filter(|e| **e != NONE) {
                let end = self.ends[*e as usize];
                *e = if end.to == NONE { end.mate } else { *e };
            }
        }
    }

    /// An edge, given by its half at a node, goes into another between the same nodes.
    fn merge_into(&mut self, n: u32, half: u32, known: u32) {
        let h = self.ends[half as usize];
        let there = self.ends[known as usize].mate;
        let [forth, back] = self.weights[half as usize];
        for (known, forth, back) in [(known, forth, back), (there, back, forth)] {
            let weights = &mut self.weights[known as usize];
            *weights = [weights[0] + forth, weights[1] + back];
        }
        self.ends[half as usize] = End { to: NONE, mate: known };
        self.ends[h.mate as usize] = End { to: NONE, mate: there };
        self.nodes[n as usize].degree -= 1;
        self.nodes[h.to as usize].degree -= 1;
    }
}

impl LeastCut {
    /// A network of so many nodes, and edges from one to another with their weights. What ties a node to source or sink is
    /// its pull. `twins`: nodes with several edges to another; of two that have those with each other one is enough.
    pub fn prepare(
        &mut self,
        nodes: usize,
        edges: impl Iterator<Item = (u32, u32, f32)> + Clone,
        twins: impl Iterator<Item = u32>,
    ) {
        self.base.fill(nodes, edges);
        self.base.merge(twins);
        self.weighed = [false; 2];
    }

    /// Begins a question: cutting an edge's first node (source side) from the second costs `forth` times its weight, the other
    /// way round `back` times. `pulls`, by node: what that costs more on the sink's side than on the source's; with negative
    /// infinity it is on the sink's. `way`, 0 or 1: the network is asked in two ways at most, each with its own `forth` and `back`.
    pub fn begin(&mut self, way: usize, forth: f32, back: f32, pulls: &[f32]) {
        if !std::mem::replace(&mut self.weighed[way], true) {
            let (forth, back) = (f64::from(forth), f64::from(back));
            let room = |&[there, here]: &[f32; 2]| {
                let (there, here) = (f64::from(there), f64::from(here));
                Room { out: forth * there + back * here, into: forth * here + back * there }
            };
            self.begun[way].clear();
            self.begun[way].extend(self.base.weights.iter().map(room));
        }
        self.ends.clone_from(&self.base.ends);
        self.rooms.clone_from(&self.begun[way]);
        self.bound = pulls.iter().map(|&p| f64::from(p.max(0.0))).sum();
        self.nodes.clear();
        let node = |(n, &pull): (&Span, &f32)| Node {
            pull: f64::from(pull),
            degree: n.degree,
            side: Side::Open,
            queued: true,
        };
        self.nodes.extend(self.base.nodes.iter().zip(pulls).map(node));
        for (n, _) in pulls.iter().enumerate().filter(|p| *p.1 == f32::NEG_INFINITY) {
            self.settle(n as u32, Side::Sink);
        }
    }

    #[inline]
    fn pull_more(&mut self, node: u32, more: f64) {
        let pull = &mut self.nodes[node as usize].pull;
        let before = pull.max(0.0);
        *pull += more;
        self.bound += pull.max(0.0) - before;
    }

    /// An edge of the network, given by its number, between nodes that are not settled carries so much more.
    pub fn strengthen(&mut self, edge: u32, forth: f32, back: f32) {
        let half = self.base.edges[edge as usize];
        if half != NONE {
            self.widen(half, f64::from(forth), f64::from(back));
        }
    }

    /// Finds the least cut; [`LeastCut::at_source`] tells it. It is worth what its nodes at the source are pulled there, less
    /// what it cuts; false if that is not more than `floor`, as far as is known before a flow must be asked.
    pub fn cut(&mut self, floor: f32) -> bool {
        let floor = f64::from(floor);
        self.taken.clear();
        self.queue.clear();
        // The last is asked first.
        self.queue.extend((0..self.nodes.len() as u32).rev());
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

    /// Where the halves of a node's edges are.
    fn range(&self, n: u32) -> std::ops::Range<usize> {
        let span = &self.base.nodes[n as usize];
        span.first as usize..span.end as usize
    }

    fn half(&self, at: usize) -> Half {
        let (End { to, mate }, Room { out, into }) = (self.ends[at], self.rooms[at]);
        Half { to, mate, out, into }
    }

    /// Makes an edge, given by a half, carry more.
    fn widen(&mut self, half: u32, out: f64, into: f64) {
        let room = &mut self.rooms[half as usize];
        room.out += out;
        room.into += into;
        let mate = &mut self.rooms[self.ends[half as usize].mate as usize];
        mate.out += into;
        mate.into += out;
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
        self.ends[half as usize].to = NONE;
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
        let mut live = range.filter(|&h| self.ends[h].to != NONE).map(|h| self.half(h));
        let x = live.next().unwrap_or(Half::DEAD);
        let y = if degree == 2 { live.next().unwrap_or(Half::DEAD) } else { Half::DEAD };
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
            self.ends[x.mate as usize] = End { to: y.to, mate: y.mate };
            self.rooms[x.mate as usize] = Room { out, into };
            self.ends[y.mate as usize] = End { to: x.to, mate: x.mate };
            self.rooms[y.mate as usize] = Room { out: into, into: out };
        }
        self.wake(x.to);
        self.wake(y.to);
    }

    /// The half at `x` of an edge between two nodes.
    fn between(&self, x: u32, y: u32) -> Option<u32> {
        let (a, b) = (self.range(x), self.range(y));
        if a.len() <= b.len() {
            a.into_iter().find(|&h| self.ends[h].to == y).map(|h| h as u32)
        } else {
            b.into_iter().find(|&h| self.ends[h].to == x).map(|h| self.ends[h].mate)
        }
    }

    /// Settles a node if its pull is stronger than its edges.
    fn ask(&mut self, n: u32) {
        let pull = self.nodes[n as usize].pull;
        let (mut out, mut into) = (0.0, 0.0);
        let range = self.range(n);
        for (end, room) in self.ends[range.clone()].iter().zip(&self.rooms[range]) {
            if end.to != NONE {
                out += room.out;
                into += room.into;
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
            if self.ends[at].to != NONE {
                let h = self.half(at);
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
        let mut open = 2;
        self.number.clear();
        for node in &self.nodes {
            self.number.push(open);
            open += u32::from(node.side == Side::Open);
        }
        if open == 2 {
            return;
        }
        self.net.reset(open as usize);
        for n in 0..self.nodes.len() as u32 {
            let node = &self.nodes[n as usize];
            if node.side != Side::Open {
                continue;
            }
            let number = self.number[n as usize];
            self.net.add(SOURCE, number, node.pull.max(0.0) as f32, 0.0);
            self.net.add(number, SINK, (-node.pull).max(0.0) as f32, 0.0);
            for at in self.range(n) {
                let h = self.half(at);
                if h.to != NONE && h.to > n {
                    self.net.add(number, self.number[h.to as usize], h.out as f32, h.into as f32);
                }
            }
        }
        self.net.cut();
        for (node, &number) in self.nodes.iter_mut().zip(&self.number).filter(|n| n.0.side == Side::Open) {
            node.side = if self.net.at_source(number) { Side::Source } else { Side::Sink };
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
                // Some nodes are settled from the start.
                .map(|(a, b, forth, back)| match (a > SINK && b == SINK, forth) {
                    (true, 3.0) => (a, b, f32::INFINITY, back),
                    _ => (a, b, forth, back),
                })
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
            let mut pulls = vec![0.0; nodes as usize];
            for &(a, b, forth, back) in &edges {
                match (a, b) {
                    (SOURCE, b) => pulls[b as usize] += forth,
                    (SINK, b) => pulls[b as usize] -= back,
                    (a, SOURCE) => pulls[a as usize] += back,
                    (a, SINK) => pulls[a as usize] -= forth,
                    _ => {}
                }
            }
            let inner: Vec<_> = edges.iter().filter(|e| e.0.min(e.1) > SINK).collect();
            let settled = |n: u32| pulls[n as usize] == f32::NEG_INFINITY;
            // What its weight does not give an edge it gets with the question, unless an end is settled.
            let weight = |&&(a, b, forth, back): &&(u32, u32, f32, f32)| match (settled(a), settled(b)) {
                (_, true) => 2.0 * forth,
                (true, false) => 0.5 * back,
                (false, false) => 0.5 * forth.min(back),
            };
            let edges_of = inner.iter().map(|e| (e.0 - 2, e.1 - 2, weight(e)));
            question.prepare(nodes as usize - 2, edges_of, 0..nodes - 2);
            // Beyond all pulls, then with one that the best cut just reaches.
            for (floor, reached) in [(100.0, false), (worth - 0.01, true)] {
                question.begin(0, 0.5, 2.0, &pulls[2..]);
                for (n, e) in inner.iter().enumerate().filter(|(_, e)| !settled(e.0) && !settled(e.1)) {
                    question.strengthen(n as u32, e.2 - 0.5 * weight(e), e.3 - 2.0 * weight(e));
                }
                assert_eq!(question.cut(floor), reached, "{edges:?}");
            }
            let mine = (2..nodes).filter(|&n| question.at_source(n - 2)).fold(0, |m, n| m | 1 << n);
            assert_eq!((cost(&member(mine)), mine.count_ones()), least, "{edges:?}");
        }
    }
}
