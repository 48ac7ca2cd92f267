//! All rivals on random functions of the toy target, under the checker.

use super::*;
use cgir::alloc::Allocate;
use cgir::testing::harness::try_allocator;

fn all_seeds(make: impl Fn() -> Box<dyn Allocate>) {
    for seed in 0..100 {
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
