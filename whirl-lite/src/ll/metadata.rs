//! Metadata: nodes, specialised nodes, named lists, attachments.
//!
//! Specialised nodes (`!DILocation(line: 1, ...)`) are read alike, whatever they are: a name and fields.

use super::*;
use crate::ir::{ConstData, MdKind, MdOperand, MdRef, MdStr};
use cranelift_entity::EntityRef;
use numbered::Numbered;
use smallvec::SmallVec;

/// Operands as they are read.
type Operands = SmallVec<[MdOperand; 16]>;

/// Numbered metadata nodes.
pub(super) struct MdNumbers {
    numbered: Numbered<MdRef>,
    /// For each node that was mentioned before its definition: number and place. Emptied by definitions.
    pending: Vec<Option<(u32, Pos)>>,
    /// Places of named lists in [`crate::ir::Metadata::named`].
    named: rustc_hash::FxHashMap<String, usize>,
}

impl MdNumbers {
    pub fn new(limit: usize) -> MdNumbers {
        MdNumbers { numbered: Numbered::new(limit), pending: Vec::new(), named: Default::default() }
    }
}

impl Parser<'_> {
    /// The node that `!12` (the current token) stands for.
    fn md_number(&mut self) -> MdRef {
        let n = self.lx.num as u32;
        if let Some(r) = self.md.numbered.get(n) {
            return r;
        }
        let pos = self.pos();
        let r = self.m.metadata.reserve();
        self.md.numbered.set(n, r);
        self.md.pending.resize(r.index() + 1, None);
        self.md.pending[r.index()] = Some((n, pos));
        r
    }
    /// `!12 = ...`.
    pub fn standalone_metadata(&mut self) -> Parsed<()> {
        let pos = self.pos();
        let r = self.md_number();
        let known = self.md.pending.get_mut(r.index()).and_then(Option::take);
        if known.is_none() {
            return self.fail(pos, "metadata id is already used");
        }
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        if self.at_type() {
            return self.fail(self.pos(), "unexpected type in metadata definition");
        }
        let distinct = self.eat_kw(Kw::Distinct);
        self.node_body(r, distinct)
    }
    /// `!{...}` or `!DIName(...)` into a node.
    fn node_body(&mut self, r: MdRef, distinct: bool) -> Parsed<()> {
        self.enter()?;
        let (kind, operands) = match self.lx.tok {
            Tok::Exclaim => {
                self.lx.next();
                (MdStr::EMPTY, self.tuple()?)
            }
            Tok::MdName => self.specialised()?,
            _ => return self.expected("expected '!' here"),
        };
        self.m.metadata.define(r, distinct, kind, &operands);
        self.leave();
        Ok(())
    }
    /// A node where one is used: `!12`, `!{...}`, `!DIName(...)`.
    pub fn md_node(&mut self) -> Parsed<MdRef> {
        if self.lx.tok == Tok::MdId {
            let r = self.md_number();
            self.lx.next();
            return Ok(r);
        }
        let r = self.m.metadata.reserve();
        self.node_body(r, false)?;
        Ok(r)
    }
    /// `{...}`, after the `!`.
    fn tuple(&mut self) -> Parsed<Operands> {
        self.expect(Tok::LBrace, "expected '{' here")?;
        let mut list = Operands::new();
        if self.lx.tok != Tok::RBrace {
            loop {
                list.push(self.md_operand()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "expected end of metadata node")?;
        Ok(list)
    }
    /// An operand of a node, or what follows `metadata` as an argument.
    pub fn md_operand(&mut self) -> Parsed<MdOperand> {
        match self.lx.tok {
            Tok::MdId | Tok::MdName => Ok(MdOperand::Node(self.md_node()?)),
            Tok::Kw(Kw::Null) => {
                self.lx.next();
                Ok(MdOperand::Null)
            }
            Tok::Exclaim => {
                // `!"string"` or `!{...}`.
                self.lx.next();
                if self.lx.tok == Tok::Str {
                    return Ok(MdOperand::String(self.md_string()?));
                }
                self.enter()?;
                let r = self.m.metadata.reserve();
                let operands = self.tuple()?;
                self.m.metadata.define(r, false, MdStr::EMPTY, &operands);
                self.leave();
                Ok(MdOperand::Node(r))
            }
            _ => self.md_value(),
        }
    }
    fn md_string(&mut self) -> Parsed<MdStr> {
        let s = self.string_bytes()?;
        Ok(self.m.metadata.string(&s))
    }
    /// `i32 5`, `ptr @f`, or a value of the function, which says nothing here.
    fn md_value(&mut self) -> Parsed<MdOperand> {
        let pos = self.pos();
        let ty = self.ty_expecting("expected metadata operand")?;
        if matches!(ty, Ty::METADATA | Ty::VOID) {
            return self.fail(pos, "invalid metadata-value-metadata roundtrip");
        }
        if matches!(self.lx.tok, Tok::LocalName | Tok::LocalId) {
            if !self.in_body {
                return self.fail(self.pos(), "invalid use of function-local name");
            }
            if ty == Ty::LABEL {
                self.lx.next();
            } else {
                self.value(ty)?;
            }
            return Ok(MdOperand::Null);
        }
        let outer = std::mem::replace(&mut self.module_consts, true);
        let c = self.constant(ty);
        self.module_consts = outer;
        let c = c?;
        Ok(match (self.m.consts.get(c), self.m.types.int_bits(ty)) {
            (&ConstData::Int(v), Some(bits @ 1..=64)) => {
                let shift = 64 - bits;
                MdOperand::Int((v << shift) as i64 >> shift, ty)
            }
            _ => MdOperand::Const(c),
        })
    }

    /// `!DIName(field: value, ...)`, the current token being `!DIName`.
    fn specialised(&mut self) -> Parsed<(MdStr, Operands)> {
        let kind = self.lx.name();
        if !kind.first().is_some_and(u8::is_ascii_uppercase) {
            return self.expected("expected metadata node");
        }
        let kind = self.m.metadata.name(kind);
        self.lx.next();
        self.open()?;
        let mut list = Operands::new();
        if self.lx.tok != Tok::RParen {
            loop {
                if self.lx.tok == Tok::LabelName {
                    list.push(MdOperand::Field(self.m.metadata.name(self.lx.name())));
                    self.lx.next();
                }
                list.push(self.field_value()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.close()?;
        Ok((kind, list))
    }
    fn field_value(&mut self) -> Parsed<MdOperand> {
        match self.lx.tok {
            Tok::Int => {
                let value = match (self.lx.big, self.lx.negative) {
                    (false, false) => i64::try_from(self.lx.num).ok(),
                    (false, true) => 0i64.checked_sub_unsigned(self.lx.num),
                    (true, _) => None,
                };
                let text = self.lx.text();
                self.lx.next();
                Ok(match value {
                    Some(v) => MdOperand::Int(v, Ty::VOID),
                    None => MdOperand::Word(self.m.metadata.name(text)),
                })
            }
            Tok::Str => Ok(MdOperand::String(self.md_string()?)),
            // `operands: {!0, !1}` of a generic node.
            Tok::LBrace => {
                self.enter()?;
                let r = self.m.metadata.reserve();
                let operands = self.tuple()?;
                self.m.metadata.define(r, false, MdStr::EMPTY, &operands);
                self.leave();
                Ok(MdOperand::Node(r))
            }
            Tok::Kw(Kw::Null) => {
                self.lx.next();
                Ok(MdOperand::Null)
            }
            Tok::Word | Tok::Kw(_) if !self.at_type() => self.field_words(),
            _ => self.md_operand(),
        }
    }
    /// `DIFlagPublic | DIFlagVector`, or one word.
    fn field_words(&mut self) -> Parsed<MdOperand> {
        let mut text = Cow::Borrowed(self.lx.text());
        self.lx.next();
        while self.eat(Tok::Bar) {
            if !matches!(self.lx.tok, Tok::Word | Tok::Kw(_) | Tok::Int) {
                return self.expected("expected debug info flag");
            }
            let text = text.to_mut();
            text.extend_from_slice(b" | ");
            text.extend_from_slice(self.lx.text());
            self.lx.next();
        }
        Ok(MdOperand::Word(self.m.metadata.name(&text)))
    }

    /// `!name = !{!0, !1}`.
    pub fn named_metadata(&mut self) -> Parsed<()> {
        let pos = self.pos();
        let name = self.text(pos, &self.name())?;
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::Exclaim, "expected '!' here")?;
        self.expect(Tok::LBrace, "expected '{' here")?;
        let mut list = Vec::new();
        if self.lx.tok != Tok::RBrace {
            loop {
                list.push(self.md_node()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "expected end of metadata node")?;
        let named = &mut self.m.metadata.named;
        match self.md.named.get(&name).and_then(|&n| named.get_mut(n)) {
            Some((_, l)) => l.extend(list),
            None => {
                self.md.named.insert(name.clone(), named.len());
                named.push((name, list));
            }
        }
        Ok(())
    }
    /// `!kind node`, the current token being `!kind`.
    pub fn attachment(&mut self) -> Parsed<(MdKind, MdRef)> {
        let pos = self.pos();
        let kind = match (self.lx.escaped, std::str::from_utf8(self.lx.name())) {
            (false, Ok(name)) => self.m.metadata.kind(name),
            _ => {
                let name = self.text(pos, &self.name())?;
                self.m.metadata.kind(&name)
            }
        };
        self.lx.next();
        Ok((kind, self.md_node()?))
    }
    /// Attachments of a global: `!kind node` again and again, with commas if `commas`.
    pub fn global_attachments(&mut self) -> Parsed<Vec<(MdKind, MdRef)>> {
        let mut list = Vec::new();
        while self.lx.tok == Tok::MdName {
            list.push(self.attachment()?);
        }
        Ok(list)
    }

    /// At the end: every node that was mentioned is defined.
    pub fn check_metadata(&self) -> Parsed<()> {
        match self.md.pending.iter().flatten().next() {
            Some(&(n, pos)) => self.fail(pos, format!("use of undefined metadata '!{n}'")),
            None => Ok(()),
        }
    }
}
