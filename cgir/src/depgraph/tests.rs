//! Arcs of small blocks.

use super::*;
use crate::analysis::Liveness;
use crate::target::Hooks;
use crate::testing::{GPR, Setup};

/// The arcs of the first block, as `from>to kind latency`.
fn arcs(body: &str) -> Vec<String> {
    let (s, f) = read(body);
    let g = DepGraph::of_block(&f, &s.cx(), f.layout[0]);
    let mut list: Vec<_> = g.arcs().to_vec();
    list.sort_by_key(|a| (a.from, a.to));
    list.iter().map(|a| format!("{}>{} {:?} {}", a.from, a.to, a.kind, a.latency)).collect()
}

fn read(body: &str) -> (Setup, Func) {
    let mut s = Setup::default();
    let clobbers = s.hooks.call_clobbers(&s.cx());
    let hooks = s.hooks;
    let text = format!("func @f {{\n{body}}}\n");
    let f = crate::text::parse(&text, &mut s.module, &s.target, &hooks, clobbers)
        .unwrap_or_else(|e| panic!("{}", e.render("t", &text)));
    (s, f.into_iter().next().unwrap())
}

#[test]
fn registers() {
    let body = "bb0:
  tn1:gpr.i64 = mul %r0, %r1
  tn2:gpr.i64 = add tn1, %zero
  %r0 = li 3
  tn1:gpr.i64 = li 4
  %zero = add tn1, %zero
";
    assert_eq!(arcs(body), ["0>1 True 3", "0>2 Anti 0", "1>3 Anti 0", "3>4 True 1"]);
}

#[test]
fn pairs_alias_their_halves() {
    let body = "bb0:\n  %p0 = mulp %r4, %r5\n  %r1 = li 1\n  tn1:gpr.i64 = mv %r0\n";
    assert_eq!(arcs(body), ["0>1 Output 3", "0>2 True 3"]);
}

#[test]
fn memory_by_offset_and_class() {
    let body = "frame0: local size 16 align 3
alias1: frame0 private
alias2: unknown
bb0:
  st %r1, %sp, 0
  tn1:gpr.i64 = ld %sp, 8
  tn2:gpr.i64 = ld %sp, 4
  st %r1, %r2, 0 ; alias 2
  st %r1, %r3, 0 ; alias 1
";
    // Nothing else touches a frame object whose address does not escape.
    assert_eq!(arcs(body), ["0>2 MemTrue 1", "0>3 MemOutput 1", "1>3 MemAnti 0", "2>3 MemAnti 0"]);
}

#[test]
fn a_changed_base_is_another_base() {
    let body = "bb0:\n  st %r1, %r2, 0\n  %r2 = addi %r2, 8\n  st %r1, %r2, 8\n";
    assert!(arcs(body).contains(&"0>2 MemOutput 1".to_string()));
}

#[test]
fn order_without_registers() {
    let body = "bb0 -> bb1:
  tn1:gpr.i64 = ld %r1, 0 ; volatile
  tn2:gpr.i64 = ld %r1, 8 ; volatile
  fence
  tn3:gpr.i64 = ld %r1, 16
  %sp = addi %sp, -16
  tn4:gpr.i64 = li 5
  st %r1, %r2, -200
  beq tn1, tn2, bb1
bb1:
  ret
";
    let list = arcs(body);
    for arc in ["0>1 Order 0", "2>3 Order 0", "3>4 MemAnti 0", "4>6 Order 0", "5>7 Order 0", "6>7 Order 0"] {
        assert!(list.contains(&arc.to_string()), "{arc} {list:?}");
    }
}

#[test]
fn long_blocks_stay_linear() {
    let line = |i: usize| format!("  st %r1, %r{}, 0\n  %r0 = ld %r2, {}\n", 2 + i % 3, i % 100);
    let body: String = std::iter::once("bb0:\n".to_string()).chain((0..3000).map(line)).collect();
    let (s, f) = read(&body);
    let g = DepGraph::of_block(&f, &s.cx(), f.layout[0]);
    assert!(g.arcs().len() < 6000 * 60);
}

#[test]
fn permutations_are_judged() {
    let body = "bb0:\n  tn1:gpr.i64 = li 1\n  tn2:gpr.i64 = li 2\n  tn3:gpr.i64 = add tn1, tn2\n";
    let (s, f) = read(body);
    let g = DepGraph::of_block(&f, &s.cx(), f.layout[0]);
    let [a, b, c] = g.ops() else { panic!() };
    assert_eq!(g.violated(&[*b, *a, *c]), Ok(()));
    assert_eq!(g.violated(&[*b, *b, *c]), Err(None));
    assert!(matches!(g.violated(&[*b, *c, *a]), Err(Some(Arc { from: 0, to: 2, .. }))));
    assert_eq!(g.heights(), [1, 1, 0]);
}

#[test]
fn cost_is_the_greater_bound() {
    let chain = "bb0:\n  tn1:gpr.i64 = mul %r0, %r0\n  tn2:gpr.i64 = mul tn1, tn1\n  tn3:gpr.i64 = ld tn2, 0\n";
    let (s, f) = read(chain);
    let cost = DepGraph::of_block(&f, &s.cx(), f.layout[0]).cost(&f, &s.cx());
    assert_eq!((cost.critical, cost.resources), (8, 2));
    let wide: String = (1..=10).map(|i| format!("  tn{i}:gpr.i64 = mul %r0, %r0\n")).collect();
    let (s, f) = read(&format!("bb0:\n{wide}"));
    let cost = DepGraph::of_block(&f, &s.cx(), f.layout[0]).cost(&f, &s.cx());
    assert_eq!((cost.critical, cost.resources, cost.cycles()), (3, 10, 10));
}

#[test]
fn pressure_counts_groups() {
    let body = "bb0:
  tn1:gpr.i64 = li 1
  tn2:gpr.i64 = li 2
  tn3:pair.i128 = mulp tn1, tn2
  tn4:gpr.i64 = hi tn3
  st tn4, tn1, 0
  ret
";
    let (s, f) = read(body);
    let cx = s.cx();
    let live = Liveness::compute(&f);
    let p = Pressure::of_block(&f, &cx, &live, f.layout[0]);
    // tn1 and the pair.
    assert_eq!(p.most(&cx, GPR), 3);
    assert_eq!(p.excess(&cx, GPR), 0);
}
