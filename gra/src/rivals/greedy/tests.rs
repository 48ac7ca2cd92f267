//! What the method is known for, on functions with known right answers.

use super::Greedy;
use crate::rivals::tests::answered;
use crate::tests::callee::one_after_the_other;
use cgir::testing::{R, Setup};

#[test]
fn pieces_pay_for_a_callee_saved_register_together() {
    let saved = Setup::default().target.callee_saved;
    let used = |count: u32| {
        let x = answered(&one_after_the_other(count), R.len(), &mut Greedy);
        let isa = &x.s.target.isa;
        let in_saved = |tn: &u32| x.registers_of(*tn).iter().any(|&r| saved.intersects(isa.reg(r).units));
        ((10..10 + count).filter(in_saved).count(), x.memory())
    };
    // One loses 1.2 in memory, less than a save and a restore.
    assert_eq!(used(1), (0, 1.2f32.into()));
    assert_eq!(used(4), (4, 0.0));
}
