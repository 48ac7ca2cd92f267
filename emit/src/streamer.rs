//! The streamer: what a module is told to. Assembly text and objects are two implementations.

use crate::mc::McFunction;
use crate::section::Section;
use crate::symbol::{FuncBase, Sym, Value};
use whirl_lite::diag::Result;

/// What is said of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymAttr {
    /// Seen from other objects.
    Global,
    /// Seen from other objects, and may be replaced or missing.
    Weak,
    /// Not seen from other objects (for `.comm`).
    Local,
    /// `STV_HIDDEN`
    Hidden,
    /// `STV_PROTECTED`
    Protected,
    /// `STT_FUNC`
    Function,
    /// `STT_OBJECT`
    Object,
    /// `STT_TLS`
    ThreadLocal,
    /// `STT_GNU_IFUNC`
    Ifunc,
}

/// A build attribute's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttrValue {
    /// A number.
    Int(u64),
    /// A string.
    Text(String),
}

/// Receives a module, piece by piece, in the order in which it stands in the output.
pub trait Streamer {
    /// Build attributes of the target, by tag.
    fn attributes(&mut self, attributes: &[(u32, AttrValue)]);
    /// The source file's name.
    fn file(&mut self, name: &str);
    /// What follows stands in this section.
    fn switch(&mut self, section: Section);
    /// Aligns, filling code with no-ops and data with zeros.
    fn align(&mut self, log2: u8, code: bool);
    /// Defines a symbol here.
    fn label(&mut self, s: Sym);
    /// Says something of a symbol.
    fn attr(&mut self, s: Sym, a: SymAttr);
    /// A symbol's size in bytes.
    fn size(&mut self, s: Sym, bytes: u64);
    /// A number of 1, 2, 4 or 8 bytes, in the target's byte order.
    fn int(&mut self, value: u64, bytes: u8);
    /// An address or distance of 1, 2, 4 or 8 bytes.
    fn value(&mut self, v: Value, bytes: u8) -> Result<()>;
    /// Bytes as they are.
    fn bytes(&mut self, b: &[u8]);
    /// So many zeros.
    fn zero(&mut self, n: u64);
    /// A number in LEB128.
    fn uleb(&mut self, n: u64);
    /// A common symbol.
    fn common(&mut self, s: Sym, size: u64, align: u64);
    /// A symbol that is an expression's value.
    fn assign(&mut self, s: Sym, v: Value) -> Result<()>;
    /// Assembly of the module.
    fn module_asm(&mut self, lines: &[String]) -> Result<()>;
    /// The producer's name, for `.comment`.
    fn ident(&mut self, text: &str);
    /// What stands before, or after, a function that was compiled for other features than the module.
    fn function_features(&mut self, f: &McFunction, begin: bool);
    /// A function: its label, code, CFI and size.
    fn function(&mut self, f: &McFunction, base: FuncBase) -> Result<()>;
}
