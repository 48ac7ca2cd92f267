//! Golden files: `tests/golden/*/*.ll` and `*.cgir`.
//!
//! The first line holds ocg's options (`; ocg: -march=rv64gc -O2`, in CGIR `# ocg: ...`), several such lines several
//! runs; after the input a line `; ---- expected ----` begins what each run prints, run by run. `tests/run --update` renews them.
//! A run that must fail says `; ocg-fails: ...` instead; what it prints on standard error is expected then.

use ocg_tests::{TempDir, ocg, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const MARK: &str = "; ---- expected ----\n";

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    for p in paths {
        if p.is_dir() {
            files(&p, out);
        } else if p.extension().is_some_and(|e| e == "ll" || e == "cgir") {
            out.push(p);
        }
    }
}

/// What the runs of a file print.
fn actual(path: &Path, input: &str) -> String {
    let dir = TempDir::new("golden").expect("a temporary directory");
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    let copy = dir.join(&name);
    std::fs::write(&copy, input).expect("writable");
    let mut text = String::new();
    for line in input.lines() {
        let said = line.trim_start_matches([';', '#']).trim_start();
        let (options, fails) = match (said.strip_prefix("ocg: "), said.strip_prefix("ocg-fails: ")) {
            (Some(o), _) => (o, false),
            (None, Some(o)) => (o, true),
            (None, None) => break,
        };
        let mut command = Command::new(ocg());
        command.args(options.split_whitespace()).arg(&copy).args(["-o", "-"]);
        let out = run(&mut command, Duration::from_secs(60)).expect("ocg runs");
        assert_eq!(out.status.success(), !fails, "{name} with {options}: {}", String::from_utf8_lossy(&out.stderr));
        let shown = if fails { out.stderr } else { out.stdout };
        text.push_str(&String::from_utf8_lossy(&shown).replace(&copy.display().to_string(), &name));
    }
    text
}

/// The first lines that differ.
fn difference(want: &str, have: &str) -> String {
    let (mut w, mut h) = (want.lines(), have.lines());
    for n in 1.. {
        match (w.next(), h.next()) {
            (a, b) if a == b && a.is_some() => {}
            (None, None) => break,
            (a, b) => {
                return format!("line {n}:\n  expected {}\n  got      {}", a.unwrap_or("end"), b.unwrap_or("end"));
            }
        }
    }
    "trailing newline".into()
}

#[test]
fn golden_files() {
    let mut list = Vec::new();
    files(&root().join("tests/golden"), &mut list);
    assert!(!list.is_empty(), "no golden files");
    let update = std::env::var_os("OCG_UPDATE_GOLDEN").is_some();
    let mut wrong = Vec::new();
    for path in list {
        let text = std::fs::read_to_string(&path).expect("readable");
        let (input, want) = text.split_once(MARK).unwrap_or((&text, ""));
        let have = actual(&path, input);
        if update && have != want {
            let input = input.trim_end();
            std::fs::write(&path, format!("{input}\n{MARK}{have}")).expect("writable");
        } else if have != want {
            wrong.push(format!("{}: {}", path.display(), difference(want, &have)));
        }
    }
    assert!(wrong.is_empty(), "{}\nrenew with tests/run --update", wrong.join("\n"));
}
