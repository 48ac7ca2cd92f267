//! Expansion of small functions for RISC-V, compared with what it should be.

use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::{target, text, verify};
use targ_info::{Target, TargetSpec};
use whirl_lite::{legalize, ll, opt, tree};

/// The ops of a function's only or all blocks, as text.
fn expand(march: &str, source: &str) -> String {
    let mut module = ll::parse(source.as_bytes()).expect("parses");
    let spec = TargetSpec { march: Some(march.into()), ..TargetSpec::default() };
    let (t, _) = Target::new(&spec, None).expect("a target");
    let mut functions = std::mem::take(&mut module.functions);
    let hooks = target::hooks_for(&t).expect("hooks");
    let options = Options { opt_level: 2, ..Options::default() };
    let (fuel, counters) = (Fuel::default(), Counters::default());
    let cx = PassCx { target: &t, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
    let f = functions.values_mut().next().expect("a function");
    legalize::run(f, &module, &t).expect("legal");
    opt::late(f, &module, &t, 2, &fuel).expect("optimised");
    let w = tree::build(f, &module, &t, true).expect("trees");
    let g = hooks.expand(&w, &cx).expect("expands");
    verify::verify(&g, &cx).expect("valid");
    let printed = text::print(&g, &cx);
    let ops = printed.lines().filter(|l| l.starts_with("  ") && !l.starts_with("  info") && !l.starts_with("  alias"));
    ops.map(|l| l.split(" ; ").next().unwrap_or(l).trim()).collect::<Vec<_>>().join("\n")
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
