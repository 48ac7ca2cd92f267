//! RISC-V: calling conventions and the operations its instructions cover.

mod abi;
mod actions;
mod costs;

use crate::legalize::actions::Actions;
use crate::opt::costs::Costs;
use crate::target::{AbiArg, Assignment, Leaf, LeafLoc, Lowering};
use targ_info::{CodeModel, Target};

/// RISC-V's answers.
pub struct RiscV;

impl Lowering for RiscV {
    fn isa(&self) -> &'static str {
        "riscv"
    }
    fn actions(&self, t: &Target) -> Actions {
        actions::actions(t)
    }
    fn costs(&self, t: &Target) -> Costs {
        costs::costs(t, &actions::actions(t))
    }
    fn flush_instructions(&self, t: &Target) -> Option<&'static str> {
        // Without an operating system, the library's own, which looks at two operands.
        Some(if t.triple.contains("linux") { "__riscv_flush_icache" } else { "__clear_cache" })
    }
    fn foreign_code_model(&self, t: &Target) -> Option<&'static str> {
        match t.code {
            CodeModel::Small | CodeModel::Medium => None,
            CodeModel::Kernel => Some("kernel"),
            CodeModel::Large => Some("large"),
        }
    }
    fn arguments(&self, t: &Target, _cc: u32, args: &[AbiArg], vararg: bool) -> Assignment {
        abi::arguments(t, args, vararg)
    }
    fn results(&self, t: &Target, _cc: u32, leaves: &[Leaf]) -> Option<Vec<LeafLoc>> {
        abi::results(t, leaves)
    }
}
