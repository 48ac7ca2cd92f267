//! Tokens of CGIR's text form. Lines matter (an op ends with its line); `#` begins a comment.

use whirl_lite::diag::{Error, Pos};

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    /// A keyword, opcode, TN, block...: letters, digits, `_`, `.`, `@` and `?` after the first letter.
    Word(&'a str),
    /// `%name`.
    Reg(&'a str),
    /// `@name`.
    Global(String),
    /// `"..."`, escapes resolved.
    Str(String),
    /// An integer.
    Int(i64),
    /// A number with a point or exponent.
    Float(f32),
    /// `->`.
    Arrow,
    /// A single character.
    Punct(char),
    /// The end of a line that has tokens.
    Newline,
    /// The end of the text.
    End,
}

fn word_char(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'@' | b'?' | b'$')
}

/// Splits a text into tokens with their places.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Pos)>, Error> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = bytes.get(at) {
        let start = at;
        let pos = Pos(start as u32);
        let run = |from: usize| from + bytes[from..].iter().take_while(|&&c| word_char(c)).count();
        let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        let token = match c {
            b'\n' => {
                at += 1;
                if out.last().is_none_or(|(t, _)| *t == Token::Newline) {
                    continue;
                }
                Token::Newline
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'#' => {
                at += bytes[at..].iter().take_while(|&&c| c != b'\n').count();
                continue;
            }
            b'%' => {
                at = run(at + 1);
                Token::Reg(&text[start + 1..at])
            }
            b'@' if bytes.get(at + 1) == Some(&b'"') => {
                let (s, end) = string(text, at + 1)?;
                at = end;
                Token::Global(s)
            }
            b'@' => {
                at = run(at + 1);
                Token::Global(text[start + 1..at].to_string())
            }
            b'"' => {
                let (s, end) = string(text, at)?;
                at = end;
                Token::Str(s)
            }
            b'-' if bytes.get(at + 1) == Some(&b'>') => {
                at += 2;
                Token::Arrow
            }
            _ if c.is_ascii_digit() || matches!(c, b'-' | b'+') && digit(at + 1) => {
                let (token, end) = number(text, at)?;
                at = end;
                token
            }
            _ if c.is_ascii_alphabetic() || c == b'_' => {
                at = run(at);
                Token::Word(&text[start..at])
            }
            b',' | b'=' | b':' | b';' | b'{' | b'}' | b'(' | b')' | b'-' => {
                at += 1;
                Token::Punct(c as char)
            }
            _ => return Err(Error::input(pos, "character that CGIR does not use")),
        };
        out.push((token, pos));
    }
    let end = Pos(bytes.len() as u32);
    if out.last().is_some_and(|(t, _)| *t != Token::Newline) {
        out.push((Token::Newline, end));
    }
    out.push((Token::End, end));
    Ok(out)
}

/// A number from `at`, and where it ends.
fn number(text: &str, at: usize) -> Result<(Token<'static>, usize), Error> {
    let bytes = text.as_bytes();
    let mut end = at + 1;
    let mut float = false;
    while let Some(&c) = bytes.get(end) {
        match c {
            b'0'..=b'9' => {}
            b'.' if !float => float = true,
            b'e' | b'E' => {
                float = true;
                if matches!(bytes.get(end + 1), Some(b'-' | b'+')) {
                    end += 1;
                }
            }
            _ => break,
        }
        end += 1;
    }
    let bad = || Error::input(Pos(at as u32), "number that is malformed or too large");
    let s = &text[at..end];
    let token =
        if float { Token::Float(s.parse().map_err(|_| bad())?) } else { Token::Int(s.parse().map_err(|_| bad())?) };
    Ok((token, end))
}

/// The string whose opening quote stands at `at`, and where it ends.
fn string(text: &str, at: usize) -> Result<(String, usize), Error> {
    let mut s = String::new();
    let mut chars = text[at + 1..].char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Ok((s, at + 1 + i + 1)),
            '\\' => match chars.next().map(|x| x.1) {
                Some('n') => s.push('\n'),
                Some('t') => s.push('\t'),
                Some('r') => s.push('\r'),
                Some(c) => s.push(c),
                None => break,
            },
            c => s.push(c),
        }
    }
    Err(Error::input(Pos(at as u32), "string without end"))
}
