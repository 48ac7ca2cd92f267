//! The code models of x86-64, in programs whose large sections lie terabytes away from the rest.

use ocg_tests::{TempDir, must, ocg, root, run};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const SOURCES: [&str; 2] = ["user", "owner"];

fn source(name: &str) -> PathBuf {
    root().join("tests/code_models").join(name)
}

/// Compiles both files; their objects.
fn objects(dir: &TempDir, pic: bool, options: &[&str]) -> Vec<PathBuf> {
    let model = if pic { "pic" } else { "static" };
    let one = |name: &&str| {
        let (ll, object) = (dir.join(&format!("{name}.ll")), dir.join(&format!("{name}.o")));
        let mut clang = Command::new("clang-19");
        clang.args(["--target=x86_64-linux-gnu", "-O1", "-S", "-emit-llvm"]).arg(if pic {
            "-fPIC"
        } else {
            "-fno-pic"
        });
        must(clang.arg(source(&format!("{name}.c"))).arg("-o").arg(&ll), LIMIT).expect("clang");
        let mut compile = Command::new(ocg());
        compile.args(["-verify", "-filetype=obj"]).arg(format!("-relocation-model={model}")).args(options);
        must(compile.arg(&ll).arg("-o").arg(&object), LIMIT).expect("ocg");
        object
    };
    SOURCES.iter().map(one).collect()
}

/// Links, and runs; what is printed.
fn output(dir: &TempDir, objects: &[PathBuf], options: &[&str]) -> Vec<u8> {
    let program = dir.join("program");
    must(Command::new("gcc").args(objects).args(options).arg("-o").arg(&program), LIMIT).expect("gcc");
    let out = run(&mut Command::new(&program), LIMIT).expect("the program runs");
    assert!(out.status.success());
    out.stdout
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn programs_reach_what_is_far() {
    let dir = TempDir::new("code-models").expect("a temporary directory");
    let sources: Vec<PathBuf> = SOURCES.iter().map(|n| source(&format!("{n}.c"))).collect();
    let expected = output(&dir, &sources, &["-O1"]);
    assert!(!expected.is_empty());
    let script = format!("-Wl,-T,{}", source("far.ld").display());
    // Old linkers have no header of exception frames for code that is so far away.
    let far = [script.as_str(), "-Wl,--no-eh-frame-hdr"];
    for level in ["-O0", "-O2"] {
        for model in ["small", "kernel", "medium", "large"] {
            for (pic, link) in [(false, "-no-pie"), (true, "-pie")] {
                let made = objects(&dir, pic, &[level, &format!("-code-model={model}")]);
                let mut options = vec![link];
                options.extend(far.iter().filter(|_| matches!(model, "medium" | "large")));
                assert_eq!(output(&dir, &made, &options), expected, "{model} {link} {level}");
            }
        }
    }
}
