//! Expansion of small functions for RISC-V, compared with what it should be.

mod common;

use targ_info::TargetSpec;

fn expand(march: &str, source: &str) -> String {
    common::expand(&TargetSpec { march: Some(march.into()), ..TargetSpec::default() }, source)
}

#[test]
fn words_take_w_forms_and_extensions_are_free() {
    let got = expand(
        "rv64gc",
        "define signext i32 @f(i32 signext %a, i32 signext %b) {\n %s = add i32 %a, %b\n %t = shl i32 %s, 3\n ret i32 %t\n}",
    );
    assert_eq!(
        got,
        "tn3:gpr.i64{%a0}, tn4:gpr.i64{%a1} = p.entry\ntn5:gpr.i64 = addw tn3, tn4\ntn7:gpr.i32 = slliw tn5, 3\np.ret tn7{%a0}"
    );
}

#[test]
fn symbols_fold_into_accesses() {
    let got = expand("rv64gc", "@g = global i64 0\ndefine i64 @f() {\n %v = load i64, ptr @g, align 8\n ret i64 %v\n}");
    assert!(got.contains("= lui %hi(@g)") && got.contains("= ld %lo(@g), tn"), "{got}");
}

#[test]
fn indices_scale_with_zba() {
    let source = "define i64 @f(ptr %p, i64 %i) {\n %q = getelementptr i64, ptr %p, i64 %i\n %v = load i64, ptr %q\n ret i64 %v\n}";
    assert!(expand("rv64gc_zba", source).contains("= sh3add "));
    assert!(expand("rv64gc", source).contains("= slli "));
}

#[test]
fn selects_become_branches() {
    let source = "define i64 @f(i64 %a, i64 %b) {\n %c = icmp slt i64 %a, %b\n %v = select i1 %c, i64 %a, i64 %b\n ret i64 %v\n}";
    let got = expand("rv64gc", source);
    assert!(got.contains("\nblt ") || got.contains("\nbge "), "{got}");
}

#[test]
fn sibling_calls_jump() {
    let source = "declare i64 @g(i64)\ndefine i64 @f(i64 %a) {\n %v = tail call i64 @g(i64 %a)\n br label %out\nout:\n ret i64 %v\n}";
    assert!(expand("rv64gc", source).contains("p.tail @g"));
}
