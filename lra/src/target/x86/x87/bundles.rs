//! Bundles of edges: the ends and starts of blocks that edges connect, directly or through others.
//!
//! All edges of a bundle find the same registers on the stack in the same order. A block that has less at its end pushes a zero
//! for what is missing; one that reads less pops what it does not want at its start. Exceptional edges belong to no bundle: the
//! stack is empty there.

use super::liveness::Liveness;
use cgir::func::{Bb, Func};
use cranelift_entity::EntityRef;

/// A bundle's number.
pub type Bundle = usize;

/// Which bundle each border of a block belongs to.
pub struct Bundles {
    start: Vec<Bundle>,
    end: Vec<Bundle>,
    /// What each bundle's stack holds.
    pub holds: Vec<u8>,
}

/// The representative of a border.
fn find(parent: &mut [usize], mut n: usize) -> usize {
    while parent[n] != n {
        parent[n] = parent[parent[n]];
        n = parent[n];
    }
    n
}

impl Bundles {
    /// The bundles of a function.
    pub fn of(f: &Func, live: &Liveness) -> Bundles {
        let n = f.bbs.len();
        let mut parent: Vec<usize> = (0..2 * n).collect();
        for &b in &f.layout {
            let d = &f.bbs[b];
            for s in d.succs.iter().filter(|s| d.unwind != Some(s.bb)) {
                let (x, y) = (find(&mut parent, n + b.index()), find(&mut parent, s.bb.index()));
                parent[x.max(y)] = x.min(y);
            }
        }
        let mut number = vec![usize::MAX; 2 * n];
        let mut holds = Vec::new();
        let mut of = |border: usize, parent: &mut [usize], holds: &mut Vec<u8>| {
            let root = find(parent, border);
            if number[root] == usize::MAX {
                number[root] = holds.len();
                holds.push(0);
            }
            number[root]
        };
        let start: Vec<Bundle> = (0..n).map(|b| of(b, &mut parent, &mut holds)).collect();
        let end: Vec<Bundle> = (0..n).map(|b| of(n + b, &mut parent, &mut holds)).collect();
        // A block without a normal edge into it has an empty stack: what it reads there was never defined.
        let mut reached = vec![false; n];
        for &b in &f.layout {
            let d = &f.bbs[b];
            d.succs.iter().filter(|s| d.unwind != Some(s.bb)).for_each(|s| reached[s.bb.index()] = true);
        }
        for &b in f.layout.iter().filter(|b| reached[b.index()]) {
            holds[start[b.index()]] |= live.live_in(b);
        }
        Bundles { start, end, holds }
    }
    /// The bundle of a block's start.
    pub fn at_start(&self, b: Bb) -> Bundle {
        self.start[b.index()]
    }
    /// The bundle of a block's end.
    pub fn at_end(&self, b: Bb) -> Bundle {
        self.end[b.index()]
    }
}
