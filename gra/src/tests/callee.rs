//! Callee-saved registers: bought where they pay, by one range or by several together.

use super::bb;
use crate::callee::{FirstUse, by_name};
use crate::{Gra, policies};
use cgir::alloc::{AllocateGlobal, Layer};
use cgir::func::Func;
use cgir::pass::PassCx;
use cgir::target::Hooks;
use cgir::testing::{ISA, Setup};
use targ_info::RegSet;

fn layer(text: &str, policy: &str) -> (Func, Layer) {
    let mut s = Setup::default();
    s.options.opt_level = 2;
    s.options.policies.insert("gra-callee".into(), policy.into());
    let f = s.read(text).unwrap_or_else(|e| panic!("{e}"));
    let layer = Gra.run(&f, &s.cx()).unwrap_or_else(|e| panic!("{e:?}"));
    super::answer(&f, &s.cx());
    (f, layer)
}

/// Callee-saved registers that hold values in these blocks.
fn used(layer: &Layer, blocks: &[u32]) -> usize {
    let saved = Setup::default().target.callee_saved;
    let regs = blocks.iter().flat_map(|&b| &layer.regs[bb(b)]).map(|x| ISA.reg(x.1).units);
    (regs.fold(RegSet::EMPTY, |s, u| s | u) & saved).len()
}

/// Values that are read after a call on the way that is taken so often.
fn call(values: std::ops::Range<u32>, freq: f32) -> String {
    let rest = 1.0 - freq;
    let mut t = format!("func @f {{\nbb0 freq 1 -> bb1 {freq}, bb2 {rest}:\n  tn1:gpr.i64{{%r0}} = entry\n");
    values.clone().for_each(|n| t += &format!("  tn{n}:gpr.i64 = ld tn1, {n}\n"));
    t += "  beq tn1, tn1, bb2\n";
    t += &format!("bb1 freq {freq} -> bb2 1:\n  call @f ; clobbers call\nbb2 freq 1:\n  tn2:gpr.i64 = li 0\n");
    values.for_each(|n| t += &format!("  tn2:gpr.i64 = add tn2, tn{n}\n"));
    t + "  ret tn2{%r0}\n}\n"
}

#[test]
fn what_lives_over_a_rare_call_is_stored_around_it() {
    let text = call(10..11, 0.1);
    let (_, bids) = layer(&text, "bids");
    assert_eq!(used(&bids, &[0, 1, 2]), 0, "{:?}", bids.regs);
    assert!(bids.regs[bb(0)].len() == 1 && bids.regs[bb(2)].len() == 1, "{:?}", bids.regs);
    // Who pays a part only has it for the whole.
    let (_, first) = layer(&text, "first");
    let (_, free) = layer(&text, "free");
    assert!(used(&free, &[0, 1, 2]) >= used(&first, &[0, 1, 2]));
    assert_eq!(used(&free, &[0, 2]), 1, "{:?}", free.regs);
}

/// Values that live over a call each, one after the other.
pub(crate) fn one_after_the_other(count: u32) -> String {
    let mut t = "func @f {\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{%r0} = entry\n  call @f ; clobbers call\n".to_string();
    for n in 0..count {
        let (b, v) = (2 * n + 1, 10 + n);
        t += &format!("bb{b} freq 0.6 -> bb{} 1:\n  tn{v}:gpr.i64 = li 5\n  tn{v} = add tn{v}, tn{v}\n", b + 1);
        t += "  call @f ; clobbers call\n";
        t += &format!("bb{} freq 0.6 -> bb{} 1:\n  st tn{v}, tn{v}, 8\n", b + 1, b + 2);
    }
    t + &format!("bb{} freq 1:\n  ret\n}}\n", 2 * count + 1)
}

#[test]
fn ranges_pay_for_a_register_together() {
    // A store and a reload are 1.2 for each.
    let blocks: Vec<u32> = (1..=8).collect();
    let (_, alone) = layer(&one_after_the_other(1), "bids");
    assert_eq!(used(&alone, &blocks), 0, "{:?}", alone.regs);
    let (_, together) = layer(&one_after_the_other(4), "bids");
    assert_eq!(used(&together, &blocks), 1, "{:?}", together.regs);
    let in_register = (1..=8).filter(|&b| !together.regs[bb(b)].is_empty()).count();
    assert_eq!(in_register, 8, "{:?}", together.regs);
}

#[test]
fn prices_depend_on_the_frame() {
    let bids = by_name("bids");
    let rare = FirstUse { entry: 1.0, frame: 0.1, outside: false, looped: false, saved: 1 };
    let outside = FirstUse { outside: true, ..rare };
    let entry = FirstUse { frame: 1.0, ..outside };
    assert!(bids.price(rare) < bids.price(entry) && bids.price(entry) < bids.price(outside));
    assert!(bids.price(FirstUse { looped: true, ..rare }) < bids.price(rare));
    assert_eq!(by_name("free").price(entry), 0.0);
    assert_eq!(by_name("first").price(rare), by_name("first").price(entry));
    let named = policies().iter().filter(|p| p.0 == "gra-callee").map(|p| p.1);
    assert_eq!(named.collect::<Vec<_>>(), ["bids", "first", "free"]);
}

/// A function that calls on a rare path only.
const RARE_CALL: &str = "func @f {
  info calls
bb0 freq 1 -> bb2 0.9, bb1 0.1:
  tn1:gpr.i64{%a0} = p.entry
  bge tn1, %zero, bb1
bb1 freq 0.1 -> bb2 1:
  p.call @f ; clobbers call
bb2 freq 1:
  p.ret
}
";

#[test]
fn the_return_address_is_free_where_it_is_saved_anyway() {
    use crate::callee::CalleeSaved;
    let spec = targ_info::TargetSpec { march: Some("rv64gc".into()), ..Default::default() };
    let (target, _) = targ_info::Target::new(&spec, None).unwrap_or_else(|e| panic!("{e:?}"));
    let (mut module, _) = cgir::testing::module("f");
    let hooks = &cgir::target::riscv::RISCV64;
    let (fuel, counters) = Default::default();
    let mut options = cgir::pass::Options { opt_level: 2, ..Default::default() };
    let clobbers = {
        let cx =
            PassCx { target: &target, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
        hooks.call_clobbers(&cx)
    };
    let read = cgir::text::parse(RARE_CALL, &mut module, &target, hooks, clobbers);
    let mut f = read.unwrap_or_else(|e| panic!("{}", e.render("text", RARE_CALL))).remove(0);
    f.rebuild_preds();
    let ra = target.abi.ra.map(|r| target.isa.reg(r).units).unwrap_or_else(|| panic!("RISC-V has a return address"));
    let mut seen = |policy: &str| {
        options.policies.insert("gra-ra".into(), policy.into());
        let cx =
            PassCx { target: &target, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
        let c = CalleeSaved::new(&f, &cx);
        let denied = [0, 1].map(|b| c.denied(bb(b)).intersects(ra));
        (denied, [0, 1].map(|b| c.prices(c.is_outside(std::iter::once(bb(b))), false).of(ra)))
    };
    // Outside of the frame it brings the save of itself to the entry.
    let (denied, price) = seen("saved");
    assert_eq!(denied, [true, false]);
    assert!((price[0] - 1.8).abs() < 1e-5 && price[1] == 0.0, "{price:?}");
    assert_eq!(seen("free"), ([false, false], [0.0, 0.0]));
}
