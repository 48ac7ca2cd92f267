//! Placing constants and addresses that take instructions to make.

use crate::ir::{Function, InstKind, Value};

/// Is the value the address of a symbol or frame object, plus a constant?
pub fn is_address(f: &Function, v: Value) -> bool {
    f.def_inst(v).is_some_and(|i| crate::tree::is_leaf(f, i) && !matches!(f.insts[i].kind, InstKind::BlockAddr(_)))
}
