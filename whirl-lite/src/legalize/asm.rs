//! Inline assembly: operands become whole registers. Constraints are only read as far as that needs.

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::SmallVec;

/// A constraint of an operand.
struct Constraint<'s> {
    /// As written.
    text: &'s str,
    output: bool,
    /// The operand is a pointer to the value.
    indirect: bool,
    code: &'s str,
}

/// Splits a constraint string at its commas.
fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    for k in 0..=bytes.len() {
        match bytes.get(k) {
            Some(b'{') => depth += 1,
            Some(b'}') => depth -= 1,
            Some(b',') | None if depth <= 0 || k == bytes.len() => {
                out.push(text.get(start..k).unwrap_or(""));
                start = k + 1;
            }
            _ => {}
        }
    }
    out
}

/// The constraints of operands; clobbers and labels are left out.
fn constraints(text: &str) -> Vec<Constraint<'_>> {
    let operand = |t: &&str| !t.is_empty() && !t.starts_with(['~', '!']);
    let one = |text| {
        let rest = str::trim_start_matches(text, ['=', '&', '%', '+']);
        let code = rest.trim_start_matches('*');
        Constraint { text, output: text.starts_with('='), indirect: rest.len() != code.len(), code }
    };
    pieces(text).into_iter().filter(operand).map(one).collect()
}

/// Which outputs through a pointer are computed in a register and stored afterwards: those that can't be in memory, and
/// those that an input is tied to where memory is only one choice.
fn stored(list: &[Constraint<'_>]) -> Vec<bool> {
    let tied = |n: usize| list.iter().any(|c| c.code.parse() == Ok(n));
    let letters = |c: &Constraint<'_>| !c.code.starts_with('{');
    let memory = |c: &Constraint<'_>| letters(c) && c.code.contains(['m', 'o', 'V', 'A', 'X', 'g']);
    let register = |c: &Constraint<'_>| !letters(c) || c.code.contains(['r', 'f', 'R', 'X', 'g']);
    let one = |(n, c): (usize, &Constraint<'_>)| c.output && c.indirect && register(c) && (!memory(c) || tied(n));
    list.iter().enumerate().map(one).collect()
}

/// The string with the outputs in registers that `stored` says.
fn direct(text: &str, list: &[Constraint<'_>], stored: &[bool]) -> String {
    let mut numbered = list.iter().zip(stored).peekable();
    let mut out: Vec<String> = Vec::new();
    for piece in pieces(text) {
        let here = numbered.next_if(|(c, _)| std::ptr::eq(c.text, piece));
        out.push(match here {
            Some((c, true)) if c.code.starts_with('{') => c.text.replacen('*', "", 1),
            Some((c, true)) => {
                let early = if c.text.contains('&') { "&" } else { "" };
                let kind = c.code.chars().find(|k| matches!(k, 'r' | 'f' | 'R')).unwrap_or('r');
                format!("={early}{kind}")
            }
            _ => piece.to_string(),
        });
    }
    out.join(",")
}

/// A result of inline assembly.
struct Output<'s> {
    ty: Ty,
    code: &'s str,
    /// Where it is stored, if it is not a result of the call.
    pointer: Option<Value>,
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
    fn asm_args(&mut self, i: Inst, info: &CallInfo, asm: &InlineAsm, stored: &[bool]) -> Result<Parts> {
        let list = constraints(&asm.constraints);
        let takes: Vec<usize> = (0..list.len()).filter(|&n| !list[n].output || list[n].indirect).collect();
        let mut args = Parts::new();
        for k in 0..info.sig.params.len() {
            let n = takes.get(k).copied();
            if n.is_some_and(|n| stored.get(n) == Some(&true)) {
                continue;
            }
            let take = n.and_then(|n| list.get(n));
            if take.is_some_and(|c| c.indirect && !c.output && !c.code.contains(['m', 'o', 'V', 'A', 'X', 'g'])) {
                return Err(self.unsupported("an asm operand that is read through a pointer into a register"));
            }
            let v = self.arg(i, k)?;
            let parts = self.parts(v)?;
            let ty = self.old.ty(v);
            let &[p] = parts.as_slice() else {
                return Err(self.unsupported(format!("an asm operand of type '{}'", self.m.types.show(ty))));
            };
            // A number names the output whose place the operand shares.
            let code = take.map_or("r", |c| match c.code.parse::<usize>() {
                Ok(n) => list.get(n).map_or("r", |c| c.code),
                Err(_) => c.code,
            });
            args.push(match self.scalar(ty)? {
                Scalar::Int(n) => self.resize(p, self.register_of(n)),
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
        let list = constraints(&asm.constraints);
        let stored = stored(&list);
        let args = self.asm_args(i, info, asm, &stored)?;
        let outputs = self.asm_outputs(i, info, &list, &stored)?;
        let mut types: SmallVec<[Ty; 4]> = SmallVec::new();
        for o in &outputs {
            let s = self.scalar(o.ty)?;
            let shape = self.shape(s);
            if shape.n != 1 {
                return Err(self.unsupported(format!("an asm result of type '{}'", self.m.types.show(o.ty))));
            }
            types.push(match s {
                Scalar::Ptr => Ty::PTR,
                Scalar::Float(f) if self.act.is_hard(f) && !Self::wants_integer(o.code) => shape.part,
                Scalar::Int(n) => self.register_of(n),
                Scalar::Float(_) => self.x,
            });
        }
        let mut info = info.clone();
        if stored.contains(&true) {
            let constraints = direct(&asm.constraints, &list, &stored);
            info.callee = Callee::Asm(Box::new(InlineAsm { constraints, ..(**asm).clone() }));
        }
        let call = self.nf.calls.push(info);
        let inst = self.emit(InstKind::Call(call), InstFlags::empty(), &args, &types);
        let got: Parts = self.nf.results(inst).collect();
        let mut out = Parts::new();
        for (o, &v) in outputs.iter().zip(&got) {
            let v = self.asm_result(o.ty, v)?;
            match o.pointer {
                Some(p) => {
                    let access = self.natural_access(o.ty);
                    self.store_any(p, &[v], &access)?;
                }
                None => out.push(v),
            }
        }
        if let Some(r) = self.result(i) {
            self.set(r, &out);
        }
        Ok(())
    }
    /// What the assembly leaves in registers, in the order of its constraints.
    fn asm_outputs<'s>(
        &mut self,
        i: Inst,
        info: &CallInfo,
        list: &[Constraint<'s>],
        stored: &[bool],
    ) -> Result<Vec<Output<'s>>> {
        let mut leaves = Vec::new();
        self.leaves(self.result_ty(i), 0, &mut leaves)?;
        let mut leaves = leaves.into_iter();
        let mut out = Vec::new();
        let mut param = 0;
        for (c, &stored) in list.iter().zip(stored) {
            let at = param;
            param += usize::from(c.indirect || !c.output);
            if stored {
                let ty = info.sig.param_attrs.get(at).and_then(|a| a.elementtype);
                let ty = ty.ok_or_else(|| self.input("an asm output through a pointer without 'elementtype'"))?;
                out.push(Output { ty, code: c.code, pointer: Some(self.arg_one(i, at)?) });
            } else if c.output && !c.indirect {
                // Constraints that no result is there for are refused when they are matched.
                out.extend(leaves.next().map(|l| Output { ty: l.ty, code: c.code, pointer: None }));
            }
        }
        out.extend(leaves.map(|l| Output { ty: l.ty, code: "r", pointer: None }));
        Ok(out)
    }
    /// A result in its own type.
    fn asm_result(&mut self, ty: Ty, v: Value) -> Result<Value> {
        let s = self.scalar(ty)?;
        let want = self.shape(s).part;
        Ok(match s {
            Scalar::Float(f) if self.act.is_hard(f) && self.nf.ty(v) != want => {
                if f.bits() > self.xlen {
                    return Err(self.unsupported("an asm result of two registers"));
                }
                let v = self.resize(v, if f.bits() == 64 { Ty::I64 } else { Ty::I32 });
                self.bitcast(v, want)
            }
            _ if self.nf.ty(v) != want => self.resize(v, want),
            _ => v,
        })
    }
    /// `callbr`: `asm goto`.
    pub(super) fn asm_goto(&mut self, i: Inst, id: CallId) -> Result<()> {
        let old = self.old;
        let info = &old.calls[id];
        let Callee::Asm(asm) = &info.callee else { return Err(self.unsupported("'callbr' of a function")) };
        if self.result(i).is_some() {
            return Err(self.unsupported("'asm goto' with outputs"));
        }
        let list = constraints(&asm.constraints);
        if stored(&list).contains(&true) {
            return Err(self.unsupported("'asm goto' with outputs"));
        }
        let args = self.asm_args(i, info, asm, &[])?;
        let call = self.nf.calls.push(info.clone());
        self.emit_branch(InstKind::CallBr(call), &args, old.inst_blocks(i));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{constraints, direct, stored};

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
    #[test]
    fn outputs_through_pointers_are_stored_unless_they_can_be_memory() {
        let cases = [
            ("=*r,r,~{memory}", "=r,r,~{memory}"),
            ("=*m,=r,1", "=*m,=r,1"),
            ("=*imr,0", "=r,0"),
            ("=*rm,r", "=*rm,r"),
            ("=&*f,={a0},*m", "=&f,={a0},*m"),
            ("=*{a0},~{a1}", "={a0},~{a1}"),
        ];
        for (text, want) in cases {
            let list = constraints(text);
            assert_eq!(direct(text, &list, &stored(&list)), want, "{text}");
        }
    }
}
