//! Backward walks through one block that know what is live after each op.
//!
//! [`TnWalk`] for virtual TNs, global and local; [`RegWalk`] for register units after allocation. Both start with what
//! is live out of the block and are stepped over ops from the last to the first:
//!
//! ```ignore
//! walk.start(&live, b);
//! for op in f.bb_ops(b).rev() {
//!     // walk.live() is what is live after `op`
//!     walk.step(&f, op);
//! }
//! ```

use super::liveness::Liveness;
use super::reglive::{RegLiveness, effects};
use crate::func::{Bb, Func, Op, Tn};
use cranelift_entity::EntityRef;
use targ_info::{Isa, RegSet};

/// A set of TNs with constant-time insertion, removal and clearing; iteration is over a vector.
#[derive(Clone, Debug, Default)]
pub struct TnWalk {
    live: Vec<Tn>,
    /// By TN: place in `live` plus one, meaningful only if that place holds the TN.
    place: Vec<u32>,
}

impl TnWalk {
    /// A walker; use one for all blocks of a function.
    pub fn new() -> TnWalk {
        TnWalk::default()
    }
    /// Starts at a block's end.
    pub fn start(&mut self, live: &Liveness, b: Bb) {
        self.live.clear();
        for t in live.live_out(b).iter() {
            self.insert(t);
        }
    }
    /// Steps back over an op: results are not live before it, operands are.
    pub fn step(&mut self, f: &Func, op: Op) {
        for &t in f.results(op) {
            self.remove(t);
        }
        for &t in f.operands(op) {
            if f.is_virtual(t) {
                self.insert(t);
            }
        }
    }
    /// What is live; the order is that of insertion and removal, the same in every run.
    pub fn live(&self) -> &[Tn] {
        &self.live
    }
    /// Is the TN live?
    pub fn contains(&self, t: Tn) -> bool {
        let at = self.place.get(t.index()).copied().unwrap_or(0) as usize;
        at != 0 && self.live.get(at - 1) == Some(&t)
    }
    /// Makes a TN live.
    pub fn insert(&mut self, t: Tn) {
        if self.contains(t) {
            return;
        }
        if self.place.len() <= t.index() {
            self.place.resize(t.index() + 64, 0);
        }
        self.live.push(t);
        self.place[t.index()] = self.live.len() as u32;
    }
    /// Makes a TN dead.
    pub fn remove(&mut self, t: Tn) {
        if !self.contains(t) {
            return;
        }
        let at = self.place[t.index()] as usize - 1;
        self.live.swap_remove(at);
        if let Some(moved) = self.live.get(at) {
            self.place[moved.index()] = at as u32 + 1;
        }
        self.place[t.index()] = 0;
    }
}

/// Live register units, stepped backward.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegWalk {
    /// Units live at this point.
    pub live: RegSet,
    at_return: RegSet,
}

impl RegWalk {
    /// Starts at a block's end.
    pub fn start(live: &RegLiveness, b: Bb) -> RegWalk {
        RegWalk { live: live.live_out(b), at_return: live.at_return() }
    }
    /// Steps back over an op.
    pub fn step(&mut self, f: &Func, isa: &Isa, op: Op) {
        let (read, written) = effects(f, isa, op, self.at_return);
        self.live -= written;
        self.live |= read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GPR, Setup, emit, op};
    use whirl_lite::mtype::MType;

    #[test]
    fn what_is_live_after_each_op() {
        let mut f = Setup::default().func();
        let b = f.add_bb();
        let t: Vec<Tn> = (0..3).map(|_| f.new_reg(GPR, MType::I64)).collect();
        let one = f.lit(1);
        emit(&mut f, b, op::LI, &[t[0]], &[one]);
        emit(&mut f, b, op::ADDI, &[t[1]], &[t[0], one]);
        emit(&mut f, b, op::ADD, &[t[2]], &[t[0], t[1]]);
        emit(&mut f, b, op::ST, &[], &[t[2], t[0], one]);
        let live = Liveness::compute(&f);
        let mut w = TnWalk::new();
        w.start(&live, b);
        let mut after = Vec::new();
        for o in f.bb_ops(b).rev() {
            let mut set = w.live().to_vec();
            set.sort();
            after.push(set);
            w.step(&f, o);
        }
        assert!(w.live().is_empty());
        after.reverse();
        assert_eq!(after, [vec![t[0]], vec![t[0], t[1]], vec![t[0], t[2]], vec![]]);
    }
}
