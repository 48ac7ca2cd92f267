//! The command line: errors at a glance, status 1, no half-written output.

use ocg_tests::{TempDir, ocg, run};
use std::process::{Command, Output};
use std::time::Duration;

fn ocg_with(args: &[&str]) -> Output {
    run(Command::new(ocg()).args(args), Duration::from_secs(60)).expect("ocg runs")
}

/// Compiles a text; returns the run and whether an output file exists.
fn compile(text: &[u8], options: &[&str]) -> (Output, bool) {
    let dir = TempDir::new("cli").expect("a temporary directory");
    let (input, output) = (dir.join("in.ll"), dir.join("out"));
    std::fs::write(&input, text).expect("writable");
    let (i, o) = (input.display().to_string(), output.display().to_string());
    let mut args = options.to_vec();
    args.extend([i.as_str(), "-o", o.as_str()]);
    (ocg_with(&args), output.exists())
}

fn fails_with(out: &Output, part: &str) {
    let text = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(text.contains(part), "no '{part}' in: {text}");
    assert!(!text.contains("panicked"), "{text}");
}

const GOOD: &str = "define i32 @f(i32 %a, i32 %b) {\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n";

#[test]
fn good_input_compiles_from_file_and_standard_input() {
    let (out, exists) = compile(GOOD.as_bytes(), &["-march=rv64gc"]);
    assert!(out.status.success() && exists, "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn wrong_input_shows_the_place() {
    let (out, exists) = compile(b"define i32 @f() {\n  ret i32 %x\n}\n", &["-march=rv64gc"]);
    fails_with(&out, "in.ll:2:11: error:");
    fails_with(&out, "^");
    assert!(!exists);
}

#[test]
fn truncated_and_garbled_input_is_refused_everywhere() {
    for cut in (0..GOOD.len() - 2).step_by(3) {
        if GOOD[..cut].trim().is_empty() {
            continue;
        }
        let (out, exists) = compile(&GOOD.as_bytes()[..cut], &["-march=rv64gc"]);
        fails_with(&out, "error:");
        assert!(!exists, "cut at {cut}");
    }
    let (out, exists) = compile(b"define void @f() { \xff\xfe ret void }\n", &["-march=rv64gc"]);
    fails_with(&out, "error:");
    assert!(!exists);
}

#[test]
fn missing_and_unwritable_files() {
    fails_with(&ocg_with(&["-march=rv64gc", "/nonexistent/x.ll", "-o", "-"]), "/nonexistent/x.ll");
    let (out, _) = compile(GOOD.as_bytes(), &["-march=rv64gc"]);
    assert!(out.status.success());
    let dir = TempDir::new("cli").expect("a temporary directory");
    let input = dir.join("in.ll");
    std::fs::write(&input, GOOD).expect("writable");
    let i = input.display().to_string();
    fails_with(&ocg_with(&["-march=rv64gc", &i, "-o", "/nonexistent/dir/out.s"]), "/nonexistent/dir/out.s");
}

#[test]
fn wrong_options() {
    let (out, exists) = compile(GOOD.as_bytes(), &["-march=rv64gcy"]);
    fails_with(&out, "y");
    assert!(!exists);
    let (out, _) = compile(GOOD.as_bytes(), &["-march=rv64gc", "-regalloc=nobody"]);
    fails_with(&out, "nobody");
    let (out, _) = compile(GOOD.as_bytes(), &["-march=rv64gc", "-stop-after=nothing"]);
    fails_with(&out, "nothing");
    let (out, _) = compile(GOOD.as_bytes(), &["-march=rv64gc", "-no-such-option"]);
    assert_ne!(out.status.code(), Some(0));
}

#[test]
fn version_lists_targets() {
    let out = ocg_with(&["--version"]);
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && text.contains("riscv64") && text.contains("riscv32"), "{text}");
}

#[test]
fn threads_do_not_change_the_output() {
    let mut text = String::new();
    for n in 0..40 {
        text.push_str(&GOOD.replace("@f", &format!("@f{n}")));
    }
    let dir = TempDir::new("cli").expect("a temporary directory");
    let input = dir.join("in.ll");
    std::fs::write(&input, text).expect("writable");
    let i = input.display().to_string();
    let one = ocg_with(&["-march=rv64gc", "-threads=1", &i, "-o", "-"]);
    let two = ocg_with(&["-march=rv64gc", "-threads=2", &i, "-o", "-"]);
    assert!(one.status.success() && one.stdout == two.stdout && !one.stdout.is_empty());
}

/// Options that llc's users type: `=` behind short names, lists of processors, and its words for what is not there.
#[test]
fn options_are_taken_and_refused_as_by_llc() {
    let out = ocg_with(&["-march=rv64gc", "-O=1", "-o=-", "-function-sections=0", "/nonexistent.ll"]);
    fails_with(&out, "ocg: error: /nonexistent.ll: Could not open input file");
    let out = ocg_with(&["-fooling=3"]);
    fails_with(&out, "ocg: Unknown command line argument '-fooling=3'.  Try: 'ocg --help'");
    let out = ocg_with(&["-mcp=3"]);
    fails_with(&out, "ocg: Did you mean '--mcpu'?");
    for arguments in [["-march=riscv64", "-mcpu=help"], ["-march=x86-64", "-mattr=help"]] {
        let out = ocg_with(&arguments);
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && text.contains("Available features") && text.contains("generic"), "{text}");
    }
    fails_with(&ocg_with(&["-mcpu=help"]), "ocg: error: no target");
}

#[test]
fn code_models_that_a_target_lacks_are_refused() {
    for (march, model) in [("rv64gc", "large"), ("rv64gc", "kernel"), ("i686", "kernel")] {
        let (out, exists) = compile(GOOD.as_bytes(), &[&format!("-march={march}"), &format!("-code-model={model}")]);
        fails_with(&out, &format!("the {model} code model on "));
        assert!(!exists);
    }
}

#[test]
fn intrinsics_with_other_signatures_are_no_panic() {
    let text = "declare void @llvm.x86.rdtsc()\ndeclare <4 x float> @llvm.x86.sse.rcp.ss()\n\
                define void @f() {\n  call void @llvm.x86.rdtsc()\n  ret void\n}\n\
                define <4 x float> @g() {\n  %r = call <4 x float> @llvm.x86.sse.rcp.ss()\n  ret <4 x float> %r\n}\n";
    let (out, exists) = compile(text.as_bytes(), &["-march=x86-64"]);
    fails_with(&out, "error:");
    assert!(!exists);
}
