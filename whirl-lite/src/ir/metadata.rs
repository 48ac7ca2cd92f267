//! Metadata, kept compactly: debug information may be most of a module.
//!
//! All operands of all nodes stand in one list, all strings in one buffer. A specialised node (`!DILocation(line: 3,
//! scope: !4)`) is a node with a kind, whose operands alternate: a field's name, then its value.

use super::{Const, Ty};
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

/// A metadata node: an index into [`Metadata::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MdRef(u32);
entity_impl!(MdRef, "md");

/// A string of the metadata's buffer. Those that come from names are interned, those from `!"..."` are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct MdStr(u32);

impl MdStr {
    /// The empty string: the kind of plain nodes.
    pub const EMPTY: MdStr = MdStr(0);
}

/// The kind of an attachment: `tbaa`, `prof`...; [`Metadata::kind_name`] knows the names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct MdKind(pub u32);

macro_rules! md_kinds {
    ($($name:ident = $index:expr, $text:expr;)*) => {
        #[allow(missing_docs)]
        impl MdKind { $(pub const $name: MdKind = MdKind($index);)* }
        /// The kinds with fixed numbers, in order.
        const FIXED_KINDS: &[&str] = &[$($text),*];
    };
}

md_kinds! {
    DBG = 0, "dbg";
    TBAA = 1, "tbaa";
    PROF = 2, "prof";
    FPMATH = 3, "fpmath";
    RANGE = 4, "range";
    TBAA_STRUCT = 5, "tbaa.struct";
    INVARIANT_LOAD = 6, "invariant.load";
    ALIAS_SCOPE = 7, "alias.scope";
    NOALIAS = 8, "noalias";
    NONTEMPORAL = 9, "nontemporal";
    LOOP = 10, "llvm.loop";
    NONNULL = 11, "nonnull";
    DEREFERENCEABLE = 12, "dereferenceable";
    UNPREDICTABLE = 13, "unpredictable";
    ALIGN = 14, "align";
    SRCLOC = 15, "srcloc";
    NOUNDEF = 16, "noundef";
    ACCESS_GROUP = 17, "llvm.access.group";
    INVARIANT_GROUP = 18, "invariant.group";
    ASSOCIATED = 19, "associated";
    SECTION_PREFIX = 20, "section_prefix";
}

/// A metadata operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MdOperand {
    /// `null`, or a value of a function.
    Null,
    /// Another node.
    Node(MdRef),
    /// A string.
    String(MdStr),
    /// An integer constant of at most 64 bits, sign-extended, and its type. An integer field of a specialised node has
    /// type `void`.
    Int(i64, Ty),
    /// Another constant of the module's pool, or a symbol's address.
    Const(Const),
    /// A word in a specialised node, as written (`DW_TAG_member`, `DIFlagPublic | DIFlagVector`, `true`).
    Word(MdStr),
    /// The name of the field whose value follows (specialised nodes).
    Field(MdStr),
}

/// A metadata node.
#[derive(Clone, Copy, Debug)]
pub struct MdNode {
    /// `distinct`.
    pub distinct: bool,
    /// For specialised nodes, their name (`DILocation`), else empty.
    pub kind: MdStr,
    first: u32,
    len: u32,
}

/// All metadata of a module.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// Nodes.
    pub nodes: PrimaryMap<MdRef, MdNode>,
    /// Named metadata (`!llvm.module.flags`), in order of appearance.
    pub named: Vec<(String, Vec<MdRef>)>,
    operands: Vec<MdOperand>,
    text: Vec<u8>,
    /// End of each string in `text`; a string starts where the one before ends.
    ends: Vec<u32>,
    names: FxHashMap<Box<[u8]>, MdStr>,
    kinds: Vec<String>,
    kind_numbers: FxHashMap<String, MdKind>,
}

impl Default for Metadata {
    fn default() -> Metadata {
        let mut m = Metadata {
            nodes: PrimaryMap::new(),
            named: Vec::new(),
            operands: Vec::new(),
            text: Vec::new(),
            ends: Vec::new(),
            names: FxHashMap::default(),
            kinds: Vec::new(),
            kind_numbers: FxHashMap::default(),
        };
        m.name(b"");
        for k in FIXED_KINDS {
            m.kind(k);
        }
        m
    }
}

impl Metadata {
    /// A new node that has no operands yet.
    pub fn reserve(&mut self) -> MdRef {
        self.nodes.push(MdNode { distinct: false, kind: MdStr::EMPTY, first: 0, len: 0 })
    }
    /// Says what a node is.
    pub fn define(&mut self, n: MdRef, distinct: bool, kind: MdStr, operands: &[MdOperand]) {
        let first = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        self.nodes[n] = MdNode { distinct, kind, first, len: operands.len() as u32 };
    }
    /// The operands of a node.
    pub fn operands(&self, n: MdRef) -> &[MdOperand] {
        let d = self.nodes[n];
        self.operands.get(d.first as usize..(d.first + d.len) as usize).unwrap_or(&[])
    }
    /// The value of a specialised node's field.
    pub fn field(&self, n: MdRef, name: &str) -> Option<MdOperand> {
        self.operands(n).windows(2).find_map(|w| match w {
            &[MdOperand::Field(f), v] if self.str(f) == Some(name) => Some(v),
            _ => None,
        })
    }
    /// The nodes of a named metadata list.
    pub fn named(&self, name: &str) -> Option<&[MdRef]> {
        self.named.iter().find(|(n, _)| n == name).map(|(_, l)| l.as_slice())
    }
    /// Adds a string.
    pub fn string(&mut self, s: &[u8]) -> MdStr {
        self.text.extend_from_slice(s);
        self.ends.push(self.text.len() as u32);
        MdStr(self.ends.len() as u32 - 1)
    }
    /// The one string of these bytes.
    pub fn name(&mut self, s: &[u8]) -> MdStr {
        if let Some(&n) = self.names.get(s) {
            return n;
        }
        let n = self.string(s);
        self.names.insert(s.into(), n);
        n
    }
    /// A string's bytes.
    pub fn bytes(&self, s: MdStr) -> &[u8] {
        let at = |n: usize| self.ends.get(n).map_or(0, |&e| e as usize);
        let start = if s.0 == 0 { 0 } else { at(s.0 as usize - 1) };
        self.text.get(start..at(s.0 as usize)).unwrap_or(&[])
    }
    /// A string's text, if it is UTF-8.
    pub fn str(&self, s: MdStr) -> Option<&str> {
        std::str::from_utf8(self.bytes(s)).ok()
    }
    /// The attachment kind of this name.
    pub fn kind(&mut self, name: &str) -> MdKind {
        if let Some(&k) = self.kind_numbers.get(name) {
            return k;
        }
        let k = MdKind(self.kinds.len() as u32);
        self.kinds.push(name.to_string());
        self.kind_numbers.insert(name.to_string(), k);
        k
    }
    /// The name of an attachment kind.
    pub fn kind_name(&self, k: MdKind) -> &str {
        self.kinds.get(k.0 as usize).map_or("", |s| s.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_fields_and_kinds() {
        let mut m = Metadata::default();
        let n = m.reserve();
        let (line, di) = (m.name(b"line"), m.name(b"DILocation"));
        m.define(n, true, di, &[MdOperand::Field(line), MdOperand::Int(7, Ty::VOID)]);
        assert_eq!(m.field(n, "line"), Some(MdOperand::Int(7, Ty::VOID)));
        assert_eq!(m.field(n, "scope"), None);
        assert_eq!(m.name(b"line"), line);
        assert_eq!(m.str(line), Some("line"));
        assert_eq!(m.bytes(MdStr::EMPTY), b"");
        assert_eq!(m.kind("tbaa"), MdKind::TBAA);
        assert_eq!(m.kind("section_prefix"), MdKind::SECTION_PREFIX);
        let k = m.kind("my.kind");
        assert_eq!(m.kind_name(k), "my.kind");
    }
}
