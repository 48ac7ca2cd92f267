//! Minimum cuts of small networks, by Dinic's algorithm.
//!
//! The network is kept and filled anew for each question, so that nothing is allocated on the way. Capacities are
//! frequencies: what is below [`TINY`] counts as nothing. The number of phases is bounded: if the bound is ever reached
//! the answer is the cut that leaves the source alone.

/// The node on whose side a value is in a register.
pub(crate) const SOURCE: u32 = 0;
/// The node on whose side it is in memory.
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

/// A network.
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
        if a == b || forth <= TINY && back <= TINY {
            return;
        }
        for (from, to, room) in [(a, b, forth), (b, a, back)] {
            let next = std::mem::replace(&mut self.first[from as usize], self.arcs.len() as u32);
            self.arcs.push(Arc { to, next, room });
        }
    }

    /// Finds the least cut; [`Network::at_source`] tells it.
    pub fn cut(&mut self) {
        for _ in 0..MOST_PHASES {
            self.find_levels();
            if self.level[SINK as usize] == NONE {
                return;
            }
            self.cursor.clone_from(&self.first);
            self.block_flow();
        }
        // Not the least, but a cut: the source alone.
        self.level.fill(NONE);
        self.level[SOURCE as usize] = 0;
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

    #[test]
    fn the_cut_is_the_least_of_all() {
        let mut seed = 7u32;
        let mut random = move |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
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
}
