//! What the method is known for, on functions with known right answers.

use super::Pbqp;
use crate::rivals::tests::{Answered, COPIES, RING, answered, spills_around_the_loop};
use cgir::testing::R;

/// Problems that were solved without a guess.
fn exactly(text: &str, registers: usize) -> Answered {
    let x = answered(text, registers, &mut Pbqp);
    assert_eq!(x.work("pbqp.reduced-heuristically"), 0);
    assert!(x.work("pbqp.reduced-exactly") > 0);
    x
}

#[test]
fn a_copy_that_vanishes_is_worth_a_choice() {
    let x = exactly(COPIES, 8);
    assert_eq!((x.copies(), x.memory()), (0.0, 0.0), "{:?}", x.a.edits);
    for tn in 1..=4 {
        assert_eq!(x.registers_of(tn), [R[0]], "tn{tn}");
    }
}

#[test]
fn a_cycle_is_reduced_without_loss() {
    // Nodes with two edges: each is merged into the costs of its neighbours.
    let x = exactly(RING, 2);
    assert_eq!((x.work("pbqp.problems"), x.memory(), x.copies()), (1, 0.0, 0.0), "{:?}", x.a.edits);
    assert_eq!(x.registers_of(1), x.registers_of(3));
    assert_eq!(x.registers_of(2), x.registers_of(4));
}

#[test]
fn what_only_lives_through_the_loop_is_spilled() {
    let x = spills_around_the_loop(&mut Pbqp);
    assert_eq!(x.work("pbqp.problems"), 2);
}
