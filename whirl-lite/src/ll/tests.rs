use super::*;
use crate::ir::{Callee, InstKind, MdKind, MdOperand, ValueDef};

/// Line, column and message of the error that a text gives.
fn error(text: &str) -> String {
    match parse(text.as_bytes()) {
        Ok(_) => "no error".to_string(),
        Err(e) => {
            let report = e.render("", text);
            report.lines().next().unwrap_or_default().trim_start_matches(':').to_string()
        }
    }
}
/// The same for an error in a function with these instructions, the first in line 2.
fn body_error(body: &str) -> String {
    let report = error(&format!("define i32 @f(i32 %a, ptr %p) {{\n{body}\n}}\n"));
    report.trim_end_matches(" (in function 'f')").to_string()
}

#[test]
fn errors_in_functions() {
    for (body, want) in [
        ("ret i32 %x", "2:9: error: use of undefined value '%x'"),
        ("ret i32 %7", "2:9: error: use of undefined value '%7'"),
        ("br label %x", "2:10: error: use of undefined value '%x'"),
        ("ret i64 %a", "2:5: error: value doesn't match function result type 'i32'"),
        ("%b = add i64 %a, 1", "2:14: error: '%a' defined with type 'i32' but expected 'i64'"),
        (
            "%b = add i32 %c, 1\n%c = add i64 1, 1\nret i32 0",
            "3:1: error: instruction forward referenced with type 'i32'",
        ),
        ("%a = add i32 1, 1\nret i32 0", "2:1: error: multiple definition of local value named '%a'"),
        ("%5 = add i32 1, 1\n%3 = add i32 1, 1", "3:1: error: instruction expected to be numbered '%6' or greater"),
        ("store i32 1, ptr %q\nret i32 0", "2:18: error: use of undefined value '%q'"),
        ("%b = fadd i32 %a, %a", "2:11: error: invalid operand type for instruction"),
        ("%b = foo i32 %a", "2:6: error: expected instruction opcode"),
        (
            "%b = load i32* %p",
            "2:14: error: typed pointers are not supported: this is IR of LLVM 14 or older, newer IR writes 'ptr'",
        ),
        ("%b = load i32, i32 %a", "2:16: error: operand must be a pointer"),
        ("%b = load i32, ptr* %p", "2:19: error: ptr* is invalid - use ptr instead"),
        ("%b = zext i32 %a to i16", "2:11: error: invalid cast opcode for cast from 'i32' to 'i16'"),
        ("%b = getelementptr { i32 }, ptr %p, i64 0, i32 1", "2:20: error: invalid getelementptr indices"),
        ("%b = add i32 null, 1", "2:14: error: null must be a pointer type"),
        ("call void @f(i32 %a)\nret i32 0 ,", "4:1: error: expected metadata after comma"),
        ("%b = call void @f(i32 %a)", "2:1: error: instructions returning void cannot have a name"),
        ("call void (i32) @f()", "2:17: error: not enough parameters specified for call"),
        ("call void (i32) @f(i64 1)", "2:17: error: argument is not of expected type 'i32'"),
        ("switch i32 %a, label %x [i32 1, label %x i32 1, label %x]", "2:46: error: duplicate case value in switch"),
        ("x:\nret i32 0\nx:\nret i32 0", "4:1: error: multiple definition of local value named '%x'"),
        ("ret i32 0\nx:\nret i32 %x", "4:9: error: '%x' defined with type 'label' but expected 'i32'"),
        ("%b = load i32, ptr %p, align 3", "2:30: error: alignment is not a power of two"),
        ("ret i32 0, !dbg !9", "2:17: error: use of undefined metadata '!9'"),
        ("ret i32", "3:1: error: expected value token"),
    ] {
        let got = body_error(body);
        assert_eq!(got, want, "{body}");
    }
}

#[test]
fn errors_at_top_level() {
    for (text, want) in [
        ("foo", "1:1: error: expected top-level entity"),
        ("@x = global i32 @y", "1:17: error: global variable reference must have pointer type"),
        ("@x = global ptr @y", "1:17: error: use of undefined value '@y'"),
        ("@x = global i32 1\n@x = global i32 1", "2:1: error: redefinition of global '@x'"),
        ("@x = external global %t", "1:22: error: use of undefined type named 't'"),
        ("%t = type { %t }", ": error: type '%t' contains itself"),
        ("@x = global i32 1.0", "1:17: error: floating point constant invalid for type"),
        ("@x = global float 0.1", "1:19: error: floating point constant invalid for type"),
        (
            "@x = global [2 x i32] [i32 1]",
            "1:23: error: constant expression type mismatch: got type 'array of 1 elements' but expected '[2 x i32]'",
        ),
        ("@x = global [1 x i32] [i64 1]", "1:24: error: element 0 of initializer has type 'i64' but expected 'i32'"),
        (
            "@x = global [2 x i8] c\"abc\"",
            "1:22: error: constant expression type mismatch: got type '[3 x i8]' but expected '[2 x i8]'",
        ),
        ("@x = global i32 udiv (i32 1, i32 1)", "1:17: error: udiv constexprs are no longer supported"),
        ("@x = global \"abc", "1:13: error: end of file in string constant"),
        ("define void @f() {", "1:19: error: expected instruction opcode, found end of file (in function 'f')"),
        ("@x = global i32 1, comdat($c)", "1:27: error: use of undefined comdat '$c'"),
        ("declare void @f() frobnicate", "1:19: error: expected top-level entity"),
        ("attributes #0 = { frobnicate }", "1:19: error: unknown attribute 'frobnicate'"),
        ("@a = alias i8, ptr @b\n@b = alias i8, ptr @a", "1:1: error: aliases of '@a' form a cycle"),
        (
            "define void @f(ptr byval %p) { ret void }",
            "1:26: error: expected '(' here: 'byval' without a type is IR of LLVM 14 or older",
        ),
        (
            "define i32 @f() { ret i32 0 }\n@x = global ptr blockaddress(@f, %y)",
            "2:34: error: referenced value '%y' is not a basic block",
        ),
        ("@x = global i32 \u{e9}", "1:17: error: unexpected character"),
    ] {
        assert_eq!(error(text).trim_start_matches(' '), want.trim_start_matches(": "), "{text}");
    }
}

#[test]
fn input_that_is_not_text() {
    let e = parse(b"@x = global i32 1 ; \xff").unwrap_err();
    assert_eq!((e.pos, e.message.as_str()), (Pos(20), "the input is not UTF-8 text"));
    let e = parse(b"BC\xc0\xde....").unwrap_err();
    assert_eq!(e.kind, crate::diag::ErrorKind::Unsupported);
    assert!(parse(b"").is_ok());
    assert!(parse(b"@x = global i32 1\0").is_err());
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<{ ", " }>"), ("ptr (", ")")] {
        let text = format!("@x = external global {}i8{}", open.repeat(100_000), close.repeat(100_000));
        assert!(error(&text).contains("nested deeper"), "{open}");
    }
    assert!(error(&format!("!0 = {}", "!{".repeat(100_000))).contains("nested deeper"));
    assert!(error(&format!("@x = global i64 {}", "add (i64 ".repeat(100_000))).contains("nested deeper"));
    let chain: String = (1..5000).map(|i| format!("%t{i} = type {{ %t{} }}\n", i - 1)).collect();
    assert!(error(&format!("%t0 = type {{ i8 }}\n{chain}")).contains("nests too deeply"));
    let aliases: String = (1..5000).map(|i| format!("%t{i} = type [1 x %t{}]\n", i - 1)).collect();
    assert!(error(&format!("%t0 = type i8\n{aliases}")).contains("nested deeper"));
}

#[test]
fn forward_references_are_the_values_they_name() {
    let text = "define i32 @f(i1 %c) {\nentry:\n br label %l\nl:\n %i = phi i32 [ 0, %entry ], [ %n, %l ]\n \
                %n = add i32 %i, 1\n br i1 %c, label %l, label %o\no:\n ret i32 %n\n}";
    let m = parse(text.as_bytes()).unwrap();
    let f = m.functions.values().next().unwrap();
    assert_eq!(f.layout.len(), 3);
    let phi = f.first(f.layout[1]).unwrap();
    let add = f.next(phi).unwrap();
    assert_eq!(f.args(phi)[1], f.result(add, 0));
    assert_eq!(f.values[f.args(phi)[1]].def, ValueDef::Result(add, 0));
    assert_eq!(f.value_names.get(f.result(add, 0)), Some("n"));
}

#[test]
fn groups_attachments_and_flags() {
    let text = "define void @f(ptr %p) #1 #0 {\n %a = load i32, ptr %p, align 4, !tbaa !0, !dbg !1\n \
                %b = load i32, ptr %p, align 4, !tbaa !0\n call void @f(ptr %p) #0\n ret void\n}\n\
                attributes #0 = { nounwind \"x\"=\"2\" }\nattributes #1 = { cold \"x\"=\"1\" }\n\
                !0 = !{!0}\n!1 = !{}\n!llvm.module.flags = !{!2, !3}\n!2 = !{i32 1, !\"PIC Level\", i32 2}\n\
                !3 = !{i32 1, !\"target-abi\", !\"lp64d\"}";
    let m = parse(text.as_bytes()).unwrap();
    assert_eq!(m.flag_int("PIC Level"), Some(2));
    assert_eq!(m.flag_string("target-abi"), Some("lp64d"));
    let f = m.functions.values().next().unwrap();
    assert_eq!(f.sig.attrs.string("x"), Some("2"), "the later group counts");
    assert!(f.sig.attrs.flags.contains(crate::ir::FnFlags::NOUNWIND | crate::ir::FnFlags::COLD));
    let insts: Vec<_> = f.block_insts(f.layout[0]).collect();
    assert_eq!(f.insts[insts[0]].attachments, f.insts[insts[1]].attachments, "equal lists are stored once");
    assert!(f.attachment(insts[0], MdKind::TBAA).is_some());
    assert!(f.insts[insts[0]].debug_loc.is_some() && f.insts[insts[1]].debug_loc.is_none());
    let InstKind::Call(c) = f.insts[insts[2]].kind else { panic!() };
    assert!(f.calls[c].sig.attrs.flags.contains(crate::ir::FnFlags::NOUNWIND));
    assert!(matches!(f.calls[c].callee, Callee::Value));
}

#[test]
fn metadata_arguments_and_debug_calls() {
    let text = "define void @f(i32 %x) {\n call void @llvm.dbg.value(metadata i32 %x, metadata !0, metadata !DIExpression())\n \
                %r = call i64 @llvm.read_register.i64(metadata !0)\n ret void\n}\n!0 = !{!\"sp\"}\n\
                declare void @llvm.dbg.value(metadata, metadata, metadata)";
    let m = parse(text.as_bytes()).unwrap();
    let f = m.functions.values().next().unwrap();
    assert_eq!(f.block_insts(f.layout[0]).count(), 2, "the debug call is gone");
    let c = f.calls.values().next().unwrap();
    let &[(0, MdOperand::Node(n))] = c.metadata_args.as_slice() else { panic!() };
    let &[MdOperand::String(s)] = m.metadata.operands(n) else { panic!() };
    assert_eq!(m.metadata.str(s), Some("sp"));
}

#[test]
fn numbers_that_the_input_cannot_justify() {
    let text = "define void @f() {\n br label %4294967294\n4294967294:\n ret void\n}\n!4294967295 = !{!4000000000}\n\
                !4000000000 = !{}\n@4294967295 = global ptr null";
    assert!(parse(text.as_bytes()).is_ok());
}

#[test]
fn alignment_without_a_layout_is_the_targets() {
    let text = "target triple = \"t\"\ndefine void @f(ptr %p) {\n %a = load i64, ptr %p\n ret void\n}";
    let layout = |triple: Option<&str>| if triple == Some("t") { "e-i64:128".to_string() } else { String::new() };
    let m = parse_with_layout(text.as_bytes(), &layout).unwrap();
    let f = m.functions.values().next().unwrap();
    assert!(matches!(f.insts[f.first(f.layout[0]).unwrap()].kind, InstKind::Load(a, _) if a.align == 4));
}

#[test]
fn alignment_of_types_that_hold_one_another() {
    // Walked without remembering, these would take 2^100 steps.
    let pairs: String = (1..100).map(|i| format!("%t{i} = type {{ %t{}, %t{} }}\n", i - 1, i - 1)).collect();
    let text =
        |last: &str| format!("%t0 = type {{ {last} }}\n{pairs}define void @f() {{\n %a = alloca %t99\n ret void\n}}");
    let m = parse(text("i16").as_bytes()).unwrap();
    let f = m.functions.values().next().unwrap();
    let alloca = f.first(f.layout[0]).unwrap();
    assert!(matches!(f.insts[alloca].kind, InstKind::Alloca(_, 1)));
    assert!(parse(text("%t99").as_bytes()).is_err());
}

#[test]
fn alignment_from_the_layout() {
    let text = "target datalayout = \"e-m:e-p:32:32-i64:64-n32-S128\"\ndefine void @f(ptr %p) {\n \
                %a = load ptr, ptr %p\n %b = load i64, ptr %p\n ret void\n}";
    let m = parse(text.as_bytes()).unwrap();
    let f = m.functions.values().next().unwrap();
    let aligns: Vec<u8> = f
        .block_insts(f.layout[0])
        .filter_map(|i| match f.insts[i].kind {
            InstKind::Load(a, _) => Some(a.align),
            _ => None,
        })
        .collect();
    assert_eq!(aligns, [2, 3]);
}
