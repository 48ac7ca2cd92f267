//! Expansion of small functions for x86-64, compared with what it should be.

mod common;

use targ_info::TargetSpec;

/// The ops, without what only the flags' TN adds.
fn expand(cpu: &str, source: &str) -> String {
    let triple = Some("x86_64-linux-gnu".to_string());
    let spec = TargetSpec { triple, mcpu: Some(cpu.into()), ..TargetSpec::default() };
    common::expand(&spec, source).replace(":state.i32", "")
}

/// The mnemonics alone.
fn rows(cpu: &str, source: &str) -> Vec<String> {
    let got = expand(cpu, source);
    let row = |l: &str| l.rsplit(" = ").next().and_then(|r| r.split(' ').next()).unwrap_or_default().to_string();
    got.lines().map(row).filter(|r| r != "p.entry" && r != "p.ret").collect()
}

const OLD: &str = "x86-64";
const NEW: &str = "haswell";

#[test]
fn sums_become_addresses() {
    let got = expand(
        OLD,
        "define i32 @f(ptr %p, i64 %i) {\n %j = add i64 %i, 1\n %q = getelementptr i32, ptr %p, i64 %j\n %v = load i32, ptr %q\n ret i32 %v\n}",
    );
    assert!(got.contains(" = mov32.rm tn2, 2, tn3, 4, 0"), "{got}");
    let got = rows(
        OLD,
        "define i64 @f(i64 %a, i64 %b) {\n %s = shl i64 %b, 2\n %t = add i64 %a, %s\n %u = add i64 %t, 9\n ret i64 %u\n}",
    );
    assert_eq!(got, ["lea64"]);
}

#[test]
fn operations_on_memory_are_one_op() {
    let source = "define void @f(ptr %p, i8 %x) {\n %v = load i8, ptr %p\n %w = xor i8 %v, %x\n store i8 %w, ptr %p\n ret void\n}";
    assert_eq!(rows(OLD, source), ["p.low32_8", "xor8.mr"]);
    let source =
        "define void @f(ptr %p) {\n %v = load i64, ptr %p\n %w = add i64 %v, 1\n store i64 %w, ptr %p\n ret void\n}";
    assert_eq!(rows(OLD, source), ["inc64.m"]);
    // Another address, or a volatile access, is none.
    let source = "define void @f(ptr %p) {\n %v = load volatile i64, ptr %p\n %w = add i64 %v, 1\n store volatile i64 %w, ptr %p\n ret void\n}";
    assert_eq!(rows(OLD, source), ["mov64.rm", "inc64.r", "mov64.mr"]);
}

#[test]
fn loads_are_operands() {
    let source =
        "define double @f(ptr %p, double %x) {\n %v = load double, ptr %p\n %w = fsub double %x, %v\n ret double %w\n}";
    assert_eq!(rows(OLD, source), ["subsd.rm"]);
    assert_eq!(rows(NEW, source), ["vsubsd.rrm"]);
    let source = "define i1 @f(ptr %p) {\n %v = load i8, ptr %p\n %c = icmp ult i8 %v, 200\n ret i1 %c\n}";
    assert_eq!(rows(OLD, source), ["cmp8.mi", "set.r", "movzx32_8.rr"]);
}

#[test]
fn equality_of_floats_takes_two_flags() {
    let source = "define i1 @f(double %a, double %b) {\n %c = fcmp oeq double %a, %b\n ret i1 %c\n}";
    assert_eq!(rows(OLD, source), ["ucomisd.rr", "set.r", "set.r", "and8.rr", "movzx32_8.rr"]);
    let source = "define i32 @f(float %a, float %b, i32 %x, i32 %y) {\n %c = fcmp une float %a, %b\n %v = select i1 %c, i32 %x, i32 %y\n ret i32 %v\n}";
    assert_eq!(rows(OLD, source), ["ucomiss.rr", "cmov32.rr", "cmov32.rr"]);
}

#[test]
fn comparisons_of_floats_read_memory() {
    let source = "define i1 @f(double %a) {\n %c = fcmp ogt double %a, 2.5\n ret i1 %c\n}";
    assert_eq!(rows(OLD, source), ["ucomisd.rm", "set.r", "movzx32_8.rr"]);
    let source = "define double @f(double %a, double %b) {\n %c = fcmp olt double %a, %b\n %v = select i1 %c, double %a, double %b\n ret double %v\n}";
    assert_eq!(rows(OLD, source), ["minsd.rr"]);
    // Unordered: b if either is a NaN.
    let source = "define double @f(double %a, double %b) {\n %c = fcmp uge double %a, %b\n %v = select i1 %c, double %b, double %a\n ret double %v\n}";
    assert!(expand(OLD, source).contains("= minsd.rr tn2, tn3"));
}

#[test]
fn carries_stay_in_the_flags() {
    let source = "define i128 @f(i128 %a, i128 %b) {\n %s = add i128 %a, %b\n ret i128 %s\n}";
    assert_eq!(rows(OLD, source), ["add64.rr", "adc64.rr"]);
}

#[test]
fn counts_with_and_without_instructions() {
    let source = "declare i32 @llvm.ctlz.i32(i32, i1)\ndefine i32 @f(i32 %x) {\n %n = call i32 @llvm.ctlz.i32(i32 %x, i1 false)\n ret i32 %n\n}";
    assert_eq!(rows(OLD, source), ["p.li32", "bsr32.rr", "cmov32.rr", "xor32.ri"]);
    assert_eq!(rows(NEW, source), ["lzcnt32.rr"]);
    let source = "define i64 @f(i64 %x, i64 %n) {\n %v = shl i64 %x, %n\n ret i64 %v\n}";
    assert_eq!(rows(OLD, source), ["p.low64_8", "shl64.rc"]);
    assert_eq!(rows(NEW, source), ["shlx64.rrr"]);
}

#[test]
fn atomics_are_locked() {
    let source = "define void @f(ptr %p) {\n %v = atomicrmw add ptr %p, i32 3 seq_cst\n ret void\n}";
    assert_eq!(rows(OLD, source), ["lock_add32.mi"]);
    let source = "define i32 @f(ptr %p) {\n %v = atomicrmw add ptr %p, i32 3 seq_cst\n ret i32 %v\n}";
    assert!(rows(OLD, source).contains(&"lock_xadd32.mr".to_string()));
    let source = "define void @f(ptr %p) {\n store atomic i32 1, ptr %p seq_cst, align 4\n ret void\n}";
    assert_eq!(rows(OLD, source), ["p.li32", "xchg32.rm"]);
}

#[test]
fn unsigned_conversions_need_no_library() {
    let source = "define i64 @f(double %x) {\n %v = fptoui double %x to i64\n ret i64 %v\n}";
    let got = rows(OLD, source);
    assert_eq!(got.iter().filter(|r| *r == "cvttsd2si64.rr").count(), 2, "{got:?}");
    let source = "define float @f(i64 %x) {\n %v = uitofp i64 %x to float\n ret float %v\n}";
    assert!(rows(OLD, source).contains(&"p.select.f32".to_string()));
}
