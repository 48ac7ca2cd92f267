//! Intrinsics that become inline assembly: their results are in fixed registers, or are conditions of the flags, which nothing
//! else in the language can ask for. Operands are whole registers, and constants where the constraint is `i`.

use crate::diag::Result;
use crate::ir::*;
use crate::legalize::types::Scalar;
use crate::legalize::{Legaliser, Parts};
use smallvec::SmallVec;

impl Legaliser<'_> {
    /// The intrinsic as assembly; its result is set. False if an operand is not of one register.
    pub(super) fn assembly_intrinsic(&mut self, i: Inst, text: &str, constraints: &str, effect: bool) -> Result<bool> {
        let mut args = Parts::new();
        for k in 0..self.old.args(i).len() {
            let v = self.arg(i, k)?;
            let ty = self.old.ty(v);
            if self.m.types.is_vector(ty) {
                let Some(r) = self.whole_register(v)? else { return Ok(false) };
                args.push(r);
                continue;
            }
            let &[p] = self.parts(v)?.as_slice() else { return Ok(false) };
            if constraints.split(',').filter(|c| !c.starts_with('=')).nth(k) == Some("i") {
                self.constant_arg(i, k)?;
            }
            args.push(match self.scalar(ty)? {
                Scalar::Int(n) => self.resize(p, self.register_of(n)),
                _ => p,
            });
        }
        let outputs = constraints.split(',').filter(|c| c.starts_with('=')).count();
        let (leaves, vector) = match self.result(i) {
            Some(r) => self.assembly_leaves(self.old.ty(r))?,
            None => (SmallVec::new(), false),
        };
        let mut types: SmallVec<[Ty; 4]> = SmallVec::from_slice(&leaves);
        let halves = outputs > leaves.len();
        if halves {
            // A wide number comes in two registers of 32 bits.
            types.insert(0, Ty::I32);
            if let Some(second) = types.get_mut(1) {
                *second = Ty::I32;
            }
        }
        if types.len() != outputs {
            return Ok(false);
        }
        let asm = InlineAsm {
            text: text.replace('%', self.act.vector_prefix),
            constraints: constraints.to_string(),
            sideeffect: effect,
            alignstack: false,
            intel: false,
            unwind: false,
        };
        let info = self.plain_call(Callee::Asm(Box::new(asm)), args.len());
        let call = self.nf.calls.push(info);
        let inst = self.emit(InstKind::Call(call), InstFlags::empty(), &args, &types);
        let got: Parts = self.nf.results(inst).collect();
        let Some(result) = self.result(i) else { return Ok(true) };
        if vector {
            self.set_registers(result, got);
            return Ok(true);
        }
        let mut out = Parts::new();
        let rest = match got.as_slice() {
            &[low, high, ref rest @ ..] if halves => {
                if self.xlen == 64 {
                    let (low, high) = (self.zext_reg(low, Ty::I64), self.zext_reg(high, Ty::I64));
                    let high = self.shift_imm(BinOp::Shl, high, 32);
                    out.push(self.bin(BinOp::Or, low, high));
                } else {
                    out.extend([low, high]);
                }
                rest
            }
            all => all,
        };
        out.extend_from_slice(rest);
        self.set(result, &out)?;
        Ok(true)
    }
    /// The registers of a result: of a vector, or of integers; whether it is a vector.
    fn assembly_leaves(&mut self, ty: Ty) -> Result<(SmallVec<[Ty; 4]>, bool)> {
        if let Some(s) = self.vector_shape(ty) {
            return Ok((std::iter::repeat_n(s.ty, s.n()).collect(), true));
        }
        let mut leaves = Vec::new();
        self.leaves(ty, 0, &mut leaves)?;
        let register = |l: &crate::legalize::types::LeafAt| match self.scalar(l.ty)? {
            Scalar::Int(n) => Ok(self.register_of(n.min(self.xlen))),
            _ => Err(self.unsupported("an intrinsic of this type")),
        };
        Ok((leaves.iter().map(register).collect::<Result<_>>()?, false))
    }
}
