//! Inline assembly: operands become whole registers. Constraints are only read as far as that needs.

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::SmallVec;

/// A constraint of an operand.
struct Constraint<'s> {
    output: bool,
    /// The operand is a pointer to the value.
    indirect: bool,
    code: &'s str,
}

/// Splits a constraint string; clobbers are left out.
fn constraints(text: &str) -> Vec<Constraint<'_>> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0, 0);
    let bytes = text.as_bytes();
    for k in 0..=bytes.len() {
        match bytes.get(k) {
            Some(b'{') => depth += 1,
            Some(b'}') => depth -= 1,
            Some(b',') | None if depth <= 0 || k == bytes.len() => {
                let one = text.get(start..k).unwrap_or("");
                start = k + 1;
                if one.is_empty() || one.starts_with('~') || one.starts_with('!') {
                    continue;
                }
                let rest = one.trim_start_matches(['=', '&', '%', '+']);
                let code = rest.trim_start_matches('*');
                out.push(Constraint { output: one.starts_with('='), indirect: rest.len() != code.len(), code });
            }
            _ => {}
        }
    }
    out
}

impl Legaliser<'_> {
    /// Is a float asked for in an integer register?
    fn wants_integer(code: &str) -> bool {
        code == "r"
            || code == "rm"
            || code == "R"
            || code.starts_with("{x")
            || code.starts_with("{a")
            || code.starts_with("{t")
    }
    /// The operands of an asm statement as registers.
    fn asm_args(&mut self, i: Inst, info: &CallInfo, asm: &InlineAsm) -> Result<Parts> {
        let list = constraints(&asm.constraints);
        let takes: Vec<&Constraint<'_>> = list.iter().filter(|c| !c.output || c.indirect).collect();
        let mut args = Parts::new();
        for k in 0..info.sig.params.len() {
            let v = self.arg(i, k)?;
            let parts = self.parts(v)?;
            let ty = self.old.ty(v);
            let &[p] = parts.as_slice() else {
                return Err(self.unsupported(format!("an asm operand of type '{}'", self.m.types.show(ty))));
            };
            // A number names the output whose place the operand shares.
            let code = takes.get(k).map_or("r", |c| match c.code.parse::<usize>() {
                Ok(n) => list.get(n).map_or("r", |c| c.code),
                Err(_) => c.code,
            });
            args.push(match self.scalar(ty)? {
                Scalar::Int(_) => self.resize(p, self.x),
                Scalar::Float(k) if self.act.is_hard(k) && Self::wants_integer(code) => {
                    let bits = self.bits_of(ty, &[p])?;
                    match bits.as_slice() {
                        &[b] => self.resize(b, self.x),
                        _ => return Err(self.unsupported("an asm operand of two registers")),
                    }
                }
                Scalar::Float(k) if !self.act.is_hard(k) => self.resize(p, self.x),
                _ => p,
            });
        }
        Ok(args)
    }
    /// A call of inline assembly.
    pub(super) fn asm_call(&mut self, i: Inst, id: CallId) -> Result<()> {
        let old = self.old;
        let info = &old.calls[id];
        let Callee::Asm(asm) = &info.callee else { return Err(self.input("no inline assembly here")) };
        let args = self.asm_args(i, info, asm)?;
        let ret = self.result_ty(i);
        let mut leaves = Vec::new();
        self.leaves(ret, 0, &mut leaves)?;
        let list = constraints(&asm.constraints);
        let codes: Vec<&str> = list.iter().filter(|c| c.output && !c.indirect).map(|c| c.code).collect();
        let mut types: SmallVec<[Ty; 4]> = SmallVec::new();
        for (k, l) in leaves.iter().enumerate() {
            let s = self.scalar(l.ty)?;
            let shape = self.shape(s);
            if shape.n != 1 {
                return Err(self.unsupported(format!("an asm result of type '{}'", self.m.types.show(l.ty))));
            }
            let code = codes.get(k).copied().unwrap_or("r");
            types.push(match s {
                Scalar::Ptr => Ty::PTR,
                Scalar::Float(f) if self.act.is_hard(f) && !Self::wants_integer(code) => shape.part,
                _ => self.x,
            });
        }
        let call = self.nf.calls.push(info.clone());
        let inst = self.emit(InstKind::Call(call), InstFlags::empty(), &args, &types);
        let got: Parts = self.nf.results(inst).collect();
        let mut out = Parts::new();
        for (l, &v) in leaves.iter().zip(&got) {
            let s = self.scalar(l.ty)?;
            let want = self.shape(s).part;
            out.push(match s {
                Scalar::Float(f) if self.act.is_hard(f) && self.nf.ty(v) != want => {
                    if f.bits() > self.xlen {
                        return Err(self.unsupported("an asm result of two registers"));
                    }
                    let v = self.resize(v, if f.bits() == 64 { Ty::I64 } else { Ty::I32 });
                    self.bitcast(v, want)
                }
                _ if self.nf.ty(v) != want => self.resize(v, want),
                _ => v,
            });
        }
        if let Some(r) = self.result(i) {
            self.set(r, &out);
        }
        Ok(())
    }
    /// `callbr`: `asm goto`.
    pub(super) fn asm_goto(&mut self, i: Inst, id: CallId) -> Result<()> {
        let old = self.old;
        let info = &old.calls[id];
        let Callee::Asm(asm) = &info.callee else { return Err(self.unsupported("'callbr' of a function")) };
        if self.result(i).is_some() {
            return Err(self.unsupported("'asm goto' with outputs"));
        }
        let args = self.asm_args(i, info, asm)?;
        let call = self.nf.calls.push(info.clone());
        self.emit_branch(InstKind::CallBr(call), &args, old.inst_blocks(i));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::constraints;

    #[test]
    fn constraint_lists() {
        let c = constraints("=r,=*m,r,0,{x10},i,~{memory},~{x5}");
        let codes: Vec<_> = c.iter().map(|c| (c.code, c.output, c.indirect)).collect();
        assert_eq!(
            codes,
            [
                ("r", true, false),
                ("m", true, true),
                ("r", false, false),
                ("0", false, false),
                ("{x10}", false, false),
                ("i", false, false)
            ]
        );
        assert!(constraints("").is_empty());
    }
}
