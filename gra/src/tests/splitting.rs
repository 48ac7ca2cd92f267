//! Splits: by minimum cuts, with registers taken back, and what then stands at block starts.

use super::{answer, bb};
use crate::Gra;
use cgir::alloc::{AllocateGlobal, EditKind, Layer, Point};
use cgir::func::{Func, Tn};
use cgir::testing::{ISA, R, Setup};

fn read(s: &mut Setup, text: &str) -> Func {
    s.read(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Reserves all registers but the first `n` and those in `more`.
fn leave(s: &mut Setup, n: usize, more: &[usize]) {
    for (i, r) in R.iter().enumerate().skip(n) {
        if !more.contains(&i) {
            s.target.reserved |= ISA.reg(*r).units;
        }
    }
}

fn layer(s: &Setup, f: &Func) -> Layer {
    Gra.run(f, &s.cx()).unwrap_or_else(|e| panic!("{e:?}"))
}

/// A dispatching loop: an indirect jump to a rare way that clobbers all registers, and to two that read what is live.
const DISPATCH: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
bb1 freq 100 -> bb2 0.01, bb3 0.49, bb4 0.49, bb5 0.01:
  tn3:gpr.i64 = ld tn1, 0
  tn2:gpr.i64 = add tn2, tn3
  jtab tn3, 7
bb2 freq 1 -> bb1 1:
  call @f ; clobbers call
bb3 freq 49 -> bb1 1:
  st tn2, tn1, 8
bb4 freq 49 -> bb1 1:
  st tn2, tn1, 16
bb5 freq 1:
  ret tn2{%r0}
}
";

#[test]
fn what_a_rare_target_of_an_indirect_jump_wants_stands_in_that_target() {
    let mut s = Setup::default();
    leave(&mut s, 4, &[]);
    let f = read(&mut s, DISPATCH);
    let (a, p) = answer(&f, &s.cx());
    // Stored before the call and reloaded after it, once each.
    assert!(p.memory() <= 4.0, "{p:?} {:?}", a.edits);
    let spills = a.edits.iter().filter(|e| matches!(e.kind, EditKind::Spill { .. }));
    let hot = |at: Point| matches!(at, Point::BlockEnd(b) | Point::Edge(b, _) if f.bbs[b].freq > 10.0);
    assert!(spills.clone().count() > 0 && !spills.clone().any(|e| hot(e.at)), "{:?}", a.edits);
}

/// `tn1` is referenced in a loop that it shares with a chain of blocks; in the loop's rare way a call kills registers.
const RARE_WAY: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
bb1 freq 100 -> bb2 0.99, bb5 0.01:
  tn2:gpr.i64 = add tn2, tn1
  beq tn2, tn1, bb5
bb2 freq 99 -> bb3 0.5, bb4 0.5:
  beq tn2, tn1, bb4
bb3 freq 49.5 -> bb4 1:
  st tn2, tn1, 8
bb4 freq 99 -> bb6 0.01, bb1 0.99:
  bne tn2, tn1, bb1
bb5 freq 1 -> bb6 1:
  call @f ; clobbers call
bb6 freq 2:
  ret tn2{%r0}
}
";

#[test]
fn a_cut_costs_no_more_than_a_part_that_was_grown() {
    for text in [DISPATCH, RARE_WAY] {
        let mut cost = Vec::new();
        for split in ["cut", "grow", "none"] {
            let mut s = Setup::default();
            leave(&mut s, 4, &[]);
            s.options.policies.insert("gra-split".into(), split.into());
            let f = read(&mut s, text);
            cost.push(answer(&f, &s.cx()).1.memory());
        }
        assert!(cost[0] <= cost[1] + 1e-6 && cost[1] <= cost[2] + 1e-6, "{cost:?}");
    }
}

/// `tn2` is referenced before and after a loop often enough to be coloured first, but only live through it; `tn5` is
/// the loop's own, as `tn6`. There is one register that `tn2` and `tn5` can have.
fn through_a_loop() -> String {
    let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry\n".to_string();
    t += "bb1 freq 60 -> bb1 0.95, bb2 0.05:\n  st tn2, tn1, 8\n  st tn2, tn1, 16\n  bne tn2, tn1, bb1\n";
    t += "bb2 freq 3 -> bb3 1:\n  tn5:gpr.i64 = ld tn1, 0\n  tn6:gpr.i64 = ld tn1, 8\n";
    t += "bb3 freq 30 -> bb4 1:\n  tn5:gpr.i64 = ld tn5, 0\n  tn6:gpr.i64 = ld tn6, 0\n";
    t += "bb4 freq 30 -> bb3 0.9, bb5 0.1:\n  st tn6, tn1, 40\n  bne tn5, tn1, bb3\n";
    t += "bb5 freq 3 -> bb6 0.95, bb7 0.05:\n  bne tn2, tn1, bb7\n";
    t += "bb6 freq 60 -> bb6 0.95, bb7 0.05:\n  st tn2, tn1, 24\n  st tn2, tn1, 32\n  bne tn2, tn1, bb6\n";
    t + "bb7 freq 1:\n  ret tn2{%r0}\n}\n"
}

#[test]
fn a_range_that_is_only_live_through_a_loop_gives_its_register_up_there() {
    let mut cost = Vec::new();
    for split in ["reclaim", "cut"] {
        let mut s = Setup::default();
        // One register is tn1's, one the local allocator's as long as tn6 has none.
        leave(&mut s, 3, &[]);
        s.options.policies.insert("gra-split".into(), split.into());
        let f = read(&mut s, &through_a_loop());
        if split == "reclaim" {
            let l = layer(&s, &f);
            let in_register = |b: u32, t: u32| l.regs[bb(b)].iter().any(|x| x.0 == tn(&f, t));
            assert!(in_register(1, 1) && in_register(6, 1), "{:?}", l.regs);
            assert!(in_register(3, 4) && !in_register(3, 1), "{:?}", l.regs);
        }
        cost.push(answer(&f, &s.cx()).1.memory());
    }
    assert!(cost[0] + 20.0 < cost[1], "{cost:?}");
}

/// The `n`th result of the entry (from 0), or the TN that bb2 makes.
fn tn(f: &Func, n: u32) -> Tn {
    let op = match n {
        4 => f.first(bb(2)),
        _ => f.entry_op(&ISA),
    };
    let results = op.map(|o| f.results(o)).unwrap_or_default();
    results[if n == 4 { 0 } else { n as usize }]
}

#[test]
fn only_targets_of_indirect_jumps_read_registers_at_their_start() {
    let mut seen = 0;
    for seed in 0..300 {
        let mut s = Setup::default();
        leave(&mut s, 4, &[5, 6]);
        let cx = s.cx();
        let f = cgir::random::function(seed, cgir::random::Shape::from_seed(seed), s.global, &cx).expect("a function");
        let indirect = |b: cgir::func::Bb| f.bbs[b].succs.len() > 2;
        for e in &Gra.run(&f, &cx).unwrap_or_else(|e| panic!("{e:?}")).edits {
            let Point::BlockStart(b) = e.at else { continue };
            seen += 1;
            let reads = matches!(e.kind, EditKind::Copy { .. } | EditKind::Spill { .. });
            assert!(!reads || f.bbs[b].preds.iter().any(|&p| indirect(p)), "seed {seed}: {e:?}");
        }
    }
    assert!(seen > 50, "{seen}");
}
