//! Each step on small functions of the toy target, in text.

use crate::{duplicate, forward, layout, merge, tails, tidy, unreachable};
use cgir::func::Func;
use cgir::pass::PassCx;
use cgir::testing::Setup;
use cgir::testing::harness::compare;

/// The function after a pass: one string a block, `head: op; op`, without frequencies.
fn after(level: u8, body: &str, pass: &mut dyn FnMut(&mut Func, &PassCx<'_>)) -> Vec<String> {
    let mut s = Setup::default();
    s.options.opt_level = level;
    let mut f = s.read(&format!("func @f {{\n{body}}}\n")).unwrap_or_else(|e| panic!("{e}"));
    let before = f.clone();
    let cx = s.cx();
    pass(&mut f, &cx);
    cgir::verify::verify(&f, &cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(&f, &cx)));
    compare(&before, &f).unwrap_or_else(|e| panic!("{e}"));
    let mut blocks: Vec<String> = Vec::new();
    for &b in &f.layout {
        let ops: Vec<String> = f.bb_ops(b).map(|o| show(&f, &cx, o)).collect();
        let succs: Vec<String> = f.bbs[b].succs.iter().map(|s| s.bb.to_string()).collect();
        blocks.push(format!("{b} [{}] {}", succs.join(" "), ops.join("; ")));
    }
    blocks
}

/// The row of an op, and the block that it goes to.
fn show(f: &Func, cx: &PassCx<'_>, o: cgir::func::Op) -> String {
    let name = cx.target.isa.inst(f.ops[o].opcode).name;
    let label = f.all(o).iter().find_map(|&t| match f.tns[t] {
        cgir::func::TnData::Label(b) => Some(format!(" {b}")),
        _ => None,
    });
    format!("{name}{}", label.unwrap_or_default())
}

const DIAMOND: &str = "\
bb0 freq 1 -> bb1 0.25, bb2 0.75:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  beq tn1, tn2, bb2
bb1 freq 0.25 -> bb3 1:
bb2 freq 0.75 -> bb3 1:
bb3 freq 1 -> bb4 1:
bb4 freq 1:
  ret tn1{%r0}
";

#[test]
fn a_branch_whose_ways_agree_goes() {
    let got = after(2, DIAMOND, &mut |f, cx| assert!(forward::run(f, cx) > 0));
    assert_eq!(got[0], "bb0 [bb4] entry");
    assert_eq!(after(2, DIAMOND, &mut tidy), ["bb0 [] entry; ret"]);
}

#[test]
fn a_cycle_of_empty_blocks_stays_an_endless_loop() {
    let text = "\
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0} = entry
bb1 freq 8 -> bb2 1:
bb2 freq 8 -> bb1 1:
";
    // It cannot be executed to compare: forwarding must end, and leave the cycle.
    let mut s = Setup::default();
    let mut f = s.read(&format!("func @f {{\n{text}}}\n")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((forward::run(&mut f, &s.cx()), unreachable::run(&mut f)), (0, 0));
}

#[test]
fn what_nothing_reaches_goes_unless_its_address_is_taken() {
    let text = "\
bb0 freq 1:
  tn1:gpr.i64{%r0} = entry
  ret tn1{%r0}
bb1 freq 0 -> bb2 1:
  tn2:gpr.i64 = li 1
bb2 freq 0:
  ret
bb3 freq 0 address_taken -> bb4 1:
  tn3:gpr.i64 = li 1
bb4 freq 0:
  ret
";
    let got = after(2, text, &mut |f, _| assert_eq!(unreachable::run(f), 2));
    assert_eq!(got, ["bb0 [] entry; ret", "bb3 [bb4] li", "bb4 [] ret"]);
}

#[test]
fn blocks_merge_but_not_behind_a_call() {
    let text = "\
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0} = entry
bb1 freq 1 -> bb2 1:
  tn2:gpr.i64{%r0} = call @f, tn1{%r0} ; clobbers call -%r0
bb2 freq 1 -> bb3 1:
  tn3:gpr.i64 = addi tn2, 1
bb3 freq 1:
  ret tn3{%r0}
";
    let got = after(2, text, &mut |f, cx| assert_eq!(merge::run(f, cx), 2));
    assert_eq!(got, ["bb0 [bb2] entry; call", "bb2 [] addi; ret"]);
}

/// Two ways to a return; `pad` stands before it.
fn two_ways(pad: &str) -> String {
    format!(
        "allocated\n\
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  %r0{{%r0}}, %r1{{%r1}} = entry
  beq %r0, %r1, bb2
bb1 freq 0.5 -> bb3 1:
  %r0 = addi %r1, 1
bb2 freq 0.5 -> bb3 1:
  %r0 = addi %r1, 2
bb3 freq 1:
{pad}  ret %r0{{%r0}}
"
    )
}

#[test]
fn short_returns_are_copied_and_long_ones_are_not() {
    let got = after(2, &two_ways(""), &mut |f, cx| assert!(duplicate::run(f, cx) > 0));
    assert_eq!(got[1], "bb1 [] addi; ret");
    let long = "  %r0 = addi %r0, 1\n".repeat(9);
    after(2, &two_ways(&long), &mut |f, cx| assert_eq!(duplicate::run(f, cx), 0));
}

#[test]
fn the_block_that_follows_needs_no_jump_and_a_branch_to_it_is_inverted() {
    // At level 0 the order stays: bb2 follows bb0, though the branch goes there.
    let text = "allocated
bb0 freq 1 -> bb3 0.5, bb2 0.5:
  %r0{%r0}, %r1{%r1} = entry
  beq %r0, %r1, bb2
bb2 freq 0.5 -> bb4 1:
  %r0 = addi %r1, 2
bb3 freq 0.5 -> bb4 1:
  %r0 = addi %r1, 1
bb4 freq 1:
  ret %r0{%r0}
";
    let got = after(0, text, &mut layout::run);
    let want = ["bb0 [bb2 bb3] entry; bne bb3", "bb2 [bb4] addi; jmp bb4", "bb3 [bb4] addi", "bb4 [] ret"];
    assert_eq!(got, want);
}

/// `while (r0 != r1) r0++;` as front ends write it: the test first, and a jump back to it.
fn while_loop(times: f32) -> String {
    let head = times + 1.0;
    format!(
        "allocated
bb0 freq 1 -> bb1 1:
  %r0{{%r0}}, %r1{{%r1}} = entry
bb1 freq {head} -> bb2 {}, bb3 {}:
  beq %r0, %r1, bb3
bb2 freq {times} -> bb1 1:
  %r0 = addi %r0, 1
bb3 freq 1:
  %r0 = addi %r0, 1
  %r0 = addi %r0, 2
  ret %r0{{%r0}}
",
        times / head,
        1.0 - times / head
    )
}

#[test]
fn a_loop_is_rotated_so_that_its_test_is_at_its_end() {
    let got = after(2, &while_loop(15.0), &mut layout::run);
    let want = ["bb0 [bb1] entry; jmp bb1", "bb2 [bb1] addi", "bb1 [bb3 bb2] bne bb2", "bb3 [] addi; addi; ret"];
    assert_eq!(got, want);
}

#[test]
fn a_loop_that_is_hardly_executed_is_entered_without_a_jump() {
    let got = after(2, &while_loop(0.5), &mut layout::run);
    assert_eq!(got[0], "bb0 [bb1] entry");
}

/// The blocks in their final order, of a block that skips another, marked like this, with some probability; and their names.
fn laid_out_skip(p: f32, mark: &str) -> (Vec<String>, Vec<String>) {
    let text = format!(
        "allocated
bb0 freq 1 -> bb1 {rest}, bb2 {p}:
  %r0{{%r0}}, %r1{{%r1}} = entry
  beq %r0, %r1, bb2
bb1 freq {rest}{mark} -> bb2 1:
  %r0 = addi %r1, 2
bb2 freq 1:
  %r0 = addi %r0, 1
  %r0 = addi %r0, 2
  %r0 = addi %r0, 3
  %r0 = addi %r0, 4
  %r0 = addi %r0, 5
  %r0 = addi %r0, 6
  ret %r0{{%r0}}
",
        rest = 1.0 - p
    );
    let got = after(2, &text, &mut layout::run);
    let names = got.iter().filter_map(|b| b.split(' ').next()).map(str::to_string).collect();
    (got, names)
}

#[test]
fn cold_blocks_come_last() {
    let (got, names) = laid_out_skip(0.99, " cold");
    assert_eq!(names, ["bb0", "bb2", "bb1"]);
    assert!(got[0].ends_with("bne bb1") && got[2].ends_with("jmp bb2"), "{got:?}");
}

#[test]
fn a_block_that_is_skipped_stays_near_unless_it_is_rare() {
    assert_eq!(laid_out_skip(0.6, "").1, ["bb0", "bb1", "bb2"]);
    assert_eq!(laid_out_skip(0.99, "").1, ["bb0", "bb2", "bb1"]);
}

/// Blocks that do the same before they meet, one of them after something else.
#[test]
fn equal_ends_are_shared() {
    let text = "allocated\n\
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  %r0{%r0}, %r1{%r1} = entry
  beq %r0, %r1, bb2
bb1 freq 0.5 -> bb3 1:
  %r2 = addi %r1, 7
  %r0 = addi %r1, 1
  %r0 = add %r0, %r1
  %r0 = addi %r0, 3
bb2 freq 0.5 -> bb3 1:
  %r0 = addi %r1, 1
  %r0 = add %r0, %r1
  %r0 = addi %r0, 3
bb3 freq 1:
  ret %r0{%r0}
";
    let got = after(2, text, &mut |f, cx| assert_eq!(tails::run(f, cx), 1));
    assert_eq!(got, ["bb0 [bb1 bb2] entry; beq bb2", "bb1 [bb2] addi", "bb2 [bb3] addi; add; addi", "bb3 [] ret"]);
    // A register that differs is where the ends part.
    let other = text.replacen("%r0 = addi %r1, 1", "%r0 = addi %r1, 2", 1);
    let got = after(2, &other, &mut |f, cx| assert_eq!(tails::run(f, cx), 1));
    assert_eq!(
        got,
        ["bb0 [bb1 bb2] entry; beq bb2", "bb1 [bb4] addi; addi", "bb4 [bb3] add; addi", "bb2 [bb4] addi", "bb3 [] ret"]
    );
}

/// Returns and calls that never come back: whole blocks that are equal, found behind each other.
#[test]
fn rows_of_equal_blocks_collapse() {
    let text = "allocated\n\
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  %r0{%r0}, %r1{%r1} = entry
  beq %r0, %r1, bb2
bb1 freq 0.5 -> bb3 1:
  %r0{%r0} = call @f, %r0{%r0} ; clobbers call -%r0
bb2 freq 0.5 -> bb4 1:
  %r0{%r0} = call @f, %r0{%r0} ; clobbers call -%r0
bb3 freq 0.5:
  %r0 = addi %r0, 1
  ret %r0{%r0}
bb4 freq 0.5:
  %r0 = addi %r0, 1
  ret %r0{%r0}
";
    let got = after(2, text, &mut |f, cx| assert_eq!(tails::run(f, cx), 2));
    assert_eq!(got.len(), 3, "{got:?}");
    assert_eq!(got[0], "bb0 [bb1] entry");
}
