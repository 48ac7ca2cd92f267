//! What the method is known for, on functions with known right answers.

use super::Briggs;
use crate::rivals::tests::{COPIES, RING, answered, spills_around_the_loop};
use cgir::testing::R;

#[test]
fn copies_are_coalesced() {
    let x = answered(COPIES, 8, &mut Briggs);
    assert_eq!((x.copies(), x.memory()), (0.0, 0.0), "{:?}", x.a.edits);
    for tn in 1..=4 {
        assert_eq!(x.registers_of(tn), [R[0]], "tn{tn}");
    }
    assert_eq!(x.work("briggs.coalesced"), 3);
}

#[test]
fn a_node_of_high_degree_may_still_find_a_colour() {
    // Chaitin's allocator spills here; taking a node off in hope does not.
    let x = answered(RING, 2, &mut Briggs);
    assert_eq!((x.work("briggs.spilled"), x.memory(), x.copies()), (0, 0.0, 0.0), "{:?}", x.a.edits);
    assert_eq!(x.registers_of(1), x.registers_of(3));
    assert_eq!(x.registers_of(2), x.registers_of(4));
}

#[test]
fn what_only_lives_through_the_loop_is_spilled() {
    let x = spills_around_the_loop(&mut Briggs);
    assert_eq!(x.work("briggs.spilled"), 1);
}

#[test]
fn pairs_are_coloured_beside_single_registers() {
    let text = "func @f {
bb0 freq 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn3:pair.i128 = mulp tn1, tn2
  tn4:pair.i128 = mulp tn2, tn1
  tn5:gpr.i64 = hi tn3
  tn6:gpr.i64 = hi tn4
  tn7:gpr.i64 = add tn5, tn6
  tn8:gpr.i64 = add tn7, tn1
  ret tn8{%r0}
}
";
    let x = answered(text, 8, &mut Briggs);
    assert_eq!((x.work("briggs.spilled"), x.memory()), (0, 0.0), "{:?}", x.a.edits);
}
