//! What stands at top level, and what is settled at the end.

use super::*;
use crate::ir::ComdatKind;

impl Parser<'_> {
    /// A whole module.
    pub fn module(&mut self) -> Parsed<()> {
        self.lx.next();
        while self.lx.tok != Tok::Eof {
            self.entity()?;
        }
        self.finish()
    }

    fn entity(&mut self) -> Parsed<()> {
        match self.lx.tok {
            Tok::GlobalName | Tok::GlobalId => self.global_definition(),
            Tok::LocalName | Tok::LocalId => self.type_definition(),
            Tok::ComdatName => self.comdat(),
            Tok::MdId => self.standalone_metadata(),
            Tok::MdName => self.named_metadata(),
            Tok::SummaryId => self.summary(),
            Tok::Kw(k) => match k {
                Kw::Define => self.define(),
                Kw::Declare => self.declare(),
                Kw::Attributes => self.attribute_group(),
                Kw::Module => self.module_asm(),
                Kw::Target => self.target(),
                Kw::SourceFilename => {
                    self.lx.next();
                    self.expect(Tok::Equal, "expected '=' after source_filename")?;
                    self.m.source_filename = self.string()?;
                    Ok(())
                }
                Kw::Uselistorder | Kw::UselistorderBb => self.use_list_order(),
                _ => self.expected("expected top-level entity"),
            },
            _ => self.expected("expected top-level entity"),
        }
    }

    /// `target triple = "..."`, `target datalayout = "..."`.
    fn target(&mut self) -> Parsed<()> {
        self.lx.next();
        let k = self.lx.tok;
        if !matches!(k, Tok::Kw(Kw::Triple | Kw::Datalayout)) {
            return self.expected("unknown target property");
        }
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' after target property")?;
        let text = self.string()?;
        match k {
            Tok::Kw(Kw::Triple) => self.m.triple = Some(text),
            _ => self.m.data_layout = Some(text),
        }
        Ok(())
    }
    /// `module asm "..."`.
    fn module_asm(&mut self) -> Parsed<()> {
        self.lx.next();
        self.expect_kw(Kw::Asm)?;
        let line = self.string()?;
        self.m.asm.push(line);
        Ok(())
    }
    /// `$name = comdat kind`.
    fn comdat(&mut self) -> Parsed<()> {
        let pos = self.pos();
        let name = self.text(pos, &self.name())?;
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect_kw(Kw::Comdat)?;
        let kind = match self.lx.tok {
            Tok::Kw(Kw::Any) => ComdatKind::Any,
            Tok::Kw(Kw::Exactmatch) => ComdatKind::ExactMatch,
            Tok::Kw(Kw::Largest) => ComdatKind::Largest,
            Tok::Kw(Kw::Nodeduplicate | Kw::Noduplicates) => ComdatKind::NoDeduplicate,
            Tok::Kw(Kw::Samesize) => ComdatKind::SameSize,
            _ => return self.expected("unknown selection kind"),
        };
        self.lx.next();
        if !self.comdats.defined.insert(name.clone()) {
            return self.fail(pos, format!("redefinition of comdat '${name}'"));
        }
        self.m.comdats.push((name, kind));
        Ok(())
    }
    /// Notes that a symbol is in a comdat, which has to be defined somewhere.
    pub fn mention_comdat(&mut self, name: &str) {
        if !self.comdats.defined.contains(name) {
            self.comdats.mentioned.push((name.to_string(), self.pos()));
        }
    }
    /// `uselistorder type value, { 1, 0 }`: says nothing to us.
    pub fn use_list_order(&mut self) -> Parsed<()> {
        while self.lx.tok != Tok::RBrace {
            if matches!(self.lx.tok, Tok::Eof | Tok::Error) {
                return self.expected("expected '}' here");
            }
            self.lx.next();
        }
        self.lx.next();
        Ok(())
    }
    /// `^0 = module: (...)`: a module summary says nothing to us.
    fn summary(&mut self) -> Parsed<()> {
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        if self.lx.tok != Tok::LabelName {
            return self
                .expected("expected 'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry");
        }
        self.lx.next();
        match self.lx.tok {
            Tok::LParen => self.skip_parens(),
            _ => self.uint().map(drop),
        }
    }

    fn finish(&mut self) -> Parsed<()> {
        self.check_types()?;
        self.check_symbols()?;
        self.check_metadata()?;
        self.resolve_groups()?;
        self.resolve_block_addresses()?;
        match self.comdats.mentioned.iter().find(|(n, _)| !self.comdats.defined.contains(n)) {
            Some((n, pos)) => self.fail(*pos, format!("use of undefined comdat '${n}'")),
            None => Ok(()),
        }
    }
}

/// Comdats by name.
#[derive(Default)]
pub(super) struct Comdats {
    defined: rustc_hash::FxHashSet<String>,
    mentioned: Vec<(String, Pos)>,
}
