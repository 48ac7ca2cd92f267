//! Round trips and errors.

use super::*;
use crate::func::Func;
use crate::pass::PassCx;
use crate::target::Hooks;
use crate::testing::Setup;

fn read(s: &mut Setup, text: &str) -> Result<Vec<Func>, String> {
    let clobbers = s.hooks.call_clobbers(&s.cx());
    let hooks = s.hooks;
    parse(text, &mut s.module, &s.target, &hooks, clobbers).map_err(|e| e.render("t.cgir", text))
}

const ALL: &str = "\
func @f {
  frame0: local size 16 align 3
  frame1: spill size 8 align 3 offset -24
  frame2: saved %r4 size 8 align 3
  frame3: incoming 8 size 8 align 3
  info dynamic calls outgoing 32 realign 5 size 64 emergency frame1
  incoming 16 save %r1 %r2
  alias1: frame0 private offset 8 size 8 constant
  alias2: @\"odd name\" size 4
  alias3: value 17 offset -4
  pool0: align 3 bytes \"00ff7f\"
  table0: bb1 bb4
bb0 freq 1 -> bb1 0.25, bb4 0.75:
  tn1:gpr.i64{%r0}, tn2:fpr.f64{%f0} = entry
  tn3:gpr.i64 = li -9223372036854775808 ; remat
  tn4:gpr.i64 = la @x+8
  tn5:gpr.i64 = la pool0
  tn6:gpr.i64 = la addr(bb4)
  tn7:gpr.i64 = add2 tn1, tn9:gpr.i64
  st tn7, %sp, frame0+8 ; volatile alias 1
  jtab tn1, table0
bb1 freq 0.25 cold address_taken unwind bb4 -> bb2 1:
  tn8:gpr.i64{%r0}, tn10:gpr.i32{=3 gpr} = call lib(memcpy), tn3{%r0}, tn4{gpr}, 5{} ; tail clobbers call -%r0 -%r1 stack 16 cc 8 returns_twice no_memory
bb2 freq 0.25:
  asm ; clobbers %f2 %p1 early 0 1 asm \"nop; \\\"x\\\"\" \"~{memory}\" sideeffect intel operands 0 none 2
  ret tn2{%f0}
bb4 freq 0.75:
  tn11:fpr.f64 = fadd tn2, tn2
  ret tn11{%f0}
remat:
  tn12:gpr.i64 = li 3 ; remat tn12 tn13:gpr.i64
}
";

#[test]
fn everything_survives() {
    let mut s = Setup::default();
    let funcs = read(&mut s, &format!("variable @x\nvariable @\"odd name\"\n{ALL}")).unwrap();
    let text = print(&funcs[0], &s.cx());
    // The clobbers of `asm` print as single registers; all else is as written.
    assert_eq!(text.replace("%r2 %r3 %f2", "%f2 %p1"), ALL);
    let again = read(&mut s, &text).unwrap();
    same(&funcs[0], &again[0]).unwrap();
    let mut other = again[0].clone();
    other.frame_info.outgoing = 0;
    assert!(same(&funcs[0], &other).is_err());
}

#[test]
fn a_file_declares_what_it_names() {
    let mut s = Setup::default();
    let funcs = read(&mut s, &format!("variable @x\nvariable @\"odd name\"\n{ALL}")).unwrap();
    let text = print_file(&[&funcs[0]], &s.cx());
    let mut alone = Setup::default();
    let again = read(&mut alone, &text).unwrap();
    assert_eq!(print_file(&[&again[0]], &alone.cx()), text);
}

#[test]
fn errors_have_a_place() {
    let bad = |text: &str, place: &str, what: &str| {
        let e = read(&mut Setup::default(), text).unwrap_err();
        assert!(e.starts_with(&format!("t.cgir:{place}:")) && e.contains(what), "{e}");
    };
    bad("func @f {\nbb0:\n  tn1:gpr.i64 = bogus\n}", "3:17", "no such instruction");
    bad("func @f {\nbb0:\n  tn1:gpr.i64 = mv tn2\n}", "3:20", "tn2 has no class");
    bad("func @f {\nbb0:\n  tn1:gpr.i64 = la @nobody\n}", "3:20", "not declared");
    bad("func @f {\nbb0:\n  tn1:gpr.i64 = mv %r9\n}", "3:20", "no register");
    bad("func @f {\nbb0 -> bb7 1:\nbb0:\n}", "3:1", "second time");
    bad("func @f {\nbb0:\n  tn1:gpr.i64{gpr} = li 1\n}", "3:3", "row already");
    bad("func @f {\nbb0:\n  ret ; nonsense\n}", "3:9", "no flag or note");
    bad("func @f {\nbb0:\n  ret tn4000000000\n}", "3:7", "far beyond");
    bad("func @f {\nbb0:\n  ret", "3:6", "expected");
    bad("func @f {\nbb0:\n  st 1, 2, \"x\n", "3:12", "string without end");
}

#[test]
fn no_text_makes_the_reader_panic() {
    // Every prefix, and every single-character deletion, is read or refused.
    let text = format!("variable @x\nvariable @\"odd name\"\n{ALL}");
    for i in (0..text.len()).step_by(3) {
        let _ = read(&mut Setup::default(), &text[..i]);
        let mut shorter = text.clone();
        shorter.remove(i);
        let _ = read(&mut Setup::default(), &shorter);
    }
}

#[test]
fn ops_print_in_messages() {
    let mut s = Setup::default();
    let funcs = read(&mut s, "func @f {\nbb0:\n  tn1:gpr.i64 = addi %r0, 5\n  ret\n}").unwrap();
    let cx: PassCx<'_> = s.cx();
    let p = Printer::new(&funcs[0], &cx);
    let op = funcs[0].first(funcs[0].layout[0]).unwrap();
    assert_eq!(p.op(op), "tn1:gpr.i64 = addi %r0, 5");
}
