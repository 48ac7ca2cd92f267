//! Inline assembly: constraints as GCC's manual gives them for RISC-V ("Machine Constraints"), in LLVM's spelling.
//!
//! One pseudo op holds the text; its results are the outputs, its operands the inputs, each constrained one by one. The
//! constraint string is matched against the operands here, once; emission finds the operand of `$n` in a list.

use super::expand::{Expander, To};
use crate::alloc::alone::assign_alone;
use crate::func::{Constraint, OpExtra, OpFlags, Tn};
use crate::target::constraint::{self, item, number_ties, split};
use targ_info::riscv::{class, op};
use targ_info::{RegClass, RegSet};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, Wn};

type Wanted = constraint::Wanted<Kind>;
type Item = constraint::Item<Kind>;

/// Kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    General,
    GeneralCompressed,
    Float,
    FloatCompressed,
}

/// The letters of RISC-V: what the first one of a text asks for, and its length.
fn letters(text: &str) -> Option<(Wanted, usize)> {
    Some(match text.chars().next()? {
        'r' => (Wanted::Kind(Kind::General), 1),
        'f' => (Wanted::Kind(Kind::Float), 1),
        'c' if text.starts_with("cr") => (Wanted::Kind(Kind::GeneralCompressed), 2),
        'c' if text.starts_with("cf") => (Wanted::Kind(Kind::FloatCompressed), 2),
        'm' | 'o' | 'A' | 'V' => (Wanted::Memory, 1),
        c @ ('I' | 'J' | 'K' | 'i' | 'n' | 's' | 'S') => (Wanted::Constant(c), 1),
        'X' | 'g' => (Wanted::Kind(Kind::General), 1),
        _ => return None,
    })
}

/// Clobbers that name no register.
fn is_state(name: &str) -> bool {
    matches!(
        name,
        "memory" | "cc" | "dirflag" | "fpsr" | "flags" | "fflags" | "frm" | "vtype" | "vl" | "vxrm" | "vxsat"
    )
}

impl Expander<'_> {
    fn kind_class(&self, kind: Kind, ty: MType) -> Result<RegClass> {
        let wide = ty == MType::F64 || (ty.is_int() && self.m.d);
        Ok(match kind {
            Kind::General if self.m.zfinx && ty == MType::F32 => class::GPRF32,
            Kind::General if self.m.zfinx && ty == MType::F64 => class::GPRF64,
            Kind::General => class::GPRNOX0,
            Kind::GeneralCompressed => class::GPRC,
            Kind::Float if self.m.zfinx => return self.kind_class(Kind::General, ty),
            Kind::Float if ty == MType::F16 && self.m.zfhmin || ty == MType::BF16 && self.m.zfbfmin => class::FPR16,
            Kind::Float if wide => class::FPR64,
            Kind::Float if self.m.f => class::FPR32,
            Kind::FloatCompressed if wide => class::FPR64C,
            Kind::FloatCompressed if self.m.f => class::FPR32C,
            _ => return self.unsupported("inline assembly constraint 'f' without floating-point registers"),
        })
    }
    /// The constraint for a value of a type, and the class of its TN.
    fn place(&self, wanted: &Wanted, ty: MType) -> Result<(Constraint, RegClass)> {
        match wanted {
            Wanted::Kind(k) => {
                let c = self.kind_class(*k, ty)?;
                Ok((Constraint::Class(c), c))
            }
            Wanted::Named(name) => match self.cx.target.isa.reg_by_name(name) {
                Some(r) => {
                    let d = self.cx.target.isa.reg(r);
                    let float = d.class == class::FPR64;
                    let c = if float { self.kind_class(Kind::Float, ty)? } else { class::GPR };
                    Ok((Constraint::Fixed(r), c))
                }
                None => self.unsupported(format!("inline assembly with unknown register '{name}'")),
            },
            Wanted::Memory => Ok((Constraint::Class(class::GPRNOX0), class::GPR)),
            Wanted::Same(_) | Wanted::Constant(_) => self.unsupported("inline assembly output that is no register"),
        }
    }

    /// The statement.
    pub(super) fn inline_asm(&mut self, s: Wn, index: u32) -> Result<()> {
        let w = self.w;
        let Some(a) = w.asms.get(index as usize) else { return self.unsupported("inline assembly") };
        if !a.labels.is_empty() {
            return self.unsupported("inline assembly with labels (asm goto)");
        }
        let mut items = Vec::new();
        for text in split(&a.asm.constraints) {
            match item(text, letters) {
                Ok(i) => items.push(i),
                Err(part) => {
                    return self.unsupported(format!("inline assembly constraint '{part}' in '{}'", a.asm.constraints));
                }
            }
        }
        if let Err(n) = number_ties(&mut items) {
            return self.unsupported(format!("inline assembly operand tied to operand {n}"));
        }
        let mut extra = OpExtra { asm: Some(Box::new(a.asm.clone())), ..OpExtra::default() };
        let mut results: Vec<(Tn, Option<Preg>)> = Vec::new();
        self.outputs(s, &items, &a.outputs, &mut results, &mut extra)?;
        let mut memory = a.asm.sideeffect;
        let nres = results.len();
        let mut operands: Vec<Tn> = Vec::new();
        let mut kids = w.kids(s).iter();
        let mut out = 0;
        for it in &items {
            if it.clobber {
                memory |= self.clobber(it, &mut extra.clobbers)?;
                extra.asm_operands.push(None);
            } else if it.output && !it.indirect {
                extra.asm_operands.push(Some(out));
                out += 1;
            } else {
                let Some(&k) = kids.next() else { return self.unsupported("inline assembly with too few operands") };
                memory |= it.indirect;
                let at = nres + operands.len();
                let (t, c) = self.input(k, it, &results, at, &mut extra)?;
                operands.push(t);
                extra.constraints.push(c);
                extra.asm_operands.push(u8::try_from(at).ok());
            }
        }
        for (i, _) in results.iter().enumerate() {
            extra.clobbers -= match extra.constraints.get(i) {
                Some(&Constraint::Fixed(r)) => self.units(r),
                _ => RegSet::EMPTY,
            };
        }
        extra.no_memory = !memory;
        let regs: Vec<Tn> = results.iter().map(|r| r.0).collect();
        let o = self.emit(op::P_ASM, &regs, &operands);
        self.f.set_extra(o, extra);
        if a.asm.sideeffect {
            self.f.ops[o].flags |= OpFlags::VOLATILE;
        }
        // The user can ask for more than there is: for thirty registers, or for one of them twice.
        if assign_alone(&self.f, self.cx, o, RegSet::EMPTY, &mut Vec::new()).is_err() {
            return self.unsupported("inline assembly that needs more registers than there are");
        }
        self.forget();
        self.deliver(&results)
    }
    /// Registers for the outputs.
    fn outputs(
        &mut self,
        s: Wn,
        items: &[Item],
        types: &[MType],
        results: &mut Vec<(Tn, Option<Preg>)>,
        extra: &mut OpExtra,
    ) -> Result<()> {
        let dsts: Vec<Preg> = self.w.dsts(s).to_vec();
        for it in items.iter().filter(|i| i.output && !i.indirect) {
            let n = results.len();
            let Some(&ty) = types.get(n) else { return self.unsupported("inline assembly with too few results") };
            let Some(wanted) = it.wanted.iter().find(|w| !matches!(w, Wanted::Memory)) else {
                return self.unsupported("inline assembly output in memory that is not indirect");
            };
            let (c, class) = self.place(wanted, ty)?;
            let general = self.cx.target.isa.class(class).top == class::GPR;
            // Nothing is known of the upper bits of what the assembly leaves.
            let tn_ty = if general && ty.is_int() { self.xty() } else { ty };
            if it.early {
                extra.early.push(n as u8);
            }
            extra.constraints.push(c);
            let t = self.f.new_reg(if general { class::GPR } else { class }, tn_ty);
            results.push((t, dsts.get(n).copied()));
        }
        Ok(())
    }
    /// Adds a clobber; true if it is memory.
    fn clobber(&self, it: &Item, set: &mut RegSet) -> Result<bool> {
        let mut memory = false;
        for w in &it.wanted {
            if let Wanted::Named(name) = w {
                memory |= name == "memory";
                match self.cx.target.isa.reg_by_name(name) {
                    Some(r) => *set |= self.units(r) - self.cx.target.abi.reserved,
                    None if is_state(name) => {}
                    None => {
                        return self.unsupported(format!("inline assembly that clobbers unknown register '{name}'"));
                    }
                }
            }
        }
        Ok(memory)
    }
    /// An input: its operand and constraint.
    fn input(
        &mut self,
        k: Wn,
        it: &Item,
        results: &[(Tn, Option<Preg>)],
        at: usize,
        extra: &mut OpExtra,
    ) -> Result<(Tn, Constraint)> {
        let ty = self.n(k).ty;
        if it.indirect {
            let t = self.in_virtual(k)?;
            return Ok((t, Constraint::Class(class::GPRNOX0)));
        }
        for w in &it.wanted {
            match w {
                Wanted::Constant(letter) => {
                    if let Some(t) = self.asm_constant(k, *letter)? {
                        return Ok((t, Constraint::None));
                    }
                }
                Wanted::Same(n) => {
                    let Some(&(r, _)) = results.get(*n) else {
                        return self.unsupported(format!("inline assembly operand tied to operand {n}"));
                    };
                    let Some(class) = self.f.class(r) else { return self.unsupported("a tie to no register") };
                    let t = self.in_class(k, class)?;
                    return Ok((t, self.tie(*n, at, class, extra)));
                }
                Wanted::Memory => {
                    let t = self.in_virtual(k)?;
                    return Ok((t, Constraint::Class(class::GPRNOX0)));
                }
                Wanted::Kind(_) | Wanted::Named(_) => {
                    let (c, class) = self.place(w, ty)?;
                    let t = self.in_class(k, class)?;
                    return Ok((t, c));
                }
            }
        }
        match it.wanted.first() {
            Some(Wanted::Constant(letter)) => {
                self.unsupported(format!("inline assembly operand that does not fit constraint '{letter}'"))
            }
            _ => self.unsupported("inline assembly operand without constraint"),
        }
    }
    /// Ties a result to the operand at `at`: in a fixed register both are fixed instead.
    fn tie(&self, n: usize, at: usize, class: RegClass, extra: &mut OpExtra) -> Constraint {
        match extra.constraints.get_mut(n) {
            Some(c @ Constraint::Class(_)) => {
                let class_of = match *c {
                    Constraint::Class(k) => k,
                    _ => class,
                };
                *c = Constraint::Tied(at as u8, class_of);
                Constraint::Class(class_of)
            }
            Some(&mut Constraint::Fixed(r)) => Constraint::Fixed(r),
            _ => Constraint::Class(class),
        }
    }
    /// A constant operand, if the value is one that the letter allows.
    fn asm_constant(&mut self, k: Wn, letter: char) -> Result<Option<Tn>> {
        match self.n(k).opr {
            Opr::Int(v) => {
                let fits = match letter {
                    'I' => super::consts::fits12(v),
                    'J' => v == 0,
                    'K' => (0..32).contains(&v),
                    's' | 'S' => false,
                    _ => true,
                };
                Ok(fits.then(|| self.f.lit(v)))
            }
            Opr::Lda(g, off) if matches!(letter, 'i' | 's' | 'S') => {
                Ok(Some(self.symbol(crate::func::SymRef::Global(g), off, super::modifier::NONE)))
            }
            Opr::BlockAddr(b) if matches!(letter, 'i' | 's' | 'S') => {
                let bb = self.block(b)?;
                self.f.bbs[bb].address_taken = true;
                Ok(Some(self.symbol(crate::func::SymRef::Block(bb), 0, super::modifier::NONE)))
            }
            _ => Ok(None),
        }
    }
    /// A value in a virtual register.
    fn in_virtual(&mut self, k: Wn) -> Result<Tn> {
        let t = self.reg(k)?;
        if self.f.is_virtual(t) {
            return Ok(t);
        }
        let v = self.fresh(self.xty())?;
        self.copy(v, t);
        Ok(v)
    }
    /// A value in a register of a class, moved between register files if need be.
    fn in_class(&mut self, k: Wn, class: RegClass) -> Result<Tn> {
        let t = self.in_virtual(k)?;
        let isa = self.cx.target.isa;
        let top = |c: RegClass| isa.class(c).top;
        let have = self.f.class(t).map(top);
        if have == Some(top(class)) {
            return Ok(t);
        }
        let ty = self.n(k).ty;
        let general = top(class) == class::GPR;
        let (row, ty) = match (ty, general) {
            (MType::F32, true) => (op::FMV_X_W, MType::I32),
            (MType::F64, true) if self.m.rv64 => (op::FMV_X_D, MType::I64),
            (MType::F16 | MType::BF16, true) => (op::FMV_X_H, MType::I32),
            (MType::I32 | MType::B, false) => (op::FMV_W_X, MType::F32),
            (MType::I64, false) => (op::FMV_D_X, MType::F64),
            _ => return self.unsupported("inline assembly operand in the other register file"),
        };
        self.r(row, To::ANY, ty, t)
    }
    /// Moves results to their PREGs, in the form that their types promise.
    fn deliver(&mut self, results: &[(Tn, Option<Preg>)]) -> Result<()> {
        for &(t, p) in results {
            let Some(p) = p else { continue };
            let ty = self.w.pregs[p];
            let d = self.preg(p)?;
            let to = To { dst: Some(d), low: false };
            let from = self.f.ty(t);
            match ty {
                MType::B => {
                    self.ri(op::ANDI, to, ty, t, 1)?;
                }
                MType::I32 if self.m.rv64 && !self.is_loose(p) && from.is_int() => {
                    self.ri(op::ADDIW, to, ty, t, 0)?;
                }
                MType::F32 if from.is_int() && !self.m.zfinx => {
                    self.r(op::FMV_W_X, to, ty, t)?;
                }
                MType::F64 if from.is_int() && !self.m.zfinx => {
                    self.r(op::FMV_D_X, to, ty, t)?;
                }
                MType::I32 if from.is_float() => {
                    self.r(op::FMV_X_W, to, ty, t)?;
                }
                MType::I64 if from.is_float() => {
                    self.r(op::FMV_X_D, to, ty, t)?;
                }
                _ => self.copy(d, t),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items() {
        let item = |text| item(text, letters);
        let i = item("=&r").unwrap();
        assert!(i.output && i.early && i.wanted == [Wanted::Kind(Kind::General)]);
        assert_eq!(item("0").unwrap().wanted, [Wanted::Same(0)]);
        assert!(item("=*m").unwrap().indirect);
        assert_eq!(item("{x10}").unwrap().wanted, [Wanted::Named("x10".into())]);
        assert_eq!(item("^Wq"), Err("^Wq".into()));
    }
}
