//! The lexer: bytes to tokens, without copies and without allocation.
//!
//! A token is a small kind ([`Tok`]); its text is the range `start..end` of the source. Names drop their sigil and
//! quotes: [`Lexer::name`] is what stands between, and [`Lexer::escaped`] says that `\xx` escapes are still in it.
//! Numbers that fit are in [`Lexer::num`]. The rules are those of LLVM's own lexer, its quirks included: a word ends
//! at the first byte that is neither a letter, a digit nor `_`, but a label's name also holds `-`, `$` and `.`.

use super::keyword::{Kw, keyword};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Eof,
    /// A byte or literal that no token starts with; [`Lexer::problem`] says what is wrong.
    Error,
    Equal,
    Comma,
    Star,
    LSquare,
    RSquare,
    LBrace,
    RBrace,
    LParen,
    RParen,
    Less,
    Greater,
    Exclaim,
    Bar,
    Colon,
    Hash,
    Slash,
    Ellipsis,
    /// A keyword.
    Kw(Kw),
    /// A word that is not a keyword.
    Word,
    /// `iN`: the width is in `num`.
    IntTy,
    /// A decimal, or `u0x`/`s0x` hexadecimal, integer.
    Int,
    /// A floating-point literal in any notation.
    Float,
    /// A string.
    Str,
    /// `%12`, `%name`, `@12`, `@name`, `$name`.
    LocalId,
    LocalName,
    GlobalId,
    GlobalName,
    ComdatName,
    /// `!name`, `!12`.
    MdName,
    MdId,
    /// `#12`.
    AttrId,
    /// `^12`.
    SummaryId,
    /// `name:`, `12:`.
    LabelName,
    LabelId,
}

/// The lexer and its current token.
pub(crate) struct Lexer<'a> {
    src: &'a [u8],
    /// First byte after the current token.
    pos: usize,
    /// The current token.
    pub tok: Tok,
    /// Where it starts.
    pub start: usize,
    /// The range of its name or contents.
    name: (usize, usize),
    /// The contents hold backslashes.
    pub escaped: bool,
    /// The value of a number; saturated when `big`.
    pub num: u64,
    /// The number does not fit `num`: its text has to be read.
    pub big: bool,
    /// The number is negative (`num` is its magnitude).
    pub negative: bool,
    /// What is wrong with an error token.
    pub problem: &'static str,
}

const WORD: u8 = 1;
const LABEL: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
const HEX: u8 = 16;
/// A byte that may stand in a name after its sigil: as in labels.
const CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut t = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        if c.is_ascii_alphanumeric() || c == b'_' {
            t[i] |= WORD | LABEL;
        }
        if matches!(c, b'-' | b'$' | b'.') {
            t[i] |= LABEL;
        }
        if c.is_ascii_digit() {
            t[i] |= DIGIT;
        }
        if c.is_ascii_hexdigit() {
            t[i] |= HEX;
        }
        if matches!(c, b' ' | b'\t' | b'\n' | b'\r') {
            t[i] |= SPACE;
        }
        i += 1;
    }
    t
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text; its first token has to be asked for.
    pub fn new(src: &'a [u8]) -> Lexer<'a> {
        Lexer {
            src,
            pos: 0,
            tok: Tok::Eof,
            start: 0,
            name: (0, 0),
            escaped: false,
            num: 0,
            big: false,
            negative: false,
            problem: "",
        }
    }
    /// The text of the current token.
    pub fn text(&self) -> &'a [u8] {
        self.slice(self.start, self.pos)
    }
    /// The name or contents of the current token, escapes not resolved.
    pub fn name(&self) -> &'a [u8] {
        self.slice(self.name.0, self.name.1)
    }
    /// The text of the token at a place, for messages.
    pub fn token_at(&self, at: usize) -> &'a [u8] {
        let mut l = Lexer::new(self.src);
        l.pos = at;
        l.next();
        l.text()
    }
    fn slice(&self, a: usize, b: usize) -> &'a [u8] {
        self.src.get(a..b).unwrap_or(&[])
    }
    #[inline(always)]
    fn at(&self, i: usize) -> u8 {
        self.src.get(i).copied().unwrap_or(0)
    }
    #[inline(always)]
    fn is(&self, i: usize, class: u8) -> bool {
        CLASS[self.at(i) as usize] & class != 0
    }
    #[inline(always)]
    fn skip(&self, mut i: usize, class: u8) -> usize {
        while i < self.src.len() && CLASS[self.src[i] as usize] & class != 0 {
            i += 1;
        }
        i
    }

    /// Moves to the next token.
    pub fn next(&mut self) {
        let mut i = self.pos;
        loop {
            i = self.skip(i, SPACE);
            if self.at(i) != b';' {
                break;
            }
            while i < self.src.len() && self.src[i] != b'\n' {
                i += 1;
            }
        }
        self.start = i;
        if i >= self.src.len() {
            self.pos = i;
            self.tok = Tok::Eof;
            return;
        }
        let c = self.src[i];
        self.tok = match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(i),
            b'%' => self.sigil(i, Tok::LocalId, Tok::LocalName),
            b',' => self.punctuation(i, Tok::Comma),
            b'0'..=b'9' | b'-' => self.number(i),
            b'!' => self.exclaim(i),
            b'@' => self.sigil(i, Tok::GlobalId, Tok::GlobalName),
            b'=' => self.punctuation(i, Tok::Equal),
            b'(' => self.punctuation(i, Tok::LParen),
            b')' => self.punctuation(i, Tok::RParen),
            b'[' => self.punctuation(i, Tok::LSquare),
            b']' => self.punctuation(i, Tok::RSquare),
            b'{' => self.punctuation(i, Tok::LBrace),
            b'}' => self.punctuation(i, Tok::RBrace),
            b'<' => self.punctuation(i, Tok::Less),
            b'>' => self.punctuation(i, Tok::Greater),
            b'*' => self.punctuation(i, Tok::Star),
            b'|' => self.punctuation(i, Tok::Bar),
            b':' => self.punctuation(i, Tok::Colon),
            b'/' => self.punctuation(i, Tok::Slash),
            b'"' => self.quote(i),
            b'#' => self.numbered(i, Tok::AttrId, Tok::Hash),
            b'^' => self.numbered(i, Tok::SummaryId, Tok::Error),
            b'$' => self.dollar(i),
            b'.' => self.dot(i),
            b'+' => self.plus(i),
            _ => self.error(i + 1, "unexpected character"),
        };
    }

    fn punctuation(&mut self, i: usize, t: Tok) -> Tok {
        self.pos = i + 1;
        t
    }
    fn error(&mut self, end: usize, problem: &'static str) -> Tok {
        self.pos = end.min(self.src.len());
        self.problem = problem;
        Tok::Error
    }
    /// If label characters and a colon follow, the label that ends there.
    #[inline(always)]
    fn label(&mut self, start: usize, from: usize) -> Option<Tok> {
        let end = self.skip(from, LABEL);
        if self.at(end) != b':' {
            return None;
        }
        self.name = (start, end);
        self.escaped = false;
        self.pos = end + 1;
        Some(Tok::LabelName)
    }

    /// A keyword, an integer type, a label or any other word.
    #[inline(always)]
    fn word(&mut self, i: usize) -> Tok {
        let end = self.skip(i + 1, WORD);
        let next = self.at(end);
        if (CLASS[next as usize] & LABEL != 0 || next == b':')
            && let Some(t) = self.label(i, end)
        {
            return t;
        }
        self.pos = end;
        self.name = (i, end);
        self.escaped = false;
        if self.src[i] == b'i' && self.is(i + 1, DIGIT) {
            // The type ends with its digits, whatever follows.
            self.pos = self.digits(i + 1);
            return match self.big {
                true => self.error(end, "bitwidth for integer type out of range"),
                false => Tok::IntTy,
            };
        }
        // c"..." is the word `c` and a string; the parser joins them.
        let text = self.slice(i, end);
        if text.len() > 2 && text[1] == b'0' && text[2] == b'x' {
            if matches!(text[0], b'u' | b's') && self.skip(i + 3, HEX) == end && end > i + 3 {
                self.big = true;
                self.negative = false;
                return Tok::Int;
            }
            if text[0] == b'f' && self.skip(i + 3, HEX) == end && end > i + 3 {
                return Tok::Float;
            }
        }
        match keyword(text) {
            Some(k) => Tok::Kw(k),
            // `cc1234` is the word `cc` and a number.
            None if text.starts_with(b"cc") && self.is(i + 2, DIGIT) => {
                self.pos = i + 2;
                Tok::Kw(Kw::Cc)
            }
            None => Tok::Word,
        }
    }
    /// Reads decimal digits into `num`; returns their end.
    #[inline(always)]
    fn digits(&mut self, mut i: usize) -> usize {
        let start = i;
        let mut n: u64 = 0;
        while self.is(i, DIGIT) {
            n = n.wrapping_mul(10).wrapping_add(u64::from(self.src[i] - b'0'));
            i += 1;
        }
        self.num = n;
        self.big = i - start > 19;
        self.negative = false;
        i
    }
    /// `%12`, `%name`, `%"name"` and the same with `@`.
    #[inline(always)]
    fn sigil(&mut self, i: usize, id: Tok, name: Tok) -> Tok {
        let c = self.at(i + 1);
        if c.is_ascii_digit() {
            self.pos = self.digits(i + 1);
            self.name = (i + 1, self.pos);
            self.escaped = false;
            if self.big || self.num > u64::from(u32::MAX) {
                return self.error(self.pos, "invalid value number (too large)");
            }
            return id;
        }
        if c == b'"' {
            return match self.string(i + 1) {
                Some(()) => name,
                None => self.error(self.src.len(), "end of file in string constant"),
            };
        }
        if CLASS[c as usize] & LABEL == 0 {
            return self.error(i + 1, "expected a name or number here");
        }
        self.pos = self.skip(i + 1, LABEL);
        self.name = (i + 1, self.pos);
        self.escaped = false;
        name
    }
    /// The string whose quote is at `i`.
    fn string(&mut self, i: usize) -> Option<()> {
        let mut k = i + 1;
        self.escaped = false;
        loop {
            match *self.src.get(k)? {
                b'"' => break,
                b'\\' => self.escaped = true,
                _ => {}
            }
            k += 1;
        }
        self.name = (i + 1, k);
        self.pos = k + 1;
        Some(())
    }
    fn quote(&mut self, i: usize) -> Tok {
        if self.string(i).is_none() {
            return self.error(self.src.len(), "end of file in string constant");
        }
        if self.at(self.pos) == b':' {
            self.pos += 1;
            return Tok::LabelName;
        }
        Tok::Str
    }
    /// `!12`, `!name`, or `!` alone.
    fn exclaim(&mut self, i: usize) -> Tok {
        let c = self.at(i + 1);
        if c.is_ascii_digit() {
            return self.numbered(i, Tok::MdId, Tok::Error);
        }
        let ok = |c: u8| CLASS[c as usize] & LABEL != 0 || c == b'\\';
        if !ok(c) {
            return self.punctuation(i, Tok::Exclaim);
        }
        let mut k = i + 1;
        self.escaped = false;
        while ok(self.at(k)) {
            self.escaped |= self.at(k) == b'\\';
            k += 1;
        }
        self.name = (i + 1, k);
        self.pos = k;
        Tok::MdName
    }
    /// A sigil with a number, or the sigil alone.
    fn numbered(&mut self, i: usize, id: Tok, alone: Tok) -> Tok {
        if !self.is(i + 1, DIGIT) {
            self.problem = "unexpected character";
            return self.punctuation(i, alone);
        }
        self.pos = self.digits(i + 1);
        if self.big || self.num > u64::from(u32::MAX) {
            return self.error(self.pos, "invalid value number (too large)");
        }
        id
    }
    fn dollar(&mut self, i: usize) -> Tok {
        if let Some(t) = self.label(i, i + 1) {
            return t;
        }
        self.sigil(i, Tok::Error, Tok::ComdatName)
    }
    fn dot(&mut self, i: usize) -> Tok {
        if let Some(t) = self.label(i, i + 1) {
            return t;
        }
        if self.at(i + 1) == b'.' && self.at(i + 2) == b'.' {
            self.pos = i + 3;
            return Tok::Ellipsis;
        }
        self.error(i + 1, "unexpected character")
    }
    /// `+` starts only floating-point literals.
    fn plus(&mut self, i: usize) -> Tok {
        if self.is(i + 1, DIGIT) {
            let end = self.skip(i + 1, DIGIT);
            if self.at(end) == b'.' || self.at(end) == b'x' {
                return self.float(i, i + 1);
            }
        }
        self.special(i).unwrap_or_else(|| self.error(i + 1, "unexpected character"))
    }
    /// `+inf`, `-qnan`, `+nan(0x1)`, `-snan(0x1)` as newer LLVM writes them.
    fn special(&mut self, i: usize) -> Option<Tok> {
        let end = self.skip(i + 1, WORD);
        self.name = (i, end);
        match self.slice(i + 1, end) {
            b"inf" | b"qnan" => self.pos = end,
            b"nan" | b"snan" => {
                if self.slice(end, end + 3) != b"(0x" {
                    return None;
                }
                let close = self.skip(end + 3, HEX);
                if self.at(close) != b')' {
                    return None;
                }
                self.pos = close + 1;
            }
            _ => return None,
        }
        Some(Tok::Float)
    }
    /// A number, a numeric label, or a label that starts with a digit or `-`.
    #[inline(always)]
    fn number(&mut self, i: usize) -> Tok {
        let minus = self.src[i] == b'-';
        let first = i + usize::from(minus);
        if !self.is(first, DIGIT) {
            if let Some(t) = self.label(i, first) {
                return t;
            }
            return self.special(i).unwrap_or_else(|| self.error(i + 1, "unexpected character"));
        }
        let end = self.digits(first);
        self.negative = minus;
        let next = self.at(end);
        if next == b':' && !minus {
            self.name = (i, end);
            self.pos = end + 1;
            if self.big || self.num > u64::from(u32::MAX) {
                return self.error(end, "invalid value number (too large)");
            }
            return Tok::LabelId;
        }
        if CLASS[next as usize] & LABEL != 0 || next == b':' {
            if let Some(t) = self.label(i, end) {
                return t;
            }
            if next == b'x' && self.src[end - 1] == b'0' && end == first + 1 {
                return self.float(i, first);
            }
            if next == b'.' {
                return self.float(i, first);
            }
        }
        self.pos = end;
        self.name = (i, end);
        Tok::Int
    }
    /// A floating-point literal whose digits start at `first`: decimal, or `0x` with its letters.
    fn float(&mut self, i: usize, first: usize) -> Tok {
        let mut end;
        if self.at(first) == b'0' && self.at(first + 1) == b'x' {
            let mut digits = first + 2;
            if matches!(self.at(digits), b'K' | b'L' | b'M' | b'H' | b'R') {
                digits += 1;
            }
            end = self.skip(digits, HEX);
            let mut any = end > digits;
            if digits == first + 2 && matches!(self.at(end), b'.' | b'p') {
                // 0x1.8p+3: hexadecimal floating point with an exponent.
                if self.at(end) == b'.' {
                    let from = end + 1;
                    end = self.skip(from, HEX);
                    any |= end > from;
                }
                if self.at(end) != b'p' {
                    return self.error(end, "invalid hexadecimal floating-point constant");
                }
                end += 1 + usize::from(matches!(self.at(end + 1), b'+' | b'-'));
                let from = end;
                end = self.skip(end, DIGIT);
                any &= end > from;
            }
            if !any {
                return self.error(end, "invalid hexadecimal constant");
            }
        } else {
            end = self.skip(first, DIGIT) + 1;
            end = self.skip(end, DIGIT);
            if matches!(self.at(end), b'e' | b'E') {
                let exp = end + 1 + usize::from(matches!(self.at(end + 1), b'+' | b'-'));
                if self.is(exp, DIGIT) {
                    end = self.skip(exp, DIGIT);
                }
            }
        }
        self.pos = end;
        self.name = (i, end);
        Tok::Float
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(s: &str) -> Vec<(Tok, String)> {
        let mut l = Lexer::new(s.as_bytes());
        let mut v = Vec::new();
        loop {
            l.next();
            if l.tok == Tok::Eof {
                return v;
            }
            v.push((l.tok, String::from_utf8_lossy(l.text()).into_owned()));
            assert!(v.len() < 1000);
        }
    }
    fn kinds(s: &str) -> Vec<Tok> {
        lex(s).into_iter().map(|t| t.0).collect()
    }

    #[test]
    fn names_and_labels() {
        use Tok::*;
        assert_eq!(
            kinds("%a-b.c %12 @\"x y\" $c !foo !3 #4 ^5"),
            [LocalName, LocalId, GlobalName, ComdatName, MdName, MdId, AttrId, SummaryId]
        );
        assert_eq!(
            kinds("foo: 12: -a.b: \"q r\": $x: .y: 12ab:"),
            [LabelName, LabelId, LabelName, LabelName, LabelName, LabelName, LabelName]
        );
        assert_eq!(kinds("i32 i32: i8x ..."), [IntTy, LabelName, IntTy, Kw(super::Kw::X), Ellipsis]);
    }
    #[test]
    fn numbers() {
        use Tok::*;
        for (s, t) in [
            ("-1", Int),
            ("18446744073709551616", Int),
            ("u0xFF", Int),
            ("1.0e+05", Float),
            ("-0.5", Float),
            ("+1.5", Float),
            ("0x3FF0000000000000", Float),
            ("0xH3C00", Float),
            ("0xK3FFF8000000000000000", Float),
            ("f0x3F80", Float),
            ("-0x1.8p-3", Float),
            ("+inf", Float),
            ("-nan(0x1)", Float),
            ("0x", Error),
            ("%99999999999", Error),
        ] {
            assert_eq!(lex(s), [(t, s.to_string())], "{s}");
        }
        let mut l = Lexer::new(b"-123 99999999999999999999");
        l.next();
        assert_eq!((l.num, l.negative, l.big), (123, true, false));
        l.next();
        assert!(l.big);
    }
    #[test]
    fn unfinished_text_ends() {
        assert_eq!(kinds("\"abc"), [Tok::Error]);
        assert_eq!(kinds("%\"abc"), [Tok::Error]);
        assert_eq!(kinds("; only a comment"), []);
        assert_eq!(kinds("%"), [Tok::Error]);
    }
}
