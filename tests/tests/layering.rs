//! Layering is a test: outside of target folders and tables no code names a target, its registers or its opcodes.

use std::path::{Path, PathBuf};

/// Crates whose code must not know a target.
const CRATES: &[&str] = &["whirl-lite", "cgir", "ebo", "cflow", "sched", "gra", "lra", "emit", "ocg"];

/// Words that only target folders may use in code.
const WORDS: &[&str] = &["riscv", "x86", "powerpc", "ppc", "rv64", "rv32", "i386", "ebpf"];

/// Names of the language's types, which any code may use.
const TYPES: &[&str] = &["x86fp80", "x86_fp80", "x86amx", "x86_amx", "ppcfp128", "ppc_fp128", "ppcf128"];

/// Names that llc gives to options.
const OPTIONS: &[&str] = &["x86-asm-syntax"];

/// Files that may use them, each with its reason.
const EXEMPT: &[(&str, &str)] = &[
    ("/src/target/", "the place for it"),
    ("/target/mod.rs", "the registry of targets"),
    ("/benches/", "benchmarks choose a target"),
    ("/examples/", "examples choose a target"),
    ("/tests", "tests choose a target"),
    ("/testing/", "the toy target and its helpers"),
    ("whirl-lite/src/ll/", "names of types and calling conventions in the language"),
    ("whirl-lite/src/ir/", "the language's types x86_fp80, x86_amx, ppc_fp128"),
    ("whirl-lite/src/print", "the language's types and calling conventions"),
    ("whirl-lite/src/mtype.rs", "says which machine an 80-bit type is for"),
    ("whirl-lite/src/layout.rs", "the language's types x86_fp80, ppc_fp128"),
];

/// Files that only one target needs, each with its reason; all others stand in every target's folder.
const OWN: &[(&str, &str)] = &[
    ("cgir/riscv/demand.rs", "which upper bits of a register anybody reads; other machines have rows of each width"),
    ("whirl-lite/x86/abi32.rs", "the conventions of 32 bits, which share nothing with that of 64"),
    ("whirl-lite/x86/far.rs", "symbols beyond 32 bits; other machines have no code model that tells them apart"),
    ("cgir/riscv/fold.rs", "rows on constants; elsewhere none are evaluated after expansion"),
    ("cgir/x86/addr.rs", "addresses of five parts"),
    ("cgir/x86/expand_addr.rs", "trees as addresses of five parts"),
    ("cgir/x86/flags.rs", "comparisons that earlier flags answer; other machines here have no flags"),
    ("cgir/x86/cond.rs", "numbers of conditions; other machines compare in branches"),
    ("cgir/x86/products.rs", "halves of products that one instruction makes"),
    ("cgir/x86/clear.rs", "zero extensions of what writing 32 bits has cleared; RISC-V extends by the sign"),
    ("cgir/x86/push.rs", "arguments that are pushed; other machines have no pushes"),
    ("cgir/x86/pairs.rs", "carry chains; other machines compare instead"),
    ("cgir/x86/expand_x87.rs", "a second unit for floating point"),
    ("cgir/x86/expand_x87_pairs.rs", "integers of two registers, which elsewhere are converted by functions"),
    ("whirl-lite/x86/intrinsics.rs", "the intrinsics of its headers, which no other target here has"),
    ("cgir/x86/expand_vec.rs", "vectors: rows, constants, memory, arithmetic"),
    ("cgir/x86/expand_vec_lanes.rs", "vectors: lanes in and out, conversions"),
    ("cgir/x86/expand_vec_ops.rs", "vectors: shifts, products, comparisons, choices"),
    ("cgir/x86/expand_vec_shuffle.rs", "vectors: shuffles"),
    ("cgir/x86/vex.rs", "forms of AVX in the place of older ones, and the upper halves of registers"),
    ("cgir/x86/stack.rs", "dynamic memory and variable arguments, which stand in other files where they are short"),
];

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut entries: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// A line without its comment and without names of types and options, lower case.
fn code(line: &str) -> String {
    let mut line = line.split("//").next().unwrap_or_default().to_lowercase();
    TYPES.iter().chain(OPTIONS).for_each(|t| line = line.replace(t, ""));
    line
}

#[test]
fn no_target_names_outside_target_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut wrong = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        sources(&root.join(name), &mut files);
        assert!(!files.is_empty(), "{name} has no sources");
        for file in files {
            let shown = file.strip_prefix(root).expect("below the root").display().to_string();
            if EXEMPT.iter().any(|(part, _)| shown.contains(part)) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("readable source");
            // Unit tests stand last in a file, and choose targets.
            let body = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for (i, line) in body.lines().enumerate() {
                let line = code(line);
                if let Some(word) = WORDS.iter().find(|w| line.contains(**w)) {
                    wrong.push(format!("{shown}:{}: '{word}'", i + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "target names outside of target folders:\n{}", wrong.join("\n"));
}

#[test]
fn every_target_folder_has_the_same_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    for name in CRATES {
        let dir = root.join(name).join("src/target");
        let Ok(entries) = std::fs::read_dir(&dir) else { continue };
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        for entry in entries.flatten().filter(|e| e.path().is_dir()) {
            let mut files: Vec<String> = std::fs::read_dir(entry.path())
                .expect("readable folder")
                .flatten()
                .map(|e| e.file_name().to_string_lossy().into_owned())
                .collect();
            files.sort();
            assert!(files.iter().any(|f| f == "mod.rs"), "{name}: {:?} has no mod.rs", entry.path());
            let target = entry.file_name().to_string_lossy().into_owned();
            files.retain(|f| !OWN.iter().any(|(own, _)| *own == format!("{name}/{target}/{f}")));
            lists.push((target, files));
        }
        for pair in lists.windows(2) {
            assert_eq!(pair[0].1, pair[1].1, "{name}: {} and {} differ", pair[0].0, pair[1].0);
        }
    }
}

#[test]
fn documents_name_only_what_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let text = std::fs::read_to_string(root.join("README.md")).expect("README.md");
    for word in text.split(['`', ' ', '(', ')', '\n']) {
        let path = word.trim_end_matches(['.', ',', ':', ';']);
        let local = path.contains('/') && path.ends_with(".rs") || path.starts_with("examples/");
        if local && !path.contains(['*', '<', '{']) {
            assert!(root.join(path).exists(), "README.md names {path}, which does not exist");
        }
    }
}
