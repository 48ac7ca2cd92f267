//! Prints modules and functions as textual LLVM IR.
//!
//! What the reader read prints as IR that LLVM reads back, and reading and printing that again changes nothing: that is
//! how both are tested. Attributes stand at their function or call, without groups; debug records and attributes that
//! the reader drops do not return. Legalised IR prints in the same manner, operations that LLVM lacks as an
//! `ocg.` opcode with operands and results: to be read by people only.
//!
//! Numbers are given in order of appearance, as LLVM does; a block without a name whose address is taken gets one, for
//! LLVM cannot name it by number from elsewhere.

mod attrs;
mod consts;
mod function;
mod inst;
mod metadata;

use crate::ir::{
    ComdatKind, Function, Global, GlobalKind, GlobalRef, Linkage, MdRef, Module, TlsModel, TyData, Visibility, quote,
};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A whole module.
pub fn module(m: &Module) -> String {
    let mut p = Printer::new(m);
    p.module();
    p.out
}

/// One function, as its module has it or as a pass left it.
pub fn function(m: &Module, f: &Function) -> String {
    let mut p = Printer::new(m);
    p.function(f);
    p.out
}

/// The text so far, and what it is about. Writing to a string cannot fail, so results are dropped throughout.
struct Printer<'a> {
    m: &'a Module,
    out: String,
    /// Metadata nodes in the order in which they were mentioned: their numbers.
    nodes: Vec<MdRef>,
    numbers: FxHashMap<MdRef, usize>,
}

/// Appends formatted text.
macro_rules! put {
    ($p:expr, $($arg:tt)*) => {{ let _ = write!($p.out, $($arg)*); }};
}
use put;

impl<'a> Printer<'a> {
    fn new(m: &'a Module) -> Printer<'a> {
        Printer { m, out: String::new(), nodes: Vec::new(), numbers: FxHashMap::default() }
    }
    fn text(&mut self, s: &str) {
        self.out.push_str(s);
    }
    fn module(&mut self) {
        let m = self.m;
        if !m.source_filename.is_empty() {
            put!(self, "source_filename = {}\n", string(m.source_filename.as_bytes()));
        }
        if let Some(s) = &m.data_layout {
            put!(self, "target datalayout = {}\n", string(s.as_bytes()));
        }
        if let Some(s) = &m.triple {
            put!(self, "target triple = {}\n", string(s.as_bytes()));
        }
        for line in &m.asm {
            put!(self, "module asm {}\n", string(line.as_bytes()));
        }
        for n in 0..m.types.named_len() {
            let t = m.types.named(n as u32);
            put!(self, "%{} = type ", quote(&t.name));
            match t.body {
                Some(b) => put!(self, "{}\n", m.types.show(b)),
                None => self.text("opaque\n"),
            }
        }
        for (name, kind) in &m.comdats {
            let kind = match kind {
                ComdatKind::Any => "any",
                ComdatKind::ExactMatch => "exactmatch",
                ComdatKind::Largest => "largest",
                ComdatKind::NoDeduplicate => "nodeduplicate",
                ComdatKind::SameSize => "samesize",
            };
            put!(self, "${} = comdat {kind}\n", quote(name));
        }
        for &g in &m.order {
            self.global(g);
        }
        self.metadata();
    }

    fn global(&mut self, r: GlobalRef) {
        let m = self.m;
        let g = &m.globals[r];
        match &g.kind {
            GlobalKind::Variable { constant, init, externally_initialized } => {
                put!(self, "@{} = ", quote(&g.name));
                if init.is_none() && g.linkage == Linkage::External {
                    self.text("external ");
                }
                self.symbol_header(g);
                if g.addrspace != 0 {
                    put!(self, "addrspace({}) ", g.addrspace);
                }
                self.text(if *externally_initialized { "externally_initialized " } else { "" });
                self.text(if *constant { "constant " } else { "global " });
                put!(self, "{}", m.types.show(g.value_ty));
                if let Some(c) = init {
                    self.text(" ");
                    self.constant(&m.consts, *c);
                }
                self.global_tail(g, ", ");
                self.attachments(&g.metadata);
                self.fn_attrs(&g.attrs);
                self.text("\n");
            }
            GlobalKind::Alias(c) | GlobalKind::Ifunc(c) => {
                put!(self, "@{} = ", quote(&g.name));
                self.symbol_header(g);
                let what = if matches!(g.kind, GlobalKind::Alias(_)) { "alias" } else { "ifunc" };
                put!(self, "{what} {}, ", m.types.show(g.value_ty));
                self.typed_constant(&m.consts, *c);
                if let Some(s) = &g.partition {
                    put!(self, ", partition {}", string(s.as_bytes()));
                }
                self.attachments(&g.metadata);
                self.text("\n");
            }
            GlobalKind::Function { body: Some(f), .. } => self.function(&m.functions[*f]),
            GlobalKind::Function { body: None, sig } => {
                self.text("declare");
                self.header_attachments(g);
                self.text(" ");
                self.function_header(g, sig, None);
                self.text("\n");
            }
        }
    }
    /// Linkage, visibility, thread-local model..., each with a space behind it.
    fn symbol_header(&mut self, g: &Global) {
        let linkage = linkage(g.linkage);
        if !linkage.is_empty() {
            put!(self, "{linkage} ");
        }
        let implied = g.linkage.is_local() || g.visibility != Visibility::Default && g.linkage != Linkage::ExternWeak;
        if g.dso_local && !implied {
            self.text("dso_local ");
        }
        self.text(match g.visibility {
            Visibility::Default => "",
            Visibility::Hidden => "hidden ",
            Visibility::Protected => "protected ",
        });
        self.text(match g.tls {
            None => "",
            Some(TlsModel::GeneralDynamic) => "thread_local ",
            Some(TlsModel::LocalDynamic) => "thread_local(localdynamic) ",
            Some(TlsModel::InitialExec) => "thread_local(initialexec) ",
            Some(TlsModel::LocalExec) => "thread_local(localexec) ",
        });
        if g.unnamed_addr && !matches!(g.kind, GlobalKind::Function { .. }) {
            self.text("unnamed_addr ");
        }
    }
    /// Section, partition, code model, comdat and alignment, each after the separator.
    fn global_tail(&mut self, g: &Global, separator: &str) {
        for (what, text) in [("section", &g.section), ("partition", &g.partition), ("code_model", &g.code_model)] {
            if let Some(s) = text {
                put!(self, "{separator}{what} {}", string(s.as_bytes()));
            }
        }
        if let Some(c) = &g.comdat {
            put!(self, "{separator}comdat(${})", quote(c));
        }
        if g.align != 0 {
            put!(self, "{separator}align {}", g.align);
        }
    }
    /// A function's address space is part of its header only when it is not the default.
    fn is_function_type(&self, t: crate::ir::Ty) -> bool {
        matches!(self.m.types.get(t), TyData::Func { .. })
    }
}

/// A linkage as it is written; the default is not.
fn linkage(l: Linkage) -> &'static str {
    match l {
        Linkage::External => "",
        Linkage::AvailableExternally => "available_externally",
        Linkage::LinkOnceAny => "linkonce",
        Linkage::LinkOnceOdr => "linkonce_odr",
        Linkage::WeakAny => "weak",
        Linkage::WeakOdr => "weak_odr",
        Linkage::Appending => "appending",
        Linkage::Internal => "internal",
        Linkage::Private => "private",
        Linkage::ExternWeak => "extern_weak",
        Linkage::Common => "common",
    }
}

/// Bytes as a string literal.
fn string(bytes: &[u8]) -> String {
    let mut s = String::with_capacity(bytes.len() + 2);
    s.push('"');
    for &b in bytes {
        match b {
            b' '..=b'~' if b != b'"' && b != b'\\' => s.push(b as char),
            _ => {
                let _ = write!(s, "\\{b:02X}");
            }
        }
    }
    s.push('"');
    s
}
