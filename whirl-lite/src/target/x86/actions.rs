//! Which operations x86's instructions cover. Everything not named here is expanded.

use crate::ir::Ty;
use crate::legalize::actions::{Action, Actions, NarrowName, Op, VaList, VaRegisters};
use crate::target::FloatKind;
use targ_info::{Feature, Target};

/// Bytes and words have names of their own; on IA-32 four registers have one for their low byte.
const NARROW: [NarrowName; 2] =
    [NarrowName { bits: 8, modifier: 'b', letter: 'q' }, NarrowName { bits: 16, modifier: 'w', letter: 'r' }];

/// The table for a target's features.
pub fn actions(t: &Target) -> Actions {
    let has = |name: &str| {
        let f = t.isa.features.iter().position(|f| f.name == name);
        f.is_some_and(|i| t.has(Feature(i as u8)))
    };
    let mut a = Actions::new(u32::from(t.xlen()));
    a.fast_unaligned = true;
    a.inline_stores = 8;
    a.stack_align = t.abi.stack_align.max(1);
    a.narrow_args = true;
    a.extends_results = false;
    a.wide_by_reference = false;
    a.loose_results = true;
    a.byval_in_area = true;
    a.returns_sret = true;
    a.vectors_in_registers = has("sse");
    // What AVX alone adds are floats; but all vectors of 256 bits are passed in its registers.
    a.vector_prefix = if has("avx") { "v" } else { "" };
    a.vector_pair = (has("avx") && !has("avx2")).then_some(Ty::V4F64);
    a.soft_quads = false;
    // The psABI's figure 3.34.
    a.va_list = (a.xlen == 64).then_some(VaList {
        bytes: 24,
        general: VaRegisters { offset: 0, limit: 48, step: 8 },
        floats: VaRegisters { offset: 4, limit: 176, step: 16 },
        overflow: 8,
        saved: 16,
    });
    let ints: &[Ty] = if a.xlen == 64 { &[Ty::I32, Ty::I64] } else { &[Ty::I32] };
    for &ty in ints {
        for op in [Op::Mul, Op::MulHi, Op::Div, Op::Rotate, Op::Bswap] {
            a.set(op, ty, Action::Legal);
        }
        // Without the features, bsf and bsr with a choice for zero, and sums of bits.
        a.set(Op::Count, ty, Action::Custom);
    }
    a.atomic_bits = a.xlen;
    a.narrow_amo = true;
    a.rmw_native = true;
    // What SSE does not compute in, x87 does; most of its functions on it are libm's.
    let x87 = [
        (FloatKind::Single, Ty::FLOAT, !has("sse")),
        (FloatKind::Double, Ty::DOUBLE, !has("sse2")),
        (FloatKind::Extended, Ty::X86_FP80, true),
    ];
    for (kind, ty, _) in x87.into_iter().filter(|f| f.2 && has("x87")) {
        a.set_hard(kind);
        for op in [Op::FArith, Op::FSqrt, Op::FSign, Op::FCompare, Op::FConvert] {
            a.set(op, ty, Action::Legal);
        }
        for op in [Op::FMinMaxNum, Op::FRound, Op::Fma, Op::FRem, Op::FMath] {
            a.set(op, ty, Action::LibCall);
        }
    }
    // x87 has integers of 64 bits in memory; SSE's own conversions do not.
    if a.xlen == 32 && has("x87") {
        for ty in [Ty::FLOAT, Ty::DOUBLE, Ty::X86_FP80] {
            a.set(Op::FConvertPair, ty, Action::Custom);
        }
    }
    a.double_swap = a.xlen == 32 && has("cx8");
    // gs, fs, ss; pointers of 32 bits, sign- and zero-extended, and of 64.
    a.segments = &[256, 257, 258];
    a.odd_spaces = &[270, 271, 272];
    a.register_pair = Some(("A", ["{ax}", "{dx}"]));
    a.narrow_names = &NARROW;
    a.atomic_doubles = has("sse2");
    for (kind, ty, hard) in [(FloatKind::Single, Ty::FLOAT, has("sse")), (FloatKind::Double, Ty::DOUBLE, has("sse2"))] {
        if !hard {
            continue;
        }
        a.set_hard(kind);
        for op in [Op::FArith, Op::FSqrt, Op::FSign, Op::FCompare, Op::FConvert] {
            a.set(op, ty, Action::Legal);
        }
        for op in [Op::FMinMaxNum, Op::FMinMaxIeee] {
            a.set(op, ty, Action::Custom);
        }
        a.set_if(has("sse4.1"), Op::FRound, ty, Action::Custom, Action::LibCall);
        a.set_if(has("fma"), Op::Fma, ty, Action::Legal, Action::LibCall);
        a.set(Op::FRem, ty, Action::LibCall);
        a.set(Op::FMath, ty, Action::LibCall);
    }
    if has("sse2") {
        vectors(&mut a, &has, false);
    }
    if has("avx2") {
        vectors(&mut a, &has, true);
    } else if has("avx") {
        floats(&mut a, &has, [Ty::V8F32, Ty::V4F64]);
    }
    a
}

/// Vectors of 128 bits, or of 256: what SSE2 to SSE4.2, AVX2 and FMA do with each type of lane.
fn vectors(a: &mut Actions, has: &dyn Fn(&str) -> bool, wide: bool) {
    let [bytes, words, longs, quads, singles, doubles] = match wide {
        false => [Ty::V16I8, Ty::V8I16, Ty::V4I32, Ty::V2I64, Ty::V4F32, Ty::V2F64],
        true => [Ty::V32I8, Ty::V16I16, Ty::V8I32, Ty::V4I64, Ty::V8F32, Ty::V4F64],
    };
    let (ssse3, sse41) = (has("ssse3"), has("sse4.1"));
    for ty in [bytes, words, longs, quads] {
        a.set_vector(ty);
        a.set(Op::Shift, ty, Action::Custom);
        a.set(Op::Mul, ty, if ty == words { Action::Legal } else { Action::Custom });
    }
    a.set(Op::MulHi, words, Action::Legal);
    a.set(Op::MulHi, longs, Action::Custom);
    for ty in [bytes, words] {
        a.set(Op::AddSat, ty, Action::Legal);
        a.set(Op::MinMax, ty, Action::Custom);
    }
    for ty in [bytes, words, longs] {
        a.set_if(ssse3, Op::Abs, ty, Action::Legal, Action::Expand);
        if sse41 {
            a.set(Op::MinMax, ty, Action::Legal);
        }
    }
    for ty in [words, longs, quads] {
        a.set_if(sse41, Op::Extend, ty, Action::Legal, Action::Expand);
    }
    floats(a, has, [singles, doubles]);
}

/// Vectors of floats. AVX alone has these of 256 bits, and no integers of that width.
fn floats(a: &mut Actions, has: &dyn Fn(&str) -> bool, types: [Ty; 2]) {
    for ty in types {
        a.set_vector(ty);
        for op in [Op::FArith, Op::FSqrt, Op::FCompare, Op::FConvert] {
            a.set(op, ty, Action::Legal);
        }
        for op in [Op::FMinMaxNum, Op::FMinMaxIeee] {
            a.set(op, ty, Action::Custom);
        }
        a.set_if(has("sse4.1"), Op::FRound, ty, Action::Legal, Action::Expand);
        a.set_if(has("fma"), Op::Fma, ty, Action::Legal, Action::Expand);
    }
}
