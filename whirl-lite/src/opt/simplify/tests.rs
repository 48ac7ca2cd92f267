//! Random straight-line functions must compute the same before and after.

use super::run;
use crate::diag::Pos;
use crate::ir::{
    BinOp, CastOp, FnAttrs, Function, GlobalRef, InstFlags, InstKind, IntPred, Module, ParamAttrs, Signature, Ty, UnOp,
    Value, ValueDef,
};
use crate::opt::costs::Costs;
use crate::opt::edit::{ones, signed};
use crate::opt::loops::Nest;
use crate::opt::{Fuel, OptCx, fold};
use cranelift_entity::EntityRef;

pub(crate) struct Random(pub u64);
impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
    pub fn number(&mut self, w: u32) -> u64 {
        let x = match self.below(6) {
            0 => self.below(5) as u64,
            1 => (self.below(5) as u64).wrapping_neg(),
            2 => 1 << self.below(64),
            3 => (1u64 << self.below(64)).wrapping_sub(1),
            4 => (1u64 << self.below(64)).wrapping_neg(),
            _ => (self.below(1 << 31) as u64) << 32 | self.below(1 << 31) as u64,
        };
        x & ones(w)
    }
}

fn width(ty: Ty) -> u32 {
    match ty {
        Ty::I1 => 1,
        Ty::I32 => 32,
        _ => 64,
    }
}

pub(crate) fn function(params: &[Ty]) -> Function {
    let sig = Signature {
        ty: Ty::VOID,
        ret: Ty::I64,
        params: params.to_vec(),
        vararg: false,
        cc: 0,
        ret_attrs: ParamAttrs::default(),
        param_attrs: vec![ParamAttrs::default(); params.len()],
        attrs: FnAttrs::default(),
    };
    Function::new(GlobalRef::from_u32(0), "f".into(), sig, Pos::NONE)
}

/// Evaluates the one block of a function; `None` where something is undefined.
pub(crate) fn eval(f: &Function, params: &[u64]) -> Option<Vec<u64>> {
    let mut vals = vec![0u64; f.values.len()];
    for (v, x) in f.params.iter().zip(params) {
        vals[v.index()] = *x;
    }
    for i in f.block_insts(f.layout[0]) {
        let args: Vec<Value> = f.args(i).to_vec();
        let get = |n: usize| match f.values[args[n]].def {
            ValueDef::Const(_) => f.as_int(args[n]).unwrap(),
            _ => vals[args[n].index()],
        };
        let w = args.first().map_or(64, |&v| width(f.ty(v)));
        let to = if f.insts[i].results == 1 { width(f.ty(f.result(i, 0))) } else { 0 };
        let r = match f.insts[i].kind {
            InstKind::Binary(op) => fold::binary(op, get(0), get(1), w)?,
            InstKind::Unary(op) => fold::unary(op, get(0), w)?,
            InstKind::Cast(CastOp::SExt) => signed(get(0), w) as u64,
            InstKind::Cast(_) => get(0),
            InstKind::PtrAdd => get(0).wrapping_add(get(1)),
            InstKind::Icmp(p) => fold::icmp(p, get(0), get(1), w).into(),
            InstKind::Select => get(if get(0) & 1 != 0 { 1 } else { 2 }),
            InstKind::Ret => return Some((0..args.len()).map(get).collect()),
            ref k => panic!("{k:?}"),
        };
        vals[f.result(i, 0).index()] = r & ones(to);
    }
    None
}

const PREDS: [IntPred; 10] = [
    IntPred::Eq,
    IntPred::Ne,
    IntPred::Ugt,
    IntPred::Uge,
    IntPred::Ult,
    IntPred::Ule,
    IntPred::Sgt,
    IntPred::Sge,
    IntPred::Slt,
    IntPred::Sle,
];

pub(crate) fn random_function(r: &mut Random) -> Function {
    let mut f = function(&[Ty::I64, Ty::I32, Ty::I64, Ty::I32, Ty::I1, Ty::PTR]);
    let b = f.add_block();
    let mut all: Vec<Value> = f.params.clone();
    let types = [Ty::I32, Ty::I64, Ty::I1, Ty::I64, Ty::I32];
    for _ in 0..3 + r.below(20) {
        let ty = types[r.below(5)];
        let w = width(ty);
        let pick = |f: &mut Function, r: &mut Random, ty: Ty| {
            let fit: Vec<Value> = all.iter().copied().filter(|&v| f.ty(v) == ty).collect();
            if r.below(4) == 0 || fit.is_empty() {
                let n = r.number(width(ty));
                return f.int_const(ty, n);
            }
            // Recent values more often: chains are what rules see.
            let n = if r.below(2) == 0 { fit.len() - 1 } else { r.below(fit.len()) };
            fit[n]
        };
        use BinOp::*;
        let ops = [Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UDiv, URem, SDiv, SRem, Add, And, Shl];
        let (kind, args, res) = match r.below(10) {
            0..=4 if w > 1 => {
                let op = ops[r.below(ops.len())];
                let a = pick(&mut f, r, ty);
                let c = match op {
                    Shl | LShr | AShr => {
                        let n = r.below(w as usize) as u64;
                        f.int_const(ty, n)
                    }
                    UDiv | URem | SDiv | SRem if r.below(2) == 0 => {
                        let n = r.number(w).max(1);
                        f.int_const(ty, n)
                    }
                    _ => pick(&mut f, r, ty),
                };
                (InstKind::Binary(op), vec![a, c], ty)
            }
            0..=4 => {
                let op = [And, Or, Xor][r.below(3)];
                (InstKind::Binary(op), vec![pick(&mut f, r, ty), pick(&mut f, r, ty)], ty)
            }
            5 | 6 => {
                let ops = [ty; 2];
                let p = PREDS[r.below(10)];
                (InstKind::Icmp(p), vec![pick(&mut f, r, ops[0]), pick(&mut f, r, ops[1])], Ty::I1)
            }
            7 => {
                let c = pick(&mut f, r, Ty::I1);
                (InstKind::Select, vec![c, pick(&mut f, r, ty), pick(&mut f, r, ty)], ty)
            }
            8 => {
                if w > 1 && r.below(3) == 0 {
                    let n = 1 + r.below(w as usize - 1) as u8;
                    (InstKind::Unary(UnOp::SextInReg(n)), vec![pick(&mut f, r, ty)], ty)
                } else if r.below(4) == 0 {
                    let p = pick(&mut f, r, Ty::PTR);
                    (InstKind::PtrAdd, vec![p, pick(&mut f, r, Ty::I64)], Ty::PTR)
                } else {
                    let (from, to, op) = [
                        (Ty::I32, Ty::I64, CastOp::SExt),
                        (Ty::I32, Ty::I64, CastOp::ZExt),
                        (Ty::I1, Ty::I64, CastOp::ZExt),
                        (Ty::I1, Ty::I32, CastOp::ZExt),
                        (Ty::I1, Ty::I32, CastOp::SExt),
                        (Ty::I64, Ty::I1, CastOp::Trunc),
                        (Ty::I32, Ty::I1, CastOp::Trunc),
                    ][r.below(7)];
                    (InstKind::Cast(op), vec![pick(&mut f, r, from)], to)
                }
            }
            _ => (InstKind::Cast(CastOp::Trunc), vec![pick(&mut f, r, Ty::I64)], Ty::I32),
        };
        let i = f.make_inst(kind, InstFlags::empty(), &args, &[], &[res], Pos::NONE);
        f.append(b, i);
        all.push(f.result(i, 0));
    }
    let last: Vec<Value> = all.iter().rev().take(5).copied().collect();
    let i = f.make_inst(InstKind::Ret, InstFlags::empty(), &last, &[], &[], Pos::NONE);
    f.append(b, i);
    f
}

fn show(f: &Function) -> String {
    let mut s = String::new();
    for i in f.block_insts(f.layout[0]) {
        let args: Vec<String> = f
            .args(i)
            .iter()
            .map(|&v| f.as_int(v).map_or(format!("{v}"), |n| format!("{n:#x}:{}", width(f.ty(v)))))
            .collect();
        let res: Vec<String> = f.results(i).map(|v| format!("{v}:{}", width(f.ty(v)))).collect();
        s.push_str(&format!("{} = {:?} {}\n", res.join(","), f.insts[i].kind, args.join(", ")));
    }
    s
}

#[test]
fn random_functions_keep_their_meaning() {
    let m = Module::default();
    let mut r = Random(99);
    for round in 0..20000 {
        let before = random_function(&mut r);
        let mut f = before.clone();
        let fuel = Fuel::default();
        let costs = Costs {
            free_sext: round % 3 != 0,
            conditional_zero: round % 2 == 0,
            min_max: round % 5 < 2,
            rotate: round % 7 < 3,
            ..Costs::simple(64)
        };
        let cx = OptCx { m: &m, costs, optimise: true, size: false, tables: true, fuel: &fuel };
        for _ in 0..2 {
            let nest = Nest::compute(&f);
            run(&mut f, &cx, &nest);
        }
        for _ in 0..6 {
            let params: Vec<u64> = before.params.iter().map(|&v| r.number(width(before.ty(v)))).collect();
            if let Some(expect) = eval(&before, &params) {
                let got = eval(&f, &params);
                assert_eq!(
                    got.as_ref(),
                    Some(&expect),
                    "round {round}, {params:x?}\n{}\n->\n{}",
                    show(&before),
                    show(&f)
                );
            }
        }
    }
}
