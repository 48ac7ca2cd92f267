//! What x86 instructions cost, for the optimiser.

use crate::legalize::actions::{Actions, Op};
use crate::opt::costs::Costs;
use targ_info::{CodeModel, Feature, RelocModel, Target};

/// The costs with a target's features.
pub fn costs(t: &Target, a: &Actions) -> Costs {
    let has = |name: &str| {
        let f = t.isa.features.iter().position(|f| f.name == name);
        f.is_some_and(|i| t.has(Feature(i as u8)))
    };
    let imm = (i64::from(i32::MIN), i64::from(i32::MAX));
    let wide = a.xlen == 64;
    Costs {
        offsets: imm,
        imm,
        imm_operands: true,
        symbol_operands: t.reloc == RelocModel::Static && t.code == CodeModel::Small,
        constant: if wide { |v| if i64::from(v as i32) == v || v >> 32 == 0 { 1 } else { 2 } } else { |_| 1 },
        symbol: 1,
        shift_add: 3,
        rotate: true,
        bswap: a.legal(Op::Bswap, a.xlen_ty()),
        unaligned: a.fast_unaligned,
        fma: has("fma"),
        registers: if wide { 14 } else { 6 },
        saved: if wide { 6 } else { 4 },
        ..Costs::simple(a.xlen)
    }
}
