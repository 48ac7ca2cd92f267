//! How fast liveness is: over a program of many small functions, and over one large function, both random.
//!
//! `cargo bench -p cgir --bench liveness`

use cgir::analysis::Liveness;
use cgir::func::Func;
use cgir::random::{Shape, function};
use cgir::testing::Setup;
use std::time::Instant;

/// Finds what is live in some functions, and says how long that took.
fn measure(what: &str, funcs: &[Func]) {
    let blocks: usize = funcs.iter().map(|f| f.layout.len()).sum();
    let ops = |f: &Func| f.layout.iter().map(|&b| f.bb_ops(b).count()).sum::<usize>();
    let total: usize = funcs.iter().map(ops).sum();
    let start = Instant::now();
    let gtns: usize = funcs.iter().map(|f| Liveness::compute(f).gtns().len()).sum();
    let time = start.elapsed();
    println!("{what}: {} functions, {blocks} blocks, {total} ops, {gtns} GTNs: {time:?}", funcs.len());
}

fn main() {
    let s = Setup::default();
    let small = Shape { blocks: 14, ops: 6, variables: 8, calls: 20, asm: 0, back: 30, far: 40, one_file: false };
    let large = Shape { blocks: 1500, ops: 8, variables: 16, ..small };
    let make = |seed, shape| function(seed, shape, s.global, &s.cx());
    let program: Vec<Func> = (0..2500).filter_map(|seed| make(seed, small)).collect();
    measure("a program", &program);
    measure("a large function", make(1, large).as_slice());
}
