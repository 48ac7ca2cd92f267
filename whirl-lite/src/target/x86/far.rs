//! Which symbols are large: "System V Application Binary Interface, AMD64 Architecture Processor Supplement", 3.5.1, and
//! `TargetMachine::isLargeGlobalValue` of LLVM for what it leaves open.
//!
//! Large symbols have addresses of 64 bits. In the medium model that is data above a threshold, in the large model code too. A
//! variable's own code model, and the names of sections, decide before the model of the module does.

use crate::ir::{CastOp, Const, ConstData, ConstExpr, Global, GlobalKind, GlobalRef, Module};
use crate::layout::DataLayout;
use targ_info::{CodeModel, Target};

/// Aliases of aliases end somewhere.
const DEPTH: u32 = 64;

/// Is the symbol large?
pub fn is_far(t: &Target, m: &Module, dl: &DataLayout, g: GlobalRef) -> bool {
    // What an alias names may be anywhere if it is not known.
    let Some(g) = object(m, g, DEPTH) else { return true };
    let global = &m.globals[g];
    if !matches!(global.kind, GlobalKind::Variable { .. }) {
        return match &global.section {
            Some(name) => is_in(name, &[".ltext"]),
            None => t.code == CodeModel::Large,
        };
    }
    match (global.code_model.as_deref(), &global.section) {
        _ if global.tls.is_some() => false,
        (Some("small"), _) => false,
        (Some("large"), _) => true,
        (_, Some(name)) => is_in(name, &[".lbss", ".ldata", ".lrodata"]),
        (_, None) => matches!(t.code, CodeModel::Medium | CodeModel::Large) && is_big(t, m, dl, global),
    }
}

fn is_big(t: &Target, m: &Module, dl: &DataLayout, global: &Global) -> bool {
    let declared = matches!(global.kind, GlobalKind::Variable { init: None, .. });
    // Linkers define these, anywhere in the image.
    let edge = |n: &str| n == "__ehdr_start" || n.starts_with("__start_") || n.starts_with("__stop_");
    if declared && edge(&global.name) {
        return true;
    }
    dl.alloc_size(&m.types, global.value_ty).is_none_or(|n| n == 0 || n > t.large_data)
}

/// One of the sections, or one that is named after it.
fn is_in(name: &str, sections: &[&str]) -> bool {
    sections.iter().any(|s| name.strip_prefix(s).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// The variable or function behind aliases.
fn object(m: &Module, g: GlobalRef, depth: u32) -> Option<GlobalRef> {
    match m.globals[g].kind {
        GlobalKind::Alias(c) if depth > 0 => base(m, c).and_then(|g| object(m, g, depth - 1)),
        GlobalKind::Alias(_) => None,
        GlobalKind::Variable { .. } | GlobalKind::Function { .. } | GlobalKind::Ifunc(_) => Some(g),
    }
}

/// The symbol that an address counts from.
fn base(m: &Module, c: Const) -> Option<GlobalRef> {
    match m.consts.get(c) {
        ConstData::Global(g) | ConstData::FunctionAddress(g) => Some(*g),
        ConstData::Expr(ConstExpr::Cast(CastOp::BitCast | CastOp::AddrSpaceCast, c)) => base(m, *c),
        ConstData::Expr(ConstExpr::Gep { args, .. }) => args.first().and_then(|&c| base(m, c)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_known_by_their_first_words() {
        assert!(is_in(".ldata", &[".lbss", ".ldata"]));
        assert!(is_in(".ldata.mine", &[".ldata"]));
        assert!(!is_in(".ldatas", &[".ldata"]));
    }
}
