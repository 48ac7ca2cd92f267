//! What colouring is for: registers where they pay, splits around what is hot, borders where they are cheap, and answers
//! that the checker accepts.

pub(crate) mod callee;
mod recolouring;
mod splitting;

use crate::Gra;
use crate::priority::{self, RangeFacts};
use cgir::alloc::checker::check;
use cgir::alloc::price::{Price, price};
use cgir::alloc::{AllocError, AllocateGlobal, AllocateLocal, Answer, EditKind, Point};
use cgir::func::{Bb, Func};
use cgir::pass::PassCx;
use cgir::random::{Shape, function};
use cgir::testing::{ISA, R, Setup};

fn allocate(f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
    let layer = Gra.run(f, cx)?;
    lra::Lra::default().run(f, cx, layer)
}

/// The checked answer and its price.
fn answer(f: &Func, cx: &PassCx<'_>) -> (Answer, Price) {
    let a = allocate(f, cx).unwrap_or_else(|e| panic!("{e:?}"));
    check(f, cx, &a).unwrap_or_else(|e| panic!("{e:?}\n{}", cgir::text::print(f, cx)));
    let p = price(f, cx, &a);
    (a, p)
}

fn bb(n: u32) -> Bb {
    Bb::from_u32(n)
}

#[test]
fn policies_order_ranges_by_what_they_promise() {
    let long = RangeFacts { saved: 100.0, blocks: 100, referenced: 10 };
    let short = RangeFacts { saved: 20.0, blocks: 4, referenced: 2 };
    let first = |name: &str| {
        let p = priority::by_name(name);
        p.priority(long) > p.priority(short)
    };
    assert!(first("sum") && !first("density"));
    let root = priority::by_name("root");
    assert_eq!(root.priority(long), root.priority(short));
    for (name, _) in priority::POLICIES {
        assert!(priority::by_name(name).priority(RangeFacts { saved: -1.0, ..short }) < 0.0, "{name}");
    }
}

#[test]
fn a_parameter_stays_in_its_register() {
    let mut s = Setup::default();
    let text = "func @f {
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  beq tn1, tn2, bb2
bb1 freq 0.5 -> bb2 1:
  st tn2, tn1, 8
bb2 freq 1:
  ret tn1{%r0}, tn2{%r1}
}
";
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let cx = s.cx();
    let layer = Gra.run(&f, &cx).unwrap_or_else(|e| panic!("{e:?}"));
    let entry = f.entry_op(&ISA).expect("an entry");
    for (&t, r) in f.results(entry).iter().zip(R) {
        for b in [1, 2] {
            assert!(layer.regs[bb(b)].contains(&(t, r)), "{t} in bb{b}: {:?}", layer.regs[bb(b)]);
        }
    }
    let (a, p) = answer(&f, &cx);
    assert!(a.edits.is_empty() && p.memory() == 0.0, "{:?}", a.edits);
}

/// Two loops, a call between them; these values of six are hot in each, and all live throughout, beside the one that is
/// computed. Four registers survive the call.
fn two_loops(first: std::ops::Range<u32>, second: std::ops::Range<u32>) -> String {
    let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0} = entry\n".to_string();
    let all = |f: &dyn Fn(u32) -> String, r: std::ops::Range<u32>| r.map(f).collect::<String>();
    t += &all(&|n| format!("  tn{n}:gpr.i64 = ld tn1, {}\n", 8 * n), 10..16);
    t += "  tn2:gpr.i64 = li 0\n";
    for (b, values) in [(1, first), (3, second)] {
        t += &format!("bb{b} freq 100 -> bb{} 0.01, bb{b} 0.99:\n", b + 1);
        t += &all(&|n| format!("  tn2:gpr.i64 = xor tn2, tn{n}\n"), values.clone());
        t += &format!("  bne tn2, tn{}, bb{b}\n", values.start);
        if b == 1 {
            t += "bb2 freq 1 -> bb3 1:\n  call @f ; clobbers call\n";
        }
    }
    t += "bb4 freq 1:\n";
    t += &all(&|n| format!("  tn2:gpr.i64 = add tn2, tn{n}\n"), 10..16);
    t + "  ret tn2{%r0}\n}\n"
}

#[test]
fn ranges_are_split_so_that_loops_run_in_registers() {
    let mut cost = Vec::new();
    for split in ["reclaim", "cut", "grow", "none"] {
        let mut s = Setup::default();
        s.options.policies.insert("gra-split".into(), split.into());
        let f = s.read(&two_loops(10..13, 13..16)).unwrap_or_else(|e| panic!("{e}"));
        let cx = s.cx();
        let (a, p) = answer(&f, &cx);
        cost.push(p.memory());
        if split != "none" {
            check_loops(&f, &a);
            // What comes back from memory does so on the way into a loop, or at its last uses.
            let reloads = a.edits.iter().filter(|e| matches!(e.kind, EditKind::Reload { .. }));
            assert!((3..=6).contains(&reloads.count()), "{:?}", a.edits);
        }
    }
    assert!(cost[..3].iter().all(|c| *c < 12.0) && cost[3] > 300.0, "{cost:?}");
}

/// No edit in a loop goes to memory.
fn check_loops(f: &Func, a: &Answer) {
    let hot = |b: Bb| f.bbs[b].freq > 50.0;
    for e in &a.edits {
        let inside = match e.at {
            Point::BlockStart(b) | Point::BlockEnd(b) => hot(b),
            Point::Before(o) | Point::After(o) => f.bb_of(o).is_some_and(hot),
            Point::Edge(b, n) => hot(b) && f.bbs[b].succs[n as usize].bb == b,
        };
        let memory = matches!(e.kind, EditKind::Spill { .. } | EditKind::Reload { .. });
        assert!(!(inside && memory), "{e:?} in a loop");
    }
}

#[test]
fn six_values_hot_in_two_loops_around_a_call_are_split_around_it() {
    let mut s = Setup::default();
    let f = s.read(&two_loops(10..16, 10..16)).unwrap_or_else(|e| panic!("{e}"));
    let (a, _) = answer(&f, &s.cx());
    check_loops(&f, &a);
}

#[test]
fn a_rare_call_is_paid_for_on_its_own_edges() {
    let mut s = Setup::default();
    // No register survives the call.
    R[4..].iter().for_each(|r| s.target.reserved |= ISA.reg(*r).units);
    let text = "func @f {
bb0 freq 1 -> bb2 0.99, bb1 0.01:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn3:gpr.i64 = ld tn1, 0
  beq tn1, tn2, bb1
bb1 freq 0.01 -> bb3 1:
  call @f ; clobbers call
bb2 freq 0.99 -> bb3 1:
  st tn3, tn1, 8
bb3 freq 1:
  ret tn3{%r0}
}
";
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let (a, p) = answer(&f, &s.cx());
    assert!((p.memory() - 0.02).abs() < 1e-6, "{p:?} {:?}", a.edits);
    let elsewhere = |at: Point| {
        !matches!(at, Point::Edge(b, 1) if b == bb(0))
            && !matches!(at, Point::BlockStart(b) | Point::BlockEnd(b) | Point::Edge(b, _) if b == bb(1))
    };
    let memory = |k: EditKind| matches!(k, EditKind::Spill { .. } | EditKind::Reload { .. });
    assert!(!a.edits.iter().any(|e| memory(e.kind) && elsewhere(e.at)), "{:?}", a.edits);
}

#[test]
fn constants_are_rebuilt_rather_than_stored() {
    let mut s = Setup::default();
    let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0} = entry\n".to_string();
    for n in 10..22 {
        t += &format!("  tn{n}:gpr.i64 = li {n} ; remat\n");
    }
    t += "bb1 freq 10 -> bb2 0.1, bb1 0.9:\n";
    for n in 10..22 {
        t += &format!("  tn1:gpr.i64 = xor tn1, tn{n}\n  tn1:gpr.i64 = add tn1, tn{n}\n");
    }
    t += "  bne tn1, tn10, bb1\nbb2 freq 1:\n  ret tn1{%r0}\n}\n";
    let f = s.read(&t).unwrap_or_else(|e| panic!("{e}"));
    let (a, p) = answer(&f, &s.cx());
    let rebuilt = a.edits.iter().filter(|e| matches!(e.kind, EditKind::Remat { .. })).count();
    assert!(rebuilt >= 4, "{:?}", a.edits);
    assert_eq!(p.memory(), 0.0, "{:?}", a.edits);
}

#[test]
fn a_copy_costs_nothing_when_both_ends_can_share_a_register() {
    let mut s = Setup::default();
    let text = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn3:gpr.i64 = mv tn1
bb1 freq 10 -> bb2 0.1, bb1 0.9:
  tn4:gpr.i64 = addi tn3, 1
  tn3:gpr.i64 = mv tn4
  bne tn3, tn2, bb1
bb2 freq 1:
  ret tn3{%r0}
}
";
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let (_, p) = answer(&f, &s.cx());
    assert_eq!((p.memory(), p.all_copies()), (0.0, 0.0), "{p:?}");
}

#[test]
fn starved_of_registers_it_answers_rightly() {
    let mut refused = 0;
    for seed in 0..200 {
        let mut s = Setup::default();
        // Fixed operands need r0 to r2; of the rest some are left.
        for (i, r) in R.iter().enumerate().skip(3) {
            if !(seed as usize + i).is_multiple_of(5) {
                s.target.reserved |= ISA.reg(*r).units;
            }
        }
        let cx = s.cx();
        let f = function(seed, Shape::from_seed(seed), s.global, &cx).expect("a random function");
        match allocate(&f, &cx) {
            Ok(a) => {
                check(&f, &cx, &a).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{}", cgir::text::print(&f, &cx)))
            }
            Err(AllocError::TooFewRegisters { .. }) => refused += 1,
            Err(e) => panic!("seed {seed}: {e:?}"),
        }
    }
    assert!(refused < 20, "{refused} of 200 refused");
}

/// Values that live over a call with a landing pad: the pad wants them where the call leaves them.
#[test]
fn values_reach_landing_pads() {
    for values in [1, 3, 6, 12] {
        let mut s = Setup::default();
        let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0} = entry\n".to_string();
        let range = 10..10 + values;
        range.clone().for_each(|n| t += &format!("  tn{n}:gpr.i64 = ld tn1, {}\n", 8 * n));
        t += "bb1 freq 10 unwind bb3 -> bb2 1, bb3 0:\n  tn2:gpr.i64{%r0} = call @f, tn10{%r0} ; clobbers call -%r0\n";
        t += "bb2 freq 10 -> bb4 0.1, bb1 0.9:\n";
        range.clone().for_each(|n| t += &format!("  tn1 = add tn1, tn{n}\n"));
        t += "  beq tn1, tn2, bb1\nbb3 freq 0 -> bb4 1:\n";
        range.for_each(|n| t += &format!("  tn1 = xor tn1, tn{n}\n"));
        t += "bb4 freq 1:\n  ret tn1{%r0}\n}\n";
        let f = s.read(&t).unwrap_or_else(|e| panic!("{e}"));
        let cx = s.cx();
        let (a, _) = answer(&f, &cx);
        let mut g = f.clone();
        cgir::alloc::apply::apply(&mut g, &cx, &a).unwrap_or_else(|e| panic!("{e:?}"));
        cgir::verify::verify(&g, &cx).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(g.bbs[bb(1)].unwind, Some(bb(3)));
    }
}

#[test]
fn without_preferences_a_parameter_may_move() {
    let text = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
bb1 freq 1:
  ret tn2{%r1}, tn1{%r0}
}
";
    let mut copies = Vec::new();
    for policy in ["copies", "none"] {
        let mut s = Setup::default();
        s.options.policies.insert("gra-pref".into(), policy.into());
        let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
        copies.push(answer(&f, &s.cx()).1.all_copies());
    }
    assert!(copies[0] == 0.0 && copies[0] <= copies[1], "{copies:?}");
}

/// A loop of three blocks that all read `n` GTNs; in the first, six local values are live at once.
fn local_demand(n: u32) -> String {
    let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0} = entry\n".to_string();
    (0..n).for_each(|i| t += &format!("  tn{}:gpr.i64 = ld tn1, {}\n", 20 + i, 8 * i));
    for b in 1..4 {
        t += &format!("bb{b} freq 10 -> bb{} {}:\n", b + 1, if b < 3 { "1" } else { "0.1, bb1 0.9" });
        if b == 1 {
            (0..6).for_each(|i| t += &format!("  tn{}:gpr.i64 = ld tn1, {}\n", 10 + i, 8 * i));
            (0..6).for_each(|i| t += &format!("  st tn{}, tn1, 8\n", 10 + i));
        }
        (0..n).for_each(|i| t += &format!("  st tn1, tn{}, 8\n", 20 + i));
    }
    t + "  bne tn20, tn1, bb1\nbb4 freq 1:\n  ret tn1{%r0}\n}\n"
}

#[test]
fn grants_keep_registers_for_the_local_allocator() {
    let mut kept = Vec::new();
    for policy in ["none", "some", "all"] {
        let mut s = Setup::default();
        s.options.policies.insert("gra-grant".into(), policy.into());
        let f = s.read(&local_demand(7)).unwrap_or_else(|e| panic!("{e}"));
        let cx = s.cx();
        let layer = Gra.run(&f, &cx).unwrap_or_else(|e| panic!("{e:?}"));
        kept.push(R.len() - layer.regs[bb(1)].len());
        answer(&f, &cx);
    }
    assert!(kept[0] <= kept[1] && kept[1] <= kept[2] && kept[0] < kept[2], "{kept:?}");
}
