//! Constants.

use super::{Printer, put, string};
use crate::ir::{BinOp, CastOp, Const, ConstData, ConstExpr, Consts, GlobalRef, IntPred, Ty, TyData, quote};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn symbol(&mut self, g: GlobalRef) {
        let m = self.m;
        put!(self, "@{}", quote(&m.globals[g].name));
    }
    /// Type and constant.
    pub(super) fn typed_constant(&mut self, pool: &Consts, c: Const) {
        put!(self, "{} ", self.m.types.show(pool.ty(c)));
        self.constant(pool, c);
    }
    pub(super) fn constant(&mut self, pool: &Consts, c: Const) {
        let ty = pool.ty(c);
        match pool.get(c) {
            ConstData::Int(n) => self.int(ty, *n),
            ConstData::BigInt(words) => {
                self.text("u0x");
                for w in words.iter().rev() {
                    put!(self, "{w:016X}");
                }
            }
            ConstData::Float(bits) => self.float(ty, *bits),
            ConstData::BigFloat(bits) => {
                let (low, high) = (*bits as u64, (*bits >> 64) as u64);
                match ty {
                    Ty::X86_FP80 => put!(self, "0xK{high:04X}{low:016X}"),
                    Ty::PPC_FP128 => put!(self, "0xM{low:016X}{high:016X}"),
                    _ => put!(self, "0xL{low:016X}{high:016X}"),
                }
            }
            ConstData::Null => self.text("null"),
            ConstData::Undef => self.text("undef"),
            ConstData::Poison => self.text("poison"),
            ConstData::Zero => self.text("zeroinitializer"),
            ConstData::TokenNone => self.text("none"),
            ConstData::Aggregate(list) => {
                let (open, close) = match self.m.types.get(ty) {
                    TyData::Array(..) => ("[", "]"),
                    TyData::Vector { .. } => ("<", ">"),
                    TyData::Struct { packed: true, .. } => ("<{ ", " }>"),
                    _ => ("{ ", " }"),
                };
                self.text(open);
                self.constants(pool, list);
                self.text(close);
            }
            ConstData::Splat(e) => {
                self.text("splat (");
                self.typed_constant(pool, *e);
                self.text(")");
            }
            ConstData::Bytes(b) => put!(self, "c{}", string(b)),
            ConstData::Global(g) => self.symbol(*g),
            ConstData::BlockAddress(a) => {
                let m = self.m;
                let (f, b) = m.block_addrs[*a];
                let f = &m.functions[f];
                put!(self, "blockaddress(@{}, %{})", quote(&f.name), super::function::addressed_name(f, b));
            }
            ConstData::FunctionAddress(g) => {
                self.text("no_cfi ");
                self.symbol(*g);
            }
            ConstData::Expr(e) => self.expr(pool, ty, e),
        }
    }
    /// Types and constants, separated by commas.
    fn constants(&mut self, pool: &Consts, list: &[Const]) {
        for (i, &c) in list.iter().enumerate() {
            self.text(if i == 0 { "" } else { ", " });
            self.typed_constant(pool, c);
        }
    }
    fn int(&mut self, ty: Ty, n: u64) {
        match *self.m.types.get(ty) {
            TyData::Int(1) => self.text(if n == 1 { "true" } else { "false" }),
            TyData::Int(bits @ 2..=64) => put!(self, "{}", (n << (64 - bits)) as i64 >> (64 - bits)),
            // A pointer's bits, after legalising.
            TyData::Ptr(_) => put!(self, "inttoptr (i64 {n} to {})", self.m.types.show(ty)),
            _ => put!(self, "{n}"),
        }
    }
    fn float(&mut self, ty: Ty, bits: u64) {
        match ty {
            Ty::HALF => put!(self, "0xH{bits:04X}"),
            Ty::BFLOAT => put!(self, "0xR{bits:04X}"),
            Ty::FLOAT => {
                let f = f32::from_bits(bits as u32);
                let wide = match f.is_nan() {
                    // The processor would make a signalling NaN quiet.
                    true => (bits >> 31) << 63 | 0x7ff << 52 | (bits & 0x7f_ffff) << 29,
                    false => f64::from(f).to_bits(),
                };
                put!(self, "0x{wide:016X}");
            }
            _ => put!(self, "0x{bits:016X}"),
        }
    }
    fn expr(&mut self, pool: &Consts, ty: Ty, e: &ConstExpr) {
        match e {
            ConstExpr::Cast(op, c) => {
                put!(self, "{} (", cast_name(*op));
                self.typed_constant(pool, *c);
                put!(self, " to {})", self.m.types.show(ty));
            }
            ConstExpr::Gep { elem, args, inbounds } => {
                self.text(if *inbounds { "getelementptr inbounds (" } else { "getelementptr (" });
                put!(self, "{}, ", self.m.types.show(*elem));
                self.constants(pool, args);
                self.text(")");
            }
            ConstExpr::Binary(op, a, b) => self.call_like(binary_name(*op), pool, &[*a, *b]),
            ConstExpr::Icmp(p, a, b) => {
                self.text("icmp ");
                self.call_like(int_pred_name(*p), pool, &[*a, *b]);
            }
            ConstExpr::Select(c, a, b) => self.call_like("select", pool, &[*c, *a, *b]),
            ConstExpr::Other(name, args) => self.call_like(name, pool, args),
        }
    }
    fn call_like(&mut self, name: &str, pool: &Consts, args: &[Const]) {
        put!(self, "{name} (");
        self.constants(pool, args);
        self.text(")");
    }
}

pub(super) fn cast_name(op: CastOp) -> &'static str {
    use CastOp::*;
    match op {
        Trunc => "trunc",
        ZExt => "zext",
        SExt => "sext",
        FpTrunc => "fptrunc",
        FpExt => "fpext",
        FpToUi => "fptoui",
        FpToSi => "fptosi",
        UiToFp => "uitofp",
        SiToFp => "sitofp",
        PtrToInt => "ptrtoint",
        IntToPtr => "inttoptr",
        BitCast => "bitcast",
        AddrSpaceCast => "addrspacecast",
        FpToSiSat => "ocg.fptosi.sat",
        FpToUiSat => "ocg.fptoui.sat",
        FpToIntRint => "ocg.fptoint.rint",
        FpToIntRound => "ocg.fptoint.round",
        AnyExt => "ocg.anyext",
    }
}
pub(super) fn binary_name(op: BinOp) -> &'static str {
    use BinOp::*;
    match op {
        Add => "add",
        Sub => "sub",
        Mul => "mul",
        UDiv => "udiv",
        SDiv => "sdiv",
        URem => "urem",
        SRem => "srem",
        Shl => "shl",
        LShr => "lshr",
        AShr => "ashr",
        And => "and",
        Or => "or",
        Xor => "xor",
        FAdd => "fadd",
        FSub => "fsub",
        FMul => "fmul",
        FDiv => "fdiv",
        FRem => "frem",
        MulHiS => "ocg.mulhis",
        MulHiU => "ocg.mulhiu",
        MulHiSU => "ocg.mulhisu",
        SMin => "ocg.smin",
        SMax => "ocg.smax",
        UMin => "ocg.umin",
        UMax => "ocg.umax",
        RotL => "ocg.rotl",
        RotR => "ocg.rotr",
        SAddSat => "ocg.sadd.sat",
        UAddSat => "ocg.uadd.sat",
        SSubSat => "ocg.ssub.sat",
        USubSat => "ocg.usub.sat",
        SShlSat => "ocg.sshl.sat",
        UShlSat => "ocg.ushl.sat",
        FMinNum => "ocg.minnum",
        FMaxNum => "ocg.maxnum",
        FMinimum => "ocg.minimum",
        FMaximum => "ocg.maximum",
        FMinimumNum => "ocg.minimumnum",
        FMaximumNum => "ocg.maximumnum",
        CopySign => "ocg.copysign",
    }
}
pub(super) fn int_pred_name(p: IntPred) -> &'static str {
    use IntPred::*;
    match p {
        Eq => "eq",
        Ne => "ne",
        Ugt => "ugt",
        Uge => "uge",
        Ult => "ult",
        Ule => "ule",
        Sgt => "sgt",
        Sge => "sge",
        Slt => "slt",
        Sle => "sle",
    }
}
