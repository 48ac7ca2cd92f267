//! Disjoint sets of numbers: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", JACM 22(2), 1975, with
//! paths halved on the way. A set is named by its smallest number.

/// Disjoint sets.
pub(super) struct Sets(Vec<u32>);

impl Sets {
    /// The numbers below `n`, each in a set of its own.
    pub fn new(n: usize) -> Sets {
        Sets((0..n as u32).collect())
    }
    /// The set of a number.
    pub fn find(&mut self, mut x: u32) -> u32 {
        while self.0[x as usize] != x {
            let up = self.0[self.0[x as usize] as usize];
            self.0[x as usize] = up;
            x = up;
        }
        x
    }
    /// Makes the sets of two numbers one.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
