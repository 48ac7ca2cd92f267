//! Edge bundles: block borders at which a value must be in the same place.
//!
//! The end of a block and the starts of all its successors belong to one bundle, and so on transitively. If places are
//! chosen by bundle, no copy is ever needed on an edge.

use cgir::func::{Bb, Func};
use cranelift_entity::SecondaryMap;

/// The bundles of a function.
pub(super) struct Bundles {
    /// By block: the bundle of its start, and of its end.
    of: SecondaryMap<Bb, (u32, u32)>,
    /// By bundle: its blocks, each once.
    pub blocks: Vec<Vec<Bb>>,
}

impl Bundles {
    /// Finds them.
    pub fn new(f: &Func) -> Bundles {
        let mut sets: Vec<u32> = (0..f.bbs.len() as u32 * 2).collect();
        for &b in &f.layout {
            for s in &f.bbs[b].succs {
                let (x, y) = (find(&mut sets, b.as_u32() * 2 + 1), find(&mut sets, s.bb.as_u32() * 2));
                sets[x.max(y) as usize] = x.min(y);
            }
        }
        let mut number = vec![u32::MAX; sets.len()];
        let mut this = Bundles { of: SecondaryMap::new(), blocks: Vec::new() };
        for &b in &f.layout {
            let mut bundle = |side: u32| {
                let root = find(&mut sets, b.as_u32() * 2 + side) as usize;
                if number[root] == u32::MAX {
                    number[root] = this.blocks.len() as u32;
                    this.blocks.push(Vec::new());
                }
                number[root]
            };
            let (i, o) = (bundle(0), bundle(1));
            this.of[b] = (i, o);
            this.blocks[i as usize].push(b);
            if i != o {
                this.blocks[o as usize].push(b);
            }
        }
        this
    }
    /// The bundle of a block's start.
    pub fn entry(&self, b: Bb) -> u32 {
        self.of[b].0
    }
    /// The bundle of a block's end.
    pub fn exit(&self, b: Bb) -> u32 {
        self.of[b].1
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }
}

fn find(sets: &mut [u32], mut x: u32) -> u32 {
    while sets[x as usize] != x {
        sets[x as usize] = sets[sets[x as usize] as usize];
        x = sets[x as usize];
    }
    x
}
