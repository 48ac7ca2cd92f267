//! What the tests of ocg share: where things are, how a program is compiled, linked and run.
//!
//! * `tests/golden`: inputs with options and expected text in one file each;
//! * `tests/programs`: C, C++ and Rust programs that check themselves or print, compiled to LLVM IR, by ocg to objects,
//!   linked by the cross compiler and run under emulation;
//! * `tests/runtime`: a small C library for machines that have none here, and what Rust programs need instead of `std`;
//!   `src/machines.rs` lists the machines; `$OCG_QEMU` names a folder of newer emulators than the system has;
//! * `src/bin`: the runner of programs and the ABI fuzzer.
//!
//! Oracles (clang, llvm-mc, gcc, qemu) are used by tests only; where one is missing, its tests say so and fail, since
//! `tests/run` installs them.

pub mod machines;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_path_buf()
}

/// The ocg under test: `$OCG`, else the release build of this workspace.
pub fn ocg() -> PathBuf {
    if let Some(path) = std::env::var_os("OCG") {
        return path.into();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/ocg")
}

/// Is this the full tier?
pub fn full_tier() -> bool {
    std::env::var("OCG_TEST_TIER").is_ok_and(|t| t == "full")
}

/// A directory that is removed when dropped, unless it is to be kept.
pub struct TempDir(PathBuf, bool);

impl TempDir {
    /// Makes one; the name is unique to process and call.
    pub fn new(name: &str) -> std::io::Result<TempDir> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("ocg-{name}-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(TempDir(path, false))
    }
    /// One that stays, to look at.
    pub fn keep(path: &Path) -> std::io::Result<TempDir> {
        std::fs::create_dir_all(path)?;
        Ok(TempDir(path.to_path_buf(), true))
    }
    /// A path in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        if !self.1 {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// Runs a command to its end or until the limit.
pub fn run(command: &mut Command, limit: Duration) -> Result<Output, String> {
    let shown = format!("{command:?}");
    let dir = TempDir::new("out").map_err(|e| e.to_string())?;
    let file = |n: &str| std::fs::File::create(dir.join(n)).map_err(|e| e.to_string());
    command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("err")?);
    let mut child = command.spawn().map_err(|e| format!("{shown}: {e}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("no end after {limit:?}: {shown}"));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(e) => return Err(format!("{shown}: {e}")),
        }
    };
    let read = |n: &str| std::fs::read(dir.join(n)).unwrap_or_default();
    Ok(Output { status, stdout: read("out"), stderr: read("err") })
}

/// Runs a command that must succeed; the error holds what it printed.
pub fn must(command: &mut Command, limit: Duration) -> Result<Output, String> {
    let shown = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let out = run(command, limit)?;
    if out.status.success() {
        return Ok(out);
    }
    let text = String::from_utf8_lossy(&out.stderr);
    let line = text.lines().find(|l| l.contains("error")).or(text.lines().last()).unwrap_or("no message");
    Err(format!("{shown}: {}: {line}", out.status))
}
