//! The library's examples compile, run, and do what their text says.

#[allow(dead_code)]
#[path = "../../examples/own_allocator.rs"]
mod own_allocator;
#[allow(dead_code)]
#[path = "../../examples/own_priority.rs"]
mod own_priority;

use ocg::Compiler;
use ocg_tests::root;

#[test]
fn an_allocator_of_ones_own_is_compared_with_ours() {
    let output = own_allocator::run().expect("the example compiles its input");
    let (mine, lra) = (output.total("hottest").expect("measured"), output.total("lra").expect("measured"));
    // It may not be as good as GRA; it must be better than nothing at all across blocks.
    assert!(mine.code.memory() < lra.code.memory(), "{}", output.comparison());
    assert!(mine.work.contains_key("hottest.in-memory"));
    assert!(output.assembly().contains(".text") && output.comparison().contains("hottest"));
}

#[test]
fn it_allocates_everything_that_ours_do() {
    let compiler = Compiler::new(["-march=rv64gc", "-verify", "-regalloc=hottest"])
        .expect("options")
        .global_allocator("hottest", || Box::new(own_allocator::Hottest));
    for file in ["globals.ll", "calls.ll", "control.ll", "floats.ll", "integers.ll", "memory.ll"] {
        let text = std::fs::read_to_string(root().join("tests/corners").join(file)).expect("readable");
        compiler.compile(file, text).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn a_priority_of_ones_own_drives_gra() {
    let output = own_priority::run().expect("the example compiles its input");
    assert!(output.total("busy").is_some_and(|t| t.insts.count > 0));
    assert!(output.json().contains("\"busy\""));
}

#[test]
fn examples_are_short_and_documented() {
    let doc = std::fs::read_to_string(root().join("docs/allocators.md")).expect("docs/allocators.md");
    for name in ["own_allocator", "own_priority"] {
        let path = root().join(format!("examples/{name}.rs"));
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(text.lines().count() < 80, "{name} has {} lines", text.lines().count());
        assert!(doc.contains(&format!("examples/{name}.rs")), "docs/allocators.md does not name {name}");
    }
}

#[test]
fn the_library_reports_errors_as_messages() {
    let Err(e) = Compiler::new(["-march=rv64gc", "-no-such-option"]) else { panic!("accepted") };
    assert!(e.contains("no-such-option"), "{e}");
    let compiler = Compiler::new(["-march=rv64gc", "-regalloc=mine"]).expect("names are known when compiling");
    let e = compiler.compile("f.ll", "define void @f() { ret void }").expect_err("nobody brought it");
    assert!(e.contains("unknown allocator 'mine'"), "{e}");
    let e = compiler.compile("f.ll", "define").expect_err("wrong input");
    assert!(e.contains("f.ll:1:"), "{e}");
}
