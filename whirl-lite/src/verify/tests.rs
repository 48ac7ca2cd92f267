use crate::ir::{InstFlags, InstKind, Module, Ty};
use crate::{ll, verify};

fn read(body: &str) -> Module {
    let text = format!("declare i32 @g(i32)\ndefine i32 @f(i32 %a, i1 %c) {{\n{body}\n}}\n");
    ll::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{}", e.render("test.ll", &text)))
}
fn first_error(body: &str) -> String {
    verify::module(&read(body)).err().map(|e| e.message).unwrap_or_default()
}

#[test]
fn good_functions_pass() {
    assert_eq!(first_error("ret i32 %a"), "");
    let looping = "entry:\n br label %l\nl:\n %i = phi i32 [0, %entry], [%n, %l]\n %n = add i32 %i, 1\n \
                   br i1 %c, label %l, label %o\no:\n ret i32 %n";
    assert_eq!(first_error(looping), "");
    // Both ways of a branch to one block: two entries, alike.
    let twice = "entry:\n br i1 %c, label %o, label %o\no:\n %p = phi i32 [1, %entry], [1, %entry]\n ret i32 %p";
    assert_eq!(first_error(twice), "");
    // Unreachable code may use anything.
    assert_eq!(first_error("entry:\n ret i32 0\ndead:\n %x = add i32 %y, 1\n %y = add i32 %x, 1\n ret i32 %y"), "");
}

#[test]
fn dominance() {
    let e = first_error("entry:\n %x = add i32 %y, 1\n %y = add i32 %a, 1\n ret i32 %x");
    assert_eq!(e, "operand '%y' does not dominate this use");
    let e =
        first_error("entry:\n br i1 %c, label %t, label %o\nt:\n %x = add i32 %a, 1\n br label %o\no:\n ret i32 %x");
    assert_eq!(e, "operand '%x' does not dominate this use");
    let e = first_error(
        "entry:\n br i1 %c, label %t, label %o\nt:\n %x = add i32 %a, 1\n br label %o\no:\n \
         %p = phi i32 [%x, %entry], [%x, %t]\n ret i32 %p",
    );
    assert_eq!(e, "operand '%x' does not dominate this use");
}

#[test]
fn results_of_invokes_exist_on_the_normal_way_only() {
    let text = |use_in: &str| {
        format!(
            "entry:\n %x = invoke i32 @g(i32 %a) to label %n unwind label %u\nn:\n {}\nu:\n \
             %l = landingpad {{ ptr, i32 }} cleanup\n {}",
            if use_in == "n" { "ret i32 %x" } else { "ret i32 0" },
            if use_in == "u" { "ret i32 %x" } else { "ret i32 1" }
        )
    };
    assert_eq!(first_error(&text("n")), "");
    assert_eq!(first_error(&text("u")), "operand '%x' does not dominate this use");
}

#[test]
fn phis_and_entry() {
    let e = first_error("entry:\n br label %l\nl:\n %p = phi i32 [0, %l]\n br label %l");
    assert!(e.contains("exactly one entry"), "{e}");
    let e =
        first_error("entry:\n br i1 %c, label %o, label %o\no:\n %p = phi i32 [1, %entry], [2, %entry]\n ret i32 %p");
    assert!(e.contains("different values"), "{e}");
    let e = first_error("entry:\n br label %entry");
    assert!(e.contains("must not have predecessors"), "{e}");
    let e = first_error("entry:\n br label %o\no:\n %x = add i32 %a, 1\n %p = phi i32 [1, %entry]\n ret i32 %p");
    assert!(e.contains("start of their block"), "{e}");
}

#[test]
fn damage_by_passes_is_found() {
    let mut m = read("%x = add i32 %a, 1\n ret i32 %x");
    let id = m.functions.keys().next().unwrap();
    let f = &mut m.functions[id];
    let entry = f.entry().unwrap();
    let add = f.first(entry).unwrap();
    f.remove(add);
    assert_eq!(verify::structure(&m, &m.functions[id]).len(), 1, "a use of a removed instruction");

    let mut m = read("%x = add i32 %a, 1\n ret i32 %x");
    let f = &mut m.functions[id];
    let wide = f.int_const(Ty::I64, 1);
    let add = f.first(entry).unwrap();
    f.args_mut(add)[1] = wide;
    assert_eq!(verify::structure(&m, &m.functions[id]).len(), 0);
    assert_eq!(verify::function(&m, &m.functions[id]).len(), 1, "operands of two types");

    let mut m = read("ret i32 %a");
    let f = &mut m.functions[id];
    let extra = f.make_inst(InstKind::Unreachable, InstFlags::empty(), &[], &[], &[], crate::diag::Pos::NONE);
    f.append(entry, extra);
    assert!(!verify::structure(&m, &m.functions[id]).is_empty(), "two terminators");
}

#[test]
fn calls_and_globals() {
    let bad = |text: &str| verify::module(&ll::parse(text.as_bytes()).unwrap()).is_err();
    assert!(bad("declare internal void @f()"));
    assert!(!bad("declare extern_weak void @f()"));
    assert!(bad("define i32 @f(i32 %a) {\n %r = musttail call i32 @f(i32 %a)\n ret i32 0\n}"));
    assert!(!bad("define i32 @f(i32 %a) {\n %r = musttail call i32 @f(i32 %a)\n ret i32 %r\n}"));
}
