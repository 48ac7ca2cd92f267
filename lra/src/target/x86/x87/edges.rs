//! The order on each bundle.
//!
//! The first plan takes whatever the first end of a bundle has, in reverse post-order: for a loop that is what stands before it.
//! The next ones take the order that the most frequent end of each bundle had anyway: for a loop that of its back edge. The
//! start of the loop then has another order, so that the body's own may change again; a few rounds, and the cheapest plan wins.

use super::bundles::Bundles;
use super::liveness::Liveness;
use super::plan::{Plan, make};
use cgir::func::Func;
use targ_info::Isa;
use whirl_lite::diag::Result;

/// Plans made beside the first.
const ROUNDS: usize = 4;

/// The cheapest plan of a few.
pub fn best(f: &Func, isa: &Isa, live: &Liveness, bundles: &Bundles) -> Result<Plan> {
    let free = vec![None; bundles.holds.len()];
    let mut best = make(f, isa, live, bundles, free)?;
    // With fewer than two values on every bundle there is nothing to choose.
    if bundles.holds.iter().all(|h| h.count_ones() < 2) {
        return Ok(best);
    }
    let mut orders = next(&best);
    for _ in 0..ROUNDS {
        if orders == best.orders {
            break;
        }
        let plan = make(f, isa, live, bundles, orders)?;
        orders = next(&plan);
        if plan.cost < best.cost {
            best = plan;
        }
    }
    Ok(best)
}

/// On each bundle the order of its most frequent end.
fn next(p: &Plan) -> Vec<Option<super::plan::Stack>> {
    let had = p.natural.iter().map(|n| n.as_ref().map(|n| n.1.clone()));
    had.zip(&p.orders).map(|(natural, order)| natural.or_else(|| order.clone())).collect()
}
