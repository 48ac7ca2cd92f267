//! Function attributes that relax floating point, as flags of the operations.
//!
//! Front ends say "this function does not care about NaNs" twice: on each operation, and as an attribute of the function
//! (`"no-nans-fp-math"="true"`), which is also what options such as `-enable-no-nans-fp-math` set. Later passes read the
//! flags of operations only, so the attributes become flags before anything else looks.

use crate::ir::{FnAttrs, Function, InstFlags, InstKind, UnOp};

/// The attribute that stands for `-fp-contract`: `fast` fuses wherever operations meet, `off` not even `llvm.fmuladd`.
pub const CONTRACT: &str = "fp-contract";

/// String attributes and values that allow something, and what.
const ATTRIBUTES: [(&str, &str, InstFlags); 6] = [
    ("no-nans-fp-math", "true", InstFlags::NNAN),
    ("no-infs-fp-math", "true", InstFlags::NINF),
    ("no-signed-zeros-fp-math", "true", InstFlags::NSZ),
    ("approx-func-fp-math", "true", InstFlags::AFN),
    ("unsafe-fp-math", "true", UNSAFE),
    (CONTRACT, "fast", InstFlags::CONTRACT),
];

/// What `unsafe-fp-math` stands for in the LLVM language reference of the attribute's time.
const UNSAFE: InstFlags =
    InstFlags::REASSOC.union(InstFlags::ARCP).union(InstFlags::CONTRACT).union(InstFlags::NSZ).union(InstFlags::AFN);

/// What a function's attributes allow.
fn allowed(attrs: &FnAttrs) -> InstFlags {
    let of = |(key, value): &(String, String)| ATTRIBUTES.iter().find(|a| a.0 == key && a.1 == value);
    attrs.strings.iter().filter_map(of).fold(InstFlags::empty(), |flags, a| flags | a.2)
}

/// Gives a function's floating-point operations the flags that its attributes stand for.
pub(super) fn run(f: &mut Function) {
    let flags = allowed(&f.sig.attrs);
    if flags.is_empty() {
        return;
    }
    for inst in f.insts.values_mut() {
        let floats = match inst.kind {
            InstKind::Binary(op) => op.is_float(),
            InstKind::Unary(UnOp::FNeg) | InstKind::Fcmp(..) => true,
            _ => false,
        };
        if floats {
            inst.flags |= flags;
        }
    }
}

/// May operations that are fused or not (`llvm.fmuladd`) be fused?
pub(super) fn fuses(attrs: &FnAttrs) -> bool {
    attrs.string(CONTRACT) != Some("off")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::BinOp;

    #[test]
    fn attributes_become_flags_of_floating_point_only() {
        let text = r#"define double @f(double %a, i32 %n) "unsafe-fp-math"="true" "no-nans-fp-math"="false" {
             %m = add i32 %n, 1
             %x = fmul double %a, %a
             ret double %x
            }"#;
        let mut m = crate::ll::parse(text.as_bytes()).expect("the text parses");
        let f = m.functions.values_mut().next().expect("a function is defined");
        run(f);
        for i in f.insts.values() {
            match i.kind {
                InstKind::Binary(BinOp::FMul) => assert_eq!(i.flags, UNSAFE),
                _ => assert!(i.flags.is_empty(), "{:?}", i.kind),
            }
        }
    }
}
