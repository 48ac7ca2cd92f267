//! Reads and verifies .ll files and says how long it took, how much memory the process has used, and what was in them.
//!
//! `cargo run --release -p whirl-lite --example read -- FILE...`; with `-print` first, the modules are printed instead.

use std::time::Instant;
use whirl_lite::{diag, ll, print, verify};

fn main() {
    let mut failed = false;
    let mut files = std::env::args().skip(1).peekable();
    let printing = files.next_if(|a| a == "-print").is_some();
    for file in files {
        let text = match std::fs::read(&file) {
            Ok(t) => t,
            Err(e) => {
                eprintln!("{file}: {e}");
                failed = true;
                continue;
            }
        };
        let start = Instant::now();
        let result = ll::parse(&text);
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(m) if printing => print!("{}", print::module(&m)),
            Ok(m) => {
                let start = Instant::now();
                if let Err(e) = verify::module(&m) {
                    failed = true;
                    eprint!("{}", render(&e, &file, &text));
                }
                let verifying = start.elapsed().as_secs_f64();
                let insts: usize = m.functions.values().map(|f| f.insts.len()).sum();
                println!(
                    "{file}: {} functions, {insts} instructions, {:.1} ms, {:.0} MB/s, verified in {:.1} ms, peak {} MB",
                    m.functions.len(),
                    seconds * 1e3,
                    text.len() as f64 / seconds / 1e6,
                    verifying * 1e3,
                    peak_memory() / 1024
                );
            }
            Err(e) => {
                failed = true;
                eprint!("{}", render(&e, &file, &text));
            }
        }
    }
    std::process::exit(i32::from(failed));
}

fn render(e: &diag::Error, file: &str, text: &[u8]) -> String {
    e.render(file, &String::from_utf8_lossy(text))
}

/// Peak resident memory in KiB, where the system says it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}
