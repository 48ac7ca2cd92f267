//! Minimum cuts of small networks, by Dinic's algorithm.
//!
//! E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power estimation", 1970. Of several
//! least cuts there are two to be had: the one nearest to the source ([`Network::cut`]), and the one nearest to the sink
//! ([`Network::fill`], then [`Network::reach_back`]).
//!
//! The network is kept and filled anew for each question, so that nothing is allocated on the way. Capacities are
//! frequencies, sums and differences of floats: what is below [`TINY`] counts as nothing. The number of phases is bounded: if
//! the bound is ever reached there is no flow to tell a cut by.

/// The node that flow comes from.
pub(crate) const SOURCE: u32 = 0;
/// The node that it goes to.
pub(crate) const SINK: u32 = 1;

const TINY: f32 = 1e-6;
const MOST_PHASES: u32 = 200;
const NONE: u32 = u32::MAX;

struct Arc {
    to: u32,
    /// The next arc out of the same node.
    next: u32,
    room: f32,
}

/// A network. What it tells of the last question's cut, it tells by `level`.
#[derive(Default)]
pub(crate) struct Network {
    /// Arcs in pairs: each is followed by its reverse.
    arcs: Vec<Arc>,
    first: Vec<u32>,
    level: Vec<u32>,
    cursor: Vec<u32>,
    queue: Vec<u32>,
    path: Vec<u32>,
}

impl Network {
    /// Empties it; nodes are [`SOURCE`], [`SINK`] and those up to `nodes`.
    pub fn reset(&mut self, nodes: usize) {
        self.arcs.clear();
        self.first.clear();
        self.first.resize(nodes, NONE);
        self.level.clear();
        self.level.resize(nodes, NONE);
    }

    /// Cutting `a` (source side) from `b` (sink side) costs `forth`, the other way round `back`.
    pub fn add(&mut self, a: u32, b: u32, forth: f32, back: f32) {
        if a != b && (forth > TINY || back > TINY) {
            self.pair(a, b, forth, back);
        }
    }

    /// Adds an arc, whatever it carries; its number.
    pub fn arc(&mut self, from: u32, to: u32, room: f32) -> u32 {
        self.pair(from, to, room, 0.0)
    }

    /// Adds an arc and its reverse; the number of the first.
    fn pair(&mut self, a: u32, b: u32, forth: f32, back: f32) -> u32 {
        let number = self.arcs.len() as u32;
        for (from, to, room) in [(a, b, forth), (b, a, back)] {
            let next = std::mem::replace(&mut self.first[from as usize], self.arcs.len() as u32);
            self.arcs.push(Arc { to, next, room });
        }
        number
    }

    /// Finds the least cut; [`Network::at_source`] tells it.
    pub fn cut(&mut self) {
        if !self.fill() {
            // Not the least, but a cut: the source alone.
            self.level.fill(NONE);
            self.level[SOURCE as usize] = 0;
        }
    }

    /// Fills the network; false if that takes too many phases.
    pub fn fill(&mut self) -> bool {
        for _ in 0..MOST_PHASES {
            self.find_levels();
            if self.level[SINK as usize] == NONE {
                return true;
            }
            self.cursor.clone_from(&self.first);
            self.block_flow();
        }
        false
    }

    /// Marks the nodes of the filled network from which the sink can still be reached.
    pub fn reach_back(&mut self) {
        self.level.fill(NONE);
        self.level[SINK as usize] = 0;
        self.queue.clear();
        self.queue.push(SINK);
        while let Some(n) = self.queue.pop() {
            let mut a = self.first[n as usize];
            while a != NONE {
                // The arc toward `n` is the reverse of this one.
                let Arc { to, next, .. } = self.arcs[a as usize];
                if self.arcs[a as usize ^ 1].room > TINY && self.level[to as usize] == NONE {
                    self.level[to as usize] = 0;
                    self.queue.push(to);
                }
                a = next;
            }
        }
    }

    /// Is an arc in the cut nearest to the sink? Valid after [`Network::reach_back`].
    pub fn is_cut(&self, arc: u32) -> bool {
        let (from, to) = (self.arcs[arc as usize ^ 1].to, self.arcs[arc as usize].to);
        self.level[from as usize] == NONE && self.level[to as usize] != NONE
    }

    /// Is a node on the source's side of the cut?
    pub fn at_source(&self, node: u32) -> bool {
        self.level[node as usize] != NONE
    }

    /// Distances from the source along arcs with room. Nodes as far as the sink need none.
    fn find_levels(&mut self) {
        self.level.fill(NONE);
        self.level[SOURCE as usize] = 0;
        self.queue.clear();
        self.queue.push(SOURCE);
        let mut at = 0;
        while let Some(&u) = self.queue.get(at) {
            at += 1;
            let mut a = self.first[u as usize];
            while a != NONE {
                let Arc { to, next, room } = self.arcs[a as usize];
                if room > TINY && self.level[to as usize] == NONE {
                    self.level[to as usize] = self.level[u as usize] + 1;
                    if to == SINK {
                        return;
                    }
                    self.queue.push(to);
                }
                a = next;
            }
        }
    }

    /// Fills all shortest paths.
    fn block_flow(&mut self) {
        self.path.clear();
        let mut u = SOURCE;
        loop {
            if u == SINK {
                u = self.augment();
                continue;
            }
            let a = self.cursor[u as usize];
            if a == NONE {
                // A dead end.
                self.level[u as usize] = NONE;
                let Some(back) = self.path.pop() else { return };
                u = self.arcs[back as usize ^ 1].to;
                continue;
            }
            let Arc { to, next, room } = self.arcs[a as usize];
            let level = self.level[to as usize];
            if room > TINY && level != NONE && level == self.level[u as usize] + 1 {
                self.path.push(a);
                u = to;
            } else {
                self.cursor[u as usize] = next;
            }
        }
    }

    /// Fills the path found; the node from which to go on.
    fn augment(&mut self) -> u32 {
        let flow = self.path.iter().map(|&a| self.arcs[a as usize].room).fold(f32::MAX, f32::min);
        let mut full = self.path.len();
        for (i, &a) in self.path.iter().enumerate() {
            self.arcs[a as usize].room -= flow;
            self.arcs[a as usize ^ 1].room += flow;
            if self.arcs[a as usize].room <= TINY {
                full = full.min(i);
            }
        }
        let from = self.path.get(full).map_or(SOURCE, |&a| self.arcs[a as usize ^ 1].to);
        self.path.truncate(full);
        from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers below what is asked for.
    fn numbers(mut seed: u32) -> impl FnMut(u32) -> u32 {
        move |n| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        }
    }

    #[test]
    fn the_cut_is_the_least_of_all() {
        let mut random = numbers(7);
        let mut net = Network::default();
        for _ in 0..200 {
            let nodes = 3 + random(6);
            let mut arcs = Vec::new();
            for _ in 0..random(20) {
                arcs.push((random(nodes), random(nodes), random(9) as f32, random(9) as f32));
            }
            net.reset(nodes as usize);
            arcs.iter().for_each(|&(a, b, x, y)| net.add(a, b, x, y));
            net.cut();
            let cost = |source: &dyn Fn(u32) -> bool| {
                let one = |&(a, b, x, y): &(u32, u32, f32, f32)| match (source(a), source(b)) {
                    (true, false) => x,
                    (false, true) => y,
                    _ => 0.0,
                };
                arcs.iter().map(one).sum::<f32>()
            };
            let least =
                (0..1u32 << nodes).filter(|s| s & 3 == 1).map(|s| cost(&|n| s >> n & 1 == 1)).fold(f32::MAX, f32::min);
            assert!(net.at_source(SOURCE) && !net.at_source(SINK));
            assert_eq!(cost(&|n| net.at_source(n)), least, "{arcs:?}");
        }
    }

    /// All cuts, by brute force.
    fn cheapest(n: usize, arcs: &[(u32, u32, f32)]) -> f32 {
        let inside = |set: u32, x: u32| x == SOURCE || x != SINK && set >> x & 1 != 0;
        (0..1u32 << n)
            .map(|set| arcs.iter().filter(|a| inside(set, a.0) && !inside(set, a.1)).map(|a| a.2).sum::<f32>())
            .fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn arcs_nearest_to_the_sink_are_the_cheapest() {
        let mut random = numbers(3);
        for _ in 0..300 {
            let n = 3 + random(6) as usize;
            let arcs: Vec<(u32, u32, f32)> = (0..n * 2)
                .map(|_| (random(n as u32), random(n as u32), random(9) as f32))
                .filter(|a| a.0 != a.1)
                .collect();
            let mut net = Network::default();
            net.reset(n);
            let numbers: Vec<u32> = arcs.iter().map(|a| net.arc(a.0, a.1, a.2)).collect();
            assert!(net.fill());
            net.reach_back();
            let cost: f32 = numbers.iter().zip(&arcs).filter(|(a, _)| net.is_cut(**a)).map(|(_, a)| a.2).sum();
            assert_eq!(cost, cheapest(n, &arcs), "{arcs:?}");
        }
    }
}
