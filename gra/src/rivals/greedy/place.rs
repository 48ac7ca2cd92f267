//! Where is a value better in a register than in memory? LLVM's spill placement.
//!
//! Each edge bundle is a neuron of a network in the manner of Hopfield: uses pull it towards a register, interference towards
//! memory, each by the frequency of its block; blocks through which the value only passes link the bundles at their two
//! ends, which would like to agree. Neurons flip until none wants to any more; since links are symmetric, that ends.

use super::bundles::Bundles;
use cgir::func::{Bb, Func};

/// What a border of a block would like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// The value is not live there.
    DontCare,
    /// A register.
    Reg,
    /// Memory.
    Spill,
    /// Memory, whatever it costs.
    MustSpill,
}

/// A neuron.
#[derive(Clone, Debug, Default)]
struct Node {
    spill: f32,
    reg: f32,
    /// -1 is memory, 1 a register.
    value: i8,
    links: Vec<(u32, f32)>,
    sum: f32,
    active: bool,
    queued: bool,
}

impl Node {
    fn must_spill(&self) -> bool {
        self.spill >= self.reg + self.sum
    }
}

/// The network.
pub(super) struct Placement {
    nodes: Vec<Node>,
    active: Vec<u32>,
    todo: Vec<u32>,
    /// Bundles that came to prefer a register since the caller looked.
    pub recent: Vec<u32>,
    threshold: f32,
}

/// Bundles with more blocks than this are kept out of registers unless it pays clearly.
const LARGE: usize = 100;

impl Placement {
    /// A network for a function's bundles.
    pub fn new(bundles: &Bundles) -> Placement {
        Placement {
            nodes: vec![Node::default(); bundles.len()],
            active: Vec::new(),
            todo: Vec::new(),
            recent: Vec::new(),
            threshold: 1.0 / 8192.0,
        }
    }
    /// Forgets everything.
    pub fn prepare(&mut self) {
        for n in self.active.drain(..) {
            self.nodes[n as usize].active = false;
        }
        self.unqueue();
        self.recent.clear();
    }
    fn unqueue(&mut self) {
        for n in self.todo.drain(..) {
            self.nodes[n as usize].queued = false;
        }
    }
    fn activate(&mut self, bundles: &Bundles, n: u32) -> &mut Node {
        let node = &mut self.nodes[n as usize];
        if !node.active {
            self.active.push(n);
            let mut links = std::mem::take(&mut node.links);
            links.clear();
            *node = Node { links, sum: self.threshold, active: true, ..Node::default() };
            if bundles.blocks[n as usize].len() > LARGE {
                node.spill = 1.0 / 16.0;
            }
        }
        node
    }
    fn bias(&mut self, bundles: &Bundles, n: u32, freq: f32, wish: Wish) {
        let node = self.activate(bundles, n);
        match wish {
            Wish::DontCare => {}
            Wish::Reg => node.reg += freq,
            Wish::Spill => node.spill += freq,
            Wish::MustSpill => node.spill = f32::INFINITY,
        }
    }
    /// A block's wishes for its start and its end.
    pub fn constrain(&mut self, f: &Func, bundles: &Bundles, b: Bb, entry: Wish, exit: Wish) {
        let freq = f.bbs[b].freq;
        if entry != Wish::DontCare {
            self.bias(bundles, bundles.entry(b), freq, entry);
        }
        if exit != Wish::DontCare {
            self.bias(bundles, bundles.exit(b), freq, exit);
        }
    }
    /// A block that would rather not be passed in a register.
    pub fn prefer_spill(&mut self, f: &Func, bundles: &Bundles, b: Bb) {
        let freq = 2.0 * f.bbs[b].freq;
        self.bias(bundles, bundles.entry(b), freq, Wish::Spill);
        self.bias(bundles, bundles.exit(b), freq, Wish::Spill);
    }
    /// A block that is free to be passed in a register.
    pub fn link(&mut self, f: &Func, bundles: &Bundles, b: Bb) {
        let (i, o) = (bundles.entry(b), bundles.exit(b));
        if i == o {
            return;
        }
        let freq = f.bbs[b].freq;
        for (x, y) in [(i, o), (o, i)] {
            let node = self.activate(bundles, x);
            match node.links.iter_mut().find(|l| l.0 == y) {
                Some(l) => l.1 += freq,
                None => node.links.push((y, freq)),
            }
            node.sum += freq;
            self.push(x);
        }
    }
    fn push(&mut self, n: u32) {
        let node = &mut self.nodes[n as usize];
        if !node.queued {
            node.queued = true;
            self.todo.push(n);
        }
    }
    /// Lets one neuron decide; true if it changed its mind about registers.
    fn update(&mut self, n: u32) -> bool {
        let (mut spill, mut reg) = (self.nodes[n as usize].spill, self.nodes[n as usize].reg);
        for &(m, w) in &self.nodes[n as usize].links {
            match self.nodes[m as usize].value {
                -1 => spill += w,
                1 => reg += w,
                _ => {}
            }
        }
        let value = if spill >= reg + self.threshold {
            -1
        } else if reg >= spill + self.threshold {
            1
        } else {
            0
        };
        let node = &mut self.nodes[n as usize];
        let before = node.value;
        node.value = value;
        if before != value {
            for i in 0..self.nodes[n as usize].links.len() {
                let m = self.nodes[n as usize].links[i].0;
                if self.nodes[m as usize].value != value {
                    self.push(m);
                }
            }
        }
        (before > 0) != (value > 0)
    }
    /// Lets all neurons decide once; false if none prefers a register.
    pub fn scan(&mut self) -> bool {
        self.recent.clear();
        for i in 0..self.active.len() {
            let n = self.active[i];
            self.update(n);
            if !self.nodes[n as usize].must_spill() && self.nodes[n as usize].value > 0 {
                self.recent.push(n);
            }
        }
        !self.recent.is_empty()
    }
    /// Iterates until the network is stable, or nearly forever.
    pub fn iterate(&mut self) {
        self.recent.clear();
        let mut limit = self.active.len() * 10 + 100;
        while let Some(n) = self.todo.pop() {
            self.nodes[n as usize].queued = false;
            if limit == 0 {
                continue;
            }
            limit -= 1;
            if self.update(n) && self.nodes[n as usize].value > 0 {
                self.recent.push(n);
            }
        }
    }
    /// The bundles that prefer a register.
    pub fn finish(&mut self) -> Vec<u32> {
        self.unqueue();
        let mut list: Vec<u32> = self.active.iter().copied().filter(|&n| self.nodes[n as usize].value > 0).collect();
        list.sort_unstable();
        list
    }
}
