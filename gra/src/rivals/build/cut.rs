//! The cheapest set of edges that parts a source from a sink: maximum flow, by Dinic's algorithm.
//!
//! E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power estimation", 1970. Where
//! several cuts cost the same, the one nearest to the sink is returned.

/// A network. Nodes are numbers; 0 is the source, 1 the sink.
#[derive(Clone, Debug, Default)]
pub(crate) struct Network {
    /// By arc: where it goes, and what it can still carry. Arc `a ^ 1` is its reverse.
    to: Vec<u32>,
    room: Vec<f32>,
    /// By arc: the next arc of its tail.
    next: Vec<u32>,
    /// By node: its first arc.
    first: Vec<u32>,
    level: Vec<u32>,
    at: Vec<u32>,
    queue: Vec<u32>,
}

/// The source.
pub(crate) const SOURCE: u32 = 0;
/// The sink.
pub(crate) const SINK: u32 = 1;
const NONE: u32 = u32::MAX;

impl Network {
    /// Empties it, for so many nodes.
    pub fn reset(&mut self, nodes: usize) {
        self.to.clear();
        self.room.clear();
        self.next.clear();
        self.first.clear();
        self.first.resize(nodes, NONE);
    }
    /// Adds an arc; its number.
    pub fn arc(&mut self, from: u32, to: u32, room: f32) -> u32 {
        let n = self.to.len() as u32;
        for (a, b, r) in [(from, to, room), (to, from, 0.0)] {
            self.to.push(b);
            self.room.push(r);
            self.next.push(self.first[a as usize]);
            self.first[a as usize] = self.to.len() as u32 - 1;
        }
        n
    }
    /// Fills the network; false if that takes more than so many rounds.
    pub fn fill(&mut self, rounds: u32) -> bool {
        for _ in 0..rounds {
            if !self.levels() {
                return true;
            }
            self.at.clone_from(&self.first);
            while self.push_one_path() {}
        }
        false
    }
    /// Is an arc in the cut nearest to the sink? Valid after [`Network::reach_back`].
    pub fn is_cut(&self, arc: u32) -> bool {
        let (from, to) = (self.to[arc as usize ^ 1], self.to[arc as usize]);
        self.level[from as usize] == NONE && self.level[to as usize] != NONE
    }
    /// Marks the nodes from which the sink can still be reached.
    pub fn reach_back(&mut self) {
        self.level.clear();
        self.level.resize(self.first.len(), NONE);
        self.level[SINK as usize] = 0;
        self.queue.clear();
        self.queue.push(SINK);
        while let Some(n) = self.queue.pop() {
            let mut a = self.first[n as usize];
            while a != NONE {
                // The arc toward `n` is the reverse of this one.
                let m = self.to[a as usize];
                if has_room(self.room[a as usize ^ 1]) && self.level[m as usize] == NONE {
                    self.level[m as usize] = 0;
                    self.queue.push(m);
                }
                a = self.next[a as usize];
            }
        }
    }
    /// Distances from the source; false if the sink is out of reach.
    fn levels(&mut self) -> bool {
        self.level.clear();
        self.level.resize(self.first.len(), NONE);
        self.level[SOURCE as usize] = 0;
        self.queue.clear();
        self.queue.push(SOURCE);
        let mut head = 0;
        while let Some(&n) = self.queue.get(head) {
            head += 1;
            let mut a = self.first[n as usize];
            while a != NONE {
                let m = self.to[a as usize];
                if has_room(self.room[a as usize]) && self.level[m as usize] == NONE {
                    self.level[m as usize] = self.level[n as usize] + 1;
                    self.queue.push(m);
                }
                a = self.next[a as usize];
            }
        }
        self.level[SINK as usize] != NONE
    }
    /// Finds a path of growing level with room and fills it.
    fn push_one_path(&mut self) -> bool {
        let mut path: Vec<u32> = Vec::new();
        let mut n = SOURCE;
        loop {
            if n == SINK {
                let room = path.iter().map(|&a| self.room[a as usize]).fold(f32::INFINITY, f32::min);
                for &a in &path {
                    self.room[a as usize] -= room;
                    self.room[a as usize ^ 1] += room;
                }
                return true;
            }
            let a = self.at[n as usize];
            if a == NONE {
                // A dead end: back, and past the arc that led here.
                let Some(last) = path.pop() else { return false };
                n = self.to[last as usize ^ 1];
                self.at[n as usize] = self.next[self.at[n as usize] as usize];
            } else if has_room(self.room[a as usize])
                && self.level[self.to[a as usize] as usize] == self.level[n as usize].saturating_add(1)
            {
                path.push(a);
                n = self.to[a as usize];
            } else {
                self.at[n as usize] = self.next[a as usize];
            }
        }
    }
}

/// Frequencies are sums and differences of floats: what is left of rounding is no room.
fn has_room(x: f32) -> bool {
    x > 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cuts, by brute force.
    fn cheapest(n: usize, arcs: &[(u32, u32, f32)]) -> f32 {
        let inside = |set: u32, x: u32| x == SOURCE || x != SINK && set >> x & 1 != 0;
        (0..1u32 << n)
            .map(|set| arcs.iter().filter(|a| inside(set, a.0) && !inside(set, a.1)).map(|a| a.2).sum::<f32>())
            .fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn cuts_are_cheapest() {
        let mut x = 3u32;
        let mut random = |n: u32| {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (x >> 16) % n
        };
        for _ in 0..300 {
            let n = 3 + random(6) as usize;
            let arcs: Vec<(u32, u32, f32)> = (0..n * 2)
                .map(|_| (random(n as u32), random(n as u32), random(9) as f32))
                .filter(|a| a.0 != a.1)
                .collect();
            let mut net = Network::default();
            net.reset(n);
            let numbers: Vec<u32> = arcs.iter().map(|a| net.arc(a.0, a.1, a.2)).collect();
            assert!(net.fill(100));
            net.reach_back();
            let cost: f32 = numbers.iter().zip(&arcs).filter(|(a, _)| net.is_cut(**a)).map(|(_, a)| a.2).sum();
            assert_eq!(cost, cheapest(n, &arcs), "{arcs:?}");
        }
    }
}
