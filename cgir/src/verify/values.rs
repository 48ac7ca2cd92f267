//! The verifier: uses and the definitions that reach them.

use super::Verifier;
use crate::analysis::{Cfg, Liveness};
use crate::func::{Bb, Op, Tn};
use cranelift_entity::EntityRef;

impl Verifier<'_> {
    /// Each use of a virtual TN is reached by some definition; by one on every path if `all_paths`.
    pub(super) fn values(&mut self, all_paths: bool) {
        let live = Liveness::compute(self.f);
        let must = all_paths.then(|| must_reach(self.f, &live));
        let cfg = Cfg::compute(self.f);
        for &b in &self.f.layout {
            // Code that is never reached is reached by nothing.
            if !cfg.reachable(b) {
                continue;
            }
            let words = live.gtns().len().div_ceil(64);
            for t in live.uses(b).iter() {
                let n = live.index(t).unwrap_or(0);
                let missing = if !live.reached(b, t) {
                    "no definition reaches it"
                } else if must.as_ref().is_some_and(|m| m[b.index() * words + n / 64] >> (n % 64) & 1 == 0) {
                    "on some path no definition reaches it"
                } else {
                    continue;
                };
                let op = self.first_use(b, t);
                self.error(Some(b), op, format!("{t} is used, but {missing}"));
            }
        }
    }
    fn first_use(&self, b: Bb, t: Tn) -> Option<Op> {
        self.f.bb_ops(b).find(|&o| self.f.operands(o).contains(&t))
    }
}

/// For each block, a row of bits: GTNs that are defined on every path to it. Loops start from "all".
fn must_reach(f: &crate::func::Func, live: &Liveness) -> Vec<u64> {
    let words = live.gtns().len().div_ceil(64);
    let cfg = Cfg::compute(f);
    let mut into = vec![u64::MAX; f.bbs.len() * words];
    if let Some(entry) = f.entry() {
        into[entry.index() * words..][..words].fill(0);
    }
    let mut again = true;
    while again {
        again = false;
        for &b in &cfg.rpo {
            for i in 0..words {
                let out = into[b.index() * words + i] | live.defs(b).words()[i];
                for s in &f.bbs[b].succs {
                    let at = &mut into[s.bb.index() * words + i];
                    again |= *at & !out != 0;
                    *at &= out;
                }
            }
        }
    }
    into
}
