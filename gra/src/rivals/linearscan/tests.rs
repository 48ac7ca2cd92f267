use super::LinearScan;
use crate::rivals::tests::{answered, spills_around_the_loop};

#[test]
fn what_only_lives_through_a_loop_is_spilled_outside_of_it() {
    spills_around_the_loop(&mut LinearScan);
}

/// A value that only a rare path of a loop reads stays in memory all through the loop: a register from the path on, which comes
/// before the loop's end, would be reloaded on the way that is often taken.
#[test]
fn a_rare_path_amid_a_loop_reloads_for_itself() {
    let text = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn9:gpr.i64 = add tn1, tn2
bb1 freq 100 -> bb2 0.01, bb3 0.99:
  tn3:gpr.i64 = add tn1, tn2
  tn1 = add tn3, tn1
  bne tn1, tn2, bb3
bb2 freq 1 -> bb3 1:
  tn2 = add tn9, tn1
bb3 freq 100 -> bb4 0.01, bb1 0.99:
  tn2 = add tn1, tn2
  tn4:gpr.i64 = add tn1, tn2
  tn1 = add tn4, tn1
  bne tn1, tn2, bb1
bb4 freq 1:
  ret tn1{%r0}
}
";
    let x = answered(text, 3, &mut LinearScan);
    assert_eq!(x.memory(), 2.0, "{:?}", x.a.edits);
}
