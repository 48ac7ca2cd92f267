//! Nothing illegal remains: the promise of the legaliser, checked instruction by instruction.

use super::actions::{Actions, Op};
use crate::diag::{Error, Result};
use crate::ir::*;
use crate::target::{FloatKind, lowering};
use targ_info::Target;

/// Checks a legalised function. An error here is a bug of the legaliser, reported with the instruction's place.
pub fn check(f: &Function, m: &Module, t: &Target) -> Result<()> {
    let act = lowering(t)?.actions(t);
    for &b in &f.layout {
        for i in f.block_insts(b) {
            let data = &f.insts[i];
            let bad = |what: String| {
                Error::unsupported(data.pos, format!("left by legalisation: {what}")).in_function(&f.name)
            };
            for v in f.results(i).chain(f.args(i).iter().copied()) {
                if !legal_type(&act, f.ty(v)) {
                    return Err(bad(format!("a value of type '{}' in {:?}", m.types.show(f.ty(v)), data.kind)));
                }
            }
            if !legal_kind(&act, f, i) {
                return Err(bad(format!("{:?}", data.kind)));
            }
        }
        if f.last(b).is_none() {
            return Err(
                Error::unsupported(f.pos, "left by legalisation: a block without an instruction").in_function(&f.name)
            );
        }
    }
    if f.params.len() != f.param_locs.len() {
        return Err(Error::unsupported(f.pos, "left by legalisation: a parameter without a place").in_function(&f.name));
    }
    Ok(())
}

fn legal_type(act: &Actions, ty: Ty) -> bool {
    match ty {
        Ty::I1 | Ty::I32 | Ty::PTR => true,
        Ty::I64 => act.xlen == 64,
        Ty::HALF => act.is_hard(FloatKind::Half),
        Ty::BFLOAT => act.is_hard(FloatKind::BFloat),
        Ty::FLOAT => act.is_hard(FloatKind::Single),
        Ty::DOUBLE => act.is_hard(FloatKind::Double),
        Ty::X86_FP80 => act.is_hard(FloatKind::Extended),
        _ => act.has_vector(ty) || act.vector_pair == Some(ty),
    }
}

fn legal_kind(act: &Actions, f: &Function, i: Inst) -> bool {
    let ty = f.results(i).next().map_or(Ty::VOID, |v| f.ty(v));
    if ty.vector_index().is_some() || f.args(i).first().is_some_and(|&v| f.ty(v).vector_index().is_some()) {
        return legal_vector(act, f, i, ty);
    }
    match f.insts[i].kind {
        InstKind::Binary(op) => {
            use BinOp::*;
            match op {
                Add | Sub => ty != Ty::I1,
                And | Or | Xor => true,
                Shl | LShr | AShr => ty != Ty::I1,
                Mul => act.legal(Op::Mul, ty),
                UDiv | SDiv | URem | SRem => act.legal(Op::Div, ty),
                MulHiS | MulHiU | MulHiSU => act.legal(Op::MulHi, ty),
                SMin | SMax | UMin | UMax => act.legal(Op::MinMax, ty),
                RotL | RotR => act.legal(Op::Rotate, ty),
                FAdd | FSub | FMul | FDiv => act.legal(Op::FArith, ty),
                CopySign => act.legal(Op::FSign, ty),
                FMinNum | FMaxNum => act.legal(Op::FMinMaxNum, ty),
                FMinimum | FMaximum => act.legal(Op::FMinMaxIeee, ty),
                SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat | FRem | FMinimumNum | FMaximumNum => false,
            }
        }
        InstKind::Unary(op) => match op {
            UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop => act.legal(Op::Count, ty),
            UnOp::Bswap => act.legal(Op::Bswap, ty),
            UnOp::Sqrt => act.legal(Op::FSqrt, ty),
            UnOp::FNeg | UnOp::FAbs => act.legal(Op::FSign, ty),
            UnOp::Floor | UnOp::Ceil | UnOp::FTrunc | UnOp::Round | UnOp::RoundEven | UnOp::Rint | UnOp::NearbyInt => {
                act.legal(Op::FRound, ty)
            }
            UnOp::Freeze | UnOp::SextInReg(_) => true,
            UnOp::Bitreverse | UnOp::Abs | UnOp::Canonicalize | UnOp::SignBits => false,
        },
        InstKind::Fma => act.legal(Op::Fma, ty),
        InstKind::Call(id) => !matches!(f.calls[id].callee, Callee::Intrinsic(_)),
        InstKind::Cast(CastOp::FpToSiSat | CastOp::FpToUiSat) => {
            f.args(i).first().is_some_and(|&v| act.legal(Op::FSaturate, f.ty(v)))
        }
        InstKind::Cast(op) => op != CastOp::AddrSpaceCast,
        InstKind::FMulAdd
        | InstKind::Fshl
        | InstKind::Fshr
        | InstKind::Gep(_)
        | InstKind::VaArg
        | InstKind::VaCopy
        | InstKind::ExtractValue(_)
        | InstKind::InsertValue(_)
        | InstKind::ExtractElement
        | InstKind::InsertElement
        | InstKind::Shuffle(_)
        | InstKind::BuildVector
        | InstKind::Overflow(_)
        | InstKind::DivRem(_)
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::Exception(_)
        | InstKind::Invoke(_) => false,
        InstKind::FromPair(_) => act.legal(Op::FConvertPair, ty),
        InstKind::ToPair(_) => f.args(i).first().is_some_and(|&v| act.legal(Op::FConvertPair, f.ty(v))),
        _ => true,
    }
}

/// Operations on vectors, and between them and scalars.
fn legal_vector(act: &Actions, f: &Function, i: Inst, ty: Ty) -> bool {
    let from = f.args(i).first().map_or(Ty::VOID, |&v| f.ty(v));
    match f.insts[i].kind {
        InstKind::Binary(op) => {
            use BinOp::*;
            match op {
                Add | Sub | And | Or | Xor => true,
                Shl | LShr | AShr => act.legal(Op::Shift, ty),
                Mul => act.legal(Op::Mul, ty),
                MulHiS | MulHiU => act.legal(Op::MulHi, ty),
                SMin | SMax | UMin | UMax => act.legal(Op::MinMax, ty),
                SAddSat | UAddSat | SSubSat | USubSat => act.legal(Op::AddSat, ty),
                FAdd | FSub | FMul | FDiv => act.legal(Op::FArith, ty),
                FMinNum | FMaxNum | FMinimumNum | FMaximumNum => act.legal(Op::FMinMaxNum, ty),
                FMinimum | FMaximum => act.legal(Op::FMinMaxIeee, ty),
                UDiv | SDiv | URem | SRem | MulHiSU | RotL | RotR | SShlSat | UShlSat | FRem | CopySign => false,
            }
        }
        InstKind::Unary(op) => match op {
            UnOp::Freeze | UnOp::SignBits => true,
            UnOp::Abs => act.legal(Op::Abs, ty),
            UnOp::Sqrt => act.legal(Op::FSqrt, ty),
            UnOp::Floor | UnOp::Ceil | UnOp::FTrunc | UnOp::RoundEven | UnOp::Rint | UnOp::NearbyInt => {
                act.legal(Op::FRound, ty)
            }
            _ => false,
        },
        InstKind::Cast(op) => match op {
            CastOp::BitCast | CastOp::Trunc => true,
            CastOp::ZExt | CastOp::SExt | CastOp::AnyExt => act.legal(Op::Extend, ty),
            CastOp::SiToFp | CastOp::FpExt | CastOp::FpTrunc => act.legal(Op::FConvert, ty),
            CastOp::FpToSi => act.legal(Op::FConvert, from),
            _ => false,
        },
        InstKind::Fcmp(..) => act.legal(Op::FCompare, from),
        InstKind::Fma => act.legal(Op::Fma, ty),
        InstKind::Load(a, _) => a.ty == ty,
        InstKind::Store(a) => a.ty == from,
        InstKind::InsertElement | InstKind::ExtractElement => f.args(i).last().is_some_and(|&k| f.as_int(k).is_some()),
        InstKind::Call(id) => !matches!(f.calls[id].callee, Callee::Intrinsic(_)),
        InstKind::Icmp(_)
        | InstKind::Select
        | InstKind::Shuffle(_)
        | InstKind::BuildVector
        | InstKind::Row(_)
        | InstKind::Phi
        | InstKind::Ret => true,
        _ => false,
    }
}
