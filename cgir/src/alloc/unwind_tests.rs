//! Exceptional edges: what liveness, the checker and `apply` make of a call that may unwind to a landing pad.

use super::apply::apply;
use super::checker::check;
use super::spillall::SpillAll;
use super::{Allocate, Answer, Edit, EditKind, Place, Point, SlotData};
use crate::analysis::Liveness;
use crate::func::{Bb, Func, Op, Tn};
use crate::testing::{R, Setup};
use targ_info::PReg;

/// tn1 is used by both ways out of the call; tn2 has a value from before it and its result.
const TEXT: &str = "func @f {
bb0 freq 1 unwind bb2 -> bb1 1, bb2 0:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn2{%r0} = call @f ; clobbers call -%r0
bb1 freq 1:
  tn3:gpr.i64 = add tn1, tn2
  ret tn3{%r0}
bb2 freq 0:
  tn4:gpr.i64 = sub tn1, tn2
  ret tn4{%r0}
}
";

fn bb(n: u32) -> Bb {
    Bb::from_u32(n)
}

/// The function, and its tn1 and tn2.
fn read(s: &mut Setup) -> (Func, Tn, Tn) {
    let f = s.read(TEXT).unwrap_or_else(|e| panic!("{e}"));
    let entry = f.first(bb(0)).unwrap();
    let (x, y) = (f.results(entry)[0], f.results(entry)[1]);
    (f, x, y)
}

fn ops(f: &Func, b: u32) -> Vec<Op> {
    f.bb_ops(bb(b)).collect()
}

/// `x` in r4 from the entry on; `y` before the call in `saved` or, without one, in a slot that the pad reloads; after it
/// in r0.
fn answer(f: &Func, x: Tn, y: Tn, saved: Option<PReg>) -> Answer {
    let mut a = Answer { places: vec![Place::None; f.opnds.len()], ..Answer::default() };
    let (call, add, sub) = (ops(f, 0)[1], ops(f, 1), ops(f, 2));
    let mut put = |op: Op, places: &[Option<PReg>]| {
        for (i, p) in places.iter().enumerate() {
            a.places[f.opnds_start(op) + i] = p.map_or(Place::None, Place::Reg);
        }
    };
    put(ops(f, 0)[0], &[Some(R[0]), Some(R[1])]);
    put(call, &[Some(R[0])]);
    put(add[0], &[Some(R[0]), Some(R[4]), Some(R[0])]);
    put(add[1], &[Some(R[0])]);
    put(sub[0], &[Some(R[0]), Some(R[4]), Some(saved.unwrap_or(R[1]))]);
    put(sub[1], &[Some(R[0])]);
    let mut edit = |at, kind| a.edits.push(Edit { at, group: 0, kind });
    edit(Point::Before(call), EditKind::Copy { tn: x, from: R[0], to: R[4] });
    match saved {
        Some(r) => edit(Point::Before(call), EditKind::Copy { tn: y, from: R[1], to: r }),
        None => {
            let slot = a.slots.push(SlotData { size: 8, align: 3 });
            edit(Point::Before(call), EditKind::Spill { tn: y, from: R[1], slot });
            edit(Point::BlockStart(bb(2)), EditKind::Reload { tn: y, slot, to: R[1] });
        }
    }
    a
}

#[test]
fn a_pad_sees_what_was_there_before_the_results() {
    let mut s = Setup::default();
    let (f, x, y) = read(&mut s);
    crate::verify::verify(&f, &s.cx()).unwrap();
    let live = Liveness::compute(&f);
    assert!(live.live_in(bb(2)).contains(x) && live.live_in(bb(2)).contains(y));
    assert!(live.live_in(bb(1)).contains(y));
    // Where the call's block defines tn2 by the call alone, what the pad reads comes from above the block.
    let mut s = Setup::default();
    let text = TEXT
        .replace("unwind bb2 -> bb1 1, bb2 0:", "-> bb3 1:")
        .replace("= entry\n", "= entry\nbb3 freq 1 unwind bb2 -> bb1 1, bb2 0:\n");
    let f = s.read(&text).unwrap_or_else(|e| panic!("{e}"));
    let result = f.results(ops(&f, 3)[0])[0];
    assert!(Liveness::compute(&f).live_in(bb(3)).contains(result));
}

#[test]
fn only_what_survives_the_call_reaches_the_pad() {
    let mut s = Setup::default();
    let (f, x, y) = read(&mut s);
    let cx = s.cx();
    check(&f, &cx, &answer(&f, x, y, Some(R[5]))).unwrap();
    check(&f, &cx, &answer(&f, x, y, None)).unwrap();
    // r2 is destroyed; r0 holds the result on the other edge, and nothing on this one.
    for r in [R[2], R[0]] {
        assert!(check(&f, &cx, &answer(&f, x, y, Some(r))).is_err());
    }
    // Nothing stands on the edge.
    let mut a = answer(&f, x, y, Some(R[5]));
    let kind = EditKind::Copy { tn: x, from: R[4], to: R[2] };
    a.edits.push(Edit { at: Point::Edge(bb(0), 1), group: 0, kind });
    let errors = check(&f, &cx, &a).unwrap_err();
    assert!(errors.iter().any(|e| e.what.contains("exceptional edge")), "{errors:?}");
}

#[test]
fn applied_code_keeps_the_pad() {
    for allocator in 0..2 {
        let mut s = Setup::default();
        let (mut f, x, y) = read(&mut s);
        let cx = s.cx();
        let a = match allocator {
            0 => answer(&f, x, y, None),
            _ => SpillAll.run(&f, &cx).unwrap(),
        };
        check(&f, &cx, &a).unwrap();
        apply(&mut f, &cx, &a).unwrap();
        assert!(f.allocated);
        assert_eq!(f.bbs[bb(0)].unwind, Some(bb(2)));
        // The call still ends its block: what the exceptional edge leaves is the call itself.
        let last = f.last(bb(0)).unwrap();
        assert_eq!(crate::testing::ISA.inst(f.ops[last].opcode).name, "call");
        crate::verify::verify(&f, &cx).unwrap();
    }
}

#[test]
fn exceptional_edges_are_not_split() {
    let mut s = Setup::default();
    let (mut f, ..) = read(&mut s);
    assert_eq!(f.split_edge(&crate::testing::ISA, bb(0), 1), None);
    assert!(f.split_edge(&crate::testing::ISA, bb(0), 0).is_some());
}
