//! Diagnostics: the user's errors with a place, and constructs that are not supported.
//!
//! Three kinds of failure exist: bad input (place and caret), something unsupported (construct, function and line
//! named), and a bug of our own (a panic, which the driver turns into a report). The first two are [`Error`] values.

use std::fmt;

/// A place in the input: byte offset from its start. `u32::MAX` means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Pos(pub u32);

impl Pos {
    /// No known place.
    pub const NONE: Pos = Pos(u32::MAX);
}

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The input is wrong.
    Input,
    /// The input is right, but ocg does not support it.
    Unsupported,
}

/// An error in, or about, the input.
#[derive(Clone, Debug)]
pub struct Error {
    /// Wrong or unsupported.
    pub kind: ErrorKind,
    /// Where.
    pub pos: Pos,
    /// In which function, if in one.
    pub function: Option<String>,
    /// What, in one line, lower case, no full stop.
    pub message: String,
}

/// A result with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Bad input at a place.
    pub fn input(pos: Pos, message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Input, pos, function: None, message: message.into() }
    }
    /// Something unsupported at a place.
    pub fn unsupported(pos: Pos, message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Unsupported, pos, function: None, message: message.into() }
    }
    /// Names the function, unless it is named already.
    pub fn in_function(mut self, name: &str) -> Error {
        self.function.get_or_insert_with(|| name.to_string());
        self
    }
    /// The whole report: `file:line:column: error: message`, the line and a caret, as llc prints.
    pub fn render(&self, file: &str, source: &str) -> String {
        let what = match self.kind {
            ErrorKind::Input => "error",
            ErrorKind::Unsupported => "error: unsupported",
        };
        let tail = self.function.as_ref().map(|f| format!(" (in function '{f}')")).unwrap_or_default();
        let Some((line, column, text)) = locate(source, self.pos) else {
            return format!("{file}: {what}: {}{tail}\n", self.message);
        };
        let shown: String = text.chars().take(240).collect();
        let pad: String = text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let caret = if column <= 240 { format!("{pad}^\n") } else { String::new() };
        format!("{file}:{line}:{column}: {what}: {}{tail}\n{shown}\n{caret}", self.message)
    }
}

/// Line and column (both from 1, column in characters) and the line's text.
fn locate(source: &str, pos: Pos) -> Option<(usize, usize, &str)> {
    let at = pos.0 as usize;
    if pos == Pos::NONE || at > source.len() {
        return None;
    }
    let bytes = source.as_bytes();
    let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(source.len(), |i| at + i);
    let line = bytes[..start].iter().filter(|&&b| b == b'\n').count() + 1;
    let column = source.get(start..at)?.chars().count() + 1;
    Some((line, column, source.get(start..end)?))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
