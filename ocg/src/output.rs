//! Output files appear whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints on standard output. A reader that has seen enough (`ocg -help | head`) is no error.
pub fn say(text: &str) -> Result<(), String> {
    match std::io::stdout().lock().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("<stdout>: {e}")),
        _ => Ok(()),
    }
}

/// Prints on standard error; if nobody listens, there is nobody to tell.
pub fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Where output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Sink {
    /// As llc: `-o` if given; else the input's name with another extension; standard input goes to standard output.
    pub fn choose(output: Option<&Path>, input: Option<&Path>, extension: &str) -> Sink {
        match (output, input) {
            (Some(o), _) if o.as_os_str() == "-" => Sink::Stdout,
            (Some(o), _) => Sink::File(o.to_owned()),
            (None, Some(i)) if i.as_os_str() != "-" => Sink::File(i.with_extension(extension)),
            (None, _) => Sink::Stdout,
        }
    }

    /// A file by name; '-' is standard output.
    pub fn named(path: &Path) -> Sink {
        if path.as_os_str() == "-" { Sink::Stdout } else { Sink::File(path.to_owned()) }
    }

    /// Writes everything: to a temporary file beside the target, which then takes its place, so that an error leaves
    /// no half-written file. Special files (`/dev/null`) are written directly.
    pub fn write(&self, bytes: &[u8]) -> Result<(), String> {
        match self {
            Sink::Stdout => {
                let mut out = std::io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush()).map_err(|e| format!("ocg: error: <stdout>: {e}\n"))
            }
            Sink::File(path) => write_file(path, bytes).map_err(|e| format!("ocg: error: {}: {e}\n", path.display())),
        }
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|m| !m.is_file()) {
        return std::fs::write(path, bytes);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".tmp{}", std::process::id()));
    let temporary = path.with_file_name(name);
    let done = std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    if done.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    done
}
