//! x86: calling conventions and the operations its instructions cover.

mod abi;
mod abi32;
mod actions;
mod costs;
mod far;
mod intrinsics;

use crate::ir::{GlobalRef, Module};
use crate::layout::DataLayout;
use crate::legalize::actions::Actions;
use crate::opt::costs::Costs;
use crate::target::{AbiArg, Assignment, Leaf, LeafLoc, Lowering, Special};
use targ_info::{CodeModel, Target};

/// x86's answers.
pub struct X86;

impl Lowering for X86 {
    fn isa(&self) -> &'static str {
        "x86"
    }
    fn actions(&self, t: &Target) -> Actions {
        actions::actions(t)
    }
    fn costs(&self, t: &Target) -> Costs {
        costs::costs(t, &actions::actions(t))
    }
    fn foreign_convention(&self, cc: u32) -> Option<&'static str> {
        Some(match cc {
            11 => "cc 11",
            13 => "anyregcc",
            14 => "preserve_mostcc",
            15 => "preserve_allcc",
            17 => "cxx_fast_tlscc",
            19 => "cfguard_checkcc",
            21 => "preserve_nonecc",
            77 => "intel_ocl_bicc",
            79 => "win64cc",
            80 => "x86_vectorcallcc",
            83 => "x86_intrcc",
            92 => "x86_regcallcc",
            _ => return None,
        })
    }
    fn arguments(&self, t: &Target, cc: u32, args: &[AbiArg], vararg: bool) -> Assignment {
        if t.xlen() == 32 { abi32::arguments(t, cc, args, vararg) } else { abi::arguments(t, cc, args, vararg) }
    }
    fn is_far(&self, t: &Target, m: &Module, dl: &DataLayout, g: GlobalRef) -> bool {
        t.xlen() == 64 && far::is_far(t, m, dl, g)
    }
    fn foreign_code_model(&self, t: &Target) -> Option<&'static str> {
        // IA-32 reaches everything in each of the others.
        (t.xlen() == 32 && t.code == CodeModel::Kernel).then_some("kernel")
    }
    fn special(&self, name: &str) -> Option<Special> {
        intrinsics::special(name)
    }
    fn results(&self, t: &Target, cc: u32, leaves: &[Leaf]) -> Option<Vec<LeafLoc>> {
        if t.xlen() == 32 { abi32::results(t, cc, leaves) } else { abi::results(t, leaves) }
    }
}
