//! Which operations RISC-V's extensions cover. Everything not named here is expanded.

use crate::ir::Ty;
use crate::legalize::actions::{Action, Actions, Op};
use crate::target::FloatKind;
use targ_info::{Feature, Target};

/// The table for a target's extensions.
pub fn actions(t: &Target) -> Actions {
    let has = |name: &str| {
        let f = t.isa.features.iter().position(|f| f.name == name);
        f.is_some_and(|i| t.has(Feature(i as u8)))
    };
    let mut a = Actions::new(u32::from(t.xlen()));
    a.sext_is_free = a.xlen == 64;
    a.fast_unaligned = has("unaligned-scalar-mem");
    a.inline_stores = 8;
    a.converts_away = true;
    a.stack_align = t.abi.stack_align.max(1);
    let ints: &[Ty] = if a.xlen == 64 { &[Ty::I32, Ty::I64] } else { &[Ty::I32] };
    let x = if a.xlen == 64 { Ty::I64 } else { Ty::I32 };
    for &ty in ints {
        a.set_if(has("m") || has("zmmul"), Op::Mul, ty, Action::Legal, Action::LibCall);
        a.set_if(has("m"), Op::Div, ty, Action::Legal, Action::LibCall);
        a.set_if(has("zbb"), Op::Count, ty, Action::Legal, Action::Expand);
        a.set_if(has("zbb") || has("zbkb"), Op::Rotate, ty, Action::Legal, Action::Expand);
    }
    a.set_if(has("m") || has("zmmul"), Op::MulHi, x, Action::Legal, Action::Expand);
    // min and max compare whole registers: as 32-bit operations they rely on sign-extended registers.
    for &ty in ints {
        a.set_if(has("zbb"), Op::MinMax, ty, Action::Legal, Action::Expand);
    }
    a.set_if(has("zbb") || has("zbkb"), Op::Bswap, x, Action::Legal, Action::Expand);
    if has("a") || has("zalrsc") || has("zaamo") {
        a.atomic_bits = a.xlen;
    }
    a.narrow_amo = has("zabha");
    a.rmw_native = has("a") || has("zaamo");

    let formats = [
        (FloatKind::Single, Ty::FLOAT, has("f") || has("zfinx")),
        (FloatKind::Double, Ty::DOUBLE, has("d") || has("zdinx") && a.xlen == 64),
        (FloatKind::Half, Ty::HALF, has("zfh") || has("zhinx")),
    ];
    // Registers, loads, stores and conversions, but no arithmetic.
    if has("zfhmin") {
        a.set_hard(FloatKind::Half);
    }
    if has("zfbfmin") {
        a.set_hard(FloatKind::BFloat);
    }
    for (kind, ty, hard) in formats {
        if !hard {
            continue;
        }
        a.set_hard(kind);
        let legal = [Op::FArith, Op::FSqrt, Op::FMinMaxNum, Op::Fma, Op::FSign, Op::FCompare, Op::FConvert];
        for op in legal {
            a.set(op, ty, Action::Legal);
        }
        a.set(Op::FRem, ty, Action::LibCall);
        a.set(Op::FMath, ty, Action::LibCall);
        // Saturation is what the conversions do, but for NaN; the other sequences are compares and moves around one.
        a.set(Op::FSaturate, ty, Action::Custom);
        a.set(Op::FMinMaxIeee, ty, Action::Custom);
        // Rounding goes through an integer that holds all digits.
        a.set_if(
            has("zfa") || kind != FloatKind::Double || a.xlen == 64,
            Op::FRound,
            ty,
            Action::Custom,
            Action::Expand,
        );
    }
    a
}
