//! The reader of textual LLVM IR, as LLVM 15 to 22 write it.
//!
//! The whole language parses; what ocg cannot compile is refused later, by name. Opaque pointers only: IR with typed
//! pointers (LLVM 14 and older) is refused here. Recursive descent over [`lexer`]'s tokens, one pass, in the manner of
//! LLVM's `LLParser`, whose checks and wording the errors follow; the language reference is <https://llvm.org/docs/LangRef.html>.
//!
//! How the parts divide: [`types`], [`consts`] (and [`floats`], [`ints`], [`exprs`]), [`attrs`], [`metadata`] read their
//! kinds of thing; [`module`] and [`globals`] read what stands at top level; [`function`] reads bodies, with
//! [`locals`] for names and forward references, and [`inst`], [`memory`], [`call`], [`control`], [`eh`] the instructions.
//!
//! Forward references, everywhere the same: the first mention makes the entity, the definition fills it in, and what
//! was never filled in is an error at the place of its first mention. A value mentioned early thus *is* the later
//! result, and nothing is replaced afterwards. Only attribute groups, which calls copy, are filled in at the end.
//!
//! Invariants: never panics, whatever the input; nesting is bounded by [`MAX_DEPTH`]; numbers in names index vectors
//! only as far as the input's size justifies ([`numbered::Numbered`]); time is linear in the input.
//!
//! Skipped, because they say nothing to a code generator: use-list orders, debug records and `llvm.dbg` calls,
//! module summaries, and attributes that only an optimiser asks for.

mod attrs;
mod call;
mod consts;
mod control;
mod eh;
mod exprs;
mod floats;
mod function;
mod globals;
mod inst;
mod ints;
mod keyword;
mod lexer;
mod locals;
mod memory;
mod metadata;
mod module;
mod numbered;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use inst::FAST;

use crate::diag::{Error, Pos, Result};
use crate::ir::{BlockId, Consts, FnAttrs, Function, GlobalRef, Module, Signature, Ty, Value};
use keyword::Kw;
use lexer::{Lexer, Tok};
use std::borrow::Cow;

/// How deep types, constants and metadata may nest.
const MAX_DEPTH: u32 = 200;

/// Results inside the parser: the error is boxed, for it is rare and big.
type Parsed<T> = std::result::Result<T, Box<Error>>;

/// Finds a data layout for a module that has none, from its triple if it has one.
pub type LayoutOf<'a> = &'a dyn Fn(Option<&str>) -> String;

/// Reads a module. Accesses without an alignment take it from the module's data layout, or LLVM's default one.
pub fn parse(source: &[u8]) -> Result<Module> {
    parse_with_layout(source, &|_| String::new())
}

/// Reads a module; `layout` is asked for the data layout to go by when the module has none and one is needed.
pub fn parse_with_layout(source: &[u8], layout: LayoutOf) -> Result<Module> {
    if source.len() >= u32::MAX as usize {
        return Err(Error::input(Pos::NONE, "the input is larger than 4 GB"));
    }
    if source.starts_with(b"BC\xc0\xde") || source.starts_with(&[0xde, 0xc0, 0x17, 0x0b]) {
        return Err(Error::unsupported(Pos(0), "LLVM bitcode; make text of it with llvm-dis"));
    }
    // Text inside quotes escapes what is not ASCII, so anything else is damage. Checked first, at memory speed.
    if let Err(e) = std::str::from_utf8(source) {
        return Err(Error::input(Pos(e.valid_up_to() as u32), "the input is not UTF-8 text"));
    }
    let mut p = Parser::new(source, layout);
    match p.module() {
        Ok(()) => Ok(p.m),
        Err(e) => Err(match &p.in_body {
            true => e.in_function(&p.f.name),
            false => *e,
        }),
    }
}

/// The parser's state.
struct Parser<'a> {
    lx: Lexer<'a>,
    /// What has been read.
    m: Module,
    /// The function whose body is being read, if `in_body`.
    f: Function,
    in_body: bool,
    /// Constants go to the module's pool even in a body (metadata).
    module_consts: bool,
    depth: u32,
    types: types::TypeNames<'a>,
    symbols: globals::Symbols<'a>,
    groups: attrs::Groups,
    md: metadata::MdNumbers,
    locals: locals::Locals<'a>,
    comdats: module::Comdats,
    block_addrs: locals::BlockAddrs<'a>,
    /// Operands and blocks of the instruction being read.
    ops: Vec<Value>,
    succs: Vec<BlockId>,
    /// A comma has been taken whose attachment follows.
    comma_taken: bool,
    default_layout: LayoutOf<'a>,
    layout: Option<crate::layout::DataLayout>,
    /// log2 alignments that were asked of the layout.
    aligns: rustc_hash::FxHashMap<Ty, u8>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a [u8], default_layout: LayoutOf<'a>) -> Parser<'a> {
        let limit = source.len();
        Parser {
            lx: Lexer::new(source),
            m: Module::default(),
            f: no_function(),
            in_body: false,
            module_consts: false,
            depth: 0,
            types: types::TypeNames::new(limit),
            symbols: globals::Symbols::new(limit),
            groups: attrs::Groups::new(limit),
            md: metadata::MdNumbers::new(limit),
            locals: locals::Locals::new(limit),
            comdats: module::Comdats::default(),
            block_addrs: locals::BlockAddrs::default(),
            ops: Vec::new(),
            succs: Vec::new(),
            comma_taken: false,
            default_layout,
            layout: None,
            aligns: Default::default(),
        }
    }

    /// The pool for constants here.
    fn pool(&mut self) -> &mut Consts {
        match self.in_body && !self.module_consts {
            true => &mut self.f.consts,
            false => &mut self.m.consts,
        }
    }

    /// Where the current token stands.
    fn pos(&self) -> Pos {
        Pos(self.lx.start as u32)
    }
    /// An error at a place.
    fn fail<T>(&self, pos: Pos, message: impl Into<String>) -> Parsed<T> {
        Err(Box::new(Error::input(pos, message)))
    }
    /// An error at the current token; a token that is itself broken says what is wrong with it.
    #[cold]
    fn expected<T>(&self, what: &str) -> Parsed<T> {
        match self.lx.tok {
            Tok::Error => self.fail(self.pos(), self.lx.problem),
            Tok::Eof => self.fail(self.pos(), format!("{what}, found end of file")),
            _ => self.fail(self.pos(), what),
        }
    }
    /// Takes the token if it is this one.
    #[inline(always)]
    fn eat(&mut self, t: Tok) -> bool {
        let hit = self.lx.tok == t;
        if hit {
            self.lx.next();
        }
        hit
    }
    #[inline(always)]
    fn eat_kw(&mut self, k: Kw) -> bool {
        self.eat(Tok::Kw(k))
    }
    /// Takes a token that must be this one.
    #[inline(always)]
    fn expect(&mut self, t: Tok, what: &str) -> Parsed<()> {
        match self.eat(t) {
            true => Ok(()),
            false => self.expected(what),
        }
    }
    fn expect_kw(&mut self, k: Kw) -> Parsed<()> {
        match self.eat_kw(k) {
            true => Ok(()),
            false => self.expected(&format!("expected '{}' here", k.text())),
        }
    }
    fn comma(&mut self) -> Parsed<()> {
        self.expect(Tok::Comma, "expected ',' here")
    }
    fn open(&mut self) -> Parsed<()> {
        self.expect(Tok::LParen, "expected '(' here")
    }
    fn close(&mut self) -> Parsed<()> {
        self.expect(Tok::RParen, "expected ')' here")
    }
    /// Is the current token a word or keyword with this text?
    fn at_word(&self, text: &str) -> bool {
        matches!(self.lx.tok, Tok::Word | Tok::Kw(_)) && self.lx.text() == text.as_bytes()
    }
    /// An unsigned number.
    fn uint(&mut self) -> Parsed<u64> {
        if self.lx.tok != Tok::Int || self.lx.negative {
            return self.expected("expected integer");
        }
        if self.lx.big {
            return self.fail(self.pos(), "expected 64-bit integer (too large)");
        }
        let n = self.lx.num;
        self.lx.next();
        Ok(n)
    }
    fn uint32(&mut self) -> Parsed<u32> {
        let pos = self.pos();
        match u32::try_from(self.uint()?) {
            Ok(n) => Ok(n),
            Err(_) => self.fail(pos, "expected 32-bit integer (too large)"),
        }
    }
    /// `(n)`.
    fn paren_uint(&mut self) -> Parsed<u64> {
        self.open()?;
        let n = self.uint()?;
        self.close()?;
        Ok(n)
    }
    /// The name in the current token, escapes resolved.
    fn name(&self) -> Cow<'a, [u8]> {
        match self.lx.escaped {
            false => Cow::Borrowed(self.lx.name()),
            true => Cow::Owned(unescape(self.lx.name())),
        }
    }
    /// A string token's contents.
    fn string_bytes(&mut self) -> Parsed<Cow<'a, [u8]>> {
        if self.lx.tok != Tok::Str {
            return self.expected("expected string constant");
        }
        let s = self.name();
        self.lx.next();
        Ok(s)
    }
    /// A string token's contents, which must be text.
    fn string(&mut self) -> Parsed<String> {
        let pos = self.pos();
        let s = self.string_bytes()?;
        self.text(pos, &s)
    }
    /// Bytes that must be text.
    fn text(&self, pos: Pos, bytes: &[u8]) -> Parsed<String> {
        match std::str::from_utf8(bytes) {
            Ok(s) => Ok(s.to_string()),
            Err(_) => Err(Box::new(Error::unsupported(pos, "a name or string that is not UTF-8"))),
        }
    }
    /// Goes one level down; [`Parser::leave`] comes back.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(self.pos(), format!("nested deeper than {MAX_DEPTH} levels"));
        }
        Ok(())
    }
    fn leave(&mut self) {
        self.depth -= 1;
    }
    /// Skips a parenthesised list, the current token being its `(`.
    fn skip_parens(&mut self) -> Parsed<()> {
        self.open()?;
        let mut depth = 1u32;
        while depth > 0 {
            match self.lx.tok {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof | Tok::Error => return self.expected("expected ')' here"),
                _ => {}
            }
            self.lx.next();
        }
        Ok(())
    }
    /// A type, for messages.
    fn show(&self, t: Ty) -> String {
        self.m.types.show(t).to_string()
    }
}

/// Resolves `\xx` and `\\`.
fn unescape(s: &[u8]) -> Vec<u8> {
    let hex = |i: usize| s.get(i).and_then(|&c| (c as char).to_digit(16));
    let mut out = Vec::with_capacity(s.len());
    let mut i = 0;
    while i < s.len() {
        if s[i] == b'\\' {
            if s.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            if let (Some(a), Some(b)) = (hex(i + 1), hex(i + 2)) {
                out.push((a * 16 + b) as u8);
                i += 3;
                continue;
            }
        }
        out.push(s[i]);
        i += 1;
    }
    out
}

/// Stands for "no function yet".
fn no_function() -> Function {
    let sig = Signature {
        ty: Ty::VOID,
        ret: Ty::VOID,
        params: Vec::new(),
        vararg: false,
        cc: 0,
        ret_attrs: Default::default(),
        param_attrs: Vec::new(),
        attrs: FnAttrs::default(),
    };
    Function::new(GlobalRef::from_u32(0), String::new(), sig, Pos::NONE)
}
