//! Functions: headers, names, blocks.

use super::{Printer, put, string};
use crate::ir::{BlockId, Function, Global, Signature, Ty, Value, quote};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What values and blocks of a function are called, without the `%`.
pub(super) struct LocalNames {
    pub values: SecondaryMap<Value, String>,
    pub blocks: SecondaryMap<BlockId, String>,
}

/// The name of a block whose address is taken, which must not be a number.
pub(super) fn addressed_name(f: &Function, b: BlockId) -> String {
    match f.block_names.get(b) {
        Some(n) => quote(n),
        None => format!("addressed.{}", b.as_u32()),
    }
}

impl LocalNames {
    fn of(f: &Function) -> LocalNames {
        let mut names = LocalNames { values: SecondaryMap::new(), blocks: SecondaryMap::new() };
        let mut used: FxHashSet<String> = FxHashSet::default();
        let mut next = 0u32;
        let mut name = |own: Option<String>, n: u32| match own {
            // Names that were not UTF-8, or that a pass gave to several values, may meet.
            Some(s) if !used.insert(s.clone()) => quote(&format!("{}.{n}", s.trim_matches('"'))),
            Some(s) => s,
            None => {
                next += 1;
                (next - 1).to_string()
            }
        };
        for &v in &f.params {
            names.values[v] = name(f.value_names.get(v).map(quote), v.as_u32());
        }
        for &b in &f.layout {
            let own = match f.blocks[b].address_taken {
                true => Some(addressed_name(f, b)),
                false => f.block_names.get(b).map(quote),
            };
            names.blocks[b] = name(own, b.as_u32());
            for i in f.block_insts(b) {
                for v in f.results(i) {
                    names.values[v] = name(f.value_names.get(v).map(quote), v.as_u32());
                }
            }
        }
        names
    }
}

impl Printer<'_> {
    /// A definition with its body.
    pub(super) fn function(&mut self, f: &Function) {
        let m = self.m;
        let names = LocalNames::of(f);
        self.text("define ");
        let g = &m.globals[f.global];
        self.function_header(g, &f.sig, Some((f, &names)));
        self.header_attachments(g);
        self.text(" {\n");
        for (i, &b) in f.layout.iter().enumerate() {
            // The first block needs no label unless something names it.
            if i > 0 || f.block_names.get(b).is_some() || f.blocks[b].address_taken {
                put!(self, "{}{}:\n", if i > 0 { "\n" } else { "" }, names.blocks[b]);
            }
            for inst in f.block_insts(b) {
                self.text("  ");
                self.inst(f, &names, inst);
                self.text("\n");
            }
        }
        self.text("}\n");
    }
    /// From the linkage to the personality.
    pub(super) fn function_header(&mut self, g: &Global, sig: &Signature, body: Option<(&Function, &LocalNames)>) {
        let m = self.m;
        self.symbol_header(g);
        if sig.cc != 0 {
            put!(self, "cc {} ", sig.cc);
        }
        self.result_attrs(sig);
        put!(self, "{} @{}(", m.types.show(sig.ret), quote(&g.name));
        // Legalised functions have parts for parameters: their values' types say so.
        let values = body.map(|(f, _)| f.params.as_slice()).unwrap_or_default();
        let parts = body.is_some_and(|(f, _)| !f.param_locs.is_empty() || values.len() != sig.params.len());
        let count = if parts { values.len() } else { sig.params.len() };
        for i in 0..count {
            self.text(if i == 0 { "" } else { ", " });
            let ty = match (parts, body, values.get(i), sig.params.get(i)) {
                (true, Some((f, _)), Some(&v), _) => f.ty(v),
                (_, _, _, Some(&t)) => t,
                _ => Ty::VOID,
            };
            put!(self, "{}", m.types.show(ty));
            if let Some(a) = sig.param_attrs.get(i).filter(|_| !parts) {
                self.param_attrs(a);
            }
            if let (Some((_, names)), Some(&v)) = (body, values.get(i)) {
                put!(self, " %{}", names.values[v]);
            }
        }
        if sig.vararg {
            self.text(if count == 0 { "..." } else { ", ..." });
        }
        self.text(")");
        self.text(if g.unnamed_addr { " unnamed_addr" } else { "" });
        if g.addrspace != 0 {
            put!(self, " addrspace({})", g.addrspace);
        }
        self.fn_attrs(&sig.attrs);
        self.global_tail(g, " ");
        let Some((f, _)) = body else { return };
        if let Some(s) = &f.gc {
            put!(self, " gc {}", string(s.as_bytes()));
        }
        for (what, c) in [("prefix", f.prefix), ("prologue", f.prologue), ("personality", f.personality)] {
            if let Some(c) = c {
                put!(self, " {what} ");
                self.typed_constant(&m.consts, c);
            }
        }
    }
    /// Attributes of a result, each with a space behind it.
    pub(super) fn result_attrs(&mut self, sig: &Signature) {
        let before = self.out.len();
        self.param_attrs(&sig.ret_attrs);
        if self.out.len() > before {
            self.out.remove(before);
            self.text(" ");
        }
    }
}
