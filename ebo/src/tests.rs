//! What EBO finds, and what it must leave alone, on small functions in text.

use crate::{run, run_post};
use cgir::func::Func;
use cgir::pass::PassCx;
use cgir::target::{Hooks, riscv::RISCV64, x86::X86_64};
use cgir::testing::Setup;
use targ_info::{Target, TargetSpec};

/// The ops of a function, as text, without the entry op and the return.
pub(crate) fn ops(f: &Func, cx: &PassCx<'_>) -> Vec<String> {
    let printer = cgir::text::Printer::new(f, cx);
    let all = f.layout.iter().flat_map(|&b| f.bb_ops(b)).map(|o| printer.op(o).trim().to_string());
    all.filter(|o| !o.contains("entry") && !o.contains("ret")).collect()
}

/// The toy target's code after EBO, which must do the same as before.
fn toy(head: &str, body: &str) -> Vec<String> {
    let mut s = Setup::default();
    let f = s.read(&format!("variable @x\nvariable @y\nfunc @f {{\n{head}{body}}}\n"));
    let mut f = f.unwrap_or_else(|e| panic!("{e}"));
    let before = f.clone();
    let cx = s.cx();
    if f.allocated {
        run_post(&mut f, &cx)
    } else {
        run(&mut f, &cx)
    }
    cgir::verify::verify(&f, &cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(&f, &cx)));
    cgir::testing::harness::compare(&before, &f).unwrap_or_else(|e| panic!("{e}"));
    ops(&f, &cx)
}

/// One block with two parameters, which returns `result`.
fn block(head: &str, body: &str, result: &str) -> Vec<String> {
    let entry = "bb0 freq 1:\n  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry\n";
    toy(head, &format!("{entry}{body}  ret {result}{{%r0}}\n"))
}

#[test]
fn copies_are_forwarded() {
    let got = block("", "  tn3:gpr.i64 = mv tn1\n  tn4:gpr.i64 = addi tn3, 1\n", "tn4");
    assert_eq!(got, ["tn4:gpr.i64 = addi tn1, 1"]);
}

/// What inline assembly destroys leaves few registers of a narrow class: a TN of that class cannot stand for every copy of it.
#[test]
fn copies_stay_where_no_registers_would_be_left() {
    let asm = |clobbers: &str| {
        let got = block(
            "",
            &format!(
                "  tn3:low.i64 = lowop tn1, 1\n  tn4:low.i64 = lowop tn1, 2\n  tn5:gpr.i64 = mv tn3\n  \
                 tn6:low.i64{{low}} = asm tn4{{low}}, tn5{{gpr}} ; clobbers {clobbers} early 0 asm \"\" \"\" sideeffect operands 0 1 2\n  \
                 tn7:gpr.i64 = xor tn6, tn3\n"
            ),
            "tn7",
        );
        got.iter().any(|o| o.contains("mv tn3"))
    };
    // Three registers of the class for one result and two operands, or two.
    assert!(!asm("%r3"));
    assert!(asm("%r2 %r3"));
}

#[test]
fn a_phi_is_not_read_from_the_source_of_its_copy() {
    let got = toy(
        "",
        "\
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  beq tn1, tn2, bb2
bb1 freq 0.5 -> bb3 1:
  tn3:gpr.i64 = mv tn1
  tn4:gpr.i64 = addi tn3, 1
  st tn4, tn1, 0
bb2 freq 0.5 -> bb3 1:
  tn3:gpr.i64 = mv tn2
bb3 freq 1:
  ret tn3{%r0}
",
    );
    assert!(got.contains(&"tn4:gpr.i64 = addi tn3, 1".to_string()), "{got:?}");
}

#[test]
fn common_subexpressions_are_found() {
    let pair = |a: &str, b: &str| {
        block("", &format!("  tn3:gpr.i64 = {a}\n  tn4:gpr.i64 = {b}\n  tn5:gpr.i64 = xor tn3, tn4\n"), "tn5")
    };
    // A commuting op is found the other way round, too.
    assert_eq!(pair("add tn1, tn2", "add tn2, tn1").len(), 2);
    assert_eq!(pair("sub tn1, tn2", "sub tn1, tn2").len(), 2);
    assert_eq!(pair("sub tn1, tn2", "sub tn2, tn1").len(), 3);
    assert_eq!(pair("addi tn1, 4", "addi tn1, 5").len(), 3);
}

#[test]
fn loads_are_not_repeated() {
    let twice = |head: &str, between: &str, flags: &str| {
        let body = format!(
            "  tn3:gpr.i64 = ld tn1, 8{flags}\n{between}  tn4:gpr.i64 = ld tn1, 8{flags}\n  tn5:gpr.i64 = xor tn3, tn4\n"
        );
        let got = block(head, &body, "tn5");
        got.iter().filter(|o| o.contains("= ld")).count()
    };
    let apart = "  alias1: @x size 8\n  alias2: @y size 8\n";
    assert_eq!(twice("", "", ""), 1);
    assert_eq!(twice("", "", " ; volatile"), 2);
    assert_eq!(twice("", "  fence\n", ""), 2);
    assert_eq!(twice("", "  asm ; clobbers asm \"nop\" \"~{memory}\" sideeffect\n", ""), 2);
    // A store elsewhere: beside it, over a part of it, anywhere, to another variable.
    assert_eq!(twice("", "  st tn2, tn1, 16\n", ""), 1);
    assert_eq!(twice("", "  st tn2, tn1, 12\n", ""), 2);
    assert_eq!(twice("", "  st tn2, tn2, 0\n", ""), 2);
    assert_eq!(twice(apart, "  st tn2, tn2, 0 ; alias 2\n", " ; alias 1"), 1);
    assert_eq!(twice(apart, "  st tn2, tn2, 0 ; alias 1\n", " ; alias 1"), 2);
}

#[test]
fn a_sum_with_memory_is_no_load() {
    let got = block(
        "  frame0: local size 8 align 3\n",
        "  tn3:gpr.i64 = addm tn1, %sp, frame0\n  tn4:gpr.i64 = addm tn2, %sp, frame0\n  tn5:gpr.i64 = sub tn3, tn4\n",
        "tn5",
    );
    assert_eq!(
        got,
        ["tn3:gpr.i64 = addm tn1, %sp, frame0", "tn4:gpr.i64 = addm tn2, %sp, frame0", "tn5:gpr.i64 = sub tn3, tn4"]
    );
}

#[test]
fn calls_change_memory_unless_they_say_not() {
    let around = |flags: &str| {
        let got = toy(
            "",
            &format!(
                "\
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{{%r0}}, tn2:gpr.i64{{%r1}} = entry
  tn3:gpr.i64 = ld tn1, 8
  tn6:gpr.i64{{%r0}} = call @f, tn1{{%r0}} ; clobbers call -%r0{flags}
bb1 freq 1:
  tn4:gpr.i64 = ld tn1, 8
  tn5:gpr.i64 = xor tn3, tn4
  tn7:gpr.i64 = xor tn5, tn6
  ret tn7{{%r0}}
"
            ),
        );
        got.iter().filter(|o| o.contains("= ld")).count()
    };
    assert_eq!((around(""), around(" no_memory")), (2, 1));
}

#[test]
fn what_was_stored_is_not_loaded() {
    let got = block("", "  st tn2, tn1, 8\n  tn3:gpr.i64 = ld tn1, 8\n  tn4:gpr.i64 = addi tn3, 1\n", "tn4");
    assert_eq!(got, ["st tn2, tn1, 8", "tn4:gpr.i64 = addi tn2, 1"]);
}

#[test]
fn a_store_that_nothing_reads_goes() {
    let stores = |between: &str, flags: &str| {
        let body = format!("  st tn1, tn1, 8{flags}\n{between}  st tn2, tn1, 8\n");
        block("", &body, "tn1").iter().filter(|o| o.starts_with("st ")).count()
    };
    assert_eq!(stores("", ""), 1);
    assert_eq!(stores("", " ; volatile"), 2);
    assert_eq!(stores("  tn3:gpr.i64 = ld tn2, 0\n  st tn3, tn1, 32\n", ""), 3);
    // The second store writes what memory holds.
    let got = block("", "  tn3:gpr.i64 = ld tn1, 8\n  st tn3, tn1, 8\n", "tn3");
    assert_eq!(got.len(), 1, "{got:?}");
}

#[test]
fn siblings_do_not_see_each_other() {
    let got = toy(
        "",
        "\
bb0 freq 1 -> bb1 0.5, bb2 0.5:
  tn1:gpr.i64{%r0}, tn2:gpr.i64{%r1} = entry
  tn3:gpr.i64 = mul tn1, tn2
  beq tn1, tn2, bb2
bb1 freq 0.5:
  tn4:gpr.i64 = add tn1, tn2
  tn5:gpr.i64 = mul tn1, tn2
  tn6:gpr.i64 = sub tn4, tn5
  ret tn6{%r0}
bb2 freq 0.5:
  tn7:gpr.i64 = add tn1, tn2
  tn8:gpr.i64 = mul tn1, tn2
  tn9:gpr.i64 = sub tn7, tn8
  ret tn9{%r0}
",
    );
    let count = |row: &str| got.iter().filter(|o| o.contains(row)).count();
    assert_eq!((count("= add "), count("= mul ")), (2, 1), "{got:?}");
}

/// The same after allocation.
fn post(body: &str, result: &str) -> Vec<String> {
    let head = "  allocated\n  frame0: spill size 8 align 3\n";
    toy(head, &format!("bb0 freq 1:\n  %r0{{%r0}}, %r1{{%r1}} = entry\n{body}  ret {result}{{{result}}}\n"))
}

#[test]
fn after_allocation_a_copy_is_forwarded_while_its_source_lasts() {
    assert_eq!(post("  %r2 = mv %r0\n  %r0 = addi %r2, 1\n", "%r0"), ["%r0 = addi %r0, 1"]);
    let got = post("  %r2 = mv %r0\n  %r0 = li 5\n  st %r0, %r1, 0\n", "%r0");
    assert_eq!(got, ["%r0 = li 5", "st %r0, %r1, 0"]);
    let lost = post("  %r2 = mv %r0\n  %r0 = li 5\n  st %r0, %r1, 0\n  %r0 = addi %r2, 1\n", "%r0");
    assert!(lost.contains(&"%r0 = addi %r2, 1".to_string()), "{lost:?}");
}

#[test]
fn after_allocation_a_reload_of_what_a_register_holds_is_a_copy() {
    let got = post(
        "  st %r0, %sp, frame0 ; spill\n  %r2 = ld %sp, frame0 ; reload\n  %r4 = add %r2, %r1\n  \
         %r3 = ld %sp, frame0 ; reload\n  %r0 = add %r4, %r3\n",
        "%r0",
    );
    assert_eq!(got.iter().filter(|o| o.contains("= ld")).count(), 0, "{got:?}");
}

/// RISC-V code after EBO: one block with two parameters.
fn riscv(body: &str, result: &str) -> Vec<String> {
    let spec = TargetSpec { march: Some("rv64gc".into()), ..TargetSpec::default() };
    let (target, _) = Target::new(&spec, None).unwrap_or_else(|e| panic!("{e}"));
    let mut s = Setup { target, ..Setup::default() };
    let text = format!(
        "func @f {{\nbb0 freq 1:\n  tn1:gpr.i64{{%a0}}, tn2:gpr.i64{{%a1}} = p.entry\n{body}  p.ret {result}{{%a0}}\n}}\n"
    );
    let clobbers = RISCV64.call_clobbers(&s.cx());
    let read = cgir::text::parse(&text, &mut s.module, &s.target, &RISCV64, clobbers);
    let mut f = read.unwrap_or_else(|e| panic!("{}", e.render("text", &text))).remove(0);
    let cx = PassCx { hooks: &RISCV64, ..s.cx() };
    run(&mut f, &cx);
    cgir::verify::verify(&f, &cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(&f, &cx)));
    ops(&f, &cx)
}

#[test]
fn riscv_offsets_fold_into_addresses_that_reach() {
    let load =
        |by: &str, off: &str| riscv(&format!("  tn3:gpr.i64 = addi tn1, {by}\n  tn4:gpr.i64 = ld {off}, tn3\n"), "tn4");
    assert_eq!(load("8", "16"), ["tn4:gpr.i64 = ld 24, tn1"]);
    assert_eq!(load("2000", "47"), ["tn4:gpr.i64 = ld 2047, tn1"]);
    assert_eq!(load("2000", "48").len(), 2);
    let sum =
        |a: &str, b: &str| riscv(&format!("  tn3:gpr.i64 = addi tn1, {a}\n  tn4:gpr.i64 = addi tn3, {b}\n"), "tn4");
    assert_eq!(sum("8", "-3"), ["tn4:gpr.i64 = addi tn1, 5"]);
    assert_eq!(sum("2047", "1").len(), 2);
}

#[test]
fn riscv_extensions_that_change_nothing_go() {
    let extended = |maker: &str, extension: &str| {
        let body = format!("  tn3:gpr.i64 = {maker}\n  tn4:gpr.i64 = {extension}\n  tn5:gpr.i64 = xor tn4, tn2\n");
        riscv(&body, "tn5").len() == 2
    };
    assert!(extended("lw 0, tn1", "addiw tn3, 0"));
    assert!(extended("addw tn1, tn2", "addiw tn3, 0"));
    assert!(extended("sltu tn1, tn2", "addiw tn3, 0"));
    assert!(!extended("lwu 0, tn1", "addiw tn3, 0"));
    assert!(!extended("add tn1, tn2", "addiw tn3, 0"));
    assert!(!extended("lw 0, tn1", "addiw tn3, 1"));
    assert!(extended("lbu 0, tn1", "andi tn3, 255"));
    assert!(!extended("lbu 0, tn1", "andi tn3, 127"));
    assert!(!extended("lb 0, tn1", "andi tn3, 255"));
    assert!(extended("andi tn1, 15", "andi tn3, 31"));
    assert!(!extended("andi tn1, -1", "andi tn3, 31"));
}

#[test]
fn riscv_zero_adds_nothing() {
    let with = |row: &str| riscv(&format!("  tn3:gpr.i64 = {row}\n  tn4:gpr.i64 = xor tn3, tn2\n"), "tn4");
    for row in ["add tn1, %zero", "add %zero, tn1", "or tn1, %zero", "sub tn1, %zero"] {
        assert_eq!(with(row), ["tn4:gpr.i64 = xor tn1, tn2"], "{row}");
    }
    assert_eq!(with("sub %zero, tn1").len(), 2);
}

#[test]
fn a_move_that_clears_the_upper_half_is_no_copy() {
    let spec = TargetSpec { march: Some("x86-64".into()), ..TargetSpec::default() };
    let (target, _) = Target::new(&spec, None).unwrap_or_else(|e| panic!("{e}"));
    let mut s = Setup { target, ..Setup::default() };
    let text = "func @f {\n  allocated\nbb0 freq 1:\n  %rax{%rax} = p.entry\n  %eax = mov32.rr %eax\n  p.ret 0, %rax{%rax}\n}\n";
    let clobbers = X86_64.call_clobbers(&s.cx());
    let read = cgir::text::parse(text, &mut s.module, &s.target, &X86_64, clobbers);
    let mut f = read.unwrap_or_else(|e| panic!("{}", e.render("text", text))).remove(0);
    let cx = PassCx { hooks: &X86_64, ..s.cx() };
    run_post(&mut f, &cx);
    assert_eq!(ops(&f, &cx), ["%eax = mov32.rr %eax"]);
}
