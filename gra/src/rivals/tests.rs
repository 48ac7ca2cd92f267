//! All rivals on random functions of the toy target, under the checker.

use super::*;
use cgir::alloc::Allocate;
use cgir::testing::harness::try_allocator;

/// Seeds that found mistakes: an op that redefines at once what the op before it defined for a fixed register, and an early
/// result that lost its register to another result of its op.
const FOUND: [u64; 4] = [1856, 4341, 6838, 11133];

fn all_seeds(make: impl Fn() -> Box<dyn Allocate>) {
    for seed in (0..100).chain(FOUND) {
        try_allocator(seed, &mut |f, cx| make().run(f, cx)).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn basic_answers_rightly() {
    all_seeds(|| Box::new(Basic));
}

#[test]
fn greedy_answers_rightly() {
    all_seeds(|| Box::new(Greedy));
}

#[test]
fn linear_scan_answers_rightly() {
    all_seeds(|| Box::new(LinearScan));
}

#[test]
fn fast_answers_rightly() {
    all_seeds(|| Box::new(Fast));
}
