//! What RISC-V instructions cost, for the optimiser.

use crate::legalize::actions::{Actions, Op};
use crate::opt::costs::Costs;
use targ_info::{Feature, Target};

/// The costs with a target's extensions.
pub fn costs(t: &Target, a: &Actions) -> Costs {
    let has = |name: &str| {
        let f = t.isa.features.iter().position(|f| f.name == name);
        f.is_some_and(|i| t.has(Feature(i as u8)))
    };
    let x = a.xlen_ty();
    let imm = (-2048, 2047);
    Costs {
        offsets: imm,
        imm,
        constant: if a.xlen == 64 { constant } else { |v| constant(i64::from(v as i32)) },
        symbol: 2,
        free_sext: a.sext_is_free,
        multiply: a.legal(Op::Mul, x),
        divide: a.legal(Op::Div, x),
        shift_add: if has("zba") { 3 } else { 0 },
        rotate: a.legal(Op::Rotate, x),
        min_max: a.legal(Op::MinMax, x),
        bswap: a.legal(Op::Bswap, x),
        unaligned: a.fast_unaligned,
        conditional_zero: has("zicond"),
        fma: has("d") || has("f"),
        registers: if t.abi.name.ends_with('e') { 12 } else { 26 },
        saved: if t.abi.name.ends_with('e') { 2 } else { 12 },
        ..Costs::simple(a.xlen)
    }
}

/// Instructions that make a constant: `lui` and `addi(w)` for 32 bits, then shifts and additions for the rest.
fn constant(v: i64) -> u32 {
    if (-2048..2048).contains(&v) {
        return 1;
    }
    if i64::from(v as i32) == v {
        return 1 + u32::from(v & 0xfff != 0);
    }
    let low = v << 52 >> 52;
    let high = v.wrapping_sub(low);
    let shifted = high >> high.trailing_zeros().min(63);
    1 + constant(shifted) + u32::from(low != 0)
}

#[cfg(test)]
mod tests {
    use super::constant;

    #[test]
    fn constants() {
        assert_eq!(constant(-1), 1);
        assert_eq!(constant(0x1000), 1);
        assert_eq!(constant(0x12345), 2);
        assert_eq!(constant(0xffff_ffff), 3);
        assert_eq!(constant(1 << 40), 2);
        assert!(constant(0x1234_5678_9abc_def1) <= 8);
    }
}
