//! Names of symbols in the object, and expressions over them.
//!
//! Most symbols are numbered labels of some function, so a symbol is a small copied value and its name is spelled only
//! where it is printed. Names follow llc's: `.LBB0_1`, `.LCPI0_0`, `.LJTI0_0`, `.Lpcrel_hi0`, `.Lfunc_end0`.

use crate::mc::{Label, McSym};
use whirl_lite::ir::{GlobalRef, Linkage, Module};

/// A symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Sym {
    /// A symbol of the module.
    Global(GlobalRef),
    /// A symbol that the module does not declare.
    Library(&'static str),
    /// A label of a function: the function's number, then the label's.
    Label(u32, u32),
    /// A constant-pool entry of a function.
    Pool(u32, u32),
    /// A jump table of a function.
    Table(u32, u32),
    /// An anchor of a `%pcrel_lo`, numbered through the module.
    Anchor(u32),
    /// Where a function begins.
    FuncBegin(u32),
    /// Where a function ends.
    FuncEnd(u32),
}

impl Sym {
    /// Is it one of emission's own labels, which no other object can name?
    pub fn is_temporary(self) -> bool {
        !matches!(self, Sym::Global(_) | Sym::Library(_))
    }
}

/// `plus - minus + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// Added symbol.
    pub plus: Option<Sym>,
    /// Subtracted symbol.
    pub minus: Option<Sym>,
    /// Added number.
    pub offset: i64,
}

impl Value {
    /// A symbol's address.
    pub fn of(sym: Sym) -> Value {
        Value { plus: Some(sym), minus: None, offset: 0 }
    }
    /// The distance from one symbol to another.
    pub fn distance(from: Sym, to: Sym) -> Value {
        Value { plus: Some(to), minus: Some(from), offset: 0 }
    }
}

/// What turns a function's own symbols into the module's.
#[derive(Clone, Copy, Debug)]
pub struct FuncBase {
    /// The function's number.
    pub number: u32,
    /// The number of its first anchor.
    pub anchors: u32,
    /// The number of its first inline assembly.
    pub asm: u32,
}

impl FuncBase {
    /// The symbol that a function's expression names.
    pub fn bind(&self, s: McSym) -> Sym {
        match s {
            McSym::Global(g) => Sym::Global(g),
            McSym::Library(n) => Sym::Library(n),
            McSym::Pool(n) => Sym::Pool(self.number, n),
            McSym::Table(n) => Sym::Table(self.number, n),
            McSym::Label(l) => self.label(l),
            McSym::Anchor(n) => Sym::Anchor(self.anchors + n),
        }
    }
    /// A label of the function.
    pub fn label(&self, l: Label) -> Sym {
        Sym::Label(self.number, l.0)
    }
}

/// Spells names.
pub struct Names<'a> {
    module: &'a Module,
    /// `__unnamed_N` by global, for symbols that have only a number; sorted.
    unnamed: Vec<(GlobalRef, u32)>,
}

impl<'a> Names<'a> {
    /// Names of a module.
    pub fn new(module: &'a Module) -> Names<'a> {
        let numbered = |n: &str| n.is_empty() || n.bytes().all(|b| b.is_ascii_digit());
        let all = module.globals.iter().filter(|(_, g)| numbered(&g.name));
        let unnamed = all.enumerate().map(|(i, (g, _))| (g, i as u32 + 1)).collect();
        Names { module, unnamed }
    }
    /// Appends a symbol's name as it stands in the symbol table.
    pub fn write(&self, out: &mut String, s: Sym) {
        let mut two = |prefix: &str, a: u32, b: u32| {
            out.push_str(prefix);
            number(out, u64::from(a));
            out.push('_');
            number(out, u64::from(b));
        };
        match s {
            Sym::Label(f, n) => two(".LBB", f, n),
            Sym::Pool(f, n) => two(".LCPI", f, n),
            Sym::Table(f, n) => two(".LJTI", f, n),
            Sym::Library(n) => out.push_str(n),
            Sym::Anchor(n) => self.numbered(out, ".Lpcrel_hi", n),
            Sym::FuncBegin(n) => self.numbered(out, ".Lfunc_begin", n),
            Sym::FuncEnd(n) => self.numbered(out, ".Lfunc_end", n),
            Sym::Global(g) => self.global(out, g),
        }
    }
    fn numbered(&self, out: &mut String, prefix: &str, n: u32) {
        out.push_str(prefix);
        number(out, u64::from(n));
    }
    fn global(&self, out: &mut String, g: GlobalRef) {
        let data = &self.module.globals[g];
        // A leading \01 keeps a name from any prefix.
        if let Some(exact) = data.name.strip_prefix('\u{1}') {
            return out.push_str(exact);
        }
        if data.linkage == Linkage::Private {
            out.push_str(".L");
        }
        match self.unnamed.binary_search_by_key(&g, |u| u.0) {
            Ok(i) => {
                out.push_str("__unnamed_");
                number(out, self.unnamed.get(i).map_or(0, |u| u64::from(u.1)));
            }
            Err(_) => out.push_str(&data.name),
        }
    }
    /// Is it a private symbol of the module, which no symbol table lists without need?
    pub fn is_private(&self, s: Sym) -> bool {
        matches!(s, Sym::Global(g) if self.module.globals[g].linkage == Linkage::Private)
    }
    /// A symbol's name as it stands in the symbol table.
    pub fn name(&self, s: Sym) -> String {
        let mut n = String::new();
        self.write(&mut n, s);
        n
    }
    /// Appends a symbol's name as the assembler reads it: quoted if it is no plain word.
    pub fn write_quoted(&self, out: &mut String, s: Sym) {
        let at = out.len();
        self.write(out, s);
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'@');
        if s.is_temporary() || out.as_bytes()[at..].iter().all(|&b| plain(b)) {
            return;
        }
        let name = out.split_off(at);
        out.push('"');
        for c in name.chars() {
            match c {
                '\n' => out.push_str("\\n"),
                '"' | '\\' => {
                    out.push('\\');
                    out.push(c);
                }
                _ => out.push(c),
            }
        }
        out.push('"');
    }
}

/// Appends a number without going through the formatter.
pub fn number(out: &mut String, mut n: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or(""));
}

/// Appends a signed number.
pub fn signed(out: &mut String, n: i64) {
    if n < 0 {
        out.push('-');
    }
    number(out, n.unsigned_abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let mut s = String::new();
        for n in [0, 7, -1, i64::MIN, i64::MAX] {
            signed(&mut s, n);
            s.push(' ');
        }
        assert_eq!(s, "0 7 -1 -9223372036854775808 9223372036854775807 ");
    }

    #[test]
    fn labels() {
        let m = Module::default();
        let n = Names::new(&m);
        let base = FuncBase { number: 3, anchors: 10, asm: 0 };
        assert_eq!(n.name(base.label(Label(7))), ".LBB3_7");
        assert_eq!(n.name(base.bind(McSym::Anchor(2))), ".Lpcrel_hi12");
        assert_eq!(n.name(base.bind(McSym::Pool(1))), ".LCPI3_1");
    }
}
