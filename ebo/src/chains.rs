//! Who defines and who reads each TN: for rules that ask whether an op is the only reader.
//!
//! Lists are as they were when they were made. Rules that fold add readers to what an op read; they may ask on, for an op that is
//! thought dead too early is removed by [`crate::dead`] alone, which counts anew.

use cgir::func::{Func, Op, Tn};
use cranelift_entity::EntityRef;

/// Definitions and reads of all TNs.
pub struct Chains {
    defs: Lists,
    reads: Lists,
}

/// A list of ops for each TN, one after another.
struct Lists {
    starts: Vec<u32>,
    ops: Vec<Op>,
}

impl Lists {
    fn make<'f>(f: &'f Func, of: impl Fn(Op) -> &'f [Tn]) -> Lists {
        let ops = || f.layout.iter().flat_map(|&b| f.bb_ops(b));
        let mut starts = vec![0u32; f.tns.len() + 1];
        ops().for_each(|o| of(o).iter().for_each(|t| starts[t.index() + 1] += 1));
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut next = starts.clone();
        let mut list = vec![Op::new(0); starts.last().map_or(0, |&n| n as usize)];
        for o in ops() {
            for t in of(o) {
                list[next[t.index()] as usize] = o;
                next[t.index()] += 1;
            }
        }
        Lists { starts, ops: list }
    }
    fn of(&self, t: Tn) -> &[Op] {
        match (self.starts.get(t.index()), self.starts.get(t.index() + 1)) {
            (Some(&a), Some(&b)) => &self.ops[a as usize..b as usize],
            // It was made later.
            _ => &[],
        }
    }
}

impl Chains {
    /// Finds them.
    pub fn compute(f: &Func) -> Chains {
        Chains { defs: Lists::make(f, |o| f.results(o)), reads: Lists::make(f, |o| f.operands(o)) }
    }
    /// Ops that define a TN.
    pub fn defs(&self, t: Tn) -> &[Op] {
        self.defs.of(t)
    }
    /// The op that alone defines a register TN.
    pub fn def(&self, f: &Func, t: Tn) -> Option<Op> {
        match self.defs(t) {
            &[o] if f.is_virtual(t) => Some(o),
            _ => None,
        }
    }
    /// Ops that read a TN, as often as they do.
    pub fn reads(&self, t: Tn) -> &[Op] {
        self.reads.of(t)
    }
}
