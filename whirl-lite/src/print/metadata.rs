//! Metadata: nodes are numbered as they are mentioned.

use super::{Printer, put, string};
use crate::ir::{Global, MdKind, MdOperand, MdRef, MdStr};
use std::fmt::Write;

impl Printer<'_> {
    /// A reference to a node.
    pub(super) fn node(&mut self, n: MdRef) {
        let next = self.nodes.len();
        let number = *self.numbers.entry(n).or_insert(next);
        if number == next {
            self.nodes.push(n);
        }
        put!(self, "!{number}");
    }
    /// Named metadata, then all nodes that were mentioned, and those that they mention.
    pub(super) fn metadata(&mut self) {
        let m = self.m;
        for (name, list) in &m.metadata.named {
            put!(self, "!{} = !{{", md_name(name.as_bytes()));
            for (i, &n) in list.iter().enumerate() {
                self.text(if i == 0 { "" } else { ", " });
                self.node(n);
            }
            self.text("}\n");
        }
        let mut at = 0;
        while let Some(&n) = self.nodes.get(at) {
            let d = m.metadata.nodes[n];
            put!(self, "!{at} = {}!", if d.distinct { "distinct " } else { "" });
            at += 1;
            let operands = m.metadata.operands(n);
            if d.kind == MdStr::EMPTY {
                self.text("{");
                self.md_operands(operands);
                self.text("}\n");
            } else {
                put!(self, "{}(", String::from_utf8_lossy(m.metadata.bytes(d.kind)));
                self.md_operands(operands);
                self.text(")\n");
            }
        }
    }
    fn md_operands(&mut self, list: &[MdOperand]) {
        let mut separator = "";
        for (i, &o) in list.iter().enumerate() {
            self.text(separator);
            separator = ", ";
            match (o, i.checked_sub(1).and_then(|i| list.get(i))) {
                (MdOperand::Field(name), _) => {
                    put!(self, "{}: ", String::from_utf8_lossy(self.m.metadata.bytes(name)));
                    separator = "";
                }
                // A field's string has no `!` before it, and a generic node's list no number.
                (MdOperand::String(s), Some(MdOperand::Field(_))) => {
                    put!(self, "{}", string(self.m.metadata.bytes(s)));
                }
                (MdOperand::Node(n), Some(&MdOperand::Field(f))) if self.m.metadata.bytes(f) == b"operands" => {
                    self.text("{");
                    let operands = self.m.metadata.operands(n);
                    self.md_operands(operands);
                    self.text("}");
                }
                _ => self.md_operand(o),
            }
        }
    }
    /// An operand of a node, or an argument after `metadata`.
    pub(super) fn md_operand(&mut self, o: MdOperand) {
        let m = self.m;
        match o {
            MdOperand::Null => self.text("null"),
            MdOperand::Node(n) => self.node(n),
            MdOperand::String(s) => put!(self, "!{}", string(m.metadata.bytes(s))),
            MdOperand::Int(v, crate::ir::Ty::VOID) => put!(self, "{v}"),
            MdOperand::Int(v, ty) => put!(self, "{} {v}", m.types.show(ty)),
            MdOperand::Const(c) => self.typed_constant(&m.consts, c),
            MdOperand::Word(s) | MdOperand::Field(s) => put!(self, "{}", String::from_utf8_lossy(m.metadata.bytes(s))),
        }
    }
    /// `, !kind !n` for each.
    pub(super) fn attachments(&mut self, list: &[(MdKind, MdRef)]) {
        for (k, n) in list {
            self.text(", ");
            self.attachment(*k, *n);
        }
    }
    /// ` !kind !n` for each, in a function's header.
    pub(super) fn header_attachments(&mut self, g: &Global) {
        for (k, n) in &g.metadata {
            self.text(" ");
            self.attachment(*k, *n);
        }
    }
    fn attachment(&mut self, k: MdKind, n: MdRef) {
        put!(self, "!{} ", md_name(self.m.metadata.kind_name(k).as_bytes()));
        self.node(n);
    }
}

/// A name of metadata: what cannot stand in it is escaped.
fn md_name(name: &[u8]) -> String {
    let mut s = String::with_capacity(name.len());
    for (i, &b) in name.iter().enumerate() {
        match b {
            b'-' | b'$' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => s.push(b as char),
            b'0'..=b'9' if i > 0 => s.push(b as char),
            _ => {
                let _ = write!(s, "\\{b:02X}");
            }
        }
    }
    s
}
