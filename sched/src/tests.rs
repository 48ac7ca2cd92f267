//! Orders keep what must be kept, and gain what they are made for.

use crate::{after_allocation, before_allocation, fewest_registers};
use cgir::analysis::liveness::Liveness;
use cgir::analysis::walk::TnWalk;
use cgir::depgraph::{DepGraph, Pressure};
use cgir::func::{Func, Op};
use cgir::pass::PassCx;
use cgir::random::{Shape, function};
use cgir::testing::{GPR, ISA, Setup};

/// No block of `g`, which was `f`, breaks an arc of `f`'s graphs; how many blocks changed.
fn check(f: &Func, g: &Func, cx: &PassCx<'_>) -> usize {
    let mut changed = 0;
    for &b in &f.layout {
        let (old, new): (Vec<Op>, Vec<Op>) = (f.bb_ops(b).collect(), g.bb_ops(b).collect());
        let mut sorted = (old.clone(), new.clone());
        sorted.0.sort_unstable();
        sorted.1.sort_unstable();
        assert_eq!(sorted.0, sorted.1, "{b} has other ops");
        if let Err(arc) = DepGraph::of_block(f, cx, b).violated(&new) {
            panic!("{b}: {arc:?}\n{}\n{}", cgir::text::print(f, cx), cgir::text::print(g, cx));
        }
        changed += usize::from(old != new);
    }
    changed
}

#[test]
fn every_order_keeps_all_arcs() {
    let s = Setup::default();
    let cx = s.cx();
    let mut changed = [0; 3];
    for seed in 0..200 {
        let f = function(seed, Shape::from_seed(seed), s.global, &cx).expect("a random function");
        let live = Liveness::compute(&f);
        let mut all = [f.clone(), f.clone(), f.clone()];
        before_allocation(&mut all[0], &cx);
        after_allocation(&mut all[1], &cx);
        for &b in &f.layout {
            let order = fewest_registers(&f, &cx, &live, b);
            all[2].reorder(b, &order);
        }
        for (g, n) in all.iter().zip(&mut changed) {
            *n += check(&f, g, &cx);
        }
    }
    assert!(changed.iter().all(|&n| n > 20), "{changed:?}");
}

/// Names of a function's ops with their first literal.
fn rows(f: &Func) -> Vec<String> {
    let all = f.layout.iter().flat_map(|&b| f.bb_ops(b));
    let literal = |o| f.operands(o).iter().find_map(|&t| f.as_lit(t)).map_or(String::new(), |v| format!(" {v}"));
    all.map(|o| format!("{}{}", ISA.inst(f.ops[o].opcode).name, literal(o))).collect()
}

#[test]
fn what_waits_for_a_slow_op_lets_others_go_first() {
    let mut s = Setup::default();
    let text = "func @f {
  allocated
bb0 freq 1:
  %r0{%r0}, %r1{%r1} = entry
  %r2 = mul %r0, %r1
  %r2 = mul %r2, %r1
  %r2 = addi %r2, 1
  %r3 = addi %r0, 2
  %r4 = addi %r0, 3
  %r5 = addi %r0, 4
  %r6 = addi %r0, 5
  %r0 = mv %r2
  ret %r0{%r0}
}
";
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let cx = s.cx();
    let mut g = f.clone();
    after_allocation(&mut g, &cx);
    check(&f, &g, &cx);
    let order = rows(&g);
    let at = |what: &str| order.iter().position(|r| r == what).expect(what);
    assert!((2..=5).all(|n| at(&format!("addi {n}")) < at("addi 1")), "{order:?}");
    assert!(s.counters.take()["sched.cycles-saved"] >= 1);
}

#[test]
fn the_least_order_lowers_pressure() {
    let mut s = Setup::default();
    let mut text = "func @f {\nbb0 freq 1:\n  tn1:gpr.i64{%r0} = entry\n".to_string();
    for i in 0..12 {
        text += &format!("  tn{}:gpr.i64 = ld tn1, {}\n", 10 + i, 8 * i);
    }
    text += "  tn40:gpr.i64 = addi tn10, 1\n";
    for i in 1..12 {
        text += &format!("  tn{}:gpr.i64 = xor tn{}, tn{}\n", 40 + i, 39 + i, 10 + i);
    }
    text += "  ret tn51{%r0}\n}\n";
    let f = s.read(&text).unwrap_or_else(|e| panic!("{e}"));
    let cx = s.cx();
    let excess = |f: &Func| {
        let (mut p, mut walk) = (Pressure::default(), TnWalk::new());
        p.measure(f, &cx, &Liveness::compute(f), f.layout[0], &mut walk);
        p.excess(&cx, GPR)
    };
    let mut g = f.clone();
    before_allocation(&mut g, &cx);
    check(&f, &g, &cx);
    assert!(excess(&f) >= 4, "{}", excess(&f));
    assert_eq!(excess(&g), 0, "{}", cgir::text::print(&g, &cx));
}

#[test]
fn a_block_that_has_room_keeps_its_order() {
    let mut s = Setup::default();
    let text = "func @f {
bb0 freq 1:
  tn1:gpr.i64{%r0} = entry
  tn2:gpr.i64 = ld tn1, 0
  tn3:gpr.i64 = ld tn1, 8
  tn4:gpr.i64 = add tn2, tn3
  ret tn4{%r0}
}
";
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let mut g = f.clone();
    before_allocation(&mut g, &s.cx());
    assert_eq!(check(&f, &g, &s.cx()), 0);
}

/// Blocks of a function after sinking, as the names of their ops.
fn sunk(text: &str) -> Vec<Vec<String>> {
    let mut s = Setup::default();
    let mut f = s.read(&format!("func @f {{\n{text}}}\n")).unwrap_or_else(|e| panic!("{e}"));
    let before = f.clone();
    let cx = s.cx();
    crate::sink::run(&mut f, &cx);
    cgir::verify::verify(&f, &cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(&f, &cx)));
    cgir::testing::harness::compare(&before, &f).unwrap_or_else(|e| panic!("{e}"));
    f.layout.iter().map(|&b| f.bb_ops(b).map(|o| ISA.inst(f.ops[o].opcode).name.to_string()).collect()).collect()
}

/// A branch after some ops; what the two ways out return.
fn two_ways(ops: &str, falls: &str, jumps: &str) -> Vec<Vec<String>> {
    sunk(&format!(
        "bb0 freq 1 -> bb1 0.5, bb2 0.5:\n  tn1:gpr.i64{{%r0}}, tn2:gpr.i64{{%r1}} = entry\n{ops}  beq tn1, tn2, bb2\n\
         bb1 freq 0.5:\n  ret {falls}{{%r0}}\nbb2 freq 0.5:\n  ret {jumps}{{%r0}}\n"
    ))
}

#[test]
fn ops_sink_to_the_only_reader() {
    let chain = "  tn3:gpr.i64 = addi tn1, 1\n  tn4:gpr.i64 = xor tn3, tn2\n";
    assert_eq!(two_ways(chain, "tn4", "tn2"), [vec!["entry", "beq"], vec!["addi", "xor", "ret"], vec!["ret"]]);
    assert_eq!(two_ways(chain, "tn2", "tn4"), [vec!["entry", "beq"], vec!["ret"], vec!["addi", "xor", "ret"]]);
    // Both ways read the first.
    assert_eq!(two_ways(chain, "tn4", "tn3"), [vec!["entry", "addi", "beq"], vec!["xor", "ret"], vec!["ret"]]);
    // What it is made of changes below it; memory may.
    let changed = "  tn3:gpr.i64 = addi tn1, 1\n  tn1:gpr.i64 = addi tn2, 7\n";
    assert_eq!(two_ways(changed, "tn3", "tn2")[0], ["entry", "addi", "addi", "beq"]);
    assert_eq!(two_ways("  tn3:gpr.i64 = ld tn1, 8\n", "tn3", "tn2")[0], ["entry", "ld", "beq"]);
}

#[test]
fn rare_ways_out_of_loops_get_a_block() {
    let around = |again: f32, class: &str| {
        let freq = 1.0 / (1.0 - 0.9 * again);
        sunk(&format!(
            "bb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{{%r0}}, tn2:gpr.i64{{%r1}} = entry\n\
             bb1 freq {freq} -> bb2 0.9, bb3 0.1:\n  tn1:gpr.i64 = addi tn1, 1\n  tn4:{class}.i64 = xor tn1, tn2\n  beq tn1, tn2, bb3\n\
             bb2 freq {} -> bb3 {}, bb1 {again}:\n  tn4:{class}.i64 = addi tn1, 9\n  bne tn1, tn2, bb1\n\
             bb3 freq 1:\n  ret tn4{{%r0}}\n",
            freq * 0.9,
            1.0 - again
        ))
    };
    let own = vec!["xor".to_string()];
    assert!(around(0.9, "gpr").contains(&own));
    assert!(!around(0.5, "gpr").contains(&own));
    // Four registers are few.
    assert!(!around(0.9, "low").contains(&own));
}
