//! Recolouring: who has no wishes makes room for who has.

use super::answer;
use cgir::testing::{ISA, R, Setup};

/// The loop's counter comes first, and has no wishes; the parameter that lives around the loop wants its register.
const COUNTER: &str = "func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
bb1 freq 1 -> bb2 1:
  tn3:gpr.i64 = li 5
bb2 freq 10 -> bb3 0.1, bb2 0.9:
  tn3:gpr.i64 = addi tn3, 1
  bne tn3, tn2, bb2
bb3 freq 1 -> bb4 1:
  st tn3, tn1, 8
bb4 freq 1:
  ret tn1{%r0}
}
";

fn costs(s: &mut Setup) -> (f64, f64) {
    let f = s.read(COUNTER).unwrap_or_else(|e| panic!("{e}"));
    let (_, p) = answer(&f, &s.cx());
    (p.memory(), p.all_copies())
}

#[test]
fn a_range_without_wishes_makes_room_for_one_with() {
    assert_eq!(costs(&mut Setup::default()), (0.0, 0.0));
}

#[test]
fn two_ranges_change_places_where_no_third_register_is_free() {
    let mut s = Setup::default();
    for r in &R[3..] {
        s.target.reserved |= ISA.reg(*r).units;
    }
    assert_eq!(costs(&mut s), (0.0, 0.0));
}
