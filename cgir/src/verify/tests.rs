//! One violation each, in functions that are otherwise right.

use super::*;
use crate::target::Hooks;
use crate::testing::Setup;

fn check(text: &str, checks: Checks) -> Vec<String> {
    let mut s = Setup::default();
    let clobbers = s.hooks.call_clobbers(&s.cx());
    let hooks = s.hooks;
    let f = crate::text::parse(text, &mut s.module, &s.target, &hooks, clobbers)
        .unwrap_or_else(|e| panic!("{}", e.render("t", text)));
    violations(&f[0], &s.cx(), checks).iter().map(|v| v.to_string()).collect()
}

/// Exactly one violation, which says this.
fn bad(body: &str, what: &str) {
    let text = format!("func @f {{\n{body}}}\n");
    let found = check(&text, Checks::default());
    assert!(found.len() == 1 && found[0].contains(what), "wanted {what}, got {found:?}");
}
fn good(body: &str) {
    assert_eq!(check(&format!("func @f {{\n{body}}}\n"), Checks::default() | Checks::ALL_PATHS), [""; 0]);
}

#[test]
fn right_code_passes() {
    good(
        "bb0 freq 1 -> bb2 0.5, bb1 0.5:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn3:gpr.i64, tn4:gpr.i64 = div tn1, tn2
  tn5:gpr.i64 = add2 tn3, tn4
  beq tn5, %zero, bb1
bb2 freq 0.5 -> bb1 1:
  tn6:gpr.i64{%r0} = call lib(g), tn5{%r0} ; clobbers call
bb1 freq 1:
  ret tn5{%r0}
",
    );
    good(
        "allocated\nlaid_out\nbb0 freq 1 -> bb2 0.5, bb1 0.5:
  %r0{%r0} = entry
  %r0 = add2 %r0, %r1
  beq %r0, %r1, bb1
  jmp bb2
bb1 freq 0.5 -> bb2 1:
bb2 freq 1:
  ret
",
    );
}

#[test]
fn flow() {
    bad("bb0 freq 1 -> bb1 1:\n  ret\nbb1 freq 1:\n  ret\n", "a return has no successor");
    bad("bb0 freq 1:\n  tn1:gpr.i64 = li 1\n", "has 0 successors");
    bad(
        "bb0 freq 1 -> bb1 0.5, bb2 0.5:\n  beq %zero, %zero, bb1\nbb1 freq 0.5:\n  ret\nbb2 freq 0.5:\n  ret\n",
        "second of two",
    );
    bad("bb0 freq 1 -> bb1 1:\n  jmp bb1\nbb1 freq 1:\n  ret\n", "jump before layout");
    bad("bb0 freq 1 -> bb1 1:\n  call lib(g)\n  fence\nbb1 freq 1:\n  ret\n", "end a block");
    bad("bb0 freq 1 -> bb1 1:\n  call lib(g) ; noreturn\nbb1 freq 1:\n  ret\n", "does not return has a successor");
    bad("laid_out\nbb0 freq 1 -> bb2 1:\nbb1 freq 0:\n  ret\nbb2 freq 1:\n  ret\n", "does not follow");
    let table = "table0: bb1 bb2\nbb0 freq 1 -> bb1 1:\n  jtab %r0, table0\nbb1 freq 1:\n  ret\nbb2 freq 0:\n  ret\n";
    bad(table, "bb2 is no successor");
    bad("bb0 freq 1 -> bb1 1:\nbb1 freq 0.5:\n  ret\n", "flows in");
    bad("bb0 freq 1 -> bb1 0.5, bb1 0.2:\n  beq %r0, %r1, bb1\nbb1 freq 0.7:\n  ret\n", "sum to 0.7");
}

#[test]
fn lists_and_edges() {
    let s = Setup::default();
    let mut f = s.func();
    assert!(violations(&f, &s.cx(), Checks::default())[0].message.contains("no block"));
    let (a, b) = (f.add_bb(), f.add_bb());
    let op = f.make_op(crate::testing::op::RET, &[], &[]);
    f.append(b, op);
    crate::testing::set_succs(&mut f, a, &[b]);
    freq::compute(&mut f);
    assert!(violations(&f, &s.cx(), Checks::default())[0].message.contains("predecessors"));
    f.rebuild_preds();
    assert_eq!(violations(&f, &s.cx(), Checks::default()), []);
    f.layout.push(b);
    assert!(violations(&f, &s.cx(), Checks::default())[0].message.contains("twice"));
}

#[test]
fn operands() {
    let one = |op: &str, what: &str| bad(&format!("bb0 freq 1:\n  {op}\n  ret\n"), what);
    one("tn1:gpr.i64 = addi %r0, 5000", "does not fit in `s12`");
    one("tn1:gpr.i64 = addi %r0", "1 operands, but the row has 1 and 2");
    one("tn1:fpr.f64 = mv %r0", "of class fpr, but gpr");
    one("tn1:low.i64 = lowop %r5, 1", "of class gpr, but low");
    one("tn1:gpr.i64 = mv 5", "a register belongs here");
    one("tn1:gpr.i64 = extop %r0, %r1", "not available");
    one("tn1:gpr.i64 = addi %r0, %r1", "a register where an immediate");
    one("tn1:gpr.i64 = shl %r0, %r1", "must be %r2");
    one("tn1:gpr.i64 = mv tn2:gpr.i64", "no definition reaches");
    one("asm %r0{%r0} ; early 0", "no result");
    one("tn1:gpr.i64 = mv %r0 ; remat", "cannot be rebuilt");
    one("tn1:gpr.i64 = la addr(bb3)", "does not exist");
}

#[test]
fn after_allocation() {
    let one = |op: &str, what: &str| bad(&format!("allocated\nbb0 freq 1:\n  {op}\n  ret\n"), what);
    one("%r0 = add2 %r1, %r2", "tied");
    one("%r1 = early %r1, %r2", "shares a register");
    one("%r0, %r2 = div %r0, %r1", "must be %r1");
    one("%r0 = mv tn1:gpr.i64", "virtual after allocation");
}

#[test]
fn each_op_is_allocatable_alone() {
    let body = |n: usize| {
        let defs: String = (1..=n).map(|i| format!("  tn{i}:gpr.i64 = li {i}\n")).collect();
        let uses: Vec<String> = (1..=n).map(|i| format!("tn{i}{{gpr}}")).collect();
        format!("bb0 freq 1:\n{defs}  asm {}\n  ret\n", uses.join(", "))
    };
    good(&body(8));
    bad(&body(9), "more registers than there are");
}

#[test]
fn definitions_on_every_path() {
    let body = "func @f {
bb0 freq 1 -> bb2 0.5, bb1 0.5:
  beq %r0, %r1, bb1
bb2 freq 0.5 -> bb1 1:
  tn1:gpr.i64 = li 1
bb1 freq 1:
  ret tn1{%r0}
}
";
    assert_eq!(check(body, Checks::default()), [""; 0]);
    assert!(check(body, Checks::default() | Checks::ALL_PATHS)[0].contains("on some path"));
    assert!(check(body, Checks::SSA).is_empty());
}
