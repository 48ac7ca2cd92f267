//! What is folded on x86, and what must not be.

use crate::tests::ops;
use cgir::pass::PassCx;
use cgir::target::{Hooks, x86::X86_64};
use cgir::testing::Setup;
use targ_info::{Target, TargetSpec};

/// x86-64 code after EBO: blocks after one that begins with four parameters in `tn1`, `tn2` (pointers), `tn3`, `tn4` (numbers).
fn x86(body: &str) -> Vec<String> {
    let spec = TargetSpec { march: Some("x86-64-v3".into()), ..TargetSpec::default() };
    let (target, _) = Target::new(&spec, None).unwrap_or_else(|e| panic!("{e}"));
    let mut s = Setup { target, ..Setup::default() };
    let entry = "tn1:gr64.i64{%rdi}, tn2:gr64.i64{%rsi}, tn3:gr32.i32{%edx}, tn4:gr32.i32{%ecx} = p.entry";
    let text = format!("variable @x\nvariable @y\nfunc @f {{\n{}\n}}\n", body.replace("ENTRY", entry));
    let clobbers = X86_64.call_clobbers(&s.cx());
    let read = cgir::text::parse(&text, &mut s.module, &s.target, &X86_64, clobbers);
    let mut f = read.unwrap_or_else(|e| panic!("{}", e.render("text", &text))).remove(0);
    let cx = PassCx { hooks: &X86_64, ..s.cx() };
    crate::run(&mut f, &cx);
    cgir::verify::verify(&f, &cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(&f, &cx)));
    ops(&f, &cx)
}

/// One block that ends with a branch on `cc`.
fn branching(body: &str, cc: u32) -> Vec<String> {
    x86(&format!(
        "  alias1: @x size 8\n  alias2: @y size 8\nbb0 freq 1 -> bb1 0.5, bb2 0.5:\n  ENTRY\n{body}  jcc bb2, {cc}, %eflags:state.i32\nbb1 freq 0.5:\n  \
         p.ret 0, tn3{{%eax}}\nbb2 freq 0.5:\n  p.ret 0, tn4{{%eax}}"
    ))
}

#[test]
fn bytes_compare_in_memory() {
    let compared = |first: &str, second: &str, between: &str, cc: u32| {
        let got = branching(
            &format!(
                "  tn5:gr32.i32 = {first} tn1, 0, %noreg, 0, 0 ; alias 1\n  tn6:gr32.i32 = {second} tn2, 0, %noreg, 4, 0 ; alias 1\n\
                 {between}  %eflags:state.i32 = cmp32.rr tn5, tn6\n"
            ),
            cc,
        );
        got.iter().filter(|o| o.contains("p.cmp")).cloned().collect::<Vec<_>>()
    };
    let (zero, sign) = ("movzx32_8.rm", "movsx32_8.rm");
    assert_eq!(compared(zero, zero, "", 5), ["%eflags:state.i32 = p.cmp8_32.rm tn5, tn2, 0, %noreg, 4, 0 ; alias 1"]);
    assert_eq!(
        compared("movzx32_16.rm", zero, "", 2),
        ["%eflags:state.i32 = p.cmp16_32.mr tn1, 0, %noreg, 0, 0, tn6 ; alias 1"]
    );
    assert_eq!(
        compared(zero, "movzx32_16.rm", "", 2),
        ["%eflags:state.i32 = p.cmp16_32.rm tn5, tn2, 0, %noreg, 4, 0 ; alias 1"]
    );
    // Orders with sign are those of extended values only where the sign was extended.
    assert_eq!(compared(zero, zero, "", 12).len(), 0);
    assert_eq!(compared(sign, sign, "", 12).len(), 1);
    assert_eq!(compared(sign, sign, "", 2).len(), 0);
    assert_eq!(compared(zero, sign, "", 4).len(), 0);
    // What may write the byte comes between; what writes elsewhere does not matter.
    let store = "  mov32.mr tn1, 0, %noreg, 8, 0, tn3 ; alias ";
    assert_eq!(compared(zero, zero, &format!("{store}1\n"), 4).len(), 0);
    assert_eq!(compared(zero, zero, &format!("{store}2\n"), 4).len(), 1);
    // Another reader wants the value.
    assert_eq!(compared(zero, zero, "  mov32.mr tn1, 0, %noreg, 8, 0, tn6 ; alias 2\n", 4).len(), 1);
    let both = "  mov32.mr tn1, 0, %noreg, 8, 0, tn6 ; alias 2\n  mov32.mr tn1, 0, %noreg, 12, 0, tn5 ; alias 2\n";
    assert_eq!(compared(zero, zero, both, 4).len(), 0);
}

#[test]
fn flags_outlive_a_block() {
    let got = x86(
        "bb0 freq 1 -> bb1 0.5, bb2 0.5:\n  ENTRY\n  %eflags:state.i32 = cmp32.rr tn3, tn4\n  jcc bb2, 4, %eflags:state.i32\n\
         bb1 freq 0.5:\n  %eflags:state.i32 = cmp32.rr tn3, tn4\n  tn5:gr8.i8 = set.r 7, %eflags:state.i32\n  \
         tn6:gr32.i32 = movzx32_8.rr tn5\n  p.ret 0, tn6{%eax}\nbb2 freq 0.5:\n  p.ret 0, tn3{%eax}",
    );
    assert_eq!(got.iter().filter(|o| o.contains("cmp32")).count(), 1, "{got:?}");
}

#[test]
fn calls_destroy_flags() {
    let compared = |call: &str| {
        let got = x86(&format!(
            "bb0 freq 1 -> bb1 1:\n  ENTRY\n  %eflags:state.i32 = cmp32.rr tn3, tn4\n  tn5:gr8.i8 = set.r 4, %eflags:state.i32\n  \
             mov8.mr tn1, 0, %noreg, 0, 0, tn5\n{call}bb1 freq 1:\n  %eflags:state.i32 = cmp32.rr tn3, tn4\n  \
             tn6:gr8.i8 = set.r 7, %eflags:state.i32\n  tn7:gr32.i32 = movzx32_8.rr tn6\n  p.ret 0, tn7{{%eax}}"
        ));
        got.iter().filter(|o| o.contains("cmp32")).count()
    };
    assert_eq!(compared(""), 1);
    assert_eq!(compared("  p.call @x ; clobbers call\n"), 2);
}

#[test]
fn sums_go_into_addresses() {
    let one = |sum: &str, uses: &str| {
        let got =
            x86(&format!("bb0 freq 1:\n  ENTRY\n  tn7:gr64.i64 = p.zext32 tn3\n  {sum}\n{uses}  p.ret 0, tn6{{%eax}}"));
        got.into_iter().filter(|o| !o.contains("zext")).collect::<Vec<_>>()
    };
    let load = "  tn6:gr32.i32 = mov32.rm tn5, 0, %noreg, 8, 0\n";
    let lea = "tn5:gr64.i64 = lea64 tn1, 2, tn7, 16, 0";
    assert_eq!(one(lea, load), ["tn6:gr32.i32 = mov32.rm tn1, 2, tn7, 24, 0"]);
    let add = "tn5:gr64.i64, %eflags:state.i32 = add64.rr tn1, tn7";
    assert_eq!(one(add, load), ["tn6:gr32.i32 = mov32.rm tn1, 0, tn7, 8, 0"]);
    let far = "tn5:gr64.i64 = lea64 tn1, 0, %noreg, 2147483640, 0";
    assert_eq!(one(far, load).len(), 2);
    // The address is wanted as a value, too; it has an index already; the program counter takes none.
    let kept = format!("{load}  mov64.mr tn2, 0, %noreg, 0, 0, tn5\n");
    assert_eq!(one(lea, &kept).len(), 3);
    assert_eq!(one(lea, "  tn6:gr32.i32 = mov32.rm tn5, 0, tn7, 8, 0\n").len(), 2);
}

#[test]
fn memory_is_known_by_all_of_an_address() {
    let loads = |first: &str, second: &str| {
        let got = x86(&format!(
            "bb0 freq 1:\n  ENTRY\n  tn7:gr64.i64 = p.zext32 tn3\n  {first}\n  {second}\n  tn9:gr32.i32 = movzx32_8.rm tn2, 0, %noreg, 0, 0\n  \
             %eflags:state.i32 = test32.rr tn9, tn9\n  tn8:gr32.i32 = cmov32.rr tn6, tn4, 4, %eflags:state.i32\n  p.ret 0, tn8{{%eax}}"
        ));
        got.iter().filter(|o| o.contains("tn6:gr32.i32 = mov") && o.contains(".rm")).count()
    };
    let store = "mov32.mr tn1, 2, tn7, 4, 0, tn3";
    assert_eq!(loads(store, "tn6:gr32.i32 = mov32.rm tn1, 2, tn7, 4, 0"), 0);
    for other in
        ["tn1, 1, tn7, 4, 0", "tn1, 2, %noreg, 4, 0", "tn1, 2, tn7, 5, 0", "tn2, 2, tn7, 4, 0", "tn1, 2, tn7, 4, 5"]
    {
        assert_eq!(loads(store, &format!("tn6:gr32.i32 = mov32.rm {other}")), 1, "{other}");
    }
    // Some rows exchange bytes on the way.
    assert_eq!(loads("movbe32.mr tn1, 2, tn7, 4, 0, tn3", "tn6:gr32.i32 = mov32.rm tn1, 2, tn7, 4, 0"), 1);
    assert_eq!(loads(store, "tn6:gr32.i32 = movbe32.rm tn1, 2, tn7, 4, 0"), 1);
}

#[test]
fn what_is_modified_in_place_is_another_value() {
    let got = x86(
        "bb0 freq 1:\n  ENTRY\n  tn5:gr32.i32 = mov32.rm tn1, 0, %noreg, 0, 0\n  %eflags:state.i32 = inc32.m tn1, 0, %noreg, 4, 0\n  \
         tn6:gr32.i32 = mov32.rm tn1, 0, %noreg, 0, 0\n  tn7:gr32.i32, %eflags:state.i32 = add32.rr tn5, tn6\n  \
         %eflags:state.i32 = inc32.m tn1, 0, %noreg, 0, 0\n  tn8:gr32.i32 = mov32.rm tn1, 0, %noreg, 0, 0\n  \
         tn9:gr32.i32, %eflags:state.i32 = add32.rr tn7, tn8\n  p.ret 0, tn9{%eax}",
    );
    assert_eq!(got.iter().filter(|o| o.contains("= mov32.rm")).count(), 2, "{got:?}");
}

#[test]
fn readers_in_other_blocks_find_what_a_sum_is_made_of() {
    let found = x86(
        "bb0 freq 1 -> bb1 0.5, bb2 0.5:\n  ENTRY\n  tn7:gr64.i64 = p.zext32 tn3\n  tn5:gr64.i64 = lea64 tn1, 2, tn7, 16, 0\n  \
             tn6:gr32.i32 = mov32.rm tn5, 0, %noreg, 0, 0\n  %eflags:state.i32 = cmp32.rr tn6, tn4\n  jcc bb2, 4, %eflags:state.i32\n\
             bb1 freq 0.5:\n  mov32.mr tn5, 0, %noreg, 4, 0, tn4\n  tn7:gr64.i64 = lea64 tn7, 0, %noreg, 1, 0\n  mov64.mr tn1, 0, %noreg, 0, 0, tn7\n  \
             p.ret 0, tn3{%eax}\nbb2 freq 0.5:\n  mov64.mr tn2, 0, %noreg, 0, 0, tn7\n  p.ret 0, tn4{%eax}",
    );
    assert!(!found.iter().any(|o| o.contains("= lea64 tn1")), "{found:?}");
    let late = x86(
        "bb0 freq 1 -> bb1 0.5, bb2 0.5:\n  ENTRY\n  tn7:gr64.i64 = p.zext32 tn3\n  tn5:gr64.i64 = lea64 tn1, 2, tn7, 16, 0\n  \
         tn7:gr64.i64 = lea64 tn7, 0, %noreg, 1, 0\n  %eflags:state.i32 = cmp32.rr tn3, tn4\n  jcc bb2, 4, %eflags:state.i32\n\
         bb1 freq 0.5:\n  mov64.mr tn5, 0, %noreg, 4, 0, tn7\n  mov64.mr tn1, 0, %noreg, 0, 0, tn7\n  p.ret 0, tn3{%eax}\n\
         bb2 freq 0.5:\n  p.ret 0, tn4{%eax}",
    );
    assert!(late.iter().any(|o| o.contains("= lea64 tn1")), "{late:?}");
}

#[test]
fn a_sum_for_a_rare_way_out_is_not_waited_for() {
    let loads = |out: f32| {
        let got = x86(&format!(
            "bb0 freq 1 -> bb1 {}, bb2 {out}:\n  ENTRY\n  tn5:gr64.i64 = lea64 tn1, 0, %noreg, 8, 0\n  tn6:gr32.i32 = mov32.rm tn5, 0, %noreg, 0, 0\n  \
             %eflags:state.i32 = cmp32.rr tn6, tn4\n  jcc bb2, 4, %eflags:state.i32\nbb1 freq {}:\n  p.ret 0, tn3{{%eax}}\n\
             bb2 freq {out}:\n  mov64.mr tn2, 0, %noreg, 0, 0, tn5\n  p.ret 0, tn4{{%eax}}",
            1.0 - out,
            1.0 - out
        ));
        got.iter().any(|o| o.contains("mov32.rm tn1, 0, %noreg, 8, 0"))
    };
    assert!(loads(0.1) && !loads(0.6));
}
