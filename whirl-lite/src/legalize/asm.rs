//! Inline assembly: operands become whole registers. Constraints are only read as far as that needs. An integer of two registers
//! becomes two operands, of which the text names the first, as llc has it; one that is narrower than a register is named by that
//! part of it where the target has a name for the part, which decides the width of the instruction.

use super::actions::NarrowName;
use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::{SmallVec, smallvec};

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

/// The string with two operands for each that needs two registers, and the new number of each old one. `pair` is the letter of a
/// pair of named registers, if there is one.
fn in_pairs(text: &str, wide: &[bool], pair: Option<(&str, [&str; 2])>) -> (String, Vec<usize>) {
    let is_operand = |p: &str| !p.is_empty() && !p.starts_with(['~', '!']);
    let mut numbers = Vec::with_capacity(wide.len());
    let mut next = 0;
    for &w in wide {
        numbers.push(next);
        next += 1 + usize::from(w);
    }
    let mut out: Vec<String> = Vec::new();
    let mut k = 0;
    for piece in pieces(text) {
        if !is_operand(piece) {
            out.push(piece.to_string());
            continue;
        }
        let code = piece.trim_start_matches(['=', '&', '%', '+', '*']);
        let before = &piece[..piece.len() - code.len()];
        let two = wide.get(k) == Some(&true);
        k += 1;
        let tied = code.parse::<usize>().ok().and_then(|n| numbers.get(n).copied());
        match (tied, pair) {
            (Some(n), _) => out.extend((n..=n + usize::from(two)).map(|n| format!("{before}{n}"))),
            (None, Some((letter, registers))) if two && code == letter => {
                out.extend(registers.iter().map(|r| format!("{before}{r}")));
            }
            _ => out.extend(std::iter::repeat_n(piece.to_string(), 1 + usize::from(two))),
        }
    }
    (out.join(","), numbers)
}

/// Assembly text whose operands have new numbers.
fn renumbered(text: &str, numbers: &[usize]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after;
        if let Some(escaped) = rest.strip_prefix('$') {
            out.push('$');
            rest = escaped;
            continue;
        }
        if let Some(inner) = rest.strip_prefix('{') {
            out.push('{');
            rest = inner;
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at(digits);
        match number.parse::<usize>().ok().and_then(|n| numbers.get(n)) {
            Some(n) => out.push_str(&n.to_string()),
            None => out.push_str(number),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The string and the text with the names that integers of these widths have, an operand each; 0 for others.
fn narrowed(asm: &InlineAsm, widths: &[u32], names: &[NarrowName]) -> (String, String) {
    let name_of = |n: usize| {
        let bits = widths.get(n).copied().filter(|&b| b > 0)?;
        names.iter().find(|name| bits <= name.bits)
    };
    let mut n = 0;
    let mut list = Vec::new();
    for piece in pieces(&asm.constraints) {
        let letters = !piece.is_empty() && !piece.starts_with(['~', '!']);
        let name = if letters { name_of(n) } else { None };
        n += usize::from(letters);
        list.push(match name {
            Some(name) if !piece.contains('{') => piece.replace('r', &name.letter.to_string()),
            _ => piece.to_string(),
        });
    }
    let mut text = String::with_capacity(asm.text.len());
    let mut rest = asm.text.as_str();
    while let Some(at) = rest.find('$') {
        let (before, after) = rest.split_at(at + 1);
        text.push_str(before);
        let escaped = usize::from(after.starts_with('$'));
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let braced = after.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let (number, skip) = match braced {
            Some((number, _)) => (number, number.len() + 2),
            None => (&after[..digits], digits),
        };
        rest = match number.parse().ok().and_then(name_of) {
            Some(name) => {
                text.push_str(&format!("{{{number}:{}}}", name.modifier));
                &after[skip..]
            }
            None => {
                text.push_str(&after[..escaped]);
                &after[escaped..]
            }
        };
    }
    text.push_str(rest);
    (list.join(","), text)
}

/// A result of inline assembly.
struct Output<'s> {
    ty: Ty,
    code: &'s str,
    /// Where it is stored, if it is not a result of the call.
    pointer: Option<Value>,
    /// The number of its constraint.
    number: Option<usize>,
}

impl Legaliser<'_> {
    /// Is a float asked for in an integer register?
    fn wants_integer(&self, code: &str) -> bool {
        let isa = self.t.isa;
        match code.strip_prefix('{').and_then(|c| c.strip_suffix('}')) {
            // A register of a class that the stack pointer is in, or a part of one.
            Some(name) => isa.reg_by_name(name).is_some_and(|r| {
                let (units, sp) = (isa.reg(r).units, isa.reg(self.t.abi.sp).units);
                isa.classes.iter().any(|c| c.units.contains(sp) && c.units.intersects(units))
            }),
            None => matches!(code, "r" | "rm" | "R"),
        }
    }
    /// The operands of an asm statement as registers; adds the numbers of those that are two to `wide`, and sets the widths of
    /// integers.
    fn asm_args(
        &mut self,
        i: Inst,
        info: &CallInfo,
        asm: &InlineAsm,
        stored: &[bool],
        wide: &mut Vec<usize>,
        widths: &mut [u32],
    ) -> Result<Parts> {
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
            let ty = self.old.ty(v);
            if self.asm_vector(ty).is_some() {
                args.extend(self.registers(v)?);
                continue;
            }
            let parts = self.parts(v)?;
            if let (&[low, high], Scalar::Int(_)) = (parts.as_slice(), self.scalar(ty)?) {
                if take.is_some_and(|c| c.indirect) {
                    return Err(self.unsupported(format!("an asm operand of type '{}'", self.m.types.show(ty))));
                }
                wide.extend(n);
                args.extend([low, high]);
                continue;
            }
            let &[p] = parts.as_slice() else {
                return Err(self.unsupported(format!("an asm operand of type '{}'", self.m.types.show(ty))));
            };
            // A number names the output whose place the operand shares.
            let code = take.map_or("r", |c| match c.code.parse::<usize>() {
                Ok(n) => list.get(n).map_or("r", |c| c.code),
                Err(_) => c.code,
            });
            let s = self.scalar(ty)?;
            if let (Some(width), Scalar::Int(bits)) = (n.and_then(|n| widths.get_mut(n)), s) {
                *width = bits;
            }
            args.push(match s {
                Scalar::Int(n) => self.resize(p, self.register_of(n)),
                Scalar::Float(k) if self.act.is_hard(k) && self.wants_integer(code) => {
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
        let mut wide = Vec::new();
        let mut widths = vec![0; list.len()];
        let args = self.asm_args(i, info, asm, &stored, &mut wide, &mut widths)?;
        let outputs = self.asm_outputs(i, info, &list, &stored)?;
        let mut types: SmallVec<[Ty; 4]> = SmallVec::new();
        for o in &outputs {
            if let Some(register) = self.asm_vector(o.ty) {
                types.push(register);
                continue;
            }
            let s = self.scalar(o.ty)?;
            let shape = self.shape(s);
            if let (2, Scalar::Int(_)) = (shape.n, s) {
                wide.extend(o.number);
                types.extend([self.x, self.x]);
                continue;
            }
            if let (Some(width), Scalar::Int(bits)) = (o.number.and_then(|n| widths.get_mut(n)), s) {
                *width = bits;
            }
            if shape.n != 1 {
                return Err(self.unsupported(format!("an asm result of type '{}'", self.m.types.show(o.ty))));
            }
            types.push(match s {
                Scalar::Ptr => Ty::PTR,
                Scalar::Float(f) if self.act.is_hard(f) && !self.wants_integer(o.code) => shape.part,
                Scalar::Int(n) => self.register_of(n),
                Scalar::Float(_) => self.x,
                Scalar::Vector(_) => shape.part,
            });
        }
        let mut info = info.clone();
        if stored.contains(&true) {
            let constraints = direct(&asm.constraints, &list, &stored);
            info.callee = Callee::Asm(Box::new(InlineAsm { constraints, ..(**asm).clone() }));
        }
        if let (false, Callee::Asm(asm)) = (self.act.narrow_names.is_empty(), &info.callee) {
            let (constraints, text) = narrowed(asm, &widths, self.act.narrow_names);
            info.callee = Callee::Asm(Box::new(InlineAsm { constraints, text, ..(**asm).clone() }));
        }
        if let (false, Callee::Asm(asm)) = (wide.is_empty(), &info.callee) {
            let flags: Vec<bool> = (0..list.len()).map(|n| wide.contains(&n)).collect();
            let (constraints, numbers) = in_pairs(&asm.constraints, &flags, self.act.register_pair);
            let text = renumbered(&asm.text, &numbers);
            info.callee = Callee::Asm(Box::new(InlineAsm { constraints, text, ..(**asm).clone() }));
        }
        let call = self.nf.calls.push(info);
        let inst = self.emit(InstKind::Call(call), InstFlags::empty(), &args, &types);
        let got: Parts = self.nf.results(inst).collect();
        if let (Some(r), true) = (self.result(i), self.asm_vector(self.result_ty(i)).is_some() && outputs.len() == 1) {
            self.set_registers(r, got);
            return Ok(());
        }
        let mut got = got.as_slice();
        let mut out = Parts::new();
        for o in &outputs {
            let n = if o.number.is_some_and(|n| wide.contains(&n)) { 2 } else { 1 };
            let (here, rest) = got.split_at(n.min(got.len()));
            got = rest;
            let values: Parts = match here {
                one if self.asm_vector(o.ty).is_some() => self.explode_registers(o.ty, one)?,
                &[v] => smallvec![self.asm_result(o.ty, v)?],
                parts => Parts::from_slice(parts),
            };
            match o.pointer {
                Some(p) => {
                    let access = self.natural_access(o.ty);
                    self.store_any(p, &values, &access)?;
                }
                None => out.extend(values),
            }
        }
        if let Some(r) = self.result(i) {
            self.set(r, &out)?;
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
        self.asm_leaves(self.result_ty(i), &mut leaves)?;
        let mut leaves = leaves.into_iter();
        let mut out = Vec::new();
        let mut param = 0;
        for (n, (c, &stored)) in list.iter().zip(stored).enumerate() {
            let at = param;
            param += usize::from(c.indirect || !c.output);
            if stored {
                let ty = info.sig.param_attrs.get(at).and_then(|a| a.elementtype);
                let ty = ty.ok_or_else(|| self.input("an asm output through a pointer without 'elementtype'"))?;
                out.push(Output { ty, code: c.code, pointer: Some(self.arg_one(i, at)?), number: Some(n) });
            } else if c.output && !c.indirect {
                // Constraints that no result is there for are refused when they are matched.
                out.extend(leaves.next().map(|ty| Output { ty, code: c.code, pointer: None, number: Some(n) }));
            }
        }
        out.extend(leaves.map(|ty| Output { ty, code: "r", pointer: None, number: None }));
        Ok(out)
    }
    /// The types of the scalars of a result, and of vectors that are one register.
    fn asm_leaves(&mut self, ty: Ty, out: &mut Vec<Ty>) -> Result<()> {
        let m = self.m;
        match m.types.get(ty) {
            TyData::Struct { fields, .. } => fields.iter().try_for_each(|&f| self.asm_leaves(f, out)),
            _ if self.asm_vector(ty).is_some() => {
                out.push(ty);
                Ok(())
            }
            _ => {
                let mut leaves = Vec::new();
                self.leaves(ty, 0, &mut leaves)?;
                out.extend(leaves.iter().map(|l| l.ty));
                Ok(())
            }
        }
    }
    /// The register that a vector is, if it is one.
    fn asm_vector(&self, ty: Ty) -> Option<Ty> {
        self.vector_shape(ty).filter(|s| !s.mask && s.n() == 1).map(|s| s.ty)
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
        let mut wide = Vec::new();
        let args = self.asm_args(i, info, asm, &[], &mut wide, &mut [])?;
        if !wide.is_empty() {
            return Err(self.unsupported("'asm goto' with an operand of two registers"));
        }
        let call = self.nf.calls.push(info.clone());
        self.emit_branch(InstKind::CallBr(call), &args, old.inst_blocks(i));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{constraints, direct, in_pairs, narrowed, renumbered, stored};
    use crate::ir::InlineAsm;
    use crate::legalize::actions::NarrowName;

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
    fn operands_of_two_registers_are_two() {
        let pair = Some(("A", ["{ax}", "{dx}"]));
        let (text, numbers) = in_pairs("=r,=A,=&r,0,r,2,~{flags}", &[true, true, false, true, false, false], pair);
        assert_eq!(text, "=r,=r,={ax},={dx},=&r,0,1,r,4,~{flags}");
        assert_eq!(numbers, [0, 2, 4, 5, 7, 8]);
        assert_eq!(
            renumbered("add $4, ${2:k}; mov $$1, $0 $(a$|b$)", &numbers),
            "add $7, ${4:k}; mov $$1, $0 $(a$|b$)"
        );
    }
    #[test]
    fn narrow_operands_have_names_of_their_own() {
        let names =
            [NarrowName { bits: 8, modifier: 'b', letter: 'q' }, NarrowName { bits: 16, modifier: 'w', letter: 'r' }];
        let asm = InlineAsm {
            text: "set $0; add ${1}, $2 $$1 ${1:k} $(a$|b$) ${:uid} $3".to_string(),
            constraints: "=&r,rm,{dx},0,~{dirflag}".to_string(),
            sideeffect: false,
            alignstack: false,
            intel: false,
            unwind: false,
        };
        let (list, text) = narrowed(&asm, &[8, 16, 5, 32], &names);
        assert_eq!(list, "=&q,rm,{dx},0,~{dirflag}");
        assert_eq!(text, "set ${0:b}; add ${1:w}, ${2:b} $$1 ${1:k} $(a$|b$) ${:uid} $3");
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
