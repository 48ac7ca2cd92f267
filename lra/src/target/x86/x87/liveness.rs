//! Which flat registers are live at the borders of blocks: seven bits a block.

use super::{clobbered, mask};
use cgir::func::{Bb, Func, Op};
use cranelift_entity::EntityRef;
use targ_info::Isa;

/// Flat registers live at the borders of blocks.
pub struct Liveness {
    into: Vec<u8>,
    out: Vec<u8>,
}

/// What an op reads of the flat file.
pub fn reads(f: &Func, o: Op) -> u8 {
    mask(f, f.operands(o))
}
/// What an op writes or destroys of the flat file.
pub fn writes(f: &Func, isa: &Isa, o: Op) -> u8 {
    mask(f, f.results(o)) | clobbered(f, isa, o)
}

impl Liveness {
    /// Computes it for all blocks. Nothing is live over an exceptional edge, whatever a pad reads.
    pub fn of(f: &Func, isa: &Isa) -> Liveness {
        let n = f.bbs.len();
        let mut sets = vec![(0u8, 0u8); n];
        for &b in &f.layout {
            let (uses, defs) = &mut sets[b.index()];
            for o in f.bb_ops(b).rev() {
                let (r, w) = (reads(f, o), writes(f, isa, o));
                *uses = *uses & !w | r;
                *defs |= w;
            }
        }
        let mut l = Liveness { into: sets.iter().map(|s| s.0).collect(), out: vec![0; n] };
        let mut again = true;
        while again {
            again = false;
            for &b in f.layout.iter().rev() {
                let d = &f.bbs[b];
                let normal = d.succs.iter().filter(|s| d.unwind != Some(s.bb));
                let out = normal.fold(0, |m, s| m | l.into[s.bb.index()]);
                let (uses, defs) = sets[b.index()];
                let into = uses | out & !defs;
                again |= into != l.into[b.index()];
                l.out[b.index()] = out;
                l.into[b.index()] = into;
            }
        }
        l
    }
    /// At a block's start.
    pub fn live_in(&self, b: Bb) -> u8 {
        self.into.get(b.index()).copied().unwrap_or(0)
    }
    /// At a block's end.
    pub fn live_out(&self, b: Bb) -> u8 {
        self.out.get(b.index()).copied().unwrap_or(0)
    }
    /// For each op of a block: what is live after it.
    pub fn after(&self, f: &Func, isa: &Isa, b: Bb) -> Vec<u8> {
        let mut live = self.live_out(b);
        let mut list: Vec<u8> = Vec::new();
        for o in f.bb_ops(b).rev() {
            list.push(live);
            live = live & !writes(f, isa, o) | reads(f, o);
        }
        list.reverse();
        list
    }
}
