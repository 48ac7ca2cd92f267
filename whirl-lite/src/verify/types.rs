//! Types of operands and results, instruction by instruction.

use super::Verifier;
use crate::ir::{CallInfo, Inst, InstKind, TailKind, Ty, TyData, UnOp, Value};

/// What is wrong with an instruction.
type Check = std::result::Result<(), &'static str>;

/// An error unless it holds.
fn require(holds: bool, message: &'static str) -> Check {
    if holds { Ok(()) } else { Err(message) }
}

impl Verifier<'_> {
    pub(super) fn types(&mut self) {
        let f = self.f;
        for &b in &f.layout {
            for i in f.block_insts(b) {
                if let Err(message) = self.check(i) {
                    self.error(f.insts[i].pos, message);
                }
            }
        }
    }
    fn ty(&self, v: Value) -> Ty {
        self.f.ty(v)
    }
    fn is_ptr(&self, v: Value) -> bool {
        self.m.types.is_ptr(self.ty(v))
    }
    fn is_int(&self, t: Ty) -> bool {
        self.m.types.int_bits(self.m.types.scalar(t)).is_some()
    }
    fn is_float(&self, t: Ty) -> bool {
        self.m.types.is_float(self.m.types.scalar(t))
    }
    /// Is `t` i1, or a vector of i1 shaped like `like`?
    fn is_bool_like(&self, t: Ty, like: Ty) -> bool {
        self.m.types.scalar(t) == Ty::I1
            && self.m.types.is_vector(t) == self.m.types.is_vector(like)
            && self.m.types.lanes(t) == self.m.types.lanes(like)
    }

    /// One instruction.
    fn check(&self, i: Inst) -> Check {
        let f = self.f;
        let types = &self.m.types;
        let d = &f.insts[i];
        let args = f.args(i);
        let result = f.results(i).next().map_or(Ty::VOID, |v| self.ty(v));
        match (d.kind, args) {
            (InstKind::Binary(op), &[a, b]) => {
                require(self.ty(a) == self.ty(b), "both operands to a binary operator are not of the same type")?;
                require(self.ty(a) == result, "a binary operator's result has another type than its operands")?;
                let float = op.is_float();
                require(if float { self.is_float(result) } else { self.is_int(result) }, "operator on a wrong type")
            }
            (InstKind::Unary(op), &[a]) => {
                require(self.ty(a) == result, "a unary operator's result has another type than its operand")?;
                require(op != UnOp::FNeg || self.is_float(result), "fneg on a wrong type")
            }
            (InstKind::Cast(op), &[a]) => require(types.cast_ok(op, self.ty(a), result), "invalid cast"),
            (InstKind::Icmp(_), &[a, b]) => {
                let t = self.ty(a);
                require(t == self.ty(b), "both operands to icmp are not of the same type")?;
                require(self.is_int(t) || types.is_ptr(types.scalar(t)), "invalid operand types for icmp")?;
                require(self.is_bool_like(result, t), "icmp has a wrong result type")
            }
            (InstKind::Fcmp(..), &[a, b]) => {
                let t = self.ty(a);
                require(t == self.ty(b), "both operands to fcmp are not of the same type")?;
                require(self.is_float(t), "invalid operand types for fcmp")?;
                require(self.is_bool_like(result, t), "fcmp has a wrong result type")
            }
            (InstKind::Select, &[c, a, b]) => {
                require(self.ty(a) == self.ty(b) && self.ty(a) == result, "select values must have the select's type")?;
                let ok = self.ty(c) == Ty::I1 || self.is_bool_like(self.ty(c), result);
                require(ok, "invalid operands for select")
            }
            (InstKind::Load(a, _), &[p]) => {
                require(self.is_ptr(p), "load operand must be a pointer")?;
                require(a.ty == result, "a load's result has another type than it reads")
            }
            (InstKind::Store(a), &[v, p]) => {
                require(self.is_ptr(p), "store operand must be a pointer")?;
                require(a.ty == self.ty(v), "stored value has another type than the store")
            }
            (InstKind::Gep(_), [base, indices @ ..]) => self.gep(*base, indices, result),
            (InstKind::Alloca(..), &[n]) => {
                require(self.is_int(self.ty(n)) && types.is_ptr(result), "alloca with wrong types")
            }
            (InstKind::Phi, _) => {
                require(args.iter().all(|&v| self.ty(v) == result), "phi node operands are not of the phi's type")
            }
            (InstKind::Call(c) | InstKind::Invoke(c) | InstKind::CallBr(c), _) => {
                self.call(i, f.calls.get(c).ok_or("call without a description")?, result)
            }
            (InstKind::Ret, _) => self.ret(args),
            (InstKind::CondBr, &[c]) => require(self.ty(c) == Ty::I1, "branch condition is not 'i1' type"),
            (InstKind::Switch(_), &[v]) => require(types.int_bits(self.ty(v)).is_some(), "switch on a wrong type"),
            (InstKind::IndirectBr, &[p]) | (InstKind::VaArg, &[p]) => {
                require(self.is_ptr(p), "operand must be a pointer")
            }
            (InstKind::Br | InstKind::Unreachable | InstKind::Fence(..), []) => Ok(()),
            (InstKind::ExtractValue(p), &[agg]) => {
                let path = f.paths.get(p).map_or(&[][..], |p| p);
                require(types.member(self.ty(agg), path) == Some(result), "invalid extractvalue operands")
            }
            (InstKind::InsertValue(p), &[agg, x]) => {
                let path = f.paths.get(p).map_or(&[][..], |p| p);
                require(self.ty(agg) == result, "insertvalue's result has another type than its aggregate")?;
                require(types.member(result, path) == Some(self.ty(x)), "invalid insertvalue operands")
            }
            (InstKind::ExtractElement, &[v, n]) => {
                let ok = types.is_vector(self.ty(v)) && types.scalar(self.ty(v)) == result;
                require(ok && types.int_bits(self.ty(n)).is_some(), "invalid extractelement operands")
            }
            (InstKind::InsertElement, &[v, x, n]) => {
                let ok = types.is_vector(result) && self.ty(v) == result && types.scalar(result) == self.ty(x);
                require(ok && types.int_bits(self.ty(n)).is_some(), "invalid insertelement operands")
            }
            (InstKind::Shuffle(_), &[a, b]) => {
                let ok = types.is_vector(result) && self.ty(a) == self.ty(b);
                require(ok && types.scalar(self.ty(a)) == types.scalar(result), "invalid shufflevector operands")
            }
            (InstKind::CmpXchg { access, .. }, &[p, a, b]) => {
                let pair =
                    matches!(types.get(result), TyData::Struct { fields, .. } if fields[..] == [access.ty, Ty::I1]);
                let ok = self.is_ptr(p) && self.ty(a) == access.ty && self.ty(b) == access.ty;
                require(ok && pair, "invalid cmpxchg operands")
            }
            (InstKind::AtomicRmw(_, access), &[p, v]) => {
                let ok = self.is_ptr(p) && self.ty(v) == access.ty && result == access.ty;
                require(ok, "invalid atomicrmw operands")
            }
            (InstKind::Exception(_), _) => Ok(()),
            _ => Err("instruction with a wrong number of operands, or none that is read from LLVM IR"),
        }
    }
    fn gep(&self, base: Value, indices: &[Value], result: Ty) -> Check {
        let types = &self.m.types;
        let ptr = types.scalar(self.ty(base));
        require(types.is_ptr(ptr) && types.scalar(result) == ptr, "getelementptr base or result is not a pointer")?;
        require(indices.iter().all(|&v| self.is_int(self.ty(v))), "getelementptr index is not an integer")
    }
    fn ret(&self, args: &[Value]) -> Check {
        let ok = match *args {
            [] => self.f.sig.ret == Ty::VOID,
            [v] => self.ty(v) == self.f.sig.ret,
            _ => false,
        };
        require(ok, "function return type does not match operand type of return inst")
    }
    fn call(&self, i: Inst, c: &CallInfo, result: Ty) -> Check {
        let f = self.f;
        let bundled = c.bundles.iter().map(|b| b.1).sum();
        let args = self.call_args(i, &c.callee, bundled).ok_or("call with too few operands")?;
        require(result == c.sig.ret, "a call's result has another type than its function")?;
        require(args.len() == c.sig.params.len(), "incorrect number of arguments passed to called function")?;
        let same = args.iter().zip(&c.sig.params).all(|(&v, &t)| self.ty(v) == t);
        require(same, "call parameter type does not match function signature")?;
        if let (crate::ir::Callee::Value, Some(&v)) = (&c.callee, f.args(i).get(args.len())) {
            require(self.is_ptr(v), "called function must be a pointer")?;
        }
        if c.tail != TailKind::MustTail {
            return Ok(());
        }
        require(c.sig.cc == f.sig.cc, "mismatched calling conventions of a musttail call")?;
        let next = f.next(i);
        let returns = next.is_some_and(|n| {
            let returned = f.args(n).first().copied();
            f.insts[n].kind == InstKind::Ret && returned == f.results(i).next()
        });
        require(returns, "musttail call must precede a ret of its result")
    }
}
