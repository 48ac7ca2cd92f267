//! What only RISC-V has: ISA strings, the arch attribute, and its own reasons against an ABI.

mod isa_string;

use super::resolve::Hooks;
use crate::riscv::feature;
use crate::{Abi, FeatureSet, Isa};

/// RISC-V's part in target resolution.
pub(super) static HOOKS: Hooks =
    Hooks { isa: "riscv", isa_string: isa_string::parse, settle, abi_problem, attribute: isa_string::attribute };

/// RV32E and RV64E replace the base ISA, and are not beside it; without them there is always `i`.
fn settle(_: &Isa, set: &mut FeatureSet) {
    if set.has(feature::E) { set.remove(feature::I) } else { set.insert(feature::I) }
}

/// The reasons of the psABI, in the words of llc.
fn abi_problem(_: &Isa, set: &FeatureSet, asked: &Abi, default: &Abi) -> Option<String> {
    if asked.xlen != default.xlen {
        return Some(format!("{}-bit ABIs are not supported for {}-bit targets", asked.xlen, default.xlen));
    }
    for (flen, f, letter) in [(32, feature::F, 'f'), (64, feature::D, 'd')] {
        if asked.flen == flen && !set.has(f) {
            let upper = letter.to_ascii_uppercase();
            return Some(format!(
                "Hard-float '{letter}' ABI can't be used for a target that doesn't support the {upper} instruction set \
                 extension"
            ));
        }
    }
    if set.has(feature::E) && asked.name != default.name {
        return Some(format!("Only the {} ABI is supported for RV{}E", default.name, default.xlen));
    }
    None
}
