//! Lines, places and errors of descriptions.

use std::fmt;
use std::rc::Rc;

/// A place in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// The file's name as it was included.
    pub file: Rc<str>,
    /// The line, from 1.
    pub line: u32,
}

impl At {
    /// An error at this place.
    pub fn err<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(DescError { at: self.clone(), message: message.into() })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// What is wrong with a description, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescError {
    /// Where.
    pub at: At,
    /// What.
    pub message: String,
}

impl DescError {
    /// The whole report: `file:line:column: error: message`, the line, and a caret below the word that the message
    /// quotes, or below the line's first character.
    pub fn render(&self, source: &str) -> String {
        let line = source.lines().nth(self.at.line.saturating_sub(1) as usize).unwrap_or("");
        let quoted = self.message.split('\'').skip(1).step_by(2).filter(|w| !w.is_empty());
        let first = line.len() - line.trim_start().len();
        let at = quoted.filter_map(|w| line.find(w)).next().unwrap_or(first);
        let column = line[..at].chars().count() + 1;
        let caret: String = line[..at].chars().map(|c| if c == '\t' { c } else { ' ' }).chain(['^']).collect();
        format!("{}:{column}: error: {}\n{line}\n{caret}\n", self.at, self.message)
    }
}

impl fmt::Display for DescError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

impl std::error::Error for DescError {}

/// The result of reading a description.
pub type Res<T> = Result<T, DescError>;

/// A logical line: comments removed, continuations joined, never empty.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it starts.
    pub at: At,
    /// Its text, trimmed.
    pub text: String,
}

/// Splits a file into logical lines.
pub fn split(file: &str, text: &str) -> Vec<Line> {
    let file: Rc<str> = file.into();
    let mut out: Vec<Line> = Vec::new();
    let mut pending: Option<Line> = None;
    for (i, raw) in text.lines().enumerate() {
        let body = without_comment(raw).trim();
        let (body, more) = match body.strip_suffix('\\') {
            Some(b) => (b.trim_end(), true),
            None => (body, false),
        };
        let mut line = match pending.take() {
            Some(mut l) => {
                l.text.push(' ');
                l.text.push_str(body);
                l
            }
            None => Line { at: At { file: file.clone(), line: i as u32 + 1 }, text: body.to_string() },
        };
        if more {
            pending = Some(line);
        } else if !line.text.trim().is_empty() {
            line.text = line.text.trim().to_string();
            out.push(line);
        }
    }
    out.extend(pending.filter(|l| !l.text.is_empty()));
    out
}

/// The line up to a `#` that is outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..i],
            _ => {}
        }
    }
    line
}

/// Splits at white space outside quotes; quotes stay.
pub fn words(text: &str) -> Vec<&str> {
    split_outside(text, |c| c.is_whitespace()).into_iter().filter(|w| !w.is_empty()).collect()
}

/// Splits where `sep` holds, outside quotes and parentheses; the pieces are trimmed.
pub fn split_outside(text: &str, sep: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut quoted, mut depth, mut start) = (false, 0u32, 0);
    let mut out = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth = depth.saturating_sub(1),
            c if !quoted && depth == 0 && sep(c) => {
                out.push(text[start..i].trim());
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(text[start..].trim());
    out
}

/// A decimal, hexadecimal (`0x`) or binary (`0b`) number, perhaps negative; `_` may separate digits. Numbers may be added.
pub fn number(at: &At, text: &str) -> Res<i64> {
    if let Some((a, b)) = text.split_once('+') {
        return Ok(number(at, a)?.wrapping_add(number(at, b)?));
    }
    let clean = text.replace('_', "");
    let (negative, digits) = match clean.strip_prefix('-') {
        Some(d) => (true, d),
        None => (false, clean.as_str()),
    };
    let parsed = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(h), _) => u64::from_str_radix(h, 16).map(|v| v as i64),
        (_, Some(b)) => u64::from_str_radix(b, 2).map(|v| v as i64),
        _ => digits.parse::<i64>(),
    };
    match parsed {
        Ok(v) if negative => Ok(v.wrapping_neg()),
        Ok(v) => Ok(v),
        Err(_) => at.err(format!("'{text}' is not a number")),
    }
}

/// A number that must be within a range.
pub fn small(at: &At, text: &str, max: i64) -> Res<i64> {
    match number(at, text)? {
        v if (0..=max).contains(&v) => Ok(v),
        v => at.err(format!("{v} is not within 0..={max}")),
    }
}

/// The text between quotes.
pub fn unquote<'a>(at: &At, text: &'a str) -> Res<&'a str> {
    match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(t) => Ok(t),
        None => at.err(format!("expected a quoted text, found '{text}'")),
    }
}
